//! What stands in a copy for something that it does not have: ghosts of a ledger, units in battle, earlier control.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::super::boards::{BoardUnit, Boards, DAMAGED, SEEN};
use super::super::class::UnitClass;
use super::pieces::{BATTLE_BOARD, CONTROL, SIGHTED, Showing, is_battle_board, is_cargo, showing, units};
use super::{SETUP, TECHNOLOGY};
use liege_rules::data::catalogue::Entry;
use liege_rules::data::fault::did_you_mean;
use liege_rules::data::word::Word;
use liege_rules::desk::hidden::{Earlier, Ghost, SideBoard, StandIn};
use liege_rules::desk::ledger::LedgerEntry;
use liege_rules::desk::log::{Fought, LogEntry, LogEvent, UmpireLog};
use liege_rules::desk::units::UnitRef;
use liege_rules::position::situation::{PieceIx, PlaceId};
use vassal::diagnostic::counted;

/// More units in one entry than any game has.
const MOST_GHOSTS: u32 = 500;
/// Phases in which what changes hands is shown with the chart, at Collect Income (G37).
const SECRET_GAINS: [&str; 2] = ["NC", "MO"];

/// What stands for the units of an entry; none for one that is about no units.
///
/// # Errors
/// The place, the power or the class is unknown, or there are more units than any game has: without the ghosts the side
/// would see less than it was told.
pub fn ghosts(boards: &Boards, entry: &LedgerEntry) -> Result<Vec<Ghost>, String> {
    let is_of_units = entry.number > 0 && ![&entry.class, &entry.place].iter().any(|text| text.is_empty());
    let class = UnitClass::find(&entry.class);
    // Tokens lie open themselves (C15).
    if !is_of_units || entry.source == TECHNOLOGY || class == Some(UnitClass::Kami) {
        return Ok(Vec::new());
    }
    let (counter, class) = counter(boards, entry, class)?;
    let place = boards.place(&entry.place).ok_or_else(|| {
        let places: Vec<String> = boards.areas().collect();
        let near = did_you_mean(&entry.place, places.iter().map(String::as_str));
        format!("no place is called \"{}\"{near}", entry.place)
    })?;
    if entry.number > MOST_GHOSTS {
        return Err(format!("{} units are more than any game has", entry.number));
    }
    let when = if entry.source == SETUP { 0 } else { entry.round };
    let (states, number) = damage(boards, &counter, class, entry.damage);
    let ghost = Ghost {
        entry: entry.entry,
        place,
        states,
        number,
        notes: BTreeMap::from([
            (Word::from(SEEN), entry.entry.to_string()),
            (Word::from(SIGHTED), format!("turn {when}")),
        ]),
        counter,
    };
    Ok(vec![ghost; usize::try_from(entry.number).unwrap_or(0)])
}

/// The counter that an entry is about.
fn counter(
    boards: &Boards,
    entry: &LedgerEntry,
    class: Option<UnitClass>,
) -> Result<(Arc<Entry>, UnitClass), String> {
    let class = class.ok_or_else(|| {
        let words: Vec<&str> = UnitClass::all().map(UnitClass::word).collect();
        format!("no class is called \"{}\"; the classes are {}", entry.class, words.join(" "))
    })?;
    let power = entry.side_seen.to_lowercase();
    if !boards.pack().nations.contains_key(&power) {
        let known: Vec<&str> = boards.powers().collect();
        let known = known.join(", ");
        return Err(format!("no power is called \"{}\"; the powers are {known}", entry.side_seen));
    }
    match boards.pack().catalogue.get(&counter_id(&power, class)) {
        Some(counter) => Ok((Arc::clone(counter), class)),
        None => Err(format!("{power} has no counter of the class {class}")),
    }
}

fn counter_id(power: &str, class: UnitClass) -> String {
    format!("{power}-{}", class.word().to_lowercase())
}

/// The state or the number in which a counter shows its damage.
fn damage(boards: &Boards, counter: &Entry, class: UnitClass, damage: u32) -> (BTreeSet<Word>, Option<i32>) {
    if boards.pack().terms.outfit.is_tally(counter) {
        return (BTreeSet::new(), Some(i32::try_from(damage).unwrap_or(i32::MAX)));
    }
    ((class.is_ship() && damage > 0).then(|| Word::from(DAMAGED)).into_iter().collect(), None)
}

/// How old the ghosts are, by the turn in which they were seen.
pub fn ages(ghosts: &[Ghost]) -> Vec<String> {
    let mut by_age: BTreeMap<(usize, &str), usize> = BTreeMap::new();
    for age in ghosts.iter().filter_map(|ghost| ghost.notes.get(SIGHTED)) {
        // By length first, so that turn 10 comes behind turn 9.
        *by_age.entry((age.len(), age)).or_default() += 1;
    }
    by_age.iter().map(|((_, age), number)| format!("Ghosts of {age}: {number}")).collect()
}

/// The units of the battle that is being fought, as both sides see them: each by itself, with its damage, and nothing of
/// what ships carry (8, L21, L27, L31).
pub fn in_battle(boards: &Boards) -> Vec<StandIn> {
    let fights = |unit: &&BoardUnit| {
        is_battle_board(&unit.place.to_string()) && !unit.side.is_empty() && !is_cargo(boards, unit)
    };
    stand_ins(
        boards,
        units(boards).filter(fights).map(|unit| (unit, unit.place.clone(), unit.count)).collect(),
    )
}

/// The same of the battle that the log has begun and not ended, whose units stand where they are.
pub fn fought_now(boards: &Boards, log: &UmpireLog) -> Vec<StandIn> {
    let mut open: Vec<(&LogEntry, &Fought)> = Vec::new();
    for entry in &log.entries {
        match &entry.event {
            LogEvent::Battle(fought) => open.push((entry, fought)),
            LogEvent::BattleEnd(end) => open.retain(|(_, fought)| fought.number != end.number),
            _ => {}
        }
    }
    let Some((entry, fought)) = open.first() else { return Vec::new() };
    let attacker = boards.side_of(&entry.power);
    let [attacking, defending] = BATTLE_BOARD.map(PlaceId::named);
    let mut all = Vec::new();
    for (side, units) in &fought.units {
        let place = if boards.side_of(side) == attacker { &attacking } else { &defending };
        let shown = units.0.iter().flat_map(|unit| {
            let carries = UnitClass::find(&unit.class) == Some(UnitClass::Cv);
            std::iter::once(unit).chain(unit.cargo.iter().filter(move |_| carries))
        });
        for unit in shown.take(usize::try_from(MOST_GHOSTS).unwrap_or(0)) {
            // Tokens lie open themselves.
            let fights =
                |own: &&BoardUnit| own.class != UnitClass::Kami && !is_battle_board(&own.place.to_string());
            let here = match &unit.id {
                Some(id) => boards.by_id(id.split('#').next().unwrap_or(id)),
                None => boards.units.iter().find(|own| fights(own) && is_like(own, unit)),
            };
            all.extend(here.filter(fights).map(|own| (own, place.clone(), unit.number.min(MOST_GHOSTS))));
        }
    }
    let at_sea = boards.pack().map.place(&fought.place).is_some_and(|facts| facts.kind == *"sea");
    let facilities = boards.on_board().filter(|unit| {
        !at_sea && unit.class.is_facility() && unit.place.to_string().eq_ignore_ascii_case(&fought.place)
    });
    all.extend(facilities.map(|unit| (unit, defending.clone(), 1)));
    stand_ins(boards, all)
}

/// Whether a unit looks like one that the log names by its class.
fn is_like(own: &BoardUnit, named: &UnitRef) -> bool {
    let class = UnitClass::find(&named.class);
    Some(own.class) == class
        && own.damage == named.damage
        && named.power.as_ref().is_none_or(|power| power.eq_ignore_ascii_case(&own.power))
}

/// Fresh counters for units in places, so many of each, in an order that tells nothing.
fn stand_ins(boards: &Boards, mut fighting: Vec<(&BoardUnit, PlaceId, u32)>) -> Vec<StandIn> {
    fighting.sort_by_key(|(unit, place, _)| (place.to_string(), unit.class, unit.power.clone(), unit.damage));
    let mut shown = Vec::new();
    for (unit, place, count) in fighting {
        let Some(counter) = &boards.situation.pieces[unit.ix].entry else { continue };
        let (states, number) = damage(boards, counter, unit.class, unit.damage);
        let one = StandIn { id: None, counter: Arc::clone(counter), place, spot: None, states, number };
        shown.extend(vec![one; usize::try_from(count).unwrap_or(0)]);
    }
    shown
}

/// Why the master cannot be copied as it is: pieces of which it does not say whether they are units.
pub fn doubtful(boards: &Boards) -> Vec<String> {
    let doubtful = boards.situation.pieces.iter().filter(|piece| super::pieces::may_be_guess(piece));
    doubtful
        .map(|piece| {
            format!(
                "{} in {} says when it was sighted, as a guess of a side does: take it out of the master if it is \
                 one, or empty that note if it is a unit",
                piece.name, piece.at
            )
        })
        .collect()
}

/// Whether what changes hands in this phase is shown at Collect Income (G37).
pub fn is_secret_gain(phase: &str) -> bool {
    SECRET_GAINS.contains(&phase)
}

/// Puts the control markers of a board back to how they were, but for places of which a capture was told since.
pub fn put_back(now: &Boards, before: &Boards, earlier: Earlier<'_>, alliance: &str, board: &mut SideBoard) {
    let told: BTreeSet<PlaceId> = earlier
        .since
        .iter()
        .filter(|entry| now.pack().phase(&entry.phase).is_none_or(|(_, phase)| !is_secret_gain(&phase.id)))
        .filter_map(|entry| match &entry.event {
            LogEvent::Capture { place, .. } => now.place(place),
            _ => None,
        })
        .collect();
    let is_back = |boards: &Boards, ix: PieceIx| {
        let piece = &boards.situation.pieces[ix];
        piece.kind() == CONTROL && !told.contains(&piece.at)
    };
    board.own.retain(|ix| !is_back(now, *ix));
    board.open.retain(|ix| !is_back(now, *ix));
    let shown = board.own.iter().chain(&board.open).map(|ix| now.situation.pieces[*ix].id.clone());
    let shown: BTreeSet<String> = shown.collect();
    let markers = before.situation.all().filter(|ix| is_back(before, *ix));
    for ix in markers.filter(|ix| matches!(showing(before, *ix, alliance), Showing::Own | Showing::Open)) {
        let piece = &before.situation.pieces[ix];
        let Some(counter) = &piece.entry else { continue };
        // All markers are laid anew, changed or not, so that nobody can tell which places have changed hands.
        board.stand_ins.push(StandIn {
            id: Some(piece.id.clone()).filter(|id| !shown.contains(id)),
            counter: Arc::clone(counter),
            place: piece.at.clone(),
            spot: piece.spot.clone(),
            states: BTreeSet::new(),
            number: None,
        });
    }
}

/// What a ledger's fault is told as.
pub fn ledger_fault(alliance: &str, entry: &LedgerEntry, why: &str) -> String {
    let about = counted(usize::try_from(entry.number).unwrap_or(usize::MAX), "unit");
    format!(
        "ledger {alliance}, entry {}: {why}; its {about} would be missing from the copy. Correct the line in \
         ledger-{alliance}.csv of the last state",
        entry.entry
    )
}
