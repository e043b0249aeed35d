//! The fonts that come with the crate.

use std::sync::OnceLock;

use crate::fonts::Fonts;

/// The files of `fonts/` by name.
const FILES: [(&str, &[u8]); 6] = [
    ("DejaVuSansCondensed-Bold.ttf", include_bytes!("../fonts/DejaVuSansCondensed-Bold.ttf")),
    ("DejaVuSansCondensed.ttf", include_bytes!("../fonts/DejaVuSansCondensed.ttf")),
    ("FiraSansCondensed-Bold.ttf", include_bytes!("../fonts/FiraSansCondensed-Bold.ttf")),
    ("map/EBGaramond-MediumItalic.ttf", include_bytes!("../fonts/map/EBGaramond-MediumItalic.ttf")),
    ("map/FiraSansCondensed-Regular.ttf", include_bytes!("../fonts/map/FiraSansCondensed-Regular.ttf")),
    ("map/FiraSansCondensed-SemiBold.ttf", include_bytes!("../fonts/map/FiraSansCondensed-SemiBold.ttf")),
];

/// The families of these files, each with its licence.
pub const LICENCES: [(&str, &str); 3] = [
    ("Fira Sans Condensed", include_str!("../fonts/LICENSE-FiraSansCondensed.txt")),
    ("EB Garamond", include_str!("../fonts/map/LICENSE-EBGaramond.txt")),
    ("DejaVu Sans Condensed", include_str!("../fonts/LICENSE-DejaVu.txt")),
];

/// All fonts, parsed at the first call.
pub fn fonts() -> Fonts {
    static FONTS: OnceLock<Fonts> = OnceLock::new();
    FONTS.get_or_init(|| Fonts::new(FILES.map(|(_, bytes)| bytes))).clone()
}

/// A font file by its path in `fonts/`; each is there once, whoever reads it.
pub fn font(name: &str) -> Option<&'static [u8]> {
    FILES.iter().find(|(known, _)| *known == name).map(|(_, bytes)| *bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_font_is_of_a_family_whose_licence_is_known() {
        for (name, _) in FILES {
            let file = name.rsplit('/').next().unwrap_or(name);
            let is_known = |(family, text): &(&str, &str)| {
                file.starts_with(&family.replace(' ', "")) && text.contains("Copyright")
            };
            assert!(LICENCES.iter().any(is_known), "{name}");
        }
    }
}
