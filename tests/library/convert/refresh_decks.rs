//! Decks brought to those of the module, beside what VASSAL's own Refresh Counters makes of them.

use std::collections::{BTreeMap, BTreeSet};

use liege::convert::refresh::{DeckWhat, Refreshed, Wanted, Wishes, refresh};
use liege::format::Limits;
use liege::format::module_file::ModuleFile;
use liege::format::save_file::SaveFile;
use liege::format::traits::normal;
use liege::model::counters::Counters;
use liege::model::module::Module;
use liege::model::position::{Position, Stack};
use serde_json::Value;

const MODULE: &[u8] = include_bytes!("../../data/engine/decks.vmod");
const SAVE: &[u8] = include_bytes!("../../data/engine/decks.vsav");
/// What VASSAL has after its own refresh with all boxes about decks.
const REFRESHED: &str = include_str!("../../data/engine/decks.jsonl");

/// What becomes of the decks, and the position afterwards.
fn refreshed(wanted: Option<Wanted>) -> (Refreshed, Position) {
    let file = ModuleFile::read(MODULE.to_vec(), &Limits::default()).expect("the module can be read");
    let (module, _) = Module::read(&file.build_file.root, &|_| None);
    let save = SaveFile::read(SAVE.to_vec(), &Limits::default()).expect("the save can be read");
    let commands = save.commands().expect("its commands can be read");
    let (position, _) = Position::read(&commands, Some(&module));
    let wishes = Wishes { by_name: false, decks: wanted };
    let counters = Counters::of(&module);
    let made =
        refresh(&commands, &position, (&module, &counters), wishes, &|_| true).expect("it can be refreshed");
    let after = made.commands.as_ref().unwrap_or(&commands);
    let (after, _) = Position::read(after, Some(&module));
    (made, after)
}

/// What names a card in both games: the id that the engine gave it once.
fn unique(state: &str) -> String {
    state.rsplit_once("UniqueID;").expect("each piece has one").1.to_owned()
}

/// Name, map, place, face, definition and cards of a deck.
type Told = (String, String, i64, i64, bool, String, Vec<String>);

#[test]
fn decks_are_those_of_the_engine() {
    let rows: Vec<Value> = REFRESHED.lines().map(|row| serde_json::from_str(row).unwrap()).collect();
    let text = |row: &Value, key: &str| row[key].as_str().unwrap_or_default().to_owned();
    let of_kind = |kind: &'static str| rows.iter().filter(move |row| row["k"] == kind);
    let names: BTreeMap<String, String> =
        of_kind("piece").map(|row| (text(row, "id"), unique(&text(row, "state")))).collect();
    let cards = |row: &Value| -> Vec<String> {
        row["contents"].as_array().unwrap().iter().map(|id| names[id.as_str().unwrap()].clone()).collect()
    };
    // A deck that VASSAL deletes stays in its file, on no map.
    let engine: BTreeSet<Told> = of_kind("deck")
        .filter(|row| row["map"].is_string())
        .map(|row| {
            let (x, y) = (row["x"].as_i64().unwrap(), row["y"].as_i64().unwrap());
            let face = row["faceDown"].as_bool().unwrap();
            let definition = normal(&text(row, "type"));
            (text(row, "name"), text(row, "map"), x, y, face, definition, cards(row))
        })
        .collect();
    let (_, after) = refreshed(Some(Wanted { add: true, delete: true }));
    let states: BTreeMap<&str, String> = after
        .pieces
        .iter()
        .map(|piece| (piece.id.as_str(), unique(&piece.traits.traits.last().unwrap().state_text)))
        .collect();
    let own_cards = |stack: &Stack| -> Vec<String> {
        stack.pieces.iter().map(|id| states[id.as_str()].clone()).collect()
    };
    let own: BTreeSet<Told> = after
        .stacks
        .iter()
        .filter_map(|stack| {
            let name = stack.deck.clone()?;
            let (x, y) = (i64::from(stack.x), i64::from(stack.y));
            let map = stack.map.clone().unwrap_or_default();
            Some((name, map, x, y, stack.face_down, normal(&stack.definition), own_cards(stack)))
        })
        .collect();
    assert_eq!(own, engine);
    let stacks: Vec<(i64, i64, Vec<String>)> = of_kind("stack")
        .map(|row| (row["x"].as_i64().unwrap(), row["y"].as_i64().unwrap(), cards(row)))
        .collect();
    let own_stacks: Vec<(i64, i64, Vec<String>)> = after
        .stacks
        .iter()
        .filter(|stack| stack.deck.is_none())
        .map(|stack| (i64::from(stack.x), i64::from(stack.y), own_cards(stack)))
        .collect();
    assert_eq!(own_stacks, stacks);
    // Cards go where their deck goes.
    for row in of_kind("piece") {
        let card = after.pieces.iter().find(|piece| states[piece.id.as_str()] == unique(&text(row, "state")));
        let card = card.expect("every card is still there");
        let basic = card.traits.traits.last().unwrap().state_text.to_string();
        assert!(text(row, "state").ends_with(&basic), "{basic} {row}");
    }
}

#[test]
fn decks_stay_as_they_are_unless_somebody_asks_and_are_told_unless_they_may_change() {
    let (made, _) = refreshed(None);
    assert_eq!(made.decks, None);
    let (made, after) = refreshed(Some(Wanted { add: false, delete: false }));
    let fates = made.decks.expect("decks were asked for");
    let of = |what: DeckWhat| -> Vec<&str> {
        fates.iter().filter(|fate| fate.what == what).map(|fate| fate.deck.as_str()).collect()
    };
    assert_eq!(of(DeckWhat::Renewed), ["Draw", "Moved", "Discard"]);
    assert_eq!(of(DeckWhat::Same), ["Twice"]);
    assert_eq!(of(DeckWhat::Unknown), ["Old", "Old and empty", "Other board"]);
    assert_eq!(of(DeckWhat::Missing), ["Bare", "Open", "Cross", "Cross"]);
    assert_eq!(after.stacks.iter().filter(|stack| stack.deck.is_some()).count(), 7);
    let draw = fates.iter().find(|fate| fate.deck == "Draw").unwrap();
    let moved = draw.moved_from.as_ref().unwrap();
    assert_eq!((moved.map.as_str(), moved.x, moved.y), ("Main", 110, 120));
    let shuffle = draw.options.iter().find(|option| option.option == "shuffleOption").unwrap();
    assert_eq!((shuffle.before.as_str(), shuffle.now.as_str()), ("Always", "Via right-click Menu"));
    let discard = fates.iter().find(|fate| fate.deck == "Discard").unwrap();
    assert!(discard.options.iter().all(|option| option.option != "drawMultipleMessage"), "{discard:?}");
}
