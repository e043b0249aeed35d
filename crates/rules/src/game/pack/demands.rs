//! What the rules of a game demand of a position, and the readings of those that are disputed.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::kinds;
use crate::data::fault::{DataFault, did_you_mean};
use crate::data::read::Read;
use crate::data::table::{Row, Table};
use crate::play::choices::Choices;
use vassal::diagnostic::Severity;

use super::demand::{Demand, Phases, Requires, Shared};
use super::{Pack, Phase};

/// Path of the rows of all checks.
pub fn checks_path(game: &str) -> String {
    format!("rules/{game}/checks.csv")
}

/// Path of the page of a check.
pub fn page_path(game: &str, id: &str) -> String {
    format!("rules/{game}/checks/{id}.md")
}

/// Path of the page of a procedure.
pub fn procedure_path(game: &str, id: &str) -> String {
    format!("rules/{game}/procedures/{id}.md")
}

/// Path of the readings of disputed rules.
pub fn choices_path(game: &str) -> String {
    format!("rules/{game}/choices.toml")
}

/// The readings of disputed rules; a game without disputes needs no file.
pub(super) fn choices(game: &str, read: Read<'_>, faults: &mut Vec<DataFault>) -> Choices {
    let path = choices_path(game);
    read(&path).map(|text| Choices::read(&path, &text, faults)).unwrap_or_default()
}

/// The columns of `checks.csv` that it must have, and those that may be absent.
const COLUMNS: [&str; 5] = ["id", "name", "rule", "severity", "demand"];
const OPTIONAL: [&str; 10] =
    ["needs", "phase", "when", "since", "unsettled", "requires", "refines", "guards", "choices", "shared"];

/// The words of the column `severity`.
const SEVERITIES: &[(&str, Severity)] =
    &[("illegal", Severity::Illegal), ("suspicious", Severity::Suspicious)];

/// The words of the column `requires`.
const REQUIRES: &[&str] = &["date", "map"];

/// The rows of `checks.csv`; a game whose checks are all rows of data needs no such file.
pub(super) fn demands(
    game: &str,
    phases: &[Phase],
    read: Read<'_>,
    faults: &mut Vec<DataFault>,
) -> Vec<Demand> {
    let path = checks_path(game);
    let Some(text) = read(&path) else {
        return Vec::new();
    };
    let table = Table::read_with(&path, &text, &COLUMNS, &OPTIONAL, faults);
    let mut seen = BTreeSet::new();
    let mut demands = Vec::new();
    for row in table.rows() {
        let demand = demand(&row, phases, faults);
        if !seen.insert(demand.id.clone()) {
            faults.push(row.fault("id", format!("duplicate row \"{}\"", demand.id)));
        }
        demands.push(demand);
    }
    demands
}

fn demand(row: &Row<'_>, phases: &[Phase], faults: &mut Vec<DataFault>) -> Demand {
    let words = |column: &str| row.text(column).split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let ids: Vec<&str> = phases.iter().map(|phase| phase.id.as_str()).collect();
    let mut known = |column: &str, word: &str| {
        if !ids.is_empty() && !ids.contains(&word) {
            let near = did_you_mean(word, ids.iter().copied());
            faults.push(row.fault(column, format!("unknown phase \"{word}\"{near}")));
        }
    };
    let mut stretches = |column: &str| {
        let stretch = |word: String| {
            let phases = Phases::read(&word);
            phases.ends().into_iter().for_each(|end| known(column, end));
            phases
        };
        words(column).into_iter().map(stretch).collect::<Vec<_>>()
    };
    let (when, since) = (stretches("when"), stretches("since"));
    let unsettled = words("unsettled");
    unsettled.iter().for_each(|word| known("unsettled", word));
    let requires = words("requires");
    for word in requires.iter().filter(|word| !REQUIRES.contains(&word.as_str())) {
        faults.push(row.unknown("requires", word, REQUIRES));
    }
    let requires = |word: &str| requires.iter().any(|known| known == word);
    Demand {
        id: row.required("id", faults),
        name: row.text("name").into(),
        rule: row.text("rule").into(),
        severity: row.one_of("severity", SEVERITIES, faults),
        needs: row.text("needs").into(),
        phase: row.text("phase").into(),
        when,
        since,
        unsettled,
        requires: Requires { date: requires("date"), map: requires("map") },
        refines: words("refines"),
        guards: words("guards"),
        choices: words("choices"),
        shared: row.one_of("shared", Shared::ALL, faults),
        demand: row.text("demand").into(),
        line: row.line(),
    }
}

/// Adds what rows of data demand where `checks.csv` has no row of theirs.
pub(super) fn join(pack: &mut Pack) {
    for row in &pack.rows {
        if !pack.demands.iter().any(|demand| demand.id == row.demand.id) {
            pack.demands.push(row.demand.clone());
        }
    }
}

/// The pages of the demands that need no words here, by id; a row of data that has none makes its own.
pub(super) fn pages(pack: &Pack, read: Read<'_>) -> BTreeMap<String, String> {
    let page = |demand: &Demand| {
        let row = || pack.rows.iter().find(|row| row.demand.id == demand.id);
        read(&page_path(&pack.game, &demand.id)).or_else(|| row().map(kinds::page))
    };
    let is_row = |demand: &Demand| pack.rows.iter().any(|row| row.demand.id == demand.id);
    let on_page = pack.demands.iter().filter(|demand| demand.demand.is_empty() || is_row(demand));
    on_page.filter_map(|demand| Some((demand.id.clone(), page(demand)?))).collect()
}

/// Words of the rows that name no check, procedure or choice there is, and checks that refine each other in a circle.
/// The first `in_table` demands are rows of `checks.csv`, the others of `checks.toml`.
pub(super) fn faults(pack: &Pack, in_table: usize, read: Read<'_>) -> Vec<DataFault> {
    let paths = [checks_path(&pack.game), kinds::path(&pack.game)];
    let ids: BTreeSet<&str> = pack.demands.iter().map(|demand| demand.id.as_str()).collect();
    let keys: BTreeSet<&str> = pack.choices.all().map(|choice| choice.key.as_str()).collect();
    let mut faults = Vec::new();
    for (number, demand) in pack.demands.iter().enumerate() {
        let path = &paths[usize::from(number >= in_table)];
        if let Some(circle) = circle(pack, demand) {
            let told = format!("{}: {circle}, so nothing would be reported", demand.id);
            faults.push(DataFault::at(path, demand.line, told));
        }
        let columns = [
            ("refines", "check", &demand.refines, &ids),
            ("guards", "check or procedure", &demand.guards, &ids),
            ("choices", "choice", &demand.choices, &keys),
        ];
        for (column, what, words, known) in columns {
            // What a procedure must not do is kept by the procedure.
            let is_procedure =
                |id: &str| column == "guards" && read(&procedure_path(&pack.game, id)).is_some();
            for word in words.iter().filter(|word| !known.contains(word.as_str()) && !is_procedure(word)) {
                let near = did_you_mean(word, known.iter().copied());
                let told = format!("{}: unknown {what} \"{word}\" in {column}{near}", demand.id);
                faults.push(DataFault::at(path, demand.line, told));
            }
        }
    }
    faults
}

/// How a check refines itself, directly or through others.
fn circle(pack: &Pack, from: &Demand) -> Option<String> {
    let mut way = vec![from.id.as_str()];
    let mut seen = BTreeSet::new();
    let mut open: Vec<(usize, &str)> = from.refines.iter().map(|id| (1, id.as_str())).collect();
    while let Some((depth, id)) = open.pop() {
        way.truncate(depth);
        if id == from.id {
            return Some(match way.as_slice() {
                [_] => "it refines itself".to_owned(),
                way => format!("{} refine each other", way.join(" and ")),
            });
        }
        if !seen.insert(id) {
            continue;
        }
        way.push(id);
        let known = pack.demands.iter().find(|demand| demand.id == id);
        open.extend(known.iter().flat_map(|demand| &demand.refines).map(|id| (depth + 1, id.as_str())));
    }
    None
}
