//! The main map and the windows: layers, overview, viewer, trays.

use super::{all, built, one};

#[test]
fn the_main_map_has_layers_overview_range_and_hiding() {
    let map = one("Map", "mapName", "Main Map");
    for class in ["LayeredPieceCollection", "GlobalMap", "LOS_Thread", "HidePiecesButton", "PieceRecenterer"]
    {
        assert_eq!(map.descendants(class).count(), 1, "{class}");
    }
    let layers = map.descendants("LayeredPieceCollection").next().unwrap();
    let (data, ..) = built();
    assert_eq!(layers.attr("layerOrder").unwrap(), data.layout.layers.join(","));
    assert_eq!(layers.children("LayerControl").count(), data.layout.layers.len());
}

#[test]
fn a_piece_on_the_legend_or_the_frame_is_in_no_hex() {
    let (_, _, module) = built();
    let map = module.maps.iter().find(|map| map.identifier() == "Main Map").unwrap();
    let board = |name: &str| map.boards.iter().find(|board| board.name == name).unwrap();
    let at = |name: &str, x, y| {
        let grid = board(name).grid.as_ref().unwrap();
        grid.location_name(liege::model::geometry::Point::new(x, y)).unwrap_or_default()
    };
    assert_eq!(at("Western map", 60, 700), "Legend");
    assert_eq!(at("Western map", 895, 6000), "Legend");
    assert_eq!(at("Western map", 960, 722), "W5400");
    assert_eq!(at("Eastern map", 4200, 700), "Frame");
    assert!(at("Eastern map", 4100, 700).starts_with('E'));
}

#[test]
fn the_viewer_adds_up_only_what_has_a_default() {
    let mut viewers = one("Map", "mapName", "Main Map").descendants("CounterDetailViewer");
    let viewer = viewers.find(|viewer| viewer.attr("description").unwrap().starts_with("Sums")).unwrap();
    let format = viewer.attr("summaryReportFormat").unwrap();
    let sums: Vec<&str> = format.split("GetString(\"sum(").skip(1).collect();
    assert!(sums.len() > 8);
    for part in sums {
        let name = part.split(')').next().unwrap();
        // Without a default the engine shows a question mark where a piece says nothing.
        assert_eq!(one("GlobalProperty", "name", name).attr("initialValue"), Some("0"));
    }
}

#[test]
fn every_tray_can_be_shown_by_the_key_of_its_chit() {
    let (data, plan, _) = built();
    let windows = all("PrivateMap");
    let cameras = windows.iter().flat_map(|window| window.descendants("MoveCameraButton"));
    let cameras: Vec<&str> = cameras.filter_map(|camera| camera.attr("hotkey")).collect();
    let trays: usize = data
        .layout
        .window
        .iter()
        .filter_map(|window| window.trays)
        .map(|[a, b]| usize::from(b - a) + 1)
        .sum();
    assert_eq!(cameras.len(), trays);
    let opened = plan
        .slots
        .values()
        .flat_map(|slot| &slot.piece.traits)
        .filter_map(|text| text.type_text.strip_prefix("globalhotkey;;0,0,openTray;")?.strip_suffix(';'));
    let opened: Vec<&str> = opened.collect();
    assert!(opened.len() >= trays && opened.iter().all(|key| cameras.contains(key)), "{opened:?}");
}

#[test]
fn task_force_windows_are_private_to_their_side_and_those_who_see_all() {
    let sides = |name: &str| one("PrivateMap", "mapName", name).attr("side").unwrap();
    assert_eq!(sides("Japanese Task Forces"), "Japan,Solo,Umpire");
    assert_eq!(sides("US Task Forces"), "Allies,Solo,Umpire");
}
