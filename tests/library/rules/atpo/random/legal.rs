//! No random legal position has a finding.

use std::fmt::Write;

use super::{check_text, world};
use crate::positions::legal;
use crate::volume;

#[test]
fn random_legal_positions_have_no_finding() {
    let mut wrong = String::new();
    let mut at_fault = 0;
    for seed in 0..volume::asked("LIEGE_POSITIONS", 60) {
        let text = legal(world(), seed).text();
        let checked = check_text(&text);
        if !checked.findings.is_empty() {
            at_fault += 1;
            for finding in &checked.findings {
                let _ = writeln!(
                    wrong,
                    "seed {seed}: {} {:?}: {}",
                    finding.id, finding.severity, finding.message
                );
            }
            if at_fault <= 3 {
                let _ = writeln!(wrong, "{text}");
            }
        }
    }
    assert!(wrong.is_empty(), "{at_fault} positions are accused:\n{wrong}");
}

#[test]
fn random_positions_hold_all_families_in_all_states() {
    let mut missing = vec![
        "docked",
        "aloft",
        "pinned",
        "aboard",
        "reduced",
        "standby",
        "active",
        "committed",
        "current",
        "used",
        "out-of-supply",
        "building",
        "destroyed",
        "control: ",
        "tray ",
        "-inf-",
        "-para",
        "-hq-",
        "-gen-",
        "-adm-",
        "-cv-",
        "-ss-",
        "-stp-",
        "-atp-",
        "-n-",
        "-fp-",
        "-partisan",
        "coastwatchers",
        "firebombed",
        "a-bomb",
        "dirt-airstrip",
        "harbor-enlargement",
        "magic",
        "jn25",
        "fuel-oil",
        "sea-supply",
        "air-supply",
        "elite",
        "evasion",
        "-night",
        "jp-kamikaze",
        "jp-ohka",
        "us-b25",
        "jp-kaiten",
        "-ac-",
        "-tf-dummy",
        "atrocity",
        "-lend-",
        "Replenishment",
        "Force Pool",
    ];
    for text in (0..600).map(|seed| legal(world(), seed).text()) {
        missing.retain(|word| !text.contains(word));
        if missing.is_empty() {
            return;
        }
    }
    panic!("no position has {missing:?}");
}
