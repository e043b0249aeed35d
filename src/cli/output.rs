//! What goes to the terminal: results to standard output, talk to standard error.

use std::borrow::Cow;
use std::io::Write;
use std::path::Path;

use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter, PrettyFormatter, Serializer};
use serde_json::{Value, json};

use super::console::{self, Stream};
use super::session::Session;
use super::{Failure, layout};

/// The form of the JSON that commands print: raised when a key changes its meaning or goes.
const SCHEMA: u32 = 1;

/// How deep in the JSON of a table its rows lie: below the envelope, its list, a report and the list of rows.
const ROW: usize = 4;
/// How deep the rows of the lists of a single report lie, whose keys stand beside those of the envelope.
const TOP_ROW: usize = 2;

/// Prints a result for people, followed by a line end: coloured, and wrapped where somebody reads along.
pub fn result(text: &str) -> Result<(), Failure> {
    write(&layout::set(text, layout::width_of_result()))
}

/// Prints a page in Markdown.
pub fn page(text: &str) -> Result<(), Failure> {
    print(&layout::set_page(text, layout::width_of_result()))
}

/// Prints a result, or says it where standard output is taken by a file.
pub fn result_beside(taken: bool, text: &str) -> Result<(), Failure> {
    if taken {
        say(text.trim_end_matches('\n'));
        return Ok(());
    }
    result(text)
}

/// Prints a JSON value, or says it where standard output is taken by a file.
pub fn json_beside(taken: bool, value: &Value) -> Result<(), Failure> {
    if taken {
        // As it is: programs read it wherever it comes.
        let _ = console::current().print(Stream::Talk, &format!("{value:#}\n"));
        return Ok(());
    }
    json(value)
}

/// Prints text as it is, followed by a line end: tables, templates, what programs read.
pub fn print(text: &str) -> Result<(), Failure> {
    if console::current().is_terminal(Stream::Result) {
        return write(&layout::harmless(text));
    }
    write(text)
}

/// Writes text and a line end behind it.
fn write(text: &str) -> Result<(), Failure> {
    let text = if text.ends_with('\n') { Cow::Borrowed(text) } else { Cow::Owned(format!("{text}\n")) };
    console::current().print(Stream::Result, &text).map_err(|error| Failure::from_stdout(&error))
}

/// Prints a JSON value as a result.
pub fn json(value: &Value) -> Result<(), Failure> {
    print(&format!("{value:#}"))
}

/// What every command prints as JSON: who says it, in which form, and its reports.
pub fn envelope(reports: Vec<Value>) -> Value {
    let mut whole = json!({"tool": "liege", "version": env!("CARGO_PKG_VERSION"), "schema": SCHEMA});
    // The macro would copy them.
    whole["reports"] = Value::Array(reports);
    whole
}

/// The envelope of a single report, whose keys stand beside those of the envelope as well, so that scripts find
/// `result` and its like at the top.
pub fn envelope_of_one(report: Value) -> Value {
    let own = report.as_object().cloned().unwrap_or_default();
    let mut whole = envelope(vec![report]);
    for (key, value) in own {
        // The keys of the envelope keep their meaning, whatever a report calls its own.
        if whole.get(&key).is_none() {
            whole[key] = value;
        }
    }
    whole
}

/// The report of a file that the command could do nothing with.
pub fn unread(path: &Path, failure: &Failure) -> Value {
    json!({"file": path.display().to_string(), "error": failure.to_string()})
}

/// An envelope whose reports are tables, as text with one row a line.
pub fn rows(envelope: &Value) -> Result<String, serde_json::Error> {
    by_rows(envelope, ROW)
}

/// Prints the envelope of a single report with long lists: a row of them is a line, and so is the report.
pub fn json_by_rows(envelope: &Value) -> Result<(), Failure> {
    let text = by_rows(envelope, TOP_ROW).map_err(|error| Failure::new(error.to_string()))?;
    print(&text)
}

fn by_rows(envelope: &Value, row: usize) -> Result<String, serde_json::Error> {
    let mut text = Vec::new();
    let form = RowForm { depth: 0, row, outside: PrettyFormatter::new() };
    envelope.serialize(&mut Serializer::with_formatter(&mut text, form))?;
    text.push(b'\n');
    String::from_utf8(text).map_err(serde::ser::Error::custom)
}

/// Says something on standard error.
pub fn say(text: &str) {
    // Nobody is left to tell when standard error is closed.
    let text = layout::set(text, layout::width_of_talk());
    let _ = console::current().print(Stream::Talk, &format!("{text}\n"));
}

/// Says something by the way, unless this run keeps quiet, where the arguments are not at hand.
pub fn remark(text: &str) {
    if !console::current().is_quiet() {
        say(text);
    }
}

/// Says something by the way, once in a run and not when asked to be quiet.
pub fn note(session: &Session, text: &str) {
    if !session.quiet && console::current().is_new(text) {
        say(&format!("note: {text}"));
    }
}

/// Says why the command could not do its work.
pub fn complain(failure: &Failure) {
    if !failure.so_far().is_empty() {
        say(&format!("report so far:\n{}", failure.so_far()));
    }
    say(&format!("error: {failure}"));
}

/// A progress bar on standard error, silent when asked to be or when nobody looks.
pub struct Progress(indicatif::ProgressBar);

/// Begins a progress bar.
pub fn progress(session: &Session, what: &'static str) -> Progress {
    if session.quiet || !console::current().is_terminal(Stream::Talk) {
        return Progress(indicatif::ProgressBar::hidden());
    }
    let bar = indicatif::ProgressBar::new(0).with_message(what);
    if let Ok(style) = indicatif::ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len}") {
        bar.set_style(style);
    }
    Progress(bar)
}

impl Progress {
    /// Shows that `done` of `all` parts are done.
    pub fn show(&self, done: usize, all: usize) {
        self.0.set_length(all as u64);
        self.0.set_position(done as u64);
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.0.finish_and_clear();
    }
}

/// Writes the rows of a table on one line each, and what is around them with indents.
struct RowForm {
    depth: usize,
    row: usize,
    outside: PrettyFormatter<'static>,
}

macro_rules! by_depth {
    ($($name:ident($($extra:ident: $kind:ty)?) $change:expr;)*) => {$(
        fn $name<W: ?Sized + Write>(&mut self, out: &mut W $(, $extra: $kind)?) -> std::io::Result<()> {
            let change: isize = $change;
            let inside = self.depth + usize::from(change > 0) > self.row;
            self.depth = self.depth.saturating_add_signed(change);
            match inside {
                true => CompactFormatter.$name(out $(, $extra)?),
                false => self.outside.$name(out $(, $extra)?),
            }
        }
    )*};
}

impl Formatter for RowForm {
    by_depth! {
        begin_array() 1;
        end_array() -1;
        begin_array_value(first: bool) 0;
        end_array_value() 0;
        begin_object() 1;
        end_object() -1;
        begin_object_key(first: bool) 0;
        end_object_key() 0;
        begin_object_value() 0;
        end_object_value() 0;
    }
}
