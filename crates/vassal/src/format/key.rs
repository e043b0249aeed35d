//! Key commands as they stand inside definitions.
//!
//! Engine class: `configure.NamedHotKeyConfigurer`.

use super::sequence::{self, Unencodable};

const CTRL: u32 = 130;
const SHIFT: u32 = 65;
const ALT: u32 = 520;

const META: u32 = 260;

/// Keys that are held, with their bits in Java, none first.
const HELD: [(u32, &str); 12] = [
    (0, ""),
    (META, "Cmd+"),
    (SHIFT, "Shift+"),
    (ALT, "Alt+"),
    (CTRL, "Ctrl+"),
    (META + SHIFT, "Cmd+Shift+"),
    (ALT + SHIFT, "Alt+Shift+"),
    (CTRL + SHIFT, "Ctrl+Shift+"),
    (CTRL + META, "Ctrl+Cmd+"),
    (CTRL + ALT, "Ctrl+Alt+"),
    (CTRL + ALT + META, "Ctrl+Alt+Cmd+"),
    (CTRL + ALT + SHIFT, "Ctrl+Alt+Shift+"),
];

/// Keys without a letter of their own, by their code in Java (`KeyEvent`).
const KEYS: [(u32, &str); 42] = [
    (8, "Backspace"),
    (9, "Tab"),
    (10, "Enter"),
    (27, "Escape"),
    (32, "Space"),
    (33, "PageUp"),
    (34, "PageDown"),
    (35, "End"),
    (36, "Home"),
    (37, "Left"),
    (38, "Up"),
    (39, "Right"),
    (40, "Down"),
    (44, "Comma"),
    (45, "Minus"),
    (46, "Period"),
    (47, "Slash"),
    (59, "Semicolon"),
    (61, "Equals"),
    (91, "OpenBracket"),
    (92, "Backslash"),
    (93, "CloseBracket"),
    (106, "NumMultiply"),
    (107, "NumPlus"),
    (109, "NumMinus"),
    (111, "NumDivide"),
    (112, "F1"),
    (113, "F2"),
    (114, "F3"),
    (115, "F4"),
    (116, "F5"),
    (117, "F6"),
    (118, "F7"),
    (119, "F8"),
    (120, "F9"),
    (121, "F10"),
    (122, "F11"),
    (123, "F12"),
    (127, "Delete"),
    (155, "Insert"),
    (192, "BackQuote"),
    (222, "Quote"),
];

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

    /// Any key as people write it: `Ctrl+Shift+P`, `F5`, `Alt+Left`; a named command as `[Flip]`. None for keys that have
    /// no such words, and for none at all.
    #[must_use]
    pub fn in_words(&self) -> Option<String> {
        match self {
            Self::Unset => None,
            Self::Named(name) => Some(format!("[{name}]")),
            Self::Stroke { code, modifiers } => {
                let held = HELD.iter().find(|(bits, _)| bits == modifiers)?.1;
                let key = match char::from_u32(*code).filter(char::is_ascii_alphanumeric) {
                    Some(letter) if !letter.is_ascii_lowercase() => letter.to_string(),
                    _ => KEYS.iter().find(|(own, _)| own == code)?.1.to_owned(),
                };
                Some(format!("{held}{key}"))
            }
        }
    }

    /// The key of words that [`Self::in_words`] writes.
    #[must_use]
    pub fn of_words(text: &str) -> Option<Self> {
        if let Some(name) = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            return Some(Self::Named(name.to_owned()));
        }
        let (modifiers, key) =
            HELD.iter().rev().find_map(|(bits, held)| Some((*bits, text.strip_prefix(held)?)))?;
        let mut letters = key.chars();
        let code = match (letters.next(), letters.next()) {
            (Some(letter), None) if letter.is_ascii_uppercase() || letter.is_ascii_digit() => {
                u32::from(letter)
            }
            _ => KEYS.iter().find(|(_, name)| *name == key)?.0,
        };
        Some(Self::Stroke { code, modifiers })
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

    /// Whether an attribute or field of this name holds a key.
    #[must_use]
    pub fn is_held_by(name: &str) -> bool {
        let name = name.to_ascii_lowercase();
        name.ends_with("key") || name.contains("hotkey") || name.contains("keystroke")
    }

    /// Several keys in one field.
    ///
    /// # Errors
    /// A name ends in a backslash.
    pub fn encode_list(keys: &[Self]) -> Result<String, Unencodable> {
        sequence::join(keys.iter().map(Self::encode), ',')
    }
}
