//! What is not told of a file: what its project ignores, and what a baseline knows.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::Looked;
use super::baseline::Baseline;
use crate::cli::args::Lint;
use crate::cli::project::Project;
use crate::cli::session::Session;
use crate::cli::{Failure, output, standard};
use vassal::diagnostic::counted;

/// The ignores of projects, each by its file and number, and the baselines of a run.
#[derive(Debug, Default)]
pub struct Known {
    ignores: BTreeMap<(PathBuf, usize), IgnoreUse>,
    baselines: BTreeMap<PathBuf, Baseline>,
    written: Baseline,
    made: BTreeSet<&'static str>,
}

/// What became of an ignore.
#[derive(Debug)]
struct IgnoreUse {
    check: String,
    line: u64,
    was_used: bool,
}

/// Takes out of what was found what the project of the file ignores, and notes which of its ignores did something.
pub fn ignore(project: Option<&Project>, path: &Path, looked: &mut Looked) {
    let Some(project) = project else { return };
    let name = standard::title_of_input(path);
    let before = looked.linted.faults.len();
    let used = &mut looked.ignores;
    looked.linted.faults.retain(|fault| {
        let found = project.lint.ignore.iter().position(|own| own.covers(fault, &name));
        used.extend(found);
        found.is_none()
    });
    looked.ignored = before - looked.linted.faults.len();
}

impl Known {
    /// Takes out of what was found in a file what is known, after what its project ignores was.
    ///
    /// # Errors
    /// A baseline that cannot be read.
    pub fn take(&mut self, own: &Lint, path: &Path, looked: &mut Looked) -> Result<(), Failure> {
        self.made.extend(&looked.linted.made);
        self.note_ignores(path, looked);
        if own.write_baseline.is_some() {
            self.written.add(&looked.linted.faults);
            looked.known = std::mem::take(&mut looked.linted.faults).len();
            return Ok(());
        }
        let of_project = looked.project.as_ref().and_then(|project| project.lint.baseline.as_ref());
        let Some(file) = own.baseline.as_ref().or(of_project) else { return Ok(()) };
        let baseline = match self.baselines.entry(file.clone()) {
            Entry::Occupied(read) => read.into_mut(),
            Entry::Vacant(free) => free.insert(Baseline::read(file)?),
        };
        looked.known = baseline.take_known(&mut looked.linted);
        Ok(())
    }

    /// Notes which ignores of the project did something, of those whose checks were made.
    fn note_ignores(&mut self, path: &Path, looked: &Looked) {
        let Some(project) = &looked.project else { return };
        let name = standard::title_of_input(path);
        for (number, row) in project.lint.ignore.iter().enumerate().filter(|(_, row)| row.is_about(&name)) {
            let was_used = looked.ignores.contains(&number);
            if was_used || looked.linted.made.iter().any(|check| row.means(check)) {
                let known = self.ignores.entry((project.path.clone(), number));
                let own =
                    known.or_insert_with(|| IgnoreUse { check: row.check.clone(), line: row.line, was_used });
                own.was_used |= was_used;
            }
        }
    }

    /// Writes the baseline that was asked for, and says which ignores and known faults nothing was found for.
    ///
    /// # Errors
    /// The baseline cannot be written.
    pub fn end(&self, session: &Session, own: &Lint) -> Result<(), Failure> {
        for ((file, _), ignore) in self.ignores.iter().filter(|(_, ignore)| !ignore.was_used) {
            let IgnoreUse { check, line, .. } = ignore;
            let what = format!("{}:{line}: this ignores nothing ({check})", file.display());
            output::note(session, &format!("{what}; remove it"));
        }
        for (file, baseline) in &self.baselines {
            let stale = baseline.stale(&|check| self.made.contains(check));
            let Some(first) = stale.first() else { continue };
            let which =
                if session.verbose || stale.len() == 1 { stale.join("; ") } else { format!("{first} …") };
            let what = format!("{}: {} not found again", file.display(), counted(stale.len(), "known fault"));
            output::note(session, &format!("{what} ({which}); --write-baseline updates it"));
        }
        let Some(file) = &own.write_baseline else { return Ok(()) };
        self.written.write(file)?;
        if !session.quiet {
            let what = counted(self.written.count(), "known fault");
            output::say(&format!("{what} in {}", standard::name_of_output(file)));
        }
        Ok(())
    }
}
