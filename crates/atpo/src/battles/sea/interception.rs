//! Ships that look for others: search groups against the force of a place, with all that follows (3.8 to 3.12).

mod circumstances;
mod meeting;
mod possible;

use circumstances::{AUTOMATIC, circumstances};
use meeting::{MeetingPlace, MetForce, is_docked_in, meeting};
pub(super) use possible::{possible, reactions};

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::super::super::states::{NavalMission, Status};
use super::super::super::view::{Alliance, Unit, View};
use super::company::{self, Docked};
use super::links::{self, GROUPS};
use super::missions::{self, Venture, is_surface};
use super::{SeaAction, carriers, carries, enemies, place_of, silence};
use crate::forces::{ATTACKER, DEFENDER};
use liege_rules::play::battle::{Battle, Note};
use liege_rules::play::inputs::Inputs;
use liege_rules::play::procedure::{Refusal, Role};
use liege_rules::position::situation::{PieceIx, PlaceId};

/// One interception for each place that a party searches and each force that comes there in a move of its own (3.1), with
/// its search groups in the order of their numbers, apart for those who are in port there and meet ships there without a
/// die (3.8.3.1), and for each submarine, which searches alone (3.16.3).
pub(super) fn declared<'a>(
    view: &'a View,
    ventures: &[Venture<'a>],
) -> impl Iterator<Item = SeaAction<'a>> + use<'a> {
    type Search = (PlaceId, Alliance, bool, usize, Option<PieceIx>);
    let mut searches: BTreeMap<Search, Vec<Venture<'a>>> = BTreeMap::new();
    for venture in ventures.iter().filter(|venture| venture.mission == NavalMission::Intercept) {
        let boat = venture.ships.first().filter(|ship| !is_surface(ship)).map(|boat| boat.ix);
        for (inside, part) in berths(view, venture) {
            let place = place_of(venture);
            let forces = meeting(view, &place, &part.ships).1;
            let mut numbers: Vec<usize> = meeting::untried(view, &place, &part.ships, &forces).collect();
            if numbers.is_empty() {
                // Nobody is left, which is told.
                numbers.push(forces.len());
            }
            for number in numbers {
                let shared = (place.clone(), venture.side, inside, number, boat);
                searches.entry(shared).or_default().push(part.clone());
            }
        }
    }
    let mut actions: Vec<SeaAction<'a>> =
        searches.into_iter().map(|((.., force, _), groups)| search(view, &groups, force)).collect();
    // Who meets ships on their way stands before who meets them where they come to.
    actions.sort_by_key(|action| {
        let met = action.forces.iter().filter(|(role, ..)| *role == DEFENDER);
        met.flat_map(|(.., ships)| ships).any(|ship| view.piece(ship).at != action.place)
    });
    actions.into_iter()
}

/// Those of a venture who search from outside, and those in port at its target if they meet ships in that port, which is
/// a place of its own (3.8.8).
fn berths<'a>(view: &'a View, venture: &Venture<'a>) -> Vec<(bool, Venture<'a>)> {
    let place = place_of(venture);
    let all = venture.ships.iter().copied();
    let (inside, outside): (Vec<&Unit>, Vec<&Unit>) = all.partition(|unit| is_docked_in(view, unit, &place));
    if meeting(view, &place, &inside).0 == MeetingPlace::AtSea {
        return vec![(false, venture.clone())];
    }
    let parts = [(false, outside), (true, inside)].into_iter().filter(|(_, ships)| !ships.is_empty());
    parts.map(|(inside, ships)| (inside, Venture { ships, ..venture.clone() })).collect()
}

/// The ships that others may still look for, as they have declared, beside those who have `searched`.
pub(super) fn awaited(view: &View, searched: &BTreeSet<PieceIx>) -> BTreeSet<PieceIx> {
    let ventures = missions::declared(view);
    let mut awaited = BTreeSet::new();
    for action in declared(view, &ventures).filter(|action| action.refused.is_none()) {
        let units = |by: Role| {
            let own = action.forces.iter().filter(move |(role, ..)| *role == by);
            own.flat_map(|(.., units)| units).copied()
        };
        let is_done = units(ATTACKER).any(|unit| searched.contains(&unit.ix));
        if !is_done && units(ATTACKER).any(|unit| may_search(view, unit)) {
            awaited.extend(units(DEFENDER).map(|unit| unit.ix));
        }
    }
    awaited
}

/// Whether others come that some ships have declared to look for, beside those who were met by them.
pub(super) fn awaits(view: &View, searching: &BTreeSet<PieceIx>, met: &BTreeSet<PieceIx>) -> bool {
    let ventures = missions::declared(view);
    declared(view, &ventures).filter(|action| action.refused.is_none()).any(|action| {
        let is_any = |side: Role, fits: &dyn Fn(PieceIx) -> bool| {
            let own = action.forces.iter().filter(|(role, ..)| *role == side);
            own.flat_map(|(.., units)| units).any(|unit| fits(unit.ix))
        };
        is_any(ATTACKER, &|ix| searching.contains(&ix)) && is_any(DEFENDER, &|ix| !met.contains(&ix))
    })
}

/// Where those who are met in a battle come from; its place where they are there.
pub(super) fn comes_from(view: &View, met: &BTreeSet<PieceIx>, place: &PlaceId) -> PlaceId {
    let mut from = met.iter().map(|ix| &view.situation.pieces[*ix].at);
    from.find(|from| *from != place).unwrap_or(place).clone()
}

/// Whether the state of a ship lets it search in the phase (Table 4, 3.8.2).
fn may_search(view: &View, unit: &Unit) -> bool {
    let standby = view.has(unit, Status::Standby);
    match phase(view) {
        "end" => false,
        "offensive" => standby,
        _ => standby || ![Status::Active, Status::OutOfSupply].iter().any(|status| view.has(unit, *status)),
    }
}

/// The phase as an interception knows it.
pub(super) fn phase(view: &View) -> &'static str {
    let phase = view.situation.clock.phase.as_deref().unwrap_or_default();
    match phase.get(..2) {
        Some("OS") => "offensive",
        Some("EN") => "end",
        _ => "naval-movement",
    }
}

/// The search of these groups for the force of this number among those that come there.
fn search<'a>(view: &'a View, groups: &[Venture<'a>], number: usize) -> SeaAction<'a> {
    let first = &groups[0];
    let mut action = SeaAction::new(view, &links::ENCOUNTER, first);
    if groups.len() > 1 + GROUPS.len() {
        action.refuse("3.8.9", format!("{} search groups are more than four", groups.len()));
    }
    let groups = able(&mut action, groups);
    let searching: Vec<&Unit> = groups.iter().flat_map(|(_, ships)| ships.iter().copied()).collect();
    let (place, forces) = meeting(view, &action.place, &searching);
    let several = forces.len() > 1;
    let force = forces.get(number);
    let targets = force.map(|force| force.ships.clone()).unwrap_or_default();
    if force.is_none() {
        refuse_nobody(&mut action, &searching, &forces);
    }
    if searching.iter().any(|unit| silence::is_silenced(view, unit)) {
        action.refuse("3.16.8", silence::SILENCED);
    }
    if searching.iter().any(|unit| !is_surface(unit) && carries(view, unit)) {
        action.refuse("13.3.3", "the submarine carries supply or a commando, and cannot attack");
    }
    if let Some(force) = force.filter(|_| several) {
        action.notes.push(Note::plain(meeting::told(view, &action.place, force)));
    }
    circumstances(&mut action, &groups, &targets, place);
    let docked = if is_in_port(&action.inputs) { Docked::StayInPort } else { Docked::PutToSea };
    company::refuse(&mut action, &searching, docked);
    action.cargo("attack-cargo", &searching);
    action.cargo("defence-cargo", &targets);
    action.coast();
    action.date();
    let keys = std::iter::once("attack").chain(GROUPS);
    let parties: Vec<Vec<&Unit>> = match action.inputs.contains_key(AUTOMATIC) {
        // Without dice there are no groups.
        true => vec![searching.clone()],
        false => groups.iter().map(|(_, ships)| ships.clone()).collect(),
    };
    let parties = keys.zip(parties).map(|(key, ships)| (ATTACKER, key, ships));
    action.forces = parties.chain([(DEFENDER, "defence", targets.clone())]).collect();
    carriers::fly(&mut action, &searching, &targets);
    action.declare(&first.target);
    action
}

/// Nobody is there for whom the searchers have not looked before.
fn refuse_nobody(action: &mut SeaAction<'_>, searching: &[&Unit], forces: &[MetForce<'_>]) {
    let place = action.place.clone();
    if let Some(force) = forces.first() {
        let told = format!(
            "these ships have already searched for those from {}, as their target note says, and no others \
             come",
            force.from
        );
        return action.refuse("3.8.2", told);
    }
    let in_port = !enemies(action.view, searching, &place, true).is_empty();
    let more = if in_port {
        "; those in its port are met by ships that have entered it and are in port there, too"
    } else {
        ""
    };
    action.refuse("3.8", format!("no enemy ship is at sea in {place}{more}"));
}

/// A search group: where it comes from, and its ships.
type SearchParty<'g, 'a> = (&'g PlaceId, Vec<&'a Unit>);

/// The groups with those ships whose state lets them search, the others told; all of them where none may, so that the
/// rules say why.
fn able<'g, 'a>(action: &mut SeaAction<'a>, groups: &'g [Venture<'a>]) -> Vec<SearchParty<'g, 'a>> {
    let view = action.view;
    let all = || groups.iter().map(|group| (&group.at, group.ships.clone()));
    let fits = |unit: &&Unit| may_search(view, unit);
    let (able, idle): (Vec<&Unit>, Vec<&Unit>) =
        groups.iter().flat_map(|group| group.ships.iter().copied()).partition(fits);
    if able.is_empty() {
        return all().collect();
    }
    for unit in idle {
        let needed = if phase(view) == "offensive" { "Standby" } else { "unmarked or Standby" };
        let reason =
            format!("{} is not {needed}, as required to intercept in this phase", view.piece(unit).name);
        action.notes.push(Note::left_out(&Refusal::new("3.8.2", reason)));
    }
    let able = all().map(|(at, ships)| (at, ships.into_iter().filter(fits).collect::<Vec<_>>()));
    able.filter(|(_, ships)| !ships.is_empty()).collect()
}

/// Whether ships meet in a port into which those who are met have come.
pub(super) fn is_of_port(battle: &Battle) -> bool {
    battle.procedure == links::ENCOUNTER.procedure && is_in_port(&battle.inputs)
}

fn is_in_port(inputs: &Map<String, Value>) -> bool {
    let says = |key: &str, value: Value| inputs.get(key) == Some(&value);
    says("into-port", true.into()) || says(AUTOMATIC, "docked".into())
}

/// Keys that say something of a port that is entered.
const OF_PORT: [&str; 3] = ["hex", "enlarged", "fortified"];

/// The key that says that the port is still before those who are met.
pub(super) const TO_PORT: &str = "to-port";

/// Keys that say that somebody comes past mines.
pub(super) const MINED: [&str; 3] = ["coastal-fort", "mover-fort", "into-port"];

/// A battle whose `kind` is given otherwise than the save tells it has no use for what holds for the other kind alone.
pub(super) fn turn(battle: &mut Battle, said: &Map<String, Value>) {
    let said = Inputs::read(said, links::ENCOUNTER.keys, &battle.alike).unwrap_or_default();
    if said.yes_no("into-port") == Some(false) {
        OF_PORT.iter().for_each(|key| _ = battle.inputs.remove(*key));
    }
    let others = ["kind", "attack", "defence"].iter().any(|key| said.value(key).is_some());
    if others || said.yes_no("coastal-fort") == Some(false) {
        battle.inputs.remove(links::BEHIND);
    }
    let enters = said.yes("into-port") || ["port", "enlarged"].iter().any(|key| said.value(key).is_some());
    if others || enters {
        battle.inputs.remove(TO_PORT);
    }
    let spare =
        std::mem::take(&mut battle.spare).into_iter().filter(|(key, _)| enters && said.value(key).is_none());
    for (key, value) in spare {
        battle.inputs.entry(key).or_insert(value);
    }
    let has = |key: &&str| said.yes_no(key).unwrap_or(battle.inputs.get(*key) == Some(&true.into()));
    if !enters && !MINED.iter().any(has) {
        battle.inputs.remove("mines");
    }
    let before = battle.inputs.get("kind").and_then(Value::as_str);
    let idle: &[&str] = match (said.word("kind"), before) {
        (Some("reactive"), Some("active")) => &["moved"],
        (Some("active"), Some("reactive")) => &["range"],
        _ => return,
    };
    // How far groups have moved is of an active search; where they lay counts in both.
    let groups = battle.inputs.get_mut("groups").and_then(Value::as_array_mut).filter(|_| idle == ["moved"]);
    for group in groups.into_iter().flatten() {
        let berth = group.as_str().and_then(|told| told.split_once(" moved "));
        if let Some(berth) = berth.map(|(berth, _)| berth.to_owned()) {
            *group = berth.into();
        }
    }
    idle.iter().for_each(|key| _ = battle.inputs.remove(*key));
}
