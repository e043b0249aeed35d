//! Evasion chits and Night: both allotments, the night roll, and an attack by moonlight.

use super::{fault, refused, result, run};

/// The result of each face.
fn each(typed: &str, settings: &[&str]) -> Vec<String> {
    (1..=6).map(|face| result("R60", typed, &[face], settings)).collect()
}

#[test]
fn the_us_gets_two_to_four_evasion_chits_in_winter_1942() {
    let words =
        ["two", "three", "three", "three", "four", "four"].map(|word| format!("{word} Evasion chits"));
    assert_eq!(each("evasion-chits", &[]), words);
    for month in ["1942-01", "1942-03"] {
        assert_eq!(result("R60", &format!("evasion-chits date={month}"), &[1], &[]), words[0]);
    }
    for month in ["1941-12", "1942-04", "1943-01"] {
        assert_eq!(refused("R60", &format!("evasion-chits date={month}"), &[]), ["17.2.1"], "{month}");
    }
}

#[test]
fn a_night_is_moonless_or_moonlit_by_the_die() {
    let day = "no night";
    assert_eq!(each("night", &[]), ["moonless", "moonlit", day, day, day, day]);
    assert_eq!(each("night coastal=yes", &[]), each("night", &[]));
    assert_eq!(each("night pt-boat=yes", &[]), each("night", &[]), "not in a coastal hex");
    let boat = "night pt-boat=yes coastal=yes";
    assert_eq!(each(boat, &[]), ["moonless", "moonless", "moonless", "moonlit", day, day]);
    let none = "night has no effect";
    assert_eq!(each(boat, &["night_die=actual"]), ["moonless", "moonlit", none, none, day, day]);
}

#[test]
fn a_night_chit_and_a_dummy_need_no_die_and_nothing_automatic_is_cancelled() {
    assert_eq!(result("R60", "night night-chit=yes", &[], &[]), "moonless");
    assert_eq!(result("R60", "night dummy=yes", &[], &[]), "no night");
    assert_eq!(refused("R60", "night automatic=yes", &[]), ["17.3"]);
    assert_eq!(refused("R60", "night automatic=yes night-chit=yes", &[]), ["17.3"]);
    assert_eq!(refused("R60", "night natural-6=yes", &["natural_6_automatic=yes"]), ["17.3"]);
    assert_eq!(result("R60", "night natural-6=yes", &[1], &["natural_6_automatic=no"]), "moonless");
}

#[test]
fn night_chits_are_the_die_less_lost_admirals() {
    assert_eq!(each("night-chits", &[])[..2], ["one Night chit", "two Night chits"]);
    assert_eq!(
        each("night-chits admirals=2", &[])[..4],
        ["no Night chits", "no Night chits", "one Night chit", "two Night chits"]
    );
    assert_eq!(each("night-chits admirals=50", &[])[5], "no Night chits");
    assert_eq!(refused("R60", "night-chits at-war=no", &[]), ["17.3.2"]);
}

#[test]
fn by_moonlight_each_sides_dice_are_those_of_its_year() {
    // Two dice of 7 and a rating of 2 against an Armor that only +1, or even -1, reaches.
    let hits = |typed: &str, armor: u8| {
        result("R60", &format!("moonlit-attack {typed} gunnery=2 armor={armor}"), &[3, 4], &[]) == "hit"
    };
    for (typed, favoured) in [
        ("nation=JP date=1942-12", true),
        ("nation=JP date=1943-01", false),
        ("nation=US date=1942-12", false),
        ("nation=US date=1943-01", true),
        ("nation=UK date=1943-01", true),
        ("nation=AU date=1943-01", false),
        ("nation=NL date=1942-02", false),
        ("nation=US date=1944-10 aircraft=yes", false),
        ("nation=JP date=1942-02 aircraft=yes", false),
    ] {
        assert_eq!((hits(typed, 8), hits(typed, 10), hits(typed, 11)), (true, favoured, false), "{typed}");
    }
    let even = "moonlit-attack nation=US date=1943-06 gunnery=2 armor=10";
    assert_eq!(result("R60", even, &[3, 4], &["hit_compare=gt"]), "miss");
}

#[test]
fn an_attack_by_moonlight_is_told_as_every_naval_attack() {
    let typed = "moonlit-attack nation=JP date=1942-12 gunnery=2 armor=10";
    let report = run("R60", typed, &[3, 4], &[]).unwrap();
    let told: Vec<(&str, &str)> =
        report.lines.iter().map(|line| (line.label.as_str(), line.value.as_str())).collect();
    let wanted = [
        ("attack of JP at the target: die", "3"),
        ("attack of JP at the target: die", "4"),
        ("modifier: strength of the attack", "+2"),
        ("modifier: moonlit night: Japanese naval units before 1943", "+1"),
        ("attack of JP at the target", "hit"),
    ];
    assert_eq!(told, wanted);
}

#[test]
fn keys_of_another_throw_and_what_is_missing_are_told() {
    for (typed, key) in [
        ("date=1942-01", "throw"),
        ("night admirals=2", "admirals"),
        ("evasion-chits pt-boat=yes", "pt-boat"),
        ("night automatic=yes natural-6=yes", "natural-6"),
        ("night dummy=yes pt-boat=yes", "dummy"),
        ("moonlit-attack date=1942-01 armor=9", "nation"),
        ("moonlit-attack nation=JP armor=9", "date"),
        ("moonlit-attack nation=JP date=1942-01", "armor"),
        ("moonlit-attack nation=ZZ date=1942-01 armor=9", "nation"),
        ("night evasion-chits", "evasion-chits"),
    ] {
        assert_eq!(fault("R60", typed), key, "{typed}");
    }
}
