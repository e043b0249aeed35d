//! Naval units as people type them: `Chokai:CA 2-8/1-6 JP S1`, `3 x DD 0(3)-5/0(2)-4`, `STP x-5`.

mod faces;

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use faces::{beyond, faces, points, rating_in_words, set_letter};

use super::ship::{AdmiralLetters, CLASSES, NamedPiece, NavalUnit, ShipBack, ShipClass, ShipFace};
use crate::forces::unit::{LONGEST_NAME, entries, multiple, number_apart, number_word};
use liege_rules::play::inputs::{KeyFault, NationWords, nearest_key};

/// More units than any naval battle has.
const MOST_UNITS: usize = 60;
/// Words that say nothing by themselves.
const FILLERS: &[&str] = &["of", "each", "the", "with", "ship", "ships", "point", "points", "aboard"];
/// Words for the sides of a counter.
const SIDES: &[(&str, CounterWord)] = &[
    ("damaged", CounterWord::Damaged),
    ("depleted", CounterWord::Damaged),
    ("reduced", CounterWord::Damaged),
    ("full", CounterWord::Full),
    ("intact", CounterWord::Full),
    ("undamaged", CounterWord::Full),
    ("one-sided", CounterWord::Blank),
    ("named", CounterWord::Named),
    ("unnamed", CounterWord::Unnamed),
    ("aa", CounterWord::AntiAircraft),
    ("anti-aircraft", CounterWord::AntiAircraft),
];

/// What a word says of the counter itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum CounterWord {
    Damaged,
    Full,
    Blank,
    Named,
    Unnamed,
    AntiAircraft,
}

/// A rating that a word announces and the next word tells.
type Announced = fn(&mut ShipFace, u8);

/// `gunnery 5`, `torpedo 2`, `armor 11`; a slash parts front and back.
const RATINGS: &[(&str, Announced)] = &[
    ("gunnery", |face, value| face.gunnery = Some(value)),
    ("torpedo", |face, value| face.torpedo = Some(value)),
    ("armor", |face, value| face.armor = value),
    ("armour", |face, value| face.armor = value),
    ("movement", |face, value| face.movement = Some(value)),
    ("speed", |face, value| face.movement = Some(value)),
];

/// Read the naval units of a side, named `whose` where they have no name of their own, from text or a list of texts or
/// tables.
///
/// # Errors
/// Every unit that cannot be read.
pub fn naval_units(
    key: &str,
    whose: &str,
    value: &Value,
    nations: &NationWords,
) -> Result<Vec<NavalUnit>, Vec<KeyFault>> {
    let mut faults = Vec::new();
    let mut units = Vec::new();
    for entry in entries(value) {
        let read = match &entry {
            Value::String(text) => from_text(key, text, nations),
            Value::Object(table) => from_table(key, table, nations).map(|unit| (1, unit)),
            other => Err(KeyFault::new(key, format!("expected a ship, not {other}"))),
        };
        match read {
            Ok((count, unit)) => units.extend(std::iter::repeat_n(unit, count)),
            Err(fault) => faults.push(fault),
        }
        if units.len() > MOST_UNITS || faults.len() > MOST_UNITS {
            faults.push(KeyFault::new(key, format!("more than {MOST_UNITS} ships")));
            break;
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    name_apart(&mut units, whose);
    Ok(units)
}

/// A unit on the way, with what was told of it.
#[derive(Default)]
struct ToldShip {
    name: String,
    piece: Option<String>,
    nation: Option<&'static str>,
    /// The nations that a word may mean.
    nations: NationWords,
    class: Option<ShipClass>,
    front: Option<ShipFace>,
    back: Option<ShipFace>,
    blank: bool,
    sides: BTreeSet<CounterWord>,
    points: Option<u8>,
    letters: Option<AdmiralLetters>,
    /// Name and piece of the Admiral.
    leader: (Option<String>, Option<String>),
}

fn from_text(key: &str, text: &str, nations: &NationWords) -> Result<(usize, NavalUnit), KeyFault> {
    let (mut count, rest) = multiple(text);
    let mut told = ToldShip { nations: nations.clone(), ..ToldShip::default() };
    // `S:1` is an Admiral's letter and no name.
    let named = rest.split_once(':').filter(|(_, after)| !after.starts_with(|c: char| c.is_ascii_digit()));
    let rest = match named {
        Some((name, rest)) => {
            told.name = name.trim().to_owned();
            rest
        }
        None => rest,
    };
    let mut words = classes_joined(rest.split_whitespace());
    if let Some(number) = words.first().and_then(|word| leading_count(word, &words)) {
        count = number.min(MOST_UNITS + 1);
        words.remove(0);
    }
    // The class tells how a bare number is read.
    told.class = words.iter().find_map(|word| ShipClass::of(word));
    let mut words = words.into_iter().peekable();
    while let Some(word) = words.next() {
        let plain = word.to_lowercase();
        if let Some((_, set)) = RATINGS.iter().find(|(known, _)| *known == plain) {
            let value = words.next().unwrap_or_default();
            let fault = |most| {
                let what = format!("\"{text}\": {plain} takes a number up to {most}, not \"{value}\"");
                KeyFault::new(key, what)
            };
            announced(&mut told, (plain.as_str(), *set), value).map_err(fault)?;
        } else if words.peek().is_some_and(|next| next.starts_with("point")) && told.points.is_none() {
            told.points = Some(points(&plain).ok_or_else(|| {
                KeyFault::new(key, format!("\"{text}\": a counter of sea transport has 1 point or 2"))
            })?);
        } else {
            told.word(key, text, word)?;
        }
    }
    Ok((count, told.unit(key, text)?))
}

/// The words of a ship, with the two of a class such as `Auxiliary Cruiser` as its abbreviation.
pub(super) fn classes_joined<'t>(words: impl IntoIterator<Item = &'t str>) -> Vec<&'t str> {
    let mut joined: Vec<&str> = Vec::new();
    for word in words {
        match joined.last_mut().and_then(|last| Some((ShipClass::of_two(last, word)?, last))) {
            Some((class, last)) => *last = class.short(),
            None => joined.push(word),
        }
    }
    joined
}

/// The number in `two DD …`, or the bare number before a class.
fn leading_count(word: &str, words: &[&str]) -> Option<usize> {
    let number =
        number_word(&word.to_lowercase()).or_else(|| word.parse().ok().filter(|number| *number > 0))?;
    let class = words.get(1).is_some_and(|next| ShipClass::of(next).is_some());
    class.then_some(number)
}

/// A rating in words, for the front or for both faces.
///
/// # Errors
/// The highest number that it takes.
fn announced(told: &mut ToldShip, (word, set): (&str, Announced), value: &str) -> Result<(), u8> {
    let blank = ShipFace { gunnery: None, torpedo: None, armor: 0, movement: None };
    let (front, back) = value.split_once('/').map_or((value, None), |(front, back)| (front, Some(back)));
    set(told.front.get_or_insert(blank), rating_in_words(word, front)?);
    if let Some(back) = back {
        set(told.back.get_or_insert(blank), rating_in_words(word, back)?);
    }
    Ok(())
}

impl ToldShip {
    fn word(&mut self, key: &str, text: &str, word: &str) -> Result<(), KeyFault> {
        let plain = word.to_lowercase();
        let twice = |what: &str| Err(KeyFault::new(key, format!("\"{text}\" has two {what}")));
        if let Some((front, back)) = faces(&plain, self.class) {
            if self.front.replace(front).is_some() {
                let fault = KeyFault::new(key, format!("\"{text}\" has two faces"));
                return Err(
                    fault.help("put a comma between ships, and a slash between front and back: 2-8/1-6")
                );
            }
            match back {
                Some(Some(back)) => self.back = Some(back),
                Some(None) => self.blank = true,
                None => {}
            }
        } else if let Some(class) = ShipClass::of(word).filter(|class| !self.is_nation(word, *class)) {
            if self.class.replace(class).is_some_and(|known| known != class) {
                return twice("classes");
            }
        } else if let Some((_, side)) = SIDES.iter().find(|(known, _)| *known == plain) {
            self.sides.insert(*side);
        } else if let Some(code) = self.nations.code(word) {
            if self.nation.replace(code).is_some_and(|known| known != code) {
                return twice("nations");
            }
        } else if plain == "admiral" {
            self.letters.get_or_insert_default();
        } else if !set_letter(&plain, &mut self.letters) && !FILLERS.contains(&plain.as_str()) {
            let beyond = beyond(&plain, self.class);
            let beyond = beyond.map(|what| KeyFault::new(key, format!("\"{text}\": {what}")));
            return Err(beyond.unwrap_or_else(|| unknown(key, text, word)));
        }
        Ok(())
    }

    /// Whether the word of a class is that of a nation, beside the class of the ship: DE is both.
    fn is_nation(&self, word: &str, class: ShipClass) -> bool {
        self.class.is_some_and(|known| known != class) && self.nations.code(word).is_some()
    }

    fn unit(self, key: &str, text: &str) -> Result<NavalUnit, KeyFault> {
        let fault = |what: &str| KeyFault::new(key, format!("\"{text}\" {what}"));
        let help =
            "a ship is NAME:CLASS and its values, gunnery(torpedo)-Armor on both sides: Chokai:CA 2-8/1-6 JP";
        let class = self.class.ok_or_else(|| fault("has no class such as CA, DD or STP").help(help))?;
        let front = self.front.filter(|face| face.armor > 0);
        let front = front.ok_or_else(|| fault("has no Armor").help(help))?;
        let says = |side| self.sides.contains(&side);
        if says(CounterWord::Damaged) && says(CounterWord::Full)
            || says(CounterWord::Named) && says(CounterWord::Unnamed)
        {
            return Err(fault("is given in two ways"));
        }
        let blank = self.blank || says(CounterWord::Blank);
        if blank && (self.back.is_some() || says(CounterWord::Damaged)) {
            return Err(fault("has a blank back and a damaged side"));
        }
        if self.back.is_some_and(|face| face.armor == 0) {
            return Err(fault("has no Armor on its back"));
        }
        let long = |text: &String| text.len() > LONGEST_NAME;
        let told = [&self.piece, &self.leader.0, &self.leader.1];
        if long(&self.name) || told.into_iter().flatten().any(long) {
            return Err(fault(&format!("has a name of more than {LONGEST_NAME} letters")));
        }
        let transport = class == ShipClass::Transport;
        let armed = |face: &ShipFace| face.gunnery.is_some() || face.torpedo.is_some();
        if transport && (armed(&front) || self.back.as_ref().is_some_and(armed)) {
            return Err(fault("has gunnery, but sea transport has none").help("Armor and movement: STP 5-20"));
        }
        if self.points.is_some() && !transport {
            return Err(fault("has points, which only sea transport has"));
        }
        let one_point = transport && says(CounterWord::Damaged);
        Ok(NavalUnit {
            name: self.name,
            piece: self.piece,
            nation: self.nation,
            class,
            named: !says(CounterWord::Unnamed) && (says(CounterWord::Named) || class.is_named()),
            front,
            back: match self.back {
                Some(face) => ShipBack::Damaged(face),
                None if blank => ShipBack::Blank,
                None => ShipBack::Unknown,
            },
            damaged: says(CounterWord::Damaged),
            anti_aircraft: says(CounterWord::AntiAircraft),
            points: if transport { self.points.unwrap_or(2 - u8::from(one_point)) } else { 0 },
            admiral: self.letters,
            admiral_is: self.leader.0.zip(self.leader.1).map(|(name, piece)| NamedPiece { name, piece }),
        })
    }
}

fn unknown(key: &str, text: &str, word: &str) -> KeyFault {
    let fault = KeyFault::new(key, format!("\"{text}\": unknown word \"{word}\""));
    if word.contains('=') {
        return fault.help("key=value is a separate word: close the quotation marks before it");
    }
    let classes =
        CLASSES.iter().flat_map(|(_, short, words)| std::iter::once(*short).chain(words.iter().copied()));
    let words =
        classes.chain(SIDES.iter().map(|(word, _)| *word)).chain(RATINGS.iter().map(|(word, _)| *word));
    match nearest_key(&word.to_lowercase(), words) {
        Some(near) => fault.help(format!("did you mean `{near}`?")),
        None => fault.help("a name comes before a colon: Chokai:CA 2-8/1-6 JP"),
    }
}

fn from_table(key: &str, table: &Map<String, Value>, nations: &NationWords) -> Result<NavalUnit, KeyFault> {
    let mut told = ToldShip { nations: nations.clone(), ..ToldShip::default() };
    let (mut words, mut nation) = (Vec::new(), None);
    for (name, value) in table {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        match name.as_str() {
            "name" => told.name = text,
            "piece" => told.piece = Some(text),
            "admiral-name" => told.leader.0 = Some(text),
            "admiral-piece" => told.leader.1 = Some(text),
            "ship" | "state" | "admiral" => words.push(text),
            "nation" => nation = Some(text),
            _ => {
                let fault = KeyFault::new(key, format!("a ship has no \"{name}\""));
                return Err(fault
                    .help("known: name, piece, ship, nation, state, admiral, admiral-name, admiral-piece"));
            }
        }
    }
    let all = words.join(" ");
    let mut words: Vec<&str> = all.split_whitespace().collect();
    // The class tells how a bare number is read.
    words.sort_by_key(|word| ShipClass::of(word).is_none());
    for word in words.into_iter().chain(nation.iter().flat_map(|text: &String| text.split_whitespace())) {
        match points(word).filter(|_| told.class == Some(ShipClass::Transport) && told.front.is_some()) {
            Some(points) => told.points = Some(points),
            None => told.word(key, &all, word)?,
        }
    }
    told.unit(key, &all)
}

/// Names units that have none by nation or side and class, and numbers those of one name.
fn name_apart(units: &mut [NavalUnit], whose: &str) {
    for unit in units.iter_mut().filter(|unit| unit.name.is_empty()) {
        unit.name = format!("{} {}", unit.nation.unwrap_or(whose), unit.class.short());
    }
    number_apart(units.iter_mut().map(|unit| &mut unit.name).collect());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_nations::nation_words;

    fn read(text: &str) -> Vec<NavalUnit> {
        naval_units("attack", "attacker", &Value::from(text), &nation_words()).unwrap()
    }

    fn error(text: &str) -> String {
        naval_units("attack", "attacker", &Value::from(text), &nation_words())
            .unwrap_err()
            .remove(0)
            .to_string()
    }

    #[test]
    fn ships_are_read_as_their_counters_are_printed() {
        let list = read(
            "Chokai:CA 2(3)-8-35/1-6 JP S1 D:2, 2 x DD 0(3)-5-41/0(2)-4-41, (1)-3/x PT US, STP 5 1 point",
        );
        let names: Vec<&str> = list.iter().map(|unit| unit.name.as_str()).collect();
        assert_eq!(names, ["Chokai", "attacker DD #1", "attacker DD #2", "US PT", "attacker STP"]);
        let chokai = &list[0];
        assert_eq!(
            chokai.front,
            ShipFace { gunnery: Some(2), torpedo: Some(3), armor: 8, movement: Some(35) }
        );
        assert_eq!(chokai.face(true).armor, 6);
        let letters = chokai.admiral.unwrap();
        assert_eq!((letters.surface, letters.defence, letters.locator), (1, 2, 0));
        assert!(chokai.named && !list[1].named);
        assert_eq!((list[3].back, list[3].front.gunnery), (ShipBack::Blank, None));
        assert_eq!((list[4].points, list[4].hits_left(), list[4].front.armor), (1, 1, 5));
    }

    #[test]
    fn ships_are_read_in_words_too() {
        let list = read("BB gunnery 5/3 armor 11/9, two DD torpedo 2 armor 5 depleted, 2 CA 2-8 US");
        assert_eq!(list.len(), 5);
        assert_eq!((list[0].front.gunnery, list[0].face(true).armor), (Some(5), 9));
        assert_eq!((list[1].front.torpedo, list[1].damaged, list[1].hits_left()), (Some(2), true, 1));
        assert_eq!((list[4].name.as_str(), list[4].back), ("US CA #2", ShipBack::Unknown));
        let table = serde_json::json!([{"name": "Kaga", "piece": "7", "ship": "CV 0-9/0-7", "nation": "JP"}]);
        let kaga = naval_units("attack", "attacker", &table, &nation_words()).unwrap().remove(0);
        assert_eq!((kaga.name.as_str(), kaga.piece.as_deref(), kaga.nation), ("Kaga", Some("7"), Some("JP")));
    }

    #[test]
    fn ships_that_cannot_be_read_say_why() {
        assert!(error("2-8").contains("no class"));
        assert!(error("CA").contains("no Armor"));
        assert!(error("CA 2-8 3-9").contains("two faces"));
        assert!(error("CA BB 2-8").contains("two classes"));
        let raider = read("AC 1-5-29/x DE").remove(0);
        assert_eq!((raider.class, raider.nation), (ShipClass::AuxiliaryCruiser, Some("DE")));
        assert!(error("CA 2-8/x damaged").contains("blank back"));
        assert!(error("CA 2-8 1 point").contains("only sea transport"));
        assert!(error("CA gunnery much armor 8").contains("takes a number"));
        assert_eq!(read("CA 2-9 S:1")[0].admiral.unwrap().surface, 1);
        assert!(error("40 x CA 2-8, 40 x DD 0-5").contains("more than"));
        let fault = naval_units("attack", "attacker", &Value::from("CA 2-8 dammaged"), &nation_words())
            .unwrap_err()
            .remove(0);
        assert_eq!(fault.help.as_deref(), Some("did you mean `damaged`?"));
    }
}
