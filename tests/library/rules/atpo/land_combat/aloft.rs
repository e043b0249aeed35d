//! What happens in the air over a battle on land, and what it leaves to the battle.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use liege::rules::atpo::land_combat::LandCombat;
use liege::rules::data::Embedded;
use liege::rules::play::dice::{Dice as _, Die, Seeded};
use liege::rules::play::procedure::{Coded as _, Ending, Policies, Resolution, Role};

use super::super::air_combat::random::{agrees, begun, side};
use super::super::sea::readings::each_reading_of_these_decides;
use crate::rules::atpo::call::{Call, values};
use crate::volume;

const MET: &[(&str, &str)] = &[
    ("attacker", "fly,bombers,air-stay,air-strongest,strongest,keep,hold"),
    ("defender", "fly,fighters,air-stay,air-strongest,strongest,keep,stand"),
];

fn call<'a>(words: &'a [&'a str]) -> Call<'a> {
    Call { procedure: "R39", words, policies: MET, choices: &[] }
}

fn run(words: &[&str], faces: &[u8]) -> Resolution {
    call(words).run(faces)
}

fn deeds_of(report: &Resolution, subject: &str) -> Vec<String> {
    let own = report.deeds.iter().filter(|deed| deed.subject() == subject);
    own.map(|deed| format!("{} {}", deed.act.word(), deed.act.to().unwrap_or_default()).trim().to_owned())
        .collect()
}

/// The strengths, the modifier of superiority where one is told, and the result.
fn battle(words: &[&str], faces: &[u8]) -> (u64, u64, Option<String>, String) {
    let report = run(words, faces);
    assert_eq!(report.status, Ending::Done, "{:?}", report.open);
    let drm = values(&report, "modifier: air superiority").first().map(ToString::to_string);
    let outcome = &report.json["outcome"];
    (outcome["attack"].as_u64().unwrap(), outcome["defence"].as_u64().unwrap(), drm, report.result)
}

const GROUND: [&str; 2] = ["attack=9", "defence=5"];
const FLYERS: &str = "attack-air=Flyers:B 4-9 2-9 US";
const TONY: &str = "interceptors=Tony:F 4-6/2 2-6/2 JP";

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&GROUND[..], more].concat()
}

#[test]
fn bombers_that_are_met_help_as_far_as_they_come_through() {
    let words = with(&[FLYERS, TONY]);
    // 2 + 4 = 6: a 4 depletes and aborts them, and the Tony alone is over the hex.
    assert_eq!(battle(&words, &[4, 5]), (9, 5, Some("-1".into()), "D2x".into()));
    // Two 6: they come through, and superiority is contested.
    assert_eq!(battle(&words, &[6, 6, 5]), (13, 5, Some("+0".into()), "DE".into()));
    // Nobody meets them.
    let stays =
        Call { policies: &[("attacker", "air-stay"), ("defender", "air-stay,stand")], ..call(&words) };
    let unmet = stays.run(&[4]);
    assert_eq!(values(&unmet, "modifier: air superiority"), ["+1"]);
    assert_eq!(unmet.json["outcome"]["attack"], 13);
    // Who flew is Committed, and what was hit is told.
    let report = run(&words, &[4, 5]);
    assert_eq!(deeds_of(&report, "Flyers"), ["reduce", "mark Committed"], "{:?}", report.deeds);
    assert_eq!(deeds_of(&report, "Tony"), ["mark Committed"]);
    assert_eq!(report.json["outcome"]["air"]["attacker"]["depleted"], 1);
    assert_eq!(values(&report, "defender over the hex"), ["Tony"]);
    assert_eq!(values(&report, "attacker over the hex"), ["nobody"]);
    assert_eq!(deeds_of(&unmet, "Tony"), Vec::<String>::new());
    // Who is shot down goes to the pool, and comes to no base.
    let weak = with(&["attack-air=Flyers:B 4-9 x US", TONY]);
    assert_eq!(deeds_of(&run(&weak, &[1, 5]), "Flyers"), ["eliminate Force Pool"]);
}

#[test]
fn the_decisions_in_the_air_come_first_and_are_asked_of_their_owners() {
    let words = with(&[FLYERS, TONY, "counter=Mustang:F 4-9/3 US early"]);
    let asked = Call { policies: &[], ..call(&words) }.run(&[]);
    let open = asked.open.unwrap();
    assert_eq!((open.by.word(), open.label), ("defender", "intercept"));
    let counters = Call { policies: &[("defender", "fly")], ..call(&words) }.run(&[]).open.unwrap();
    assert_eq!((counters.by.word(), counters.label), ("attacker", "counter-intercept"));
    // It meets the Tony before that reaches the bombers: 3 + 4 - 2 = 5.
    let early = Call {
        policies: &[("attacker", "early,air-stay"), ("defender", "fly,air-stay,stand")],
        ..call(&words)
    };
    let report = early.run(&[4, 6, 5]);
    assert_eq!(report.json["outcome"]["attack"], 13, "{:?}", report.lines);
    assert_eq!(values(&report, "modifier: air superiority"), ["+1"]);
    assert_eq!(deeds_of(&report, "Mustang"), ["mark Committed"]);
}

#[test]
fn what_a_policy_says_of_the_ground_says_nothing_in_the_air() {
    let words = ["attack=Big:6/2, Small:2/2", "defence=5/2, 4/2", "retreat=0"];
    let air = ["attack-air=Many:B 4-9 x US, Few:B 1-9 x US", TONY, "terrain=mountain"];
    let words = [&words[..], &air].concat();
    let met = |attacker: &str, faces: &[u8]| {
        let policies = [("attacker", attacker), ("defender", "fly,air-weakest,air-stay,strongest,stand")];
        Call { policies: &policies, ..call(&words) }.run(faces)
    };
    // The Tony goes for the weaker bomber, and the smaller unit pays on the ground.
    let report = met("air-stay,weakest", &[1, 6, 3]);
    assert_eq!(report.status, Ending::Done, "{:?}", report.open);
    let hit = report.json["outcome"]["air"]["attacker"]["units"].as_array().unwrap().clone();
    assert!(hit.iter().all(|unit| unit["name"] == "Few") && !hit.is_empty(), "{hit:?}");
    let lost = |report: &Resolution, name: &str| {
        let units = report.json["outcome"]["units"].as_array().unwrap();
        units.iter().find(|unit| unit["unit"] == name).unwrap()["steps_lost"].as_u64().unwrap()
    };
    assert!(lost(&report, "Small") > 0 && lost(&report, "Big") == 0, "{:?}", report.json["outcome"]);
    let strong = met("air-stay,strongest", &[1, 6, 3]);
    assert!(lost(&strong, "Big") > 0 && lost(&strong, "Small") == 0, "{:?}", strong.json["outcome"]);
    // The words of the ground leave the questions of the air open, and those of the air the questions of the ground.
    let open = met("stay,weakest", &[1]).open.unwrap();
    assert_eq!((open.by.word(), open.label), ("attacker", "abort"));
    let open = met("air-stay,air-weakest", &[1, 6, 3]).open.unwrap();
    assert_eq!((open.by.word(), open.label), ("attacker", "loss"));
}

#[test]
fn ground_support_of_the_defender_comes_to_the_hex_and_is_met_there() {
    let support = "defence-air=Helpers:B 3-8 1-8 JP";
    // Nobody can meet it: it helps as it is, without a question.
    assert_eq!(battle(&with(&[support, "air-combat=yes"]), &[5]), (9, 8, Some("-1".into()), "D1".into()));
    // 3 + 4 = 7: a 5 aborts it alone, and the Mustang is over the hex.
    let met = with(&[support, "counter=Mustang:F 4-9/3 US"]);
    assert_eq!(battle(&met, &[5, 5]).0, 9);
    let report = run(&met, &[5, 5]);
    assert_eq!(deeds_of(&report, "Helpers"), ["mark Committed"]);
    assert_eq!(values(&report, "modifier: air superiority"), ["+1"]);
    // Early it is met before it arrives, by somebody who stays out of the battle.
    let early = with(&[support, "counter=Mustang:F 4-9/3 US early"]);
    let early =
        Call { policies: &[("attacker", "early,air-stay"), ("defender", "air-stay,stand")], ..call(&early) };
    assert!(values(&early.run(&[5, 5]), "modifier: air superiority").is_empty());
    // Interceptors meet who comes to meet it.
    let both = with(&[support, "counter=Mustang:F 4-9/3 US", TONY]);
    let open = Call { policies: &[("attacker", "fly")], ..call(&both) }.run(&[]).open.unwrap();
    assert_eq!((open.by.word(), open.label), ("defender", "intercept"));
    // Interceptors that could meet nobody are an error.
    let idle = call(&with(&[support, TONY])).tried(&[5]).unwrap_err().to_string();
    assert!(idle.contains("interceptors: have nobody to meet"), "{idle}");
}

#[test]
fn who_fights_as_a_fighter_gives_no_strength_and_who_stays_on_the_way_no_superiority() {
    let both =
        with(&["attack-air=Corsair:FB 3-7/2 1-7/2 US", "defence-air=Zeke:F 1-6/1 x JP", "air-combat=yes"]);
    let as_what = |role: &'static str, faces: &[u8]| {
        let attacker = format!("{role},air-stay");
        let policies = [("attacker", &*attacker), ("defender", "air-stay,stand")];
        let report = Call { policies: &policies, ..call(&both) }.run(faces);
        assert_eq!(report.status, Ending::Done, "{:?}", report.open);
        report.json["outcome"]["attack"].as_u64().unwrap()
    };
    // The Zeke has 1 + 1 - 2 = 0, the Corsair 2 + 3 - 1 = 4, twice.
    assert_eq!(as_what("bombers", &[6, 5]), 12);
    assert_eq!(as_what("fighters", &[6, 6, 6, 5]), 9);
    // On the way the Tony fights and is not over the hex.
    let way = with(&[FLYERS, "way=Tony:F 4-6/2 2-6/2 JP"]);
    assert_eq!(battle(&way, &[6, 6, 4]), (13, 5, Some("+1".into()), "DE".into()));
    assert!(values(&run(&way, &[4, 4]), "modifier: air superiority").is_empty());
    // An interceptor that could bomb gives no strength.
    let bombs = with(&[FLYERS, "interceptors=Frank:FB 4-6/2 2-6/2 JP"]);
    let bombing = Call {
        policies: &[("attacker", "air-stay"), ("defender", "fly,bombers,air-stay,stand")],
        ..call(&bombs)
    };
    assert_eq!(bombing.run(&[6, 6, 5]).json["outcome"]["defence"], 5);
    // Heavy bombers, weather and a depleted side: each is halved once, by the side that is up.
    let heavy = with(&["attack-air=Fort:B 9-15[3] 5-15[2] US halved", TONY, "terrain=jungle"]);
    assert_eq!(battle(&heavy, &[6, 6, 4]).0, 13);
    let depleted = with(&["attack-air=Worn:B 9-15 5-15 JP depleted elite", "air-combat=yes"]);
    assert_eq!(battle(&depleted, &[4]).0, 15);
}

#[test]
fn paratroops_share_what_becomes_of_their_air_transport() {
    let words =
        ["attack=Drop:1 paratroop drop, Base:3 infantry", "defence=2/1", "attack-air=Taxi:ATP 1 US", TONY];
    let of = |faces: &[u8]| {
        let report = run(&words, faces);
        assert_eq!(report.status, Ending::Done, "{:?}", report.open);
        (report.json["outcome"]["attack"].as_u64().unwrap(), deeds_of(&report, "Drop"))
    };
    // 2 + 4 = 6: a 5 aborts it, a 1 shoots it down.
    assert_eq!(of(&[5, 3]), (3, vec!["retreat".to_owned()]));
    assert_eq!(of(&[1, 3]), (3, vec!["eliminate Force Pool".to_owned()]));
    // It comes through under the superiority of the Tony: 6 - 2 = 4.
    assert_eq!(of(&[6, 6, 6, 3]).0, 4);
    // A paratroop alone whose air transport is aborted attacks nobody.
    let alone = ["attack=Drop:1 paratroop drop", "defence=2/1", "attack-air=Taxi:ATP 1 US", TONY];
    assert_eq!(run(&alone, &[5]).result, "no attack");
    // The second paratroop has the second air transport.
    let two = ["attack=A:1 paratroop drop, B:1 paratroop drop", "defence=2/1"];
    let two = [&two[..], &["attack-air=One:ATP 1 US, Two:ATP 1 US", TONY, "retreat=0", "drop-adjacent=yes"]]
        .concat();
    let report = Call {
        policies: &[("attacker", "air-stay"), ("defender", "fly,weakest,air-weakest,air-stay,stand")],
        ..call(&two)
    };
    let report = report.run(&[5, 6, 6, 3]);
    let home = |name: &str| deeds_of(&report, name) == ["retreat"];
    let aborted = |name: &str| {
        let units = report.json["outcome"]["air"]["attacker"]["units"].as_array().unwrap();
        units.iter().any(|unit| unit["name"] == name && unit["state"] == "aborted")
    };
    assert_eq!((home("A"), home("B")), (aborted("One"), aborted("Two")), "{:?}", report.deeds);
    assert!(home("A") != home("B"), "{:?}", report.deeds);
}

#[test]
fn each_paratroop_takes_a_point_of_air_transport_that_it_shares_the_fate_of() {
    let policies =
        [("attacker", "air-stay"), ("defender", "fly,air-strongest,air-stay,stand,weakest,together")];
    let of = |more: &[&'static str], faces: &[u8]| {
        let words = [&["defence=2/1", TONY, "retreat=0", "drop-adjacent=yes"], more].concat();
        let report = Call { policies: &policies, ..call(&words) }.tried(faces).unwrap();
        let home = ["A", "B"].map(|name| deeds_of(&report, name) == ["retreat"]);
        (report.status, home, report.result)
    };
    const BOTH: &str = "attack=A:1 paratroop drop, B:1 paratroop drop";
    // One point for two: neither drops for nothing.
    for air in ["attack-air=One:ATP 1 US", "attack-air=One:ATP 2 1 US depleted"] {
        let (status, _, result) = of(&[BOTH, air], &[5, 6]);
        assert_eq!((status, &*result), (Ending::Refused, "refused"), "{air}");
    }
    let none = of(&[BOTH, "attack-air=Flyers:B 4-9 US"], &[5, 6]);
    assert_eq!(none.0, Ending::Refused);
    // A marker of two points takes both home: 5 aborts it, 1 costs it a point.
    for die in [5, 1] {
        let (status, home, _) = of(&[BOTH, "attack-air=One:ATP 2 1 US"], &[die]);
        assert_eq!((status, home), (Ending::Done, [true, true]), "{die}");
    }
    // As they are left each needs its point, too, where air transport is listed at all.
    let left = |air: &'static str| {
        Call {
            policies: &policies,
            ..call(&["attack=2 x 1 paratroop drop", "defence=2/1", "retreat=0", air])
        }
        .tried(&[6, 6, 6])
        .unwrap()
        .status
    };
    assert_eq!(left("attack-air=ATP"), Ending::Refused);
    assert_eq!(left("attack-air=ATP 2"), Ending::Done);
    assert_eq!(left("attack-air=B 4"), Ending::Done);
}

#[test]
fn what_was_fought_by_hand_and_what_is_told_stands() {
    // As they are left: nobody fights, whoever is listed.
    let left = with(&["attack-air=B 4-9", "defence-air=F 4-6/2"]);
    assert_eq!(battle(&left, &[4]), (13, 5, Some("+0".into()), "D3x".into()));
    let no = with(&[FLYERS, TONY, "air-combat=no"]);
    assert_eq!(battle(&no, &[4]), (13, 5, Some("+1".into()), "DE".into()));
    let told = with(&[FLYERS, TONY, "air-superiority=attacker"]);
    assert_eq!(battle(&told, &[4, 5]).2, Some("+1".into()));
    for (more, key) in [
        ("attack-heavy=5", "attack-heavy"),
        ("defence-fighters=yes", "defence-fighters"),
        ("air-magic=2 magic-side=attacker", "magic-side"),
        ("attack-carriers=Hornet", "attack-carriers"),
    ] {
        let more: Vec<&str> = more.split(' ').collect();
        let words = with(&[&[FLYERS, TONY][..], &more[..1]].concat());
        let error = call(&words).tried(&[]);
        if key == "magic-side" {
            // The side without Japanese units has it, and a chit for the land is another one.
            assert!(call(&with(&[FLYERS, TONY, "air-magic=2", "magic=-1"])).tried(&[6, 6, 4]).is_ok());
            continue;
        }
        assert!(error.unwrap_err().to_string().contains(key), "{key}");
    }
    let unsure = with(&["attack-air=B 4-9", "interceptors=F 4-6/2", "air-magic=2"]);
    assert!(call(&unsure).tried(&[]).unwrap_err().to_string().contains("magic-side"));
}

#[test]
fn a_sneak_attack_and_carriers_count_in_the_air_too() {
    let bonus = |words: &[&str]| {
        let report = run(words, &[6, 6, 6, 6, 4]);
        report.lines.iter().filter(|line| line.rule == "17.1.3").count()
    };
    let words =
        ["attack=9", "defence=5", "attack-nation=JP", "attack-air=F 4-4/3 x JP", "interceptors=F 4-4/3 x US"];
    assert_eq!(bonus(&words), 0);
    assert!(bonus(&[&words[..], &["sneak=first"]].concat()) > 0);
    // 2 is no more than both carriers; 1 and 6 against capacities of 4: one launches, the other not.
    let carriers = with(&[
        "attack-air=A:N 4-5/3 2-5/3 US @Hornet carrier, B:N 4-5/3 2-5/3 US @Enterprise carrier",
        "attack-carriers=Hornet 4, Enterprise 4",
        "air-combat=yes",
    ]);
    assert_eq!(battle(&carriers, &[1, 1, 1, 6, 4]).0, 13);
    // The defender's ground support from carriers launches as well.
    let carriers = with(&[
        "defence-air=A:N 3-5/3 2-5/3 JP @Akagi carrier, B:N 2-5/3 JP @Kaga carrier",
        "defence-carriers=Akagi 4, Kaga 4",
        "air-combat=yes",
    ]);
    assert_eq!(battle(&carriers, &[1, 1, 6, 1, 4]).1, 7);
}

#[test]
fn each_reading_of_a_choice_decides_some_battle_with_aircraft() {
    each_reading_of_these_decides(&[
        ("R39", "bomber_defence", "attack=15 defence=6 defence-air=B~5"),
        ("R39", "interceptor_commit", "attack=9 defence=5 attack-air=B~4-9~US interceptors=F~1-6/1~JP"),
        (
            "R39",
            "launch_check_span",
            "attack=9 defence=5 air-combat=yes attack-air=A:N~3-6/1~US~carrier~@X,B:N~3-6/1~US~carrier~@Y attack-carriers=X~1,Y~1",
        ),
        ("R39", "marine_amphib", "amphibious=yes attack=4/2~marine,2 defence=2/1"),
        (
            "R39",
            "return_fire_trigger",
            "attack=9 defence=5 attack-air=B~9-9[4]~9-9[4]~US interceptors=F~4-6/3~JP",
        ),
        ("R39", "river_drm", "attack=9 defence=6 river=yes weather=monsoon attack-weather=fair"),
        ("R39", "unoccupied_fort", "amphibious=yes attack=5 defence=none fort=unoccupied"),
        ("R39", "weather_land_drm", "attack=9 defence=5 weather=winter"),
    ]);
}

const ATTACKERS: [&str; 6] =
    ["B 4-9 2-9", "FB 3-7/2 1-7/2", "F 4-9/3 x", "B 9-10[3] 5-10[2]", "N 4-5/3 x halved", "ATP 1"];
const SUPPORT: [&str; 4] = ["B 3-8 1-8", "F 3-6/2 x own-base", "FB 2-6/1 x", "N 2-5/3"];
const FIGHTERS: [&str; 3] = ["F 4-6/3 x", "FB 3-6/2 x", "F 2-6/1"];
const LAND: [(&str, &str); 4] = [
    ("9", "5"),
    ("Drop:1 paratroop drop, 3/2 infantry", "2/1, 2/2"),
    ("2 x 4/2 marine", "none"),
    ("6", "partisan 1"),
];

#[test]
fn battles_at_random_with_aircraft_of_both_sides_end_and_have_the_chances_that_seeds_show() {
    let tables = LandCombat::context(&Embedded, &[]).unwrap();
    let mut dice = Seeded::new(39);
    let (mut compared, mut met) = (0_u64, 0_u64);
    let battles = volume::asked("LIEGE_LAND_BATTLES", 130);
    for number in 0..battles {
        let (attack, defence) = LAND[usize::from(dice.roll(Die(4), "land")) - 1];
        let mut words = vec![format!("attack={attack}"), format!("defence={defence}"), "retreat=1".into()];
        if attack.contains("marine") {
            words.push("amphibious=yes".into());
        }
        let mut list = |key: &str, most: u8, nation: &str, units: &[&str]| {
            if dice.roll(Die(3), "here") > 1 {
                words.push(format!("{key}={}", side(&mut dice, most, nation, units)));
            }
        };
        list("attack-air", 2, "US", &ATTACKERS);
        list("defence-air", 1, "JP", &SUPPORT);
        list("interceptors", 1, "JP", &FIGHTERS);
        list("counter", 1, "US", &FIGHTERS);
        if number % 5 == 0 {
            list("way-2", 1, "JP", &FIGHTERS);
        }
        words.push("air-combat=yes".into());
        // Who would meet nobody is an error.
        let with = |words: &[String], keys: &[&str]| {
            words.iter().any(|word| keys.iter().any(|key| word.starts_with(&format!("{key}="))))
        };
        if attack.contains("drop") && !with(&words, &["attack-air"]) {
            continue;
        }
        if !with(&words, &["attack-air"]) {
            words.retain(|word| !word.starts_with("way-2="));
        }
        if !with(&words, &["defence-air", "interceptors", "way-2"]) {
            words.retain(|word| !word.starts_with("counter="));
        }
        if !with(&words, &["attack-air", "counter"]) {
            words.retain(|word| !word.starts_with("interceptors="));
        }
        if !with(&words, &["attack-air", "defence-air", "counter"]) {
            continue;
        }
        words.iter_mut().for_each(|word| lifted(word, attack));
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let mut who = Policies::default();
        let air =
            ["balanced", "cautious", "aggressive", "early,fly,bombers,air-weakest", "fighters,abort,fly"];
        for (role, land) in [("attacker", "weakest,advance,evacuate"), ("defender", "stand,weakest,together")]
        {
            let air = air[usize::from(dice.roll(Die(5), "policy")) - 1];
            who.policy(Role::new(role), &format!("{air},balanced,{land}"));
        }
        let begun = begun::<LandCombat>(&words, &tables).unwrap();
        met += u64::from(begun.0.passage.is_some());
        compared += u64::from(agrees::<LandCombat>(&begun, &tables, &who, &words).is_some());
    }
    assert!(met * 4 >= battles * 3 && compared * 3 >= battles, "{compared} of {met} were small enough");
}

/// Adds the air transport of a paratroop to what comes.
fn lifted(word: &mut String, attack: &str) {
    if attack.contains("drop") && word.starts_with("attack-air=") {
        word.push_str(", ATP 1 US");
    }
}

#[test]
fn larger_battles_with_aircraft_of_both_sides_end() {
    let mut dice = Seeded::new(411);
    let mut hit = 0;
    let battles = volume::asked("LIEGE_LAND_BATTLES", 100);
    for number in 0..battles {
        let mut lists = [
            format!("attack-air={}", side(&mut dice, 4, "US", &ATTACKERS)),
            format!("defence-air={}", side(&mut dice, 3, "JP", &SUPPORT)),
            format!("interceptors={}", side(&mut dice, 3, "JP", &FIGHTERS)),
            format!("counter={}", side(&mut dice, 3, "US", &FIGHTERS)),
            format!("way={}", side(&mut dice, 2, "JP", &FIGHTERS)),
        ];
        let (attack, defence) = LAND[usize::from(dice.roll(Die(4), "land")) - 1];
        let ground = [format!("attack={attack}"), format!("defence={defence}")];
        lists.iter_mut().for_each(|word| lifted(word, attack));
        let assault = if attack.contains("marine") { "amphibious=yes" } else { "retreat=1" };
        let words: Vec<&str> = ground.iter().chain(&lists).map(String::as_str).chain([assault]).collect();
        let policies = [
            ("attacker", ["balanced", "cautious", "aggressive"][dice.roll(Die(3), "policy") as usize - 1]),
            ("defender", ["balanced", "cautious", "aggressive"][dice.roll(Die(3), "policy") as usize - 1]),
        ]
        .map(|(role, air)| (role, format!("{air},weakest,advance,evacuate,stand,together")));
        let policies: Vec<(&str, &str)> = policies.iter().map(|(role, words)| (*role, &**words)).collect();
        let call = Call { policies: &policies, ..call(&words) };
        let report = call.with(&mut Seeded::new(number)).unwrap();
        assert_eq!(report.status, Ending::Done, "{words:?}: {:?}", report.open);
        hit += u64::from(!report.json["outcome"]["air"]["attacker"]["units"].as_array().unwrap().is_empty());
    }
    assert!(hit * 3 > battles, "{hit} of {battles}");
}

#[test]
fn nobody_counter_intercepts_where_nobody_of_the_enemy_is_in_the_air() {
    let counter = "counter=Tony:F 4-6/2 2-6/2 US";
    let nobody = call(&with(&[counter])).tried(&[4]).unwrap_err().to_string();
    assert!(nobody.contains("counter: have nobody to meet"), "{nobody}");
    // Who could meet nobody because the enemy stays at home is not asked, and not over the hex.
    let words = with(&[counter, "interceptors=Oscar:F 2-6/2 x JP"]);
    let home = Call { policies: &[("defender", "air-stay,stand"), ("attacker", "hold")], ..call(&words) };
    let report = home.run(&[4]);
    assert_eq!(report.status, Ending::Done, "{:?}", report.open);
    assert!(values(&report, "counter-intercept").is_empty(), "{:?}", report.lines);
    assert!(values(&report, "modifier: air superiority").is_empty(), "{:?}", report.lines);
}

#[test]
fn the_side_that_is_over_the_hex_first_names_first() {
    let named = |words: &[&str]| {
        let words = with(words);
        let report = call(&words).with(&mut Seeded::new(1)).unwrap();
        assert_eq!(report.status, Ending::Done, "{:?}", report.open);
        let told = |line: &&liege::rules::play::procedure::Line| line.value.contains("names first");
        report.lines.iter().find(told).map(|line| line.value.clone())
    };
    // Ground support of the defender is there before who meets it; carriers lie elsewhere.
    let supported = named(&["defence-air=JB:FB 4-9/2 2-9/2 JP", "counter=P40:FB 4-6/2 2-6/2 US"]);
    assert_eq!(supported.as_deref(), Some("defender names first"));
    let from_carriers =
        named(&["attack-air=Flyers:FB 4-9/2 2-9/2 US", "interceptors=Zero:N 4-6/3 2-6/3 JP carrier"]);
    assert_eq!(from_carriers.as_deref(), Some("attacker names first"));
    let based =
        named(&["attack-air=Flyers:FB 4-9/2 2-9/2 US", "interceptors=Oscar:FB 4-6/3 2-6/3 JP own-base"]);
    assert_eq!(based.as_deref(), Some("defender names first"));
}
