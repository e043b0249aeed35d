//! Shared code knows no word of a game: what its pieces, states and places are called is data.

use std::collections::BTreeSet;
use std::path::Path;

use regex::Regex;
use walkdir::WalkDir;

use super::source;

/// Words of games that are words of the hobby or of our own, anywhere, with the reason.
const GENERAL: &[(&str, &str)] = &[
    ("aboard", "a key of [pieces.ride] and what the notation says of cargo"),
    ("active", "levels of VASSAL's turn trackers and Layers"),
    ("aloft", "a key of [pieces.ride]"),
    ("area", "a kind of place in every game, and of a picture"),
    ("attack", "what a battle has two sides of"),
    ("border", "what adjoins, and lines of the drawing"),
    ("building", "what `build` does"),
    ("capital", "a letter's case"),
    ("clear", "what empties a list"),
    ("control", "a key of [pieces] and a line of the notation"),
    ("current", "what is so now"),
    ("general", "the arguments that all commands have"),
    ("month", "a part of every date"),
    ("name", "everything has one"),
    ("nation", "whose a piece is, in every game"),
    ("progress", "what a long command tells"),
    ("reduced", "the weaker face of a counter"),
    ("small", "little"),
    ("track", "a kind of place in every game"),
    ("turn-track", "the turn tracker of a module"),
    ("unit", "a piece that fights"),
    ("used", "read by somebody"),
    ("weather", "the part [weather] of module.toml, which a game need not have"),
    ("weather-zone", "a row of that part"),
    ("year", "a part of every date"),
];

/// Signs that the drawing of a map has: `[draw]` of `places.toml` says which words of a game show them.
const SIGNS: &[&str] = &[
    "canal",
    "city",
    "desert",
    "ferry",
    "forest",
    "fort",
    "home",
    "jungle",
    "jungle-mountain",
    "lake",
    "land",
    "major",
    "marsh",
    "minor",
    "mountain",
    "port",
    "rail",
    "resource",
    "river",
    "strait",
    "terrain",
];

/// Words of a game's turn and map that stand in its data only inside names.
const SPELT: &[&str] =
    &["force-pool", "replenishment", "nation-box", "strategic-warfare", "india-box", "interception"];

/// Words that still wait for rows of their own, by file or folder below `src/`.
const WAITING: &[(&str, &[&str])] = &[
    // The signs and legend of the map.
    ("art/board.rs", &["all-sea", "coastal", "convoy", "impassable", "interception"]),
    ("art/board/edges.rs", &["convoy", "interception"]),
    ("art/board/ink.rs", &["all-sea", "coastal", "impassable"]),
    ("art/board/legend.rs", &["all-sea", "sea-area"]),
    ("art/board/signs.rs", &["all-sea", "coastal", "impassable"]),
    ("art/board/tables.rs", &["convoy", "interception", "island"]),
    // The faces of the counters.
    (
        "art/counter.rs",
        &[
            "air-supply",
            "coastal-fort",
            "committed",
            "destroyed",
            "firebombed",
            "fortification",
            "out-of-supply",
            "pinned",
            "previously-committed",
            "sea-supply",
            "standby",
        ],
    ),
    (
        "art/face.rs",
        &["admiral", "armor", "floatplane", "kaiten", "task-force", "transport", "under-construction"],
    ),
    // Task forces and boxes in the module.
    ("build/drops.rs", &["force-pool", "replenishment"]),
    ("build/mod.rs", &["force-pool", "replenishment", "task-force"]),
    ("build/order_of_battle.rs", &["force-pool"]),
    ("build/pieces.rs", &["force-pool", "replenishment"]),
    ("build/task_forces.rs", &["task-force"]),
    ("build/window.rs", &["task-force"]),
    // Help and keys.
    ("cli/args/rules.rs", &["land", "magic", "terrain"]),
    ("cli/commands/oob.rs", &["force-pool"]),
    // Boxes of removed pieces.
    ("rules/deeds.rs", &["land"]),
    ("rules/notation.rs", &["task-force"]),
    ("rules/pack.rs", &["force-pool", "replenishment"]),
    ("rules/pack/parts.rs", &["force-pool", "replenishment"]),
    ("rules/pack/words.rs", &["force-pool", "replenishment"]),
    ("rules/schedule.rs", &["force-pool"]),
    ("rules/schedule/apply.rs", &["force-pool"]),
    ("rules/schedule/check.rs", &["force-pool"]),
];

/// Words that no game but one would use, from its data.
fn words() -> BTreeSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut words = BTreeSet::new();
    for file in WalkDir::new(root.join("rules")).into_iter().flatten() {
        if file.file_name() == "pack.toml" {
            let pack: toml::Table = std::fs::read_to_string(file.path()).unwrap().parse().unwrap();
            strings(&pack["pieces"], &["stances", "state", "tally"], false, &mut words);
            strings(&pack["kinds"], &[], true, &mut words);
        }
    }
    for file in WalkDir::new(root.join("maps")).into_iter().flatten() {
        if file.file_name() == "places.toml" {
            let map: toml::Table = std::fs::read_to_string(file.path()).unwrap().parse().unwrap();
            for part in
                ["hexes", "areas", "boxes", "edges", "routes"].iter().filter_map(|part| map.get(*part))
            {
                strings(part, &["kinds", "name", "words"], false, &mut words);
            }
        }
    }
    for file in WalkDir::new(root.join("counters")).into_iter().flatten() {
        if file.file_name() == "chits.csv" {
            let mut table = csv::Reader::from_path(file.path()).unwrap();
            let heads = table.headers().unwrap().clone();
            for row in table.records().map(Result::unwrap) {
                let cells = heads.iter().zip(row.iter()).filter(|(head, _)| ["kind", "place"].contains(head));
                words.extend(cells.map(|(_, cell)| cell.to_owned()));
            }
        }
    }
    words.extend(SPELT.iter().map(|word| (*word).to_owned()));
    // Letters and pairs of letters are in every name.
    let words = words.into_iter().filter(|word| word.len() > 3);
    words.map(|word| word.to_lowercase().replace('_', "-")).collect()
}

/// The texts below keys of these names, or below all.
fn strings(value: &toml::Value, keys: &[&str], inside: bool, found: &mut BTreeSet<String>) {
    match value {
        toml::Value::String(text) if inside => drop(found.insert(text.clone())),
        toml::Value::Array(all) => all.iter().for_each(|value| strings(value, keys, inside, found)),
        toml::Value::Table(table) => {
            for (key, value) in table {
                strings(value, keys, inside || keys.contains(&key.as_str()), found);
            }
        }
        _ => {}
    }
}

/// The words of games in a file: a text that is one of them, names of several parts inside a text, identifiers.
fn found_in(text: &str, words: &BTreeSet<String>) -> BTreeSet<String> {
    let literal = Regex::new(r#""((?:[^"\\]|\\.)*)""#).unwrap();
    let identifier = Regex::new(r"[A-Za-z_]\w+").unwrap();
    let inner = Regex::new("([a-z0-9])([A-Z])").unwrap();
    let own = text.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = own.lines().filter(|line| !line.trim_start().starts_with("//"));
    let code: String =
        lines.map(|line| line.split(" // ").next().unwrap_or_default().to_owned() + "\n").collect();
    let mut found = BTreeSet::new();
    for text in literal.captures_iter(&code).map(|text| text[1].to_lowercase().replace('_', "-")) {
        let spaced = format!(" {} ", text.replace(|letter: char| !letter.is_alphanumeric(), " "));
        let inside = words.iter().filter(|word| {
            **word == text || word.contains('-') && spaced.contains(&format!(" {} ", word.replace('-', " ")))
        });
        found.extend(inside.cloned());
    }
    for name in identifier.find_iter(&literal.replace_all(&code, "\"\"")) {
        let name = inner.replace_all(name.as_str(), "$1-$2").to_lowercase().replace('_', "-");
        found.extend(words.get(&name).cloned());
    }
    found
}

#[test]
fn shared_code_has_no_word_of_a_game_but_those_of_the_hobby_and_those_that_wait() {
    let words = words();
    assert!(words.contains("standby") && words.contains("sea-area") && words.contains("fortification"));
    let owned = |file: &str, word: &str| (file.to_owned(), word.to_owned());
    let waiting: BTreeSet<(String, String)> =
        WAITING.iter().flat_map(|(file, words)| words.iter().map(|word| owned(file, word))).collect();
    let mut seen = BTreeSet::new();
    let mut told = Vec::new();
    for file in source::all() {
        let path = file.path.to_string_lossy().replace('\\', "/");
        if words_may_be_in(&path) {
            continue;
        }
        for word in found_in(&file.text, &words) {
            let is_sign = path.starts_with("art/") && SIGNS.contains(&word.as_str());
            if is_sign || GENERAL.iter().any(|(known, _)| *known == word) {
                continue;
            }
            let row = owned(&path, &word);
            if !waiting.contains(&row) {
                told.push(format!("src/{path} has \"{word}\""));
            }
            seen.insert(row);
        }
    }
    assert!(
        told.is_empty(),
        "words of a game in shared code; make them rows of its data:\n{}",
        told.join("\n")
    );
    let done: Vec<_> = waiting.difference(&seen).collect();
    assert!(done.is_empty(), "these words are gone; take them off the list of those that wait: {done:?}");
}

/// The folder of a game, which may have its words.
fn words_may_be_in(path: &str) -> bool {
    let mut parts = path.split('/');
    parts.next() == Some("rules")
        && parts
            .next()
            .is_some_and(|game| Path::new(env!("CARGO_MANIFEST_DIR")).join("rules").join(game).is_dir())
}

#[test]
fn a_word_of_a_game_is_found_as_text_as_part_of_a_text_and_as_a_name() {
    let words = BTreeSet::from(["task-force", "pinned"].map(str::to_owned));
    for code in
        ["let a = \"pinned\";", "fn pinned() {}", "struct TaskForce;", "\"no task force here\"", "TASK_FORCE"]
    {
        assert_eq!(found_in(code, &words).len(), 1, "{code}");
    }
    for code in ["// pinned", "\"it is pinned down\"", "let unpinned = 1;", "#[cfg(test)] \"pinned\""] {
        assert_eq!(found_in(code, &words).len(), 0, "{code}");
    }
}
