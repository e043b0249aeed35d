//! Air units as people type them: `Akagi:N 4-5/3 2-5/3 JP @Akagi`, `2 x F 4-6/3`, `B 20-20[4] depleted US`, `A B 4-5`.

mod faces;
mod words;

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use faces::{PrintedFace, face};
use words::{AirCounterWord, COUNTER_WORDS, FILLERS, class_of, leading_count, parted, unknown, word_of};

use super::aircraft::{AIR_CLASSES, AirBack, AirClass, AirFace, AirService, AirWord, Aircraft, QualityMark};
use crate::forces::unit::{LONGEST_NAME, entries, multiple, number_apart};
use liege_rules::play::inputs::{KeyFault, NationWords};

/// More units than any battle in the air has.
pub const MOST_AIRCRAFT: usize = 60;
/// The points of the largest counter of air transport (4.12.1).
const MOST_POINTS: u8 = 2;

/// What is known of a unit of which nothing but its strength is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Brevity {
    /// Its type must be told.
    Printed,
    /// It is a bomber; a fighter needs no strength, and who has no name is called as it was typed.
    OverHex,
}

/// Read the air units of a side, named `whose` where they have no name of their own, from text or a list of texts or
/// tables. `takes` are the words beyond the counter that its battle knows.
///
/// # Errors
/// Every unit that cannot be read.
pub fn aircraft(
    key: &str,
    whose: &str,
    value: &Value,
    takes: &[AirWord],
    nations: &NationWords,
) -> Result<Vec<Aircraft>, Vec<KeyFault>> {
    let mut units = listed(key, value, (takes, nations), Brevity::Printed)?;
    name_apart(&mut units, whose);
    Ok(units)
}

/// The same of units over a hex, where no more need be told than what they give there: `FB 3, B5, B 5 heavy, 5-16[3], F`,
/// or the strengths of bombers alone. A lone `X-7/0` is the B-25.
///
/// # Errors
/// Every unit that cannot be read.
pub fn over_hex(
    key: &str,
    value: &Value,
    takes: &[AirWord],
    nations: &NationWords,
) -> Result<Vec<Aircraft>, Vec<KeyFault>> {
    listed(key, value, (takes, nations), Brevity::OverHex)
}

fn listed(
    key: &str,
    value: &Value,
    (takes, nations): (&[AirWord], &NationWords),
    brevity: Brevity,
) -> Result<Vec<Aircraft>, Vec<KeyFault>> {
    let mut faults = Vec::new();
    let mut units = Vec::new();
    let nobody = |text: &str| {
        matches!(text.to_lowercase().as_str(), "none" | "no") || text == "0" && brevity == Brevity::OverHex
    };
    for entry in entries(value) {
        let entry = match entry {
            Value::Number(number) if brevity == Brevity::OverHex => Value::from(number.to_string()),
            entry => entry,
        };
        let read = match &entry {
            Value::String(text) if nobody(text) => continue,
            Value::String(text) => from_text(key, text, (takes, nations), brevity),
            Value::Object(table) => from_table(key, table, takes, nations).map(|unit| (1, unit)),
            other => Err(KeyFault::new(key, format!("expected an air unit, not {other}"))),
        };
        match read {
            Ok((count, unit)) => units.extend(std::iter::repeat_n(unit, count)),
            Err(fault) => faults.push(fault),
        }
        if units.len() > MOST_AIRCRAFT || faults.len() > MOST_AIRCRAFT {
            faults.push(KeyFault::new(key, format!("more than {MOST_AIRCRAFT} air units")));
            break;
        }
    }
    if faults.is_empty() { Ok(units) } else { Err(faults) }
}

/// An air unit on the way, with what was told of it.
#[derive(Default)]
struct ToldAircraft {
    name: String,
    piece: Option<String>,
    nation: Option<&'static str>,
    /// The nations that a word may mean.
    nations: NationWords,
    class: Option<AirClass>,
    front: Option<PrintedFace>,
    back: Option<PrintedFace>,
    home: Option<String>,
    counter: BTreeSet<AirCounterWord>,
    words: BTreeSet<AirWord>,
}

fn from_text(
    key: &str,
    text: &str,
    (takes, nations): (&[AirWord], &NationWords),
    brevity: Brevity,
) -> Result<(usize, Aircraft), KeyFault> {
    let (mut count, rest) = multiple(text);
    let mut told = ToldAircraft { nations: nations.clone(), ..ToldAircraft::default() };
    let rest = match rest.split_once(':') {
        Some((name, _)) if name.trim().is_empty() => return Err(nameless(key, text)),
        Some((name, rest)) => {
            told.name = name.trim().to_owned();
            rest
        }
        None => rest,
    };
    let mut words: Vec<&str> = rest.split_whitespace().filter(|word| *word != "|").collect();
    if let Some(number) = words.first().and_then(|word| leading_count(word, &words)) {
        count = number.min(MOST_AIRCRAFT + 1);
        words.remove(0);
    }
    let words = parted(letters(&words, &mut told));
    for word in words {
        told.word(key, text, word, takes)?;
    }
    if brevity == Brevity::OverHex {
        told.as_over_hex(text);
    }
    Ok((count, told.unit(key, text)?))
}

fn nameless(key: &str, text: &str) -> KeyFault {
    let fault = KeyFault::new(key, format!("\"{text}\" has an empty name"));
    fault.help("a name comes before the colon: Akagi:N 4-5/3 JP; without a name leave out the colon")
}

/// The letters of a counter's service and type, `A B` and `N N`, and the words that are left: an N before another type
/// is the navy's, alone it is the type.
fn letters<'t>(words: &[&'t str], told: &mut ToldAircraft) -> Vec<&'t str> {
    let type_next = |at: usize| words.get(at + 1).is_some_and(|next| class_of(next).is_some());
    let mut left = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let letter = word.to_lowercase();
        match letter.as_str() {
            "a" if type_next(at) => drop(told.counter.insert(AirCounterWord::Army)),
            "n" if type_next(at) => drop(told.counter.insert(AirCounterWord::Navy)),
            _ => left.push(*word),
        }
    }
    left
}

impl ToldAircraft {
    fn word(&mut self, key: &str, text: &str, word: &str, takes: &[AirWord]) -> Result<(), KeyFault> {
        let plain = word.to_lowercase();
        let twice = |what: &str| Err(KeyFault::new(key, format!("\"{text}\" has two {what}")));
        if let Some(home) = word.strip_prefix('@').filter(|home| !home.is_empty()) {
            if self.home.replace(home.to_owned()).is_some() {
                return twice("bases");
            }
        } else if let Some(class) = class_of(word) {
            if self.class.replace(class).is_some_and(|known| known != class) {
                return twice("types");
            }
        } else if let Some(printed) = face(&plain) {
            if self.front.is_none() {
                self.front = Some(printed);
            } else if self.back.replace(printed).is_some() {
                let fault = KeyFault::new(key, format!("\"{text}\" has three faces"));
                return Err(
                    fault.help("put a comma between air units; a counter is its front, then its back")
                );
            }
        } else if plain == "x" && self.front.is_some() {
            self.counter.insert(AirCounterWord::Blank);
        } else if let Some((_, counter)) = COUNTER_WORDS.iter().find(|(known, _)| *known == plain) {
            self.counter.insert(*counter);
        } else if let Some(told) = word_of(&plain) {
            if !takes.contains(&told) {
                return Err(KeyFault::new(key, format!("\"{text}\": \"{word}\" has no meaning here")));
            }
            self.words.insert(told);
        } else if let Some(code) = self.nations.code(word) {
            if self.nation.replace(code).is_some_and(|known| known != code) {
                return twice("nations");
            }
        } else if !FILLERS.contains(&plain.as_str()) {
            return Err(unknown(key, text, word, takes));
        }
        Ok(())
    }

    /// What need not be told of a unit over a hex.
    fn as_over_hex(&mut self, text: &str) {
        let raider = |front: &PrintedFace| front.face.strength == 0 && front.face.range.is_some();
        let untyped =
            || self.front.map(|front| if raider(&front) { AirClass::B25 } else { AirClass::Bomber });
        self.class = self.class.or_else(untyped);
        if self.class == Some(AirClass::Fighter) {
            self.front.get_or_insert_default();
        }
        if self.name.is_empty() {
            self.name = multiple(text).1.to_owned();
        }
    }

    fn unit(self, key: &str, text: &str) -> Result<Aircraft, KeyFault> {
        let fault = |what: &str| KeyFault::new(key, format!("\"{text}\" {what}"));
        let help = "an air unit is NAME:TYPE and its values, strength-range/quality, front and back: \
                    Akagi:N 4-5/3 2-5/3 JP";
        let says = |word| self.counter.contains(&word);
        let class = self.class.ok_or_else(|| fault("has no type such as F, FB, B, N or ATP").help(help))?;
        let points = PrintedFace {
            face: AirFace { strength: 1, range: None, quality: None },
            ..PrintedFace::default()
        };
        let front = match (self.front, class) {
            (Some(front), _) => front,
            (None, AirClass::Transport) => points,
            (None, _) => return Err(fault("has no strength").help(help)),
        };
        let points = front.face.strength;
        if class == AirClass::Transport && !(1..=MOST_POINTS).contains(&points) {
            return Err(fault(&format!(
                "has {points} points, but a counter has 1 or {MOST_POINTS} (4.12.1)"
            )));
        }
        let told_twice = [
            (AirCounterWord::Depleted, AirCounterWord::Full),
            (AirCounterWord::Army, AirCounterWord::Navy),
            (AirCounterWord::Heavy, AirCounterWord::Circled),
        ];
        let flown_twice = self.words.contains(&AirWord::AsBomber) && self.words.contains(&AirWord::AsFighter);
        if told_twice.iter().any(|(one, other)| says(*one) && says(*other)) || flown_twice {
            return Err(fault("is given in two ways"));
        }
        let blank = says(AirCounterWord::Blank);
        if blank && (self.back.is_some() || says(AirCounterWord::Depleted)) {
            return Err(fault("has a blank back and a depleted side"));
        }
        if says(AirCounterWord::Elite) && self.nation.is_some_and(|nation| nation != "JP") {
            return Err(fault("has Elite Pilots, which only Japan has (16.16)"));
        }
        let long = |text: &String| text.len() > LONGEST_NAME;
        if long(&self.name) || self.piece.as_ref().is_some_and(long) || self.home.as_ref().is_some_and(long) {
            return Err(fault(&format!("has a name of more than {LONGEST_NAME} letters")));
        }
        let service = match () {
            () if says(AirCounterWord::Army) => Some(AirService::Army),
            () if says(AirCounterWord::Navy) => Some(AirService::Navy),
            () => None,
        };
        let mark = match () {
            () if says(AirCounterWord::Heavy) => QualityMark::Bracketed,
            () if says(AirCounterWord::Circled) => QualityMark::Circled,
            () => front.mark,
        };
        Ok(Aircraft {
            name: self.name,
            piece: self.piece,
            nation: self.nation,
            class,
            service,
            front: front.face,
            back: match self.back {
                Some(back) => AirBack::Depleted(back.face),
                None if blank => AirBack::Blank,
                None => AirBack::Unknown,
            },
            mark,
            elite: says(AirCounterWord::Elite),
            depleted: says(AirCounterWord::Depleted),
            home: self.home,
            words: self.words,
        })
    }
}

fn from_table(
    key: &str,
    table: &Map<String, Value>,
    takes: &[AirWord],
    nations: &NationWords,
) -> Result<Aircraft, KeyFault> {
    let mut told = ToldAircraft { nations: nations.clone(), ..ToldAircraft::default() };
    let mut words = Vec::new();
    for (name, value) in table {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        match name.as_str() {
            "name" if text.trim().is_empty() => return Err(nameless(key, &text)),
            "name" => told.name = text,
            "piece" => told.piece = Some(text),
            "home" => told.home = Some(text),
            "air" | "nation" | "state" => words.push(text),
            _ => {
                let fault = KeyFault::new(key, format!("an air unit has no \"{name}\""));
                return Err(fault.help("known: name, piece, home, air, nation, state"));
            }
        }
    }
    let all = words.join(" ");
    let words: Vec<&str> = all.split_whitespace().collect();
    for word in letters(&words, &mut told) {
        told.word(key, &all, word, takes)?;
    }
    told.unit(key, &all)
}

/// Names units that have none by nation or side and type, and numbers those of one name.
fn name_apart(units: &mut [Aircraft], whose: &str) {
    for unit in units.iter_mut().filter(|unit| unit.name.is_empty()) {
        let short =
            AIR_CLASSES.iter().find(|(class, ..)| *class == unit.class).map_or("", |(_, short, _)| *short);
        unit.name = format!("{} {short}", unit.nation.unwrap_or(whose));
    }
    number_apart(units.iter_mut().map(|unit| &mut unit.name).collect());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_nations::nation_words;

    fn read(text: &str) -> Vec<Aircraft> {
        aircraft(
            "air",
            "attacker",
            &Value::from(text),
            &[AirWord::OwnBase, AirWord::AsBomber],
            &nation_words(),
        )
        .unwrap()
    }

    fn error(text: &str) -> String {
        aircraft("air", "attacker", &Value::from(text), &[AirWord::OwnBase], &nation_words())
            .unwrap_err()
            .remove(0)
            .to_string()
    }

    #[test]
    fn air_units_are_read_as_their_counters_are_printed() {
        let list = read(
            "Akagi:N 4-5/3 2-5/3 JP elite, 2 x F 4-6/3, B 20-20[4] depleted US, A B 4-5, N N 3-5, B 4-2/(5) x",
        );
        let names: Vec<&str> = list.iter().map(|unit| unit.name.as_str()).collect();
        let told = [
            "Akagi",
            "attacker F #1",
            "attacker F #2",
            "US B",
            "attacker B #1",
            "attacker N",
            "attacker B #2",
        ];
        assert_eq!(names, told);
        let akagi = &list[0];
        assert_eq!(akagi.front, AirFace { strength: 4, range: Some(5), quality: Some(3) });
        assert_eq!((akagi.face_of(true).strength, akagi.elite, akagi.steps_left()), (2, true, 2));
        assert!(list[3].is_heavy() && list[3].depleted && list[3].steps_left() == 1);
        assert!(list[4].is_army() && list[4].quality(false) == 0);
        assert_eq!((list[5].class, list[5].service), (AirClass::NavalAir, Some(AirService::Navy)));
        assert_eq!((list[6].mark, list[6].back), (QualityMark::Circled, AirBack::Blank));
    }

    #[test]
    fn air_units_are_read_in_words_and_tables_too() {
        let list = read("two FB 3-7/2 army own-base @E2112, N 3 as-bomber, 4-10-3 F JP, ATP, B 9");
        assert_eq!(list.len(), 6);
        assert!(list[0].is_army() && list[0].is(AirWord::OwnBase));
        assert_eq!(list[0].home.as_deref(), Some("E2112"));
        assert!(!list[2].is_fighter() && list[2].may_bomb());
        assert_eq!(list[3].front, AirFace { strength: 4, range: Some(10), quality: Some(3) });
        assert_eq!((list[4].front.strength, list[5].front.range), (1, None));
        let table = serde_json::json!([{"name": "Kaga", "piece": "7", "home": "Kaga", "air": "N 4-5/3", "nation": "JP"}]);
        let kaga = aircraft("air", "attacker", &table, &[], &nation_words()).unwrap().remove(0);
        assert_eq!((kaga.name.as_str(), kaga.piece.as_deref(), kaga.nation), ("Kaga", Some("7"), Some("JP")));
    }

    #[test]
    fn over_a_hex_no_more_need_be_told_than_what_a_unit_gives() {
        let text =
            Value::from("FB 3, B5, 2 x B 5 heavy, 20-20[4], F 4-6/3, ATP, N2, 7, F, X-7/0, Flyers:B 4, 0");
        let list = over_hex("air", &text, &[], &nation_words()).unwrap();
        let told = |unit: &Aircraft| (unit.class, unit.face().strength, unit.is_heavy());
        let bomber = |strength, heavy| (AirClass::Bomber, strength, heavy);
        assert_eq!(
            list.iter().map(told).collect::<Vec<_>>(),
            [
                (AirClass::FighterBomber, 3, false),
                bomber(5, false),
                bomber(5, true),
                bomber(5, true),
                bomber(20, true),
                (AirClass::Fighter, 4, false),
                (AirClass::Transport, 1, false),
                (AirClass::NavalAir, 2, false),
                bomber(7, false),
                (AirClass::Fighter, 0, false),
                (AirClass::B25, 0, false),
                bomber(4, false),
            ]
        );
        let names: Vec<&str> = list.iter().map(|unit| unit.name.as_str()).collect();
        assert_eq!(names[..5], ["FB 3", "B5", "B 5 heavy", "B 5 heavy", "20-20[4]"]);
        assert_eq!(names[11], "Flyers");
        assert_eq!(over_hex("air", &Value::from(6), &[], &nation_words()).unwrap()[0].face().strength, 6);
        for wrong in ["B heavy", "FB three", "B 4 5 6", "B 5 flown-over=3", "Betty 4"] {
            assert!(over_hex("air", &Value::from(wrong), &[], &nation_words()).is_err(), "{wrong}");
        }
    }

    #[test]
    fn elite_pilots_take_the_underscore_away() {
        assert!(read("FB 3-7/2 army")[0].is_army());
        assert!(!read("FB 3-7/2 army elite")[0].is_army());
    }

    #[test]
    fn air_units_that_cannot_be_read_say_why() {
        assert!(error("4-5").contains("no type"));
        assert!(error("F").contains("no strength"));
        assert!(error("F 4-5 3-5 2-5").contains("three faces"));
        assert!(error("F B 4-5").contains("two types"));
        assert!(error("F 4-5 x depleted").contains("blank back"));
        assert!(error("F 3-5/2 US elite").contains("which only Japan has"));
        assert!(error("FB 4-5 as-bomber").contains("has no meaning here"));
        assert!(
            error("F 200-5/3 JP").ends_with("strength is at most 99, not 200"),
            "{}",
            error("F 200-5/3 JP")
        );
        assert!(error("40 x F 4-5, 40 x B 4-5").contains("more than"));
        let fault = aircraft("air", "the", &Value::from("F 4-5 depletted"), &[], &nation_words())
            .unwrap_err()
            .remove(0);
        assert_eq!(fault.help.as_deref(), Some("did you mean `depleted`?"));
    }
}
