//! Missions of aircraft that attack nobody, or the economy: transport, drops, changes of base, strategic bombing, convoys.

use liege::rules::play::battle::{Battle, What};

use super::changes::lines;
use super::{battle, fight, given, has_note};

/// Two bases of the US six hexes apart, Tarawa and Howland, with air transport and infantry aboard it in one of them.
const CARRY: &str = "date: 1943-02\nphase: NA.2\ncontrol: US E3917 E3911\n\
    at E3917: chit:large-airbase, chit:us-sea-supply, us-atp-1 transport target=E3911\n\
    at E3917 aboard us-atp-1: us-para-503\n\
    at E3911: chit:small-airbase\n";

fn words(text: &str, battle: &Battle, faces: &[u8]) -> Vec<String> {
    let report = fight(battle, faces, "balanced", "balanced");
    given(text).changes(battle, &report.deeds).into_iter().map(|change| change.words).collect()
}

fn has(words: &[String], part: &str) -> bool {
    words.iter().any(|words| words.contains(part))
}

#[test]
fn air_transport_lands_what_is_aboard_at_a_base_and_its_mission_is_over() {
    let carry = battle(CARRY);
    assert_eq!((carry.id.as_str(), carry.procedure), ("transport-E3911", "ATPO-R35"));
    assert_eq!(carry.refused, None);
    let told = ["cargo", "to", "from", "nation"].map(|key| carry.inputs[key].as_str().unwrap());
    assert_eq!(told, ["paratroop", "airbase", "airbase", "US"]);
    assert_eq!((&carry.inputs["points"], &carry.inputs["distance"]), (&2.into(), &6.into()));
    assert_eq!(fight(&carry, &[], "", "").result, "1 ATP, 6 of 12 hexes");
    let done = words(CARRY, &carry, &[]);
    assert!(has(&done, "503rd Parachute Regiment lands in E3911"), "{done:?}");
    assert!(has(&done, "Air Transport has carried out its mission"), "{done:?}");
    assert!(!has(&done, "Air Transport goes to"), "it returns to its base: {done:?}");
}

#[test]
fn air_transport_that_cannot_fly_carries_nothing_and_is_told() {
    let with = CARRY.replace(
        "us-atp-1 transport target=E3911",
        "us-atp-1 transport target=E3911, uk-atp-1 current transport target=E3911",
    );
    let (alone, both) = (battle(CARRY), battle(&with));
    assert_eq!(both.inputs["points"], alone.inputs["points"], "{:?}", both.notes);
    assert!(has_note(&both, "left out: Air Transport"), "{:?}", both.notes);
    let late = battle(&CARRY.replace("us-atp-1 transport", "us-atp-1 current transport"));
    assert!(late.refused.is_some(), "its own transport cannot fly");
}

#[test]
fn the_cargo_shares_the_fate_of_its_air_transport() {
    let with = |fate: &str| {
        let mut carry = battle(CARRY);
        carry.inputs.insert("fate".into(), fate.into());
        words(CARRY, &carry, &[])
    };
    let aborted = with("aborted");
    assert!(has(&aborted, "goes back with its air transport") && !has(&aborted, "lands in"), "{aborted:?}");
    let lost = with("destroyed");
    assert!(has(&lost, "503rd Parachute Regiment is eliminated"), "{lost:?}");
    assert!(has(&lost, "Air Transport is eliminated"), "{lost:?}");
}

#[test]
fn air_transport_without_cargo_or_time_or_a_base_at_its_target_is_refused() {
    let empty = battle(&CARRY.replace("at E3917 aboard us-atp-1: us-para-503\n", ""));
    assert!(empty.refused.unwrap().reason.contains("nothing is aboard"));
    let late = battle(&CARRY.replace("NA.2", "MV.1"));
    assert!(late.refused.unwrap().reason.contains("Naval and Air Phase"));
    let strange = battle(&CARRY.replace("at E3911: chit:small-airbase\n", ""));
    assert_eq!(strange.inputs["to"], "elsewhere");
    assert_eq!(fight(&strange, &[], "", "").result, "refused");
    let far = battle(&CARRY.replace("E3911", "E3628"));
    assert!(far.refused.unwrap().reason.contains("hexes away"));
    let armor = battle(&CARRY.replace("us-para-503", "us-armor-1"));
    assert_eq!(fight(&armor, &[], "", "").result, "refused");
}

#[test]
fn a_paratroop_drops_alone_into_a_hex_that_nobody_defends() {
    let text = CARRY
        .replace("NA.2", "OL.1")
        .replace("control: US E3917 E3911", "control: US E3917\ncontrol: JP E3911");
    let drop = battle(&text);
    assert_eq!((drop.id.as_str(), drop.procedure), ("drop-E3911", "ATPO-R36"));
    assert_eq!((&drop.refused, &drop.inputs["adjacent"]), (&None, &false.into()));
    // 6 less 2 for a hex that is not adjacent.
    assert_eq!(fight(&drop, &[6], "", "").result, "depleted");
    let landed = words(&text, &drop, &[6]);
    assert!(has(&landed, "503rd Parachute Regiment lands in E3911"), "{landed:?}");
    assert!(has(&landed, "is now under US control"), "{landed:?}");
    let lost = words(&text, &drop, &[1]);
    assert!(has(&lost, "503rd Parachute Regiment is eliminated") && !has(&lost, "lands in"), "{lost:?}");
    let held = battle(&format!("{text}at E3911: jp-inf-1\n"));
    assert_eq!((held.id.as_str(), held.procedure), ("land-E3911", "ATPO-R39"), "part of the attack on land");
    let fort = battle(&format!("{text}at E3911: chit:fortification\n"));
    assert_eq!(fort.id, "land-E3911");
}

#[test]
fn what_lies_in_one_marker_flies_as_one_and_shares_one_fate() {
    let both = CARRY.replace("aboard us-atp-1: us-para-503", "aboard us-atp-1: us-para-503, us-para-11");
    let flight = battle(&both);
    assert_eq!(flight.inputs["further-cargo"], serde_json::json!(["paratroop 1"]));
    assert_eq!(fight(&flight, &[], "", "").result, "2 ATP, 6 of 12 hexes");
    let done = words(&both, &flight, &[]);
    assert!(
        has(&done, "503rd Parachute Regiment lands") && has(&done, "11th Airborne Division lands"),
        "{done:?}"
    );
    // With one point left two are too many, in one battle.
    let worn = battle(&both.replace("us-atp-1 transport", "us-atp-1 reduced transport"));
    assert_eq!(fight(&worn, &[], "", "").result, "refused");
    // Dropped together, each with a die of its own; an earlier one is adjacent.
    let text = both
        .replace("NA.2", "OL.1")
        .replace("control: US E3917 E3911", "control: US E3917\ncontrol: JP E3911");
    let drop = battle(&text);
    assert_eq!((drop.procedure, &drop.inputs["paratroops"]), ("ATPO-R36", &2.into()));
    // 6 less 2 is 4; 5 beside the first is intact.
    assert_eq!(fight(&drop, &[6, 5], "", "").result, "depleted, intact");
    let landed = words(&text, &drop, &[6, 5]);
    for part in [
        "503rd Parachute Regiment is depleted",
        "11th Airborne Division lands in E3911",
        "Air Transport is Committed",
    ] {
        assert!(has(&landed, part), "{part}: {landed:?}");
    }
    let lost = words(&text, &drop, &[1, 6]);
    assert!(
        has(&lost, "503rd Parachute Regiment is eliminated") && has(&lost, "11th Airborne Division lands"),
        "{lost:?}"
    );
    assert!(!has(&lost, "503rd Parachute Regiment lands"), "{lost:?}");
    // A depleted one stays aboard, and the other drops.
    let weak = battle(&text.replace("us-para-11", "us-para-11 reduced"));
    assert!(
        !weak.inputs.contains_key("paratroops") && has_note(&weak, "is depleted and cannot drop"),
        "{:?}",
        weak.notes
    );
    let point = battle(&text.replace("us-atp-1 transport", "us-atp-1 reduced transport"));
    assert_eq!(fight(&point, &[6, 6], "", "").result, "refused");
}

#[test]
fn a_paratroop_that_its_drop_depleted_says_so_and_drops_no_more() {
    let text = CARRY
        .replace("NA.2", "OL.1")
        .replace("control: US E3917 E3911", "control: US E3917\ncontrol: JP E3911");
    let drop = battle(&text);
    let report = fight(&drop, &[6], "", "");
    let edits = lines(&given(&text).changes(&drop, &report.deeds));
    assert!(edits.iter().any(|edit| edit.ends_with("Face 2")), "{edits:?}");
    let again = battle(&text.replace("us-para-503", "us-para-503 reduced"));
    assert_eq!(fight(&again, &[6], "", "").result, "refused");
}

#[test]
fn an_air_unit_changes_base_hop_by_hop_and_is_moved_there() {
    let text = "date: 1943-02\nphase: NA.2\ncontrol: US E3917 E3911\n\
        at E3917: chit:large-airbase, us-b-22 change-base target=E3911\nat E3911: chit:small-airbase\n";
    let rebase = battle(text);
    assert_eq!((rebase.id.as_str(), rebase.procedure), ("rebase-E3911", "ATPO-REBASE"));
    assert_eq!((&rebase.inputs["stops"][0], &rebase.inputs["from"]), (&"6 E3911".into(), &"airbase".into()));
    assert_eq!(fight(&rebase, &[], "", "").result, "1 of 3 hops");
    let done = words(text, &rebase, &[]);
    assert!(done.iter().any(|words| words.ends_with("goes to E3911 (4.3.6.1)")), "{done:?}");
    assert!(has(&done, "has carried out its mission"), "{done:?}");
    let mut back = rebase.clone();
    back.inputs.insert("aborted-at".into(), 1.into());
    assert!(!has(&words(text, &back, &[]), "goes to"), "back at the base where it started");
    let full = battle(&format!("{text}at E3911: us-f-211\n"));
    assert_eq!((fight(&full, &[], "", "").result.as_str(), &full.inputs["room"]), ("refused", &false.into()));
    let atp = battle(&text.replace("us-b-22", "us-atp-1"));
    assert_eq!(fight(&atp, &[], "", "").result, "1 of 3 hops", "{:?}", atp.inputs);
}

#[test]
fn carrier_aircraft_leave_their_carrier_for_a_base_and_come_back() {
    let text = "date: 1943-02\nphase: NA.2\ncontrol: US E2112\nat E2112: chit:large-airbase\n\
        at E2108: us-cv-yorktown\nat E2108 aboard us-cv-yorktown: us-n-yorktown change-base target=E2112\n";
    let ashore = battle(text);
    assert_eq!(ashore.inputs["from"], "carrier");
    let position = given(text);
    let report = fight(&ashore, &[], "", "");
    let changes = position.changes(&ashore, &report.deeds);
    assert!(changes.iter().any(|change| matches!(change.what, What::MoveTo(_))), "{:?}", lines(&changes));
    assert!(changes.iter().any(|change| change.words.contains("is based there")), "{:?}", lines(&changes));
    let back = "date: 1943-02\nphase: NA.2\ncontrol: US E2112\n\
        at E2112: chit:large-airbase, us-n-yorktown change-base target=E2108\nat E2108: us-cv-yorktown\n";
    let back = battle(back);
    assert_eq!(back.inputs["stops"][0], "4 carrier E2108");
}

/// A wing of B-29s within reach of Tokyo.
const TOKYO: &str = "date: 1944-12\nphase: SW.1\ncontrol: US BASE\n\
    at BASE: chit:large-airbase, us-b29-73 strike target=W4533\nin \"Japan EP\": chit:jp-loss number=3\n";

fn tokyo() -> String {
    TOKYO.replace("BASE", "W3733")
}

#[test]
fn bombers_fly_against_a_city_in_the_strategic_warfare_phase() {
    let text = tokyo();
    let raid = battle(&text);
    assert_eq!((raid.id.as_str(), raid.procedure, &raid.refused), ("bomb-W4533", "ATPO-R03", &None));
    assert_eq!(raid.inputs["target"], serde_json::json!(["home-city", "unconquered-capital", "resource"]));
    assert_eq!(
        (&raid.inputs["against"], &raid.inputs["place"]),
        (&"japan".into(), &"Tokyo / Yokosuka".into())
    );
    assert!(has_note(&raid, "bombed-before=yes") && has_note(&raid, "next-income="), "{:?}", raid.notes);
    let done = words(&text, &raid, &[4, 4]);
    assert!(has(&done, "Japanese Strategic Losses go from 3 to "), "{done:?}");
    assert!(has(&done, "in the Strategic Bombing box") && has(&done, "is Previously Committed"), "{done:?}");
    assert!(has(&done, "has carried out its mission"), "{done:?}");
    assert_eq!(raid.inputs["home-islands"], true);
    assert!(
        fight(&raid, &[4, 4], "balanced", "balanced").lines.iter().any(|line| line.label == "Shock of War")
    );
    let night = battle(&text.replace("target=W4533", "target=\"W4533 night\""));
    assert_eq!(night.inputs["night"], true);
    let rail = battle(&text.replace("target=W4533", "target=\"W4533 rail\""));
    assert_eq!(rail.inputs["target"], serde_json::json!(["rail"]));
    let late = battle(&text.replace("SW.1", "NA.2").replace("target=W4533", "target=\"W4533 factory\""));
    assert!(late.refused.unwrap().reason.contains("Strategic Warfare Phase"));
    let strike = battle(&text.replace("SW.1", "OA.2"));
    assert_eq!(strike.procedure, "ATPO-STRIKE", "without a word and in another Phase it is a strike");
}

#[test]
fn b_29s_fire_bomb_a_home_city_once() {
    let text = tokyo().replace("target=W4533", "target=\"W4533 fire\"");
    let raid = battle(&text);
    assert_eq!((raid.id.as_str(), raid.procedure), ("firebomb-W4533", "ATPO-R04"));
    let position = given(&text);
    let report = fight(&raid, &[4, 4], "", "");
    let laid = position
        .changes(&raid, &report.deeds)
        .into_iter()
        .any(|change| matches!(change.what, What::AddChit { ref entry, .. } if entry == "firebombed"));
    assert!(laid, "{:?}", report.deeds);
    let again = battle(&format!("{text}at W4533: chit:firebombed\n"));
    assert_eq!(fight(&again, &[4, 4], "", "").result, "refused");
}

#[test]
fn japanese_bombers_fly_over_a_convoy_route() {
    let text = "date: 1942-02\nphase: SW.2\ncontrol: JP E2112\n\
        at E2112: chit:large-airbase, jp-b-4-ku strike target=east-pacific\n";
    let raid = battle(text);
    assert_eq!((raid.id.as_str(), raid.procedure, &raid.refused), ("convoy-east-pacific", "ATPO-R05", &None));
    assert_eq!(raid.inputs["route"], "us");
    assert!(has_note(&raid, "distance="), "{:?}", raid.notes);
    assert!(fight(&raid, &[6, 6], "balanced", "balanced").result.contains("EP"));
    let elite = battle(&format!("{}, chit:elite\n", text.trim_end()));
    let word = elite.inputs["bombers"][0]["state"].as_str().unwrap_or_default();
    assert!(word.contains("elite"), "Elite Pilots add to the strength: {:?}", elite.inputs["bombers"]);
    let mut played = elite;
    played.inputs.insert("distance".into(), 3.into());
    assert!(fight(&played, &[6, 6], "balanced", "balanced").result.contains("EP"), "the raid takes the word");
    let ocean = battle(&text.replace("east-pacific", "indian-ocean-west"));
    assert_eq!(
        (&ocean.inputs["open"], fight(&ocean, &[4, 4], "", "").result.as_str()),
        (&false.into(), "refused")
    );
    let allied = battle(&text.replace("control: JP", "control: US").replace("jp-b-4-ku", "us-b-22"));
    assert!(allied.refused.unwrap().reason.contains("only Japanese"));
}

#[test]
fn who_changes_base_from_the_west_coast_crosses_to_the_place_of_his_target() {
    let text = "date: 1943-02\nphase: NA.2\ncontrol: US E2501\nbox us-box: us-b-22 change-base target=E2501\n\
        at E2501: chit:large-airbase\n";
    let change = battle(text);
    assert_eq!((change.id.as_str(), &change.refused), ("rebase-E2501", &None), "{:?}", change.notes);
    assert_eq!(
        (&change.inputs["from"], &change.inputs["stops"]),
        (&"west-coast".into(), &serde_json::json!(["hawaii"]))
    );
}

#[test]
fn enemy_fighters_that_reach_the_way_of_air_transport_meet_it() {
    let near = CARRY.replace("E3917", "E4132").replace("E3911", "E4333");
    let alone = battle(&near);
    assert!(!alone.inputs.contains_key("interceptors") && !alone.inputs.contains_key("way"));
    let text = near.clone() + "control: JP E4334\nat E4334: chit:large-airbase, jp-f-244\n";
    let met = battle(&text);
    assert!(met.inputs.contains_key("interceptors"), "{:?} {:?}", met.inputs, met.notes);
    assert!(has_note(&met, "fate="), "{:?}", met.notes);
    // A 1 costs it a point and aborts it: its cargo goes back with it, and the fighter stays as it is.
    let hit = words(&text, &met, &[1]);
    assert!(has(&hit, "Air Transport is hit and flipped"), "{hit:?}");
    assert!(has(&hit, "503rd Parachute Regiment goes back with its air transport"), "{hit:?}");
    assert!(!has(&hit, "244th Sentai"), "{hit:?}");
    // What is left of it need not carry as much: the cargo is at its base again.
    assert!(has(&hit, "503rd Parachute Regiment is at its base again"), "{hit:?}");
    let one = text.replace("us-atp-1 transport", "us-atp-1 reduced transport");
    let lost = words(&one, &battle(&one), &[1]);
    assert!(has(&lost, "Air Transport is eliminated"), "{lost:?}");
    assert!(has(&lost, "503rd Parachute Regiment is eliminated"), "{lost:?}");
    assert!(!has(&lost, "244th Sentai"), "{lost:?}");
    let said = serde_json::json!({ "fate": "aborted" });
    let by_hand = super::game().lay(&met, said.as_object().unwrap()).unwrap();
    assert!(!by_hand.inputs.contains_key("interceptors"), "what was fought by hand is not fought again");
}

#[test]
fn enemy_fighters_that_reach_the_way_of_a_drop_meet_its_air_transport() {
    let near = CARRY
        .replace("E3917", "E4132")
        .replace("E3911", "E4333")
        .replace("NA.2", "OL.1")
        .replace("control: US E4132 E4333", "control: US E4132\ncontrol: JP E4333 E4334");
    let text = near.clone() + "at E4334: chit:large-airbase, jp-f-244\n";
    let drop = battle(&text);
    assert_eq!((drop.id.as_str(), &drop.refused), ("drop-E4333", &None));
    assert!(drop.inputs.contains_key("interceptors") && drop.inputs.contains_key("transport"), "{drop:?}");
    assert!(has_note(&drop, "atp=") && has_note(&drop, "after the meeting"), "{:?}", drop.notes);
    // A 1 costs the air transport a point and aborts it.
    let home = words(&text, &drop, &[1]);
    assert!(has(&home, "Air Transport is hit and flipped"), "{home:?}");
    assert!(has(&home, "503rd Parachute Regiment goes back with its air transport"), "{home:?}");
    assert!(!has(&home, "under control") && !has(&home, "lands in"), "{home:?}");
    assert!(has(&home, "244th Sentai"), "who met it in an Offensive is Committed: {home:?}");
    let one = text.replace("us-atp-1 transport", "us-atp-1 reduced transport");
    let lost = words(&one, &battle(&one), &[1]);
    assert!(has(&lost, "503rd Parachute Regiment is eliminated"), "{lost:?}");
    assert!(!has(&lost, "under control"), "{lost:?}");
    // The fighter is left over the hex, and nobody is beside it: 6 less 4. Told to be contested it is 6 less 2.
    let shot = words(&text, &drop, &[6, 6, 6]);
    assert!(has(&shot, "503rd Parachute Regiment is eliminated") && !has(&shot, "under control"), "{shot:?}");
    let mut contested = drop.clone();
    contested.inputs.insert("air-superiority".into(), "none".into());
    let landed = words(&text, &contested, &[6, 6, 6]);
    assert!(has(&landed, "is now under US control"), "{landed:?}");
    assert!(has(&landed, "503rd Parachute Regiment lands in E4333"), "{landed:?}");
    let said = serde_json::json!({ "atp": "ready" });
    let by_hand = super::game().lay(&drop, said.as_object().unwrap()).unwrap();
    assert!(!by_hand.inputs.contains_key("interceptors"), "what was fought by hand is not fought again");
    // Escorts over a hex where nobody meets them.
    let escorted = near + "at E4132: us-f-211 escort target=E4333\n";
    let escorted = battle(&escorted);
    assert!(escorted.inputs.contains_key("escorts"), "{:?} {:?}", escorted.inputs, escorted.notes);
    assert!(has_note(&escorted, "only the escorts"), "{:?}", escorted.notes);
}

#[test]
fn an_a_bomb_at_the_base_of_its_b_29_is_an_attack_of_its_own() {
    let text =
        tokyo().replace("date: 1944-12", "date: 1945-08").replace("target=W4533", "target=\"W4533 a-bomb\"");
    let without = battle(&text);
    assert_eq!((without.id.as_str(), without.procedure), ("abomb-W4533", "ATPO-R08"));
    assert!(without.refused.unwrap().reason.contains("no A-Bomb in"));
    let text = format!("{text}at W3733: chit:a-bomb\nat W4533: jp-inf-1\n");
    let bomb = battle(&text);
    assert_eq!((&bomb.refused, &bomb.inputs["home-city"]), (&None, &true.into()), "{:?}", bomb.notes);
    assert_eq!(bomb.inputs["units"].as_array().map(Vec::len), Some(1));
    let mut known = bomb.clone();
    known.inputs.insert("base".into(), "port".into());
    let done = words(&text, &known, &[4, 4]);
    assert!(has(&done, "A-Bomb"), "{done:?}");
    assert!(
        done.iter().any(|words| words.contains("is hit and flipped") || words.contains("loses a step")),
        "{done:?}"
    );
}

#[test]
fn the_shock_of_war_comes_with_bombs_on_the_home_islands_alone() {
    // Mukden is Japan's, and no part of Japan.
    let text = tokyo().replace("target=W4533", "target=W5022").replace("W3733", "W4919");
    let raid = battle(&text);
    assert_eq!((&raid.inputs["home-islands"], &raid.inputs["against"]), (&false.into(), &"japan".into()));
    let shock = |inputs: &[(&str, serde_json::Value)]| {
        let mut raid = raid.clone();
        raid.inputs.retain(|key, _| ["bombers", "target", "against"].contains(&key.as_str()));
        raid.inputs.extend(inputs.iter().map(|(key, value)| ((*key).to_owned(), value.clone())));
        let report = fight(&raid, &[4, 4], "balanced", "balanced");
        report.lines.iter().any(|line| line.label == "Shock of War")
    };
    for kinds in ["dei-oil", "city,resource", "rail", "capital", "home-city,capital"] {
        assert!(!shock(&[("target", kinds.into())]), "{kinds}");
    }
    assert!(shock(&[("target", "home-city,resource".into())]));
    assert!(shock(&[("target", "unconquered-capital".into())]));
    assert!(shock(&[("target", "rail".into()), ("home-islands", true.into())]));
    assert!(!shock(&[("target", "home-city".into()), ("home-islands", false.into())]));
}

#[test]
fn what_a_value_takes_the_place_of_is_told_by_names() {
    let raid = battle(&format!("{}at W4533: chit:large-airbase, jp-f-244\n", tokyo()));
    let said = serde_json::json!({ "interceptors": "none" });
    let by_hand = super::game().lay(&raid, said.as_object().unwrap()).unwrap();
    let told = "interceptors=none is given; without it interceptors=244th Sentai (Ki-61) holds";
    assert!(has_note(&by_hand, told), "{:?}", by_hand.notes);
}
