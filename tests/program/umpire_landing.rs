//! `umpire turn`: aircraft that stand where they cannot end their turn land, wait for a new carrier or are lost, and who
//! is told of it.

use serde_json::{Value, json};

use super::umpire::Club;
use super::umpire_chips::nothing_is_found;
use super::umpire_take::Hand;
use super::umpire_turn::Table;
use super::{liege, said};

const HEAD: &str =
    "game: aafog\nin \"Turn 4\": time\nin \"US at war\": us-status\ncontrol: us \"Philippines\"\n";

/// A game in the Non-Combat Move of the United States, whose list is done; a table of its own says what carriers hold.
fn after_the_list(text: &str, loads: &[[&str; 2]]) -> Table {
    let club = Club::new();
    let (master, module, folder) =
        (club.save("master.vsav", &format!("{HEAD}{text}")), club.name("fog.vmod"), club.name("evening"));
    let mut new = vec!["umpire", "new", "aafog", &folder, "--module", &module, "--master", &master];
    let own = club.name("own");
    if !loads.is_empty() {
        let path = club.path("own/rules/aafog/base.toml");
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        let row = |hold: &[&str; 2]| format!("[[load]]\ncarrier = \"cv\"\nholds = {hold:?}\n");
        std::fs::write(path, format!("format = 1\n{}", loads.iter().map(row).collect::<String>())).unwrap();
        new.splice(0..0, ["--data", own.as_str()]);
    }
    let begun = liege(&new);
    assert!(begun.status.success(), "{}", said(&begun));
    let table = Table { game: club.path("evening"), club };
    table.done(&["issue", table.folder(), "--power", "us", "--phase", "NC"]);
    table.take(&table.copy("allies"), "");
    table
}

/// An answer that is refused, and why; nothing is written.
fn refused(table: &Table, answer: &str, says: &str) {
    let before = table.log();
    let wrong = liege(&["umpire", "turn", table.folder(), "--answer", answer]);
    assert_eq!(wrong.status.code(), Some(2), "{answer}");
    assert!(said(&wrong).contains(says), "{answer}: {}", said(&wrong));
    assert_eq!(table.log(), before);
}

fn sheets_of(table: &Table, side: &str) -> usize {
    let sheets = std::fs::read_dir(table.game.join("sheets")).into_iter().flatten();
    sheets.filter(|sheet| sheet.as_ref().unwrap().file_name().to_str().unwrap().starts_with(side)).count()
}

#[test]
fn aircraft_without_a_landing_place_are_lost_and_only_their_side_is_told() {
    let table = after_the_list(
        "at \"SZ 35\": chip-1, us-ftr, us-bmb\nat \"Siam\": us-tac\nat \"SZ 201\": us-cv, us-ftr\n\
         at \"SZ 202\": us-cv\nat \"SZ 202\" aboard us-cv: us-ftr\nat \"Philippines\": us-bmb\n\
         at \"SZ 20\": japan-cv, japan-ftr\n",
        &[],
    );
    let axis = table.ledger("axis");
    let turn = table.turn(None);
    assert_eq!(turn["finished"], true, "{turn}");
    let told: Vec<(&str, &str)> = turn["messages"]
        .as_array()
        .unwrap()
        .iter()
        .map(|message| (message["to"].as_str().unwrap(), message["text"].as_str().unwrap()))
        .collect();
    assert_eq!(
        told,
        [
            ("Allies", "Where your aircraft at SZ 35 can land: nowhere. Those that do not are lost."),
            ("Allies", "Where your aircraft at Siam can land: nowhere. Those that do not are lost."),
        ]
    );
    let master = table.master();
    assert_eq!(master.places("us-ftr"), ["SZ 201", "SZ 202", "US casualties"]);
    assert_eq!(master.counters("us-ftr", "US casualties"), ["chip-1, us-ftr"]);
    assert_eq!(master.places("us-bmb"), ["Philippines", "US casualties"]);
    assert_eq!(master.places("us-tac"), ["US casualties"]);
    assert_eq!(master.places("japan-ftr"), ["SZ 20"], "it is not the turn of Japan");
    assert_eq!(master.aboard(), 2, "who finds a carrier has landed on it");
    let log = table.log();
    let lost: Vec<&str> = log.lines().filter(|line| line.contains(r#""kind":"casualty""#)).collect();
    assert_eq!(lost.len(), 4, "{log}");
    assert!(lost.iter().all(|line| line.contains(r#""power":"us","phase":"NC""#)), "{log}");
    assert_eq!((sheets_of(&table, "allies"), sheets_of(&table, "axis")), (1, 0));
    assert_eq!(table.ledger("axis"), axis, "the other side learns nothing");
    table.done(&["issue", table.folder(), "--phase", "MO"]);
    let copy = Hand::of(&table.club, &table.game.join("issues/002/axis.vsav"));
    assert_eq!(
        copy.places("us-ftr"),
        ["SZ 201", "SZ 202", "SZ 35", "SZ 35"],
        "its ghosts stand where they stood"
    );
    nothing_is_found(&table);
}

#[test]
fn a_side_says_who_lands_where_not_all_can() {
    let any_two = [["ftr", "ftr"], ["ftr", "tac"], ["tac", "tac"]];
    let table = after_the_list(
        "at \"SZ 20\": us-cv, chip-1, us-ftr, us-tac, us-tac\nat \"SZ 35\": us-cv, chip-1, us-ftr, us-tac\n",
        &any_two,
    );
    let turn = table.turn(None);
    assert_eq!(turn["messages"][0]["template"], "M18", "{turn}");
    assert_eq!(turn["messages"][0]["fields"]["options"], json!(["a carrier in SZ 20, with room for 2"]));
    assert_eq!(turn["open"]["by"], "Allies", "{turn}");
    let text = turn["open"]["text"].as_str().unwrap();
    assert!(text.contains("the carriers there have room for 2. Who lands?"), "{text}");
    let answers = turn["open"]["answers"].as_array().unwrap();
    assert_eq!(answers.len(), 2, "{turn}");
    let again = table.turn(None);
    assert_eq!((&again["open"], &again["messages"]), (&turn["open"], &json!([])), "told once");
    refused(&table, "3 FTR", "\"3 FTR\" is not an answer; expected for example \"2 FTR\" or \"2 TAC\"");
    refused(&table, "FTR", "\"FTR\": there is room for more");
    refused(&table, "2 FTR, TAC", "\"2 FTR, TAC\": not enough room for all of these");
    let next = table.turn(Some("FTR, TAC"));
    assert!(next["open"]["text"].as_str().unwrap().contains("SZ 35"), "{next}");
    assert_eq!(table.turn(None)["open"], next["open"]);
    assert_eq!(table.log().matches(r#""template":"M18","by""#).count(), 1, "an answer is written down once");
    let last = table.turn(Some("2 American FTR"));
    assert_eq!((&last["finished"], &last["messages"]), (&Value::from(true), &json!([])), "{last}");
    let master = table.master();
    assert_eq!(master.aboard(), 3);
    assert_eq!(master.places("us-ftr"), ["SZ 20", "SZ 35", "US casualties"]);
    assert_eq!(master.places("us-tac"), ["SZ 20", "US casualties", "US casualties"]);
    let log = table.log();
    assert!(log.contains(r#""kind":"answer","template":"M18","by":"allies","choice":"FTR, TAC""#), "{log}");
    nothing_is_found(&table);
}

#[test]
fn of_aircraft_that_are_alike_so_many_land_as_find_room_without_a_question() {
    let table = after_the_list("at \"SZ 35\": us-cv, chip-1, chip-1, us-ftr\n", &[]);
    assert_eq!(table.turn(None)["finished"], true);
    let master = table.master();
    assert_eq!(master.counters("us-ftr", "SZ 35"), ["chip-1, us-ftr"]);
    assert_eq!(master.counters("us-ftr", "US casualties"), ["us-ftr"]);
    nothing_is_found(&table);
}

#[test]
fn the_umpire_says_who_was_aboard_a_damaged_carrier_and_who_lands_where_no_load_tells() {
    let table = after_the_list(
        "at \"SZ 35\": us-cv damaged, us-ftr, us-ftr\nat \"SZ 201\": us-cv, us-tac\nat \"SZ 202\": us-cv damaged, us-bmb\n",
        &[],
    );
    let turn = table.turn(None);
    assert_eq!(turn["open"]["by"], "the umpire", "{turn}");
    assert!(turn["open"]["text"].as_str().unwrap().contains("American TAC in SZ 201"), "{turn}");
    assert_eq!(turn["open"]["answers"], json!(["TAC", "none"]));
    let turn = table.turn(Some("TAC"));
    assert!(turn["open"]["text"].as_str().unwrap().contains("2 American FTR in SZ 35"), "{turn}");
    refused(&table, "3 FTR", "\"3 FTR\" is not an answer");
    assert_eq!(table.turn(Some("FTR"))["finished"], true);
    let master = table.master();
    assert_eq!(master.places("us-ftr"), ["SZ 35", "US casualties"]);
    assert_eq!(
        (master.places("us-tac"), master.places("us-bmb")),
        (vec!["SZ 201".into()], vec!["US casualties".into()])
    );
    assert_eq!(master.aboard(), 2);
    assert!(!table.log().contains(r#""kind":"answer""#), "what the umpire finds is no answer of a side");
    nothing_is_found(&table);
}

#[test]
fn aircraft_wait_for_a_carrier_that_was_bought_until_income_is_collected() {
    let text = "in \"US purchase\": us-cv\nin \"IPC 20\": us-income\nin \"US money\": us-money\n\
        values: us-money 3\nat \"SZ 35\": us-ftr\nat \"SZ 201\": us-bmb\n";
    for (zone, aboard, lost) in [("SZ 35", 1, 0), ("SZ 208", 0, 1)] {
        let table = after_the_list(text, &[]);
        let turn = table.turn(None);
        assert_eq!(turn["finished"], true, "{turn}");
        assert!(
            turn["remarks"].to_string().contains("American FTR in SZ 35 wait for a new carrier"),
            "{turn}"
        );
        let options = &turn["messages"][1]["fields"]["options"];
        assert_eq!(*options, json!(["a new carrier, if it is placed in SZ 35"]), "{turn}");
        assert_eq!(
            (table.master().places("us-ftr"), table.master().places("us-bmb")),
            (vec!["SZ 35".into()], vec!["US casualties".into()])
        );
        table.done(&["issue", table.folder(), "--phase", "MO"]);
        let placed = Hand::of(&table.club, &table.game.join("issues/002/allies.vsav"))
            .go("us-cv", "US purchase", zone)
            .save(&table.club, "placed.vsav");
        table.done(&["take", table.folder(), &placed]);
        table.done(&["issue", table.folder(), "--phase", "CI"]);
        let mut turn = table.turn(None);
        if lost > 0 {
            assert_eq!(turn["messages"][0]["template"], "M18", "{turn}");
            turn = table.turn(None);
        }
        assert!(turn["open"].to_string().contains("By the base game, how much do convoys take"), "{turn}");
        assert_eq!(table.turn(Some("none"))["finished"], true);
        let master = table.master();
        assert_eq!(master.aboard(), aboard, "{zone}");
        assert_eq!(master.places("us-ftr"), [if lost > 0 { "US casualties" } else { "SZ 35" }]);
        assert_eq!(table.log().matches(r#""phase":"CI","kind":"casualty""#).count(), lost);
    }
}
