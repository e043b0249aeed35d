//! `umpire` with counters that stand for several units: some of them are lost, damaged, go back, go on or stay.

use serde_json::Value;

use super::umpire_take::Hand;
use super::umpire_turn::{Table, game};
use super::{liege, said};

const HEAD: &str = "game: aafog\nin \"Turn 4\": time\nin \"US at war\": us-status\n";

/// Begins with the list, and plays on until nothing is left of it; the first question gets this answer.
fn play(table: &Table, answer: &str) {
    table.turn(None);
    play_on(table, answer);
}

fn play_on(table: &Table, answer: &str) {
    table.turn(Some(answer));
    play_on_without_questions(table);
}

fn play_on_without_questions(table: &Table) {
    for _ in 0..20 {
        let turn = table.turn(None);
        assert!(turn["open"].is_null(), "{turn}");
        if turn["finished"] == true {
            return;
        }
    }
    panic!("the list comes to no end");
}

/// What the checks and the proof at the end say: nothing.
pub fn nothing_is_found(table: &Table) {
    table.done(&["issue", table.folder()]);
    let checked = said(&liege(&["check", table.folder(), "--format", "json"]));
    let checked: Value = serde_json::from_str(&checked).unwrap_or_else(|error| panic!("{error}: {checked}"));
    for report in checked["reports"].as_array().unwrap() {
        assert_eq!(report["findings"], serde_json::json!([]));
    }
    let opened = table.club.name("opened");
    table.done(&["publish", table.folder(), "-o", &opened]);
    let verified = said(&liege(&["verify", &opened]));
    assert!(!verified.contains("the turn log has"), "{verified}");
}

#[test]
fn some_of_a_counter_are_lost_some_go_back_and_who_stays_keeps_it() {
    let text = format!(
        "{HEAD}at \"Siam\": chip-5, japan-tank\nat \"Malaya\": chip-1, chip-1, uk-inf\ncontrol: uk \"Malaya\"\n"
    );
    let table = game(&text, "japan");
    table.take(&table.copy("axis"), "6 TANK: Siam > Malaya\n");
    let counter = table.master().id("japan-tank", "Siam");
    play(&table, "axis lost 2 TANK; allies lost INF; axis retreat 3 TANK to Siam");
    let master = table.master();
    assert_eq!(master.counters("uk-inf", "Malaya"), ["chip-1, uk-inf"]);
    assert_eq!(master.counters("japan-tank", "Malaya"), ["japan-tank"]);
    assert_eq!(master.counters("japan-tank", "Siam"), ["chip-1, chip-1, japan-tank"]);
    assert_eq!(master.id("japan-tank", "Malaya"), counter, "who stays keeps the counter");
    assert!(master.places("chip-5").is_empty(), "it was changed into small ones");
    assert!(master.places("japan-tank").iter().all(|place| !place.contains("casualties")));
    nothing_is_found(&table);
}

#[test]
fn a_counter_of_which_all_are_lost_goes_to_the_casualties() {
    let text =
        format!("{HEAD}at \"Siam\": japan-tank\nat \"Malaya\": chip-1, uk-inf\ncontrol: uk \"Malaya\"\n");
    let table = game(&text, "japan");
    table.take(&table.copy("axis"), "TANK: Siam > Malaya\n");
    play(&table, "allies lost 2 INF");
    assert_eq!(table.master().counters("uk-inf", "UK casualties"), ["chip-1, uk-inf"]);
    nothing_is_found(&table);
}

#[test]
fn one_ship_of_several_is_damaged_and_the_others_are_not() {
    let text = format!("{HEAD}at \"SZ 208\": chip-1, chip-1, us-cv\nat \"SZ 35\": japan-bb, japan-dd\n");
    let table = game(&text, "us");
    table.take(&table.copy("allies"), "3 CV: SZ 208 > SZ 35\n");
    play(&table, "allies damaged 2 CV; axis lost DD; allies retreat CV damaged to SZ 208");
    let master = table.master();
    assert_eq!(master.counters("us-cv", "SZ 35"), ["us-cv", "us-cv"], "one of them is damaged");
    assert_eq!(master.counters("us-cv", "SZ 208"), ["us-cv"]);
    let damaged = table.ledger("axis");
    assert!(damaged.contains("SZ 35,us,CV,1,0") && damaged.contains("SZ 35,us,CV,1,1"), "{damaged}");
    nothing_is_found(&table);
}

#[test]
fn tanks_of_one_counter_blitz_into_two_places_and_some_stay() {
    let text = format!(
        "{HEAD}at \"Siam\": chip-1, chip-1, japan-tank\nat \"Siam\": chip-1, japan-mech\ncontrol: uk \"Shan State\", \"Burma\", \"Malaya\"\n"
    );
    let table = game(&text, "japan");
    table.take(&table.copy("axis"), "3 TANK, 2 MECH: Siam > Shan State\n");
    play(&table, "TANK + MECH to Malaya, TANK to Burma");
    let master = table.master();
    assert_eq!(master.places("japan-tank"), ["Burma", "Malaya", "Shan State"]);
    assert_eq!(master.places("japan-mech"), ["Malaya", "Shan State"]);
    assert!(master.places("chip-1").is_empty());
    nothing_is_found(&table);
}

#[test]
fn of_aircraft_and_submarines_under_one_counter_so_many_answer_as_their_side_says() {
    let text = format!(
        "{HEAD}control: japan \"Philippines\"\nat \"Philippines\": chip-1, chip-1, japan-ftr, japan-airbase\n\
         at \"SZ 35\": chip-1, chip-1, japan-sub\nat \"SZ 208\": us-ca\n"
    );
    let table = game(&text, "us");
    table.take(&table.copy("allies"), "CA: SZ 208 > SZ 35\n");
    table.turn(None);
    table.turn(Some("2 FTR"));
    let open = table.turn(Some("1 join"));
    let question = open["open"]["text"].as_str().unwrap();
    assert!(question.contains("against Axis with 2 Japanese FTR, Japanese SUB:"), "{question}");
    let master = table.master();
    assert_eq!(master.counters("japan-ftr", "Philippines"), ["chip-1, japan-ftr", "japan-ftr"]);
    assert_eq!(master.counters("japan-sub", "SZ 35"), ["chip-1, japan-sub", "japan-sub"]);
    let board = Hand::of(&table.club, &table.game.join("battles/001.vsav"));
    assert_eq!(board.places("japan-ftr"), ["Defender", "Defender"]);
    assert_eq!(board.places("japan-sub"), ["Defender"]);
    let allies = table.ledger("allies");
    assert!(allies.contains("2 japan SUB"), "what stayed hidden is withheld: {allies}");
    table.turn(Some("axis lost SUB, FTR"));
    assert_eq!(table.turn(None)["finished"], true);
    let master = table.master();
    assert_eq!(master.counters("japan-sub", "SZ 35"), ["chip-1, japan-sub"]);
    nothing_is_found(&table);
}

#[test]
fn a_transport_of_several_goes_down_with_what_it_carries_itself() {
    let text = format!(
        "{HEAD}at \"SZ 208\": chip-1, us-tr\nat \"SZ 208\" aboard us-tr: us-tank, 2 x us-inf\nat \"SZ 35\": japan-bb\n"
    );
    let table = game(&text, "us");
    table.take(&table.copy("allies"), "2 TR (TANK, 2 INF): SZ 208 > SZ 35\n");
    table.turn(None);
    let wrong = liege(&["umpire", "turn", table.folder(), "--answer", "allies lost TR (ART)"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(said(&wrong).contains("not so many TR (ART) in this battle"), "{}", said(&wrong));
    play_on(&table, "allies lost TR (TANK, INF); allies retreat TR to SZ 208");
    let master = table.master();
    assert_eq!(master.places("us-tank"), ["US casualties"]);
    assert_eq!(master.places("us-inf"), ["SZ 208", "US casualties"]);
    assert_eq!(master.counters("us-tr", "SZ 208"), ["us-tr"]);
    nothing_is_found(&table);
}

#[test]
fn a_free_shot_sinks_the_transport_that_was_named_and_another_one_has_its_own_die() {
    let text = format!("{HEAD}at \"SZ 208\": chip-1, chip-1, us-tr\nat \"SZ 35\": chip-1, japan-sub\n");
    let table = game(&text, "us");
    table.take(&table.copy("allies"), "3 TR: SZ 208 > SZ 35\n");
    table.turn(None);
    let mut turn = table.turn(Some("2"));
    let mut shots = 0;
    while turn["finished"] != true {
        let asked = turn["open"].is_object();
        shots += usize::from(asked);
        turn = table.turn(asked.then_some("1"));
    }
    let hits = table.log().matches(r#""hit":true"#).count();
    assert_eq!(table.log().matches(r#""kind":"roll""#).count(), 2);
    let left = table.master().counters("us-tr", "SZ 35").join(", ");
    assert_eq!(left.split(", ").count(), 3 - hits, "{left}");
    assert!(shots >= 1);
    nothing_is_found(&table);
}

#[test]
fn a_captured_complex_is_told_once_while_tanks_may_go_on() {
    let text = format!(
        "{HEAD}at \"Siam\": chip-1, japan-tank\nat \"Shan State\": uk-ic number=2\ncontrol: uk \"Shan State\", \"Burma\"\n\
         in \"IPC 20\": japan-income\nin \"IPC 20\": uk-income\n"
    );
    let table = game(&text, "japan");
    table.take(&table.copy("axis"), "2 TANK: Siam > Shan State\n");
    let told = table.told(None);
    assert!(told[0].contains("with 1 industrial complex with damage 2"), "{told:?}");
    assert_eq!(
        table.told(Some("1 TANK to Burma")),
        ["Allies M03: Shan State fell to Japan; there was no battle."]
    );
    let told = table.told(None);
    assert!(
        told[0].starts_with("Axis M04: Burma was empty") && told[1].starts_with("Allies M03"),
        "{told:?}"
    );
    assert_eq!(table.turn(None)["finished"], true);
    let master = table.master();
    assert_eq!(master.places("japan-tank"), ["Burma", "Shan State"]);
    assert_eq!(
        (master.places("japan-ic"), master.places("uk-ic")),
        (vec!["Shan State".to_owned()], Vec::new())
    );
    nothing_is_found(&table);
}

#[test]
fn a_list_parts_counters_by_the_numbers_that_it_names() {
    let text = format!(
        "{HEAD}at \"Siam\": chip-1, chip-1, chip-1, japan-inf\ncontrol: uk \"Shan State\", \"Burma\", \"Malaya\"\n\
         at \"SZ 20\": chip-1, chip-1, japan-tr\nat \"SZ 20\" aboard japan-tr: 4 x japan-inf\n"
    );
    let table = game(&text, "japan");
    let counter = table.master().id("japan-inf", "Siam");
    let list = "INF: Siam > Shan State\n2 INF: Siam > Malaya\nTR (2 INF): SZ 20 > SZ 19, move\nTR: SZ 20 > SZ 35, move\n";
    table.take(&table.copy("axis"), list);
    let master = table.master();
    assert_eq!(master.counters("japan-inf", "Siam"), ["chip-1, japan-inf", "japan-inf", "japan-inf"]);
    assert_eq!(master.counters("japan-tr", "SZ 20"), ["japan-tr"; 3]);
    let log = table.log();
    assert!(log.contains(r#""units":[{"class":"INF","number":2}]"#), "{log}");
    play_on_without_questions(&table);
    let master = table.master();
    assert_eq!(master.counters("japan-inf", "Malaya"), ["chip-1, japan-inf"]);
    assert_eq!(master.counters("japan-inf", "Shan State"), ["japan-inf"]);
    assert_eq!(master.id("japan-inf", "Siam"), counter, "who stays keeps the counter");
    assert_eq!(master.places("japan-tr"), ["SZ 19", "SZ 20", "SZ 35"]);
    assert_eq!(master.counters("japan-inf", "SZ 19"), ["japan-inf", "japan-inf"]);
    assert_eq!(master.counters("japan-inf", "SZ 35").len(), 0, "the third one is empty");
    nothing_is_found(&table);
}

#[test]
fn some_of_the_infantry_of_a_counter_go_aboard() {
    let text = format!(
        "{HEAD}control: us \"Philippines\"\nat \"Philippines\": chip-1, chip-1, us-inf\nat \"SZ 35\": us-tr\n"
    );
    let table = game(&text, "us");
    let copy = Hand::of(&table.club, &table.copy("allies"));
    let back = copy.board("us-inf", "Philippines", "us-tr", "SZ 35").save(&table.club, "back.vsav");
    let list = "TR (2 INF): SZ 35 > SZ 208, move\n";
    table.take(std::path::Path::new(&back), list);
    let master = table.master();
    assert_eq!(master.counters("us-inf", "Philippines"), ["us-inf"]);
    assert_eq!(master.counters("us-inf", "SZ 35"), ["chip-1, us-inf"]);
    play_on_without_questions(&table);
    assert_eq!(table.master().counters("us-inf", "SZ 208"), ["chip-1, us-inf"]);
    nothing_is_found(&table);
}

#[test]
fn a_complex_keeps_what_the_battle_that_takes_it_has_done_to_it() {
    let text = format!(
        "{HEAD}at \"Siam\": japan-tank\nat \"Malaya\": uk-inf, uk-ic number=2\ncontrol: uk \"Malaya\"\n"
    );
    let table = game(&text, "japan");
    table.take(&table.copy("axis"), "TANK: Siam > Malaya\n");
    play(&table, "damage complex 3; damage complex 1; allies lost INF");
    let master = table.master();
    assert!(master.places("uk-ic").is_empty());
    assert_eq!(master.find("japan-ic", "Malaya").property("Number"), Some("6"));
}
