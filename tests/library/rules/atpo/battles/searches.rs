//! Searches of a position: who searches with whom and for whom, ports, submarines, and what becomes of ships and cargo.

use liege::rules::play::battle::Battle;
use liege::rules::play::dice::Seeded;
use liege::rules::play::procedure::Ending;
use serde_json::{Value, json};

use super::changes::{lines, outcome};
use super::{battle, fight, fight_with, game, given, has_note};

fn names(battle: &Battle, key: &str) -> Vec<String> {
    let force = battle.forces.0.iter().find(|force| force.key == key);
    force.into_iter().flat_map(|force| &force.units).map(|unit| unit.piece.name.clone()).collect()
}

fn told<'a>(battle: &'a Battle, key: &str) -> &'a Value {
    battle.inputs.get(key).unwrap_or(&Value::Null)
}

fn refused(text: &str) -> String {
    battle(text).refused.unwrap().reason
}

#[test]
fn each_submarine_searches_alone_beside_the_ships() {
    let text = "at E4525: us-ca-quincy\nat E4526: jp-ca-chokai intercept target=E4525 group=1\n\
        at E4427: jp-ss-1 intercept target=E4525 group=1\nat E4426: jp-ss-2 intercept target=E4525";
    let given = given(text);
    let battles = given.battles();
    let ids: Vec<&str> = battles.iter().map(|battle| battle.id.as_str()).collect();
    assert_eq!(ids, ["intercept-E4525", "intercept-E4525-2", "intercept-E4525-3"]);
    assert_eq!(names(&battles[0], "attack"), ["Chokai"]);
    for boat in &battles[1..] {
        assert_eq!((names(boat, "attack").len(), names(boat, "attack-2").len()), (1, 0));
        let over = fight(boat, &[5, 1, 2], "weakest,dive", "day,fight");
        assert_eq!(over.result, "found");
    }
}

#[test]
fn a_submarine_has_no_mission_of_ships_and_says_which_is_its_own() {
    let port = "control: UK W2112\n";
    assert!(refused(&format!("{port}at W2112: jp-ss-1 enter-port")).contains("Infiltrate"));
    let guns = "control: JP E4525\nat E4525: chit:radar\nat E4525: us-ss-1 bombardment";
    assert!(refused(guns).contains("Submarine attack"));
    let both = given(&format!("{port}at W2112: jp-ss-1 enter-port, jp-ca-chokai enter-port")).battles();
    let open: Vec<bool> = both.iter().map(|battle| battle.refused.is_none()).collect();
    assert_eq!(open, [true, false]);
}

#[test]
fn nobody_fights_at_sea_in_the_end_phase_and_ports_of_the_enemy_are_entered_only_where_ships_move() {
    let fights = [
        "at E4525: us-ca-quincy engage\nat E4525: jp-ca-chokai",
        "at E4525: us-ss-1 submarine-attack\nat E4525: jp-ca-chokai",
        "control: UK W2112\nat W2112: jp-ss-1 infiltrate\nat W2112 docked: uk-dd-1",
        "control: UK W2112\nat W2112: jp-ca-chokai enter-port",
    ];
    for text in fights {
        let at = |phase: &str| given(&format!("date: 1942-08\nphase: {phase}\n{text}"));
        let refused = |phase: &str| at(phase).battles().remove(0).refused;
        assert_eq!(refused("EN.1").unwrap().rule, "3.7", "{text}");
        assert_eq!((refused("NA.1"), refused("OS.2")), (None, None), "{text}");
        let undeclared = at("EN.1").possible_battles();
        assert!(undeclared.iter().all(|battle| battle.procedure == "ATPO-ENCOUNTER"), "{text}");
    }
    let entry = |phase: &str, owner: &str| {
        battle(&format!("phase: {phase}\ncontrol: {owner} W2112\nat W2112: jp-ca-chokai enter-port")).refused
    };
    assert_eq!(entry("MV.1", "UK").unwrap().rule, "3.5, 3.6.3");
    let met = |phase: &str| {
        let text = format!(
            "phase: {phase}\ncontrol: UK W2112\nat W2112: jp-ca-haguro enter-port\n\
            at W2112 docked: uk-dd-1 intercept"
        );
        given(&text).battle("intercept-W2112").unwrap().refused
    };
    assert_eq!((met("OA.2").unwrap().rule.as_str(), met("NA.1")), ("3.5, 3.6.3", None));
    let undeclared = |phase: &str| {
        let text = format!(
            "date: 1942-08\nphase: {phase}\ncontrol: UK W2112\nat W2112: jp-ca-haguro enter-port\n\
            at W2112 docked: uk-dd-1 standby"
        );
        given(&text).possible_battles().iter().filter(|battle| battle.id.starts_with("intercept-")).count()
    };
    assert_eq!((undeclared("NA.1"), undeclared("OA.2")), (1, 0));
    // At home no mines are in the way.
    assert_eq!(entry("EN.1", "JP"), None);
}

#[test]
fn a_kaiten_attacks_alone_or_with_its_submarine_and_is_gone() {
    let alone = "date: 1944-09\nat E4526: jp-kaiten submarine-attack\nat E4526: us-dd-2";
    let (over, changes) = outcome(alone, &[3, 1, 1], "weakest", "");
    assert_eq!(over.result, "undetected: no hit");
    assert_eq!(lines(&changes)[0], "3.1 to Japan Force Pool", "{over:?}");
    let early = battle(&alone.replace("1944-09", "1944-02"));
    assert_eq!(fight(&early, &[], "weakest", "").status, Ending::Refused);
    let search = battle("date: 1944-09\nat E4427: jp-kaiten intercept target=E4525\nat E4525: us-ca-quincy");
    let over = fight(&search, &[5, 1, 1], "weakest", "day,fight");
    assert_eq!(over.result, "found");
    assert!(over.deeds.iter().any(|deed| deed.act.word() == "eliminate"), "{:?}", over.deeds);
    let both =
        "date: 1944-09\nat E4526: jp-ss-1 submarine-attack, jp-kaiten submarine-attack\nat E4526: us-dd-2";
    assert_eq!(told(&battle(both), "kaiten"), &json!(true));
}

#[test]
fn docked_ships_meet_without_a_die_who_enters_their_port_behind_its_mines() {
    let text = "control: JP W2112\nat W2112: uk-bb-warspite enter-port, uk-dd-1 enter-port\n\
        at W2112 docked: jp-ca-haguro intercept, jp-dd-5 intercept";
    let given = given(text);
    let battles = given.battles();
    let search = battles.iter().find(|battle| battle.id == "intercept-W2112").unwrap();
    assert_eq!((told(search, "automatic"), told(search, "kind")), (&json!("docked"), &json!("reactive")));
    assert_eq!(told(search, "into-port"), &json!(true));
    let over = fight_with(search, &mut Seeded::new(5), "balanced", "balanced");
    assert_eq!(over.status, Ending::Done, "{:?}", over.lines.last());
    let mined: Vec<&str> = over
        .lines
        .iter()
        .filter_map(|line| line.label.strip_prefix("mines at ")?.strip_suffix(": die"))
        .collect();
    assert!(
        !mined.is_empty() && mined.iter().all(|ship| !ship.contains("Haguro") && !ship.contains("Mutsuki"))
    );
    // Nobody has to be marked for it to be offered.
    let idle = super::given(&text.replace(" intercept", ""));
    let offered = idle.possible_battles();
    assert!(offered.iter().any(|battle| told(battle, "automatic") == "docked"), "{offered:?}");
    // In an enemy port the ships inside meet those that are docked there.
    let inside =
        "control: UK W2112\nat W2112 docked: uk-bb-warspite\nat W2112 docked: jp-ca-haguro intercept";
    let inside = battle(inside);
    assert_eq!((told(&inside, "automatic"), &inside.refused), (&json!("enemy-port"), &None));
    assert_eq!(names(&inside, "defence"), ["Warspite"]);
}

#[test]
fn who_sails_in_a_tray_sails_by_the_mission_of_its_chit() {
    let text = "at E4525: us-tf-1 sail\ntray us-tf-1: us-ca-quincy, us-dd-2\n\
        at E4427: jp-ca-chokai intercept target=E4525";
    let search = battle(text);
    assert_eq!((told(&search, "kind"), told(&search, "moved")), (&json!("reactive"), &Value::Null));
    // Where the save does not tell it, a player may.
    let still = given(&text.replace(" sail", ""));
    let said = json!({"kind": "reactive", "within": 1});
    let lain = game().lay(&still.battles()[0], said.as_object().unwrap()).unwrap();
    assert_eq!((told(&lain, "kind"), told(&lain, "moved")), (&json!("reactive"), &Value::Null));
    assert_eq!(fight(&lain, &[1], "", "").result, "not found");
}

#[test]
fn each_search_group_has_its_own_berth_and_only_ships_that_may_search() {
    let three = |group: &str| {
        ["jp-ca-chokai", "jp-ca-kako", "jp-ca-furutaka"].map(|ship| format!("{ship} {group}")).join(", ")
    };
    let text = format!(
        "at E4525: us-ca-quincy, us-dd-2\nat E4526 docked: {}\nat E4526: {}",
        three("intercept target=E4525 group=1"),
        "jp-ca-aoba intercept target=E4525 group=2, jp-ca-kinugasa intercept target=E4525 group=2, jp-dd-5 intercept target=E4525 group=2"
    );
    let search = battle(&text);
    assert_eq!(told(&search, "groups"), &json!(["docked moved 1", "at-sea moved 1"]));
    let over = fight(&search, &[1, 1], "", "");
    let port: Vec<&str> = over
        .lines
        .iter()
        .filter(|line| line.label == "interception modifier: interceptor was in port")
        .map(|line| line.cause.as_str())
        .collect();
    assert_eq!(port, ["group 1"], "{:?}", over.lines);
    let offensive = "phase: OS.2\nat E4525: us-ca-quincy\n\
        at E4526: jp-ca-chokai standby intercept target=E4525, jp-ca-kako intercept target=E4525";
    let search = battle(offensive);
    assert_eq!(names(&search, "attack"), ["Chokai"]);
    assert!(has_note(&search, "left out: Kako is not Standby"), "{:?}", search.notes);
}

#[test]
fn a_submarine_that_carries_attacks_nothing_in_a_search() {
    let text =
        "at E4427: us-ss-1 intercept target=E4525\nat E4427 aboard us-ss-1: us-raider-1\nat E4525: jp-dd-5";
    assert!(refused(text).contains("carries supply or a commando"));
}

#[test]
fn an_admiral_goes_with_the_ship_that_he_is_taken_to_be_aboard() {
    let text = "at E4526: jp-adm-mikawa, jp-ca-chokai intercept target=E4525\nat E4525: us-ca-quincy";
    let (_, changes) =
        outcome(text, &[6, 1, 1, 1, 1, 1, 1, 1, 1], "keep,strongest,stay", "day,fight,strongest,stay");
    let edits = lines(&changes);
    for piece in ["3.1", "3.2"] {
        assert!(edits.contains(&format!("{piece} to E4525")), "{piece}: {edits:?}");
    }
}

#[test]
fn ships_bombard_in_a_sea_offensive_and_only_those_that_it_activates() {
    let hex = "control: JP E4525\nat E4525: chit:radar\n";
    let ships = "at E4525: us-bb-washington standby bombardment, us-bb-south-dakota bombardment";
    assert!(refused(&format!("phase: NA.1\n{hex}{ships}")).contains("only in a Sea Offensive"));
    let text = format!("phase: OS.2\n{hex}{ships}");
    let fired = battle(&text);
    assert_eq!(names(&fired, "ships"), ["Washington"]);
    assert!(has_note(&fired, "left out: South Dakota"), "{:?}", fired.notes);
    let (_, changes) = outcome(&text, &[1, 1], "", "");
    assert!(lines(&changes).contains(&"6.1 Status 3".to_owned()), "{:?}", lines(&changes));
    assert!(
        refused(&format!("phase: OS.2\n{hex}{}", ships.replace(" standby", "")))
            .contains("neither Active nor")
    );
    let port = battle("control: JP W2112\nat W2112: us-bb-washington bombardment target=\"W2112 port\"");
    assert!(port.inputs["target"].as_str().unwrap().ends_with("port"));
    let odd = battle("control: JP W2112\nat W2112: us-bb-washington bombardment target=\"W2112 dock\"");
    assert!(has_note(&odd, "has no \"dock\" to bombard"), "{:?}", odd.notes);
}

#[test]
fn ships_that_have_fought_are_located_no_more() {
    let text = "at E4525: jp-ca-chokai engage\nat E4525: us-ca-quincy located";
    let (_, changes) = outcome(text, &[1, 1, 1, 1, 1, 1, 1, 1], "strongest,stay", "strongest,stay");
    assert!(lines(&changes).contains(&"4.1 Contact 1".to_owned()), "{:?}", lines(&changes));
    let text = "at E4427: jp-ca-chokai intercept target=E4525\nat E4525: us-ca-quincy located";
    let faces = [6, 1, 1, 1, 1, 1, 1, 1, 1];
    let (_, changes) = outcome(text, &faces, "strongest,stay", "day,fight,strongest,stay");
    assert!(lines(&changes).contains(&"4.1 Contact 1".to_owned()), "{:?}", lines(&changes));
    let (_, missed) = outcome(text, &[1], "strongest,stay", "day,fight,strongest,stay");
    assert!(!lines(&missed).contains(&"4.1 Contact 1".to_owned()), "{:?}", lines(&missed));
}

#[test]
fn a_submarine_that_is_depleted_loses_what_it_carries() {
    for cargo in ["us-raider-1", "chit:sea-supply"] {
        let text = format!(
            "control: JP W5032 W5033\nat W5032: us-ss-1 infiltrate\nat W5032 aboard us-ss-1: {cargo}"
        );
        let (over, changes) = outcome(&text, &[1, 2, 3], "", "");
        assert_eq!(over.result, "stopped: Submarines at Brisbane depleted");
        assert!(
            lines(&changes).iter().any(|line| line.starts_with("5.1 to ")),
            "{cargo}: {:?}",
            lines(&changes)
        );
    }
    assert!(refused("control: US W5032 W5033\nat W5032: us-ss-1 infiltrate").contains("the strait is open"));
}

#[test]
fn a_commando_of_another_nation_rides_with_no_submarine() {
    let text = "date: 1942-08\nat W5032: us-ss-1 transport target=W5033\nat W5032 aboard us-ss-1: NATION";
    let lift = |unit: &str| {
        let battles = given(&text.replace("NATION", unit)).battles();
        battles.into_iter().find(|battle| battle.id.starts_with("lift-")).unwrap()
    };
    let strange = fight(&lift("au-cdo-1"), &[], "", "");
    assert!(
        strange.refused.iter().any(|one| one.reason.contains("not a commando of the submarine's nation"))
    );
    let own = fight(&lift("us-raider-1"), &[], "", "");
    assert!(!own.refused.iter().any(|one| one.reason.contains("nation")), "{:?}", own.refused);
}

#[test]
fn mines_and_an_interception_of_one_move_say_which_comes_first() {
    let of = |text: &str, id: &str| {
        given(text)
            .battles()
            .into_iter()
            .find(|battle| battle.id == id)
            .unwrap_or_else(|| panic!("{text}: {id}"))
    };
    let fort = "date: 1942-08\ncontrol: JP E4525\nat E4525: chit:jp-coastal-fort\n\
        at E4525: us-ca-quincy sail\nat E4526: jp-ca-haguro intercept target=E4525";
    assert!(has_note(&of(fort, "coast-E4525"), "intercept-E4525 begins with these sea mines"));
    let out = "control: UK W2112\nat W2112: jp-ca-haguro enter-port, jp-dd-5 enter-port\n\
        at W2113: uk-bb-warspite intercept target=W2112";
    assert!(has_note(&of(out, "mines-W2112"), "intercept-W2112 comes first"));
    assert!(has_note(&of(out, "intercept-W2112"), "comes before mines-W2112"));
    let inside = "control: UK W2112\nat W2112: jp-ca-haguro enter-port, jp-dd-5 enter-port\n\
        at W2112 docked: uk-bb-warspite intercept";
    assert!(has_note(&of(inside, "mines-W2112"), "intercept-W2112 begins with these mines"));
    assert_eq!(told(&of(inside, "mines-W2112"), "mines"), &json!("UK"));
    assert!(has_note(&of(inside, "mines-W2112"), "magic="));
    let alone = "control: UK W2112\nat W2112: jp-ca-haguro enter-port";
    assert!(!has_note(&battle(alone), "comes first"));
}
