//! The source files of the crates, as text.

use std::path::{Path, PathBuf};

use walkdir::WalkDir;

/// One Rust file of the program or of a crate below it.
pub struct Source {
    /// The folder of its crate in `crates/`; `liege` for the program.
    pub krate: String,
    /// Its path below the root of the workspace.
    pub path: PathBuf,
    /// Its path below the `src/` of its crate.
    pub inside: PathBuf,
    pub text: String,
}

impl Source {
    /// The layer: its crate, and in a crate of several the first folder below `src/`, or the file's own name at the top.
    pub fn layer(&self) -> String {
        let first = self.inside.iter().next().and_then(|part| part.to_str()).unwrap_or_default();
        match self.krate.as_str() {
            "vassal" | "tools" | "liege" => first.trim_end_matches(".rs").to_owned(),
            krate => krate.to_owned(),
        }
    }
}

/// Every Rust file of all crates but that of the tests, sorted by path.
pub fn all() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let crates = std::fs::read_dir(root.join("crates")).unwrap().map(|entry| entry.unwrap().path());
    let crates = crates.filter(|path| !path.ends_with("testing"));
    let named =
        crates.map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), path.join("src")));
    let mut sources = Vec::new();
    for (krate, top) in named.chain([("liege".to_owned(), root.join("src"))]) {
        let files = WalkDir::new(&top).into_iter().map(Result::unwrap);
        let files = files.filter(|entry| entry.path().extension().is_some_and(|end| end == "rs"));
        sources.extend(files.map(|entry| Source {
            krate: krate.clone(),
            path: entry.path().strip_prefix(root).unwrap().to_path_buf(),
            inside: entry.path().strip_prefix(&top).unwrap().to_path_buf(),
            text: std::fs::read_to_string(entry.path()).unwrap(),
        }));
    }
    sources.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(sources.len() > 500, "the source of the crates was not found");
    sources
}

#[test]
fn every_file_opens_with_what_it_is_for() {
    let silent: Vec<_> = all()
        .into_iter()
        .filter(|source| !source.text.starts_with("//! "))
        .map(|source| source.path)
        .collect();
    assert!(silent.is_empty(), "files without an opening line: {silent:?}");
}

#[test]
fn only_the_crate_of_a_game_and_the_list_name_it() {
    let games = ["atpo", "geaw", "aafog"];
    for source in all() {
        let path = source.path.to_string_lossy().replace('\\', "/");
        if games.contains(&source.krate.as_str()) || path == "src/games.rs" || path == "src/lib.rs" {
            continue;
        }
        let text = source.text.split("#[cfg(test)]").next().unwrap_or_default();
        for (number, line) in text.lines().enumerate() {
            // What a help text shows as typed needs a game to be an example.
            if path.starts_with("src/cli/") && line.contains("liege ") {
                continue;
            }
            let code = line.split("//").next().unwrap_or_default();
            if line.trim_start().starts_with("mod ") || line.trim_start().starts_with("pub mod ") {
                continue;
            }
            for game in games {
                assert!(
                    !code.to_lowercase().contains(game),
                    "{path}:{} names the game {game}, which only crates/{game}/ and src/games.rs may",
                    number + 1
                );
            }
        }
    }
}

#[test]
fn only_one_helper_looks_for_files_beside_the_package() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files = ["tests", "benches", "examples"].into_iter().flat_map(|top| WalkDir::new(root.join(top)));
    let looking: Vec<String> = files
        .map(|entry| entry.unwrap().into_path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .filter(|path| {
            let text = std::fs::read_to_string(path).unwrap();
            // The words are put together here so that this file does not hold them.
            let words = [["var_os(\"LIEGE", "_"], ["join(\"sha", "red"], ["sha", "red/"]];
            words.iter().any(|word| text.contains(&word.concat()))
        })
        .map(|path| path.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/"))
        .collect();
    assert_eq!(
        looking,
        ["tests/support/beside.rs"],
        "what is not at hand must be told, by the one helper that tells it"
    );
}

#[test]
fn tables_and_pictures_are_embedded_in_one_place() {
    let again = regex::Regex::new(r#"include_(bytes|str|dir)!\([^)]*(templates|counters|maps|oob)"#).unwrap();
    let found: Vec<_> =
        all().into_iter().filter(|source| again.is_match(&source.text)).map(|source| source.path).collect();
    assert_eq!(found, [Path::new("src").join("shipped").join("embedded.rs")]);
}
