//! A save that the engine wrote is read as the engine reads it: places, cargo, damage, numbers, notes.

use liege::format::Limits;
use liege::format::save_file::SaveFile;
use liege::model::position::Position;
use liege::rules::position::situation::Piece;
use serde_json::Value;

use super::{built, seen};

fn engine(name: &str) -> Vec<u8> {
    std::fs::read(format!("{}/../../tests/data/engine/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

#[test]
fn ghosts_cargo_and_damage_of_a_save_of_the_engine_are_what_the_engine_shows() {
    let file = SaveFile::read(engine("aafog-ghosts.vsav"), &Limits::default()).unwrap();
    let (position, problems) = Position::read(&file.commands().unwrap(), Some(&built().2));
    assert_eq!(problems, []);
    let situation = seen(&position);
    let by_id = situation.by_id();
    let lines = String::from_utf8(engine("aafog-ghosts.jsonl")).unwrap();
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), situation.pieces.len());
    for line in &lines {
        let text = |key: &str| line[key].as_str().unwrap();
        let piece: &Piece = &situation.pieces[by_id[text("id")]];
        let entry = piece.entry.as_ref().unwrap();
        assert_eq!((entry.id.as_str(), piece.at.to_string().as_str()), (text("counter"), text("location")));
        assert_eq!(piece.spot.as_ref().unwrap().map, text("map"));
        assert_eq!(position.piece(text("id")).unwrap().true_name, text("name"));
        assert_eq!(piece.number, text("number").parse().ok(), "{line}");
        let note = |word: &str| piece.notes.get(word).map_or("", String::as_str);
        assert_eq!((note("seen"), note("sighted")), (text("seen"), text("sighted")), "{line}");
        assert_eq!(
            (piece.has("damaged"), piece.has("aboard")),
            (line["damaged"] == true, line["aboard"] == true)
        );
    }
    let named = |name: &str| situation.pieces.iter().position(|piece| piece.name == name).unwrap();
    let (fighter, carrier) = (named("American Fighter"), named("American Aircraft Carrier"));
    assert_eq!(situation.pieces[fighter].carried_by, Some(carrier));
    assert_eq!(situation.aboard(named("American Transport")).count(), 2);
}
