//! What a call of `resolve` is asked for: the save, the battles, and whether the looker sees enough of them to write.

use std::collections::BTreeSet;

use crate::cli::args::{GameArgs, Resolve};
use crate::cli::commands::battles::{self, Purpose};
use crate::cli::commands::continued::Continued;
use crate::cli::commands::said::split;
use crate::cli::session::Session;
use crate::cli::{Failure, output, standard};
use crate::table::Table;
use liege_rules::game::Game;
use liege_rules::play::battle::Battle;
use liege_rules::play::procedure::AnyProcedure;
use liege_rules::position::places::PlaceId;

/// The save and the battles that the words of the command line mean, as they stand before the first is resolved.
pub(super) fn asked_for(session: &Session, own: &Resolve) -> Result<(Table, Vec<Battle>), Failure> {
    let (ids, _) = split(&own.words);
    if own.all && !ids.is_empty() {
        return Err(Failure::new(format!(
            "--all resolves every declared battle, but \"{}\" names one",
            ids[0]
        ))
        .help("leave out one of the two; values are written KEY=VALUE"));
    }
    if !own.all && ids.is_empty() {
        return Err(Failure::new("no battle is named")
            .help("name one or more as listed by liege battles, or use --all"));
    }
    let (understood, asked) = match own.all {
        true => {
            let (understood, found) = battles::find(session, &own.save, &own.game, false, Purpose::Change)?;
            let asked = understood.game.in_order(found);
            (understood, asked)
        }
        false => battles::all_named(session, &own.save, &own.game, &ids, own.possible)?,
    };
    for (index, battle) in asked.iter().enumerate() {
        if asked[..index].iter().any(|known| known.id == battle.id) {
            return Err(Failure::new(format!("{} is named twice", battle.id)).help("name each battle once"));
        }
    }
    if asked.is_empty() {
        return Err(Failure::about(&own.save, "declares no battle")
            .help("list possible ones with: liege battles SAVE --possible"));
    }
    Ok((understood, asked))
}

/// The procedures that resolve these battles: orders may answer their questions and no others.
pub(super) fn of_battles(game: &dyn Game, battles: &[&Battle]) -> Vec<AnyProcedure> {
    let resolves = |entry: &&AnyProcedure| {
        battles.iter().any(|battle| battle.procedure == entry.id || battle.then.contains(&&*entry.id))
    };
    game.procedures().iter().filter(resolves).cloned().collect()
}

/// The call that a report is gone on from, with the save and the outputs of this one.
pub(super) fn as_before(own: &Resolve, earlier: &Continued) -> Result<Resolve, Failure> {
    if own.all || own.input.is_some() || !own.words.is_empty() {
        return Err(Failure::new("--continue takes battles and values from the report")
            .help("leave out the battles, --all, KEY=VALUE and --input"));
    }
    let words = earlier.battles().map(|(battle, _)| battle.to_owned()).collect();
    let choices = earlier.choices(&own.game.choices)?;
    // Whoever made the report has said that he means them.
    let possible = true;
    Ok(Resolve { words, possible, game: GameArgs { choices, ..own.game.clone() }, ..own.clone() })
}

/// The places from which the other party may react to a battle; of nobody who sees everything.
fn reactors(understood: &Table, own: &Resolve, battle: &Battle) -> Result<BTreeSet<PlaceId>, Failure> {
    if understood.situation.looker.is_none() {
        return Ok(BTreeSet::new());
    }
    Ok(battles::open(understood, &own.game)?.reactors(battle))
}

/// Refuses to write what is made of a copy for a side: what was left out of it would be lost.
pub(super) fn refuse_copy(own: &Resolve, understood: &Table) -> Result<(), Failure> {
    let Some(target) = own.log.as_ref().or(own.output.as_ref()) else { return Ok(()) };
    let Some(side) = understood.copy_for() else { return Ok(()) };
    let name = standard::name_of_output(target);
    let told = format!(
        "{name}: not written, because the save is a copy for {side}, without what {side} may not see"
    );
    Err(Failure::new(told).help(
        "resolve the save that the copy was made from; without --log and -o, resolve prints the result of \
         what the side knows",
    ))
}

/// Refuses to write what comes of a battle where the looker sees beside those who are met, or in reach of a reaction, what
/// he does not know: it fights, too, or holds what fights. What he sees is resolved for him to read. What he does not
/// see at all makes no difference, so that nothing is told of it.
pub(super) fn refuse_half(
    session: &Session,
    own: &Resolve,
    understood: &Table,
    battle: &Battle,
) -> Result<(), Failure> {
    // Those who begin a battle are named by their marks; who is met is whoever is there.
    let begins = battle.forces.0.first().map(|force| force.role);
    let met =
        battle.forces.0.iter().filter(|force| Some(force.role) != begins).flat_map(|force| &force.units);
    let (id, looker) = (&battle.id, understood.eyes.side());
    let reader = "without --log and -o, resolve prints the result of what the side knows";
    let umpire = format!("to write for both sides, use --side umpire; {reader}");
    let (counts, why, help) = if understood.meets_unknown(&met.map(|unit| unit.piece.id.as_str()).collect()) {
        ("hidden pieces there fight, too", format!("{looker} does not see all that {id} meets"), umpire)
    } else if !own.no_reaction && understood.has_closed_trays(&reactors(understood, own, battle)?) {
        (
            "units in a closed tray of the other side may react",
            format!("{looker} cannot see whether units in a closed tray near it react to {id}"),
            format!("if the other side has said that it does not react, add --no-reaction; {umpire}"),
        )
    } else {
        return Ok(());
    };
    let Some(target) = own.log.as_ref().or(own.output.as_ref()) else {
        output::note(session, &format!("{id}: only what {looker} sees is counted; {counts}"));
        return Ok(());
    };
    let name = standard::name_of_output(target);
    let told = format!("not written, because {why}");
    Err(Failure::new(format!("{name}: {told}")).help(help))
}
