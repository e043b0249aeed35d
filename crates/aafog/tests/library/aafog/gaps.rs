//! Legal games told by half: whatever a log with gaps leaves out, whatever file is not at hand, nobody is accused for it.

use std::sync::Arc;

use liege::rules::aafog::Aafog;
use liege::rules::check::Filter;
use liege::rules::check::case::Case;
use liege::rules::desk::log::{KINDS, LogEntry, UmpireLog};
use liege::rules::game::Game;
use liege::rules::position::situation::Situation;

use super::checks::pack;
use crate::pages::{case_of, direct, page};

type Told = Case<Arc<Situation>>;

/// The fields that somebody who keeps a log by hand may leave out of a line here and there.
const FIELDS: [&str; 9] = ["round", "phase", "item", "group", "from", "fields", "units", "cause", "battle"];
/// Those that he may not write down at all.
const NEVER: [&str; 11] = [
    "power",
    "path",
    "purpose",
    "ends",
    "choice",
    "number",
    "unit",
    "hit",
    "witness",
    "defended",
    "facilities",
];

/// The kinds that a desk does not write down, since they happen at the table.
const AT_THE_TABLE: [&str; 3] = ["research", "roll", "technology-use"];

/// A way to tell less, and what it leaves out.
type Less<'a> = &'a dyn Fn(&mut Told);

/// What is found in a case.
fn findings(case: &Told) -> Vec<String> {
    let found = Aafog.open(case).check(&Filter::default()).findings;
    found.iter().map(|finding| format!("{}: {}", finding.id, finding.message)).collect()
}

fn with_log(case: &Told, log: UmpireLog) -> Told {
    let mut case = case.clone();
    case.papers.log = Some(Arc::new(log));
    case
}

/// The same log without one field of one entry; none where that entry has no such field or cannot be without it.
fn without(log: &UmpireLog, at: usize, field: &str) -> Option<UmpireLog> {
    let mut value = serde_json::to_value(&log.entries[at]).ok()?;
    value.as_object_mut()?.remove(field)?;
    let entry: LogEntry = serde_json::from_value(value).ok()?;
    let mut log = log.clone();
    log.entries[at] = entry;
    Some(log)
}

/// The same log without all lines of some kinds, which its head names.
fn without_kinds(log: &UmpireLog, kinds: &[&str]) -> UmpireLog {
    let lacks = kinds.iter().map(|kind| (*kind).to_owned()).collect();
    let stays = |entry: &&LogEntry| !kinds.contains(&kind_of(entry).as_str());
    let entries = log.entries.iter().filter(stays).cloned().collect();
    UmpireLog { complete: false, lacks, entries, ..log.clone() }
}

fn kind_of(entry: &LogEntry) -> String {
    serde_json::to_value(entry).unwrap()["kind"].as_str().unwrap().to_owned()
}

/// How finely a log is taken apart.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Grain {
    /// Line by line, and each kind of field as a whole.
    Lines,
    /// Its beginnings and ends, and field by field, too.
    Fields,
}

/// All that is told less of a case, each with a word for it.
fn told_by_half(case: &Told, grain: Grain) -> Vec<(String, Told)> {
    let mut all: Vec<(String, Told)> = vec![("all of it".into(), case.clone())];
    let ways: [(&str, Less<'_>); 8] = [
        ("no earlier save", &|case| case.before = None),
        ("no earlier copies", &|case| case.earlier.clear()),
        ("no returned copies", &|case| case.returned.clear()),
        ("no copies", &|case| case.copies.clear()),
        ("no shared save", &|case| case.shared = None),
        ("no ledgers", &|case| case.papers.ledgers.clear()),
        ("no log", &|case| case.papers.log = None),
        ("nothing beside", &|case| {
            *case = Case::of(case.now.clone());
        }),
    ];
    for (what, less) in ways {
        let mut case = case.clone();
        less(&mut case);
        all.push((what.into(), case));
    }
    let Some(log) = &case.papers.log else { return all };
    let gaps = UmpireLog { complete: false, ..(**log).clone() };
    all.push(("a log with gaps".into(), with_log(case, gaps.clone())));
    for at in 0..gaps.entries.len() {
        let n = gaps.entries[at].n;
        let mut fewer = gaps.clone();
        fewer.entries.remove(at);
        all.push((format!("no line {n}"), with_log(case, fewer)));
        if grain == Grain::Lines {
            continue;
        }
        let begun = UmpireLog { entries: gaps.entries[..at].to_vec(), ..gaps.clone() };
        all.push((format!("nothing from line {n} on"), with_log(case, begun)));
        let late = UmpireLog { entries: gaps.entries[at..].to_vec(), ..gaps.clone() };
        all.push((format!("nothing before line {n}"), with_log(case, late)));
        for field in FIELDS {
            let less = without(&gaps, at, field);
            all.extend(less.map(|log| (format!("no {field} in line {n}"), with_log(case, log))));
        }
    }
    for field in FIELDS.into_iter().chain(NEVER) {
        let bare =
            (0..gaps.entries.len()).fold(gaps.clone(), |log, at| without(&log, at, field).unwrap_or(log));
        all.push((format!("no {field} at all"), with_log(case, bare)));
    }
    all
}

fn accusations(name: &str, case: &Told, grain: Grain) -> Vec<String> {
    let mut wrong = Vec::new();
    for (what, less) in told_by_half(case, grain) {
        wrong.extend(findings(&less).into_iter().map(|found| format!("{name}, {what}: {found}")));
    }
    let Some(log) = &case.papers.log else { return wrong };
    // An example is legal for its own check; what others say of the whole log is none of the gaps' doing.
    let of_whole = findings(&with_log(case, UmpireLog { complete: true, ..(**log).clone() }));
    for kinds in KINDS.iter().map(std::slice::from_ref).chain([&AT_THE_TABLE[..]]) {
        let found = findings(&with_log(case, without_kinds(log, kinds)));
        let more = found.into_iter().filter(|found| !of_whole.contains(found));
        wrong.extend(more.map(|found| format!("{name}, a log that lacks {kinds:?}: {found}")));
    }
    wrong
}

#[test]
fn whatever_is_left_out_of_a_legal_example_accuses_nobody() {
    let pack = pack();
    let mut wrong = Vec::new();
    for (id, text) in &pack.pages {
        for block in page(text).blocks.get("situation legal").into_iter().flatten() {
            let case = case_of(&pack, &direct, id, block);
            // That copy and save are of one issue, only the log can deny.
            let is_issue = |found: &String| id == "AAF-004" && found.contains(": AAF-004: copy of");
            wrong.extend(accusations(id, &case, Grain::Lines).into_iter().filter(|found| !is_issue(found)));
        }
    }
    assert!(wrong.is_empty(), "{} accusations\n{}", wrong.len(), wrong.join("\n"));
}

/// The sample dialogues (D1-D3), the worked examples and other games as an umpire would log them: behind each name its
/// position, and its log with the power, the phase and, if it is not 5, the round before each line.
const STORIES: &str = include_str!("../../data/stories.txt");

fn story(name: &str, position: &str, lines: &str) -> Told {
    let mut log =
        String::from("turn log:\n{\"schema\":\"liege-aafog-log-1\",\"game\":\"g\",\"complete\":true}\n");
    for (n, line) in (1..).zip(lines.trim().lines()) {
        let (head, rest) = line.split_once(": {").unwrap();
        let (power, phase) = head.split_once(' ').unwrap();
        let numbered = phase.rsplit_once(' ').and_then(|(phase, round)| Some((phase, round.parse().ok()?)));
        let (phase, round): (&str, u32) = numbered.unwrap_or((phase, 5));
        let line =
            format!("{{\"n\":{n},\"round\":{round},\"power\":\"{power}\",\"phase\":\"{phase}\",{rest}\n");
        log.push_str(&line);
    }
    case_of(&pack(), &direct, name, &format!("game: aafog\n{}\n{log}", position.trim()))
}

#[test]
fn the_dialogues_and_worked_examples_accuse_nobody_told_in_full_or_by_half() {
    let mut wrong = Vec::new();
    for text in STORIES.split("== ").skip(1) {
        let (name, rest) = text.split_once('\n').unwrap();
        let (position, log) = rest.split_once("-- log\n").unwrap();
        wrong.extend(accusations(name, &story(name, position, log), Grain::Fields));
    }
    assert!(wrong.is_empty(), "{} accusations\n{}", wrong.len(), wrong.join("\n"));
}
