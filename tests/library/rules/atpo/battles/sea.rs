//! Missions at sea: the battles that marks declare, what else could be fought, and the edits that follow.

use liege::rules::atpo::forces::{ATTACKER, DEFENDER};
use liege::rules::play::battle::Battle;
use liege::rules::play::dice::Seeded;
use liege::rules::play::procedure::{Ending, Resolution};

use super::changes::lines;
use super::{battle, fight, fight_with, game, given, has_note};

/// Savo Island in small: Chokai and a squadron against Quincy and a transport with marines.
const SAVO: &str = "at E4525: jp-adm-mikawa, jp-ca-chokai engage, jp-dd-5 engage
at E4525: us-ca-quincy, us-stp-1
at E4525 aboard us-stp-1: us-marine-rgt-1
at E4525 docked: us-dd-2
at E4525: us-ss-1";

/// Fights a battle with seeded dice and one policy for both sides.
fn play(battle: &Battle, policy: &str, seed: u64) -> Resolution {
    fight_with(battle, &mut Seeded::new(seed), policy, policy)
}

fn names(battle: &Battle, key: &str) -> Vec<String> {
    let force = battle.forces.0.iter().find(|force| force.key == key);
    force.into_iter().flat_map(|force| &force.units).map(|unit| unit.piece.name.clone()).collect()
}

fn ids(battles: &[Battle]) -> Vec<&str> {
    battles.iter().map(|battle| battle.id.as_str()).collect()
}

fn refused(text: &str) -> String {
    battle(text).refused.unwrap().reason
}

#[test]
fn an_engagement_is_fought_with_all_enemy_ships_at_sea_and_none_in_port_or_under_water() {
    let battle = battle(SAVO);
    assert_eq!((battle.id.as_str(), battle.procedure, battle.declared), ("sea-E4525", "ATPO-R14", true));
    assert_eq!(names(&battle, "attack"), ["Chokai", "Mutsuki class destroyers"]);
    assert_eq!(names(&battle, "defence"), ["Quincy", "Sea Transport"]);
    assert_eq!(battle.inputs["coastal"], true);
    assert_eq!(battle.inputs["date"], "1942-02");
    assert_eq!(battle.inputs["defence-cargo"], 1);
    assert!(has_note(&battle, "gap G05") && has_note(&battle, "magic="));
}

#[test]
fn ships_are_told_with_their_printed_values_and_the_side_that_is_up() {
    let text = SAVO.replace("quincy", "quincy reduced").replace("us-stp-1\n", "us-stp-1 reduced\n");
    let battle = battle(&text);
    let defence = &battle.inputs["defence"];
    assert!(defence[0]["ship"].as_str().unwrap().starts_with("CA "), "{defence}");
    assert_eq!((&defence[0]["state"], &defence[1]["state"]), (&"damaged".into(), &"1 point".into()));
    assert_eq!(defence[1]["ship"], "STP x-5-30");
}

#[test]
fn an_admiral_is_aboard_the_ship_that_the_save_tells_else_a_named_one_of_his_nation() {
    let guessed = battle(SAVO);
    assert_eq!(guessed.inputs["attack"][0]["admiral"], "E1 S2");
    assert!(has_note(&guessed, "Gunichi Mikawa is aboard Chokai"));
    let aboard = "at E4525: jp-ca-chokai engage, jp-dd-5 engage\n\
        at E4525 aboard jp-dd-5: jp-adm-tanaka\nat E4525: us-ca-quincy";
    let told = battle(aboard);
    assert_eq!(told.inputs["attack"][1]["admiral"], "E1 D1 S1", "{}", told.inputs["attack"]);
    assert!(!has_note(&told, "is aboard"));
}

#[test]
fn a_task_force_does_what_its_chit_says_and_a_ship_with_a_mark_of_its_own_does_that() {
    let text = "at E4526: us-tf-2 engage\n\
        tray us-tf-2: us-ca-quincy, us-ca-astoria, us-dd-2 enter-port target=E4229\n\
        at E4526: jp-ca-chokai\nat E4526 docked: us-ca-chicago";
    let given = given(text);
    let battles = given.battles();
    assert_eq!(ids(&battles), ["sea-E4526", "mines-E4229"]);
    assert_eq!(names(&battles[0], "attack"), ["Quincy", "Astoria"]);
    let over = play(&battles[0], "aggressive", 1);
    assert_eq!(over.status, Ending::Done, "{:?}", over.lines.last());
    let edits = lines(&given.changes(&battles[0], &over.deeds));
    assert!(edits.contains(&"3.1 Mission 1".to_owned()), "the chit has carried out its mission: {edits:?}");
    assert!(!edits.contains(&"4.3 Mission 1".to_owned()), "its own mission is not over: {edits:?}");
}

#[test]
fn what_cannot_be_a_mission_says_why() {
    assert_eq!(refused("at E4526: us-ca-quincy engage"), "no enemy ship is at sea in E4526");
    assert!(
        refused("at E4526: us-ca-quincy engage target=Nowhere\nat E4526: jp-ca-chokai")
            .contains("\"Nowhere\"")
    );
    let apart = refused("at E4526: us-ca-quincy engage target=E4525\nat E4525: jp-ca-chokai");
    assert!(apart.contains("in E4526") && apart.contains("intercept"), "{apart}");
    assert!(refused("at E4526: us-ss-1 engage\nat E4526: jp-ca-chokai").contains("is a submarine"));
    assert!(refused("at E4525: us-ca-quincy bombardment").contains("no enemy installation"));
    assert!(given("at E4526: us-ca-quincy sail target=E4525\nat E4526: jp-ca-chokai").battles().is_empty());
}

#[test]
fn a_submarine_attacks_the_ships_of_its_hex() {
    let boat = battle("at E4526: us-ss-1 submarine-attack\nat E4526: jp-stp-1, jp-dd-5");
    assert_eq!((boat.id.as_str(), boat.procedure), ("sub-E4526", "ATPO-R21"));
    assert_eq!(names(&boat, "ships"), ["Sea Transport", "Mutsuki class destroyers"]);
    let over = fight(&boat, &[2, 1, 1, 1, 1], "weakest,dive", "");
    assert_eq!(over.result, "dived: no hit");
    let laden = "at E4526: us-ss-1 submarine-attack\nat E4526 aboard us-ss-1: au-cdo-1\nat E4526: jp-stp-1";
    assert_eq!(battle(laden).inputs.get("carries"), Some(&true.into()));
}

#[test]
fn guns_are_aimed_at_the_installation_that_the_mission_names_or_the_only_one() {
    let hex = "control: JP E4229\nat E4229: chit:small-airbase, chit:fortification\n";
    let named = battle(&format!("{hex}at E4229: us-ca-quincy bombardment target=\"E4229 airbase\""));
    assert_eq!((named.id.as_str(), named.procedure), ("bombard-E4229-airbase", "ATPO-R20"));
    assert_eq!((&named.inputs["target"], &named.inputs["fortified"]), (&"airbase".into(), &true.into()));
    let open = battle(&format!("{hex}at E4229: us-ca-quincy bombardment"));
    assert!(has_note(&open, "several targets") && !open.inputs.contains_key("target"));
    let only = battle("control: JP E4525\nat E4525: chit:radar\nat E4525: us-ca-quincy bombardment");
    assert_eq!((only.id.as_str(), &only.inputs["target"]), ("bombard-E4525-radar", &"radar".into()));
}

#[test]
fn a_destroyed_installation_shows_it_and_one_of_the_map_gets_a_chit() {
    let edits = |text: &str| {
        let given = given(text);
        let battle = given.battles().remove(0);
        let hit = (1..200).map(|seed| play(&battle, "", seed));
        let hit = hit.into_iter().find(|report| report.result.contains("destroyed")).unwrap();
        lines(&given.changes(&battle, &hit.deeds))
    };
    let chit = "control: JP E4525\nat E4525: chit:radar\n\
        at E4525: us-bb-washington bombardment, us-bb-south-dakota bombardment";
    assert_eq!(edits(chit), ["4.1 Work 3", "5.1 Mission 1", "5.2 Mission 1"]);
    let strip = edits(&chit.replace("radar", "dirt-airstrip"));
    assert!(strip[0].starts_with("4.1 to "), "it leaves the map: {strip:?}");
    let printed = "control: JP W2112\nat W2112: us-bb-washington bombardment target=\"W2112 permanent fort\", \
        us-bb-colorado bombardment target=\"W2112 permanent fort\"";
    assert_eq!(
        edits(printed),
        ["destroyed on W2112", "4.1 Mission 1", "4.1 Target", "4.2 Mission 1", "4.2 Target"]
    );
}

#[test]
fn who_sails_or_lands_off_a_coastal_fort_comes_past_its_sea_mines() {
    let fort = "date: 1942-08\ncontrol: JP E4525\nat E4525: chit:coastal-fort\n";
    let sails = battle(&format!("{fort}at E4525: us-ca-quincy sail, us-dd-2 sail, us-ss-1"));
    assert_eq!((sails.id.as_str(), sails.procedure), ("coast-E4525", "ATPO-FORT-MINES"));
    assert_eq!(names(&sails, "ships").len(), 2);
    let over = fight(&sails, &[6], "", "");
    assert_eq!((over.result.as_str(), over.status), ("no hit", Ending::Done));
    let landing = format!(
        "{fort}at E4525: us-stp-1, us-ca-quincy bombardment\nat E4525 aboard us-stp-1: us-marine-1 attack E4525"
    );
    let landing = given(&landing);
    let battles = landing.battles();
    assert_eq!(ids(&battles), ["land-E4525", "bombard-E4525-coastal-fort", "coast-E4525"]);
    let missed = fight(&battles[2], &[6], "", "");
    assert!(lines(&landing.changes(&battles[2], &missed.deeds)).is_empty(), "the bombardment stays");
    let both = "at E4525: us-stp-1 sail\nat E4525 aboard us-stp-1: us-marine-1 attack E4525";
    let both = given(&format!("{fort}{both}")).battles();
    assert_eq!(ids(&both), ["land-E4525", "coast-E4525"], "rolled once");
    let met = format!("{fort}at E4525: us-ca-quincy sail\nat E4526: jp-ca-haguro intercept target=E4525");
    let mut met = given(&met).battles();
    let met = met.remove(met.iter().position(|battle| battle.id == "intercept-E4525").unwrap());
    assert_eq!((&met.inputs["coastal-fort"], &met.inputs["kind"]), (&true.into(), &"reactive".into()));
    let own = "date: 1942-08\ncontrol: US E4525\nat E4525: chit:coastal-fort\nat E4525: us-ca-quincy sail";
    assert!(given(own).battles().is_empty());
}

#[test]
fn mines_straits_and_harbours_come_from_marks_too() {
    let mines = battle("control: JP E4229\nat E4229: us-ca-quincy enter-port, us-dd-2 enter-port");
    assert_eq!((mines.id.as_str(), mines.procedure), ("mines-E4229", "ATPO-R12"));
    assert_eq!(play(&mines, "", 1).status, Ending::Done);
    let strait = battle("at W4327: us-ss-1 infiltrate\nat W4327: jp-dd-5");
    assert_eq!((strait.procedure, names(&strait, "escorts").len()), ("ATPO-R09", 1));
    assert_eq!(battle("at W4327: us-ss-1 infiltrate").inputs["escorts"], "0");
    let harbour = battle("at E2501: jp-ss-1 infiltrate\nat E2501 docked: us-bb-nevada");
    assert_eq!((harbour.id.as_str(), harbour.procedure), ("harbour-E2501", "ATPO-R23"));
    assert_eq!(names(&harbour, "ships"), ["Nevada"]);
}

#[test]
fn a_fortress_fires_at_those_who_are_to_land_beside_it() {
    let landing = "at W3021: jp-stp-1, jp-ca-haguro\n\
        at W3021 aboard jp-stp-1: jp-snlf-kure-3 attack W3021\nat W3021: us-inf-24";
    let battles = given(landing).battles();
    assert_eq!(ids(&battles), ["land-W3021", "battery-W3021"]);
    assert_eq!(names(&battles[1], "ships"), ["Sea Transport", "Haguro"]);
    assert_eq!(play(&battles[1], "strongest", 1).status, Ending::Done);
}

#[test]
fn what_could_be_fought_is_listed_once_and_never_beside_what_is_declared() {
    let possible = given(&SAVO.replace(" engage", "")).possible_battles();
    // The destroyer does not leave port beside its submarine.
    assert_eq!(ids(&possible), ["sea-E4525", "sea-E4525-2", "sub-E4525"]);
    let without_boat = given(&SAVO.replace("\nat E4525: us-ss-1", ""));
    assert_eq!(ids(&without_boat.possible_battles()), ["intercept-E4525"]);
    let declared = given(SAVO);
    assert_eq!(ids(&declared.possible_battles()), ["sub-E4525"]);
    assert_eq!(declared.battle("sub-E4525").map(|battle| battle.declared), Some(false));
    assert!(given("at E4525: us-ca-quincy\nat E4525: uk-bb-warspite").possible_battles().is_empty());
}

#[test]
fn the_sunk_go_to_their_pool_with_their_aircraft() {
    let text = "at E4526: jp-bb-yamato engage, jp-bb-musashi engage, jp-bb-nagato engage\n\
        at E4526: us-cv-wasp, us-stp-1\nat E4526 aboard us-cv-wasp: us-n-wasp";
    let given = given(text);
    let battle = given.battles().remove(0);
    let sunk = |report: &Resolution| {
        report.deeds.iter().any(|deed| deed.piece() == Some("4.1") && deed.act.word() == "eliminate")
    };
    let over = (1..200).map(|seed| play(&battle, "aggressive", seed)).find(sunk).unwrap();
    let edits = lines(&given.changes(&battle, &over.deeds));
    let told = |edit: &str| edits.iter().any(|line| line == edit);
    assert!(told("4.1 to US Force Pool") && told("5.1 to US Force Pool"), "{edits:?}");
    assert!(told("5.1 Ride 1"), "aircraft that are lost are aboard no more: {edits:?}");
    assert!(told("3.1 Mission 1"), "{edits:?}");
}

/// The edits of the first of many seeded fights in which something happens.
fn edits_when(text: &str, happens: impl Fn(&Resolution) -> bool) -> Vec<String> {
    let given = given(text);
    let battle = given.battles().remove(0);
    let over = (1..3000).map(|seed| play(&battle, "aggressive", seed)).find(happens).unwrap();
    lines(&given.changes(&battle, &over.deeds))
}

fn happens(report: &Resolution, piece: &str, act: &str) -> bool {
    report.deeds.iter().any(|deed| deed.piece() == Some(piece) && deed.act.word() == act)
}

const SEARCH: &str = "at E4526: jp-tf-1 standby intercept target=E4525 group=1\n\
    tray jp-tf-1: jp-ca-suzuya, jp-ca-kumano, jp-ca-mogami\n\
    at E4526: jp-ca-tone intercept target=E4525 group=2, jp-dd standby intercept target=E4525 group=2, \
    jp-dd-1 standby intercept target=E4525 group=2\n\
    at E4525: us-ca-astoria sail, us-ca-quincy sail";

#[test]
fn an_interception_is_an_encounter_of_search_groups_with_a_force_that_sails() {
    let battle = battle(SEARCH);
    assert_eq!((battle.id.as_str(), battle.procedure), ("intercept-E4525", "ATPO-ENCOUNTER"));
    assert_eq!((names(&battle, "attack").len(), names(&battle, "attack-2").len()), (3, 3));
    assert_eq!(names(&battle, "defence"), ["Astoria", "Quincy"]);
    let told = |key: &str| battle.inputs.get(key).map(ToString::to_string).unwrap_or_default();
    assert_eq!([told("kind"), told("state"), told("range")], ["\"reactive\"", "\"standby\"", "1"]);
    assert!(has_note(&battle, "within=") && has_note(&battle, "weather="));
    let still = super::battle(&SEARCH.replace(" sail", ""));
    assert_eq!((&still.inputs["kind"], &still.inputs["moved"]), (&"active".into(), &1.into()));
}

#[test]
fn who_has_searched_is_active_and_where_he_searched_with_his_task_force_and_what_is_aboard() {
    let text = format!(
        "{}\nat E4526 aboard jp-ca-tone: jp-fp-1",
        SEARCH.replace("jp-ca-tone", "jp-ca-tone standby").replace("group=2", "group=1")
    );
    let given = given(&text);
    let battle = given.battles().remove(0);
    let found =
        |report: &Resolution| report.result.starts_with("found") && !happens(report, "5.1", "eliminate");
    let policy = "use,balanced,fight,day,halt";
    let over = (1..500).map(|seed| play(&battle, policy, seed)).find(found).unwrap();
    let edits = lines(&given.changes(&battle, &over.deeds));
    let told = |edit: &str| edits.iter().any(|line| line == edit);
    assert!(told("3.1 to E4525"), "the chit goes: {edits:?}");
    assert!(!told("4.1 to E4525"), "what lies in its tray stays there: {edits:?}");
    assert!(told("5.1 to E4525") && told("7.1 to E4525") && told("5.1 Status 3"), "{edits:?}");
}

#[test]
fn the_b_25_is_lost_when_its_carrier_is_hit() {
    let text = "date: 1942-04\nat E4526: jp-ca-kako engage\n\
        at E4526: us-cv-hornet\nat E4526 aboard us-cv-hornet: us-b25, us-n-hornet";
    let edits = edits_when(text, |report| happens(report, "4.1", "reduce"));
    assert!(edits.contains(&"5.1 to Eliminated".to_owned()), "{edits:?}");
    assert!(!edits.iter().any(|edit| edit.starts_with("5.2")), "{edits:?}");
}

#[test]
fn cargo_that_the_lift_cannot_carry_any_more_is_lost_weakest_first() {
    let text = "at E4526: jp-ca-kako engage\n\
        at E4526: us-stp-1\nat E4526 aboard us-stp-1: chit:us-sea-supply, us-marine-rgt-1";
    let flipped = edits_when(text, |report| happens(report, "4.1", "reduce"));
    assert!(flipped.contains(&"5.1 to Chits Pool".to_owned()), "{flipped:?}");
    assert!(!flipped.iter().any(|edit| edit.starts_with("5.2 to")), "{flipped:?}");
    let sunk = edits_when(text, |report| happens(report, "4.1", "eliminate"));
    assert!(sunk.contains(&"5.2 to US Force Pool".to_owned()), "{sunk:?}");
}

#[test]
fn its_owner_says_which_part_of_the_cargo_is_lost() {
    let text = "at E4526: jp-ca-kako engage\n\
        at E4526: us-stp-1\nat E4526 aboard us-stp-1: chit:us-sea-supply, us-marine-rgt-1";
    let given = given(text);
    let battle = given.battles().remove(0);
    let fights = |act: &'static str| {
        let mut all = (1..3000).map(|seed| play(&battle, "aggressive", seed));
        all.find(|report| happens(report, "4.1", act)).unwrap()
    };
    let over = fights("reduce");
    let choice = given.follow_up(&battle, &over.deeds).unwrap();
    assert!(battle.then.contains(&choice.procedure), "orders may answer it");
    assert_eq!((&choice.inputs["lose"], &choice.inputs["owner"]), (&1.into(), &"defender".into()));
    let chosen = fight(&choice, &[], "", "strongest");
    let all = [over.deeds, chosen.deeds].concat();
    assert_eq!(given.follow_up(&battle, &all), None, "the rest fits");
    let edits = lines(&given.changes(&battle, &all));
    assert!(edits.contains(&"5.2 to US Force Pool".to_owned()), "{edits:?}");
    assert!(!edits.iter().any(|edit| edit.starts_with("5.1 to")), "{edits:?}");
    assert_eq!(fight(&choice, &[], "", "").status, Ending::Open);
    assert_eq!(given.follow_up(&battle, &fights("eliminate").deeds), None, "all of it goes down");
}

#[test]
fn a_depleted_pair_drops_its_supply_and_an_evasion_chit_goes_with_its_last_ship() {
    let text = "at E4526: jp-cl-nagara, jp-dd-5\nat E4526 aboard jp-cl-nagara: chit:jp-sea-supply\n\
        at E4526: us-bb-washington engage\nat E4526: chit:evasion";
    let edits =
        edits_when(text, |report| happens(report, "3.1", "reduce") && !happens(report, "5.1", "eliminate"));
    assert!(edits.contains(&"4.1 to Chits Pool".to_owned()), "{edits:?}");
    assert!(!edits.iter().any(|edit| edit.starts_with("6.1")), "{edits:?}");
}

#[test]
fn a_task_force_without_ships_gives_its_chit_back() {
    let text = "at E4526: jp-tf-1\ntray jp-tf-1: jp-bb-yamato\n\
        at E4526: us-bb-washington engage, us-bb-south-dakota engage";
    let sunk = edits_when(text, |report| happens(report, "4.1", "eliminate"));
    assert!(sunk.contains(&"3.1 to Chits Pool".to_owned()), "{sunk:?}");
    let afloat = edits_when(text, |report| happens(report, "4.1", "reduce"));
    assert!(!afloat.iter().any(|edit| edit.starts_with("3.1 to")), "{afloat:?}");
}

#[test]
fn an_admiral_who_dies_leaves_the_game_and_ships_of_one_name_are_told_apart() {
    let text = "at E4526: jp-adm-mikawa, jp-ca-chokai engage, jp-dd-5 engage, jp-dd-5 engage\n\
        at E4526: us-bb-washington, us-bb-south-dakota, us-bb-north-carolina";
    let given = given(text);
    let battle = given.battles().remove(0);
    let names: Vec<&str> = battle.forces.of(ATTACKER).iter().map(|unit| unit.name.as_str()).collect();
    assert_eq!(names, ["Chokai", "Mutsuki class destroyers", "Mutsuki class destroyers #2"]);
    let dead = |report: &Resolution| happens(report, "3.1", "eliminate");
    let over = (1..200).map(|seed| play(&battle, "aggressive", seed)).find(dead).unwrap();
    let edits = lines(&given.changes(&battle, &over.deeds));
    assert!(edits.contains(&"3.1 to Eliminated".to_owned()), "{edits:?}");
}

#[test]
fn values_given_beside_the_save_lie_over_it_and_ships_are_the_saves() {
    let battle = battle(SAVO);
    let said = |text: &str| serde_json::from_str(text).unwrap();
    let laid = game().lay(&battle, &said(r#"{"moonlit": true, "magic": 2}"#)).unwrap();
    assert_eq!((&laid.inputs["moonlit"], &laid.inputs["magic"]), (&true.into(), &2.into()));
    assert!(!has_note(&laid, "moonlit=") && !has_note(&laid, "magic="));
    let fault = game().lay(&battle, &said(r#"{"attack": "CA 2-8"}"#)).unwrap_err().remove(0);
    assert!(fault.to_string().contains("known from the units in the save"), "{fault}");
    assert_eq!((battle.forces.of(ATTACKER).len(), battle.forces.of(DEFENDER).len()), (2, 2));
}

#[test]
fn ships_that_could_react_are_offered_for_each_enemy_force_in_their_range() {
    let chokai = "at E4525: us-ca-quincy\n";
    let of = |own: &str| -> Vec<String> {
        let possible = given(&format!("{chokai}{own}")).possible_battles().into_iter();
        let searches = possible.filter(|battle| battle.procedure == "ATPO-ENCOUNTER");
        let told = searches.filter(|battle| names(battle, "defence") == ["Quincy"]);
        told.map(|battle| format!("{}: {}", battle.id, names(&battle, "attack").join(", "))).collect()
    };
    // Three coastal hexes away; four are too far; at the same place they have met.
    assert_eq!(of("at E4427 docked: jp-ca-chokai"), ["intercept-E4525: Chokai"]);
    assert_eq!(of("at E4229 docked: jp-ca-chokai"), [""; 0]);
    assert_eq!(of("at E4525: jp-ca-chokai"), [""; 0]);
    for idle in ["at E4427: jp-ca-chokai active", "at E4427: jp-stp-1", "at E4427: uk-ca-devonshire"] {
        assert_eq!(of(idle), [""; 0], "{idle}");
    }
    // A submarine reacts, too, and so do ships in the port of the hex.
    assert_eq!(of("at E4427: jp-ss-1"), ["intercept-E4525: I-boats of 1st Submarine Squadron"]);
    assert_eq!(of("at E4525 docked: jp-ca-chokai"), ["intercept-E4525: Chokai"]);
    // The nearest searches, and the others are told.
    let two = given(&format!("{chokai}at E4427: jp-ca-chokai\nat E4526: jp-ca-kako\n"));
    let battle = two.battle("intercept-E4525").unwrap();
    assert_eq!(names(&battle, "attack"), ["Kako"]);
    assert!(
        !battle.declared && has_note(&battle, "others can reach it, too: 1 ship in E4427"),
        "{:?}",
        battle.notes
    );
}

#[test]
fn a_declared_battle_tells_who_could_react() {
    let text = "at E4525: jp-ca-chokai engage\nat E4525: us-ca-quincy\n";
    let near =
        battle(&format!("{text}at E4526 docked: us-ca-astoria, us-ca-chicago\nat E4025: us-ca-vincennes"));
    assert!(has_note(&near, "could react: 2 ships in E4526 (3.8.7.2)"), "{:?}", near.notes);
    assert!(!has_note(&battle(text), "could react"));
}

#[test]
fn a_reaction_beyond_its_range_is_refused() {
    let text = "at E4525: us-ca-quincy sail\n";
    let near = battle(&format!("{text}at E4427: jp-ca-chokai intercept target=E4525"));
    assert_eq!((near.refused.clone(), &near.inputs["kind"]), (None, &"reactive".into()));
    assert!(
        refused(&format!("{text}at E4229: jp-ca-chokai intercept target=E4525")).contains("out of the range")
    );
}

#[test]
fn both_players_choose_in_turn_whose_steps_go_with_a_bombed_base() {
    let given = given(
        "control: JP E4229\nat E4229: chit:large-airbase, jp-n-1, jp-n-shokaku, jp-n-akagi reduced\n\
         at E4229: us-bb-washington bombardment target=\"E4229 airbase\", \
         us-bb-south-dakota bombardment target=\"E4229 airbase\"",
    );
    let battle = given.battles().remove(0);
    assert_eq!(battle.id, "bombard-E4229-airbase");
    let report = fight(&battle, &[6, 6], "", "");
    assert_eq!(report.result, "destroyed, 3 air steps lost");
    let next = given.follow_up(&battle, &report.deeds).unwrap();
    assert_eq!(names(&next, "aircraft").len(), 3);
    // The reduced group goes first, then a step of the best, then the weakest that is left.
    let choice = fight(&next, &[], "strongest", "weakest");
    let deeds: Vec<_> = report.deeds.iter().chain(&choice.deeds).cloned().collect();
    assert!(given.follow_up(&battle, &deeds).is_none(), "asked once");
    let edits = lines(&given.changes(&battle, &deeds));
    assert_eq!(edits[2..6], ["4.4 to Japan Force Pool", "4.4 Face 1", "4.2 Face 2", "4.3 Face 2"]);
}

/// Raiders in convoy routes: what has guns, is undamaged and may still act, and a carrier with its aircraft.
const RAIDERS: &str = "phase: SW.3
in \"East Pacific\": jp-ca-tone, jp-ca-chokai reduced, jp-dd-5, jp-ca-kako active
in \"Indian Ocean (South)\": jp-cv-akagi
in \"Indian Ocean (South)\" aboard jp-cv-akagi: jp-n-akagi
in \"Southeast Pacific\": jp-cv-kaga
in \"US EP\": us-loss number=4";

#[test]
fn raiders_of_convoys_cost_the_owner_of_the_route_points_that_his_chit_shows() {
    let open = given(RAIDERS);
    let battles = open.possible_battles();
    assert_eq!(ids(&battles), ["raid-east-pacific", "raid-indian-ocean-south"]);
    let [us, indian] = &battles[..] else { panic!("two areas") };
    assert_eq!(us.inputs["us"], serde_json::json!(["CA 2"]));
    assert_eq!(indian.inputs["indian-ocean"], serde_json::json!(["CV 0 N"]));
    let over = fight(us, &[], "", "");
    assert_eq!(over.result, "US loses 2 EP");
    let edits = lines(&open.changes(us, &over.deeds));
    assert_eq!(edits, ["8.1 Number 6", "4.1 Status 3"]);
    let closed = fight(indian, &[], "", "");
    assert_eq!((closed.result.as_str(), closed.deeds.len()), ("UK loses nothing", 0));
    let opened = format!(
        "{RAIDERS}\nin \"Indian Ocean Convoys (South)\": chit:route-open\n\
        in \"Indian Ocean Convoys (West)\": chit:route-open"
    );
    let indian = given(&opened).battle("raid-indian-ocean-south").unwrap();
    assert_eq!(fight(&indian, &[], "", "").result, "UK loses 8 EP");
    assert!(given(&RAIDERS.replace("SW.3", "NA.1")).possible_battles().is_empty(), "in another phase");
}

#[test]
fn submarines_on_the_merchant_routes_cost_japan_points_and_stay_where_they_are() {
    // Four where three routes run together, one on a route of its own, one beside them all, one that has acted.
    let text = "date: 1944-05\nphase: SW.6\nat W3520: us-ss-2, us-ss-2, us-ss-2, us-ss-2\nat W1616: nl-ss-1\n\
        at W1617: us-ss-1 active\nat E4525: us-ss-3\nin \"US EP\": jp-loss number=4";
    let open = given(text);
    let battles = open.possible_battles();
    let found = battles.iter().find(|battle| battle.id == "raid-merchant-interdiction").unwrap();
    assert_eq!(found.procedure, "ATPO-R07");
    assert_eq!(names(found, "submarines").len(), 5);
    let over = fight(found, &[], "", "");
    assert_eq!(over.result, "20 EP");
    let edits = lines(&open.changes(found, &over.deeds));
    assert_eq!(edits.len(), 6, "{edits:?}");
    assert!(
        edits.contains(&"8.1 Number 24".to_owned()) && !edits.iter().any(|edit| edit.contains("Merchant"))
    );
    let early = given(&text.replace("SW.6", "NA.1")).possible_battles();
    assert!(!early.iter().any(|battle| battle.procedure == "ATPO-R07"));
}

#[test]
fn no_more_than_three_submarines_count_on_a_route() {
    let text = "date: 1944-05\nphase: SW.6\nat W1616: us-ss-1, us-ss-2, us-ss-2, us-ss-3";
    let battles = given(text).possible_battles();
    let found = battles.iter().find(|battle| battle.procedure == "ATPO-R07").unwrap();
    assert_eq!(found.inputs["routes"], serde_json::json!(["Java and Balikpapan: 3 US submarines"]));
    assert_eq!(fight(found, &[], "", "").result, "12 EP");
    let held = given("date: 1945-05\nphase: SW.6\ncontrol: US W3825").possible_battles();
    assert_eq!(fight(&held[0], &[], "", "").result, "3 EP");
}

#[test]
fn a_group_that_finds_nothing_stays_where_it_is_and_keeps_its_mark() {
    let given = given(SEARCH);
    let battle = given.battles().remove(0);
    let by = |over: &Resolution, number: u8| over.result.starts_with(&format!("found by group {number}:"));
    let one = |over: &Resolution| by(over, 1) || by(over, 2);
    let over = (1..500).map(|seed| play(&battle, "use,balanced,fight,day,halt", seed)).find(one).unwrap();
    let edits = lines(&given.changes(&battle, &over.deeds));
    let (goes, stays) = if by(&over, 1) { ("3.1", "5.1") } else { ("5.1", "3.1") };
    assert!(!edits.contains(&format!("{stays} to E4525")), "{edits:?}");
    assert!(edits.contains(&format!("{goes} to E4525")) || happens(&over, goes, "eliminate"), "{edits:?}");
}

#[test]
fn chits_that_were_used_lie_on_the_ships_and_who_evades_is_located() {
    let given_to = |text: &str, said: &str, policy: &str| {
        let given = given(text);
        let laid = game().lay(&given.battles().remove(0), &serde_json::from_str(said).unwrap()).unwrap();
        let report = fight(&laid, &[5], "keep", policy);
        assert_eq!(report.status, Ending::Done, "{:?}", report.open);
        (report.result.clone(), lines(&given.changes(&laid, &report.deeds)))
    };
    let met = "at E4526: jp-ca-chokai standby intercept target=E4525\nat E4525: us-ca-quincy sail";
    let (result, chit) = given_to(met, r#"{"evasion-chits": 1}"#, "day,evasion-chit");
    assert_eq!(result, "found, evades");
    assert!(chit.contains(&"evasion on E4525".to_owned()), "{chit:?}");
    assert!(!chit.iter().any(|edit| edit.ends_with("Contact 2")), "nobody may attack them: {chit:?}");
    let (result, night) = given_to(met, r#"{"night-chits": 1}"#, "night-chit");
    assert_eq!(result, "found, hidden by night");
    assert!(night.contains(&"us-night on E4525".to_owned()), "{night:?}");
    let fast = "at E4526: us-bb-colorado standby intercept target=E4525\nat E4525: jp-dd-5 sail";
    let (result, speed) = given_to(fast, "{}", "day,evade");
    assert_eq!(result, "found, evades");
    assert!(speed.contains(&"4.1 Contact 2".to_owned()), "{speed:?}");
}

#[test]
fn a_submarine_that_has_attacked_is_active() {
    let given = given("at E4526: us-ss-1 submarine-attack\nat E4526: jp-stp-1, jp-dd-5");
    let boat = given.battles().remove(0);
    let over = fight(&boat, &[2, 1, 1, 1, 1], "weakest,dive", "");
    assert_eq!(lines(&given.changes(&boat, &over.deeds)), ["3.1 Status 3", "3.1 Mission 1"]);
}

#[test]
fn a_kaiten_that_has_attacked_is_gone() {
    let text = "date: 1944-09\nat E4526: jp-ss-1 submarine-attack, jp-kaiten\nat E4526: us-ca-quincy";
    let given = given(text);
    let boat = given.battles().remove(0);
    let spent = |over: &Resolution| over.deeds.iter().any(|deed| deed.subject() == "Kaiten");
    let over = (1..200).map(|seed| play(&boat, "strongest,dive", seed)).find(spent).unwrap();
    let edits = lines(&given.changes(&boat, &over.deeds));
    assert!(edits.iter().any(|edit| edit.starts_with("3.2 to ")), "{edits:?}");
}

#[test]
fn ships_that_react_past_a_fort_of_the_enemy_meet_its_mines_when_they_have_found_him() {
    let text = "date: 1942-08\ncontrol: US E4525\nat E4525: chit:coastal-fort\nat E4525: us-ca-quincy sail\n\
        at E4526: jp-ca-haguro standby intercept target=E4525";
    let given = given(text);
    let battle = given.battles().remove(0);
    assert_eq!(battle.inputs["mover-fort"], true);
    assert!(has_note(&battle, "mover-fort=no"));
    // Found with a 5; a 3 - 1 of the mines damages Haguro, and Quincy is faster now.
    let over = fight(&battle, &[5, 3], "keep", "day,evade");
    assert_eq!(over.status, Ending::Done, "{:?}", over.open);
    assert!(happens(&over, "6.1", "reduce"), "{:?}", over.deeds);
}
