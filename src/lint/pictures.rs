//! The pictures of a module: which there are, and which texts ask for them.

use std::collections::{BTreeMap, BTreeSet};

use unicode_normalization::UnicodeNormalization;

use crate::format::module_file::ModuleFile;

/// The folder of pictures in a module.
pub const FOLDER: &str = "images/";

/// VASSAL's own pictures, which a module may show as if they were its own.
const OF_VASSAL: [&str; 45] = [
    "Edit16.gif",
    "Help16.gif",
    "Save16.gif",
    "SaveAs16.gif",
    "Splash.gif",
    "Splash.png",
    "StepForward16.gif",
    "Undo16.gif",
    "VASSAL-256x256.png",
    "black.jpg",
    "camera.gif",
    "chart.gif",
    "chess_clock.png",
    "connect.gif",
    "counter.gif",
    "die.gif",
    "disconnect.gif",
    "getMessages.gif",
    "globe_selected.gif",
    "globe_unselected.gif",
    "inventory.gif",
    "keyCommand.gif",
    "lockedRoom.gif",
    "map.gif",
    "mm-extension-active.png",
    "mm-extension-inactive.png",
    "mm-file.png",
    "mm-gamefolder-closed.png",
    "mm-gamefolder-open.png",
    "mm-module.png",
    "moved.gif",
    "notes.gif",
    "overview.gif",
    "playerAway.gif",
    "playerLooking.gif",
    "postMessage.gif",
    "recenter.gif",
    "status.gif",
    "thread.gif",
    "unmoved.gif",
    "zoom.png",
    "zoomIn.gif",
    "zoomIn.png",
    "zoomOut.gif",
    "zoomOut.png",
];

/// The pictures that a module has, by the names that traits and boards use.
#[derive(Debug)]
pub struct Pictures {
    names: BTreeSet<String>,
    by_small_letters: BTreeMap<String, String>,
}

impl Pictures {
    /// The pictures of a file; those that its Game Piece Image Definitions make are `made`.
    #[must_use]
    pub fn of(file: &ModuleFile, made: impl Iterator<Item = String>) -> Self {
        let entries = file.archive.entries().iter().filter_map(|entry| entry.name.strip_prefix(FOLDER));
        let mut names: BTreeSet<String> =
            entries.filter(|name| !name.is_empty() && !name.ends_with('/')).map(str::to_owned).collect();
        names.extend(made);
        let by_small_letters = names.iter().map(|name| (name.to_lowercase(), name.clone())).collect();
        Self { names, by_small_letters }
    }

    /// Whether a name finds a picture, as in the engine's `tools.DataArchive`: as it stands, with its accents apart, or
    /// with `.gif` behind it; one of VASSAL's own, too, whose names may begin with a stroke.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        let has = |name: &str| self.names.contains(name) || OF_VASSAL.contains(&name);
        let apart = || name.nfd().collect::<String>();
        name.starts_with('/') || has(name) || has(&format!("{name}.gif")) || has(&apart())
    }

    /// A picture whose name differs in capital and small letters alone.
    #[must_use]
    pub fn in_other_letters(&self, name: &str) -> Option<&str> {
        self.by_small_letters.get(&name.to_lowercase()).map(String::as_str)
    }

    /// The most similar name.
    #[must_use]
    pub fn nearest(&self, name: &str) -> Option<&str> {
        let most = name.len() / 5 + 1;
        let near = self.names.iter().filter(|own| own.len().abs_diff(name.len()) <= most);
        let far = near.map(|own| (strsim::damerau_levenshtein(own, name), own));
        far.filter(|(far, _)| *far <= most).min().map(|(_, own)| own.as_str())
    }
}

/// A name that is put together while VASSAL runs, as far as it is known: its fixed parts in order.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pattern(Vec<String>);

impl Pattern {
    /// The fixed parts of a text with `$names$`, or of the quoted texts of an expression; none where nothing is put
    /// together.
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        let bare = text.trim();
        let parts: Vec<&str> = match bare.strip_prefix('{').and_then(|inner| inner.strip_suffix('}')) {
            Some(inner) => inner.split('"').skip(1).step_by(2).collect(),
            None if bare.contains('$') => bare.split('$').step_by(2).collect(),
            None => return None,
        };
        Some(Self(parts.into_iter().filter(|part| !part.is_empty()).map(str::to_owned).collect()))
    }

    /// Whether a name could come of it. The fixed parts of an expression may each be left out by a choice, so that one
    /// of them suffices; one without any makes all names.
    #[must_use]
    pub fn may_make(&self, name: &str) -> bool {
        self.0.is_empty() || self.0.iter().any(|part| name.contains(part.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_is_put_together_may_be_any_that_has_one_of_its_parts() {
        let pattern = Pattern::of(r#"{Side == "Japan" ? "jp_" + Kind + ".png" : "us_x.png"}"#).unwrap();
        for (name, may) in [("jp_tank.png", true), ("us_x.png", true), ("map.jpg", false)] {
            assert_eq!(pattern.may_make(name), may, "{name}");
        }
        assert!(Pattern::of("{Picture}").unwrap().may_make("map.jpg"), "all of it comes from elsewhere");
        assert!(Pattern::of("unit-$Kind$.png").unwrap().may_make("unit-3.png"));
        assert_eq!(Pattern::of("unit.png"), None);
    }
}
