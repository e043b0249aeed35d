//! Reads `checks.toml`: every word of a row is looked up, and what is wrong with it told with its line.

use std::collections::{BTreeMap, BTreeSet};

use super::atoms::{PieceSelector, PlaceSelector, RELATIONS, Relation};
use super::look;
use super::page;
use super::parse::{self, Node, unknown};
use super::relation::relation;
use super::row::{Change, Changing, CheckRow, Limit, PER, Per, Test, TestKind, Way};
use super::say::sentence;
use super::selector::{KnownWords, Looker};
use super::text::{FileText, KindWord, LimitText, NamesText, RowText, WordsText};
use crate::data::fault::{DataFault, Lines, did_you_mean, expect_format_1, read_toml};
use crate::data::read::Read;
use crate::data::sentence::Sentence;
use crate::game::pack::{Demand, Pack, Phases};
use crate::position::notation::Date;
use vassal::diagnostic::Severity;

/// Path of the rows.
pub fn path(game: &str) -> String {
    format!("rules/{game}/checks.toml")
}

/// Path of the names for selectors.
fn names_path(game: &str) -> String {
    format!("rules/{game}/selectors.toml")
}

/// The rows as they are written, with the text that they stand in; a pack without a file of them has no such checks.
pub fn file(game: &str, read: Read<'_>, faults: &mut Vec<DataFault>) -> Option<(String, FileText)> {
    let path = path(game);
    let text = read(&path)?;
    let file: FileText = read_toml(&path, &text, faults)?;
    expect_format_1(&path, file.format, faults);
    Some((text, file))
}

/// Reads the rows of a game whose other data are read.
pub fn load(pack: &Pack, read: Read<'_>, faults: &mut Vec<DataFault>) -> Vec<CheckRow> {
    let Some((text, file)) = file(&pack.game, read, faults) else { return Vec::new() };
    let known = names(pack, read, faults);
    let path = path(&pack.game);
    let lines = Lines::of(&text);
    let mut reader = RowReader { pack, known: &known, path: &path, lines: &lines, id: String::new(), faults };
    let mut seen = BTreeSet::new();
    let mut rows = Vec::new();
    for row in file.check {
        let start = row.span().start;
        let read = reader.row(row);
        if !reader.id.is_empty() && !seen.insert(reader.id.clone()) {
            reader.fault(start, "duplicate row; write further tests as [[check.also]] below the first");
        }
        rows.extend(read);
    }
    rows
}

/// The words that rows may use, with the names that the game gives to selectors.
fn names<'p>(pack: &'p Pack, read: Read<'_>, faults: &mut Vec<DataFault>) -> KnownWords<'p> {
    let path = names_path(&pack.game);
    let text = read(&path).unwrap_or_else(|| "format = 1".into());
    let file: NamesText =
        read_toml(&path, &text, faults).unwrap_or(NamesText { format: 1, ..NamesText::default() });
    expect_format_1(&path, file.format, faults);
    let lines = Lines::of(&text);
    let fault = |name: &str, value: &toml::Spanned<String>, told: String| {
        DataFault::at(&path, lines.at(value.span().start), format!("{name}: {told}"))
    };
    let before = faults.len();
    let mut nodes = |words: &BTreeMap<String, toml::Spanned<String>>| {
        let mut nodes: BTreeMap<String, Node> = BTreeMap::new();
        for (name, value) in words {
            match parse::node(value.get_ref()) {
                Ok(node) => drop(nodes.insert(name.clone(), node)),
                Err(told) => faults.push(fault(name, value, told)),
            }
        }
        nodes
    };
    let (pieces, places) = (nodes(&file.pieces), nodes(&file.places));
    let known = KnownWords::new(pack, pieces, places);
    if faults.len() == before {
        let of_pieces = file
            .pieces
            .iter()
            .map(|(name, value)| (name, value, known.pieces(value.get_ref(), Looker::Piece).err()));
        let of_places = file
            .places
            .iter()
            .map(|(name, value)| (name, value, known.places(value.get_ref(), Looker::Piece).err()));
        let told = of_pieces.chain(of_places);
        faults.extend(told.filter_map(|(name, value, told)| Some(fault(name, value, told?))));
    }
    known
}

struct RowReader<'a> {
    pack: &'a Pack,
    known: &'a KnownWords<'a>,
    path: &'a str,
    lines: &'a Lines,
    id: String,
    faults: &'a mut Vec<DataFault>,
}

type Spanned<T> = Option<toml::Spanned<T>>;

impl RowReader<'_> {
    fn fault(&mut self, start: usize, told: impl AsRef<str>) {
        let message = format!("check {}: {}", self.id, told.as_ref());
        self.faults.push(DataFault::at(self.path, self.lines.at(start), message));
    }

    fn row(&mut self, row: toml::Spanned<RowText>) -> Option<CheckRow> {
        let (start, mut row) = (row.span().start, row.into_inner());
        self.id = row.id.as_ref().map(|id| id.get_ref().clone()).unwrap_or_default();
        let demand = self.demand(start, &row);
        let also = std::mem::take(&mut row.also);
        let mut tests: Vec<Option<Test>> = vec![self.test(start, row, true)];
        for more in also {
            tests.push(self.test(more.span().start, more.into_inner(), false));
        }
        let tests = tests.into_iter().collect::<Option<Vec<Test>>>()?;
        Some(CheckRow { demand, tests, line: self.lines.at(start) })
    }

    /// What can be said about a check: its row of `checks.csv`, which is then said nowhere else, or what the row says.
    fn demand(&mut self, start: usize, row: &RowText) -> Demand {
        let given = [
            ("name", row.name.is_some()),
            ("rule", row.rule.is_some()),
            ("severity", row.severity.is_some()),
            ("phases", row.phases.is_some()),
            ("unsettled", row.unsettled.is_some()),
            ("refines", row.refines.is_some()),
        ];
        if row.id.is_none() {
            self.fault(start, "expected `id`");
        }
        if let Some(owner) = self.pack.demands.iter().find(|demand| demand.id == self.id) {
            for (key, _) in given.into_iter().filter(|(_, given)| *given) {
                self.fault(start, format!("`{key}` is in the row of checks.csv; remove it here"));
            }
            return owner.clone();
        }
        for (key, _) in given[..2].iter().filter(|(_, given)| !given) {
            self.fault(start, format!("expected `{key}`, because checks.csv has no row with this id"));
        }
        let word =
            |text: &Spanned<String>| text.as_ref().map(|text| text.get_ref().clone()).unwrap_or_default();
        Demand {
            id: self.id.clone(),
            name: word(&row.name),
            rule: word(&row.rule),
            severity: Some(row.severity.as_ref().map_or(Severity::Illegal, |severity| *severity.get_ref())),
            when: self.phases(&row.phases),
            unsettled: self.phases(&row.unsettled).into_iter().map(|phases| phases.first).collect(),
            refines: row.refines.as_ref().map(|words| words.get_ref().all().to_vec()).unwrap_or_default(),
            line: self.lines.at(start),
            ..Demand::default()
        }
    }

    /// Stretches of phases, `EN.5` or `EN.5..SE.7`.
    fn phases(&mut self, words: &Spanned<WordsText>) -> Vec<Phases> {
        let Some(words) = words else { return Vec::new() };
        let mut stretches = Vec::new();
        for word in words.get_ref().all() {
            let phases = Phases::read(word);
            for id in phases.ends() {
                if self.pack.order(id).is_none() {
                    let known = self.pack.phases.iter().map(|phase| phase.id.as_str());
                    self.fault(words.span().start, unknown("phase", id, known));
                }
            }
            stretches.push(phases);
        }
        stretches
    }

    fn test(&mut self, start: usize, text: RowText, is_head: bool) -> Option<Test> {
        let before = self.faults.len();
        let Some(kind) = text.kind.as_ref().map(|kind| *kind.get_ref()) else {
            self.fault(start, "expected `kind`, one of count, where, with, value, change");
            return None;
        };
        for (at, told) in text.misplaced(kind, is_head) {
            self.fault(at, told);
        }
        let of_values = text.change.as_ref().is_some_and(|change| way_of(change.get_ref()).is_some());
        if text.pieces.is_none() && kind != KindWord::Value && !of_values {
            self.fault(start, "expected `pieces`: which pieces are checked");
        }
        let mut test = Test {
            pieces: self.pieces(&text.pieces, Looker::Nobody).unwrap_or(PieceSelector::Any),
            called: text.called.as_ref().map(|called| called.get_ref().clone()).unwrap_or_default(),
            doubt: self.pieces(&text.doubt, Looker::Nobody),
            severity: text.severity.as_ref().map(|severity| *severity.get_ref()).filter(|_| !is_head),
            everywhere: text.everywhere.as_ref().is_some_and(|yes| *yes.get_ref()),
            since: self.date("since", &text.since),
            before: self.before(&text),
            choices: self.choices(&text),
            per: self.per(&text, kind),
            otherwise: text.otherwise.as_ref().is_some_and(|yes| *yes.get_ref()),
            says: self.sentence("says", &text.says),
            help: self.sentence("help", &text.help),
            help_aboard: self.sentence("help_aboard", &text.help_aboard),
            shows: self.pieces(&text.shows, Looker::Piece),
            kind: self.kind(start, kind, &text)?,
            finds: String::new(),
        };
        test.finds = page::finds(&text, &test.choices);
        (self.faults.len() == before).then_some(test)
    }

    /// A value that `read` makes of a text, or its fault.
    fn made<T>(
        &mut self,
        text: &Spanned<String>,
        key: &str,
        read: impl FnOnce(&str) -> Result<T, String>,
    ) -> Option<T> {
        let text = text.as_ref()?;
        match read(text.get_ref()) {
            Ok(found) => Some(found),
            Err(told) => {
                let key = if key.is_empty() { String::new() } else { format!("`{key}`: ") };
                self.fault(text.span().start, format!("{key}{told}"));
                None
            }
        }
    }

    fn pieces(&mut self, text: &Spanned<String>, looker: Looker) -> Option<PieceSelector> {
        let known = self.known;
        self.made(text, "", |text| known.pieces(text, looker))
    }

    fn places(&mut self, text: &Spanned<String>, looker: Looker) -> Option<PlaceSelector> {
        let known = self.known;
        self.made(text, "", |text| known.places(text, looker))
    }

    fn sentence(&mut self, key: &str, text: &Spanned<String>) -> Option<Sentence> {
        self.made(text, key, sentence)
    }

    fn date(&mut self, key: &str, text: &Spanned<String>) -> Option<Date> {
        let read = |text: &str| {
            let date = text.split_once('-').filter(|(year, month)| year.len() == 4 && month.len() == 2);
            date.and_then(|(year, month)| Some(Date { year: year.parse().ok()?, month: month.parse().ok()? }))
                .filter(|date| (1..=12).contains(&date.month))
                .ok_or_else(|| format!("expected a month such as 1944-06, found \"{text}\""))
        };
        self.made(text, key, read)
    }

    fn before(&mut self, text: &RowText) -> Option<(Date, Option<String>)> {
        let date = self.date("before", &text.before);
        if let (Some(phase), None) = (&text.before_phase, &text.before) {
            self.fault(phase.span().start, "`before_phase` has no effect without `before`; remove it");
        }
        let phase = text
            .before_phase
            .as_ref()
            .map(|phase| toml::Spanned::new(phase.span(), WordsText::One(phase.get_ref().clone())));
        let phase = self.phases(&phase).into_iter().next().map(|phases| phases.first);
        Some((date?, phase))
    }

    fn choices(&mut self, text: &RowText) -> BTreeMap<String, String> {
        let Some(choices) = &text.choices else { return BTreeMap::new() };
        for (key, reading) in choices.get_ref() {
            let told = match self.pack.choices.known(key) {
                None => {
                    Some(unknown("choice", key, self.pack.choices.all().map(|choice| choice.key.as_str())))
                }
                Some(choice) => {
                    let readings = || choice.options.iter().map(|option| option.value.as_str());
                    (!readings().any(|known| known == reading))
                        .then(|| unknown("reading", reading, readings()))
                }
            };
            if let Some(told) = told {
                self.fault(choices.span().start, format!("`choices`: {told}"));
            }
        }
        choices.get_ref().clone()
    }

    fn per(&mut self, text: &RowText, kind: KindWord) -> Vec<Per> {
        let Some(words) = &text.per else {
            return if kind == KindWord::Count { Vec::new() } else { vec![Per::Place] };
        };
        let mut per = Vec::new();
        for word in words.get_ref().all() {
            match PER.iter().find(|(known, _)| known == word) {
                Some((_, one)) => per.push(*one),
                None => {
                    let known = PER.iter().map(|(known, _)| *known);
                    self.fault(words.span().start, format!("`per`: {}", unknown("word", word, known)));
                }
            }
        }
        per
    }

    fn kind(&mut self, start: usize, kind: KindWord, text: &RowText) -> Option<TestKind> {
        match kind {
            KindWord::Count => self.count(start, text),
            KindWord::Where => {
                let (must, never) =
                    (self.places(&text.must, Looker::Piece), self.places(&text.never, Looker::Piece));
                self.one_of(start, ("must", text.must.is_some()), ("never", text.never.is_some()));
                Some(TestKind::Where { never: never.is_some(), places: never.or(must)? })
            }
            KindWord::With => {
                let (needs, bars) =
                    (self.pieces(&text.needs, Looker::Piece), self.pieces(&text.bars, Looker::Piece));
                self.one_of(start, ("needs", text.needs.is_some()), ("bars", text.bars.is_some()));
                let relation = self.relation(text);
                Some(TestKind::With { bars: bars.is_some(), other: bars.or(needs)?, relation })
            }
            KindWord::Value => {
                if text.holds.is_none() {
                    self.fault(start, "expected `holds`, such as \"civilian + military == 11\"");
                }
                let known = self.known;
                Some(TestKind::Value(self.made(&text.holds, "holds", |text| relation(text, known))?))
            }
            KindWord::Change => self.change(start, text).map(TestKind::Change),
        }
    }

    fn one_of(&mut self, start: usize, (one, has_one): (&str, bool), (other, has_other): (&str, bool)) {
        if has_one == has_other {
            self.fault(start, format!("expected either `{one}` or `{other}`"));
        }
    }

    fn relation(&mut self, text: &RowText) -> Relation {
        let read = |word: &str| {
            let found = RELATIONS.iter().find(|(known, _)| *known == word).map(|(_, relation)| *relation);
            found.ok_or_else(|| unknown("word", word, RELATIONS.iter().map(|(known, _)| *known)))
        };
        self.made(&text.companion, "companion", read).unwrap_or(Relation::Here)
    }

    fn count(&mut self, start: usize, text: &RowText) -> Option<TestKind> {
        if text.most.is_none() && text.least.is_none() {
            self.fault(start, "expected `most` or `least`, the number allowed");
        }
        let (most, least) = (self.limit(&text.most), self.limit(&text.least));
        let one_counter = |per: &Vec<Per>| per.contains(&Per::Id) || per.contains(&Per::Piece);
        if [&most, &least].iter().any(|limit| matches!(limit, Some(Limit::Column(_))))
            && !one_counter(&self.per(text, KindWord::Count))
        {
            let told = "a number of the counter needs per = \"id\" or \"piece\", because other groups have counters with \
                        different numbers";
            self.fault(start, told);
        }
        if text.places.is_some() && !self.per(text, KindWord::Count).contains(&Per::Place) {
            self.fault(
                start,
                "`places` has no effect without per = \"place\"; add it, or select places with at(...)",
            );
        }
        Some(TestKind::Count { most, least, places: self.places(&text.places, Looker::Nobody) })
    }

    fn limit(&mut self, limit: &Spanned<LimitText>) -> Option<Limit> {
        let limit = limit.as_ref()?;
        match limit.get_ref() {
            LimitText::Number(number) => {
                if *number < 0 {
                    self.fault(limit.span().start, format!("expected 0 or more, found {number}"));
                }
                Some(Limit::Number(*number))
            }
            LimitText::Named(name) if self.known.numbers().contains(name.as_str()) => {
                Some(Limit::Column(name.clone()))
            }
            LimitText::Named(name) => {
                let near = did_you_mean(name, self.known.numbers().iter().copied());
                let value = self.known.value(name).map(Limit::Value);
                let told =
                    |told| if near.is_empty() { told } else { format!("unknown number \"{name}\"{near}") };
                value.map_err(|one| self.fault(limit.span().start, told(one))).ok()
            }
        }
    }

    fn change(&mut self, start: usize, text: &RowText) -> Option<Change> {
        if text.change.is_none() {
            self.fault(
                start,
                "expected `change`: moves, appears, goes, gains STATE, loses STATE, value NAME, rises NAME or falls NAME",
            );
        }
        let (pack, known) = (self.pack, self.known);
        let what = self.made(&text.change, "change", |text| changing(text, pack, known))?;
        let way = |word: &str| match word {
            "up" => Ok(Way::Up),
            "down" => Ok(Way::Down),
            "never" => Ok(Way::Never),
            _ => Err(unknown("word", word, ["up", "down", "never"])),
        };
        let only = self.made(&text.only, "only", way);
        let of_value = matches!(what, Changing::Value(..));
        if let Some(only) = text.only.as_ref().filter(|only| !of_value && only.get_ref() != "never") {
            self.fault(only.span().start, "only a value goes up or down; expected \"never\"");
        }
        if let Some(after) = text.after.as_ref().filter(|_| of_value) {
            self.fault(after.span().start, "`after` is for pieces and has no effect on a value; remove it");
        }
        let most = match text.most.as_ref().map(|most| (most.span().start, most.get_ref())) {
            Some((_, LimitText::Number(number))) if *number >= 0 => Some(*number),
            Some((at, LimitText::Number(number))) => {
                self.fault(at, format!("expected 0 or more, found {number}"));
                None
            }
            Some((at, LimitText::Named(name))) => {
                self.fault(at, format!("expected a number, found \"{name}\""));
                None
            }
            None => None,
        };
        let only_in = self.phases(&text.only_in);
        let after = self.pieces(&text.after, Looker::Nobody);
        if only.is_none() && only_in.is_empty() && after.is_none() && most.is_none() {
            self.fault(start, "expected one of `only`, `only_in`, `after`, `most`: what is allowed");
        }
        Some(Change { what, only, only_in, after, most })
    }
}

/// The changes of a value, with the way that each looks at.
const VALUES: [(&str, Option<Way>); 3] =
    [("value", None), ("rises", Some(Way::Up)), ("falls", Some(Way::Down))];

/// The name of a value whose change a text means, with the way that it looks at.
fn way_of(text: &str) -> Option<(&str, Option<Way>)> {
    let (word, name) = text.split_once(' ')?;
    let (_, way) = VALUES.iter().find(|(known, _)| *known == word)?;
    Some((name.trim(), *way)).filter(|(name, _)| !name.is_empty())
}

fn changing(text: &str, pack: &Pack, known: &KnownWords<'_>) -> Result<Changing, String> {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    let rest = rest.trim();
    let state = || {
        let states = look::states(pack);
        if look::IN_THE_SAVE.contains(&rest) {
            return Err(format!(
                "pieces do not gain or lose \"{rest}\", which is how they lie; select it in `pieces`"
            ));
        }
        let found = states.get(rest).map(|state| (*state).to_owned());
        found.ok_or_else(|| unknown("state", rest, states))
    };
    match (word, rest) {
        ("moves", "") => Ok(Changing::Moves),
        ("appears", "") => Ok(Changing::Appears),
        ("goes", "") => Ok(Changing::Goes),
        ("gains", _) => state().map(Changing::Gains),
        ("loses", _) => state().map(Changing::Loses),
        _ => match way_of(text) {
            Some((name, way)) => known.value(name).map(|name| Changing::Value(name, way)),
            None => {
                let words = ["moves", "appears", "goes", "gains", "loses"].into_iter();
                Err(unknown("change", word, words.chain(VALUES.map(|(word, _)| word))))
            }
        },
    }
}
