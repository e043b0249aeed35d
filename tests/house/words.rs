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
    ("casualty", "a unit that is lost, in the turn log of an umpire"),
    ("clear", "what empties a list"),
    ("coast", "a line of the drawing"),
    ("control", "a key of [pieces] and a line of the notation"),
    ("convoy", "income that raiders take, in the turn log of an umpire"),
    ("current", "what is so now"),
    ("damaged", "a file that does not read"),
    ("general", "the arguments that all commands have"),
    ("home", "a key of every keyboard"),
    ("land", "what is no sea, and what those do who come ashore"),
    ("month", "a part of every date"),
    ("name", "everything has one"),
    ("nation", "whose a piece is, in every game"),
    ("owner", "whose a place is, in every game: the column behind the word `holder`"),
    ("progress", "what a long command tells"),
    ("reduced", "the weaker face of a counter"),
    ("small", "little"),
    ("time", "what clocks tell"),
    ("track", "a kind of place in every game"),
    ("turn-track", "the turn tracker of a module"),
    ("umpire", "who sees everything, in every game"),
    ("unit", "a piece that fights"),
    ("used", "read by somebody"),
    ("value", "a row [[value]] of pack.toml, and what a cell holds"),
    ("weather", "the part [weather] of module.toml, which a game need not have"),
    ("weather-zone", "a row of that part"),
    ("year", "a part of every date"),
];

/// Signs that drawings have: `[draw]` of `places.toml` and `[[family.sign]]` of `families.toml` say which words of a game
/// show them. The drawings of counters are named by their templates and have slots.
const SIGNS: &[&str] = &[
    "admiral",
    "armor",
    "canal",
    "city",
    "desert",
    "ferry",
    "forest",
    "fort",
    "home",
    "island",
    "jungle",
    "jungle-mountain",
    "lake",
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
    "transport",
];

/// Words of a game's turn and map that stand in its data only inside names.
const SPELT: &[&str] = &["nation-box", "strategic-warfare", "india-box", "interception"];

/// Words that no game but one would use, from its data.
fn words() -> BTreeSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut words = BTreeSet::new();
    for file in WalkDir::new(root.join("rules")).into_iter().flatten() {
        if file.file_name() == "pack.toml" {
            let pack: toml::Table = std::fs::read_to_string(file.path()).unwrap().parse().unwrap();
            strings(&pack["pieces"], &["stances", "state", "tally"], false, &mut words);
            strings(&pack["kinds"], &[], true, &mut words);
            pack.get("pool").into_iter().for_each(|pools| strings(pools, &["id"], false, &mut words));
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
    // A text may go on after a backslash at the end of its line; the examples in a help are such texts.
    let literal = Regex::new(r#"(?s)"((?:[^"\\]|\\.)*)""#).unwrap();
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
fn shared_code_has_no_word_of_a_game_but_those_of_the_hobby() {
    let words = words();
    assert!(words.contains("standby") && words.contains("sea-area") && words.contains("fortification"));
    let mut told = Vec::new();
    for file in source::all() {
        let path = file.path.to_string_lossy().replace('\\', "/");
        if words_may_be_in(&path) {
            continue;
        }
        for word in found_in(&file.text, &words) {
            let is_sign = path.starts_with("crates/art/") && SIGNS.contains(&word.as_str());
            if !is_sign && !GENERAL.iter().any(|(known, _)| *known == word) {
                told.push(format!("{path} has \"{word}\""));
            }
        }
    }
    assert!(
        told.is_empty(),
        "words of a game in shared code; make them rows of its data:\n{}",
        told.join("\n")
    );
}

#[test]
fn no_word_is_excused_that_shared_code_does_not_have() {
    let words = words();
    let files: Vec<_> = source::all()
        .into_iter()
        .filter(|file| !words_may_be_in(&file.path.to_string_lossy().replace('\\', "/")))
        .collect();
    let used: BTreeSet<String> = files.iter().flat_map(|file| found_in(&file.text, &words)).collect();
    let excused = GENERAL.iter().map(|(word, _)| *word).chain(SIGNS.iter().copied());
    let idle: Vec<&str> = excused.filter(|word| !used.contains(*word)).collect();
    assert!(idle.is_empty(), "take these off their list: {idle:?}");
}

/// The crate of a game, which may have its words.
fn words_may_be_in(path: &str) -> bool {
    let mut parts = path.split('/');
    parts.next() == Some("crates")
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
    for code in [
        "\"run \\\n it \", \"it pinned it\"",
        "// pinned",
        "\"it is pinned down\"",
        "let unpinned = 1;",
        "#[cfg(test)] \"pinned\"",
    ] {
        assert_eq!(found_in(code, &words).len(), 0, "{code}");
    }
}
