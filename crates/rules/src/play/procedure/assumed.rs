//! The policy that is assumed where nobody decides, and what it decided: chances count no open decision as an outcome.

use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;

use super::decide::{ASSUMED_FACT, Asked, EVEN, Misfit, Policies, Policy};
use super::{Prompt, Role};

/// A policy that was assumed for a side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AssumedPolicy {
    /// The side.
    pub side: Role,
    /// The word.
    pub policy: &'static str,
    /// The labels of the questions that it answered; none where the side had nothing to decide.
    pub questions: Vec<&'static str>,
}

impl AssumedPolicy {
    /// All of them in a line.
    #[must_use]
    pub fn in_words(assumed: &[Self]) -> Option<String> {
        let Self { policy, .. } = assumed.first()?;
        let one = |assumed: &Self| match &*assumed.questions {
            [] => assumed.side.to_string(),
            questions => format!("{} ({})", assumed.side, questions.join(", ")),
        };
        let sides = assumed.iter().map(one).collect::<Vec<_>>().join(" and ");
        Some(format!("assumed: the policy {policy} decides for {sides}; --policy SIDE=WORD,… says otherwise"))
    }
}

/// Decisions that never run out, with [`EVEN`] where they leave a question open and may assume it.
pub(super) struct Assuming<'p> {
    given: &'p Policies,
    prompts: &'static [Prompt],
    /// Of each prompt whether it was answered so; chances are followed by several threads.
    answered: Vec<AtomicBool>,
}

impl<'p> Assuming<'p> {
    pub(super) fn new(given: &'p Policies, prompts: &'static [Prompt]) -> Self {
        let answered = prompts.iter().map(|_| AtomicBool::new(false)).collect();
        Self { given, prompts, answered }
    }

    /// What was assumed: of a side without any policy at all, and of one whose orders left something open.
    pub(super) fn assumed(&self) -> Vec<AssumedPolicy> {
        if !self.given.assumes() {
            return Vec::new();
        }
        let mut assumed: Vec<AssumedPolicy> = Vec::new();
        for (prompt, answered) in self.prompts.iter().zip(&self.answered) {
            let answered = answered.load(Ordering::Relaxed);
            if !answered && self.given.has_words(prompt.by) {
                continue;
            }
            let at = assumed.iter().position(|known| known.side == prompt.by).unwrap_or_else(|| {
                assumed.push(AssumedPolicy { side: prompt.by, policy: EVEN, questions: Vec::new() });
                assumed.len() - 1
            });
            let questions = &mut assumed[at].questions;
            if answered && !questions.contains(&prompt.label) {
                questions.push(prompt.label);
            }
        }
        assumed
    }
}

impl<S> Policy<S> for Assuming<'_> {
    fn answer(&self, state: &S, asked: &Asked<'_>) -> Result<Option<usize>, Misfit> {
        let given = Policy::<S>::answer(self.given, state, asked)?;
        if given.is_some() || !self.given.assumes() {
            return Ok(given);
        }
        let picked = [EVEN, ASSUMED_FACT].iter().find_map(|word| asked.answers.tagged(word));
        if picked.is_some()
            && let Some(at) = self.prompts.iter().position(|prompt| prompt.is(asked.by, asked.label))
        {
            self.answered[at].store(true, Ordering::Relaxed);
        }
        Ok(picked)
    }

    fn knows_names(&self) -> bool {
        Policy::<S>::knows_names(self.given)
    }
}
