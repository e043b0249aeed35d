//! The chits of record tracks: a chit goes along when its number changes while it is in its box; below 1 it goes to the
//! place of its own before the numbers.

use liege_rules::data::catalogue::Entry;
use liege_rules::game::pack::NUMBER;
use vassal::format::key::Key;
use vassal::format::sequence::Unencodable;
use vassal::format::traits::new;

use super::drops::{Drops, SPACING};
use super::notes;
use super::prototype::Prototype;
use super::tracks;
use super::window::Layout;

/// The prototype of the chits that go along a track.
pub const PROTOTYPE: &str = "Along a track";

/// The Marker with the box of a chit's track.
const BOX: &str = "TrackBox";
/// The Markers with the offset of its own place from the middle of that box, to the right and downwards.
const HOME: [&str; 2] = ["TrackX", "TrackY"];
/// The same of the first number.
const FIRST: [&str; 2] = ["TrackLeft", "TrackTop"];
/// The Markers with how many numbers stand in a row and how many there are.
const NUMBERS: [&str; 2] = ["TrackAcross", "TrackNumbers"];

const ALONG: &str = "alongTrack";

/// What a chit that goes along a track must know, as Markers; nothing for others.
pub fn markers(layout: &Layout, drops: &Drops, entry: &Entry) -> Vec<(String, String)> {
    let Some((track, name)) = tracks::own(layout, entry) else { return Vec::new() };
    let Some((window, index)) = layout.find_box(name) else { return Vec::new() };
    let (panel, places) = (window.panel(), tracks::numbers(track, window, index, SPACING));
    let (Some(home), Some((x, y))) = (drops.offset(layout, name, &entry.id), places.first()) else {
        return Vec::new();
    };
    let area = panel.area(index);
    let first = [(*x, area.x, area.width), (*y, area.y, area.height)];
    let [left, top] = first.map(|(at, begins, size)| i64::from(at) - i64::from(begins + size / 2));
    let across = panel.places_across(index, SPACING);
    let mut all = vec![(BOX.to_owned(), name.to_owned())];
    let values = [home.0.into(), home.1.into(), left, top, across.into(), places.len() as i64];
    let names = HOME.into_iter().chain(FIRST).chain(NUMBERS);
    all.extend(names.zip(values).map(|(name, value)| (name.to_owned(), value.to_string())));
    all
}

/// The prototype of the chits that go along a track; none in a game without.
///
/// # Errors
/// See [`new::trait_with`].
pub fn prototype(layout: &Layout) -> Result<Option<Prototype>, Unencodable> {
    if layout.track.iter().all(|track| track.moves.is_empty()) {
        return Ok(None);
    }
    let [across, numbers] = NUMBERS;
    let at = |home: &str, first: &str, step: &str| {
        format!(
            "{{{NUMBER} < 1 ? {home} : {first} + (({NUMBER} - 1) % {numbers} {step} {across}) * {SPACING}}}"
        )
    };
    let offset = [at(HOME[0], FIRST[0], "%"), at(HOME[1], FIRST[1], "/")];
    let along = Key::named(ALONG);
    let traits = vec![
        new::trait_with(
            "macro;",
            &[
                ("name", PROTOTYPE),
                ("command", ""),
                ("key", ""),
                ("propertyMatch", &format!("{{CurrentZone == {BOX}}}")),
                ("watchKeys", &Key::encode_list(&notes::tally_keys())?),
                ("actionKeys", &Key::encode_list(std::slice::from_ref(&along))?),
            ],
            "",
        )?,
        new::send_to_spot("", &along, "$CurrentMap$", "$CurrentZone$", &offset)?,
    ];
    Ok(Some(Prototype { name: PROTOTYPE.to_owned(), traits }))
}
