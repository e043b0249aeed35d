//! The questions that land combat asks, for orders and their template.

use crate::air::strike::passage;
use crate::air::strike::prompts::{is_label, joined};
use crate::forces::prompts::LOSS;
use crate::forces::{ATTACKER, DEFENDER};
use liege_rules::play::procedure::{OrdersName, Prompt};

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
        policies: &["advance", "hold", "cautious", "balanced", "aggressive"],
        rule: "11.6.8.1",
    },
    Prompt {
        by: ATTACKER,
        label: "advance unit",
        names: OrdersName::About,
        text: "whether this unit advances; asked after some",
        answers: &["yes", "no"],
        policies: &["advance", "hold", "cautious", "balanced", "aggressive"],
        rule: "11.6.8.1",
    },
    Prompt {
        by: ATTACKER,
        label: "failed landing",
        names: OrdersName::Nothing,
        text: "evacuate all survivors, or leave them pinned on the beach",
        answers: &["evacuate", "stay"],
        policies: &["evacuate", "stay", "cautious", "balanced", "aggressive"],
        rule: "3.14.8",
    },
    Prompt {
        by: DEFENDER,
        label: "answer",
        names: OrdersName::Nothing,
        text: "hexes retreated, steps lost, or a mix",
        answers: &["retreat 1, lose 1 step"],
        policies: &["retreat", "stand", "cautious", "balanced", "aggressive"],
        rule: "11.6.6, 11.6.7",
    },
    Prompt { by: DEFENDER, ..LOSS },
    Prompt {
        by: DEFENDER,
        label: "retreat",
        names: OrdersName::About,
        text: "the hex to which this unit retreats",
        answers: &["NAME OF A HEX"],
        policies: &["together", "cautious", "balanced", "aggressive"],
        rule: "11.6.7",
    },
];

/// The questions in the air. The words that the ground has, too, are others there, so that a policy can tell both parts
/// apart, except those for what a side is like.
const IN_THE_AIR: [Prompt; passage::PROMPTS.len()] = {
    let mut all = passage::PROMPTS;
    let mut at = 0;
    while at < all.len() {
        all[at].policies = match () {
            () if is_label(all[at].label, "intercept") => {
                &["fly", "air-stay", "guard", "idle", "cautious", "balanced", "aggressive"]
            }
            () if is_label(all[at].label, "counter-intercept") => {
                &["early", "fly", "air-stay", "cautious", "balanced", "aggressive"]
            }
            () if is_label(all[at].label, "target") => {
                &["air-strongest", "air-weakest", "bombers", "fighters", "aggressive", "balanced", "cautious"]
            }
            () if is_label(all[at].label, "abort") => {
                &["abort", "air-stay", "cautious", "balanced", "aggressive"]
            }
            () if is_label(all[at].label, "abort unit") => {
                &["abort", "air-stay", "cautious", "balanced", "aggressive"]
            }
            () => all[at].policies,
        };
        at += 1;
    }
    all
};

/// Which word of the questions in the air a word of a policy means; none where it is one of the ground's.
pub(super) fn in_the_air(word: &str) -> Option<&str> {
    match word {
        "stay" | "strongest" | "weakest" => None,
        "air-stay" => Some("stay"),
        "air-strongest" => Some("strongest"),
        "air-weakest" => Some("weakest"),
        other => Some(other),
    }
}

const LISTS: [&[Prompt]; 2] = [ON_LAND, &IN_THE_AIR];

const ALL: [Prompt; LISTS[0].len() + LISTS[1].len()] = joined(&LISTS, usize::MAX, "target");

/// All of them.
pub(super) const PROMPTS: &[Prompt] = &ALL;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::forces::prompts::ATTITUDES;

    #[test]
    fn each_word_in_the_air_is_one_of_the_meeting_and_none_of_the_ground_but_what_a_side_is_like() {
        let ground: Vec<&str> = ON_LAND.iter().flat_map(|prompt| prompt.policies).copied().collect();
        for (own, met) in IN_THE_AIR.iter().zip(passage::PROMPTS) {
            let meant: Vec<&str> = own.policies.iter().filter_map(|word| in_the_air(word)).collect();
            assert_eq!(meant, met.policies, "{}", own.label);
            let both = own.policies.iter().filter(|word| ground.contains(word));
            assert!(both.into_iter().all(|word| ATTITUDES.contains(word)), "{}", own.label);
        }
    }
}
