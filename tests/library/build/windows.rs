//! What players see: palettes, the view of a stack, room for expanded stacks, menus, windows that open on what matters.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use liege::build::drops::{Drops, SPACING};
use liege::build::order_of_battle::present_box;
use liege::build::scenario::Table;
use liege::format::build_file::Element;
use liege::model::position::{Piece, Position};
use liege::rules::game::pack::Pool;

use super::{all, built, engine, one};

/// The positions of the three set-ups, read back once.
fn set_ups() -> &'static [(String, Position)] {
    static SET_UPS: OnceLock<Vec<(String, Position)>> = OnceLock::new();
    SET_UPS.get_or_init(read_set_ups)
}

fn read_set_ups() -> Vec<(String, Position)> {
    let (data, plan, module) = built();
    let table = Table::new(data, plan).unwrap();
    let read = |file: &str| {
        let commands =
            table.save(file, data.scenario_text(file).unwrap()).unwrap_or_else(|e| panic!("{e:?}"));
        Position::read(&commands, Some(module)).0
    };
    data.layout.scenario.iter().map(|own| (own.name.clone(), read(&own.text))).collect()
}

fn number(element: &Element, attribute: &str) -> i32 {
    element.attr(attribute).unwrap().parse().unwrap()
}

#[test]
fn a_position_of_the_tour_opens_at_the_hex_that_its_text_names() {
    let (data, plan, module) = built();
    let table = Table::new(data, plan).unwrap();
    let text = data.scenario_text("tour/savo-island.txt").unwrap();
    let commands = table.save("savo-island.txt", text).unwrap_or_else(|faults| panic!("{faults:?}"));
    let position = Position::read(&commands, Some(module)).0;
    let ship = position.pieces.iter().find(|piece| piece.location.as_deref() == Some("E4526")).unwrap();
    for (name, at) in [("ViewX", ship.x), ("ViewY", ship.y)] {
        let middle: i32 = position.properties[&("Module".to_owned(), name.to_owned())].parse().unwrap();
        assert!(middle.abs_diff(at) <= 60, "{name}: {middle}, and the ship at {at}");
    }
}

#[test]
fn every_counter_is_a_picture_on_a_page_that_shows_all_of_its_pictures() {
    let (_, plan, _) = built();
    let windows = all("PieceWindow");
    // The engine puts the first window into the chat unless it is hidden.
    let hidden: Vec<Option<&str>> = windows.iter().map(|window| window.attr("hidden")).collect();
    assert_eq!(hidden, [Some("true"), Some("false")]);
    let box_ = all("BoxWidget");
    let (width, height) = (number(box_[0], "width"), number(box_[0], "height"));
    assert!(width <= 1240 && height <= 660, "{width} × {height} with its head on 1280 × 800");
    let pages = all("PanelWidget");
    let shown: usize = pages.iter().map(|page| page.children("PieceSlot").count()).sum();
    assert_eq!(shown, plan.slots.len());
    for page in pages {
        let pieces = page.children("PieceSlot").count() as i32;
        let columns = number(page, "nColumns");
        let scale: f64 = page.attr("scale").unwrap().parse().unwrap();
        let counter = (75.0 * scale).ceil() as i32;
        let rows = (pieces + columns - 1) / columns;
        let tabs = 30;
        assert!(
            columns * counter <= width && rows * counter <= height - tabs,
            "{:?}: {columns} × {rows} of {counter} pixels",
            page.attr("entryName")
        );
    }
}

#[test]
fn nations_come_in_the_order_of_their_file_and_counters_by_kind_and_number() {
    let tabs: Vec<&Element> = all("BoxWidget")[0].children("TabWidget").collect();
    let pages: Vec<&str> = tabs.iter().filter_map(|tab| tab.attr("entryName")).collect();
    assert_eq!(pages[..3], ["Japan", "Manchukuo", "Thailand"]);
    assert_eq!(pages.last(), Some(&"Chits"));
    let land = tabs[0].children("PanelWidget").next().unwrap();
    let names: Vec<&str> = land.children("PieceSlot").filter_map(|slot| slot.attr("entryName")).collect();
    let place = |name: &str| names.iter().position(|known| *known == name).unwrap();
    assert!(
        place("4th Division") < place("38th Division") && place("38th Division") < place("101st Division")
    );
}

#[test]
fn a_counter_is_found_by_a_part_of_its_name() {
    let fired = one("DoActionButton", "name", "Find by name").attr("hotkeys").unwrap();
    let sought = one("GlobalProperty", "name", "Sought").children("ChangePropertyButton").next().unwrap();
    assert!(sought.attr("propChanger").unwrap().starts_with("R,"), "asked for");
    let found = one("Inventory", "name", "Found");
    let keys = [sought, found].map(|own| own.attr("hotkey").unwrap().rsplit(',').next().unwrap());
    assert!(keys.iter().all(|key| fired.contains(key)), "{fired}: {keys:?}");
    let filter = found.attr("include").unwrap();
    assert!(filter.contains("Sought") && filter.contains("Obscured != true"), "{filter}");
    assert_eq!(found.attr("launchFunction"), Some("functionRefresh"), "shows what is found now");
}

#[test]
fn a_large_stack_is_viewed_in_rows_and_every_piece_in_one_of_them() {
    let map = one("Map", "mapName", "Main Map");
    let rows: Vec<&str> = map
        .descendants("CounterDetailViewer")
        .filter(|viewer| viewer.attr("description").unwrap().starts_with("Row"))
        .map(|viewer| viewer.attr("propertyFilter").unwrap())
        .collect();
    let holds = |filter: &str, size: u32, place: u32| {
        filter.trim_matches(['{', '}']).split(" && ").filter(|part| part.starts_with("Stack")).all(|part| {
            let mut words = part.split(' ');
            let value = if words.next() == Some("StackSize") { size } else { place };
            let more = words.next() == Some(">");
            let bound: u32 = words.next().unwrap().parse().unwrap();
            if more { value > bound } else { value <= bound }
        })
    };
    for size in 1..=60 {
        let mut in_row = vec![0; rows.len()];
        for place in 1..=size {
            let found: Vec<usize> = (0..rows.len()).filter(|row| holds(rows[*row], size, place)).collect();
            assert_eq!(found.len(), 1, "piece {place} of {size}: {found:?}");
            in_row[found[0]] += 1;
        }
        assert!(size > 33 || in_row.iter().all(|count| *count <= 11), "{size}: {in_row:?}");
    }
}

#[test]
fn the_sums_cover_no_row_wherever_the_pointer_is() {
    let map = one("Map", "mapName", "Main Map");
    let viewers: Vec<&Element> = map.descendants("CounterDetailViewer").collect();
    let of = |kind: &str, rows: &str| -> Vec<&Element> {
        let named = |viewer: &&&Element| {
            let name = viewer.attr("description").unwrap();
            name.starts_with(kind) && name.ends_with(&format!("of {rows}"))
        };
        viewers.iter().filter(named).copied().collect()
    };
    // Where VASSAL draws a viewer's pieces: above the pointer, but a line of its text below the edge of the window.
    let top = |viewer: &Element, pointer: i32, height: i32| {
        let line = f64::from(number(viewer, "fontSize")) * 1.16;
        (pointer - height - number(viewer, "verticalOffset")).max(line as i32 + 6)
    };
    for rows in ["1", "2", "3"] {
        let [sums] = of("Sums", rows)[..] else { panic!("one viewer of sums for {rows} rows") };
        let rows = of("Row", rows);
        assert!(!rows.is_empty());
        for pointer in 0..900 {
            // Text hangs five pixels above the pieces, which have no size here.
            let label = top(sums, pointer, 0) - 5;
            for height in [99, 103] {
                let highest = rows.iter().map(|row| top(row, pointer, height)).min().unwrap();
                assert!(label < highest, "{label} and {highest} at {pointer}");
            }
        }
    }
}

#[test]
fn the_largest_stack_can_be_expanded_in_every_hex_and_tray_and_every_counter_seen_whole() {
    let (data, _, module) = built();
    for map in &module.maps {
        let element = all("Map").into_iter().chain(all("PrivateMap"));
        let element = element.into_iter().find(|one| one.attr("mapName") == Some(map.identifier())).unwrap();
        let is_tray =
            data.layout.window.iter().any(|window| window.name == map.identifier() && window.trays.is_some());
        if map.identifier() != "Main Map" && !is_tray {
            continue;
        }
        let stacks = element.descendants("StackMetrics").next().unwrap();
        let (right, up) = (number(stacks, "exSepX"), number(stacks, "exSepY"));
        assert!(right.abs() >= 75 || up.abs() >= 75, "{}", map.identifier());
        let layout = map.lay_out(None, &mut Vec::new());
        let edge =
            layout.boards.iter().map(|board| board.bounds.origin.x + board.bounds.size.width).max().unwrap();
        let edge = edge + number(element, "edgeWidth");
        let fits = |x: i32, y: i32, most: i32| {
            let last = x + (most - 1) * right;
            assert!(
                x.min(last) >= 38 && x.max(last) + 38 <= edge && y - (most - 1) * up >= 38,
                "{}: {most} at {x}, {y}",
                map.identifier()
            );
        };
        for (_, at) in layout.places() {
            fits(at.x, at.y, if is_tray { 5 } else { 13 });
        }
        for (_, position) in set_ups() {
            let mut stacks = BTreeMap::new();
            for piece in position.pieces.iter().filter(|p| p.map.as_deref() == Some(map.identifier())) {
                *stacks.entry((piece.x, piece.y, piece.markers.get("Layer"))).or_insert(0) += 1;
            }
            stacks.into_iter().for_each(|((x, y, _), most)| fits(x, y, most));
        }
    }
}

#[test]
fn what_is_aboard_in_a_tray_covers_neither_the_name_of_its_ship_nor_the_ships_below() {
    let (data, ..) = built();
    for window in data.layout.window.iter().filter(|window| window.trays.is_some()) {
        let element = all("Map").into_iter().chain(all("PrivateMap"));
        let element = element.into_iter().find(|one| one.attr("mapName") == Some(&*window.name)).unwrap();
        let hangs = -number(element.descendants("StackMetrics").next().unwrap(), "unexSepY");
        assert!((15..30).contains(&hangs), "a name is a fifth of a counter high, not {hangs} pixels");
        for (name, position) in set_ups() {
            let in_window = position.pieces.iter().filter(|piece| piece.map.as_ref() == Some(&window.name));
            let at: BTreeSet<(i32, i32)> = in_window.map(|piece| (piece.x, piece.y)).collect();
            for (one, other) in at.iter().zip(at.iter().skip(1)).filter(|(one, other)| one.0 == other.0) {
                assert!(other.1 - one.1 > 75 + hangs, "{name}: {} at {one:?} and {other:?}", window.name);
            }
        }
    }
}

#[test]
fn the_boards_lie_where_saves_have_them() {
    let map = one("Map", "mapName", "Main Map");
    assert_eq!((number(map, "edgeWidth"), number(map, "edgeHeight")), (541, 1261));
}

#[test]
fn resting_the_pointer_asks_few_viewers() {
    for map in all("Map").into_iter().chain(all("PrivateMap")) {
        assert!(map.descendants("CounterDetailViewer").count() <= 10, "{:?}", map.attr("mapName"));
    }
}

/// What the eyes take for one thing: its counter, or that of what carries it.
fn counter(piece: &Piece) -> &str {
    piece.markers.get("LiegeId").map_or("", String::as_str)
}

#[test]
fn boxes_of_the_set_ups_hold_rows_and_no_piles() {
    let (data, ..) = built();
    for (name, position) in set_ups() {
        let in_boxes: Vec<&Piece> = position
            .pieces
            .iter()
            .filter(|piece| {
                let window =
                    data.layout.window.iter().find(|window| Some(&window.name) == piece.map.as_ref());
                window.is_some_and(|window| window.trays.is_none())
            })
            .collect();
        assert!(in_boxes.len() > 200, "{name}");
        for (index, piece) in in_boxes.iter().enumerate() {
            let (window, number) = data.layout.find_box(piece.location.as_deref().unwrap()).unwrap();
            let area = window.panel().area(number);
            let inside =
                |low: u32, at: i32, size: u32| at - 37 >= low as i32 && at + 37 <= (low + size) as i32;
            assert!(
                inside(area.x, piece.x, area.width),
                "{name}: {} beside {:?}",
                piece.name,
                piece.location
            );
            assert!(
                inside(area.y + 26, piece.y, area.height - 26),
                "{name}: {} covers the title of {:?}",
                piece.name,
                piece.location
            );
            for other in in_boxes[index + 1..].iter().filter(|other| other.map == piece.map) {
                let close = (piece.x - other.x).abs() < 75 && (piece.y - other.y).abs() < 75;
                let together = piece.stack == other.stack
                    && (counter(piece) == counter(other)
                        || other.layer("Ride").is_some_and(|ride| ride.level == 2));
                assert!(!close || together, "{name}: {} covers {}", piece.name, other.name);
            }
        }
    }
}

#[test]
fn every_counter_has_a_place_of_its_own_where_its_commands_send_it() {
    let (data, ..) = built();
    let drops = Drops::new(&data.layout, &data.pack);
    for name in
        ["Japan Force Pool", "US Force Pool", "Chits Pool", "Japan Replenishment", "China Replenishment"]
    {
        let ids = data.pack.catalogue.entries().map(|entry| &entry.id);
        let places: Vec<(u32, u32)> = ids.filter_map(|id| drops.at(&data.layout, name, id)).collect();
        let different: BTreeSet<(u32, u32)> = places.iter().copied().collect();
        assert!(places.len() > 50 && places.len() == different.len(), "{name}");
    }
    // The command of the piece itself leads to the same spot.
    for (name, position) in set_ups() {
        for piece in &position.pieces {
            let id = counter(piece);
            for pool in data.pack.pools.iter().flat_map(Pool::boxes) {
                let Some(offset) = piece.spot_in(pool) else { continue };
                assert_eq!(Some(offset), drops.offset(&data.layout, pool, id), "{name}: {id}");
            }
        }
    }
}

#[test]
fn no_two_counters_of_a_season_share_a_place_among_the_arrivals() {
    let (data, ..) = built();
    let drops = Drops::new(&data.layout, &data.pack);
    let own = data.layout.order_of_battle.as_ref().unwrap();
    for season in data.pack.schedule.seasons() {
        let mut places: Vec<(&str, (u32, u32))> = Vec::new();
        for event in data.pack.schedule.events.iter().filter(|event| event.kind.word() == "arrival") {
            if event.turn.is_some_and(|turn| turn.season() == season)
                && places.iter().all(|(id, _)| *id != event.id)
            {
                places.push((&event.id, drops.at(&data.layout, &own.arrivals, &event.id).unwrap()));
            }
        }
        let different: BTreeSet<(u32, u32)> = places.iter().map(|(_, at)| *at).collect();
        assert_eq!(different.len(), places.len(), "{season}");
        assert!(
            different.iter().all(|(x, y)| x % SPACING == different.first().unwrap().0 % SPACING && *y > 80)
        );
    }
}

#[test]
fn eliminated_holds_no_piece_that_is_merely_not_in_the_scenario() {
    let (data, ..) = built();
    for (name, position) in set_ups() {
        let at = |place: &str| {
            let here = position.pieces.iter().filter(|piece| piece.location.as_deref() == Some(place));
            here.map(counter).collect::<Vec<_>>()
        };
        let own = data.layout.scenario.iter().find(|own| own.name == *name).unwrap();
        let lost = data
            .scenario_text(&own.text)
            .unwrap()
            .lines()
            .filter(|line| line.starts_with("in \"Eliminated\""));
        let lost: Vec<&str> = lost.flat_map(|line| line.split([' ', ','])).collect();
        for id in at("Eliminated") {
            assert!(data.pack.schedule.is_cbr(id) || lost.contains(&id), "{name}: {id} is only not there");
        }
        let gone = at("Not in this scenario");
        let removed = data.pack.schedule.events.iter().filter(|event| event.kind.word() == "remove");
        for event in removed.filter(|event| event.turn.is_some_and(|turn| turn.year < 1941)) {
            assert!(name.contains("1937") || gone.contains(&event.id.as_str()), "{name}: {}", event.id);
        }
        // Sailed home, not sunk.
        assert_eq!(gone.contains(&"de-ac-orion"), !name.contains("1937"), "{name}");
    }
}

#[test]
fn the_tracks_have_their_markers_from_the_start() {
    for (name, position) in set_ups() {
        let words: Vec<&str> = name.split([' ', ',']).collect();
        let month = &words[0][..3];
        for (chit, place) in [
            ("month", month),
            ("year", words[1]),
            ("jp-ep", "Japan EP"),
            ("us-ep", "US EP"),
            ("uk-ep", "UK EP"),
            ("jp-off", "Japan Offensives"),
        ] {
            let there = position.pieces.iter().filter(|piece| counter(piece) == chit);
            let places: Vec<&str> = there.filter_map(|piece| piece.location.as_deref()).collect();
            assert_eq!(places, [place], "{name}: {chit}");
        }
    }
}

#[test]
fn each_side_has_dummy_task_forces() {
    let (_, plan, _) = built();
    for id in ["jp-tf-dummy", "us-tf-dummy", "uk-tf-dummy"] {
        assert!(plan.slots.contains_key(id), "{id}");
    }
}

#[test]
fn menus_begin_with_flip_and_end_with_delete_in_the_words_of_the_rules() {
    for line in engine("atpo-pieces.jsonl") {
        let commands: Vec<&str> =
            line["commands"].as_array().unwrap().iter().map(|c| c.as_str().unwrap()).collect();
        let id = &line["id"];
        assert_eq!(commands.last(), Some(&"Delete"), "{id}: {commands:?}");
        assert!(commands[0] == "Flip" || !commands.contains(&"Flip"), "{id}: {commands:?}");
        for word in ["Ride", "Berth", "Work"] {
            assert!(!commands.contains(&word), "{id}: {word}");
        }
        let menus = line["types"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|text| text.as_str()?.strip_prefix("submenu;"));
        for menu in menus {
            let inside = menu.split(';').nth(1).unwrap();
            assert!(inside.split(',').all(|word| word != "Active" && word != "In port"), "{id}: {menu}");
        }
    }
}

#[test]
fn active_and_in_port_have_keys() {
    for line in engine("atpo-pieces.jsonl") {
        let key = |command: &str| {
            let own = format!("macro;;{command};");
            line["types"]
                .as_array()
                .unwrap()
                .iter()
                .find_map(|text| Some(text.as_str()?.strip_prefix(&own)?.split(';').next()?.to_owned()))
        };
        for (command, wanted) in [("Active", "65,130"), ("In port", "80,130")] {
            assert!(key(command).is_none_or(|key| key == wanted), "{}: {command}", line["id"]);
        }
    }
    let carrier =
        engine("atpo-pieces.jsonl").into_iter().find(|line| line["id"] == "us-cv-enterprise").unwrap();
    assert!(carrier["commands"].as_array().unwrap().iter().any(|command| command == "In port"));
}

#[test]
fn the_map_begins_with_the_theatre_of_the_scenario() {
    let start = one("StartupGlobalKeyCommand", "name", "Show the theatre");
    assert_eq!(start.attr("whenToApply"), Some("everyLaunchOfSession"));
    let camera = one("MoveCameraButton", "hotkey", start.attr("globalHotkey").unwrap());
    assert_eq!(camera.attr("moveCameraMode"), Some("L"));
    let (data, _, module) = built();
    let map = module.maps.iter().find(|map| map.identifier() == "Main Map").unwrap();
    let layout = map.lay_out(None, &mut Vec::new());
    for ((name, position), scenario) in set_ups().iter().zip(&data.layout.scenario) {
        let value = |axis: &str| {
            let attribute = camera.attr(axis).unwrap().trim_matches('$');
            position.properties[&("Module".to_owned(), attribute.to_owned())].parse::<i32>().unwrap()
        };
        let at = liege::model::geometry::Point::new(value("xPos"), value("yPos"));
        assert_eq!(layout.location_name(at), scenario.view, "{name}");
    }
}

#[test]
fn the_order_of_battle_opens_on_the_present_season() {
    let (data, ..) = built();
    let own = data.layout.order_of_battle.as_ref().unwrap();
    let map = one("Map", "mapName", &own.window);
    assert_eq!(map.attr("buttonName"), Some(""), "the window's own button opens it anywhere");
    let mut cameras = map.descendants("MoveCameraButton");
    // The others bring a year into view by their own buttons.
    let camera = cameras.find(|camera| camera.attr("hotkey") != Some("")).unwrap();
    let button = one("DoActionButton", "text", &own.button);
    let keys = button.attr("hotkeys").unwrap().replace('\\', "");
    let (open, show) = (map.attr("showKey").unwrap(), camera.attr("hotkey").unwrap());
    assert_eq!(keys, format!("{open},{show}"));
    let window = data.layout.window.iter().find(|window| window.name == own.window).unwrap();
    let zone = camera.attr("zoneName").unwrap();
    assert_eq!(zone, format!("{{{}}}", present_box(&data.layout, window)));
    // Turns before the first box and after the last have one, too.
    assert!(
        zone.contains("\"1937 Winter\" ? \"1937 Summer\"")
            && zone.contains("\"1945 Autumn\" ? \"1945 Summer\"")
    );
}

#[test]
fn the_window_of_the_months_opens_on_the_present_one() {
    let (data, ..) = built();
    let own = data.layout.order_of_battle.as_ref().unwrap();
    let window = data.layout.window.iter().find(|window| window.boxes.contains(&own.month_boxes[0])).unwrap();
    let map = one("Map", "mapName", &window.name);
    assert_eq!(map.attr("buttonName"), Some(""), "the window's own button opens it anywhere");
    let mut cameras = map.descendants("MoveCameraButton");
    let camera = cameras.find(|camera| camera.attr("hotkey") != Some("")).unwrap();
    let keys = one("DoActionButton", "text", &window.button).attr("hotkeys").unwrap().replace('\\', "");
    let (open, show) = (map.attr("showKey").unwrap(), camera.attr("hotkey").unwrap());
    assert_eq!(keys, format!("{open},{show}"));
    let zone = camera.attr("zoneName").unwrap();
    for month in &own.month_boxes {
        assert!(zone.contains(&format!("? \"{month}\"")), "{month}: {zone}");
    }
}

#[test]
fn a_button_that_leads_to_a_box_shows_its_head() {
    let (data, ..) = built();
    // Half of the height of a window on a small screen, at the zoom at which windows open.
    const HALF: u32 = 400;
    let (mut tall, mut low) = (0, 0);
    for window in data.layout.window.iter().filter(|window| window.trays.is_none()) {
        let map = one("Map", "mapName", &window.name);
        for [text, to] in &window.jumps {
            let mut cameras = map.descendants("MoveCameraButton");
            let camera = cameras.find(|camera| camera.attr("text") == Some(text)).unwrap();
            let index = window.boxes.iter().position(|name| name == to).unwrap();
            let area = window.panel().area(index);
            if camera.attr("moveCameraMode") == Some("L") {
                let at: u32 = camera.attr("yPos").unwrap().parse().unwrap();
                assert!((area.y..=area.y + HALF).contains(&at), "{to}: {at} in {}", area.y);
                tall += 1;
            } else {
                assert!(area.height / 2 <= HALF, "{to} is shown by its middle");
                low += 1;
            }
        }
    }
    assert!(tall > 3 && low > 3, "{tall} {low}");
}

#[test]
fn the_list_of_missions_has_no_folder_that_would_open_closed_and_tells_sides_apart() {
    let lists: Vec<&Element> = all("Inventory");
    let list = |name: &str| lists.iter().find(|list| list.attr("name") == Some(name)).unwrap();
    let missions = list("Missions");
    assert_eq!(missions.attr("groupBy"), Some(""));
    // VASSAL opens the window narrow, so that a line is broken.
    let line = missions.attr("leafFormat").unwrap();
    assert!(line.starts_with("{\"<html><div style='width:130px'>") && line.contains("<br>"), "{line}");
    // A mission without a target stands by its place, and what is not said leaves no blank.
    assert!(line.contains("(Target == \"\" ? LocationName : Target) + Mission_Name"), "{line}");
    assert!(line.contains("(Group == \"\" ? \"\" : \", group \" + Group)"), "{line}");
    assert!(line.contains("LocationName + Attack_Name") && line.contains("+ Side +"), "{line}");
    assert!(missions.attr("include").unwrap().contains("Attack_Name != \"\""), "attacks on land, too");
    // It opens so far down for each list before it.
    let before = lists.iter().position(|list| list.attr("name") == Some("Missions")).unwrap();
    assert!(30 * before >= 110, "below both toolbars");
    assert_eq!(missions.attr("sortFormat"), missions.attr("leafFormat"));
    assert_ne!(list("Inventory").attr("groupBy"), Some(""));
}

#[test]
fn lists_of_pieces_leave_out_what_lies_in_private_windows_of_other_sides() {
    let (data, ..) = built();
    let lists: Vec<&Element> = all("Inventory");
    let missions = lists.iter().find(|list| list.attr("name") == Some("Missions")).unwrap();
    assert!(missions.attr("include").unwrap().contains("Obscured != true"), "masked pieces are left out");
    for list in lists {
        let filter = list.attr("include").unwrap();
        for window in data.layout.window.iter().filter(|window| window.side.is_some()) {
            let side = window.side.as_deref().unwrap();
            let own = format!("(CurrentMap != \"{}\" || PlayerSide == \"{side}\"", window.name);
            assert!(filter.contains(&own), "{:?}: {filter}", list.attr("name"));
        }
        assert!(filter.starts_with('{') && filter.ends_with('}'), "{filter}");
    }
}
