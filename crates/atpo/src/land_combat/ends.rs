//! What became of the land units of a battle: where each ended, and what is done to it.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use super::attack::Attack;
use super::battle::{Fate, Standing};
use crate::forces::ATTACKER;
use crate::forces::unit::{Condition, LandKind, LandUnit};
use crate::terms::{ACTIVE, DEPLETED, FORCE_POOL, OUT_OF_THE_GAME, PINNED, REPLENISHMENT};
use liege_rules::play::deeds::{Act, Deed, Term, Whom};
use liege_rules::play::losses::LostUnit;
use liege_rules::play::procedure::Role;
use liege_rules::position::situation::PlaceId;

/// What became of one unit.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct UnitOutcome {
    /// Its side.
    pub side: Role,
    /// Its name.
    pub unit: String,
    /// Its id in the save.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<String>,
    /// Steps it lost.
    pub steps_lost: u8,
    /// Whether its drop has depleted it (4.12.4.2).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub depleted: bool,
    /// How it ended, and where; in JSON `fate` and `to`.
    #[serde(flatten)]
    pub end: End,
}

/// How a unit ended: in the order of the words, which is that of outcomes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum End {
    /// In the vacated hex.
    Advanced(Option<String>),
    /// In this pool.
    Eliminated(Term),
    /// Aboard again.
    Evacuated,
    /// A General, in the force pool.
    ForcePool,
    /// Ashore.
    Landed(Option<String>),
    /// A General, gone for good.
    OutOfTheGame,
    /// On the beach.
    Pinned(Option<String>),
    /// Away from the hex, in another one when that is known.
    Retreated(Option<String>),
    /// Where it was.
    Stands,
    /// At its base, since its air transport was aborted.
    TurnedBack,
}

impl End {
    fn of(unit: &LandUnit, standing: &Standing, side: Role, attack: &Attack) -> Self {
        match &standing.fate {
            Fate::Stands => Self::Stands,
            Fate::Eliminated => Self::Eliminated(pool_of(unit, is_out_of_supply(unit, side, attack))),
            Fate::Retreated(place) => Self::Retreated(place.and_then(|place| attack.retreat.hex(place))),
            Fate::Advanced => Self::Advanced(attack.hex.clone()),
            Fate::Landed => Self::Landed(attack.hex.clone()),
            Fate::Pinned => Self::Pinned(attack.hex.clone()),
            Fate::Evacuated => Self::Evacuated,
            Fate::OutOfTheGame => Self::OutOfTheGame,
            Fate::ForcePool => Self::ForcePool,
            Fate::TurnedBack => Self::TurnedBack,
        }
    }

    /// The word of the report.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Self::Advanced(_) => "advanced",
            Self::Eliminated(_) => "eliminated",
            Self::Evacuated => "evacuated",
            Self::ForcePool => "force pool",
            Self::Landed(_) => "landed",
            Self::OutOfTheGame => "out of the game",
            Self::Pinned(_) => "pinned",
            Self::Retreated(_) => "retreated",
            Self::Stands => "stands",
            Self::TurnedBack => "turned back",
        }
    }

    fn to(&self) -> Option<String> {
        match self {
            Self::Advanced(hex) | Self::Landed(hex) | Self::Pinned(hex) | Self::Retreated(hex) => hex.clone(),
            Self::Eliminated(pool) => Some(pool.to_string()),
            Self::ForcePool => Some(FORCE_POOL.to_string()),
            Self::Evacuated | Self::OutOfTheGame | Self::Stands | Self::TurnedBack => None,
        }
    }

    /// What it does to the unit, each with its rule.
    fn acts(&self) -> Vec<(Act, &'static str)> {
        let place = |hex: &Option<String>| hex.as_deref().map(PlaceId::told);
        match self {
            Self::Advanced(hex) => vec![(Act::Advance(place(hex)), "11.6.8.1")],
            Self::Eliminated(pool) => vec![(Act::Eliminate(Some(pool.clone())), "11.6.6.1")],
            Self::Evacuated => vec![(Act::Evacuate, "3.14.8")],
            Self::ForcePool => vec![(Act::Eliminate(Some(FORCE_POOL)), "11.5.3")],
            Self::Landed(_) => vec![(Act::Land(ACTIVE), "3.14.7")],
            Self::OutOfTheGame => vec![(Act::Eliminate(Some(OUT_OF_THE_GAME)), "11.5.3")],
            Self::Pinned(_) => vec![(Act::Pin(PINNED), "3.14.8"), (Act::Mark(ACTIVE), "3.14.8")],
            Self::Retreated(hex) => vec![(Act::Retreat(place(hex)), "11.6.7")],
            Self::Stands => Vec::new(),
            Self::TurnedBack => vec![(Act::Retreat(None), "4.12.1")],
        }
    }
}

impl Serialize for End {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let place = self.to();
        let mut end = to.serialize_struct("End", 1 + usize::from(place.is_some()))?;
        end.serialize_field("fate", self.word())?;
        match place {
            Some(place) => end.serialize_field("to", &place)?,
            None => end.skip_field("to")?,
        }
        end.end()
    }
}

impl UnitOutcome {
    /// What its side lost of it.
    pub(super) fn loss(&self) -> Option<LostUnit> {
        let gone = matches!(self.end, End::Eliminated(_) | End::ForcePool | End::OutOfTheGame);
        let steps = u32::from(self.steps_lost);
        let lost = [("units", u32::from(gone)), ("steps", steps)];
        (gone || steps > 0).then(|| LostUnit {
            word: if gone { "eliminated" } else { "reduced" },
            lost: lost.into_iter().filter(|(_, amount)| *amount > 0).collect(),
            measure: steps,
        })
    }

    pub(super) fn deeds(&self) -> Vec<Deed> {
        let reduced = self.steps_lost > 0 && !matches!(self.end, End::Eliminated(_));
        let step = reduced.then_some((Act::LoseStep, "11.6.6.1"));
        let whom = || Whom::Unit { name: self.unit.clone(), piece: self.piece.clone() };
        let weak = self.depleted.then_some((Act::Mark(DEPLETED), "4.12.4.2"));
        let acts = step.into_iter().chain(weak).chain(self.end.acts());
        acts.map(|(act, rule)| Deed { whom: whom(), act, rule: rule.into() }).collect()
    }
}

/// What became of the units of a side.
pub(super) fn unit_outcomes(
    side: Role,
    attack: &Attack,
    units: &[LandUnit],
    standings: &[Standing],
) -> Vec<UnitOutcome> {
    let outcome = |(unit, standing): (&LandUnit, &Standing)| {
        let steps_lost = if unit.fights() { unit.steps.saturating_sub(standing.steps) } else { 0 };
        let end = End::of(unit, standing, side, attack);
        let depleted = standing.weak_drop && !standing.is_gone();
        UnitOutcome { side, unit: unit.name.clone(), piece: unit.piece.clone(), steps_lost, depleted, end }
    };
    units.iter().zip(standings).map(outcome).collect()
}

/// Where an eliminated unit goes: infantry of China, Japan, Australia and India that dies at home in supply to the
/// Replenishment Box (11.6.10), all others to the force pool (11.6.6.1).
fn pool_of(unit: &LandUnit, out_of_supply: bool) -> Term {
    let nation = matches!(unit.nation, Some("CN" | "CC" | "JP" | "AU" | "IN"));
    let at_home = unit.kind == LandKind::Infantry && nation && unit.is(Condition::Home);
    let replenished = at_home && !out_of_supply;
    if replenished { REPLENISHMENT } else { FORCE_POOL }
}

/// Whether a unit is out of supply: told of itself, of the defending hex, or of the attackers where none is told alone.
fn is_out_of_supply(unit: &LandUnit, side: Role, attack: &Attack) -> bool {
    let told_alone = || attack.attacker.units().iter().any(|unit| unit.fights() && unit.is_unsupplied());
    let by_side = if side == ATTACKER {
        attack.attacker.out_of_supply && !told_alone()
    } else {
        attack.defender.out_of_supply
    };
    unit.is_unsupplied() || by_side
}
