//! A chart for players: tables with headings on a sheet of the map's paper, in as many columns as a window shows.

use std::fmt::Write;

use super::display::{INK, LIGHT_PAPER, SEA, WATER, opened, sheet};
use super::lettering::Hand;
use super::template::escaped;

/// A chart.
#[derive(Clone, Debug)]
pub struct Chart {
    /// Its tables in reading order: down the first column, then down the next.
    pub tables: Vec<Table>,
    /// The sheet is at least so many pixels wide.
    pub at_least: u32,
}

/// A table of a chart.
#[derive(Clone, Debug, Default)]
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
    /// Colours behind cells: the text of a cell and the colour.
    pub tints: Vec<[String; 2]>,
    /// The text of an SVG beside its heading; may be empty.
    pub symbol: String,
}

const MARGIN: f32 = 30.0;
const TITLE: f32 = 23.0;
const TEXT: f32 = 17.0;
const NOTE: f32 = 16.0;
const LINE: f32 = 20.0;
const PADDING: f32 = 8.0;
const GAP: f32 = 26.0;
/// Between two columns of tables.
const GUTTER: f32 = 34.0;
/// Cells are broken into lines of about this many pixels: the first that makes the lowest sheet.
const WIDEST_CELLS: [f32; 3] = [330.0, 250.0, 190.0];
/// Heads of narrow columns are broken into lines, too, between words.
const WIDEST_HEAD: f32 = 78.0;
/// Tables stand beside each other up to this width: what a screen of 1280 pixels shows.
const WIDEST: f32 = 1236.0;
/// A symbol beside a heading, with the room to it.
const SYMBOL: f32 = 46.0;
/// Tables stand beside each other in no more columns.
const MOST_COLUMNS: usize = 3;
/// More tables than this stand below each other, since every way to part them is tried.
const MOST_PARTED: usize = 16;

/// A table with its cells broken into lines and its columns measured.
struct Laid<'a> {
    table: &'a Table,
    head: Vec<Vec<String>>,
    rows: Vec<Vec<Vec<String>>>,
    notes: Vec<String>,
    widths: Vec<f32>,
}

/// Tables below each other.
type Column<'c, 'a> = &'c [Laid<'a>];

impl Chart {
    /// Its size in pixels.
    pub fn size(&self) -> (u32, u32) {
        let laid = self.laid();
        self.sheet_of(&parted(&laid))
    }

    fn sheet_of(&self, columns: &[Column]) -> (u32, u32) {
        let (width, height) = size_of(columns);
        (width.max(self.at_least), height)
    }

    fn laid(&self) -> Vec<Laid<'_>> {
        let with = |widest: f32| self.tables.iter().map(|table| Laid::new(table, widest)).collect::<Vec<_>>();
        let [wide, narrower @ ..] = WIDEST_CELLS;
        let height = |laid: &[Laid<'_>]| size_of(&parted(laid)).1;
        narrower
            .map(with)
            .into_iter()
            .fold(with(wide), |best, laid| if height(&laid) < height(&best) { laid } else { best })
    }

    /// The chart as SVG.
    pub fn svg(&self) -> String {
        let laid = self.laid();
        let columns = parted(&laid);
        let (width, height) = self.sheet_of(&columns);
        let mut svg = format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">
"##
        );
        sheet(width as f32, height as f32, &mut svg);
        let mut left = MARGIN;
        for column in columns {
            let mut top = MARGIN;
            for table in column {
                table.draw((left, top), &mut svg);
                top += table.height() + GAP;
            }
            left += width_of(column) + GUTTER;
        }
        svg.push_str("</svg>\n");
        svg
    }
}

fn width_of(column: Column) -> f32 {
    column.iter().map(Laid::width).fold(0.0, f32::max)
}

fn height_of(column: Column) -> f32 {
    column.iter().map(|table| table.height() + GAP).sum::<f32>() - GAP
}

fn size_of(columns: &[Column]) -> (u32, u32) {
    let width = columns.iter().map(|column| width_of(column) + GUTTER).sum::<f32>() - GUTTER;
    let height = columns.iter().map(|column| height_of(column)).fold(0.0, f32::max);
    let round = |length: f32| (length + 2.0 * MARGIN).max(1.0).ceil() as u32;
    (round(width), round(height))
}

/// The tables in the columns that make the lowest sheet which is not too wide; in fewer where that is as low.
fn parted<'c, 'a>(laid: &'c [Laid<'a>]) -> Vec<Column<'c, 'a>> {
    let mut best = vec![laid];
    if laid.len() > MOST_PARTED {
        return best;
    }
    for first in 1..laid.len() {
        let two = vec![&laid[..first], &laid[first..]];
        let three =
            (first + 1..laid.len()).map(|second| vec![&laid[..first], &laid[first..second], &laid[second..]]);
        for columns in std::iter::once(two).chain(three) {
            let ((width, height), lowest) = (size_of(&columns), size_of(&best).1);
            if columns.len() <= MOST_COLUMNS && width as f32 <= WIDEST && height < lowest {
                best = columns;
            }
        }
    }
    best
}

impl<'a> Laid<'a> {
    fn new(table: &'a Table, widest_cell: f32) -> Self {
        let columns = table.rows.iter().map(Vec::len).max().unwrap_or(0).max(table.head.len());
        let cell = |row: &Vec<String>, column: usize, hand: Hand, widest: f32| {
            let text = row.get(column).map_or("", String::as_str);
            let longest = text.split_whitespace().map(|word| hand.width(word, TEXT)).fold(widest, f32::max);
            hand.broken(if text.is_empty() { "–" } else { text }, TEXT, longest.min(WIDEST))
        };
        let hand = |column: usize| if column == 0 { Hand::Bold } else { Hand::Plain };
        let broken = |row| (0..columns).map(|column| cell(row, column, hand(column), widest_cell)).collect();
        let rows: Vec<Vec<_>> = table.rows.iter().map(broken).collect();
        let widest = |hand: Hand, lines: &mut dyn Iterator<Item = &String>| {
            lines.map(|line| hand.width(line, TEXT)).fold(26.0, f32::max)
        };
        let cells = |column: usize| {
            widest(hand(column), &mut rows.iter().flat_map(|row: &Vec<Vec<String>>| &row[column]))
        };
        let mut widths: Vec<f32> = (0..columns).map(cells).collect();
        // A head has the width of its column.
        let head: Vec<_> = widths
            .iter()
            .enumerate()
            .map(|(column, width)| cell(&table.head, column, Hand::Bold, width.max(WIDEST_HEAD)))
            .collect();
        for (width, lines) in widths.iter_mut().zip(&head) {
            *width = width.max(widest(Hand::Bold, &mut lines.iter())) + 2.0 * PADDING;
        }
        let own: f32 = widths.iter().sum();
        let heading = heading_width(table);
        // A table is as wide as its heading.
        if let Some(last) = widths.last_mut().filter(|_| heading > own) {
            *last += heading - own;
        }
        let wide = own.max(heading).max(widest_cell);
        let notes = table.notes.iter().flat_map(|note| Hand::Water.broken(note, NOTE, wide)).collect();
        Laid { table, head, rows, notes, widths }
    }

    fn width(&self) -> f32 {
        let notes = self.notes.iter().map(|note| Hand::Water.width(note, NOTE));
        notes.fold(self.widths.iter().sum::<f32>().max(heading_width(self.table)), f32::max)
    }

    fn height(&self) -> f32 {
        let rows: f32 = std::iter::once(&self.head).chain(&self.rows).map(|row| tall(row)).sum();
        TITLE + 12.0 + rows + self.notes.len() as f32 * LINE + 6.0
    }

    fn draw(&self, (left, top): (f32, f32), svg: &mut String) {
        let wide: f32 = self.widths.iter().sum();
        self.draw_heading((left, top + TITLE - 3.0), svg);
        let mut y = top + TITLE + 8.0;
        let first = y;
        for (index, row) in std::iter::once(&self.head).chain(&self.rows).enumerate() {
            let height = tall(row);
            let fill = match index {
                0 => SEA,
                index if index % 2 == 0 => "#f3ecd6",
                _ => LIGHT_PAPER,
            };
            // Writing to a String cannot fail.
            let _ =
                writeln!(svg, r#"<rect x="{left}" y="{y}" width="{wide}" height="{height}" fill="{fill}"/>"#);
            self.draw_row(index, row, (left, y), svg);
            y += height;
        }
        let _ = writeln!(
            svg,
            r##"<rect x="{left}" y="{first}" width="{wide}" height="{}" fill="none" stroke="#8d7f66" stroke-width="1.4"/>"##,
            y - first
        );
        for note in &self.notes {
            let _ = writeln!(
                svg,
                r#"<text x="{left}" y="{}" {} font-size="{NOTE}" fill="{INK}">{}</text>"#,
                y + LINE - 3.0,
                Hand::Water.svg(),
                escaped(note)
            );
            y += LINE;
        }
    }

    fn draw_heading(&self, (left, base): (f32, f32), svg: &mut String) {
        let Table { title, rule, symbol, .. } = self.table;
        let mut x = left;
        if let Some((viewed, inner)) = opened(symbol) {
            let _ = writeln!(
                svg,
                r#"<svg x="{x}" y="{}" width="{}" height="26" viewBox="{viewed}" color="{SEA}">{inner}</svg>"#,
                base - 21.0,
                SYMBOL - 8.0
            );
            x += SYMBOL;
        }
        let _ = writeln!(
            svg,
            r#"<text x="{x}" y="{base}" {} font-size="{TITLE}" fill="{INK}">{}</text>"#,
            Hand::Bold.svg(),
            escaped(title)
        );
        let _ = writeln!(
            svg,
            r#"<text x="{}" y="{base}" {} font-size="{NOTE}" fill="{WATER}">{}</text>"#,
            x + Hand::Bold.width(title, TITLE) + 12.0,
            Hand::Water.svg(),
            escaped(rule)
        );
    }

    fn draw_row(&self, index: usize, row: &[Vec<String>], (left, y): (f32, f32), svg: &mut String) {
        let mut x = left;
        for (column, (lines, width)) in row.iter().zip(&self.widths).enumerate() {
            let height = tall(row);
            if let Some(tint) =
                lines.first().filter(|_| index > 0 && column > 0).and_then(|text| self.tint(text))
            {
                let _ = writeln!(
                    svg,
                    r#"<rect x="{}" y="{}" width="{}" height="{}" rx="3" fill="{tint}"/>"#,
                    x + 1.5,
                    y + 1.5,
                    width - 3.0,
                    height - 3.0
                );
            }
            // The first column names the row; short cells of the others stand in the middle.
            let middle = column > 0 && self.is_short(column);
            let (at, anchor) = if middle { (x + width / 2.0, "middle") } else { (x + PADDING, "start") };
            let hand = if index == 0 || column == 0 { Hand::Bold } else { Hand::Plain };
            let ink = if index == 0 { "#f6efdc" } else { INK };
            let first = y + (height - lines.len() as f32 * LINE) / 2.0 + 15.5;
            for (number, line) in lines.iter().enumerate() {
                let _ = writeln!(
                    svg,
                    r##"<text x="{at}" y="{}" {} font-size="{TEXT}" text-anchor="{anchor}" fill="{ink}">{}</text>"##,
                    first + number as f32 * LINE,
                    hand.svg(),
                    escaped(line)
                );
            }
            x += width;
        }
    }

    fn tint(&self, text: &str) -> Option<&str> {
        self.table.tints.iter().find(|[cell, _]| text == cell).map(|[_, tint]| tint.as_str())
    }

    fn is_short(&self, column: usize) -> bool {
        self.rows.iter().flat_map(|row| &row[column]).all(|line| line.chars().count() <= 14)
    }
}

fn heading_width(table: &Table) -> f32 {
    let symbol = if table.symbol.is_empty() { 0.0 } else { SYMBOL };
    symbol + Hand::Bold.width(&table.title, TITLE) + 12.0 + Hand::Water.width(&table.rule, NOTE)
}

fn tall(row: &[Vec<String>]) -> f32 {
    row.iter().map(Vec::len).max().unwrap_or(1) as f32 * LINE + 7.0
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
            tints: vec![["D1x".into(), "#aabbcc".into()]],
            ..Table::default()
        }
    }

    #[test]
    fn a_chart_grows_with_its_rows_and_has_tables_beside_each_other() {
        let one = Chart { tables: vec![table(3)], at_least: 0 };
        let more = Chart { tables: vec![table(9)], at_least: 0 };
        let two = Chart { tables: vec![table(3), table(3)], at_least: 0 };
        assert!(more.size().1 > one.size().1);
        assert_eq!(two.size().1, one.size().1);
        assert!(two.size().0 > one.size().0);
        assert_eq!(Chart { at_least: 900, ..one.clone() }.size(), (900, one.size().1));
        let many = Chart { tables: (0..40).map(|_| table(3)).collect(), at_least: 0 };
        assert_eq!(many.size().0, one.size().0);
    }

    #[test]
    fn tables_that_are_too_wide_together_stand_below_each_other() {
        let wide = Table { head: (0..12).map(|n| format!("column{n}")).collect(), ..table(2) };
        let one = Chart { tables: vec![wide.clone()], at_least: 0 };
        let two = Chart { tables: vec![wide.clone(), wide], at_least: 0 };
        assert_eq!(two.size().0, one.size().0);
        assert!(two.size().1 > one.size().1);
    }

    #[test]
    fn no_word_is_broken_and_long_cells_make_room_for_a_table_beside_them() {
        let head = Table { head: vec!["roll".into(), "interception breakthrough".into()], ..table(2) };
        let svg = Chart { tables: vec![head], at_least: 0 }.svg();
        assert!(svg.contains(">interception<") && svg.contains(">breakthrough<"), "{svg}");
        let long = "Half of the ships of the side that has more of them are of a later year than the others";
        let told = Table { rows: vec![vec![long.into(), long.into()]; 8], ..table(0) };
        let one = Chart { tables: vec![told.clone()], at_least: 0 };
        let two = Chart { tables: vec![told.clone(), told], at_least: 0 };
        assert!(two.size().0 as f32 <= WIDEST + 2.0 * MARGIN, "{:?}", two.size());
        assert!(two.size().1 < 2 * one.size().1, "{:?} {:?}", two.size(), one.size());
    }

    #[test]
    fn every_cell_is_drawn_with_its_signs_escaped_and_its_colour() {
        let svg = Chart { tables: vec![table(2)], at_least: 0 }.svg();
        assert!(svg.contains("&amp; more") && svg.matches("D1x").count() == 2);
        assert_eq!(svg.matches("#aabbcc").count(), 2);
    }

    #[test]
    fn an_empty_table_has_a_size() {
        let table = Table { head: vec![], rows: vec![], ..table(0) };
        let (width, height) = Chart { tables: vec![table], at_least: 0 }.size();
        assert!(width > 0 && height > 0);
        assert!(Chart { tables: vec![], at_least: 0 }.svg().contains("<svg"));
    }
}
