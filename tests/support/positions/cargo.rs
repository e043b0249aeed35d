//! What ships and aircraft carry, within what they lift.

use liege::rules::position::places::Hex;

use super::layout::{At, Layout, Piece};

/// Loads transports, pairs of warships, submarines and air transports.
pub fn embark(layout: &mut Layout<'_>, _theatre: &[Hex]) {
    let carriers: Vec<(At, Piece)> = layout
        .lines
        .iter()
        .filter(|line| !line.stance.starts_with("aboard"))
        .flat_map(|line| line.pieces.iter().map(|piece| (line.at.clone(), piece.clone())))
        .filter(|(_, piece)| matches!(&*piece.entry.kind, "stp" | "atp" | "SS"))
        .collect();
    pair(layout);
    for (at, carrier) in &carriers {
        // A line names what carries by its counter alone, so that of two boats alike in a place nobody knows which.
        let alike = carriers
            .iter()
            .filter(|(place, other)| place == at && other.entry.id == carrier.entry.id)
            .count();
        if !layout.dice.in_hundred(40) || (*carrier.entry.kind != *"stp" && alike > 1) {
            continue;
        }
        let cargo = match &*carrier.entry.kind {
            "stp" => of_transport(layout, carrier),
            "SS" => of_submarine(layout, carrier),
            _ => of_air_transport(layout, carrier),
        };
        layout.put(at.clone(), &format!("aboard {}", carrier.entry.id), cargo);
    }
}

/// A point of sea transport takes a land unit of any size, an air unit or a Sea Supply chit (3.13).
fn of_transport(layout: &mut Layout<'_>, carrier: &Piece) -> Vec<Piece> {
    let nation = carrier.entry.nation.as_str();
    let points = if carrier.is("reduced") { 1 } else { 2 };
    let mut cargo = Vec::new();
    for _ in 0..points {
        let piece = match layout.dice.below(5) {
            0 => supply(layout, nation),
            1 => layout.find("air", &["F"], nation),
            _ => layout.find("land", &[], nation),
        };
        cargo.extend(piece);
    }
    if layout.dice.in_hundred(10) {
        cargo.extend(layout.find("leaders", &["hq"], nation));
    }
    cargo
}

fn supply(layout: &mut Layout<'_>, nation: &str) -> Option<Piece> {
    match nation {
        "JP" => layout.take("jp-sea-supply"),
        "US" => layout.take("us-sea-supply"),
        _ => layout.take("sea-supply"),
    }
}

/// A submarine at full strength takes a commando or a Sea Supply chit (13.3.3, 16.1.1.1).
fn of_submarine(layout: &mut Layout<'_>, carrier: &Piece) -> Vec<Piece> {
    if carrier.is("reduced") {
        return Vec::new();
    }
    let nation = carrier.entry.nation.as_str();
    let commando = if layout.dice.in_hundred(50) { layout.find("land", &["commando"], nation) } else { None };
    commando.or_else(|| supply(layout, nation)).into_iter().collect()
}

/// A point of air transport takes a step of infantry or an Air Supply chit (4.12.3).
fn of_air_transport(layout: &mut Layout<'_>, carrier: &Piece) -> Vec<Piece> {
    let nation = carrier.entry.nation.as_str();
    let points = if carrier.is("reduced") { 1 } else { 2 };
    let unit = layout.find("land", &["infantry", "paratroop"], nation);
    let Some(mut unit) = unit.filter(|_| layout.dice.in_hundred(70)) else {
        return layout.take("air-supply").into_iter().collect();
    };
    if points == 1 && unit.entry.number("steps") == Some(2) {
        unit.states.insert("reduced".into());
    }
    vec![unit]
}

/// Japanese infantry or a Sea Supply chit aboard a light cruiser and a destroyer at full strength that are with no other
/// ship (3.13.3).
fn pair(layout: &mut Layout<'_>) {
    let is = |piece: &Piece, kind: &str| {
        *piece.entry.kind == *kind && !piece.is("reduced") && piece.entry.number("steps") == Some(2)
    };
    let pairs: Vec<(At, String)> = layout
        .lines
        .iter()
        .filter(|line| line.pieces.iter().all(|piece| piece.entry.nation == "JP") && line.stance != "docked")
        .filter(|line| line.pieces.iter().any(|piece| is(piece, "DD")))
        .filter_map(|line| {
            let cruiser = line.pieces.iter().find(|piece| is(piece, "CL"))?;
            Some((line.at.clone(), cruiser.entry.id.clone()))
        })
        .collect();
    for (at, cruiser) in pairs {
        let cargo = if layout.dice.in_hundred(50) {
            layout.find("land", &["infantry", "snlf"], "JP")
        } else {
            layout.take("jp-sea-supply")
        };
        layout.put(at, &format!("aboard {cruiser}"), cargo.into_iter().collect());
    }
}
