//! Areas of Effect, Map Shadings, hands, masks and invisible pieces beside the engine's own pictures of them.

use std::path::{Path, PathBuf};

use image::RgbImage;

use crate::done;

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/engine/areas").join(name)
}

fn drawn(save: &Path, map: &str, side: &str) -> RgbImage {
    let folder = tempfile::tempdir().unwrap();
    let to = folder.path().join("map.png");
    let module = data("areas.vmod");
    let [save, module, out] = [save, &module, &to].map(|path| path.to_str().unwrap());
    done(&["render", save, "--module", module, "--map", map, "--side", side, "-o", out]);
    image::open(&to).unwrap().to_rgb8()
}

/// Pixels of which a colour is more than 32 of 255 apart.
fn differ(a: &RgbImage, b: &RgbImage) -> usize {
    assert_eq!(a.dimensions(), b.dimensions());
    a.pixels().zip(b.pixels()).filter(|(a, b)| (0..3).any(|at| a.0[at].abs_diff(b.0[at]) > 32)).count()
}

#[test]
fn areas_shadings_and_hands_are_those_of_the_engine() {
    let maps = [
        ("Hexes", "hexes.png"),
        ("Sideways", "sideways.png"),
        ("Squares", "squares.png"),
        ("Bare", "bare.png"),
        ("Hand", "hand.png"),
        ("Hand without", "hand-without.png"),
    ];
    for (map, picture) in maps {
        let ours = drawn(&data("areas.txt"), map, "umpire");
        let theirs = image::open(data(picture)).unwrap().to_rgb8();
        let pixels = differ(&ours, &theirs);
        // The slanted edges of a shading are smooth in the engine.
        assert!(pixels <= 800, "{map}: {pixels} pixels differ");
    }
}

#[test]
fn masks_and_invisible_pieces_are_those_of_the_engine_for_either_side() {
    // Every style of a mask and three kinds of access, hidden by the looker and by the other side.
    for (side, name) in [("Japan", "masks-japan"), ("Allies", "masks-allies")] {
        let ours = drawn(&data(&format!("{name}.txt")), "Bare", side);
        let theirs = image::open(data(&format!("{name}.png"))).unwrap().to_rgb8();
        let pixels = differ(&ours, &theirs);
        assert!(pixels <= 20, "{side}: {pixels} pixels differ");
    }
}

#[test]
fn a_shading_tells_nobody_of_a_piece_that_he_does_not_see() {
    let folder = tempfile::tempdir().unwrap();
    let game = |piece: &str| {
        let save = folder.path().join("game.txt");
        std::fs::write(&save, format!("begin_save\u{1b}{piece}\u{1b}end_save")).unwrap();
        save
    };
    let effect = "AreaOfEffect;0,200,200;20;1;true;;;Fog;true;;;;;;;;true";
    let types = format!("hide;73,130;Invisible;;side:;0.5\t{effect}\\\tpiece;;;a.png;A");
    let hidden = format!("+/7/{types}/Japan\t\\\tSquares;166;160;;0");
    let nobody = drawn(&game("NOTES\t"), "Squares", "Allies");
    assert_eq!(differ(&nobody, &drawn(&game(&hidden), "Squares", "Allies")), 0);
    assert!(differ(&nobody, &drawn(&game(&hidden), "Squares", "Japan")) > 1_000);
    assert!(differ(&nobody, &drawn(&game(&hidden), "Squares", "umpire")) > 1_000);
}
