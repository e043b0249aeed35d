//! A fault in a data file or a situation text, told so that a person can find and mend it.

use std::fmt;

/// Something in a file that could not be used.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct DataFault {
    /// The file, as the reader of the data knows it.
    pub file: String,
    /// The line, counted from 1; 0 when the whole file is meant.
    pub line: u64,
    /// The column of a table, by its heading.
    pub column: Option<String>,
    /// What is wrong and what was expected.
    pub message: String,
}

impl DataFault {
    /// A fault at a line of a file.
    pub fn at(file: &str, line: u64, message: impl Into<String>) -> Self {
        Self { file: file.into(), line, column: None, message: message.into() }
    }

    /// File, line and column, as far as they are known.
    pub fn place(&self) -> String {
        let line = if self.line > 0 { format!(":{}", self.line) } else { String::new() };
        let column = self.column.as_ref().map(|column| format!(": column \"{column}\"")).unwrap_or_default();
        format!("{}{line}{column}", self.file)
    }
}

/// The line of a byte of a text, counted from 1.
pub fn line_at(text: &str, byte: usize) -> u64 {
    1 + text.bytes().take(byte).filter(|byte| *byte == b'\n').count() as u64
}

/// What is wrong with a TOML file, at its line.
pub fn toml_fault(file: &str, text: &str, error: &toml::de::Error) -> DataFault {
    let line = line_at(text, error.span().map_or(0, |span| span.start));
    DataFault::at(file, line, error.message().replace('\n', "; "))
}

impl fmt::Display for DataFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place(), self.message)
    }
}

impl std::error::Error for DataFault {}

/// "did you mean" for a word that is not among those known; `None` when nothing is near.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    known
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(word, candidate), candidate))
        .filter(|(distance, candidate)| *distance <= 2.max(candidate.chars().count() / 4))
        .min()
        .map(|(_, candidate)| candidate)
}

/// The nearest known word as a tail for a message, or nothing.
pub fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(word, known).map(|near| format!("; did you mean \"{near}\"?")).unwrap_or_default()
}
