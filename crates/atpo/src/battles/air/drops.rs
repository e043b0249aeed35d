//! Paratroops that drop alone: into a hex of the enemy that nobody defends (4.12.4).

use super::super::super::ground::{Ground, HexKind};
use super::super::super::kind::{Kind, Land};
use super::super::super::states::Status;
use super::super::super::supply::Supplied;
use super::super::super::view::{Unit, View};
use super::super::sea::action::SeaAction;
use super::links;
use super::missions::{AirVenture, place_of};
use liege_rules::play::battle::Note;
use liege_rules::play::procedure::Refusal;
use liege_rules::position::situation::PieceIx;

/// Whether a piece of cargo is a paratroop whose target the enemy holds.
pub(super) fn drops_there(view: &View, venture: &AirVenture<'_>, cargo: PieceIx) -> bool {
    let held = place_of(venture).hex().is_some_and(|hex| view.owning_side(hex) == Some(venture.side.enemy()));
    held && view.kind_of(cargo) == Some(Kind::Land(Land::Paratroop))
}

/// Whether a paratroop is out of supply by its chit or under every reading of the trace (4.12.4.1).
fn is_unsupplied(view: &View, unit: &Unit) -> bool {
    view.has(unit, Status::OutOfSupply) || view.supply().of_unit(unit) == Supplied::No
}

/// Why a paratroop makes no drop.
fn unfit(view: &View, unit: &Unit) -> Option<Refusal> {
    let name = &view.piece(unit).name;
    match () {
        () if view.is_reduced(unit) => {
            Some(Refusal::new("4.12.4.4", format!("{name} is depleted and cannot drop")))
        }
        () if is_unsupplied(view, unit) => {
            Some(Refusal::new("4.12.4.1", format!("{name} is out of supply and cannot drop")))
        }
        () => None,
    }
}

/// Paratroops into a hex of the enemy that nobody defends; where somebody does, they are part of the attack.
pub(super) fn drop_of<'a>(view: &'a View, venture: &AirVenture<'a>, cargo: &[PieceIx]) -> SeaAction<'a> {
    let mut action = SeaAction::at(view, &links::DROP, venture.side, place_of(venture));
    let hex = action.place.hex();
    if view.part().is_some_and(|part| !part.is_offensive()) {
        action.refuse("4.12.4", "paratroops are dropped in an Offensive Phase");
    }
    let beside = hex.is_some_and(|hex| {
        view.map()
            .neighbours(hex)
            .into_iter()
            .any(|near| view.land_ashore(near, venture.side).next().is_some())
    });
    action.inputs.insert("adjacent".into(), beside.into());
    let units = view.units.iter().filter(|unit| cargo.contains(&unit.ix));
    let (fit, others): (Vec<&Unit>, Vec<&Unit>) = units.partition(|unit| unfit(view, unit).is_none());
    let dropped = if fit.is_empty() { &others } else { &fit };
    action.notes.extend(
        others
            .iter()
            .filter(|_| !fit.is_empty())
            .filter_map(|unit| unfit(view, unit))
            .map(|why| Note::left_out(&why)),
    );
    action.aboard = dropped.iter().map(|unit| unit.ix).collect();
    if dropped.len() > 1 {
        action.inputs.insert("paratroops".into(), dropped.len().into());
    }
    let nation = dropped.first().map(|unit| unit.entry.nation.clone());
    action.inputs.extend(nation.map(|nation| ("nation".to_owned(), nation.into())));
    let terrain = view.ground(&action.place).filter(|facts| facts.kind != HexKind::Sea);
    if let Some(terrain) = terrain.and_then(|facts: &Ground| facts.terrain) {
        action.inputs.insert("terrain".into(), terrain.word().into());
    }
    let reduced = dropped.iter().any(|unit| view.is_reduced(unit));
    let states =
        [("depleted", reduced), ("out-of-supply", dropped.iter().any(|unit| is_unsupplied(view, unit)))];
    for (key, _) in states.into_iter().filter(|(_, holds)| *holds) {
        action.inputs.insert(key.into(), true.into());
    }
    action.note(
        &["atp"],
        "assuming its air transport has not moved this month and was not aborted; change it with atp=… \
         (4.12.4)",
    );
    action.note(
        &["operation-zone"],
        "assuming the hex is in the operation zone; change it with operation-zone=no (4.12.4.1)",
    );
    action
}
