//! Naval Magic for mines, batteries and submarines, and an Admiral's D against one attack (17.10.2.1.3, 3.12.1.4).

use liege::rules::play::procedure::Ending;

use super::{Call, call, changes, values};

const BOTH: &[(&str, &str)] = &[("attacker", "use,weakest,press"), ("defender", "use,weakest")];

fn used<'a>(procedure: &'a str, words: &'a [&'a str]) -> Call<'a> {
    Call { policies: BOTH, ..call(procedure, words) }
}

/// The paragraphs that refuse it.
fn refused(procedure: &str, words: &[&str]) -> Vec<String> {
    let report = Call { policies: &[], ..call(procedure, words) }.run(&[]);
    report.refused.into_iter().map(|refusal| refusal.rule).collect()
}

/// By whom and about what the first open question is.
fn asked(procedure: &str, words: &[&str], faces: &[u8]) -> (String, &'static str, Option<String>) {
    let question = call(procedure, words).run(faces).open.unwrap();
    (question.by.word().to_owned(), question.label, question.about)
}

const SPENT: &str = "Naval Magic chit destroy";

#[test]
fn port_mines_have_it_for_one_attack() {
    let words = ["ships=Haguro:CA 2-8/1-6 JP, Ashigara:CA 2-8/1-6 JP", "port=minor", "mines=UK", "magic=2"];
    // 2 + 4 and the chit are Armor 8; the second attack has no chit any more.
    let report = used("R12", &words).run(&[2, 4, 2, 5]);
    assert_eq!((report.result.as_str(), values(&report, "naval magic")), ("Haguro damaged", vec!["use"]));
    assert_eq!(changes(&report), ["Haguro reduce", SPENT]);
    let question = ("defender".to_owned(), "naval magic", Some("Haguro".to_owned()));
    assert_eq!(asked("R12", &words, &[]), question);
    let kept = Call { policies: &[("defender", "keep")], ..call("R12", &words) }.run(&[2, 4, 2, 5]);
    assert_eq!((kept.result.as_str(), values(&kept, "naval magic")), ("no hit", vec!["keep"; 2]));
    assert_eq!(changes(&kept), Vec::<String>::new());
    assert_eq!(call("R12", &words[..3]).run(&[2, 4, 2, 5]).status, Ending::Done);
}

#[test]
fn it_helps_mines_of_its_nations_against_japan_alone() {
    let japanese = "ships=CA 2-8/1-6 JP";
    for mines in ["mines=US", "mines=AU", "mines=NZ", "mines=IN"] {
        assert_eq!(refused("R12", &[japanese, "port=minor", "magic=1", mines]), Vec::<String>::new());
    }
    for (ships, mines) in [(japanese, "mines=NL"), (japanese, "mines=SU"), ("ships=CA 2-8 US", "mines=UK")] {
        let rules = ["17.10.2.1.3"];
        assert_eq!(refused("R12", &[ships, "port=minor", "magic=1", mines]), rules, "{ships} {mines}");
        assert_eq!(refused("fort-mines", &[ships, "date=1942-06", "magic=1", mines]), rules);
    }
    assert!(call("R12", &[japanese, "port=minor", "mines=Atlantis"]).tried(&[1, 1]).is_err());
    let american = ["ships=3", "half-us=yes", "date=1942-06", "magic=1"];
    assert_eq!(refused("R18", &american), ["17.10.2.1.3"]);
}

#[test]
fn it_comes_off_the_die_of_sea_mines_which_hits_low() {
    let words = ["ships=Haguro:CA 2-8/1-6 JP, Chokai:CA 2-8/1-6 JP", "date=1942-06", "mines=US", "magic=2"];
    // 5 - 1 - 2 is 2.
    let report = used("fort-mines", &words).run(&[5, 1]);
    assert_eq!(
        (report.result.as_str(), changes(&report)),
        ("Haguro damaged", vec!["Haguro reduce".into(), SPENT.into()])
    );
    let kept = Call { policies: &[("defender", "keep")], ..call("fort-mines", &words) }.run(&[5]);
    assert_eq!((kept.result.as_str(), changes(&kept)), ("no hit", vec![]));
    let magic = |number: &str, die: u8| {
        call("R18", &["ships=3", "japanese=yes", "date=1942-06", number]).run(&[die]).result
    };
    assert_eq!((magic("magic=1", 4).as_str(), magic("magic=1", 5).as_str()), ("hit", "no hit"));
}

#[test]
fn a_battery_has_it_for_one_attack_and_meets_an_admirals_d_in_one() {
    let words = ["singapore", "ships=Haguro:CA 2-9/1-8 JP D1", "magic=2"];
    // 4 + 4 + 2 - 1 is Armor 9, and the Admiral dies; then 5 + 4 without both reaches 8.
    let report = used("R13", &words).run(&[1, 3, 6, 1, 4]);
    assert_eq!(report.result, "Haguro sunk, Admiral of Haguro eliminated");
    assert_eq!(
        (values(&report, "naval magic"), values(&report, "defence bonus")),
        (vec!["use"], vec!["use"])
    );
    assert_eq!(changes(&report), ["Haguro eliminate", "Admiral of Haguro eliminate", SPENT]);
    let d = ["singapore", "ships=Haguro:CA 2-9/1-8 JP D1"];
    let target = Call { policies: &[("defender", "weakest")], ..call("R13", &d) };
    let open = target.run(&[]).open.unwrap();
    assert_eq!((open.by.word(), open.label), ("attacker", "defence bonus"));
    let kept = Call { policies: &[("defender", "weakest"), ("attacker", "keep")], ..call("R13", &d) };
    assert_eq!(kept.run(&[1, 4, 6, 1, 1]).result, "Haguro damaged, Admiral of Haguro eliminated");
    assert_eq!(used("R13", &d).run(&[1, 4, 1, 1]).result, "no hit");
    assert_eq!(refused("R13", &["singapore", "ships=Quincy:CA 2-9 US"]), ["3.10"]);
}

#[test]
fn a_submarine_and_the_escorts_of_its_enemy_have_it_for_one_attack() {
    let boat = ["submarine=SS 3-5/2-4 US", "ships=Kaga:CV 0-9/0-7 JP", "date=1943-08", "magic=2"];
    let report = used("R21", &boat).run(&[1, 3, 1, 2]);
    // 4 + 3 + 2 is Armor 9; 3 + 3 without the chit is less than 7.
    assert_eq!(report.result, "pressed the attack: Kaga damaged");
    assert_eq!(
        (values(&report, "naval magic"), changes(&report)),
        (vec!["use"], vec!["Kaga reduce".into(), SPENT.into()])
    );
    let escorts = ["submarine=SS 3-6/2-6 JP", "ships=Wasp:CV 0-20 US, 2 x DD 0-20 US", "magic=2"];
    // Undetected, two misses, then 3 + 2 misses Armor 6 but for the chit, and the second escort has none.
    let report = used("R21", &escorts).run(&[6, 1, 2, 1, 2, 1, 3, 1, 3]);
    assert_eq!(report.result, "pressed the attack: no hit, JP SS depleted");
    assert_eq!(changes(&report), ["JP SS reduce", SPENT]);
    let question = call("R21", &escorts).run(&[1]).open.unwrap();
    assert_eq!((question.by.word(), question.label), ("defender", "naval magic"));
    assert_eq!(refused("R21", &["submarine=SS 3-5 NL", "ships=CA 2-8 JP", "magic=1"]), ["17.10.2.1.3"]);
    let kaiten = ["ships=2 x DD 0-20/0-20 US", "magic=1"];
    // Detected: 2 and the chit reach Armor 3.
    let report = used("R24", &kaiten).run(&[1, 1, 1]);
    assert!(
        report.result.contains("sunk") && changes(&report).contains(&SPENT.to_owned()),
        "{}",
        report.result
    );
}

#[test]
fn the_ss_238_and_the_escorts_of_a_port_have_it_too() {
    let words = ["ss-238", "submarine=SS 3-5/2-4 US", "ships=A:CA 2-13/1-20 JP", "date=1943-08", "magic=2"];
    // 2 x 4 + 3 + 2 is Armor 13.
    let report = used("R23", &words).run(&[1, 1, 3, 1, 2]);
    assert_eq!(
        (report.result.as_str(), values(&report, "naval magic")),
        ("undetected: A damaged", vec!["use"])
    );
    assert!(changes(&report).contains(&SPENT.to_owned()));
    let hunted = ["midget", "submarine=SS 3-5/2-4 JP", "ships=2 x DD 0-5 US", "magic=2"];
    let report = used("R23", &hunted).run(&[6, 1, 2, 1, 2]);
    assert_eq!((report.result.as_str(), values(&report, "detected").len()), ("detected: JP SS depleted", 1));
}

#[test]
fn an_admirals_d_guards_a_ship_that_sails_with_him_against_one_torpedo() {
    let words = ["submarine=SS 3-5/2-4 JP", "ships=Wasp:CV 0-9/0-8 US D1"];
    // 6 + 3 - 1 is less than 9; the second attack has no letter against it.
    let report = used("R21", &words).run(&[2, 4, 2, 4, 6]);
    assert_eq!(
        (report.result.as_str(), values(&report, "defence bonus")),
        ("pressed the attack: Wasp damaged", vec!["use"])
    );
    let question =
        Call { policies: &[("attacker", "weakest")], ..call("R21", &words) }.run(&[]).open.unwrap();
    assert_eq!(
        (question.by.word(), question.label, question.about.as_deref()),
        ("defender", "defence bonus", Some("Wasp"))
    );
    let others = ["submarine=SS 3-5/2-4 JP", "ships=STP 5", "others=Wasp:CV 0-9/0-8 US D1"];
    let report = used("R21", &others).run(&[1, 1, 1, 1]);
    assert_eq!(values(&report, "defence bonus"), Vec::<&str>::new(), "he sails with others");
}

#[test]
fn the_month_is_asked_for_where_a_us_torpedo_may_be_a_dud() {
    let fault = |procedure: &str, words: &[&str]| match call(procedure, words).tried(&[]) {
        Err(liege::rules::play::procedure::RunError::Input(faults)) => faults[0].key.to_string(),
        other => panic!("{words:?}: {other:?}"),
    };
    assert_eq!(fault("R21", &["submarine=SS 3-5 US", "ships=CA 2-8 JP"]), "date");
    assert_eq!(fault("R23", &["submarine=SS 3-5 US", "ss-238", "ships=CA 2-8 JP"]), "date");
    assert_eq!(fault("R14", &["attack=PT (1)-3/x US", "defence=CA 2-8 JP", "coastal=yes"]), "date");
    assert_eq!(call("R14", &["attack=PT (1)-3/x US", "defence=2 x CA 2-8 JP"]).run(&[]).status, Ending::Open);
}

#[test]
fn ships_of_one_side_fight_each_other_never() {
    let (own, other) = ("attack=Chokai:CA 2-8 JP", "defence=Haguro:CA 2-8 JP");
    let report = call("R14", &[own, other]).run(&[]);
    assert_eq!(report.refused[0].reason, "Chokai and Haguro are on the same side and never fight each other");
    assert_eq!(refused("R14", &["attack=CA 2-8 US", "defence=CA 2-8 UK"]), ["3.11.2"]);
    assert_eq!(refused("R21", &["submarine=SS 3-5 JP", "ships=CA 2-8 JP"]), ["3.16.3"]);
}
