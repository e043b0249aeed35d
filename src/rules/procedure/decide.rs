//! Who answers when the rules let a side decide: nobody, orders, or the words of a policy.

use std::collections::BTreeMap;

use serde::Serialize;

/// A question that nobody has answered, with its legal answers.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Question {
    /// Whose decision.
    pub by: &'static str,
    /// Its name in orders.
    pub label: &'static str,
    /// In words.
    pub text: String,
    /// The legal answers.
    pub answers: Vec<String>,
    /// For each answer, the words by which a policy picks it.
    #[serde(skip)]
    pub tags: Vec<Vec<&'static str>>,
}

/// Who answers questions.
pub trait Decide {
    /// The number of the answer, or none when this question stays open.
    fn decide(&mut self, question: &Question) -> Option<usize>;

    /// Whether an answer may hang on which of several equal units is which.
    fn knows_names(&self) -> bool {
        false
    }
}

/// Nobody decides: every question stays open.
#[derive(Debug, Clone, Copy, Default)]
pub struct Nobody;

impl Decide for Nobody {
    fn decide(&mut self, _question: &Question) -> Option<usize> {
        None
    }
}

/// Decisions made beforehand: answers by side and label, in the order of the questions, then policies by side.
///
/// An order that is no legal answer is not used up silently: it is listed in [`Orders::misfits`] and the
/// question stays open.
#[derive(Debug, Clone, Default)]
pub struct Orders {
    answers: BTreeMap<(String, String), Vec<String>>,
    policies: BTreeMap<String, Vec<String>>,
    /// Orders that were not legal when their question came.
    pub misfits: Vec<String>,
}

impl Orders {
    /// Add an answer for the next question of this label that nobody has answered yet.
    pub fn answer(&mut self, by: &str, label: &str, answer: &str) {
        self.answers.entry((by.to_owned(), label.to_owned())).or_default().push(answer.to_owned());
    }

    /// Let words decide for a side: the first word that tags a legal answer picks it.
    pub fn policy(&mut self, by: &str, words: &str) {
        let words = words.split([',', ' ']).filter(|word| !word.is_empty()).map(str::to_owned);
        self.policies.entry(by.to_owned()).or_default().extend(words);
    }
}

impl Decide for Orders {
    fn decide(&mut self, question: &Question) -> Option<usize> {
        let key = (question.by.to_owned(), question.label.to_owned());
        if let Some(left) = self.answers.get_mut(&key).filter(|left| !left.is_empty()) {
            let wanted = left.remove(0);
            let found = question.answers.iter().position(|answer| answer.eq_ignore_ascii_case(wanted.trim()));
            if found.is_none() {
                let legal = question.answers.join(", ");
                self.misfits.push(format!("{} {}: \"{wanted}\" is not one of {legal}", key.0, key.1));
            }
            return found;
        }
        let words = self.policies.get(question.by)?;
        words.iter().find_map(|word| question.tags.iter().position(|tags| tags.contains(&word.as_str())))
    }

    fn knows_names(&self) -> bool {
        !self.answers.is_empty()
    }
}

/// An answer that was given, for the report and for replaying it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Answered {
    /// Who decided.
    pub by: &'static str,
    /// The question's name.
    pub label: &'static str,
    /// The answer.
    pub answer: String,
}
