//! Several forces that come to one place, from saves: each is met in a move of its own, by whoever has met nobody before.

use liege::format::Limits;
use liege::format::save_file::SaveFile;
use liege::model::position::Position;
use serde_json::Value;

use super::resolve::Case;
use super::sea::{BALANCED, find, kind, lines, resolve_all, told_json};
use super::{liege, plan};

/// Two forces that enter one port from two hexes, past the mines of its fort.
pub const ENTERING: &str = "game: atpo
date: 1942-08
phase: NA.1
control: JP E4229
at E4229: chit:jp-coastal-fort
at E4230: us-ca-quincy enter-port target=E4229, us-dd-2 enter-port target=E4229
at E4228: us-ca-astoria enter-port target=E4229, us-dd-3 enter-port target=E4229
";

/// The same with two who look for them outside.
fn outside() -> String {
    format!("{ENTERING}at E4130: jp-ca-kako intercept target=E4229, jp-ca-furutaka intercept target=E4229\n")
}

/// The same with those who look for them in the port.
fn docked(text: &str) -> String {
    text.replace("at E4130:", "at E4229 docked:")
}

/// Who is met stops before the port.
const CAUTIOUS: &str = "attacker=balanced,defender=cautious";

const UMPIRE: [&str; 2] = ["--side", "umpire"];

/// The names of the ships of a battle under a key.
fn names(battle: &Value, key: &str) -> Vec<String> {
    let ships = battle["inputs"][key].as_array().unwrap().iter();
    ships.map(|ship| ship["name"].as_str().unwrap().to_owned()).collect()
}

fn ids(battles: &Value) -> Vec<&str> {
    battles.as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap()).collect()
}

/// The battles of a save.
fn declared(save: &std::path::Path) -> Value {
    told_json(&[&["battles", save.to_str().unwrap(), "-q"][..], &UMPIRE].concat())["reports"][0]["battles"]
        .clone()
}

/// Resolves single battles into a save; the report.
fn resolve(case: &Case, from: &str, words: &[&str], to: &str) -> Value {
    let (from, to) = (case.path(from), case.path(to));
    let fixed = ["resolve", from.to_str().unwrap(), "-q", "-o", to.to_str().unwrap()];
    told_json(&[&fixed[..], &UMPIRE, words].concat())["reports"][0].clone()
}

#[test]
fn forces_from_several_hexes_are_met_outside_of_a_port_one_by_one() {
    let case = Case::of(&outside());
    let all = case.json("battles", &UMPIRE, 0);
    for (id, from, first) in
        [("intercept-E4229", "E4228", "Astoria"), ("intercept-E4229-2", "E4230", "Quincy")]
    {
        let met = find(&all, id);
        assert_eq!((names(met, "attack").len(), &names(met, "defence")[..1]), (2, &[first.to_owned()][..]));
        assert_eq!((names(met, "defence").len(), kind(met)), (2, &"reactive".into()), "{met}");
        assert_eq!(met["inputs"]["coastal-fort"], true, "{met}");
        let notes = met["notes"].to_string();
        assert!(notes.contains(&format!("this one is {first} and 1 more from {from}")), "{notes}");
        assert!(notes.contains("the same ships search for both forces"), "{notes}");
    }
    let (mut both, mut one) = (0, 0);
    for seed in 1..=12 {
        let (all, told, status) = resolve_all(&case, &seed.to_string());
        assert_eq!(status, Some(0), "seed {seed}: {told}");
        // Each force comes past the sea mines once, within its interception or by itself.
        assert_eq!(lines(&all, "sea mines: die"), 2, "seed {seed}: {told}");
        let second = find(&all["reports"], "intercept-E4229-2");
        let found = find(&all["reports"], "intercept-E4229")["result"].as_str().unwrap().starts_with("found");
        match found {
            true => assert!(second["not_fought"].as_str().unwrap().contains("are those of intercept-E4229")),
            false => assert_eq!(lines(&all, "interceptor: die"), 2, "seed {seed}: {second}"),
        }
        *(if found { &mut one } else { &mut both }) += 1;
        if both > 0 && one > 0 {
            break;
        }
    }
    assert!(both > 0 && one > 0, "{both} {one}");
}

#[test]
fn battles_that_stop_at_a_question_go_on_from_their_report_as_in_one_go() {
    let case = Case::of(&outside());
    let stopped = case.path("stopped.json");
    let told = |words: &[&str]| told_json(&[&["resolve", &case.save, "-q"][..], &UMPIRE, words].concat());
    for seed in ["1", "4"] {
        let words = ["--all", "--seed", seed, "--policy", "attacker=balanced"];
        let words = [&["resolve", &case.save, "-q"][..], &UMPIRE, &words, &["--format", "json"]].concat();
        let open: Value = serde_json::from_slice(&liege(&words).stdout).unwrap();
        assert!(open["reports"].to_string().contains("declares Night"), "seed {seed}: {open}");
        std::fs::write(&stopped, open.to_string()).unwrap();
        let on = told(&["--continue", stopped.to_str().unwrap(), "--policy", CAUTIOUS]);
        let once = told(&["--all", "--seed", seed, "--policy", CAUTIOUS]);
        assert!(once["reports"].to_string().contains("not_fought"), "seed {seed}: {once}");
        assert_eq!(on["reports"], once["reports"], "seed {seed}");
    }
}

#[test]
fn who_looks_in_vain_for_one_force_looks_for_the_next_and_not_for_the_first_again() {
    let case = Case::of(&outside());
    let (words, after) = (["--policy", BALANCED], case.path("after.vsav"));
    let first = resolve(
        &case,
        "game.vsav",
        &[&["intercept-E4229", "--dice", "6,1"][..], &words].concat(),
        "after.vsav",
    );
    assert_eq!(first["result"], "not found", "{first}");
    let left = declared(&after);
    assert_eq!(ids(&left), ["mines-E4229", "mines-E4229-2", "intercept-E4229", "coast-E4229"], "{left}");
    assert_eq!(names(find(&left, "intercept-E4229"), "defence")[0], "Quincy", "{left}");
    resolve(&case, "after.vsav", &[&["intercept-E4229", "--dice", "6,1"][..], &words].concat(), "end.vsav");
    assert_eq!(ids(&declared(&case.path("end.vsav"))), ["mines-E4229", "mines-E4229-2"]);
}

#[test]
fn each_force_goes_on_or_stops_before_the_port_by_itself() {
    let case = Case::of(&outside());
    let words = ["intercept-E4229", "--seed", "3", "air=yes", "located=yes", "--policy", CAUTIOUS];
    let first = resolve(&case, "game.vsav", &words, "after.vsav");
    assert!(first["result"].as_str().unwrap().contains("does not go on"), "{first}");
    assert!(first["planned"].to_string().contains("goes to E4229"), "{first}");
    let left = declared(&case.path("after.vsav"));
    let mines = find(&left, "mines-E4229");
    assert_eq!((names(mines, "ships").len(), &*names(mines, "ships")[0]), (2, "Quincy"), "{left}");
}

#[test]
fn mines_of_ships_that_stop_or_are_lost_before_them_are_told_as_not_fought() {
    let one = &outside()
        .replace("at E4228: us-ca-astoria enter-port target=E4229, us-dd-3 enter-port target=E4229\n", "");
    let case = Case::of(one);
    let halts = ["--policy", CAUTIOUS, "air=yes", "located=yes"];
    let words = [&["resolve", &case.save, "--all", "--format", "json"][..], &UMPIRE, &halts].concat();
    let stops = |seed: u32| {
        let seed = seed.to_string();
        let output = liege(&[&words[..], &["--seed", &seed]].concat());
        let told = String::from_utf8(output.stderr).unwrap();
        let says = told.contains("mines-E4229 is not fought: its ships did not go on after intercept-E4229");
        says.then(|| (output.status.code(), serde_json::from_slice::<Value>(&output.stdout).unwrap()))
    };
    let (status, all) = (1..9).find_map(stops).expect("a force is found and stops");
    assert_eq!(status, Some(0));
    let mines = find(&all["reports"], "mines-E4229");
    assert_eq!(mines["not_fought"], "its ships did not go on after intercept-E4229", "{mines}");
    // Sea mines sink the only ship.
    let lone = one
        .replace("us-ca-quincy enter-port target=E4229, us-dd-2", "us-ca-quincy reduced")
        .replace(", jp-ca-furutaka intercept target=E4229", "");
    let case = Case::of(&lone);
    for (words, told) in [
        (["coast-E4229", "mines-E4229"], "mines-E4229 is not fought: the units that began it are lost"),
        (
            ["coast-E4229", "intercept-E4229"],
            "intercept-E4229 is not fought: the units that it would meet are lost",
        ),
    ] {
        let fixed = ["resolve", &case.save, "--dice", "1", "--policy", BALANCED];
        let output = liege(&[&fixed[..], &words, &UMPIRE].concat());
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(told), "{said}");
        assert_eq!(output.status.code(), Some(0), "{said}");
    }
}

#[test]
fn who_is_docked_meets_the_second_force_where_mines_have_sunk_the_first() {
    let text =
        docked(&outside()).replace("us-ca-astoria enter-port target=E4229, us-dd-3", "us-ca-astoria reduced");
    let case = Case::of(&text);
    let words = ["intercept-E4229", "--dice", "1", "--policy", BALANCED];
    let first = resolve(&case, "game.vsav", &words, "after.vsav");
    assert!(first["result"].as_str().unwrap().starts_with("not found"), "{first}");
    let left = declared(&case.path("after.vsav"));
    let met = find(&left, "intercept-E4229");
    assert_eq!((names(met, "defence").len(), &*names(met, "defence")[0]), (2, "Quincy"), "{left}");
    // All at once, too.
    let sunk = |seed: &u32| {
        let (all, told, status) = resolve_all(&case, &seed.to_string());
        let first = find(&all["reports"], "intercept-E4229")["result"].as_str().unwrap().to_owned();
        first.starts_with("not found").then_some((all, told, status))
    };
    let (all, told, status) = (1..40).find_map(|seed| sunk(&seed)).expect("the mines sink her");
    let second = find(&all["reports"], "intercept-E4229-2");
    assert!(second.get("not_fought").is_none() && !second["dice"].as_array().unwrap().is_empty(), "{second}");
    assert_eq!(status, Some(0), "{told}");
}

#[test]
fn a_reaction_to_each_of_several_forces_is_offered() {
    for text in [outside(), docked(&outside())] {
        let case = Case::of(&text.replace(" intercept target=E4229", ""));
        let all = case.json("battles", &["--possible", "--side", "umpire"], 0);
        for (id, first) in [("intercept-E4229", "Astoria"), ("intercept-E4229-2", "Quincy")] {
            assert_eq!(names(find(&all, id), "defence")[0], first, "{all}");
        }
    }
}

#[test]
fn a_battle_that_was_fought_within_another_has_an_entry_that_says_so() {
    let case = Case::of(&docked(&outside()));
    let (all, ..) = resolve_all(&case, "1");
    for (id, within) in [("coast-E4229", "intercept-E4229"), ("mines-E4229", "intercept-E4229")] {
        let one = find(&all["reports"], id);
        assert_eq!(one["within"], within, "{one}");
        assert_eq!(one["result"], format!("fought within {within}"), "{one}");
        assert_eq!((&one["dice"], &one["planned"]), (&Value::from(vec![0; 0]), &Value::from(vec![0; 0])));
    }
}

#[test]
fn who_has_passed_the_mines_of_two_places_has_both_behind_him() {
    let case = Case::of(
        "game: atpo
date: 1942-08
phase: NA.1
control: JP E4525 E4526
at E4525: chit:jp-coastal-fort
at E4526: chit:jp-coastal-fort
at E4526: us-ca-quincy sail target=E4525, us-dd-2 sail target=E4525
at E4426: jp-ca-chokai intercept target=E4525, jp-dd-5 intercept target=E4525
at E4425: jp-ca-kako intercept target=E4526, jp-dd-4 intercept target=E4526
",
    );
    let words = ["--policy", BALANCED];
    let told =
        resolve(&case, "game.vsav", &[&["coast-E4525", "--dice", "6"][..], &words].concat(), "one.vsav");
    assert!(told["planned"].to_string().contains("E4525 past mines"), "{told}");
    let told =
        resolve(&case, "one.vsav", &[&["intercept-E4526", "--dice", "6,1"][..], &words].concat(), "two.vsav");
    assert!(told["planned"].to_string().contains("E4525 past mines of E4526, past mines"), "{told}");
    let left = declared(&case.path("two.vsav"));
    assert_eq!(ids(&left), ["intercept-E4525"], "{left}");
    assert_eq!(left[0]["inputs"].get("coastal-fort"), None, "{left}");
}

#[test]
fn a_port_that_is_entered_against_the_save_is_the_one_of_the_hex() {
    let case = Case::of(&outside());
    let words = ["intercept-E4229", "into-port=yes", "--seed", "1", "--policy", BALANCED, "--side", "umpire"];
    let told = case.json("resolve", &words, 0);
    assert_eq!(told["inputs"]["hex"], "E4229", "{told}");
    // Whose mines they are, and what lies there, is known, too.
    let own = &outside()
        .replace("control: JP", "control: US")
        .replace("at E4229: chit:jp-coastal-fort\n", "at E4229: chit:fortification\n");
    let own = own
        .replace("us-ca-quincy enter-port", "jp-ca-aoba enter-port")
        .replace("us-dd-2 enter-port", "jp-dd-5 enter-port");
    let own =
        own.replace("at E4228: us-ca-astoria enter-port target=E4229, us-dd-3 enter-port target=E4229\n", "");
    let own = own.replace("jp-ca-kako", "us-ca-astoria").replace("jp-ca-furutaka", "us-ca-quincy");
    let told = Case::of(&own).json("resolve", &words, 0);
    assert_eq!(
        (&told["inputs"]["mines"], &told["inputs"]["fortified"]),
        (&"US".into(), &true.into()),
        "{told}"
    );
}

#[test]
fn what_counts_for_a_die_is_refused_where_none_is_rolled() {
    for (words, key) in [
        (&["automatic=docked", "weather=wet", "severe"][..], "weather"),
        (&["automatic=docked", "air=yes"], "air"),
        (&["automatic=canal", "within=1"], "within"),
        (&["automatic=landing", "admiral-l=1"], "admiral-l"),
        (&["automatic=enemy-port", "moved=12"], "moved"),
        (&["automatic=canal", "magic=1"], "magic"),
        (&["automatic=canal", "groups=2"], "groups"),
    ] {
        let output = liege(&[&["run", "atpo", "R10"][..], words].concat());
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{words:?}: {told}");
        assert!(told.contains(&format!("{key}: ")), "{words:?}: {told}");
    }
    for words in [
        &["automatic=docked", "air=no", "weather=fair"][..],
        &["automatic=canal", "range=2", "state=standby"],
    ] {
        assert_eq!(liege(&[&["run", "atpo", "R10"][..], words].concat()).status.code(), Some(0), "{words:?}");
    }
}

#[test]
fn no_ship_of_a_task_force_that_has_left_port_is_in_port_any_more() {
    const RABAUL: &str = "game: atpo
date: 1942-08
phase: NA.1
control: JP E4229
at E4229 docked: jp-tf-1 hidden intercept target=E4230
tray jp-tf-1 docked: jp-bb-yamato, jp-bb-musashi, jp-ca-kako
at E4230: us-ca-astoria, us-ca-quincy
";
    let case = Case::of(RABAUL);
    let left = (1..40).any(|seed| {
        let after = case.path(&format!("after-{seed}.vsav"));
        let seed = seed.to_string();
        let words = ["intercept-E4230", "--seed", &seed, "--policy", BALANCED, "-o", after.to_str().unwrap()];
        let words = [&words[..], &UMPIRE].concat();
        let report = case.told("resolve", &words, 0);
        let file = SaveFile::read(std::fs::read(&after).unwrap(), &Limits::default()).unwrap();
        let position = Position::read(&file.commands().unwrap(), Some(&plan().module())).0;
        let docked = position.pieces.iter().filter(|piece| piece.true_name.contains("(in port)")).count();
        let goes = report.contains("goes to E4230");
        assert_eq!(docked, if goes { 0 } else { 4 }, "{report}");
        goes
    });
    assert!(left, "they found nobody by forty seeds");
}

/// The report of a battle by one of the first twenty seeds by which it says one thing and not another.
fn report_that(case: &Case, battle: &str, says: &str, and_not: &str) -> String {
    let reports = (1..=20).map(|seed| {
        let (seed, after) = (seed.to_string(), case.path("after.vsav"));
        let words = [battle, "--seed", &seed, "--policy", BALANCED, "-o", after.to_str().unwrap()];
        case.told("resolve", &[&words[..], &UMPIRE].concat(), 0)
    });
    let mut last = String::new();
    for report in reports {
        if report.contains(says) && !report.contains(and_not) {
            return report;
        }
        last = report;
    }
    panic!("by no seed {says}, the last says: {last}")
}

#[test]
fn ships_of_a_force_that_sail_by_marks_of_their_own_take_its_chit_along() {
    const SAILING: &str = "game: atpo
date: 1945-08
phase: NA.1
at W2612: chit:jp-coastal-fort
at W2512: chit:uk-tf-1
tray uk-tf-1: uk-bb-revenge sail standby target=W2612, uk-cv-illustrious sail standby target=W2612
";
    let case = Case::of(SAILING);
    let report = report_that(&case, "coast-W2612", "has carried out its mission", "eliminated");
    assert!(report.contains("British Task Force 1 goes to W2612"), "{report}");
    assert!(!report.contains("Illustrious goes"), "{report}");
}

#[test]
fn aircraft_of_a_carrier_that_enters_a_port_go_with_it_and_are_not_docked() {
    const ENTERS: &str = "game: atpo
date: 1945-10
phase: NA.3
at E4808 docked: us-ca-astoria intercept target=E4808, us-ca-quincy intercept target=E4808
at E4808: jp-tf-2 enter-port
tray jp-tf-2: jp-cv-shokaku standby, jp-dd-1 standby, jp-bb-yamato standby
tray jp-tf-2 aboard jp-cv-shokaku: jp-n-zuiho
";
    let report = report_that(&Case::of(ENTERS), "intercept-E4808", "is in port", "Shokaku is eliminated");
    assert!(!report.contains("Zuiho air group (aboard) is in port"), "{report}");
}

#[test]
fn troops_whose_transport_is_sunk_do_not_land_from_warships() {
    const LANDING: &str = "game: atpo
date: 1945-01
phase: OL.4
control: UK W2112
at W2112: jp-stp-1 reduced standby, jp-cl-kuma standby, jp-dd-6 standby, uk-inf-82-wa
at W2112: jp-cl-nagara standby, jp-dd-1 standby
at W2112 aboard jp-stp-1: jp-inf-guard-unit attack W2112
";
    let case = Case::of(LANDING);
    let report = report_that(&case, "battery-W2112", "Sea Transport is eliminated", "Unit is eliminated");
    assert!(report.contains("Independent Garrison Unit stays aboard and does not land"), "{report}");
}

#[test]
fn more_land_steps_than_a_hex_holds_do_not_debark_for_the_month() {
    const LIFT: &str = "game: atpo
date: 1943-06
phase: EN.1
at W2705: uk-inf-2, uk-inf-18, uk-stp-1, uk-stp-1
at W2705 aboard uk-stp-1: uk-inf-36, uk-inf-70, uk-inf-11-ea
";
    let case = Case::of(LIFT);
    let told = case.told("battles", &[&UMPIRE[..], &["--possible"]].concat(), 0);
    assert!(told.contains("10 land steps would be in W2705, which holds 4 (estimate, 4 to 8)"), "{told}");
    let few = Case::of(&LIFT.replace("uk-inf-2, uk-inf-18, ", ""));
    let told = few.told("resolve", &[&["lift-W2705", "--possible"][..], &UMPIRE].concat(), 0);
    assert!(told.contains("6 land steps would be in W2705, which holds 4 (estimate, 4 to 8)"), "{told}");
}

#[test]
fn ships_do_not_leave_a_port_for_its_hex_where_their_submarine_is_at_sea() {
    const OUTSIDE: &str = "game: atpo
date: 1943-06
phase: NA.1
control: US W3404
at W3404 docked: us-bb-nevada intercept standby target=W3404
at W3404: us-ss-3
at W3404: jp-ca-aoba, jp-dd-1
";
    let told = Case::of(OUTSIDE).told("battles", &UMPIRE, 0);
    assert!(told.contains("a submarine may not be at sea in a hex with another ship of its side"), "{told}");
}

#[test]
fn a_partisan_is_eliminated_where_enemies_debark() {
    const LIFT: &str = "game: atpo
date: 1943-06
phase: EN.1
at W3720: cn-partisan, jp-stp-1
at W3720 aboard jp-stp-1: jp-inf-104
";
    let case = Case::of(LIFT);
    let after = case.path("after.vsav");
    let words = ["lift-W3720", "--possible", "-o", after.to_str().unwrap()];
    let told = case.told("resolve", &[&words[..], &UMPIRE].concat(), 0);
    assert!(told.contains("104th Division comes ashore"), "{told}");
    let gone = "Chinese Partisans are eliminated and go to the China Force Pool (16.3.8)";
    assert!(told.contains(gone), "{told}");
}

#[test]
fn an_admiral_stays_with_the_named_ship_that_does_not_sail() {
    const PARTED: &str = "game: atpo
date: 1943-06
phase: NA.1
at W2824: us-ca-astoria intercept standby target=W2724, us-dd-2 intercept standby target=W2724
at W2524: jp-tf-1 sail target=W2724
tray jp-tf-1: jp-cv-kaga enter-port target=W2524, jp-cl-kuma, jp-adm-kurita
";
    let report = report_that(
        &Case::of(PARTED),
        "intercept-W2724",
        "Task Force 1 goes to W2724",
        "Kuma, Tama are eliminated",
    );
    assert!(report.contains("Takeo Kurita stays in W2524"), "{report}");
}
