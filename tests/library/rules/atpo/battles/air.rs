//! Missions in the air: the battles that marks declare, who takes part in them, and what else could be flown.

use liege::rules::data::{Embedded, Files as _};
use liege::rules::play::battle::Battle;
use liege::rules::play::deeds::{Act, Deed, Whom};
use liege::rules::play::dice::Seeded;
use liege::rules::play::procedure::Ending;
use liege::rules::position::places::PlaceId;

use super::changes::{lines, outcome};
use super::{battle, fight_with, given, has_note};

/// Midway in small: carriers east and west of it, aircraft ashore.
const MIDWAY: &str = "date: 1942-06\nphase: NA.2\ncontrol: US E2112\n\
    at E2112: chit:small-airbase, us-f-211 patrol, us-b-22\n\
    at E2015: jp-cv-akagi, jp-cv-kaga, jp-dd-5\n\
    at E2015 aboard jp-cv-akagi: jp-n-akagi\n\
    at E2015 aboard jp-cv-kaga: jp-n-kaga\n\
    at E1912: us-cv-yorktown\n\
    at E1912 aboard us-cv-yorktown: us-n-yorktown strike target=E2015\n";

fn names(battle: &Battle, key: &str) -> Vec<String> {
    let force = battle.forces.0.iter().find(|force| force.key == key);
    force.into_iter().flat_map(|force| &force.units).map(|unit| unit.piece.name.clone()).collect()
}

fn only(text: &str, id: &str) -> Battle {
    given(text).battle(id).unwrap_or_else(|| panic!("no {id}"))
}

#[test]
fn a_strike_is_flown_from_the_carrier_at_the_ships_of_its_target_and_met_by_who_reaches_it() {
    let battle = battle(MIDWAY);
    assert_eq!(
        (battle.id.as_str(), battle.procedure, battle.declared),
        ("strike-E2015", "ATPO-STRIKE", true)
    );
    assert_eq!(names(&battle, "strike"), ["Yorktown air group"]);
    assert_eq!(names(&battle, "interceptors").len(), 2);
    assert_eq!(names(&battle, "ships").len(), 3);
    let unit = &battle.inputs["strike"][0];
    assert_eq!(unit["home"], "Yorktown");
    assert!(unit["air"].as_str().unwrap().starts_with("N N 4-4"), "{unit}");
    assert_eq!(unit["state"], "carrier as-bomber");
    assert_eq!(battle.inputs["phase"], "naval-and-air");
    assert!(has_note(&battle, "from Yorktown, 4 hexes"), "{:?}", battle.notes);
    assert!(has_note(&battle, "located=yes"));
}

#[test]
fn escorts_and_strikes_of_several_bases_at_one_target_are_one_battle() {
    let text = MIDWAY.replace("us-b-22", "us-b-22 strike target=E2015")
        + "at E1912: us-cv-enterprise\nat E1912 aboard us-cv-enterprise: us-n-enterprise escort target=E2015\n";
    let battle = only(&text, "strike-E2015");
    assert_eq!(names(&battle, "strike").len(), 3);
    let escort = &battle.inputs["strike"][2];
    assert_eq!((&escort["home"], &escort["state"]), (&"Enterprise".into(), &"carrier as-fighter".into()));
    let carriers = battle.inputs["carriers"].as_array().unwrap();
    assert_eq!(carriers.len(), 2, "both launch, and are checked: {carriers:?}");
}

#[test]
fn who_may_not_fly_is_left_out_with_the_reason_and_a_strike_of_nobody_is_refused() {
    let refused = |text: &str| only(text, "strike-E2015").refused.unwrap().reason;
    let damaged = MIDWAY.replace("us-cv-yorktown\n", "us-cv-yorktown reduced\n");
    assert!(refused(&damaged).contains("Yorktown, which is damaged"));
    let far = MIDWAY.replace("E1912", "E1901");
    assert!(refused(&far).contains("15 hexes away"), "{}", refused(&far));
    for state in ["committed", "previously-committed", "current"] {
        let text = MIDWAY.replace("us-n-yorktown strike", &format!("us-n-yorktown {state} strike"));
        assert!(!refused(&text).is_empty(), "{state}");
    }
    let some = MIDWAY.replace("us-b-22", "us-b-22 committed strike target=E2015");
    let battle = only(&some, "strike-E2015");
    assert_eq!((names(&battle, "strike").len(), battle.refused.is_none()), (1, true));
    assert!(has_note(&battle, "left out") && has_note(&battle, "is Committed"));
    let fighter = MIDWAY
        .replace("us-n-yorktown strike", "us-n-yorktown")
        .replace("us-f-211 patrol", "us-f-211 strike target=E2015");
    assert!(refused(&fighter).contains("cannot bomb"));
}

#[test]
fn patrols_stay_over_their_base_and_marked_fighters_counter_intercept() {
    let text = MIDWAY
        .replace("jp-n-akagi\n", "jp-n-akagi strike target=\"E2112 airbase\"\n")
        .replace("NA.2", "OA.2");
    let battle = only(&text, "strike-E2112");
    assert_eq!(
        names(&battle, "interceptors").len(),
        1,
        "the patrol of Midway; Yorktown's have a mission of their own"
    );
    assert_eq!(battle.inputs["interceptors"][0]["state"], "own-base");
    assert_eq!(battle.inputs["target"][0], "airbase");
    assert_eq!(names(&battle, "based").len(), 1, "the bombers that lie there");
    assert!(has_note(&battle, "could counter-intercept"));
    let marked = text.replace("jp-n-kaga\n", "jp-n-kaga intercept target=E2112\n");
    let battle = only(&marked, "strike-E2112");
    assert_eq!(names(&battle, "counter").len(), 1);
}

#[test]
fn fighters_that_reach_the_way_alone_meet_the_strike_there() {
    let text = "date: 1942-06\nphase: NA.2\n\
        at W2112: uk-b-99 strike target=W2512\n\
        at W2512: jp-ca-tone\n\
        at W2111: jp-f-24\n";
    let near = given(text).battles();
    assert!(near.iter().any(|battle| battle.id == "strike-W2512"), "{near:?}");
}

#[test]
fn the_nearest_of_those_who_look_finds_ships_and_the_others_join() {
    let text = MIDWAY
        .replace("us-n-yorktown strike", "us-n-yorktown reconnaissance")
        .replace("us-b-22", "us-b-22 reconnaissance target=E2015");
    let battle = battle(&text);
    assert_eq!((battle.id.as_str(), battle.procedure), ("recon-E2015", "ATPO-R25"));
    assert_eq!((&battle.inputs["hexes"], &battle.inputs["further-air"]), (&4.into(), &1.into()));
    let land = "at E4025: us-b-19\ncontrol: US E4025\nat E4025: chit:large-airbase, us-b-11 reconnaissance target=E4229\nphase: OL.1";
    let land = only(land, "recon-E4229");
    assert_eq!((land.procedure, &land.inputs["phase"]), ("ATPO-R26", &"offensive".into()));
}

#[test]
fn ships_that_a_search_has_found_bear_its_mark_and_are_searched_for_no_more_by_a_strike() {
    let text = MIDWAY.replace("us-n-yorktown strike", "us-n-yorktown reconnaissance");
    let (report, changes) = outcome(&text, &[6, 5, 1], "", "");
    assert_eq!(report.result, "located, sighting report 1");
    let marked = lines(&changes).iter().filter(|line| line.ends_with("Contact 2")).count();
    assert_eq!(marked, 3, "{:?}", lines(&changes));
    let found = MIDWAY.replace("at E2015: jp-cv-akagi,", "at E2015: jp-cv-akagi located,");
    let strike = battle(&found);
    assert_eq!((&strike.inputs["located"], strike.inputs.get("scout")), (&true.into(), None));
    assert!(has_note(&strike, "are marked Located"));
    let again = battle(&found.replace("us-n-yorktown strike", "us-n-yorktown reconnaissance"));
    assert_eq!(again.inputs["located"], true);
}

#[test]
fn a_sweep_searches_for_each_submarine_of_its_hex() {
    let text =
        "control: US E2112\nat E2112: chit:small-airbase, us-b-22 asw-sweep target=E2113\nat E2113: jp-ss-1";
    let sweep = battle(text);
    assert_eq!((sweep.id.as_str(), sweep.procedure), ("asw-E2113", "ATPO-R22"));
    assert!(sweep.inputs["air"][0]["air"].as_str().unwrap().starts_with("B 4"), "{}", sweep.inputs["air"]);
    let none = battle(&text.replace("\nat E2113: jp-ss-1", ""));
    assert_eq!(none.refused.unwrap().reason, "no enemy submarine is in E2113");
}

#[test]
fn what_could_be_flown_is_listed_beside_what_is_declared() {
    let text = MIDWAY.replace(" strike target=E2015", "");
    let possible = given(&text).possible_battles();
    let ids: Vec<&str> = possible.iter().map(|battle| battle.id.as_str()).collect();
    assert!(
        ids.contains(&"strike-E2015") && ids.contains(&"strike-E1912") && ids.contains(&"recon-E2015"),
        "{ids:?}"
    );
    assert!(possible.iter().all(|battle| !battle.declared));
    let declared = given(MIDWAY).possible_battles();
    let again = declared.iter().filter(|battle| battle.id == "strike-E2015").count();
    assert_eq!(again, 0, "who has a mission is not offered again under its id");
}

#[test]
fn missions_of_those_who_took_part_are_taken_off() {
    let text = MIDWAY.replace("us-n-yorktown strike", "us-n-yorktown reconnaissance");
    let given = given(&text);
    let battle = given.battles().remove(0);
    let over = super::fight(&battle, &[6, 6, 5], "", "");
    let edits = super::changes::lines(&given.changes(&battle, &over.deeds));
    assert!(edits.iter().any(|edit| edit.ends_with("Mission 1")), "{edits:?}");
}

#[test]
fn of_the_enemy_only_those_who_flew_lose_the_marks_of_their_missions() {
    let text = MIDWAY
        .replace("jp-n-akagi\n", "jp-n-akagi intercept target=E2015\n")
        .replace("jp-n-kaga\n", "jp-n-kaga patrol\n");
    let given = given(&text);
    let mut battle = given.battle("strike-E2015").unwrap();
    super::find(&mut battle);
    let marks = |policy: &str| {
        let over = fight_with(&battle, &mut Seeded::new(5), "balanced", policy);
        assert_eq!(over.status, Ending::Done, "{:?}", over.open);
        let changes = given.changes(&battle, &over.deeds).into_iter().map(|change| change.words);
        let mut done: Vec<String> =
            changes.filter(|words| words.contains("carried out its mission")).collect();
        done.sort();
        done.dedup();
        done
    };
    assert_eq!(marks("stay"), ["Yorktown air group has carried out its mission"]);
    assert_eq!(marks("fly,balanced").len(), 3, "{:?}", marks("fly,balanced"));
}

#[test]
fn decks_and_bases_for_those_whose_carrier_is_lost_come_from_the_save() {
    let text = MIDWAY.to_owned()
        + "at E2014: jp-cv-hiryu\ncontrol: JP E2013\nat E2013: chit:small-airbase, jp-f-24\n"
        + "at E2016: jp-cv-soryu reduced\n";
    let battle = only(&text, "strike-E2015");
    let decks: Vec<&str> = battle.inputs["decks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|deck| deck["name"].as_str().unwrap())
        .collect();
    assert!(decks.contains(&"Hiryu"), "{decks:?}");
    assert!(!decks.contains(&"Soryu"), "damaged carriers take nobody: {decks:?}");
    assert_eq!(
        battle.inputs["bases"],
        serde_json::json!([{ "name": "E2013", "room": 1, "spare": 0 }]),
        "two on a small base, one is there"
    );
    let further = only(&(text + "control: JP E2012\nat E2012: chit:small-airbase\n"), "strike-E2015");
    assert_eq!(
        further.inputs["bases"],
        serde_json::json!([
            { "name": "E2012", "room": 2, "spare": 1 },
            { "name": "E2013", "room": 1, "spare": 0 }
        ]),
        "the nearer one would be over-stacked"
    );
    let none = only(
        &MIDWAY
            .replace("E2015 aboard jp-cv-akagi: jp-n-akagi", "E2015: jp-dd-6")
            .replace("at E2015 aboard jp-cv-kaga: jp-n-kaga\n", ""),
        "strike-E2015",
    );
    assert!(!none.inputs.contains_key("decks") && !has_note(&none, "decks=…"), "nobody can be homeless");
}

#[test]
fn a_base_in_a_hex_that_only_partisans_hold_takes_no_homeless_aircraft() {
    let text = "date: 1942-06\nphase: NA.2\ncontrol: JP E1913\nat E1913: ph-partisan, chit:small-airbase\n\
        at E1912: us-cv-yorktown\nat E1912 aboard us-cv-yorktown: us-n-yorktown patrol\n\
        at E1915: jp-cv-akagi\nat E1915 aboard jp-cv-akagi: jp-n-akagi strike target=E1912\n";
    let takes = |text: &str| {
        let bases = only(text, "strike-E1912").inputs["bases"].to_string();
        assert!(bases.contains("E2112"), "{bases}");
        bases.contains("E1913")
    };
    assert!(takes(&text.replace("control: JP", "control: US")));
    assert!(!takes(text), "they go when the aircraft come (16.3.6)");
    let given = given(text);
    let battle = given.battle("strike-E1912").unwrap();
    let patrol = battle.forces.0.iter().flat_map(|force| &force.units);
    let patrol = patrol.into_iter().find(|unit| unit.name.starts_with("Yorktown air")).unwrap();
    let gone = |at: PlaceId| {
        let whom = Whom::Unit { name: patrol.name.clone(), piece: Some(patrol.piece.id.clone()) };
        let deed = Deed { whom, act: Act::Retreat(Some(at)), rule: "4.6.3".into() };
        let edits = given.changes(&battle, &[deed]);
        edits.into_iter().filter(|edit| edit.rule == "16.3.6").map(|edit| edit.words).collect::<Vec<_>>()
    };
    let words = "Philippine Partisans are eliminated and go to the US Force Pool (16.3.6)";
    assert_eq!(
        (gone(PlaceId::told("E1913")), gone(PlaceId::named("Yorktown"))),
        (vec![words.to_owned()], vec![])
    );
}

#[test]
fn who_lands_elsewhere_is_moved_there_and_does_not_go_down_with_his_carrier() {
    let text = MIDWAY.to_owned() + "control: JP E2013\nat E2013: chit:small-airbase\n";
    let given = given(&text);
    let battle = given.battle("strike-E2015").unwrap();
    let unit = |key: &str, name: &str| {
        let force = battle.forces.0.iter().find(|force| force.key == key).unwrap();
        let unit = force.units.iter().find(|unit| unit.name.starts_with(name)).unwrap();
        Whom::Unit { name: unit.name.clone(), piece: Some(unit.piece.id.clone()) }
    };
    let deeds = |at: &str| {
        vec![
            Deed { whom: unit("ships", "Akagi"), act: Act::Eliminate(None), rule: "4.10.2".into() },
            Deed {
                whom: unit("interceptors", "Akagi"),
                act: Act::Retreat(Some(PlaceId::named(at))),
                rule: "4.6.3".into(),
            },
        ]
    };
    let words = |deeds: &[Deed]| -> Vec<String> {
        given.changes(&battle, deeds).into_iter().map(|change| change.words).collect()
    };
    let aboard = words(&deeds("Kaga"));
    assert!(aboard.iter().any(|words| words.contains("lands aboard Kaga")), "{aboard:?}");
    assert!(!aboard.iter().any(|words| words.starts_with("Akagi air group is eliminated")), "{aboard:?}");
    let ashore = |text: &str| {
        let given = super::given(text);
        let battle = given.battle("strike-E2015").unwrap();
        let place = liege::rules::position::places::PlaceId::Hex("E2013".parse().unwrap());
        let mut deeds = deeds("Kaga");
        deeds[1].act = Act::Retreat(Some(place));
        let changes = given.changes(&battle, &deeds);
        changes.iter().any(|change| change.words.contains("lands in E2013, which it overstacks"))
    };
    assert!(!ashore(&text));
    assert!(ashore(&text.replace("chit:small-airbase", "chit:small-airbase, jp-f-24")));
    let lost = words(&deeds("Kaga")[..1]);
    assert!(lost.iter().any(|words| words.starts_with("Akagi air group is eliminated")), "{lost:?}");
}

#[test]
fn the_initiative_of_a_strike_at_an_installation_is_that_of_the_chit() {
    let text = MIDWAY
        .replace("jp-n-akagi\n", "jp-n-akagi strike target=\"E2112 airbase\"\n")
        .replace("jp-n-kaga\n", "jp-n-kaga strike target=\"E2112 airbase\"\n")
        .replace("NA.2", "OA.2");
    let open = only(&text, "strike-E2112");
    assert!(!open.inputs.contains_key("initiative") && has_note(&open, "initiative="), "{:?}", open.notes);
    let told = |place: &str| only(&format!("{text}box \"{place}\": chit:initiative\n"), "strike-E2112");
    assert_eq!(told("Japan Offensives").inputs["initiative"], "attacker");
    assert_eq!(told("US Offensives").inputs["initiative"], "defender");
    let over = fight_with(&open, &mut Seeded::new(1), "balanced", "balanced");
    assert!(matches!(over.status, Ending::Done | Ending::Open), "{:?}: {:?}", over.status, over.lines.last());
}

#[test]
fn elite_pilots_fly_with_one_more_and_go_out_of_the_game_with_their_unit() {
    let text = MIDWAY.replace("jp-n-akagi\n", "jp-n-akagi, chit:elite\n");
    let given = given(&text);
    let battle = given.battle("strike-E2015").unwrap();
    let of = |name: &str| {
        let met = battle.inputs["interceptors"].as_array().unwrap().iter();
        met.clone().find(|unit| unit["name"].as_str().unwrap().starts_with(name)).unwrap().clone()
    };
    assert!(of("Akagi")["state"].as_str().unwrap().contains("elite"), "{}", of("Akagi"));
    assert!(!of("Kaga")["state"].as_str().unwrap().contains("elite"), "{}", of("Kaga"));

    let force = battle.forces.0.iter().find(|force| force.key == "interceptors").unwrap();
    let lost = |name: &str| {
        let unit = force.units.iter().find(|unit| unit.name.starts_with(name)).unwrap();
        let whom = Whom::Unit { name: unit.name.clone(), piece: Some(unit.piece.id.clone()) };
        let deed = Deed { whom, act: Act::Eliminate(None), rule: "4.8.6".into() };
        given.changes(&battle, &[deed]).into_iter().map(|change| change.words).collect::<Vec<_>>()
    };
    let out = "Elite Pilots is eliminated and out of the game (16.16.1.2)".to_owned();
    assert!(lost("Akagi").contains(&out), "{:?}", lost("Akagi"));
    assert!(!lost("Kaga").contains(&out), "{:?}", lost("Kaga"));
}

#[test]
fn fighters_strafe_what_is_based_at_their_target() {
    let text = "date: 1942-06\nphase: NA.2\ncontrol: US E2112\nat E2112: chit:small-airbase, us-b-22, us-f-211\n\
        at E2015: jp-cv-akagi\nat E2015 aboard jp-cv-akagi: jp-n-akagi strafe target=E2112";
    let strafe = battle(text);
    assert_eq!((strafe.id.as_str(), strafe.procedure), ("strafe-E2112", "ATPO-R30"));
    assert_eq!((names(&strafe, "attack").len(), names(&strafe, "defence").len()), (1, 2));
    assert_eq!(strafe.inputs["flown-over"], 1);
    let over =
        super::fight_with(&strafe, &mut liege::rules::play::dice::Seeded::new(3), "balanced", "balanced");
    assert_eq!(over.status, liege::rules::play::procedure::Ending::Done, "{:?}", over.lines.last());
    let empty = text.replace(", us-b-22, us-f-211", "");
    assert!(battle(&empty).refused.unwrap().reason.contains("no enemy aircraft"));
}

#[test]
fn a_declared_strike_is_resolved_from_the_save() {
    let strike = battle(MIDWAY);
    let over =
        super::fight_with(&strike, &mut liege::rules::play::dice::Seeded::new(3), "balanced", "balanced");
    assert_eq!(over.status, liege::rules::play::procedure::Ending::Done, "{:?}", over.lines.last());
}

/// The set-up of December 1941, with all six air groups of the carrier force on their way to the ships in port.
fn pearl_harbor() -> String {
    let text = Embedded.text("oob/atpo/scenarios/december-1941.txt").unwrap();
    let mut lines: Vec<String> = text
        .lines()
        .filter(|line| !line.starts_with("game:") && !line.starts_with("fill:"))
        .map(str::to_owned)
        .collect();
    for line in lines.iter_mut().filter(|line| line.starts_with("tray jp-tf-1 aboard")) {
        line.push_str(" strike target=\"E2501 port\"");
    }
    lines.join("\n")
}

#[test]
fn the_first_strike_at_pearl_harbor_is_flown_from_the_set_up_of_december_1941() {
    let asked = given(&pearl_harbor());
    let mut strike = asked.battle("strike-E2501-port").or_else(|| asked.battle("strike-E2501")).unwrap();
    assert_eq!(strike.refused, None);
    assert_eq!(names(&strike, "strike").len(), 6);
    let ships = names(&strike, "ships");
    assert!(ships.iter().any(|name| name == "Arizona") && ships.len() > 15, "{ships:?}");
    assert_eq!(strike.inputs["port"], "major");
    assert_eq!(strike.inputs["date"], "1941-12");
    assert_eq!(strike.inputs["carriers"].as_array().unwrap().len(), 6);
    super::find(&mut strike);
    for (key, value) in [("surprise", "yes"), ("sneak", "yes")] {
        strike.inputs.insert(key.into(), value.into());
    }
    let mut sunk = 0;
    for seed in 0..20 {
        let report = fight_with(&strike, &mut Seeded::new(seed), "strongest,balanced", "stay,idle,balanced");
        assert_eq!(report.status, Ending::Done, "seed {seed}: {:?}", report.open);
        let gone = |deed: &&Deed| deed.act.word() == "eliminate";
        sunk += report.deeds.iter().filter(gone).count();
        assert!(!asked.changes(&strike, &report.deeds).is_empty(), "seed {seed}: {}", report.result);
    }
    // 21 attacks with +3, +2 in port and +1 of surprise: battleships of Armor 9 to 11 are hit by three dice in four.
    assert!((40..=300).contains(&sunk), "{sunk} in twenty mornings");
}

#[test]
fn decks_and_carriers_with_several_names_are_read_as_the_save_tells_them() {
    let text = MIDWAY.replace("jp-cv-kaga, jp-dd-5", "jp-cv-kaga, jp-cve-2, jp-dd-5").replace(
        "at E1912: us-cv-yorktown",
        "at E2015 aboard jp-cve-2: jp-n-soryu\nat E1912: us-cv-yorktown",
    );
    let mut battle = only(&text, "strike-E2015");
    let carriers = battle.inputs["defence-carriers"].to_string();
    assert!(carriers.contains("Escort carriers Kaiyo, Shinyo"), "{carriers}");
    let place = serde_json::json!([{ "name": "Escort carriers Taiyo, Unyo", "room": 2 }]);
    battle.inputs.insert("decks".into(), place);
    super::find(&mut battle);
    let report = fight_with(&battle, &mut Seeded::new(1), "aggressive", "aggressive,stay");
    assert_eq!(report.status, Ending::Done, "{:?}", report.refused);
}

/// An Allied carrier off Okinawa, and aircraft of Kyushu.
const OKINAWA: &str = "date: 1945-04\nphase: NA.2\n\
    at W4327: chit:large-airbase, jp-f-24 strike target=\"W4026 kamikaze\", jp-b-kanoya strike target=W4026\n\
    at W4026: us-cv-essex\n";

#[test]
fn kamikazes_are_named_behind_the_target_and_fly_with_the_bombers_of_the_strike() {
    let battle = battle(OKINAWA);
    assert_eq!((battle.id.as_str(), &battle.refused), ("strike-W4026", &None));
    assert_eq!(names(&battle, "strike").len(), 2);
    let states: Vec<&str> =
        (0..2).map(|at| battle.inputs["strike"][at]["state"].as_str().unwrap_or_default()).collect();
    assert!(states.contains(&"kamikaze"), "{states:?}");
    assert!(has_note(&battle, "tripwire="), "{:?}", battle.notes);
    let mut found = battle.clone();
    super::find(&mut found);
    let report = fight_with(&found, &mut Seeded::new(1), "balanced", "balanced");
    assert_eq!(report.status, Ending::Done, "{:?}", report.refused);
    assert_eq!(report.json["outcome"]["kamikazes"].as_array().map(Vec::len), Some(1));
    let gone = given(OKINAWA).changes(&found, &report.deeds);
    assert!(gone.iter().any(|change| change.words.contains("is eliminated")), "{gone:?}");
    let elite = only(&OKINAWA.replace("jp-f-24 strike", "jp-f-24 elite strike"), "strike-W4026");
    assert!(has_note(&elite, "has Elite Pilots"), "{:?}", elite.notes);
    let allied =
        OKINAWA.replace("at W4026: us-cv-essex", "at W4026: jp-cv-akagi").replace("jp-f-24", "us-f-211");
    let allied = given(&format!(
        "{}control: US W4327\n",
        allied.replace("jp-b-kanoya strike target=W4026", "us-b-22")
    ));
    assert!(allied.battles().iter().all(|battle| battle.refused.is_some()), "no Japanese unit");
}

#[test]
fn an_ohka_aboard_a_bomber_comes_with_it_to_its_target() {
    let text = format!("{OKINAWA}at W4327 aboard jp-b-kanoya: jp-ohka\n");
    let battle = battle(&text);
    let strike = battle.inputs["strike"].as_array().unwrap();
    assert_eq!(strike.len(), 3, "{strike:?}");
    let of = |part: &str| strike.iter().find(|unit| unit["name"].as_str().unwrap().contains(part)).unwrap();
    assert_eq!(of("Ohka")["home"], of("Kanoya")["name"]);
    let mut found = battle.clone();
    super::find(&mut found);
    let report = fight_with(&found, &mut Seeded::new(1), "balanced", "balanced");
    assert_eq!(report.status, Ending::Done, "{:?}", report.refused);
    assert!(report.lines.iter().any(|line| line.value == "released"), "{:?}", report.lines);
    let alone =
        OKINAWA.replace("jp-b-kanoya strike", "jp-b-kanoya") + "at W4327: jp-ohka strike target=W4026\n";
    let alone = only(&alone, "strike-W4026");
    assert!(has_note(&alone, "only with the bomber that carries it"), "{:?}", alone.notes);
}

/// A cruiser eight hexes from bombers of Midway that look for it: those of the 22nd reach that by their draft range alone.
fn eight_hexes_away(bombers: &str) -> Battle {
    let at = |row: u32| {
        format!(
            "phase: NA.2\ncontrol: US E2112\nat E2112: chit:large-airbase\nat E2112: {}\nat E21{row:02}: jp-ca-kako",
            bombers.replace("look", &format!("reconnaissance target=E21{row:02}"))
        )
    };
    let far = (1..=24).filter(|row| *row != 12).map(|row| battle(&at(row)));
    far.into_iter().find(|battle| battle.inputs.get("hexes") == Some(&8.into())).unwrap()
}

#[test]
fn who_looks_by_a_draft_range_is_told_so_and_never_refused() {
    let alone = eight_hexes_away("us-b-22 look");
    assert!(has_note(&alone, "draft"), "{:?}", alone.notes);
    let over = fight_with(&alone, &mut Seeded::new(1), "balanced", "balanced");
    assert_eq!(over.status, Ending::Done, "{:?}", over.refused);
    // Whoever surely gets there looks instead, and the other joins.
    let both = eight_hexes_away("us-b-22 look, us-b-11 look");
    assert!(both.inputs["air"].as_str().unwrap().starts_with("11th"), "{}", both.inputs["air"]);
    assert_eq!(both.inputs["further-air"], 1);
}

#[test]
fn a_strike_finds_its_ships_by_a_draft_range_where_nobody_comes_nearer() {
    let alone = eight_hexes_away("us-b-22 look");
    let strike = alone.place.location.clone();
    let text = format!(
        "phase: NA.2\ncontrol: US E2112\nat E2112: chit:large-airbase, us-b-22 strike target={strike}\nat {strike}: jp-ca-kako"
    );
    let battle = battle(&text);
    assert!(battle.inputs["scout"].as_str().unwrap().starts_with("22nd"), "{}", battle.inputs["scout"]);
    let over = fight_with(&battle, &mut Seeded::new(1), "balanced", "balanced");
    assert_eq!(over.status, Ending::Done, "{:?}", over.refused);
}

/// Bombers out of supply, which change base in one hop, from Midway to an airbase of that column of its row.
fn a_hop_to(column: u32) -> Battle {
    battle(&format!(
        "phase: OA.2\ncontrol: US E2112 E21{column}\nat E21{column}: chit:large-airbase\n\
         at E2112: chit:large-airbase, us-b-22 out-of-supply change-base target=E21{column}"
    ))
}

#[test]
fn a_change_of_base_within_a_draft_range_is_told_so_and_never_refused() {
    // A step further each: surely in range at first, then by the draft range only, then too far.
    let hops: Vec<Battle> = (13..=33).map(a_hop_to).collect();
    let told: Vec<_> = hops.iter().map(|hop| (&hop.refused, &hop.notes)).collect();
    let draft = hops.iter().position(|hop| has_note(hop, "draft")).unwrap_or_else(|| panic!("{told:?}"));
    let far = hops.iter().position(|hop| hop.refused.is_some()).unwrap();
    assert!(0 < draft && draft < far, "{draft} {far}");
    assert!(hops[draft..far].iter().all(|hop| has_note(hop, "draft")));
    for refused in &hops[far..] {
        assert_eq!(refused.refused.as_ref().map(|refusal| refusal.rule.as_str()), Some("4.3.6.1"));
    }
    let over = fight_with(&hops[draft], &mut Seeded::new(1), "balanced", "balanced");
    assert_eq!(over.status, Ending::Done, "{:?}", over.refused);
}
