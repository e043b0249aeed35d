//! What is typed in for a submarine in a harbour.

use super::{HarbourChit, HarbourRaid, RULE};
use crate::magic;
use crate::sea::dud;
use crate::sea::magic::{MAGIC_KEY, MAGIC_SIDE_KEY};
use crate::sea::ship::NavalUnit;
use crate::sea::typed;
use liege_rules::play::inputs::{Inputs, Key, KeyFault, KeyKind, TypedInput};

const KEYS: &[Key] = &[
    Key::new("submarine", &["sub", "boat"], KeyKind::List, RULE, "the submarine: SS 2-5/1-4 JP"),
    Key::new(
        "chit",
        &["special"],
        KeyKind::alone(&[("none", &["no"]), ("midget", &["midgets"]), ("ss-238", &["ss238"])]),
        "16.9",
        "midget or ss-238, declared before the die",
    ),
    Key::new(
        "ships",
        &["docked", "target"],
        KeyKind::List,
        "16.9.2",
        "enemy ships in the port: BB 5-13/3-10, DD 0-5",
    ),
    Key::new(
        "port",
        &[],
        KeyKind::word(&[("minor", &["small"]), ("major", &["large"])]),
        "16.9.4",
        "size of the port: the SS-238 enters no large one",
    ),
    Key::new(
        "inside",
        &["undetected"],
        KeyKind::YesNo,
        "16.9.2",
        "it is inside and undetected already: no die",
    ),
    Key::new(
        "date",
        &["month", "turn"],
        KeyKind::Month,
        "16.13",
        "the month: US torpedoes fail before July 1943",
    ),
    MAGIC_KEY,
    MAGIC_SIDE_KEY,
];

impl TypedInput for HarbourRaid {
    const KEYS: &'static [Key] = KEYS;

    fn fields(inputs: &Inputs, faults: &mut Vec<KeyFault>) -> Option<Self> {
        let chit = match inputs.word("chit") {
            Some("midget") => Some(HarbourChit::Midget),
            Some("ss-238") => Some(HarbourChit::Ss238),
            _ => None,
        };
        let boat = typed::submarine(inputs, chit.is_some(), faults);
        let ships = typed::some_ships(inputs, "ships", "docked", faults);
        let in_major_port = inputs.word("port") == Some("major");
        let (inside, date) = (inputs.yes("inside"), inputs.word("date").map(str::to_owned));
        let boat = boat.map(|boat| of_chit(boat, chit));
        let is_us = boat.as_ref().is_some_and(|boat| boat.nation == Some("US"));
        if is_us && chit.is_some() && date.is_none() && faults.is_empty() {
            faults.push(dud::undated());
        }
        let japanese = |units: &[NavalUnit]| units.iter().any(|unit| unit.nation == Some("JP"));
        let sides = [japanese(boat.as_slice()), japanese(&ships)];
        let magic = magic::played(inputs, sides, "Naval", faults);
        Some(Self { boat: vec![boat?], ships, chit, in_major_port, inside, date, magic })
    }
}

/// The submarine with the nation that its chit tells, where none was told.
fn of_chit(boat: NavalUnit, chit: Option<HarbourChit>) -> NavalUnit {
    let nation = boat.nation.or(match chit {
        Some(HarbourChit::Midget) => Some("JP"),
        Some(HarbourChit::Ss238) => Some("US"),
        None => None,
    });
    NavalUnit { nation, ..boat }
}
