//! The questions that air combat asks, for orders and their template.

use super::abort;
use crate::forces::{ATTACKER, DEFENDER};
use liege_rules::play::procedure::{OrdersName, Prompt};

const FLIES_AS: Prompt = Prompt {
    by: ATTACKER,
    label: "flies as",
    names: OrdersName::About,
    text: "what this unit flies as; asked of FB, N and floatplanes of which nothing is told",
    answers: &["fighter", "bomber"],
    policies: &["fighters", "bombers", "cautious", "balanced", "aggressive"],
    rule: "4.8.3",
};

/// Whom a fighter attacks.
pub const TARGET: Prompt = Prompt {
    by: ATTACKER,
    label: "target",
    names: OrdersName::About,
    text: "which unit this fighter attacks",
    answers: &["NAME OF AN AIR UNIT"],
    policies: &["strongest", "weakest", "bombers", "fighters", "aggressive", "balanced", "cautious"],
    rule: "4.8.4, 4.8.6",
};

/// Whether Air Magic is used.
pub const MAGIC: Prompt = Prompt {
    by: ATTACKER,
    label: "air magic",
    names: OrdersName::About,
    text: "whether the Air Magic chit is used for this roll: for one's own, or against the enemy's",
    answers: &["use", "keep"],
    policies: &["use", "keep", "aggressive", "balanced", "cautious"],
    rule: "17.10.2.1.1",
};

/// Who aborts after the first round.
pub const ABORT: Prompt = Prompt {
    by: ATTACKER,
    label: abort::LABEL,
    names: OrdersName::Each {
        answer: "some",
        label: abort::UNIT_LABEL,
        alone: &[("yes", "all"), ("no", "none")],
    },
    text: "which units abort voluntarily after the first round",
    answers: &abort::ANSWERS,
    policies: &["abort", "stay", "cautious", "balanced", "aggressive"],
    rule: "4.8.3",
};

/// Whether one unit does.
pub const ABORT_UNIT: Prompt = Prompt {
    by: ATTACKER,
    label: abort::UNIT_LABEL,
    names: OrdersName::About,
    text: "whether this unit aborts; asked after some",
    answers: &["yes", "no"],
    policies: &["abort", "stay", "cautious", "balanced", "aggressive"],
    rule: "4.8.3",
};

/// All of them.
pub const PROMPTS: &[Prompt] = &[
    FLIES_AS,
    TARGET,
    MAGIC,
    ABORT,
    ABORT_UNIT,
    Prompt { by: DEFENDER, ..FLIES_AS },
    Prompt { by: DEFENDER, ..TARGET },
    Prompt { by: DEFENDER, ..MAGIC },
    Prompt { by: DEFENDER, ..ABORT },
    Prompt { by: DEFENDER, ..ABORT_UNIT },
];
