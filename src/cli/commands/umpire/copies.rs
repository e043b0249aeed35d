//! The copies of an issue: what each side's board shows, written new into a save of its own.

use std::collections::{BTreeMap, BTreeSet};

use super::edits;
use super::layer::Layer;
use crate::cli::commands::view::Wrapping;
use crate::cli::{Failure, spots};
use crate::table::Table;
use crate::table::copies::of_board;
use crate::table::handed_out::{HandedOut, MOVES, notes_of};
use liege_build::scenario::{set_level, set_property};
use liege_rules::data::catalogue::Entry;
use liege_rules::data::word::Word;
use liege_rules::desk::hidden::{Ghost, SideBoard, StandIn};
use liege_rules::desk::key::SealKey;
use liege_rules::desk::play::OpenFight;
use liege_rules::game::pack::NUMBER;
use vassal::format::command::Command;
use vassal::format::piece::PieceText;
use vassal::format::timestamp::Timestamp;
use vassal::model::change::{Destination, Order};
use vassal::model::eyes::Eyes;
use vassal::model::geometry::Point;
use vassal::model::position::Position;
use vassal::model::view::{self, Added, LeftOut, Matter, Plan};

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

impl Copy {
    /// What the umpire should look at: pieces that are left out because of a fault of the master.
    pub fn to_look_at(&self) -> impl Iterator<Item = &LeftOut> {
        self.left_out.iter().filter(|left| left.matter == Matter::Unplanned)
    }
}

/// Makes the copies of an issue.
pub struct Copyist<'a> {
    /// The master.
    pub master: &'a Table,
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
        layer: &Layer,
    ) -> Result<Copy, Failure> {
        let eyes = Eyes::of_side(side, &self.master.opened.position);
        let mut plan = self.plan(eyes, board)?;
        self.add_ghosts(&mut plan, alliance, board, layer)?;
        let head = HandedOut::Copy { side: side.to_owned(), issue: self.issue };
        plan.public_notes = Some(board.remarks.join("\n"));
        let told = [board.ages.as_slice(), &MOVES.map(str::to_owned)].concat();
        self.write(plan, side, format!("{alliance}.vsav"), &head, &told)
    }

    /// The save that lies open to all.
    pub fn shared(&self, board: &SideBoard) -> Result<Copy, Failure> {
        let plan = self.plan(Eyes::stranger(), board)?;
        let head = HandedOut::Open(self.issue);
        self.write(plan, "", format!("{}.vsav", super::SHARED), &head, &board.ages)
    }

    /// The save of a battle that is fought now, for all who fight it.
    pub fn battle(&self, board: &SideBoard, fight: &OpenFight) -> Result<Copy, Failure> {
        let plan = self.plan(Eyes::stranger(), board)?;
        let OpenFight { number, place, .. } = fight;
        let head = HandedOut::Battle(*number, place.clone());
        self.write(plan, "", format!("{number:03}.vsav"), &head, &board.ages)
    }

    /// The copy of a side of a game that hides by what VASSAL hides.
    pub fn of_eyes(&self, side: &str, file: &str) -> Result<Copy, Failure> {
        let position = &self.master.opened.position;
        let closed: Vec<String> = self.master.pack.closed_to(side).collect();
        let eyes = Eyes::of_side(side, position).without(closed);
        let plan = Plan::of(position, &self.master.module, &eyes);
        let head = HandedOut::Copy { side: side.to_owned(), issue: self.issue };
        self.write(plan, side, file.to_owned(), &head, &[])
    }

    /// The pieces of the master that a board shows, and what stands for others.
    fn plan(&self, eyes: Eyes, board: &SideBoard) -> Result<Plan, Failure> {
        let Table { opened: table, module, situation, .. } = self.master;
        let mut plan = of_board(&table.position, module, situation, &eyes, board)?;
        // Spots follow from what is shown alone, so that nothing can be told from them.
        let mut laid: BTreeMap<String, usize> = BTreeMap::new();
        for stand_in in &board.stand_ins {
            let mut added = self.stand_in(stand_in)?;
            if stand_in.spot.is_none() {
                let number = laid.entry(stand_in.place.to_string()).or_default();
                let to = &mut added.to;
                to.at = spots::numbered(self.master, &to.map, to.at, *number);
                *number += 1;
            }
            plan.added.push(added);
        }
        Ok(plan)
    }

    fn stand_in(&self, stand_in: &StandIn) -> Result<Added, Failure> {
        let StandIn { id, counter, place, spot, states, number } = stand_in;
        let at = spot.as_ref().map(|spot| (spot.map.clone(), Point::new(spot.x, spot.y)));
        let to = match at {
            Some((map, at)) => Destination { map, at, order: Order::Top },
            None => edits::spot(self.master, Some(counter), &place.to_string())?.0,
        };
        Ok(Added { id: id.clone(), traits: self.counter(counter, states, *number, &BTreeMap::new())?, to })
    }

    fn add_ghosts(
        &self,
        plan: &mut Plan,
        alliance: &str,
        board: &SideBoard,
        layer: &Layer,
    ) -> Result<(), Failure> {
        let pieces = &self.master.situation.pieces;
        let shown = board.own.iter().chain(&board.open).map(|ix| pieces[*ix].id.clone());
        let mut taken: BTreeSet<String> = shown.collect();
        taken.extend(board.stand_ins.iter().filter_map(|stand_in| stand_in.id.clone()));
        let mut ghosts = layer.ghosts.clone();
        for ghost in board.ghosts.iter().filter(|ghost| !layer.known.contains(&ghost.entry)) {
            let Ghost { entry, counter, place, states, number, notes } = ghost;
            let (to, _) = edits::spot(self.master, Some(counter), &place.to_string())?;
            ghosts.push((*entry, self.counter(counter, states, *number, notes)?, to));
        }
        ghosts.sort_by_key(|(entry, ..)| *entry);
        for (entry, traits, to) in ghosts {
            let id = self.key.ghost_id(alliance, entry, &taken);
            taken.insert(id.clone());
            plan.added.push(Added { id: Some(id), traits, to });
        }
        let mock_ups = layer.mock_ups.iter().cloned();
        plan.added.extend(mock_ups.map(|(traits, to)| Added { id: None, traits, to }));
        Ok(())
    }

    /// A counter as the palette has it, with states, number and notes.
    fn counter(
        &self,
        counter: &Entry,
        states: &BTreeSet<Word>,
        number: Option<i32>,
        notes: &BTreeMap<Word, String>,
    ) -> Result<PieceText, Failure> {
        let pack = &self.master.pack;
        let id = &counter.id;
        let made = super::palette::counter(self.master, id);
        let lacks = |what: &str| {
            Failure::new(format!("the module's \"{id}\" {what}, so no copy can show it"))
                .help("build the module with this game's tables: liege build")
        };
        let mut piece = made.ok_or_else(|| lacks("is in no palette"))?;
        for state in states {
            let level = pack.terms.layer_of(state);
            let turned = level.is_some_and(|(layer, level)| set_level(&mut piece, layer, level));
            if !turned {
                return Err(lacks(&format!("cannot be {state}")));
            }
        }
        if let Some(number) = number
            && !set_property(&mut piece, NUMBER, &number.to_string())
        {
            return Err(lacks("bears no number"));
        }
        for (word, text) in notes {
            let note = pack.terms.outfit.notes.iter().find(|note| note.word == *word);
            if !note.is_some_and(|note| set_property(&mut piece, note.property(), text)) {
                return Err(lacks(&format!("bears no {word}")));
            }
        }
        Ok(piece)
    }

    fn write(
        &self,
        mut plan: Plan,
        side: &str,
        file: String,
        head: &HandedOut,
        told: &[String],
    ) -> Result<Copy, Failure> {
        plan.scenario_notes = Some(notes_of(head, told, self.record));
        let table = &self.master.opened;
        let about = |error: &dyn std::fmt::Display| Failure::new(format!("{file}: {error}"));
        let copy = view::write(&plan, &table.commands, &table.position, &self.master.module)
            .map_err(|error| about(&error))?;
        let description = head.to_string().trim_end_matches('.').to_owned();
        let archive = self.master.save.archive.as_ref();
        let wrapping =
            Wrapping { save: archive, module: table.file.as_deref(), date: self.date, description };
        let text = copy.commands.to_text().map_err(|error| about(&error))?;
        let bytes = wrapping.bytes(text).map_err(|error| about(&error))?;
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
