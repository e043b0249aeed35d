//! Scripts with their types erased: one procedure resolves them all, asks for them all and finds the chances of them all.

use std::any::Any;
use std::cmp::Ordering;
use std::marker::PhantomData;
use std::sync::Arc;

use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::context::ContextError;
use super::script::{Outcome, Played, Playing, Reach, Script, ScriptHead, TableTop, replayed, stepped};
use super::{Flow, Log, Procedure, ProcedureHead, Refusal};
use crate::data::Files;
use crate::play::choices::Setting;
use crate::play::deeds::Deed;
use crate::play::dice::Dice;
use crate::play::inputs::{Inputs, Key, KeyFault, TypedInput};
use crate::play::losses::UnitLoss;

/// Tables, a battle, an outcome: what its script knows.
type Thing = dyn Any + Send + Sync;

/// A script, whatever its types.
pub trait AnyScript: Send + Sync {
    /// Its name, its questions, its choices.
    fn head(&self) -> ScriptHead;
    /// The keys of its input.
    fn keys(&self) -> &'static [Key];
    /// As [`Script::context`].
    fn context(&self, files: &dyn Files, settings: &[Setting]) -> Result<Box<Thing>, ContextError>;
    /// As [`Script::read`].
    fn read(&self, inputs: &Inputs) -> Result<Arc<Thing>, Vec<KeyFault>>;
    /// As [`Script::begin`].
    fn begin(&self, input: &Thing, cx: &Thing) -> Result<(Box<Thing>, ErasedState), Vec<Refusal>>;
    /// As [`Script::play`].
    fn play<'b>(
        &self,
        battle: &'b Thing,
        cx: &'b Thing,
        state: &mut ErasedState,
        at: &mut TableTop<'_, 'b>,
    ) -> Played;
    /// As [`Script::outcome`].
    fn outcome(&self, battle: &Thing, state: &ErasedState) -> ErasedOutcome;
    /// As [`Script::losses`].
    fn losses(&self, battle: &Thing, outcome: &ErasedOutcome) -> Vec<UnitLoss>;
    /// As [`Script::has_alike`].
    fn has_alike(&self, battle: &Thing) -> bool;
    /// As [`Script::alike`].
    fn alike(&self, battle: &Thing, state: &ErasedState) -> ErasedState;
}

/// Erases the types of a script.
pub const fn erased<S: Script>() -> &'static dyn AnyScript {
    const { &Of::<S>(PhantomData) }
}

struct Of<S>(PhantomData<fn() -> S>);

/// What a script made itself, as its own type.
fn own<T: 'static>(thing: &dyn Any) -> &T {
    #[expect(clippy::expect_used, reason = "only what its own script made comes back to it")]
    thing.downcast_ref().expect("a value of its own script")
}

impl<S: Script> AnyScript for Of<S> {
    fn head(&self) -> ScriptHead {
        S::HEAD
    }

    fn keys(&self) -> &'static [Key] {
        S::Input::KEYS
    }

    fn context(&self, files: &dyn Files, settings: &[Setting]) -> Result<Box<Thing>, ContextError> {
        Ok(Box::new(S::context(files, settings)?))
    }

    fn read(&self, inputs: &Inputs) -> Result<Arc<Thing>, Vec<KeyFault>> {
        Ok(Arc::new(S::read(inputs)?))
    }

    fn begin(&self, input: &Thing, cx: &Thing) -> Result<(Box<Thing>, ErasedState), Vec<Refusal>> {
        let (battle, state) = S::begin(own::<S::Input>(input).clone(), own(cx))?;
        Ok((Box::new(battle), ErasedState(Box::new(state))))
    }

    fn play<'b>(
        &self,
        battle: &'b Thing,
        cx: &'b Thing,
        state: &mut ErasedState,
        at: &mut TableTop<'_, 'b>,
    ) -> Played {
        let state: &mut dyn Any = &mut *state.0;
        #[expect(clippy::expect_used, reason = "only what its own script made comes back to it")]
        let state = state.downcast_mut().expect("a state of its own script");
        S::play(own(battle), own(cx), state, at)
    }

    fn outcome(&self, battle: &Thing, state: &ErasedState) -> ErasedOutcome {
        ErasedOutcome(Arc::new(S::outcome(own(battle), own(&*state.0))))
    }

    fn losses(&self, battle: &Thing, outcome: &ErasedOutcome) -> Vec<UnitLoss> {
        S::losses(own(battle), own(&*outcome.0))
    }

    fn has_alike(&self, battle: &Thing) -> bool {
        S::has_alike(own(battle))
    }

    fn alike(&self, battle: &Thing, state: &ErasedState) -> ErasedState {
        ErasedState(Box::new(S::alike(own(battle), own::<S::State>(&*state.0).clone())))
    }
}

/// What orders values of one type that nobody can name any more.
trait Ordered: Any + Send + Sync {
    /// As [`Ord::cmp`]; values of two types are equal.
    fn compared(&self, other: &dyn Any) -> Ordering;
}

impl<T: Ord + Any + Send + Sync> Ordered for T {
    fn compared(&self, other: &dyn Any) -> Ordering {
        other.downcast_ref().map_or(Ordering::Equal, |other| self.cmp(other))
    }
}

trait AnyState: Ordered {
    fn cloned(&self) -> Box<dyn AnyState>;
}

impl<T: Clone + Ordered> AnyState for T {
    fn cloned(&self) -> Box<dyn AnyState> {
        Box::new(self.clone())
    }
}

/// The state of a script.
pub struct ErasedState(Box<dyn AnyState>);

trait AnyOutcome: Ordered {
    fn json(&self) -> Value;
    fn result(&self) -> String;
    fn deeds(&self) -> Vec<Deed>;
}

impl<T: Outcome> AnyOutcome for T {
    fn json(&self) -> Value {
        json!(self)
    }

    fn result(&self) -> String {
        self.result()
    }

    fn deeds(&self) -> Vec<Deed> {
        self.deeds()
    }
}

/// The facts that come out of a script.
#[derive(Clone)]
pub struct ErasedOutcome(Arc<dyn AnyOutcome>);

impl Clone for ErasedState {
    fn clone(&self) -> Self {
        Self((*self.0).cloned())
    }
}

macro_rules! ordered {
    ($($erased:ty),*) => { $(
        impl Ord for $erased {
            fn cmp(&self, other: &Self) -> Ordering {
                (*self.0).compared(&*other.0)
            }
        }
        impl PartialOrd for $erased {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }
        impl PartialEq for $erased {
            fn eq(&self, other: &Self) -> bool {
                self.cmp(other) == Ordering::Equal
            }
        }
        impl Eq for $erased {}
    )* };
}
ordered!(ErasedState, ErasedOutcome);

impl Serialize for ErasedOutcome {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        self.0.json().serialize(serializer)
    }
}

/// All scripts as one procedure.
pub struct Erased;

/// A script with something of its own.
pub struct ScriptAnd<T> {
    pub script: &'static dyn AnyScript,
    pub own: T,
}

impl Procedure for Erased {
    const ID: &'static str = "script";
    type Cx = Box<Thing>;
    type Input = (&'static dyn AnyScript, Arc<Thing>);
    type Battle = ScriptAnd<Box<Thing>>;
    type State = Playing<ErasedState>;
    type Outcome = ErasedOutcome;

    fn head(battle: &Self::Battle) -> ProcedureHead {
        let ScriptHead { id, prompts, measure, .. } = battle.script.head();
        ProcedureHead { id, prompts, measure }
    }

    fn begin(
        (script, input): Self::Input,
        cx: &Self::Cx,
    ) -> Result<(Self::Battle, Self::State), Vec<Refusal>> {
        let (battle, state) = script.begin(&*input, &**cx)?;
        Ok((ScriptAnd { script, own: battle }, state.into()))
    }

    fn step<'b>(
        battle: &'b Self::Battle,
        now: Self::State,
        cx: &'b Self::Cx,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Flow<'b, Self::State, ErasedOutcome> {
        let ScriptAnd { script, own } = battle;
        if now.reach == Reach::End {
            return Flow::Done(script.outcome(&**own, &now.state));
        }
        stepped(now, &mut |state, at| script.play(&**own, &**cx, state, at), dice, log).within(
            |now| now,
            // Equal units are put in one order between two steps.
            |state| match script.has_alike(&**own) {
                true => Flow::Next(Playing { state, tape: Vec::new(), reach: Reach::End }),
                false => Flow::Done(script.outcome(&**own, &state)),
            },
        )
    }

    fn has_alike(battle: &Self::Battle) -> bool {
        battle.script.has_alike(&*battle.own)
    }

    fn alike(battle: &Self::Battle, now: Self::State) -> Self::State {
        match now.tape.is_empty() {
            true => Playing { state: battle.script.alike(&*battle.own, &now.state), ..now },
            false => now,
        }
    }

    fn so_far(battle: &Self::Battle, now: &Self::State, cx: &Self::Cx) -> ErasedOutcome {
        let ScriptAnd { script, own } = battle;
        let state = replayed(now, &mut |state, at| script.play(&**own, &**cx, state, at));
        script.outcome(&**own, &state)
    }

    fn result(outcome: &ErasedOutcome) -> String {
        outcome.0.result()
    }

    fn deeds(outcome: &ErasedOutcome) -> Vec<Deed> {
        outcome.0.deeds()
    }

    fn losses(battle: &Self::Battle, outcome: &ErasedOutcome) -> Vec<UnitLoss> {
        battle.script.losses(&*battle.own, outcome)
    }
}
