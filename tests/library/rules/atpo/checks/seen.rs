//! What a side is told whose enemy may hide pieces: what it sees decides, and what it does not see is never checked in silence.

use std::collections::BTreeSet;
use std::sync::Arc;

use liege::diagnostic::Severity;
use liege::rules::check::case::Case;
use liege::rules::check::{Checked, Filter, SEEN_ONLY};
use liege::rules::game::pack::Pack;
use liege::rules::position::notation;
use liege::rules::position::situation::{Situation, from_scenario};

use super::{case_of, direct, game, pack, page};

const SIDES: [&str; 2] = ["axis", "allies"];

/// The situation of a text as one alliance sees it when the other hides all that it may.
fn hidden_from(looker: &str, pack: &Arc<Pack>, name: &str, text: &str) -> Situation {
    let (mut scenario, _) = notation::read(name, text, &pack.terms.words);
    let may_hide = |id: &str| {
        let alliance = pack.catalogue.get(id).map_or("", |entry| pack.alliance(&entry.nation));
        !alliance.is_empty() && alliance != looker
    };
    for line in &mut scenario.placements {
        line.pieces.retain(|placed| !may_hide(&placed.id));
    }
    let (situation, _) = from_scenario(pack, name, &scenario);
    Situation { looker: Some(looker.into()), ..situation }
}

fn only(case: &Case<Arc<Situation>>, id: &str) -> Checked {
    game().open(case).check(&Filter { only: BTreeSet::from([id.to_owned()]), ..Filter::default() })
}

#[test]
fn a_fault_that_the_enemy_hides_is_never_counted_as_checked() {
    let (mut wrong, mut hidden) = (Vec::new(), 0);
    for meta in game().metas(&pack()) {
        // A guard reports nothing itself.
        let Some(text) = meta.page.as_ref().filter(|_| meta.severity.is_some()) else { continue };
        for block in page(text).blocks.get("situation illegal").into_iter().flatten() {
            for looker in SIDES {
                let make = |pack: &Arc<Pack>, name: &str, text: &str| hidden_from(looker, pack, name, text);
                let checked = only(&case_of(&pack(), &make, &meta.id, block), &meta.id);
                if checked.findings.is_empty() {
                    hidden += 1;
                    if checked.not_checked.is_empty() {
                        wrong.push(format!("{} for {looker}", meta.id));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "silently counted as checked: {}", wrong.join(", "));
    assert!(hidden > 100, "only {hidden} examples have anything to hide");
}

/// A text as one alliance sees it that is shown all pieces in it, and may be hidden others.
fn shown_to(looker: &str, text: &str, id: &str) -> Checked {
    let situation = direct(&pack(), "test", &format!("game: atpo\ndate: 1942-08\n{text}"));
    only(&Case::position(Situation { looker: Some(looker.into()), ..situation }), id)
}

#[test]
fn a_fault_that_visible_pieces_prove_is_reported_and_the_rest_left_to_the_umpire() {
    let crowd = "at W5021: 5 x uk-inf-2";
    let checked = shown_to("axis", crowd, "ATPO-S01");
    assert_eq!(checked.findings[0].severity, Severity::Illegal);
    assert_eq!(checked.not_checked[0].reason, SEEN_ONLY);
    assert_eq!(checked.summary.checked, 0);
}

#[test]
fn what_the_enemy_cannot_hide_a_side_has_checked() {
    for (looker, id) in
        [("axis", "ATPO-A27"), ("axis", "ATPO-Z06"), ("allies", "ATPO-Z05"), ("axis", "ATPO-M28")]
    {
        let checked = shown_to(looker, "at W5022: jp-inf-2", id);
        assert_eq!((checked.summary.checked, checked.not_checked), (1, Vec::new()), "{id} for {looker}");
    }
    for (looker, id) in [("allies", "ATPO-A27"), ("allies", "ATPO-Z06"), ("axis", "ATPO-Z05")] {
        let checked = shown_to(looker, "at W5022: jp-inf-2", id);
        assert_eq!((checked.summary.checked, checked.not_checked.len()), (0, 1), "{id} for {looker}");
    }
}

#[test]
fn what_an_unseen_carrier_may_explain_is_no_fault_of_the_enemy() {
    let adrift = "at W3031: us-n-hornet";
    assert!(shown_to("axis", adrift, "ATPO-A01").findings.is_empty(), "a carrier may be hidden there");
    assert_eq!(shown_to("allies", adrift, "ATPO-A01").findings.len(), 1);
}
