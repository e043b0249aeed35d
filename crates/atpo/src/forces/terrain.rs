//! The terrain of a hex as players write it.

use liege_rules::play::inputs::{Inputs, KeyFault, KeyKind, KeyValue, WordRows};

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

/// The terrain of a hex.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TerrainName(pub String);

impl KeyValue for TerrainName {
    const KIND: KeyKind = KeyKind::alone(TERRAIN);

    fn read(inputs: &Inputs, key: &str) -> Result<Option<Self>, KeyFault> {
        Ok(inputs.word(key).map(|terrain| Self(terrain.to_owned())))
    }
}
