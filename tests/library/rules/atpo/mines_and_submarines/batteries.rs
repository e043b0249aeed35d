//! Coastal batteries (ATPO-R13): who has one, who picks the ship, what is screened.

use liege::rules::play::procedure::Ending;

use super::{Call, call, changes, result, values};

const FLEET: &str = "ships=Kongo:BB 5-11/3-9, Chokai:CA 2-8/1-6, STP 5";

fn picked(words: &[&str], defender: &str, faces: &[u8]) -> String {
    Call { policies: &[("defender", defender)], ..call("R13", words) }.run(faces).result
}

#[test]
fn each_fortress_adds_its_gunnery() {
    for (words, gunnery) in [
        ("fortress=corregidor", 3),
        ("fortress=singapore", 4),
        ("fortress=gibraltar", 5),
        ("hex=W3021", 3),
        ("hex=W2112", 4),
    ] {
        let all = [words, "ships=A:BB 5-11/3-20"];
        let needed = 11 - gunnery;
        // The damaged side has Armor that nothing reaches.
        assert_eq!(result("R13", &all, &[2, needed - 2, 1, 1]), "A damaged", "{words}");
        assert_eq!(result("R13", &all, &[1, needed - 2, 1, 1]), "no hit", "{words}");
    }
}

#[test]
fn the_allied_player_picks_a_ship_in_each_of_two_rounds() {
    let words = ["singapore", FLEET];
    let open = call("R13", &words).run(&[]);
    assert_eq!(open.status, Ending::Open);
    let question = open.open.unwrap();
    assert_eq!((question.by.word(), question.label), ("defender", "target"));
    assert_eq!(question.answers, ["Kongo", "Chokai", "Japanese STP"]);
    assert_eq!(picked(&words, "weakest", &[3, 4, 3, 4]), "Japanese STP lost");
    assert_eq!(picked(&words, "strongest", &[3, 4, 3, 4]), "Kongo sunk");
    assert_eq!(picked(&words, "transports", &[3, 4, 1, 4]), "Japanese STP lost");
    assert_eq!(
        picked(&["singapore", "ships=A:CA 2-8/1-6, B:CL 1-7/1-6 damaged"], "damaged", &[1, 3, 1, 4]),
        "A damaged, B sunk"
    );
}

#[test]
fn doubles_that_hit_sink_all_but_transport() {
    let report = Call { policies: &[("defender", "strongest")], ..call("R13", &["singapore", FLEET]) };
    let report = report.run(&[4, 4, 1, 1]);
    assert_eq!((report.result.as_str(), changes(&report)), ("Kongo sunk", vec!["Kongo eliminate".into()]));
    let words = ["singapore", "ships=A:STP 5"];
    let report = call("R13", &words).run(&[4, 4, 1, 2]);
    assert_eq!(report.result, "A lost");
    assert_eq!(values(&report, "sea transport"), ["0 points left"]);
}

#[test]
fn nothing_is_screened_unless_the_battery_counts_as_one_unit() {
    let words = ["singapore", FLEET];
    let screened =
        |attacker| Call { choices: &["battery_screen=one_unit"], policies: attacker, ..call("R13", &words) };
    // Two of three ships may be screened, which leaves the strongest alone.
    let all = screened(&[("attacker", "weakest"), ("defender", "weakest")]).run(&[3, 4, 1, 1]);
    assert_eq!(all.result, "Kongo damaged");
    assert_eq!(values(&all, "screen"), ["Japanese STP", "Chokai", "Japanese STP", "Chokai"]);
    let none = screened(&[("attacker", "stop"), ("defender", "weakest")]).run(&[3, 4, 1, 1]);
    assert_eq!(none.result, "Japanese STP lost");
    let open = screened(&[]).run(&[]).open.unwrap();
    assert_eq!((open.by.word(), open.label), ("attacker", "screen"));
    assert_eq!(picked(&words, "weakest", &[3, 4, 1, 1]), "Japanese STP lost");
}

#[test]
fn other_hexes_and_destroyed_fortresses_have_no_battery() {
    for (words, rule) in [
        (&["hex=W3022", FLEET][..], "3.10"),
        (&["hex=W3021", "fortress=singapore", FLEET], "3.10"),
        (&["fortress=corregidor", "destroyed=yes", FLEET], "4.13.2"),
    ] {
        let report = call("R13", words).run(&[]);
        assert_eq!((report.result.as_str(), report.refused[0].rule.as_str()), ("refused", rule), "{words:?}");
    }
    for words in [&[FLEET][..], &["singapore"]] {
        assert!(call("R13", words).tried(&[]).is_err(), "{words:?}");
    }
}

#[test]
fn modifiers_of_others_count_and_the_other_reading_needs_more_than_armor() {
    let words = ["singapore", "ships=A:CA 2-8/1-20"];
    assert_eq!(result("R13", &words, &[1, 3, 1, 1]), "A damaged");
    assert_eq!(result("R13", &["singapore", "ships=A:CA 2-8/1-20", "drm=-1"], &[1, 3, 1, 1]), "no hit");
    let gt = Call { choices: &["hit_compare=gt"], ..call("R13", &words) };
    assert_eq!(gt.run(&[1, 3, 1, 1]).result, "no hit");
}

#[test]
fn chances_of_a_battery_are_those_of_a_hand_count() {
    // Armor 11 less 4 is 7: 21 of 36 hit, 3 of them by doubles (4-4, 5-5, 6-6). Armor 9 less 4 is 5: 30 of 36 hit.
    let (rows, of) = call("R13", &["singapore", "ships=A:BB 5-11/3-9"]).weights();
    let share =
        |told: &str| rows.iter().find(|(known, _)| known == told).map_or(0, |(_, weight)| weight * 1296 / of);
    assert_eq!(share("no hit"), 15 * 15);
    assert_eq!(share("A damaged"), 15 * 18 + 18 * 6);
    assert_eq!(share("A sunk"), 3 * 36 + 15 * 3 + 18 * 30);
}
