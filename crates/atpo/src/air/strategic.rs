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

use crate::air::flak;
use crate::air::strike::passage;
use crate::air::strike::prompts::joined;
use crate::forces::{ATTACKER, DEFENDER};
use liege_rules::play::deeds::Term;
use liege_rules::play::procedure::{Prompt, Role};

/// The side that bombs, and the one that is bombed.
const SIDES: &[Role] = &[ATTACKER, DEFENDER];
/// What is asked where the Initiative gives the choice of the bomber that a star hits.
const OF_STAR: &[Prompt] = &[flak::INITIATIVE, flak::HIT, Prompt { by: DEFENDER, ..flak::HIT }];
/// Those, and who meets bombers on their way.
const BOMBER_PROMPTS: &[Prompt] = &ALL_PROMPTS;
const ALL_PROMPTS: [Prompt; OF_STAR.len() + passage::PROMPTS.len()] =
    joined(&[OF_STAR, &passage::PROMPTS], usize::MAX, "");
/// A target whose box shows that it was bombed this season (2.1.2).
const BOMBED: Term = Term::new("bombed", "in the Strategic Bombing box");
