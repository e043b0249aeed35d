//! With `--side` every command prints, draws and writes of a save what it prints, draws and writes of the copy that
//! `view` makes for that side.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use liege::format::Limits;
use liege::format::save_file::SaveFile;
use liege::model::change::{self, Change, Step};
use liege::model::position::Position;

use super::call::Call;
use super::help::listed;
use super::look::copies;
use super::sea::BALANCED;
use super::umpire::{Club, START};
use super::words::module;
use super::{DAY, done, plan, save, told};

/// What a command does in a folder: its status, what it prints, and the file that it writes.
type Deed = (Option<i32>, String, String, Option<Vec<u8>>);

/// A save and the copy of it for a side, each under the same name in a folder of its own, with an earlier one beside it.
struct Pair {
    _home: tempfile::TempDir,
    folders: [PathBuf; 2],
    module: String,
    side: &'static str,
}

impl Pair {
    /// `now` and `before` lie in the folder with the module.
    fn of(home: tempfile::TempDir, module: &Path, side: &'static str) -> Self {
        let (folders, module) =
            (["whole", "parts"].map(|name| home.path().join(name)), module.to_str().unwrap());
        folders.iter().for_each(|folder| std::fs::create_dir(folder).unwrap());
        for name in ["game.vsav", "before.vsav"] {
            let [master, copy] = [0, 1].map(|at| folders[at].join(name));
            let (plain, text) = (home.path().join(name), |path: &Path| path.to_str().unwrap().to_owned());
            // How a file is encoded is for everybody to see.
            done(&["convert", &text(&plain), "--to", "vcsk", "-o", &text(&master)]);
            let words = ["view", master.to_str().unwrap(), "--side", side, "-o", copy.to_str().unwrap()];
            done(&[&words[..], &["--module", module]].concat());
            assert_ne!(std::fs::read(master).unwrap(), std::fs::read(copy).unwrap());
        }
        Self { _home: home, folders, module: module.to_owned(), side }
    }

    fn deeds(&self, words: &[&str]) -> [Deed; 2] {
        [&self.folders[0], &self.folders[1]].map(|folder| {
            let own = ["--side", self.side, "--module", &self.module];
            let named = |word: &&str| match word.ends_with(".vsav") {
                true => folder.join(word).into_os_string(),
                false => word.into(),
            };
            // A picture names its save, too.
            let output = match words.contains(&"render") {
                true => Call::of(words).args(own).within(folder).output(),
                false => Call::of(words.iter().map(named)).args(own).output(),
            };
            let written = folder.join("out.png");
            let bytes = std::fs::read(&written).ok();
            let _ = std::fs::remove_file(written);
            // Both folders have names of one length, which is all that may show of them.
            let [out, talk] = [output.stdout, output.stderr]
                .map(|text| String::from_utf8(text).unwrap().replace(folder.to_str().unwrap(), ""));
            (output.status.code(), out, talk, bytes)
        })
    }

    /// Asks that a command, which can do its work, does the same with both.
    fn is_one_to(&self, words: &[&str]) {
        let [of_master, of_copy] = self.deeds(words);
        let words = format!("{words:?} for {}", self.side);
        assert!(matches!(of_master.0, Some(0 | 1)), "{words}: {}", of_master.2);
        assert_eq!(of_master.1, of_copy.1, "{words}");
        assert_eq!(of_master.2, of_copy.2, "{words}");
        assert_eq!(of_master.0, of_copy.0, "{words}");
        assert!(of_master.3 == of_copy.3, "{words}: the files differ");
    }
}

/// What every save is asked, of whichever module.
const OF_ANY: [&[&str]; 14] = [
    &["inspect", "game.vsav"],
    &["inspect", "game.vsav", "-v"],
    &["inspect", "game.vsav", "--format", "json"],
    &["lint", "game.vsav"],
    &["lint", "game.vsav", "--format", "json"],
    &["convert", "game.vsav", "--to", "csv"],
    &["convert", "game.vsav", "--to", "json"],
    &["refresh", "game.vsav", "--dry-run"],
    &["refresh", "game.vsav", "--dry-run", "--decks", "-v"],
    &["refresh", "game.vsav", "--dry-run", "--format", "json"],
    &["diff", "before.vsav", "game.vsav"],
    &["diff", "before.vsav", "game.vsav", "--format", "json"],
    &["diff", "game.vsav", "before.vsav", "--format", "html"],
    &["render", "game.vsav", "-o", "out.png", "--scale", "0.1"],
];

/// What a save of a game is asked beside it.
const OF_A_GAME: [&[&str]; 14] = [
    &["check", "game.vsav"],
    &["check", "game.vsav", "-v"],
    &["check", "game.vsav", "--format", "json"],
    &["check", "game.vsav", "--previous", "before.vsav", "--format", "json"],
    &["battles", "game.vsav"],
    &["battles", "game.vsav", "--possible", "--format", "json"],
    &["facts", "game.vsav"],
    &["facts", "game.vsav", "--format", "json"],
    &["facts", "game.vsav", "--at", "E1914", "--format", "json"],
    &["facts", "game.vsav", "--reach", "E1914", "--format", "json"],
    &["resolve", "game.vsav", "--all", "--seed", "1", "--policy", BALANCED],
    &["resolve", "game.vsav", "--all", "--seed", "2", "--policy", BALANCED, "--format", "json"],
    &["chances", "game.vsav", "recon-E1914", "--format", "json"],
    &["oob", "apply", "game.vsav", "--turn", "1942-07", "-o", "out.vsav"],
];

/// What is drawn of it there.
const DRAWN: [&[&str]; 2] = [
    &["render", "game.vsav", "-o", "out.png", "--crop", "E1914", "--scale", "0.5", "--mark", "--spread"],
    &[
        "render",
        "game.vsav",
        "-o",
        "out.png",
        "--crop",
        "E2112",
        "--scale",
        "0.5",
        "--reach",
        "E1914",
        "--names",
    ],
];

/// What a game with an umpire is asked: it has other places, and battles that nobody declares.
const OF_THE_FOG: [&[&str]; 8] = [
    &["check", "game.vsav", "-v"],
    &["check", "game.vsav", "--format", "json"],
    &["check", "game.vsav", "--previous", "before.vsav", "--format", "json"],
    &["battles", "game.vsav", "--possible"],
    &["facts", "game.vsav"],
    &["facts", "game.vsav", "--format", "json"],
    &["facts", "game.vsav", "--at", "SZ 20", "--format", "json"],
    &["render", "game.vsav", "-o", "out.png", "--crop", "SZ 20", "--scale", "0.5", "--mark"],
];

/// Forces under masks, in trays and aboard, of both sides.
const MIDWAY: &str = "game: atpo
date: 1942-06
phase: NA.2
control: US E2112
at E2112: chit:us-sea-supply, chit:small-airbase, us-f-221 strafe target=E1914, us-fp-pby2 reconnaissance target=E1914
at E1912: us-cv-enterprise, us-cv-yorktown reduced, us-tf-2 hidden
at E1912 aboard us-cv-enterprise: us-n-enterprise strike target=E1914
tray us-tf-2: us-ca-quincy, us-dd-2
at E1914: jp-tf-1 hidden, jp-cv-soryu
at E1914 aboard jp-cv-soryu: jp-n-soryu
tray jp-tf-1: jp-cv-akagi, jp-adm-nagumo
tray jp-tf-1 aboard jp-cv-akagi: jp-n-akagi patrol
at E2013: jp-ss-1, jp-ss-2 hidden
at W5022: jp-inf-2, jp-inf-3
";

/// The same some time before: a mask, a tray and what lies open changed.
fn before_midway() -> String {
    MIDWAY
        .replace("at E2013: jp-ss-1, jp-ss-2 hidden", "at E2013: jp-ss-1\nat E2016: jp-ss-2 hidden")
        .replace("jp-adm-nagumo", "jp-adm-nagumo, jp-dd-5")
        .replace("at W5022: jp-inf-2", "at W5021: jp-inf-2")
        .replace("tray us-tf-2: us-ca-quincy, us-dd-2", "tray us-tf-2: us-ca-astoria")
}

#[test]
fn of_a_game_with_masks_and_trays_no_command_prints_more_to_a_side_than_of_its_copy() {
    for side in ["Japan", "Allies"] {
        let home = tempfile::tempdir().unwrap();
        let module = module(home.path());
        save(home.path(), "game.vsav", MIDWAY);
        save(home.path(), "before.vsav", &before_midway());
        let pair = Pair::of(home, &module, side);
        OF_ANY.iter().chain(&OF_A_GAME).chain(&DRAWN).for_each(|words| pair.is_one_to(words));
    }
}

#[test]
fn of_any_module_no_command_prints_more_to_a_side_than_of_its_copy() {
    for side in ["A", "B"] {
        let home = copies::folder_of_two();
        let module = home.path().join("small.vmod");
        let pair = Pair::of(home, &module, side);
        OF_ANY.iter().for_each(|words| pair.is_one_to(words));
    }
}

#[test]
fn of_a_game_with_an_umpire_no_command_prints_more_to_a_side_than_of_its_copy() {
    for side in ["Axis", "Allies"] {
        let club = Club::new();
        let home = tempfile::tempdir().unwrap();
        let files =
            [("game.vsav", START.to_owned()), ("before.vsav", START.replace("us-ca damaged", "us-ca"))];
        for (name, text) in files {
            std::fs::rename(club.save(name, &text), home.path().join(name)).unwrap();
        }
        let module = home.path().join("fog.vmod");
        std::fs::rename(club.path("fog.vmod"), &module).unwrap();
        let pair = Pair::of(home, &module, side);
        OF_ANY.iter().chain(&OF_THE_FOG).for_each(|words| pair.is_one_to(words));
    }
}

/// A log in whose only step a ship in a closed tray is damaged.
fn log_of(folder: &Path, name: &str, ship: &str) -> String {
    let start = save(folder, "start.vsav", MIDWAY);
    let read = SaveFile::read(std::fs::read(start).unwrap(), &Limits::default()).unwrap();
    let (module, commands) = (plan().module(), read.commands().unwrap());
    let (position, _) = Position::read(&commands, Some(&module));
    let id = |counter: &str| {
        let is = |piece: &&liege::model::position::Piece| piece.property("LiegeId") == Some(counter);
        position.pieces.iter().find(is).unwrap().id.clone()
    };
    let turned = |counter: &str| Change::SetLayer { piece: id(counter), layer: "Face".into(), level: 2 };
    let step = |changes: Vec<Change>| Step { changes, ..Step::default() };
    let steps = [step(vec![turned(ship)]), step(vec![turned("jp-inf-2")])];
    let log = change::write_log(&commands, Some(&module), &steps).unwrap();
    let about = plan().about.write();
    let file = SaveFile::new(&log, Some(about.as_bytes()), &plan().about).unwrap();
    let path = folder.join(name);
    std::fs::write(&path, file.write(DAY).unwrap()).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn a_log_is_told_to_a_side_by_what_its_copies_show() {
    let folder = tempfile::tempdir().unwrap();
    let module = module(folder.path());
    let module = module.to_str().unwrap();
    let logs = ["jp-cv-akagi", "jp-adm-nagumo"].map(|ship| {
        let of = folder.path().join(ship);
        std::fs::create_dir(&of).unwrap();
        log_of(&of, "game.vlog", ship)
    });
    for words in [
        &["transcript", "--format", "json"][..],
        &["transcript"],
        &["inspect", "--step", "1", "--format", "json"],
        &["convert", "--end", "--to", "csv"],
    ] {
        let of = |log: &str, side: &str| {
            let call = [&[words[0], log], &words[1..], &["--side", side, "--module", module]].concat();
            told(&call, 0).replace(log, "")
        };
        assert_eq!(of(&logs[0], "Allies"), of(&logs[1], "Allies"), "{words:?}");
    }
    let all = logs.map(|log| told(&["transcript", &log, "--side", "umpire", "--module", module], 0));
    assert_ne!(all[0].replace("jp-cv-akagi", ""), all[1].replace("jp-adm-nagumo", ""));
}

/// Commands that take a side for something else than to look at a save of the master: they write what is handed out, or
/// say whose paper it is.
const NOT_LOOKING: [&str; 2] = ["view", "umpire"];

#[test]
fn every_command_that_takes_a_side_is_tried() {
    let tried = OF_ANY.iter().chain(&OF_A_GAME).chain(&DRAWN).map(|words| words[0]);
    let tried: BTreeSet<&str> = tried.chain(NOT_LOOKING).chain(["transcript"]).collect();
    let commands = listed();
    let subcommands = ["apply", "check", "fill", "import"].map(|name| ("oob".to_owned(), Some(name)));
    let calls = commands.iter().map(|name| (name.clone(), None)).chain(subcommands);
    let mut taking = BTreeSet::new();
    for (name, below) in calls {
        let words: Vec<&str> = [Some(name.as_str()), below, Some("--help")].into_iter().flatten().collect();
        let help = told(&words, 0);
        if help.contains("--side <SIDE>") {
            assert!(
                tried.contains(name.as_str()),
                "{name} takes --side, and no test holds it against its copy"
            );
            taking.insert(name);
        }
    }
    assert!(taking.len() > 10, "{taking:?}");
}
