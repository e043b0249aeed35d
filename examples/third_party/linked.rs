//! The crates of others that a release links, as Cargo resolves them.

use std::collections::BTreeSet;
use std::process::Command;

/// Name and version of each, on one target or, where none is named, on the one at hand. Procedural macros and build
/// scripts run when the program is built and are no part of it.
pub fn linked(target: Option<&str>) -> Result<BTreeSet<(String, String)>, Box<dyn std::error::Error>> {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(env!("CARGO_MANIFEST_DIR"));
    cargo.args(["tree", "--locked", "--package", "liege", "--edges", "normal,no-proc-macro"]);
    cargo.args(["--prefix", "none", "--no-dedupe", "--format", "{p}"]);
    match target {
        Some(target) => cargo.args(["--target", target]),
        // What is built here was fetched for it.
        None => cargo.arg("--offline"),
    };
    let output = cargo.output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    let lines = String::from_utf8(output.stdout)?;
    // A crate of the workspace has its folder behind the version.
    let others = lines.lines().filter(|line| !line.contains('(')).filter_map(|line| line.split_once(" v"));
    Ok(others.map(|(name, version)| (name.to_owned(), version.to_owned())).collect())
}
