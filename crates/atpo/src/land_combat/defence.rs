//! The defender's options under a result and the attacker's advance (ATPO-R40, 11.6.7, 11.6.8.1).

use serde::Serialize;
use serde_json::Value;

use super::outcome::Vacated;
use super::retreat::{self, Mix, Retreat};
use crate::crt::{Cell, Loss, Tables};
use crate::forces;
use crate::forces::DEFENDER;
use crate::forces::unit;
use liege_rules::data::Files;
use liege_rules::inputs;
use liege_rules::play::choices::Setting;
use liege_rules::play::inputs::{Field, Inputs, Key, KeyFault, KeyKind, NationWords, TypedInput as _};
use liege_rules::play::procedure::{ContextError, Log, Refusal, Sum};
use vassal::diagnostic::counted;

/// ATPO-R40: no dice, a list.
pub struct DefenderOptions;

/// A stack under a result.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stack {
    cell: Cell,
    /// Steps of the units, when known.
    steps: Option<u16>,
    /// No unit is in the hex: at most its intrinsic garrison or an empty fort.
    vacant: bool,
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
    /// Whether attackers may advance.
    pub may_advance: Vacated,
    /// No unit was in the hex.
    #[serde(skip)]
    pub vacant: bool,
}

const RESULTS: &str = "results are AE, DE, D1, D2 and D3, the last four also with x, or only x, xx or xxx";

inputs! {
    #[derive(Debug)]
    struct StackKeys {
        /// the result: D1, D2x, DE
        cell: Cell = "result" | "crt", "11.6.6";
        /// 2 or two full for two units of two steps, also 2:2; 1 reduced; units such as 4/2, 3-1 reduced; or none
        _units: Option<String> = "units" | "defence" | "stack", "11.6.7";
        /// only the intrinsic garrison is in the hex
        _garrison: bool = "garrison" | "intrinsic", "11.6.8.1";
        /// steps of the stack, instead of units
        _steps: Option<u32> = "steps" | "defence-steps", "11.6.7", 0..=1000;
        /// hexes the stack can retreat, 0 to 3, or places such as W4433:1 closer; 3 when not given
        _retreat: Option<String> = "retreat", "11.6.7";
        /// the stack cannot retreat
        _surrounded: bool = "surrounded" | "no-retreat", "11.6.7";
        /// the stack is out of supply
        out_of_supply: bool = "out-of-supply", "11.6.7";
    }
}

impl Field for Cell {
    const KIND: KeyKind = KeyKind::List;

    fn read(inputs: &Inputs, key: &str, faults: &mut Vec<KeyFault>) -> Option<Self> {
        let cell = match inputs.word(key) {
            None => Err("is missing".to_owned()),
            Some(word) => Self::typed(word).ok_or_else(|| format!("\"{word}\" is not a result on the table")),
        };
        cell.map_err(|fault| faults.push(KeyFault::new(key, fault).help(RESULTS))).ok()
    }
}

impl Sum for DefenderOptions {
    const GAME: &'static str = "atpo";
    const ID: &'static str = "ATPO-R40";
    const NAME: &'static str = "retreats-and-advances";
    const KEYS: &'static [Key] = StackKeys::KEYS;
    type Cx = Tables;
    type Input = Stack;
    type Facts = Options;

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<Tables, ContextError> {
        forces::tables(files, settings, Self::CHOICES)
    }

    fn read(inputs: &Inputs) -> Result<Stack, Vec<KeyFault>> {
        let mut faults = Vec::new();
        let keys = StackKeys::fields(inputs, &mut faults);
        let InHex { steps, vacant } = troops(inputs).map_err(|more| faults.extend(more)).unwrap_or_default();
        let retreat = retreat::read(inputs).map_err(|more| faults.extend(more));
        match (keys, retreat) {
            (Some(StackKeys { cell, out_of_supply, .. }), Ok(retreat)) if faults.is_empty() => {
                Ok(Stack { cell, steps, vacant, retreat, out_of_supply })
            }
            _ => Err(faults),
        }
    }

    fn sum(stack: &Stack, _: &Tables, log: &mut Log) -> Result<Options, Vec<Refusal>> {
        let points = match stack.cell.defender {
            Loss::Points(points) => Some(points),
            Loss::All => None,
        };
        let options = match points {
            _ if stack.vacant => Vec::new(),
            None => vec![Mix { hexes: 0, steps: 0, eliminated: true }],
            Some(0) => Vec::new(),
            Some(points) => retreat::mixes(points, stack.steps, &stack.retreat, stack.out_of_supply),
        };
        log.line(|| {
            let steps = match (stack.vacant, stack.steps) {
                (true, _) => "no unit".to_owned(),
                (_, Some(steps)) => counted(steps.into(), "step"),
                (_, None) => "steps not given".to_owned(),
            };
            ("stack", steps, format!("result {}", stack.cell.text()), "11.6.6")
        });
        for mix in &options {
            log.line(|| {
                let cause = if mix.eliminated { "nothing left".to_owned() } else { mix.counted() };
                ("option", mix.answer(), cause, "11.6.7")
            });
        }
        let may_advance = match () {
            () if points == Some(0) => Vacated::No,
            () if stack.vacant || options.iter().all(|mix| mix.eliminated) => Vacated::Yes,
            () if options.iter().all(|mix| mix.hexes == 0 && !mix.eliminated) && stack.steps.is_some() => {
                Vacated::No
            }
            () => Vacated::IfTheDefenderLeaves,
        };
        log.line(|| {
            let cause = match may_advance {
                _ if stack.vacant => "any result on the defender of a hex without units",
                Vacated::Yes => "no option leaves a unit in the hex",
                Vacated::No => "no option empties the hex",
                Vacated::IfTheDefenderLeaves => "some of the options leave units in the hex",
            };
            ("may advance", may_advance.word(), cause, "11.6.8.1")
        });
        Ok(Options { points, options, may_advance, vacant: stack.vacant })
    }

    fn result(options: &Options) -> String {
        match options.options.as_slice() {
            [] if options.vacant && options.may_advance == Vacated::Yes => "attackers may advance".into(),
            [] => "no effect".into(),
            list => list.iter().map(Mix::answer).collect::<Vec<_>>().join(" | "),
        }
    }
}

/// What is in the hex.
#[derive(Default)]
struct InHex {
    steps: Option<u16>,
    vacant: bool,
}

/// The stack: `steps`, or `units` as `COUNT:STEPS`, a bare count of full units, or listed units; or nothing.
fn troops(inputs: &Inputs) -> Result<InHex, Vec<KeyFault>> {
    let told = inputs.number("steps").and_then(|steps| u16::try_from(steps).ok());
    let units = inputs
        .value("units")
        .filter(|value| !is_none(value))
        .map(|value| steps_of(value, inputs.nations()))
        .transpose()?;
    let none = inputs.value("units").is_some_and(is_none);
    let garrison = inputs.yes_no("garrison");
    let fault = |key: &str, message: &str| Err(vec![KeyFault::new(key, message)]);
    match (told, units) {
        (Some(told), Some(units)) if told != units => {
            fault("steps", &format!("is {told}, but the units have {units} steps"))
        }
        (Some(1..), _) if none => fault("steps", "is given, but no unit is in the hex"),
        (Some(1..), _) | (_, Some(1..)) if garrison == Some(true) => {
            fault("garrison", "is yes, but a hex with units has no intrinsic garrison")
        }
        _ if garrison == Some(false) && named(inputs, "garrison") => {
            fault("garrison", "is no, but it is the only defender")
        }
        (told, units) => {
            let steps = told.or(units);
            let vacant = none || garrison == Some(true) || steps == Some(0);
            Ok(InHex { steps: steps.filter(|_| !vacant), vacant })
        }
    }
}

fn named(inputs: &Inputs, word: &str) -> bool {
    inputs.word("units").is_some_and(|told| told.eq_ignore_ascii_case(word))
}

/// Words for a hex without units.
fn is_none(value: &Value) -> bool {
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_lowercase);
    let words =
        ["", "0", "none", "no", "no units", "empty", "vacant", "garrison", "intrinsic garrison", "[]"];
    words.contains(&text.trim())
}

fn steps_of(value: &Value, nations: &NationWords) -> Result<u16, Vec<KeyFault>> {
    let mut total = 0u16;
    for entry in unit::entries(value) {
        total = total.saturating_add(match steps_counted(&entry) {
            Some(steps) => steps,
            None if is_count(&entry) => {
                let message = format!("{entry}: expected at most 100 units of one or two steps, such as 2:2");
                return Err(vec![KeyFault::new("units", message)]);
            }
            None => {
                let units = unit::units("defence", DEFENDER, &entry, nations).map_err(rename)?;
                units.iter().filter(|unit| unit.fights()).map(|unit| u16::from(unit.steps)).sum()
            }
        });
    }
    Ok(total)
}

/// Whether an entry is two numbers, and so no unit with a name.
fn is_count(entry: &Value) -> bool {
    let digits = |text: &str| !text.trim().is_empty() && text.trim().chars().all(|c| c.is_ascii_digit());
    let parts = entry.as_str().and_then(|text| text.split_once(':'));
    parts.is_some_and(|(count, steps)| digits(count) && digits(steps))
}

/// Steps of a count of units: `2`, `2:2`, `two full`, `1 reduced unit`, `a full unit`.
fn steps_counted(entry: &Value) -> Option<u16> {
    let text = entry.as_str().map_or_else(|| entry.to_string(), str::to_lowercase);
    let number = |text: &str| text.trim().parse::<u16>().ok().filter(|number| *number <= 100);
    if let Some((count, steps)) = text.split_once(':') {
        let (count, steps) = number(count).zip(number(steps).filter(|steps| (1..=2).contains(steps)))?;
        return Some(count * steps);
    }
    let mut words = text.split_whitespace().peekable();
    let first = *words.peek()?;
    let count = match first {
        "a" | "an" => Some(1),
        word => unit::number_word(word).and_then(|count| u16::try_from(count).ok()).or_else(|| number(word)),
    };
    // `full unit` is one unit.
    let count = match count {
        Some(count) => {
            words.next();
            count
        }
        None if matches!(first, "full" | "reduced" | "depleted") => 1,
        None => return None,
    };
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

fn rename(faults: Vec<KeyFault>) -> Vec<KeyFault> {
    faults.into_iter().map(|fault| KeyFault { key: "units".into(), ..fault }).collect()
}
