//! What each hex is: sea, coast or land, whose, and what stands in it.

use crate::fit::Fit;
use crate::grid::Hex;
use crate::nations::{atoll, nation, owners};
use crate::raster::{self, Raster, Shape};
use crate::tables::{self, City, Fault, Fixed, Region};
use std::collections::{BTreeMap, BTreeSet};

/// Share of a hex below which one landmass does not make it coastal.
const SLIVER: f64 = 0.03;
/// The same for a landmass that lies wholly in the hex.
const ISLET: f64 = 0.006;
/// Share of a hex below which sea does not make it coastal.
const INLET: f64 = 0.04;
/// Share of a hex up to which islands take the black dot of a small island.
const SMALL: f64 = 0.045;

/// One row of `hexes.csv`.
#[derive(serde::Serialize, Clone, Default)]
pub struct Row {
    pub hex: String,
    pub kind: String,
    pub terrain: String,
    pub island: String,
    pub name: String,
    pub city: String,
    pub resource: String,
    pub port: String,
    pub fort: String,
    pub territory: String,
    pub owner_1937: String,
    pub owner_1941: String,
    pub weather: String,
    pub area: String,
    /// The landmass that the hex counts as.
    #[serde(skip)]
    pub land: u32,
    pub source: String,
    pub note: String,
}

/// A town with its place on the map.
pub struct Placed {
    pub city: City,
    pub hex: Hex,
    pub at: (f64, f64),
}

/// A region in grid coordinates.
pub struct Area {
    region: Region,
    shape: Shape,
}

impl Area {
    /// Whether the region serves this purpose.
    pub fn is(&self, purpose: &str) -> bool {
        self.region.purpose == purpose
    }

    /// What the region gives its hexes.
    pub fn value(&self) -> &str {
        &self.region.value
    }

    /// Whether a point of the common grid lies inside.
    pub fn holds(&self, (x, y): (f64, f64)) -> bool {
        let mut inside = false;
        for i in 0..self.shape.len() {
            let (a, b) = (self.shape[i], self.shape[(i + 1) % self.shape.len()]);
            if (a.1 > y) != (b.1 > y) && x < a.0 + (b.0 - a.0) * (y - a.1) / (b.1 - a.1) {
                inside = !inside;
            }
        }
        inside
    }
}

/// Projects the regions, with points between their corners so that edges bend with the map.
pub fn areas(fit: &Fit, regions: Vec<Region>) -> Result<Vec<Area>, Fault> {
    let mut all = Vec::new();
    for region in regions {
        let points = tables::points(&region.points)?;
        let mut shape = Vec::new();
        for i in 0..points.len() {
            let (a, b) = (points[i], points[(i + 1) % points.len()]);
            for k in 0..8 {
                let t = f64::from(k) / 8.0;
                shape.push(fit.place(a.0 + (b.0 - a.0) * t, a.1 + (b.1 - a.1) * t));
            }
        }
        all.push(Area { region, shape });
    }
    all.sort_by_key(|a| a.region.priority);
    Ok(all)
}

/// Places the towns.
pub fn place(fit: &Fit, cities: Vec<City>) -> Vec<Placed> {
    cities
        .into_iter()
        .map(|city| {
            let at = fit.place(city.lon, city.lat);
            Placed { hex: Hex::at(at.0, at.1), at, city }
        })
        .filter(|p| p.hex.on_map())
        .collect()
}

/// Everything that the classification needs.
pub struct Facts<'a> {
    pub raster: &'a Raster,
    pub areas: &'a [Area],
    pub placed: &'a [Placed],
    pub fixed: &'a [Fixed],
}

/// Classifies every hex of both sheets.
pub fn classify(facts: &Facts) -> BTreeMap<Hex, Row> {
    let by_hex = facts.raster.by_hex();
    let masses = sizes(facts.raster, &by_hex);
    let mut rows = BTreeMap::new();
    for (&hex, pixels) in &by_hex {
        let mut row = Row { hex: hex.name(), source: "draft".into(), ..Row::default() };
        let here: Vec<&Placed> = facts.placed.iter().filter(|p| p.hex == hex).collect();
        shape(&mut row, hex, pixels, facts.raster, &masses, &here);
        row.land = mainland(pixels, facts.raster, &here);
        belong(&mut row, hex, pixels, facts);
        towns(&mut row, &here);
        rows.insert(hex, row);
    }
    fix(&mut rows, facts.fixed);
    for row in rows.values_mut() {
        settle(row);
    }
    rows
}

/// The landmass of the first town, else the one with most of the hex (18.1.3).
fn mainland(pixels: &[usize], raster: &Raster, here: &[&Placed]) -> u32 {
    let town =
        here.iter().filter_map(|p| raster::pixel(p.at.0, p.at.1)).map(|p| raster.mass[p]).find(|m| *m != 0);
    let most = || shares(pixels, raster).into_iter().max_by_key(|(_, share)| *share).map(|(mass, _)| mass);
    town.or_else(most).unwrap_or(0)
}

/// Pixels of each landmass in each hex, and in all.
struct Masses {
    total: BTreeMap<u32, usize>,
    hexes: BTreeMap<u32, usize>,
}

fn shares(pixels: &[usize], raster: &Raster) -> BTreeMap<u32, usize> {
    let mut shares = BTreeMap::new();
    for &p in pixels {
        if raster.mass[p] != 0 {
            *shares.entry(raster.mass[p]).or_insert(0) += 1;
        }
    }
    shares
}

fn sizes(raster: &Raster, by_hex: &BTreeMap<Hex, Vec<usize>>) -> Masses {
    let mut total = BTreeMap::new();
    for &m in raster.mass.iter().filter(|&&m| m != 0) {
        *total.entry(m).or_insert(0) += 1;
    }
    let mut hexes = BTreeMap::new();
    for pixels in by_hex.values() {
        for (mass, share) in shares(pixels, raster) {
            if share as f64 > SLIVER * pixels.len() as f64 {
                *hexes.entry(mass).or_insert(0) += 1;
            }
        }
    }
    Masses { total, hexes }
}

/// Kind and island.
fn shape(row: &mut Row, hex: Hex, pixels: &[usize], raster: &Raster, masses: &Masses, here: &[&Placed]) {
    let all = pixels.len() as f64;
    let shares = shares(pixels, raster);
    let land: usize = shares.values().sum();
    let mut big = false;
    let mut seen = 0usize;
    for (mass, &share) in &shares {
        let whole = share * 100 >= masses.total[mass] * 95;
        if share as f64 > SLIVER * all || (whole && share as f64 > ISLET * all) {
            seen += share;
            big |= masses.hexes.get(mass).copied().unwrap_or(0) > 3;
        }
    }
    let small = here.iter().any(|p| p.city.small == "small");
    let port = here.iter().any(|p| !p.city.port.is_empty());
    if seen == 0 && here.is_empty() {
        row.kind = "sea".into();
        return;
    }
    let sea = all - land as f64;
    row.kind = if sea > INLET * all || port || seen == 0 { "coastal".into() } else { "land".into() };
    if port && sea < 0.5 {
        println!("port without sea: {} {}", hex.name(), here[0].city.name);
    }
    if row.kind == "coastal" && !big {
        let tiny = (seen as f64) < SMALL * all;
        row.island = if small || tiny { "small" } else { "yes" }.into();
    }
}

/// Territory, owners and terrain.
fn belong(row: &mut Row, hex: Hex, pixels: &[usize], facts: &Facts) {
    if row.kind == "sea" {
        return;
    }
    let mut votes: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut sum, mut count) = ((0.0, 0.0), 0.0);
    for &p in pixels {
        let code = facts.raster.country[p];
        if code == 0 {
            continue;
        }
        let at = raster::point(p);
        sum = (sum.0 + at.0, sum.1 + at.1);
        count += 1.0;
        let mut of = nation(&facts.raster.countries[usize::from(code) - 1]);
        for area in facts.areas.iter().filter(|a| a.region.purpose == "territory") {
            let fits = match area.region.value.as_str() {
                "MK" => of == "CN",
                "JP" => of == "SU",
                "UK" => of == "UK",
                _ => true,
            };
            if fits && area.holds(at) {
                of = &area.region.value;
            }
        }
        *votes.entry(of).or_insert(0) += 1;
    }
    let centre = if count > 0.0 { (sum.0 / count, sum.1 / count) } else { hex.centre() };
    let most = votes.iter().max_by_key(|(_, n)| **n).map(|(n, _)| *n);
    row.territory = most.unwrap_or_default().into();
    for area in facts.areas.iter().filter(|a| a.holds(centre)) {
        match area.region.purpose.as_str() {
            "terrain" => row.terrain = area.region.value.clone(),
            "owner_1937" if row.territory == "CN" => row.owner_1937 = area.region.value.clone(),
            "owner_1941" if row.territory == "CN" => row.owner_1941 = area.region.value.clone(),
            _ => {}
        }
    }
}

/// Cities, ports, resources and forts.
fn towns(row: &mut Row, here: &[&Placed]) {
    const PORTS: [&str; 5] = ["", "city", "minor", "major", "unlimited"];
    const CITIES: [&str; 4] = ["", "city", "home", "capital"];
    let mut names: Vec<&str> = Vec::new();
    let better = |ranks: &[&str], old: &str, new: &str| {
        let rank = |v| ranks.iter().position(|r| *r == v).unwrap_or(0);
        rank(new) > rank(old)
    };
    for p in here {
        let c = &p.city;
        names.push(&c.name);
        if better(&CITIES, &row.city, &c.city) {
            row.city.clone_from(&c.city);
        }
        if better(&PORTS, &row.port, &c.port) {
            row.port.clone_from(&c.port);
        }
        if !c.resource.is_empty() {
            row.resource = "yes".into();
        }
        if !c.fort.is_empty() {
            row.fort.clone_from(&c.fort);
        }
        if row.source == "draft" {
            row.source.clone_from(&c.source);
        }
    }
    row.name = names.join(" / ");
}

/// What the rules state wins over geography.
fn fix(rows: &mut BTreeMap<Hex, Row>, fixed: &[Fixed]) {
    for f in fixed {
        let lent = (f.field == "land")
            .then(|| Hex::parse(&f.value).and_then(|h| rows.get(&h)).map_or(0, |r| r.land));
        let Some(row) = Hex::parse(&f.hex).and_then(|h| rows.get_mut(&h)) else {
            println!("fixed value for a hex off the map: {}", f.hex);
            continue;
        };
        let before = row.clone();
        match f.field.as_str() {
            "kind" => row.kind.clone_from(&f.value),
            "terrain" => row.terrain.clone_from(&f.value),
            "territory" => row.territory.clone_from(&f.value),
            "mainland" => row.island.clear(),
            "island" => row.island.clone_from(&f.value),
            "land" => row.land = lent.unwrap_or(row.land),
            "note" => row.note.clone_from(&f.value),
            _ => println!("unknown field {}", f.field),
        }
        if row.kind == "sea" && !matches!(f.field.as_str(), "note" | "land") {
            row.kind = "coastal".into();
        }
        if (&before.kind, &before.territory, &before.island) != (&row.kind, &row.territory, &row.island) {
            println!("rules against geography: {} {} {}", f.hex, f.field, f.value);
        }
        // What the rules state is in `stated.csv`, column by column.
        if f.source != "rules" {
            row.source.clone_from(&f.source);
        }
        if row.note.is_empty() {
            row.note.clone_from(&f.note);
        }
    }
}

/// Fills what follows from the rest, so that no row contradicts itself.
fn settle(row: &mut Row) {
    if row.kind == "sea" {
        return;
    }
    if row.kind == "land" {
        row.island.clear();
    }
    if row.terrain.is_empty() {
        row.terrain = "clear".into();
    }
    if row.territory.is_empty() {
        row.territory = atoll(&row.name).into();
        if row.territory.is_empty() {
            println!("no territory: {} {}", row.hex, row.name);
        }
    }
    let (then, later) = owners(&row.territory);
    if row.owner_1937.is_empty() {
        row.owner_1937 = then.into();
    }
    if row.owner_1941.is_empty() {
        row.owner_1941 = later.into();
    }
    if row.territory == "FR" && row.hex.starts_with('W') {
        row.owner_1941 = "JP".into();
    }
}

/// Hexes that hold two towns or more, for the report.
pub fn crowded(placed: &[Placed]) -> Vec<String> {
    let hexes: BTreeSet<Hex> = placed.iter().map(|p| p.hex).collect();
    hexes
        .into_iter()
        .filter_map(|h| {
            let names: Vec<&str> =
                placed.iter().filter(|p| p.hex == h).map(|p| p.city.name.as_str()).collect();
            (names.len() > 1).then(|| format!("{}: {}", h.name(), names.join(", ")))
        })
        .collect()
}
