//! Ships that look for others: search groups against the force of a place, with all that follows (3.8 to 3.12).

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::super::super::kind::{Kind, Ship};
use super::super::super::states::{NavalMission, Posture, Status};
use super::super::super::view::{Alliance, Unit, View};
use super::links::{self, GROUPS};
use super::missions::{self, Venture, is_surface};
use super::{SeaAction, carriers, carries, coast, enemies, has_kaiten, place_of, reach, silence, stowage};
use crate::diagnostic::counted;
use crate::rules::atpo::forces::{ATTACKER, DEFENDER};
use crate::rules::battle::{Battle, Note};
use crate::rules::inputs::Inputs;
use crate::rules::procedure::Refusal;
use crate::rules::situation::{PieceIx, PlaceId};

/// One interception for each place that a party searches, with its search groups in the order of their numbers, and one
/// for each submarine, which searches alone (3.16.3).
pub(super) fn declared<'a>(
    view: &'a View,
    ventures: &[Venture<'a>],
) -> impl Iterator<Item = SeaAction<'a>> + use<'a> {
    let mut searches: BTreeMap<(PlaceId, Alliance, Option<PieceIx>), Vec<&Venture<'a>>> = BTreeMap::new();
    for venture in ventures.iter().filter(|venture| venture.mission == NavalMission::Intercept) {
        let boat = venture.ships.first().filter(|ship| !is_surface(ship)).map(|boat| boat.ix);
        searches.entry((place_of(venture), venture.side, boat)).or_default().push(venture);
    }
    let actions: Vec<SeaAction<'a>> = searches.into_values().map(|groups| search(view, &groups)).collect();
    actions.into_iter()
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

/// Who of the other party could react to ships that act at a place, as a remark.
pub(super) fn reactions(view: &View, side: Alliance, place: &PlaceId, busy: &[PieceIx]) -> Option<Note> {
    let lurkers = searchers(view, side.enemy(), &|unit: &Unit| !busy.contains(&unit.ix));
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
        let finds =
            reach::reacts(view, lurker.at, target) && !enemies(view, &ships, target, false).is_empty();
        (!ships.is_empty() && finds).then_some((lurker.at, ships))
    });
    let mut near: Vec<(&PlaceId, Vec<&Unit>)> = near.collect();
    near.sort_by_key(|(from, _)| (away(from).unwrap_or(u32::MAX), *from));
    let ((from, ships), others) = near.split_first()?;
    let venture = Venture {
        side,
        mission: NavalMission::Intercept,
        at: (*from).clone(),
        target: Ok(target.clone()),
        what: String::new(),
        ships: ships.clone(),
    };
    let mut action = search(view, &[&venture]);
    action.declared = false;
    action.notes.insert(0, Note::plain(format!("the ships that search are in {from}")));
    if !others.is_empty() {
        let told: Vec<String> = others.iter().map(|(from, ships)| in_place(from, ships.len())).collect();
        action.notes.push(Note::plain(format!("others reach it, too: {}", told.join(", "))));
    }
    Some(action)
}

/// The phase as an interception knows it.
fn phase(view: &View) -> &'static str {
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

/// Where the searchers meet the enemy, and whom: docked ships those that enter their port, ships inside an enemy port those
/// docked there, all others the surface ships at sea.
fn meeting<'a>(view: &'a View, place: &PlaceId, searching: &[&'a Unit]) -> (MeetingPlace, Vec<&'a Unit>) {
    let side = searching.first().map(|unit| unit.side);
    let inside = |unit: &&Unit| view.posture(unit) == Posture::Docked && view.piece(unit).at == *place;
    let at_sea = enemies(view, searching, place, false);
    if !searching.iter().all(inside) {
        return (MeetingPlace::AtSea, at_sea);
    }
    let of_enemy = place.hex().and_then(|hex| view.owning_side(hex)) == side.map(Alliance::enemy);
    let docked = enemies(view, searching, place, true);
    let entering: Vec<&Unit> =
        at_sea.iter().copied().filter(|unit| missions::enters_port(view, unit)).collect();
    match (of_enemy, docked.is_empty(), entering.is_empty()) {
        (true, false, _) => (MeetingPlace::EnemyPort, docked),
        (false, _, false) => (MeetingPlace::OwnPort, entering),
        _ => (MeetingPlace::AtSea, at_sea),
    }
}

fn search<'a>(view: &'a View, groups: &[&Venture<'a>]) -> SeaAction<'a> {
    let first = groups[0];
    let mut action = SeaAction::new(view, &links::ENCOUNTER, first);
    if groups.len() > 1 + GROUPS.len() {
        action.refuse("3.8.9", format!("{} search groups are more than four", groups.len()));
    }
    let groups = able(&mut action, groups);
    let searching: Vec<&Unit> = groups.iter().flat_map(|(_, ships)| ships.iter().copied()).collect();
    let (meeting, targets) = meeting(view, &action.place, &searching);
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
fn able<'g, 'a>(action: &mut SeaAction<'a>, groups: &[&'g Venture<'a>]) -> Vec<SearchParty<'g, 'a>> {
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

/// A battle whose `kind` is given otherwise than the save tells it has no use for what holds for the other kind alone.
pub(super) fn turn(battle: &mut Battle, said: &Map<String, Value>) {
    let said = Inputs::read(said, links::ENCOUNTER.keys, &battle.alike).unwrap_or_default();
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

/// The key of an interception without dice.
const AUTOMATIC: &str = "automatic";

/// What the save tells of the search beside the ships.
fn circumstances(
    action: &mut SeaAction<'_>,
    groups: &[SearchParty<'_, '_>],
    targets: &[&Unit],
    meeting: MeetingPlace,
) {
    let view = action.view;
    let lands = targets.iter().any(|unit| !stowage::landing_from(view, unit.ix).is_empty());
    let activated = lands && phase(view) == "offensive";
    let moves = |unit: &&Unit| missions::order_of(view, unit).is_some_and(|(mission, _)| mission.is_move());
    let sails = meeting == MeetingPlace::OwnPort || activated || targets.iter().any(moves);
    tell_searchers(action, groups);
    let mut tell = |key: &str, value: Value| _ = action.inputs.insert(key.into(), value);
    tell("kind", if sails { "reactive" } else { "active" }.into());
    tell("phase", phase(view).into());
    if lands {
        tell("amphibious", true.into());
    }
    match meeting {
        MeetingPlace::OwnPort => {
            tell(AUTOMATIC, "docked".into());
            tell("into-port", true.into());
            tell("hex", action.place.to_string().into());
            action.installations();
        }
        MeetingPlace::EnemyPort => tell(AUTOMATIC, "enemy-port".into()),
        MeetingPlace::AtSea if activated => tell(AUTOMATIC, "landing".into()),
        MeetingPlace::AtSea => {}
    }
    let mut tell = |key: &str, value: Value| _ = action.inputs.insert(key.into(), value);
    if view.is_sea_area(&action.place) {
        tell("sea-area", true.into());
    }
    if groups.iter().flat_map(|(_, ships)| ships).any(|unit| has_kaiten(view, unit)) {
        tell("kaiten", true.into());
    }
    let zone = view.ground(&action.place).map(|facts| facts.weather.as_str());
    if let Some(zone) = zone.filter(|zone| !zone.is_empty()) {
        tell("zone", zone.into());
    }
    way(action, groups, sails);
    let comes = groups.iter().any(|(at, _)| **at != action.place);
    // Who is to land here has entered the hex before.
    let enters = if sails { targets.iter().any(moves) } else { comes };
    sea_mines(action, sails, comes, enters);
    let told = match sails {
        true if meeting == MeetingPlace::OwnPort => {
            "the target enters the port in which the searchers are docked, so that they meet it without a die, past the mines of the port (3.8.3.1, 3.9.2)"
        }
        false if meeting == MeetingPlace::EnemyPort => {
            "the searchers are in the enemy's port, so that they meet who is docked there without a die (3.8.3.1)"
        }
        true if activated => {
            "the target is Activated to land in this hex, so that whoever reacts meets it without a die (3.8.3.3)"
        }
        true => {
            "the target moves, since it bears the mission Sail or Transport; how near it came within, and whether it leaves a port, give within=… and leaves-port=yes (3.8.1)"
        }
        false => {
            "the target does not move; it would with the mission Sail; the way of the searchers counts from where they are now, else give moved=… (3.8.1)"
        }
    };
    let keys: &'static [&'static str] = match sails {
        _ if action.inputs.contains_key(AUTOMATIC) => &[],
        true => &["within"],
        false => &["moved"],
    };
    action.notes.push(Note::until(keys, told));
    let located = targets.iter().any(|unit| view.states(unit).located);
    if located {
        action.inputs.insert("located".into(), true.into());
    }
    for (keys, told) in REST {
        let known = located && keys.contains(&"located");
        let (keys, told) = if known { AIR_ALONE } else { (*keys, *told) };
        action.note(keys, told);
    }
}

/// How the searchers come to the target: out of port, and from how far; group by group where that differs.
fn way(action: &mut SeaAction<'_>, groups: &[SearchParty<'_, '_>], sails: bool) {
    let (view, place) = (action.view, action.place.clone());
    let mut tell = |key: &str, value: Value| _ = action.inputs.insert(key.into(), value);
    let docked = |ships: &[&Unit]| ships.iter().any(|unit| view.posture(unit) == Posture::Docked);
    let away = |at: &PlaceId| match sails {
        true => reach::coastal_hexes(view, at, &place),
        false => at.hex().zip(place.hex()).and_then(|(from, to)| view.map().distance(from, to)),
    };
    let ways: Vec<(bool, Option<u32>)> = groups.iter().map(|(at, ships)| (docked(ships), away(at))).collect();
    let (in_port, far) =
        (ways.iter().any(|(docked, _)| *docked), ways.iter().filter_map(|(_, away)| *away).max());
    let differ = ways.windows(2).any(|two| two[0].0 != two[1].0 || !sails && two[0].1 != two[1].1);
    if differ {
        let told = |(docked, away): &(bool, Option<u32>)| {
            let berth = if *docked { "docked" } else { "at-sea" };
            let moved = away.filter(|away| *away > 0 && !sails);
            moved.map_or(berth.to_owned(), |moved| format!("{berth} moved {moved}"))
        };
        tell("groups", ways.iter().map(told).collect());
    } else if in_port {
        tell("in-port", true.into());
    }
    match far {
        Some(far) if sails => tell("range", far.into()),
        Some(far) if far > 0 && !differ => tell("moved", far.into()),
        _ => {}
    }
    if let Some((at, _)) = groups.iter().find(|(at, _)| sails && !reach::reacts(view, at, &place)) {
        action.refuse("3.8.7.2", format!("{place} is out of the range in which ships react in {at}"));
    }
}

/// In which state the searchers are; those that may not search are left out before.
fn tell_searchers(action: &mut SeaAction<'_>, groups: &[SearchParty<'_, '_>]) {
    let view = action.view;
    let has = |status: Status| groups.iter().flat_map(|(_, ships)| ships).any(|unit| view.has(unit, status));
    let state = [(Status::Active, "active"), (Status::Standby, "standby")];
    let state = state.into_iter().find(|(status, _)| has(*status)).map_or("unmarked", |(_, word)| word);
    action.inputs.insert("state".into(), state.into());
}

/// Sea mines on the way of ships that react, where the searchers come from elsewhere, and of the force that moves, where
/// it enters the hex.
fn sea_mines(action: &mut SeaAction<'_>, sails: bool, comes: bool, enters: bool) {
    let mined = |side: Alliance| coast::is_mined(action.view, &action.place, side);
    if sails && comes && mined(action.side) {
        action.inputs.insert("mover-fort".into(), true.into());
        let told = "each group that finds its target comes into the hex past the sea mines of the fort there; otherwise mover-fort=no (3.14.5.6)";
        action.notes.push(Note::until(&["mover-fort"], told));
    }
    let mover = if sails { action.side.enemy() } else { action.side };
    if enters && mined(mover) {
        action.inputs.insert("coastal-fort".into(), true.into());
        let told = "the force that moves enters the hex now, past the sea mines; otherwise coastal-fort=no (3.14.5.6)";
        action.notes.push(Note::until(&["coastal-fort"], told));
    }
}

/// What is left of the note on reconnaissance where a mark tells the rest.
const AIR_ALONE: (&[&str], &str) =
    (&["air"], "the target is Located; no aircraft has it in range, otherwise give air=yes (3.8.1)");

/// What the save does not tell, by the keys that tell it.
const REST: &[(&[&str], &str)] = &[
    (&["weather"], "the weather is fair; otherwise give weather=… (3.8.1)"),
    (
        &["located", "air"],
        "the target was not reconnoitered, and no aircraft has it in range; otherwise give located=yes, air=yes (3.8.1)",
    ),
    (
        &["evasion-chits", "night-chits"],
        "no Evasion chit and no Night chit is at hand; otherwise give evasion-chits=…, night-chits=… (17.2, 17.3)",
    ),
];
