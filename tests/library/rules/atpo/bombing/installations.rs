//! Bombing of installations: every cell, every target, several in their order, what falls with a base.

use super::{Call, LEAST, bombers, call, cell, changes, decided, fault, refused, result, run, values};

#[test]
fn every_cell_of_the_bombing_table_is_read() {
    for total in 2..=12u8 {
        let faces = [total / 2, total - total / 2];
        for (index, least) in LEAST.iter().enumerate() {
            // A target of 0: every number destroys it, a dash or a lone star does not.
            let typed = format!("bombers={} target=port initiative=attacker", bombers(*least));
            let report = run("R37", &typed, &faces, &[]);
            let (number, star) = cell(total, index);
            let told =
                number.map(|number| number.to_string()).unwrap_or_default() + if star { "*" } else { "" };
            assert_eq!(
                values(&report, "table"),
                [if told.is_empty() { "-" } else { told.as_str() }],
                "{least} {total}"
            );
            let wanted = if number.is_some() { "destroyed" } else { "no effect" };
            assert_eq!(values(&report, "port"), [wanted], "{least}, {total}");
        }
    }
}

#[test]
fn each_target_takes_what_its_row_says() {
    for (target, base, fort) in [
        ("airstrip", 0, 2),
        ("airbase", 0, 2),
        ("small-airbase", 0, 2),
        ("large-airbase", 0, 2),
        ("coastal-fort", 1, 0),
        ("fortification", 2, 0),
        ("permanent-fort", 4, 0),
        ("port", 0, 2),
        ("major-port", 0, 2),
        ("mulberry", 2, 2),
        ("radar", 4, 2),
        ("rocket-site", 1, 2),
        ("burma-railway", 2, 1),
        ("engineer", 1, 2),
    ] {
        for (fortified, capacity) in [("no", 0), ("yes", 0), ("no", 3), ("yes", 3)] {
            let typed = format!("bombers=B~60-16 target={target} fortified={fortified} capacity={capacity}");
            let report = run("R37", &typed, &[1, 1], &[]);
            let needed = base + capacity + if fortified == "yes" { fort } else { 0 };
            let line = report.lines.iter().find(|line| line.label.starts_with("target: ")).unwrap();
            assert_eq!(line.value, needed.to_string(), "{typed}");
        }
    }
    let burma = "bombers=B~60-16 target=burma-railway fortified=yes";
    let needed = |choices: &[&str], typed: &str| {
        let report = run("R37", typed, &[1, 1], choices);
        values(&report, "target: burma railway")[0].to_owned()
    };
    assert_eq!([needed(&[], burma), needed(&["burma_rail_target=air 1/+2"], burma)], ["3", "3"]);
    let open = "bombers=B~60-16 target=burma-railway";
    assert_eq!([needed(&[], open), needed(&["burma_rail_target=air 1/+2"], open)], ["2", "1"]);
}

#[test]
fn the_number_or_by_the_other_reading_the_dice_must_reach_the_target() {
    // Column 12-16, 7: 4.
    for (capacity, told) in [(4, "destroyed"), (5, "no effect")] {
        let typed = format!("bombers=B~14-16 target=port capacity={capacity}");
        assert_eq!(result("R37", &typed, &[3, 4]), told);
    }
    let by_dice = ["installation_result=dice_total"];
    assert_eq!(run("R37", "bombers=B~14-16 target=port capacity=7", &[3, 4], &by_dice).result, "destroyed");
    assert_eq!(run("R37", "bombers=B~14-16 target=port capacity=8", &[3, 4], &by_dice).result, "no effect");
}

#[test]
fn what_follows_a_success_is_reckoned_anew() {
    let needed = |typed: &str, faces: &[u8]| -> Vec<String> {
        let report = run("R37", typed, faces, &[]);
        let targets = report.lines.iter().filter(|line| line.label.starts_with("target: "));
        targets.map(|line| line.value.clone()).collect()
    };
    let both =
        |first: &str, more: &str| format!("bombers=A:B~20-16,C:B~20-16 target={first}:A;port:C {more}");
    // Column 17-24: 8 is 6, 2 is a dash.
    assert_eq!(needed(&both("large-airbase", "capacity=3"), &[4, 4, 1, 1]), ["3", "1"]);
    assert_eq!(needed(&both("small-airbase", "capacity=3"), &[4, 4, 1, 1]), ["3", "2"]);
    assert_eq!(needed(&both("airstrip", "capacity=3"), &[4, 4, 1, 1]), ["3", "2"]);
    assert_eq!(needed(&both("large-airbase", "capacity=3"), &[1, 1, 1, 1]), ["3", "3"]);
    assert_eq!(needed(&both("fortification", "capacity=1 fortified=yes"), &[4, 4, 1, 1]), ["3", "1"]);
    assert_eq!(needed(&both("fortification", "capacity=1 fortified=yes"), &[1, 1, 1, 1]), ["3", "3"]);
    // A port that is an airbase too takes no capacity along.
    assert_eq!(needed(&both("major-port", "capacity=2"), &[4, 4, 1, 1]), ["2", "2"]);
    let told = "bombers=A:B~20-16,C:B~20-16 target=large-airbase:A;port:C capacity=3";
    assert_eq!(result("R37", told, &[4, 4, 1, 1]), "large airbase: destroyed, port: no effect");
}

#[test]
fn a_star_costs_a_bomber_of_that_attack_alone() {
    // Column 7-11, 6: 1*.
    let words = [
        "bombers=A:B 4-16, C:B 5-16 depleted, E:B 9-16",
        "target=port: A, C; radar: E",
        "initiative=attacker",
    ];
    let told = |policy: &'static str| {
        Call { policies: &[("attacker", policy)], ..call("R37", &words) }.run(&[3, 3, 4, 4])
    };
    let hit = told("weakest");
    assert_eq!(hit.result, "port: destroyed, radar: no effect, A depleted");
    assert_eq!(told("strongest").result, "port: destroyed, radar: no effect, C eliminated");
    assert_eq!(
        changes(&hit),
        [
            "port mark Destroyed Installation",
            "A reduce",
            "A mark Committed",
            "C mark Committed",
            "E mark Committed"
        ]
    );
    // A hit bomber is weaker only in its own later attacks, of which it has none.
    assert_eq!(values(&hit, "strength"), ["9", "9"]);
}

#[test]
fn a_destroyed_base_costs_steps_by_the_dice_alternately_chosen() {
    let typed = "bombers=B~60-16 target=airbase capacity=1";
    for (faces, told) in [
        ([4, 5], "destroyed"),
        ([4, 6], "destroyed, 1 air step lost"),
        ([5, 6], "destroyed, 2 air steps lost"),
        ([6, 6], "destroyed, 3 air steps lost"),
    ] {
        let told = told
            .replace("destroyed", if faces == [4, 5] { "destroyed, the B depleted" } else { "destroyed" });
        assert_eq!(result("R37", typed, &faces), told);
        let strip = told.replace("destroyed", "removed");
        assert_eq!(result("R37", &typed.replace("airbase", "airstrip"), &faces), strip);
    }
    assert_eq!(result("R37", "bombers=B~60-16 target=port", &[6, 6]), "destroyed");
    assert_eq!(result("R37", "bombers=B~60-16 target=airbase capacity=15", &[6, 6]), "no effect");
    let words = ["bombers=B 60-16", "target=airbase", "capacity=1", "grounded=W:F 2-6/3, S:F 6-6/3, T:ATP"];
    let chosen = |attacker: &'static str, defender: &'static str| {
        let policies = [("attacker", attacker), ("defender", defender)];
        Call { policies: &policies, ..call("R37", &words) }.run(&[6, 6])
    };
    assert_eq!(chosen("strongest", "weakest").result, "destroyed, W depleted, S depleted, T eliminated");
    assert_eq!(chosen("weakest", "strongest").result, "destroyed, S eliminated, T eliminated");
    let mut told = changes(&chosen("strongest", "weakest"));
    told.sort();
    assert_eq!(
        told,
        [
            "S reduce",
            "T eliminate Force Pool",
            "W reduce",
            "airbase mark Destroyed Installation",
            "the B mark Committed"
        ]
    );
    let few = run("R37", "bombers=B~60-16 target=airbase grounded=F~2-6/3~depleted", &[6, 6], &[]);
    assert_eq!(few.result, "destroyed, grounded F eliminated");
}

#[test]
fn pilots_that_are_lost_over_or_on_a_base_are_set_aside() {
    let words = "bombers=FB~60-16/3~depleted~JP target=airbase grounded=F~2-6/3~depleted~JP";
    let told = |typed: &str| changes(&run("R37", typed, &[6, 6], &[]));
    let aside = |told: &[String]| told.iter().filter(|told| told.contains("aside until Winter")).count();
    assert_eq!(aside(&told(words)), 1, "{:?}", told(words));
    assert_eq!(aside(&told(&format!("{words} quality-4=yes"))), 0);
    let star = "bombers=FB~4-16/3~depleted~JP target=port";
    let hit = (2..=12u8).filter(|sum| {
        let faces = [sum / 2, sum - sum / 2];
        aside(&changes(&run("R37", star, &faces, &[]))) == 1
    });
    assert!(hit.count() > 0, "a star hits the only bomber");
}

#[test]
fn by_the_other_reading_each_number_costs_steps_destroyed_or_not() {
    let each = ["collateral_ground=each_number"];
    // Column 7-11, 7: 2.
    let typed = "bombers=B~9-16 target=airbase capacity=3";
    assert_eq!(run("R37", typed, &[3, 4], &each).result, "no effect, 2 air steps lost");
    assert_eq!(run("R37", typed, &[3, 4], &[]).result, "no effect");
    assert_eq!(run("R37", "bombers=B~9-16 target=port", &[3, 4], &each).result, "destroyed");
    assert_eq!(run("R37", typed, &[1, 2], &each).result, "no effect, the B depleted");
}

#[test]
fn a_major_port_becomes_minor_and_an_engineer_stops_building() {
    let major = run("R37", "bombers=B~14-16 target=major-port", &[6, 6], &[]);
    assert_eq!(
        (major.result.as_str(), changes(&major)[0].as_str()),
        ("now a minor port", "major port mark Minor Port")
    );
    let engineer = run("R37", "bombers=B~14-16 target=engineer capacity=1", &[6, 6], &[]);
    assert_eq!(engineer.result, "cannot build");
    assert!(engineer.lines.iter().any(|line| line.rule == "4.13.3"));
    let strip = run("R37", "bombers=B~14-16 target=airstrip", &[4, 4], &[]);
    assert_eq!(changes(&strip)[0], "airstrip destroy Force Pool");
}

#[test]
fn no_halving_but_that_of_the_weather_and_no_bonus_of_a_b29() {
    let report = run("R37", "bombers=B-29:B~20-20[4]~US~army target=port", &[4, 4], &[]);
    assert_eq!(values(&report, "strength"), ["20"]);
    assert_eq!(values(&report, "table"), ["6"]);
    let halved = run("R37", "bombers=FB~9-7/2~halved target=port", &[4, 4], &[]);
    assert_eq!(values(&halved, "strength"), ["4"]);
}

#[test]
fn who_may_not_bomb_installations_is_refused() {
    for (bombers, rule) in [
        ("F~4-6", "4.13.1"),
        ("ATP", "4.13.1"),
        ("B-25~4-6", "4.13.1"),
        ("FB~4-6~as-fighter", "4.13.1"),
        ("N~4-6~previously-committed", "4.3.8"),
        ("B~4-6~committed", "4.3.8"),
        ("B~1-6", "4.13.2"),
    ] {
        assert_eq!(refused("R37", &format!("bombers={bombers} target=port")), [rule], "{bombers}");
    }
    assert_eq!(result("R37", "bombers=N~4-6~committed~carrier target=port", &[4, 4]), "destroyed");
    assert_eq!(refused("R37", "bombers=B~4-6 target=port distance=7"), ["4.13.1"]);
    assert_eq!(refused("R37", "bombers=B~4-6~unsupplied target=port distance=2"), ["13.6.3"]);
    assert_eq!(
        refused("R37", "bombers=A:B~4-6,C:B~4-6 target=port:A,C;radar:A initiative=attacker"),
        ["4.13.2"]
    );
    for (typed, key) in [
        ("target=port", "bombers"),
        ("bombers=B~4-6", "target"),
        ("bombers=B~4-6 target=castle", "target"),
        ("bombers=B~4-6 target=port;radar", "target"),
        ("bombers=A:B~4-6 target=airbase:A;radar:A", "target"),
        ("bombers=A:B~4-6 target=radar:Z", "target"),
        ("bombers=A:B~4-6 target=radar:A,A", "target"),
    ] {
        assert_eq!(fault("R37", typed), key, "{typed}");
    }
}

#[test]
fn an_air_magic_chit_is_for_one_roll_on_the_bombing_table() {
    let two = "bombers=A:B~8-16~US,B:B~8-16~US target=small-airbase:~A;port:~B capacity=2 magic=2 magic-side=attacker";
    let by = |typed: &str, attacker: &'static str, defender: &'static str| {
        let policies = [("attacker", attacker), ("defender", defender)];
        let report = decided("R37", typed, &[3, 2, 3, 2], &policies);
        let causes = report.lines.iter().filter(|line| line.label == "table");
        let totals: Vec<String> = causes.map(|line| line.cause.clone()).collect();
        let asked: Vec<String> = values(&report, "magic").iter().map(|&answer| answer.into()).collect();
        (asked.join(" "), totals.join("; "))
    };
    let told = |magic: &str, first: u8, second: u8| {
        (magic.to_owned(), format!("total {first}, column 7-11; total {second}, column 7-11"))
    };
    assert_eq!(by(two, "balanced", ""), told("use", 7, 5));
    assert_eq!(by(two, "keep", ""), told("keep keep", 5, 5));
    // Against Japanese bombers it comes off.
    let theirs = two.replace("US", "JP").replace("~magic-side=attacker", "").replace("attacker", "defender");
    assert_eq!(by(&theirs, "", "use"), told("use", 3, 5));
    let refused = run("R37", &two.replace("US", "SU"), &[], &[]).refused;
    assert!(refused[0].reason.starts_with("Air Magic is only for US,"), "{refused:?}");
}
