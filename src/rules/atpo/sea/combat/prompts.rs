//! The questions that naval combat asks, for orders and their template.

use crate::rules::atpo::forces::{ATTACKER, DEFENDER};
use crate::rules::procedure::{OrdersName, Prompt};

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

const fn bonus(
    by: crate::rules::procedure::Role,
    label: &'static str,
    text: &'static str,
    rule: &'static str,
) -> Prompt {
    Prompt {
        by,
        label,
        names: OrdersName::About,
        text,
        answers: &["use", "keep"],
        policies: &["use", "keep", "aggressive", "balanced", "cautious"],
        rule,
    }
}

const SURFACE: &str = "whether an Admiral's S is used for this attack with guns";
const DEFENCE: &str = "whether an Admiral's D is used against an attack on this unit";
const MAGIC: &str = "whether the Naval Magic chit is used for this attack";

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
    policies: &["withdraw", "stay"],
    rule: "3.11.5",
};

/// All of them.
pub(super) const PROMPTS: &[Prompt] = &[
    SCREEN,
    TARGET,
    bonus(ATTACKER, "surface bonus", SURFACE, "3.12.1.5"),
    bonus(ATTACKER, "defence bonus", DEFENCE, "3.12.1.4"),
    bonus(ATTACKER, "naval magic", MAGIC, "17.10"),
    WITHDRAW,
    WITHDRAW_UNIT,
    Prompt { by: DEFENDER, ..SCREEN },
    Prompt { by: DEFENDER, ..TARGET },
    bonus(DEFENDER, "surface bonus", SURFACE, "3.12.1.5"),
    bonus(DEFENDER, "defence bonus", DEFENCE, "3.12.1.4"),
    bonus(DEFENDER, "naval magic", MAGIC, "17.10"),
    Prompt { by: DEFENDER, ..WITHDRAW },
    Prompt { by: DEFENDER, ..WITHDRAW_UNIT },
];
