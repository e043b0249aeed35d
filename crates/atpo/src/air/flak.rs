//! Which bomber of an attack is hit by anti-aircraft fire, where the Bombing Table has a star, and who chooses it (2.1.3,
//! 2.2.1, 4.13.2).

use super::aircraft::Aircraft;
use super::flight::Flight;
use super::numbers::AirNumbers;
use crate::forces::{ATTACKER, DEFENDER};
use liege_rules::play::inputs::{Inputs, Key, KeyKind};
use liege_rules::play::procedure::{
    ASSUMED_FACT, Ask, Flow, Log, Offer, OrdersName, Pause, Prompt, Role, TableTop, few,
};

/// The name of the question in orders.
pub const LABEL: &str = "anti-aircraft";

/// Who has the Initiative, and with it the choice.
#[must_use]
pub const fn initiative(rule: &'static str) -> Key {
    Key::new(
        "initiative",
        &[],
        KeyKind::word(&[("attacker", &["bombing", "yes"]), ("defender", &["bombed", "no"])]),
        rule,
        "who has the Initiative, and so chooses the bomber that a star hits: attacker or defender; asked when not given",
    )
}

/// The words of a policy for the weakest and the strongest bomber.
pub const POLICIES: [&str; 5] = ["weakest", "strongest", "cautious", "balanced", "aggressive"];

/// The question; the attacker is asked where nothing else is said.
pub const HIT: Prompt = Prompt {
    by: ATTACKER,
    label: LABEL,
    names: OrdersName::Answer,
    text: "the bomber of the attack that a star hits",
    answers: &["NAME OF A BOMBER"],
    policies: &POLICIES,
    rule: "2.1.3",
};

/// The question who has the Initiative. It is no decision, so no policy answers it; chances assume the attacker and say so.
pub const INITIATIVE: Prompt = Prompt {
    by: ATTACKER,
    label: "initiative",
    names: OrdersName::Nothing,
    text: "who has the Initiative, and so chooses the bomber that a star hits",
    answers: &["attacker", "defender"],
    policies: &[],
    rule: "2.1.3",
};

/// Who has the Initiative, by the key of that name; none where it was not told.
pub(super) fn chooser(inputs: &Inputs) -> Option<Role> {
    match inputs.word("initiative")? {
        "defender" => Some(DEFENDER),
        _ => Some(ATTACKER),
    }
}

/// Asks who has the Initiative.
///
/// # Errors
/// Nobody has answered yet.
pub(super) fn ask_initiative(rule: &'static str, at: &mut TableTop<'_, '_>) -> Result<Role, Pause> {
    at.ask(Prompt { rule, ..INITIATIVE }, None, INITIATIVE.text, initiatives())
}

/// The same as a step.
pub(super) fn asked_initiative<'b, S: 'b, O>(
    rule: &'static str,
    then: impl Fn(Role) -> S + 'b,
) -> Flow<'b, S, O> {
    let offers = few(initiatives(), move |role: &Role| then(*role));
    let (by, label) = (INITIATIVE.by, INITIATIVE.label);
    Flow::Ask(Ask { by, label, about: None, text: INITIATIVE.text.into(), rule, offers })
}

fn initiatives<'b>() -> Vec<Offer<'b, Role>> {
    vec![
        Offer::new(ATTACKER.word(), vec![ASSUMED_FACT], ATTACKER),
        Offer::new(DEFENDER.word(), Vec::new(), DEFENDER),
    ]
}

const QUESTION: &str = "which bomber is hit by anti-aircraft fire";

/// Asks which of the bombers of an attack loses a step.
///
/// # Errors
/// Nobody has answered yet.
pub(super) fn ask<'b>(
    among: (&'b [Aircraft], &Flight, &[usize]),
    numbers: &AirNumbers,
    (by, rule): (Role, &'static str),
    at: &mut TableTop<'_, 'b>,
) -> Result<usize, Pause> {
    at.ask(Prompt { by, rule, ..HIT }, None, QUESTION, offers(among, numbers, by))
}

/// The same as a step.
pub(super) fn asked<'b, S: 'b, O>(
    among: (&'b [Aircraft], &Flight, &[usize]),
    numbers: &AirNumbers,
    (by, rule): (Role, &'static str),
    then: impl Fn(usize) -> S + 'b,
) -> Flow<'b, S, O> {
    let offers = few(offers(among, numbers, by), move |unit: &usize| then(*unit));
    Flow::Ask(Ask { by, label: LABEL, about: None, text: QUESTION.into(), rule, offers })
}

fn offers<'b>(
    (units, flight, among): (&'b [Aircraft], &Flight, &[usize]),
    numbers: &AirNumbers,
    by: Role,
) -> Vec<Offer<'b, usize>> {
    let strength = |unit: usize| (flight.strength(units, unit, numbers), flight.left(unit));
    let weakest = among.iter().copied().min_by_key(|unit| strength(*unit));
    let strongest = among.iter().copied().max_by_key(|unit| (strength(*unit), std::cmp::Reverse(*unit)));
    // Each side spares its own and strikes at what the other values.
    let whole = if by == ATTACKER { weakest } else { strongest };
    let picked = [weakest, strongest, whole, whole, whole];
    let offer = |unit: usize| {
        let tags = picked.iter().zip(POLICIES).filter(|(at, _)| **at == Some(unit));
        Offer::new(units[unit].name.as_str(), tags.map(|(_, tag)| tag).collect(), unit)
    };
    among.iter().copied().map(offer).collect()
}

/// The bomber loses a step.
pub(super) fn hit(units: &[Aircraft], flight: &mut Flight, unit: usize, rule: &'static str, log: &mut Log) {
    flight.lose(unit, 1, rule);
    log.line(|| {
        let told = if flight.has(unit) { "depleted" } else { "eliminated" };
        (units[unit].name.clone(), told, "hit by anti-aircraft fire", rule)
    });
}
