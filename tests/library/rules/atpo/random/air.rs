//! Strikes from the air in random legal positions: each comes to its end, and nothing illegal is new in what it leaves.

use liege::rules::procedure::Ending;

use super::sea::{edit, fight, how_many, illegal, open};
use super::world;
use crate::positions::legal;

/// Strikes of one position that are flown: the first of those that could be.
const OF_EACH: usize = 3;

#[test]
fn random_strikes_end_and_leave_nothing_illegal_that_is_new() {
    let (mut flown, mut hit, mut wrong) = (0, 0, Vec::new());
    for seed in 0..how_many(30) {
        let layout = legal(world(), seed);
        let before = layout.text();
        let asked = open(&before);
        let known = illegal(&before);
        let strikes = asked
            .possible_battles()
            .into_iter()
            .filter(|battle| battle.procedure == "ATPO-STRIKE" && battle.refused.is_none());
        for (number, mut battle) in (0u64..).zip(strikes.take(OF_EACH)) {
            // Every other strike looks for its ships first.
            if (seed + number) % 2 == 0 || !battle.inputs.contains_key("scout") {
                battle.inputs.insert("located".into(), "yes".into());
            }
            if battle.inputs.contains_key("target") {
                battle.inputs.insert("initiative".into(), "attacker".into());
            }
            let phase = battle.inputs.get("phase").and_then(|phase| phase.as_str()).unwrap_or_default();
            if matches!(phase, "end" | "sea-offensive") {
                battle.inputs.insert("moving".into(), "yes".into());
            }
            let report = fight(&battle, seed * 7 + number);
            // A strength below each column of the Bombing Table attacks nothing.
            if report.refused.iter().any(|refusal| refusal.rule == "4.13.2") {
                continue;
            }
            flown += 1;
            let told = || format!("seed {seed}, {}: {} {:?}", battle.id, report.result, report.lines.last());
            assert!(report.status == Ending::Done, "{}: {:?}", told(), report.refused);
            hit += usize::from(!report.deeds.is_empty());
            let mut after = layout.clone();
            edit(&mut after, &asked.changes(&battle, &report.deeds));
            let text = after.text();
            let new: Vec<_> = illegal(&text).difference(&known).cloned().collect();
            if !new.is_empty() {
                wrong.push(format!("{}: {new:?}", told()));
            }
        }
    }
    assert!(flown > 10 && hit > 5, "only {flown} strikes were flown, {hit} of them did something");
    assert!(wrong.is_empty(), "{} of {flown}:\n{}", wrong.len(), wrong.join("\n"));
}
