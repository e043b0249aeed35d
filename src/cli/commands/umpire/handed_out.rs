//! What an issue hands out, all copies of it together: made, and refused where one shows what it may not.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::before::{Before, Turn};
use super::copies::{Copy, Copyist};
use super::folder::{Desk, SEALED};
use super::layer::Layer;
use super::sides;
use crate::cli::Failure;
use crate::cli::args::Args;
use crate::cli::understood::Understood;
use crate::model::eyes::Eyes;
use crate::model::position::Position;
use crate::model::view::{Residue, residues};
use crate::rules::case::{Case, SideCopy};
use crate::rules::check::Filter;
use crate::rules::desk::Papers;
use crate::rules::desk::hidden::{HiddenPlay, SideBoard};
use crate::rules::situation::{Situation, from_save};

/// The copies of all sides and what lies open to all, or why they cannot be handed out.
pub fn copies(args: &Args, desk: &Desk, copyist: &Copyist<'_>) -> Result<Vec<Copy>, Failure> {
    let master = copyist.master;
    let each = sides(master)?;
    let Some(hidden) = master.game.hidden() else {
        let copy = |(side, word): &(String, String)| copyist.of_eyes(side, &format!("{word}.vsav"));
        let all: Vec<Copy> = each.iter().map(copy).collect::<Result<_, _>>()?;
        refuse_residues(master, &all)?;
        return Ok(all);
    };
    let standing = &desk.state.standing;
    let turn = Turn { issue: copyist.issue, power: &standing.power, phase: &standing.phase };
    let sealed = |issue: u32| desk.issue_folder(SEALED, issue);
    let before = Before::of(master, hidden, turn, &desk.state.log.entries, &sealed)?;
    let (mut all, mut boards, mut returned) = (Vec::new(), Vec::new(), BTreeMap::new());
    // A copy of a side that gave nothing back has no guess in it that the side could have made.
    let (pack, module) = (&master.pack, &master.module);
    let nothing = Arc::new(from_save(pack, &Position::default(), Some(module), &Eyes::Umpire, None));
    for (side, alliance) in each {
        let ledger = desk.state.ledgers.get(&alliance).cloned().unwrap_or_default();
        let mut board = hidden.side_board(&master.situation, &ledger, &alliance, copyist.issue);
        before.put_back(hidden, master, &alliance, &mut board);
        let layer = Layer::of(args, desk, master, (&side, &alliance))?;
        let given = layer.as_ref().and_then(|layer| layer.given.clone());
        returned.insert(side.clone(), given.unwrap_or_else(|| Arc::clone(&nothing)));
        all.push(copyist.side(&side, &alliance, &board, layer)?);
        boards.push(board);
    }
    refuse_leaks(desk, master, hidden, &boards, returned, &all)?;
    let mut board = hidden.shared_board(&master.situation);
    before.put_back(hidden, master, "", &mut board);
    all.push(copyist.shared(&board)?);
    refuse_residues(master, &all)?;
    Ok(all)
}

/// What is in the file of a copy and may not be there.
fn residues_of(master: &Understood, copy: &Copy) -> Vec<Residue> {
    let eyes = match copy.side.as_str() {
        "" => Eyes::stranger(),
        side => Eyes::of_side(side, &copy.position),
    };
    let eyes = eyes.without(master.pack.closed_to(&copy.side));
    residues(&copy.commands, &copy.position, &master.module, &eyes)
}

/// Refuses files with anything in them that their readers may not know.
fn refuse_residues(master: &Understood, copies: &[Copy]) -> Result<(), Failure> {
    for copy in copies {
        if let Some(residue) = residues_of(master, copy).first() {
            let near = residue.place.as_ref().map(|place| format!("{place}: ")).unwrap_or_default();
            let told = format!("{}: {near}{} would be in the file", copy.file, residue.what);
            return Err(Failure::new(told).help("nothing was written; mend the master and issue again"));
        }
    }
    Ok(())
}

/// Refuses copies that show what they may not, by the checks that the game names. A check that cannot be made lets
/// nothing through.
fn refuse_leaks(
    desk: &Desk,
    master: &Understood,
    hidden: &dyn HiddenPlay,
    boards: &[SideBoard],
    returned: BTreeMap<String, Arc<Situation>>,
    copies: &[Copy],
) -> Result<(), Failure> {
    let (pack, module) = (&master.pack, &master.module);
    let held = |copy: &Copy| {
        let eyes = Eyes::of_side(&copy.side, &copy.position).without(pack.closed_to(&copy.side));
        let held = Arc::new(from_save(pack, &copy.position, Some(module), &eyes, None));
        let residues = residues_of(master, copy);
        (copy.side.clone(), SideCopy { due: Arc::clone(&held), held, residues })
    };
    let ledgers = desk.state.ledgers.iter();
    let ledgers: BTreeMap<_, _> =
        ledgers.map(|(side, ledger)| (side.clone(), Arc::new(ledger.clone()))).collect();
    let case = Case {
        copies: copies.iter().map(held).collect(),
        returned,
        papers: Papers { ledgers, ..Papers::default() },
        ..Case::of(listed(master, boards))
    };
    let only = hidden.guards().iter().map(|id| (*id).to_owned()).collect();
    let checked = master.game.open(&case).check(&Filter { only, ..Filter::default() });
    let fault = checked.findings.first().map(|found| format!("{}: {}", found.id, found.message));
    let unchecked = || {
        let lacks = checked.not_checked.first()?;
        Some(format!("{} guards the copies and could not be checked: {}", lacks.id, lacks.reason))
    };
    match fault.or_else(unchecked) {
        Some(fault) => {
            Err(Failure::new(fault)
                .help("nothing was written; mend the master or the ledger and issue again"))
        }
        None => Ok(()),
    }
}

/// The master without what no board takes for a piece of the game.
fn listed(master: &Understood, boards: &[SideBoard]) -> Arc<Situation> {
    let pieces = &master.situation.pieces;
    let unlisted = |id: &str| {
        let is_it = |(ix, _): &&(usize, &str)| pieces.get(*ix).is_some_and(|piece| piece.id == id);
        !boards.is_empty() && boards.iter().all(|board| board.unlisted.iter().any(|one| is_it(&one)))
    };
    if boards.iter().all(|board| board.unlisted.is_empty()) {
        return Arc::clone(&master.situation);
    }
    let mut position = master.table.position.clone();
    position.pieces.retain(|piece| !unlisted(&piece.id));
    Arc::new(from_save(&master.pack, &position, Some(&master.module), &Eyes::Umpire, None))
}
