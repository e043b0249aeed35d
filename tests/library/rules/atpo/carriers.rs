//! Aircraft of carriers in an encounter at sea (ATPO-ENCOUNTER, 3.8.5), each scenario worked out by hand.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use liege::rules::data::{Embedded, Files as _};
use liege::rules::play::dice::Seeded;
use liege::rules::play::procedure::{Ending, Orders, Resolution, Role, RunError};
use proptest::prelude::*;

use super::call::{Call, values};
use crate::pages::command;

const ENTERPRISE: &str = "attack=Enterprise:CV 0-9-33/0-7-20 US";
const SCOUTS: &str = "strike=Scouts:N 2-4/2 1-4/2 US @Enterprise";
/// A little faster, until she is hit.
const SORYU: &str = "defence=Soryu:CV x-8-34/x-6-20 JP";
const ZEROS: &str = "patrol=Zeros:N 3-5/3 2-5/3 JP @Soryu";

fn meeting<'a>(words: &'a [&'a str], policies: &'a [(&'static str, &'a str)]) -> Call<'a> {
    Call { procedure: "naval-encounter", words, policies, choices: &[] }
}

/// In the own move off a coast, in June 1942.
fn off_coast<'a>(more: &[&'a str]) -> Vec<&'a str> {
    ["active", "coastal=yes", "date=1942-06"].into_iter().chain(more.iter().copied()).collect()
}

const BOTH: &[(&str, &str)] = &[("attacker", "balanced"), ("defender", "balanced")];
const RUNS: &[(&str, &str)] = &[("attacker", "balanced"), ("defender", "evade,balanced")];

fn changes(report: &Resolution) -> Vec<String> {
    report.deeds.iter().map(|deed| format!("{} {}", deed.subject(), deed.act.word())).collect()
}

/// Where a line first stands in a report.
fn at(report: &Resolution, label: &str) -> usize {
    report.lines.iter().position(|line| line.label == label).unwrap()
}

#[test]
fn aircraft_attack_before_evasion_and_a_hit_ship_cannot_run_any_more() {
    let words = off_coast(&[ENTERPRISE, SCOUTS, SORYU]);
    // Found by a 6. 2 + 3 + 3 is Armor 8; snake eyes miss and are a hit of the ship's own guns. Both shots of Enterprise miss.
    let report = meeting(&words, RUNS).run(&[6, 2, 3, 1, 1, 1, 1, 1, 1]);
    assert_eq!(
        report.result,
        "found: attacker no loss; defender 1 damaged; in the air attacker 1 depleted, defender no loss"
    );
    assert_eq!(changes(&report), ["Soryu reduce", "Scouts reduce", "interceptor mark", "both forces mark"]);
    assert_eq!(values(&report, "air attack"), ["1 Naval-Air unit"]);
    assert_eq!(values(&report, "speed"), ["does not help"]);
    assert!(
        at(&report, "air attack") < at(&report, "speed") && at(&report, "speed") < at(&report, "round 1")
    );
    assert_eq!(report.json["outcome"]["aircraft"]["attacker"]["units"][0]["state"], "depleted");
}

#[test]
fn kamikazes_attack_out_of_no_encounter() {
    let soryu = "attack=Soryu:CV x-8-34/x-6-20 JP";
    for unit in [
        "Zeros:N 3-5/3 2-5/3 JP @Soryu kamikaze",
        "special-kamikaze 4-2/(5) JP @Soryu",
        "Ohka 2-1/5 JP @Soryu",
    ] {
        let strike = format!("strike={unit}");
        let words = off_coast(&[soryu, &strike, "defence=Enterprise:CV 0-9-33/0-7-20 US"]);
        let error = meeting(&words, BOTH).tried(&[]).unwrap_err().to_string();
        assert!(error.contains("strike") && error.contains("normal attacks"), "{error}");
    }
}

#[test]
fn the_second_example_of_the_page_comes_out_as_it_tells() {
    let page = Embedded.text("rules/atpo/procedures/ATPO-ENCOUNTER.md").unwrap();
    let mut words = command(&page[page.find("A US carrier finds").unwrap()..]).split_off(1);
    let faces: Vec<u8> = words.pop().unwrap().split(',').map(|face| face.parse().unwrap()).collect();
    assert_eq!(words.split_off(words.len() - 3)[1], "attacker=balanced,defender=idle,evade,balanced");
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let policies = [("attacker", "balanced"), ("defender", "idle,evade,balanced")];
    let report = meeting(&words, &policies).run(&faces);
    let told = page.rsplit_once("The second: ").unwrap().1;
    assert!(told.contains(&format!("`{}`", report.result)), "{}", report.result);
}

#[test]
fn ships_that_all_aircraft_missed_may_still_evade_and_those_that_sank_are_fought_by_nobody() {
    let words = off_coast(&[ENTERPRISE, SCOUTS, SORYU]);
    // 1 + 3 + 3 and 2 + 2 + 3 miss Armor 8.
    let report = meeting(&words, RUNS).run(&[6, 1, 3, 2, 2]);
    assert_eq!(report.result, "found, evades");
    // 5 + 6 + 3 flips her, 6 + 4 + 3 sinks her.
    let report = meeting(&words, RUNS).run(&[6, 5, 6, 6, 4]);
    assert_eq!(report.result, "found: attacker no loss; defender 1 sunk");
    assert_eq!((values(&report, "speed").len(), values(&report, "round 1").len()), (0, 0));
}

#[test]
fn the_owner_says_of_each_unit_whether_it_attacks() {
    let words = off_coast(&[ENTERPRISE, SCOUTS, SORYU]);
    let open = meeting(&words, &[]).run(&[6]).open.unwrap();
    assert_eq!((open.by.word(), open.label, open.about.as_deref()), ("attacker", "launch", Some("Scouts")));
    assert_eq!(open.answers, ["fly", "stay"]);
    let stays = [("attacker", "aboard,balanced"), ("defender", "evade")];
    let report = meeting(&words, &stays).run(&[6]);
    assert_eq!((report.result.as_str(), values(&report, "air attack").len()), ("found, evades", 0));
    // Orders name the unit, and the orders of the strike serve the whole.
    let mut orders = Orders::default();
    let attacker = Role::new("attacker");
    orders.answer_for(attacker, "launch", "Scouts", "fly");
    orders.answer_for(attacker, "ship target", "Scouts", "Soryu");
    orders.answer(Role::new("defender"), "evade", "speed");
    let report = meeting(&words, &[]).ordered(&[6, 1, 3, 2, 2], &mut orders);
    assert_eq!((report.status, report.result.as_str()), (Ending::Done, "found, evades"));
    // Nobody is found, nobody flies.
    assert_eq!(meeting(&words, &[]).run(&[2]).result, "not found");
}

#[test]
fn aircraft_of_the_ships_that_were_found_meet_the_attack_even_from_another_mission() {
    let aloft = format!("{ZEROS} current");
    let words = off_coast(&[ENTERPRISE, SCOUTS, SORYU, &aloft]);
    // 3 + 3 - 2 is 4: the 4 aborts, and nobody is left to attack; then all shots miss.
    let report = meeting(&words, BOTH).run(&[6, 4, 1, 1, 1, 1]);
    assert_eq!(report.result, "found");
    assert_eq!(values(&report, "Zeros"), ["recalled"]);
    assert_eq!(values(&report, "Scouts"), ["abort", "aborted"]);
    assert_eq!(changes(&report), ["Zeros mark", "interceptor mark", "both forces mark"]);
    let open = meeting(&words, &[("attacker", "launch")]).run(&[6]).open.unwrap();
    assert_eq!((open.by.word(), open.label, open.about.as_deref()), ("defender", "intercept", Some("Zeros")));
    // In a strike of its own nobody is recalled.
    let alone = [
        "located=yes",
        "date=1942-06",
        "strike=Scouts:N 2-4/2 US as-bomber @Enterprise",
        "ships=Soryu:CV x-8 JP",
        "interceptors=Zeros:N 3-5/3 JP @Soryu carrier current",
    ];
    let strike = Call { procedure: "air-strike", ..meeting(&alone, BOTH) };
    assert_eq!(values(&strike.run(&[1, 3, 2, 2]), "intercept").len(), 0);
    let refused = ["located=yes", "strike=N 2-4/2 US current", "ships=CV x-8 JP"];
    let strike = Call { procedure: "air-strike", ..meeting(&refused, BOTH) };
    assert_eq!(strike.run(&[]).refused[0].rule, "4.14.1");
}

#[test]
fn who_is_kept_back_may_counter_intercept_and_does_not_bomb() {
    let two = "strike=Scouts:N 2-4/2 1-4/2 US @Enterprise, Cats:N 3-4/2 2-4/2 US @Enterprise";
    let words = off_coast(&[ENTERPRISE, two, SORYU, ZEROS]);
    let mut orders = Orders::default();
    let (attacker, defender) = (Role::new("attacker"), Role::new("defender"));
    orders.answer_for(attacker, "launch", "Scouts", "fly");
    orders.answer_for(attacker, "launch", "Cats", "stay");
    orders.answer_for(attacker, "counter-intercept", "Cats", "fly");
    orders.policy(attacker, "balanced");
    orders.policy(defender, "balanced,evade");
    let report = meeting(&words, &[]).ordered(&[6, 6, 6, 6, 6, 6, 6], &mut orders);
    assert_eq!(values(&report, "air attack"), ["1 Naval-Air unit"]);
    assert_eq!(values(&report, "counter-intercept"), ["fly"]);
    let flown = report.answers.iter().filter(|answer| answer.label == "flies as");
    let flown: Vec<&str> = flown.map(|answer| answer.answer.as_str()).collect();
    assert_eq!(flown, ["bomber"], "of Scouts; Zeros and Cats meet others, and fly as fighters");
    assert!(!report.lines.iter().any(|line| line.label.starts_with("Cats at Soryu")), "{:?}", report.lines);
}

#[test]
fn who_cannot_fly_is_told_with_the_reason() {
    for (attack, strike, more, (why, rule)) in [
        (ENTERPRISE, "strike=Scouts:N 2-4/2 US @Enterprise current", "", ("aloft", "3.8.5")),
        ("attack=Enterprise:CV 0-9-33/0-7-20 US damaged", SCOUTS, "", ("damaged", "4.6.2.3")),
        (ENTERPRISE, SCOUTS, "effect=grounded", ("weather", "3.8.5")),
    ] {
        let mut words = off_coast(&[attack, strike, SORYU]);
        words.extend((!more.is_empty()).then_some(more));
        let report = meeting(&words, RUNS).run(&[6]);
        assert_eq!(report.result, "found, evades");
        let told = report.lines.iter().any(|line| line.rule == rule && line.cause.contains(why));
        assert!(told, "{why}: {:?}", report.lines);
    }
    // Weather that halves strength leaves one attack of two.
    let words = off_coast(&[ENTERPRISE, SCOUTS, SORYU, "effect=strength"]);
    assert_eq!(meeting(&words, RUNS).run(&[6, 1, 3]).result, "found, evades");
    // A damaged carrier of the other side launches nothing, either.
    let damaged = "defence=Soryu:CV x-8-34/x-6-20 JP damaged";
    let words = off_coast(&[ENTERPRISE, SCOUTS, damaged, ZEROS]);
    let report = meeting(&words, BOTH).run(&[6, 6, 5]);
    assert_eq!(values(&report, "intercept").len(), 0);
    // What is aboard goes down with her.
    assert_eq!(
        report.result,
        "found: attacker no loss; defender 1 sunk; in the air attacker no loss, defender 1 eliminated"
    );
}

#[test]
fn what_the_rules_forbid_is_refused_and_what_does_not_fit_is_told_by_its_key() {
    for (words, rule) in [
        (off_coast(&[ENTERPRISE, SCOUTS, SORYU, "phase=offensive"]), "3.8.5"),
        (off_coast(&[ENTERPRISE, "strike=Scouts:N 2-4/2 US @Yorktown", SORYU]), "3.8.5"),
        (off_coast(&[ENTERPRISE, "strike=Scouts:N 2-4/2 US", SORYU]), "3.8.5"),
        (off_coast(&[ENTERPRISE, "strike=B 2-4 US @Enterprise", SORYU]), "3.8.5"),
        (off_coast(&["attack=Enterprise:CA 0-9-33 US", SCOUTS, SORYU]), "3.8.5"),
        (off_coast(&[ENTERPRISE, "strike=Scouts:N 2-4/2 US @Enterprise as-fighter", SORYU]), "4.10.1"),
    ] {
        assert_eq!(meeting(&words, BOTH).run(&[]).refused[0].rule, rule, "{words:?}");
    }
    for (words, key) in [
        (off_coast(&[ENTERPRISE, SORYU, ZEROS]), "patrol"),
        (off_coast(&[ENTERPRISE, SORYU, "counter=F 2-4/2"]), "counter"),
        (off_coast(&[ENTERPRISE, SCOUTS, SORYU, "patrol=nonsense"]), "patrol"),
        (off_coast(&[ENTERPRISE, SCOUTS, "defence=Soryu:CV x-8-34", "air-magic=1"]), "air-magic-side"),
        (vec!["automatic=enemy-port", "into-port=yes", "hex=W2112", ENTERPRISE, SCOUTS, SORYU], "port"),
    ] {
        match meeting(&words, BOTH).tried(&[]) {
            Err(RunError::Input(faults)) => assert_eq!(faults[0].key, key, "{words:?}"),
            other => panic!("{words:?}: {other:?}"),
        }
    }
}

#[test]
fn several_carriers_of_the_group_are_checked_when_several_units_launch() {
    let attack = "attack=A:CV 0-9-33/0-7-20 US, B:CV 0-9-33/0-7-20 US";
    let both = "strike=A1:N 1-4/2 US @A, B1:N 1-4/2 US @B";
    let words = off_coast(&[attack, both, SORYU, "carriers=A 2, B 5"]);
    // 1 + 1 is not more than two carriers; A's 2 is her capacity, B's is not. The one attack misses.
    let report = meeting(&words, RUNS).run(&[6, 1, 1, 2, 2, 1, 3]);
    assert_eq!(values(&report, "Carrier Coordination Check"), ["each carrier rolls"]);
    assert_eq!(values(&report, "B1"), ["1 attack"]);
    assert!(values(&report, "A1").is_empty(), "{:?}", report.lines);
    assert_eq!(report.result, "found, evades");
    // One unit alone needs no check.
    let alone = off_coast(&[attack, "strike=A1:N 1-4/2 US @A", SORYU, "carriers=A 2, B 5"]);
    let report = meeting(&alone, RUNS).run(&[6, 1, 3]);
    assert_eq!(
        (values(&report, "Carrier Coordination Check").len(), report.result.as_str()),
        (0, "found, evades")
    );
}

#[test]
fn moonlight_is_on_the_attack_too_and_a_moonless_night_prevents_it() {
    let words = ["reactive", "state=standby", "coastal=yes", "date=1942-06", ENTERPRISE, SCOUTS, SORYU];
    let dark = [("attacker", "balanced"), ("defender", "dark,evade,balanced")];
    let report = meeting(&words, &dark).run(&[5, 1]);
    assert_eq!((report.result.as_str(), values(&report, "launch").len()), ("found, hidden by night", 0));
    // A 2 is moonlight: 2 + 3 + 3 hits by day and does not with -1.
    let report = meeting(&words, &dark).run(&[5, 2, 2, 3, 1, 3]);
    assert_eq!(report.result, "found, evades");
    assert!(at(&report, "night") < at(&report, "launch"));
    let lines = report.lines.iter().filter(|line| line.label == "modifier: moonlight").count();
    assert_eq!(lines, 2, "{:?}", report.lines);
}

#[test]
fn each_group_flies_from_its_own_carriers_and_losses_go_on() {
    let words = off_coast(&[
        "attack=A:CV 0-9-40/0-7-20 US, 2 x DD x-5-40/x-4-30 US",
        "attack-2=B:CV 0-9-30/0-7-20 US, 2 x DD x-5-30/x-4-30 US",
        "strike=A1:N 1-4/2 US @A, B1:N 1-4/2 US @B",
        "defence=Soryu:CV x-8-45/x-6-41 JP",
        ZEROS,
    ]);
    let policies = [("attacker", "balanced"), ("defender", "evade,idle,balanced")];
    // A's group finds and flips her, B's group finds and sinks her with what is aboard.
    let report = meeting(&words, &policies).run(&[6, 4, 2, 6, 4, 1]);
    assert_eq!(
        report.result,
        "found by group 1, 2, evades group 1: attacker no loss; defender 1 sunk; in the air attacker no loss, defender 1 eliminated"
    );
    let asked = report.answers.iter().filter(|answer| answer.label == "launch").count();
    assert_eq!((asked, values(&report, "air attack").len()), (2, 2));
}

#[test]
fn aircraft_that_landed_elsewhere_do_not_go_down_with_their_carrier() {
    let words = off_coast(&[
        ENTERPRISE,
        "strike=Big:N 6-4/4 US @Enterprise",
        "defence=Soryu:CV x-8-34/x-6-20 JP",
        "patrol=Zeros:N 1-5/1 1-5/1 JP @Soryu",
        "bases=Midway 1",
    ]);
    let policies = [("attacker", "aggressive"), ("defender", "fly,base,aggressive")];
    let landed = (0..60).find_map(|seed| {
        let report = meeting(&words, &policies).with(&mut Seeded::new(seed)).unwrap();
        values(&report, "land").contains(&"Midway").then_some(report)
    });
    let report = landed.unwrap();
    assert!(report.result.contains("defender 1 sunk"), "{}", report.result);
    assert_eq!(report.json["outcome"]["aircraft"]["landed"][0]["at"], "Midway");
    assert!(!changes(&report).contains(&"Zeros eliminate".to_owned()), "{:?}", changes(&report));
}

#[test]
fn chances_are_exact_and_tell_the_losses_of_aircraft() {
    let words = off_coast(&[ENTERPRISE, SCOUTS, SORYU]);
    let told = meeting(&words, RUNS).told();
    assert!(told.exact);
    let sum: f64 = told.results.iter().map(|row| row.p).sum();
    assert!((sum - 1.0).abs() < 1e-9);
    // Two dice in three find nobody: 7 is needed, and the die has +2, or a natural 6.
    let unfound = told.results.iter().find(|row| row.result == "not found").unwrap();
    assert!((unfound.p - 2.0 / 3.0).abs() < 1e-9, "{}", unfound.p);
    let expected: Vec<&str> = told.expected.iter().map(|unit| unit.unit.as_str()).collect();
    assert!(expected.contains(&"Scouts") && expected.contains(&"Soryu"), "{expected:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_encounter_with_carriers_ends(case in 0usize..4, seed: u64, bold: bool) {
        let attack = "attack=A:CV 0-9-33/0-7-20 US, B:CVL 0-7-33/x US, DD 0-5-35/0-4-30 US";
        let strike = "strike=A1:N 4-4/3 2-4/3 US @A, A2:N 3-4/2 x US @A, B1:N 2-4/2 x US @B";
        let defence = "defence=C:CV 0-8-34/0-6-20 JP, D:CVL 0-6-30/x JP, 2 x DD 0-5-35/0-4-30 JP";
        let patrol = "patrol=C1:N 4-5/3 2-5/3 JP @C, D1:N 2-5/3 x JP @D current, F 4-6/3 JP";
        let words: &[&str] = match case {
            0 => &["active", "coastal=yes", "date=1942-06", attack, strike, defence, patrol, "carriers=A 4, B 2", "decks=D 4"],
            1 => &["reactive", "state=standby", "coastal=yes", "date=1942-06", attack, strike, defence, patrol, "night-chits=1"],
            2 => &["automatic=enemy-port", "port=minor", "date=1942-06", attack, strike, defence, patrol, "defence-carriers=C 4, D 2", "air-magic=1"],
            _ => &["active", "sea-area=yes", "int=2", "date=1944-06", attack, strike, defence, "counter=F 4-5/3 US early", "patrol=F 4-6/3 JP", "bases=Truk 2", "effect=strength"],
        };
        let policy = if bold { "use,dark,fight,aggressive" } else { "keep,day,evade,cautious" };
        let policies = [("attacker", policy), ("defender", policy)];
        let report = meeting(words, &policies).with(&mut Seeded::new(seed)).unwrap();
        prop_assert_eq!(report.status, Ending::Done, "{:?} {:?}", report.open, report.refused);
    }
}

#[test]
fn a_carrier_that_mines_have_hit_counts_for_no_check_any_more() {
    let words = [
        "reactive",
        "state=standby",
        "date=1942-08",
        "coastal=yes",
        "attack=Akagi:CV 0-9-33/0-7-20 JP, Kaga:CV 0-9-33/0-7-20 JP",
        "strike=A:N 1-4/2 x JP @Akagi, B:N 1-4/2 x JP @Kaga",
        "carriers=Akagi 4, Kaga 4",
        "defence=Astoria:CA 2-8-36/1-6-25 US",
        "mover-fort=yes",
    ];
    let mut seen = [0, 0];
    for seed in 1..60 {
        let report = meeting(&words, BOTH).with(&mut Seeded::new(seed)).unwrap();
        let mines = values(&report, "sea mines");
        let checked = !values(&report, "Carrier Coordination Check").is_empty();
        match mines.as_slice() {
            ["hit"] => assert!(!checked, "one undamaged carrier is left: {:?}", report.lines),
            ["no hit"] => assert!(checked, "two launch: {:?}", report.lines),
            _ => continue,
        }
        seen[usize::from(mines == ["hit"])] += 1;
    }
    assert!(seen[0] > 0 && seen[1] > 0, "{seen:?}");
}
