//! The typed-in tables that the fit starts from, and the lands of `maps/geo`.

use serde::Deserialize;
use serde::de::DeserializeOwned;

/// A failure with its place, in words.
pub type Fault = Box<dyn std::error::Error>;

/// A place whose hex is known or supposed.
#[derive(Deserialize)]
pub struct Control {
    pub name: String,
    pub hex: String,
    pub lat: f64,
    pub lon: f64,
    pub weight: f64,
}

/// A town, port, island or oilfield.
#[derive(Deserialize, Clone)]
pub struct City {
    pub name: String,
    pub lat: f64,
    pub lon: f64,
    pub city: String,
    pub port: String,
    pub resource: String,
    pub fort: String,
    pub small: String,
    pub source: String,
}

/// A polygon that gives its hexes a territory, owner or terrain.
#[derive(Deserialize)]
pub struct Region {
    #[serde(rename = "use")]
    pub purpose: String,
    pub value: String,
    pub priority: u8,
    pub points: String,
}

/// Who controls a place when a scenario of a year starts, against what its surroundings say.
#[derive(Deserialize)]
pub struct Owner {
    pub name: String,
    pub lat: f64,
    pub lon: f64,
    pub year: u16,
    pub owner: String,
}

/// A railway (through towns, by name, and points), a river, a lake or a barrier.
#[derive(Deserialize)]
pub struct Line {
    pub kind: String,
    pub name: String,
    pub points: String,
    pub source: String,
}

/// A sea area, or one beside the map that has no hexes.
#[derive(Deserialize)]
pub struct SeaArea {
    pub id: String,
    pub name: String,
    pub kind: String,
    pub zone: String,
    pub mp: String,
    pub interception: String,
    pub points: String,
    pub source: String,
    pub note: String,
}

/// A shipping route through points or sea areas.
#[derive(Deserialize)]
pub struct RouteLine {
    pub id: String,
    pub name: String,
    pub kind: String,
    pub points: String,
    pub source: String,
    pub note: String,
}

/// A name written across the map.
#[derive(Deserialize)]
pub struct Name {
    pub name: String,
    pub lat: f64,
    pub lon: f64,
    pub kind: String,
}

/// A value that a rule states for one hex.
#[derive(Deserialize)]
pub struct Fixed {
    pub hex: String,
    pub field: String,
    pub value: String,
    pub source: String,
    pub note: String,
}

/// A value that a rule states for one hexside, or that takes an all-sea side away (`kind` `open`).
#[derive(Deserialize)]
pub struct FixedSide {
    pub hex: String,
    pub neighbour: String,
    pub kind: String,
    pub name: String,
    pub source: String,
}

/// The rows of one table.
pub fn rows<T: DeserializeOwned>(path: &str) -> Result<Vec<T>, Fault> {
    let mut reader = csv::Reader::from_path(path).map_err(|e| format!("{path}: {e}"))?;
    let rows: Result<Vec<T>, _> = reader.deserialize().collect();
    Ok(rows.map_err(|e| format!("{path}: {e}"))?)
}

/// `lat lon;lat lon` as (longitude, latitude) with eastern longitudes beyond 180.
pub fn points(text: &str) -> Result<Vec<(f64, f64)>, Fault> {
    text.split(';')
        .map(|pair| {
            let mut numbers = pair.split_whitespace().map(str::parse::<f64>);
            match (numbers.next(), numbers.next()) {
                (Some(Ok(lat)), Some(Ok(lon))) => Ok((east(lon), lat)),
                _ => Err(format!("not a latitude and longitude: {pair}").into()),
            }
        })
        .collect()
}

/// Longitude in degrees east, beyond 180 where others turn negative.
pub fn east(lon: f64) -> f64 {
    if lon < 0.0 { lon + 360.0 } else { lon }
}

/// One ring of a country, in 1/100 degree; holes count by the even-odd rule.
pub struct Ring {
    pub country: String,
    pub points: Vec<(i32, i32)>,
}

/// The rings of `maps/geo/lands.txt`.
pub fn lands(path: &str) -> Result<Vec<Ring>, Fault> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{path}: {e}"))?;
    let mut rings = Vec::new();
    let mut lines = text.lines().filter(|l| !l.starts_with('#'));
    while let (Some(head), Some(body)) = (lines.next(), lines.next()) {
        let (kind, country) = head.split_once(' ').ok_or("shape without a name")?;
        if kind == "border" {
            continue;
        }
        let points: Option<Vec<(i32, i32)>> = body
            .split(' ')
            .map(|p| {
                let (x, y) = p.split_once(',')?;
                Some((x.parse().ok()?, y.parse().ok()?))
            })
            .collect();
        rings.push(Ring {
            country: country.into(),
            points: points.ok_or_else(|| format!("{path}: odd points after {head}"))?,
        });
    }
    Ok(rings)
}
