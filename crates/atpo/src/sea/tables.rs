//! The numbers of the war at sea, read from `rules/atpo/sea.toml`, with the choices that a procedure reads.

use super::night::{self, NightNumbers};
use super::numbers::{Format1, numbers};
use super::rows::{BatteryRow, Escorts, HarbourNumbers, KaitenNumbers, MineModifiers, StraitNumbers};
use crate::crt;
use crate::magic::{self, HelpedNations};
use liege_rules::data::fault::read_toml;
use liege_rules::data::{DataError, Files};
use liege_rules::play::choices::{Choices, Setting};
use liege_rules::play::inputs::NationWords;
use liege_rules::play::procedure::ContextError;
use liege_rules::play::roll::Roll;

/// Path of the numbers.
pub const SEA: &str = "rules/atpo/sea.toml";
/// The roll for Admirals, which naval battles make by themselves.
pub const ADMIRAL: &str = "ATPO-R16";
/// The roll for duds.
pub const DUD: &str = "ATPO-R67";
/// The roll of the sea mines of a coastal fort.
pub const SEA_MINES: &str = "ATPO-R18";

numbers! {
    /// All of `sea.toml`.
    #[expect(missing_docs, reason = "the names are those of the data file, which cites the rules")]
    pub struct SeaNumbers {
        #[serde(rename = "format")]
        _format: Format1,
        pub combat: CombatRounds,
        pub mines: MineModifiers,
        pub battery: Vec<BatteryRow>,
        pub escorts: Escorts,
        pub strait: StraitNumbers,
        pub harbour: HarbourNumbers,
        pub kaiten: KaitenNumbers,
    }

    /// How a naval battle goes on (3.11.1).
    pub struct CombatRounds {
        /// How many rounds it has.
        pub rounds: u8,
    }
}

/// The numbers with the choices that hold.
#[derive(Debug, Clone)]
pub struct SeaTables {
    /// The numbers.
    pub numbers: SeaNumbers,
    /// Those of the night.
    pub night: NightNumbers,
    /// The nations, with their alliances.
    pub nations: NationWords,
    /// Whose dice Naval Magic helps.
    pub helped: HelpedNations,
    /// The elimination of an Admiral (3.12.2).
    pub admiral: Roll,
    /// Whether a torpedo is a dud (16.13).
    pub dud: Roll,
    /// Whether sea mines hit a force (3.14.5.6).
    pub sea_mines: Roll,
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
        let numbers = read_toml::<SeaNumbers>(SEA, files.text(SEA)?, &mut faults);
        let night = read_toml::<NightNumbers>(night::NUMBERS, files.text(night::NUMBERS)?, &mut faults);
        let nations = NationWords::read("atpo", &texts);
        let helped = HelpedNations::read(files.text(magic::NUMBERS)?, &mut faults);
        let rolls = [ADMIRAL, DUD, SEA_MINES].map(|id| crt::roll_called(id, &texts, &mut faults));
        let all = Choices::load(files, crt::CHOICES)?;
        match (numbers.zip(night).zip(helped), rolls, DataError::of(&faults)) {
            (Some(((numbers, night), helped)), [Some(admiral), Some(dud), Some(sea_mines)], None) => {
                let choices = all.with(settings)?.only(choices);
                Ok(Self { numbers, night, nations, helped, admiral, dud, sea_mines, choices })
            }
            (.., error) => Err(error.unwrap_or_else(|| DataError::new(SEA, "cannot be read")).into()),
        }
    }

    /// Whether a hit takes more than Armor: the other reading of `hit_compare`.
    #[must_use]
    pub fn must_exceed(&self) -> bool {
        self.choices.is("hit_compare", "gt")
    }
}
