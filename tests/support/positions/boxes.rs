//! What is out of play: force pools, the Replenishment boxes, and purchases that wait on the Turn Track.

use super::layout::{At, Layout};

/// The nations with pools of their own.
const POOLS: [(&str, &str); 6] = [
    ("JP", "Japan Force Pool"),
    ("US", "US Force Pool"),
    ("UK", "UK Force Pool"),
    ("AU", "Australia Force Pool"),
    ("CN", "China Force Pool"),
    ("SU", "Soviet Force Pool"),
];

/// Puts counters into boxes that may hold them.
pub fn fill(layout: &mut Layout<'_>) {
    for _ in 0..layout.dice.between(0, 3) {
        let (nation, pool) = layout.dice.one(&POOLS).copied().unwrap_or(POOLS[0]);
        // Carriers would leave aircraft behind that are named for them.
        let (family, kinds): (_, &[&str]) = match layout.dice.below(3) {
            0 => ("land", &[]),
            1 => ("air", &["F", "B"]),
            _ => ("ships", &["CA", "DD", "SS", "BB"]),
        };
        let units: Vec<_> = layout.find(family, kinds, nation).into_iter().collect();
        layout.put(At::in_box(pool), "", units);
    }
    if layout.time.within("OL.1", "EN.2") && layout.dice.in_hundred(20) {
        let lost: Vec<_> = layout.find("land", &["infantry"], "CN").into_iter().collect();
        layout.put(At::in_box("China Replenishment"), "", lost);
    }
    if layout.dice.in_hundred(20) {
        let season = layout.dice.one(&["Winter", "Spring", "Summer", "Autumn"]).copied().unwrap_or("Winter");
        let bought: Vec<_> = layout.find("ships", &["CV", "BB", "DD"], "US").into_iter().collect();
        layout.put(At::in_box(season), "", bought);
    }
}
