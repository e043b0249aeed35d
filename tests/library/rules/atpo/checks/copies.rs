//! The shared check of copies, which a game switches on by a row: what a side's copy shows is what that side may see.

use std::collections::BTreeMap;
use std::sync::Arc;

use liege::rules::check::case::{Case, SideCopy};
use liege::rules::check::{Checked, Filter};
use liege::rules::game::pack::{Pack, checks_path};

use super::{by_counter, direct, game, ids, read};

/// The pack with a row that switches the shared check on.
fn pack() -> Arc<Pack> {
    let path = checks_path(game().id());
    let with_row = |asked: &str| {
        let text = read(asked)?;
        if asked != path {
            return Some(text);
        }
        let row = text.lines().next()?.split(',').map(|column| match column {
            "id" => "ATPO-COPY",
            "name" => "copy-shows-something-else",
            "rule" => "none",
            "severity" => "illegal",
            "shared" => "copy-agrees",
            "demand" => "A copy shows what its side may see.",
            _ => "",
        });
        Some(format!("{text}{}\n", row.collect::<Vec<_>>().join(",")))
    };
    Arc::new(Pack::load(game().id(), &with_row).unwrap_or_else(|faults| panic!("{faults:?}")))
}

/// Checks a position with the copy that Japan holds.
fn check(due: &str, held: Option<&str>) -> Checked {
    let pack = pack();
    let made =
        |text: &str| Arc::new(by_counter(direct(&pack, "x", &format!("game: atpo\ndate: 1942-08\n{text}"))));
    let copies = held.map(|held| {
        ("Japan".to_owned(), SideCopy { due: made(due), held: made(held), residues: Vec::new() })
    });
    let case = Case { copies: copies.into_iter().collect::<BTreeMap<_, _>>(), ..Case::of(made(due)) };
    game().open(&case).check(&Filter::default())
}

const MASTER: &str = "at W4533: jp-inf-2, jp-inf-3 reduced\n";

#[test]
fn a_copy_that_shows_what_its_side_may_see_is_clean() {
    assert_eq!(ids(&check(MASTER, Some(MASTER))), [""; 0]);
}

#[test]
fn without_a_copy_the_check_is_listed_with_what_it_needs() {
    let checked = check(MASTER, None);
    let reason = checked.not_checked.iter().find(|one| one.id == "ATPO-COPY").map(|one| one.reason.as_str());
    assert_eq!(reason, Some("needs --copy"));
}

#[test]
fn a_piece_moved_changed_added_or_missing_in_a_copy_is_told_with_its_side() {
    let told = |held: &str| -> Vec<String> {
        let checked = check(MASTER, Some(held));
        assert_eq!(ids(&checked), ["ATPO-COPY"]);
        checked.findings.into_iter().map(|finding| finding.message).collect()
    };
    let moved = told("at W4533: jp-inf-2\nat W4433: jp-inf-3 reduced");
    assert!(
        moved[0].starts_with("copy of Japan: ")
            && moved[0].ends_with("in W4433, expected in Tokyo / Yokosuka (W4533)"),
        "{moved:?}"
    );
    let turned = told("at W4533: jp-inf-2, jp-inf-3");
    assert!(turned[0].ends_with("(W4533): shown not reduced"), "{turned:?}");
    let missing = told("at W4533: jp-inf-2");
    assert!(missing[0].ends_with("is missing, expected in Tokyo / Yokosuka (W4533)"), "{missing:?}");
    let strange = told(&format!("{MASTER}at W3031: us-dd-1"));
    assert!(strange[0].ends_with("in W3031: the side may not see such a piece there"), "{strange:?}");
}
