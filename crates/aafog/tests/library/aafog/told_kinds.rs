//! Logs whose head names the kinds of lines that they lack: a check asks for the kinds that it needs and for no more.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use liege::rules::aafog::Aafog;
use liege::rules::check::Filter;
use liege::rules::check::case::Case;
use liege::rules::desk::log::{KINDS, UmpireLog};
use liege::rules::game::Game;
use liege::rules::position::situation::Situation;

use super::checks::pack;
use crate::pages::{case_of, direct, page};

/// What the umpire's desk does not write down.
const AT_THE_TABLE: [&str; 3] = ["research", "roll", "technology-use"];
/// The kinds by which a check knows who lay in a zone before.
const WHEREABOUTS: [&str; 6] = ["battle", "battle-end", "casualty", "enter", "mobilize", "retreat"];

/// What a check says of a case: each finding with its severity.
fn said(id: &str, case: &Case<Arc<Situation>>) -> Vec<String> {
    let checked = Aafog.open(case).check(&Filter { only: [id.to_owned()].into(), ..Filter::default() });
    checked.findings.iter().map(|found| format!("{:?} {}", found.severity, found.message)).collect()
}

/// The same case with a log whose head says that it lacks these kinds.
fn lacking(case: &Case<Arc<Situation>>, lacks: &[&str]) -> Case<Arc<Situation>> {
    let mut case = case.clone();
    let log = case.papers.log.take().unwrap();
    let lacks = lacks.iter().map(|kind| (*kind).to_owned()).collect();
    case.papers.log = Some(Arc::new(UmpireLog { complete: false, lacks, ..(*log).clone() }));
    case
}

/// The kinds without which a check says something else of a case; without any others it says the same.
fn needed(id: &str, case: &Case<Arc<Situation>>) -> BTreeSet<&'static str> {
    let whole = said(id, case);
    assert_ne!(whole, [""; 0], "{id} finds nothing");
    let differs = |kind: &&str| said(id, &lacking(case, &[kind])) != whole;
    let needed: BTreeSet<&str> = KINDS.into_iter().filter(differs).collect();
    let others: Vec<&str> = KINDS.into_iter().filter(|kind| !needed.contains(kind)).collect();
    assert_eq!(said(id, &lacking(case, &others)), whole, "{id} with a log that lacks {others:?}");
    needed
}

fn set(kinds: &[&'static str]) -> BTreeSet<&'static str> {
    kinds.iter().copied().collect()
}

/// The kinds that the examples on the pages of checks rest on; those of all other pages rest on lines that are there.
fn of_pages() -> BTreeMap<&'static str, BTreeSet<&'static str>> {
    let meeting = || set(&WHEREABOUTS);
    let word = || set(&[&WHEREABOUTS[..], &["message"]].concat());
    [
        ("AAF-009", set(&["approve", "message"])),
        ("AAF-010", set(&["issue", "message", "returned", "technology-use"])),
        ("AAF-011", set(&["roll"])),
        ("AAF-021", set(&["capture", "message", "retreat", "reveal"])),
        ("AAF-029", meeting()),
        ("AAF-031", meeting()),
        ("AAF-033", set(&["roll"])),
        ("AAF-034", word()),
        ("AAF-036", word()),
        ("AAF-042", set(&["purchase"])),
        ("AAF-048", set(&["battle", "capture", "message", "mobilize", "reveal"])),
        ("AAF-050", set(&["enter", "order"])),
        ("AAF-052", set(&["enter", "message"])),
        ("AAF-056", set(&["enter"])),
        ("AAF-057", set(&["answer"])),
        ("AAF-065", set(&["issue", "returned"])),
        ("AAF-067", set(&["capture", "casualty", "enter", "retreat"])),
        ("AAF-068", set(&["issue", "returned"])),
        ("AAF-069", set(&["capture", "casualty", "mobilize", "purchase"])),
    ]
    .into()
}

/// The illegal examples of all pages with a log that is complete, by their checks.
fn examples() -> Vec<(String, Case<Arc<Situation>>)> {
    let pack = pack();
    let mut all = Vec::new();
    for (id, text) in &pack.pages {
        for block in page(text).blocks.get("situation illegal").into_iter().flatten() {
            let case = case_of(&pack, &direct, id, block);
            let has_log = case.papers.log.as_ref().is_some_and(|log| log.complete);
            all.extend(has_log.then(|| (id.clone(), case)));
        }
    }
    all
}

#[test]
fn an_example_is_decided_by_a_log_that_has_the_kinds_it_rests_on_and_by_no_other() {
    let mut all: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for (id, case) in examples() {
        all.entry(id.clone()).or_default().extend(needed(&id, &case));
    }
    let due = of_pages();
    for (id, kinds) in &all {
        assert_eq!(Some(kinds), due.get(id.as_str()).or(Some(&BTreeSet::new())), "{id}");
    }
    assert!(due.keys().all(|id| all.contains_key(*id)));
}

#[test]
fn what_a_desk_does_not_write_down_keeps_few_checks_waiting() {
    let mut waiting = BTreeSet::new();
    for (id, case) in examples() {
        if said(&id, &lacking(&case, &AT_THE_TABLE)) != said(&id, &case) {
            waiting.insert(id);
        }
    }
    assert_eq!(waiting.iter().map(String::as_str).collect::<Vec<_>>(), ["AAF-010", "AAF-011", "AAF-033"]);
}

/// A log that is complete; lines without `n`, of the US in turn 4 and phase CC where they do not say otherwise.
fn log(lines: &[&str]) -> String {
    let mut text =
        String::from("turn log:\n{\"schema\":\"liege-aafog-log-1\",\"game\":\"g\",\"complete\":true}\n");
    for (n, line) in (1..).zip(lines) {
        let head = if line.contains("\"round\"") { "" } else { "\"round\":4,\"power\":\"us\"," };
        let phase = if line.contains("\"phase\"") { "" } else { "\"phase\":\"CC\"," };
        text.push_str(&format!("{{\"n\":{n},{head}{phase}{line}}}\n"));
    }
    text
}

/// Asks which kinds a situation rests on.
fn rests_on(id: &str, position: &str, lines: &[&str]) -> BTreeSet<&'static str> {
    let text = format!("game: aafog\n{position}\n{}", log(lines));
    needed(id, &case_of(&pack(), &direct, id, &text))
}

const ENTERS: &str = r#""kind":"enter","item":1,"group":"CA","place":"SZ 20","from":"SZ 35","ends":true"#;

#[test]
fn who_was_not_told_or_asked_rests_on_messages_and_answers() {
    let used = r#""kind":"technology-use","what":"radar","battle":1"#;
    let effect = r#""kind":"roll","battle":1,"die":1"#;
    assert_eq!(rests_on("AAF-012", "now:", &[used, effect]), set(&["message"]));
    let convoy = r#""round":4,"power":"japan","phase":"CI","kind":"convoy","amount":4"#;
    assert_eq!(rests_on("AAF-019", "now:", &[convoy, ENTERS]), set(&["message"]));
    let battle = |japan: &str| {
        format!(
            r#""kind":"battle","number":1,"place":"SZ 20","units":{{"us":"CA","japan":"{japan}"}},"cause":"attack""#
        )
    };
    assert_eq!(rests_on("AAF-022", "now:", &[&battle("BB")]), set(&["message"]));
    let asked = [&WHEREABOUTS[..], &["answer", "message"]].concat();
    let position = "now:\nat \"SZ 20\": japan-sub, japan-tr";
    assert_eq!(rests_on("AAF-044", position, &[ENTERS, &battle("TR")]), set(&asked));
    let transport = r#""kind":"enter","item":1,"group":"TR","place":"SZ 20","from":"SZ 35""#;
    let shot = r#""kind":"roll","unit":"japan SUB","purpose":"free shot","die":1,"hit":true"#;
    assert_eq!(rests_on("AAF-037", "now:", &[transport, shot]), set(&["answer"]));
}

#[test]
fn moves_off_the_list_rest_on_orders_and_second_attacks_on_what_was_uncovered() {
    assert_eq!(rests_on("AAF-020", "now:", &[ENTERS]), set(&["order"]));
    let attack = r#""phase":"CM","kind":"order","item":1,"units":"CA","path":["SZ 35","SZ 20"]"#;
    let told = r#""kind":"message","template":"M01","to":"japan","fields":{"place":"SZ 20"}"#;
    let late = r#""kind":"order","item":2,"units":"CA","path":["SZ 35","SZ 19"]"#;
    assert_eq!(rests_on("AAF-020", "now:", &[attack, told, late]), set(&["order"]));
    let ordered = |units: &str| {
        format!(r#""kind":"order","item":2,"units":"{units}","path":["Siam","Malaya"],"purpose":"blitz""#)
    };
    let goes =
        |units: &str| format!(r#""kind":"enter","item":2,"group":"{units}","place":"Malaya","from":"Siam""#);
    let came = r#""kind":"enter","item":1,"group":"TANK","place":"Siam","from":"Shan State""#;
    let empty = r#""kind":"reveal","place":"Siam","defended":{"land":false}"#;
    let uncovered = set(&["capture", "message", "reveal"]);
    assert_eq!(rests_on("AAF-047", "now:", &[came, &ordered("TANK"), &goes("TANK")]), uncovered);
    let more = [came, empty, &ordered("2 TANK"), &goes("2 TANK")];
    assert_eq!(rests_on("AAF-047", "now:", &more), set(&["enter"]));
}

#[test]
fn losses_that_were_left_rest_on_whoever_may_have_come_since() {
    let battle = r#""kind":"battle","number":1,"place":"SZ 20","units":{"us":"CA","uk":"","japan":"BB"},"cause":"attack""#;
    let lost = r#""kind":"casualty","battle":1,"unit":"us CA""#;
    let end = r#""kind":"battle-end","number":1"#;
    let position = "now:\nat \"SZ 20\": us-ca, japan-bb";
    let came = set(&["enter", "mobilize", "retreat"]);
    assert_eq!(rests_on("AAF-026", position, &[battle, lost, end]), came);
    let unlisted = r#""kind":"battle","number":1,"place":"SZ 20","cause":"attack""#;
    let back = r#""kind":"retreat","battle":1,"unit":"us CA","to":"SZ 19""#;
    assert_eq!(rests_on("AAF-040", "now:", &[ENTERS, unlisted, back]), set(&["enter"]));
}

#[test]
fn submarines_that_are_shown_rest_on_battles_answers_and_messages() {
    let position = |source: &str| {
        format!(
            "now:\ncopy Axis:\nat \"SZ 20\": us-sub seen=1\nledger axis:\n\
             entry,issue,round,power,phase,place,side_seen,class,number,damage,source,withheld,ends\n\
             1,4,4,japan,CC,SZ 20,us,SUB,1,0,{source},,"
        )
    };
    let by_japan = |line: &str| format!("\"round\":4,\"power\":\"japan\",\"phase\":\"CC\",{line}");
    let enters = by_japan(ENTERS);
    let sighted = by_japan(r#""kind":"sighting","side":"axis","entry":1"#);
    let lines = [enters.as_str(), sighted.as_str()];
    assert_eq!(rests_on("AAF-032", &position("C6"), &lines), set(&["answer", "battle", "message"]));
    assert_eq!(rests_on("AAF-032", &position("C4"), &lines), set(&["answer", "battle", "enter", "message"]));
}

#[test]
fn cargo_and_aircraft_rest_on_what_sailed_landed_or_was_bought() {
    let came = r#""kind":"enter","item":1,"group":"TR (INF)","place":"SZ 35","from":"SZ 20""#;
    let position = "before:\nphase: CC\nat \"SZ 35\": us-tr\nat \"SZ 35\" aboard us-tr: us-inf\n\
        now:\nphase: NC\nat \"SZ 35\": us-tr\nat \"Philippines\": us-inf";
    let landing = set(&["battle", "capture", "enter", "order", "retreat", "reveal"]);
    assert_eq!(rests_on("AAF-041", position, &[came]), landing);
    let by_air = r#""phase":"NC","kind":"enter","item":2,"group":"2 FTR","place":"SZ 19","from":"Kiangsu","ends":true"#;
    let burning = "now:\nphase: MO\nat \"SZ 19\": us-cv damaged, 2 x us-ftr";
    assert_eq!(rests_on("AAF-042", burning, &[by_air]), set(&["purchase"]));
    let order = r#""phase":"CM","kind":"order","item":1,"units":"FTR","path":["SZ 207","SZ 35","Siam"],"purpose":"attack""#;
    let enters = r#""kind":"enter","item":1,"group":"FTR","place":"SZ 35","from":"SZ 207","ends":false"#;
    let salvo = r#""kind":"battle","number":1,"place":"SZ 35","units":{"us":"FTR","japan":"FTR"},"cause":"interception""#;
    let end = r#""kind":"battle-end","number":1"#;
    let other = r#""kind":"enter","item":2,"group":"CA","place":"SZ 19","from":"SZ 20","ends":true"#;
    let flown = set(&["casualty", "enter", "message"]);
    assert_eq!(rests_on("AAF-054", "now:", &[order, enters, salvo, end, other]), flown);
}

#[test]
fn money_and_income_rest_on_what_was_collected_and_lost_to_raiders() {
    let bought = r#""round":4,"power":"japan","phase":"PU","kind":"purchase","what":"1 BB""#;
    let next = r#""round":4,"power":"us","phase":"PU","kind":"purchase","what":"1 INF""#;
    let shown = "in \"Turn 4\": time\nnow:\nin \"Japan money\": japan-money number=14\n\
        copy Allies:\nin \"Japan money\": japan-money number=14\n\
        earlier copy Allies:\nin \"Japan money\": japan-money number=40";
    assert_eq!(rests_on("AAF-068", shown, &[bought, next]), set(&["income", "issue", "returned"]));
    let chart = "before:\nin \"Turn 4\": time\nin \"IPC 20\": japan-income\nin \"IPC 15\": uk-income\n\
        now:\nin \"Turn 5\": time\ncontrol: japan \"Burma\"\nin \"IPC 20\": japan-income\nin \"IPC 15\": uk-income";
    let taken = r#""round":4,"power":"japan","kind":"capture","place":"Burma","from":"uk","to":"japan""#;
    let placed = r#""round":4,"power":"japan","phase":"MO","kind":"mobilize","what":"INF""#;
    assert_eq!(rests_on("AAF-018", chart, &[taken, placed]), set(&["convoy"]));
}

#[test]
fn what_lies_open_rests_on_battles_and_on_who_came_to_them() {
    let unlisted = r#""kind":"battle","number":1,"place":"SZ 20","cause":"attack""#;
    let board =
        "now:\nat \"SZ 20\": us-ca, japan-bb\nshared:\nin \"Attacker\": 3 x us-ca\nin \"Defender\": japan-bb";
    assert_eq!(rests_on("AAF-025", board, &[ENTERS, unlisted]), set(&["enter"]));
    let left = "now:\nat \"SZ 20\": us-ca\ncopy Axis:\nin \"Turn 4\": time\ncopy Allies:\nat \"SZ 20\": us-ca\n\
        shared:\nin \"Attacker\": us-ca";
    assert_eq!(rests_on("AAF-002", left, &[ENTERS]), set(&["battle"]));
}

#[test]
fn that_nothing_was_done_yet_rests_on_the_kinds_with_which_a_game_begins() {
    let position = "now:\nat \"SZ 20\": japan-bb, japan-dd\nat \"SZ 35\": us-cv\n\
        copy Axis:\nat \"SZ 20\": japan-bb\nat \"SZ 35\": us-cv";
    let begins = set(&["enter", "issue", "order", "purchase", "research"]);
    assert_eq!(rests_on("AAF-003", position, &[]), begins);
}

#[test]
fn a_check_waits_by_the_kind_that_it_needs_and_by_no_other() {
    let waits = |id: &str, lacks: &[&str]| {
        let (_, case) = examples().into_iter().find(|(own, _)| own == id).unwrap();
        let only = Filter { only: [id.to_owned()].into(), ..Filter::default() };
        let checked = Aafog.open(&lacking(&case, lacks)).check(&only);
        (checked.findings.is_empty(), checked.not_checked.iter().any(|waiting| waiting.id == id))
    };
    for (id, kind) in
        [("AAF-009", "approve"), ("AAF-021", "retreat"), ("AAF-034", "message"), ("AAF-069", "purchase")]
    {
        assert_eq!(waits(id, &[kind]), (true, true), "{id} without {kind}");
        assert_eq!(waits(id, &AT_THE_TABLE), (false, false), "{id} at a desk");
    }
    assert_eq!(waits("AAF-033", &AT_THE_TABLE), (true, true), "salvos are rolled at the table");
}
