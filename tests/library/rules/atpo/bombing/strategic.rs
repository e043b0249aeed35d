//! Strategic bombing, fire bombing, convoy routes and A-Bombs: each cell and row of their tables, each refusal.

use super::{
    Call, LEAST, bombers, call, cell, changes, column, decided, fault, refused, result, run, values,
};

#[test]
fn every_cell_of_the_bombing_table_costs_its_ep_and_its_bomber() {
    for total in 2..=12u8 {
        let faces = [total / 2, total - total / 2];
        for (index, least) in LEAST.iter().enumerate() {
            for strength in [*least, LEAST.get(index + 1).map_or(400, |next| next - 1)] {
                let typed = format!("bombers={} target=home-city initiative=attacker", bombers(strength));
                let report = decided("R03", &typed, &faces, &[("attacker", "weakest")]);
                let (number, star) = cell(total, index);
                let ep = format!("{} EP", number.unwrap_or(0));
                let hit = report.deeds.iter().filter(|deed| deed.act.word() == "reduce").count();
                assert_eq!(report.result.split(',').next(), Some(ep.as_str()), "{strength}, {total}");
                assert_eq!(hit, usize::from(star), "{strength}, {total}");
            }
        }
    }
    // The last row is reached with a modifier.
    for (index, least) in LEAST.iter().enumerate() {
        let typed =
            format!("bombers={} target=home-city long-range=yes initiative=attacker", bombers(*least));
        let report = run("R03", &typed, &[6, 6], &[]);
        let (number, star) = cell(13, index);
        let told = values(&report, "table")[0];
        assert_eq!(told, format!("{}{}", number.unwrap(), if star { "*" } else { "" }), "{least}");
    }
}

#[test]
fn each_row_of_table_1_changes_what_it_says() {
    // Strength 30 is the column 25-39, 15 is 12-16, 7 is 7-11.
    for (target, more, strength, shift) in [
        ("home-city", "", 30, 0),
        ("city", "", 15, 0),
        ("resource", "", 30, -1),
        ("home-city,resource", "", 30, 1),
        ("home-city-and-resource", "", 30, 1),
        ("city~and~resource", "", 15, 1),
        ("dei-oil", "", 30, 2),
        ("dei-oil,resource", "", 30, 2),
        ("city,resource,dei-oil", "", 15, 3),
        ("capital", "", 30, 0),
        ("unconquered-capital", "", 30, 1),
        ("home-city,resource,unconquered-capital", "", 30, 2),
        ("rail", "", 30, 0),
        ("home-city", "bombed-before=yes", 15, 0),
        ("city", "bombed-before=yes", 7, 0),
        ("city,resource", "bombed-before=yes", 7, 1),
        ("home-city", "bombed-before=yes firebombed=yes", 30, 0),
    ] {
        let typed = format!("bombers=B~30-16 target={target} {more}");
        let report = run("R03", &typed, &[4, 4], &[]);
        let moved = column(strength).unwrap().saturating_add_signed(shift);
        let (number, _) = cell(8, moved);
        let told = if target == "rail" { " on the Rail Capacity" } else { " EP" };
        assert_eq!(report.result, format!("{}{told}", number.unwrap_or(0)), "{typed}");
    }
}

#[test]
fn night_and_the_ends_of_the_table_hold() {
    let night = |typed: &str, faces: &[u8]| result("R03", typed, faces);
    assert_eq!(night("bombers=B~70-16 target=home-city,resource night=yes", &[6, 6]), "4 EP");
    assert_eq!(night("bombers=B~70-16 target=home-city night=yes", &[2, 2]), "0 EP");
    let low = run("R03", "bombers=B~2-16 target=resource", &[4, 4], &[]);
    let high = run("R03", "bombers=B~99-16,B~40-16 target=dei-oil initiative=defender", &[4, 4], &[]);
    for (report, name, ep) in [(low, "2-5", "1 EP"), (high, "120+", "14 EP")] {
        assert_eq!((values(&report, "column").last().copied(), report.result.as_str()), (Some(name), ep));
        assert!(report.lines.iter().any(|line| line.cause.contains("G24")));
    }
    let oil = run("R03", "bombers=B~70-16 target=dei-oil", &[4, 4], &["dei_oil=fixed_2_5"]);
    assert_eq!(oil.result, "1 EP");
}

#[test]
fn full_b29s_and_a_long_range_add_to_the_dice() {
    let total = |typed: &str, choices: &[&str]| {
        let report = run("R03", &format!("{typed} target=home-city initiative=attacker"), &[4, 4], choices);
        let line = report.lines.iter().find(|line| line.label == "table").unwrap().cause.clone();
        line.strip_prefix("total ").unwrap().split([' ', ',']).next().unwrap().parse::<i32>().unwrap()
    };
    assert_eq!(total("bombers=3~x~B~20-20[4]~10-20[4]~US", &[]), 8 + 3);
    assert_eq!(total("bombers=2~x~B~20-20[4]~10-20[4]~US,B~20-20[4]~US~depleted", &[]), 8 + 2);
    assert_eq!(total("bombers=58th~(B-29):B~18-20[4]~US", &[]), 8 + 1);
    assert_eq!(total("bombers=B~20-20[4]~UK,B~12-20[4]~US", &[]), 8);
    assert_eq!(total("bombers=B~20-20[4]~US long-range=yes", &[]), 8 + 2);
    assert_eq!(total("bombers=B~20-20[4]~US long-range=yes", &["long_range_drm=-1"]), 8);
}

#[test]
fn the_star_in_the_last_row_follows_its_choice() {
    let typed = "bombers=B~95-16 target=home-city long-range=yes";
    assert_eq!(run("R03", typed, &[6, 6], &[]).result, "17 EP");
    assert_eq!(run("R03", typed, &[6, 6], &["bombing_13_90=17*"]).result, "17 EP, the B depleted");
    let other = "bombers=B~60-16 target=home-city long-range=yes";
    assert_eq!(
        run("R03", other, &[6, 6], &[]).result,
        run("R03", other, &[6, 6], &["bombing_13_90=17*"]).result
    );
}

#[test]
fn whoever_has_the_initiative_chooses_the_bomber_and_an_unanswered_choice_stays_open() {
    let words = ["bombers=A:B 9-16, C:B 4-16 depleted", "target=home-city", "initiative=defender"];
    let hit = |policies: &[(&'static str, &str)]| Call { policies, ..call("R03", &words) }.run(&[1, 2]);
    assert_eq!(hit(&[("defender", "strongest")]).result, "0 EP, A depleted");
    assert_eq!(hit(&[("defender", "aggressive")]).result, "0 EP, A depleted");
    assert_eq!(hit(&[("defender", "weakest")]).result, "0 EP, C eliminated");
    let open = hit(&[("attacker", "weakest")]);
    assert_eq!(open.open.unwrap().by.word(), "defender");
    let own = ["bombers=A:B 9-16, C:B 4-16 depleted", "target=home-city", "initiative=attacker"];
    let own = Call { policies: &[("attacker", "balanced")], ..call("R03", &own) }.run(&[1, 2]);
    assert_eq!(own.result, "0 EP, C eliminated");
    assert_eq!(changes(&own), ["C eliminate Force Pool", "A mark Previously Committed"]);
    let best = ["bombers=A:B 9-16, C:B 4-16/3 depleted JP", words[1], "initiative=attacker", "against=us"];
    let best = Call { policies: &[("attacker", "balanced")], ..call("R03", &best) }.run(&[1, 2]);
    assert_eq!(changes(&best)[0], "C eliminate set aside until Winter");
}

#[test]
fn who_has_the_initiative_is_asked_where_a_star_hits_one_of_several_and_nobody_told_it() {
    let words = ["bombers=A:B 9-16, C:B 4-16 depleted", "target=home-city"];
    let policies: &[(&'static str, &str)] = &[("attacker", "balanced"), ("defender", "balanced")];
    let open = Call { policies, ..call("R03", &words) }.run(&[1, 2]).open.unwrap();
    assert_eq!((open.by.word(), open.label, open.answers.len()), ("attacker", "initiative", 2));
    let alone = ["bombers=A:B 13-16", "target=home-city"];
    assert_eq!(Call { policies, ..call("R03", &alone) }.run(&[1, 2]).result, "0 EP, A depleted");
    let quiet = Call { policies, ..call("R03", &words) }.run(&[3, 4]);
    assert!(quiet.open.is_none(), "no star, no question");
}

#[test]
fn ep_come_off_the_tracks_as_the_choices_say() {
    let typed = "bombers=B~40-16 target=home-city place=Tokyo next-income=10 lost=4 on-track=23";
    let report = run("R03", typed, &[4, 4], &[]);
    assert_eq!(report.result, "8 EP");
    let told = [
        "strategic losses of Japan value +8",
        "Tokyo mark in the Strategic Bombing box",
        "the B mark Previously Committed",
    ];
    assert_eq!(changes(&report), told);
    assert_eq!(values(&report, "deficit"), ["2 EP"]);
    let floor = run("R03", typed, &[4, 4], &["ep_negative=floor_zero"]);
    assert_eq!((floor.result.as_str(), values(&floor, "limit")), ("6 EP", vec!["6 EP"]));
    let now = run("R03", typed, &[4, 4], &["ep_loss_time=at_once"]);
    assert_eq!(
        changes(&now)[..2],
        ["strategic losses of Japan value +5".to_owned(), "Economic Points of Japan value -3".to_owned()]
    );
    let whose = run("R03", "bombers=B~40-16~JP target=home-city against=australia", &[4, 4], &[]);
    assert_eq!(changes(&whose)[0], "strategic losses of Australia value +8");
}

#[test]
fn a_dash_leaves_the_target_unbombed_and_rail_costs_no_ep() {
    let dash = run("R03", "bombers=B~4-16 target=home-city", &[1, 1], &[]);
    assert_eq!(
        (dash.result.as_str(), changes(&dash)),
        ("0 EP", vec!["the B mark Previously Committed".to_owned()])
    );
    let rail = run("R03", "bombers=B~40-16 target=rail", &[4, 4], &[]);
    assert!(rail.lines.iter().any(|line| line.cause.contains("G20")));
    assert_eq!(changes(&rail).len(), 2, "{:?}", changes(&rail));
}

#[test]
fn who_may_not_bomb_or_escort_is_refused() {
    for bombers in [
        "F~4-6",
        "FB~4-6",
        "N~4-6",
        "ATP",
        "B-25~4-6",
        "B~9-16~unsupplied",
        "B~9-16~committed",
        "B~9-16~previously-committed",
    ] {
        assert_eq!(refused("R03", &format!("bombers={bombers} target=home-city")), ["2.1"], "{bombers}");
    }
    assert_eq!(refused("R03", "bombers=B~9-16 target=home-city distance=17"), ["2.1"]);
    assert_eq!(result("R03", "bombers=B~9-16 target=home-city distance=16", &[4, 4]), "2 EP");
    assert_eq!(refused("R03", "bombers=B~9-16 escorts=B~4-6 target=home-city"), ["2.1"]);
    assert_eq!(refused("R03", "bombers=B~9-16~JP target=home-city against=japan"), ["2.1"]);
    let escorts = "bombers=B~9-16 escorts=F~4-6/3,FB~3-5,N~4-5 target=home-city";
    assert_eq!(run("R03", escorts, &[4, 4], &[]).deeds.len(), 6);
    assert_eq!(run("R03", escorts, &[], &["strategic_escort=fb_n"]).refused.len(), 1);
    // A net strength of at least 2, after halving too.
    for (typed, refuses) in [
        ("bombers=B~1-16 target=home-city", true),
        ("bombers=B~3-16 target=city", true),
        ("bombers=B~4-16 target=city", false),
        ("bombers=B~7-16 target=city bombed-before=yes", true),
        ("bombers=B~8-16 target=city bombed-before=yes", false),
        ("bombers=B~3-16~halved target=home-city", true),
    ] {
        let report = run("R03", typed, if refuses { &[] } else { &[4, 4] }, &[]);
        assert_eq!(report.result == "refused", refuses, "{typed}");
    }
    for (typed, key) in [
        ("target=home-city", "bombers"),
        ("bombers=B~9-16", "target"),
        ("bombers=B~9-16 target=village", "target"),
        ("bombers=B~9-16 target=city,home-city", "target"),
        ("bombers=B~9-16 target=rail,home-city", "target"),
        ("bombers=B~9-16~JP target=home-city", "against"),
    ] {
        assert_eq!(fault("R03", typed), key, "{typed}");
    }
}

#[test]
fn fire_bombing_is_on_the_last_column_whatever_the_strength() {
    for total in 2..=12u8 {
        let faces = [total / 2, total - total / 2];
        let report = run("R04", "bombers=B-29:B~20-20[4]~2-20[4]~US~depleted", &faces, &[]);
        let (number, star) = cell(total, 9);
        let hit = if star { ", B-29 eliminated" } else { "" };
        assert_eq!(report.result, format!("{} EP, Firebombed{hit}", number.unwrap_or(0)), "{total}");
    }
    assert_eq!(
        result("R04", "bombers=B-29:B~20-20[4]~US long-range=yes", &[5, 6]),
        "18 EP, Firebombed, B-29 depleted"
    );
    let report = run("R04", "bombers=B-29:B~20-20[4]~US place=Kobe date=1944-01", &[4, 4], &[]);
    let told = [
        "strategic losses of Japan value +15",
        "B-29 reduce",
        "Kobe mark Firebombed",
        "B-29 mark Previously Committed",
    ];
    assert_eq!(changes(&report), told);
    for (typed, rule) in [
        ("bombers=B-29:B~20-20[4]~US date=1943-12", "2.1.4"),
        ("bombers=B-29:B~20-20[4]~US firebombed=yes", "2.1.4"),
        ("bombers=B~12-20[4]~US", "2.1.4"),
        ("bombers=B~20-20[4]~UK", "2.1.4"),
    ] {
        assert_eq!(refused("R04", typed), [rule], "{typed}");
    }
}

#[test]
fn a_raid_on_a_convoy_route_costs_its_owner() {
    for (route, whose) in
        [("us", "the US"), ("south-pacific", "Australia"), ("indian-ocean open=yes", "the UK")]
    {
        let report = run("R05", &format!("bombers=B~9-16~JP route={route}"), &[4, 4], &[]);
        assert_eq!(report.result, "2 EP");
        assert_eq!(changes(&report)[0], format!("strategic losses of {whose} value +2"));
    }
    assert_eq!(refused("R05", "bombers=B~9-16~JP route=indian-ocean"), ["2.2"]);
    assert_eq!(refused("R05", "bombers=B~9-16~US route=us"), ["2.2.1"]);
    assert_eq!(refused("R05", "bombers=N~9-16~JP route=us"), ["2.1"]);
    assert_eq!(refused("R05", "bombers=B~9-16~JP route=us distance=17"), ["2.1"]);
    assert_eq!(fault("R05", "bombers=B~9-16~JP"), "route");
    let words = ["bombers=A:B 9-16 JP, C:B 4-16 JP", "us"];
    let told = |policy| Call { policies: &[("defender", policy)], ..call("R05", &words) }.run(&[1, 2]).result;
    assert_eq!([told("strongest"), told("weakest")], ["0 EP, A depleted", "0 EP, C depleted"]);
}

#[test]
fn an_a_bomb_hits_what_is_in_the_hex_and_leaves_the_game() {
    let typed = "bomber=B-29:B~20-20[4]~US place=Hiroshima units=2nd~Army,Garrison~reduced";
    let report = run("R08", typed, &[1, 2], &[]);
    assert_eq!(report.result, "5 EP, A-bombed");
    assert_eq!(
        changes(&report),
        [
            "strategic losses of Japan value +5",
            "Hiroshima mark A-bombed",
            "B-29 mark Previously Committed",
            "2nd Army reduce",
            "Garrison eliminate",
            "A-Bomb destroy out of the game",
        ]
    );
    for (more, rules) in [
        ("date=1945-06", vec!["16.10"]),
        ("base=no-port", vec!["16.10"]),
        ("base=unsupplied", vec!["16.10"]),
        ("a-bombed=yes", vec!["16.11"]),
        ("fallen=2", vec!["16.10"]),
    ] {
        assert_eq!(refused("R08", &format!("bomber=B-29:B~20-20[4]~US {more}")), rules, "{more}");
    }
    assert_eq!(refused("R08", "bomber=B~9-16~US"), ["16.10"]);
    assert_eq!(refused("R08", "bomber=2~x~B~20-20[4]~US"), ["16.11"]);
    assert_eq!(fault("R08", "income=70"), "bomber");
}

#[test]
fn japan_surrenders_from_the_sum_on() {
    let bomb = "bomber=B-29:B~20-20[4]~US income=70";
    // 8 + 1 is 9, 15 EP.
    for (more, told) in [
        ("lost=139", "no surrender"),
        ("lost=140", "Japan surrenders"),
        ("lost=110 fallen=1", "Japan surrenders"),
        ("lost=109 fallen=1", "no surrender"),
        ("lost=140 home-city=no", "no surrender"),
        ("lost=130 home-cities=1", "Japan surrenders"),
    ] {
        let wanted = format!("15 EP, A-bombed, B-29 depleted; {told}");
        assert_eq!(result("R08", &format!("{bomb} {more}"), &[4, 4]), wanted, "{more}");
    }
    let capped =
        run("R08", &format!("{bomb} lost=140 next-income=150"), &[4, 4], &["ep_negative=floor_zero"]);
    assert_eq!(capped.result, "10 EP, A-bombed, B-29 depleted; no surrender");
    for (typed, told) in [
        ("", "100"),
        ("home-cities=1", "90"),
        ("a-bombs=1", "85"),
        ("a-bombs=2", "55"),
        ("home-cities=2 a-bombs=1", "65"),
        ("home-cities=50", "0"),
        ("income=70 lost=169", "no surrender"),
        ("income=70 lost=170", "Japan surrenders"),
    ] {
        assert_eq!(result("surrender-test", typed, &[]), told, "{typed}");
    }
}
