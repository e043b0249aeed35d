//! What commands show with `--side` of a master in which VASSAL hides nothing: what a copy of that side would, and no
//! byte follows from anything else.

use std::path::{Path, PathBuf};
use std::process::Output;

use super::leaks::{change, unseen};
use super::{Club, START};
use crate::call::Call;
use crate::{liege, said};

/// Two masters in folders of their own: one as it is, one with what the Axis may not know of.
struct Twins {
    _club: Club,
    folders: [PathBuf; 2],
}

impl Twins {
    fn new() -> Self {
        let club = Club::new();
        let folders = ["plain", "hidden"].map(|name| {
            let folder = club.path(name);
            std::fs::create_dir(&folder).unwrap();
            std::fs::copy(club.name("fog.vmod"), folder.join("fog.vmod")).unwrap();
            let master = club.save(&format!("{name}/master.vsav"), START);
            if name == "hidden" {
                change(&club, &master, |position| unseen(&club, position));
            }
            folder
        });
        Self { _club: club, folders }
    }

    /// What a command says and writes in each folder; `picture.png` is what it draws.
    fn each(&self, words: &[&str], side: &str) -> [(Output, Option<Vec<u8>>); 2] {
        let call = |folder: &Path| {
            let done = Call::of(words).args(["--side", side]).within(folder).output();
            let drawn = folder.join("picture.png");
            let bytes = std::fs::read(&drawn).ok();
            let _ = std::fs::remove_file(drawn);
            (done, bytes)
        };
        [call(&self.folders[0]), call(&self.folders[1])]
    }
}

/// Asks that a command tells the Axis the same of both masters; returns these, and its status.
fn tells_the_axis_nothing(words: &[&str]) -> (Twins, Option<i32>) {
    let twins = Twins::new();
    let [one, other] = twins.each(words, "Axis");
    assert_eq!(said(&one.0), said(&other.0), "{words:?}");
    assert_eq!(one.0.status.code(), other.0.status.code(), "{words:?}");
    assert!(one.1 == other.1, "{words:?}: the pictures differ");
    (twins, one.0.status.code())
}

/// The same, and that it tells the umpire something else of each where it can.
fn tells_nothing(words: &[&str], umpire_differs: bool) {
    let (twins, status) = tells_the_axis_nothing(words);
    assert!(!umpire_differs || status != Some(2), "{words:?}");
    let [one, other] = twins.each(words, "umpire");
    assert_eq!(said(&one.0) != said(&other.0) || one.1 != other.1, umpire_differs, "{words:?}");
}

#[test]
fn inspect_counts_what_the_side_sees() {
    tells_nothing(&["inspect", "master.vsav"], true);
    tells_nothing(&["inspect", "master.vsav", "--format", "json", "-v"], true);
}

#[test]
fn a_table_has_what_the_side_sees() {
    tells_nothing(&["convert", "master.vsav", "--to", "json"], true);
    tells_nothing(&["convert", "master.vsav", "--to", "csv"], true);
}

#[test]
fn a_picture_shows_what_the_side_sees() {
    let whole = ["render", "master.vsav", "-o", "picture.png", "--scale", "0.2", "--spread"];
    tells_nothing(&whole, true);
    tells_nothing(&[&whole[..], &["--mark"]].concat(), true);
    tells_nothing(&["render", "master.vsav", "-o", "picture.png", "--crop", "SZ 20", "--scale", "0.5"], true);
}

#[test]
fn a_check_judges_what_the_side_sees() {
    tells_nothing(&["check", "master.vsav", "-v"], true);
    tells_nothing(&["check", "master.vsav", "--format", "json"], true);
    tells_nothing(&["check", "master.vsav", "--previous", "master.vsav", "--format", "json"], true);
}

#[test]
fn facts_count_what_the_side_sees() {
    tells_nothing(&["facts", "master.vsav"], true);
    tells_nothing(&["facts", "master.vsav", "--format", "json"], true);
    tells_nothing(&["facts", "master.vsav", "--at", "Philippines"], true);
}

#[test]
fn battles_and_what_rests_on_them_tell_nothing() {
    for words in [
        &["battles", "master.vsav", "--possible"][..],
        &["chances", "master.vsav", "SZ 20"],
        &["resolve", "master.vsav", "--all", "-o", "after.vsav"],
    ] {
        // The umpire hears of pieces that are not counted.
        tells_the_axis_nothing(words);
    }
    tells_nothing(&["oob", "apply", "master.vsav", "--turn", "1942-summer", "-o", "after.vsav"], false);
}

#[test]
fn a_fault_of_the_master_names_no_piece_to_a_side() {
    let club = Club::new();
    let master = club.save("master.vsav", &format!("{START}at \"SZ 19\": us-bb sighted=\"turn 1\"\n"));
    for words in [&["inspect", &master][..], &["facts", &master], &["convert", &master, "--to", "csv"]] {
        let done = liege(&[words, &["--side", "Axis"]].concat());
        assert_eq!(done.status.code(), Some(2), "{}", said(&done));
        let refused = said(&done);
        assert!(refused.contains("cannot determine what Axis may see of it"), "{refused}");
        assert!(!refused.contains("Battleship") && !refused.contains("SZ 19"), "{refused}");
    }
}

/// A table as a side gets it: with the ids of those stacks only in which several of its rows lie together.
fn of_side(table: &str) -> String {
    let stack = |line: &str| line.split(',').nth(8).filter(|id| !id.is_empty()).map(str::to_owned);
    let ids: Vec<String> = table.lines().skip(1).filter_map(stack).collect();
    let lone = |id: &String| ids.iter().filter(|other| *other == id).count() == 1;
    let row = |line: &str| match stack(line).filter(lone) {
        Some(id) => line.replacen(&format!(",{id},"), ",,", 1) + "\n",
        None => format!("{line}\n"),
    };
    table.lines().map(row).collect()
}

#[test]
fn a_table_is_that_of_the_copy_that_view_writes() {
    let club = Club::new();
    let (master, copy) = (club.save("master.vsav", START), club.name("copy.vsav"));
    let rows = |save: &str, side: &str| {
        let done = liege(&["convert", save, "--to", "csv", "--side", side]);
        assert!(done.status.success(), "{}", said(&done));
        String::from_utf8(done.stdout).unwrap()
    };
    for side in ["Axis", "Allies"] {
        assert!(liege(&["view", &master, "--side", side, "-o", &copy]).status.success());
        assert_eq!(rows(&master, side), of_side(&rows(&copy, "umpire")), "{side}");
    }
    assert!(rows(&master, "Allies").contains("us-ca") && !rows(&master, "Axis").contains("us-ca"));
}

#[test]
fn what_the_desk_handed_out_is_shown_whole_to_those_who_hold_it() {
    let club = Club::new();
    let (game, _) = club.later("tuesday", START, &["--power", "us", "--phase", "CM"]);
    let module = club.name("fog.vmod");
    let rows = |copy: &str, side: &str| {
        let copy = game.join(format!("issues/001/{copy}.vsav"));
        let done =
            liege(&["convert", copy.to_str().unwrap(), "--module", &module, "--to", "csv", "--side", side]);
        assert!(done.status.success(), "{}", said(&done));
        String::from_utf8(done.stdout).unwrap()
    };
    assert_eq!(rows("axis", "Axis"), of_side(&rows("axis", "umpire")));
    assert!(rows("axis", "Axis").contains("us-ca"), "with its ghosts");
    assert!(!rows("axis", "Allies").contains("japan-sub"), "the copy of the others is theirs");
    assert_eq!(rows("shared", "Allies"), of_side(&rows("shared", "umpire")));
}

#[test]
fn a_log_of_all_sides_is_for_the_umpire() {
    let club = Club::new();
    let master = club.save("master.vsav", START);
    let words = ["check", &master, "--side", "Axis", "--turn-log", &master];
    let done = liege(&words);
    assert_eq!(done.status.code(), Some(2));
    assert!(said(&done).contains("shows every side's moves") && said(&done).contains("liege view"));
}
