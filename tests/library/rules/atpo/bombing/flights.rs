//! Air transport, change of base, paradrops and ground support: each row, each refusal.

use super::{changes, fault, refused, result, run};

#[test]
fn cargo_takes_points_by_its_steps() {
    for (typed, told) in [
        ("cargo=infantry steps=1", "1 ATP"),
        ("cargo=infantry steps=2", "2 ATP"),
        ("cargo=marine steps=2 points=2", "2 ATP"),
        ("cargo=paratroop", "1 ATP"),
        ("cargo=paratroop steps=2", "1 ATP"),
        ("cargo=air-supply range=10", "1 ATP"),
        ("distance=12", "12 of 12 hexes"),
        ("distance=7 pick-up=5", "12 of 12 hexes"),
        ("distance=5 pick-up=5 nation=JP", "10 of 10 hexes"),
        ("cargo=air-supply range=8 distance=8", "1 ATP, 8 of 12 hexes"),
        ("cargo=paratroop distance=6 range-halved=yes", "1 ATP, 6 of 6 hexes"),
        ("cargo=paratroop fate=aborted", "1 ATP, cargo back at its base"),
        ("cargo=paratroop fate=destroyed", "1 ATP, cargo destroyed"),
    ] {
        assert_eq!(result("R35", typed, &[]), told, "{typed}");
    }
    for (typed, rule) in [
        ("cargo=infantry steps=2 points=1", "4.12.3"),
        ("cargo=infantry steps=3", "14.6.3"),
        ("cargo=other", "4.12.3"),
        ("distance=13", "4.12.2"),
        ("distance=8 pick-up=5", "4.12.2"),
        ("distance=6 pick-up=5 nation=JP", "4.12.2"),
        ("distance=7 range-halved=yes", "4.12.2"),
        ("cargo=air-supply range=8 distance=9", "13.4"),
        ("cargo=air-supply range=9 distance=5 range-halved=yes", "13.4"),
        ("cargo=paratroop from=elsewhere", "4.12.2"),
        ("cargo=paratroop to=elsewhere", "4.12.2"),
        ("cargo=paratroop out-of-supply=yes", "4.12.3"),
        ("cargo=paratroop moved-by-rail=yes", "4.12.3"),
    ] {
        assert_eq!(refused("R35", typed), [rule], "{typed}");
    }
    let four = run("R35", "cargo=marine steps=4", &[], &["max_steps=four"]);
    assert_eq!(four.refused[0].rule, "4.12.3");
    for (typed, key) in [
        ("steps=1", "cargo"),
        ("cargo=infantry", "steps"),
        ("cargo=air-supply", "range"),
        ("distance=3 nation=Mars", "nation"),
    ] {
        assert_eq!(fault("R35", typed), key, "{typed}");
    }
}

#[test]
fn a_change_of_base_has_three_hops_of_twice_the_range() {
    for (typed, told) in [
        ("unit=F~4-6/3 stops=12", "1 of 3 hops"),
        ("unit=F~4-6/3 stops=12,12~airstrip,12", "3 of 3 hops"),
        ("unit=F~4-6/3 stops=6 range-halved=yes", "1 of 3 hops"),
        ("unit=F~4-1/3 stops=2 range-halved=yes", "1 of 3 hops"),
        ("unit=N~4-5/3 from=carrier stops=10,10~carrier", "2 of 3 hops"),
        ("unit=N~4-5/3 from=damaged-carrier stops=10", "1 of 3 hops"),
        ("unit=N~4-5/3 stops=10~damaged~carrier", "1 of 3 hops"),
        ("unit=B~4-7~US from=west-coast stops=hawaii,14,14", "3 of 3 hops"),
        ("unit=B~4-7~US from=west-coast stops=panama", "1 of 3 hops"),
        ("unit=F~4-6~US from=west-coast stops=alaska", "3 of 3 hops"),
        ("unit=F~4-6~unsupplied phase=offensive stops=12", "1 of 1 hops"),
        ("unit=F~4-6/3 stops=12,12 aborted-at=2", "aborted, back at stop 1"),
        ("unit=F~4-6/3 stops=12,12 aborted-at=1", "aborted, back at the base where it started"),
        ("unit=ATP~1-8 stops=16", "1 of 3 hops"),
    ] {
        assert_eq!(result("change-of-base", typed, &[]), told, "{typed}");
    }
    for (typed, rule) in [
        ("unit=F~4-6/3 stops=13", "4.3.6.1"),
        ("unit=F~4-6/3 stops=1,1,1,1", "4.3.6.1"),
        ("unit=F~4-6/3 stops=7 range-halved=yes", "4.3.6.1"),
        ("unit=N~4-5/3 stops=5~carrier,5", "4.6.2.2"),
        ("unit=F~4-6/3 stops=5~carrier", "4.6.2.2"),
        ("unit=FB~4-6/3 from=carrier stops=5", "4.6.2.2"),
        ("unit=B~4-6/3 stops=5~airstrip", "4.6.1"),
        ("unit=F~4-6~US from=west-coast stops=hawaii", "4.3.6.1"),
        ("unit=F~4-6~US from=west-coast stops=alaska,3", "4.3.6.1"),
        ("unit=F~4-9~JP from=west-coast stops=alaska", "4.3.6.1"),
        ("unit=F~4-9~US stops=alaska", "4.3.6.1"),
        ("unit=F~4-9~US from=west-coast stops=5", "4.3.6.1"),
        ("unit=F~4-6~unsupplied stops=12", "13.6.3"),
        ("unit=F~4-6~unsupplied phase=offensive stops=5,5", "13.6.3"),
        ("unit=F~4-6/3 stops=5 room=no", "4.3.6.1"),
    ] {
        assert_eq!(refused("change-of-base", typed), [rule], "{typed}");
    }
    for (typed, key) in [
        ("stops=5", "unit"),
        ("unit=F~4 stops=5", "unit"),
        ("unit=F~4-6,F~4-6 stops=5", "unit"),
        ("unit=F~4-6", "stops"),
        ("unit=F~4-6 stops=carrier", "stops"),
        ("unit=F~4-6 stops=5~castle", "stops"),
        ("unit=F~4-6 stops=5 aborted-at=2", "aborted-at"),
    ] {
        assert_eq!(fault("change-of-base", typed), key, "{typed}");
    }
}

#[test]
fn a_change_of_base_commits_as_phase_and_choice_say() {
    let marks = |typed: &str, choices: &[&str]| changes(&run("change-of-base", typed, &[], choices)).len();
    assert_eq!(marks("unit=F~4-6 stops=5", &[]), 0);
    assert_eq!(marks("unit=F~4-6 stops=5", &["naval_phase_commit=rebase_committed"]), 1);
    assert_eq!(marks("unit=F~4-6 stops=5 phase=offensive", &[]), 1);
}

#[test]
fn a_paradrop_needs_air_transport_supply_and_range() {
    for (typed, rule) in [
        ("depleted=yes", "4.12.4.4"),
        ("out-of-supply=yes", "4.12.4.1"),
        ("operation-zone=no", "4.12.4.1"),
        ("atp=moved", "4.12.4.1"),
        ("atp=missing", "4.12.4.1"),
        ("atp=aborted", "4.12.4.2"),
        ("distance=13", "4.12.4.2"),
        ("distance=11 nation=JP", "4.12.4.2"),
    ] {
        assert_eq!(refused("R36", typed), [rule], "{typed}");
    }
    assert_eq!(result("R36", "distance=12", &[5]), "intact");
    assert_eq!(result("R36", "distance=10 nation=JP sneak=first", &[4]), "intact");
    assert_eq!(result("R36", "nation=US sneak=first", &[4]), "depleted");
    assert_eq!(fault("R36", "nation=Mars"), "nation");
}

#[test]
fn weather_halves_support_by_the_roll_or_by_the_zone() {
    let total =
        |typed: &str, choice: &str| run("R34", &format!("base=9 air=B~5 {typed}"), &[], &[choice]).result;
    for (typed, effect, entry) in [
        ("inclement=yes", "11", "11"),
        ("weather=wet severe", "14", "11"),
        ("weather=wet moderate", "14", "14"),
        ("weather=monsoon moderate", "14", "11"),
        ("weather=monsoon", "14", "14"),
    ] {
        assert_eq!(total(typed, "inclement=air_effect"), effect, "{typed}");
        assert_eq!(total(typed, "inclement=zone_entry"), entry, "{typed}");
    }
}
