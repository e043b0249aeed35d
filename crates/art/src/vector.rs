//! SVG that strangers wrote, read and drawn within one budget of work and memory.
//!
//! A few kilobytes of SVG can ask for hours: references that hold references, filters over millions of pixels, patterns
//! and layers larger than the picture. So what a drawing comes to is counted before it is read and before it is drawn.

mod crossings;
mod references;
mod styles;
mod work;

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::roxmltree::{Document, ParsingOptions};
use resvg::usvg::{ImageHrefResolver, ImageKind, Options, Tree};

use super::fonts::{DrawError, Fonts};

/// What the pictures of one drawing may take, in nanoseconds of a machine of today: about three seconds.
const MOST_WORK: u64 = 3_000_000_000;
/// Longest SVG in bytes.
pub(crate) const LONGEST: usize = 8 << 20;
/// Most nodes of its XML, white space between elements counted.
const MOST_NODES: u32 = 400_000;
/// Most elements, letters and pieces of path data, with every reference followed.
const MOST_UNITS: u64 = 150_000;
/// What it takes to read one of them, and a byte of the XML before.
const PER_UNIT: u64 = 8_000;
const PER_BYTE: u64 = 80;
/// Most attributes times attributes of one tag, added up over all tags: each is compared with those before it.
const MOST_COMPARED: usize = 50_000_000;
/// Most names of namespaces, and most elements with one of their own times such names times names: those take along the
/// ones of all around them, each compared with the others.
const MOST_NAMESPACES: usize = 40;
const MOST_NAMES_COMPARED: usize = 20_000_000;
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

    /// Whether nothing is left of it.
    #[must_use]
    pub const fn is_spent(&self) -> bool {
        self.left == 0
    }

    /// Takes so much of it, or all where there is less.
    pub fn lose(&mut self, work: u64) {
        self.left = self.left.saturating_sub(work);
    }
}

/// Reads an SVG with the fonts of the project; it may load nothing from files.
///
/// # Errors
/// It is no SVG, or it asks for more work than is left.
pub fn read(svg: &str, fonts: &Fonts, budget: &mut Budget) -> Result<Tree, DrawError> {
    let before = budget.left.min(MOST_UNITS * PER_UNIT);
    let left = Arc::new(Mutex::new(Budget { left: before }));
    let tree = counted(svg, &options(fonts, &left), &left);
    let used = before - left.lock().unwrap_or_else(PoisonError::into_inner).left;
    budget.left -= used;
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
    budget.left -= work.unwrap_or_else(|weighed| weighed);
    work.map_err(|_| DrawError::TooMuch)?;
    resvg::render(tree, transform, &mut pixels.as_mut());
    Ok(())
}

/// Reads an SVG; what that takes is taken from what is left before it is done, and is gone where it is refused.
fn counted(svg: &str, options: &Options<'_>, left: &Mutex<Budget>) -> Result<Tree, DrawError> {
    let spend = |work: u64| left.lock().unwrap_or_else(PoisonError::into_inner).spend(work);
    if svg.len() > LONGEST || !spend(svg.len() as u64 * PER_BYTE) {
        return Err(DrawError::TooMuch);
    }
    if grows_by_entities(svg) || has_too_many_attributes(svg) || has_too_many_namespaces(svg) {
        return Err(DrawError::TooMuch);
    }
    let parsing = ParsingOptions { allow_dtd: true, nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    let document = match Document::parse_with_options(svg, parsing) {
        Err(resvg::usvg::roxmltree::Error::NodesLimitReached) => return Err(DrawError::TooMuch),
        parsed => parsed.map_err(resvg::usvg::Error::ParsingFailed)?,
    };
    let most = left.lock().unwrap_or_else(PoisonError::into_inner).left / PER_UNIT;
    let units = references::units(&document, most);
    if !units.is_some_and(|units| spend(units * PER_UNIT)) {
        return Err(DrawError::TooMuch);
    }
    Ok(Tree::from_xmltree(&document, options)?)
}

fn has_too_many_attributes(svg: &str) -> bool {
    let in_tag = |tag: &str| memchr::memchr_iter(b'=', tag.as_bytes()).count();
    let compared = svg.split('<').map(|tag| in_tag(tag).saturating_pow(2));
    compared.fold(0, usize::saturating_add) > MOST_COMPARED
}

fn has_too_many_namespaces(svg: &str) -> bool {
    let ends = |sign: char| sign == '=' || sign.is_ascii_whitespace();
    let names: HashSet<&str> =
        svg.split("xmlns:").skip(1).map(|rest| rest.split(ends).next().unwrap_or_default()).collect();
    let own = svg.matches("xmlns").count();
    names.len() > MOST_NAMESPACES || own.saturating_mul((names.len() + 1).pow(2)) > MOST_NAMES_COMPARED
}

/// Whether entities of a document hold each other or make it much longer.
fn grows_by_entities(svg: &str) -> bool {
    let Some(first) = svg.find("<!ENTITY") else { return false };
    let definitions = &svg[first..svg.rfind("]>").map_or(svg.len(), |end| end.max(first))];
    let uses = svg.bytes().filter(|byte| *byte == b'&').count();
    definitions.contains('&') || uses.saturating_mul(definitions.len()) > MOST_ENTITIES
}

/// Pictures inside an SVG, only those that stand in it: an SVG among them may hold bitmaps and no further SVG.
fn options(fonts: &Fonts, left: &Arc<Mutex<Budget>>) -> Options<'static> {
    let (inner_fonts, left) = (fonts.clone(), left.clone());
    let within = move |mime: &str, data: Arc<Vec<u8>>, _: &Options<'_>| {
        if mime != "image/svg+xml" {
            return bitmap(data);
        }
        let options = with_pictures(&inner_fonts, |_, data, _| bitmap(data));
        let text = std::str::from_utf8(&data).ok()?;
        counted(text, &options, &left).ok().map(ImageKind::SVG)
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
    use crate::templates;

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
                work::of(&tree, Transform::identity(), (side.width(), side.height()), budget.left).is_err()
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
            (3000, r##"<path d="M0 9H3000" stroke="#000" stroke-dasharray=".01" stroke-linecap="round" stroke-width="100"/>"##.repeat(3)),
            (3000, format!(r##"<path d="M0 0{}"/>"##, (0..80_000).map(|at| format!("L{} {}", at % 2 * 3000, at * 7919 % 3)).collect::<String>())),
            (50, format!("<text>{}</text>", "<tspan>a</tspan>".repeat(20_000))),
            (50, format!("<text>{}</text>", "abcdefghij".repeat(10_000))),
            (50, r##"<path d="M1 1L9 9" stroke="#000"/>"##.repeat(300_000)),
            (50, large),
            (50, within),
            (3000, r##"<rect width="3000" height="3000" fill="#00f" opacity=".5"/>"##.repeat(1000)),
        ];
        for (number, (side, inside)) in cases.iter().enumerate() {
            assert!(is_too_much(&svg(*side, inside)), "case {number}");
        }
    }

    /// A chain of so many links, each with ten shapes that refer to the link before by what `reference` makes of its number.
    fn chain(links: usize, reference: impl Fn(usize) -> String) -> String {
        let link =
            |number: usize| format!(r#"<mask id="r{number}">{}</mask>"#, reference(number - 1).repeat(10));
        let links: String = (1..links).map(link).collect();
        format!(r#"<mask id="r0"><rect width="9" height="9"/></mask>{links}"#)
    }

    #[test]
    fn references_in_styles_are_found_as_the_reader_finds_them() {
        let rect = r#"<rect width="9" height="9""#;
        let by_class = |rule: &str| {
            let rules: String = (0..8).map(|level| rule.replace('N', &level.to_string())).collect();
            let chain = chain(8, |before| format!("{rect} class=\"c{before}\"/>"));
            svg(50, &format!(r#"<style>{rules}</style>{chain}{rect} class="c7"/>"#))
        };
        let by_style = |style: &str| {
            let of = |number: usize| style.replace('N', &number.to_string());
            svg(
                50,
                &(chain(8, |before| format!("{rect} style=\"{}\"/>", of(before)))
                    + &format!("{rect} style=\"{}\"/>", of(7))),
            )
        };
        let cases = [
            by_class(".cN{mask:url(#rN)}"),
            by_class(".cN{fill:red;/* } */mask:url(#rN)}"),
            by_class("@media print{.x{}} .cN{mask:url(#rN)!important}"),
            by_class("rect.cN , .x{mask:url(\n'#rN' )}"),
            by_class("[class~=cN]{mask:url(#rN)}"),
            by_class("<![CDATA[.cN > /**/ .x, .cN{mask:url(#rN)}]]>"),
            by_style("/* ; */mask:url(#rN)"),
            by_style("mask/**/:/**/url(&quot;#rN&quot;)"),
            by_style("mask:url(&#9;#rN)"),
            by_style("fill:red;mask : url( '#rN ' )"),
        ];
        for (number, case) in cases.iter().enumerate() {
            assert!(is_too_much(case), "case {number}");
        }
        assert!(!is_too_much(&by_class(".cN{fill:red;/* mask:url(#rN) */}")), "what is no reference is none");
    }

    #[test]
    fn what_is_passed_on_to_marks_patterns_and_copies_is_counted() {
        let rects = |other: &str| format!(r#"<rect width="9" height="9"{other}/>"#).repeat(10);
        let pattern = |number: usize, inside: &str| {
            format!(r#"<pattern id="r{number}" width="9" height="9">{inside}</pattern>"#)
        };
        // Each pattern lies in a group that paints what is in it with the next one.
        let around: String = (0..8)
            .map(|number| format!(r#"<g fill="url(#r{})">{}</g>"#, number + 1, pattern(number, &rects(""))))
            .collect();
        let around = around
            + &pattern(8, &rects(" fill=\"red\""))
            + r##"<rect width="9" height="9" fill="url(#r0)"/>"##;
        let mark =
            |number: usize| format!(r#"<marker id="r{number}"><path d="M0 0h1v1h1v1h1v1h1v1"/></marker>"#);
        let marks: String = (0..8)
            .map(|number| format!(r#"<g style="marker:/**/url(#r{})">{}</g>"#, number + 1, mark(number)))
            .collect();
        let marks = marks + &mark(8) + r##"<path marker-mid="url(#r0)" d="M0 0h1v1h1v1"/>"##;
        let big = format!(r#"<g id="big">{}</g>"#, rects("").repeat(100));
        let copies = format!(
            r##"<defs>{}{big}</defs>{}"##,
            pattern(0, &rects("").repeat(20)),
            r##"<use fill="url(#r0)" xlink:href="#big"/>"##
        );
        let twice = format!(
            r##"<defs><g id="x"/><g id="x">{}</g></defs>{}"##,
            rects("").repeat(100),
            r##"<rect width="9" height="9" mask="url(#x)"/><use xlink:href="#x"/>"##.repeat(200)
        );
        let covered = format!(
            r##"<mask id="m">{}</mask><g mask="url(#m)">{}</g>"##,
            rects("").repeat(30),
            rects(" mask=\"inherit\"").repeat(60)
        );
        let dashes = "1,".repeat(20_000);
        let dashed = format!(r#"<g stroke="red" stroke-dasharray="{dashes}1">{}</g>"#, rects("").repeat(100));
        let stops = r#"<stop stop-color="red"/>"#.repeat(20_000);
        let colours = format!(
            r##"<linearGradient id="l">{stops}</linearGradient><g fill="url(#l)">{}</g>"##,
            rects("").repeat(20)
        );
        let nodes = format!(
            r#"<g id="n">{}</g>{}"#,
            "<!---->".repeat(300_000),
            r##"<use xlink:href="#n"/>"##.repeat(1000)
        );
        let circle = r##"<mask id="a"><rect width="9" height="9" mask="url(#b)"/></mask><mask id="b"><rect width="9" height="9" mask="url(#a)"/></mask>"##;
        let deep: String = (1..400)
            .map(|number| {
                format!(
                    r##"<mask id="d{number}"><rect width="9" height="9" mask="url(#d{})"/></mask>"##,
                    number - 1
                )
            })
            .collect();
        for (name, inside) in [
            ("around", around),
            ("marks", marks),
            ("copies", copies),
            ("twice", twice),
            ("covered", covered),
            ("dashed", dashed),
            ("colours", colours),
            ("nodes", nodes),
            ("circle", circle.into()),
            ("deep", deep),
        ] {
            assert!(is_too_much(&svg(50, &inside)), "{name}");
        }
    }

    #[test]
    fn style_sheets_attributes_and_namespaces_are_counted_before_they_are_read() {
        let rects = r#"<g><g><g><g><g><g><rect width="9" height="9"/></g></g></g></g></g></g>"#.repeat(1000);
        let above = format!("<style>{} z{{fill:red}}</style>{rects}", "g ".repeat(20));
        let lists = format!("<style>{}a{{{}}}</style>", "a,".repeat(5_000), "b:c;".repeat(5_000));
        let sheets = "<style>a{b:c}</style>".repeat(20_000);
        let rules: String = (0..4_000).map(|number| format!(".c{number}{{fill:red}}")).collect();
        let copied = format!(
            r##"<style>{rules}</style><g id="g">{}</g>{}"##,
            r#"<rect width="9" height="9"/>"#.repeat(1_000),
            r##"<use xlink:href="#g"/>"##.repeat(100)
        );
        let long =
            format!("<style>g{{font-family:{}}}</style>{}", "x,".repeat(100_000), "<g/>".repeat(1_000));
        let attributes: String = (0..20_000).map(|number| format!(" a{number}=\"\"")).collect();
        let names: String = (0..500).map(|number| format!(" xmlns:a{number}=\"b\"")).collect();
        for (name, inside) in [
            ("above", above),
            ("lists", lists),
            ("sheets", sheets),
            ("copied", copied),
            ("long", long),
            ("attributes", format!("<g{attributes}/>")),
            ("namespaces", format!("<g{names}>{}</g>", r#"<g xmlns:a="c"/>"#.repeat(1000))),
        ] {
            assert!(is_too_much(&svg(50, &inside)), "{name}");
        }
    }

    #[test]
    fn what_is_refused_has_cost_what_it_took_and_the_rest_of_the_budget_is_all_there_is() {
        let fonts = templates::fonts();
        let mut budget = Budget::new();
        let large = svg(50, &"<g/>".repeat(1_000_000));
        let tries = (0..).take_while(|_| {
            let before = budget.left;
            assert!(matches!(read(&large, &fonts, &mut budget), Err(DrawError::TooMuch)));
            budget.left < before
        });
        assert!(tries.count() < 50);
        let mut budget = Budget { left: 1_000 * PER_UNIT };
        let rects = r#"<rect width="9" height="9"/>"#.repeat(2_000);
        assert!(matches!(read(&svg(50, &rects), &fonts, &mut budget), Err(DrawError::TooMuch)));
    }

    #[test]
    fn drawings_of_every_day_are_within_the_budget() {
        let shadow = r##"<filter id="f"><feGaussianBlur stdDeviation="3"/><feOffset dx="2" dy="2"/></filter><linearGradient id="l"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient><style>.a{fill:url(#l)} rect{stroke:#000}</style><rect class="a" width="70" height="70" filter="url(#f)"/>"##;
        assert!(!is_too_much(&svg(75, shadow)));
        assert!(!is_too_much(&svg(75, &r#"<path d="M1 1C2 2 3 3 4 4" stroke="red"/>"#.repeat(5000))));
        let letters = "abcdefghij ".repeat(100);
        assert!(!is_too_much(&svg(75, &format!(r#"<text y="20" font-size="8">{letters}</text>"#))));
        let rules: String =
            (0..300).map(|number| format!(".c{number}{{fill:#{number:03};stroke:none}}")).collect();
        let classes: String =
            (0..300).map(|number| format!(r#"<rect width="9" height="9" class="c{number}"/>"#)).collect();
        assert!(!is_too_much(&svg(
            75,
            &format!("<style>/* of a program */{rules}</style>{}", classes.repeat(10))
        )));
        let arrow = r##"<defs><marker id="m"><path d="M0 0L9 3L0 6z"/></marker></defs><g style="marker-end:url(#m)"><path d="M1 1C9 9 30 5 60 60" stroke="#000"/></g>"##;
        assert!(!is_too_much(&svg(75, arrow)));
        let symbol = r##"<symbol id="s" viewBox="0 0 9 9"><rect width="9" height="9"/></symbol><use href="#s" fill="red"/>"##;
        assert!(!is_too_much(&svg(75, &symbol.repeat(20))));
        let lines = r#"<tspan x="2" dy="10">A line of a table, 25 letters</tspan>"#.repeat(60);
        assert!(!is_too_much(&svg(75, &format!("<text>{lines}</text>"))));
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
