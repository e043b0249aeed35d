//! `umpire turn`: where aircraft go back to and land, who is asked after a blip, what is told of struck items and
//! technologies.

use super::umpire_turn::game;
use super::{liege, said};

#[test]
fn an_item_that_was_struck_out_is_named_with_its_place() {
    let text = "game: aafog\nin \"Turn 4\": time\nin \"US at war\": us-status\nat \"SZ 208\": us-ca\nat \"SZ 35\": japan-bb\n";
    let table = game(text, "us");
    table.take(&table.copy("allies"), "CA: SZ 208 > SZ 35 > SZ 20\n");
    table.turn(None);
    table.turn(Some("allies lost CA"));
    let told = table.told(None);
    assert_eq!(told, ["Allies M17: Not allowed: item 1: no unit is left that could come to SZ 20."]);
}

#[test]
fn who_has_no_aircraft_at_his_base_is_asked_and_told_nothing() {
    let text = "game: aafog\nin \"Turn 4\": time\nin \"US at war\": us-status\ncontrol: japan \"Philippines\"\n\
        at \"Philippines\": japan-inf, japan-bmb, japan-airbase number=2\nat \"SZ 208\": us-ca\n";
    let table = game(text, "us");
    table.take(&table.copy("allies"), "CA: SZ 208 > SZ 35\n");
    let turn = table.turn(None);
    assert_eq!(turn["messages"], serde_json::json!([]), "{turn}");
    assert!(turn["open"].is_null(), "nor is the umpire asked whether it works: {turn}");
    assert!(!table.log().contains("M05"));
}

#[test]
fn aircraft_go_back_wherever_they_could_land() {
    let text = "game: aafog\nin \"Turn 4\": time\nin \"US at war\": us-status\nat \"SZ 35\": japan-bb\n\
        control: us \"Philippines\"\nat \"SZ 208\": us-ca, us-cv\nat \"SZ 208\" aboard us-cv: us-ftr\n\
        at \"SZ 201\": us-cv\nat \"SZ 202\": us-cv damaged\n";
    let table = game(text, "us");
    table.take(&table.copy("allies"), "CA, FTR: SZ 208 > SZ 35\n");
    table.turn(None);
    let refused = |answer: &str, says: &str| {
        let wrong = liege(&["umpire", "turn", table.folder(), "--answer", answer]);
        assert_eq!(wrong.status.code(), Some(2), "{answer}");
        assert!(said(&wrong).contains(says), "{answer}: {}", said(&wrong));
    };
    refused("allies retreat CA to Philippines", "no attackers came from there; they retreat to SZ 208");
    for place in ["Siam", "SZ 20", "SZ 202"] {
        refused(
            &format!("allies retreat FTR to {place}"),
            "aircraft cannot land there; they go to SZ 208 or SZ 201 or ",
        );
    }
    table.turn(Some("allies retreat CA to SZ 208; allies retreat FTR to Philippines"));
    assert_eq!(table.turn(None)["finished"], true);
    assert_eq!(table.master().places("us-ftr"), ["Philippines"]);
}

#[test]
fn aircraft_that_end_a_non_combat_move_with_a_carrier_are_aboard_and_leave_it_by_a_move() {
    let text = "game: aafog\nin \"Turn 4\": time\nin \"US at war\": us-status\n\
        at \"Philippines\": chip-1, chip-1, us-ftr, us-bmb\ncontrol: us \"Philippines\"\nat \"SZ 208\": us-cv\n";
    let table = game(text, "us");
    table.done(&["issue", table.folder(), "--phase", "NC"]);
    let copy = table.game.join("issues/002/allies.vsav");
    table.take(&copy, "3 FTR: Philippines > SZ 35\nCV: SZ 208 > SZ 35\n");
    let mut last = table.turn(None);
    for _ in 0..4 {
        if last["finished"] != true {
            last = table.turn(None);
        }
    }
    assert!(
        last["remarks"].to_string().contains("American FTR in SZ 35 find no carrier with room"),
        "{last}"
    );
    assert_eq!(table.master().counters("us-ftr", "SZ 35"), ["chip-1, us-ftr"]);
    assert_eq!(table.master().counters("us-ftr", "US casualties"), ["us-ftr"]);
    assert_eq!(table.master().aboard(), 1);
    table.done(&["issue", table.folder(), "--phase", "NC"]);
    let copy = table.game.join("issues/003/allies.vsav");
    table.take(&copy, "FTR: SZ 35 > Philippines\n");
    table.turn(None);
    assert_eq!(table.master().counters("us-ftr", "Philippines"), ["us-ftr"]);
    assert_eq!(table.master().aboard(), 1, "one has left the carrier, and the other one stays");
}

#[test]
fn a_technology_is_told_to_the_opponent_before_anything_comes_of_the_battle() {
    let text = "game: aafog\nin \"Turn 4\": time\nin \"US at war\": us-status\nat \"SZ 35\": japan-dd\nat \"SZ 208\": us-ca\n\
        in \"Japan research\": japan-technology\n";
    let table = game(text, "us");
    table.take(&table.copy("allies"), "CA: SZ 208 > SZ 35\n");
    table.turn(None);
    for (answer, says) in [
        ("us uses radar", "United States has no marker of a technology in the master"),
        ("uk uses radar", "United Kingdom has no unit in this battle"),
        ("axis uses radar", "no power is called \"axis\""),
    ] {
        let wrong = liege(&["umpire", "turn", table.folder(), "--answer", answer]);
        assert_eq!(wrong.status.code(), Some(2), "{answer}");
        assert!(said(&wrong).contains(says), "{answer}: {}", said(&wrong));
    }
    let turn = table.turn(Some("japan uses super submarines"));
    assert_eq!(turn["messages"][0]["to"], "Allies", "{turn}");
    assert_eq!(turn["messages"][0]["template"], "M16");
    assert!(turn["open"]["text"].as_str().unwrap().contains("how did it end?"), "{turn}");
    table.turn(Some("japan uses super submarines; axis lost DD"));
    assert_eq!(table.turn(None)["finished"], true);
    let log = table.log();
    let use_of =
        r#""power":"japan","phase":"CC","kind":"technology-use","what":"super submarines","battle":1"#;
    assert_eq!(log.matches(use_of).count(), 2, "{log}");
    assert_eq!(table.ledger("allies").matches("technology").count(), 1, "{}", table.ledger("allies"));
    table.done(&["issue", table.folder()]);
}
