//! What is typed in for Magic, as typed values.

use super::keys::{OWN, ROLLS};
use super::{Drawn, MagicContext, MagicUse, MagicValue};
use crate::forces::unit::entries;
use liege_rules::play::inputs::{Inputs, KeyFault};

const VALUE_HELP: &str = "the numbers printed on the chit, such as 2 or +2/-1: the rules do not print them";
/// More than any chit prints.
const MOST_VALUE: i64 = 9;
/// More nations than any battle has.
const MOST_NATIONS: usize = 20;

/// Reads the values.
pub(super) fn magic(inputs: &Inputs) -> Result<MagicUse, Vec<KeyFault>> {
    let Some(context) = inputs.word("chit").map(context) else {
        let help = "air, land, naval, maru, initiative, yamamoto or repair";
        return Err(vec![KeyFault::new("chit", "is missing").help(help)]);
    };
    let mut faults = strange(inputs, context);
    let numbered = matches!(context, MagicContext::Air | MagicContext::Land | MagicContext::Naval);
    let word = inputs.word("roll");
    let roll = word.and_then(|word| ROLLS.iter().find(|roll| roll.word == word));
    faults.extend(missing(inputs, context, numbered && roll.is_none()));
    let value = if numbered { value(inputs, "value", &mut faults) } else { MagicValue::default() };
    let second = second(inputs, &mut faults);
    let nations = nations(inputs, &mut faults);
    if !faults.is_empty() {
        return Err(faults);
    }
    let yearly = inputs.word("period") == Some("yearly");
    Ok(MagicUse {
        context,
        value,
        second,
        roll,
        enemy: inputs.word("whose") == Some("enemy"),
        nations,
        date: inputs.word("date").map(str::to_owned),
        phase: inputs.word("phase").map(str::to_owned),
        drawn: inputs.word("drawn").map(|month| Drawn { month: month.to_owned(), yearly }),
        used: inputs.yes("used"),
        changed: inputs.yes("jn-25"),
        placed: inputs.word("jn-25-placed").map(str::to_owned),
        europe: inputs.yes("europe"),
        submarines: inputs.number("submarines").and_then(|count| u32::try_from(count).ok()).unwrap_or(0),
        japan_holds: inputs.word("holder") == Some("japan"),
        offensives: inputs.number("offensives"),
        played: inputs.yes("played"),
    })
}

/// What a chit cannot do without.
fn missing(inputs: &Inputs, context: MagicContext, roll: bool) -> Vec<KeyFault> {
    let own = ROLLS.iter().filter(|roll| roll.context == context);
    let rolls = own.map(|roll| roll.word).collect::<Vec<_>>().join(", ");
    let given = |key: &str| inputs.value(key).is_some();
    let dated = context == MagicContext::Yamamoto || given("drawn") || given("jn-25-placed");
    let wanted = [
        (roll, "roll", rolls.as_str()),
        (context == MagicContext::Maru, "submarines", "US submarines on the route"),
        (context == MagicContext::Initiative, "holder", "who has the Initiative: japan or allies"),
        (dated, "date", "the month of its use, such as 1943-04"),
    ];
    let lacks = wanted.into_iter().filter(|(wanted, key, _)| *wanted && !given(key));
    lacks.map(|(_, key, help)| KeyFault::new(key, "is missing").help(help)).collect()
}

fn context(word: &str) -> MagicContext {
    match word {
        "air" => MagicContext::Air,
        "land" => MagicContext::Land,
        "naval" => MagicContext::Naval,
        "maru" => MagicContext::Maru,
        "initiative" => MagicContext::Initiative,
        "yamamoto" => MagicContext::Yamamoto,
        _ => MagicContext::Repair,
    }
}

/// Keys of other chits.
fn strange(inputs: &Inputs, context: MagicContext) -> Vec<KeyFault> {
    let others = OWN.iter().filter(|(own, _)| !own.contains(&context)).flat_map(|(_, keys)| *keys);
    let given = others.filter(|key| inputs.value(key).is_some());
    given
        .map(|key| KeyFault::new(key, format!("does not apply to a chit for {}", context.called())))
        .collect()
}

/// The numbers printed on a chit: `2`, `+2/-1`.
fn value(inputs: &Inputs, key: &str, faults: &mut Vec<KeyFault>) -> MagicValue {
    let Some(typed) = inputs.word(key) else {
        faults.push(KeyFault::new(key, "is missing").help(VALUE_HELP));
        return MagicValue::default();
    };
    let number = |text: &str, sign: char| {
        let text = text.trim();
        let number = text.strip_prefix(sign).unwrap_or(text).parse::<i64>().ok();
        number.filter(|number| (1..=MOST_VALUE).contains(number))
    };
    let (plus, minus) = typed.split_once('/').unwrap_or((typed, typed));
    match (number(plus, '+'), number(minus, if typed.contains('/') { '-' } else { '+' })) {
        (Some(plus), Some(minus)) => MagicValue { plus, minus },
        _ => {
            let fault =
                KeyFault::new(key, format!("expected numbers from 1 to {MOST_VALUE}, not \"{typed}\""));
            faults.push(fault.help(VALUE_HELP));
            MagicValue::default()
        }
    }
}

/// A second chit, which needs both of its keys.
fn second(inputs: &Inputs, faults: &mut Vec<KeyFault>) -> Option<(MagicContext, MagicValue)> {
    match (inputs.word("second-chit"), inputs.value("second-value")) {
        (None, None) => None,
        (None, Some(_)) => {
            faults.push(KeyFault::new("second-chit", "is missing").help("air, land or naval"));
            None
        }
        (Some(word), _) => Some((context(word), value(inputs, "second-value", faults))),
    }
}

/// The nations of the Allied units; the US where none was told.
fn nations(inputs: &Inputs, faults: &mut Vec<KeyFault>) -> Vec<&'static str> {
    let Some(value) = inputs.value("nation") else { return vec!["US"] };
    let mut nations = Vec::new();
    for entry in entries(value).into_iter().take(MOST_NATIONS) {
        let typed = entry.as_str().map_or_else(|| entry.to_string(), str::to_owned);
        match inputs.nation(&typed) {
            Some("JP") => faults.push(KeyFault::new("nation", "JP is not an Allied nation")),
            Some(nation) => nations.push(nation),
            None => {
                let fault = KeyFault::new("nation", format!("no nation \"{typed}\""));
                faults.push(fault.help("the Allied units that take part: US, UK, AU …"));
            }
        }
    }
    nations
}
