//! Attacks: how many, at what, with which modifiers, and what a hit does.

use liege::rules::play::procedure::Ending;

use super::super::call::Call;
use super::{STRONGEST, call, fault, least, refused, result, run, values};

#[test]
fn each_modifier_counts_at_the_targets_that_it_is_for() {
    for (air, ships, more, wanted) in [
        // Named ships.
        ("B 1-5", "CA 2-9", "area=hex", 9),
        ("N 1-5", "CA 2-9", "area=hex", 6),
        ("floatplane 1-14", "CA 2-9", "area=hex", 6),
        ("navy B 1-5", "CA 2-9", "area=hex", 7),
        ("navy FB 1-5", "CA 2-9", "area=hex", 7),
        ("army B 2-5", "CA 2-9", "area=hex", 10),
        ("army FB 2-5", "CB 2-9", "area=hex", 10),
        ("N 1-5", "CV 0-9", "area=hex", 6),
        ("N 1-5", "CVL 0-9", "area=hex", 6),
        ("N 1-5", "BB 5-12", "area=hex", 9),
        ("N 1-5", "BBCV 5-12", "area=hex", 9),
        // Squadrons and sea transport.
        ("N 1-5", "DD 0-9", "area=hex", 9),
        ("navy B 1-5", "CL 0-9", "area=hex", 9),
        ("army B 2-5", "CVE 0-9", "area=hex", 9),
        ("navy B 1-5", "STP 9", "area=hex", 9),
        ("N 1-5", "DE x-9", "area=hex", 9),
        // At any target.
        ("B 1-5", "DD 0-9", "port=minor", 7),
        ("N 1-5", "CA 2-9", "port=major", 4),
        ("N 1-5 JP", "DD 0-9", "surprise=yes", 8),
        ("B 1-5", "DD 0-9", "moonlit=yes", 10),
        ("N 1-5", "CA 2-9", "moonlit=yes", 7),
        ("B 1-5 JP", "SS 3-9 UK", "area=hex", 10),
        ("B 1-5", "SS 3-9 UK", "area=hex", 10),
        ("B 1-5 JP", "SS 3-9", "area=hex", 10),
        ("B 1-5 US", "SS 3-9 JP", "area=hex", 9),
        ("B 1-5 UK", "SS 3-9 JP", "port=minor", 7),
        // A battleship on the coast, and in port.
        ("navy B 1-5", "BB 5-12", "area=hex", 10),
        ("navy B 1-5", "BB 5-12", "coastal=yes", 9),
        ("navy B 1-5", "BB 5-12", "port=minor", 7),
        ("navy B 1-5", "CA 5-12", "coastal=yes", 10),
    ] {
        let words = [&format!("air={air}"), &format!("ships={ships}"), more];
        assert_eq!(least("R31", &words, &[]), Some(wanted), "{words:?}");
    }
}

#[test]
fn surprise_helps_only_japanese_naval_air_and_never_against_soviets() {
    let words = |air: &'static str, ships: &'static str| [air, ships, "surprise=yes"];
    assert_eq!(refused("R31", &words("air=navy B 3-16 JP", "ships=CA 2-8"), &[]), ["17.1.4"]);
    assert_eq!(refused("R31", &words("air=N 4-5/3 UK", "ships=CA 2-8"), &[]), ["17.1.4"]);
    assert_eq!(refused("R31", &words("air=N 4-5/3 JP", "ships=CA 2-8 SU"), &[]), ["17.1.6"]);
    let both = ["air=N 1-5 JP, B 1-5 JP", "ships=DD 0-9/0-8", "surprise=yes"];
    let report = run("R31", &both, &[1, 2, 2, 1]);
    assert_eq!(values(&report, "modifier: surprise"), ["+1"], "of the Naval-Air unit alone");
}

#[test]
fn a_unit_attacks_as_often_as_its_strength_and_the_army_half_as_often() {
    for (air, wanted) in [
        ("N 4-5/3", "4 attacks"),
        ("N 4-5/3 2-5/3 depleted", "2 attacks"),
        ("N 4-5/3 elite", "5 attacks"),
        ("N 5-5/3 halved", "2 attacks"),
        ("army B 5-7", "2 attacks"),
        ("army B 1-7", "0 attacks"),
        ("A B 4-7", "2 attacks"),
        ("army B 10-20", "4 attacks"),
        ("army FB 3-7/2 elite", "4 attacks"),
        ("army B 7-20 halved", "1 attack"),
        ("FB 3-7/2", "3 attacks"),
    ] {
        let words = [&*format!("air=X:{air}"), "ships=CA 2-20"];
        let report = call("R31", &words, &[("attacker", "hold")]).run(&[]);
        assert_eq!((values(&report, "X"), report.result.as_str()), (vec![wanted], "no hit"), "{air}");
    }
}

#[test]
fn damage_takes_place_at_once_and_doubles_sink_all_but_sea_transport() {
    let one = |ships: &str, faces: &[u8]| result("R31", &["air=X:B 1-5", &format!("ships={ships}")], faces);
    let two = |ships: &str, faces: &[u8]| result("R31", &["air=X:B 2-5", &format!("ships={ships}")], faces);
    assert_eq!(one("A:CA 2-8/1-6", &[3, 5]), "A damaged");
    assert_eq!(one("A:CA 2-8/1-6 damaged", &[2, 4]), "A sunk");
    assert_eq!(one("A:CA 2-8/1-6", &[4, 4]), "A sunk");
    assert_eq!(one("A:CA 2-9/1-6", &[4, 4]), "no hit");
    assert_eq!(two("A:CA 2-8/1-6", &[3, 5, 2, 4]), "A sunk", "the second attack meets the damaged side");
    assert_eq!(two("A:CA 2-8/1-6", &[3, 5, 1, 4]), "A damaged");
    assert_eq!(one("A:DD 1-5/0-4", &[1, 4]), "A depleted");
    assert_eq!(one("A:PT (1)-3/x", &[1, 4]), "A sunk");
    assert_eq!(one("A:STP 5", &[3, 3]), "A loses a point");
    assert_eq!(two("A:STP 5", &[3, 3, 1, 5]), "A lost");
}

#[test]
fn an_admiral_is_rolled_for_when_his_ship_is_hit() {
    let words = ["air=X:navy B 1-5 JP", "ships=A:CA 2-8/1-6 US S1, B:CA 2-7", "date=1942-08"];
    assert_eq!(result("R31", &words, &[2, 4, 2]), "A damaged, Admiral of A eliminated");
    assert_eq!(result("R31", &words, &[2, 4, 3]), "A damaged");
}

#[test]
fn sea_transport_that_loses_points_says_what_of_its_cargo() {
    let report = run("R31", &["air=B 1-5", "ships=STP 5"], &[2, 4]);
    assert_eq!(values(&report, "sea transport"), ["1 point left"]);
}

#[test]
fn the_attacker_names_unit_after_unit_and_a_ship_before_each_roll() {
    let words = ["air=A:B 1-5, C:N 2-5/3", "ships=X:CA 2-9/1-7, Y:DD 0-5/0-4"];
    let open = |policy: &[(&'static str, &str)], faces: &[u8]| call("R31", &words, policy).run(faces).open;
    let first = open(&[], &[]).unwrap();
    assert_eq!((first.label, first.answers), ("next", vec!["A".to_owned(), "C".to_owned()]));
    // The one with most attacks goes first, by a cautious policy the one with fewest.
    let next = |policy: &str| {
        let faces = [1, 2, 1, 2, 1, 2];
        let report = call("R31", &words, &[("attacker", policy)]).run(&faces);
        values(&report, "next").first().map(|name| (*name).to_owned()).unwrap()
    };
    assert_eq!([next("aggressive"), next("cautious")], ["C", "A"]);
    let report = call("R31", &["air=A:B 1-5", words[1]], &[]).run(&[]);
    let target = report.open.unwrap();
    assert_eq!((target.label, target.about.as_deref()), ("target", Some("A")));
    assert_eq!(target.answers, ["X", "Y", "hold"]);
}

#[test]
fn policies_pick_their_ship() {
    let words =
        ["air=A:B 1-5", "ships=X:CA 2-9/1-7, Y:DD 0-5/0-4, Z:CVE 0-6/0-5, T:STP 7, W:CL 1-8/1-6 damaged"];
    for (policy, ship) in [
        ("weakest", "Y"),
        ("strongest", "X"),
        ("damaged", "W"),
        ("carriers", "Z"),
        ("transports", "T"),
        ("cautious", "Y"),
        ("balanced", "W"),
        ("aggressive", "X"),
        ("hold", "hold"),
    ] {
        let faces: &[u8] = if ship == "hold" { &[] } else { &[1, 2] };
        let report = call("R31", &words, &[("attacker", policy)]).run(faces);
        assert_eq!(values(&report, "target"), [ship], "{policy}");
    }
}

#[test]
fn others_in_the_place_are_not_attacked() {
    let words = ["air=A:B 1-5", "ships=X:CA 2-9", "others=Y:CA 2-9"];
    let report = call("R31", &words, &[]).run(&[]);
    assert_eq!(report.open.unwrap().answers, ["X", "hold"]);
}

#[test]
fn magic_is_added_to_an_own_attack_or_taken_from_an_enemys() {
    let use_it: &[(&str, &str)] = &[("attacker", "strongest,use"), ("defender", "use")];
    let keep: &[(&str, &str)] = &[("attacker", "strongest,keep"), ("defender", "keep")];
    let result = |words: &[&str], policy: &[(&'static str, &str)], faces: &[u8]| {
        call("R31", words, policy).run(faces).result
    };
    let own = ["air=B 1-5 US", "ships=A:DD 0-9/0-7 JP", "magic=2"];
    assert_eq!(result(&own, use_it, &[3, 4]), "A depleted");
    assert_eq!(result(&own, keep, &[3, 4]), "no hit");
    let enemy = ["air=B 1-5 JP", "ships=A:DD 0-9/0-7 US", "date=1943-01", "magic=2"];
    assert_eq!(result(&enemy, use_it, &[4, 6]), "no hit");
    assert_eq!(result(&enemy, keep, &[4, 6]), "A depleted");
    // It is used once, and asked for before each roll until then.
    let twice = ["air=B 2-5 US", "ships=A:DD 0-9/0-7 JP", "magic=2"];
    let report = call("R31", &twice, use_it).run(&[1, 2, 1, 2]);
    assert_eq!(values(&report, "modifier: Magic"), ["+2"]);
    assert_eq!(fault("R31", &["air=B 1-5", "ships=CA 2-8", "magic=2"]), "magic-side");
    let wrong = ["air=B 1-5 JP", "ships=CA 2-8", "magic=2", "magic-side=attacker"];
    assert_eq!(refused("R31", &wrong, &[]), ["17.10.2.1.1"]);
    let dutch = ["air=B 1-5 JP", "ships=A:CL 2-8 NL", "magic=2", "magic-side=defender"];
    assert_eq!(refused("R31", &dutch, &[]), ["17.10.2.1.1"]);
    let mixed = ["air=B 1-5 JP", "ships=A:CL 2-8 NL, B:CA 2-8 UK", "magic=2", "magic-side=defender"];
    assert_eq!(refused("R31", &mixed, &[]), Vec::<String>::new());
}

#[test]
fn who_may_not_attack_is_refused() {
    let ships = "ships=CA 2-8";
    for (air, rule) in [
        ("F 4-5/3", "4.10.1"),
        ("ATP", "4.10.1"),
        ("Ohka 2-1/5", "4.10.1"),
        ("special-kamikaze 4-2/(5)", "4.10.1"),
        ("B-25 X-7/0", "4.10.1"),
    ] {
        assert_eq!(refused("R31", &[&format!("air={air}"), ships], &[]), [rule], "{air}");
    }
    let unseen = ["air=N 4-5/3", ships, "located=no"];
    assert_eq!(refused("R31", &unseen, &[]), ["4.4"]);
    let automatic = Call { choices: &["recon_required=automatic"], ..call("R31", &unseen, &[]) };
    assert_eq!(automatic.run(&[]).status, Ending::Open);
    let area = |air: &'static str, area: &'static str| ["ships=CA 2-8", air, area];
    assert_eq!(refused("R31", &area("air=navy B 3-16", "area=large"), &[]), ["4.1.1.2"]);
    let may = |words: &[&str]| call("R31", words, &[("attacker", "hold")]).run(&[]).status;
    assert_eq!(may(&area("air=N 4-5/3 carrier", "area=large")), Ending::Done);
    assert_eq!(may(&area("air=navy B 3-16", "area=panama")), Ending::Done);
}

#[test]
fn a_submarine_is_attacked_when_it_is_located_or_in_an_unfortified_port() {
    let boat = |more: &[&'static str]| [&["air=B 3-16 UK", "ships=SS 3-5/2-4 JP"], more].concat();
    assert_eq!(refused("R31", &boat(&["located=no"]), &["recon_required=automatic"]), ["3.16.8"]);
    assert_eq!(refused("R31", &boat(&["port=minor", "fortified=yes"]), &[]), ["3.16.9"]);
    let hold = |words: &[&str]| call("R31", words, &[("attacker", "hold")]).run(&[]).status;
    assert_eq!([hold(&boat(&[])), hold(&boat(&["port=minor"]))], [Ending::Done, Ending::Done]);
}

#[test]
fn a_fort_may_stand_where_no_port_is() {
    let off_a_coast = ["air=X:B 3-5 2-5", "ships=A:CA 2-8/1-6, B:DD 0-5/0-4", "fortified=yes", "coastal=yes"];
    assert_eq!(run("R31", &off_a_coast, &[4, 4, 2, 3, 1, 1]).status, Ending::Done);
}

#[test]
fn what_is_missing_or_wrong_is_told() {
    assert_eq!(fault("R31", &["ships=CA 2-8"]), "air");
    assert_eq!(fault("R31", &["air=B 2-5"]), "ships");
    assert_eq!(fault("R31", &["air=none", "ships=CA 2-8"]), "air");
    assert_eq!(fault("R31", &["air=60 x B 99-5", "ships=CA 2-8"]), "air");
    assert_eq!(fault("R31", &["air=B 2-5", "ships=CA 2-8", "air-nation=Mars"]), "air-nation");
    assert_eq!(fault("R31", &["air=B 2-5", "ships=CA 2-8", "enlarged=yes"]), "port");
    assert_eq!(fault("R31", &["air=B 2-5", "ships=CA 2-8 US"]), "date");
}

#[test]
fn hits_and_sinkings_are_done_to_the_pieces() {
    let report = run("R31", &["air=X:B 3-5 2-5", "ships=A:CA 2-8/1-6, B:DD 0-5/0-4"], &[4, 4, 2, 3, 1, 1]);
    let deeds: Vec<String> = report
        .deeds
        .iter()
        .map(|deed| format!("{} {} {}", deed.subject(), deed.act.word(), deed.rule))
        .collect();
    assert_eq!(deeds, ["A eliminate 4.10.3", "B reduce 4.10.3", "X reduce 4.10.5"]);
    assert_eq!(report.result, "A sunk, B depleted; X depleted");
}

#[test]
fn a_strike_of_six_air_units_against_four_carriers_and_escorts_has_exact_chances() {
    let words = ["air=6 x N 4-5/3 2-5/3 JP", "ships=4 x CV 0-9/0-7, 2 x CA 2-8/1-6, 6 x DD 1-5/0-4"];
    let found = call("R31", &words, &[("attacker", "carriers,strongest")]).chances();
    assert!(found.exact);
    let told = call("R31", &words[..], STRONGEST).told();
    assert!(told.expected.len() >= 4, "{:?}", told.expected);
}
