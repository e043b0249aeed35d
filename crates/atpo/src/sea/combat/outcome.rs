//! What a naval battle ended in: facts about both fleets and each ship, and the deeds that follow.

use serde::Serialize;

use super::battle::{Engagement, SIDES, SeaFight, SideIx};
use crate::hit_rule::HitRule;
use crate::sea::admirals::{self, LostAdmiral};
use crate::sea::damage;
use crate::sea::magic;
use crate::sea::ship::NavalUnit;
use crate::terms::FORCE_POOL;
use liege_rules::play::deeds::{Act, Deed, Whom};
use liege_rules::play::losses::UnitLoss;
use liege_rules::play::procedure::{Log, Role};
use vassal::diagnostic::counted;

/// What became of one ship.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct ShipOutcome {
    /// Its side.
    pub side: Role,
    /// Its name.
    pub unit: String,
    /// Its id in the save.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<String>,
    /// How it ended: `sunk`, `damaged`, `withdrawn`, `damaged and withdrawn`, `stands`; of sea transport `eliminated`
    /// or `a point lost`.
    pub fate: &'static str,
    /// Hits it took that count: flips, and of sea transport points.
    pub hits: u8,
    /// By which rule the last of them.
    #[serde(skip)]
    pub rule: HitRule,
    /// Its Admiral: `eliminated`, or where he is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub admiral: Option<String>,
}

/// What became of one side.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct FleetOutcome {
    /// Units that were sunk; sea transport is counted by its points.
    pub sunk: usize,
    /// Units that were damaged and are afloat.
    pub damaged: usize,
    /// Units that withdrew.
    pub withdrawn: usize,
    /// Points of sea transport that were lost.
    pub points_lost: u32,
    /// Points of cargo that its owner eliminates (3.11.8).
    pub cargo_lost: u32,
    /// Admirals who were eliminated.
    pub admirals_lost: usize,
}

/// The facts of a battle, final or so far.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct CombatOutcome {
    /// In short.
    pub result: String,
    /// The side that found the other.
    pub attacker: FleetOutcome,
    /// The other.
    pub defender: FleetOutcome,
    /// Each ship.
    pub units: Vec<ShipOutcome>,
    /// Admirals who were eliminated.
    #[serde(skip)]
    pub admirals: Vec<LostAdmiral>,
    /// Whether Naval Magic was used.
    #[serde(skip)]
    pub magic_used: bool,
}

impl FleetOutcome {
    /// In words: `2 sunk, 1 damaged`, or `no loss`.
    fn in_words(&self) -> String {
        let points = counted(usize::try_from(self.points_lost).unwrap_or(usize::MAX), "transport point");
        let parts = [
            (self.sunk > 0).then(|| format!("{} sunk", self.sunk)),
            (self.damaged > 0).then(|| format!("{} damaged", self.damaged)),
            (self.points_lost > 0).then(|| format!("{points} lost")),
            (self.cargo_lost > 0).then(|| format!("{} of cargo lost", self.cargo_lost)),
            (self.admirals_lost > 0).then(|| format!("{} lost", counted(self.admirals_lost, "Admiral"))),
            (self.withdrawn > 0).then(|| format!("{} withdrawn", self.withdrawn)),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        if parts.is_empty() { "no loss".into() } else { parts.join(", ") }
    }
}

impl CombatOutcome {
    /// The facts of a battle as it stands.
    #[must_use]
    pub fn of(fight: &SeaFight<'_>) -> Self {
        let [attacker, defender] = [0, 1].map(|side| fleet(fight, side));
        let result = in_short(&attacker, &defender);
        let units = (0..2).flat_map(|side| ships(fight, side)).collect();
        let lost = |side: SideIx| admirals::lost(&fight.officers[side], &fight.engagement.fleets[side].units);
        let admirals = (0..2).flat_map(lost).collect();
        Self { result, attacker, defender, units, admirals, magic_used: fight.state.magic_used }
    }

    /// What became of each ship of an engagement.
    #[must_use]
    pub fn losses(&self, engagement: &Engagement) -> Vec<UnitLoss> {
        let [attacker, defender] = &engagement.fleets;
        let first = |side: usize| if side == 0 { 0 } else { attacker.units.len() };
        let units = [attacker, defender].into_iter().enumerate().flat_map(|(side, fleet)| {
            fleet.units.iter().zip(&fleet.alike).map(move |(unit, like)| (unit, first(side) + like))
        });
        let loss = |(ship, (unit, like)): (&ShipOutcome, (&NavalUnit, usize))| UnitLoss {
            side: ship.side,
            unit: ship.unit.clone(),
            like,
            fate: damage::fate(unit, unit.hits_left().saturating_sub(ship.hits)),
        };
        self.units.iter().zip(units).map(loss).collect()
    }

    /// What is done to the ships.
    #[must_use]
    pub fn deeds(&self) -> Vec<Deed> {
        let mut deeds = Vec::new();
        for ship in &self.units {
            let whom = Whom::Unit { name: ship.unit.clone(), piece: ship.piece.clone() };
            let act = match ship.fate {
                "sunk" | "eliminated" => Act::Eliminate(Some(FORCE_POOL)),
                "damaged" | "damaged and withdrawn" | "a point lost" if ship.hits > 0 => Act::LoseStep,
                _ => continue,
            };
            deeds.push(Deed { whom, act, rule: ship.rule.or("3.11.4.1").into() });
        }
        deeds.extend(admirals::deeds(&self.admirals));
        deeds.extend(magic::spent(self.magic_used));
        deeds
    }
}

fn fleet(fight: &SeaFight<'_>, side: SideIx) -> FleetOutcome {
    let fleet = &fight.engagement.fleets[side];
    let mut facts = FleetOutcome::default();
    let (mut came, mut points) = (0, 0);
    for (unit, hull) in fleet.units.iter().zip(&fight.hulls[side]) {
        let hits = hull.came - hull.hits_left;
        if unit.is_transport() {
            facts.points_lost += u32::from(hits);
            (came, points) = (came + u32::from(hull.came), points + u32::from(hull.hits_left));
        } else {
            facts.damaged += usize::from(hits > 0 && hull.hits_left > 0);
            facts.sunk += usize::from(hits > 0 && hull.hits_left == 0);
        }
        facts.withdrawn += usize::from((hull.gone && fight.has_left()) && hull.hits_left > 0);
    }
    // Cargo is aboard the stack as a whole (3.11.8): transports that are no part of this battle may carry it.
    let mut units = fleet.units.iter().zip(&fight.hulls[side]);
    let elsewhere = units.any(|(unit, hull)| unit.is_transport() && hull.came == 0);
    facts.cargo_lost = if elsewhere { 0 } else { fleet.cargo.min(came).saturating_sub(points) };
    facts.admirals_lost = fight.officers[side].iter().filter(|officer| officer.aboard.is_none()).count();
    facts
}

/// What both sides lost, in short.
fn in_short(attacker: &FleetOutcome, defender: &FleetOutcome) -> String {
    format!("attacker {}; defender {}", attacker.in_words(), defender.in_words())
}

fn ships(fight: &SeaFight<'_>, side: SideIx) -> Vec<ShipOutcome> {
    let units = fight.engagement.fleets[side].units.iter().zip(&fight.hulls[side]).enumerate();
    units
        .filter(|(_, (_, hull))| hull.came > 0)
        .map(|(ship, (unit, hull))| {
            let hits = hull.came - hull.hits_left;
            let withdrawn = hull.gone && fight.has_left();
            let fate = match (unit.is_transport(), hull.hits_left) {
                (true, 0) => "eliminated",
                (false, 0) => "sunk",
                (true, _) if hits > 0 => "a point lost",
                (false, _) if hits > 0 && withdrawn => "damaged and withdrawn",
                (false, _) if hits > 0 => "damaged",
                _ if withdrawn => "withdrawn",
                _ => "stands",
            };
            let officer = fight.officers[side].iter().find(|officer| usize::from(officer.came_with) == ship);
            let admiral = officer.map(|officer| match officer.aboard {
                None => "eliminated".to_owned(),
                Some(aboard) => fight.engagement.unit(side, aboard.into()).name.clone(),
            });
            ShipOutcome {
                side: SIDES[side],
                unit: unit.name.clone(),
                piece: unit.piece.clone(),
                fate,
                hits,
                rule: if unit.is_transport() { HitRule(damage::TRANSPORT) } else { hull.by },
                admiral,
            }
        })
        .collect()
}

/// The last lines of a report: what both sides lost.
pub(super) fn close(fight: &SeaFight<'_>, log: &mut Log) -> CombatOutcome {
    let outcome = CombatOutcome::of(fight);
    for (role, fleet) in SIDES.into_iter().zip([&outcome.attacker, &outcome.defender]) {
        log.line(|| (format!("{role}'s losses"), fleet.in_words(), "of the battle", "3.11.7"));
        if fleet.cargo_lost > 0 {
            let lost = fleet.cargo_lost.to_string();
            log.line(|| {
                let cause =
                    "cargo points that the remaining transports cannot carry; the owner chooses which";
                (format!("{role}'s cargo"), format!("{lost} lost"), cause, "3.11.8")
            });
        }
    }
    outcome
}
