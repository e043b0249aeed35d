//! HQs apart from one another, Generals among their troops, Admirals with ships that they may sail in.

use liege::rules::atpo::ground::HexKind;
use liege::rules::position::places::Hex;

use super::layout::{At, Layout, Piece};

/// Puts leaders where they may be.
pub fn station(layout: &mut Layout<'_>, theatre: &[Hex]) {
    for _ in 0..layout.dice.between(0, 4 * layout.crowd) {
        let nation =
            layout.dice.one(&["JP", "JP", "CN", "US", "UK", "SU", "AU", "CC"]).copied().unwrap_or("JP");
        if layout.dice.in_hundred(60) {
            headquarters(layout, theatre, nation);
        } else {
            general(layout, nation);
        }
    }
}

/// One to a hex, and none beside another of its nation (7.1.6).
fn headquarters(layout: &mut Layout<'_>, theatre: &[Hex], nation: &str) {
    let world = layout.world;
    let taken: Vec<(Hex, String)> = layout
        .lines
        .iter()
        .filter_map(|line| {
            let hq = line.pieces.iter().find(|piece| *piece.entry.kind == *"hq")?;
            Some((line.at.hex()?, hq.entry.nation.clone()))
        })
        .collect();
    let is_free = |hex: Hex| {
        taken.iter().all(|(other, own)| {
            let apart = if own == nation { 2 } else { 1 };
            world.map.distance(hex, *other).is_none_or(|far| far >= apart)
        })
    };
    let hexes: Vec<Hex> = layout
        .standing(nation, theatre)
        .into_iter()
        .filter(|hex| {
            world.facts(*hex).kind != HexKind::Sea && is_free(*hex) && has_seat(layout, *hex, nation)
        })
        .collect();
    if let (Some(hex), Some(mut hq)) =
        (layout.dice.one(&hexes).copied(), layout.find("leaders", &["hq"], nation))
    {
        use_up(layout, &mut hq);
        layout.put_on(hex, vec![hq]);
    }
}

/// At most four that are exempt from stacking, and no enemy.
fn has_seat(layout: &Layout<'_>, hex: Hex, nation: &str) -> bool {
    let exempt = ["paratroop", "hq", "general"];
    let there = layout.in_hex(hex).filter(|(_, piece)| exempt.contains(&&*piece.entry.kind)).count();
    there < 4 && !layout.has_enemy(nation, hex) && !layout.has(hex, "partisan")
}

/// A leader who has acted lies on his back until the End Phase.
fn use_up(layout: &mut Layout<'_>, leader: &mut Piece) {
    if layout.time.within("OL.1", "EN.3") && layout.dice.in_hundred(30) {
        leader.states.insert("used".into());
    }
}

/// A General among land units of his nation.
fn general(layout: &mut Layout<'_>, nation: &str) {
    let of_nation = |piece: &Piece| piece.is_land() && piece.entry.nation == nation;
    let hexes: Vec<Hex> = layout
        .lines
        .iter()
        .filter(|line| line.stance.is_empty() && line.pieces.iter().any(of_nation))
        .filter_map(|line| line.at.hex())
        .filter(|hex| has_seat(layout, *hex, nation))
        .collect();
    if let (Some(hex), Some(mut unit)) =
        (layout.dice.one(&hexes).copied(), layout.find("leaders", &["general"], nation))
    {
        use_up(layout, &mut unit);
        layout.put_on(hex, vec![unit]);
    }
}

/// An Admiral for a stack of ships: most sail in named ships alone, one in unnamed ones (3.12).
pub fn admiral(layout: &mut Layout<'_>, at: &At, ships: &[Piece]) {
    let Some(nation) = ships.first().map(|ship| ship.entry.nation.clone()) else { return };
    let Some(admiral) = layout.find("leaders", &["admiral"], &nation) else { return };
    let wants = !admiral.entry.marks.contains("unnamed-only");
    let sails = |ship: &Piece| *ship.entry.family == *"ships" && ship.entry.yes("named") == Some(wants);
    if ships.iter().any(|ship| sails(ship) && ship.entry.nation == nation) {
        layout.put(at.clone(), "", vec![admiral]);
    }
}
