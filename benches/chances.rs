//! Chances of land combat, of links of a chain at sea, of naval combat and of a battle with sixteen ships: exact, and from
//! samples on one and all processors.

use criterion::{Criterion, criterion_group, criterion_main};
use liege::rules::atpo::forces::{ATTACKER, DEFENDER};
use liege::rules::atpo::procedures::PROCEDURES;
use liege::rules::atpo::sea::air_search::AirSearch;
use liege::rules::atpo::sea::batteries::CoastalBattery;
use liege::rules::atpo::sea::combat::NavalCombat;
use liege::rules::atpo::sea::mines::PortMines;
use liege::rules::atpo::sea::submarine::hunt::SubmarineAttack;
use liege::rules::data::{Embedded, Files};
use liege::rules::play::chances::{Chances, Limits, Merge, Method, exact, find, sampled};
use liege::rules::play::inputs::{GameWords, Inputs, pairs};
use liege::rules::play::procedure::{
    AnyProcedure, Asked, Coded, Policies, Policy, Procedure, Request, script,
};
use num_bigint::BigUint;

#[path = "../tests/support/naval.rs"]
mod naval;
#[path = "../tests/support/pools.rs"]
mod pools;

use naval::{EIGHT_AGAINST_EIGHT, Naval, State, admiral, duellist};
use pools::Pools;

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

fn fought(
    policy: &dyn Policy<State>,
    limits: &Limits,
) -> liege::rules::play::chances::Chances<naval::Outcome> {
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

/// The words of its players, nations included.
fn words_of_atpo() -> GameWords {
    GameWords::read("atpo", &|path| Embedded.text(path).ok().map(str::to_owned))
}

/// A procedure with its tables read and its values typed in, ready for chances.
struct Ready<P: Procedure> {
    cx: P::Cx,
    battle: P::Battle,
    state: P::State,
    policies: Policies,
}

impl<P: Coded> Ready<P> {
    fn new(words: &[&str], policy: &str) -> Self {
        let table = pairs(words).expect("keys and values");
        let inputs = Inputs::read(&table, P::KEYS, &words_of_atpo()).expect("its keys");
        let cx = P::context(&Embedded, &[]).expect("the tables are there");
        let input = P::read(&inputs).expect("its values");
        let (battle, state) = P::begin(input, &cx).expect("nothing forbids it");
        let mut policies = Policies::default();
        P::ROLES.iter().for_each(|role| policies.policy(*role, policy));
        Self { cx, battle, state, policies }
    }

    /// What comes out where every roll can be followed.
    fn exact(&self) -> Chances<P::Outcome> {
        let found = find::<P>(&self.battle, &self.state, &self.cx, &self.policies, &Limits::default());
        let found = found.expect("it comes to an end");
        assert_eq!(found.method, Method::Exact);
        found
    }

    fn sampled(&self, seed: u64) -> Chances<P::Outcome> {
        let limits = Limits { seed, ..Limits::default() };
        sampled::<P>(&self.battle, &self.state, &self.cx, &self.policies, &limits).expect("it ends").0
    }
}

/// Measures the exact chances of one script, its reading included, after a look at one of its results.
fn of_script(
    criterion: &mut Criterion,
    name: &str,
    (entry, words): (&AnyProcedure, &[&str]),
    policy: &str,
    due: (&str, f64),
) {
    let table = pairs(words).expect("keys and values");
    let request = Request { files: &Embedded, settings: &[], table: &table };
    let mut policies = Policies::default();
    entry.roles.iter().for_each(|role| policies.policy(*role, policy));
    let found = || {
        let chances = entry.chances(&request, &policies, &Limits::default()).expect("its values").chances;
        chances.expect("it has chances")
    };
    let share = found().results.iter().find(|likely| likely.result == due.0).map_or(0.0, |likely| likely.p);
    assert!((share - due.1).abs() < 1e-9, "{name}: {} has {share}", due.0);
    criterion.bench_function(name, |bencher| bencher.iter(found));
}

/// The links of a chain: what happens to ships one after the other.
fn links(criterion: &mut Criterion) {
    let ships = "ships=Haguro:CA 2-8/1-6, 2 x DD 0-5/0-4";
    // Each of three ships is missed: 2d6 less 2 for the escorts against Armor 8, 5 and 5.
    let missed = 30.0 / 36.0 * (15.0 / 36.0f64).powi(2);
    let mines = (&script::<PortMines>(), &[ships, "port=minor"][..]);
    of_script(criterion, "link: port mines, three ships", mines, "", ("no hit", missed));
    let words = ["fortress=singapore", "ships=3 x CL 1-7/1-6"];
    let battery = (&script::<CoastalBattery>(), &words[..]);
    of_script(criterion, "link: coastal battery", battery, "damaged", ("no hit", 1.0 / 1296.0));
    let words = ["submarine=SS 3-5/2-5", "ships=Kaga:CV 0-9/0-7, 2 x DD 0-4/0-3, DE x-4"];
    let submarine = (&script::<SubmarineAttack>(), &words[..]);
    let due = ("detected", 36.0 / 46656.0);
    of_script(criterion, "link: submarine attack", submarine, "strongest,press", due);
    let words = ["air=FB 3, B 2", "submarine=I-19"];
    let search = (&script::<AirSearch>(), &words[..]);
    of_script(criterion, "link: search for a submarine", search, "", ("located", 5.0 / 6.0));
    criterion.bench_function("pools of 60 and 50 dice", |bencher| {
        bencher.iter(|| {
            let found = exact::<Pools>(&[60, 50], &None, &(), &nobody, &Limits::default(), Merge::Equal);
            let found = found.expect("within the limits").0;
            // Nobody hits: two thirds to the power of 60, one half to the power of 50, as fractions in lowest terms.
            assert_eq!(found.total, BigUint::from(3u8).pow(60) << 50);
            assert_eq!(found.results::<Pools>()["0 against 0"], BigUint::from(2u8).pow(60));
        });
    });
}

fn nobody(_: &Option<u16>, _: &Asked<'_>) -> Option<usize> {
    None
}

/// Battles of the war at sea: two and three ships a side are followed, more are sampled.
fn naval_combat(criterion: &mut Criterion) {
    let words = ["attack=CA 3-9/2-7 JP, DD 0(3)-5/0(2)-4 JP", "defence=CL 2-8/1-6 US, DD 0(2)-5/0(1)-4 US"];
    let ready = Ready::<NavalCombat>::new(&words, "balanced");
    let (exact, rolled) = (ready.exact().shares::<NavalCombat>(), ready.sampled(1));
    for (result, seen) in rolled.shares::<NavalCombat>() {
        let share = exact.get(&result).copied().unwrap_or(0.0);
        let deviation = (share * (1.0 - share) / 20_000.0).sqrt();
        assert!((seen - share).abs() <= 5.0 * deviation + 1e-3, "{result}: {share} exact, {seen} rolled");
    }
    criterion.bench_function("naval combat, two against two", |bencher| bencher.iter(|| ready.exact()));
    let large = [
        (
            "naval combat, four against four, 20,000 samples",
            "attack=2 x CA 3-9/2-7 JP, 2 x DD 0(3)-5/0(2)-4 JP",
            "defence=2 x CL 2-8/1-6 US, 2 x DD 0(2)-5/0(1)-4 US",
        ),
        (
            "naval combat, eight against eight, 20,000 samples",
            "attack=BB 5-11/3-9 JP, 2 x CA 3-9/2-7 JP, 2 x CL 2-7/1-5 JP, 3 x DD 0(3)-5/0(2)-4 JP",
            "defence=BB 5-10/3-8 US, 2 x CA 2-8/1-6 US, 2 x CL 1-7/0-6 US, 3 x DD 0(2)-5/0(1)-4 US",
        ),
    ];
    for (name, attack, defence) in large {
        let ready = Ready::<NavalCombat>::new(&[attack, defence], "balanced");
        criterion.bench_function(name, |bencher| {
            let mut seed = 0;
            bencher.iter(|| {
                seed += 20_000;
                ready.sampled(seed)
            });
        });
    }
}

criterion_group!(benches, on_land, at_sea, links, naval_combat);
criterion_main!(benches);
