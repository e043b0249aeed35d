//! The non-combat move: no knowing entry, and bumps that are fought at once (9).

use super::super::super::boards::Boards;
use super::super::super::class::UnitClass;
use super::super::stage::for_the_umpire;
use super::super::turns::{self, PowerTurn};
use liege_rules::check::case::{Case, NotGiven};
use liege_rules::check::{Found, Report};
use liege_rules::desk::ledger::LedgerEntry;
use liege_rules::desk::log::{Enter, Fought, LogEntry, LogEvent};
use vassal::diagnostic::Severity;

/// The non-combat move.
const NON_COMBAT: [&str; 1] = ["NC"];

/// AAF-027.
pub fn knowing_entry(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    for_the_umpire(case)?;
    case.wants_ledgers()?;
    for turn in turns::turns(case)? {
        let moves: Vec<_> = turn.enters().filter(|(_, entry, _)| turn.is_in(entry, &NON_COMBAT)).collect();
        if moves.is_empty() {
            continue;
        }
        if !turn.is_last {
            report.not_checked("turns before the last one of the log: their saves are missing");
            continue;
        }
        let Some(ledger) = case.papers.ledgers.get(turn.side) else {
            report.not_checked(format!("needs --ledger of {}", turn.side));
            continue;
        };
        for (at, entry, enter) in moves {
            let seen: Vec<UnitClass> = ledger
                .entries
                .iter()
                .filter(|seen| is_known(&turn, at, enter, seen))
                .filter_map(|seen| is_still_there(case, &turn, enter, seen))
                .collect();
            let firm = |class: &&UnitClass| class.is_land() || class.is_air() || class.is_surface_warship();
            let (severity, class) = match (seen.iter().find(firm), seen.first()) {
                (Some(class), _) => (Severity::Illegal, *class),
                (None, Some(class)) => (Severity::Suspicious, *class),
                (None, None) => continue,
            };
            if !counts_as_entry(case, enter) {
                continue;
            }
            let message = format!(
                "line {}: {} moves into {}, where it met an enemy {} in this turn",
                entry.n,
                case.now.called(turn.power),
                enter.place,
                class.name()
            );
            report.add(Found::new(case.now.place(&enter.place), Vec::new(), message).severity(severity));
        }
    }
    Ok(())
}

/// Land and sea units enter; aircraft only where they end their move.
fn counts_as_entry(case: &Case<Boards>, enter: &Enter) -> bool {
    turns::is_any(case, &enter.group, |class| class.is_ship() || class.is_land())
        || (enter.ends == Some(true) && turns::is_any(case, &enter.group, UnitClass::is_air))
}

/// Whether an entry of the mover's ledger shows a place in this power's turn before the move.
fn is_known(turn: &PowerTurn<'_>, at: usize, enter: &Enter, seen: &LedgerEntry) -> bool {
    let this_turn = seen.round == turn.round && seen.power.eq_ignore_ascii_case(turn.power);
    let before = turn
        .view
        .pack()
        .phase(&seen.phase)
        .is_some_and(|(_, phase)| ["CM", "CC"].contains(&phase.id.as_str()))
        || turn.events().take(at).any(|(_, _, event)| match event {
            LogEvent::Sighting { side, entry } => {
                turn.view.side_of(side) == turn.side && *entry == seen.entry
            }
            _ => false,
        });
    this_turn && before && turn.same(&seen.place, &enter.place)
}

/// The class that was seen, if by the master such an enemy is still there.
fn is_still_there(
    case: &Case<Boards>,
    turn: &PowerTurn<'_>,
    enter: &Enter,
    seen: &LedgerEntry,
) -> Option<UnitClass> {
    let class =
        UnitClass::find(&seen.class).filter(|class| class.is_ship() || class.is_air() || class.is_land())?;
    let place = case.now.place(&enter.place)?;
    let enemy = |power: &str| turns::at_war(&case.now, turn.power, power, turn.round) == Some(true);
    let there =
        case.now.on_board().any(|unit| unit.place == place && unit.class == class && enemy(&unit.power));
    there.then_some(class)
}

/// AAF-028.
pub fn fought_late(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    for turn in turns::turns(case)? {
        for (at, entry, battle) in turn.battles() {
            if battle.cause != "bump" && !turn.is_in(entry, &NON_COMBAT) {
                continue;
            }
            let Some(bump) = Bump::of(&turn, at, battle) else { continue };
            let end = turn.end_of(at, battle).unwrap_or(at);
            let mut moved = turn.enters().filter(|(when, ..)| bump.met < *when && *when < end);
            if let Some((_, other, enter)) =
                moved.find(|(_, other, enter)| bump.is_other(&turn, other, enter))
            {
                let message = format!(
                    "line {}: {} moves on into {} before the bump in {} is fought",
                    other.n,
                    case.now.called(turn.power),
                    enter.place,
                    battle.place
                );
                let found = Found::new(case.now.place(&battle.place), Vec::new(), message);
                report.add(found.help("a bump that becomes a battle is fought before any other unit moves"));
            }
        }
    }
    Ok(())
}

/// A contact in the non-combat move that becomes a battle.
struct Bump<'a> {
    /// Where in the turn the units met.
    met: usize,
    /// Who came in.
    group: &'a Enter,
}

impl<'a> Bump<'a> {
    /// The contact of a battle: the last group that came into its place before the message, or before the battle.
    fn of(turn: &PowerTurn<'a>, fought: usize, battle: &Fought) -> Option<Self> {
        let told = turn
            .messages(&["M13"])
            .filter(|(at, _, notice)| *at < fought && turns::means(turn.view, notice, &battle.place));
        let until = told.map(|(at, ..)| at).last().unwrap_or(fought);
        let entered =
            turn.enters().filter(|(at, _, enter)| *at < until && turn.same(&enter.place, &battle.place));
        entered.last().map(|(met, _, group)| Self { met, group })
    }

    /// Whether another unit moves: parts of the group that go on are none.
    fn is_other(&self, turn: &PowerTurn<'_>, entry: &LogEntry, enter: &Enter) -> bool {
        let known = turn.is_in(entry, &NON_COMBAT);
        let same_item = enter.item == self.group.item && !turns::is_nameless(&enter.item);
        let other_item = enter.item != self.group.item
            && ![&enter.item, &self.group.item].iter().any(|item| turns::is_nameless(item));
        let from_there = turn.same(&enter.from, &self.group.place);
        let elsewhere = !enter.from.is_empty() && !from_there;
        // The rest of the same fleet may come into the same place.
        let joins = turn.same(&enter.place, &self.group.place);
        known && !same_item && !from_there && !joins && (other_item || elsewhere)
    }
}
