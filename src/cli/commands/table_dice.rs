//! Dice that players roll at the table: the faces of `--dice`, and behind them those that `--ask` asks for.

use crate::cli::{output, terminal};
use liege_rules::play::dice::{Dice, DiceFault, Die, Given, Rolled, Throw};
use liege_rules::play::inputs::list_words;

/// The word that leaves a roll without a face.
const LEAVES: &str = "q";

/// How often one die is asked for.
const MOST_TRIES: usize = 20;

/// Faces that somebody rolls.
pub struct TableDice {
    given: Given,
    /// Whether somebody is there to be asked.
    asks: bool,
}

impl TableDice {
    /// These faces first.
    pub fn new(faces: Vec<u8>, asks: bool) -> Self {
        Self { given: Given::new(faces), asks }
    }

    /// Asks for a die; more faces than one are for the rolls that follow. Whoever types none leaves the roll without.
    fn ask(&mut self, die: Die, label: &str) {
        let sides = die.0;
        for _ in 0..MOST_TRIES {
            let number = self.given.rolled().len() + self.given.left() + 1;
            let typed = terminal::shown_line(&format!("roll {number}, \"{label}\": enter the d{sides}> "));
            let Some(typed) = typed.ok().flatten().filter(|typed| typed != LEAVES) else { break };
            let words = match list_words(&typed) {
                Ok(words) => words,
                Err(what) => {
                    output::say(&what);
                    continue;
                }
            };
            let faces: Option<Vec<u8>> = words
                .iter()
                .map(|word| word.parse().ok().filter(|face| (1..=sides).contains(face)))
                .collect();
            match faces {
                Some(faces) if !faces.is_empty() => {
                    faces.into_iter().for_each(|face| self.given.add(face));
                    return;
                }
                _ => output::say(&format!("expected a number from 1 to {sides}")),
            }
        }
        self.asks = false;
    }
}

impl Dice for TableDice {
    fn throw(&mut self, throw: Throw, label: &str, class: &dyn Fn(u16) -> u16) -> u16 {
        while self.asks && self.given.fault().is_none() && self.given.left() < usize::from(throw.dice()) {
            self.ask(throw.die(), label);
        }
        self.given.throw(throw, label, class)
    }

    fn fault(&self) -> Option<&DiceFault> {
        self.given.fault()
    }

    fn close(&self) -> Option<DiceFault> {
        self.given.close()
    }

    fn rolled(&self) -> &[Rolled] {
        self.given.rolled()
    }
}
