//! Chapters about a battle: what is typed there comes to what the page shows, and its pictures are there.

use std::collections::BTreeSet;
use std::path::Path;

use super::words::module;
use super::{data, save};
use crate::call::Call;

/// What stands for lines that a page leaves out.
const LEFT_OUT: &str = "…";
/// The most bytes that a picture may have.
const LARGEST: u64 = 300_000;

/// A page of `docs/` about one battle.
struct Chapter {
    /// Its name, which is that of the page and of the folder of its pictures.
    name: &'static str,
    /// The positions that the tour writes as saves for it, by their names in `oob/atpo/tour/`.
    positions: &'static [&'static str],
    /// The set-up whose units they are, by its name in `oob/atpo/scenarios/`.
    set_up: &'static str,
    /// What the ids of units begin with.
    nations: &'static [&'static str],
    /// The least number of its commands.
    commands: usize,
}

const SAVO_ISLAND: Chapter = Chapter {
    name: "savo-island",
    positions: &["savo-island"],
    set_up: "guadalcanal",
    nations: &["jp-", "us-", "au-"],
    commands: 10,
};

const MIDWAY: Chapter = Chapter {
    name: "midway",
    positions: &["midway-strike", "midway-answer"],
    set_up: "midway",
    nations: &["jp-", "us-"],
    commands: 14,
};

impl Chapter {
    fn page(&self) -> String {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(self.name);
        std::fs::read_to_string(path.with_extension("md")).unwrap()
    }

    /// What the tour writes into its folder: the module, here with blank boards, the set-up and the positions.
    fn tour(&self, folder: &Path) {
        std::fs::rename(module(folder), folder.join("ATPO-2022.vmod")).unwrap();
        save(folder, &format!("{}.vsav", self.set_up), text(self.set_up));
        for name in self.positions {
            save(folder, &format!("{name}.vsav"), text(&format!("tour/{name}")));
        }
    }

    /// Types every command in the folder of the tour, in the order of the page.
    fn follow(&self) {
        let folder = tempfile::tempdir().unwrap();
        self.tour(folder.path());
        let page = self.page();
        let (mut file, mut waiting, mut count) = (None, None, 0);
        let mut lines = page.lines();
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
        assert!(count >= self.commands, "{}: {count} commands", self.name);
    }

    /// Asks that its units are those of the set-up.
    fn belongs_to_its_set_up(&self) {
        let known = self.units(text(self.set_up));
        for name in self.positions {
            let here = self.units(text(&format!("tour/{name}")));
            let strange: Vec<&&str> = here.difference(&known).collect();
            assert!(here.len() > 15 && strange.is_empty(), "{name}: {strange:?}");
        }
    }

    /// The ids of units that a situation names.
    fn units(&self, text: &'static str) -> BTreeSet<&'static str> {
        let words = text.split([' ', ',', ':', '\n']).filter(|word| word.contains('-'));
        words.filter(|word| self.nations.iter().any(|nation| word.starts_with(nation))).collect()
    }

    /// Asks that the page shows the pictures of its folder and that they are small.
    fn has_its_pictures(&self) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(self.name);
        let link = format!("]({}/", self.name);
        let page = self.page();
        let links = page.split(link.as_str()).skip(1);
        let mut shown: Vec<&str> =
            links.filter_map(|rest| rest.split_once(')').map(|(name, _)| name)).collect();
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
}

/// The text of a set-up or of a position of the tour.
fn text(name: &str) -> &'static str {
    data().scenario_text(&format!("{name}.txt")).unwrap()
}

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
    let output = Call::of(words.split(' ')).within(folder).typing(answers).output();
    let talk = String::from_utf8(output.stderr).unwrap();
    // A report that is kept for later has an open decision.
    let status = i32::from(file.is_some_and(|file| file.starts_with("open")));
    assert_eq!(output.status.code(), Some(status), "{command}: {talk}");
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
    SAVO_ISLAND.follow();
}

#[test]
fn every_command_of_midway_comes_to_what_the_page_shows() {
    MIDWAY.follow();
}

#[test]
fn the_units_of_a_chapter_are_those_of_its_set_up() {
    for chapter in [SAVO_ISLAND, MIDWAY] {
        chapter.belongs_to_its_set_up();
    }
}

#[test]
fn the_pictures_of_a_chapter_are_there_and_small() {
    for chapter in [SAVO_ISLAND, MIDWAY] {
        chapter.has_its_pictures();
    }
}

#[test]
fn what_a_page_leaves_out_hides_no_line_that_is_not_there() {
    let found = "one\ntwo\nthree\n";
    assert_eq!(missing(found, &["one", "…", "three"]), None);
    assert_eq!(missing(found, &["…", "two", "…"]), None);
    assert_eq!(missing(found, &["…", "three", "two"]), Some("two"));
    assert_eq!(missing(found, &["two"]), Some("two"));
    assert_eq!(missing(found, &["one"]), Some("the end"));
}
