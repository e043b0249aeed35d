//! SVG that strangers wrote, read and drawn within one budget of work and memory.
//!
//! A few kilobytes of SVG can ask for hours: references that hold references, filters over millions of pixels, patterns
//! and layers larger than the picture. So what a drawing comes to is counted before it is read and before it is drawn.

mod references;
mod work;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::roxmltree::{Document, ParsingOptions};
use resvg::usvg::{ImageHrefResolver, ImageKind, Options, Tree};

use super::fonts::{DrawError, Fonts};

/// What the pictures of one drawing may take, in nanoseconds of a machine of today: about three seconds.
const MOST_WORK: u64 = 3_000_000_000;
/// Longest SVG in bytes.
const LONGEST: usize = 8 << 20;
/// Most nodes of its XML, white space between elements counted.
const MOST_NODES: u32 = 400_000;
/// Most elements, letters and pieces of path data, with every reference followed.
const MOST_UNITS: u64 = 150_000;
/// What it takes to read one of them.
const PER_UNIT: u64 = 8_000;
/// Most letters that entities of a document may grow to.
const MOST_ENTITIES: usize = 16 << 20;

/// Work that may still be done.
#[derive(Clone, Debug)]
pub struct Budget {
    left: u64,
}

impl Default for Budget {
    fn default() -> Self {
        Self::new()
    }
}

impl Budget {
    /// Enough for one drawing.
    #[must_use]
    pub const fn new() -> Self {
        Self { left: MOST_WORK }
    }

    /// Takes so much of it; false, and nothing is taken, where there is less.
    #[must_use]
    pub fn spend(&mut self, work: u64) -> bool {
        let left = self.left.checked_sub(work);
        self.left = left.unwrap_or(self.left);
        left.is_some()
    }
}

/// Reads an SVG with the fonts of the project; it may load nothing from files.
///
/// # Errors
/// It is no SVG, or it asks for more work than is left.
pub fn read(svg: &str, fonts: &Fonts, budget: &mut Budget) -> Result<Tree, DrawError> {
    let units = Arc::new(AtomicU64::new(MOST_UNITS));
    let tree = counted(svg, &options(fonts, &units), &units);
    let used = MOST_UNITS - units.load(Ordering::Relaxed);
    if !budget.spend(used * PER_UNIT) {
        return Err(DrawError::TooMuch);
    }
    tree
}

/// Draws a tree onto empty pixels.
///
/// # Errors
/// It asks for more work than is left, or for more memory than a picture may take.
pub fn render(
    tree: &Tree,
    transform: Transform,
    pixels: &mut Pixmap,
    budget: &mut Budget,
) -> Result<(), DrawError> {
    let work = work::of(tree, transform, (pixels.width(), pixels.height()), budget.left);
    if !work.is_some_and(|work| budget.spend(work)) {
        return Err(DrawError::TooMuch);
    }
    resvg::render(tree, transform, &mut pixels.as_mut());
    Ok(())
}

/// Reads an SVG whose units are taken from those that are left.
fn counted(svg: &str, options: &Options<'_>, units: &AtomicU64) -> Result<Tree, DrawError> {
    if svg.len() > LONGEST || grows_by_entities(svg) {
        return Err(DrawError::TooMuch);
    }
    let parsing = ParsingOptions { allow_dtd: true, nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    let document = match Document::parse_with_options(svg, parsing) {
        Err(resvg::usvg::roxmltree::Error::NodesLimitReached) => return Err(DrawError::TooMuch),
        parsed => parsed.map_err(resvg::usvg::Error::ParsingFailed)?,
    };
    let used = references::units(&document, units.load(Ordering::Relaxed)).ok_or(DrawError::TooMuch)?;
    units.fetch_sub(used, Ordering::Relaxed);
    Ok(Tree::from_xmltree(&document, options)?)
}

/// Whether entities of a document hold each other or make it much longer.
fn grows_by_entities(svg: &str) -> bool {
    let Some(first) = svg.find("<!ENTITY") else { return false };
    let definitions = &svg[first..svg.rfind("]>").map_or(svg.len(), |end| end.max(first))];
    let uses = svg.bytes().filter(|byte| *byte == b'&').count();
    definitions.contains('&') || uses.saturating_mul(definitions.len()) > MOST_ENTITIES
}

/// Pictures inside an SVG, only those that stand in it: an SVG among them may hold bitmaps and no further SVG.
fn options(fonts: &Fonts, units: &Arc<AtomicU64>) -> Options<'static> {
    let (inner_fonts, units) = (fonts.clone(), units.clone());
    let within = move |mime: &str, data: Arc<Vec<u8>>, _: &Options<'_>| {
        if mime != "image/svg+xml" {
            return bitmap(data);
        }
        let options = with_pictures(&inner_fonts, |_, data, _| bitmap(data));
        let text = std::str::from_utf8(&data).ok()?;
        counted(text, &options, &units).ok().map(ImageKind::SVG)
    };
    with_pictures(fonts, within)
}

fn with_pictures(
    fonts: &Fonts,
    data: impl Fn(&str, Arc<Vec<u8>>, &Options<'_>) -> Option<ImageKind> + Send + Sync + 'static,
) -> Options<'static> {
    let resolver = ImageHrefResolver { resolve_data: Box::new(data), resolve_string: Box::new(|_, _| None) };
    Options { image_href_resolver: resolver, ..fonts.options() }
}

/// A bitmap by its first bytes; there is no way to learn the size of other kinds before they are decoded.
fn bitmap(data: Arc<Vec<u8>>) -> Option<ImageKind> {
    match data.as_slice() {
        [0x89, b'P', b'N', b'G', ..] => Some(ImageKind::PNG(data)),
        [0xFF, 0xD8, ..] => Some(ImageKind::JPEG(data)),
        [b'G', b'I', b'F', b'8', ..] => Some(ImageKind::GIF(data)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::art::templates;

    fn svg(side: u32, inside: &str) -> String {
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="{side}" height="{side}">{inside}</svg>"#
        )
    }

    /// Whether a drawing is refused before anything is drawn.
    fn is_too_much(svg: &str) -> bool {
        let mut budget = Budget::new();
        match read(svg, &templates::fonts(), &mut budget) {
            Err(error) => matches!(error, DrawError::TooMuch),
            Ok(tree) => {
                let side = tree.size().to_int_size();
                work::of(&tree, Transform::identity(), (side.width(), side.height()), budget.left).is_none()
            }
        }
    }

    /// Groups that each hold ten references to the one before.
    fn nested(element: &str, reference: &str) -> String {
        let level = |level: usize| {
            let inside = reference.replace('N', &(level - 1).to_string()).repeat(10);
            format!(r#"<{element} id="r{level}">{inside}</{element}>"#)
        };
        let levels: String = (1..8).map(level).collect();
        format!(r#"<defs><{element} id="r0"><rect width="9" height="9"/></{element}>{levels}</defs>"#)
    }

    #[test]
    fn references_that_hold_references_are_counted_before_they_are_followed() {
        for (element, reference, end) in [
            ("g", r##"<use xlink:href="#rN"/>"##, r##"<use xlink:href="#r7"/>"##),
            (
                "mask",
                r##"<rect width="9" height="9" mask="url(#rN)"/>"##,
                r##"<rect width="9" height="9" mask="url(#r7)"/>"##,
            ),
            (
                "pattern",
                r##"<rect width="9" height="9" style="fill: url('#rN')"/>"##,
                r##"<rect width="9" height="9" fill="url(#r7)"/>"##,
            ),
            (
                "clipPath",
                r##"<rect width="9" height="9" clip-path="url(#rN)"/>"##,
                r##"<rect width="9" height="9" clip-path="url(#r7)"/>"##,
            ),
        ] {
            assert!(is_too_much(&svg(50, &(nested(element, reference) + end))), "{element}");
        }
        let style = nested("mask", r#"<rect width="9" height="9" class="cN"/>"#);
        let rules: String = (0..8).map(|level| format!(".c{level}{{mask:url(#r{level})}}")).collect();
        assert!(is_too_much(&svg(50, &format!(r#"<style>{rules}</style>{style}<rect class="c7"/>"#))));
    }

    #[test]
    fn filters_layers_patterns_dashes_and_pictures_are_weighed_before_they_are_drawn() {
        let filter = |inside: &str| {
            format!(
                r##"<filter id="f" x="0" y="0" width="1" height="1">{inside}</filter><rect width="100%" height="100%" filter="url(#f)"/>"##
            )
        };
        let data = |bytes: &[u8], mime: &str| {
            use base64::Engine;
            let text = base64::engine::general_purpose::STANDARD.encode(bytes);
            format!(r#"<image width="50" height="50" xlink:href="data:{mime};base64,{text}"/>"#)
        };
        // A PNG that says it is so large; its pixels need not be there.
        let mut large = Vec::new();
        let encoder = png::Encoder::new(&mut large, 20_000, 20_000);
        encoder.write_header().unwrap().write_chunk(png::chunk::IDAT, &[0; 9]).unwrap();
        let large = data(&large, "image/png");
        let within = data(svg(50, &large).as_bytes(), "image/svg+xml");
        let layers = format!(
            "{}{}{}",
            r#"<g opacity=".9">"#.repeat(150),
            r#"<rect width="3000" height="3000"/>"#,
            "</g>".repeat(150)
        );
        let cases = [
            (3000, filter(r#"<feTurbulence baseFrequency="0.05" numOctaves="100000"/>"#)),
            (3000, filter(&r#"<feGaussianBlur stdDeviation="1000"/>"#.repeat(50))),
            (800, filter(r#"<feMorphology operator="dilate" radius="100"/>"#)),
            (3000, layers),
            (3000, r##"<defs><pattern id="p" width="20000" height="20000" patternUnits="userSpaceOnUse"><rect width="9" height="9"/></pattern></defs><rect width="3000" height="3000" fill="url(#p)"/>"##.into()),
            (3000, r##"<path d="M0 1L3000 1" stroke="#000" stroke-dasharray="0.001"/>"##.repeat(20)),
            (50, r##"<path d="M1 1L9 9" stroke="#000"/>"##.repeat(300_000)),
            (50, large),
            (50, within),
            (3000, r##"<rect width="3000" height="3000" fill="#00f" opacity=".5"/>"##.repeat(1000)),
        ];
        for (number, (side, inside)) in cases.iter().enumerate() {
            assert!(is_too_much(&svg(*side, inside)), "case {number}");
        }
    }

    #[test]
    fn drawings_of_every_day_are_within_the_budget() {
        let shadow = r##"<filter id="f"><feGaussianBlur stdDeviation="3"/><feOffset dx="2" dy="2"/></filter><linearGradient id="l"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient><style>.a{fill:url(#l)} rect{stroke:#000}</style><rect class="a" width="70" height="70" filter="url(#f)"/>"##;
        assert!(!is_too_much(&svg(75, shadow)));
        assert!(!is_too_much(&svg(75, &r#"<path d="M1 1C2 2 3 3 4 4" stroke="red"/>"#.repeat(5000))));
        let letters = "abcdefghij ".repeat(100);
        assert!(!is_too_much(&svg(75, &format!(r#"<text y="20" font-size="8">{letters}</text>"#))));
        let entity = svg(9, r#"<g id="&a;"/>"#);
        assert!(!is_too_much(&format!(r#"<!DOCTYPE svg [<!ENTITY a "b">]>{entity}"#)));
    }

    #[test]
    fn entities_that_hold_entities_are_refused() {
        let entities = r#"<!DOCTYPE svg [<!ENTITY a "bbbbbbbb"><!ENTITY c "&a;&a;">]>"#;
        assert!(is_too_much(&format!("{entities}{}", svg(9, r#"<g id="&c;"/>"#))));
    }

    #[test]
    fn a_budget_that_is_spent_gives_nothing_more() {
        let mut budget = Budget::new();
        assert!(budget.spend(MOST_WORK - 1));
        assert!(!budget.spend(2));
        assert!(budget.spend(1));
        assert!(!budget.spend(1));
    }
}
