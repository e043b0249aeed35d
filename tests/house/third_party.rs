//! The licences of other people's crates are those of the crates that a release links.

use std::collections::BTreeSet;
use std::path::Path;

use super::linked::linked;

type Crates = BTreeSet<(String, String)>;

fn text(name: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

/// The crates above each text: what stands between the title and the second rule.
fn named() -> Crates {
    let text = text("THIRD-PARTY.txt");
    let rule = format!("{}\n", "=".repeat(100));
    let heads = text.split(&rule).skip(1).step_by(2).filter_map(|head| head.split_once('\n'));
    let names = heads.flat_map(|(_, names)| names.split([',', '\n']));
    names.filter_map(|name| name.trim().split_once(' ')).map(owned).collect()
}

fn owned((name, version): (&str, &str)) -> (String, String) {
    (name.to_owned(), version.to_owned())
}

/// The crates of Cargo.lock.
fn locked() -> Crates {
    let lock: toml::Table = text("Cargo.lock").parse().unwrap();
    let packages = lock["package"].as_array().unwrap().iter();
    packages.map(|own| owned((own["name"].as_str().unwrap(), own["version"].as_str().unwrap()))).collect()
}

#[test]
fn every_crate_that_is_linked_has_its_licence_in_the_list_and_no_other_version() {
    let (named, linked, locked) = (named(), linked(None).unwrap(), locked());
    assert!(linked.len() > 100 && linked.is_subset(&locked), "{linked:?}");
    let missing: Vec<_> = linked.difference(&named).collect();
    let old: Vec<_> = named.difference(&locked).collect();
    assert!(
        missing.is_empty() && old.is_empty(),
        "make THIRD-PARTY.txt anew by `cargo run --example third_party`: missing {missing:?}, no longer used {old:?}"
    );
}

#[test]
fn archives_are_named_as_they_are_looked_for() {
    let manifest: toml::Table = text("Cargo.toml").parse().unwrap();
    let looked_for = &manifest["package"]["metadata"]["binstall"];
    let script = text("packaging/pack.sh");
    assert!(script.contains("name=liege-$target-v${version#liege }\n"));
    let folder = "{ name }-{ target }-v{ version }";
    assert!(looked_for["pkg-url"].as_str().unwrap().ends_with(&format!("/{folder}{{ archive-suffix }}")));
    assert_eq!(looked_for["bin-dir"].as_str().unwrap(), format!("{folder}/{{ bin }}{{ binary-ext }}"));
    // The script that fetches a package knows those that are made.
    let (workflow, fetch) = (text(".github/workflows/release.yml"), text("packaging/fetch.sh"));
    let targets = workflow.lines().filter_map(|line| line.trim().strip_prefix("target: "));
    let targets: Vec<&str> = targets.collect();
    assert_eq!(targets.len(), 4);
    for target in targets {
        let kind = if target.contains("windows") { "zip" } else { "tgz" };
        assert!(fetch.contains(&format!("target={target} kind={kind} ;;")), "{target}");
        let other = looked_for["overrides"].get(target);
        let other = other.map_or(&looked_for["pkg-fmt"], |own| &own["pkg-fmt"]);
        assert_eq!(other.as_str(), Some(kind), "{target}");
    }
}
