//! A panel as it is printed: paper in the frame of the map, boxes in the colours of nations and seasons, and in them
//! what belongs there: outlines of counters with their silhouettes, the numbers of a track.
//!
//! `art::panel` knows where boxes and places are, `build::displays` and `build::tracks` what belongs in them, this
//! module what they look like.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::counter::{NationStyle, mixed};
use super::lettering::Hand;
use super::panel::{BOX_TITLE, HEADING, LINE, MARGIN, Panel, PanelBox};
use super::template::{self, escaped};

/// Ink and paper of the map.
pub const INK: &str = "#2c241e";
/// The paper around tables and boxes.
pub const PAPER: &str = "#f2ead4";
/// The paper inside them.
pub const LIGHT_PAPER: &str = "#fbf7ea";
/// The sea, as dark as a heading needs.
pub const SEA: &str = "#31536b";
/// The letters of waters.
pub const WATER: &str = "#2f5a78";

/// A panel with what is printed on it.
#[derive(Clone, Debug)]
pub struct Display<'a> {
    /// Where its boxes lie.
    pub panel: Panel,
    /// A line beside the heading.
    pub subtitle: String,
    /// What is printed in each box, in the order of the boxes.
    pub boxes: Vec<PrintedBox>,
    /// The symbols and emblems that marks name, each the text of an SVG.
    pub symbols: &'a BTreeMap<String, String>,
}

/// What is printed in a box.
#[derive(Clone, Debug, Default)]
pub struct PrintedBox {
    /// The colours of its head: field, letters, emblem.
    pub colours: Option<[String; 3]>,
    /// The symbol of the nation whose box it is.
    pub emblem: String,
    /// Words at the right end of its head.
    pub note: String,
    /// Distance of its places in pixels.
    pub spacing: u32,
    /// What is printed at its places.
    pub marks: Vec<PrintedPlace>,
}

/// What is printed at a place.
#[derive(Clone, Debug)]
pub struct PrintedPlace {
    /// The middle of the place.
    pub at: (u32, u32),
    /// What it shows.
    pub shows: Shows,
}

/// What a place shows.
#[derive(Clone, Debug)]
pub enum Shows {
    /// The outline of a counter.
    Outline,
    /// A number of a track.
    Number(u32),
    /// The silhouette of a counter.
    Counter(Silhouette),
}

/// The silhouette of a counter.
#[derive(Clone, Debug, Default)]
pub struct Silhouette {
    /// Colours of field and figure.
    pub colours: [String; 2],
    /// The symbol that it shows; may be empty.
    pub symbol: String,
    /// Whether the symbol stands in the frame of a unit on land.
    pub framed: bool,
    /// The words below it.
    pub label: String,
}

impl PrintedBox {
    /// A box in the colours of a nation.
    pub fn of_nation(style: &NationStyle) -> Self {
        Self {
            colours: Some([style.background.clone(), style.text.clone(), style.accent.clone()]),
            emblem: format!("emblems/{}", style.emblem),
            ..Self::default()
        }
    }
}

/// What a counter's outline takes of its place, in pixels less than the distance of places.
const APART: u32 = 5;

impl Display<'_> {
    /// The board as SVG.
    pub fn svg(&self) -> String {
        let (width, height) = self.panel.size();
        let mut svg = format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="{width}" height="{height}" viewBox="0 0 {width} {height}">
"##
        );
        self.define(&mut svg);
        sheet(width as f32, height as f32, &mut svg);
        self.heading(width, &mut svg);
        self.lines(width, &mut svg);
        let plain = PrintedBox::default();
        for (index, title) in self.panel.boxes.iter().enumerate().filter(|(_, title)| !title.is_empty()) {
            let printed = self.boxes.get(index).unwrap_or(&plain);
            self.draw_box(title, self.panel.area(index), printed, &mut svg);
        }
        svg.push_str("</svg>\n");
        svg
    }

    /// The symbols that are used, each once.
    fn define(&self, svg: &mut String) {
        let marks = self.boxes.iter().flat_map(|printed| &printed.marks);
        let of_marks = marks.filter_map(|mark| match &mark.shows {
            Shows::Counter(own) => Some(own.symbol.as_str()),
            _ => None,
        });
        let used: BTreeSet<&str> =
            of_marks.chain(self.boxes.iter().map(|printed| printed.emblem.as_str())).collect();
        svg.push_str("<defs>");
        for name in used {
            let Some((viewed, inner)) = self.symbols.get(name).and_then(|text| opened(text)) else {
                continue;
            };
            // Writing to a String cannot fail.
            let _ = write!(svg, r#"<symbol id="{}" viewBox="{viewed}">{inner}</symbol>"#, id(name));
        }
        svg.push_str("</defs>\n");
    }

    fn heading(&self, width: u32, svg: &mut String) {
        let base = MARGIN + HEADING - 22;
        let title = self.panel.title.to_uppercase();
        let room = (width - 2 * MARGIN) as f32;
        let size = Hand::Bold.fitting(&title, 32.0, room * 0.9);
        let _ = writeln!(
            svg,
            r#"<text x="{MARGIN}" y="{base}" {} font-size="{size:.1}" letter-spacing="1.5" fill="{INK}">{}</text>"#,
            Hand::Bold.svg(),
            escaped(&title)
        );
        let taken = Hand::Bold.width(&title, size) + 1.5 * title.chars().count() as f32 + 20.0;
        let left = room - taken;
        if !self.subtitle.is_empty() && left > 60.0 {
            let size = Hand::Water.fitting(&self.subtitle, 25.0, left);
            let _ = writeln!(
                svg,
                r#"<text x="{:.1}" y="{base}" {} font-size="{size:.1}" fill="{WATER}">{}</text>"#,
                MARGIN as f32 + taken,
                Hand::Water.svg(),
                escaped(&self.subtitle)
            );
        }
    }

    /// The lines below the heading.
    fn lines(&self, width: u32, svg: &mut String) {
        let room = (width - 2 * MARGIN) as f32;
        for (number, line) in self.panel.lines.iter().enumerate() {
            let size = Hand::Plain.fitting(line, 19.0, room);
            let _ = writeln!(
                svg,
                r#"<text x="{MARGIN}" y="{}" {} font-size="{size:.1}" fill="{INK}">{}</text>"#,
                MARGIN + HEADING + number as u32 * LINE + 4,
                Hand::Plain.svg(),
                escaped(line)
            );
        }
    }

    fn draw_box(&self, title: &str, area: PanelBox, printed: &PrintedBox, svg: &mut String) {
        let PanelBox { x, y, width, height } = area;
        let neutral = [SEA, "#f6efdc", "#c9dae2"].map(str::to_owned);
        let [field, letters, accent] = printed.colours.as_ref().unwrap_or(&neutral);
        let ground =
            if printed.colours.is_some() { mixed(LIGHT_PAPER, field, 0.14) } else { LIGHT_PAPER.into() };
        let edge = mixed(field, "#000000", 0.4);
        let head = BOX_TITLE - 4;
        let _ = writeln!(
            svg,
            r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="7" fill="{ground}"/>
<path d="M{x} {} v-{} q0 -7 7 -7 h{} q7 0 7 7 v{} z" fill="{field}"/>
<path d="M{x} {} h{width}" stroke="{accent}" stroke-width="2"/>
<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="7" fill="none" stroke="{edge}" stroke-width="1.6"/>"#,
            y + head,
            head - 7,
            width.saturating_sub(14),
            head - 7,
            y + head
        );
        let mut left = x + 12;
        if self.symbols.contains_key(&printed.emblem) {
            placed(&printed.emblem, accent, [(x + 9) as f32, (y + 4) as f32, 24.0, 24.0], svg);
            left += 30;
        }
        let room = (x + width).saturating_sub(left + 12) as f32;
        let size = Hand::Bold.fitting(title, 20.0, room);
        let base = y + head - 10;
        let _ = writeln!(
            svg,
            r#"<text x="{left}" y="{base}" {} font-size="{size:.1}" fill="{letters}">{}</text>"#,
            Hand::Bold.svg(),
            escaped(title)
        );
        let left = room - Hand::Bold.width(title, size) - 24.0;
        if !printed.note.is_empty() && left > 40.0 {
            let size = Hand::Water.fitting(&printed.note, 19.0, left);
            let _ = writeln!(
                svg,
                r#"<text x="{}" y="{base}" {} font-size="{size:.1}" text-anchor="end" fill="{letters}">{}</text>"#,
                x + width - 12,
                Hand::Water.svg(),
                escaped(&printed.note)
            );
        }
        let line = mixed(&ground, &edge, 0.28);
        outlines(printed, &line, svg);
        for mark in &printed.marks {
            match &mark.shows {
                Shows::Outline => {}
                Shows::Number(number) => number_at(*number, mark.at, &mixed(&ground, &edge, 0.62), svg),
                Shows::Counter(own) => self.silhouette(own, mark.at, printed.spacing, svg),
            }
        }
    }

    /// The silhouette of a counter, paler than the counter that comes to lie on it.
    fn silhouette(&self, own: &Silhouette, at: (u32, u32), spacing: u32, svg: &mut String) {
        let (x, y) = (at.0 as f32, at.1 as f32);
        let half = spacing.saturating_sub(APART) as f32 / 2.0;
        let [field, figure] = &own.colours;
        let field = mixed(LIGHT_PAPER, field, 0.3);
        let ink = mixed(&field, figure, 0.4);
        let _ = writeln!(
            svg,
            r#"<rect x="{:.1}" y="{:.1}" width="{2:.1}" height="{2:.1}" rx="6" fill="{field}" stroke="{ink}" stroke-width="1.2"/>"#,
            x - half,
            y - half,
            2.0 * half,
        );
        if own.framed {
            let _ = writeln!(
                svg,
                r#"<rect x="{:.1}" y="{:.1}" width="39" height="26" fill="none" stroke="{ink}" stroke-width="1.6"/>"#,
                x - 19.5,
                y - 20.0
            );
        }
        if self.symbols.contains_key(&own.symbol) {
            let place =
                if own.framed { [x - 19.5, y - 20.0, 39.0, 26.0] } else { [x - 27.0, y - 25.0, 54.0, 34.0] };
            placed(&own.symbol, &ink, place, svg);
        }
        let size = Hand::Bold.fitting(&own.label, 14.0, 2.0 * half - 8.0);
        let _ = writeln!(
            svg,
            r#"<text x="{x}" y="{:.1}" {} font-size="{size:.1}" text-anchor="middle" fill="{}">{}</text>"#,
            y + 25.0,
            Hand::Bold.svg(),
            mixed(&field, figure, 0.58),
            escaped(&own.label)
        );
    }
}

/// Paper with the double line of the map's frame.
pub fn sheet(width: f32, height: f32, svg: &mut String) {
    const EDGE: f32 = 11.0;
    let _ = writeln!(
        svg,
        r##"<rect width="{width}" height="{height}" fill="{PAPER}"/>
<rect x="{EDGE}" y="{EDGE}" width="{0}" height="{1}" fill="none" stroke="#463a2e" stroke-width="4"/>
<rect x="{EDGE}" y="{EDGE}" width="{0}" height="{1}" fill="none" stroke="#dec896" stroke-width="1.2"/>"##,
        width - 2.0 * EDGE,
        height - 2.0 * EDGE
    );
}

/// The outlines of all places of a box that show no silhouette, as one path.
fn outlines(printed: &PrintedBox, line: &str, svg: &mut String) {
    let size = printed.spacing.saturating_sub(APART);
    let mut path = String::new();
    for mark in printed.marks.iter().filter(|mark| !matches!(mark.shows, Shows::Counter(_))) {
        let (x, y) = (mark.at.0 as f32 - size as f32 / 2.0, mark.at.1 as f32 - size as f32 / 2.0);
        let straight = size.saturating_sub(12);
        let _ = write!(
            path,
            "M{} {y}h{straight}q6 0 6 6v{straight}q0 6 -6 6h-{straight}q-6 0 -6 -6v-{straight}q0 -6 6 -6z",
            x + 6.0
        );
    }
    if !path.is_empty() {
        let _ = writeln!(svg, r#"<path d="{path}" fill="none" stroke="{line}" stroke-width="1.2"/>"#);
    }
}

/// A number of a track in the middle of its place.
fn number_at(number: u32, (x, y): (u32, u32), ink: &str, svg: &mut String) {
    let _ = writeln!(
        svg,
        r#"<text x="{x}" y="{}" {} font-size="30" text-anchor="middle" fill="{ink}">{number}</text>"#,
        y + 11,
        Hand::Bold.svg()
    );
}

/// A defined symbol in a rectangle.
fn placed(name: &str, colour: &str, [x, y, width, height]: [f32; 4], svg: &mut String) {
    let _ = writeln!(
        svg,
        r##"<use xlink:href="#{}" x="{x}" y="{y}" width="{width}" height="{height}" color="{colour}"/>"##,
        id(name)
    );
}

/// A name as the id of a symbol.
fn id(name: &str) -> String {
    name.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' }).collect()
}

/// The view box of an SVG and what is in it.
pub fn opened(text: &str) -> Option<(&str, &str)> {
    let (root, inner) = template::opened(text)?;
    let (_, viewed) = root.split_once("viewBox=\"")?;
    Some((viewed.split('"').next()?, inner))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn display(symbols: &BTreeMap<String, String>) -> Display<'_> {
        let panel = Panel {
            title: "Force Pools".into(),
            boxes: vec!["Japan & more".into(), String::new()],
            columns: 1,
            box_width: 300,
            box_height: 140,
            ..Panel::default()
        };
        let ship = Silhouette {
            colours: ["#f8cd3c".into(), "#1b1206".into()],
            symbol: "symbols/ship-BB".into(),
            framed: false,
            label: "Yamato <1>".into(),
        };
        let marks = vec![
            PrintedPlace { at: (100, 160), shows: Shows::Outline },
            PrintedPlace { at: (180, 160), shows: Shows::Number(17) },
            PrintedPlace { at: (260, 160), shows: Shows::Counter(ship) },
        ];
        let printed = PrintedBox { note: "to be bought".into(), spacing: 80, marks, ..PrintedBox::default() };
        Display { panel, subtitle: "what may be bought".into(), boxes: vec![printed], symbols }
    }

    #[test]
    fn everything_is_printed_with_its_signs_escaped() {
        let ship = r#"<svg viewBox="0 0 100 32"><path d="M0 0h1"/></svg>"#;
        let symbols = [("symbols/ship-BB".to_owned(), ship.to_owned())].into();
        let svg = display(&symbols).svg();
        for text in ["FORCE POOLS", "Japan &amp; more", "Yamato &lt;1&gt;", ">17<", "to be bought"] {
            assert!(svg.contains(text), "{text}");
        }
        assert_eq!(svg.matches(r#"<symbol id="symbols-ship-BB" viewBox="0 0 100 32">"#).count(), 1);
        // A gap has no box.
        assert_eq!(svg.matches(r#"rx="7" fill="none""#).count(), 1);
    }

    #[test]
    fn a_symbol_that_is_no_svg_is_left_out() {
        assert_eq!(opened(r#"<svg viewBox="0 0 2 3"><g/></svg>"#), Some(("0 0 2 3", "<g/>")));
        for wrong in ["", "<svg>", "<svg viewBox=\"0 0 1 1\">", "</svg><svg viewBox=\"0\">"] {
            assert_eq!(opened(wrong), None, "{wrong}");
        }
    }
}
