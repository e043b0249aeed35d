//! One check, one guard, and how a table of them is run over a position.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::kinds::{self, Look, Row};
use super::pack::Pack;
use super::situation::{PieceIx, PlaceId, Situation};
use crate::diagnostic::{Finding, Severity};

/// What a check needs beside the pieces' places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Needs {
    /// An earlier save of the month.
    pub previous: bool,
    /// The log of the turn.
    pub turn_log: bool,
    /// The date.
    pub date: bool,
    /// The map's hexes and terrain.
    pub map: bool,
}

impl Needs {
    /// The places and faces of the pieces are enough.
    pub const PIECES: Self = Self { previous: false, turn_log: false, date: false, map: false };
    /// The pieces and the map.
    pub const MAP: Self = Self { map: true, ..Self::PIECES };
    /// The pieces and the date.
    pub const DATE: Self = Self { date: true, ..Self::PIECES };
    /// The pieces, the map and the date.
    pub const MAP_AND_DATE: Self = Self { date: true, ..Self::MAP };
}

/// A stretch of the sequence of play, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Phases {
    /// Id of the first phase.
    pub first: &'static str,
    /// Id of the last phase.
    pub last: &'static str,
}

/// One check over a game's view `V` of a position.
pub struct Check<V> {
    /// The catalogue's id.
    pub id: &'static str,
    /// The fault, readable after "allow".
    pub name: &'static str,
    /// The paragraphs it rests on.
    pub rule: &'static str,
    /// How sure its findings are unless it says otherwise.
    pub severity: Severity,
    /// What it needs beside the pieces.
    pub needs: Needs,
    /// When it holds; empty for every settled position.
    pub when: &'static [Phases],
    /// Steps inside which it does not hold yet: their end makes the position settled.
    pub unsettled: &'static [&'static str],
    /// Keys of the choices it reads.
    pub choices: &'static [&'static str],
    /// Checks it silences at the same place when it reports.
    pub refines: &'static [&'static str],
    /// The page: words and examples.
    pub page: &'static str,
    /// The check itself.
    pub run: fn(&V, &mut Report<'_>),
}

/// A demand that keeps other checks from firing wrongly; its page proves it.
pub struct Guard {
    /// The catalogue's id.
    pub id: &'static str,
    /// What it guarantees, readable as a name.
    pub name: &'static str,
    /// The paragraphs it rests on.
    pub rule: &'static str,
    /// The checks it restrains.
    pub of: &'static [&'static str],
    /// The page: words and examples.
    pub page: &'static str,
}

/// What a check found, before it is told in words for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// How sure it is; `None` for the check's own severity.
    pub severity: Option<Severity>,
    /// Where.
    pub place: PlaceId,
    /// Which pieces.
    pub pieces: Vec<PieceIx>,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
}

impl Found {
    /// A fault at a place.
    pub fn at(place: PlaceId, pieces: Vec<PieceIx>, message: impl Into<String>) -> Self {
        Self { severity: None, place, pieces, message: message.into(), help: None }
    }

    /// The same with a severity of its own.
    pub fn severity(mut self, severity: Severity) -> Self {
        self.severity = Some(severity);
        self
    }

    /// The same with advice.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// Where checks put what they found.
pub struct Report<'a> {
    situation: &'a Situation,
    found: Vec<Found>,
    not_checked: Vec<String>,
}

impl<'a> Report<'a> {
    /// An empty report over a position.
    pub fn new(situation: &'a Situation) -> Self {
        Self { situation, found: Vec::new(), not_checked: Vec::new() }
    }

    /// The position the check looks at.
    pub fn situation(&self) -> &'a Situation {
        self.situation
    }

    /// Adds a fault.
    pub fn add(&mut self, found: Found) {
        self.found.push(found);
    }

    /// Says that some part could not be checked, and why.
    pub fn not_checked(&mut self, reason: impl Into<String>) {
        self.not_checked.push(reason.into());
    }
}

/// Which checks are wanted: by id, by the short form after the game's name, or by name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    /// Only these; empty for all.
    pub only: BTreeSet<String>,
    /// Not these.
    pub ignore: BTreeSet<String>,
}

impl Filter {
    fn names(list: &BTreeSet<String>, id: &str, name: &str) -> bool {
        let short = id.split_once('-').map_or(id, |(_, short)| short);
        list.iter().any(|word| {
            word.eq_ignore_ascii_case(id)
                || word.eq_ignore_ascii_case(short)
                || word.eq_ignore_ascii_case(name)
        })
    }

    /// Whether a check is wanted.
    pub fn wants(&self, id: &str, name: &str) -> bool {
        (self.only.is_empty() || Self::names(&self.only, id, name)) && !Self::names(&self.ignore, id, name)
    }

    /// Words of the filter that name no check.
    pub fn unknown<'f>(&'f self, metas: &[Meta]) -> Vec<&'f str> {
        let known = |word: &&String| {
            let one = BTreeSet::from([(*word).clone()]);
            metas.iter().any(|meta| Self::names(&one, &meta.id, &meta.name))
        };
        self.only.iter().chain(&self.ignore).filter(|word| !known(word)).map(String::as_str).collect()
    }
}

/// What can be said about a check without running it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Meta {
    /// The catalogue's id.
    pub id: String,
    /// The fault's name.
    pub name: String,
    /// The paragraphs.
    pub rule: String,
    /// How sure its findings are unless they say otherwise; none where nothing is reported.
    pub severity: Option<Severity>,
    /// The page, when one exists.
    #[serde(skip)]
    pub page: Option<String>,
    /// What is demanded, in words, where no page says it.
    #[serde(skip)]
    pub demand: String,
}

/// A check that was not run, and why.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct NotChecked {
    /// The catalogue's id.
    pub id: String,
    /// What is missing.
    pub reason: String,
}

/// How much was looked at and found.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// Checks that were run.
    pub checked: usize,
    /// Checks that were not run.
    pub not_checked: usize,
    /// Findings of severity illegal.
    pub illegal: usize,
    /// Findings of severity suspicious.
    pub suspicious: usize,
}

/// The result of checking one position.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Checked {
    /// The faults, ordered by id, place and message.
    pub findings: Vec<Finding>,
    /// The checks that were not run, ordered by id.
    pub not_checked: Vec<NotChecked>,
    /// The counts.
    pub summary: Summary,
}

impl Checked {
    /// The number of each finding, from 1: what is illegal comes first. Texts, JSON and pictures count alike.
    pub fn numbers(&self) -> Vec<usize> {
        let illegal = |finding: &Finding| finding.severity == Severity::Illegal;
        let (mut first, mut later) = (0, self.findings.iter().filter(|finding| illegal(finding)).count());
        let number = |finding: &Finding| {
            let next = if illegal(finding) { &mut first } else { &mut later };
            *next += 1;
            *next
        };
        self.findings.iter().map(number).collect()
    }

    /// The findings in the order of their numbers.
    pub fn numbered(&self) -> Vec<(usize, &Finding)> {
        let mut all: Vec<(usize, &Finding)> = self.numbers().into_iter().zip(&self.findings).collect();
        all.sort_by_key(|(number, _)| *number);
        all
    }
}

/// What is at hand to check with.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct AtHand {
    /// Whether an earlier save of the month was given.
    pub previous: bool,
    /// Whether the log of the turn was given.
    pub turn_log: bool,
}

/// All checks of a game: typed ones over its view, shared ones over rows of data, and guards.
pub struct Checks<'a, V: 'static> {
    /// Tables of typed checks, one per topic.
    pub tables: &'a [&'static [Check<V>]],
    /// Guards.
    pub guards: &'a [Guard],
}

impl<V> Checks<'_, V> {
    /// Every check and guard.
    pub fn metas(&self, pack: &Pack, row_page: impl Fn(&Row) -> Option<String>) -> Vec<Meta> {
        let meta = |(id, name, rule): (&str, &str, &str), severity, page| Meta {
            id: id.into(),
            name: name.into(),
            rule: rule.into(),
            severity,
            page,
            demand: String::new(),
        };
        let typed = self.tables.iter().flat_map(|table| table.iter());
        let mut metas: Vec<Meta> =
            typed.map(|c| meta((c.id, c.name, c.rule), Some(c.severity), Some(c.page.into()))).collect();
        metas.extend(self.guards.iter().map(|g| meta((g.id, g.name, g.rule), None, Some(g.page.into()))));
        metas.extend(pack.rows.iter().map(|row| {
            let page = row_page(row).unwrap_or_else(|| kinds::page(row));
            meta((&row.id, &row.name, &row.rule), Some(row.severity), Some(page))
        }));
        let known: BTreeSet<String> = metas.iter().map(|meta| meta.id.clone()).collect();
        let rest = pack.invariants.iter().filter(|invariant| !known.contains(&invariant.id));
        metas.extend(
            rest.map(|i| Meta {
                demand: i.demand.clone(),
                ..meta((&i.id, &i.name, &i.rule), i.severity, None)
            }),
        );
        metas.sort();
        metas
    }

    /// Runs every wanted check and tells the findings in a fixed order.
    pub fn run(&self, view: &V, look: &Look<'_>, at_hand: AtHand, wanted: &Filter) -> Checked {
        let mut runner = Runner {
            look,
            situation: look.now,
            at_hand,
            wanted,
            checked: Checked::default(),
            found: BTreeMap::new(),
            known: BTreeSet::new(),
        };
        for check in self.tables.iter().flat_map(|table| table.iter()) {
            runner.run(check, view);
        }
        for row in &look.now.pack.rows {
            runner.run_row(row);
        }
        for guard in self.guards {
            runner.known.insert(guard.id.into());
            runner.checked.summary.checked += usize::from(wanted.wants(guard.id, guard.name));
        }
        let typed = self.tables.iter().flat_map(|table| table.iter());
        let mut refines: BTreeMap<&str, Vec<&str>> =
            typed.map(|check| (check.id, check.refines.to_vec())).collect();
        let rows = look.now.pack.rows.iter();
        refines.extend(rows.map(|row| (row.id.as_str(), row.refines.iter().map(String::as_str).collect())));
        runner.finish(&refines)
    }
}

struct Runner<'a> {
    look: &'a Look<'a>,
    situation: &'a Situation,
    at_hand: AtHand,
    wanted: &'a Filter,
    checked: Checked,
    found: BTreeMap<String, Vec<(PlaceId, Finding)>>,
    known: BTreeSet<String>,
}

impl Runner<'_> {
    fn run<V>(&mut self, check: &Check<V>, view: &V) {
        self.known.insert(check.id.into());
        if !self.wanted.wants(check.id, check.name) {
            return;
        }
        let when: Vec<(&str, &str)> = check.when.iter().map(|phases| (phases.first, phases.last)).collect();
        if let Some(reason) = self.missing(check.needs, &when).or_else(|| self.early(check.unsettled)) {
            self.skip(check.id, reason);
            return;
        }
        let mut report = Report::new(self.situation);
        (check.run)(view, &mut report);
        self.doubt(check.unsettled, &mut report);
        self.keep((check.id, check.name, check.rule, check.severity), report);
    }

    fn run_row(&mut self, row: &Row) {
        self.known.insert(row.id.clone());
        if !self.wanted.wants(&row.id, &row.name) {
            return;
        }
        let needs = Needs { date: row.needs_date(), previous: row.needs_previous(), ..Needs::PIECES };
        let when: Vec<(&str, &str)> = row.phases.iter().map(|(first, last)| (&**first, &**last)).collect();
        let unsettled: Vec<&str> = row.unsettled.iter().map(String::as_str).collect();
        if let Some(reason) = self.missing(needs, &when).or_else(|| self.early(&unsettled)) {
            self.skip(&row.id, reason);
            return;
        }
        let mut report = Report::new(self.situation);
        kinds::run(row, self.look, &mut report);
        self.doubt(&unsettled, &mut report);
        self.keep((&row.id, &row.name, &row.rule, row.severity), report);
    }

    /// What may yet be settled is no more than suspicious.
    fn doubt(&self, unsettled: &[&str], report: &mut Report<'_>) {
        if self.is_perhaps_within(unsettled) {
            for found in &mut report.found {
                found.severity = Some(Severity::Suspicious);
            }
        }
    }

    fn skip(&mut self, id: &str, reason: String) {
        self.checked.not_checked.push(NotChecked { id: id.into(), reason });
    }

    fn keep(&mut self, (id, name, rule, severity): (&str, &str, &str, Severity), report: Report<'_>) {
        self.checked.summary.checked += 1;
        for reason in report.not_checked {
            self.skip(id, reason);
        }
        let situation = self.situation;
        let findings = report.found.into_iter().map(|found| {
            let finding = Finding {
                id: id.into(),
                name: name.into(),
                severity: found.severity.unwrap_or(severity),
                rule: rule.into(),
                message: found.message,
                help: found.help,
                // What is about the whole position has no place.
                place: (found.place != PlaceId::Off("".into()))
                    .then(|| situation.place(&found.place, &found.pieces)),
                pieces: found.pieces.iter().map(|ix| situation.piece_ref(*ix)).collect(),
            };
            (found.place, finding)
        });
        self.found.entry(id.into()).or_default().extend(findings);
    }

    /// Why the position is not settled yet, if it is inside one of these steps.
    fn early(&self, unsettled: &[&str]) -> Option<String> {
        let phase = self.situation.clock.phase.as_deref()?;
        unsettled
            .contains(&phase)
            .then(|| format!("judged when the step ends, and this is {}", self.phase_name(phase)))
    }

    /// Whether only the phase is known, and one of its steps is one of these.
    fn is_perhaps_within(&self, unsettled: &[&str]) -> bool {
        let phase = self.situation.clock.phase.as_deref().filter(|phase| !phase.contains('.'));
        let within = |step: &str| step.split_once('.').is_some_and(|(of, _)| Some(of) == phase);
        unsettled.iter().any(|step| within(step))
    }

    /// Why a check cannot be run on this position, if it cannot.
    fn missing(&self, needs: Needs, when: &[(&str, &str)]) -> Option<String> {
        let pack = &self.situation.pack;
        if needs.previous && !self.at_hand.previous {
            return Some("needs --previous".into());
        }
        if needs.turn_log && !self.at_hand.turn_log {
            return Some("needs --turn-log".into());
        }
        if needs.date && self.situation.clock.date.is_none() {
            return Some("needs the date, which the save does not show".into());
        }
        if needs.map && pack.map.hexes().next().is_none() {
            return Some("needs the hexes of the map, and the data have none".into());
        }
        if when.is_empty() {
            return None;
        }
        let Some(phase) = &self.situation.clock.phase else {
            return Some("needs --phase, because the save does not show the phase".into());
        };
        let order = |id: &str| pack.phases.iter().position(|known| known.id == id);
        let now = order(phase)?;
        let within = |(first, last): &(&str, &str)| {
            let ends = (order(first).unwrap_or(0), order(last).unwrap_or(usize::MAX));
            (ends.0..=ends.1).contains(&now)
        };
        let listed = |(first, last): &(&str, &str)| {
            if first == last {
                self.phase_name(first)
            } else {
                format!("{} to {}", self.phase_name(first), self.phase_name(last))
            }
        };
        let all: Vec<String> = when.iter().map(listed).collect();
        (!when.iter().any(within))
            .then(|| format!("holds only in {}, and this is {}", all.join(" and "), self.phase_name(phase)))
    }

    /// A phase by its id and name.
    fn phase_name(&self, id: &str) -> String {
        let known = self.situation.pack.phases.iter().find(|phase| phase.id == id);
        known.map_or_else(|| id.to_owned(), |phase| format!("{id} {}", phase.name))
    }

    fn finish(mut self, refines: &BTreeMap<&str, Vec<&str>>) -> Checked {
        for invariant in &self.situation.pack.invariants {
            if !self.known.contains(&invariant.id) && self.wanted.wants(&invariant.id, &invariant.name) {
                let reason = "this version has no check for it".into();
                self.checked.not_checked.push(NotChecked { id: invariant.id.clone(), reason });
            }
        }
        let mut silenced: BTreeSet<(String, PlaceId)> = BTreeSet::new();
        for (id, found) in &self.found {
            for coarse in refines.get(id.as_str()).into_iter().flatten() {
                silenced.extend(found.iter().map(|(place, _)| ((*coarse).to_owned(), place.clone())));
            }
        }
        let kept = self.found.into_iter().flat_map(|(id, found)| {
            found.into_iter().map(move |(place, finding)| ((id.clone(), place), finding))
        });
        let mut findings: Vec<_> = kept.filter(|(key, _)| !silenced.contains(key)).collect();
        findings.sort();
        findings.dedup();
        self.checked.findings = findings.into_iter().map(|(_, finding)| finding).collect();
        self.checked.not_checked.sort();
        let count =
            |severity| self.checked.findings.iter().filter(|finding| finding.severity == severity).count();
        self.checked.summary.illegal = count(Severity::Illegal);
        self.checked.summary.suspicious = count(Severity::Suspicious);
        self.checked.summary.not_checked = self.checked.not_checked.len();
        self.checked
    }
}
