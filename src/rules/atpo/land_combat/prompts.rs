//! The questions that land combat asks, for orders and their template.

use crate::rules::atpo::air::strike::passage;
use crate::rules::atpo::air::strike::prompts::joined;
use crate::rules::atpo::forces::prompts::LOSS;
use crate::rules::atpo::forces::{ATTACKER, DEFENDER};
use crate::rules::procedure::{OrdersName, Prompt};

/// Those of the battle on land.
const ON_LAND: &[Prompt] = &[
    LOSS,
    Prompt {
        label: "spared",
        text: "the unit that keeps its step, because a lost paratroop is one of the steps",
        rule: "4.12.4.4",
        ..LOSS
    },
    Prompt {
        by: ATTACKER,
        label: "advance",
        names: OrdersName::Each {
            answer: "some",
            label: "advance unit",
            alone: &[("yes", "all"), ("no", "none")],
        },
        text: "which attackers advance into the vacated hex",
        answers: &["all", "none", "some"],
        policies: &["advance", "hold"],
        rule: "11.6.8.1",
    },
    Prompt {
        by: ATTACKER,
        label: "advance unit",
        names: OrdersName::About,
        text: "whether this unit advances; asked after some",
        answers: &["yes", "no"],
        policies: &["advance", "hold"],
        rule: "11.6.8.1",
    },
    Prompt {
        by: ATTACKER,
        label: "failed landing",
        names: OrdersName::Nothing,
        text: "evacuate all survivors, or leave them pinned on the beach",
        answers: &["evacuate", "stay"],
        policies: &["evacuate", "stay"],
        rule: "3.14.8",
    },
    Prompt {
        by: DEFENDER,
        label: "answer",
        names: OrdersName::Nothing,
        text: "hexes retreated, steps lost, or a mix",
        answers: &["retreat 1, lose 1 step"],
        policies: &["retreat", "stand"],
        rule: "11.6.6, 11.6.7",
    },
    Prompt { by: DEFENDER, ..LOSS },
    Prompt {
        by: DEFENDER,
        label: "retreat",
        names: OrdersName::About,
        text: "the hex to which this unit retreats",
        answers: &["NAME OF A HEX"],
        policies: &["together"],
        rule: "11.6.7",
    },
];

const LISTS: [&[Prompt]; 2] = [ON_LAND, &passage::PROMPTS];

const ALL: [Prompt; LISTS[0].len() + LISTS[1].len()] = joined(&LISTS, usize::MAX, "target");

/// All of them.
pub(super) const PROMPTS: &[Prompt] = &ALL;
