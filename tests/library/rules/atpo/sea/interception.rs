//! Naval interception: each modifier, each state, search groups, automatic cases, each choice.

use liege::rules::play::procedure::{Orders, Role};

use super::super::call::{Call, values};
use super::{fault, refused, result, run};

/// The sum of the modifiers of the first group.
fn drm(typed: &str, settings: &[&str]) -> i32 {
    let report = run("R10", typed, &[2], settings).unwrap();
    let lines = report.lines.iter().filter(|line| line.label.starts_with("interception modifier"));
    lines.map(|line| line.value.parse::<i32>().unwrap()).sum()
}

#[test]
fn each_modifier_counts() {
    // One group is +1 by itself.
    for (typed, value) in [
        ("", 0),
        ("convoy-attack=yes", 1),
        ("submarine=yes", 1),
        ("within=2", 1),
        ("within=1", 2),
        ("within=0", 2),
        ("within=3", 0),
        ("leaves-port=yes", 2),
        ("coastal=yes", 2),
        ("amphibious=yes", 2),
        ("air=yes", 1),
        ("located=yes", 1),
        ("int=-3", -3),
        ("int=2", 2),
        ("weather=monsoon severe", -1),
        ("weather=wet severe", -2),
        ("weather=monsoon moderate", 0),
        ("weather=wet moderate", 0),
        ("weather=fair severe", 0),
        ("target-submarine=yes", -1),
        ("inclement=yes", -1),
        ("single=yes", -1),
        ("in-port=yes", -1),
        ("moved=10", 0),
        ("moved=11", -1),
        ("moved=13", -1),
        ("moved=14", -2),
        ("moved=16", -2),
        ("moved=17", -3),
        ("moved=17 same-area=yes", 0),
        ("admiral-l=2", 2),
        ("admiral-e=1", -1),
        ("magic=2", 2),
        ("coastal=yes within=1 air=yes located=yes", 6),
    ] {
        assert_eq!(drm(typed, &[]), value + 1, "{typed}");
    }
}

#[test]
fn seven_succeeds_and_natural_one_and_six_are_what_they_are() {
    let each =
        |typed: &str| -> Vec<String> { (1..=6).map(|face| result("R10", typed, &[face], &[])).collect() };
    assert_eq!(each("int=-9"), ["failure", "failure", "failure", "failure", "failure", "success"]);
    assert_eq!(each("int=3"), ["failure", "failure", "success", "success", "success", "success"]);
    assert_eq!(each("int=9 air=yes")[..2], ["failure", "success"]);
}

#[test]
fn search_groups_roll_in_order_of_speed_each_with_all_groups_counted() {
    let two = "groups=3~ships~speed~28,4~ships~speed~33";
    let report = run("R10", two, &[5, 1], &[]).unwrap();
    assert_eq!(report.result, "found by group 2", "the second is faster, and 5 + 2 finds");
    let rolls: Vec<&str> =
        report.lines.iter().filter(|line| line.roll.is_some()).map(|line| line.label.as_str()).collect();
    assert_eq!(rolls, ["group 2: die", "group 1: die"]);
    assert_eq!(result("R10", "groups=3", &[4, 4, 4], &[]), "found by groups 1, 2 and 3");
    assert_eq!(result("R10", "groups=3,3", &[4, 6], &[]), "found by group 2");
    assert_eq!(result("R10", "groups=2", &[4, 4], &[]), "nothing found");
    assert_eq!(result("R10", "groups=1", &[5], &[]), "failure");
    assert_eq!(result("R10", "groups=2~ships", &[6], &[]), "success", "one group of any size");
    let extra = ["search_group_bonus=extra_groups"];
    assert_eq!((drm("", &extra), drm("groups=1", &extra)), (0, 0));
    assert_eq!(result("R10", "groups=2", &[5, 6], &extra), "found by group 2");
}

#[test]
fn leaders_and_magic_count_for_one_group() {
    assert_eq!(result("R10", "groups=1 admiral-l=1", &[5], &[]), "success");
    assert_eq!(result("R10", "groups=2 admiral-l=1~group~2", &[4, 4], &[]), "found by group 2");
    assert_eq!(result("R10", "groups=2 admiral-e=1~group~2", &[5, 5], &[]), "found by group 1");
    assert_eq!(result("R10", "groups=2 magic=+1~group~2", &[4, 4], &[]), "found by group 2");
    for typed in
        ["admiral-l=1~group~2", "admiral-l=x", "admiral-l=10", "magic=1,1", "magic=-1", "admiral-e=1~2~3"]
    {
        assert_eq!(fault("R10", typed), typed.split('=').next().unwrap(), "{typed}");
    }
}

#[test]
fn of_several_groups_a_side_says_before_each_die_whether_its_bonus_is_for_that_one() {
    let search = |words: &[&str], policies, faces: &[u8]| {
        let call = Call { procedure: "R10", words, policies, ..Call::default() };
        call.run(faces)
    };
    for (words, by, label) in [
        (["groups=2", "admiral-l=1"], "attacker", "locator bonus"),
        (["groups=2", "magic=1"], "attacker", "search magic"),
        (["groups=2", "admiral-e=1"], "defender", "evasion bonus"),
    ] {
        let open = search(&words, &[], &[]).open.unwrap();
        assert_eq!((open.by.word(), open.label, open.about.as_deref()), (by, label, Some("group 1")));
        let kept = search(&words, &[("attacker", "keep"), ("defender", "keep")], &[4, 5]);
        assert_eq!((values(&kept, label), kept.result.as_str()), (vec!["keep"; 2], "found by group 2"));
    }
    let words = ["groups=2", "admiral-l=1"];
    let report = search(&words, &[("attacker", "use")], &[4, 4]);
    assert_eq!((values(&report, "locator bonus"), report.result.as_str()), (vec!["use"], "found by group 1"));
    let mut orders = Orders::default();
    orders.answer_for(Role::new("attacker"), "locator bonus", "group 1", "keep");
    orders.answer_for(Role::new("attacker"), "locator bonus", "group 2", "use");
    let report = Call { procedure: "R10", words: &words, ..Call::default() }.ordered(&[4, 4], &mut orders);
    assert_eq!(report.result, "found by group 2");
}

#[test]
fn a_group_that_finds_is_told_at_once_with_what_comes_before_the_next_die() {
    let report = run("R10", "groups=3", &[4, 1, 6], &[]).unwrap();
    let told: Vec<(&str, &str)> = report
        .lines
        .iter()
        .filter(|line| line.label.starts_with("group") || line.label == "next")
        .map(|line| (line.label.as_str(), line.cause.rsplit(", ").next().unwrap()))
        .collect();
    let wanted = [
        ("group 1: die", "1d6"),
        ("group 1", "total 7; 7 or more"),
        ("next", "all before group 2 rolls"),
        ("group 2: die", "1d6"),
        ("group 2", "a natural 1 always fails"),
        ("group 3: die", "1d6"),
        ("group 3", "a natural 6 succeeds; it may be evaded"),
        ("next", "then combat"),
    ];
    assert_eq!(told, wanted);
}

#[test]
fn each_state_of_table_4_is_as_the_phase_allows() {
    for (typed, allowed) in [
        ("state=unmarked", true),
        ("state=standby", true),
        ("state=active", false),
        ("reactive state=unmarked", true),
        ("reactive state=standby", true),
        ("reactive state=active", false),
        ("offensive state=unmarked", false),
        ("offensive state=standby", true),
        ("offensive state=active", false),
        ("offensive reactive state=unmarked", false),
        ("offensive reactive state=standby", true),
        ("end state=standby", false),
        ("end", false),
    ] {
        match allowed {
            true => assert_eq!(result("R10", typed, &[1], &[]), "failure", "{typed}"),
            false => assert_eq!(refused("R10", typed, &[]), ["3.8.2"], "{typed}"),
        }
    }
    let standby = ["reactive_naval_phase=standby_only"];
    assert_eq!(refused("R10", "reactive state=unmarked", &standby), ["3.8.7.3"]);
    assert_eq!(result("R10", "reactive state=standby", &[1], &standby), "failure");
    assert_eq!(result("R10", "active state=unmarked", &[1], &standby), "failure");
}

#[test]
fn a_submarine_that_strategic_warfare_made_active_intercepts_as_the_choice_says() {
    let typed = "submarine=yes state=active strategic-warfare=yes";
    assert_eq!(result("R10", typed, &[5], &["active_sub_intercept=allowed"]), "success");
    assert_eq!(refused("R10", typed, &["active_sub_intercept=no"]), ["3.8.2"]);
    assert_eq!(refused("R10", "state=active strategic-warfare=yes", &[]), ["3.8.2"], "a surface raider");
    assert_eq!(refused("R10", &format!("offensive {typed}"), &[]), ["3.8.2"]);
    assert_eq!(refused("R10", "submarine=yes state=active", &[]), ["3.8.2"]);
}

#[test]
fn targets_and_groups_that_the_rules_bar_are_refused() {
    for (typed, rule) in [
        ("reactive target-submarine=yes", "3.16.2"),
        ("enters-port=yes", "3.8.2"),
        ("reactive undocked=yes", "3.8.2"),
        ("groups=2 submarine=yes", "3.16.2"),
        ("groups=3,2", "3.8.9"),
        ("groups=3~de", "3.8.9"),
        ("groups=2~stp", "3.8.2"),
        ("has-found=yes", "3.8.2"),
        ("range=4", "3.8.7.2"),
        ("offensive moved=7", "3.6.3"),
        ("offensive moved=4 groups=2~ships~speed~29", "3.6.3"),
    ] {
        assert_eq!(refused("R10", typed, &[]), [rule], "{typed}");
    }
    for typed in [
        "active undocked=yes",
        "target-submarine=yes groups=3~de",
        "range=3",
        "offensive moved=6 groups=2~ships~speed~30",
        "offensive moved=3 groups=2~ships~speed~29",
    ] {
        assert_eq!(result("R10", typed, &[1], &[]), "failure", "{typed}");
    }
}

#[test]
fn a_second_try_is_as_the_choice_says() {
    for (typed, per_step, per_phase) in [
        ("tried=step", Some("3.8.2"), Some("3.8.2")),
        ("tried=phase", None, Some("3.8.7.4")),
        ("tried=step re-entered=yes", None, None),
        ("tried=phase re-entered=yes", None, None),
    ] {
        for (choice, rule) in [("per_step", per_step), ("per_phase", per_phase)] {
            let settings = [format!("interception_repeat={choice}")];
            let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
            match rule {
                Some(rule) => assert_eq!(refused("R10", typed, &settings), [rule], "{typed} {choice}"),
                None => assert_eq!(result("R10", typed, &[1], &settings), "failure", "{typed} {choice}"),
            }
        }
    }
}

#[test]
fn weather_counts_as_the_choices_say() {
    let appendix = ["weather_interception=appendix4"];
    for (typed, value) in [
        ("weather=wet severe", -1),
        ("weather=monsoon severe", -2),
        ("weather=monsoon moderate", -2),
        ("weather=wet moderate", 0),
    ] {
        assert_eq!(drm(typed, &appendix), value + 1, "{typed}");
    }
    let entry = ["inclement=zone_entry"];
    for (typed, value) in [
        ("weather=wet severe", -3),
        ("weather=monsoon severe", -2),
        ("weather=monsoon moderate", -1),
        ("weather=wet moderate", 0),
        ("weather=fair severe", 0),
        ("inclement=yes", -1),
    ] {
        assert_eq!(drm(typed, &entry), value + 1, "{typed}");
    }
}

#[test]
fn automatic_cases_need_no_die() {
    for case in ["docked", "enemy-port", "canal", "landing"] {
        let report = run("R10", &format!("automatic={case} enters-port=no"), &[], &[]).unwrap();
        assert_eq!(report.result, "automatic", "{case}");
        assert_eq!(report.json["outcome"]["automatic"], true);
    }
    assert_eq!(result("R10", "automatic=docked enters-port=yes", &[], &[]), "automatic");
    assert_eq!(refused("R10", "automatic=canal state=active", &[]), ["3.8.2"]);
    let standby = ["reactive_naval_phase=standby_only"];
    assert_eq!(refused("R10", "automatic=docked state=unmarked", &standby), ["3.8.7.3"], "a reaction");
    assert_eq!(result("R10", "automatic=enemy-port state=unmarked", &[], &standby), "automatic");
}

#[test]
fn an_active_interceptor_is_marked_in_any_case_a_reacting_one_if_it_finds() {
    let marked = |typed: &str, faces: &[u8]| -> Vec<String> {
        let report = run("R10", typed, faces, &[]).unwrap();
        assert!(report.deeds.iter().all(|deed| deed.act.to().as_deref() == Some("Active")));
        report.deeds.iter().map(liege::rules::play::deeds::Deed::subject).collect()
    };
    assert_eq!(marked("active", &[1]), ["interceptor"]);
    assert_eq!(marked("active", &[6]), ["interceptor"]);
    assert_eq!(marked("reactive", &[1]), Vec::<String>::new());
    assert_eq!(marked("reactive", &[6]), ["interceptor"]);
    assert_eq!(marked("reactive groups=2", &[1, 6]), ["group 2"]);
}

#[test]
fn a_natural_six_is_told_as_automatic_only_under_its_choice() {
    let why = |settings: &[&str]| {
        let report = run("R10", "int=-9", &[6], settings).unwrap();
        report.lines.iter().find(|line| line.label == "interceptor").unwrap().cause.clone()
    };
    assert!(why(&[]).contains("may be evaded"));
    assert!(why(&["natural_6_automatic=yes"]).contains("only an Evasion chit"));
}

#[test]
fn values_that_contradict_each_other_are_told() {
    for (typed, key) in [
        ("active within=1", "within"),
        ("active leaves-port=yes", "leaves-port"),
        ("active range=2", "range"),
        ("reactive moved=3", "moved"),
        ("within=1 moved=3", "moved"),
        ("reactive same-area=yes", "same-area"),
        ("weather=wet", "zone"),
        ("re-entered=yes", "re-entered"),
        ("groups=0", "groups"),
        ("groups=21", "groups"),
        ("groups=3~ships~speed~30,3~ships", "groups"),
        ("groups=3~ships~speed", "groups"),
        ("groups=three~whales", "groups"),
        ("groups=", "groups"),
        ("int=10", "int"),
    ] {
        assert_eq!(fault("R10", typed), key, "{typed}");
    }
}
