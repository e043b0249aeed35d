//! Ships in a convoy route of the Western Allies in the Strategic Warfare Phase (2.2.2).

use super::super::super::kind::{Air, Kind, Ship};
use super::super::super::ratings::Ratings;
use super::super::super::states::{NavalMission, Posture, Status};
use super::super::super::view::{Alliance, Unit, View};
use super::super::forces::face;
use super::missions::{Venture, is_at_sea, is_surface};
use super::{SeaAction, links};
use crate::forces::ATTACKER;
use liege_rules::play::battle::Note;
use liege_rules::position::situation::PlaceId;

/// A convoy area by its row, with the key of its route and that of the income of who pays.
struct ConvoyArea {
    id: &'static str,
    route: &'static str,
    income: &'static [&'static str],
}

const fn area(id: &'static str, route: &'static str, income: &'static [&'static str]) -> ConvoyArea {
    ConvoyArea { id, route, income }
}

const AREAS: [ConvoyArea; 5] = [
    area("east-pacific", "us", &["us-income"]),
    area("southeast-pacific", "us", &["us-income"]),
    area("south-pacific", "south-pacific", &["australia-income"]),
    area("indian-ocean-south", INDIAN_OCEAN, &["uk-income"]),
    area("indian-ocean-west", INDIAN_OCEAN, &["uk-income"]),
];
/// The route that the UK opens.
pub(in crate::battles) const INDIAN_OCEAN: &str = "indian-ocean";
/// The boxes whose chits open it, each for one of its areas.
const OPENED: [&str; 2] = ["indian-ocean-south-convoys", "indian-ocean-west-convoys"];
/// The first letters of the steps of the Strategic Warfare Phase.
const PHASE: &str = "SW";
/// The force, which the procedure takes under the key of its route.
const RAIDERS: &str = "raiders";

/// The raids that ships in convoy areas could make, an area each; none in another phase.
pub(super) fn possible(view: &View) -> Vec<SeaAction<'_>> {
    if !is_strategic_warfare(view) {
        return Vec::new();
    }
    view.places().filter_map(|place| raid(view, place)).collect()
}

/// Whether it is the Strategic Warfare Phase, or may be.
pub(in crate::battles) fn is_strategic_warfare(view: &View) -> bool {
    view.situation.clock.phase.as_deref().is_none_or(|phase| phase.starts_with(PHASE))
}

fn raid<'a>(view: &'a View, place: &PlaceId) -> Option<SeaAction<'a>> {
    let id = &*view.situation.pack.map.facts(place)?.key;
    let area = AREAS.iter().find(|area| area.id == id)?;
    let told = view.here(place).filter_map(|unit| Some((raider(view, unit)?, unit)));
    let (told, ships): (Vec<String>, Vec<&Unit>) = told.unzip();
    if ships.is_empty() {
        return None;
    }
    let venture = Venture {
        side: Alliance::Axis,
        mission: NavalMission::Sail,
        at: place.clone(),
        target: Ok(place.clone()),
        what: String::new(),
        ships,
    };
    let mut action = SeaAction::new(view, &links::RAID, &venture);
    action.inputs.insert(area.route.into(), told.into());
    if area.route == INDIAN_OCEAN {
        action.inputs.insert("open".into(), is_indian_ocean_open(view).into());
    }
    let limit = format!("losses are not limited by the next income; give {}=… (2)", area.income[0]);
    action.note(area.income, &limit);
    action
        .notes
        .push(Note::plain("ships that came in an End Phase do not raid; the save does not show it (2.2.2)"));
    action.forces = vec![(ATTACKER, RAIDERS, venture.ships)];
    Some(action)
}

/// Whether the route is open that the UK opens.
pub(in crate::battles) fn is_indian_ocean_open(view: &View) -> bool {
    OPENED.iter().all(|id| is_open(view, id))
}

/// The convoy route of an area; none of any other place.
pub(in crate::battles) fn route_of(view: &View, place: &PlaceId) -> Option<&'static str> {
    let id = &*view.situation.pack.map.facts(place)?.key;
    AREAS.iter().find(|area| area.id == id).map(|area| area.route)
}

/// Whether a Route Open chit lies in a box.
fn is_open(view: &View, id: &str) -> bool {
    let place = view.situation.pack.map.all().iter().find(|place| place.key == id);
    place.is_some_and(|place| !view.chits(&place.id, "route-open").is_empty())
}

/// A ship as the procedure takes it, if it may raid: undamaged, with guns, a carrier with a Naval-Air unit.
fn raider(view: &View, unit: &Unit) -> Option<String> {
    let Ratings::Ship(ratings) = &*unit.ratings else { return None };
    let is_free = unit.entry.nation == "JP" && is_surface(unit) && is_at_sea(view, unit);
    if !is_free || view.is_reduced(unit) || view.has(unit, Status::Active) {
        return None;
    }
    let gunnery = face(&ratings.gunnery, false).unwrap_or(0);
    let class = unit.entry.kind.to_uppercase();
    let aboard = |air: &Unit| {
        air.kind == Kind::Air(Air::NavalAir) && view.posture(air) == Posture::Aboard(Some(unit.ix))
    };
    if view.here(&view.piece(unit).at).any(aboard) {
        return Some(format!("{class} {gunnery} N"));
    }
    let bare = [Kind::Ship(Ship::Carrier), Kind::Ship(Ship::Destroyer), Kind::Stp].contains(&unit.kind);
    (gunnery > 0 && !bare).then(|| format!("{class} {gunnery}"))
}
