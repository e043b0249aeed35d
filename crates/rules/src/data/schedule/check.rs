//! What is wrong with a schedule as a whole: counters scheduled twice, too early, or not at all.

use std::collections::BTreeMap;

use super::{Event, EventKind, Schedule};
use crate::data::catalogue::{Entry, Source};
use crate::data::fault::did_you_mean;
use crate::game::pack::Pack;
use crate::position::notation::Date;
use vassal::diagnostic::counted;

/// A fault of the schedule.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// The line of the schedule; 0 for a counter without a row.
    pub line: u64,
    /// The fault's name.
    pub name: &'static str,
    /// The counter's id.
    pub id: String,
    /// What is wrong and what was expected.
    pub message: String,
}

/// How many rest on each source.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Shares {
    /// On the rule text.
    pub rules: usize,
    /// On public history.
    pub history: usize,
    /// On estimates.
    pub draft: usize,
}

impl Shares {
    fn of(sources: impl Iterator<Item = Source>) -> Self {
        let mut shares = Shares::default();
        for source in sources {
            match source {
                Source::Rules => shares.rules += 1,
                Source::History => shares.history += 1,
                Source::Draft => shares.draft += 1,
            }
        }
        shares
    }

    /// All of them together.
    pub fn total(self) -> usize {
        self.rules + self.history + self.draft
    }
}

/// What a check of the schedule found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ScheduleChecked {
    /// The faults, by line.
    pub findings: Vec<Finding>,
    /// What is no fault but worth a look: counters of which some are not scheduled.
    pub notes: Vec<Finding>,
    /// Where the rows come from.
    pub rows: Shares,
    /// Where the values of the counters come from, chits left out.
    pub counters: Shares,
}

/// Holds a schedule against the counters and the map of its game.
pub fn check(schedule: &Schedule, pack: &Pack) -> ScheduleChecked {
    let mut found = ScheduleChecked {
        rows: Shares::of(schedule.events.iter().map(|event| event.source)),
        counters: Shares::of(units(pack).map(|entry| entry.source)),
        ..ScheduleChecked::default()
    };
    let lives = schedule.by_counter();
    for (id, life) in &lives {
        match pack.catalogue.get(id) {
            Some(entry) => counter(pack, entry, life, &mut found),
            None => {
                let known = pack.catalogue.entries().map(|entry| entry.id.as_str());
                let near = did_you_mean(id, known);
                found.findings.extend(life.first().map(|event| Finding {
                    line: event.line,
                    name: "no-counter",
                    id: (*id).to_owned(),
                    message: format!("no counter has this id{near}"),
                }));
            }
        }
    }
    for event in &schedule.events {
        place(event, pack, &mut found.findings);
        if let (Some(turn), Some(start)) = (event.turn, schedule.start())
            && turn < start
        {
            found.findings.push(Finding {
                line: event.line,
                name: "before-the-game",
                id: event.id.clone(),
                message: format!(
                    "happens in {}, but the game starts in {}",
                    turn.in_words(),
                    start.in_words()
                ),
            });
        }
    }
    unscheduled(pack, &lives, &mut found);
    found.findings.sort();
    found.notes.sort();
    found
}

/// Every counter that is no chit.
fn units(pack: &Pack) -> impl Iterator<Item = &Entry> {
    pack.catalogue.entries().map(AsRef::as_ref).filter(|entry| !entry.is_chit)
}

/// One counter through time: what comes in, what goes, how many there are.
fn counter(pack: &Pack, entry: &Entry, life: &[&Event], found: &mut ScheduleChecked) {
    let most = entry.count.unwrap_or(1);
    let mut here = 0i32;
    let mut started = false;
    let mut ever = false;
    for event in life {
        let mut fault = |name: &'static str, message: String| {
            found.findings.push(Finding { line: event.line, name, id: entry.id.clone(), message });
        };
        if !event.nation.is_empty() && event.nation != entry.nation {
            let (own, told) = (nation(pack, &entry.nation), nation(pack, &event.nation));
            fault("wrong-nation", format!("the counter belongs to {own}, the row to {told}"));
        }
        let count = i32::from(event.count);
        match &event.kind {
            EventKind::Cbr => {}
            EventKind::Remove => {
                if count > here {
                    fault("removed-before-arrival", format!("removes {count}, but only {here} came before"));
                }
                here = (here - count).max(0);
                started = false;
            }
            EventKind::Start | EventKind::Arrival | EventKind::Pool(_) => {
                ever = true;
                here += count;
                if here > most && most == 1 && started && event.kind != EventKind::Start {
                    fault("starts-and-arrives", "present from the start, but arrives again".to_owned());
                } else if here > most {
                    fault(
                        "scheduled-twice",
                        format!(
                            "{} scheduled; the game has {most}",
                            counted(usize::try_from(here).unwrap_or_default(), "counter")
                        ),
                    );
                }
                // One report for each row too many, not for all later ones.
                here = here.min(most);
                started |= event.kind == EventKind::Start;
                if let Some(message) = too_early(pack, event) {
                    fault("arrives-before-it-existed", message);
                }
            }
        }
    }
    if let Some(cbr) = life.iter().find(|event| event.kind == EventKind::Cbr).filter(|_| !ever) {
        found.findings.push(Finding {
            line: cbr.line,
            name: "cbr-never-available",
            id: entry.id.clone(),
            message: "cannot be rebuilt, but no row ever brings it".to_owned(),
        });
    }
}

/// The name of a nation.
fn nation<'p>(pack: &'p Pack, code: &'p str) -> &'p str {
    pack.nations.get(code).map_or(code, |nation| nation.name.as_str())
}

/// A unit may join a pool before it existed by as much as the pool allows; it may not arrive before.
fn too_early(pack: &Pack, event: &Event) -> Option<String> {
    let (turn, available) = (event.turn?, event.available?);
    let months = |date: Date| u32::from(date.year) * 12 + u32::from(date.month);
    let ahead = match &event.kind {
        EventKind::Pool(id) => pack.pool(id).map_or(0, |pool| u32::from(pool.ahead)),
        _ => 0,
    };
    (months(turn.last()) + ahead < months(available))
        .then(|| format!("comes in {}, but was not there before {}", turn.in_words(), available.in_words()))
}

fn place(event: &Event, pack: &Pack, findings: &mut Vec<Finding>) {
    if event.place.is_empty() {
        return;
    }
    let known = match event.place.parse() {
        Ok(hex) => pack.map.grid.has(hex),
        Err(_) => pack.map.place(&event.place).is_some(),
    };
    if !known {
        findings.push(Finding {
            line: event.line,
            name: "unknown-place",
            id: event.id.clone(),
            message: format!("expected a hex of the map or the name of a box, found \"{}\"", event.place),
        });
    }
}

/// Units that no row brings, and those of which some are left over.
fn unscheduled(pack: &Pack, lives: &BTreeMap<&str, Vec<&Event>>, found: &mut ScheduleChecked) {
    for entry in units(pack) {
        let most = entry.count.unwrap_or(1);
        let life = lives.get(entry.id.as_str()).map(Vec::as_slice).unwrap_or_default();
        let brought: i32 =
            life.iter().filter(|event| event.kind.brings()).map(|event| i32::from(event.count)).sum();
        let finding = |name, message| Finding { line: 0, name, id: entry.id.clone(), message };
        if brought == 0 && most > 0 {
            found.findings.push(finding("not-scheduled", format!("no row ever brings \"{}\"", entry.name)));
        } else if brought < most {
            let message = format!("{brought} of {most} scheduled");
            found.notes.push(finding("partly-scheduled", message));
        }
    }
}
