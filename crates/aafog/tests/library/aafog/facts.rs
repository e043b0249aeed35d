//! The values that a position shows: each counted by hand here, with its place, its limit and its rule.

use std::sync::Arc;

use liege::rules::aafog::Aafog;
use liege::rules::check::case::Case;
use liege::rules::game::Game as _;
use liege::rules::game::facts::DerivedValue;

use super::told;

/// The facts of a position: place, key, label, value, rule.
fn facts(text: &str) -> Vec<String> {
    let situation = Arc::new(told(&format!("game: aafog\n{text}")));
    let all = Aafog.open(&Case::of(situation)).facts(None);
    let one = |fact: &DerivedValue| {
        let place = fact.place.as_ref().map(|place| format!("{place} ")).unwrap_or_default();
        format!("{place}{}: {}: {} ({})", fact.key, fact.label, fact.value(), fact.rule)
    };
    all.iter().map(one).filter(|line| !line.starts_with("territories")).collect()
}

/// D09: the half year of each turn, as the track of the rules has it.
#[test]
fn the_period_of_each_turn_is_that_of_the_track() {
    let track = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../rules/aafog/turn_track.csv"));
    let rows: Vec<Vec<&str>> = track.lines().skip(1).map(|row| row.split(',').collect()).collect();
    assert_eq!(rows.len(), 15);
    for row in rows {
        let period = row[1].replace('-', " to ");
        assert_eq!(
            facts(&format!("in \"Turn {}\": time", row[0])),
            [
                format!("turn: Turn, and the last that is expected: {} of 11 (TT)", row[0]),
                format!("period: Period of the turn: {period} (TT)")
            ]
        );
    }
}

#[test]
fn units_loads_and_transports_without_escort_are_counted_with_their_chips() {
    let text = "at \"SZ 35\": us-tr, us-cv, us-sub\nat \"SZ 35\" aboard us-tr: us-tank, us-inf\n\
        at \"SZ 35\" aboard us-cv: us-ftr\nat \"SZ 20\": chip-1, japan-tr, japan-sub\n";
    assert_eq!(
        facts(text),
        [
            "SZ 20 units: Units of the Axis: 3 (6)",
            "SZ 20 unescorted: Transports of the Axis without escort: 2 (8-naval)",
            "SZ 20 load: Aboard 2 of the Japanese transport: 0 of 4 (8-naval)",
            "SZ 35 units: Units of the Allies: 6 (6)",
            "SZ 35 load: Aboard the American transport: 2 of 2 (8-naval)",
            "SZ 35 load: Aboard the American aircraft carrier: 1 of 2 (8-naval)",
        ]
    );
    let damaged = facts("at \"SZ 35\": us-cv damaged\nat \"SZ 35\" aboard us-cv: us-ftr\n");
    assert_eq!(damaged[1], "SZ 35 load: Aboard the American aircraft carrier: 1 (8-naval)", "no table tells");
}

#[test]
fn a_territory_has_its_holder_its_value_its_defence_and_its_facilities() {
    let text = "control: japan \"Philippines\"\nat \"Philippines\": japan-airbase number=2, japan-ftr, japan-inf\n\
        at \"Malaya\": uk-ic number=3\n";
    let all = facts(text);
    let of = |place: &str| -> Vec<&str> {
        all.iter().filter_map(|line| line.strip_prefix(place)).map(str::trim).collect()
    };
    let philippines = of("Philippines");
    assert_eq!(philippines[0], "holder: Held by: Japan (8-land)");
    assert!(philippines[1].starts_with("value: IPC value: "), "{philippines:?}");
    assert_eq!(
        philippines[2..],
        ["units: Units of the Axis: 2 (6)", "damage: Damage of the Japanese air base: 2 (8-land)"],
        "whether it works with this damage nobody says"
    );
    let malaya = of("Malaya");
    assert_eq!(
        malaya[2..],
        [
            "undefended: Undefended: no land unit or aircraft of its side is there (8-land)",
            "damage: Damage of the British industrial complex: 3 (8-land)"
        ]
    );
    let sound = facts("at \"Philippines\": us-airbase, 2 x us-ftr, us-tac, us-bmb, us-inf\n");
    assert!(sound.contains(
        &"Philippines scramble: Aircraft that the American air base may send up: 3 (8-air)".into()
    ));
}

#[test]
fn what_territories_are_worth_follows_from_who_holds_them() {
    let worth = |text: &str, power: &str| {
        let situation = Arc::new(told(&format!("game: aafog\n{text}")));
        let all = Aafog.open(&Case::of(situation)).facts(None);
        let found = all.iter().find(|fact| fact.key == "territories" && fact.label.contains(power));
        found.unwrap().number.as_ref().unwrap().nominal
    };
    let (start, taken) =
        ("at \"SZ 20\": japan-bb\n", "at \"SZ 20\": japan-bb\ncontrol: japan \"Philippines\"\n");
    let gain = worth(taken, "Japan") - worth(start, "Japan");
    assert!(gain > 0);
    assert_eq!(worth(start, "United States") - worth(taken, "United States"), gain);
}

#[test]
fn tokens_that_were_used_are_gone() {
    let all = facts("in \"Kamikaze tokens\": 2 x japan-kami\nin \"Tokens used\": japan-kami\n");
    assert_eq!(all, ["tokens: Kamikaze tokens that are left: 2 (C15)"]);
}
