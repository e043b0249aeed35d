//! Mutants: a legal position in which exactly one demand is broken, and the table of how many of them are found.

mod air;
mod cargo;
mod carriers;
mod control;
mod economy;
mod hand;
mod markers;
mod moves;
mod ports;
mod roster;
mod stacking;
mod supply;
mod tracks;

use std::collections::BTreeSet;
use std::fmt::Write;

use liege::rules::check::Filter;

use super::{game, world};
use crate::pages::{case_of, direct};
use crate::positions::{Dice, Layout, Time, legal_at};
use crate::volume;

/// How a broken demand shows.
pub enum Shows {
    /// In the position.
    Now,
    /// In the position, by another reading of a choice.
    WithChoice(&'static str),
    /// Beside these earlier positions, the first a save, the others steps of the log.
    Since(Vec<Vec<String>>),
}

/// A way to break a demand.
#[derive(Clone)]
pub struct Mutator {
    /// The check that is to find it.
    pub id: &'static str,
    /// The months and steps in which the demand can be broken so.
    pub when: fn(&Time) -> bool,
    /// Breaks the demand; none where the position does not allow it.
    pub breaks: fn(&mut Layout<'_>) -> Option<Shows>,
}

const fn mutator(
    id: &'static str,
    when: fn(&Time) -> bool,
    breaks: fn(&mut Layout<'_>) -> Option<Shows>,
) -> Mutator {
    Mutator { id, when, breaks }
}

fn always(_: &Time) -> bool {
    true
}

/// Tables of mutators by topic.
const TABLES: &[&[Mutator]] = &[
    stacking::ALL,
    ports::ALL,
    air::ALL,
    carriers::ALL,
    cargo::ALL,
    control::ALL,
    supply::ALL,
    markers::ALL,
    moves::ALL,
    roster::ALL,
    tracks::ALL,
    economy::ALL,
];

/// Breaks as many demands of a position as its month and step allow, but for those that another position shows.
pub fn spoil(layout: &mut Layout<'_>) {
    for mutator in
        [stacking::ALL, ports::ALL, air::ALL, carriers::ALL, cargo::ALL, control::ALL, markers::ALL].concat()
    {
        if (mutator.when)(&layout.time) {
            let _ = (mutator.breaks)(layout);
        }
    }
}

/// How often a mutator is tried for each mutant that is wanted: a position may not allow it.
const TRIES: u64 = 12;

/// What came of one mutator.
#[derive(Default)]
struct Score {
    made: u64,
    found: u64,
    missed: Vec<String>,
    message: String,
}

fn text_of(layout: &Layout<'_>, shows: &Shows) -> String {
    match shows {
        Shows::Now => layout.text(),
        Shows::WithChoice(choice) => format!("choice {choice}\n{}", layout.text()),
        Shows::Since(earlier) => {
            let text = layout.text();
            let (head, now) = text.split_at(text.find("phase:").unwrap_or(0));
            let mut story = head.to_owned();
            for (ix, lines) in earlier.iter().enumerate() {
                let _ =
                    writeln!(story, "{}\n{}", if ix == 0 { "before:" } else { "step:" }, lines.join("\n"));
            }
            format!("{story}now:\n{now}")
        }
    }
}

fn score(mutator: &Mutator, wanted: u64) -> Score {
    let world = world();
    let times: Vec<&Time> = world.times.iter().filter(|time| (mutator.when)(time)).collect();
    let filter = Filter { only: BTreeSet::from([mutator.id.to_owned()]), ..Filter::default() };
    let mut score = Score::default();
    for seed in 0..wanted * TRIES {
        if score.made == wanted {
            break;
        }
        // Each demand has positions of its own.
        let own = mutator.id.bytes().fold(seed, |sum, byte| sum.wrapping_mul(131).wrapping_add(byte.into()));
        let mut dice = Dice::of(own);
        let Some(time) = dice.one(&times) else { break };
        let mut layout = legal_at(world, own, (*time).clone());
        let Some(shows) = (mutator.breaks)(&mut layout) else { continue };
        let text = text_of(&layout, &shows);
        let make = |pack: &_, name: &str, text: &str| direct(pack, name, text);
        let checked = game().open(&case_of(&world.pack, &make, mutator.id, &text)).check(&filter);
        score.made += 1;
        match checked.findings.first() {
            Some(finding) => {
                score.found += 1;
                let help = finding.help.as_deref().unwrap_or_default();
                assert!(!help.is_empty(), "{}: {} - and what to do?", mutator.id, finding.message);
                score.message = format!("{} ({help})", finding.message);
            }
            None => score.missed.push(text),
        }
    }
    score
}

/// Mutants of each mutator; `LIEGE_MUTANTS` asks for more.
fn wanted() -> u64 {
    volume::asked("LIEGE_MUTANTS", 1)
}

/// Only the demands whose ids start so; `LIEGE_DEMAND` asks for them.
fn asked(id: &str) -> bool {
    std::env::var("LIEGE_DEMAND").map_or(true, |word| id.starts_with(&word))
}

#[test]
fn a_position_in_which_one_demand_is_broken_is_reported() {
    let mut table = String::new();
    let mut missed = String::new();
    for mutator in TABLES.iter().flat_map(|table| table.iter()).filter(|mutator| asked(mutator.id)) {
        let score = score(mutator, wanted());
        let _ = writeln!(
            table,
            "{} {:3} made {:3} found: {}",
            mutator.id, score.made, score.found, score.message
        );
        if score.made == 0 {
            let _ = writeln!(missed, "{}: no mutant could be made", mutator.id);
        }
        if let Some(text) = score.missed.first() {
            let _ = writeln!(missed, "{}: {} not found, such as\n{text}", mutator.id, score.missed.len());
        }
    }
    println!("{table}");
    assert!(missed.is_empty(), "{missed}");
}

#[test]
fn every_implemented_demand_has_a_mutator() {
    let has: BTreeSet<&str> =
        TABLES.iter().flat_map(|table| table.iter()).map(|mutator| mutator.id).collect();
    let guards =
        |id: &str| world().pack.demands.iter().any(|demand| demand.id == id && !demand.guards.is_empty());
    let metas = game().metas(&world().pack);
    let looks = metas.iter().filter(|meta| meta.page.is_some() && !guards(&meta.id));
    let without: Vec<&str> = looks.map(|meta| meta.id.as_str()).filter(|id| !has.contains(id)).collect();
    assert!(without.is_empty(), "demands without a mutator: {without:?}");
}
