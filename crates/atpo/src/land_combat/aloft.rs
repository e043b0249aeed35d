//! Aircraft over a land battle: who meets whom before it, and what those that are left give it (4.7, 4.8, 4.11).

use std::borrow::Cow;

use super::attack::Superiority;
use super::battle::{Fight, Stage, State};
use super::outcome::Outcome;
use super::prompts;
use super::strength::Fighting;
use crate::air::aircraft::Aircraft;
use crate::air::flight::Flight;
use crate::air::numbers::AirNumbers;
use crate::air::strike::passage::{self, INTERCEPTORS, PassageInput, PassageOutcome};
use crate::air::transport;
use crate::forces::unit::AirUnit;
use crate::forces::{ATTACKER, DEFENDER};
use liege_rules::play::dice::Dice;
use liege_rules::play::inputs::{Inputs, KeyFault};
use liege_rules::play::procedure::{Flow, Log};

/// Whether the aircraft of both sides have still to meet: it is said, or who can do so is named.
pub(super) fn is_fought_here(inputs: &Inputs) -> bool {
    let named = || INTERCEPTORS.iter().chain(&["counter"]).any(|key| inputs.value(key).is_some());
    inputs.yes_no("air-combat").unwrap_or_else(named)
}

/// Reads who flies to the battle and who can meet them; none where the fight in the air is over, or never was.
pub(super) fn read(inputs: &Inputs, sneak: bool, faults: &mut Vec<KeyFault>) -> Option<PassageInput> {
    if !is_fought_here(inputs) {
        return None;
    }
    for key in ["attack-heavy", "defence-heavy", "attack-fighters", "defence-fighters"] {
        if inputs.value(key).is_some() {
            let fault =
                KeyFault::new(key, "gives the aircraft left over the hex, but the air battle comes first");
            faults.push(fault.help("list it in attack-air or defence-air as printed, such as F 4-6/3"));
        }
    }
    // The chit for the air and the one for the land have keys of their own here.
    let mut told = inputs.emptied();
    for (key, value) in inputs.all() {
        match key {
            "magic" | "sneak" => {}
            "air-magic" => told.preset("magic", value.clone()),
            _ => told.preset(key, value.clone()),
        }
    }
    let named = |fault: KeyFault| KeyFault {
        key: if fault.key == "magic" { "air-magic".into() } else { fault.key },
        ..fault
    };
    let mut own = Vec::new();
    let met = passage::over_battle(&told, "attack-air", "defence-air", &mut own);
    faults.extend(own.into_iter().map(named));
    met.map(|met| met.surprised(sneak))
}

/// What air units give a battle where nothing has happened to them.
pub(super) fn unmet(units: &[Aircraft], numbers: &AirNumbers) -> Vec<AirUnit> {
    units.iter().map(|unit| AirUnit::of(unit, numbers.elite_strength())).collect()
}

/// What one air unit gives: a fighter its presence, a bomber its strength, halved once at most (4.11.3.1).
fn given(units: &[Aircraft], flight: &Flight, unit: usize, bound: bool, numbers: &AirNumbers) -> AirUnit {
    let fought = flight.is_declared(unit) && !flight.bombs(unit);
    let depleted = flight.is_depleted(units, unit);
    AirUnit::up(&units[unit], depleted, bound && !fought, numbers.elite_strength())
}

impl<'b> Fight<'b> {
    /// The air units of a side over the hex, as the meeting in the air has left them.
    #[must_use]
    pub fn air(&self, side: Fighting) -> Cow<'b, [AirUnit]> {
        let side = side as usize;
        let Some((passage, state)) = self.passage.zip(self.state.air.as_ref()) else {
            return Cow::Borrowed(&self.unmet[side]);
        };
        let (units, flight) = (passage.units(side), &state.flights[side]);
        let numbers = &self.air_tables.combat.units;
        let unit = |unit| given(units, flight, unit, passage.is_bound_there(side, unit), numbers);
        passage.there(state, side).map(unit).collect()
    }

    /// Which sides have an air unit over the hex that counts for superiority (4.11.2).
    #[must_use]
    pub fn over_hex(&self) -> [bool; 2] {
        match self.passage.zip(self.state.air.as_ref()) {
            Some((passage, state)) => passage.over_target(state),
            None => [self.attack.attacker.has_air(), self.attack.defender.has_air()],
        }
    }

    /// Who alone has air units over the hex (4.11.2): as told, or as the air units show.
    #[must_use]
    pub fn superiority(&self) -> Superiority {
        self.attack.superiority.unwrap_or_else(|| match self.over_hex() {
            [true, false] => Superiority::Attacker,
            [false, true] => Superiority::Defender,
            _ => Superiority::Nobody,
        })
    }

    /// What became of the air transport of the paratroop that is this attacker; none where nobody could meet it (4.12.1).
    #[must_use]
    pub fn transport_of(&self, attacker: usize) -> Option<&'static str> {
        let (_, state) = self.passage.zip(self.state.air.as_ref())?;
        let unit = self.airlift.get(attacker).copied().flatten()?;
        Some(transport::fate_of(&state.flights[0], unit..unit + 1))
    }

    /// What became of all that were in the air.
    #[must_use]
    pub fn in_the_air(&self) -> Option<PassageOutcome> {
        let (passage, state) = self.passage.zip(self.state.air.as_ref())?;
        Some(PassageOutcome::of(passage, state, (0, 0), self.air_tables))
    }

    /// A step of what happens in the air before the drops and the battle.
    pub(super) fn meet(self, dice: &mut dyn Dice, log: &mut Log) -> Flow<'b, State, Outcome> {
        let (Some(passage), Some(air)) = (self.passage, self.state.air.clone()) else {
            return Flow::Next(self.at(Stage::Drops(0)));
        };
        let (whole, mut over) = (self.state.clone(), self.clone());
        let step = passage.step(*air, self.air_tables, dice, log);
        step.within(
            move |air| State { air: Some(Box::new(air)), ..whole.clone() },
            |air| {
                over.state.air = Some(Box::new(air));
                over.tell_left(log);
                Flow::Next(over.at(Stage::Drops(0)))
            },
        )
        .worded(prompts::in_the_air)
    }

    /// Who is left over the hex.
    fn tell_left(&self, log: &mut Log) {
        for (side, role) in [(Fighting::Attack, ATTACKER), (Fighting::Defence, DEFENDER)] {
            let left = self.air(side);
            let names: Vec<&str> = left.iter().map(|unit| unit.name.as_str()).collect();
            let told = if names.is_empty() { "nobody".to_owned() } else { names.join(", ") };
            log.line(|| (format!("{role} over the hex"), told, "in the air and unaborted", "4.11"));
        }
    }
}
