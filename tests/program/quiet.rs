//! With -q a command that has nothing to complain of prints its result and nothing by the way.

use std::collections::BTreeSet;

use super::help::listed;
use super::look::corpus;
use super::resolve::{BOTH, BUNA};
use super::umpire::{Club, START};
use super::{liege, save};

/// What is called in a folder with a module `small.vmod`, its save `small.vsav`, a save `buna.vsav` of the main game and
/// its log `buna.vlog`; `fog.vmod` and `master.vsav` are of a game with an umpire. Files are written into the folder.
const CALLS: [&str; 37] = [
    "build aafog -o made.vmod",
    "inspect small.vmod",
    "inspect small.vsav --side B",
    "unpack small.vmod -o unpacked",
    "pack unpacked -o packed.vmod",
    "diff small.vmod packed.vmod",
    "diff small.vsav small.vsav --side B",
    "convert small.vsav --to csv --side umpire",
    "convert small.vsav --to vcsk -o coded.vsav",
    "convert small.vsav --zero-passwords -o blank.vsav",
    "render small.vsav --side B -o small.png",
    "view small.vsav --side B -o copy.vsav",
    "refresh small.vsav --module small.vmod --side umpire --dry-run",
    "refresh small.vmod -o fresh.vmod",
    "lint small.vmod",
    "lint small.vsav --side B --write-baseline known.toml",
    "check buna.vsav",
    "facts buna.vsav --at E4631",
    "battles buna.vsav",
    "resolve buna.vsav land-E4631 --dice 4 --policy BOTH -o after.vsav --log buna.vlog",
    "resolve buna.vsav --all --seed 1 --policy BOTH",
    "chances buna.vsav land-E4631 --policy BOTH",
    "transcript buna.vlog",
    "oob apply buna.vsav --turn 1942-12 -o next.vsav",
    "oob atpo",
    "run atpo R14 --template",
    "explain ATPO-L01",
    "explain --list",
    "counters atpo --only jp-hq-17 -o counters",
    "data export atpo -o data",
    "completions bash",
    "man -o manual",
    "git textconv small.vsav",
    "umpire new aafog game --module fog.vmod --master master.vsav",
    "umpire status game",
    "umpire issue game --power japan --phase CM",
    "verify game/issues/000/record.json game/issues/001/record.json",
];

/// What takes minutes.
const ELSEWHERE: [&str; 1] = ["tour"];

#[test]
fn nothing_is_said_by_the_way_in_any_command() {
    let club = Club::new();
    club.save("master.vsav", START);
    let folder = club.path("");
    std::fs::write(club.path("small.vmod"), corpus::module()).unwrap();
    std::fs::write(club.path("small.vsav"), corpus::save(&corpus::COMMANDS)).unwrap();
    save(&folder, "buna.vsav", BUNA);
    let mut called = BTreeSet::new();
    for call in CALLS {
        let words: Vec<String> =
            ["-q"].into_iter().chain(call.split(' ')).map(|word| word.replace("BOTH", BOTH)).collect();
        let output = super::within(&folder, &words);
        let talk = String::from_utf8(output.stderr).unwrap();
        assert!(matches!(output.status.code(), Some(0 | 1)), "{call}: {talk}");
        assert_eq!(talk, "", "{call}");
        called.extend(call.split(' ').next());
    }
    let missing: Vec<String> = listed()
        .into_iter()
        .filter(|name| !called.contains(name.as_str()) && !ELSEWHERE.contains(&name.as_str()))
        .collect();
    assert!(missing.is_empty(), "not tried: {missing:?}");
    // Without it some of them say something, so that the flag is what keeps them quiet.
    let loud = liege(&["view", &club.name("small.vsav"), "--side", "B", "-o", &club.name("again.vsav")]);
    assert!(loud.status.success() && !(loud.stdout.is_empty() && loud.stderr.is_empty()));
}
