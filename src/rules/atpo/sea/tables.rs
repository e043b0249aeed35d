//! The numbers of the war at sea, read from `rules/atpo/sea.toml`, with the choices that a procedure reads.

use serde::Deserialize;

use super::numbers::{
    BatteryRow, Escorts, HarbourNumbers, InstallationRow, KaitenNumbers, MineModifiers, StraitNumbers,
};
use crate::rules::atpo::crt;
use crate::rules::choices::{Choices, Setting};
use crate::rules::data::{DataError, Files};
use crate::rules::fault::{DataFault, toml_fault};
use crate::rules::inputs::month;
use crate::rules::procedure::ContextError;
use crate::rules::roll::Roll;

/// Path of the numbers.
pub const SEA: &str = "rules/atpo/sea.toml";
/// The roll for Admirals, which naval battles make by themselves.
pub const ADMIRAL: &str = "ATPO-R16";
/// The roll for duds.
pub const DUD: &str = "ATPO-R67";

/// All of `sea.toml`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names are those of the data file, which cites the rules")]
pub struct SeaNumbers {
    pub format: u32,
    pub combat: CombatRounds,
    pub moonlit: Moonlit,
    pub mines: MineModifiers,
    pub battery: Vec<BatteryRow>,
    pub escorts: Escorts,
    pub strait: StraitNumbers,
    pub harbour: HarbourNumbers,
    pub kaiten: KaitenNumbers,
    pub installation: Vec<InstallationRow>,
}

/// How a naval battle goes on (3.11.1).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CombatRounds {
    /// How many rounds it has.
    pub rounds: u8,
}

/// What moonlight does to dice (17.3).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Moonlit {
    /// To every die.
    pub all: i32,
    /// Instead, to the dice of navies that fight well at night.
    pub skilled: i32,
    /// Which navies these are, and when.
    pub nations: Vec<NightFighters>,
}

/// Navies that fight well at night, and when (17.3).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NightFighters {
    /// Their codes.
    pub nations: Vec<String>,
    /// The first month.
    pub from: Option<String>,
    /// The last month.
    pub until: Option<String>,
}

/// The numbers with the choices that hold.
#[derive(Debug, Clone)]
pub struct SeaTables {
    /// The numbers.
    pub numbers: SeaNumbers,
    /// The elimination of an Admiral (3.12.2).
    pub admiral: Roll,
    /// Whether a torpedo is a dud (16.13).
    pub dud: Roll,
    /// The choices.
    pub choices: Choices,
}

impl SeaTables {
    /// Load the numbers with the players' choices, of which a procedure sees those it declares.
    ///
    /// # Errors
    /// A table is missing or wrong, or a choice does not exist.
    pub fn load(files: &dyn Files, settings: &[Setting], choices: &[&str]) -> Result<Self, ContextError> {
        let mut faults = Vec::new();
        let texts = |path: &str| files.text(path).ok().map(str::to_owned);
        let numbers = read(files.text(SEA)?, &mut faults);
        let [admiral, dud] = [ADMIRAL, DUD].map(|id| crt::roll_called(id, &texts, &mut faults));
        let all = Choices::load(files, crt::CHOICES)?;
        match (numbers, admiral, dud, DataError::of(&faults)) {
            (Some(numbers), Some(admiral), Some(dud), None) => {
                Ok(Self { numbers, admiral, dud, choices: all.with(settings)?.only(choices) })
            }
            (.., error) => Err(error.unwrap_or_else(|| DataError::new(SEA, "cannot be read")).into()),
        }
    }

    /// Whether a hit takes more than Armor: the other reading of `hit_compare`.
    #[must_use]
    pub fn must_exceed(&self) -> bool {
        self.choices.is("hit_compare", "gt")
    }

    /// The modifier of moonlight to the dice of a nation's naval units in a month.
    #[must_use]
    pub fn moonlight(&self, nation: Option<&str>, date: Option<(u16, u8)>) -> i32 {
        let moonlit = &self.numbers.moonlit;
        let skilled = moonlit.nations.iter().any(|row| {
            nation.is_some_and(|nation| row.nations.iter().any(|known| known == nation)) && row.holds(date)
        });
        if skilled { moonlit.skilled } else { moonlit.all }
    }
}

impl NightFighters {
    fn holds(&self, date: Option<(u16, u8)>) -> bool {
        let bound = |text: &Option<String>| text.as_deref().and_then(month);
        date.is_some_and(|date| {
            bound(&self.from).is_none_or(|from| from <= date)
                && bound(&self.until).is_none_or(|until| date <= until)
        })
    }
}

/// Reads the numbers; every fault is kept.
pub fn read(text: &str, faults: &mut Vec<DataFault>) -> Option<SeaNumbers> {
    let numbers = toml::from_str::<SeaNumbers>(text);
    let numbers = numbers.map_err(|error| faults.push(toml_fault(SEA, text, &error))).ok()?;
    if numbers.format != 1 {
        faults.push(DataFault::at(SEA, 1, format!("expected format = 1, found {}", numbers.format)));
    }
    let months = numbers.moonlit.nations.iter().flat_map(|row| row.from.iter().chain(&row.until));
    for text in months.chain([&numbers.kaiten.from]).filter(|text| month(text).is_none()) {
        faults.push(DataFault::at(SEA, 0, format!("expected a month such as 1943-07, found \"{text}\"")));
    }
    faults.extend(numbers.strait.faults(SEA, text));
    faults.extend(numbers.battery.iter().filter_map(|row| row.fault(SEA, text)));
    faults.is_empty().then_some(numbers)
}
