//! Whether people can read the counters: contrast, colours as colour-blind people see them, height of the figures.

use std::collections::{BTreeMap, BTreeSet};

use liege::art::counter::{CounterArt, Styles};
use liege::art::design::{Design, Row};
use rayon::prelude::*;

use super::art;
use crate::tables::{all, text};

/// How light `#rrggbb` is in each channel, linear, 0 to 1 (sRGB, IEC 61966-2-1).
fn linear(colour: &str) -> [f64; 3] {
    [1, 3, 5].map(|at| {
        let share = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
        if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
    })
}

fn times(matrix: [[f64; 3]; 3], vector: [f64; 3]) -> [f64; 3] {
    matrix.map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum())
}

/// The contrast of WCAG 2.1, 1 to 21.
fn contrast(one: &str, other: &str) -> f64 {
    let luminance = |colour: &str| times([[0.2126, 0.7152, 0.0722]; 3], linear(colour))[0];
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// CIELAB (1976) under the daylight D65 of sRGB.
fn lab(rgb: [f64; 3]) -> [f64; 3] {
    const XYZ: [[f64; 3]; 3] = [
        [0.412_456_4, 0.357_576_1, 0.180_437_5],
        [0.212_672_9, 0.715_152_2, 0.072_175_0],
        [0.019_333_9, 0.119_192_0, 0.950_304_1],
    ];
    const WHITE: [f64; 3] = [0.95047, 1.0, 1.08883];
    let xyz = times(XYZ, rgb);
    let [x, y, z] = [0, 1, 2].map(|at| {
        let share = xyz[at] / WHITE[at];
        if share > 0.008_856 { share.cbrt() } else { 7.787 * share + 16.0 / 116.0 }
    });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// Dichromatic vision at full severity, on linear RGB: Machado, Oliveira and Fernandes, "A Physiologically-based
/// Model for Simulation of Color Vision Deficiency", IEEE TVCG 15 (2009), table 1.
const VISIONS: [(&str, [[f64; 3]; 3]); 4] = [
    ("normal", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    (
        "protanopia",
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    ),
    (
        "deuteranopia",
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    ),
    (
        "tritanopia",
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
    ),
];

/// How different two colours look to somebody: the CIE76 distance, where about 2 is just noticeable.
fn difference(vision: [[f64; 3]; 3], one: &str, other: &str) -> f64 {
    let seen = |colour: &str| lab(times(vision, linear(colour)).map(|share| share.clamp(0.0, 1.0)));
    let (one, other) = (seen(one), seen(other));
    one.iter().zip(other).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt()
}

/// The games whose nations are looked at.
const GAMES: [&str; 2] = ["atpo", "aafog"];

/// Colours of counters that fight each other differ at least so much, to everybody.
const OPPOSING: f64 = 14.0;

/// All others differ at least so much; their emblems differ, too.
const ANY: f64 = 7.0;

#[test]
fn black_and_white_are_as_different_as_can_be() {
    for (name, vision) in VISIONS {
        assert!((difference(vision, "#000000", "#ffffff") - 100.0).abs() < 1.0, "{name}");
    }
    // A red and a green that look alike to deuteranopes only.
    let [normal, _, deuteranopia, _] = VISIONS.map(|(_, vision)| difference(vision, "#c06000", "#809000"));
    assert!(deuteranopia < normal / 2.0, "{deuteranopia} {normal}");
}

#[test]
fn nations_differ_by_colour_to_colour_blind_eyes_and_by_emblem() {
    GAMES.into_iter().for_each(nations_differ);
}

fn nations_differ(game: &str) {
    let path = format!("rules/{game}/nations.toml");
    let file: toml::Table = toml::from_str(&text(&path)).unwrap();
    let side: BTreeMap<&str, &str> = file["nation"]
        .as_array()
        .unwrap()
        .iter()
        .map(|nation| (nation["code"].as_str().unwrap(), nation["side"].as_str().unwrap()))
        .collect();
    let nations = Styles::from_toml(&text(&path)).unwrap().nations;
    for (at, one) in nations.iter().enumerate() {
        for other in &nations[at + 1..] {
            assert_ne!(one.emblem, other.emblem, "{} and {}", one.code, other.code);
            let least = if side[&*one.code] == side[&*other.code] { ANY } else { OPPOSING };
            for (name, vision) in VISIONS {
                let found = difference(vision, &one.background, &other.background);
                assert!(
                    found >= least,
                    "{} and {} to {name}: {found:.1}, expected {least}",
                    one.code,
                    other.code
                );
            }
        }
    }
}

#[test]
fn figures_stand_out_from_every_nations_field() {
    let styles = |game| Styles::from_toml(&text(&format!("rules/{game}/nations.toml"))).unwrap().nations;
    for nation in GAMES.into_iter().flat_map(styles) {
        let text = contrast(&nation.background, &nation.text);
        assert!(text >= 4.5, "{}: {text:.1}", nation.code);
        let emblem = contrast(&nation.background, &nation.accent);
        assert!(emblem >= 3.0, "{}: the emblem has {emblem:.1}", nation.code);
    }
}

/// Where the main figures stand on a face of 100 units: the foot, above the rim.
const FOOT: std::ops::Range<u32> = 60..96;

/// Rows of a picture from top to bottom that hold ink of the text colour in the columns given.
fn ink_height(picture: &image::RgbaImage, ink: [u8; 3], rows: std::ops::Range<u32>) -> u32 {
    let near = |pixel: &image::Rgba<u8>| (0..3).all(|at| pixel.0[at].abs_diff(ink[at]) < 70);
    let filled: Vec<u32> =
        rows.filter(|y| (5..picture.width() - 5).any(|x| near(picture.get_pixel(x, *y)))).collect();
    // The longest run without a gap: the figures, not a word or a line near them.
    let mut longest = 0;
    let mut run = 0;
    let mut last = None;
    for y in filled {
        run = if last.is_some_and(|last| last + 1 == y) { run + 1 } else { 1 };
        longest = longest.max(run);
        last = Some(y);
    }
    longest
}

#[test]
fn main_figures_are_fifteen_pixels_high_on_a_face_of_75() {
    let art = art();
    let colours: BTreeMap<String, [u8; 3]> = Styles::from_toml(&text("rules/atpo/nations.toml"))
        .unwrap()
        .nations
        .into_iter()
        .map(|nation| {
            let channel = |at: usize| u8::from_str_radix(&nation.text[at..at + 2], 16).unwrap();
            (nation.code.clone(), [1, 3, 5].map(channel))
        })
        .collect();
    let mut looks = BTreeSet::new();
    for (family, row) in all() {
        // Letters of an Admiral in two lines are smaller by design; chits hold words.
        let two_lines = row.get("leads").is_some_and(|leads| leads.split_whitespace().count() > 3);
        if family.template == "chit" || two_lines || !looks.insert((family.clone(), row["kind"].clone())) {
            continue;
        }
        let faces = art.faces(&family, &row).unwrap();
        // An Admiral's front is a name and an anchor.
        let face = if row["kind"] == "admiral" { faces.back.unwrap() } else { faces.front };
        let png = art.png(&face, 75).unwrap();
        let picture = image::load_from_memory(&png).unwrap().to_rgba8();
        let rows = FOOT.start * 75 / 100..FOOT.end * 75 / 100;
        let height = ink_height(&picture, colours[&row["nation"]], rows);
        assert!(height >= 15, "{}: the figures are {height} pixels high", row["id"]);
    }
    assert!(looks.len() > 30, "{} looks", looks.len());
}

/// Pixels to a pixel of a counter of 75, so that heights are measured to a quarter of one.
const FINER: u32 = 4;

/// What the words of a counter are like on a face of 75 pixels.
struct Words {
    /// Height of the lowest of their lines, in quarters of a pixel.
    height: u32,
    /// Columns from the left edge to the words less those to the right edge, in quarters of a pixel.
    aside: i32,
}

/// The words of a front, found by what changes when the counter has none; nothing for a counter without words.
fn words(art: &CounterArt, family: &Design, row: &Row) -> Option<Words> {
    let mut silent = row.clone();
    silent.insert("label".into(), String::new());
    let width = 75 * FINER;
    let drawn = |row: &Row| {
        let png = art.png(&art.faces(family, row).unwrap().front, width).unwrap();
        image::load_from_memory(&png).unwrap().to_rgb8()
    };
    let (with, without) = (drawn(row), drawn(&silent));
    let ink = |x: u32, y: u32| {
        let (one, other) = (with.get_pixel(x, y), without.get_pixel(x, y));
        (0..3).any(|at| one.0[at].abs_diff(other.0[at]) > 60)
    };
    let rows: Vec<bool> = (0..width).map(|y| (0..width).any(|x| ink(x, y))).collect();
    let lines = rows.chunk_by(|one, other| one == other).filter(|line| line[0]);
    let height = lines.map(<[bool]>::len).min()?;
    let columns: Vec<u32> = (0..width).filter(|x| (0..width).any(|y| ink(*x, y))).collect();
    let (left, right) = (*columns.first()?, width - 1 - *columns.last()?);
    Some(Words { height: height as u32, aside: left as i32 - right as i32 })
}

#[test]
fn names_are_eight_pixels_high_and_in_the_middle_of_a_face_of_75() {
    let art = art();
    // One row of each name in each drawing.
    let rows = all().into_iter().filter(|(_, row)| !row["label"].is_empty());
    let rows: BTreeMap<(String, String, String), (Design, Row)> = rows
        .map(|(family, row)| {
            ((family.template.clone(), row["kind"].clone(), row["label"].clone()), (family, row))
        })
        .collect();
    let told: Vec<String> = rows
        .into_values()
        .par_bridge()
        .filter_map(|(family, row)| {
            let Words { height, aside } = words(&art, &family, &row).unwrap();
            let good = height >= 8 * FINER && aside.unsigned_abs() <= 3 * FINER;
            (!good).then(|| format!("{}: {} quarters of a pixel high, {aside} aside", row["label"], height))
        })
        .collect();
    assert!(told.is_empty(), "{told:#?}");
}
