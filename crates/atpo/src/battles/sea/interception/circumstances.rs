//! What a save tells of an interception beside the ships: whether the target moves, how the searchers come to it, mines.

use serde_json::Value;

use super::super::super::super::kind::{Air, Kind};
use super::super::super::super::range::base_of;
use super::super::super::super::ratings::Ratings;
use super::super::super::super::states::{Posture, Status};
use super::super::super::super::view::{Alliance, Unit, View};
use super::super::super::forces::face;
use super::super::missions::{self, MineField};
use super::super::{SeaAction, coast, has_kaiten, reach, stowage};
use super::meeting::MeetingPlace;
use super::{MINED, SearchParty, TO_PORT, phase};
use liege_rules::play::battle::Note;
use liege_rules::position::situation::PlaceId;

/// The key of an interception without dice.
pub(super) const AUTOMATIC: &str = "automatic";

/// What the save tells of the search beside the ships.
pub(super) fn circumstances(
    action: &mut SeaAction<'_>,
    groups: &[SearchParty<'_, '_>],
    targets: &[&Unit],
    meeting: MeetingPlace,
) {
    let (view, place) = (action.view, action.place.clone());
    let lands = targets.iter().any(|unit| !stowage::landing_from(view, unit.ix).is_empty());
    let activated = lands && phase(view) == "offensive";
    let moves = |unit: &&Unit| missions::is_moving(view, unit);
    let is_past = |unit: &Unit| missions::is_past_mines(view, unit, &place, MineField::Port);
    let is_past_sea_mines = |unit: &Unit| missions::is_past_mines(view, unit, &place, MineField::Sea);
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
            let enter = targets.iter().any(|unit| !is_past(unit));
            tell("into-port", enter.into());
            if enter {
                tell("hex", action.place.to_string().into());
                action.installations();
            }
        }
        MeetingPlace::EnemyPort => tell(AUTOMATIC, "enemy-port".into()),
        MeetingPlace::AtSea if activated => tell(AUTOMATIC, "landing".into()),
        MeetingPlace::AtSea => {
            let to_port = |unit: &&Unit| moves(unit) && missions::enters_port(view, unit, &place);
            if targets.iter().any(to_port) {
                tell(TO_PORT, true.into());
            }
        }
    }
    let mut tell = |key: &str, value: Value| _ = action.inputs.insert(key.into(), value);
    if view.is_sea_area(&action.place) {
        tell("sea-area", true.into());
    }
    if let Some(strength) = us_air(view, targets) {
        tell("us-air", strength.into());
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
    // Who is to land here has entered the hex before, and who is beside those that come does so in a move of his own.
    let away = |unit: &&Unit| view.piece(unit).at != place;
    let come = targets.iter().any(away);
    let enters = |unit: &&Unit| match sails {
        true => moves(unit) && (away(unit) || !come) && !is_past_sea_mines(unit),
        false => away(unit),
    };
    let searching = || groups.iter().flat_map(|(_, ships)| ships);
    let movers: Vec<&Unit> = if sails { targets.to_vec() } else { searching().copied().collect() };
    let (entering, behind): (Vec<&Unit>, Vec<&Unit>) = movers.into_iter().partition(enters);
    sea_mines(action, sails, comes, !entering.is_empty());
    if action.inputs.contains_key("coastal-fort") {
        action.behind = behind.iter().map(|unit| unit.ix).collect();
    }
    let told = match sails {
        true if meeting == MeetingPlace::OwnPort && targets.iter().all(|unit| is_past(unit)) => {
            "the target has entered the port where the searchers are docked, so they meet it without a die \
             (3.8.3.1)"
        }
        true if meeting == MeetingPlace::OwnPort => {
            "the target enters the port where the searchers are docked, so they meet it without a die, past \
             the mines of the port (3.8.3.1, 3.9.2)"
        }
        false if meeting == MeetingPlace::EnemyPort => {
            "the searchers are in the enemy's port, so they meet ships docked there without a die (3.8.3.1)"
        }
        true if activated => {
            "the target is Activated to land in this hex, so reacting ships meet it without a die (3.8.3.3)"
        }
        true => {
            "the target moves, since it has the mission Sail or Transport, or Enter port from another hex; \
             for how close it came, and whether it leaves a port, give within=… and leaves-port=yes (3.8.1)"
        }
        false => {
            "the target does not move (it would with the mission Sail); the searchers' move counts from \
             where they are now, otherwise give moved=… (3.8.1)"
        }
    };
    let keys: &'static [&'static str] = match sails {
        _ if action.inputs.contains_key(AUTOMATIC) => &[],
        true => &["within"],
        false => &["moved"],
    };
    action.notes.push(Note::until(keys, told));
    action.notes.extend(missions::told_past_mines(view, targets, &place));
    if meeting == MeetingPlace::AtSea && targets.iter().any(|unit| enters_from_here(view, unit, &place)) {
        action.notes.push(Note::plain(ENTERS_FROM_HERE));
    }
    let located = targets.iter().any(|unit| view.states(unit).located);
    if located {
        action.inputs.insert("located".into(), true.into());
    }
    let yes = |key: &&str| action.inputs.get(*key) == Some(&true.into());
    let mined = MINED.iter().any(yes);
    if mined {
        action.mines();
    }
    action.spare_port();
    action.magic();
    if action.inputs.contains_key(AUTOMATIC) {
        action.note(WITHOUT_DIE.0, WITHOUT_DIE.1);
        return;
    }
    for (keys, told) in REST {
        let known = located && keys.contains(&"located");
        let (keys, told) = match () {
            () if known => AIR_ALONE,
            () if !sails && keys.contains(&"night-chits") => WITHOUT_DIE,
            () => (*keys, *told),
        };
        action.note(keys, told);
    }
}

/// What is said of ships that are to enter the port of the hex in which they are, sought by others than those in it.
const ENTERS_FROM_HERE: &str = "the target is to enter the port of its own hex, a move in which only who is docked there meets it: this is a search of its own in a move before, or, where the target has just come into the hex, a reaction to that, kind=reactive (3.8.2)";

fn enters_from_here(view: &View, unit: &Unit, place: &PlaceId) -> bool {
    view.piece(unit).at == *place && missions::enters_port(view, unit, place)
}

/// The strength of the Naval-Air units aboard US carriers among ships of several nations, which counts for an Evasion chit
/// (17.2.2).
fn us_air(view: &View, targets: &[&Unit]) -> Option<i32> {
    let is_us = |unit: &Unit| unit.entry.nation == "US";
    if targets.iter().all(|unit| is_us(unit)) || !targets.iter().any(|unit| is_us(unit)) {
        return None;
    }
    let aboard = |unit: &&Unit| {
        let ship = base_of(view, unit).ok().and_then(|base| base.ship);
        let of_target = ship.is_some_and(|ship| targets.iter().any(|unit| unit.ix == ship && is_us(unit)));
        unit.kind == Kind::Air(Air::NavalAir) && of_target
    };
    let strength = |unit: &Unit| match &*unit.ratings {
        Ratings::Air(air) => face(&air.strength, view.is_reduced(unit)).unwrap_or(0).max(0),
        _ => 0,
    };
    Some(view.units.iter().filter(aboard).map(strength).sum())
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
        let told = "each group that finds its target enters the hex past the fort's sea mines; otherwise \
                    give mover-fort=no (3.14.5.6)";
        action.notes.push(Note::until(&["mover-fort"], told));
    }
    let mover = if sails { action.side.enemy() } else { action.side };
    if enters && mined(mover) {
        action.inputs.insert("coastal-fort".into(), true.into());
        let told = "the moving force enters the hex now, past the sea mines; otherwise give coastal-fort=no \
                    (3.14.5.6)";
        action.notes.push(Note::until(&["coastal-fort"], told));
    }
}

/// What is left of it where nobody rolls a die.
const WITHOUT_DIE: (&[&str], &str) =
    (&["evasion-chits"], "assuming no Evasion chits; change it with evasion-chits=… (17.2)");

/// What is left of the note on reconnaissance where a mark tells the rest.
const AIR_ALONE: (&[&str], &str) =
    (&["air"], "the target is Located; assuming no aircraft in range; change it with air=yes (3.8.1)");

/// What the save does not tell, by the keys that tell it.
const REST: &[(&[&str], &str)] = &[
    (&["weather"], "assuming fair weather; change it with weather=… (3.8.1)"),
    (
        &["located", "air"],
        "assuming the target was not reconnoitered and no aircraft has it in range; change it with \
         located=yes, air=yes (3.8.1)",
    ),
    (
        &["evasion-chits", "night-chits"],
        "assuming no Evasion or Night chits; change it with evasion-chits=…, night-chits=… (17.2, 17.3)",
    ),
];
