//! Which aircraft lose steps with their base (ATPO-AIR-LOSS, 3.15.1): both players choose in turn.

use serde::Serialize;
use serde_json::Value;

use crate::forces::unit::{LONGEST_NAME, entries};
use crate::forces::{ATTACKER, DEFENDER};
use liege_rules::data::Files;
use liege_rules::inputs;
use liege_rules::play::choices::Setting;
use liege_rules::play::deeds::{Act, Deed, Whom};
use liege_rules::play::inputs::{Field, Inputs, KeyFault, KeyKind, Listed};
use liege_rules::play::procedure::{
    ContextError, Offer, OrdersName, Outcome, Pause, Played, Prompt, Refusal, Script, ScriptHead, TableTop,
};
use vassal::diagnostic::counted;

/// ATPO-AIR-LOSS: no dice, only choices.
pub struct AirLoss;

const RULE: &str = "3.15.1, 4.13.2";
/// The name of the question in orders.
const LABEL: &str = "air step";
/// More aircraft than any base has.
const MOST_AIRCRAFT: usize = 120;
/// Steps of an air unit at full strength.
const FULL: u8 = 2;

/// A unit that is told by its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedUnit {
    /// Its name.
    pub name: String,
    /// Its piece in the save, when the input gave one.
    pub piece: Option<String>,
    /// The steps that it has left.
    pub steps: u8,
}

/// The aircraft of a base, the weakest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Based(Vec<NamedUnit>);

inputs! {
    /// Aircraft of a base that is destroyed, and how many steps go with it: up to the highest number of the Bombing
    /// TableTop, which counts by one reading of `collateral_ground`.
    #[derive(Debug, Clone)]
    pub struct StruckBase {
        /// the air units based there, the weakest first, by name; `reduced` behind a name is one step
        aircraft: Based = "aircraft" | "based", RULE;
        /// how many steps are lost
        lose: Option<u8> = "lose" | "steps", RULE, 0..=18;
    }
}

/// The unit of each step that is lost, by its number, in the order of the choices.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct ChosenSteps(Vec<usize>);

/// What it comes to.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct AirLosses {
    /// The name of the unit of each step that is lost.
    pub lost: Vec<String>,
    #[serde(skip)]
    deeds: Vec<Deed>,
}

/// What the defender is asked.
pub(crate) const OF_DEFENDER: Prompt = Prompt {
    by: DEFENDER,
    label: LABEL,
    names: OrdersName::Answer,
    text: "which air unit loses a step: the first is the defender's choice, the second the attacker's, and so on",
    answers: &["NAME OF A UNIT"],
    policies: &["weakest", "strongest", "cautious", "balanced", "aggressive"],
    rule: RULE,
};

/// What the attacker is asked.
pub(crate) const OF_ATTACKER: Prompt = Prompt { by: ATTACKER, ..OF_DEFENDER };

impl Script for AirLoss {
    const HEAD: ScriptHead = ScriptHead::of("atpo", "ATPO-AIR-LOSS", "air-loss")
        .asks(&[ATTACKER, DEFENDER], &[OF_ATTACKER, OF_DEFENDER]);
    type Cx = ();
    type Input = StruckBase;
    type Battle = StruckBase;
    type State = ChosenSteps;
    type Outcome = AirLosses;

    fn context(_: &dyn Files, _: &[Setting]) -> Result<(), ContextError> {
        Ok(())
    }

    fn begin(base: StruckBase, (): &()) -> Result<(StruckBase, ChosenSteps), Vec<Refusal>> {
        Ok((base, ChosenSteps::default()))
    }

    fn play<'b>(
        base: &'b StruckBase,
        (): &'b (),
        chosen: &mut ChosenSteps,
        at: &mut TableTop<'_, 'b>,
    ) -> Played {
        while chosen.0.len() < base.lose.unwrap_or_default().into() {
            let left = (0..base.aircraft.0.len()).filter(|unit| base.left(chosen, *unit) > 0);
            let weakest_first: Vec<_> =
                left.map(|unit| (base.aircraft.0[unit].name.as_str(), unit)).collect();
            if weakest_first.is_empty() {
                break;
            }
            chosen.0.push(ask(&weakest_first, (chosen.0.len(), RULE), at)?);
        }
        at.log().line(|| {
            let steps = counted(chosen.0.len(), "step");
            ("air steps lost", steps, "with the base; the others must rebase", RULE)
        });
        Ok(())
    }

    fn outcome(base: &StruckBase, chosen: &ChosenSteps) -> AirLosses {
        let hit = (0..base.aircraft.0.len()).filter(|unit| chosen.0.contains(unit));
        let deed = |unit: usize| {
            let NamedUnit { name, piece, .. } = &base.aircraft.0[unit];
            let act = if base.left(chosen, unit) == 0 { Act::Eliminate(None) } else { Act::LoseStep };
            let whom = Whom::Unit { name: name.clone(), piece: piece.clone() };
            Deed { whom, act, rule: RULE.into() }
        };
        let lost = chosen.0.iter().map(|unit| base.aircraft.0[*unit].name.clone()).collect();
        AirLosses { lost, deeds: hit.map(deed).collect() }
    }
}

impl Outcome for AirLosses {
    fn result(&self) -> String {
        match self.lost.is_empty() {
            true => "no air unit loses a step".to_owned(),
            false => format!("air steps lost: {}", self.lost.join(", ")),
        }
    }

    fn deeds(&self) -> Vec<Deed> {
        self.deeds.clone()
    }
}

/// Asks which of some aircraft, given by name and number with the weakest first, loses the next step after so many, by a
/// rule. Both players choose in turn, the defender first.
///
/// # Errors
/// Nobody has answered yet.
pub(crate) fn ask<'b>(
    weakest_first: &[(&'b str, usize)],
    (taken, rule): (usize, &'static str),
    at: &mut TableTop<'_, 'b>,
) -> Result<usize, Pause> {
    let prompt = if taken.is_multiple_of(2) { OF_DEFENDER } else { OF_ATTACKER };
    let offers = offers(weakest_first, prompt);
    at.ask(Prompt { rule, ..prompt }, None, "which air unit loses a step", offers)
}

fn offers<'b>(weakest_first: &[(&'b str, usize)], prompt: Prompt) -> Vec<Offer<'b, usize>> {
    let last = weakest_first.len().saturating_sub(1);
    let offer = |(place, (name, number)): (usize, &(&'b str, usize))| {
        let mut tags = Vec::new();
        if place == 0 {
            tags.push("weakest");
        }
        if place == last {
            tags.push("strongest");
        }
        // Each side spares its own and strikes at what the other values.
        let theirs = if prompt.by == DEFENDER { place == 0 } else { place == last };
        if theirs {
            tags.extend(["cautious", "balanced", "aggressive"]);
        }
        Offer::new(*name, tags, *number)
    };
    weakest_first.iter().enumerate().map(offer).collect()
}

impl StruckBase {
    /// The steps that a unit has left.
    fn left(&self, chosen: &ChosenSteps, unit: usize) -> u8 {
        let lost = chosen.0.iter().filter(|number| **number == unit).count();
        self.aircraft.0[unit].steps.saturating_sub(u8::try_from(lost).unwrap_or(u8::MAX))
    }
}

impl Listed for NamedUnit {
    fn read(inputs: &Inputs, key: &str, faults: &mut Vec<KeyFault>) -> Option<Vec<Self>> {
        Some(named(inputs, key, faults))
    }
}

impl Field for Based {
    const KIND: KeyKind = KeyKind::List;

    fn read(inputs: &Inputs, key: &str, faults: &mut Vec<KeyFault>) -> Option<Self> {
        let aircraft = named(inputs, key, faults);
        if aircraft.is_empty() && faults.is_empty() {
            let missing = KeyFault::new(key, "is missing");
            faults.push(missing.help("what is based there: 21st Flotilla, 4th Carrier Air reduced"));
        }
        Some(Self(aircraft))
    }
}

/// The air units that a key lists by name.
fn named(inputs: &Inputs, key: &str, faults: &mut Vec<KeyFault>) -> Vec<NamedUnit> {
    let list = inputs.value(key).map(entries).unwrap_or_default();
    if list.len() > MOST_AIRCRAFT {
        faults.push(KeyFault::new(key, format!("more than {MOST_AIRCRAFT} units")));
    }
    let mut found = Vec::new();
    for entry in list.iter().take(MOST_AIRCRAFT) {
        match unit(entry) {
            Some(unit) => found.push(unit),
            None => {
                let told = format!("{entry} is not a name of at most {LONGEST_NAME} letters");
                faults.push(KeyFault::new(key, told));
            }
        }
    }
    found
}

/// A name, with `reduced` behind it where the unit has one step; or a table with it, its piece and its steps.
pub(crate) fn unit(entry: &Value) -> Option<NamedUnit> {
    let word = |value: &Value| value.as_str().filter(|text| text.len() <= LONGEST_NAME).map(str::to_owned);
    if let Value::Object(table) = entry {
        let steps = table.get("steps").and_then(Value::as_u64).and_then(|steps| u8::try_from(steps).ok());
        let (name, piece) = (table.get("name").and_then(word)?, table.get("piece").and_then(word));
        return Some(NamedUnit { name, piece, steps: steps.unwrap_or(FULL).clamp(1, FULL) });
    }
    let name = word(entry)?;
    Some(match name.strip_suffix(" reduced") {
        Some(name) => NamedUnit { name: name.to_owned(), piece: None, steps: 1 },
        None => NamedUnit { name, piece: None, steps: FULL },
    })
}
