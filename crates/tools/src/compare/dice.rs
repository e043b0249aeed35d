//! The dice of a log: what was rolled, as chat lines report it, and whether the dice look fair.
//!
//! Engine class: `build.module.DiceButton`, whose report format a module may set.

mod fair;
mod symbols;

use std::collections::BTreeSet;

use regex::{Regex, RegexBuilder};
use serde::Serialize;

pub use fair::{DiceReport, FairDie, of_rolls};
use symbols::Symbols;

use vassal::format::build_file::Element;
use vassal::format::entities::decoded;
use vassal::model::markup::reported;

/// A roll of one or more dice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Roll {
    /// What the dice are called.
    pub dice: String,
    /// The faces; a single number is the sum where `is_sum`.
    pub faces: Vec<u32>,
    /// Whether only the sum of several dice is told.
    pub is_sum: bool,
    /// Whether the result is not that of the dice alone: a number is added to it, or only some of the dice are kept.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_adjusted: bool,
    /// How many dice were rolled, where the button or its name tells.
    pub count: Option<u32>,
    /// How many sides they have, where the button or its name tells.
    pub sides: Option<u32>,
    /// What stands on the sides, from the first, where it is no number.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub symbols: Vec<String>,
    /// Who rolled, where the line tells.
    pub player: Option<String>,
}

/// How the dice of a module are reported.
#[derive(Debug, Default)]
pub struct DiceWords {
    buttons: Vec<Button>,
    common: Vec<Regex>,
    symbols: Symbols,
}

/// A dice button of a module.
#[derive(Debug)]
struct Button {
    line: Regex,
    name: String,
    count: Option<u32>,
    sides: Option<u32>,
    is_sum: bool,
    is_adjusted: bool,
}

/// The engine's own report.
const ENGINES_FORMAT: &str = "** $name$ = $result$ *** <$PlayerName$>";

/// Lines of modules whose buttons are not known: the engine's own form, and dice named in brackets.
const COMMON: [&str; 2] = [
    r"^\*+ (?P<name>[^=*]+?) = (?P<result>\d+(?: ?[,+] ?\d+)*) ?\*+(?: *<(?P<who>[^>]+)>)?",
    r"^\*+ \((?P<name>[^)]+)\) (?P<result>\d+(?: ?, ?\d+)*) \*+(?: *<(?P<who>[^>]+)>)?",
];

/// The longest line that is searched for a roll, in bytes; chat lines of a few letters report dice.
const LONGEST_LINE: usize = 1000;

/// The longest report format of a button that is understood, in bytes, and the most buttons of a module: each is tried
/// on every line of the chat.
const LONGEST_FORMAT: usize = 400;
const MOST_BUTTONS: usize = 200;

/// The largest pattern that a report format may become, in bytes.
const LARGEST_PATTERN: usize = 256 * 1024;

/// The most faces of one roll that are counted.
const MOST_FACES: usize = 1000;

impl DiceWords {
    /// The dice buttons of a module's build file, and the forms that are common to most modules.
    pub fn of(root: Option<&Element>) -> Self {
        let buttons = root.into_iter().flat_map(|root| {
            ["DiceButton", "InternetDiceButton"].into_iter().flat_map(|tag| root.descendants(tag))
        });
        let common = COMMON.iter().filter_map(|line| Regex::new(line).ok());
        let buttons = buttons.filter_map(Button::of).take(MOST_BUTTONS).collect();
        Self { buttons, common: common.collect(), symbols: root.map(Symbols::of).unwrap_or_default() }
    }

    /// The roll that a chat line reports.
    pub fn roll(&self, line: &str) -> Option<Roll> {
        let line = line.trim();
        if line.len() > LONGEST_LINE {
            return None;
        }
        let own = self.buttons.iter().find_map(|button| button.roll(line));
        own.or_else(|| self.symbols.roll(line)).or_else(|| {
            let found = self.common.iter().find_map(|form| form.captures(line))?;
            let name = found.name("name")?.as_str().trim();
            let (count, sides) = of_name(name).unzip();
            let faces = faces(found.name("result")?.as_str())?;
            let is_sum = faces.len() == 1 && count.is_some_and(|count| count > 1);
            let player = found.name("who").map(|who| who.as_str().trim().to_owned());
            let dice = name.to_owned();
            Some(Roll { dice, faces, is_sum, is_adjusted: false, count, sides, symbols: Vec::new(), player })
        })
    }

    /// The rolls of a button with dice of symbols that shows these faces, from 0: one for each of its dice.
    pub fn shown(&self, button: &str, faces: &[u32]) -> Vec<Roll> {
        self.symbols.shown(button, faces)
    }
}

/// The faces of a result such as `3,5` or `3 + 5`.
fn faces(result: &str) -> Option<Vec<u32>> {
    let read: Option<Vec<u32>> =
        result.split([',', '+']).take(MOST_FACES).map(|face| face.trim().parse().ok()).collect();
    read.filter(|faces| !faces.is_empty())
}

/// Number and sides of dice that are called `2d6`, or `Attack (3D10)`.
fn of_name(name: &str) -> Option<(u32, u32)> {
    name.match_indices(['d', 'D']).find_map(|(at, _)| {
        let before: String = name[..at].chars().rev().take_while(char::is_ascii_digit).collect();
        let before: String = before.chars().rev().collect();
        let after: String = name[at + 1..].chars().take_while(char::is_ascii_digit).collect();
        let count = if before.is_empty() { 1 } else { before.parse().ok()? };
        let sides = after.parse().ok()?;
        ((1..=100).contains(&count) && (2..=1000).contains(&sides)).then_some((count, sides))
    })
}

impl Button {
    fn of(element: &Element) -> Option<Self> {
        let name = element.attr("name")?.to_owned();
        let number = |key: &str| element.attr(key).and_then(|text| text.trim().parse::<u32>().ok());
        let yes = |key: &str| element.attr(key) == Some("true");
        let format = element.attr("reportFormat").filter(|format| !format.is_empty());
        let format = reported(&decoded(format.unwrap_or(ENGINES_FORMAT)));
        // A button that asks each time may roll other dice than those it begins with.
        let fixed = !yes("prompt");
        let plain = |key: &str| element.attr(key).is_none_or(|text| ["", "0"].contains(&text.trim()));
        let is_adjusted = !plain("plus") || !plain("addToTotal") || yes("keepDice");
        let is_sum = yes("reportTotal");
        let told = |key: &str| number(key).filter(|_| fixed);
        if name.len() + format.len() > LONGEST_FORMAT {
            return None;
        }
        let pattern = form(&format, &name, NUMBERS);
        let line = RegexBuilder::new(&pattern).size_limit(LARGEST_PATTERN).build().ok()?;
        format.contains("$result$").then(|| Self {
            line,
            name,
            is_adjusted,
            count: told("nDice").or(Some(2).filter(|_| fixed && element.attr("nDice").is_none())),
            sides: told("nSides").or(Some(6).filter(|_| fixed && element.attr("nSides").is_none())),
            is_sum,
        })
    }

    fn roll(&self, line: &str) -> Option<Roll> {
        let found = self.line.captures(line)?;
        let number = |name: &str| found.name(name).and_then(|own| own.as_str().parse().ok());
        let faces = faces(found.name("result")?.as_str())?;
        let count = number("count").or(self.count);
        let is_sum = self.is_sum && count != Some(1);
        Some(Roll {
            dice: self.name.clone(),
            count: if is_sum { count } else { u32::try_from(faces.len()).ok() },
            faces,
            is_sum,
            is_adjusted: self.is_adjusted,
            sides: number("sides").or(self.sides),
            symbols: Vec::new(),
            player: found.name("who").map(|who| who.as_str().trim().to_owned()),
        })
    }
}

/// The results of numbered dice.
const NUMBERS: &str = r"\d+(?: ?[,+] ?\d+)*";

/// The pattern of the lines that a report format makes.
fn form(format: &str, name: &str, results: &str) -> String {
    let mut pattern = String::from("^");
    let mut named: BTreeSet<&str> = BTreeSet::new();
    for (number, part) in format.trim().split('$').enumerate() {
        if number % 2 == 0 {
            pattern.push_str(&regex::escape(part));
            continue;
        }
        let group = match part {
            "name" => {
                pattern.push_str(&regex::escape(name));
                continue;
            }
            "result" => Some(("result", results)),
            "nDice" => Some(("count", r"\d+")),
            "nSides" => Some(("sides", r"\d+")),
            "PlayerName" | "playerName" => Some(("who", ".+?")),
            _ => None,
        };
        match group {
            Some((group, within)) if named.insert(group) => {
                pattern.push_str(&format!("(?P<{group}>{within})"));
            }
            _ => pattern.push_str(".*?"),
        }
    }
    pattern.push_str(r"\s*$");
    pattern
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_engines_own_report_is_read() {
        let words = DiceWords::of(None);
        let roll = words.roll("** 2d6 = 3,5 *** <Anna>").unwrap();
        assert_eq!((roll.dice.as_str(), roll.faces.as_slice(), roll.sides), ("2d6", &[3, 5][..], Some(6)));
        assert_eq!(roll.player.as_deref(), Some("Anna"));
        let sum = words.roll("** 2d6 = 8 *** <Anna>").unwrap();
        assert!(sum.is_sum && sum.count == Some(2));
        assert!(words.roll("* Anna moves 2nd Marines = 3").is_none());
    }

    #[test]
    fn dice_named_in_brackets_are_read() {
        let line = "*** (Rally DR) 4,1 ***   <Alice>      [1 / 2   avg   5.00 (7.00)]    (01.46)";
        let roll = DiceWords::of(None).roll(line).unwrap();
        assert_eq!((roll.dice.as_str(), roll.faces.as_slice(), roll.sides), ("Rally DR", &[4, 1][..], None));
    }

    #[test]
    fn a_modules_own_report_is_read_by_its_format() {
        let button = Element::new("VASSAL.build.module.DiceButton")
            .with("name", "Attack")
            .with("nDice", "3")
            .with("nSides", "10")
            .with("reportFormat", "-- $PlayerName$ attacks with $nDice$ dice: $result$!");
        let words = DiceWords::of(Some(&Element::new("Module").with_child(button)));
        let roll = words.roll("-- Bert (Axis) attacks with 3 dice: 10,2,7!").unwrap();
        assert_eq!((roll.faces.as_slice(), roll.sides), (&[10, 2, 7][..], Some(10)));
        assert_eq!(roll.player.as_deref(), Some("Bert (Axis)"));
        assert!(words.roll("Bert attacks").is_none());
    }

    #[test]
    fn names_tell_number_and_sides() {
        assert_eq!(of_name("2d6"), Some((2, 6)));
        assert_eq!(of_name("Dodge (3D10)"), Some((3, 10)));
        assert_eq!(of_name("d20"), Some((1, 20)));
        assert_eq!(of_name("Attack dice"), None);
    }
}
