//! Hidden play through `run`: the sample dialogues and the worked examples, every message of every step in its order.

use std::fmt::Write as _;

use serde::Deserialize;
use serde_json::{Value, json};

use super::{liege, said, told};

#[derive(Deserialize)]
struct Cases {
    case: Vec<PlayedCase>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayedCase {
    id: String,
    #[expect(dead_code, reason = "for whoever reads the data")]
    title: String,
    #[expect(dead_code, reason = "for whoever reads the data")]
    lines: String,
    step: Vec<Step>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    event: String,
    /// The procedure, then its values.
    words: Vec<String>,
    /// Blitz orders, one attempt after the other.
    #[serde(default)]
    attempts: Vec<String>,
    /// Side, label, answer.
    #[serde(default)]
    answers: Vec<[String; 3]>,
    #[serde(default)]
    dice: Vec<u8>,
    messages: Vec<Told>,
    /// Who sees whom.
    #[serde(default)]
    sees: Vec<[String; 2]>,
    /// Cause and both sides of the first battle.
    battle: Option<[String; 3]>,
    stops: Option<String>,
    naval_battle: Option<bool>,
    /// What is done to pieces and places: `TR: eliminate`.
    #[serde(default)]
    changes: Vec<String>,
    result: String,
}

#[derive(Deserialize, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
struct Told {
    to: String,
    template: String,
    fields: Value,
}

/// Units of a report as they are typed.
fn units(value: &Value) -> String {
    let one = |unit: &Value| {
        let number = unit["number"].as_u64().filter(|number| *number > 1);
        let mut text = number.map(|number| format!("{number} ")).unwrap_or_default();
        text += unit["class"].as_str().unwrap();
        if let Some(damage) = unit["damage"].as_u64() {
            let _ = write!(text, " damage {damage}");
        }
        match unit["cargo"].as_array() {
            Some(cargo) if !cargo.is_empty() => text + &format!(" ({})", units(&unit["cargo"])),
            _ => text,
        }
    };
    let all: Vec<String> = value.as_array().unwrap().iter().map(one).collect();
    if all.is_empty() { "none".into() } else { all.join(", ") }
}

/// Runs a step; its report as JSON.
fn played(step: &Step) -> Value {
    let folder = tempfile::tempdir().unwrap();
    let mut words: Vec<String> = vec!["run".into(), "aafog".into()];
    words.extend(step.words.clone());
    if !step.attempts.is_empty() {
        let path = folder.path().join("blitz.json");
        std::fs::write(&path, json!({"blitz": step.attempts}).to_string()).unwrap();
        words.extend(["--input".into(), path.to_string_lossy().into_owned()]);
    }
    if !step.answers.is_empty() {
        let mut orders = json!({"format": 1});
        for [side, label, answer] in &step.answers {
            if orders[side][label].is_null() {
                orders[side][label] = json!([]);
            }
            orders[side][label].as_array_mut().unwrap().push(answer.as_str().into());
        }
        let path = folder.path().join("orders.json");
        std::fs::write(&path, orders.to_string()).unwrap();
        words.extend(["--orders".into(), path.to_string_lossy().into_owned()]);
    }
    let faces: Vec<String> = step.dice.iter().map(u8::to_string).collect();
    if !faces.is_empty() {
        words.extend(["--dice".into(), faces.join(",")]);
    }
    words.extend(["--format".into(), "json".into()]);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    serde_json::from_str(&told(&words, 0)).unwrap()
}

/// What a report says in the terms of a step.
fn upshots<'r>(report: &'r Value, kind: &str) -> Vec<&'r Value> {
    let all = report["outcome"]["upshots"].as_array().unwrap();
    all.iter().filter(|upshot| upshot["kind"] == kind).collect()
}

fn differences(step: &Step, report: &Value) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut same = |what: &str, found: String, expected: String| {
        if found != expected {
            wrong.push(format!("{what}: found {found}, expected {expected}"));
        }
    };
    let messages: Vec<Told> = upshots(report, "message")
        .into_iter()
        .map(|message| Told {
            to: message.get("power").unwrap_or(&message["to"]).as_str().unwrap().into(),
            template: message["template"].as_str().unwrap().into(),
            fields: message["fields"].clone(),
        })
        .collect();
    let lines = report["steps"].as_array().unwrap().iter();
    let in_order: Vec<&str> =
        lines.filter_map(|line| line["label"].as_str()?.split_once(" to ").map(|(id, _)| id)).collect();
    let due: Vec<&str> = step.messages.iter().map(|message| message.template.as_str()).collect();
    same("lines", in_order.join(" "), due.join(" "));
    let sees: Vec<[String; 2]> = upshots(report, "sighting")
        .into_iter()
        .map(|seen| [seen["by"].as_str().unwrap().into(), units(&seen["units"])])
        .collect();
    same("sees", format!("{sees:?}"), format!("{:?}", step.sees));
    let battle = upshots(report, "battle").first().map(|battle| {
        [battle["cause"].as_str().unwrap().to_owned(), units(&battle["mover"]), units(&battle["occupant"])]
    });
    same("battle", format!("{battle:?}"), format!("{:?}", step.battle));
    let stops = upshots(report, "stop").first().map(|stop| units(&stop["units"]));
    same("stops", format!("{stops:?}"), format!("{:?}", step.stops));
    if let Some(naval) = step.naval_battle {
        same("naval battle", report["outcome"]["naval_battle"].to_string(), naval.to_string());
    }
    let changes: Vec<String> = report["changes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|deed| {
            let to = deed["to"].as_str().map(|to| format!(" {to}")).unwrap_or_default();
            format!("{}: {}{to}", deed["subject"].as_str().unwrap(), deed["change"].as_str().unwrap())
        })
        .collect();
    same("changes", format!("{changes:?}"), format!("{:?}", step.changes));
    same("result", report["result"].to_string(), format!("{:?}", step.result));
    same("open", report["open"].to_string(), "null".into());
    if messages != step.messages {
        wrong.push(format!("messages: found {messages:#?}, expected {:#?}", step.messages));
    }
    wrong
}

fn check(text: &str, least: usize) {
    let cases: Cases = toml::from_str(text).unwrap();
    let mut wrong = Vec::new();
    let mut steps = 0;
    for case in &cases.case {
        for step in &case.step {
            steps += 1;
            let found = differences(step, &played(step));
            wrong.extend(found.into_iter().map(|one| format!("{}, {}: {one}", case.id, step.event)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(steps >= least, "{steps} steps");
}

#[test]
fn the_three_dialogues_are_played_with_every_message_in_its_order() {
    check(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/aafog/dialogues.toml")), 6);
}

#[test]
fn every_worked_example_of_a_meeting_comes_out_as_told() {
    check(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/aafog/meetings.toml")), 30);
}

#[test]
fn a_question_that_nobody_answers_stays_open_with_all_that_was_told_before() {
    let words = ["run", "aafog", "P02", "zone=SZ 35", "mover=CA", "occupants=none", "base=japan"];
    let text = told(&[&words[..], &["base-aircraft=2 FTR, TAC"]].concat(), 1);
    assert!(text.contains("M05 to japan") && !text.contains("M01"), "{text}");
    assert!(text.contains("open: the occupant decides \"scramble\""), "{text}");
    assert!(text.contains("none | 1 TAC | 1 FTR | 1 FTR, 1 TAC | 2 FTR | 2 FTR, 1 TAC"), "{text}");
    let limited = told(&[&words[..], &["base-aircraft=2 FTR, TAC", "scramble-limit=1"]].concat(), 1);
    assert!(limited.contains("answers: none | 1 TAC | 1 FTR\n"), "{limited}");
    let empty = told(&[&words[..], &["base-aircraft=none"]].concat(), 0);
    assert!(
        empty.contains("M05") && !empty.contains("open:"),
        "a base without aircraft decides nothing: {empty}"
    );
}

#[test]
fn what_a_procedure_needs_is_asked_for_by_name() {
    for (words, expected) in [
        (&["P01"][..], "orders: is missing"),
        (&["P01", "orders=CA"], "expected units and their path"),
        (&["P01", "orders=CA: SZ 1 > SZ 2", "results=1 sank"], "expected 1 entered PLACE"),
        (&["P02", "zone=SZ 1", "mover=CA, FTR"], "ends: is missing"),
        (&["P02", "mover=CA"], "zone: is missing"),
        (&["P02", "zone=SZ 1"], "mover: is missing"),
        (&["P02", "zone=SZ 1", "mover=CA", "base=japan"], "base-aircraft: is missing"),
        (&["P02", "zone=SZ 1", "mover=CA", "kamikaze=yes"], "tokens: is missing"),
        (&["P02", "zone=SZ 1", "mover=INF"], "land units sail in a transport"),
        (&["P02", "zone=SZ 1", "mover=CA", "occupants=BMB"], "found BMB"),
        (&["P02", "zone=SZ 1", "mover=CA", "began=2 CA"], "not all among"),
        (&["P02", "zone=SZ 1", "mover=FTR", "ends=2 FTR"], "not all among"),
        (&["P02", "zone=SZ 1", "mover=CA", "known=CV"], "only in a non-combat move"),
        (&["P04", "zone=SZ 1", "mover=CA", "non-combat=no"], "AAF-P04 is the procedure for non-combat=yes"),
        (&["P03", "place=X", "power=us", "mover=TANK", "occupants=none"], "beside: is missing"),
        (&["P03", "place=X", "power=us", "mover=INF", "occupants=none"], "owner: is missing"),
        (&["P03", "place=X", "power=us", "mover=FTR", "occupants=none"], "left: is missing"),
        (&["P03", "place=X", "power=us", "mover=INF"], "occupants: is missing"),
        (&["P03", "place=X", "power=us", "mover=INF", "occupants=INF", "raid=BMB"], "target: is missing"),
        (&["P03", "place=X", "power=us", "mover=CA", "occupants=none"], "expected land units and aircraft"),
        (&["P05", "zone=SZ 1", "mover=FTR, BMB", "occupants=FTR"], "mover-bomber-hits: is missing"),
        (&["P05", "zone=SZ 1", "mover=CA", "occupants=FTR"], "a fleet fights a battle instead"),
        (&["P06", "chart=us 20", "collects=japan"], "the income of japan is missing"),
        (&["P06", "chart=us twenty", "collects=us"], "expected a power and a sum"),
        (&["P07", "viewer=axis"], "piece: expected what it is about"),
        (&["P07", "piece=CV", "viewer=axis"], "power: CV is somebody's, and nobody is named"),
        (&["P07", "piece=us CV", "power=uk", "viewer=axis"], "is uk, but the piece is us's"),
        (&["P07", "piece=us CV"], "viewer: is missing"),
        (&["P07", "piece=us CV", "viewer=axis", "known=battle"], "turn: is missing"),
        (&["P07", "piece=us CV", "viewer=axis", "known=one-sided", "turn=1"], "by: is missing"),
        (&["P07", "piece=us CV", "what=PLAYER"], "what: is given in addition to piece"),
        (&["P08", "piece=us CV", "change=moved", "side=axis"], "turn-of: is missing"),
        (
            &["P08", "piece=us CV", "change=moved", "side=allies", "turn-of=us", "phase=CM"],
            "listed: is missing",
        ),
        (&["P09", "issue=0", "name=SZ 20", "pieces=none"], "salt: is missing"),
        (&["P09", "issue=0", "name=SZ 20", "salt=00", "pieces=none"], "expected 64 hexadecimal digits"),
        (&["P09", "issue=0", "name=SZ 20", "pieces=BB"], "expected germany BB 0 7 -"),
    ] {
        let output = liege(&[&["run", "aafog"], words].concat());
        let talk = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {talk}");
        assert!(talk.contains(expected), "{words:?}: {talk}");
    }
}

#[test]
fn the_chances_of_a_free_shot_and_of_an_interception_are_exact() {
    let json = |words: &[&str]| -> Value {
        let all = [&["chances", "aafog"], words, &["--format", "json"]].concat();
        serde_json::from_str(&told(&all, 0)).unwrap()
    };
    let shot = json(&["P02", "zone=SZ 7", "mover=TR", "occupants=SUB", "--policy", "occupant=fire"]);
    assert_eq!(shot["exact"], true);
    let share = |report: &Value, result: &str| {
        let rows = report["results"].as_array().unwrap().iter();
        rows.filter(|row| row["result"] == result).map(|row| row["p"].as_f64().unwrap()).sum::<f64>()
    };
    assert!((share(&shot, "lost: TR") - 1.0 / 3.0).abs() < 1e-9, "{shot:#}");
    let salvo = json(&[
        "P05",
        "zone=SZ 7",
        "mover=FTR",
        "occupants=FTR",
        "mover-fighter-hits=1",
        "scrambled-fighter-hits=1",
    ]);
    assert_eq!(salvo["exact"], true);
    assert!((share(&salvo, "hits 0 to 1; flies on: none") - 5.0 / 36.0).abs() < 1e-9, "{salvo:#}");
}

#[test]
fn each_reading_of_an_open_point_has_a_result_of_its_own() {
    let questions: [(&str, [&str; 2], &[&str]); 6] = [
        (
            "air_escort_subs",
            ["mover_chooses", "combat"],
            &["P02", "zone=S", "mover=DD, FTR", "ends=all", "occupants=SUB"],
        ),
        (
            "passing_aircraft",
            ["meet_nobody", "meet_ships"],
            &["P02", "zone=S", "mover=FTR", "ends=none", "occupants=CA"],
        ),
        (
            "engaged_fleet",
            ["ends_its_move", "goes_on"],
            &["P02", "zone=S", "mover=CA", "kamikaze=yes", "tokens=1", "--policy", "occupant=spend"],
        ),
        (
            "subs_under_scramble",
            ["stay_out", "draw_it"],
            &[
                "P02",
                "zone=S",
                "mover=SUB, FTR",
                "ends=none",
                "base=japan",
                "base-aircraft=FTR",
                "--policy",
                "occupant=scramble",
            ],
        ),
        (
            "bases_shown",
            ["like_complexes", "not_shown"],
            &["P03", "place=X", "power=us", "mover=INF", "occupants=INF, AIRBASE"],
        ),
        (
            "blitz_after_aircraft",
            ["not_offered", "offered"],
            &["P03", "place=X", "power=us", "mover=TANK", "occupants=FTR", "beside=Y"],
        ),
    ];
    for (key, readings, words) in questions {
        // Some come to a question that nobody answers.
        let answer = |more: &[&str]| {
            let output = liege(&[&["run", "aafog", "--seed", "1"], words, more].concat());
            let text = String::from_utf8(output.stdout.clone()).unwrap();
            let status = i32::from(text.contains("\nopen: ") || text.starts_with("open: "));
            assert_eq!(output.status.code(), Some(status), "{}", said(&output));
            text
        };
        let [first, second] = readings.map(|reading| answer(&["--choice", &format!("{key}={reading}")]));
        assert_ne!(first, second, "{key}");
        assert_eq!(first, answer(&[]), "{key}: the first reading is the default");
    }
}

#[test]
fn the_examples_on_the_pages_of_the_procedures_give_what_they_say() {
    let mut tried = 0;
    for id in (1..=9).map(|number| format!("AAF-P0{number}")) {
        let path = format!("{}/rules/aafog/procedures/{id}.md", env!("CARGO_MANIFEST_DIR"));
        let page = std::fs::read_to_string(path).unwrap();
        let explained = told(&["explain", &id], 0);
        let (_, examples) = page.split_once("## Example").unwrap();
        let blocks: Vec<&str> = examples.split("gives `").collect();
        for pair in blocks.windows(2) {
            let command = pair[0].lines().rfind(|line| line.starts_with("liege ")).unwrap();
            let quoted = command.split('"').enumerate();
            let words = quoted.flat_map(|(at, part)| match at % 2 {
                1 => vec![part],
                _ => part.split_whitespace().collect(),
            });
            let words: Vec<&str> = words.skip(1).collect();
            let (result, _) = pair[1].split_once('`').unwrap();
            let text = told(&words, 0);
            assert!(text.contains(&format!("result: {result}\n")), "{command}: {text}");
            assert!(explained.contains(command), "{id}");
            tried += 1;
        }
    }
    assert!(tried >= 16, "{tried}");
}

/// Runs a procedure and gives its outcome.
pub fn outcome(words: &[&str]) -> Value {
    let all = [&["run", "aafog"], words, &["--format", "json"]].concat();
    let json: Value = serde_json::from_str(&told(&all, 0)).unwrap();
    let mut outcome = json["outcome"].clone();
    outcome["result"] = json["result"].clone();
    outcome
}

#[test]
fn every_row_of_what_a_copy_shows_decides_something() {
    let cases = [
        ("set-up", "us CV", "axis", "known=setup", "shown"),
        ("cargo", "us INF", "axis", "known=cargo", "removed"),
        ("deck", "us FTR", "axis", "known=carrier turn=2", "a ghost: 1 us FTR, turn 2"),
        (
            "in-battle",
            "us CV",
            "axis",
            "known=in-battle",
            "removed: it is in the shared save, without its cargo",
        ),
        (
            "in-battle",
            "us CV",
            "shared",
            "known=in-battle",
            "shown at the battle board, without what it carries",
        ),
        ("facility", "uk IC", "axis", "known=raid turn=4 damage=3", "a ghost: 1 uk IC, damage 3, turn 4"),
        ("facility", "uk AA gun", "axis", "", "a ghost: 1 uk AAGUN, turn 0"),
        ("transport", "us TR", "axis", "known=chart turn=1 number=2", "a ghost: 2 us TR, turn 1"),
        ("seen", "us BB", "axis", "known=battle turn=3 damage=1", "a ghost: 1 us BB, damage 1, turn 3"),
        ("seen", "us BB", "allies", "known=battle", "shown"),
        ("one-sided", "us TR", "axis", "known=one-sided by=axis turn=5", "a ghost: 1 us TR, turn 5"),
        ("one-sided", "us TR", "axis", "known=one-sided by=allies turn=5", "removed"),
        ("passing", "us BMB", "axis", "known=notice", "removed: the message is in the ledger"),
        ("captors", "us INF", "axis", "known=undefended", "removed: the change of control is shown"),
        ("bought", "us INF", "axis", "known=bought", "removed"),
        (
            "casualty",
            "us CA",
            "axis",
            "known=casualty",
            "removed: its ghost goes; a common box may show the piece",
        ),
        ("casualty", "us CA", "allies", "known=casualty", "in its box, or gone"),
        ("unseen-loss", "us FTR", "axis", "known=unseen-loss", "removed: ghosts stay as they are"),
        ("unseen-sub", "japan SUB", "allies", "", "a ghost: 1 japan SUB, turn 0"),
        ("unmet", "japan TANK", "allies", "number=3", "a ghost: 3 japan TANK, turn 0"),
        (
            "gained",
            "us control",
            "axis",
            "known=non-combat phase=NC",
            "shown with the chart at Collect Income",
        ),
        ("gained", "us control", "axis", "known=non-combat phase=CI", "shown"),
        ("control", "us control marker", "shared", "", "shown"),
        ("income", "ipc chart", "axis", "", "shown"),
        ("money", "us money", "axis", "", "removed: nothing, or the sum after the last Collect Income"),
        ("money", "us money", "allies", "", "shown"),
        ("technology", "us technology", "axis", "known=used", "shown"),
        ("research", "us technology", "axis", "", "removed"),
        ("tokens", "japan kamikaze", "allies", "", "shown"),
        ("orders", "japan orders", "allies", "", "removed: announced item by item"),
        ("time", "time marker", "shared", "", "shown"),
        ("neutral", "neutral", "axis", "", "shown"),
        ("guess", "us mock-up", "allies", "", "shown as its side left it"),
        ("guess", "us mock-up", "axis", "", "removed"),
        ("display", "dice tower", "allies", "", "shown"),
        ("rest", "a coffee cup", "axis", "", "removed"),
    ];
    for (row, piece, viewer, more, result) in cases {
        let (piece, viewer) = (format!("piece={piece}"), format!("viewer={viewer}"));
        let more: Vec<&str> = more.split_whitespace().collect();
        let told = outcome(&[&["P07", &piece, &viewer], more.as_slice()].concat());
        assert_eq!(
            (told["row"].as_str(), told["result"].as_str()),
            (Some(row), Some(result)),
            "{piece} {more:?}"
        );
    }
    let tried = cases.iter().map(|case| case.0).collect();
    every_row("views.csv", tried);
    let base = ["P07", "piece=us air base", "viewer=axis", "known=battle", "turn=2"];
    assert_eq!(outcome(&base)["result"], "a ghost: 1 us AIRBASE, turn 2");
    let unseen = outcome(&[&base[..], &["--choice", "bases_shown=not_shown"]].concat());
    assert_eq!(unseen["result"], "removed");
}

/// Refuses a table with a row that no case is about, or that comes too late to be found.
pub fn every_row(file: &str, tried: std::collections::BTreeSet<&str>) {
    let path = format!("{}/rules/aafog/{file}", env!("CARGO_MANIFEST_DIR"));
    let table = std::fs::read_to_string(path).unwrap();
    let rows: std::collections::BTreeSet<&str> =
        table.lines().skip(1).filter_map(|line| line.split(',').next()).collect();
    assert_eq!(tried, rows, "{file}");
}

#[test]
fn every_row_of_what_is_no_piece_decides_something() {
    let cases = [
        ("pieces", "piece", "rewritten"),
        ("ghosts", "ghost-piece", "rewritten"),
        ("links", "mat", "rewritten"),
        ("masks", "mask", "own"),
        ("decks", "hand", "own"),
        ("roster", "player", "own"),
        ("properties", "GlobalProperty", "rewritten"),
        ("frame", "SETUP_STACK", "kept"),
        ("notes", "NOTES", "replaced"),
        ("private-notes", "PNOTE", "own"),
        ("save-data", "savedata", "replaced"),
        ("archive", "zip", "replaced"),
        ("rest", "UNDO", "dropped"),
        ("rest", "SOMETHING_NEW", "dropped"),
    ];
    for (row, what, fate) in cases {
        let told = outcome(&["P07", &format!("what={what}")]);
        assert_eq!((told["row"].as_str(), told["result"].as_str()), (Some(row), Some(fate)), "{what}");
    }
    every_row("commands.csv", cases.iter().map(|case| case.0).collect());
}

#[test]
fn every_row_of_a_copy_that_comes_back_decides_something() {
    let cases = [
        ("guess", "us ghost", "removed", "CM", "", "mock-up"),
        ("enemy", "us CV", "moved", "CM", "", "mock-up"),
        ("enemy", "us money", "changed", "PU", "", "mock-up"),
        ("public", "japan control", "added", "CM", "", "left-out"),
        ("public", "time", "moved", "CI", "", "left-out"),
        ("partner", "germany INF", "moved", "CM", "listed=yes", "left-out"),
        ("list", "japan orders", "changed", "CM", "", "applied"),
        ("purchase", "japan money", "changed", "PU", "", "applied"),
        ("bought", "japan TANK", "added", "PU", "", "applied"),
        ("research", "japan research", "added", "RD", "", "applied"),
        ("technology", "japan technology", "added", "RD", "", "left-out"),
        ("move", "japan BB", "moved", "CM", "listed=yes", "applied"),
        ("unlisted", "japan BB", "moved", "CM", "listed=no", "left-out"),
        ("non-combat", "japan BB", "moved", "NC", "", "applied"),
        ("mobilize", "japan TANK", "added", "MO", "", "applied"),
        ("losses", "japan BB", "removed", "CC", "", "left-out"),
        ("damage", "japan BB", "changed", "CC", "", "left-out"),
        ("rest", "japan BB", "moved", "CI", "", "left-out"),
        ("rest", "japan orders", "changed", "CC", "", "left-out"),
    ];
    for (row, piece, change, phase, more, fate) in cases {
        let words = [format!("piece={piece}"), format!("change={change}"), format!("phase={phase}")];
        let mut all = vec!["P08", "side=axis", "turn-of=japan"];
        all.extend(words.iter().map(String::as_str).chain(more.split_whitespace()));
        let told = outcome(&all);
        assert_eq!(
            (told["row"].as_str(), told["fate"].as_str()),
            (Some(row), Some(fate)),
            "{piece} {change} {phase}"
        );
    }
    every_row("returns.csv", cases.iter().map(|case| case.0).collect());
}

#[test]
fn an_opening_is_computed_by_hand_as_the_page_of_commitments_has_it() {
    let page = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/commitments.md"));
    let zeros = format!("key={}", "0".repeat(64));
    let words = ["P09", "issue=0", "name=SZ 20", &zeros, "pieces=germany BB 0 7 -"];
    let leaf = outcome(&words);
    let hex = |value: &Value| value.as_str().unwrap().to_owned();
    let (piece, leaf) = (hex(&leaf["pieces"][0]), hex(&leaf["leaf"]));
    let empty = hex(&outcome(&["P09", "issue=0", "name=SZ 19", &zeros, "pieces=none"])["leaf"]);
    let leaves = format!("leaves={empty},{leaf}");
    let all = outcome(&[&words[..], &[&leaves]].concat());
    let root = hex(&all["root"]);
    assert_eq!(all["proven"], Value::Null, "nothing was published");
    for value in [&piece, &leaf, &empty, &root] {
        assert!(page.contains(&format!("| `{value}` |")), "{value}");
    }
    let published = format!("root={root}");
    let judge = |words: &[&str]| outcome(&[words, &[leaves.as_str(), published.as_str()]].concat());
    assert_eq!(judge(&words)["proven"], true);
    let secret = format!("pieces={piece}");
    assert_eq!(judge(&["P09", "issue=0", "name=SZ 20", &zeros, &secret])["proven"], true, "a bare hash");
    for (wrong, why) in [
        (["P09", "issue=0", "name=SZ 20", &zeros, "pieces=germany BB 1 7 -"], "not among the leaves"),
        (["P09", "issue=0", "name=SZ 20", &zeros, "text=germany"], "not among the leaves"),
    ] {
        let told = judge(&wrong);
        assert!(told["proven"] == false && told["result"].as_str().unwrap().contains(why), "{told}");
    }
    let other = format!("root={}", "1".repeat(64));
    let told = outcome(&[&words[..], &[&leaves, &other]].concat());
    assert_eq!(told["result"], "contradicted: the leaves have another root than was published");
}
