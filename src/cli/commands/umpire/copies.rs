//! The copies of an issue: what each side's board shows, written new into a save of its own.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::edits::{counter, spot};
use super::layer::Layer;
use crate::build::scenario::{set_level, set_property};
use crate::cli::Failure;
use crate::cli::commands::view::Wrapping;
use crate::cli::understood::Understood;
use crate::format::command::Command;
use crate::format::piece::PieceText;
use crate::format::timestamp::Timestamp;
use crate::model::eyes::Eyes;
use crate::model::position::Position;
use crate::model::view::{self, Added, DeckFate, Extent, Fate, LeftOut, Matter, Plan, Properties, residues};
use crate::rules::case::{Case, SideCopy};
use crate::rules::check::Filter;
use crate::rules::desk::Papers;
use crate::rules::desk::hidden::{Ghost, SideBoard};
use crate::rules::desk::key::SealKey;
use crate::rules::desk::ledger::Ledger;
use crate::rules::pack::NUMBER;
use crate::rules::situation::from_save;

/// A copy that was written.
pub struct Copy {
    /// The side, or nothing for what lies open to all.
    pub side: String,
    /// The name of its file.
    pub file: String,
    /// The file.
    pub bytes: Vec<u8>,
    /// Its commands.
    pub commands: Command,
    /// What it shows, as the side sees it.
    pub position: Position,
    /// What it does not have; for the umpire alone.
    pub left_out: Vec<LeftOut>,
}

/// Makes the copies of an issue.
pub struct Copyist<'a> {
    /// The master.
    pub master: &'a Understood,
    /// The key, from which the ids of ghosts come.
    pub key: &'a SealKey,
    /// The date of all files.
    pub date: Timestamp,
    /// The number of the issue.
    pub issue: u32,
    /// The record of the issue as one line of JSON.
    pub record: &'a str,
}

impl Copyist<'_> {
    /// The copy of a side.
    pub fn side(
        &self,
        side: &str,
        alliance: &str,
        board: &SideBoard,
        layer: Option<Layer>,
    ) -> Result<Copy, Failure> {
        let eyes = Eyes::of_side(side, &self.master.table.position);
        let mut plan = self.plan(eyes, board);
        self.add_ghosts(&mut plan, alliance, board, layer.unwrap_or_default())?;
        let head = format!("Copy of {side}, issue {}.", self.issue);
        plan.public_notes = Some(board.remarks.join("\n"));
        self.write(plan, side, format!("{alliance}.vsav"), &head)
    }

    /// The save that lies open to all.
    pub fn shared(&self, board: &SideBoard) -> Result<Copy, Failure> {
        let plan = self.plan(Eyes::stranger(), board);
        let head = format!("What lies open to all, issue {}.", self.issue);
        self.write(plan, "", format!("{}.vsav", super::SHARED), &head)
    }

    /// The copy of a side of a game that hides by what VASSAL hides.
    pub fn of_eyes(&self, side: &str, file: &str) -> Result<Copy, Failure> {
        let position = &self.master.table.position;
        let closed: Vec<String> = self.master.pack.closed_to(side).collect();
        let eyes = Eyes::of_side(side, position).without(closed);
        let plan = Plan::of(position, &self.master.module, &eyes);
        let head = format!("Copy of {side}, issue {}.", self.issue);
        self.write(plan, side, file.to_owned(), &head)
    }

    /// The pieces of the master that a board shows.
    fn plan(&self, eyes: Eyes, board: &SideBoard) -> Plan {
        let position = &self.master.table.position;
        let mut plan = Plan::of(position, &self.master.module, &eyes);
        // What VASSAL would show is no reason here: a board names all that it shows.
        position.pieces.iter().for_each(|piece| plan.set(&piece.id, Fate::LeftOut));
        let decks = position.stacks.iter().filter(|stack| stack.deck.is_some());
        decks.for_each(|deck| plan.set_deck(&deck.id, DeckFate::Empty));
        for (ix, piece) in self.master.situation.pieces.iter().enumerate() {
            let fate = match (board.own.contains(&ix), board.open.contains(&ix)) {
                (true, _) => Fate::Shown(Extent::Own),
                (_, true) => Fate::Shown(Extent::Public),
                _ => Fate::LeftOut,
            };
            plan.set(&piece.id, fate);
        }
        for ix in &board.unlisted {
            let place = self.master.situation.pieces[*ix].at.to_string();
            plan.note(Matter::Unplanned, Some(&place));
        }
        plan.public_notes = Some(String::new());
        plan.properties = Properties::Named(BTreeSet::new());
        plan
    }

    fn add_ghosts(
        &self,
        plan: &mut Plan,
        alliance: &str,
        board: &SideBoard,
        layer: Layer,
    ) -> Result<(), Failure> {
        let pieces = &self.master.situation.pieces;
        let mut taken: BTreeSet<String> = board.own.iter().map(|ix| pieces[*ix].id.clone()).collect();
        let mut ghosts = layer.ghosts;
        for ghost in board.ghosts.iter().filter(|ghost| !layer.known.contains(&ghost.entry)) {
            let (to, _) = spot(self.master, Some(&*ghost.counter), &ghost.place.to_string())?;
            ghosts.push((ghost.entry, self.ghost(ghost)?, to));
        }
        ghosts.sort_by_key(|(entry, ..)| *entry);
        for (entry, traits, to) in ghosts {
            let id = self.key.ghost_id(alliance, entry, &taken);
            taken.insert(id.clone());
            plan.added.push(Added { id: Some(id), traits, to });
        }
        let mock_ups = layer.mock_ups.into_iter();
        plan.added.extend(mock_ups.map(|(traits, to)| Added { id: None, traits, to }));
        Ok(())
    }

    /// A counter as the palette has it, with the states and notes of a ghost.
    fn ghost(&self, ghost: &Ghost) -> Result<PieceText, Failure> {
        let pack = &self.master.pack;
        let id = &ghost.counter.id;
        let made = counter(self.master, id);
        let lacks = |what: &str| {
            Failure::new(format!("the module's \"{id}\" {what}, so no ghost of it can be placed"))
                .help("build the module with the tables that this game has: liege build")
        };
        let mut piece = made.ok_or_else(|| lacks("is in no palette"))?;
        for state in &ghost.states {
            let level = pack.terms.layer_of(state);
            let turned = level.is_some_and(|(layer, level)| set_level(&mut piece, layer, level));
            if !turned {
                return Err(lacks(&format!("cannot be {state}")));
            }
        }
        if let Some(number) = ghost.number
            && !set_property(&mut piece, NUMBER, &number.to_string())
        {
            return Err(lacks("bears no number"));
        }
        for (word, text) in &ghost.notes {
            let note = pack.terms.outfit.notes.iter().find(|note| note.word == *word);
            if !note.is_some_and(|note| set_property(&mut piece, note.property(), text)) {
                return Err(lacks(&format!("bears no {word}")));
            }
        }
        Ok(piece)
    }

    fn write(&self, mut plan: Plan, side: &str, file: String, head: &str) -> Result<Copy, Failure> {
        plan.scenario_notes = Some(format!("{head}\n{}\n", self.record));
        let table = &self.master.table;
        let about = |error: &dyn std::fmt::Display| Failure::new(format!("{file}: {error}"));
        let copy = view::write(&plan, &table.commands, &table.position, &self.master.module)
            .map_err(|error| about(&error))?;
        let description = head.trim_end_matches('.').to_owned();
        let wrapping =
            Wrapping { save: &self.master.save, module: table.file.as_ref(), date: self.date, description };
        let bytes = wrapping.bytes(&copy).map_err(|error| about(&error))?;
        let (position, _) = Position::read(&copy.commands, Some(&self.master.module));
        Ok(Copy {
            side: side.to_owned(),
            file,
            bytes,
            position,
            commands: copy.commands,
            left_out: copy.left_out,
        })
    }
}

/// Refuses copies that show what they may not, by the checks that the game names.
pub fn refuse_leaks(
    master: &Understood,
    guards: &[&str],
    ledgers: &BTreeMap<String, Ledger>,
    copies: &[Copy],
) -> Result<(), Failure> {
    let (pack, module) = (&master.pack, &master.module);
    let held = |copy: &Copy| {
        let eyes = Eyes::of_side(&copy.side, &copy.position).without(pack.closed_to(&copy.side));
        let held = Arc::new(from_save(pack, &copy.position, Some(module), &eyes, None));
        let residues = residues(&copy.commands, &copy.position, module, &eyes);
        (copy.side.clone(), SideCopy { due: Arc::clone(&held), held, residues })
    };
    let of_sides = copies.iter().filter(|copy| !copy.side.is_empty());
    let ledgers = ledgers.iter().map(|(side, ledger)| (side.clone(), Arc::new(ledger.clone())));
    let case = Case {
        copies: of_sides.map(held).collect(),
        papers: Papers { ledgers: ledgers.collect(), ..Papers::default() },
        ..Case::of(Arc::clone(&master.situation))
    };
    let only = guards.iter().map(|id| (*id).to_owned()).collect();
    let checked = master.game.open(&case).check(&Filter { only, ..Filter::default() });
    match checked.findings.first() {
        Some(found) => Err(Failure::new(format!("{}: {}", found.id, found.message))
            .help("nothing was written; mend the master or the ledger and issue again")),
        None => Ok(()),
    }
}
