//! Transport by sea: points, pairs of CL and DD, submarines, evacuation, debarkation.

use super::{fault, refused, result, run};

fn told(typed: &str) -> String {
    result("R17", typed, &[], &[])
}

#[test]
fn each_row_of_the_table_and_points_that_are_given_count() {
    for (typed, wanted) in [
        ("cargo=marine", "needs 1 STP"),
        ("cargo=marine amphibious hexes=4", "needs 1 STP"),
        ("cargo=marine amphibious hexes=5", "needs 2 STP"),
        ("cargo=snlf", "needs 1 STP"),
        ("cargo=snlf amphibious hexes=4", "needs 1 STP"),
        ("cargo=snlf amphibious hexes=5", "needs 1 STP"),
        ("cargo=marine count=3 amphibious hexes=5", "needs 6 STP"),
        ("cargo=infantry points=2 count=2", "needs 4 STP"),
        ("cargo=marine points=3", "needs 3 STP"),
        ("cargo=infantry", "STP needed are not known"),
    ] {
        assert_eq!(told(typed), wanted, "{typed}");
    }
    let missing = run("R17", "cargo=armor", &[], &[]).unwrap();
    assert!(missing.lines[0].cause.contains("rules/atpo/naval_transport.csv"), "{:?}", missing.lines);
    assert!(missing.lines[0].cause.contains("G05"));
}

#[test]
fn boarding_elsewhere_costs_half_the_movement_and_supply_nothing() {
    assert_eq!(told("cargo=marine movement=33"), "needs 1 STP; boarding takes 16 MP");
    assert_eq!(told("cargo=marine moved=yes movement=20"), "needs 1 STP; boarding takes 10 MP");
    assert_eq!(told("cargo=sea-supply points=1 movement=33"), "needs 1 STP; boarding takes 0 MP");
    assert_eq!(refused("R17", "cargo=marine from=broken-port mission=transport", &[]), ["3.13"]);
    assert_eq!(refused("R17", "cargo=marine from=coast mission=transport", &[]), ["3.13.2"]);
}

#[test]
fn a_pair_carries_what_both_ships_allow() {
    let full = "may carry one full-strength infantry or one Sea Supply";
    let half = "may carry one half-strength infantry, no Sea Supply";
    for (typed, wanted) in [
        ("cl=full dd=full", full),
        ("cl=full dd=depleted", half),
        ("cl=reduced dd=full", half),
        ("cl=full dd=one-sided", half),
        ("cl=full dd=full cargo=infantry", "needs 1 CL/DD pair"),
        ("cl=full dd=full cargo=sea-supply", "needs 1 CL/DD pair"),
        ("cl=full dd=full cargo=general", "needs 1 CL/DD pair"),
        ("cl=reduced dd=full cargo=infantry reduced=yes", "needs 1 CL/DD pair"),
        ("cl=full dd=full cargo=infantry nation=US unit-movement=4", "needs 1 CL/DD pair"),
        ("cl=full dd=full cargo=infantry nation=JP unit-movement=5", "needs 1 CL/DD pair"),
        ("cl=full dd=full cargo=snlf nation=JP amphibious hexes=9", "needs 1 CL/DD pair"),
        ("cl=full dd=full cargo=infantry from=coast", "needs 2 CL/DD pairs"),
    ] {
        assert_eq!(told(typed), wanted, "{typed}");
    }
    for kind in ["armor", "artillery", "flak", "mechanized", "motorized", "siberian", "air"] {
        assert_eq!(refused("R17", &format!("cl=full dd=full cargo={kind}"), &[]), ["3.13.3"], "{kind}");
    }
    for typed in [
        "cl=full dd=full cargo=infantry nation=US unit-movement=5",
        "cl=full dd=full cargo=infantry nation=UK unit-movement=5",
        "cl=full dd=reduced cargo=sea-supply",
        "cl=full dd=reduced cargo=infantry",
        "cl=full dd=full cargo=marine nation=US amphibious hexes=2",
    ] {
        assert_eq!(refused("R17", typed, &[]), ["3.13.3"], "{typed}");
    }
}

#[test]
fn a_submarine_carries_one_supply_or_commando() {
    let by = "goes by submarine, which cannot attack meanwhile";
    assert_eq!(told("submarine=full cargo=sea-supply"), by);
    assert_eq!(told("submarine=reduced cargo=commando"), by);
    assert_eq!(refused("R17", "submarine=reduced cargo=sea-supply", &[]), ["13.3.3"]);
    assert_eq!(refused("R17", "submarine=full cargo=sea-supply count=2", &[]), ["13.3.3"]);
    assert_eq!(refused("R17", "submarine=full cargo=infantry", &[]), ["16.1.1.1"]);
}

#[test]
fn an_evacuation_doubles_the_points_and_must_reach_a_port() {
    for (typed, choice, wanted) in [
        ("cargo=marine from=beach", "8", "needs 2 STP"),
        ("cargo=marine from=beach distance=8", "8", "needs 2 STP; saved"),
        ("cargo=marine from=beach distance=9", "8", "needs 2 STP; eliminated"),
        ("cargo=marine from=beach distance=12", "12", "needs 2 STP; saved"),
        ("cargo=marine from=beach distance=13", "12", "needs 2 STP; eliminated"),
        ("cargo=marine from=beach distance=3 to=coast", "8", "needs 2 STP; eliminated"),
        ("cargo=marine from=broken-port distance=3", "8", "needs 2 STP; saved"),
        ("cargo=paratroop points=1 evacuation distance=3", "8", "needs 2 STP; saved"),
    ] {
        let settings = format!("evacuation_mp={choice}");
        assert_eq!(result("R17", typed, &[], &[&settings]), wanted, "{typed} {choice}");
    }
    for kind in ["armor", "air", "artillery", "hq", "sea-supply"] {
        assert_eq!(refused("R17", &format!("cargo={kind} points=1 from=beach"), &[]), ["3.13.2"], "{kind}");
    }
    assert_eq!(refused("R17", "cargo=marine from=beach pinned=yes", &[]), ["3.14.8"]);
    assert_eq!(refused("R17", "cargo=marine from=elsewhere evacuation", &[]), ["3.13.2"]);
}

#[test]
fn what_leaves_the_ships_may_go_on_only_from_a_free_port_in_the_movement_phase() {
    let on = "needs 1 STP; debarks, may move 1 hex and go by rail";
    let stays = "needs 1 STP; debarks and stays";
    for (typed, wanted) in [
        ("debark=mv.1", on),
        ("debark=mv.1 zoc=yes", stays),
        ("debark=mv.1 to=coast", stays),
        ("debark=mv.1 to=broken-port", stays),
        ("debark=ol.4 to=coast", "needs 1 STP; debarks"),
        ("debark=en.1", stays),
    ] {
        assert_eq!(told(&format!("cargo=marine {typed}")), wanted, "{typed}");
    }
    let supply = |more: &str| format!("cargo=sea-supply points=1 debark={more}");
    assert_eq!(told(&supply("na.3")), "needs 1 STP; debarks");
    assert_eq!(refused("R17", &supply("na.3 to=coast"), &[]), ["3.13.5"]);
    assert_eq!(refused("R17", &supply("mv.1"), &[]), ["3.13.5"]);
    assert_eq!(refused("R17", "cargo=marine debark=na.3", &[]), ["3.13.5"]);
    assert_eq!(refused("R17", "cargo=marine debark=mv.1 to=elsewhere", &[]), ["3.13.4"]);
}

#[test]
fn values_that_contradict_each_other_or_miss_are_told() {
    for (typed, key) in [
        ("distance=3", "distance"),
        ("cargo=marine distance=3", "distance"),
        ("count=2", "cargo"),
        ("cargo=marine evacuation from=port", "from"),
        ("cargo=marine amphibious", "hexes"),
        ("cargo=marine hexes=3", "hexes"),
        ("cargo=marine moved=yes", "movement"),
        ("cargo=marine moved=no movement=3", "movement"),
        ("cargo=marine cl=full", "dd"),
        ("cargo=marine carrier=stp dd=full", "dd"),
        ("cargo=sea-supply submarine=full dd=full cl=full", "submarine"),
        ("cargo=marine cl=full dd=full points=2", "points"),
        ("cargo=sea-supply points=1 reduced=yes", "reduced"),
        ("cargo=marine nation=ZZ", "nation"),
        ("cargo=whale", "cargo"),
    ] {
        assert_eq!(fault("R17", typed), key, "{typed}");
    }
}
