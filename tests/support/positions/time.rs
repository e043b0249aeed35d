//! The month and the step in which a position stands.

use liege::rules::pack::Pack;
use liege::rules::schedule::{Season, SeasonTurn};

use super::dice::Dice;

/// A month of the war and a step of its sequence.
#[derive(Debug, Clone)]
pub struct Time {
    pub year: u16,
    pub month: u8,
    /// The step as the notation writes it; two letters tell the phase alone, an empty word nothing.
    pub phase: String,
    /// The steps it may be, as places in the sequence.
    steps: Vec<usize>,
    sequence: Vec<String>,
}

/// The first month with three months to a season (0.2).
const MONTHLY_FROM: (u16, u8) = (1941, 10);

impl Time {
    /// A random month of the game and a step that it has: the Seasonal Turn comes before the first month of a season, in
    /// the extended campaign before the only one.
    pub fn roll(pack: &Pack, dice: &mut Dice) -> Self {
        let sequence: Vec<String> = pack.phases.iter().map(|phase| phase.id.clone()).collect();
        let months: Vec<(u16, u8)> = (1937..=1945_u16)
            .flat_map(|year| (1..=12_u8).map(move |month| (year, month)))
            .filter(|date| *date >= (1937, 7))
            .filter(|(year, month)| (*year, *month) >= MONTHLY_FROM || month % 3 == 2)
            .collect();
        let (year, month) = dice.one(&months).copied().unwrap_or((1942, 8));
        let seasonal = (year, month) < MONTHLY_FROM || month % 3 == 1;
        let fits = |phase: &&String| seasonal || !phase.starts_with("SE");
        let phases: Vec<String> = sequence.iter().filter(fits).cloned().chain([String::new()]).collect();
        let phase = dice.one(&phases).cloned().unwrap_or_default();
        Self::at(year, month, &phase, sequence)
    }

    /// A given month and step.
    pub fn at(year: u16, month: u8, phase: &str, sequence: Vec<String>) -> Self {
        let of_phase =
            |step: &str| phase.is_empty() || step == phase || step.starts_with(&format!("{phase}."));
        let steps = (0..sequence.len()).filter(|ix| sequence[*ix].contains('.') && of_phase(&sequence[*ix]));
        Self { year, month, phase: phase.to_owned(), steps: steps.collect(), sequence }
    }

    fn index(&self, step: &str) -> usize {
        self.sequence.iter().position(|own| own == step).unwrap_or_else(|| panic!("{step} is no step"))
    }

    /// Whether it is surely one of the steps from one to another.
    pub fn within(&self, first: &str, last: &str) -> bool {
        let (first, last) = (self.index(first), self.index(last));
        !self.phase.is_empty() && self.steps.iter().all(|step| (first..=last).contains(step))
    }

    /// Whether it may be one of the steps from one to another.
    pub fn touches(&self, first: &str, last: &str) -> bool {
        let (first, last) = (self.index(first), self.index(last));
        self.steps.iter().any(|step| (first..=last).contains(step))
    }

    /// Whether a month has come.
    pub fn since(&self, year: u16, month: u8) -> bool {
        (self.year, self.month) >= (year, month)
    }

    /// The season it is.
    pub fn season(&self) -> SeasonTurn {
        SeasonTurn { year: self.year, season: Season::of_month(self.month) }
    }
}
