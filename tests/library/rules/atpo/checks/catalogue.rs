//! Our data against the catalogue of the rules that lies beside the project: ids, paragraphs, severities, choices.

use std::collections::{BTreeMap, BTreeSet};

use liege::diagnostic::Severity;
use liege::rules::game::pack::Demand;
use liege::rules::play::choices::Choices;

use super::{game, pack, read};
use crate::beside::beside;

/// A file of the catalogue.
#[expect(clippy::disallowed_methods, reason = "a test reads its own input")]
fn catalogue(file: &str) -> Option<String> {
    let folder = beside("LIEGE_CATALOGUE", "spec/atpo")?;
    Some(std::fs::read_to_string(folder.join(file)).unwrap())
}

/// The numbers of the paragraphs in a reference, whatever stands between them.
fn paragraphs(rule: &str) -> BTreeSet<&str> {
    rule.split(|c: char| !c.is_ascii_digit() && c != '.')
        .map(|number| number.trim_matches('.'))
        .filter(|number| !number.is_empty())
        .collect()
}

/// Checks that say less than the catalogue does, as docs/catalogue-notes.md tells.
const MILDER: &[&str] = &["ATPO-L01", "ATPO-M14", "ATPO-M17"];

fn word(severity: Severity) -> &'static str {
    match severity {
        Severity::Illegal => "illegal",
        Severity::Suspicious => "suspicious",
    }
}

#[test]
fn the_demands_are_those_of_the_catalogue() {
    let Some(text) = catalogue("invariants.csv") else { return };
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let theirs: Vec<BTreeMap<String, String>> = reader.deserialize().map(|row| row.unwrap()).collect();
    let pack = pack();
    let ids = |rows: &mut dyn Iterator<Item = String>| rows.collect::<Vec<_>>();
    assert_eq!(
        ids(&mut pack.demands.iter().map(|own| own.id.clone())),
        ids(&mut theirs.iter().map(|row| row["id"].clone()))
    );
    for (own, row) in pack.demands.iter().zip(&theirs) {
        assert_eq!(paragraphs(&own.rule), paragraphs(&row["rule"]), "paragraphs of {}", own.id);
        let milder = MILDER.contains(&own.id.as_str());
        let expected = if milder { word(Severity::Suspicious) } else { row["severity"].as_str() };
        assert_eq!(own.severity.map(word), Some(expected), "severity of {}", own.id);
        assert_eq!((&own.needs, &own.phase), (&row["needs"], &row["phase"]), "{}", own.id);
    }
}

/// An example as a name would be made of it.
fn hyphened(example: &str) -> String {
    let lower = example.to_lowercase();
    let words = lower.split(|c: char| !c.is_ascii_alphanumeric());
    let words = words.filter(|word| !word.is_empty() && !["a", "an", "the"].contains(word));
    words.collect::<Vec<_>>().join("-")
}

#[test]
fn no_name_is_made_of_an_example() {
    let Some(text) = catalogue("invariants.csv") else { return };
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let rows: Vec<BTreeMap<String, String>> = reader.deserialize().map(|row| row.unwrap()).collect();
    let pack = pack();
    // A check that has a page was named by its author.
    let unchecked = |(own, _): &(&Demand, _)| !own.demand.is_empty();
    for (own, row) in pack.demands.iter().zip(&rows).filter(unchecked) {
        assert!(!hyphened(&row["illegal"]).starts_with(&own.name), "{}: {}", own.id, own.name);
        assert_ne!(hyphened(&row["legal"]), own.name, "{}", own.id);
    }
}

/// Choices that the catalogue has not: `docs/catalogue-notes.md` says why.
const OF_OURS: [&str; 1] = ["committed_cap"];

#[test]
fn the_choices_are_those_of_the_catalogue() {
    let Some(text) = catalogue("choices.toml") else { return };
    let table: toml::Table = text.parse().unwrap();
    let theirs: BTreeMap<&str, &toml::Value> = table["choice"]
        .as_array()
        .unwrap()
        .iter()
        .map(|choice| (choice["key"].as_str().unwrap(), choice))
        .collect();
    let path = "rules/atpo/choices.toml";
    let mut faults = Vec::new();
    let ours = Choices::read(path, &read(path).unwrap(), &mut faults);
    assert_eq!(faults, []);
    let keys: BTreeSet<&str> = ours.all().map(|choice| choice.key.as_str()).collect();
    assert_eq!(keys, theirs.keys().copied().chain(OF_OURS).collect());
    for own in ours.all().filter(|choice| !OF_OURS.contains(&choice.key.as_str())) {
        let choice = theirs[own.key.as_str()];
        assert_eq!(
            (own.id.as_str(), own.default.as_str()),
            (choice["id"].as_str().unwrap(), choice["default"].as_str().unwrap()),
            "{}",
            own.key
        );
        let options = choice["options"].as_array().unwrap();
        let readings: Vec<(&str, &str)> = options
            .iter()
            .map(|option| (option["value"].as_str().unwrap(), option["lines"].as_str().unwrap()))
            .collect();
        let own_readings: Vec<(&str, &str)> =
            own.options.iter().map(|option| (option.value.as_str(), option.lines.as_str())).collect();
        assert_eq!(own_readings, readings, "options of {}", own.key);
    }
}

#[test]
fn every_reading_of_a_choice_says_what_it_means() {
    for choice in pack().choices.all() {
        assert!(!choice.topic.is_empty() && !choice.why.is_empty(), "{}", choice.key);
        assert!(choice.options.len() > 1, "{} leaves nothing to choose", choice.key);
        for option in &choice.options {
            assert!(!option.meaning.is_empty(), "{}={}", choice.key, option.value);
        }
    }
}

#[test]
fn procedures_have_the_numbers_of_the_catalogue() {
    let Some(text) = catalogue("catalogue.md") else { return };
    let numbers: BTreeSet<String> = text
        .lines()
        .filter_map(|line| line.strip_prefix("## R")?.split_whitespace().next())
        .map(|number| format!("ATPO-R{number}"))
        .collect();
    // Those that string procedures of the catalogue together or are a part of one; their pages name them.
    const COMPOSED: [(&str, &[&str]); 8] = [
        (
            "ATPO-ENCOUNTER",
            &["R10", "R11", "R12", "R13", "R14", "R15", "R16", "R18", "R21", "R24", "R60", "R67"],
        ),
        ("ATPO-FORT-MINES", &["R16", "R18"]),
        ("ATPO-CARGO", &["R15"]),
        ("ATPO-AIR-LOSS", &["R20", "R37"]),
        ("ATPO-SURRENDER", &["R08"]),
        ("ATPO-REBASE", &["R35"]),
        ("ATPO-LIFT", &["R17"]),
        ("ATPO-STRIKE", &["R15", "R16", "R25", "R28", "R29", "R30", "R31", "R33", "R37"]),
    ];
    for entry in game().all_procedures(&read).unwrap() {
        match COMPOSED.iter().find(|(id, _)| *id == entry.id) {
            None => assert!(numbers.contains(&*entry.id), "{}", entry.id),
            Some((id, links)) => {
                let page = read(&entry.page()).unwrap();
                for link in *links {
                    assert!(page.contains(link) && numbers.contains(&format!("ATPO-{link}")), "{id}: {link}");
                }
            }
        }
    }
}

/// Cells of a table of ours that hold the same facts as a table of the catalogue, row by row and column by column.
fn same_cells(ours: &str, theirs: &str, columns: &[&str]) {
    let Some(theirs) = catalogue(theirs) else { return };
    let rows = |text: &str| -> Vec<BTreeMap<String, String>> {
        csv::Reader::from_reader(text.as_bytes()).deserialize().map(|row| row.unwrap()).collect()
    };
    let (ours, theirs) = (rows(&read(ours).unwrap()), rows(&theirs));
    assert_eq!(ours.len(), theirs.len());
    for (own, row) in ours.iter().zip(&theirs) {
        for column in columns {
            assert_eq!(own[*column], row[*column], "column {column} of {own:?}");
        }
    }
}

#[test]
fn the_tables_are_those_of_the_catalogue() {
    let days = ["season", "month", "d1", "d2", "d3", "d4", "d5", "d6"];
    same_cells("rules/atpo/weather_track.csv", "weather_track.csv", &days);
    if let Some(theirs) = catalogue("crt.csv") {
        assert_eq!(read("rules/atpo/crt.csv").unwrap(), theirs);
    }
    if let Some(theirs) = catalogue("terrain.csv") {
        // Cities, small islands and all-sea hexes are no terrain of ours; the marsh goes by two names.
        let theirs = theirs.to_lowercase().replace("swamp/marsh", "marsh");
        let rows = |text: &str| -> BTreeMap<String, BTreeMap<String, String>> {
            let mut reader = csv::Reader::from_reader(text.as_bytes());
            let rows = reader.deserialize().map(|row| row.unwrap());
            rows.map(|row: BTreeMap<String, String>| (row["terrain"].clone(), row)).collect()
        };
        let theirs = rows(&theirs);
        for (name, own) in rows(&read("rules/atpo/terrain.csv").unwrap()) {
            for column in ["zoc_into", "supply_into", "supply_through", "attack_drm", "paradrop_drm"] {
                assert_eq!(own[column], theirs[&name][column], "{column} of {name}");
            }
        }
    }
    let columns = ["2-5", "6", "7-11", "12-16", "17-24", "25-39", "40-59", "60-89", "90-119", "120+"];
    same_cells("rules/atpo/charts/bombing.csv", "bombing_table.csv", &columns);
}
