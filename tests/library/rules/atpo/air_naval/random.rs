//! Attacks at random: each ends, its chances make the whole, and rolled attacks fall as often as the chances say.

use std::collections::BTreeMap;

use liege::rules::atpo::air::naval::AirNavalAttack;
use liege::rules::atpo::air::naval::kamikaze::KamikazeAttack;
use liege::rules::chances::{self, Limits};
use liege::rules::data::Embedded;
use liege::rules::dice::Seeded;
use liege::rules::inputs::{Inputs, KeySynonyms, pairs};
use liege::rules::procedure::{Coded, Ended, Log, Orders, Policies, Role, drive};
use proptest::prelude::*;

use super::call;

/// Numbers that follow from a seed.
struct Chance(u64);

impl Chance {
    fn up_to(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % (most + 1)
    }

    fn of<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.up_to(list.len() - 1)]
    }

    fn some(&mut self, most: usize, list: &[&str]) -> String {
        let count = 1 + self.up_to(most - 1);
        (0..count).map(|_| self.of(list)).collect::<Vec<_>>().join(", ")
    }
}

const PLANES: &[&str] = &[
    "N 2-5/3 1-5/3 JP",
    "N 3-5/3 2-5/3 JP",
    "army B 4-5 2-5 JP",
    "navy B 2-16 1-16 JP",
    "FB 1-4 x JP",
    "floatplane 1-14 x JP",
    "2 x N 1-5 JP",
    "B 2-5 depleted JP halved",
];
const SHIPS: &[&str] = &[
    "CV 0-9/0-7",
    "BB 5-12/3-9",
    "CA 2-8/1-6 S1",
    "2 x DD 1-5/0-4",
    "CL 12-7/9-6 aa NL",
    "STP 5",
    "2 x STP 4 1 point",
    "PT (1)-3/x",
    "SS 3-5/2-4 UK",
    "CVE 0-6/0-5 damaged",
];
const WHERE: &[&str] = &["coastal=no", "coastal=yes", "port=minor", "port=major", "moonlit=yes"];
const POLICIES: &[&str] =
    &["aggressive", "balanced", "cautious", "carriers,transports,weakest,keep", "strongest,use"];

/// One attack of small forces: its words, and the attacker's policy.
fn attack(chance: &mut Chance, kamikaze: bool) -> (Vec<String>, &'static str) {
    let ships: Vec<&str> =
        SHIPS.iter().copied().filter(|ship| !kamikaze || !ship.starts_with("SS")).collect();
    let mut words = vec![
        format!("air={}", chance.some(2, PLANES)),
        format!("ships={}", chance.some(3, &ships)),
        chance.of(WHERE).to_owned(),
    ];
    if chance.up_to(3) == 0 {
        words.push(format!("others={}", chance.of(&ships)));
    }
    if chance.up_to(4) == 0 {
        words.extend(["magic=2".to_owned(), "magic-side=defender".to_owned()]);
    }
    (words, POLICIES[chance.up_to(POLICIES.len() - 1)])
}

fn falls_as_it_should<P: Coded>(words: &[String], policy: &str, rolled: u32) {
    let table = pairs(words).unwrap();
    let inputs = Inputs::read(&table, P::KEYS, &KeySynonyms::default()).unwrap();
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

#[test]
fn hundreds_of_attacks_fall_as_their_chances_say() {
    let mut chance = Chance(1941);
    for _ in 0..200 {
        let (words, policy) = attack(&mut chance, false);
        falls_as_it_should::<AirNavalAttack>(&words, policy, 120);
    }
    for _ in 0..100 {
        let (words, policy) = attack(&mut chance, true);
        falls_as_it_should::<KamikazeAttack>(&words, policy, 120);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_input_panics(kamikaze: bool, words in proptest::collection::vec((0usize..60, "[ -~é]{0,24}"), 0..6), face in 1u8..=6) {
        let id = if kamikaze { "R32" } else { "R31" };
        let keys = super::super::call::procedure(id).keys;
        let mut words: Vec<String> =
            words.iter().map(|(key, value)| format!("{}={value}", keys[key % keys.len()].name)).collect();
        words.sort();
        words.dedup_by_key(|word| word.split('=').next().map(str::to_owned));
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let _ = call(id, &words, &[]).tried(&[face, face]);
    }
}
