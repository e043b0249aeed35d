//! The module that `build` makes, as VASSAL would read it.

use std::collections::BTreeSet;

use liege::format::traits::Trait;
use liege::model::problem::Problem;

use super::{Made, data, plan};

#[test]
fn vassal_names_the_hexes_of_the_rules_as_the_rules_do() {
    let data = data();
    let plan = plan();
    let module = plan.module();
    let mut problems: Vec<Problem> = Vec::new();
    let main = module.map(&data.layout.main_map).unwrap();
    let layout = main.lay_out(None, &mut problems);
    let places: BTreeSet<String> = layout.places().into_iter().map(|(name, _)| name).collect();
    for (hex, facts) in data.pack.map.hexes() {
        assert!(places.contains(&hex.to_string()), "no place of the map is called {hex} ({})", facts.name);
    }
    for (hex, name) in [
        ("W4533", "Tokyo"),
        ("E2501", "Pearl Harbor"),
        ("W2112", "Singapore"),
        ("E4229", "Rabaul"),
        ("W5022", "Mukden"),
        ("E3628", "Truk"),
    ] {
        let centre = layout.centre_of(hex).unwrap();
        assert_eq!(layout.location_name(centre), hex);
        let facts = data.pack.map.hex(hex.parse().unwrap()).unwrap();
        assert!(facts.name.contains(name), "{hex} is {:?}, expected {name}", facts.name);
    }
}

#[test]
fn every_counter_has_a_slot_with_its_id_a_front_and_known_pictures() {
    let data = data();
    let plan = plan();
    let module = plan.module();
    let mut pictures: BTreeSet<&str> = plan.pictures.iter().map(|picture| picture.name.as_str()).collect();
    pictures.insert("moved.png");
    let mut ids = BTreeSet::new();
    for slot in &module.slots {
        let mut problems = Vec::new();
        let piece = module.make(slot, &mut problems).unwrap();
        assert!(problems.is_empty(), "{}: {problems:?}", slot.name);
        for text in &piece.traits {
            match Trait::decode(text) {
                Trait::Marker(marker) => ids.extend(marker.get("LiegeId").map(str::to_owned)),
                Trait::BasicPiece(basic) => assert!(pictures.contains(basic.image()), "{}", basic.image()),
                Trait::Layer(layer) => {
                    for image in layer.images().iter().filter(|image| !image.is_empty()) {
                        assert!(pictures.contains(image.as_str()), "{}: {image}", slot.name);
                    }
                }
                _ => {}
            }
        }
    }
    let all: BTreeSet<String> = data.pack.catalogue.entries().map(|entry| entry.id.clone()).collect();
    assert_eq!(ids, all);
    let units = data.pack.catalogue.entries().filter(|entry| !entry.is_chit).count();
    assert!(units >= 60, "only {units} units");
}

#[test]
fn numbers_of_slots_are_unique_and_below_the_next_one() {
    let plan = plan();
    let next: u32 = plan.document.root.attr("nextPieceSlotId").unwrap().parse().unwrap();
    let mut seen = BTreeSet::new();
    for slot in plan.module().slots {
        let number: u32 = slot.gpid.parse().unwrap();
        assert!(number < next && seen.insert(number), "{} has the number {number}", slot.name);
    }
}

#[test]
fn every_box_and_tray_is_a_place_that_the_rules_know() {
    let data = data();
    for window in &data.layout.window {
        // A box without a title is a gap in the panel.
        for title in window.boxes.iter().filter(|title| !title.is_empty()) {
            assert!(data.pack.map.place(title).is_some(), "places.csv does not know the box {title:?}");
        }
    }
}

#[test]
fn the_scenario_puts_its_pieces_where_its_text_says() {
    let data = data();
    let plan = plan();
    let table = liege::build::scenario::Table::new(data, plan).unwrap();
    let text = data.scenario_text("guadalcanal.txt").unwrap();
    let commands = table.save("guadalcanal.txt", text).unwrap();
    let (position, problems) = liege::model::position::Position::read(&commands, Some(&plan.module()));
    assert!(problems.is_empty(), "{problems:?}");
    assert!(position.pieces.len() >= 40, "{} pieces", position.pieces.len());
    let piece = |id: &str| {
        let is = |piece: &&liege::model::position::Piece| {
            piece.markers.get("LiegeId").is_some_and(|known| known == id)
        };
        position.pieces.iter().find(is).unwrap()
    };
    let at = |id: &str| piece(id).location.clone();
    assert_eq!(at("jp-hq-17").as_deref(), Some("E4229"));
    assert_eq!(at("us-tf-1").as_deref(), Some("E4725"));
    assert_eq!(piece("us-tf-1").masked_by.as_deref(), Some("Allies"));
    assert_eq!(piece("us-tf-1").shown_to, ["Allies", "Solo", "Umpire"]);
    let (ship, group) = (piece("us-cv-enterprise"), piece("us-n-enterprise"));
    assert_eq!((ship.map.as_deref(), ship.location.as_deref()), (Some("US Task Forces"), Some("TF 1")));
    assert_eq!((&group.stack, group.index), (&ship.stack, ship.index + 1), "its air group lies on it");
    assert_ne!(ship.stack, piece("us-cv-wasp").stack, "each ship has a place of its own");
    assert_eq!(at("us-bb-washington").as_deref(), Some("US Box (West Coast)"));
}

#[test]
fn guesses_of_hidden_play_take_the_commands_of_those_who_guess() {
    let module = Made::of("aafog").plan.module();
    for slot in &module.slots {
        let piece = module.make(slot, &mut Vec::new()).unwrap();
        let held_back = piece.traits.iter().filter(|text| text.type_text.starts_with("hideCmd;Own side;"));
        // Ctrl+D deletes and Ctrl+F flips, by anybody.
        for text in held_back {
            assert!(
                !text.type_text.contains("68\\,130") && !text.type_text.contains("70\\,130"),
                "{}",
                slot.name
            );
        }
    }
}
