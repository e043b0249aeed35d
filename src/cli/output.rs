//! What goes to the terminal: results to standard output, talk to standard error.

use std::io::Write;

use super::Failure;

/// Prints a result, followed by a line end.
pub fn result(text: &str) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())
        .and_then(|()| if text.ends_with('\n') { Ok(()) } else { out.write_all(b"\n") })
        .and_then(|()| out.flush())
        .map_err(|error| Failure::from_stdout(&error))
}

/// Prints a JSON value as a result.
pub fn json(value: &serde_json::Value) -> Result<(), Failure> {
    result(&format!("{value:#}"))
}

/// Says something on standard error.
pub fn say(text: &str) {
    // Nobody is left to tell when standard error is closed.
    let _ = writeln!(anstream::stderr().lock(), "{text}");
}

/// Says why the command could not do its work.
pub fn complain(failure: &Failure) {
    let red = anstyle::AnsiColor::Red.on_default().bold();
    say(&format!("{red}error:{red:#} {failure}"));
}

/// A progress bar on standard error, silent when asked to be or when nobody looks.
pub struct Progress(indicatif::ProgressBar);

/// Begins a progress bar.
pub fn progress(args: &super::args::Args, what: &'static str) -> Progress {
    if args.quiet {
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
