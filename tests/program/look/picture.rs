//! A position as a picture.

use std::path::Path;

use super::corpus;

fn render(folder: &Path, extra: &[&str]) -> (Option<image::RgbaImage>, String) {
    let (save, module) = (folder.join("game.vsav"), folder.join("small.vmod"));
    std::fs::write(&save, corpus::save(&corpus::COMMANDS)).unwrap();
    if !module.exists() {
        std::fs::write(&module, corpus::module()).unwrap();
    }
    let png = folder.join("game.png");
    let output = corpus::liege().arg("render").arg(&save).arg("-o").arg(&png).args(extra).output();
    let told = String::from_utf8(output.stderr).unwrap();
    (std::fs::read(png).ok().map(|bytes| image::load_from_memory(&bytes).unwrap().into_rgba8()), told)
}

const SEA: [u8; 4] = [0, 0, 255, 255];
const GREEN: [u8; 4] = [0, 200, 0, 255];

#[test]
fn boards_and_pieces_are_where_the_save_says() {
    let folder = tempfile::tempdir().unwrap();
    let (picture, told) = render(folder.path(), &["--side", "umpire"]);
    let picture = picture.expect(&told);
    assert_eq!(picture.dimensions(), (400, 300));
    assert_eq!((picture[(150, 150)].0, picture[(250, 150)].0, picture[(20, 20)].0), (GREEN, GREEN, SEA));
}

#[test]
fn a_dash_is_standard_output_for_pictures_and_standard_input_for_saves() {
    let folder = tempfile::tempdir().unwrap();
    let (drawn, told) = render(folder.path(), &["--side", "umpire"]);
    let module = folder.path().join("small.vmod");
    let call = corpus::liege().args(["render", "-", "-o", "-", "--side", "umpire", "--module"]).arg(module);
    let output = call.typing(corpus::save(&corpus::COMMANDS)).output();
    let picture = image::load_from_memory_with_format(&output.stdout, image::ImageFormat::Png).unwrap();
    assert_eq!(picture.into_rgba8(), drawn.expect(&told));
    assert!(String::from_utf8(output.stderr).unwrap().contains("standard output: 400 x 300 pixels"));
}

#[test]
fn what_another_side_masked_is_not_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let (picture, told) = render(folder.path(), &["--side", "B"]);
    let picture = picture.expect(&told);
    assert_eq!((picture[(150, 150)].0, picture[(250, 150)].0), (GREEN, SEA));
}

#[test]
fn a_part_is_cut_out_by_the_names_of_places() {
    let folder = tempfile::tempdir().unwrap();
    let (picture, told) = render(folder.path(), &["--side", "umpire", "--crop", "C02,C02", "--scale", "0.5"]);
    let picture = picture.expect(&told);
    assert_eq!(picture.dimensions(), (120, 120));
    let (none, told) =
        render(tempfile::tempdir().unwrap().path(), &["--side", "umpire", "--crop", "Q99,C02"]);
    assert!(none.is_none() && told.contains("Q99") && told.contains("names such as"), "{told}");
    let (picture, told) = render(folder.path(), &["--side", "umpire", "--crop", "c02", "--scale", "0.5"]);
    assert_eq!(picture.expect(&told).dimensions(), (120, 120), "letters may be small");
}

#[test]
fn too_large_a_picture_is_refused_with_advice() {
    let folder = tempfile::tempdir().unwrap();
    let build = corpus::BUILD_FILE.replace("width=\"400\"", "width=\"40000\"");
    let entries = [("buildFile.xml", build.as_bytes()), ("moduledata", corpus::MODULE_DATA.as_bytes())];
    std::fs::write(folder.path().join("small.vmod"), corpus::archive(&entries)).unwrap();
    let (none, told) = render(folder.path(), &["--side", "umpire", "--scale", "1"]);
    assert!(none.is_none() && told.contains("--crop") && told.contains("--scale"), "{told}");
    let (none, told) = render(folder.path(), &["--side", "umpire", "--scale", "NaN"]);
    assert!(none.is_none() && told.contains("from 0.01 to 20"), "{told}");
}

#[test]
fn a_missing_picture_is_grey_and_named() {
    let folder = tempfile::tempdir().unwrap();
    let entries =
        [("buildFile.xml", corpus::BUILD_FILE.as_bytes()), ("moduledata", corpus::MODULE_DATA.as_bytes())];
    std::fs::write(folder.path().join("small.vmod"), corpus::archive(&entries)).unwrap();
    let (picture, told) = render(folder.path(), &["--side", "umpire"]);
    assert!(told.contains("green.png"), "{told}");
    assert_eq!(picture.unwrap()[(150, 150)].0, [150, 150, 150, 255]);
}

#[test]
fn the_map_of_the_main_window_is_drawn_though_another_holds_more_pieces() {
    let folder = tempfile::tempdir().unwrap();
    let reserves = r#"<VASSAL.build.module.Map mapName="Reserves" launch="true"><VASSAL.build.module.map.BoardPicker>
      <VASSAL.build.module.map.boardPicker.Board name="Box" width="200" height="100" color="255,0,0"/>
    </VASSAL.build.module.map.BoardPicker></VASSAL.build.module.Map>
  <VASSAL.build.module.Map mapName="Main""#;
    let build = corpus::BUILD_FILE.replace(r#"<VASSAL.build.module.Map mapName="Main""#, reserves);
    let entries = [("buildFile.xml", build.as_bytes()), ("moduledata", corpus::MODULE_DATA.as_bytes())];
    let (save, module) = (folder.path().join("game.vsav"), folder.path().join("small.vmod"));
    std::fs::write(&module, corpus::archive(&entries)).unwrap();
    let waiting = ["+/3/piece;;;;A/Reserves;50;50;;0", "+/4/piece;;;;B/Reserves;60;50;;0"];
    let commands = [
        "MainBoardPicker\tSea\t0\t0",
        "ReservesBoardPicker\tBox\t0\t0",
        corpus::COMMANDS[3],
        waiting[0],
        waiting[1],
    ];
    std::fs::write(&save, corpus::save(&commands)).unwrap();
    let drawn = |extra: &[&str]| {
        let png = folder.path().join("game.png");
        let output = corpus::liege().arg("render").arg(&save).arg("-o").arg(&png).args(extra).output();
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        image::open(png).expect(&told).into_rgba8().dimensions()
    };
    assert_eq!(drawn(&[]), (400, 300));
    assert_eq!(drawn(&["--map", "Reserves"]), (200, 100));
}
