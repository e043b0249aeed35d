//! Draws the hexes of the ATPO map from geography: fit, classification, hexsides, coast.
//!
//! `cargo run --release --example fit_map` reads `maps/geo/lands.txt` and
//! `maps/atpo/sources/*.csv` and writes `maps/atpo/{hexes,hexsides,areas,routes,labels}.csv`
//! and `maps/atpo/coast.txt`. It prints the residuals of the control points in hex widths.
#![allow(clippy::print_stdout, reason = "a tool that reports to its user")]
#![allow(clippy::disallowed_methods, reason = "a tool that reads and writes files")]
#![allow(clippy::needless_range_loop, reason = "matrices read better with indices")]

mod areas;
mod classify;
mod coast;
mod fit;
mod grid;
mod lines;
mod nations;
mod raster;
mod routes;
mod tables;

use std::collections::BTreeMap;
use tables::Fault;

fn main() -> Result<(), Fault> {
    let controls = tables::rows::<tables::Control>("maps/atpo/sources/control.csv")?;
    let fit = fit::Fit::new(&controls)?;
    report(&fit, &controls)?;

    let rings = tables::lands("maps/geo/lands.txt")?;
    let raster = raster::Raster::new(&fit, &rings);
    let typed = |name: &str| format!("maps/atpo/sources/{name}.csv");
    let regions = classify::areas(&fit, tables::rows(&typed("regions"))?)?;
    let placed = classify::place(&fit, tables::rows(&typed("cities"))?);
    let mut rows = classify::classify(&classify::Facts {
        raster: &raster,
        areas: &regions,
        placed: &placed,
        fixed: &tables::rows::<tables::Fixed>(&typed("fixed"))?,
    });
    nations::own(&fit, &mut rows, &tables::rows::<tables::Owner>(&typed("owners"))?);
    let seas = tables::rows::<tables::SeaArea>(&typed("areas"))?;
    areas::fill(&fit, &mut rows, &seas)?;
    areas::weather(&mut rows, &seas, &regions);
    let drawn = tables::rows::<tables::Line>(&typed("lines"))?;
    let fixed = tables::rows::<tables::FixedSide>(&typed("fixed_sides"))?;
    let sides = lines::sides(&fit, &raster, &rows, &placed, &drawn, &fixed)?;
    let names = tables::rows::<tables::Name>(&typed("names"))?;

    let mut by_name: Vec<&classify::Row> = rows.values().collect();
    by_name.sort_by(|a, b| a.hex.cmp(&b.hex));
    write("maps/atpo/hexes.csv", by_name.iter())?;
    write("maps/atpo/hexsides.csv", sides.iter())?;
    write("maps/atpo/areas.csv", areas::table(&fit, &rows, &seas)?.iter())?;
    let shipping = tables::rows::<tables::RouteLine>(&typed("routes"))?;
    write("maps/atpo/routes.csv", routes::table(&fit, &rows, &shipping)?.iter())?;
    write("maps/atpo/labels.csv", coast::labels(&fit, &placed, &names, &rows).iter())?;
    std::fs::write("maps/atpo/coast.txt", coast::text(&fit, &rings, &drawn)?)?;

    for line in classify::crowded(&placed) {
        println!("several towns in {line}");
    }
    count("hexes", rows.values().map(|r| r.kind.as_str()));
    count("islands", rows.values().map(|r| r.island.as_str()));
    count("terrain", rows.values().map(|r| r.terrain.as_str()));
    count("territory", rows.values().map(|r| r.territory.as_str()));
    count("weather", rows.values().map(|r| r.weather.as_str()));
    areas::report(&rows);
    count("hexsides", sides.iter().map(|s| s.kind.as_str()));
    Ok(())
}

/// Writes the rows of one table.
fn write<T: serde::Serialize>(path: &str, rows: impl Iterator<Item = T>) -> Result<(), Fault> {
    let mut writer = csv::Writer::from_path(path).map_err(|e| format!("{path}: {e}"))?;
    for row in rows {
        writer.serialize(row)?;
    }
    writer.flush()?;
    Ok(())
}

/// Prints how often each value occurs.
fn count<'a>(what: &str, values: impl Iterator<Item = &'a str>) {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for v in values.filter(|v| !v.is_empty()) {
        *counts.entry(v).or_insert(0) += 1;
    }
    println!("{what}: {counts:?}");
}

/// Residuals before and after the correction.
fn report(fit: &fit::Fit, controls: &[tables::Control]) -> Result<(), Fault> {
    println!("{:34} {:6} base  after in-hex", "control point", "hex");
    let mut inside = (0, 0);
    let (mut sum, mut worst) = ((0.0, 0.0), (0.0_f64, 0.0_f64));
    for c in controls {
        let hex = fit::hex(c)?;
        let far = |p: (f64, f64)| (p.0 - hex.centre().0).hypot(p.1 - hex.centre().1);
        let (base, done) = (fit.base_place(c.lon, c.lat), fit.place(c.lon, c.lat));
        let got = grid::Hex::at(done.0, done.1);
        inside.0 += usize::from(grid::Hex::at(base.0, base.1) == hex);
        inside.1 += usize::from(got == hex);
        sum = (sum.0 + far(base), sum.1 + far(done));
        worst = (worst.0.max(far(base)), worst.1.max(far(done)));
        println!(
            "{:34} {:6} {:5.2} {:5.2} {} ({:+.2},{:+.2})",
            c.name,
            c.hex,
            far(base),
            far(done),
            if got == hex { "yes".into() } else { got.name() },
            base.0 - hex.centre().0,
            base.1 - hex.centre().1,
        );
    }
    let all = controls.len().max(1) as f64;
    println!(
        "residuals before: mean {:.2}, most {:.2}; after: mean {:.2}, most {:.2}",
        sum.0 / all,
        worst.0,
        sum.1 / all,
        worst.1
    );
    let (least, most) = fit.stretch();
    println!(
        "inside: {} before, {} after, of {}; stretch {least:.2} to {most:.2}",
        inside.0,
        inside.1,
        controls.len()
    );
    Ok(())
}
