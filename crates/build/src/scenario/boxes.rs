//! Which box or tray a line means, and where its pieces lie there.

use std::collections::BTreeSet;

use liege_rules::position::notation::{Placed, Placement, Scenario, Stance, WrittenPlace};
use liege_rules::position::places::PlaceId;
use vassal::format::piece::PieceText;

use crate::BuildError;
use crate::drops::{RowKey, SPACING, in_rows, row_key};
use crate::window::Window;

use super::{Pile, Table, cargo_of, in_window};

impl Table<'_> {
    /// Lays out the pieces of a box: each counter on its own place, what is aboard on top of what carries it.
    pub(super) fn lay_out(
        &self,
        file: &str,
        name: &str,
        placements: &[&Placement],
        piles: &mut Vec<Pile>,
        errors: &mut Vec<BuildError>,
    ) {
        let Some((window, index)) = self.data.layout.find_box(name) else {
            let lines = placements.iter().map(|placement| format!("line {}", placement.line));
            let lines = lines.collect::<Vec<_>>().join(", ");
            errors.push(BuildError::new(file, format!("{lines}: no window has a box \"{name}\"")));
            return;
        };
        let mut lying: Vec<(RowKey<'_>, Vec<PieceText>)> = Vec::new();
        let mut loaded = BTreeSet::new();
        for placement in placements.iter().filter(|one| !matches!(one.stance, Stance::Aboard(_))) {
            for placed in &placement.pieces {
                let mut pieces = Vec::new();
                self.add(file, None, placement, placed, &mut pieces, errors);
                for (cargo, carried) in cargo_of(&placed.id, placements, &mut loaded) {
                    self.add(file, None, cargo, carried, &mut pieces, errors);
                }
                let entry = self.data.pack.entry(&placed.id, placed.chit, None);
                let key = entry.map(|entry| row_key(&self.data.pack, entry)).unwrap_or_default();
                lying.push((key, pieces));
            }
        }
        self.strays(file, name, placements, errors);
        // Copies of one counter share its place.
        let mut keys: Vec<RowKey<'_>> = lying.iter().map(|(key, _)| *key).collect();
        keys.sort();
        keys.dedup();
        let own = |key: &RowKey<'_>| self.drops.at(&self.data.layout, name, key.5);
        let (fixed, others): (Vec<RowKey<'_>>, Vec<RowKey<'_>>) =
            keys.into_iter().partition(|key| own(key).is_some());
        let taken: BTreeSet<(u32, u32)> = fixed.iter().filter_map(own).collect();
        let panel = window.panel();
        let places = panel.places(index, SPACING);
        let free: Vec<(u32, u32)> = places.into_iter().filter(|place| !taken.contains(place)).collect();
        let numbers = in_rows(&others, panel.places_across(index, SPACING));
        for (key, pieces) in lying {
            let number = others.binary_search(&key).ok().and_then(|place| numbers.get(place)).copied();
            // A full box is filled from its beginning again.
            let next = || free.get(number.unwrap_or_default() % free.len().max(1)).copied();
            let Some(at) = own(&key).or_else(next) else { continue };
            piles.push(Pile { map: window.name.clone(), at: in_window(window, at), pieces });
        }
    }

    /// The window and tray of a line, with why there is none.
    pub(super) fn tray_of(&self, placement: &Placement) -> Result<(&Window, usize), String> {
        let windows = &self.data.layout.window;
        let index = |window: &Window, name: &str| window.titles().iter().position(|title| title == name);
        match &placement.spot {
            WrittenPlace::Hex(_) | WrittenPlace::Box(_) => Err("this is not a tray".to_owned()),
            WrittenPlace::Force(id) => {
                let chit = self.data.pack.entry(id, true, None);
                let window = chit.and_then(|chit| self.data.layout.tray_window(&chit.nation));
                windows
                    .iter()
                    .filter(|known| Some(known.name.as_str()) == window)
                    .find_map(|window| Some((window, index(window, &chit?.label)?)))
                    .ok_or_else(|| format!("no window has a tray of \"{id}\""))
            }
            // Trays of the same number belong to different nations; the first piece decides.
            WrittenPlace::Tray(number) => {
                let first = placement.pieces.first();
                let entry = first.and_then(|placed| self.data.pack.entry(&placed.id, placed.chit, None));
                let nation = entry.map_or("", |entry| entry.nation.as_str());
                windows
                    .iter()
                    .filter(|window| window.nations.iter().any(|known| known == nation))
                    .find_map(|window| Some((window, index(window, &window.tray_name(*number))?)))
                    .ok_or_else(|| format!("no window has a tray {number} of {nation}"))
            }
        }
    }

    /// Where the chit of a tray lies, so that marks of what is in the tray point from there.
    pub(super) fn place_of_chit(&self, scenario: &Scenario, window: &Window, title: &str) -> Option<PlaceId> {
        let pack = &self.data.pack;
        let is_chit = |placed: &Placed| {
            let entry = pack.entry(&placed.id, placed.chit, None);
            entry.is_some_and(|entry| {
                entry.label == title
                    && pack.terms.is_tray_chit(entry)
                    && self.data.layout.tray_window(&entry.nation) == Some(window.name.as_str())
            })
        };
        let line = scenario.placements.iter().find(|line| line.pieces.iter().any(is_chit))?;
        match &line.spot {
            WrittenPlace::Hex(hex) => Some(PlaceId::Hex(*hex)),
            WrittenPlace::Box(name) => pack.map.place(name).map(|place| place.id.clone()),
            WrittenPlace::Tray(_) | WrittenPlace::Force(_) => None,
        }
    }
}
