//! Magic chits in battles of a save: one that is used goes back into the pool of chits; none is used in the season
//! of a Change JN-25.

use liege::rules::play::battle::Battle;
use liege::rules::play::dice::Seeded;
use liege::rules::play::procedure::Ending;
use serde_json::json;

use super::changes::lines;
use super::has_note;
use super::{fight_with, game, given};

/// What becomes of the chit of a position whose battle of this procedure is fought with it, by these policies.
fn of_chit(text: &str, procedure: &str, policies: (&str, &str)) -> Vec<String> {
    let given = given(text);
    let battle: Battle =
        given.battles().into_iter().find(|battle| battle.procedure == procedure).expect(procedure);
    let said = json!({"magic": 2});
    let battle = game().lay(&battle, said.as_object().unwrap()).unwrap();
    let over = fight_with(&battle, &mut Seeded::new(1), policies.0, policies.1);
    assert_eq!(over.status, Ending::Done, "{procedure}: {:?} {:?}", over.open, over.refused);
    let goes_back = |line: &String| line.ends_with("to Chits Pool");
    lines(&given.changes(&battle, &over.deeds)).into_iter().filter(goes_back).collect()
}

#[test]
fn a_chit_that_is_used_for_mines_a_battery_or_a_submarine_goes_back() {
    let port = "at E2501: chit:magic\ncontrol: UK W2112\nat W2112: jp-ca-haguro enter-port";
    let fort = "at E2501: chit:magic\ncontrol: US E4525\nat E4525: chit:us-coastal-fort\nat E4525: jp-ca-haguro sail";
    let battery = "at E2501: chit:magic\nat W3021: jp-stp-1, jp-ca-haguro\n\
        at W3021 aboard jp-stp-1: jp-snlf-kure-3 attack W3021\nat W3021: us-inf-24";
    let boat = "at E2501: chit:magic\nat E4526: us-ss-1 submarine-attack\nat E4526: jp-stp-1, jp-dd-5";
    let both = ["attacker", "defender"];
    for (text, procedure, owner) in [
        (port, "ATPO-R12", both[1]),
        (fort, "ATPO-FORT-MINES", both[1]),
        (battery, "ATPO-R13", both[1]),
        (boat, "ATPO-R21", both[0]),
    ] {
        let with = |word: &str| {
            let words = format!("{word},balanced");
            match owner {
                "attacker" => of_chit(text, procedure, (&words, "balanced")),
                _ => of_chit(text, procedure, ("balanced", &words)),
            }
        };
        assert_eq!(with("use"), ["3.1 to Chits Pool"], "{procedure}");
        assert_eq!(with("keep"), Vec::<String>::new(), "{procedure}");
    }
}

#[test]
fn a_chit_that_is_used_in_the_air_or_on_land_goes_back() {
    let at_sea = "in \"Spring\": chit:magic\ndate: 1943-05\nphase: NA.2\ncontrol: US E2112\nat E1914: jp-cv-soryu\n\
        at E2112: chit:small-airbase, us-b-22";
    let [strike, look] =
        ["strike", "reconnaissance"].map(|mission| format!("{at_sea} {mission} target=E1914"));
    let land = "in \"Spring\": chit:magic\ndate: 1943-05\nphase: OL.3\nat W4418: us-inf-24 attack W4318\nat W4318: jp-inf-2";
    let used = ["2.1 to Chits Pool"];
    let none: [&str; 0] = [];
    assert_eq!(of_chit(&strike, "ATPO-STRIKE", ("use,balanced", "balanced")), used);
    assert_eq!(of_chit(&strike, "ATPO-STRIKE", ("keep,balanced", "balanced")), none);
    assert_eq!(of_chit(&look, "ATPO-R25", ("balanced", "balanced")), used);
    assert_eq!(of_chit(land, "ATPO-R39", ("advance", "balanced")), used);
    let two = format!("in \"Winter\": chit:magic\n{land}");
    assert_eq!(of_chit(&two, "ATPO-R39", ("advance", "balanced")), none, "nobody knows which it was");
    let other = land.replace("Spring", "Summer");
    assert_eq!(of_chit(&other, "ATPO-R39", ("advance", "balanced")), none, "it is drawn for another season");
}

/// Battles on land, at sea and in the air.
const EVERYWHERE: &str = "at E4525: us-inf-24 attack E4526, jp-ca-haguro
at E4526: jp-inf-2
at E2112: chit:small-airbase, us-b-22 strike target=E1914
at E1914: jp-cv-soryu
control: US E2112
control: UK W2112
at W2112: jp-ca-haguro enter-port";

#[test]
fn no_magic_is_used_in_the_season_of_a_change_of_code() {
    let of = |date: &str, place: &str| {
        given(&format!("date: {date}\nphase: NA.2\nin \"{place}\": chit:jn25\n{EVERYWHERE}"))
    };
    let said = json!({"magic": 2});
    let given = of("1943-05", "Spring");
    let takes: Vec<Battle> = of("1943-07", "Spring")
        .battles()
        .into_iter()
        .filter(|battle| battle.takes.contains(&"magic"))
        .collect();
    assert_eq!(takes.len(), 3, "{takes:?}");
    for open in takes {
        assert!(has_note(&open, "magic=") && game().lay(&open, said.as_object().unwrap()).is_ok());
        let battle = given.battle(&open.id).unwrap();
        let faults = game().lay(&battle, said.as_object().unwrap()).unwrap_err();
        let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
        let why = "is barred: Change JN-25 lies in the Spring box of the Turn Track: no Magic is used in Spring 1943 \
                   (17.10.2.7)";
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told.iter().all(|told| told.ends_with(why)), "{told:?}");
        assert!(!has_note(&battle, "magic=") && has_note(&battle, "17.10.2.7"), "{:?}", battle.notes);
        assert!(!battle.takes.iter().any(|key| key.contains("magic")), "{:?}", battle.takes);
    }
    // Before its season, and before Japan could lay one for it, it bars nothing.
    for (date, place) in [("1943-03", "Spring"), ("1943-02", "Winter"), ("1942-05", "Spring")] {
        let all = of(date, place).battles();
        assert_eq!(all.iter().filter(|battle| battle.takes.contains(&"magic")).count(), 3, "{date} {place}");
    }
}

#[test]
fn a_change_of_code_bars_maru_chits() {
    let text = |place: &str| {
        format!("date: 1944-05\nphase: SW.6\nin \"{place}\": chit:jn25\nat W1616: us-ss-1, us-ss-2")
    };
    let merchants = |place: &str| given(&text(place)).battle("raid-merchant-interdiction").unwrap();
    let said = |routes: &str| json!({"routes": routes}).as_object().unwrap().clone();
    let barred = merchants("Spring");
    let fault = game().lay(&barred, &said("2 US submarines, Maru")).unwrap_err().remove(0);
    assert!(fault.to_string().starts_with("routes: maru is not allowed: Change JN-25"), "{fault}");
    assert!(game().lay(&barred, &said("2 US submarines")).is_ok() && !has_note(&barred, "Maru"));
    let open = merchants("Summer");
    assert!(game().lay(&open, &said("2 US submarines, maru")).is_ok() && has_note(&open, "Maru"));
}
