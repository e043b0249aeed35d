//! Anti-aircraft fire: each part of the value, which rolls it answers, and when steps are lost.

use super::super::call::Call;
use super::{STRONGEST, call, result, run, values};

/// The anti-aircraft value that is told, without a roll.
fn value_with(words: &[&str], choices: &[&str]) -> String {
    let air = if words[0].starts_with("air=") { &[][..] } else { &["air=B 1-5"][..] };
    let words = [air, words].concat();
    let report = Call { choices, ..call("R31", &words, &[("attacker", "hold")]) }.run(&[]);
    values(&report, "anti-aircraft value")[0].to_owned()
}

fn value(words: &[&str]) -> String {
    value_with(words, &[])
}

#[test]
fn each_part_of_the_value_counts() {
    for (ships, more, wanted) in [
        // Gunnery, rounded down, of the side that is up, of all ships in the place.
        ("CA 9-8", "area=hex", "0"),
        ("BB 5-11, BB 5-11", "area=hex", "1"),
        ("BB 5-11, BB 5-11, BB 9-11", "area=hex", "1"),
        ("BB 5-11, BB 5-11/3-9 damaged", "area=hex", "0"),
        ("BB 5-11", "others=BB 5-11", "1"),
        // Ports.
        ("CA 2-8", "port=minor", "1"),
        ("CA 2-8", "port=major", "2"),
        ("CA 2-8", "port=none", "0"),
        // Destroyers against all others, sea transport by counters, whatever its points.
        ("DD 0-5", "area=hex", "1"),
        ("DD 0-5, CA 2-8", "area=hex", "1"),
        ("DD 0-5, CA 2-8, CA 2-8", "area=hex", "0"),
        ("DD 0-5, STP 5", "area=hex", "1"),
        ("DD 0-5, STP 5, STP 5", "area=hex", "0"),
        ("DE x-5, CA 2-8", "area=hex", "0"),
        ("DD 0-5", "others=2 x CA 2-8", "0"),
        ("CL 0-3 aa NL, CA 2-8", "area=hex", "1"),
        ("CL 0-6 aa UK, CA 2-8", "area=hex", "0"),
        ("CL 0-3 NL, CA 2-8", "area=hex", "0"),
        // A named carrier that is undamaged, and never both.
        ("CV 0-9/0-7", "area=hex", "1"),
        ("CVL 0-9/0-7", "area=hex", "1"),
        ("BBCV 0-9/0-7", "area=hex", "1"),
        ("CVE 0-9/0-7", "area=hex", "0"),
        ("CV 0-9/0-7 damaged", "area=hex", "0"),
        ("CV 0-9/0-7, DD 0-5", "area=hex", "1"),
        // Half US ships from 1944 on.
        ("CA 2-8 US", "date=1943-12", "0"),
        ("CA 2-8 US", "date=1944-01", "1"),
        ("CA 2-8 US, CA 2-8 UK", "date=1944-01", "1"),
        ("CA 2-8 US, 2 x CA 2-8 UK", "date=1944-01", "0"),
        ("CA 2-8 UK", "date=1944-01", "0"),
    ] {
        assert_eq!(value(&[&format!("ships={ships}"), more]), wanted, "{ships} {more}");
    }
    assert_eq!(value(&["ships=CA 2-8", "port=minor", "fortified=yes"]), "2");
    assert_eq!(value(&["ships=CA 2-8", "port=minor", "enlarged=yes"]), "2");
    assert_eq!(value(&["ships=CL 1-7 aa US, CA 2-8", "date=1942-01"]), "1");
}

#[test]
fn the_value_is_four_at_most_and_by_the_other_reading_two_at_least() {
    assert_eq!(value(&["ships=10 x BB 6-12", "port=major"]), "4");
    let bare = ["ships=CA 2-8"];
    assert_eq!([value(&bare), value_with(&bare, &["aa_minimum=always_two"])], ["0", "2"]);
    assert_eq!(value_with(&["ships=5 x BB 6-12"], &["aa_minimum=always_two"]), "3");
}

/// Whether one attack with these faces costs the air unit a step.
fn shot_down(words: &[&str], choices: &[&str], faces: &[u8]) -> bool {
    let words = [&["air=X:B 1-5 1-5"], words].concat();
    let report = Call { choices, ..call("R31", &words, STRONGEST) }.run(faces);
    report.result.ends_with("; X depleted")
}

#[test]
fn the_dice_alone_are_compared_with_the_value() {
    // 30 points of gunnery.
    let guns = ["ships=5 x BB 6-13"];
    assert!(shot_down(&guns, &[], &[1, 2]));
    assert!(!shot_down(&guns, &[], &[1, 3]));
    // A 2 hits where the value is 1, or a destroyer is there; a 2 at the value 0 hits nobody.
    let few = |ships: &'static str| shot_down(&[ships], &[], &[1, 1]);
    assert!(few("ships=2 x BB 5-13"));
    assert!(few("ships=DD 0-13, 3 x CA 1-8"));
    assert!(!few("ships=DE x-13, 3 x CA 1-8"));
    assert!(few("ships=CL 0-13 aa NL, 3 x CA 1-8"));
}

#[test]
fn by_moonlight_the_dice_must_show_less_and_a_two_hits_all_the_same() {
    let night = ["ships=5 x BB 6-13", "moonlit=yes"];
    assert!(!shot_down(&night, &[], &[1, 2]));
    assert!(shot_down(&night, &[], &[1, 1]));
    let weak = ["ships=2 x BB 5-13", "moonlit=yes"];
    assert!(shot_down(&weak, &[], &[1, 1]));
}

#[test]
fn by_the_other_reading_the_total_is_compared() {
    let modified: &[&str] = &["aa_roll=modified"];
    let port = ["ships=5 x BB 6-13", "port=major"];
    assert!(shot_down(&port, &[], &[1, 3]));
    assert!(!shot_down(&port, modified, &[1, 2]), "3 and 2 for the port are 5");
    let night = ["ships=5 x BB 6-13", "moonlit=yes"];
    assert!(shot_down(&night, modified, &[1, 2]), "3 less 1 is less than 3");
}

#[test]
fn the_steps_are_lost_after_all_attacks_and_more_than_a_unit_has_hit_nobody_else() {
    let two = ["air=X:B 2-5 1-5", "ships=A:DD 0-5/0-4"];
    // The hit of the first roll takes no attack from the second.
    assert_eq!(result("R31", &two, &[1, 1, 2, 3]), "A depleted; X depleted");
    assert_eq!(result("R31", &two, &[1, 1, 1, 1]), "no hit; X eliminated");
    let three = ["air=X:B 3-5 1-5, Y:B 1-5 1-5", "ships=A:DD 0-5/0-4"];
    assert_eq!(result("R31", &three, &[1, 1, 1, 1, 1, 1, 1, 2]), "no hit; X eliminated");
    let last = ["air=X:B 2-5 1-5 depleted", "ships=A:DD 0-5/0-4"];
    assert_eq!(result("R31", &last, &[1, 1]), "no hit; X eliminated");
}

#[test]
fn lost_pilots_are_set_aside_whatever_brought_them_down() {
    let pool = |procedure: &str, words: &[&str], faces: &[u8]| {
        let report = run(procedure, words, faces);
        let lost = report.deeds.iter().find(|deed| deed.act.word() == "eliminate").unwrap().clone();
        (lost.act.to().unwrap_or_default(), lost.rule.to_string(), report)
    };
    let (aside, home) = ("set aside until Winter", "Force Pool");
    let later = "quality-4=yes";
    for (unit, early, late) in [
        ("N 2-5/3 depleted JP", aside, home),
        ("N 2-5/4 depleted JP", home, aside),
        ("N 2-5/3 depleted", aside, home),
        ("N 2-5/2 depleted JP", home, home),
    ] {
        let words = [&*format!("air={unit}"), "ships=A:DD 0-5/0-4 UK"];
        let (to, rule, report) = pool("R31", &words, &[1, 1, 1, 2]);
        assert_eq!((&*to, &*rule), (early, if early == aside { "4.8.7.1" } else { "4.10.5" }), "{unit}");
        assert_eq!(values(&report, "attacker's lost pilots").len(), usize::from(early == aside), "{unit}");
        let words = [words[0], words[1], later];
        assert_eq!(pool("R31", &words, &[1, 1, 1, 2]).0, late, "{unit} later");
    }
    let dived = ["air=N 1-5/3", "ships=A:CA 2-9/1-7 US"];
    let (to, rule, _) = pool("R32", &dived, &[2, 3]);
    assert_eq!((&*to, &*rule), (aside, "16.4.4"));
    assert_eq!(pool("R32", &[dived[0], dived[1], later], &[2, 3]).0, home);
    let foreign = ["air=N 2-5/3 depleted US", "ships=A:DD 0-5/0-4 JP"];
    assert_eq!(pool("R31", &foreign, &[1, 1, 1, 2]).0, home);
    let shot = ["bomber=4", "fighter=F 4-4/3 x JP"];
    assert_eq!(pool("R29", &shot, &[6]).0, aside);
    assert_eq!(pool("R29", &[shot[0], shot[1], later], &[6]).0, home);
}

#[test]
fn the_value_is_reckoned_once() {
    // The destroyers are gone after the first attack, and fire on.
    let words = ["air=X:B 2-5 1-5", "ships=A:CA 2-9/1-8, B:DD 0-5/x"];
    let weakest: &[(&str, &str)] = &[("attacker", "weakest")];
    let report = call("R31", &words, weakest).run(&[2, 3, 1, 1]);
    assert_eq!(report.result, "B sunk; X depleted");
    assert_eq!(values(&report, "anti-aircraft value"), ["1"]);
}

#[test]
fn the_report_tells_each_part_with_its_rule() {
    let words =
        ["air=B 1-5", "ships=BB 6-12 US, 2 x BB 6-12 US, 3 x DD 1-5 US", "port=minor", "date=1944-06"];
    let report = call("R31", &words, &[("attacker", "hold")]).run(&[]);
    let parts: Vec<(&str, &str, &str)> = report
        .lines
        .iter()
        .filter(|line| line.label.starts_with("anti-aircraft"))
        .map(|line| (&*line.label, &*line.value, &*line.rule))
        .collect();
    assert_eq!(
        parts,
        [
            ("anti-aircraft: gunnery 21", "+2", "4.10.5"),
            ("anti-aircraft: port", "+1", "4.10.5.1"),
            ("anti-aircraft: 3 destroyers to 3 other counters", "+1", "4.10.5.1"),
            ("anti-aircraft: US ships", "+1", "4.10.5.1"),
            ("anti-aircraft value", "4", "4.10.5"),
        ]
    );
    assert!(report.lines.iter().any(|line| line.cause.contains("gap G74")));
    assert!(
        run("R31", &["air=B 1-5", "ships=CA 2-8"], &[1, 2]).lines.iter().all(|line| !line.rule.is_empty())
    );
}
