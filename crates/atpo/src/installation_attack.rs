//! What it takes to destroy an installation from the sea or from the air, and what a success does (3.15, 4.13.2).
//!
//! Ships and bombers share this; every strategic air raid is one `air::strategic::raid`.

use serde::Deserialize;

use super::bombing::BombResult;
use super::sea::numbers::Format1;
use super::terms::FORCE_POOL;
use liege_rules::play::deeds::{Act, Deed, Term, Whom};
use liege_rules::play::losses::LostUnit;
use liege_rules::play::procedure::Log;
use vassal::diagnostic::counted;

/// Path of the numbers.
pub const NUMBERS: &str = "rules/atpo/installation_attack.toml";
/// The rule of air units for whom a base has no room.
pub const EXCESS: &str = "4.6.3.1";
/// By what losses are measured: a major port that becomes a minor one counts as one, too.
pub const MEASURE: &str = "installations";

/// The steps of aircraft that are lost with their base.
pub const AIR_STEPS: Term = Term::new("air-steps", "air unit steps based there");
/// What lies on a destroyed installation.
const DESTROYED: Term = Term::new("destroyed-installation", "Destroyed Installation");
/// What becomes of a major port.
const MINOR_PORT: Term = Term::new("minor-port", "Minor Port");

/// The word of a major port, which becomes a minor one.
pub const MAJOR_PORT: &str = "major-port";
/// The word of a dirt airstrip, which is removed from the map when it is destroyed.
pub const AIRSTRIP: &str = "airstrip";

/// `installation_attack.toml`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InstallationNumbers {
    #[serde(rename = "format")]
    _format: Format1,
    collateral: Vec<CollateralRow>,
    target: Vec<InstallationRow>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct CollateralRow {
    dice: u8,
    steps: u8,
}

/// What one kind of installation takes.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InstallationRow {
    /// Its word.
    pub target: String,
    /// From the sea, where ships may bombard it.
    pub sea: Option<Resistance>,
    /// From the air, where bombers may bomb it.
    pub air: Option<Resistance>,
    /// From the air by the other reading of `burma_rail_target`.
    pub air_otherwise: Option<Resistance>,
    /// What the hex lacks of its airbase capacity when it is destroyed, where that is known.
    pub capacity: Option<u32>,
}

/// What is added to the airbase capacity of a hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Resistance {
    base: u32,
    #[serde(default)]
    fort: u32,
}

impl InstallationNumbers {
    /// The row of a target.
    #[must_use]
    pub fn row(&self, target: &str) -> Option<&InstallationRow> {
        self.target.iter().find(|row| row.target == target)
    }

    /// Steps of aircraft that are lost with their base, by the physical dice.
    #[must_use]
    pub fn steps(&self, dice: u8) -> u8 {
        self.collateral.iter().filter(|row| row.dice <= dice).map(|row| row.steps).max().unwrap_or(0)
    }
}

impl Resistance {
    /// What the result has to reach in a hex of this airbase capacity, with a fort or without.
    #[must_use]
    pub fn needed(self, capacity: u32, fortified: bool) -> u32 {
        self.base.saturating_add(capacity).saturating_add(if fortified { self.fort } else { 0 })
    }

    /// Tells it.
    pub fn tell(self, target: &str, capacity: u32, fortified: bool, rule: &str, log: &mut Log) {
        log.line(|| {
            let fort = if fortified && self.fort > 0 {
                format!(" + {} for the fort", self.fort)
            } else {
                String::new()
            };
            let cause = format!("{} + airbase capacity {capacity}{fort}", self.base);
            (
                format!("target: {}", in_words(target)),
                self.needed(capacity, fortified).to_string(),
                cause,
                rule,
            )
        });
    }
}

/// A target as it stands in a sentence: `coastal fort`.
#[must_use]
pub fn in_words(target: &str) -> String {
    target.replace('-', " ")
}

/// Whether a result reaches the target: its number, or by the other reading of `installation_result` the dice.
/// A dash and a lone star are no number, so that they reach nothing (gap G69).
#[must_use]
pub fn reaches(cell: BombResult, dice: u8, by_total: bool, needed: u32) -> bool {
    let reached = if by_total { Some(u32::from(dice)) } else { cell.number.map(u32::from) };
    reached.is_some_and(|reached| reached >= needed)
}

/// Whether aircraft are based at a target of this kind, as at an airbase or airstrip.
#[must_use]
pub fn holds_aircraft(target: &str) -> bool {
    target == AIRSTRIP || target.ends_with("airbase")
}

/// What is done to a destroyed target: a chit on it, or a minor port in place of a major one; a dirt airstrip leaves the map
/// (4.13.2).
#[must_use]
pub fn mark(target: &str, rule: &'static str) -> Deed {
    let act = match target {
        MAJOR_PORT => Act::Mark(MINOR_PORT),
        AIRSTRIP => Act::Destroy(FORCE_POOL),
        _ => Act::Mark(DESTROYED),
    };
    Deed { whom: thing(target), act, rule: rule.into() }
}

fn thing(target: &str) -> Whom {
    Whom::Thing(Term::read(target.to_owned(), in_words(target)))
}

/// By a rule so many steps of the aircraft based there are lost, which their owner and his enemy choose.
#[must_use]
pub fn steps_deed(steps: u8, rule: &'static str) -> Option<Deed> {
    let act = Act::Value(-i64::from(steps));
    (steps > 0).then(|| Deed { whom: Whom::Thing(AIR_STEPS), act, rule: rule.into() })
}

/// A target that was destroyed or made a minor port, as losses tell it.
#[must_use]
pub fn destroyed(target: &str) -> LostUnit {
    let word = if target == MAJOR_PORT { "made a minor port" } else { "destroyed" };
    LostUnit { word, lost: vec![(MEASURE, 1)], measure: 1 }
}

/// So many steps of aircraft, which are beside the measure.
#[must_use]
pub fn steps_lost(steps: u8) -> Option<LostUnit> {
    let word = match steps {
        0 => return None,
        1 => "1 step lost",
        2 => "2 steps lost",
        3 => "3 steps lost",
        _ => "more than 3 steps lost",
    };
    Some(LostUnit { word, lost: vec![("air steps", steps.into())], measure: 0 })
}

/// Those of these names are lost since their base had no room for them.
pub fn without_room(deeds: &mut [Deed], excess: &[String]) {
    for deed in deeds.iter_mut().filter(|deed| excess.contains(&deed.subject())) {
        deed.rule = EXCESS.into();
    }
}

/// Reports by which rule who loses steps with a base, where somebody does.
pub fn tell_steps(steps: u8, rule: &'static str, log: &mut Log) {
    if steps > 0 {
        log.line(|| {
            let cause = "based there; the defender chooses the first and third, the attacker the second";
            ("collateral losses", counted(steps.into(), "air step"), cause, rule)
        });
    }
}

/// Tells where those go that have lost their base or port.
pub fn tell_displaced(target: &str, log: &mut Log) {
    let (told, goes) = match target {
        "port" => ("ships in port", "into the coastal hex"),
        target if holds_aircraft(target) => ("aircraft based there", "forced rebase"),
        _ => return,
    };
    log.line(|| (told, goes, "this does not allow interceptions", "4.13.2"));
}
