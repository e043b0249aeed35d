//! Out of Supply marks: what cannot trace is marked where the step asks for it. Supply is derived from the position by
//! the rules' own trace; whether a mark is demanded is decided here.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use liege::rules::atpo::supply::stores::Draws;
use liege::rules::atpo::supply::{Supplied, Trust};
use liege::rules::atpo::view::{Unit, View};
use liege::rules::position::notation;
use liege::rules::position::situation::{Situation, from_scenario};

use super::layout::{Layout, Piece};

/// A mark may open the way of an enemy, who closes another: after so many rounds the rest is given up.
const ROUNDS: usize = 6;

/// Marks land units ashore and based aircraft that cannot trace supply; units for which no round settles it leave.
pub fn mark(layout: &mut Layout<'_>) {
    if !layout.time.touches("EN.2", "SE.7") {
        return;
    }
    for _ in 0..ROUNDS {
        if !remark(layout) {
            return;
        }
    }
    for line in &mut layout.lines {
        line.pieces.retain(|piece| !traces(&line.stance, piece));
    }
    layout.lines.retain(|line| !line.pieces.is_empty());
}

fn traces(stance: &str, piece: &Piece) -> bool {
    stance.is_empty() && (piece.is_land() || *piece.entry.family == *"air")
}

/// The position as the library reads it.
pub fn situation(layout: &Layout<'_>) -> Arc<Situation> {
    let pack = &layout.world.pack;
    let text = layout.text();
    let (scenario, mut faults) = notation::read("random", &text, &pack.terms.words);
    let (situation, more) = from_scenario(pack, "random", &scenario);
    faults.extend(more);
    assert!(faults.is_empty(), "{faults:?}\n{text}");
    Arc::new(situation)
}

/// Sets all marks anew; whether one changed.
fn remark(layout: &mut Layout<'_>) -> bool {
    let view = View::new(situation(layout), BTreeMap::new());
    // Pieces lie in the situation in the order of their lines.
    let mut marks: BTreeMap<(String, String), Vec<bool>> = BTreeMap::new();
    let draws = |unit: &&Unit| (unit.kind.is_land() || unit.kind.is_air()) && view.is_ashore(unit);
    let shortages = Draws::of(&view.supply(), view.units.iter().filter(draws), Trust::Lenient).shortages();
    let short: BTreeSet<usize> = shortages.iter().flat_map(|draw| &draw.units).map(|unit| unit.ix).collect();
    for unit in &view.units {
        let piece = view.piece(unit);
        let key = (piece.at.to_string(), unit.entry.id.clone());
        let unsupplied = view.supply().of_unit(unit) != Supplied::Yes || short.contains(&unit.ix);
        marks.entry(key).or_default().push(unsupplied);
    }
    let mut changed = false;
    for line in &mut layout.lines {
        let Some(hex) = line.at.hex() else { continue };
        for piece in line.pieces.iter_mut().filter(|piece| traces(&line.stance, piece)) {
            let unsupplied = marks.get(&(hex.to_string(), piece.entry.id.clone())).is_some_and(|all| all[0]);
            if unsupplied != piece.is("out-of-supply") {
                changed = true;
                if unsupplied {
                    piece.states.insert("out-of-supply".into());
                } else {
                    piece.states.remove("out-of-supply");
                }
            }
        }
    }
    changed
}
