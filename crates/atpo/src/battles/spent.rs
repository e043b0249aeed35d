//! Which aircraft a battle has used up for the Step in which it is fought (4.7.4, 4.14.1).

use std::collections::{BTreeMap, BTreeSet};

use super::super::kind::Kind;
use super::super::terms::{ABORTED, COMMITTED, FLOWN, PREVIOUSLY_COMMITTED};
use super::super::view::View;
use super::air;
use super::plan::find;
use crate::forces::ATTACKER;
use liege_rules::check::case::SpentPiece;
use liege_rules::play::battle::Battle;
use liege_rules::play::deeds::{Act, Deed, Term};

/// The aircraft that flew in a battle, by their ids: who was on its mission in the air, and whom the report tells to have flown,
/// in an interception at sea, too; who was aborted flies no more in the Step (4.8.7).
pub(in super::super) fn spent(view: &View, battle: &Battle, deeds: &[Deed]) -> BTreeMap<String, SpentPiece> {
    let own = air::is_id(&battle.id);
    let marked = |says: fn(&Term) -> bool| {
        let fits = move |deed: &&Deed| matches!(&deed.act, Act::Mark(state) if says(state));
        deeds.iter().filter(fits).filter_map(Deed::piece)
    };
    let aborted: BTreeSet<&str> = marked(|state| *state == ABORTED).collect();
    let flew = marked(|state| [FLOWN, COMMITTED, PREVIOUSLY_COMMITTED].contains(state));
    let bound =
        battle.forces.0.iter().filter(|force| own && force.role == ATTACKER && force.key != air::COUNTER);
    let bound = bound.flat_map(|force| &force.units).map(|unit| unit.piece.id.as_str());
    let flies = |id: &&str| find(view, id).and_then(|ix| view.kind_of(ix)).is_some_and(Kind::flies);
    let spent = |id: &str| SpentPiece {
        places: BTreeSet::from([battle.place.location.clone()]),
        rests: aborted.contains(id),
    };
    flew.chain(bound).filter(flies).map(|id| (id.to_owned(), spent(id))).collect()
}
