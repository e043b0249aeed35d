//! Ships that are in port or are taken to be: ports that fell, nation boxes, and the season's end at sea.

use liege::rules::check::Filter;

use super::{case_of, check_text, direct, game, ids, nothing, pack, surely, suspicious, told};

/// The findings about ships that left port in the End Phase: as severities, of a position before and one now.
fn left_port(before: &str, now: &str) -> Vec<String> {
    let text = format!("game: atpo\ndate: 1942-08\nbefore:\nphase: MV.1\n{before}\nnow:\nphase: EN.1\n{now}");
    let checked = game().open(&case_of(&pack(), &direct, "test", &text)).check(&Filter::default());
    let of_ships = checked.findings.iter().filter(|finding| finding.id == "ATPO-N01");
    of_ships.map(|finding| format!("{:?}", finding.severity)).collect()
}

#[test]
fn a_submarine_of_a_port_that_fell_goes_home_as_any_ship() {
    let before = "at W3021 docked: us-dd-1, us-ss-1";
    let fallen = "control: JP W3021\nat W3021: jp-inf-2\nat E2501 docked: us-dd-1, us-ss-1";
    assert!(left_port(before, fallen).is_empty());
    // In a port that was the enemy's before it may have slipped out again.
    assert_eq!(left_port("at E2501 docked: jp-ss-1", "at W4533 docked: jp-ss-1"), ["Suspicious"]);
}

#[test]
fn a_ship_in_a_nation_box_is_in_port() {
    let box_of_the_us = "in \"US Box (West Coast)\": us-dd-1";
    assert_eq!(left_port(box_of_the_us, "at E2501 docked: us-dd-1"), ["Illegal"]);
    assert!(left_port(box_of_the_us, box_of_the_us).is_empty());
}

#[test]
fn no_ship_is_in_port_where_all_is_land() {
    assert_eq!(told("at W4013 docked: us-dd-1"), surely("ATPO-Z12"));
    assert_eq!(told("at W4533 docked: jp-dd-1"), nothing());
}

#[test]
fn a_port_that_is_destroyed_twice_takes_none() {
    let checked = check_text("at E3628: chit:destroyed, chit:destroyed\nat E3628 docked: jp-dd-1");
    assert_eq!(ids(&checked), ["ATPO-P04"]);
    assert!(checked.findings[0].message.ends_with("the port is destroyed"));
}

#[test]
fn a_ship_at_sea_in_the_seasonal_turn_is_out_of_supply() {
    let at_sea = |marks: &str| told(&format!("date: 1942-07\nphase: SE.3\nat E2103: {marks}"));
    assert_eq!(at_sea("jp-dd-2"), surely("ATPO-L07"));
    assert_eq!(at_sea("jp-dd-2 out-of-supply"), nothing());
    // A submarine may have raided; its mark went at the end of the turn.
    assert_eq!(at_sea("us-ss-1"), suspicious("ATPO-L07"));
    assert_eq!(told("date: 1942-06\nphase: EN.5\nat E2103: us-ss-1"), suspicious("ATPO-L07"));
    assert_eq!(told("date: 1942-06\nphase: EN.4\nat E2103: us-ss-1"), surely("ATPO-L07"));
}

#[test]
fn a_pair_of_warships_carries_a_unit_or_a_chit_in_every_step() {
    let pair = |phase: &str, cargo: &str| {
        let ships = "at W3031: jp-cl-sendai, jp-dd-1\nat W3031 aboard jp-cl-sendai: ";
        told(&format!("phase: {phase}\n{ships}{cargo}"))
    };
    let both = "jp-inf-2, chit:jp-sea-supply";
    assert_eq!(pair("MV.1", both), surely("ATPO-C03"));
    assert_eq!(pair("NA.1", both), surely("ATPO-C08"));
    assert_eq!(pair("OS.2", both), surely("ATPO-C13"));
    assert_eq!(pair("MV.1", "jp-inf-2"), nothing());
    assert_eq!(pair("MV.1", "chit:jp-sea-supply"), nothing());
}

#[test]
fn a_ship_is_in_play_in_one_shape() {
    let checked = check_text("date: 1944-12\nat W4533 docked: jp-bb-ise\nat W4428 docked: jp-bbcv-ise");
    assert_eq!(ids(&checked), ["ATPO-N15"]);
    let message = &checked.findings[0].message;
    assert_eq!(
        message,
        "Ise in play as BB in Tokyo / Yokosuka (W4533) and BBCV in Kure (W4428); only one of them is allowed"
    );
}
