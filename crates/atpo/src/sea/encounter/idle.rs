//! Values that mean nothing in an encounter: of mines where nobody meets any, of chits that nobody has, of a die that nobody
//! rolls.

use crate::sea::interception::is_told;
use liege_rules::inputs::{Inputs, KeyFault};

/// Keys that are read only beside one of others, with what they say without.
const BESIDE: [(&[&str], &[&str], &str); 5] = [
    (
        &["mines"],
        &["into-port", "port", "enlarged", "coastal-fort", "mover-fort"],
        "says whose the mines are, and nobody comes past any",
    ),
    (
        &["near-japan", "us-gunnery", "gunnery"],
        &["evasion-chits"],
        "counts for an Evasion chit, and none is at hand",
    ),
    (
        &["hex"],
        &["into-port", "port", "enlarged", "fortress"],
        "names a port or a fortress, and there is none",
    ),
    (&["fortified"], &["into-port", "port", "enlarged"], "is of a port that is entered, and none is"),
    (&["destroyed"], &["fortress"], "is of a fortress, and none is given"),
];

/// Keys of the die of a search and of what may follow it.
const OF_A_DIE: [&str; 8] =
    ["within", "leaves-port", "convoy-attack", "air", "int", "weather", "inclement", "night-chits"];

/// Every value that nothing would read.
pub(super) fn of(inputs: &Inputs) -> Vec<KeyFault> {
    let mut faults: Vec<KeyFault> = Vec::new();
    if inputs.yes("sea-area") && inputs.yes("coastal") {
        let fault =
            KeyFault::new("sea-area", "says that they meet in a large sea area, and coastal=yes holds");
        faults.push(fault.help("leave sea-area out, or give coastal=no"));
    }
    for (keys, beside, told) in BESIDE {
        if beside.iter().any(|key| is_told(inputs, key)) {
            continue;
        }
        let idle = keys.iter().filter(|key| is_told(inputs, key));
        let help = format!("leave it out, or give {}", beside.join(", "));
        faults.extend(idle.map(|key| KeyFault::new(key, told).help(help.clone())));
    }
    if let Some(case) = inputs.word("automatic") {
        let idle = OF_A_DIE.into_iter().filter(|key| is_told(inputs, key));
        let told = format!("counts where a die is rolled, and automatic={case} needs none");
        faults.extend(idle.map(|key| KeyFault::new(key, &*told).help("leave it out")));
    }
    faults
}
