//! `counters --list`: which counters a game has, by the ids that set-ups name.

use serde_json::{Value, json};

use crate::cli::args::Format;
use crate::cli::session::Session;
use crate::cli::{Exit, Failure, data, output};
use liege_rules::data::catalogue::{Entry, SOURCES};
use vassal::diagnostic::counted;

/// The heads of the columns.
const HEADS: [&str; 7] = ["id", "name", "kind", "nation", "family", "source", "count"];

/// Prints the counters that a word fits; all for an empty one.
pub fn run(session: &Session, game: &str, word: &str, format: Format) -> Result<Exit, Failure> {
    let files = data::files(session)?;
    let game = data::game(game, &files)?;
    let pack = data::pack(&*game, &files)?;
    let rows: Vec<[String; 7]> =
        pack.catalogue.entries().map(|entry| row(entry)).filter(|row| has(row, word)).collect();
    if format == Format::Json {
        let counters: Vec<Value> = rows.iter().map(json_of).collect();
        output::json(&output::envelope_of_one(json!({ "game": game.id(), "counters": counters })))?;
        return Ok(Exit::Clean);
    }
    if rows.is_empty() {
        output::note(
            session,
            &format!("{} has no counter with \"{word}\" in its id, name, kind or nation", game.id()),
        );
        return Ok(Exit::Clean);
    }
    let heads = HEADS.map(str::to_owned);
    let wide: [usize; 7] = std::array::from_fn(|column| {
        let cells = std::iter::once(&heads).chain(&rows).map(|row| row[column].chars().count());
        cells.max().unwrap_or_default()
    });
    let line = |row: &[String; 7]| {
        let cells = row.iter().zip(wide).map(|(cell, wide)| format!("{cell:wide$}"));
        format!("{}\n", cells.collect::<Vec<_>>().join("  ").trim_end())
    };
    let text: String = std::iter::once(&heads).chain(&rows).map(line).collect();
    output::result(&text)?;
    if !session.quiet {
        output::say(&counted(rows.len(), "counter"));
    }
    Ok(Exit::Clean)
}

fn row(entry: &Entry) -> [String; 7] {
    let source = SOURCES.iter().find(|(_, known)| *known == entry.source).map_or("", |(word, _)| word);
    let count = entry.count.map_or_else(String::new, |count| count.to_string());
    [&entry.id, &entry.name, &*entry.kind, &entry.nation, &entry.family, source, &count].map(str::to_owned)
}

/// Whether a row has the word: at the beginning of its id or name or of a word of them, or as its kind, nation or family.
fn has([id, name, kind, nation, family, ..]: &[String; 7], word: &str) -> bool {
    let word = word.to_lowercase();
    let begins = |cell: &str| {
        let cell = cell.to_lowercase();
        let starts = cell.match_indices(&word).map(|(at, _)| at);
        let mut before = starts.map(|at| cell[..at].chars().next_back());
        before.any(|last| last.is_none_or(|last| !last.is_alphanumeric()))
    };
    let within = [id, name].iter().any(|cell| begins(cell));
    within || [kind, nation, family].iter().any(|cell| cell.to_lowercase() == word)
}

fn json_of([id, name, kind, nation, family, source, count]: &[String; 7]) -> Value {
    json!({
        "id": id, "name": name, "kind": kind, "nation": nation, "family": family, "source": source,
        "count": count.parse::<i32>().ok(),
    })
}
