//! What a text of a position leaves to the game's data: cards that no line places lie in their decks, and what shows a
//! value that a line names lies where it shows it.

use std::collections::BTreeMap;

use crate::data::catalogue::Source;
use crate::data::fault::DataFault;
use crate::game::pack::Pack;
use crate::position::notation::{NamedValue, Placed, Placement, Scenario, Stance, WrittenPlace};
use crate::position::places::PlaceId;
use crate::position::values::{Shown, Value};

/// Adds these lines to a text, the same for its situation and for its save; faults are values that what is placed shows
/// otherwise, or that nothing can show.
pub fn complete(pack: &Pack, file: &str, scenario: &mut Scenario) -> Vec<DataFault> {
    deal(pack, scenario);
    let mut faults = Vec::new();
    for named in scenario.values.clone() {
        let known = pack.values.iter().find(|value| value.word == named.word);
        let Some(value) = known.filter(|value| named.least == named.most && value.takes(named.least)) else {
            continue;
        };
        match shown(pack, scenario, value, &named) {
            Ok(more) => scenario.placements.extend(more),
            Err(told) => faults.push(DataFault::at(file, named.line, format!("{}: {told}", value.word))),
        }
    }
    faults
}

/// The line that shows a value, when one is missing.
fn shown(
    pack: &Pack,
    scenario: &Scenario,
    value: &Value,
    named: &NamedValue,
) -> Result<Option<Placement>, String> {
    let number = named.least;
    let signs =
        || scenario.placements.iter().filter(|line| line.pieces.iter().any(|one| is_sign(pack, value, one)));
    match &value.shown {
        Shown::Global(_) => Ok(None),
        Shown::OfPiece { .. } if signs().next().is_some() => Ok(None),
        Shown::OfPiece { chit, .. } => Err(format!("\"{chit}\" shows it, but no line places one")),
        Shown::Deck(name) => {
            let here = scenario.placements.iter().filter(|line| is_in(line, name));
            let cards: usize = here.flat_map(|line| &line.pieces).map(|card| usize::from(card.count)).sum();
            let agrees = i32::try_from(cards) == Ok(number);
            if agrees {
                Ok(None)
            } else {
                Err(format!("expected {cards}, the cards in \"{name}\", found {number}"))
            }
        }
        Shown::Track { chit, .. } => {
            let at = |line: &Placement| match &line.spot {
                WrittenPlace::Hex(hex) => Some(PlaceId::Hex(*hex)),
                WrittenPlace::Box(name) => pack.map.place(name).map(|place| place.id.clone()),
                WrittenPlace::Tray(_) | WrittenPlace::Force(_) => None,
            };
            let told: Vec<i32> = signs().filter_map(|line| value.number_of(&pack.map, &at(line)?)).collect();
            if let Some(other) = told.iter().find(|other| **other != number) {
                return Err(format!("expected {other}, the place of \"{chit}\", found {number}"));
            }
            if !told.is_empty() {
                return Ok(None);
            }
            let place = value
                .place_of(&pack.map, number)
                .ok_or_else(|| format!("no place of its track is {number}"))?;
            let sign = pack.catalogue.get(chit).or_else(|| pack.catalogue.chit(chit, None));
            let sign = sign.ok_or_else(|| format!("no counter \"{chit}\" can show it"))?;
            Ok(Some(line(spot(&place), Placed::new(&sign.id, false, 1))))
        }
    }
}

fn is_sign(pack: &Pack, value: &Value, placed: &Placed) -> bool {
    pack.entry(&placed.id, placed.chit, None).is_some_and(|entry| value.is_sign(entry))
}

fn is_in(line: &Placement, name: &str) -> bool {
    matches!(&line.spot, WrittenPlace::Box(place) if *place == *name)
}

fn spot(place: &PlaceId) -> WrittenPlace {
    place.hex().map_or_else(|| WrittenPlace::Box(place.to_string()), WrittenPlace::Hex)
}

/// A line that no text has.
fn line(spot: WrittenPlace, piece: Placed) -> Placement {
    Placement { line: 0, spot, stance: Stance::Present, pieces: vec![piece], source: Source::Rules }
}

/// Puts the cards that no line places on their decks, above those that a line puts there.
fn deal(pack: &Pack, scenario: &mut Scenario) {
    if pack.decks.is_empty() {
        return;
    }
    let mut placed: BTreeMap<&str, u16> = BTreeMap::new();
    for piece in scenario.placements.iter().flat_map(|line| &line.pieces) {
        if let Some(entry) = pack.entry(&piece.id, piece.chit, None) {
            let count = placed.entry(&entry.id).or_default();
            *count = count.saturating_add(piece.count);
        }
    }
    for deck in &pack.decks {
        for entry in pack.catalogue.entries().filter(|entry| entry.is_card_of(&deck.cards)) {
            let left =
                entry.copies().saturating_sub(placed.get(entry.id.as_str()).copied().unwrap_or_default());
            if left > 0 {
                let card = Placed::new(&entry.id, false, left);
                scenario.placements.push(line(WrittenPlace::Box(deck.name.clone()), card));
            }
        }
    }
}
