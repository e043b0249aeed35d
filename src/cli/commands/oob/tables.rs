//! The schedule and the counters as CSV or spreadsheet and back, so that an owner of the game can replace drafts.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::workbook::{self, Sheet};
use crate::cli::args::oob::{OobExport, OobImport};
use crate::cli::session::Session;
use crate::cli::{Exit, Failure, data, files, output, table_size};
use liege_rules::data::catalogue::families;
use liege_rules::data::fault::DataFault;
use liege_rules::data::schedule;
use liege_rules::data::{Files, Overlay, REPLACED, merge, replacing};
use liege_rules::game::pack::Pack;

/// The name of the sheet with the schedule.
const SCHEDULE: &str = "schedule";

/// Writes the tables of a game.
pub fn export(session: &Session, pack: &Pack, own: &OobExport) -> Result<Exit, Failure> {
    let files = data::files(session)?;
    let bytes = match ending(&own.output)? {
        Ending::Csv => {
            let text = csv_text(&with_all_columns(records(&text_of(&files, &pack.schedule.file)?)))?;
            text.into_bytes()
        }
        Ending::Xlsx => {
            let mut sheets = Vec::new();
            for (name, path) in paths(&pack.game, &files) {
                if files.read(&path).is_none() {
                    continue;
                }
                let rows = records(&text_of(&files, &path)?);
                let rows = if name == SCHEDULE { with_all_columns(rows) } else { rows };
                sheets.push(Sheet::plain(&name, rows));
            }
            workbook::write(&sheets).map_err(|error| Failure::about(&own.output, error))?
        }
    };
    files::write(&own.output, &bytes)?;
    Ok(Exit::Clean)
}

/// Reads tables, checks them as a whole and writes those that differ from ours.
pub fn import(session: &Session, game: &str, own: &OobImport) -> Result<Exit, Failure> {
    let ours = data::files(session)?;
    let game = data::game(game, &ours)?;
    files::expect_folder(&own.output)?;
    let bytes = files::read(&own.file)?;
    let sheets = match ending(&own.file)? {
        Ending::Csv => {
            let text = files::text_of(&own.file, &bytes)?;
            table_size::expect(&own.file, text.as_bytes())?;
            let text = data::with_commas(text.into_bytes());
            vec![Sheet::plain(SCHEDULE, records(&String::from_utf8_lossy(&text)))]
        }
        Ending::Xlsx => workbook::read(&bytes).map_err(|error| Failure::about(&own.file, error))?,
    };
    let known = paths(game.id(), &ours);
    let mut tables: BTreeMap<String, (&Sheet, String)> = BTreeMap::new();
    for sheet in &sheets {
        match known.iter().find(|(name, _)| *name == sheet.name) {
            Some((_, path)) => drop(tables.insert(path.clone(), (sheet, csv_text(&sheet.rows)?))),
            None if session.quiet => {}
            None => output::say(&format!("note: the sheet {:?} is not used", sheet.name)),
        }
    }
    if !tables.contains_key(&schedule::path(game.id())) {
        return Err(Failure::about(&own.file, format!("has no sheet \"{SCHEDULE}\""))
            .help("export one with: liege oob GAME export -o FILE.xlsx"));
    }
    let changed: Vec<(PathBuf, Vec<u8>)> = tables
        .iter()
        .filter(|(path, (sheet, _))| {
            let own = ours.text(path).map(merge::without_origins).map(|text| records(&text));
            let own = own.unwrap_or_default();
            sheet.name == SCHEDULE || own != sheet.rows
        })
        .map(|(path, (_, text))| (own.output.join(path), text.clone().into_bytes()))
        .collect();
    check(ours, &*game, &own.file, &tables)?;
    let changed = replacing_ours(&own.output, changed)?;
    for (path, _) in &changed {
        files::make_folder(path.parent().unwrap_or(Path::new(".")))?;
    }
    files::write_all(&changed)?;
    for (path, _) in &changed {
        output::result(&format!("wrote {}", path.display()))?;
    }
    if !session.quiet {
        output::say(&format!("use them with: --data {}", own.output.display()));
    }
    Ok(Exit::Clean)
}

/// The files with one that says that the tables replace ours whole: a row that was taken out stays out.
fn replacing_ours(
    folder: &Path,
    mut files: Vec<(PathBuf, Vec<u8>)>,
) -> Result<Vec<(PathBuf, Vec<u8>)>, Failure> {
    let place = folder.join(REPLACED);
    let named = if place.exists() { files::read(&place)? } else { Vec::new() };
    let paths: Vec<String> = files
        .iter()
        .filter_map(|(path, _)| Some(path.strip_prefix(folder).ok()?.to_string_lossy().replace('\\', "/")))
        .collect();
    let text = replacing(&String::from_utf8_lossy(&named), paths.iter().map(String::as_str));
    files.push((place, text.into_bytes()));
    Ok(files)
}

/// Reads the game with the new tables in the place of ours; faults are told by the cell they stand in.
fn check(
    ours: Overlay<'_>,
    game: &dyn liege_rules::game::Game,
    file: &Path,
    tables: &BTreeMap<String, (&Sheet, String)>,
) -> Result<(), Failure> {
    let named = ours.user().get(REPLACED).map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    let named = replacing(&named.unwrap_or_default(), tables.keys().map(String::as_str));
    let texts = tables.iter().map(|(path, (_, text))| (path.clone(), text.clone().into_bytes()));
    let ours = ours.with(texts.chain([(REPLACED.to_owned(), named.into_bytes())]));
    let result = game.pack(&|path| data::text(&ours, path));
    let Err(faults) = result else { return Ok(()) };
    let told: Vec<String> = faults
        .iter()
        .map(|fault| match tables.get(&fault.file) {
            Some((sheet, _)) => format!("{}: {}", file.display(), in_sheet(sheet, fault)),
            None => fault.to_string(),
        })
        .collect();
    Err(Failure::of_all(told))
}

fn in_sheet(sheet: &Sheet, fault: &DataFault) -> String {
    let row = usize::try_from(fault.line).ok().and_then(|line| sheet.numbers.get(line.checked_sub(1)?));
    let heading = sheet.rows.first();
    let column = fault.column.as_ref().and_then(|name| heading?.iter().position(|cell| cell == name));
    let place = match (row, column) {
        (Some(row), Some(column)) => format!(", cell {}{row}", workbook::column_letters(column)),
        (Some(row), None) => format!(", row {row}"),
        (None, _) => String::new(),
    };
    format!("sheet \"{}\"{place}: {}", sheet.name, fault.message)
}

enum Ending {
    Csv,
    Xlsx,
}

fn ending(path: &Path) -> Result<Ending, Failure> {
    match files::ending_of(path).as_deref() {
        Some("csv") | None => Ok(Ending::Csv),
        Some("xlsx") => Ok(Ending::Xlsx),
        _ => Err(Failure::about(path, "expected a name that ends in .csv or .xlsx")),
    }
}

/// The sheets there are, with the tables they come from.
fn paths(game: &str, files: &dyn Files) -> Vec<(String, String)> {
    let path = families::path(game);
    let text = files.text(&path).unwrap_or_default();
    let families = families::read(&path, text, &mut Vec::new());
    let counters = families.iter().map(|family| (family.id.to_string(), family.path(game)));
    std::iter::once((SCHEDULE.to_owned(), schedule::path(game))).chain(counters).collect()
}

fn text_of(files: &dyn Files, path: &str) -> Result<String, Failure> {
    files.text(path).map(merge::without_origins).map_err(|error| Failure::new(error.to_string()))
}

/// The rows of CSV text, as they are.
fn records(text: &str) -> Vec<Vec<String>> {
    let mut builder = csv::ReaderBuilder::new();
    builder.has_headers(false).flexible(true).trim(csv::Trim::All);
    let mut reader = builder.from_reader(text.as_bytes());
    reader.records().flatten().map(|record| record.iter().map(str::to_owned).collect()).collect()
}

/// The rows of a schedule with a cell for every column there is, in their usual order.
fn with_all_columns(rows: Vec<Vec<String>>) -> Vec<Vec<String>> {
    let heading = rows.first().cloned().unwrap_or_default();
    let order = schedule::COLUMNS.map(|name| (name, heading.iter().position(|cell| cell == name)));
    let cells = |row: &Vec<String>| {
        let cell = |at: Option<usize>| at.and_then(|at| row.get(at).cloned()).unwrap_or_default();
        order.iter().map(|(_, at)| cell(*at)).collect()
    };
    let names = order.iter().map(|(name, _)| (*name).to_owned()).collect();
    std::iter::once(names).chain(rows.iter().skip(1).map(cells)).collect()
}

/// Rows as CSV text, one line for each row.
fn csv_text(rows: &[Vec<String>]) -> Result<String, Failure> {
    let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
    let fault = |error: &dyn ToString| Failure::new(error.to_string());
    for row in rows {
        writer.write_record(row).map_err(|error| fault(&error))?;
    }
    let bytes = writer.into_inner().map_err(|error| fault(&error))?;
    String::from_utf8(bytes).map_err(|error| fault(&error))
}
