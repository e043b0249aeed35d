//! One piece of a line with its states: as levels of its Layers, else as chits on top of it.

use liege_rules::data::catalogue::Entry;
use liege_rules::data::word::Word;
use liege_rules::game::pack::Pointing;
use liege_rules::position::notation::{Placed, Placement, Stance, WrittenPlace};
use liege_rules::position::places::PlaceId;
use vassal::format::piece::PieceText;

use crate::{BuildError, Slot};

use super::Table;
use super::state::{hide, layer, set_level};

/// What shows the states of a piece.
#[derive(Default)]
struct Shown<'t> {
    /// Layers with their levels.
    levels: Vec<(&'t str, i32)>,
    /// The Layer of the stance that a whole line is in.
    stance: Option<&'t str>,
    /// States that lie on it as chits.
    further: Vec<&'t Word>,
}

impl Table<'_> {
    pub(super) fn add(
        &self,
        file: &str,
        at: Option<&PlaceId>,
        placement: &Placement,
        placed: &Placed,
        pieces: &mut Vec<PieceText>,
        errors: &mut Vec<BuildError>,
    ) {
        let line = placement.line;
        let mut fail = |reason: String| errors.push(BuildError::new(file, format!("line {line}: {reason}")));
        let entry = self.data.pack.entry(&placed.id, placed.chit, None);
        let Some(slot) = entry.and_then(|entry| self.plan.slots.get(&entry.id)) else {
            fail(format!("no counter is called \"{}\"", placed.id));
            return;
        };
        let mut piece = self.expanded(&slot.piece);
        let aboard = placed.aboard.clone().map(Stance::Aboard);
        let stance = aboard.as_ref().unwrap_or(&placement.stance);
        let shown = self.shown(entry.map(AsRef::as_ref), at, stance, placed);
        for (layer, level) in shown.levels {
            // Of a line in port some may have no berth of their own.
            let of_line = shown.stance == Some(layer) && self.is_shown_by_another(placement, placed, layer);
            if !set_level(&mut piece, layer, level) && !of_line {
                fail(format!("\"{}\" has no {layer} to set", placed.id));
            }
        }
        if !self.write_on(&mut piece, placed) {
            fail(format!("\"{}\" does not show what is written on it", placed.id));
        }
        if placed.hidden {
            let side = entry.and_then(|entry| self.data.side_of(&entry.nation));
            if !side.is_some_and(|side| hide(&mut piece, side)) {
                fail(format!("\"{}\" cannot be hidden", placed.id));
            }
        }
        let mut chits = Vec::new();
        for state in shown.further {
            match self.state_chit(state) {
                Some(slot) => chits.push(self.expanded(&slot.piece)),
                None => fail(format!("no chit for a second state of \"{}\"", placed.id)),
            }
        }
        for _ in 0..placed.count {
            pieces.push(piece.clone());
            pieces.extend(chits.iter().cloned());
        }
    }

    /// The chit that says a state when it lies on a piece.
    fn state_chit(&self, state: &Word) -> Option<&Slot> {
        let pack = &self.data.pack;
        let says = |kind: &str| pack.terms.chits.get(kind) == Some(state);
        let mut chits = pack.catalogue.entries().filter(|entry| says(&entry.kind));
        self.plan.slots.get(&chits.next()?.id)
    }

    /// Whether another piece of a line has a Layer.
    fn is_shown_by_another(&self, placement: &Placement, placed: &Placed, layer: &str) -> bool {
        placement.pieces.iter().filter(|other| other.id != placed.id).any(|other| {
            let entry = self.data.pack.entry(&other.id, other.chit, None);
            let slot = entry.and_then(|entry| self.plan.slots.get(&entry.id));
            slot.is_some_and(|slot| self::layer(&mut self.expanded(&slot.piece), layer).is_some())
        })
    }

    /// What shows the states of a piece: a Layer shows one of its states, the first of its levels that holds; chits on
    /// top say the others.
    fn shown<'t>(
        &'t self,
        entry: Option<&Entry>,
        at: Option<&PlaceId>,
        stance: &'t Stance,
        placed: &'t Placed,
    ) -> Shown<'t> {
        let (terms, map) = (&self.data.pack.terms, &self.data.pack.map);
        let mut shown = Shown::default();
        let said = match stance {
            Stance::Present => None,
            Stance::In(word) => Some(word),
            Stance::Aboard(_) => terms.words.aboard.as_ref(),
        };
        shown.stance =
            said.filter(|word| !terms.is_ride(word)).and_then(|word| Some(terms.layer_of(word)?.0));
        for layer in terms.layers_of(entry) {
            let mut taken = shown.levels.iter().any(|(name, _)| *name == layer.name);
            for (level, row) in (1..).zip(&layer.levels) {
                let Some(state) = &row.state else { continue };
                let own = |word: &Word| terms.own_word(entry, word) == *state;
                let points = |target: &WrittenPlace| match (row.points, target, at) {
                    (Some(Pointing::Here), WrittenPlace::Hex(to), Some(PlaceId::Hex(from))) => from == to,
                    (Some(Pointing::Here), WrittenPlace::Box(to), Some(from)) => {
                        map.place(to).is_some_and(|to| to.id == *from)
                    }
                    (Some(Pointing::To(way)), WrittenPlace::Hex(to), Some(PlaceId::Hex(from))) => {
                        map.grid.neighbour(*from, way) == Some(*to)
                    }
                    _ => false,
                };
                let holds = said == Some(state)
                    || row.points.is_none() && placed.states.iter().any(own)
                    || placed.arrows.get(state).is_some_and(points);
                match holds {
                    true if taken => shown.further.push(state),
                    true => {
                        shown.levels.push((&layer.name, level));
                        taken = true;
                    }
                    false => {}
                }
            }
        }
        let no_layer = |state: &&Word| terms.layer_of(state).is_none();
        shown.further.extend(placed.states.iter().filter(no_layer));
        shown
    }
}
