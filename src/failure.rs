//! Why something could not be done, worded for the person who asked for it.

use std::fmt;
use std::path::Path;

use crate::report::text;
use crate::standard;
use liege_rules::play::procedure::Line;

/// One message for the user, with what to do about it where we know.
#[derive(Debug)]
pub struct Failure {
    message: String,
    help: Option<String>,
    /// The report up to where it failed.
    so_far: String,
    closed_pipe: bool,
}

impl Failure {
    /// A failure that says what went wrong.
    pub fn new(message: impl Into<String>) -> Self {
        Failure { message: message.into(), help: None, so_far: String::new(), closed_pipe: false }
    }

    /// A failure about one file; `-` is standard input.
    pub fn about(path: &Path, why: impl fmt::Display) -> Self {
        Failure::new(format!("{}: {why}", standard::name_of_input(path)))
    }

    /// Everything that is wrong, a line each.
    pub fn of_all<F: ToString>(faults: impl IntoIterator<Item = F>) -> Self {
        let lines: Vec<String> = faults.into_iter().map(|fault| fault.to_string()).collect();
        Failure::new(lines.join("\n       "))
    }

    /// The same failure with advice.
    #[must_use]
    pub fn help(mut self, advice: impl Into<String>) -> Self {
        self.help = Some(advice.into());
        self
    }

    /// The same failure with advice where it has none.
    #[must_use]
    pub fn help_if_none(self, advice: impl Into<String>) -> Self {
        if self.help.is_some() { self } else { self.help(advice) }
    }

    /// The same failure behind the report up to where it failed, whose lines are shown before it.
    #[must_use]
    pub fn after(mut self, lines: &[Line]) -> Self {
        self.so_far = text::steps(lines);
        self
    }

    /// The same failure with what was reported before, where it shows a report.
    #[must_use]
    pub fn behind(mut self, reports: &str) -> Self {
        if !self.so_far.is_empty() {
            self.so_far.insert_str(0, reports);
        }
        self
    }

    /// The report up to where it failed; empty where there is none.
    pub fn so_far(&self) -> &str {
        &self.so_far
    }

    /// The same failure with what it is about in front; nothing where that has no name.
    #[must_use]
    pub fn before(mut self, what: &str) -> Self {
        if !what.is_empty() {
            self.message = format!("{what}: {}", self.message);
        }
        self
    }

    /// Whether the reader of our output has gone, which is no failure of ours.
    pub fn is_closed_pipe(&self) -> bool {
        self.closed_pipe
    }

    /// From writing to standard output.
    pub fn from_stdout(error: &std::io::Error) -> Self {
        Failure {
            message: format!("standard output: {error}"),
            help: None,
            so_far: String::new(),
            closed_pipe: error.kind() == std::io::ErrorKind::BrokenPipe,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if let Some(help) = &self.help {
            write!(f, "\n  help: {help}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Failure {}
