//! Which aircraft lose steps with their base (ATPO-AIR-LOSS, 3.15.1): both players choose in turn.

use serde::Serialize;
use serde_json::Value;

use crate::forces::unit::{LONGEST_NAME, entries};
use crate::forces::{ATTACKER, DEFENDER};
use liege_rules::choices::Setting;
use liege_rules::data::Files;
use liege_rules::deeds::{Act, Deed, Whom};
use liege_rules::dice::Dice;
use liege_rules::inputs::{Inputs, Key, KeyFault, KeyKind};
use liege_rules::procedure::{
    Ask, Coded, ContextError, Flow, Log, Offer, OrdersName, Procedure, Prompt, Refusal, Role, few,
};
use vassal::diagnostic::counted;

/// ATPO-AIR-LOSS: no dice, only choices.
pub struct AirLoss;

const RULE: &str = "3.15.1, 4.13.2";
/// The key of those that are based there.
const AIRCRAFT: &str = "aircraft";
/// The name of the question in orders.
const LABEL: &str = "air step";
/// More aircraft than any base has.
const MOST_AIRCRAFT: usize = 120;
/// The highest number of the Bombing Table, which counts by one reading of `collateral_ground`.
const MOST_LOST: i64 = 18;
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

/// Aircraft of a base that is destroyed, and how many steps go with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StruckBase {
    /// The weakest first.
    aircraft: Vec<NamedUnit>,
    lose: usize,
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

const KEYS: &[Key] = &[
    Key::new(
        AIRCRAFT,
        &["based"],
        KeyKind::List,
        RULE,
        "the air units based there, the weakest first, by name; `reduced` behind a name is one step",
    ),
    Key::new("lose", &["steps"], KeyKind::Number(0, MOST_LOST), RULE, "how many steps are lost"),
];

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

impl Procedure for AirLoss {
    const ID: &'static str = "ATPO-AIR-LOSS";
    const ROLES: &'static [Role] = &[ATTACKER, DEFENDER];
    const PROMPTS: &'static [Prompt] = &[OF_ATTACKER, OF_DEFENDER];
    type Cx = ();
    type Input = StruckBase;
    type Battle = StruckBase;
    type State = ChosenSteps;
    type Outcome = AirLosses;

    fn begin(base: StruckBase, (): &()) -> Result<(StruckBase, ChosenSteps), Vec<Refusal>> {
        Ok((base, ChosenSteps::default()))
    }

    fn step<'b>(
        base: &'b StruckBase,
        chosen: ChosenSteps,
        (): &'b (),
        _: &mut dyn Dice,
        log: &mut Log,
    ) -> Flow<'b, ChosenSteps, AirLosses> {
        let left: Vec<usize> = (0..base.aircraft.len()).filter(|at| base.left(&chosen, *at) > 0).collect();
        if chosen.0.len() >= base.lose || left.is_empty() {
            log.line(|| {
                let told = counted(chosen.0.len(), "step");
                ("air steps lost", told, "with the base; the others must rebase", RULE)
            });
            return Flow::Done(base.outcome(&chosen));
        }
        let weakest_first: Vec<(&str, usize)> =
            left.iter().map(|number| (base.aircraft[*number].name.as_str(), *number)).collect();
        asked(&weakest_first, (chosen.0.len(), RULE), move |number| {
            let mut then = chosen.clone();
            then.0.push(number);
            then
        })
    }

    fn so_far(base: &StruckBase, chosen: &ChosenSteps, (): &()) -> AirLosses {
        base.outcome(chosen)
    }

    fn result(outcome: &AirLosses) -> String {
        match outcome.lost.is_empty() {
            true => "no air unit loses a step".to_owned(),
            false => format!("air steps lost: {}", outcome.lost.join(", ")),
        }
    }

    fn deeds(outcome: &AirLosses) -> Vec<Deed> {
        outcome.deeds.clone()
    }
}

/// The question which of some aircraft, told by name and number with the weakest first, loses the next step after so
/// many, by a rule: both players in turn, the defender first.
pub(crate) fn asked<'b, S: 'b, O>(
    weakest_first: &[(&'b str, usize)],
    (taken, rule): (usize, &'static str),
    then: impl Fn(usize) -> S + 'b,
) -> Flow<'b, S, O> {
    let by = if taken.is_multiple_of(2) { DEFENDER } else { ATTACKER };
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
        let theirs = if by == DEFENDER { place == 0 } else { place == last };
        if theirs {
            tags.extend(["cautious", "balanced", "aggressive"]);
        }
        Offer::new(*name, tags, *number)
    };
    let list = weakest_first.iter().enumerate().map(offer).collect();
    let offers = few(list, move |number: &usize| then(*number));
    let text = "which air unit loses a step".into();
    Flow::Ask(Ask { by, label: LABEL, about: None, text, rule, offers })
}

impl StruckBase {
    /// The steps that a unit has left.
    fn left(&self, chosen: &ChosenSteps, unit: usize) -> u8 {
        let lost = chosen.0.iter().filter(|number| **number == unit).count();
        self.aircraft[unit].steps.saturating_sub(u8::try_from(lost).unwrap_or(u8::MAX))
    }

    fn outcome(&self, chosen: &ChosenSteps) -> AirLosses {
        let hit = (0..self.aircraft.len()).filter(|unit| chosen.0.contains(unit));
        let deed = |unit: usize| {
            let NamedUnit { name, piece, .. } = &self.aircraft[unit];
            let act = if self.left(chosen, unit) == 0 { Act::Eliminate(None) } else { Act::LoseStep };
            let whom = Whom::Unit { name: name.clone(), piece: piece.clone() };
            Deed { whom, act, rule: RULE.into() }
        };
        let lost = chosen.0.iter().map(|unit| self.aircraft[*unit].name.clone()).collect();
        AirLosses { lost, deeds: hit.map(deed).collect() }
    }
}

impl Coded for AirLoss {
    const GAME: &'static str = "atpo";
    const NAME: &'static str = "air-loss";
    const PAGE: &'static str = "rules/atpo/procedures/ATPO-AIR-LOSS.md";
    const KEYS: &'static [Key] = KEYS;

    fn context(_: &dyn Files, _: &[Setting]) -> Result<(), ContextError> {
        Ok(())
    }

    fn read(inputs: &Inputs) -> Result<StruckBase, Vec<KeyFault>> {
        let mut faults = Vec::new();
        let aircraft = named(inputs, AIRCRAFT, &mut faults);
        if aircraft.is_empty() && faults.is_empty() {
            let missing = KeyFault::new(AIRCRAFT, "is missing");
            faults.push(missing.help("what is based there: 21st Flotilla, 4th Carrier Air reduced"));
        }
        let lose = inputs.number("lose").and_then(|number| usize::try_from(number).ok()).unwrap_or(0);
        if faults.is_empty() { Ok(StruckBase { aircraft, lose }) } else { Err(faults) }
    }
}

/// The air units that a key lists by name.
pub(super) fn named(inputs: &Inputs, key: &'static str, faults: &mut Vec<KeyFault>) -> Vec<NamedUnit> {
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
