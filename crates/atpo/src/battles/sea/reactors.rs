//! From where the other party may react to those who move in a battle (3.8.2, 3.8.7.2), whoever is seen there.

use std::collections::BTreeSet;

use super::super::super::view::{Unit, View};
use super::super::plan::find;
use super::missions::{self, is_surface};
use super::{interception, links, reach};
use crate::forces::{ATTACKER, DEFENDER};
use crate::land_combat::LandCombat;
use liege_rules::play::battle::Battle;
use liege_rules::play::procedure::Procedure as _;
use liege_rules::position::situation::PlaceId;

/// The places of pieces that lie within the range of a reaction: to the ships that move in an interception, else to those
/// who begin the battle at sea or the landing.
pub(in super::super) fn of(view: &View, battle: &Battle) -> BTreeSet<PlaceId> {
    if interception::phase(view) == "end" {
        return BTreeSet::new();
    }
    let location = battle.place.location.as_str();
    let place = location.parse().map_or_else(|_| view.box_called(location), PlaceId::Hex);
    let mut targets = BTreeSet::new();
    if links::of_procedure(battle.procedure).is_some_and(|link| link.prefix != links::RAID.prefix) {
        let movers = movers(view, battle);
        let is_here = |ship: &&Unit| missions::enters_port(view, ship, &view.piece(ship).at);
        if battle.procedure == links::MINES.procedure && movers.iter().all(is_here) {
            // Who enters a port from its own hex is met by those in it alone.
            return BTreeSet::from([place]);
        }
        targets.extend(movers.iter().map(|ship| view.piece(ship).at.clone()));
        targets.extend((!movers.is_empty()).then_some(place));
    } else if battle.procedure == LandCombat::ID && battle.inputs.get("amphibious") == Some(&true.into()) {
        // Who is to land is at sea in the hex.
        targets.insert(place);
    }
    let reacts = |from: &&PlaceId| targets.iter().any(|to| reach::reacts(view, from, to));
    view.situation.at.keys().filter(reacts).cloned().collect()
}

/// The surface ships that move in a battle.
fn movers<'a>(view: &'a View, battle: &Battle) -> Vec<&'a Unit> {
    let reactive = battle.inputs.get("kind").and_then(serde_json::Value::as_str) == Some("reactive");
    let role = if reactive { DEFENDER } else { ATTACKER };
    let own = battle.forces.0.iter().filter(|force| force.role == role).flat_map(|force| &force.units);
    let units = own.filter_map(|unit| {
        let ix = find(view, &unit.piece.id)?;
        view.units.iter().find(|own| own.ix == ix)
    });
    units.filter(|unit| is_surface(unit)).collect()
}
