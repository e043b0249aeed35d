//! A log told in a game's terms: what each of its steps did to the position.

use std::sync::Arc;

use crate::game::pack::Pack;
use crate::position::moves::Moves;
use crate::position::situation::{Clock, Situation, from_save};
use vassal::diagnostic::counted;
use vassal::format::command::Command;
use vassal::model::eyes::Eyes;
use vassal::model::log::Playback;
use vassal::model::module::Module;
use vassal::model::position::Position;

/// Longer logs are of no turn, and each step costs the reading of a position.
pub const MOST_STEPS: usize = 5_000;

/// The steps of a log with what each did; steps that only talk have no entry.
#[derive(Debug, Clone)]
pub struct TurnLog {
    /// The position from which the log starts.
    pub start: Arc<Situation>,
    /// What was done, in order.
    pub steps: Vec<LogStep>,
    /// The position to which it leads.
    pub end: Arc<Situation>,
}

/// One step of a log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogStep {
    /// Its number, from 1, as VASSAL's step button counts.
    pub number: usize,
    /// What it did.
    pub moves: Moves,
    /// When it is after it.
    pub clock: Clock,
}

/// A log with more steps than one turn can have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("it has {}, expected at most {MOST_STEPS}: the log of one turn", counted(*.0, "step"))]
pub struct TooLong(pub usize);

impl TurnLog {
    /// Plays a log as these eyes see it.
    ///
    /// # Errors
    /// It has more than [`MOST_STEPS`] steps.
    pub fn play(
        commands: &Command,
        module: Option<&Module>,
        eyes: &Eyes,
        pack: &Arc<Pack>,
    ) -> Result<Self, TooLong> {
        let playback = Playback::new(commands, module);
        if playback.len() > MOST_STEPS {
            return Err(TooLong(playback.len()));
        }
        let see = |position: &Position| from_save(pack, position, module, eyes, None);
        let (start, _) = Position::read(commands, module);
        Ok(Self::of(see(&start), playback.map(|(number, position)| (number, see(&position)))))
    }

    /// The log that leads through these situations, each with the number of its step.
    pub fn of(start: Situation, later: impl IntoIterator<Item = (usize, Situation)>) -> Self {
        let start = Arc::new(start);
        let mut last = Arc::clone(&start);
        let mut steps = Vec::new();
        for (number, situation) in later {
            let moves = Moves::between(&last, &situation);
            if !moves.is_empty() || situation.clock != last.clock {
                steps.push(LogStep { number, moves, clock: situation.clock.clone() });
            }
            last = Arc::new(situation);
        }
        Self { start, steps, end: last }
    }
}
