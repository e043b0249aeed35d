//! Second attacks of tanks (8-land; D1).

use super::super::super::boards::Boards;
use super::super::super::class::UnitClass;
use super::super::turns::{self, PowerTurn};
use liege_rules::check::case::{Case, NotGiven};
use liege_rules::check::{Found, Report};
use liege_rules::desk::log::{Enter, LogEvent, Notice, Order};
use liege_rules::desk::units::Units;
use vassal::diagnostic::Severity;

/// The purpose of a second attack.
const BLITZ: &str = "blitz";
/// The word that an order is refused.
const REFUSED: &[&str] = &["M17"];
/// The word that a place was empty and is taken.
const TAKEN: &[&str] = &["M04"];

/// A second attack that was carried out.
struct SecondAttack<'a> {
    /// The line of its order.
    n: u32,
    /// Where in the turn it was ordered.
    at: usize,
    /// Who goes.
    units: &'a Units,
    /// Where they come from, where the log says so.
    from: Option<&'a str>,
    /// Where they go.
    to: &'a str,
}

/// AAF-047.
pub fn not_allowed(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    for turn in turns::turns(case)? {
        let attacks: Vec<SecondAttack<'_>> = turn
            .orders()
            .filter(|(_, _, order)| order.purpose == BLITZ)
            .filter_map(|(at, entry, order)| carried_out(&turn, at, entry.n, order))
            .collect();
        for attack in &attacks {
            for (severity, why) in faults(case, &turn, attack) {
                let message = format!("line {}: blitz into {}: {why}", attack.n, attack.to);
                report.add(Found::new(case.now.place(attack.to), Vec::new(), message).severity(severity));
            }
        }
        pairs(case, &turn, &attacks, report);
        more_than_came(case, &turn, &attacks, report);
    }
    Ok(())
}

/// An order as it was carried out; none where it was refused or nothing came of it.
fn carried_out<'a>(turn: &PowerTurn<'a>, at: usize, n: u32, order: &'a Order) -> Option<SecondAttack<'a>> {
    let again = turn
        .orders()
        .find(|(later, _, other)| *later > at && other.item == order.item)
        .map_or(usize::MAX, |(later, ..)| later);
    let is_own = |enter: &Enter| enter.item == order.item && !turns::is_nameless(&order.item);
    let entered: Option<(usize, &Enter)> = turn
        .enters()
        .filter(|(when, _, enter)| at < *when && *when < again && is_own(enter))
        .map(|(when, _, enter)| (when, enter))
        .last();
    let of_it = |notice: &Notice| {
        notice
            .fields
            .get("item")
            .is_none_or(|item| item.as_str().map_or_else(|| item.to_string(), str::to_owned) == order.item.0)
    };
    let refused = turn.messages(REFUSED).any(|(when, _, notice)| at < when && when < again && of_it(notice));
    let approved =
        turn.events().skip(at + 1).take_while(|(when, ..)| *when < again).any(|(_, _, event)| match event {
            LogEvent::Approve { item, .. } => *item == order.item,
            LogEvent::Battle(battle) => {
                battle.cause == BLITZ && order.path.last().is_some_and(|to| turn.same(to, &battle.place))
            }
            _ => false,
        });
    if entered.is_none() && (refused || !approved) {
        return None;
    }
    let enter = entered.map(|(_, enter)| enter);
    let units = enter.map(|enter| &enter.group).filter(|group| !group.is_empty()).unwrap_or(&order.units);
    let from = enter.map(|enter| enter.from.as_str()).filter(|from| !from.is_empty());
    let start = order.path.first().filter(|_| order.path.len() > 1).map(String::as_str);
    let to = enter.map(|enter| enter.place.as_str()).or_else(|| order.path.last().map(String::as_str))?;
    Some(SecondAttack { n, at, units, from: from.or(start), to })
}

/// What is wrong with one second attack by itself.
fn faults(case: &Case<Boards>, turn: &PowerTurn<'_>, attack: &SecondAttack<'_>) -> Vec<(Severity, String)> {
    let mut faults = Vec::new();
    let able = |class: UnitClass| matches!(class, UnitClass::Tank | UnitClass::Mech);
    if turns::is_any(case, attack.units, |class| !able(class)) {
        faults.push((
            Severity::Illegal,
            "only tanks, and mechanized infantry with them, may attack a second time".to_owned(),
        ));
    }
    let before = turn.battles().into_iter().any(|(at, _, battle)| {
        at < attack.at
            && ["attack", BLITZ].contains(&battle.cause.as_str())
            && turn.same(&battle.place, attack.to)
    });
    if before {
        faults.push((Severity::Illegal, "it was attacked before in this turn".to_owned()));
    }
    if let Some(from) = attack.from {
        let defended = is_defended(case, turn, attack.at, from);
        let revealed = is_revealed(turn, attack.at, from);
        if defended {
            faults.push((
                Severity::Illegal,
                format!("land units defended {from}, so no unit goes on from there"),
            ));
        } else if turn.tells(&["reveal", "capture", "message"]) && !revealed {
            faults.push((
                Severity::Illegal,
                format!("{from} did not prove to be without land units in this turn"),
            ));
        }
    }
    faults
}

/// Whether land units surely defended a place against the attack of this turn.
fn is_defended(case: &Case<Boards>, turn: &PowerTurn<'_>, until: usize, place: &str) -> bool {
    turn.events().take(until).any(|(_, _, event)| match event {
        LogEvent::Reveal(reveal) => reveal.defended.land && turn.same(&reveal.place, place),
        LogEvent::Battle(battle) => {
            turn.same(&battle.place, place)
                && turn
                    .units_against(battle)
                    .is_some_and(|units| turns::is_any(case, &units, UnitClass::is_land))
        }
        _ => false,
    })
}

/// Whether a place is known to have been found without land units, or was taken, before.
fn is_revealed(turn: &PowerTurn<'_>, until: usize, place: &str) -> bool {
    let by_event = turn.events().take(until).any(|(_, _, event)| match event {
        LogEvent::Reveal(reveal) => turn.same(&reveal.place, place),
        LogEvent::Capture { place: taken, .. } => turn.same(taken, place),
        _ => false,
    });
    by_event
        || turn.messages(TAKEN).any(|(at, _, notice)| at < until && turns::may_mean(turn.view, notice, place))
}

/// How many units of a class go in some attacks; none where a class is not known.
fn number(case: &Case<Boards>, attacks: &[&SecondAttack<'_>], class: UnitClass) -> Option<u32> {
    let each = attacks
        .iter()
        .map(|attack| Some(turns::counts(case, attack.units)?.get(&class).copied().unwrap_or(0)));
    each.sum()
}

/// At most one mechanized infantry with each tank for each target (D1, L43).
fn pairs(case: &Case<Boards>, turn: &PowerTurn<'_>, attacks: &[SecondAttack<'_>], report: &mut Report<'_>) {
    for (at, first) in attacks.iter().enumerate() {
        if attacks.iter().take(at).any(|other| turn.same(other.to, first.to)) {
            continue;
        }
        let target: Vec<&SecondAttack<'_>> =
            attacks.iter().filter(|other| turn.same(other.to, first.to)).collect();
        let Some((tanks, mech)) =
            number(case, &target, UnitClass::Tank).zip(number(case, &target, UnitClass::Mech))
        else {
            continue;
        };
        if mech > tanks {
            let message = format!(
                "line {}: blitz into {}: {mech} mechanized infantry with {tanks} tanks",
                first.n, first.to
            );
            let found = Found::new(case.now.place(first.to), Vec::new(), message);
            report.add(found.help("each tank takes one mechanized infantry along at most"));
        }
    }
}

/// No more tanks go on from a place than came into it.
fn more_than_came(
    case: &Case<Boards>,
    turn: &PowerTurn<'_>,
    attacks: &[SecondAttack<'_>],
    report: &mut Report<'_>,
) {
    for (at, first) in attacks.iter().enumerate() {
        let Some(from) = first.from.filter(|_| turn.tells(&["enter"])) else { continue };
        let leaves = |other: &&SecondAttack<'_>| other.from.is_some_and(|start| turn.same(start, from));
        if attacks.iter().take(at).any(|other| leaves(&other)) {
            continue;
        }
        let going: Vec<&SecondAttack<'_>> = attacks.iter().filter(leaves).collect();
        let came = turn.enters().filter(|(when, _, enter)| *when < first.at && turn.same(&enter.place, from));
        let came: Option<u32> = came
            .map(|(_, _, enter)| {
                Some(
                    turns::counts_with_cargo(case, &enter.group)?.get(&UnitClass::Tank).copied().unwrap_or(0),
                )
            })
            .sum();
        let Some((going, came)) = number(case, &going, UnitClass::Tank).zip(came) else { continue };
        if going > came {
            let message = format!(
                "line {}: {going} tanks go on from {from}, but only {came} came there in this turn",
                first.n
            );
            report.add(Found::new(case.now.place(first.to), Vec::new(), message));
        }
    }
}
