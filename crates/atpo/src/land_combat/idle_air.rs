//! Values about the air that mean nothing in an attack: a fight of which nothing is told, fighters that meet nobody.

use super::aloft;
use crate::air::aircraft;
use crate::air::coordination::CarrierStack;
use crate::air::strike::TAKES;
use crate::air::strike::passage::{INTERCEPTORS, carriers};
use crate::forces::ATTACKER;
use crate::forces::unit::entries;
use liege_rules::play::inputs::{Inputs, KeyFault};
use liege_rules::play::procedure::Role;

/// Keys that only a fight in the air reads.
const OF_A_FIGHT: [&str; 8] = [
    "first",
    "quality-4",
    "air-magic",
    "magic-side",
    "attack-carriers",
    "launch-admiral",
    "defence-carriers",
    "defence-admiral",
];

/// The carriers of the attacker and of the defender, each with its Admiral.
const CARRIERS: [(&str, &str); 2] =
    [("attack-carriers", "launch-admiral"), ("defence-carriers", "defence-admiral")];

/// The defender's fighters and ground support.
const DEFENDERS: [&str; 5] =
    ["defence-air", INTERCEPTORS[0], INTERCEPTORS[1], INTERCEPTORS[2], INTERCEPTORS[3]];

/// Keys with those of which one must be given beside them, and what they say otherwise.
const BESIDE: [(&str, &[&str], &str); 10] = [
    (
        "interceptors",
        &["attack-air", "counter"],
        "have nobody to meet: neither attack-air nor counter has an air unit",
    ),
    ("way", &["attack-air"], WAY),
    ("way-2", &["attack-air"], WAY),
    ("way-3", &["attack-air"], WAY),
    ("counter", &DEFENDERS, "have nobody to meet: the defender has no air unit here"),
    ("attack-carriers", &["attack-air"], "have nothing to launch: attack-air has no air unit"),
    ("launch-admiral", &["attack-carriers"], "has no effect without attack-carriers"),
    ("defence-carriers", &DEFENDERS, "have nothing to launch: the defender has no air unit here"),
    ("defence-admiral", &["defence-carriers"], "has no effect without defence-carriers"),
    ("magic-side", &["air-magic"], "has no effect without air-magic"),
];

const WAY: &str = "has nobody to meet on its way: attack-air has no air unit";

/// Every value about the air that nothing would read.
pub(super) fn of(inputs: &Inputs) -> Vec<KeyFault> {
    let given = |key: &str| inputs.value(key).is_some();
    if aloft::is_fought_here(inputs) {
        return of_fight(inputs);
    }
    if inputs.yes_no("air-combat").is_none() {
        let idle = OF_A_FIGHT.into_iter().filter(|key| given(key));
        let fault =
            |key| KeyFault::new(key, "implies an air battle, but no unit is named that meets another");
        let help =
            "give air-combat=yes, or the units that meet them: interceptors, way, way-2, way-3, counter";
        return idle.map(|key| fault(key).help(help)).collect();
    }
    called_off(inputs)
}

/// Who is named beside a fight in the air and has no part in it.
fn of_fight(inputs: &Inputs) -> Vec<KeyFault> {
    if !["attack-air", "defence-air", "counter"].iter().any(|key| lists(inputs, key)) {
        let key = INTERCEPTORS.into_iter().find(|key| lists(inputs, key)).unwrap_or("air-combat");
        let fault = KeyFault::new(key, "no unit is in the air to be met");
        return vec![fault.help("attack-air: the air units that come, as printed: Flyers:B 4-9 2-9 US")];
    }
    let idle = |(key, beside, why): &(&'static str, &[&str], &str)| {
        let given = if *key == "magic-side" { inputs.value(key).is_some() } else { lists(inputs, key) };
        let idle = given && !beside.iter().any(|other| lists(inputs, other));
        idle.then(|| KeyFault::new(key, *why).help(format!("give {}, or leave it out", beside.join(", "))))
    };
    BESIDE.iter().filter_map(idle).collect()
}

/// Whether a key lists anything.
fn lists(inputs: &Inputs, key: &str) -> bool {
    let nobody = |text: &str| matches!(text.to_lowercase().as_str(), "none" | "no" | "");
    let one = |entry: &serde_json::Value| !entry.as_str().is_some_and(nobody);
    inputs.value(key).is_some_and(|value| entries(value).iter().any(one))
}

/// What cannot be read of a fight that is called off.
fn called_off(inputs: &Inputs) -> Vec<KeyFault> {
    let mut faults = Vec::new();
    for key in INTERCEPTORS.iter().chain(&["counter"]) {
        if let Some(value) = inputs.value(key) {
            faults.extend(aircraft(key, "the", value, TAKES, inputs.nations()).err().unwrap_or_default());
        }
    }
    for keys in CARRIERS {
        carriers(inputs, keys, &mut faults);
    }
    faults
}

/// The carriers of a side, where the fight in the air is called off.
pub(super) fn carriers_of(inputs: &Inputs, role: Role) -> Option<CarrierStack> {
    let [attackers, defenders] = CARRIERS;
    let keys = if role == ATTACKER { attackers } else { defenders };
    carriers(inputs, keys, &mut Vec::new()).filter(|_| !aloft::is_fought_here(inputs))
}
