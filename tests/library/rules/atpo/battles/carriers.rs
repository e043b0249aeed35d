//! Aircraft of carriers in an interception that a save declares: who flies, who meets them, and the edits that follow.

use liege::rules::check::case::SpentPiece;
use liege::rules::play::battle::Battle;
use liege::rules::play::dice::Seeded;
use liege::rules::play::procedure::Ending;

use super::changes::lines;
use super::{battle, fight, fight_with, given, given_after, has_note};

/// Yorktown looks for Akagi, whose aircraft are on another mission.
const MEETING: &str = "date: 1942-06\nphase: NA.1\n\
    at E2014: us-cv-yorktown intercept target=E2015, us-ca-astoria intercept target=E2015\n\
    at E2014 aboard us-cv-yorktown: us-n-yorktown\n\
    at E2015: jp-cv-akagi, jp-dd-5\n\
    at E2015 aboard jp-cv-akagi: jp-n-akagi current\n";

fn names(battle: &Battle, key: &str) -> Vec<String> {
    let force = battle.forces.0.iter().find(|force| force.key == key);
    force.into_iter().flat_map(|force| &force.units).map(|unit| unit.piece.name.clone()).collect()
}

#[test]
fn aircraft_of_both_forces_come_into_an_interception_of_carriers() {
    let battle = battle(MEETING);
    assert_eq!((battle.id.as_str(), battle.procedure), ("intercept-E2015", "ATPO-ENCOUNTER"));
    assert_eq!(names(&battle, "strike"), ["Yorktown air group"]);
    assert_eq!(names(&battle, "patrol"), ["Akagi air group"]);
    let (strike, patrol) = (&battle.inputs["strike"][0], &battle.inputs["patrol"][0]);
    assert_eq!((&strike["home"], &strike["state"]), (&"Yorktown".into(), &"carrier".into()));
    assert_eq!((&patrol["home"], &patrol["state"]), (&"Akagi".into(), &"carrier as-fighter current".into()));
    assert!(has_note(&battle, "no carrier or base is in range"), "{:?}", battle.notes);
    assert!(has_note(&battle, "effect=") && has_note(&battle, "air-magic="), "{:?}", battle.notes);
    let open = fight(&battle, &[6], "", "").open.unwrap();
    assert_eq!(
        (open.by.word(), open.label, open.about.as_deref()),
        ("attacker", "launch", Some("Yorktown air group"))
    );
}

#[test]
fn what_aircraft_and_ships_suffer_is_written_and_who_was_recalled_is_back() {
    let given = given(MEETING);
    let battle = given.battles().remove(0);
    let recalled = (0..40).find_map(|seed| {
        let report = fight_with(&battle, &mut Seeded::new(seed), "balanced", "balanced");
        assert_eq!(report.status, Ending::Done, "{:?}", report.open);
        let recalled = report.lines.iter().any(|line| line.value == "recalled");
        (recalled && report.result.contains("attacker no loss; defender")).then_some(report)
    });
    let report = recalled.unwrap();
    let edits = lines(&given.changes(&battle, &report.deeds));
    assert!(edits.contains(&"7.1 Status 1".to_owned()), "{edits:?}");
    // The searchers go there, with what is aboard, and are Active; aircraft are not.
    assert!(
        edits.contains(&"4.1 Status 3".to_owned()) && edits.contains(&"5.1 to E2015".to_owned()),
        "{edits:?}"
    );
    assert!(!edits.contains(&"5.1 Status 3".to_owned()), "{edits:?}");
    // In some encounter an air group is flipped.
    let flipped = (0..200).any(|seed| {
        let report = fight_with(&battle, &mut Seeded::new(seed), "balanced", "balanced");
        let edits = lines(&given.changes(&battle, &report.deeds));
        ["5.1 Face 2", "7.1 Face 2"].iter().any(|edit| edits.contains(&(*edit).to_owned()))
    });
    assert!(flipped);
}

#[test]
fn aircraft_that_landed_elsewhere_do_not_go_down_with_their_carrier() {
    let given = given(&MEETING.replace("jp-dd-5", "jp-cv-kaga"));
    let mut battle = given.battles().remove(0);
    battle.inputs.insert("bases".into(), "Wake 4".into());
    let akagi = |edits: &[String]| {
        edits.iter().any(|edit| edit.starts_with("6.1 to") || edit.starts_with("6.1 nowhere"))
    };
    let report = (0..3000).find_map(|seed| {
        let report = fight_with(&battle, &mut Seeded::new(seed), "aggressive", "fly,base,aggressive");
        let landed = report.lines.iter().any(|line| line.label == "land" && line.value == "Wake");
        landed.then_some(report)
    });
    let report = report.unwrap();
    let changes = given.changes(&battle, &report.deeds);
    let told: Vec<&str> = changes.iter().map(|change| change.words.as_str()).collect();
    assert!(told.contains(&"Akagi air group lands at Wake; its owner puts it there (4.6.3)"), "{told:?}");
    let edits = lines(&changes);
    assert!(akagi(&edits), "{edits:?}");
    assert!(!edits.iter().any(|edit| edit.starts_with("7.1 to")), "{edits:?}");
}

#[test]
fn who_cannot_fly_is_left_out_with_the_reason_and_other_phases_have_no_strike() {
    let current = MEETING.replace("us-n-yorktown", "us-n-yorktown current");
    let quiet = battle(&current);
    assert!(has_note(&quiet, "Yorktown air group is aloft") && names(&quiet, "strike").is_empty());
    assert!(names(&quiet, "patrol").is_empty());
    let damaged = battle(&MEETING.replace("us-cv-yorktown intercept", "us-cv-yorktown reduced intercept"));
    assert!(has_note(&damaged, "damaged carrier"), "{:?}", damaged.notes);
    let committed = battle(&MEETING.replace("us-n-yorktown", "us-n-yorktown committed"));
    assert!(has_note(&committed, "is Committed"), "{:?}", committed.notes);
    let ends = MEETING.replace("NA.1", "EN.1").replace("jp-n-akagi current", "jp-n-akagi");
    assert!(names(&battle(&ends), "strike").is_empty());
    // Fighters ashore in range meet the attack, too; several carriers are checked.
    let more = MEETING.replace(
        "at E2015: jp",
        "control: JP E2113\nat E2113: chit:small-airbase, jp-f-tainan\nat E2015: jp",
    ) + "at E2014: us-cv-enterprise intercept target=E2015\nat E2014 aboard us-cv-enterprise: us-n-enterprise\n";
    let large = battle(&more);
    assert_eq!(names(&large, "strike").len(), 2);
    assert_eq!(large.inputs["carriers"].as_array().map(Vec::len), Some(2));
}

/// Two hexes of carriers strike at one.
const TWO_HEXES: &str = "date: 1942-06\nphase: NA.1\n\
    at E2014: us-cv-yorktown, us-cv-enterprise, us-cv-hornet, us-cv-wasp reduced\n\
    at E2014 aboard us-cv-yorktown: us-n-yorktown strike target=E2015\n\
    at E2014 aboard us-cv-enterprise: us-n-enterprise strike target=E2015\n\
    at E2014 aboard us-cv-hornet: us-n-hornet\n\
    at E2015: jp-cv-akagi\n";

#[test]
fn all_carriers_of_a_launching_hex_count_whoever_of_them_takes_part() {
    let names = |battle: &Battle| -> Vec<String> {
        let told =
            battle.inputs.get("carriers").and_then(|told| told.as_array()).cloned().unwrap_or_default();
        let text = |value: &serde_json::Value, key: &str| value[key].as_str().unwrap_or_default().to_owned();
        told.iter()
            .map(|one| [text(one, "name"), text(one, "is"), text(one, "at")].join(" ").trim().to_owned())
            .collect()
    };
    let strike =
        |text: &str| given(text).battles().into_iter().find(|battle| battle.id == "strike-E2015").unwrap();
    let all = names(&strike(TWO_HEXES));
    assert_eq!(all.len(), 4, "{all:?}");
    assert!(all.iter().any(|one| one.starts_with("Hornet") && one.contains("N1")), "{all:?}");
    assert!(all.iter().any(|one| one.starts_with("Wasp") && one.ends_with("N0 damaged")), "{all:?}");
    // One unit alone is checked by nobody, nor are two of two hexes.
    let one = TWO_HEXES.replace("us-n-enterprise strike target=E2015", "us-n-enterprise");
    assert!(names(&strike(&one)).is_empty());
    // Each hex that launches two has its own check.
    let both = format!(
        "{TWO_HEXES}at E2013: us-cv-lexington, us-cv-saratoga\n\
         at E2013 aboard us-cv-lexington: us-n-lexington strike target=E2015\n\
         at E2013 aboard us-cv-saratoga: us-n-saratoga strike target=E2015\n"
    );
    let both = strike(&both);
    let all = names(&both);
    assert_eq!(all.len(), 6, "{all:?}");
    assert_eq!(all.iter().filter(|one| one.ends_with("E2013")).count(), 2, "{all:?}");
    let mut located = both.clone();
    super::find(&mut located);
    let report = fight_with(&located, &mut Seeded::new(3), "balanced", "balanced");
    assert_eq!(report.status, Ending::Done, "{:?}", report.open);
    let checks = report.lines.iter().filter(|line| line.label.starts_with("Carrier Coordination Check in"));
    assert_eq!(checks.filter(|line| line.roll.is_none()).count(), 2, "{:?}", report.lines);
}

#[test]
fn a_committed_air_group_defends_its_own_carrier_in_an_offensive_of_the_enemy() {
    let text = "date: 1942-06\nphase: OS.2\n\
        at E1914: us-cv-enterprise standby\n\
        at E1914 aboard us-cv-enterprise: us-n-enterprise strike target=E1914\n\
        at E1914: jp-cv-soryu\n\
        at E1914 aboard jp-cv-soryu: jp-n-soryu committed\n\
        at E1913: jp-cv-kaga\n\
        at E1913 aboard jp-cv-kaga: jp-n-kaga committed\n";
    let mut strike = battle(text);
    assert_eq!(names(&strike, "interceptors"), ["Soryu air group"], "{:?}", strike.inputs);
    super::find(&mut strike);
    let open = fight(&strike, &[], "balanced", "").open.unwrap();
    assert_eq!((open.by.word(), open.label), ("defender", "intercept"));
}

/// Yorktown finds Akagi over whom a fighter of an island can fly, while bombers come.
const BOMBERS: &str = "date: 1942-06\nphase: NA.1\ncontrol: JP E2112\ncontrol: US E2108\n\
    at E2014: us-cv-yorktown intercept target=E2015, us-ca-astoria intercept target=E2015\n\
    at E2014 aboard us-cv-yorktown: us-n-yorktown\n\
    at E2112: chit:large-airbase, jp-f-tainan intercept target=E2015\n\
    at E2108: chit:large-airbase, us-b-22 strike target=E2015\n\
    at E2015: jp-cv-akagi sail, jp-dd-5 sail\nat E2015 aboard jp-cv-akagi: jp-n-akagi\n";

#[test]
fn who_flew_in_an_interception_at_sea_has_flown_in_its_step_and_done_what_its_mark_said() {
    let before = given(BOMBERS);
    let of = |battles: Vec<Battle>, id: &str| battles.into_iter().find(|battle| battle.id == id).unwrap();
    let (first, strike) = (of(before.battles(), "intercept-E2015"), of(before.battles(), "strike-E2015"));
    let (tainan, akagi) = ("Tainan Air Group (A6M2)", "Akagi air group");
    assert!(names(&first, "patrol").contains(&tainan.to_owned()), "{:?}", first.notes);
    assert!(names(&strike, "interceptors").contains(&tainan.to_owned()), "{:?}", strike.notes);
    let flown = (0..200).find_map(|seed| {
        let report = fight_with(&first, &mut Seeded::new(seed), "balanced", "fly,guard,balanced,strongest");
        let spent = before.spent(&first, &report.deeds);
        let both = spent.len() == 3 && spent.values().any(|piece| piece.rests);
        both.then_some((report, spent))
    });
    let (report, spent) = flown.unwrap();
    let after = of(given_after(BOMBERS, spent).battles(), "strike-E2015");
    for name in [tainan, akagi] {
        assert!(!names(&after, "interceptors").contains(&name.to_owned()), "{name}");
    }
    let words: Vec<String> =
        before.changes(&first, &report.deeds).into_iter().map(|edit| edit.words).collect();
    assert!(
        words.iter().any(|words| words.starts_with(tainan) && words.contains("carried out")),
        "{words:?}"
    );
    // Who found nobody has flown nowhere, and keeps his mark.
    let missed = fight(&first, &[1], "balanced", "balanced");
    assert_eq!(missed.result, "not found");
    assert!(before.spent(&first, &missed.deeds).is_empty());
    let words: Vec<String> =
        before.changes(&first, &missed.deeds).into_iter().map(|edit| edit.words).collect();
    assert!(!words.iter().any(|words| words.starts_with(tainan)), "{words:?}");
}

#[test]
fn a_deck_defends_itself_in_each_hex_of_the_naval_movement_once() {
    let before = given(BOMBERS);
    let first = before.battles().into_iter().find(|battle| battle.id == "intercept-E2015").unwrap();
    let akagi = first.forces.0.iter().find(|force| force.key == "patrol").unwrap();
    let akagi =
        akagi.units.iter().find(|unit| unit.piece.name == "Akagi air group").unwrap().piece.id.clone();
    let meets = |place: &str, rests: bool, phase: &str| {
        let places = [place.to_owned()].into();
        let spent = [(akagi.clone(), SpentPiece { places, rests })].into();
        let strike = given_after(&BOMBERS.replace("NA.1", phase), spent).battle("strike-E2015").unwrap();
        names(&strike, "interceptors").contains(&"Akagi air group".to_owned())
    };
    assert!(meets("E2014", false, "NA.1"), "it has defended itself elsewhere");
    assert!(
        !meets("E2015", false, "NA.1") && !meets("E2014", true, "NA.1") && !meets("E2014", false, "NA.2")
    );
}

#[test]
fn who_lost_his_carrier_lands_first_where_he_overstacks_nobody() {
    let mut battle = given(&MEETING.replace("jp-dd-5", "jp-cv-kaga")).battles().remove(0);
    let bases = serde_json::json!([
        { "name": "Wake", "room": 2, "spare": 0 },
        { "name": "Marcus", "room": 2, "spare": 1 }
    ]);
    battle.inputs.insert("bases".into(), bases);
    let landed = (0..3000).find_map(|seed| {
        let report = fight_with(&battle, &mut Seeded::new(seed), "aggressive", "fly,base,aggressive");
        report.lines.iter().find(|line| line.label == "land").map(|line| line.value.clone())
    });
    assert_eq!(landed.as_deref(), Some("Marcus"));
}
