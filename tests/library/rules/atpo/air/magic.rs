//! Magic: the sign of each number, every other chit, and all that forbids one.

use super::super::sea::{fault, refused, result, run};

#[test]
fn each_roll_gets_the_sign_that_helps_the_us() {
    for (chit, roll, own, enemy) in [
        ("air", "air-combat", -1, Some(2)),
        ("air", "return-fire", 2, Some(-1)),
        ("air", "bombing", 2, Some(-1)),
        ("air", "air-naval", 2, Some(-1)),
        ("air", "reconnaissance", 2, Some(-1)),
        ("land", "land-combat", 2, Some(-1)),
        ("naval", "naval-combat", 2, None),
        ("naval", "interception", 2, None),
        ("naval", "mines", 2, None),
        ("naval", "sea-mines", -2, None),
    ] {
        let typed = |whose: &str| format!("{chit} value=+2/-1 {roll} {whose}");
        let told = |whose: &str| result("R61", &typed(whose), &[], &[]);
        assert!(told("own").starts_with(&format!("{own:+} on an own ")), "{roll}: {}", told("own"));
        match enemy {
            Some(enemy) => assert!(told("enemy").starts_with(&format!("{enemy:+} on an enemy ")), "{roll}"),
            None => assert_eq!(refused("R61", &typed("enemy"), &[]), ["17.10.2.1.3"], "{roll}"),
        }
    }
}

#[test]
fn a_chit_is_for_the_rolls_of_its_context_alone() {
    for (chit, roll) in [("air", "land-combat"), ("land", "naval-combat"), ("naval", "air-naval")] {
        assert_eq!(refused("R61", &format!("{chit} value=1 {roll}"), &[]), ["17.10.2"], "{chit} {roll}");
    }
}

#[test]
fn two_chits_of_one_context_count_together() {
    let typed = "land value=2 land-combat second-chit=land second-value=+3/-1";
    assert_eq!(result("R61", typed, &[], &[]), "+5 on an own land combat roll");
    assert_eq!(result("R61", &format!("{typed} enemy"), &[], &[]), "-3 on an enemy land combat roll");
    let other = "land value=2 land-combat second-chit=air second-value=1";
    assert_eq!(refused("R61", other, &[]), ["17.10.2.5"]);
    let report = run("R61", "land value=2 land-combat", &[], &[]).unwrap();
    assert!(report.lines.iter().any(|line| line.value == "no Re-Roll"));
}

#[test]
fn the_other_chits_do_what_they_say() {
    assert_eq!(result("R61", "maru submarines=2", &[], &[]), "+2 EP");
    assert_eq!(result("R61", "maru submarines=0", &[], &[]), "+0 EP");
    // Three submarines count on a route.
    assert_eq!(result("R61", "maru submarines=5", &[], &[]), "+3 EP");
    assert_eq!(
        result("R61", "initiative holder=japan", &[], &[]),
        "the Allies have the Initiative this month"
    );
    assert_eq!(refused("R61", "initiative holder=allies", &[]), ["17.10.2.2.2"]);
    assert_eq!(result("R61", "repair", &[], &[]), "-5 on one US naval repair roll");
    for (left, taken) in [("", -2), ("offensives=5", -2), ("offensives=1", -1), ("offensives=0", 0)] {
        let told = result("R61", &format!("yamamoto date=1943-04 {left}"), &[], &[]);
        assert_eq!(told, format!("Japanese Offensives {taken:+}, US Offensives +1"));
    }
}

#[test]
fn the_track_of_the_us_offensive_is_a_choice() {
    let deeds = |reading: &str| -> Vec<String> {
        let setting = format!("us_offensive_track={reading}");
        let report = run("R61", "yamamoto date=1943-04", &[], &[&setting]).unwrap();
        report.deeds.iter().map(|deed| format!("{} {}", deed.subject(), deed.act.to().unwrap())).collect()
    };
    let back = "US Magic chit the other Magic chits";
    assert_eq!(deeds("us"), ["Japanese Offensives -2", "US Offensives +1", back]);
    assert_eq!(deeds("western"), ["Japanese Offensives -2", "Offensives on the Western Ally track +1", back]);
}

#[test]
fn a_chit_lasts_for_its_season_or_its_year() {
    for (drawn, period, date, rules) in [
        ("1943-02", "seasonal", "1943-01", vec![]),
        ("1943-02", "seasonal", "1943-03", vec![]),
        ("1943-02", "seasonal", "1943-04", vec!["17.10.1.1"]),
        ("1943-02", "seasonal", "1944-01", vec!["17.10.1.1"]),
        ("1943-10", "seasonal", "1943-12", vec![]),
        ("1943-01", "yearly", "1943-12", vec![]),
        ("1943-01", "yearly", "1944-01", vec!["17.10.1.2"]),
        ("1943-04", "yearly", "1943-05", vec!["17.10.1.2"]),
    ] {
        let typed = format!("repair drawn={drawn} {period} date={date}");
        assert_eq!(refused("R61", &typed, &[]), rules, "{typed}");
    }
    assert_eq!(refused("R61", "repair date=1941-12", &[]), ["17.10"]);
    assert!(refused("R61", "repair date=1942-01", &[]).is_empty());
}

#[test]
fn changed_codes_forbid_all_magic_of_the_next_season() {
    assert_eq!(refused("R61", "maru submarines=1 jn-25=yes", &[]), ["17.10.2.7"]);
    for (placed, date, rules) in [
        ("1943-01", "1943-03", vec![]),
        ("1943-01", "1943-04", vec!["17.10.2.7"]),
        ("1943-02", "1943-06", vec!["17.10.2.7"]),
        ("1943-01", "1943-07", vec![]),
        ("1943-12", "1944-02", vec!["17.10.2.7"]),
        ("1942-12", "1943-05", vec!["17.10.2.7"]),
    ] {
        let typed = format!("naval value=1 mines jn-25-placed={placed} date={date}");
        assert_eq!(refused("R61", &typed, &[]), rules, "{typed}");
    }
}

#[test]
fn whom_magic_may_not_help_is_refused() {
    for nation in ["US", "UK", "AU", "IN", "NZ", "US,British", "australian"] {
        assert!(refused("R61", &format!("air value=1 bombing nation={nation}"), &[]).is_empty(), "{nation}");
    }
    for (nation, rule) in [("NL", "17.10.2"), ("CN", "17.10.2"), ("SU", "17.10.2.6"), ("US,SU", "17.10.2.6")]
    {
        assert_eq!(refused("R61", &format!("air value=1 bombing nation={nation}"), &[]), [rule], "{nation}");
    }
    assert_eq!(refused("R61", "repair europe=yes", &[]), ["17.10.2.6"]);
    assert_eq!(refused("R61", "repair used=yes", &[]), ["17.10.2.6"]);
}

#[test]
fn each_chit_has_its_phase() {
    for (typed, right, rule) in [
        ("maru submarines=1", "strategic-warfare", "17.10.2.2.1"),
        ("initiative holder=japan", "weather", "17.10.2.2.2"),
        ("repair", "construction", "17.10.2.4"),
    ] {
        for phase in ["weather", "strategic-warfare", "offensive", "construction"] {
            let found = refused("R61", &format!("{typed} phase={phase}"), &[]);
            assert_eq!(found, if phase == right { vec![] } else { vec![rule] }, "{typed} {phase}");
        }
    }
    assert!(refused("R61", "air value=1 bombing phase=end", &[]).is_empty());
}

#[test]
fn yamamoto_is_shot_down_once_and_in_1943() {
    for (date, rules) in [
        ("1942-12", vec!["17.10.2.3"]),
        ("1943-01", vec![]),
        ("1943-12", vec![]),
        ("1944-01", vec!["17.10.2.3"]),
    ] {
        assert_eq!(refused("R61", &format!("yamamoto date={date}"), &[]), rules, "{date}");
    }
    assert_eq!(refused("R61", "yamamoto date=1943-04 played=yes", &[]), ["17.10.2.3"]);
}

#[test]
fn what_is_missing_or_belongs_to_another_chit_is_told() {
    for (typed, key) in [
        ("value=2", "chit"),
        ("air value=2", "roll"),
        ("air bombing", "value"),
        ("air bombing value=0", "value"),
        ("air bombing value=+2/x", "value"),
        ("air bombing value=10", "value"),
        ("air bombing value=1 second-value=1", "second-chit"),
        ("air bombing value=1 second-chit=air", "second-value"),
        ("maru", "submarines"),
        ("initiative", "holder"),
        ("yamamoto", "date"),
        ("repair drawn=1943-01", "date"),
        ("repair value=2", "value"),
        ("maru submarines=1 holder=japan", "holder"),
        ("air bombing value=1 submarines=1", "submarines"),
        ("air bombing value=1 nation=JP", "nation"),
        ("air bombing value=1 nation=moon", "nation"),
    ] {
        assert_eq!(fault("R61", typed), key, "{typed}");
    }
}
