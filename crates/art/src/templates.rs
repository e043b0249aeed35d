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

/// All fonts, parsed at the first call.
pub fn fonts() -> Fonts {
    static FONTS: OnceLock<Fonts> = OnceLock::new();
    FONTS.get_or_init(|| Fonts::new(FILES.map(|(_, bytes)| bytes))).clone()
}

/// A font file by its path in `fonts/`; each is there once, whoever reads it.
pub fn font(name: &str) -> Option<&'static [u8]> {
    FILES.iter().find(|(known, _)| *known == name).map(|(_, bytes)| *bytes)
}
