//! Each reading of a choice that a procedure of the war at sea declares ends or tells some run otherwise.

use std::collections::BTreeSet;

use liege::rules::data::Embedded;
use liege::rules::games::GAMES;

use super::cells::told;
use super::procedure;

/// A procedure, a choice, and a run that the choice decides.
pub type Run = (&'static str, &'static str, &'static str);

const RUNS: &[Run] = &[
    ("R06", "carrier_raider", "us=CV~2~N"),
    ("R07", "both_okinawa", "routes=1~US date=1944-01 okinawa=yes iwo-jima=yes"),
    ("R07", "both_okinawa", "routes=1~US date=1944-01 okinawa=yes formosa=yes"),
    ("R07", "merchant_1943h2", "routes=1~US date=1943-07"),
    ("R09", "hit_compare", "submarine=SS~3-7 escorts=4"),
    ("R09", "strait_hexes", "submarine=SS~3-5 strait=korea"),
    ("R10", "active_sub_intercept", "state=active strategic-warfare=yes submarine=yes"),
    ("R10", "inclement", "weather=wet severe"),
    ("R10", "interception_repeat", "tried=phase"),
    ("R10", "natural_6_automatic", "int=-9"),
    ("R10", "reactive_naval_phase", "reactive state=unmarked"),
    ("R10", "search_group_bonus", "groups=2"),
    ("R10", "weather_interception", "weather=wet severe"),
    ("R11", "natural_6_automatic", "target=33 interceptor=30 natural-6=yes"),
    ("R12", "hit_compare", "ships=CA~2-8 port=minor"),
    ("R13", "battery_screen", "ships=2~x~CA~2-8 singapore"),
    ("R13", "hit_compare", "ships=CA~2-11/1-11 singapore"),
    ("R14", "admiral_encounter", "attack=CA~2-9~S1 defence=CA~2-9"),
    ("R14", "damaged_sub_round", "attack=BB~5-9/3-7 defence=CA~4-8/1-6"),
    ("R14", "hit_compare", "attack=CA~2-9/1-7 defence=CA~2-9/1-7"),
    ("R14", "screened_fire", "attack=CV~0-9/0-7,CA~3-9/1-7 defence=CL~2-7/1-5"),
    ("R14", "target_scope", "attack=BB~5-11,CA~3-9,CL~2-7 defence=BB~x-14,STP~6"),
    ("R14", "torpedo_users", "rounds=1 attack=CA~x(3)-20/x~JP defence=CA~x-8/x-6~US"),
    ("LIFT", "evacuation_mp", "ships=STP~x-5 cargo=marine from=coast distance=10 to=port"),
    ("R17", "evacuation_mp", "cargo=marine from=coast distance=10 to=port"),
    ("R20", "installation_result", "gunnery=14 target=fortification capacity=2"),
    ("R21", "hit_compare", "submarine=SS~3-5/2-4 ships=CV~0-9/0-7"),
    ("R21", "sub_first_target", "submarine=SS~3-5/2-4 ships=CV~0-9/0-7,DD~0-5/0-4"),
    ("R21", "sub_screen", "submarine=SS~3-5/2-4 ships=CV~0-9/0-7,3~x~DD~0-5/0-4"),
    ("R22", "asw_house", "air=FB~2"),
    ("R23", "hit_compare", "submarine=SS~2-5 ships=BB~5-12/3-8 midget inside=yes"),
    ("R23", "special_attack_doubles", "submarine=SS~2-5 ships=BB~5-9/3-8 midget inside=yes"),
    ("R23", "ss238", "submarine=SS~3-5 ships=BB~5-12 ss-238 date=1943-01"),
    ("R24", "hit_compare", "ships=CA~2-8/1-6"),
    ("R24", "sub_first_target", "ships=CA~2-8/1-6,DD~0-5"),
    ("R24", "sub_screen", "ships=CA~2-8/1-6,3~x~DD~0-5"),
    ("R27", "air_interceptions", "interceptor=F~4-6 target=aircraft phase=NA.2 intercepted=phase"),
    (
        "R27",
        "committed_cap",
        "interceptor=N~4-5/3~JP~committed~carrier target=aircraft phase=OA.2 carrier-defence=yes",
    ),
    ("R27", "interceptor_commit", "interceptor=F~4-6 target=aircraft phase=OL"),
    ("R28", "return_fire_trigger", "attack=F~4-6/3 defence=B~9-9[4]"),
    ("R29", "return_fire_trigger", "bomber=4 fighter=3 hit=no"),
    ("R30", "inclement", "attack=F~4-6/3 defence=B~9-9 flown-over=5 weather-entry=yes"),
    (
        "R30",
        "launch_check_span",
        "attack=N~4-6/3~JP~@A,N~4-6/3~JP~@B carriers=A~1,B~1 defence=B~9-9~US refuge=no",
    ),
    ("R31", "aa_minimum", "air=B~1-5 ships=CA~2-8"),
    ("R31", "aa_roll", "air=4~x~army~B~8-5 ships=6~x~BB~5-13"),
    ("R31", "recon_required", "air=B~1-5 ships=CA~2-8 located=no"),
    ("R32", "aa_minimum", "air=F~1-5 ships=CA~2-8"),
    ("R32", "aa_roll", "air=4~x~F~4-5 ships=6~x~BB~5-13"),
    ("R32", "kamikaze_rule", "air=B~1-5 ships=CA~2-8"),
    ("R60", "hit_compare", "moonlit-attack nation=JP date=1942-12 armor=8"),
    ("R60", "natural_6_automatic", "night natural-6=yes"),
    ("R60", "night_die", "night pt-boat=yes coastal=yes"),
    (
        "encounter",
        "aa_minimum",
        "automatic=canal attack=E:CV~0-9/0-7 strike=N~1-5/2~x~US~@E date=1942-06 defence=CA~x-8~JP",
    ),
    (
        "encounter",
        "aa_roll",
        "automatic=canal attack=E:CV~0-9/0-7 strike=4~x~N~8-5/2~US~@E date=1942-06 defence=6~x~BB~5-13~JP",
    ),
    (
        "encounter",
        "launch_check_span",
        "automatic=canal attack=E:CV~0-9,F:CV~0-9 strike=N~1-5/2~x~US~@E,N~1-5/2~x~US~@F carriers=E~1,F~1 defence=CA~x-8~JP",
    ),
    (
        "encounter",
        "return_fire_trigger",
        "automatic=canal attack=E:CV~0-9 strike=N~9-5/(4)~9-5/(4)~US~@E~as-bomber defence=CA~x-8~JP patrol=F~4-6/3~JP",
    ),
    (
        "encounter",
        "active_sub_intercept",
        "active state=active strategic-warfare=yes attack=SS~3-5-20/2-4-15 defence=CV~0-9-30",
    ),
    ("encounter", "admiral_encounter", "automatic=canal attack=CA~2-9~S1 defence=CA~2-9"),
    (
        "encounter",
        "battery_screen",
        "reactive date=1942-02 coastal=yes amphibious=yes singapore attack=CL~0-9-30 defence=2~x~CA~x-8-20",
    ),
    ("encounter", "damaged_sub_round", "automatic=canal attack=BB~5-9/3-7 defence=CA~4-8/1-6"),
    ("encounter", "hit_compare", "automatic=canal attack=CA~2-9/1-7 defence=CA~2-9/1-7"),
    ("encounter", "inclement", "active weather=wet severe attack=CA~2-9-30 defence=CA~2-9-30"),
    ("encounter", "interception_repeat", "active tried=phase attack=CA~2-9-30 defence=CA~2-9-30"),
    ("encounter", "natural_6_automatic", "active int=-9 attack=CA~2-9-30 defence=CA~2-9-33"),
    (
        "encounter",
        "night_die",
        "reactive date=1943-01 coastal=yes attack=3~x~CA~2-9-30 defence=PT~(1)-3-40/x~US night-chits=0 air=yes located=yes",
    ),
    (
        "encounter",
        "reactive_naval_phase",
        "reactive date=1942-01 state=unmarked attack=CA~2-9-30 defence=CA~2-9-30",
    ),
    ("encounter", "screened_fire", "automatic=canal attack=CV~0-9/0-7,CA~3-9/1-7 defence=CL~2-7/1-5"),
    ("encounter", "search_group_bonus", "active coastal=yes attack=CA~2-9-30 defence=CA~2-9-30"),
    (
        "encounter",
        "sub_first_target",
        "active coastal=yes attack=SS~3-5-20/2-4-15 defence=CV~0-9-10/0-7-10,DD~0-5-30/0-4-30",
    ),
    (
        "encounter",
        "sub_screen",
        "active coastal=yes attack=SS~3-5-20/2-4-15 defence=CV~0-9-10/0-7-10,3~x~DD~0-5-30/0-4-30",
    ),
    ("encounter", "target_scope", "automatic=canal attack=BB~5-11,CA~3-9,CL~2-7 defence=BB~x-14,STP~6"),
    ("encounter", "torpedo_users", "automatic=canal attack=CA~2(9)-20/x~JP defence=CA~x-8/x-6~US"),
    ("encounter", "weather_interception", "active weather=wet severe attack=CA~2-9-30 defence=CA~2-9-30"),
];

#[test]
fn each_reading_of_a_choice_at_sea_decides_some_run() {
    each_reading_decides(|id| id != "encounter");
}

#[test]
fn each_reading_of_a_choice_decides_some_encounter() {
    each_reading_decides(|id| id == "encounter");
}

fn each_reading_decides(among: impl Fn(&str) -> bool) {
    let runs: Vec<Run> = RUNS.iter().filter(|(id, ..)| among(id)).copied().collect();
    each_reading_of_these_decides(&runs);
}

/// Asks of each choice of the procedures in these runs that each of its readings ends or tells some run otherwise.
pub fn each_reading_of_these_decides(runs: &[Run]) {
    let mut idle = Vec::new();
    let ids: BTreeSet<&str> = runs.iter().map(|(id, ..)| *id).collect();
    for id in ids {
        for key in procedure(id).choices {
            let acted = GAMES[0].choices().iter().find(|acted| acted.key == *key).unwrap();
            let runs = runs.iter().filter(|(of, choice, _)| *of == id && choice == key);
            let apart = |seeds: u64| {
                let all = acted.readings.iter().map(|reading| {
                    let each = runs
                        .clone()
                        .map(|(.., typed)| format!("{typed} | {key}={}", reading.replace(' ', "~")));
                    each.map(|typed| told(&Embedded, id, &typed, seeds)).collect::<Vec<String>>()
                });
                all.collect::<BTreeSet<_>>().len() == acted.readings.len()
            };
            // Most show it in the first rolls.
            if !apart(2) && !apart(12) {
                idle.push(format!("{id} {key}"));
            }
        }
    }
    assert!(idle.is_empty(), "choices whose readings tell no run apart: {idle:?}");
}

#[test]
fn every_procedure_at_sea_that_declares_a_choice_is_among_the_runs() {
    let told: BTreeSet<String> = RUNS.iter().map(|(id, ..)| procedure(id).id.to_string()).collect();
    let sea = [
        "R06", "R07", "R09", "R10", "R11", "R12", "R13", "R14", "R15", "R16", "R17", "R18", "R20", "R21",
        "R22",
    ];
    let sea = sea
        .iter()
        .chain(&["R23", "R24", "R27", "R28", "R29", "R30", "R60", "R67", "encounter"])
        .map(|id| procedure(id));
    for entry in sea.filter(|entry| !entry.choices.is_empty()) {
        assert!(told.contains(&*entry.id), "{}", entry.id);
    }
}
