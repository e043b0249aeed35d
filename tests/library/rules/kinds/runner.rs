//! Rows beside each other: which of them is run, which finding replaces which, and what is not checked.

use super::*;

/// A row with an id of its own.
fn with_id(id: &str, rest: &str) -> String {
    row(rest).replacen("TOY-1", id, 1)
}

const CROWD: &str = "kind = \"count\"\npieces = \"kind=foot\"\nper = \"place\"\nmost = 1";

fn faults(checks: &str) -> String {
    let faults = toy(checks).expect_err(checks);
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_second_row_of_one_id_is_refused() {
    let told = faults(&(row(CROWD) + &row(CROWD)));
    assert!(told.contains("rules/toy/checks.toml:10: check TOY-1: duplicate row"), "{told}");
}

#[test]
fn rows_that_refine_each_other_are_refused() {
    let refining = |id: &str, other: &str| with_id(id, &format!("refines = \"{other}\"\n{CROWD}"));
    let told = faults(&(refining("TOY-1", "TOY-2") + &refining("TOY-2", "TOY-1")));
    assert!(told.contains("checks.toml:2: TOY-1: TOY-1 and TOY-2 refine each other"), "{told}");
    let told = faults(&refining("TOY-1", "TOY-1"));
    assert!(told.contains("checks.toml:2: TOY-1: it refines itself"), "{told}");
    assert!(toy(&(refining("TOY-1", "TOY-2") + &with_id("TOY-2", CROWD))).is_ok());
}

#[test]
fn a_finer_check_silences_only_what_is_not_more_severe() {
    let found = |severity: &str| {
        let fine = format!("severity = \"{severity}\"\nrefines = \"TOY-2\"\n{CROWD}");
        let pack = toy(&(with_id("TOY-1", &fine) + &with_id("TOY-2", CROWD))).unwrap();
        let found = run(&position(&pack, "at A0101: 2 x re-foot"), None, &BTreeMap::new()).findings;
        found.into_iter().map(|finding| finding.id).collect::<Vec<_>>()
    };
    assert_eq!(found("illegal"), ["TOY-1"]);
    assert_eq!(found("suspicious"), ["TOY-1", "TOY-2"]);
}

#[test]
fn a_row_with_the_id_of_a_check_of_the_program_takes_its_place() {
    let csv = "id,name,rule,severity,demand,shared\nTOY-1,copies,1,illegal,,copy-agrees\n";
    let checks = format!("format = 1\n[[check]]\nid = \"TOY-1\"\n{CROWD}\n");
    let read = |path: &str| match path {
        "rules/toy/checks.csv" => Some(csv.to_owned()),
        "rules/toy/checks.toml" => Some(checks.clone()),
        _ => FILES.iter().find(|(known, _)| *known == path).map(|(_, text)| (*text).to_owned()),
    };
    let pack = Arc::new(Pack::load("toy", &read).unwrap());
    let checked = run(&position(&pack, "at A0101: 2 x re-foot"), None, &BTreeMap::new());
    assert_eq!((checked.findings.len(), checked.not_checked.len()), (1, 0));
}

#[test]
fn what_was_not_checked_is_told_once_and_not_counted_as_checked() {
    let pack =
        toy(&row("kind = \"count\"\npieces = \"kind=foot\"\nper = \"place\"\nmost = \"industry\"")).unwrap();
    let now = position(&pack, "at A0101: re-foot\nat A0102: re-foot\nat A0201: re-foot");
    let checked = run(&now, None, &BTreeMap::new());
    assert_eq!((checked.not_checked.len(), checked.summary.checked), (1, 0), "{:?}", checked.not_checked);
}

#[test]
fn an_earlier_save_that_is_later_is_not_compared() {
    let moves = "kind = \"change\"\npieces = \"kind=guard\"\nchange = \"moves\"\nonly = \"never\"";
    let compared = |before: &str, now: &str| {
        let text = |when: &str, hex: &str| format!("{when}\nat {hex}: re-guard");
        let checked = between(moves, &text(before, "A0101"), &text(now, "A0102"));
        let reasons = checked.not_checked.into_iter().map(|not| not.reason).collect::<Vec<_>>();
        (checked.findings.len(), reasons.join(", "))
    };
    let later = (0, "needs an earlier save as --previous, but that one is later".to_owned());
    assert_eq!(compared("date: 1942-07", "date: 1942-06"), later);
    assert_eq!(compared("date: 1942-06\nphase: A.3", "date: 1942-06\nphase: A.1"), later);
    assert_eq!(compared("date: 1942-05\nphase: A.3", "date: 1942-06\nphase: A.1"), (1, String::new()));
    assert_eq!(compared("phase: A.3", "phase: A.1"), (1, String::new()), "a turn may lie between");
}
