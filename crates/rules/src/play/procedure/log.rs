//! The report of a procedure while it runs: its lines and the answers that were given.

use std::cell::Cell;
use std::rc::Rc;

use serde::Serialize;

use super::Role;
use crate::play::dice::{Dice, Die, Rolled};

/// One line of a report. The lines together let a player redo the procedure by hand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Line {
    /// What the line is about: `odds`.
    pub label: String,
    /// What came out: `2-1`.
    pub value: String,
    /// Why: `10 against 4, rounded for the defender`.
    pub cause: String,
    /// The rule: `11.6.2`.
    pub rule: String,
    /// The die and its face, when this line tells a roll.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roll: Option<Rolled>,
}

/// What a roll is for, as its line says it: `Chokai at Astoria` of `Chokai at Astoria: die`.
fn roll_of(line: &Line) -> Option<String> {
    line.label.strip_suffix(": die").map(str::to_owned)
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

/// The report of a procedure, kept outside of its state: its lines, and the answers that were given.
///
/// What a side chose in secret is veiled until the next line or question that is none: by then the other side has chosen.
#[derive(Debug, Clone, Default)]
pub struct Log {
    lines: Option<Vec<Line>>,
    answered: Vec<Answered>,
    /// How many lines and answers stand before the veil.
    veil: Option<(usize, usize)>,
    /// The throw at which a script's dice ran out.
    broken: Broken,
    /// How many lines stand before it.
    sound: Option<usize>,
}

/// How many faces of a throw there were, once one was missing. A script's dice write it down and its report reads it,
/// so that the report knows which of its lines no throw bears out.
#[derive(Debug, Clone, Default)]
pub(super) struct Broken(Rc<Cell<Option<usize>>>);

impl Broken {
    /// Looks at the dice after a throw before which they had shown so many faces.
    pub(super) fn after(&self, before: usize, dice: &dyn Dice) {
        if self.0.get().is_none() && dice.fault().is_some() {
            self.0.set(Some(dice.rolled().len() - before));
        }
    }
}

impl Log {
    /// A log that keeps lines.
    #[must_use]
    pub fn keeping() -> Self {
        Self { lines: Some(Vec::new()), ..Self::default() }
    }

    /// A log for enumeration, in which no line is ever built.
    #[must_use]
    pub fn silent() -> Self {
        Self::default()
    }

    /// Where the dice of a script write down the throw at which they ran out.
    pub(super) fn broken(&self) -> Broken {
        self.broken.clone()
    }

    /// The lines, for more.
    fn kept(&mut self) -> Option<&mut Vec<Line>> {
        let lines = self.lines.as_mut()?;
        if self.broken.0.get().is_some() {
            self.sound.get_or_insert(lines.len());
        }
        Some(lines)
    }

    /// Whether lines are kept.
    pub(super) fn keeps(&self) -> bool {
        self.lines.is_some()
    }

    /// Add a line; the closure runs only when lines are kept. It gives label, value, cause and rule.
    pub fn line<A, B, C, D>(&mut self, line: impl FnOnce() -> (A, B, C, D))
    where
        A: Into<String>,
        B: Into<String>,
        C: Into<String>,
        D: Into<String>,
    {
        self.unveil();
        if let Some(lines) = self.kept() {
            let (label, value, cause, rule) = line();
            lines.push(Line {
                label: label.into(),
                value: value.into(),
                cause: cause.into(),
                rule: rule.into(),
                roll: None,
            });
        }
    }

    /// Add the line of a roll, whose value is the face; the closure gives label, cause and rule.
    pub fn roll<A, C, D>(&mut self, die: Die, face: u8, line: impl FnOnce() -> (A, C, D))
    where
        A: Into<String>,
        C: Into<String>,
        D: Into<String>,
    {
        self.unveil();
        if let Some(lines) = self.kept() {
            let (label, cause, rule) = line();
            let label = label.into();
            lines.push(Line {
                label: label.clone(),
                value: face.to_string(),
                cause: cause.into(),
                rule: rule.into(),
                roll: Some(Rolled { label, die, face }),
            });
        }
    }

    /// Add lines that were made before.
    pub fn extend(&mut self, more: &[Line]) {
        self.unveil();
        if let Some(lines) = self.kept() {
            lines.extend_from_slice(more);
        }
    }

    /// Add an answer about a unit or none, under its rule, with its cause: its line, and the answer itself where there was
    /// another.
    pub(super) fn answer(
        &mut self,
        answered: Answered,
        (about, rule, cause): (Option<&str>, &str, &str),
        is_forced: bool,
        is_secret: bool,
    ) {
        let Some(lines) = self.kept() else { return };
        let before = lines.len();
        let Answered { by, label, answer } = &answered;
        let about = about.map(|unit| format!("{unit}; ")).unwrap_or_default();
        lines.push(Line {
            label: (*label).into(),
            value: answer.clone(),
            cause: format!("{about}{by}: {cause}"),
            rule: rule.into(),
            roll: None,
        });
        if is_secret {
            self.veil.get_or_insert((before, self.answered.len()));
        }
        if !is_forced {
            self.answered.push(answered);
        }
    }

    /// How many lines it has, veiled ones too.
    pub(super) fn len(&self) -> usize {
        self.lines.as_ref().map_or(0, Vec::len)
    }

    /// Leaves out what a step reported from the roll on that found no face. Of a script that is all behind the faces that
    /// there were; else of the lines behind `before` those up to so many rolls stay, or none where not every roll has a
    /// line. Gives what that roll is for, where a line says it.
    pub(super) fn cut(&mut self, before: usize, rolls: usize) -> Option<String> {
        let lines = self.lines.as_mut()?;
        let is_roll = |at: &usize| lines.get(*at).is_some_and(|line| line.roll.is_some());
        let end = match self.broken.0.get() {
            Some(shown) => {
                let sound = self.sound.unwrap_or(lines.len());
                Some((sound..sound + shown).find(|at| !is_roll(at)).unwrap_or(sound + shown))
            }
            None => (before..lines.len()).filter(is_roll).nth(rolls),
        };
        let what = end.filter(is_roll).and_then(|end| roll_of(&lines[end]));
        lines.truncate(end.unwrap_or(before));
        what
    }

    /// What the last roll was for, where its line says it.
    pub(super) fn last_roll(&self) -> Option<String> {
        self.lines.as_ref()?.iter().rev().find(|line| line.roll.is_some()).and_then(roll_of)
    }

    /// Show what was chosen in secret.
    pub(super) fn unveil(&mut self) {
        self.veil = None;
    }

    /// Whether something was chosen in secret, and the other side has not chosen yet.
    pub(super) fn is_veiled(&self) -> bool {
        self.veil.is_some()
    }

    /// The lines so far.
    #[must_use]
    pub fn lines(&self) -> &[Line] {
        let lines = self.lines.as_deref().unwrap_or_default();
        &lines[..self.veil.map_or(lines.len(), |(shown, _)| shown)]
    }

    /// The answers that were given, for replaying them; those without an alternative are not among them.
    #[must_use]
    pub fn answered(&self) -> &[Answered] {
        &self.answered[..self.veil.map_or(self.answered.len(), |(_, shown)| shown)]
    }
}
