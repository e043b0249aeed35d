//! A place that somebody names on the command line: a hex, a city, an area or a box.

use crate::cli::Failure;
use crate::table::Table;
use liege_rules::data::fault::did_you_mean;
use liege_rules::position::places::Hex;
use liege_rules::position::situation::PlaceId;

/// A place by its hex number, its name or its id.
pub fn named(understood: &Table, text: &str) -> Result<PlaceId, Failure> {
    let map = &understood.pack.map;
    let named =
        || map.named().chain(map.hexes().map(|(_, facts)| facts)).filter(|facts| !facts.name.is_empty());
    let names = || named().map(|facts| facts.name.as_str());
    known(understood, text).ok_or_else(|| {
        Failure::new(format!(
            "--at: no place of {} is called \"{text}\"{}",
            understood.game.id(),
            did_you_mean(text, names())
        ))
        .help("expected a place by its name on the map: a hex, a city, an area or a box")
    })
}

/// The place that a text means, where it means one.
pub fn known(understood: &Table, text: &str) -> Option<PlaceId> {
    let map = &understood.pack.map;
    let hex = text.replace(' ', "").to_uppercase().parse::<Hex>().ok().filter(|hex| map.grid.has(*hex));
    if let Some(hex) = hex {
        return Some(PlaceId::Hex(hex));
    }
    let mut named = map.named().chain(map.hexes().map(|(_, facts)| facts));
    let called = named.find(|facts| !facts.name.is_empty() && facts.name.eq_ignore_ascii_case(text));
    called.or_else(|| map.place(text)).map(|facts| facts.id.clone())
}
