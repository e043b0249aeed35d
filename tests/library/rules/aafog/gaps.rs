//! Legal games told by half: whatever a log with gaps leaves out, whatever file is not at hand, nobody is accused for it.

use std::sync::Arc;

use liege::rules::aafog::Aafog;
use liege::rules::case::Case;
use liege::rules::check::Filter;
use liege::rules::desk::log::{LogEntry, UmpireLog};
use liege::rules::game::Game;
use liege::rules::situation::Situation;
use serde_json::Value;

use super::checks::pack;
use crate::pages::{case_of, direct, page};

type Told = Case<Arc<Situation>>;

/// The fields that somebody who keeps a log by hand may leave out.
const FIELDS: [&str; 20] = [
    "round",
    "power",
    "phase",
    "item",
    "group",
    "units",
    "path",
    "purpose",
    "from",
    "ends",
    "fields",
    "choice",
    "number",
    "battle",
    "unit",
    "cause",
    "hit",
    "witness",
    "defended",
    "facilities",
];

/// A way to tell less, and what it leaves out.
type Less<'a> = &'a dyn Fn(&mut Told);

/// What is found in a case.
fn findings(case: &Told) -> Vec<String> {
    let found = Aafog.open(case).check(&Filter::default()).findings;
    found.iter().map(|finding| format!("{}: {}", finding.id, finding.message)).collect()
}

fn with_log(case: &Told, log: UmpireLog) -> Told {
    let mut case = case.clone();
    case.papers.log = Some(Arc::new(log));
    case
}

/// The same log without one field of one entry; none where that entry has no such field or cannot be without it.
fn without(log: &UmpireLog, at: usize, field: &str) -> Option<UmpireLog> {
    let mut value = serde_json::to_value(&log.entries[at]).ok()?;
    value.as_object_mut()?.remove(field)?;
    let entry: LogEntry = serde_json::from_value(value).ok()?;
    let mut log = log.clone();
    log.entries[at] = entry;
    Some(log)
}

/// How finely a log is taken apart.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Grain {
    /// Line by line, and each kind of field as a whole.
    Lines,
    /// Its beginnings and ends, and field by field, too.
    Fields,
}

/// All that is told less of a case, each with a word for it.
fn told_by_half(case: &Told, grain: Grain) -> Vec<(String, Told)> {
    let mut all: Vec<(String, Told)> = vec![("all of it".into(), case.clone())];
    let ways: [(&str, Less<'_>); 8] = [
        ("no earlier save", &|case| case.before = None),
        ("no earlier copies", &|case| case.earlier.clear()),
        ("no returned copies", &|case| case.returned.clear()),
        ("no copies", &|case| case.copies.clear()),
        ("no shared save", &|case| case.shared = None),
        ("no ledgers", &|case| case.papers.ledgers.clear()),
        ("no log", &|case| case.papers.log = None),
        ("nothing beside", &|case| {
            *case = Case::of(case.now.clone());
        }),
    ];
    for (what, less) in ways {
        let mut case = case.clone();
        less(&mut case);
        all.push((what.into(), case));
    }
    let Some(log) = &case.papers.log else { return all };
    let gaps = UmpireLog { complete: false, ..(**log).clone() };
    all.push(("a log with gaps".into(), with_log(case, gaps.clone())));
    for at in 0..gaps.entries.len() {
        let n = gaps.entries[at].n;
        let mut fewer = gaps.clone();
        fewer.entries.remove(at);
        all.push((format!("no line {n}"), with_log(case, fewer)));
        if grain == Grain::Lines {
            continue;
        }
        let begun = UmpireLog { entries: gaps.entries[..at].to_vec(), ..gaps.clone() };
        all.push((format!("nothing from line {n} on"), with_log(case, begun)));
        let late = UmpireLog { entries: gaps.entries[at..].to_vec(), ..gaps.clone() };
        all.push((format!("nothing before line {n}"), with_log(case, late)));
        for field in FIELDS {
            let less = without(&gaps, at, field);
            all.extend(less.map(|log| (format!("no {field} in line {n}"), with_log(case, log))));
        }
    }
    for field in FIELDS {
        let bare =
            (0..gaps.entries.len()).fold(gaps.clone(), |log, at| without(&log, at, field).unwrap_or(log));
        all.push((format!("no {field} at all"), with_log(case, bare)));
    }
    all
}

fn accusations(name: &str, case: &Told, grain: Grain) -> Vec<String> {
    let mut wrong = Vec::new();
    for (what, less) in told_by_half(case, grain) {
        wrong.extend(findings(&less).into_iter().map(|found| format!("{name}, {what}: {found}")));
    }
    wrong
}

#[test]
fn whatever_is_left_out_of_a_legal_example_accuses_nobody() {
    let pack = pack();
    let mut wrong = Vec::new();
    for (id, text) in &pack.pages {
        for block in page(text).blocks.get("situation legal").into_iter().flatten() {
            let case = case_of(&pack, &direct, id, block);
            // That copy and save are of one issue, only the log can deny.
            let is_issue = |found: &String| id == "AAF-004" && found.contains(": AAF-004: copy of");
            wrong.extend(accusations(id, &case, Grain::Lines).into_iter().filter(|found| !is_issue(found)));
        }
    }
    assert!(wrong.is_empty(), "{} accusations\n{}", wrong.len(), wrong.join("\n"));
}

/// A game: its position and its log, lines with the power and the phase before each.
struct Story {
    name: &'static str,
    position: &'static str,
    log: &'static str,
}

fn told(story: &Story) -> Told {
    let mut log =
        String::from("turn log:\n{\"schema\":\"liege-aafog-log-1\",\"game\":\"g\",\"complete\":true}\n");
    for (n, line) in (1..).zip(story.log.trim().lines()) {
        let (head, rest) = line.trim().split_once(": ").unwrap();
        let (power, phase) = head.split_once(' ').unwrap();
        let mut value: Value = serde_json::from_str(rest).unwrap_or_else(|error| panic!("{rest}: {error}"));
        let entry = value.as_object_mut().unwrap();
        for (key, told) in
            [("n", Value::from(n)), ("round", 5.into()), ("power", power.into()), ("phase", phase.into())]
        {
            entry.insert(key.into(), told);
        }
        log.push_str(&format!("{value}\n"));
    }
    case_of(&pack(), &direct, story.name, &format!("game: aafog\n{}\n{log}", story.position.trim()))
}

/// The sample dialogues (D1-D3) and the worked examples, as an umpire would log them.
const STORIES: &[Story] = &[
    Story {
        name: "blitzkrieg",
        position: r#"
in "Turn 5": time
before:
at "Siam": 2 x japan-tank, 3 x japan-mech
at "Malaya": uk-inf
at "Burma": uk-inf
in "IPC 20": japan-income
in "IPC 15": uk-income
now:
control: japan "Shan State"
at "Shan State": japan-mech
at "Malaya": japan-tank, japan-mech, uk-inf
at "Burma": japan-tank, japan-mech, uk-inf
in "IPC 21": japan-income
in "IPC 14": uk-income"#,
        log: r#"
japan CM: {"kind":"order","item":1,"units":"2 TANK, 3 MECH","path":["Siam","Shan State"],"purpose":"attack"}
japan CM: {"kind":"approve","item":1,"by":"umpire"}
japan CM: {"kind":"issue","number":7,"record_only":true}
japan CC: {"kind":"enter","item":1,"group":"2 TANK, 3 MECH","place":"Shan State","from":"Siam","ends":true}
japan CC: {"kind":"reveal","place":"Shan State","defended":{"land":false,"air":false}}
japan CC: {"kind":"capture","place":"Shan State","from":"uk","to":"japan","value":1}
japan CC: {"kind":"message","template":"M04","to":"japan","fields":{"place":"Shan State","tanks":2,"pairs":2,"facilities":[]}}
japan CC: {"kind":"order","item":2,"units":"2 TANK","path":["Shan State","Malaya"],"purpose":"blitz"}
japan CC: {"kind":"order","item":3,"units":"3 MECH","path":["Shan State","Burma"],"purpose":"blitz"}
japan CC: {"kind":"message","template":"M17","to":"japan","fields":{"reason":"mechanized infantry goes on beside a tank only"}}
japan CC: {"kind":"order","item":2,"units":"TANK, MECH","path":["Shan State","Malaya"],"purpose":"blitz"}
japan CC: {"kind":"approve","item":2,"by":"umpire"}
japan CC: {"kind":"order","item":3,"units":"TANK, MECH","path":["Shan State","Burma"],"purpose":"blitz"}
japan CC: {"kind":"approve","item":3,"by":"umpire"}
japan CC: {"kind":"message","template":"M03","to":"uk","fields":{"place":"Shan State","power":"japan"}}
japan CC: {"kind":"message","template":"M01","to":"uk","fields":{"place":"Malaya"}}
japan CC: {"kind":"enter","item":2,"group":"TANK, MECH","place":"Malaya","from":"Shan State","ends":true}
japan CC: {"kind":"message","template":"M15","to":"japan","fields":{"place":"Malaya","list":[]}}
japan CC: {"kind":"battle","number":1,"place":"Malaya","units":{"japan":"TANK, MECH","uk":"INF"},"cause":"blitz"}
japan CC: {"kind":"roll","battle":1,"unit":"japan TANK","purpose":"attack","die":6,"hit":false}
japan CC: {"kind":"roll","battle":1,"unit":"uk INF","purpose":"defence","die":6,"hit":false}
japan CC: {"kind":"battle-end","number":1,"place":"Malaya"}
japan CC: {"kind":"message","template":"M01","to":"uk","fields":{"place":"Burma"}}
japan CC: {"kind":"enter","item":3,"group":"TANK, MECH","place":"Burma","from":"Shan State","ends":true}
japan CC: {"kind":"message","template":"M15","to":"japan","fields":{"place":"Burma","list":[]}}
japan CC: {"kind":"battle","number":2,"place":"Burma","units":{"japan":"TANK, MECH","uk":"INF"},"cause":"blitz"}
japan CC: {"kind":"battle-end","number":2,"place":"Burma"}"#,
    },
    Story {
        name: "amphibious assault gone wrong",
        position: r#"
in "Turn 5": time
in "US at war": us-status
before:
phase: CC
at "SZ 20": japan-bb
at "SZ 35": us-cv damaged, us-tr
at "SZ 35" aboard us-tr: us-inf, us-inf
at "Kiangsu": 2 x us-ftr
now:
phase: MO
at "SZ 20": japan-bb
at "SZ 35": us-cv damaged, us-tr
at "SZ 35" aboard us-tr: us-inf, us-inf"#,
        log: r#"
us CM: {"kind":"order","item":1,"units":"CV, TR (2 INF)","path":["SZ 35","SZ 20","SZ 19"],"purpose":"attack"}
us CM: {"kind":"order","item":2,"units":"2 FTR","path":["SZ 35","SZ 20","SZ 19","Kiangsu"],"purpose":"attack"}
us CM: {"kind":"order","item":3,"units":"2 INF","path":["SZ 19","Kiangsu"],"purpose":"land"}
us CC: {"kind":"enter","item":1,"group":"CV, TR (2 INF)","place":"SZ 20","from":"SZ 35","ends":false}
us CC: {"kind":"message","template":"M01","to":"japan","fields":{"place":"SZ 20"}}
us CC: {"kind":"message","template":"M02","to":"us","fields":{"item":1,"zone":"SZ 20"}}
us CC: {"kind":"battle","number":1,"place":"SZ 20","units":{"us":"CV, TR","japan":"BB"},"cause":"attack"}
us CC: {"kind":"roll","battle":1,"unit":"japan BB","purpose":"defence","die":4,"hit":true}
us CC: {"kind":"retreat","battle":1,"unit":"CV","to":"SZ 35"}
us CC: {"kind":"retreat","battle":1,"unit":"TR","to":"SZ 35"}
us CC: {"kind":"battle-end","number":1,"place":"SZ 20"}
us CC: {"kind":"sighting","side":"axis","entry":4}
us CC: {"kind":"message","template":"M17","to":"us","fields":{"reason":"the transport was stopped"}}
us CC: {"kind":"enter","item":2,"group":"2 FTR","place":"SZ 20","from":"SZ 35","ends":false}
us CC: {"kind":"enter","item":2,"group":"2 FTR","place":"SZ 19","from":"SZ 20","ends":false}
us CC: {"kind":"enter","item":2,"group":"2 FTR","place":"Kiangsu","from":"SZ 19","ends":true}
us CC: {"kind":"reveal","place":"Kiangsu","defended":{"land":false,"air":false}}
us CC: {"kind":"message","template":"M12","to":"us","fields":{"place":"Kiangsu","mp":1}}
us CC: {"kind":"message","template":"M18","to":"us","fields":{"place":"Kiangsu","options":["SZ 19"]}}
us NC: {"kind":"casualty","unit":"2 FTR"}"#,
    },
    Story {
        name: "multiple choices",
        position: r#"
in "Turn 5": time
in "US at war": us-status
before:
at "SZ 20": 2 x us-ca, us-tr
at "SZ 20" aboard us-tr: us-tank, us-inf
at "SZ 35": japan-sub
control: japan "Philippines"
at "Philippines": japan-ftr, japan-tac, japan-art, japan-inf, japan-airbase, japan-navalbase
in "Kamikaze tokens": 6 x japan-kami
now:
at "SZ 35": japan-sub
at "SZ 35": 2 x us-ca, us-tr
at "SZ 35" aboard us-tr: us-tank, us-inf
control: japan "Philippines"
at "Philippines": japan-ftr, japan-tac, japan-art, japan-inf, japan-airbase, japan-navalbase
in "Kamikaze tokens": 5 x japan-kami
shared:
in "Attacker": 2 x us-ca, us-tr
in "Defender": japan-kami"#,
        log: r#"
us CM: {"kind":"order","item":1,"units":"2 CA, TR (TANK, INF)","path":["SZ 20","SZ 35"],"purpose":"attack"}
us CM: {"kind":"order","item":2,"units":"TANK, INF","path":["SZ 35","Philippines"],"purpose":"land"}
us CC: {"kind":"enter","item":1,"group":"2 CA, TR (TANK, INF)","place":"SZ 35","from":"SZ 20","ends":true}
us CC: {"kind":"message","template":"M05","to":"japan","fields":{"zone":"SZ 35"}}
us CC: {"kind":"answer","template":"M05","by":"japan","choice":"no"}
us CC: {"kind":"message","template":"M06","to":"japan","fields":{"zone":"SZ 35"}}
us CC: {"kind":"answer","template":"M06","by":"japan","choice":1}
us CC: {"kind":"message","template":"M10","to":"japan","fields":{"zone":"SZ 35"}}
us CC: {"kind":"answer","template":"M10","by":"japan","choice":"stay hidden"}
us CC: {"kind":"message","template":"M20","to":"us","fields":{"item":1,"arm":"sea","zone":"SZ 35"}}
us CC: {"kind":"battle","number":1,"place":"SZ 35","units":{"us":"2 CA, TR","japan":"KAMI"},"cause":"token"}"#,
    },
    Story {
        name: "a submarine meets a destroyer group",
        position: r#"
in "Turn 5": time
in "US at war": us-status
now:
at "SZ 20": japan-dd, japan-tr
at "SZ 20" aboard japan-tr: japan-inf
at "SZ 35": us-sub"#,
        log: r#"
us CM: {"kind":"order","item":1,"units":"SUB","path":["SZ 35","SZ 20"]}
us CC: {"kind":"enter","item":1,"group":"SUB","place":"SZ 20","from":"SZ 35","ends":true}
us CC: {"kind":"message","template":"M01","to":"japan","fields":{"place":"SZ 20"}}
us CC: {"kind":"message","template":"M02","to":"us","fields":{"item":1,"zone":"SZ 20"}}
us CC: {"kind":"battle","number":1,"place":"SZ 20","units":{"us":"SUB","japan":"DD, TR"},"cause":"attack"}
us CC: {"kind":"roll","battle":1,"unit":"us SUB","purpose":"attack","die":4,"hit":false}
us CC: {"kind":"roll","battle":1,"unit":"japan DD","purpose":"defence","die":5,"hit":false}
us CC: {"kind":"retreat","battle":1,"unit":"us SUB","to":"SZ 35"}
us CC: {"kind":"battle-end","number":1,"place":"SZ 20"}"#,
    },
    Story {
        name: "a destroyer fleet passes a transport and a submarine",
        position: r#"
in "Turn 5": time
in "US at war": us-status
now:
at "SZ 20": japan-tr, japan-sub
at "SZ 19": us-dd, us-ca
copy Axis:
at "SZ 20": japan-tr, japan-sub
at "SZ 20": us-dd seen=1 sighted="turn 5"
at "SZ 20": us-ca seen=2 sighted="turn 5"
copy Allies:
at "SZ 19": us-dd, us-ca
at "SZ 20": japan-tr seen=1 sighted="turn 5"
at "SZ 20": japan-sub seen=2 sighted="turn 5"
ledger axis:
entry,issue,round,power,phase,place,side_seen,class,number,damage,source,withheld,ends
1,6,5,us,CC,SZ 20,us,DD,1,0,C4,,
2,6,5,us,CC,SZ 20,us,CA,1,0,C8,,
ledger allies:
entry,issue,round,power,phase,place,side_seen,class,number,damage,source,withheld,ends
1,6,5,us,CC,SZ 20,japan,TR,1,0,C4,,
2,6,5,us,CC,SZ 20,japan,SUB,1,0,C4,,"#,
        log: r#"
us CM: {"kind":"order","item":1,"units":"DD, CA","path":["SZ 35","SZ 20","SZ 19"]}
us CC: {"kind":"enter","item":1,"group":"DD, CA","place":"SZ 20","from":"SZ 35","ends":false}
us CC: {"kind":"message","template":"M11","to":"us","fields":{"zone":"SZ 20","list":"TR, SUB"}}
us CC: {"kind":"answer","template":"M11","by":"us","choice":"no"}
us CC: {"kind":"sighting","side":"allies","entry":1}
us CC: {"kind":"sighting","side":"allies","entry":2}
us CC: {"kind":"message","template":"M07","to":"japan","fields":{"unit":"transport","zone":"SZ 20","list":"DD, CA"}}
us CC: {"kind":"sighting","side":"axis","entry":1}
us CC: {"kind":"sighting","side":"axis","entry":2}
us CC: {"kind":"enter","item":1,"group":"DD, CA","place":"SZ 19","from":"SZ 20","ends":true}
us CI: {"kind":"income","amount":20}
us CI: {"kind":"issue","number":6}"#,
    },
    Story {
        name: "cruisers pass a lone submarine",
        position: r#"
in "Turn 5": time
in "US at war": us-status
now:
at "SZ 20": japan-sub
at "SZ 19": us-ca, us-bb"#,
        log: r#"
us CM: {"kind":"order","item":1,"units":"CA, BB","path":["SZ 35","SZ 20","SZ 19"]}
us CC: {"kind":"enter","item":1,"group":"CA, BB","place":"SZ 20","from":"SZ 35","ends":false}
us CC: {"kind":"message","template":"M07","to":"japan","fields":{"unit":"submarine","zone":"SZ 20","list":"BB, CA"}}
us CC: {"kind":"enter","item":1,"group":"CA, BB","place":"SZ 19","from":"SZ 20","ends":true}"#,
    },
    Story {
        name: "a free shot that misses",
        position: r#"
in "Turn 5": time
in "US at war": us-status
now:
at "SZ 20": japan-sub
at "SZ 19": us-tr
at "SZ 19" aboard us-tr: us-inf, us-inf"#,
        log: r#"
us CM: {"kind":"order","item":1,"units":"TR (2 INF)","path":["SZ 35","SZ 20","SZ 19"]}
us CC: {"kind":"enter","item":1,"group":"TR (2 INF)","place":"SZ 20","from":"SZ 35","ends":false}
us CC: {"kind":"message","template":"M09","to":"japan","fields":{"zone":"SZ 20","transports":1}}
us CC: {"kind":"answer","template":"M09","by":"japan","choice":"fire"}
us CC: {"kind":"roll","unit":"japan SUB","purpose":"free shot","die":3,"hit":false}
us CC: {"kind":"message","template":"M19","to":"us","fields":{"zone":"SZ 20","die":3,"result":"miss","subs":1}}
us CC: {"kind":"enter","item":1,"group":"TR (2 INF)","place":"SZ 19","from":"SZ 20","ends":true}"#,
    },
    Story {
        name: "infrastructure in a land battle",
        position: r#"
in "Turn 5": time
control: uk "Saltmarch"
now:
at "Malaya": japan-tank, japan-inf, uk-inf, uk-aagun, uk-ic number=2
control: japan "Shan State"
at "Shan State": japan-inf
in "IPC 21": japan-income
copy Allies:
at "Malaya": uk-inf, uk-aagun, uk-ic number=2
control: japan "Shan State"
in "IPC 21": japan-income
ledger allies:
entry,issue,round,power,phase,place,side_seen,class,number,damage,source,withheld,ends
1,0,1,,,SZ 20,japan,BB,1,0,setup,,"#,
        log: r#"
japan CM: {"kind":"order","item":1,"units":"TANK, INF","path":["Siam","Malaya"],"purpose":"attack"}
japan CM: {"kind":"order","item":2,"units":"INF","path":["Siam","Shan State"],"purpose":"attack"}
japan CC: {"kind":"enter","item":1,"group":"TANK, INF","place":"Malaya","from":"Siam","ends":true}
japan CC: {"kind":"message","template":"M01","to":"uk","fields":{"place":"Malaya"}}
japan CC: {"kind":"reveal","place":"Malaya","defended":{"land":true},"facilities":[{"class":"AAGUN"},{"class":"IC","damage":2}]}
japan CC: {"kind":"message","template":"M15","to":"japan","fields":{"place":"Malaya","list":[{"class":"AAGUN"},{"class":"IC","damage":2}]}}
japan CC: {"kind":"battle","number":1,"place":"Malaya","units":{"japan":"TANK, INF","uk":"INF"},"cause":"attack"}
japan CC: {"kind":"roll","battle":1,"unit":"japan TANK","purpose":"attack","die":5,"hit":false}
japan CC: {"kind":"battle-end","number":1,"place":"Malaya"}
japan CC: {"kind":"enter","item":2,"group":"INF","place":"Shan State","from":"Siam","ends":true}
japan CC: {"kind":"reveal","place":"Shan State","defended":{"land":false,"air":false}}
japan CC: {"kind":"capture","place":"Shan State","from":"uk","to":"japan","value":1}
japan CC: {"kind":"message","template":"M04","to":"japan","fields":{"place":"Shan State","tanks":0,"pairs":0}}
japan CC: {"kind":"message","template":"M03","to":"uk","fields":{"place":"Shan State","power":"japan"}}"#,
    },
    Story {
        name: "a turn from one issue to the next",
        position: r#"
in "Turn 5": time
in "US at war": us-status
before:
at "SZ 35": us-cv, us-tr
at "SZ 35" aboard us-cv: us-ftr, us-ftr
at "SZ 35" aboard us-tr: us-inf, us-inf
at "SZ 20": japan-ca
at "SZ 19": japan-sub
in "IPC 20": us-income
in "US money": us-money number=20
now:
at "SZ 20": us-cv, us-tr
at "SZ 20" aboard us-cv: us-ftr, us-ftr
at "SZ 20" aboard us-tr: us-inf, us-inf
at "SZ 35": us-dd
at "SZ 19": japan-sub
in "Japan casualties": japan-ca
in "IPC 20": us-income
in "US money": us-money number=32
earlier copy Axis:
at "SZ 20": japan-ca
at "SZ 19": japan-sub
at "SZ 35": us-cv seen=1 sighted="turn 0"
at "SZ 35": us-tr seen=2 sighted="turn 0"
in "IPC 20": us-income
returned Axis:
in "Japan casualties": japan-ca
at "SZ 207": japan-sub
at "SZ 35": us-cv seen=1 sighted="turn 0"
at "SZ 206": us-bb id=guess
at "SZ 205": us-tr id=guess-2
at "SZ 205" aboard us-tr: us-tank id=guess-3
in "IPC 20": us-income
copy Axis:
in "Japan casualties": japan-ca
at "SZ 19": japan-sub
at "SZ 35": us-cv seen=1 sighted="turn 0"
at "SZ 20": us-cv seen=3 sighted="turn 5"
at "SZ 20": us-tr seen=4 sighted="turn 5"
at "SZ 20": us-ftr seen=5 sighted="turn 5"
at "SZ 20": us-ftr seen=5 sighted="turn 5"
at "SZ 206": us-bb id=guess
at "SZ 205": us-tr id=guess-2
at "SZ 205" aboard us-tr: us-tank id=guess-3
in "IPC 20": us-income
earlier copy Allies:
at "SZ 35": us-cv, us-tr
at "SZ 35" aboard us-cv: us-ftr, us-ftr
at "SZ 35" aboard us-tr: us-inf, us-inf
at "SZ 20": japan-ca seen=1 sighted="turn 0"
returned Allies:
at "SZ 20": us-cv, us-tr
at "SZ 20" aboard us-cv: us-ftr, us-ftr
at "SZ 20" aboard us-tr: us-inf, us-inf
at "SZ 35": us-dd
at "SZ 20": japan-ca seen=1 sighted="turn 0"
copy Allies:
at "SZ 20": us-cv, us-tr
at "SZ 20" aboard us-cv: us-ftr, us-ftr
at "SZ 20" aboard us-tr: us-inf, us-inf
at "SZ 35": us-dd
in "US money": us-money number=32
shared:
in "IPC 20": us-income
in "Japan casualties": japan-ca
ledger axis:
entry,issue,round,power,phase,place,side_seen,class,number,damage,source,withheld,ends
1,0,1,,,SZ 35,us,CV,1,0,setup,,
2,0,1,,,SZ 35,us,TR,1,0,setup,,
3,5,5,us,CC,SZ 20,us,CV,1,0,C6,,
4,5,5,us,CC,SZ 20,us,TR,1,0,C10,,
5,5,5,us,CC,SZ 20,us,FTR,2,0,C12,,
ledger allies:
entry,issue,round,power,phase,place,side_seen,class,number,damage,source,withheld,ends
1,0,1,,,SZ 20,japan,CA,1,0,setup,,
2,5,5,us,CC,SZ 20,japan,,0,0,1,,1
record:
{"schema":"liege-aafog-commitment-1","game":"aafog","issue":5,"previous":"0000000000000000000000000000000000000000000000000000000000000000","root":"2695a87707b29394d4aa0bef988106b3de2226507c3364a50d1de8f052aa9be4"}"#,
        log: r#"
japan CI: {"kind":"issue","number":3}
us PU: {"kind":"purchase","what":"DD"}
us CM: {"kind":"returned","side":"allies"}
us CM: {"kind":"order","item":1,"units":"CV, TR (2 INF)","path":["SZ 35","SZ 20"],"purpose":"attack"}
us CM: {"kind":"order","item":2,"units":"2 FTR","path":["SZ 35","SZ 20"],"purpose":"attack"}
us CM: {"kind":"issue","number":4,"record_only":true}
us CC: {"kind":"enter","item":1,"group":"CV, TR (2 INF)","place":"SZ 20","from":"SZ 35","ends":true}
us CC: {"kind":"enter","item":2,"group":"2 FTR","place":"SZ 20","from":"SZ 35","ends":true}
us CC: {"kind":"message","template":"M01","to":"japan","fields":{"place":"SZ 20"}}
us CC: {"kind":"message","template":"M02","to":"us","fields":{"item":1,"zone":"SZ 20"}}
us CC: {"kind":"battle","number":1,"place":"SZ 20","units":{"us":"CV, TR, 2 FTR","japan":"CA"},"cause":"attack"}
us CC: {"kind":"roll","battle":1,"unit":"us FTR","purpose":"attack","die":2,"hit":true}
us CC: {"kind":"casualty","battle":1,"unit":{"id":"japan-ca.1","power":"japan","class":"CA"}}
us CC: {"kind":"battle-end","number":1,"place":"SZ 20"}
us CC: {"kind":"sighting","side":"axis","entry":3}
us CC: {"kind":"sighting","side":"allies","entry":2}
us MO: {"kind":"mobilize","what":"DD","place":"SZ 35"}
us CI: {"kind":"income","amount":20}
us CI: {"kind":"returned","side":"axis"}
us CI: {"kind":"issue","number":5}"#,
    },
    Story {
        name: "a technology in a battle, and tanks that take two places",
        position: r#"
in "Turn 5": time
now:
at "Burma": germany-tank
at "Rimewood": germany-inf
at "SZ 203": germany-sub, uk-dd
in "Germany research": germany-technology
copy Allies:
at "SZ 203": uk-dd
at "SZ 203": germany-sub seen=1 sighted="turn 5"
in "Germany research": germany-technology
ledger allies:
entry,issue,round,power,phase,place,side_seen,class,number,damage,source,withheld,ends
1,6,5,germany,CC,SZ 203,germany,SUB,1,0,C2,,"#,
        log: r#"
germany RD: {"kind":"research","what":"2 dice"}
germany RD: {"kind":"roll","research":"dice","die":6,"witness":"umpire"}
germany RD: {"kind":"research","what":"super submarines"}
germany CM: {"kind":"order","item":1,"units":"SUB","path":["SZ 202","SZ 203"],"purpose":"attack"}
germany CC: {"kind":"enter","item":1,"group":"SUB","place":"SZ 203","from":"SZ 202","ends":true}
germany CC: {"kind":"message","template":"M01","to":"uk","fields":{"place":"SZ 203"}}
germany CC: {"kind":"message","template":"M02","to":"germany","fields":{"item":1,"zone":"SZ 203"}}
germany CC: {"kind":"battle","number":1,"place":"SZ 203","units":{"germany":"SUB","uk":"DD"},"cause":"attack"}
germany CC: {"kind":"message","template":"M16","to":"uk","fields":{"power":"germany","technology":"super submarines"}}
germany CC: {"kind":"technology-use","what":"super submarines","battle":1}
germany CC: {"kind":"roll","battle":1,"unit":"germany SUB","purpose":"attack","die":4,"hit":false}
germany CC: {"kind":"roll","battle":1,"unit":"uk DD","purpose":"defence","die":5,"hit":false}
germany CC: {"kind":"battle-end","number":1,"place":"SZ 203"}
germany CI: {"kind":"income","amount":30}
germany CI: {"kind":"issue","number":6}"#,
    },
    Story {
        name: "two submarines, one hidden and one that joins",
        position: r#"
in "Turn 5": time
in "US at war": us-status
now:
at "SZ 20": 2 x japan-sub, us-ca, us-bb damaged
copy Allies:
at "SZ 20": us-ca, us-bb damaged
at "SZ 20": japan-sub seen=2 sighted="turn 5"
ledger allies:
entry,issue,round,power,phase,place,side_seen,class,number,damage,source,withheld,ends
1,6,5,us,CC,SZ 20,japan,CA,1,0,C6,,
2,6,5,us,CC,SZ 20,japan,SUB,1,0,1,1 SUB,"#,
        log: r#"
us CM: {"kind":"order","item":1,"units":"CA, BB","path":["SZ 35","SZ 20"],"purpose":"attack"}
us CC: {"kind":"enter","item":1,"group":"CA, BB","place":"SZ 20","from":"SZ 35","ends":true}
us CC: {"kind":"message","template":"M10","to":"japan","fields":{"zone":"SZ 20"}}
us CC: {"kind":"answer","template":"M10","by":"japan","choice":1}
us CC: {"kind":"message","template":"M01","to":"japan","fields":{"place":"SZ 20"}}
us CC: {"kind":"message","template":"M02","to":"us","fields":{"item":1,"zone":"SZ 20"}}
us CC: {"kind":"battle","number":1,"place":"SZ 20","units":{"us":"CA, BB","japan":"CA, SUB"},"cause":"attack"}
us CC: {"kind":"roll","battle":1,"unit":"us BB","purpose":"attack","die":2,"hit":true}
us CC: {"kind":"casualty","battle":1,"unit":"japan CA"}
us CC: {"kind":"roll","battle":1,"unit":"japan SUB","purpose":"defence","die":1,"hit":true}
us CC: {"kind":"retreat","battle":1,"unit":"japan SUB","to":"SZ 20"}
us CC: {"kind":"battle-end","number":1,"place":"SZ 20"}
us CI: {"kind":"issue","number":6}"#,
    },
    Story {
        name: "an attack from two zones on land and at sea",
        position: r#"
in "Turn 5": time
in "US at war": us-status
now:
phase: CC
at "SZ 35": us-ca
at "SZ 208": us-dd
at "SZ 20": us-tr
at "Siam": us-inf, us-inf, japan-inf"#,
        log: r#"
us CM: {"kind":"order","item":1,"units":"CA","path":["SZ 35","SZ 20"],"purpose":"attack"}
us CM: {"kind":"order","item":2,"units":"DD, TR (2 INF)","path":["SZ 208","SZ 35","SZ 20"],"purpose":"attack"}
us CM: {"kind":"order","item":3,"units":"2 INF","path":["SZ 20","Siam"],"purpose":"land"}
us CC: {"kind":"enter","item":1,"group":"CA","place":"SZ 20","from":"SZ 35","ends":true}
us CC: {"kind":"enter","item":2,"group":"DD, TR (2 INF)","place":"SZ 35","from":"SZ 208","ends":false}
us CC: {"kind":"enter","item":2,"group":"DD, TR (2 INF)","place":"SZ 20","from":"SZ 35","ends":true}
us CC: {"kind":"message","template":"M01","to":"japan","fields":{"place":"SZ 20"}}
us CC: {"kind":"message","template":"M02","to":"us","fields":{"item":1,"zone":"SZ 20"}}
us CC: {"kind":"battle","number":1,"place":"SZ 20","units":{"us":"CA, DD, TR","japan":"CV"},"cause":"attack"}
us CC: {"kind":"roll","battle":1,"unit":"us CA","purpose":"attack","die":1,"hit":true}
us CC: {"kind":"roll","battle":1,"unit":"us DD","purpose":"attack","die":1,"hit":true}
us CC: {"kind":"casualty","battle":1,"unit":"japan CV"}
us CC: {"kind":"retreat","battle":1,"unit":"us CA","to":"SZ 35"}
us CC: {"kind":"retreat","battle":1,"unit":"us DD","to":"SZ 35"}
us CC: {"kind":"battle-end","number":1,"place":"SZ 20"}
us CC: {"kind":"message","template":"M01","to":"japan","fields":{"place":"Siam"}}
us CC: {"kind":"enter","item":3,"group":"2 INF","place":"Siam","from":"SZ 20","ends":true}
us CC: {"kind":"battle","number":2,"place":"Siam","units":{"us":"2 INF","japan":"INF"},"cause":"attack"}
us CC: {"kind":"battle-end","number":2,"place":"Siam"}"#,
    },
    Story {
        name: "a convoy loss",
        position: r#"
in "Turn 5": time
before:
in "IPC 20": japan-income
at "SZ 206": us-sub
now:
in "IPC 16": japan-income
at "SZ 206": us-sub
shared:
in "IPC 16": japan-income"#,
        log: r#"
japan CI: {"kind":"convoy","amount":4}
japan CI: {"kind":"message","template":"M14","to":"japan","fields":{"n":4}}
japan CI: {"kind":"income","amount":16}"#,
    },
    Story {
        name: "a bump and the moves after it",
        position: r#"
in "Turn 5": time
in "US at war": us-status
now:
phase: NC
at "SZ 20": japan-ca, us-dd
at "SZ 207": us-tr
ledger allies:
entry,issue,round,power,phase,place,side_seen,class,number,damage,source,withheld,ends
1,0,1,,,SZ 20,japan,BB,1,0,setup,,
2,2,3,us,CC,SZ 20,japan,CA,1,0,C6,,1
ledger axis:
entry,issue,round,power,phase,place,side_seen,class,number,damage,source,withheld,ends
1,0,1,,,SZ 35,us,CA,1,0,setup,,"#,
        log: r#"
us CC: {"kind":"message","template":"M01","to":"japan","fields":{"place":"SZ 20"}}
us CC: {"kind":"battle","number":1,"place":"SZ 20","units":{"us":"SUB","japan":"DD"},"cause":"sub"}
us CC: {"kind":"battle-end","number":1,"place":"SZ 20"}
us NC: {"kind":"order","item":5,"units":"DD, CA","path":["SZ 35","SZ 20"]}
us NC: {"kind":"enter","item":5,"group":"DD","place":"SZ 20","from":"SZ 35","ends":true}
us NC: {"kind":"message","template":"M13","to":"us","fields":{"zone":"SZ 20","list":"CA"}}
us NC: {"kind":"message","template":"M13","to":"japan","fields":{"zone":"SZ 20","list":"DD"}}
us NC: {"kind":"battle","number":2,"place":"SZ 20","units":{"us":"DD","japan":"CA"},"cause":"bump"}
us NC: {"kind":"roll","battle":2,"unit":"us DD","purpose":"attack","die":6,"hit":false}
us NC: {"kind":"battle-end","number":2,"place":"SZ 20"}
us NC: {"kind":"enter","item":6,"group":"TR","place":"SZ 207","from":"SZ 35","ends":true}
us MO: {"kind":"mobilize","what":"INF","place":"Prairie Coast"}"#,
    },
    Story {
        name: "an interception and a raid beside an attack",
        position: r#"
in "Turn 5": time
in "US at war": us-status
now:
phase: CC
control: japan "Philippines"
at "Philippines": 2 x japan-ftr, japan-tac, japan-airbase
at "Siam": us-bmb, us-ftr, japan-inf, japan-ic number=3"#,
        log: r#"
us CM: {"kind":"order","item":1,"units":"BMB, FTR","path":["Prairie Coast","SZ 35","SZ 208","Siam"],"purpose":"raid"}
us CC: {"kind":"enter","item":1,"group":"BMB, 2 FTR","place":"SZ 35","from":"Prairie Coast","ends":false}
us CC: {"kind":"message","template":"M05","to":"japan","fields":{"zone":"SZ 35"}}
us CC: {"kind":"answer","template":"M05","by":"japan","choice":"FTR"}
us CC: {"kind":"message","template":"M20","to":"us","fields":{"item":1,"arm":"air","zone":"SZ 35"}}
us CC: {"kind":"battle","number":1,"place":"SZ 35","units":{"us":"BMB, 2 FTR","japan":"FTR"},"cause":"interception"}
us CC: {"kind":"roll","battle":1,"unit":"us FTR","purpose":"interception","die":4,"hit":false}
us CC: {"kind":"roll","battle":1,"unit":"japan FTR","purpose":"interception","die":1,"hit":true}
us CC: {"kind":"casualty","battle":1,"unit":"us FTR"}
us CC: {"kind":"battle-end","number":1,"place":"SZ 35"}
us CC: {"kind":"enter","item":1,"group":"BMB, FTR","place":"SZ 208","from":"SZ 35","ends":false}
us CC: {"kind":"enter","item":1,"group":"BMB, FTR","place":"Siam","from":"SZ 208","ends":true}
us CC: {"kind":"message","template":"M01","to":"japan","fields":{"place":"Siam"}}
us CC: {"kind":"battle","number":2,"place":"Siam","units":{"us":"BMB, FTR","japan":"IC"},"cause":"raid"}
us CC: {"kind":"battle-end","number":2,"place":"Siam"}"#,
    },
];

#[test]
fn the_dialogues_and_worked_examples_accuse_nobody_told_in_full_or_by_half() {
    let wrong: Vec<String> =
        STORIES.iter().flat_map(|story| accusations(story.name, &told(story), Grain::Fields)).collect();
    assert!(wrong.is_empty(), "{} accusations\n{}", wrong.len(), wrong.join("\n"));
}
