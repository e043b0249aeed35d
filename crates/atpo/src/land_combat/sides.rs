//! The keys of both sides of an attack: the same values under names of their own.

use crate::forces::{ATTACKER, DEFENDER};
use liege_rules::play::inputs::Inputs;
use liege_rules::play::procedure::Role;

/// The keys of one side.
pub(super) struct SideKeys {
    pub(super) troops: &'static str,
    pub(super) steps: &'static str,
    pub(super) units: &'static str,
    pub(super) nation: &'static str,
    pub(super) general: &'static str,
    pub(super) aura: &'static str,
    pub(super) air: &'static str,
    pub(super) heavy: &'static str,
    pub(super) fighters: &'static str,
    pub(super) dd: &'static str,
    pub(super) cl: &'static str,
    pub(super) gunnery: &'static [&'static str],
    pub(super) supply: &'static str,
    pub(super) out_of_supply: &'static str,
    pub(super) role: Role,
    pub(super) home: &'static str,
}

pub(super) const ATTACK: SideKeys = SideKeys {
    troops: "attack",
    steps: "attack-steps",
    units: "attack-units",
    nation: "attack-nation",
    general: "attack-general",
    aura: "attack-aura",
    air: "attack-air",
    heavy: "attack-heavy",
    fighters: "attack-fighters",
    dd: "dd",
    cl: "cl",
    gunnery: &["gunnery", "ca-gunnery", "bb-gunnery"],
    supply: "attack-supply",
    out_of_supply: "attack-out-of-supply",
    role: ATTACKER,
    home: "attack-home",
};

pub(super) const DEFENCE: SideKeys = SideKeys {
    troops: "defence",
    steps: "defence-steps",
    units: "defence-units",
    nation: "defence-nation",
    general: "defence-general",
    aura: "defence-aura",
    air: "defence-air",
    heavy: "defence-heavy",
    fighters: "defence-fighters",
    dd: "defence-dd",
    cl: "defence-cl",
    gunnery: &["defence-gunnery"],
    supply: "defence-supply",
    out_of_supply: "defence-out-of-supply",
    role: DEFENDER,
    home: "defence-home",
};

/// A bare number under a key that also takes units.
pub(super) fn plain_count(inputs: &Inputs, key: &str) -> Option<u16> {
    let value = inputs.value(key)?;
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    text.trim().parse().ok().filter(|count| *count <= 1000)
}
