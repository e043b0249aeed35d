//! What a row of the tables of copies is about: a unit by its class, or one of the other things on a table.

use super::class::UnitClass;
use liege_rules::play::inputs::{Inputs, KeyFault, WordRows};

/// The powers, with other words for each. A test holds them against `nations.toml`.
pub const POWERS: WordRows = &[
    ("germany", &["german"]),
    ("italy", &["italian"]),
    ("japan", &["japanese"]),
    ("us", &["usa", "american"]),
    ("uk", &["british"]),
];

/// The powers of the axis; the others are allies.
const AXIS_POWERS: [&str; 3] = ["germany", "italy", "japan"];

/// What is no unit: the words of the tables, each with others that mean it.
pub const THINGS: WordRows = &[
    ("control", &["control marker", "captured territory"]),
    ("capital", &[]),
    ("war-status", &["war entry", "us entry"]),
    ("income", &["ipc", "ipc marker", "ipc chart"]),
    ("money", &["ipcs in hand"]),
    ("purchase", &["purchase box"]),
    ("research", &["research token"]),
    ("technology", &["tech"]),
    ("tokens", &["kamikaze", "kamikaze tokens"]),
    ("orders", &["list", "order list"]),
    ("time", &["time marker", "turn tracker", "turn"]),
    ("neutral", &["unowned"]),
    ("ghost", &[]),
    ("mock-up", &["mock up", "guess"]),
    ("display", &["chart", "dice tower", "rules"]),
];

/// Things that have an owner, so that it matters who looks.
const OWNED: [&str; 7] = ["money", "purchase", "research", "technology", "orders", "ghost", "mock-up"];

/// Words of the tables for several classes.
pub const GROUPS: [&str; 5] = ["unit", "ship", "aircraft", "land", "facility"];

/// The longest name of a thing.
const LONGEST: usize = 200;

/// What a row is about.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum CopySubject {
    /// A unit, facility or the like, by its class.
    Unit(UnitClass),
    /// Something else, by the word of the tables; a word that they do not have is met by their last row.
    Thing(String),
}

/// The alliance of a power.
#[must_use]
pub fn alliance_of(power: &str) -> &'static str {
    if AXIS_POWERS.contains(&power) { "axis" } else { "allies" }
}

impl CopySubject {
    /// Whether a word of a table means it.
    #[must_use]
    pub fn is(&self, word: &str) -> bool {
        match self {
            _ if word == "any" => true,
            Self::Thing(thing) => thing == word,
            Self::Unit(class) => match word {
                "unit" => true,
                "ship" => class.is_ship(),
                "aircraft" => class.is_air(),
                "land" => class.is_land(),
                "facility" => class.is_facility(),
                word => class.word() == word,
            },
        }
    }

    /// Whether it has an owner.
    #[must_use]
    pub fn is_owned(&self) -> bool {
        match self {
            Self::Unit(_) => true,
            Self::Thing(thing) => OWNED.contains(&thing.as_str()),
        }
    }

    /// Its word.
    #[must_use]
    pub fn word(&self) -> &str {
        match self {
            Self::Unit(class) => class.word(),
            Self::Thing(thing) => thing,
        }
    }
}

/// A word or another word that means it.
fn find(rows: WordRows, typed: &str) -> Option<&'static str> {
    let plain = |word: &str| word.to_lowercase().replace(['-', '_'], " ");
    let typed = plain(typed);
    let means = |word: &&str| plain(word) == typed;
    rows.iter().find(|(word, others)| means(word) || others.iter().any(means)).map(|(word, _)| *word)
}

/// What the key `piece` names, and the power that stands in it or in the key `power`: `us CV`, `money`.
pub fn read(inputs: &Inputs, faults: &mut Vec<KeyFault>) -> Option<(CopySubject, Option<&'static str>)> {
    const HELP: &str = "a unit with its power, such as us CV, or money, orders, control";
    let text = inputs.word("piece").unwrap_or_default().trim();
    if text.is_empty() || text.len() > LONGEST {
        faults.push(KeyFault::new("piece", "expected what it is about").help(HELP));
        return None;
    }
    let (first, rest) = text.split_once(' ').unwrap_or(("", text));
    let named = inputs.word("power").and_then(|power| find(POWERS, power));
    let (power, word) = match find(POWERS, first) {
        Some(power) => (Some(power), rest.trim()),
        None => (named, text),
    };
    if let (Some(one), Some(other)) = (power, named)
        && one != other
    {
        faults.push(KeyFault::new("power", format!("is {other}, but the piece is {one}'s")));
    }
    let subject = match (find(THINGS, word), UnitClass::find(word)) {
        (Some(thing), _) => CopySubject::Thing(thing.to_owned()),
        (None, Some(UnitClass::Kami)) => CopySubject::Thing("tokens".into()),
        (None, Some(class)) => CopySubject::Unit(class),
        (None, None) => CopySubject::Thing(word.to_lowercase()),
    };
    if power.is_none() && subject.is_owned() {
        let powers: Vec<&str> = POWERS.iter().map(|(power, _)| *power).collect();
        let told = format!("{} is somebody's, and nobody is named", subject.word());
        faults.push(KeyFault::new("power", told).help(format!("one of {}", powers.join(", "))));
    }
    Some((subject, power))
}

#[cfg(test)]
mod tests {
    use super::*;
    use liege_rules::data::Files as _;
    use liege_testing::Shipped;

    #[test]
    fn the_powers_are_those_of_the_pack() {
        let table: toml::Table = Shipped.text("rules/aafog/nations.toml").unwrap().parse().unwrap();
        let nations = table["nation"].as_array().unwrap().iter();
        let told: Vec<(&str, &str)> = nations
            .map(|nation| (nation["code"].as_str().unwrap(), nation["side"].as_str().unwrap()))
            .collect();
        let ours: Vec<(&str, &str)> = POWERS.iter().map(|(power, _)| (*power, alliance_of(power))).collect();
        assert_eq!(ours, told);
    }

    #[test]
    fn a_unit_is_meant_by_its_class_and_its_groups() {
        let sub = CopySubject::Unit(UnitClass::Sub);
        for (word, means) in
            [("unit", true), ("SUB", true), ("ship", true), ("aircraft", false), ("DD", false), ("any", true)]
        {
            assert_eq!(sub.is(word), means, "{word}");
        }
        let money = CopySubject::Thing("money".into());
        assert!(money.is("money") && money.is("any") && !money.is("unit") && money.is_owned());
        assert_eq!(find(THINGS, "Time Marker"), Some("time"));
    }
}
