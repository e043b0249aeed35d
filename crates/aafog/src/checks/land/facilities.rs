//! Facilities: shown in a land battle, hidden otherwise (8-land, L31).

use super::super::stage::for_the_umpire;
use std::collections::BTreeMap;

use super::super::super::boards::{BoardUnit, Boards};
use super::super::super::class::UnitClass;
use super::super::in_copy;
use super::super::turns::{self, PowerTurn};
use liege_rules::check::case::{Case, NotGiven};
use liege_rules::check::{Found, Report};
use liege_rules::desk::ledger::LedgerEntry;
use liege_rules::desk::log::{Fought, LogEvent};
use liege_rules::desk::units::Units;
use vassal::diagnostic::Severity;

/// The word to the attacker about facilities.
const FACILITIES: &[&str] = &["M15"];
/// The fields in which that message lists them.
const LISTS: [&str; 6] = ["list", "facilities", "list with damage", "units", "complexes", "AA guns"];

/// AAF-048.
pub fn not_shown(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    for_the_umpire(case)?;
    for turn in turns::turns(case)?.iter().filter(|turn| turn.is_last) {
        for (at, entry, battle) in turn.battles() {
            let fights = ["attack", "blitz"].contains(&battle.cause.as_str());
            if !fights || !turns::is_land(&case.now, &battle.place) || turn.is_in(entry, &["NC"]) {
                continue;
            }
            let Some(shown) = ShownFacilities::of(case, turn, at, battle) else {
                report.not_checked(format!(
                    "needs --shared of the battle in {}, or the report to the attacker about its facilities",
                    battle.place
                ));
                continue;
            };
            // Of a log with gaps nobody knows what was built or raided there since.
            let stood = |facility: &&BoardUnit| {
                let before = case.before.as_ref().and_then(|before| before.by_id(&facility.id));
                turn.tells(&["battle", "mobilize", "capture"])
                    || before
                        .is_some_and(|old| (&old.place, old.damage) == (&facility.place, facility.damage))
            };
            for facility in due(&case.now, turn, battle).filter(stood) {
                if let Some((severity, why)) = shown.lacks(case, turn, battle, facility) {
                    let place = &facility.place;
                    let message = format!(
                        "the attacker of {place} is not shown the {}{why}",
                        facility.called(case.now.pack())
                    );
                    let found = Found::at(place.clone(), vec![facility.ix], message).severity(severity);
                    report.add(
                        found.help("in a land battle every facility of the place is shown with its damage"),
                    );
                }
            }
        }
    }
    Ok(())
}

/// The defender's facilities in the place of a battle.
fn due<'a>(
    view: &'a Boards,
    turn: &'a PowerTurn<'_>,
    battle: &'a Fought,
) -> impl Iterator<Item = &'a BoardUnit> {
    let is_due =
        |unit: &&BoardUnit| unit.class.is_facility() && unit.side != turn.side && !unit.side.is_empty();
    view.on_board().filter(is_due).filter(|unit| turn.same(&unit.place.to_string(), &battle.place))
}

/// What the attacker was shown of facilities: the damage of each, where it was told.
struct ShownFacilities(BTreeMap<UnitClass, Vec<u32>>);

impl ShownFacilities {
    /// None where nothing is known of what he was shown.
    fn of(case: &Case<Boards>, turn: &PowerTurn<'_>, at: usize, battle: &Fought) -> Option<Self> {
        let mut shown = Self(BTreeMap::new());
        let mut known = false;
        for (_, _, notice) in turn
            .messages(FACILITIES)
            .filter(|(_, _, notice)| turns::may_mean(turn.view, notice, &battle.place))
        {
            for list in LISTS.iter().filter_map(|field| notice.fields.get(*field)) {
                known = true;
                let is_empty = list.as_array().is_some_and(Vec::is_empty);
                if !is_empty {
                    shown.add(case, &turns::units_in(list)?);
                }
            }
        }
        for (_, _, event) in turn.events() {
            match event {
                LogEvent::Reveal(reveal)
                    if turn.same(&reveal.place, &battle.place) && !reveal.facilities.is_empty() =>
                {
                    known = true;
                    shown.add(case, &reveal.facilities);
                }
                _ => {}
            }
        }
        let is_open =
            turn.end_of(at, battle).is_none() && turn.battles().last().is_some_and(|(last, ..)| *last == at);
        if let Some(shared) = case.shared.as_ref().filter(|_| is_open) {
            // A message that a hand-kept log leaves out may have shown what the board does not.
            known |= turn.tells(&["message", "reveal"]);
            for unit in
                turns::in_battle(shared).filter(|unit| unit.class.is_facility() && unit.side != turn.side)
            {
                shown.0.entry(unit.class).or_default().push(unit.damage);
            }
        }
        known.then_some(shown)
    }

    fn add(&mut self, case: &Case<Boards>, units: &Units) {
        for unit in &units.0 {
            if let Some(class) = turns::class_of(case, unit) {
                (0..unit.number).for_each(|_| self.0.entry(class).or_default().push(unit.damage));
            }
        }
    }

    /// What is missing of a facility: all of it, or its damage; a base left out is at most suspicious (G19).
    fn lacks(
        &self,
        case: &Case<Boards>,
        turn: &PowerTurn<'_>,
        battle: &Fought,
        facility: &BoardUnit,
    ) -> Option<(Severity, String)> {
        let told = self.0.get(&facility.class).map_or(&[][..], Vec::as_slice);
        let of_class: Vec<&BoardUnit> =
            due(&case.now, turn, battle).filter(|other| other.class == facility.class).collect();
        let all: u32 = of_class.iter().map(|other| other.count).sum();
        let first = of_class.first().is_some_and(|other| other.ix == facility.ix);
        let severity = if facility.class.is_base() { Severity::Suspicious } else { Severity::Illegal };
        if (told.len() as u32) < all {
            return first.then_some((severity, String::new()));
        }
        // A raid in the same turn may have added damage since.
        let raided = turn
            .battles()
            .iter()
            .any(|(_, _, other)| other.cause == "raid" && turn.same(&other.place, &battle.place));
        let damage = facility.damage;
        (damage > 0 && !raided && !told.contains(&damage))
            .then(|| (severity, format!(" with {damage} damage")))
    }
}

/// AAF-049.
pub fn shown_without_cause(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    let (copies, ledgers) = (case.wants_copies()?, case.wants_ledgers()?);
    for (name, copy) in copies {
        let view = &copy.held;
        let own = view.side_of(name);
        let Some(ledger) = ledgers.get(own) else {
            report.not_checked(format!("needs --ledger of {own}"));
            continue;
        };
        for unit in view.on_board().filter(|unit| unit.class.is_facility() && unit.side != own) {
            let number = unit.claims.as_deref().and_then(|number| number.trim().parse().ok());
            let Some(entry) = number.and_then(|number| ledger.entry(number)) else { continue };
            let is_it = UnitClass::find(&entry.class) == Some(unit.class)
                && turns::is_same(view, &entry.place, &unit.place.to_string());
            if !is_it || was_own(case, own, unit) {
                continue;
            }
            let why = if is_no_cause(entry) {
                format!("rests on {}, which shows no facility", entry.source)
            } else if unit.damage > entry.damage {
                format!("has {} damage, but {} was seen", unit.damage, entry.damage)
            } else {
                continue;
            };
            let message = format!("{} in {} {why}", unit.called(view.pack()), unit.place);
            report.add(in_copy(name, Some(&unit.place), [(view, unit)], message));
        }
    }
    Ok(())
}

/// Whether a source shows no facility: a row of the chart, which is about the sea, or a message about something else.
fn is_no_cause(entry: &LedgerEntry) -> bool {
    let source = entry.source.to_uppercase();
    let numbered = |letter: char| source.strip_prefix(letter).and_then(|number| number.parse::<u32>().ok());
    numbered('C').is_some() || numbered('M').is_some_and(|message| ![1, 4, 15].contains(&message))
}

/// Whether the territory belonged to the side before: by the map, or by what the log has of it.
fn was_own(case: &Case<Boards>, side: &str, unit: &BoardUnit) -> bool {
    let by_map = case
        .now
        .situation
        .facts(&unit.place)
        .is_some_and(|facts| case.now.side_of(facts.word("owner")) == side);
    let lost = case.papers.log.iter().flat_map(|log| &log.entries).any(|entry| match &entry.event {
        LogEvent::Capture { place, from, .. } => {
            case.now.side_of(from) == side && turns::is_same(&case.now, place, &unit.place.to_string())
        }
        _ => false,
    });
    by_map || lost
}
