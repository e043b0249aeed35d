//! Air interception, air combat, return fire and strafing (ATPO-R27 to R30) from typed-in values.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod again;
mod interception;
pub mod random;
mod strafing;

use liege::rules::play::procedure::{Orders, Resolution, Role};

use super::call::{Call, values};

/// Both sides follow these words.
fn run(procedure: &str, words: &[&str], policy: &str, faces: &[u8]) -> Resolution {
    let policies = [("attacker", policy), ("defender", policy)];
    Call { procedure, words, policies: &policies, ..Call::default() }.run(faces)
}

fn fight(words: &[&str], faces: &[u8]) -> String {
    run("R28", words, "weakest,stay,use", faces).result
}

/// The rules under which a run is refused.
fn refused(procedure: &str, words: &[&str]) -> Vec<String> {
    let report = run(procedure, words, "balanced", &[]);
    report.refused.into_iter().map(|refusal| refusal.rule).collect()
}

/// What each face does to a bomber of two steps, which fires not back.
fn by_face(words: &[&str]) -> String {
    let mut words = words.to_vec();
    words.extend(["rounds=1", "defence=B 9-10 US"]);
    let letter = |face: u8| match fight(&words, &[face]).rsplit("defender ").next().unwrap() {
        "no loss" => '-',
        "1 aborted" => 'a',
        "1 depleted" => 's',
        other => panic!("{other}"),
    };
    (1..=6).map(letter).collect()
}

#[test]
fn each_face_does_what_the_target_number_says_but_for_the_automatic_ones() {
    let told =
        ["0", "1", "2", "3", "4", "5", "7"].map(|strength| by_face(&[&format!("attack=F {strength} JP")]));
    assert_eq!(told, ["s-----", "s-----", "sa----", "ssa---", "sssa--", "ssssa-", "ssssa-"]);
}

#[test]
fn a_sneak_attack_moves_the_die_and_no_automatic_face() {
    let told =
        ["1", "2", "3", "4", "5"].map(|strength| by_face(&[&format!("attack=F {strength} JP"), "sneak=yes"]));
    // 5 less 1 equals 4: an abort, since a 5 never costs a step.
    assert_eq!(told, ["sa----", "ssa---", "sssa--", "ssssa-", "ssssa-"]);
    let soviet = ["attack=F 3 JP", "defence=B 9-10 SU", "sneak=yes", "rounds=1"];
    assert_eq!(fight(&soviet, &[4]), "attacker no loss; defender no loss");
}

#[test]
fn magic_helps_its_owner_in_his_own_attack_and_against_the_enemys() {
    let own = ["attack=F 2 US", "defence=B 9 JP", "magic=2", "rounds=1"];
    assert_eq!(fight(&own, &[4]), "attacker no loss; defender 1 aborted");
    let enemy = ["attack=F 5 JP", "defence=B 9 US", "magic=2", "rounds=1"];
    assert_eq!(fight(&enemy, &[4]), "attacker no loss; defender no loss");
    // A 5 aborts from a target number of 5 on, whatever is added to it.
    assert_eq!(fight(&enemy, &[5]), "attacker no loss; defender 1 aborted");
    // Kept for what is fired back: 2 + 2 + 3 - 3 = 4.
    let back = ["attack=F 5-6/3 JP", "defence=B 9-10[3] US", "magic=2", "rounds=1"];
    let mut orders = Orders::default();
    let defender = Role::new("defender");
    orders.answer(defender, "air magic", "keep");
    orders.answer(defender, "air magic", "use");
    let call =
        Call { procedure: "R28", words: &back, policies: &[("attacker", "weakest")], ..Call::default() };
    let report = call.ordered(&[2, 2], &mut orders);
    assert_eq!(report.result, "attacker 1 depleted; defender 1 depleted");
    assert_eq!(values(&report, "modifier: Air Magic"), ["+2"]);
    assert_eq!(refused("R28", &["attack=F 5 US, F 5 CN", "defence=B 9 JP", "magic=2"]), ["17.10.2.1.1"]);
}

#[test]
fn the_reason_of_each_result_is_the_one_that_decided() {
    let told = |words: &[&str], faces: &[u8]| {
        let mut words = words.to_vec();
        words.push("rounds=1");
        let report = run("R28", &words, "weakest,stay,use", faces);
        let line = report.lines.iter().find(|line| line.label == "B" && line.rule.starts_with("4.8"));
        let line = line.unwrap_or_else(|| panic!("{:?}", report.lines));
        format!("{}: {} ({})", line.value, line.cause, line.rule)
    };
    let plain = |strength: u8, face: u8| {
        told(&[&format!("attack=A:F {strength} JP"), "defence=B:B 9-10 US"], &[face])
    };
    for (strength, face, line) in [
        (3, 1, "a step: a 1 always costs a step (4.8.7.2)"),
        (3, 2, "a step: 2 is below 3 (4.8.4)"),
        (3, 3, "abort: 3 equals 3 (4.8.4)"),
        (3, 4, "no effect: 4 is above 3 (4.8.4)"),
        // That a 5 costs no step is no reason where it would miss, or abort anyway.
        (3, 5, "no effect: 5 is above 3 (4.8.4)"),
        (5, 5, "abort: 5 equals 5 (4.8.4)"),
        (7, 5, "abort: a 5 never costs a step, target number 7 (4.8.7.2)"),
        (7, 6, "no effect: a 6 never has an effect (4.8.7.2)"),
    ] {
        assert_eq!(plain(strength, face), line, "{strength} with a {face}");
    }
    let surprised = |strength: u8| {
        told(&[&format!("attack=A:F {strength} JP"), "defence=B:B 9-10 US", "sneak=yes"], &[5])
    };
    assert_eq!(surprised(3), "no effect: 4 is above 3 (4.8.4)");
    assert_eq!(surprised(4), "abort: 4 equals 4 (4.8.4)");
    assert_eq!(surprised(5), "abort: a 5 never costs a step, target number 5 (4.8.7.2)");
    let magic = told(&["attack=A:F 5 JP", "defence=B:B 9 US", "magic=2"], &[5]);
    assert_eq!(magic, "abort: a 5 aborts if the target number is 5 or more: 5 (4.8.7.2)");
    // What is fired back tells all that it is made of.
    let back = ["attack=B:F 5-6/3 JP", "defence=C:B 9-10[3] US", "magic=2", "rounds=1"];
    let mut orders = Orders::default();
    orders.answer(Role::new("defender"), "air magic", "keep");
    orders.answer(Role::new("defender"), "air magic", "use");
    let call =
        Call { procedure: "R28", words: &back, policies: &[("attacker", "weakest")], ..Call::default() };
    let report = call.ordered(&[2, 2], &mut orders);
    let line = report.lines.iter().find(|line| line.rule == "4.8.7.3" && line.label == "B").unwrap();
    assert!(line.cause.starts_with("2 +2 + 3 - 3 makes 4, more than 3 hits"), "{}", line.cause);
}

#[test]
fn over_its_base_and_as_a_free_escort_a_fighter_has_one_more() {
    let number = |words: &[&str], faces: &[u8]| {
        let report = run("R28", words, "weakest,stay", faces);
        let told = report.lines.iter().filter(|line| line.value.starts_with("target number"));
        told.map(|line| format!("{}: {}", line.label, line.value)).collect::<Vec<_>>()
    };
    assert_eq!(
        number(&["attack=A:F 3-6/1 own-base", "defence=B:B 9-10/3", "rounds=1"], &[2]),
        ["A at B: target number 2"]
    );
    assert_eq!(
        number(&["attack=A:N 3-6/1 own-base carrier as-fighter", "defence=B:B 9-10/3", "rounds=1"], &[2]),
        ["A at B: target number 1"]
    );
    // The escort attacks the only enemy, which attacks the weaker bomber.
    let escort = ["attack=E:F 3-6/2, B:B 4-10", "defence=A:F 4-6/2", "rounds=1"];
    assert_eq!(number(&escort, &[6, 6]), ["E at A: target number 4", "A at B: target number 6"]);
    let attacked = ["attack=E:F 3-6/0, B:B 4-10/1", "defence=A:F 4-6/2", "rounds=1"];
    assert_eq!(number(&attacked, &[6, 6]), ["E at A: target number 1", "A at E: target number 6"]);
}

#[test]
fn no_unit_is_attacked_twice_before_all_were_once() {
    let words = ["attack=3 x F 4-6/2", "defence=A:B 9-10, B:B 9-10/1", "rounds=1"];
    let report = run("R28", &words, "weakest,stay", &[6, 6, 6]);
    assert_eq!(values(&report, "target"), ["A", "B", "A"]);
    // Two hits cost two steps, and who is shot down has attacked.
    assert_eq!(
        fight(&["attack=2 x F 4-6/2", "defence=A:F 4-6/2", "rounds=1"], &[2, 1, 2]),
        "attacker 1 depleted; defender 1 eliminated"
    );
}

#[test]
fn air_transport_is_no_target_while_a_fighter_of_its_side_is_none() {
    let words = ["attack=2 x F 4-6/2", "defence=T:ATP 2, A:F 3-6/1", "rounds=1"];
    let report = run("R28", &words, "weakest,stay", &[6, 6, 6]);
    assert_eq!(values(&report, "target"), ["A", "attacker F #2", "T"]);
    assert_eq!(
        fight(&["attack=F 4-6/2", "defence=ATP 2", "rounds=1"], &[2]),
        "attacker no loss; defender 1 depleted"
    );
    assert_eq!(
        fight(&["attack=F 4-6/2", "defence=ATP", "rounds=1"], &[2]),
        "attacker no loss; defender 1 eliminated"
    );
}

#[test]
fn the_second_round_takes_a_strength_of_three_without_bonuses() {
    let weak = ["attack=A:F 2-6/3 own-base", "defence=B:B 9-10"];
    assert_eq!(values(&run("R28", &weak, "weakest,stay", &[6]), "A"), ["no attack in round 2"]);
    let elite = ["attack=A:F 2-6/3 JP elite", "defence=B:B 9-10"];
    assert_eq!(fight(&elite, &[6, 1]), "attacker no loss; defender 1 depleted");
    let halved = ["attack=A:F 5-6/3 halved", "defence=B:B 9-10"];
    assert_eq!(values(&run("R28", &halved, "weakest,stay", &[6]), "A"), ["no attack in round 2"]);
}

#[test]
fn what_a_unit_flies_as_is_declared_by_the_side_that_was_there_first() {
    let asked = |first: &str| {
        let words = ["attack=A:FB 3-6/2", "defence=B:N 3-5/2", first];
        Call { procedure: "R28", words: &words, ..Call::default() }.run(&[]).open.unwrap()
    };
    assert_eq!(asked("first=attacker").about.unwrap(), "A");
    assert_eq!(asked("first=defender").about.unwrap(), "B");
    // As bombers they attack nobody, and there is no fight.
    let words = ["attack=A:FB 3-6/2", "defence=B:N 3-5/2"];
    assert_eq!(run("R28", &words, "bombers", &[]).result, "attacker no loss; defender no loss");
    let words = ["attack=A:FB 3-6/2", "defence=B:N 3-5/2", "rounds=1"];
    assert_eq!(
        run("R28", &words, "fighters,weakest", &[2, 3]).result,
        "attacker 1 aborted; defender 1 depleted"
    );
}

#[test]
fn whoever_aborts_after_the_first_round_is_out_of_the_second() {
    let words = ["attack=A:F 4-6/3, C:F 4-6/3", "defence=B:B 9-10"];
    let mut orders = Orders::default();
    let (attacker, defender) = (Role::new("attacker"), Role::new("defender"));
    orders.answer(attacker, "abort", "some");
    orders.answer_for(attacker, "abort unit", "A", "yes");
    orders.answer_for(attacker, "abort unit", "C", "no");
    orders.answer(defender, "abort", "none");
    let report = Call { procedure: "R28", words: &words, ..Call::default() }.ordered(&[6, 6, 6], &mut orders);
    assert_eq!(report.result, "attacker 1 aborted; defender no loss");
    assert_eq!(run("R28", &words, "weakest,abort", &[6, 6]).result, "attacker 2 aborted; defender no loss");
}

#[test]
fn kamikazes_and_those_who_avoid_attack_nobody() {
    let words = ["attack=K:N 3-6/2 1-6/2 JP kamikaze", "defence=F:F 3-6/2 US"];
    // 3 + 2 - 2 = 3: equal aborts no Kamikaze; then a step, and it flies on.
    assert_eq!(fight(&words, &[3, 2]), "attacker 1 depleted; defender no loss");
    let avoiding = ["attack=F:F 4-6/2", "defence=A:F 3-6/2 avoiding"];
    assert_eq!(run("R28", &avoiding, "balanced", &[6]).result, "attacker no loss; defender 1 aborted");
    for (word, rule) in [
        ("ATP 2 JP kamikaze", "16.4.2"),
        ("B 3 JP elite kamikaze", "16.16.1.3"),
        ("B 3 US kamikaze", "16.4.2"),
        ("F 3 as-bomber", "4.3.1"),
        ("B 3 as-fighter", "4.3.2"),
        ("B 3 overstacked", "4.6.3.2"),
    ] {
        assert_eq!(refused("R28", &[&format!("attack={word}"), "defence=F 3"]), [rule], "{word}");
    }
}

#[test]
fn as_many_fighters_as_outnumber_the_flying_attack_the_overstacked() {
    let words = ["attack=2 x F 4-6/2", "defence=A:F 3-6/2 own-base, O:B 9-10/3 overstacked", "rounds=1"];
    let report = run("R28", &words, "bombers,stay", &[6, 6, 2]);
    assert_eq!(values(&report, "target"), ["O", "attacker F #2", "A"]);
    assert_eq!(report.result, "attacker no loss; defender 1 depleted");
    // An abort does nothing to them, and they do not fire back.
    let heavy = ["attack=2 x F 4-6/2", "defence=A:B 3-6, O:B 9-10[3] overstacked", "rounds=1"];
    assert_eq!(run("R28", &heavy, "strongest,stay", &[5, 6]).result, "attacker no loss; defender no loss");
    let one = ["attack=F 4-6/2", "defence=A:B 3-6, O:B 9-10 overstacked", "rounds=1"];
    assert_eq!(values(&run("R28", &one, "strongest,stay", &[6]), "target"), ["A"]);
}

#[test]
fn lost_pilots_wait_until_winter() {
    let pools = |words: &[&str]| {
        let report = run("R28", words, "weakest,stay", &[2]);
        report.deeds.iter().map(|deed| deed.act.to().unwrap_or_default()).collect::<Vec<_>>()
    };
    let (three, four) = ("defence=N 3-5/3 JP depleted as-bomber", "defence=F 5-6/4 JP depleted avoiding");
    let by = "attack=F 5-6/3 US";
    assert_eq!(pools(&[by, three, "rounds=1"]), ["set aside until Winter"]);
    assert_eq!(pools(&[by, three, "rounds=1", "quality-4=yes"]), ["Force Pool"]);
    assert_eq!(pools(&[by, four, "rounds=1"]), ["Force Pool"]);
    assert_eq!(pools(&[by, four, "rounds=1", "quality-4=yes"]), ["set aside until Winter"]);
}

#[test]
fn bombers_with_a_mark_fire_back_at_who_hit_them() {
    let words = ["attack=F 5-6/2 JP", "defence=B 20-20[4] depleted US", "rounds=1"];
    // A quality of 4 beats one of 2 with any face, even from a bomber that is shot down.
    assert_eq!(fight(&words, &[2, 1]), "attacker 1 depleted; defender 1 eliminated");
    assert_eq!(fight(&words, &[3]), "attacker no loss; defender 1 aborted");
    let each = Call {
        procedure: "R28",
        words: &words,
        choices: &["return_fire_trigger=each_attack"],
        policies: &[("attacker", "weakest")],
    };
    assert_eq!(each.run(&[3, 1]).result, "attacker 1 depleted; defender 1 aborted");
    let plain = ["attack=F 5-6/2 JP", "defence=B 20-20/4 US", "rounds=1"];
    assert_eq!(fight(&plain, &[2]), "attacker no loss; defender 1 depleted");
}

#[test]
fn return_fire_alone_is_the_same_roll() {
    let result = |words: &[&str], face: u8| run("R29", words, "", &[face]).result;
    let faces =
        |words: &[&str]| (1..=6).map(|face| u8::from(result(words, face).contains("step"))).sum::<u8>();
    assert_eq!(
        [
            faces(&["bomber=4", "fighter=2"]),
            faces(&["bomber=4", "fighter=3"]),
            faces(&["bomber=3", "fighter=4"])
        ],
        [6, 4, 1]
    );
    assert_eq!(faces(&["bomber=3", "fighter=4", "drm=2"]), 3);
    assert_eq!(result(&["bomber=B 20-20[4]", "fighter=F 4-6/3"], 3), "the fighter loses a step");
    let report = run("R29", &["bomber=B 20-20[4]", "fighter=Zero:F 4-6/3 depleted"], "", &[3]);
    assert_eq!(report.deeds[0].act.word(), "eliminate");
    assert_eq!(run("R29", &["bomber=4", "fighter=3", "hit=no"], "", &[]).result, "no return fire");
    assert_eq!(refused("R29", &["bomber=B 9-10/4", "fighter=B 3"]), ["4.8.7.3", "4.8.2"]);
}

#[test]
fn equal_units_are_merged_where_a_fight_is_large() {
    let words = ["attack=6 x F 4-6/3 2-6/3", "defence=6 x F 3-6/2 2-6/2"];
    let policies = [("attacker", "balanced"), ("defender", "balanced")];
    let found = Call { procedure: "R28", words: &words, policies: &policies, ..Call::default() }.chances();
    assert!(found.exact && found.results.len() > 30, "{}", found.results.len());
}
