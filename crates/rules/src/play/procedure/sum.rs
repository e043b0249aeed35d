//! A procedure without dice and decisions: income, capacity, strength, a limit.

use std::marker::PhantomData;

use serde::Serialize;

use super::{Coded, ContextError, Flow, Line, Log, Procedure, Refusal};
use crate::data::Files;
use crate::play::choices::Setting;
use crate::play::deeds::Deed;
use crate::play::dice::Dice;
use crate::play::inputs::{Inputs, Key, KeyFault};

/// A sum of one game. [`Summed`] makes a [`Procedure`] of it, whose chances are one sure result.
pub trait Sum: 'static {
    /// The game, as on the command line.
    const GAME: &'static str;
    /// The id.
    const ID: &'static str;
    /// The name.
    const NAME: &'static str;
    /// The keys of its input.
    const KEYS: &'static [Key];
    /// The choices it reads.
    const CHOICES: &'static [&'static str] = &[];
    /// Tables and choices.
    type Cx: Sync;
    /// The typed input.
    type Input: Clone;
    /// What it comes to.
    type Facts: Clone + Ord + Send + Sync + Serialize;

    /// Load the tables.
    ///
    /// # Errors
    /// A table is missing or wrong, or a choice does not exist.
    fn context(files: &dyn Files, settings: &[Setting]) -> Result<Self::Cx, ContextError>;
    /// Read the input.
    ///
    /// # Errors
    /// All values that are wrong or missing.
    fn read(inputs: &Inputs) -> Result<Self::Input, Vec<KeyFault>>;
    /// Add up, each line with its cause and rule.
    ///
    /// # Errors
    /// Everything that the rules forbid about the input, at once.
    fn sum(input: &Self::Input, cx: &Self::Cx, log: &mut Log) -> Result<Self::Facts, Vec<Refusal>>;
    /// What is done to pieces and places.
    fn deeds(_facts: &Self::Facts) -> Vec<Deed> {
        Vec::new()
    }
    /// The short text a table would print.
    fn result(facts: &Self::Facts) -> String;
}

/// A sum as a procedure: it is reckoned before the first step, which is the last.
pub struct Summed<S>(PhantomData<S>);

impl<S: Sum> Procedure for Summed<S> {
    const ID: &'static str = S::ID;
    type Cx = S::Cx;
    type Input = S::Input;
    type Battle = (S::Facts, Vec<Line>);
    type State = ();
    type Outcome = S::Facts;

    fn begin(input: S::Input, cx: &S::Cx) -> Result<(Self::Battle, ()), Vec<Refusal>> {
        let mut log = Log::keeping();
        let facts = S::sum(&input, cx, &mut log)?;
        Ok(((facts, log.lines().to_vec()), ()))
    }

    fn step<'b>(
        (facts, lines): &'b Self::Battle,
        (): (),
        _: &'b S::Cx,
        _: &mut dyn Dice,
        log: &mut Log,
    ) -> Flow<'b, (), S::Facts> {
        log.extend(lines);
        Flow::Done(facts.clone())
    }

    fn so_far((facts, _): &Self::Battle, (): &(), _: &S::Cx) -> S::Facts {
        facts.clone()
    }

    fn result(facts: &S::Facts) -> String {
        S::result(facts)
    }

    fn deeds(facts: &S::Facts) -> Vec<Deed> {
        S::deeds(facts)
    }
}

impl<S: Sum> Coded for Summed<S> {
    const GAME: &'static str = S::GAME;
    const NAME: &'static str = S::NAME;
    const KEYS: &'static [Key] = S::KEYS;
    const CHOICES: &'static [&'static str] = S::CHOICES;

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<S::Cx, ContextError> {
        S::context(files, settings)
    }

    fn read(inputs: &Inputs) -> Result<S::Input, Vec<KeyFault>> {
        S::read(inputs)
    }
}
