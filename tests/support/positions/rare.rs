//! Pieces with rules of their own: ferried fighters, the B-25, kamikazes with the bombers that carry them, the Kaiten,
//! raiders, dummy task forces, Atrocities and lend-lease.

use liege::rules::atpo::ground::HexKind;
use liege::rules::position::places::Hex;

use super::layout::{At, Layout, Piece};
use super::world::is_at_war;

/// Adds what the counters laid so far let in.
pub fn add(layout: &mut Layout<'_>, theatre: &[Hex]) {
    ferry(layout);
    raiders_of_tokyo(layout);
    kamikazes(layout, theatre);
    rocket_bombs(layout, theatre);
    suicide_torpedo(layout);
    auxiliary_cruisers(layout, theatre);
    dummies(layout, theatre);
    atrocities(layout);
    lend_lease(layout);
    forgotten(layout);
}

/// Whole named carriers with the strength of the aircraft aboard.
fn decks(layout: &Layout<'_>) -> Vec<(At, Piece, i32)> {
    let aboard = |at: &At, carrier: &str| -> i32 {
        let stance = format!("aboard {carrier}");
        let lines = layout.lines.iter().filter(|line| line.at == *at && line.stance == stance);
        let face = |piece: &Piece| if piece.is("reduced") { "back_strength" } else { "strength" };
        lines
            .flat_map(|line| &line.pieces)
            .map(|piece| piece.entry.number(face(piece)).map_or(9, |strength| strength))
            .sum()
    };
    let carriers = layout.lines.iter().flat_map(|line| line.pieces.iter().map(|piece| (&line.at, piece)));
    carriers
        .filter(|(_, piece)| *piece.entry.kind == *"CV" && piece.entry.yes("named") == Some(true))
        .filter(|(_, piece)| !piece.is("reduced"))
        .map(|(at, piece)| (at.clone(), piece.clone(), aboard(at, &piece.entry.id)))
        .collect()
}

/// One fighter of a single step aboard a whole named carrier with a point of its deck to spare (4.6.2.5).
fn ferry(layout: &mut Layout<'_>) {
    for (at, carrier, load) in decks(layout) {
        let room = carrier.entry.number("capacity").unwrap_or(0);
        if load >= room || !layout.dice.in_hundred(30) {
            continue;
        }
        let fighter = layout.find("air", &["F", "FB"], &carrier.entry.nation);
        if let Some(mut fighter) = fighter.filter(|unit| unit.entry.number("steps") == Some(2)) {
            fighter.states.insert("reduced".into());
            layout.put(at, &format!("aboard {}", carrier.entry.id), vec![fighter]);
        }
    }
}

/// The B-25 in the US Box, or aboard a US carrier with one Naval-Air unit at most, until it has flown (16.14).
fn raiders_of_tokyo(layout: &mut Layout<'_>) {
    if !layout.time.since(1942, 7) || layout.time.since(1943, 1) || !layout.dice.in_hundred(50) {
        return;
    }
    let ferried = |layout: &Layout<'_>, at: &At, carrier: &str| {
        let stance = format!("aboard {carrier}");
        let lines = layout.lines.iter().filter(|line| line.at == *at && line.stance == stance);
        lines.flat_map(|line| &line.pieces).any(|piece| *piece.entry.kind != *"N")
    };
    let carriers: Vec<(At, String)> = decks(layout)
        .into_iter()
        .map(|(at, carrier, _)| (at, carrier.entry))
        .filter(|(at, carrier)| carrier.nation == "US" && !ferried(layout, at, &carrier.id))
        .map(|(at, carrier)| (at, carrier.id.clone()))
        .collect();
    let bomber = layout.take("us-b25").into_iter().collect();
    match layout.dice.one(&carriers).cloned() {
        Some((at, carrier)) => layout.put(at, &format!("aboard {carrier}"), bomber),
        None => layout.put(At::in_box("US Box (West Coast)"), "", bomber),
    }
}

/// Any number of special kamikazes at a base of 1945, beside what bases there (4.10.6).
fn kamikazes(layout: &mut Layout<'_>, theatre: &[Hex]) {
    if !layout.time.since(1945, 4) {
        return;
    }
    let bases: Vec<Hex> = layout
        .standing("JP", theatre)
        .into_iter()
        .filter(|hex| layout.world.base_limit(*hex) > 0 && !layout.has_enemy("JP", *hex))
        .collect();
    if let Some(hex) = layout.dice.one(&bases).copied() {
        let units = (0..layout.dice.between(1, 4)).filter_map(|_| layout.take("jp-kamikaze")).collect();
        layout.put(At::Hex(hex), "", units);
    }
}

/// An Ohka with the bomber that carries it, at a base that takes both (16.4).
fn rocket_bombs(layout: &mut Layout<'_>, theatre: &[Hex]) {
    if !layout.time.since(1945, 4) || !layout.dice.in_hundred(50) {
        return;
    }
    let free: Vec<Hex> = layout
        .standing("JP", theatre)
        .into_iter()
        .filter(|hex| layout.world.base_limit(*hex) > 1 && !layout.has_enemy("JP", *hex))
        .filter(|hex| !layout.in_hex(*hex).any(|(_, piece)| piece.uses_base()))
        .collect();
    let carries = |unit: &Piece| unit.entry.marks.contains("carries-ohka");
    let bomber = (0..40).find_map(|_| layout.find("air", &["B"], "JP").filter(carries));
    if let (Some(hex), Some(bomber)) = (layout.dice.one(&free).copied(), bomber) {
        let bomb = layout.take("jp-ohka");
        layout.put(At::Hex(hex), "", [bomber].into_iter().chain(bomb).collect());
    }
}

/// The Kaiten with a Japanese submarine that is alone at sea or lies in a port (3.16.11).
fn suicide_torpedo(layout: &mut Layout<'_>) {
    if !layout.time.since(1944, 10) || !layout.dice.in_hundred(60) {
        return;
    }
    let boat = |piece: &Piece| *piece.entry.kind == *"SS" && piece.entry.nation == "JP";
    let places: Vec<usize> = (0..layout.lines.len())
        .filter(|ix| {
            let line = &layout.lines[*ix];
            line.stance.is_empty() && matches!(line.pieces.as_slice(), [only] if boat(only))
        })
        .collect();
    if let Some(ix) = layout.dice.one(&places).copied() {
        let Some(mut torpedo) = layout.take("jp-kaiten") else { return };
        torpedo.states = layout.lines[ix].pieces[0].states.clone();
        torpedo.states.remove("reduced");
        layout.lines[ix].pieces.push(torpedo);
    }
}

/// German and Japanese raiders, each alone at sea, for which nobody pays (2.2.3).
fn auxiliary_cruisers(layout: &mut Layout<'_>, theatre: &[Hex]) {
    for _ in 0..layout.dice.between(0, 2) {
        let nation = if layout.dice.in_hundred(70) { "DE" } else { "JP" };
        let waters = super::naval::empty_waters(layout, theatre);
        let open: Vec<Hex> =
            waters.into_iter().filter(|hex| layout.world.facts(*hex).kind == HexKind::Sea).collect();
        let raider = layout.find("ships", &["AC"], nation);
        if let (Some(hex), Some(raider)) = (layout.dice.one(&open).copied(), raider) {
            layout.put(At::Hex(hex), "", vec![raider]);
        }
    }
}

/// At most three dummies of the UK and of the US each (16.15).
fn dummies(layout: &mut Layout<'_>, theatre: &[Hex]) {
    for (nation, id) in [("US", "us-tf-dummy"), ("UK", "uk-tf-dummy")] {
        if !is_at_war(nation, &layout.time) || !layout.dice.in_hundred(20) {
            continue;
        }
        for _ in 0..layout.dice.between(1, 3) {
            let waters = super::naval::empty_waters(layout, theatre);
            if let Some(hex) = layout.dice.one(&waters).copied() {
                let chit = layout.take(id).into_iter().collect();
                layout.put(At::Hex(hex), "", chit);
            }
        }
    }
}

/// Atrocities in China, which Japan has invaded (17.4.1).
fn atrocities(layout: &mut Layout<'_>) {
    let world = layout.world;
    let china: Vec<Hex> =
        world.land.iter().copied().filter(|hex| world.facts(*hex).territory == "CN").collect();
    for _ in 0..2 {
        if layout.dice.in_hundred(15)
            && let Some(hex) = layout.dice.one(&china).copied()
        {
            let chit = layout.take("atrocity").into_iter().collect();
            layout.put(At::Hex(hex), "", chit);
        }
    }
}

/// A few points for nations that they reach in war: by sea to the UK and the USSR, through the Indian Ocean to Australia
/// (14.4.6).
fn lend_lease(layout: &mut Layout<'_>) {
    if !layout.time.within("SE.3", "SE.3") || !is_at_war("US", &layout.time) {
        return;
    }
    for (place, id) in [("US EP", "us-lend-uk"), ("US EP", "us-lend-su"), ("UK EP", "uk-lend-su")] {
        if layout.dice.in_hundred(50) {
            super::tracks::lay_in(layout, place, id, Some(5));
        }
    }
}

/// What was out of supply in the month before stays marked until supply is judged again (13.6).
fn forgotten(layout: &mut Layout<'_>) {
    if layout.time.touches("EN.2", "SE.7") {
        return;
    }
    for ix in 0..layout.lines.len() {
        if !layout.lines[ix].stance.is_empty() || layout.lines[ix].at.hex().is_none() {
            continue;
        }
        for piece in 0..layout.lines[ix].pieces.len() {
            let unit = &layout.lines[ix].pieces[piece];
            let marks = unit.is_land() || (*unit.entry.family == *"air" && unit.uses_base());
            if marks && unit.states.iter().all(|state| state == "reduced") && layout.dice.in_hundred(8) {
                layout.lines[ix].pieces[piece].states.insert("out-of-supply".into());
            }
        }
    }
}
