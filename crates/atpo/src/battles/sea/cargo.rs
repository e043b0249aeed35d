//! What goes down with ships: aircraft with their carrier, cargo beyond the lift that is left (3.11.8, 4.6.2.3).

use std::collections::{BTreeMap, BTreeSet};

use super::super::super::checks::{TANAKA, tokyo_express};
use super::super::super::kind::{Air, Kind, Land, Ship};
use super::super::super::ratings::Ratings;
use super::super::super::states::Posture;
use super::super::super::view::{Alliance, Unit, View};
use super::super::forces::face;
use super::stowage;
use liege_rules::position::situation::{PieceIx, PlaceId};

/// What a battle did to ships.
#[derive(Default)]
pub(super) struct Toll {
    /// Ships that are gone.
    pub gone: BTreeSet<PieceIx>,
    /// Ships that show their other side now.
    pub hit: BTreeSet<PieceIx>,
}

/// Something lost with ships, with the rule and what is said of it.
pub(super) struct Lost {
    pub piece: PieceIx,
    pub rule: &'static str,
    /// Whether its owner may lose another of the cargo instead.
    pub chosen: bool,
}

/// Ships that sail together: one place, one tray, one party.
type Group = (PlaceId, Option<u16>, Alliance);

/// Cargo of which too much is aboard: its owner says which of it is lost.
pub(super) struct Overload {
    /// The ships that are left, by whom their side is known.
    pub ships: Vec<PieceIx>,
    /// What is aboard, the weakest first.
    pub cargo: Vec<PieceIx>,
    /// How many of it are lost.
    pub over: usize,
}

/// Everything that is lost with the ships of a battle; where its owner has not chosen, the weakest.
pub(super) fn lost(view: &View, ships: &BTreeSet<PieceIx>, toll: &Toll) -> Vec<Lost> {
    let mut lost: Vec<Lost> = aircraft(view, toll);
    lost.extend(in_boats(view, toll));
    for hold in holds(view, ships, toll) {
        lost.extend(hold.sure.into_iter().map(|piece| Lost { piece, rule: "3.11.8", chosen: false }));
        for open in hold.open {
            let weakest = open.cargo.into_iter().take(open.over);
            lost.extend(weakest.map(|piece| Lost { piece, rule: "3.11.8", chosen: true }));
        }
    }
    lost
}

/// The first cargo of which its owner chooses what is lost.
pub(super) fn overloaded(view: &View, ships: &BTreeSet<PieceIx>, toll: &Toll) -> Option<Overload> {
    holds(view, ships, toll).into_iter().flat_map(|hold| hold.open).next()
}

/// Who is still aboard and no longer lands, because the ships of the hex are too few for a landing: the weakest. Cruisers and
/// destroyers put ashore nobody but Japanese SNLF (3.13.3); for the rest of them the landing is a plain transport (3.11.8).
pub(super) fn called_off(view: &View, place: &PlaceId, side: Alliance, toll: &Toll) -> Vec<PieceIx> {
    let all: Vec<&Unit> = view.here(place).filter(|unit| unit.side == side).collect();
    let ships: Vec<&Unit> = all.iter().copied().filter(|unit| unit.kind.is_naval()).collect();
    if !ships.iter().any(|ship| toll.gone.contains(&ship.ix) || toll.hit.contains(&ship.ix)) {
        return Vec::new();
    }
    // From a submarine nobody lands in an assault (16.1.1.1).
    let carriers = ships.iter().filter(|ship| ship.kind != Kind::Ship(Ship::Submarine));
    let lands: BTreeSet<PieceIx> = carriers.flat_map(|ship| stowage::landing_from(view, ship.ix)).collect();
    let troops = all.iter().copied().filter(|unit| lands.contains(&unit.ix) && !toll.gone.contains(&unit.ix));
    let of_japan: Vec<&Unit> = ships.iter().copied().filter(|ship| ship.entry.nation == "JP").collect();
    let express = express(view, &all);
    let lifts = |ships: &[&Unit]| Lifting::of(view, ships, express.as_ref(), toll);
    let pairs = lifts(&of_japan);
    let (snlf, mut others): (Vec<&Unit>, Vec<&Unit>) =
        troops.partition(|unit| unit.kind == Kind::Land(Land::Snlf));
    others.extend(snlf.into_iter().skip(pairs.full + pairs.weak));
    others.sort_by_key(|unit| weight(view, unit));
    let over = others.len().saturating_sub(lifts(&ships).points);
    others.into_iter().take(over).map(|unit| unit.ix).collect()
}

/// What the ships of a battle carried, by those that sail together.
fn holds(view: &View, ships: &BTreeSet<PieceIx>, toll: &Toll) -> Vec<Hold> {
    let mut groups: BTreeMap<Group, Vec<&Unit>> = BTreeMap::new();
    for unit in &view.units {
        let piece = view.piece(unit);
        groups.entry((piece.at.clone(), piece.tray, unit.side)).or_default().push(unit);
    }
    let touched = |ix: &PieceIx| toll.gone.contains(ix) || toll.hit.contains(ix);
    let hurt = |units: &Vec<&Unit>| units.iter().any(|unit| ships.contains(&unit.ix) && touched(&unit.ix));
    let hurt = groups.into_iter().filter(|(_, units)| hurt(units));
    hurt.map(|((place, tray, _), units)| of_group(view, &place, tray, &units, toll)).collect()
}

/// What becomes of the cargo of ships that sail together.
#[derive(Default)]
struct Hold {
    /// What is lost in any case.
    sure: Vec<PieceIx>,
    /// What is too much, of which its owner chooses.
    open: Vec<Overload>,
}

/// Aircraft aboard a carrier, a battleship or a cruiser go down with it; the B-25 is lost with a hit (16.14).
fn aircraft(view: &View, toll: &Toll) -> Vec<Lost> {
    let loss = |unit: &Unit| {
        let Posture::Aboard(Some(carrier)) = view.posture(unit) else { return None };
        let rule = if unit.kind == Kind::Air(Air::B25) { "16.14" } else { "4.6.2.3" };
        let lost = toll.gone.contains(&carrier) && view.situation.pieces[carrier].kind() != "stp"
            || toll.hit.contains(&carrier) && unit.kind == Kind::Air(Air::B25);
        (unit.kind.is_air() && lost).then_some(Lost { piece: unit.ix, rule, chosen: false })
    };
    view.units.iter().filter_map(loss).collect()
}

/// What submarines carry goes with them, and when they are depleted (16.1.1.1, 13.3.3).
fn in_boats(view: &View, toll: &Toll) -> impl Iterator<Item = Lost> {
    let is_lost = |ix: &PieceIx| match view.states[*ix].posture {
        Posture::Aboard(Some(boat)) => {
            let hurt = toll.gone.contains(&boat) || toll.hit.contains(&boat);
            hurt && view.situation.pieces[boat].kind() == "SS" && !toll.gone.contains(ix)
        }
        _ => false,
    };
    view.situation.in_play().filter(is_lost).map(|piece| {
        let rule = if view.situation.pieces[piece].is_chit("sea-supply") { "13.3.3" } else { "16.1.1.1" };
        Lost { piece, rule, chosen: false }
    })
}

/// The destroyer that carries as the Tokyo Express: the one that Tanaka is aboard, else the best of his place (17.8).
fn express(view: &View, units: &[&Unit]) -> Option<Express> {
    let best = tokyo_express(view, units)?;
    let tanaka = units.iter().find(|unit| unit.kind == Kind::Admiral && unit.entry.marks.contains(TANAKA))?;
    let of_his = |ix: PieceIx| {
        let fits = |unit: &&&Unit| unit.ix == ix && unit.kind == Kind::Ship(Ship::Destroyer);
        units.iter().find(fits).map(|unit| unit.ix)
    };
    let ship = match view.posture(tanaka) {
        Posture::Aboard(Some(ship)) => of_his(ship)?,
        _ => best.ix,
    };
    Some(Express { ship, tanaka: tanaka.ix })
}

/// A destroyer that carries as sea transport does while Tanaka is aboard.
struct Express {
    ship: PieceIx,
    tanaka: PieceIx,
}

impl Express {
    /// Its transport points: none without Tanaka, and another destroyer does not recover what was lost with it.
    fn points(&self, view: &View, toll: &Toll) -> usize {
        let is_depleted = toll.hit.contains(&self.ship) || view.states[self.ship].reduced;
        match [self.ship, self.tanaka].iter().any(|ix| toll.gone.contains(ix)) {
            true => 0,
            false => 2 - usize::from(is_depleted),
        }
    }
}

/// The cargo of ships that sail together, as far as what is left cannot carry it: the weakest first. Leaders need no
/// lift, and go with the last ship.
fn of_group(view: &View, place: &PlaceId, tray: Option<u16>, units: &[&Unit], toll: &Toll) -> Hold {
    let ships: Vec<&Unit> = units.iter().copied().filter(|unit| unit.kind.is_naval()).collect();
    let own: BTreeSet<PieceIx> = ships.iter().map(|ship| ship.ix).collect();
    let aboard = |ix: PieceIx| match view.states[ix].posture {
        Posture::Aboard(Some(ship)) => {
            own.contains(&ship) && !matches!(view.situation.pieces[ship].kind(), "SS" | "CV" | "CVL" | "CVE")
        }
        _ => false,
    };
    let leads = |unit: &Unit| matches!(unit.kind, Kind::Hq | Kind::General);
    let riding = units.iter().filter(|unit| aboard(unit.ix) && !unit.kind.is_naval());
    let riding = riding.filter(|unit| unit.kind != Kind::Admiral);
    let (leaders, mut cargo): (Vec<&Unit>, Vec<&Unit>) = riding.copied().partition(|unit| leads(unit));
    cargo.sort_by_key(|unit| weight(view, unit));
    let chits = view.chits(place, "sea-supply").into_iter();
    let chits = chits.filter(|ix| view.situation.pieces[*ix].tray == tray && aboard(*ix));
    let load = chits.chain(cargo.iter().map(|unit| unit.ix)).filter(|ix| !toll.gone.contains(ix));
    let load: Vec<PieceIx> = load.collect();
    if ships.iter().all(|ship| toll.gone.contains(&ship.ix)) {
        let sure = load.into_iter().chain(leaders.iter().map(|unit| unit.ix)).collect();
        return Hold { sure, open: Vec::new() };
    }
    let light = |ix: &PieceIx| cargo.iter().any(|unit| unit.ix == *ix && view.is_reduced(unit));
    let (light, heavy): (Vec<PieceIx>, Vec<PieceIx>) = load.into_iter().partition(light);
    let express = express(view, units);
    let lifts = |toll: &Toll| Lifting::of(view, &ships, express.as_ref(), toll);
    let (before, after) = (lifts(&Toll::default()), lifts(toll));
    let over = after.over(heavy.len(), light.len());
    let known = before.over(heavy.len(), light.len());
    let mut hold = Hold::default();
    for (cargo, over, known) in [(heavy, over.0, known.0), (light, over.1, known.1)] {
        let over = over.saturating_sub(known);
        match over {
            0 => {}
            over if over >= cargo.len() => hold.sure.extend(cargo),
            over => hold.open.push(Overload { ships: own.iter().copied().collect(), cargo, over }),
        }
    }
    hold
}

/// The worth by which cargo is lost: steps, then strength.
fn weight(view: &View, unit: &Unit) -> (bool, i32, i32) {
    let strength = match &*unit.ratings {
        Ratings::Land(land) => face(&land.strength, view.is_reduced(unit)).unwrap_or(0),
        Ratings::Air(air) => face(&air.strength, view.is_reduced(unit)).unwrap_or(0),
        _ => 0,
    };
    (unit.kind.is_land(), view.steps(unit).nominal, strength)
}

/// What ships lift together.
struct Lifting {
    /// Points for any cargo and any landing: of sea transport and of the Tokyo Express.
    points: usize,
    /// Pairs of a light cruiser and a destroyer at full strength, which carry any cargo.
    full: usize,
    /// Pairs that carry a depleted infantry unit alone (3.13.3).
    weak: usize,
}

impl Lifting {
    fn of(view: &View, ships: &[&Unit], express: Option<&Express>, toll: &Toll) -> Self {
        let afloat = || ships.iter().filter(|ship| !toll.gone.contains(&ship.ix));
        let reduced = |ship: &Unit| view.is_reduced(ship) || toll.hit.contains(&ship.ix);
        let points = afloat().map(|ship| match &*ship.ratings {
            Ratings::Transport(transport) => {
                face(&transport.points, reduced(ship)).and_then(|points| usize::try_from(points).ok())
            }
            _ => None,
        });
        let of = |kind: Ship, full: bool| {
            let fit = |ship: &&&Unit| !full || !reduced(ship) && ship.entry.number("steps") != Some(1);
            let paired = |ship: &&&Unit| express.is_none_or(|own| own.ship != ship.ix);
            afloat().filter(|ship| ship.kind == Kind::Ship(kind)).filter(paired).filter(fit).count()
        };
        let pairs = |full| of(Ship::LightCruiser, full).min(of(Ship::Destroyer, full));
        let full = pairs(true);
        let express = express.map_or(0, |own| own.points(view, toll));
        Self { points: points.flatten().sum::<usize>() + express, full, weak: pairs(false) - full }
    }

    /// How many pieces of heavy and of light cargo are too many.
    fn over(&self, heavy: usize, light: usize) -> (usize, usize) {
        let full = self.points + self.full;
        let room = full.saturating_sub(heavy) + self.weak;
        (heavy.saturating_sub(full), light.saturating_sub(room))
    }
}
