//! Exceptions of the checks of moves, of land and of the air: what is no fault, and what is one after all.

use liege::diagnostic::Severity;
use liege::rules::aafog::Aafog;
use liege::rules::check::{Checked, Filter};
use liege::rules::game::Game;

use super::pack;
use crate::pages::{case_of, direct};

/// A turn log: lines without `n`, which are numbered here.
fn log(complete: bool, lines: &[&str]) -> String {
    let mut text =
        format!("turn log:\n{{\"schema\":\"liege-aafog-log-1\",\"game\":\"g\",\"complete\":{complete}}}\n");
    for (n, line) in (1..).zip(lines) {
        let turn = if line.starts_with("\"round\"") { "" } else { "\"round\":5,\"power\":\"japan\"," };
        let phase = if line.contains("\"phase\"") { "" } else { "\"phase\":\"CC\"," };
        text.push_str(&format!("{{\"n\":{n},{turn}{phase}{line}}}\n"));
    }
    text
}

fn checked(position: &str, log: &str) -> Checked {
    let pack = pack();
    let block = format!("game: aafog\n{position}\n{log}");
    Aafog.open(&case_of(&pack, &direct, "exception", &block)).check(&Filter::default())
}

/// How sure the findings of a check are.
fn found(id: &str, position: &str, log: &str) -> Vec<Severity> {
    let checked = checked(position, log);
    checked.findings.iter().filter(|finding| finding.id == id).map(|finding| finding.severity).collect()
}

/// The same on an empty board.
fn of_log(id: &str, complete: bool, lines: &[&str]) -> Vec<Severity> {
    found(id, "now:\nat \"Siam\": japan-inf", &log(complete, lines))
}

const ILLEGAL: [Severity; 1] = [Severity::Illegal];
const SUSPICIOUS: [Severity; 1] = [Severity::Suspicious];
const NOTHING: [Severity; 0] = [];

const ORDER_20: &str = r#""phase":"CM","kind":"order","item":1,"units":"CA","path":["SZ 35","SZ 20"]"#;
const INTO_20: &str = r#""kind":"enter","item":1,"group":"CA","place":"SZ 20","from":"SZ 35""#;
const INTO_19: &str = r#""kind":"enter","item":1,"group":"CA","place":"SZ 19","from":"SZ 20""#;

#[test]
fn a_place_off_the_list_is_a_fault_of_the_order_that_is_there() {
    for complete in [true, false] {
        assert_eq!(of_log("AAF-020", complete, &[ORDER_20, INTO_20]), NOTHING);
        assert_eq!(of_log("AAF-020", complete, &[ORDER_20, INTO_20, INTO_19]), ILLEGAL);
    }
    assert_eq!(of_log("AAF-020", true, &[INTO_20, INTO_19]), ILLEGAL, "no list at all, told once");
    assert_eq!(
        of_log("AAF-020", false, &[INTO_20, INTO_19]),
        NOTHING,
        "the list may be missing in a log with gaps"
    );
}

#[test]
fn a_list_need_not_have_retreats_scrambles_or_what_nobody_wrote_down() {
    let retreat = r#""kind":"retreat","battle":1,"unit":"CA","to":"SZ 19""#;
    assert_eq!(of_log("AAF-020", true, &[ORDER_20, INTO_20, retreat, INTO_19]), NOTHING);
    let scramble = r#""kind":"enter","item":1,"group":"2 us FTR","place":"SZ 19","from":"Philippines""#;
    assert_eq!(of_log("AAF-020", true, &[ORDER_20, INTO_20, scramble]), NOTHING);
    let no_path = r#""phase":"CM","kind":"order","item":1,"units":"CA""#;
    assert_eq!(of_log("AAF-020", true, &[no_path, INTO_20, INTO_19]), NOTHING);
    let no_phase = r#""phase":"","kind":"enter","item":1,"group":"CA","place":"SZ 19""#;
    assert_eq!(of_log("AAF-020", true, &[ORDER_20, INTO_20, no_phase]), NOTHING);
}

#[test]
fn an_order_after_the_first_announcement_is_late_unless_something_stood_in_the_way() {
    let told = r#""kind":"message","template":"M01","to":"uk","fields":{"place":"SZ 20"}"#;
    let later = r#""kind":"order","item":2,"units":"SUB","path":["SZ 208","SZ 205"]"#;
    let stopped = r#""kind":"message","template":"M02","to":"japan","fields":{"zone":"SZ 20"}"#;
    assert_eq!(of_log("AAF-020", true, &[ORDER_20, told, INTO_20, later]), ILLEGAL);
    assert_eq!(of_log("AAF-020", true, &[ORDER_20, told, INTO_20, stopped, later]), SUSPICIOUS);
    let blitz = r#""kind":"order","item":2,"units":"TANK","path":["Shan State","Malaya"],"purpose":"blitz""#;
    assert_eq!(of_log("AAF-020", true, &[ORDER_20, told, INTO_20, blitz]), NOTHING);
}

#[test]
fn a_raid_and_the_attack_on_its_target_may_change_places_in_the_list() {
    let raid =
        r#""phase":"CM","kind":"order","item":1,"units":"BMB","path":["Siam","Malaya"],"purpose":"raid""#;
    let other =
        r#""phase":"CM","kind":"order","item":2,"units":"INF","path":["Siam","Malaya"],"purpose":"attack""#;
    let fleet = r#""phase":"CM","kind":"order","item":2,"units":"SUB","path":["SZ 208","SZ 205"]"#;
    let bombers = r#""kind":"enter","item":1,"group":"BMB","place":"Malaya","from":"Siam""#;
    let infantry = r#""kind":"enter","item":2,"group":"INF","place":"Malaya","from":"Siam""#;
    let sub = r#""kind":"enter","item":2,"group":"SUB","place":"SZ 205","from":"SZ 208""#;
    assert_eq!(of_log("AAF-021", true, &[raid, other, infantry, bombers]), NOTHING);
    assert_eq!(of_log("AAF-021", true, &[raid, fleet, sub, bombers]), SUSPICIOUS);
}

#[test]
fn a_battle_needs_a_word_of_its_own_unless_the_log_has_gaps() {
    let battle =
        r#""kind":"battle","number":1,"place":"Malaya","units":{"japan":"INF","uk":"INF"},"cause":"attack""#;
    let both = r#""kind":"message","template":"M01","to":"uk","fields":{"place":["Malaya","Burma"]}"#;
    let blip = r#""kind":"message","template":"M05","to":"us","fields":{"zone":"SZ 35"}"#;
    let engaged =
        r#""kind":"battle","number":1,"place":"SZ 35","units":{"japan":"CA","us":"FTR"},"cause":"attack""#;
    assert_eq!(of_log("AAF-022", true, &[battle]), SUSPICIOUS);
    assert_eq!(of_log("AAF-022", false, &[battle]), NOTHING);
    assert_eq!(of_log("AAF-022", true, &[both, battle]), SUSPICIOUS);
    assert_eq!(of_log("AAF-022", true, &[blip, engaged]), NOTHING);
}

#[test]
fn only_attacks_count_as_second_ones() {
    let fight = |number: u32, cause: &str| {
        format!(
            r#""kind":"battle","number":{number},"place":"SZ 20","units":{{"japan":"CA","us":"CA"}},"cause":"{cause}""#
        )
    };
    let attack = fight(1, "attack");
    for cause in ["bump", "interception", "raid", "scramble", "token", ""] {
        assert_eq!(of_log("AAF-023", true, &[&attack, &fight(2, cause)]), NOTHING, "{cause}");
    }
    assert_eq!(of_log("AAF-023", true, &[&attack, &fight(1, "attack")]), NOTHING, "one battle, told twice");
    assert_eq!(of_log("AAF-023", true, &[&attack, &fight(2, "blitz")]), ILLEGAL);
    assert_eq!(of_log("AAF-023", true, &[&attack, &fight(2, "sub")]), SUSPICIOUS);
    let shot = r#""kind":"roll","battle":2,"unit":"SUB","purpose":"free shot","die":2"#;
    assert_eq!(of_log("AAF-023", true, &[&attack, &fight(2, "sub"), shot]), NOTHING);
}

#[test]
fn a_blitz_into_a_raided_place_is_no_raid_apart() {
    let fight = |number: u32, place: &str, cause: &str| {
        format!(
            r#""kind":"battle","number":{number},"place":"{place}","units":{{"japan":"TANK","uk":"INF"}},"cause":"{cause}""#
        )
    };
    let (raid, other) = (fight(1, "Malaya", "raid"), fight(2, "Burma", "attack"));
    assert_eq!(of_log("AAF-024", true, &[&raid, &other, &fight(3, "Malaya", "blitz")]), NOTHING);
    assert_eq!(of_log("AAF-024", true, &[&raid, &other, &fight(3, "Malaya", "attack")]), SUSPICIOUS);
    assert_eq!(of_log("AAF-024", true, &[&raid, &other]), NOTHING, "a raid alone");
}

#[test]
fn without_a_log_the_board_is_compared_with_every_place() {
    let master = "now:\nat \"Philippines\": japan-inf, japan-ftr\nat \"SZ 35\": us-ca, us-ca, japan-dd";
    let shared = |units: &str| format!("{master}\nshared:\nin \"Attacker\": us-ca\nin \"Defender\": {units}");
    assert_eq!(found("AAF-025", &shared("japan-dd, japan-ftr"), ""), NOTHING, "a fighter that scrambled");
    assert_eq!(found("AAF-025", &shared("japan-dd, japan-inf"), ""), SUSPICIOUS);
}

#[test]
fn casualties_that_are_told_by_class_are_counted_after_the_last_battle() {
    let battle =
        r#""kind":"battle","number":1,"place":"SZ 20","units":{"japan":"BB","us":"2 CA"},"cause":"attack""#;
    let lost = r#""kind":"casualty","battle":1,"unit":{"class":"CA","power":"us"}"#;
    let end = r#""kind":"battle-end","number":1,"place":"SZ 20""#;
    let log = log(true, &[battle, lost, end]);
    assert_eq!(found("AAF-026", "now:\nat \"SZ 20\": japan-bb, us-ca", &log), NOTHING);
    assert_eq!(found("AAF-026", "now:\nat \"SZ 20\": japan-bb, us-ca, us-ca", &log), SUSPICIOUS);
    assert_eq!(
        found("AAF-026", "now:\nat \"SZ 20\": japan-bb, us-ca, us-ca, us-ca", &log),
        NOTHING,
        "others are there"
    );
}

#[test]
fn knowing_is_what_was_seen_in_this_turn_and_is_still_there() {
    const HEAD: &str =
        "entry,issue,round,power,phase,place,side_seen,class,number,damage,source,withheld,ends";
    let ledger = |class: &str| format!("ledger axis:\n{HEAD}\n1,1,5,japan,CC,SZ 20,us,{class},1,0,C6,,\n");
    let enter = |group: &str, ends: bool| {
        format!(
            r#""phase":"NC","kind":"enter","item":1,"group":"{group}","place":"SZ 20","from":"SZ 19","ends":{ends}"#
        )
    };
    let judge = |there: &str, class: &str, group: &str, ends: bool| {
        let position = format!("now:\nat \"SZ 20\": {there}\n{}", ledger(class));
        found("AAF-027", &position, &log(true, &[&enter(group, ends)]))
    };
    assert_eq!(judge("us-cv", "CV", "CA", true), ILLEGAL);
    assert_eq!(judge("japan-ca", "CV", "CA", true), NOTHING, "sunk since");
    assert_eq!(judge("us-sub", "SUB", "CA", true), SUSPICIOUS);
    assert_eq!(judge("us-cv", "CV", "2 FTR", false), NOTHING, "aircraft fly over");
    assert_eq!(judge("us-cv", "CV", "2 FTR", true), ILLEGAL);
    let neutral = format!("now:\nat \"SZ 20\": us-cv\n{}", ledger("CV").replace(",5,japan", ",2,japan"));
    let early = log(true, &[&enter("CA", true)]).replace("\"round\":5", "\"round\":2");
    assert_eq!(found("AAF-027", &neutral, &early), NOTHING, "nobody knows yet whether the US are at war");
}

#[test]
fn parts_of_a_bumped_fleet_that_go_on_are_no_other_unit() {
    let bump = r#""phase":"NC","kind":"enter","item":1,"group":"CA, SUB","place":"SZ 20","from":"SZ 19""#;
    let goes_on = r#""phase":"NC","kind":"enter","item":1,"group":"SUB","place":"SZ 35","from":"SZ 20""#;
    let other = r#""phase":"NC","kind":"enter","group":"DD","place":"SZ 205","from":"SZ 204""#;
    let battle = r#""phase":"NC","kind":"battle","number":1,"place":"SZ 20","units":{"japan":"CA","us":"CA"},"cause":"bump""#;
    assert_eq!(of_log("AAF-028", true, &[bump, goes_on, battle]), NOTHING);
    assert_eq!(of_log("AAF-028", true, &[bump, other, battle]), ILLEGAL);
    assert_eq!(of_log("AAF-028", true, &[bump, other]), NOTHING, "a contact without combat stops nothing");
}

#[test]
fn a_returned_copy_may_have_what_was_bought_and_lack_what_was_lost() {
    let files = |back: &str| {
        format!(
            "now:\nat \"SZ 19\": japan-bb, japan-ca\ncopy Axis:\nat \"SZ 19\": japan-bb, japan-ca\nreturned Axis:\nat \"SZ 20\": {back}"
        )
    };
    let bought = r#""phase":"PU","kind":"purchase","what":"DD""#;
    let lost = r#""kind":"casualty","unit":{"class":"CA","power":"japan"}"#;
    let judge = |back: &str, lines: &[&str]| found("AAF-069", &files(back), &log(true, lines));
    assert_eq!(judge("japan-bb, japan-ca, japan-dd", &[bought]), NOTHING);
    assert_eq!(judge("japan-bb, japan-ca, japan-dd", &[]), ILLEGAL);
    assert_eq!(judge("japan-bb", &[lost]), NOTHING);
    assert_eq!(judge("japan-bb", &[]), SUSPICIOUS, "a missing unit");
    assert_eq!(judge("japan-bb, japan-ca, japan-inf", &[]), SUSPICIOUS, "an army may be that of a neutral");
    let gaps = log(false, &[bought]);
    assert_eq!(
        found("AAF-069", &files("japan-bb, japan-bb, japan-ca"), &gaps),
        NOTHING,
        "a purchase may be missing"
    );
    let guess = format!("{}\nat \"SZ 35\": us-cv, us-cv", files("japan-bb, japan-ca"));
    assert_eq!(found("AAF-069", &guess, &log(true, &[bought])), NOTHING, "mock-ups are the side's own");
}

#[test]
fn the_word_of_a_loss_names_no_units() {
    const HEAD: &str =
        "entry,issue,round,power,phase,place,side_seen,class,number,damage,source,withheld,ends";
    let files =
        format!("now:\nat \"Siam\": japan-inf\ncopy Allies:\nat \"Burma\": uk-inf\nledger allies:\n{HEAD}\n");
    let judge = |fields: &str| {
        let line = format!(
            r#""kind":"message","template":"M03","to":"uk","fields":{{"place":"Shan State","power":"japan"{fields}}}"#
        );
        found("AAF-046", &files, &log(true, &[&line]))
    };
    assert_eq!(judge(""), NOTHING);
    assert_eq!(judge(r#","units":"2 TANK""#), ILLEGAL);
    assert_eq!(judge(r#","number":2"#), ILLEGAL);
}

const SHAN: &str = r#""kind":"enter","item":1,"group":"2 TANK, MECH","place":"Shan State","from":"Siam""#;
const EMPTY: &str = r#""kind":"reveal","place":"Shan State","defended":{"land":false,"air":false}"#;

fn blitz(units: &str, to: &str) -> [String; 2] {
    [
        format!(
            r#""kind":"order","item":2,"units":"{units}","path":["Shan State","{to}"],"purpose":"blitz""#
        ),
        format!(r#""kind":"enter","item":2,"group":"{units}","place":"{to}","from":"Shan State""#),
    ]
}

#[test]
fn a_blitz_goes_on_from_an_empty_place_or_one_with_aircraft_alone() {
    let [order, enter] = blitz("TANK, MECH", "Malaya");
    let battle = |defender: &str| {
        format!(
            r#""kind":"battle","number":1,"place":"Shan State","units":{{"japan":"2 TANK, MECH","uk":"{defender}"}},"cause":"attack""#
        )
    };
    let taken = r#""kind":"capture","place":"Shan State","from":"uk","to":"japan""#;
    assert_eq!(of_log("AAF-047", true, &[SHAN, EMPTY, &order, &enter]), NOTHING);
    assert_eq!(of_log("AAF-047", true, &[SHAN, &battle("FTR"), taken, &order, &enter]), NOTHING);
    assert_eq!(of_log("AAF-047", true, &[SHAN, &battle("INF"), taken, &order, &enter]), ILLEGAL);
    assert_eq!(of_log("AAF-047", true, &[SHAN, &order, &enter]), ILLEGAL, "nothing was revealed");
    assert_eq!(of_log("AAF-047", false, &[SHAN, &order, &enter]), NOTHING, "the log may leave that out");
}

#[test]
fn only_tanks_that_came_blitz_on_and_only_where_nobody_attacked() {
    let judge = |units: &str| {
        let [order, enter] = blitz(units, "Malaya");
        of_log("AAF-047", true, &[SHAN, EMPTY, &order, &enter])
    };
    assert_eq!(judge("TANK, INF"), ILLEGAL);
    assert_eq!(judge("TANK, 2 MECH"), ILLEGAL);
    assert_eq!(judge("3 TANK"), ILLEGAL, "two came");
    let [order, enter] = blitz("TANK", "Malaya");
    let before =
        r#""kind":"battle","number":1,"place":"Malaya","units":{"japan":"INF","uk":"INF"},"cause":"attack""#;
    assert_eq!(of_log("AAF-047", true, &[before, SHAN, EMPTY, &order, &enter]), ILLEGAL);
    let refused = r#""kind":"message","template":"M17","to":"japan","fields":{"item":2}"#;
    assert_eq!(of_log("AAF-047", true, &[before, SHAN, EMPTY, &order, refused]), NOTHING);
}

#[test]
fn facilities_may_be_told_in_words_and_a_base_left_out_is_suspicious() {
    let position = "now:\nat \"Malaya\": uk-inf, uk-ic number=2, uk-airbase, japan-inf";
    let battle =
        r#""kind":"battle","number":1,"place":"Malaya","units":{"japan":"INF","uk":"INF"},"cause":"attack""#;
    let told = |list: &str| {
        format!(
            r#""kind":"message","template":"M15","to":"japan","fields":{{"place":"Malaya","list":[{list}]}}"#
        )
    };
    let judge = |list: &str| found("AAF-048", position, &log(true, &[battle, &told(list)]));
    assert_eq!(judge(r#"{"class":"IC","damage":2},{"class":"AIRBASE"}"#), NOTHING);
    assert_eq!(judge(r#"{"class":"IC","damage":2}"#), SUSPICIOUS);
    assert_eq!(judge(r#"{"class":"IC"},{"class":"AIRBASE"}"#), ILLEGAL, "its damage is missing");
    let raid = r#""kind":"battle","number":2,"place":"Malaya","units":{"japan":"BMB"},"cause":"raid""#;
    let raided = log(true, &[battle, raid, &told(r#"{"class":"IC"},{"class":"AIRBASE"}"#)]);
    assert_eq!(found("AAF-048", position, &raided), NOTHING, "the raid may have done it");
    assert_eq!(found("AAF-048", position, &log(true, &[battle])), NOTHING, "the battle save is not at hand");
}

#[test]
fn facilities_are_shown_by_a_battle_a_raid_or_a_capture() {
    const HEAD: &str =
        "entry,issue,round,power,phase,place,side_seen,class,number,damage,source,withheld,ends";
    let judge = |place: &str, source: &str| {
        let files = format!(
            "now:\nat \"{place}\": japan-ic\ncopy Allies:\nat \"{place}\": japan-ic seen=1\nledger allies:\n{HEAD}\n1,1,5,us,CC,{place},japan,IC,1,0,{source},,\n"
        );
        found("AAF-049", &files, "")
    };
    for source in ["setup", "raid", "capture", "M15", "battle 3", "M01"] {
        assert_eq!(judge("Cedar Isle", source), NOTHING, "{source}");
    }
    assert_eq!(judge("Cedar Isle", "C12"), SUSPICIOUS);
    assert_eq!(judge("Malaya", "C12"), NOTHING, "it was the side's own");
}

#[test]
fn aircraft_take_nothing_where_the_log_shows_that_nobody_else_came() {
    let capture = r#""kind":"capture","place":"Malaya","from":"uk","to":"japan""#;
    let air = r#""kind":"enter","item":1,"group":"2 FTR","place":"Malaya","from":"Siam","ends":true"#;
    let land = r#""kind":"enter","item":2,"group":"INF","place":"Malaya","from":"Siam""#;
    assert_eq!(of_log("AAF-050", true, &[air, capture]), ILLEGAL);
    assert_eq!(of_log("AAF-050", false, &[air, capture]), NOTHING, "the infantry may be missing in the log");
    assert_eq!(of_log("AAF-050", true, &[air, land, capture]), NOTHING);
    let battle = |uk: &str| {
        format!(
            r#""kind":"battle","number":1,"place":"Malaya","units":{{"japan":"2 FTR","uk":{uk}}},"cause":"attack""#
        )
    };
    assert_eq!(of_log("AAF-050", false, &[&battle(r#""INF""#), capture]), ILLEGAL);
    assert_eq!(of_log("AAF-050", true, &[&battle(r#""INF""#)]), NOTHING);
    assert_eq!(of_log("AAF-050", true, &[&battle("[]")]), ILLEGAL);
    assert_eq!(of_log("AAF-050", true, &[&battle(r#""AAGUN""#)]), SUSPICIOUS);
}

#[test]
fn a_blip_may_say_what_is_no_force() {
    let judge = |fields: &str| {
        of_log(
            "AAF-051",
            true,
            &[&format!(r#""kind":"message","template":"M05","to":"us","fields":{fields}"#)],
        )
    };
    for bare in [
        r#"{"zone":"SZ 35"}"#,
        r#"{"zone":35}"#,
        r#"{"zone":"SZ 35","text":"Your air base in the Philippines is getting a radar blip. Do you want to scramble your fighters or tactical bombers?"}"#,
    ] {
        assert_eq!(judge(bare), NOTHING, "{bare}");
    }
    for told in [
        r#"{"zone":"3 fighters in SZ 35"}"#,
        r#"{"zone":"SZ 35","number":3}"#,
        r#"{"zone":"SZ 35","list":{"CA":2}}"#,
        r#"{"text":"A fleet in SZ 35"}"#,
    ] {
        assert_eq!(judge(told), ILLEGAL, "{told}");
    }
}

#[test]
fn a_scramble_is_measured_where_the_aircraft_stood() {
    let asked = r#""kind":"message","template":"M05","to":"us","fields":{"zone":"SZ 35"}"#;
    let judge = |position: &str, choice: &str| {
        let answer = format!(r#""kind":"answer","template":"M05","by":"us","choice":{choice}"#);
        found("AAF-053", position, &log(true, &[asked, &answer]))
    };
    let base = "now:\nat \"Philippines\": us-airbase, us-ftr, us-tac, us-bmb";
    assert_eq!(judge(base, r#""FTR, TAC""#), NOTHING);
    assert_eq!(judge(base, "false"), NOTHING);
    assert_eq!(judge(base, r#""2 FTR""#), ILLEGAL);
    assert_eq!(judge(base, r#"["us-bmb.1"]"#), ILLEGAL);
    assert_eq!(judge("now:\nat \"Philippines\": us-ftr", r#""FTR""#), ILLEGAL, "no base");
    assert_eq!(
        judge("now:\nat \"Philippines\": us-airbase number=3, us-ftr", r#""FTR""#),
        NOTHING,
        "it may work or not"
    );
}

#[test]
fn tactical_bombers_do_not_roll_in_an_interception() {
    let battle = r#""kind":"battle","number":1,"place":"SZ 35","units":{"japan":"FTR, TAC","us":"FTR"},"cause":"interception""#;
    let roll = |class: &str, purpose: &str| {
        format!(
            r#""kind":"roll","battle":1,"unit":{{"class":"{class}","power":"japan"}},"purpose":"{purpose}","die":3"#
        )
    };
    assert_eq!(of_log("AAF-054", true, &[battle, &roll("FTR", "interception")]), NOTHING);
    assert_eq!(of_log("AAF-054", true, &[battle, &roll("TAC", "interception")]), ILLEGAL);
    assert_eq!(of_log("AAF-054", true, &[battle, &roll("FTR", "salvo 2")]), ILLEGAL);
}

#[test]
fn submarines_and_what_nobody_wrote_down_do_not_block_an_interception() {
    let enter = |group: &str, more: &str| {
        format!(r#""kind":"enter","item":1,"group":"{group}","place":"SZ 35","from":"SZ 20"{more}"#)
    };
    let battle = r#""kind":"battle","number":1,"place":"SZ 35","units":{"japan":"FTR","us":"FTR"},"cause":"interception""#;
    assert_eq!(of_log("AAF-055", true, &[&enter("SUB", ""), battle]), NOTHING);
    assert_eq!(of_log("AAF-055", true, &[&enter("FTR", ""), battle]), NOTHING);
    assert_eq!(of_log("AAF-055", true, &[&enter("FTR", r#","ends":true"#), battle]), ILLEGAL);
    assert_eq!(of_log("AAF-055", true, &[&enter("TR", ""), battle]), ILLEGAL);
    let draws = r#""kind":"battle","number":1,"place":"SZ 35","units":{"japan":"CA, FTR","us":"FTR"},"cause":"scramble""#;
    assert_eq!(
        of_log("AAF-055", true, &[&enter("CA", ""), &enter("FTR", r#","ends":false"#), draws]),
        ILLEGAL
    );
    assert_eq!(
        of_log("AAF-055", true, &[&enter("CV (FTR)", ""), &enter("FTR", r#","ends":false"#), draws]),
        NOTHING
    );
}

#[test]
fn tokens_are_japans_alone() {
    let us = r#""round":5,"power":"us","#;
    let enter = format!(r#"{us}"kind":"enter","item":1,"group":"CA","place":"SZ 35","from":"SZ 20""#);
    let offer = |to: &str| {
        format!(r#"{us}"kind":"message","template":"M06","to":"{to}","fields":{{"zone":"SZ 35"}}"#)
    };
    assert_eq!(of_log("AAF-056", true, &[&enter, &offer("japan")]), NOTHING);
    assert_eq!(of_log("AAF-056", true, &[&enter, &offer("axis")]), NOTHING, "Japan's room");
    assert_eq!(of_log("AAF-056", true, &[&enter, &offer("germany")]), ILLEGAL);
    assert_eq!(of_log("AAF-056", true, &[&enter, &offer("uk")]), ILLEGAL);
}

#[test]
fn tokens_are_counted_from_any_issue_on() {
    let us = r#""round":5,"power":"us","#;
    let answer =
        |tokens: &str| format!(r#"{us}"kind":"answer","template":"M06","by":"japan","choice":{tokens}"#);
    let enter = format!(r#"{us}"kind":"enter","item":1,"group":"CA","place":"SZ 35","from":"SZ 20""#);
    let issue = format!(r#"{us}"kind":"issue","number":2"#);
    let judge = |had: usize, left: usize, lines: &[&str]| {
        let tokens =
            |count: usize| format!("in \"Kamikaze tokens\": {}", vec!["japan-kami"; count].join(", "));
        found(
            "AAF-057",
            &format!("before:\n{}\nnow:\n{}", tokens(had), tokens(left)),
            &log(true, &[&[enter.as_str()], lines].concat()),
        )
    };
    let (one, two, unclear) = (answer("1"), answer("\"2 tokens\""), answer("true"));
    assert_eq!(judge(6, 3, &[&one, &two]), NOTHING);
    assert_eq!(judge(6, 4, &[&one, &two]), SUSPICIOUS);
    assert_eq!(judge(6, 4, &[&one, &issue, &two]), NOTHING, "the earlier save may be that of the issue");
    assert_eq!(judge(3, 4, &[&one]), SUSPICIOUS);
    assert_eq!(judge(6, 6, &[&unclear]), NOTHING);
}
