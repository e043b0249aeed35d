//! The templates and fonts that come with the program.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::art::fonts::Fonts;
use crate::shipped;

/// The text of every SVG template by its path in `templates/`, without the ending: `land`, `symbols/air-F`.
pub fn svg() -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for path in shipped::below("templates") {
        let name = path.strip_prefix("templates/").and_then(|rest| rest.strip_suffix(".svg"));
        if let (Some(name), Some(text)) = (name, shipped::text(&path)) {
            found.insert(name.to_owned(), text.to_owned());
        }
    }
    found
}

/// The fonts below `templates/fonts`, parsed at the first call.
pub fn fonts() -> Fonts {
    static FONTS: OnceLock<Fonts> = OnceLock::new();
    let parse = || {
        let files = shipped::below("templates/fonts").into_iter().filter(|path| path.ends_with(".ttf"));
        Fonts::new(files.filter_map(|path| shipped::read(&path)))
    };
    FONTS.get_or_init(parse).clone()
}

/// A font file of `templates/fonts`; each is there once, whoever reads it.
pub fn font(name: &str) -> Option<&'static [u8]> {
    shipped::read(&format!("templates/fonts/{name}"))
}
