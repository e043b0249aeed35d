//! What a side could read in a copy and may not: battles, private windows, slips of the umpire, and all that is hidden.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use liege::build::scenario::{set_level, set_property};
use liege::format::Limits;
use liege::format::archive::{Archive, Entry};
use liege::format::command::Command;
use liege::format::save_file::SaveFile;
use liege::model::change::{self, Change, Destination, Order};
use liege::model::position::{Piece, Position};

use super::{Club, START, text_of};
use crate::{DAY, liege, said};

const SIDES: [&str; 3] = ["axis", "allies", "shared"];

impl Club {
    /// The pieces of a save.
    fn pieces(&self, save: &Path) -> Vec<Piece> {
        let commands = Command::parse(text_of(save), 64).unwrap();
        Position::read(&commands, Some(&self.plan.module())).0.pieces
    }

    /// The counters of a copy of issue 1, with the damage of ships, sorted.
    fn shows(&self, game: &Path, copy: &str, of: &str) -> Vec<String> {
        let pieces = self.pieces(&game.join(format!("issues/001/{copy}.vsav")));
        let told = |piece: &Piece| {
            let id = piece.property("LiegeId")?.to_owned();
            let hit = piece.layers.iter().any(|layer| layer.name == "Damage" && layer.level == 2);
            Some(if hit { format!("{id} damaged") } else { id })
        };
        let here = |piece: &&Piece| piece.location.as_deref() == Some(of) || of.is_empty();
        let mut all: Vec<String> = pieces.iter().filter(here).filter_map(told).collect();
        all.sort();
        all
    }

    /// Begins a game, then issues copies of another master.
    pub fn later(&self, name: &str, text: &str, arguments: &[&str]) -> (PathBuf, String) {
        let game = self.begin(name, START);
        (game.clone(), self.issued(&game, text, arguments, 0))
    }

    /// Issues copies of a master that a text tells.
    pub fn issued(&self, game: &Path, text: &str, arguments: &[&str], exit: i32) -> String {
        std::fs::copy(self.save("later.vsav", text), game.join("master.vsav")).unwrap();
        let issue = liege(&[&["umpire", "issue", game.to_str().unwrap()], arguments].concat());
        assert_eq!(issue.status.code(), Some(exit), "{}", said(&issue));
        said(&issue)
    }
}

/// The counters of a copy.
fn counters(pieces: &[Piece]) -> Vec<String> {
    let mut all: Vec<String> =
        pieces.iter().filter_map(|piece| piece.property("LiegeId").map(str::to_owned)).collect();
    all.sort();
    all
}

/// A line added to the ledger of a side in the last state.
pub fn note(game: &Path, alliance: &str, line: &str) {
    let mut states: Vec<PathBuf> =
        std::fs::read_dir(game.join("state")).unwrap().map(|state| state.unwrap().path()).collect();
    states.sort();
    let path = states.last().unwrap().join(format!("ledger-{alliance}.csv"));
    let old = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, format!("{old}{line}\n")).unwrap();
}

#[test]
fn a_view_of_a_master_has_what_its_side_owns_and_what_lies_open_to_all() {
    let club = Club::new();
    let master = club.save("master.vsav", START);
    let open = ["japan-income", "time", "us-control"];
    let japan = ["japan-bb", "japan-inf", "japan-money", "japan-sub", "japan-tank"];
    let us = ["us-airbase", "us-ca", "us-cv", "us-ftr", "us-inf", "us-inf", "us-tr"];
    for (side, own, others) in [("Axis", &japan[..], &us[..]), ("Allies", &us[..], &japan[..])] {
        let copy = club.name("copy.vsav");
        let done = liege(&["view", &master, "--side", side, "-o", &copy]);
        assert!(done.status.success(), "{}", said(&done));
        assert!(said(&done).contains("has no ghosts; liege umpire issue writes copies"), "{}", said(&done));
        let mut expected: Vec<&str> = open.iter().chain(own).copied().collect();
        expected.sort_unstable();
        assert_eq!(counters(&club.pieces(Path::new(&copy))), expected, "{side}");
        let text = text_of(Path::new(&copy));
        assert!(others.iter().all(|id| !text.contains(&format!("{id}.png"))), "{side}");
    }
}

#[test]
fn units_at_the_battle_board_are_shown_one_by_one_without_ids_and_cargo() {
    let club = Club::new();
    let battle = format!(
        "{START}in \"Attacker\": us-ca damaged, 2 x us-tr, us-cv\nin \"Attacker\" aboard us-tr: us-tank\n\
         in \"Attacker\" aboard us-cv: us-tac\nin \"Defender\": japan-dd, japan-kami, japan-airbase number=3\n"
    );
    let (game, _) = club.later("tuesday", &battle, &[]);
    let attacker = ["us-ca damaged", "us-cv", "us-tac", "us-tr", "us-tr"];
    assert_eq!(club.shows(&game, "shared", "Attacker"), attacker, "each ship by itself, and no tank");
    assert_eq!(club.shows(&game, "shared", "Defender"), ["japan-airbase", "japan-dd", "japan-kami"]);
    assert!(club.shows(&game, "axis", "Attacker").is_empty(), "the battle hangs in the shared room");
    assert_eq!(club.shows(&game, "allies", "Attacker").len(), 6, "the side's own, with its cargo");
    let at_battle = |piece: &&Piece| {
        ["Attacker", "Defender"].map(Some).contains(&piece.location.as_deref())
            && piece.property("LiegeId") != Some("japan-kami")
    };
    let ids = |save: &str| -> BTreeSet<String> {
        club.pieces(&game.join(save)).iter().filter(at_battle).map(|piece| piece.id.clone()).collect()
    };
    assert!(ids("master.vsav").is_disjoint(&ids("issues/001/shared.vsav")), "no id of the master");
    let shared = club.pieces(&game.join("issues/001/shared.vsav"));
    let base = shared.iter().find(|piece| piece.property("LiegeId") == Some("japan-airbase")).unwrap();
    assert_eq!(base.property("Number"), Some("3"), "a facility shows its damage");
}

#[test]
fn chips_are_counted_at_the_battle_board_and_named_where_no_unit_lies_above() {
    let club = Club::new();
    let game = club.begin("tuesday", START);
    let text =
        format!("{START}at \"SZ 203\": chip-1, us-dd\nat \"SZ 19\": chip-5\nat \"SZ 204\": chip-1, us-sub\n");
    let master = club.save("chips.vsav", &text);
    change(&club, &master, |position| {
        let group = position.pieces.iter().filter(|piece| piece.location.as_deref() == Some("SZ 203"));
        let to = spot(position, "Attacker");
        group.map(|piece| Change::Move { piece: piece.id.clone(), to: to.clone() }).collect()
    });
    std::fs::copy(&master, game.join("master.vsav")).unwrap();
    let told = said(&liege(&["umpire", "issue", game.to_str().unwrap()]));
    assert!(
        told.contains("a chip at the battle board")
            && told.contains("SZ 19 (Chip for 5 more: a chip without"),
        "{told}"
    );
    assert_eq!(club.shows(&game, "shared", "Attacker"), ["us-dd", "us-dd"]);
    assert_eq!(club.shows(&game, "allies", "Attacker"), ["chip-1", "us-dd"]);
    assert!(club.shows(&game, "axis", "SZ 204").is_empty());
}

#[test]
fn what_stands_in_a_window_of_others_is_in_no_copy_whatever_it_is() {
    let club = Club::new();
    let text = START.replace("in \"Turn 1\": time", "in \"Japan money\": time, us-control")
        + "in \"Kept aside\": japan-control, japan-dd, us-dd, us-status\nin \"US money\": us-money\n";
    let (game, told) = club.later("tuesday", &text, &[]);
    for (copy, sees) in [("axis", true), ("allies", false), ("shared", false)] {
        let shown = club.shows(&game, copy, "");
        let has = |id: &str| shown.iter().any(|one| one == id);
        assert_eq!([has("time"), has("japan-money")], [sees; 2], "{copy}: {shown:?}");
        assert_eq!(has("us-money"), copy == "allies", "{copy}");
        for kept in ["japan-control", "japan-dd", "us-dd", "us-status"] {
            assert!(!has(kept), "{copy} has {kept} of the umpire's window");
        }
    }
    assert!(told.contains("Kept aside (Japanese Destroyer: it is in a window"), "{told}");
}

#[test]
fn a_ghost_that_was_saved_into_the_master_is_no_unit() {
    let club = Club::new();
    let text = format!("{START}at \"SZ 19\": us-bb seen=2 sighted=\"turn 1\"\n");
    let (game, told) = club.later("tuesday", &text, &[]);
    assert!(told.contains("SZ 19 (American Battleship: a ghost"), "{told}");
    for copy in SIDES {
        assert!(!club.shows(&game, copy, "SZ 19").contains(&"us-bb".to_owned()), "{copy}");
    }
    let sealed = std::fs::read_to_string(game.join("sealed/001/leaves.json")).unwrap();
    assert!(!sealed.contains("us\\tBB"), "{sealed}");
    let guess = text.replace(" seen=2", "");
    let refused = club.issued(&game, &guess, &[], 2);
    assert!(refused.contains("American Battleship in SZ 19 says when it was sighted"), "{refused}");
    let begun = ["umpire", "new", "aafog", &club.name("other"), "--module", &club.name("fog.vmod")];
    let master = club.save("slip.vsav", &text);
    let begun = liege(&[&begun[..], &["--master", &master]].concat());
    assert!(begun.status.success(), "{}", said(&begun));
    let ledger = std::fs::read_to_string(club.path("other/sealed/000/ledger-axis.csv")).unwrap();
    assert!(!ledger.contains("BB"), "nobody knows of a ghost at the start: {ledger}");
}

#[test]
fn a_ledger_with_an_entry_that_no_counter_can_show_is_refused_with_its_line() {
    let club = Club::new();
    for (name, line, says) in [
        (
            "one",
            "90,1,1,us,CM,SZ 20,us,KREUZER,1,0,battle,,",
            "no class is called \"KREUZER\"; the classes are SUB",
        ),
        (
            "two",
            "90,1,1,us,CM,SZ 2o,us,CA,1,0,battle,,",
            "no place is called \"SZ 2o\"; did you mean \"SZ 20\"",
        ),
        (
            "three",
            "90,1,1,us,CM,SZ 20,allies,CA,1,0,battle,,",
            "no power is called \"allies\"; the powers are",
        ),
        ("four", "90,1,1,us,CM,SZ 20,us,CA,501,0,battle,,", "501 units are more than any game has"),
    ] {
        let game = club.begin(name, START);
        note(&game, "axis", line);
        let refused = club.issued(&game, START, &[], 2);
        assert!(refused.contains("ledger axis, entry 90") && refused.contains(says), "{refused}");
        assert!(!game.join("issues/001").exists());
    }
}

#[test]
fn a_copy_that_cannot_be_guarded_is_not_handed_out() {
    let club = Club::new();
    let game = club.begin("tuesday", START);
    let desk = game.join("state/00002/desk.toml");
    let listed = std::fs::read_to_string(&desk).unwrap();
    std::fs::write(&desk, listed.replace("\"allies\", \"axis\"", "\"allies\"")).unwrap();
    let refused = club.issued(&game, START, &[], 2);
    assert!(
        refused.contains("AAF-005 guards the copies and could not be checked: needs --ledger Axis"),
        "{refused}"
    );
}

#[test]
fn what_is_gained_in_a_non_combat_move_shows_with_the_income_chart() {
    let club = Club::new();
    let game = club.begin("tuesday", START);
    let turn = |phase: &str, text: &str| {
        let arguments = ["--power", "japan", "--phase", phase];
        club.issued(&game, text, &arguments, 0);
    };
    let holder = |issue: u32, copy: &str, place: &str| {
        let pieces = club.pieces(&game.join(format!("issues/00{issue}/{copy}.vsav")));
        let mut here: Vec<(String, String)> = pieces
            .iter()
            .filter(|piece| piece.location.as_deref() == Some(place))
            .filter_map(|piece| Some((piece.property("LiegeId")?.to_owned(), piece.id.clone())))
            .filter(|(id, _)| id.ends_with("control"))
            .collect();
        here.sort();
        here
    };
    turn("CC", START);
    let gained = START.replace("us-control", "japan-control") + "at \"Saltmarch\": japan-control\n";
    turn("NC", &gained);
    for copy in ["allies", "shared"] {
        assert_eq!(holder(2, copy, "Philippines"), holder(1, copy, "Philippines"), "{copy}: with its id");
        assert_eq!(holder(2, copy, "Philippines")[0].0, "us-control");
        assert!(holder(2, copy, "Saltmarch").is_empty(), "{copy}");
    }
    assert_eq!(holder(2, "axis", "Philippines")[0].0, "japan-control", "the side itself knows");
    turn("MO", &gained);
    assert_eq!(holder(3, "allies", "Philippines")[0].0, "us-control");
    turn("CI", &gained);
    for copy in SIDES {
        assert_eq!(holder(4, copy, "Philippines")[0].0, "japan-control", "{copy}");
        assert_eq!(holder(4, copy, "Saltmarch").len(), 1, "{copy}");
    }
}

/// Changes a save as an umpire does with VASSAL: pieces keep their ids.
pub fn change(club: &Club, save: &str, changes: impl Fn(&Position) -> Vec<Change>) {
    let module = club.plan.module();
    let mut file = SaveFile::read(std::fs::read(save).unwrap(), &Limits::default()).unwrap();
    let mut commands = file.commands().unwrap();
    let position = Position::read(&commands, Some(&module)).0;
    change::apply(&mut commands, Some(&module), &changes(&position)).unwrap();
    file.set_commands(&commands).unwrap();
    std::fs::write(save, file.write(DAY).unwrap()).unwrap();
}

fn spot(position: &Position, place: &str) -> Destination {
    let found = position.maps.iter().find_map(|map| {
        Some(Destination { map: map.identifier.clone(), at: map.layout.centre_of(place)?, order: Order::Top })
    });
    found.unwrap_or_else(|| panic!("no place {place}"))
}

/// Pieces of the palette: counter, place, whether it is aboard, number.
type New = (&'static str, &'static str, bool, u32);

/// What the Allies do and the Axis never see: a fleet sails, units come aboard, are bought and kept aside.
pub fn unseen(club: &Club, position: &Position) -> Vec<Change> {
    let fleet = position.pieces.iter().filter(|piece| piece.location.as_deref() == Some("SZ 35"));
    let sail = fleet.map(|piece| Change::Move { piece: piece.id.clone(), to: spot(position, "SZ 207") });
    let new: [New; 14] = [
        ("us-tank", "Attacker", true, 0),
        ("us-sub", "US purchase", false, 0),
        ("us-ic", "US purchase", false, 0),
        ("us-money", "US money", false, 31),
        ("us-research", "US research", false, 0),
        ("us-technology", "US research", false, 0),
        ("uk-money", "UK money", false, 7),
        ("us-dd", "Next battle", false, 0),
        ("japan-kami", "Next battle", false, 0),
        ("time", "Kept aside", false, 0),
        ("us-sub", "SZ 20", false, 0),
        ("us-aagun", "Philippines", false, 1),
        ("us-tank", "Philippines", false, 0),
        ("uk-inf", "Saltmarch", false, 0),
    ];
    sail.chain(laid(club, position, &new)).collect()
}

/// Pieces that are taken from the palette.
fn laid(club: &Club, position: &Position, new: &[New]) -> Vec<Change> {
    let module = club.plan.module();
    let lay = |(id, place, aboard, number): &New| {
        let image = format!("{id}.png");
        let slot = module.slots.iter().find(|slot| format!("{:?}", slot.piece()).contains(&image)).unwrap();
        let mut traits = module.make(slot, &mut Vec::new()).unwrap();
        assert!(!*aboard || set_level(&mut traits, "Ride", 2), "{id}");
        assert!(*number == 0 || set_property(&mut traits, "Number", &number.to_string()), "{id}");
        Change::Add { traits, to: spot(position, place) }
    };
    new.iter().map(lay).collect()
}

/// The files of the Axis and of all: name, what is in them beside the save, and the save's text without its roots.
fn handed_out(club: &Club, name: &str, hidden: bool) -> Vec<(String, Vec<u8>, String)> {
    let game = club.begin_with_key(name, START);
    let battle = format!("{START}in \"Attacker\": us-tr, us-bb\nin \"Defender\": japan-dd\n");
    let master = club.save("later.vsav", &battle);
    if hidden {
        note(&game, "allies", "91,1,1,us,NC,SZ 20,japan,BB,1,0,C7,a submarine,");
        change(club, &master, |position| unseen(club, position));
        // What changes hands in this phase is shown later.
        change(club, &master, |position| laid(club, position, &[("uk-control", "Saltmarch", false, 0)]));
    }
    std::fs::copy(master, game.join("master.vsav")).unwrap();
    let issued = liege(&["umpire", "issue", game.to_str().unwrap(), "--power", "us", "--phase", "NC"]);
    assert!(issued.status.success(), "{}", said(&issued));
    let file = |copy: &str| {
        let path = game.join(format!("issues/001/{copy}.vsav"));
        let mut zip = zip_entries(&std::fs::read(&path).unwrap());
        zip.retain(|(name, _)| name != "savedGame");
        let rest = zip.into_iter().flat_map(|(name, bytes)| [name.into_bytes(), bytes].concat()).collect();
        (copy.to_owned(), rest, super::without_roots(&text_of(&path)))
    };
    ["axis", "shared"].map(file).into()
}

/// The entries of a save by name.
fn zip_entries(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let archive = Archive::read(bytes, &Limits::default()).unwrap();
    let entry = |entry: &Entry| (entry.name.clone(), archive.read_entry(&entry.name).unwrap());
    archive.entries().iter().map(entry).collect()
}

#[test]
fn masters_that_differ_in_hidden_things_alone_give_the_other_side_the_same_files() {
    let club = Club::new();
    let [plain, hidden] =
        [("one", false), ("two", true)].map(|(name, hidden)| handed_out(&club, name, hidden));
    let allies = |name: &str| text_of(&club.path(name).join("issues/001/allies.vsav"));
    assert!(allies("two").len() > allies("one").len() + 1_000, "the Allies have more than before");
    for (one, other) in plain.iter().zip(&hidden) {
        let at = one.2.bytes().zip(other.2.bytes()).position(|(one, other)| one != other);
        let near = at.and_then(|at| other.2.get(at.saturating_sub(200)..at + 50));
        assert!(one == other, "{}: {near:?}", one.0);
    }
}
