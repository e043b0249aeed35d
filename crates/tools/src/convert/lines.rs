//! The command text of a save as lines: one command each, indented by its depth, and back.
//!
//! Control characters are written as their Unicode pictures (a tab is `␉`), so that a line stays a line and
//! nothing is invisible; where the text itself has such a picture, `␦` goes before it.
//! A command without text of its own is the line `␥`.
//! The indentation is made of real tabs, which no command can begin with.

use vassal::format::command::Command;

/// Goes before a picture that stands for itself.
const LITERAL: char = '\u{2426}';
/// A command without text of its own.
const EMPTY: char = '\u{2425}';
const PICTURES: std::ops::RangeInclusive<char> = '\u{2400}'..='\u{2426}';
const DELETE: char = '\u{7f}';
const DELETE_PICTURE: char = '\u{2421}';

/// A line that cannot be read back.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LinesError {
    /// The indentation jumps.
    #[error("line {line} is indented by {found} tabs, expected 1 to {most}")]
    Indentation {
        /// Line number, from 1.
        line: usize,
        /// Tabs found.
        found: usize,
        /// Most tabs possible below the line before.
        most: usize,
    },
    /// More than one command at the left margin.
    #[error("line {line} is not indented, expected at least 1 tab: only the first command is not indented")]
    SecondRoot {
        /// Line number, from 1.
        line: usize,
    },
    /// A picture of no control character.
    #[error("line {line} has {found:?}, expected the picture of a control character or ␦ before it")]
    Picture {
        /// Line number, from 1.
        line: usize,
        /// What stands there.
        found: char,
    },
    /// No line at all.
    #[error("the text has no command, expected at least one line")]
    Nothing,
}

/// The command tree as lines, each ended by a newline.
pub fn write(root: &Command) -> String {
    let mut out = String::new();
    let mut open = vec![(root, 0)];
    while let Some((command, depth)) = open.pop() {
        out.extend(std::iter::repeat_n('\t', depth));
        push_escaped(&mut out, command.own());
        out.push('\n');
        open.extend(command.children().iter().rev().map(|child| (child, depth + 1)));
    }
    out
}

fn push_escaped(out: &mut String, text: &str) {
    if text.is_empty() {
        out.push(EMPTY);
    }
    for c in text.chars() {
        match c {
            '\0'..='\u{1f}' => out.push(char::from_u32(0x2400 + u32::from(c)).unwrap_or(c)),
            DELETE => out.push(DELETE_PICTURE),
            c if PICTURES.contains(&c) => out.extend([LITERAL, c]),
            c => out.push(c),
        }
    }
}

/// Reads lines back into the command tree; line ends of any system and blank lines at the end are accepted.
///
/// # Errors
/// Indentation or pictures that [`write()`] never makes, with the line.
pub fn read(text: &str) -> Result<Command, LinesError> {
    // The path from the root to the command read last, each with the children read so far.
    let mut path: Vec<(String, Vec<Command>)> = Vec::new();
    for (index, line) in text.split('\n').enumerate() {
        let line = line.strip_suffix('\r').unwrap_or(line);
        if line.is_empty() {
            continue;
        }
        let number = index + 1;
        let own = line.trim_start_matches('\t');
        let depth = line.len() - own.len();
        if depth == 0 && !path.is_empty() {
            return Err(LinesError::SecondRoot { line: number });
        }
        if depth > path.len() {
            return Err(LinesError::Indentation { line: number, found: depth, most: path.len() });
        }
        while path.len() > depth {
            close(&mut path);
        }
        path.push((unescaped(own, number)?, Vec::new()));
    }
    while path.len() > 1 {
        close(&mut path);
    }
    let (own, children) = path.pop().ok_or(LinesError::Nothing)?;
    Ok(Command::group(own, children))
}

/// Hangs the last command of the path below the one before it.
fn close(path: &mut Vec<(String, Vec<Command>)>) {
    if let Some((own, children)) = path.pop()
        && let Some((_, siblings)) = path.last_mut()
    {
        siblings.push(Command::group(own, children));
    }
}

fn unescaped(line: &str, number: usize) -> Result<String, LinesError> {
    if line.chars().eq([EMPTY]) {
        return Ok(String::new());
    }
    let mut out = String::with_capacity(line.len());
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        out.push(match c {
            LITERAL => match chars.next() {
                Some(c) if PICTURES.contains(&c) => c,
                other => return Err(LinesError::Picture { line: number, found: other.unwrap_or(LITERAL) }),
            },
            DELETE_PICTURE => DELETE,
            '\u{2400}'..='\u{241f}' => char::from_u32(u32::from(c) - 0x2400).unwrap_or(c),
            c if PICTURES.contains(&c) => return Err(LinesError::Picture { line: number, found: c }),
            c => c,
        });
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(text: &str) -> Command {
        Command::parse(text.to_owned(), 50).unwrap()
    }

    #[test]
    fn a_save_reads_as_one_line_per_command() {
        let save = "begin_save\u{1b}\u{1b}\\\u{1b}+/1/mark;A\tpiece;;;a.png;a/x\t\u{1b}end_save";
        let lines = write(&tree(save));
        assert_eq!(lines, "begin_save\n\t␥\n\t␥\n\t\t+/1/mark;A␉piece;;;a.png;a/x␉\n\tend_save\n");
        assert_eq!(read(&lines).unwrap().to_text().unwrap(), save);
    }

    #[test]
    fn control_characters_and_their_pictures_survive() {
        let text = "CHAT a\nb\r␉␦\u{7f}␥ \u{0}";
        let lines = write(&tree(text));
        assert_eq!(lines.lines().count(), 1);
        assert_eq!(read(&lines).unwrap().own(), text);
        assert_eq!(read(&lines.replace('\n', "\r\n")).unwrap().own(), text);
    }

    #[test]
    fn faults_name_their_line() {
        assert_eq!(read("a\n\t\t\tb"), Err(LinesError::Indentation { line: 2, found: 3, most: 1 }));
        assert_eq!(read("a\nb"), Err(LinesError::SecondRoot { line: 2 }));
        assert_eq!(read("a\n\tb␤"), Err(LinesError::Picture { line: 2, found: '␤' }));
        assert_eq!(read("\n"), Err(LinesError::Nothing));
    }
}
