//! The counters of a game as typed rows: what `counters/<game>/*.csv` say about every different counter.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use super::fault::DataFault;
use super::table::{Row, Table};

/// Where a value comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Source {
    /// The rule text.
    Rules,
    /// A public historical fact.
    History,
    /// An estimate of this project.
    #[default]
    Draft,
}

/// The words of a `source` column.
pub const SOURCES: &[(&str, Source)] =
    &[("rules", Source::Rules), ("history", Source::History), ("draft", Source::Draft)];

impl Source {
    /// Whether the value is only an estimate.
    pub fn is_draft(self) -> bool {
        self == Self::Draft
    }
}

/// A number printed on a counter, or the letter printed in its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Rating {
    /// A printed number.
    Number(i32),
    /// A printed letter such as `X`, or a fraction such as `1/2`.
    Letter(String),
}

impl Rating {
    /// The number, when it is one.
    pub fn number(&self) -> Option<i32> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Letter(_) => None,
        }
    }
}

impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Letter(letter) => write!(f, "{letter}"),
        }
    }
}

/// The two faces of one printed value.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Faces {
    /// The value on the full face.
    pub front: Option<Rating>,
    /// The value on the reduced face.
    pub back: Option<Rating>,
}

/// Ratings of a land unit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Land {
    /// `iii`, `x`, `xx`, `xxx` or `xxxx`.
    pub size: String,
    /// Combat strength.
    pub strength: Faces,
    /// Movement allowance in hexes.
    pub movement: Faces,
    /// Steps of the full face, 1 or 2.
    pub steps: Option<i32>,
    /// Whether the unit has a zone of control.
    pub zoc: Option<bool>,
}

/// Ratings of an air unit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Air {
    /// `army` or `navy`.
    pub service: String,
    /// Combat strength.
    pub strength: Faces,
    /// Range in hexes.
    pub range: Faces,
    /// Quality against other aircraft.
    pub quality: Faces,
    /// Steps of the full face, 1 or 2.
    pub steps: Option<i32>,
}

/// Ratings of a naval unit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ship {
    /// Whether the counter is a named ship rather than a squadron.
    pub named: Option<bool>,
    /// Gunnery.
    pub gunnery: Faces,
    /// Torpedo rating.
    pub torpedo: Faces,
    /// Armor.
    pub armor: Faces,
    /// Movement allowance.
    pub movement: Faces,
    /// Steps of the full face, 1 or 2.
    pub steps: Option<i32>,
    /// Aircraft strength a carrier holds: the circled number.
    pub capacity: Option<i32>,
}

/// Ratings of a headquarters, General or Admiral.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Leader {
    /// Attacks a headquarters may order.
    pub rating: Option<Rating>,
    /// Command radius in hexes.
    pub radius: Option<Rating>,
    /// A General's combat strength.
    pub strength: Option<Rating>,
    /// A General's exploitation rating.
    pub exploitation: Option<Rating>,
    /// An Admiral's letters and values, as printed.
    pub leads: String,
}

/// Ratings of sea or air transport.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Transport {
    /// Transport points.
    pub points: Faces,
    /// Movement allowance or range.
    pub movement: Option<Rating>,
}

/// Ratings of a unit that fits no other family.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Special {
    /// Combat strength.
    pub strength: Option<Rating>,
    /// Movement allowance.
    pub movement: Option<Rating>,
}

/// What an information piece is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Chit {
    /// The id of the chit on its reverse.
    pub back_id: String,
    /// What it is placed on.
    pub place: String,
}

/// The printed values of one counter, by family.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ratings {
    /// A row of `land.csv`.
    Land(Land),
    /// A row of `air.csv`.
    Air(Air),
    /// A row of `ships.csv`.
    Ship(Ship),
    /// A row of `leaders.csv`.
    Leader(Leader),
    /// A row of `transport.csv`.
    Transport(Transport),
    /// A row of `special.csv`.
    Special(Special),
    /// A row of `chits.csv`.
    Chit(Chit),
}

/// One different counter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Unique over all families; the Marker `LiegeId` on the piece.
    pub id: String,
    /// The name players use.
    pub name: String,
    /// The text printed on the counter.
    pub label: String,
    /// A code of `nations.toml`; empty for what belongs to nobody.
    pub nation: String,
    /// The kind within its family, one word.
    pub kind: String,
    /// Further printed marks, one word each.
    pub traits: BTreeSet<String>,
    /// How many of this counter exist.
    pub count: Option<i32>,
    /// Where the values come from.
    pub source: Source,
    /// A remark for readers of the data.
    pub note: String,
    /// The printed values.
    pub ratings: Ratings,
}

/// All counters of a game.
#[derive(Debug, Clone, Default)]
pub struct Catalogue {
    entries: BTreeMap<String, Arc<Entry>>,
}

/// A family: its file name without `.csv` and its columns.
pub const FAMILIES: &[(&str, &[&str])] = &[
    (
        "land",
        &[
            "id",
            "name",
            "label",
            "nation",
            "kind",
            "size",
            "strength",
            "movement",
            "back_strength",
            "back_movement",
            "steps",
            "zoc",
            "traits",
            "count",
            "source",
            "note",
        ],
    ),
    (
        "air",
        &[
            "id",
            "name",
            "label",
            "nation",
            "service",
            "kind",
            "strength",
            "range",
            "quality",
            "back_strength",
            "back_range",
            "back_quality",
            "steps",
            "traits",
            "count",
            "source",
            "note",
        ],
    ),
    (
        "ships",
        &[
            "id",
            "name",
            "label",
            "nation",
            "kind",
            "named",
            "gunnery",
            "torpedo",
            "armor",
            "movement",
            "back_gunnery",
            "back_torpedo",
            "back_armor",
            "back_movement",
            "steps",
            "capacity",
            "traits",
            "count",
            "source",
            "note",
        ],
    ),
    (
        "leaders",
        &[
            "id",
            "name",
            "label",
            "nation",
            "kind",
            "rating",
            "radius",
            "strength",
            "exploitation",
            "leads",
            "traits",
            "count",
            "source",
            "note",
        ],
    ),
    (
        "transport",
        &[
            "id",
            "name",
            "label",
            "nation",
            "kind",
            "points",
            "back_points",
            "movement",
            "count",
            "source",
            "note",
        ],
    ),
    (
        "special",
        &["id", "name", "label", "nation", "kind", "strength", "movement", "count", "source", "note"],
    ),
    ("chits", &["id", "name", "label", "back_id", "nation", "kind", "place", "count", "source", "note"]),
];

impl Catalogue {
    /// Adds the rows of one family's file; every fault is kept, the rows without one are used.
    pub fn add(&mut self, family: &str, file: &str, text: &str, faults: &mut Vec<DataFault>) {
        let Some((family, columns)) = FAMILIES.iter().find(|(name, _)| *name == family) else {
            let known: Vec<&str> = FAMILIES.iter().map(|(name, _)| *name).collect();
            let message = format!("unknown family \"{family}\"; expected one of {}", known.join(", "));
            faults.push(DataFault::at(file, 0, message));
            return;
        };
        let table = Table::read(file, text, columns, faults);
        for row in table.rows() {
            let entry = entry(family, &row, faults);
            if entry.id.is_empty() {
                continue;
            }
            if self.entries.contains_key(&entry.id) {
                faults.push(row.fault(
                    "id",
                    format!("\"{}\" is used twice; ids are unique over all families", entry.id),
                ));
                continue;
            }
            self.entries.insert(entry.id.clone(), Arc::new(entry));
        }
    }

    /// The counter with this id.
    pub fn get(&self, id: &str) -> Option<&Arc<Entry>> {
        self.entries.get(id)
    }

    /// All counters, by id.
    pub fn entries(&self) -> impl Iterator<Item = &Arc<Entry>> {
        self.entries.values()
    }

    /// The first chit of a kind, preferring one of this nation.
    pub fn chit(&self, kind: &str, nation: Option<&str>) -> Option<&Arc<Entry>> {
        let of_kind = |entry: &&Arc<Entry>| matches!(entry.ratings, Ratings::Chit(_)) && entry.kind == kind;
        let own = self.entries.values().filter(of_kind).find(|entry| Some(entry.nation.as_str()) == nation);
        own.or_else(|| self.entries.values().find(of_kind))
    }
}

fn entry(family: &str, row: &Row<'_>, faults: &mut Vec<DataFault>) -> Entry {
    let id = row.required("id", faults);
    if !id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-') {
        faults.push(
            row.fault("id", format!("expected lower case letters, digits and hyphens, found \"{id}\"")),
        );
    }
    Entry {
        id,
        name: row.required("name", faults),
        label: row.text("label").into(),
        nation: row.text("nation").into(),
        kind: row.required("kind", faults),
        traits: row.text("traits").split_whitespace().map(str::to_owned).collect(),
        count: row.number("count", faults),
        source: row.one_of("source", SOURCES, faults).unwrap_or_default(),
        note: row.text("note").into(),
        ratings: ratings(family, row, faults),
    }
}

fn ratings(family: &str, row: &Row<'_>, faults: &mut Vec<DataFault>) -> Ratings {
    match family {
        "land" => Ratings::Land(Land {
            size: row.text("size").into(),
            strength: faces(row, "strength"),
            movement: faces(row, "movement"),
            steps: steps(row, faults),
            zoc: row.yes("zoc", faults),
        }),
        "air" => Ratings::Air(Air {
            service: row.text("service").into(),
            strength: faces(row, "strength"),
            range: faces(row, "range"),
            quality: faces(row, "quality"),
            steps: steps(row, faults),
        }),
        "ships" => Ratings::Ship(Ship {
            named: row.yes("named", faults),
            gunnery: faces(row, "gunnery"),
            torpedo: faces(row, "torpedo"),
            armor: faces(row, "armor"),
            movement: faces(row, "movement"),
            steps: steps(row, faults),
            capacity: row.number("capacity", faults),
        }),
        "leaders" => Ratings::Leader(Leader {
            rating: rating(row, "rating"),
            radius: rating(row, "radius"),
            strength: rating(row, "strength"),
            exploitation: rating(row, "exploitation"),
            leads: row.text("leads").into(),
        }),
        "transport" => {
            Ratings::Transport(Transport { points: faces(row, "points"), movement: rating(row, "movement") })
        }
        "special" => {
            Ratings::Special(Special { strength: rating(row, "strength"), movement: rating(row, "movement") })
        }
        _ => Ratings::Chit(Chit { back_id: row.text("back_id").into(), place: row.text("place").into() }),
    }
}

fn rating(row: &Row<'_>, column: &str) -> Option<Rating> {
    match row.text(column) {
        "" => None,
        text => Some(text.parse().map_or_else(|_| Rating::Letter(text.into()), Rating::Number)),
    }
}

fn faces(row: &Row<'_>, column: &str) -> Faces {
    Faces { front: rating(row, column), back: rating(row, &format!("back_{column}")) }
}

fn steps(row: &Row<'_>, faults: &mut Vec<DataFault>) -> Option<i32> {
    let steps = row.number("steps", faults);
    if let Some(other) = steps.filter(|steps| !(1..=2).contains(steps)) {
        faults.push(row.fault("steps", format!("expected 1 or 2, found {other}")));
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHIPS: &str = "id,name,label,nation,kind,named,gunnery,torpedo,armor,movement,back_gunnery,back_torpedo,back_armor,back_movement,steps,capacity,traits,count,source,note\n";

    #[test]
    fn a_ship_has_both_faces() {
        let (mut catalogue, mut faults) = (Catalogue::default(), Vec::new());
        let text = format!("{SHIPS}jp-cv-kaga,Kaga,Kaga,JP,CV,yes,1,,8,28,0,,6,14,2,6,,1,history,\n");
        catalogue.add("ships", "ships.csv", &text, &mut faults);
        assert_eq!(faults, []);
        let Ratings::Ship(ship) = &catalogue.get("jp-cv-kaga").unwrap().ratings else { panic!("a ship") };
        assert_eq!(ship.capacity, Some(6));
        assert_eq!(ship.movement.back, Some(Rating::Number(14)));
    }

    #[test]
    fn every_fault_of_a_file_is_told_with_line_and_column() {
        let (mut catalogue, mut faults) = (Catalogue::default(), Vec::new());
        let text = format!(
            "{SHIPS}jp-dd,DD,DD,JP,DD,maybe,1,,3,35,,,,,three,,,1,rules,\njp-dd,DD,DD,JP,DD,no,1,,3,35,,,,,2,,,1,rumour,\n"
        );
        catalogue.add("ships", "ships.csv", &text, &mut faults);
        let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                "ships.csv:2: column \"steps\": expected a whole number, found \"three\"",
                "ships.csv:2: column \"named\": expected yes or no, found \"maybe\"",
                "ships.csv:3: column \"source\": expected one of rules, history, draft, found \"rumour\"",
                "ships.csv:3: column \"id\": \"jp-dd\" is used twice; ids are unique over all families",
            ]
            .map(String::from)
            .into_iter()
            .collect::<Vec<_>>()
            .tap_sorted_like(&told)
        );
    }

    /// Faults of one row may come in any order of its columns.
    trait SortedLike {
        fn tap_sorted_like(self, other: &[String]) -> Self;
    }

    impl SortedLike for Vec<String> {
        fn tap_sorted_like(mut self, other: &[String]) -> Self {
            self.sort_by_key(|text| other.iter().position(|o| o == text));
            self
        }
    }
}
