//! The list of battles at sea that a position declares: found, and each with the chances that the list tells of it.
#![allow(clippy::unwrap_used, reason = "a bench may fail loudly")]

use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use liege::rules::atpo::procedures::PROCEDURES;
use liege::rules::check::case::Case;
use liege::rules::data::{Embedded, Files};
use liege::rules::games::GAMES;
use liege::rules::play::battle::Battle;
use liege::rules::play::chances::Limits;
use liege::rules::play::procedure::{AnyProcedure, Ending, Policies, Request, Resolution};
use liege::rules::position::notation;
use liege::rules::position::situation::from_scenario;

/// Cruisers against cruisers in two hexes, a submarine against a transport, and guns off an airbase.
const DECLARED: &str = "game: atpo
date: 1942-08
control: JP E4229
at E4525: jp-ca-chokai engage, jp-ca-atago engage, jp-dd-5 engage, jp-dd-6 engage
at E4525: us-ca-quincy, us-ca-astoria, us-dd-2, us-stp-1
at E4526: jp-ca-kako engage, jp-ca-aoba engage, jp-ca-kinugasa engage, jp-ca-furutaka engage
at E4526: us-ca-vincennes, us-ca-chester, us-ca-portland, us-ca-louisville
at E4625: us-ss-1 submarine-attack
at E4625: jp-stp-1, jp-dd-7
at E4229: chit:small-airbase, chit:fortification
at E4229: us-ca-indianapolis bombardment target=\"E4229 airbase\"
";

/// The procedures of the battles.
const RESOLVED_BY: [&str; 4] = ["ATPO-R14", "ATPO-R14", "ATPO-R20", "ATPO-R21"];

fn procedure(battle: &Battle) -> &'static AnyProcedure {
    PROCEDURES.iter().find(|entry| entry.is_called(battle.procedure)).unwrap()
}

/// The chances of a battle while both sides are balanced.
fn chances(battle: &Battle) -> Resolution {
    let entry = procedure(battle);
    let request = Request { files: &Embedded, settings: &[], table: &battle.inputs };
    let mut policies = Policies::default();
    entry.roles.iter().for_each(|role| policies.policy(*role, "balanced"));
    entry.chances(&request, &policies, &Limits { samples: 4_000, ..Limits::default() }).unwrap()
}

fn declared(bench: &mut Criterion) {
    let game = GAMES[0];
    let pack = Arc::new(game.pack(&|path: &str| Embedded.text(path).ok().map(str::to_owned)).unwrap());
    let (scenario, faults) = notation::read("declared", DECLARED, &pack.terms.words);
    let (situation, more) = from_scenario(&pack, "declared", &scenario);
    assert!(faults.is_empty() && more.is_empty(), "{faults:?} {more:?}");
    let situation = Arc::new(situation);
    let find = || game.open(&Case::of(Arc::clone(&situation))).battles();
    let mut found: Vec<&str> = find().iter().map(|battle| battle.procedure).collect();
    found.sort_unstable();
    assert_eq!(found, RESOLVED_BY);
    bench.bench_function("find four battles at sea", |bencher| {
        bencher.iter(|| assert_eq!(find().len(), RESOLVED_BY.len()));
    });
    bench.bench_function("find four battles at sea, with their chances", |bencher| {
        bencher.iter(|| {
            for battle in find() {
                let report = chances(&battle);
                assert_eq!(report.status, Ending::Done, "{}", battle.id);
                assert!(report.chances.is_some_and(|told| told.exact), "{}", battle.id);
            }
        });
    });
}

criterion_group!(benches, declared);
criterion_main!(benches);
