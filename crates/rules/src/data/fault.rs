//! A fault in a data file or a situation text, told so that a person can find and mend it.

use std::fmt;

use serde::de::DeserializeOwned;
pub use vassal::diagnostic::near::{did_you_mean, nearest};

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

/// What is added to the line of a row that stands in the program's own file, where it was merged with a user's file of
/// the same path: so that both kinds of lines can be told apart wherever one is kept.
pub const PROGRAM: u64 = 1 << 32;

/// A file and a line of it as people read them; line 0 means the whole file.
pub fn place(file: &str, line: u64) -> String {
    match line {
        0 => file.to_owned(),
        line if line > PROGRAM => format!("the program's {file}:{}", line - PROGRAM),
        line => format!("{file}:{line}"),
    }
}

/// The number of a line in the file it stands in.
pub fn line_number(line: u64) -> u64 {
    if line > PROGRAM { line - PROGRAM } else { line }
}

impl DataFault {
    /// A fault at a line of a file.
    pub fn at(file: &str, line: u64, message: impl Into<String>) -> Self {
        Self { file: file.into(), line, column: None, message: message.into() }
    }

    /// A file that a game cannot do without is not there; `what` says what would stand in it.
    pub fn missing(file: &str, what: &str) -> Self {
        Self::at(file, 0, format!("missing file, needed for the game: {what}"))
    }

    /// File, line and column, as far as they are known.
    pub fn place(&self) -> String {
        let column = self.column.as_ref().map(|column| format!(": column \"{column}\"")).unwrap_or_default();
        format!("{}{column}", place(&self.file, self.line))
    }

    /// Whether it stands in a row of ours that was merged with a user's file.
    pub fn is_of_program(&self) -> bool {
        self.line > PROGRAM
    }
}

/// What a comment of merged text begins with that says on which line the next one stood.
const ORIGIN_COMMENT: &str = "#@line ";

/// A comment that says on which line of its own file the next line of a merged text stood.
pub fn origin_comment(line: u64) -> String {
    format!("{ORIGIN_COMMENT}{line}\n")
}

/// Whether a line is such a comment.
pub fn is_origin_comment(line: &str) -> bool {
    line.starts_with(ORIGIN_COMMENT)
}

/// Where the lines of a text begin, for those who ask for many of them.
pub struct Lines {
    /// The byte behind each line that ends, and the number of the line that begins there.
    ends: Vec<(usize, u64)>,
}

impl Lines {
    /// Counts the lines of a text from 1; of merged text they are those of the file that it came from.
    pub fn of(text: &str) -> Self {
        let (mut ends, mut begins, mut line) = (Vec::new(), 0, 1);
        for own in text.split_inclusive('\n').take_while(|own| own.ends_with('\n')) {
            begins += own.len();
            let origin = own.strip_prefix(ORIGIN_COMMENT).and_then(|number| number.trim_end().parse().ok());
            line = origin.unwrap_or(line + 1);
            ends.push((begins, line));
        }
        Self { ends }
    }

    /// The line of a byte.
    pub fn at(&self, byte: usize) -> u64 {
        let before = self.ends.partition_point(|(end, _)| *end <= byte);
        before.checked_sub(1).map_or(1, |last| self.ends[last].1)
    }
}

/// The line of a byte of a text, as [`Lines`] counts.
pub fn line_at(text: &str, byte: usize) -> u64 {
    Lines::of(text).at(byte)
}

/// The first line of a text that fits, counted as [`line_at`] does; 0 when none does.
pub fn line_that(text: &str, mut fits: impl FnMut(&str) -> bool) -> u64 {
    let mut begins = 0;
    for own in text.split_inclusive('\n') {
        if fits(own.trim_end_matches(['\n', '\r'])) {
            return line_at(text, begins);
        }
        begins += own.len();
    }
    0
}

/// What is wrong with a TOML file, at its line: of an unknown key the nearest one, where it is near, instead of all.
pub fn toml_fault(file: &str, text: &str, error: &toml::de::Error) -> DataFault {
    let line = line_at(text, error.span().map_or(0, |span| span.start));
    let told = error.message().replace('\n', "; ");
    let near = told.split_once("`, expected one of ").map(|(before, known)| {
        let key = before.rsplit('`').next().unwrap_or_default();
        (before, did_you_mean(key, known.split(", ").map(|known| known.trim_matches('`'))))
    });
    match near {
        Some((before, near)) if !near.is_empty() => DataFault::at(file, line, format!("{before}`{near}")),
        _ => {
            let advice =
                if told == "missing field `format`" { "; write format = 1 on the first line" } else { "" };
            DataFault::at(file, line, told + advice)
        }
    }
}

/// What a TOML file says; none, and the fault, where it cannot be read.
pub fn read_toml<T: DeserializeOwned>(file: &str, text: &str, faults: &mut Vec<DataFault>) -> Option<T> {
    toml::from_str(text).map_err(|error| faults.push(toml_fault(file, text, &error))).ok()
}

/// Tells a file of another form than this version reads.
pub fn expect_format_1(file: &str, format: u32, faults: &mut Vec<DataFault>) {
    if format != 1 {
        faults.push(DataFault::at(file, 1, format!("expected format = 1, found {format}")));
    }
}

impl fmt::Display for DataFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place(), self.message)
    }
}

impl std::error::Error for DataFault {}
