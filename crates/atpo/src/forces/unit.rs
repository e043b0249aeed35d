//! Units and air units as they are typed in: `us-marine-1:4/2 marine`, `2 x 3-1 reduced`, `FB 3`, `B 5 heavy`.

mod air;
mod limits;
mod notation;

use std::collections::BTreeSet;

pub use air::{AirKind, AirUnit};
pub(crate) use limits::past_limit;
pub use notation::units;
pub(crate) use notation::{LONGEST_NAME, entries, multiple, number_apart, number_word};

/// What a land unit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names say it")]
pub enum LandKind {
    Land,
    Infantry,
    Cavalry,
    Marine,
    Snlf,
    Armor,
    Mechanized,
    Motorized,
    Artillery,
    Flak,
    Engineer,
    Commando,
    Paratroop,
    Siberian,
    HomeGuard,
    Partisan,
    General,
    Hq,
}

const KINDS: &[(&str, LandKind)] = &[
    ("land", LandKind::Land),
    ("infantry", LandKind::Infantry),
    ("inf", LandKind::Infantry),
    ("cavalry", LandKind::Cavalry),
    ("cav", LandKind::Cavalry),
    ("marine", LandKind::Marine),
    ("marines", LandKind::Marine),
    ("snlf", LandKind::Snlf),
    ("armor", LandKind::Armor),
    ("armour", LandKind::Armor),
    ("armored", LandKind::Armor),
    ("tank", LandKind::Armor),
    ("tanks", LandKind::Armor),
    ("mechanized", LandKind::Mechanized),
    ("mech", LandKind::Mechanized),
    ("motorized", LandKind::Motorized),
    ("artillery", LandKind::Artillery),
    ("flak", LandKind::Flak),
    ("engineer", LandKind::Engineer),
    ("commando", LandKind::Commando),
    ("commandos", LandKind::Commando),
    ("paratroop", LandKind::Paratroop),
    ("paratroops", LandKind::Paratroop),
    ("paratrooper", LandKind::Paratroop),
    ("paratroopers", LandKind::Paratroop),
    ("para", LandKind::Paratroop),
    ("siberian", LandKind::Siberian),
    ("home-guard", LandKind::HomeGuard),
    ("partisan", LandKind::Partisan),
    ("partisans", LandKind::Partisan),
    ("general", LandKind::General),
    ("hq", LandKind::Hq),
];

/// A state or circumstance of one unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Condition {
    /// Will be dropped: the drop is rolled first (4.12.4.2).
    Drop,
    /// Was dropped into the hex (4.12.4.3).
    Dropped,
    /// On its reduced side.
    Reduced,
    /// Attacks across a river.
    River,
    /// Out of supply.
    Unsupplied,
    /// In its home country (11.6.10).
    Home,
    /// Its strength is halved.
    Halved,
    /// Pinned on the beach (3.14.8).
    Pinned,
    /// Retreated into this hex in this step (11.6.7).
    Retreated,
    /// The unit that the fort doubles, when its owner does not want the strongest (11.6.3.2).
    Doubled,
    /// Not activated (11.6.4).
    Inactive,
    /// Two steps although the strength was given without steps.
    Full,
}

const CONDITIONS: &[(&str, Condition)] = &[
    ("drop", Condition::Drop),
    ("dropping", Condition::Drop),
    ("dropped", Condition::Dropped),
    ("reduced", Condition::Reduced),
    ("depleted", Condition::Reduced),
    ("one-step", Condition::Reduced),
    ("1-step", Condition::Reduced),
    ("river", Condition::River),
    ("across", Condition::River),
    ("unsupplied", Condition::Unsupplied),
    ("oos", Condition::Unsupplied),
    ("out-of-supply", Condition::Unsupplied),
    ("home", Condition::Home),
    ("halved", Condition::Halved),
    ("pinned", Condition::Pinned),
    ("retreated", Condition::Retreated),
    ("doubled", Condition::Doubled),
    ("inactive", Condition::Inactive),
    ("full", Condition::Full),
    ("full-strength", Condition::Full),
    ("intact", Condition::Full),
    ("undepleted", Condition::Full),
    ("two-step", Condition::Full),
    ("2-step", Condition::Full),
];

/// Words that say nothing by themselves: `two units of 4 each`.
const FILLERS: &[&str] = &[
    "of",
    "each",
    "the",
    "with",
    "unit",
    "units",
    "division",
    "divisions",
    "regiment",
    "regiments",
    "brigade",
    "brigades",
    "corps",
    "army",
    "sp",
    "sps",
];

const NUMBERS: [&str; 10] = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/// A land unit, General or HQ in a battle.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct LandUnit {
    /// Its name in the report and in orders; unique in its battle.
    pub name: String,
    /// Whether the name is only its number among those of its side, because it was given none.
    pub numbered: bool,
    /// Its id in the save, when it came from one.
    pub piece: Option<String>,
    /// Code of its nation.
    pub nation: Option<&'static str>,
    /// What it is.
    pub kind: LandKind,
    /// Printed strength of its current side.
    pub strength: u32,
    /// Steps left: 1 or 2.
    pub steps: u8,
    /// The hex it attacks from.
    pub hex: Option<String>,
    /// The air transport that it is in, by name or piece, when told.
    pub transport: Option<String>,
    /// States and circumstances.
    pub conditions: BTreeSet<Condition>,
}

impl LandUnit {
    /// Whether this is true of it.
    #[must_use]
    pub fn is(&self, which: Condition) -> bool {
        self.conditions.contains(&which)
    }

    /// Whether it fights: HQs, Generals and partisans do not (7.1.7, 11.5.2, 16.3.7).
    #[must_use]
    pub fn fights(&self) -> bool {
        !matches!(self.kind, LandKind::Hq | LandKind::General | LandKind::Partisan)
    }

    /// Whether it counts as a marine in an assault (3.14.8.1; SNLF are marines).
    #[must_use]
    pub fn is_marine(&self) -> bool {
        matches!(self.kind, LandKind::Marine | LandKind::Snlf)
    }

    /// Whether it is in the hex from the air.
    #[must_use]
    pub fn from_the_air(&self) -> bool {
        self.is(Condition::Drop) || self.is(Condition::Dropped)
    }

    /// Whether it counts as out of supply; pinned units do (3.14.8).
    #[must_use]
    pub fn is_unsupplied(&self) -> bool {
        self.is(Condition::Unsupplied) || self.is(Condition::Pinned)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::super::ATTACKER;
    use super::*;
    use liege_rules::play::inputs::NationWords;

    fn nations() -> NationWords {
        NationWords::of([("JP", "axis", vec!["japan"])])
    }

    fn read(text: &str) -> Vec<LandUnit> {
        units("attack", ATTACKER, &Value::from(text), &nations()).unwrap()
    }

    #[test]
    fn units_read_in_all_notations() {
        let list =
            read("us-marine-1:4/2 marine, 2 x 3-1 reduced JP @W4533; general Yamashita 3 JP, para 1 dropped");
        assert_eq!(list.len(), 5);
        assert_eq!(
            (list[0].name.as_str(), list[0].strength, list[0].steps, list[0].kind),
            ("us-marine-1", 4, 2, LandKind::Marine)
        );
        assert_eq!((list[1].strength, list[1].steps, list[1].nation), (3, 1, Some("JP")));
        assert_eq!((list[1].name.as_str(), list[2].name.as_str()), ("attacker 2", "attacker 3"));
        assert_eq!(
            (list[3].kind, list[3].strength, list[3].name.as_str()),
            (LandKind::General, 3, "Yamashita")
        );
        assert_eq!((list[4].kind, list[4].steps), (LandKind::Paratroop, 1));
        assert_eq!(read("4+4").len(), 2);
        assert_eq!(read("[4, 2]").len(), 2);
        let told = |text: &str| {
            read(text)
                .iter()
                .map(|unit| format!("{}/{} {:?}", unit.strength, unit.steps, unit.kind))
                .collect::<Vec<_>>()
        };
        assert_eq!(told("two marine units of 4 each"), ["4/2 Marine", "4/2 Marine"]);
        assert_eq!(told("2 snlf of 1 reduced"), ["1/1 Snlf", "1/1 Snlf"]);
        assert_eq!(told("one full 3-1 and 2 infantry 4-1"), ["3/2 Land", "4/2 Infantry", "4/2 Infantry"]);
        assert_eq!(told("2 infantry"), ["2/2 Infantry"]);
    }

    #[test]
    fn units_that_cannot_be_read_say_why() {
        let error =
            |text: &str| units("attack", ATTACKER, &Value::from(text), &nations()).unwrap_err().remove(0);
        assert!(error("marine").message.contains("no strength"));
        assert!(error("1001-3 inf").message.ends_with("strength is at most 1000, not 1001"));
        assert!(error("inf 3-3/9").message.ends_with("number of steps is at most 2, not 9"));
        assert_eq!(error("a:4/2 marnie").help.as_deref(), Some("did you mean `marine`?"));
        assert!(error("a:4/7").message.contains("\"4/7\""));
        assert_eq!(error("marnie 4").help.as_deref(), Some("did you mean `marine`?"));
        assert!(error("4 2").message.contains("two strengths"));
        assert!(error("40 x 4, 40 x 4").message.contains("more than"));
    }
}
