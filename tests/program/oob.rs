//! The order of battle as a module maker, a player and an owner of the game meet it.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test may read files and fail loudly")]

mod apply;
mod check;
mod fill;
mod tables;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Output;

use liege::build::scenario::Table;
use liege::build::{Data, Plan};
use liege::format::Limits;
use liege::format::save_file::SaveFile;
use liege::format::timestamp::Timestamp;
use liege::model::module::Module;
use liege::model::position::{Piece, Position};
use liege::rules::data::{Embedded, Overlay, REPLACED};
use liege::rules::games::GAMES;

use crate::call::Call;

/// The day written into test files.
const DAY: Timestamp = Timestamp(1_767_225_600_000);

/// The marker that names a piece's counter.
const MARKER: &str = "LiegeId";

/// Where the sample lies in the tests and where a schedule lies in a data folder.
const SAMPLE: &str = "tests/data/oob/schedule.csv";
const SCHEDULE: &str = "oob/atpo/schedule.csv";

fn sample() -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(SAMPLE)).unwrap()
}

/// The data of the main game with this schedule.
fn data_with(schedule: &str) -> Data {
    let own = [(SCHEDULE, schedule), (REPLACED, SCHEDULE)];
    let own = own.map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()));
    Data::load(GAMES[0], &Overlay::new(own.into(), &Embedded)).unwrap_or_else(|errors| panic!("{errors:?}"))
}

/// A folder for `--data` with this schedule in the place of ours.
fn folder_with(schedule: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data").join(SCHEDULE);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, schedule).unwrap();
    std::fs::write(folder.path().join("data").join(REPLACED), SCHEDULE).unwrap();
    folder
}

fn liege(folder: &Path, arguments: &[&str]) -> Output {
    Call::of(arguments).args(["--data", "data", "-q"]).within(folder).output()
}

/// What the tool prints when it ends with this status.
fn told(folder: &Path, arguments: &[&str], status: i32) -> String {
    let output = liege(folder, arguments);
    let talk = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(status), "{arguments:?} said: {talk}");
    if status == 2 { talk } else { String::from_utf8(output.stdout).unwrap() }
}

/// The pieces of a situation as the module would hold them.
fn pieces_of(data: &Data, plan: &Plan, situation: &str) -> Vec<Piece> {
    let table = Table::new(data, plan).unwrap();
    let commands = table.save("test", situation).unwrap_or_else(|errors| panic!("{errors:?}"));
    Position::read(&commands, Some(&plan.module())).0.pieces
}

/// Writes the save of a situation into a folder.
fn save(folder: &Path, data: &Data, name: &str, situation: &str) -> PathBuf {
    let plan = data.plan(DAY).unwrap();
    let table = Table::new(data, &plan).unwrap();
    let commands = table.save(name, situation).unwrap_or_else(|errors| panic!("{errors:?}"));
    let file = SaveFile::new(&commands, Some(plan.about.write().as_bytes()), &plan.about).unwrap();
    let path = folder.join(name);
    std::fs::write(&path, file.write(DAY).unwrap()).unwrap();
    path
}

fn open(path: &Path) -> SaveFile {
    SaveFile::read(std::fs::read(path).unwrap(), &Limits::default()).unwrap()
}

fn position(path: &Path, module: &Module) -> Position {
    Position::read(&open(path).commands().unwrap(), Some(module)).0
}

/// How often each counter is in the position.
fn counters(pieces: &[Piece]) -> BTreeMap<String, usize> {
    let mut counters = BTreeMap::new();
    for piece in pieces {
        *counters.entry(piece.markers.get(MARKER).unwrap().clone()).or_default() += 1;
    }
    counters
}

/// Where the copies of a counter are, sorted.
fn places(pieces: &[Piece], id: &str) -> Vec<String> {
    let own = pieces.iter().filter(|piece| piece.markers.get(MARKER).is_some_and(|marker| marker == id));
    let mut places: Vec<String> = own.map(|piece| piece.location.clone().unwrap_or_default()).collect();
    places.sort();
    places
}
