//! Set-ups that are one file: those of `oob/<game>/scenarios/` that `module.toml` does not name.

use liege_rules::data::Files;
use liege_rules::data::fault::DataFault;
use liege_rules::game::pack::Pack;
use liege_rules::position::notation;

use super::window::{Layout, ScenarioFile};

/// Adds the set-ups of `oob/<game>/scenarios/` that `module.toml` does not name: each tells its own `title` and `view`.
pub(super) fn add(layout: &mut Layout, pack: &Pack, files: &dyn Files, faults: &mut Vec<DataFault>) {
    for path in files.list(&format!("oob/{}/scenarios", pack.game)) {
        let text = path.rsplit('/').next().unwrap_or_default().to_owned();
        let Some(stem) = text.strip_suffix(".txt") else { continue };
        if layout.scenario.iter().any(|known| known.text == text) {
            continue;
        }
        // Its faults are told where the set-up is read as a situation.
        let own = notation::read(&path, files.text(&path).unwrap_or_default(), &pack.terms.words).0;
        let file = format!("{stem}.vsav");
        if let Some(other) = layout.scenario.iter().find(|known| known.file == file) {
            let told = format!("the save of \"{}\" has the name {file}; rename this file", other.name);
            faults.push(DataFault::at(&path, 0, told));
            continue;
        }
        let (name, view) = (own.title.unwrap_or_else(|| titled(stem)), own.view.unwrap_or_default());
        layout.scenario.push(ScenarioFile { name, file, text, view });
    }
}

/// A file name as a title: `march-1943` as `March 1943`.
fn titled(stem: &str) -> String {
    let words = stem.replace(['-', '_'], " ");
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
