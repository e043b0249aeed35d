//! `resolve --template`: an orders file with the questions that the battles asked for can ask, each with its own.

use super::asked::asked_for;
use crate::cli::args::Resolve;
use crate::cli::commands::battles::{self, entry_of};
use crate::cli::commands::run as typed;
use crate::cli::commands::said::{Said, split};
use crate::cli::session::Session;
use crate::cli::{Exit, Failure, data};
use crate::report::orders::OrdersPart;
use liege_rules::game::Questions;
use liege_rules::play::battle::Battle;
use liege_rules::play::procedure::{PossiblePrompts, Request};

/// Prints it.
pub(super) fn print(session: &Session, own: &Resolve) -> Result<Exit, Failure> {
    let (understood, asked) = asked_for(session, own)?;
    let listed: Vec<&Battle> = asked.iter().collect();
    let ids: Vec<String> = asked.iter().map(|battle| battle.id.clone()).collect();
    let said = Said::read(own.input.as_deref(), &split(&own.words).1, &ids)?;
    said.check(&*understood.game, &listed)?;
    let open = battles::open(&understood, &own.game)?;
    let mut found = Vec::new();
    for battle in listed {
        let battle = said.lay(&*understood.game, battle, asked.len() > 1)?;
        let prompts = prompts_of(session, own, &*open, &battle)?;
        found.push((entry_of(session, &battle)?, battle, prompts));
    }
    let parts: Vec<OrdersPart<'_>> = found
        .iter()
        .map(|(entry, battle, prompts)| OrdersPart { entry, battle: Some(battle), prompts })
        .collect();
    typed::template(&parts, own.format)?;
    Ok(Exit::Clean)
}

/// The questions of a battle, with those of what its ends leave to decide.
fn prompts_of(
    session: &Session,
    own: &Resolve,
    open: &dyn Questions,
    battle: &Battle,
) -> Result<PossiblePrompts, Failure> {
    if battle.refused.is_some() {
        return Ok(PossiblePrompts::default());
    }
    let (settings, files) = (typed::settings(&own.game.choices)?, data::kept_files(session)?);
    let of = |battle: &Battle| -> Result<PossiblePrompts, Failure> {
        let request = Request { files: &*files, settings: &settings, table: &battle.inputs };
        Ok(entry_of(session, battle)?.possible_prompts(&request))
    };
    let mut prompts = of(battle)?;
    for deeds in std::mem::take(&mut prompts.ends) {
        if let Some(next) = open.follow_up(battle, &deeds) {
            prompts.add(of(&next)?);
        }
    }
    Ok(prompts)
}
