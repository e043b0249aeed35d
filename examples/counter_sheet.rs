//! Writes contact sheets of all counters of a game: `cargo run --release --example counter_sheet -- atpo out`.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::time::Instant;

use liege::art::counter::{CounterArt, Styles};
use liege::art::face::{Family, Row};
use liege::art::templates;
use rayon::prelude::*;

const COLUMNS: usize = 20;

#[expect(clippy::print_stdout, reason = "an example tells how long it took")]
fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, out] = arguments.as_slice() else {
        return Err("expected a game and a folder: counter_sheet atpo out".into());
    };
    let styles = Styles::from_toml(&text(format!("rules/{game}/nations.toml"))?)?;
    let art = CounterArt::new(&templates::svg(), styles, templates::fonts())?;
    fs::create_dir_all(out)?;

    let mut all: Vec<String> = Vec::new();
    for (family, name) in Family::ALL {
        let rows = rows(&text(format!("counters/{game}/{name}.csv"))?)?;
        let mut svgs = Vec::new();
        for row in &rows {
            let faces = art.faces(family, row)?;
            svgs.push(faces.front);
            svgs.extend(faces.back);
        }
        for width in [75, 150] {
            sheet(&art, &svgs, width, &Path::new(out).join(format!("{name}-{width}.png")))?;
        }
        all.extend(svgs);
    }
    let overlays: Vec<String> = art
        .overlay_names()
        .filter_map(|name| art.overlay(name))
        .map(|overlay| overlay.svg.replacen("<svg", "<svg style=\"background:#8aa\"", 1))
        .collect();
    sheet(&art, &overlays, 150, &Path::new(out).join("overlays-150.png"))?;

    let start = Instant::now();
    let pictures: Vec<(&str, u32)> = all.iter().map(|svg| (svg.as_str(), 75)).collect();
    let bytes: usize = art.pngs(&pictures).into_iter().filter_map(Result::ok).map(|png| png.len()).sum();
    println!("{} faces at 75 px: {:?}, {bytes} bytes", pictures.len(), start.elapsed());
    Ok(())
}

#[expect(clippy::disallowed_methods, reason = "an example reads its own files")]
fn text(path: String) -> Result<String, Box<dyn Error>> {
    fs::read_to_string(&path).map_err(|error| format!("{path}: {error}").into())
}

fn rows(text: &str) -> Result<Vec<Row>, csv::Error> {
    csv::Reader::from_reader(text.as_bytes()).deserialize().collect()
}

fn sheet(art: &CounterArt, svgs: &[String], width: u32, path: &Path) -> Result<(), Box<dyn Error>> {
    let cell = width + 6;
    let lines = svgs.len().div_ceil(COLUMNS) as u32;
    let mut sheet =
        image::RgbaImage::from_pixel(cell * COLUMNS as u32, cell * lines, image::Rgba([110, 130, 140, 255]));
    let pngs: Vec<_> = svgs.par_iter().map(|svg| art.png(svg, width)).collect();
    for (index, png) in pngs.into_iter().enumerate() {
        let face = image::load_from_memory(&png?)?.to_rgba8();
        let (x, y) = ((index % COLUMNS) as u32 * cell + 3, (index / COLUMNS) as u32 * cell + 3);
        image::imageops::overlay(&mut sheet, &face, i64::from(x), i64::from(y));
    }
    Ok(sheet.save(path)?)
}
