//! Draws both ATPO sheets as PNG: `cargo run --release --example draw_map -- DIR [SCALE]`.
#![allow(clippy::print_stdout, reason = "a tool that reports to its user")]
#![allow(clippy::disallowed_methods, reason = "a tool that reads and writes files")]

use liege::art::board;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let folder = args.next().unwrap_or_else(|| ".".into());
    let scale: f32 = args.next().map_or(Ok(1.0), |s| s.parse())?;
    let read = |name: &str| std::fs::read_to_string(format!("maps/atpo/{name}"));
    let texts = [
        read("sheets.toml")?,
        read("hexes.csv")?,
        read("hexsides.csv")?,
        read("labels.csv")?,
        read("coast.txt")?,
        read("areas.csv").unwrap_or_default(),
        read("routes.csv").unwrap_or_default(),
        read("places.toml").unwrap_or_default(),
    ];
    let sheets = board::tables::sheets(&board::tables::Texts {
        sheets: &texts[0],
        hexes: &texts[1],
        hexsides: &texts[2],
        labels: &texts[3],
        coast: &texts[4],
        areas: &texts[5],
        routes: &texts[6],
        places: &texts[7],
    })?;
    for sheet in &sheets {
        let start = std::time::Instant::now();
        let [before, after] = board::collisions(sheet);
        println!("{}: names placed in {:?}", sheet.letter, start.elapsed());
        for (which, old, new) in [("towns", before[0], after[0]), ("other names", before[1], after[1])] {
            println!("{}, {which}: first places {old:?}", sheet.letter);
            println!("{}, {which}: as placed {new:?}", sheet.letter);
        }
        let start = std::time::Instant::now();
        let picture = board::render(sheet, scale);
        println!("{}: {} x {} in {:?}", sheet.title, picture.width(), picture.height(), start.elapsed());
        picture.save(format!("{folder}/{}.png", sheet.letter))?;
    }
    Ok(())
}
