//! A procedure as a player runs it, with words, faces, choices and a policy for each side.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::collections::BTreeMap;

use liege::rules::data::{Embedded, Files as _};
use liege::rules::games::GAMES;
use liege::rules::play::chances::{self, Likely, Limits, Told};
use liege::rules::play::choices::Setting;
use liege::rules::play::dice::{Dice, Given, Seeded};
use liege::rules::play::inputs::{GameWords, Inputs, pairs};
use liege::rules::play::procedure::{
    AnyProcedure, Coded, Ended, Log, Orders, Policies, Request, Resolution, Role, RunError, drive,
};

/// The procedure that a word of the command line means.
pub fn procedure(word: &str) -> AnyProcedure {
    let all = GAMES[0].all_procedures(&|path| Embedded.text(path).ok().map(str::to_owned)).unwrap();
    all.into_iter().find(|entry| entry.is_called(word)).unwrap()
}

/// What a player types.
#[derive(Clone, Copy, Default)]
pub struct Call<'a> {
    pub procedure: &'a str,
    pub words: &'a [&'a str],
    pub choices: &'a [&'a str],
    pub policies: &'a [(&'static str, &'a str)],
}

impl Call<'_> {
    fn settings(&self) -> Vec<Setting> {
        self.choices.iter().map(|choice| choice.parse().unwrap()).collect()
    }

    pub fn with(&self, dice: &mut dyn Dice) -> Result<Resolution, RunError> {
        self.resolve(dice, &mut Orders::default())
    }

    fn resolve(&self, dice: &mut dyn Dice, orders: &mut Orders) -> Result<Resolution, RunError> {
        let (table, settings) = (pairs(self.words).unwrap(), self.settings());
        let request = Request { files: &Embedded, settings: &settings, table: &table };
        self.policies.iter().for_each(|(side, words)| orders.policy(Role::new(side), words));
        procedure(self.procedure).run(&request, dice, orders)
    }

    pub fn ordered(&self, faces: &[u8], orders: &mut Orders) -> Resolution {
        self.resolve(&mut Given::new(faces), orders).unwrap()
    }

    pub fn tried(&self, faces: &[u8]) -> Result<Resolution, RunError> {
        self.with(&mut Given::new(faces))
    }

    pub fn run(&self, faces: &[u8]) -> Resolution {
        self.tried(faces).unwrap_or_else(|error| panic!("{:?}: {error}", self.words))
    }

    pub fn told(&self) -> Told {
        self.told_within(&Limits::default())
    }

    pub fn told_within(&self, limits: &Limits) -> Told {
        let (table, settings) = (pairs(self.words).unwrap(), self.settings());
        let request = Request { files: &Embedded, settings: &settings, table: &table };
        let mut policies = Policies::default();
        self.policies.iter().for_each(|(side, words)| policies.policy(Role::new(side), words));
        let report = procedure(self.procedure).chances(&request, &policies, limits).unwrap();
        report.chances.unwrap()
    }

    pub fn chances(&self) -> Likelihood {
        let told = self.told();
        let results: BTreeMap<String, f64> =
            told.results.into_iter().map(|row| (row.result, row.p)).collect();
        let sum: f64 = results.values().sum();
        assert!((sum - 1.0).abs() < 1e-9, "{:?}: {sum}", self.words);
        Likelihood { results, exact: told.exact }
    }

    /// Each result with its weight, after a look at whether all weights make the whole, exactly.
    pub fn weights(&self) -> (Vec<(String, u64)>, u64) {
        let told = self.told();
        assert!(told.exact, "{:?}", self.words);
        // Fractions are in lowest terms, each row with the same denominator.
        let number = |row: &Likely, name: &str| row.row[name].as_u64().unwrap();
        let of = number(&told.results[0], "of");
        let row = |row: &Likely| {
            assert_eq!(number(row, "of"), of);
            (row.result.clone(), number(row, "weight"))
        };
        let rows: Vec<(String, u64)> = told.results.iter().map(row).collect();
        assert_eq!(rows.iter().map(|(_, weight)| weight).sum::<u64>(), of, "{:?}", self.words);
        (rows, of)
    }
}

/// The chance of each result, after a look at whether all make the whole.
pub struct Likelihood {
    pub results: BTreeMap<String, f64>,
    pub exact: bool,
}

/// The words of the game's players.
pub fn words_of_atpo() -> GameWords {
    GameWords::read("atpo", &|path| Embedded.text(path).ok().map(str::to_owned))
}

/// The values of a report's lines with this label.
pub fn values<'r>(report: &'r Resolution, label: &str) -> Vec<&'r str> {
    report.lines.iter().filter(|line| line.label == label).map(|line| line.value.as_str()).collect()
}

/// Looks at whether a procedure rolled so often, with these words and one policy for both sides, ends as often as its
/// chances say, within five sigma; rare results count as one.
pub fn falls_as_it_should<P: Coded>(words: &[&str], policy: &str, rolled: u32) {
    let table = pairs(words).unwrap();
    let inputs = Inputs::read(&table, P::KEYS, &words_of_atpo()).unwrap();
    let cx = P::context(&Embedded, &[]).unwrap();
    let input = P::read(&inputs).unwrap();
    let Ok((battle, state)) = P::begin(input, &cx) else { panic!("{words:?} is refused") };
    let roles = ["attacker", "defender"].map(Role::new);
    let mut policies = Policies::default();
    roles.iter().for_each(|role| policies.policy(*role, policy));
    let found = chances::find::<P>(&battle, &state, &cx, &policies, &Limits::default()).unwrap();
    let shares = found.shares::<P>();
    let sum: f64 = shares.values().sum();
    assert!((sum - 1.0).abs() < 1e-9, "{words:?}: {sum}");
    assert!(found.weights.keys().all(|end| matches!(end, Ended::Done(_))), "{words:?} stops at a question");
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for seed in 0..u64::from(rolled) {
        let mut orders = Orders::default();
        roles.iter().for_each(|role| orders.policy(*role, policy));
        let dice = &mut Seeded::new(seed);
        let ended = drive::<P>(&battle, state.clone(), &cx, dice, &mut orders, &mut Log::silent()).unwrap();
        assert!(matches!(ended, Ended::Done(_)), "{words:?} stops at a question");
        *seen.entry(P::result(ended.outcome())).or_default() += 1;
    }
    assert!(seen.keys().all(|result| shares.contains_key(result)), "{words:?}: {seen:?}");
    // Rare results count as one.
    let mut common: BTreeMap<&str, (f64, u32)> = BTreeMap::new();
    for (result, p) in &shares {
        let name = if p * f64::from(rolled) < 10.0 { "rare" } else { result };
        let (share, count) = common.entry(name).or_default();
        *share += p;
        *count += seen.get(result).copied().unwrap_or(0);
    }
    for (result, (p, count)) in common {
        let due = p * f64::from(rolled);
        let sigma = (due * (1.0 - p)).max(0.0).sqrt().max(1.0);
        assert!(
            (f64::from(count) - due).abs() <= 5.0 * sigma,
            "{words:?} {policy} {result}: {count} of {due}"
        );
    }
}
