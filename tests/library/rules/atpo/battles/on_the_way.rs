//! Who is met on the way to a target by choice: fighters whose marks say so, and what a bomber brings (4.7.1, 16.4.4).

use liege::rules::play::battle::Battle;

use super::{given, has_note};

fn names(battle: &Battle, key: &str) -> Vec<String> {
    let force = battle.forces.0.iter().find(|force| force.key == key);
    force.into_iter().flat_map(|force| &force.units).map(|unit| unit.piece.name.clone()).collect()
}

fn state(battle: &Battle, key: &str) -> String {
    battle.inputs[key][0]["state"].as_str().unwrap_or_default().to_owned()
}

/// A bomber on its way along a row of hexes over a carrier's aircraft that reach all of them.
const STRIKE: &str = "date: 1942-06\nphase: NA.2\ncontrol: US E2112\n\
    at E2112: chit:small-airbase, us-b-22 strike target=E2117\n\
    at E2117: jp-ca-tone\n\
    at E2016: jp-cv-akagi\nat E2016 aboard jp-cv-akagi: jp-n-akagi\n";

#[test]
fn a_fighter_whose_mark_names_a_hex_of_the_way_meets_the_strike_there_or_at_the_target() {
    let strike = |text: &str| given(text).battle("strike-E2117").unwrap();
    for free in [STRIKE.to_owned(), STRIKE.replace("jp-n-akagi\n", "jp-n-akagi intercept target=E2117\n")] {
        let free = strike(&free);
        assert_eq!(names(&free, "interceptors"), ["Akagi air group"]);
        assert!(names(&free, "way").is_empty());
    }
    let chosen = strike(&STRIKE.replace("jp-n-akagi\n", "jp-n-akagi intercept target=E2115\n"));
    assert!(names(&chosen, "interceptors").is_empty(), "{:?}", chosen.inputs);
    assert_eq!(names(&chosen, "way"), ["Akagi air group"]);
    assert_eq!(state(&chosen, "way"), "carrier reaches-target");
    assert!(
        has_note(&chosen, "can meet the flight in E2115 on its way, as its mark says, and at the target"),
        "{:?}",
        chosen.notes
    );
    // In a hex beside the way it waits for others.
    let beside = strike(&STRIKE.replace("jp-n-akagi\n", "jp-n-akagi intercept target=E2015\n"));
    assert!(names(&beside, "interceptors").is_empty() && names(&beside, "way").is_empty());
    assert!(has_note(&beside, "Intercept is E2015"), "{:?}", beside.notes);
}

/// A bomber with an Ohka aboard, on its way to a carrier.
const OKINAWA: &str = "date: 1945-04\nphase: NA.2\ncontrol: US W4528 W4529\n\
    at W4327: chit:large-airbase, jp-b-kanoya strike target=W4026\n\
    at W4327 aboard jp-b-kanoya: jp-ohka\nat W4026: us-cv-essex\n";
/// Fighters that reach the hex before the target, and the one before that.
const NEAR: &str = "at W4528: chit:large-airbase, us-f-24\n";
const FAR: &str = "at W4529: chit:large-airbase, us-f-49\n";

#[test]
fn what_a_bomber_brings_may_be_released_in_each_hex_of_the_way_from_which_it_reaches_the_target() {
    let strike = |more: &str| given(&format!("{OKINAWA}{more}")).battle("strike-W4026").unwrap();
    let ohka = |battle: &Battle| {
        let units = battle.inputs["strike"].as_array().unwrap();
        let ohka = units.iter().find(|unit| unit["name"].as_str().unwrap().contains("Ohka")).unwrap();
        ohka["state"].as_str().unwrap().to_owned()
    };
    assert_eq!(ohka(&strike("")), "kamikaze", "nobody meets it on its way");
    let near = strike(NEAR);
    assert_eq!(ohka(&near), "kamikaze reaches-target", "{:?}", near.notes);
    // Before the combat of that hex its owner is asked.
    let mut found = near.clone();
    super::find(&mut found);
    found.inputs.insert("tripwire".into(), 12.into());
    let report = super::fight(&found, &[], "", "fly");
    assert_eq!(report.open.as_ref().map(|open| open.label), Some("release"), "{:?}", report.open);
    let far = strike(FAR);
    assert_eq!(ohka(&far), "kamikaze");
    let told = "can be released only over the target: it does not reach the target from W4226";
    assert!(has_note(&far, told), "{:?}", far.notes);
    // Where it is met in both hexes it is released in the nearer one.
    let both = strike(&[NEAR, FAR].concat());
    assert_eq!(ohka(&both), "kamikaze from-way-2");
    let told = "can be released from W4126 on: it does not reach the target from W4226";
    assert!(has_note(&both, told), "{:?}", both.notes);
}

#[test]
fn a_fighter_of_the_struck_base_that_meets_the_strike_on_its_way_is_not_on_the_ground_of_the_base() {
    let base = "date: 1943-02\nphase: OA.2\ncontrol: JP E4229\ncontrol: US E4632\n\
        at E4632: chit:large-airbase, us-b-90 strike target=\"E4229 airbase\"\n\
        at E4229: chit:large-airbase, jp-f-tainan intercept target=E4430, jp-b-4-ku\n";
    let ships =
        base.replace("OA.2", "NA.2").replace(" airbase\"", " port\"") + "at E4229 docked: jp-ca-chokai\n";
    for text in [base, &ships] {
        let strike = given(text).battle("strike-E4229").unwrap();
        assert_eq!(names(&strike, "way"), ["Tainan Air Group (A6M2)"], "{:?}", strike.notes);
        assert!(state(&strike, "way").contains("reaches-target"));
        assert!(names(&strike, "interceptors").is_empty());
        assert_eq!(names(&strike, "based"), ["4th Air Group (G4M)"]);
        // Whose mark names no hex of the way is at the base alone.
        let waits = given(&text.replace("E4430", "E4229")).battle("strike-E4229").unwrap();
        assert!(names(&waits, "way").is_empty());
        assert_eq!(names(&waits, "interceptors"), ["Tainan Air Group (A6M2)"]);
        assert_eq!(names(&waits, "based"), ["4th Air Group (G4M)"]);
    }
}
