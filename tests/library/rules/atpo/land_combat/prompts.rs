//! The questions of the procedures are those that their pages and the page of orders tell, asked of their own sides.

use liege::rules::play::procedure::Role;

use super::{procedure, procedures};

const ORDERS: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/orders.md"));
const PAGE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/rules/atpo/procedures/ATPO-R39.md"));

#[test]
fn every_question_of_land_combat_is_on_its_page_and_on_that_of_orders() {
    let entry = procedure("R39");
    assert!(!entry.prompts.is_empty());
    for prompt in entry.prompts {
        let label = format!("`{}`", prompt.label);
        let row = |page: &'static str| {
            page.lines().any(|line| line.starts_with(&format!("| {} |", prompt.by)) && line.contains(&label))
        };
        assert!(row(PAGE) && row(ORDERS), "{} {label}", prompt.by);
    }
}

#[test]
fn a_procedure_asks_nobody_but_the_sides_that_it_names() {
    for entry in procedures() {
        let mut asked: Vec<Role> = entry.prompts.iter().map(|prompt| prompt.by).collect();
        asked.sort_unstable();
        asked.dedup();
        assert_eq!(asked, entry.roles, "{}", entry.id);
    }
}
