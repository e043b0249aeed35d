//! Tells Cargo that changed data files mean a new release: they are embedded in it, and in no other build. What is made
//! of them beforehand must be of these files.
#![allow(clippy::disallowed_methods, reason = "these files are part of the program, and no input of it")]

use std::path::{Path, PathBuf};

#[path = "src/shipped/stamp.rs"]
mod stamp;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/shipped/stamp.rs");
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        for folder in ["rules", "counters", "maps", "oob", "templates", "lint"] {
            println!("cargo::rerun-if-changed={folder}");
        }
        for tables in listed(Path::new("rules")).iter().map(|game| game.join("tables.bin")) {
            let game = tables.parent().and_then(Path::file_name).unwrap_or_default();
            let is_of_today = |stored: Vec<u8>| stored.starts_with(&stamp_of(Path::new(game)).to_le_bytes());
            if std::fs::read(&tables).is_ok_and(|stored| !is_of_today(stored)) {
                let told = "was made of other data files; make it anew by `cargo run --example prebuild`";
                println!("cargo::error={} {told}", tables.display());
            }
        }
    }
}

/// The stamp of a game's data files.
fn stamp_of(game: &Path) -> u64 {
    let paths = stamp::FOLDERS.iter().flat_map(|folder| listed(&Path::new(folder).join(game)));
    let paths =
        paths.filter(|path| path.file_name().and_then(|name| name.to_str()).is_some_and(stamp::counts));
    let files = paths.map(|path| {
        let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
        (parts.join("/"), std::fs::read(&path).unwrap_or_default())
    });
    let files: Vec<(String, Vec<u8>)> = files.collect();
    stamp::of(files.iter().map(|(name, content)| (name.as_str(), content.as_slice())))
}

/// What is directly in a folder, sorted by name; nothing in one that is not there.
fn listed(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths
}
