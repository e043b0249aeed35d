//! What became of a paratroop that flew to its drop.

use crate::air::transport::{ABORTED, DESTROYED};
use crate::land_combat::drops::Landing;
use crate::terms::DEPLETED;
use liege_rules::play::deeds::Act;

/// What became of a paratroop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum DropEnd {
    /// It went home with the air transport that was aborted.
    Home,
    /// It was lost with the air transport that was shot down.
    Lost,
    /// It was dropped.
    Dropped(Landing),
}

impl DropEnd {
    pub fn told(self) -> &'static str {
        match self {
            Self::Home => "not dropped",
            Self::Lost => "eliminated with its air transport",
            Self::Dropped(landing) => landing.word(),
        }
    }

    pub fn landing(self) -> Option<Landing> {
        match self {
            Self::Home => None,
            Self::Lost => Some(Landing::Eliminated),
            Self::Dropped(landing) => Some(landing),
        }
    }

    /// What is done to the paratroop; of one that is intact nothing.
    pub fn act(self) -> Option<Act> {
        match self {
            Self::Home => Some(Act::Retreat(None)),
            Self::Lost | Self::Dropped(Landing::Eliminated) => Some(Act::Eliminate(None)),
            Self::Dropped(Landing::Depleted) => Some(Act::Mark(DEPLETED)),
            Self::Dropped(Landing::Intact) => None,
        }
    }

    /// What is done to all cargo of the flight, where all of it shares that.
    pub fn of_cargo(self) -> Option<&'static str> {
        match self {
            Self::Home => Some(ABORTED),
            Self::Lost => Some(DESTROYED),
            Self::Dropped(_) => None,
        }
    }
}
