//! Reconnaissance at sea and on land: each column and modifier, who may search, and what comes without dice.

use super::super::sea::{fault, refused, result, run};

/// The least total of two dice with which a flotilla is located; none where no total does.
fn least(typed: &str) -> Option<u8> {
    (2..=12u8).find(|total| {
        let one = total.div_ceil(2);
        result("R25", &format!("search air=B~4-60 {typed}"), &[one, total - one], &[]) == "located"
    })
}

#[test]
fn each_distance_has_its_number() {
    let numbers = [2, 2, 6, 8, 10, 12, 12, 14, 14, 16, 16, 18, 18, 20, 20];
    for (hexes, number) in numbers.into_iter().enumerate() {
        let own = Some(number).filter(|number| *number <= 12);
        assert_eq!(least(&format!("hexes={hexes}")), own, "{hexes}");
        // With eight more air units each number but the highest comes into reach.
        let further = Some(number.saturating_sub(8).max(2));
        assert_eq!(least(&format!("hexes={hexes} further-air=8")), further, "{hexes}");
    }
}

#[test]
fn each_modifier_of_a_search_at_sea_counts_and_they_add_up() {
    for (typed, number) in [
        ("hexes=4", 10),
        ("hexes=4 further-air=1", 9),
        ("hexes=4 further-air=3", 7),
        ("hexes=4 on-the-spot=yes", 9),
        ("hexes=4 on-the-spot=3", 9),
        ("hexes=4 coastal=yes", 9),
        ("hexes=4 located=yes", 9),
        ("hexes=4 further-air=2 on-the-spot=yes coastal=yes located=yes", 5),
        ("hexes=1 area-mp=3", 10),
        ("hexes=0 area-mp=0", 2),
    ] {
        assert_eq!(least(typed), Some(number), "{typed}");
    }
}

#[test]
fn coastwatchers_see_their_own_hex() {
    assert_eq!(result("R25", "search coastwatchers=yes coastal=yes", &[1, 1], &[]), "located");
    assert_eq!(refused("R25", "coastwatchers=yes hexes=1", &[]), ["16.12.1"]);
    assert_eq!(refused("R25", "coastwatchers=yes area-mp=2", &[]), ["16.12.1"]);
}

#[test]
fn a_naval_interception_locates_without_a_search() {
    assert_eq!(result("R25", "search automatic=yes", &[], &[]), "located");
    assert_eq!(result("R25", "automatic=yes", &[4], &[]), "located, sighting report 4");
}

#[test]
fn who_may_not_search_is_refused() {
    for (typed, rule) in [
        ("air=ATP~2-12 hexes=3", "4.4.1"),
        ("air=B-25~X-7/0 hexes=3", "16.14.1"),
        ("air=B~X-7/0 hexes=3", "16.14.1"),
        ("air=B~4-10~committed hexes=3", "4.4.1"),
        ("air=B~4-10~previously-committed hexes=3", "4.4.1"),
        ("air=B~4-10~oos hexes=3", "4.4"),
        ("air=B~4-10 hexes=11", "4.4.1"),
        ("air=B~4-10 hexes=8 area-mp=3", "4.4.1"),
        ("air=B~4-10 hexes=6 effect=strength-and-range", "4.4.1"),
        ("air=B~4-10 hexes=6 base-effect=strength-and-range", "4.4.1"),
        ("air=B~4-10 hexes=1 effect=grounded", "1.1"),
        ("air=B~4-10 hexes=1 base-effect=grounded", "1.1"),
        ("air=B~4-10 hexes=1 phase=movement", "4.4"),
        ("air=B~4-10 hexes=1 tried=yes", "4.4.1"),
    ] {
        assert_eq!(refused("R25", typed, &[]), [rule], "{typed}");
        if !typed.contains("phase") {
            let land = refused("R26", &typed.replace(" area-mp=3", "").replace("hexes=8", "hexes=11"), &[]);
            assert_eq!(land, [if rule == "4.4.1" { "4.5.1" } else { rule }], "{typed}");
        }
    }
    for phase in ["naval", "offensive", "end"] {
        assert!(refused_in(phase, "R25").is_empty(), "{phase}");
        assert_eq!(refused_in(phase, "R26").is_empty(), phase == "offensive", "{phase}");
    }
    // Halved strength alone shortens no range.
    let far = "search air=B~4-10 hexes=10 effect=strength";
    assert_eq!(result("R25", far, &[1, 1], &[]), "not located");
}

fn refused_in(phase: &str, procedure: &str) -> Vec<String> {
    let report = run(procedure, &format!("air=F~4-10/3 hexes=9 phase={phase}"), &[1, 1], &[]);
    match report {
        Ok(report) => report.refused.into_iter().map(|refusal| refusal.rule).collect(),
        // The other procedure takes one face.
        Err(_) => Vec::new(),
    }
}

#[test]
fn an_attack_needs_the_search_or_not_as_the_choice_says() {
    let attack = |reading: &str| {
        let setting = format!("recon_required={reading}");
        let report = run("R25", "air=B~4-10 hexes=9", &[1, 1], &[&setting]).unwrap();
        report.lines.last().unwrap().value.clone()
    };
    assert_eq!([attack("required"), attack("automatic")], ["not allowed", "allowed"]);
}

#[test]
fn who_searches_and_where_must_be_told() {
    for (typed, key) in [
        ("hexes=3", "air"),
        ("air=B~4-10", "hexes"),
        ("air=B~4-10,F~3-5/2 hexes=3", "air"),
        ("air=none hexes=3", "air"),
        ("air=B~4-10 hexes=3 coastwatchers=yes", "air"),
        ("coastwatchers=yes automatic=yes", "coastwatchers"),
        ("air=B~4-10~own-base hexes=3", "air"),
        ("air=B~4-10 hexes=3 ships=2", "ships"),
    ] {
        assert_eq!(fault("R25", typed), key, "{typed}");
    }
    for (typed, key) in [("jungle", "air"), ("air=F~4-6/3 wet", "zone"), ("air=F~4-6/3 severe", "weather")] {
        assert_eq!(fault("R26", typed), key, "{typed}");
    }
}

/// The least face that reveals a hex.
fn reveals(typed: &str, settings: &[&str]) -> Option<u8> {
    (1..=6).find(|face| result("R26", typed, &[*face], settings) == "success")
}

#[test]
fn each_modifier_of_a_search_on_land_counts() {
    for (typed, face) in [
        ("air=B~4-10", Some(2)),
        ("air=B~4-10 desert", Some(2)),
        ("air=B~4-10 marsh", Some(2)),
        ("air=B~4-10 jungle-mountain", Some(5)),
        ("air=B~4-10 jungle", Some(4)),
        ("air=B~4-10 forest", Some(4)),
        ("air=B~4-10 mountain", Some(3)),
        ("air=B~4-10 effect=strength", Some(4)),
        ("air=B~4-10 base-effect=strength", Some(2)),
        ("air=B~4-10 city=yes", Some(3)),
        ("air=F~4-6/3", Some(3)),
        ("air=FB~4-6/3", Some(2)),
        ("air=N~4-6/3", Some(2)),
        ("air=B~4-10 enemy-fighter=5", Some(3)),
        ("air=F~4-6/3 jungle city=yes", Some(6)),
        ("air=F~4-6/3 jungle-mountain enemy-fighter=yes", None),
    ] {
        assert_eq!(reveals(typed, &[]), face, "{typed}");
    }
    let wet = "air=B~4-10 severe wet effect=none";
    assert_eq!(reveals(wet, &["inclement=air_effect"]), Some(2));
    assert_eq!(reveals(wet, &["inclement=zone_entry"]), Some(4));
    assert_eq!(reveals("air=B~4-10 moderate wet", &["inclement=zone_entry"]), Some(2));
}

#[test]
fn an_air_magic_chit_helps_a_search_of_those_whom_it_is_for_and_harms_one_of_japan() {
    assert_eq!(least("hexes=4 magic=2"), Some(8));
    for (nation, number) in [("US", 8), ("UK", 8), ("AU", 8), ("JP", 12)] {
        let typed = |total: u8| {
            let (one, search) = (total / 2, format!("search air=B~4-60~{nation} hexes=4 magic=2"));
            result("R25", &search, &[one, total - one], &[])
        };
        assert_eq!((typed(number - 1), typed(number)), ("not located".into(), "located".into()), "{nation}");
    }
    assert_eq!(refused("R25", "search air=B~4-60~CN hexes=4 magic=2", &[]), ["17.10.2.1.1"]);
    assert_eq!(fault("R25", "search coastwatchers=yes magic=2"), "magic");
    let look = |typed: &str, face: u8| result("R26", &format!("air=B~4-60~{typed} forest"), &[face], &[]);
    assert_eq!((look("US", 3), look("US magic=1", 3)), ("failure".into(), "success".into()));
    assert_eq!((look("JP", 4), look("JP magic=1", 4)), ("success".into(), "failure".into()));
    assert_eq!(refused("R26", "air=B~4-60~SU magic=1", &[]), ["17.10.2.1.1"]);
}
