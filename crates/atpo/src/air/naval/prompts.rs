//! The questions of an air-naval attack, for orders and their template, and the words of policies that answer them.

use super::battle::AirAttack;
use super::state::AirAttackState;
use crate::forces::{ATTACKER, DEFENDER};
use crate::sea::ship::ShipClass;
use liege_rules::play::procedure::{OrdersName, Prompt};

/// Those that say which ship is attacked, and with it who is next.
const AIM_WORDS: &[&str] = &[
    "weakest",
    "strongest",
    "damaged",
    "carriers",
    "transports",
    "cautious",
    "balanced",
    "aggressive",
    "hold",
];

/// Which air unit attacks next.
pub(super) const PICK: Prompt = Prompt {
    by: ATTACKER,
    label: "next",
    names: OrdersName::Nothing,
    text: "the air unit that attacks next",
    answers: &["NAME OF AN AIR UNIT"],
    policies: AIM_WORDS,
    rule: "4.10.2",
};

/// Which ship is attacked.
pub(super) const TARGET: Prompt = Prompt {
    by: ATTACKER,
    label: "target",
    names: OrdersName::About,
    text: "the ship that this unit attacks, once for each attack, or hold: no attack more",
    answers: &["NAME OF A SHIP", "hold"],
    policies: AIM_WORDS,
    rule: "4.10.2",
};

/// Whether Magic is used.
pub const MAGIC: Prompt = Prompt {
    by: ATTACKER,
    label: "magic",
    names: OrdersName::About,
    text: "whether the Magic chit is used for this attack",
    answers: &["use", "keep"],
    policies: &["use", "keep", "cautious", "balanced", "aggressive"],
    rule: "17.10.2.1.1",
};

/// All of them.
pub(super) const PROMPTS: &[Prompt] = &[PICK, TARGET, MAGIC, Prompt { by: DEFENDER, ..MAGIC }];

/// Who is next: the one with the fewest attacks for a cautious side, else the one with the most.
pub(super) fn pick_tags(most: bool, fewest: bool) -> Vec<&'static str> {
    let few = |word: &str| matches!(word, "weakest" | "cautious");
    AIM_WORDS.iter().copied().filter(|word| if few(word) { fewest } else { most }).collect()
}

/// The carrier that is nearest to sinking, of these the one with the least Armor.
pub(super) fn carrier(attack: &AirAttack, state: &AirAttackState, ships: &[usize]) -> Option<usize> {
    let carriers =
        [ShipClass::Carrier, ShipClass::LightCarrier, ShipClass::BattleshipCarrier, ShipClass::EscortCarrier];
    let is_carrier = |ship: &usize| carriers.contains(&attack.ships[*ship].class);
    let of = |ship: &usize| (state.afloat.left(*ship), state.afloat.armor(&attack.ships, *ship));
    ships.iter().copied().filter(is_carrier).min_by_key(of)
}

/// Magic goes to the first attack, unless its owner is cautious.
pub fn magic_tags(yes: bool) -> (&'static str, Vec<&'static str>) {
    if yes { ("use", vec!["use", "balanced", "aggressive"]) } else { ("keep", vec!["keep", "cautious"]) }
}
