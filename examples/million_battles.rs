//! Fights a million naval battles of four ships against four and tells how long that takes:
//! `cargo run --release --example million_battles`.
#![allow(clippy::print_stdout, reason = "a tool that reports to its user")]
#![allow(clippy::disallowed_methods, reason = "a tool that looks at the clock")]

use std::collections::BTreeMap;
use std::error::Error;
use std::time::{Duration, Instant};

use liege::rules::atpo::sea::combat::NavalCombat;
use liege::rules::data::{Embedded, Files};
use liege::rules::play::chances::{Limits, Method, find, sampled};
use liege::rules::play::inputs::{GameWords, Inputs, pairs};
use liege::rules::play::procedure::{Coded, Policies, Procedure};

/// So many are fought.
const BATTLES: u32 = 1_000_000;
/// So many in one go.
const BATCH: u32 = 20_000;
/// No more than this on two processors.
const MOST: Duration = Duration::from_secs(60);

const WORDS: [&str; 2] = [
    "attack=2 x CA 3-9/2-7 JP, 2 x DD 0(3)-5/0(2)-4 JP",
    "defence=2 x CL 2-8/1-6 US, 2 x DD 0(2)-5/0(1)-4 US",
];

/// The words of its players, nations included.
fn words_of_atpo() -> GameWords {
    GameWords::read("atpo", &|path| Embedded.text(path).ok().map(str::to_owned))
}

fn main() -> Result<(), Box<dyn Error>> {
    let table = pairs(&WORDS).map_err(|faults| format!("{faults:?}"))?;
    let inputs = Inputs::read(&table, NavalCombat::KEYS, &words_of_atpo());
    let inputs = inputs.map_err(|faults| format!("{faults:?}"))?;
    let tables = NavalCombat::context(&Embedded, &[]).map_err(|error| format!("{error:?}"))?;
    let engagement = NavalCombat::read(&inputs).map_err(|faults| format!("{faults:?}"))?;
    let begun = NavalCombat::begin(engagement, &tables);
    let (battle, state) = begun.map_err(|refusals| format!("{refusals:?}"))?;
    let mut who = Policies::default();
    NavalCombat::ROLES.iter().for_each(|role| who.policy(*role, "balanced"));

    let started = Instant::now();
    let (mut fought, mut seen) = (0, BTreeMap::<String, f64>::new());
    while fought < BATTLES {
        let limits =
            Limits { samples: BATCH.min(BATTLES - fought), seed: fought.into(), ..Limits::default() };
        let batch = sampled::<NavalCombat>(&battle, &state, &tables, &who, &limits);
        let batch = batch.map_err(|error| error.to_string())?.0;
        let Method::Sampled { samples, .. } = batch.method else { return Err("no samples".into()) };
        for (result, share) in batch.shares::<NavalCombat>() {
            *seen.entry(result).or_default() += share * f64::from(samples);
        }
        fought += samples;
    }
    let took = started.elapsed();
    println!("{fought} battles in {took:.1?}");

    let counted: f64 = seen.values().sum();
    assert!((counted - f64::from(BATTLES)).abs() < 1.0, "{counted} battles have a result");
    let exact = find::<NavalCombat>(&battle, &state, &tables, &who, &Limits::default());
    for (result, share) in exact.map_err(|error| format!("{error:?}"))?.shares::<NavalCombat>() {
        let rolled = seen.get(&result).copied().unwrap_or(0.0) / counted;
        let deviation = (share * (1.0 - share) / counted).sqrt();
        assert!((rolled - share).abs() <= 5.0 * deviation + 1e-5, "{result}: {share} exact, {rolled} rolled");
    }
    assert!(took < MOST, "longer than {MOST:?}");
    Ok(())
}
