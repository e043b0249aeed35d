//! Patterns for texts: those of Java as far as they mean the same here.

use regex::{Regex, RegexBuilder};

/// A pattern that is met by a whole text.
pub(super) fn whole(pattern: &str) -> Option<Regex> {
    made(&format!(r"\A(?:{})\z", translated(pattern)?))
}

/// A pattern that is looked for in a text.
pub(super) fn anywhere(pattern: &str) -> Option<Regex> {
    made(&translated(pattern)?)
}

fn made(pattern: &str) -> Option<Regex> {
    RegexBuilder::new(pattern).size_limit(1 << 18).build().ok()
}

/// A pattern of Java in our words; none where we are not sure.
fn translated(pattern: &str) -> Option<String> {
    let mut out = String::with_capacity(pattern.len());
    let mut letters = pattern.chars().peekable();
    let mut in_class = false;
    while let Some(c) = letters.next() {
        match (c, in_class) {
            ('\\', _) => out.push_str(&escaped(letters.next()?, in_class)?),
            // Classes within classes, what they share, and what our own language takes from them.
            ('[', true) | ('&' | '~', true) => return None,
            ('[', false) => {
                in_class = true;
                out.push('[');
                if letters.next_if_eq(&'^').is_some() {
                    out.push('^');
                }
                // A bracket here begins nothing that both read in the same way.
                if letters.peek() == Some(&']') {
                    return None;
                }
            }
            (']', true) => {
                in_class = false;
                out.push(']');
            }
            (']' | '}', false) => return None,
            ('-', true) if letters.peek() == Some(&'-') => return None,
            // Look-around, named groups and flags.
            ('(', false) if letters.peek() == Some(&'?') => {
                letters.next();
                letters.next_if_eq(&':')?;
                out.push_str("(?:");
            }
            // Java stops at more ends of lines.
            ('.', false) => out.push_str(r"[^\n\r\u{85}\u{2028}\u{2029}]"),
            ('*' | '+' | '?', false) => {
                out.push(c);
                // A second plus sign keeps Java from going back.
                if letters.peek() == Some(&'+') {
                    return None;
                }
            }
            ('{', false) => {
                let inner: String =
                    std::iter::from_fn(|| letters.next_if(|c| c.is_ascii_digit() || *c == ',')).collect();
                letters.next_if_eq(&'}')?;
                if letters.peek() == Some(&'+') || !inner.starts_with(|c: char| c.is_ascii_digit()) {
                    return None;
                }
                out.push_str(&format!("{{{inner}}}"));
            }
            (c, _) => out.push(c),
        }
    }
    (!in_class).then_some(out)
}

/// What a backslash and a letter mean.
fn escaped(letter: char, in_class: bool) -> Option<String> {
    let class = match letter {
        'd' => "0-9",
        'w' => "a-zA-Z_0-9",
        's' => r" \t\n\x0B\f\r",
        'D' if !in_class => "^0-9",
        'W' if !in_class => "^a-zA-Z_0-9",
        'S' if !in_class => r"^ \t\n\x0B\f\r",
        't' | 'n' | 'r' | 'f' => return Some(format!("\\{letter}")),
        c if c.is_alphanumeric() || !c.is_ascii() => return None,
        c => return Some(regex::escape(&c.to_string())),
    };
    Some(if in_class { class.to_owned() } else { format!("[{class}]") })
}
