//! Attacks at random: each ends, its chances make the whole, and rolled attacks fall as often as the chances say.

use liege::rules::atpo::air::naval::AirNavalAttack;
use liege::rules::atpo::air::naval::kamikaze::KamikazeAttack;
use proptest::prelude::*;

use super::call;
use crate::rules::atpo::call::falls_as_it_should;

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
    // The Dutch are none of those whom Magic helps.
    let is_helped = words[1].split(", ").any(|ship| !ship.ends_with("NL"));
    if chance.up_to(4) == 0 && is_helped {
        words.extend(["magic=2".to_owned(), "magic-side=defender".to_owned()]);
    }
    (words, POLICIES[chance.up_to(POLICIES.len() - 1)])
}

fn strs(words: &[String]) -> Vec<&str> {
    words.iter().map(String::as_str).collect()
}

#[test]
fn hundreds_of_attacks_fall_as_their_chances_say() {
    let mut chance = Chance(1941);
    for _ in 0..200 {
        let (words, policy) = attack(&mut chance, false);
        falls_as_it_should::<AirNavalAttack>(&strs(&words), policy, 120);
    }
    for _ in 0..100 {
        let (words, policy) = attack(&mut chance, true);
        falls_as_it_should::<KamikazeAttack>(&strs(&words), policy, 120);
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
