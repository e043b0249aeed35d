//! Pages, choices, data and whatever may be typed: the habits that each of these procedures keeps.

use std::collections::BTreeSet;

use liege::rules::games::GAMES;
use liege::rules::play::dice::Seeded;
use proptest::prelude::*;

use super::super::page;
use super::super::sea::cells::{Runs, every_cell_decides};
use super::{Call, call, procedure};

const ALL: [&str; 8] = ["R03", "R04", "R05", "R08", "R35", "R37", "surrender-test", "change-of-base"];

/// For a procedure and a choice a run that the choice decides.
const RUNS: &[(&str, &str, &str)] = &[
    (
        "R03",
        "bombing_13_90",
        "bombers=5~x~B~18-20~US,5~x~B-29:B~2-20~US target=home-city initiative=attacker",
    ),
    ("R03", "dei_oil", "bombers=B~30-16 target=dei-oil"),
    ("R03", "ep_loss_time", "bombers=B~30-16 target=home-city on-track=40"),
    ("R03", "ep_negative", "bombers=B~90-16 target=home-city next-income=1"),
    ("R03", "long_range_drm", "bombers=B~30-16 target=home-city long-range=yes"),
    ("R03", "strategic_escort", "bombers=B~30-16 escorts=F~4-6 target=home-city"),
    ("R04", "ep_loss_time", "bombers=B~20-20[4]~US on-track=40"),
    ("R04", "ep_negative", "bombers=B~20-20[4]~US next-income=1"),
    ("R04", "long_range_drm", "bombers=B~20-20[4]~US long-range=yes"),
    ("R05", "ep_loss_time", "bombers=B~30-16~JP route=us on-track=40"),
    ("R05", "ep_negative", "bombers=B~90-16~JP route=us next-income=1"),
    ("R08", "ep_loss_time", "bomber=B~20-20[4]~US on-track=40"),
    ("R08", "ep_negative", "bomber=B~20-20[4]~US next-income=1"),
    ("R08", "long_range_drm", "bomber=B~20-20[4]~US long-range=yes"),
    ("R34", "bomber_defence", "base=9 air=B~5 side=defender"),
    ("R34", "inclement", "base=9 air=B~5 weather=wet severe"),
    ("R35", "max_steps", "cargo=infantry steps=3"),
    ("R37", "burma_rail_target", "bombers=B~30-16 target=burma-railway"),
    ("R37", "collateral_ground", "bombers=B~30-16 target=airbase capacity=9"),
    ("R37", "installation_result", "bombers=B~30-16 target=port"),
    ("change-of-base", "naval_phase_commit", "unit=F~4-6 stops=5"),
    (
        "R03",
        "launch_check_span",
        "bombers=B~30-16~US target=home-city interceptors=N~9-5/2~x~JP~carrier~@E,N~9-5/2~x~JP~carrier~@F defence-carriers=12~x~CV~1",
    ),
    ("R03", "return_fire_trigger", "bombers=B~20-20[4]~10-20[4]~US target=home-city interceptors=F~4-6/3~JP"),
    (
        "R04",
        "launch_check_span",
        "bombers=B~20-20[4]~US interceptors=N~9-5/2~x~JP~carrier~@E,N~9-5/2~x~JP~carrier~@F defence-carriers=12~x~CV~1",
    ),
    ("R04", "return_fire_trigger", "bombers=B~20-20[4]~10-20[4]~US interceptors=F~4-6/3~JP"),
    (
        "R05",
        "launch_check_span",
        "bombers=B~30-16~JP route=us interceptors=N~9-5/2~x~US~carrier~@E,N~9-5/2~x~US~carrier~@F defence-carriers=12~x~CV~1",
    ),
    ("R05", "return_fire_trigger", "bombers=B~9-9/(4)~9-9/(4)~JP route=us interceptors=F~4-6/3~US"),
    (
        "R08",
        "launch_check_span",
        "bomber=B~20-20[4]~US interceptors=N~9-5/2~x~JP~carrier~@E,N~9-5/2~x~JP~carrier~@F defence-carriers=12~x~CV~1",
    ),
    ("R08", "return_fire_trigger", "bomber=B~20-20[4]~10-20[4]~US interceptors=F~4-6/3~JP"),
    (
        "R35",
        "launch_check_span",
        "distance=5 transport=ATP~2~1~US interceptors=N~9-5/2~x~JP~carrier~@E,N~9-5/2~x~JP~carrier~@F defence-carriers=12~x~CV~1",
    ),
    (
        "change-of-base",
        "launch_check_span",
        "unit=B~4-16~US stops=5 interceptors=N~9-5/2~x~JP~carrier~@E,N~9-5/2~x~JP~carrier~@F defence-carriers=12~x~CV~1",
    ),
    ("change-of-base", "return_fire_trigger", "unit=B~20-20[4]~10-20[4]~US stops=5 interceptors=F~4-6/3~JP"),
    (
        "change-of-base",
        "interceptor_commit",
        "unit=B~4-16~US stops=5 phase=offensive interceptors=F~4-6/3~JP",
    ),
];

#[test]
fn each_page_tells_its_procedure_and_its_example_comes_out() {
    for id in ALL.into_iter().chain(["R34", "R36"]) {
        page::example_comes_out(id);
        page::tells_its_procedure(id);
    }
}

#[test]
fn each_reading_of_a_choice_decides_some_run() {
    for id in ALL.into_iter().chain(["R34"]) {
        for key in procedure(id).choices {
            let acted = GAMES[0].choices().iter().find(|acted| acted.key == *key).unwrap();
            let (.., typed) = RUNS.iter().find(|(of, choice, _)| *of == id && choice == key).unwrap();
            let apart = |seeds: u64| {
                let all = acted.readings.iter().map(|reading| {
                    // A blank inside of a reading is no blank between choices.
                    let settings = [format!("{key}={reading}")];
                    let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
                    let words: Vec<String> = typed.split(' ').map(|word| word.replace('~', " ")).collect();
                    let words: Vec<&str> = words.iter().map(String::as_str).collect();
                    let run = |seed: u64| {
                        let mut dice = Seeded::new(seed);
                        let policies = [("attacker", "weakest,fly,stay"), ("defender", "weakest,fly,stay")];
                        let call = Call { choices: &settings, policies: &policies, ..call(id, &words) };
                        let report = call.with(&mut dice).unwrap();
                        format!(
                            "{} {:?} {:?} {:?}",
                            report.result, report.lines, report.refused, report.deeds
                        )
                    };
                    (0..seeds).map(run).collect::<String>()
                });
                all.collect::<BTreeSet<_>>().len() == acted.readings.len()
            };
            // Most show it in the first rolls.
            assert!(apart(3) || apart(24), "{id} {key}");
        }
    }
}

/// Runs of strategic bombing.
const fn bombing(typed: &'static [&'static str]) -> Runs {
    ("R03", typed)
}

#[test]
fn every_cell_of_strategic_bombing_decides() {
    let at_once: Runs = bombing(&[
        "bombers=B~90-16 target=home-city on-track=25 | ep_loss_time=at_once",
        "bombers=B~90-16 target=home-city against=us on-track=25 | ep_loss_time=at_once",
        "bombers=B~90-16 target=home-city against=uk on-track=25 | ep_loss_time=at_once",
        "bombers=B~90-16 target=home-city against=australia on-track=25 | ep_loss_time=at_once",
        "bombers=B~90-16 target=home-city against=china on-track=25 | ep_loss_time=at_once",
        "bombers=B~90-16 target=home-city against=ussr on-track=25 | ep_loss_time=at_once",
    ]);
    let own: Runs = bombing(&[
        "bombers=B~9-16~JP target=home-city against=japan",
        "bombers=B~9-16~US target=home-city against=us",
        "bombers=B~9-16~UK target=home-city against=uk",
        "bombers=B~9-16~AU target=home-city against=australia",
        "bombers=B~9-16~CN target=home-city against=china",
        "bombers=B~9-16~SU target=home-city against=ussr",
    ]);
    let b29: Runs = bombing(&[
        "bombers=B~20-20[4]~US target=home-city long-range=yes",
        "bombers=B~20-20[4]~US target=home-city long-range=yes | long_range_drm=-1",
    ]);
    let fixed: Runs = bombing(&[
        "bombers=B~30-16 target=home-city night=yes",
        "bombers=B~30-16 target=dei-oil | dei_oil=fixed_2_5",
    ]);
    let fire: Runs = ("R04", &["bombers=B~20-20[4]~US date=1944-01"]);
    let bomb: Runs = (
        "R08",
        &[
            "bomber=B~20-20[4]~US date=1945-07 income=1",
            "bomber=B~20-20[4]~US income=1 home-cities=1 fallen=1",
        ],
    );
    let routes: Runs = (
        "R05",
        &[
            "bombers=B~9-16~JP route=us",
            "bombers=B~9-16~JP route=indian-ocean",
            "bombers=B~9-16~JP route=indian-ocean open=yes",
            "bombers=B~9-16~JP route=south-pacific",
        ],
    );
    let star: Runs = bombing(&[
        "bombers=3~x~B~30-16,6~x~B-29:B~2-16 target=home-city initiative=attacker | bombing_13_90=17*",
    ]);
    every_cell_decides(
        "rules/atpo/strategic_bombing.toml",
        12,
        &[
            ("effect 1", bombing(&["bombers=B~30-16 target=home-city"])),
            ("effect 2", bombing(&["bombers=B~30-16 target=city"])),
            ("effect 3", bombing(&["bombers=B~30-16 target=home-city,resource"])),
            ("effect 4", bombing(&["bombers=B~30-16 target=resource"])),
            ("effect 5", bombing(&["bombers=B~30-16 target=dei-oil"])),
            ("effect 6", bombing(&["bombers=B~30-16 target=rail"])),
            ("effect 7", bombing(&["bombers=B~30-16 target=capital"])),
            ("effect 8", bombing(&["bombers=B~30-16 target=unconquered-capital"])),
            ("columns", fixed),
            ("columns", fire),
            ("columns", bomb),
            ("dice", b29),
            ("b29", b29),
            ("star", star),
            ("from", fire),
            ("from", bomb),
            ("reserve", at_once),
            ("surrender", bomb),
            ("payer", at_once),
            ("payer", own),
            ("route", routes),
        ],
    );
}

#[test]
fn every_cell_of_attacks_on_installations_decides() {
    const FIRST: &[&str] = &[
        "bombers=A:B~60-16,C:B~9-16 target=airstrip:A;port:C capacity=3 fortified=yes",
        "bombers=A:B~60-16,C:B~9-16 target=small-airbase:A;port:C capacity=3 fortified=yes",
        "bombers=A:B~60-16,C:B~9-16 target=large-airbase:A;port:C capacity=3 fortified=yes",
    ];
    // Six throws in each run, so that each number of the dice comes up.
    const SIX_BASES: &[&str] = &[
        "bombers=A:B~60-16,C:B~60-16,E:B~60-16,G:B~60-16,I:B~60-16,K:B~60-16 capacity=6 \
        target=small-airbase:A;small-airbase:C;small-airbase:E;small-airbase:G;small-airbase:I;small-airbase:K",
    ];
    let ships: Runs = (
        "R20",
        &[
            "gunnery=30 target=airstrip fortified=yes",
            "gunnery=30 target=airbase fortified=yes",
            "gunnery=30 target=coastal-fort",
            "gunnery=30 target=fortification",
            "gunnery=30 target=permanent-fort",
            "gunnery=30 target=port fortified=yes",
            "gunnery=30 target=major-port fortified=yes",
            "gunnery=30 target=mulberry fortified=yes",
            "gunnery=30 target=radar fortified=yes",
            "gunnery=30 target=rocket-site fortified=yes",
            "gunnery=30 target=burma-railway fortified=yes",
        ],
    );
    let bombers: Runs = (
        "R37",
        &[
            "bombers=B~30-16 target=airbase fortified=yes",
            "bombers=B~30-16 target=coastal-fort",
            "bombers=B~30-16 target=fortification",
            "bombers=B~30-16 target=permanent-fort",
            "bombers=B~30-16 target=port fortified=yes",
            "bombers=B~30-16 target=major-port fortified=yes",
            "bombers=B~30-16 target=mulberry fortified=yes",
            "bombers=B~30-16 target=radar fortified=yes",
            "bombers=B~30-16 target=rocket-site fortified=yes",
            "bombers=B~30-16 target=burma-railway fortified=yes",
            "bombers=B~30-16 target=burma-railway fortified=yes | burma_rail_target=air~1/+2",
            "bombers=B~30-16 target=engineer fortified=yes",
        ],
    );
    every_cell_decides(
        "rules/atpo/installation_attack.toml",
        24,
        &[
            ("collateral", ("R37", SIX_BASES)),
            ("target 1", ("R37", FIRST)),
            ("target 3", ("R37", FIRST)),
            ("target 4", ("R37", FIRST)),
            ("target", ships),
            ("target", bombers),
        ],
    );
}

#[test]
fn every_cell_of_flights_decides() {
    let transport: Runs = (
        "R35",
        &[
            "cargo=infantry steps=1 distance=9",
            "cargo=infantry steps=2",
            "cargo=air-supply range=5",
            "distance=9 nation=JP",
        ],
    );
    let rebase: Runs = (
        "change-of-base",
        &[
            "unit=F~4-6 stops=5,5",
            "unit=F~4-6~unsupplied phase=offensive stops=5",
            "unit=F~4-7~US from=west-coast stops=panama",
            "unit=F~4-7~US from=west-coast stops=hawaii",
            "unit=F~4-7~US from=west-coast stops=alaska",
            "unit=F~4-6~US from=west-coast stops=panama",
            "unit=F~4-6~US from=west-coast stops=alaska",
        ],
    );
    every_cell_decides("rules/atpo/air_transport.toml", 1, &[("", transport), ("", rebase)]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_input_panics(
        which in 0usize..8,
        words in proptest::collection::vec((0usize..40, "[ -~é]{0,24}|[0-9]{1,12}|yes|no|1945-08"), 0..8),
        face in 1u8..=6,
    ) {
        let keys = procedure(ALL[which]).keys;
        let mut words: Vec<String> =
            words.iter().map(|(key, value)| format!("{}={value}", keys[key % keys.len()].name)).collect();
        words.sort();
        words.dedup_by_key(|word| word.split('=').next().map(str::to_owned));
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let _ = call(ALL[which], &words).tried(&[face, face]);
    }

    #[test]
    fn lists_of_bombers_targets_and_stops_never_panic(
        which in 0usize..5,
        list in "((3|2 x|A:|B|N|4-16|20-20\\[4\\]|US|JP|port|radar:|city|and|rail|hawaii|carrier|12|depleted|;|,|99999999999) ?){0,12}",
    ) {
        let (id, key, more) = [
            ("R03", "bombers", "target=home-city"),
            ("R03", "target", "bombers=B 9-16"),
            ("R37", "bombers", "target=port"),
            ("R37", "target", "bombers=A:B 9-16, B:B 4-16"),
            ("change-of-base", "stops", "unit=N 4-5"),
        ][which];
        let list = format!("{key}={list}");
        let _ = call(id, &[&list, more]).tried(&[1, 2]);
    }
}
