//! The pieces of many saves as one SQLite file, to be queried.

use rusqlite::{Connection, Error, MAIN_DB, params};

use super::table::Row;

/// The tables, with what their columns hold; `docs/formats/database.md` explains them.
const TABLES: &str = "
CREATE TABLE saves (
    save INTEGER PRIMARY KEY,
    file TEXT NOT NULL,
    module TEXT,
    module_version TEXT,
    turn TEXT,
    pieces INTEGER NOT NULL
);
CREATE TABLE pieces (
    save INTEGER NOT NULL REFERENCES saves,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    map TEXT,
    x INTEGER NOT NULL,
    y INTEGER NOT NULL,
    board TEXT,
    zone TEXT,
    location TEXT,
    stack TEXT,
    PRIMARY KEY (save, id)
);
CREATE TABLE layers (save INTEGER NOT NULL, id TEXT NOT NULL, layer TEXT NOT NULL, level INTEGER NOT NULL);
CREATE TABLE markers (save INTEGER NOT NULL, id TEXT NOT NULL, marker TEXT NOT NULL, value TEXT NOT NULL);
CREATE TABLE labels (save INTEGER NOT NULL, id TEXT NOT NULL, label TEXT NOT NULL);
CREATE INDEX pieces_by_name ON pieces (name);
CREATE INDEX pieces_by_location ON pieces (location);
";

/// What is told of a save beside its pieces.
#[derive(Debug, Clone, Default)]
pub struct SaveFacts {
    /// The file.
    pub file: String,
    /// The name of its module.
    pub module: Option<String>,
    /// The version of its module.
    pub module_version: Option<String>,
    /// What its turn trackers show.
    pub turn: Option<String>,
}

/// A database under construction, in memory.
#[derive(Debug)]
pub struct Database(Connection);

impl Database {
    /// An empty one.
    ///
    /// # Errors
    /// No memory.
    pub fn new() -> Result<Self, Error> {
        let connection = Connection::open_in_memory()?;
        connection.execute_batch(TABLES)?;
        Ok(Self(connection))
    }

    /// Adds a save with its pieces; of pieces with one id the first counts.
    ///
    /// # Errors
    /// No memory.
    pub fn add(&mut self, facts: &SaveFacts, rows: &[Row<'_>]) -> Result<(), Error> {
        let all = self.0.transaction()?;
        all.execute(
            "INSERT INTO saves (file, module, module_version, turn, pieces) VALUES (?, ?, ?, ?, ?)",
            params![facts.file, facts.module, facts.module_version, facts.turn, rows.len() as i64],
        )?;
        let save = all.last_insert_rowid();
        {
            let mut piece =
                all.prepare("INSERT OR IGNORE INTO pieces VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")?;
            let mut layer = all.prepare("INSERT INTO layers VALUES (?, ?, ?, ?)")?;
            let mut marker = all.prepare("INSERT INTO markers VALUES (?, ?, ?, ?)")?;
            let mut label = all.prepare("INSERT INTO labels VALUES (?, ?, ?)")?;
            for row in rows {
                piece.execute(params![
                    save,
                    row.id,
                    row.name,
                    row.map,
                    row.x,
                    row.y,
                    row.board,
                    row.zone,
                    row.location,
                    row.stack
                ])?;
                for (name, level) in &row.layers {
                    layer.execute(params![save, row.id, name, level.as_i64()])?;
                }
                for (name, value) in row.markers {
                    marker.execute(params![save, row.id, name, value])?;
                }
                for text in row.labels {
                    label.execute(params![save, row.id, text])?;
                }
            }
        }
        all.commit()
    }

    /// The bytes of the file.
    ///
    /// # Errors
    /// No memory.
    pub fn bytes(&mut self) -> Result<Vec<u8>, Error> {
        Ok(self.0.serialize(MAIN_DB)?.to_vec())
    }
}
