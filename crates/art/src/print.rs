//! Print-and-play sheets: counters on pages for both sides of the paper, as a PDF of vectors.

use std::collections::{BTreeMap, BTreeSet};

use pdf_writer::{Chunk, Content, Finish, Name, Pdf, Rect, Ref, TextStr};
use rayon::prelude::*;
use resvg::usvg;
use svg2pdf::usvg as plain;

use crate::contrast::channels;
use crate::fonts::Fonts;
use crate::lettering::Hand;
use crate::print_bleed::{Edges, Stripe};
pub use crate::print_grid::Paper;
use crate::print_grid::{BLEED_MM, Grid, MARK_INSET_MM};
use crate::template::escaped;

/// Points of PDF in a millimetre.
const POINTS: f32 = 72.0 / 25.4;

/// More counters than this on all sheets together are refused; a count is typed by people.
const MOST_COUNTERS: usize = 50_000;

/// One side of a counter to print.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// Its SVG.
    pub svg: String,
    /// The colour that goes on beyond the cut where the face has none along its edge, `#rrggbb`; what is no colour leaves
    /// the paper white.
    pub beyond: String,
}

/// A counter to print.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    /// Its front.
    pub front: Side,
    /// Its back, so that no sheet has an empty side.
    pub back: Side,
    /// How many of it.
    pub count: usize,
}

/// Counters that begin on a sheet of their own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// What the sheets are called: `Land units`.
    pub title: String,
    /// The counters in the order of printing.
    pub counters: Vec<Printed>,
}

/// What is printed, and how large.
#[derive(Clone, Debug, PartialEq)]
pub struct Job {
    /// The first words of every page, mostly the name of the game.
    pub title: String,
    /// The sections; an empty one takes no sheet.
    pub sections: Vec<Section>,
    /// Names and plain counters of the nations, explained at the foot of each page.
    pub legend: Vec<(String, String)>,
    /// The paper.
    pub paper: Paper,
    /// Width of a counter in millimetres.
    pub size_mm: f32,
}

/// Why sheets cannot be printed.
#[derive(Debug, thiserror::Error)]
pub enum PrintError {
    /// A face is no SVG.
    #[error("not a valid SVG: {0}")]
    Svg(#[from] usvg::Error),
    /// A face cannot be written as PDF.
    #[error("cannot write a face as PDF: {0}")]
    Convert(String),
    /// No counter of this size fits.
    #[error("a counter of {0} mm does not fit: expected 8 to 60 mm")]
    Size(f32),
    /// The counts are surely wrong.
    #[error("{0} counters are more than the {MOST_COUNTERS} that are printed at once")]
    TooMany(usize),
}

/// One side of a sheet.
struct Page<'a> {
    title: String,
    back: bool,
    /// Faces by their cell.
    faces: Vec<(usize, &'a Side)>,
}

/// The sheets as PDF: each front followed by its back, mirrored for turning the paper on its long edge.
///
/// Faces are vectors and are stored once however often they are printed. The same job gives the same bytes.
pub fn pdf(job: &Job, fonts: &Fonts) -> Result<Vec<u8>, PrintError> {
    let grid = Grid::new(job.paper, job.size_mm).ok_or(PrintError::Size(job.size_mm))?;
    let total = job.sections.iter().flat_map(|section| &section.counters).map(|counter| counter.count);
    let total = total.fold(0, usize::saturating_add);
    if total > MOST_COUNTERS {
        return Err(PrintError::TooMany(total));
    }
    let pages = pages(job, &grid);
    let mut writer =
        Writer { pdf: Pdf::new(), next: Ref::new(1), faces: BTreeMap::new(), edges: edges(job, fonts) };
    let (catalog, tree) = (writer.fresh(), writer.fresh());
    writer.pdf.catalog(catalog).pages(tree);
    let furniture: Vec<String> = pages
        .iter()
        .enumerate()
        .map(|(at, page)| furniture(job, &grid, page, &format!("page {} of {}", at + 1, pages.len())))
        .collect();
    let faces = pages.iter().flat_map(|page| &page.faces).map(|(_, side)| side.svg.as_str());
    let mark = registration_mark();
    let drawings = faces.chain(furniture.iter().map(String::as_str)).chain([mark.as_str()]);
    writer.add_drawings(drawings, fonts)?;
    let mut kids = Vec::new();
    for (page, furniture) in pages.iter().zip(&furniture) {
        kids.push(writer.page(tree, &grid, page, furniture, &mark));
    }
    writer.pdf.pages(tree).count(kids.len() as i32).kids(kids);
    let info = writer.fresh();
    writer.pdf.document_info(info).title(TextStr(&job.title)).creator(TextStr("liege"));
    Ok(in_order(&writer.pdf.finish()))
}

/// The same document with neighbouring references of a dictionary sorted, which the drawings' writer puts down in an
/// order that changes from run to run. Lines only change places inside an object, so that every offset stays right.
fn in_order(document: &[u8]) -> Vec<u8> {
    let reference = |line: &&[u8]| {
        let words: Vec<&[u8]> = line.split(|byte| *byte == b' ').filter(|word| !word.is_empty()).collect();
        line.len() < 60
            && matches!(words.as_slice(), [name, _, _, b"R"] if name.starts_with(b"/") && name.is_ascii())
    };
    let mut lines: Vec<&[u8]> = document.split(|byte| *byte == b'\n').collect();
    for run in lines.chunk_by_mut(|one, other| reference(one) && reference(other)) {
        run.sort_unstable();
    }
    lines.join(&b'\n')
}

/// Deals the counters of every section to sheets.
fn pages<'a>(job: &'a Job, grid: &Grid) -> Vec<Page<'a>> {
    let mut pages = Vec::new();
    for section in &job.sections {
        let repeated: Vec<&Printed> =
            section.counters.iter().flat_map(|counter| std::iter::repeat_n(counter, counter.count)).collect();
        for (number, sheet) in repeated.chunks(grid.cells()).enumerate() {
            for back in [false, true] {
                let face = |counter: &'a Printed| if back { &counter.back } else { &counter.front };
                let faces = sheet.iter().map(|counter| face(counter)).enumerate().collect();
                let side = if back { "back" } else { "front" };
                let title = format!("{} \u{2013} {} {}, {side}", job.title, section.title, number + 1);
                pages.push(Page { title, back, faces });
            }
        }
    }
    pages
}

/// The document while it grows.
struct Writer {
    pdf: Pdf,
    next: Ref,
    /// The object of every drawing, by its SVG text.
    faces: BTreeMap<String, Ref>,
    /// The edges of every face, by its SVG text.
    edges: BTreeMap<String, Edges>,
}

impl Writer {
    fn fresh(&mut self) -> Ref {
        self.next.bump()
    }

    /// Adds each different drawing once, in the order in which they first appear.
    fn add_drawings<'a>(
        &mut self,
        drawings: impl Iterator<Item = &'a str>,
        fonts: &Fonts,
    ) -> Result<(), PrintError> {
        let mut seen = BTreeSet::new();
        let fresh: Vec<&str> = drawings.filter(|svg| seen.insert(*svg)).collect();
        let drawn: Vec<Result<(Chunk, Ref), PrintError>> =
            fresh.par_iter().map(|svg| drawing(svg, fonts)).collect();
        for (svg, drawn) in fresh.into_iter().zip(drawn) {
            let (chunk, top) = drawn?;
            let mut known = BTreeMap::new();
            let next = &mut self.next;
            let chunk = chunk.renumber(|old| *known.entry(old.get()).or_insert_with(|| next.bump()));
            self.pdf.extend(&chunk);
            self.faces.extend(known.get(&top.get()).map(|top| (svg.to_owned(), *top)));
        }
        Ok(())
    }

    fn page(&mut self, tree: Ref, grid: &Grid, page: &Page<'_>, furniture: &str, mark: &str) -> Ref {
        let (id, content_id) = (self.fresh(), self.fresh());
        let (width, height) = grid.paper.size_mm();
        let mut content = Content::new();
        let mut used: BTreeMap<i32, Ref> = BTreeMap::new();
        let mut put = |content: &mut Content, svg: &str, (x, y): (f32, f32), (w, h): (f32, f32)| {
            let Some(object) = self.faces.get(svg) else { return };
            used.insert(object.get(), *object);
            content.save_state();
            // PDF counts from the foot of the page.
            content.transform([w, 0.0, 0.0, h, x, height - y - h].map(|length| length * POINTS));
            content.x_object(Name(object_name(*object).as_bytes()));
            content.restore_state();
        };
        bleed(&mut content, grid, page, &self.edges);
        cut_marks(&mut content, grid, page);
        put(&mut content, furniture, (0.0, 0.0), (width, height));
        for (x, y) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            let place = |far: i32, length: f32| if far == 1 { length - MARK_INSET_MM } else { MARK_INSET_MM };
            let (x, y) = (place(x, width) - MARK_MM / 2.0, place(y, height) - MARK_MM / 2.0);
            put(&mut content, mark, (x, y), (MARK_MM, MARK_MM));
        }
        for (cell, side) in &page.faces {
            let (x, y) = grid.place(*cell, page.back);
            put(&mut content, &side.svg, (x, y), (grid.size_mm, grid.size_mm));
        }
        self.pdf.stream(content_id, &content.finish());
        let mut written = self.pdf.page(id);
        written.parent(tree).contents(content_id);
        written.media_box(Rect::new(0.0, 0.0, width * POINTS, height * POINTS));
        let mut resources = written.resources();
        let mut objects = resources.x_objects();
        for object in used.values() {
            objects.pair(Name(object_name(*object).as_bytes()), *object);
        }
        objects.finish();
        resources.finish();
        written.finish();
        id
    }
}

fn object_name(object: Ref) -> String {
    format!("X{}", object.get())
}

/// A drawing as an object of one unit's width and height.
fn drawing(svg: &str, fonts: &Fonts) -> Result<(Chunk, Ref), PrintError> {
    // Letters become outlines: a font in each of a thousand faces would be most of the file.
    let outlines = usvg::Tree::from_str(svg, &fonts.options())?.to_string(&usvg::WriteOptions::default());
    let tree = plain::Tree::from_str(&outlines, &plain_options())
        .map_err(|error| PrintError::Convert(error.to_string()))?;
    let options = svg2pdf::ConversionOptions { embed_text: false, ..Default::default() };
    svg2pdf::to_chunk(&tree, options).map_err(|error| PrintError::Convert(error.to_string()))
}

/// How to read outlines: without fonts, and still without pictures from files.
fn plain_options() -> plain::Options<'static> {
    let nothing = plain::ImageHrefResolver {
        resolve_data: plain::ImageHrefResolver::default_data_resolver(),
        resolve_string: Box::new(|_, _| None),
    };
    plain::Options { image_href_resolver: nothing, ..plain::Options::default() }
}

/// What lies along the edges of each different face.
fn edges(job: &Job, fonts: &Fonts) -> BTreeMap<String, Edges> {
    let counters = job.sections.iter().flat_map(|section| &section.counters);
    let faces: BTreeSet<&str> =
        counters.flat_map(|counter| [counter.front.svg.as_str(), counter.back.svg.as_str()]).collect();
    faces.into_par_iter().map(|svg| (svg.to_owned(), Edges::of(svg, fonts))).collect()
}

/// Lays the colours along the edges of each counter under it and around it, so that a cut a little beside its line shows no
/// paper.
fn bleed(content: &mut Content, grid: &Grid, page: &Page<'_>, edges: &BTreeMap<String, Edges>) {
    let (_, height) = grid.paper.size_mm();
    let size = grid.size_mm;
    // Left, top, width and height in millimetres from the upper left corner of the page.
    let mut lay = |colour: [u8; 3], (x, y): (f32, f32), (w, h): (f32, f32)| {
        let [red, green, blue] = colour.map(|channel| f32::from(channel) / 255.0);
        content.set_fill_rgb(red, green, blue);
        content.rect(x * POINTS, (height - y - h) * POINTS, w * POINTS, h * POINTS);
        content.fill_nonzero();
    };
    // The outer stripes of an edge reach the corners of what is beyond.
    let span = |stripe: &Stripe| {
        let from = if stripe.from > 0.0 { stripe.from * size } else { -BLEED_MM };
        let to = if stripe.to < 1.0 { stripe.to * size } else { size + BLEED_MM };
        (from, to - from)
    };
    for (cell, side) in &page.faces {
        let (x, y) = grid.place(*cell, page.back);
        let plain = channels(&side.beyond);
        if let Some(colour) = plain {
            let wide = size + 2.0 * BLEED_MM;
            lay(colour, (x - BLEED_MM, y - BLEED_MM), (wide, wide));
        }
        let Some(edges) = edges.get(&side.svg) else { continue };
        let deep = BLEED_MM + size * ROUND;
        for (stripes, above) in [(&edges.top, -BLEED_MM), (&edges.foot, size - size * ROUND)] {
            for (stripe, colour) in other_than(plain, stripes) {
                let (from, long) = span(stripe);
                lay(colour, (x + from, y + above), (long, deep));
            }
        }
        for (stripes, aside) in [(&edges.left, -BLEED_MM), (&edges.right, size - size * ROUND)] {
            for (stripe, colour) in other_than(plain, stripes) {
                let (from, long) = span(stripe);
                lay(colour, (x + aside, y + from), (deep, long));
            }
        }
    }
}

/// How much of its side a counter may be round at its corners: so far what is beyond goes on under it.
const ROUND: f32 = 0.1;

/// The stripes with a colour, where an edge has any that is not the colour laid everywhere.
fn other_than(plain: Option<[u8; 3]>, stripes: &[Stripe]) -> impl Iterator<Item = (&Stripe, [u8; 3])> {
    let differs = stripes.iter().any(|stripe| stripe.colour.is_some() && stripe.colour != plain);
    stripes.iter().filter(move |_| differs).filter_map(|stripe| Some((stripe, stripe.colour?)))
}

/// Marks to lay a rule on, beyond the counters: two for each column and row, where it begins and where it ends.
fn cut_marks(content: &mut Content, grid: &Grid, page: &Page<'_>) {
    let (_, height) = grid.paper.size_mm();
    let mut line = |from: (f32, f32), to: (f32, f32)| {
        content.move_to(from.0 * POINTS, (height - from.1) * POINTS);
        content.line_to(to.0 * POINTS, (height - to.1) * POINTS);
    };
    let last = page.faces.len().max(1) - 1;
    let (left, right) = (grid.place(0, false).0, grid.place(grid.columns - 1, false).0 + grid.size_mm);
    let (top, foot) = (grid.top_mm, grid.place(last, false).1 + grid.size_mm);
    let (near, far) = (BLEED_MM + 0.5, BLEED_MM + 0.5 + CUT_MM);
    for column in 0..grid.columns {
        let x = grid.place(column, false).0;
        for x in [x, x + grid.size_mm] {
            line((x, top - far), (x, top - near));
            line((x, foot + near), (x, foot + far));
        }
    }
    for row in 0..=last / grid.columns {
        let y = grid.place(row * grid.columns, false).1;
        for y in [y, y + grid.size_mm] {
            line((left - far, y), (left - near, y));
            line((right + near, y), (right + far, y));
        }
    }
    content.set_line_width(0.25).set_stroke_gray(0.2);
    content.stroke();
}

/// How long a cut mark is.
const CUT_MM: f32 = 3.0;

/// Width of a registration mark.
const MARK_MM: f32 = 6.0;

fn registration_mark() -> String {
    r##"<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60" viewBox="-30 -30 60 60" fill="none" stroke="#000" stroke-width="1.2"><circle r="15"/><path d="M-29 0H29M0 -29V29"/></svg>"##
        .to_owned()
}

/// Size of the letters of the legend in millimetres.
const LEGEND: f32 = 2.8;

/// What a page says around its counters: title, how to print, the nations, a ruler.
fn furniture(job: &Job, grid: &Grid, page: &Page<'_>, number: &str) -> String {
    let (width, height) = grid.paper.size_mm();
    let mut svg = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" {} fill="#111"><text x="{}" y="9" font-size="4.6" {}>{}</text><text x="{}" y="9" font-size="3.2" text-anchor="end">100 %, both sides, flip on long edge · counters {} mm · {number}</text>"##,
        Hand::Plain.svg(),
        MARK_INSET_MM + 8.0,
        Hand::Bold.svg(),
        escaped(&page.title),
        width - MARK_INSET_MM - 8.0,
        grid.size_mm,
    );
    let (mut x, mut y) = (MARK_INSET_MM + 8.0, height - 11.0);
    for (name, swatch) in &job.legend {
        let room = 6.5 + Hand::Plain.width(name, LEGEND);
        if x + room > width - MARK_INSET_MM - 8.0 {
            (x, y) = (MARK_INSET_MM + 8.0, y + 4.4);
        }
        svg.push_str(&format!(
            r##"<svg x="{x:.2}" y="{:.2}" width="4" height="4" viewBox="0 0 100 100">{swatch}</svg><text x="{:.2}" y="{y:.2}" font-size="{LEGEND}">{}</text>"##,
            y - 3.1,
            x + 4.8,
            escaped(name),
        ));
        x += room + 2.0;
    }
    svg.push_str("</svg>");
    svg
}
