//! Fighters that attack aircraft on the ground, as the procedure takes them (4.9).

use super::super::super::range::{Leg, hops, is_idle, leg};
use super::super::super::states::AirMission;
use super::super::super::view::{Unit, View};
use super::super::aloft::carriers_of;
use super::super::sea::action::SeaAction;
use super::links;
use super::meeting::{AirMeeting, way};
use super::missions::{AirVenture, place_of};
use super::raid::{OVERSTACKED, overflown, weather_of_evacuation};
use crate::checks::based;
use crate::forces::{ATTACKER, DEFENDER};
use crate::part::MonthPart;
use liege_rules::play::battle::Note;
use liege_rules::play::procedure::Refusal;
use vassal::diagnostic::counted;

/// Fighters that fly, with their flights.
type FlyingParty<'a> = Vec<(&'a Unit, Leg)>;

/// The strafings that some missions of a party declare: one of each base, however its target is written, with all that
/// fly to it (4.9).
pub(super) fn declared<'a>(view: &'a View, ventures: &[AirVenture<'a>]) -> Vec<SeaAction<'a>> {
    let strafes = |venture: &&AirVenture<'_>| venture.mission == AirMission::Strafe;
    let mut found: Vec<SeaAction<'_>> = Vec::new();
    for venture in ventures.iter().filter(strafes) {
        let same = |other: &&AirVenture<'_>| {
            (other.side, &other.target) == (venture.side, &venture.target)
                && place_of(other) == place_of(venture)
        };
        let first = ventures.iter().filter(strafes).find(same);
        if first.is_some_and(|first| !std::ptr::eq(first, venture)) {
            continue;
        }
        let units = |mission: AirMission| {
            let with = ventures.iter().filter(move |other| other.mission == mission && same(other));
            with.flat_map(|other| other.units.iter().copied()).collect::<Vec<&Unit>>()
        };
        // Who escorts a strike there goes with that.
        let is_struck = !units(AirMission::Strike).is_empty();
        let escorts = if is_struck { Vec::new() } else { units(AirMission::Escort) };
        let mut action = strafing(view, venture, &units(AirMission::Strafe), &escorts);
        action.declare(&venture.target);
        found.push(action);
    }
    found
}

/// The strafing of a base by some fighters and their escorts.
fn strafing<'a>(
    view: &'a View,
    venture: &AirVenture<'a>,
    strafe: &[&'a Unit],
    escort: &[&'a Unit],
) -> SeaAction<'a> {
    let place = place_of(venture);
    let mut action = SeaAction::at(view, &links::STRAFING, venture.side, place.clone());
    let strafers = fly(&mut action, strafe, AirMission::Strafe);
    let escorts = fly(&mut action, escort, AirMission::Escort);
    if view.part().is_some_and(|part| part != MonthPart::NavalAndAir) {
        let reason = "aircraft on the ground are strafed only in the Naval and Air Phase";
        action.refused = Some(Refusal::new("4.9", reason));
    }
    if strafers.is_empty() {
        action.refuse("4.9", format!("none of the strafing units can reach {place}"));
    }
    let all: Vec<&Unit> = strafers.iter().chain(&escorts).map(|(unit, _)| *unit).collect();
    let enemy = |unit: &&Unit| {
        let at_war = |own: &&Unit| view.are_at_war(&own.entry.nation, &unit.entry.nation);
        unit.side != venture.side && strafe.iter().any(at_war)
    };
    let farthest = strafers.iter().chain(&escorts).max_by_key(|(_, leg)| leg.hexes);
    let way = farthest.map(|(_, leg)| way(view, &leg.base.at, &place)).unwrap_or_default();
    let mut meeting = AirMeeting::of(view, venture.side, &all, &place, &way);
    // Who meets them on their way is in the air, and no more on the ground of his base (4.7.4).
    let comes = |unit: &&Unit| meeting.ways.iter().flat_map(|(_, units)| units).any(|one| one.ix == unit.ix);
    let below: Vec<&Unit> = based(view, &place, |unit| unit.kind.is_air())
        .into_iter()
        .filter(|unit| enemy(unit) && !comes(unit))
        .collect();
    meeting.interceptors.retain(|unit| !below.iter().any(|other| other.ix == unit.ix));
    if below.is_empty() {
        action.refuse("4.9", format!("no enemy aircraft is based on land in {place}"));
    }
    if view.is_land_box(&place) {
        action.refuse("4.9.3", format!("{place} is a nation box, where units cannot be strafed"));
    }
    told_of_base(&mut action, &strafers, &below);
    for (key, value) in ["carriers", "admiral"].into_iter().zip(carriers_of(view, &all)) {
        if !value.is_empty() {
            action.inputs.insert(key.into(), value.into());
        }
    }
    let own = |flown: FlyingParty<'a>| flown.into_iter().map(|(unit, _)| unit).collect();
    action.forces = vec![
        (ATTACKER, "attack", own(strafers)),
        (ATTACKER, "escorts", own(escorts)),
        (DEFENDER, "defence", below),
    ];
    meeting.join(&mut action, true);
    for (keys, told) in NOTES {
        action.note(keys, told);
    }
    action
}

/// Those of some fighters that reach the base, which is told of each; the others are left out with the reason.
fn fly<'a>(action: &mut SeaAction<'a>, units: &[&'a Unit], mission: AirMission) -> FlyingParty<'a> {
    let (view, place) = (action.view, action.place.clone());
    let mut flown = Vec::new();
    let mut stays = None;
    for unit in units {
        match leg(view, unit, mission, &place) {
            Ok(leg) => {
                let (name, from) = (&view.piece(unit).name, leg.base.called(view));
                let far = counted(leg.hexes as usize, "hex");
                let told = format!("{name} flies from {from}, {far}; its range is {}", leg.range);
                action.notes.push(Note::plain(told));
                action.notes.extend(leg.doubt().map(Note::plain));
                flown.push((*unit, leg));
            }
            Err(refusal) => {
                action.notes.push(Note::left_out(&refusal));
                stays = stays.or(Some(refusal));
            }
        }
    }
    if mission == AirMission::Strafe && flown.is_empty() {
        action.refused = stays;
    }
    flown
}

/// What is flown over, whether the base's own units have somewhere to go, and for whom of them it has no room.
fn told_of_base(action: &mut SeaAction<'_>, strafers: &FlyingParty<'_>, below: &[&Unit]) {
    let view = action.view;
    if let Some(hexes) = overflown(view, action.side, &action.place, strafers) {
        action.inputs.insert("flown-over".into(), hexes.into());
    }
    let refuge =
        |unit: &&Unit| hops(view, unit).is_ok_and(|hops| hops.values().any(|hop| hop.hops == 1 && hop.room));
    action.inputs.insert("refuge".into(), below.iter().any(refuge).into());
    if !below.is_empty() {
        weather_of_evacuation(action);
    }
    let idle = below.iter().filter(|unit| is_idle(view, unit, &action.place));
    let idle: Vec<_> = idle.map(|unit| (unit.ix, vec![OVERSTACKED])).collect();
    action.flown.extend(idle);
}

/// What the save does not tell, by the keys that tell it.
const NOTES: &[(&[&str], &str)] = &[
    (&["strafed"], "assuming the hex was not strafed before in this Phase; change it with strafed=yes (4.9)"),
    (&["sneak"], "assuming no sneak attack; change it with sneak=yes (17.1.3)"),
    (&["magic"], "assuming no Magic chit; change it with magic=… (17.10)"),
];
