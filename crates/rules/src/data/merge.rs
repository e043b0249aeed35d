//! A user's table laid over ours row by row: a row of the same key takes the place of ours, a new one comes at the end.
//!
//! The merged text says of every row on which line of which file it stands: a table in a column of its own
//! ([`ORIGIN`]), TOML in comments ([`origin_comment`]). Who reads it tells faults by the lines that people see.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use toml::de::{DeTable, DeValue};

use crate::data::fault::{
    DataFault, Lines, PROGRAM, did_you_mean, is_origin_comment, line_at, origin_comment,
};
use crate::data::table::ORIGIN;
use crate::position::places::Hex;

/// The column, or the key, that takes a row away.
const REMOVE: &str = "remove";

/// The columns that hold a place; two of them in a key may be in either order.
const PLACES: [&str; 4] = ["hex", "neighbour", "from", "to"];

/// What the rows of a file are told apart by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Keyed {
    /// A CSV table with these columns as key.
    Table(&'static [&'static str]),
    /// A TOML file with this list of tables, and their key.
    List(&'static str, &'static str),
}

/// The files that are merged: the top folder, the name below the game's folder, and the key.
const FILES: &[(&str, &str, Keyed)] = &[
    ("counters", "*.csv", Keyed::Table(&["id"])),
    ("counters", "families.toml", Keyed::List("family", "id")),
    ("maps", "areas.csv", Keyed::Table(&["id"])),
    ("maps", "borders.csv", Keyed::Table(&["from", "to"])),
    ("maps", "hexes.csv", Keyed::Table(&["hex"])),
    ("maps", "hexsides.csv", Keyed::Table(&["hex", "neighbour", "kind"])),
    ("maps", "labels.csv", Keyed::Table(&["kind", "name", "hex"])),
    ("maps", "places.csv", Keyed::Table(&["id"])),
    ("maps", "routes.csv", Keyed::Table(&["id"])),
    ("maps", "stated.csv", Keyed::Table(&["hex"])),
    ("oob", "schedule.csv", Keyed::Table(&["id"])),
    ("rules", "checks.csv", Keyed::Table(&["id"])),
    ("rules", "choices.toml", Keyed::List("choice", "key")),
    ("rules", "checks.toml", Keyed::List("check", "id")),
    ("rules", "nations.toml", Keyed::List("nation", "code")),
    ("rules", "procedures.toml", Keyed::List("roll", "id")),
];

fn keyed(path: &str) -> Option<Keyed> {
    let mut parts = path.split('/');
    let (top, _game, name) = (parts.next()?, parts.next()?, parts.next()?);
    let fits = |known: &str| match known.strip_prefix('*') {
        Some(ending) => name.ends_with(ending),
        None => name == known,
    };
    let found = FILES.iter().find(|(folder, known, _)| *folder == top && fits(known))?;
    parts.next().is_none().then_some(found.2)
}

/// Whether a file of a user is merged with ours of the same path.
pub fn is_merged(path: &str) -> bool {
    keyed(path).is_some()
}

/// Both texts of a file as one, or nothing where the user's text stands alone: because files of this path are not
/// merged, or because it does not read, which its reader tells.
pub(crate) fn merged(path: &str, ours: &str, theirs: &str, faults: &mut Vec<DataFault>) -> Option<String> {
    match keyed(path)? {
        Keyed::Table(key) => table(path, key, &CsvTable::read(ours)?, &CsvTable::read(theirs)?, faults),
        Keyed::List(list, key) => entries(path, &List::read(ours, list, key)?, theirs, (list, key), faults),
    }
}

/// The text of a file without what merging added.
pub fn as_written(path: &str, text: &str) -> String {
    if path.ends_with(".csv") {
        return without_origins(text);
    }
    text.split_inclusive('\n').filter(|line| !is_origin_comment(line)).collect()
}

/// A CSV text without the column of origins.
pub fn without_origins(text: &str) -> String {
    let Some(sheet) = CsvTable::read(text) else { return text.to_owned() };
    let Some(at) = sheet.at(ORIGIN) else { return text.to_owned() };
    let kept = |cells: &[String]| {
        let own = cells.iter().enumerate().filter(|(index, _)| *index != at);
        own.map(|(_, cell)| cell.clone()).collect::<Vec<_>>()
    };
    let rows = std::iter::once(&sheet.headings).chain(sheet.rows.iter().map(|(_, cells)| cells));
    written(rows.map(|cells| kept(cells)))
}

/// A CSV table as it was written, with the line of each row.
struct CsvTable {
    headings: Vec<String>,
    rows: Vec<(u64, Vec<String>)>,
}

impl CsvTable {
    fn read(text: &str) -> Option<Self> {
        let builder = &mut csv::ReaderBuilder::new();
        let mut reader = builder.flexible(true).trim(csv::Trim::Headers).from_reader(text.as_bytes());
        let headings = reader.headers().ok()?.iter().map(str::to_owned).collect();
        let rows: Result<_, csv::Error> = reader
            .records()
            .map(|record| {
                let record = record?;
                let line = record.position().map_or(0, csv::Position::line);
                Ok((line, record.iter().map(str::to_owned).collect()))
            })
            .collect();
        Some(Self { headings, rows: rows.ok()? })
    }

    fn at(&self, column: &str) -> Option<usize> {
        self.headings.iter().position(|heading| heading == column)
    }

    fn cell<'a>(&self, cells: &'a [String], column: &str) -> &'a str {
        self.at(column).and_then(|at| cells.get(at)).map_or("", |cell| cell.trim())
    }

    /// The key of a row; the two ends of a side in one order, hexes in one spelling.
    fn key(&self, cells: &[String], columns: &[&str]) -> Vec<String> {
        let place = |column: &str| PLACES.contains(&column);
        let mut key: Vec<String> = columns
            .iter()
            .map(|column| match (place(column), self.cell(cells, column)) {
                (true, cell) if !cell.is_empty() => Hex::tidy(cell),
                (_, cell) => cell.to_owned(),
            })
            .collect();
        let ends: Vec<usize> = (0..columns.len()).filter(|at| place(columns[*at])).collect();
        if let [one, other] = ends[..]
            && !key[other].is_empty()
            && key[one] > key[other]
        {
            key.swap(one, other);
        }
        key
    }
}

/// Rows of one key, by their key.
type Groups = BTreeMap<Vec<String>, VecDeque<usize>>;

/// In which order rows of ours and of the user follow: the index of ours whose place is taken, and that of the user's.
enum Next {
    Ours(usize),
    Theirs(usize, Option<usize>),
}

/// Lays the user's rows over ours: the first of a key takes the place of our first, and so on; more of a key follow our
/// last, those of a new key come at the end.
fn laid(ours: &[Option<Vec<String>>], theirs: &[Option<Vec<String>>]) -> Vec<Next> {
    let mut left = Groups::new();
    for (index, key) in theirs.iter().enumerate() {
        if let Some(key) = key {
            left.entry(key.clone()).or_default().push_back(index);
        }
    }
    let replaced: BTreeSet<&Vec<String>> =
        ours.iter().flatten().filter(|key| left.contains_key(*key)).collect();
    let mut still: BTreeMap<&Vec<String>, usize> = BTreeMap::new();
    for key in ours.iter().flatten() {
        *still.entry(key).or_default() += 1;
    }
    let mut order = Vec::new();
    for (index, key) in ours.iter().enumerate() {
        let Some(key) = key else { continue };
        if !replaced.contains(key) {
            order.push(Next::Ours(index));
            continue;
        }
        let Some(group) = left.get_mut(key) else { continue };
        order.extend(group.pop_front().map(|own| Next::Theirs(own, Some(index))));
        let count = still.entry(key).or_default();
        *count -= 1;
        if *count == 0 {
            order.extend(group.drain(..).map(|own| Next::Theirs(own, None)));
        }
    }
    let fresh = |index: &usize| theirs[*index].as_ref().is_some_and(|key| !replaced.contains(key));
    order.extend((0..theirs.len()).filter(fresh).map(|own| Next::Theirs(own, None)));
    order
}

fn table(
    path: &str,
    columns: &[&str],
    ours: &CsvTable,
    theirs: &CsvTable,
    faults: &mut Vec<DataFault>,
) -> Option<String> {
    let fault = |line, column: &str, told: String| DataFault {
        column: Some(column.to_owned()),
        ..DataFault::at(path, line, told)
    };
    let own_remove = theirs.at(REMOVE).filter(|_| ours.at(REMOVE).is_none());
    let mut kept: Vec<Option<Vec<String>>> =
        ours.rows.iter().map(|(_, cells)| Some(ours.key(cells, columns))).collect();
    let mut laid_over = Vec::new();
    for (line, cells) in &theirs.rows {
        if cells.len() != theirs.headings.len() {
            let told = format!("expected {} cells, found {}", theirs.headings.len(), cells.len());
            faults.push(DataFault::at(path, *line, told));
        }
        let key = theirs.key(cells, columns);
        let word = own_remove.and_then(|at| cells.get(at)).map_or("", |cell| cell.trim());
        if !["", "no", "yes"].contains(&word) {
            faults.push(fault(*line, REMOVE, format!("expected yes or no, found \"{word}\"")));
        }
        if word != "yes" {
            laid_over.push(Some(key));
            continue;
        }
        laid_over.push(None);
        if let Err(told) = take_away(&mut kept, &key, columns) {
            faults.push(fault(*line, columns[0], told));
        }
    }
    let missing = columns.iter().find(|column| theirs.at(column).is_none());
    if let (Some(missing), true) = (missing, laid_over.iter().any(Option::is_some)) {
        let told = format!(
            "expected a column \"{missing}\": {} identifies the built-in row that a row replaces",
            columns.join(", ")
        );
        faults.push(DataFault::at(path, 1, told));
        return Some(written_rows(ours, std::iter::empty(), (ours, theirs)));
    }
    let order = laid(&kept, &laid_over);
    Some(written_rows(ours, order.into_iter(), (ours, theirs)))
}

/// Takes away the rows of ours that have this key; an empty cell of it fits all.
fn take_away(kept: &mut [Option<Vec<String>>], key: &[String], columns: &[&str]) -> Result<(), String> {
    if key.iter().all(String::is_empty) {
        return Err(format!("expected the {} of the row to remove, found an empty cell", columns[0]));
    }
    let ends: Vec<usize> = (0..columns.len()).filter(|at| PLACES.contains(&columns[*at])).collect();
    let fits = |own: &Vec<String>| {
        let is = |at: usize, other: usize| key[other].is_empty() || own[at] == key[other];
        // One end of a side that is named alone may be either of them.
        let ends_fit = match ends[..] {
            [one, other] if key[one].is_empty() != key[other].is_empty() => {
                is(one, one) && is(other, other) || is(one, other) && is(other, one)
            }
            _ => ends.iter().all(|at| is(*at, *at)),
        };
        ends_fit && (0..key.len()).filter(|at| !ends.contains(at)).all(|at| is(at, at))
    };
    let mut gone = 0;
    for own in kept.iter_mut().filter(|own| own.as_ref().is_some_and(fits)) {
        *own = None;
        gone += 1;
    }
    if gone > 0 {
        return Ok(());
    }
    let words: Vec<&str> = key.iter().map(String::as_str).filter(|word| !word.is_empty()).collect();
    let near = did_you_mean(&key[0], kept.iter().flatten().map(|own| own[0].as_str()));
    Err(format!("the built-in table has no row \"{}\" to remove{near}", words.join(" ")))
}

/// The merged table: our columns, then those that only the user's has.
fn written_rows(
    headings: &CsvTable,
    order: impl Iterator<Item = Next>,
    (ours, theirs): (&CsvTable, &CsvTable),
) -> String {
    let own = theirs.headings.iter();
    let more =
        own.filter(|heading| headings.at(heading).is_none() && *heading != REMOVE && *heading != ORIGIN);
    let columns: Vec<String> = headings.headings.iter().chain(more).cloned().collect();
    let places = |sheet: &CsvTable| columns.iter().map(|column| sheet.at(column)).collect::<Vec<_>>();
    let (of_ours, of_theirs) = (places(ours), places(theirs));
    let cell =
        |cells: &[String], at: Option<usize>| at.and_then(|at| cells.get(at)).cloned().unwrap_or_default();
    let rows = order.map(|next| {
        let (line, mut cells): (u64, Vec<String>) = match next {
            Next::Ours(at) => {
                let (line, cells) = &ours.rows[at];
                (PROGRAM + line, of_ours.iter().map(|at| cell(cells, *at)).collect())
            }
            Next::Theirs(at, replaced) => {
                let (line, cells) = &theirs.rows[at];
                let old = |column: Option<usize>| {
                    replaced.map(|at| cell(&ours.rows[at].1, column)).unwrap_or_default()
                };
                let own = of_ours.iter().zip(&of_theirs).map(|(old_at, own_at)| match own_at {
                    Some(_) => cell(cells, *own_at),
                    None => old(*old_at),
                });
                (*line, own.collect())
            }
        };
        cells.push(line.to_string());
        cells
    });
    let head = columns.iter().cloned().chain([ORIGIN.to_owned()]).collect();
    written(std::iter::once(head).chain(rows))
}

fn written(rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
    for row in rows {
        // Writing into memory does not fail.
        drop(writer.write_record(&row));
    }
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}

/// A TOML file that is a list of tables, cut into their texts.
struct List<'t> {
    head: &'t str,
    entries: Vec<ListedTable<'t>>,
}

/// One table of the list.
struct ListedTable<'t> {
    key: String,
    line: u64,
    text: &'t str,
    is_removal: bool,
}

/// The line of a text that has the list in another form than `[[list]]`, so that it cannot be laid over ours.
fn written_otherwise(text: &str, list: &str) -> Option<u64> {
    let parsed = DeTable::parse(text).ok()?;
    let (name, value) = parsed.get_ref().iter().find(|(name, _)| name.get_ref() == list)?;
    let plain = |item: &toml::Spanned<DeValue<'_>>| {
        let begins = text.get(item.span().start..).is_some_and(|own| own.starts_with("[["));
        begins && matches!(item.get_ref(), DeValue::Table(_))
    };
    let is_plain = matches!(value.get_ref(), DeValue::Array(items) if items.iter().all(plain));
    (!is_plain).then(|| line_at(text, name.span().start))
}

impl<'t> List<'t> {
    /// Nothing when the text does not read or is no plain list of `[[list]]`.
    fn read(text: &'t str, list: &str, key: &str) -> Option<Self> {
        let parsed = DeTable::parse(text).ok()?;
        let mut starts = Vec::new();
        let mut told = Vec::new();
        for (name, value) in parsed.get_ref() {
            match value.get_ref() {
                DeValue::Array(items) if name.get_ref() == list => {
                    for item in items {
                        let DeValue::Table(row) = item.get_ref() else { return None };
                        let start = item.span().start;
                        text.get(start..)?.starts_with("[[").then_some(())?;
                        starts.push(start);
                        let word = row.get(key).and_then(|word| word.get_ref().as_str().map(str::to_owned));
                        let removal = row.get(REMOVE).map(|word| word.get_ref());
                        told.push((
                            word.unwrap_or_default(),
                            matches!(removal, Some(DeValue::Boolean(true))),
                        ));
                    }
                }
                DeValue::Table(_) | DeValue::Array(_) => return None,
                _ => {}
            }
        }
        let ends = starts.iter().skip(1).copied().chain([text.len()]);
        let lines = Lines::of(text);
        let entries = starts.iter().zip(ends).zip(told).map(|((start, end), (key, is_removal))| {
            ListedTable { key, line: lines.at(*start), text: &text[*start..end], is_removal }
        });
        Some(Self {
            head: &text[..starts.first().copied().unwrap_or(text.len())],
            entries: entries.collect(),
        })
    }
}

fn entries(
    path: &str,
    ours: &List<'_>,
    theirs: &str,
    (list, key): (&str, &str),
    faults: &mut Vec<DataFault>,
) -> Option<String> {
    let Some(theirs) = List::read(theirs, list, key) else {
        let line = written_otherwise(theirs, list)?;
        let told =
            format!("expected each entry as [[{list}]] with its keys below, so that it can override ours");
        faults.push(DataFault::at(path, line, told));
        return None;
    };
    let mut kept: Vec<Option<Vec<String>>> =
        ours.entries.iter().map(|entry| Some(vec![entry.key.clone()])).collect();
    let mut laid_over = Vec::new();
    for entry in &theirs.entries {
        let own = vec![entry.key.clone()];
        if !entry.is_removal {
            laid_over.push(Some(own));
            continue;
        }
        laid_over.push(None);
        if let Err(told) = take_away(&mut kept, &own, &[key]) {
            faults.push(DataFault::at(path, entry.line, told));
        }
    }
    let mut text = theirs.head.to_owned();
    for next in laid(&kept, &laid_over) {
        let (line, entry) = match next {
            Next::Ours(at) => (PROGRAM + ours.entries[at].line, &ours.entries[at]),
            Next::Theirs(at, _) => (theirs.entries[at].line, &theirs.entries[at]),
        };
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        text.push_str(&origin_comment(line));
        text.push_str(entry.text);
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table_of(ours: &str, theirs: &str) -> (String, Vec<String>) {
        let mut faults = Vec::new();
        let text = merged("counters/g/land.csv", ours, theirs, &mut faults).unwrap();
        (text, faults.iter().map(ToString::to_string).collect())
    }

    const OURS: &str = "id,name,kind\na,A,x\nb,B,x\nc,C,x\n";

    #[test]
    fn a_row_replaces_ours_in_its_place_and_a_new_one_comes_last() {
        let (text, faults) = table_of(OURS, "id,name,kind\nd,D,y\nb,Bee,y\n");
        let ours = |line: u64| PROGRAM + line;
        let wanted =
            format!("id,name,kind,{ORIGIN}\na,A,x,{}\nb,Bee,y,3\nc,C,x,{}\nd,D,y,2\n", ours(2), ours(4));
        assert_eq!((text, faults), (wanted, vec![]));
        assert_eq!(without_origins(&table_of(OURS, OURS).0), OURS);
    }

    #[test]
    fn a_column_that_a_table_lacks_stays_as_it_is() {
        let (text, _) = table_of(OURS, "id,name\nb,Bee\nd,D\n");
        assert_eq!(without_origins(&text), "id,name,kind\na,A,x\nb,Bee,x\nc,C,x\nd,D,\n");
    }

    #[test]
    fn a_row_is_removed_by_its_key_alone() {
        let (text, faults) = table_of(OURS, "id,remove\nb,yes\n");
        assert_eq!((without_origins(&text).as_str(), faults), ("id,name,kind\na,A,x\nc,C,x\n", vec![]));
        let (_, faults) = table_of("id,name\nabcd,A\n", "id,remove\nabce,yes\n,yes\nx,maybe\n");
        assert_eq!(
            faults,
            [
                "counters/g/land.csv:2: column \"id\": the built-in table has no row \"abce\" to remove; did you mean \"abcd\"?",
                "counters/g/land.csv:3: column \"id\": expected the id of the row to remove, found an empty cell",
                "counters/g/land.csv:4: column \"remove\": expected yes or no, found \"maybe\"",
            ]
        );
    }

    #[test]
    fn rows_of_one_key_replace_all_of_ours_that_have_it() {
        let (text, _) = table_of("id,name\na,1\nb,2\na,3\n", "id,name\na,4\na,5\na,6\n");
        assert_eq!(without_origins(&text), "id,name\na,4\nb,2\na,5\na,6\n");
        let (text, _) = table_of("id,name\na,1\nb,2\na,3\n", "id,name\na,4\n");
        assert_eq!(without_origins(&text), "id,name\na,4\nb,2\n");
    }

    #[test]
    fn a_side_is_found_from_either_of_its_hexes() {
        let ours = "hex,neighbour,kind\nW4510,W4511,river\nW4510,W4511,rail\n";
        let over = |theirs: &str| {
            let mut faults = Vec::new();
            let text = merged("maps/g/hexsides.csv", ours, theirs, &mut faults).unwrap();
            assert!(faults.is_empty(), "{faults:?}");
            without_origins(&text)
        };
        let one = over("hex,neighbour,kind,remove\nw 4511,W4510,river,yes\n");
        assert_eq!(one, "hex,neighbour,kind\nW4510,W4511,rail\n");
        assert_eq!(over("hex,neighbour,remove\nW4511,W4510,yes\n"), "hex,neighbour,kind\n");
    }

    #[test]
    fn a_border_is_found_from_either_of_its_places() {
        let mut faults = Vec::new();
        let (ours, theirs) = ("from,to,words\nbay,atoll,strait\n", "from,to,words\natoll,bay,\n");
        let text = merged("maps/g/borders.csv", ours, theirs, &mut faults).unwrap();
        assert_eq!((without_origins(&text).as_str(), faults), ("from,to,words\natoll,bay,\n", vec![]));
    }

    #[test]
    fn an_entry_of_a_list_replaces_ours_and_keeps_its_lines() {
        let ours = "format = 1\n\n[[choice]]\nkey = \"a\"\nwhy = \"x\"\n\n[[choice]]\nkey = \"b\"\n";
        let theirs = "format = 1\n[[choice]]\nkey = \"c\"\n\n[[choice]]\nkey = \"a\"\n[[choice]]\nkey = \"b\"\nremove = true\n";
        let mut faults = Vec::new();
        let text = merged("rules/g/choices.toml", ours, theirs, &mut faults).unwrap();
        assert!(faults.is_empty(), "{faults:?}");
        let keys: Vec<&str> = text.lines().filter(|line| line.starts_with("key")).collect();
        assert_eq!(keys, ["key = \"a\"", "key = \"c\""]);
        let line = |word: &str| line_at(&text, text.find(word).unwrap());
        assert_eq!([line("key = \"a\""), line("key = \"c\""), line("format")], [6, 3, 1]);
        let alone = merged("rules/g/choices.toml", ours, "format = 1\n", &mut faults).unwrap();
        assert_eq!(line_at(&alone, alone.find("why").unwrap()), PROGRAM + 5);
    }

    #[test]
    fn a_list_that_is_written_inline_is_told_and_not_taken_for_the_whole_file() {
        let told = |theirs: &str| {
            let mut faults = Vec::new();
            let ours = "format = 1\n[[choice]]\nkey = \"a\"\n";
            assert_eq!(merged("rules/g/choices.toml", ours, theirs, &mut faults), None);
            faults.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        let wanted = "expected each entry as [[choice]] with its keys below, so that it can override ours";
        let inline = told("format = 1\nchoice = [{ key = \"a\" }]\n");
        assert_eq!(inline, [format!("rules/g/choices.toml:2: {wanted}")]);
        assert_eq!(told("[choice]\nkey = \"a\"\n"), [format!("rules/g/choices.toml:1: {wanted}")]);
        assert_eq!(told("[[choise]]\nkey = \"a\"\n"), [""; 0], "its reader tells an unknown heading");
    }

    #[test]
    fn a_side_is_removed_by_either_of_its_ends_alone() {
        let ours = "hex,neighbour,kind\nW4510,W4511,river\nW4511,W4512,river\nW4512,W4513,rail\n";
        for theirs in
            ["hex,neighbour,kind,remove\nW4511,,,yes\n", "hex,neighbour,kind,remove\n,w 4511,river,yes\n"]
        {
            let mut faults = Vec::new();
            let text = merged("maps/g/hexsides.csv", ours, theirs, &mut faults).unwrap();
            assert_eq!(
                (without_origins(&text).as_str(), faults),
                ("hex,neighbour,kind\nW4512,W4513,rail\n", vec![])
            );
        }
        let mut faults = Vec::new();
        let one = "hex,neighbour,kind,remove\nW4512,W4511,,yes\nW4513,,river,yes\n";
        let text = merged("maps/g/hexsides.csv", ours, one, &mut faults).unwrap();
        assert_eq!(without_origins(&text), "hex,neighbour,kind\nW4510,W4511,river\nW4512,W4513,rail\n");
        assert_eq!(faults.len(), 1, "there is no river beside W4513: {faults:?}");
    }

    #[test]
    fn what_has_no_key_or_does_not_read_stands_alone() {
        let mut faults = Vec::new();
        assert_eq!(merged("rules/g/crt.csv", "roll\n1\n", "roll\n2\n", &mut faults), None);
        assert_eq!(merged("rules/g/choices.toml", "format = 1\n", "format = \n", &mut faults), None);
        assert_eq!(merged("counters/g/deep/land.csv", OURS, OURS, &mut faults), None);
        assert!(faults.is_empty());
    }
}
