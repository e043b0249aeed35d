//! A chart for players: tables with headings, drawn one below the other.

use std::fmt::Write;

use super::fonts::text_width;
use super::template::escaped;

/// A chart.
#[derive(Clone, Debug)]
pub struct Chart {
    /// Its tables from top to bottom.
    pub tables: Vec<Table>,
}

/// A table of a chart.
#[derive(Clone, Debug)]
pub struct Table {
    /// Its heading.
    pub title: String,
    /// The paragraphs it comes from.
    pub rule: String,
    /// The heads of the columns.
    pub head: Vec<String>,
    /// The rows; a short row ends in empty cells.
    pub rows: Vec<Vec<String>>,
    /// Lines below it.
    pub notes: Vec<String>,
}

const MARGIN: f32 = 22.0;
const TITLE: f32 = 22.0;
const TEXT: f32 = 16.0;
const NOTE: f32 = 14.0;
const LINE: f32 = 20.0;
const PADDING: f32 = 10.0;
const GAP: f32 = 26.0;
/// Cells are broken into lines of about this many pixels.
const WIDEST_CELL: f32 = 430.0;
/// Heads of narrow columns are broken into lines, too.
const WIDEST_HEAD: f32 = 130.0;

/// A table with its cells broken into lines and its columns measured.
struct Laid<'a> {
    table: &'a Table,
    head: Vec<Vec<String>>,
    rows: Vec<Vec<Vec<String>>>,
    widths: Vec<f32>,
}

impl Chart {
    /// Its size in pixels.
    pub fn size(&self) -> (u32, u32) {
        let laid: Vec<Laid<'_>> = self.tables.iter().map(Laid::new).collect();
        let width = laid.iter().map(Laid::width).fold(0.0, f32::max) + 2.0 * MARGIN;
        let height = laid.iter().map(|table| table.height() + GAP).sum::<f32>() - GAP + 2.0 * MARGIN;
        (width.ceil() as u32, height.max(1.0).ceil() as u32)
    }

    /// The chart as SVG.
    pub fn svg(&self) -> String {
        let (width, height) = self.size();
        let mut svg = format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" font-family="DejaVu Sans Condensed">
<rect width="{width}" height="{height}" fill="#f4efe2"/>
"##
        );
        let mut top = MARGIN;
        for table in self.tables.iter().map(Laid::new) {
            table.draw(top, &mut svg);
            top += table.height() + GAP;
        }
        svg.push_str("</svg>\n");
        svg
    }
}

impl<'a> Laid<'a> {
    fn new(table: &'a Table) -> Self {
        let columns = table.rows.iter().map(Vec::len).max().unwrap_or(0).max(table.head.len());
        let cell = |row: &Vec<String>, column: usize, widest: f32| {
            let text = row.get(column).map_or("", String::as_str);
            broken(if text.is_empty() { "–" } else { text }, widest)
        };
        let head: Vec<_> = (0..columns).map(|column| cell(&table.head, column, WIDEST_HEAD)).collect();
        let rows: Vec<Vec<_>> = table
            .rows
            .iter()
            .map(|row| (0..columns).map(|column| cell(row, column, WIDEST_CELL)).collect())
            .collect();
        let widths = (0..columns)
            .map(|column| {
                let heads = head[column].iter().map(|line| text_width(line, TEXT));
                let cells = rows.iter().flat_map(|row: &Vec<Vec<String>>| &row[column]);
                heads.chain(cells.map(|line| text_width(line, TEXT))).fold(34.0, f32::max) + 2.0 * PADDING
            })
            .collect();
        Laid { table, head, rows, widths }
    }

    fn width(&self) -> f32 {
        let rule = text_width(&self.table.rule, NOTE) + 16.0;
        let title = text_width(&self.table.title, TITLE) + rule;
        let notes = self.table.notes.iter().map(|note| text_width(note, NOTE));
        notes.chain([title]).fold(self.widths.iter().sum(), f32::max)
    }

    fn height(&self) -> f32 {
        let rows: f32 = std::iter::once(&self.head).chain(&self.rows).map(|row| tall(row)).sum();
        TITLE + 12.0 + rows + self.table.notes.len() as f32 * LINE + 6.0
    }

    fn draw(&self, top: f32, svg: &mut String) {
        let wide: f32 = self.widths.iter().sum();
        let after = MARGIN + text_width(&self.table.title, TITLE) + 16.0;
        // Writing to a String cannot fail.
        let _ = write!(
            svg,
            r##"<text x="{MARGIN}" y="{0}" font-size="{TITLE}" font-weight="bold" fill="#2b3a42">{1}</text>
<text x="{after}" y="{0}" font-size="{NOTE}" fill="#6a6252">{2}</text>
"##,
            top + TITLE - 3.0,
            escaped(&self.table.title),
            escaped(&self.table.rule)
        );
        let mut y = top + TITLE + 8.0;
        for (index, row) in std::iter::once(&self.head).chain(&self.rows).enumerate() {
            let height = tall(row);
            let fill = if index == 0 {
                "#2b3a42"
            } else if index % 2 == 0 {
                "#e6dfcc"
            } else {
                "#fbf8f0"
            };
            let _ = writeln!(
                svg,
                r##"<rect x="{MARGIN}" y="{y}" width="{wide}" height="{height}" fill="{fill}" stroke="#b9b09a"/>"##
            );
            self.draw_row(index, row, y, svg);
            y += height;
        }
        for note in &self.table.notes {
            let _ = writeln!(
                svg,
                r##"<text x="{MARGIN}" y="{}" font-size="{NOTE}" fill="#4a4438">{}</text>"##,
                y + LINE - 4.0,
                escaped(note)
            );
            y += LINE;
        }
    }

    fn draw_row(&self, index: usize, row: &[Vec<String>], y: f32, svg: &mut String) {
        let mut x = MARGIN;
        for (column, (lines, width)) in row.iter().zip(&self.widths).enumerate() {
            // The first column names the row; short cells of the others stand in the middle.
            let middle = column > 0 && (index == 0 || self.is_short(column));
            let (at, anchor) = if middle { (x + width / 2.0, "middle") } else { (x + PADDING, "start") };
            let weight = if index == 0 || column == 0 { "bold" } else { "normal" };
            let ink = if index == 0 { "#f4efe2" } else { "#1d1a14" };
            let first = y + (tall(row) - lines.len() as f32 * LINE) / 2.0 + 15.0;
            for (number, line) in lines.iter().enumerate() {
                let _ = writeln!(
                    svg,
                    r##"<text x="{at}" y="{}" font-size="{TEXT}" font-weight="{weight}" text-anchor="{anchor}" fill="{ink}">{}</text>"##,
                    first + number as f32 * LINE,
                    escaped(line)
                );
            }
            x += width;
        }
    }

    fn is_short(&self, column: usize) -> bool {
        self.rows.iter().flat_map(|row| &row[column]).all(|line| line.chars().count() <= 14)
    }
}

fn tall(row: &[Vec<String>]) -> f32 {
    row.iter().map(Vec::len).max().unwrap_or(1) as f32 * LINE + 8.0
}

/// A text in lines that are no wider, broken at its own line ends and between words.
fn broken(text: &str, widest: f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in text.lines() {
        let mut fresh = true;
        for word in part.split_whitespace() {
            match lines.last_mut() {
                Some(line) if !fresh && text_width(&format!("{line} {word}"), TEXT) <= widest => {
                    line.push(' ');
                    line.push_str(word);
                }
                _ => lines.push(word.to_owned()),
            }
            fresh = false;
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(rows: usize) -> Table {
        Table {
            title: "Land combat".into(),
            rule: "3.14".into(),
            head: vec!["roll".into(), "1-2 & more".into()],
            rows: (0..rows).map(|row| vec![row.to_string(), "D1x".into()]).collect(),
            notes: vec![],
        }
    }

    #[test]
    fn a_chart_grows_with_its_rows_and_tables() {
        let one = Chart { tables: vec![table(3)] };
        let more = Chart { tables: vec![table(9)] };
        let two = Chart { tables: vec![table(3), table(3)] };
        assert!(more.size().1 > one.size().1);
        assert!(two.size().1 > one.size().1);
        assert_eq!(two.size().0, one.size().0);
    }

    #[test]
    fn every_cell_is_drawn_with_its_signs_escaped() {
        let svg = Chart { tables: vec![table(2)] }.svg();
        assert!(svg.contains("1-2 &amp; more") && svg.matches("D1x").count() == 2);
    }

    #[test]
    fn long_cells_are_broken_and_no_word_is_lost() {
        let long = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen";
        let lines = broken(long, 120.0);
        assert!(lines.len() > 2);
        assert_eq!(lines.join(" "), long);
        assert_eq!(broken("one two\nthree", 400.0), ["one two", "three"]);
    }

    #[test]
    fn an_empty_table_has_a_size() {
        let table = Table { head: vec![], rows: vec![], ..table(0) };
        let (width, height) = Chart { tables: vec![table] }.size();
        assert!(width > 0 && height > 0);
    }
}
