//! `umpire`: a game with hidden play from its first copies to the proof at its end, and what an attacker can read.

mod leaks;
mod papers;
mod sides;

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use liege::build::scenario::Table;
use liege::build::{Data, Plan};
use liege::format::Limits;
use liege::format::save_file::SaveFile;
use liege::model::change::{self, Change, Destination, Order};
use liege::model::geometry::Point;

use super::{DAY, Made, liege, said};

/// A small game: both sides have what the other may not see later on.
pub const START: &str = "game: aafog\nin \"Turn 1\": time\nin \"IPC 26\": japan-income\nin \"Japan money\": japan-money\n\
    values: japan-money 26\nat \"SZ 35\": us-tr, us-cv, us-ca damaged\nat \"SZ 35\" aboard us-tr: us-inf\n\
    at \"SZ 35\" aboard us-cv: us-ftr\nat \"Philippines\": us-control, us-inf, us-airbase number=2\n\
    at \"SZ 20\": japan-bb, japan-sub\nat \"Siam\": japan-tank, japan-inf\n";

/// The game and the file of its module, as `build` writes it.
pub static FOG: LazyLock<(Made, Vec<u8>)> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let module = folder.path().join("fog.vmod");
    let built = liege(&["build", "aafog", "-o", module.to_str().unwrap()]);
    assert!(built.status.success(), "{}", said(&built));
    (Made::of("aafog"), std::fs::read(module).unwrap())
});

/// The module of the game, and a folder for its files.
pub struct Club {
    folder: tempfile::TempDir,
    data: &'static Data,
    pub plan: &'static Plan,
}

impl Club {
    pub fn new() -> Self {
        let (Made { data, plan }, module) = &*FOG;
        let club = Self { folder: tempfile::tempdir().unwrap(), data, plan };
        std::fs::write(club.path("fog.vmod"), module).unwrap();
        club
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn name(&self, name: &str) -> String {
        self.path(name).to_str().unwrap().to_owned()
    }

    /// A save of a text.
    pub fn save(&self, name: &str, text: &str) -> String {
        let table = Table::new(self.data, self.plan).unwrap();
        let commands = table.save(name, text).unwrap_or_else(|faults| panic!("{faults:#?}"));
        let about = self.plan.about.clone();
        let save = SaveFile::new(&commands, Some(about.write().as_bytes()), &about).unwrap();
        std::fs::write(self.path(name), save.write(DAY).unwrap()).unwrap();
        self.name(name)
    }

    /// Begins a game.
    pub fn begin(&self, name: &str, text: &str) -> PathBuf {
        let (master, module) = (self.save("master.vsav", text), self.name("fog.vmod"));
        let new = ["umpire", "new", "aafog", &self.name(name), "--module", &module, "--master", &master];
        let done = liege(&new);
        assert!(done.status.success(), "{}", said(&done));
        self.path(name)
    }

    /// Begins a game with the key and the name of all other games of this club that begin so.
    fn begin_with_key(&self, name: &str, text: &str) -> PathBuf {
        let game = self.begin(name, text);
        let (umpire, kept) = (game.join("umpire.toml"), self.path("umpire.toml"));
        if kept.exists() {
            std::fs::write(&umpire, std::fs::read_to_string(&kept).unwrap()).unwrap();
        } else {
            std::fs::copy(&umpire, &kept).unwrap();
        }
        game
    }
}

/// The text of a copy with every level of its commands undone.
pub fn text_of(path: &Path) -> String {
    let save = SaveFile::read(std::fs::read(path).unwrap(), &Limits::default()).unwrap();
    save.text().to_owned()
}

#[test]
fn a_game_is_issued_opened_place_by_place_and_proven_at_its_end() {
    let club = Club::new();
    let game = club.begin("tuesday", START);
    let at = |name: &str| game.join(name).to_str().unwrap().to_owned();
    let folder = club.name("tuesday");
    for (place, says) in [("SZ 20", "it held 2 pieces"), ("Shan State", "it was empty")] {
        let opening = club.name("opening.json");
        let opened = liege(&["umpire", "open", &folder, "0", place, "-o", &opening]);
        assert!(opened.status.success(), "{}", said(&opened));
        let proof = liege(&["verify", &opening, &at("issues/000/allies.vsav")]);
        assert_eq!((proof.status.code(), said(&proof).contains(says)), (Some(0), true), "{}", said(&proof));
    }
    let issue = liege(&["umpire", "issue", &folder, "--power", "japan", "--phase", "CM"]);
    assert!(issue.status.success(), "{}", said(&issue));
    let copies = [at("issues/000/axis.vsav"), at("issues/001/allies.vsav")];
    let chain = liege(&["verify", &copies[0], &copies[1]]);
    assert_eq!(chain.status.code(), Some(0), "{}", said(&chain));
    let end = club.name("end");
    let published = liege(&["umpire", "publish", &folder, "-o", &end]);
    assert!(published.status.success(), "{}", said(&published));
    assert!(club.path("end/key.json").is_file() && club.path("end/issues/001/leaves.json").is_file());
}

#[test]
fn the_set_up_is_known_and_cargo_is_not() {
    let club = Club::new();
    let game = club.begin("tuesday", START);
    for copy in ["allies", "shared"] {
        let text = text_of(&game.join(format!("issues/000/{copy}.vsav")));
        assert!(text.contains("japan-income"), "the income chart hangs where all see it");
        assert!(!text.contains("japan-money"), "what a power has in hand is its own");
    }
    let axis = text_of(&game.join("issues/000/axis.vsav"));
    assert!(axis.contains("turn 0") && axis.contains("us-ca"), "the set-up is known, and marked as such");
    let seen = liege::model::position::Position::read(
        &liege::format::command::Command::parse(axis, 64).unwrap(),
        Some(&club.plan.module()),
    );
    let classes: Vec<&str> = seen
        .0
        .pieces
        .iter()
        .filter_map(|piece| piece.property("LiegeId"))
        .filter(|id| id.starts_with("us"))
        .collect();
    assert!(classes.contains(&"us-tr") && classes.contains(&"us-ftr"), "{classes:?}");
    assert_eq!(classes.iter().filter(|id| **id == "us-inf").count(), 1, "that of the island, not the cargo");
}

/// Brings units into a save that its other pieces know nothing of, as players do with the palette.
fn buy(club: &Club, save: &str, units: &[&str]) {
    let module = club.plan.module();
    let mut file = SaveFile::read(std::fs::read(save).unwrap(), &Limits::default()).unwrap();
    let mut commands = file.commands().unwrap();
    let add = |unit: &&str| {
        let image = format!("{unit}.png");
        let slot = module.slots.iter().find(|slot| format!("{:?}", slot.piece()).contains(&image)).unwrap();
        let traits = module.make(slot, &mut Vec::new()).unwrap();
        let to = Destination { map: "Board".into(), at: Point::new(2_300, 1_700), order: Order::Top };
        Change::Add { traits, to }
    };
    let changes: Vec<Change> = units.iter().map(add).collect();
    change::apply(&mut commands, Some(&module), &changes).unwrap();
    file.set_commands(&commands).unwrap();
    std::fs::write(save, file.write(DAY).unwrap()).unwrap();
}

/// The text of the copy of the Axis after the master became that of a text, with more units; the ledgers are those of
/// the set-up.
fn copy_after(club: &Club, name: &str, text: &str, more: &[&str]) -> String {
    let game = club.begin_with_key(name, START);
    let master = club.save("later.vsav", text);
    buy(club, &master, more);
    std::fs::copy(master, game.join("master.vsav")).unwrap();
    let issued = liege(&["umpire", "issue", game.to_str().unwrap()]);
    assert!(issued.status.success(), "{}", said(&issued));
    without_roots(&text_of(&game.join("issues/001/axis.vsav")))
}

/// The text of a copy of an issue that is not the first. The roots in the record are the one thing that must differ: they
/// commit to what is hidden.
fn without_roots(text: &str) -> String {
    let value = |key: &str| {
        let rest = text.split(&format!("\"{key}\":\"")).nth(1).unwrap();
        rest.get(..64).unwrap().to_owned()
    };
    text.replace(&value("root"), "ROOT").replace(&value("previous"), "PREVIOUS")
}

#[test]
fn nothing_hidden_changes_a_byte_of_the_other_sides_copy() {
    let club = Club::new();
    let moved = START
        .replace("at \"SZ 35\": us-tr, us-cv, us-ca damaged", "at \"SZ 207\": us-tr, us-cv, us-ca")
        .replace("at \"SZ 35\" aboard", "at \"SZ 207\" aboard");
    let copies = [
        copy_after(&club, "first", START, &[]),
        copy_after(&club, "second", &moved, &[]),
        copy_after(&club, "third", &moved, &["us-sub", "us-bb", "us-tank"]),
    ];
    assert!(copies[0] == copies[1], "a fleet that sailed unseen changes nothing");
    assert!(copies[0] == copies[2], "units that nobody met change nothing");
}

#[test]
fn a_desk_that_others_may_read_or_that_lost_its_key_is_refused() {
    let club = Club::new();
    let game = club.begin("tuesday", START);
    let folder = club.name("tuesday");
    let before: Vec<_> = std::fs::read_dir(game.join("state")).unwrap().collect();
    let umpire = game.join("umpire.toml");
    let refused = |says: &str| {
        let issue = liege(&["umpire", "issue", &folder]);
        assert_eq!(issue.status.code(), Some(2), "{}", said(&issue));
        assert!(said(&issue).contains(says), "{}", said(&issue));
    };
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = |mode| std::fs::set_permissions(&umpire, std::fs::Permissions::from_mode(mode)).unwrap();
        mode(0o644);
        refused("expected 0600");
        mode(0o600);
    }
    let whole = std::fs::read_to_string(&umpire).unwrap();
    let lines: Vec<&str> =
        whole.lines().map(|line| if line.starts_with("key") { "key = \"00\"" } else { line }).collect();
    std::fs::write(&umpire, lines.join("\n")).unwrap();
    refused("without the key nothing can be opened");
    std::fs::remove_file(&umpire).unwrap();
    refused("no such file");
    assert_eq!(std::fs::read_dir(game.join("state")).unwrap().count(), before.len(), "nothing was written");
    let again = liege(&[
        "umpire",
        "new",
        "aafog",
        &folder,
        "--module",
        &club.name("fog.vmod"),
        "--master",
        &club.name("master.vsav"),
    ]);
    assert_eq!(again.status.code(), Some(2), "{}", said(&again));
    assert!(said(&again).contains("exists already"));
}

#[test]
fn an_issue_that_a_stopped_command_left_is_written_again_or_refused_but_never_replaced() {
    let club = Club::new();
    let game = club.begin("tuesday", START);
    let folder = club.name("tuesday");
    let record = || std::fs::read_to_string(game.join("issues/001/record.json")).unwrap();
    let issue = || liege(&["umpire", "issue", &folder]);
    assert!(issue().status.success());
    let first = record();
    // The command was stopped before its state had a name.
    std::fs::remove_dir_all(game.join("state/00003")).unwrap();
    let again = issue();
    assert!(again.status.success(), "{}", said(&again));
    assert_eq!(record(), first, "the same master gives the same issue");
    std::fs::remove_dir_all(game.join("state/00003")).unwrap();
    let other = club.save("other.vsav", &START.replace("japan-sub", "japan-dd"));
    std::fs::copy(other, game.join("master.vsav")).unwrap();
    let refused = issue();
    assert_eq!(refused.status.code(), Some(2), "{}", said(&refused));
    assert!(said(&refused).contains("is another issue 1") && record() == first, "{}", said(&refused));
}

#[test]
fn what_nobody_knows_is_told_with_what_there_is() {
    let club = Club::new();
    club.begin("tuesday", START);
    let folder = club.name("tuesday");
    let out = club.name("opening.json");
    for (arguments, says) in [
        (
            vec!["umpire", "issue", &folder, "--power", "spain"],
            "the powers are germany, italy, japan, uk, us",
        ),
        (vec!["umpire", "issue", &folder, "--phase", "XX"], "no phase is called \"XX\""),
        (vec!["umpire", "open", &folder, "7", "SZ 20", "-o", &out], "no issue 7"),
        (vec!["umpire", "open", &folder, "0", "SZ 21", "-o", &out], "did you mean \"SZ 2"),
    ] {
        let refused = liege(&arguments);
        assert_eq!(refused.status.code(), Some(2), "{}", said(&refused));
        assert!(said(&refused).contains(says), "{}", said(&refused));
    }
    assert!(!club.path("opening.json").exists());
}

#[test]
fn a_game_that_hides_by_masks_and_private_windows_has_a_desk_too() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let pack = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/packs/islands");
    let built =
        liege(&["--data", pack, "build", "islands", "-o", &at("isles.vmod"), "--saves", &at("saves")]);
    assert!(built.status.success(), "{}", said(&built));
    let master = std::fs::read_dir(at("saves")).unwrap().next().unwrap().unwrap().path();
    let master = master.to_str().unwrap();
    let new = [
        "--data",
        pack,
        "umpire",
        "new",
        "islands",
        &at("game"),
        "--module",
        &at("isles.vmod"),
        "--master",
        master,
    ];
    let done = liege(&new);
    assert!(done.status.success(), "{}", said(&done));
    for side in ["crown", "league", "corsairs"] {
        assert!(folder.path().join(format!("game/issues/000/{side}.vsav")).is_file(), "{side}");
    }
    let crown = text_of(&folder.path().join("game/issues/000/crown.vsav"));
    assert!(!crown.contains("Red Madder"), "a hidden captain is nowhere in the copy");
}
