//! Convoy losses and income (AAF-P06): what each power is told, and what all see on the chart.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::because::Because;
use super::messages::{Message, MessageTexts};
use super::roles::MOVER;
use super::typed::names;
use super::upshot::{Sent, Upshot};
use liege_rules::data::Files;
use liege_rules::play::choices::Setting;
use liege_rules::play::deeds::Deed;
use liege_rules::play::dice::Dice;
use liege_rules::play::inputs::{Inputs, Key, KeyFault, KeyKind};
use liege_rules::play::procedure::{Coded, ContextError, Flow, Log, Procedure, Refusal};

/// AAF-P06: income is collected.
pub struct CollectIncome;

/// More than any chart shows.
const MOST: i64 = 10_000;

/// The chart and what happens to it.
#[derive(Debug, Clone, Default)]
pub struct IncomePhase {
    chart: BTreeMap<String, i64>,
    collects: BTreeSet<String>,
    convoy: BTreeMap<String, i64>,
    objectives: BTreeMap<String, i64>,
    /// Values that change hands: how much, from whom, to whom.
    captures: Vec<(i64, Option<String>, String)>,
}

impl IncomePhase {
    /// One power collects what the chart shows, less what convoys lose, with what objectives add.
    pub(super) fn of(power: &str, chart: i64, convoy: i64, objectives: i64) -> Self {
        let one = |amount: i64| BTreeMap::from([(power.to_owned(), amount)]);
        Self {
            chart: one(chart),
            collects: BTreeSet::from([power.to_owned()]),
            convoy: one(convoy),
            objectives: one(objectives),
            captures: Vec::new(),
        }
    }
}

/// What a power collects: all of it is public (10, L37).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Collected {
    /// Whose.
    pub power: String,
    /// What the chart shows.
    pub chart: i64,
    /// What convoy disruption takes.
    pub convoy: i64,
    /// What objectives add.
    pub objectives: i64,
    /// What is collected.
    pub sum: i64,
}

/// What came out.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct IncomeOutcome {
    /// The chart afterwards, which everybody sees.
    pub chart: Vec<(String, i64)>,
    /// What is collected, by power.
    pub collected: Vec<Collected>,
    /// Messages and moves of markers, in order.
    pub upshots: Vec<Upshot>,
}

const KEYS: &[Key] = &[
    Key::new("chart", &["income"], KeyKind::List, "10", "what the chart shows: japan 26, uk 28"),
    Key::new("collects", &["active"], KeyKind::List, "10", "the powers that collect now: japan"),
    Key::new("convoy", &[], KeyKind::List, "10", "losses by convoy disruption, by the base game: japan 4"),
    Key::new(
        "objectives",
        &[],
        KeyKind::List,
        "3",
        "what national objectives add, by the base game: japan 5",
    ),
    Key::new(
        "captures",
        &[],
        KeyKind::List,
        "10",
        "values that change hands and are not on the chart yet: 2 uk to japan, 1 to us",
    ),
];

impl Procedure for CollectIncome {
    const ID: &'static str = "AAF-P06";
    type Cx = MessageTexts;
    type Input = IncomePhase;
    type Battle = IncomePhase;
    type State = ();
    type Outcome = IncomeOutcome;

    fn begin(phase: IncomePhase, _: &MessageTexts) -> Result<(IncomePhase, ()), Vec<Refusal>> {
        Ok((phase, ()))
    }

    fn step<'b>(
        phase: &'b IncomePhase,
        (): (),
        texts: &'b MessageTexts,
        _: &mut dyn Dice,
        log: &mut Log,
    ) -> Flow<'b, (), IncomeOutcome> {
        let outcome = collect(phase, texts);
        outcome.upshots.iter().for_each(|upshot| upshot.log(texts, log));
        for Collected { power, chart, convoy, objectives, sum } in &outcome.collected {
            log.line(|| {
                let cause = format!("chart {chart}, convoys -{convoy}, objectives +{objectives}");
                (format!("{power} collects"), sum.to_string(), cause, "10 (L37)")
            });
        }
        Flow::Done(outcome)
    }

    fn so_far(phase: &IncomePhase, (): &(), texts: &MessageTexts) -> IncomeOutcome {
        collect(phase, texts)
    }

    fn result(outcome: &IncomeOutcome) -> String {
        let one = |row: &Collected| format!("{} {}", row.power, row.sum);
        outcome.collected.iter().map(one).collect::<Vec<_>>().join(", ")
    }

    fn deeds(outcome: &IncomeOutcome) -> Vec<Deed> {
        outcome.upshots.iter().flat_map(Upshot::deeds).collect()
    }
}

/// What is collected, and what the chart shows then.
pub(super) fn collect(phase: &IncomePhase, texts: &MessageTexts) -> IncomeOutcome {
    let mut chart = phase.chart.clone();
    let mut upshots = Vec::new();
    let because = vec![Because::Rule("10", "L37")];
    for (value, from, to) in &phase.captures {
        let moves = from.iter().map(|from| (from, -value)).chain([(to, *value)]);
        for (power, by) in moves {
            chart.entry(power.clone()).and_modify(|income| *income += by);
            upshots.push(Upshot::Income { power: power.clone(), by, because: because.clone() });
        }
    }
    let mut collected = Vec::new();
    for power in &phase.collects {
        let of = |table: &BTreeMap<String, i64>| table.get(power).copied().unwrap_or(0);
        let (income, objectives) = (of(&chart), of(&phase.objectives));
        // Nobody loses more than he has.
        let convoy = of(&phase.convoy).min(income.max(0));
        if let Some(n) = u32::try_from(convoy).ok().filter(|n| *n > 0) {
            let message = Message::ConvoyLoss { n };
            let text = texts.text(&message);
            let sent =
                Sent { to: MOVER, power: Some(power.clone()), message, text, because: because.clone() };
            upshots.push(Upshot::Message(sent));
        }
        let sum = income - convoy + objectives;
        collected.push(Collected { power: power.clone(), chart: income, convoy, objectives, sum });
    }
    IncomeOutcome { chart: chart.into_iter().collect(), collected, upshots }
}

/// Amounts by power: `japan 26, uk 28`.
fn amounts(inputs: &Inputs, key: &str, faults: &mut Vec<KeyFault>) -> BTreeMap<String, i64> {
    let mut table = BTreeMap::new();
    for one in names(inputs, key, faults) {
        let read = one.rsplit_once(' ').and_then(|(power, amount)| {
            let amount = amount.parse::<i64>().ok().filter(|amount| (0..=MOST).contains(amount))?;
            Some((power.trim().to_lowercase(), amount))
        });
        match read {
            None => faults
                .push(KeyFault::new(key, format!("\"{one}\": expected a power and a sum, such as japan 26"))),
            Some((power, amount)) => {
                if table.insert(power.clone(), amount).is_some() {
                    faults.push(KeyFault::new(key, format!("duplicate {power}")));
                }
            }
        }
    }
    table
}

/// A value that changes hands: `2 uk to japan`, `1 to us`.
fn capture(text: &str) -> Option<(i64, Option<String>, String)> {
    let (head, to) = text.split_once(" to ")?;
    let mut words = head.split_whitespace();
    let value = words.next()?.parse::<i64>().ok().filter(|value| (0..=MOST).contains(value))?;
    let from = words.collect::<Vec<_>>().join(" ").to_lowercase();
    let to = to.trim().to_lowercase();
    (!to.is_empty()).then_some((value, Some(from).filter(|from| !from.is_empty()), to))
}

impl Coded for CollectIncome {
    const GAME: &'static str = "aafog";
    const NAME: &'static str = "convoy-and-income";
    const KEYS: &'static [Key] = KEYS;

    fn context(files: &dyn Files, _: &[Setting]) -> Result<MessageTexts, ContextError> {
        MessageTexts::among(files)
    }

    fn read(inputs: &Inputs) -> Result<IncomePhase, Vec<KeyFault>> {
        let mut faults = Vec::new();
        let chart = amounts(inputs, "chart", &mut faults);
        let convoy = amounts(inputs, "convoy", &mut faults);
        let objectives = amounts(inputs, "objectives", &mut faults);
        let collects: BTreeSet<String> =
            names(inputs, "collects", &mut faults).into_iter().map(|power| power.to_lowercase()).collect();
        if collects.is_empty() {
            faults.push(KeyFault::new("collects", "is missing").help("the powers that collect now: japan"));
        }
        let mut captures = Vec::new();
        for one in names(inputs, "captures", &mut faults) {
            match capture(&one) {
                Some(read) => captures.push(read),
                None => {
                    let told = format!("\"{one}\": expected a value and powers, such as 2 uk to japan");
                    faults.push(KeyFault::new("captures", told));
                }
            }
        }
        let moved = captures.iter().flat_map(|(_, from, to)| from.iter().chain([to]));
        let needed: BTreeSet<&String> = collects.iter().chain(moved).collect();
        let missing: Vec<&str> =
            needed.into_iter().filter(|power| !chart.contains_key(*power)).map(String::as_str).collect();
        if !missing.is_empty() {
            let told = format!("the income of {} is missing", missing.join(", "));
            faults.push(KeyFault::new("chart", told).help("what the chart shows: japan 26, uk 28"));
        }
        for (key, table) in [("convoy", &convoy), ("objectives", &objectives)] {
            for power in table.keys().filter(|power| !collects.contains(*power)) {
                faults.push(KeyFault::new(key, format!("{power} does not collect now")));
            }
        }
        let phase = IncomePhase { chart, collects, convoy, objectives, captures };
        if faults.is_empty() { Ok(phase) } else { Err(faults) }
    }
}
