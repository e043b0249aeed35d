//! What README promises in numbers is true.

use std::path::{Path, PathBuf};

use liege::rules::data::{Embedded, Files};
use liege::rules::games::GAMES;

use crate::beside::beside;

fn text(name: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

/// The cells of the table's row that begins so.
fn cells(readme: &str, beginning: &str) -> Vec<String> {
    let row = readme.lines().find(|line| line.starts_with(beginning));
    let row = row.unwrap_or_else(|| panic!("README has no row that begins with {beginning:?}"));
    row.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
}

/// The catalogue of a game's rules, where it lies beside the package.
fn catalogue(game: &str) -> Option<PathBuf> {
    beside("LIEGE_CATALOGUE", &format!("spec/{game}")).map(|folder| folder.join("catalogue.md"))
}

#[test]
fn the_table_of_games_counts_checks_and_procedures() {
    let readme = text("README.md");
    let read = |path: &str| Embedded.text(path).ok().map(str::to_owned);
    for game in GAMES {
        let cells = cells(&readme, &format!("| `{}`", game.id()));
        let metas = game.metas(&game.pack(&read).unwrap());
        let checked = metas.iter().filter(|meta| meta.page.is_some()).count();
        assert_eq!(cells[1], format!("{checked} of {}", metas.len()), "{}", game.id());
        // A procedure that strings others together is none of the catalogue, and its id has no number.
        let numbered = |id: &str| id.ends_with(|c: char| c.is_ascii_digit());
        let procedures = game.all_procedures(&read).unwrap();
        let done = format!("{} of ", procedures.iter().filter(|entry| numbered(&entry.id)).count());
        let all = cells[2].strip_prefix(&done).unwrap_or_else(|| panic!("{}: {done}", game.id()));
        if let Some(path) = catalogue(game.id()) {
            let catalogue = std::fs::read_to_string(path).unwrap();
            let is_procedure = |line: &&str| {
                let rest = line.strip_prefix("## R").or_else(|| line.strip_prefix("**P"));
                rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
            };
            assert_eq!(all, catalogue.lines().filter(is_procedure).count().to_string(), "{}", game.id());
        }
    }
    let games = readme.lines().filter(|line| line.ends_with("| none yet | none yet |")).count();
    assert_eq!(games + GAMES.len(), 4, "four games are meant");
}

#[test]
fn the_oldest_rust_is_the_same_in_readme_and_manifest() {
    let manifest: toml::Table = text("Cargo.toml").parse().unwrap();
    let oldest = manifest["workspace"]["package"]["rust-version"].as_str().unwrap();
    assert!(
        text("README.md").contains(&format!("({oldest} or later)")),
        "README says another Rust than {oldest}"
    );
}

#[test]
fn the_picture_of_the_map_is_there_and_small() {
    let readme = text("README.md");
    let name = readme.split("](").find_map(|rest| Some(rest.split_once(".png)")?.0)).unwrap();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("{name}.png"));
    let bytes = std::fs::read(&file).unwrap();
    assert!(
        bytes.starts_with(b"\x89PNG") && bytes.len() <= 300_000,
        "{}: {} bytes",
        file.display(),
        bytes.len()
    );
    assert!(
        text("docs/pictures.md").contains(&format!("-o {name}.png")),
        "docs/pictures.md tells how to make it"
    );
}
