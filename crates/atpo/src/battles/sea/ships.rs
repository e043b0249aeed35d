//! Naval units as the procedures are told of them: class, printed values, the side that is up, the Admiral aboard; and
//! the aircraft over them.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::super::super::kind::Kind;
use super::super::super::ratings::{Ratings, ShipRatings};
use super::super::super::states::Posture;
use super::super::super::view::{Unit, View};
use super::super::forces::face;
use super::super::named_apart;
use super::missions::is_at_sea;
use liege_rules::data::catalogue::{Faces, Rating};
use liege_rules::play::battle::{Engaged, Note};
use liege_rules::position::situation::PieceIx;

/// Ships of one party as a procedure takes them, with remarks on what the save does not tell of them.
pub(super) fn engaged(view: &View, ships: &[&Unit], notes: &mut Vec<Note>) -> Vec<Engaged> {
    let admirals = seated(view, ships, notes);
    let mut engaged =
        named_apart(view, ships, |ship| (told(view, ship, admirals.get(&ship.ix).copied()), Vec::new()));
    for ship in &mut engaged {
        // Orders and the report say the same name.
        ship.told.insert("name".into(), ship.name.clone().into());
    }
    engaged
}

fn told(view: &View, ship: &Unit, admiral: Option<&Unit>) -> Map<String, Value> {
    let mut told = Map::new();
    if let Ratings::Air(air) = &*ship.ratings {
        let (kind, reduced) = (&ship.entry.kind, view.is_reduced(ship));
        let strength = face(&air.strength, reduced).unwrap_or(0).max(0);
        let state = if reduced { " reduced" } else { "" };
        told.insert("air".into(), format!("{kind} {strength}{state}").into());
        return told;
    }
    told.insert("ship".into(), printed(ship).into());
    if view.situation.pack.nations.contains_key(&ship.entry.nation) {
        told.insert("nation".into(), ship.entry.nation.clone().into());
    }
    if view.is_reduced(ship) {
        let word = if ship.kind == Kind::Stp { "1 point" } else { "damaged" };
        told.insert("state".into(), word.into());
    }
    if let Some((admiral, Ratings::Leader(leader))) = admiral.map(|admiral| (admiral, &*admiral.ratings)) {
        let piece = view.piece(admiral);
        told.insert("admiral".into(), leader.leads.clone().into());
        told.insert("admiral-name".into(), piece.name.clone().into());
        told.insert("admiral-piece".into(), piece.id.clone().into());
    }
    told
}

/// What the counter prints: `CA 2(3)-8-35/1-6-25`.
fn printed(ship: &Unit) -> String {
    let class = ship.entry.kind.to_uppercase();
    match &*ship.ratings {
        Ratings::Ship(ratings) => {
            let front = ship_face(ratings, |faces| faces.front.as_ref());
            let back = match ratings.armor.back {
                Some(_) => ship_face(ratings, |faces| faces.back.as_ref()),
                None => "x".to_owned(),
            };
            let named = match ratings.named {
                Some(true) => " named",
                Some(false) => " unnamed",
                None => "",
            };
            let marked = if ship.entry.marks.contains("aa") { " aa" } else { "" };
            format!("{class} {front}/{back}{named}{marked}")
        }
        Ratings::Transport(transport) => {
            let armor = transport.armor.as_ref().and_then(Rating::number).unwrap_or_default();
            let movement = transport.movement.as_ref().and_then(Rating::number);
            let movement = movement.map(|movement| format!("-{movement}")).unwrap_or_default();
            format!("{class} x-{armor}{movement}")
        }
        _ => class,
    }
}

/// One face: gunnery, the torpedo in parentheses, Armor, movement.
fn ship_face<'r>(ratings: &'r ShipRatings, up: impl Fn(&'r Faces) -> Option<&'r Rating>) -> String {
    let number = |faces| up(faces).and_then(Rating::number);
    let gunnery = number(&ratings.gunnery).map_or_else(|| "x".to_owned(), |guns| guns.to_string());
    let torpedo = number(&ratings.torpedo).map(|torpedo| format!("({torpedo})")).unwrap_or_default();
    let armor = number(&ratings.armor).unwrap_or_default();
    let movement = number(&ratings.movement).map(|movement| format!("-{movement}")).unwrap_or_default();
    format!("{gunnery}{torpedo}-{armor}{movement}")
}

/// The ships with the Admirals aboard them. An Admiral whose ship the save does not tell is aboard the named ship of
/// his nation with the best Armor that has none; Tanaka is aboard a squadron (3.12).
fn seated<'a>(view: &'a View, ships: &[&'a Unit], notes: &mut Vec<Note>) -> BTreeMap<PieceIx, &'a Unit> {
    let mut seated: BTreeMap<PieceIx, &Unit> = BTreeMap::new();
    let mut places: Vec<_> = ships.iter().map(|ship| (&view.piece(ship).at, view.piece(ship).tray)).collect();
    places.sort();
    places.dedup();
    for (at, tray) in places {
        let with = |unit: &&Unit| {
            unit.kind == Kind::Admiral && (view.piece(unit).tray == tray || is_beside_trays(view, unit))
        };
        let told = |unit: &Unit| match view.posture(unit) {
            Posture::Aboard(ship) => ship,
            _ => None,
        };
        let mut admirals: Vec<&Unit> = view.here(at).filter(with).collect();
        // Who sails in a named ship first, so that nobody else is put aboard it.
        admirals.sort_by_key(|unit| told(unit).is_none());
        admirals.retain(|unit| !seated.values().any(|other| other.ix == unit.ix));
        for admiral in admirals {
            let own = told(admiral).filter(|ix| ships.iter().any(|ship| ship.ix == *ix));
            let ship = own.or_else(|| flagship(view, ships, admiral, &seated));
            let Some(ship) = ship.filter(|ship| !seated.contains_key(ship)) else { continue };
            if own.is_none() {
                let [leader, aboard] = [admiral.ix, ship].map(|ix| &view.situation.pieces[ix].name);
                let told = format!("assuming {leader} is aboard {aboard}; the save does not show it");
                notes.push(Note::plain(format!("{told} (3.12)")));
            }
            seated.insert(ship, admiral);
        }
    }
    seated
}

/// Whether an Admiral lies on the map where all ships of his nation are in trays: he is aboard one of those.
fn is_beside_trays(view: &View, admiral: &Unit) -> bool {
    let is_own = |ship: &Unit| ship.kind.is_naval() && ship.entry.nation == admiral.entry.nation;
    let is_loose = |unit: &Unit| view.piece(unit).tray.is_none();
    let mut own = view.here(&view.piece(admiral).at).filter(|ship| is_own(ship));
    is_loose(admiral) && own.all(|ship| !is_loose(ship))
}

/// The ship that an Admiral leads from where nothing tells it.
fn flagship(
    view: &View,
    ships: &[&Unit],
    admiral: &Unit,
    seated: &BTreeMap<PieceIx, &Unit>,
) -> Option<PieceIx> {
    let squadron = admiral.entry.marks.contains("unnamed-only");
    let named = |ship: &Unit| match &*ship.ratings {
        Ratings::Ship(ratings) => ratings.named == Some(!squadron),
        _ => false,
    };
    let armor = |ship: &Unit| match &*ship.ratings {
        Ratings::Ship(ratings) => ratings.armor.front.as_ref().and_then(Rating::number),
        _ => None,
    };
    let (stack, tray) = (view.piece(admiral).stack, view.piece(admiral).tray);
    let together = |ship: &Unit| match tray {
        Some(_) => view.piece(ship).tray == tray,
        None => view.piece(ship).stack == stack || is_beside_trays(view, admiral),
    };
    let leads = |ship: &Unit| ship.entry.nation == admiral.entry.nation && named(ship) && together(ship);
    // A port is another place than the sea before it (3.9). Where nothing marks him as in port, he is with ships of his
    // that are at sea, if there are any.
    let docked = view.posture(admiral) == Posture::Docked;
    let at_sea =
        !docked && view.here(&view.piece(admiral).at).any(|ship| leads(ship) && is_at_sea(view, ship));
    let with_him = |ship: &Unit| match (docked, at_sea) {
        (true, _) => !is_at_sea(view, ship),
        (_, true) => is_at_sea(view, ship),
        _ => true,
    };
    let fits = |ship: &&&Unit| leads(ship) && !seated.contains_key(&ship.ix) && with_him(ship);
    // Of equal ships the first.
    ships.iter().rev().filter(fits).max_by_key(|ship| armor(ship)).map(|ship| ship.ix)
}
