//! Fighters that attack aircraft on the ground, as the procedure takes them (4.9).

use super::super::super::range::{base_of, hops, leg};
use super::super::super::states::AirMission;
use super::super::super::view::{Unit, View};
use super::super::aloft::meets;
use super::super::sea::action::SeaAction;
use super::links;
use super::missions::{AirVenture, declared, place_of};
use super::raid::overflown;
use crate::diagnostic::counted;
use crate::rules::atpo::checks::based;
use crate::rules::atpo::forces::{ATTACKER, DEFENDER};
use crate::rules::atpo::part::MonthPart;
use crate::rules::atpo::range::is_idle;
use crate::rules::battle::Note;
use crate::rules::procedure::Refusal;

/// What the procedure has no word for: in the air of those who strafe, and on the ground.
const UNSAID: &[&str] = &["own-base", "unsupplied", "committed", "previously-committed"];
const UNSAID_BELOW: &[&str] = &["own-base", "carrier"];

/// The strafing of a mission.
pub(super) fn strafing<'a>(view: &'a View, venture: &AirVenture<'a>) -> SeaAction<'a> {
    let place = venture.target.clone().unwrap_or_else(|_| venture.at.clone());
    let mut action = SeaAction::at(view, &links::STRAFING, venture.side, place.clone());
    let enemy = |unit: &&Unit| {
        let at_war = |own: &Unit| view.are_at_war(&own.entry.nation, &unit.entry.nation);
        unit.side != venture.side && venture.units.iter().any(|own| at_war(own))
    };
    let below: Vec<&Unit> =
        based(view, &place, |unit| unit.kind.is_air()).into_iter().filter(enemy).collect();
    let mut strafers = Vec::new();
    for unit in &venture.units {
        match leg(view, unit, AirMission::Strafe, &place) {
            Ok(leg) => {
                let (name, from) = (&view.piece(unit).name, leg.base.called(view));
                let far = counted(leg.hexes as usize, "hex");
                let told = format!("{name} flies from {from}, {far}; its range is {}", leg.range);
                action.notes.push(Note::plain(told));
                action.notes.extend(leg.doubt().map(Note::plain));
                strafers.push((*unit, leg));
            }
            Err(refusal) if strafers.is_empty() && venture.units.len() == 1 => action.refused = Some(refusal),
            Err(refusal) => action.notes.push(Note::left_out(&refusal)),
        }
    }
    if view.part().is_some_and(|part| part != MonthPart::NavalAndAir) {
        let reason = "aircraft on the ground are strafed in the Naval and Air Phase alone";
        action.refused = Some(Refusal::new("4.9", reason));
    }
    if strafers.is_empty() {
        action.refuse("4.9", format!("none of those who are to strafe reaches {place}"));
    }
    if below.is_empty() {
        action.refuse("4.9", format!("no enemy aircraft is based on land in {place}"));
    }
    if view.is_land_box(&place) {
        action.refuse("4.9.3", format!("{place} is a nation box, where nobody is strafed"));
    }
    if let Some(hexes) = overflown(view, venture.side, &place, &strafers) {
        action.inputs.insert("flown-over".into(), hexes.into());
    }
    let refuge =
        |unit: &&Unit| hops(view, unit).is_ok_and(|hops| hops.values().any(|hop| hop.hops == 1 && hop.room));
    action.inputs.insert("refuge".into(), below.iter().any(refuge).into());
    let idle = below.iter().filter(|unit| is_idle(view, unit, &place));
    action.flown.extend(idle.map(|unit| (unit.ix, vec!["overstacked"])));
    let helps = |unit: &&Unit| {
        enemy(unit) && !below.iter().any(|other| other.ix == unit.ix) && meets(view, unit, &place)
    };
    let helpers = view.units.iter().filter(helps).collect();
    let with = |other: &AirVenture<'_>| {
        let joins = matches!(other.mission, AirMission::Escort | AirMission::Intercept);
        joins && other.side == venture.side && place_of(other) == place
    };
    for unit in declared(view).into_iter().filter(with).flat_map(|other| other.units) {
        let name = &view.piece(unit).name;
        let reason =
            format!("{name} flies to {place} too, and strafing is resolved without escorts and helpers");
        action.notes.push(Note::left_out(&Refusal::new("4.9", reason)));
    }
    for (keys, told) in NOTES {
        action.note(keys, told);
    }
    action.unsaid = vec![("attack", UNSAID), ("interceptors", UNSAID), ("defence", UNSAID_BELOW)];
    action.forces = vec![
        (ATTACKER, "attack", strafers.into_iter().map(|(unit, _)| unit).collect()),
        (DEFENDER, "defence", below),
        (DEFENDER, "interceptors", helpers),
    ];
    let afloat = |unit: &Unit| base_of(view, unit).is_ok_and(|base| base.afloat);
    if action.forces[0].2.iter().any(|unit| afloat(unit)) {
        action
            .notes
            .push(Note::plain("carriers that launch several units are checked first: ATPO-R33 (4.10.7)"));
    }
    action
}

/// What the save does not tell, by the keys that tell it.
const NOTES: &[(&[&str], &str)] = &[
    (&["strafed"], "the hex was not strafed before in this Phase; otherwise give strafed=yes (4.9)"),
    (&["sneak"], "no sneak attack is counted; otherwise give sneak=yes (17.1.3)"),
    (&["magic"], "no Magic chit is played; otherwise give magic=… (17.10)"),
];
