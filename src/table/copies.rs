//! What a side sees of a save whose game hides more than VASSAL does: the plan of its copy, and the save cut down to it.
//!
//! The copy takes the place of the save before anything else looks at it (`cli::saves`, `Table::laid`),
//! so that no command has to know. `render` draws what VASSAL shows the side instead.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::handed_out::HandedOut;
use super::opened::OpenedSave;
use crate::Failure;
use liege_rules::desk::hidden::{HiddenPlay, SideBoard};
use liege_rules::desk::ledger::Ledger;
use liege_rules::game::pack::Pack;
use liege_rules::position::situation::{Situation, from_save};
use vassal::format::command::Command;
use vassal::model::eyes::Eyes;
use vassal::model::module::Module;
use vassal::model::position::Position;
use vassal::model::view::{self, DeckFate, Extent, Fate, Matter, Plan, Properties, Redacted};

/// Cuts a save down to the copy that `view` writes for a side, so that whatever is done with it tells nothing else. Who
/// sees all keeps all, and so does who plays no side. What an umpire's desk handed out to the side or to all is for its
/// eyes as it is.
pub fn limit(
    game: &mut OpenedSave,
    hidden: &dyn HiddenPlay,
    pack: &Arc<Pack>,
    module: &Module,
    eyes: &Eyes,
) -> Result<(), Failure> {
    let is_side = *eyes != Eyes::Umpire && !eyes.side().is_empty();
    let handed = HandedOut::of(&game.position.scenario_notes);
    if !is_side || handed.is_some_and(|handed| handed.is_for(eyes.side())) {
        return Ok(());
    }
    let eyes = eyes.clone().without(pack.closed_to(eyes.side()));
    // What is wrong is about pieces that the side may not know.
    let plan = plan(hidden, pack, &game.position, module, &eyes).map_err(|_| {
        Failure::new(format!("cannot determine what {} may see of it", eyes.side()))
            .help("as the umpire, run liege view SAVE --side SIDE to see what is wrong")
    })?;
    let copy = view::write(&plan, &game.commands, &game.position, module);
    game.become_copy(copy.map_err(|error| Failure::new(error.to_string()))?, module);
    Ok(())
}

/// Cuts a save down to what the copy for a side shows of it, by the same plan and writer as `view`. Unknown counters and
/// backs are left out: they are neither named nor counted. Without a module nobody knows what a copy may have.
pub fn as_in_copy(game: &mut OpenedSave, eyes: &Eyes) -> Result<(), Failure> {
    let Some(module) = game.module.clone() else { return Ok(()) };
    if game.is_copy {
        return Ok(());
    }
    if let Some(copy) = copy_of(&game.commands, &game.position, &module, eyes)? {
        game.become_copy(copy, &module);
        leave_out_unknown(&mut game.position);
    }
    Ok(())
}

/// The copy for a side as [`as_in_copy`] has it, for who keeps the save itself; none for who sees all and for who plays no
/// side.
pub fn in_copy(
    commands: &Command,
    position: &Position,
    module: &Module,
    eyes: &Eyes,
) -> Result<Option<(Command, Position)>, Failure> {
    let Some(copy) = copy_of(commands, position, module, eyes)? else { return Ok(None) };
    let (mut position, _) = Position::read(&copy.commands, Some(module));
    leave_out_unknown(&mut position);
    Ok(Some((copy.commands, position)))
}

fn copy_of(
    commands: &Command,
    position: &Position,
    module: &Module,
    eyes: &Eyes,
) -> Result<Option<Redacted>, Failure> {
    if *eyes == Eyes::Umpire || eyes.side().is_empty() {
        return Ok(None);
    }
    let plan = Plan::of(position, module, eyes);
    let copy = view::write(&plan, commands, position, module);
    copy.map(Some).map_err(|error| Failure::new(error.to_string()))
}

/// Leaves out what a copy has in the place of pieces that the side does not know.
fn leave_out_unknown(position: &mut Position) {
    let unknown = view::stand_ins(position);
    position.pieces.retain(|piece| !unknown.contains(&piece.id));
}

/// What a copy shows of a game in which VASSAL hides nothing and the umpire all: pieces of the side, and those open to
/// all. What the side has met stands in the umpire's ledger, which no save has.
pub fn plan(
    hidden: &dyn HiddenPlay,
    pack: &Arc<Pack>,
    position: &Position,
    module: &Module,
    eyes: &Eyes,
) -> Result<Plan, Failure> {
    let side = pack.sides.iter().find(|side| side.name == eyes.side());
    let alliance = side.map_or("", |side| side.alliance.as_str());
    let situation = Arc::new(from_save(pack, position, Some(module), &Eyes::Umpire, None));
    let board = hidden.side_board(&situation, &Ledger::default(), alliance, 0);
    let mut plan = of_board(position, module, &situation, eyes, &board)?;
    plan.scenario_notes = Some(String::new());
    Ok(plan)
}

/// The pieces of a master that a board shows, and nothing else.
pub fn of_board(
    position: &Position,
    module: &Module,
    situation: &Situation,
    eyes: &Eyes,
    board: &SideBoard,
) -> Result<Plan, Failure> {
    if let Some(fault) = board.faults.first() {
        return Err(Failure::new(fault.clone()).help("nothing was written; fix it, then try again"));
    }
    let mut plan = Plan::of(position, module, eyes);
    // What VASSAL would show is no reason here: a board names all that it shows.
    position.pieces.iter().for_each(|piece| plan.set(&piece.id, Fate::LeftOut));
    let decks = position.stacks.iter().filter(|stack| stack.deck.is_some());
    decks.for_each(|deck| plan.set_deck(&deck.id, DeckFate::Empty));
    for (ix, piece) in situation.pieces.iter().enumerate() {
        let fate = match (board.own.contains(&ix), board.open.contains(&ix)) {
            (true, _) => Fate::Shown(Extent::Own),
            (_, true) => Fate::Shown(Extent::Public),
            _ => Fate::LeftOut,
        };
        plan.set(&piece.id, fate);
    }
    for (ix, why) in &board.unlisted {
        let piece = &situation.pieces[*ix];
        plan.note(Matter::Unplanned, Some(&format!("{} ({}: {why})", piece.at, piece.name)));
    }
    plan.public_notes = Some(String::new());
    plan.properties = Properties::Named(BTreeSet::new());
    Ok(plan)
}
