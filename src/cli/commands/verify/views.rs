//! The copies of an issue made again from what was opened, and a player's own copy held against them (AAF-072).

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::folder::OpenedGame;
use crate::cli::commands::umpire::copies::{Copy, Copyist};
use crate::cli::commands::umpire::handed_out::{Before, Making};
use crate::cli::commands::umpire::layer::{GivenBack, Layer};
use crate::cli::commands::umpire::sides;
use crate::cli::session::Session;
use crate::cli::{Failure, open};
use crate::table::Table;
use crate::table::handed_out::facts_of;
use liege_rules::desk::commitment::{LeafContent, Leaves};
use liege_rules::desk::hidden::{HiddenPlay, SideBoard};
use liege_rules::desk::ledger::Ledger;
use liege_rules::position::situation::from_save;
use vassal::format::timestamp::Timestamp;
use vassal::model::eyes::Eyes;
use vassal::model::position::{Piece, Position};

/// What a copy that a player holds shows otherwise than the papers give it.
pub struct Unlike {
    /// One word for programs, which stays as it is.
    pub code: &'static str,
    /// Where.
    pub place: Option<String>,
    /// The piece.
    pub piece: Option<String>,
    /// In words.
    pub why: String,
}

/// What a copy is, held against the papers.
pub enum Likeness {
    /// It is the copy that this side got; of so many of its pieces, the guesses of the side, the papers say nothing.
    Same {
        /// The side; empty for what lies open to all.
        side: String,
        /// Guesses of the side's own.
        guesses: usize,
    },
    /// It is not.
    Other(Unlike),
    /// Nobody can tell whose copy it is.
    Nobodys,
    /// It is another, but the copy that its side gave back before is missing.
    Unsure,
}

/// The copies of one issue, made again.
pub struct Views<'a> {
    master: &'a Table,
    copies: Vec<Copy>,
    /// Sides that gave a copy back which is not there, so that nobody knows what they laid down in it.
    unsure: BTreeSet<String>,
}

impl<'a> Views<'a> {
    /// Makes them; the ledgers are those that were committed to, and what a side laid down itself is that of the copy
    /// that it gave back last.
    pub fn of(
        session: &Session,
        (game, module): (&OpenedGame, &Path),
        issue: u32,
        (master, leaves): (&'a Table, &Leaves),
        record: &str,
    ) -> Result<Self, Failure> {
        let copyist = Copyist { master, key: &game.key, date: Timestamp(0), issue, record };
        let (mut copies, mut unsure) = (Vec::new(), BTreeSet::new());
        let before = before(game, issue, master)?;
        let put_back = |hidden: &dyn HiddenPlay, alliance: &str, board: &mut SideBoard| {
            if let Some(before) = &before {
                before.put_back(hidden, master, alliance, board);
            }
        };
        for (side, word) in sides(master)? {
            copies.push(match master.game.hidden() {
                None => copyist.of_eyes(&side, &format!("{word}.vsav"))?,
                Some(hidden) => {
                    let ledger = committed_ledger(issue, leaves, &word)?;
                    let mut board = hidden.side_board(&master.situation, &ledger, &word, issue);
                    put_back(hidden, &word, &mut board);
                    let layer = match game.given_back(issue, &word) {
                        None => None,
                        Some((of, file)) => {
                            let then = game.issues.get(&of).and_then(|issue| issue.leaves.as_ref());
                            let then = then.map(|then| committed_ledger(of, then, &word)).transpose()?;
                            let known =
                                then.unwrap_or_default().standing(of).map(|entry| entry.entry).collect();
                            let (side, alliance) = (side.as_str(), word.as_str());
                            let ledger = &ledger;
                            let given = GivenBack { side, alliance, file, module, known, ledger, issue };
                            Layer::from_copy(session, master, given)?
                        }
                    };
                    if layer.is_none() && game.was_given_back(issue, &word) {
                        unsure.insert(side.clone());
                    }
                    copyist.side(&side, &word, &board, &layer.unwrap_or_default())?
                }
            });
        }
        if let Some(hidden) = master.game.hidden() {
            let mut board = hidden.shared_board(&master.situation, &game.log_before(issue));
            put_back(hidden, "", &mut board);
            copies.push(copyist.shared(&board)?);
        }
        Ok(Self { master, copies, unsure })
    }

    /// Holds a copy against the one that was made again, of the side that its notes name.
    pub fn judge(&self, session: &Session, path: &Path) -> Result<Likeness, Failure> {
        let save = open::save(path, &session.limits)?;
        let commands = save.whole_commands().map_err(|error| Failure::about(path, error))?;
        let (held, _) = Position::read(commands, Some(&self.master.module));
        let head = |notes: &str| notes.split(['\n', '|']).next().unwrap_or_default().to_owned();
        let own = head(&held.scenario_notes);
        let Some(due) = self.copies.iter().find(|copy| head(&copy.position.scenario_notes) == own) else {
            return Ok(Likeness::Nobodys);
        };
        let guesses = self.guesses(&held, &due.side);
        Ok(match unlike(&due.position, &held, &guesses) {
            Some(_) if self.unsure.contains(&due.side) => Likeness::Unsure,
            Some(unlike) => Likeness::Other(unlike),
            None => Likeness::Same { side: due.side.clone(), guesses: guesses.len() },
        })
    }

    /// The pieces of a copy by which its side marks what it guesses: counters of others that bear no note of the umpire,
    /// and that the master does not have.
    fn guesses(&self, held: &Position, side: &str) -> BTreeSet<String> {
        if side.is_empty() || self.master.game.hidden().is_none() {
            return BTreeSet::new();
        }
        let (pack, module) = (&self.master.pack, &self.master.module);
        let eyes = Eyes::of_side(side, held).without(pack.closed_to(side));
        let seen = from_save(pack, held, Some(module), &eyes, None);
        let of_master = self.master.situation.by_id();
        let own = seen.looker.clone().unwrap_or_default();
        let is_guess = |ix: &usize| {
            let piece = &seen.pieces[*ix];
            let whose = seen.alliance(*ix);
            let blank = piece.notes.is_empty() && piece.entry.is_some();
            blank && !whose.is_empty() && whose != own && !of_master.contains_key(piece.id.as_str())
        };
        seen.all().filter(is_guess).map(|ix| seen.pieces[ix].id.clone()).collect()
    }
}

/// What a side was shown, as it stands in the leaf of its ledger.
fn committed_ledger(issue: u32, leaves: &Leaves, alliance: &str) -> Result<Ledger, Failure> {
    let name = format!("ledger/{alliance}");
    let Some(LeafContent::Text(text)) = leaves.get(&name) else { return Ok(Ledger::default()) };
    if text.is_empty() {
        return Ok(Ledger::default());
    }
    let mut faults = Vec::new();
    let ledger = Ledger::read(&format!("issue {issue}, {name}"), text, &mut faults);
    if faults.is_empty() { Ok(ledger) } else { Err(Failure::of_all(faults)) }
}

/// The first thing in which a copy is not the one that is due: its pieces, then what all of it says.
fn unlike(due: &Position, held: &Position, guesses: &BTreeSet<String>) -> Option<Unlike> {
    let has: BTreeMap<&str, &Piece> = held.pieces.iter().map(|piece| (piece.id.as_str(), piece)).collect();
    let wants: BTreeSet<&str> = due.pieces.iter().map(|piece| piece.id.as_str()).collect();
    let missing = due.pieces.iter().find_map(|wanted| match has.get(wanted.id.as_str()) {
        None => Some(about(wanted, "missing", "is not in the copy, and follows from what was opened".into())),
        Some(found) => other_piece(wanted, found),
    });
    let more = || {
        let known = |piece: &&Piece| wants.contains(piece.id.as_str()) || guesses.contains(&piece.id);
        let added = held.pieces.iter().find(|piece| !known(piece))?;
        Some(about(added, "added", "is in the copy, and does not follow from what was opened".into()))
    };
    missing.or_else(more).or_else(|| {
        let said = |code, why: &str| Unlike { code, place: None, piece: None, why: why.to_owned() };
        if due.properties != held.properties || due.turns != held.turns {
            return Some(said("properties", "the turn or a property of the board is another"));
        }
        let notes = facts_of(&due.scenario_notes) != facts_of(&held.scenario_notes)
            || due.public_notes != held.public_notes;
        notes.then(|| said("notes", "its notes are others than those that follow from what was opened"))
    })
}

/// In what a piece is not the one that is due.
fn other_piece(wanted: &Piece, found: &Piece) -> Option<Unlike> {
    let at = |piece: &Piece| (piece.map.clone(), piece.x, piece.y);
    if at(wanted) != at(found) {
        let why = format!("is there, and by what was opened in {}", place(wanted));
        return Some(about(found, "place", why));
    }
    let differs = wanted.traits != found.traits;
    differs.then(|| about(found, "state", "looks otherwise than it does by what was opened".into()))
}

fn about(piece: &Piece, code: &'static str, why: String) -> Unlike {
    let place = place(piece);
    let why = format!("{place}: {} (piece {}) {why}", piece.true_name, piece.id);
    Unlike { code, place: Some(place), piece: Some(piece.id.clone()), why }
}

fn place(piece: &Piece) -> String {
    let window = piece.map.clone().unwrap_or_else(|| "no window".into());
    piece.location.clone().unwrap_or(window)
}

/// How the board stood before a phase that keeps back what changes hands in it.
fn before<'g>(game: &'g OpenedGame, issue: u32, master: &Table) -> Result<Option<Before<'g>>, Failure> {
    let Some(hidden) = master.game.hidden() else { return Ok(None) };
    let record = |issue: u32| game.issues.get(&issue).and_then(|issue| issue.record.as_ref());
    let Some((_, own)) = record(issue) else { return Ok(None) };
    let earlier = |issue: u32| {
        let master = game.issues.get(&issue).and_then(|issue| issue.master.clone());
        Ok(record(issue).map(|(_, record)| record.time.clone()).zip(master))
    };
    let making = Making {
        issue,
        power: own.time.power.as_deref().unwrap_or_default(),
        phase: own.time.phase.as_deref().unwrap_or_default(),
        log: game.log.as_ref().map_or(&[], |log| &log.entries),
        earlier: &earlier,
    };
    Before::of(&making, master, hidden)
}
