//! What the picture of a position shows of decks, labels, blank pictures, the map's edge and what lies beyond it.

use std::io::Cursor;

use super::corpus;

pub type Colour = [u8; 4];
pub const SEA: Colour = [0, 0, 255, 255];
pub const GREEN: Colour = [0, 200, 0, 255];
pub const RED: Colour = [200, 0, 0, 255];
pub const WHITE: Colour = [255, 255, 255, 255];
const ORANGE: Colour = [255, 128, 0, 255];

/// Red above green.
const FLAG: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" width="100" height="200"><rect width="100" height="100" fill="#c80000"/><rect y="100" width="100" height="100" fill="#00c800"/></svg>"##;

/// A frame one pixel wide between pixels, as drawing programs write it.
const FRAME: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40" fill="#c80000"/><path d="M0 0H39V39H0z" fill="none" stroke="#00c800"/></svg>"##;

pub fn square(colour: Colour, side: u32) -> Vec<u8> {
    let mut png = Vec::new();
    let square = image::RgbaImage::from_pixel(side, side, image::Rgba(colour));
    square.write_to(&mut Cursor::new(&mut png), image::ImageFormat::Png).unwrap();
    png
}

/// The picture of these commands after `change` to the build file, and what is told.
pub fn drawn(
    commands: &[&str],
    change: impl Fn(&str) -> String,
    extra: &[&str],
) -> (image::RgbaImage, String) {
    let folder = tempfile::tempdir().unwrap();
    let build = change(corpus::BUILD_FILE);
    let module = corpus::archive(&[
        ("buildFile.xml", build.as_bytes()),
        ("moduledata", corpus::MODULE_DATA.as_bytes()),
        ("images/green.png", &square(GREEN, 40)),
        ("images/red.png", &square(RED, 40)),
        ("images/small.png", &square(ORANGE, 10)),
        ("images/flag.svg", FLAG.as_bytes()),
        ("images/frame.svg", FRAME.as_bytes()),
    ]);
    std::fs::write(folder.path().join("small.vmod"), module).unwrap();
    let all: Vec<&str> = ["MainBoardPicker\tSea\t0\t0"].iter().chain(commands).copied().collect();
    let (save, png) = (folder.path().join("game.vsav"), folder.path().join("game.png"));
    std::fs::write(&save, corpus::save(&all)).unwrap();
    let output = corpus::liege().arg("render").arg(&save).arg("-o").arg(&png).args(extra).output();
    let told = String::from_utf8(output.stderr).unwrap();
    (image::open(&png).expect(&told).into_rgba8(), told)
}

fn plain(commands: &[&str]) -> (image::RgbaImage, String) {
    drawn(commands, str::to_owned, &["--side", "umpire"])
}

fn card(id: usize, image: &str) -> String {
    format!("+/{id}/obs;77,130;red.png;Mask;I;?;player:\tpiece;;;{image};Card/;\tMain;100;100;;0")
}

/// A deck of `count` cards at 100, 100 that draws at most `most` of them.
fn deck(count: usize, most: &str, face_down: bool) -> Vec<String> {
    let ids: Vec<String> = (1..=count).map(|id| id.to_string()).collect();
    let kind = format!(
        "deck;true;255,128,0;60;30;Always;Always;true;true;true;;;;Pool;;;;false;false;;;{most};;false;;false;;$BasicName$;;false;;Shuffle;Reverse;"
    );
    let state = format!("Main;100;100;{face_down};{}", ids.join(","));
    let mut commands: Vec<String> = (1..=count).map(|id| card(id, "green.png")).collect();
    commands.push(format!("+/99/{kind}/{state}"));
    commands
}

fn with_deck(count: usize, most: &str, face_down: bool) -> image::RgbaImage {
    let commands = deck(count, most, face_down);
    plain(&commands.iter().map(String::as_str).collect::<Vec<_>>()).0
}

#[test]
fn a_deck_is_as_high_as_it_says() {
    // Each card lies two pixels right of and above the one below it.
    for (count, most, step) in [(5, "1", 0), (5, "3", 4), (5, "10", 8), (15, "10", 18), (2, "10", 2)] {
        let picture = with_deck(count, most, false);
        assert_eq!(picture[(119 + step, 100)].0, GREEN, "{count} cards, at most {most}");
        assert_eq!(picture[(120 + step, 100)].0, SEA, "{count} cards, at most {most}");
        assert_eq!((picture[(110, 80 - step)].0, picture[(110, 79 - step)].0), (GREEN, SEA));
    }
}

#[test]
fn a_deck_with_its_backs_up_shows_the_back_of_its_mask() {
    assert_eq!(with_deck(3, "10", true)[(100, 100)].0, RED);
    assert_eq!(with_deck(3, "10", false)[(100, 100)].0, GREEN);
}

#[test]
fn an_empty_deck_is_a_frame_of_its_size_and_colour() {
    let picture = with_deck(0, "10", false);
    for at in [(70, 100), (130, 100), (100, 85), (100, 115)] {
        assert_eq!(picture[at].0, ORANGE, "{at:?}");
    }
    for at in [(69, 100), (131, 100), (100, 84), (100, 116), (100, 100)] {
        assert_eq!(picture[at].0, SEA, "{at:?}");
    }
}

#[test]
fn a_blank_picture_is_nothing_and_not_missed() {
    let layer = "emb2;;0;;;0;;;0;;;;1;false;0;0; ,small.png;,;true;Face;;;false;;1;1;true;;;;;1.0;;true";
    let blank = "+/1/piece;;; ;Tank/Main;150;150;;0".to_owned();
    let layered = format!("+/2/{layer}\tpiece;;;;Tank/1\tMain;250;150;;0");
    let (picture, told) = plain(&[&blank, &layered]);
    assert_eq!((picture[(150, 150)].0, picture[(250, 150)].0), (SEA, SEA), "{told}");
    assert!(!told.contains("no picture"), "{told}");
}

#[test]
fn thin_frames_of_svg_pictures_are_sharp_on_all_sides() {
    let framed = "+/1/piece;;;frame.svg;Tank/Main;100;100;;0";
    let picture = plain(&[framed]).0;
    for at in [(80, 100), (119, 100), (100, 80), (100, 119)] {
        assert_eq!(picture[at].0, GREEN, "{at:?}");
    }
    assert_eq!([(81, 100), (118, 100), (100, 118)].map(|at| picture[at].0), [RED; 3]);
}

#[test]
fn a_layer_in_a_size_of_its_own_has_only_whole_pixels() {
    let layer = "emb2;;0;;;0;;;0;;;;1;false;0;0;green.png;;true;Face;;;false;;1;1;true;;;;;0.99;;true";
    let layered = format!("+/2/{layer}\tpiece;;;;Tank/1\tMain;100;100;;0");
    let picture = plain(&[&layered]).0;
    // 99 in a hundred of 40 pixels are 39, half of them to the left.
    assert_eq!([(80, 100), (81, 100)].map(|at| picture[at].0), [SEA, GREEN]);
    assert_eq!([(119, 100), (120, 100)].map(|at| picture[at].0), [GREEN, SEA]);
}

#[test]
fn the_room_around_the_boards_belongs_to_the_picture() {
    let edge = |build: &str| {
        build.replace(
            "mapName=\"Main\"",
            "mapName=\"Main\" edgeWidth=\"30\" edgeHeight=\"20\" backgroundcolor=\"200,0,0\"",
        )
    };
    let (picture, _) = drawn(&[], edge, &[]);
    assert_eq!(picture.dimensions(), (460, 340));
    let colours = [(10, 10), (459, 339), (30, 20), (429, 319)].map(|at| picture[at].0);
    assert_eq!(colours, [RED, RED, SEA, SEA]);
}

#[test]
fn a_board_without_colour_lets_the_map_show_through() {
    let clear = |build: &str| build.replace(" color=\"0,0,255\"", "");
    assert_eq!(drawn(&[], clear, &[]).0[(100, 100)].0, WHITE);
    let red = |build: &str| {
        clear(build).replace("mapName=\"Main\"", "mapName=\"Main\" backgroundcolor=\"200,0,0\"")
    };
    assert_eq!(drawn(&[], red, &[]).0[(100, 100)].0, RED);
}

#[test]
fn pieces_beyond_the_boards_are_drawn_whole() {
    let beside = "+/1/piece;;;green.png;Tank/Main;450;-30;;0";
    let (picture, told) = plain(&[beside]);
    assert_eq!(picture.dimensions(), (470, 350), "{told}");
    let colours = [(430, 0), (469, 39), (0, 0), (0, 50)].map(|at| picture[at].0);
    assert_eq!(colours, [GREEN, GREEN, WHITE, SEA]);
    // What a module keeps far from the map is out of sight in the engine too.
    let far = "+/1/piece;;;green.png;Tank/Main;90000;150;;0";
    let (picture, told) = plain(&[far]);
    assert_eq!(picture.dimensions(), (400, 300));
    assert!(told.contains("a piece is beyond the edge of the map and not in the picture"), "{told}");
    let near = "+/2/piece;;;green.png;Tank/Main;450;150;;0";
    assert_eq!(plain(&[far, near]).0.dimensions(), (470, 300));
    assert_eq!(plain(&[far, &far.replace("+/1", "+/3"), near]).0.dimensions(), (400, 300));
}

#[test]
fn a_board_whose_picture_is_missing_is_named() {
    let lost = |build: &str| build.replace("color=\"0,0,255\"", "image=\"sea.png\"");
    let (_, told) = drawn(&["+/1/piece;;;green.png;Tank/Main;150;150;;0"], lost, &[]);
    assert!(told.contains("\"sea.png\"") && told.contains("\"Sea\""), "{told}");
}

/// A red tank at 150, 150 with a label below it on orange ground.
pub fn labelled(text: &str) -> String {
    let text = text.replace('/', "\\/");
    format!(
        "+/1/label;76,130;Change;20;255,128,0;0,0,0;b;0;c;0;t;c;$pieceName$;Dialog;0;0;Text;;false\tpiece;;;red.png;Tank/{text}\tMain;150;150;;0"
    )
}

/// Pixels of the label's ground, and how wide and high they reach.
fn ground(picture: &image::RgbaImage) -> (usize, u32, u32) {
    let orange: Vec<_> =
        picture.enumerate_pixels().filter(|(.., pixel)| pixel.0 == ORANGE).map(|(x, y, _)| (x, y)).collect();
    let reach = |values: Vec<u32>| {
        values.iter().max().zip(values.iter().min()).map_or(0, |(most, least)| most - least + 1)
    };
    (
        orange.len(),
        reach(orange.iter().map(|at| at.0).collect()),
        reach(orange.iter().map(|at| at.1).collect()),
    )
}

#[test]
fn a_label_lies_where_the_engine_puts_it() {
    let (picture, _) = plain(&[&labelled("12 steps")]);
    let (pixels, width, height) = ground(&picture);
    assert!(pixels > 0 && (60..100).contains(&width) && (22..26).contains(&height), "{width} x {height}");
    // It hangs below the piece, which reaches to 169.
    assert_eq!((picture[(150, 169)].0, picture[(150 - width / 2 + 1, 171)].0), (RED, ORANGE));
}

#[test]
fn what_a_label_cannot_say_is_blank_and_no_source_is_drawn() {
    for text in ["$nothing$", "{nobody(knows}", "<html><style>b { color: red }</style></html>", ""] {
        let (picture, told) = plain(&[&labelled(text)]);
        assert_eq!(ground(&picture), (0, 0, 0), "{text}: {told}");
    }
    let width = |text: &str| ground(&plain(&[&labelled(text)]).0).1;
    assert_eq!(width("7$nothing$"), width("7"));
    assert_eq!(width("$BasicName$"), width("Tank"));
}

/// A piece that side A has masked, with a label around the mask and a Marker under it.
fn masked(text: &str) -> String {
    let label = "label;;Change;20;255,128,0;0,0,0;b;0;c;0;t;c;$pieceName$;Dialog;0;0;Text;;false";
    let mask = "obs;77,130;red.png;Ghost;I;Ghost;side:";
    let (marker, piece) = ("mark;Kind", "piece;;;green.png;Cavalry/Main;150;150;;0");
    let (piece, place) = piece.split_once('/').unwrap();
    format!("+/1/{label}\t{mask}\\\t{marker}\\\\\t{piece}/{text}\tA;\\\tDragoons\\\\\t{place}")
}

#[test]
fn a_label_around_a_mask_says_nothing_of_what_is_under_it() {
    let players = &corpus::COMMANDS[..2];
    let width = |side: &str, text: &str| {
        let piece = masked(text);
        let commands = [players, &[&piece]].concat();
        ground(&drawn(&commands, str::to_owned, &["--side", side]).0).1
    };
    assert_eq!(width("B", "$Kind$"), 0);
    assert_eq!(width("A", "$Kind$"), width("A", "Dragoons"));
    for name in ["$PieceName$", "$BasicName$", "{BasicName}"] {
        assert_eq!(width("B", name), width("B", "Ghost"), "{name}");
        assert_eq!(width("A", name), width("A", "Cavalry"), "{name}");
    }
    assert_eq!(width("B", "$LocationName$"), width("B", "B01"));
}

#[test]
fn markup_in_labels_shows_its_words_line_by_line() {
    let label = |text: &str| ground(&plain(&[&labelled(text)]).0);
    let one = label("<html><b>AA</b></html>");
    let two = label("<html><head><style>b { color: red }</style></head><b>AA</b><br>&amp;A</html>");
    assert_eq!(one.1, two.1);
    assert!((2 * one.2 - 2..=2 * one.2).contains(&two.2), "{} and {} high", one.2, two.2);
}

#[test]
fn labels_know_what_the_game_and_the_place_say() {
    let properties = |build: &str| {
        build.replace(
            "<VASSAL.build.module.Map mapName",
            "<VASSAL.build.module.properties.GlobalProperties><VASSAL.build.module.properties.GlobalProperty name=\"Year\" initialValue=\"1942\"/></VASSAL.build.module.properties.GlobalProperties><VASSAL.build.module.Map mapName",
        )
    };
    let width = |text: &str| ground(&drawn(&[&labelled(text)], properties, &[]).0).1;
    assert_eq!(width("$Year$"), width("1942"));
    assert_eq!(width("$LocationName$"), width("B01"));
}

#[test]
fn a_piece_that_has_moved_carries_the_picture_of_its_trait() {
    let marked = |state: &str| {
        format!(
            "+/1/markmoved;small.png;20;-20;Mark Moved;77,130;;false;;;;\tpiece;;;green.png;Tank/{state}\tMain;150;150;;0"
        )
    };
    let at = |state: &str| plain(&[&marked(state)]).0[(175, 135)].0;
    assert_eq!((at("true"), at("false")), (ORANGE, SEA));
}

#[test]
fn a_trail_that_players_see_leads_from_place_to_place() {
    let trail = |state: &str| {
        let definition = "footprint;84,130;Trail;false;false;10;200,0,0;255,128,0;100;100;20;30;2.0";
        let piece = format!("+/1/{definition}\tpiece;;;green.png;Tank/{state}\tMain;250;150;;0");
        let picture = plain(&[&piece]).0;
        [(100, 150), (105, 150), (170, 150), (235, 150), (250, 150)].map(|at| picture[at].0)
    };
    assert_eq!(trail("true;Map0;1;100,150;true"), [RED, RED, ORANGE, ORANGE, GREEN]);
    assert_eq!(trail("false;Map0;1;100,150;true"), [SEA, SEA, SEA, GREEN, GREEN]);
    assert_eq!(trail("true;Map7;1;100,150;true"), [SEA, SEA, SEA, GREEN, GREEN]);
}

#[test]
fn the_engines_own_sign_of_a_piece_that_has_moved_is_not_missed() {
    let marked = |icon: &str| {
        let definition = format!("markmoved;{icon};20;-20;Mark Moved;77,130;;false;;;;");
        format!("+/1/{definition}\tpiece;;;green.png;Tank/true\tMain;150;150;;0")
    };
    let told = |icon: &str| plain(&[&marked(icon)]).1;
    assert!(!told("moved.gif").contains("drawn grey"), "{}", told("moved.gif"));
    assert!(told("nosuch.gif").contains("nosuch.gif"), "{}", told("nosuch.gif"));
}

#[test]
fn pieces_below_the_top_of_a_stack_are_blank_where_the_module_wants_it() {
    let blank = |build: &str| {
        build.replace(
            "<VASSAL.build.module.map.BoardPicker>",
            "<VASSAL.build.module.map.StackMetrics unexSepX=\"8\" unexSepY=\"8\" color=\"255,128,0\"/><VASSAL.build.module.map.BoardPicker>",
        )
    };
    let commands = [
        "+/1/piece;;;green.png;Low/Main;150;150;;0",
        "+/2/piece;;;green.png;High/Main;150;150;;0",
        "+/3/stack/Main;150;150;1;2",
    ];
    let (picture, _) = drawn(&commands, blank, &[]);
    assert_eq!((picture[(133, 165)].0, picture[(158, 142)].0), (ORANGE, GREEN));
}

#[test]
fn in_one_stack_each_side_has_its_pieces_beside_those_of_the_other() {
    let stacked = |sides: [&str; 2]| {
        let [low, high] = sides.map(str::to_owned);
        let commands = [
            format!("+/1/mark;Side\tpiece;;;green.png;Low/{low}\tMain;150;150;;0"),
            format!("+/2/mark;Side\tpiece;;;red.png;High/{high}\tMain;150;150;;0"),
            "+/3/stack/Main;150;150;1;2".to_owned(),
        ];
        let (picture, _) = drawn(&commands.each_ref().map(String::as_str), str::to_owned, &[]);
        (picture[(138, 150)].0, picture[(162, 150)].0)
    };
    assert_eq!(stacked(["Axis", "Allies"]), (GREEN, RED));
    // What is nobody's lies with what is below it.
    assert_eq!(stacked(["Axis", ""]), (RED, RED));
    assert_eq!(stacked(["Axis", "Axis"]), (RED, RED));
}

#[test]
fn a_picture_does_not_tell_the_side_of_a_piece_that_the_looker_does_not_know() {
    let stacked = |side: &str, looker: &str| {
        let masked = format!(
            "+/2/obs;77,130;small.png;Mask;B;?;side:\tmark;Side\\\tpiece;;;red.png;High/A\t{side}\\\tMain;150;150;;0"
        );
        let commands = [
            "+/1/mark;Side\tpiece;;;green.png;Low/Axis\tMain;150;150;;0",
            &masked,
            "+/3/stack/Main;150;150;1;2",
        ];
        drawn(&commands, str::to_owned, &["--side", looker]).0
    };
    assert_eq!(stacked("Allies", "B"), stacked("", "B"));
    assert_ne!(stacked("Allies", "umpire"), stacked("", "umpire"));
}

#[test]
fn names_that_no_game_has_are_told_to_be_missing() {
    let piece = "+/1/piece;;;green.png;Low/Main;150;150;;0";
    let (_, told) = drawn(&[piece], str::to_owned, &["--names"]);
    assert!(told.contains("no place names"), "{told}");
    let (_, told) = drawn(&[piece], str::to_owned, &[]);
    assert!(!told.contains("names"), "{told}");
}

#[test]
fn the_layer_of_a_piece_may_follow_any_of_its_properties() {
    let layers = |build: &str| {
        build.replace(
            "<VASSAL.build.module.map.BoardPicker>",
            "<VASSAL.build.module.map.LayeredPieceCollection property=\"BasicName\" layerOrder=\"Ground,Air\"/><VASSAL.build.module.map.BoardPicker>",
        )
    };
    let commands =
        ["+/1/piece;;;red.png;Air/Main;150;150;;0", "+/2/piece;;;green.png;Ground/Main;150;150;;0"];
    assert_eq!(drawn(&commands, layers, &[]).0[(150, 150)].0, RED);
    assert_eq!(drawn(&commands, str::to_owned, &[]).0[(150, 150)].0, GREEN);
}

#[test]
fn numbers_of_any_size_are_no_trouble() {
    for far in [i32::MAX, i32::MIN] {
        let numbers = |build: &str| {
            let steps =
                format!("<VASSAL.build.module.map.StackMetrics unexSepX=\"{far}\" unexSepY=\"{far}\"/>");
            let numbered =
                format!("SquareGridNumbering visible=\"true\" hDrawOff=\"{far}\" vDrawOff=\"{far}\" first");
            let picker = "<VASSAL.build.module.map.BoardPicker>";
            build.replace(picker, &(steps + picker)).replace("SquareGridNumbering first", &numbered)
        };
        let layer = format!(
            "emb2;;0;;;0;;;0;;;;1;false;{far};{far};green.png,;,;true;Face;;;false;;1;1;true;;;;;20;;true"
        );
        let label = format!(
            "label;;Change;20;255,128,0;0,0,0;t;{far};l;{far};b;r;$pieceName$;Dialog;{far};0;Text;;false"
        );
        let pieces = (1..=6)
            .map(|id| format!("+/{id}/{label}\t{layer}\\\tpiece;;;red.png;Tank/7\t1\\\tMain;{far};{far};;0"));
        let deck = "deck;true;255,128,0";
        let mut commands: Vec<String> = pieces.collect();
        commands.push(format!("+/7/stack/Main;{far};{far};1;2;3;4;5;6"));
        commands.push(format!("+/8/{deck};{far};{far};Always;Always;true;true;true;;;;Pool;;;;false;false;;;{far}/Main;{far};{far};false;"));
        let commands: Vec<&str> = commands.iter().map(String::as_str).collect();
        for extra in [&["--side", "umpire"][..], &["--side", "umpire", "--crop", "B01,C02"]] {
            drawn(&commands, numbers, extra);
        }
    }
}

/// The small module with lines of its square grid, and more attributes.
fn grid(build: &str, more: &str) -> String {
    build.replace("x0=\"50\" y0=\"50\"", &format!("x0=\"50\" y0=\"50\" color=\"255,128,0\" {more}"))
}

#[test]
fn a_grid_that_players_see_is_drawn() {
    let at = |more: &str, at: (u32, u32)| drawn(&[], |build| grid(build, more), &[]).0[at].0;
    assert_eq!((at("visible=\"true\"", (100, 30)), at("visible=\"true\"", (30, 200))), (ORANGE, ORANGE));
    assert_eq!((at("visible=\"true\"", (150, 150)), at("visible=\"false\"", (100, 30))), (SEA, SEA));
    assert_eq!(at("dotsVisible=\"true\"", (150, 150)), ORANGE);
    // The lines between the first cells and the edge of the board are none.
    assert_eq!((at("visible=\"true\"", (0, 30)), at("visible=\"true\"", (30, 0))), (SEA, SEA));
}

#[test]
fn the_lines_of_a_hex_grid_join_its_corners() {
    let hexes = |build: &str| {
        build
            .replace("SquareGridNumbering first", "HexGridNumbering first")
            .replace(
                "SquareGrid dx=\"100.0\" dy=\"100.0\"",
                "HexGrid dx=\"90.0\" dy=\"100.0\" visible=\"true\"",
            )
            .replace(".SquareGrid>", ".HexGrid>")
    };
    let picture = drawn(&[], |build| grid(&hexes(build), ""), &[]).0;
    // The hexagon about 230, 150 is 120 wide: its upper side runs from 200 to 260.
    assert_eq!((picture[(230, 100)].0, picture[(230, 150)].0), (ORANGE, SEA));
    assert_eq!((picture[(205, 100)].0, picture[(180, 101)].0), (ORANGE, SEA));
}

#[test]
fn numbers_of_cells_that_players_see_stand_at_the_upper_side() {
    let numbered = |build: &str| {
        build.replace(
            "SquareGridNumbering first",
            "SquareGridNumbering visible=\"true\" fontSize=\"20\" color=\"255,128,0\" first",
        )
    };
    let picture = drawn(&[], numbered, &[]).0;
    let inked = |y: std::ops::Range<u32>| {
        y.flat_map(|y| (110..190).map(move |x| (x, y))).filter(|at| picture[*at].0 != SEA).count()
    };
    assert!(inked(100..124) > 20, "{}", inked(100..124));
    assert_eq!(inked(130..195), 0);
}

/// How far a colour may be from the engine's, and how many pixels in a hundred may be further: edges are softened
/// in another way.
const NEAR: u8 = 24;
const FAR_IN_A_HUNDRED: usize = 2;

#[test]
fn the_engine_paints_the_same_pixels() {
    let Some(folder) = corpus::folder() else {
        println!("skipped: no corpus of real files");
        return;
    };
    let text =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/engine/pictures.csv"))
            .unwrap();
    let rows: Vec<Vec<&str>> = text.lines().skip(1).map(|line| line.split(',').collect()).collect();
    for maps in rows.chunk_by(|a, b| a[..3] == b[..3]) {
        let out = tempfile::tempdir().unwrap();
        let png = out.path().join("map.png");
        let (module, save) = (folder.join(maps[0][0]), folder.join(maps[0][1]));
        let call = corpus::liege().arg("render").arg(save).arg("--module").arg(module);
        call.args(["--map", maps[0][2], "--side", "umpire"]).arg("-o").arg(&png).succeeds();
        let picture = image::open(&png).unwrap().into_rgba8();
        let differs = |row: &&Vec<&str>| {
            let at = (row[3].parse().unwrap(), row[4].parse().unwrap());
            let engine = row[5..8].iter().map(|value| value.parse::<u8>().unwrap());
            engine.zip(picture[at].0).any(|(engine, own)| engine.abs_diff(own) > NEAR)
        };
        let far: Vec<_> = maps.iter().filter(differs).collect();
        assert!(far.len() * 100 <= maps.len() * FAR_IN_A_HUNDRED, "{} of {}: {far:?}", far.len(), maps.len());
    }
}
