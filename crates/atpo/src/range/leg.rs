//! One flight from a base to a place: how far it is, how far the unit may fly there, and what forbids it.

use super::super::air::effect::AirEffect;
use super::super::kind::Kind;
use super::super::ratings::Ratings;
use super::super::states::{AirMission, Status};
use super::super::view::{Unit, View};
use super::super::weather;
use super::base::{AirBase, base_of};
use super::distance::hexes_between;
use super::grounded::{grounded, kept_from_diving};
use liege_rules::check::bound::{Bound, Reason, Sources, unsure};
use liege_rules::data::catalogue::Rating;
use liege_rules::play::procedure::Refusal;
use liege_rules::position::places::Hex;
use liege_rules::position::situation::PlaceId;

/// The longest range of a counter.
const LONGEST: i32 = 20;

/// A flight that the rules allow, if only by the most lenient reading of draft ranges.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leg {
    /// From where.
    pub base: AirBase,
    /// The hexes to the place.
    pub hexes: u32,
    /// How far the unit flies there, in hexes.
    pub range: Bound,
}

impl Leg {
    /// Whether it is within range by the data as they are.
    pub fn is_within(&self) -> bool {
        i64::from(self.hexes) <= i64::from(self.range.nominal)
    }

    /// What keeps it from being certain; none where it is.
    pub fn doubt(&self) -> Option<String> {
        let sure = i64::from(self.hexes) <= i64::from(self.range.least);
        if sure { None } else { unsure(&self.range.rests_on) }
    }
}

/// The range that the face which is up prints, of air transport that of its points (4.2, 4.12.2).
pub fn printed(view: &View, unit: &Unit) -> Bound {
    match &*unit.ratings {
        Ratings::Air(air) => view.rating(unit, &air.range, "range", LONGEST),
        // The rules give it, whatever the rest of the counter rests on.
        Ratings::Transport(transport) if unit.kind == Kind::Atp => {
            Bound::exact(transport.movement.as_ref().and_then(Rating::number).unwrap_or(0))
        }
        _ => Bound::exact(0),
    }
}

/// How far an air unit flies between two places: the printed range, less what weather and want of supply take (1.1, 13.6.3).
///
/// # Errors
/// Weather grounds it at one end: a grounded zone is neither left nor entered (gap G70).
pub(super) fn range_between(
    view: &View,
    unit: &Unit,
    from: &PlaceId,
    to: &PlaceId,
) -> Result<Bound, Refusal> {
    let ends = [from, to].map(|place| (weather::air_effect(view, place), place));
    if let Some((_, place)) = ends.iter().find(|(effect, _)| *effect == Some(AirEffect::Grounded)) {
        let reason = format!("the weather in {place} grounds aircraft, as the save says");
        return Err(Refusal::new("1.1, 21 (gap G70)", reason));
    }
    let mut range = printed(view, unit);
    let half = |hexes: i32| halved(view, hexes);
    let has = |wanted: AirEffect| ends.iter().any(|(effect, _)| *effect == Some(wanted));
    if has(AirEffect::StrengthAndRange) {
        range = ends_of(&range, half);
    } else if [from, to].iter().any(|place| weather::has_unknown_effect(view, place)) {
        range.least = half(range.least);
        range.rests_on.insert(Reason::unknown("the effect of the chit Air Effect"));
    }
    if view.has(unit, Status::OutOfSupply) {
        let most = i32::try_from(view.range_rows().unsupplied.hexes).unwrap_or(i32::MAX);
        range = ends_of(&range, |hexes| hexes.min(most));
    }
    Ok(range)
}

/// A range with each end changed; what it rests on falls away where nothing is open any more.
fn ends_of(range: &Bound, change: impl Fn(i32) -> i32) -> Bound {
    let (least, nominal, most) = (change(range.least), change(range.nominal), change(range.most));
    let rests_on = if least == most { Sources::new() } else { range.rests_on.clone() };
    Bound { least, nominal, most, rests_on }
}

fn halved(view: &View, hexes: i32) -> i32 {
    let range = u32::try_from(hexes).unwrap_or(0);
    let left = view.weather_numbers().map_or(range, |row| row.range(range, AirEffect::StrengthAndRange));
    i32::try_from(left).unwrap_or(hexes)
}

/// The flight of an air unit on a mission to a place; [`super::hops`] tells of changes of base.
///
/// # Errors
/// Why it cannot be flown, under every reading of the data.
pub fn leg(view: &View, unit: &Unit, mission: AirMission, to: &PlaceId) -> Result<Leg, Refusal> {
    let base = base_of(view, unit)?;
    match grounded(view, unit, &base, mission, to) {
        Some(refusal) => Err(refusal),
        None => flown(view, unit, base, to),
    }
}

/// The flight of an air unit that dives at ships as a Kamikaze, which fighters do too (16.4.2).
///
/// # Errors
/// Why it cannot be flown, under every reading of the data.
pub fn last_leg(view: &View, unit: &Unit, to: &PlaceId) -> Result<Leg, Refusal> {
    let base = base_of(view, unit)?;
    match kept_from_diving(view, unit, &base, to) {
        Some(refusal) => Err(refusal),
        None => flown(view, unit, base, to),
    }
}

/// How far it is from a base, unless that is too far.
fn flown(view: &View, unit: &Unit, base: AirBase, to: &PlaceId) -> Result<Leg, Refusal> {
    let name = &view.piece(unit).name;
    let told = |refusal: Refusal| Refusal::new(refusal.rule, format!("{name}: {}", refusal.reason));
    let hexes = hexes_between(view, &base, to).map_err(told)?;
    let range = range_between(view, unit, &base.at, to).map_err(told)?;
    if i64::from(hexes) > i64::from(range.most) {
        let rule = if view.has(unit, Status::OutOfSupply) { "13.6.3" } else { "4.2" };
        let reason = format!("{name} in {} flies {range}, but {to} is {hexes} hexes away", base.at);
        return Err(Refusal::new(rule, reason));
    }
    Ok(Leg { base, hexes, range })
}

/// The hexes that an air unit reaches on a mission by the data as they are, with their distance, by number.
///
/// # Errors
/// Why it reaches none.
pub fn region(view: &View, unit: &Unit, mission: AirMission) -> Result<Vec<(Hex, u32)>, Refusal> {
    let base = base_of(view, unit)?;
    let own = leg(view, unit, mission, &base.at)?;
    let most = u32::try_from(own.range.most).unwrap_or(0);
    let near = view
        .map()
        .hexes()
        .map(|(hex, _)| hex)
        .filter(|hex| hexes_between(view, &base, &PlaceId::Hex(*hex)).is_ok_and(|hexes| hexes <= most));
    let flown = near.filter_map(|hex| {
        let leg = leg(view, unit, mission, &PlaceId::Hex(hex)).ok().filter(Leg::is_within)?;
        Some((hex, leg.hexes))
    });
    Ok(flown.collect())
}
