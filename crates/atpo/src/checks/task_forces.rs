//! Task forces: what sails under their chits, and which of them may evade.

use std::collections::{BTreeMap, BTreeSet};

use super::super::kind::{Air, Kind, Ship};
use super::super::listed::{names, pieces};
use super::super::ratings::Ratings;
use super::super::states::Posture;
use super::super::view::{Alliance, Unit, View};
use super::war::is_japan_proper;
use crate::ground::{City, GroundColumn, HexKind};
use liege_rules::check::bound::Bound;
use liege_rules::check::{Check, Found, Report, now};
use liege_rules::position::places::Hex;
use liege_rules::position::situation::{PieceIx, PlaceId};
use vassal::diagnostic::{Severity, counted};

pub(super) const TASK_FORCES: &[Check<View>] = &[
    now("ATPO-S20", submarine_sailing_in_task_force),
    now("ATPO-S21", empty_task_force),
    now("ATPO-S22", too_many_dummy_task_forces),
    now("ATPO-M22", misplaced_evasion_chit).of("allies"),
];

/// How many of its task forces a nation may make dummies (16.15).
const MOST_DUMMIES: usize = 3;
/// The nations that have dummies.
const DECEIVERS: [&str; 2] = ["UK", "US"];
/// The chit of a task force.
const CHIT: &str = "task-force";

/// The number of a chit's tray; none for a dummy, which has no tray.
fn number(view: &View, chit: PieceIx) -> Option<u16> {
    view.situation.pieces[chit].entry.as_ref()?.id.rsplit('-').next()?.parse().ok()
}

/// Ships at sea that lie in trays, by place, tray and party.
fn sailing(view: &View) -> BTreeMap<(&PlaceId, u16, Alliance), Vec<&Unit>> {
    let mut forces: BTreeMap<(&PlaceId, u16, Alliance), Vec<&Unit>> = BTreeMap::new();
    for unit in view.units.iter().filter(|unit| unit.kind.is_naval()) {
        let (piece, states) = (view.piece(unit), view.states(unit));
        let at_sea = states.posture == Posture::Present && states.posture_told;
        if let Some(tray) = piece.tray.filter(|_| at_sea) {
            forces.entry((&piece.at, tray, unit.side)).or_default().push(unit);
        }
    }
    forces
}

fn submarine_sailing_in_task_force(view: &View, report: &mut Report<'_>) {
    for ((place, tray, side), ships) in sailing(view) {
        let of_number = |ix: &PieceIx| {
            number(view, *ix) == Some(tray) && Alliance::of(view.situation.alliance(*ix)) == Some(side)
        };
        // Two nations of one party have trays of one number, and a position does not keep which ship lies in which.
        let trays = view.chits(place, CHIT).into_iter().filter(of_number).count();
        let is = |kind: Ship| move |unit: &&&Unit| unit.kind == Kind::Ship(kind);
        let is_boat = |unit: &&Unit| matches!(unit.kind, Kind::Ship(Ship::Submarine | Ship::Kaiten));
        let (subs, kaiten) =
            (ships.iter().filter(is(Ship::Submarine)).count(), ships.iter().filter(is(Ship::Kaiten)).count());
        let alone = ships.len() == 1 || (ships.len() == 2 && subs == 1 && kaiten == 1);
        if subs + kaiten == 0 || alone || trays > 1 {
            continue;
        }
        let (boats, others): (Vec<&Unit>, Vec<&Unit>) = ships.iter().copied().partition(is_boat);
        let with = if others.is_empty() { "each other".to_owned() } else { names(view, &others) };
        let message = format!("{} at sea in {place} in one task force with {with}", names(view, &boats));
        let pieces = ships.iter().map(|unit| unit.ix).collect();
        report.add(
            Found::at(place.clone(), pieces, message)
                .help("a submarine never moves as part of a task force: let each sail on its own"),
        );
    }
}

/// The chits of task forces on the map without a ship of their party in their place, and those of dummies, by nation.
fn without_ships(view: &View) -> BTreeMap<&str, Vec<PieceIx>> {
    let mut all: BTreeMap<&str, Vec<PieceIx>> = BTreeMap::new();
    for ix in view.situation.in_play() {
        let piece = &view.situation.pieces[ix];
        let sails = piece.at.hex().is_some() || view.is_sea_area(&piece.at);
        let is_chit = sails && piece.is_chit(CHIT);
        let Some(side) = Alliance::of(view.situation.alliance(ix)).filter(|_| is_chit) else { continue };
        let ships = view.here(&piece.at).any(|unit| unit.side == side && unit.kind.is_naval());
        if !view.may_hide(side) && (number(view, ix).is_none() || !ships) {
            all.entry(piece.nation()).or_default().push(ix);
        }
    }
    all
}

fn empty_task_force(view: &View, report: &mut Report<'_>) {
    for (nation, chits) in without_ships(view) {
        let may_deceive = DECEIVERS.contains(&nation);
        // The dummies of a nation that has too many are told together.
        if may_deceive && chits.len() > MOST_DUMMIES {
            continue;
        }
        for ix in chits.into_iter().filter(|ix| number(view, *ix).is_some()) {
            let piece = &view.situation.pieces[ix];
            let message = format!("{} in {} has no ship", piece.name, piece.at);
            let found = Found::at(piece.at.clone(), vec![ix], message);
            report.add(if may_deceive {
                found.severity(Severity::Suspicious).help("without ships it is legal only as a dummy")
            } else {
                found.help("remove the chit, or put the ships into its tray")
            });
        }
    }
}

fn too_many_dummy_task_forces(view: &View, report: &mut Report<'_>) {
    for (nation, chits) in without_ships(view) {
        let adjective = |code: &str| {
            view.situation
                .pack
                .nations
                .get(code)
                .map_or_else(|| code.to_owned(), |nation| nation.adjective.clone())
        };
        let dummies: Vec<PieceIx> = if DECEIVERS.contains(&nation) {
            chits
        } else {
            chits.into_iter().filter(|ix| number(view, *ix).is_none()).collect()
        };
        let forces = format!("{} task force", adjective(nation));
        let (message, help) = if DECEIVERS.contains(&nation) {
            let chits = counted(dummies.len(), &forces);
            let help = "remove those that are not dummies, or put ships into their trays";
            (format!("{chits} without a ship in play; at most {MOST_DUMMIES} may be dummies"), help)
        } else {
            let chits = counted(dummies.len(), &format!("dummy {forces}"));
            (format!("{chits} in play; only the UK and the US have dummies"), "remove it")
        };
        let most = if DECEIVERS.contains(&nation) { MOST_DUMMIES } else { 0 };
        if let Some(extra) = dummies.get(most) {
            let at = view.situation.pieces[*extra].at.clone();
            report.add(Found::at(at, dummies, message).help(help));
        }
    }
}

fn misplaced_evasion_chit(view: &View, report: &mut Report<'_>) {
    let mut all = Vec::new();
    let mut on_one: BTreeMap<(&PlaceId, Vec<PieceIx>), Vec<PieceIx>> = BTreeMap::new();
    let sails = |place: &&PlaceId| place.hex().is_some() || view.is_sea_area(place);
    for place in view.situation.at.keys().filter(sails) {
        for chit in view.chits(place, "evasion") {
            all.push(chit);
            let ships = evading(view, place, chit);
            on_one.entry((place, pieces(&ships))).or_default().push(chit);
            let found = match wrong_evasion(view, place, &ships) {
                Some((why, severity, help)) => {
                    let message = format!("Evasion chit in {place}{why}");
                    Some(Found::at(place.clone(), vec![chit], message).severity(severity).help(help))
                }
                None if view.may_hide(Alliance::Allies) => None,
                None => mostly_foreign(view, place, chit, &ships),
            };
            report.extend(found);
        }
    }
    for ((place, ships), chits) in on_one {
        let forces: BTreeSet<_> = ships.iter().map(|ship| force_of(view, *ship)).collect();
        if !ships.is_empty() && chits.len() > forces.len() && !view.may_hide(Alliance::Allies) {
            let message = match forces.len() {
                1 => format!("{} in {place} on one force", counted(chits.len(), "Evasion chit")),
                number => format!("{} in {place} on {number} forces", counted(chits.len(), "Evasion chit")),
            };
            let help = "a force has at most one: return the rest";
            report.add(Found::at(place.clone(), chits, message).help(help));
        }
    }
    if let Some(extra) = all.get(MOST_EVASIONS) {
        let at = view.situation.pieces[*extra].at.clone();
        let chits = counted(all.len(), "Evasion chit");
        report.add(
            Found::at(at, all, format!("{chits} in play; a die gives at most {MOST_EVASIONS}"))
                .help("return the rest"),
        );
    }
}

/// What a ship sails in: its tray, else its stack.
fn force_of(view: &View, ship: PieceIx) -> (Option<u16>, usize) {
    let piece = &view.situation.pieces[ship];
    (piece.tray, if piece.tray.is_some() { 0 } else { piece.stack })
}

/// What is wrong with an Evasion chit, how sure that is and what to do, whatever the ships' nations are.
fn wrong_evasion(
    view: &View,
    place: &PlaceId,
    ships: &[&Unit],
) -> Option<(&'static str, Severity, &'static str)> {
    const NO_EFFECT: &str = "there it has no effect: remove it";
    let clock = &view.situation.clock;
    let sure = Severity::Illegal;
    if clock.date.is_some_and(|date| date.year < 1942) {
        return Some((" before 1942", sure, "the US draws them in Winter 1942"));
    }
    if clock.phase.as_deref().is_some_and(|phase| phase.starts_with("MV")) {
        let help = "it is removed at the end of the phase in which it was used";
        return Some((" in the Movement Phase", sure, help));
    }
    if view.is_sea_area(place) {
        return Some((", a large sea area", sure, NO_EFFECT));
    }
    if let Some(severity) = near_japan(view, place) {
        return Some((", within a hex of the coast of Japan", severity, NO_EFFECT));
    }
    match ships {
        [] if view.may_hide(Alliance::Allies) => None,
        [] => Some((", where no Allied ship is", sure, "place it on the evading ships")),
        boats if boats.iter().all(|unit| unit.kind == Kind::Ship(Ship::Submarine)) => {
            Some((" on a submarine", sure, "submarines never evade"))
        }
        _ => None,
    }
}

/// The most Evasion chits that the US ever draws (17.2.1).
const MOST_EVASIONS: usize = 4;

/// The Allied ships that a chit is about: those of its tray, or of its stack with the trays of task forces in it; without
/// any, those of its place.
fn evading<'a>(view: &'a View, place: &'a PlaceId, chit: PieceIx) -> Vec<&'a Unit> {
    let (stack, tray) = (view.situation.pieces[chit].stack, view.situation.pieces[chit].tray);
    let in_stack = |ix: PieceIx| view.situation.pieces[ix].stack == stack;
    let chits = view.chits(place, CHIT).into_iter().filter(|ix| in_stack(*ix));
    let trays: BTreeSet<u16> = chits.filter_map(|ix| number(view, ix)).chain(tray).collect();
    let ships: Vec<&Unit> =
        view.here(place).filter(|unit| unit.side == Alliance::Allies && unit.kind.is_naval()).collect();
    let own =
        |unit: &&Unit| in_stack(unit.ix) || view.piece(unit).tray.is_some_and(|tray| trays.contains(&tray));
    let near: Vec<&Unit> = ships.iter().copied().filter(own).collect();
    if near.is_empty() { ships } else { near }
}

/// How sure it is that a place is within a hex of the coast of Japan proper: at its home cities no estimate of ours is in
/// the way.
fn near_japan(view: &View, place: &PlaceId) -> Option<Severity> {
    let map = view.map();
    let hex = place.hex()?;
    let coast = |near: Hex| {
        let facts = map.facts(near).filter(|facts| facts.kind == HexKind::Coastal)?;
        let home = matches!(facts.city, Some(City::Home | City::Capital));
        let coastal = !facts.is_draft(GroundColumn::Kind) || !facts.is_draft(GroundColumn::Port);
        let draft = !home || facts.is_draft(GroundColumn::City) || !coastal;
        is_japan_proper(view, near).then_some(if draft { Severity::Suspicious } else { Severity::Illegal })
    };
    map.neighbours(hex).into_iter().chain([hex]).filter_map(coast).min()
}

/// An evading force is US by at least half of its gunnery, to which the aircraft of US carriers count.
fn mostly_foreign(view: &View, place: &PlaceId, chit: PieceIx, ships: &[&Unit]) -> Option<Found> {
    let guns = |unit: &Unit| match &*unit.ratings {
        Ratings::Ship(ship) => view.rating(unit, &ship.gunnery, "gunnery", 9),
        _ => Bound::exact(0),
    };
    let us = |unit: &&&Unit| unit.entry.nation == "US";
    let decks: BTreeSet<PieceIx> = ships.iter().filter(us).map(|unit| unit.ix).collect();
    let aboard = view.here(place).filter(|unit| {
        let on_deck = matches!(view.posture(unit), Posture::Aboard(Some(deck)) if decks.contains(&deck));
        unit.kind == Kind::Air(Air::NavalAir) && on_deck
    });
    let aircraft: Bound = aboard
        .map(|unit| match &*unit.ratings {
            Ratings::Air(air) => view.rating(unit, &air.strength, "strength", 5),
            _ => Bound::exact(0),
        })
        .sum();
    let own = &ships.iter().filter(us).map(|unit| guns(unit)).sum::<Bound>() + &aircraft;
    let all = &ships.iter().map(|unit| guns(unit)).sum::<Bound>() + &aircraft;
    Found::over(&all, &(&own + &own), || {
        let message =
            format!("Evasion chit in {place} on ships of which {own} of {all} gunnery points are US");
        let pieces = [chit].into_iter().chain(ships.iter().map(|unit| unit.ix)).collect();
        Found::at(place.clone(), pieces, message).help("only ships that are at least half US evade")
    })
}
