//! Carriers that launch together: when a check is needed, what it must beat, and each Launch Check.

use super::super::call::{Call, values};
use super::super::sea::{fault, refused, result, run};

const SIX: &str = "carriers=6~x~CV~3";

#[test]
fn two_dice_must_come_to_more_than_the_carriers() {
    for (sum, all) in [(5, false), (6, false), (7, true)] {
        let faces: &[u8] = if all { &[sum - 3, 3] } else { &[sum - 3, 3, 1, 1, 1, 1, 1, 1] };
        let report = run("R33", SIX, faces, &[]).unwrap();
        assert_eq!(report.result, "all launch", "{sum}");
        let checks = report.lines.iter().filter(|line| line.label.contains("Launch Check: die")).count();
        assert_eq!(checks, if all { 0 } else { 6 });
    }
}

#[test]
fn a_launch_check_must_stay_below_the_capacity() {
    let launches = |capacity: u8, face: u8, admiral: &str| {
        let typed = format!("carriers=A~{capacity},B~7,C~7 admiral={admiral}");
        result("R33", &typed, &[1, 1, face, 1, 1], &[]) == "all launch"
    };
    for capacity in 0..=7u8 {
        for face in 1..=6u8 {
            assert_eq!(launches(capacity, face, "no"), face < capacity, "{capacity} {face}");
        }
    }
    for face in 1..=6u8 {
        assert_eq!(launches(3, face, "Tanaka"), face < 3, "{face}");
        for admiral in ["yes", "Nagumo", "Tanaka,Nagumo", "Admiral~Halsey,Lee"] {
            assert_eq!(launches(3, face, admiral), face - 1 < 3, "{admiral} {face}");
        }
    }
}

#[test]
fn who_does_not_count_neither_checks_nor_rolls() {
    // Three of the carriers count, so that 4 is enough, and 3 is not.
    let typed = "carriers=A~3,B~3~damaged,C~3~port,D~3~empty,E~3~N2,F~3";
    assert_eq!(result("R33", typed, &[1, 3], &[]), "all launch");
    assert_eq!(result("R33", typed, &[1, 2, 6, 1, 6], &[]), "E may launch, A, F may not");
    assert_eq!(result("R33", "carriers=A~3,B~3,C~3", &[1, 1, 6, 6, 6], &[]), "none may launch");
}

#[test]
fn where_no_check_is_needed_no_dice_are_rolled() {
    for typed in [
        "carriers=Akagi~3",
        "carriers=Akagi~3~N2",
        "carriers=Akagi~3~N2,Kaga~3~port",
        "carriers=Akagi~3,Kaga~3~empty",
        "carriers=Akagi~3,Kaga~3 launch=1",
    ] {
        assert_eq!(result("R33", typed, &[], &[]), "all launch", "{typed}");
    }
    for typed in ["carriers=Akagi~3~damaged,Kaga~3~empty", "carriers=2~x~CV~3~port"] {
        assert_eq!(result("R33", typed, &[], &[]), "nothing to launch", "{typed}");
    }
    // Two units aboard one of two carriers at sea, or one that is damaged beside it, need the check.
    for typed in ["carriers=Akagi~3~N2,Kaga~3~empty", "carriers=Akagi~3~N2,Kaga~3~damaged"] {
        assert_eq!(result("R33", typed, &[1, 1], &[]), "all launch", "{typed}");
        assert!(run("R33", typed, &[], &[]).is_err(), "{typed}");
    }
    assert_eq!(refused("R33", "carriers=2~x~CV~3 checked=yes", &[]), ["4.10.7"]);
}

#[test]
fn a_carrier_that_failed_is_held_for_the_phase_or_the_step() {
    let held = |reading: &str| {
        let setting = format!("launch_check_span={reading}");
        let report = run("R33", "carriers=A~3,B~3", &[1, 1, 6, 1], &[&setting]).unwrap();
        (report.deeds[0].subject(), report.deeds[0].act.to().unwrap())
    };
    assert_eq!(held("phase"), ("A".into(), "no launch for the rest of the Phase".into()));
    assert_eq!(held("step"), ("A".into(), "no launch for the rest of the Step".into()));
}

#[test]
fn chances_follow_every_die() {
    let call = Call { procedure: "R33", words: &["carriers=A 3, B 3"], ..Call::default() };
    let (rows, of) = call.weights();
    // 2 on two dice fails, one in 36; each carrier then launches at 1 or 2.
    let weight = |name: &str| rows.iter().find(|(result, _)| result == name).unwrap().1;
    assert_eq!(of, 324);
    assert_eq!(weight("all launch"), 315 + 1);
    assert_eq!((weight("A may launch, B may not"), weight("B may launch, A may not")), (2, 2));
    assert_eq!(weight("none may launch"), 4);
}

#[test]
fn carriers_are_named_apart_and_read_in_words() {
    let report = run("R33", "carriers=2~x~CVE~1,Hosho:~2~damaged,~3~N~with~capacity", &[1, 1, 1, 1, 1], &[]);
    let report = report.unwrap();
    assert_eq!(values(&report, "CVE #2"), ["no launch for the rest of the Phase"]);
    assert_eq!(report.result, "carrier may launch, CVE, CVE #2 may not");
    for typed in [
        "",
        "carriers=Akagi",
        "carriers=Akagi~3~4",
        "carriers=Akagi~99",
        "carriers=Akagi~3~N10",
        "carriers=61~x~CV~1",
    ] {
        assert_eq!(fault("R33", typed), "carriers", "{typed}");
    }
    assert_eq!(fault("R33", "carriers=2~x~CV~3 launch=3"), "launch");
}
