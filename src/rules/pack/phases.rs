//! The sequence of play: where phases stand in it, stretches of it, and both in words.

use std::ops::RangeInclusive;

use super::demand::Phases;
use super::parts::{Pack, Phase};

impl Pack {
    /// Where the phase of an id stands in the sequence of play.
    pub fn order(&self, phase: &str) -> Option<usize> {
        self.phases.iter().position(|known| known.id == phase)
    }

    /// Where a stretch stands in the sequence of play; an end that nobody knows leaves it open.
    pub fn span(&self, phases: &Phases) -> RangeInclusive<usize> {
        self.order(&phases.first).unwrap_or(0)..=self.order(&phases.last).unwrap_or(usize::MAX)
    }

    /// A phase by its id and name.
    pub fn phase_name(&self, id: &str) -> String {
        let known = self.phases.iter().find(|phase| phase.id == id);
        known.map_or_else(|| id.to_owned(), |Phase { name, .. }| format!("{id} {name}"))
    }

    /// Stretches in words: `EN.1 Supply to EN.3 Markers and SE.7 Builds`.
    pub fn stretches(&self, stretches: &[Phases]) -> String {
        let one = |Phases { first, last }: &Phases| {
            if first == last {
                self.phase_name(first)
            } else {
                format!("{} to {}", self.phase_name(first), self.phase_name(last))
            }
        };
        stretches.iter().map(one).collect::<Vec<_>>().join(" and ")
    }
}
