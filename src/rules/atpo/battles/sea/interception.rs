//! Ships that look for others: search groups against the force of a place, with all that follows (3.8 to 3.12).

use std::collections::BTreeMap;

use super::super::super::kind::{Kind, Ship};
use super::super::super::states::{NavalMission, Posture, Status};
use super::super::super::view::{Alliance, Unit, View};
use super::links::{self, GROUPS};
use super::missions::{Venture, is_surface};
use super::{SeaAction, carriers, coast, enemies, place_of, reach, silence, stowage};
use crate::diagnostic::counted;
use crate::rules::atpo::forces::{ATTACKER, DEFENDER};
use crate::rules::battle::Note;
use crate::rules::situation::{PieceIx, PlaceId};

/// One interception for each place that a party searches, with its search groups in the order of their numbers.
pub(super) fn declared<'a>(
    view: &'a View,
    ventures: &[Venture<'a>],
) -> impl Iterator<Item = SeaAction<'a>> + use<'a> {
    let mut searches: BTreeMap<(PlaceId, Alliance), Vec<&Venture<'a>>> = BTreeMap::new();
    for venture in ventures.iter().filter(|venture| venture.mission == NavalMission::Intercept) {
        searches.entry((place_of(venture), venture.side)).or_default().push(venture);
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
    let places = searchers(view, side, is_free);
    view.places().filter_map(|target| hunted(view, side, target, &places)).collect()
}

/// Who of the other party could react to ships that act at a place, as a remark.
pub(super) fn reactions(view: &View, side: Alliance, place: &PlaceId, busy: &[PieceIx]) -> Option<Note> {
    let places = searchers(view, side.enemy(), &|unit: &Unit| !busy.contains(&unit.ix));
    let near = places.iter().filter(|(from, _)| **from != place && reach::reacts(view, from, place));
    let told: Vec<String> = near.map(|(from, ships)| in_place(from, ships)).collect();
    (!told.is_empty()).then(|| Note::plain(format!("could react: {} (3.8.7.2)", told.join(", "))))
}

/// The ships of a party that may search, by place; each place has some that find surface ships (3.8.9).
fn searchers<'a>(
    view: &'a View,
    side: Alliance,
    is_free: &dyn Fn(&Unit) -> bool,
) -> BTreeMap<&'a PlaceId, Vec<&'a Unit>> {
    let mut places: BTreeMap<&PlaceId, Vec<&Unit>> = BTreeMap::new();
    for unit in view.units.iter().filter(|unit| unit.side == side && is_free(unit) && may_search(view, unit))
    {
        places.entry(&view.piece(unit).at).or_default().push(unit);
    }
    places.retain(|_, ships| {
        ships.iter().any(|unit| !matches!(unit.kind, Kind::Stp | Kind::Ship(Ship::Escort)))
    });
    places
}

fn in_place(place: &PlaceId, ships: &[&Unit]) -> String {
    format!("{} in {place}", counted(ships.len(), "ship"))
}

/// Whether a ship may be of a search group in the phase (Table 4, 3.8.2).
fn may_search(view: &View, unit: &Unit) -> bool {
    let standby = view.has(unit, Status::Standby);
    let state = match phase(view) {
        "end" => false,
        "offensive" => standby,
        _ => standby || ![Status::Active, Status::OutOfSupply].iter().any(|status| view.has(unit, *status)),
    };
    is_surface(unit) && state && matches!(view.posture(unit), Posture::Present | Posture::Docked)
}

/// The search for the enemy force of a place by the nearest ships that reach it.
fn hunted<'a>(
    view: &'a View,
    side: Alliance,
    target: &PlaceId,
    places: &BTreeMap<&PlaceId, Vec<&'a Unit>>,
) -> Option<SeaAction<'a>> {
    let away =
        |from: &PlaceId| from.hex().zip(target.hex()).and_then(|(from, to)| view.map().distance(from, to));
    let near = places.iter().filter(|(from, ships)| {
        **from != target
            && reach::reacts(view, from, target)
            && !enemies(view, ships, target, false).is_empty()
    });
    let mut near: Vec<_> = near.collect();
    near.sort_by_key(|(from, _)| (away(from).unwrap_or(u32::MAX), **from));
    let ((from, ships), others) = near.split_first()?;
    let venture = Venture {
        side,
        mission: NavalMission::Intercept,
        at: (**from).clone(),
        target: Ok(target.clone()),
        what: String::new(),
        ships: ships.to_vec(),
    };
    let mut action = search(view, &[&venture]);
    action.declared = false;
    action.notes.insert(0, Note::plain(format!("the ships that search are in {from}")));
    if !others.is_empty() {
        let told: Vec<String> = others.iter().map(|(from, ships)| in_place(from, ships)).collect();
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

fn search<'a>(view: &'a View, groups: &[&Venture<'a>]) -> SeaAction<'a> {
    let first = groups[0];
    let mut action = SeaAction::new(view, &links::ENCOUNTER, first);
    let searching: Vec<&Unit> = groups.iter().flat_map(|group| group.ships.iter().copied()).collect();
    let targets = enemies(view, &searching, &action.place, false);
    if targets.is_empty() {
        action.refuse("3.8", format!("no enemy ship is at sea in {}", action.place));
    }
    if groups.len() > 1 + GROUPS.len() {
        action.refuse("3.8.9", format!("{} search groups are more than four", groups.len()));
    }
    if searching.iter().any(|unit| silence::is_silenced(view, unit)) {
        action.refuse("3.16.8", silence::SILENCED);
    }
    circumstances(&mut action, groups, &searching, &targets);
    action.cargo("attack-cargo", &searching);
    action.cargo("defence-cargo", &targets);
    action.coast();
    action.date();
    let keys = std::iter::once("attack").chain(GROUPS);
    let parties: Vec<Vec<&Unit>> = match action.inputs.contains_key(AUTOMATIC) {
        // Without dice there are no groups.
        true => vec![searching.clone()],
        false => groups.iter().map(|group| group.ships.clone()).collect(),
    };
    let parties = keys.zip(parties).map(|(key, ships)| (ATTACKER, key, ships));
    action.forces = parties.chain([(DEFENDER, "defence", targets.clone())]).collect();
    carriers::fly(&mut action, &searching, &targets);
    action.declare(&first.target);
    action
}

/// The key of an interception without dice.
const AUTOMATIC: &str = "automatic";

/// What the save tells of the search beside the ships.
fn circumstances(
    action: &mut SeaAction<'_>,
    groups: &[&Venture<'_>],
    searching: &[&Unit],
    targets: &[&Unit],
) {
    let view = action.view;
    let lands = targets.iter().any(|unit| !stowage::landing_from(view, unit.ix).is_empty());
    let activated = lands && phase(view) == "offensive";
    let moves = |unit: &&Unit| view.states(unit).mission.is_some_and(NavalMission::is_move);
    let sails = activated || targets.iter().any(moves);
    let mut tell = |key: &str, value: serde_json::Value| _ = action.inputs.insert(key.into(), value);
    tell("kind", if sails { "reactive" } else { "active" }.into());
    tell("phase", phase(view).into());
    let state = [(Status::Active, "active"), (Status::Standby, "standby")];
    let has = |status: Status| searching.iter().any(|unit| view.has(unit, status));
    let state = state.into_iter().find(|(status, _)| has(*status)).map_or("unmarked", |(_, word)| word);
    tell("state", state.into());
    if lands {
        tell("amphibious", true.into());
    }
    if activated {
        tell(AUTOMATIC, "landing".into());
    }
    if searching.iter().any(|unit| view.posture(unit) == Posture::Docked) {
        tell("in-port", true.into());
    }
    if view.is_sea_area(&action.place) {
        tell("sea-area", true.into());
    }
    let kaiten = |unit: &Unit| unit.kind == Kind::Ship(Ship::Kaiten) && unit.side == action.side;
    if groups.iter().any(|group| view.here(&group.at).any(kaiten)) {
        tell("kaiten", true.into());
    }
    if let Some(zone) =
        view.ground(&action.place).map(|facts| facts.weather.as_str()).filter(|zone| !zone.is_empty())
    {
        tell("zone", zone.into());
    }
    let away = if sails {
        coast_between(view, groups, &action.place)
    } else {
        distance(view, groups, &action.place)
    };
    if let Some(away) = away {
        tell(if sails { "range" } else { "moved" }, away.into());
    }
    if let Some(far) = groups.iter().find(|group| sails && !reach::reacts(view, &group.at, &action.place)) {
        let reason = format!("{} is out of the range in which ships react in {}", action.place, far.at);
        action.refuse("3.8.7.2", reason);
    }
    let comes = groups.iter().any(|group| group.at != action.place);
    // Who is to land here has entered the hex before.
    let enters = if sails { targets.iter().any(moves) } else { comes };
    sea_mines(action, sails, comes, enters);
    let told = match sails {
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
        true if activated => &[],
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

/// The coastal hexes to the farthest group.
fn coast_between(view: &View, groups: &[&Venture<'_>], place: &PlaceId) -> Option<u32> {
    groups.iter().filter_map(|group| reach::coastal_hexes(view, &group.at, place)).max()
}

/// The hexes that the farthest group is away.
fn distance(view: &View, groups: &[&Venture<'_>], place: &PlaceId) -> Option<u32> {
    let target = place.hex()?;
    let away = groups.iter().filter_map(|group| view.map().distance(group.at.hex()?, target));
    away.max().filter(|away| *away > 0)
}
