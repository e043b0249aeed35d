//! What a strike came to: whether it found its target, what both sides lost, who has nowhere to land.

use serde::Serialize;

use super::plan::{LandingPlace, Post, Strike, StrikePhase, StrikeTables, UnitSet, each, has};
use super::state::{StrikeStage, StrikeState};
use crate::air::aircraft::Aircraft;
use crate::air::airstrike::{AirBombing, AirBombingOutcome, BombedTarget};
use crate::air::combat::outcome::FlightOutcome;
use crate::air::flight::{self, HitAircraft};
use crate::air::pilots::MissedPilots;
use crate::forces::{ATTACKER, DEFENDER};
use crate::installation_attack::without_room;
use crate::magic;
use crate::sea::admirals::LostAdmiral;
use crate::sea::damage::{self, HitUnit};
use crate::terms::{ABORTED, AIR_MAGIC, COMMITTED, FLOWN, LOCATED, PREVIOUSLY_COMMITTED};
use liege_rules::play::deeds::{Act, Deed, Term, Whom};
use liege_rules::play::losses::UnitLoss;
use liege_rules::play::procedure::{self, Log, Script as _};
use liege_rules::position::places::PlaceId;

/// A unit that landed elsewhere.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct LandedUnit {
    /// Its name.
    pub name: String,
    /// Its piece in the save, when the input gave one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<String>,
    /// Where.
    pub at: String,
}

impl LandedUnit {
    /// A unit in a place.
    #[must_use]
    pub fn of(unit: &Aircraft, place: &LandingPlace) -> Self {
        Self { name: unit.name.clone(), piece: unit.piece.clone(), at: place.name.clone() }
    }

    /// What is done to its piece.
    #[must_use]
    pub fn deed(&self) -> Deed {
        let whom = Whom::Unit { name: self.name.clone(), piece: self.piece.clone() };
        let at = self.at.parse().map_or_else(|_| PlaceId::named(self.at.as_str()), PlaceId::Hex);
        Deed { whom, act: Act::Retreat(Some(at)), rule: "4.6.3".into() }
    }
}

/// The facts of a strike, final or so far.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct StrikeOutcome {
    /// In short.
    #[serde(skip)]
    pub result: String,
    /// Whether the search found the ships, where there was one.
    pub found: Option<bool>,
    /// The die of the sighting report.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sighting_report: Option<u8>,
    /// UnitSet of the attacker that could not launch.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub held: Vec<String>,
    /// Whether ships were attacked.
    pub attacked: bool,
    /// The attacker's air units.
    pub attacker: FlightOutcome,
    /// The defender's air units.
    pub defender: FlightOutcome,
    /// Ships that were hit.
    pub ships: Vec<HitUnit>,
    /// Admirals who were eliminated.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub admirals: Vec<LostAdmiral>,
    /// The names of the defender's units that were lost since their base had no room for them (4.6.3.1).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub excess: Vec<String>,
    /// What became of each installation that was bombed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<BombedTarget>,
    /// Units that attacked as Kamikazes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kamikazes: Vec<String>,
    /// UnitSet that have evacuated.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub evacuated: Vec<String>,
    /// UnitSet that landed elsewhere.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub landed: Vec<LandedUnit>,
    /// What is done to the pieces.
    #[serde(skip)]
    pub deeds: Vec<Deed>,
}

impl StrikeOutcome {
    /// The facts as they stand.
    #[must_use]
    pub fn of(strike: &Strike, state: &StrikeState, tables: &StrikeTables) -> Self {
        let mut state = state.clone();
        if let (StrikeStage::Bomb(run), Some(bombs)) = (&state.stage, &strike.bombs) {
            state.take_bombs(&procedure::so_far::<AirBombing>(bombs, run, &tables.bombs), strike);
        }
        let state = state.folded(strike);
        let missed = MissedPilots::of(&tables.combat.units, strike.over_target.later_pilots);
        let [attacker, defender] = [0, 1]
            .map(|side| FlightOutcome::of(&strike.sides[side].units, hit(strike, &state, side), missed));
        let ships = state.afloat.hit(&strike.ships);
        let admirals = state.afloat.lost(&strike.ships);
        let bombed = state.bombed.as_ref().zip(strike.bombs.as_ref());
        let bombed = bombed.map(|(bombed, run)| AirBombing::outcome(run, bombed));
        let bombed = bombed.as_ref();
        let named = |side: usize, set: UnitSet| names(&strike.sides[side].units, set);
        let landed = state.landed.iter().map(|(unit, place)| {
            LandedUnit::of(&strike.sides[1].units[usize::from(*unit)], &strike.places[usize::from(*place)])
        });
        let mut outcome = Self {
            result: String::new(),
            found: state.found,
            sighting_report: state.sighted,
            held: named(0, state.held[0]),
            attacked: state.attacked,
            attacker,
            defender,
            ships,
            admirals,
            excess: bombed.map(|facts| facts.excess.clone()).unwrap_or_default(),
            targets: bombed.map(|facts| facts.targets.clone()).unwrap_or_default(),
            kamikazes: named(0, state.dives),
            evacuated: named(1, state.evacuated),
            landed: landed.collect(),
            deeds: Vec::new(),
        };
        outcome.result = outcome.in_words();
        outcome.deeds = outcome.deeds(strike, &state, tables);
        outcome.deeds.extend(bombed.map(AirBombingOutcome::deeds_of_targets).unwrap_or_default());
        outcome
    }

    fn in_words(&self) -> String {
        if self.found == Some(false) && !self.attacked {
            return "not located".into();
        }
        let ships = match damage::in_words(&self.ships, &self.admirals) {
            told if !told.is_empty() => told,
            _ if self.attacked => "no ship hit".into(),
            _ if self.targets.is_empty() => "no attack".into(),
            _ => String::new(),
        };
        let targets = self.targets.iter().map(BombedTarget::in_words);
        let ground: Vec<String> = targets.chain((!ships.is_empty()).then_some(ships)).collect();
        let ships = ground.join(", ");
        let air = [("attacker", &self.attacker), ("defender", &self.defender)].into_iter();
        let air = air.filter(|(_, facts)| !facts.units.is_empty());
        let air: Vec<String> = air.map(|(who, facts)| format!("{who} {}", facts.in_words())).collect();
        if air.is_empty() { ships } else { format!("{ships}; in the air {}", air.join(", ")) }
    }

    fn deeds(&self, strike: &Strike, state: &StrikeState, tables: &StrikeTables) -> Vec<Deed> {
        let mut deeds = self.attacker.deeds();
        // Who dived is gone by that rule, whatever else hit him.
        let fate = [strike.raid.as_ref(), strike.kamikazes.dive.as_ref()];
        let fate = fate.into_iter().flatten().find_map(|attack| attack.kamikaze.as_ref());
        if let Some(rule) = fate {
            let dived = deeds.iter_mut().filter(|deed| self.kamikazes.contains(&deed.subject()));
            dived.for_each(|deed| deed.rule = rule.fate.into());
        }
        let mut defender = self.defender.deeds();
        without_room(&mut defender, &self.excess);
        deeds.extend(defender);
        deeds.extend(self.landed.iter().map(LandedUnit::deed));
        let choices = &tables.combat.choices;
        let evacuee = |unit: usize| strike.evacuation.deeds(&strike.sides[1].units[unit], choices);
        deeds.extend(each(state.evacuated).flat_map(evacuee));
        deeds.extend(damage::deeds(&self.ships, &self.admirals));
        deeds.extend((0..2).flat_map(|side| flown(strike, state, (side, 0), tables)));
        deeds.extend(magic::spent(AIR_MAGIC, state.magic_used));
        if state.found == Some(true) {
            deeds.extend(strike.ships.iter().filter(|ship| ship.piece.is_some()).map(|ship| Deed {
                whom: Whom::Unit { name: ship.name.clone(), piece: ship.piece.clone() },
                act: Act::Mark(LOCATED),
                rule: "4.4".into(),
            }));
        }
        deeds
    }

    /// What became of each unit.
    #[must_use]
    pub fn losses(&self, strike: &Strike) -> Vec<UnitLoss> {
        let real = |side: usize| -> Vec<Aircraft> {
            let all = strike.sides[side].units.iter().zip(&strike.sides[side].posts);
            all.filter(|(_, post)| **post != Post::Avoiding).map(|(unit, _)| unit.clone()).collect()
        };
        let [own, other] = [real(0), real(1)];
        let mut losses = flight::losses(&[
            (ATTACKER, &own, &self.attacker.units),
            (DEFENDER, &other, &self.defender.units),
        ]);
        let first = losses.len();
        let ships = damage::losses(&[(DEFENDER, &strike.ships, &self.ships)]).into_iter();
        losses.extend(ships.map(|loss| UnitLoss { like: first + loss.like, ..loss }));
        losses
    }
}

/// The units of a side to which something happened, without those that only stand for others.
fn hit(strike: &Strike, state: &StrikeState, side: usize) -> Vec<HitAircraft> {
    let units = &strike.sides[side].units;
    let mut flight = state.flights[side].clone();
    for unit in 0..units.len() {
        if strike.sides[side].posts[unit] == Post::Avoiding {
            flight.leave_out(unit);
        } else if side == 1 && has(state.ditched, unit) {
            flight.lose(unit, u8::MAX, "4.6.2.3");
        }
    }
    flight.hit(units)
}

fn names(units: &[Aircraft], set: UnitSet) -> Vec<String> {
    units.iter().enumerate().filter(|(at, _)| has(set, *at)).map(|(_, unit)| unit.name.clone()).collect()
}

/// Who flew and is left, from this unit on: Committed in an Offensive Phase (4.14.1), where who only intercepted may be
/// free (4.7.4), Previously Committed in strategic warfare (2.1); else the pieces of a save have flown. Of these it is said, too,
/// who was aborted.
pub fn flown(
    strike: &Strike,
    state: &StrikeState,
    (side, from): (usize, usize),
    tables: &StrikeTables,
) -> Vec<Deed> {
    let intercepts = |at: usize| side == 1 && strike.sides[side].posts[at] != Post::Support;
    let free = |at: usize| intercepts(at) && tables.combat.choices.is("interceptor_commit", "free");
    let marked = |at: usize| match strike.mission {
        StrikePhase::StrategicWarfare => (PREVIOUSLY_COMMITTED, "2.1"),
        mission if mission.is_offensive() && !free(at) => (COMMITTED, "4.14.1"),
        _ => (FLOWN, "4.14.1"),
    };
    let units = strike.sides[side].units.iter().enumerate();
    let flew = units.filter(|(at, _)| has(state.up[side], *at) && state.flights[side].has(*at));
    let left = flew.filter(|(at, _)| *at >= from && (side == 0 || !has(state.ditched, *at)));
    let deeds = |(at, unit): (usize, &Aircraft)| {
        let (mark, rule) = marked(at);
        let told = mark != FLOWN || unit.piece.is_some();
        let aborted = unit.piece.is_some() && !state.flights[side].flies(at);
        let marks = [told.then_some((mark, rule)), aborted.then_some((ABORTED, "4.8.7"))];
        let whom = Whom::Unit { name: unit.name.clone(), piece: unit.piece.clone() };
        let deed = move |(mark, rule): (Term, &str)| Deed {
            whom: whom.clone(),
            act: Act::Mark(mark),
            rule: rule.to_owned().into(),
        };
        marks.into_iter().flatten().map(deed)
    };
    left.flat_map(deeds).collect()
}

/// The last lines of a report.
pub(super) fn close(
    strike: &Strike,
    state: &StrikeState,
    tables: &StrikeTables,
    log: &mut Log,
) -> StrikeOutcome {
    debug_assert!(matches!(state.stage, StrikeStage::Search(..) | StrikeStage::End));
    let outcome = StrikeOutcome::of(strike, state, tables);
    log.line(|| {
        ("losses of the strike", outcome.result.clone(), "all links together", "4.8.7, 4.10.3, 4.10.5")
    });
    log.line(|| {
        let (value, cause) = match strike.mission.is_offensive() {
            true => ("Committed", "all that flew in an Offensive Phase"),
            false => ("back at their bases", "committed only while they were in the air"),
        };
        ("aircraft", value, cause, "4.14.1")
    });
    outcome
}
