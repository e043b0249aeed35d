//! `diff` and `transcript`: what differs between two files, and a log told step by step.

use std::path::Path;

use liege::format::Limits;
use liege::format::archive::Archive;
use liege::format::build_file::{Document, Element};
use liege::format::command::Command;
use liege::format::leaf::Leaf;
use liege::format::metadata::Metadata;
use liege::format::module_file::ModuleFile;
use liege::format::save_file::SaveFile;
use liege::format::timestamp::Timestamp;
use serde_json::Value;

use super::logs::fought;
use super::umpire::{Club, START};
use super::{liege, said, told};

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// A module of one map with one picture.
fn module(path: &Path, map: &Element, picture: &[u8]) {
    let root = Element::new("VASSAL.build.GameModule").with("name", "Mini").with("version", "1");
    let about = Metadata { name: Some("Mini".into()), version: Some("1".into()), ..Metadata::default() };
    let mut file = ModuleFile::new(Document::new(root.with_child(map.clone())), about).unwrap();
    file.archive.insert("images/unit.png", picture).unwrap();
    std::fs::write(path, file.write(Timestamp(0)).unwrap()).unwrap();
}

fn map() -> Element {
    Element::new("VASSAL.build.module.Map").with("mapName", "Main").with("edgeWidth", "0")
}

#[test]
fn two_saves_differ_in_what_the_battle_did() {
    let folder = tempfile::tempdir().unwrap();
    let [before, _, after] = fought(folder.path());
    let lines = told(&["diff", &before, &after, "--side", "umpire"], 1);
    assert!(lines.contains("moved E4632 → E4631"), "{lines}");
    assert!(lines.contains("Standby → Active"), "{lines}");
    assert!(lines.lines().last().unwrap().contains("moved"), "{lines}");
    let same = told(&["diff", &before, &before, "--side", "umpire"], 0);
    assert!(same.ends_with("  no difference\n"), "{same}");
    let json: Value =
        serde_json::from_str(&told(&["diff", &before, &after, "--side", "umpire", "--format", "json"], 1))
            .unwrap();
    let report = &json["reports"][0];
    assert_eq!((report["kind"].as_str(), report["differs"].as_bool()), (Some("save"), Some(true)));
    let deeds =
        report["pieces"].as_array().unwrap().iter().flat_map(|piece| piece["deeds"].as_array().unwrap());
    assert!(
        deeds.clone().any(|deed| deed["deed"] == "moved" && deed["to"]["location"] == "E4631"),
        "{report}"
    );
}

#[test]
fn a_log_is_compared_at_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let [before, log, after] = fought(folder.path());
    let of = |other: &str| told(&["diff", &before, other, "--side", "umpire"], 1);
    let told = |text: &str| text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    let (of_log, of_save) = (told(&of(&log)), told(&of(&after)));
    let moved =
        |lines: &[String]| lines.iter().filter(|line| line.contains(" → E4631")).cloned().collect::<Vec<_>>();
    assert_eq!(moved(&of_log), moved(&of_save));
    assert!(!moved(&of_log).is_empty());
}

#[test]
fn a_page_shows_no_more_of_pictures_than_it_can_hold() {
    let folder = tempfile::tempdir().unwrap();
    let [before, after, page] =
        ["before.vmod", "after.vmod", "diff.html"].map(|name| folder.path().join(name));
    module(&before, &map(), b"small");
    module(&after, &map(), &vec![0; 70 << 20]);
    told(&["diff", text(&before), text(&after), "-o", text(&page)], 1);
    let html = std::fs::read_to_string(&page).unwrap();
    assert!(html.contains("unit.png, after: too large for this page"), "{}", html.len());
    assert!(html.contains("unit.png, before") && html.len() < 1 << 20, "{}", html.len());
}

#[test]
fn two_modules_differ_in_components_and_pictures() {
    let folder = tempfile::tempdir().unwrap();
    let [old, new] = ["old.vmod", "new.vmod"].map(|name| folder.path().join(name));
    module(&old, &map(), b"\x89PNG old");
    let board = Element::new("VASSAL.build.module.map.BoardPicker");
    module(&new, &map().with("edgeWidth", "20").with_child(board), b"\x89PNG newer");
    let lines = told(&["diff", text(&old), text(&new)], 1);
    let expected = [
        "Map Window \"Main\": edge width 0 → 20",
        "Map Window \"Main\" › Map Boards added",
        "image unit.png replaced, 8 → 10 bytes",
        "2 components differ, 1 file differs",
    ];
    for line in expected {
        assert!(lines.contains(&format!("  {line}\n")), "{line}:\n{lines}");
    }
    let page = folder.path().join("diff.html");
    told(&["diff", text(&old), text(&new), "-o", text(&page)], 1);
    let html = std::fs::read_to_string(&page).unwrap();
    assert!(html.contains("unit.png, before") && html.contains("unit.png, after"), "{html}");
    let same = told(&["diff", text(&old), text(&old)], 0);
    assert!(same.contains("no difference"), "{same}");
}

#[test]
fn a_module_and_a_save_are_not_compared() {
    let folder = tempfile::tempdir().unwrap();
    let [before, ..] = fought(folder.path());
    let old = folder.path().join("old.vmod");
    module(&old, &map(), b"");
    let out = liege(&["diff", text(&old), &before]);
    assert_eq!(out.status.code(), Some(2));
    let said = String::from_utf8(out.stderr).unwrap();
    assert!(said.contains("is a save, but the file before it is a module"), "{said}");
}

/// A log that begins with these commands and has these steps.
fn log_of(path: &Path, start: &[&str], steps: &[String]) {
    let entry = |step: &String| {
        let inner = Box::new(Command::leaf(step.as_str()));
        Command::leaf(Leaf::Log(inner).encode().unwrap())
    };
    let mut children: Vec<Command> = start.iter().map(|own| Command::leaf(*own)).collect();
    children.push(Command::leaf("end_save"));
    children.extend(steps.iter().map(entry));
    let commands = Command::group("begin_save", children);
    let save = SaveFile::new(&commands, None, &Metadata::default()).unwrap();
    std::fs::write(path, save.write(Timestamp(0)).unwrap()).unwrap();
}

fn chat(line: &str) -> String {
    Leaf::Chat(line.to_owned()).encode().unwrap()
}

/// A log in which somebody talks and rolls dice.
fn dice_log(path: &Path) {
    let lines = ["<Anna> - my attack", "** 2d6 = 3,5 *** &lt;Anna&gt;", "** 2d6 = 6,1 *** &lt;Bert&gt;"];
    log_of(path, &[], &lines.map(chat));
}

/// What a call says that is refused.
fn refused(words: &[&str]) -> String {
    let out = liege(words);
    let talk = String::from_utf8(out.stderr).unwrap();
    assert_eq!(out.status.code(), Some(2), "{words:?}: {talk}");
    talk
}

#[test]
fn what_was_hidden_in_one_step_wants_a_side_although_all_lies_open_at_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("game.vlog");
    let piece = "+/1/obs;77,130;;Mask;I;unknown;side:\tpiece;;;a.png;Spy/null\tMain;1;2;7;0";
    let state = |masked: &str, x: u32| format!("{masked}\tMain;{x};2;7;0");
    let step = |new: String, old: String| format!("D/1/{new}/{old}");
    let steps = [
        step(state("Red", 1), state("null", 1)),
        step(state("Red", 9), state("Red", 1)),
        step(state("null", 9), state("Red", 9)),
    ];
    log_of(&log, &[piece], &steps);
    let told_to_nobody = refused(&["transcript", text(&log)]);
    assert!(told_to_nobody.contains("step 1 has masked, invisible or private pieces"), "{told_to_nobody}");
    let story = told(&["transcript", text(&log), "--side", "umpire"], 0);
    assert!(story.contains("Spy") && story.contains("masked") && story.contains("unmasked"), "{story}");
}

#[test]
fn a_game_whose_rules_hide_more_is_told_to_the_umpire_alone() {
    let club = Club::new();
    let (master, module) = (club.save("master.vsav", START), club.name("fog.vmod"));
    let words = ["diff", &master, &master, "--module", &module];
    let talk = refused(&words);
    assert!(talk.contains("the rules of its game hide more than VASSAL does"), "{talk}");
    told(&[&words[..], &["--side", "umpire"]].concat(), 0);
    told(&[&words[..], &["--side", "Axis"]].concat(), 0);
}

#[test]
fn nobody_forges_a_line_of_a_transcript() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("game.vlog");
    log_of(&log, &[], &[chat("<Anna> - well\nStep 2: Bert\n  ** 2d6 = 6,6 *** \u{202e}")]);
    let story = told(&["transcript", text(&log)], 0);
    assert!(!story.contains("\nStep 2") && !story.contains('\u{202e}'), "{story}");
    assert!(story.contains("<Anna> - well Step 2: Bert"), "{story}");
}

#[test]
fn a_file_whose_ending_says_something_else_is_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("game.vlog");
    dice_log(&log);
    for words in [vec!["transcript", text(&log)], vec!["diff", text(&log), text(&log)]] {
        let picture = folder.path().join("story.png");
        let talk = refused(&[&words[..], &["-o", text(&picture)]].concat());
        assert!(talk.contains("expected a name ending in .txt, .text, .html"), "{talk}");
        let page = folder.path().join("story.html");
        let talk = refused(&[&words[..], &["--format", "json", "-o", text(&page)]].concat());
        assert!(talk.contains("expected a name ending in .json"), "{talk}");
        assert!(!picture.exists() && !page.exists());
    }
}

#[test]
fn two_saves_of_other_extensions_boards_and_unknown_commands_are_not_alike() {
    let folder = tempfile::tempdir().unwrap();
    let (one, two) = (folder.path().join("one.vsav"), folder.path().join("two.vsav"));
    log_of(
        &one,
        &[
            "EXT\tWinter\t1.0",
            "MainBoardPicker\tSea\t0\t0",
            "XYZ\tone",
            "+/8/stack/Main;5;6;1@@0",
            "+/1/piece;;;a.png;Tank/Main;5;6;7;0",
        ],
        &[],
    );
    log_of(
        &two,
        &[
            "EXT\tWinter\t1.1",
            "MainBoardPicker\tSea/rev\t0\t0",
            "XYZ\ttwo",
            "+/8/stack/Main;5;6;1@@0",
            "+/1/piece;;;a.png;Tank/Main;5;6;7;1;Owner;Red",
        ],
        &[],
    );
    let diff = told(&["diff", text(&one), text(&two)], 1);
    for line in [
        "  extension Winter: 1.0 → 1.1\n",
        "  boards of Main: Sea → \"Sea turned\"\n",
        "  commands XYZ: 1 → \"1 with other values\"\n",
        "  Tank in Main (5, 6) Owner none → Red\n",
    ] {
        assert!(diff.contains(line), "{line}:\n{diff}");
    }
    assert!(diff.contains("1 piece changed, 3 other differences"), "{diff}");
}

#[test]
fn lines_of_notes_may_end_in_every_way_in_which_vassal_reads_them() {
    let folder = tempfile::tempdir().unwrap();
    let saved = |name: &str, notes: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, format!("begin_save\u{1b}\u{1b}NOTES\t{notes}\u{1b}\u{1b}end_save")).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let first = saved("first.vsav", "one|two");
    for same in ["one\ntwo", "one\r\ntwo", "one|two|", "one|two\n"] {
        let output = liege(&["diff", &first, &saved("other.vsav", same)]);
        assert_eq!(output.status.code(), Some(0), "{same:?}: {}", said(&output));
    }
    for other in ["one\\|two", "one||two", "one two"] {
        let output = liege(&["diff", &first, &saved("other.vsav", other)]);
        assert_eq!(output.status.code(), Some(1), "{other:?}: {}", said(&output));
    }
}

#[test]
fn a_transcript_tells_who_said_and_rolled_what() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("game.vlog");
    dice_log(&log);
    let story = told(&["transcript", text(&log)], 0);
    for line in ["Step 1: Anna", "  <Anna> - my attack", "Step 3: Bert", "  2d6: 2 rolls, 4 dice of 6 sides"]
    {
        assert!(story.contains(&format!("{line}\n")), "{line}:\n{story}");
    }
    assert!(story.contains("too few rolls"), "{story}");
    assert!(refused(&["transcript", text(&log), text(&log)]).contains("is given twice"));
    let only = told(&["transcript", text(&log), "--steps", "2"], 0);
    assert!(only.contains("Step 2") && !only.contains("Step 1") && !only.contains("Step 3"), "{only}");
    let out = liege(&["transcript", text(&log), "--steps", "2-9"]);
    assert_eq!(out.status.code(), Some(2));
    assert!(String::from_utf8(out.stderr).unwrap().contains("--steps 2-9: the log has 3 steps"));
    let json: Value =
        serde_json::from_str(&told(&["transcript", text(&log), "--format", "json"], 0)).unwrap();
    assert_eq!(json["reports"][0]["steps"][1]["rolls"][0]["faces"], serde_json::json!([3, 5]));
    let page = folder.path().join("game.md");
    told(&["transcript", text(&log), "-o", text(&page)], 0);
    assert!(
        std::fs::read_to_string(&page).unwrap().contains("## Step 1: Anna\n\n- \\<Anna\\> - my attack\n")
    );
}

#[test]
fn the_moves_of_a_battle_are_told_with_their_step_and_a_save_has_none() {
    let folder = tempfile::tempdir().unwrap();
    let [before, log, _] = fought(folder.path());
    let story = told(&["transcript", &log, "--side", "umpire"], 0);
    assert!(story.contains("moved E4632 → E4631"), "{story}");
    let out = liege(&["transcript", &before]);
    assert_eq!(out.status.code(), Some(2));
    assert!(String::from_utf8(out.stderr).unwrap().contains("has no steps"));
}

#[test]
fn the_saves_of_a_folder_become_one_database() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    std::fs::create_dir(&games).unwrap();
    let [before, _, after] = fought(&games);
    std::fs::write(games.join("broken.vsav"), b"no save").unwrap();
    let database = folder.path().join("games.db");
    let out = liege(&["convert", text(&games), "--to", "sqlite", "--side", "umpire", "-o", text(&database)]);
    // The broken one is told, the others are there.
    assert_eq!(out.status.code(), Some(2));
    assert!(String::from_utf8(out.stderr).unwrap().contains("broken.vsav"));
    let open = rusqlite::Connection::open(&database).unwrap();
    let files: Vec<String> = open
        .prepare("SELECT file FROM saves ORDER BY file")
        .and_then(|mut query| query.query_map([], |row| row.get(0))?.collect())
        .unwrap();
    assert!(files.contains(&before) && files.contains(&after), "{files:?}");
    let count = |sql: &str| open.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap();
    assert_eq!(count("SELECT count(*) FROM pieces"), count("SELECT sum(pieces) FROM saves"));
    assert!(count("SELECT count(*) FROM layers WHERE layer = 'Status'") > 0);
    let out = liege(&["convert", &before, &after, "--to", "csv", "--side", "umpire"]);
    assert_eq!(out.status.code(), Some(2));
    let both = told(&["convert", &before, &after, "--to", "json", "--side", "umpire"], 0);
    let json: Value = serde_json::from_str(&both).unwrap();
    assert_eq!(json["reports"].as_array().unwrap().len(), 2);
}

#[test]
fn an_edited_component_reaches_the_module_and_a_broken_one_is_told_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let [old, unpacked, packed] = ["old.vmod", "unpacked", "new.vmod"].map(|name| folder.path().join(name));
    module(&old, &map().with("hotkey", "77,130"), b"\x89PNG");
    told(&["unpack", text(&old), "-o", text(&unpacked)], 0);
    let file = unpacked.join("module/Map Main.toml");
    let before = std::fs::read_to_string(&file).unwrap();
    assert!(before.contains("edgeWidth = 0\nhotkey = \"Ctrl+M\"\n"), "{before}");
    let edited = before.replace("edgeWidth = 0", "edgeWidth = 20").replace("Ctrl+M", "Ctrl+Shift+M");
    std::fs::write(&file, edited).unwrap();
    told(&["pack", text(&unpacked), "-o", text(&packed)], 0);
    let lines = told(&["diff", text(&old), text(&packed)], 1);
    assert!(lines.contains("edge width 0 → 20") && lines.contains("hotkey Ctrl+M → Ctrl+Shift+M"), "{lines}");
    // The folder stands for the file it packs to.
    told(&["diff", text(&unpacked), text(&packed)], 0);
    for (broken, told) in [
        (before.replace("edgeWidth = 0", "edgeWidth ="), "module/Map Main.toml: line "),
        (
            before.replace("edgeWidth = 0", "edgeWidth = 1.5"),
            "edgeWidth: expected a text; put quotes around it",
        ),
        (before.replace("\"#class\"", "\"#klass\""), "expected \"#class\""),
    ] {
        std::fs::write(&file, broken).unwrap();
        let out = liege(&["pack", text(&unpacked), "-o", text(&packed)]);
        let said = String::from_utf8(out.stderr).unwrap();
        assert!(out.status.code() == Some(2) && said.contains(told), "{told}: {said}");
    }
}

#[test]
fn the_numbers_of_named_keys_are_no_difference_and_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let [old, new, unpacked, again] =
        ["old.vmod", "new.vmod", "unpacked", "again.vmod"].map(|name| folder.path().join(name));
    let keyed = |number: u32, other: u32| {
        let text = format!(
            "+/null/macro;Go;;;;;{number}\\,0\\,Flip,{other}\\,0\\,Turn;\tpiece;;;a.png;A/\tnull;0;0;7;0"
        );
        let slot = Element::new("VASSAL.build.widget.PieceSlot").with("gpid", "7").with_text(text);
        map().with("hotkey", format!("{number},0,Flip")).with_child(slot)
    };
    module(&old, &keyed(57_400, 57_401), b"\x89PNG");
    module(&new, &keyed(57_407, 57_403), b"\x89PNG");
    assert!(told(&["diff", text(&old), text(&new)], 0).contains("no difference"));
    assert_eq!(told(&["git", "textconv", text(&old)], 0), told(&["git", "textconv", text(&new)], 0));
    told(&["unpack", text(&old), "-o", text(&unpacked)], 0);
    for (file, key) in [("Map Main.toml", "hotkey = \"[Flip]\""), ("Map Main/PieceSlot.toml", "\"[Turn]\"")] {
        let text = std::fs::read_to_string(unpacked.join("module").join(file)).unwrap();
        assert!(text.contains(key), "{text}");
    }
    told(&["pack", text(&unpacked), "-o", text(&again)], 0);
    let build = |path: &Path| {
        let archive = Archive::read(std::fs::read(path).unwrap(), &Limits::default()).unwrap();
        archive.read_entry("buildFile.xml").unwrap()
    };
    assert_eq!(build(&old), build(&again));
}

#[test]
fn two_files_of_which_nothing_can_be_read_are_still_two() {
    let folder = tempfile::tempdir().unwrap();
    let [one, other] = ["one.vmod", "other.vmod"].map(|name| folder.path().join(name));
    std::fs::write(&one, b"PK broken").unwrap();
    std::fs::write(&other, b"PK broken, too").unwrap();
    let [one, other] = [one, other].map(|path| told(&["git", "textconv", text(&path)], 0));
    assert!(one.contains("9 bytes, SHA-256 ") && one != other, "{one}");
}

/// A set-up with a piece at this place.
fn set_up(x: i32) -> Vec<u8> {
    let piece = Command::leaf(format!("+/1/piece;;;unit.png;Scout/Main;{x};20;1;0"));
    let begin = Command::leaf("begin_save");
    let save = Command::group("", vec![begin, piece, Command::leaf("end_save")]);
    SaveFile::new(&save, None, &Metadata::default()).unwrap().write(Timestamp(0)).unwrap()
}

#[test]
fn a_replaced_set_up_is_told_as_the_game_that_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let paths = ["old.vmod", "new.vmod", "same.vmod"].map(|name| folder.path().join(name));
    for (path, x) in paths.iter().zip([10, 40, 10]) {
        module(path, &map(), b"\x89PNG");
        let mut file = ModuleFile::read(std::fs::read(path).unwrap(), &Limits::default()).unwrap();
        file.archive.insert("Start.vsav", set_up(x)).unwrap();
        std::fs::write(path, file.write(Timestamp(0)).unwrap()).unwrap();
    }
    let [old, new, same] = paths.each_ref().map(|path| text(path));
    let lines = told(&["diff", old, new], 1);
    assert!(lines.contains("  set-up Start.vsav: Scout moved (10, 20) → (40, 20)\n"), "{lines}");
    assert!(lines.contains("  set-up Start.vsav: 1 piece moved\n"), "{lines}");
    let report: Value = serde_json::from_str(&told(&["diff", old, new, "--format", "json"], 1)).unwrap();
    assert_eq!(report["files"][0]["game"]["pieces"][0]["name"], "Scout", "{report}");
    assert!(told(&["diff", old, same], 0).contains("no difference"));
}

/// A save beside its module, and the same alone in another folder.
fn beside_and_alone(folder: &Path) -> [String; 2] {
    let mini = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/mini");
    let paths = ["beside", "alone"].map(|name| folder.join(name));
    for path in &paths {
        std::fs::create_dir(path).unwrap();
        std::fs::copy(mini.join("mini.vsav"), path.join("game.vsav")).unwrap();
    }
    std::fs::copy(mini.join("mini.vmod"), paths[0].join("mini.vmod")).unwrap();
    paths.map(|path| text(&path.join("game.vsav")).to_owned())
}

#[test]
fn a_module_beside_one_of_two_saves_makes_no_difference() {
    let folder = tempfile::tempdir().unwrap();
    let [beside, alone] = beside_and_alone(folder.path());
    for pair in [[&beside, &alone], [&alone, &beside]] {
        let lines = told(&["diff", pair[0], pair[1], "--side", "umpire"], 0);
        assert!(lines.contains("no difference"), "{lines}");
    }
    assert_eq!(told(&["git", "textconv", &beside], 0), told(&["git", "textconv", &alone], 0));
}

#[test]
fn what_was_said_in_a_log_is_part_of_its_text() {
    let folder = tempfile::tempdir().unwrap();
    let [_, log, _] = fought(folder.path());
    let shown = told(&["git", "textconv", &log], 0);
    assert!(shown.contains("\nstep 1\n    ") && shown.contains("Buna"), "{shown}");
}
