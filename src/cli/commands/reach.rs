//! What a piece reaches on a picture: its range as a shade, marks at what lies in it, and the key to both.

use std::collections::BTreeMap;

use super::overlay::{Overlay, Part};
use super::{marks, place};
use crate::cli::Failure;
use crate::table::Table;
use liege_art::position::key::{Entry, Key};
use liege_art::position::{Colour, Mark, Shade};
use liege_rules::data::fault::did_you_mean;
use liege_rules::game::facts::{DerivedValue, ReachOf, ReachStance};
use liege_rules::position::situation::{PieceIx, PlaceId, Situation};
use vassal::model::position::MapInPlay;

/// The colours of the shade, of what is friendly, of enemies, and of what is kept from flying.
const BLUE: Colour = [20, 90, 190, 255];
const RED: Colour = [200, 20, 20, 255];
const GREY: Colour = [90, 90, 90, 255];
/// The radius of a disc in ways from one hex to the next, so that discs in rows run into one another.
const RADIUS: f64 = 0.6;
/// The radius of the only disc of a shade, in map pixels.
const ALONE: u32 = 60;
/// So many pieces of one name are told.
const MOST_TOLD: usize = 9;

/// The piece or place that a text means: a hex or place of the map, else a piece by its name or the id of its counter.
///
/// # Errors
/// Nothing or more than one piece is called so.
pub fn meant(understood: &Table, text: &str) -> Result<ReachOf, Failure> {
    if let Some(known) = place::known(understood, text) {
        return Ok(ReachOf::Place(known));
    }
    let situation = &understood.situation;
    let found: Vec<PieceIx> = situation.in_play().filter(|ix| is_called(situation, *ix, text)).collect();
    match found.as_slice() {
        [piece] => Ok(ReachOf::Piece(*piece)),
        [] => {
            let names = situation.in_play().map(|ix| situation.pieces[ix].name.as_str());
            let near = did_you_mean(text, names);
            Err(Failure::new(format!("--reach: no place and no piece in play is called \"{text}\"{near}"))
                .help("expected a hex, a place on the map, the name of a piece or its counter id"))
        }
        several => {
            let told = |ix: &PieceIx| format!("{} in {}", situation.pieces[*ix].id, situation.pieces[*ix].at);
            let told: Vec<String> = several.iter().take(MOST_TOLD).map(told).collect();
            Err(Failure::new(format!("--reach: {} pieces are called \"{text}\"", several.len()))
                .help(format!("give the id of one: {}", told.join(", "))))
        }
    }
}

fn is_called(situation: &Situation, ix: PieceIx, text: &str) -> bool {
    let piece = &situation.pieces[ix];
    let labels = piece.entry.as_ref().map(|entry| [entry.id.as_str(), entry.name.as_str()]);
    piece.id == text
        || piece.name.eq_ignore_ascii_case(text)
        || labels.is_some_and(|labels| labels.iter().any(|label| label.eq_ignore_ascii_case(text)))
}

/// The reach as it is drawn on a map.
pub fn over(
    facts: &[DerivedValue],
    situation: &Situation,
    in_play: &MapInPlay,
    title: &str,
    part: &Part,
) -> Overlay {
    let spots: BTreeMap<String, (i32, i32)> =
        in_play.layout.places().into_iter().map(|(name, at)| (name, (at.x, at.y))).collect();
    let spot = |place: &PlaceId| spots.get(&place.to_string()).copied();
    let (areas, others): (Vec<&DerivedValue>, Vec<&DerivedValue>) =
        facts.iter().partition(|fact| !fact.area.is_empty());
    let mut key = Key { title: title.to_owned(), ..Key::default() };
    let mut shades = Vec::new();
    for fact in areas {
        let spots: Vec<(i32, i32)> = fact.area.iter().filter_map(spot).collect();
        key.entries.push(entry(fact, "\u{25cf}".into(), BLUE));
        shades.push(Shade { radius: radius(&spots), spots, colour: BLUE });
    }
    let mut marked: BTreeMap<(i32, i32), (Vec<usize>, Colour)> = BTreeMap::new();
    for (fact, number) in others.into_iter().zip(1_usize..) {
        let colour = colour(fact);
        let here =
            fact.place.as_ref().and_then(|place| at(fact, place, situation, &part.map).or(spot(place)));
        let list = match here.filter(|at| part.has(*at)) {
            Some(_) => &mut key.entries,
            None => &mut key.elsewhere,
        };
        list.push(entry(fact, number.to_string(), colour));
        let Some(here) = here else { continue };
        let (numbers, worst) = marked.entry(here).or_insert((Vec::new(), colour));
        numbers.push(number);
        if colour == RED {
            *worst = RED;
        }
    }
    let mark = |((x, y), (numbers, colour)): ((i32, i32), (Vec<usize>, Colour))| Mark {
        x,
        y,
        label: marks::ranges(&numbers),
        colour,
    };
    Overlay { shades, marks: marked.into_iter().map(mark).collect(), key: Some(key), ..Overlay::default() }
}

fn entry(fact: &DerivedValue, label: String, colour: Colour) -> Entry {
    let place = fact.place.as_ref().map(ToString::to_string).unwrap_or_default();
    Entry { label, colour, head: format!("{place} {}", fact.label), text: fact.value() }
}

/// Enemies are red, bases and aircraft that reach a place blue, what is kept on the ground grey.
fn colour(fact: &DerivedValue) -> Colour {
    match fact.stance {
        Some(ReachStance::Hostile) => RED,
        Some(ReachStance::Barred) => GREY,
        None => BLUE,
    }
}

/// How large discs around hexes are that run into one another.
fn radius(spots: &[(i32, i32)]) -> u32 {
    let Some((first, rest)) = spots.split_first() else { return 0 };
    let far = |at: &(i32, i32)| f64::from(at.0 - first.0).hypot(f64::from(at.1 - first.1));
    let near = rest.iter().map(far).fold(f64::INFINITY, f64::min);
    if near.is_finite() { (near * RADIUS).round() as u32 } else { ALONE }
}

/// Where the pieces of a value lie on a map.
fn at(fact: &DerivedValue, place: &PlaceId, situation: &Situation, map: &str) -> Option<(i32, i32)> {
    let place = situation.place(place, &fact.pieces);
    (place.map.as_deref() == Some(map)).then_some((place.x?, place.y?))
}
