//! The sequence of play: where phases stand in it, stretches of it, and both in words.

use std::ops::RangeInclusive;

use super::demand::Phases;
use super::parts::{Pack, Phase};

impl Phase {
    /// The group that it is a step of: what stands before the point of its id; the id of a whole group itself.
    pub fn group(&self) -> &str {
        group_and_step(&self.id).0
    }

    /// Whether it is a step of a group rather than a group whose step nobody knows.
    pub fn is_step(&self) -> bool {
        group_and_step(&self.id).1.is_some()
    }
}

/// The group and the step in the id of a phase, `EN.5`.
fn group_and_step(id: &str) -> (&str, Option<&str>) {
    id.split_once('.').map_or((id, None), |(group, step)| (group, Some(step)))
}

/// The words of a text in small letters.
fn words(text: &str) -> Vec<String> {
    let parts = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    parts.map(str::to_lowercase).collect()
}

impl Phases {
    /// A stretch as the data write it: `EN.5`, or `EN.5..SE.7` with both ends.
    pub fn read(text: &str) -> Self {
        let (first, last) = text.split_once("..").unwrap_or((text, text));
        Self { first: first.to_owned(), last: last.to_owned() }
    }

    /// Both ends, the same twice for a single phase.
    pub fn ends(&self) -> [&str; 2] {
        [&self.first, &self.last]
    }
}

impl Pack {
    /// The phases that a player may mean by some words: one by its id or name however it is written, else those whose
    /// names have all the words, those with the fewest others first in mind: `ol4`, `land combat`, `supply step`.
    pub fn phases_meant(&self, text: &str) -> Vec<&Phase> {
        if let Some((_, phase)) = self.phase(text) {
            return vec![phase];
        }
        let bare =
            |text: &str| text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
        let wanted: String = bare(text);
        if let Some(phase) =
            self.phases.iter().find(|phase| bare(&phase.id) == wanted || bare(&phase.name) == wanted)
        {
            return vec![phase];
        }
        let asked: Vec<String> = words(text)
            .into_iter()
            .filter(|word| !matches!(word.as_str(), "phase" | "step" | "the"))
            .collect();
        let has_all = |phase: &&Phase| {
            let own = words(&phase.name);
            asked.iter().all(|word| own.iter().any(|known| known.starts_with(word.as_str())))
        };
        let found: Vec<&Phase> = self.phases.iter().filter(has_all).filter(|_| !asked.is_empty()).collect();
        let fewest = found.iter().map(|phase| words(&phase.name).len()).min();
        found.into_iter().filter(|phase| Some(words(&phase.name).len()) == fewest).collect()
    }

    /// Whether a phase is an earlier step of the same group as another.
    pub fn is_step_before(&self, phase: &str, limit: &str) -> bool {
        let (group, step) = group_and_step(phase);
        step.is_some() && group == group_and_step(limit).0 && self.order(phase) < self.order(limit)
    }

    /// Whether a phase is a whole group, and a step one of its steps.
    pub fn has_step(&self, phase: &str, step: &str) -> bool {
        let (group, known) = group_and_step(step);
        known.is_some() && group == phase
    }

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
