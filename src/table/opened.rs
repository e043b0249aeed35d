//! A save or log with its module, as far as one was found, and the position in it.

use std::cell::RefCell;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use serde_json::Value;

use crate::Failure;
use liege_art::position::image_size;
use liege_art::vector::Budget;
use vassal::diagnostic::counted;
use vassal::format::command::Command;
use vassal::format::module_file::ModuleFile;
use vassal::format::save_file::SaveFile;
use vassal::model::log;
use vassal::model::module::Module;
use vassal::model::position::Position;
use vassal::model::problem::Problem;
use vassal::model::view::Redacted;

/// A module as a file and as what its build file describes.
pub struct ReadModule {
    /// Its file, with the extensions that VASSAL loads in it and in its build file.
    pub file: Arc<ModuleFile>,
    /// What the build file describes.
    pub module: Arc<Module>,
    /// What of it could not be understood, palettes apart.
    pub problems: Vec<Problem>,
    /// Which of its extensions are not loaded, and why; taken when it is told.
    pub not_loaded: Mutex<Vec<String>>,
}

impl ReadModule {
    /// Reads what the build file of a module describes.
    pub fn of(file: ModuleFile, not_loaded: Vec<String>) -> Self {
        let (module, problems) = read_module(&file);
        let not_loaded = Mutex::new(not_loaded);
        Self { file: Arc::new(file), module: Arc::new(module), problems, not_loaded }
    }
}

/// A save with its module, as far as it was found, and the position in it.
pub struct OpenedSave {
    /// The module's file.
    pub file: Option<Arc<ModuleFile>>,
    /// The module.
    pub module: Option<Arc<Module>>,
    /// The commands of the save; of a log, those that a save of the position looked at would have.
    pub commands: Arc<Command>,
    /// The position looked at.
    pub position: Position,
    /// Where the module lies.
    pub module_path: Option<PathBuf>,
    /// What of the module could not be understood, palettes apart.
    module_problems: Vec<Problem>,
    /// What of the position could not be understood.
    problems: Vec<Problem>,
    /// How many steps a log has; none for a save.
    pub log_steps: usize,
    /// The step of a log after which is looked; 0 is its start.
    pub at_step: usize,
    /// Whether it is cut down to what a side may see.
    pub is_copy: bool,
    /// The commands of the file.
    original: Arc<Command>,
}

impl OpenedSave {
    /// A save with its module, if one is at hand. No position is read before [`Self::look_with`].
    ///
    /// # Errors
    /// Its commands cannot be read.
    pub fn of(save: &SaveFile, module: Option<&ReadModule>) -> Result<Self, Failure> {
        let original = save.whole_commands().map_err(|error| Failure::new(error.to_string()))?;
        Ok(Self {
            file: module.map(|read| Arc::clone(&read.file)),
            module: module.map(|read| Arc::clone(&read.module)),
            module_path: None,
            commands: Arc::clone(original),
            position: Position::default(),
            module_problems: module.map_or_else(Vec::new, |read| read.problems.clone()),
            problems: Vec::new(),
            log_steps: log::steps(original).len(),
            at_step: 0,
            is_copy: false,
            original: Arc::clone(original),
        })
    }

    /// Looks after a step of the log, before any position is read.
    ///
    /// # Errors
    /// It has not so many steps.
    pub fn go_to(&mut self, step: usize) -> Result<(), Failure> {
        let steps = self.log_steps;
        if step <= steps {
            self.at_step = step;
            return Ok(());
        }
        Err(match steps {
            0 => Failure::new(format!("--step {step}: it has no steps to play"))
                .help("only logs with recorded steps have any"),
            _ => Failure::new(format!("--step {step}: the log has {}", counted(steps, "step")))
                .help(format!("--step {steps} and --end show the position after the last")),
        })
    }

    /// Reads the position by its own module, or without one.
    pub fn place(&mut self) -> Result<(), Failure> {
        let module = self.module.clone();
        let problems = self.look(module.as_deref())?;
        self.problems.extend(problems);
        Ok(())
    }

    /// Reads the position by another module.
    pub fn look_with(&mut self, module: &Module) -> Result<(), Failure> {
        let problems = self.look(Some(module))?;
        self.problems.extend(problems);
        Ok(())
    }

    /// Shows a copy in place of what was read, with nothing kept that it does not have.
    pub fn become_copy(&mut self, copy: Redacted, module: &Module) {
        (self.position, self.problems) = Position::read(&copy.commands, Some(module));
        self.module_problems.clear();
        self.commands = Arc::new(copy.commands);
        self.original = Arc::clone(&self.commands);
        self.is_copy = true;
    }

    /// Reads the position again after its commands have changed.
    pub fn look_again(&mut self, module: &Module) {
        (self.position, self.problems) = Position::read(&self.commands, Some(module));
    }

    /// What could not be understood: of the module, then of the position.
    pub fn problems(&self) -> Vec<Problem> {
        let palettes = self.module.iter().filter(|_| !self.is_copy);
        let of_module = self.module_problems.iter().cloned();
        let of_palettes = palettes.flat_map(|module| module.palette_problems());
        of_module.chain(of_palettes).chain(self.problems.iter().cloned()).collect()
    }

    /// Adds to a report where in a log is looked.
    pub fn add_step(&self, report: &mut Value) {
        if self.log_steps > 0 {
            report["log_steps"] = self.log_steps.into();
            report["at_step"] = self.at_step.into();
        }
    }

    /// The commands of the file, those of a log's steps included.
    pub fn of_file(&self) -> &Command {
        &self.original
    }

    fn look(&mut self, module: Option<&Module>) -> Result<Vec<Problem>, Failure> {
        let (position, problems) = log::position(&self.original, module, self.at_step);
        if self.log_steps > 0 {
            let save = log::save(&self.original, module, self.at_step);
            self.commands = Arc::new(save.map_err(|error| Failure::new(error.to_string()))?);
        }
        self.position = position;
        Ok(problems)
    }
}

/// What a module's build file describes; sizes of boards come from their pictures.
pub fn read_module(file: &ModuleFile) -> (Module, Vec<Problem>) {
    let budget = RefCell::new(Budget::new());
    let size = |name: &str| image_size(name, &|most| file.image_start(name, most), &budget);
    Module::read(&file.build_file.root, &size)
}
