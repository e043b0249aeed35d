//! `inspect`: what is in modules, saves and logs.

use std::fmt::Write;
use std::path::Path;

use serde_json::Value;

use crate::cli::args::{Args, Format, Inspect};
use crate::cli::open::Opened;
use crate::cli::{Exit, Failure, open, output};
use crate::convert::summary::{self, Counts, MapInSave, MapSummary, ModuleSummary, SaveSummary};
use crate::diagnostic::counted;
use crate::format::detect::Kind;

/// Maps without pieces are not listed one by one beyond this number of maps.
const MANY_MAPS: usize = 8;

enum Summary {
    Module(Box<ModuleSummary>),
    Save(Box<SaveSummary>),
}

/// Inspects all files; nothing is printed when one of them cannot be read.
pub fn run(args: &Args, own: &Inspect) -> Result<Exit, Failure> {
    let mut done = Vec::new();
    for path in &own.files {
        done.push((path, summarize(args, own, path)?));
    }
    match own.format {
        Format::Json => output::json(&as_json(&done)?)?,
        Format::Text => {
            let texts: Vec<_> =
                done.iter().map(|(path, summary)| text(path, summary, args.verbose)).collect();
            output::result(&texts.join("\n"))?;
        }
    }
    Ok(Exit::Clean)
}

fn summarize(args: &Args, own: &Inspect, path: &Path) -> Result<Summary, Failure> {
    let limits = open::limits(args);
    Ok(match open::any(path, &limits)? {
        Opened::Module(file) => {
            let (module, problems) = open::read_module(&file);
            let kind = if file.kind == Kind::Extension { "extension" } else { "module" };
            Summary::Module(Box::new(summary::of_module(&file, kind, &module, &problems)))
        }
        Opened::Save(save) => {
            let game = open::position(path, &save, own.module.as_deref(), args)?;
            let eyes = open::eyes(path, own.side.side.as_deref(), &game)?;
            let (tree, module) = (&game.commands, game.module.as_ref());
            let found = summary::of_save(&save, tree, &game.position, module, &game.problems, &eyes, &limits);
            Summary::Save(Box::new(found.map_err(|error| Failure::about(path, error))?))
        }
    })
}

fn as_json(done: &[(&std::path::PathBuf, Summary)]) -> Result<Value, Failure> {
    let mut reports = Vec::new();
    for (path, summary) in done {
        let value = match summary {
            Summary::Module(module) => serde_json::to_value(module),
            Summary::Save(save) => serde_json::to_value(save),
        };
        let mut value = value.map_err(|error| Failure::about(path, error))?;
        if let Some(object) = value.as_object_mut() {
            object.shift_insert(0, "file".to_owned(), path.display().to_string().into());
        }
        reports.push(value);
    }
    Ok(output::envelope(reports))
}

fn text(path: &Path, summary: &Summary, verbose: bool) -> String {
    let mut page = Page { text: format!("{}\n", path.display()) };
    match summary {
        Summary::Module(module) => page.module(module, verbose),
        Summary::Save(save) => page.save(save, verbose),
    }
    page.text
}

/// Lines of a label and what it says.
struct Page {
    text: String,
}

impl Page {
    fn line(&mut self, label: &str, value: &str) {
        if !value.is_empty() {
            // Writing to a String cannot fail.
            let _ = writeln!(self.text, "  {label:<12} {value}");
        }
    }

    fn counts(&mut self, label: &str, counts: &Counts) {
        let all: Vec<_> = counts.iter().map(|(name, count)| format!("{name} × {count}")).collect();
        self.line(label, &all.join(", "));
    }

    fn problems(&mut self, problems: &[String], verbose: bool) {
        let shown = if verbose { problems.len() } else { 3 };
        for problem in problems.iter().take(shown) {
            self.line("problem", problem);
        }
        if problems.len() > shown {
            self.line("", &format!("and {} more problems, shown with -v", problems.len() - shown));
        }
    }

    fn module(&mut self, module: &ModuleSummary, verbose: bool) {
        self.line(module.kind, &format!("{} {}", module.name, module.version));
        self.line("VASSAL", &module.vassal_version);
        self.line("about", &module.description);
        self.line("sides", &module.sides.join(", "));
        for map in &module.maps {
            self.map(map);
        }
        let slots: usize = module.palettes.iter().map(|palette| palette.slots).sum();
        let each: Vec<_> =
            module.palettes.iter().map(|palette| format!("{} {}", palette.name, palette.slots)).collect();
        self.line("palettes", &format!("{slots} pieces: {}", each.join(", ")));
        self.line("prototypes", &module.prototypes.len().to_string());
        self.line("scenarios", &module.scenarios.join(", "));
        for (name, levels) in &module.turn_trackers {
            self.line("turn", &format!("{name}: {}", levels.join(" > ")));
        }
        self.line("images", &module.images.to_string());
        self.counts("unknown", &module.unknown_elements);
        self.counts("traits?", &module.unknown_traits);
        self.problems(&module.problems, verbose);
    }

    fn map(&mut self, map: &MapSummary) {
        let mut words = vec![map.name.clone()];
        if map.kind != "public" {
            words.push(format!(
                "({})",
                std::iter::once(map.kind.to_owned()).chain(map.owners.clone()).collect::<Vec<_>>().join(" ")
            ));
        }
        self.line("map", &words.join(" "));
        for board in &map.boards {
            let mut words = format!("board {}, {} x {}", board.name, board.width, board.height);
            if let Some(grid) = &board.grid {
                let _ = write!(words, ", {grid}");
            }
            if let Some(example) = &board.example {
                let _ = write!(words, ", its middle is {example}");
            }
            self.line("", &words);
        }
        if !map.decks.is_empty() {
            self.line("", &format!("decks {}", map.decks.join(", ")));
        }
    }

    fn save(&mut self, save: &SaveSummary, verbose: bool) {
        let zip = if save.zip { "in a zip" } else { "bare" };
        self.line(save.kind, &format!("{} {zip}", save.encoding));
        let module = [&save.module, &save.module_version].into_iter().flatten().cloned().collect::<Vec<_>>();
        self.line("module", &if module.is_empty() { "not named".to_owned() } else { module.join(" ") });
        self.line("VASSAL", save.vassal_version.as_deref().unwrap_or_default());
        self.line("comment", save.description.as_deref().unwrap_or_default());
        self.line("extensions", &save.extensions.join(", "));
        for player in &save.players {
            self.line("player", &format!("{} ({})", player.name, player.side));
        }
        self.line("pieces", &format!("{} in {}", save.pieces, counted(save.stacks, "stack")));
        let few = verbose || save.maps.len() <= MANY_MAPS;
        for map in save.maps.iter().filter(|map| few || map.pieces > 0) {
            self.map_in_save(map);
        }
        for deck in &save.decks {
            let map = deck.map.as_deref().unwrap_or("no map");
            self.line("deck", &format!("{} on {map}: {} cards", deck.name, deck.cards));
        }
        for (tracker, state) in &save.turn {
            self.line("turn", &format!("{tracker}: {state}"));
        }
        if save.log_steps > 0 {
            self.line("steps", &save.log_steps.to_string());
        }
        self.counts("traits?", &save.unknown_traits);
        self.counts("commands?", &save.unknown_commands);
        self.problems(&save.problems, verbose);
    }

    fn map_in_save(&mut self, map: &MapInSave) {
        let name = map.name.as_deref().unwrap_or("off the table");
        let mut words =
            format!("{name}: {} in {}", counted(map.pieces, "piece"), counted(map.stacks, "stack"));
        if !map.boards.is_empty() {
            let _ = write!(words, ", boards {}", map.boards.join(", "));
        }
        self.line("map", &words);
    }
}
