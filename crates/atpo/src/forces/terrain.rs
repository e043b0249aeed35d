//! The terrain of a hex as players write it.

use liege_rules::inputs::WordRows;

/// Terrain names, as in `terrain.csv`.
pub const TERRAIN: WordRows = &[
    ("clear", &["plain", "open", "city", "small-island", "island"]),
    ("desert", &[]),
    ("forest", &["woods"]),
    ("jungle", &[]),
    ("jungle-mountain", &["mountain-jungle", "jungle-mountains"]),
    ("marsh", &["swamp", "swamp-marsh", "marsh-swamp"]),
    ("mountain", &["mountains"]),
];
