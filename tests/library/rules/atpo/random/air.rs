//! Strikes from the air in random legal positions: each comes to its end, and nothing illegal is new in what it leaves.

use liege::rules::play::procedure::Ending;

use super::sea::{edit, fight, fight_by, illegal, open};
use super::world;
use crate::positions::{At, legal};
use crate::volume;

/// Strikes of one position that are flown: the first of those that could be.
const OF_EACH: usize = 3;

#[test]
fn random_strikes_end_and_leave_nothing_illegal_that_is_new() {
    let (mut flown, mut hit, mut wrong) = (0, 0, Vec::new());
    for seed in 0..volume::asked("LIEGE_SEA_BATTLES", 30) {
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
                ["scout", "hexes", "further-scouts"].iter().for_each(|key| _ = battle.inputs.remove(*key));
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

/// A battle on land.
const LAND: &str = "ATPO-R39";

/// What decides on the ground, beside what does in the air.
const ON_LAND: &str = "weakest,stand,together,advance,evacuate";

#[test]
fn random_battles_on_land_with_aircraft_of_both_sides_end_and_leave_nothing_illegal_that_is_new() {
    let (mut fought, mut hit, mut wrong) = (0, 0, Vec::new());
    for seed in 0..volume::asked("LIEGE_SEA_BATTLES", 400) {
        let bare = legal(world(), seed);
        // Whoever flies is Committed, and no mark of that is left in these steps.
        if bare.time.within("EN.5", "SE.7") {
            continue;
        }
        let possible = open(&bare.text()).possible_battles();
        let on_land = possible.iter().filter(|battle| battle.procedure == LAND && battle.refused.is_none());
        for (number, of_ground) in (0u64..).zip(on_land.take(OF_EACH)) {
            let mut layout = bare.clone();
            let Ok(hex) = of_ground.place.location.parse() else { continue };
            for nation in ["JP", "US", "CN"] {
                for kind in ["F", "FB", "B"] {
                    let flyer = layout.find("air", &[kind], nation);
                    layout.put(At::Hex(hex), "aloft", flyer.into_iter().collect());
                }
            }
            let before = layout.text();
            let (asked, known) = (open(&before), illegal(&before));
            let Some(battle) = asked.possible_battles().into_iter().find(|battle| battle.id == of_ground.id)
            else {
                continue;
            };
            if !battle.inputs.contains_key("air-combat") || battle.refused.is_some() {
                continue;
            }
            let report = fight_by(&battle, seed * 7 + number, ON_LAND);
            let told = || format!("seed {seed}, {}: {} {:?}", battle.id, report.result, report.lines.last());
            if report.status == Ending::Refused {
                continue;
            }
            assert!(report.status == Ending::Done, "{}: {:?}", told(), report.open);
            fought += 1;
            // What happens on the ground is another test's.
            let aloft = battle.forces.0.iter().filter(|force| !matches!(force.key, "attack" | "defence"));
            let aloft: Vec<&str> =
                aloft.flat_map(|force| &force.units).map(|unit| unit.piece.id.as_str()).collect();
            let mut changes = asked.changes(&battle, &report.deeds);
            changes.retain(|change| aloft.contains(&change.piece.as_str()));
            hit += usize::from(!changes.is_empty());
            let mut after = layout.clone();
            edit(&mut after, &changes);
            let new: Vec<_> = illegal(&after.text()).difference(&known).cloned().collect();
            if !new.is_empty() {
                wrong.push(format!("{}: {new:?}", told()));
            }
        }
    }
    assert!(
        fought > 12 && hit > 8,
        "only {fought} battles were fought, {hit} of them did something in the air"
    );
    assert!(wrong.is_empty(), "{} of {fought}:\n{}", wrong.len(), wrong.join("\n"));
}
