//! What pieces are told once they lie: their numbers, where on a track, when they come and leave.

use liege_rules::game::pack::NUMBER;
use liege_rules::position::notation::{Date, Scenario};
use liege_rules::position::values;
use vassal::format::piece::PieceText;

use crate::drops::SPACING;
use crate::order_of_battle::{self, Waiting};
use crate::pieces::ID_MARKER;
use crate::{BuildError, tracks};

use super::state::{marker, property, set_property};
use super::{Pile, Table, in_window};

impl Table<'_> {
    /// Puts the pieces that come later into the boxes of their seasons, told where they go from there.
    pub(super) fn wait(&self, waiting: &[Waiting], piles: &mut Vec<Pile>, errors: &mut Vec<BuildError>) {
        let layout = &self.data.layout;
        let Some(own) = &layout.order_of_battle else { return };
        let (map_property, box_property) = order_of_battle::TARGET_PROPERTIES;
        for piece in waiting {
            let target = layout.find_box(&piece.target).map(|(window, _)| window.name.as_str());
            let (Some(slot), Some(map)) = (self.plan.slots.get(&piece.id), target) else {
                errors.push(BuildError::new(&piece.id, format!("no window has a box \"{}\"", piece.target)));
                continue;
            };
            let mut made = self.expanded(&slot.piece);
            set_property(&mut made, order_of_battle::SEASON_PROPERTY, &piece.season.to_string());
            set_property(&mut made, map_property, map);
            set_property(&mut made, box_property, &piece.target);
            let [x, y] = order_of_battle::OFFSET_PROPERTIES;
            set_property(&mut made, x, &piece.offset.0.to_string());
            set_property(&mut made, y, &piece.offset.1.to_string());
            let at = (piece.at.0 as i32, piece.at.1 as i32);
            piles.push(Pile { map: own.window.clone(), at, pieces: vec![made] });
        }
    }

    /// Sets the numbers of the pieces that show the known values of a text.
    pub(super) fn show_values(
        &self,
        file: &str,
        scenario: &Scenario,
        piles: &mut [Pile],
        errors: &mut Vec<BuildError>,
    ) {
        let pack = &self.data.pack;
        for named in scenario.values.iter().filter(|named| named.least == named.most) {
            let Some(value) = pack.values.iter().find(|value| value.word == named.word) else { continue };
            let values::Shown::OfPiece { chit, property } = &value.shown else { continue };
            let is_sign = |piece: &&mut PieceText| {
                let entry = marker(piece, ID_MARKER).and_then(|id| pack.catalogue.get(&id));
                entry.is_some_and(|entry| value.is_sign(entry))
            };
            for piece in piles.iter_mut().flat_map(|pile| &mut pile.pieces).filter(is_sign) {
                if !set_property(piece, property, &named.least.to_string()) {
                    let told = format!("line {}: \"{chit}\" has no number \"{property}\" to set", named.line);
                    errors.push(BuildError::new(file, told));
                }
            }
        }
    }

    /// Lays the chits of record tracks on their numbers.
    pub(super) fn along_tracks(&self, piles: &mut [Pile]) {
        for pile in piles {
            let [piece] = pile.pieces.as_slice() else { continue };
            let entry = marker(piece, ID_MARKER).and_then(|id| self.data.pack.catalogue.get(&id));
            let number = property(piece, NUMBER).and_then(|text| text.parse().ok());
            let (Some(entry), Some(number)) = (entry, number) else { continue };
            if let Some((window, at)) = tracks::spot(&self.data.layout, entry, number, SPACING)
                && window.name == pile.map
            {
                pile.at = in_window(window, at);
            }
        }
    }

    /// Tells pieces in which season they leave the game, those on the main map before others.
    pub(super) fn mark_removals(&self, now: Date, piles: &mut [Pile]) {
        let mut removals = order_of_battle::removals(&self.data.pack, now);
        let main = &self.data.layout.main_map;
        for on_main in [true, false] {
            for piece in piles
                .iter_mut()
                .filter(|pile| (pile.map == *main) == on_main)
                .flat_map(|pile| &mut pile.pieces)
            {
                let Some(seasons) = marker(piece, ID_MARKER).and_then(|id| removals.get_mut(id.as_str()))
                else {
                    continue;
                };
                if !seasons.is_empty() {
                    let season = seasons.remove(0).to_string();
                    set_property(piece, order_of_battle::REMOVAL_PROPERTY, &season);
                }
            }
        }
    }
}
