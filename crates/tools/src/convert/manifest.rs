//! What an unpacked folder must remember beside its files: order, packing, times, and how the save was encoded.

use serde::{Deserialize, Serialize};

use vassal::format::named_keys::KeyNumbers;
use vassal::format::stream::Encoding;

/// The name of the manifest in the folder.
pub const MANIFEST: &str = "manifest.toml";
/// The name of the file that says what a project wants.
pub const PROJECT: &str = "liege.toml";
/// The form this version writes and reads.
pub const FORMAT: u32 = 1;

/// The table of contents of an unpacked folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The form of this file.
    pub format: u32,
    /// Whether the file is a zip; a bare save is not, and has one entry.
    pub zip: bool,
    /// The entries in the order of the archive.
    #[serde(default, rename = "entry")]
    pub entries: Vec<EntryRow>,
}

/// One entry of the archive.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntryRow {
    /// Its name in the archive; a folder's ends in `/`.
    pub name: String,
    /// Its file in the folder, where that is not its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// Kept as it is instead of deflated.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stored: bool,
    /// Its time as `2026-01-31T23:59:58`; the zip knows no zone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub modified: Option<String>,
    /// How the file becomes the entry, where it is the command text of a save.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub save: Option<SaveRow>,
    /// How the file and those it names become the entry, where it is the build file of a module.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub build: Option<BuildRow>,
}

/// The form of a build file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BuildRow {
    /// Its first line, where that is not the one that the engine writes now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub declaration: Option<String>,
    /// Its lines end as on Windows.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub crlf: bool,
    /// The entry as another program wrote it; it counts as long as the text is unchanged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub original: Option<Original>,
    /// The numbers that the file has before the names of named keys, which are written as `[Name]`.
    #[serde(default, skip_serializing_if = "KeyNumbers::is_empty")]
    pub named_keys: KeyNumbers,
}

impl BuildRow {
    /// The bytes of a build file with this text, as the engine writes it now.
    pub fn bytes(&self, text: &str) -> Vec<u8> {
        let text = match (&self.declaration, text.split_once('\n')) {
            (Some(own), Some((_, rest))) => format!("{own}\n{rest}"),
            _ => text.to_owned(),
        };
        if self.crlf { text.replace('\n', "\r\n").into_bytes() } else { text.into_bytes() }
    }
}

/// The encoding of a save.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SaveRow {
    /// `plain`, `vcsk`, `vobs` or `xz`.
    pub encoding: String,
    /// The key byte of `vcsk` and `vobs`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<u8>,
    /// `vcsk` with digits in upper case.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub upper: bool,
    /// `vobs` with an exclamation mark in its header.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bang: bool,
    /// The files of the blocks of its pieces and of what they are made of, where the file of the commands refers to them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blocks: Option<[String; 2]>,
    /// The file is the command text itself, not one line per command.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub verbatim: bool,
    /// The entry as another program wrote it; it counts as long as the text is unchanged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub original: Option<Original>,
}

/// Bytes that our own encoder would write differently.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Original {
    /// Their file in the folder.
    pub path: String,
    /// SHA-256 of the command text they hold, as hexadecimal digits.
    pub text_sha256: String,
}

impl SaveRow {
    /// The row of an encoding.
    pub fn new(encoding: Encoding) -> Self {
        let (key, upper, bang) = match encoding {
            Encoding::Vcsk { key, upper } => (Some(key), upper, false),
            Encoding::Vobs { key, bang } => (Some(key), false, bang),
            Encoding::Plain | Encoding::Xz => (None, false, false),
        };
        let encoding = encoding.name().to_owned();
        SaveRow { encoding, key, upper, bang, blocks: None, verbatim: false, original: None }
    }

    /// The encoding of a row; none when its name is unknown or its key is missing.
    pub fn encoding(&self) -> Option<Encoding> {
        match (self.encoding.as_str(), self.key) {
            ("plain", _) => Some(Encoding::Plain),
            ("xz", _) => Some(Encoding::Xz),
            ("vcsk", Some(key)) => Some(Encoding::Vcsk { key, upper: self.upper }),
            ("vobs", Some(key)) => Some(Encoding::Vobs { key, bang: self.bang }),
            _ => None,
        }
    }
}

/// A time of a zip entry: year, month, day, hour, minute, second.
pub type Time = (u16, u8, u8, u8, u8, u8);

/// The time as text.
pub fn time_text((year, month, day, hour, minute, second): Time) -> String {
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}")
}

/// The time in a text of [`time_text`]'s form.
pub fn time_of(text: &str) -> Option<Time> {
    let (date, clock) = text.split_once('T')?;
    let mut date = date.splitn(3, '-');
    let mut clock = clock.splitn(3, ':');
    let year = date.next()?.parse().ok()?;
    let mut day = || date.next()?.parse().ok();
    let (month, day) = (day()?, day()?);
    let mut part = || clock.next()?.parse().ok();
    Some((year, month, day, part()?, part()?, part()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_survive() {
        let time = (2024, 2, 9, 3, 4, 58);
        assert_eq!(time_text(time), "2024-02-09T03:04:58");
        assert_eq!(time_of(&time_text(time)), Some(time));
        assert_eq!(time_of("yesterday"), None);
    }

    #[test]
    fn encodings_survive() {
        for encoding in [
            Encoding::Plain,
            Encoding::Xz,
            Encoding::Vcsk { key: 7, upper: true },
            Encoding::Vobs { key: 0, bang: true },
        ] {
            assert_eq!(SaveRow::new(encoding).encoding(), Some(encoding));
        }
    }
}
