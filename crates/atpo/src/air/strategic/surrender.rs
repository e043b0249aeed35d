//! The surrender of Japan to strategic warfare (ATPO-SURRENDER, 15.2.1): EP lost in a season against the income before it.

use serde::Serialize;

use super::numbers::{RaidTables, SurrenderNumbers};
use liege_rules::choices::Setting;
use liege_rules::data::Files;
use liege_rules::inputs::{Inputs, Key, KeyFault, KeyKind};
use liege_rules::procedure::{ContextError, Log, Refusal, Sum};
use vassal::diagnostic::counted;

/// ATPO-SURRENDER.
pub struct SurrenderTest;

const RULE: &str = "15.2.1";
/// More home cities than Japan has.
const MOST_CITIES: i64 = 50;
const MOST_EP: i64 = 10_000;

pub(super) const CITIES: Key = Key::new(
    "home-cities",
    &["cities", "held-cities"],
    KeyKind::Number(0, MOST_CITIES),
    RULE,
    "Japanese home cities that supplied combat land units of the US hold; 0 when not given",
);
const KEYS: &[Key] = &[
    Key::new(
        "income",
        &["last-income"],
        KeyKind::Number(0, MOST_EP),
        RULE,
        "Japan's EP income of the last Seasonal Turn",
    ),
    Key::new(
        "lost",
        &["season-losses"],
        KeyKind::Number(0, MOST_EP),
        RULE,
        "EP that strategic warfare has cost since; 0 when not given",
    ),
    CITIES,
    Key::new(
        "a-bombs",
        &["bombs"],
        KeyKind::Number(0, 2),
        RULE,
        "A-Bombs that fell on different home cities; 0 when not given",
    ),
];

/// What the test depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SurrenderFacts {
    pub(super) income: Option<u32>,
    pub(super) lost: u32,
    pub(super) cities: u32,
    pub(super) bombs: usize,
}

/// How it stands.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct SurrenderResult {
    /// EP beyond the income that make Japan surrender.
    pub integer: u32,
    /// EP that make it surrender, where the income was told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needed: Option<u32>,
    /// EP that are lost.
    pub lost: u32,
    /// Whether it surrenders, where the income was told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub surrenders: Option<bool>,
}

impl SurrenderFacts {
    /// Tests it, each line with its cause.
    pub(super) fn test(self, numbers: &SurrenderNumbers, log: &mut Log) -> SurrenderResult {
        let Self { income, lost, cities, bombs } = self;
        let off_cities = numbers.city.saturating_mul(cities);
        let off_bombs = numbers.bombs.iter().take(bombs).fold(0u32, |sum, bomb| sum.saturating_add(*bomb));
        let integer = numbers.integer.saturating_sub(off_cities).saturating_sub(off_bombs);
        log.line(|| {
            let held = counted(cities as usize, "home city").replace("citys", "cities");
            let told = counted(bombs, "A-Bomb");
            let cause =
                format!("{} - {off_cities} for {held} held - {off_bombs} for {told}", numbers.integer);
            ("surrender integer", integer.to_string(), cause, RULE)
        });
        let needed = income.map(|income| income.saturating_add(integer));
        let surrenders = needed.map(|needed| lost >= needed);
        if let (Some(needed), Some(surrenders)) = (needed, surrenders) {
            log.line(|| {
                let told = if surrenders { "Japan surrenders, the game ends" } else { "no surrender" };
                let income = income.unwrap_or_default();
                let cause = format!(
                    "{lost} EP lost in the season against {needed}: income {income} + {integer}; EP saved, in reserve or \
                     won since do not count"
                );
                ("surrender", told, cause, RULE)
            });
        }
        SurrenderResult { integer, needed, lost, surrenders }
    }
}

impl SurrenderResult {
    /// Whether Japan surrenders, in words; none where the income was not told.
    pub(super) fn in_words(&self) -> Option<&'static str> {
        self.surrenders.map(|surrenders| if surrenders { "Japan surrenders" } else { "no surrender" })
    }
}

impl Sum for SurrenderTest {
    const GAME: &'static str = "atpo";
    const ID: &'static str = "ATPO-SURRENDER";
    const NAME: &'static str = "surrender-test";
    const KEYS: &'static [Key] = KEYS;
    type Cx = RaidTables;
    type Input = SurrenderFacts;
    type Facts = SurrenderResult;

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<RaidTables, ContextError> {
        RaidTables::load(files, settings, Self::CHOICES)
    }

    fn read(inputs: &Inputs) -> Result<SurrenderFacts, Vec<KeyFault>> {
        Ok(facts(inputs, "a-bombs"))
    }

    fn sum(
        facts: &SurrenderFacts,
        tables: &RaidTables,
        log: &mut Log,
    ) -> Result<SurrenderResult, Vec<Refusal>> {
        Ok(facts.test(&tables.rules.surrender, log))
    }

    fn result(result: &SurrenderResult) -> String {
        result.in_words().map_or_else(|| result.integer.to_string(), str::to_owned)
    }
}

/// What was told of the test; `bombs` is the key of the A-Bombs that have fallen.
pub(super) fn facts(inputs: &Inputs, bombs: &str) -> SurrenderFacts {
    let number = |key: &str| inputs.number(key).and_then(|number| u32::try_from(number).ok());
    SurrenderFacts {
        income: number("income"),
        lost: number("lost").unwrap_or(0),
        cities: number("home-cities").unwrap_or(0),
        bombs: inputs.number(bombs).and_then(|bombs| usize::try_from(bombs).ok()).unwrap_or(0),
    }
}
