//! The questions that a strafing attack asks, for orders and their template.

use crate::air::combat::prompts::{ABORT, ABORT_UNIT, MAGIC, TARGET};
use crate::air::strike::prompts::{COUNTER, INTERCEPT, REPLY, STUCK};
use crate::forces::DEFENDER;
use liege_rules::play::procedure::Prompt;

/// A strafer may hold back, to strafe afterwards.
const STRAFE: Prompt = Prompt {
    text: "which unit this fighter attacks; none to hold back",
    answers: &["NAME OF AN AIR UNIT", "none"],
    policies: &["strongest", "weakest", "bombers", "fighters", "hold", "aggressive", "balanced", "cautious"],
    ..TARGET
};

/// All of them.
pub(super) const PROMPTS: &[Prompt] = &[
    INTERCEPT,
    COUNTER,
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
