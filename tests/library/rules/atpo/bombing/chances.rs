//! Exact chances against a second way of counting, which knows nothing of the procedures: all pairs of dice by hand.

use std::collections::BTreeMap;

use super::{Call, call, cell, column};

type Weights = BTreeMap<String, u64>;

/// The chances of a procedure over one total.
fn told(procedure: &str, words: &[&str], policies: &[(&'static str, &str)]) -> (Weights, u64) {
    let (rows, of) = Call { policies, ..call(procedure, words) }.weights();
    (rows.into_iter().collect(), of)
}

/// The same as shares of the whole.
fn same((rows, of): (Weights, u64), by_hand: &Weights) {
    let all: u64 = by_hand.values().sum();
    let told: BTreeMap<&String, u64> = rows.iter().map(|(result, weight)| (result, weight * all)).collect();
    let hand: BTreeMap<&String, u64> = by_hand.iter().map(|(result, weight)| (result, weight * of)).collect();
    assert_eq!(told, hand);
}

/// Every pair of faces.
fn pairs() -> impl Iterator<Item = u8> + Clone {
    (1..=6u8).flat_map(|one| (1..=6u8).map(move |other| one + other))
}

#[test]
fn chances_of_a_strategic_bombing_are_those_of_all_pairs() {
    // 60, a city that is no home city: 30; with a resource one column more; three B-29 at +1.
    let mut by_hand = Weights::new();
    for dice in pairs() {
        let (number, star) = cell(dice + 3, column(30).unwrap() + 1);
        let hit = if star { ", B-29 #1 depleted" } else { "" };
        *by_hand.entry(format!("{} EP{hit}", number.unwrap_or(0))).or_default() += 1;
    }
    let words = ["bombers=3 x B-29:B 20-20[4] 10-20[4] US", "target=city,resource", "initiative=attacker"];
    same(told("R03", &words, &[("attacker", "balanced")]), &by_hand);
}

#[test]
fn chances_of_fire_convoys_and_a_bombs_are_those_of_all_pairs() {
    let (mut fire, mut convoy, mut bomb) = (Weights::new(), Weights::new(), Weights::new());
    for dice in pairs() {
        let (number, star) = cell(dice + 1, 9);
        let (ep, hit) = (number.unwrap_or(0), if star { ", B-29 depleted" } else { "" });
        *fire.entry(format!("{ep} EP, Firebombed{hit}")).or_default() += 1;
        // 100 less a city and the first bomb, with no income.
        let told = if 60 + ep >= 100 - 10 - 15 { "Japan surrenders" } else { "no surrender" };
        *bomb.entry(format!("{ep} EP, A-bombed{hit}; {told}")).or_default() += 1;
        let (number, star) = cell(dice, column(13).unwrap());
        let hit = if star { ", C eliminated" } else { "" };
        *convoy.entry(format!("{} EP{hit}", number.unwrap_or(0))).or_default() += 1;
    }
    let b29 = "B-29:B 20-20[4] 10-20[4] US";
    same(told("R04", &[&format!("bombers={b29}")], &[]), &fire);
    let words = [&format!("bomber={b29}"), "income=0", "lost=60", "home-cities=1"];
    same(told("R08", &words, &[]), &bomb);
    let words = ["bombers=A:B 9-16 JP, C:B 4-16 JP depleted", "route=us"];
    same(told("R05", &words, &[("defender", "weakest")]), &convoy);
}

#[test]
fn chances_of_two_targets_that_hang_on_one_another_are_those_of_all_pairs() {
    // A of 20 at a large airbase of a hex of 3; C of 8 at the port, which is at 3, or 1 once the base is gone.
    let mut by_hand = Weights::new();
    for first in pairs() {
        for second in pairs() {
            let (base, base_star) = cell(first, column(20).unwrap());
            let destroyed = base.is_some_and(|number| number >= 3);
            let (port, port_star) = cell(second, column(8).unwrap());
            let reached = port.is_some_and(|number| number >= if destroyed { 1 } else { 3 });
            let word = |destroyed: bool| if destroyed { "destroyed" } else { "no effect" };
            let mut told = format!("large airbase: {}, port: {}", word(destroyed), word(reached));
            if base_star {
                told += ", A depleted";
            }
            if port_star {
                told += ", C eliminated";
            }
            // The defender gives the weak one first, the attacker takes the strong one.
            let steps = if destroyed { first.saturating_sub(9) } else { 0 };
            told += match steps {
                0 => "",
                1 => ", W eliminated",
                2 => ", W eliminated, S depleted",
                _ => ", W eliminated, S eliminated",
            };
            *by_hand.entry(told).or_default() += 1;
        }
    }
    let words = [
        "bombers=A:B 20-16, C:B 8-16 depleted",
        "target=large-airbase: A; port: C",
        "capacity=3",
        "grounded=S:F 6-6/3, W:F 2-6/3 depleted",
    ];
    let by_hand = by_hand
        .into_iter()
        .map(|(told, weight)| {
            // The report lists the aircraft in the order given.
            let told = told.replace(", W eliminated, S depleted", ", S depleted, W eliminated");
            (told.replace(", W eliminated, S eliminated", ", S eliminated, W eliminated"), weight)
        })
        .collect();
    same(told("R37", &words, &[("attacker", "aggressive"), ("defender", "cautious")]), &by_hand);
}
