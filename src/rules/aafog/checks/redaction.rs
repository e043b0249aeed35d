//! What the rules demand of copies and proofs: nothing hidden is in a file (4.H).

use super::stage::for_the_umpire;
use crate::rules::aafog::copies::SETUP;
use std::collections::{BTreeMap, BTreeSet};

use super::super::Aafog;
use super::super::boards::{BoardUnit, Boards};
use super::super::class::UnitClass;
use super::in_copy;
use crate::rules::case::{Case, NotGiven};
use crate::rules::check::{Check, Found, Report, whole};
use crate::rules::desk::chain;
use crate::rules::desk::hidden::HiddenPlay;
use crate::rules::desk::ledger::Ledger;
use crate::rules::desk::proof::Verdict;

/// The table of this topic.
pub const REDACTION: &[Check<Boards>] = &[
    whole("AAF-063", left_in_a_copy),
    whole("AAF-064", cargo_of_an_enemy_transport),
    whole("AAF-065", ids_that_link),
    whole("AAF-070", opening_against_its_record),
    whole("AAF-071", one_chain),
    whole("AAF-072", copy_is_the_view),
];

fn left_in_a_copy(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    for (side, copy) in case.wants_copies()? {
        for residue in &copy.residues {
            let place = residue.place.as_deref().and_then(|place| copy.held.place(place));
            let near = residue.place.as_ref().map(|place| format!("{place}: ")).unwrap_or_default();
            let message = format!("{near}{} is in the file, and its side may not know of it", residue.what);
            report.add(in_copy(side, place.as_ref(), [], message).help("make the copy anew"));
        }
    }
    Ok(())
}

fn ids_that_link(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    for_the_umpire(case)?;
    let copies = case.wants_copies()?;
    let ledgers = case.wants_ledgers()?;
    for (side, copy) in copies {
        let view = &copy.held;
        let own = view.side_of(side);
        let Some(ledger) = ledgers.get(own) else {
            report.not_checked(format!("needs --ledger {side}=FILE"));
            continue;
        };
        let is_setup = |claim: &str| {
            let entry = claim.trim().parse().ok().and_then(|entry| ledger.entry(entry));
            entry.is_none_or(|entry| entry.source.trim().eq_ignore_ascii_case(SETUP))
        };
        let earlier = case.earlier.get(side);
        for ghost in view.units.iter().filter(|unit| !unit.side.is_empty() && unit.side != own) {
            let Some(claim) = ghost.claims.as_deref().filter(|claim| !is_setup(claim)) else { continue };
            let before = earlier.and_then(|earlier| earlier.by_id(&ghost.id)?.claims.as_deref());
            let name = ghost.called(view.pack());
            let message = if case.now.by_id(&ghost.id).is_some() {
                format!("the ghost of the {name} has the id {} of a piece of the master", ghost.id)
            } else if before.is_some_and(|before| before.trim() != claim.trim()) {
                format!("the new sighting of a {name} has the id {} of an earlier one", ghost.id)
            } else {
                continue;
            };
            let found = in_copy(side, Some(&ghost.place), [(view, ghost)], message);
            report.add(found.help("a ghost gets an id of its own for each sighting"));
        }
    }
    Ok(())
}

fn opening_against_its_record(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    let records = case.wants_records()?;
    for opening in case.wants_openings()? {
        let verdicts: Vec<Verdict> = records.iter().filter_map(|record| opening.check(record).ok()).collect();
        if verdicts.is_empty() {
            report.not_checked(format!("needs the record of issue {}", opening.issue));
        }
        let wrong = verdicts.iter().find_map(|verdict| match verdict {
            Verdict::Contradicted(difference) => Some(difference),
            Verdict::Proven(_) => None,
        });
        if let Some(difference) = wrong {
            let (name, issue) = (&opening.name, opening.issue);
            let message = format!("{name}, issue {issue}, is not what was committed to: {difference}");
            report.add(Found::new(case.now.place(name), Vec::new(), message));
        }
    }
    Ok(())
}

fn one_chain(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    let chain = chain::check(case.wants_records()?);
    for fault in &chain.faults {
        report.add(Found::new(None, Vec::new(), format!("issue {}: {}", fault.issue, fault.what)));
    }
    for (first, last) in &chain.missing {
        let issues =
            if first == last { format!("issue {first}") } else { format!("issues {first} to {last}") };
        report.not_checked(format!("no record of {issues} was given"));
    }
    Ok(())
}

/// How units look alike in a copy: place, counter, damage, the entry they rest on.
type LooksLike = (String, String, u32, Option<String>);

/// The same of a guess, which claims nothing.
type Guess = (String, String, u32);

fn copy_is_the_view(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    let copies = case.wants_copies()?;
    let ledgers = case.wants_ledgers()?;
    let issue = case.wants_records()?.iter().map(|record| record.issue).max().unwrap_or(0);
    for (side, copy) in copies {
        let own = case.now.side_of(side);
        let Some(ledger) = ledgers.get(own) else {
            report.not_checked(format!("needs --ledger {side}=FILE"));
            continue;
        };
        let due = due(&case.now, ledger, own, issue);
        let mut shown: BTreeMap<LooksLike, u32> = BTreeMap::new();
        let mut pieces: BTreeMap<LooksLike, Vec<&BoardUnit>> = BTreeMap::new();
        for unit in copy.held.units.iter().filter(|unit| unit.side == own || unit.claims.is_some()) {
            *shown.entry(looks(&copy.held, unit)).or_default() += unit.count;
            pieces.entry(looks(&copy.held, unit)).or_default().push(unit);
        }
        let left = case.returned.get(side).map(ghosts_left);
        // A ghost is where the ledger has it, or as its side left it (6.8.1).
        let as_left =
            |entry: &str| left.as_ref().is_some_and(|left| of_entry(left, entry).eq(of_entry(&shown, entry)));
        let all: BTreeSet<&LooksLike> = due.keys().chain(shown.keys()).collect();
        for key in all.into_iter().filter(|(.., entry)| !entry.as_deref().is_some_and(as_left)) {
            let count = |of: &BTreeMap<LooksLike, u32>| of.get(key).copied().unwrap_or(0);
            let (expected, found) = (count(&due), count(&shown));
            if expected != found {
                let (place, counter, _, entry) = key;
                let by = entry.as_ref().map(|entry| format!(" by entry {entry}")).unwrap_or_default();
                let message = format!(
                    "{place} shows {found} of {counter}{by}, and the view of the master has {expected}"
                );
                let here = pieces.get(key).into_iter().flatten().map(|unit| (&copy.held, *unit));
                report.add(in_copy(side, case.now.place(place).as_ref(), here, message));
            }
        }
        mock_ups(case, side, own, report);
        open_facts(case, side, &copy.held, report);
    }
    Ok(())
}

fn looks(view: &Boards, unit: &BoardUnit) -> LooksLike {
    let claim = unit.claims.as_ref().map(|claim| claim.trim().to_owned());
    (unit.place.to_string(), unit.called(view.pack()), unit.damage, claim)
}

/// What the copy of a side has to show of an opened master: its own units, and the ghosts of its ledger (6.8.1).
fn due(master: &Boards, ledger: &Ledger, side: &str, issue: u32) -> BTreeMap<LooksLike, u32> {
    let board = Aafog.side_board(&master.situation, ledger, side, issue);
    let mut due: BTreeMap<LooksLike, u32> = BTreeMap::new();
    for unit in board.own.iter().filter_map(|ix| master.unit(*ix)) {
        *due.entry(looks(master, unit)).or_default() += unit.count;
    }
    for ghost in &board.ghosts {
        let nation = master.pack().nations.get(&*ghost.counter.nation);
        let class = UnitClass::of_kind(&ghost.counter.kind).map_or("", UnitClass::name);
        let name = format!("{} {class}", nation.map_or("", |nation| &nation.adjective));
        let damage = match ghost.number {
            Some(number) => u32::try_from(number).unwrap_or(0),
            None => u32::from(!ghost.states.is_empty()),
        };
        let key = (ghost.place.to_string(), name, damage, Some(ghost.entry.to_string()));
        *due.entry(key).or_default() += 1;
    }
    due
}

/// The ghosts of a copy that came back.
fn ghosts_left(view: &Boards) -> BTreeMap<LooksLike, u32> {
    let mut left: BTreeMap<LooksLike, u32> = BTreeMap::new();
    for unit in view.units.iter().filter(|unit| unit.claims.is_some()) {
        *left.entry(looks(view, unit)).or_default() += unit.count;
    }
    left
}

fn of_entry<'m>(
    ghosts: &'m BTreeMap<LooksLike, u32>,
    entry: &'m str,
) -> impl Iterator<Item = (&'m LooksLike, &'m u32)> {
    ghosts.iter().filter(move |((.., claim), _)| claim.as_deref() == Some(entry))
}

/// Guesses of the side are those of the copy that it gave back, where that is given. A ghost too many there, or one
/// with a claim of its own making, is a guess.
fn mock_ups(case: &Case<Boards>, side: &str, own: &str, report: &mut Report<'_>) {
    let Some((returned, copy)) = case.returned.get(side).zip(case.copies.get(side)) else { return };
    let layer = |view: &Boards, claimed_too: bool| {
        let mut layer: BTreeMap<Guess, u32> = BTreeMap::new();
        let others = view.units.iter().filter(|unit| unit.side != own && !unit.side.is_empty());
        for unit in others.filter(|unit| claimed_too || unit.claims.is_none()) {
            let (place, counter, damage, _) = looks(view, unit);
            *layer.entry((place, counter, damage)).or_default() += unit.count;
        }
        layer
    };
    let (least, most, shown) = (layer(returned, false), layer(returned, true), layer(&copy.held, false));
    let differs = |key: &&Guess| {
        let [least, most, shown] = [&least, &most, &shown].map(|layer| layer.get(*key).copied().unwrap_or(0));
        !(least..=most).contains(&shown)
    };
    if let Some((place, counter, _)) = most.keys().chain(shown.keys()).find(differs) {
        let message = format!("the side's own guesses are not as it left them: {counter} in {place}");
        report.add(in_copy(side, case.now.place(place).as_ref(), [], message));
    }
}

/// The turn, the income and who holds what are open to all.
fn open_facts(case: &Case<Boards>, side: &str, held: &Boards, report: &mut Report<'_>) {
    let open = |word: &str| word == "turn" || word.ends_with("-income");
    for (word, value) in case.now.situation.values.iter().filter(|(word, _)| open(word.as_str())) {
        if held.situation.values.get(word.as_str()).is_some_and(|shown| shown != value) {
            let message = format!("{word} differs from the view of the master");
            report.add(in_copy(side, None, [], message));
        }
    }
    let (due, shown) = (&case.now.situation.control, &held.situation.control);
    for (place, power) in
        due.iter().filter(|(place, power)| shown.get(*place).is_none_or(|shown| shown != *power))
    {
        let message = format!("{place} is not shown as held by {power}, as the view of the master has it");
        report.add(in_copy(side, Some(place), [], message));
    }
}

fn cargo_of_an_enemy_transport(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    for (side, copy) in case.wants_copies()? {
        let view = &copy.held;
        let own = view.side_of(side);
        let transports = view.units.iter().filter(|unit| unit.class == UnitClass::Tr && unit.side != own);
        for transport in transports {
            let cargo: Vec<_> = view.units.iter().filter(|unit| unit.carrier == Some(transport.ix)).collect();
            if !cargo.is_empty() {
                let place = &transport.place;
                let ship = transport.called(view.pack());
                let message = format!("{ship} in {place} is shown with what it carries");
                let pieces = cargo.into_iter().map(|unit| (view, unit));
                report.add(in_copy(side, Some(place), pieces, message));
            }
        }
    }
    Ok(())
}
