//! Where the defender's aircraft land whose carrier a strike may cost him: the keys that tell it (4.6.3).

use serde_json::{Value, json};

use super::super::super::air::strike::{MOST_PLACES, MOST_ROOM};
use super::super::super::range::{Refuge, base_of, refuges};
use super::super::super::view::{Unit, View};
use super::super::bases;
use super::super::sea::action::SeaAction;
use liege_rules::play::battle::Note;

/// Tells the carriers and bases that all of the fighters on some ships reach.
pub(in super::super) fn tell(action: &mut SeaAction<'_>, fighters: &[&Unit], ships: &[&Unit]) {
    let view = action.view;
    let place = action.place.clone();
    let afloat = |unit: &&&Unit| {
        let ship = base_of(view, unit).ok().and_then(|base| base.ship);
        ship.is_some_and(|ship| ships.iter().any(|other| other.ix == ship))
    };
    let homeless: Vec<&Unit> = fighters.iter().filter(afloat).copied().collect();
    let Some((first, others)) = homeless.split_first() else { return };
    let mut shared = refuges(view, first, &place);
    for unit in others {
        let own = refuges(view, unit, &place);
        shared.retain(|refuge| {
            own.iter().any(|other| (&other.at, other.carrier) == (&refuge.at, refuge.carrier))
        });
    }
    // A base that has room comes before one that they over-stack.
    shared.sort_by_key(|refuge| (refuge.carrier.is_none(), spare(view, first, refuge) == Some(0)));
    let beyond = shared.len().saturating_sub(MOST_PLACES);
    shared.truncate(MOST_PLACES);
    let (decks, bases): (Vec<&Refuge>, Vec<&Refuge>) =
        shared.iter().partition(|refuge| refuge.carrier.is_some());
    for (key, places) in [("decks", decks), ("bases", bases)] {
        if !places.is_empty() {
            let told: Vec<Value> = places.iter().map(|refuge| told(view, first, refuge)).collect();
            action.inputs.insert(key.into(), told.into());
        }
    }
    if shared.is_empty() {
        let told = "no carrier or base is in range of all aircraft whose carrier may be lost; if that is \
                    wrong, give decks=… and bases=… (4.6.3)";
        action.note(&["decks", "bases"], told);
    }
    if beyond > 0 {
        action.notes.push(Note::plain(format!(
            "listing the nearest bases for homeless aircraft; {beyond} more are in range"
        )));
    }
}

/// The units that a base takes without being over-stacked; none of carriers and where there is no limit.
fn spare(view: &View, unit: &Unit, refuge: &Refuge) -> Option<u32> {
    bases::spare(view, unit, &refuge.at).filter(|_| refuge.carrier.is_none())
}

/// A place with its room, as the procedure takes it, and how much of it is not over-stacked where that is less.
fn told(view: &View, unit: &Unit, refuge: &Refuge) -> Value {
    let name =
        refuge.carrier.map_or_else(|| refuge.at.to_string(), |ship| view.situation.pieces[ship].name.clone());
    let room = refuge.room.unwrap_or(MOST_ROOM).min(MOST_ROOM);
    match spare(view, unit, refuge).filter(|spare| *spare < room) {
        Some(spare) => json!({ "name": name, "room": room, "spare": spare }),
        None => json!({ "name": name, "room": room }),
    }
}
