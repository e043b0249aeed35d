//! The questions that naval combat asks, for orders and their template.

use crate::forces::{ATTACKER, DEFENDER};
use crate::sea::{bonus, magic};
use liege_rules::play::procedure::{OrdersName, Prompt};

const SCREEN: Prompt = Prompt {
    by: ATTACKER,
    label: "screen",
    names: OrdersName::About,
    text: "whether this unit is screened in this round; asked of each while more may be",
    answers: &["yes", "no"],
    policies: &["screen", "open", "cautious", "balanced", "aggressive"],
    rule: "3.11.3",
};

const TARGET: Prompt = Prompt {
    by: ATTACKER,
    label: "target",
    names: OrdersName::About,
    text: "whom this unit attacks",
    answers: &["NAME OF A SHIP"],
    policies: &[
        "strongest",
        "weakest",
        "damaged",
        "carriers",
        "transports",
        "aggressive",
        "balanced",
        "cautious",
    ],
    rule: "3.11.4.1, 3.11.4.2",
};

/// Whether an Admiral's S is used, as the attacker is asked.
pub(super) const SURFACE_BONUS: Prompt = bonus::prompt(
    ATTACKER,
    "surface bonus",
    "whether an Admiral's S is used for this attack with guns",
    "3.12.1.5",
);

const WITHDRAW: Prompt = Prompt {
    by: ATTACKER,
    label: "withdraw",
    names: OrdersName::Each {
        answer: "some",
        label: "withdraw unit",
        alone: &[("yes", "all"), ("no", "none")],
    },
    text: "which units withdraw after the first round; they do if the other side withdraws, too",
    answers: &["none", "all", "some"],
    policies: &["withdraw", "stay", "cautious", "balanced", "aggressive"],
    rule: "3.11.5",
};

const WITHDRAW_UNIT: Prompt = Prompt {
    by: ATTACKER,
    label: "withdraw unit",
    names: OrdersName::About,
    text: "whether this unit withdraws; asked after some",
    answers: &["yes", "no"],
    policies: &["withdraw", "stay", "cautious", "balanced", "aggressive"],
    rule: "3.11.5",
};

/// All of them.
pub(super) const PROMPTS: &[Prompt] = &[
    SCREEN,
    TARGET,
    SURFACE_BONUS,
    Prompt { by: ATTACKER, ..bonus::DEFENCE },
    magic::PROMPT,
    WITHDRAW,
    WITHDRAW_UNIT,
    Prompt { by: DEFENDER, ..SCREEN },
    Prompt { by: DEFENDER, ..TARGET },
    Prompt { by: DEFENDER, ..SURFACE_BONUS },
    bonus::DEFENCE,
    Prompt { by: DEFENDER, ..magic::PROMPT },
    Prompt { by: DEFENDER, ..WITHDRAW },
    Prompt { by: DEFENDER, ..WITHDRAW_UNIT },
];
