//! Legal positions are never called illegal: what the rules allow, what they leave open, and every set-up.

use std::collections::BTreeSet;

use liege::diagnostic::{Finding, Severity};
use liege::model::position::Piece;
use liege::rules::check::Checked;
use liege::rules::position::notation;
use liege::rules::position::situation::{Clock, from_scenario};

use super::rules::seen;
use super::{check, check_text, direct, ids, nothing, of_pieces, pack, read, surely, suspicious, told};

fn illegal(checked: &Checked) -> Vec<&Finding> {
    checked.findings.iter().filter(|finding| finding.severity == Severity::Illegal).collect()
}

/// One stack at sea, bottom first; `aboard` marks a piece so, `reduced` turns it.
fn stack_at_sea(pieces: &[(&str, &str)]) -> Vec<(String, Severity)> {
    let seen: Vec<Piece> = pieces
        .iter()
        .enumerate()
        .map(|(order, (entry, marks))| {
            let face = if marks.contains("reduced") { 2 } else { 1 };
            let ride = if marks.contains("aboard") { 2 } else { 1 };
            let layers = [("Face", face), ("Ride", ride), ("Berth", 1), ("Beach", 1)];
            seen(&order.to_string(), entry, "W3031", ("a", order), &layers)
        })
        .collect();
    let situation = of_pieces(seen, Clock::default());
    assert!(situation.untold.is_empty(), "{:?}", situation.untold);
    check(situation).findings.iter().map(|finding| (finding.id.clone(), finding.severity)).collect()
}

#[test]
fn cargo_may_lie_under_its_carrier() {
    for (carrier, cargo) in [
        ("us-ss-1", "us-raider-1"),
        ("uk-ss-1", "uk-cdo-3"),
        ("us-ss-1", "us-sea-supply"),
        ("jp-stp-1", "jp-inf-2"),
        ("us-stp-1", "us-f-211"),
        ("jp-cv-kaga", "jp-n-kaga"),
        ("jp-stp-1", "jp-hq-17"),
        ("jp-bb-yamato", "jp-fp-1"),
    ] {
        assert_eq!(stack_at_sea(&[(cargo, "aboard"), (carrier, "")]), nothing(), "{cargo} under {carrier}");
        assert_eq!(stack_at_sea(&[(carrier, ""), (cargo, "aboard")]), nothing(), "{cargo} on {carrier}");
    }
}

#[test]
fn any_carrier_of_a_stack_counts() {
    let two = [("jp-cv-kaga", ""), ("jp-cv-akagi", ""), ("jp-n-kaga", "aboard"), ("jp-n-akagi", "aboard")];
    assert_eq!(stack_at_sea(&two), nothing(), "two groups on top of two carriers");
    let allied = [("us-cv-hornet", ""), ("uk-cve-1", ""), ("us-n-enterprise", "aboard")];
    assert_eq!(stack_at_sea(&allied), nothing(), "the group of the US carrier lies on the British one");
    let cargo = [("us-stp-1", ""), ("us-cv-hornet", ""), ("us-f-211", "aboard")];
    assert_eq!(stack_at_sea(&cargo), nothing(), "an army fighter as cargo of the transport");
    let ferry = [("us-cv-hornet", ""), ("us-cve-1", ""), ("us-f-211", "aboard reduced"), ("us-dd", "")];
    assert_eq!(stack_at_sea(&ferry), nothing(), "the fleet carrier ferries it");
    let full = [("jp-cv-kaga", ""), ("jp-n-kaga", "aboard"), ("jp-n-akagi", "aboard"), ("jp-n-1", "aboard")];
    assert_eq!(stack_at_sea(&full), surely("ATPO-A11"), "one deck does not hold three groups");
}

#[test]
fn a_destroyed_chit_may_lie_on_any_installation_of_a_port() {
    for other in ["small-airbase", "fortification", "coastal-fort"] {
        let text = format!("at W3825: chit:{other}\nat W3825: chit:destroyed\nat W3825 docked: jp-ca-chokai");
        assert_eq!(told(&text), suspicious("ATPO-P03"), "{other}");
        let on_it = format!("at W3825: chit:{other}, chit:destroyed\nat W3825 docked: jp-ca-chokai");
        assert_eq!(told(&on_it), nothing(), "{other}");
    }
    let two = "at W3825: chit:small-airbase\nat W3825: 2 x chit:destroyed\nat W3825 docked: jp-ca-chokai";
    assert_eq!(told(two), surely("ATPO-P03"), "one of two chits must mean the port");
    let by_layer =
        "at W3825: chit:small-airbase destroyed\nat W3825: chit:destroyed\nat W3825 docked: jp-ca-chokai";
    assert_eq!(told(by_layer), surely("ATPO-P03"), "the airfield says by itself that it is destroyed");
    let major = "at W2112: chit:destroyed, chit:small-airbase\nat W2112 docked: 16 x uk-dd-1";
    assert_eq!(told(major), nothing(), "the chit may lie on the airbase or the permanent fort");
}

#[test]
fn air_supply_is_aboard_the_air_transports_of_its_hex() {
    let field = "at W5022: chit:small-airbase, 5 x chit:air-supply";
    assert_eq!(told(&format!("{field}, jp-atp-1")), nothing(), "two points and three bases");
    assert_eq!(told(&format!("{field}, jp-atp-1 reduced")), surely("ATPO-L03"), "one point and three bases");
    assert_eq!(told(field), surely("ATPO-L03"));
    let draft = "at W5021: chit:small-airbase, 3 x chit:air-supply";
    assert_eq!(told(&format!("{draft}, jp-atp-1")), nothing(), "two points and a base");
    assert_eq!(told(draft), suspicious("ATPO-L03"), "the rules say of this hex only that it is no coast");
}

#[test]
fn stacking_is_checked_when_a_combat_step_ends() {
    let nine = ["jp-inf-2 reduced"; 9].join(", ");
    let cases = [
        ("ATPO-S01", format!("at W5021: {nine}")),
        ("ATPO-S02", format!("at W3733: {nine}")),
        ("ATPO-S03", "at W5021: 5 x jp-para-1".to_owned()),
        ("ATPO-S04", "at W5109: cn-inf-5, cn-inf-6".to_owned()),
    ];
    for (id, text) in cases {
        for phase in ["OL.2", "OL.4", "OL.5"] {
            let checked = check_text(&format!("phase: {phase}\n{text}"));
            assert_eq!(ids(&checked), [""; 0], "{id} in {phase}");
            let reason = checked.not_checked.iter().find(|entry| entry.id == id).map(|entry| &entry.reason);
            assert!(
                reason.is_some_and(|reason| reason.contains("at the end of the step")),
                "{id}: {reason:?}"
            );
        }
        assert_eq!(told(&format!("phase: OL\n{text}")), suspicious(id), "any step of the phase");
        for phase in ["OL.3", "OL.6", "EN.5"] {
            assert_eq!(told(&format!("phase: {phase}\n{text}")), surely(id), "{phase}");
        }
    }
}

#[test]
fn a_submarine_with_transports_only_is_suspicious() {
    assert_eq!(told("at W3031: us-ss-1, us-stp-1"), suspicious("ATPO-S18"));
    assert_eq!(told("at W3031: us-ss-1, us-stp-1, us-dd"), surely("ATPO-S18"));
    assert_eq!(told("date: 1944-08\nat W3031: jp-ss-1, jp-kaiten, jp-stp-1"), suspicious("ATPO-S18"));
    assert_eq!(told("at W3825 docked: jp-ss-1, jp-stp-1"), nothing());
}

#[test]
fn chinese_units_share_a_hex_of_the_mainland_illegally_and_of_hainan_suspiciously() {
    for hainan in ["W3315", "W3215"] {
        assert_eq!(told(&format!("at {hainan}: cn-inf-5, cn-inf-6")), suspicious("ATPO-S04"), "{hainan}");
    }
    for mainland in ["W4013", "W4221", "W3517", "W4117"] {
        assert_eq!(told(&format!("at {mainland}: cn-inf-5, cn-inf-6")), surely("ATPO-S04"), "{mainland}");
    }
    assert_eq!(told("at W3507: cn-inf-5, cn-inf-6"), nothing(), "in Burma they may");
}

#[test]
fn french_and_japanese_units_in_indochina_may_not_be_at_war() {
    let shared = "date: 1941-08\nat W3412: fr-inf-tonkin, jp-inf-5";
    assert_eq!(told(shared), suspicious("ATPO-S09"));
    assert_eq!(told("date: 1941-08\nat W3412: fr-inf-tonkin, th-inf-1"), suspicious("ATPO-S09"));
    assert_eq!(told(&format!("{shared}, cn-inf-5")), surely("ATPO-S09"), "the Chinese are at war");
    let port = "date: 1941-08\nat W2713: fr-inf-cochin\nat W2713 docked: jp-ca-chokai";
    assert_eq!(told(port), suspicious("ATPO-P06"));
}

#[test]
fn paratroops_drop_among_enemies_in_the_combat_step() {
    let text = "at W5021: jp-inf-2, us-para-503";
    assert_eq!(told(&format!("phase: OL.4\n{text}")), suspicious("ATPO-Z17"), "it may still have to attack");
    assert_eq!(told(&format!("phase: OL.6\n{text}")), surely("ATPO-S09"));
}

#[test]
fn steps_and_transport_points_follow_from_the_faces() {
    let five = "jp-inf-2, jp-inf-3, jp-inf-4, jp-inf-5, jp-inf-6";
    for clear in ["W5021", "W4117", "E5532"] {
        assert_eq!(told(&format!("at {clear}: {five}")), surely("ATPO-S01"), "{clear}");
    }
    let three = "us-marine-1, us-marine-2, us-marine-3";
    assert_eq!(told(&format!("at E2720: {three}")), nothing());
    assert_eq!(told(&format!("at E2720: {three}, us-marine-rgt-1, chit:fortification")), nothing());
    assert_eq!(told("at E2720: us-marine-1, us-marine-2, us-marine-rgt-1"), nothing());
    assert_eq!(told(&format!("at W3733: {three}")), suspicious("ATPO-S02"), "no city, four steps");
    let lift = |cargo: &str| format!("at W3031: jp-stp-1\nat W3031 aboard jp-stp-1: {cargo}");
    assert_eq!(told(&lift("jp-inf-2, jp-inf-3")), nothing());
    assert_eq!(told(&lift("jp-inf-2, jp-inf-3, jp-inf-4")), surely("ATPO-C01"));
}

#[test]
fn what_the_data_give_as_legal_is_not_reported_because_they_may_be_wrong() {
    let deck = |cargo: &str| told(&format!("at W3031: jp-cv-kaga\nat W3031 aboard jp-cv-kaga: {cargo}"));
    assert_eq!(deck("jp-n-kaga"), nothing(), "a group as strong as its deck");
    assert_eq!(deck("jp-n-1 reduced, jp-n-ryujo"), nothing(), "two and two on a deck of four");
    assert_eq!(deck("jp-n-1, jp-n-ryujo"), suspicious("ATPO-A11"), "three and two, by values of ours");
}

const SET_UPS: [&str; 4] = ["july-1937", "december-1941", "midway", "guadalcanal"];

#[test]
fn no_set_up_has_a_finding_in_any_phase() {
    for name in SET_UPS {
        let text = read(&format!("oob/atpo/scenarios/{name}.txt")).unwrap();
        for phase in ["WX.1", "NA.1", "OL.3", "OS.2", "MV.1", "EN.2", "EN.5", "SE.6", "SE.7"] {
            let (mut scenario, faults) = notation::read(name, &text, &pack().terms.words);
            assert!(faults.is_empty(), "{faults:?}");
            scenario.phase = Some(phase.into());
            let (situation, faults) = from_scenario(&pack(), name, &scenario);
            assert!(faults.is_empty(), "{faults:?}");
            assert!(situation.untold.is_empty(), "{name}: {:?}", situation.untold);
            let checked = check(situation);
            // These fleets would have gone home by the end of the season's last month (3.7.1).
            let is_out = ["december-1941", "midway"].contains(&name) && phase.starts_with("EN.");
            let found: BTreeSet<&str> = checked.findings.iter().map(|finding| finding.id.as_str()).collect();
            let due: BTreeSet<&str> = is_out.then_some("ATPO-L07").into_iter().collect();
            assert_eq!(found, due, "{name} in {phase}: {:#?}", checked.findings);
        }
    }
}

/// Fewer units and weaker ones are as legal as the set-up itself.
#[test]
fn no_thinned_or_depleted_set_up_has_an_illegal_finding() {
    let pack = pack();
    let leaves = |id: &str| {
        let entry = pack.catalogue.get(id);
        entry.is_some_and(|entry| entry.family == "land" || entry.family == "air")
    };
    for name in SET_UPS {
        let text = read(&format!("oob/atpo/scenarios/{name}.txt")).unwrap();
        for seed in 1..=12_u32 {
            let (mut scenario, _) = notation::read(name, &text, &pack.terms.words);
            let mut state = seed;
            let mut toss = || {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                state >> 30
            };
            for placed in scenario.placements.iter_mut().map(|placement| &mut placement.pieces) {
                // The chit of a unit goes with it.
                let mut left = false;
                placed.retain(|piece| {
                    left = if piece.chit && piece.id == "elite" {
                        left
                    } else {
                        leaves(&piece.id) && toss() == 0
                    };
                    !left
                });
                for piece in placed.iter_mut().filter(|piece| leaves(&piece.id)) {
                    if toss() == 0 {
                        piece.states.insert("reduced".into());
                    }
                }
            }
            let (situation, faults) = from_scenario(&pack, name, &scenario);
            assert!(faults.is_empty(), "{faults:?}");
            let checked = check(situation);
            // The border of Manchukuo asks for units, so that a thinner army is at fault there (17.5).
            let at_fault: Vec<&Finding> =
                illegal(&checked).into_iter().filter(|finding| finding.id != "ATPO-X10").collect();
            assert!(at_fault.is_empty(), "{name}, seed {seed}: {at_fault:#?}");
        }
    }
}

#[test]
fn a_task_force_in_a_tray_is_one_force() {
    let aboard = |stack: &str| {
        vec![
            seen("1", "jp-tf-3", "W3031", ("chit", 0), &[]),
            seen("2", "jp-stp-1", "TF 3", ("a", 0), &[("Ride", 1), ("Berth", 1)]),
            seen("3", "jp-inf-2", "TF 3", (stack, 1), &[("Ride", 2), ("Beach", 1)]),
            seen("4", "jp-cv-kaga", "TF 3", ("a", 2), &[("Ride", 1), ("Berth", 1)]),
            seen("5", "jp-n-kaga", "TF 3", (stack, 3), &[("Ride", 2)]),
        ]
    };
    for stack in ["a", "b"] {
        let situation = of_pieces(aboard(stack), Clock::default());
        assert!(situation.untold.is_empty(), "{:?}", situation.untold);
        let checked = check(situation);
        assert!(checked.findings.is_empty(), "{stack}: {:#?}", checked.findings);
    }
    let text = "game: atpo\ndate: 1942-08\nat W3031: chit:jp-tf-3\ntray 3: jp-stp-1";
    assert!(check(direct(&pack(), "x", text)).findings.is_empty());
}
