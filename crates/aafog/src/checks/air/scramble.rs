//! Who may scramble (8-air).

use std::collections::BTreeMap;

use super::super::super::base::Base;
use super::super::super::boards::{BoardUnit, Boards};
use super::super::super::class::UnitClass;
use super::super::turns::{self, PowerTurn};
use super::blips::WORKS;
use liege_rules::check::case::{Case, NotGiven};
use liege_rules::check::{Found, Report};
use liege_rules::desk::log::{LogEntry, LogEvent, Notice};
use liege_rules::desk::units::Units;
use vassal::diagnostic::{Severity, one};

/// The question to the owner of an air base.
const BLIP: &[&str] = &["M05"];

/// AAF-053.
pub fn of_wrong_units(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    for turn in turns::turns(case)? {
        for (at, entry, reply) in turn.answers(BLIP) {
            let Some(units) =
                turns::units_in(&reply.choice).filter(|units| turns::counts(case, units).is_some())
            else {
                continue;
            };
            let asked = turn
                .messages(BLIP)
                .filter(|(when, _, notice)| *when < at && is_to(case, notice, &reply.by))
                .last();
            let zone = asked
                .and_then(|(_, _, notice)| turns::places_in(&case.now, &notice.fields).into_iter().next());
            let zone = zone.map(|zone| zone.to_string());
            let scramble = Scrambled {
                case,
                turn: &turn,
                at,
                entry,
                side: case.now.side_of(&reply.by),
                units: &units,
                zone,
            };
            for (severity, why) in scramble.faults(report) {
                let place = scramble.zone.as_deref().and_then(|zone| case.now.place(zone));
                let message =
                    format!("line {}: {} scrambles {units}: {why}", entry.n, case.now.called(&reply.by));
                report.add(Found::new(place, Vec::new(), message).severity(severity));
            }
        }
    }
    Ok(())
}

fn is_to(case: &Case<Boards>, notice: &Notice, who: &str) -> bool {
    case.now.side_of(&notice.to) == case.now.side_of(who)
}

/// Aircraft that answer a blip.
struct Scrambled<'a> {
    case: &'a Case<Boards>,
    turn: &'a PowerTurn<'a>,
    /// Where in the turn.
    at: usize,
    entry: &'a LogEntry,
    /// Their alliance.
    side: &'a str,
    units: &'a Units,
    /// The zone of the blip, where the log says so.
    zone: Option<String>,
}

impl Scrambled<'_> {
    fn faults(&self, report: &mut Report<'_>) -> Vec<(Severity, String)> {
        let counts = turns::counts(self.case, self.units).unwrap_or_default();
        if let Some(class) = counts.keys().find(|class| !class.scrambles()) {
            return vec![(Severity::Illegal, format!("{} does not scramble", one(class.name())))];
        }
        let Some((view, zone)) = self.position().zip(self.zone.as_deref()) else { return Vec::new() };
        if !turns::knows_islands(view) {
            report.not_checked("needs the islands of the map in areas.csv (user data)");
            return Vec::new();
        }
        let base_game = Base::of(view.pack());
        // Bases that reach farther than the zone of their island are the base game's affair.
        if base_game.scramble.range.is_some_and(|range| range > 1) {
            return Vec::new();
        }
        let islands = turns::islands_of(view, zone);
        let bases: Vec<&BoardUnit> = view
            .of_side(self.side)
            .filter(|unit| unit.class == UnitClass::AirBase && islands.contains(&&unit.place))
            .collect();
        let works =
            |base: &&BoardUnit| base_game.works("airbase", i32::try_from(base.damage).unwrap_or(i32::MAX));
        if bases.iter().any(|base| works(base).is_none()) {
            report.not_checked(WORKS);
            return Vec::new();
        }
        let working: Vec<&BoardUnit> = bases.into_iter().filter(|base| works(base) == Some(true)).collect();
        if working.is_empty() {
            return vec![(
                Severity::Illegal,
                format!("no air base of its side works on an island of {zone}"),
            )];
        }
        let mut faults = self.strangers(view, &working, &counts);
        match base_game.scramble.most {
            Some(most) => {
                let most = u32::from(most) * working.iter().map(|base| base.count).sum::<u32>();
                let all: u32 = counts.values().sum();
                if all > most {
                    faults.push((Severity::Illegal, format!("{all} aircraft, but only {most} may scramble")));
                }
            }
            None => report.not_checked("how many may scramble: needs scramble.most in base.toml (user data)"),
        }
        faults
    }

    /// Aircraft that are not on the islands of the working bases: by their ids, else by their number.
    fn strangers(
        &self,
        view: &Boards,
        bases: &[&BoardUnit],
        counts: &BTreeMap<UnitClass, u32>,
    ) -> Vec<(Severity, String)> {
        let stands =
            |unit: &BoardUnit| unit.side == self.side && bases.iter().any(|base| base.place == unit.place);
        let ids = self.units.0.iter().filter_map(|unit| view.by_id(unit.id.as_deref()?));
        let mut faults: Vec<(Severity, String)> = ids
            .filter(|unit| !stands(unit))
            .map(|unit| {
                (
                    Severity::Illegal,
                    format!("the {} is in {}, not at the base", unit.class.name(), unit.place),
                )
            })
            .collect();
        for (class, number) in counts.iter().filter(|_| faults.is_empty()) {
            let there: u32 = view
                .on_board()
                .filter(|unit| unit.class == *class && stands(unit))
                .map(|unit| unit.count)
                .sum();
            if *number > there {
                faults.push((
                    Severity::Illegal,
                    format!("{number} {} scramble, but only {there} are at the base", class.word()),
                ));
                break;
            }
        }
        faults
    }

    /// The position in which the aircraft stood: the earlier save, or the master while the battle is not over; none
    /// where neither is of that moment.
    fn position(&self) -> Option<&Boards> {
        if !self.turn.is_last || self.entry.round != self.turn.round {
            return None;
        }
        let moved = self.turn.events().skip(self.at + 1).any(|(_, _, event)| {
            matches!(
                event,
                LogEvent::Battle(_)
                    | LogEvent::BattleEnd(_)
                    | LogEvent::Casualty(_)
                    | LogEvent::Capture { .. }
                    | LogEvent::Enter(_)
            )
        });
        // Raids and battles before it may have changed the island since the earlier save.
        let changed =
            self.turn.events().take(self.at).any(|(_, _, event)| matches!(event, LogEvent::Battle(_)));
        match &self.case.before {
            Some(before) if !changed => Some(before),
            _ if !moved => Some(&self.case.now),
            _ => None,
        }
    }
}
