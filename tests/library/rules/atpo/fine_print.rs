//! Fine print of battles at sea, in the air and on land: who counts, who stays on deck, what needs no die, which rule is
//! cited, which limit a message names.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use liege::rules::play::deeds::Act;
use liege::rules::play::dice::Seeded;
use liege::rules::play::procedure::{Ending, Resolution};

use super::call::{Call, values};

const BALANCED: &[(&str, &str)] = &[("attacker", "balanced"), ("defender", "balanced")];

fn call<'a>(procedure: &'a str, words: &'a [&'a str]) -> Call<'a> {
    Call { procedure, words, policies: BALANCED, choices: &[] }
}

/// The refusals of a report, each with its rule.
fn refused(report: &Resolution) -> Vec<String> {
    assert_eq!(report.status, Ending::Refused, "{:?}", report.result);
    report.refused.iter().map(|refusal| format!("{} [{}]", refusal.reason, refusal.rule)).collect()
}

fn refuses(procedure: &str, words: &[&str]) -> Vec<String> {
    refused(&call(procedure, words).run(&[]))
}

/// What is wrong with these words.
fn wrong(procedure: &str, words: &[&str]) -> String {
    call(procedure, words).tried(&[]).unwrap_err().to_string()
}

/// The rule under which something is done to a unit.
fn rule_of(report: &Resolution, unit: &str) -> String {
    let deed = report.deeds.iter().find(|deed| deed.subject() == unit);
    deed.unwrap_or_else(|| panic!("nothing is done to {unit}: {:?}", report.deeds)).rule.to_string()
}

/// The rules of the lines about something.
fn rules_of<'r>(report: &'r Resolution, label: &str) -> Vec<&'r str> {
    report.lines.iter().filter(|line| line.label == label).map(|line| line.rule.as_str()).collect()
}

#[test]
fn a_search_group_that_is_elsewhere_is_no_loss_to_its_side() {
    let words = [
        "reactive",
        "state=standby",
        "coastal=yes",
        "date=1943-06",
        "attack=3 x CL 1-20-35/0-18-30 JP",
        "attack-2=3 x CA 3-20-33/2-18-28 JP",
        "defence=Chi:CA 1-20-33 US",
    ];
    let policies = [("attacker", "balanced,stay"), ("defender", "day,fight,withdraw")];
    let mut fought = 0;
    for seed in 0..40 {
        let call = Call { procedure: "naval-encounter", words: &words, policies: &policies, choices: &[] };
        let report = call.with(&mut Seeded::new(seed)).unwrap();
        // Nothing reaches Armor 20 and nobody is lost, so that nobody has a reason to leave.
        let withdrawals = values(&report, "withdraw");
        assert!(withdrawals.chunks(2).all(|both| both[0] == "none"), "seed {seed}: {withdrawals:?}");
        fought += withdrawals.len() / 2;
    }
    assert!(fought > 10, "{fought}");
}

#[test]
fn aircraft_of_a_damaged_carrier_stay_aboard_wherever_it_is_given() {
    let akagi = "strike=Akagi:N 4-5/3 2-5/3 JP @Aka";
    let ships = "ships=Ent:CV 0-9/0-7 US";
    let found = ["located=yes", "date=1942-06"];
    let strike = |more: &[&str]| refuses("air-strike", &[&found[..], more].concat());
    let aboard = |name: &str, carrier: &str| {
        vec![format!("{name} is aboard {carrier}, which is damaged, and can only change base [4.6.2.3]")]
    };
    assert_eq!(strike(&[akagi, ships, "carriers=Aka 4 damaged"]), aboard("Akagi", "Aka"));
    assert_eq!(strike(&[akagi, ships, "carriers=Aka 4 damaged, Kaga 4"]), aboard("Akagi", "Aka"));
    let patrol = "interceptors=Wildcats:N 3-4/2 2-4/2 US @Ent";
    assert_eq!(strike(&[akagi, ships, patrol, "defence-carriers=Ent 4 damaged"]), aboard("Wildcats", "Ent"));
    assert_eq!(strike(&[akagi, "ships=Ent:CV 0-9/0-7 US damaged", patrol]), aboard("Wildcats", "Ent"));
    let way = "way=Wildcats:N 3-4/2 2-4/2 US @ent";
    assert_eq!(strike(&[akagi, "ships=Ent:CV 0-9/0-7 US damaged", way]), aboard("Wildcats", "ent"));
    let counter = "counter=Zeros:N 3-5/3 2-5/3 JP @Aka";
    assert_eq!(
        strike(&["strike=B:B 4-9 JP @E2112", counter, patrol, ships, "carriers=Aka 4 damaged"]),
        aboard("Zeros", "Aka")
    );
    // Nothing says where they are based, and no carrier of theirs is whole.
    let homeless = strike(&["strike=Akagi:N 4-5/3 2-5/3 JP", ships, "carriers=Aka 4 damaged"]);
    assert!(
        homeless[0].starts_with("Aka is damaged, and undamaged carriers have 0 Naval-Air"),
        "{homeless:?}"
    );
    let three = "strike=Z1:N 4-5/3 2-5/3 JP @Kaga; Z2:N 4-5/3 2-5/3 JP @Kaga; Z3:N 4-5/3 2-5/3 JP";
    let spoken_for = strike(&[three, ships, "carriers=Aka 4 damaged, Kaga 2"]);
    assert!(spoken_for[0].contains("have 0 Naval-Air left for 1 that fly"), "{spoken_for:?}");
    // Whoever rides it out at the base is aboard all the same where a carrier is named.
    let base = "based=Wildcats:N 3-4/2 2-4/2 US @Ent";
    assert_eq!(strike(&[akagi, "ships=Ent:CV 0-9/0-7 US damaged", base]), aboard("Wildcats", "Ent"));
    // So do those of a carrier that searches nowhere.
    let meeting = ["attack=Aka:CV 0-7-34/0-4-17 JP", "defence=Ent:CV 0-6-33/0-3-20 US", "coastal=yes"];
    let (fly, meet) = (["carriers=Aka 4, Kag 4 damaged", akagi, "date=1942-06"], "patrol=Buffalos:F 3-4 US");
    let counter = "counter=Zeros:N 3-5/3 2-5/3 JP @Kag";
    let encounter =
        refuses("naval-encounter", &[&meeting[..], &fly[..], &[meet, counter, "reactive"]].concat());
    assert_eq!(encounter, aboard("Zeros", "Kag"));
    let called_off = |more: &[&str]| {
        let attack = ["attack=4 JP", "defence=2 US", "air-combat=no"];
        refuses("R39", &[&attack[..], more].concat())
    };
    assert_eq!(
        called_off(&["attack-air=Akagi:N 4-5/3 JP @Aka", "attack-carriers=Aka 4 damaged"]),
        aboard("Akagi", "Aka")
    );
    let unnamed = called_off(&["defence-air=N 4-5/3 US", "defence-carriers=Ent 4 damaged"]);
    assert!(unnamed[0].contains("have 0 Naval-Air left for 1 that fly"), "{unnamed:?}");
    let raid = refuses(
        "R05",
        &[
            "route=us",
            "bombers=Nells:B 3-16 2-16 JP",
            "interceptors=Wildcats:N 3-4/2 2-4/2 US @Ent",
            "defence-carriers=Ent 4 damaged",
        ],
    );
    assert!(raid.contains(&aboard("Wildcats", "Ent")[0]), "{raid:?}");
    let support = refuses(
        "R39",
        &[
            "attack=4 JP",
            "defence=2 US",
            "attack-air=Akagi:N 4-5/3 2-5/3 JP @Aka",
            "attack-carriers=Aka 4 damaged",
            "interceptors=F 4-6/2 US",
        ],
    );
    assert_eq!(support, aboard("Akagi", "Aka"));
    // Who is whole flies, and who is damaged takes those who land.
    let words = [&found[..], &[akagi, ships, "carriers=Aka 4, Kaga 4 damaged"]].concat();
    assert_eq!(call("air-strike", &words).with(&mut Seeded::new(1)).unwrap().status, Ending::Done);
}

#[test]
fn an_assault_on_a_hex_without_unit_fort_and_garrison_is_taken_without_a_die() {
    for more in ["attack-zoc=yes", "garrison=no"] {
        let report = call("R19", &["attack=4 marine", more]).run(&[]);
        assert_eq!((report.result.as_str(), report.status), ("taken without a die", Ending::Done), "{more}");
        assert_eq!(values(&report, "landing"), ["successful"]);
        assert_eq!(values(&report, "hex vacated"), ["yes"]);
        let told = call("R19", &["attack=4 marine", more]).chances();
        assert!(told.exact && told.results.len() == 1 && told.results["taken without a die"] == 1.0);
        let total = call("R19", &["attack=4", "defence=none", more]).run(&[]);
        assert_eq!((total.result.as_str(), total.status), ("taken without a die", Ending::Done));
    }
    let staff = call("R19", &["attack=4 marine", "attack-zoc=yes", "defence=HQ, General 3"]).run(&[]);
    assert_eq!(staff.result, "taken without a die");
    assert_eq!(
        (values(&staff, "defender 1"), values(&staff, "defender 2")),
        (vec!["eliminated"], vec!["to the force pool"])
    );
    for fort in ["coastal-fort=unoccupied", "fort=unoccupied"] {
        let report = call("R19", &["attack=4 marine", "attack-zoc=yes", fort]).run(&[3]);
        assert!(report.faces == [3] && report.result != "taken without a die", "{fort}: {}", report.result);
    }
}

#[test]
fn an_evasion_chit_counts_naval_air_and_is_refused_where_its_rule_bars_it() {
    let hunted = |more: &[&'static str]| {
        let base = ["reactive", "state=standby", "date=1943-06", "attack=3 x CA 2-8-35/1-6-25 JP"];
        [&base[..], more].concat()
    };
    let us = "defence=Astoria:CA 2-8-36/1-6-25 US";
    let at_sea = refuses("naval-encounter", &hunted(&[us, "evasion-chits=1", "sea-area=yes"]));
    assert_eq!(at_sea, ["Evasion chits cannot be used in a large sea area [17.2.3]"]);
    let near = refuses("naval-encounter", &hunted(&[us, "coastal=yes", "evasion-chits=1", "near-japan=yes"]));
    assert_eq!(near, ["Evasion chits cannot be used within one hex of a Japanese home coastal hex [17.2.3]"]);
    let alone = refuses("R11", &["target=33", "interceptor=30", "chit=yes", "sea-area=yes"]);
    assert_eq!(alone, at_sea);
    // 2 of 8 gunnery points are US points; the carrier's aircraft make them 8 of 14.
    let mixed = "defence=Ent:CV 0-9-33/0-7-30 US, Astoria:CA 2-8-36/1-6-25 US, Rod:BB 6-12-36/4-10-25 UK";
    let untold = refuses("naval-encounter", &hunted(&[mixed, "coastal=yes", "evasion-chits=1"]));
    assert!(untold[0].contains("us-air="), "{untold:?}");
    let few = refuses("naval-encounter", &hunted(&[mixed, "coastal=yes", "evasion-chits=1", "us-air=1"]));
    assert!(few[0].contains("at least half its gunnery points US"), "{few:?}");
    let policies = [("attacker", "balanced"), ("defender", "day,evasion-chit")];
    let words = hunted(&[mixed, "coastal=yes", "evasion-chits=1", "us-air=6"]);
    let found = Call { procedure: "naval-encounter", words: &words, policies: &policies, choices: &[] };
    let report = found.run(&[6]);
    assert!(report.result.starts_with("found, evades"), "{}", report.result);
    assert_eq!(values(&report, "Evasion chit"), ["evades"]);
}

#[test]
fn night_chits_are_of_a_force_that_moves() {
    let words = [
        "active",
        "coastal=yes",
        "date=1943-06",
        "attack=3 x CA 2-8-35/1-6-25 JP",
        "defence=Astoria:CA 2-8-36/1-6-25 US",
        "night-chits=1",
    ];
    assert!(wrong("naval-encounter", &words).contains("only a moving force that is found"));
}

#[test]
fn a_fortress_fires_at_an_assault_and_at_nothing_else() {
    let words = ["fortress=singapore", "ships=3 x CL 1-7/1-6", "amphibious=no"];
    let told = refuses("R13", &words);
    assert_eq!(told, ["Singapore fires only at an amphibious assault on its own hex [3.10]"]);
}

#[test]
fn naval_air_units_search_for_submarines_as_fighter_bombers_do() {
    for unit in ["N 4", "floatplane 4", "FB 4", "B 4"] {
        let air = format!("air={unit}");
        assert_eq!(call("R22", &[&air]).run(&[3]).result, "located", "{unit}");
    }
    assert!(refuses("R22", &["air=F 4"])[0].contains("Naval-Air"));
}

#[test]
fn more_than_the_hex_holds_may_advance_and_the_report_says_so() {
    let words = ["attack=5 x 3 JP", "defence=1 US", "stacking=8"];
    let policies = [("attacker", "advance,strongest"), ("defender", "together,strongest")];
    let all = Call { procedure: "R39", words: &words, policies: &policies, choices: &[] };
    let report = all.run(&[6]);
    assert_eq!(values(&report, "over-stacked"), ["10 steps in the hex"]);
    assert_eq!(rules_of(&report, "over-stacked"), ["11.6.8.1, 11.1.2"]);
    let soviet = ["attack=5 x 3 SU", "defence=1 JP"];
    for fewer in [&["attack=4 x 3 JP", "defence=1 US"], &soviet] {
        let report = Call { words: fewer, ..all }.run(&[6]);
        assert_eq!(values(&report, "over-stacked"), Vec::<&str>::new());
    }
    let armies = ["attack=3 x 2 CN, 2 CC, 1/1 paratroop CN, HQ CN", "defence=1 JP"];
    let report = Call { words: &armies, ..all }.run(&[6]);
    assert_eq!(values(&report, "over-stacked"), Vec::<&str>::new(), "in Burma they share one");
    let report = Call { words: &[&armies[..], &["china=yes"]].concat(), ..all }.run(&[6]);
    assert_eq!(values(&report, "over-stacked"), ["4 Chinese units in the hex"]);
}

#[test]
fn a_balanced_side_advances_as_far_as_the_hex_has_room() {
    let policies = [("attacker", "balanced"), ("defender", "balanced")];
    let china = ["attack=2 x 2 CN", "defence=1 JP", "china=yes"];
    let japan = ["attack=5 x 3 JP", "defence=1 US", "stacking=8"];
    for (words, advance) in [(&japan, 4), (&china, 1)] {
        let report = Call { procedure: "R39", words, policies: &policies, choices: &[] }.run(&[6]);
        assert_eq!(values(&report, "over-stacked"), Vec::<&str>::new(), "{words:?}");
        let advances = report.deeds.iter().filter(|deed| matches!(deed.act, Act::Advance(_)));
        assert_eq!(advances.count(), advance, "{words:?}: {report:?}");
    }
}

#[test]
fn an_hq_or_general_left_alone_leaves_the_hex_when_enemies_enter_it() {
    let policies = [("attacker", "advance,strongest"), ("defender", "together,strongest")];
    let fight = |words, attacker| {
        let policies = [("attacker", attacker), policies[1]];
        Call { procedure: "R39", words, policies: &policies, choices: &[] }.run(&[6])
    };
    let staff = ["attack=3 x 3 JP", "defence=2 CN, Staff:HQ CN"];
    assert_eq!(values(&fight(&staff, "advance,strongest"), "Staff"), ["eliminated"]);
    assert_eq!(values(&fight(&staff, "hold,strongest"), "Staff"), Vec::<&str>::new(), "nobody enters");
    let fort = ["attack=3 x 3 JP", "defence=Staff:HQ CN, Sun:General 1 CN", "fort=unoccupied"];
    let report = fight(&fort, "advance,strongest");
    assert_eq!(
        (values(&report, "Staff"), values(&report, "Sun")),
        (vec!["eliminated"], vec!["to the force pool"])
    );
}

#[test]
fn hits_cite_the_rule_of_what_made_them() {
    // 1 + 1 with guns misses Armor 9; torpedoes 6 + 4 + 2 reach it.
    let fight =
        ["attack=Fubuki:DD 0(2)-4-35/0(1)-3-30 JP", "defence=Astoria:CA 0-9-33/0-7-25 US", "rounds=1"];
    let policies = [("attacker", "strongest,open,stay"), ("defender", "strongest,open,stay")];
    let torpedoes = Call { procedure: "R14", words: &fight, policies: &policies, choices: &[] };
    let report = torpedoes.run(&[2, 1, 2, 1, 6, 4]);
    assert_eq!(rule_of(&report, "Astoria"), "3.11.4.2");
    assert!(rules_of(&report, "Astoria").contains(&"3.11.4.2"), "{:?}", report.lines);
    assert!(rules_of(&report, "target").contains(&"3.11.4.2"));
    let guns = torpedoes.run(&[6, 5, 2, 1, 2, 1]);
    assert_eq!(rule_of(&guns, "Astoria"), "3.11.4.1");
    let mines = call("R12", &["port=major", "ships=Haguro:CA 2-8/1-6 JP", "mines=US"]).run(&[6, 5]);
    assert_eq!(rule_of(&mines, "Haguro"), "3.9.2");
    let boat = call("R21", &["submarine=SS 3-5/2-4 US", "ships=Haguro:CA 2-8/1-6 JP", "date=1944-01"]);
    let boat = Call { policies: &[("attacker", "strongest,dive")], ..boat };
    assert_eq!(rule_of(&boat.run(&[5, 4]), "Haguro"), "3.16.6");
    let air = call("R31", &["air=N 1-5/3 JP", "ships=Ent:CV 0-9/0-7 US", "located=yes", "date=1942-06"]);
    assert_eq!(rule_of(&air.run(&[6, 4]), "Ent"), "4.10.3");
    let flak = air.run(&[1, 1]);
    assert_eq!(rule_of(&flak, "JP N"), "4.10.5");
}

#[test]
fn aircraft_that_are_lost_with_a_bombed_base_cite_the_rule_of_bombing() {
    let words = [
        "target=airbase",
        "capacity=2",
        "bombers=12 x B 5-9 US",
        "grounded=2 x F 4-6/2 2-6/2 JP",
        "initiative=attacker",
    ];
    let policies = [("attacker", "balanced"), ("defender", "weakest")];
    let report = Call { procedure: "R37", words: &words, policies: &policies, choices: &[] }.run(&[6, 5]);
    assert_eq!(rules_of(&report, "collateral losses"), ["4.13.2"]);
    let lost = report.deeds.iter().filter(|deed| deed.subject().contains(" F "));
    assert!(lost.map(|deed| deed.rule.to_string()).all(|rule| rule == "4.13.2"), "{:?}", report.deeds);
}

#[test]
fn a_rating_past_its_limit_is_named_with_the_limit() {
    let told = |ship: &str| wrong("R14", &[&format!("attack={ship} JP"), "defence=CA 2-8 US"]);
    assert!(told("CA 3-30").contains("Armor is at most 20, not 30"), "{}", told("CA 3-30"));
    assert!(told("CA 21-8").contains("gunnery is at most 20, not 21"));
    assert!(told("CA 2(30)-8").contains("torpedo is at most 20, not 30"));
    assert!(told("CA 2-8-100").contains("movement is at most 99, not 100"));
    assert!(told("CA 2-8/1-300").contains("Armor is at most 20, not 300"));
    assert!(told("CA 2-0").contains("Armor is 1 to 20, not 0"));
    assert!(told("CA gunnery 21 armor 8").contains("gunnery takes a number up to 20"));
    assert!(told("STP 21").contains("Armor is at most 20, not 21"));
}

#[test]
fn an_auxiliary_cruiser_may_be_written_in_words() {
    for raider in ["Auxiliary Cruiser 2", "auxiliary-cruiser 2", "AC 2", "2 x Auxiliary Cruiser 1"] {
        let ships = format!("south-pacific={raider}");
        assert_eq!(call("R06", &[&ships]).run(&[]).result, "Australia loses 2 EP", "{raider}");
    }
    let fight = ["attack=Akagi Maru:Auxiliary Cruiser 2-5/1-4 JP", "defence=CA 0-12 US", "rounds=1"];
    assert_eq!(call("R14", &fight).with(&mut Seeded::new(1)).unwrap().status, Ending::Done);
}

#[test]
fn faces_that_do_not_fit_leave_the_report_up_to_their_roll() {
    let words = ["attack=4/2 marine, 5 infantry", "defence=3-1", "dd=yes"];
    let error = call("R19", &words).tried(&[]).unwrap_err();
    assert_eq!(error.to_string(), "no die is left for the roll \"land combat\" (roll 1)");
    let told: Vec<&str> = error.so_far().iter().map(|line| line.label.as_str()).collect();
    assert!(told.contains(&"odds") && told.last() == Some(&"modifiers"), "{told:?}");
    let error = call("R19", &words).tried(&[7]).unwrap_err();
    assert_eq!(error.so_far().last().map(|line| line.label.as_str()), Some("modifiers"));
    let call = Call {
        policies: &[("attacker", "strongest,evacuate"), ("defender", "retreat,weakest,together")],
        ..call("R19", &words)
    };
    let error = call.tried(&[4, 3]).unwrap_err();
    assert!(error.to_string().starts_with("1 face too many"), "{error}");
    assert!(error.so_far().iter().any(|line| line.label == "hex vacated"), "{error}");
    // The first of two dice was there, and is shown.
    let shot = ["attack=CA 2-8 JP", "defence=CA 0-9 US", "rounds=1"];
    let error = Call { words: &shot, procedure: "R14", ..call }.tried(&[5]).unwrap_err();
    let rolls = error.so_far().iter().filter(|line| line.roll.is_some());
    assert_eq!(rolls.map(|line| line.value.as_str()).collect::<Vec<_>>(), ["5"]);
}
