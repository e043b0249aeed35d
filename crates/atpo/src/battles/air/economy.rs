//! Bombers against the economy: strategic bombing, fire bombing, convoy routes (2.1, 2.2.1).

use super::super::super::ground::{City, Ground};
use super::super::super::range::{AirBase, base_of, bases_for, grounded, hexes_between, leg};
use super::super::super::states::AirMission;
use super::super::super::view::{Alliance, Unit, View};
use super::super::sea::action::SeaAction;
use super::super::sea::links::SeaLink;
use super::super::sea::raids::{INDIAN_OCEAN, is_indian_ocean_open, is_strategic_warfare, route_of};
use super::links;
use super::meeting::{AirMeeting, way};
use super::missions::AirVenture;
use super::raid::told_of_initiative;
use crate::forces::ATTACKER;
use crate::part::MonthPart;
use crate::terms::FIREBOMBED;
use liege_rules::play::battle::Note;
use liege_rules::play::procedure::Refusal;
use liege_rules::position::situation::PlaceId;

/// Words behind a target that mean its economy.
const WORDS: [&str; 6] = ["strategic", "economy", "factory", "city", "resource", NIGHT];
/// The word for a bombing by night.
const NIGHT: &str = "night";
/// The nation with the Home Islands.
const JAPAN: &str = "JP";
const RAIL: &str = "rail";
const FIRE: [&str; 3] = ["fire", "firebomb", "fire bombing"];
const CONVOYS: &str = "convoys";
/// The word for an A-Bomb, and the kind of its chit.
pub(super) const A_BOMB: &str = "a-bomb";
/// Words of the base that count for nothing in a raid.
pub(super) const UNSAID: &[&str] = &["own-base", "carrier"];
/// Whose EP are lost, by the code of the nation that holds the target.
const PAYERS: [(&str, &str); 6] =
    [(JAPAN, "japan"), ("US", "us"), ("UK", "uk"), ("AU", "australia"), ("CN", "china"), ("SU", "ussr")];

/// What a venture flies against the economy; none where it is a strike at ships or installations.
pub(super) fn raid_of(view: &View, venture: &AirVenture<'_>) -> Option<&'static SeaLink> {
    let what = venture.what.as_str();
    let place = venture.target.as_ref().ok()?;
    let is_phase = view.part() == Some(MonthPart::StrategicWarfare);
    if route_of(view, place).is_some() {
        return (is_phase || what == CONVOYS).then_some(&links::CONVOY);
    }
    let plain = is_phase && what.is_empty();
    match what {
        A_BOMB => Some(&links::A_BOMB),
        _ if FIRE.contains(&what) => Some(&links::FIRE),
        _ if plain || what == RAIL || WORDS.contains(&what) => Some(&links::BOMBING),
        _ => None,
    }
}

/// The raid of a venture: who bombs, and those that escort.
pub(super) fn raid<'a>(
    view: &'a View,
    link: &'static SeaLink,
    bombs: &AirVenture<'a>,
    with: &[&AirVenture<'a>],
) -> Option<SeaAction<'a>> {
    let place = bombs.target.clone().ok()?;
    let mut action = SeaAction::at(view, link, bombs.side, place);
    let bombers = fly(&mut action, &[bombs], AirMission::Strike);
    let escorts = fly(&mut action, with, AirMission::Escort);
    if !is_strategic_warfare(view) {
        action.refuse("2", "the economy is bombed in the Strategic Warfare Phase");
    }
    if link.procedure == links::CONVOY.procedure {
        told_of_route(&mut action);
    } else {
        told_of_place(&mut action, bombs, &bombers);
    }
    let income = &["next-income"];
    action.note(income, "losses are not limited by the next income; change it with next-income=… (2)");
    let met = escorted(&bombers, &escorts);
    let from = bombers.first().map_or(&bombs.at, |bomber| &view.piece(bomber).at).clone();
    let meeting = AirMeeting::of(view, bombs.side, &met, &action.place, &way(view, &from, &action.place));
    if meeting.is_possible() {
        action.note(
            &["interceptors"],
            "includes fighters that can meet them; if you fought that by hand, give interceptors=none, and \
             remove the missions of units that did not get through (2.1)",
        );
    }
    action.unsaid = vec![("bombers", UNSAID), ("escorts", UNSAID)];
    action.forces = vec![(ATTACKER, "bombers", bombers), (ATTACKER, "escorts", escorts)];
    action.forces.retain(|(_, key, units)| *key == "bombers" || !units.is_empty());
    meeting.join(&mut action, false);
    action.declare(&bombs.target);
    Some(action)
}

/// Bombers with those that fly along.
fn escorted<'a>(bombers: &[&'a Unit], escorts: &[&'a Unit]) -> Vec<&'a Unit> {
    bombers.iter().chain(escorts).copied().collect()
}

/// Who flies; who cannot is left out with the reason.
pub(super) fn fly<'a>(
    action: &mut SeaAction<'a>,
    ventures: &[&AirVenture<'a>],
    mission: AirMission,
) -> Vec<&'a Unit> {
    let (view, mut flown, mut left_out) = (action.view, Vec::new(), Vec::new());
    for unit in ventures.iter().flat_map(|venture| venture.units.iter().copied()) {
        match reaches(view, unit, mission, &action.place) {
            Ok(doubt) => {
                action.notes.extend(doubt.map(Note::plain));
                flown.push(unit);
            }
            Err(refusal) => left_out.push(refusal),
        }
    }
    if flown.is_empty() && mission == AirMission::Strike {
        action.refused = left_out.into_iter().next();
    } else {
        action.notes.extend(left_out.iter().map(Note::left_out));
    }
    flown
}

/// Whether a unit comes to the target, and what keeps that from being sure. How far a sea area is the map data do not
/// tell.
fn reaches(
    view: &View,
    unit: &Unit,
    mission: AirMission,
    place: &PlaceId,
) -> Result<Option<String>, Refusal> {
    if view.is_sea_area(place) {
        let base = base_of(view, unit)?;
        return grounded(view, unit, &base, mission, place).map_or(Ok(None), Err);
    }
    leg(view, unit, mission, place).map(|leg| leg.doubt())
}

/// The route, and whether it is open.
fn told_of_route(action: &mut SeaAction<'_>) {
    let Some(route) = route_of(action.view, &action.place) else { return };
    action.inputs.insert("route".into(), route.into());
    if route == INDIAN_OCEAN {
        action.inputs.insert("open".into(), is_indian_ocean_open(action.view).into());
    }
    if action.side != Alliance::Axis {
        action.refuse("2.2.1", "only Japanese air units raid convoy routes");
    }
    action.note(
        &["distance"],
        "the map data do not show the distance to the area: give distance=… (2.2.1, gap G76)",
    );
}

/// What the target is, who pays, and how far his bases are.
fn told_of_place(action: &mut SeaAction<'_>, venture: &AirVenture<'_>, bombers: &[&Unit]) {
    let view = action.view;
    let hex = action.place.hex();
    if hex.is_none_or(|hex| view.owning_side(hex) != Some(action.side.enemy())) {
        action.refuse("2.1", format!("{} is not enemy-controlled", action.place));
    }
    let owner = hex.and_then(|hex| view.owner(hex)).unwrap_or_default();
    if !view.chits(&action.place, FIREBOMBED.word()).is_empty() {
        action.inputs.insert(FIREBOMBED.word().into(), true.into());
    }
    match view.ground(&action.place).filter(|facts| facts.city.is_some() || facts.resource) {
        None => action.refuse("2.1.1.1", format!("{} has neither a city nor a resource", action.place)),
        Some(facts) => {
            if !facts.name.is_empty() {
                action.inputs.insert("place".into(), facts.name.clone().into());
            }
            if action.link.procedure == links::FIRE.procedure {
                if !is_of_home_islands(facts) {
                    action.refuse("2.1.4", format!("{} is not a Japanese home city", action.place));
                }
                action.date();
            } else {
                told_of_target(action, facts, venture.what == RAIL, owner);
                told_of_bombing(action, venture, owner);
            }
        }
    }
    told_of_initiative(action, action.side);
    told_of_fields(action, bombers);
}

/// Whether a place is a city of the Japanese Home Islands.
pub(super) fn is_of_home_islands(facts: &Ground) -> bool {
    matches!(facts.city, Some(City::Home | City::Capital)) && facts.territory == JAPAN
}

/// The rows of Table 1 that hold.
fn told_of_target(action: &mut SeaAction<'_>, facts: &Ground, rail: bool, owner: &str) {
    if owner == JAPAN {
        action.inputs.insert("home-islands".into(), is_of_home_islands(facts).into());
    }
    if rail {
        action.inputs.insert("target".into(), vec![RAIL].into());
        return;
    }
    let capital = if facts.territory == owner { "unconquered-capital" } else { "capital" };
    let mut kinds = match facts.city {
        None => Vec::new(),
        Some(City::Plain) => vec!["city"],
        Some(City::Home) => vec!["home-city"],
        Some(City::Capital) => vec!["home-city", capital],
    };
    kinds.extend(facts.resource.then_some("resource"));
    action.inputs.insert("target".into(), kinds.into());
    if facts.resource {
        action.note(&["target"], "for a refinery of the DEI give target=dei-oil (2.1.2)");
    }
}

/// Whether an own air base is near enough to the target.
pub(super) fn told_of_fields(action: &mut SeaAction<'_>, bombers: &[&Unit]) {
    let view = action.view;
    let far = view.range_rows().emergency_field.hexes;
    let target = AirBase { at: action.place.clone(), ship: None, afloat: false };
    let near = |at: PlaceId| hexes_between(view, &target, &at).is_ok_and(|hexes| hexes <= far);
    if bombers.first().is_some_and(|bomber| !bases_for(view, bomber).any(near)) {
        action.inputs.insert("long-range".into(), true.into());
        let told = format!(
            "no friendly air base is within {far} hexes of the target; change it with long-range=no (2.1.2)"
        );
        action.note(&["long-range"], &told);
    }
}

/// Whose EP are lost, and what was bombed before.
fn told_of_bombing(action: &mut SeaAction<'_>, venture: &AirVenture<'_>, owner: &str) {
    if venture.what == NIGHT {
        action.inputs.insert("night".into(), true.into());
    }
    match PAYERS.iter().find(|(code, _)| *code == owner) {
        Some((_, payer)) => _ = action.inputs.insert("against".into(), (*payer).into()),
        None => action.note(&["against"], "the save does not show whose EP are lost: give against=… (2.1)"),
    }
    action.note(
        &["bombed-before"],
        "assuming it was not bombed successfully before in this season; change it with bombed-before=yes \
         (2.1.2)",
    );
}
