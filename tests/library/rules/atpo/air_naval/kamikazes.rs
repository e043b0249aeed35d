//! Kamikazes: the Check, their attacks and their end, who may fly, and the other reading of the rules.

use super::super::call::Call;
use super::{STRONGEST, call, fault, least, refused, result, run, values};

const VARIANT: &[&str] = &["kamikaze_rule=4.10.6"];

fn by_variant(words: &[&str], faces: &[u8]) -> String {
    let words = [words, &["trigger=philippines"]].concat();
    Call { choices: VARIANT, ..call("R32", &words, STRONGEST) }.run(faces).result
}

#[test]
fn the_check_is_the_sum_of_three_dice() {
    for (faces, range) in [([1, 1, 1], 3), ([3, 4, 4], 11), ([6, 6, 6], 18)] {
        assert_eq!(result("R32", &["check=yes"], &faces), format!("within {range} hexes of Japan"));
    }
    let chances = call("R32", &["check=yes"], &[]).chances();
    assert!(chances.exact && chances.results.len() == 16);
    assert!((chances.results["within 10 hexes of Japan"] - 27.0 / 216.0).abs() < 1e-9);
    assert_eq!(refused("R32", &["check=yes", "date=1943-12"], &[]), ["16.4.1"]);
    assert_eq!(refused("R32", &["check=yes", "date=1946-01"], &[]), ["16.4.1"]);
    assert_eq!(refused("R32", &["check=yes"], VARIANT), ["4.10.6"]);
    assert_eq!(fault("R32", &["check=yes", "air=F 4-5"]), "air");
}

#[test]
fn each_attack_has_two_more_at_any_target_beside_the_modifiers_of_its_type() {
    for (air, ships, wanted) in [
        ("F 1-5", "CV 0-9", 7),
        ("F 1-5", "DD 0-9", 7),
        ("N 1-5", "CA 2-9", 4),
        ("navy B 1-5", "CA 2-9", 5),
        ("army B 1-5", "CA 2-9", 8),
        ("army B 1-5", "DD 0-9", 7),
        ("special-kamikaze 1-2/(5)", "DD 0-9", 7),
    ] {
        let words = [&*format!("air={air}"), &*format!("ships={ships}")];
        assert_eq!(least("R32", &words, &[]), Some(wanted), "{words:?}");
    }
    for (air, ships, wanted) in [("navy B 1-5", "CA 2-9", 3), ("N 1-5", "DD 0-9", 5), ("B 1-5", "STP 9", 5)] {
        let words = [&*format!("air={air}"), &*format!("ships={ships}"), "trigger=marianas"];
        assert_eq!(least("R32", &words, VARIANT), Some(wanted), "{words:?}");
    }
}

#[test]
fn the_underscore_does_not_count_but_by_the_variant() {
    for (air, plain, variant) in [
        ("army B 2-6", "2 attacks", "1 attack"),
        ("army B 10-6", "10 attacks", "5 attacks"),
        ("N 4-5/3", "4 attacks", "4 attacks"),
    ] {
        let words = [&*format!("air=X:{air}"), "ships=CA 2-20"];
        let hold: &[(&str, &str)] = &[("attacker", "hold")];
        let report = call("R32", &words, hold).run(&[]);
        assert_eq!(values(&report, "X"), [plain, "eliminated"], "{air}");
        let words = [&words[..], &["trigger=marianas"]].concat();
        let report = Call { choices: VARIANT, ..call("R32", &words, hold) }.run(&[]);
        assert_eq!(values(&report, "X"), [variant, "eliminated"], "{air}");
    }
}

#[test]
fn a_unit_is_gone_whatever_came_of_its_attacks() {
    let words = ["air=X:F 2-5 1-5", "ships=A:CA 2-9/1-7 US"];
    let report = run("R32", &words, &[2, 3, 1, 3]);
    assert_eq!(report.result, "no hit; X eliminated");
    let deed = report.deeds.last().unwrap();
    assert_eq!((deed.subject(), deed.act.word(), &*deed.rule), ("X".into(), "eliminate", "16.4.4"));
    // Who finds no ship left is gone, too.
    let two = ["air=X:F 1-5, Y:F 1-5", "ships=A:CA 2-8/x"];
    assert_eq!(result("R32", &two, &[4, 4]), "A sunk; X eliminated, Y eliminated");
}

#[test]
fn anti_aircraft_fire_takes_effect_at_once_and_cuts_the_attacks_still_to_come() {
    // A US destroyer: 1 for itself and 1 for its nation.
    let ships = "ships=A:DD 0-12/0-12 US";
    let after = |air: &str, faces: &[u8]| {
        let report = run("R32", &[&format!("air=X:{air}"), ships], faces);
        (report.faces.len() / 2, report.result)
    };
    let gone = |rolls: usize| (rolls, "no hit; X eliminated".to_owned());
    // Of 4 attacks 2 are left by the depleted side; the first is made, so one follows.
    assert_eq!(after("F 4-5/3 2-5/3", &[1, 1, 1, 3]), gone(2));
    // Three are made when it is hit: none follows.
    assert_eq!(after("F 4-5/3 2-5/3", &[1, 3, 1, 3, 1, 1]), gone(3));
    assert_eq!(after("F 4-5/3 2-5/3", &[1, 1, 1, 1]), gone(2));
    assert_eq!(after("F 4-5/3 x", &[1, 1]), gone(1));
    assert_eq!(after("F 4-5/3 2-5/3", &[1, 3, 1, 3, 1, 3, 1, 3]), gone(4));
}

#[test]
fn doubles_sink_and_by_the_variant_only_two_sixes_do() {
    let words = ["air=X:B 1-5", "ships=A:CA 2-8/1-6"];
    assert_eq!(result("R32", &words, &[4, 4]), "A sunk; X eliminated");
    assert_eq!(by_variant(&words, &[4, 4]), "A damaged; X eliminated");
    assert_eq!(by_variant(&words, &[6, 6]), "A sunk; X eliminated");
    // Anti-aircraft fire waits there.
    let words = ["air=X:B 2-5 1-5", "ships=A:DD 0-12/0-11"];
    assert_eq!(by_variant(&words, &[1, 1, 4, 4]), "A depleted; X eliminated");
}

#[test]
fn who_may_not_fly_as_a_kamikaze_is_refused() {
    let ships = "ships=CA 2-8 US";
    let with = |words: &[&str]| refused("R32", &[words, &[ships]].concat(), &[]);
    assert_eq!(with(&["air=F 4-5 elite"]), ["16.16.1.3"]);
    assert_eq!(with(&["air=ATP"]), ["16.4.2"]);
    assert_eq!(with(&["air=F 4-5 US"]), ["16.4.1"]);
    assert_eq!(with(&["air=F 4-5", "date=1943-12"]), ["16.4.1"]);
    assert_eq!(with(&["air=F 4-5", "located=no"]), ["16.4.2"]);
    assert_eq!(with(&["air=F 4-5", "distance=6"]), ["16.4.2"]);
    assert_eq!(with(&["air=F 4-5", "tripwire=8", "from-japan=9"]), ["16.4.2"]);
    assert_eq!(with(&["air=F 4-5", "trigger=marianas"]), ["16.4.1"]);
    assert_eq!(with(&["air=special-kamikaze 4-2/(5)", "date=1944-12"]), ["4.10.6"]);
    assert_eq!(with(&["air=special-kamikaze 4-2/(5)", "distance=3"]), ["4.10.6"]);
    for ships in ["ships=CA 2-8 SU", "ships=CA 2-8 JP", "ships=SS 3-5 UK"] {
        assert_eq!(refused("R32", &["air=F 4-5", ships], &[]), ["16.4.2"], "{ships}");
    }
    let variant = |words: &[&str]| refused("R32", &[words, &[ships]].concat(), VARIANT);
    assert_eq!(variant(&["air=F 4-5", "trigger=marianas"]), ["4.10.6"]);
    assert_eq!(variant(&["air=B 4-5"]), ["4.10.6"]);
    assert_eq!(variant(&["air=B 4-5", "trigger=philippines", "date=1944-09"]), ["4.10.6"]);
    assert_eq!(variant(&["air=B 4-5", "trigger=home-islands", "tripwire=9"]), ["4.10.6"]);
}

#[test]
fn the_range_of_the_check_is_shown_with_the_mission() {
    let words = ["air=F 1-5", "ships=CA 2-9 US", "tripwire=9", "from-japan=9"];
    assert_eq!(values(&run("R32", &words, &[1, 3]), "Kamikaze range"), ["9 hexes"]);
}

#[test]
fn an_ohka_is_released_by_a_bomber_of_its_own_within_one_hex() {
    let ships = "ships=A:CA 2-9 US";
    let with = |words: &[&str]| refused("R32", &[words, &[ships]].concat(), &[]);
    assert_eq!(with(&["air=Ohka 2-1/5"]), ["16.4.4"]);
    assert_eq!(with(&["air=Ohka 2-1/5", "carried-by=navy B 3-15"]), ["16.4.4", "16.4.4"]);
    assert_eq!(with(&["air=2 x Ohka 2-1/5", "carried-by=navy B 3-16"]), ["16.4.4"]);
    assert_eq!(with(&["air=Ohka 2-1/5", "carried-by=navy B 3-16", "distance=2"]), ["16.4.4"]);
    let words = ["air=X:navy Ohka 2-1/5", "carried-by=navy B 3-16", "distance=1", ships];
    let report = run("R32", &words, &[2, 3, 1, 3]);
    assert_eq!(
        (report.result.as_str(), values(&report, "X")),
        ("A damaged; X eliminated", vec!["2 attacks", "eliminated"])
    );
}

#[test]
fn a_special_kamikaze_has_one_step_and_may_be_carried_by_an_army_bomber() {
    let ships = "ships=A:DD 0-12/0-12 US";
    let words = ["air=X:special-kamikaze 4-2/(5)", "carried-by=army B 4-7", "distance=2", ships];
    assert_eq!(result("R32", &words, &[1, 1]), "no hit; X eliminated");
    let with = |carrier: &str| refused("R32", &["air=special-kamikaze 4-2/(5)", carrier, ships], &[]);
    assert_eq!(with("carried-by=navy B 4-7"), ["16.4.4"]);
    assert_eq!(with("carried-by=army B 4-7 x"), ["16.4.4"]);
}
