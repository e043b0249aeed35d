//! No random legal position has a finding.

use std::fmt::Write;

use super::{check_text, world};
use crate::positions::legal;

/// How many positions are tried; `LIEGE_POSITIONS` asks for more.
fn how_many(default: u64) -> u64 {
    std::env::var("LIEGE_POSITIONS").ok().and_then(|number| number.parse().ok()).unwrap_or(default)
}

#[test]
fn random_legal_positions_have_no_finding() {
    let mut wrong = String::new();
    let mut at_fault = 0;
    for seed in 0..how_many(60) {
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
