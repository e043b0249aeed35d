//! Writes THIRD-PARTY.txt, the licences of all crates that a release links on any of the systems it is packed for:
//! `cargo run --example third_party`.
#![allow(clippy::print_stdout, reason = "a tool that reports to its user")]
#![allow(clippy::disallowed_methods, reason = "a tool that reads and writes files")]

mod expression;
mod linked;

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

const HEAD: &str = "\
The crates of others that are linked into liege on Windows, macOS and Linux, with their licences.
A crate that offers several is taken under the one that lists it. The source of each is on crates.io under its name
and version.
The standard library of Rust is linked, too, under the Apache License 2.0 below; SQLite, which libsqlite3-sys brings, is
in the public domain.
Made by `cargo run --example third_party`.
";

/// How wide the lists of crates are.
const WIDTH: usize = 100;

/// A crate as its own manifest describes it.
struct Described {
    license: String,
    authors: String,
    folder: PathBuf,
}

/// The text of a licence, and the crates that have it in these words.
type Texts = BTreeMap<(&'static str, String), (String, BTreeSet<String>)>;

fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut crates = BTreeSet::new();
    for target in targets(root)? {
        crates.extend(linked::linked(Some(&target))?);
    }
    let described = described()?;
    let apache = std::fs::read_to_string(root.join("LICENSE-APACHE"))?;
    let (mut texts, mut notices) = (Texts::new(), String::new());
    for (name, version) in &crates {
        let named = format!("{name} {version}");
        let own = described.get(&(name.clone(), version.clone())).ok_or_else(|| named.clone())?;
        let taken = expression::taken(&own.license).map_err(|fault| format!("{named}: {fault}"))?;
        for id in taken {
            let text = if id == "Apache-2.0" { apache.clone() } else { text_of(own, id)? };
            // The same words with other line ends are the same text.
            let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
            texts.entry((id, words)).or_insert_with(|| (text, BTreeSet::new())).1.insert(named.clone());
        }
        if let Ok(notice) = std::fs::read_to_string(own.folder.join("NOTICE")) {
            notices += &section(&format!("Notice of {named}"), &[], &notice);
        }
    }
    let mut whole = HEAD.to_owned();
    for ((id, _), (text, crates)) in &texts {
        whole += &section(id, &crates.iter().map(String::as_str).collect::<Vec<_>>(), text);
    }
    whole += &notices;
    std::fs::write(root.join("THIRD-PARTY.txt"), &whole)?;
    println!("THIRD-PARTY.txt: {} crates, {} texts, {} bytes", crates.len(), texts.len(), whole.len());
    Ok(())
}

/// The systems that the workflow of a release packs for.
fn targets(root: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    let workflow = std::fs::read_to_string(root.join(".github/workflows/release.yml"))?;
    let named = workflow.lines().filter_map(|line| line.split_once("target: "));
    Ok(named.map(|(_, target)| target.trim_matches([' ', '}']).to_owned()).collect())
}

/// All crates of Cargo.lock, by name and version.
fn described() -> Result<BTreeMap<(String, String), Described>, Box<dyn Error>> {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(env!("CARGO_MANIFEST_DIR")).args(["metadata", "--locked", "--format-version", "1"]);
    let output = cargo.output()?;
    let metadata: Value = serde_json::from_slice(&output.stdout)?;
    let text = |own: &Value, key: &str| own[key].as_str().unwrap_or_default().to_owned();
    let packages = metadata["packages"].as_array().ok_or("cargo metadata lists no packages")?;
    let described = packages.iter().map(|own| {
        let authors = own["authors"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let authors: Vec<&str> = authors.collect();
        let folder = Path::new(&text(own, "manifest_path")).parent().unwrap_or(Path::new("")).to_path_buf();
        let described = Described { license: text(own, "license"), authors: authors.join(", "), folder };
        ((text(own, "name"), text(own, "version")), described)
    });
    Ok(described.collect())
}

/// The text of a licence as the crate has it: the file that is named after it, or else the only one that is named after
/// no other.
fn text_of(own: &Described, id: &str) -> Result<String, Box<dyn Error>> {
    let short = |id: &str| id.split('-').next().unwrap_or(id).to_uppercase();
    let names = |name: &str, id: &str| name.to_uppercase().contains(&short(id));
    let entries = std::fs::read_dir(&own.folder)?.filter_map(Result::ok);
    let files = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut licences: Vec<String> = files.filter(|name| name.to_uppercase().starts_with("LICENSE")).collect();
    licences.sort();
    let named = licences.iter().find(|name| names(name, id));
    let mut others = licences.iter().filter(|name| !expression::TAKEN.iter().any(|other| names(name, other)));
    let only = others.next().filter(|_| others.next().is_none());
    match named.or(only) {
        Some(name) => Ok(std::fs::read_to_string(own.folder.join(name))?),
        None if licences.is_empty() && id == "MIT" => Ok(mit(&own.authors)),
        None => Err(format!("{}: which of {licences:?} is {id}?", own.folder.display()).into()),
    }
}

/// The text for a crate that comes without one.
fn mit(authors: &str) -> String {
    let own = include_str!("../../LICENSE-MIT");
    let holder = own.lines().find(|line| line.starts_with("Copyright")).unwrap_or_default();
    own.replace(holder, &format!("Copyright (c) {authors}"))
}

/// A part of the file: what it is about, the crates, the text.
fn section(title: &str, crates: &[&str], text: &str) -> String {
    let rule = "=".repeat(WIDTH);
    let text: Vec<&str> = text.lines().map(str::trim_end).collect();
    format!("\n{rule}\n{title}\n{}{rule}\n\n{}\n", lines(crates), text.join("\n").trim_matches('\n'))
}

/// The names in lines of one width.
fn lines(crates: &[&str]) -> String {
    let mut lines: Vec<String> = Vec::new();
    for (at, name) in crates.iter().enumerate() {
        let name = if at + 1 < crates.len() { format!("{name},") } else { (*name).to_owned() };
        match lines.last_mut() {
            Some(line) if line.len() + 1 + name.len() <= WIDTH => *line += &format!(" {name}"),
            _ => lines.push(name),
        }
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}
