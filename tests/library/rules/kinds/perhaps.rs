//! What nobody can know is never a sure fault: unseen pieces, untold stances, turns without dates, values of several signs.

use super::*;

/// What a row finds in a position as the side of this alliance sees it.
fn seen_by(looker: &str, rest: &str, text: &str) -> Checked {
    let pack = toy(&row(rest)).unwrap_or_else(|faults| panic!("{faults:?}"));
    let now = Situation { looker: Some(looker.into()), ..position(&pack, text) };
    run(&now, None, &BTreeMap::new())
}

#[test]
fn what_others_may_hide_is_not_missed() {
    let told = |looker: &str, rest: &str, text: &str| {
        let checked = seen_by(looker, rest, text);
        (checked.findings.len(), checked.not_checked.len())
    };
    let least = "kind = \"count\"\npieces = \"kind=guard\"\nleast = 1";
    assert_eq!(told("red", least, "at A0101: re-foot"), (1, 0), "its own guards are in sight");
    assert_eq!(told("blue", least, "at A0101: re-foot"), (0, 1));
    let needs = "kind = \"with\"\npieces = \"kind=guard\"\nneeds = \"kind=foot\"";
    assert_eq!(told("blue", needs, "at A0101: re-guard"), (0, 1));
    let own = needs.replace("kind=foot\"", "kind=foot side=own\"");
    assert_eq!(told("red", &own, "at A0101: re-guard"), (1, 0));
    assert_eq!(told("blue", &own, "at A0101: re-guard"), (0, 1));
    let alone = "kind = \"where\"\npieces = \"kind=guard !here(side=own)\"\nnever = \"any\"";
    assert_eq!(told("red", alone, "at A0101: re-guard"), (1, 0));
    assert_eq!(told("blue", alone, "at A0101: re-guard"), (0, 1));
    let most = "kind = \"count\"\npieces = \"kind=foot\"\nmost = 1";
    assert_eq!(told("blue", most, "at A0101: 2 x re-foot"), (1, 1), "what is too much is too much");
}

#[test]
fn a_relation_over_counts_is_checked_only_where_more_pieces_could_not_mend_it() {
    let counts = |holds: &str| {
        let rest = format!("kind = \"value\"\nholds = \"{holds}\"");
        let checked = seen_by("blue", &rest, "at A0101: 2 x re-foot");
        (checked.findings.len(), checked.not_checked.len())
    };
    assert_eq!(counts("count(kind=foot) == 4"), (0, 1));
    assert_eq!(counts("count(kind=foot) >= 3"), (0, 1));
    assert_eq!(counts("count(kind=foot) >= 2"), (0, 1), "whether it fails or not");
    assert_eq!(counts("count(kind=foot) <= 1"), (1, 0));
    assert_eq!(counts("count(kind=guard side=blue) >= 1"), (1, 0), "its own are all in sight");
}

#[test]
fn a_piece_that_came_into_sight_did_not_come_into_play() {
    let one = |change: &str, before: &str, now: &str, looker: Option<&str>| {
        let change = format!("kind = \"change\"\npieces = \"any\"\nonly = \"never\"\nchange = \"{change}\"");
        let pack = toy(&row(&change)).unwrap();
        let [before, now] = [before, now]
            .map(|text| Situation { looker: looker.map(str::to_owned), ..position(&pack, text) });
        run(&now, Some(&before), &BTreeMap::new()).findings.len()
    };
    let (few, more) = ("at A0101: re-guard", "at A0101: re-guard\nat A0201: re-foot");
    for (looker, count) in [(None, 1), (Some("red"), 1), (Some("blue"), 0)] {
        assert_eq!(one("appears", few, more, looker), count, "{looker:?}");
        assert_eq!(one("goes", more, few, looker), count, "{looker:?}");
    }
}

#[test]
fn a_stance_that_the_save_does_not_tell_makes_a_fault_suspicious() {
    let severity = |pieces: &str, told: bool| {
        let pack =
            toy(&row(&format!("kind = \"where\"\npieces = \"kind=guard ({pieces})\"\nnever = \"any\"")))
                .unwrap();
        let mut now = position(&pack, "at A0101: re-guard");
        now.pieces[0].stance_told = told;
        run(&now, None, &BTreeMap::new()).findings.into_iter().map(|found| found.severity).collect::<Vec<_>>()
    };
    assert_eq!(severity("state=present", true), [Severity::Illegal]);
    assert_eq!(severity("state=present", false), [Severity::Suspicious]);
    assert_eq!(severity("!state=aboard", false), [Severity::Suspicious]);
    assert_eq!(severity("state=present or state=unclear", false), [Severity::Illegal]);
    assert_eq!(severity("!state=reduced", false), [Severity::Illegal], "a state is no stance");
}

#[test]
fn a_piece_that_nobody_knows_has_no_sure_enemies() {
    let enemy =
        "kind = \"where\"\npieces = \"kind=foot|guard here(kind=foot|guard !side=own)\"\nnever = \"any\"";
    let pack = toy(&row(enemy)).unwrap();
    let mut now = position(&pack, "at A0101: re-guard\nat A0101: bl-foot");
    assert_eq!(run(&now, None, &BTreeMap::new()).findings[0].pieces.len(), 2);
    now.pieces[0].entry = None;
    let found = run(&now, None, &BTreeMap::new()).findings;
    assert_eq!(found.len(), 0, "{found:?}");
}

#[test]
fn without_dates_a_phase_that_does_not_lie_between_two_others_may_have_been_played() {
    let moves = "kind = \"change\"\npieces = \"kind=guard\"\nchange = \"moves\"\nonly_in = \"A.1\"";
    let severity = |when: &str, from: &str, to: &str| {
        let text = |phase: &str, hex: &str| format!("{when}phase: {phase}\nat {hex}: re-guard");
        let checked = between(moves, &text(from, "A0101"), &text(to, "A0102"));
        checked.findings.into_iter().map(|found| found.severity).collect::<Vec<_>>()
    };
    assert_eq!(severity("date: 1942-06\n", "A.2", "A.3"), [Severity::Illegal]);
    assert_eq!(severity("", "A.2", "A.3"), [Severity::Suspicious], "a whole turn may lie between");
    assert_eq!(severity("", "A.3", "A.2"), [], "A.1 lies between them");
}

#[test]
fn a_rise_is_surely_too_large_only_where_its_smallest_is() {
    let rise = |before: &str, now: &str| {
        let most = "kind = \"change\"\nchange = \"value industry\"\nmost = 3";
        let checked =
            between(most, &format!("values: industry {before}"), &format!("values: industry {now}"));
        checked.findings.into_iter().map(|found| found.severity).collect::<Vec<_>>()
    };
    assert_eq!(rise("5", "9"), [Severity::Illegal]);
    assert_eq!(rise("1", "5..9"), [Severity::Illegal]);
    assert_eq!(rise("4..5", "8"), [Severity::Suspicious]);
    assert_eq!(rise("9", "5..6"), [Severity::Suspicious]);
}

#[test]
fn a_side_without_a_single_piece_has_too_few() {
    let sides = "kind = \"count\"\npieces = \"kind=foot\"\nleast = 1\nper = \"side\"";
    assert_eq!(
        messages(sides, "at A0101: re-foot"),
        ["0 pieces of the kind foot of blue in play; at least 1 must be"]
    );
    assert_eq!(messages(sides, "at A0101: re-foot, bl-foot"), [""; 0]);
    let guards = sides.replace("kind=foot", "kind=guard");
    assert_eq!(messages(&guards, "at A0101: re-guard"), [""; 0], "no counter of blue is a guard");
    let places = format!("{sides}\nplaces = \"city=capital\"").replace("\"side\"", "[\"place\", \"nation\"]");
    assert_eq!(messages(&places, "at A0201: re-foot").len(), 1);
}
