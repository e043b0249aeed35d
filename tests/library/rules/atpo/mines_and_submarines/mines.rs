//! Port mines (ATPO-R12): who is attacked, what is added, what a hit does.

use super::{Call, call, changes, result, values};

#[test]
fn each_modifier_of_port_mines_adds_what_the_rule_says() {
    for (words, added) in [
        (&["ships=A:CA 2-8/1-6", "port=minor"][..], 0),
        (&["ships=A:CA 2-8/1-6", "port=major"], 1),
        (&["ships=A:CA 2-8/1-6", "port=minor", "enlarged=yes"], 1),
        (&["ships=A:CA 2-8/1-6", "port=major", "enlarged=yes"], 1),
        (&["ships=A:CA 2-8/1-6", "port=minor", "fortified=yes"], 2),
        (&["ships=A:CA 2-8/1-6", "port=major", "fortified=yes"], 3),
        (&["ships=A:CA 2-8/1-6", "hex=W2112"], 3),
        (&["ships=A:CA 2-8/1-6", "hex=W2112", "fortified=no"], 1),
        (&["ships=A:CA 2-8/1-6", "hex=W2112", "fortified=no", "port=minor"], 0),
        (&["ships=A:CA 2-8/1-6", "hex=W4428"], 1),
    ] {
        // The least total of two dice that reaches Armor 8.
        let least = 8 - added;
        let (at, below) = ([least / 2, least - least / 2], [(least - 1) / 2, least - 1 - (least - 1) / 2]);
        assert_eq!(result("R12", words, &at), "A damaged", "{words:?} {at:?}");
        assert_eq!(result("R12", words, &below), "no hit", "{words:?} {below:?}");
    }
}

#[test]
fn every_destroyer_and_escort_that_enters_takes_one_off_all_dice() {
    for (count, escorts) in
        [(1, "DD 0-2"), (2, "DD 0-2, DE x-2"), (3, "3 x DD 0-2/0-2 depleted"), (1, "PT (1)-2/x")]
    {
        let ships = format!("ships=A:CA 2-8/1-6, {escorts}");
        let words = [ships.as_str(), "port=minor"];
        let mut faces = vec![4, 4 + count - 1];
        (0..count).for_each(|_| faces.extend([1, 1]));
        let report = call("R12", &words).run(&faces);
        assert!(!report.result.contains("A damaged"), "{}", report.result);
        faces[0] += 1;
        let report = call("R12", &words).run(&faces);
        assert!(report.result.contains("A damaged"), "{}", report.result);
        assert_eq!(values(&report, "modifier: destroyers and destroyer escorts")[0], format!("-{count}"));
    }
}

#[test]
fn two_sixes_hit_whatever_is_added_and_doubles_do_not_sink() {
    let words = ["ships=Yamato:BB 6-13/4-10, 2 x DD 0-13", "port=minor"];
    assert_eq!(result("R12", &words, &[6, 6, 1, 1, 1, 1]), "Yamato damaged");
    assert_eq!(result("R12", &["ships=DD 0-5/0-4", "port=minor"], &[6, 6]), "entering DD depleted");
}

#[test]
fn a_flipped_or_one_sided_ship_sinks_and_a_point_of_transport_is_lost() {
    for (ship, told, deed) in [
        ("A:CA 2-8/1-6 damaged", "A sunk", "A eliminate"),
        ("A:PT (1)-3/x", "A sunk", "A eliminate"),
        ("A:CA 2-8/1-6", "A damaged", "A reduce"),
        ("A:DD 0-5/0-4", "A depleted", "A reduce"),
        ("A:STP 5 1 point", "A lost", "A eliminate"),
    ] {
        let ships = format!("ships={ship}");
        let report = call("R12", &[&ships, "port=minor"]).run(&[6, 6]);
        assert_eq!((report.result.as_str(), changes(&report)), (told, vec![deed.to_owned()]), "{ship}");
    }
    let report =
        call("R12", &["ships=A:STP x-5/x-4, B:STP 6 1 point", "port=minor"]).run(&[6, 6, 1, 2, 1, 4]);
    assert_eq!(report.result, "A loses a point");
    assert_eq!(values(&report, "sea transport"), ["2 points left"]);
    // The second point meets the Armor of the side that is up by then.
    let report = call("R12", &["ships=A:STP x-5/x-4", "port=minor"]).run(&[6, 6, 1, 3]);
    assert_eq!(report.result, "A lost");
}

#[test]
fn a_submarine_infiltrates_and_meets_no_mines() {
    let report = call("R12", &["ships=SS 3-5, A:CA 2-8", "port=minor"]).run(&[6, 6]);
    assert_eq!(report.result, "A damaged");
    assert_eq!(values(&report, "entering SS"), ["no attack"]);
}

#[test]
fn a_port_without_a_symbol_carries_no_mines() {
    for words in [
        &["ships=CA 2-8", "port=city"][..],
        &["ships=CA 2-8", "hex=W4427"],
        &["ships=CA 2-8", "hex=W4328"],
        &["ships=CA 2-8", "hex=W4328", "enlarged=yes"],
        &["ships=CA 2-8", "hex=W4427", "port=minor"],
        &["ships=CA 2-8", "hex=W9999"],
    ] {
        let report = call("R12", words).run(&[]);
        assert_eq!(report.result, "refused", "{words:?}");
        assert_eq!(report.refused[0].rule, "3.9.2", "{words:?}");
    }
    let reason = call("R12", &["ships=CA 2-8", "hex=W4427"]).run(&[]).refused.remove(0).reason;
    assert_eq!(reason, "W4427 (Yawata) has no Port symbol on our map: it carries no mines");
    // A Harbor Enlargement makes a major port of a yellow dot.
    assert_eq!(result("R12", &["ships=A:CA 2-8", "hex=W4427", "enlarged=yes"], &[3, 4]), "A damaged");
}

#[test]
fn chances_of_mines_are_exact_and_count_equal_ships() {
    // Armor 8 and +1: 7 or more, 21 of 36.
    let (rows, of) = call("R12", &["ships=A:CA 2-8", "port=major"]).weights();
    assert_eq!((rows, of), (vec![("A damaged".into(), 7), ("no hit".into(), 5)], 12));
    // Two ships of Armor 7 hit by 7 or more: 21 of 36 each.
    let (rows, of) = call("R12", &["ships=2 x CL 1-7", "port=minor"]).weights();
    let told: Vec<(&str, u64)> = rows.iter().map(|(told, weight)| (told.as_str(), *weight)).collect();
    let wanted = [("entering CL depleted", 70), ("2 x entering CL depleted", 49), ("no hit", 25)];
    assert_eq!((told, of), (wanted.to_vec(), 144));
}

#[test]
fn by_the_other_reading_a_total_of_armor_is_a_miss() {
    let words = ["ships=A:CA 2-8", "port=minor"];
    let with = |choice| Call { choices: choice, ..call("R12", &words) }.run(&[4, 4]).result;
    assert_eq!([with(&[]), with(&["hit_compare=gt"])], ["A damaged", "no hit"]);
}

#[test]
fn what_is_missing_or_no_ship_is_an_error() {
    for words in
        [&["port=minor"][..], &["ships=CA 2-8"], &["ships=CA", "port=minor"], &["ships=CA 2-8", "hex=Kure"]]
    {
        assert!(call("R12", words).tried(&[]).is_err(), "{words:?}");
    }
}

/// Sea mines of a coastal fort in June 1942.
fn off_a_fort<'a>(ships: &'a str, nation: &'a str) -> [&'a str; 3] {
    [ships, nation, "date=1942-06"]
}

#[test]
fn sea_mines_read_their_modifiers_off_the_ships() {
    // The highest die that hits, 2 with nothing added.
    for (ships, nation, most) in [
        ("ships=CA 2-8", "nation=UK", 2),
        ("ships=CA 2-8", "nation=JP", 3),
        ("ships=CA 2-8", "nation=US", 1),
        ("ships=CA 2-8 US, 2 x CA 2-8 UK", "nation=UK", 2),
        ("ships=CA 2-8 US, SS 3-5 UK", "nation=UK", 1),
        ("ships=CA 2-8, DE x-4", "nation=UK", 1),
        ("ships=11 x STP 5", "nation=UK", 3),
        ("ships=12 x CA 2-8", "nation=JP", 4),
    ] {
        let hits = |face: u8| {
            let words = off_a_fort(ships, nation);
            let call = call("fort-mines", &words);
            // A hit draws a unit where several enter.
            [&[face][..], &[face, 1]]
                .iter()
                .any(|faces| call.tried(faces).is_ok_and(|report| report.result != "no hit"))
        };
        assert_eq!((1..=6).filter(|face| hits(*face)).max(), Some(most), "{ships} {nation}");
    }
}

#[test]
fn sea_mines_hit_the_unit_that_is_drawn_whatever_its_armor() {
    let ships = "ships=A:BB 9-20/5-18, B:CA 2-8/1-6 damaged, C:STP 5";
    let words = off_a_fort(ships, "nation=JP");
    for (drawn, result) in [(1, "A damaged"), (2, "B sunk"), (3, "C loses a point")] {
        let report = call("fort-mines", &words).run(&[3, drawn]);
        assert_eq!(report.result, result);
    }
    let (rows, of) = call("fort-mines", &words).weights();
    let mut each: Vec<u64> = rows.iter().map(|(_, weight)| *weight).collect();
    each.sort_unstable();
    assert_eq!((each, of), (vec![1, 1, 1, 3], 6));
}

#[test]
fn sea_mines_draw_submarines_too_and_never_a_unit_alone() {
    let words = off_a_fort("ships=A:SS 3-5/2-4", "nation=US");
    assert_eq!(result("fort-mines", &words, &[1]), "A depleted");
    let mixed = off_a_fort("ships=CA 2-8 US, CA 2-8 JP", "nation=US");
    assert_eq!(call("fort-mines", &mixed).run(&[]).refused.len(), 1);
    assert!(call("fort-mines", &["ships=CA 2-8"]).tried(&[]).is_err());
}
