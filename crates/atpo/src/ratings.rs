//! The printed values of the counters in ATPO's own types: what the columns of `counters/atpo` mean to its rules.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use liege_rules::data::catalogue::families::{self, FamilyTakes};
use liege_rules::data::catalogue::{Catalogue, Entry, Faces, Rating};
use liege_rules::data::fault::{DataFault, did_you_mean};

/// The family of land units.
pub const LAND: &str = "land";

/// Ratings of a land unit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LandRatings {
    /// Combat strength.
    pub strength: Faces,
    /// Movement.
    pub movement: Faces,
    /// Steps of the full face, 1 or 2.
    pub steps: Option<i32>,
    /// Whether the unit has a zone of control.
    pub zoc: Option<bool>,
}

/// Ratings of an air unit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AirRatings {
    /// Combat strength.
    pub strength: Faces,
    /// Range in hexes.
    pub range: Faces,
    /// Quality, the number in the upper right.
    pub quality: Faces,
    /// Steps of the full face, 1 or 2.
    pub steps: Option<i32>,
}

/// Ratings of a naval unit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ShipRatings {
    /// Whether the counter is a named ship rather than a squadron.
    pub named: Option<bool>,
    /// Gunnery.
    pub gunnery: Faces,
    /// Torpedo rating.
    pub torpedo: Faces,
    /// Armor.
    pub armor: Faces,
    /// Movement.
    pub movement: Faces,
    /// Aircraft strength a carrier holds: the circled number.
    pub capacity: Option<i32>,
}

/// Ratings of a headquarters, General or Admiral.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Leader {
    /// Command radius in hexes.
    pub radius: Option<Rating>,
    /// A General's combat strength.
    pub strength: Option<Rating>,
    /// An Admiral's letters and values, as printed.
    pub leads: String,
}

/// Ratings of sea or air transport.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Transport {
    /// Transport points.
    pub points: Faces,
    /// Armor of sea transport.
    pub armor: Option<Rating>,
    /// Movement, or of air transport the range.
    pub movement: Option<Rating>,
}

/// The printed values of one counter that some rule reads, by family.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ratings {
    /// A row of `land.csv`.
    Land(LandRatings),
    /// A row of `air.csv`.
    Air(AirRatings),
    /// A row of `ships.csv`.
    Ship(ShipRatings),
    /// A row of `leaders.csv`.
    Leader(Leader),
    /// A row of `transport.csv`.
    Transport(Transport),
    /// A row of `special.csv`, whose ratings no rule reads yet.
    Special,
}

impl Ratings {
    /// The ratings of a counter; `None` for chits and for a family that the rules do not know.
    pub fn of(entry: &Entry) -> Option<Self> {
        Some(match entry.family.as_str() {
            LAND => Self::Land(LandRatings {
                strength: entry.faces("strength"),
                movement: entry.faces("movement"),
                steps: entry.number("steps"),
                zoc: entry.yes("zoc"),
            }),
            "air" => Self::Air(AirRatings {
                strength: entry.faces("strength"),
                range: entry.faces("range"),
                quality: entry.faces("quality"),
                steps: entry.number("steps"),
            }),
            "ships" => Self::Ship(ShipRatings {
                named: entry.yes("named"),
                gunnery: entry.faces("gunnery"),
                torpedo: entry.faces("torpedo"),
                armor: entry.faces("armor"),
                movement: entry.faces("movement"),
                capacity: entry.number("capacity"),
            }),
            "leaders" => Self::Leader(Leader {
                radius: entry.rating("radius").cloned(),
                strength: entry.rating("strength").cloned(),
                leads: entry.word("leads").into(),
            }),
            "transport" => Self::Transport(Transport {
                points: entry.faces("points"),
                armor: entry.rating("armor").cloned(),
                movement: entry.rating("movement").cloned(),
            }),
            "special" => Self::Special,
            _ => return None,
        })
    }
}

/// The ratings of counters, by id, each typed when somebody first asks for them.
#[derive(Default)]
pub struct KnownRatings(Mutex<BTreeMap<String, Option<Arc<Ratings>>>>);

impl KnownRatings {
    /// As [`Ratings::of`].
    pub fn of(&self, entry: &Entry) -> Option<Arc<Ratings>> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(ratings) = known.get(&entry.id) {
            return ratings.clone();
        }
        let ratings = Ratings::of(entry).map(Arc::new);
        known.insert(entry.id.clone(), ratings.clone());
        ratings
    }
}

/// A column of a family: its name, what it takes, and whether the reduced face has one, too.
type NeededColumn = (&'static str, FamilyTakes, bool);

/// The columns that the rules read, by family.
const COLUMNS: &[(&str, &[NeededColumn])] = &[
    (
        LAND,
        &[
            ("strength", FamilyTakes::Rating, true),
            ("movement", FamilyTakes::Rating, true),
            ("steps", FamilyTakes::Number, false),
            ("zoc", FamilyTakes::YesNo, false),
        ],
    ),
    (
        "air",
        &[
            ("strength", FamilyTakes::Rating, true),
            ("range", FamilyTakes::Rating, true),
            ("quality", FamilyTakes::Rating, true),
            ("steps", FamilyTakes::Number, false),
        ],
    ),
    (
        "ships",
        &[
            ("named", FamilyTakes::YesNo, false),
            ("gunnery", FamilyTakes::Rating, true),
            ("torpedo", FamilyTakes::Rating, true),
            ("armor", FamilyTakes::Rating, true),
            ("movement", FamilyTakes::Rating, true),
            ("capacity", FamilyTakes::Number, false),
        ],
    ),
    (
        "leaders",
        &[
            ("radius", FamilyTakes::Rating, false),
            ("strength", FamilyTakes::Rating, false),
            ("leads", FamilyTakes::Text, false),
        ],
    ),
    (
        "transport",
        &[
            ("points", FamilyTakes::Rating, true),
            ("armor", FamilyTakes::Rating, false),
            ("movement", FamilyTakes::Rating, false),
        ],
    ),
    ("special", &[]),
];

/// What ATPO's rules need of `families.toml`: a table or column that is not there would count as empty, in silence.
pub fn faults(game: &str, catalogue: &Catalogue) -> Vec<DataFault> {
    let file = families::path(game);
    let mut faults = Vec::new();
    for (id, columns) in COLUMNS {
        let Some(family) = catalogue.family(id) else {
            let near = did_you_mean(id, catalogue.families().iter().map(|family| family.id.as_str()));
            faults.push(DataFault::at(&file, 0, format!("the rules need a family \"{id}\"{near}")));
            continue;
        };
        for (name, takes, back) in *columns {
            let fits = |column: &families::FamilyColumn| column.takes == *takes && (column.back || !back);
            if !family.column(name).is_some_and(fits) {
                let faces = if *back { " on both faces" } else { "" };
                let told =
                    format!("{id}: the rules need a column \"{name}\" that takes {}{faces}", word(*takes));
                faults.push(DataFault::at(&file, family.line, told));
            }
        }
    }
    faults
}

fn word(takes: FamilyTakes) -> &'static str {
    match takes {
        FamilyTakes::Text => "text",
        FamilyTakes::Number => "a number",
        FamilyTakes::Rating => "a rating",
        FamilyTakes::YesNo => "yes-no",
    }
}
