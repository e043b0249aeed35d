//! The questions of the procedures are those that their pages and the page of orders tell.

use super::procedure;

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
        for word in prompt.policies {
            assert!(entry.policies.contains(word), "{word} is no policy");
        }
    }
    for word in entry.policies {
        assert!(entry.prompts.iter().any(|prompt| prompt.policies.contains(word)), "{word} answers nothing");
    }
}
