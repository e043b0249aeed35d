//! Ground support by the mission of aircraft: it counts in battles on land and in landings, and is over behind them.

use liege::rules::play::procedure::Ending;

use super::changes::lines;
use super::{battle, fight, given, has_note, strings, units};

/// An attack over a border, with a bomber behind it.
const FRONT: &str = "date: 1942-02\nphase: OL.1\ncontrol: JP W4418\ncontrol: CN W4318\n\
    at W4318: cn-inf-10\n\
    at W4418: jp-armor-1 standby attack W4318\n\
    at W4418: chit:small-airbase, jp-b-4-ku ground-support target=W4318\n";

#[test]
fn aircraft_with_the_mission_ground_support_count_in_the_battle_of_their_target() {
    let text = FRONT;
    let helped = battle(text);
    assert_eq!(strings(&helped, "attack-air").len(), 1, "{:?}", helped.inputs.get("attack-air"));
    assert!(strings(&helped, "attack-air")[0].starts_with("B "));
    assert!(has_note(&helped, "flies ground support from W4418, 1 hex"), "{:?}", helped.notes);
    // Elsewhere they help nobody here.
    let other = battle(&text.replace("ground-support target=W4318", "ground-support target=W4317"));
    assert!(!other.inputs.contains_key("attack-air"));
    // Aloft over the hex it counts once, mark or not.
    let own = ", jp-b-4-ku ground-support target=W4318";
    for aloft in ["jp-b-4-ku", "jp-b-4-ku ground-support target=W4318"] {
        let text = format!("{}at W4318 aloft: {aloft}\n", text.replace(own, ""));
        assert_eq!(strings(&battle(&text), "attack-air"), strings(&helped, "attack-air"));
    }
}

/// The same with a fighter of the defender in range.
fn met() -> String {
    format!("{FRONT}at W4317: chit:small-airbase, cn-f-avg\n")
}

#[test]
fn enemy_fighters_in_range_meet_ground_support_in_the_battle() {
    let met = met();
    let battle = battle(&met);
    assert_eq!(battle.inputs["air-combat"], true);
    for key in ["attack-air", "interceptors"] {
        assert!(battle.inputs[key][0].is_object(), "{key}: {:?}", battle.inputs);
    }
    assert!(has_note(&battle, "give the survivors"), "{:?}", battle.notes);
    let given = given(&met);
    let edits = |attacker: &str, defender: &str, faces: &[u8]| {
        let report = fight(&battle, faces, attacker, defender);
        (report.status, lines(&given.changes(&battle, &report.deeds)))
    };
    // Nobody answers: the first question is the defender's.
    let open = fight(&battle, &[], "hold", "stand").open.unwrap();
    assert_eq!((open.by.word(), open.label), ("defender", "intercept"));
    // It stays on the ground: the bomber alone is Committed.
    let (status, quiet) = edits("air-stay,hold", "air-stay,stand", &[4]);
    assert_eq!(status, Ending::Done);
    let own: Vec<&String> = quiet.iter().filter(|edit| edit.starts_with("8.2")).collect();
    assert_eq!(own, ["8.2 Status 4", "8.2 Mission 1", "8.2 Target"], "{quiet:?}");
    assert!(!quiet.iter().any(|edit| edit.starts_with("9.2")), "{quiet:?}");
    // It flies: an unmodified 1 costs the bomber a step.
    let (status, fought) = edits("air-stay,hold", "fly,air-strongest,air-stay,stand", &[1, 4]);
    assert_eq!(status, Ending::Done);
    assert!(fought.contains(&"8.2 Face 2".to_owned()), "{fought:?}");
    for committed in ["8.2 Status 4", "9.2 Status 4"] {
        assert_eq!(fought.iter().filter(|edit| *edit == committed).count(), 1, "{fought:?}");
    }
    // What was fought by hand takes the meeting away.
    let by_hand = |said: serde_json::Value| super::game().lay(&battle, said.as_object().unwrap()).unwrap();
    let left = by_hand(serde_json::json!({ "attack-air": "none" }));
    assert!(["air-combat", "interceptors"].iter().all(|key| !left.inputs.contains_key(*key)), "{left:?}");
    assert_eq!(fight(&left, &[4], "hold", "stand").status, Ending::Done);
    let no = by_hand(serde_json::json!({ "air-combat": false }));
    let report = fight(&no, &[4], "hold", "stand");
    assert!(report.lines.iter().any(|line| line.label == "attack: ground support"), "{:?}", report.lines);
    // Values about the units on the ground bring nothing of it back.
    let oos = by_hand(serde_json::json!({ "attack-air": "B 2", "attack-supply": "out" }));
    assert_eq!(oos.inputs["attack-air"], "B 2");
    assert!(!oos.inputs.contains_key("interceptors"));
}

#[test]
fn fighters_that_intercept_meet_the_ground_support_of_the_defender() {
    let text = "date: 1942-02\nphase: OL.1\ncontrol: JP W4418\ncontrol: CN W4318\n\
        at W4318: cn-inf-10\n\
        at W4418: jp-armor-1 standby attack W4318\n\
        at W4418: chit:small-airbase, jp-f-tainan intercept target=W4318\n\
        at W4317: chit:small-airbase, cn-f-avg ground-support target=W4318\n";
    let met = battle(text);
    assert!(!met.inputs.contains_key("attack-air"), "{:?}", met.inputs);
    for key in ["defence-air", "counter"] {
        assert!(met.inputs[key][0].is_object(), "{key}: {:?} {:?}", met.inputs, met.notes);
    }
    let open = fight(&met, &[], "hold", "stand").open.unwrap();
    assert_eq!((open.by.word(), open.label), ("attacker", "counter-intercept"));
    // Without the mark nobody meets it, and a note says who could.
    let free = battle(&text.replace("jp-f-tainan intercept target=W4318", "jp-f-tainan"));
    assert_eq!(strings(&free, "defence-air").len(), 1, "{:?}", free.inputs);
    assert!(has_note(&free, "could counter-intercept"), "{:?}", free.notes);
}

#[test]
fn elite_pilots_add_to_the_strength_of_ground_support() {
    let strength = |text: &str| -> i32 {
        strings(&battle(text), "attack-air")[0]
            .split(' ')
            .nth(1)
            .and_then(|number| number.parse().ok())
            .unwrap()
    };
    let elite = format!("{}, chit:elite\n", FRONT.trim_end());
    assert_eq!(strength(&elite), strength(FRONT) + 1);
}

#[test]
fn who_cannot_fly_there_is_left_out_with_the_reason() {
    let text = FRONT.replace("jp-b-4-ku", "jp-b-4-ku previously-committed");
    let quiet = battle(&text);
    assert!(!quiet.inputs.contains_key("attack-air"));
    assert!(has_note(&quiet, "left out") && has_note(&quiet, "Previously Committed"), "{:?}", quiet.notes);
}

#[test]
fn aircraft_that_helped_are_committed_and_their_mission_is_over() {
    let text = FRONT;
    let given = given(text);
    let battle = given.battles().remove(0);
    let report = fight(&battle, &[4], "hold", "stand");
    let edits = lines(&given.changes(&battle, &report.deeds));
    let own: Vec<&String> = edits.iter().filter(|edit| edit.starts_with("8.2")).collect();
    assert_eq!(own, ["8.2 Status 4", "8.2 Mission 1", "8.2 Target"], "{edits:?}");
}

#[test]
fn carriers_support_a_landing_and_strikes_at_its_ships_come_first() {
    let text = "date: 1942-08\nphase: OL.1\ncontrol: JP E4525\n\
        at E4525: jp-inf-2\n\
        at E4525: us-stp-1 standby\n\
        at E4525 aboard us-stp-1: us-marine-rgt-1 attack E4525\n\
        at E4526: us-cv-enterprise\n\
        at E4526 aboard us-cv-enterprise: us-n-enterprise ground-support target=E4525\n\
        control: JP E4229\nat E4229: chit:large-airbase, jp-b-4-ku strike target=E4525\n";
    let given = given(text);
    let landing = given.battles().into_iter().find(|battle| battle.id == "land-E4525").unwrap();
    assert_eq!(landing.inputs["amphibious"], true);
    assert!(strings(&landing, "attack-air")[0].starts_with("N "), "{:?}", landing.inputs);
    assert!(has_note(&landing, "flies ground support from Enterprise"));
    assert!(has_note(&landing, "strike-E4525"), "{:?}", landing.notes);
}

/// An attack over a border, with a paratroop behind it in its air transport.
const BEHIND: &str = "date: 1942-02\nphase: OL.1\ncontrol: JP W4418\ncontrol: CN W4318\n\
    at W4318: cn-inf-10\n\
    at W4418: jp-armor-1 standby attack W4318\n\
    at W4418: chit:large-airbase, jp-atp-1 transport target=W4318\n\
    at W4418 aboard jp-atp-1: jp-para-1\n";

#[test]
fn a_paratroop_drops_where_the_mission_of_its_air_transport_says() {
    let joined = battle(BEHIND);
    let attackers = units(&joined, "attack");
    assert_eq!(attackers.len(), 2, "{attackers:?}");
    assert!(attackers.contains(&"1st Raiding Regiment 1/1 drop".to_owned()), "{attackers:?}");
    assert!(has_note(&joined, "brings 1st Raiding Regiment from W4418, 1 hex"), "{:?}", joined.notes);
    assert_eq!(joined.title, "land attack on W4318 from W4418");
    let given = given(BEHIND);
    let report = fight(&joined, &[6, 6], "advance", "retreat,together");
    assert_eq!(report.status, Ending::Done, "{:?}", report.open);
    let edits = lines(&given.changes(&joined, &report.deeds));
    for edit in ["8.2 Status 4", "8.2 Mission 1", "8.2 Target"] {
        assert!(edits.contains(&edit.to_owned()), "{edit}: {edits:?}");
    }
    // A drop that depleted it turns its Layer (4.12.4.2).
    let weak = fight(&joined, &[4, 6], "advance", "retreat,together");
    assert_eq!(weak.status, Ending::Done, "{:?}", weak.open);
    let words: Vec<String> =
        given.changes(&joined, &weak.deeds).into_iter().map(|change| change.words).collect();
    assert!(words.contains(&"1st Raiding Regiment is depleted (4.12.4.2)".to_owned()), "{words:?}");
    assert!(lines(&given.changes(&joined, &weak.deeds)).iter().any(|edit| edit.ends_with("Face 2")));
    // Without anybody beside the hex it attacks alone.
    let alone = BEHIND.replace("at W4418: jp-armor-1 standby attack W4318\n", "");
    let alone = battle(&alone.replace("W4418", "W4519"));
    assert_eq!((alone.title.as_str(), &alone.refused), ("paradrop on W4318", &None), "{:?}", alone.notes);
    assert!(!alone.inputs.contains_key("drop-adjacent"));
    let beside = BEHIND.replace(" standby attack W4318", "");
    assert_eq!(battle(&beside).inputs["drop-adjacent"], true);
    // A depleted paratroop and one out of supply make no drop.
    for (state, why) in [("reduced", "is depleted"), ("out-of-supply", "is out of supply")] {
        let weak = battle(&BEHIND.replace("jp-para-1", &format!("jp-para-1 {state}")));
        assert_eq!(units(&weak, "attack").len(), 1, "{state}");
        assert!(has_note(&weak, &format!("{why} and cannot drop")), "{:?}", weak.notes);
    }
    // In the Naval and Air Phase nobody is dropped.
    let early = super::given(&BEHIND.replace("OL.1", "NA.2")).battles();
    let drop = early.iter().find(|battle| battle.id == "drop-W4318").unwrap();
    assert!(drop.refused.as_ref().unwrap().reason.contains("Offensive Phase"), "{:?}", drop.refused);
    // Who cannot fly drops nobody.
    let late = BEHIND.replace("jp-atp-1 transport", "jp-atp-1 previously-committed transport");
    let late = battle(&late);
    assert_eq!(units(&late, "attack").len(), 1);
    assert!(has_note(&late, "left out") && has_note(&late, "Previously Committed"), "{:?}", late.notes);
}

#[test]
fn each_paratroop_of_a_save_shares_the_fate_of_the_air_transport_it_is_aboard() {
    let met = |text: &str| battle(&format!("{text}at W4317: chit:small-airbase, cn-f-avg\n"));
    let joined = met(BEHIND);
    let drops = |battle: &liege::rules::play::battle::Battle| -> Vec<String> {
        let units = battle.inputs["attack"].as_array().unwrap();
        units.iter().filter_map(|unit| unit["transport"].as_str().map(str::to_owned)).collect()
    };
    let carrier = joined.inputs["attack-air"][0]["piece"].as_str().unwrap().to_owned();
    assert_eq!(drops(&joined), [carrier]);
    // Two in one marker of two points go home together.
    let both = met(&BEHIND.replace("aboard jp-atp-1: jp-para-1", "aboard jp-atp-1: jp-para-1, jp-para-2"));
    assert_eq!(drops(&both).len(), 2, "{:?}", both.notes);
    let report = fight(&both, &[5, 4], "air-stay,hold,weakest", "fly,air-strongest,air-stay,stand,weakest");
    assert_eq!(report.status, Ending::Done, "{:?}", report.open);
    let home =
        report.deeds.iter().filter(|deed| deed.subject().contains("Raiding") && deed.act.word() == "retreat");
    assert_eq!(home.count(), 2, "{:?}", report.deeds);
    // Three need more points than it has.
    let three = BEHIND
        .replace("aboard jp-atp-1: jp-para-1", "aboard jp-atp-1: jp-para-1, jp-para-2, jp-para-yokosuka");
    assert_eq!(fight(&battle(&three), &[6, 6, 6, 6], "hold", "stand").status, Ending::Refused);
}

#[test]
fn air_transport_marked_for_ground_support_is_told_what_to_do() {
    let text = BEHIND.replace("transport target", "ground-support target");
    let battles = given(&text).battles();
    let land = battles.iter().find(|battle| battle.id == "land-W4318").unwrap();
    assert_eq!(units(land, "attack").len(), 1, "the paratroop has no mark of its own");
    assert!(!land.inputs.contains_key("attack-air"), "{:?}", land.inputs);
    assert!(has_note(land, "cannot give ground support"), "{:?}", land.notes);
    assert!(has_note(land, "the mission Transport with W4318 as target"), "{:?}", land.notes);
    // The mark is told where nobody attacks, too.
    let refused = battles.iter().find(|battle| battle.id == "transport-W4318").unwrap();
    let refusal = refused.refused.as_ref().unwrap();
    assert_eq!(refusal.rule, "4.11.2");
    assert!(refusal.reason.contains("as target to drop"), "{}", refusal.reason);
    let empty = given(&text.replace("at W4418 aboard jp-atp-1: jp-para-1\n", "")).battles();
    let refused = empty.iter().find(|battle| battle.id == "transport-W4318").unwrap();
    assert!(refused.refused.as_ref().unwrap().reason.contains("remove the mission"));
    // A mark on the paratroop does not let it walk out of its air transport.
    let marked = text.replace("jp-para-1", "jp-para-1 attack W4318");
    let battles = given(&marked).battles();
    let land = battles.iter().find(|battle| battle.id == "land-W4318").unwrap();
    assert_eq!(units(land, "attack").len(), 1, "{:?}", units(land, "attack"));
    assert!(
        has_note(land, "cannot attack on land: give Air Transport the mission Transport"),
        "{:?}",
        land.notes
    );
    let alone = marked.replace("at W4418: jp-armor-1 standby attack W4318\n", "");
    let battles = given(&alone).battles();
    let land = battles.iter().find(|battle| battle.id == "land-W4318").unwrap();
    assert!(
        land.refused.as_ref().unwrap().reason.contains("no units are left to attack"),
        "{:?}",
        land.refused
    );
}

#[test]
fn a_paratroop_whose_air_transport_turned_back_has_not_attacked() {
    let met = format!(
        "{}at W4317: chit:small-airbase, cn-f-avg\n",
        BEHIND.replace("jp-para-1", "jp-para-1 attack W4318")
    );
    let battle = battle(&met);
    assert_eq!(battle.inputs["air-combat"], true);
    // An unmodified 1 costs the air transport a point and aborts it.
    let report = fight(&battle, &[1, 4], "air-stay,hold,weakest", "fly,air-strongest,air-stay,stand,weakest");
    assert_eq!(report.status, Ending::Done, "{:?}", report.open);
    let words: Vec<String> =
        given(&met).changes(&battle, &report.deeds).into_iter().map(|change| change.words).collect();
    let of = |name: &str| -> Vec<&String> { words.iter().filter(|words| words.contains(name)).collect() };
    let raiders = of("1st Raiding Regiment");
    assert_eq!(raiders.len(), 2, "{words:?}");
    assert!(raiders[0].contains("is back at its base (4.12.1)"), "{raiders:?}");
    assert!(raiders[1].contains("has not dropped"), "{raiders:?}");
    assert!(of("has attacked").len() == 1 && of("is Active").len() == 1, "the tanks alone: {words:?}");
    assert!(!of("Air Transport is Committed").is_empty(), "{words:?}");
}
