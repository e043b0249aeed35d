//! What came of a bombing of installations, in words and as deeds.

use serde::Serialize;

use super::{ENGINEER, RULE};
use crate::air::flight::HitAircraft;
use crate::air::pilots;
use crate::installation_attack as attack;
use crate::magic;
use crate::terms::{AIR_MAGIC, COMMITTED};
use liege_rules::play::deeds::{Act, Deed, Whom};
use liege_rules::play::procedure::Outcome;
use vassal::diagnostic::counted;

/// What became of one target.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct BombedTarget {
    /// Its word.
    pub target: String,
    /// The cell of the Bombing Table; none where there was no attack.
    pub cell: Option<String>,
    /// Whether it is destroyed, or a major port made a minor one.
    pub destroyed: bool,
    /// Steps of aircraft based there that are lost.
    pub air_steps: u8,
}

/// What a run did.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct AirBombingOutcome {
    /// Each target, in the order in which they were bombed.
    pub targets: Vec<BombedTarget>,
    /// The bombers that were hit.
    pub hit: Vec<HitAircraft>,
    /// The aircraft on the ground that lost steps.
    pub grounded: Vec<HitAircraft>,
    /// The names of those of them that were lost since their base had no room for them (4.6.3.1).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub excess: Vec<String>,
    /// Steps that are lost by aircraft on the ground that were not told.
    pub open_steps: u8,
    /// The names of the bombers whose counters are set aside until Winter (4.8.7.1).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub set_aside: Vec<String>,
    /// The same of the aircraft on the ground.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub set_aside_on_the_ground: Vec<String>,
    #[serde(skip)]
    pub(super) flown: Vec<(String, Option<String>)>,
    #[serde(skip)]
    pub(super) magic_used: bool,
}

/// What became of a target, in words.
pub(super) fn told(target: &str, destroyed: bool) -> &'static str {
    match (target, destroyed) {
        (_, false) => "no effect",
        (attack::MAJOR_PORT, true) => "now a minor port",
        (attack::AIRSTRIP, true) => "removed",
        (ENGINEER, true) => "cannot build",
        (_, true) => "destroyed",
    }
}

impl BombedTarget {
    /// What became of it: `airbase destroyed`.
    #[must_use]
    pub fn in_words(&self) -> String {
        let told = if self.cell.is_some() { told(&self.target, self.destroyed) } else { "no attack" };
        format!("{} {told}", attack::in_words(&self.target))
    }
}

impl Outcome for AirBombingOutcome {
    fn result(&self) -> String {
        let alone = self.targets.len() == 1;
        let one = |bombed: &BombedTarget| {
            let told = match bombed.cell {
                None => "no attack",
                Some(_) => told(&bombed.target, bombed.destroyed),
            };
            if alone { told.to_owned() } else { format!("{}: {told}", attack::in_words(&bombed.target)) }
        };
        let mut parts: Vec<String> = self.targets.iter().map(one).collect();
        let hit = |hit: &HitAircraft| format!("{} {}", hit.name, hit.state.word());
        parts.extend(self.hit.iter().map(hit));
        parts.extend(self.grounded.iter().map(hit));
        if self.open_steps > 0 {
            parts.push(format!("{} lost", counted(self.open_steps.into(), "air step")));
        }
        parts.join(", ")
    }

    fn deeds(&self) -> Vec<Deed> {
        let mut deeds = self.deeds_of_targets();
        deeds.extend(pilots::deeds(&self.hit, &self.set_aside));
        let mut on_the_ground = pilots::deeds(&self.grounded, &self.set_aside_on_the_ground);
        attack::without_room(&mut on_the_ground, &self.excess);
        deeds.extend(on_the_ground);
        let mark = |(name, piece): &(String, Option<String>)| Deed {
            whom: Whom::Unit { name: name.clone(), piece: piece.clone() },
            act: Act::Mark(COMMITTED),
            rule: "4.14.1".into(),
        };
        deeds.extend(self.flown.iter().map(mark));
        deeds.extend(magic::spent(AIR_MAGIC, self.magic_used));
        deeds
    }
}

impl AirBombingOutcome {
    /// What is done to installations, and to aircraft on the ground that nobody told.
    #[must_use]
    pub fn deeds_of_targets(&self) -> Vec<Deed> {
        let destroyed = self.targets.iter().filter(|target| target.destroyed);
        let deed = |target: &BombedTarget| match target.target.as_str() {
            ENGINEER => None,
            name => Some(attack::mark(name, RULE)),
        };
        destroyed.filter_map(deed).chain(attack::steps_deed(self.open_steps, RULE)).collect()
    }
}
