//! Pilots of Japan: which air units may have the Elite ones and which chit leaves the game with a unit (16.16), and whose
//! counters wait for Winter (4.8.7.1).

use std::collections::BTreeSet;

use super::kind::{Air, Kind};
use super::ratings::Ratings;
use super::states::ELITE;
use super::view::{Unit, View};
use liege_rules::data::catalogue::{Entry, Rating};
use liege_rules::position::situation::PieceIx;

/// Whether a unit may have Elite Pilots: a Japanese combat air unit that does not die on its first mission.
pub fn may_have(unit: &Unit) -> bool {
    let once = matches!(unit.kind, Kind::Air(Air::Kamikaze | Air::Ohka));
    unit.entry.nation == "JP" && unit.kind.is_air() && !once
}

/// The chit that is lost with an air unit (16.16.1.2): the one on it, else one of its place that no unit left there could
/// have. `gone` are the pieces that left the map, the unit among them.
pub fn lost_with(view: &View, unit: PieceIx, gone: &BTreeSet<PieceIx>) -> Option<PieceIx> {
    let place = &view.situation.pieces[unit].at;
    let left: Vec<PieceIx> =
        view.chits(place, ELITE).into_iter().filter(|chit| !gone.contains(chit)).collect();
    let on = |chit: PieceIx| view.situation.pieces[chit].lent_to;
    let own = left.iter().copied().find(|chit| on(*chit) == Some(unit));
    let could = view.here(place).filter(|other| may_have(other) && !gone.contains(&other.ix)).count();
    let loose = || left.iter().copied().find(|chit| on(*chit).is_none());
    own.or_else(|| (left.len() > could).then(loose).flatten())
}

/// The quality that an air unit has printed on its front.
pub fn quality(unit: &Entry) -> Option<i32> {
    match Ratings::of(unit)? {
        Ratings::Air(air) => air.quality.front.as_ref().and_then(Rating::number),
        _ => None,
    }
}

/// Which quality waits for Winter: 3, until a unit of quality 4 has a base on the map (4.8.7.1).
pub fn waiting_quality(view: &View) -> i32 {
    let veteran = |unit: &Unit| {
        unit.entry.nation == "JP"
            && unit.kind.is_air()
            && quality(&unit.entry) == Some(LATER)
            && view.piece(unit).at.hex().is_some()
    };
    if view.units.iter().any(veteran) { LATER } else { LATER - 1 }
}

/// Whether Japan has a unit of the later quality on the map, as far as is seen.
pub fn has_later(view: &View) -> bool {
    waiting_quality(view) == LATER
}

/// The quality of which losses wait once there is a unit of it.
const LATER: i32 = 4;
