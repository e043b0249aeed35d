//! The numbers of strategic warfare in the air, as `rules/atpo/strategic_bombing.toml` has them.

use serde::Deserialize;

use crate::air::aircraft::{AirClass, Aircraft};
use crate::air::numbers::{self as units, AirNumbers};
use crate::air::strike::StrikeMission;
use crate::air::strike::plan::StrikeTables;
use crate::bombing::BombingTable;
use crate::sea::numbers::{self, DataMonth, Format1};
use liege_rules::data::Files;
use liege_rules::play::choices::{Choices, Setting};
use liege_rules::play::procedure::{Coded as _, ContextError, Refusal};

/// Path of the numbers.
pub const NUMBERS: &str = "rules/atpo/strategic_bombing.toml";

/// `strategic_bombing.toml`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names are those of the data file, which cites the rules")]
pub struct RaidRules {
    #[serde(rename = "format")]
    _format: Format1,
    pub effect: Vec<TargetEffect>,
    pub columns: FixedColumns,
    pub dice: RaidDice,
    b29: SuperFortress,
    pub star: OtherStar,
    pub from: RaidMonths,
    pub reserve: EconomicReserve,
    pub surrender: SurrenderNumbers,
    payer: Vec<Payer>,
    route: Vec<RaidedRoute>,
}

/// A row of Table 1 (2.1.2).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TargetEffect {
    /// Its word.
    pub target: String,
    /// Columns to the right.
    pub shift: i32,
    /// Whether it halves the strength.
    #[serde(default)]
    pub half: bool,
}

/// Columns that hold whatever the strength.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names are those of the data file, which cites the rules")]
pub struct FixedColumns {
    pub night: String,
    pub dei_oil: String,
    pub fire: String,
    pub a_bomb: String,
}

/// What is added to the dice.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names are those of the data file, which cites the rules")]
pub struct RaidDice {
    pub b29: i32,
    pub long_range: i32,
    pub long_range_otherwise: i32,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct SuperFortress {
    strength: u8,
    range: u8,
}

/// The cell that has a star by the other reading of `bombing_13_90`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names are those of the data file, which cites the rules")]
pub struct OtherStar {
    pub column: String,
    pub total: i32,
}

/// The first month of a kind of attack.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names are those of the data file, which cites the rules")]
pub struct RaidMonths {
    pub fire: DataMonth,
    pub a_bomb: DataMonth,
}

/// EP that strategic warfare does not touch (2).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EconomicReserve {
    /// How many at most.
    pub most: u32,
}

/// When Japan surrenders (15.2.1).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SurrenderNumbers {
    /// EP that are lost beyond the income.
    pub integer: u32,
    /// Fewer for each home city that is held.
    pub city: u32,
    /// Fewer for the first and the second A-Bomb.
    pub bombs: Vec<u32>,
}

/// Whose EP are lost.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Payer {
    /// Its word in inputs.
    pub word: String,
    /// Code of its nation.
    pub nation: String,
    /// Its name in a sentence.
    pub name: String,
    /// The word of its track of losses.
    pub loss: String,
    /// The word of its track of EP.
    pub ep: String,
}

/// A convoy route with who pays for it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RaidedRoute {
    /// Its word in inputs.
    pub word: String,
    /// Its name.
    pub name: String,
    payer: String,
    /// Whether it is closed unless its owner opens it.
    #[serde(default)]
    pub closes: bool,
}

/// What a raid needs to know.
pub struct RaidTables {
    /// The numbers of raids.
    pub rules: RaidRules,
    /// Those of air units.
    pub units: AirNumbers,
    /// The Bombing Table.
    pub bombing: BombingTable,
    /// The choices that a procedure declares.
    pub choices: Choices,
    /// Of who meets bombers on their way.
    pub passage: StrikeTables,
}

impl RaidTables {
    /// Loads the numbers with the players' choices, of which a procedure sees those it declares.
    ///
    /// # Errors
    /// A table is missing or wrong, or a choice does not exist.
    pub fn load(files: &dyn Files, settings: &[Setting], choices: &[&str]) -> Result<Self, ContextError> {
        let raids = numbers::load::<RaidRules>(NUMBERS, files, settings, choices)?;
        let units = numbers::load::<AirNumbers>(units::NUMBERS, files, settings, &[])?.numbers;
        let bombing = BombingTable::load(files)?;
        let passage = StrikeMission::context(files, settings)?;
        Ok(Self { rules: raids.numbers, units, bombing, choices: raids.choices, passage })
    }

    /// The place of a column that the data name.
    pub(super) fn column(&self, name: &str) -> Result<usize, Refusal> {
        let missing = || {
            Refusal::new("2.1.3", format!("the Bombing Table has no column {name}, which {NUMBERS} names"))
        };
        self.bombing.named(name).ok_or_else(missing)
    }
}

impl RaidRules {
    /// The row of Table 1 for a word.
    pub(super) fn effect(&self, word: &str) -> Result<&TargetEffect, Refusal> {
        let missing = || Refusal::new("2.1.2", format!("{NUMBERS} has no effect for the target {word}"));
        self.effect.iter().find(|effect| effect.target == word).ok_or_else(missing)
    }

    /// Whose EP are lost, by the word for the nation.
    pub(super) fn payer(&self, word: &str) -> Result<&Payer, Refusal> {
        let missing = || Refusal::new("2", format!("{NUMBERS} has no payer {word}"));
        self.payer.iter().find(|payer| payer.word == word).ok_or_else(missing)
    }

    /// A convoy route and who pays for it.
    pub(super) fn route(&self, word: &str) -> Result<(&RaidedRoute, &Payer), Refusal> {
        let missing = || Refusal::new("2.2", format!("{NUMBERS} has no route {word}"));
        let route = self.route.iter().find(|route| route.word == word).ok_or_else(missing)?;
        Ok((route, self.payer(&route.payer)?))
    }

    /// Whether a unit is a B-29 of the US: by the values of its counter, or by its name.
    pub(super) fn is_b29(&self, unit: &Aircraft) -> bool {
        let front = unit.front;
        let values =
            front.strength == self.b29.strength && front.range.is_none_or(|range| range == self.b29.range);
        let named = unit.name.to_uppercase().contains("B-29");
        unit.class == AirClass::Bomber && unit.nation.is_none_or(|nation| nation == "US") && (values || named)
    }
}
