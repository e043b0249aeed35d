//! Who answers when the rules let a side decide: nobody, orders, or the words of a policy.

use std::collections::BTreeMap;

use serde::Serialize;

use super::offers::Answers;
use super::{Line, Role};
use crate::position::places::Hex;

/// A question as it comes to whoever answers it.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// Whose decision.
    pub by: Role,
    /// Its name in orders.
    pub label: &'static str,
    /// The unit that it is about.
    pub about: Option<&'a str>,
    /// The legal answers.
    pub answers: &'a dyn Answers,
}

impl Asked<'_> {
    /// The first answer that one of these words picks, in the order of the words.
    #[must_use]
    pub fn picked(&self, words: &[String]) -> Option<usize> {
        words.iter().find_map(|word| self.answers.tagged(word))
    }
}

/// When a question comes: what whoever answers it at the table looks at.
#[derive(Clone, Copy)]
pub struct Moment<'a> {
    /// The question in words.
    pub text: &'a str,
    /// The rule that gives the decision.
    pub rule: &'a str,
    /// The report so far.
    pub lines: &'a [Line],
    /// Whether both sides answer in secret.
    pub secret: bool,
    /// What the answer with a number leads to while policies decide the rest; none where that is not known, or where it
    /// would give a secret away.
    pub outlook: &'a dyn Fn(usize, &Policies) -> Option<Outlook>,
}

/// What an answer leads to.
#[derive(Debug, Clone, PartialEq)]
pub struct Outlook {
    /// Whether every roll was followed, else samples are told.
    pub exact: bool,
    /// The likeliest results with their shares, likeliest first.
    pub results: Vec<(String, f64)>,
    /// What each side loses on the average, by the measure of the procedure.
    pub lost: Vec<(Role, f64)>,
    /// By what losses are measured, where they are.
    pub measure: Option<&'static str>,
}

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
    /// The legal answers; of very many the first.
    pub answers: Vec<String>,
    /// How many more there are.
    #[serde(skip_serializing_if = "is_zero")]
    pub more: usize,
    /// The words of a policy that would have answered it, where a report is kept.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub policies: Vec<&'static str>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// Answers that are written out; more than any stack of units has.
const WRITTEN_OUT: usize = 200;

impl Question {
    /// What was asked, with its answers written out.
    #[must_use]
    pub fn of(asked: &Asked<'_>, text: String) -> Self {
        let (answers, more) = written_out(asked.answers);
        let (about, policies) = (asked.about.map(str::to_owned), Vec::new());
        Self { by: asked.by, label: asked.label, about, text, answers, more, policies }
    }
}

/// The first answers, and how many more there are.
fn written_out(answers: &dyn Answers) -> (Vec<String>, usize) {
    let (count, shown) = (answers.count(), answers.count().min(WRITTEN_OUT));
    ((0..shown).map(|index| answers.answer(index).into_owned()).collect(), count - shown)
}

/// Who answers questions in one resolution.
pub trait Decide {
    /// The number of the answer, or none when this question stays open.
    fn decide(&mut self, asked: &Asked<'_>, moment: &Moment<'_>) -> Option<usize>;
}

/// Nobody decides: every question stays open.
#[derive(Debug, Clone, Copy, Default)]
pub struct Nobody;

impl Decide for Nobody {
    fn decide(&mut self, _asked: &Asked<'_>, _moment: &Moment<'_>) -> Option<usize> {
        None
    }
}

/// An order that is no legal answer, with those that are.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
#[error("{0}")]
pub struct Misfit(String);

impl Misfit {
    /// What was wanted beside what is legal.
    #[must_use]
    pub fn new(asked: &Asked<'_>, wanted: &str) -> Self {
        let (answers, more) = written_out(asked.answers);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let about = asked.about.map(|unit| format!(" of {unit}")).unwrap_or_default();
        let legal = answers.join(", ");
        Self(format!("{} {}{about}: \"{wanted}\" is not one of {legal}{more}", asked.by, asked.label))
    }
}

/// Who answers questions in chances, which follow every roll: the same answer wherever state and question are the
/// same. Nothing is used up, so that neither the order nor the thread in which paths are followed matters.
pub trait Policy<S>: Sync {
    /// The number of the answer, or none when this question stays open.
    ///
    /// # Errors
    /// An order that is no legal answer; the question stays open.
    fn answer(&self, state: &S, asked: &Asked<'_>) -> Result<Option<usize>, Misfit>;

    /// Whether an answer may hang on which of several equal units is which.
    fn knows_names(&self) -> bool {
        false
    }
}

impl<S, F: Fn(&S, &Asked<'_>) -> Option<usize> + Sync> Policy<S> for F {
    fn answer(&self, state: &S, asked: &Asked<'_>) -> Result<Option<usize>, Misfit> {
        Ok(self(state, asked))
    }
}

/// A side and the label of a question.
type Prompted = (Role, String);

fn prompted(by: Role, label: &str) -> Prompted {
    (by, label.to_owned())
}

/// Decisions that never run out: answers for single units by name, answers where no other order is, words of policies
/// by side.
#[derive(Debug, Clone, Default)]
pub struct Policies {
    /// The answer for a unit, by its name in small letters.
    units: BTreeMap<Prompted, BTreeMap<String, String>>,
    /// The answer where nothing else is ordered.
    implied: BTreeMap<Prompted, String>,
    words: BTreeMap<Role, Vec<String>>,
    /// Whether [`EVEN`] decides where nothing else does.
    assumes: bool,
}

/// The word of a policy that is assumed where nobody decides.
pub const EVEN: &str = "balanced";

/// Tags the answer that is assumed to a question about a fact, which no policy decides.
pub const ASSUMED_FACT: &str = "assumed";

impl Policies {
    /// Let words decide for a side: the first word that tags a legal answer picks it.
    pub fn policy(&mut self, by: Role, words: &str) {
        let words = words.split([',', ' ']).filter(|word| !word.is_empty()).map(str::to_owned);
        self.words.entry(by).or_default().extend(words);
    }

    /// Let [`EVEN`] decide for every side where nothing else does.
    pub fn assume(&mut self) {
        self.assumes = true;
    }

    /// Whether it does.
    pub(super) fn assumes(&self) -> bool {
        self.assumes
    }

    /// Whether words of a policy were given for a side.
    pub(super) fn has_words(&self, by: Role) -> bool {
        self.words.contains_key(&by)
    }

    /// The answer for the unit that the question is about.
    fn of_unit(&self, asked: &Asked<'_>) -> Option<&str> {
        let unit = asked.about.filter(|_| !self.units.is_empty())?.to_lowercase();
        Some(self.units.get(&prompted(asked.by, asked.label))?.get(&unit)?.as_str())
    }

    /// The answer where no other order is, if it is legal.
    fn implied(&self, asked: &Asked<'_>) -> Option<usize> {
        if self.implied.is_empty() {
            return None;
        }
        asked.answers.named(&Hex::tidy(self.implied.get(&prompted(asked.by, asked.label))?))
    }

    fn picked(&self, asked: &Asked<'_>) -> Option<usize> {
        asked.picked(self.words.get(&asked.by)?)
    }
}

/// The answer that orders write.
fn written(asked: &Asked<'_>, wanted: &str) -> Result<usize, Misfit> {
    let wanted = Hex::tidy(wanted.trim());
    asked.answers.named(&wanted).ok_or_else(|| Misfit::new(asked, &wanted))
}

impl<S> Policy<S> for Policies {
    fn answer(&self, _state: &S, asked: &Asked<'_>) -> Result<Option<usize>, Misfit> {
        match self.of_unit(asked) {
            Some(wanted) => written(asked, wanted).map(Some),
            None => Ok(self.implied(asked).or_else(|| self.picked(asked))),
        }
    }

    fn knows_names(&self) -> bool {
        !self.units.is_empty()
    }
}

/// Orders that are used up by the question they answer have no meaning where every roll is followed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{}: answers that are used up by one question have no meaning in chances, which follow every roll",
    .0.join(", ")
)]
pub struct UsedUp(
    /// Each as `side label`.
    pub Vec<String>,
);

/// Decisions made beforehand: answers for single units by name, answers by side and label in the order of the
/// questions, then policies by side.
///
/// An order that is no legal answer is not used up silently: it is listed in [`Orders::misfits`] and the
/// question stays open.
#[derive(Debug, Clone, Default)]
pub struct Orders {
    lasting: Policies,
    answers: BTreeMap<Prompted, Vec<String>>,
    /// How often a unit is still the answer.
    counts: BTreeMap<Prompted, BTreeMap<String, u16>>,
    /// Orders that were not legal when their question came.
    pub misfits: Vec<Misfit>,
}

impl Orders {
    /// Add an answer for the next question of this label that nobody has answered yet.
    pub fn answer(&mut self, by: Role, label: &str, answer: &str) {
        self.answers.entry(prompted(by, label)).or_default().push(answer.to_owned());
    }

    /// Answer the question of this label whenever it is about this unit.
    pub fn answer_for(&mut self, by: Role, label: &str, unit: &str, answer: &str) {
        let units = self.lasting.units.entry(prompted(by, label)).or_default();
        units.insert(unit.trim().to_lowercase(), answer.to_owned());
    }

    /// Let a unit be the answer so many times.
    pub fn count(&mut self, by: Role, label: &str, unit: &str, times: u16) {
        self.counts.entry(prompted(by, label)).or_default().insert(unit.trim().to_lowercase(), times);
    }

    /// Answer the question of this label where no other order does and the answer is legal.
    pub fn imply(&mut self, by: Role, label: &str, answer: &str) {
        self.lasting.implied.insert(prompted(by, label), answer.to_owned());
    }

    /// Let words decide for a side: the first word that tags a legal answer picks it.
    pub fn policy(&mut self, by: Role, words: &str) {
        self.lasting.policy(by, words);
    }

    /// Those that never run out, whatever else there is.
    #[must_use]
    pub fn lasting(&self) -> &Policies {
        &self.lasting
    }

    /// The decisions that chances can follow on every path.
    ///
    /// # Errors
    /// Orders that are used up by the question they answer.
    pub fn policies(&self) -> Result<&Policies, UsedUp> {
        let one = |(by, label): &Prompted| format!("{by} {label}");
        let mut list: Vec<String> = self.answers.keys().chain(self.counts.keys()).map(one).collect();
        list.sort();
        list.dedup();
        if list.is_empty() { Ok(&self.lasting) } else { Err(UsedUp(list)) }
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

    /// The first of the legal answers that still counts.
    fn counted(&mut self, asked: &Asked<'_>) -> Option<usize> {
        let left = self.counts.get_mut(&prompted(asked.by, asked.label))?;
        let legal = left.iter_mut().filter(|(_, times)| **times > 0);
        let legal = legal.filter_map(|(unit, times)| Some((asked.answers.named(unit)?, times)));
        let (index, times) = legal.min_by_key(|(index, _)| *index)?;
        *times -= 1;
        Some(index)
    }

    /// The next answer of the list.
    fn listed(&mut self, asked: &Asked<'_>) -> Option<String> {
        let left = self.answers.get_mut(&prompted(asked.by, asked.label))?;
        (!left.is_empty()).then(|| left.remove(0))
    }

    fn take(&mut self, asked: &Asked<'_>, wanted: &str) -> Option<usize> {
        written(asked, wanted).map_err(|misfit| self.misfits.push(misfit)).ok()
    }
}

/// The narrowest order decides.
impl Decide for Orders {
    fn decide(&mut self, asked: &Asked<'_>, _moment: &Moment<'_>) -> Option<usize> {
        if let Some(wanted) = self.lasting.of_unit(asked).map(str::to_owned) {
            return self.take(asked, &wanted);
        }
        if let Some(index) = self.counted(asked) {
            return Some(index);
        }
        if let Some(wanted) = self.listed(asked) {
            return self.take(asked, &wanted);
        }
        self.lasting.implied(asked).or_else(|| self.lasting.picked(asked))
    }
}
