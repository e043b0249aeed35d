//! Procedures that are rows: Admirals, sea mines of a coastal fort, duds.

use super::{fault, least_face, refused, result, run};
use liege::rules::atpo::terms::OUT_OF_THE_GAME;
use liege::rules::play::deeds::Act;

/// The highest face that eliminates.
fn most_eliminated(typed: &str) -> u8 {
    (1..=6).filter(|face| result("R16", typed, &[*face], &[]) == "eliminated").max().unwrap_or(0)
}

#[test]
fn each_modifier_of_an_admiral_counts_and_they_add_up() {
    for (typed, most) in [
        ("nation=US ship=damaged", 2),
        ("nation=US ship=sunk", 3),
        ("nation=US ship=sunk~by~doubles", 5),
        ("nation=JP ship=damaged", 3),
        ("nation=NL ship=damaged", 3),
        ("nation=UK ship=damaged alone=yes", 5),
        ("nation=US ship=sunk alone=yes", 6),
        ("nation=JP ship=sunk-by-doubles", 6),
        ("admiral=Yamamoto ship=damaged", 3),
        ("admiral=Doorman ship=sunk", 4),
        ("admiral=Halsey ship=damaged", 2),
        ("admiral=X nation=AU ship=damaged", 2),
        ("japanese=yes ship=damaged", 3),
        ("dutch=yes ship=damaged", 3),
    ] {
        assert_eq!(most_eliminated(typed), most, "{typed}");
    }
}

#[test]
fn an_eliminated_admiral_leaves_the_game_and_a_survivor_stays() {
    let dead = run("R16", "admiral=Halsey ship=sunk", &[1], &[]).unwrap();
    assert_eq!(dead.deeds[0].act, Act::Eliminate(Some(OUT_OF_THE_GAME)));
    assert_eq!(dead.deeds[0].subject(), "Admiral Halsey");
    let alive = run("R16", "admiral=Halsey ship=sunk", &[6], &[]).unwrap();
    assert!(alive.deeds.is_empty() && alive.lines.last().unwrap().cause.contains("another friendly ship"));
}

#[test]
fn an_admiral_of_a_wrong_nation_or_without_one_is_told() {
    assert_eq!(refused("R16", "admiral=Yamamoto nation=US ship=sunk", &[]), ["3.12.2"]);
    assert_eq!(refused("R16", "admiral=Doorman nation=US ship=sunk", &[]), ["3.12.2"]);
    assert_eq!(refused("R16", "admiral=Halsey japanese=yes ship=sunk", &[]), ["3.12.2"]);
    assert_eq!(fault("R16", "admiral=Nobody ship=sunk"), "nation");
    assert_eq!(fault("R16", "nation=US"), "ship");
    assert_eq!(fault("R16", "nation=US ship=afloat"), "ship");
}

/// The highest face that hits.
fn most_hits(typed: &str) -> u8 {
    (1..=6).filter(|face| result("R18", typed, &[*face], &[]) == "hit").max().unwrap_or(0)
}

#[test]
fn each_modifier_of_the_sea_mines_counts() {
    for (typed, most) in [
        ("ships=1 date=1942-12", 2),
        ("ships=10 date=1942-12", 2),
        ("ships=11 date=1942-12", 3),
        ("ships=20 date=1942-12", 3),
        ("ships=21 date=1942-12", 4),
        ("ships=30 date=1942-12", 4),
        ("ships=31 date=1942-12", 5),
        ("ships=5 date=1942-12 dd=yes", 1),
        ("ships=5 date=1942-12 half-us=yes", 1),
        ("ships=5 date=1943-01", 1),
        ("ships=5 date=1943-01 half-us=yes dd=yes", 0),
        ("ships=5 date=1942-12 japanese=yes", 3),
    ] {
        assert_eq!(most_hits(typed), most, "{typed}");
    }
}

#[test]
fn sea_mines_need_a_working_fort_and_a_force() {
    for state in ["building", "destroyed"] {
        assert_eq!(result("R18", &format!("ships=4 date=1942-12 fort={state}"), &[], &[]), "no attack");
    }
    assert_eq!(fault("R18", "ships=0 date=1942-12"), "ships");
    assert_eq!(fault("R18", "ships=4"), "date");
    assert_eq!(refused("R18", "ships=4 date=1942-12 japanese=yes half-us=yes", &[]), ["3.14.5.6"]);
    let hit = run("R18", "ships=4 date=1942-12", &[1], &[]).unwrap();
    assert!(hit.lines.iter().any(|line| line.cause.contains("one unit is hit")), "{:?}", hit.lines);
    let done: Vec<(String, &str)> = hit.deeds.iter().map(|deed| (deed.subject(), deed.act.word())).collect();
    assert_eq!(done, [("one unit drawn among all that enter".to_owned(), "reduce")]);
    assert!(run("R18", "ships=4 date=1942-12", &[3], &[]).unwrap().deeds.is_empty());
}

#[test]
fn a_dud_is_seven_or_less_until_june_1943() {
    for (faces, wanted) in
        [([1, 1], "dud"), ([3, 4], "dud"), ([4, 4], "the hit counts"), ([6, 6], "the hit counts")]
    {
        assert_eq!(result("R67", "date=1943-06", &faces, &[]), wanted, "{faces:?}");
    }
    for typed in ["date=1943-07", "date=1945-01", "date=1942-01 nation=UK", "date=1942-01 attacker=ship"] {
        assert_eq!(result("R67", typed, &[], &[]), "no check", "{typed}");
    }
    assert_eq!(result("R67", "date=1941-12 attacker=pt", &[1, 2], &[]), "dud");
    assert_eq!(fault("R67", "attacker=submarine"), "date");
}

#[test]
fn a_search_counts_strength_or_full_units_as_the_choice_says() {
    let least = |typed: &str, choice: &str| least_face("R22", typed, "located", &[choice]);
    for (typed, on, off) in [
        ("air=FB~3,B~2", Some(2), Some(5)),
        ("air=FB~3,B~2~reduced", Some(2), Some(6)),
        ("air=B~1~reduced", Some(6), None),
        ("air=B~1", Some(6), Some(6)),
        ("air=B~8-16[3]", Some(1), Some(6)),
        ("air=FB3,B5~heavy,B1", Some(1), Some(4)),
    ] {
        assert_eq!(least(typed, "asw_house=on"), on, "{typed}");
        assert_eq!(least(typed, "asw_house=off"), off, "{typed}");
    }
}

#[test]
fn a_search_marks_what_it_found_and_what_it_used() {
    let marks = |face: u8, choice: &str| -> Vec<String> {
        let report = run("R22", "air=FB~3 submarine=I-19", &[face], &[choice]).unwrap();
        report.deeds.iter().filter_map(|deed| deed.act.to()).collect()
    };
    assert_eq!(marks(6, "asw_house=on"), ["located", "Committed"]);
    assert_eq!(marks(1, "asw_house=on"), ["Committed"]);
    assert_eq!(marks(6, "asw_house=off"), ["located"]);
    assert_eq!(marks(1, "asw_house=off"), Vec::<String>::new());
}

#[test]
fn who_may_not_search_and_where_no_search_is_needed_is_told() {
    assert_eq!(result("R22", "air=B~3 port", &[], &[]), "no search needed");
    assert_eq!(refused("R22", "air=B~3 fortified-port", &[]), ["3.16.9"]);
    assert_eq!(refused("R22", "air=N~3,F~4-6/3,ATP", &[]), ["3.16.8"; 2]);
    for typed in ["port", "air=", "air=B", "air=B~3~4", "air=B~3~blue"] {
        assert_eq!(fault("R22", typed), "air", "{typed}");
    }
}
