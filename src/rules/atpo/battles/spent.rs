//! Which aircraft a battle has used up for the Step in which it is fought (4.7.4, 4.14.1).

use std::collections::BTreeSet;

use super::super::kind::Kind;
use super::super::terms::{COMMITTED, FLOWN, PREVIOUSLY_COMMITTED};
use super::super::view::View;
use super::air;
use super::plan::find;
use crate::rules::atpo::forces::ATTACKER;
use crate::rules::atpo::land_combat::LandCombat;
use crate::rules::battle::Battle;
use crate::rules::deeds::{Act, Deed};
use crate::rules::procedure::Procedure as _;

/// The ids of the aircraft that flew in a battle in the air or in one on land: who was on its mission, and whom the report
/// tells to have flown. Interceptions at sea belong to a Step of their own.
pub(in super::super) fn spent(view: &View, battle: &Battle, deeds: &[Deed]) -> BTreeSet<String> {
    let own = air::is_id(&battle.id);
    if !own && battle.procedure != LandCombat::ID {
        return BTreeSet::new();
    }
    let flew = |deed: &&Deed| matches!(&deed.act, Act::Mark(state) if [FLOWN, COMMITTED, PREVIOUSLY_COMMITTED].contains(state));
    let told = deeds.iter().filter(flew).filter_map(Deed::piece);
    let bound =
        battle.forces.0.iter().filter(|force| own && force.role == ATTACKER && force.key != air::COUNTER);
    let bound = bound.flat_map(|force| &force.units).map(|unit| unit.piece.id.as_str());
    let flies = |id: &&str| find(view, id).and_then(|ix| view.kind_of(ix)).is_some_and(Kind::flies);
    told.chain(bound).filter(flies).map(str::to_owned).collect()
}
