//! Elite Pilots: which air units may have them, and which chit leaves the game with a unit (16.16).

use std::collections::BTreeSet;

use super::kind::{Air, Kind};
use super::states::ELITE;
use super::view::{Unit, View};
use crate::rules::situation::PieceIx;

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
