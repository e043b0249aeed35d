//! The month and the step in which a position stands.

use std::sync::Arc;

use liege::rules::data::schedule::{Season, SeasonTurn};
use liege::rules::game::pack::Pack;

/// A month of the war and a step of its sequence.
#[derive(Debug, Clone)]
pub struct Time {
    pub year: u16,
    pub month: u8,
    /// The step as the notation writes it; two letters tell the phase alone, an empty word nothing.
    pub phase: String,
    /// The steps it may be, as places in the sequence.
    steps: Vec<usize>,
    sequence: Arc<[String]>,
}

/// The first month with three months to a season (0.2).
const MONTHLY_FROM: (u16, u8) = (1941, 10);

impl Time {
    /// Every month of the game with every step that it has: the Seasonal Turn comes before the first month of a season, in
    /// the extended campaign before the only one.
    pub fn all(pack: &Pack) -> Vec<Self> {
        let sequence: Arc<[String]> = pack.phases.iter().map(|phase| phase.id.clone()).collect();
        let months = (1937..=1945_u16).flat_map(|year| (1..=12_u8).map(move |month| (year, month)));
        let played = |(year, month): &(u16, u8)| {
            (*year, *month) >= (1937, 7) && ((*year, *month) >= MONTHLY_FROM || month % 3 == 2)
        };
        let steps = |(year, month): (u16, u8)| {
            let seasonal = (year, month) < MONTHLY_FROM || month % 3 == 1;
            let steps =
                sequence.iter().map(String::as_str).filter(move |step| seasonal || !step.starts_with("SE"));
            let all: Vec<Self> =
                steps.chain([""]).map(|step| Self::at(year, month, step, &sequence)).collect();
            all
        };
        months.filter(played).flat_map(steps).collect()
    }

    fn at(year: u16, month: u8, phase: &str, sequence: &Arc<[String]>) -> Self {
        let of_phase =
            |step: &str| phase.is_empty() || step == phase || step.starts_with(&format!("{phase}."));
        let steps = (0..sequence.len()).filter(|ix| sequence[*ix].contains('.') && of_phase(&sequence[*ix]));
        Self { year, month, phase: phase.to_owned(), steps: steps.collect(), sequence: sequence.clone() }
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
