//! The page of a procedure beside what the procedure does: its example, and its keys, questions and choices.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use liege::rules::data::{Embedded, Files as _};
use liege::rules::play::dice::Given;
use liege::rules::play::inputs::pairs;
use liege::rules::play::procedure::{Ending, Orders, Request};

use super::call::procedure;
use crate::pages::command;

/// Asks that the example of a page comes out as the text behind it tells.
pub fn example_comes_out(id: &str) {
    let entry = procedure(id);
    let page = Embedded.text(&entry.page()).unwrap();
    let mut words = command(page).split_off(1);
    let mut option = |name: &str| {
        let at = words.iter().position(|word| word == name)?;
        words.remove(at);
        Some(words.remove(at))
    };
    let faces = option("--dice").unwrap_or_default();
    let faces: Vec<u8> =
        faces.split(',').filter(|face| !face.is_empty()).map(|face| face.parse().unwrap()).collect();
    let policy = option("--policy").unwrap_or_default();
    let mut orders = Orders::default();
    let mut side = String::new();
    for word in policy.split(',').filter(|word| !word.is_empty()) {
        let word = word.split_once('=').map_or(word, |(of, word)| {
            of.clone_into(&mut side);
            word
        });
        let role = *entry.roles.iter().find(|role| role.word() == side).unwrap();
        orders.policy(role, word);
    }
    let table = pairs(&words).unwrap();
    let request = Request { files: &Embedded, settings: &[], table: &table };
    let report = entry.run(&request, &mut Given::new(faces), &mut orders).unwrap();
    assert_eq!(report.status, Ending::Done, "{id}");
    let told = page.rsplit_once("```").unwrap().1;
    assert!(told.contains(&format!("`{}`", report.result)), "{id}: {} is not told in {told}", report.result);
}

/// A section of a page.
fn section(page: &str, name: &str) -> String {
    let rest = page.split_once(&format!("## {name}\n")).map_or("", |(_, rest)| rest);
    rest.split("\n## ").next().unwrap_or_default().to_owned()
}

/// Asks that a page lists the keys of its procedure and no others, in their order, each with its rule and other names.
pub fn tells_its_keys(id: &str) {
    let entry = procedure(id);
    let keys = section(Embedded.text(&entry.page()).unwrap(), "Keys");
    let told: Vec<&str> =
        keys.lines().filter_map(|line| line.strip_prefix("- `")?.split('`').next()).collect();
    assert_eq!(told, entry.keys.iter().map(|key| &*key.name).collect::<Vec<_>>(), "{id}");
    for key in entry.keys.iter() {
        let line = keys.lines().find(|line| line.starts_with(&format!("- `{}`", key.name))).unwrap();
        assert!(line.ends_with(&format!("[{}]", key.rule)), "{id}: {line}");
        let missing: Vec<&str> =
            key.synonyms.iter().filter(|name| !line.contains(&format!("`{name}`"))).collect();
        assert!(missing.is_empty(), "{id}: {line} lacks {missing:?}");
    }
}

/// Asks that a page lists the keys of its procedure, its questions and its choices.
pub fn tells_its_procedure(id: &str) {
    tells_its_keys(id);
    let entry = procedure(id);
    let page = Embedded.text(&entry.page()).unwrap();
    let (decisions, choices) = (section(page, "Decisions"), section(page, "Choices"));
    for prompt in entry.prompts {
        let row = format!("| {} | `{}` |", prompt.by, prompt.label);
        assert!(decisions.contains(&row), "{id}: {row}");
    }
    let told: Vec<String> = entry.choices.iter().map(|choice| format!("`{choice}`")).collect();
    assert_eq!(choices.trim().trim_end_matches('.'), told.join(", "), "{id}");
}
