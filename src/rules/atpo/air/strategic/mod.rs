//! Strategic warfare in the air: bombing, fire bombing, convoy routes, A-Bombs and the surrender of Japan (2.1, 2.2.1, 15.2.1).

pub mod a_bomb;
pub mod bombing;
pub mod convoy;
pub mod fire;
pub mod flown;
mod given;
pub mod numbers;
mod purse;
pub mod raid;
pub mod surrender;
pub mod targets;

use crate::rules::atpo::air::flak;
use crate::rules::atpo::forces::{ATTACKER, DEFENDER};
use crate::rules::deeds::Term;
use crate::rules::procedure::{Prompt, Role};

/// The side that bombs, and the one that is bombed.
const SIDES: &[Role] = &[ATTACKER, DEFENDER];
/// What is asked where the Initiative gives the choice of the bomber that a star hits.
const BOMBER_PROMPTS: &[Prompt] = &[flak::INITIATIVE, flak::HIT, Prompt { by: DEFENDER, ..flak::HIT }];
/// A target whose box shows that it was bombed this season (2.1.2).
const BOMBED: Term = Term::new("bombed", "in the Strategic Bombing box");
