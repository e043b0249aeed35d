//! The questions that a strafing attack asks, for orders and their template.

use super::reply::{AGAIN, LABEL};
use crate::rules::atpo::air::combat::prompts::{ABORT, ABORT_UNIT, MAGIC, TARGET};
use crate::rules::atpo::forces::DEFENDER;
use crate::rules::procedure::{OrdersName, Prompt};

const REPLY: Prompt = Prompt {
    by: DEFENDER,
    label: LABEL,
    names: OrdersName::About,
    text: "what this unit does about the strafing attack",
    answers: &["intercept", "evacuate", "ride-out"],
    policies: &["intercept", "evacuate", "ride-out", "cautious", "balanced", "aggressive"],
    rule: "4.9",
};

const STUCK: Prompt = Prompt {
    label: AGAIN,
    text: "whether this unit fights in the air after it could not evacuate",
    answers: &["intercept", "ride-out"],
    policies: &["intercept", "ride-out", "cautious", "balanced", "aggressive"],
    rule: "4.9.1.1",
    ..REPLY
};

/// A strafer may hold back, to strafe afterwards.
const STRAFE: Prompt = Prompt {
    text: "whom this fighter attacks; none where it holds back",
    answers: &["NAME OF AN AIR UNIT", "none"],
    policies: &["strongest", "weakest", "bombers", "fighters", "hold", "aggressive", "balanced", "cautious"],
    ..TARGET
};

/// All of them.
pub(super) const PROMPTS: &[Prompt] = &[
    STRAFE,
    MAGIC,
    ABORT,
    ABORT_UNIT,
    REPLY,
    STUCK,
    Prompt { by: DEFENDER, ..TARGET },
    Prompt { by: DEFENDER, ..MAGIC },
    Prompt { by: DEFENDER, ..ABORT },
    Prompt { by: DEFENDER, ..ABORT_UNIT },
];
