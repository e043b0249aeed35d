//! The surrender of Japan to strategic warfare (ATPO-SURRENDER, 15.2.1): EP lost in a season against the income before it.

use serde::Serialize;

use super::numbers::{RaidTables, SurrenderNumbers};
use liege_rules::data::Files;
use liege_rules::inputs;
use liege_rules::play::choices::Setting;
use liege_rules::play::inputs;
use liege_rules::play::inputs::{Inputs, Key, KeyFault, TypedInput as _};
use liege_rules::play::procedure::{ContextError, Log, Refusal, Sum};
use vassal::diagnostic::counted;

/// ATPO-SURRENDER.
pub struct SurrenderTest;

const RULE: &str = "15.2.1";
inputs! {
    /// What the test depends on.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct SurrenderFacts {
        /// Japan's EP income of the last Seasonal Turn
        income: Option<u32> = "income" | "last-income", RULE, 0..=10_000;
        /// EP that strategic warfare has cost since; 0 when not given
        lost: Option<u32> = "lost" | "season-losses", RULE, 0..=10_000;
        /// Japanese home cities that supplied combat land units of the US hold; 0 when not given
        cities: Option<u32> = "home-cities" | "cities" | "held-cities", RULE, 0..=50;
        /// A-Bombs that fell on different home cities; 0 when not given
        bombs: Option<u8> = "a-bombs" | "bombs", RULE, 0..=2;
    }
}

/// Home cities that are held.
pub(super) const CITIES: Key = inputs::key(SurrenderFacts::KEYS, "home-cities");

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
        let [lost, cities] = [self.lost, self.cities].map(Option::unwrap_or_default);
        let (income, bombs) = (self.income, self.bombs.unwrap_or(0).into());
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
    const KEYS: &'static [Key] = SurrenderFacts::KEYS;
    type Cx = RaidTables;
    type Input = SurrenderFacts;
    type Facts = SurrenderResult;

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<RaidTables, ContextError> {
        RaidTables::load(files, settings, Self::CHOICES)
    }

    fn read(inputs: &Inputs) -> Result<SurrenderFacts, Vec<KeyFault>> {
        SurrenderFacts::read(inputs)
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
