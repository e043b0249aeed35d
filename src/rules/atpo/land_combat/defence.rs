//! The defender's options under a result (ATPO-R40, 11.6.7): the legal mixes of retreat and step losses.

use serde::Serialize;

use super::retreat::{self, Mix, Retreat};
use super::unit;
use crate::rules::atpo::crt::{Cell, Loss, Tables};
use crate::rules::choices::Setting;
use crate::rules::data::Files;
use crate::rules::dice::Dice;
use crate::rules::inputs::{Fault, Inputs, Key, Kind};
use crate::rules::procedure::{ContextError, Effect, Flow, Log, Procedure, Refusal};

/// ATPO-R40: no dice, a list.
pub struct DefenderOptions;

/// A stack under a result.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stack {
    cell: Cell,
    steps: Option<u16>,
    retreat: Retreat,
    out_of_supply: bool,
}

/// What the stack may do.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Options {
    /// Points to satisfy; none when all are eliminated anyway.
    pub points: Option<u8>,
    /// The legal mixes, most hexes first.
    pub options: Vec<Mix>,
}

const KEYS: &[Key] = &[
    Key {
        name: "result",
        aliases: &["crt", "crt-result"],
        kind: Kind::List,
        rule: "11.6.6",
        help: "the result: D1, D2x, DE",
    },
    Key {
        name: "units",
        aliases: &[
            "defence",
            "defense",
            "defender",
            "defenders",
            "stack",
            "defence-units",
            "defense-units",
            "defender-units",
            "full-units",
        ],
        kind: Kind::List,
        rule: "11.6.7",
        help: "2 or two full for two units of two steps, also 2:2; 1 reduced; or units such as 4/2, 3-1 reduced",
    },
    Key {
        name: "steps",
        aliases: &["defence-steps", "defense-steps"],
        kind: Kind::Number(0, 1000),
        rule: "11.6.7",
        help: "steps of the stack, instead of units",
    },
    Key {
        name: "retreat",
        aliases: &["retreat-hexes", "retreat-hexes-possible", "retreats", "max-retreat", "can-retreat"],
        kind: Kind::List,
        rule: "11.6.7",
        help: "hexes the stack can retreat, 0 to 3, or places such as W4433:1 closer; 3 when not given",
    },
    Key {
        name: "surrounded",
        aliases: &["no-retreat"],
        kind: Kind::YesNo,
        rule: "11.6.7",
        help: "the stack cannot retreat",
    },
    Key {
        name: "out-of-supply",
        aliases: &["oos", "unsupplied"],
        kind: Kind::YesNo,
        rule: "11.6.7",
        help: "the stack is out of supply",
    },
];

impl Procedure for DefenderOptions {
    const GAME: &'static str = "atpo";
    const ID: &'static str = "ATPO-R40";
    const NAME: &'static str = "retreats-and-advances";
    const PAGE: &'static str = "rules/atpo/procedures/ATPO-R40.md";
    const KEYS: &'static [Key] = KEYS;
    type Cx = Tables;
    type Input = Stack;
    type State = Stack;
    type Outcome = Options;

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<Tables, ContextError> {
        super::tables::<Self>(files, settings)
    }

    fn read(inputs: &Inputs) -> Result<Stack, Vec<Fault>> {
        let mut faults = Vec::new();
        let cell = inputs.word("result").and_then(Cell::parse);
        if cell.is_none() {
            faults.push(Fault::new("result", "expected a result of the table such as D2 or D1x"));
        }
        let steps = steps(inputs).map_err(|more| faults.extend(more)).unwrap_or_default();
        let retreat = retreat::read(inputs).map_err(|more| faults.extend(more));
        match (cell, retreat) {
            (Some(cell), Ok(retreat)) if faults.is_empty() => {
                Ok(Stack { cell, steps, retreat, out_of_supply: inputs.yes("out-of-supply") })
            }
            _ => Err(faults),
        }
    }

    fn begin(stack: Stack, _: &Tables) -> Result<Stack, Vec<Refusal>> {
        Ok(stack)
    }

    fn step(stack: Stack, _: &Tables, _: &mut dyn Dice, log: &mut Log) -> Flow<Stack, Options> {
        let points = match stack.cell.defender {
            Loss::Points(points) => Some(points),
            Loss::All => None,
        };
        let options = match points {
            None => vec![Mix { hexes: 0, steps: 0, eliminated: true }],
            Some(0) => Vec::new(),
            Some(points) => retreat::mixes(points, stack.steps, &stack.retreat, stack.out_of_supply),
        };
        log.line(|| {
            let steps = stack.steps.map_or("unknown".to_owned(), |steps| steps.to_string());
            ("stack", format!("{steps} steps"), format!("under {}", stack.cell.text), "11.6.6")
        });
        for mix in &options {
            log.line(|| {
                let cause = format!("{} hexes + {} steps", mix.hexes, mix.steps);
                (
                    "option",
                    mix.answer(),
                    if mix.eliminated { "nothing is left".to_owned() } else { cause },
                    "11.6.7",
                )
            });
        }
        Flow::Done(Options { points, options })
    }

    fn so_far(_: &Stack) -> Options {
        Options { points: None, options: Vec::new() }
    }

    fn result(options: &Options) -> String {
        match options.options.as_slice() {
            [] => "no effect".into(),
            list => list.iter().map(Mix::answer).collect::<Vec<_>>().join(" | "),
        }
    }

    fn effects(_: &Options) -> Vec<Effect> {
        Vec::new()
    }
}

/// Steps of the stack: `steps`, or `units` as `COUNT:STEPS`, a bare count of full units, or listed units.
fn steps(inputs: &Inputs) -> Result<Option<u16>, Vec<Fault>> {
    if let Some(steps) = inputs.number("steps") {
        return Ok(u16::try_from(steps).ok());
    }
    let Some(value) = inputs.value("units") else {
        return Ok(None);
    };
    let mut total = 0u16;
    for entry in unit::entries(value) {
        total = total.saturating_add(match counted(&entry) {
            Some(steps) => steps,
            None => {
                let units = unit::units("defence", &entry).map_err(rename)?;
                units.iter().filter(|unit| unit.fights()).map(|unit| u16::from(unit.steps)).sum()
            }
        });
    }
    Ok(Some(total))
}

/// Steps of a count of units: `2`, `2:2`, `two full`, `1 reduced unit`.
fn counted(entry: &serde_json::Value) -> Option<u16> {
    let text = entry.as_str().map_or_else(|| entry.to_string(), str::to_lowercase);
    let number = |text: &str| text.trim().parse::<u16>().ok().filter(|number| *number <= 100);
    if let Some((count, steps)) = text.split_once(':') {
        let (count, steps) = number(count).zip(number(steps).filter(|steps| (1..=2).contains(steps)))?;
        return Some(count * steps);
    }
    let mut words = text.split_whitespace();
    let first = words.next()?;
    let count =
        unit::number_word(first).and_then(|count| u16::try_from(count).ok()).or_else(|| number(first))?;
    let mut steps = 2;
    for word in words {
        match word {
            "full" | "unit" | "units" => {}
            "reduced" | "depleted" => steps = 1,
            _ => return None,
        }
    }
    Some(count * steps)
}

fn rename(faults: Vec<Fault>) -> Vec<Fault> {
    faults.into_iter().map(|fault| Fault { key: "units".into(), ..fault }).collect()
}
