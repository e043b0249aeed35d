//! The questions of an encounter: those of its links, those of a link in which another side or another name asks, and
//! those between the links.

use crate::air::strike::prompts::{self as strike, joined};
use crate::forces::{ATTACKER, DEFENDER};
use crate::sea::batteries;
use crate::sea::combat::NavalCombat;
use crate::sea::combat::battle::{SIDES, SideIx};
use crate::sea::interception;
use crate::sea::submarine::hunt;
use liege_rules::play::procedure::{OrdersName, Procedure as _, Prompt, Role};

/// Whether Night is declared.
pub(super) const NIGHT: Prompt = Prompt {
    by: DEFENDER,
    label: "night",
    names: OrdersName::Nothing,
    text: "whether the moving force that was found declares Night: by a die, or by a Night chit",
    answers: &["no", "roll", "chit"],
    policies: &["day", "dark", "night-chit", "cautious", "balanced", "aggressive"],
    rule: "17.3",
};

/// Whether a Naval-Air unit attacks before evasion.
pub(super) const LAUNCH: Prompt = Prompt {
    by: ATTACKER,
    label: "launch",
    names: OrdersName::About,
    text: "whether this Naval-Air unit attacks the ships that were found, before they evade or fight, or is kept back",
    answers: &["fly", "stay"],
    policies: &["launch", "aboard", "cautious", "balanced", "aggressive"],
    rule: "3.8.5",
};

/// Whether the target evades.
pub(super) const EVADE: Prompt = Prompt {
    by: DEFENDER,
    label: "evade",
    names: OrdersName::Nothing,
    text: "whether the force that was found fights, or evades by speed or by an Evasion chit",
    answers: &["fight", "speed", "chit"],
    policies: &["fight", "evade", "evasion-chit", "cautious", "balanced", "aggressive"],
    rule: "3.8.4",
};

/// Whether the force that moves goes on.
pub(super) const GO_ON: Prompt = Prompt {
    by: DEFENDER,
    label: "go on",
    names: OrdersName::Nothing,
    text: "whether the moving force continues into the port, or to its landing, after it was met",
    answers: &["yes", "no"],
    policies: &["onward", "halt", "cautious", "balanced", "aggressive"],
    rule: "3.11.7",
};

/// The words of policies that pick an answer, by its own: who is cautious hides in the night, evades and halts; who is
/// balanced or aggressive does not.
pub(super) fn tags(own: &'static str) -> Vec<&'static str> {
    match own {
        "day" | "fight" | "onward" => vec![own, "balanced", "aggressive"],
        "dark" | "evade" | "evasion-chit" | "halt" => vec![own, "cautious"],
        "launch" => vec![own, "cautious", "balanced", "aggressive"],
        _ => vec![own],
    }
}

/// What a link's question is called here, where that is another name than its own.
const TARGET_OF_SUBMARINE: &str = "submarine target";
const TARGET_OF_BATTERY: &str = "battery target";
const SCREEN_FROM_BATTERY: &str = "battery screen";
const TARGET_IN_THE_AIR: &str = "air target";

/// The name of a submarine's question.
pub(super) fn of_submarine(by: Role, label: &'static str) -> (Role, &'static str) {
    (by, if label == "target" { TARGET_OF_SUBMARINE } else { label })
}

/// The name of a question of the strike.
pub(super) fn of_strike(by: Role, label: &'static str) -> (Role, &'static str) {
    (by, if label == "target" { TARGET_IN_THE_AIR } else { label })
}

/// The side and the name of a battery's question: the ships before it are those that were searched for.
pub(super) fn of_battery(by: Role, label: &'static str) -> (Role, &'static str) {
    let label = match label {
        "target" => TARGET_OF_BATTERY,
        "screen" => SCREEN_FROM_BATTERY,
        other => other,
    };
    (if by == DEFENDER { ATTACKER } else { DEFENDER }, label)
}

/// The side that owns the mines of a question.
pub(super) fn of_owner(owner: SideIx) -> impl FnOnce(Role, &'static str) -> (Role, &'static str) {
    move |_, label| (SIDES[owner], label)
}

const BETWEEN: &[Prompt] = &[
    NIGHT,
    LAUNCH,
    EVADE,
    GO_ON,
    Prompt { by: ATTACKER, ..GO_ON },
    Prompt { label: TARGET_OF_SUBMARINE, ..hunt::PROMPTS[0] },
    hunt::PROMPTS[1],
    hunt::PROMPTS[2],
    Prompt { by: ATTACKER, label: TARGET_OF_BATTERY, ..batteries::PROMPTS[0] },
    Prompt { by: DEFENDER, label: SCREEN_FROM_BATTERY, ..batteries::PROMPTS[1] },
];

const LISTS: [&[Prompt]; 4] = [interception::PROMPTS, BETWEEN, NavalCombat::PROMPTS, strike::AT_SEA];

const ALL: [Prompt; LISTS[0].len() + LISTS[1].len() + LISTS[2].len() + LISTS[3].len()] =
    joined(&LISTS, 3, TARGET_IN_THE_AIR);

/// All of them.
pub(super) const PROMPTS: &[Prompt] = &ALL;
