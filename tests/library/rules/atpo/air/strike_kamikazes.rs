//! Kamikazes in a strike: what interception does to them, who brings them, and when they attack by either reading.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use liege::rules::atpo::air::strike::StrikeMission;
use liege::rules::play::procedure::{Ending, Resolution};

use crate::rules::atpo::call::{Call, falls_as_it_should, values};

const FOUND: [&str; 2] = ["located=yes", "date=1945-02"];
const ESSEX: &str = "ships=Essex:CV 0-9/0-7 US";
const HELLCAT: &str = "interceptors=Hellcat:F 4-4/2 2-4/2 US";
const OSCAR: &str = "strike=Oscar:F 4-6/3 x JP kamikaze";
const BOTH: &[(&str, &str)] = &[("attacker", "balanced,strongest"), ("defender", "fly,stay,balanced")];
const VARIANT: &[&str] = &["kamikaze_rule=4.10.6"];

fn call<'a>(
    words: &'a [&'a str],
    choices: &'a [&'a str],
    policies: &'a [(&'static str, &'a str)],
) -> Call<'a> {
    Call { procedure: "air-strike", words, policies, choices }
}

fn run(more: &[&str], faces: &[u8]) -> Resolution {
    let words: Vec<&str> = FOUND.into_iter().chain(more.iter().copied()).collect();
    call(&words, &[], BOTH).run(faces)
}

fn refused(more: &[&str], choices: &[&str]) -> Vec<String> {
    let words: Vec<&str> = FOUND.into_iter().chain(more.iter().copied()).collect();
    let report = call(&words, choices, BOTH).run(&[]);
    assert_eq!(report.status, Ending::Refused, "{words:?}: {}", report.result);
    report.refused.into_iter().map(|refusal| refusal.rule).collect()
}

fn rules_of(report: &Resolution, subject: &str) -> Vec<String> {
    let own = report.deeds.iter().filter(|deed| deed.subject() == subject);
    own.map(|deed| format!("{} {}", deed.act.word(), deed.rule)).collect()
}

#[test]
fn kamikazes_are_met_fight_nobody_cannot_be_aborted_and_are_gone_by_their_attack() {
    // 4 + 2 - 3: a 3 would abort in either round. Then 2 + 5 with 2 more reaches Armor 9; 1 + 3 misses 7 three times.
    let report = run(&[OSCAR, ESSEX, HELLCAT], &[3, 3, 2, 5, 1, 3, 1, 3, 1, 3]);
    assert_eq!(report.result, "Essex damaged; in the air attacker 1 eliminated");
    assert_eq!(values(&report, "Oscar"), ["abort", "goes on", "abort", "goes on", "4 attacks", "eliminated"]);
    assert_eq!(report.json["outcome"]["kamikazes"], serde_json::json!(["Oscar"]));
    assert_eq!(rules_of(&report, "Oscar"), ["eliminate 16.4.4"]);
    // A 1 shoots it down: nobody is left to attack.
    let report = run(&[OSCAR, ESSEX, HELLCAT], &[1]);
    assert_eq!(report.result, "no attack; in the air attacker 1 eliminated");
    assert!(report.json["outcome"].get("kamikazes").is_none());
    assert_eq!(rules_of(&report, "Oscar"), ["eliminate 4.8.7.1"]);
}

#[test]
fn bombers_and_kamikazes_attack_in_one_strike_each_by_its_own_rules() {
    let words = ["strike=Betty:navy B 1-8 x JP, Oscar:F 1-6/3 x JP kamikaze", ESSEX];
    // Betty's 3 + 3 and 2 more miss; her 1 + 1 would be a hit of the guns that waits. Oscar's 6 + 6 sinks.
    let report = run(&words, &[3, 3, 6, 6]);
    assert_eq!(report.result, "Essex sunk; in the air attacker 1 eliminated");
    assert_eq!(rules_of(&report, "Oscar"), ["eliminate 16.4.4"]);
    assert!(rules_of(&report, "Betty").is_empty());
    // An escort flies along as a fighter.
    let words = ["strike=Oscar:F 1-6/3 x JP kamikaze, Zero:F 4-6/3 3-6/3 JP", ESSEX];
    assert_eq!(run(&words, &[6, 6]).result, "Essex sunk; in the air attacker 1 eliminated");
}

#[test]
fn the_check_is_shown_with_the_attack_and_binds_it() {
    let shown = run(&[OSCAR, ESSEX, "tripwire=11", "from-japan=11"], &[1, 3, 1, 3, 1, 3, 1, 3]);
    assert_eq!(values(&shown, "Kamikaze range"), ["11 hexes"]);
    assert_eq!(refused(&[OSCAR, ESSEX, "tripwire=10", "from-japan=11"], &[]), ["16.4.2"]);
}

#[test]
fn who_never_flies_as_a_kamikaze_is_refused() {
    for (strike, rule) in [
        ("strike=F 4-6/3 US kamikaze", "16.4.1"),
        ("strike=F 4-6/3 JP elite kamikaze", "16.16.1.3"),
        ("strike=ATP 2 JP kamikaze", "16.4.2"),
        ("strike=Cherry:Ohka 2-1/5 JP", "16.4.4"),
    ] {
        assert!(refused(&[strike, ESSEX], &[]).contains(&rule.to_owned()), "{strike}");
    }
    assert_eq!(refused(&[OSCAR, ESSEX, "phase=end", "moving=yes"], &[]), ["16.4.2"]);
    assert_eq!(refused(&[OSCAR, "ships=Gato:SS 3-5 US"], &[]), ["16.4.2"]);
    let base = ["strike=Oscar:F 4-6/3 JP kamikaze", "target=airbase", "capacity=1", "phase=air-offensive"];
    assert!(refused(&base, &[]).contains(&"16.4.2".to_owned()));
    let early = ["located=yes", "date=1943-12", OSCAR, ESSEX];
    assert_eq!(call(&early, &[], BOTH).run(&[]).refused[0].rule, "16.4.1");
    let two = "strike=Kanoya:navy B 3-16 2-16 JP, A:Ohka 2-1/5 x JP @Kanoya, B:Ohka 2-1/5 x JP @Kanoya";
    assert!(refused(&[two, ESSEX], &[]).contains(&"16.4.4".to_owned()));
}

/// A bomber with an Ohka.
const CHERRY: &str = "strike=Kanoya:navy B 3-16 2-16 JP, Cherry:Ohka 2-1/5 x JP @Kanoya";

#[test]
fn an_ohka_is_one_with_its_bomber_until_it_is_released() {
    let quiet = run(&[CHERRY, ESSEX], &[1, 2, 1, 2, 1, 2, 1, 3, 1, 3]);
    assert_eq!(values(&quiet, "Cherry"), ["released", "2 attacks", "eliminated"], "{:?}", quiet.lines);
    let carry: &[(&str, &str)] = &[("attacker", "carry,stay,strongest"), ("defender", "fly,stay,balanced")];
    let words = [&FOUND[..], &[CHERRY, ESSEX, HELLCAT]].concat();
    // 4 + 2 - 0: a 1 depletes and aborts the bomber, and the Ohka has but one step.
    let report = call(&words, &[], carry).run(&[1]);
    assert_eq!(values(&report, "Cherry"), ["eliminated"]);
    assert_eq!(report.result, "no attack; in the air attacker 1 eliminated, 1 depleted");
    // A 5 aborts both.
    let report = call(&words, &[], carry).run(&[5]);
    assert_eq!(values(&report, "Cherry"), ["aborted"]);
    // Released before it, the Ohka flies on while its bomber is aborted.
    let asked = call(&words, &[], &[("defender", "fly,stay,balanced")]).run(&[]).open.unwrap();
    assert_eq!((asked.by.word(), asked.label), ("attacker", "release"));
    let release: &[(&str, &str)] =
        &[("attacker", "release,stay,strongest"), ("defender", "fly,strongest,stay,balanced")];
    let report = call(&words, &[], release).run(&[5, 6, 1, 3, 1, 3]);
    assert!(values(&report, "Cherry").contains(&"eliminated"), "{:?}", report.lines);
}

#[test]
fn by_the_other_reading_bombers_become_kamikazes_between_the_rounds() {
    let strike = "strike=Betty:navy B 2-8 1-8 JP, Val:navy B 1-8 x JP";
    let words = [&FOUND[..], &[strike, ESSEX, HELLCAT, "trigger=philippines"]].concat();
    let fly = ("defender", "fly,stay,balanced,strongest");
    let asked = call(&words, VARIANT, &[fly, ("attacker", "stay")]).run(&[6]).open.unwrap();
    assert_eq!(
        (asked.by.word(), asked.label, asked.about.as_deref()),
        ("attacker", "kamikaze", Some("Betty"))
    );
    // A 6 hits nobody. Both dive: 2 + 2 and 1 + 2 with 4 for Kamikazes and 2 for the navy. Nobody is left to fight.
    let dive = [("attacker", "dive,stay,strongest"), fly];
    let report = call(&words, VARIANT, &dive).run(&[6, 1, 1, 1, 2, 1, 2]);
    assert_eq!(
        report.json["outcome"]["kamikazes"],
        serde_json::json!(["Betty", "Val"]),
        "{:?}",
        report.lines
    );
    assert_eq!(rules_of(&report, "Betty"), ["eliminate 4.10.6"]);
    // Who bombs is met in the second round, too, and attacks then without the 4.
    let bomb = [("attacker", "bomb,stay,strongest"), fly];
    let report = call(&words, VARIANT, &bomb).run(&[6, 6, 1, 2, 1, 2, 1, 2]);
    assert_eq!(report.result, "no ship hit");
    // Without what allows it, or before October 1944, nobody is asked.
    for more in [["date=1945-02", ""], ["date=1944-09", "trigger=philippines"]] {
        let words: Vec<&str> = ["located=yes", more[0], strike, ESSEX, HELLCAT, more[1]]
            .into_iter()
            .filter(|word| !word.is_empty())
            .collect();
        let report = call(&words, VARIANT, &dive).run(&[6, 6, 1, 2, 1, 2, 1, 2]);
        assert!(report.json["outcome"].get("kamikazes").is_none(), "{words:?}");
    }
}

#[test]
fn by_the_other_reading_who_is_told_dives_unasked_and_nobody_needs_to_be_met() {
    let strike = "strike=Betty:navy B 2-8 1-8 JP kamikaze";
    let words = [&FOUND[..], &[strike, ESSEX, "trigger=marianas"]].concat();
    // 2 + 1 with 6 more reaches Armor 9; doubles damage and do not sink.
    let report = call(&words, VARIANT, BOTH).run(&[2, 1, 2, 2]);
    assert_eq!(report.result, "Essex sunk; in the air attacker 1 eliminated");
    assert_eq!(refused(&[strike, ESSEX], VARIANT), ["4.10.6"]);
    assert_eq!(refused(&["strike=F 4-6/3 JP kamikaze", ESSEX, "trigger=marianas"], VARIANT), ["4.10.6"]);
    // An abort in the first round counts for a bomber that was only told to dive later.
    let words = [&words[..], &[HELLCAT]].concat();
    let report = call(&words, VARIANT, BOTH).run(&[5]);
    assert_eq!(report.result, "no attack; in the air attacker 1 aborted");
}

#[test]
fn a_special_kamikaze_is_lost_with_its_bomber_unless_it_was_released() {
    let strike = "strike=Sally:army B 4-9 2-9 JP, Cherry:special-kamikaze 4-2/(5) JP @Sally";
    let words = [&FOUND[..], &[strike, ESSEX, HELLCAT]].concat();
    let carry: &[(&str, &str)] = &[("attacker", "carry,stay,strongest"), ("defender", "fly,stay,balanced")];
    let report = call(&words, &[], carry).run(&[5]);
    assert_eq!(values(&report, "Cherry"), ["eliminated"]);
    assert_eq!(rules_of(&report, "Cherry").len(), 1);
    // The bomber that brought it bombs nothing: four attacks of the Kamikaze alone.
    let words = [&FOUND[..], &[strike, ESSEX]].concat();
    let report = call(&words, &[], BOTH).run(&[1, 3, 1, 3, 1, 3, 1, 3]);
    assert_eq!(report.result, "no ship hit; in the air attacker 1 eliminated");
}

#[test]
fn seeded_strikes_with_kamikazes_end_as_often_as_their_chances_say() {
    for more in [
        [OSCAR, ESSEX, HELLCAT],
        [CHERRY, ESSEX, HELLCAT],
        ["strike=Betty:navy B 1-8 x JP, 2 x F 1-6/3 x JP kamikaze", "ships=2 x CV 0-9/0-7 US", "decks=X 3"],
    ] {
        let words = [&FOUND[..], &more].concat();
        assert!(call(&words, &[], BOTH).told().exact, "{words:?}");
        for policy in ["balanced,fly,stay", "carry,fly,stay,balanced"] {
            falls_as_it_should::<StrikeMission>(&words, policy, 800);
        }
    }
}
