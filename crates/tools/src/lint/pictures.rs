//! The pictures of a module: which there are, and which texts ask for them.

use std::collections::BTreeSet;

use unicode_normalization::UnicodeNormalization;

use vassal::format::module_file::ModuleFile;
use vassal::model::expression::{Expression, NodeKind, Value};

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
pub enum Pattern {
    /// The name begins with the first part, ends with the last, and has the others between them.
    InOrder(Vec<String>),
    /// The parts of an expression, each of which a choice may leave out, so that one of them suffices; without any it makes
    /// all names.
    Some(Vec<String>),
}

impl Pattern {
    /// The fixed parts of a text with `$names$`, or of the quoted texts of an expression; none where nothing is put
    /// together.
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        let bare = text.trim();
        match bare.strip_prefix('{').and_then(|inner| inner.strip_suffix('}')) {
            Some(inner) => Some(Self::Some(texts_of(inner))),
            None if bare.contains('$') => {
                Some(Self::InOrder(bare.split('$').step_by(2).map(str::to_owned).collect()))
            }
            None => None,
        }
    }

    /// The patterns of a text in which pictures stand as HTML has them, and of one that is the name of a picture.
    #[must_use]
    pub fn in_text(text: &str) -> Vec<Self> {
        let small = text.to_ascii_lowercase();
        let is_html = small.contains("<img");
        if !is_html && !ENDINGS.iter().any(|ending| small.contains(ending)) {
            return Vec::new();
        }
        match Self::of(text) {
            // A name that stands whole in one of its texts needs no pattern.
            Some(Self::Some(parts)) if is_html && !parts.iter().any(|part| is_open(part)) => Vec::new(),
            Some(Self::Some(parts)) => vec![Self::Some(parts.iter().flat_map(|part| cut(part)).collect())],
            Some(pattern) if !is_html => vec![pattern],
            Some(_) => sources(text, &small).filter_map(Self::of).collect(),
            None => Vec::new(),
        }
    }

    /// Whether a name could come of it; VASSAL adds `.gif` to a name where it finds none.
    #[must_use]
    pub fn may_make(&self, name: &str) -> bool {
        match self {
            Self::Some(parts) => parts.is_empty() || parts.iter().any(|part| name.contains(part.as_str())),
            Self::InOrder(parts) => {
                let bare = name.strip_suffix(".gif");
                std::iter::once(name).chain(bare).any(|name| has_in_order(name, parts))
            }
        }
    }
}

/// Endings of names of pictures.
const ENDINGS: [&str; 6] = [".png", ".gif", ".jpg", ".jpeg", ".svg", ".bmp"];

/// The texts in quotes of an expression.
fn texts_of(source: &str) -> Vec<String> {
    let mut texts = Vec::new();
    match Expression::parse(source) {
        Ok(expression) => expression.whole().walk(&mut |node| {
            if let NodeKind::Literal(Value::Text(text)) = &node.kind {
                texts.push(text.clone());
            }
        }),
        Err(_) => texts.extend(source.split('"').skip(1).step_by(2).map(str::to_owned)),
    }
    texts.retain(|text| !text.is_empty());
    texts
}

/// Whether a text in HTML ends within the name of a picture.
fn is_open(text: &str) -> bool {
    let small = text.to_ascii_lowercase();
    let Some((_, value)) = small.rsplit_once("src") else { return false };
    let value = value.trim_start().trim_start_matches('=').trim_start();
    match value.chars().next() {
        Some(quote @ ('"' | '\'')) => !value[1..].contains(quote),
        _ => !value.contains([' ', '>']),
    }
}

/// What of a text in HTML may belong to the name of a picture: what stands behind its last quote, and what stands before
/// its first one.
fn cut(text: &str) -> Vec<String> {
    let head = text.split(['"', '\'', '>']).next().unwrap_or_default();
    let tail = text.rsplit(['"', '\'', '=', '>']).next().unwrap_or_default();
    let parts = if head == text { vec![head] } else { vec![head, tail] };
    parts.into_iter().filter(|part| !part.is_empty() && !part.contains('<')).map(str::to_owned).collect()
}

/// The names of pictures in HTML; `small` is the text in small letters.
fn sources<'t>(text: &'t str, small: &'t str) -> impl Iterator<Item = &'t str> {
    small.match_indices("src").filter_map(move |(at, word)| {
        let value = text[at + word.len()..].trim_start().strip_prefix('=')?.trim_start();
        match value.chars().next()? {
            quote @ ('"' | '\'') => value[1..].split(quote).next(),
            _ => value.split([' ', '>']).next(),
        }
    })
}

/// Whether a name has the parts one behind the other, the first at its beginning and the last at its end.
fn has_in_order(name: &str, parts: &[String]) -> bool {
    let [first, middle @ .., last] = parts else { return parts.iter().all(|part| part == name) };
    let Some(mut rest) = name.strip_prefix(first.as_str()).and_then(|rest| rest.strip_suffix(last.as_str()))
    else {
        return false;
    };
    middle.iter().all(|part| match rest.split_once(part.as_str()) {
        Some((_, behind)) => {
            rest = behind;
            true
        }
        None => false,
    })
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
        let unit = Pattern::of("unit-$Kind$-$Size$.png").unwrap();
        for (name, may) in [("unit-3-4.png", true), ("unit-3.png", false), ("a-unit-3-4.png", false)] {
            assert_eq!(unit.may_make(name), may, "{name}");
        }
        assert!(Pattern::of("unit-$Kind$").unwrap().may_make("unit-3.gif"), "VASSAL adds the ending");
        assert_eq!(Pattern::of("unit.png"), None);
    }

    #[test]
    fn pictures_that_html_puts_together_are_found_in_formats_and_expressions() {
        let makes =
            |text: &str, name: &str| Pattern::in_text(text).iter().any(|pattern| pattern.may_make(name));
        for text in [
            r#"|<b>$name$ <img src="d6_$result1$_green.png">"#,
            "$name$ <IMG width=20 SRC = 'd6_$result1$_green.png'/> $result1$",
            "<img src=d6_$result1$_green.png>",
            r#"{"<b>" + name + "<img src=\"d6_" + result1 + "_green.png\">"}"#,
            r#"{"d6_" + result1 + "_green.png"}"#,
            "d6_$result1$_green.png",
        ] {
            assert!(makes(text, "d6_3_green.png"), "{text}");
            assert!(!makes(text, "unit.jpg"), "{text}");
        }
        assert!(!makes(r#"$name$ <img src="d6_$result1$_green.png">"#, "d6_3_red.png"));
        assert!(!makes("$name$ has $result1$", "d6_3_green.png"), "a text without pictures");
        assert!(makes(r#"<img src="$Picture$">"#, "unit.jpg"), "all of it comes from elsewhere");
        assert!(makes(r#"{"<img src='" + Picture + "'>"}"#, "unit.jpg"), "all of it comes from elsewhere");
        assert!(!makes(r#"{"<img src='tank.png'>" + name}"#, "unit.jpg"), "its name stands there");
    }
}
