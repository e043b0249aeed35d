//! Pieces of the palettes: the engine makes of them what we mean, and they stay short.

use liege::build::Drawing;
use liege::format::piece::PieceText;

use super::{built, engine};

fn expanded(id: &str) -> PieceText {
    let (_, plan, module) = built();
    let mut problems = Vec::new();
    let piece = module.prototypes.expand(&plan.slots[id].piece, &mut problems);
    assert!(problems.is_empty(), "{problems:?}");
    piece
}

fn marker(id: &str, key: &str) -> Option<String> {
    let (_, plan, _) = built();
    let text = plan.slots[id].piece.traits.iter().find(|text| text.type_text.starts_with("mark;"))?;
    let keys = text.type_text.strip_prefix("mark;")?.split(',');
    keys.zip(text.state_text.split(',')).find(|(known, _)| *known == key).map(|(_, value)| value.to_owned())
}

#[test]
fn the_engine_expands_our_prototypes_to_the_same_traits() {
    for line in engine("atpo-pieces.jsonl") {
        let id = line["id"].as_str().unwrap();
        let mut ours: Vec<String> =
            expanded(id).traits.into_iter().map(|text| text.type_text.to_string()).collect();
        for text in ours.iter_mut().filter(|text| text.starts_with("footprint;")) {
            // The last field is one of 3.8, which 3.7 neither reads nor writes.
            *text = text.strip_suffix(";false").unwrap().to_owned();
        }
        let theirs: Vec<&str> =
            line["types"].as_array().unwrap().iter().map(|t| t.as_str().unwrap()).collect();
        assert_eq!(ours, theirs, "{id}");
    }
}

#[test]
fn the_engines_menus_hold_the_commands_of_each_kind() {
    let lines = engine("atpo-pieces.jsonl");
    let has = |id: &str, command: &str| {
        let line = lines.iter().find(|line| line["id"] == id).unwrap();
        line["commands"].as_array().unwrap().iter().any(|known| known == command)
    };
    for command in
        ["Hide", "Open tray", "Gather ships of this hex", "Send to force pool", "Standby", "In port"]
    {
        assert!(has("us-tf-3", command), "{command}");
    }
    for command in
        ["Hide", "Flip", "Active", "Movement trail", "Delete", "Intercept", "Target of the mission"]
    {
        assert!(has("us-cv-enterprise", command), "{command}");
    }
    assert!(!has("us-cv-enterprise", "Detach from task force"), "only in a tray");
    for command in ["Send to replenishment", "Pinned on the Beach", "Aboard", "Northeast"] {
        assert!(has("au-armor-1", command), "{command}");
    }
    assert!(has("small-airbase", "Under construction") && has("jp-control", "Clone"));
}

#[test]
fn a_command_of_some_kinds_is_in_their_menus_alone() {
    let offers = |id: &str| definition(id, "macro;;ASW sweep;").is_some();
    assert!(offers("us-b-22") && !offers("jp-n-akagi") && !offers("us-f-211"));
    let levels = |id: &str| {
        let known = expanded(id).traits.into_iter().map(|text| text.type_text.to_string());
        known.filter(|text| text.contains("state-fly-asw.png")).collect::<Vec<_>>()
    };
    assert_eq!(levels("us-b-22"), levels("jp-n-akagi"), "the levels of both are the same");
}

#[test]
fn a_unit_that_attacks_comes_to_the_top_of_its_stack_where_no_counter_covers_its_arrow() {
    let tops = |command: &str| {
        let trigger = definition("au-armor-1", &format!("macro;;{command};")).unwrap();
        trigger.contains("38\\,0")
    };
    assert!(tops("East") && tops("This hex"));
    assert!(!tops("No attack") && !tops("Pinned on the Beach"));
}

/// The fields of a trait's definition, by its prefix, of an expanded piece.
fn definition(id: &str, prefix: &str) -> Option<String> {
    expanded(id)
        .traits
        .into_iter()
        .map(|text| text.type_text.to_string())
        .find(|text| text.starts_with(prefix))
}

#[test]
fn every_piece_of_a_force_hides_for_its_own_side_alone() {
    let (data, plan, _) = built();
    for entry in data.pack.catalogue.entries() {
        let in_a_force = !entry.is_chit || entry.kind == "task-force";
        let Some(mask) = definition(&entry.id, "obs;") else {
            assert!(!in_a_force, "{} cannot be hidden", entry.id);
            continue;
        };
        let Some(side) = data.side_of(&entry.nation) else {
            assert!(mask.contains(";side:;"), "{}: of nobody, so of who hides it", entry.id);
            // Not of the side whose enemies hold the hex, and not of who looks on.
            let restricted = definition(&entry.id, "hideCmd;Own side;").unwrap();
            for word in ["CountLocation", "PlayerSide != \"Japan\"", "PlayerSide != \"Umpire\"", "72\\,130"] {
                assert!(restricted.contains(word), "{}: {restricted}", entry.id);
            }
            continue;
        };
        assert!(mask.contains(&format!(";sides:{side}:Solo:Umpire;")), "{}: {mask}", entry.id);
        // The Mask leaves the keyboard of the others free.
        let restricted = definition(&entry.id, "hideCmd;Own side;").unwrap();
        assert!(restricted.contains(&format!("PlayerSide != \"{side}\"")) && restricted.contains("72\\,130"));
    }
    for id in ["midget", "elite", "jp-sea-supply"] {
        assert!(definition(id, "obs;").is_some(), "{id}");
    }
    for id in ["jp-control", "small-airbase", "standby"] {
        assert!(plan.slots.contains_key(id) && definition(id, "obs;").is_none(), "{id}");
    }
}

#[test]
fn a_move_ends_what_was_true_of_the_old_place() {
    let when = |id: &str, layer: &str| {
        let ends = |text: &String| {
            text.starts_with("macro;;;0,0,moved;") && text.contains(&format!("{{({layer}_Level=="))
        };
        let mut texts = expanded(id).traits.into_iter().map(|text| text.type_text.to_string());
        let text = texts.find(ends).unwrap_or_else(|| panic!("{id}: {layer}"));
        assert!(text.contains("OldLocationName!=LocationName"), "{id}: {text}");
        text
    };
    assert!(when("us-tf-3", "Berth").contains("Berth_Level==2"));
    assert!(when("us-cv-enterprise", "Berth").contains("Tray=="), "not on leaving the tray for its chit");
    assert!(when("au-armor-1", "Attack").contains("Attack_Level==8"));
    assert!(when("au-armor-1", "Ride").contains("Carries.contains"), "aboard what goes along it stays");
    let mission = when("us-cv-enterprise", "Mission");
    // It engages in its hex; whoever sails can be met where he comes to.
    assert!(mission.contains("Mission_Level==4") && !mission.contains("Mission_Level==2"));
    for map in super::all("Map") {
        assert!(map.attr("moveKey").is_some_and(|key| key.contains("moved")), "{:?}", map.attr("mapName"));
    }
    for tray in super::all("PrivateMap") {
        let ends = tray.attr("moveKey").is_some_and(|key| key.contains("moved"));
        assert!(!ends, "{:?}", tray.attr("mapName"));
    }
}

#[test]
fn pieces_of_a_side_take_commands_from_it_alone() {
    let (data, _, _) = built();
    for entry in data.pack.catalogue.entries() {
        let Some(side) = data.side_of(&entry.nation) else { continue };
        let restricted = definition(&entry.id, "hideCmd;Own side;").unwrap_or_else(|| panic!("{}", entry.id));
        assert!(restricted.contains(&format!("PlayerSide != \"{side}\"")), "{}: {restricted}", entry.id);
        for key in ["68\\,130", "80\\,195", "setMission2", "setAttack2", "49\\,130"] {
            assert!(restricted.contains(key), "{} takes {key}", entry.id);
        }
        // Clean-ups and moves reach everybody's pieces.
        for key in ["resetStatus", "endMission", "moved", "oobArrive"] {
            assert!(!restricted.contains(key), "{} refuses {key}", entry.id);
        }
    }
}

#[test]
fn the_chits_of_year_and_month_go_along_with_the_turn() {
    for (id, now) in [("year", "Turn_Year"), ("month", "Turn_Month")] {
        let mut texts = expanded(id).traits.into_iter().map(|text| text.type_text.to_string());
        let send = texts.find(|text| text.starts_with("sendto;") && text.contains("followTurn"));
        assert!(send.is_some_and(|text| text.contains(now) && text.contains("Turn Track")), "{id}");
    }
    let button = super::all("GlobalKeyCommand")
        .into_iter()
        .find(|button| button.attr("hotkey").is_some_and(|key| key.contains("followTurn")));
    assert!(button.unwrap().attr("buttonHotkey").unwrap().contains("turnChanged"));
}

#[test]
fn what_sails_can_join_and_leave_a_tray_and_what_stays_ashore_cannot() {
    for id in [
        "jp-cv-kaga",
        "jp-n-kaga",
        "jp-adm-nagumo",
        "jp-inf-2",
        "jp-stp-1",
        "jp-sea-supply",
        "midget",
        "active",
    ] {
        assert!(definition(id, "globalkey;Detach from task force").is_some(), "{id}");
    }
    for id in ["jp-control", "small-airbase", "jp-tf-1", "magic"] {
        assert!(definition(id, "globalkey;Detach from task force").is_none(), "{id}");
    }
    assert_eq!(marker("jp-cv-kaga", "Carries").unwrap(), "/Air/Leaders/");
    assert!(marker("jp-stp-1", "Carries").unwrap().contains("/Land/"));
}

#[test]
fn flips_removals_and_deletions_are_told_but_not_of_a_hidden_piece() {
    for id in ["jp-cv-kaga", "us-tf-3", "small-airbase", "jp-control", "us-gen-macarthur", "standby"] {
        let report = definition(id, "report;").unwrap();
        // Flip, force pool, replenishment, delete, hide, gather.
        for letter in "FERDHG".chars() {
            assert!(
                report.contains(&format!("{}\\,130", u32::from(letter))),
                "{id} is silent about {letter}"
            );
        }
        assert!(report.contains("ObscuredToOthers"), "{id}");
        // Everybody sees a hidden piece go; a flip of it is its side's own business.
        let told = report.split("ObscuredToOthers==true&&!(").nth(1).unwrap().split('?').next().unwrap();
        for command in ["Delete", "Send", "Hide", "Gather"] {
            assert!(told.contains(command), "{id} hides {command}: {report}");
        }
        assert!(!told.contains("Flip"), "{id}: {report}");
        assert!(report.contains("OldLocationName+\" -> \"+location:"), "{id}: {report}");
    }
    let all: Vec<String> =
        expanded("jp-cv-kaga").traits.into_iter().map(|text| text.type_text.to_string()).collect();
    let place = |prefix: &str| all.iter().position(|text| text.starts_with(prefix)).unwrap();
    assert!(place("obs;") < place("report;"), "a report inside the Mask tells after it has changed");
    assert!(place("report;") < place("delete;") && place("report;") < place("emb2;"));
}

#[test]
fn private_windows_tell_nothing_in_the_chat() {
    for window in super::all("PrivateMap") {
        for format in ["changeFormat", "createFormat", "moveToFormat", "moveWithinFormat"] {
            assert_eq!(window.attr(format), Some(""), "{format} of {:?}", window.attr("mapName"));
        }
    }
}

#[test]
fn shared_traits_are_in_prototypes() {
    let (_, plan, _) = built();
    for (id, slot) in &plan.slots {
        let own = slot.piece.traits.iter().filter(|text| !text.type_text.starts_with("prototype;"));
        // A chit of a task force has the key of its tray beside Face, Marker and Basic Piece; up to three questions name
        // their piece.
        let asked = slot.piece.traits.iter().filter(|text| text.type_text.starts_with("PROP;")).count();
        assert!(asked <= 3 && own.count() <= 4 + asked, "{id}");
        assert!(slot.piece.traits.len() <= 14 + asked, "{id}");
    }
}

#[test]
fn every_piece_lies_in_a_known_layer_and_units_share_theirs() {
    let (data, plan, _) = built();
    for id in plan.slots.keys() {
        let layer = marker(id, "Layer").unwrap();
        assert!(data.layout.layers.contains(&layer), "{id} lies in {layer}");
    }
    let carried = ["us-cv-enterprise", "jp-n-1", "jp-inf-2", "us-stp-1", "active", "us-tf-3"];
    assert!(carried.iter().all(|id| marker(id, "Layer").unwrap() == "Force"));
    assert_eq!(marker("jp-control", "Layer").unwrap(), "Control");
    assert_eq!(marker("small-airbase", "Layer").unwrap(), "Installation");
    assert_eq!(marker("air-effect", "Layer").unwrap(), "Marker");
}

#[test]
fn pieces_count_for_what_limits_them() {
    let (data, ..) = built();
    assert_eq!(marker("jp-inf-2", "FullSteps").unwrap(), "2");
    assert_eq!(marker("us-cv-enterprise", "Ships").unwrap(), "1");
    assert_eq!(marker("us-stp-1", "Ships").unwrap(), "1");
    assert_eq!(marker("jp-n-1", "AirUnits").unwrap(), "1");
    // Floatplanes need no airfield (4.6.1).
    let floatplane = data.pack.catalogue.entries().find(|entry| entry.kind == "floatplane").unwrap();
    assert!(marker(&floatplane.id, "AirUnits").is_none());
    for entry in data.pack.catalogue.entries() {
        let land = entry.family == "land";
        assert_eq!(marker(&entry.id, "FullSteps").is_some(), land, "{}", entry.id);
    }
}

#[test]
fn a_task_force_chit_opens_the_tray_of_its_number_and_a_dummy_none() {
    assert_eq!(marker("us-tf-3", "Tray").unwrap(), "TF 3");
    assert_eq!(marker("us-tf-3", "TrayWindow").unwrap(), "US Task Forces");
    assert!(marker("us-tf-dummy", "Tray").is_none());
    let (data, plan, _) = built();
    for entry in data.pack.catalogue.entries().filter(|entry| entry.kind == "task-force") {
        let Some(tray) = marker(&entry.id, "Tray") else { continue };
        let window =
            data.layout.window.iter().find(|w| Some(&w.name) == marker(&entry.id, "TrayWindow").as_ref());
        assert!(window.unwrap().titles().contains(&tray), "{}", entry.id);
    }
    assert!(plan.pictures.iter().any(|picture| picture.name == "hidden-US.png"));
}

#[test]
fn who_sees_through_a_mask_can_read_the_counter_and_its_mission() {
    let (_, plan, _) = built();
    // Without a picture of its own VASSAL lays the `?` over the upper left quarter, where the banner of the mission is.
    assert!(definition("us-tf-3", "obs;").unwrap().contains(";Ghidden-own.png;"));
    assert!(plan.pictures.iter().any(|picture| picture.name == "hidden-own.png"));
}

#[test]
fn every_piece_has_the_shape_of_a_counter_whatever_is_drawn_on_it() {
    let (_, plan, _) = built();
    let drawn = ["emb2;", "label;", "piece;"];
    for id in plan.slots.keys() {
        let traits = expanded(id).traits;
        let shape = traits.iter().position(|text| {
            text.type_text.starts_with("nonRect2;1.0;dM -37.0 -37.0 L 38.0 -37.0 L 38.0 38.0 L -37.0 38.0 Z")
        });
        let first = traits.iter().position(|text| drawn.iter().any(|own| text.type_text.starts_with(own)));
        assert!(shape.is_some() && shape < first, "{id}");
    }
}

#[test]
fn no_two_pictures_are_alike() {
    let (_, plan, _) = built();
    let mut seen = std::collections::BTreeMap::new();
    for picture in &plan.pictures {
        let Drawing::Svg(svg) = &picture.drawing else { continue };
        let other = seen.insert(svg.as_str(), picture.name.as_str());
        assert!(other.is_none(), "{} is drawn as {other:?} is", picture.name);
    }
}

#[test]
fn a_counter_that_the_game_has_once_takes_itself_back_while_another_is_in_play() {
    let (data, plan, _) = built();
    let count = |id: &str| data.pack.catalogue.get(id).unwrap().count;
    for (id, slot) in &plan.slots {
        let once = slot.piece.traits.iter().any(|text| &*text.type_text == "prototype;Only one");
        assert_eq!(once, count(id) == Some(1), "{id}");
    }
    let traits = expanded("jp-cv-akagi").traits;
    let twin = traits.iter().find(|text| text.type_text.starts_with("macro;Only one;")).unwrap();
    let text = twin.type_text.to_string();
    assert!(text.contains("OldMap == \"\" && Count(\"{LiegeId == \\\"$LiegeId$\\\"}\") > 1"), "{text}");
    // Windows with trays send another key than those where a move ends something.
    for class in ["Map", "PrivateMap"] {
        for map in super::all(class) {
            let key = map.attr("moveKey").unwrap().rsplit(',').next().unwrap();
            assert!(text.contains(&format!(",{key}")), "{:?}: {key}", map.attr("mapName"));
        }
    }
}

#[test]
fn a_target_is_pointed_out_by_a_cross_that_tells_its_place_and_goes() {
    let traits = expanded("jp-f-tainan").traits;
    let of = |prefix: &str| -> Vec<String> {
        let found = traits.iter().filter(|text| text.type_text.starts_with(prefix));
        found.map(|text| text.type_text.to_string()).collect()
    };
    let lays = of("placemark;");
    assert_eq!(lays.len(), 1);
    assert!(lays[0].starts_with("placemark;Target of the mission;89,130;"), "{lays:?}");
    let slot = super::one("PieceSlot", "entryName", "Target");
    assert!(lays[0].contains("PieceWindow:Laid/VASSAL.build.widget.PieceSlot:Target"), "{lays:?}");
    let target = &of("PROP;Target;")[0];
    assert!(target.contains("takeTarget:P\\,{AimedAt}"), "{target}");
    // Each piece asks under its own name.
    assert!(target.contains("R\\,Tainan Air Group (A6M2)\\\\, target\\: hex or place"), "{target}");
    let cross = slot.text();
    for part in ["hide;", "setprop;AimedAt", "takeTarget", "ParentID", "delete;;", "immob;"] {
        assert!(cross.contains(part), "{part}: {cross}");
    }
    let number: usize = slot.attr("gpid").unwrap().parse().unwrap();
    assert_eq!(super::root().attr("nextPieceSlotId"), Some(&*(number + 1).to_string()));
}
