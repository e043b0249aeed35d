//! Which map `render` draws when none is named: the one that VASSAL shows in its main window.

use super::corpus;

/// A map of this class whose only board is so wide.
fn map(class: &str, name: &str, width: u32, attributes: &str) -> String {
    format!(
        "<VASSAL.build.module.{class} mapName=\"{name}\" {attributes}><VASSAL.build.module.map.BoardPicker><VASSAL.build.module.map.boardPicker.Board name=\"B\" width=\"{width}\" height=\"100\" color=\"0,0,255\"/></VASSAL.build.module.map.BoardPicker></VASSAL.build.module.{class}>"
    )
}

/// How wide the picture is of a game on these maps, with a piece on each of `filled`.
fn width_drawn(maps: &[String], filled: &[&str], extra: &[&str]) -> u32 {
    let folder = tempfile::tempdir().unwrap();
    let build = corpus::BUILD_FILE;
    let (start, end) = (build.find("<VASSAL.build.module.Map ").unwrap(), "</VASSAL.build.module.Map>\n");
    let after = build.find(end).unwrap() + end.len();
    let build = format!("{}{}{}", &build[..start], maps.concat(), &build[after..]);
    let module = corpus::archive(&[
        ("buildFile.xml", build.as_bytes()),
        ("moduledata", corpus::MODULE_DATA.as_bytes()),
    ]);
    let (save, png) = (folder.path().join("game.vsav"), folder.path().join("game.png"));
    std::fs::write(folder.path().join("small.vmod"), module).unwrap();
    let boards = ["First", "Second", "Third"].map(|map| format!("{map}BoardPicker\tB\t0\t0"));
    let piece = |(id, map): (usize, &&str)| format!("+/{id}/piece;;;;Tank/{map};50;50;;0");
    let commands: Vec<String> = boards.into_iter().chain(filled.iter().enumerate().map(piece)).collect();
    let commands: Vec<&str> = commands.iter().map(String::as_str).collect();
    std::fs::write(&save, corpus::save(&commands)).unwrap();
    let output = corpus::liege().arg("render").arg(&save).arg("-o").arg(&png).args(extra).output();
    let told = String::from_utf8(output.stderr).unwrap();
    image::open(png).expect(&told).width()
}

#[test]
fn maps_behind_a_button_and_private_ones_come_after_the_first_open_to_all() {
    let maps = [
        map("Map", "First", 110, "launch=\"true\""),
        map("PrivateMap", "Second", 120, "side=\"A\" visible=\"true\""),
        map("Map", "Third", 130, ""),
    ];
    let full = ["First", "First", "Second", "Second"];
    assert_eq!(width_drawn(&maps, &full, &["--side", "umpire"]), 130);
    assert_eq!(width_drawn(&maps, &full, &["--side", "A"]), 130);
    assert_eq!(width_drawn(&maps, &full, &["--side", "umpire", "--map", "Second"]), 120);
}

#[test]
fn without_a_main_window_the_fullest_map_is_drawn_that_the_looker_may_open() {
    let maps = [
        map("Map", "First", 110, "launch=\"true\""),
        map("PlayerHand", "Second", 120, "side=\"A\""),
        map("Map", "Third", 130, "launch=\"true\""),
    ];
    assert_eq!(width_drawn(&maps, &["First", "Third", "Third"], &["--side", "B"]), 130);
    assert_eq!(width_drawn(&maps, &[], &["--side", "B"]), 110, "of equal ones the first");
    let hand = ["First", "Second", "Second"];
    assert_eq!(width_drawn(&maps, &hand, &["--side", "B"]), 110, "the hand of A is closed to B");
    // A hand is at least 200 x 200 pixels.
    assert_eq!(width_drawn(&maps, &hand, &["--side", "A"]), 120);
}

#[test]
fn a_module_of_private_maps_only_shows_each_side_its_own() {
    let maps = [
        map("PrivateMap", "First", 110, "side=\"A\""),
        map("PrivateMap", "Second", 120, "side=\"B\""),
        map("PrivateMap", "Third", 130, "side=\"B\""),
    ];
    assert_eq!(width_drawn(&maps, &["Third"], &["--side", "A"]), 110);
    assert_eq!(width_drawn(&maps, &["Third"], &["--side", "B"]), 130);
}
