//! Record tracks: the numbers printed in a box, which chits lie on them, and which have a place before them.

use liege_rules::data::catalogue::Entry;
use liege_rules::data::fault::{DataFault, did_you_mean, line_that};
use liege_rules::game::pack::Pack;

use super::window::{Layout, Track, Window};

/// The track in a box.
pub fn in_box<'l>(tracks: &'l [Track], name: &str) -> Option<&'l Track> {
    tracks.iter().find(|track| track.boxes.iter().any(|own| own == name))
}

/// The rows of places that a box with a track needs, with so many places in each: one before the numbers.
pub fn rows(tracks: &[Track], across: u32, name: &str) -> u32 {
    in_box(tracks, name).map_or(0, |track| 1 + track.numbers.div_ceil(across.max(1)))
}

/// The boxes with tracks and the chits that have a place before the numbers, in the order of these places.
pub fn homes<'p>(layout: &Layout, pack: &'p Pack) -> Vec<(String, Vec<&'p Entry>)> {
    let boxes = layout.track.iter().flat_map(|track| track.boxes.iter().map(move |name| (track, name)));
    let homes = boxes.map(|(track, name)| {
        let nation = flag(layout, name);
        let moves = |entry: &&Entry| is_of(&track.moves, entry) && entry.nation == nation;
        let stays = |entry: &&Entry| {
            is_of(&track.stays, entry) && (entry.nation == nation || entry.nation.is_empty())
        };
        let entries = || pack.catalogue.entries().map(AsRef::as_ref);
        (name.clone(), entries().filter(moves).chain(entries().filter(stays)).collect())
    });
    homes.collect()
}

fn is_of(kinds: &[String], entry: &Entry) -> bool {
    kinds.iter().any(|kind| entry.kind == **kind)
}

fn flag<'l>(layout: &'l Layout, name: &str) -> &'l str {
    let window = layout.find_box(name).map(|(window, _)| window);
    window.and_then(|window| window.flags.get(name)).map_or("", String::as_str)
}

/// The box of the track that a chit goes along.
pub fn own<'l>(layout: &'l Layout, entry: &Entry) -> Option<(&'l Track, &'l str)> {
    let tracks = layout.track.iter().filter(|track| is_of(&track.moves, entry));
    let mut boxes = tracks.flat_map(|track| track.boxes.iter().map(move |name| (track, name.as_str())));
    boxes.find(|(_, name)| flag(layout, name) == entry.nation)
}

/// The places of the numbers in a box, the first of them 1, in pixels of the window.
pub fn numbers(track: &Track, window: &Window, index: usize, spacing: u32) -> Vec<(u32, u32)> {
    let panel = window.panel();
    let across = panel.places_across(index, spacing) as usize;
    panel.places(index, spacing).into_iter().skip(across).take(track.numbers as usize).collect()
}

/// Where a chit with a number lies on its track, in pixels of the window; none where it has no track or a place of its
/// own.
pub fn spot<'l>(
    layout: &'l Layout,
    entry: &Entry,
    number: u32,
    spacing: u32,
) -> Option<(&'l Window, (u32, u32))> {
    let (track, name) = own(layout, entry)?;
    let (window, index) = layout.find_box(name)?;
    let places = numbers(track, window, index, spacing);
    let at = (number.checked_sub(1)? as usize).checked_rem(places.len())?;
    Some((window, *places.get(at)?))
}

/// Boxes and kinds of the tracks that nothing else knows, with their lines.
pub fn faults(path: &str, text: &str, layout: &Layout, pack: &Pack) -> Vec<DataFault> {
    let titles: Vec<String> = layout.window.iter().flat_map(Window::titles).collect();
    let kinds: Vec<&str> = pack.catalogue.entries().map(|entry| entry.kind.as_str()).collect();
    let fault = |word: &str, what: &str, known: &mut dyn Iterator<Item = &str>| {
        let line = line_that(text, |line| line.contains(&format!("\"{word}\"")));
        DataFault::at(
            path,
            line,
            format!("a track names the unknown {what} \"{word}\"{}", did_you_mean(word, known)),
        )
    };
    let mut faults = Vec::new();
    for track in &layout.track {
        let unknown = track.boxes.iter().filter(|name| layout.find_box(name).is_none());
        faults.extend(unknown.map(|name| fault(name, "box", &mut titles.iter().map(String::as_str))));
        let unknown = track.moves.iter().chain(&track.stays).filter(|kind| !kinds.contains(&kind.as_str()));
        faults.extend(unknown.map(|kind| fault(kind, "kind", &mut kinds.iter().copied())));
    }
    faults
}
