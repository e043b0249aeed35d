//! SVG pictures whose lines run through the middles of pixels, as Java draws them: thin frames stay sharp.
//!
//! Java's rule is that of its class `Graphics2D` with the hint `STROKE_NORMALIZE`, which the engine leaves as it is.

use std::fmt::Write;

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, Writer};
use resvg::tiny_skia::{Point, Transform};
use resvg::usvg::{Group, Node, Options, Tree, WriteOptions};

use crate::vector::Budget;

/// Longest picture, as SVG of nothing but paths, whose lines are moved; larger ones are drawn as they are.
const LONGEST: usize = 8 << 20;
/// Nanoseconds that the smallest picture takes, and each byte of one as paths.
const LEAST: u64 = 20_000;
const PER_BYTE: u64 = 40;

/// The picture for drawing so many times its size; `None` where it has no lines to move, or there is no time to.
pub fn crisp(tree: &Tree, scale: f32, budget: &mut Budget) -> Option<Tree> {
    if !has_lines(tree.root()) || !budget.spend(LEAST) {
        return None;
    }
    let paths = tree.to_string(&WriteOptions::default());
    let work = (paths.len() as u64).saturating_mul(PER_BYTE);
    if paths.len() > LONGEST || !budget.spend(work) {
        // To write it has taken its time.
        budget.lose(work / 4);
        return None;
    }
    let moved = moved(&paths, Transform::from_scale(scale, scale))?;
    Tree::from_str(&moved, &Options::default()).ok().filter(|crisp| crisp.size() == tree.size())
}

/// Whether a group draws lines; what holds bitmaps is left alone, they would be encoded anew.
fn has_lines(group: &Group) -> bool {
    let nodes = || group.children().iter();
    let bitmap = |node: &Node| matches!(node, Node::Image(_)) || inner(node).is_some_and(has_bitmaps);
    !nodes().any(bitmap)
        && nodes().any(|node| match node {
            Node::Path(path) => path.stroke().is_some(),
            other => inner(other).is_some_and(has_lines),
        })
}

fn has_bitmaps(group: &Group) -> bool {
    group.children().iter().any(|node| matches!(node, Node::Image(_)) || inner(node).is_some_and(has_bitmaps))
}

fn inner(node: &Node) -> Option<&Group> {
    match node {
        Node::Group(group) => Some(group),
        _ => None,
    }
}

/// An SVG of groups and paths with the lines outside its definitions moved; `outer` leads to pixels.
fn moved(svg: &str, outer: Transform) -> Option<String> {
    let mut reader = Reader::from_str(svg);
    let mut writer = Writer::new(Vec::with_capacity(svg.len()));
    // What leads from each open element to pixels; nothing inside definitions.
    let mut open: Vec<Option<Transform>> = vec![Some(outer)];
    loop {
        match reader.read_event().ok()? {
            Event::Eof => break,
            Event::Start(start) => {
                let within = within(*open.last()?, &start);
                writer.write_event(Event::Start(element(start, within))).ok()?;
                open.push(within);
            }
            Event::Empty(start) => {
                let within = within(*open.last()?, &start);
                writer.write_event(Event::Empty(element(start, within))).ok()?;
            }
            Event::End(end) => {
                open.pop();
                writer.write_event(Event::End(end)).ok()?;
            }
            other => writer.write_event(other).ok()?,
        }
    }
    String::from_utf8(writer.into_inner()).ok()
}

/// What leads from the inside of an element to pixels.
fn within(outside: Option<Transform>, start: &BytesStart<'_>) -> Option<Transform> {
    if matches!(start.name().as_ref(), "defs" | "clipPath" | "mask" | "pattern") {
        return None;
    }
    match attribute(start, "transform") {
        None => outside,
        Some(text) => {
            let inside = text.strip_prefix("matrix(")?.strip_suffix(')')?;
            let parts: Vec<f32> = inside.split_whitespace().filter_map(|part| part.parse().ok()).collect();
            let [a, b, c, d, e, f] = parts[..] else {
                return None;
            };
            Some(outside?.pre_concat(Transform::from_row(a, b, c, d, e, f)))
        }
    }
}

fn attribute(start: &BytesStart<'_>, name: &str) -> Option<String> {
    Some(start.try_get_attribute(name).ok().flatten()?.value.into_owned())
}

/// The element, with its line moved where it draws one.
fn element<'a>(start: BytesStart<'a>, within: Option<Transform>) -> BytesStart<'a> {
    let line =
        start.name().as_ref() == "path" && attribute(&start, "stroke").is_some_and(|ink| ink != "none");
    let data = within.filter(|_| line).and_then(|to_pixels| snapped(&attribute(&start, "d")?, to_pixels));
    let Some(data) = data else {
        return start;
    };
    let mut with = BytesStart::new("path");
    for old in start.attributes().flatten() {
        if old.key.as_ref() == "d" {
            with.push_attribute(("d", data.as_str()));
        } else {
            with.push_attribute(old);
        }
    }
    with
}

/// A path in absolute segments with its ends in the middles of pixels and its handles moved along with them.
fn snapped(data: &str, to_pixels: Transform) -> Option<String> {
    let back = to_pixels.invert()?;
    let mut tokens = data.split_whitespace().peekable();
    let mut path = String::with_capacity(data.len());
    let (mut last, mut first) = (Point::zero(), Point::zero());
    while let Some(kind) = tokens.next() {
        let count = match kind {
            "M" | "L" => 1,
            "Q" => 2,
            "C" => 3,
            "Z" => 0,
            _ => return None,
        };
        let mut points = [Point::zero(); 3];
        for point in &mut points[..count] {
            *point = Point::from_xy(tokens.next()?.parse().ok()?, tokens.next()?.parse().ok()?);
            to_pixels.map_point(point);
        }
        path.push_str(kind);
        path.push(' ');
        let Some(end) = count.checked_sub(1) else {
            last = first;
            continue;
        };
        let middle = Point::from_xy(points[end].x.floor() + 0.5, points[end].y.floor() + 0.5);
        let by = middle - points[end];
        match count {
            2 => points[0] += Point::from_xy((last.x + by.x) / 2.0, (last.y + by.y) / 2.0),
            3 => {
                points[0] += last;
                points[1] += by;
            }
            _ => {}
        }
        points[end] = middle;
        for point in &mut points[..count] {
            back.map_point(point);
            let _ = write!(path, "{} {} ", point.x, point.y);
        }
        last = by;
        if kind == "M" {
            first = by;
        }
    }
    Some(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use resvg::tiny_skia::Pixmap;

    /// The pixels of a row of a picture at so many times its size, by their opacity.
    fn row(svg: &str, scale: f32, y: u32) -> Vec<u8> {
        let tree = Tree::from_str(svg, &Options::default()).unwrap();
        let tree = crisp(&tree, scale, &mut Budget::new()).unwrap_or(tree);
        let length = |pixels: f32| (pixels * scale) as u32;
        let mut pixels = Pixmap::new(length(tree.size().width()), length(tree.size().height())).unwrap();
        resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
        (0..pixels.width()).map(|x| pixels.pixel(x, y).unwrap().alpha()).collect()
    }

    fn picture(inside: &str) -> String {
        format!(r#"<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8">{inside}</svg>"#)
    }

    #[test]
    fn a_frame_between_pixels_is_drawn_on_those_right_of_it() {
        let frame = r#"<rect x="2" y="2" width="4" height="4" fill="none" stroke="black"/>"#;
        assert_eq!(row(&picture(frame), 1.0, 4), [0, 0, 255, 0, 0, 0, 255, 0]);
        let shifted = format!(r#"<g transform="translate(-1.75 0)">{frame}</g>"#);
        assert_eq!(row(&picture(&shifted), 1.0, 4), [255, 0, 0, 0, 255, 0, 0, 0]);
        let doubled = row(&picture(frame), 2.0, 8);
        assert_eq!(doubled[3..6], [128, 255, 128], "{doubled:?}");
    }

    #[test]
    fn areas_and_definitions_stay_where_they_are() {
        let area = r#"<rect x="2.5" y="0" width="4" height="8"/>"#;
        assert!(
            crisp(&Tree::from_str(&picture(area), &Options::default()).unwrap(), 1.0, &mut Budget::new())
                .is_none()
        );
        let clip = r#"<clipPath id="c"><path d="M 0 0 L 4 0 L 4 8 L 0 8 Z"/></clipPath><path clip-path="url(#c)" d="M -1 4 L 8 4" stroke="black"/>"#;
        assert_eq!(row(&picture(clip), 1.0, 4), [255, 255, 255, 255, 0, 0, 0, 0]);
    }

    #[test]
    fn handles_of_a_curve_move_with_its_ends() {
        let curve = snapped("M 1 1 C 2 3 4 3 5.75 1 Q 6 6 7 7 Z", Transform::identity()).unwrap();
        assert_eq!(curve, "M 1.5 1.5 C 2.5 3.5 3.75 3.5 5.5 1.5 Q 6.125 6.5 7.5 7.5 Z ");
        assert_eq!(snapped("M 1 1 A 1 1", Transform::identity()), None);
    }
}
