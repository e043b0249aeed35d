//! What people type at the terminal, line by line.

use std::io::{BufRead as _, Read as _};

use super::console::{self, Console, Stream};
use super::{Failure, layout};

/// The longest answer, in bytes.
const LONGEST_ANSWER: u64 = 4_096;

/// A line that was typed; none at the end of the input. What follows the longest answer is the next line.
fn line(console: &Console, prompt: &str) -> Result<Option<String>, Failure> {
    console.print(Stream::Talk, &layout::harmless(prompt)).map_err(|error| about(&error))?;
    let mut text = Vec::new();
    let read = console.read(|input| input.take(LONGEST_ANSWER).read_until(b'\n', &mut text));
    let read = read.map_err(|error| about(&error))?;
    Ok((read > 0).then(|| String::from_utf8_lossy(&text).trim().to_owned()))
}

/// A line of standard input, which is shown where nobody sees himself type it.
pub fn shown_line(prompt: &str) -> Result<Option<String>, Failure> {
    let console = console::current();
    let typed = line(&console, prompt)?;
    if !console.is_typed() {
        show(&format!("{}\n", typed.as_deref().unwrap_or_default()));
    }
    Ok(typed)
}

/// The same without showing what is typed, where a person types.
pub fn hidden_line(prompt: &str) -> Result<Option<String>, Failure> {
    let console = console::current();
    if !console.is_typed() {
        let typed = line(&console, prompt);
        show("\n");
        return typed;
    }
    let terminal = ::console::Term::stderr();
    let typed = terminal.write_str(&layout::harmless(prompt)).and_then(|()| terminal.read_secure_line());
    match typed {
        Ok(text) => Ok(Some(text.trim().to_owned())),
        // The end of the input, and a press of Ctrl+C.
        Err(error)
            if [std::io::ErrorKind::UnexpectedEof, std::io::ErrorKind::Interrupted]
                .contains(&error.kind()) =>
        {
            Ok(None)
        }
        Err(error) => Err(about(&error)),
    }
}

/// Shows a text as it stands, beside the results.
pub fn show(text: &str) {
    // Nobody is left to show it to when standard error is closed.
    let _ = console::current().print(Stream::Talk, &layout::harmless(text));
}

fn about(error: &std::io::Error) -> Failure {
    Failure::new(format!("standard input: {error}"))
}
