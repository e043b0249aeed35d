//! Exceptions of the checks of 4.A and 4.B: what is legal under some reading, and what nobody can know.

use liege::rules::aafog::Aafog;
use liege::rules::check::{Checked, Filter};
use liege::rules::game::Game;

use super::checks::pack;
use crate::pages::{case_of, direct};

const COMPLETE: &str = r#"{"schema":"liege-aafog-log-1","game":"Tuesday","complete":true}"#;
const BY_HAND: &str = r#"{"schema":"liege-aafog-log-1","game":"Tuesday"}"#;
const LEDGER: &str = "entry,issue,round,power,phase,place,side_seen,class,number,damage,source,withheld,ends";

const RETURNED: &str = r#"{"n":100,"round":4,"power":"us","phase":"CI","kind":"returned","side":"axis"}"#;
const ISSUED: &str = r#"{"n":101,"round":4,"power":"us","phase":"CI","kind":"issue","number":4}"#;

/// What one check says of a case.
fn asked(id: &str, text: &str) -> Checked {
    let wanted = Filter { only: [id.to_owned()].into(), ..Filter::default() };
    let case = case_of(&pack(), &direct, id, &format!("game: aafog\n{text}"));
    Aafog.open(&case).check(&wanted)
}

/// How many findings a check has.
fn count(id: &str, text: &str) -> usize {
    asked(id, text).findings.len()
}

#[test]
fn a_log_kept_by_hand_does_not_prove_what_it_leaves_out() {
    let order = r#"{"n":1,"round":4,"power":"us","phase":"CM","kind":"approve","item":1,"by":"Cleo"}
{"n":2,"round":4,"power":"us","phase":"CM","kind":"order","item":2,"units":"CA","path":["SZ 35","SZ 20"]}
{"n":3,"round":4,"power":"us","phase":"CC","kind":"enter","item":2,"group":"CA","place":"SZ 20"}"#;
    let convoy = r#"{"n":1,"round":4,"power":"japan","phase":"CI","kind":"convoy","amount":4}
{"n":2,"round":4,"power":"us","phase":"CM","kind":"order","item":1}"#;
    let roll = r#"{"n":1,"round":4,"power":"japan","phase":"RD","kind":"roll","research":"radar","die":6}"#;
    let technology = r#"{"n":1,"round":4,"power":"japan","phase":"CC","kind":"technology-use","what":"radar","battle":1}
{"n":2,"round":4,"power":"japan","phase":"CC","kind":"roll","battle":1,"die":1}"#;
    let cases = [("AAF-009", order), ("AAF-019", convoy), ("AAF-011", roll), ("AAF-012", technology)];
    for (id, lines) in cases {
        let log = |head: &str| format!("now:\nturn log:\n{head}\n{lines}\n");
        assert_eq!((count(id, &log(COMPLETE)), count(id, &log(BY_HAND))), (1, 0), "{id}");
    }
}

#[test]
fn an_order_that_was_refused_or_is_still_on_the_list_needs_no_approval() {
    let log = |lines: &str| {
        let head = r#"{"n":1,"round":4,"power":"us","phase":"CM","kind":"approve","item":1,"by":"Cleo"}
{"n":2,"round":4,"power":"us","phase":"CM","kind":"order","item":2,"units":"MECH"}"#;
        format!("now:\nturn log:\n{COMPLETE}\n{head}\n{lines}\n")
    };
    let refused = r#"{"n":3,"round":4,"power":"us","phase":"CM","kind":"message","template":"M17","to":"allies"}
{"n":4,"round":4,"power":"us","phase":"CC","kind":"enter","item":1,"group":"TANK","place":"Burma"}"#;
    let range = r#"{"n":3,"round":4,"power":"us","phase":"CM","kind":"approve","item":"1-3","by":"Cleo"}
{"n":4,"round":4,"power":"us","phase":"CC","kind":"enter","item":2,"group":"MECH","place":"Burma"}"#;
    let done = r#"{"n":4,"round":4,"power":"us","phase":"CC","kind":"enter","item":2,"group":"MECH","place":"Burma"}"#;
    let found = [refused, range, "", done].map(|lines| count("AAF-009", &log(lines)));
    assert_eq!(found, [0, 0, 0, 1]);
}

#[test]
fn persons_are_told_apart_by_name_and_password() {
    let text = "game: aafog\nin \"Turn 4\": time\nnow:\ncopy Axis:\nplayer: Axis \"Ann\"\ncopy Allies:\nplayer: Allies \"Ann\"\n";
    let mut case = case_of(&pack(), &direct, "rosters", text);
    let wanted = Filter { only: ["AAF-007".to_owned()].into(), ..Filter::default() };
    let said = Aafog.open(&case).check(&wanted);
    assert_eq!(said.findings.len(), 1);
    assert!(said.findings[0].message.contains("Ann is in the roster"), "{said:?}");
    let copy = case.copies.get_mut("Axis").unwrap();
    std::sync::Arc::make_mut(&mut copy.held).players[0].id = "secret word".into();
    assert_eq!(Aafog.open(&case).check(&wanted).findings, []);
    std::sync::Arc::make_mut(&mut case.copies.get_mut("Allies").unwrap().held).players[0].id =
        "secret word".into();
    let said = Aafog.open(&case).check(&wanted);
    assert!(said.findings.len() == 1 && !format!("{said:?}").contains("secret"), "{said:?}");
}

#[test]
fn the_master_that_all_joined_at_the_start_accuses_nobody() {
    let roster = "player: Axis \"Ann\"\nplayer: Allies \"Bob\"\n";
    let text = |turn: u8| format!("in \"Turn {turn}\": time\n{roster}now:\ncopy Axis:\ncopy Allies:\n");
    assert_eq!((count("AAF-007", &text(1)), count("AAF-007", &text(2))), (0, 2));
    assert_eq!(count("AAF-001", "now:\ncopy Axis:\ncopy Allies:\n"), 0, "nobody has joined yet");
}

#[test]
fn a_set_up_may_lack_enemies_and_have_none_too_many() {
    let text = |fleet: &str| {
        format!(
            "now:\nat \"SZ 20\": japan-bb\nat \"SZ 35\": 2 x us-cv\ncopy Axis:\nat \"SZ 20\": japan-bb\nat \"SZ 35\": {fleet}\n\
             turn log:\n{COMPLETE}\n{{\"n\":1,\"kind\":\"issue\",\"number\":0}}\n"
        )
    };
    let found = ["us-cv", "2 x us-cv", "chip-1, us-cv", "3 x us-cv", "chip-5, us-cv", "uk-cv"]
        .map(|fleet| count("AAF-003", &text(fleet)));
    assert_eq!(found, [0, 0, 0, 1, 1, 1]);
    let unknown = asked("AAF-003", "now:\nat \"SZ 20\": japan-bb\ncopy Axis:\nat \"SZ 35\": us-cv\n");
    assert!(unknown.findings.is_empty() && unknown.not_checked.len() == 1, "{unknown:?}");
}

#[test]
fn own_units_are_counted_with_chips_and_compared_within_one_turn() {
    let text =
        |held: &str| format!("now:\nin \"Turn 4\": time\nat \"Siam\": 3 x japan-inf\ncopy Axis:\n{held}\n");
    let found = [
        "at \"Siam\": chip-1, japan-inf, japan-inf",
        "in \"Turn 3\": time\nat \"Siam\": japan-inf",
        "at \"Siam\": 2 x japan-inf",
        "at \"Siam\": 2 x japan-inf, japan-art",
    ]
    .map(|held| count("AAF-004", &text(held)));
    assert_eq!(found, [0, 0, 1, 2]);
}

#[test]
fn what_explains_an_enemy_piece_is_taken_widely() {
    let text = |shown: &str, row: &str, more: &str| {
        format!(
            "in \"Turn 4\": time\nnow:\ncopy Axis:\nat \"SZ 20\": {shown}\n{more}ledger axis:\n{LEDGER}\n1,0,1,,,{row},,\n"
        )
    };
    let back = |layer: &str| format!("returned Axis:\n{layer}turn log:\n{BY_HAND}\n{RETURNED}\n{ISSUED}\n");
    let gone = &back("");
    let carrier = "SZ 20,us,CV,1,0,C6";
    assert_eq!(count("AAF-005", &text("us-cv, us-ftr", carrier, gone)), 0, "aircraft with their carrier");
    assert_eq!(count("AAF-005", &text("us-cv", "SZ 20,allies,CV,1,0,C6", gone)), 0, "power not told");
    assert_eq!(count("AAF-005", &text("uk-cv", carrier, gone)), 1, "another power");
    assert_eq!(count("AAF-005", &text("2 x us-cv", carrier, gone)), 1, "one more than was seen");
    assert_eq!(count("AAF-005", &text("us-bb", carrier, &back("at \"SZ 20\": us-bb\n"))), 0, "a guess");
    let unknown = asked("AAF-005", &text("us-bb", carrier, ""));
    assert!(
        unknown.findings.is_empty() && unknown.not_checked[0].reason.contains("put it there itself"),
        "{unknown:?}"
    );
}

#[test]
fn a_guess_that_nobody_can_rule_out_accuses_nobody() {
    let text = |head: &str, more: &str, after: &str| {
        format!(
            "in \"Turn 4\": time\nnow:\nearlier copy Axis:\ncopy Axis:\nat \"SZ 208\": us-cv\n{more}\
             ledger axis:\n{LEDGER}\n1,0,1,,,SZ 201,uk,BB,1,0,setup,,\nturn log:\n{head}\n\
             {{\"n\":1,\"round\":4,\"power\":\"us\",\"phase\":\"PU\",\"kind\":\"purchase\",\"what\":\"1 CV\"}}\n{after}"
        )
    };
    let before = format!("{RETURNED}\n{ISSUED}\n");
    let after = format!("{}\n{}\n", ISSUED.replace("101", "99"), RETURNED);
    let found = [
        text(BY_HAND, "", ""),
        text(BY_HAND, "returned Axis:\n", ""),
        text(BY_HAND, "returned Axis:\n", &after),
        text(BY_HAND, "returned Axis:\n", &before),
        text(COMPLETE, "", ""),
    ]
    .map(|text| count("AAF-013", &text));
    assert_eq!(found, [0, 0, 0, 1, 1]);
}

#[test]
fn captures_that_the_base_game_settles_wait_for_its_data() {
    let text = |was: &str, is: &str| {
        let chart = "in \"IPC 20\": japan-income\nin \"IPC 15\": uk-income";
        format!("phase: NC\nbefore:\n{was}\n{chart}\nnow:\n{is}\n{chart}\n")
    };
    let liberated = text("control: japan \"Burma\"", "control: uk \"Burma\"");
    let capital = text("", "control: japan \"Whitecliff\"");
    for text in [liberated, capital] {
        let said = asked("AAF-018", &text);
        assert!(said.findings.is_empty() && said.not_checked[0].reason.contains("user data"), "{said:?}");
    }
    assert_eq!(count("AAF-018", &text("", "control: japan \"Burma\"")), 2, "both powers");
}

#[test]
fn a_message_goes_to_whom_its_template_names() {
    let told = |template: &str, to: &str| {
        let line = format!(
            "{{\"n\":1,\"round\":4,\"power\":\"us\",\"phase\":\"CC\",\"kind\":\"message\",\"template\":\"{template}\",\"to\":\"{to}\"}}"
        );
        count("AAF-067", &format!("now:\nturn log:\n{BY_HAND}\n{line}\n"))
    };
    assert_eq!((told("M01", "axis"), told("M01", "us")), (0, 1));
    assert_eq!((told("M02", "allies"), told("M02", "japan")), (0, 1));
    assert_eq!((told("M06", "axis"), told("M06", "uk")), (0, 1));
    assert_eq!([told("M14", "axis"), told("M13", "uk"), told("M99", "uk"), told("M01", "")], [0; 4]);
}

#[test]
fn a_question_that_only_its_answer_shows_is_a_message() {
    let text = |master: &str| {
        format!(
            "now:\n{master}turn log:\n{COMPLETE}\n\
             {{\"n\":1,\"round\":4,\"power\":\"us\",\"phase\":\"CC\",\"kind\":\"answer\",\"template\":\"M11\",\"by\":\"japan\",\"choice\":false}}\n"
        )
    };
    assert_eq!(count("AAF-067", &text("")), 1);
}

#[test]
fn money_is_not_compared_where_income_may_have_been_collected() {
    let text = |head: &str, after: &str| {
        format!(
            "now:\nin \"Japan money\": japan-money number=14\ncopy Allies:\nin \"Japan money\": japan-money number=14\n\
             turn log:\n{head}\n{{\"n\":1,\"round\":4,\"power\":\"japan\",\"phase\":\"PU\",\"kind\":\"purchase\",\"what\":\"BB\"}}\n{after}\n"
        )
    };
    let next = r#"{"n":2,"round":4,"power":"us","phase":"PU","kind":"purchase","what":"CV"}"#;
    let income = r#"{"n":2,"round":4,"power":"japan","phase":"CI","kind":"income","amount":26}"#;
    let found = [(COMPLETE, ""), (COMPLETE, next), (BY_HAND, ""), (BY_HAND, next), (COMPLETE, income)]
        .map(|(head, after)| count("AAF-068", &text(head, after)));
    assert_eq!(found, [1, 1, 0, 0, 0], "without a complete log the sum may be a guess");
}
