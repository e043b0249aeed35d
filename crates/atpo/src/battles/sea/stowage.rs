//! What is aboard ships, piece by piece.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::super::super::kind::Kind;
use super::super::super::ratings::Ratings;
use super::super::super::states::Posture;
use super::super::super::view::{Unit, View};
use super::super::forces::face;
use super::links::CARGO;
use liege_rules::play::battle::Engaged;
use liege_rules::position::situation::PieceIx;

/// What is aboard some ships: land units, leaders, air units on sea transport, Sea Supply.
pub(super) fn aboard(view: &View, ships: &[&Unit]) -> Vec<PieceIx> {
    let carrier = |ix: PieceIx| match view.states[ix].posture {
        Posture::Aboard(Some(ship)) => ships.iter().find(|unit| unit.ix == ship).map(|unit| unit.kind),
        _ => None,
    };
    let kinds: BTreeMap<PieceIx, Kind> = view.units.iter().map(|unit| (unit.ix, unit.kind)).collect();
    let rides = |ix: &PieceIx| {
        let Some(carrier) = carrier(*ix) else { return false };
        match kinds.get(ix) {
            Some(Kind::Land(_) | Kind::Hq | Kind::General) => true,
            Some(Kind::Air(_)) => carrier == Kind::Stp,
            Some(_) => false,
            None => view.situation.pieces[*ix].is_chit("sea-supply"),
        }
    };
    view.situation.in_play().filter(rides).collect()
}

/// A piece of cargo as the procedure takes it.
pub(super) fn stowed(view: &View, ix: PieceIx) -> Engaged {
    let piece = &view.situation.pieces[ix];
    let unit = view.units.iter().find(|unit| unit.ix == ix);
    let mut words = vec![match unit {
        None => "sea-supply".to_owned(),
        Some(unit) if unit.kind.is_air() => "air".to_owned(),
        Some(unit) => unit.entry.kind.to_string(),
    }];
    if let Some(unit) = unit {
        let nation = view.situation.pack.nations.get_key_value(&unit.entry.nation);
        words.extend(nation.map(|(code, _)| code.clone()));
        words.extend(view.is_reduced(unit).then(|| "reduced".to_owned()));
        if let Ratings::Land(land) = &*unit.ratings {
            let movement = face(&land.movement, false).filter(|movement| (0..=20).contains(movement));
            words.extend(movement.map(|movement| format!("movement {movement}")));
        }
    }
    Engaged {
        piece: view.situation.piece_ref(ix),
        name: piece.name.clone(),
        told: Map::from_iter([(CARGO.to_owned(), Value::from(words.join(" ")))]),
        states: Vec::new(),
        overruled: BTreeSet::new(),
    }
}

/// The land units aboard a ship that are to land where it is.
pub(super) fn landing_from(view: &View, ship: PieceIx) -> Vec<PieceIx> {
    let aboard = view.units.iter().filter(|unit| view.posture(unit) == Posture::Aboard(Some(ship)));
    let lands = aboard.filter(|unit| {
        let attack = view.states(unit).attack;
        unit.kind.is_land() && attack.is_some() && attack == view.piece(unit).at.hex()
    });
    lands.map(|unit| unit.ix).collect()
}
