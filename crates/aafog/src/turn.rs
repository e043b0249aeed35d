//! The order of a turn (AAF-P01) as a procedure: which item comes next, and which is struck out.

use serde::Serialize;
use serde_json::Value;

use super::because::Because;
use super::force::UnitGroup;
use super::messages::{Message, MessageTexts};
use super::roles::MOVER;
use super::turn_order::{Happened, ListedMove, StepState, TurnList, TurnStep};
use super::typed::{name_of, names};
use super::upshot::Upshot;
use liege_rules::data::Files;
use liege_rules::desk::log::Order;
use liege_rules::play::choices::Setting;
use liege_rules::play::dice::Dice;
use liege_rules::play::inputs::{Inputs, Key, KeyFault, KeyKind};
use liege_rules::play::procedure::{Coded, ContextError, Flow, Log, Procedure, Refusal};

/// AAF-P01: the list of a turn.
pub struct OrderOfTurn;

/// Items of a list, and places on one way.
const MOST_ITEMS: usize = 200;

/// What the list comes to.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct TurnOutcome {
    /// Every step in its order.
    pub steps: Vec<TurnStep>,
    /// Messages about items that were struck out.
    pub upshots: Vec<Upshot>,
}

const KEYS: &[Key] = &[
    Key::new(
        "orders",
        &["list"],
        KeyKind::List,
        "7",
        "the ordered list, items between semicolons: CV, TR (2 INF): SZ 35 > SZ 20 > SZ 19 > Kiangsu",
    ),
    Key::new(
        "results",
        &[],
        KeyKind::List,
        "8",
        "what happened: 1 entered SZ 20; 1 stopped SZ 20: CV, TR; 1 gone: TR; 2 attacked Burma; blitz attacked Malaya",
    ),
    Key::new(
        "sea-zones",
        &[],
        KeyKind::List,
        "7",
        "places that are sea zones and whose names do not begin with SZ",
    ),
];

impl Procedure for OrderOfTurn {
    const ID: &'static str = "AAF-P01";
    type Cx = MessageTexts;
    type Input = TurnList;
    type Battle = TurnList;
    type State = ();
    type Outcome = TurnOutcome;

    fn begin(list: TurnList, _: &MessageTexts) -> Result<(TurnList, ()), Vec<Refusal>> {
        Ok((list, ()))
    }

    fn step<'b>(
        list: &'b TurnList,
        (): (),
        texts: &'b MessageTexts,
        _: &mut dyn Dice,
        log: &mut Log,
    ) -> Flow<'b, (), TurnOutcome> {
        let outcome = outcome(list, texts);
        for step in &outcome.steps {
            log.line(|| {
                let value = format!("{}: {}", step.place, step.units);
                (
                    label(step),
                    value,
                    format!("{}, {}", step.state.word(), step.procedure()),
                    "7, 8 (L19, L21)",
                )
            });
        }
        outcome.upshots.iter().for_each(|upshot| upshot.log(texts, log));
        Flow::Done(outcome)
    }

    fn so_far(list: &TurnList, (): &(), texts: &MessageTexts) -> TurnOutcome {
        outcome(list, texts)
    }

    fn result(outcome: &TurnOutcome) -> String {
        match outcome.steps.iter().find(|step| step.state == StepState::Next) {
            Some(step) => format!("next: {}, {} {}", label(step), step.procedure(), step.place),
            None => "nothing left".into(),
        }
    }
}

fn label(step: &TurnStep) -> String {
    let items: Vec<String> = step.items.iter().map(u32::to_string).collect();
    format!("{} {}", if items.len() == 1 { "item" } else { "items" }, items.join(" and "))
}

fn outcome(list: &TurnList, texts: &MessageTexts) -> TurnOutcome {
    let steps = list.steps();
    let struck = |step: &TurnStep| match &step.state {
        StepState::Struck(reason) => {
            let message = Message::NotAllowed { reason: reason.clone() };
            Some(Upshot::message(texts, MOVER, message, vec![Because::Rule("8", "L21")]))
        }
        _ => None,
    };
    let upshots = steps.iter().filter_map(struck).collect();
    TurnOutcome { steps, upshots }
}

impl Coded for OrderOfTurn {
    const GAME: &'static str = "aafog";
    const NAME: &'static str = "order-of-a-turn";
    const KEYS: &'static [Key] = KEYS;

    fn context(files: &dyn Files, _: &[Setting]) -> Result<MessageTexts, ContextError> {
        MessageTexts::among(files)
    }

    fn read(inputs: &Inputs) -> Result<TurnList, Vec<KeyFault>> {
        let mut faults = Vec::new();
        let moves = entries(inputs, "orders", &mut faults, |at, value| match value {
            Value::String(text) => listed(at, text),
            other => of_log(other),
        });
        if moves.is_empty() && faults.is_empty() {
            let help = "the ordered list: CV, TR (2 INF): SZ 35 > SZ 20 > SZ 19 > Kiangsu";
            faults.push(KeyFault::new("orders", "is missing").help(help));
        }
        let mut numbers: Vec<u32> = moves.iter().map(|listed| listed.item).collect();
        numbers.sort_unstable();
        if let Some(twice) = numbers.windows(2).find(|pair| pair[0] == pair[1]) {
            faults.push(KeyFault::new("orders", format!("duplicate item {}", twice[0])));
        }
        let happened =
            entries(inputs, "results", &mut faults, |_, value| happened(value.as_str().unwrap_or_default()));
        let sea_zones = names(inputs, "sea-zones", &mut faults);
        if faults.is_empty() { Ok(TurnList { moves, happened, sea_zones }) } else { Err(faults) }
    }
}

/// The entries of a list, or of a text with semicolons between them.
fn entries<T>(
    inputs: &Inputs,
    key: &str,
    faults: &mut Vec<KeyFault>,
    read: impl Fn(usize, &Value) -> Result<T, String>,
) -> Vec<T> {
    let values: Vec<Value> = match inputs.value(key) {
        None => Vec::new(),
        Some(Value::Array(list)) => list.clone(),
        Some(Value::String(text)) => {
            text.split(';').filter(|part| !part.trim().is_empty()).map(|part| part.trim().into()).collect()
        }
        Some(other) => vec![other.clone()],
    };
    if values.len() > MOST_ITEMS {
        faults.push(KeyFault::new(key, format!("expected at most {MOST_ITEMS} entries")));
        return Vec::new();
    }
    let mut found = Vec::new();
    for (at, value) in values.iter().enumerate() {
        match read(at, value) {
            Ok(entry) => found.push(entry),
            Err(told) => faults.push(KeyFault::new(key, told)),
        }
    }
    found
}

fn group(text: &str) -> Result<UnitGroup, String> {
    UnitGroup::read("units", &Value::from(text))
        .map_err(|faults| faults.into_iter().map(|fault| fault.message).collect::<Vec<_>>().join("; "))
}

/// `CV, TR (2 INF): SZ 35 > SZ 20 > SZ 19`, with ` move` behind it where nothing is attacked.
fn listed(at: usize, text: &str) -> Result<ListedMove, String> {
    let expected = || format!("\"{text}\": expected units and their path, such as 2 TANK: Siam > Shan State");
    let (units, way) = text.split_once(':').ok_or_else(expected)?;
    let (way, attacks) = match way.trim().strip_suffix(", move") {
        Some(way) => (way, false),
        None => (way, true),
    };
    let path: Result<Vec<String>, String> = way.split('>').map(name_of).collect();
    let path = path?;
    if path.len() < 2 || path.len() > MOST_ITEMS {
        return Err(expected());
    }
    let item = u32::try_from(at + 1).unwrap_or(u32::MAX);
    Ok(ListedMove { item, units: group(units)?, path, attacks })
}

/// An order as the turn log has it.
fn of_log(value: &Value) -> Result<ListedMove, String> {
    let order: Order = serde_json::from_value(value.clone()).map_err(|error| error.to_string())?;
    let item = order.item.0.parse().map_err(|_| format!("item \"{}\": expected a number", order.item.0))?;
    let units = UnitGroup::of_log(&order.units, &|_| None)?;
    if order.path.len() < 2 || order.path.len() > MOST_ITEMS {
        return Err(format!("item {item}: expected a path of at least two places"));
    }
    let attacks = order.purpose.is_empty() || order.purpose != "move";
    Ok(ListedMove { item, units, path: order.path, attacks })
}

/// `1 entered SZ 20`, `1 stopped SZ 20: CV, TR`, `1 gone: TR`, `2 attacked Burma`, `blitz attacked Malaya`.
fn happened(text: &str) -> Result<Happened, String> {
    let expected = || {
        format!(
            "\"{text}\": expected 1 entered PLACE, 1 stopped PLACE: UNITS, 1 gone: UNITS or 1 attacked PLACE"
        )
    };
    let (who, rest) = text.trim().split_once(' ').ok_or_else(expected)?;
    let item = || who.parse::<u32>().map_err(|_| expected());
    let rest = rest.trim();
    let after = |word: &str| rest.strip_prefix(word).map(str::trim);
    if let Some(place) = after("entered ") {
        return Ok(Happened::Entered(item()?, name_of(place)?));
    }
    if let Some(place) = after("attacked ") {
        let by = if who.eq_ignore_ascii_case("blitz") { None } else { Some(item()?) };
        return Ok(Happened::Attacked(by, name_of(place)?));
    }
    if let Some((place, units)) = after("stopped ").and_then(|rest| rest.split_once(':')) {
        return Ok(Happened::Stopped(item()?, name_of(place)?, group(units)?));
    }
    match after("gone:") {
        Some(units) => Ok(Happened::Gone(item()?, group(units)?)),
        None => Err(expected()),
    }
}
