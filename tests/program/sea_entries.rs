//! Ships that enter a hex or a port, from saves: mines that meet them once, who meets them where, and what comes first.

use std::path::Path;

use serde_json::Value;

use super::liege;
use super::resolve::Case;
use super::sea::{BALANCED, BOTH, DOCKED, find, illegal, kind, lines, resolve_all, told_json};
use super::sea_forces::ENTERING;

/// Ships on their way to a port, with two who look for them where they are and two who are docked where they go.
const ENTRY: &str = "game: atpo
date: 1942-08
phase: NA.1
control: JP E4229
at E4230: us-ca-quincy enter-port target=E4229, us-dd-2 enter-port target=E4229, us-dd-3 enter-port target=E4229
at E4229 docked: jp-ca-aoba intercept target=E4229, jp-dd-5 intercept target=E4229
at E4130: jp-ca-kako intercept target=E4230, jp-ca-furutaka intercept target=E4230
";

#[test]
fn ships_are_met_on_their_way_to_a_port_before_they_are_met_in_it() {
    let case = Case::of(ENTRY);
    let after = case.path("after.vsav");
    for seed in ["1", "2", "3"] {
        let words = ["--all", "--seed", seed, "--policy", BALANCED, "-o", after.to_str().unwrap()];
        let told = ["resolve", &case.save, "-q", "--format", "json", "--side", "umpire"];
        let all: Value = serde_json::from_slice(&liege(&[&told[..], &words].concat()).stdout).unwrap();
        let all = &all["reports"];
        let place = |id: &str| all.as_array().unwrap().iter().position(|one| one["battle"] == id);
        let (way, port) = (place("intercept-E4230"), place("intercept-E4229"));
        assert!(way.is_some() && way < port, "seed {seed}: {all}");
        assert_eq!(kind(find(all, "intercept-E4230")), "reactive", "seed {seed}");
    }
}

#[test]
fn the_docked_meet_who_enters_their_port_beside_those_who_look_for_them_outside() {
    let case = Case::of(&ENTRY.replace("intercept target=E4230", "intercept target=E4229"));
    let all = case.json("battles", &["--side", "umpire"], 0);
    let (outside, port) = (find(&all, "intercept-E4229"), find(&all, "intercept-E4229-2"));
    assert_eq!((outside["inputs"].get("automatic"), kind(outside)), (None, &Value::from("reactive")));
    assert_eq!(
        (&port["inputs"]["automatic"], kind(port)),
        (&Value::from("docked"), &Value::from("reactive"))
    );
}

#[test]
fn who_has_entered_a_port_lies_beside_no_submarine_at_sea_there() {
    let quiet = ENTRY.lines().take(5).collect::<Vec<_>>().join("\n") + "\nat E4229: us-ss-1\n";
    let case = Case::of(&quiet);
    let before = illegal(Path::new(&case.save));
    let after = case.path("after.vsav");
    let words = ["mines-E4229", "--seed", "1", "--policy", BALANCED, "--side", "umpire"];
    case.told("resolve", &[&words[..], &["-o", after.to_str().unwrap()]].concat(), 0);
    assert_eq!(illegal(&after), before);
}

#[test]
fn mines_that_were_fought_within_an_interception_remain_to_nobody() {
    let case = Case::of(DOCKED);
    for seed in ["1", "2", "3"] {
        let (all, told, status) = resolve_all(&case, seed);
        assert_eq!(status, Some(0), "{told}");
        assert!(told.contains("mines-E4229 was fought within intercept-E4229"), "{told}");
        let resolved = all["reports"].as_array().unwrap().iter().filter(|one| one.get("within").is_none());
        assert_eq!(resolved.count(), 1, "{all}");
    }
    // By their names, too; alone they are fought by themselves.
    let named = ["intercept-E4229", "mines-E4229", "--seed", "1", "--policy", BALANCED, "--side", "umpire"];
    case.told("resolve", &named, 0);
    case.told("resolve", &[&named[1..2], &named[2..]].concat(), 0);
}

/// Ships that sail past the sea mines of a fort, to whom two may react.
const MINED: &str = "game: atpo
date: 1942-08
phase: NA.1
control: JP E4525
at E4525: chit:jp-coastal-fort
at E4525: us-ca-quincy sail, us-dd-2 sail, us-dd-3 sail
at E4426: jp-ca-chokai intercept target=E4525, jp-dd-5 intercept target=E4525
at E4526: jp-ss-1 intercept target=E4525
";

#[test]
fn sea_mines_meet_a_move_once_however_many_react_to_it() {
    let case = Case::of(MINED);
    for seed in ["1", "2", "3", "4"] {
        let (all, told, _) = resolve_all(&case, seed);
        assert_eq!(lines(&all, "sea mines: die"), 1, "seed {seed}: {all}");
        assert!(told.contains("coast-E4525 was fought within intercept-E4525"), "seed {seed}: {told}");
    }
}

#[test]
fn who_enters_a_port_from_elsewhere_comes_past_the_sea_mines_of_its_fort_first() {
    let text = format!("{DOCKED}at E4229: chit:jp-coastal-fort\n");
    let case = Case::of(&text);
    let both = case.json("battles", &["--side", "umpire"], 0);
    let met = find(&both, "intercept-E4229");
    assert_eq!((&met["inputs"]["coastal-fort"], &met["inputs"]["into-port"]), (&true.into(), &true.into()));
    let (all, told, status) = resolve_all(&case, "1");
    assert_eq!((status, lines(&all, "sea mines: die")), (Some(0), 1), "{told}");
    assert!(told.contains("coast-E4229 was fought within") && told.contains("mines-E4229 was fought within"));
    // Who is met by nobody has both, one after the other.
    let lone = Case::of(&text.replace(" intercept target=E4229", ""));
    let after = lone.path("after.vsav");
    let words = ["coast-E4229", "--dice", "6", "--side", "umpire", "-o", after.to_str().unwrap()];
    lone.told("resolve", &words, 0);
    let after = after.to_str().unwrap();
    let left = told_json(&["battles", after, "-q", "--side", "umpire"]);
    let left = left["reports"][0]["battles"].as_array().unwrap().clone();
    assert_eq!(left.iter().map(|battle| &battle["id"]).collect::<Vec<_>>(), ["mines-E4229"], "{left:?}");
    assert!(left[0]["notes"].to_string().contains("past sea mines"), "{left:?}");
    let (all, told, status) = resolve_all(&lone, "1");
    assert_eq!((status, lines(&all, "sea mines: die")), (Some(0), 1), "{told}");
    // Who is in the hex already has come past them before.
    let here = Case::of(&text.replace("at E4230: us", "at E4229: us"));
    let all = here.json("battles", &["--side", "umpire"], 0);
    assert!(all.as_array().unwrap().iter().all(|battle| battle["id"] != "coast-E4229"), "{all}");
    assert_eq!(find(&all, "intercept-E4229")["inputs"].get("coastal-fort"), None);
}

#[test]
fn which_of_two_interceptions_comes_first_is_told() {
    let notes = |text: &str, id: &str| {
        let all = Case::of(text).json("battles", &["--side", "umpire"], 0);
        find(&all, id)["notes"].to_string()
    };
    assert!(
        notes(BOTH, "intercept-E4525").contains("comes before intercept-E4525-2: both search for the same")
    );
    assert!(
        notes(BOTH, "intercept-E4525-2").contains("intercept-E4525 comes first: both search for the same")
    );
    assert!(
        notes(ENTRY, "intercept-E4230").contains("comes before intercept-E4229: it meets the ships on their")
    );
    let outside = ENTRY.replace("intercept target=E4230", "intercept target=E4229");
    assert!(notes(&outside, "intercept-E4229-2").contains("intercept-E4229 comes first: ships met outside"));
    let crossed = "game: atpo\ndate: 1942-08\nphase: NA.1\nat E4525: us-ca-quincy intercept target=E4425, us-dd-2 intercept target=E4425\n\
        at E4425: jp-ca-chokai intercept target=E4525, jp-dd-5 intercept target=E4525\n";
    assert!(notes(crossed, "intercept-E4425").contains("whose option comes first"));
    let alone = notes(crossed.rsplit_once("at E4425").unwrap().0, "intercept-E4425");
    assert!(!alone.contains("comes first"), "{alone}");
}

#[test]
fn a_search_by_outsiders_beside_an_entry_from_the_same_hex_is_told_to_be_none_of_that_move() {
    let text = ENTRY.replace("at E4230: us", "at E4229: us").replace("target=E4230", "target=E4229");
    let all = Case::of(&text).json("battles", &["--side", "umpire"], 0);
    let (outside, mines) = (find(&all, "intercept-E4229"), find(&all, "mines-E4229"));
    assert_eq!(kind(outside), "active");
    assert!(outside["notes"].to_string().contains("a move in which only who is docked there meets it"));
    assert!(!mines["notes"].to_string().contains("in E4130"), "{mines}");
    let all = Case::of(ENTRY).json("battles", &["--side", "umpire"], 0);
    assert!(!all.to_string().contains("a move in which only who is docked there meets it"));
}

#[test]
fn a_submarine_slips_into_a_harbour_past_the_sea_mines_of_its_fort() {
    let text = "game: atpo\ndate: 1942-08\nphase: NA.1\ncontrol: JP E4229\nat E4229: chit:jp-coastal-fort\n\
        at E4229 docked: jp-ca-aoba\nat E4230: us-ss-1 infiltrate target=E4229\n";
    let case = Case::of(text);
    let (all, told, status) = resolve_all(&case, "1");
    let ids: Vec<&Value> = all["reports"].as_array().unwrap().iter().map(|one| &one["battle"]).collect();
    assert_eq!(
        (status, &ids[..]),
        (Some(0), &[&Value::from("coast-E4229"), &"harbour-E4229".into()][..]),
        "{told}"
    );
    // Behind them it does not meet them again.
    let after = case.path("past.vsav");
    let after = after.to_str().unwrap();
    case.told("resolve", &["coast-E4229", "--dice", "6", "--side", "umpire", "-o", after], 0);
    let left = told_json(&["battles", after, "-q", "--side", "umpire"]);
    let left = left["reports"][0]["battles"].as_array().unwrap();
    assert!(left.len() == 1 && left[0]["id"] == "harbour-E4229", "{left:?}");
    assert!(left[0]["notes"].to_string().contains("past mines"), "{left:?}");
    let inside = Case::of(&text.replace("at E4230: us-ss-1", "at E4229: us-ss-1"));
    assert_eq!(inside.json("battles", &["--side", "umpire"], 0).as_array().unwrap().len(), 1);
}

/// Two forces that enter one port from two hexes, past the mines of its fort, and two who wait in it.
fn two() -> String {
    format!("{ENTERING}at E4229 docked: jp-ca-aoba intercept target=E4229, jp-dd-5 intercept target=E4229\n")
}

fn ships(battle: &Value, key: &str) -> usize {
    battle["inputs"][key].as_array().unwrap().len()
}

#[test]
fn each_force_that_enters_a_port_is_met_there_in_an_interception_of_its_own() {
    let case = Case::of(&two());
    let all = case.json("battles", &["--side", "umpire"], 0);
    for id in ["intercept-E4229", "intercept-E4229-2"] {
        let met = find(&all, id);
        assert_eq!((ships(met, "attack"), ships(met, "defence")), (2, 2), "{met}");
        assert_eq!(met["inputs"]["coastal-fort"], true, "{met}");
        assert!(
            met["notes"].to_string().contains("the same ships are docked where both forces enter"),
            "{met}"
        );
    }
    // Who has met one meets no other; the mines meet both.
    for seed in ["1", "2", "3"] {
        let (all, told, status) = resolve_all(&case, seed);
        assert_eq!(status, Some(0), "seed {seed}: {told}");
        assert!(
            told.contains("intercept-E4229-2 is not fought: its ships are those of intercept-E4229"),
            "{told}"
        );
        assert_eq!(lines(&all, "sea mines: die"), 2, "seed {seed}: {all}");
        find(&all["reports"], "mines-E4229-2");
    }
}

#[test]
fn sea_mines_within_an_interception_leave_out_those_who_are_past_them() {
    let text = two().replace(
        "us-ca-quincy enter-port target=E4229",
        "us-ca-quincy enter-port target=\"E4229 past sea mines\"",
    );
    let one = text.replace("at E4228", "at E4230");
    let all = Case::of(&one).json("battles", &["--side", "umpire"], 0);
    let docked: Vec<&Value> = ["intercept-E4229", "intercept-E4229-2"].map(|id| find(&all, id)).to_vec();
    let mined: Vec<bool> = docked.iter().map(|met| met["inputs"].get("coastal-fort").is_some()).collect();
    assert_eq!(mined, [true, false], "{all}");
    let outside = one.replace("at E4229 docked", "at E4130");
    let all = Case::of(&outside).json("battles", &["--side", "umpire"], 0);
    let met = find(&all, "intercept-E4229");
    assert_eq!((ships(met, "defence"), ships(met, "past-sea-mines")), (4, 1), "{met}");
    assert_eq!(met["inputs"]["past-sea-mines"][0], "Quincy", "{met}");
    // Who says that nobody comes past them says nothing of those.
    let words =
        ["intercept-E4229", "coastal-fort=no", "--seed", "1", "--policy", BALANCED, "--side", "umpire"];
    Case::of(&outside).told("resolve", &words, 0);
}

/// Ships on their way past the mines of a fort to a hex in which two look for them.
const SAILS: &str = "game: atpo
date: 1942-08
phase: NA.1
control: JP E4525
at E4525: chit:jp-coastal-fort
at E4526: us-ca-quincy sail target=E4525, us-dd-2 sail target=E4525, us-dd-3 sail target=E4525
at E4426: jp-ca-chokai intercept target=E4525, jp-dd-5 intercept target=E4525
";

#[test]
fn who_sails_to_another_hex_is_met_there_past_its_mines_and_comes_there() {
    let case = Case::of(SAILS);
    let all = case.json("battles", &["--side", "umpire"], 0);
    let met = find(&all, "intercept-E4525");
    assert_eq!(
        (kind(met), &met["inputs"]["coastal-fort"]),
        (&Value::from("reactive"), &true.into()),
        "{met}"
    );
    for seed in ["1", "2", "3"] {
        let (all, told, status) = resolve_all(&case, seed);
        assert_eq!((status, lines(&all, "sea mines: die")), (Some(0), 1), "seed {seed}: {told}");
        let planned = find(&all["reports"], "intercept-E4525")["planned"].to_string();
        assert!(planned.contains("goes to E4525"), "seed {seed}: {planned}");
    }
    // The mines alone first: they are behind them, and the others react as before.
    let after = case.path("past.vsav");
    let after = after.to_str().unwrap();
    case.told("resolve", &["coast-E4525", "--dice", "6", "--side", "umpire", "-o", after], 0);
    let left = told_json(&["battles", after, "-q", "--side", "umpire"]);
    let left = left["reports"][0]["battles"].as_array().unwrap();
    assert!(
        left.len() == 1 && left[0]["id"] == "intercept-E4525" && left[0]["refused"].is_null(),
        "{left:?}"
    );
    assert_eq!((kind(&left[0]), left[0]["inputs"].get("coastal-fort")), (&"reactive".into(), None));
    // Whom nobody looks for is there behind them.
    let lone = Case::of(SAILS.rsplit_once("at E4426").unwrap().0);
    let told = lone.json("resolve", &["coast-E4525", "--dice", "6", "--side", "umpire"], 0);
    assert!(told.to_string().contains("goes to E4525"), "{told}");
    // Those with cargo are met where they go, too.
    let cargo = SAILS.replace("sail target", "transport target");
    let all = Case::of(&cargo).json("battles", &["--side", "umpire"], 0);
    assert!(find(&all, "intercept-E4525")["refused"].is_null(), "{all}");
}

#[test]
fn mines_fought_within_an_interception_remain_to_nobody_though_a_ship_was_sunk_before() {
    let case = Case::of(&ENTRY.replace("intercept target=E4230", "intercept target=E4229"));
    let sinks_one = |seed: &u32| {
        let (all, told, status) = resolve_all(&case, &seed.to_string());
        let result = find(&all["reports"], "intercept-E4229")["result"].to_string();
        let is_hit = result.rsplit_once("defender").is_some_and(|(_, lost)| lost.contains("sunk"));
        let within = told.contains("mines-E4229 was fought within intercept-E4229-2");
        assert!(within || is_hit, "seed {seed}: {told}");
        (is_hit && within).then_some(status)
    };
    let status = (1..=20).find_map(|seed| sinks_one(&seed)).expect("a ship is sunk and another enters");
    assert_eq!(status, Some(0));
}

#[test]
fn the_owner_of_ships_that_were_met_before_a_port_may_stop_there() {
    let text = ENTRY.replace("intercept target=E4230", "intercept target=E4229");
    let case = Case::of(&text);
    let after = case.path("after.vsav");
    let policy = "attacker=balanced,defender=cautious";
    let mut stopped = 0;
    for seed in 1..=8 {
        let seed = seed.to_string();
        let words = ["intercept-E4229", "--seed", &seed, "--policy", policy, "--side", "umpire"];
        let told = case.told("resolve", &[&words[..], &["-o", after.to_str().unwrap()]].concat(), 0);
        if !told.contains("does not go on") {
            continue;
        }
        stopped += 1;
        assert!(told.contains("goes to E4229"), "{told}");
        let left = told_json(&["battles", after.to_str().unwrap(), "-q", "--side", "umpire"]);
        let left = left["reports"][0]["battles"].to_string();
        assert!(!left.contains("mines-E4229"), "seed {seed}: {left}");
    }
    assert!(stopped > 0);
}

#[test]
fn of_two_who_are_docked_in_the_port_the_rules_leave_open_who_is_first() {
    let all = Case::of(&format!("{DOCKED}at E4229 docked: jp-ss-1 intercept target=E4229\n")).json(
        "battles",
        &["--side", "umpire"],
        0,
    );
    for id in ["intercept-E4229", "intercept-E4229-2"] {
        let notes = find(&all, id)["notes"].to_string();
        assert!(notes.contains("the rules leave the order open") && !notes.contains("outside"), "{notes}");
    }
}
