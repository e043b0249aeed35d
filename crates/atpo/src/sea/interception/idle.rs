//! Values that mean nothing in a search without a die (3.8.3).

use liege_rules::play::inputs::{Inputs, KeyFault};

/// Keys of the die.
const OF_THE_DIE: [&str; 17] = [
    "convoy-attack",
    "within",
    "leaves-port",
    "coastal",
    "amphibious",
    "air",
    "located",
    "int",
    "weather",
    "zone",
    "inclement",
    "single",
    "in-port",
    "same-area",
    "admiral-l",
    "admiral-e",
    "magic",
];

/// Every value that nothing would read.
pub(super) fn of(inputs: &Inputs) -> Vec<KeyFault> {
    let Some(case) = inputs.word("automatic") else { return Vec::new() };
    let mut faults = Vec::new();
    let told = format!("counts for a die roll, but automatic={case} needs none");
    // How far they came is limited in a Sea Offensive, die or no die (3.6.3).
    let moved = (inputs.word("phase") != Some("offensive")).then_some("moved");
    let idle = OF_THE_DIE.into_iter().chain(moved).filter(|key| is_told(inputs, key));
    faults.extend(idle.map(|key| KeyFault::new(key, &*told).help("leave it out")));
    faults
}

/// Whether a key says more than no, nothing or none.
pub(in super::super) fn is_told(inputs: &Inputs, key: &str) -> bool {
    let number = inputs.number(key).is_some_and(|number| number != 0 || key == "within");
    let word = inputs.word(key).is_some_and(|word| !["fair", "0"].contains(&word));
    let list = inputs.value(key).is_some_and(serde_json::Value::is_array);
    inputs.yes(key) || number || word || list
}
