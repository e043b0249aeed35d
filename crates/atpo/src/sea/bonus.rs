//! What its owner can add to one roll of a battle at sea, or take from an enemy's, and says so before it is made: letters of
//! Admirals and Naval Magic (3.12.1, 17.10.2.1.3).

use crate::forces::DEFENDER;
use liege_rules::play::procedure::{Ask, Flow, Offer, OrdersName, Prompt, Role, few};

/// Whether an Admiral's D is used, as the defender is asked.
pub const DEFENCE: Prompt = prompt(
    DEFENDER,
    "defence bonus",
    "whether an Admiral's D is used against an attack on this unit",
    "3.12.1.4",
);

/// The question whether something is used for an attack of a unit, or against one on it.
#[must_use]
pub const fn prompt(by: Role, label: &'static str, text: &'static str, rule: &'static str) -> Prompt {
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

/// Asks it of the side of the question; `what` tells the roll.
pub fn ask<'b, S, O>(
    prompt: Prompt,
    about: Option<&'b str>,
    what: &str,
    then: impl Fn(bool) -> S + 'b,
) -> Flow<'b, S, O> {
    let Prompt { by, label, rule, .. } = prompt;
    let offers = few(offers(label), move |yes: &bool| then(*yes));
    Flow::Ask(Ask { by, label, about, text: question(label, what).into(), rule, offers })
}

/// The question in words; `what` tells the roll.
pub fn question(label: &str, what: &str) -> String {
    format!("whether the {label} is used: {what}")
}

/// The answers: it is used, or kept.
pub fn offers(label: &'static str) -> Vec<Offer<'static, bool>> {
    let offer = |yes| {
        let (answer, tags) = tags(label, yes);
        Offer::new(answer, tags, yes)
    };
    vec![offer(true), offer(false)]
}

/// Whether a bonus is used at the first attack where it can be, for policies.
fn tags(label: &'static str, yes: bool) -> (&'static str, Vec<&'static str>) {
    // A cautious side keeps what helps its attacks, an aggressive one what guards its ships.
    let keeps = if label == DEFENCE.label { "aggressive" } else { "cautious" };
    let uses = if label == DEFENCE.label { "cautious" } else { "aggressive" };
    if yes { ("use", vec!["use", "balanced", uses]) } else { ("keep", vec!["keep", keeps]) }
}
