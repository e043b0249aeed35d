//! A save brought to its module of today, beside what VASSAL's own Refresh Counters makes of it.

use std::collections::BTreeMap;

use liege::convert::refresh::{Fate, What, Wishes, refresh};
use liege::format::Limits;
use liege::format::module_file::ModuleFile;
use liege::format::piece::{Form, PieceText};
use liege::format::save_file::SaveFile;
use liege::format::traits::normal;
use liege::model::counters::{By, Counters, NoCounter};
use liege::model::module::Module;
use liege::model::position::{Piece, Position};
use serde_json::Value;

const MODULE: &[u8] = include_bytes!("../../data/engine/refresh.vmod");
const SAVE: &[u8] = include_bytes!("../../data/engine/refresh.vsav");
/// What VASSAL has after its own refresh of the save.
const REFRESHED: &str = include_str!("../../data/engine/refresh.jsonl");

struct Game {
    module: Module,
    save: SaveFile,
}

impl Game {
    fn read() -> Self {
        let file = ModuleFile::read(MODULE.to_vec(), &Limits::default()).expect("the module can be read");
        let (module, _) = Module::read(&file.build_file.root, &|_| None);
        let save = SaveFile::read(SAVE.to_vec(), &Limits::default()).expect("the save can be read");
        Self { module, save }
    }

    /// What becomes of each piece by its id, and the position afterwards.
    fn refreshed(
        &self,
        by_name: bool,
        sees: &dyn Fn(&Piece) -> bool,
    ) -> (BTreeMap<String, Fate>, Position, Vec<String>) {
        let commands = self.save.commands().expect("its commands can be read");
        let (position, _) = Position::read(&commands, Some(&self.module));
        let counters = Counters::of(&self.module);
        let made =
            refresh(&commands, &position, (&self.module, &counters), Wishes { by_name, decks: None }, sees)
                .expect("it can be refreshed");
        let ids = position.pieces.iter().map(|piece| piece.id.clone());
        let (after, _) = Position::read(&made.commands.expect("something changed"), Some(&self.module));
        (ids.zip(made.fates).collect(), after, made.unstacked)
    }
}

/// The traits of a piece as the engine compares them, with ids of other pieces by their `UniqueID`.
fn spelt(piece: &PieceText, names: &BTreeMap<String, String>) -> Vec<String> {
    let linked = |text: &str| -> String {
        text.split(';').map(|id| names.get(id).map_or(id, String::as_str)).collect::<Vec<_>>().join(";")
    };
    piece
        .traits
        .iter()
        .map(|own| format!("{} | {}", normal(&own.type_text), linked(&own.state_text)))
        .collect()
}

fn unique(piece: &PieceText) -> String {
    let state = piece.traits.last().expect("a piece has traits").state_text.to_string();
    state.rsplit_once("UniqueID;").expect("each piece has one").1.to_owned()
}

#[test]
fn pieces_keep_what_the_engine_lets_them_keep() {
    let (_, after, unstacked) = Game::read().refreshed(false, &|_| true);
    let rows: Vec<Value> = REFRESHED.lines().map(|row| serde_json::from_str(row).unwrap()).collect();
    let text = |row: &Value, key: &str| row[key].as_str().unwrap_or_default().to_owned();
    let pieces: Vec<(&Value, PieceText)> = rows
        .iter()
        .filter(|row| row["k"] == "piece")
        .map(|row| match Form::decode(text(row, "type"), text(row, "state")) {
            Form::Piece(piece) => (row, piece),
            other => panic!("{other:?}"),
        })
        .collect();
    let names: BTreeMap<String, String> =
        pieces.iter().map(|(row, piece)| (text(row, "id"), unique(piece))).collect();
    let own_names: BTreeMap<String, String> =
        after.pieces.iter().map(|piece| (piece.id.clone(), unique(&piece.traits))).collect();
    assert_eq!(pieces.len(), after.pieces.len());
    let stacked_with = |ids: Vec<String>| {
        let mut ids = ids;
        ids.sort();
        ids
    };
    for (row, expected) in pieces {
        let own = after.pieces.iter().find(|piece| unique(&piece.traits) == unique(&expected)).unwrap();
        assert_eq!(spelt(&own.traits, &own_names), spelt(&expected, &names), "{}", own.true_name);
        assert_eq!(
            (i64::from(own.x), i64::from(own.y)),
            (row["x"].as_i64().unwrap(), row["y"].as_i64().unwrap())
        );
        let of_engine = rows.iter().find(|stack| stack["k"] == "stack" && stack["id"] == row["parent"]);
        let of_engine = of_engine.map(|stack| {
            let ids = stack["contents"].as_array().unwrap().iter();
            stacked_with(ids.map(|id| names[id.as_str().unwrap()].clone()).collect())
        });
        let stack = own.stack.as_ref().map(|id| {
            let with = after.pieces.iter().filter(|other| other.stack.as_ref() == Some(id));
            stacked_with(with.map(|other| unique(&other.traits)).collect())
        });
        assert_eq!(stack, of_engine, "{}", own.true_name);
    }
    assert_eq!(unstacked, ["1003", "1004"]);
}

#[test]
fn what_is_not_as_it_was_is_told_trait_by_trait() {
    let (fates, ..) = Game::read().refreshed(true, &|_| true);
    let told = |id: &str| match &fates[id] {
        Fate::Renewed { by, differences } => (
            *by,
            differences
                .iter()
                .map(|one| (one.of_trait.as_str(), one.what, one.before.as_deref(), one.now.as_deref()))
                .collect::<Vec<_>>(),
        ),
        other => panic!("{other:?}"),
    };
    let (by, tank) = told("1001");
    assert_eq!(by, By::Number);
    assert!(tank.contains(&("Marker \"Kind, Size\"", What::New, None, Some("armour, 3"))), "{tank:?}");
    assert!(tank.contains(&("Dynamic Property \"Lost\"", What::Gone, Some("gone"), None)), "{tank:?}");
    assert!(!tank.iter().any(|one| one.0.starts_with("Layer") || one.0.starts_with("Movement")), "{tank:?}");
    let (_, gun) = told("1002");
    assert!(gun.contains(&("Layer \"Status\"", What::Changed, Some("level 4"), Some("level 2"))), "{gun:?}");
    let (_, sub) = told("1004");
    assert!(sub.contains(&("Dynamic Property \"Depth\"", What::Reset, Some("3"), Some("1"))), "{sub:?}");
}

#[test]
fn pieces_whose_number_is_gone_are_found_by_name_where_one_counter_has_it() {
    let game = Game::read();
    let (by_number, ..) = game.refreshed(false, &|_| true);
    assert_eq!(by_number["1012"], Fate::Kept(NoCounter::Gone));
    let (fates, after, _) = game.refreshed(true, &|_| true);
    assert!(matches!(&fates["1012"], Fate::Renewed { by: By::Name, .. }), "{:?}", fates["1012"]);
    let renamed = after.pieces.iter().find(|piece| piece.id == "1012").unwrap();
    assert_eq!(renamed.gpid, "11", "it has the number of its counter now");
    assert_eq!(fates["1011"], Fate::Kept(NoCounter::Several(2)));
    assert_eq!(fates["1013"], Fate::Kept(NoCounter::Gone));
}

#[test]
fn what_the_looker_may_not_see_stays_as_it_was() {
    let (fates, after, _) = Game::read().refreshed(true, &|piece| piece.id != "1001");
    assert_eq!(fates["1001"], Fate::Unseen);
    let tank = after.pieces.iter().find(|piece| piece.id == "1001").unwrap();
    assert_eq!(tank.properties["Lost"], "gone");
}
