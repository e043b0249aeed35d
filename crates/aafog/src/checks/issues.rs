//! Two issues of a side's copy against each other: what the idle side may not learn of a secret phase (6, L17).

use std::collections::BTreeMap;

use super::super::boards::Boards;
use super::super::class::UnitClass;
use super::ghosts::{Stray, enemies, strays};
use super::in_copy;
use super::layer::{self, Layer};
use super::stage::{self, for_the_umpire, has_class, is_class, names_class, phase_of};
use liege_rules::check::case::{Case, NotGiven};
use liege_rules::check::{Found, Report};
use liege_rules::desk::log::{LogEntry, LogEvent};
use liege_rules::position::situation::PlaceId;
use vassal::diagnostic::PieceRef;

/// The secret phase that put a unit where a copy shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SecretPhase {
    Purchase,
    CombatMove,
    NonCombatMove,
    Mobilize,
}

impl SecretPhase {
    /// By the id of a phase. A combat move is carried out while combat is conducted.
    fn of(phase: &str) -> Option<Self> {
        match phase {
            "PU" => Some(Self::Purchase),
            "CM" | "CC" => Some(Self::CombatMove),
            "NC" => Some(Self::NonCombatMove),
            "MO" => Some(Self::Mobilize),
            _ => None,
        }
    }
}

/// What the enemy bought is in no copy before it was seen (AAF-013).
pub fn purchase_shown(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    newcomers(case, SecretPhase::Purchase, "were bought, but no enemy saw them", report)
}

/// A combat move shows nothing but what was announced, met or fought (AAF-014).
pub fn combat_move_shown(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    case.wants_log()?;
    newcomers(case, SecretPhase::CombatMove, "came there in a combat move, but no enemy saw them", report)?;
    departures(case, SecretPhase::CombatMove, report)
}

/// A non-combat move shows nothing but what a bump showed (AAF-015).
pub fn non_combat_move_shown(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    newcomers(case, SecretPhase::NonCombatMove, "came there in a non-combat move without a bump", report)?;
    departures(case, SecretPhase::NonCombatMove, report)
}

/// Units that the enemy places are in no copy before they were seen (AAF-016).
pub fn mobilization_shown(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    newcomers(case, SecretPhase::Mobilize, "were placed there, but no enemy saw them", report)
}

/// Reports the enemy units that a copy has, the one before had not, and nothing explains but this phase.
fn newcomers(
    case: &Case<Boards>,
    wanted: SecretPhase,
    says: &str,
    report: &mut Report<'_>,
) -> Result<(), NotGiven> {
    let (copies, earlier) = (case.wants_copies()?, case.wants_earlier()?);
    case.wants_ledgers()?;
    for_the_umpire(case)?;
    for (side, copy) in copies {
        let Some(old) = earlier.get(side) else { continue };
        let Some(strays) = strays(case, side, &copy.held) else {
            report.not_checked(format!("needs --ledger {side}=FILE"));
            continue;
        };
        let own = case.now.side_of(side);
        for stray in strays.iter().filter(|stray| count(old, own, stray) < stray.shown) {
            if !stray.is_certain {
                report.not_checked(layer::unknown(side));
                continue;
            }
            match secret_phase(case, stray) {
                Some(phase) if phase == wanted => {
                    let message = format!("{} {says}", stray.in_words(&case.now));
                    let units = stray.units.iter().map(|unit| (&copy.held, *unit));
                    report.add(in_copy(side, Some(stray.place), units, message));
                }
                None if case.papers.log.is_none() => {
                    report.not_checked(
                        "needs --turn-log or --phase: nothing else shows in which phase a unit came",
                    );
                }
                _ => {}
            }
        }
    }
    Ok(())
}

/// How many such units a view has in the same place.
fn count(view: &Boards, own: &str, stray: &Stray<'_>) -> u32 {
    enemies(view, own)
        .filter(|unit| unit.place == *stray.place && unit.power == stray.power && unit.class == stray.class)
        .map(|unit| unit.count)
        .sum()
}

/// The phase that put a unit there, by the log; without one by the masters, and by the phase that it is.
fn secret_phase(case: &Case<Boards>, stray: &Stray<'_>) -> Option<SecretPhase> {
    let view = &case.now;
    if let Some(log) = case.papers.log.as_deref() {
        let entries = stage::since_the_earlier_issue(log).iter().rev();
        return entries
            .filter(|entry| is_power(entry, stray.power))
            .find_map(|entry| put_by(view, entry, stray));
    }
    let is_new = |before: &Boards| {
        let such = view.at(stray.place).filter(|unit| unit.power == stray.power && unit.class == stray.class);
        such.into_iter().any(|unit| before.by_id(&unit.id).is_none())
    };
    if case.before.as_ref().is_some_and(is_new) {
        return Some(SecretPhase::Purchase);
    }
    view.situation.clock.phase.as_deref().and_then(SecretPhase::of)
}

fn is_power(entry: &LogEntry, power: &str) -> bool {
    entry.power.is_empty() || entry.power.eq_ignore_ascii_case(power)
}

fn put_by(view: &Boards, entry: &LogEntry, stray: &Stray<'_>) -> Option<SecretPhase> {
    let is_here = |name: &str| view.place(name).as_ref() == Some(stray.place);
    match &entry.event {
        LogEvent::Mobilize(goods) => (names_class(view, &goods.what, stray.class)
            && (goods.place.is_empty() || is_here(&goods.place)))
        .then_some(SecretPhase::Mobilize),
        LogEvent::Purchase(goods) => {
            names_class(view, &goods.what, stray.class).then_some(SecretPhase::Purchase)
        }
        LogEvent::Enter(enter) => {
            let moved = is_here(&enter.place) && has_class(view, &enter.group, stray.class);
            let phase = SecretPhase::of(phase_of(view, entry));
            phase.filter(|phase| {
                moved && matches!(phase, SecretPhase::CombatMove | SecretPhase::NonCombatMove)
            })
        }
        _ => None,
    }
}

/// Reports ghosts that are gone because their units sailed away in this phase, where their side left them in the copy
/// that it gave back and nothing else took them off.
fn departures(case: &Case<Boards>, wanted: SecretPhase, report: &mut Report<'_>) -> Result<(), NotGiven> {
    let (copies, earlier) = (case.wants_copies()?, case.wants_earlier()?);
    let Some(log) = case.papers.log.as_deref() else { return Ok(()) };
    let entries = stage::since_the_earlier_issue(log);
    for (side, copy) in copies {
        // Where it gave nothing back, the ghosts were as the earlier copy has them.
        let Some(old) = earlier.get(side) else { continue };
        let left = match Layer::of(case, side) {
            Layer::Of(view) => view,
            Layer::Nothing => old,
            Layer::Unknown => continue,
        };
        let own = case.now.side_of(side);
        let Some(ledger) = case.papers.ledgers.get(own) else { continue };
        for ((place, power, class), (ghosts, number)) in claimed_ghosts(old, own) {
            let such = |view: &Boards| -> u32 {
                let of = |unit: &&super::super::boards::BoardUnit| {
                    unit.place == *place && unit.power == power && unit.class == class
                };
                enemies(view, own).filter(of).map(|unit| unit.count).sum()
            };
            let explained =
                ledger.entries.iter().any(|entry| {
                    entry.entry > number && case.now.place(&entry.place).as_ref() == Some(place)
                }) || entries.iter().any(|entry| takes_off(&case.now, entry, place, class));
            let departed = such(&copy.held) < such(old) && such(left) >= such(old) && !explained;
            let sailed =
                || entries.iter().any(|entry| sails_from(&case.now, entry, (place, power, class), wanted));
            if departed && sailed() {
                let message = format!(
                    "the ghost of {power} {class} in {place} disappeared with its unit, which moved unseen"
                );
                let found = in_copy(side, Some(place), [], message);
                report.add(Found { absent: ghosts, ..found });
            }
        }
    }
    Ok(())
}

/// Ghosts that claim an entry, by place, power and class, with the latest entry that they claim.
type Claimed<'a> = BTreeMap<(&'a PlaceId, &'a str, UnitClass), (Vec<PieceRef>, u32)>;

fn claimed_ghosts<'a>(view: &'a Boards, own: &'a str) -> Claimed<'a> {
    let mut ghosts: Claimed<'a> = BTreeMap::new();
    for unit in enemies(view, own) {
        let Some(number) = unit.claims.as_ref().and_then(|claim| claim.trim().parse::<u32>().ok()) else {
            continue;
        };
        let (pieces, latest) = ghosts.entry((&unit.place, &unit.power, unit.class)).or_default();
        pieces.push(view.piece_ref(unit));
        *latest = number.max(*latest);
    }
    ghosts
}

/// Whether a line of the log may have taken a ghost off openly: a battle in its place, or a loss of its class.
fn takes_off(view: &Boards, entry: &LogEntry, place: &PlaceId, class: UnitClass) -> bool {
    match &entry.event {
        LogEvent::Battle(battle) | LogEvent::BattleEnd(battle) => {
            view.place(&battle.place).as_ref() == Some(place)
        }
        LogEvent::Casualty(fate) => is_class(view, &fate.unit, class),
        _ => false,
    }
}

fn sails_from(
    view: &Boards,
    entry: &LogEntry,
    (place, power, class): (&PlaceId, &str, UnitClass),
    wanted: SecretPhase,
) -> bool {
    let LogEvent::Enter(enter) = &entry.event else { return false };
    is_power(entry, power)
        && view.place(&enter.from).as_ref() == Some(place)
        && has_class(view, &enter.group, class)
        && SecretPhase::of(phase_of(view, entry)) == Some(wanted)
}
