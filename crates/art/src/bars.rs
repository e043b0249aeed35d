//! Horizontal bars with an axis in per cent, in panels one below the other.

use std::fmt::Write;

use super::lettering::Hand;
use super::template::escaped;

/// A chart of bars.
#[derive(Clone, Debug, Default)]
pub struct BarChart {
    /// Its title.
    pub title: String,
    /// Lines below the title.
    pub notes: Vec<String>,
    /// Its panels from top to bottom.
    pub panels: Vec<BarPanel>,
}

/// Bars over one axis.
#[derive(Clone, Debug, Default)]
pub struct BarPanel {
    /// Its heading.
    pub title: String,
    /// What the axis counts.
    pub axis: String,
    /// What the parts of its bars stand for, each with the number of its colour.
    pub legend: Vec<(String, usize)>,
    /// Its bars.
    pub bars: Vec<Bar>,
    /// A line below the axis.
    pub remark: String,
}

/// A bar: parts behind each other, each a share of 1.
#[derive(Clone, Debug, Default)]
pub struct Bar {
    /// What it is about, left of it.
    pub label: String,
    /// Shares with the numbers of their colours.
    pub parts: Vec<(f64, usize)>,
    /// Where the share may lie.
    pub interval: Option<(f64, f64)>,
    /// Words right of it.
    pub value: String,
}

const WIDTH: f32 = 1000.0;
const MARGIN: f32 = 24.0;
const TITLE: f32 = 27.0;
const HEADING: f32 = 20.0;
const TEXT: f32 = 16.0;
const LINE: f32 = 20.0;
const BAR: f32 = 16.0;
const ROW_GAP: f32 = 9.0;
const PANEL_GAP: f32 = 30.0;
/// Labels are broken into lines of about this many pixels.
const WIDEST_LABEL: f32 = 330.0;
/// Room for the words right of the longest bar.
const VALUE: f32 = 230.0;
/// What it is drawn on.
const PAPER: &str = "#fdfcf8";
/// Steps of an axis in per cent.
const STEPS: [f64; 11] = [0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 25.0, 50.0, 100.0];
/// The most steps of an axis.
const MOST_STEPS: f64 = 6.0;
/// Colours that people who see few colours can tell apart.
const COLOURS: [&str; 6] = ["#33658a", "#e3a72f", "#b3392f", "#6a994e", "#7d6b91", "#7a7a7a"];

impl BarChart {
    /// The chart as SVG.
    pub fn svg(&self) -> String {
        let mut body = String::new();
        let mut y = MARGIN + TITLE;
        for line in Hand::Bold.broken(&self.title, TITLE, WIDTH - 2.0 * MARGIN) {
            text(&mut body, (MARGIN, y), TITLE, Hand::Bold, "start", &line);
            y += TITLE * 1.3;
        }
        for line in self.notes.iter().flat_map(|note| Hand::Plain.broken(note, TEXT, WIDTH - 2.0 * MARGIN)) {
            text(&mut body, (MARGIN, y), TEXT, Hand::Plain, "start", &line);
            y += LINE;
        }
        for panel in &self.panels {
            y += PANEL_GAP;
            y = panel.draw(&mut body, y);
        }
        let height = (y + MARGIN).ceil();
        format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" fill="#222"><rect width="{WIDTH}" height="{height}" fill="{PAPER}"/>{body}</svg>"##
        )
    }

    /// Its width in pixels.
    pub fn width() -> u32 {
        WIDTH as u32
    }
}

impl BarPanel {
    /// Draws the panel from a height on; gives the height where it ends.
    fn draw(&self, body: &mut String, top: f32) -> f32 {
        let mut y = top + HEADING;
        text(body, (MARGIN, y), HEADING, Hand::Bold, "start", &self.title);
        y += HEADING * 0.8;
        if !self.legend.is_empty() {
            y = self.draw_legend(body, y);
        }
        let labels: Vec<Vec<String>> = self.bars.iter().map(|bar| label_lines(&bar.label)).collect();
        let widest = labels.iter().flatten().map(|line| Hand::Plain.width(line, TEXT)).fold(0.0, f32::max);
        let left = MARGIN + widest + 12.0;
        let (step, end) = axis(self.bars.iter().map(Bar::reach).fold(0.0, f64::max));
        let scale = (WIDTH - MARGIN - VALUE - left) / end as f32;
        let first = y;
        let mut rows = String::new();
        for (bar, label) in self.bars.iter().zip(&labels) {
            let height = (label.len() as f32 * LINE).max(BAR);
            bar.draw(&mut rows, (left, y + (height - BAR) / 2.0), scale);
            let base = y + (height - label.len() as f32 * LINE) / 2.0 + TEXT;
            for (line, words) in (0u16..).zip(label) {
                text(
                    &mut rows,
                    (left - 10.0, base + f32::from(line) * LINE),
                    TEXT,
                    Hand::Plain,
                    "end",
                    words,
                );
            }
            y += height + ROW_GAP;
        }
        for tick in 0..=(end / step).round() as u16 {
            let at = left + (f64::from(tick) * step) as f32 * scale;
            let _ = write!(body, r##"<line x1="{at}" y1="{first}" x2="{at}" y2="{y}" stroke="#ccc"/>"##);
            text(
                body,
                (at, y + TEXT + 3.0),
                TEXT * 0.9,
                Hand::Plain,
                "middle",
                &per_cent(f64::from(tick) * step),
            );
        }
        body.push_str(&rows);
        y += TEXT + 3.0 + LINE;
        let middle = left + end as f32 * scale / 2.0;
        text(body, (middle, y), TEXT, Hand::Plain, "middle", &self.axis);
        if !self.remark.is_empty() {
            y += LINE;
            text(body, (MARGIN, y), TEXT, Hand::Plain, "start", &self.remark);
        }
        y
    }

    fn draw_legend(&self, body: &mut String, top: f32) -> f32 {
        let mut x = MARGIN;
        for (words, colour) in &self.legend {
            let _ = write!(
                body,
                r#"<rect x="{x}" y="{}" width="14" height="14" fill="{}"/>"#,
                top - 4.0,
                COLOURS[colour % COLOURS.len()]
            );
            text(body, (x + 20.0, top + 8.0), TEXT, Hand::Plain, "start", words);
            x += 20.0 + Hand::Plain.width(words, TEXT) + 24.0;
        }
        top + LINE + 6.0
    }
}

impl Bar {
    fn sum(&self) -> f64 {
        self.parts.iter().map(|(share, _)| share).sum()
    }

    /// How far it and its interval reach.
    fn reach(&self) -> f64 {
        self.sum().max(self.interval.map_or(0.0, |(_, high)| high)).clamp(0.0, 1.0)
    }

    fn draw(&self, body: &mut String, (left, top): (f32, f32), scale: f32) {
        let mut x = left;
        for (share, colour) in &self.parts {
            let width = (*share as f32 * scale).max(0.0);
            let fill = COLOURS[colour % COLOURS.len()];
            let _ = write!(
                body,
                r#"<rect x="{x:.2}" y="{top}" width="{width:.2}" height="{BAR}" fill="{fill}"/>"#
            );
            x += width;
        }
        if let Some((low, high)) = self.interval {
            let (low, high) = (left + low as f32 * scale, left + high as f32 * scale);
            let (middle, cap) = (top + BAR / 2.0, BAR / 4.0);
            let _ = write!(
                body,
                r##"<path d="M{low:.2} {middle}H{high:.2}M{low:.2} {0}V{1}M{high:.2} {0}V{1}" stroke="#111" stroke-width="1.5" fill="none"/>"##,
                middle - cap,
                middle + cap
            );
            x = x.max(high);
        }
        // Paper around the words, so that no line of the axis runs through them.
        let _ = write!(
            body,
            r##"<rect x="{:.2}" y="{top}" width="{:.2}" height="{BAR}" fill="{PAPER}"/>"##,
            x + 4.0,
            Hand::Plain.width(&self.value, TEXT) + 8.0
        );
        text(body, (x + 8.0, top + BAR - 3.0), TEXT, Hand::Plain, "start", &self.value);
    }
}

/// The step of an axis that reaches so far, and its end.
fn axis(most: f64) -> (f64, f64) {
    let fits = |step: &&f64| most * 100.0 <= **step * MOST_STEPS;
    let step = STEPS.iter().find(fits).copied().unwrap_or(100.0) / 100.0;
    (step, ((most / step - 1e-9).ceil().max(1.0) * step).min(1.0))
}

fn per_cent(share: f64) -> String {
    let percent = (share * 1000.0).round() / 10.0;
    format!("{percent} %")
}

fn text(body: &mut String, (x, y): (f32, f32), size: f32, hand: Hand, anchor: &str, words: &str) {
    let words = escaped(words);
    // Writing to a String cannot fail.
    let _ = write!(
        body,
        r#"<text x="{x:.2}" y="{y:.2}" font-size="{size:.1}" {} text-anchor="{anchor}">{words}</text>"#,
        hand.svg()
    );
}

/// The lines of a label: a long one is broken where its parts end, which a semicolon tells.
fn label_lines(label: &str) -> Vec<String> {
    if Hand::Plain.width(label, TEXT) <= WIDEST_LABEL {
        return vec![label.to_owned()];
    }
    label.split_inclusive("; ").flat_map(|part| Hand::Plain.broken(part, TEXT, WIDEST_LABEL)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_has_round_steps_and_reaches_every_bar() {
        for (most, step, end) in [(0.083, 0.02, 0.1), (0.5, 0.1, 0.5), (1.0, 0.2, 1.0), (0.0, 0.001, 0.001)] {
            let (found, reached) = axis(most);
            assert!((found - step).abs() < 1e-9 && (reached - end).abs() < 1e-9, "{most}: {found} {reached}");
        }
    }

    #[test]
    fn a_long_label_is_broken_where_its_parts_end() {
        let label = "attacker 4 sunk, 1 damaged; defender 6 sunk, 2 Admirals lost";
        assert_eq!(label_lines(label), ["attacker 4 sunk, 1 damaged;", "defender 6 sunk, 2 Admirals lost"]);
        assert_eq!(label_lines("attacker no loss; no loss").len(), 1);
    }

    #[test]
    fn names_cannot_break_out_of_the_chart() {
        let bar = Bar { label: "<script>&".into(), parts: vec![(0.5, 0)], ..Bar::default() };
        let panel = BarPanel { bars: vec![bar], ..BarPanel::default() };
        let svg = BarChart { panels: vec![panel], ..BarChart::default() }.svg();
        assert!(svg.contains("&lt;script&gt;&amp;") && !svg.contains("<script"));
    }
}
