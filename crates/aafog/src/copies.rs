//! What each side's copy shows of the master, by the rows of 6.8.1, and which leaves an issue commits to (6.8.4).

mod papers;
mod pieces;
mod stand_ins;

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Aafog;
use super::boards::{Boards, SEEN, chip_worth};
use super::class::UnitClass;
use super::taking::{self, ORDERS};
use liege_rules::data::catalogue::Entry;
use liege_rules::desk::commitment::{LeafFault, Leaves, UnitLine};
use liege_rules::desk::hidden::{AskedLeaf, Earlier, HiddenPlay, SideBoard};
use liege_rules::desk::ledger::{Ledger, LedgerEntry};
use liege_rules::desk::log::{LogEntry, LogEvent, UmpireLog};
use liege_rules::desk::play::TurnPlay;
use liege_rules::game::pack::Pack;
use liege_rules::position::situation::{PieceIx, Situation};
use pieces::Showing;

pub use pieces::SIGHTED;

/// The source of what both sides know when the game begins (1, L7).
pub const SETUP: &str = "setup";
/// The source of a technology that was used against the side (5, L15).
const TECHNOLOGY: &str = "technology";

/// Place, power, class and damage of units that look alike.
type SeenAs = (String, String, UnitClass, u32);

impl HiddenPlay for Aafog {
    fn claim(&self) -> &str {
        SEEN
    }

    fn worth(&self, counter: &Entry) -> Option<u32> {
        chip_worth(counter)
    }

    fn turns(&self) -> Option<&dyn TurnPlay> {
        Some(self)
    }

    fn guards(&self) -> &[&str] {
        // P07, step 5.
        &["AAF-004", "AAF-005", "AAF-063", "AAF-064", "AAF-065"]
    }

    fn round(&self, master: &Arc<Situation>) -> Option<u32> {
        boards(master).turn().and_then(|turn| u32::try_from(turn).ok())
    }

    fn known_at_start(&self, master: &Arc<Situation>, alliance: &str) -> Vec<LedgerEntry> {
        let boards = boards(master);
        let mut seen: BTreeMap<SeenAs, u32> = BTreeMap::new();
        let others = pieces::units(&boards)
            .filter(|unit| boards.is_on_board(&unit.place))
            .filter(|unit| unit.side != alliance && !unit.side.is_empty());
        for unit in others.filter(|unit| !pieces::is_cargo(&boards, unit)) {
            let key = (unit.place.to_string(), unit.power.clone(), unit.class, unit.damage);
            *seen.entry(key).or_default() += unit.count;
        }
        let round = self.round(master).unwrap_or(1);
        let entry = |(at, ((place, power, class, damage), number)): (u32, (SeenAs, u32))| LedgerEntry {
            entry: at,
            round,
            place,
            side_seen: power,
            class: class.word().to_owned(),
            number,
            damage,
            source: SETUP.into(),
            ..LedgerEntry::default()
        };
        (1..).zip(seen).map(entry).collect()
    }

    fn side_board(&self, master: &Arc<Situation>, ledger: &Ledger, alliance: &str, issue: u32) -> SideBoard {
        let boards = boards(master);
        let mut board = SideBoard { faults: stand_ins::doubtful(&boards), ..SideBoard::default() };
        for ix in master.all() {
            take(&mut board, ix, pieces::showing(&boards, ix, alliance));
        }
        for entry in ledger.standing(issue) {
            match stand_ins::ghosts(&boards, entry) {
                Ok(ghosts) => board.ghosts.extend(ghosts),
                Err(why) => board.faults.push(stand_ins::ledger_fault(alliance, entry, &why)),
            }
        }
        board.ages = stand_ins::ages(&board.ghosts);
        let known = ledger.standing(issue).filter(|entry| entry.source == TECHNOLOGY);
        // The markers of a power are alike, so one that was used is told and not shown.
        board.remarks = known
            .map(|entry| {
                let whose = boards.name_of(&entry.side_seen);
                format!("{whose}: {}, turn {}", entry.class, entry.round)
            })
            .collect();
        board
    }

    fn shared_board(&self, master: &Arc<Situation>, log: &UmpireLog) -> SideBoard {
        let boards = boards(master);
        let mut board = SideBoard { faults: stand_ins::doubtful(&boards), ..SideBoard::default() };
        for ix in master.all() {
            take(&mut board, ix, pieces::showing_to_all(&boards, ix));
        }
        board.stand_ins = stand_ins::in_battle(&boards);
        board.stand_ins.extend(stand_ins::fought_now(&boards, log));
        board
    }

    fn keeps_back(&self, phase: &str) -> bool {
        stand_ins::is_secret_gain(phase)
    }

    fn put_back(&self, master: &Arc<Situation>, earlier: Earlier<'_>, alliance: &str, board: &mut SideBoard) {
        stand_ins::put_back(&boards(master), &boards(earlier.master), earlier, alliance, board);
    }

    fn texts(&self, master: &Arc<Situation>) -> BTreeMap<String, String> {
        papers::texts(&boards(master))
    }

    fn leaves(
        &self,
        master: &Arc<Situation>,
        texts: &BTreeMap<String, String>,
        log: &UmpireLog,
    ) -> Result<Leaves, LeafFault> {
        papers::leaves_of(&boards(master), texts, log)
    }

    fn listed(&self, master: &Arc<Situation>, leaf: &str, text: &str) -> Option<Vec<Vec<String>>> {
        leaf.strip_prefix(ORDERS)?;
        taking::ways(text, &boards(master))
    }

    fn list_of(&self, line: &LogEntry) -> Option<String> {
        // What is ordered later, such as a blitz, stood in no list.
        let listed = matches!(line.event, LogEvent::Order(_)) && line.phase == "CM";
        listed.then(|| format!("{ORDERS}{}", line.power))
    }

    fn is_line_of(&self, pack: &Pack, line: &UnitLine, alliance: &str) -> bool {
        pack.alliance(&line.power) == alliance
    }

    fn keeps_closed(&self, pack: &Pack, leaf: AskedLeaf<'_>, alliance: &str) -> Option<String> {
        papers::keeps_closed(pack, leaf, alliance)
    }
}

fn boards(master: &Arc<Situation>) -> Boards {
    Boards::new(Arc::clone(master), BTreeMap::new())
}

/// Takes a piece onto a side's board as it is shown.
fn take(board: &mut SideBoard, ix: PieceIx, showing: Showing) {
    match showing {
        Showing::Own => _ = board.own.insert(ix),
        Showing::Open => _ = board.open.insert(ix),
        Showing::Unlisted(why) => board.unlisted.push((ix, why)),
        Showing::Hidden => {}
    }
}
