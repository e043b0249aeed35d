//! The questions that a procedure can ask, told beforehand: for orders, their template and their schema.

use super::Role;

/// What orders can name when this question is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrdersName {
    /// Nothing.
    Nothing,
    /// The unit that the question is about: `[defender.unit."10th Army"]` with `retreat = "W4217"`.
    About,
    /// The answer is a unit: `loss = 2` below its name takes two of its steps.
    Answer,
    /// Units, each with a question of its own when this one is answered so: `yes` for one unit means `some` here.
    Each {
        /// The answer that leads to the other question.
        answer: &'static str,
        /// The label of the other question.
        label: &'static str,
        /// Answers of the other question with what they mean here where only one unit is concerned.
        alone: &'static [(&'static str, &'static str)],
    },
}

/// One question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prompt {
    /// Whose decision.
    pub by: Role,
    /// Its name in orders.
    pub label: &'static str,
    /// What orders can name.
    pub names: OrdersName,
    /// What is asked.
    pub text: &'static str,
    /// The answers: each word that can be written, or one example where the battle decides.
    pub answers: &'static [&'static str],
    /// The words of a policy that answer it, with what they mean where that is not plain.
    pub policies: &'static [&'static str],
    /// The rule.
    pub rule: &'static str,
}

impl Prompt {
    /// Whether this is the question that a side is asked under a label.
    #[must_use]
    pub fn is(&self, by: Role, label: &str) -> bool {
        self.by == by && self.label == label
    }
}
