//! ATPO-R30: what the units of a strafed base do, the fight above it, and the attacks on the ground.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use liege::rules::data::{Embedded, Files as _};
use liege::rules::play::procedure::{Orders, Role};

use super::{Call, refused, run, values};
use crate::rules::atpo::call::procedure;

#[test]
fn who_evacuates_needs_the_land_hexes_flown_over_or_less_and_no_six() {
    let faces = |hexes: &str, face: u8| {
        let words = ["attack=F 3-6/3 JP", "defence=B 9-10 US", hexes];
        let policies = [("attacker", "hold"), ("defender", "evacuate")];
        Call { procedure: "R30", words: &words, policies: &policies, ..Call::default() }.run(&[face]).result
    };
    let away = |hexes: &str| -> String {
        let one = |face| if faces(hexes, face).ends_with("1 evacuated") { '+' } else { '-' };
        (1..=6).map(one).collect()
    };
    assert_eq!(away("flown-over=2"), "++----");
    assert_eq!(away("flown-over=9"), "+++++-");
    assert_eq!(away("flown-over=0"), "------");
}

#[test]
fn who_is_away_is_committed_by_the_weather_of_its_way() {
    let mark = |more: &[&str], choices: &[&str]| {
        let mut words = vec!["attack=F 3-6/3", "defence=Betty:B 9-10", "flown-over=3"];
        words.extend(more);
        let policies = [("attacker", "hold"), ("defender", "evacuate")];
        let report = Call { procedure: "R30", words: &words, choices, policies: &policies }.run(&[2]);
        let acts: Vec<&str> = report.deeds.iter().map(|deed| deed.act.word()).collect();
        assert_eq!(acts, ["retreat", "mark"]);
        values(&report, "Betty").pop().unwrap().to_owned()
    };
    assert_eq!(mark(&[], &[]), "Committed");
    assert_eq!(mark(&["inclement=yes"], &[]), "Previously Committed");
    assert_eq!(mark(&["weather-entry=yes"], &[]), "Committed");
    assert_eq!(mark(&["weather-entry=yes"], &["inclement=zone_entry"]), "Previously Committed");
}

#[test]
fn nobody_evacuates_without_a_base_to_go_to_or_under_a_sneak_attack() {
    for more in ["refuge=no", "sneak=yes", "under-sneak-attack=yes"] {
        let words = ["attack=F 3-6/3 JP", "defence=B 9-10 US", "flown-over=3", more];
        let report = run("R30", &words, "cautious", &[2]);
        assert_eq!(values(&report, "reply"), ["ride-out"], "{more}");
    }
    let idle = ["attack=F 3-6/3 JP", "defence=F 9-10 US overstacked", "flown-over=3"];
    assert_eq!(values(&run("R30", &idle, "cautious", &[2]), "reply"), ["ride-out"]);
    let committed = ["attack=F 3-6/3 JP", "defence=F 9-10 US committed", "refuge=no"];
    assert_eq!(values(&run("R30", &committed, "aggressive", &[2]), "reply"), ["ride-out"]);
}

#[test]
fn a_fighter_that_could_not_evacuate_fights_without_the_bonus_of_its_base() {
    let number = |policy: &'static str, faces: &[u8]| {
        let words = ["attack=S:F 3-6/3", "defence=D:F 4-6/3", "flown-over=2"];
        let policies = [("attacker", "hold,stay"), ("defender", policy)];
        let report =
            Call { procedure: "R30", words: &words, policies: &policies, ..Call::default() }.run(faces);
        values(&report, "D at S")[0].to_owned()
    };
    assert_eq!(number("intercept,weakest,stay", &[6, 6]), "target number 5");
    assert_eq!(number("evacuate,intercept,weakest,stay", &[6, 6, 6]), "target number 4");
}

#[test]
fn who_attacks_in_the_air_does_not_strafe() {
    let words = ["attack=A:F 4-6/3, B:F 4-6/3", "defence=D:F 3-6/2, L:B 9-10/2", "refuge=no"];
    let mut orders = Orders::default();
    let (attacker, defender) = (Role::new("attacker"), Role::new("defender"));
    orders.answer_for(defender, "reply", "D", "intercept");
    for target in ["D", "none", "D", "none", "L"] {
        orders.answer(attacker, "target", target);
    }
    orders.policy(attacker, "stay");
    orders.policy(defender, "weakest,stay");
    let report =
        Call { procedure: "R30", words: &words, ..Call::default() }.ordered(&[6, 6, 6, 6, 4], &mut orders);
    // On the ground there is no quality: 4 + 3 = 7.
    assert_eq!(values(&report, "B at L"), ["target number 7"]);
    assert_eq!(report.result, "attacker no loss; defender 1 depleted");
}

#[test]
fn attacks_on_the_ground_abort_nobody_and_take_each_unit_once_first() {
    let words = ["attack=3 x F 4-6/1", "defence=X:B 9-10, Y:B 3-10[3]", "refuge=no"];
    let report = run("R30", &words, "strongest", &[5, 5, 6]);
    assert_eq!(values(&report, "target"), ["X", "Y", "X"]);
    assert_eq!(report.result, "attacker no loss; defender no loss");
    let twice = run("R30", &words, "strongest", &[1, 6, 1]);
    assert_eq!(twice.result, "attacker no loss; defender 1 eliminated");
}

#[test]
fn fighters_from_other_bases_help_without_a_bonus() {
    let words = ["attack=S:F 3-6/3", "defence=L:B 9-10", "interceptors=H:F 4-6/3", "refuge=no"];
    let report = run("R30", &words, "fly,weakest,stay", &[6, 6, 6, 6]);
    assert_eq!(values(&report, "H at S")[0], "target number 4");
    let alone = run("R30", &words, "stay,weakest", &[3]);
    assert_eq!(alone.result, "attacker no loss; defender 1 depleted");
}

#[test]
fn escorts_fight_in_the_air_and_strafe_where_nobody_flies() {
    let words = ["attack=S:F 3-6/3", "escorts=E:F 4-6/3", "defence=D:F 3-6/2, L:B 9-10", "refuge=no"];
    let mut orders = Orders::default();
    let (attacker, defender) = (Role::new("attacker"), Role::new("defender"));
    orders.answer_for(defender, "reply", "D", "intercept");
    for target in ["none", "none", "L"] {
        orders.answer(attacker, "target", target);
    }
    orders.policy(attacker, "stay");
    orders.policy(defender, "ride-out,weakest,stay");
    let call = Call { procedure: "R30", words: &words, ..Call::default() };
    // The escort attacks in both rounds, the strafer holds back in both and strafes.
    let report = call.ordered(&[6; 5], &mut orders);
    assert_eq!(values(&report, "E at D").len(), 2, "{:?}", report.lines);
    assert!(values(&report, "S at D").is_empty(), "{:?}", report.lines);
    let quiet = Call { policies: &[("attacker", "strongest"), ("defender", "ride-out")], ..call };
    let report = quiet.run(&[6, 6]);
    assert_eq!(values(&report, "target").len(), 2, "both strafe: {:?}", report.lines);
    let bomber = ["attack=F 3", "escorts=B 3", "defence=B 9", "refuge=no"];
    assert!(Call { procedure: "R30", words: &bomber, ..Call::default() }.tried(&[]).is_err());
}

#[test]
fn strafers_are_met_on_their_way_and_interceptors_in_turn() {
    let words = [
        "attack=S:F 3-6/3",
        "counter=C:F 4-6/3",
        "way=W:F 4-6/2",
        "interceptors=H:F 4-6/2",
        "defence=L:B 9-10",
        "refuge=no",
    ];
    let with = |attacker: &'static str, defender: &'static str, faces: &[u8]| {
        let policies = [("attacker", attacker), ("defender", defender)];
        Call { procedure: "R30", words: &words, policies: &policies, ..Call::default() }.run(faces)
    };
    // Shot down on its way it strafes nobody.
    let met = with("stay,weakest", "fly,weakest,stay", &[6, 1]);
    assert!(met.result.starts_with("attacker 1 depleted"), "{} {:?}", met.result, met.lines);
    assert!(values(&met, "S at L").is_empty(), "{:?}", met.lines);
    // Who attacked on the way strafes all the same; nobody meets it over the base.
    let mut orders = Orders::default();
    let (attacker, defender) = (Role::new("attacker"), Role::new("defender"));
    orders.answer_for(defender, "intercept", "W", "fly");
    orders.answer_for(defender, "intercept", "H", "stay");
    orders.policy(attacker, "stay,weakest");
    orders.policy(defender, "weakest,stay");
    let call = Call { procedure: "R30", words: &words, ..Call::default() };
    let report = call.ordered(&[6, 6, 6, 6, 3], &mut orders);
    assert_eq!(values(&report, "S at L"), ["target number 6"], "{:?}", report.lines);
    // A helper is met by a counter-interceptor, which strafes nothing.
    let mut orders = Orders::default();
    orders.answer_for(defender, "intercept", "W", "stay");
    orders.answer_for(defender, "intercept", "H", "fly");
    orders.policy(attacker, "fly,hold,weakest,stay");
    orders.policy(defender, "weakest,stay");
    let report = call.ordered(&[6; 4], &mut orders);
    assert!(!values(&report, "C at H").is_empty(), "{:?}", report.lines);
    assert!(values(&report, "C at L").is_empty(), "{:?}", report.lines);
}

#[test]
fn only_bases_are_strafed_once_in_an_air_movement_step_by_fighters() {
    let with = |more: &str| refused("R30", &["attack=F 3", "defence=B 9", "refuge=no", more]);
    for (more, rule) in [
        ("place=carrier", "4.9"),
        ("place=nation-box", "4.9.3"),
        ("strafed=yes", "4.9"),
        ("phase=OA.2", "4.9"),
        ("phase=NA.1", "4.9"),
    ] {
        assert_eq!(with(more), [rule], "{more}");
    }
    assert_eq!(refused("R30", &["attack=B 3", "defence=B 9", "refuge=no"]), ["4.9"]);
    assert_eq!(refused("R30", &["attack=F 3", "defence=ATP 2", "refuge=no"]), ["4.3.5"]);
    let words = ["attack=F 3", "defence=B 9"];
    assert!(Call { procedure: "R30", words: &words, ..Call::default() }.tried(&[]).is_err());
    // What can never be is refused before anything more is asked.
    for more in ["place=carrier", "strafed=yes", "phase=OA.2"] {
        assert_eq!(refused("R30", &[&words[..], &[more]].concat()), ["4.9"], "{more}");
    }
    assert_eq!(refused("R30", &["attack=F 3", "defence=ATP 2"]), ["4.3.5"]);
}

#[test]
fn the_page_tells_every_key_with_its_rule_and_every_decision() {
    let strafing = procedure("R30");
    let page = Embedded.text(&strafing.page()).unwrap();
    for key in strafing.keys.iter() {
        let row = page.lines().find(|line| line.starts_with(&format!("- `{}`", key.name)));
        assert!(row.is_some_and(|row| row.ends_with(&format!("[{}]", key.rule))), "{}", key.name);
    }
    for prompt in strafing.prompts {
        assert!(page.contains(&format!("`{}`", prompt.label)), "{}", prompt.label);
    }
    let words = ["attack=F 3-6/3", "defence=B 3-9", "refuge=no"];
    assert_eq!(run("R30", &words, "balanced", &[3]).result, "attacker no loss; defender 1 depleted");
}
