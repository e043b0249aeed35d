//! The first part of `docs/own-game.md`: every step of it is done here as the page says, and comes to what the page shows.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::within;

/// The page, and the folder of its pictures.
const PAGE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/own-game.md"));
const PICTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/own-game");
/// Where pictures are left that differ from those of the page.
const MADE: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/own-game");

/// What somebody may mistype: the file, what stands there, what stands there then, and all that is told.
const SLIPS: [(&str, &str, &str, &str); 9] = [
    (
        "maps/herring/sheets.toml",
        "picture = ",
        "picture ",
        "maps/herring/sheets.toml:5: key with no value, expected `=`",
    ),
    (
        "maps/herring/sheets.toml",
        "sound.svg",
        "sond.svg",
        "maps/herring/sheets.toml:5: board \"Herring Sound\": maps/herring/sond.svg: no such file; did you \
         mean \"sound.svg\"?",
    ),
    (
        "counters/herring/families.toml",
        "takes = \"rating\"",
        "takes = \"ratings\"",
        "counters/herring/families.toml:7: unknown variant `ratings`; did you mean \"rating\"?",
    ),
    (
        "counters/herring/ships.csv",
        "LE,cog",
        "LG,cog",
        "counters/herring/ships.csv:2: column \"nation\": unknown nation \"LG\", expected one of CR, LE; did you mean \"LE\"?",
    ),
    (
        "maps/herring/module.toml",
        "alliance = \"crown\"",
        "alliance = \"crow\"",
        "maps/herring/module.toml:11: the side \"Crown\": no nation in nations.toml has the side \"crow\"; \
         did you mean \"crown\"?",
    ),
    (
        "oob/herring/scenarios/start.txt",
        "view: Skarholm",
        "view: Skarhom",
        "oob/herring/scenarios/start.txt:4: scenario \"The market of Skarholm\": the map has no hex or area \"Skarhom\" to show first; did you mean \"Skarholm\"?",
    ),
    (
        "oob/herring/scenarios/winter.txt",
        "silver 1",
        "silver 99",
        "oob/herring/scenarios/winter.txt:4: silver: expected a whole number from 0 to 20, found 99",
    ),
    (
        "rules/herring/pack.toml",
        "title = \"Herring Sound\"",
        "",
        "rules/herring/pack.toml:1: missing field `title`",
    ),
    (
        "rules/herring/pack.toml",
        "format = 1",
        "",
        "rules/herring/pack.toml:1: missing field `format`; write format = 1 on the first line",
    ),
];

/// What a reader of the page does and sees, in order.
enum Step<'p> {
    /// Writes a file, or lines at its end.
    Write { path: &'p str, more: bool, text: String },
    /// Types commands, one on a line, and sees this.
    Type { commands: Vec<&'p str>, seen: String },
    /// Looks at a picture.
    Look(&'p str),
}

/// The steps of the first part.
fn steps() -> Vec<Step<'static>> {
    let (_, part) = PAGE.split_once("\n## From nothing").unwrap();
    let mut steps = Vec::new();
    let (mut path, mut commands) = (None, None);
    let mut lines = part.lines();
    // What stands in boxes is taken out below, so a heading that is met here ends the part.
    while let Some(line) = lines.next().filter(|line| !line.starts_with("## ")) {
        let (more, rest) = line.strip_prefix("Add to ").map_or((false, line), |rest| (true, rest));
        if let Some(named) = rest.strip_prefix("`game/").and_then(|rest| rest.strip_suffix("`:")) {
            assert!(path.replace((named, more)).is_none(), "a file without a box before {named}");
        } else if let Some(language) = line.strip_prefix("```") {
            let own: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            let text: String = own.iter().map(|line| format!("{line}\n")).collect();
            match (language, path.take(), commands.take()) {
                ("sh", None, None) => commands = Some(own),
                ("text", None, Some(commands)) => steps.push(Step::Type { commands, seen: text }),
                (_, Some((path, more)), None) => steps.push(Step::Write { path, more, text }),
                _ => panic!("a box that is neither a file, nor typed, nor seen after it: {text}"),
            }
        } else if let Some((_, rest)) = line.split_once("](own-game/") {
            steps.push(Step::Look(rest.split_once(')').unwrap().0));
        }
    }
    assert!(path.is_none() && commands.is_none(), "the part ends before its last box");
    steps
}

/// The words of a command behind `liege`, with quotes taken off.
fn words(command: &str) -> Vec<String> {
    let own = command.strip_prefix("liege ").unwrap_or_else(|| panic!("no command of ours: {command}"));
    let mut words = vec![String::new()];
    let mut quoted = false;
    for letter in own.chars() {
        match letter {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            letter => words.last_mut().unwrap().push(letter),
        }
    }
    words
}

/// What a command prints, results before talk; it ends with 2 when it cannot do its work, and says so.
pub fn typed(folder: &Path, command: &str) -> String {
    let output = within(folder, &words(command));
    let talk = String::from_utf8(output.stderr).unwrap();
    let failed = talk.contains("error: ");
    assert_eq!(output.status.code() == Some(2), failed, "{command}: {talk}");
    String::from_utf8(output.stdout).unwrap() + &talk
}

/// Where a file of this name lies in the folder or in one of its folders.
fn made(folder: &Path, name: &str) -> PathBuf {
    let mut found = walkdir::WalkDir::new(folder).into_iter().flatten().map(walkdir::DirEntry::into_path);
    found.find(|path| path.ends_with(name)).unwrap_or_else(|| panic!("no step makes {name}"))
}

/// Whether two pictures look the same: computers differ in the last bits of a colour.
fn alike(made: &Path, shown: &Path) -> bool {
    let Ok(shown) = image::open(shown) else { return false };
    let (made, shown) = (image::open(made).unwrap().into_rgba8(), shown.into_rgba8());
    let near = |(a, b): (&u8, &u8)| a.abs_diff(*b) <= 4;
    made.dimensions() == shown.dimensions() && made.as_raw().iter().zip(shown.as_raw()).all(near)
}

#[test]
fn every_step_of_the_page_comes_to_what_the_page_shows() {
    let folder = tempfile::tempdir().unwrap();
    let mut stale = Vec::new();
    for step in steps() {
        match step {
            Step::Write { path, more, text } => write(folder.path(), path, more, &text),
            Step::Type { commands, seen } => {
                let found: String = commands.iter().map(|command| typed(folder.path(), command)).collect();
                assert_eq!(found, seen, "after {commands:#?} (found, then as the page shows it)");
            }
            Step::Look(name) => {
                let own = made(folder.path(), name);
                if !alike(&own, &Path::new(PICTURES).join(name)) {
                    std::fs::create_dir_all(MADE).unwrap();
                    std::fs::copy(own, Path::new(MADE).join(name)).unwrap();
                    stale.push(name);
                }
            }
        }
    }
    what_the_engine_turned_is_read(folder.path());
    assert!(stale.is_empty(), "look at {stale:?} in {MADE}; if they are right, copy them to {PICTURES}");
}

/// Writes a file of the game, or lines at its end.
fn write(folder: &Path, path: &str, more: bool, text: &str) {
    let path = folder.join("game").join(path);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    let before = if more { std::fs::read_to_string(&path).unwrap() } else { String::new() };
    assert!(more || !path.exists(), "{} is written twice", path.display());
    std::fs::write(path, before + text).unwrap();
}

/// A save that VASSAL 3.7.26 wrote after a player pressed the button that turns the dial down, once.
fn what_the_engine_turned_is_read(folder: &Path) {
    const PLAYED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/engine/dial.vsav");
    std::fs::copy(PLAYED, folder.join("played.vsav")).unwrap();
    let found = typed(folder, "liege check played.vsav --data game");
    let told = "illegal[HS-3 unpaid-ships]: the League has more ships than silver to pay them";
    assert!(found.contains(told) && found.contains("1 illegal"), "{found}");
}

#[test]
fn a_slip_of_the_pen_is_told_where_it_is_and_nothing_else_with_it() {
    let folder = tempfile::tempdir().unwrap();
    for step in steps() {
        if let Step::Write { path, more, text } = step {
            write(folder.path(), path, more, &text);
        }
    }
    for (path, right, wrong, told) in SLIPS {
        let file = folder.path().join("game").join(path);
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(text.contains(right), "{path} has no {right}");
        std::fs::write(&file, text.replacen(right, wrong, 1)).unwrap();
        let found = typed(folder.path(), "liege build herring --data game -o herring.vmod");
        assert_eq!(found, format!("error: {told}\n"), "{path}: {wrong}");
        std::fs::write(file, text).unwrap();
    }
    assert!(!folder.path().join("herring.vmod").exists());
}

#[test]
fn the_page_keeps_what_it_promises() {
    let steps = steps();
    let written = |wanted: &str| -> String {
        let own = steps.iter().filter_map(|step| match step {
            Step::Write { path, text, .. } if path.starts_with(wanted) => Some(text.as_str()),
            _ => None,
        });
        own.collect()
    };
    let counters: usize = ["counters/herring/troops.csv", "counters/herring/ships.csv"]
        .iter()
        .flat_map(|path| {
            let table = written(path);
            let mut rows = csv::Reader::from_reader(table.as_bytes());
            let column = rows.headers().unwrap().iter().position(|head| head == "count").unwrap();
            rows.records().map(|row| row.unwrap()[column].parse().unwrap()).collect::<Vec<usize>>()
        })
        .sum();
    assert_eq!(counters, 20);
    assert!(written("rules/herring/checks.toml").matches("[[check]]").count() >= 2);
    assert!(written("rules/herring/procedures.toml").contains("[[roll]]"));
    let files: BTreeSet<&str> = steps
        .iter()
        .filter_map(|step| match step {
            Step::Write { path, .. } => Some(*path),
            _ => None,
        })
        .collect();
    assert!(PAGE.contains(&format!("{} files", files.len())), "the page has {} files", files.len());
}

#[test]
fn the_pictures_of_the_page_are_small_and_each_is_shown() {
    let shown: BTreeSet<String> = steps()
        .iter()
        .filter_map(|step| match step {
            Step::Look(name) => Some((*name).to_owned()),
            _ => None,
        })
        .collect();
    let entries = std::fs::read_dir(PICTURES).unwrap().map(Result::unwrap);
    let (mut there, mut bytes) = (BTreeSet::new(), 0);
    for entry in entries {
        bytes += entry.metadata().unwrap().len();
        there.insert(entry.file_name().into_string().unwrap());
    }
    assert_eq!(there, shown);
    assert!(bytes < 300_000, "{bytes} bytes");
}
