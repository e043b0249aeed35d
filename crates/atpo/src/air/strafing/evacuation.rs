//! The die by which an air unit leaves its base before it is attacked, and what it is marked with then (4.9.1).

use crate::air::aircraft::Aircraft;
use crate::air::combat::tables::StrafingRow;
use crate::terms::{COMMITTED, PREVIOUSLY_COMMITTED};
use liege_rules::play::choices::Choices;
use liege_rules::play::deeds::{Act, Deed, Whom};
use liege_rules::play::dice::{Dice, Die};
use liege_rules::play::inputs::{Inputs, Key, KeyKind};
use liege_rules::play::procedure::Log;

const RULE: &str = "4.9.1";

/// Whether a zone on the way was rolled an effect on flying.
pub const INCLEMENT: Key = Key::new(
    "inclement",
    &["air-effect"],
    KeyKind::YesNo,
    RULE,
    "the evacuation touches a zone that was rolled an air effect",
);
/// Whether the weather of such a zone has an entry.
pub const WEATHER_ENTRY: Key = Key::new(
    "weather-entry",
    &[],
    KeyKind::YesNo,
    RULE,
    "the weather has an entry for such a zone, whatever was rolled",
);

/// The weather on the way of those who evacuate.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct EvacuationWeather {
    effect: bool,
    entry: bool,
}

impl EvacuationWeather {
    /// As it was told.
    #[must_use]
    pub fn told(inputs: &Inputs) -> Self {
        Self { effect: inputs.yes("inclement"), entry: inputs.yes("weather-entry") }
    }

    /// Whether it is inclement, so that who evacuates is Previously Committed and no more only Committed.
    #[must_use]
    pub fn is_inclement(self, choices: &Choices) -> bool {
        self.effect || self.entry && choices.is("inclement", "zone_entry")
    }

    /// What is done to the piece of a unit that got away.
    #[must_use]
    pub fn deeds(self, unit: &Aircraft, choices: &Choices) -> [Deed; 2] {
        let mark = if self.is_inclement(choices) { PREVIOUSLY_COMMITTED } else { COMMITTED };
        let whom = Whom::Unit { name: unit.name.clone(), piece: unit.piece.clone() };
        [Act::Retreat(None), Act::Mark(mark)].map(|act| Deed { whom: whom.clone(), act, rule: RULE.into() })
    }
}

/// Whether a unit gets away: the land hexes of its side that were flown over, or less, and never the face that always
/// fails.
pub fn gets_away(name: &str, flown_over: u8, row: &StrafingRow, dice: &mut dyn Dice, log: &mut Log) -> bool {
    let fails = row.evacuation_fails;
    let escapes = |face: u8| face <= flown_over && face != fails;
    let face = dice.roll_into(Die::D6, "evacuation", &|face| u16::from(escapes(face)));
    log.roll(Die::D6, face, || (format!("{name} evacuates: die"), "1d6", RULE));
    log.line(|| {
        let value = if escapes(face) { "evacuates" } else { "stays on the ground" };
        let cause = match face == fails {
            true => format!("a {face} always fails"),
            false => format!("{face} against {flown_over}, the land hexes flown over"),
        };
        (name, value, cause, RULE)
    });
    escapes(face)
}
