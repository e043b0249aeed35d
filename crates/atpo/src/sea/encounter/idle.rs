//! Values that mean nothing in an encounter: of mines where nobody meets any, of chits that nobody has, of a die that nobody
//! rolls.

use crate::sea::interception::is_told;
use liege_rules::play::inputs::{Inputs, KeyFault};

/// Keys that are read only beside one of others, with what they say without.
const BESIDE: [(&[&str], &[&str], &str); 5] = [
    (
        &["mines"],
        &["into-port", "port", "enlarged", "coastal-fort", "mover-fort"],
        "says whose the mines are, but no ships pass any",
    ),
    (
        &["near-japan", "us-gunnery", "gunnery"],
        &["evasion-chits"],
        "counts for an Evasion chit, but there is none",
    ),
    (
        &["hex"],
        &["into-port", "port", "enlarged", "fortress"],
        "names a port or a fortress, but there is none",
    ),
    (&["fortified"], &["into-port", "port", "enlarged"], "applies to entering a port, but none is entered"),
    (&["destroyed"], &["fortress"], "applies to a fortress, but none is given"),
];

/// Keys of the die of a search and of what may follow it.
const OF_A_DIE: [&str; 8] =
    ["within", "leaves-port", "convoy-attack", "air", "int", "weather", "inclement", "night-chits"];

/// Every value that nothing would read.
pub(super) fn of(inputs: &Inputs) -> Vec<KeyFault> {
    let mut faults: Vec<KeyFault> = Vec::new();
    if inputs.yes("sea-area") && inputs.yes("coastal") {
        let fault =
            KeyFault::new("sea-area", "says that they meet in a large sea area, but coastal=yes is given");
        faults.push(fault.help("leave out sea-area, or give coastal=no"));
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
        let told = format!("counts for a die roll, but automatic={case} needs none");
        faults.extend(idle.map(|key| KeyFault::new(key, &*told).help("leave it out")));
    }
    faults
}
