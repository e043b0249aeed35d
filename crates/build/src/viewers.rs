//! The mouse-over view of stacks: rows of counters and what they sum up to.
//!
//! Engine class: `build.module.map.CounterDetailViewer`.
//!
//! The engine draws the pieces of a viewer in one line, so each row of the view is a viewer of its own, with a
//! filter on the place in the stack. Each viewer asks every piece of its map for its shape 0.5 s after the pointer
//! came to rest. All counters therefore have one shape (Non-Rectangular, in the prototype *Told*); without it the
//! engine asks all Layers and evaluates all Text Labels of the piece, and an overlay that reaches beyond the counter
//! pushes a stack apart. Processor time of one rest in VASSAL 3.7.26, December 1941, over empty sea and over a stack
//! of 14: 660 and 700 ms without the trait and with 21 viewers, 35 and 55 ms with the trait, 18 and 35 ms with the
//! trait and 10 viewers; with 1,100 pieces on the main map 45 and 65 ms.

use vassal::format::build_file::Element;

use super::element::component;
use super::palette::COUNTER_PIXELS;

/// The property of a piece that names its layer.
pub const LAYER_PROPERTY: &str = "Layer";

/// What a mouse-over shows.
#[derive(Clone, Debug, Default)]
pub struct Viewed {
    /// The layers whose pieces lie in stacks of their own, with a row below the pointer.
    pub below: Vec<String>,
    /// What the units of a stack sum up to, with `$sum(PROPERTY)$` and `(s)` for a plural; empty for nothing.
    pub summary: String,
}

/// Pieces in one row of the mouse-over view.
pub const VIEW_ROW: u32 = 11;

/// Rows of the mouse-over view; the last one takes what is left.
///
/// There are `rows * (rows + 3) / 2` viewers, each of which asks every piece of the map whether it lies below the pointer.
pub const VIEW_ROWS: u32 = 3;

/// What is left free around each counter of the mouse-over view, in pixels, so that an arrow beside it is seen.
const VIEW_BORDER: u32 = 12;

/// Height of a row of the mouse-over view in pixels, its frame included.
const VIEW_ROW_HEIGHT: u32 = COUNTER_PIXELS + 2 * VIEW_BORDER + 4;

/// Height of a line of text for its size in points, at least.
const LINE_HEIGHT: f64 = 1.16;

/// Height of the line with the sums above the rows, in pixels.
const SUMS_HEIGHT: u32 = 22;

/// The mouse-over view of all stacks at a point, with their sums.
///
/// The engine draws the pieces of a viewer in one line. So there is a viewer for each row: which pieces it shows
/// follows from their place in the stack, where it lies from how many rows the stack has.
pub fn viewers(viewed: &Viewed) -> Vec<Element> {
    // What lies below the units is in stacks of its own and has a row below the pointer.
    let below: Vec<String> =
        viewed.below.iter().map(|layer| format!("{LAYER_PROPERTY} == \"{layer}\"")).collect();
    let below = below.join(" || ");
    let height = VIEW_ROW_HEIGHT as i32;
    let mut all = Vec::new();
    if !below.is_empty() {
        all.push(viewer(&[
            ("description", "Hex"),
            ("propertyFilter", &format!("{{{below}}}")),
            ("showgraph", "true"),
            ("summaryReportFormat", "$LocationName$"),
            ("verticalOffset", &(-(height + 34)).to_string()),
        ]));
    }
    let units = if below.is_empty() { String::new() } else { format!("!({below}) && ") };
    for rows in 1..=VIEW_ROWS {
        let mut stacks = format!("{units}StackSize > {}", (rows - 1) * VIEW_ROW);
        if rows < VIEW_ROWS {
            stacks.push_str(&format!(" && StackSize <= {}", rows * VIEW_ROW));
        }
        all.push(sums(
            &format!("Sums of {rows}"),
            &format!("{{{stacks}}}"),
            rows as i32 * height,
            &viewed.summary,
        ));
        for number in 0..rows {
            let mut filter = format!("{stacks} && StackPos > {}", number * VIEW_ROW);
            if number + 1 < rows || rows < VIEW_ROWS {
                filter.push_str(&format!(" && StackPos <= {}", (number + 1) * VIEW_ROW));
            }
            let name = format!("Row {} of {rows}", number + 1);
            all.push(row(&name, &format!("{{{filter}}}"), number as i32 * height, rows - 1 - number));
        }
    }
    all
}

/// One row of the mouse-over view, so far above the pointer, with room for the sums and so many rows above it.
///
/// The engine keeps a line of text free above the pieces, also where the text is empty: its size is the room, so that
/// near the upper edge of the window rows and sums are pushed down alike.
fn row(name: &str, filter: &str, up: i32, rows_above: u32) -> Element {
    let size = (f64::from(rows_above * VIEW_ROW_HEIGHT + SUMS_HEIGHT) / LINE_HEIGHT).ceil();
    viewer(&[
        ("description", name),
        ("fontSize", &size.to_string()),
        ("propertyFilter", filter),
        ("showgraph", "true"),
        ("summaryReportFormat", "{\"\"}"),
        ("verticalOffset", &up.to_string()),
    ])
}

/// What the pieces of a stack sum up to, above its rows.
fn sums(name: &str, filter: &str, up: i32, summary: &str) -> Element {
    // Pieces of no size, so that the frame is as wide as the text and stays within the window.
    viewer(&[
        ("borderThickness", "0"),
        ("borderWidth", "0"),
        ("description", name),
        ("graphicsZoom", "0.0"),
        ("propertyFilter", filter),
        ("showgraph", "true"),
        ("stretchWidthPieces", "true"),
        ("summaryReportFormat", &text_of_sums(summary)),
        ("verticalOffset", &up.to_string()),
    ])
}

/// The place and those terms of a summary that are not zero, as an expression of the engine.
fn text_of_sums(summary: &str) -> String {
    if summary.is_empty() {
        return "$LocationName$".to_owned();
    }
    let terms: Vec<String> = summary.split(", ").map(term).collect();
    format!("{{LocationName + ({}).replaceFirst(\", \", \": \")}}", terms.join(" + "))
}

/// A term of the sums: words and sums by turns, where `(s)` is an s unless the sum before it is 1.
fn term(term: &str) -> String {
    let text = |words: &str| format!("\"{}\"", words.replace('\\', r"\\").replace('"', "\\\""));
    let (mut parts, mut sums) = (vec![text(", ")], Vec::new());
    for (number, part) in term.split('$').enumerate() {
        if number % 2 == 1 {
            sums.push(format!("GetString({})", text(part)));
            parts.extend(sums.last().cloned());
        } else {
            let plural = sums.last().map(|sum| format!("\" + ({sum}.equals(\"1\") ? \"\" : \"s\") + \""));
            parts.push(text(part).replace("(s)", plural.as_deref().unwrap_or("s")));
        }
    }
    let nothing: Vec<String> = sums.iter().map(|sum| format!("{sum}.equals(\"0\")")).collect();
    let nothing = if nothing.is_empty() { "false".to_owned() } else { nothing.join(" && ") };
    format!("({nothing} ? \"\" : {})", parts.join(" + "))
}

/// A viewer with these attributes, the others as all have them.
fn viewer(own: &[(&str, &str)]) -> Element {
    let mut element = component(
        "module.map.CounterDetailViewer",
        &[
            ("bgColor", "255,255,255"),
            ("borderColor", "0,0,0"),
            ("borderWidth", &VIEW_BORDER.to_string()),
            ("centerText", "false"),
            ("combineCounterSummary", "false"),
            ("counterReportFormat", ""),
            ("delay", "500"),
            ("display", "from all layers"),
            ("emptyHexReportForma", ""),
            ("enableHTML", "false"),
            ("fgColor", "0,0,0"),
            ("fontSize", "12"),
            ("graphicsZoom", "1.0"),
            ("hotkey", "32,130"),
            ("minDisplayPieces", "1"),
            ("showtext", "true"),
            ("unrotatePieces", "false"),
            ("version", "4"),
            ("zoomlevel", "1.0"),
        ],
    );
    for (name, value) in own {
        element.set_attr(name, *value);
    }
    element
}

#[cfg(test)]
mod tests {
    use super::text_of_sums;
    use vassal::model::expression::evaluate;

    #[test]
    fn the_line_of_sums_leaves_out_what_is_zero_and_counts_one_ship() {
        let text =
            text_of_sums("$sum(Steps)$ of $sum(Full)$ steps, $sum(Ships)$ ship(s), $sum(Air)$ aircraft");
        let expression = text.strip_prefix('{').and_then(|text| text.strip_suffix('}')).unwrap();
        for (sums, shown) in [
            (["0", "0", "0", "0"], "W5400"),
            (["3", "4", "1", "0"], "W5400: 3 of 4 steps, 1 ship"),
            (["0", "4", "0", "1"], "W5400: 0 of 4 steps, 1 aircraft"),
            (["0", "0", "12", "0"], "W5400: 12 ships"),
        ] {
            let names = ["LocationName", "sum(Steps)", "sum(Full)", "sum(Ships)", "sum(Air)"];
            let values: Vec<&str> = ["W5400"].into_iter().chain(sums).collect();
            let value = |name: &str| {
                names.iter().position(|known| name == *known).map(|index| values[index].to_owned())
            };
            assert_eq!(evaluate(expression, &value).as_deref(), Some(shown));
        }
    }
}
