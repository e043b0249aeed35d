//! The pack, its built module and saves of its situations, each made once.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use liege::build::scenario::Table;
use liege::build::{Data, Plan};
use liege::format::save_file::SaveFile;
use liege::model::eyes::Eyes;
use liege::model::module::Module;
use liege::model::position::Position;
use liege::rules::data::{Embedded, Overlay};
use liege::rules::game::data_game::DataGame;
use liege::rules::game::pack::Pack;
use liege::rules::position::situation::{Situation, from_save};
use serde_json::Value;
use tempfile::TempDir;

use crate::{DAY, liege, told};

/// The folder of the pack.
pub const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/packs/islands");

/// A file below `tests/`.
pub fn tests(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(path)
}

/// A text of the pack.
pub fn text(path: &str) -> String {
    std::fs::read_to_string(Path::new(DATA).join(path)).unwrap()
}

/// All files below a folder, by their paths in it.
fn files(folder: &Path, below: &str, found: &mut BTreeMap<String, Vec<u8>>) {
    for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let path = format!("{below}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            files(&entry.path(), &format!("{path}/"), found);
        } else {
            found.insert(path, std::fs::read(entry.path()).unwrap());
        }
    }
}

/// The data of the game.
pub fn data() -> &'static Data {
    static DATA_READ: OnceLock<Data> = OnceLock::new();
    DATA_READ.get_or_init(|| {
        let mut own = BTreeMap::new();
        files(Path::new(DATA), "", &mut own);
        let game = DataGame::new("islands");
        Data::load(&game, &Overlay::new(own, &Embedded)).unwrap_or_else(|faults| panic!("{faults:#?}"))
    })
}

/// The rules of the game.
pub fn pack() -> Arc<Pack> {
    static PACK: OnceLock<Arc<Pack>> = OnceLock::new();
    PACK.get_or_init(|| data().pack.clone()).clone()
}

/// The module, not drawn.
pub fn plan() -> &'static Plan {
    static PLAN: OnceLock<Plan> = OnceLock::new();
    PLAN.get_or_init(|| data().plan(DAY).unwrap_or_else(|faults| panic!("{faults:#?}")))
}

/// The module as our reader sees it.
pub fn module() -> &'static Module {
    static MODULE: OnceLock<Module> = OnceLock::new();
    MODULE.get_or_init(|| plan().module())
}

/// What a command says with the pack, in text.
pub fn run(words: &[&str], status: i32) -> String {
    told(&[words, &["--data", DATA]].concat(), status)
}

/// What a command says with the pack, in JSON.
pub fn json(words: &[&str], status: i32) -> Value {
    let text = run(&[words, &["--format", "json"]].concat(), status);
    let all: Value = serde_json::from_str(&text).unwrap();
    // Of one file the report itself.
    match all["reports"][0]["kind"] == "save" {
        true => all["reports"][0].clone(),
        false => all,
    }
}

/// The folder with the built module, its set-ups and the save of the engine.
fn folder() -> &'static Path {
    static FOLDER: OnceLock<TempDir> = OnceLock::new();
    let folder = FOLDER.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).display().to_string();
        let saves = path("");
        let words = ["--data", DATA, "build", "islands", "-o", &path("islands.vmod"), "--saves", &saves];
        let output = liege(&words);
        let talk = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(0), "{talk}");
        assert!(!talk.contains("warning") && !talk.contains("error"), "{talk}");
        for name in ["islands-start.vsav", "islands-played.vsav"] {
            std::fs::copy(tests(&format!("data/engine/{name}")), path(name)).unwrap();
        }
        folder
    });
    folder.path()
}

/// A file of the built module's folder.
pub fn built(name: &str) -> String {
    let path = folder().join(name);
    assert!(path.is_file(), "{}", path.display());
    path.display().to_string()
}

fn commands(name: &str, text: &str) -> liege::format::command::Command {
    static TABLE: OnceLock<Table<'static>> = OnceLock::new();
    let table =
        TABLE.get_or_init(|| Table::new(data(), plan()).unwrap_or_else(|faults| panic!("{faults:#?}")));
    let game = if text.contains("game: ") { "" } else { "game: islands\n" };
    table.save(name, &format!("{game}{text}")).unwrap_or_else(|faults| panic!("{faults:#?}\n{text}"))
}

/// The position of a situation, as its save has it.
pub fn placed(name: &str, text: &str) -> Position {
    Position::read(&commands(name, text), Some(module())).0
}

/// A situation as the umpire sees it in its save.
pub fn situation(name: &str, text: &str) -> Situation {
    seen(&placed(name, text), &Eyes::Umpire)
}

/// A position as these eyes see it.
pub fn seen(position: &Position, eyes: &Eyes) -> Situation {
    from_save(&pack(), position, Some(module()), eyes, None)
}

/// Writes commands as a save beside the built module.
pub fn write(name: &str, commands: &liege::format::command::Command) -> String {
    let about = &plan().about;
    let file = SaveFile::new(commands, Some(about.write().as_bytes()), about).unwrap();
    let path = folder().join(format!("{name}.vsav"));
    std::fs::write(&path, file.write(DAY).unwrap()).unwrap();
    path.display().to_string()
}

/// The save of a situation beside the built module.
pub fn save(name: &str, text: &str) -> String {
    write(name, &commands(name, text))
}

/// The position of a save.
pub fn position(save: &str) -> Position {
    Position::read(&read(save), Some(module())).0
}

/// The commands of a save.
pub fn read(save: &str) -> liege::format::command::Command {
    let limits = liege::format::Limits::default();
    let file = SaveFile::read(std::fs::read(save).unwrap(), &limits).unwrap();
    file.commands().unwrap()
}
