//! What of a position goes into the values of a battle.

use liege::rules::atpo::forces::{ATTACKER, DEFENDER};
use liege::rules::data::{Embedded, Files};
use liege::rules::play::battle::Battle;
use serde_json::json;

use liege::rules::play::procedure::{Orders, Request};
use liege::rules::position::notation;
use liege::rules::position::situation::from_scenario;

use super::{battle, fight, game, given, has_note, pack, strings, units};

#[test]
fn units_with_marks_attack_and_their_neighbours_do_not() {
    let battle = battle(
        "control: CN W4217 W4118\nat W4318: cn-inf-10, cn-hq-1\nat W4418: jp-inf-2 attack W4318, jp-inf-3\nat W4417: jp-inf-4",
    );
    assert_eq!((battle.id.as_str(), battle.procedure, battle.declared), ("land-W4318", "ATPO-R39", true));
    assert_eq!(battle.title, "land attack on W4318 from W4418");
    assert_eq!(battle.place.location, "W4318");
    assert_eq!(units(&battle, "attack"), ["2nd Division 3/2"]);
    assert_eq!(units(&battle, "defence"), ["10th Army 4/2 home", "1st War Area null/null home"]);
    assert_eq!((battle.forces.of(ATTACKER).len(), battle.forces.of(DEFENDER).len()), (1, 2));
    assert_eq!(battle.inputs["terrain"], "clear");
    assert_eq!(battle.inputs["date"], "1942-02");
    assert!(has_note(&battle, "our estimates"));
}

#[test]
fn two_hexes_attack_one_together() {
    let battle = battle(
        "at W4318: cn-inf-10\nat W4418: jp-inf-2 attack W4318, jp-inf-3 reduced attack W4318\nat W4417: jp-inf-4 attack W4318",
    );
    assert_eq!(battle.title, "land attack on W4318 from W4417, W4418");
    let all = units(&battle, "attack");
    assert_eq!(all, ["2nd Division 3/2", "3rd Division 2/1 reduced", "4th Division 3/2"]);
    let report = fight(&battle, &[4], "weakest hold", "stand");
    assert_eq!(report.json["outcome"]["odds"], "2-1");
    assert_eq!(report.json["outcome"]["attack"], 8);
    assert_eq!(report.json["outcome"]["defence"], 4);
}

#[test]
fn a_stack_can_split_over_two_targets() {
    let given = given(
        "at W4318: cn-inf-10\nat W4319: cn-inf-18\nat W4418: jp-inf-2 attack W4318, jp-inf-3 attack W4319, jp-gen-yamashita",
    );
    let battles = given.battles();
    let ids: Vec<&str> = battles.iter().map(|battle| battle.id.as_str()).collect();
    assert_eq!(ids, ["land-W4318", "land-W4319"]);
    assert_eq!(units(&battles[0], "attack"), ["2nd Division 3/2"]);
    assert_eq!(units(&battles[1], "attack"), ["3rd Division 3/2"]);
    assert!(battles.iter().all(|battle| has_note(battle, "Tomoyuki Yamashita in W4418")));
}

#[test]
fn a_general_goes_with_the_attack_of_his_stack() {
    let battle = battle("at W4318: cn-inf-10\nat W4418: jp-inf-2 attack W4318, jp-gen-yamashita");
    assert_eq!(units(&battle, "attack"), ["2nd Division 3/2", "Tomoyuki Yamashita 2/null"]);
    assert_eq!(fight(&battle, &[4], "", "").json["outcome"]["attack"], 5);
}

#[test]
fn a_general_without_strength_helps_near_his_headquarters() {
    let text = "date: 1944-02\nat W4318: jp-inf-2\nat W4418: cn-inf-10 attack W4318\nat W4518: cn-hq-1, cn-gen-stilwell";
    assert_eq!(strings(&battle(text), "attack-aura"), ["stilwell"]);
    let far = text.replace("W4518", "W4613");
    assert!(battle(&far).inputs.get("attack-aura").is_none());
}

#[test]
fn a_river_counts_for_those_who_are_across() {
    let across = battle("at W4416: cn-inf-10\nat W4517: jp-inf-2 attack W4416");
    assert_eq!(across.inputs["river"], "all");
    assert_eq!(units(&across, "attack"), ["2nd Division 3/2 river"]);
    let some =
        battle("at W4416: cn-inf-10\nat W4517: jp-inf-2 attack W4416\nat W4417: jp-inf-3 attack W4416");
    assert_eq!(some.inputs["river"], "some");
    let none = battle("at W4416: cn-inf-10\nat W4417: jp-inf-3 attack W4416");
    assert!(none.inputs.get("river").is_none());
}

#[test]
fn only_working_forts_count() {
    let text = "at W4318: cn-inf-10, chit:fortification\nat W4418: jp-inf-2 attack W4318";
    assert_eq!(battle(text).inputs["fort"], "fortification");
    for state in ["building", "destroyed"] {
        let battle = battle(&text.replace("fortification", &format!("fortification {state}")));
        assert!(battle.inputs.get("fort").is_none(), "{state}");
    }
    let singapore = battle("at W2112: uk-inf-18\nat W2212: jp-inf-2 attack W2112");
    assert_eq!(singapore.inputs["fort"], "permanent");
    assert_eq!(singapore.inputs["installations"], json!(["city"]));
}

#[test]
fn aircraft_aloft_and_ready_ships_support() {
    let battle = battle(
        "date: 1942-08\n\
         at E2720: jp-snlf-kure-3, chit:jp-coastal-fort, jp-f-tainan, us-ca-astoria active, us-dd-2 standby, us-bb-washington, us-adm-turner, us-stp-1\n\
         at E2720 docked: us-cl-1 active\n\
         at E2720 aboard us-stp-1: us-marine-1 attack E2720\n\
         at E2720 aloft: us-b-11, us-f-8, jp-b-misawa",
    );
    let inputs = &battle.inputs;
    // Both sides are over the hex, and a fighter among them.
    let air = |key: &str| battle.inputs[key].as_array().unwrap().len();
    assert_eq!((air("attack-air"), air("defence-air")), (2, 1), "{inputs:?}");
    assert_eq!((&inputs["air-combat"], air("interceptors")), (&json!(true), 1));
    assert_eq!((&inputs["dd"], &inputs["gunnery"], &inputs["admiral"]), (&json!(true), &json!(2), &json!(2)));
    assert!(inputs.get("cl").is_none());
    assert_eq!((&inputs["amphibious"], &inputs["coastal-fort"]), (&json!(true), &json!(true)));
    assert_eq!(inputs["surrounded"], true);
    assert!(has_note(&battle, "1 of 3 attacking ships"));
    assert!(has_note(&battle, "assuming fair ground weather"));
}

#[test]
fn an_empty_coast_is_held_by_its_garrison() {
    let battle = battle(
        "at E2720: us-dd-2 active, us-stp-1\nat E2720 aboard us-stp-1: us-marine-1 attack E2720, us-marine-2 attack E2720",
    );
    assert_eq!(battle.title, "amphibious assault on Wake (E2720)");
    assert_eq!(battle.inputs["defence"], "none");
    assert!(battle.inputs.get("attack-zoc").is_none());
    let report = fight(&battle, &[5], "", "");
    assert_eq!(report.json["outcome"]["defence"], 1);
    assert_eq!(report.json["outcome"]["odds"], "6-1");
}

#[test]
fn units_in_a_task_force_tray_land_where_the_task_force_is() {
    let battle = battle(
        "at E2720: us-tf-1\ntray 1: us-stp-1\ntray 1 aboard us-stp-1: us-marine-1 attack E2720\nat E2720: jp-snlf-kure-3",
    );
    assert_eq!(battle.inputs["amphibious"], true);
    assert_eq!(units(&battle, "defence").len(), 1);
}

#[test]
fn pinned_friends_make_a_second_wave() {
    let battle = battle(
        "at E2720: jp-snlf-kure-3, us-stp-1\nat E2720 pinned: us-marine-2 attack E2720\nat E2720 aboard us-stp-1: us-marine-1 attack E2720",
    );
    assert_eq!(battle.inputs["second-wave"], true);
    assert_eq!(battle.inputs["attack-supply"], "out");
    assert!(units(&battle, "attack").iter().any(|unit| unit.contains("pinned")));
}

#[test]
fn a_paratroop_in_its_target_drops() {
    let battle = battle("at W4318: cn-inf-10, jp-atp-1\nat W4318 aboard jp-atp-1: jp-para-1 attack W4318");
    assert_eq!(units(&battle, "attack"), ["1st Raiding Regiment 1/1 drop"]);
    assert!(battle.inputs.get("amphibious").is_none());
    assert_eq!(battle.title, "paradrop on W4318");
}

#[test]
fn a_surrounded_defender_cannot_retreat() {
    let ring = ["W4217", "W4218", "W4317", "W4319", "W4417"];
    let mut text = "at W4318: cn-inf-10\nat W4418: jp-inf-2 attack W4318\n".to_owned();
    for (hex, unit) in ring.iter().zip(["jp-inf-3", "jp-inf-4", "jp-inf-5", "jp-inf-6", "jp-inf-7"]) {
        text.push_str(&format!("at {hex}: {unit}\n"));
    }
    let battle = battle(&text);
    assert_eq!(battle.inputs["surrounded"], true);
    assert!(battle.inputs.get("retreat").is_none());
    assert_eq!(battle.inputs["defence-supply"], "out");
}

#[test]
fn retreats_go_away_nearer_to_supply_and_shun_zones() {
    let battle = battle(
        "control: CN W4218 W4118\nat W4318: cn-inf-10\nat W4418: jp-inf-2 attack W4318\nat W4317: jp-inf-4",
    );
    assert_eq!(battle.inputs["defence-supply"], "in");
    let places = strings(&battle, "retreat");
    let of = |hex: &str| places.iter().find(|place| place.starts_with(hex)).copied();
    assert_eq!(of("W4317"), None, "an enemy is there");
    assert_eq!(of("W4218"), Some("W4218:1 closer"));
    assert!(of("W4217").unwrap().contains("zoc"));
    assert_eq!(of("W4319"), Some("W4319:1 zoc beside"), "Hankow is no nearer from there");
    assert!(of("W4118").unwrap().starts_with("W4118:2"));
    assert!(places.iter().all(|place| !place.contains(":4")), "{places:?}");
}

#[test]
fn communists_retreat_nowhere_south_of_their_row() {
    let text = "control: CN W4715\nat W4715: cc-inf-129\nat W4815: jp-inf-2 attack W4715";
    let retreats = |text: &str| {
        let battle = battle(text);
        let places = strings(&battle, "retreat").into_iter().map(|place| place[..5].to_owned());
        places.collect::<Vec<String>>()
    };
    let is_south = |place: &String| place.as_str() < "W46";
    assert!(retreats(&text.replace("cc-inf-129", "cn-inf-10")).iter().any(is_south));
    let communists = retreats(text);
    assert!(!communists.is_empty() && !communists.iter().any(is_south), "{communists:?}");
}

#[test]
fn a_friend_in_the_hex_opens_a_zone_and_chinese_do_not_stack_in_china() {
    let text =
        "at W4318: cn-inf-10\nat W4418: jp-inf-2 attack W4318\nat W4317: jp-inf-4\nat W4217: cn-inf-18";
    let battle = battle(text);
    let place = strings(&battle, "retreat").into_iter().find(|place| place.starts_with("W4217")).unwrap();
    assert!(place.contains("zoc held") && place.contains("full"), "{place}");
}

#[test]
fn a_month_with_one_kind_of_weather_needs_no_assumption() {
    let text = "at W4318: cn-inf-10\nat W4418: jp-inf-2 attack W4318";
    assert_eq!(battle(text).inputs["weather"], "fair");
    assert_eq!(battle(&format!("date: 1942-07\n{text}")).inputs["weather"], "monsoon");
    assert!(battle(&format!("date: 1942-08\n{text}")).inputs.get("weather").is_none());
    assert!(battle(&format!("date: 1939-07\n{text}")).inputs.get("weather").is_none());
}

#[test]
fn marks_of_supply_go_into_the_battle() {
    let battle = battle("at W4318: cn-inf-10 out-of-supply\nat W4418: jp-inf-2 attack W4318 out-of-supply");
    assert_eq!(battle.inputs["attack-supply"], "out");
    assert_eq!(battle.inputs["defence-supply"], "out");
}

#[test]
fn each_attacker_draws_its_share_of_the_chits_and_defenders_need_only_a_line_to_one() {
    let attack = |units: &[&str]| {
        let units: Vec<String> = units.iter().map(|unit| format!("{unit} attack W3503")).collect();
        battle(&format!(
            "control: JP W3502 W3601\nat W3503: uk-inf-2\nat W3502: {}, chit:jp-sea-supply",
            units.join(", ")
        ))
    };
    let four = attack(&["jp-inf-2", "jp-inf-3", "jp-inf-4", "jp-inf-5"]);
    assert_eq!(four.inputs["attack-supply"], "in");
    assert!(!has_note(&four, "stored supply in range"));
    let five = attack(&["jp-inf-2", "jp-inf-3", "jp-inf-4", "jp-inf-5", "jp-inf-6"]);
    assert_eq!(five.inputs["attack-supply"], "out");
    assert!(has_note(&five, "leaves 1 of the attackers without"), "{:?}", five.notes);
    let defence = battle(
        "control: JP W3502\nat W3502: jp-inf-2, jp-inf-3, jp-inf-4, jp-inf-5, jp-art-1, chit:air-supply\nat W3503: uk-inf-2 attack W3502",
    );
    assert_eq!(defence.inputs["defence-supply"], "in");
}

#[test]
fn possible_battles_are_those_of_neighbours_that_nobody_declared() {
    let given = given("at W4318: cn-inf-10\nat W4418: jp-inf-2 attack W4318, jp-inf-3\nat W4717: cn-inf-18");
    let battles = given.possible_battles();
    let ids: Vec<&str> = battles.iter().map(|battle| battle.id.as_str()).collect();
    assert_eq!(ids, ["land-W4418"]);
    assert!(!battles[0].declared);
    assert_eq!(units(&battles[0], "defence").len(), 2);
}

#[test]
fn a_mark_to_a_distant_hex_is_a_fault_of_the_text() {
    for (to, is_fault) in [("W4318", true), ("W4418", false), ("W4518", false)] {
        let text = format!("game: atpo\nat W4518: jp-inf-2 attack {to}\n");
        let (scenario, _) = notation::read("test", &text, &pack().terms.words);
        let (_, faults) = from_scenario(&pack(), "test", &scenario);
        let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
        assert_eq!(!told.is_empty(), is_fault, "{to}: {told:?}");
        assert!(told.iter().all(|fault| fault.contains("test:2") && fault.contains("neighbour")), "{told:?}");
    }
}

#[test]
fn a_sneak_attack_of_listed_units_is_no_bonus_against_china_or_the_soviet_union() {
    let entry = game().procedures().iter().find(|entry| entry.id == "ATPO-R39").unwrap();
    for (attack, defence, refused) in [
        ("3 JP", "4 CN", true),
        ("3 JP", "2 CC, 2 CN", true),
        ("3 JP", "4 SU, 2 SU", true),
        ("3 TH", "4 UK", true),
        ("3 JP", "4 UK", false),
        ("3 JP", "4 UK, 1 CN", false),
    ] {
        let table = json!({"attack": attack, "defence": defence, "sneak": "first"});
        let request = Request { files: &Embedded, settings: &[], table: table.as_object().unwrap() };
        let mut orders = Orders::default();
        let mut dice = liege::rules::play::dice::Given::new([4]);
        let report = entry.run(&request, &mut dice, &mut orders).unwrap();
        assert_eq!(report.result == "refused", refused, "{attack} against {defence}: {}", report.result);
    }
}

#[test]
fn the_guadalcanal_scenario_declares_nothing() {
    let text = Embedded.text("oob/atpo/scenarios/guadalcanal.txt");
    let body: String = text
        .unwrap()
        .lines()
        .filter(|line| !line.starts_with("game:"))
        .map(|line| format!("{line}\n"))
        .collect();
    assert!(given(&body).battles().is_empty());
}

#[test]
fn a_landing_in_desert_is_refused() {
    let text = "at W0820: us-dd-2 active, us-stp-1\nat W0820 aboard us-stp-1: us-marine-1 attack W0820";
    let battle = battle(&format!("control: JP W0820\n{text}"));
    assert_eq!((&battle.inputs["terrain"], &battle.inputs["amphibious"]), (&json!("desert"), &json!(true)));
    let report = fight(&battle, &[], "", "");
    assert_eq!(report.status, liege::rules::play::procedure::Ending::Refused);
    assert_eq!(report.json["refused"][0]["rule"], "3.14.2");
}

#[test]
fn ships_of_the_defender_fire_only_when_active_or_on_standby() {
    let text = "at E2720: jp-snlf-kure-3, jp-dd-1 STATE, us-stp-1\nat E2720 aboard us-stp-1: us-marine-1 attack E2720";
    for state in ["standby", "active"] {
        assert_eq!(battle(&text.replace("STATE", state)).inputs["defence-dd"], true, "{state}");
    }
    let idle = battle(&text.replace(" STATE", ""));
    assert!(idle.inputs.get("defence-dd").is_none());
    assert!(has_note(&idle, "the defending ship in"));
}

#[test]
fn unsupplied_chinese_go_to_the_force_pool_also_when_that_is_typed_over_the_save() {
    let mut battle = battle(
        "at W4318: cn-inf-10\nat W4418: jp-armor-1 attack W4318, jp-armor-2 attack W4318, jp-inf-2 attack W4318",
    );
    let place = |battle: &Battle| {
        let report = fight(battle, &[6], "hold", "stand");
        let units = report.json["outcome"]["units"].as_array().unwrap().clone();
        units.iter().find(|unit| unit["side"] == "defender").unwrap()["to"].clone()
    };
    assert_eq!(place(&battle), "Replenishment Box");
    battle.inputs.insert("defence-supply".into(), "out".into());
    assert_eq!(place(&battle), "Force Pool");
}

#[test]
fn a_battle_is_known_again_by_its_place_and_those_who_began_it() {
    let text = "at W4318: cn-inf-10\nat W4418: jp-inf-2 attack W4318, jp-inf-3 attack W4318";
    let (before, after) = (battle(text), battle(&text.replace("jp-inf-2 attack W4318", "jp-inf-2")));
    assert!(before.is_same(&after) && after.is_same(&before));
    let (first, moved) = (before.forces.first()[0].clone(), battle(&text.replace("W4318", "W4417")));
    assert_eq!(first.piece.id, moved.forces.first()[0].piece.id);
    assert!(!before.is_same(&moved));
    let mut others = after.clone();
    others.forces.0[0].units.clear();
    assert!(!before.is_same(&others), "the same defenders alone make no battle the same");
}

#[test]
fn a_value_for_the_whole_force_overrules_the_state_of_its_units_alone() {
    let battle =
        battle("at W4318: cn-inf-10 out-of-supply\nat W4418: jp-inf-2 out-of-supply reduced attack W4318");
    let said = json!({"attack-supply": "in"});
    let laid = game().lay(&battle, said.as_object().unwrap()).unwrap();
    assert_eq!(units(&battle, "attack"), ["2nd Division 2/1 reduced unsupplied"]);
    assert_eq!(units(&laid, "attack"), ["2nd Division 2/1 reduced"]);
    assert_eq!(units(&laid, "defence"), units(&battle, "defence"));
    assert!(laid.forces.of(ATTACKER)[0].overruled.contains("unsupplied"));
}
