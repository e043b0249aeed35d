//! Submarines in harbours (ATPO-R23): who gets in, what Midgets and the SS-238 do there.

use super::{Call, call, changes, result, values};

const NEVADA: &str = "ships=Nevada:BB 4-13/2-12, A:DD 0-5/0-4";

/// A month in which torpedoes may be duds.
const DATE: &str = "date=1943-01";

#[test]
fn each_chit_helps_as_much_as_the_rule_says() {
    for (words, choices, most) in [
        (&["submarine=SS 3-5"][..], &[][..], 1),
        (&["submarine=SS 3-5", "midget"], &[], 3),
        (&["submarine=SS 3-5", "ss-238", "port=minor", DATE], &[], 4),
        (&["submarine=SS 3-5", "ss-238", DATE], &["ss238=need3"], 3),
        (&["submarine=SS 3-5", "midget"], &["ss238=need3"], 3),
    ] {
        for die in 1..=6 {
            let told = Call { choices, ..call("R23", words) }.run(&[die]).result;
            assert_eq!(
                told,
                if die <= most { "undetected" } else { "detected" },
                "{words:?} {choices:?} {die}"
            );
        }
    }
}

#[test]
fn chits_go_with_their_own_nation_and_the_ss_238_into_no_large_port() {
    for (words, rule) in [
        (["submarine=SS 3-5 US", "chit=midget", DATE], "16.9.2"),
        (["submarine=SS 3-5 JP", "chit=ss-238", DATE], "16.9.4"),
    ] {
        assert_eq!(call("R23", &words).run(&[]).refused[0].rule, rule);
    }
    let large = call("R23", &["submarine=SS 3-5", "ss-238", "port=major", DATE]).run(&[]);
    assert_eq!(large.refused[0].reason, "the SS-238 cannot enter a large port");
    assert_eq!(result("R23", &["submarine=SS 3-5", "midget", "port=major"], &[1]), "undetected");
}

#[test]
fn a_detected_submarine_is_attacked_by_the_escorts_of_the_port() {
    let words = ["submarine=SS 3-5/2-4", NEVADA, "midget"];
    let report = call("R23", &words).run(&[4, 2, 3]);
    assert_eq!(report.result, "detected: the SS depleted");
    assert_eq!(changes(&report), ["the SS reduce", "Midget destroy"]);
    assert_eq!(values(&report, "detected"), ["attacked"]);
}

#[test]
fn two_special_attacks_count_their_dice_twice_and_the_second_is_chosen_later() {
    let run = |policy: &str, faces: &[u8]| {
        let words = ["submarine=SS 2-5", NEVADA, "midget"];
        Call { policies: &[("attacker", policy)], ..call("R23", &words) }.run(faces)
    };
    // 2 x 5 + 2 is 12, 2 x 6 + 2 is 14.
    assert_eq!(run("strongest", &[3, 1, 4, 2, 3]).result, "undetected: no hit");
    let report = run("strongest", &[3, 2, 4, 1, 4]);
    assert_eq!(report.result, "undetected: Nevada sunk");
    assert_eq!(changes(&report), ["Nevada eliminate", "Midget destroy"]);
    assert_eq!(run("hold", &[3]).result, "undetected: no hit");
    let first = call("R23", &["submarine=SS 2-5", NEVADA, "midget"]).run(&[1]).open.unwrap();
    assert_eq!((first.label, first.answers), ("target", vec!["Nevada".into(), "A".into(), "hold".into()]));
}

#[test]
fn doubles_of_a_special_attack_sink_unless_a_hit_is_only_a_hit() {
    let words = ["submarine=SS 2-5", "ships=Nevada:BB 4-13/2-20", "midget", "inside=yes"];
    let run = |choices| {
        let call = Call { choices, policies: &[("attacker", "weakest")], ..call("R23", &words) };
        call.run(if choices == ["special_attack_doubles=hit_only"] { &[3, 3, 1, 2] } else { &[3, 3] }).result
    };
    assert_eq!(run(&[]), "undetected: Nevada sunk");
    assert_eq!(run(&["special_attack_doubles=hit_only"]), "undetected: Nevada damaged");
}

#[test]
fn hits_of_the_ss_238_are_checked_for_duds() {
    let run = |words: &[&str], faces: &[u8]| {
        let call = Call { policies: &[("attacker", "weakest")], ..call("R23", words) };
        call.run(faces).result
    };
    let early = ["submarine=SS 2-5", "ships=A:BB 4-13/2-12", "ss-238", "date=1942-12"];
    assert_eq!(run(&early, &[4, 2, 4, 3, 4, 1, 2]), "undetected: no hit");
    assert_eq!(run(&early, &[4, 2, 4, 4, 4, 1, 2]), "undetected: A damaged");
    let late = ["submarine=SS 2-5", "ships=A:BB 4-13/2-12", "ss-238", "date=1943-07"];
    assert_eq!(run(&late, &[4, 2, 4, 1, 2]), "undetected: A damaged");
    let midget = ["submarine=SS 2-5", "ships=A:BB 4-13/2-12", "midget", "date=1942-12"];
    assert_eq!(run(&midget, &[3, 2, 4, 1, 2]), "undetected: A damaged");
}

#[test]
fn a_plain_submarine_inside_is_told_what_it_may_do() {
    let report = call("R23", &["submarine=SS 2-5", NEVADA]).run(&[1]);
    assert_eq!((report.result.as_str(), changes(&report)), ("undetected", vec![]));
    assert_eq!(values(&report, "inside"), ["may attack docked ships"]);
}

#[test]
fn chances_of_a_harbour_are_exact_and_the_other_reading_needs_more_than_armor() {
    let words = ["submarine=SS 2-5", "ships=A:BB 4-14/2-20", "midget"];
    let ge = Call { policies: &[("attacker", "weakest")], ..call("R23", &words) };
    let (rows, of) = ge.weights();
    let share = |rows: &[(String, u64)], of: u64, told: &str| {
        rows.iter().find(|(known, _)| known == told).map_or(0, |(_, weight)| weight * 7776 / of)
    };
    assert_eq!(share(&rows, of, "detected"), 3 * 1296);
    // 6 or more hits, 26 of 36; less misses, 10 of 36, both times.
    assert_eq!(share(&rows, of, "undetected: no hit"), 3 * 100);
    let gt =
        Call { choices: &["hit_compare=gt"], policies: &[("attacker", "weakest")], ..call("R23", &words) };
    let (rows, of) = gt.weights();
    assert_eq!(share(&rows, of, "undetected: no hit"), 3 * 225);
}
