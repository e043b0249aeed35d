//! Which ship an attack is aimed at: the answers that a player may give, with the words of policies.

use std::cmp::Reverse;

use super::damage::Afloat;
use super::ship::NavalUnit;
use crate::forces::ATTACKER;
use liege_rules::play::procedure::{Offer, OrdersName, Prompt};

/// The words of a policy for the ship of least Armor, of most Armor, the one nearest to sinking, and sea transport; then
/// those of whole policies, which take the first, the third and the second of these.
pub const TARGET_POLICIES: [&str; 7] =
    ["weakest", "strongest", "damaged", "transports", "cautious", "balanced", "aggressive"];
/// The same where a side may also answer `hold`.
pub const TARGET_OR_HOLD: [&str; 8] =
    ["weakest", "strongest", "damaged", "transports", "cautious", "balanced", "aggressive", "hold"];
/// The same where a side may also answer `stop`.
pub const TARGET_OR_STOP: [&str; 8] =
    ["weakest", "strongest", "damaged", "transports", "cautious", "balanced", "aggressive", "stop"];

/// Which ship is attacked; the attacker is asked where nothing else is said.
pub const TARGET: Prompt = Prompt {
    by: ATTACKER,
    label: "target",
    names: OrdersName::Nothing,
    text: "the ship that is attacked, once for each attack",
    answers: &["NAME OF A SHIP"],
    policies: &TARGET_POLICIES,
    rule: "3.11.4.1",
};

/// One offer for each of some ships, tagged for policies; `key` makes what tells a ship from the other answers.
#[must_use]
pub fn offers<'b, K>(
    units: &'b [NavalUnit],
    afloat: &Afloat,
    ships: &[usize],
    key: impl Fn(usize) -> K,
) -> Vec<Offer<'b, K>> {
    let armor = |ship: usize| afloat.armor(units, ship);
    let all = || ships.iter().copied();
    let weakest = all().min_by_key(|ship| (armor(*ship), afloat.left(*ship)));
    let strongest = all().min_by_key(|ship| Reverse((armor(*ship), afloat.left(*ship))));
    let damaged = all().min_by_key(|ship| (afloat.left(*ship), armor(*ship)));
    let transport = all().find(|ship| units[*ship].is_transport());
    let picked = [weakest, strongest, damaged, transport, weakest, damaged, strongest];
    let offer = |ship: usize| {
        let tags = picked.iter().zip(TARGET_POLICIES).filter(|(at, _)| **at == Some(ship));
        Offer::new(units[ship].name.as_str(), tags.map(|(_, tag)| tag).collect(), key(ship))
    };
    all().map(offer).collect()
}
