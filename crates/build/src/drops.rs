//! Where pieces lie in the boxes: every counter that may come to a box has a place of its own there, in rows by side
//! and kind, so that the module's commands, `oob apply` and the set-ups put it on the same spot.
//!
//! Markers hold the distance from the middle of the box to which the piece's commands send it, and `cli::spots`
//! reads the same command. Windows grow with the places.

use std::collections::{BTreeMap, BTreeSet};

use liege_art::panel::Panel;
use liege_rules::data::catalogue::Entry;
use liege_rules::data::schedule::{Event, EventKind, SeasonTurn};
use liege_rules::game::pack::Pack;

use super::palette::COUNTER_PIXELS;
use super::tracks;
use super::window::Layout;

/// Distance of places in pixels, so that no counter covers another.
pub const SPACING: u32 = COUNTER_PIXELS + 5;

/// What the Markers begin with that hold a piece's place among the arrivals.
pub const ARRIVE: &str = "Arrive";

/// What the Markers begin with that hold its place among what has left the game.
pub const LEAVE: &str = "Leave";

/// The Markers with the offset of a piece's place from the middle of a box, to the right and downwards.
pub fn markers(marker: &str) -> [String; 2] {
    ["X", "Y"].map(|axis| format!("{marker}{axis}"))
}

/// The offset as Send to Location takes it.
pub fn marked_offset(marker: &str) -> [String; 2] {
    markers(marker).map(|name| format!("${name}$"))
}

/// The number of the place of each counter in each box.
#[derive(Debug, Clone, Default)]
pub struct Drops(BTreeMap<String, BTreeMap<String, usize>>);

impl Drops {
    /// The places in all boxes that commands, the schedule or rules send counters to.
    pub fn new(layout: &Layout, pack: &Pack) -> Self {
        let mut drops = Drops::default();
        let events = events_by_id(pack);
        for (name, entries) in senders(layout, pack, &events) {
            let Some((window, index)) = layout.find_box(&name) else { continue };
            let pool = pack.pools.iter().find(|pool| pool.has(&name));
            // What comes into play by way of the pool lies together, before what only returns to it.
            let begins = |entry: &Entry| {
                let mut own = events.get(entry.id.as_str()).into_iter().flatten();
                pool.is_some_and(|pool| own.any(|event| event.kind.joins(&pool.id)))
            };
            let keys = entries.iter().map(|entry| {
                let mut key = row_key(pack, entry);
                key.3 = if begins(entry) { '0' } else { '1' };
                key
            });
            let keys: Vec<RowKey<'_>> = keys.collect();
            let numbers = in_rows(&keys, window.panel().places_across(index, SPACING));
            drops.0.insert(name, entries.iter().map(|entry| entry.id.clone()).zip(numbers).collect());
        }
        if let Some(own) = &layout.order_of_battle
            && let Some((window, index)) = layout.find_box(&own.arrivals)
        {
            let across = window.panel().places_across(index, SPACING);
            drops.0.insert(own.arrivals.clone(), arrivals(pack, across));
        }
        for (name, homes) in tracks::homes(layout, pack) {
            drops.0.insert(name, homes.into_iter().map(|entry| entry.id.clone()).zip(0..).collect());
        }
        drops
    }

    /// The rows of places that a box needs.
    fn rows(&self, across: u32, name: &str) -> u32 {
        let last = self.0.get(name).and_then(|places| places.values().max());
        last.map_or(0, |last| *last as u32 / across + 1)
    }

    /// The numbers of the places of all counters that have one in a box, by their ids.
    pub fn in_box(&self, name: &str) -> impl Iterator<Item = (&str, usize)> {
        let places = self.0.get(name).into_iter().flatten();
        places.map(|(id, number)| (id.as_str(), *number))
    }

    /// The centre of the place of a counter in a box, in pixels of the window; none when it has none there.
    pub fn at(&self, layout: &Layout, name: &str, id: &str) -> Option<(u32, u32)> {
        let number = *self.0.get(name)?.get(id)?;
        let (window, index) = layout.find_box(name)?;
        let places = window.panel().places(index, SPACING);
        places.get(number % places.len().max(1)).copied()
    }

    /// How far a counter's place in a box is from the middle of the box, in pixels.
    pub fn offset(&self, layout: &Layout, name: &str, id: &str) -> Option<(i32, i32)> {
        let (x, y) = self.at(layout, name, id)?;
        let (window, index) = layout.find_box(name)?;
        let area = window.panel().area(index);
        let middle = (area.x + area.width / 2, area.y + area.height / 2);
        Some((x as i32 - middle.0 as i32, y as i32 - middle.1 as i32))
    }
}

/// Makes the rows of the windows as high as the places in their boxes need.
pub fn make_room(layout: &mut Layout, pack: &Pack) {
    let drops = Drops::new(layout, pack);
    let tracks = std::mem::take(&mut layout.track);
    for window in &mut layout.window {
        let panel = window.panel();
        let mut first = 0;
        for (row, boxes) in panel.by_rows().into_iter().enumerate() {
            let across = panel.places_across(first, SPACING);
            let rows_of = |name: &String| drops.rows(across, name).max(tracks::rows(&tracks, across, name));
            let rows = boxes.iter().map(rows_of).max().unwrap_or(0);
            first += boxes.len();
            let high = window.row_heights.get(row).copied().unwrap_or(window.box_height);
            let high = high.max(Panel::height_for(rows, SPACING));
            if high > window.box_height {
                window.row_heights.resize(window.row_heights.len().max(row + 1), window.box_height);
                window.row_heights[row] = high;
            }
        }
    }
    layout.track = tracks;
}

/// What begins a row: a nation of a side; and what begins one when it does not fit into the row: a family. Behind them
/// what lies first of a family, its kind and its id.
pub type RowKey<'p> = (&'p str, &'p str, usize, char, &'p str, &'p str);

/// Where a counter stands in the order of a box.
pub fn row_key<'p>(pack: &'p Pack, entry: &'p Entry) -> RowKey<'p> {
    let side = pack.alliance(&entry.nation);
    (side, &entry.nation, pack.catalogue.order(entry), '0', &entry.kind, &entry.id)
}

/// The numbers of the places that things with these keys get, row by row; keys may come in any order.
pub fn in_rows(keys: &[RowKey<'_>], across: u32) -> Vec<usize> {
    let across = across.max(1) as usize;
    let mut order: Vec<usize> = (0..keys.len()).collect();
    order.sort_by(|a, b| keys[*a].cmp(&keys[*b]));
    let mut numbers = vec![0; keys.len()];
    let mut next = 0usize;
    let mut before = None;
    for group in order.chunk_by(|a, b| family(&keys[*a]) == family(&keys[*b])) {
        let own = group.first().map(|index| nation(&keys[*index]));
        let left = next.next_multiple_of(across) - next;
        if own != before || group.len() > left {
            next = next.next_multiple_of(across);
        }
        before = own;
        for index in group {
            numbers[*index] = next;
            next += 1;
        }
    }
    numbers
}

fn nation<'p>(key: &RowKey<'p>) -> (&'p str, &'p str) {
    (key.0, key.1)
}

fn family<'p>(key: &RowKey<'p>) -> (&'p str, &'p str, usize) {
    (key.0, key.1, key.2)
}

/// The events of the schedule by the counter that they are about.
fn events_by_id(pack: &Pack) -> BTreeMap<&str, Vec<&Event>> {
    let mut events: BTreeMap<&str, Vec<&Event>> = BTreeMap::new();
    pack.schedule.events.iter().for_each(|event| events.entry(&event.id).or_default().push(event));
    events
}

/// The boxes with a place for every counter that may be sent there, and those counters.
fn senders<'p>(
    layout: &Layout,
    pack: &'p Pack,
    events: &BTreeMap<&str, Vec<&Event>>,
) -> BTreeMap<String, Vec<&'p Entry>> {
    let mut senders: BTreeMap<String, Vec<&Entry>> = BTreeMap::new();
    for entry in pack.catalogue.entries() {
        let mut names: BTreeSet<&str> = pack.pools.iter().filter_map(|pool| pool.of(entry)).collect();
        if let Some(own) = &layout.order_of_battle {
            let events = events.get(entry.id.as_str()).map_or(&[][..], Vec::as_slice);
            let leaves = events.iter().any(|event| event.kind == EventKind::Remove);
            names.extend(leaves.then_some(own.removed.as_str()));
            let brings = events.iter().filter(|event| event.kind.brings());
            let months = brings.filter_map(|event| event.turn?.month());
            names.extend(months.map(|month| own.month_boxes[usize::from(month.clamp(1, 12) - 1)].as_str()));
        }
        for name in names {
            senders.entry(name.to_owned()).or_default().push(entry);
        }
    }
    senders
}

/// The places in the box of arrivals: a nation has so many rows as its largest season needs, and no two counters that
/// come in the same season share a place.
fn arrivals(pack: &Pack, across: u32) -> BTreeMap<String, usize> {
    // Whatever is bought comes by way of the arrivals, too.
    let bought = pack.catalogue.entries().filter(|entry| !entry.is_chit);
    let mut seasons: BTreeMap<&str, BTreeSet<SeasonTurn>> =
        bought.map(|entry| (entry.id.as_str(), BTreeSet::new())).collect();
    for event in &pack.schedule.events {
        if event.kind.brings() {
            let own = seasons.entry(&event.id).or_default();
            // What the game starts with is on the map.
            own.extend(event.turn.filter(|_| event.kind == EventKind::Arrival).map(|turn| turn.season()));
        }
    }
    let mut entries: Vec<&Entry> =
        pack.catalogue.entries().map(AsRef::as_ref).filter(|e| seasons.contains_key(e.id.as_str())).collect();
    entries.sort_by_cached_key(|entry| row_key(pack, entry));
    let mut numbers = BTreeMap::new();
    let mut first = 0usize;
    for of_nation in entries.chunk_by(|a, b| a.nation == b.nation) {
        let mut taken: Vec<BTreeSet<SeasonTurn>> = Vec::new();
        let mut bound: BTreeMap<&str, usize> = BTreeMap::new();
        let (timed, others): (Vec<&Entry>, Vec<&Entry>) =
            of_nation.iter().copied().partition(|entry| !seasons[entry.id.as_str()].is_empty());
        for entry in timed {
            let own = &seasons[entry.id.as_str()];
            let free = taken.iter().position(|used| used.is_disjoint(own)).unwrap_or(taken.len());
            taken.resize(taken.len().max(free + 1), BTreeSet::new());
            taken[free].extend(own);
            bound.insert(&entry.id, free);
        }
        let rows = taken.len().max(1).div_ceil(across.max(1) as usize);
        let room = rows * across.max(1) as usize;
        for (number, entry) in others.into_iter().enumerate() {
            bound.insert(&entry.id, number % room);
        }
        numbers.extend(bound.into_iter().map(|(id, number)| (id.to_owned(), first + number)));
        first += room;
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key<'p>(side: &'p str, nation: &'p str, family: usize, id: usize) -> RowKey<'p> {
        const IDS: [&str; 9] = ["0", "1", "2", "3", "4", "5", "6", "7", "8"];
        (side, nation, family, '0', "", IDS[id])
    }

    #[test]
    fn a_nation_begins_a_row_and_a_family_where_it_does_not_fit() {
        let mut keys: Vec<RowKey<'_>> = (0..3).map(|id| key("axis", "JP", 0, id)).collect();
        keys.extend((3..5).map(|id| key("axis", "JP", 1, id)));
        keys.extend((5..8).map(|id| key("axis", "JP", 2, id)));
        keys.push(key("allies", "US", 0, 8));
        // The side that comes first in the alphabet has the first row.
        assert_eq!(in_rows(&keys, 5), [5, 6, 7, 8, 9, 10, 11, 12, 0]);
        keys.reverse();
        assert_eq!(in_rows(&keys, 5), [0, 12, 11, 10, 9, 8, 7, 6, 5]);
        assert_eq!(in_rows(&[], 0), [0usize; 0]);
    }
}
