//! Lines of supply on the picture of a position.

use std::path::Path;

use super::words::module;
use super::{done, liege, plan, said, save};

const SCALE: f32 = 0.2;

/// Rangoon feeds two hexes of Burma; a garrison in India has no line.
const BURMA: &str = "game: atpo
date: 1942-08
control: JP W3107 W3207 W3307 W3502
at W3107: jp-inf-2, chit:jp-sea-supply
at W3207: jp-inf-3
at W3307: jp-inf-4
at W3502: jp-inf-5
";

/// Draws the whole map with lines of supply.
fn drawn(folder: &Path, extra: &[&str]) -> image::RgbImage {
    let module = module(folder);
    let (game, png) = (save(folder, "burma.vsav", BURMA), folder.join("burma.png"));
    let mut arguments = vec!["render", game.to_str().unwrap(), "-o", png.to_str().unwrap()];
    arguments.extend(["--module", module.to_str().unwrap(), "--scale", "0.2", "--supply"]);
    arguments.extend(extra);
    done(&arguments);
    image::open(png).unwrap().into_rgb8()
}

/// Where a point between two hexes lies in the picture, so many parts of the way from the first.
fn between(one: &str, other: &str, part: f32) -> (f32, f32) {
    let module = plan().module();
    let main = module.map(&super::data().layout.main_map).unwrap();
    let layout = main.lay_out(None, &mut Vec::new());
    let [one, other] = [one, other].map(|hex| layout.centre_of(hex).unwrap());
    let at = |one: i32, other: i32| (one as f32 + (other - one) as f32 * part) * SCALE;
    (at(one.x, other.x), at(one.y, other.y))
}

fn is_magenta([red, green, blue]: [u8; 3]) -> bool {
    red > 150 && green < 110 && (80..200).contains(&blue)
}

fn is_red([red, green, blue]: [u8; 3]) -> bool {
    red > 170 && green < 70 && blue < 70
}

/// How many pixels of a picture around a spot are of a colour.
fn count(picture: &image::RgbImage, (x, y): (f32, f32), reach: i32, is: fn([u8; 3]) -> bool) -> usize {
    let near = (-reach..=reach).flat_map(|dx| (-reach..=reach).map(move |dy| (dx, dy)));
    let pixel = |(dx, dy)| picture.get_pixel((x as i32 + dx) as u32, (y as i32 + dy) as u32).0;
    near.map(pixel).filter(|pixel| is(*pixel)).count()
}

#[test]
fn lines_run_from_units_to_their_source_and_units_without_one_are_marked() {
    let folder = tempfile::tempdir().unwrap();
    let picture = drawn(folder.path(), &[]);
    let middle = |one: &str, other: &str| count(&picture, between(one, other, 0.5), 1, is_magenta);
    assert!(middle("W3107", "W3207") > 1, "Rangoon feeds the north");
    assert!(middle("W3207", "W3307") > 1);
    assert_eq!(middle("W3207", "W3208"), 0);
    assert_eq!(middle("W3307", "W3407"), 0);
    let ring = |hex: &str| count(&picture, between(hex, hex, 0.0), 14, is_magenta);
    assert!(ring("W3107") > ring("W3207") + 40, "a ring ends the line at its source");
    let red = |hex: &str| count(&picture, between(hex, hex, 0.0), 45, is_red);
    assert!(red("W3502") > 100, "who has no line is marked");
    assert_eq!(red("W3107"), 0);
}

#[test]
fn only_the_lines_of_one_place_are_drawn_where_one_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let picture = drawn(folder.path(), &["--at", "W3207"]);
    let middle = |one: &str, other: &str| count(&picture, between(one, other, 0.5), 1, is_magenta);
    assert!(middle("W3107", "W3207") > 1);
    assert_eq!(middle("W3207", "W3307"), 0);
    assert_eq!(count(&picture, between("W3502", "W3502", 0.0), 45, is_red), 0);
}

#[test]
fn what_goes_with_lines_of_supply_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let game = save(folder.path(), "burma.vsav", BURMA);
    let png = folder.path().join("burma.png");
    let refused = |extra: &[&str]| {
        let call = ["render", game.to_str().unwrap(), "-o", png.to_str().unwrap()];
        let output = liege(&[&call, extra].concat());
        assert_eq!(output.status.code(), Some(2), "{extra:?}");
        assert!(!png.exists());
        said(&output)
    };
    assert!(refused(&["--supply", "--mark"]).contains("--mark"));
    assert!(refused(&["--at", "W3107"]).contains("--supply"));
    let module = module(folder.path());
    let told = refused(&["--module", module.to_str().unwrap(), "--supply", "--at", "Rangun"]);
    assert!(told.contains("Rangoon"), "{told}");
}
