//! Which aircraft of a save take part where: once in a Step, by Phase, as escorts, at which installation.

use liege::rules::game::facts::ReachOf;
use liege::rules::play::battle::Battle;
use liege::rules::play::dice::Seeded;
use liege::rules::position::situation::PlaceId;
use serde_json::Value;

use super::{battle, fight, fight_with, given, given_after, has_note};

/// Who takes part under a key.
fn names(battle: &Battle, key: &str) -> Vec<String> {
    let force = battle.forces.0.iter().find(|force| force.key == key);
    force.into_iter().flat_map(|force| &force.units).map(|unit| unit.piece.name.clone()).collect()
}

/// What is said of the only unit under a key.
fn state(battle: &Battle, key: &str) -> String {
    battle.inputs[key][0]["state"].as_str().unwrap_or_default().to_owned()
}

/// Two flights to one base, with an enemy fighter over it.
const TWO: &str = "date: 1943-02\nphase: NA.2\ncontrol: US E3917 E3911\ncontrol: JP E3912\n\
    at E3917: chit:large-airbase, us-atp-1 transport target=E3911, us-b-22 change-base target=E3911\n\
    at E3917 aboard us-atp-1: us-para-503\n\
    at E3911: chit:large-airbase\nat E3912: chit:small-airbase, jp-f-tainan\n";

#[test]
fn a_fighter_that_has_flown_in_a_step_meets_nobody_else_in_it() {
    let before = given(TWO);
    let of = |battles: Vec<Battle>, id: &str| battles.into_iter().find(|battle| battle.id == id).unwrap();
    let (first, second) = (of(before.battles(), "transport-E3911"), of(before.battles(), "rebase-E3911"));
    assert_eq!(
        (names(&first, "interceptors"), names(&second, "interceptors")),
        (vec!["Tainan Air Group (A6M2)".into()], vec!["Tainan Air Group (A6M2)".into()])
    );
    let report = fight_with(&first, &mut Seeded::new(1), "stay,balanced", "fly,stay,balanced");
    let spent = before.spent(&first, &report.deeds);
    assert_eq!(spent.len(), 2, "{spent:?} {:?}", report.deeds);
    let after = given_after(TWO, spent);
    assert!(names(&of(after.battles(), "rebase-E3911"), "interceptors").is_empty());
    // Who stayed on the ground may still meet the other.
    let stayed = fight(&first, &[], "stay,balanced", "stay,balanced");
    assert_eq!(before.spent(&first, &stayed.deeds).len(), 1, "the air transport alone");
}

#[test]
fn a_committed_bomber_intercepts_ships_that_move_in_the_end_phase() {
    let text = "date: 1942-06\nphase: EN.1\ncontrol: JP E2113\n\
        at E2014: us-ca-astoria sail target=E2020\n\
        at E2113: chit:small-airbase, jp-b-4-ku committed strike target=E2014\n";
    let strike = |text: &str| given(text).battle("strike-E2014").unwrap();
    let ends = strike(text);
    assert_eq!((names(&ends, "strike").len(), &ends.refused), (1, &None), "{:?}", ends.notes);
    let mut found = ends.clone();
    super::find(&mut found);
    assert_ne!(fight_with(&found, &mut Seeded::new(1), "balanced", "balanced").result, "refused");
    for (phase, mark) in [("NA.2", "committed"), ("EN.1", "current")] {
        let text = text.replace("EN.1", phase).replace("committed", mark);
        assert!(strike(&text).refused.is_some(), "{phase} {mark}");
    }
}

#[test]
fn strafing_is_of_the_naval_and_air_phase_of_fighters_with_a_quality_and_never_of_carriers() {
    let text = "date: 1942-02\nphase: NA.2\ncontrol: JP W4418\ncontrol: CN W4317\n\
        at W4418: chit:small-airbase, jp-f-tainan strafe target=W4317\n\
        at W4317: chit:small-airbase, cn-f-avg\n";
    assert_eq!(battle(text).refused, None);
    let offensive = battle(&text.replace("NA.2", "OA.1")).refused.unwrap();
    assert_eq!(offensive.rule, "4.9");
    let deck = "date: 1942-06\nphase: NA.2\ncontrol: JP E2113\n\
        at E2014: us-cv-yorktown\nat E2014 aboard us-cv-yorktown: us-n-yorktown\n\
        at E2113: chit:large-airbase, jp-f-tainan\n";
    let reach = |text: &str, at: &str| -> Vec<String> {
        let place = ReachOf::Place(PlaceId::Hex(at.parse().unwrap()));
        given(text).reach(&place).into_iter().map(|fact| fact.label).collect()
    };
    let strafes =
        |labels: Vec<String>| labels.iter().any(|label| label.contains("Axis") && label.contains("strafe"));
    assert!(!strafes(reach(deck, "E2014")), "{:?}", reach(deck, "E2014"));
    let plain = text.replace(" strafe target=W4317", "");
    assert!(strafes(reach(&plain, "W4317")), "{:?}", reach(&plain, "W4317"));
    assert!(!strafes(reach(&plain.replace("NA.2", "OA.1"), "W4317")));
}

/// An attack over a border with a paratroop behind it, an enemy fighter that can meet it, and an escort.
const ESCORTED: &str = "date: 1942-02\nphase: OL.1\ncontrol: JP W4418\ncontrol: CN W4318\n\
    at W4318: cn-inf-10\n\
    at W4418: jp-armor-1 standby attack W4318\n\
    at W4418: chit:large-airbase, jp-atp-1 transport target=W4318, jp-f-tainan escort target=W4318\n\
    at W4418 aboard jp-atp-1: jp-para-1\n\
    at W4317: chit:small-airbase, cn-f-avg\n";

#[test]
fn escorts_fly_with_what_they_escort_to_a_battle_on_land_and_to_a_base() {
    let joined = battle(ESCORTED);
    assert_eq!(
        names(&joined, "attack-air"),
        ["Air Transport", "Tainan Air Group (A6M2)"],
        "{:?}",
        joined.notes
    );
    assert!(has_note(&joined, "escorts from W4418"), "{:?}", joined.notes);
    // The air transport is out of reach while its escort is not attacked (4.12.1).
    let report = fight(
        &joined,
        &[6, 6, 6, 6, 6, 6],
        "air-stay,hold,weakest,advance",
        "fly,air-strongest,air-stay,stand,weakest",
    );
    assert!(
        !report.deeds.iter().any(|deed| deed.act.word() == "retreat" && deed.subject().contains("Raiding"))
    );
    // Nobody to meet it: it counts as a fighter alone.
    let quiet = battle(&ESCORTED.replace("at W4317: chit:small-airbase, cn-f-avg\n", ""));
    assert!(
        super::strings(&quiet, "attack-air").iter().any(|unit| unit.starts_with("F ")),
        "{:?}",
        quiet.inputs
    );
    let alone = battle(
        &ESCORTED
            .replace("jp-atp-1 transport target=W4318", "jp-atp-1")
            .replace("cn-f-avg", "cn-f-avg committed"),
    );
    assert!(has_note(&alone, "nothing on its side flies to W4318"), "{:?}", alone.notes);
    let rebase = TWO
        .replace("us-atp-1 transport target=E3911", "us-f-211 escort target=E3911")
        .replace("at E3917 aboard us-atp-1: us-para-503\n", "");
    let rebase = battle(&rebase);
    assert_eq!(
        names(&rebase, "escorts").len()
            + rebase.notes.iter().filter(|note| note.contains("left out")).count(),
        1,
        "{:?}",
        rebase.notes
    );
}

#[test]
fn marks_say_which_bomber_bombs_which_installation_of_a_base() {
    let text = "date: 1942-06\nphase: OA.1\ncontrol: US E2112\ncontrol: JP E2113\n\
        at E2112: chit:small-airbase, chit:radar\n\
        at E2113: chit:large-airbase, jp-b-4-ku strike target=\"E2112 radar\", jp-b-kanoya strike target=\"E2112 small airbase\"\n";
    let target = |text: &str| -> Vec<String> {
        let strike = given(text).battle("strike-E2112").unwrap();
        let told = strike.inputs["target"].as_array().cloned().unwrap_or_default();
        told.iter().filter_map(Value::as_str).map(str::to_owned).collect()
    };
    let both = target(text);
    assert_eq!(both.len(), 2, "{both:?}");
    assert!(both.iter().any(|one| one.starts_with("radar: ") && !one.contains(',')), "{both:?}");
    let mut strike = given(text).battle("strike-E2112").unwrap();
    strike.inputs.insert("initiative".into(), "attacker".into());
    assert_ne!(fight_with(&strike, &mut Seeded::new(1), "balanced", "balanced").result, "refused");
    // One installation that some name is bombed by all.
    let one = target(&text.replace("E2112 small airbase", "E2112 radar"));
    assert_eq!(one, ["radar"]);
}

#[test]
fn who_is_committed_meets_nobody_who_only_flies_over_its_base() {
    let text = TWO
        .replace(
            "at E3912: chit:small-airbase, jp-f-tainan",
            "control: JP E3914\nat E3914: chit:small-airbase, jp-f-tainan",
        )
        .replace("us-b-22 change-base target=E3911", "us-b-22");
    let free = battle(&text);
    let all = |battle: &Battle| names(battle, "interceptors").len() + names(battle, "way").len();
    assert_eq!(all(&free), 1, "{:?}", free.notes);
    assert_eq!(all(&battle(&text.replace("jp-f-tainan", "jp-f-tainan committed"))), 0);
    assert_eq!(state(&free, "transport"), "");
}

#[test]
fn carrier_aircraft_that_were_aborted_defend_their_deck_no_more_in_the_step() {
    let text = "date: 1942-06\nphase: EN.1\nat E2015: jp-cv-akagi sail target=E2020\n\
        at E2015 aboard jp-cv-akagi: jp-n-akagi\n\
        at E2016: us-cv-hornet\nat E2016 aboard us-cv-hornet: us-n-hornet escort target=E2015\n\
        at E2014: us-cv-yorktown\nat E2014 aboard us-cv-yorktown: us-n-yorktown strike target=E2015\n";
    let before = given(text);
    let mut first = before.battle("strike-E2015").unwrap();
    super::find(&mut first);
    let force = first.forces.0.iter().find(|force| force.key == "interceptors").unwrap();
    let own = force.units[0].piece.id.clone();
    let (mut aborted, mut unharmed) = (false, false);
    for seed in 1..60 {
        let report =
            fight_with(&first, &mut Seeded::new(seed), "balanced,strongest", "guard,balanced,strongest");
        // Another strike comes; who flew the first is not asked about here.
        let mut spent = before.spent(&first, &report.deeds);
        spent.retain(|piece, _| *piece == own);
        let told = &report.json["outcome"]["defender"]["units"];
        let akagi = told.as_array().into_iter().flatten().find(|unit| unit["name"] == "Akagi air group");
        if akagi.is_some_and(|unit| unit["state"] == "eliminated") {
            continue;
        }
        let again = given_after(text, spent).battle("strike-E2015").unwrap();
        assert_eq!(names(&again, "interceptors").is_empty(), akagi.is_some(), "{seed}: {told}");
        aborted |= akagi.is_some_and(|unit| unit["state"] == "aborted");
        unharmed |= akagi.is_none();
    }
    assert!(aborted && unharmed);
}
