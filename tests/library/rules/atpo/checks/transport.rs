//! What ships, submarines and aircraft carry: the least fit cargo first aboard the transports, one finding for one fault.

use liege::rules::check::Filter;
use liege::rules::position::notation::Date;
use liege::rules::position::situation::Clock;

use super::rules::seen;
use super::{case_of, check, direct, game, ids, nothing, of_pieces, pack, surely, suspicious, told};

/// Ships at sea with cargo aboard the first of them.
fn at_sea(ships: &str, cargo: &str) -> String {
    let first = ships.split([' ', ',']).next().unwrap_or_default();
    format!("at W3031: {ships}\nat W3031 aboard {first}: {cargo}")
}

#[test]
fn the_tokyo_express_lifts_like_a_sea_transport() {
    assert_eq!(told(&at_sea("jp-dd, jp-adm-tanaka", "jp-inf-2, jp-inf-3")), nothing());
    assert_eq!(told(&at_sea("jp-dd, jp-adm-tanaka", "jp-art-1, chit:jp-sea-supply")), nothing(), "any cargo");
    assert_eq!(told(&at_sea("jp-dd reduced, jp-adm-tanaka", "jp-inf-2")), nothing());
    assert_eq!(told(&at_sea("jp-dd, jp-adm-tanaka", "jp-inf-2, jp-inf-3, jp-inf-4")), surely("ATPO-C15"));
    assert_eq!(told(&at_sea("jp-dd reduced, jp-adm-tanaka", "jp-inf-2, jp-inf-3")), surely("ATPO-C15"));
    assert_eq!(told(&at_sea("jp-dd", "jp-inf-2")), surely("ATPO-C15"), "without Tanaka");
    let two = "jp-dd, jp-dd-1, jp-cl-sendai, jp-adm-tanaka";
    assert_eq!(told(&at_sea(two, "jp-inf-2, jp-inf-3, jp-inf-4")), nothing(), "the express and a pair");
    assert_eq!(told(&at_sea("us-dd", "us-marine-rgt-1")), surely("ATPO-C01"), "no other nation has one");
    let trays = "at W3031: jp-tf-1, jp-tf-2\ntray jp-tf-1: jp-dd\ntray jp-tf-2: jp-cl-sendai";
    let cargo = "tray jp-tf-1 aboard jp-dd: chit:jp-sea-supply";
    assert_eq!(told(&format!("{trays}\n{cargo}")), nothing(), "the cruiser may sail with it");
}

#[test]
fn transports_take_what_warships_may_not() {
    let ships = "jp-stp-1 reduced, jp-cl-sendai, jp-dd reduced";
    assert_eq!(
        told(&at_sea(ships, "jp-inf-2, jp-inf-3 reduced")),
        nothing(),
        "the full unit is on the transport"
    );
    assert_eq!(told(&at_sea(ships, "jp-inf-2, jp-inf-3")), surely("ATPO-C03"));
    assert_eq!(told(&at_sea(ships, "jp-inf-3 reduced, chit:jp-sea-supply")), nothing());
    assert_eq!(told(&at_sea(ships, "jp-art-1, jp-inf-3 reduced")), nothing());
    assert_eq!(told(&at_sea(ships, "jp-art-1, jp-armor-1 reduced")), surely("ATPO-C04"));
    assert_eq!(
        told(&at_sea(ships, "jp-inf-2, jp-inf-3, jp-inf-4")),
        surely("ATPO-C01"),
        "too many of any sort"
    );
    let sound = "jp-cl-sendai, jp-dd, jp-dd-1 reduced";
    assert_eq!(told(&at_sea(sound, "jp-inf-2")), nothing(), "one of the destroyers makes a full pair");
}

#[test]
fn movement_that_is_an_estimate_makes_infantry_unfit_perhaps() {
    assert_eq!(told(&at_sea("us-cl-1, us-dd", "us-inf-6")), suspicious("ATPO-C04"));
    assert_eq!(told(&at_sea("us-cl-1, us-dd, us-stp-1", "us-inf-6")), nothing());
    assert_eq!(told(&at_sea("us-cl-1, us-dd", "us-marine-rgt-1")), nothing(), "marines are no such infantry");
}

#[test]
fn supply_beyond_the_lift_is_told_by_the_step_it_is_in() {
    let load = at_sea("jp-stp-1", "jp-inf-2, 2 x chit:jp-sea-supply");
    for (phase, id) in
        [("NA.1", "ATPO-C08"), ("NA.3", "ATPO-C08"), ("OS.2", "ATPO-C13"), ("EN.1", "ATPO-C13")]
    {
        assert_eq!(told(&format!("phase: {phase}\n{load}")), suspicious(id), "{phase}");
    }
    assert_eq!(told(&format!("phase: MV.1\n{load}")), nothing());
    let pair = at_sea("jp-cl-sendai, jp-dd", "2 x chit:jp-sea-supply");
    assert_eq!(told(&format!("phase: NA.1\n{pair}")), surely("ATPO-C08"), "a pair takes one chit");
    let units = at_sea("jp-stp-1", "jp-inf-2, jp-inf-3, jp-inf-4, chit:jp-sea-supply");
    for phase in ["NA.1", "OS.2", "MV.1"] {
        assert_eq!(told(&format!("phase: {phase}\n{units}")), surely("ATPO-C01"), "the units alone, {phase}");
    }
}

#[test]
fn supply_marked_aboard_where_no_transport_is_was_created_without_one() {
    let supply = |at: &str| {
        let pieces = vec![seen("1", "jp-sea-supply", at, ("a", 0), &[("Ride", 2)])];
        let clock = Clock { date: Some(Date { year: 1942, month: 8 }), phase: Some("NA.1".into()) };
        check(of_pieces(pieces, clock))
    };
    assert_eq!(ids(&supply("W4533")), ["ATPO-C08"]);
    assert_eq!(told("phase: NA.1\nat W4533: chit:jp-sea-supply"), nothing(), "ashore it may be older");
}

#[test]
fn what_another_ship_of_the_stack_could_carry_is_no_fault_of_a_submarine() {
    let both = "at W4533 docked: jp-ss-1, jp-stp-1\nat W4533 aboard jp-ss-1: ";
    assert_eq!(told(&format!("{both}2 x chit:jp-sea-supply")), nothing());
    assert_eq!(told(&at_sea("us-ss-1", "us-inf-6")), surely("ATPO-C07"), "infantry");
    assert_eq!(told(&at_sea("us-ss-1", "uk-cdo-3")), surely("ATPO-C07"), "a foreign commando");
    assert_eq!(told(&at_sea("uk-ss-1", "uk-cdo-3 reduced, chit:sea-supply")), nothing(), "one of each");
}

#[test]
fn assaults_come_from_transports_and_snlf_from_japanese_warships() {
    let landing = |ships: &str, troops: &str| {
        told(&format!("phase: OL.3\nat E3228: chit:us-control, {ships}\nat E3228: {troops}"))
    };
    let snlf = "jp-snlf-kure-3 attack E3228";
    assert_eq!(landing("jp-cl-sendai, jp-dd", snlf), nothing());
    assert_eq!(
        landing("jp-cl-sendai, jp-dd, jp-stp-1 reduced", &format!("{snlf}, jp-inf-2 attack E3228")),
        nothing()
    );
    assert_eq!(landing("jp-cl-sendai, jp-dd", "jp-inf-2 attack E3228"), surely("ATPO-C05"));
    let two = format!("{snlf}, jp-snlf-kure-5 attack E3228");
    assert_eq!(landing("jp-cl-sendai, jp-dd", &two), surely("ATPO-C05"), "one pair, two units");
    assert_eq!(landing("jp-cl-sendai, jp-dd", "jp-para-1 attack E3228"), nothing(), "dropped");
}

#[test]
fn air_transports_count_steps_and_bear_no_heavy_units() {
    let aboard = |transports: &str, cargo: &str| {
        told(&format!("phase: NA.2\nat W4533: {transports}\nat W4533 aboard jp-atp-1: {cargo}"))
    };
    assert_eq!(aboard("2 x jp-atp-1 reduced", "jp-inf-2"), nothing(), "two points of two counters");
    assert_eq!(aboard("jp-atp-1", "jp-inf-2 reduced, jp-snlf-kure-3 reduced"), nothing());
    assert_eq!(aboard("jp-atp-1", "jp-inf-2, jp-inf-3 reduced"), surely("ATPO-C09"));
    assert_eq!(aboard("jp-atp-1", "jp-flak-1"), surely("ATPO-C09"));
    let kamikazes = |transports: &str| {
        told(&format!(
            "date: 1945-04\nphase: NA.2\nat W4533: {transports}\nat W4533 aboard jp-atp-1: 2 x jp-kamikaze"
        ))
    };
    assert_eq!(kamikazes("jp-atp-1"), nothing(), "each as infantry of one step");
    assert_eq!(kamikazes("jp-atp-1 reduced"), surely("ATPO-C09"));
}

#[test]
fn evacuation_takes_two_points_for_each_unit() {
    let told = |from: &str, ships: &str| {
        let text = format!(
            "game: atpo\ndate: 1942-08\nbefore:\nphase: NA.1\nat {from}: jp-inf-2\nat W3031: {ships}\nnow:\n\
             phase: NA.1\nat W3031: {ships}\nat W3031 aboard jp-stp-1: jp-inf-2"
        );
        let case = case_of(&pack(), &direct, "test", &text);
        let checked = game().open(&case).check(&Filter::default());
        checked.findings.iter().map(|finding| finding.id.clone()).collect::<Vec<_>>()
    };
    assert_eq!(told("E0933", "jp-stp-1"), [""; 0]);
    assert_eq!(told("E0933", "jp-stp-1 reduced"), ["ATPO-C12"]);
    assert_eq!(
        told("E0933", "jp-stp-1 reduced, jp-cl-sendai, jp-dd"),
        [""; 0],
        "a pair carries the other half"
    );
    assert_eq!(told("W4533", "jp-stp-1 reduced"), [""; 0], "from a port");
}
