//! Aircraft of the carriers in an interception: who can attack, who can meet them, what the save tells of it (3.8.5).

use super::super::super::kind::{Air, Kind};
use super::super::super::range::base_of;
use super::super::super::states::{AirMission, Status};
use super::super::super::view::{Unit, View};
use super::super::super::weather;
use super::super::air::homeless;
use super::super::aloft::{carriers_of, meets, waits_elsewhere, waits_for};
use super::action::SeaAction;
use super::links::AIRCRAFT;
use crate::forces::{ATTACKER, DEFENDER};
use liege_rules::play::battle::Note;

/// The aircraft of both forces come into an interception in the Naval and Air Phase, where Naval-Air units of the
/// searching carriers can attack.
pub(super) fn fly<'a>(action: &mut SeaAction<'a>, searching: &[&'a Unit], targets: &[&'a Unit]) {
    let view = action.view;
    let phase = view.situation.clock.phase.as_deref();
    if phase.is_some_and(|phase| !phase.starts_with("NA")) {
        return;
    }
    let strike = strikers(action, searching);
    if strike.is_empty() {
        return;
    }
    let (place, side) = (action.place.clone(), action.side);
    let all = || view.units.iter().filter(|unit| unit.kind.is_air());
    let at_war = |unit: &Unit| {
        let own = |other: &&Unit| view.are_at_war(&other.entry.nation, &unit.entry.nation);
        unit.side != side && strike.iter().any(own)
    };
    let recalled = |unit: &Unit| view.has(unit, Status::Current) && is_aboard(view, unit, targets);
    let waits = |unit: &Unit| waits_for(view, unit, &[&place]);
    let elsewhere = all().filter(|unit| at_war(unit) && meets(view, unit, &place) && !waits(unit));
    action.notes.extend(elsewhere.filter_map(|unit| waits_elsewhere(view, unit)));
    let meets = |unit: &Unit| meets(view, unit, &place) && waits(unit);
    let patrol: Vec<&Unit> = all().filter(|unit| at_war(unit) && (meets(unit) || recalled(unit))).collect();
    let marked = |unit: &&Unit| {
        let flies = strike.iter().any(|own| own.ix == unit.ix);
        unit.side == side && !flies && view.states(unit).flight == Some(AirMission::Intercept)
    };
    let counter: Vec<&Unit> = all().filter(marked).filter(|unit| meets(unit)).collect();
    for unit in patrol.iter().chain(&counter) {
        let words = [
            ("as-fighter", matches!(unit.kind, Kind::Air(air) if air.may_choose())),
            ("current", recalled(unit)),
        ];
        let words = words.into_iter().filter(|(_, holds)| *holds).map(|(word, _)| word);
        action.flown.entry(unit.ix).or_default().extend(words);
    }
    launch(action, &strike, &patrol);
    homeless::tell(action, &patrol, targets);
    notes(action);
    let roles = [ATTACKER, ATTACKER, DEFENDER].into_iter().zip(AIRCRAFT).zip([strike, counter, patrol]);
    action.forces.extend(roles.map(|((role, key), units)| (role, key, units)));
}

/// Whether an air unit is on one of some ships.
fn is_aboard(view: &View, unit: &Unit, ships: &[&Unit]) -> bool {
    let ship = base_of(view, unit).ok().and_then(|base| base.ship);
    ship.is_some_and(|ship| ships.iter().any(|unit| unit.ix == ship))
}

/// The Naval-Air units of the searching carriers; those that cannot attack are told.
fn strikers<'a>(action: &mut SeaAction<'a>, searching: &[&'a Unit]) -> Vec<&'a Unit> {
    let view = action.view;
    let aboard = |unit: &&Unit| unit.kind == Kind::Air(Air::NavalAir) && is_aboard(view, unit, searching);
    let mut strike = Vec::new();
    for unit in view.units.iter().filter(aboard) {
        match idle(view, unit) {
            None => strike.push(unit),
            Some(why) => {
                let name = &view.piece(unit).name;
                action.notes.push(Note::plain(format!("left out: {name} {why}")));
            }
        }
    }
    strike
}

/// Why a Naval-Air unit of a searching carrier does not attack.
fn idle(view: &View, unit: &Unit) -> Option<&'static str> {
    let ship = base_of(view, unit).ok().and_then(|base| base.ship);
    let carrier = ship.and_then(|ship| view.units.iter().find(|unit| unit.ix == ship));
    let busy = view.states(unit).flight.is_some_and(|flight| {
        !matches!(
            flight,
            AirMission::Strike | AirMission::Escort | AirMission::Patrol | AirMission::Intercept
        )
    });
    match () {
        () if view.flown_before(unit).is_some() => Some("has already flown in this Step (4.7.4)"),
        () if view.has(unit, Status::Current) => Some("is aloft on another mission (Current) (3.8.5)"),
        () if view.has(unit, Status::PreviouslyCommitted) => Some("is Previously Committed (4.14.1)"),
        () if view.has(unit, Status::Committed) => Some("is Committed (4.14.1)"),
        () if carrier.is_some_and(|carrier| view.is_reduced(carrier)) => {
            Some("is aboard a damaged carrier (4.6.2.3)")
        }
        () if busy => Some("has a mission of its own"),
        () => None,
    }
}

/// Carriers of one place that launch several units are checked (4.10.7).
fn launch(action: &mut SeaAction<'_>, strike: &[&Unit], patrol: &[&Unit]) {
    for (units, keys) in
        [(strike, ["carriers", "admiral"]), (patrol, ["defence-carriers", "defence-admiral"])]
    {
        for (key, value) in keys.into_iter().zip(carriers_of(action.view, units)) {
            if !value.is_empty() {
                action.inputs.insert(key.into(), value.into());
            }
        }
    }
}

/// What the weather does, and what the save does not tell.
fn notes(action: &mut SeaAction<'_>) {
    match weather::air_effect(action.view, &action.place) {
        Some(effect) => _ = action.inputs.insert("effect".into(), effect.word().into()),
        None => action
            .note(&["effect"], "assuming weather has no effect on flying; change it with effect=… (1.1)"),
    }
    if action.view.may_hide(action.side.enemy()) {
        action.notes.push(Note::plain("only enemy aircraft that this side sees are counted"));
    }
    action.note(&["air-magic"], "assuming no Air Magic chit; change it with air-magic=… (17.10)");
}
