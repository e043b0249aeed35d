//! A save whose module has extensions: what they add is there for every command, as it is in VASSAL.

use std::path::{Path, PathBuf};

use liege::format::archive::Archive;
use liege::format::save_file::SaveFile;
use liege::format::{Limits, Timestamp};
use regex::Regex;
use serde_json::Value;

use super::words::module;
use super::{liege, said, save};
use crate::example_module::picture;

const MODULE: &str = r#"<VASSAL.build.GameModule VassalVersion="3.7.12" name="Desert War" nextPieceSlotId="10" version="1.0">
<VASSAL.build.module.PlayerRoster><entry>Red</entry></VASSAL.build.module.PlayerRoster>
<VASSAL.build.module.Map mapName="Main"><VASSAL.build.module.map.BoardPicker><VASSAL.build.module.map.boardPicker.Board name="Board" width="400" height="300"/></VASSAL.build.module.map.BoardPicker></VASSAL.build.module.Map>
<VASSAL.build.module.PieceWindow name="Pieces"><VASSAL.build.widget.ListWidget entryName="Units"><VASSAL.build.widget.PieceSlot entryName="Tank" gpid="1">+/null/piece;;;tank.png;Tank/null;0;0;1;0</VASSAL.build.widget.PieceSlot></VASSAL.build.widget.ListWidget></VASSAL.build.module.PieceWindow>
</VASSAL.build.GameModule>"#;

/// An extension with a piece, a prototype in it, a picture and a map.
fn desert(module: &str, piece_list: &str) -> String {
    format!(
        r#"<VASSAL.build.module.ModuleExtension anyModule="false" extensionId="e1" module="{module}" moduleVersion="1.0" nextPieceSlotId="9" vassalVersion="3.7.12" version="1.1">
<VASSAL.build.module.ExtensionElement target="VASSAL.build.module.PieceWindow:Pieces/VASSAL.build.widget.ListWidget:{piece_list}"><VASSAL.build.widget.PieceSlot entryName="Camel" gpid="e1:3">+/null/prototype;Animal&#9;piece;;;camel.png;Camel/&#9;null;0;0;e1:3;0</VASSAL.build.widget.PieceSlot></VASSAL.build.module.ExtensionElement>
<VASSAL.build.module.ExtensionElement target="VASSAL.build.module.PrototypesContainer"><VASSAL.build.module.PrototypeDefinition name="Animal">+/null/mark;Kind&#9;piece;;;;/Animal&#9;null;0;0;;0</VASSAL.build.module.PrototypeDefinition></VASSAL.build.module.ExtensionElement>
<VASSAL.build.module.ExtensionElement target="VASSAL.build.module.PieceWindow:Pieces"><VASSAL.build.widget.TabWidget entryName="Camps"/></VASSAL.build.module.ExtensionElement>
<VASSAL.build.module.ExtensionElement target=""><VASSAL.build.module.Map mapName="Oasis"><VASSAL.build.module.map.BoardPicker><VASSAL.build.module.map.boardPicker.Board name="Well" width="200" height="200"/></VASSAL.build.module.map.BoardPicker></VASSAL.build.module.Map></VASSAL.build.module.ExtensionElement>
</VASSAL.build.module.ModuleExtension>"#
    )
}

/// An extension that puts a board on the map of the other, and a piece into its list.
const NOMADS: &str = r#"<VASSAL.build.module.ModuleExtension anyModule="true" extensionId="n1" vassalVersion="3.7.12" version="1">
<VASSAL.build.module.ExtensionElement target="VASSAL.build.module.Map:Oasis/VASSAL.build.module.map.BoardPicker"><VASSAL.build.module.map.boardPicker.Board name="Tents" width="200" height="200"/></VASSAL.build.module.ExtensionElement>
<VASSAL.build.module.ExtensionElement target="VASSAL.build.module.PieceWindow:Pieces/VASSAL.build.widget.TabWidget:Camps"><VASSAL.build.widget.PieceSlot entryName="Tent" gpid="n1:1">+/null/piece;;;tank.png;Tent/null;0;0;n1:1;0</VASSAL.build.widget.PieceSlot></VASSAL.build.module.ExtensionElement>
</VASSAL.build.module.ModuleExtension>"#;

fn write(path: &Path, build_file: &str, about: &str, pictures: &[&str]) {
    let mut archive = Archive::new();
    archive.insert("buildFile.xml", build_file.as_bytes().to_vec()).unwrap();
    let data = "<data version=\"1\"><version>1.0</version><VassalVersion>3.7.12</VassalVersion><name>Desert War</name></data>";
    archive.insert(about, data.as_bytes().to_vec()).unwrap();
    for name in pictures {
        archive.insert(&format!("images/{name}"), picture(name)).unwrap();
    }
    std::fs::write(path, archive.write(Timestamp(0)).unwrap()).unwrap();
}

/// A game of the module and both extensions, beside them or in a folder of its own.
struct Table {
    folder: tempfile::TempDir,
    extensions: PathBuf,
}

impl Table {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        write(&folder.path().join("game.vmod"), MODULE, "moduledata", &["tank.png"]);
        let extensions = folder.path().join("game_ext");
        std::fs::create_dir(&extensions).unwrap();
        write(
            &extensions.join("desert.vmdx"),
            &desert("Desert War", "Units"),
            "extensiondata",
            &["camel.png"],
        );
        write(&extensions.join("nomads.vmdx"), NOMADS, "extensiondata", &[]);
        let table = Self { folder, extensions };
        let commands = [
            "begin_save",
            "MainBoardPicker\tBoard\t0\t0",
            "OasisBoardPicker\tWell\t0\t0\tTents\t1\t0",
            "EXT\tdesert\t1.1",
            "EXT\tnomads\t1",
            "+/1/piece;;;tank.png;Tank/Main;50;50;1;0",
            "+/2/piece;;;camel.png;Camel/Main;90;50;e1:3;0",
            "+/3/prototype;Animal\tpiece;;;camel.png;Camel/\tOasis;250;50;e1:3;0",
            "end_save",
        ];
        std::fs::write(table.path("game.vsav"), commands.join("\u{1b}")).unwrap();
        table
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().unwrap().to_owned()
    }

    /// What a command says of the save, on both outputs.
    fn told(&self, words: &[&str]) -> (Option<i32>, String) {
        let (save, module) = (self.path("game.vsav"), self.path("game.vmod"));
        let output = liege(&[&[words[0], &save, "--module", &module], &words[1..]].concat());
        let both = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8(both).unwrap())
    }

    fn refreshed(&self) -> Value {
        let (save, module) = (self.path("game.vsav"), self.path("game.vmod"));
        let output =
            liege(&["refresh", &save, "--module", &module, "--dry-run", "--format", "json", "--by-number"]);
        serde_json::from_slice(&output.stdout).unwrap()
    }
}

#[test]
fn a_save_with_pieces_maps_and_boards_of_extensions_has_no_faults() {
    let table = Table::new();
    let (status, told) = table.told(&["lint", "-v"]);
    assert_eq!((status, told.contains("0 errors, 0 warnings, 0 notes")), (Some(0), true), "{told}");
    assert!(!told.contains("not checked"), "{told}");
    let (_, told) = table.told(&["inspect"]);
    assert!(told.contains("desert 1.1, nomads 1") && !told.contains("missing"), "{told}");
    assert!(told.contains("Oasis: 1 piece in 0 stacks, boards Well, Tents"), "{told}");
    // The folder is that of the module, wherever the save lies.
    let elsewhere = tempfile::tempdir().unwrap();
    let away = elsewhere.path().join("game.vsav");
    std::fs::copy(table.path("game.vsav"), &away).unwrap();
    let output = liege(&["lint", away.to_str().unwrap(), "--module", &table.path("game.vmod")]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

#[test]
fn pictures_and_counters_of_extensions_are_drawn_and_refreshed() {
    let table = Table::new();
    let picture = table.path("map.png");
    let (status, told) = table.told(&["render", "-o", &picture]);
    assert_eq!((status, told.contains("grey")), (Some(0), false), "{told}");
    let (status, told) = table.told(&["render", "-o", &picture, "--map", "Oasis"]);
    assert!(status == Some(0) && told.contains("400 x 200 pixels"), "{told}");
    let report = table.refreshed().to_string();
    assert!(report.contains("Camel") && !report.contains("\"without_counter\":1"), "{report}");
    std::fs::remove_dir_all(&table.extensions).unwrap();
    let without = table.refreshed().to_string();
    assert_ne!(report, without);
    let (_, told) = table.told(&["render", "-o", &picture]);
    assert!(told.contains("missing in the module, drawn grey: camel.png"), "{told}");
}

#[test]
fn a_missing_extension_is_named_and_what_it_may_have_is_not_judged() {
    let table = Table::new();
    std::fs::create_dir(table.extensions.join("inactive")).unwrap();
    let inactive = table.extensions.join("inactive").join("desert.vmdx");
    std::fs::rename(table.extensions.join("desert.vmdx"), inactive).unwrap();
    let (status, told) = table.told(&["lint"]);
    assert_eq!(status, Some(0), "{told}");
    assert!(
        told.contains("VASSAL-S14") && told.contains("version \"1.1\" of the extension \"desert\""),
        "{told}"
    );
    assert!(told.contains("not checked: VASSAL-S06") && !told.contains("VASSAL-S10 "), "{told}");
    assert!(
        told.contains(
            "nomads.vmdx is ignored, because VASSAL does not load it: it extends TabWidget \"Camps\""
        ),
        "{told}"
    );
    let (_, told) = table.told(&["inspect"]);
    assert!(told.contains("missing here: desert, nomads"), "{told}");
    assert!(told.contains("saved with the extensions desert, nomads, missing here"), "{told}");
}

#[test]
fn an_extension_of_another_module_is_left_out_and_another_version_is_named() {
    let table = Table::new();
    let other = desert("Jungle War", "Units");
    write(&table.extensions.join("desert.vmdx"), &other, "extensiondata", &["camel.png"]);
    let (_, told) = table.told(&["lint"]);
    assert!(
        told.contains("desert.vmdx is ignored") && told.contains("made for the module \"Jungle War\""),
        "{told}"
    );
    let newer = desert("Desert War", "Units").replace("version=\"1.1\"", "version=\"1.2\"");
    write(&table.extensions.join("desert.vmdx"), &newer, "extensiondata", &["camel.png"]);
    let (_, told) = table.told(&["lint"]);
    assert!(told.contains("version \"1.1\" of the extension \"desert\", which is \"1.2\" here"), "{told}");
}

#[test]
fn extensions_are_loaded_by_name_and_one_may_extend_another() {
    let table = Table::new();
    // Before the one with the map there is nothing to extend.
    let early = table.extensions.join("alpha.vmdx");
    std::fs::rename(table.extensions.join("nomads.vmdx"), &early).unwrap();
    let (_, told) = table.told(&["inspect"]);
    assert!(told.contains("alpha.vmdx is ignored"), "{told}");
    let lint = |name: &str| {
        let output = liege(&["lint", table.extensions.join(name).to_str().unwrap()]);
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(lint("alpha.vmdx").contains("VASSAL-X01"), "{}", lint("alpha.vmdx"));
    std::fs::rename(early, table.extensions.join("nomads.vmdx")).unwrap();
    assert!(!lint("nomads.vmdx").contains("VASSAL-X01"), "{}", lint("nomads.vmdx"));
    assert!(lint("desert.vmdx").contains(": 0 errors"), "{}", lint("desert.vmdx"));
}

#[test]
fn a_number_without_the_id_of_its_extension_is_the_one_of_the_definition() {
    let table = Table::new();
    let bare = desert("Desert War", "Units").replace("gpid=\"e1:3\"", "gpid=\"3\"");
    write(&table.extensions.join("desert.vmdx"), &bare, "extensiondata", &["camel.png"]);
    let (status, told) = table.told(&["lint"]);
    assert_eq!((status, told.contains("VASSAL-S09")), (Some(0), false), "{told}");
}

/// An extension of the main game's module with a window on which a zone bears the number of a hex.
const INSET: &str = r#"<VASSAL.build.module.ModuleExtension anyModule="true" extensionId="i1" vassalVersion="3.7.12" version="1">
<VASSAL.build.module.ExtensionElement target=""><VASSAL.build.module.Map mapName="Inset"><VASSAL.build.module.map.BoardPicker><VASSAL.build.module.map.boardPicker.Board name="Rangoon" width="300" height="200"><VASSAL.build.module.map.boardPicker.board.ZonedGrid><VASSAL.build.module.map.boardPicker.board.mapgrid.Zone name="W3207" path="0,0;100,0;100,100;0,100" locationFormat="$name$" useParentGrid="false"/></VASSAL.build.module.map.boardPicker.board.ZonedGrid></VASSAL.build.module.map.boardPicker.Board></VASSAL.build.module.map.BoardPicker></VASSAL.build.module.Map></VASSAL.build.module.ExtensionElement>
</VASSAL.build.module.ModuleExtension>"#;

/// Ten steps in a hex that holds eight.
const CROWD: &str = "game: atpo
date: 1942-08
control: JP W3207
at W3207: jp-inf-2, jp-inf-3, jp-inf-4, jp-inf-5, jp-inf-6
";

/// A game of which all pieces lie on the window of an extension, in its zone or at its edge, with and without the extension.
struct OnInset {
    folder: tempfile::TempDir,
    module: String,
}

impl OnInset {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let module = module(folder.path());
        let stem = module.file_stem().unwrap().to_str().unwrap();
        let extensions = folder.path().join(format!("{stem}_ext"));
        std::fs::create_dir(&extensions).unwrap();
        write(&extensions.join("inset.vmdx"), INSET, "extensiondata", &[]);
        Self { module: module.to_str().unwrap().to_owned(), folder }
    }

    /// The save with its pieces at a spot of the window.
    fn at(&self, spot: &str) -> String {
        let path = save(self.folder.path(), "game.vsav", CROWD);
        let file = SaveFile::read(std::fs::read(&path).unwrap(), &Limits::default()).unwrap();
        let on_map = Regex::new(r"Main Map;\d+;\d+").unwrap();
        let moved = on_map.replace_all(file.text(), format!("Inset;{spot}"));
        let board = "Main MapBoardPicker\t";
        assert!(moved.contains(board), "{moved}");
        let with_board = format!("InsetBoardPicker\tRangoon\t0\t0\\\u{1b}EXT\tinset\t1\\\u{1b}{board}");
        std::fs::write(&path, moved.replacen(board, &with_board, 1)).unwrap();
        path.to_str().unwrap().to_owned()
    }

    fn without(self) -> Self {
        let stem = self.module.strip_suffix(".vmod").unwrap();
        std::fs::remove_dir_all(format!("{stem}_ext")).unwrap();
        self
    }

    /// What a command says of the save, on both outputs.
    fn told(&self, words: &[&str], spot: &str) -> String {
        said(&liege(&[&[words[0], &self.at(spot), "--module", &self.module], &words[1..]].concat()))
    }
}

#[test]
fn pieces_on_the_window_of_an_extension_are_checked_and_counted_where_its_zones_bear_the_names_of_places() {
    let game = OnInset::new();
    let told = game.told(&["check"], "50;50");
    assert!(told.contains("illegal[ATPO-S01 overstacked-hex]") && told.contains("W3207"), "{told}");
    assert!(!told.contains("not understood"), "{told}");
    let told = game.told(&["facts", "--at", "W3207"], "50;50");
    assert!(told.contains("Axis land steps: 10 of 8"), "{told}");
    assert!(!told.contains("not counted"), "{told}");
}

#[test]
fn pieces_beside_the_zones_of_an_extension_s_window_are_named_with_the_window() {
    let game = OnInset::new();
    let told = game.told(&["check"], "250;150");
    assert!(!told.contains("ATPO-S01") && !told.contains("offboard"), "{told}");
    let line = "2nd Division on the window \"Inset\": it is in no hex, box or tray known to the game";
    assert!(told.contains(line), "{told}");
    let told = game.told(&["facts"], "250;150");
    assert!(
        told.contains("6 pieces are not understood and not counted (") && told.contains(" more)"),
        "{told}"
    );
}

#[test]
fn pieces_on_a_window_of_a_missing_extension_are_neither_checked_nor_counted_and_that_is_said() {
    let game = OnInset::new().without();
    let told = game.told(&["check"], "50;50");
    assert!(told.contains("saved with the extension inset, missing here"), "{told}");
    assert!(!told.contains("ATPO-S01"), "{told}");
    assert!(told.contains("2nd Division: it is in no window of the module, so nobody sees it"), "{told}");
    let told = game.told(&["facts", "--at", "W3207"], "50;50");
    assert!(told.contains("missing here") && !told.contains("Axis land steps"), "{told}");
    assert!(told.contains("6 pieces are not understood and not counted"), "{told}");
    let copy = game.folder.path().join("copy.vsav");
    let told = game.told(&["view", "--side", "Allies", "-o", copy.to_str().unwrap()], "50;50");
    assert!(told.contains("window Inset, which the module does not have: 6 pieces left out"), "{told}");
}
