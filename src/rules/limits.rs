//! Simple limits as rows of data: a user's own pack gets these checks without code.

use std::collections::BTreeSet;

use serde::Deserialize;

use crate::diagnostic::{Severity, counted};

use super::case::Case;
use super::catalogue::{Catalogue, Entry};
use super::check::{Found, Report, Row};
use super::fault::{DataFault, did_you_mean, line_at, toml_fault};
use super::notation::Date;
use super::pack::{Read, Requires};
use super::situation::{PieceIx, PlaceId, Situation};

/// What a row limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LimitKind {
    /// At most `most` matching pieces in play.
    Count,
    /// At most `most` matching pieces at one place.
    CountPerPlace,
    /// Never more pieces of one counter than its `count` in the catalogue.
    CounterMix,
    /// None of the matching pieces before the date `from`.
    NotBefore,
}

/// One row of `limits.toml`: a shared check with its id, rule and numbers.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limit {
    /// The check's id.
    pub id: String,
    /// The fault's name; here only where `checks.csv` has no row with this id, and so with the next two.
    pub name: Option<String>,
    /// The paragraphs.
    pub rule: Option<String>,
    /// How sure a finding is.
    pub severity: Option<Severity>,
    /// What is limited.
    pub limit: LimitKind,
    /// Kinds of the pieces; empty means all.
    #[serde(default)]
    pub kinds: Vec<String>,
    /// What players call one of these pieces, such as `auxiliary cruiser`; without it messages name the kinds.
    #[serde(default)]
    pub called: String,
    /// Nations of the pieces; empty means all.
    #[serde(default)]
    pub nations: Vec<String>,
    /// Only named ships.
    #[serde(default)]
    pub named: bool,
    /// The largest number allowed; of a counter mix none for the `count` of each counter.
    #[serde(default)]
    pub most: Option<usize>,
    /// The largest number allowed in one hex, beside `most`.
    #[serde(default)]
    pub most_per_place: Option<usize>,
    /// The first date allowed, such as `1944-06`.
    #[serde(default)]
    pub from: String,
    /// The first step of that date's seasonal turn that allows it; empty for all of them.
    #[serde(default)]
    pub from_phase: String,
    /// The line of the file on which it begins.
    #[serde(skip)]
    pub line: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LimitsFile {
    format: u32,
    #[serde(default)]
    limit: Vec<toml::Spanned<Limit>>,
}

/// Path of the rows of shared checks.
pub fn path(game: &str) -> String {
    format!("rules/{game}/limits.toml")
}

/// Reads `limits.toml`; a pack without one has no shared checks.
pub fn load(game: &str, read: Read<'_>, faults: &mut Vec<DataFault>) -> Vec<Limit> {
    let path = path(game);
    let Some(text) = read(&path) else {
        return Vec::new();
    };
    let file = match toml::from_str::<LimitsFile>(&text) {
        Ok(file) => file,
        Err(error) => {
            faults.push(toml_fault(&path, &text, &error));
            return Vec::new();
        }
    };
    if file.format != 1 {
        faults.push(DataFault::at(&path, 1, format!("expected format = 1, found {}", file.format)));
    }
    let row = |row: toml::Spanned<Limit>| {
        let line = line_at(&text, row.span().start);
        Limit { line, ..row.into_inner() }
    };
    let limits: Vec<Limit> = file.limit.into_iter().map(row).collect();
    for limit in &limits {
        faults.extend(limit.misfits().map(|told| limit.fault(&path, told)));
    }
    limits
}

/// Rows whose kinds or nations nobody knows.
pub fn faults(
    path: &str,
    limits: &[Limit],
    kinds: &BTreeSet<&str>,
    nations: &BTreeSet<&str>,
) -> Vec<DataFault> {
    let mut faults = Vec::new();
    for limit in limits {
        for (what, words, known) in [("kind", &limit.kinds, kinds), ("nation", &limit.nations, nations)] {
            for word in words.iter().filter(|word| !known.contains(word.as_str())) {
                let near = did_you_mean(word, known.iter().copied());
                faults.push(limit.fault(path, format!("unknown {what} \"{word}\"{near}")));
            }
        }
    }
    faults
}

/// Rows that limit no counter there is.
pub fn unused(path: &str, limits: &[Limit], catalogue: &Catalogue) -> Vec<DataFault> {
    let idle = |limit: &&Limit| !catalogue.entries().any(|entry| limit.means(entry));
    let told = |limit: &Limit| {
        limit.fault(
            path,
            "no counter has these kinds and nations, so the row limits nothing; mend or remove it",
        )
    };
    limits.iter().filter(idle).map(told).collect()
}

impl Row for Limit {
    fn id(&self) -> &str {
        &self.id
    }

    fn requires(&self) -> Requires {
        Requires { date: !self.from.is_empty(), map: false }
    }

    fn run(&self, case: &Case<&Situation>, report: &mut Report<'_>) {
        let situation = case.now;
        let pieces: Vec<PieceIx> = situation.in_play().filter(|ix| self.matches(situation, *ix)).collect();
        match self.limit {
            LimitKind::Count => count(self, situation, &pieces, report),
            LimitKind::CountPerPlace => {
                count_per_place(self, self.most.unwrap_or_default(), situation, &pieces, report)
            }
            LimitKind::CounterMix => counter_mix(self, situation, &pieces, report),
            LimitKind::NotBefore => not_before(self, situation, &pieces, report),
        }
        if let Some(most) = self.most_per_place {
            count_per_place(self, most, situation, &pieces, report);
        }
    }
}

impl Limit {
    fn matches(&self, situation: &Situation, ix: PieceIx) -> bool {
        situation.pieces[ix].entry.as_ref().is_some_and(|entry| self.means(entry))
    }

    /// Whether it is about a counter.
    fn means(&self, entry: &Entry) -> bool {
        let listed = |list: &[String], word: &str| list.is_empty() || list.iter().any(|item| item == word);
        let named = !self.named || entry.yes("named") == Some(true);
        listed(&self.kinds, &entry.kind) && listed(&self.nations, &entry.nation) && named
    }

    /// What its keys have to do with what it limits: one that is missing, one that nothing reads.
    fn misfits(&self) -> impl Iterator<Item = &'static str> {
        let counts = matches!(self.limit, LimitKind::Count | LimitKind::CountPerPlace);
        let dated = self.limit == LimitKind::NotBefore;
        let is_month = || {
            self.from.split_once('-').is_some_and(|(year, month)| {
                year.len() == 4
                    && month.len() == 2
                    && year.parse::<u16>().is_ok()
                    && month.parse().is_ok_and(|month: u8| (1..=12).contains(&month))
            })
        };
        [
            (counts && self.most.is_none(), "expected `most`, the largest number allowed"),
            (dated && self.most.is_some(), "`most` says nothing about a date; remove it"),
            (dated && !is_month(), "expected `from`, the first month allowed, such as 1944-06"),
            (!dated && !self.from.is_empty(), "`from` says nothing about a number; remove it"),
            (dated && self.most_per_place.is_some(), "`most_per_place` says nothing about a date; remove it"),
            (!dated && !self.from_phase.is_empty(), "`from_phase` says nothing about a number; remove it"),
        ]
        .into_iter()
        .filter_map(|(wrong, told)| wrong.then_some(told))
    }

    fn fault(&self, path: &str, message: impl AsRef<str>) -> DataFault {
        DataFault::at(path, self.line, format!("limit {}: {}", self.id, message.as_ref()))
    }

    /// So many of its pieces, as players call them.
    fn counted(&self, number: usize) -> String {
        match (self.called.as_str(), self.kinds.as_slice()) {
            ("", []) => counted(number, "piece"),
            ("", kinds) => format!("{} of the kind {}", counted(number, "piece"), kinds.join(" or ")),
            (called, _) => counted(number, called),
        }
    }

    /// The first time that it allows, in words.
    fn first_time(&self, situation: &Situation) -> String {
        let date = self
            .from
            .split_once('-')
            .and_then(|(year, month)| Some(Date { year: year.parse().ok()?, month: month.parse().ok()? }));
        let month = date.map_or_else(|| self.from.clone(), Date::in_words);
        match situation.pack.phase(&self.from_phase).filter(|_| !self.from_phase.is_empty()) {
            Some((_, phase)) => format!("{month}, {} {}", phase.id, phase.name),
            None => month,
        }
    }
}

fn count(limit: &Limit, situation: &Situation, pieces: &[PieceIx], report: &mut Report<'_>) {
    let most = limit.most.unwrap_or_default();
    if let Some(extra) = pieces.get(most) {
        let message = format!("{} in play; at most {most} may be", limit.counted(pieces.len()));
        let place = situation.pieces[*extra].at.clone();
        report.add(Found::at(place, pieces.to_vec(), message));
    }
}

fn count_per_place(
    limit: &Limit,
    most: usize,
    situation: &Situation,
    pieces: &[PieceIx],
    report: &mut Report<'_>,
) {
    for (place, here) in situation.by_place(pieces.iter().copied()) {
        if here.len() > most && matches!(place, PlaceId::Hex(_)) {
            let message = format!("{} in {place}; at most {most} may be there", limit.counted(here.len()));
            report.add(Found::at(place, here, message));
        }
    }
}

fn counter_mix(limit: &Limit, situation: &Situation, pieces: &[PieceIx], report: &mut Report<'_>) {
    let mut by_entry: std::collections::BTreeMap<&str, Vec<PieceIx>> = std::collections::BTreeMap::new();
    for ix in pieces {
        if let Some(entry) = &situation.pieces[*ix].entry {
            by_entry.entry(&entry.id).or_default().push(*ix);
        }
    }
    for copies in by_entry.into_values() {
        let Some(entry) = situation.pieces[copies[0]].entry.clone() else {
            continue;
        };
        let printed = || entry.count.and_then(|n| n.try_into().ok()).unwrap_or(usize::MAX);
        let most = limit.most.unwrap_or_else(printed);
        if copies.len() > most {
            let place = situation.pieces[copies[copies.len() - 1]].at.clone();
            let message = format!(
                "{} of {} in play; the game has {most}",
                counted(copies.len(), "counter"),
                entry.name
            );
            report.add(Found::at(place, copies, message));
        }
    }
}

fn not_before(limit: &Limit, situation: &Situation, pieces: &[PieceIx], report: &mut Report<'_>) {
    let Some(date) = situation.clock.date else {
        return;
    };
    let today = format!("{:04}-{:02}", date.year, date.month);
    if today > limit.from || (today == limit.from && !is_before(limit, situation)) {
        return;
    }
    let first = limit.first_time(situation);
    for ix in pieces {
        let piece = &situation.pieces[*ix];
        let message = format!("{} in play in {}; not before {first}", piece.name, date.in_words());
        report.add(Found::at(piece.at.clone(), vec![*ix], message));
    }
}

/// Whether the phase is an earlier step of the same group as the first that allows it. The seasonal turn bears the date
/// of its first month.
fn is_before(limit: &Limit, situation: &Situation) -> bool {
    let group = |phase: &str| phase.split('.').next().unwrap_or_default().to_owned();
    let order = |id: &str| situation.pack.phases.iter().position(|known| known.id == id);
    let Some(phase) = situation.clock.phase.as_deref().filter(|phase| phase.contains('.')) else {
        return false;
    };
    !limit.from_phase.is_empty()
        && group(phase) == group(&limit.from_phase)
        && order(phase) < order(&limit.from_phase)
}
