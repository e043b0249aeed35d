//! What is told in two ways that exclude each other, and Naval Magic that helps the mines alone.

use liege::rules::play::procedure::RunError;

use super::{fault, refused, result, run};

const SHIPS: &str = "attack=CA~2-8-33/1-6-20~UK defence=CA~2-8-33/1-6-20~JP date=1942-02";

#[test]
fn what_lies_on_a_coast_is_not_at_open_sea() {
    let of = |more: &str| fault("naval-encounter", &format!("{SHIPS} {more}"));
    assert_eq!(of("reactive port=major into-port=no"), "port");
    assert_eq!(of("reactive enlarged=yes into-port=no"), "enlarged");
    assert_eq!(of("reactive coastal=no port=minor into-port=yes"), "into-port");
    assert_eq!(of("reactive coastal=no port=minor"), "port");
    assert_eq!(of("reactive sea-area=yes coastal-fort=yes"), "coastal-fort");
    assert_eq!(of("reactive coastal=no mover-fort=yes"), "mover-fort");
    assert_eq!(of("reactive coastal=no amphibious=yes fortress=singapore"), "fortress");
    // What is denied beside it contradicts nothing.
    let calm = format!("{SHIPS} reactive coastal=no into-port=no coastal-fort=no mover-fort=no");
    assert_eq!(result("naval-encounter", &calm, &[1], &[]), "not found");
}

#[test]
fn ships_of_two_sides_do_nothing_together() {
    for (procedure, words) in [
        ("port-mines", "ships=CA~2-8~US,CA~2-8~JP port=major"),
        ("fort-mines", "ships=CA~2-8~AU,CA~2-8~JP date=1942-08"),
        ("naval-combat", "attack=CA~2-8~US,CA~2-8~JP defence=CA~2-8"),
        ("submarine-attack", "submarine=SS~3-5/2-4 ships=CA~2-8~US,CA~2-8~JP date=1942-08"),
    ] {
        assert!(!refused(procedure, words, &[]).is_empty(), "{procedure} {words}");
    }
    assert_eq!(result("port-mines", "ships=CA~2-8~US,CA~2-8~NL port=major", &[1, 1, 1, 1], &[]), "no hit");
}

#[test]
fn a_nation_that_is_none_is_told_once() {
    let words = format!("{SHIPS} automatic=docked hex=W2112 into-port=yes mines=XX");
    let told = run("naval-encounter", &words, &[], &[]);
    let Err(RunError::Input(faults)) = told else { panic!("{told:?}") };
    assert_eq!(faults.iter().filter(|fault| fault.key == "mines").count(), 1, "{faults:?}");
}

#[test]
fn naval_magic_helps_the_mines_of_a_nation_whose_ships_are_elsewhere() {
    let dutch = SHIPS.replace("UK", "NL");
    let port = "automatic=docked hex=W2112 into-port=yes magic=2";
    let played = |words: &str, faces: &[u8]| {
        let words = format!("{words} {port}");
        run("naval-encounter", &words, faces, &[])
    };
    // The Dutch have mines of their own, which the chit does not help.
    let own = played(&format!("{dutch} mines=NL"), &[]).unwrap();
    assert_eq!(own.refused[0].rule, "17.10.2.1.3");
    let british = played(&format!("{dutch} mines=UK"), &[]).unwrap();
    assert_eq!(british.refused, []);
    let asked = british.open.unwrap();
    assert_eq!(asked.label, "naval magic");
    // Neither the search nor the guns of the Dutch have it.
    let searched = format!("{dutch} reactive coastal-fort=yes mines=UK magic=2");
    let report = run("naval-encounter", &searched, &[], &[]).unwrap();
    assert_eq!(report.open.map(|asked| asked.label), Some("naval magic"));
    // Who has no mines in their way is helped by nothing.
    let none = run("naval-encounter", &format!("{dutch} reactive magic=2"), &[], &[]).unwrap();
    assert_eq!(none.refused[0].rule, "17.10.2.1.3");
    assert_eq!(fault("naval-encounter", &format!("{dutch} reactive mines=UK magic=2")), "mines");
    let boat = "attack=SS~3-5-16/2-4-16~NL defence=CA~2-8-33/1-6-20~JP date=1942-02";
    assert_eq!(played(&format!("{boat} mines=UK"), &[]).unwrap().refused, []);
}

#[test]
fn sea_transport_has_armor_and_movement() {
    let of = |ship: &str| run("port-mines", &format!("ships={ship} port=minor"), &[1, 1, 1, 1], &[]);
    for ship in ["STP~5-20", "5-20~STP", "STP~5-35", "STP~x-5-20", "STP~5"] {
        let report = of(ship).unwrap();
        assert_eq!(report.result, "no hit", "{ship}");
        assert!(report.lines.iter().any(|line| line.cause.contains("against Armor 5")), "{:?}", report.lines);
    }
    assert!(of("STP~2-5-20").is_err());
}

#[test]
fn who_is_to_land_is_met_without_a_die_in_his_hex() {
    let words = "attack=Chokai:CA~2-8-33/1-6-20~JP defence=Boise:CL~1-7-33/1-6-20~US,STP~5-20~US date=1942-08 automatic=landing";
    let met = run("naval-encounter", words, &[], &[]).unwrap();
    assert_eq!(met.refused, []);
    assert_eq!(met.faces, Vec::<u8>::new(), "nobody searches");
    let asked = met.open.unwrap();
    assert_ne!(asked.label, "night", "Night prevents no automatic interception");
    assert_ne!(asked.label, "evade", "nobody runs from one");
}

#[test]
fn what_counts_beside_something_else_alone_is_refused_without_it() {
    let of = |more: &str| fault("naval-encounter", &format!("{SHIPS} {more}"));
    assert_eq!(of("sea-area=yes coastal=yes"), "sea-area");
    assert_eq!(of("int=-2 coastal=yes"), "int");
    assert_eq!(of("reactive mines=US"), "mines");
    assert_eq!(of("near-japan=yes"), "near-japan");
    assert_eq!(of("magic-side=defender"), "magic-side");
    assert_eq!(of("strategic-warfare=yes state=standby"), "strategic-warfare");
    assert_eq!(of("hex=W2112"), "hex");
    assert_eq!(of("fortified=yes"), "fortified");
    assert_eq!(of("destroyed=yes"), "destroyed");
    assert_eq!(of("automatic=canal weather=wet zone=severe"), "weather");
    assert_eq!(of("automatic=canal int=-1"), "int");
    let search = |more: &str| fault("naval-interception", more);
    assert_eq!(search("int=-2 coastal=yes"), "int");
    assert_eq!(search("same-area=yes coastal=yes"), "same-area");
    assert_eq!(search("strategic-warfare=yes state=unmarked"), "strategic-warfare");
    assert_eq!(fault("evasion", "target=33 interceptor=30 near-japan=yes"), "near-japan");
    assert_eq!(fault("naval-combat", "attack=CA~2-8~US defence=CA~2-8~JP magic-side=attacker"), "magic-side");
    // Who is Active by strategic warfare is Active.
    let boat = "submarine=yes strategic-warfare=yes";
    assert!(!refused("naval-interception", "strategic-warfare=yes", &[]).is_empty());
    assert_eq!(result("naval-interception", boat, &[1], &[]), "failure");
}
