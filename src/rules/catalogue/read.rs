//! Reading `counters/<game>/*.csv`: the columns of every family, and what is wrong in their cells.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::sync::Arc;

use super::{
    Air, Catalogue, Chit, Entry, Faces, Land, Leader, Rating, Ratings, SOURCES, Ship, Special, Transport,
};
use crate::rules::fault::{DataFault, did_you_mean, place};
use crate::rules::table::{Row, Table};

/// More counters of one kind than this are surely a typing error.
const MOST: i32 = 999;

/// The words a game knows. Where it states none, every word is taken.
#[derive(Debug, Clone, Default)]
pub struct Words<'a> {
    /// The codes of the nations.
    pub nations: BTreeSet<&'a str>,
    /// The kinds of counters by family; a family without an entry has an open list.
    pub kinds: Option<&'a BTreeMap<String, Vec<String>>>,
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
    pub fn add(
        &mut self,
        family: &str,
        file: &str,
        text: &str,
        words: &Words<'_>,
        faults: &mut Vec<DataFault>,
    ) {
        let Some((family, columns)) = FAMILIES.iter().find(|(name, _)| *name == family) else {
            let known: Vec<&str> = FAMILIES.iter().map(|(name, _)| *name).collect();
            let message = format!("unknown family \"{family}\"; expected one of {}", known.join(", "));
            faults.push(DataFault::at(file, 0, message));
            return;
        };
        let table = Table::read(file, text, columns, faults);
        for row in table.rows() {
            let entry = entry(family, &row, words, faults);
            if entry.id.is_empty() {
                continue;
            }
            if let Some((file, line)) = self.places.get(&entry.id) {
                let told = format!(
                    "\"{}\" is used twice; ids are unique over all families, and {} has it",
                    entry.id,
                    place(file, *line)
                );
                faults.push(row.fault("id", told));
                continue;
            }
            self.places.insert(entry.id.clone(), (file.to_owned(), row.line()));
            self.entries.insert(entry.id.clone(), Arc::new(entry));
        }
        if *family == "chits" {
            check_reverses(self, &table, faults);
        }
    }
}

fn entry(family: &str, row: &Row<'_>, words: &Words<'_>, faults: &mut Vec<DataFault>) -> Entry {
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
        nation: nation(family, row, words, faults),
        kind: kind(family, row, words, faults),
        traits: row.text("traits").split_whitespace().map(str::to_owned).collect(),
        count: within(row, "count", 1..=MOST, faults),
        source: row.one_of("source", SOURCES, faults).unwrap_or_default(),
        note: row.text("note").into(),
        ratings: ratings(family, row, faults),
    }
}

fn ratings(family: &str, row: &Row<'_>, faults: &mut Vec<DataFault>) -> Ratings {
    match family {
        "land" => Ratings::Land(Land {
            size: row.text("size").into(),
            strength: faces(row, "strength", faults),
            movement: faces(row, "movement", faults),
            steps: within(row, "steps", 1..=2, faults),
            zoc: row.yes("zoc", faults),
        }),
        "air" => Ratings::Air(Air {
            service: row.text("service").into(),
            strength: faces(row, "strength", faults),
            range: faces(row, "range", faults),
            quality: faces(row, "quality", faults),
            steps: within(row, "steps", 1..=2, faults),
        }),
        "ships" => Ratings::Ship(Ship {
            named: row.yes("named", faults),
            gunnery: faces(row, "gunnery", faults),
            torpedo: faces(row, "torpedo", faults),
            armor: faces(row, "armor", faults),
            movement: faces(row, "movement", faults),
            steps: within(row, "steps", 1..=2, faults),
            capacity: row.number("capacity", faults),
        }),
        "leaders" => Ratings::Leader(Leader {
            rating: rating(row, "rating", faults),
            radius: rating(row, "radius", faults),
            strength: rating(row, "strength", faults),
            exploitation: rating(row, "exploitation", faults),
            leads: row.text("leads").into(),
        }),
        "transport" => Ratings::Transport(Transport {
            points: faces(row, "points", faults),
            movement: rating(row, "movement", faults),
        }),
        "special" => Ratings::Special(Special {
            strength: rating(row, "strength", faults),
            movement: rating(row, "movement", faults),
        }),
        _ => Ratings::Chit(Chit { back_id: row.text("back_id").into(), place: row.text("place").into() }),
    }
}

/// The nation of a counter; only a chit may belong to nobody.
fn nation(family: &str, row: &Row<'_>, words: &Words<'_>, faults: &mut Vec<DataFault>) -> String {
    let nation =
        if family == "chits" { row.text("nation").to_owned() } else { row.required("nation", faults) };
    let known: Vec<&str> = words.nations.iter().copied().collect();
    if !nation.is_empty() && !known.is_empty() && !known.contains(&nation.as_str()) {
        faults.push(row.unknown("nation", &nation, &known));
    }
    nation
}

fn kind(family: &str, row: &Row<'_>, words: &Words<'_>, faults: &mut Vec<DataFault>) -> String {
    let kind = row.required("kind", faults);
    if let Some(known) = words.kinds.and_then(|kinds| kinds.get(family))
        && !kind.is_empty()
        && !known.contains(&kind)
    {
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        faults.push(row.unknown("kind", &kind, &known));
    }
    kind
}

/// A printed number: a whole number, a letter such as `X`, a fraction, or a number in parentheses.
fn rating(row: &Row<'_>, column: &str, faults: &mut Vec<DataFault>) -> Option<Rating> {
    let text = row.text(column);
    if text.is_empty() {
        return None;
    }
    if let Ok(number) = text.parse::<i32>() {
        if !(-99..=999).contains(&number) {
            faults
                .push(row.fault(column, format!("expected a number a counter has room for, found {number}")));
        }
        return Some(Rating::Number(number));
    }
    let digits = |text: &str| !text.is_empty() && text.len() <= 2 && text.bytes().all(|b| b.is_ascii_digit());
    let letter = text.len() == 1 && text.bytes().all(|b| b.is_ascii_uppercase());
    let fraction = text.split_once('/').is_some_and(|(one, other)| digits(one) && digits(other));
    let enclosed = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).is_some_and(digits);
    if !(letter || fraction || enclosed) {
        let expected = "expected a number such as 4, (4) or 1/2, or a capital letter such as X";
        faults.push(row.fault(column, format!("{expected}, found \"{text}\"")));
    }
    Some(Rating::Letter(text.into()))
}

fn faces(row: &Row<'_>, column: &str, faults: &mut Vec<DataFault>) -> Faces {
    Faces { front: rating(row, column, faults), back: rating(row, &format!("back_{column}"), faults) }
}

fn within(
    row: &Row<'_>,
    column: &str,
    range: RangeInclusive<i32>,
    faults: &mut Vec<DataFault>,
) -> Option<i32> {
    let number = row.number(column, faults);
    if let Some(other) = number.filter(|number| !range.contains(number)) {
        let (least, most) = (range.start(), range.end());
        faults.push(row.fault(column, format!("expected {least} to {most}, found {other}")));
    }
    number
}

/// Every chit on the reverse of another must be a chit itself.
fn check_reverses(catalogue: &Catalogue, table: &Table, faults: &mut Vec<DataFault>) {
    for row in table.rows() {
        let reverse = row.text("back_id");
        if !reverse.is_empty() && catalogue.get(reverse).is_none() {
            let known: Vec<&str> = table.rows().map(|row| row.text("id")).collect();
            let near = did_you_mean(reverse, known);
            faults
                .push(row.fault("back_id", format!("expected the id of a chit, found \"{reverse}\"{near}")));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHIPS: &str = "id,name,label,nation,kind,named,gunnery,torpedo,armor,movement,back_gunnery,back_torpedo,back_armor,back_movement,steps,capacity,traits,count,source,note\n";

    #[test]
    fn a_ship_has_both_faces() {
        let (mut catalogue, mut faults) = (Catalogue::default(), Vec::new());
        let text = format!("{SHIPS}jp-cv-kaga,Kaga,Kaga,JP,CV,yes,1,,8,28,0,,6,14,2,6,,1,history,\n");
        catalogue.add("ships", "ships.csv", &text, &Words::default(), &mut faults);
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
        catalogue.add("ships", "ships.csv", &text, &Words::default(), &mut faults);
        let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                "ships.csv:2: column \"steps\": expected a whole number, found \"three\"",
                "ships.csv:2: column \"named\": expected yes or no, found \"maybe\"",
                "ships.csv:3: column \"source\": expected one of rules, history, draft, found \"rumour\"",
                "ships.csv:3: column \"id\": \"jp-dd\" is used twice; ids are unique over all families, and ships.csv:2 has it",
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
