//! Bases that are bombed: who of them meets the bombers, and what is lost on the ground with them (4.13.1, 4.13.2).

use liege::rules::play::battle::Battle;
use liege::rules::play::dice::Seeded;
use liege::rules::play::procedure::{Ending, Resolution};
use serde_json::json;

use super::changes::lines;
use super::{battle, fight, fight_with, given};

/// Two bombers at an airbase with a fighter and air transport.
const RABAUL: &str = "date: 1943-06\nphase: OA.1\ncontrol: JP E4229\ncontrol: US E4427\n\
    at E4229: chit:large-airbase, jp-f-tainan, jp-atp-1\n\
    at E4427: chit:large-airbase, us-b-90 strike target=\"E4229 airbase\", us-b-11 strike target=\"E4229 airbase\"\n";
/// The fighter and the air transport, as a report calls them.
const TAINAN: &str = "Tainan Air Group (A6M2)";
const TRANSPORT: &str = "Air Transport";

/// A strike resolved, with those who stand on the ground there by that policy.
fn over(battle: &Battle, faces: &[u8], defender: &str) -> Resolution {
    let report = fight(battle, faces, "balanced", &format!("{defender},weakest"));
    assert_eq!(report.status, Ending::Done, "{:?}", report.open);
    report
}

/// What became of the defender's aircraft.
fn lost(report: &Resolution) -> Vec<String> {
    let units = report.json["outcome"]["defender"]["units"].as_array().unwrap();
    units
        .iter()
        .map(|unit| format!("{} {}", unit["name"].as_str().unwrap(), unit["state"].as_str().unwrap()))
        .collect()
}

#[test]
fn a_fighter_that_meets_nobody_and_air_transport_are_lost_with_their_base() {
    let strike = battle(RABAUL);
    // A total of 12 destroys the base and costs three steps.
    let all = over(&strike, &[6, 6], "idle,ground");
    assert!(all.result.starts_with("airbase destroyed"), "{}", all.result);
    assert_eq!(lost(&all).len(), 2, "{:?}", lost(&all));
    let words: Vec<String> =
        given(RABAUL).changes(&strike, &all.deeds).into_iter().map(|change| change.words).collect();
    for name in [TAINAN, TRANSPORT] {
        assert!(words.iter().any(|words| words.starts_with(name)), "{name}: {words:?}");
    }
    // A total of 10 costs one step.
    let one = over(&strike, &[6, 4], "idle,ground");
    assert_eq!((one.result.starts_with("airbase destroyed"), lost(&one).len()), (true, 1), "{}", one.result);
    // A total of 9 may destroy the base and costs nobody anything.
    assert!(lost(&over(&strike, &[5, 4], "idle,ground")).is_empty());
    // Who is committed is on the ground as well.
    let tired = RABAUL.replace("jp-f-tainan", "jp-f-tainan previously-committed");
    let tired = over(&battle(&tired), &[6, 6], "ground");
    assert_eq!(lost(&tired).len(), 2, "{:?}", lost(&tired));
}

#[test]
fn who_is_in_the_air_or_has_evacuated_is_not_on_the_ground() {
    let strike = battle(RABAUL);
    let aloft = over(&strike, &[6, 6], "avoid");
    assert!(lost(&aloft).is_empty(), "{:?}", lost(&aloft));
    // Over the sea to Rabaul one hex of Japan is flown over: a 1 gets away.
    let away = over(&strike, &[1, 1, 6, 6], "evacuate,idle,ground");
    assert_eq!(
        away.json["outcome"]["evacuated"].as_array().map(Vec::len),
        Some(2),
        "{}",
        away.json["outcome"]
    );
    assert!(lost(&away).is_empty());
    let caught = over(&strike, &[2, 2, 6, 6], "evacuate,idle,ground");
    assert_eq!(lost(&caught).len(), 2, "{:?}", lost(&caught));
}

#[test]
fn air_transport_at_a_port_of_ships_has_no_part_in_a_strike_at_them() {
    let ships = RABAUL.replace("E4229 airbase", "E4229 port") + "at E4229 docked: jp-ca-chokai\n";
    let strike = battle(&ships);
    assert!(!strike.inputs.contains_key("based"), "{:?}", strike.inputs.get("based"));
}

#[test]
fn the_same_typed() {
    let mut strike = battle(RABAUL);
    let keys = ["strike", "interceptors", "based", "target", "capacity", "phase", "overflown", "initiative"];
    strike.inputs.retain(|key, _| keys.contains(&key.as_str()));
    strike
        .inputs
        .insert("strike".into(), json!(["Liberator:B 4-11/4 2-11/4 US", "Fortress:B 4-10/4 2-10/4 US"]));
    strike.inputs.insert("interceptors".into(), json!(["Zero:F 4-6/3 2-6/3 JP own-base"]));
    strike.inputs.insert("based".into(), json!(["Topsy:ATP 2 JP"]));
    let report = over(&strike, &[6, 6], "idle,ground");
    assert_eq!(lost(&report), ["Zero depleted", "Topsy eliminated"], "{}", report.result);
}

#[test]
fn ships_that_destroy_a_base_hit_its_air_transport() {
    let text = "date: 1942-10\nphase: OS.2\ncontrol: US E4525\nat E4525: chit:small-airbase, us-atp-1\n\
        at E4525: jp-bb-kongo active bombardment target=\"E4525 airbase\", jp-bb-haruna active bombardment target=\"E4525 airbase\"\n";
    let given = given(text);
    let guns = given.battle("bombard-E4525-airbase").or_else(|| given.battle("bombard-E4525")).unwrap();
    let report = fight(&guns, &[6, 6], "balanced", "balanced");
    let loss = given
        .follow_up(&guns, &report.deeds)
        .unwrap_or_else(|| panic!("{} {:?}", report.result, report.deeds));
    assert_eq!(loss.inputs["aircraft"][0]["steps"], 2, "{:?}", loss.inputs);
}

/// The words of those edits that the rule of over-stacked bases asks for.
fn excess(text: &str, battle: &Battle, report: &Resolution) -> Vec<String> {
    let edits = given(text).changes(battle, &report.deeds).into_iter();
    edits.map(|edit| edit.words).filter(|words| words.contains("4.6.3.1")).collect()
}

/// A small base with more aircraft than it can base, at most, the last uppermost.
const CROWDED: &str = "date: 1943-06\nphase: OA.1\ncontrol: JP E4229\ncontrol: US E4427\n\
    at E4229: chit:small-airbase, jp-b-4-ku, jp-f-tainan, jp-f-24\n\
    at E4427: chit:large-airbase, us-b-90 strike target=\"E4229 airbase\", us-b-11 strike target=\"E4229 airbase\"\n";

#[test]
fn who_lies_below_the_room_of_a_base_is_lost_with_it() {
    let strike = battle(CROWDED);
    let over_it = over(&strike, &[5, 4], "idle,ground");
    assert!(over_it.result.starts_with("airbase destroyed"), "{}", over_it.result);
    let lost = excess(CROWDED, &strike, &over_it);
    assert!(lost.iter().any(|words| words.starts_with("4th Air Group (G4M) is eliminated")), "{lost:?}");
    assert!(
        !lost.iter().any(|words| words.starts_with("24th Sentai")),
        "the uppermost is based there: {lost:?}"
    );
    // The base stands, and everybody stays.
    let missed = over(&strike, &[1, 1], "idle,ground");
    assert!(missed.result.starts_with("airbase no effect"), "{}", missed.result);
    assert!(excess(CROWDED, &strike, &missed).is_empty());
    // Where the room of the hex is a draft players are told how many are too many.
    let draft = CROWDED.replace("E4229", "E2112").replace("E4427", "E2108");
    let strike = battle(&draft);
    let lost = excess(&draft, &strike, &over(&strike, &[5, 4], "idle,ground"));
    assert!(lost.len() == 1 && lost[0].starts_with("1 air unit too many in E2112"), "{lost:?}");
    // Whoever has room goes elsewhere.
    let alone = CROWDED.replace("jp-b-4-ku, jp-f-tainan, ", "");
    let strike = battle(&alone);
    assert!(excess(&alone, &strike, &over(&strike, &[5, 4], "idle,ground")).is_empty());
}

#[test]
fn ships_that_destroy_an_over_stacked_base_cost_the_lowest_and_steps_of_the_others() {
    let text = "date: 1942-10\nphase: OS.2\ncontrol: US E4229\n\
        at E4229: chit:small-airbase, us-b-90, us-b-11, us-f-49\n\
        at E4229: jp-bb-kongo active bombardment target=\"E4229 airbase\", jp-bb-haruna active bombardment target=\"E4229 airbase\"\n";
    let asked = given(text);
    let guns = asked.battle("bombard-E4229-airbase").unwrap();
    let report = fight(&guns, &[6, 6], "balanced", "balanced");
    let lost = excess(text, &guns, &report);
    assert!(!lost.is_empty() && lost[0].starts_with("90th Bomb Group"), "{lost:?}");
    // Steps are lost by those who are left.
    let loss = asked.follow_up(&guns, &report.deeds).unwrap();
    let left = loss.inputs["aircraft"].to_string();
    assert_eq!(loss.inputs["aircraft"].as_array().unwrap().len() + lost.len(), 3, "{left} {lost:?}");
    assert!(!left.contains("90th"), "{left}");
}

#[test]
fn whoever_survives_on_a_base_that_is_destroyed_goes_to_an_empty_one_closer_to_supply_or_is_lost() {
    // An island without a port, which has room by its chit only.
    let alone = RABAUL.replace("E4229", "E4524");
    let near = alone.replace("JP E4524", "JP E4524 E4330") + "at E4330: chit:large-airbase\n";
    // One from which the fighter has no base of Japan within twice its range.
    let far = RABAUL.replace("E4229", "W1307").replace("E4427", "W1412").replace("jp-f-tainan", "jp-f-24");
    for (text, goes, pieces) in [
        (near.as_str(), "to E4330", ["6.2", "6.3"]),
        // Truk, for E3625 is nearer, but farther from Japan.
        (&alone, "to E3628", ["6.2", "6.3"]),
        (&far, "to Japan Force Pool", ["6.2", "6.2"]),
    ] {
        let position = given(text);
        let strike = battle(text);
        assert_eq!(strike.refused, None);
        let survive =
            |report: &Resolution| report.result.starts_with("airbase destroyed") && lost(report).is_empty();
        let fights = (1..2000)
            .map(|seed| fight_with(&strike, &mut Seeded::new(seed), "balanced", "idle,ground,weakest"));
        let over = fights.into_iter().find(survive).unwrap();
        let edits = lines(&position.changes(&strike, &over.deeds));
        for piece in pieces {
            let told = edits.iter().any(|edit| edit.starts_with(piece) && edit.ends_with(goes));
            assert!(told, "{piece} {goes}: {edits:?} {} {:?}", over.result, over.deeds);
        }
    }
}
