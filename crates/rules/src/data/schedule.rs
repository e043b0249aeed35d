//! The order of battle: when each counter starts, arrives, joins a pool or leaves, as rows of a schedule.
//!
//! A set-up names what history needs; the schedule places the rest. `fill: schedule`, `oob apply` and the buttons of
//! the module all follow the same rows, so that each copy of a counter exists exactly once.

pub mod apply;
pub mod check;
mod turn;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::data::catalogue::{SOURCES, Source};
use crate::data::fault::DataFault;
use crate::data::table::{Row, Table};
use crate::data::word::Word;
use crate::position::notation::Date;

pub use turn::{Part, Season, SeasonTurn, Turn};

/// The columns of a schedule; `available` may be absent.
pub const COLUMNS: [&str; 9] =
    ["id", "turn", "kind", "count", "place", "nation", "available", "source", "note"];

const OPTIONAL: &str = "available";

/// What happens to a counter.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum EventKind {
    /// It leaves the game; before anything arrives in the same turn.
    Remove,
    /// It is in play when the game starts.
    Start,
    /// It arrives.
    Arrival,
    /// It joins its box of this pool.
    Pool(Word),
    /// Once lost it never comes back.
    Cbr,
}

/// The words of the column `kind`: our own, and the pools that the order of battle sends pieces to.
fn kinds<'p>(pools: &[&'p str]) -> Vec<(&'p str, EventKind)> {
    let pools = pools.iter().map(|pool| (*pool, EventKind::Pool((*pool).into())));
    let first = [("start", EventKind::Start), ("arrival", EventKind::Arrival)];
    first.into_iter().chain(pools).chain([("remove", EventKind::Remove), ("cbr", EventKind::Cbr)]).collect()
}

impl EventKind {
    /// The word of the column.
    pub fn word(&self) -> &str {
        match self {
            Self::Remove => "remove",
            Self::Start => "start",
            Self::Arrival => "arrival",
            Self::Pool(pool) => pool,
            Self::Cbr => "cbr",
        }
    }

    /// Whether the counter comes into the game by it.
    pub fn brings(&self) -> bool {
        matches!(self, Self::Start | Self::Arrival | Self::Pool(_))
    }

    /// Whether it is about this pool.
    pub fn joins(&self, pool: &str) -> bool {
        matches!(self, Self::Pool(id) if *id == *pool)
    }
}

/// The paragraphs of the rules that the order of battle rests on; empty where a game tells none.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Paragraphs {
    /// By which pieces arrive.
    pub arrival: String,
    /// By which they come in from the turn track.
    pub due: String,
    /// By which they leave the game.
    pub removal: String,
}

/// One row of a schedule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// The line of the file, counted from 1.
    pub line: u64,
    /// A counter's id.
    pub id: String,
    /// When; none for a `cbr` that holds always.
    pub turn: Option<Turn>,
    /// What happens.
    pub kind: EventKind,
    /// To how many of these counters, 1 to 99.
    pub count: u16,
    /// The hex or box where they are put; empty when the owner chooses.
    pub place: String,
    /// A nation's code; empty for what belongs to nobody.
    pub nation: String,
    /// When the ship was commissioned or the formation raised, where that is known.
    pub available: Option<Date>,
    /// Where the row comes from.
    pub source: Source,
    /// A remark for readers of the data.
    pub note: String,
}

/// All rows of a game's schedule.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Schedule {
    /// The file, as the reader of the data knows it.
    pub file: String,
    /// The rows in the order of the file.
    pub events: Vec<Event>,
    /// What they rest on.
    pub rules: Paragraphs,
}

/// Where the schedule of a game lies below the data root.
pub fn path(game: &str) -> String {
    format!("oob/{game}/schedule.csv")
}

impl Schedule {
    /// Reads CSV text; every fault is kept, the rows without one are used. `pools` are the ids of those that pieces join.
    pub fn read(
        file: &str,
        text: &str,
        pools: &[&str],
        nations: &BTreeSet<&str>,
        faults: &mut Vec<DataFault>,
    ) -> Self {
        let heading = text.lines().next().unwrap_or_default();
        let has_optional = heading.split(',').any(|column| column.trim().trim_matches('"') == OPTIONAL);
        let columns: Vec<&str> =
            COLUMNS.into_iter().filter(|column| has_optional || *column != OPTIONAL).collect();
        let table = Table::read(file, text, &columns, faults);
        let kinds = kinds(pools);
        let mut events: Vec<Event> =
            table.rows().filter_map(|row| event(&row, &kinds, nations, faults)).collect();
        faults.extend(too_late(file, &mut events));
        Schedule { file: file.to_owned(), events, rules: Paragraphs::default() }
    }

    /// The turn the game starts in; none when nothing is there from the start.
    pub fn start(&self) -> Option<Turn> {
        self.events.iter().filter(|event| event.kind == EventKind::Start).filter_map(|event| event.turn).min()
    }

    /// The seasons from the start of the game on in which something comes into it, in order.
    pub fn seasons(&self) -> BTreeSet<SeasonTurn> {
        self.brought().collect()
    }

    /// The first of them.
    pub fn first_season(&self) -> Option<SeasonTurn> {
        self.brought().min()
    }

    /// The season of each row, from the start of the game on, that brings something into it.
    fn brought(&self) -> impl Iterator<Item = SeasonTurn> {
        let start = self.start().map(Turn::season);
        let brought = self.events.iter().filter(|event| event.kind.brings());
        let seasons = brought.filter_map(|event| Some(event.turn?.season()));
        seasons.filter(move |season| start.is_none_or(|start| *season >= start))
    }

    /// The rows of one turn: of a season its own and those of its months, of a month its own.
    pub fn of_turn(&self, turn: Turn) -> impl Iterator<Item = &Event> {
        self.events.iter().filter(move |event| {
            event.turn.is_some_and(|own| match turn.part {
                Part::Season(_) => own.season() == turn.season(),
                Part::Month(_) => own == turn,
            })
        })
    }

    /// Whether a counter never comes back once it is eliminated.
    pub fn is_cbr(&self, id: &str) -> bool {
        self.events.iter().any(|event| event.kind == EventKind::Cbr && event.id == id)
    }

    /// The rows of each counter in the order of time.
    pub fn by_counter(&self) -> BTreeMap<&str, Vec<&Event>> {
        let mut lives: BTreeMap<&str, Vec<&Event>> = BTreeMap::new();
        for event in &self.events {
            lives.entry(&event.id).or_default().push(event);
        }
        for life in lives.values_mut() {
            life.sort_by_key(|event| (event.turn, &event.kind, event.line));
        }
        lives
    }
}

/// More years than any game lasts: the order of battle has a row of boxes for each.
const MOST_YEARS: u16 = 100;

/// Takes out what happens more years after the first row than any game lasts, and tells it.
fn too_late(file: &str, events: &mut Vec<Event>) -> Vec<DataFault> {
    let year = |event: &Event| event.turn.map(|turn| turn.year);
    let first = events.iter().filter_map(year).min().unwrap_or_default();
    let is_late = |event: &Event| year(event).is_some_and(|year| year - first >= MOST_YEARS);
    let told = events.iter().filter(|event| is_late(event)).map(|event| {
        let turn = event.turn.map(|turn| turn.to_string()).unwrap_or_default();
        let message = format!(
            "column \"turn\": expected a turn within {MOST_YEARS} years of the first row, {first}, found {turn}"
        );
        DataFault::at(file, event.line, message)
    });
    let told = told.collect();
    events.retain(|event| !is_late(event));
    told
}

fn event(
    row: &Row<'_>,
    kinds: &[(&str, EventKind)],
    nations: &BTreeSet<&str>,
    faults: &mut Vec<DataFault>,
) -> Option<Event> {
    let before = faults.len();
    let id = row.required("id", faults);
    let kind = row.one_of("kind", kinds, faults);
    if row.text("kind").is_empty() {
        row.required("kind", faults);
    }
    let nation = row.text("nation").to_owned();
    if !nation.is_empty() && !nations.contains(nation.as_str()) {
        let known: Vec<&str> = nations.iter().copied().collect();
        faults.push(row.fault("nation", format!("expected one of {}, found \"{nation}\"", known.join(" "))));
    }
    let turn = turn(row, kind.as_ref(), faults);
    let count = row.number("count", faults).unwrap_or(1);
    if !(1..=99).contains(&count) {
        faults.push(row.fault("count", format!("expected a number from 1 to 99, found {count}")));
    }
    let available = available(row, faults);
    let source = row.one_of("source", SOURCES, faults);
    if row.text("source").is_empty() {
        row.required("source", faults);
    }
    if faults.len() > before {
        return None;
    }
    Some(Event {
        line: row.line(),
        id,
        turn,
        kind: kind?,
        count: u16::try_from(count).ok()?,
        place: row.text("place").to_owned(),
        nation,
        available,
        source: source?,
        note: row.text("note").to_owned(),
    })
}

fn turn(row: &Row<'_>, kind: Option<&EventKind>, faults: &mut Vec<DataFault>) -> Option<Turn> {
    let text = row.text("turn");
    if text.is_empty() {
        if kind != Some(&EventKind::Cbr) {
            row.required("turn", faults);
        }
        return None;
    }
    text.parse().map_err(|message: String| faults.push(row.fault("turn", message))).ok()
}

fn available(row: &Row<'_>, faults: &mut Vec<DataFault>) -> Option<Date> {
    let text = row.text(OPTIONAL);
    if text.is_empty() {
        return None;
    }
    let date = text.split_once('-').and_then(|(year, month)| {
        let date = Date { year: year.parse().ok()?, month: month.parse().ok()? };
        (1..=12).contains(&date.month).then_some(date)
    });
    if date.is_none() {
        faults.push(
            row.fault(OPTIONAL, format!("expected a year and month such as 1942-08, found \"{text}\"")),
        );
    }
    date
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nations() -> BTreeSet<&'static str> {
        BTreeSet::from(["JP"])
    }

    #[test]
    fn all_faults_of_a_schedule_come_at_once_with_line_and_column() {
        let text = "id,turn,kind,count,place,nation,source,note\n\
                    jp-dd,1942-sumer,arival,0,,JX,rules,\n\
                    ,1942-13,arrival,1,,JP,,\n\
                    jp-dd,,start,1,,JP,rules,\n";
        let mut faults = Vec::new();
        let schedule = Schedule::read("s.csv", text, &["yard"], &nations(), &mut faults);
        assert_eq!(schedule.events, []);
        let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
        assert_eq!(told.len(), 8, "{told:#?}");
        for part in [
            "s.csv:2: column \"kind\"",
            "s.csv:2: column \"nation\"",
            "s.csv:2: column \"turn\"",
            "s.csv:2: column \"count\"",
            "s.csv:3: column \"id\"",
            "s.csv:3: column \"turn\"",
            "s.csv:3: column \"source\"",
            "s.csv:4: column \"turn\"",
        ] {
            assert!(told.iter().any(|fault| fault.starts_with(part)), "{part} is not among {told:#?}");
        }
    }

    #[test]
    fn a_schedule_may_be_of_any_century_but_not_of_two() {
        let text = "id,turn,kind,count,place,nation,source,note\n\
                    jp-dd,1704-spring,start,1,,JP,rules,\n\
                    jp-dd,1804-spring,arrival,1,,JP,rules,\n";
        let mut faults = Vec::new();
        let schedule = Schedule::read("s.csv", text, &["yard"], &nations(), &mut faults);
        let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                "s.csv:3: column \"turn\": expected a turn within 100 years of the first row, 1704, found 1804-spring"
            ]
        );
        assert_eq!(schedule.seasons().len(), 1);
    }

    #[test]
    fn a_season_includes_its_months_and_a_life_is_in_the_order_of_time() {
        let text = "id,turn,kind,count,place,nation,available,source,note\n\
                    jp-dd,1942-08,arrival,1,,JP,,rules,\n\
                    jp-dd,1942-summer,yard,2,,JP,1941-03,draft,\n\
                    jp-dd,,cbr,1,,JP,,rules,\n\
                    jp-dd,1942-autumn,remove,1,,JP,,rules,\n";
        let mut faults = Vec::new();
        let schedule = Schedule::read("s.csv", text, &["yard"], &nations(), &mut faults);
        assert_eq!(faults, []);
        let of = |turn: &str| schedule.of_turn(turn.parse().unwrap()).map(|e| e.line).collect::<Vec<_>>();
        assert_eq!((of("1942-summer"), of("1942-08"), of("1942-07")), (vec![2, 3], vec![2], vec![]));
        let life: Vec<u64> = schedule.by_counter()["jp-dd"].iter().map(|event| event.line).collect();
        assert_eq!(life, [4, 3, 2, 5]);
        assert_eq!(schedule.events[1].kind, EventKind::Pool("yard".into()));
        assert_eq!(schedule.events[1].available, Some(Date { year: 1941, month: 3 }));
        assert!(schedule.is_cbr("jp-dd"));
        assert_eq!(schedule.seasons().len(), 1);
    }
}
