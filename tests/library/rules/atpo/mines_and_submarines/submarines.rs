//! Submarine attacks (ATPO-R21) and the Kaiten (ATPO-R24): screen, targets, duds, escorts.

use liege::rules::play::procedure::Ending;

use super::{Call, call, changes, result, values};

const BOAT: &str = "submarine=SS 3-5/2-4";
const CONVOY: &str = "ships=Kaga:CV 0-9/0-7, A:DD 0-5/0-4, B:DE x-4/x-3";

fn with<'a>(words: &'a [&'a str], policy: &'a [(&'static str, &'a str)]) -> Call<'a> {
    Call { policies: policy, ..call("R21", words) }
}

fn result_with(words: &[&str], policy: &str, faces: &[u8]) -> String {
    with(words, &[("attacker", policy)]).run(faces).result
}

#[test]
fn the_screen_counts_escorts_up_to_four() {
    for escorts in 1u8..=6 {
        let ships = format!("ships=Kaga:CV 0-9/0-7, {escorts} x DD 0-20");
        let words = [BOAT, &ships];
        for die in 2u8..=6 {
            let report = with(&words, &[("attacker", "weakest,dive")]);
            let screened = die <= escorts.min(4);
            let faces = if screened { vec![die] } else { vec![die, 1, 2] };
            let wanted = if screened { "screened" } else { "dived: no hit" };
            assert_eq!(report.run(&faces).result, wanted, "{die} against {escorts}");
        }
    }
    // Others in the hex do not screen, and without escorts there is no die.
    let words = [BOAT, "ships=Kaga:CV 0-20", "others=4 x DD 0-20"];
    assert_eq!(result_with(&words, "strongest,dive", &[1, 2]), "dived: no hit");
    let words = [BOAT, "ships=Kaga:CV 0-20, PT (1)-3/x"];
    assert_eq!(result_with(&words, "strongest,dive", &[1, 1, 1]), "detected");
}

#[test]
fn by_the_play_aid_the_die_must_be_below_the_screen() {
    let words = [BOAT, "ships=Kaga:CV 0-20, 2 x DD 0-20"];
    let lt = |faces: &[u8]| {
        let call = with(&words, &[("attacker", "weakest,dive")]);
        Call { choices: &["sub_screen=lt"], ..call }.run(faces).result
    };
    assert_eq!(lt(&[2, 1, 2]), "dived: no hit");
    assert_eq!(lt(&[1, 1, 2, 1, 2]), "detected");
    assert_eq!(result_with(&words, "weakest,dive", &[2]), "screened");
}

#[test]
fn a_detected_submarine_is_attacked_by_four_escorts_of_the_ships() {
    let words = [BOAT, "ships=Kaga:CV 0-9, 5 x DD 5-5", "others=DD 0-5"];
    let report = call("R21", &words).run(&[1, 1, 3, 1, 3, 1, 3, 1, 3]);
    assert_eq!(report.result, "detected");
    // Gunnery does not count: 4 is below 5, and 5 is enough.
    let report = call("R21", &words).run(&[1, 2, 3, 1, 2, 2, 1, 1, 2]);
    assert_eq!(
        (report.result.as_str(), changes(&report)),
        ("detected: the SS depleted", vec!["the SS reduce".into()])
    );
    let report = call("R21", &words).run(&[1, 3, 3]);
    assert_eq!(
        (report.result.as_str(), changes(&report)),
        ("detected: the SS sunk", vec!["the SS eliminate".into()])
    );
}

#[test]
fn the_first_attack_goes_at_the_screen_by_the_house_rule() {
    let first = |words: &[&str], choices: &[&str], faces: &[u8]| {
        let question = Call { choices, ..call("R21", words) }.run(faces).open.unwrap();
        assert_eq!((question.by.word(), question.label), ("attacker", "target"));
        question.answers
    };
    let words = [BOAT, CONVOY, "others=C:DD 0-5"];
    assert_eq!(first(&words, &[], &[3]), ["A", "B"]);
    assert_eq!(first(&words, &["sub_first_target=off"], &[3]), ["Kaga", "A", "B", "C"]);
    assert_eq!(first(&[BOAT, "ships=Kaga:CV 0-9, D:CA 2-8"], &[], &[]), ["Kaga", "D"]);
}

#[test]
fn the_submarine_dives_or_presses_and_the_same_ship_may_be_attacked_again() {
    let words = [BOAT, CONVOY];
    let open = with(&words, &[("attacker", "weakest")]).run(&[3, 1, 2]);
    assert_eq!(open.status, Ending::Open);
    let question = open.open.unwrap();
    assert_eq!((question.label, question.answers), ("press", vec!["dive".to_owned(), "press".to_owned()]));
    assert_eq!(result_with(&words, "weakest,dive", &[3, 1, 2]), "dived: B depleted");
    // A DE of Armor 4 is hit twice; the DD that is left attacks.
    assert_eq!(result_with(&words, "damaged,press", &[3, 1, 2, 1, 2, 1, 3]), "pressed the attack: B sunk");
    // Escorts of the whole hex attack after the second attack.
    let others = [BOAT, "ships=Kaga:CV 0-9/0-7", "others=C:DD 0-5, D:DD 0-5"];
    assert_eq!(
        result_with(&others, "strongest,press", &[1, 2, 1, 2, 4, 3, 2, 3]),
        "pressed the attack: no hit, the SS sunk"
    );
}

#[test]
fn the_number_of_the_side_that_is_up_counts() {
    let depleted = ["submarine=SS 3-5/(2)-4 depleted", "ships=Kaga:CV 0-9/0-7"];
    assert_eq!(result_with(&depleted, "weakest,dive", &[3, 4]), "dived: Kaga damaged");
    assert_eq!(result_with(&depleted, "weakest,dive", &[2, 4]), "dived: no hit");
    let full = [BOAT, "ships=Kaga:CV 0-9/0-7"];
    assert_eq!(result_with(&full, "weakest,dive", &[2, 4]), "dived: Kaga damaged");
    assert_eq!(
        result_with(&[BOAT, "ships=Kaga:CV 0-9/0-7", "drm=-1"], "weakest,dive", &[2, 4]),
        "dived: no hit"
    );
    let gt = Call { choices: &["hit_compare=gt"], ..with(&full, &[("attacker", "weakest,dive")]) };
    assert_eq!(gt.run(&[2, 4]).result, "dived: no hit");
}

#[test]
fn doubles_sink_a_ship_and_cost_transport_one_point() {
    assert_eq!(result_with(&[BOAT, "ships=Kaga:CV 0-9/0-7"], "weakest,dive", &[3, 3]), "dived: Kaga sunk");
    let report = with(&[BOAT, "ships=A:STP 5"], &[("attacker", "weakest,dive")]).run(&[3, 3]);
    assert_eq!(report.result, "dived: A loses a point");
    assert_eq!(values(&report, "sea transport"), ["1 point left"]);
}

#[test]
fn us_torpedoes_are_checked_for_duds_until_july_1943() {
    let run = |boat: &str, date: &str, faces: &[u8]| {
        let words = [boat, "ships=Kaga:CV 0-9/0-7", date];
        with(&words, &[("attacker", "weakest,dive")]).run(faces)
    };
    let us = "submarine=SS 3-5/2-4 US";
    for (one, other, told) in [(1, 1, "no hit"), (3, 4, "no hit"), (2, 6, "Kaga sunk"), (6, 6, "Kaga sunk")] {
        let report = run(us, "date=1943-06", &[3, 3, one, other]);
        assert_eq!(report.result, format!("dived: {told}"), "{one} {other}");
    }
    // A miss is not checked, nor is a hit from July 1943 on, nor one of another nation.
    assert_eq!(run(us, "date=1942-01", &[1, 2]).result, "dived: no hit");
    assert_eq!(run(us, "date=1943-07", &[2, 4]).result, "dived: Kaga damaged");
    assert_eq!(run("submarine=SS 3-5 UK", "date=1942-01", &[2, 4]).result, "dived: Kaga damaged");
}

#[test]
fn a_laden_submarine_attacks_nothing() {
    let report = call("R21", &[BOAT, CONVOY, "carries=yes"]).run(&[]);
    assert_eq!((report.result.as_str(), report.refused[0].rule.as_str()), ("refused", "13.3.3"));
    for words in [&[CONVOY][..], &[BOAT], &["submarine=SS x-5", CONVOY], &["submarine=CA 2-8", CONVOY]] {
        assert!(call("R21", words).tried(&[3]).is_err(), "{words:?}");
    }
}

#[test]
fn a_kaiten_attacks_once_beside_its_carrier_and_is_gone() {
    let words = [BOAT, "ships=Kaga:CV 0-9/0-7", "kaiten=yes"];
    let report = with(&words, &[("attacker", "weakest,dive")]).run(&[1, 2, 4, 4]);
    assert_eq!(report.result, "dived: Kaga sunk");
    assert_eq!(changes(&report), ["Kaga eliminate", "Kaiten eliminate"]);
    // Held back at first, it may attack after the second attack.
    let report = with(&words, &[("attacker", "hold,weakest,press")]).run(&[1, 2, 1, 2]);
    assert_eq!((report.result.as_str(), changes(&report)), ("pressed the attack: no hit", vec![]));
    let open = with(&words, &[]).run(&[1, 2]).open.unwrap();
    assert_eq!((open.label, open.answers), ("kaiten target", vec!["Kaga".to_owned(), "hold".to_owned()]));
    let foreign = ["submarine=SS 3-5 US", "ships=CV 0-9", "kaiten=yes", "date=1944-08"];
    assert_eq!(result("R21", &foreign, &[]), "refused");
}

#[test]
fn a_kaiten_alone_is_screened_like_any_submarine_and_is_gone_after_its_attack() {
    let alone = |words: &[&str], faces: &[u8]| {
        let call = Call { policies: &[("attacker", "weakest")], ..call("R24", words) };
        let report = call.run(faces);
        (report.result.clone(), changes(&report))
    };
    let cruiser = ["ships=A:CA 2-8/1-6"];
    assert_eq!(
        alone(&cruiser, &[3, 4]),
        ("undetected: A damaged".into(), vec!["A reduce".into(), "Kaiten eliminate".into()])
    );
    assert_eq!(alone(&cruiser, &[2, 4]), ("undetected: no hit".into(), vec!["Kaiten eliminate".into()]));
    let escorted = ["ships=A:CA 2-8/1-6, B:DD 0-5/0-4"];
    assert_eq!(
        alone(&escorted, &[2, 1, 3]),
        ("undetected: B depleted".into(), vec!["B reduce".into(), "Kaiten eliminate".into()])
    );
    // Armor 3: a detected Kaiten has not attacked.
    assert_eq!(
        alone(&escorted, &[1, 1, 2]),
        ("detected: Kaiten depleted".into(), vec!["Kaiten reduce".into()])
    );
    assert_eq!(alone(&["ships=A:CA 2-8, 2 x DD 0-5"], &[2]), ("screened".into(), vec![]));
    assert_eq!(alone(&["ships=CA 2-8", "date=1944-06"], &[]).0, "refused");
    assert_eq!(alone(&["ships=CA 2-8", "date=1944-07"], &[2, 3]).0, "undetected: no hit");
    let any = Call { choices: &["sub_first_target=off"], ..call("R24", &escorted) };
    assert_eq!(any.run(&[2]).open.unwrap().answers, ["A", "B"]);
}

#[test]
fn no_kaiten_rides_before_summer_1944() {
    let on = |date: &str| {
        let date = format!("date={date}");
        let words = [BOAT, "ships=Kaga:CV 0-9/0-7", "kaiten=yes", date.as_str()];
        with(&words, &[("attacker", "weakest,dive")]).tried(&[1, 2, 1, 2]).map(|report| report.result)
    };
    assert_eq!(on("1944-07").unwrap(), "dived: no hit");
    let early = [BOAT, "ships=Kaga:CV 0-9/0-7", "kaiten=yes", "date=1944-06"];
    let report = call("R21", &early).run(&[]);
    assert_eq!((report.result.as_str(), report.refused[0].rule.as_str()), ("refused", "3.16.11"));
}

#[test]
fn chances_of_a_submarine_attack_are_exact() {
    // Value 2: 2 of 6 screened, one of them detected and attacked twice.
    let words = [BOAT, CONVOY];
    let (rows, of) = with(&words, &[("attacker", "weakest,dive")]).weights();
    let share =
        |told: &str| rows.iter().find(|(known, _)| known == told).map_or(0, |(_, weight)| weight * 7776 / of);
    assert_eq!(share("screened"), 1296);
    assert_eq!(share("detected"), 36);
    // The DE of Armor 4 is always hit: by doubles 6 of 36.
    assert_eq!(share("dived: B sunk"), 4 * 1296 / 6);
    assert_eq!(share("dived: B depleted"), 4 * 1296 * 5 / 6);
    let (_, of) = with(&words, &[("attacker", "strongest,press")]).weights();
    assert!(of > 0);
}

#[test]
fn by_moonlight_the_dice_of_submarine_and_escorts_are_those_of_the_night() {
    let boat = "submarine=SS 3-5/2-4 JP";
    let words = [boat, "ships=Y:CA 2-9/1-9 US", "date=1942-08", "moonlit=yes"];
    // 5 and 3 are one short of Armor 9, and the Japanese night makes it up.
    assert_eq!(result_with(&words, "strongest,dive", &[2, 3]), "dived: Y damaged");
    assert_eq!(result_with(&words[..3], "strongest,dive", &[2, 3]), "dived: no hit");
    let words = [boat, "ships=Y:DD x-9/x-9 US", "date=1942-08", "moonlit=yes"];
    assert_eq!(call("R21", &words).run(&[1, 2, 3]).result, "detected");
    assert_eq!(call("R21", &words[..3]).run(&[1, 2, 3]).result, "detected: JP SS depleted");
}

#[test]
fn a_kaiten_in_place_of_a_submarine_attacks_once() {
    let words = ["submarine=KAITEN 1-3-1/x JP", "ships=CA 2-8/1-6", "date=1944-09"];
    let report = with(&words, &[("attacker", "strongest")]).run(&[2, 3]);
    assert_eq!((report.result.as_str(), changes(&report).len()), ("undetected: no hit", 1));
    let early = with(&["submarine=KAITEN 1-3-1/x JP", "ships=CA 2-8", "date=1944-01"], &[]).run(&[]);
    assert_eq!(early.status, Ending::Refused);
}
