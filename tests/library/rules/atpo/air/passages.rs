//! Who flies to carry, to change base or against the economy is met on its way, and what is left goes on.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use liege::rules::atpo::air::met::Met;
use liege::rules::atpo::air::paradrop::Drop;
use liege::rules::atpo::air::strategic::bombing::StrategicBombing;
use liege::rules::atpo::air::transport::AirTransport;
use liege::rules::play::dice::Seeded;
use liege::rules::play::procedure::{Ending, Resolution};

use super::super::sea::readings::each_reading_of_these_decides;
use crate::rules::atpo::call::{Call, falls_as_it_should, values};

const MET: &[(&str, &str)] = &[("attacker", "stay,strongest"), ("defender", "fly,strongest,stay")];

fn call<'a>(procedure: &'a str, words: &'a [&'a str]) -> Call<'a> {
    Call { procedure, words, policies: MET, choices: &[] }
}

fn run(procedure: &str, words: &[&str], faces: &[u8]) -> Resolution {
    call(procedure, words).run(faces)
}

fn deeds_of(report: &Resolution, subject: &str) -> Vec<String> {
    let own = report.deeds.iter().filter(|deed| deed.subject() == subject);
    own.map(|deed| format!("{} {}", deed.act.word(), deed.act.to().unwrap_or_default()).trim().to_owned())
        .collect()
}

const TONY: &str = "interceptors=Tony:F 4-4/3 x JP";
const BOMBERS: &str = "bombers=Light:B 9-10 US, Heavy:B 12-10 US";

#[test]
fn bombers_that_are_met_bomb_with_those_that_come_through() {
    // 4 + 3: a 4 depletes and aborts Heavy, a 6 hits nobody; 8 in the column of 9 alone is 2.
    let report = run("R03", &[BOMBERS, "target=home-city", TONY], &[4, 6, 4, 4]);
    assert_eq!(report.result, "2 EP, Heavy depleted");
    assert!(deeds_of(&report, "Tony")[0].contains("Previously Committed"), "{:?}", report.deeds);
    assert!(deeds_of(&report, "Light")[0].contains("Previously Committed"));
    // Nobody comes through: no throw.
    let report = run("R03", &["bombers=Light:B 9-10 US", "target=home-city", TONY], &[4]);
    assert_eq!((report.result.as_str(), report.status), ("no attack, Light depleted", Ending::Done));
    let asked = Call { policies: &[], ..call("R03", &[BOMBERS, "target=home-city", TONY]) }.run(&[]);
    let asked = asked.open.unwrap();
    assert_eq!((asked.by.word(), asked.label), ("defender", "intercept"));
    // Nobody flies against them.
    let words = [BOMBERS, "target=home-city", TONY];
    let stays = Call { policies: &[("attacker", "stay"), ("defender", "stay")], ..call("R03", &words) };
    assert_eq!(stays.run(&[4, 4]).result, run("R03", &words[..2], &[4, 4]).result);
}

#[test]
fn cargo_shares_the_fate_of_the_markers_that_carry_it_and_of_no_other() {
    let of = |cargo: &str, whom: &'static str| {
        let words = [cargo, "steps=2", "distance=5", "transport=Small:ATP 1 x US, Big:ATP 2 1 US", TONY];
        let policies = [("attacker", "stay"), ("defender", whom)];
        let report = Call { policies: &policies, ..call("R35", &words) }.run(&[1, 6]);
        assert_eq!(report.status, Ending::Done, "{:?}", report.open);
        report.result
    };
    // A paratroop is in the first of them, whatever becomes of the other.
    let (small, big) = ("fly,weakest,stay", "fly,strongest,stay");
    assert!(of("cargo=paratroop", small).contains("cargo destroyed"), "{}", of("cargo=paratroop", small));
    assert!(!of("cargo=paratroop", big).contains("cargo"), "{}", of("cargo=paratroop", big));
    // Two steps lie in both: one that is shot down loses them, one that is hit and aborted takes them home.
    assert!(of("cargo=infantry", small).contains("cargo destroyed"));
    assert!(of("cargo=infantry", big).contains("cargo back at its base"), "{}", of("cargo=infantry", big));
}

#[test]
fn escorts_and_counter_interceptors_fight_those_who_meet_the_bombers() {
    let escorts = "escorts=Mustang:F 4-10/3 x US";
    let words = [BOMBERS, escorts, "target=home-city", TONY, "initiative=attacker"];
    // The Mustang names first: 4 + 3 - 3 = 4; its 1 shoots the Tony down, whose 6 misses.
    let report = run("R03", &words, &[1, 6, 4, 4]);
    assert!(report.result.ends_with("in the air defender 1 eliminated"), "{}", report.result);
    assert!(deeds_of(&report, "Tony")[0].starts_with("eliminate"));
    assert_eq!(deeds_of(&report, "Mustang").len(), 1);
    let early = "counter=Wildcat:F 4-3/2 2-3/2 US early";
    let words = [BOMBERS, early, "target=home-city", TONY, "initiative=attacker"];
    let first = [("attacker", "early,stay,strongest"), MET[1]];
    // 4 + 2 - 3: a 1 shoots the Tony down before it reaches the bombers.
    let report = Call { policies: &first, ..call("R03", &words) }.run(&[1, 6, 4, 4]);
    assert!(report.result.ends_with("in the air defender 1 eliminated"), "{}", report.result);
    let alone = Call { policies: MET, ..call("R03", &[BOMBERS, early, "target=home-city"]) }.tried(&[4, 4]);
    assert!(alone.unwrap_err().to_string().contains("counter"));
}

#[test]
fn cargo_shares_what_becomes_of_the_air_transport_that_is_met() {
    let words = ["cargo=infantry", "steps=1", "distance=5", "transport=Taxi:ATP 1 US", TONY];
    let cargo = |faces: &[u8]| values(&run("R35", &words, faces), "cargo")[0].to_owned();
    assert_eq!(cargo(&[6, 6]), "lands");
    assert_eq!(cargo(&[5]), "back at its base");
    assert_eq!(cargo(&[1]), "destroyed");
    let lost = run("R35", &words, &[1]);
    assert_eq!(deeds_of(&lost, "Taxi"), ["eliminate Force Pool"]);
    assert_eq!(lost.result, "1 ATP, 5 of 12 hexes, cargo destroyed; in the air attacker 1 eliminated");
    // The fate by hand says the same.
    let by_hand = ["cargo=infantry", "steps=1", "distance=5", "points=1", "fate=destroyed"];
    assert_eq!(values(&run("R35", &by_hand, &[]), "cargo"), ["destroyed"]);
    let both = [&words[..], &["fate=aborted"]].concat();
    assert!(call("R35", &both).tried(&[]).unwrap_err().to_string().contains("fate"));
    let nobody = ["cargo=infantry", "steps=1", "distance=5", TONY];
    assert!(call("R35", &nobody).tried(&[]).unwrap_err().to_string().contains("transport"));
    // An escort that is not attacked keeps the transport from being attacked.
    let escorted = [&words[..], &["escorts=Mustang:F 4-10/3 x US"]].concat();
    let report = run("R35", &escorted, &[6, 6, 6, 6]);
    assert_eq!(values(&report, "cargo"), ["lands"], "{:?}", report.lines);
}

#[test]
fn a_paratroop_drops_where_its_air_transport_comes_through() {
    let words = ["adjacent=yes", "transport=Taxi:ATP 1 US", TONY];
    let result = |words: &[&str], faces: &[u8]| run("R36", words, faces).result;
    // The Tony is left over the hex: 2 is taken from the die.
    assert_eq!(result(&words, &[6, 6, 6]), "depleted");
    assert_eq!(result(&words, &[6, 6, 4]), "eliminated");
    let home = run("R36", &words, &[5]);
    assert_eq!(home.result, "not dropped; in the air attacker 1 aborted");
    assert_eq!(deeds_of(&home, "cargo"), ["retreat"]);
    let lost = run("R36", &words, &[1]);
    assert_eq!(lost.result, "eliminated with its air transport; in the air attacker 1 eliminated");
    assert_eq!(
        (deeds_of(&lost, "cargo"), deeds_of(&lost, "Taxi")[0].as_str()),
        (vec!["destroy Force Pool".to_owned()], "eliminate Force Pool",)
    );
    // Who meets it becomes Committed, unless by the other reading.
    assert!(deeds_of(&home, "Tony").iter().any(|deed| deed.contains("Committed")), "{:?}", home.deeds);
    // An escort shoots the Tony down: 2 are added. With both left nobody has air superiority.
    let escorted = [&words[..], &["escorts=Mustang:F 4-10/3 x US"]].concat();
    let first = [&escorted[..], &["first=attacker"]].concat();
    assert_eq!(result(&first, &[1, 6, 3]), "intact; in the air defender 1 eliminated");
    assert_eq!(result(&escorted, &[6, 6, 6, 6, 5]), "intact");
    assert_eq!(result(&escorted, &[6, 6, 6, 6, 4]), "depleted");
    // Who fought on the way alone is not over the hex.
    let on_the_way = [words[0], words[1], "way=Tony:F 4-4/3 x JP"];
    assert_eq!(result(&on_the_way, &[6, 6, 5]), "intact");
    // Escorts that nobody meets, and what is told, decide as they stand.
    let unmet = [words[0], words[1], "escorts=Mustang:F 4-10/3 x US"];
    assert_eq!(result(&unmet, &[3]), "intact");
    assert_eq!(result(&[&unmet[..], &["air-superiority=none"]].concat(), &[3]), "depleted");
    assert_eq!(result(&[&words[..], &["air-superiority=friendly"]].concat(), &[6, 6, 3]), "intact");
    // In the first month of a Sneak Attack a Japanese escort has its bonus.
    let taxi = ["transport=Taxi:ATP 1 JP", "escorts=F 4-4/3 x JP", "interceptors=F 4-4/3 x US", "nation=JP"];
    let bonus = |words: &[&str]| {
        let report = run("R36", words, &[6, 6, 6, 6, 5]);
        report.lines.iter().filter(|line| line.rule == "17.1.3").count()
    };
    assert_eq!(bonus(&taxi), 0);
    assert!(bonus(&[&taxi[..], &["sneak=first"]].concat()) > 0);
    let told = call("R36", &[&words[..], &["atp=aborted"]].concat()).tried(&[]);
    assert!(told.unwrap_err().to_string().contains("atp"));
    assert!(call("R36", &["adjacent=yes", TONY]).tried(&[]).unwrap_err().to_string().contains("transport"));
    let asked = Call { policies: &[], ..call("R36", &words) }.run(&[]);
    assert_eq!((asked.open.unwrap().label, asked.result.as_str()), ("intercept", "not dropped yet"));
}

#[test]
fn each_reading_of_a_choice_decides_some_drop_that_is_met() {
    each_reading_of_these_decides(&[
        ("R36", "interceptor_commit", "transport=ATP~1~US interceptors=F~1-6/1~JP"),
        (
            "R36",
            "launch_check_span",
            "transport=ATP~1~US interceptors=A:N~1-6/1~JP~carrier,B:N~1-6/1~JP~carrier defence-carriers=12~x~CV~1",
        ),
    ]);
}

#[test]
fn a_change_of_base_that_is_met_ends_where_it_last_stopped() {
    let words = ["unit=Flier:B 4-8 US", "stops=8, 7, 6", "met-at=2", TONY];
    let result = |faces: &[u8]| run("change-of-base", &words, faces).result;
    assert_eq!(result(&[6, 6]), "3 of 3 hops");
    assert_eq!(result(&[5]), "aborted, back at stop 1; in the air attacker 1 aborted");
    assert_eq!(result(&[4]), "aborted, back at stop 1; in the air attacker 1 depleted");
    let one_step = ["unit=Flier:B 4-8 x US", "stops=8, 7, 6", "met-at=3", TONY];
    let lost = run("change-of-base", &one_step, &[1]);
    assert_eq!(lost.result, "shot down on the way to stop 3; in the air attacker 1 eliminated");
    assert_eq!(deeds_of(&lost, "Flier"), ["eliminate Force Pool"]);
    for wrong in ["met-at=4", "aborted-at=1"] {
        let words = [words[0], words[1], TONY, wrong];
        assert!(call("change-of-base", &words).tried(&[]).is_err(), "{wrong}");
    }
}

#[test]
fn an_a_bomb_that_does_not_come_through_does_not_fall() {
    let words = ["bomber=Enola:B 20-20[4] 10-20[4] US", "income=70", "lost=110", "units=Kure", TONY];
    // 4 + 3 - 4 = 3: a 3 aborts.
    let home = run("R08", &words, &[3]);
    assert_eq!(values(&home, "A-Bomb"), ["not dropped"]);
    assert!(deeds_of(&home, "Kure").is_empty() && deeds_of(&home, "A-Bomb").is_empty());
    let depleted = ["bomber=Enola:B 20-20[4] 10-20[4] US depleted", "units=Kure", TONY];
    let lost = run("R08", &depleted, &[1, 1]);
    assert_eq!(values(&lost, "A-Bomb"), ["lost"]);
    assert_eq!(deeds_of(&lost, "A-Bomb").len(), 1);
    let fallen = run("R08", &words, &[6, 6, 4, 4]);
    assert_eq!(deeds_of(&fallen, "Kure").len(), 1);
}

#[test]
fn who_meets_others_flies_as_a_fighter_and_a_bomber_meets_nobody() {
    let met = "interceptors=Frank:FB 4-6/2 2-6/2 JP";
    for (procedure, words) in [
        ("R36", vec!["transport=ATP 1 US", met]),
        ("R35", vec!["cargo=paratroop", "distance=5", "transport=ATP 1 US", met]),
        ("R03", vec![BOMBERS, "target=home-city", met]),
        ("change-of-base", vec!["unit=Flier:B 4-8 US", "stops=8", met]),
        ("R39", vec!["attack=9", "defence=5", "attack-air=B 4-9 US", met]),
        ("strike", vec!["located=yes", "strike=B 4-9 US", "ships=CA 3-9/2-5 JP", met]),
    ] {
        let asked = Call { procedure, words: &words, policies: &[("defender", "fly")], choices: &[] };
        let asked = asked.with(&mut Seeded::new(1)).unwrap();
        let label = asked.open.as_ref().map(|open| open.label);
        assert_ne!(label, Some("flies as"), "{procedure}");
        let bomber: Vec<&str> = words
            .iter()
            .map(|word| if *word == met { "interceptors=Betty:B 4-9 JP" } else { word })
            .collect();
        let wrong = Call { procedure, words: &bomber, policies: MET, choices: &[] }.tried(&[]).unwrap_err();
        assert!(wrong.to_string().contains("does not intercept aircraft"), "{procedure}: {wrong}");
    }
}

#[test]
fn what_has_nothing_to_do_is_refused() {
    let wrong = |procedure: &str, words: &[&str], part: &str| {
        let told = call(procedure, words).tried(&[6, 6, 6, 6]).map(|report| report.result);
        let told = told.map_or_else(|error| error.to_string(), |result| format!("passes: {result}"));
        assert!(told.contains(part), "{procedure} {words:?}: {told}");
    };
    let strike = ["located=yes", "strike=B 4-9 US", "ships=CA 3-9/2-5 JP"];
    let with = |more: &'static str| [&strike[..], &[more]].concat();
    wrong("strike", &with("counter=F 4-6/2 US"), "counter: have nobody to meet");
    wrong("strike", &with("scout=B 4-12 US"), "scout: searches for ships that are already located");
    wrong("strike", &with("interceptors=F 4-6/2 US"), "US has air units on both sides");
    wrong("R28", &["attack=F 4-6/2 US", "defence=F 4-6/2 US"], "US has air units on both sides");
    wrong("R36", &["transport=Betty:B 4-9 US"], "Betty is not air transport");
    wrong("R36", &["transport=ATP 99 US"], "99 points");
    wrong("R35", &["cargo=paratroop", "distance=5", "transport=B 4-9 US"], "is not air transport");
    wrong("R28", &["attack=:F 4-6/2 US", "defence=F 4-6/2 JP"], "empty name");
    wrong("R33", &["carriers=Hornet 4, Hornet 4"], "Hornet is listed twice");
    wrong("change-of-base", &["unit=B 4-8 US", "stops=0"], "0 hexes are possible only");
    wrong("R36", &["paratroops=2", "transport=ATP 1 US"], "refused");
    wrong(
        "R36",
        &["transport=ATP 1 US", "interceptors=none", "counter=F 4-6/2 US"],
        "counter: have nobody to meet",
    );
}

#[test]
fn drops_out_of_one_flight_have_a_die_each_and_commit_who_flew() {
    let report = run("R36", &["paratroops=2", "adjacent=no", "transport=Taxi:ATP 2 1 US"], &[6, 5]);
    assert_eq!(report.result, "depleted, intact");
    assert_eq!(deeds_of(&report, "Taxi"), ["mark Committed"]);
    assert_eq!(deeds_of(&report, "paratroop"), ["mark depleted"]);
    let words = ["paratroops=2", "transport=One:ATP 1 US, Two:ATP 1 US", TONY];
    let apart =
        Call { policies: &[("attacker", "stay"), ("defender", "fly,weakest,stay")], ..call("R36", &words) };
    let apart = apart.run(&[5, 6, 6]);
    assert!(
        ["not dropped, ", ", not dropped"].iter().any(|told| apart.result.contains(told)),
        "{}",
        apart.result
    );
    let load =
        ["cargo=paratroop", "further-cargo=infantry 1, air-supply", "range=9", "distance=5", "points=3"];
    assert_eq!(run("R35", &load, &[]).result, "3 ATP, 5 of 12 hexes");
    let less = [&load[..4], &["points=2"]].concat();
    assert_eq!(run("R35", &less, &[]).result, "refused");
}

#[test]
fn seeded_flights_that_are_met_end_as_often_as_their_chances_say() {
    let bombed = [BOMBERS, "escorts=F 4-10/3 x US", "target=home-city", TONY, "initiative=attacker"];
    assert!(call("R03", &bombed).told().exact);
    falls_as_it_should::<StrategicBombing>(&bombed, "balanced,fly,stay", 1500);
    let carried = ["cargo=infantry", "steps=1", "distance=5", "transport=2 x ATP 1 US", TONY];
    falls_as_it_should::<Met<AirTransport>>(&carried, "balanced,fly,stay", 1500);
    let dropped = ["transport=ATP 1 US", "escorts=F 4-10/3 x US", TONY];
    assert!(call("R36", &dropped).told().exact);
    falls_as_it_should::<Drop>(&dropped, "balanced,fly,stay", 1500);
}
