//! A self-contained HTML page: text, tables, transcripts and pictures in one file, readable without a network.

use std::fmt::Write;

use base64::Engine;

use crate::shipped;

/// A page under construction.
#[derive(Debug, Default)]
pub struct Page {
    title: String,
    lead: String,
    body: String,
}

impl Page {
    /// An empty page with a title and one paragraph that says what it shows.
    pub fn new(title: &str, lead: &str) -> Self {
        Page { title: title.to_owned(), lead: lead.to_owned(), body: String::new() }
    }

    /// Begins a section.
    pub fn section(&mut self, title: &str) {
        self.add(&format!("<h2>{}</h2>\n", escaped(title)));
    }

    /// A paragraph of plain text.
    pub fn text(&mut self, text: &str) {
        self.add(&format!("<p>{}</p>\n", escaped(text)));
    }

    /// What a terminal showed.
    pub fn transcript(&mut self, command: &str, output: &str) {
        self.add(&format!("<pre><b>$ {}</b>\n{}</pre>\n", escaped(command), escaped(output.trim_end())));
    }

    /// A table with a header row; every row has as many cells as the header.
    pub fn table(&mut self, header: &[&str], rows: &[Vec<String>]) {
        let mut html = String::from("<div class=\"scroll\"><table><thead><tr>");
        for cell in header {
            let _ = write!(html, "<th>{}</th>", escaped(cell));
        }
        html.push_str("</tr></thead><tbody>\n");
        for row in rows {
            html.push_str("<tr>");
            for (cell, head) in row.iter().zip(header.iter().chain(std::iter::repeat(&""))) {
                // On a narrow screen a cell stands below its head.
                let _ = write!(html, "<td data-head=\"{}\">{}</td>", escaped(head), escaped(cell));
            }
            html.push_str("</tr>\n");
        }
        html.push_str("</tbody></table></div>\n");
        self.add(&html);
    }

    /// A PNG picture with writing in it, which a small screen shows as wide as it must be to be read.
    pub fn chart(&mut self, png: &[u8], caption: &str) {
        self.add("<div class=\"wide\">\n");
        self.picture(png, caption);
        self.add("</div>\n");
    }

    /// A PNG picture with the words that describe it.
    pub fn picture(&mut self, png: &[u8], caption: &str) {
        self.image("image/png", png, caption);
    }

    /// A picture of any kind that browsers show, by its media type, with the words that describe it.
    pub fn image(&mut self, media: &str, bytes: &[u8], caption: &str) {
        let data = base64::engine::general_purpose::STANDARD.encode(bytes);
        self.add(&format!(
            "<figure><img alt=\"{0}\" src=\"data:{1};base64,{data}\"><figcaption>{0}</figcaption></figure>\n",
            escaped(caption),
            escaped(media)
        ));
    }

    /// What stands beside each other, for before and after.
    pub fn beside(&mut self, add: impl FnOnce(&mut Self)) {
        self.add("<div class=\"pair\">\n");
        add(self);
        self.add("</div>\n");
    }

    /// A list of plain texts.
    pub fn list(&mut self, items: &[String]) {
        let mut html = String::from("<ul>\n");
        for item in items {
            let _ = writeln!(html, "<li>{}</li>", escaped(item));
        }
        html.push_str("</ul>\n");
        self.add(&html);
    }

    /// Two pictures beside each other, for before and after.
    pub fn pair(&mut self, left: (&[u8], &str), right: (&[u8], &str)) {
        self.beside(|page| {
            page.picture(left.0, left.1);
            page.picture(right.0, right.1);
        });
    }

    /// A list of files that lie beside the page.
    pub fn files(&mut self, files: &[(String, String)]) {
        let mut html = String::from("<ul>\n");
        for (name, what) in files {
            let _ = writeln!(html, "<li><a href=\"{0}\">{0}</a>: {1}</li>", escaped(name), escaped(what));
        }
        html.push_str("</ul>\n");
        self.add(&html);
    }

    /// What is read when somebody asks for it: a line, and the HTML behind it.
    pub fn details(&mut self, summary: &str, html: &str) {
        self.add(&format!("<details><summary>{}</summary>\n{html}</details>\n", escaped(summary)));
    }

    /// All of another page as a part of this one.
    pub fn chapter(&mut self, other: &Self) {
        self.section(&other.title);
        self.text(&other.lead);
        self.add(&other.body);
    }

    /// HTML in which all that came from others is escaped.
    pub(super) fn add(&mut self, html: &str) {
        self.body.push_str(html);
    }

    /// The whole page.
    pub fn html(&self) -> String {
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{0}</title>\n<style>\n{3}</style>\n</head>\n<body>\n<main>\n<h1>{0}</h1>\n<p class=\"lead\">{1}</p>\n{2}</main>\n</body>\n</html>\n",
            escaped(&self.title),
            escaped(&self.lead),
            self.body,
            shipped::text("templates/page.css").unwrap_or_default()
        )
    }
}

/// Text that is safe between tags and in attributes.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_pieces_cannot_break_out_of_the_page() {
        let mut page = Page::new("<script>", "a & b");
        page.table(&["name"], &[vec!["\"><img src=x onerror=alert(1)>".into()]]);
        let html = page.html();
        assert!(!html.contains("<script>") && !html.contains("<img src=x"));
        assert!(html.contains("a &amp; b"));
    }

    #[test]
    fn a_row_that_is_longer_than_its_header_keeps_all_of_its_cells() {
        let mut page = Page::new("Tour", "");
        page.table(&["name"], &[vec!["one".into(), "two".into()]]);
        assert!(page.html().contains("<td data-head=\"name\">one</td><td data-head=\"\">two</td>"));
    }

    #[test]
    fn the_page_needs_nothing_from_elsewhere() {
        let mut page = Page::new("Tour", "all of it once");
        page.picture(b"png", "a picture");
        assert!(!page.html().contains("http"));
    }
}
