//! The pages of the procedures tell every key, every question and the whole chart.

use liege::rules::aafog::procedures::PROCEDURES;
use liege::rules::data::{Embedded, Files as _};
use liege::rules::play::procedure::Role;

use super::rules;

#[test]
fn every_key_and_question_is_on_the_page_of_its_procedure() {
    for entry in PROCEDURES {
        let own = Embedded.text(&entry.page()).unwrap();
        // The bump is entering a sea zone under another name, and its page points there.
        let page = if entry.id == "AAF-P04" {
            Embedded.text("rules/aafog/procedures/AAF-P02.md").unwrap()
        } else {
            own
        };
        assert!(own.starts_with(&format!("# {}: ", entry.id)), "{}", entry.id);
        for key in entry.keys.iter() {
            let line = page.lines().find(|line| line.starts_with(&format!("- `{}`", key.name)));
            let line = line.unwrap_or_else(|| panic!("{}: {} has no line", entry.id, key.name));
            assert!(line.ends_with(&format!("[{}]", key.rule)), "{}: {line}", entry.id);
            assert!(key.synonyms.iter().all(|other| line.contains(&format!("`{other}`"))), "{line}");
        }
        let listed = page.lines().filter(|line| line.starts_with("- `") && line.ends_with(']')).count();
        assert_eq!(listed, entry.keys.len(), "{}", entry.id);
        for prompt in entry.prompts {
            let told = page.lines().any(|line| {
                let words = prompt.policies.iter().all(|word| line.contains(word));
                line.starts_with(&format!("| {} | `{}` |", prompt.by, prompt.label)) && words
            });
            assert!(told, "{}: {} {}", entry.id, prompt.by, prompt.label);
        }
        for choice in entry.choices {
            assert!(page.contains(&format!("`{choice}`")), "{}: {choice}", entry.id);
        }
        let mut asked: Vec<Role> = entry.prompts.iter().map(|prompt| prompt.by).collect();
        asked.sort_unstable();
        asked.dedup();
        assert_eq!(asked, entry.roles, "{}", entry.id);
    }
}

#[test]
fn the_whole_chart_stands_on_the_page_of_entering_a_zone() {
    let page = Embedded.text("rules/aafog/procedures/AAF-P02.md").unwrap();
    assert!(page.contains(&rules().chart.grid()), "expected on the page:\n{}", rules().chart.grid());
}
