//! What ships carry together: the task forces of a position with their cargo, and the transport points they have.

use std::collections::{BTreeMap, BTreeSet};

use super::super::kind::{Kind, Land, Ship};
use super::super::states::Posture;
use super::super::view::{Alliance, Unit, View};
use liege_rules::check::Found;
use liege_rules::check::bound::Bound;
use liege_rules::position::situation::{PieceIx, PlaceId};
use vassal::diagnostic::{Severity, counted};

/// The ships of one party at one place, and the tray they sail in: what counts as one task force.
pub(crate) struct TaskForce<'a> {
    pub place: &'a PlaceId,
    pub side: Alliance,
    /// All units of the party there.
    pub units: Vec<&'a Unit>,
    /// Combat land units aboard its ships, without those that ride in submarines.
    pub cargo: Vec<&'a Unit>,
    /// Sea Supply aboard its ships, without what is in submarines.
    pub supply: Vec<PieceIx>,
}

impl<'a> TaskForce<'a> {
    /// All forces with ships that the looker sees whole, in a fixed order.
    pub fn all(view: &'a View) -> Vec<Self> {
        let mut forces: BTreeMap<(&PlaceId, Option<u16>, Alliance), Vec<&Unit>> = BTreeMap::new();
        for unit in view.units.iter().filter(|unit| !view.may_hide(unit.side)) {
            let piece = view.piece(unit);
            forces.entry((&piece.at, piece.tray, unit.side)).or_default().push(unit);
        }
        let with_ships =
            forces.into_iter().filter(|(_, units)| units.iter().any(|unit| unit.kind.is_naval()));
        with_ships.map(|((place, tray, side), units)| Self::of(view, place, tray, side, units)).collect()
    }

    fn of(view: &View, place: &'a PlaceId, tray: Option<u16>, side: Alliance, units: Vec<&'a Unit>) -> Self {
        let mut cargo: Vec<&Unit> = units.iter().copied().filter(|unit| is_sea_cargo(view, unit)).collect();
        let riding = in_submarines(view, &units, &cargo);
        cargo.retain(|unit| !riding.contains(&unit.ix));
        let own: BTreeSet<PieceIx> = units.iter().map(|unit| unit.ix).collect();
        let is_aboard = |ix: &PieceIx| match view.states[*ix].posture {
            Posture::Aboard(Some(ship)) => {
                own.contains(&ship) && !["atp", "SS"].contains(&view.situation.pieces[ship].kind())
            }
            _ => false,
        };
        let supply = view.chits(place, "sea-supply").into_iter();
        let supply = supply.filter(|ix| view.situation.pieces[*ix].tray == tray && is_aboard(ix)).collect();
        Self { place, side, units, cargo, supply }
    }

    /// What the ships carry, and the transports among them.
    pub fn concerned(&self) -> Vec<PieceIx> {
        let transports = self.units.iter().filter(|unit| unit.kind == Kind::Stp);
        let cargo = self.cargo.iter().map(|unit| unit.ix);
        cargo.chain(self.supply.iter().copied()).chain(transports.map(|unit| unit.ix)).collect()
    }
}

/// Combat land units that ships carry. What lies in no stack with a carrier may be aboard aircraft where there are any.
fn is_sea_cargo(view: &View, unit: &Unit) -> bool {
    let piece = view.piece(unit);
    let by_air = match view.posture(unit) {
        Posture::Aboard(Some(carrier)) => view.kind_of(carrier) == Some(Kind::Atp),
        Posture::Aboard(None) => view.here(&piece.at).any(|other| other.kind == Kind::Atp),
        _ => return false,
    };
    unit.kind.is_land() && !by_air
}

/// Commandos that ride in submarines: one in each full-strength one of their nation and stack (16.1.1.1).
pub(super) fn in_submarines(view: &View, force: &[&Unit], cargo: &[&Unit]) -> BTreeSet<PieceIx> {
    let mut free: Vec<&Unit> = force
        .iter()
        .copied()
        .filter(|unit| unit.kind == Kind::Ship(Ship::Submarine) && !view.is_reduced(unit))
        .collect();
    let mut riding = BTreeSet::new();
    for unit in cargo.iter().filter(|unit| unit.kind == Kind::Land(Land::Commando)) {
        let piece = view.piece(unit);
        let near = |sub: &Unit| {
            view.posture(unit) == Posture::Aboard(Some(sub.ix)) || view.piece(sub).stack == piece.stack
        };
        let fits = |sub: &&Unit| sub.entry.nation == unit.entry.nation && near(sub);
        if let Some(at) = free.iter().position(fits) {
            free.swap_remove(at);
            riding.insert(unit.ix);
        }
    }
    riding
}

/// What some ships lift.
pub(crate) struct Lift {
    /// Transport points of the counters, with those of the Tokyo Express.
    pub points: Bound,
    /// Pairs of a light cruiser and a destroyer that are both at full strength.
    pub full_pairs: i32,
    /// All other pairs.
    pub weak_pairs: i32,
}

impl Lift {
    /// What these ships lift together.
    pub fn of(view: &View, ships: &[&Unit]) -> Self {
        let stp: Bound =
            ships.iter().filter(|unit| unit.kind == Kind::Stp).map(|unit| view.points(unit)).sum();
        let express = tokyo_express(view, ships);
        let express_points = express.map_or(0, |unit| if view.is_reduced(unit) { 1 } else { 2 });
        let free = |unit: &&&Unit| express.is_none_or(|own| own.ix != unit.ix);
        let count = |ship: Ship, only_full: bool| {
            let of_kind = ships.iter().filter(free).filter(|unit| unit.kind == Kind::Ship(ship));
            of_kind.filter(|unit| !only_full || is_full(view, unit)).count()
        };
        let pairs = |only_full: bool| {
            let pairs = count(Ship::LightCruiser, only_full).min(count(Ship::Destroyer, only_full));
            i32::try_from(pairs).unwrap_or(i32::MAX)
        };
        let full_pairs = pairs(true);
        Self {
            points: &stp + &Bound::exact(express_points),
            full_pairs,
            weak_pairs: pairs(false) - full_pairs,
        }
    }

    /// Units or supply chits of any sort.
    pub fn total(&self) -> Bound {
        &self.points + &Bound::exact(self.full_pairs.saturating_add(self.weak_pairs))
    }

    /// A finding that counts so much Sea Supply, as sure as the lift for it is: how much goes on a transport point no table
    /// tells, only that a pair of warships carries one chit (3.13.3).
    pub fn judge(&self, found: Found, supply: usize) -> Found {
        let sure = supply == 0 || self.points == Bound::exact(0);
        if sure { found } else { found.severity(Severity::Suspicious) }
    }
}

/// So many units, called so, and Sea Supply chits.
pub(super) fn counted_load(units: usize, thing: &str, supply: usize) -> String {
    let chits = || counted(supply, "Sea Supply chit");
    match (units, supply) {
        (0, _) => chits(),
        (_, 0) => counted(units, thing),
        _ => format!("{} and {}", counted(units, thing), chits()),
    }
}

/// Whether a ship shows its full face and has a reduced one: a blank back counts as depleted (3.13.3).
fn is_full(view: &View, unit: &Unit) -> bool {
    !view.is_reduced(unit) && unit.entry.number("steps") != Some(1)
}

/// The Japanese destroyer with Tanaka aboard, which lifts like a sea transport (17.8); the best one where several are.
pub(crate) fn tokyo_express<'a>(view: &View, ships: &[&'a Unit]) -> Option<&'a Unit> {
    let tanaka = |unit: &&&Unit| unit.kind == Kind::Admiral && unit.entry.marks.contains(TANAKA);
    ships.iter().find(tanaka)?;
    let japanese = |unit: &&&Unit| unit.kind == Kind::Ship(Ship::Destroyer) && unit.entry.nation == "JP";
    ships.iter().filter(japanese).min_by_key(|unit| view.is_reduced(unit)).copied()
}

/// The mark of the Admiral who sails with unnamed ships.
pub(crate) const TANAKA: &str = "unnamed-only";
