//! Submarines in straits (ATPO-R09): the die, the guards, what a natural 1 brings.

use super::{Call, call, changes, result, values};

#[test]
fn four_or_more_leads_through_less_one_for_each_escort() {
    for escorts in 0u8..=5 {
        let told = format!("escorts={escorts}");
        for die in 2u8..=6 {
            let through = die == 6 || die >= 4 + escorts;
            let wanted = if through { "through" } else { "stopped" };
            assert_eq!(
                result("R09", &["submarine=SS 3-5", &told], &[die]),
                wanted,
                "{die}, {escorts} escorts"
            );
        }
    }
    assert_eq!(result("R09", &["submarine=SS 3-5", "escorts=DD 0-5 depleted, DE x-4"], &[5]), "stopped");
}

#[test]
fn a_natural_1_brings_the_mines_and_at_most_four_escorts() {
    let words = ["submarine=SS 3-5/2-5", "escorts=6"];
    let report = call("R09", &words).run(&[1, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2]);
    assert_eq!(report.result, "stopped");
    let shooters = report.lines.iter().filter(|line| line.label.ends_with(" at the SS")).count();
    assert_eq!(shooters, 5);
    assert_eq!(values(&report, "the SS"), ["not pursued"]);
}

#[test]
fn a_submarine_that_is_sunk_is_attacked_no_more() {
    let report = call("R09", &["submarine=SS 3-5/2-5", "escorts=4"]).run(&[1, 3, 3]);
    assert_eq!(
        (report.result.as_str(), changes(&report)),
        ("stopped: the SS sunk", vec!["the SS eliminate".into()])
    );
    let report = call("R09", &["submarine=SS 3-5/2-4", "escorts=2"]).run(&[1, 2, 3, 1, 3]);
    assert_eq!(report.result, "stopped: the SS sunk");
    // Only the mines where no escort is.
    let report = call("R09", &["submarine=SS 3-5/2-4"]).run(&[1, 2, 3]);
    assert_eq!(
        (report.result.as_str(), changes(&report)),
        ("stopped: the SS depleted", vec!["the SS reduce".into()])
    );
    let gt = Call { choices: &["hit_compare=gt"], ..call("R09", &["submarine=SS 3-5/2-4"]) };
    assert_eq!(gt.run(&[1, 2, 3]).result, "stopped");
}

#[test]
fn the_hexes_of_the_straits_are_those_of_the_reading() {
    let at = |hex: &str, choices: &[&str]| {
        let hex = format!("hex={hex}");
        Call { choices, ..call("R09", &["submarine=SS 3-5", &hex]) }.run(&[6])
    };
    let printed = ["strait_hexes=printed"];
    for (hex, name) in [
        ("W4427", "Bungo Channel"),
        ("W4428", "Bungo Channel"),
        ("W4328", "Bungo Channel"),
        ("W4426", "Korea Strait"),
        ("W4330", "Naruto Strait"),
        ("W4430", "Naruto Strait"),
        ("W5433", "Soya Strait"),
        ("E0734", "Soya Strait"),
        ("W5032", "Tsugaru Strait"),
    ] {
        assert_eq!(values(&at(hex, &[]), "strait"), [name], "{hex}");
    }
    assert_eq!(at("W4420", &[]).refused[0].rule, "18.1.6");
    assert_eq!(values(&at("W4420", &printed), "strait"), ["Naruto Strait"]);
    assert_eq!(at("W4430", &printed).result, "refused");
    let korea = call("R09", &["submarine=SS 3-5", "korea", "hex=W5032"]).run(&[]);
    assert_eq!(korea.refused[0].reason, "W5032 is no hex of the strait: Korea Strait (W4426, W4526)");
}

#[test]
fn japan_needs_no_infiltration_and_only_a_submarine_can() {
    assert_eq!(result("R09", &["submarine=SS 3-5 JP"], &[]), "refused");
    for words in [
        &["escorts=2"][..],
        &["submarine=DD 0-5"],
        &["submarine=2 x SS 3-5"],
        &["submarine=SS 3-5", "escorts=CA 2-8"],
        &["submarine=SS 3-5", "escorts=61"],
        &["submarine=SS 3-5", "hex=Kure"],
    ] {
        assert!(call("R09", words).tried(&[6]).is_err(), "{words:?}");
    }
}

#[test]
fn chances_of_a_passage_are_exact() {
    let (rows, of) = call("R09", &["submarine=SS 3-5/2-4", "escorts=1"]).weights();
    let share =
        |told: &str| rows.iter().find(|(known, _)| known == told).map_or(0, |(_, weight)| weight * 7776 / of);
    // 5 and 6 lead through; a 1 is 1296 of 7776, of which the mines miss 6 of 36 and the escort 6 of 36.
    assert_eq!(share("through"), 2 * 1296);
    assert_eq!(share("stopped"), 3 * 1296 + 36);
}
