//! Key commands as they stand inside definitions.
//!
//! Engine class: `configure.NamedHotKeyConfigurer`.

use super::sequence::{self, Unencodable};

const CTRL: u32 = 130;
const SHIFT: u32 = 65;
const ALT: u32 = 520;

/// A key stroke or a named command.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Key {
    /// None.
    #[default]
    Unset,
    /// A real key.
    Stroke {
        /// Java key code; for letters and digits the character.
        code: u32,
        /// Java modifier bits, old and new together.
        modifiers: u32,
    },
    /// A name that no keyboard has. Only the name counts.
    Named(String),
}

impl Key {
    /// Ctrl with a letter or digit.
    #[must_use]
    pub fn ctrl(letter: char) -> Self {
        Self::with(letter, CTRL)
    }

    /// Alt with a letter or digit.
    #[must_use]
    pub fn alt(letter: char) -> Self {
        Self::with(letter, ALT)
    }

    /// Ctrl and Shift with a letter or digit.
    #[must_use]
    pub fn ctrl_shift(letter: char) -> Self {
        Self::with(letter, CTRL + SHIFT)
    }

    /// A key as people write it: `Ctrl+P`, `Ctrl+Shift+P`, `Alt+1`. `None` for any other text.
    #[must_use]
    pub fn from_words(text: &str) -> Option<Self> {
        let mut words = text.split('+').rev();
        let mut letters = words.next()?.chars();
        let letter = letters.next().filter(|letter| letter.is_ascii_alphanumeric())?;
        let mut held: Vec<&str> = words.collect();
        held.sort_unstable();
        let modifiers = match held.as_slice() {
            ["Ctrl"] => CTRL,
            ["Ctrl", "Shift"] => CTRL + SHIFT,
            ["Alt"] => ALT,
            ["Alt", "Shift"] => ALT + SHIFT,
            _ => return None,
        };
        letters.next().is_none().then(|| Self::with(letter, modifiers))
    }

    /// A named command.
    #[must_use]
    pub fn named(name: impl Into<String>) -> Self {
        Self::Named(name.into())
    }

    fn with(letter: char, modifiers: u32) -> Self {
        Self::Stroke { code: u32::from(letter.to_ascii_uppercase()), modifiers }
    }

    /// Reads a key; a single character is Ctrl with it. `None` for what is no key.
    #[must_use]
    pub fn decode(text: &str) -> Option<Self> {
        if text.is_empty() {
            return Some(Self::Unset);
        }
        let Some((code, rest)) = text.split_once(',') else {
            let mut letters = text.chars();
            return match (letters.next(), letters.next()) {
                (Some(letter), None) => Some(Self::ctrl(letter)),
                _ => None,
            };
        };
        let (modifiers, name) = rest.split_once(',').unwrap_or((rest, ""));
        if !name.is_empty() {
            return Some(Self::Named(name.to_owned()));
        }
        Some(Self::Stroke { code: code.trim().parse().ok()?, modifiers: modifiers.trim().parse().ok()? })
    }

    /// The text inside a definition.
    #[must_use]
    pub fn encode(&self) -> String {
        match self {
            Self::Unset => String::new(),
            Self::Stroke { code, modifiers } => format!("{code},{modifiers}"),
            Self::Named(name) => format!("0,0,{name}"),
        }
    }

    /// Several keys in one field.
    ///
    /// # Errors
    /// A name ends in a backslash.
    pub fn encode_list(keys: &[Self]) -> Result<String, Unencodable> {
        sequence::join(keys.iter().map(Self::encode), ',')
    }
}
