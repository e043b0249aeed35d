//! The Markdown of our pages as HTML and as plain text: headings, paragraphs, lists, code.

use std::fmt::Write;

use super::page::escaped;

/// The deepest heading of HTML.
const DEEPEST: usize = 6;

/// A text as HTML whose headings lie so many levels deeper.
#[must_use]
pub fn html(text: &str, deeper: usize) -> String {
    let mut out = String::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        // Writing to a String cannot fail.
        if line.starts_with("```") {
            let code: Vec<&str> = lines.by_ref().take_while(|line| !line.starts_with("```")).collect();
            let _ = writeln!(out, "<pre>{}</pre>", escaped(&code.join("\n")));
        } else if line.starts_with('#') {
            let title = line.trim_start_matches('#');
            let level = (line.len() - title.len() + deeper).min(DEEPEST);
            let _ = writeln!(out, "<h{level}>{}</h{level}>", inline(title.trim()));
        } else if is_item(line) {
            let mut items = vec![line];
            while let Some(next) = lines.next_if(|line| is_item(line)) {
                items.push(next);
            }
            let items: String =
                items.iter().map(|item| format!("<li>{}</li>\n", inline(item[2..].trim()))).collect();
            let _ = writeln!(out, "<ul>\n{items}</ul>");
        } else if !line.trim().is_empty() {
            let mut paragraph = line.to_owned();
            let goes_on = |line: &&str| {
                !line.trim().is_empty()
                    && !line.starts_with('#')
                    && !line.starts_with("```")
                    && !is_item(line)
            };
            while let Some(next) = lines.next_if(goes_on) {
                paragraph.push(' ');
                paragraph.push_str(next);
            }
            let _ = writeln!(out, "<p>{}</p>", inline(&paragraph));
        }
    }
    out
}

fn is_item(line: &str) -> bool {
    line.starts_with("- ")
}

/// Code and emphasis in a line; what does not end is text.
fn inline(text: &str) -> String {
    let mut out = String::new();
    for (number, part) in parts(text, '`').into_iter().enumerate() {
        if number % 2 == 1 {
            let _ = write!(out, "<code>{}</code>", escaped(part));
            continue;
        }
        for (number, part) in parts(part, '*').into_iter().enumerate() {
            let part = escaped(part);
            out.push_str(&if number % 2 == 1 { format!("<em>{part}</em>") } else { part });
        }
    }
    out
}

/// A text cut at a sign, so that every second part lay between two of them.
fn parts(text: &str, sign: char) -> Vec<&str> {
    if text.matches(sign).count() % 2 == 1 {
        return vec![text];
    }
    text.split(sign).collect()
}

/// A paragraph without the signs of Markdown.
#[must_use]
pub fn plain(text: &str) -> String {
    let text = text.replace('\n', " ");
    let outside = |(number, part): (usize, &str)| match number % 2 {
        1 => part.to_owned(),
        _ => parts(part, '*').concat(),
    };
    parts(&text, '`').into_iter().enumerate().map(outside).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_paragraphs_lists_and_code_become_html_and_nothing_else_does() {
        let text = "## The mend\n\nOne *two*\n`a<b>` & c.\n\n- x\n- y\n\n```toml\na = \"<i>\"\n```\n";
        assert_eq!(
            html(text, 1),
            "<h3>The mend</h3>\n<p>One <em>two</em> <code>a&lt;b&gt;</code> &amp; c.</p>\n<ul>\n<li>x</li>\n<li>y</li>\n</ul>\n<pre>a = &quot;&lt;i&gt;&quot;</pre>\n"
        );
        assert_eq!(html("2 * 3 and ` alone", 0), "<p>2 * 3 and ` alone</p>\n");
        assert_eq!(plain("the *Counters* of\n`a*b*c`"), "the Counters of a*b*c");
    }
}
