//! Pages, exact chances, and that no input makes these procedures panic.

use proptest::prelude::*;

use super::super::call::{Call, procedure};
use super::super::page;
use super::super::sea::run;

const ALL: [&str; 5] = ["R02", "R25", "R26", "R33", "R61"];

#[test]
fn each_page_has_an_example_that_comes_out_and_all_keys_and_choices() {
    for id in ALL.into_iter().chain(["R27", "R28", "R29", "R30", "R31", "R32", "air-strike", "encounter"]) {
        page::example_comes_out(id);
        page::tells_its_procedure(id);
    }
}

#[test]
fn procedures_are_known_by_their_names() {
    let names = ["air-weather", "sea-reconnaissance", "land-reconnaissance", "carrier-coordination", "magic"];
    for (id, name) in ALL.into_iter().zip(names) {
        assert_eq!(procedure(name).id, format!("ATPO-{id}"));
    }
}

/// The weight of each result, in the order of the results.
fn weights(id: &str, words: &[&str]) -> (Vec<(String, u64)>, u64) {
    let (mut rows, of) = Call { procedure: id, words, ..Call::default() }.weights();
    rows.sort();
    (rows, of)
}

#[test]
fn chances_are_exact() {
    let told = |rows: &[(&str, u64)]| -> Vec<(String, u64)> {
        rows.iter().map(|(result, weight)| ((*result).to_owned(), *weight)).collect()
    };
    // 2 to 7 in 21, 8 and 9 in 9, 10 and 11 in 5, 12 in 1 of 36 ways.
    let flying =
        [("grounded", 1), ("no effect", 21), ("strength and range halved", 5), ("strength halved", 9)];
    assert_eq!(weights("R02", &["severe", "wet"]), (told(&flying), 36));
    assert_eq!(weights("R02", &["moderate", "wet"]), (told(&[("no effect", 1)]), 1));
    // 8 and more in 15 ways.
    let search = ["search", "air=B 4-10", "hexes=3"];
    assert_eq!(weights("R25", &search), (told(&[("located", 5), ("not located", 7)]), 12));
    let hex = ["air=B 4-10", "jungle"];
    assert_eq!(weights("R26", &hex), (told(&[("failure", 1), ("success", 1)]), 2));
    assert_eq!(weights("R61", &["maru", "submarines=2"]), (told(&[("+2 EP", 1)]), 1));
    let (rows, of) = weights("R25", &["air=B 4-10", "hexes=3"]);
    assert_eq!((rows.len(), rows.iter().map(|(_, weight)| weight).sum::<u64>()), (7, of));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_input_panics(
        which in 0usize..5,
        words in proptest::collection::vec((0usize..40, "[ -~é]{0,20}|[0-9]{1,12}|yes|no|1943-05|own|air"), 0..8),
        face in 1u8..=6,
    ) {
        let keys = procedure(ALL[which]).keys;
        let mut words: Vec<String> =
            words.iter().map(|(key, value)| format!("{}={value}", keys[key % keys.len()].name)).collect();
        words.sort();
        words.dedup_by_key(|word| word.split('=').next().map(str::to_owned));
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let _ = Call { procedure: ALL[which], words: &words, ..Call::default() }.tried(&[face, face, face]);
    }

    #[test]
    fn lists_never_panic(
        which in 0usize..5,
        list in "((3|2 x|CV|N2|Akagi|F|4-6/3|elite|é:|port|empty|STP|points|;|,|:|\\+|/|-|99999999999) ?){0,12}",
    ) {
        let (id, typed) = [
            ("R02", "severe monsoon air="),
            ("R25", "report ships="),
            ("R26", "air="),
            ("R33", "carriers="),
            ("R61", "air bombing value="),
        ][which];
        let _ = run(id, &format!("{typed}{}", list.replace(' ', "~")), &[1, 1, 1], &[]);
    }
}
