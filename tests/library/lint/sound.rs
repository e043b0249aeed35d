//! What looks like a fault and is none.

use super::wanted;
use liege::format::build_file::{Document, Element};
use liege::format::metadata::Metadata;
use liege::format::module_file::ModuleFile;
use liege::format::piece::{Form, PieceText, TraitText};
use liege::format::{Limits, Timestamp, leaf::Leaf};
use liege::lint::{self, Linted};
use liege::model::module::Module;
use liege::shipped::text;

use crate::example_module::picture;

/// The text of a piece with these traits, as definition and state, around a basic piece with this picture.
pub(super) fn piece(traits: &[(&str, &str)], picture: &str) -> String {
    let basic = (format!("piece;;;{picture};Tank"), "null;0;0;1;0".to_owned());
    let all = traits.iter().map(|(own, state)| ((*own).to_owned(), (*state).to_owned())).chain([basic]);
    let traits = all.map(|(own, state)| TraitText::new(own, state)).collect();
    let (type_text, state) =
        Form::Piece(PieceText { traits }).encode().expect("no definition ends in a backslash");
    let leaf = Leaf::AddPiece { id: None, type_text: type_text.into(), state: state.into() };
    leaf.encode().expect("no definition ends in a backslash")
}

/// A module with these pieces and entries.
pub(super) fn module(pieces: &[String], entries: &[(&str, &[u8])]) -> ModuleFile {
    let mut palette = Element::new("VASSAL.build.module.PieceWindow");
    for (number, text) in pieces.iter().enumerate() {
        let slot = Element::new("VASSAL.build.widget.PieceSlot").with("gpid", (number + 1).to_string());
        palette.push(slot.with_text(text));
    }
    module_of(Element::new("VASSAL.build.GameModule").with_child(palette), entries)
}

/// A module with this build file and these entries, as a file has it.
pub(super) fn module_of(root: Element, entries: &[(&str, &[u8])]) -> ModuleFile {
    let mut file =
        ModuleFile::new(Document { before: Vec::new(), root, after: Vec::new() }, Metadata::default())
            .expect("a new module");
    entries
        .iter()
        .for_each(|(name, content)| file.archive.insert(name, *content).expect("a name of an entry"));
    let written = file.write(Timestamp::from_day(1942, 8, 7)).expect("it can be written");
    ModuleFile::read(written, &Limits::default()).expect("it can be read")
}

pub(super) fn linted(file: &ModuleFile) -> Linted {
    let (read, _) = Module::read(&file.build_file.root, &|_| None);
    lint::of_module(file, &read, wanted(&|_| true))
}

pub(super) fn ids(linted: &Linted) -> Vec<&str> {
    linted.faults.iter().map(|fault| fault.id).collect()
}

#[test]
fn a_picture_is_used_however_its_name_is_written() {
    for name in ["R&D.png", "it's \"it\".png", "a,b;c.png", "two words.png", "Tōkyō.png"] {
        let file = module(&[piece(&[], name)], &[(&format!("images/{name}"), picture("1").as_slice())]);
        let told = linted(&file);
        assert!(!ids(&told).contains(&"VASSAL-I02"), "{name}: {told:?}");
    }
}

#[test]
fn pages_pictures_and_set_ups_name_pictures_too() {
    let page: &[u8] = b"<img src=\"two%20words.png\"><img src='R&amp;D.png'>";
    let sign: &[u8] = b"<svg><image href=\"in-a-drawing.png\"/></svg>";
    let save: &[u8] = b"begin_save\x1b\x1b\\+/1/piece;;;in-a-set-up.png;A/null;0;0;1;0\x1b\x1b\\end_save";
    let file = module(
        &[piece(&[], "sign.svg")],
        &[
            ("help.html", page),
            ("images/sign.svg", sign),
            ("start.vsav", save),
            ("images/two words.png", picture("1").as_slice()),
            ("images/R&D.png", picture("2").as_slice()),
            ("images/in-a-drawing.png", picture("3").as_slice()),
            ("images/in-a-set-up.png", picture("4").as_slice()),
            ("images/of-nobody.png", picture("5").as_slice()),
        ],
    );
    let told = linted(&file);
    let unused = told.faults.iter().filter(|fault| fault.id == "VASSAL-I02");
    let unused: Vec<_> = unused.filter_map(|fault| fault.place.entry.as_deref()).collect();
    assert_eq!(unused, ["images/of-nobody.png"]);
}

#[test]
fn a_name_with_its_accents_apart_is_the_same_picture() {
    let apart = "images/Panzer schwa\u{308}r.png";
    let file = module(&[piece(&[], "Panzer schwär.png")], &[(apart, picture("1").as_slice())]);
    let told = linted(&file);
    assert_eq!(ids(&told), ["VASSAL-I05"]);
}

#[test]
fn what_a_placed_piece_has_and_hears_counts() {
    let inner = piece(&[("PROP;Ammo;false,0,100,false;Load:57348\\,0\\,reload:P\\,1;", "1")], "shell.png");
    let inner = liege::format::sequence::join([inner], ';').unwrap();
    let outer = format!("placemark;Fire;70,130;{inner};null;0;0;false;57348,0,reload;;9;0;false");
    let file = module(
        &[piece(&[("submenu;Guns;Load", ""), (&outer, "")], "tank.png")],
        &[("images/tank.png", picture("1").as_slice()), ("images/shell.png", picture("2").as_slice())],
    );
    let told = linted(&file);
    assert_eq!(ids(&told), [""; 0], "{told:?}");
}

#[test]
fn a_restricted_command_may_end_a_circle_of_triggers() {
    let again = "macro;Again;Again;65,130;;;65\\,130;false;;;counted;;;;false;;1;1";
    let circular =
        module(&[piece(&[(again, "")], "tank.png")], &[("images/tank.png", picture("1").as_slice())]);
    assert_eq!(ids(&linted(&circular)), ["VASSAL-K02"]);
    let restricted = [("hideCmd;Once;Disable;{Done == 1};65\\,130", ""), ("mark;Done", "1"), (again, "")];
    let stopped = module(&[piece(&restricted, "tank.png")], &[("images/tank.png", picture("1").as_slice())]);
    assert_eq!(ids(&linted(&stopped)), [""; 0]);
}

#[test]
fn checks_that_code_of_the_module_s_own_makes_unsure_are_told_as_not_made() {
    let file = module(
        &[piece(&[("glow;red", "")], "tank.png")],
        &[
            ("images/tank.png", picture("1").as_slice()),
            ("images/of-code.png", picture("2").as_slice()),
            ("my/Glow.class", b"code"),
        ],
    );
    let told = linted(&file);
    assert_eq!(ids(&told), [""; 0], "{told:?}");
    let left: Vec<&str> = told.not_checked.iter().map(|one| one.id).collect();
    assert_eq!(left, ["VASSAL-C01", "VASSAL-C02", "VASSAL-E02", "VASSAL-I02", "VASSAL-K01", "VASSAL-M02"]);
}

#[test]
fn thousands_of_names_that_are_not_there_cost_no_time_worth_telling() {
    let entries: Vec<(String, Vec<u8>)> = (0..3_000)
        .map(|n| (format!("images/a picture {n}.png"), format!("\u{89}PNG {n}").into_bytes()))
        .collect();
    let entries: Vec<(&str, &[u8])> =
        entries.iter().map(|(name, own)| (name.as_str(), own.as_slice())).collect();
    let one = |n: i32| {
        let prototype = format!("prototype;one of many {n};");
        piece(&[(&prototype, "")], &format!("no picture {n}.png"))
    };
    let pieces: Vec<String> = (0..3_000).map(one).collect();
    let file = module(&pieces, &entries);
    let told = linted(&file);
    let count = |id: &str| told.faults.iter().filter(|fault| fault.id == id).count();
    assert_eq!((count("VASSAL-P01"), count("VASSAL-I01")), (3_000, 3_000));
}

/// A module with a board that has these zones, in this order.
fn with_zones(zones: &[(&str, &str)]) -> ModuleFile {
    let mut grid = Element::new("VASSAL.build.module.map.boardPicker.board.ZonedGrid");
    for (name, path) in zones {
        let zone = Element::new("VASSAL.build.module.map.boardPicker.board.mapgrid.Zone");
        grid.push(zone.with("name", *name).with("path", *path));
    }
    let board =
        Element::new("VASSAL.build.module.map.boardPicker.Board").with("name", "East").with_child(grid);
    let picker = Element::new("VASSAL.build.module.map.BoardPicker").with_child(board);
    let map = Element::new("VASSAL.build.module.Map").with("mapName", "Main").with_child(picker);
    let root = Element::new("VASSAL.build.GameModule").with_child(map);
    ModuleFile::new(Document { before: Vec::new(), root, after: Vec::new() }, Metadata::default())
        .expect("a new module")
}

#[test]
fn a_zone_inside_of_one_below_it_and_zones_that_share_a_seam_do_not_overlap() {
    let overlaps = |zones: &[(&str, &str)]| ids(&linted(&with_zones(zones))).contains(&"VASSAL-G06");
    let large = ("Sea", "0,0;400,0;400,400;0,400");
    let small = ("Port", "100,100;140,100;140,140;100,140");
    assert!(!overlaps(&[small, large]), "the small one holds its place");
    assert!(overlaps(&[large, small]), "nothing is ever in the small one");
    assert!(!overlaps(&[large, ("Land", "399,0;800,0;800,400;399,400")]), "a seam");
    assert!(overlaps(&[large, ("Land", "300,0;800,0;800,400;300,400")]), "a quarter of one is in the other");
}

#[test]
fn a_deck_that_a_newer_return_to_deck_does_not_use_is_not_asked_for() {
    let is_told = |of_trait: &str| {
        let module =
            module(&[piece(&[(of_trait, "")], "a.png")], &[("images/a.png", picture("1").as_slice())]);
        ids(&linted(&module)).contains(&"VASSAL-D01")
    };
    assert!(is_told("return;Discard;68,130;Discards;Select Deck"));
    assert!(is_told("return;Discard;68,130;Old;Select Deck;;2;false;Discards"));
    assert!(!is_told("return;Discard;68,130;Old;Select Deck;;2;true;Discards"), "the player chooses");
    assert!(!is_told("return;Discard;68,130;Old;Select Deck;;2;false;{Side + \" Discards\"}"));
}

#[test]
fn what_lies_beside_pictures_and_is_none_is_no_unused_picture() {
    let one = picture("1");
    let entries = [
        ("images/a.png", one.as_slice()),
        ("images/cards.json", b"{}" as &[u8]),
        ("images/take-1", one.as_slice()),
    ];
    let told = linted(&module(&[piece(&[], "a.png")], &entries));
    let unused = told.faults.iter().filter(|fault| fault.id == "VASSAL-I02");
    let entries: Vec<_> = unused.map(|fault| fault.place.entry.clone().unwrap_or_default()).collect();
    assert_eq!(entries, ["images/take-1"]);
}

#[test]
fn a_key_is_sent_for_nobody_when_the_chat_tells_it() {
    let sent = |report: &str| {
        let class = "VASSAL.build.module.map.MassKeyCommand";
        let command = Element::new(class).with("hotkey", "46,520").with("reportFormat", report);
        let map = Element::new("VASSAL.build.module.Map").with("mapName", "Main").with_child(command);
        let root = Element::new("VASSAL.build.GameModule").with_child(map);
        let document = Document { before: Vec::new(), root, after: Vec::new() };
        ids(&linted(&ModuleFile::new(document, Metadata::default()).unwrap())).contains(&"VASSAL-K01")
    };
    assert!(sent("") && !sent("$PlayerName$ loses the ball"));
}

#[test]
fn empty_braces_are_an_empty_text() {
    let trigger = "macro;Go;;;;;;true;;;until;;{};;false;;1;1";
    let module = module(&[piece(&[(trigger, "")], "a.png")], &[("images/a.png", picture("1").as_slice())]);
    assert!(!ids(&linted(&module)).contains(&"VASSAL-E01"));
}

/// A module with a board of 20 × 15 squares that are numbered with these attributes.
fn with_numbers(attributes: &[(&str, &str)]) -> ModuleFile {
    let class = |name: &str| Element::new(format!("VASSAL.build.module.map.boardPicker.{name}"));
    let mut numbering = class("board.mapgrid.SquareGridNumbering");
    for &(name, value) in attributes {
        numbering = numbering.with(name, value);
    }
    let grid = class("board.SquareGrid").with("dx", "40.0").with("dy", "40.0").with_child(numbering);
    let board = class("Board").with("name", "East").with("width", "800").with("height", "600");
    let picker = Element::new("VASSAL.build.module.map.BoardPicker").with_child(board.with_child(grid));
    let map = Element::new("VASSAL.build.module.Map").with("mapName", "Main").with_child(picker);
    let root = Element::new("VASSAL.build.GameModule").with_child(map);
    ModuleFile::new(Document { before: Vec::new(), root, after: Vec::new() }, Metadata::default())
        .expect("a new module")
}

#[test]
fn a_separator_or_leading_zeros_tell_numbers_apart() {
    let collide = |own: &[(&str, &str)]| ids(&linted(&with_numbers(own))).contains(&"VASSAL-G07");
    assert!(collide(&[("hLeading", "0"), ("vLeading", "0")]));
    assert!(!collide(&[("hLeading", "0"), ("vLeading", "0"), ("sep", ".")]));
    assert!(!collide(&[("hLeading", "1"), ("vLeading", "1")]));
}

#[test]
fn a_prototype_whose_names_are_all_given_loses_no_dollar_signs() {
    let told = |parameters: &str| {
        let text = piece(&[("mark;Strength", "$Strength$")], "");
        let prototype = Element::new("VASSAL.build.module.PrototypeDefinition").with("name", "Unit");
        let mut file = module(&[piece(&[(&format!("prototype;Unit{parameters}"), "")], "")], &[]);
        let mut document = Document::clone(&file.build_file);
        document.root.push(
            Element::new("VASSAL.build.module.PrototypesContainer").with_child(prototype.with_text(text)),
        );
        file.build_file = std::sync::Arc::new(document);
        ids(&linted(&file)).contains(&"VASSAL-P06")
    };
    assert!(!told(";Strength=3") && !told(""));
    assert!(told(";Speed=3"));
}

#[test]
fn what_the_named_version_has_is_not_newer() {
    let told = |version: &str| {
        let mut file = module(&[piece(&[("mat;Deck;", "0")], "")], &[]);
        let mut document = Document::clone(&file.build_file);
        document.root.set_attr("VassalVersion", version);
        file.build_file = std::sync::Arc::new(document);
        ids(&linted(&file)).contains(&"VASSAL-V01")
    };
    assert!(told("3.5.8"));
    assert!(!told("3.6.0") && !told("3.7.0-beta1") && !told(""));
}

#[test]
fn without_a_reader_of_pictures_nothing_is_said_of_their_sizes() {
    let file = module(&[], &[]);
    let (read, _) = Module::read(&file.build_file.root, &|_| None);
    let linted = lint::of_module(&file, &read, lint::Wanted { checks: &|_| true, pictures: None });
    let not_made: Vec<&str> = linted.not_checked.iter().map(|one| one.id).collect();
    assert_eq!(not_made, ["VASSAL-I06", "VASSAL-L02"]);
    assert!(!linted.made.contains(&"VASSAL-I06") && linted.made.contains(&"VASSAL-I03"));
}

#[test]
fn a_picture_is_beyond_memory_by_its_pixels_alone_and_a_board_is_told_by_another_check() {
    let check = lint::CHECKS.iter().find(|check| check.id == "VASSAL-I06").unwrap();
    let page = text(&check.page_path()).unwrap();
    let found = |page: &str| {
        let file = ModuleFile::read(crate::example_module::bytes(page), &Limits::default()).unwrap();
        let (module, _) = Module::read(&file.build_file.root, &|_| None);
        lint::of_module(&file, &module, wanted(&|check| check.id == "VASSAL-I06")).faults.len()
    };
    assert_eq!(found(page), 1);
    assert_eq!(found(&page.replace("12000 × 10000", "12000 × 8000")), 0);
    let board = "[[Map]]\nmapName = \"Main\"\n[[Map.BoardPicker]]\n[[Map.BoardPicker.Board]]\nname = \"East\"\nimage = \"huge.png\"\n";
    let (head, chart) = page.split_once("[[ChartWindow]]").unwrap();
    let (_, rest) = chart.split_once("```").unwrap();
    assert_eq!(found(&format!("{head}{board}```{rest}")), 0);
}

#[test]
fn where_classes_are_missing_what_they_may_use_is_not_judged() {
    let mut file = module(&["no piece".to_owned()], &[("images/of-code.png", picture("1").as_slice())]);
    let mut root = file.build_file.root.clone();
    root.push(Element::new("my.Encoder"));
    file.build_file = std::sync::Arc::new(Document::new(root));
    let told = linted(&file);
    assert_eq!(ids(&told), ["VASSAL-M01"], "{told:?}");
    let left: Vec<&str> = told.not_checked.iter().map(|one| one.id).collect();
    assert_eq!(left, ["VASSAL-C02", "VASSAL-E02", "VASSAL-I02", "VASSAL-K01", "VASSAL-P05"]);
}

#[test]
fn a_piece_that_only_a_command_encoder_of_the_module_s_own_reads_is_not_unreadable() {
    let unreadable = |class: &[u8]| {
        let told = linted(&module(&["no piece".to_owned()], &[("my/Code.class", class)]));
        ids(&told).contains(&"VASSAL-P05")
    };
    assert!(!unreadable(b"\xca\xfe\xba\xbe\0\0\0\x37 VASSAL/command/CommandEncoder"));
    assert!(unreadable(b"\xca\xfe\xba\xbe\0\0\0\x37 VASSAL/build/module/Map"));
}

#[test]
fn a_class_is_too_new_by_the_vassal_of_its_module() {
    let too_new = |vassal: &str, java: u8| {
        let mut file = module(&[], &[("my/Code.class", &[0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 44 + java])]);
        let mut root = file.build_file.root.clone();
        root.set_attr("VassalVersion", vassal);
        file.build_file = std::sync::Arc::new(Document::new(root));
        ids(&linted(&file)).contains(&"VASSAL-M08")
    };
    for (vassal, java, is_too_new) in [
        ("3.7.12", 11, false),
        ("3.7.12", 17, true),
        ("3.7.25", 17, false),
        ("3.8.0-beta1", 21, true),
        ("3.1.0", 8, false),
    ] {
        assert_eq!(too_new(vassal, java), is_too_new, "{vassal} {java}");
    }
}

#[test]
fn pictures_are_read_to_their_ends() {
    let whole = picture("1");
    let cut = &whole[..whole.len() - 20];
    let mut damaged = whole.clone();
    let pixels = damaged.windows(4).position(|name| name == b"IDAT").unwrap() + 4;
    damaged[pixels..pixels + 8].fill(0xff);
    let gif = |end: &[u8]| [b"GIF89a\x01\0\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02", end].concat();
    // A square bitmap with so many bits a pixel, of whose pixels so many bytes are there.
    let bmp = |side: u8, depth: u8, there: usize| {
        let header = [40, 0, 0, 0, side, 0, 0, 0, side, 0, 0, 0, 1, 0, depth, 0];
        [&b"BM\0\0\0\0\0\0\0\0\x36\0\0\0"[..], &header, &[0; 24], &vec![0; there]].concat()
    };
    for (name, content, words) in [
        ("a.png", whole.as_slice(), ""),
        ("a.png", cut, "cut short"),
        ("a.png", damaged.as_slice(), "damaged"),
        ("a.gif", gif(b"\x02D\x01\0;").as_slice(), ""),
        ("a.gif", gif(b"\x02D").as_slice(), "cut short"),
        ("a.jpg", b"\xff\xd8\xff\xe0\0\x04ab\xff\xda\0\x02pix\xff\0els\xff\xd1\xff\xd9", ""),
        ("a.jpg", b"\xff\xd8\xff\xe0 ", "cut short"),
        // A preview with an end of its own.
        ("a.jpg", b"\xff\xd8\xff\xe1\0\x08\xff\xd8\xff\xd9ab\xff\xda\0\x02pixels", "cut short"),
        ("a.jpg", b"\xff\xd8\xff\xe0\0\x04ab\xff\xd9", "not a valid"),
        ("a.bmp", bmp(100, 24, 30_000).as_slice(), ""),
        ("a.bmp", bmp(100, 24, 100).as_slice(), "cut short"),
        ("a.bmp", bmp(3, 1, 9).as_slice(), ""),
        ("a.bmp", bmp(3, 1, 8).as_slice(), "cut short"),
        ("a.png", b"version https://git-lfs.github.com/spec/v1\noid", "a Git LFS pointer"),
        ("a.png", b"<html>404</html>", "a web page"),
        ("a.svg", b"<?xml version=\"1.0\"?><svg xmlns=\"http://www.w3.org/2000/svg\"/>", ""),
        ("a.svg", b"<svg><g></svg>", "not well-formed"),
        ("a.svg", b"<svg><g>", "cut short"),
        ("a.txt", b"no picture", "a text"),
        ("a.png", b"RIFF....WEBPVP8 ", "a WebP picture"),
    ] {
        let file = module(&[piece(&[], name)], &[(&format!("images/{name}"), content)]);
        let told = linted(&file);
        let own: Vec<&str> = told
            .faults
            .iter()
            .filter(|fault| fault.id == "VASSAL-I03")
            .map(|fault| fault.message.as_str())
            .collect();
        match words {
            "" => assert!(own.is_empty(), "{name} {own:?}"),
            words => assert!(own.len() == 1 && own[0].contains(words), "{name} {words}: {own:?}"),
        }
    }
}

#[test]
fn a_marker_that_is_placed_again_by_a_trigger_or_in_turns_is_one_that_places_itself() {
    let slot = |number: usize| {
        let way = format!("VASSAL.build.module.PieceWindow\\/VASSAL.build.widget.PieceSlot:{number}");
        way.replace("\\/", "/")
    };
    let place = |key: &str, to: usize, then: &str| {
        format!("placemark;Place;{key};{};null;0;0;false;{then};;9;0;false", slot(to))
    };
    let circles = |pieces: [&[(&str, &str)]; 2]| {
        let mut file = module(&pieces.map(|traits| piece(traits, "")), &[]);
        let mut root = file.build_file.root.clone();
        let palette = root.elements_mut().next().unwrap();
        for (number, slot) in palette.elements_mut().enumerate() {
            slot.set_attr("entryName", number.to_string());
        }
        file.build_file = std::sync::Arc::new(Document::new(root));
        ids(&linted(&file)).into_iter().filter(|id| *id == "VASSAL-K03").count()
    };
    let again = "macro;Again;Again;66,130;;;65\\,130;false;;;counted;;;;false;;1;1";
    let (own, other, none) =
        (place("65,130", 0, "65,130"), place("65,130", 1, "65,130"), place("65,130", 0, ""));
    let by_trigger = place("65,130", 0, "66,130");
    assert_eq!(circles([&[(&own, "")], &[]]), 1);
    assert_eq!(circles([&[(&none, "")], &[]]), 0, "nothing is sent to the new piece");
    assert_eq!(circles([&[(&other, "")], &[]]), 0, "the new piece does not place");
    assert_eq!(circles([&[(&other, "")], &[(&own, "")]]), 2);
    assert_eq!(circles([&[(&by_trigger, "")], &[]]), 0);
    assert_eq!(circles([&[(again, ""), (&by_trigger, "")], &[]]), 1);
}
