//! What each side's copy shows of the master, by the rows of 6.8.1, and which leaves an issue commits to (6.8.4).

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Aafog;
use super::boards::{BoardUnit, Boards, DAMAGED, SEEN};
use super::class::UnitClass;
use crate::rules::desk::commitment::{LeafFault, Leaves, UnitLine, leaves};
use crate::rules::desk::hidden::{Ghost, HiddenPlay, SideBoard};
use crate::rules::desk::ledger::{Ledger, LedgerEntry};
use crate::rules::desk::play::TurnPlay;
use crate::rules::situation::{PieceIx, Situation};
use crate::rules::word::Word;

/// The note that says when a ghost was seen.
const SIGHTED: &str = "sighted";
/// The source of what both sides know when the game begins (1, L7).
pub const SETUP: &str = "setup";
/// The source of a technology that was used against the side (5, L15).
const TECHNOLOGY: &str = "technology";
/// The window in which a battle is fought (8, L21).
const BATTLE_BOARD: [&str; 2] = ["Attacker", "Defender"];
/// Kinds of markers that everybody sees: control, income, the turn, the entry of the US, tokens.
const OPEN_KINDS: [&str; 6] = ["control", "ipc", "time", "war-entry", "kami", "rules-sheet"];
/// Kinds of markers that only their own side sees.
const SECRET_KINDS: [&str; 3] = ["money", "research-token", "technology"];
/// A chip goes with the unit above it.
const CHIP: &str = "chip";
/// Whose tokens there are (C15, L94).
const TOKENS: &str = "tokens/japan";

/// Place, power, class and damage of units that look alike.
type SeenAs = (String, String, UnitClass, u32);

/// What becomes of a piece in a copy.
enum Showing {
    Own,
    Open,
    Hidden,
    Unlisted,
}

impl HiddenPlay for Aafog {
    fn claim(&self) -> &str {
        SEEN
    }

    fn turns(&self) -> Option<&dyn TurnPlay> {
        Some(self)
    }

    fn guards(&self) -> &[&str] {
        // P07, step 5.
        &["AAF-004", "AAF-005", "AAF-063", "AAF-064", "AAF-065"]
    }

    fn round(&self, master: &Arc<Situation>) -> Option<u32> {
        Boards::new(Arc::clone(master), BTreeMap::new()).turn().and_then(|turn| u32::try_from(turn).ok())
    }

    fn known_at_start(&self, master: &Arc<Situation>, alliance: &str) -> Vec<LedgerEntry> {
        let boards = Boards::new(Arc::clone(master), BTreeMap::new());
        let mut seen: BTreeMap<SeenAs, u32> = BTreeMap::new();
        // What a transport carries is never shown (L27).
        let aboard_transport = |unit: &BoardUnit| {
            unit.carrier.and_then(|ix| boards.unit(ix)).is_some_and(|ship| ship.class == UnitClass::Tr)
        };
        let others = boards.on_board().filter(|unit| unit.side != alliance && !unit.side.is_empty());
        for unit in others.filter(|unit| !aboard_transport(unit)) {
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
        let boards = Boards::new(Arc::clone(master), BTreeMap::new());
        let mut board = SideBoard::default();
        for ix in master.all() {
            match showing(&boards, ix, alliance) {
                Showing::Own => _ = board.own.insert(ix),
                Showing::Open => _ = board.open.insert(ix),
                Showing::Unlisted => board.unlisted.push(ix),
                Showing::Hidden => {}
            }
        }
        let known = ledger.standing(issue).filter(|entry| entry.source == TECHNOLOGY);
        // The markers of a power are alike, so one that was used is told and not shown.
        board.remarks = known
            .map(|entry| format!("{}: {}, turn {}", entry.side_seen, entry.class, entry.round))
            .collect();
        board.ghosts = ledger.standing(issue).flat_map(|entry| ghosts(&boards, entry)).collect();
        board
    }

    fn shared_board(&self, master: &Arc<Situation>) -> SideBoard {
        let boards = Boards::new(Arc::clone(master), BTreeMap::new());
        let mut board = SideBoard::default();
        for ix in master.all() {
            let in_battle = boards.unit(ix).is_some_and(|unit| {
                BATTLE_BOARD.contains(&unit.place.to_string().as_str()) && unit.carrier.is_none()
            });
            if in_battle || matches!(showing(&boards, ix, ""), Showing::Open) {
                board.open.insert(ix);
            }
        }
        board
    }

    fn texts(&self, master: &Arc<Situation>) -> BTreeMap<String, String> {
        let boards = Boards::new(Arc::clone(master), BTreeMap::new());
        let mut texts = BTreeMap::new();
        for power in boards.powers() {
            let money = boards.money(power).map(|money| format!("{money}\n")).unwrap_or_default();
            texts.insert(format!("money/{power}"), money);
            for name in ["research", "purchase", "orders"] {
                texts.insert(format!("{name}/{power}"), String::new());
            }
        }
        let tokens = boards.units.iter().filter(|unit| unit.class == UnitClass::Kami);
        let left = tokens.filter(|unit| boards.is_unused_token(unit)).map(|unit| unit.count).sum::<u32>();
        texts.insert(TOKENS.into(), format!("{left}\n"));
        for alliance in ["axis", "allies"] {
            texts.insert(format!("ledger/{alliance}"), String::new());
        }
        texts
    }

    fn leaves(&self, master: &Arc<Situation>, texts: &BTreeMap<String, String>) -> Result<Leaves, LeafFault> {
        let boards = Boards::new(Arc::clone(master), BTreeMap::new());
        let mut places: BTreeMap<String, Vec<UnitLine>> = boards
            .areas()
            .map(|area| (area, Vec::new()))
            .chain(boards.powers().map(|power| (pool(power), Vec::new())))
            .collect();
        for unit in boards.units.iter().filter(|unit| unit.class != UnitClass::Kami) {
            let ship = unit.carrier.and_then(|ix| boards.unit(ix));
            // A unit aboard is a line of the place of its ship.
            let at = ship.map_or(&unit.place, |ship| &ship.place);
            let name = if boards.is_on_board(at) { at.to_string() } else { pool(&unit.power) };
            for number in 1..=unit.count {
                let uid = if unit.count == 1 { unit.id.clone() } else { format!("{}#{number}", unit.id) };
                let class = unit.class.word();
                let carrier = ship.map(|ship| ship.id.as_str());
                let line = UnitLine::new(&unit.power, class, &unit.damage.to_string(), &uid, carrier)?;
                places.entry(name.clone()).or_default().push(line);
            }
        }
        leaves(places, texts.clone())
    }
}

/// The leaf of the units of a power that are not on the board.
fn pool(power: &str) -> String {
    format!("pool/{power}")
}

/// What becomes of a piece in the copy of an alliance; an empty one sees what lies open to all.
fn showing(boards: &Boards, ix: PieceIx, alliance: &str) -> Showing {
    let piece = &boards.situation.pieces[ix];
    let side = boards.situation.alliance(ix);
    let is_own = !alliance.is_empty() && side == alliance;
    let kind = piece.kind();
    if kind == CHIP {
        let unit = boards.unit_above(ix);
        return match unit.is_some_and(|unit| !alliance.is_empty() && unit.side == alliance) {
            true => Showing::Own,
            false => Showing::Hidden,
        };
    }
    if is_own {
        return Showing::Own;
    }
    if OPEN_KINDS.contains(&kind) {
        return Showing::Open;
    }
    if boards.unit(ix).is_some() {
        return if side.is_empty() { Showing::Open } else { Showing::Hidden };
    }
    match kind {
        kind if SECRET_KINDS.contains(&kind) => Showing::Hidden,
        _ if piece.entry.is_some() && side.is_empty() => Showing::Open,
        _ => Showing::Unlisted,
    }
}

/// What stands for the units of an entry.
fn ghosts(boards: &Boards, entry: &LedgerEntry) -> Vec<Ghost> {
    let pack = boards.pack();
    let counter = UnitClass::find(&entry.class).and_then(|class| {
        let id = format!("{}-{}", entry.side_seen.to_lowercase(), class.word().to_lowercase());
        pack.catalogue.get(&id).cloned()
    });
    let (Some(counter), Some(place)) = (counter, boards.place(&entry.place)) else { return Vec::new() };
    let facility = pack.terms.outfit.is_tally(&counter);
    let when = if entry.source == SETUP { 0 } else { entry.round };
    let ghost = Ghost {
        entry: entry.entry,
        place,
        states: (!facility && entry.damage > 0).then(|| Word::from(DAMAGED)).into_iter().collect(),
        number: facility.then_some(i32::try_from(entry.damage).unwrap_or(0)),
        notes: BTreeMap::from([
            (Word::from(SEEN), entry.entry.to_string()),
            (Word::from(SIGHTED), format!("turn {when}")),
        ]),
        counter,
    };
    vec![ghost; usize::try_from(entry.number).unwrap_or(0).min(MOST_GHOSTS)]
}

/// More units in one entry than any game has.
const MOST_GHOSTS: usize = 500;
