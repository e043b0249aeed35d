//! Whatever is typed, the procedures of mines and submarines come to an end or say what is wrong.

use liege::rules::data::Embedded;
use liege::rules::play::dice::Seeded;
use liege::rules::play::inputs::pairs;
use liege::rules::play::procedure::{Ending, Orders, Request, Role};
use proptest::prelude::*;

use super::super::page;
use super::{call, procedure};

const ALL: [&str; 10] =
    ["R09", "R12", "R13", "R20", "R21", "R23", "R24", "fort-mines", "cargo-loss", "air-loss"];

/// Procedures whose pages have their keys, questions and choices in this order, and an example with its result.
const PAGES: [&str; 13] = [
    "R09",
    "R12",
    "R13",
    "R20",
    "R21",
    "R23",
    "R24",
    "R31",
    "R32",
    "fort-mines",
    "encounter",
    "cargo-loss",
    "air-loss",
];

/// Lists of ships, of every kind.
const SHIPS: [&str; 6] = [
    "Kaga:CV 0-9/0-7, 2 x DD 0(3)-5/0(2)-4, DE x-4",
    "BB 5-13/3-10 damaged, CA 2-8 S1, PT (1)-3/x",
    "STP 5, STP x-5/x-4, 3 x STP 5 1 point",
    "6 x DD 0-5",
    "CL 1-7/1-6",
    "SS 3-5, CA 2-8/x",
];

#[test]
fn the_example_of_each_page_comes_out_as_it_tells() {
    PAGES.iter().for_each(|id| page::example_comes_out(id));
}

#[test]
fn each_page_tells_the_keys_questions_and_choices_of_its_procedure() {
    PAGES.iter().for_each(|id| page::tells_its_procedure(id));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_input_panics(which in 0usize..10, words in proptest::collection::vec((0usize..60, "[ -~é]{0,24}"), 0..6), face in 1u8..=6) {
        let keys = procedure(ALL[which]).keys;
        let mut words: Vec<String> =
            words.iter().map(|(key, value)| format!("{}={value}", keys[key % keys.len()].name)).collect();
        words.sort();
        words.dedup_by_key(|word| word.split('=').next().map(str::to_owned));
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let _ = call(ALL[which], &words).tried(&[face, face]);
    }

    #[test]
    fn every_encounter_ends(which in 0usize..8, ships in 0usize..6, others in 0usize..6, flag: bool, seed: u64, press: bool) {
        let (ships, others) = (format!("ships={}", SHIPS[ships]), format!("others={}", SHIPS[others]));
        let words: &[&str] = match ALL[which] {
            "R09" => &["submarine=SS 3-5/2-4 US", "escorts=3"],
            "R12" => &[&ships, "hex=W2112"],
            "R13" => &[&ships, "singapore"],
            "fort-mines" => &[&ships, "nation=JP", "date=1942-06"],
            "R20" => &[&ships, "airbase", "capacity=1"],
            "R21" if flag => &["submarine=SS 3-5/2-4 US", "date=1942-06", &ships, &others],
            "R21" => &["submarine=SS 3-5/2-4", "kaiten=yes", &ships, &others],
            "R23" if flag => &["submarine=SS 3-5/2-4", "ss-238", "date=1942-06", &ships],
            "R23" => &["submarine=SS 3-5/2-4", "midget", &ships],
            _ => &[&ships, &others],
        };
        let table = pairs(words).unwrap();
        let request = Request { files: &Embedded, settings: &["battery_screen=one_unit".parse().unwrap()], table: &table };
        let mut orders = Orders::default();
        orders.policy(Role::new("attacker"), if press { "damaged,press" } else { "strongest,dive" });
        orders.policy(Role::new("defender"), "transports,weakest");
        let report = procedure(ALL[which]).run(&request, &mut Seeded::new(seed), &mut orders).unwrap();
        prop_assert!(report.status != Ending::Open, "{:?}", report.open);
    }
}
