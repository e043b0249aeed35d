//! Games that are legal and look as if they were not: each stands beside the fault that it looks like.

use std::sync::Arc;

use liege::rules::aafog::Aafog;
use liege::rules::check::case::Case;
use liege::rules::check::{Checked, Filter};
use liege::rules::desk::digest::Digest32;
use liege::rules::game::Game;
use liege::rules::position::situation::Situation;

use super::checks::pack;
use crate::pages::{case_of, direct};

const LEDGER: &str = "entry,issue,round,power,phase,place,side_seen,class,number,damage,source,withheld,ends";

fn case(text: &str) -> Case<Arc<Situation>> {
    case_of(&pack(), &direct, "legal", &format!("game: aafog\n{text}"))
}

fn said(id: &str, case: &Case<Arc<Situation>>) -> Checked {
    Aafog.open(case).check(&Filter { only: [id.to_owned()].into(), ..Filter::default() })
}

/// How many findings a check has.
fn count(id: &str, text: &str) -> usize {
    said(id, &case(text)).findings.len()
}

/// A log; lines without `n`, in turn 4 of the US where they do not say otherwise.
fn log(complete: bool, lines: &[&str]) -> String {
    let mut text =
        format!("turn log:\n{{\"schema\":\"liege-aafog-log-1\",\"game\":\"g\",\"complete\":{complete}}}\n");
    for (n, line) in (1..).zip(lines) {
        let head = if line.starts_with("\"round\"") { "" } else { "\"round\":4,\"power\":\"us\"," };
        let phase = if line.contains("\"phase\"") { "" } else { "\"phase\":\"CC\"," };
        text.push_str(&format!("{{\"n\":{n},{head}{phase}{line}}}\n"));
    }
    text
}

fn ledger(rows: &str) -> String {
    format!("ledger axis:\n{LEDGER}\n{rows}\n")
}

const ISSUE: &str = r#""kind":"issue","number":4"#;
const RECORD: &str = r#""kind":"issue","number":5,"record_only":true"#;
const BACK: &str = r#""kind":"returned","side":"axis""#;

#[test]
fn a_side_may_add_to_its_guesses_or_take_them_off_in_the_copy_that_it_gives_back() {
    let text = |lines: &[&str]| {
        format!(
            "in \"Turn 4\": time\nnow:\ncopy Axis:\nat \"SZ 19\": us-bb\nreturned Axis:\n{}{}",
            ledger("1,0,1,,,SZ 35,us,CV,1,0,setup,,"),
            log(false, lines)
        )
    };
    for (lines, found) in [
        (&[ISSUE, BACK][..], 0),
        (&[BACK, ISSUE], 1),
        (&[BACK, ISSUE, BACK], 0),
        (&[BACK, ISSUE, RECORD], 1),
        (&[RECORD, BACK], 0),
        (&[], 0),
    ] {
        assert_eq!(count("AAF-005", &text(lines)), found, "{lines:?}");
    }
}

#[test]
fn the_notes_of_copies_and_the_hash_of_a_file_tell_which_came_first() {
    let rows = ledger("1,0,1,,,SZ 35,us,CV,1,0,setup,,");
    let text = format!("in \"Turn 4\": time\nnow:\ncopy Axis:\nat \"SZ 19\": us-bb\nreturned Axis:\n{rows}");
    let of = |given: u32, back: u32| {
        let mut case = case(&text);
        case.origins.issued.insert("Axis".into(), given);
        case.origins.returned.insert("Axis".into(), back);
        said("AAF-005", &case).findings.len()
    };
    assert_eq!([of(4, 3), of(4, 4), of(0, 0)], [1, 0, 1]);
    let file = Digest32::of(b"the copy that came back");
    let hashed = format!(r#""kind":"returned","side":"axis","sha256":"{file}""#);
    let other = r#""kind":"returned","side":"axis","sha256":"00""#;
    let by_hash = |lines: &[&str]| {
        let mut case = case(&format!("{text}{}", log(false, lines)));
        case.origins.digests.insert("Axis".into(), file);
        said("AAF-005", &case).findings.len()
    };
    assert_eq!(by_hash(&[&hashed, ISSUE, other]), 1);
    assert_eq!(by_hash(&[other, ISSUE, &hashed]), 0);
    assert_eq!(by_hash(&[other, ISSUE]), 0, "another file");
}

#[test]
fn own_units_are_held_against_the_copy_that_their_side_worked_in() {
    let text = |earlier: &str, copy: &str, back: &str, lines: &[&str]| {
        format!("now:\n{earlier}copy Axis:\n{copy}returned Axis:\n{back}{}", log(true, lines))
    };
    let (one, two) = ("at \"SZ 19\": japan-ca\n", "at \"SZ 19\": 2 x japan-ca\n");
    let lost = r#""kind":"casualty","battle":1,"unit":"japan CA""#;
    let earlier = format!("earlier copy Axis:\n{two}");
    assert_eq!(count("AAF-069", &text(&earlier, one, two, &[ISSUE, BACK, lost, ISSUE])), 0);
    assert_eq!(count("AAF-069", &text("", one, two, &[ISSUE, BACK, lost, ISSUE])), 0, "no such copy at hand");
    assert_eq!(count("AAF-069", &text("", one, two, &[ISSUE, BACK])), 1);
    assert_eq!(count("AAF-069", &text("", two, two, &[ISSUE, BACK, lost])), 0, "lost when it had come back");
    assert_eq!(count("AAF-069", &text("", two, two, &[ISSUE, lost, BACK])), 1);
    assert_eq!(count("AAF-069", &text("", one, two, &[lost])), 0, "nobody knows which copy came first");
}

#[test]
fn chips_that_stay_where_their_unit_was_taken_from_are_units_all_the_same() {
    let text = |left: &str| {
        format!(
            "now:\ncopy Allies:\nat \"Philippines\": us-ftr, chip-1, chip-1, us-inf\n\
             returned Allies:\nat \"SZ 35\": us-inf\n{left}{}",
            log(true, &[ISSUE, &BACK.replace("axis", "allies")])
        )
    };
    let of = |left: &str| count("AAF-069", &text(left));
    assert_eq!(of("at \"Philippines\": us-ftr, chip-1, chip-1\n"), 0, "they are loose");
    assert_eq!(of("at \"Philippines\": chip-1, chip-1, us-ftr\n"), 0, "they lie below another unit");
    assert_eq!(of("at \"Philippines\": us-ftr, chip-1\n"), 1, "one infantry is missing");
    assert_eq!(of("at \"Philippines\": chip-1, chip-1, chip-1, us-ftr\n"), 1, "a fighter more");
}

#[test]
fn what_happened_after_an_issue_is_not_in_its_copies() {
    let moved = r#""kind":"enter","item":1,"group":"BB","place":"SZ 19","from":"SZ 20""#;
    let told = r#""kind":"message","template":"M14","to":"axis","fields":{"n":2}"#;
    let record = r#"record:
{"schema":"liege-aafog-commitment-1","game":"aafog","issue":4,"previous":"0000000000000000000000000000000000000000000000000000000000000000","root":"2695a87707b29394d4aa0bef988106b3de2226507c3364a50d1de8f052aa9be4"}
"#;
    let text = |lines: &[&str]| {
        format!(
            "now:\nin \"IPC 20\": japan-income\nat \"SZ 19\": japan-bb\n\
             copy Axis:\nin \"IPC 18\": japan-income\nat \"SZ 20\": japan-bb\n{}{}{record}",
            ledger("1,0,1,,,SZ 35,us,CV,1,0,setup,,2\n2,4,4,us,CC,SZ 35,us,CV,1,0,C6,,")
                .replace(",2\n", ",\n"),
            log(true, lines)
        )
    };
    for id in ["AAF-004", "AAF-017"] {
        assert_eq!(count(id, &text(&[ISSUE, moved])), 0, "{id}");
        assert!(count(id, &text(&[ISSUE, told])) > 0, "{id}");
    }
    let ghosts = |lines: &[&str]| said("AAF-072", &case(&text(lines))).findings.len();
    assert_eq!(
        [ghosts(&[ISSUE, moved]), ghosts(&[ISSUE])],
        [2, 5],
        "missing ghosts are missing all the same"
    );
}

#[test]
fn a_ghost_stays_as_its_side_left_it() {
    let record = r#"record:
{"schema":"liege-aafog-commitment-1","game":"aafog","issue":4,"previous":"0000000000000000000000000000000000000000000000000000000000000000","root":"2695a87707b29394d4aa0bef988106b3de2226507c3364a50d1de8f052aa9be4"}
"#;
    let rows = ledger("1,0,1,,,SZ 35,us,CV,1,0,setup,,\n2,4,4,us,CC,SZ 20,us,BB,1,0,C6,,");
    let new = "at \"SZ 20\": us-bb seen=2\n";
    let text = |shown: &str, left: &str| {
        format!("now:\ncopy Axis:\n{shown}{left}{rows}{}{record}", log(false, &[BACK, ISSUE]))
    };
    let old = "at \"SZ 35\": us-cv seen=1\n";
    let moved = "at \"SZ 36\": us-cv seen=1\n".replace("36", "19");
    let back = |layer: &str| format!("returned Axis:\n{layer}");
    for (shown, left, found) in [
        (format!("{old}{new}"), back(old), 0),
        (new.to_owned(), back(""), 0),
        (format!("{moved}{new}"), back(&moved), 0),
        (new.to_owned(), String::new(), 0),
        (new.to_owned(), back(old), 1),
        (old.to_owned(), back(old), 1),
    ] {
        assert_eq!(count("AAF-072", &text(&shown, &left)), found, "{shown}{left}");
    }
}

#[test]
fn a_guessed_convoy_may_be_loaded() {
    let text = |seen: &str, more: &str| {
        format!(
            "in \"Turn 4\": time\nnow:\nat \"SZ 20\": us-tr id=t\nat \"SZ 20\" aboard us-tr: us-inf id=i\ncopy Axis:\n{more}{seen}"
        )
    };
    let guess = "at \"SZ 19\": us-tr id=mine\nat \"SZ 19\" aboard us-tr: us-inf id=too\n";
    let real = "at \"SZ 20\": us-tr id=t\nat \"SZ 20\" aboard us-tr: us-inf id=i\n";
    let ghost = "at \"SZ 20\": us-tr seen=1 sighted=\"turn 3\"\n";
    let known = log(true, &[ISSUE]);
    assert_eq!(count("AAF-064", &text(guess, "")), 0);
    assert_eq!(count("AAF-064", &text(&known, guess)), 0);
    assert_eq!(count("AAF-064", &text(&known, real)), 1);
    assert_eq!(count("AAF-064", &text(&known, ghost)), 0);
    assert_eq!(count("AAF-064", &text(&known, &ghost.replace("turn 3", "turn 3, 2 INF inside"))), 1);
    assert_eq!(count("AAF-063", &text(&known, &ghost.replace("turn 3", "turn 3, with a SUB"))), 1);
    assert_eq!(count("AAF-063", &text(&known, ghost)), 0);
}

#[test]
fn a_submarine_that_a_destroyer_meets_or_that_fights_is_seen() {
    let text = |source: &str, more: &str| {
        format!(
            "now:\nat \"SZ 20\": us-sub\n{more}copy Axis:\nat \"SZ 20\": us-sub seen=1\n{}",
            ledger(&format!("1,4,4,japan,CC,SZ 20,us,SUB,1,0,{source},,"))
        )
    };
    let of = |source: &str, more: &str, lines: &[&str]| {
        let lines: Vec<String> = lines
            .iter()
            .map(|line| format!("\"round\":4,\"power\":\"japan\",\"phase\":\"CC\",{line}"))
            .collect();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        count("AAF-032", &format!("{}{}", text(source, more), log(true, &lines)))
    };
    let enter = r#""kind":"enter","item":1,"group":"CA","place":"SZ 20","from":"SZ 35","ends":true"#;
    let sighted = r#""kind":"sighting","side":"axis","entry":1"#;
    let battle = r#""kind":"battle","number":1,"place":"SZ 20","units":{"axis":"CA","allies":"SUB, DD"},"cause":"attack""#;
    let alone =
        r#""kind":"battle","number":1,"place":"SZ 20","units":{"axis":"CA","allies":"DD"},"cause":"attack""#;
    assert_eq!(of("C4", "", &[enter, sighted]), 1);
    assert_eq!(of("C4", "at \"SZ 20\": japan-dd\n", &[enter, sighted]), 0);
    assert_eq!(of("C6", "", &[enter, battle, sighted]), 0);
    assert_eq!(of("C6", "", &[enter, alone, sighted]), 1);
    assert_eq!(of("C7", "", &[enter, battle, sighted]), 0);
    assert_eq!(of("C7", "", &[enter, sighted]), 1);
    assert_eq!(count("AAF-032", &text("C6", "")), 0, "without a log it may have fought");
}

#[test]
fn a_retreat_is_judged_by_all_who_came() {
    let came = r#""kind":"enter","item":1,"group":"CV","place":"SZ 20","from":"SZ 35""#;
    let battle = r#""kind":"battle","number":1,"place":"SZ 20","units":{"axis":"BB","allies":"CV, CA"},"cause":"attack""#;
    let back = |unit: &str, to: &str| format!(r#""kind":"retreat","battle":1,"unit":"{unit}","to":"{to}""#);
    let of = |complete: bool, battle: &str, back: &str| {
        count("AAF-040", &format!("now:\nat \"SZ 20\": japan-bb\n{}", log(complete, &[came, battle, back])))
    };
    let both = battle.replace(", CA", "");
    assert_eq!(of(false, battle, &back("CV", "SZ 19")), 0, "nobody wrote down whence the cruiser came");
    assert_eq!(of(false, &both, &back("CV", "SZ 19")), 1);
    assert_eq!(of(true, &both, &back("CV", "SZ 35")), 0);
    let subs = battle.replace("BB", "SUB, BB");
    assert_eq!(of(true, &subs, &back("SUB", "SZ 20")), 0, "it goes under");
    assert_eq!(of(true, &both, &back("SUB", "SZ 19")), 0, "it may be the defender's");
}

#[test]
fn cargo_of_a_log_with_gaps_may_have_landed_in_combat_or_been_loaded_since() {
    let text = |phase: &str, complete: bool, cargo: &str| {
        let came = format!(r#""kind":"enter","item":1,"group":"TR{cargo}","place":"SZ 35","from":"SZ 20""#);
        format!(
            "before:\nphase: {phase}\nat \"SZ 35\": us-tr\nat \"SZ 35\" aboard us-tr: us-inf\n\
             now:\nphase: NC\nat \"SZ 35\": us-tr\nat \"Philippines\": us-inf\n{}",
            log(complete, &[&came])
        )
    };
    let of = |phase: &str, complete: bool, cargo: &str| count("AAF-041", &text(phase, complete, cargo));
    assert_eq!([of("CC", false, " (INF)"), of("NC", false, ""), of("NC", false, " (ART)")], [0; 3]);
    assert_eq!([of("CC", true, " (INF)"), of("NC", false, " (INF)"), of("NC", true, "")], [1; 3]);
}

#[test]
fn tanks_go_on_whether_or_not_a_line_says_that_the_place_was_empty() {
    let first = r#""phase":"CM","kind":"order","item":1,"units":"2 TANK","path":["Siam","Shan State"]"#;
    let into = r#""kind":"enter","item":1,"group":"2 TANK","place":"Shan State","from":"Siam""#;
    let lost =
        r#""kind":"message","template":"M03","to":"uk","fields":{"place":"Shan State","power":"japan"}"#;
    let again =
        r#""kind":"order","item":2,"units":"2 TANK","path":["Shan State","Malaya"],"purpose":"attack""#;
    let on = r#""kind":"enter","item":2,"group":"2 TANK","place":"Malaya","from":"Shan State""#;
    let of = |id: &str, complete: bool, lines: &[&str]| {
        let lines: Vec<String> = lines
            .iter()
            .map(|line| {
                if line.contains("\"phase\"") {
                    (*line).to_owned()
                } else {
                    format!("\"phase\":\"CC\",{line}")
                }
            })
            .map(|line| format!("\"round\":4,\"power\":\"japan\",{line}"))
            .collect();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        count(id, &format!("now:\n{}", log(complete, &lines)))
    };
    for id in ["AAF-020", "AAF-021"] {
        assert_eq!(of(id, true, &[first, into, lost, again, on]), 0, "{id}");
        assert_eq!(of(id, false, &[first, into, again, on]), 0, "{id}");
    }
    let fleet = r#""kind":"order","item":2,"units":"CA","path":["SZ 20","SZ 19"]"#;
    assert_eq!(of("AAF-020", true, &[first, into, lost, fleet]), 1);
    assert_eq!(of("AAF-020", false, &[first, into, lost, fleet]), 0, "a list may be kept line by line");
}

#[test]
fn a_battle_without_round_or_phase_is_no_second_attack() {
    let battle = |number: u32| {
        format!(
            r#""kind":"battle","number":{number},"place":"SZ 20","units":{{"us":"CA","japan":"CA"}},"cause":"attack""#
        )
    };
    let of = |second: String| count("AAF-023", &format!("now:\n{}", log(true, &[&battle(1), &second])));
    assert_eq!(of(battle(2)), 1);
    assert_eq!(of(format!("\"round\":4,\"power\":\"us\",\"phase\":\"\",{}", battle(2))), 0);
    assert_eq!(of(format!("\"round\":0,\"power\":\"us\",\"phase\":\"CC\",{}", battle(2))), 0);
}

#[test]
fn a_field_for_cargo_that_says_nothing_tells_nothing() {
    let of = |cargo: &str| {
        let line = format!(
            r#""kind":"message","template":"M09","to":"japan","fields":{{"zone":"SZ 20","transports":1,"cargo":{cargo}}}"#
        );
        count("AAF-035", &format!("now:\n{}", log(false, &[&line])))
    };
    assert_eq!([of("null"), of("[]"), of("\"\""), of("\"hidden\"")], [0; 4]);
    assert_eq!([of("\"2 INF\""), of("2"), of("0")], [1; 3]);
}

#[test]
fn tokens_of_a_log_with_gaps_may_have_been_used_unseen() {
    let text = |left: &str, complete: bool| {
        format!(
            "before:\nin \"Kamikaze tokens\": 6 x japan-kami\nnow:\nin \"Kamikaze tokens\": {left} x japan-kami\n{}",
            log(complete, &[r#""kind":"answer","template":"M06","by":"japan","choice":1"#])
        )
    };
    let of = |left: &str, complete: bool| count("AAF-057", &text(left, complete));
    assert_eq!([of("5", true), of("4", false), of("6", false)], [0; 3]);
    assert_eq!([of("4", true), of("6", true), of("7", false)], [1; 3]);
}

#[test]
fn casualties_go_home_when_their_battle_is_over() {
    let battle = |units: &str| {
        format!(r#""kind":"battle","number":1,"place":"SZ 20","units":{{{units}}},"cause":"attack""#)
    };
    let named = r#""kind":"casualty","battle":1,"unit":{"id":"uk-ca.1","power":"uk","class":"CA"}"#;
    let counted = r#""kind":"casualty","battle":1,"unit":"uk CA""#;
    let end = r#""kind":"battle-end","number":1"#;
    let of = |complete: bool, position: &str, lines: &[&str]| {
        let lines: Vec<String> = lines
            .iter()
            .map(|line| format!("\"round\":4,\"power\":\"japan\",\"phase\":\"CC\",{line}"))
            .collect();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        count("AAF-026", &format!("now:\n{position}\n{}", log(complete, &lines)))
    };
    let uk = battle(r#""japan":"BB","uk":"CA""#);
    let there = "at \"SZ 20\": uk-ca, japan-bb";
    assert_eq!(of(true, there, &[&uk, named]), 0, "the battle goes on");
    assert_eq!(of(true, there, &[&uk, named, end]), 1);
    assert_eq!(of(true, "at \"SZ 20\": us-ca, japan-bb", &[&uk, counted, end]), 0, "a neutral's cruiser");
    assert_eq!(of(true, there, &[&uk, counted, end]), 1);
    assert_eq!(of(false, there, &[&uk, counted, end]), 0, "another may have come");
    assert_eq!(
        of(true, "at \"SZ 20\": chip-1, uk-ca, japan-bb", &[&uk, named, end]),
        0,
        "one of two is left"
    );
}

#[test]
fn aircraft_that_were_aboard_when_their_carrier_was_hit_stay() {
    let of = |lines: &[&str]| {
        let text = "now:\nphase: MO\nat \"SZ 19\": us-cv damaged, 2 x us-ftr\n";
        count("AAF-042", &format!("{text}{}", log(true, lines)))
    };
    let with = r#""kind":"enter","item":1,"group":"CV, 2 FTR","place":"SZ 19","from":"SZ 35""#;
    let by_air = r#""phase":"NC","kind":"enter","item":2,"group":"2 FTR","place":"SZ 19","from":"Kiangsu","ends":true"#;
    assert_eq!([of(&[with]), of(&[])], [0, 0]);
    assert_eq!(of(&[by_air]), 1, "they may not land on it");
}

#[test]
fn the_chart_waits_for_what_was_gained_without_a_fight_and_bears_convoy_losses() {
    let text = |was: &str, lines: &[&str]| {
        format!(
            "phase: NC\nbefore:\n{was}in \"IPC 20\": japan-income\nin \"IPC 15\": uk-income\n\
             now:\ncontrol: japan \"Burma\"\nin \"IPC 20\": japan-income\nin \"IPC 15\": uk-income\n{}",
            if lines.is_empty() { String::new() } else { log(true, lines) }
        )
    };
    let gained =
        r#""round":4,"power":"japan","phase":"NC","kind":"capture","place":"Burma","from":"","to":"japan""#;
    let taken =
        r#""round":4,"power":"japan","phase":"CC","kind":"capture","place":"Burma","from":"uk","to":"japan""#;
    let placed = r#""round":4,"power":"japan","phase":"MO","kind":"mobilize","what":"INF""#;
    let convoy = r#""round":4,"power":"japan","phase":"CI","kind":"convoy","amount":2"#;
    assert_eq!(count("AAF-018", &text("", &[taken, placed])), 2);
    assert_eq!(count("AAF-018", &text("", &[gained, placed])), 0);
    assert_eq!(count("AAF-018", &text("", &[taken, placed, convoy])), 1, "that of the other power");
}

#[test]
fn a_blip_has_no_known_ground_where_the_islands_are_not_known() {
    let line = r#""kind":"message","template":"M05","to":"japan","fields":{"zone":"SZ 207"}"#;
    assert_eq!(count("AAF-067", &format!("now:\n{}", log(true, &[line]))), 0);
}

#[test]
fn aircraft_of_an_interception_may_defend_their_island_and_go_home() {
    let fight = |cause: &str| {
        format!(
            r#""kind":"battle","number":1,"place":"SZ 35","units":{{"us":"2 FTR","japan":["f-1"]}},"cause":"{cause}""#
        )
    };
    let home = r#""kind":"retreat","battle":1,"unit":"FTR","to":"Philippines""#;
    let land = r#""kind":"battle","number":2,"place":"Philippines","units":{"us":"INF","japan":["f-1"]},"cause":"attack""#;
    let of = |id: &str, cause: &str| {
        let text = "now:\nat \"Philippines\": japan-ftr id=f-1\n";
        count(id, &format!("{text}{}", log(true, &[&fight(cause), home, land])))
    };
    assert_eq!([of("AAF-043", "interception"), of("AAF-043", "scramble")], [0, 1]);
    assert_eq!(of("AAF-054", "interception"), 0, "it may be the scrambled fighter that goes home");
}

#[test]
fn infantry_that_its_transport_put_ashore_takes_a_place_beside_aircraft() {
    let planes = r#""kind":"enter","item":1,"group":"2 FTR","place":"Kiangsu","from":"SZ 19","ends":true"#;
    let taken = r#""kind":"capture","place":"Kiangsu","from":"japan","to":"us""#;
    let ship = r#""kind":"enter","item":2,"group":"TR (INF)","place":"SZ 19","from":"SZ 20","ends":true"#;
    let of = |lines: &[&str]| count("AAF-050", &format!("now:\n{}", log(true, lines)));
    assert_eq!([of(&[planes, taken]), of(&[ship, planes, taken])], [1, 0]);
}

#[test]
fn who_was_told_of_a_transport_need_not_be_told_twice_in_a_turn() {
    let group = |item: u8| {
        format!(r#""kind":"enter","item":{item},"group":"CA","place":"SZ 20","from":"SZ 35","ends":false"#)
    };
    let told = r#""kind":"message","template":"M11","to":"us","fields":{"zone":"SZ 20","list":"TR"}"#;
    let on = r#""kind":"enter","item":1,"group":"CA","place":"SZ 19","from":"SZ 20""#;
    let of =
        |lines: &[&str]| count("AAF-034", &format!("now:\nat \"SZ 20\": japan-tr\n{}", log(true, lines)));
    assert_eq!(of(&[&group(1), told, on, &group(2)]), 0);
    assert_eq!(of(&[&group(1), on]), 1);
}
