//! Who answers when the rules let a side decide: nobody, orders, or the words of a policy.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Role;
use crate::rules::places::Hex;

/// A question that nobody has answered, with its legal answers.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Question {
    /// Whose decision.
    pub by: Role,
    /// Its name in orders.
    pub label: &'static str,
    /// The unit that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
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

/// A side and the label of a question.
type Asked = (Role, String);

/// Decisions made beforehand: answers for single units by name, answers by side and label in the order of the
/// questions, then policies by side.
///
/// An order that is no legal answer is not used up silently: it is listed in [`Orders::misfits`] and the
/// question stays open.
#[derive(Debug, Clone, Default)]
pub struct Orders {
    answers: BTreeMap<Asked, Vec<String>>,
    /// The answer for a unit, by its name in small letters.
    units: BTreeMap<Asked, BTreeMap<String, String>>,
    /// How often a unit is still the answer.
    counts: BTreeMap<Asked, BTreeMap<String, u16>>,
    /// The answer where nothing else is ordered.
    implied: BTreeMap<Asked, String>,
    policies: BTreeMap<Role, Vec<String>>,
    /// Orders that were not legal when their question came.
    pub misfits: Vec<String>,
}

fn asked(by: Role, label: &str) -> Asked {
    (by, label.to_owned())
}

impl Orders {
    /// Add an answer for the next question of this label that nobody has answered yet.
    pub fn answer(&mut self, by: Role, label: &str, answer: &str) {
        self.answers.entry(asked(by, label)).or_default().push(answer.to_owned());
    }

    /// Answer the question of this label whenever it is about this unit.
    pub fn answer_for(&mut self, by: Role, label: &str, unit: &str, answer: &str) {
        self.units.entry(asked(by, label)).or_default().insert(unit.trim().to_lowercase(), answer.to_owned());
    }

    /// Let a unit be the answer so many times.
    pub fn count(&mut self, by: Role, label: &str, unit: &str, times: u16) {
        self.counts.entry(asked(by, label)).or_default().insert(unit.trim().to_lowercase(), times);
    }

    /// Answer the question of this label where no other order does and the answer is legal.
    pub fn imply(&mut self, by: Role, label: &str, answer: &str) {
        self.implied.insert(asked(by, label), answer.to_owned());
    }

    /// Let words decide for a side: the first word that tags a legal answer picks it.
    pub fn policy(&mut self, by: Role, words: &str) {
        let words = words.split([',', ' ']).filter(|word| !word.is_empty()).map(str::to_owned);
        self.policies.entry(by).or_default().extend(words);
    }

    /// Orders that are used up by the question they answer, as `side label`; chances, which follow every roll, cannot
    /// take them.
    #[must_use]
    pub fn used_up(&self) -> Vec<String> {
        let one = |(by, label): &Asked| format!("{by} {label}");
        let mut list: Vec<String> = self.answers.keys().chain(self.counts.keys()).map(one).collect();
        list.sort();
        list.dedup();
        list
    }

    /// Answers that no question has asked for yet, as `side label: answer`.
    #[must_use]
    pub fn left(&self) -> Vec<String> {
        let listed = self
            .answers
            .iter()
            .flat_map(|((by, label), left)| left.iter().map(move |answer| format!("{by} {label}: {answer}")));
        let counted = self.counts.iter().flat_map(|((by, label), units)| {
            let left = units.iter().filter(|(_, times)| **times > 0);
            left.map(move |(unit, times)| format!("{by} {label}: {times} x {unit}"))
        });
        listed.chain(counted).collect()
    }

    /// The answer that orders give, the narrowest first.
    fn ordered(&mut self, question: &Question) -> Option<String> {
        let key = asked(question.by, question.label);
        let about = question.about.as_ref().map(|unit| unit.to_lowercase());
        if let Some(answer) = about.and_then(|unit| self.units.get(&key)?.get(&unit).cloned()) {
            return Some(answer);
        }
        if let Some(left) = self.counts.get_mut(&key) {
            for answer in &question.answers {
                if let Some(times) = left.get_mut(&answer.to_lowercase()).filter(|times| **times > 0) {
                    *times -= 1;
                    return Some(answer.clone());
                }
            }
        }
        if let Some(left) = self.answers.get_mut(&key).filter(|left| !left.is_empty()) {
            return Some(left.remove(0));
        }
        let legal = |answer: &&String| {
            question.answers.iter().any(|known| known.eq_ignore_ascii_case(&Hex::tidy(answer)))
        };
        self.implied.get(&key).filter(legal).cloned()
    }
}

impl Decide for Orders {
    fn decide(&mut self, question: &Question) -> Option<usize> {
        if let Some(wanted) = self.ordered(question) {
            let wanted = Hex::tidy(wanted.trim());
            let found = question.answers.iter().position(|answer| answer.eq_ignore_ascii_case(&wanted));
            if found.is_none() {
                let legal = question.answers.join(", ");
                let about = question.about.as_ref().map(|unit| format!(" of {unit}")).unwrap_or_default();
                self.misfits.push(format!(
                    "{} {}{about}: \"{wanted}\" is not one of {legal}",
                    question.by, question.label
                ));
            }
            return found;
        }
        let words = self.policies.get(&question.by)?;
        words.iter().find_map(|word| question.tags.iter().position(|tags| tags.contains(&word.as_str())))
    }

    fn knows_names(&self) -> bool {
        !(self.answers.is_empty() && self.units.is_empty() && self.counts.is_empty())
    }
}

/// An answer that was given, for the report and for replaying it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Answered {
    /// Who decided.
    pub by: Role,
    /// The question's name.
    pub label: &'static str,
    /// The answer.
    pub answer: String,
}
