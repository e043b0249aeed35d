//! Aircraft that look for ships, or at a hex on land (4.4, 4.5).

use super::super::super::ground::{Ground, HexKind};
use super::super::super::kind::{Air, Kind};
use super::super::super::range::{self, Leg, is_fighter_type, leg};
use super::super::super::states::AirMission;
use super::super::super::view::{Alliance, Unit, View};
use super::super::super::weather;
use super::super::flying::{printed, printed_with};
use super::super::sea::action::SeaAction;
use super::super::sea::enemies;
use super::links;
use super::missions::AirVenture;
use crate::forces::{ATTACKER, DEFENDER};
use crate::part::MonthPart;
use liege_rules::play::battle::Note;
use liege_rules::position::situation::{PieceIx, PlaceId};
use vassal::diagnostic::counted;

/// The force that looks, which the procedures take in words of their own.
const SEARCHERS: &str = "searchers";
/// The force that is looked for.
const SOUGHT: &str = "sought";

/// What the mark of ships that were found before says.
pub(super) const LOCATED_BEFORE: &str =
    "the ships are marked Located, until they move or the Phase ends; change it with located=no (4.4)";

/// The reconnaissance of a mission: for ships where enemies are at the target, else at the hex.
pub(super) fn recon<'a>(view: &'a View, venture: &AirVenture<'a>) -> SeaAction<'a> {
    let place = venture.target.clone().unwrap_or_else(|_| venture.at.clone());
    let mut action = look(view, venture.side, &place, &venture.units);
    action.declare(&venture.target);
    action
}

/// A party's air units that reach a place, nearest first, and why the others do not.
fn reaching<'a>(
    view: &View,
    units: &[&'a Unit],
    place: &PlaceId,
) -> (Vec<(&'a Unit, Leg)>, Vec<liege_rules::play::procedure::Refusal>) {
    let (mut legs, mut left_out) = (Vec::new(), Vec::new());
    for unit in units {
        match leg(view, unit, AirMission::Reconnaissance, place) {
            Ok(leg) => legs.push((*unit, leg)),
            Err(refusal) => left_out.push(refusal),
        }
    }
    legs.sort_by_key(|(unit, leg)| by_reach(unit, leg));
    (legs, left_out)
}

/// Who looks first: of those that surely reach the place the nearest, then those that do by a draft range.
pub(super) fn by_reach(unit: &Unit, leg: &Leg) -> (bool, u32, bool, PieceIx) {
    (!leg.is_within(), leg.hexes, leg.doubt().is_some(), unit.ix)
}

/// One reconnaissance of a place by some units: the nearest looks, the others may join.
fn look<'a>(view: &'a View, side: Alliance, place: &PlaceId, units: &[&'a Unit]) -> SeaAction<'a> {
    let ships = enemies(view, units, place, false);
    let link = if ships.is_empty() { &links::LAND_RECON } else { &links::SEA_RECON };
    let mut action = SeaAction::at(view, link, side, place.clone());
    let (legs, left_out) = reaching(view, units, place);
    let searchers: Vec<&Unit> = legs.iter().map(|(unit, _)| *unit).collect();
    match legs.first() {
        None => action.refused = left_out.into_iter().next(),
        Some((unit, leg)) => {
            tell_scout(&mut action, unit, leg);
            action.notes.extend(left_out.iter().map(Note::left_out));
        }
    }
    if ships.is_empty() {
        at_land(&mut action, &searchers);
    } else {
        for_ships(&mut action, searchers.len(), ships.iter().any(|ship| view.states(ship).located));
    }
    action.forces = vec![(ATTACKER, SEARCHERS, searchers), (DEFENDER, SOUGHT, ships)];
    action
}

/// Who looks from where, and what the weather of both ends does to it.
fn tell_scout(action: &mut SeaAction<'_>, unit: &Unit, leg: &Leg) {
    let view = action.view;
    action.inputs.insert("air".into(), scout(view, unit, leg).into());
    action.inputs.insert("hexes".into(), leg.hexes.into());
    let from = leg.base.called(view);
    action.notes.push(Note::plain(format!(
        "{} looks from {from}, {} away; its range is {}",
        view.piece(unit).name,
        counted(leg.hexes as usize, "hex"),
        leg.range
    )));
    action.notes.extend(leg.doubt().map(Note::plain));
    let (there, base) = (action.place.clone(), leg.base.at.clone());
    for (key, place) in [("effect", &there), ("base-effect", &base)] {
        if let Some(effect) = weather::air_effect(view, place) {
            action.inputs.insert(key.into(), effect.word().into());
        }
    }
    if !action.inputs.contains_key("effect") {
        action.note(&["effect"], "assuming weather has no effect on flying; change it with effect=… (1.1)");
    }
    match view.part() {
        Some(MonthPart::NavalAndAir) => _ = action.inputs.insert("phase".into(), "naval-and-air".into()),
        Some(part) if part.is_offensive() => _ = action.inputs.insert("phase".into(), "offensive".into()),
        Some(MonthPart::End) => _ = action.inputs.insert("phase".into(), "end".into()),
        _ => {}
    }
    action.note(&["magic"], "assuming no Magic chit; change it with magic=… (17.10)");
    action.note(
        &["tried"],
        "assuming it has not searched there in this Phase; change it with tried=yes (4.4.1, 4.5.1)",
    );
}

/// An air unit that looks, in the notation of the procedures; where only a longer range than the draft one reaches the
/// place, with that, so that the procedure does not refuse what may be right.
pub(super) fn scout(view: &View, unit: &Unit, leg: &Leg) -> String {
    let state = if view.is_reduced(unit) { " depleted" } else { "" };
    // What parts the entries of a list is no part of a name there.
    let name = view.piece(unit).name.replace([':', ',', ';', '+'], " ").replace(" and ", " ");
    let air =
        if leg.is_within() { printed(unit) } else { printed_with(unit, range::printed(view, unit).most) };
    format!("{name}:{air} {}{state}", unit.entry.nation)
}

/// What counts for a search for ships (4.4).
fn for_ships(action: &mut SeaAction<'_>, searchers: usize, located: bool) {
    let view = action.view;
    if searchers > 1 {
        action.inputs.insert("further-air".into(), (searchers - 1).into());
        let told = "the others join and give up their own search; change it with further-air=0 (gap G71)";
        action.note(&["further-air"], told);
    }
    action.coast();
    let spots =
        |unit: &Unit| unit.side == action.side && (unit.kind.is_land() || unit.kind == Kind::Coastwatchers);
    if view.here(&action.place).any(spots) {
        action.inputs.insert("on-the-spot".into(), true.into());
    }
    if located {
        action.inputs.insert("located".into(), true.into());
        return action.note(&["located"], LOCATED_BEFORE);
    }
    action.note(
        &["located"],
        "assuming the ships were not located before in this Phase; change it with located=yes (4.4)",
    );
}

/// What counts for a look at a hex on land (4.5).
fn at_land(action: &mut SeaAction<'_>, searchers: &[&Unit]) {
    let view = action.view;
    let Some(facts) = view.ground(&action.place).filter(|facts| facts.kind != HexKind::Sea) else {
        let reason =
            format!("no enemy ship is at sea in {}, and there is no land to reconnoitre", action.place);
        action.refuse("4.4", reason);
        return;
    };
    describe(action, facts);
    let enemy = |unit: &&Unit| {
        unit.side != action.side && is_fighter_type(unit.kind) && unit.kind != Kind::Air(Air::Floatplane)
    };
    let near =
        |unit: &&Unit| leg(view, unit, AirMission::Intercept, &action.place).is_ok_and(|leg| leg.is_within());
    if view.units.iter().filter(enemy).any(|unit| near(&unit)) {
        action.inputs.insert("enemy-fighter".into(), true.into());
    } else if view.may_hide(action.side.enemy()) {
        let told = "no visible enemy fighter has the hex in range; change it with enemy-fighter=yes (4.5.2)";
        action.note(&["enemy-fighter"], told);
    }
    if searchers.len() > 1 {
        let told = format!(
            "{} search one after the other, each with its own roll (4.5.1)",
            counted(searchers.len(), "unit")
        );
        action.notes.push(Note::plain(told));
    }
}

fn describe(action: &mut SeaAction<'_>, facts: &Ground) {
    if let Some(terrain) = facts.terrain {
        action.inputs.insert("terrain".into(), terrain.word().into());
    }
    if facts.city.is_some() || facts.resource {
        action.inputs.insert("city".into(), true.into());
    }
}

/// What the free air units of a party could look for: the enemy ships of each place, by the nearest of them.
pub(super) fn possible(view: &View, side: Alliance) -> Vec<SeaAction<'_>> {
    let free = |unit: &&Unit| unit.side == side && unit.kind.is_air() && view.states(unit).flight.is_none();
    let own: Vec<&Unit> = view.units.iter().filter(free).collect();
    let mut found = Vec::new();
    for place in view.places() {
        if !enemies(view, &own, place, false).is_empty() {
            found.push(look(view, side, place, &own));
        }
    }
    found.retain(|action| action.refused.is_none());
    for action in &mut found {
        // Who else is in range is told, and joins where a player says so.
        action.notes.retain(|note| !note.starts_with("left out"));
    }
    found
}
