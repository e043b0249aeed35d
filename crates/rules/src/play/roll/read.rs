//! Rolls from `rules/<game>/procedures.toml` and the tables beside it; every fault with its line and what was expected.

mod keys;
mod words;

use std::borrow::Cow;
use std::collections::BTreeSet;

use toml::Spanned;

use super::file::{BandRow, EffectRow, ModifierRow, RefusalRow, RollFile, RollRow, TableRow};
use super::play::Fact;
use super::when::{Names, When, sentence};
use super::{Against, Band, Effect, Grid, GridRow, Need, Repeat, Roll, RowModifier, Subject, Totals};
use crate::data::fault::{DataFault, Lines, did_you_mean, expect_format_1, read_toml};
use crate::data::read::Read;
use crate::data::sentence::Sentence;
use crate::data::table::Table;
use crate::play::dice::Die;
use crate::play::inputs::{GameWords, Key, KeyKind, Text};
use words::{act, dice};

/// The file of a game's procedures that are data.
#[must_use]
pub fn path(game: &str) -> String {
    format!("rules/{game}/procedures.toml")
}

/// Reads the rolls of a game; none where it has no file. Every fault is kept.
pub fn read_all(game: &str, read: Read<'_>, faults: &mut Vec<DataFault>) -> Vec<Roll> {
    let file = path(game);
    let Some(text) = read(&file) else { return Vec::new() };
    let Some(rows) = read_toml::<RollFile>(&file, &text, faults) else { return Vec::new() };
    expect_format_1(&file, rows.format, faults);
    let alike = GameWords::read(game, read);
    let mut reader =
        RollReader { game, file: &file, lines: Lines::of(&text), read, keys: Vec::new(), alike, faults };
    let rolls: Vec<Roll> = rows.roll.into_iter().filter_map(|row| reader.roll(row)).collect();
    let mut names = BTreeSet::new();
    for roll in &rolls {
        for name in [&roll.id, &roll.name] {
            if !names.insert(name.to_lowercase()) {
                faults.push(DataFault::at(&file, 0, format!("duplicate procedure \"{name}\"")));
            }
        }
    }
    rolls
}

struct RollReader<'a> {
    game: &'a str,
    file: &'a str,
    lines: Lines,
    read: Read<'a>,
    /// The keys of the roll that is read.
    keys: Vec<Key>,
    alike: GameWords,
    faults: &'a mut Vec<DataFault>,
}

impl RollReader<'_> {
    fn fault(&mut self, at: usize, message: impl Into<String>) {
        self.faults.push(DataFault::at(self.file, self.lines.at(at), message));
    }

    /// What was read, or a fault at its place.
    fn keep<T>(&mut self, at: usize, read: Result<T, String>) -> Option<T> {
        read.map_err(|message| self.fault(at, message)).ok()
    }

    fn when(&mut self, at: usize, text: Option<&str>, thrown: bool) -> When {
        let Some(text) = text else { return When::ALWAYS };
        let read = When::read(text, &self.keys, thrown).map_err(|what| format!("when \"{text}\": {what}"));
        self.keep(at, read).unwrap_or(When::ALWAYS)
    }

    fn sentence(&mut self, at: usize, text: &str, thrown: bool) -> Sentence {
        let read = sentence(text, &self.keys, thrown).map_err(|what| format!("\"{text}\": {what}"));
        self.keep(at, read).unwrap_or_default()
    }

    fn roll(&mut self, row: Spanned<RollRow>) -> Option<Roll> {
        let before = self.faults.len();
        let start = row.span().start;
        let row = row.into_inner();
        for word in [&row.id, &row.name] {
            let text: &String = word.as_ref();
            if text.is_empty() || !text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') {
                self.fault(word.span().start, format!("\"{text}\": expected letters, digits and hyphens"));
            }
        }
        let rule: Text = Cow::Owned(row.rule);
        self.keys = row.key.iter().filter_map(|key| self.key(key, &rule)).collect();
        self.colliding(&row.key);
        let (count, die) = self.keep(row.dice.span().start, dice(row.dice.as_ref())).unwrap_or((1, Die::D6));
        let mut needs = Vec::new();
        let mut defaults = Vec::new();
        for key in &row.key {
            self.default(key, &mut defaults);
            needs.extend(self.need(key));
        }
        let about = row.about.iter().map(|about| {
            let (at, about) = (about.span().start, about.as_ref());
            (self.when(at, about.when.as_deref(), false), self.sentence(at, &about.text, false))
        });
        let about = about.collect();
        let modifiers = row.modifier.iter().map(|modifier| self.modifier(modifier, &rule)).collect();
        let refusals = row.refusal.iter().map(|refusal| self.refusal(refusal, &rule)).collect();
        let table = row.table.as_ref().and_then(|table| self.table(table));
        if let Some(key) = table.as_ref().and_then(|table| table.key.clone()) {
            needs.push(Need { key, when: When::ALWAYS, says: String::new() });
        }
        let bands: Vec<Band> = row
            .band
            .iter()
            .map(|band| {
                self.band(
                    band,
                    Ends { of_table: row.table.is_some(), thrown: true },
                    !row.about.is_empty(),
                    &rule,
                )
            })
            .collect();
        let sure = row.sure.iter().map(|sure| self.sure(sure, !row.about.is_empty(), &rule)).collect();
        self.gaps(start, &bands, row.table.is_some());
        let starts: Vec<usize> = row.band.iter().map(|band| band.span().start).collect();
        self.never_chosen(&starts, &bands, table.as_ref());
        let says = row
            .says
            .map_or_else(Sentence::default, |says| self.sentence(says.span().start, says.as_ref(), false));
        for name in &row.facts {
            let known = Names { keys: &self.keys, thrown: true }.key(name.as_ref()).map(|_| ());
            self.keep(name.span().start, known);
        }
        let facts = row.facts.into_iter().map(Spanned::into_inner).collect();
        let name = row.name.into_inner();
        let what = row.what.unwrap_or_else(|| name.clone());
        let (id, title, keys) = (row.id.into_inner(), row.title, std::mem::take(&mut self.keys));
        let roll = Roll {
            id,
            name,
            rule,
            line: self.lines.at(start),
            title,
            keys,
            alike: self.alike.clone(),
            needs,
            defaults,
            count,
            die,
            what,
            says,
            about,
            modifiers,
            refusals,
            bands,
            sure,
            table,
            facts,
        };
        (self.faults.len() == before).then_some(roll)
    }

    fn modifier(&mut self, row: &Spanned<ModifierRow>, rule: &Text) -> RowModifier {
        let (at, row) = (row.span().start, row.as_ref());
        if let Some(per) = &row.per {
            let number = Names { keys: &self.keys, thrown: false }.key(per).and_then(|key| match key {
                Some(Key { kind: KeyKind::Number(..), .. }) => Ok(()),
                _ => Err(format!("per: \"{per}\" is not a key of the kind number")),
            });
            self.keep(at, number);
        }
        let per = row.per.clone().map(|key| {
            let each = row.each.map_or(1, |each| i64::from(each.get()));
            Repeat { key, after: row.after, each }
        });
        if per.is_none() && (row.each.is_some() || row.after != 0) {
            self.fault(at, "each and after belong to per");
        }
        if !(0..=MOST_AFTER).contains(&row.after) {
            self.fault(at, format!("after: expected 0 to {MOST_AFTER}, found {}", row.after));
        }
        if row.add.unsigned_abs() > MOST_ADDED {
            self.fault(at, format!("add: expected -{MOST_ADDED} to {MOST_ADDED}, found {}", row.add));
        }
        RowModifier {
            when: self.when(at, row.when.as_deref(), false),
            add: row.add,
            per,
            label: row.label.clone(),
            says: self.sentence(at, &row.says, false),
            rule: row.rule.clone().map_or_else(|| rule.clone(), Cow::Owned),
        }
    }

    fn refusal(&mut self, row: &Spanned<RefusalRow>, rule: &Text) -> Against {
        let (at, row) = (row.span().start, row.as_ref());
        Against {
            when: self.when(at, Some(&row.when), false),
            reason: self.sentence(at, &row.reason, false),
            rule: row.rule.clone().map_or_else(|| rule.clone(), Cow::Owned),
        }
    }

    /// What comes without a throw, so that nothing of it may ask for the dice.
    fn sure(&mut self, row: &Spanned<BandRow>, has_about: bool, rule: &Text) -> Band {
        let (at, sure) = (row.span().start, row.as_ref());
        if sure.when.is_none() || sure.from.is_some() || sure.to.is_some() || sure.cell.is_some() {
            self.fault(at, "a sure result: expected when, and neither from, to nor cell");
        }
        self.band(row, Ends { of_table: false, thrown: false }, has_about, rule)
    }

    fn band(&mut self, row: &Spanned<BandRow>, ends: Ends, has_about: bool, rule: &Text) -> Band {
        let Ends { of_table, thrown } = ends;
        let (at, row) = (row.span().start, row.as_ref());
        match (&row.cell, of_table) {
            (None, true) => self.fault(at, "expected cell = \"…\", because the roll has a table"),
            (Some(_), false) => self.fault(at, "cell belongs to a roll with a table"),
            (Some(_), true) if row.from.is_some() || row.to.is_some() => {
                self.fault(at, "expected a cell or from and to, found both");
            }
            _ => {}
        }
        if row.from.zip(row.to).is_some_and(|(from, to)| from > to) {
            self.fault(at, "from is more than to");
        }
        let result = row.result.as_ref().or(row.cell.as_ref());
        if result.is_none() {
            self.fault(at, "expected a result");
        }
        let rule = row.rule.clone().map_or_else(|| rule.clone(), Cow::Owned);
        let mut facts = Vec::new();
        for (name, value) in &row.facts {
            let fact = match value {
                toml::Value::Boolean(truth) => Ok(Fact::Truth(*truth)),
                toml::Value::Integer(number) => Ok(Fact::Number(*number)),
                toml::Value::String(text) => Ok(Fact::Text(text.clone())),
                other => Err(format!("fact {name}: expected true, false, a number or a text, found {other}")),
            };
            facts.extend(self.keep(at, fact).map(|fact| (name.clone(), fact)));
        }
        Band {
            when: self.when(at, row.when.as_deref(), thrown),
            totals: Totals { from: row.from, to: row.to },
            cell: row.cell.clone(),
            result: self.sentence(at, result.map_or("", String::as_str), thrown),
            says: row.says.as_ref().map(|says| self.sentence(at, says, thrown)),
            facts,
            effects: row
                .effects
                .iter()
                .filter_map(|effect| self.effect(at, effect, (has_about, thrown), &rule))
                .collect(),
            rule,
        }
    }

    fn effect(
        &mut self,
        at: usize,
        row: &EffectRow,
        (has_about, thrown): (bool, bool),
        rule: &Text,
    ) -> Option<Effect> {
        let whom = match (&row.unit, &row.thing) {
            (Some(unit), None) => Subject::Unit(self.sentence(at, unit, thrown)),
            (None, Some(thing)) => Subject::Thing(self.sentence(at, thing, thrown)),
            (None, None) if has_about => Subject::About,
            _ => {
                self.fault(at, "an effect: expected a unit or a thing, or an `about` of the roll");
                return None;
            }
        };
        let does = self.keep(at, act(row))?;
        let times = row.times.unwrap_or(1).clamp(1, MOST_TIMES);
        Some(Effect { whom, does, times, rule: row.rule.clone().map_or_else(|| rule.clone(), Cow::Owned) })
    }

    /// Totals that no band has, and those that two have.
    fn gaps(&mut self, at: usize, bands: &[Band], of_table: bool) {
        if of_table {
            return;
        }
        let always = bands.iter().filter(|band| band.when == When::ALWAYS);
        let always: Vec<Totals> = always.map(|band| band.totals).collect();
        if always.is_empty() {
            self.fault(at, "expected bands, at least one of them without a condition, or a table");
        }
        let told = follow(always).map_err(|what| format!("bands: {what}"));
        self.keep(at, told);
    }

    /// Bands that no throw ever reaches: of a text that no cell has, or behind bands that hold for all that they do.
    fn never_chosen(&mut self, starts: &[usize], bands: &[Band], table: Option<&Grid>) {
        let cells: BTreeSet<&str> = table.iter().flat_map(|grid| grid.texts()).collect();
        for (number, (band, at)) in bands.iter().zip(starts).enumerate() {
            let before = bands.iter().take(number).filter(|other| other.when == When::ALWAYS);
            let hidden = match &band.cell {
                Some(cell) => {
                    if table.is_some() && !cells.contains(cell.as_str()) {
                        let near = did_you_mean(cell, cells.iter().copied());
                        self.fault(*at, format!("the table has no cell \"{cell}\"{near}"));
                    }
                    before.into_iter().any(|other| other.cell.as_ref() == Some(cell))
                }
                // Two bands without a condition are told by their totals.
                None if band.when == When::ALWAYS => false,
                None => band.totals.are_all_in(&before.map(|other| other.totals).collect::<Vec<_>>()),
            };
            if hidden {
                let what = "is never chosen, because earlier bands without a condition cover it";
                self.fault(*at, format!("the band {what}; put it before them"));
            }
        }
    }

    fn table(&mut self, row: &Spanned<TableRow>) -> Option<Grid> {
        let (at, row) = (row.span().start, row.as_ref());
        let file = format!("rules/{}/{}", self.game, row.file);
        let Some(text) = (self.read)(&file) else {
            self.fault(at, format!("table: {file}: no such data file"));
            return None;
        };
        let columns: Vec<String> = match &row.column {
            None => vec!["result".into()],
            Some(column) => {
                let words = Names { keys: &self.keys, thrown: false }.key(column).and_then(|key| {
                    match key.map(|key| &key.kind) {
                        Some(KeyKind::Word(words) | KeyKind::Alone(words)) => {
                            Ok(words.proper().into_iter().map(str::to_owned).collect())
                        }
                        _ => Err(format!("table: column \"{column}\" takes no words")),
                    }
                });
                self.keep(at, words)?
            }
        };
        let before = self.faults.len();
        let names: Vec<&str> = ["from", "to"].into_iter().chain(columns.iter().map(String::as_str)).collect();
        let table = Table::read(&file, &text, &names, self.faults);
        let mut rows = Vec::new();
        for row in table.rows() {
            let [from, to] = ["from", "to"].map(|end| row.number(end, self.faults).map(i64::from));
            let cells = columns.iter().map(|column| row.text(column).to_owned()).collect();
            rows.push(GridRow { totals: Totals { from, to }, cells });
        }
        if rows.is_empty() {
            self.faults.push(DataFault::at(&file, 0, "expected at least one row"));
        } else if let Err(what) = follow(rows.iter().map(|row| row.totals).collect()) {
            self.faults.push(DataFault::at(&file, 0, format!("rows: {what}")));
        }
        (self.faults.len() == before).then(|| Grid { key: row.column.clone(), columns, rows })
    }
}

/// How a result is reached: by a cell of a table or not, and with dice or not.
#[derive(Clone, Copy)]
struct Ends {
    of_table: bool,
    thrown: bool,
}

/// A deed is done at most so many times by one effect.
const MOST_TIMES: u8 = 20;

/// The most that are not counted of a number.
const MOST_AFTER: i64 = 10_000;

/// The most that one modifier adds or takes.
const MOST_ADDED: u64 = 10_000;

/// Whether totals follow on each other without gap or overlap.
fn follow(mut all: Vec<Totals>) -> Result<(), String> {
    all.sort_by_key(|totals| totals.from.unwrap_or(i64::MIN));
    for pair in all.windows(2) {
        let (Some(end), Some(next)) = (pair[0].to, pair[1].from) else {
            return Err("only the first may have no `from` and only the last no `to`".into());
        };
        match end.saturating_add(1) {
            after if next > after => return Err(format!("none has a total of {after}")),
            after if next < after => return Err(format!("two have a total of {next}")),
            _ => {}
        }
    }
    Ok(())
}
