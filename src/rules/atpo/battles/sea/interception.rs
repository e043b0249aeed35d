//! Ships that look for others: search groups against the force of a place, with all that follows (3.8 to 3.12).

mod circumstances;

use circumstances::{AUTOMATIC, circumstances};

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::super::super::kind::{Kind, Ship};
use super::super::super::states::{NavalMission, Posture, Status};
use super::super::super::view::{Alliance, Unit, View};
use super::links::{self, GROUPS};
use super::missions::{self, MineField, Venture, is_at_sea, is_surface};
use super::{SeaAction, carriers, carries, company, enemies, is_enemy, place_of, reach, silence};
use crate::diagnostic::counted;
use crate::rules::atpo::forces::{ATTACKER, DEFENDER};
use crate::rules::battle::{Battle, Note};
use crate::rules::inputs::Inputs;
use crate::rules::procedure::{Refusal, Role};
use crate::rules::situation::{PieceIx, PlaceId};

/// One interception for each place that a party searches, with its search groups in the order of their numbers, for those
/// who are in port there and meet ships there without a die (3.8.3.1) one for each force that enters it in a move of its
/// own, and one for each submarine, which searches alone (3.16.3).
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
            let forces = if inside { meeting(view, &place, &part.ships).1.len() } else { 1 };
            for entry in 0..forces {
                let shared = (place.clone(), venture.side, inside, entry, boat);
                searches.entry(shared).or_default().push(part.clone());
            }
        }
    }
    let mut actions: Vec<SeaAction<'a>> =
        searches.into_iter().map(|((.., entry, _), groups)| search(view, &groups, entry)).collect();
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

fn is_docked_in(view: &View, unit: &Unit, place: &PlaceId) -> bool {
    view.posture(unit) == Posture::Docked && view.piece(unit).at == *place
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

/// What the free ships of a party could look for: the enemy force of each place in the range of their reaction, sought
/// by the nearest of them; who else could is told. Ships with the movement for it come from farther by a mark.
pub(super) fn possible<'a>(
    view: &'a View,
    side: Alliance,
    is_free: &dyn Fn(&Unit) -> bool,
) -> Vec<SeaAction<'a>> {
    let all = searchers(view, side, is_free);
    let (boats, ships): (Vec<Lurker<'a>>, Vec<Lurker<'a>>) =
        all.into_iter().partition(|lurker| lurker.is_boat);
    let hunts = |target| [&ships, &boats].map(|lurkers| hunted(view, side, target, lurkers));
    view.places().flat_map(|target| hunts(target).into_iter().flatten()).collect()
}

/// Who of the other party could react to ships that act at a place, as a remark: of those that are not busy, and to ships
/// that enter a port from its own hex only those inside of it (3.8.2).
pub(super) fn reactions(
    view: &View,
    side: Alliance,
    place: &PlaceId,
    (busy, inside): (&[PieceIx], bool),
) -> Option<Note> {
    let is_free = |unit: &Unit| !busy.contains(&unit.ix) && (!inside || is_docked_in(view, unit, place));
    let lurkers = searchers(view, side.enemy(), &is_free);
    let mut near: BTreeMap<&PlaceId, usize> = BTreeMap::new();
    for lurker in lurkers.iter().filter(|lurker| reach::reacts(view, lurker.at, place)) {
        *near.entry(lurker.at).or_default() += lurker.ships.len();
    }
    let told: Vec<String> = near.into_iter().map(|(from, ships)| in_place(from, ships)).collect();
    (!told.is_empty()).then(|| Note::plain(format!("could react: {} (3.8.7.2)", told.join(", "))))
}

/// Who may search from one place: the surface ships there, or a submarine by itself.
struct Lurker<'a> {
    at: &'a PlaceId,
    is_boat: bool,
    ships: Vec<&'a Unit>,
}

/// The ships of a party that may search, by place, some of which find surface ships (3.8.9); submarines one by one.
fn searchers<'a>(view: &'a View, side: Alliance, is_free: &dyn Fn(&Unit) -> bool) -> Vec<Lurker<'a>> {
    let mut places: BTreeMap<(&PlaceId, Option<PieceIx>), Vec<&Unit>> = BTreeMap::new();
    let searches = |unit: &&Unit| {
        let here = matches!(view.posture(unit), Posture::Present | Posture::Docked);
        unit.side == side && unit.kind.is_naval() && here && is_free(unit) && may_search(view, unit)
    };
    for unit in view.units.iter().filter(searches) {
        let boat = (!is_surface(unit)).then_some(unit.ix);
        places.entry((&view.piece(unit).at, boat)).or_default().push(unit);
    }
    let lurkers = places.into_iter().map(|((at, boat), ships)| Lurker { at, is_boat: boat.is_some(), ships });
    lurkers
        .filter(|lurker| {
            lurker.ships.iter().any(|unit| !matches!(unit.kind, Kind::Stp | Kind::Ship(Ship::Escort)))
        })
        .collect()
}

fn in_place(place: &PlaceId, ships: usize) -> String {
    format!("{} in {place}", counted(ships, "ship"))
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

/// The search for the enemy force of a place by the nearest ships that reach it.
fn hunted<'a>(
    view: &'a View,
    side: Alliance,
    target: &PlaceId,
    lurkers: &[Lurker<'a>],
) -> Option<SeaAction<'a>> {
    let away =
        |from: &PlaceId| from.hex().zip(target.hex()).and_then(|(from, to)| view.map().distance(from, to));
    // Those at sea in the hex itself fight there; those in its port come out.
    let docked = |ship: &&Unit| view.posture(ship) == Posture::Docked;
    let near = lurkers.iter().filter_map(|lurker| {
        let own = lurker.ships.iter().copied();
        let ships: Vec<&Unit> =
            if lurker.at == target { own.filter(docked).collect() } else { own.collect() };
        let finds = reach::reacts(view, lurker.at, target) && !meeting(view, target, &ships).1.is_empty();
        (!ships.is_empty() && finds).then_some((lurker.at, ships))
    });
    let mut near: Vec<(&PlaceId, Vec<&Unit>)> = near.collect();
    near.sort_by_key(|(from, _)| (away(from).unwrap_or(u32::MAX), *from));
    let hunt = |(from, ships): &(&PlaceId, Vec<&'a Unit>)| {
        let (at, target, ships) = ((*from).clone(), Ok(target.clone()), ships.clone());
        let mission = NavalMission::Intercept;
        search(view, &[Venture { side, mission, at, target, what: String::new(), ships }], 0)
    };
    let mut hunts = near.iter().map(hunt).enumerate();
    let (nearest, mut action) = hunts.find(|(_, action)| action.refused.is_none())?;
    let (from, ships) = near.remove(nearest);
    if meeting(view, target, &ships).1.len() > 1 {
        action.notes.push(Note::plain(OTHERS_ENTER));
    }
    action.declared = false;
    action.notes.insert(0, Note::plain(format!("the ships that search are in {from}")));
    if !near.is_empty() {
        let told: Vec<String> = near.iter().map(|(from, ships)| in_place(from, ships.len())).collect();
        action.notes.push(Note::plain(format!("others reach it, too: {}", told.join(", "))));
    }
    Some(action)
}

/// What is said of an interception in a port that is offered, where several forces come into it.
const OTHERS_ENTER: &str = "other forces enter the port in moves of their own: the mission Intercept lists an interception of each (3.1)";

/// The phase as an interception knows it.
pub(super) fn phase(view: &View) -> &'static str {
    let phase = view.situation.clock.phase.as_deref().unwrap_or_default();
    match phase.get(..2) {
        Some("OS") => "offensive",
        Some("EN") => "end",
        _ => "naval-movement",
    }
}

/// Where both forces meet.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MeetingPlace {
    /// Outside of any port.
    AtSea,
    /// In the port of the searchers, which the target enters (3.8.3.1).
    OwnPort,
    /// In the enemy's port, in which the searchers are (3.8.3.1).
    EnemyPort,
}

/// Where the searchers meet the enemy, and whom: docked ships those that enter their port from wherever they are, force by
/// force; ships inside an enemy port those docked there, all others the surface ships at sea, and those that come there.
/// No force is empty.
fn meeting<'a>(
    view: &'a View,
    place: &PlaceId,
    searching: &[&'a Unit],
) -> (MeetingPlace, Vec<Vec<&'a Unit>>) {
    let side = searching.first().map(|unit| unit.side);
    let comes = |unit: &&Unit| {
        let afloat = is_at_sea(view, unit) || view.posture(unit) == Posture::Docked;
        afloat && is_enemy(view, searching, unit) && missions::comes_to(view, unit, place)
    };
    let mut at_sea = enemies(view, searching, place, false);
    at_sea.extend(view.units.iter().filter(comes));
    if searching.is_empty() || !searching.iter().all(|unit| is_docked_in(view, unit, place)) {
        return (MeetingPlace::AtSea, together(at_sea));
    }
    let of_enemy = place.hex().and_then(|hex| view.owning_side(hex)) == side.map(Alliance::enemy);
    let docked = enemies(view, searching, place, true);
    let enters = |unit: &&Unit| {
        let comes = view.piece(unit).at != *place || is_at_sea(view, unit);
        // Who is in the port already has just come into it.
        let comes = comes || missions::is_past_mines(view, unit, place, MineField::Port);
        comes && is_enemy(view, searching, unit) && missions::enters_port(view, unit, place)
    };
    let entering: Vec<&Unit> = view.units.iter().filter(enters).collect();
    match (of_enemy, docked.is_empty(), entering.is_empty()) {
        (true, false, _) => (MeetingPlace::EnemyPort, together(docked)),
        (false, _, false) => (MeetingPlace::OwnPort, moves(view, place, &entering)),
        _ => (MeetingPlace::AtSea, together(at_sea)),
    }
}

/// Ships as one force, where there are any.
fn together(ships: Vec<&Unit>) -> Vec<Vec<&Unit>> {
    if ships.is_empty() { Vec::new() } else { vec![ships] }
}

/// Ships that enter a port as the forces that do so in a move of their own (3.1).
fn moves<'a>(view: &View, place: &PlaceId, entering: &[&'a Unit]) -> Vec<Vec<&'a Unit>> {
    let ventures = missions::declared(view);
    let enters = |venture: &&Venture| {
        venture.mission == NavalMission::EnterPort && venture.target.as_ref() == Ok(place)
    };
    let of = |venture: &Venture| -> Vec<&'a Unit> {
        let is_in = |unit: &&Unit| venture.ships.iter().any(|own| own.ix == unit.ix);
        entering.iter().copied().filter(is_in).collect()
    };
    ventures.iter().filter(enters).map(of).flat_map(together).collect()
}

/// The search of these groups; in a port for the force of this number among those that enter it.
fn search<'a>(view: &'a View, groups: &[Venture<'a>], entry: usize) -> SeaAction<'a> {
    let first = &groups[0];
    let mut action = SeaAction::new(view, &links::ENCOUNTER, first);
    if groups.len() > 1 + GROUPS.len() {
        action.refuse("3.8.9", format!("{} search groups are more than four", groups.len()));
    }
    let groups = able(&mut action, groups);
    let searching: Vec<&Unit> = groups.iter().flat_map(|(_, ships)| ships.iter().copied()).collect();
    let (meeting, forces) = meeting(view, &action.place, &searching);
    let targets = forces.into_iter().nth(entry).unwrap_or_default();
    if targets.is_empty() {
        let in_port = !enemies(view, &searching, &action.place, true).is_empty();
        let more = if in_port {
            "; those in its port are met by ships that have entered it and are in port there, too"
        } else {
            ""
        };
        action.refuse("3.8", format!("no enemy ship is at sea in {}{more}", action.place));
    }
    if searching.iter().any(|unit| silence::is_silenced(view, unit)) {
        action.refuse("3.16.8", silence::SILENCED);
    }
    if searching.iter().any(|unit| !is_surface(unit) && carries(view, unit)) {
        action.refuse("13.3.3", "the submarine carries supply or a commando, and attacks nothing");
    }
    company::refuse(&mut action, &searching);
    circumstances(&mut action, &groups, &targets, meeting);
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
            format!("{} is not {needed}, as ships that intercept are in this phase", view.piece(unit).name);
        action.notes.push(Note::left_out(&Refusal::new("3.8.2", reason)));
    }
    let able = all().map(|(at, ships)| (at, ships.into_iter().filter(fits).collect::<Vec<_>>()));
    able.filter(|(_, ships)| !ships.is_empty()).collect()
}

/// Whether ships meet in a port into which those who are met have come.
pub(super) fn is_of_port(battle: &Battle) -> bool {
    let says = |key: &str, value: Value| battle.inputs.get(key) == Some(&value);
    battle.procedure == links::ENCOUNTER.procedure
        && (says("into-port", true.into()) || says(AUTOMATIC, "docked".into()))
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
    let has = |key: &&str| said.yes_no(key).unwrap_or(battle.inputs.get(*key) == Some(&true.into()));
    if !MINED.iter().any(has) {
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
