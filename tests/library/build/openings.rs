//! How windows open, and what is told of pieces that come out of private ones.

use liege::build::Data;
use liege::format::build_file::Element;
use liege::format::timestamp::Timestamp;
use liege::rules::data::Embedded;
use liege::rules::games::GAMES;

use super::{all, built};

fn number(element: &Element, attribute: &str) -> f64 {
    element.attr(attribute).unwrap().parse().unwrap()
}

#[test]
fn windows_open_with_room_for_their_toolbar_and_for_the_bar_beside_what_is_too_high() {
    for game in GAMES {
        let data = Data::load(*game, &Embedded).unwrap_or_else(|faults| panic!("{faults:?}"));
        let document = data.plan(Timestamp(0)).unwrap().document;
        for window in &data.layout.window {
            let maps = document.root.elements();
            let map = maps.into_iter().find(|map| map.attr("mapName") == Some(&window.name)).unwrap();
            let has_commands = !window.jumps.is_empty() || map.children("MassKeyCommand").next().is_some();
            opens_well(&window.name, map, window.panel().size(), has_commands);
        }
    }
}

fn opens_well(name: &str, map: &Element, board: (u32, u32), has_commands: bool) {
    /// Pixels of a toolbar with buttons, of one without, and of a scroll bar.
    const BUTTONS: f64 = 36.0;
    const NO_BUTTONS: f64 = 5.0;
    const BAR: f64 = 15.0;
    fn child<'m>(map: &'m Element, class: &'m str) -> Option<&'m Element> {
        map.children(class).next()
    }
    let (zoomer, spacer) = (child(map, "Zoomer").unwrap(), child(map, "GlobalMap").unwrap());
    for attribute in ["buttonText", "hotkey", "icon"] {
        assert_eq!(spacer.attr(attribute), Some(""), "{name}: nothing shows it");
    }
    let levels: Vec<&str> = zoomer.attr("zoomLevels").unwrap().split(',').collect();
    let zoom: f64 = levels[levels.len() - number(zoomer, "zoomStart") as usize].parse().unwrap();
    let board = [f64::from(board.0), f64::from(board.1)];
    let room = ["edgeWidth", "edgeHeight"].map(|attribute| number(map, attribute));
    let [width, height] = [0, 1].map(|axis| (zoom * (board[axis] + 2.0 * room[axis])).floor());
    let inside = board.map(|pixels| number(spacer, "scale") * pixels);
    let has_buttons = child(map, "TextSaver").is_some();
    assert_eq!(has_buttons, zoomer.attr("inIconName") != Some(""), "{name}");
    assert_eq!(has_buttons, has_commands || height > 720.0, "{name}");
    let toolbar = if has_buttons { BUTTONS } else { NO_BUTTONS };
    assert!(height > 1000.0 || inside[1] >= height + toolbar, "{name}: {inside:?}");
    assert!(height <= 720.0 || inside[0] >= width + BAR, "{name}: {inside:?}");
}

#[test]
fn what_comes_from_a_private_window_is_not_said_to_have_been_there() {
    let (data, ..) = built();
    let private = data.layout.private_windows();
    assert_eq!(private.len(), all("PrivateMap").len());
    assert!(!private.is_empty());
    for map in all("Map") {
        let format = map.attr("moveToFormat").unwrap();
        for window in &private {
            assert!(format.contains(&format!("previousMap == \"{window}\"")), "{format}");
        }
        assert!(format.contains("? \" comes to \" :"), "{format}");
    }
}

#[test]
fn what_leaves_the_tray_of_a_hidden_force_is_hidden_too() {
    let (_, plan, module) = built();
    let ship = &plan.slots["us-cv-enterprise"].piece;
    let traits = module.prototypes.expand(ship, &mut Vec::new()).traits;
    let at = |part: &str| traits.iter().position(|text| text.type_text.contains(part));
    // A Trigger Action comes after what lies inside it.
    let (hides, leaves) = (at("leaveTray;{ObscuredToOthers").unwrap(), at("sendto;;0,0,leaveTray").unwrap());
    assert!(hides < leaves);
    let hides = &traits[hides].type_text;
    assert!(hides.starts_with("macro;") && hides.contains("0\\,0\\,mask"), "{hides}");
    assert!(hides.contains("OldMap") && hides.contains("OldZone"), "{hides}");
}
