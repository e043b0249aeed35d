//! The faults that are known: those of a file are not told again.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::cli::{Failure, files};
use liege_tools::lint::{Fault, Linted};

/// The form that this version reads and writes.
const FORM: u32 = 1;

/// A file of known faults.
#[derive(Debug, Deserialize)]
struct BaselineFile {
    baseline: u32,
    faults: Vec<KnownFault>,
}

/// Faults of one fingerprint.
#[derive(Debug, Clone, Deserialize, Serialize)]
struct KnownFault {
    fingerprint: String,
    check: String,
    place: String,
    message: String,
    count: usize,
}

/// Known faults by their fingerprint, each as often as it was not yet found again.
#[derive(Debug, Default)]
pub struct Baseline {
    known: BTreeMap<String, KnownFault>,
}

impl Baseline {
    /// Reads the known faults.
    ///
    /// # Errors
    /// No such file, or not as `--write-baseline` writes it.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        let help = "write it with: liege lint FILE --write-baseline BASELINE";
        let bytes = files::read(path).map_err(|failure| failure.help_if_none(help))?;
        let text = files::text_of(path, &bytes)?;
        let file: BaselineFile =
            serde_json::from_str(&text).map_err(|error| Failure::about(path, error).help(help))?;
        if file.baseline != FORM {
            let what = format!(
                "baseline is {}, expected {FORM}; a newer liege may be able to read it",
                file.baseline
            );
            return Err(Failure::about(path, what));
        }
        let known = file.faults.into_iter().map(|fault| (fault.fingerprint.clone(), fault));
        Ok(Self { known: known.collect() })
    }

    /// Adds the faults of a file to those that are known.
    pub fn add(&mut self, faults: &[Fault]) {
        for fault in faults {
            let fingerprint = fault.fingerprint();
            let known = self.known.entry(fingerprint.clone()).or_insert_with(|| KnownFault {
                fingerprint,
                check: fault.id.to_owned(),
                place: fault.place.words(),
                message: fault.message.clone(),
                count: 0,
            });
            known.count += 1;
        }
    }

    /// Takes the known faults out of what was found, and says how many they were.
    pub fn take_known(&mut self, linted: &mut Linted) -> usize {
        let before = linted.faults.len();
        linted.faults.retain(|fault| match self.known.get_mut(&fault.fingerprint()) {
            Some(known) if known.count > 0 => {
                known.count -= 1;
                false
            }
            _ => true,
        });
        before - linted.faults.len()
    }

    /// The known faults of these checks that were not found again, in words.
    pub fn stale(&self, made: &dyn Fn(&str) -> bool) -> Vec<String> {
        let stale = self.known.values().filter(|known| known.count > 0 && made(&known.check));
        let mut told: Vec<String> = stale.map(|known| format!("{} {}", known.check, known.place)).collect();
        told.sort();
        told
    }

    /// How many faults it has.
    pub fn count(&self) -> usize {
        self.known.values().map(|known| known.count).sum()
    }

    /// Writes it, a fault a line, so that versions of it can be merged.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), Failure> {
        let mut faults: Vec<&KnownFault> = self.known.values().collect();
        faults.sort_by_key(|fault| (&fault.check, &fault.place, &fault.fingerprint));
        let rows: Result<Vec<String>, serde_json::Error> = faults.iter().map(serde_json::to_string).collect();
        let rows = rows.map_err(|error| Failure::about(path, error))?.join(",\n");
        let text = format!("{{\"tool\": \"liege\", \"baseline\": {FORM}, \"faults\": [\n{rows}\n]}}\n");
        files::write(path, text.as_bytes())
    }
}
