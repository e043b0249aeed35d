//! The pictures of a module: which there are, and which texts ask for them.

use std::collections::BTreeSet;

use unicode_normalization::UnicodeNormalization;

use crate::format::module_file::ModuleFile;

/// The folder of pictures in a module.
pub const FOLDER: &str = "images/";
/// The folder of sounds in a module.
pub const SOUNDS: &str = "sounds/";

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
pub struct Pictures(BTreeSet<String>);

impl Pictures {
    /// The pictures of a file and of its extensions, and those that its Game Piece Image Definitions make.
    #[must_use]
    pub fn of(file: &ModuleFile) -> Self {
        let entries = file.all().flat_map(|file| file.archive.entries());
        let entries = entries.filter_map(|entry| entry.name.strip_prefix(FOLDER));
        let mut names: BTreeSet<String> =
            entries.filter(|name| !name.is_empty() && !name.ends_with('/')).map(str::to_owned).collect();
        let made = file.all().flat_map(|file| file.build_file.root.descendants("GamePieceImage"));
        names.extend(made.filter_map(|own| own.attr("name").map(str::to_owned)));
        Self(names)
    }

    /// Adds those of a file that is loaded with it.
    pub fn add(&mut self, file: &ModuleFile) {
        self.0.extend(Self::of(file).0);
    }

    /// Whether a name finds a picture, as in the engine's `tools.DataArchive`: as it stands, with its accents apart, or
    /// with `.gif` behind it; one of VASSAL's own, too, whose names may begin with a stroke.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        let has = |name: &str| self.0.contains(name) || OF_VASSAL.contains(&name);
        let apart = || name.nfd().collect::<String>();
        name.starts_with('/') || has(name) || has(&format!("{name}.gif")) || has(&apart())
    }

    /// The names of all that there are.
    pub fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.0.iter().map(String::as_str)
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
