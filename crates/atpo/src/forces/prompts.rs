//! The questions that battles have in common, with the words of their policies.

use super::ATTACKER;
use liege_rules::play::procedure::{OrdersName, Prompt};

/// The words of a policy for the unit that is weakest, strongest, least and most reduced.
pub const LOSS_POLICIES: [&str; 4] = ["weakest", "strongest", "spread", "reduced"];

/// The words of a policy for what a side is like, whatever it is asked.
pub const ATTITUDES: [&str; 3] = ["cautious", "balanced", "aggressive"];

/// Which unit loses a step; the attacker is asked where nothing else is said.
pub const LOSS: Prompt = Prompt {
    by: ATTACKER,
    label: "loss",
    names: OrdersName::Answer,
    text: "the unit that loses a step, once for each step",
    answers: &["NAME OF A UNIT"],
    policies: &["weakest", "strongest", "spread", "reduced", "cautious", "balanced", "aggressive"],
    rule: "11.6.6.1",
};
