//! A number that tells one state of a game's data files from another, by which a build knows that what was made of them
//! beforehand is of today.
//!
//! The build script and the crate both compile this file.

/// The folders that hold the data of games.
pub const FOLDERS: [&str; 4] = ["counters", "maps", "oob", "rules"];

/// Whether a file is one that the tables are made of, by its name.
pub fn counts(name: &str) -> bool {
    name.ends_with(".csv") || name.ends_with(".toml")
}

/// The number of these files with their names, in their order. By FNV-1a of 64 bits; how lines end does not count.
pub fn of<'f>(files: impl IntoIterator<Item = (&'f str, &'f [u8])>) -> u64 {
    const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0100_0000_01b3;
    let bytes = files.into_iter().flat_map(|(name, content)| {
        let text = content.iter().filter(|byte| **byte != b'\r');
        name.bytes().chain([0]).chain(text.copied()).chain([0]).collect::<Vec<_>>()
    });
    bytes.fold(BASIS, |number, byte| (number ^ u64::from(byte)).wrapping_mul(PRIME))
}
