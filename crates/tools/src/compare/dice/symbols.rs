//! Dice with symbols or texts on their sides.
//!
//! Engine classes: `build.module.SpecialDiceButton`, whose command tells the faces, and `build.module.RandomTextButton`,
//! whose report is a line of the chat.

use regex::{Regex, RegexBuilder};

use super::{ENGINES_FORMAT, LARGEST_PATTERN, LONGEST_FORMAT, MOST_BUTTONS, MOST_FACES, Roll, form};
use vassal::format::build_file::Element;
use vassal::format::entities::decoded;
use vassal::format::sequence;
use vassal::model::markup::reported;

/// The dice of a module that have no numbers.
#[derive(Debug, Default)]
pub struct Symbols {
    buttons: Vec<Pictured>,
    texts: Vec<Worded>,
}

/// A button with dice of symbols.
#[derive(Debug)]
struct Pictured {
    name: String,
    dice: Vec<(String, Vec<String>)>,
}

/// A button that takes texts out of a list.
#[derive(Debug)]
struct Worded {
    name: String,
    line: Regex,
    faces: Vec<String>,
}

impl Symbols {
    pub fn of(root: &Element) -> Self {
        let buttons = root.descendants("SpecialDiceButton").filter_map(Pictured::of);
        let texts = root.descendants("RandomTextButton").filter_map(Worded::of);
        Self { buttons: buttons.take(MOST_BUTTONS).collect(), texts: texts.take(MOST_BUTTONS).collect() }
    }

    /// The roll that a chat line reports.
    pub fn roll(&self, line: &str) -> Option<Roll> {
        self.texts.iter().find_map(|button| button.roll(line))
    }

    /// The rolls of a button that shows these faces, from 0.
    pub fn shown(&self, button: &str, faces: &[u32]) -> Vec<Roll> {
        let Some(own) = self.buttons.iter().find(|own| own.name == button) else { return Vec::new() };
        let several = own.dice.len() > 1;
        let rolled = own.dice.iter().zip(faces).filter(|((_, sides), face)| (**face as usize) < sides.len());
        rolled
            .map(|((die, sides), face)| {
                let dice = if several { format!("{}: {die}", own.name) } else { own.name.clone() };
                of_symbols(dice, vec![face + 1], sides, None)
            })
            .collect()
    }
}

/// A roll of dice with these sides, whose faces are numbers of sides from 1.
fn of_symbols(dice: String, faces: Vec<u32>, sides: &[String], player: Option<String>) -> Roll {
    Roll {
        dice,
        count: u32::try_from(faces.len()).ok(),
        faces,
        is_sum: false,
        is_adjusted: false,
        sides: u32::try_from(sides.len()).ok(),
        symbols: sides.to_vec(),
        player,
    }
}

impl Pictured {
    fn of(element: &Element) -> Option<Self> {
        let name = element.attr("name")?.to_owned();
        let face = |own: &Element| own.attr("text").unwrap_or_default().to_owned();
        let die = |(number, own): (usize, &Element)| {
            let name = own.attr("name").filter(|name| !name.is_empty());
            let name = name.map_or_else(|| format!("die {}", number + 1), str::to_owned);
            (name, own.descendants("SpecialDieFace").take(MOST_FACES).map(face).collect())
        };
        let mut dice: Vec<(String, Vec<String>)> =
            element.descendants("SpecialDie").take(MOST_FACES).enumerate().map(die).collect();
        // Several dice of one name and the same sides are one kind.
        for at in 1..dice.len() {
            if dice[..at].iter().any(|own| own.0 == dice[at].0 && own.1 != dice[at].1) {
                dice[at].0.push_str(&format!(" ({})", at + 1));
            }
        }
        (!dice.is_empty()).then_some(Self { name, dice })
    }
}

impl Worded {
    fn of(element: &Element) -> Option<Self> {
        let name = element.attr("name")?.to_owned();
        let yes = |key: &str| element.attr(key) == Some("true");
        let is_plain =
            element.attr("plus").is_none_or(|plus| ["", "0"].contains(&plus)) && !yes("reportTotal");
        let faces = element.attr("faces").filter(|faces| !faces.is_empty() && is_plain)?;
        let faces: Vec<String> = sequence::decode(faces, ',').into_iter().take(MOST_FACES).collect();
        let format = element.attr("reportFormat").filter(|format| !format.is_empty());
        let format = reported(&decoded(format.unwrap_or(ENGINES_FORMAT)));
        if name.len() + format.len() > LONGEST_FORMAT || !format.contains("$result$") {
            return None;
        }
        // The longest first: a face may begin as another does.
        let mut words: Vec<String> = faces.iter().map(|face| regex::escape(face)).collect();
        words.sort_by_key(|word| std::cmp::Reverse(word.len()));
        let one = format!("(?:{})", words.join("|"));
        let pattern = form(&format, &name, &format!("{one}(?:,{one})*"));
        let line = RegexBuilder::new(&pattern).size_limit(LARGEST_PATTERN).build().ok()?;
        Some(Self { name, line, faces })
    }

    fn roll(&self, line: &str) -> Option<Roll> {
        let found = self.line.captures(line)?;
        let number = |text: &str| {
            let at = self.faces.iter().position(|face| face == text)?;
            u32::try_from(at + 1).ok()
        };
        // A face with a comma in it cannot be told from two.
        let faces: Option<Vec<u32>> = found.name("result")?.as_str().split(',').map(number).collect();
        let player = found.name("who").map(|who| who.as_str().trim().to_owned());
        Some(of_symbols(self.name.clone(), faces?, &self.faces, player))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{DiceWords, of_rolls};
    use super::*;

    fn module() -> Element {
        let face = |text: &str| Element::new("VASSAL.build.module.SpecialDieFace").with("text", text);
        let die = |name: &str, faces: [&str; 3]| {
            let die = Element::new("VASSAL.build.module.SpecialDie").with("name", name);
            faces.into_iter().fold(die, |die, text| die.with_child(face(text)))
        };
        let symbols = Element::new("VASSAL.build.module.SpecialDiceButton")
            .with("name", "Battle")
            .with_child(die("red", ["hit", "hit", "miss"]))
            .with_child(die("blue", ["sword", "flag", "miss"]));
        let texts = Element::new("VASSAL.build.module.RandomTextButton")
            .with("name", "Weather")
            .with("faces", "Rain,Sun,Rain and wind");
        Element::new("Module").with_child(symbols).with_child(texts)
    }

    #[test]
    fn the_faces_of_symbols_are_those_of_their_command() {
        let words = DiceWords::of(Some(&module()));
        let rolls = words.shown("Battle", &[1, 0]);
        let told: Vec<(&str, &[u32])> =
            rolls.iter().map(|roll| (roll.dice.as_str(), roll.faces.as_slice())).collect();
        assert_eq!(told, [("Battle: red", &[2][..]), ("Battle: blue", &[1][..])]);
        assert!(words.shown("Battle", &[7]).is_empty() && words.shown("Other", &[1]).is_empty());
    }

    #[test]
    fn texts_out_of_a_list_are_read_by_their_report() {
        let roll = DiceWords::of(Some(&module())).roll("** Weather = Rain and wind,Sun *** <Anna>").unwrap();
        assert_eq!((roll.faces.as_slice(), roll.player.as_deref()), (&[3, 2][..], Some("Anna")));
    }

    #[test]
    fn sides_with_one_symbol_are_one_result_that_comes_as_often_as_they_are() {
        let words = DiceWords::of(Some(&module()));
        let rolls: Vec<Roll> = (0..60).flat_map(|n| words.shown("Battle", &[n % 3, n % 3])).collect();
        let report = of_rolls(&rolls);
        let red = report.dice.iter().find(|die| die.name == "Battle: red").unwrap();
        assert_eq!(
            red.counts.iter().map(|(face, count)| (*face, *count)).collect::<Vec<_>>(),
            [(1, 40), (3, 20)]
        );
        let test = red.test.as_ref().unwrap();
        assert!(test.chi_squared.abs() < 1e-9 && test.degrees == 1, "{test:?}");
        let lines = report.lines().join("\n");
        assert!(lines.contains("hit × 40, miss × 20") && !lines.contains("mean"), "{lines}");
    }
}
