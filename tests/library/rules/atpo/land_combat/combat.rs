//! Land combat: strengths, modifiers, losses, retreats, landings and what the rules forbid.

use std::sync::LazyLock;

use super::{decided, fight, run_with, value};
use crate::pages::command;
use crate::rules::atpo::call::words_of_atpo;
use liege::rules::atpo::forces::{ATTACKER, DEFENDER};
use liege::rules::data::{Embedded, Files as _};
use liege::rules::play::inputs::{GameWords, Key, Synonyms, named};
use liege::rules::play::procedure::{Ending, Orders, RunError};
use proptest::prelude::*;

/// The words that players of the game use for one another.
static ALIKE: LazyLock<GameWords> = LazyLock::new(words_of_atpo);

fn drm(words: &[&str], settings: &[&str]) -> String {
    let mut all = vec!["attack=6", "defence=6"];
    all.extend(words);
    let report = run_with("R39", &all, &[3], settings, &mut Orders::default()).unwrap();
    value(&report, "modifiers").to_owned()
}

#[test]
fn river_and_monsoon_count_as_the_choice_says() {
    let cases = [
        (vec!["river=all"], ["-1", "-2", "-1"]),
        (vec!["river=some"], ["+0", "+0", "+0"]),
        (vec!["river=all", "weather=monsoon", "attack-weather=fair"], ["-2", "-3", "-3"]),
        (vec!["river=all", "weather=monsoon"], ["-3", "-3", "-4"]),
        (vec!["river=all", "weather=monsoon", "attack-weather=mixed"], ["-2", "-3", "-2"]),
    ];
    for (words, sums) in cases {
        for (reading, sum) in ["-1", "-2", "cumulative"].iter().zip(sums) {
            assert_eq!(drm(&words, &[&format!("river_drm={reading}")]), sum, "{words:?} under {reading}");
        }
    }
}

#[test]
fn modifiers_add_up() {
    assert_eq!(drm(&["terrain=jungle-mountain"], &[]), "-2");
    assert_eq!(drm(&["weather=monsoon"], &["weather_land_drm=both"]), "-2");
    assert_eq!(drm(&["weather=wet", "zone=moderate"], &[]), "+0");
    assert_eq!(drm(&["weather=winter"], &[]), "-1");
    assert_eq!(drm(&["attacker-oos=yes", "defender-supply=out"], &[]), "-1");
    assert_eq!(drm(&["fighters=1", "defender-fighters=2"], &[]), "+0");
    assert_eq!(drm(&["air=ATP"], &[]), "+0");
    assert_eq!(drm(&["amphibious=yes", "marine=some", "admiral=2"], &[]), "+1");
    assert_eq!(drm(&["amphibious=yes", "marine=some"], &["marine_amphib=all_marine"]), "-3");
    assert_eq!(drm(&["amphibious=yes", "second-wave=yes"], &[]), "+0");
    assert_eq!(drm(&["soviet-armor=yes", "date=1943-12"], &[]), "+0");
    assert_eq!(drm(&["soviet-armor=yes", "date=1945-08", "terrain=jungle"], &[]), "-1");
    assert_eq!(drm(&["paratroop=intact", "magic=-2"], &[]), "-1");
}

#[test]
fn land_magic_is_for_attacks_in_which_those_whom_it_helps_take_part() {
    let against = |own: &str, other: &str| {
        let words = [&format!("attack=4/2 {own}"), &format!("defence=2/2 {other}"), "magic=1"];
        let words: Vec<&str> = words.iter().map(|word| word as &str).collect();
        let report = run_with("R39", &words, &[3], &[], &mut Orders::default()).unwrap();
        report.json["refused"][0]["rule"].as_str().map(str::to_owned)
    };
    assert_eq!(against("US", "JP"), None);
    assert_eq!(against("JP", "IN"), None);
    assert_eq!(against("CN", "JP").as_deref(), Some("17.10.2.1.2"));
    assert_eq!(against("SU", "JP").as_deref(), Some("17.10.2.6"));
}

fn strengths(words: &[&str], settings: &[&str]) -> (String, String) {
    let report = run_with("R39", words, &[3], settings, &mut Orders::default()).unwrap();
    (value(&report, "attack strength").to_owned(), value(&report, "defence strength").to_owned())
}

#[test]
fn a_fort_doubles_the_strongest_unit_or_the_one_its_owner_names() {
    assert_eq!(strengths(&["attack=9", "defence=3/2, 2/2", "fort=yes"], &[]).1, "8");
    assert_eq!(strengths(&["attack=9", "defence=3/2, 2/2 doubled", "fort=yes"], &[]).1, "7");
    assert_eq!(strengths(&["attack=9", "fort=yes", "defence=none"], &[]).1, "2");
}

#[test]
fn an_empty_beach_defends_with_its_garrison_and_fort() {
    let beach = ["attack=9", "amphibious=yes"];
    let with = |more: &[&str], settings: &[&str]| strengths(&[&beach, more].concat(), settings).1;
    assert_eq!(with(&[], &[]), "1");
    assert_eq!(with(&["coastal-fort=yes"], &[]), "3");
    assert_eq!(with(&["coastal-fort=yes"], &["unoccupied_fort=2"]), "2");
    assert_eq!(with(&["defender-dd=yes", "defender-cl=yes"], &[]), "2");
    assert_eq!(with(&["defence=2/2, 1/1", "coastal-fort=yes"], &[]), "6");
}

#[test]
fn leaders_count_before_air_and_guns_which_stop_at_the_base() {
    let two_generals = "attack=4/2 JP @A, general Yamashita 2 JP @A, general Homma 1 JP @A, 3/2 JP @B";
    assert_eq!(strengths(&[two_generals, "defence=5"], &[]).0, "9");
    assert_eq!(strengths(&["attack=4/2 US, general Slim 2 UK", "defence=5"], &[]).0, "4");
    assert_eq!(strengths(&["attack=4/2 AU @A, 3/2 AU @B", "attack-aura=blamey", "defence=5"], &[]).0, "9");
    assert_eq!(strengths(&["attack=4", "gunnery=40", "defence=5"], &[]).0, "8");
    assert_eq!(strengths(&["attack=6", "air=FB 3, B 5 heavy", "defence=5"], &[]).0, "11");
    assert_eq!(
        strengths(&["attack=9", "air=5,5", "fort=yes", "defence=5/2", "defence-air=B 3"], &[]),
        ("13".into(), "13".into())
    );
    assert_eq!(
        strengths(&["attack=9", "defence=5", "defence-air=4,4,4"], &["bomber_defence=one_each_max2"]).1,
        "7"
    );
}

#[test]
fn the_attacker_loses_first_and_by_policy() {
    // 3-2, row 2: D1x.
    let report = decided(&["attack=4/2, 2/1", "defence=2/1, 2/1"], &[2], "strongest,hold", "stand,weakest");
    assert_eq!(report.result, "D1x");
    let units = report.json["outcome"]["units"].as_array().unwrap();
    let fates: Vec<(u64, &str)> = units
        .iter()
        .map(|unit| (unit["steps_lost"].as_u64().unwrap(), unit["fate"].as_str().unwrap()))
        .collect();
    assert_eq!(fates, [(1, "stands"), (0, "stands"), (1, "eliminated"), (0, "stands")]);
    assert_eq!(report.status, Ending::Done);
}

#[test]
fn a_question_that_nobody_answers_stays_open_with_its_legal_answers() {
    let report = fight(&["attack=4/2, 2/1", "defence=2/1, 2/1"], &[2]);
    assert_eq!(report.status, Ending::Open);
    assert_eq!(report.result, "D1x");
    assert_eq!(report.json["open"]["by"], "attacker");
    assert_eq!(report.json["open"]["answers"], serde_json::json!(["attacker 1", "attacker 2"]));
}

#[test]
fn orders_are_followed_and_a_misfit_is_told() {
    let words = ["attack=a:4/2, b:2/1", "defence=2/1, 2/1"];
    let mut orders = Orders::default();
    orders.answer(ATTACKER, "loss", "b");
    orders.answer(DEFENDER, "answer", "run away");
    let report = run_with("R39", &words, &[2], &[], &mut orders).unwrap();
    assert_eq!(report.json["open"]["label"], "answer");
    assert_eq!(orders.misfits.len(), 1);
    assert!(orders.misfits[0].to_string().contains("retreat 1"), "{:?}", orders.misfits);
}

#[test]
fn retreat_to_listed_places_is_asked_for_each_unit() {
    let words = ["attack=12/2", "defence=x:2/2, y:2/2", "retreat=W1:2 closer, W2:2 closer, W3:2 closer zoc"];
    // 3-1, row 2: D2x.
    let report = decided(&words, &[2], "weakest,advance", "retreat,together");
    let units = report.json["outcome"]["units"].as_array().unwrap();
    assert_eq!(units[1]["to"], "W1");
    assert_eq!(units[2]["fate"], "retreated");
    assert_eq!(report.json["outcome"]["hex"]["vacated"], "yes");
    assert_eq!(units[0]["fate"], "advanced");
}

#[test]
fn a_dropped_paratroop_dies_when_an_enemy_stays_and_counts_as_a_step() {
    // 1-1, row 1 + 1 for the drop: xx, of which the paratroop is one.
    let report = decided(&["attack=4/2, 1 para dropped", "defence=5/2"], &[1], "weakest", "stand");
    assert_eq!(report.result, "xx");
    let units = report.json["outcome"]["units"].as_array().unwrap();
    assert_eq!((units[0]["steps_lost"].as_u64(), units[1]["fate"].as_str()), (Some(1), Some("eliminated")));
}

/// Each unit's name, steps lost and fate.
fn fates(report: &liege::rules::play::procedure::Resolution) -> Vec<String> {
    let units = report.json["outcome"]["units"].as_array().unwrap();
    let told = |unit: &serde_json::Value, key: &str| unit[key].as_str().unwrap_or_default().to_owned();
    units
        .iter()
        .map(|unit| format!("{} {} {}", told(unit, "unit"), unit["steps_lost"], told(unit, "fate")))
        .collect()
}

#[test]
fn a_lost_paratroop_is_one_of_the_steps_even_when_the_defender_decides_later() {
    // 3-2, row 1 + 1 for the drop: D1x. The defender stands, so the paratroop dies and a keeps its step.
    let words = ["attack=a:5/2, p:1 para dropped", "defence=d:4/2"];
    let stands = decided(&words, &[1], "strongest,hold", "stand");
    assert_eq!(stands.result, "D1x");
    assert_eq!(fates(&stands), ["a 0 stands", "p 1 eliminated", "d 1 stands"]);
    assert_eq!(stands.json["outcome"]["attacker"]["steps_lost"], 1);
    // He retreats: the attacker loses the step where he likes.
    let leaves = decided(&words, &[1], "strongest,hold", "retreat");
    assert_eq!(fates(&leaves), ["a 1 stands", "p 0 advanced", "d 0 retreated"]);
    // The attacker gave the paratroop himself: nothing more is lost.
    let given = decided(&words, &[1], "weakest,hold", "stand");
    assert_eq!(fates(&given), ["a 0 stands", "p 1 eliminated", "d 1 stands"]);
}

#[test]
fn of_two_steps_the_paratroop_is_one_and_the_attacker_chooses_the_other() {
    // 3-1, row 1: D1xx. A depleted paratroop gives no modifier.
    let words = ["attack=a:8/2, b:6/2, p:1 para dropped reduced", "defence=d:5/2"];
    let spread = decided(&words, &[1], "spread,strongest,hold", "stand");
    assert_eq!(spread.result, "D1xx");
    assert_eq!(spread.json["outcome"]["attacker"]["steps_lost"], 2);
    let mut orders = Orders::default();
    for answer in ["a", "b"] {
        orders.answer(ATTACKER, "loss", answer);
    }
    orders.answer(ATTACKER, "spared", "a");
    orders.policy(DEFENDER, "stand");
    let chosen = run_with("R39", &words, &[1], &[], &mut orders).unwrap();
    assert_eq!(fates(&chosen), ["a 0 stands", "b 1 stands", "p 1 eliminated", "d 1 stands"]);
}

#[test]
fn two_lost_paratroops_can_be_more_than_the_steps_asked() {
    let words = ["attack=a:6/2, p:1 para dropped reduced, q:1 para dropped reduced", "defence=d:4/2"];
    // 2-1, row 2: D1x.
    let report = decided(&words, &[2], "strongest,hold", "stand");
    assert_eq!(fates(&report), ["a 0 stands", "p 1 eliminated", "q 1 eliminated", "d 1 stands"]);
}

#[test]
fn a_surrounded_defender_leaves_no_doubt_about_the_paratroop() {
    let words = ["attack=a:5/2, p:1 para dropped", "defence=d:4/2", "surrounded=yes"];
    let report = decided(&words, &[1], "strongest,hold", "stand");
    assert_eq!(fates(&report), ["a 0 stands", "p 1 eliminated", "d 1 stands"]);
}

#[test]
fn a_paratroop_in_a_total_is_one_of_its_steps() {
    // 1-1, row 3 + 1: D1, and no cross; the surrounded defender stays.
    let words =
        ["attack=6", "attack-steps=5", "paratroop=intact", "defence=6", "defence-steps=4", "surrounded=yes"];
    let report = fight(&words, &[3]);
    assert_eq!(report.result, "D1");
    assert_eq!(report.json["outcome"]["attacker"]["steps_lost"], 1);
    assert_eq!(value(&report, "paratroop"), "eliminated");
    // Row 1 + 1: xx, of which the paratroop is one.
    assert_eq!(fight(&words, &[1]).json["outcome"]["attacker"]["steps_lost"], 2);
}

#[test]
fn no_landing_in_desert_or_other_bad_terrain() {
    for terrain in ["desert", "forest", "jungle", "jungle-mountain", "marsh", "mountain"] {
        let report = fight(&["attack=3", "defence=3", "amphibious=yes", &format!("terrain={terrain}")], &[]);
        assert_eq!(report.status, Ending::Refused, "{terrain}");
        assert_eq!(report.json["refused"][0]["rule"], "3.14.2");
    }
    assert_eq!(fight(&["attack=3", "defence=3", "terrain=desert"], &[3]).status, Ending::Done);
}

#[test]
fn friends_on_the_beach_make_a_second_wave() {
    let words = ["attack=4/2 infantry, 4/2 infantry pinned", "defence=5/2", "amphibious=yes"];
    assert_eq!(
        value(&fight(&words, &[5]), "modifiers"),
        "-2",
        "no -3, and -2 because pinned units are out of supply"
    );
}

#[test]
fn a_leader_helps_his_own_nation_only() {
    let report = fight(&["attack=4", "attack-nation=JP", "attack-aura=macarthur", "defence=3"], &[]);
    assert_eq!((report.status, report.json["refused"][0]["rule"].as_str()), (Ending::Refused, Some("16.7")));
    assert_eq!(
        strengths(&["attack=4", "attack-nation=US", "attack-aura=macarthur", "defence=3"], &[]).0,
        "6"
    );
}

#[test]
fn an_air_unit_may_be_written_in_one_word() {
    let told = |air: &str| strengths(&["attack=20", &format!("air={air}"), "defence=5"], &[]).0;
    for (air, total) in [
        ("B3", "23"),
        ("fb3", "23"),
        ("N2", "22"),
        ("B5 heavy", "22"),
        ("B6[3]", "23"),
        ("2 x B3", "26"),
        ("B3, FB4", "27"),
    ] {
        assert_eq!(told(air), total, "{air}");
    }
    assert_eq!(told("B29:9-20"), "29", "a name comes before a colon");
    assert_eq!(told("F4, ATP2"), "20");
    assert_eq!(drm(&["air=X-7/0"], &[]), "+0", "the raider gives no superiority (16.14.1)");
}

#[test]
fn an_air_unit_that_is_not_understood_is_an_error() {
    let base = |air: &str| run_with("R34", &["base=20", air], &[], &[], &mut Orders::default());
    for (air, total) in [
        ("air=B5 heavy", "22"),
        ("air=14th:B 5", "25"),
        ("air=FB 3-7/2 1-7/2 US depleted", "21"),
        ("air=B 4-10 elite JP", "25"),
        ("air=FB 3 as-fighter", "20"),
        ("air=B 5 halved", "22"),
        ("air=5-16[3]", "22"),
        ("air=FB4-6/3", "24"),
    ] {
        assert_eq!(base(air).unwrap().result, total, "{air}");
    }
    for air in
        ["air=B3x", "air=3xB2", "air=N2/B3", "air=B5 terrain=jungle", "air=14th B 5", "air=B 5 own-base"]
    {
        assert!(base(air).is_err(), "{air}");
    }
}

#[test]
fn the_defender_of_an_empty_hex_has_no_options_and_the_attacker_advances() {
    let result = |words: &[&str]| run_with("R40", words, &[], &[], &mut Orders::default()).unwrap().result;
    for nobody in [
        "garrison=yes",
        "units=none",
        "units=0",
        "units=garrison",
        "units=intrinsic garrison",
        "units=no units",
        "steps=0",
    ] {
        assert_eq!(result(&["result=D1x", nobody]), "attackers may advance", "{nobody}");
        assert_eq!(result(&["result=DE", nobody]), "attackers may advance", "{nobody}");
        assert_eq!(result(&["result=xx", nobody]), "no effect", "{nobody}");
    }
    assert_eq!(result(&["result=D1", "units=a full unit", "surrounded=yes"]), "lose 1 step");
    assert_eq!(
        result(&["result=D2", "units=two full units"]),
        "retreat 2 | retreat 1, lose 1 step | lose 2 steps"
    );
}

#[test]
fn a_landing_succeeds_with_supply_or_asks_what_becomes_of_the_survivors() {
    let landed = decided(&["amphibious=yes", "attack=8/2 marine", "defence=none"], &[6], "stay", "");
    assert_eq!(landed.json["outcome"]["hex"]["sea_supply"], true);
    assert_eq!(landed.json["outcome"]["units"][0]["fate"], "landed");
    // 2-3, row 5 - 3: xx.
    let failed = decided(&["amphibious=yes", "attack=4/2, 4/2", "defence=9/2"], &[5], "stay,spread", "");
    assert_eq!(failed.json["outcome"]["units"][0]["fate"], "pinned");
    assert_eq!(failed.json["outcome"]["units"][1]["steps_lost"], 1);
}

#[test]
fn home_infantry_goes_to_the_replenishment_box_unless_out_of_supply() {
    let fate = |unit: &str| {
        let report = decided(&["attack=20/2", &format!("defence={unit}")], &[6], "hold", "stand");
        report.json["outcome"]["units"][1]["to"].as_str().unwrap_or_default().to_owned()
    };
    assert_eq!(fate("2/1 infantry CN home"), "Replenishment Box");
    assert_eq!(fate("2/1 infantry CN home oos"), "Force Pool");
    assert_eq!(fate("2/1 infantry US home"), "Force Pool");
    assert_eq!(fate("2/1 armor JP home"), "Force Pool");
}

#[test]
fn out_of_supply_sends_home_infantry_to_the_force_pool_however_it_is_said() {
    let fate = |side: usize, words: &[&str], face: u8| {
        let report = decided(words, &[face], "hold", "stand");
        report.json["outcome"]["units"][side]["to"].as_str().unwrap_or_default().to_owned()
    };
    let chinese = ["attack=20/2", "defence=2/1 infantry CN home"];
    let says = ["defence-supply=out", "defence-oos=yes", "out-of-supply=defender", "out-of-supply=both"];
    for said in says {
        assert_eq!(fate(1, &[&chinese[..], &[said]].concat(), 6), "Force Pool", "{said}");
    }
    assert_eq!(fate(1, &[&chinese[..], &["out-of-supply=attacker"]].concat(), 6), "Replenishment Box");
    // An attack at 1-2 that is eliminated.
    let attackers = ["attack=1/1 infantry CN home, 1/1 infantry CN home oos", "defence=9/2"];
    assert_eq!(fate(0, &attackers, 1), "Replenishment Box");
    assert_eq!(fate(1, &attackers, 1), "Force Pool");
    let told = ["attack=2/1 infantry CN", "attack-home=yes", "defence=9/2"];
    assert_eq!(fate(0, &told, 1), "Replenishment Box");
    assert_eq!(fate(0, &[&told[..], &["attack-supply=out"]].concat(), 1), "Force Pool");
}

#[test]
fn a_general_without_troops_rolls_for_his_life() {
    let words = ["attack=20/2", "defence=2/1 JP, general Ushijima 1 JP"];
    let gone = decided(&words, &[6, 4], "hold", "stand");
    assert_eq!(gone.json["outcome"]["units"][2]["fate"], "out of the game");
    let back = decided(&words, &[6, 5], "hold", "stand");
    assert_eq!(back.json["outcome"]["units"][2]["to"], "Force Pool");
    assert_eq!(back.json["dice"], serde_json::json!([6, 5]));
}

#[test]
fn partisans_die_without_a_roll() {
    let report = fight(&["attack=3", "defence=X partisan"], &[]);
    assert_eq!(report.result, "partisans eliminated");
}

#[test]
fn captured_forts_and_supply_are_destroyed_and_airfields_taken() {
    let words = ["attack=20", "defence=2", "fort=yes", "installations=airfield,port,supply"];
    let report = fight(&words, &[6]);
    assert_eq!(report.json["outcome"]["hex"]["captured"], serde_json::json!(["airfield", "port"]));
    assert_eq!(report.json["outcome"]["hex"]["destroyed"], serde_json::json!(["supply", "fortification"]));
}

#[test]
fn all_marines_are_those_told_as_all_or_listed_as_marines() {
    let all = ["marine_amphib=all_marine"];
    for (words, modifiers) in [
        (["attack=8", "marine=yes"], "-1"),
        (["attack=8", "marine=some"], "-3"),
        (["attack=4/2 marine, 4/2", "marine=all"], "-1"),
        (["attack=4/2 marine, 4/2 infantry", "marine=yes"], "-3"),
    ] {
        let words = [&words[..], &["defence=4", "amphibious=yes"]].concat();
        let report = run_with("R39", &words, &[3], &all, &mut Orders::default()).unwrap();
        assert_eq!(value(&report, "modifiers"), modifiers, "{words:?}");
    }
}

#[test]
fn installations_are_told_by_the_words_of_their_chits() {
    let words = ["attack=20", "defence=2", "installations=Airfield, Sea Supply; coastwatch"];
    assert!(run_with("R39", &words, &[6], &[], &mut Orders::default()).is_err());
    for told in ["Airfield, Sea Supply", "airfield sea-supply", "Sea Supply; airfield"] {
        let report = fight(&["attack=20", "defence=2", &format!("installations={told}")], &[6]);
        let hex = &report.json["outcome"]["hex"];
        assert_eq!(hex["captured"], serde_json::json!(["airfield"]), "{told}");
        assert_eq!(hex["destroyed"], serde_json::json!(["sea-supply"]), "{told}");
    }
}

#[test]
fn no_sneak_attack_bonus_against_soviet_or_chinese_units_nor_for_others_than_japan() {
    let against = |attack: &str, defence: &str| {
        let words = [format!("attack={attack}"), format!("defence={defence}"), "sneak=first".into()];
        fight(&words.each_ref().map(String::as_str), &[3])
    };
    for (attack, defence, rule) in [
        ("4/2 JP", "4/2 SU", "17.1.6"),
        ("4/2 JP", "4/2 US, 1/1 SU", "17.1.6"),
        ("4/2 JP", "4/2 CN, 3/2 CC", "17.1"),
        ("4/2 US, 3/2 UK", "4/2", "17.1.1"),
    ] {
        let report = against(attack, defence);
        assert_eq!(report.status, Ending::Refused, "{attack} against {defence}");
        assert_eq!(report.json["refused"][0]["rule"], rule);
    }
    assert_eq!(value(&against("4/2 JP", "4/2 US, 4/2 CN"), "modifiers"), "+2");
}

#[test]
fn what_the_rules_forbid_is_a_result_that_names_every_reason() {
    let words = ["attack=3", "defence=none", "garrison=yes", "activated=no", "admiral=1"];
    let report = fight(&words, &[]);
    assert_eq!(report.status, Ending::Refused);
    let rules: Vec<&str> = report.json["refused"]
        .as_array()
        .unwrap()
        .iter()
        .map(|refusal| refusal["rule"].as_str().unwrap())
        .collect();
    assert_eq!(rules, ["11.6.4", "3.14.5.1", "3.12.1.3"]);
    assert_eq!(
        fight(&["attack=3", "defence=3", "amphibious=yes", "terrain=jungle"], &[]).status,
        Ending::Refused
    );
    assert_eq!(
        fight(&["attack=3", "amphibious=yes", "terrain=mountain", "port=yes"], &[3]).status,
        Ending::Done
    );
}

#[test]
fn wrong_words_are_told_all_at_once() {
    let error = run_with("R39", &["atack=3", "terain=clear"], &[], &[], &mut Orders::default()).unwrap_err();
    let RunError::Input(faults) = &error else { panic!("{error}") };
    assert_eq!(faults.len(), 2);
    assert!(error.to_string().contains("did you mean `attack`?"), "{error}");
    let missing = run_with("R39", &["attack=3"], &[], &[], &mut Orders::default()).unwrap_err();
    assert!(missing.to_string().starts_with("defence: is missing"), "{missing}");
    let faces =
        run_with("R39", &["attack=3", "defence=3"], &[3, 3], &[], &mut Orders::default()).unwrap_err();
    assert!(matches!(faces, RunError::Dice { .. }));
}

#[test]
fn the_page_names_every_key_with_its_rule_and_its_example_runs() {
    let results = [
        ("R39", "D3x"),
        ("R19", "D3x"),
        ("R34", "11"),
        ("R36", "eliminated"),
        ("R40", "retreat 2 | retreat 1, lose 1 step | lose 2 steps"),
        ("R41", "out of the game"),
        ("R06", "Australia loses 3 EP"),
        ("R07", "13 EP; giving up 6 STP spares 12, so 1 EP is lost"),
        ("R10", "found by group 2"),
        ("R11", "may evade"),
        ("R16", "eliminated"),
        ("R17", "needs 2 STP; saved"),
        ("R18", "hit"),
        ("R22", "located"),
        ("R27", "intercepts, then Committed"),
        ("R28", "attacker no loss; defender 1 depleted"),
        ("R29", "the fighter loses a step"),
        ("R60", "moonless"),
        ("R67", "dud"),
    ];
    for (id, result) in results {
        let procedure = super::procedure(id);
        let page = Embedded.text(&procedure.page()).unwrap();
        // An assault is told beside land combat, whose page has the keys.
        let keys = if page.contains("the same keys") { &[][..] } else { &procedure.keys };
        for key in keys {
            let start = format!("- `{}`", key.name);
            let row = page
                .lines()
                .find(|line| line.starts_with(&start))
                .unwrap_or_else(|| panic!("{id}: {} is not told", key.name));
            assert!(row.ends_with(&format!("[{}]", key.rule)), "{id} {}: {row}", key.name);
            let others: Vec<&str> = also(row).collect();
            assert!(others.len() <= 3, "{id} {}: more names than anybody reads", key.name);
            for other in others {
                assert_eq!(
                    named(other, keys, &ALIKE),
                    Some(key),
                    "{id} {}: {other} is not understood",
                    key.name
                );
            }
        }
        assert_eq!(page_example(page), result, "{id}");
    }
}

#[test]
fn the_page_of_assaults_tells_what_they_change_and_names_keys_that_there_are() {
    let [land, sea] = ["R39", "R19"].map(super::procedure);
    assert_ne!(land.page(), sea.page());
    let page = Embedded.text(&sea.page()).unwrap();
    assert!(page.starts_with("# ATPO-R19: amphibious assault\n"), "{page}");
    assert!(page.contains("liege explain ATPO-R39"), "{page}");
    let named: Vec<&str> = page
        .lines()
        .filter_map(|line| line.strip_prefix("- ")?.split_once(": "))
        .flat_map(|(keys, _)| keys.split('`').skip(1).step_by(2))
        .collect();
    assert!(named.len() > 8, "{named:?}");
    for name in named {
        assert!(sea.keys.iter().any(|key| key.name == name), "{name}");
    }
    let error =
        run_with("R19", &["attack=4", "defence=2", "amphibious=no"], &[], &[], &mut Orders::default());
    assert_eq!(error.unwrap_err().to_string(), "amphibious: ATPO-R19 is the procedure for amphibious=yes");
}

#[test]
fn what_is_typed_wrongly_is_named_as_it_was_typed() {
    let told = |procedure: &str, words: &[&str]| {
        run_with(procedure, words, &[], &[], &mut Orders::default()).unwrap_err().to_string()
    };
    let twice = told("R39", &["attack=4", "defence=2", "jungle=yes", "Terrain=clear"]);
    assert!(twice.contains("`terrain` is given twice, here and with `"), "{twice}");
    assert!(twice.contains("jungle") && twice.contains("Terrain"), "{twice}");
    assert!(told("R39", &["attack=4", "defence=2", "amphibious"]).contains("write `amphibious=yes`"));
    assert_eq!(told("R39", &["attack=4", "defence=700 x 3-1"]), "defence: more than 60 units");
    assert_eq!(told("R39", &["attack=99 infantry 3-1", "defence=3"]), "attack: more than 60 units");
    assert!(
        told("R40", &["result=D9", "units=2"]).starts_with("result: \"D9\" is not a result on the table")
    );
    assert!(told("R40", &["units=2"]).starts_with("result: is missing"));
}

#[test]
fn results_are_read_in_capital_and_small_letters() {
    let options = |result: &str| {
        run_with("R40", &[result, "units=2:2"], &[], &[], &mut Orders::default()).unwrap().result
    };
    for (typed, printed) in
        [("result=d1", "result=D1"), ("result=D2X", "result=D2x"), ("result=de", "result=DE")]
    {
        assert_eq!(options(typed), options(printed));
    }
}

/// The other names that a line of a page gives a key.
fn also(row: &str) -> impl Iterator<Item = &str> {
    let head =
        row.split_once("also ").and_then(|(_, rest)| rest.split_once("): ")).map_or("", |(names, _)| names);
    head.split(", ").map(|name| name.trim_matches('`')).filter(|name| !name.is_empty())
}

#[test]
fn the_keys_of_a_side_begin_as_the_page_says() {
    let land = super::procedure("R39");
    for key in land.keys.iter() {
        let ways: &[&str] = match key.name.split_once('-').map_or("", |(side, _)| side) {
            "attack" => &["attacker-"],
            "defence" => &["defense-", "defender-"],
            _ => continue,
        };
        let (_, rest) = key.name.split_once('-').unwrap();
        for way in ways {
            let name = format!("{way}{rest}");
            assert_eq!(named(&name, &land.keys, &ALIKE), Some(key), "{name}");
        }
    }
}

#[test]
fn every_name_of_a_key_that_was_ever_understood_still_is() {
    let table = include_str!("../../../../data/atpo-key-names.csv");
    let rows: Vec<Vec<&str>> = table.lines().skip(1).map(|row| row.split(',').collect()).collect();
    assert!(rows.len() > 250, "{}", rows.len());
    for row in rows {
        let [id, key, name] = row[..] else { panic!("{row:?}") };
        let keys = super::procedure(id).keys;
        let meant = |name: &str| named(name, &keys, &ALIKE).map(|key| key.name.to_string());
        let forms = [name.to_owned(), name.to_uppercase(), name.replace('-', "_"), name.replace('-', " ")];
        for form in forms {
            assert_eq!(meant(&form).as_deref(), Some(key), "{id}: {form}");
        }
    }
}

#[test]
fn every_synonym_of_a_key_stands_in_the_table_of_names() {
    let table = include_str!("../../../../data/atpo-key-names.csv");
    let rows: Vec<&str> = table.lines().collect();
    let mut missing = Vec::new();
    // An assault has the keys of land combat.
    for procedure in super::procedures().into_iter().filter(|entry| entry.id != "ATPO-R19") {
        let id = procedure.id.strip_prefix("ATPO-").unwrap().to_lowercase();
        for (key, name) in
            procedure.keys.iter().flat_map(|key| key.synonyms.iter().map(move |name| (key, name)))
        {
            let row = format!("{id},{},{name}", key.name);
            missing.extend((!rows.iter().any(|known| known.eq_ignore_ascii_case(&row))).then_some(row));
        }
    }
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn a_key_has_at_most_two_synonyms_and_none_is_a_spelling_variant() {
    let mut faults = Vec::new();
    for procedure in super::procedures() {
        for key in procedure.keys.iter() {
            let synonyms: Vec<&str> = key.synonyms.iter().collect();
            assert!(synonyms.len() <= 2, "{} {}: {synonyms:?}", procedure.id, key.name);
            let bare = |dropped: &str| {
                let keys = procedure.keys.iter().cloned();
                let mut keys: Vec<Key> = keys.filter(|other| other.name != key.name).collect();
                let rest = synonyms.iter().filter(|name| **name != dropped).map(|name| (*name).to_owned());
                keys.push(Key { synonyms: Synonyms::Read(rest.collect()), ..key.clone() });
                keys
            };
            for name in &synonyms {
                let keys = bare(name);
                let found = named(name, &keys, &ALIKE).map(|found| &found.name);
                if found == Some(&key.name) {
                    faults.push(format!("{} {}: {name}", procedure.id, key.name));
                }
            }
        }
    }
    assert!(faults.is_empty(), "read as the key without being named: {faults:?}");
}

/// Run the first `liege run` line of a page.
fn page_example(page: &str) -> String {
    let mut words = command(page);
    let procedure = words.remove(0);
    let dice = words.iter().position(|word| word == "--dice");
    let faces: Vec<u8> =
        dice.map_or(Vec::new(), |at| words[at + 1].split(',').map(|face| face.parse().unwrap()).collect());
    words.truncate(dice.unwrap_or(words.len()));
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    run_with(&procedure, &words, &faces, &[], &mut Orders::default()).unwrap().result
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_input_panics(words in proptest::collection::vec((0usize..60, "[ -~é]{0,24}"), 0..8), face in 1u8..=6) {
        let keys = super::procedure("R39").keys;
        let words: Vec<String> =
            words.iter().map(|(key, value)| format!("{}={value}", keys[key % keys.len()].name)).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let _ = run_with("R39", &words, &[face, face], &[], &mut Orders::default());
    }

    #[test]
    fn battles_of_any_units_end(
        attack in proptest::collection::vec((0u32..9, 1u8..=2, 0usize..6), 1..6),
        defence in proptest::collection::vec((0u32..9, 1u8..=2, 0usize..6), 0..6),
        amphibious: bool, retreat in 0u8..=3, seed: u64,
    ) {
        const WORDS: [&str; 6] = ["infantry", "marine", "general JP", "oos home infantry CN", "commando", "hq"];
        let list = |units: &[(u32, u8, usize)]| {
            units.iter().map(|(s, steps, word)| format!("{s}/{steps} {}", WORDS[*word])).collect::<Vec<_>>().join(", ")
        };
        let words = [
            format!("attack={}", list(&attack)), format!("defence={}", list(&defence)),
            format!("amphibious={amphibious}"), format!("retreat={retreat}"),
        ];
        let table = liege::rules::play::inputs::pairs(&words).unwrap();
        let request = liege::rules::play::procedure::Request { files: &liege::rules::data::Embedded, settings: &[], table: &table };
        let mut orders = Orders::default();
        orders.policy(ATTACKER, "weakest,advance,stay");
        orders.policy(DEFENDER, "retreat,weakest");
        let report = super::procedure("R39")
            .run(&request, &mut liege::rules::play::dice::Seeded::new(seed), &mut orders).unwrap();
        prop_assert!(report.status != Ending::Open);
    }
}
