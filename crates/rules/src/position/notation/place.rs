//! Reads where the pieces of a line are: a hex, a box by its name or id, a tray by its number or chit.

use super::WrittenPlace;
use super::reader::NotationReader;
use crate::data::fault::did_you_mean;

impl NotationReader<'_> {
    pub(super) fn read_spot<'t>(&mut self, head: &'t str) -> Option<(WrittenPlace, &'t str)> {
        let (word, rest) = head.split_once(char::is_whitespace).unwrap_or((head, ""));
        let rest = rest.trim_start();
        match word {
            "at" | "in" | "box" if rest.starts_with('"') => {
                let Some((name, rest)) = rest[1..].split_once('"') else {
                    self.fault("expected a closing quotation mark after the name of the box");
                    return None;
                };
                Some((WrittenPlace::Box(name.into()), rest))
            }
            "at" => self.read_hex(rest),
            "box" if !rest.is_empty() => {
                let (name, rest) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                Some((WrittenPlace::Box(name.into()), rest))
            }
            "tray" => {
                let (number, rest) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                match number.parse() {
                    Ok(number) => Some((WrittenPlace::Tray(number), rest)),
                    Err(_) if number.starts_with(|c: char| c.is_ascii_alphabetic()) => {
                        Some((WrittenPlace::Force(number.into()), rest))
                    }
                    Err(_) => {
                        let kind =
                            self.words.tray.as_ref().map(|kind| format!("{kind} ")).unwrap_or_default();
                        let expected = format!("expected the number of a tray or the id of its {kind}chit");
                        self.fault(format!("{expected}, found \"{number}\""));
                        None
                    }
                }
            }
            "in" => {
                let help =
                    "expected the name of a box in quotation marks behind \"in\", or \"box\" and its id";
                self.fault(format!("{help}, found \"{head}\""));
                None
            }
            _ => {
                let near = did_you_mean(
                    word,
                    [
                        "game", "title", "view", "date", "phase", "control", "values", "player", "source",
                        "fill", "at", "in", "tray", "box",
                    ],
                );
                self.fault(format!("unknown key \"{word}\"{near}"));
                None
            }
        }
    }

    pub(super) fn read_hex<'t>(&mut self, text: &'t str) -> Option<(WrittenPlace, &'t str)> {
        let mut words = text.splitn(2, char::is_whitespace);
        let (mut name, mut rest) = (words.next().unwrap_or_default().to_owned(), words.next().unwrap_or(""));
        if name.len() == 1 {
            let (digits, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            name.push_str(digits);
            rest = after;
        }
        match name.parse() {
            Ok(hex) => Some((WrittenPlace::Hex(hex), rest)),
            Err(message) => {
                self.fault(format!("{message}, or the name of a box in quotation marks"));
                None
            }
        }
    }

    /// A hex, or the name of an area or box in quotation marks.
    pub(super) fn read_place(&mut self, word: &str) -> Option<WrittenPlace> {
        if let Some(name) = word.strip_prefix('"') {
            let name = name.strip_suffix('"');
            if name.is_none() {
                self.fault("expected a closing quotation mark after the name of the box");
            }
            return name.map(|name| WrittenPlace::Box(name.into()));
        }
        match word.parse() {
            Ok(hex) => Some(WrittenPlace::Hex(hex)),
            Err(message) => {
                self.fault(format!("{message}, or the name of a box in quotation marks"));
                None
            }
        }
    }
}
