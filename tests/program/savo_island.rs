//! The chapter `docs/savo-island.md`: what is typed there comes to what the page shows, and its pictures are there.

use std::collections::BTreeSet;
use std::path::Path;

use assert_cmd::Command;

use super::save;

/// The page.
const PAGE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/savo-island.md"));
/// Its position, which the tour writes as a save.
const POSITION: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/oob/atpo/tour/savo-island.txt"));
/// The set-up whose ships they are.
const SET_UP: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/oob/atpo/scenarios/guadalcanal.txt"));
/// What stands for lines that the page leaves out.
const LEFT_OUT: &str = "…";
/// The most bytes that a picture may have.
const LARGEST: u64 = 300_000;

/// What a player types in answer to the questions that a box shows.
fn answers(seen: &[&str]) -> String {
    let asked = |line: &&&str| ["attacker ", "defender "].iter().any(|side| line.starts_with(side));
    let typed = seen.iter().filter(asked).filter_map(|line| line.split_once("> "));
    typed.map(|(_, answer)| format!("{answer}\n")).collect()
}

/// Types a command; what it says and then what it prints, unless that goes into a file.
fn typed(folder: &Path, command: &str, answers: &str) -> String {
    let (call, file) = command.split_once(" > ").map_or((command, None), |(call, file)| (call, Some(file)));
    let words = call.strip_prefix("liege ").unwrap_or_else(|| panic!("no command of ours: {command}"));
    let mut own = Command::cargo_bin("liege").unwrap();
    own.current_dir(folder).env_remove("COLUMNS").args(words.split(' ')).write_stdin(answers);
    let output = own.output().unwrap();
    let talk = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{command}: {talk}");
    match file {
        Some(file) => {
            std::fs::write(folder.join(file), output.stdout).unwrap();
            talk
        }
        None => talk + &String::from_utf8(output.stdout).unwrap(),
    }
}

/// The first shown line that does not come where the page has it: next, or anywhere later behind what is left out.
fn missing<'p>(found: &str, seen: &[&'p str]) -> Option<&'p str> {
    let mut lines = found.lines();
    let mut gap = false;
    for shown in seen {
        if *shown == LEFT_OUT {
            gap = true;
        } else if !(if gap { lines.any(|line| line == *shown) } else { lines.next() == Some(shown) }) {
            return Some(shown);
        } else {
            gap = false;
        }
    }
    (!gap && lines.next().is_some()).then_some("the end")
}

#[test]
fn every_command_of_savo_island_comes_to_what_the_page_shows() {
    let folder = tempfile::tempdir().unwrap();
    save(folder.path(), "savo-island.vsav", POSITION);
    let (mut file, mut waiting, mut count) = (None, None, 0);
    let mut lines = PAGE.lines();
    let mut next_command = |command: Option<&str>, seen: &[&str]| {
        let Some(command) = command else { return };
        let found = typed(folder.path(), command, &answers(seen));
        if let Some(line) = (!seen.is_empty()).then(|| missing(&found, seen)).flatten() {
            panic!("{command}: the page shows {line:?}, and this was found:\n{found}");
        }
        count += 1;
    };
    while let Some(line) = lines.next() {
        if let Some((_, name)) = line.strip_suffix("`:").and_then(|rest| rest.rsplit_once('`')) {
            file = Some(name);
        }
        let Some(language) = line.strip_prefix("```") else { continue };
        let own: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        match language {
            "sh" => {
                next_command(waiting.take(), &[]);
                let [command] = own[..] else { panic!("one command a box: {own:?}") };
                waiting = Some(command);
            }
            "text" => next_command(Some(waiting.take().expect("a command above each text")), &own),
            "toml" => {
                next_command(waiting.take(), &[]);
                std::fs::write(folder.path().join(file.take().unwrap()), own.join("\n")).unwrap();
            }
            _ => {}
        }
    }
    next_command(waiting.take(), &[]);
    assert!(count >= 9, "{count} commands");
}

#[test]
fn the_ships_of_savo_island_are_those_of_the_set_up() {
    let words = |text: &'static str| text.split([' ', ',', ':', '\n']).filter(|word| word.contains('-'));
    let is_piece = |word: &&str| ["jp-", "us-", "au-"].iter().any(|nation| word.starts_with(nation));
    let known: BTreeSet<&str> = words(SET_UP).filter(is_piece).collect();
    let here: BTreeSet<&str> = words(POSITION).filter(is_piece).collect();
    assert!(here.len() > 15 && here.is_subset(&known), "{:?}", here.difference(&known));
}

#[test]
fn what_the_page_leaves_out_hides_no_line_that_is_not_there() {
    let found = "one\ntwo\nthree\n";
    assert_eq!(missing(found, &["one", "…", "three"]), None);
    assert_eq!(missing(found, &["…", "two", "…"]), None);
    assert_eq!(missing(found, &["…", "three", "two"]), Some("two"));
    assert_eq!(missing(found, &["two"]), Some("two"));
    assert_eq!(missing(found, &["one"]), Some("the end"));
}

#[test]
fn the_pictures_of_savo_island_are_there_and_small() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/savo-island");
    let mut shown: Vec<&str> = PAGE
        .split("](savo-island/")
        .skip(1)
        .filter_map(|rest| rest.split_once(')').map(|(name, _)| name))
        .collect();
    shown.sort_unstable();
    let mut there: Vec<String> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    there.sort_unstable();
    assert_eq!(shown, there);
    for name in there {
        let size = std::fs::metadata(folder.join(&name)).unwrap().len();
        assert!(size <= LARGEST && image::open(folder.join(&name)).is_ok(), "{name}: {size} bytes");
    }
}
