//! Attacks one at a time, once in a place, raids together with them (8).

use super::super::super::boards::Boards;
use super::super::turns::{self, PowerTurn};
use liege_rules::check::case::{Case, NotGiven};
use liege_rules::check::{Found, Report};
use liege_rules::desk::log::{Fought, LogEntry, LogEvent};
use vassal::diagnostic::Severity;

/// The announcement of an attack.
const ATTACK: &[&str] = &["M01"];
/// Messages that tell the defender in another way that something is fought.
const OTHERWISE: &[&str] = &["M05", "M06", "M08", "M09", "M10", "M13", "M20"];

/// AAF-022.
pub fn no_announcement_of_its_own(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    for turn in turns::turns(case)? {
        let battles = turn.battles();
        together(&turn, &battles, report);
        for (at, entry, battle) in
            battles.iter().filter(|(.., battle)| ["attack", "blitz"].contains(&battle.cause.as_str()))
        {
            let heard = |templates| {
                turn.messages(templates)
                    .any(|(told, _, notice)| told < *at && turns::may_mean(turn.view, notice, &battle.place))
            };
            if turn.tells(&["message"]) && !turn.is_in(entry, &["NC"]) && !heard(ATTACK) && !heard(OTHERWISE)
            {
                let message = format!(
                    "line {}: the battle in {} begins without an announcement",
                    entry.n, battle.place
                );
                report.add(Found::new(case.now.place(&battle.place), Vec::new(), message));
            }
        }
    }
    Ok(())
}

/// Announcements of a second attack before the first is fought.
fn together(turn: &PowerTurn<'_>, battles: &[(usize, &LogEntry, &Fought)], report: &mut Report<'_>) {
    let mut open: Vec<(usize, String)> = Vec::new();
    for (at, entry, notice) in turn.messages(ATTACK) {
        let places = turns::places_in(turn.view, &notice.fields);
        if let [one, .., other] = places.as_slice() {
            let message = format!("line {}: attacks on {one} and {other} are announced together", entry.n);
            report.add(Found::new(Some(other.clone()), Vec::new(), message));
            continue;
        }
        let Some(place) = places.first().map(ToString::to_string) else { continue };
        // Only where the first battle is known to come later is it sure that it was not fought in between.
        let waits = |(told, other): &&(usize, String)| {
            let of_it = || battles.iter().filter(|(.., battle)| turn.same(&battle.place, other));
            *other != place
                && of_it().any(|(begun, ..)| at < *begun)
                && !of_it().any(|(begun, ..)| told < begun && *begun < at)
        };
        if let Some((_, other)) = open.iter().find(waits) {
            let message = format!(
                "line {}: the attack on {place} is announced before that on {other} is fought",
                entry.n
            );
            report.add(Found::new(places.first().cloned(), Vec::new(), message));
        }
        open.push((at, place));
    }
}

/// AAF-023.
pub fn attacked_twice(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    for turn in turns::turns(case)? {
        let attacks: Vec<(u32, &Fought)> = turn
            .battles()
            .into_iter()
            .filter(|(at, entry, battle)| is_attack(&turn, *at, entry, battle))
            .map(|(_, entry, battle)| (entry.n, battle))
            .collect();
        for (at, (n, battle)) in attacks.iter().enumerate() {
            let mut before = attacks
                .iter()
                .take(at)
                .map(|(_, earlier)| *earlier)
                .filter(|earlier| turn.same(&earlier.place, &battle.place))
                .peekable();
            if before.peek().is_none() {
                continue;
            }
            // A submarine's fight may be one that its owner did not begin.
            let sure = |battle: &Fought| battle.cause != "sub";
            let severity =
                if sure(battle) && before.any(sure) { Severity::Illegal } else { Severity::Suspicious };
            let message = format!(
                "line {n}: {} attacks {} a second time in its turn",
                case.now.called(turn.power),
                battle.place
            );
            report.add(Found::new(case.now.place(&battle.place), Vec::new(), message).severity(severity));
        }
    }
    Ok(())
}

/// Whether a battle is an attack in the sense of rule 8: no bump, no salvo of an interception, no free shot, no raid, and
/// none that the defender's aircraft or tokens began.
fn is_attack(turn: &PowerTurn<'_>, at: usize, entry: &LogEntry, battle: &Fought) -> bool {
    let end = turn.end_of(at, battle).unwrap_or(usize::MAX);
    let free_shot =
        turn.events().skip(at).take_while(|(at, ..)| *at < end).any(|(_, _, event)| match event {
            LogEvent::Roll(roll) => roll.battle == Some(battle.number) && roll.purpose.contains("free"),
            _ => false,
        });
    // Without its round a battle may be of another turn of the same power, and without its phase a bump.
    let is_dated = entry.round == turn.round && turn.is_in(entry, &["CM", "CC"]);
    ["attack", "blitz", "sub"].contains(&battle.cause.as_str()) && is_dated && !free_shot
}

/// AAF-024.
pub fn raid_apart(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    for turn in turns::turns(case)? {
        let battles = turn.battles();
        for (raided, entry, raid) in battles.iter().filter(|(.., battle)| battle.cause == "raid") {
            // What blitzes on cannot be foreseen when the raid is flown.
            let attack = battles.iter().find(|(at, _, battle)| {
                turn.same(&battle.place, &raid.place)
                    && (battle.cause == "attack" || (battle.cause == "blitz" && at < raided))
            });
            let Some((attacked, ..)) = attack else { continue };
            let (from, to) = (raided.min(attacked), raided.max(attacked));
            let elsewhere = battles
                .iter()
                .any(|(at, _, battle)| from < at && at < to && !turn.same(&battle.place, &raid.place));
            let announced = turn.messages(ATTACK).any(|(at, ..)| *from < at && at < *to);
            if elsewhere || announced {
                let message = format!("line {}: {} is raided and attacked in two steps", entry.n, raid.place);
                let found = Found::new(case.now.place(&raid.place), Vec::new(), message);
                report.add(found.help("a raid and an attack on its target share one announcement"));
            }
        }
    }
    Ok(())
}
