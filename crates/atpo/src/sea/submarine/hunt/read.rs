//! What is typed in for a submarine's attack.

use super::super::declared::with_magic;
use super::super::encounter::Encounter;
use super::{BoatFound, KAITEN_KEY, RULE, SubmarineAttack};
use crate::sea::combat::keys::MOONLIT;
use crate::sea::dud;
use crate::sea::magic::{MAGIC_KEY, MAGIC_SIDE_KEY};
use crate::sea::ship::ShipClass;
use crate::sea::tables::SeaTables;
use crate::sea::typed;
use liege_rules::data::Files;
use liege_rules::play::choices::Setting;
use liege_rules::play::inputs::{Inputs, Key, KeyFault, KeyKind};
use liege_rules::play::procedure::{Coded, ContextError};

const KEYS: &[Key] = &[
    Key::new("submarine", &["sub", "boat"], KeyKind::List, RULE, "the submarine: SS 3-5/2-4 US"),
    Key::new(
        "ships",
        &["target", "task-force"],
        KeyKind::List,
        "3.16.4",
        "the intercepted ships: CV 0-9/0-7, 2 x DD 0-5",
    ),
    Key::new("others", &["in-hex"], KeyKind::List, RULE, "other enemy ships in the hex"),
    KAITEN_KEY,
    MOONLIT,
    Key::new("carries", &["cargo"], KeyKind::YesNo, "13.3.3", "the submarine carries supply or a commando"),
    Key::new(
        "date",
        &["month", "turn"],
        KeyKind::Month,
        "16.13",
        "the month: US torpedoes fail before July 1943",
    ),
    Key::new(
        "drm",
        &["modifier"],
        KeyKind::Number(-20, 20),
        RULE,
        "other modifiers to its dice, with their sign",
    ),
    MAGIC_KEY,
    MAGIC_SIDE_KEY,
];

/// The ships, the month and the modifier that every attack of a submarine reads.
pub(in super::super) fn read_ships(inputs: &Inputs, faults: &mut Vec<KeyFault>) -> Encounter {
    let mut ships = typed::fleet(inputs, "ships", "enemy", faults);
    let intercepted = ships.len();
    ships.extend(typed::some_ships(inputs, "others", "other", faults));
    let (date, moonlit) = (inputs.word("date").map(str::to_owned), inputs.yes("moonlit"));
    if moonlit && date.is_none() {
        faults.push(KeyFault::new("date", "is missing").help("the effect of moonlight depends on the month"));
    }
    Encounter {
        boat: Vec::new(),
        ships,
        intercepted,
        carries_kaiten: false,
        is_kaiten: false,
        date,
        moonlit,
        drm: typed::drm(inputs),
        magic: None,
    }
}

impl Coded for SubmarineAttack {
    const GAME: &'static str = "atpo";
    const NAME: &'static str = "submarine-attack";
    const KEYS: &'static [Key] = KEYS;
    const CHOICES: &'static [&'static str] = &["hit_compare", "sub_first_target", "sub_screen"];

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<SeaTables, ContextError> {
        SeaTables::load(files, settings, Self::CHOICES)
    }

    fn read(inputs: &Inputs) -> Result<BoatFound, Vec<KeyFault>> {
        let mut faults = Vec::new();
        let boat = typed::submarine(inputs, true, &mut faults);
        let ships = read_ships(inputs, &mut faults);
        let (carries_kaiten, laden) = (inputs.yes("kaiten"), inputs.yes("carries"));
        let is_us = boat.as_ref().is_some_and(|boat| boat.nation == Some("US"));
        if is_us && ships.date.is_none() && faults.is_empty() {
            faults.push(dud::undated());
        }
        match boat {
            Some(boat) if faults.is_empty() => {
                let is_kaiten = boat.class == ShipClass::Kaiten;
                let encounter = Encounter { boat: vec![boat], carries_kaiten, is_kaiten, ..ships };
                let encounter = with_magic(inputs, encounter)?;
                Ok(BoatFound { encounter, laden })
            }
            _ => Err(faults),
        }
    }
}
