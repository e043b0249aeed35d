//! Elite Pilots: how many chits there are, and whether each lies on a Japanese air unit.

use super::super::elite_pilots::may_have;
use super::super::states::ELITE;
use super::super::view::{Alliance, View};
use liege_rules::check::{Check, Found, Report, now};
use liege_rules::position::situation::{PieceIx, PlaceId};
use vassal::diagnostic::counted;

pub(super) const PILOTS: &[Check<View>] = &[
    now("ATPO-A27", misplaced_elite_pilots).of("axis"),
    now("ATPO-A28", unassigned_elite_pilots).of("axis"),
];

/// The chits that Japan has in a game (16.16).
const ALL: usize = 10;

/// Whether units are based or fly at such a place.
fn is_of_units(view: &View, place: &PlaceId) -> bool {
    place.hex().is_some() || view.is_sea_area(place) || view.is_land_box(place)
}

fn misplaced_elite_pilots(view: &View, report: &mut Report<'_>) {
    let mut all: Vec<PieceIx> = Vec::new();
    for place in view.situation.at.keys().filter(|place| is_of_units(view, place)) {
        let chits = view.chits(place, ELITE);
        let units = view.here(place).filter(|unit| may_have(unit)).count();
        all.extend(&chits);
        if chits.len() <= units || view.may_hide(Alliance::Axis) {
            continue;
        }
        let chits_here = counted(chits.len(), "Elite Pilots chit");
        let message = match units {
            0 => format!("{chits_here} in {place}, where no Japanese combat air unit is"),
            _ => {
                let units = counted(units, "Japanese combat air unit");
                format!("{chits_here} in {place} for {units}; a unit has one")
            }
        };
        report.add(
            Found::at(place.clone(), chits, message)
                .help("a chit stays with its unit, and is removed when the unit is eliminated or rebuilt"),
        );
    }
    if let Some(extra) = all.get(ALL) {
        let at = view.situation.pieces[*extra].at.clone();
        let chits = counted(all.len(), "Elite Pilots chit");
        report.add(Found::at(at, all, format!("{chits} in play; Japan has {ALL}")).help("return the rest"));
    }
}

/// From 1942 on, chits in the Japanese boxes that hold what is still to come.
fn unassigned_elite_pilots(view: &View, report: &mut Report<'_>) {
    if view.situation.clock.date.is_none_or(|date| date.year < 1942) {
        return;
    }
    let waits = |place: &PlaceId| {
        let pool = view.situation.pack.pools.iter().any(|pool| place.name() == pool.of_nation(Some("JP")));
        pool || (place.name().is_some()
            && view.situation.pack.map.is_in_play(place)
            && !is_of_units(view, place))
    };
    for place in view.situation.at.keys().filter(|place| waits(place)) {
        let chits = view.chits(place, ELITE);
        if !chits.is_empty() {
            let message =
                format!("{} in {place} in 1942 or later", counted(chits.len(), "Elite Pilots chit"));
            report.add(
                Found::at(place.clone(), chits, message)
                    .help("chits not given to a unit before 1942 go back to the counter mix"),
            );
        }
    }
}
