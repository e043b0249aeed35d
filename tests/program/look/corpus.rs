//! Real files of other people, when they are at hand, and small ones made here.

use std::ffi::OsStr;
use std::io::{Cursor, Write};
use std::path::PathBuf;

use zip::write::SimpleFileOptions;

use crate::beside::beside;

use crate::call::Call;

/// The folder of real files, where there is one.
pub fn folder() -> Option<PathBuf> {
    beside("LIEGE_CORPUS", "corpus")
}

/// All modules, saves and logs of the corpus, sorted.
pub fn files() -> Vec<PathBuf> {
    let Some(folder) = folder() else {
        return Vec::new();
    };
    let known = ["vmod", "mod", "vsav", "sav", "vlog", "log"];
    let is_game =
        |path: &PathBuf| path.extension().is_some_and(|end| known.iter().any(|known| end == *known));
    let entries = std::fs::read_dir(folder).unwrap();
    let mut found: Vec<_> = entries.map(|entry| entry.unwrap().path()).filter(is_game).collect();
    found.sort();
    found
}

/// The program, ready to run.
pub fn liege() -> Call {
    Call::default()
}

/// What the program says on standard error when it fails with status 2.
pub fn failure(arguments: &[&OsStr]) -> String {
    let output = liege().args(arguments).output();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {told}");
    assert!(output.stdout.is_empty(), "{arguments:?} printed a result");
    told
}

/// A zip with these entries.
pub fn archive(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in entries {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(content).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// The build file of a module with one map, one plain board of 400 x 300 pixels and sides A and B.
pub const BUILD_FILE: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<VASSAL.build.GameModule name="Small" version="1.0" VassalVersion="3.7.9" nextPieceSlotId="1">
  <VASSAL.build.module.PlayerRoster buttonText="Retire"><entry>A</entry><entry>B</entry></VASSAL.build.module.PlayerRoster>
  <VASSAL.build.module.Map mapName="Main">
    <VASSAL.build.module.map.BoardPicker>
      <VASSAL.build.module.map.boardPicker.Board name="Sea" width="400" height="300" color="0,0,255">
        <VASSAL.build.module.map.boardPicker.board.SquareGrid dx="100.0" dy="100.0" x0="50" y0="50">
          <VASSAL.build.module.map.boardPicker.board.mapgrid.SquareGridNumbering first="H" hType="A" vType="N"/>
        </VASSAL.build.module.map.boardPicker.board.SquareGrid>
      </VASSAL.build.module.map.boardPicker.Board>
    </VASSAL.build.module.map.BoardPicker>
  </VASSAL.build.module.Map>
</VASSAL.build.GameModule>
"#;

/// What a module says about itself.
pub const MODULE_DATA: &str = r#"<data version="1"><version>1.0</version><VassalVersion>3.7.9</VassalVersion><name>Small</name></data>"#;

/// A green square of 40 x 40 pixels.
pub fn green_square() -> Vec<u8> {
    let mut png = Vec::new();
    let square = image::RgbaImage::from_pixel(40, 40, image::Rgba([0, 200, 0, 255]));
    square.write_to(&mut Cursor::new(&mut png), image::ImageFormat::Png).unwrap();
    png
}

/// The small module.
pub fn module() -> Vec<u8> {
    archive(&[
        ("buildFile.xml", BUILD_FILE.as_bytes()),
        ("moduledata", MODULE_DATA.as_bytes()),
        ("images/green.png", &green_square()),
    ])
}

/// A save of the small module with these commands in plain text.
pub fn save(commands: &[&str]) -> Vec<u8> {
    let text = format!("begin_save\u{1b}{}\u{1b}end_save", commands.join("\u{1b}"));
    archive(&[("savedGame", text.as_bytes()), ("moduledata", MODULE_DATA.as_bytes())])
}

/// Players, the board, a tank at 150, 150 and a piece at 250, 150 that side A has masked.
pub const COMMANDS: [&str; 5] = [
    "PLAYER\tpassword-of-a\tAnna\tA",
    "PLAYER\tpassword-of-b\tBert\tB",
    "MainBoardPicker\tSea\t0\t0",
    "+/1/piece;;;green.png;Tank/Main;150;150;;0",
    "+/2/obs;77,130;;Mask;I;unknown;side:\tpiece;;;green.png;Spy/A;\tMain;250;150;;0",
];
