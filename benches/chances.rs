//! Chances of land combat, and of a battle at sea with sixteen ships: exact, and from samples on one and all processors.

use criterion::{Criterion, criterion_group, criterion_main};
use liege::rules::atpo::forces::{ATTACKER, DEFENDER};
use liege::rules::atpo::procedures::PROCEDURES;
use liege::rules::chances::{Limits, Merge, Told, exact, sampled};
use liege::rules::data::Embedded;
use liege::rules::inputs::pairs;
use liege::rules::procedure::{AnyProcedure, Policies, Policy, Procedure, Request};

#[path = "../tests/support/naval.rs"]
mod naval;

use naval::{EIGHT_AGAINST_EIGHT, Naval, State, admiral, duellist};

fn land_combat() -> Option<&'static AnyProcedure> {
    PROCEDURES.iter().find(|entry| entry.is_called("ATPO-R39"))
}

fn bench(criterion: &mut Criterion, name: &str, words: &[&str]) {
    let (Some(entry), Ok(table)) = (land_combat(), pairs(words)) else {
        return;
    };
    let request = Request { files: &Embedded, settings: &[], table: &table };
    criterion.bench_function(name, |bencher| {
        bencher.iter(|| {
            let mut policies = Policies::default();
            policies.policy(ATTACKER, "weakest,advance");
            policies.policy(DEFENDER, "retreat,weakest");
            entry.chances(&request, &policies, &Limits::default())
        });
    });
}

fn on_land(criterion: &mut Criterion) {
    bench(criterion, "land combat chances, totals", &["attack=15", "defence=7", "terrain=jungle"]);
    let units = [
        "attack=3 x 4/2 marine, 2 x 3/2, 1 para drop",
        "defence=3/2 JP, 2/2 JP, 1/1 JP, general Ushijima 1 JP",
    ];
    bench(criterion, "land combat chances, units", &units);
}

fn at_sea(criterion: &mut Criterion) {
    agree(&admiral, 100_000);
    criterion.bench_function("sixteen ships, exact", |bencher| {
        bencher.iter(|| fought(&admiral, &Limits::default()));
    });
    // Where each class fires at its own kind, too many states are possible for exact chances.
    for (threads, name) in [(1, "one processor"), (0, "all processors")] {
        let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(threads).build() else {
            continue;
        };
        criterion.bench_function(&format!("sixteen ships, 20,000 samples on {name}"), |bencher| {
            bencher.iter(|| {
                pool.install(|| {
                    let state = begun();
                    sampled::<Naval>(&(), &state, &(), &duellist, &Limits::default())
                })
            });
        });
    }
}

fn begun() -> State {
    Naval::begin(EIGHT_AGAINST_EIGHT, &()).map(|(_, state)| state).expect("nothing forbids this battle")
}

fn fought(policy: &dyn Policy<State>, limits: &Limits) -> liege::rules::chances::Chances<naval::Outcome> {
    exact::<Naval>(&(), &begun(), &(), policy, limits, Merge::Equal).expect("within the limits").0
}

/// The exact chances and those of seeded dice say the same: no share is further off than five standard deviations.
fn agree(policy: &dyn Policy<State>, samples: u32) {
    let patient = Limits { steps: u64::MAX, memory: usize::MAX, samples, ..Limits::default() };
    let exact = fought(policy, &patient);
    let rolled = sampled::<Naval>(&(), &begun(), &(), policy, &patient).expect("it ends").0;
    assert_eq!(exact.weights.values().sum::<num_bigint::BigUint>(), exact.total);
    let rolled_of = rolled.shares::<Naval>();
    for (result, share) in exact.shares::<Naval>() {
        let seen = rolled_of.get(&result).copied().unwrap_or(0.0);
        let deviation = (share * (1.0 - share) / f64::from(samples)).sqrt();
        assert!((seen - share).abs() <= 5.0 * deviation + 1e-4, "{result}: {share} exact, {seen} rolled");
    }
}

/// The chances of a procedure on values typed in, both sides going by the same words.
fn chances_of(procedure: &str, words: &[&str], policy: &str, limits: &Limits) -> Told {
    let entry = PROCEDURES.iter().find(|entry| entry.is_called(procedure)).expect("the game has it");
    let table = pairs(words).expect("keys and values");
    let request = Request { files: &Embedded, settings: &[], table: &table };
    let mut policies = Policies::default();
    for role in entry.roles {
        policies.policy(*role, policy);
    }
    entry.chances(&request, &policies, limits).expect("it has chances").chances.expect("it is not refused")
}

/// Battles of the war at sea: the words of both sides.
const SQUADRONS: [(&str, [&str; 2]); 4] = [
    (
        "naval combat, eight against eight of one class a side",
        ["8 x DD 0(3)-5/0(2)-4 JP", "8 x CL 1-7/0-6 US"],
    ),
    (
        "naval combat, eight against eight of two classes a side",
        ["2 x CA 3-9/2-7 JP, 6 x DD 0(3)-5/0(2)-4 JP", "3 x CA 2-8/1-6 US, 5 x DD 0(2)-5/0(1)-4 US"],
    ),
    (
        "naval combat, eight against eight, four and four",
        ["4 x CA 3-9/2-7 JP, 4 x DD 0(3)-5/0(2)-4 JP", "4 x CA 2-8/1-6 US, 4 x DD 0(2)-5/0(1)-4 US"],
    ),
    (
        "naval combat, four against four",
        ["2 x CA 3-9/2-7 JP, 2 x DD 0(3)-5/0(2)-4 JP", "2 x CL 2-8/1-6 US, 2 x DD 0(2)-5/0(1)-4 US"],
    ),
];

fn of_squadrons(criterion: &mut Criterion) {
    for (name, [attack, defence]) in SQUADRONS {
        let words = [&*format!("attack={attack}"), &*format!("defence={defence}")];
        let told = chances_of("R14", &words, "balanced", &Limits::default());
        assert!(told.exact, "{name}");
        criterion.bench_function(name, |bencher| {
            bencher.iter(|| chances_of("R14", &words, "balanced", &Limits::default()));
        });
    }
}

criterion_group!(benches, on_land, at_sea, of_squadrons);
criterion_main!(benches);
