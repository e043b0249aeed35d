//! HQs and Generals on a beach: they bear no mark of their own and share the state of the troops they came with.

use super::{check_text, ids, nothing, surely, told};

/// Saipan with a Japanese garrison, marked as what it is in the Supply Step, and what else is there.
fn saipan(phase: &str, rest: &str) -> String {
    format!("phase: {phase}\nat E3032: jp-inf-2 out-of-supply\n{rest}")
}

#[test]
fn a_general_is_pinned_with_the_troops_he_came_with() {
    for leader in ["us-gen-buckner", "us-hq-10"] {
        let text = saipan("EN.5", &format!("at E3032 pinned: us-marine-1 out-of-supply\nat E3032: {leader}"));
        assert_eq!(told(&text), nothing(), "{leader}");
    }
    let fort = "phase: OL.4\ncontrol: JP E3032\nat E3032: chit:fortification, us-gen-buckner\n\
                at E3032 pinned: us-marine-1 out-of-supply";
    assert_eq!(told(fort), nothing());
}

#[test]
fn a_general_lands_with_the_troops_that_attack() {
    let text = saipan("OL.4", "at E3032: us-marine-1 attack E3032, us-gen-buckner");
    assert_eq!(told(&text), nothing());
}

#[test]
fn without_troops_on_the_beach_he_stands_among_enemies() {
    let alone = saipan("EN.5", "at E3032: us-gen-buckner");
    assert_eq!(told(&alone), surely("ATPO-S09"));
    let ashore =
        saipan("EN.5", "at E3032: us-gen-buckner, us-marine-2 out-of-supply\nat E3032 pinned: us-marine-1");
    assert_eq!(ids(&check_text(&ashore)), ["ATPO-M20", "ATPO-S09"]);
}

#[test]
fn the_way_out_is_that_of_the_place_and_the_step() {
    let help = |text: &str| {
        let checked = check_text(text);
        let found = checked.findings.iter().find(|finding| finding.id == "ATPO-S09");
        found.and_then(|finding| finding.help.clone()).unwrap_or_default()
    };
    assert!(help(&saipan("OL.4", "at E3032: us-marine-1")).starts_with("landing still to be fought"));
    assert!(help(&saipan("EN.5", "at E3032: us-marine-1")).starts_with("failed landing"));
    assert_eq!(help("phase: EN.5\nat W3917: jp-inf-2, cn-inf-5"), "one side retreats to another hex");
}
