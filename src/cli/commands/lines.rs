//! Lines of supply on a picture: the paths that `facts` tells, marks at units without one, and the key to both.

use std::collections::BTreeMap;

use super::marks;
use super::overlay::{Overlay, Part};
use liege_art::position::key::{Entry, Key};
use liege_art::position::{Colour, Line, Mark};
use liege_rules::game::facts::{DerivedValue, LineState};
use liege_rules::position::situation::{PlaceId, Situation};
use vassal::diagnostic::counted;
use vassal::model::position::MapInPlay;

/// The colours of lines that are open, and of marks where they are doubtful or closed.
const MAGENTA: Colour = [216, 0, 140, 255];
const ORANGE: Colour = [190, 105, 0, 255];
const RED: Colour = [200, 20, 20, 255];

/// A spot in map pixels.
type At = (i32, i32);

/// The lines of a position as they are drawn on a map, with numbered marks where a line is not open.
pub fn of(
    facts: &[DerivedValue],
    situation: &Situation,
    in_play: &MapInPlay,
    title: &str,
    part: &Part,
) -> Overlay {
    let spots: BTreeMap<String, At> =
        in_play.layout.places().into_iter().map(|(name, at)| (name, (at.x, at.y))).collect();
    let spot = |place: &PlaceId| spots.get(&place.to_string()).copied();
    let (open, others): (Vec<&DerivedValue>, Vec<&DerivedValue>) =
        facts.iter().filter(|fact| fact.line.is_some()).partition(|fact| fact.line == Some(LineState::Open));
    let line = |fact: &&DerivedValue| {
        let places: Vec<At> = fact.path.iter().filter_map(spot).collect();
        (!places.is_empty()).then_some(Line { places, colour: MAGENTA })
    };
    let mut key = Key { title: title.to_owned(), ..Key::default() };
    key.entries.push(of_open(&open));
    let mut marked: Vec<(At, Vec<usize>, Colour)> = Vec::new();
    for (fact, number) in others.into_iter().zip(1..) {
        let entry = entry(fact, number);
        let here =
            fact.place.as_ref().and_then(|place| at(fact, place, situation, &part.map).or(spot(place)));
        let list = match here.filter(|at| part.has(*at)) {
            Some(_) => &mut key.entries,
            None => &mut key.elsewhere,
        };
        let colour = entry.colour;
        list.push(entry);
        match here.and_then(|here| marked.iter_mut().find(|(known, _, _)| *known == here)) {
            Some((_, numbers, worst)) => {
                numbers.push(number);
                *worst = if colour == RED { RED } else { *worst };
            }
            None => marked.extend(here.map(|here| (here, vec![number], colour))),
        }
    }
    let mark = |((x, y), numbers, colour): (At, Vec<usize>, Colour)| Mark {
        x,
        y,
        label: marks::ranges(&numbers),
        colour,
    };
    Overlay {
        lines: open.iter().filter_map(line).collect(),
        marks: marked.into_iter().map(mark).collect(),
        key: Some(key),
        ..Overlay::default()
    }
}

/// Where the pieces of a value lie on a map.
fn at(fact: &DerivedValue, place: &PlaceId, situation: &Situation, map: &str) -> Option<At> {
    let place = situation.place(place, &fact.pieces);
    (place.map.as_deref() == Some(map)).then_some((place.x?, place.y?))
}

/// What the lines of the picture are.
fn of_open(open: &[&DerivedValue]) -> Entry {
    let without = open.iter().filter(|fact| fact.path.len() < 2).count();
    let lines = counted(open.len() - without, "line");
    let text = match without {
        0 => format!("{lines}, each to a ring at its source"),
        _ => format!(
            "{lines}, each to a ring at its source; {} in supply where they stand",
            counted(without, "group")
        ),
    };
    Entry { label: "\u{2014}".into(), colour: MAGENTA, head: "in supply".into(), text }
}

/// What a mark says.
fn entry(fact: &DerivedValue, number: usize) -> Entry {
    let colour = if fact.line == Some(LineState::Closed) { RED } else { ORANGE };
    let place = fact.place.as_ref().map(ToString::to_string).unwrap_or_default();
    Entry { label: number.to_string(), colour, head: format!("{place} {}", fact.label), text: fact.value() }
}
