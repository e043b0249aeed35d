//! Answers and faces that a step has so far, given to a procedure again and again until it needs one more.

use liege_rules::play::dice::{Dice, DiceFault, Rolled, Throw};
use liege_rules::play::procedure::{Asked, Decide, Moment};

/// Answers in the order of the questions.
pub(super) struct GivenAnswers<'a> {
    answers: &'a [String],
    used: usize,
    /// The names of the questions that they answered.
    pub asked: Vec<&'static str>,
    /// Why the next of them is no answer.
    pub wrong: Option<String>,
}

impl<'a> GivenAnswers<'a> {
    pub fn new(answers: &'a [String]) -> Self {
        Self { answers, used: 0, asked: Vec::new(), wrong: None }
    }

    /// Whether an answer is left that no question asked for.
    pub fn left(&self) -> Option<&'a str> {
        self.answers.get(self.used).map(String::as_str)
    }
}

/// Answers that are written out in a message.
const SHOWN: usize = 20;

impl Decide for GivenAnswers<'_> {
    fn decide(&mut self, asked: &Asked<'_>, _moment: &Moment<'_>) -> Option<usize> {
        let answer = self.answers.get(self.used)?;
        match asked.answers.named(answer.trim()) {
            Some(at) => {
                self.used += 1;
                self.asked.push(asked.label);
                Some(at)
            }
            None => {
                let known = (0..asked.answers.count().min(SHOWN)).map(|at| asked.answers.answer(at));
                let known: Vec<String> = known.map(|text| format!("\"{text}\"")).collect();
                self.wrong = Some(format!("\"{answer}\" is not an answer; expected {}", known.join(" or ")));
                None
            }
        }
    }
}

/// Dice whose first faces were rolled before.
pub(super) struct KnownFaces<'a> {
    known: &'a [u8],
    dice: &'a mut dyn Dice,
    /// All faces so far.
    pub faces: Vec<u8>,
}

impl<'a> KnownFaces<'a> {
    pub fn new(known: &'a [u8], dice: &'a mut dyn Dice) -> Self {
        Self { known, dice, faces: Vec::new() }
    }
}

impl Dice for KnownFaces<'_> {
    fn throw(&mut self, throw: Throw, label: &str, class: &dyn Fn(u16) -> u16) -> u16 {
        let face = match self.known.get(self.faces.len()) {
            Some(face) => u16::from(*face),
            None => self.dice.throw(throw, label, class),
        };
        self.faces.push(u8::try_from(face).unwrap_or(u8::MAX));
        face
    }

    fn fault(&self) -> Option<&DiceFault> {
        self.dice.fault()
    }

    fn rolled(&self) -> &[Rolled] {
        self.dice.rolled()
    }

    fn seed(&self) -> Option<u64> {
        self.dice.seed()
    }

    fn close(&self) -> Option<DiceFault> {
        self.fault().cloned()
    }
}
