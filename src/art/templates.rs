//! The templates and fonts that come with the program, embedded when it is built.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use include_dir::{Dir, File, include_dir};

use crate::art::fonts::Fonts;

static TEMPLATES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/templates");

/// The text of every SVG template by its path in `templates/`, without the ending: `land`, `symbols/air-F`.
pub fn svg() -> BTreeMap<String, String> {
    fn collect(dir: &Dir<'static>, found: &mut BTreeMap<String, String>) {
        for file in dir.files() {
            let path = file.path().to_string_lossy().replace('\\', "/");
            if let (Some(name), Some(text)) = (path.strip_suffix(".svg"), file.contents_utf8()) {
                found.insert(name.into(), text.into());
            }
        }
        dir.dirs().for_each(|dir| collect(dir, found));
    }
    let mut found = BTreeMap::new();
    collect(&TEMPLATES, &mut found);
    found
}

/// The fonts of `templates/fonts`, parsed at the first call.
pub fn fonts() -> Fonts {
    static FONTS: OnceLock<Fonts> = OnceLock::new();
    let parse = || {
        let dir = TEMPLATES.get_dir("fonts");
        let files = dir.into_iter().flat_map(Dir::files);
        let fonts = files.filter(|file| file.path().extension().is_some_and(|ending| ending == "ttf"));
        Fonts::new(fonts.map(File::contents))
    };
    FONTS.get_or_init(parse).clone()
}

/// A font file of `templates/fonts`; each is embedded once, whoever reads it.
pub fn font(name: &str) -> Option<&'static [u8]> {
    TEMPLATES.get_file(format!("fonts/{name}")).map(File::contents)
}
