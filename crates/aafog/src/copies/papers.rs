//! What an issue commits to (6.8.4), and which of it may be opened for one side before the end.

use std::collections::{BTreeMap, BTreeSet};

use super::super::boards::Boards;
use super::super::class::UnitClass;
use super::pieces::{is_battle_board, units};
use liege_rules::desk::commitment::{LeafContent, LeafFault, Leaves, UnitLine, leaves};
use liege_rules::desk::hidden::AskedLeaf;
use liege_rules::desk::log::{LogEvent, UmpireLog};
use liege_rules::game::pack::Pack;

/// Whose tokens there are (C15, L94).
const TOKENS: &str = "tokens/japan";
/// The leaves of the units of a power that are not on the board.
const POOL: &str = "pool";
/// The texts that each power has for itself.
const SECRETS: [&str; 4] = ["money", "research", "purchase", "orders"];

/// The text leaves, empty but for what the master shows.
pub fn texts(boards: &Boards) -> BTreeMap<String, String> {
    let mut texts = BTreeMap::new();
    for power in boards.powers() {
        for name in SECRETS {
            texts.insert(format!("{name}/{power}"), String::new());
        }
        let money = boards.money(power).map(|money| format!("{money}\n")).unwrap_or_default();
        texts.insert(format!("money/{power}"), money);
    }
    let tokens = boards.units.iter().filter(|unit| unit.class == UnitClass::Kami);
    let left = tokens.filter(|unit| boards.is_unused_token(unit)).map(|unit| unit.count).sum::<u32>();
    texts.insert(TOKENS.into(), format!("{left}\n"));
    for alliance in ["axis", "allies"] {
        texts.insert(format!("ledger/{alliance}"), String::new());
    }
    texts
}

/// All leaves of a position.
pub fn leaves_of(
    boards: &Boards,
    texts: &BTreeMap<String, String>,
    log: &UmpireLog,
) -> Result<Leaves, LeafFault> {
    let mut places: BTreeMap<String, Vec<UnitLine>> = boards
        .areas()
        .map(|area| (area, Vec::new()))
        .chain(boards.powers().map(|power| (pool(power), Vec::new())))
        .collect();
    let battle = place_of_battle(boards, log);
    for unit in units(boards) {
        let ship = unit.carrier.and_then(|ix| boards.unit(ix));
        // A unit aboard is a line of the place of its ship.
        let at = ship.map_or(&unit.place, |ship| &ship.place).to_string();
        let fought = battle.clone().filter(|_| is_battle_board(&at));
        let on_board = boards.is_on_board(ship.map_or(&unit.place, |ship| &ship.place));
        let name = fought.unwrap_or_else(|| if on_board { at } else { pool(&unit.power) });
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

/// Where the one battle is fought that has begun and is not over; none where the log does not tell.
fn place_of_battle(boards: &Boards, log: &UmpireLog) -> Option<String> {
    let mut open: BTreeMap<u32, &str> = BTreeMap::new();
    for entry in &log.entries {
        match &entry.event {
            LogEvent::Battle(battle) => drop(open.insert(battle.number, &battle.place)),
            LogEvent::BattleEnd(battle) => drop(open.remove(&battle.number)),
            _ => {}
        }
    }
    let places: BTreeSet<&str> = open.into_values().collect();
    let place = boards.place(places.first().filter(|_| places.len() == 1)?)?;
    boards.is_on_board(&place).then(|| place.to_string())
}

fn pool(power: &str) -> String {
    format!("{POOL}/{power}")
}

/// Why a leaf is not opened for one side before the end.
pub fn keeps_closed(pack: &Pack, leaf: AskedLeaf<'_>, alliance: &str) -> Option<String> {
    let AskedLeaf { name, content, .. } = leaf;
    let (kind, whose) = name.split_once('/').unwrap_or((name, ""));
    let is_own = |power: &str| pack.alliance(power) == alliance;
    match content {
        LeafContent::Text(_) if SECRETS.contains(&kind) && !is_own(whose) => {
            let whose = pack.nations.get(whose).map_or(whose, |nation| nation.name.as_str());
            Some(format!("it is a secret of the other side: {kind} of {whose} (6-8, L15-L19)"))
        }
        LeafContent::Text(_) if kind == "ledger" && whose != alliance => {
            Some("it reveals what the other side was shown".into())
        }
        LeafContent::Text(_) if kind == "ledger" => {
            let withheld = leaf.ledger.entries.iter().find(|entry| !entry.withheld.is_empty());
            withheld.map(|entry| {
                format!("entry {} has what was withheld, which its side learns only at the end", entry.entry)
            })
        }
        LeafContent::Text(_) => None,
        LeafContent::Place(_) if kind == POOL && pack.nations.contains_key(whose) => {
            let why = || "its number of units reveals purchases, even as hashes".to_owned();
            (!is_own(whose)).then(why)
        }
        LeafContent::Place(lines) => hides_submarine(pack, leaf, lines, alliance).then(|| {
            "it cannot be shown without revealing something unseen: a place with a hidden submarine is not \
             opened before the end"
                .into()
        }),
    }
}

/// Whether the other side has a submarine there that this issue did not show to the side.
fn hides_submarine(pack: &Pack, leaf: AskedLeaf<'_>, lines: &[UnitLine], alliance: &str) -> bool {
    let is_sub = |class: &str| UnitClass::find(class) == Some(UnitClass::Sub);
    let theirs = |line: &&UnitLine| is_sub(&line.class) && pack.alliance(&line.power) != alliance;
    let there = lines.iter().filter(theirs).count();
    let seen = leaf
        .ledger
        .standing(leaf.issue)
        .filter(|entry| entry.issue == leaf.issue && entry.place == leaf.name && is_sub(&entry.class));
    let seen: u64 = seen.map(|entry| u64::from(entry.number)).sum();
    u64::try_from(there).unwrap_or(u64::MAX) > seen
}
