//! Checks of the sea and of copies where a finding hangs on a detail: exceptions, logs with gaps, wars not yet declared.

use std::sync::Arc;

use liege::rules::aafog::Aafog;
use liege::rules::check::{Checked, Filter};
use liege::rules::game::Game;

use super::pack;
use crate::pages::{case_of, direct};

const SCHEMA: &str = r#"{"schema":"liege-aafog-log-1","game":"example","complete":COMPLETE}"#;

/// What a check says of a position with a log; each line of the log is told without its number, turn and power.
fn checked(id: &str, position: &str, complete: bool, lines: &[&str]) -> Checked {
    since(id, "", position, complete, lines)
}

/// The same with an earlier position.
fn since(id: &str, before: &str, position: &str, complete: bool, lines: &[&str]) -> Checked {
    let head = SCHEMA.replace("COMPLETE", &complete.to_string());
    let numbered = lines.iter().enumerate().map(|(at, line)| {
        let n = at + 1;
        format!("{{\"n\":{n},\"round\":4,\"power\":\"us\",\"phase\":\"CC\",{line}}}\n")
    });
    let log: String = numbered.collect();
    let text = format!("game: aafog\n{before}now:\n{position}\nturn log:\n{head}\n{log}");
    let only = Filter { only: [id.to_owned()].into(), ..Filter::default() };
    Aafog.open(&case_of(&pack(), &direct, id, &text)).check(&only)
}

/// The severities of what it finds, as words.
fn found(id: &str, position: &str, complete: bool, lines: &[&str]) -> Vec<String> {
    let checked = checked(id, position, complete, lines);
    checked.findings.iter().map(|finding| format!("{:?}", finding.severity).to_lowercase()).collect()
}

const CA_TO_20: &str = r#""kind":"enter","item":1,"group":"CA","place":"SZ 20","from":"SZ 35","ends":false"#;
const CA_STAYS_IN_20: &str =
    r#""kind":"enter","item":1,"group":"CA","place":"SZ 20","from":"SZ 35","ends":true"#;
const CA_TO_19: &str = r#""kind":"enter","item":1,"group":"CA","place":"SZ 19","from":"SZ 20""#;

#[test]
fn a_fleet_sails_past_warships_only_of_powers_at_war_with_it() {
    let past = [CA_TO_20, CA_TO_19];
    let of =
        |enemy: &str, more: &str| found("AAF-030", &format!("at \"SZ 20\": {enemy}\n{more}"), true, &past);
    assert_eq!(of("japan-bb", ""), ["illegal"]);
    assert_eq!(of("japan-bb", "in \"US at war\": us-status"), ["illegal"]);
    assert_eq!(of("japan-bb", "in \"US not at war\": us-status"), [""; 0]);
    assert_eq!(of("germany-bb", "in \"US not at war\": us-status"), [""; 0]);
    assert_eq!(of("germany-bb", "in \"US at war\": us-status"), ["illegal"]);
}

#[test]
fn of_a_log_with_gaps_only_an_earlier_save_of_the_turn_tells_who_lay_in_wait() {
    let past = [CA_TO_20, CA_TO_19];
    let of = |before: &str| {
        let said = since("AAF-030", before, "at \"SZ 20\": japan-bb", false, &past);
        (said.findings.len(), said.not_checked.len())
    };
    assert_eq!(of(""), (0, 1));
    assert_eq!(of("before:\nat \"SZ 19\": japan-bb\n"), (0, 1));
    assert_eq!(of("before:\nin \"Turn 3\": time\nat \"SZ 20\": japan-bb\n"), (0, 1));
    assert_eq!(of("before:\nat \"SZ 20\": japan-bb\n"), (1, 0));
}

#[test]
fn ships_that_began_their_move_in_the_zone_may_leave_it() {
    let other = r#""kind":"enter","item":2,"group":"CA","place":"SZ 19","from":"SZ 20""#;
    assert_eq!(found("AAF-030", "at \"SZ 20\": japan-bb", true, &[CA_TO_20, other]), [""; 0]);
}

#[test]
fn without_the_way_of_a_group_its_stop_is_not_checked() {
    let pathless = r#""kind":"enter","item":1,"group":"CA","place":"SZ 19""#;
    let checked = checked("AAF-030", "at \"SZ 20\": japan-bb", true, &[CA_TO_20, pathless]);
    assert!(checked.findings.is_empty());
    assert!(checked.not_checked[0].reason.starts_with("needs the place from which"), "{checked:?}");
}

#[test]
fn what_a_log_with_gaps_leaves_out_is_no_fault() {
    let past = [CA_TO_20, CA_TO_19];
    for (id, position) in [
        ("AAF-034", "at \"SZ 20\": japan-tr"),
        ("AAF-036", "at \"SZ 20\": japan-sub"),
        ("AAF-029", "at \"SZ 20\": japan-bb"),
    ] {
        assert_eq!(found(id, position, false, &past), [""; 0], "{id}");
        assert_eq!(found(id, position, true, &past).len(), 1, "{id}");
    }
}

#[test]
fn a_fleet_that_ends_its_move_over_a_watcher_is_only_suspicious() {
    assert_eq!(found("AAF-036", "at \"SZ 20\": japan-sub", true, &[CA_STAYS_IN_20]), ["suspicious"]);
    assert_eq!(found("AAF-036", "at \"SZ 20\": japan-sub", true, &[CA_TO_20]), ["illegal"]);
    let subs = r#""kind":"enter","item":1,"group":"SUB","place":"SZ 20","from":"SZ 35","ends":false"#;
    assert_eq!(found("AAF-036", "at \"SZ 20\": japan-sub", true, &[subs]), [""; 0]);
}

#[test]
fn a_ship_bombards_where_one_of_its_zones_saw_no_battle() {
    let enter =
        |zone: &str| format!(r#""kind":"enter","item":1,"group":"CA","place":"{zone}","from":"SZ 207""#);
    let battle =
        r#""kind":"battle","number":1,"place":"SZ 20","units":{"axis":"BB","allies":"CA"},"cause":"attack""#;
    let passing = battle.replace("attack", "interception");
    let shore = r#""kind":"bombard","unit":"CA","to":"Siam""#;
    let (here, there) = (enter("SZ 20"), enter("SZ 35"));
    assert_eq!(found("AAF-045", "", false, &[&here, battle, shore]), ["illegal"]);
    assert_eq!(found("AAF-045", "", false, &[&here, &there, battle, shore]), [""; 0]);
    assert_eq!(found("AAF-045", "", false, &[&here, &passing, shore]), [""; 0]);
}

#[test]
fn a_recorded_technology_of_the_other_side_leaves_the_die_alone() {
    let shot = r#""kind":"message","template":"M19","to":"us","fields":{"zone":"SZ 20","die":3,"result":"hit","subs":1}"#;
    let enter = r#""kind":"enter","item":1,"group":"TR","place":"SZ 20","from":"SZ 35""#;
    assert_eq!(found("AAF-037", "", false, &[enter, shot]), ["illegal"]);
    let research = r#""kind":"research","what":"super submarines""#.to_owned();
    let of_japan = |line: &str| line.replace("\"power\":\"us\"", "\"power\":\"japan\"");
    let text = format!(
        "game: aafog\nnow:\nturn log:\n{}\n{}\n{}\n{}\n",
        SCHEMA.replace("COMPLETE", "false"),
        of_japan(&format!("{{\"n\":1,\"round\":3,\"power\":\"us\",\"phase\":\"RD\",{research}}}")),
        format_args!("{{\"n\":2,\"round\":4,\"power\":\"us\",\"phase\":\"CC\",{enter}}}"),
        format_args!("{{\"n\":3,\"round\":4,\"power\":\"us\",\"phase\":\"CC\",{shot}}}"),
    );
    let only = Filter { only: ["AAF-037".to_owned()].into(), ..Filter::default() };
    let checked = Aafog.open(&case_of(&pack(), &direct, "technology", &text)).check(&only);
    assert!(checked.findings.is_empty(), "{checked:?}");
}

#[test]
fn an_escort_or_a_declined_offer_makes_a_free_shot_a_fault() {
    let enter =
        |group: &str| format!(r#""kind":"enter","item":1,"group":"{group}","place":"SZ 20","from":"SZ 35""#);
    let shot = r#""kind":"roll","purpose":"free shot","unit":"japan SUB","die":2,"hit":true"#;
    let offer = r#""kind":"message","template":"M09","to":"japan","fields":{"zone":"SZ 20","transports":1}"#;
    let answer =
        |choice: &str| format!(r#""kind":"answer","template":"M09","by":"japan","choice":"{choice}""#);
    let said = |group: &str, choice: &str| {
        found("AAF-037", "at \"SZ 20\": japan-sub", false, &[&enter(group), offer, &answer(choice), shot])
    };
    assert_eq!(said("TR", "yes"), [""; 0]);
    assert_eq!(said("TR", "no"), ["illegal"]);
    assert_eq!(said("TR, DD", "yes"), ["illegal"]);
    let twice = [&enter("TR"), offer, &answer("yes"), shot, shot];
    assert_eq!(found("AAF-037", "at \"SZ 20\": japan-sub", true, &twice), ["illegal"]);
    assert_eq!(found("AAF-037", "at \"SZ 20\": 2 x japan-sub", true, &twice), [""; 0]);
}

#[test]
fn cells_that_the_chart_does_not_print_make_nothing_illegal() {
    let enter = r#""kind":"enter","item":1,"group":"TR","place":"SZ 20","from":"SZ 35","ends":true"#;
    let battle =
        r#""kind":"battle","number":1,"place":"SZ 20","units":{"axis":"TR","allies":"TR"},"cause":"attack""#;
    assert_eq!(found("AAF-029", "at \"SZ 20\": japan-tr", true, &[enter, battle]), ["suspicious"]);
}

#[test]
fn a_carrier_bought_in_the_turn_or_a_known_deck_keeps_aircraft_alive() {
    let loose = "phase: MO\nat \"SZ 19\": us-ftr";
    let carrier = r#""kind":"purchase","what":"CV""#;
    let other = r#""kind":"purchase","what":"INF""#;
    assert_eq!(found("AAF-042", loose, true, &[other]), ["illegal"]);
    assert_eq!(found("AAF-042", loose, false, &[other]), ["suspicious"]);
    assert_eq!(found("AAF-042", loose, true, &[carrier]), [""; 0]);
    assert_eq!(found("AAF-042", "phase: MO\nat \"Kiangsu\": us-ftr", true, &[other]), ["illegal"]);
    let crowded = checked("AAF-042", "phase: MO\nat \"SZ 19\": us-cv, 3 x us-ftr", true, &[other]);
    assert!(crowded.findings.is_empty());
    assert!(crowded.not_checked[0].reason.contains("base.toml"), "{crowded:?}");
    assert_eq!(found("AAF-042", &loose.replace("MO", "CC"), true, &[other]), [""; 0]);
}

#[test]
fn a_text_names_the_ids_that_it_wants_and_ghosts_have_their_own() {
    let pack = pack();
    let text = "game: aafog\nnow:\nat \"SZ 20\": us-ca id=ship-7\ncopy Axis:\nat \"SZ 20\": us-ca seen=1\n";
    let case = case_of(&pack, &direct, "ids", text);
    let id = |situation: &Arc<liege::rules::position::situation::Situation>| situation.pieces[0].id.clone();
    assert_eq!([id(&case.now), id(&case.copies["Axis"].held)], ["ship-7", "us-ca~1.1"]);
}
