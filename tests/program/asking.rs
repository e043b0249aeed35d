//! `--ask` and `--continue`: questions answered at the terminal, and a resolution that goes on from a report.

use serde_json::Value;

use super::resolve::{Case, PAIR};
use super::{liege, squeezed};
use crate::call::Call;

/// Two cruisers against a cruiser and a destroyer, and dice that leave all afloat after the first round.
const NIGHT: [&str; 5] = [
    "run",
    "atpo",
    "R14",
    "attack=Chokai:CA 3-8/1-6, Furutaka:CA 2-7/1-5",
    "defence=Canberra:CA 2-8/1-6, Bagley:DD 0(3)-5/0(2)-4",
];

/// What a call says while somebody types, in a folder: results, talk and status.
fn typing(folder: &std::path::Path, arguments: &[&str], typed: &str) -> (String, String, Option<i32>) {
    let out = Call::of(arguments).within(folder).typing(typed).output();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (text(&out.stdout), text(&out.stderr), out.status.code())
}

fn json(arguments: &[&str], status: i32) -> Value {
    let out = liege(&[arguments, &["--format", "json"]].concat());
    assert_eq!(out.status.code(), Some(status), "{}", String::from_utf8_lossy(&out.stderr));
    serde_json::from_slice(&out.stdout).unwrap()
}

fn night<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&NIGHT[..], more].concat()
}

#[test]
fn questions_are_numbered_choices_and_the_answers_become_an_orders_file() {
    let folder = tempfile::tempdir().unwrap();
    let asked = night(&["--seed", "5", "--ask"]);
    // By number, in words, not understood at first.
    let typed = "1\nsomebody\n9\nchokai\n1\nall\n2\n".to_owned() + &"1\n".repeat(12);
    let (told, talk, status) = typing(folder.path(), &asked, &typed);
    assert_eq!(status, Some(0), "{talk}");
    assert!(told.contains("\nresult: ") && !told.contains("open:"), "{told}");
    assert!(talk.contains("   1  Canberra  - ") && talk.contains("\n   2  Bagley  - "), "{talk}");
    assert!(talk.contains("lost in worth of ships: attacker "), "{talk}");
    assert_eq!(talk.matches("After each answer").count(), 1, "{talk}");
    assert_eq!(talk.matches("expected a number from 1 to 2").count(), 2, "{talk}");
    assert!(talk.contains("the answers are in orders-ATPO-R14.toml"), "{talk}");
    let orders = folder.path().join("orders-ATPO-R14.toml");
    let again = night(&["--seed", "5", "--orders", orders.to_str().unwrap()]);
    let (same, talk, _) = typing(folder.path(), &again, "");
    // Columns are those of the lines that are printed together.
    assert_eq!(squeezed(&same), squeezed(&told), "{talk}");
    typing(folder.path(), &asked, &typed);
    assert!(
        folder.path().join("orders-ATPO-R14-2.toml").exists(),
        "no file is written over unless it is named"
    );
}

#[test]
fn a_question_may_be_left_open_and_what_was_answered_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let asked = night(&["--seed", "5", "--ask", "--orders-out", "mine.toml"]);
    for end in ["q\n", ""] {
        let (told, _, status) = typing(folder.path(), &asked, &format!("2\n{end}"));
        assert_eq!(status, Some(1));
        assert!(told.contains("open: the ") && !told.contains("result:"), "{told}");
        let orders = std::fs::read_to_string(folder.path().join("mine.toml")).unwrap();
        assert!(orders.contains("target = [\"Bagley\"]"), "{orders}");
    }
    // Whoever types nothing that is an answer is not asked for ever.
    let (told, talk, _) = typing(folder.path(), &asked, &"what?\n".repeat(10_000));
    assert!(told.contains("open: the ") && talk.len() < 10_000, "{}", talk.len());
}

#[test]
fn a_report_goes_on_with_its_values_choices_dice_and_answers() {
    let folder = tempfile::tempdir().unwrap();
    let report = folder.path().join("open.json");
    let orders = folder.path().join("orders.toml");
    let policies = "attacker=balanced,defender=cautious";
    let whole = json(&night(&["--seed", "11", "--choice", "hit_compare=gt", "--policy", policies]), 0);
    let answers = whole["answers"].as_array().unwrap().clone();
    assert!(answers.len() > 3, "{whole:#}");
    let mut call = night(&["--seed", "11", "--choice", "hit_compare=gt"]);
    let mut stops = 0;
    for (number, answer) in answers.iter().enumerate() {
        let out = liege(&[&call[..], &["--format", "json"]].concat());
        let open: Value = serde_json::from_slice(&out.stdout).unwrap();
        let question = &open["open"];
        assert_eq!(out.status.code(), Some(i32::from(!question.is_null())), "{open:#}");
        // Of two that choose in secret the first chooses again.
        if (&question["by"], &question["label"]) != (&answer["by"], &answer["label"]) {
            continue;
        }
        stops += 1;
        std::fs::write(&report, open.to_string()).unwrap();
        let secret = answer["label"] == "withdraw";
        let given = if secret { &answers[number..number + 2] } else { &answers[number..=number] };
        let one = |answer: &Value| {
            format!(
                "[{}]\n{} = {}\n",
                answer["by"].as_str().unwrap(),
                answer["label"].as_str().unwrap(),
                answer["answer"]
            )
        };
        std::fs::write(&orders, given.iter().map(one).collect::<String>()).unwrap();
        call = vec!["run", "atpo", "R14", "--continue", report.to_str().unwrap()];
        call.extend(["--orders", orders.to_str().unwrap()]);
    }
    assert!(stops > 2, "{stops}");
    assert_eq!(json(&call, 0), whole);
}

#[test]
fn faces_that_were_rolled_at_the_table_are_followed_by_new_ones() {
    let folder = tempfile::tempdir().unwrap();
    let call = |more: &[&str], status| json(&night(&[&["rounds=1"], more].concat()), status);
    let policies = ["--policy", "attacker=balanced,defender=balanced"];
    let rolled = call(&[&["--seed", "2"], &policies[..]].concat(), 0);
    let faces: Vec<String> = rolled["dice"].as_array().unwrap().iter().map(ToString::to_string).collect();
    let whole = call(&[&["--dice", &faces.join(",")], &policies[..]].concat(), 0);
    let open = call(&["--dice", &faces[..4].join(","), "--policy", "attacker=balanced"], 1);
    assert_eq!(open["dice"].as_array().unwrap().len(), 4, "{open:#}");
    let report = folder.path().join("open.json");
    std::fs::write(&report, open.to_string()).unwrap();
    let go_on = ["run", "atpo", "R14", "--continue", report.to_str().unwrap()];
    let rest = ["--dice", &faces[4..].join(",")];
    assert_eq!(json(&[&go_on[..], &rest, &policies].concat(), 0), whole);
    let other = liege(&[&go_on[..], &["--seed", "3"]].concat());
    assert!(String::from_utf8_lossy(&other.stderr).contains("already has dice"), "{other:?}");
}

#[test]
fn battles_of_a_save_go_on_and_those_that_wait_follow() {
    let case = Case::of(PAIR);
    let whole = case.path("whole.vsav");
    let battles = ["land-W4318", "land-W4416", "land-W4416.drm=-1", "--seed", "4"];
    let both = "attacker=weakest,advance,defender=stand,weakest";
    let out = |path: &std::path::Path| path.to_str().unwrap().to_owned();
    let due = case.json("resolve", &[&battles[..], &["--policy", both, "-o", &out(&whole)]].concat(), 0);
    let open = case.json("resolve", &battles, 1);
    assert!(open["open"].is_object() && open["waiting"][0]["battle"] == "land-W4416", "{open:#}");
    assert!(open["waiting"][0]["given"]["drm"] == -1, "{open:#}");
    let report = case.file("open.json", &serde_json::json!({"reports": [open]}).to_string());
    let after = case.path("after.vsav");
    let words = ["--continue", &report, "--policy", both, "-o", &out(&after)];
    assert_eq!(case.json("resolve", &words, 0), due);
    assert_eq!(std::fs::read(after).unwrap(), std::fs::read(whole).unwrap());
    for (wrong, told) in [
        (&["land-W4318", "--continue", &report][..], "takes battles and values from the report"),
        (&["--continue", &report, "--choice", "hit_compare=gt"], "was not made with --choice"),
    ] {
        let talk = case.refused("resolve", wrong);
        assert!(talk.contains(told), "{talk}");
    }
    let other = Case::of(&PAIR.replace("jp-armor-2", "jp-armor-3"));
    let talk = other.refused("resolve", &["--continue", &report]);
    assert!(talk.contains("was made from other values land-W4318: attack was"), "{talk}");
}

#[test]
fn answers_and_the_save_cannot_both_come_from_standard_input() {
    let folder = tempfile::tempdir().unwrap();
    let (told, talk, status) = typing(folder.path(), &["resolve", "-", "land-W4318", "--ask"], "1\n");
    assert_eq!((told.as_str(), status), ("", Some(2)));
    assert!(talk.contains("--ask reads answers from standard input"), "{talk}");
}

#[test]
fn what_is_no_report_is_refused_with_what_it_is() {
    let case = Case::of(PAIR);
    let done =
        json(&night(&["rounds=1", "--seed", "1", "--policy", "attacker=balanced,defender=balanced"]), 0);
    let open = json(&night(&["--seed", "1"]), 1);
    let with = |key: &str, value: Value| {
        let mut report = open.clone();
        report["reports"][0][key] = value;
        report.to_string()
    };
    for (text, told) in [
        ("[1, 2]".to_owned(), "expected an object"),
        ("{}".to_owned(), "is not a report"),
        ("{\"reports\": []}".to_owned(), "has no open decision"),
        (done.to_string(), "has no open decision"),
        (with("procedure", 7.into()), "is not a report of run or resolve"),
        (with("dice", serde_json::json!([700])), "is not a report of run or resolve"),
        (with("answers", serde_json::json!([{"by": "attacker"}])), "is not a report of run or resolve"),
        (with("waiting", serde_json::json!([1])), "remaining battles"),
        (with("procedure", "ATPO-R12".into()), "is not about ATPO-R14"),
        (
            with("answers", serde_json::json!([{"by": "defender", "label": "screen", "answer": "yes"}])),
            "the attacker is asked for \"target\" where it has an answer of the defender to \"screen\"",
        ),
        (
            with("answers", serde_json::json!([{"by": "attacker", "label": "target", "answer": "Yamato"}])),
            "\"Yamato\" is not one of Canberra, Bagley",
        ),
        (with("dice", serde_json::json!([1, 1, 1, 1, 1, 1])), "other dice or questions would come"),
    ] {
        let report = case.file("report.json", &text);
        let out = liege(&["run", "atpo", "R14", "--continue", &report]);
        let talk = String::from_utf8(out.stderr).unwrap();
        assert_eq!(out.status.code(), Some(2), "{talk}");
        assert!(talk.contains(told), "{told}: {talk}");
    }
}

#[test]
fn what_was_typed_in_secret_is_in_no_report_while_the_other_side_has_not_chosen() {
    let folder = tempfile::tempdir().unwrap();
    let cruisers = ["run", "atpo", "R14", "attack=CA 2-12/1-10", "defence=CA 2-12/1-10"];
    let call = [&cruisers[..], &["--dice", "1,1,1,1", "--ask", "--orders-out", "mine.toml"]].concat();
    let typed = |answer: &str| typing(folder.path(), &call, &format!("{answer}\nq\n"));
    let (stay, leave) = (typed("none"), typed("all"));
    assert_eq!(stay, leave, "neither the report nor the talk tells them apart");
    assert!(stay.1.contains("in secret") && stay.0.contains("open: the defender"), "{stay:?}");
}

/// A hit transport carries one of two pieces of cargo; the dice are those of a seed that hits it once.
const CARGO: &str = "game: atpo
date: 1942-08
phase: NA.1
at E4526: jp-bb-yamato engage
at E4526: us-stp-1
at E4526 aboard us-stp-1: us-marine-rgt-1, us-raider-1
";

#[test]
fn the_cargo_that_goes_down_is_its_owners_choice_and_stops_the_resolution_until_he_has_made_it() {
    let case = Case::of(CARGO);
    let sea = |more: &[&str], status| {
        let words = ["sea-E4526", "rounds=1", "--dice", "3,4", "--policy", "attacker=balanced"];
        case.json("resolve", &[&words[..], more].concat(), status)
    };
    let open = sea(&[], 1);
    assert_eq!(
        (&open["open"]["by"], &open["open"]["label"]),
        (&"defender".into(), &"cargo".into()),
        "{open:#}"
    );
    let answers = open["open"]["answers"].as_array().unwrap().clone();
    assert_eq!(answers.len(), 2, "{open:#}");
    let orders = case.file("orders.toml", &format!("[defender]\ncargo = {}\n", answers[1]));
    let chosen = sea(&["--orders", &orders], 0);
    let planned = chosen["planned"].to_string();
    let [kept, lost] = [&answers[0], &answers[1]].map(|name| name.as_str().unwrap());
    assert!(planned.contains(&format!("{lost} is eliminated")), "{planned}");
    assert!(!planned.contains(kept), "{planned}");
    let report = case.file("open.json", &serde_json::json!({"reports": [open]}).to_string());
    assert_eq!(case.json("resolve", &["--continue", &report, "--orders", &orders], 0), chosen);
    assert_eq!(sea(&["--policy", "defender=cautious"], 0)["answers"][0]["label"], "cargo");
}

#[test]
fn what_is_assumed_stands_before_the_first_question_and_the_report_stands_there_once() {
    let case = Case::of(PAIR);
    let folder = tempfile::tempdir().unwrap();
    let call = ["resolve", &case.save, "land-W4318", "--dice", "2", "--ask", "-q"];
    let (told, talk, status) = typing(folder.path(), &call, &"1\n".repeat(9));
    assert_eq!(status, Some(0), "{talk}");
    let notes = told.matches("note: ").count();
    assert!(notes > 0, "{told}");
    let head = told.find("land-W4318: ").unwrap();
    assert!(head < told.find("odds").unwrap() && told.matches("land-W4318: ").count() == 1, "{told}");
    // Each line stands in one of the two, and once.
    for label in ["odds ", "die", "attacker  ", "result: "] {
        let count = [&told, &talk].map(|text| text.lines().filter(|line| line.starts_with(label)).count());
        assert_eq!(count[0] + count[1], 1, "{label} {count:?}: {told}\n{talk}");
    }
    assert!(!talk.contains("\nodds") && told.contains("\nodds"), "{told}\n{talk}");
    // With JSON the lines that lead to a question stand beside it.
    let json = [&call[..], &["--format", "json"]].concat();
    let (told, talk, _) = typing(folder.path(), &json, &"1\n".repeat(9));
    assert!(talk.contains("\nodds") && serde_json::from_str::<Value>(&told).is_ok(), "{talk}");
}

#[test]
fn a_die_is_asked_for_where_the_faces_that_were_given_run_out() {
    let folder = tempfile::tempdir().unwrap();
    let policy = ["--policy", "attacker=balanced,defender=balanced"];
    let call = night(&[&["rounds=1", "--dice", "3", "--ask"], &policy[..]].concat());
    // A face that the die does not have is asked for again; several may be typed at once.
    let (told, talk, status) = typing(folder.path(), &call, &("7\n4 4\n".to_owned() + &"2\n".repeat(40)));
    assert_eq!(status, Some(0), "{talk}");
    assert!(talk.contains("enter the d6> ") && talk.contains("expected a number from 1 to 6"), "{talk}");
    assert!(told.contains("result: "), "{told}");
    let (_, talk, status) = typing(folder.path(), &call, "4\n");
    assert_eq!(status, Some(2), "{talk}");
    assert!(talk.contains("no die is left for the roll"), "{talk}");
}

#[test]
fn leaving_at_a_die_keeps_the_answers_and_the_faces_given_so_far() {
    for end in ["q\n", ""] {
        let folder = tempfile::tempdir().unwrap();
        let call = night(&["rounds=1", "--dice", "3", "--ask", "--orders-out", "mine.toml"]);
        let (_, talk, status) = typing(folder.path(), &call, &format!("2\n4\n{end}"));
        assert_eq!(status, Some(2), "{talk}");
        assert!(talk.contains("no die is left for the roll"), "{talk}");
        let on = "the same call with --dice 3,4 --orders mine.toml continues at this roll";
        assert!(talk.split_whitespace().collect::<Vec<_>>().join(" ").contains(on), "{talk}");
        let orders = std::fs::read_to_string(folder.path().join("mine.toml")).unwrap();
        assert!(orders.contains("target = [\"Bagley\"]"), "{orders}");
        let again = night(&["rounds=1", "--dice", "3,4", "--orders", "mine.toml", "--ask"]);
        let (_, talk, _) = typing(folder.path(), &again, "");
        assert!(talk.contains("roll 3,"), "{talk}");
    }
    // Battles of a save are kept in the same way.
    let case = Case::of(PAIR);
    let call = ["resolve", &case.save, "--all", "--dice", "6", "--ask", "--orders-out", "mine.toml"];
    let (_, talk, status) = typing(case.path("").as_path(), &call, &("1\n".repeat(40) + "q\n"));
    assert!(status == Some(0) || talk.contains("--orders mine.toml"), "{talk}");
    assert!(case.path("mine.toml").exists(), "{talk}");
}

#[test]
fn a_list_of_faces_or_policies_with_nothing_between_two_commas_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let policy = ["--policy", "attacker=balanced,defender=balanced"];
    let call = night(&[&["rounds=1", "--dice", "3", "--ask"], &policy[..]].concat());
    let (_, talk, _) = typing(folder.path(), &call, "4,,4\n4 4\n");
    assert!(talk.contains("\"4,,4\": entry 2 of 3 is empty"), "{talk}");
    for words in [
        &["--policy", "attacker=balanced,,defender=balanced"][..],
        &["--policy", "attacker=balanced,"],
        &["--dice", "3,,4"],
    ] {
        let (_, talk, status) = typing(folder.path(), &night(words), "");
        assert!(status == Some(2) && !talk.is_empty(), "{words:?}: {talk}");
    }
    let typed = ["run", "atpo", "R14", "attack=CA 3-8/1-6,, CA 2-7/1-5", "defence=CA 2-8/1-6", "--seed", "1"];
    let (_, talk, status) = typing(folder.path(), &typed, "");
    assert!(
        status == Some(2) && talk.contains("attack: ") && talk.contains("entry 2 of 3 is empty"),
        "{talk}"
    );
    std::fs::write(folder.path().join("orders.toml"), "format = 1\n[attacker]\npolicy = \"balanced,,\"\n")
        .unwrap();
    let (_, talk, status) = typing(folder.path(), &night(&["--seed", "1", "--orders", "orders.toml"]), "");
    assert!(status == Some(2) && talk.contains("entry 2 of 3 is empty"), "{talk}");
}

#[test]
fn questions_are_wrapped_between_words() {
    let folder = tempfile::tempdir().unwrap();
    let words = night(&["--seed", "5", "--ask", "--orders-out", "mine.toml"]);
    let out = Call::of(words).within(folder.path()).with("COLUMNS", "40").typing("q\n").output();
    let talk = String::from_utf8(out.stderr).unwrap();
    let asked = talk.split("decides").nth(1).unwrap();
    assert!(asked.lines().all(|line| line.chars().count() <= 40), "{talk}");
}
