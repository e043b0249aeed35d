//! Bases in special states: enlarged and destroyed ports, fields that changed hands, decks with guests, A-Bombs.

use super::{nothing, surely, suspicious, told, told_to};

#[test]
fn a_destroyed_enlargement_is_a_destroyed_major_port() {
    let docked = |enlargement: &str, ships: usize| {
        told(&format!(
            "at E4525: chit:jp-control, chit:jp-harbor-enlargement {enlargement}\nat E4525 docked: {ships} x jp-dd"
        ))
    };
    assert_eq!(docked("", 30), nothing());
    assert_eq!(docked("", 31), surely("ATPO-P10"));
    assert_eq!(docked("destroyed", 15), nothing(), "reduced to a minor port");
    assert_eq!(docked("destroyed", 16), surely("ATPO-P04"));
    assert_eq!(docked("building", 5), nothing());
    assert_eq!(docked("building", 6), surely("ATPO-P01"), "a city port until it is finished");
    let again = "at E4525: chit:jp-control, chit:jp-harbor-enlargement destroyed\nat E4525: chit:destroyed\nat E4525 docked: jp-dd";
    assert_eq!(told(again), surely("ATPO-P04"), "destroyed once more");
}

#[test]
fn a_chit_for_each_installation_destroys_every_base() {
    let field = |chits: &str| told(&format!("at W5021: {chits}\nat W5021: jp-f-11"));
    assert_eq!(
        field("chit:small-airbase, chit:destroyed"),
        suspicious("ATPO-A15"),
        "the field, if no city is there"
    );
    assert_eq!(field("chit:small-airbase"), nothing());
    assert_eq!(told("at W4533: 2 x chit:destroyed\nat W4533: jp-f-11"), nothing(), "they may mean the port");
    assert_eq!(told("at W3825: chit:small-airbase destroyed, jp-f-11"), nothing(), "the city is left");
}

#[test]
fn aircraft_stay_where_troops_or_partisans_make_the_hex_theirs() {
    let at = |text: &str| told(&format!("at E4229: chit:jp-control, chit:small-airbase\nat E4229: {text}"));
    assert_eq!(at("us-f-18"), surely("ATPO-A23"));
    assert_eq!(
        at("us-f-18, us-inf-6"),
        suspicious("ATPO-Z01"),
        "the control chit was not turned yet, or the unit is cut off; nothing else is told"
    );
    assert_eq!(at("us-atp-1"), surely("ATPO-A23"));
    assert_eq!(at("us-cv-wasp, us-n-wasp"), suspicious("ATPO-A23"), "aboard, and not marked so");
    let contested = "at W4419: chit:small-airbase, cn-f-4";
    assert_eq!(told(contested), suspicious("ATPO-A23"), "Japan holds it in one set-up, and China in another");
    assert_eq!(told("at E4229: chit:jp-control, chit:small-airbase\nat E4229 aloft: us-f-18"), nothing());
    assert_eq!(told("date: 1941-08\nat W3412: jp-f-11"), nothing(), "Indochina is French");
}

#[test]
fn a_side_is_told_nothing_that_hangs_on_what_it_cannot_see() {
    let enemy =
        "at E4229: chit:jp-control, chit:small-airbase, us-f-18\nat W3031: us-tf-1\nat W3825: chit:elite";
    assert_eq!(told_to("axis", enemy), ["ATPO-A27"]);
    assert_eq!(told_to("allies", enemy), ["ATPO-A23", "ATPO-S21"]);
    let load = "at W3031: jp-dd\nat W3031 aboard jp-dd: jp-inf-2, jp-inf-3";
    assert_eq!(told_to("axis", load), ["ATPO-C15"]);
    assert_eq!(told_to("allies", load), [""; 0], "transports may be hidden there");
}

#[test]
fn carriers_of_a_stack_share_what_they_ferry() {
    let deck = |carriers: &str, cargo: &str| {
        told(&format!("at W3031: {carriers}\nat W3031 aboard us-cv-hornet: {cargo}"))
    };
    assert_eq!(
        deck("us-cv-hornet", "us-n-hornet, us-f-49 reduced"),
        suspicious("ATPO-A13"),
        "no point is left"
    );
    assert_eq!(deck("us-cv-hornet", "us-n-hornet reduced, us-f-49 reduced"), nothing());
    assert_eq!(deck("us-cv-hornet, us-cv-wasp", "us-f-49 reduced, us-f-18 reduced"), nothing(), "one each");
    assert_eq!(
        deck("us-cv-hornet reduced, us-cv-wasp", "us-f-49 reduced"),
        nothing(),
        "the other one has it"
    );
    assert_eq!(
        deck("us-cv-hornet reduced", "us-f-49 reduced"),
        suspicious("ATPO-A13"),
        "damaged since, perhaps"
    );
}

#[test]
fn a_group_is_lost_with_its_carrier_at_sea_only() {
    let lost = "in \"US Force Pool\": us-cv-wasp";
    assert_eq!(told(&format!("{lost}\nat W3031: us-n-wasp")), surely("ATPO-A14"));
    assert_eq!(told(&format!("{lost}\nat E2501: us-n-wasp")), nothing(), "it flew to land");
    assert_eq!(told("at W3031: us-n-wasp"), surely("ATPO-A01"), "nobody knows where its carrier is");
    assert_eq!(told(&format!("{lost}\nat W3031: us-n-wasp\nat W2930: us-cv-wasp-ii")), surely("ATPO-A01"));
}

#[test]
fn the_b_25_flies_from_a_sound_us_fleet_carrier() {
    let aboard = |carrier: &str, cargo: &str| {
        let id = carrier.split(' ').next().unwrap_or_default();
        told(&format!("date: 1942-04\nat W3031: {carrier}\nat W3031 aboard {id}: {cargo}"))
    };
    assert_eq!(aboard("us-cv-enterprise", "us-b25"), nothing());
    assert_eq!(aboard("us-cvl-independence", "us-b25"), surely("ATPO-A26"));
    assert_eq!(aboard("us-cv-hornet reduced", "us-b25"), surely("ATPO-A26"), "damaged before the raid");
    assert_eq!(aboard("us-cv-hornet", "us-b25, us-n-hornet reduced, us-n-wasp reduced"), surely("ATPO-A26"));
    assert_eq!(told("date: 1942-04\nat E2501 aloft: us-b25"), nothing(), "on its way");
    assert_eq!(
        told("date: 1942-04\nat E2501: us-b25, us-cv-hornet"),
        suspicious("ATPO-A26"),
        "not marked Aboard"
    );
}

#[test]
fn an_a_bomb_waits_where_a_ship_and_a_bomber_can_reach_it() {
    let at = |text: &str| told(&format!("date: 1945-07\n{text}"));
    assert_eq!(
        at("at W4432: chit:us-control, chit:a-bomb, us-ca-portland"),
        nothing(),
        "aboard, as far as one knows"
    );
    assert_eq!(
        at("at E3628: chit:us-control, chit:small-airbase destroyed, chit:a-bomb"),
        nothing(),
        "the city is a base"
    );
    assert_eq!(at("at E3628: chit:small-airbase, chit:a-bomb"), surely("ATPO-P12"), "Japan holds Truk");
    assert_eq!(at("at E3628: chit:au-control, chit:a-bomb"), suspicious("ATPO-P12"));
    assert_eq!(at("in \"India Box\": chit:a-bomb"), suspicious("ATPO-P12"));
    assert_eq!(
        at("at W3031: us-ss-1, us-dd, chit:a-bomb").first().map(|told| told.0.clone()),
        Some("ATPO-S18".into())
    );
}
