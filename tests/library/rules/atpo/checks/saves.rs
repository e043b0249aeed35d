//! The same examples told as a save tells them: Layers, stacks and locations instead of words.

use std::collections::BTreeMap;
use std::sync::Arc;

use liege::model::position::{LayerState, Piece};
use liege::rules::atpo::states::Status;
use liege::rules::game::pack::Pack;
use liege::rules::position::notation::{self, Placed, Placement, Stance, WrittenPlace};
use liege::rules::position::places::Direction;
use liege::rules::position::situation::{Clock, Situation};

use super::{layers, of_pieces, run_pages};

#[test]
fn every_example_reports_the_same_when_it_is_told_by_layers() {
    let wrong = run_pages(&by_layers);
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// Pieces as a module of ours would hold them; cargo lies on its carrier, all other lines are stacks of their own.
fn by_layers(pack: &Arc<Pack>, name: &str, text: &str) -> Situation {
    let (scenario, faults) = notation::read(name, text, &pack.terms.words);
    assert!(faults.is_empty(), "{faults:?}");
    let mut pieces = Vec::new();
    let mut carriers: BTreeMap<String, (String, usize)> = BTreeMap::new();
    for placement in &scenario.placements {
        let (mut stack, mut order) = (format!("line {}", placement.line), 0);
        if let Stance::Aboard(id) = &placement.stance {
            (stack, order) = carriers[id].clone();
        }
        for placed in &placement.pieces {
            for _ in 0..placed.count {
                let entry = pack.entry(&placed.id, placed.chit, None).unwrap().id.clone();
                carriers.entry(entry.clone()).or_insert((stack.clone(), order + 1));
                let id = format!("{}.{}", placement.line, pieces.len());
                let layers = told_by(pack, placement, placed);
                let mut piece = seen(id, entry, &placement.spot, (&stack, order), layers);
                piece.markers.insert("Number".into(), placed.number.unwrap_or(0).to_string());
                pieces.push(piece);
                if placed.states.contains("standby") && placed.states.contains("active") {
                    let id = format!("{}.{}", placement.line, pieces.len());
                    order += 1;
                    pieces.push(seen(id, "active".into(), &placement.spot, (&stack, order), Vec::new()));
                }
                order += 1;
            }
        }
    }
    for (place, nation) in
        scenario.control.iter().flat_map(|line| line.places.iter().map(|place| (place, &line.nation)))
    {
        let chit = pack.entry("control", true, Some(nation)).unwrap().id.clone();
        let id = format!("control {}", pieces.len());
        pieces.push(seen(id.clone(), chit, place, (&id, 0), Vec::new()));
    }
    let clock = Clock { date: scenario.date, phase: scenario.phase.clone() };
    of_pieces(pieces, clock)
}

fn seen(
    id: String,
    entry: String,
    spot: &WrittenPlace,
    (stack, order): (&str, usize),
    layers: Vec<LayerState>,
) -> Piece {
    let location = match spot {
        WrittenPlace::Hex(hex) => hex.to_string(),
        WrittenPlace::Box(name) => name.clone(),
        WrittenPlace::Tray(number) => format!("TF {number}"),
        WrittenPlace::Force(id) => format!("TF {}", id.rsplit('-').next().unwrap()),
    };
    Piece {
        id,
        basic_name: entry.clone(),
        map: Some("Main Map".into()),
        location: Some(location),
        stack: Some(stack.into()),
        index: order,
        layers,
        markers: BTreeMap::from([("LiegeId".to_owned(), entry)]),
        ..Piece::default()
    }
}

/// One level for each Layer; a second state lies on top as a chit.
fn told_by(pack: &Pack, placement: &Placement, placed: &Placed) -> Vec<LayerState> {
    let stance = &placement.stance;
    let attack = placed.arrows.values().next().map_or(1, |to| match (&placement.spot, to) {
        (WrittenPlace::Hex(from), WrittenPlace::Hex(to)) if from != to => {
            let direction = pack.map.grid.direction(*from, *to).unwrap();
            2 + i32::try_from(Direction::ALL.iter().position(|one| *one == direction).unwrap()).unwrap()
        }
        _ => 8,
    });
    let says = |word: &str| placed.states.contains(word);
    let is = |word: &str| *stance == Stance::In(word.into());
    let status = Status::ALL.iter().position(|status| *status != Status::OutOfSupply && says(status.word()));
    let work = match (says("building"), says("destroyed")) {
        (true, _) => 2,
        (_, true) => 3,
        _ => 1,
    };
    let ride = match stance {
        Stance::Aboard(_) => 2,
        _ if is("aloft") => 3,
        _ => 1,
    };
    layers([
        ("Face", if says("reduced") || says("used") { 2 } else { 1 }),
        ("Berth", if is("docked") { 2 } else { 1 }),
        ("Ride", ride),
        ("Beach", if is("pinned") { 2 } else { -1 }),
        ("Work", work),
        ("Attack", attack),
        ("Supply", if says("out-of-supply") { 2 } else { 1 }),
        ("Status", status.map_or(1, |at| i32::try_from(at).unwrap() + 2)),
    ])
}
