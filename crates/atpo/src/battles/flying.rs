//! Air units as the procedures are told of them: type, printed values, the side that is up, their base, the weather.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::super::air::aircraft::{AIR_CLASSES, AirClass};
use super::super::air::effect::AirEffect;
use super::super::kind::{Air, Kind};
use super::super::range::base_of;
use super::super::ratings::{AirRatings, Ratings};
use super::super::states::{ELITE, Posture, Status};
use super::super::view::{Unit, View};
use super::super::weather;
use super::named_apart;
use liege_rules::data::catalogue::{Faces, Rating};
use liege_rules::play::battle::Engaged;
use liege_rules::position::situation::{PieceIx, PlaceId};

/// Words about single air units, in the words of the procedures, beside those that their counters and bases tell.
pub(super) type FlownWords = BTreeMap<PieceIx, Vec<&'static str>>;

/// Air units over a place, as a procedure takes them.
/// `unsaid` are words that it does not know.
pub(super) fn engaged(
    view: &View,
    units: &[&Unit],
    place: &PlaceId,
    words: &FlownWords,
    unsaid: &[&str],
) -> Vec<Engaged> {
    let told = |unit: &Unit| {
        let more = words.get(&unit.ix).map(Vec::as_slice).unwrap_or_default();
        (told(view, unit, place, more, unsaid), Vec::new())
    };
    let mut engaged = named_apart(view, units, told);
    let names: BTreeMap<PieceIx, String> =
        units.iter().zip(&engaged).map(|(unit, engaged)| (unit.ix, engaged.name.clone())).collect();
    for unit in &mut engaged {
        // Orders and the report say the same name.
        unit.told.insert("name".into(), unit.name.clone().into());
    }
    // Who is aboard another of them has it for its base.
    for (unit, engaged) in units.iter().zip(&mut engaged) {
        if let Posture::Aboard(Some(carrier)) = view.posture(unit)
            && let Some(name) = names.get(&carrier)
        {
            engaged.told.insert("home".into(), name.clone().into());
        }
    }
    engaged
}

fn told(
    view: &View,
    unit: &Unit,
    place: &PlaceId,
    more: &[&'static str],
    unsaid: &[&str],
) -> Map<String, Value> {
    let mut told = Map::new();
    told.insert("air".into(), printed(unit).into());
    if view.situation.pack.nations.contains_key(&unit.entry.nation) {
        told.insert("nation".into(), unit.entry.nation.clone().into());
    }
    let base = base_of(view, unit).ok();
    if let Some(base) = &base {
        told.insert("home".into(), base.called(view).into());
    }
    let over_own = base.as_ref().is_some_and(|base| !base.afloat && base.at == *place);
    let from = base.as_ref().map_or(&view.piece(unit).at, |base| &base.at);
    let effect = [from, place].into_iter().filter_map(|place| weather::air_effect(view, place)).max();
    let words = [
        ("depleted", view.is_reduced(unit)),
        (ELITE, view.states[unit.ix].elite),
        ("own-base", over_own),
        ("carrier", base.is_some_and(|base| base.afloat)),
        ("committed", view.has(unit, Status::Committed)),
        ("previously-committed", view.has(unit, Status::PreviouslyCommitted)),
        ("unsupplied", view.has(unit, Status::OutOfSupply)),
        ("halved", effect.is_some_and(|effect| effect > AirEffect::None)),
    ];
    let own = words.into_iter().filter(|(word, holds)| *holds && !unsaid.contains(word));
    let all: Vec<&str> = own.map(|(word, _)| word).chain(more.iter().copied()).collect();
    if !all.is_empty() {
        told.insert("state".into(), all.join(" ").into());
    }
    told
}

/// What the counter prints, in the notation of the procedures: `A B 4-8/(1) 2-8/(1)`, `FB 3-9/2 x`.
pub(super) fn printed(unit: &Unit) -> String {
    printed_with(unit, 0)
}

/// The same with a range of no less than this.
pub(super) fn printed_with(unit: &Unit, range: i32) -> String {
    let letters = AIR_CLASSES.iter().find(|(class, ..)| Some(*class) == class_of(unit.kind));
    let letters = letters.map_or("F", |(_, letters, _)| *letters);
    let Ratings::Air(air) = &*unit.ratings else { return transport(unit, letters) };
    let service = match unit.entry.word("service") {
        "army" => "A ",
        "navy" => "N ",
        _ => "",
    };
    let marks = &unit.entry.marks;
    let face = |up: Face| face(air, up, range, (marks.contains("heavy"), marks.contains("circled")));
    let back = if air.steps == Some(1) || air.strength.back.is_none() {
        "x".to_owned()
    } else {
        face(|faces| faces.back.as_ref())
    };
    format!("{service}{letters} {} {back}", face(|faces| faces.front.as_ref()))
}

fn class_of(kind: Kind) -> Option<AirClass> {
    Some(match kind {
        Kind::Atp => AirClass::Transport,
        Kind::Air(Air::Fighter) => AirClass::Fighter,
        Kind::Air(Air::FighterBomber) => AirClass::FighterBomber,
        Kind::Air(Air::Bomber) => AirClass::Bomber,
        Kind::Air(Air::NavalAir) => AirClass::NavalAir,
        Kind::Air(Air::Floatplane) => AirClass::Floatplane,
        Kind::Air(Air::Kamikaze) => AirClass::SpecialKamikaze,
        Kind::Air(Air::Ohka) => AirClass::Ohka,
        Kind::Air(Air::B25) => AirClass::B25,
        _ => return None,
    })
}

/// The points of air transport are its strength.
fn transport(unit: &Unit, letters: &str) -> String {
    let Ratings::Transport(transport) = &*unit.ratings else { return letters.to_owned() };
    let points = |faces: Option<&Rating>| faces.and_then(Rating::number).unwrap_or(1);
    let (front, back) = (points(transport.points.front.as_ref()), points(transport.points.back.as_ref()));
    format!("{letters} {front} {back}")
}

/// One face of a counter among the values of both.
type Face = for<'f> fn(&'f Faces) -> Option<&'f Rating>;

fn face(air: &AirRatings, up: Face, least: i32, (heavy, circled): (bool, bool)) -> String {
    let number = |faces: &Faces| up(faces).and_then(Rating::number);
    let strength = number(&air.strength).map_or_else(|| "x".to_owned(), |strength| strength.to_string());
    let range = number(&air.range).unwrap_or_default().max(least);
    let quality = number(&air.quality).filter(|quality| *quality > 0);
    let quality = quality.map(|quality| match (heavy, circled) {
        (true, _) => format!("[{quality}]"),
        (_, true) => format!("/({quality})"),
        _ => format!("/{quality}"),
    });
    format!("{strength}-{range}{}", quality.unwrap_or_default())
}
