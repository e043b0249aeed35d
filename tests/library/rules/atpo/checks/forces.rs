//! Task forces, HQs, beaches and chits on units: what is together, and what is about whom.

use super::{nothing, surely, suspicious, told};

#[test]
fn a_submarine_and_its_kaiten_may_share_a_tray() {
    let sails = |ships: &str| told(&format!("date: 1944-08\nat W3031: jp-tf-3\ntray jp-tf-3: {ships}"));
    assert_eq!(sails("jp-ss-1, jp-kaiten"), nothing());
    assert_eq!(sails("jp-ss-1, jp-dd"), surely("ATPO-S20"), "and not ATPO-S18 for the same ships");
    assert_eq!(sails("jp-ss-1, jp-stp-1"), surely("ATPO-S20"), "transports are part of a task force, too");
    assert_eq!(sails("2 x jp-ss-1"), surely("ATPO-S20"));
}

#[test]
fn an_empty_chit_of_the_us_may_be_a_dummy_and_the_fourth_is_one_too_many() {
    assert_eq!(told("at W3031: us-tf-1"), suspicious("ATPO-S21"));
    assert_eq!(told("at W3031: us-tf-1, us-dd"), nothing(), "its ships lie beside it");
    assert_eq!(told("at W3031: us-tf-1, us-tf-2, 2 x us-tf-dummy"), surely("ATPO-S22"));
    assert_eq!(told("at W3031: 3 x us-tf-dummy, 3 x uk-tf-dummy"), nothing());
    assert_eq!(
        told("in \"Chits Pool\": us-tf-1, us-tf-2, us-tf-3, us-tf-4, jp-tf-1"),
        nothing(),
        "not in play"
    );
}

#[test]
fn an_evasion_chit_is_about_its_own_force() {
    let at = |ships: &str| told(&format!("phase: OS.2\nat E4625: {ships}"));
    let beside = "at E4625: au-ca-australia, au-ca-canberra";
    assert_eq!(at(&format!("us-tf-1, chit:evasion\ntray us-tf-1: us-dd\n{beside}")), nothing());
    assert_eq!(at(&format!("us-dd, chit:evasion\n{beside}")), nothing());
    assert_eq!(at("us-dd, chit:evasion, au-ca-australia, au-ca-canberra"), suspicious("ATPO-M22"));
    assert_eq!(at("us-bb-washington, au-ca-australia, chit:evasion"), nothing());
    assert_eq!(at("jp-dd, chit:evasion"), surely("ATPO-M22"));
    assert_eq!(told("date: 1941-12\nphase: OS.2\nat E4625: us-dd, chit:evasion"), surely("ATPO-M22"));
    assert_eq!(told("phase: EN.5\nat E4625: us-ss-1, chit:evasion"), surely("ATPO-M01"), "told once");
    let carriers = "us-cv-wasp, us-dd, au-ca-australia, chit:evasion\nat E4625 aboard us-cv-wasp: us-n-wasp";
    assert_eq!(at(carriers), nothing(), "aircraft count");
    assert_eq!(told("phase: OS.2\nat W4432: us-ca-portland, chit:evasion"), surely("ATPO-M22"), "off Tokyo");
}

#[test]
fn headquarters_of_two_nations_or_with_a_hex_between_them_do_not_hinder_each_other() {
    assert_eq!(told("at W5021: jp-hq-kwantung\nat W5022: uk-hq-14"), nothing());
    assert_eq!(told("at W4115: cn-hq-5\nat W4116: cn-hq-6"), nothing());
    assert_eq!(
        told("at W4115: cn-hq-5\nat W4116: cn-hq-9"),
        suspicious("ATPO-S08"),
        "excepted beside each other only"
    );
    let used = "at W5021: jp-hq-kwantung used\nat W5022: jp-hq-china";
    assert_eq!(told(&format!("phase: OL.3\n{used}")), suspicious("ATPO-S07"), "and not ATPO-S08");
    assert_eq!(told(&format!("phase: OA.1\n{used}")), nothing(), "it moved there after it had operated");
}

#[test]
fn a_retreat_is_judged_where_one_side_alone_attacks() {
    let nine = ["jp-inf-2 reduced"; 9].join(", ");
    let at = |attack: &str| told(&format!("phase: OL.4\nat W5021: {nine}\n{attack}"));
    assert_eq!(at("at W5123: cn-inf-5 attack W5122"), surely("ATPO-S16"));
    assert_eq!(at(""), nothing(), "nobody knows who attacks");
    assert_eq!(at("at W5021: jp-armor-1 attack W5022"), nothing(), "those who advance are judged later");
}

#[test]
fn a_beach_holds_the_first_wave_and_the_second() {
    let beach = |pinned: &str, wave: &str| {
        told(&format!("phase: OL.3\nat E0933 pinned: {pinned}\nat E0933: us-stp-1{wave}"))
    };
    let wave =
        |from: u32, to: u32| (from..=to).map(|n| format!(", us-marine-{n} attack E0933")).collect::<String>();
    assert_eq!(beach("us-marine-1", &wave(2, 4)), nothing());
    assert_eq!(beach("us-marine-1, us-marine-5", &wave(2, 4)), surely("ATPO-S14"));
    assert_eq!(
        beach("us-marine-1", ", us-marine-2, us-marine-3, us-marine-4, us-marine-5"),
        surely("ATPO-M20"),
        "ashore, and no second wave"
    );
}

#[test]
fn elite_pilots_are_counted_by_place() {
    assert_eq!(told("at W4533: jp-f-11, chit:elite, jp-b-12, chit:elite"), nothing());
    assert_eq!(told("at W4533: jp-f-11\nat W3825: chit:elite"), surely("ATPO-A27"));
    assert_eq!(
        told("date: 1945-04\nat W4533: jp-kamikaze, chit:elite"),
        surely("ATPO-A27"),
        "they die on their first flight"
    );
    let many = "at W4533: jp-f-11, jp-f-24, jp-f-64, jp-f-59, jp-b-12, jp-b-98, jp-b-60, jp-f-tainan, jp-b-genzan, jp-b-mihoro, jp-b-kanoya, 11 x chit:elite";
    assert!(told(many).contains(&("ATPO-A27".to_owned(), liege::diagnostic::Severity::Illegal)));
}

#[test]
fn leaders_go_to_enemy_forts_with_troops_only() {
    assert_eq!(told("at E3628: us-hq-6, chit:jp-coastal-fort"), surely("ATPO-S24"));
    assert_eq!(
        told("at E3628: us-hq-6, chit:fortification"),
        nothing(),
        "an HQ is barred from coastal forts alone"
    );
    assert_eq!(told("at E3628: us-gen-macarthur, chit:fortification"), surely("ATPO-S24"));
    assert_eq!(told("at E3628: us-gen-macarthur, chit:jp-coastal-fort building"), nothing());
    assert_eq!(told("at W4821: cn-partisan, chit:coastal-fort"), surely("ATPO-S24"));
}
