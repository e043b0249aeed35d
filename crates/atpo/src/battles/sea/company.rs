//! Submarines and the other ships of their side, which are never at sea in one hex (3.16.2).

use super::super::super::kind::{Kind, Ship};
use super::super::super::states::Posture;
use super::super::super::view::Unit;
use super::action::SeaAction;
use super::missions::{is_at_sea, is_surface};

/// What becomes of ships that are in port in the place already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Docked {
    StayInPort,
    PutToSea,
}

/// Refuses what would bring a submarine at sea into one hex with another ship of its side. Sea transport stands for
/// capacity rather than ships (3.11.8), and areas without hexes have room for several stacks.
pub(super) fn refuse(action: &mut SeaAction<'_>, coming: &[&Unit], docked: Docked) {
    let (view, place) = (action.view, action.place.clone());
    if place.hex().is_none() {
        return;
    }
    let stays = |unit: &&Unit| {
        let comes = coming.iter().any(|own| own.ix == unit.ix);
        unit.side == action.side && is_at_sea(view, unit) && unit.kind != Kind::Stp && !comes
    };
    let here: Vec<&Unit> = view.here(&place).filter(stays).collect();
    let is_docked = |unit: &Unit| view.posture(unit) == Posture::Docked;
    let puts_to_sea = |unit: &Unit| docked == Docked::PutToSea && is_docked(unit);
    let comes = coming.iter().filter(|unit| unit.kind != Kind::Stp);
    let comes = comes.filter(|unit| view.piece(unit).at != place || puts_to_sea(unit));
    let meets = |unit: &&&Unit| here.iter().find(|other| are_apart(unit, other)).copied();
    let Some((unit, other)) = comes.clone().find_map(|unit| Some((unit, meets(&unit)?))) else { return };
    let [unit, other] = [*unit, other].map(|unit| &view.piece(unit).name);
    let told = format!(
        "{unit} would be in {place} with {other}, but a submarine may not be at sea in a hex with another \
         ship of its side: move one of them first"
    );
    action.refuse("3.16.2", told);
}

/// Whether two naval units of one side may not be in one hex; a Kaiten may with a submarine of its nation (3.16.11).
fn are_apart(one: &Unit, other: &Unit) -> bool {
    let kind = |unit: &Unit, ship| unit.kind == Kind::Ship(ship);
    let pair = |one: &Unit, other: &Unit| kind(one, Ship::Kaiten) && kind(other, Ship::Submarine);
    let rides = one.entry.nation == other.entry.nation && (pair(one, other) || pair(other, one));
    let on_surface = is_surface(one) && is_surface(other);
    !(rides || on_surface)
}
