//! Absurd numbers and endless texts in a game end in a picture or one clear message, in bounded time and memory.

use super::corpus;
use super::drawing::{RED, SEA, drawn, labelled};

fn plain(commands: &[&str]) -> image::RgbaImage {
    drawn(commands, str::to_owned, &["--side", "umpire"]).0
}

/// The small module with this inside its map's element, before the board picker.
fn with(inside: &'static str) -> impl Fn(&str) -> String {
    let picker = "<VASSAL.build.module.map.BoardPicker>";
    move |build| build.replace(picker, &format!("{inside}{picker}"))
}

#[test]
fn labels_without_end_are_cut() {
    let texts = [
        "W".repeat(500_000),
        format!("<html>{}", "word ".repeat(100_000)),
        format!("<html>{}x", "<b>".repeat(50_000)),
        format!("<html>{}x", "<font size=+5><big>".repeat(5_000)),
        format!("<html><span style=\"font-size:{}px\">x</span>", "9".repeat(400)),
        "<html><span style=\"font-size:NaNpx\">x</span><span style=\"font-size:-1e30px\">x".to_owned(),
        format!("<html>{}", "<img src=red.png width=4000 height=4000>".repeat(100)),
    ];
    for text in texts {
        assert_eq!(plain(&[&labelled(&text)]).dimensions(), (400, 300));
    }
    let large = labelled("Tank").replace("Change;20;", "Change;1000000;");
    assert!(plain(&[&large]).height() < 1_000);
}

#[test]
fn a_picture_enlarged_beyond_all_bounds_fills_what_is_drawn() {
    let layer = |scale: &str| {
        format!(
            "+/1/emb2;;0;;;0;;;0;;;;1;false;0;0;red.png;;true;Face;;;false;;1;1;true;;;;;{scale};;true\tpiece;;;;Tank/1\tMain;200;150;;0"
        )
    };
    let colours = |scale: &str| {
        let picture = plain(&[&layer(scale)]);
        [(200, 150), (5, 5), (395, 295)].map(|at| picture[at].0)
    };
    assert_eq!(colours("19.5"), [RED; 3]);
    assert_eq!(colours("NaN"), [RED, SEA, SEA]);
    assert_eq!(colours("1e38"), [RED, SEA, SEA]);
}

#[test]
fn places_and_sizes_at_the_ends_of_numbers_are_no_trouble() {
    let deck = "+/1/deck;true;255,128,0;2147483647;-2147483648;Always;Always;true;true;true;;;;Pool;;;;false;false;;;-7;;false;;false;;$BasicName$;;false;;Shuffle;Reverse;/Main;100;100;false;";
    let far = [("2147483647", "-2147483648"), ("-2147483648", "2147483647"), ("999999999999", "x")];
    let lost = far.map(|(x, y)| format!("+/2/piece;;;gone.png;Tank/Main;{x};{y};;0"));
    let label = labelled("x").replace("b;0;c;0", "b;2147483647;c;-2147483648");
    for command in [deck, lost[0].as_str(), lost[1].as_str(), lost[2].as_str(), label.as_str()] {
        assert_eq!(plain(&[command]).dimensions(), (400, 300), "{command}");
    }
}

#[test]
fn stacks_and_decks_of_thousands_are_drawn() {
    let mut pieces: Vec<String> =
        (1..=5_000).map(|id| format!("+/{id}/piece;;;green.png;Card/Main;100;100;;0")).collect();
    let ids = |separator: &str| (1..=5_000).map(|id| id.to_string()).collect::<Vec<_>>().join(separator);
    pieces.push(format!("+/9999/stack/Main;100;100;{}", ids(";")));
    let all: Vec<&str> = pieces.iter().map(String::as_str).collect();
    for step in ["2147483647", "-2147483648", "3"] {
        let metrics = with("<VASSAL.build.module.map.StackMetrics unexSepX=\"STEP\" unexSepY=\"STEP\"/>");
        let (picture, _) = drawn(&all, |build| metrics(build).replace("STEP", step), &[]);
        assert_eq!(picture.width(), 400, "{step}");
    }
    let kind = "deck;true;;60;30;Always;Always;true;true;true;;;;Pool;;;;false;false;;;2000000000;;false;;false;;$BasicName$;;false;;Shuffle;Reverse;";
    *pieces.last_mut().unwrap() = format!("+/9999/{kind}/Main;100;100;false;{}", ids(","));
    let all: Vec<&str> = pieces.iter().map(String::as_str).collect();
    assert_eq!(plain(&all).dimensions(), (400, 300));
}

#[test]
fn grids_with_absurd_numbers_are_drawn_as_far_as_they_can_be() {
    let numbering = "HexGridNumbering visible=\"true\" fontSize=\"1000000\" hOff=\"2147483647\" vOff=\"-2147483648\" hDrawOff=\"2147483647\" vDrawOff=\"-2147483648\" rotateText=\"77777\" hLeading=\"2000000000\" color=\"1,1,1\" first";
    let hexes = |build: &str| {
        build
            .replace("SquareGridNumbering first", numbering)
            .replace("SquareGrid dx=\"100.0\" dy=\"100.0\"", "HexGrid dx=\"3\" dy=\"3\" visible=\"true\"")
            .replace("x0=\"50\" y0=\"50\"", "x0=\"-2147483648\" y0=\"2147483647\"")
            .replace(".SquareGrid>", ".HexGrid>")
    };
    assert_eq!(drawn(&[], hexes, &[]).0.dimensions(), (400, 300));
}

#[test]
fn a_map_without_end_is_refused_with_advice() {
    let edges =
        ["edgeWidth=\"2000000000\"", "edgeHeight=\"-2000000000\"", "edgeWidth=\"1e9\" edgeHeight=\"x\""];
    for (edge, refused) in edges.into_iter().zip([true, true, false]) {
        let folder = tempfile::tempdir().unwrap();
        let build = corpus::BUILD_FILE.replace("mapName=\"Main\"", &format!("mapName=\"Main\" {edge}"));
        let entries = [("buildFile.xml", build.as_bytes()), ("moduledata", corpus::MODULE_DATA.as_bytes())];
        std::fs::write(folder.path().join("small.vmod"), corpus::archive(&entries)).unwrap();
        let save = folder.path().join("game.vsav");
        std::fs::write(&save, corpus::save(&["MainBoardPicker\tSea\t0\t0"])).unwrap();
        let png = folder.path().join("game.png");
        let output = corpus::liege().arg("render").arg(&save).arg("-o").arg(&png).output();
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(if refused { 2 } else { 0 }), "{edge}: {told}");
        assert_eq!((told.contains("--crop"), png.exists()), (refused, !refused), "{edge}: {told}");
    }
}
