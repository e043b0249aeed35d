//! An encounter at sea from the search to the last shot (ATPO-ENCOUNTER), each scenario worked out by hand.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use liege::rules::play::dice::Seeded;
use liege::rules::play::procedure::{Ending, Orders, Resolution, Role, RunError};
use proptest::prelude::*;

use super::call::{Call, values};

/// A Japanese cruiser that reacts, and a US cruiser that is a little faster.
const CHOKAI: &str = "attack=Chokai:CA 2-8-35/1-6-25 JP";
const ASTORIA: &str = "defence=Astoria:CA 2-8-36/1-6-25 US";
/// Reactive, off a coast, where a single ship is found by 5 and more.
const COAST: [&str; 4] = ["reactive", "state=standby", "coastal=yes", "date=1942-08"];

fn meeting<'a>(words: &'a [&'a str], policies: &'a [(&'static str, &'a str)]) -> Call<'a> {
    Call { procedure: "naval-encounter", words, policies, choices: &[] }
}

fn on_the_coast<'a>(more: &[&'a str]) -> Vec<&'a str> {
    COAST.into_iter().chain(more.iter().copied()).collect()
}

/// Everybody fights to the end and nobody uses a chit.
const FIGHT: &[(&str, &str)] =
    &[("attacker", "keep,strongest,open,stay"), ("defender", "day,fight,keep,strongest,open,stay,onward")];

/// What is done, as `subject change`.
fn changes(report: &Resolution) -> Vec<String> {
    report.deeds.iter().map(|deed| format!("{} {}", deed.subject(), deed.act.word())).collect()
}

#[test]
fn a_force_that_is_not_found_moves_on_and_nothing_else_is_rolled() {
    let words = on_the_coast(&[CHOKAI, ASTORIA]);
    let report = meeting(&words, &[]).run(&[4]);
    assert_eq!((report.result.as_str(), report.status), ("not found", Ending::Done));
    assert_eq!(values(&report, "moving force"), ["may move on"]);
    assert_eq!(values(&report, "marker of the interceptor"), ["unchanged"]);
    assert_eq!(changes(&report), Vec::<String>::new());
}

#[test]
fn a_force_that_is_found_fights_both_rounds_and_its_finder_is_marked() {
    let words = on_the_coast(&[CHOKAI, ASTORIA]);
    // 5 + 1 + 2 - 1 finds; round 1: 2 + 6 is a hit that flips, 2 + 2 misses; round 2: 9 + 2 sinks, 1 + 2 misses.
    let report = meeting(&words, FIGHT).run(&[5, 2, 4, 1, 2, 5, 4, 1, 1]);
    assert_eq!(report.result, "found: attacker no loss; defender 1 sunk");
    assert_eq!(values(&report, "round 2"), ["1 against 1"]);
    assert_eq!(changes(&report), ["Astoria eliminate", "interceptor mark", "both forces mark"]);
    assert_eq!(values(&report, "moving force"), ["nothing left"]);
}

#[test]
fn what_both_forces_lose_is_measured_by_the_worth_of_their_ships() {
    let words = on_the_coast(&[CHOKAI, ASTORIA]);
    let sides = |attacker, defender| [(Role::new("attacker"), attacker), (Role::new("defender"), defender)];
    let unfound = meeting(&words, FIGHT).run(&[4]);
    assert_eq!(unfound.measured, sides(0, 0));
    // Twice the guns and the Armor of Astoria, which is sunk.
    let report = meeting(&words, FIGHT).run(&[5, 2, 4, 1, 2, 5, 4, 1, 1]);
    assert_eq!(report.measured, sides(0, 2 * 2 + 8));
    let odds = meeting(&words, FIGHT).told();
    let lucky = odds.luck(&report.measured).unwrap();
    assert!(
        lucky.measure == "worth of ships and strength of air units" && lucky.sides[0].as_bad_or_worse > 0.999
    );
    // One die in three finds nobody: 5 and more is needed.
    assert!(lucky.sides[1].as_bad_or_worse < 1.0 / 3.0, "{lucky:?}");
}

#[test]
fn a_faster_force_evades_and_a_slower_one_is_not_asked() {
    let words = on_the_coast(&[CHOKAI, ASTORIA]);
    let report = meeting(&words, &[("defender", "day,evade")]).run(&[6]);
    assert_eq!(report.result, "found, evades");
    assert_eq!(values(&report, "target").last(), Some(&"located for air attack"));
    assert_eq!(values(&report, "moving force"), ["may move on"]);
    let slow = on_the_coast(&[CHOKAI, "defence=Astoria:CA 2-8-35/1-6-25 US"]);
    let report = meeting(&slow, &[("defender", "day,evade,open,stay"), ("attacker", "open,stay")])
        .run(&[6, 1, 1, 1, 1, 1, 1, 1, 1]);
    assert_eq!(values(&report, "evade"), Vec::<&str>::new());
    assert_eq!(report.result, "found");
    // The damaged side of the counter is slower.
    let damaged = on_the_coast(&[CHOKAI, "defence=Astoria:CA 2-8-36/1-6-25 US damaged"]);
    let open = meeting(&damaged, &[("defender", "day")]).run(&[6, 1, 1, 1, 1]);
    assert_eq!(open.open.unwrap().label, "withdraw");
}

#[test]
fn mines_sink_a_ship_before_those_that_are_docked_can_fight_it() {
    let words = [
        "automatic=docked",
        "state=standby",
        "port=minor",
        "attack=Chokai:CA 2-8/1-6 JP",
        "defence=Peary:DD 0(3)-5/0(2)-5 US damaged",
    ];
    // A destroyer alone takes 1 off: 4 + 2 - 1 is its Armor of 5.
    let report = meeting(&words, FIGHT).run(&[4, 2]);
    assert_eq!(report.result, "not found: attacker no loss; defender 1 sunk");
    assert_eq!(values(&report, "Peary"), ["sunk"]);
    assert_eq!(values(&report, "interception"), Vec::<&str>::new());
    // Missed by the mines it meets the docked ship without a die, and every shot of both rounds misses.
    let report = meeting(&words, FIGHT).run(&[2, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    assert_eq!(values(&report, "interception"), ["automatic"]);
    let labels: Vec<&str> = report.lines.iter().map(|line| line.label.as_str()).collect();
    let at = |label: &str| labels.iter().position(|known| *known == label).unwrap();
    assert!(at("port") < at("interception") && at("interception") < at("round 1"));
    assert_eq!(values(&report, "evade"), Vec::<&str>::new(), "an automatic interception");
}

#[test]
fn ships_that_were_met_at_sea_enter_the_port_and_its_mines_afterwards() {
    let words = on_the_coast(&[CHOKAI, ASTORIA, "port=minor"]);
    let calm = [5, 1, 1, 1, 1, 1, 1, 1, 1];
    let report = meeting(&words, FIGHT).run(&[&calm[..], &[4, 4]].concat());
    assert_eq!(report.result, "found: attacker no loss; defender 1 damaged");
    let asked = meeting(&words, &FIGHT_AND_ASK).run(&calm);
    assert_eq!(asked.open.map(|open| (open.by.word(), open.label)), Some(("defender", "go on")));
    let policies = [FIGHT[0], ("defender", "day,fight,keep,strongest,open,stay,halt")];
    let report = meeting(&words, &policies).run(&calm);
    assert_eq!(report.result, "found, does not go on");
    assert_eq!(values(&report, "moving force"), ["stays"]);
    // Not found, it goes in without a question.
    let report = meeting(&words, &[]).run(&[4, 4, 4]);
    assert_eq!(report.result, "not found: attacker no loss; defender 1 damaged");
}

const FIGHT_AND_ASK: [(&str, &str); 2] =
    [("attacker", "keep,strongest,open,stay"), ("defender", "day,fight,keep,strongest,open,stay")];

/// Japanese ships that land before Singapore, and a British destroyer that reacts.
const LANDING: [&str; 6] = [
    "reactive",
    "state=standby",
    "amphibious=yes",
    "date=1942-02",
    "fortress=singapore",
    "attack=Vampire:DD 0-5-35/0-4-25 AU",
];

#[test]
fn a_battery_fires_after_all_interceptions_at_what_is_left_of_a_landing() {
    let words: Vec<&str> =
        LANDING.into_iter().chain(["defence=A:CL 1-7-33/1-6-20 JP, B:CL 1-7-33/1-6-20 JP"]).collect();
    // 4 + 1 + 2 finds. Guns: A and B at Vampire, 1 + 5 flips it, 3 + 1 sinks it; so it does not fire in round 1 nor later.
    let search = [4];
    let guns = [2, 3, 1, 2];
    let policies =
        [("attacker", "strongest,open,stay"), ("defender", "day,fight,strongest,open,stay,onward")];
    // Singapore has gunnery 4: 3 + 4 flips a CL of Armor 7, 2 + 4 sinks it then.
    let report = meeting(&words, &policies).tried(&[&search[..], &guns, &[1, 2, 1, 1]].concat());
    let report = report.unwrap();
    assert_eq!(values(&report, "battery target").len(), 2);
    assert_eq!(report.result, "found: attacker 1 sunk; defender 1 damaged");
    let labels: Vec<&str> = report.lines.iter().map(|line| line.label.as_str()).collect();
    let at = |label: &str| labels.iter().position(|known| *known == label).unwrap();
    assert!(at("round 1") < at("battery target"));
    assert_eq!(
        report.answers.iter().find(|answer| answer.label == "battery target").unwrap().by.word(),
        "attacker"
    );
}

#[test]
fn ships_that_evade_in_their_landing_hex_meet_no_battery() {
    let words: Vec<&str> = LANDING.into_iter().chain(["defence=A:CL 1-7-36/1-6-20 JP"]).collect();
    let report = meeting(&words, &[("defender", "day,evade")]).run(&[6]);
    assert_eq!(report.result, "found, evades");
    assert_eq!(values(&report, "amphibious assault"), ["given up by evading"]);
    assert_eq!(values(&report, "battery target"), Vec::<&str>::new());
}

#[test]
fn ships_leave_only_together_and_the_target_moves_on_without_pursuit() {
    let words = on_the_coast(&[CHOKAI, ASTORIA]);
    let both = [("attacker", "withdraw"), ("defender", "day,fight,withdraw")];
    let report = meeting(&words, &both).run(&[5, 1, 1, 1, 1]);
    assert_eq!(report.result, "found: attacker 1 withdrawn; defender 1 withdrawn");
    assert_eq!(values(&report, "round 2"), ["0 against 0"; 0]);
    assert_eq!(values(&report, "moving force"), ["may move on"]);
    // One side stays, so nobody leaves, and the second round is fought.
    let one = [("attacker", "stay"), ("defender", "day,fight,withdraw")];
    let report = meeting(&words, &one).run(&[5, 1, 1, 1, 1, 1, 1, 1, 1]);
    assert_eq!((report.result.as_str(), values(&report, "round 2")), ("found", vec!["1 against 1"]));
}

#[test]
fn a_moonless_night_hides_a_force_and_moonlight_changes_every_fight() {
    let words = on_the_coast(&[CHOKAI, ASTORIA]);
    let report = meeting(&words, &[("defender", "dark")]).run(&[5, 1]);
    assert_eq!(report.result, "found, hidden by night");
    assert_eq!(changes(&report), ["interceptor mark"], "it was a success, and the search is used up");
    let policies = [("attacker", "stay"), ("defender", "dark,fight,stay")];
    let report = meeting(&words, &policies).run(&[5, 2, 1, 1, 1, 1, 1, 1, 1, 1]);
    assert_eq!(values(&report, "modifier: moonlight"), ["+1", "-1", "+1", "-1"]);
    let with_chit: Vec<&str> = words.iter().copied().chain(["night-chits=1"]).collect();
    let report = meeting(&with_chit, &[("defender", "night-chit")]).run(&[5]);
    assert_eq!(report.result, "found, hidden by night");
    let open = meeting(&with_chit, &[]).run(&[5]).open.unwrap();
    assert_eq!((open.label, open.answers), ("night", vec!["no".into(), "roll".into(), "chit".into()]));
    // Who searches in his own move meets a force that does not move.
    let active = ["active", "coastal=yes", CHOKAI, ASTORIA];
    assert_eq!(meeting(&active, &[]).run(&[5]).open.unwrap().label, "evade");
}

#[test]
fn an_evasion_chit_ends_the_search_and_its_limits_are_those_of_the_rules() {
    let words =
        on_the_coast(&["attack=A:CA 2-8-40/1-6-40, 2 x CL 1-7-40/1-6-40", "attack-2=3 x CL 1-7-30/1-6-30"]);
    let with = |more: &[&'static str]| -> Vec<&str> {
        words.iter().copied().chain([ASTORIA]).chain(more.iter().copied()).collect()
    };
    let chit = with(&["evasion-chits=1"]);
    let report = meeting(&chit, &[("defender", "day,evasion-chit")]).run(&[6]);
    assert_eq!(report.result, "found by group 1, evades group 1");
    assert_eq!(values(&report, "group 2: die"), Vec::<&str>::new());
    for limit in ["near-japan=yes", "sea-area=yes"] {
        // A large sea area has no coast.
        let at_sea = |word: &str| limit == "sea-area=yes" && word == "coastal=yes";
        let words = with(&["evasion-chits=1", limit]);
        let words: Vec<&str> =
            words.into_iter().map(|word| if at_sea(word) { "coastal=no" } else { word }).collect();
        let refused = meeting(&words, &[("defender", "day")]).run(&[]);
        assert_eq!((refused.status, &*refused.refused[0].rule), (Ending::Refused, "17.2.3"), "{limit}");
    }
    let none = with(&[]);
    assert_eq!(meeting(&none, &[("defender", "day")]).run(&[6]).open.unwrap().label, "screen");
}

#[test]
fn each_group_fights_before_the_next_rolls_and_a_lost_target_is_not_searched_for() {
    let words = on_the_coast(&[
        "attack=A:CA 2-8-40/1-6-40, B:CL 1-7-40/1-6-40, C:CL 1-7-40/1-6-40",
        "attack-2=D:BB 5-11-30/3-9-20, E:CL 1-7-30/1-6-30, F:CL 1-7-30/1-6-30",
        "defence=Astoria:CA x-8-33/x-6-25 US",
    ]);
    let policies = [("attacker", "open,strongest,stay"), ("defender", "day,fight,open,stay")];
    // The first group finds and misses in both rounds, the second finds and sinks.
    let miss = [1, 1, 1, 1, 1, 1];
    let faces = [&[6][..], &miss, &miss, &[6], &[4, 4]].concat();
    let report = meeting(&words, &policies).run(&faces);
    assert_eq!(report.result, "found by group 1, 2: attacker no loss; defender 1 sunk");
    let rolls: Vec<&str> =
        report.lines.iter().filter(|line| line.roll.is_some()).map(|line| line.label.as_str()).collect();
    assert_eq!((rolls[0], rolls[13]), ("group 1: die", "group 2: die"));
    let marks = ["Astoria eliminate", "group 1 mark", "group 2 mark", "both forces mark"];
    assert_eq!(changes(&report), marks);
    // Sunk by the first group, it is not searched for by the second.
    let report = meeting(&words, &policies).run(&[6, 3, 3]);
    assert_eq!(report.result, "found by group 1: attacker no loss; defender 1 sunk");
    assert_eq!(values(&report, "group 2: die"), Vec::<&str>::new());
}

#[test]
fn admirals_are_asked_before_the_die_and_help_nobody_once_they_are_gone() {
    let words =
        on_the_coast(&["attack=Chokai:CA 2-8-35/1-6-25 JP L1", "defence=Astoria:CA 2-8-36/1-6-25 US E1"]);
    let open = meeting(&words, &[]).run(&[]).open.unwrap();
    assert_eq!(
        (open.by.word(), open.label, open.about.as_deref()),
        ("attacker", "locator bonus", Some("interceptor"))
    );
    let policies = [("attacker", "use"), ("defender", "use,day,evade")];
    let report = meeting(&words, &policies).run(&[5]);
    assert_eq!(values(&report, "interception modifier: L of an Admiral"), ["+1"]);
    assert_eq!(values(&report, "interception modifier: E of an enemy Admiral"), ["-1"]);
    let two = on_the_coast(&[
        "attack=A:CA 2-8-40/1-6-40, B:CL x-7-40/x-6-40, C:CL x-7-40/x-6-40",
        "attack-2=D:BB 0-11-30/0-9-20, E:CL x-7-30/x-6-30, F:CL x-7-30/x-6-30",
        "defence=Astoria:CA x-8-33/x-6-25 US E1",
    ]);
    let policies = [("attacker", "open,strongest,stay"), ("defender", "keep,day,fight,open,stay")];
    // 6 + 2 damages the flagship, and 5 is no more than 2 only without the -3 of an Admiral who is alone: he is gone.
    let report = meeting(&two, &policies).run(&[6, 2, 4, 5, 1, 1, 1]);
    assert_eq!(values(&report, "evasion bonus"), ["keep"], "asked once; his letter is gone with him");
    assert!(changes(&report).contains(&"Admiral of Astoria eliminate".to_owned()), "{:?}", changes(&report));
}

#[test]
fn naval_magic_serves_one_die_of_the_whole_encounter() {
    let words = on_the_coast(&[
        "attack=Astoria:CA 2-8-36/1-6-25 US",
        "defence=Chokai:CA 2-8-33/1-6-25 JP",
        "magic=1",
    ]);
    let policies = [("attacker", "use,strongest,stay"), ("defender", "day,fight,strongest,stay")];
    // 4 + 1 + 2 - 1 is 6, and the chit finds; no attack has it any more.
    let report = meeting(&words, &policies).run(&[4, 1, 1, 1, 1, 1, 1, 1, 1]);
    assert_eq!((values(&report, "search magic"), report.result.as_str()), (vec!["use"], "found"));
    assert_eq!(values(&report, "naval magic"), Vec::<&str>::new());
    let kept = [("attacker", "keep,strongest,stay"), ("defender", "day,fight,strongest,stay")];
    let report = meeting(&words, &kept).run(&[5, 1, 1, 1, 1, 1, 1, 1, 1]);
    assert_eq!(
        (values(&report, "search magic"), values(&report, "naval magic")),
        (vec!["keep"], vec!["keep"; 2])
    );
}

#[test]
fn naval_magic_is_asked_at_each_link_until_it_is_used() {
    let asked = |words: &[&str], policies: &[(&'static str, &str)], faces: &[u8]| {
        let report = meeting(words, policies).run(faces);
        let told = report.lines.iter().filter(|line| line.label.ends_with("magic"));
        let told: Vec<String> =
            told.map(|line| format!("{} {} {}", line.label, line.value, line.cause)).collect();
        let spent = changes(&report).contains(&"Naval Magic chit destroy".to_owned());
        (told.iter().map(|told| told.split(':').next().unwrap().replace("(", "")).collect::<Vec<_>>(), spent)
    };
    // Japan sails into the hex of a US coastal fort, is found, and lands under the guns of Singapore.
    let landing = on_the_coast(&[
        "attack=Prince of Wales:BB 5-11-33/3-9-20 UK",
        "defence=Chokai:CA 2-20-33/1-20-25 JP",
        "coastal-fort=yes",
        "amphibious=yes",
        "singapore",
        "magic=1",
    ]);
    let policies = |magic: &'static str| {
        [("attacker", magic), ("defender", "day,fight,keep,strongest,open,stay,onward")]
    };
    let keep = policies("keep,strongest,open,stay");
    let (kept, spent) = asked(&landing, &keep, &[6, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    assert!(!spent);
    let links = ["naval magic keep attacker", "search magic keep interceptor; attacker"];
    assert_eq!(kept[..2], links, "sea mines, the search");
    let ours = "naval magic keep Prince of Wales; attacker";
    let battery = "naval magic keep Chokai; attacker";
    assert_eq!(kept[2..], [ours, ours, battery, battery], "two rounds of battle and of the battery");
    let (used, spent) =
        asked(&landing, &policies("use,strongest,open,stay"), &[6, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    assert_eq!(
        (used, spent),
        (vec!["naval magic use attacker".to_owned()], true),
        "for the mines, and never again"
    );
    // Mines of a nation that it does not help.
    let dutch: Vec<&str> = landing.iter().copied().chain(["mines=NL"]).collect();
    let (told, _) = asked(&dutch, &keep, &[6, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    assert_eq!(told[0], "search magic keep interceptor; attacker");
    // Port mines are of him who searches, and come last.
    let port = on_the_coast(&[
        "attack=Astoria:CA 2-8-36/1-6-25 US",
        "defence=Chokai:CA 2-20-37/1-20-25 JP",
        "port=minor",
        "magic=1",
    ]);
    let (told, spent) = asked(&port, &[("attacker", "keep"), ("defender", "onward")], &[1, 1, 1]);
    assert_eq!(
        (told, spent),
        (
            vec![
                "search magic keep interceptor; attacker".to_owned(),
                "naval magic keep Chokai; attacker".into()
            ],
            false
        )
    );
}

#[test]
fn a_submarine_and_a_battery_meet_the_d_of_an_admiral_and_naval_magic() {
    let boat = [
        "reactive",
        "state=standby",
        "date=1942-08",
        "attack=I-19:SS 3-5-20/2-4-15 JP",
        "defence=Wasp:CV 0-9-30/0-8-20 US D1, O'Brien:DD 0-20-35/0-20-25 US",
        "magic=2",
        "magic-side=defender",
    ];
    let policies = [("attacker", "strongest,press"), ("defender", "day,fight,use")];
    // Found; undetected; a miss at the screen with D against it; a miss at Wasp; the escort has the chit.
    let report = meeting(&boat, &policies).run(&[6, 5, 1, 2, 1, 2, 1, 2]);
    assert_eq!(
        (values(&report, "defence bonus"), values(&report, "naval magic")),
        (vec!["use"], vec!["use"])
    );
    assert_eq!(report.result, "found: attacker 1 damaged; defender no loss");
    let landing = on_the_coast(&[
        "attack=Exeter:CA 0-8-33/0-6-20 UK",
        "defence=Chokai:CA x-9-33/x-8-25 JP D1",
        "amphibious=yes",
        "singapore",
    ]);
    let policies = [("attacker", "weakest,stay"), ("defender", "day,fight,use,stay,onward")];
    let report = meeting(&landing, &policies).run(&[6, 1, 1, 1, 1, 1, 4, 1, 5, 6]);
    let used = values(&report, "defence bonus");
    assert_eq!(used, ["use"; 2], "once in the fight and once before the battery");
    assert!(report.result.contains("defender 1 damaged"), "{}", report.result);
}

#[test]
fn a_submarine_that_finds_ships_attacks_by_its_own_rules() {
    let words = [
        "reactive",
        "state=standby",
        "date=1942-08",
        "attack=I-19:SS 3-5-20/2-4-15 JP",
        "defence=Wasp:CV 0-9-30/0-7-20 US, O'Brien:DD 0-5-35/0-4-25 US",
    ];
    // 5 + 1 + 1 finds; a die of 2 is above the screen of 1; 2 + 4 + 3 sinks neither: the first attack is at the screen.
    let policies = [("attacker", "weakest,dive"), ("defender", "day,fight")];
    let report = meeting(&words, &policies).run(&[5, 2, 1, 3]);
    assert_eq!(report.result, "found: attacker no loss; defender 1 damaged");
    assert_eq!(values(&report, "submarine target"), ["O'Brien"]);
    assert_eq!(values(&report, "press"), ["dive"]);
    let kaiten = [
        "reactive",
        "date=1944-08",
        "kaiten=yes",
        "attack=I-19:SS 3-5-20/2-4-15 JP",
        "defence=Wasp:CV 0-9-30/0-7-20 US",
    ];
    let report =
        meeting(&kaiten, &[("attacker", "weakest,dive"), ("defender", "day,fight")]).run(&[6, 1, 2, 1, 2]);
    assert!(changes(&report).contains(&"Kaiten eliminate".to_owned()));
    for (words, key) in [
        (vec!["active", "attack=SS 3-5-20, DD 0-5-30", "defence=CA 2-8-30"], "attack"),
        (vec!["active", "kaiten=yes", "attack=DD 0-5-30", "defence=CA 2-8-30"], "kaiten"),
    ] {
        assert_eq!(fault(&words), key);
    }
}

/// The key of the first fault.
fn fault(words: &[&str]) -> String {
    match meeting(words, &[]).tried(&[]) {
        Err(RunError::Input(faults)) => faults[0].key.clone(),
        other => panic!("{words:?}: {other:?}"),
    }
}

#[test]
fn what_is_missing_or_contradicts_is_told_by_its_key() {
    for (words, key) in [
        (vec!["active", "attack=CA 2-8", "defence=CA 2-8-30"], "attack"),
        (vec!["active", "attack=CA 2-8-30/1-6", "defence=CA 2-8-30"], "attack"),
        (vec!["active", "attack=CA 2-8-30", "defence=CA 2-8"], "defence"),
        (vec!["reactive", "attack=CA 2-8-30", "defence=CA 2-8-30"], "date"),
        (vec!["automatic=docked", "attack=CA 2-8", "defence=CA 2-8"], "port"),
        (vec!["automatic=canal", "attack=CA 2-8", "attack-2=CA 2-8", "defence=CA 2-8"], "attack-2"),
        (vec!["active", "attack=CA 2-8-30", "attack-3=CA 2-8-30", "defence=CA 2-8-30"], "attack-3"),
        (vec!["active", "fortress=singapore", "attack=CA 2-8-30", "defence=CA 2-8-30"], "fortress"),
        (vec!["active", "us-gunnery=2", "attack=CA 2-8-30", "defence=CA 2-8-30"], "us-gunnery"),
        (vec!["active", "defence=CA 2-8-30"], "attack"),
    ] {
        assert_eq!(fault(&words), key, "{words:?}");
    }
}

#[test]
fn what_a_link_forbids_the_whole_forbids() {
    for (words, rule) in [
        (vec!["active", "state=active", "attack=CA 2-8-30", "defence=CA 2-8-30"], "3.8.2"),
        (vec!["active", "attack=3 x CA 2-8-30", "attack-2=CA 2-8-30", "defence=CA 2-8-30"], "3.8.9"),
        (vec!["active", "attack=3 x DE x-4-30", "defence=CA 2-8-30"], "3.8.9"),
        (vec!["active", "attack=STP 5", "defence=STP 5"], ""),
        (vec!["active", "attack=CA 2-8-30", "defence=SS 3-5-20"], "3.16"),
        (vec!["active", "port=minor", "hex=W9999", "attack=CA 2-8-30", "defence=CA 2-8-30"], "3.9.2"),
        (
            vec![
                "reactive",
                "date=1942-02",
                "amphibious=yes",
                "fortress=singapore",
                "destroyed=yes",
                "attack=CA 2-8-30",
                "defence=CA 2-8-30",
            ],
            "4.13.2",
        ),
    ] {
        match rule {
            "" => assert_eq!(fault(&words), "attack"),
            rule => assert_eq!(meeting(&words, &[]).run(&[]).refused[0].rule, rule, "{words:?}"),
        }
    }
}

#[test]
fn chances_of_an_encounter_are_exact_and_make_the_whole() {
    let words = on_the_coast(&[CHOKAI, ASTORIA]);
    let policies = [("attacker", "strongest,stay"), ("defender", "day,evade")];
    let (rows, of) = meeting(&words, &policies).weights();
    let told: Vec<(&str, u64)> = rows.iter().map(|(told, weight)| (told.as_str(), weight * 6 / of)).collect();
    assert_eq!(told, [("not found", 4), ("found, evades", 2)]);
    // Found by 2 of 6; one night of 6 hides.
    let policies = [("attacker", "strongest,stay"), ("defender", "dark,fight,strongest,stay")];
    let told = meeting(&words, &policies).chances();
    assert!(told.exact && told.results.len() > 5, "{:?}", told.results);
    assert!((told.results["found, hidden by night"] - 1.0 / 18.0).abs() < 1e-12);
    let docked = ["automatic=docked", "port=minor", "attack=CL 1-7/1-6 JP", "defence=2 x DD 0-5/0-4 US"];
    let landing: Vec<&str> = LANDING.into_iter().chain(["defence=A:CL 1-7-33/1-6-20 JP"]).collect();
    for words in [&docked[..], &landing] {
        let told = meeting(words, FIGHT).chances();
        assert!(told.exact && told.results.len() > 5, "{words:?}: {:?}", told.results);
    }
}

#[test]
fn the_same_seed_tells_the_same_encounter_and_the_orders_of_a_link_serve_the_whole() {
    let words = on_the_coast(&[CHOKAI, ASTORIA]);
    let told = |seed: u64| {
        let report = meeting(&words, FIGHT).with(&mut Seeded::new(seed)).unwrap();
        (report.lines, report.result)
    };
    assert_eq!(told(1942), told(1942));
    assert!((1..20).any(|seed| told(seed) != told(0)));
    let mut orders = Orders::default();
    let defender = Role::new("defender");
    orders.answer(defender, "night", "no");
    orders.answer(defender, "evade", "fight");
    orders.answer_for(defender, "target", "Astoria", "Chokai");
    orders.answer(defender, "withdraw", "none");
    orders.answer(Role::new("attacker"), "withdraw", "none");
    let report = meeting(&words, &[]).ordered(&[5, 1, 1, 1, 1, 1, 1, 1, 1], &mut orders);
    assert_eq!((report.status, report.result.as_str()), (Ending::Done, "found"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_encounter_ends(case in 0usize..6, ships in 0usize..3, seed: u64, bold: bool) {
        let ships = ["defence=Astoria:CA 2-8-36/1-6-25 US E1 D1", "defence=2 x DD 0(3)-5-35/0(2)-4-30 US, STP x-5-30/x-4-30", "defence=CV 0-9-30/0-7-20 US, BB 5-11-20/3-9-15 US S1"][ships];
        let landing = &ships.replace("US", "JP");
        let words: &[&str] = match case {
            0 => &["reactive", "date=1943-02", CHOKAI, ships, "port=major", "night-chits=1", "evasion-chits=2"],
            1 => &["active", "coastal=yes", "attack=3 x CA 2-8-30/1-6-20 JP L1", "attack-2=3 x DD 0(2)-5-35/0(1)-4-30 JP", ships],
            2 => &["automatic=enemy-port", "port=minor", "enlarged=yes", CHOKAI, ships],
            3 => &["automatic=docked", "hex=W2112", "into-port=yes", CHOKAI, ships],
            4 => &["reactive", "date=1942-02", "amphibious=yes", "hex=W3021", "fortress=corregidor", "attack=Houston:CA 2-8-35/1-6-25 US", landing],
            _ => &["reactive", "date=1942-08", "attack=SS 3-5-20/2-4-15 JP", ships],
        };
        let policy = if bold { "use,dark,fight,strongest,open,press,stay,onward,stop" } else { "keep,day,evade,evasion-chit,weakest,screen,dive,withdraw,halt,transports" };
        let policies = [("attacker", policy), ("defender", policy)];
        let call = Call { choices: &["battery_screen=one_unit", "natural_6_automatic=yes"], ..meeting(words, &policies) };
        let report = call.with(&mut Seeded::new(seed)).unwrap();
        prop_assert_eq!(report.status, Ending::Done, "{:?}", report.open);
    }
}

#[test]
fn sea_mines_come_before_the_search_and_a_sunk_force_is_not_searched_for() {
    let words = on_the_coast(&[CHOKAI, ASTORIA, "coastal-fort=yes"]);
    let report = meeting(&words, FIGHT).run(&[2, 4]);
    assert_eq!((report.result.as_str(), values(&report, "sea mines")), ("not found", vec!["no hit"]));
    let damaged = on_the_coast(&[CHOKAI, "defence=Astoria:CA 2-8-36/1-6-25 US damaged", "coastal-fort=yes"]);
    let report = meeting(&damaged, FIGHT).run(&[1]);
    assert_eq!(report.result, "not found: attacker no loss; defender 1 sunk");
    assert_eq!(changes(&report), ["Astoria eliminate"]);
    let undated = ["reactive", "state=standby", CHOKAI, ASTORIA, "coastal-fort=yes"];
    assert!(meeting(&undated, FIGHT).tried(&[]).is_err());
}

#[test]
fn ships_that_react_meet_the_sea_mines_of_the_hex_when_they_have_found_their_target() {
    let words = on_the_coast(&[CHOKAI, ASTORIA, "mover-fort=yes"]);
    let missed = meeting(&words, FIGHT).run(&[1]);
    assert_eq!(
        (missed.result.as_str(), missed.faces.len()),
        ("not found", 1),
        "who finds nothing stays away"
    );
    // Found with a 5, and a 3 - 1 of the mines of the force that moves.
    let damaged = on_the_coast(&["attack=Chokai:CA 2-8-35/1-6-25 JP damaged", ASTORIA, "mover-fort=yes"]);
    let report = meeting(&damaged, FIGHT).run(&[5, 3]);
    assert_eq!(report.result, "found: attacker 1 sunk; defender no loss");
    assert_eq!(changes(&report)[0], "Chokai eliminate");
    assert_eq!(values(&report, "sea mines"), ["hit"]);
}

#[test]
fn each_group_that_reacts_has_a_die_of_its_own_against_the_sea_mines() {
    let second = "attack-2=Haguro:CA 2-8-33/1-6-20 JP, 2 x DD 0-5-30/x-4-30 JP";
    let first = "attack=Chokai:CA 2-8-35/1-6-25 JP damaged, Kako:CA 2-8-35/1-6-25 JP damaged, Tone:CA 2-8-35/1-6-25 JP damaged";
    let words = on_the_coast(&[first, second, ASTORIA, "mover-fort=yes"]);
    let mut seen = 0;
    for seed in 1..12 {
        let report = meeting(&words, FIGHT).with(&mut Seeded::new(seed)).unwrap();
        let found = changes(&report).iter().filter(|change| change.starts_with("group ")).count();
        assert_eq!(values(&report, "sea mines").len(), found, "{:?}", report.lines);
        seen += found;
    }
    assert!(seen > 0);
}

#[test]
fn sea_mines_of_a_hex_are_of_one_side_and_meet_only_who_comes() {
    let both = on_the_coast(&[CHOKAI, ASTORIA, "mover-fort=yes", "coastal-fort=yes"]);
    assert!(meeting(&both, FIGHT).tried(&[]).is_err());
    let active = ["active", "coastal=yes", "date=1942-08", CHOKAI, ASTORIA, "mover-fort=yes"];
    assert!(meeting(&active, FIGHT).tried(&[]).is_err());
}

#[test]
fn moonlight_reaches_the_attack_of_a_submarine() {
    let words = [
        "reactive",
        "date=1942-08",
        "coastal=yes",
        "attack=SS 3-5-20/2-4-20 JP",
        "defence=Y:CA 2-9-36/1-9-18 US",
    ];
    let policies = [("attacker", "press,strongest"), ("defender", "dark,fight,use")];
    let report = meeting(&words, &policies).run(&[5, 2, 2, 3, 1, 2]);
    assert_eq!(values(&report, "modifier: moonlight"), ["+1", "+1"]);
    assert_eq!(report.result, "found: attacker no loss; defender 1 damaged");
}

#[test]
fn sea_mines_leave_out_ships_that_have_them_behind_them() {
    let two = "defence=Astoria:CA 2-8-36/1-6-25 US damaged, Quincy:CA 2-8-36/1-6-25 US damaged, Vincennes:CA 2-8-36/1-6-25 US damaged";
    let words = on_the_coast(&[CHOKAI, two, "coastal-fort=yes", "past-sea-mines=Astoria, vincennes"]);
    // A 1 is a hit, of the only ship that enters; the search misses.
    let report = meeting(&words, FIGHT).run(&[1, 1]);
    assert_eq!(report.result, "not found: attacker no loss; defender 1 sunk");
    assert_eq!(changes(&report), ["Quincy eliminate"]);
    let all = on_the_coast(&[CHOKAI, ASTORIA, "coastal-fort=yes", "past-sea-mines=Astoria"]);
    assert_eq!(values(&meeting(&all, FIGHT).run(&[1]), "sea mines"), Vec::<&str>::new());
    for idle in [&["past-sea-mines=Astoria"][..], &["coastal-fort=yes", "past-sea-mines=Chokai"]] {
        let words = on_the_coast(&[&[CHOKAI, ASTORIA], idle].concat());
        assert!(meeting(&words, FIGHT).tried(&[]).is_err(), "{idle:?}");
    }
}

#[test]
fn who_was_met_before_a_port_that_he_enters_later_is_asked_whether_he_goes_on() {
    let words = on_the_coast(&[CHOKAI, ASTORIA, "to-port=yes"]);
    let calm = [5, 1, 1, 1, 1, 1, 1, 1, 1];
    let asked = meeting(&words, &FIGHT_AND_ASK).run(&calm);
    assert_eq!(asked.open.map(|open| (open.by.word(), open.label)), Some(("defender", "go on")));
    let report = meeting(&words, FIGHT).run(&calm);
    assert_eq!((report.result.as_str(), values(&report, "moving force")), ("found", vec!["may move on"]));
    let halts = [FIGHT[0], ("defender", "day,fight,keep,strongest,open,stay,halt")];
    let report = meeting(&words, &halts).run(&calm);
    assert_eq!(report.result, "found, does not go on");
    assert_eq!(changes(&report).last().map(String::as_str), Some("both forces mark"));
    assert_eq!(meeting(&words, &[]).run(&[4]).result, "not found");
    let active = ["active", "coastal=yes", "date=1942-08", CHOKAI, ASTORIA, "to-port=yes"];
    assert!(meeting(&active, FIGHT).tried(&[]).is_err());
    let now = on_the_coast(&[CHOKAI, ASTORIA, "to-port=yes", "port=minor"]);
    assert!(meeting(&now, FIGHT).tried(&[]).is_err());
}
