//! Transport of a force: room aboard, combat loading, evacuation, debarkation.

use super::{fault, refused, result, run};

fn told(typed: &str) -> String {
    result("LIFT", typed, &[], &[])
}

/// What is done, as `subject change`.
fn deeds(typed: &str) -> Vec<String> {
    let report = run("LIFT", typed, &[], &[]).unwrap();
    report.deeds.iter().map(|deed| format!("{} {}", deed.subject(), deed.act.word())).collect()
}

#[test]
fn what_is_aboard_must_find_room() {
    for (typed, wanted) in [
        ("ships=STP~x-5 cargo=2~x~marine~US", "2 of 2 transport points"),
        ("ships=STP~x-5 cargo=infantry~US,general,hq", "1 of 2 transport points"),
        ("ships=STP~x-5,CL~1-6/0-5,DD~0-5/0-4 cargo=2~x~armor,infantry~JP", "3 of 3 transport points"),
        ("ships=CL~1-6/0-5,DD~0-5/0-4 cargo=sea-supply", "1 of 1 transport point"),
        ("ships=CL~1-6/0-5~damaged,DD~0-5/0-4 cargo=infantry~JP~reduced", "1 of 1 transport point"),
        ("ships=CL~1-6/x,DD~0-5/0-4 cargo=infantry~JP~reduced", "1 of 1 transport point"),
        ("ships=DD~0-5/0-4~JP cargo=2~x~sea-supply tokyo-express=yes", "2 of 2 transport points"),
        ("ships=DD~0-5/0-4~JP~damaged cargo=sea-supply tokyo-express=yes", "1 of 1 transport point"),
        ("ships=SS~3-5/2-4~US cargo=commando~US", "1 of 1 transport point"),
        ("ships=STP~x-5 cargo=infantry~US points=2", "2 of 2 transport points"),
    ] {
        assert_eq!(told(typed), wanted, "{typed}");
    }
    for (typed, rule) in [
        ("ships=STP~x-5 cargo=3~x~infantry~US", "3.13"),
        ("ships=STP~x-5 cargo=2~x~infantry~US points=2", "3.13"),
        ("ships=CL~1-6/0-5,DD~0-5/0-4 cargo=artillery", "3.13"),
        ("ships=CL~1-6/0-5,DD~0-5/0-4 cargo=infantry~UK~movement~5", "3.13"),
        ("ships=CL~1-6/0-5~damaged,DD~0-5/0-4 cargo=infantry~JP", "3.13"),
        ("ships=CL~1-6/0-5~damaged,DD~0-5/0-4 cargo=sea-supply", "3.13"),
        ("ships=DD~0-5/0-4~JP cargo=sea-supply", "3.13"),
        ("ships=SS~3-5/2-4~US cargo=2~x~sea-supply", "13.3.3"),
        ("ships=SS~3-5/2-4~US~damaged cargo=sea-supply", "13.3.3"),
        ("ships=SS~3-5/2-4~US cargo=marine~US", "16.1.1.1"),
        ("ships=STP~x-5 cargo=marine~US from=broken-port mission=transport", "3.13"),
    ] {
        assert_eq!(refused("LIFT", typed, &[]), [rule], "{typed}");
    }
}

#[test]
fn an_assault_is_loaded_by_its_distance_and_takes_no_pair_but_for_snlf() {
    assert_eq!(told("ships=STP~x-5 cargo=2~x~marine~US amphibious hexes=4"), "2 of 2 transport points");
    assert_eq!(told("ships=STP~x-5 cargo=marine~US amphibious hexes=5"), "2 of 2 transport points");
    assert_eq!(refused("LIFT", "ships=STP~x-5 cargo=2~x~marine~US amphibious hexes=5", &[]), ["3.13"]);
    let pair = "ships=CL~1-6/0-5~JP,DD~0-5/0-4~JP amphibious hexes=9";
    assert_eq!(told(&format!("{pair} cargo=snlf~JP")), "1 of 1 transport point");
    assert_eq!(refused("LIFT", &format!("{pair} cargo=marine~US"), &[]), ["3.13"]);
}

#[test]
fn an_evacuation_takes_twice_the_points_and_ends_in_a_port_that_is_near() {
    let beach = "ships=STP~x-5 cargo=marine~US from=coast";
    assert_eq!(told(&format!("{beach} to=port distance=8")), "2 of 2 transport points; saved");
    assert_eq!(deeds(&format!("{beach} to=port distance=8")), ["the STP advance", "the STP mark"]);
    let far = format!("{beach} to=port distance=9");
    assert_eq!(told(&far), "2 of 2 transport points; eliminated");
    assert_eq!(deeds(&far), ["the STP advance", "the STP mark", "marine US eliminate"]);
    assert_eq!(told(&format!("{beach} to=coast distance=1")), "2 of 2 transport points; eliminated");
    assert_eq!(told(beach), "2 of 2 transport points", "how far they go is not told");
    assert_eq!(refused("LIFT", "ships=STP~x-5 cargo=armor from=coast", &[]), ["3.13.2"]);
    assert_eq!(refused("LIFT", "ships=STP~x-5 cargo=marine~US~pinned from=coast", &[]), ["3.14.8"]);
    assert_eq!(refused("LIFT", "ships=STP~x-5 cargo=2~x~marine from=coast", &[]), ["3.13"]);
    let pairs = "ships=2~x~CL~1-6/0-5,2~x~DD~0-5/0-4 cargo=infantry~JP from=coast";
    assert_eq!(told(pairs), "2 of 2 transport points");
}

#[test]
fn boarding_elsewhere_costs_the_slowest_carrier_half_of_its_movement() {
    let typed = "ships=STP~x-5-30,CA~2-8-20/1-6-15 cargo=marine~US from=port moved=yes";
    assert_eq!(told(typed), "1 of 2 transport points; boarding takes 15 MP");
    let supply = "ships=STP~x-5-30 cargo=sea-supply from=port moved=yes";
    assert_eq!(told(supply), "1 of 2 transport points; boarding takes 0 MP");
}

#[test]
fn what_may_debark_in_a_step_does_and_the_rest_stays_aboard() {
    let both = "ships=STP~x-5 cargo=marine~US,sea-supply";
    let told_in = |step: &str| told(&format!("{both} to=port debark={step}"));
    assert_eq!(told_in("na.3"), "2 of 2 transport points; 1 of 2 aboard debark");
    assert_eq!(told_in("mv.1"), "2 of 2 transport points; 1 of 2 aboard debark");
    let landed = deeds(&format!("{both} to=coast debark=en.1"));
    assert_eq!(landed, ["the STP advance", "marine US advance"]);
    assert_eq!(refused("LIFT", "ships=STP~x-5 cargo=marine~US to=port debark=na.3", &[]), ["3.13.5"]);
    assert_eq!(refused("LIFT", "ships=STP~x-5 cargo=sea-supply to=coast debark=na.3", &[]), ["3.13.5"]);
    assert_eq!(refused("LIFT", "ships=STP~x-5 cargo=marine~US to=elsewhere debark=mv.1", &[]), ["3.13.4"]);
}

#[test]
fn what_is_typed_wrong_is_told() {
    for (typed, key) in [
        ("ships=STP~x-5", "cargo"),
        ("cargo=marine", "ships"),
        ("ships=STP~x-5 cargo=elephant", "cargo"),
        ("ships=STP~x-5 cargo=marine~infantry", "cargo"),
        ("ships=STP~x-5 cargo=61~x~marine", "cargo"),
        ("ships=STP~x-5 cargo=sea-supply~reduced", "cargo"),
        ("ships=SS~3-5,DD~0-5 cargo=sea-supply", "ships"),
        ("ships=STP~x-5 cargo=marine moved=yes", "ships"),
        ("ships=STP~x-5 cargo=marine hexes=3", "hexes"),
    ] {
        assert_eq!(fault("LIFT", typed), key, "{typed}");
    }
}
