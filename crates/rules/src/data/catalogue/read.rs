//! Reading `counters/<game>/*.csv`: the rows of every family, and what is wrong in their cells.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::families::{self, Family, FamilyColumn, FamilyTakes, MARKS, REVERSE};
use super::{Catalogue, CellValue, Entry, Rating, SOURCES};
use crate::data::fault::{DataFault, did_you_mean, place};
use crate::data::table::{Row, Table};
use crate::data::word::Word;

/// More counters of one kind than this are surely a typing error.
const MOST: i32 = 999;

/// The words a game knows. Where it states none, every word is taken.
#[derive(Debug, Clone, Default)]
pub struct CatalogueWords<'a> {
    /// The codes of the nations.
    pub nations: BTreeSet<&'a str>,
    /// The kinds of counters by family; a family without an entry has an open list.
    pub kinds: Option<&'a BTreeMap<String, Vec<String>>>,
}

impl Catalogue {
    /// Reads the tables that the game lists; every fault is kept, the rows without one are used.
    pub fn load(
        game: &str,
        read: &dyn Fn(&str) -> Option<String>,
        words: &CatalogueWords<'_>,
        faults: &mut Vec<DataFault>,
    ) -> Self {
        let path = families::path(game);
        let families = read(&path).map(|text| families::read(&path, &text, faults)).unwrap_or_default();
        let mut catalogue = Self::new(families);
        let mut places = BTreeMap::new();
        for at in 0..catalogue.families.len() {
            let family = catalogue.families[at].clone();
            let path = family.path(game);
            if let Some(text) = read(&path) {
                catalogue.add((&family, &path, &text), words, &mut places, faults);
            }
        }
        catalogue
    }

    /// Adds the rows of one family's table; `places` has file and line of each counter there is.
    fn add(
        &mut self,
        (family, file, text): (&Family, &str, &str),
        words: &CatalogueWords<'_>,
        places: &mut BTreeMap<String, (Word, u64)>,
        faults: &mut Vec<DataFault>,
    ) {
        let headings = family.headings();
        let columns: Vec<&str> = headings.iter().map(String::as_str).collect();
        let table = Table::read_with(file, text, &columns, &[MARKS], faults);
        let place_of_file = Word::from(file);
        let own: Vec<OwnColumn<'_>> = family.column.iter().flat_map(OwnColumn::both).collect();
        for row in table.rows() {
            let entry = entry((family, &own), &row, words, faults);
            if entry.id.is_empty() {
                continue;
            }
            if let Some((file, line)) = places.get(&entry.id) {
                let told = format!(
                    "\"{}\" is used twice; ids are unique over all families, but {} also has it",
                    entry.id,
                    place(file, *line)
                );
                faults.push(row.fault("id", told));
                continue;
            }
            places.insert(entry.id.clone(), (place_of_file.clone(), row.line()));
            self.entries.insert(entry.id.clone(), Arc::new(entry));
        }
        if family.chits {
            check_reverses(self, &table, faults);
        }
    }
}

/// A column of a family under one of its headings.
struct OwnColumn<'f> {
    column: &'f FamilyColumn,
    heading: Word,
}

impl<'f> OwnColumn<'f> {
    fn both(column: &'f FamilyColumn) -> impl Iterator<Item = Self> {
        column.headings().map(move |heading| Self { column, heading: heading.into() })
    }
}

fn entry(
    (family, own): (&Family, &[OwnColumn<'_>]),
    row: &Row<'_>,
    words: &CatalogueWords<'_>,
    faults: &mut Vec<DataFault>,
) -> Entry {
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
        family: family.id.clone(),
        is_chit: family.chits,
        kind: kind(family, row, words, faults),
        marks: row.text(MARKS).split_whitespace().map(str::to_owned).collect(),
        back_id: if family.chits { row.text(REVERSE).into() } else { String::new() },
        count: within(row, "count", Some(1), Some(MOST), faults),
        source: row.one_of("source", SOURCES, faults).unwrap_or_default(),
        note: row.text("note").into(),
        values: own
            .iter()
            .filter_map(|own| Some((own.heading.clone(), value(own.column, &own.heading, row, faults)?)))
            .collect(),
    }
}

fn value(
    column: &FamilyColumn,
    heading: &str,
    row: &Row<'_>,
    faults: &mut Vec<DataFault>,
) -> Option<CellValue> {
    match column.takes {
        FamilyTakes::Text if !column.words.is_empty() => {
            row.listed(heading, &column.words, faults).map(|word| CellValue::Text(word.clone()))
        }
        FamilyTakes::Text => {
            Some(row.text(heading)).filter(|text| !text.is_empty()).map(|text| CellValue::Text(text.into()))
        }
        FamilyTakes::Number => within(row, heading, column.least, column.most, faults).map(CellValue::Number),
        FamilyTakes::Rating => rating(row, heading, faults).map(CellValue::Rating),
        FamilyTakes::YesNo => row.yes(heading, faults).map(CellValue::Yes),
    }
}

/// The nation of a counter; only a chit may belong to nobody.
fn nation(family: &Family, row: &Row<'_>, words: &CatalogueWords<'_>, faults: &mut Vec<DataFault>) -> String {
    let nation = if family.chits { row.text("nation").to_owned() } else { row.required("nation", faults) };
    if !nation.is_empty() && !words.nations.is_empty() && !words.nations.contains(nation.as_str()) {
        let known: Vec<&str> = words.nations.iter().copied().collect();
        faults.push(row.unknown("nation", &nation, &known));
    }
    nation
}

fn kind(family: &Family, row: &Row<'_>, words: &CatalogueWords<'_>, faults: &mut Vec<DataFault>) -> Word {
    let kind = row.required("kind", faults);
    if let Some(known) = words.kinds.and_then(|kinds| kinds.get(family.id.as_str()))
        && !kind.is_empty()
        && !known.contains(&kind)
    {
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        faults.push(row.unknown("kind", &kind, &known));
    }
    kind.into()
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

fn within(
    row: &Row<'_>,
    column: &str,
    least: Option<i32>,
    most: Option<i32>,
    faults: &mut Vec<DataFault>,
) -> Option<i32> {
    let number = row.number(column, faults);
    let is_off =
        |number: &i32| least.is_some_and(|least| *number < least) || most.is_some_and(|most| *number > most);
    if let Some(other) = number.filter(is_off) {
        let range = match (least, most) {
            (Some(least), Some(most)) => format!("{least} to {most}"),
            (Some(least), None) => format!("at least {least}"),
            (_, most) => format!("at most {}", most.unwrap_or(other)),
        };
        faults.push(row.fault(column, format!("expected {range}, found {other}")));
    }
    number
}

/// Every chit on the reverse of another must be a chit itself.
fn check_reverses(catalogue: &Catalogue, table: &Table<'_>, faults: &mut Vec<DataFault>) {
    for row in table.rows() {
        let reverse = row.text(REVERSE);
        if !reverse.is_empty() && catalogue.get(reverse).is_none() {
            let near = did_you_mean(reverse, table.rows().map(|row| row.text("id")));
            faults.push(row.fault(REVERSE, format!("expected the id of a chit, found \"{reverse}\"{near}")));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FAMILIES: &str = r#"format = 1

[[family]]
id = "ships"
column = [
  { name = "rig", words = ["sloop", "brig", "frigate"] },
  { name = "guns", takes = "rating", back = true },
  { name = "crew", takes = "number", least = 1 },
  { name = "flag", takes = "yes-no" },
]
"#;

    const HEADINGS: &str = "id,name,label,nation,kind,rig,guns,back_guns,crew,flag,count,source,note\n";

    fn read(rows: &str) -> (Catalogue, Vec<String>) {
        let mut faults = Vec::new();
        let files = |path: &str| match path {
            "counters/sail/families.toml" => Some(FAMILIES.to_owned()),
            "counters/sail/ships.csv" => Some(format!("{HEADINGS}{rows}")),
            _ => None,
        };
        let catalogue = Catalogue::load("sail", &files, &CatalogueWords::default(), &mut faults);
        (catalogue, faults.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn a_row_has_the_values_of_its_familys_columns_on_both_faces() {
        let (catalogue, faults) = read("uk-alert,Alert,Alert,UK,cutter,sloop,12,(5),60,yes,1,history,\n");
        assert_eq!(faults, [""; 0]);
        let ship = catalogue.get("uk-alert").unwrap();
        assert_eq!((ship.family.as_str(), ship.word("rig")), ("ships", "sloop"));
        let guns = ship.faces("guns");
        assert_eq!(guns.front, Some(Rating::Number(12)));
        assert_eq!(guns.back, Some(Rating::Letter("(5)".into())));
        assert_eq!((ship.number("crew"), ship.yes("flag")), (Some(60), Some(true)));
        assert_eq!((ship.number("rig"), ship.yes("sails"), ship.word("sails")), (None, None, ""));
    }

    #[test]
    fn every_fault_of_a_file_is_told_with_line_and_column() {
        let (_, told) = read(
            "uk-a,A,A,UK,cutter,frigat,many,,0,maybe,1,rules,\nuk-a,A,A,UK,cutter,brig,1,,three,no,1,rumour,\n",
        );
        assert_eq!(
            told,
            [
                "counters/sail/ships.csv:2: column \"rig\": expected one of sloop, brig, frigate, found \"frigat\"; did you mean \"frigate\"?",
                "counters/sail/ships.csv:2: column \"guns\": expected a number such as 4, (4) or 1/2, or a capital letter such as X, found \"many\"",
                "counters/sail/ships.csv:2: column \"crew\": expected at least 1, found 0",
                "counters/sail/ships.csv:2: column \"flag\": expected yes or no, found \"maybe\"",
                "counters/sail/ships.csv:3: column \"source\": expected one of rules, history, draft, found \"rumour\"",
                "counters/sail/ships.csv:3: column \"crew\": expected a whole number, found \"three\"",
                "counters/sail/ships.csv:3: column \"id\": \"uk-a\" is used twice; ids are unique over all \
                 families, but counters/sail/ships.csv:2 also has it",
            ]
        );
    }
}
