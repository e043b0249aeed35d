//! An air strike from the search to the landing (ATPO-STRIKE), each worked out by hand.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use liege::rules::atpo::air::strike::StrikeMission;
use liege::rules::play::chances::{Limits, Told};
use liege::rules::play::dice::Seeded;
use liege::rules::play::procedure::{Ending, Resolution};

use crate::rules::atpo::call::{Call, falls_as_it_should, values};

/// A US air group that attacks a Japanese carrier.
const ENTERPRISE: &str = "strike=Enterprise:N 4-4/2 2-4/2 US @Enterprise";
const SORYU: &str = "ships=Soryu:CV 0-8/0-6 JP";
const FOUND: [&str; 2] = ["located=yes", "date=1942-06"];

fn strike<'a>(words: &'a [&'a str], policies: &'a [(&'static str, &'a str)]) -> Call<'a> {
    Call { procedure: "air-strike", words, policies, choices: &[] }
}

fn found<'a>(more: &[&'a str]) -> Vec<&'a str> {
    FOUND.into_iter().chain(more.iter().copied()).collect()
}

/// What is done, as `subject change`.
fn changes(report: &Resolution) -> Vec<String> {
    report.deeds.iter().map(|deed| format!("{} {}", deed.subject(), deed.act.word())).collect()
}

const BOTH: &[(&str, &str)] = &[("attacker", "balanced,stay"), ("defender", "balanced,stay")];

/// A small US group, whose second hit would sink.
const SCOUTS: &str = "strike=Scouts:N 2-4/2 1-4/2 US @Enterprise";

#[test]
fn an_unopposed_strike_attacks_as_often_as_its_strength_and_is_fired_at() {
    let words = found(&[SCOUTS, SORYU]);
    // +3 at a named ship: 2 + 3 + 3 reaches Armor 8; snake eyes miss Armor 6 and are a hit of the ship's own guns.
    let report = strike(&words, BOTH).run(&[2, 3, 1, 1]);
    assert_eq!(report.result, "Soryu damaged; in the air attacker 1 depleted");
    assert_eq!(report.status, Ending::Done);
    assert_eq!(changes(&report), ["Scouts reduce", "Soryu reduce"]);
    assert_eq!(values(&report, "aircraft"), ["back at their bases"]);
}

#[test]
fn ships_that_are_not_found_are_not_attacked() {
    let words = ["scout=B 4-12 US", "hexes=4", "date=1942-06", ENTERPRISE, SORYU];
    // 10 is needed at 4 hexes.
    let report = strike(&words, BOTH).run(&[4, 5]);
    assert_eq!((report.result.as_str(), changes(&report).len()), ("not located", 0));
    // Each further unit in range has a try of its own (4.4.1); the first that finds them ends the search.
    let more = [&words[..], &["further-scouts=B 4-12 US @4, N 4-6/3 US @4"]].concat();
    let report = strike(&more, BOTH).run(&[4, 5, 4, 4, 5, 4]);
    assert_eq!(report.result, "not located");
    let report = strike(&more, BOTH).run(&[4, 5, 5, 5, 6, 6, 5, 6, 5]);
    assert_eq!(report.result, "Soryu sunk");
    // One that is too far away stays at home, and the weather at the base of the first is not that of others.
    let far = [&words[..], &["further-scouts=Far:B 4-3 US @4, B 4-12 US @4"]].concat();
    let report = strike(&far, BOTH).run(&[4, 5, 5, 5, 6, 6, 5, 6, 5]);
    assert_eq!(report.result, "Soryu sunk");
    assert!(values(&report, "no search")[0].starts_with("Far: 4 hexes"), "{:?}", report.lines);
    // Without a first one those search.
    let alone = ["further-scouts=B 4-12 US @4", "date=1942-06", ENTERPRISE, SORYU];
    assert_eq!(strike(&alone, BOTH).run(&[4, 5]).result, "not located");
    let refused = strike(&[ENTERPRISE, SORYU, "date=1942-06"], BOTH).run(&[]).refused;
    assert!(refused[0].reason.contains("not located"), "{refused:?}");
    // Found, and the owner rolls one sighting report; every attack hits.
    let report = strike(&words, BOTH).run(&[5, 5, 6, 6, 5, 6, 5]);
    assert_eq!(report.result, "Soryu sunk");
}

/// A policy for the attacker.
fn attacker(words: &str) -> [(&'static str, &str); 2] {
    [("attacker", words), ("defender", "balanced,stay")]
}

#[test]
fn an_air_magic_chit_is_for_one_roll_of_the_search_or_of_the_fights() {
    let search = ["scout=B 4-12 US", "hexes=4", "date=1942-06", SCOUTS, SORYU, "magic=2"];
    // 9 and 2 reach the 10 that is needed; the attack is then as without a chit.
    let report = strike(&search, &attacker("use,balanced,stay")).run(&[4, 5, 1, 2, 3, 1, 1]);
    assert_eq!(report.result, "Soryu damaged; in the air attacker 1 depleted");
    assert_eq!(values(&report, "search magic"), ["use"]);
    assert_eq!((values(&report, "modifier: Air Magic"), values(&report, "magic").len()), (vec!["+2"], 0));
    // Nor is it asked about in any fight that follows, be it on the way or over the target.
    let met =
        [&search[..5], &["magic=2", "way=Zero:F 2-4/2 x JP", "interceptors=Oscar:F 2-4/2 x JP"]].concat();
    let policies = [("attacker", "use,balanced,stay"), ("defender", "fly,stay,balanced")];
    let asked = strike(&met, &policies).with(&mut Seeded::new(3)).unwrap();
    let told = asked.lines.iter().filter(|line| line.label.ends_with("magic"));
    assert_eq!(
        told.map(|line| line.label.to_string()).collect::<Vec<_>>(),
        ["search magic"],
        "{:?}",
        asked.lines
    );
    let fights = [&found(&[SCOUTS, SORYU])[..], &met[5..]].concat();
    let asked = strike(&fights, &policies).with(&mut Seeded::new(3)).unwrap();
    assert_eq!(values(&asked, "air magic"), ["use"], "{:?}", asked.lines);
    // By the usual policies it is kept for the fights, of every unit that searches.
    let further = [&search[..], &["further-scouts=B 4-12 US @4"]].concat();
    let report = strike(&further, BOTH).run(&[4, 5, 4, 4]);
    assert_eq!(
        (report.result.as_str(), values(&report, "search magic")),
        ("not located", vec!["keep", "keep"])
    );
    let report = strike(&search, BOTH).run(&[5, 5, 1, 2, 3, 1, 1]);
    assert_eq!((values(&report, "search magic"), values(&report, "magic")), (vec!["keep"], vec!["use"]));
    // Against Japan it comes off, and its owner is the defender.
    let japan = [
        "scout=B 4-12 JP",
        "hexes=4",
        "strike=Akagi air:N 2-5/3 1-5/3 JP @Akagi",
        "ships=Yorktown:CV 0-9/0-7 US",
        "date=1942-06",
        "magic=2",
    ];
    let report = strike(&japan, &[BOTH[0], ("defender", "use,balanced,stay")]).run(&[5, 6]);
    assert_eq!((report.result.as_str(), values(&report, "modifier: Air Magic")), ("not located", vec!["-2"]));
    // Coastwatchers are no aircraft.
    let watched = ["coastwatchers=yes", "date=1942-06", SCOUTS, SORYU, "magic=2"];
    assert_eq!(
        values(&strike(&watched, BOTH).run(&[1, 1, 1, 2, 3, 1, 1]), "search magic"),
        Vec::<&str>::new()
    );
    for policy in ["use,balanced,stay", "balanced,stay"] {
        falls_as_it_should::<StrikeMission>(&search, policy, 1500);
    }
}

#[test]
fn interceptors_fight_before_the_attack_and_who_is_aborted_bombs_nothing() {
    let words =
        found(&[ENTERPRISE, SORYU, "interceptors=Soryu air:N 3-5/3 2-5/3 JP @Soryu carrier as-fighter"]);
    // 3 + 3 - 2 = 4: the die of 4 aborts; with nobody left the strike is over.
    let report = strike(&words, BOTH).run(&[4]);
    assert_eq!(report.result, "no attack; in the air attacker 1 aborted");
    assert_eq!(values(&report, "strike"), ["over"]);
    // A cautious defender guards his own carrier, too, and may be told to stay.
    let stays = [BOTH[0], ("defender", "idle")];
    let report = strike(&words, &stays).run(&[6, 5, 6, 5]);
    // What stays aboard goes down with its carrier.
    assert_eq!(report.result, "Soryu sunk; in the air defender 1 eliminated");
}

#[test]
fn each_side_calls_in_turn_until_nobody_joins() {
    let words = found(&[
        ENTERPRISE,
        SORYU,
        "way=Zero 1:F 4-6/3 3-6/3 JP",
        "interceptors=Zero 2:F 4-6/3 3-6/3 JP",
        "counter=Wildcat:F 4-3/2 2-3/2 US",
    ]);
    let asked = strike(&words, &[]).run(&[]).open.unwrap();
    assert_eq!((asked.by.word(), asked.label), ("defender", "intercept"));
    let asked = strike(&words, &[("defender", "fly")]).run(&[]).open.unwrap();
    assert_eq!((asked.by.word(), asked.label), ("attacker", "counter-intercept"));
    // Nobody flies: no combat, four attacks.
    let quiet = [("attacker", "balanced,stay"), ("defender", "stay")];
    assert_eq!(strike(&words, &quiet).run(&[6, 5, 6, 5]).result, "Soryu sunk");
}

#[test]
fn interceptors_that_are_met_early_may_not_reach_the_strike() {
    let words = found(&[
        ENTERPRISE,
        SORYU,
        "interceptors=Zero:F 4-6/3 x JP",
        "counter=Wildcat:F 4-3/2 2-3/2 US early",
    ]);
    let policies = [("attacker", "aggressive,stay"), ("defender", "fly,stay,aggressive")];
    // The Wildcat names first: its 1 shoots the Zero down, whose 6 misses.
    let report = strike(&words, &policies).run(&[1, 6, 6, 5, 6, 5]);
    assert!(report.result.starts_with("Soryu sunk; in the air defender 1 eliminated"), "{}", report.result);
}

#[test]
fn aircraft_of_a_carrier_that_sinks_land_elsewhere_or_are_lost() {
    let patrol = "interceptors=Soryu air:N 3-5/3 2-5/3 JP @Soryu carrier as-fighter";
    let words = found(&["strike=8 x N 5-4/2 US as-bomber @Enterprise", SORYU, patrol, "decks=Hiryu 3"]);
    let asked = strike(&words, &[("attacker", "aggressive"), ("defender", "fly,stay,strongest,keep")])
        .with(&mut liege::rules::play::dice::Seeded::new(3))
        .unwrap();
    let open = asked.open.unwrap();
    assert_eq!((open.by.word(), open.label, open.answers.len()), ("defender", "land", 2));
    let report = strike(&words, &[("attacker", "aggressive"), ("defender", "aggressive")])
        .with(&mut liege::rules::play::dice::Seeded::new(3))
        .unwrap();
    assert!(report.result.starts_with("Soryu sunk"), "{}", report.result);
    assert!(values(&report, "land").contains(&"Hiryu"), "{:?}", report.lines);
}

#[test]
fn installations_are_bombed_in_an_air_offensive_alone() {
    let words = ["strike=B 9-10 US", "target=airbase", "capacity=1"];
    let refused = strike(&words, BOTH).run(&[]).refused;
    assert!(refused[0].reason.contains("Air Offensive"), "{refused:?}");
    let words = [&words[..], &["phase=air-offensive"]].concat();
    // 7 in the column 7-11 is 2, and the target is 1.
    let report = strike(&words, BOTH).run(&[3, 4]);
    assert_eq!(report.result, "airbase destroyed");
    let marks = changes(&report);
    assert!(marks.contains(&"US B mark".to_owned()), "{marks:?}");
}

#[test]
fn units_of_a_bombed_base_fight_leave_or_ride_it_out() {
    let words = [
        "strike=2 x B 9-10 US",
        "target=airbase",
        "capacity=2",
        "phase=air-offensive",
        "initiative=attacker",
        "based=Oscar:F 3-6/2 2-6/2 JP, Sally:B 3-9 2-9 JP",
        "overflown=3",
    ];
    let asked = strike(&words, &[]).run(&[]).open.unwrap();
    assert_eq!((asked.by.word(), asked.label), ("defender", "on the ground"));
    // Both evacuate: 2 and 3 are 3 or less.
    let away = [("attacker", "balanced,weakest"), ("defender", "evacuate")];
    let report = strike(&words, &away).run(&[2, 3, 3, 4]);
    assert_eq!(report.json["outcome"]["evacuated"], serde_json::json!(["Oscar", "Sally"]));
    // They ride it out; a 12 destroys the base and costs three steps.
    let stay = [("attacker", "balanced,weakest"), ("defender", "idle,ground,weakest")];
    let report = strike(&words, &stay).run(&[6, 6]);
    assert!(report.result.contains("airbase destroyed"), "{}", report.result);
    assert_eq!(report.json["outcome"]["defender"]["units"].as_array().unwrap().len(), 2);
}

#[test]
fn carriers_that_fail_their_launch_check_send_nobody() {
    let words = found(&[
        "strike=Akagi air:N 4-5/3 2-5/3 JP @Akagi, Kaga air:N 4-5/3 2-5/3 JP @Kaga",
        "ships=Yorktown:CV 0-9/0-7 US",
        "carriers=Akagi 4, Kaga 4",
    ]);
    // 2 is not more than two carriers; 4 fails for Akagi, 3 launches Kaga, which misses four times.
    let report = strike(&words, BOTH).run(&[1, 1, 4, 3, 1, 2, 1, 2, 1, 2, 1, 2]);
    assert_eq!(report.json["outcome"]["held"], serde_json::json!(["Akagi air"]));
    assert_eq!(report.result, "no ship hit");
}

#[test]
fn seeded_strikes_end_as_often_as_their_chances_say() {
    let searched: &[&str] = &["scout=B 4-12 US", "hexes=4", "date=1942-06", SCOUTS, SORYU];
    let met = found(&[
        "strike=Enterprise:N 3-4/2 2-4/2 US @Enterprise",
        SORYU,
        "interceptors=Soryu air:N 3-5/3 2-5/3 JP @Soryu carrier as-fighter",
        "counter=Wildcat:F 2-3/2 x US",
    ]);
    let launched = found(&[
        "strike=Akagi air:N 2-5/3 1-5/3 JP @Akagi, Kaga air:N 2-5/3 1-5/3 JP @Kaga",
        "ships=Yorktown:CV 0-9/0-7 US, DD 2(2)-6/1(1)-5 US",
        "carriers=Akagi 4, Kaga 4",
        "decks=Hiryu 3",
    ]);
    let bombed: &[&str] = &[
        "strike=2 x B 9-10 US",
        "target=airbase",
        "capacity=2",
        "phase=air-offensive",
        "initiative=attacker",
        "based=Oscar:F 3-6/2 2-6/2 JP, Sally:B 3-9 2-9 JP",
        "overflown=3",
    ];
    for words in [searched, &met, &launched, bombed] {
        assert!(strike(words, BOTH).told().exact, "{words:?}");
        for policy in ["balanced,stay", "aggressive,stay"] {
            falls_as_it_should::<StrikeMission>(words, policy, 1500);
        }
    }
}

#[test]
fn short_chances_are_those_of_whole_outcomes() {
    // Six faces of a sighting report lead to six outcomes of each result.
    let searched = ["scout=B 4-12 US", "hexes=4", "date=1942-06", ENTERPRISE, SORYU];
    let call = strike(&searched, BOTH);
    let whole = call.told();
    let short = call.told_within(&Limits { in_short: true, ..Limits::default() });
    assert!(whole.exact && short.exact);
    let shares = |told: &Told| told.results.iter().map(|row| (row.result.clone(), row.p)).collect::<Vec<_>>();
    assert_eq!(shares(&short), shares(&whole));
    assert_eq!((short.expected, short.at_least), (whole.expected, whole.at_least));
    // The same within fewer steps, since what the report says leads to no steps of its own.
    let few = Limits { steps: 700, ..Limits::default() };
    assert!(!call.told_within(&few).exact);
    assert!(call.told_within(&Limits { in_short: true, ..few }).exact);
}

#[test]
fn who_could_not_evacuate_fights_without_the_bonus_of_his_base() {
    let words = [
        "strike=Bomber:B 9-10 US",
        "target=airbase",
        "capacity=2",
        "phase=air-offensive",
        "based=Oscar:F 2-6/1 1-6/1 JP",
        "overflown=1",
    ];
    let policies = [("attacker", "stay"), ("defender", "evacuate,guard,stay")];
    // A 5 is more than one hex; then 1 + 2 is 3, and the 3 aborts.
    let report = strike(&words, &policies).run(&[5, 3]);
    assert_eq!(report.result, "no attack; in the air attacker 1 aborted");
    // Who takes off at once has one more: the 3 costs a step.
    let guards = [policies[0], ("defender", "guard,stay")];
    assert_eq!(strike(&words, &guards).run(&[3]).result, "no attack; in the air attacker 1 depleted");
    // Who gets away is at another base, and Committed.
    let report = strike(&words, &policies).run(&[1, 3, 4]);
    let own = changes(&report).into_iter().filter(|change| change.starts_with("Oscar"));
    assert_eq!(own.collect::<Vec<_>>(), ["Oscar retreat", "Oscar mark"]);
    let surprised = [&words[..], &["sneak=yes"]].concat();
    let report = strike(&surprised, &policies).run(&[3]);
    assert!(!report.lines.iter().any(|line| line.label.contains("evacuates")), "{:?}", report.lines);
}
