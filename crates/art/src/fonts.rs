//! The fonts of all pictures, and SVG text to pixels with them; no font of the computer is ever used.

use std::io::Write;
use std::sync::Arc;

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder};
use resvg::tiny_skia::{Path, PathBuilder, Pixmap, Transform};
use resvg::usvg::{Group, ImageHrefResolver, Node, Options, Text, Tree, fontdb};

use super::template::escaped;
use super::vector::{self, Budget};

/// Pictures wider or higher than this are refused.
const MAX_PIXELS: u32 = 20_000;

/// Larger pictures are encoded row by row.
const LARGEST_COPIED: usize = 4_000_000;

/// The font of the labels that pieces of a module wear, whose letters are as wide as those of the engine, and of letters
/// that the hands of our own pictures do not have; its files lie in `fonts/` of the crate.
const FAMILY: &str = "DejaVu Sans";

/// Why a picture could not be drawn.
#[derive(Debug, thiserror::Error)]
pub enum DrawError {
    /// The SVG text is no SVG.
    #[error("not a valid SVG: {0}")]
    Svg(#[from] resvg::usvg::Error),
    /// The picture would be empty or too large.
    #[error("cannot draw a picture of {width} x {height} pixels, expected 1 to {MAX_PIXELS} each")]
    Size {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
    },
    /// It would take more time or memory than a picture may.
    #[error("the drawing takes too much work: too many lines, references, layers, filters or pixels")]
    TooMuch,
    /// It is no bitmap, or a damaged one.
    #[error("cannot decode the picture: {0}")]
    Decode(String),
    /// The PNG could not be written.
    #[error("cannot encode the picture as PNG: {0}")]
    Encode(String),
}

/// The font size in which words are measured.
const SET: f32 = 100.0;

/// Words as a shape, at font size 1 from the start of their base line.
#[derive(Clone, Debug, Default)]
pub struct Outline {
    /// The letters; none where nothing is seen of them.
    pub path: Option<Path>,
    /// How far they reach, with the room behind the last.
    pub width: f32,
}

/// Fonts, parsed once; cheap to clone and to share between threads.
#[derive(Clone, Debug)]
pub struct Fonts(Arc<fontdb::Database>);

impl Fonts {
    /// Parses font files (TrueType); what is no font is left out.
    pub fn new(files: impl IntoIterator<Item = &'static [u8]>) -> Self {
        let mut database = fontdb::Database::new();
        for file in files {
            database.load_font_source(fontdb::Source::Binary(Arc::new(file)));
        }
        // Families that an SVG names and we do not have fall back to the serif one.
        database.set_serif_family(FAMILY);
        database.set_sans_serif_family(FAMILY);
        Self(Arc::new(database))
    }

    /// How to read an SVG with these fonts. It may not load pictures from files: only what stands in it is drawn.
    pub fn options(&self) -> Options<'static> {
        let nothing = ImageHrefResolver {
            resolve_data: ImageHrefResolver::default_data_resolver(),
            resolve_string: Box::new(|_, _| None),
        };
        Options {
            fontdb: self.0.clone(),
            font_family: FAMILY.into(),
            image_href_resolver: nothing,
            ..Options::default()
        }
    }

    /// Draws an SVG so wide, the height in proportion. A width of 0 or beyond 20,000 pixels is refused.
    ///
    /// An SVG may not load pictures from files: only pictures inside its text are drawn.
    pub fn draw(&self, svg: &str, width: u32) -> Result<Pixmap, DrawError> {
        let mut budget = Budget::new();
        let tree = vector::read(svg, self, &mut budget)?;
        let scale = width as f32 / tree.size().width();
        let height = (tree.size().height() * scale).round() as u32;
        let size = DrawError::Size { width, height };
        if width > MAX_PIXELS || height > MAX_PIXELS {
            return Err(size);
        }
        let mut pixels = Pixmap::new(width, height).ok_or(size)?;
        vector::render(&tree, Transform::from_scale(scale, scale), &mut pixels, &mut budget)?;
        Ok(pixels)
    }

    /// The size in which an SVG is drawn at its own width, in whole pixels.
    ///
    /// # Errors
    /// The text is no SVG.
    pub fn size(&self, svg: &str) -> Result<(u32, u32), DrawError> {
        let size = vector::read(svg, self, &mut Budget::new())?.size();
        let width = size.width().round();
        Ok((width as u32, (size.height() * (width / size.width())).round() as u32))
    }

    /// How wide words are at font size 1.
    pub fn width(&self, words: &str, bold: bool) -> f32 {
        let tree = self.set(words, bold);
        tree.as_ref().and_then(|tree| text_of(tree.root())).map_or(0.0, right_of)
    }

    /// The outline of words at font size 1, from the start of their base line.
    pub fn outline(&self, words: &str) -> Outline {
        let tree = self.set(words, false);
        let Some(text) = tree.as_ref().and_then(|tree| text_of(tree.root())) else {
            return Outline::default();
        };
        let mut path = PathBuilder::new();
        add_paths(text.flattened(), &mut path);
        let path = path.finish().and_then(|path| path.transform(Transform::from_scale(1.0 / SET, 1.0 / SET)));
        Outline { path, width: right_of(text) }
    }

    /// Words as a drawing, in which they are set large.
    fn set(&self, words: &str, bold: bool) -> Option<Tree> {
        let words = escaped(words);
        let weight = if bold { "bold" } else { "normal" };
        let svg = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><text xml:space="preserve" font-family="{FAMILY}" font-weight="{weight}" font-size="{SET}">{words}</text></svg>"#
        );
        Tree::from_str(&svg, &self.options()).ok()
    }

    /// Draws an SVG so wide and encodes it as PNG.
    pub fn png(&self, svg: &str, width: u32) -> Result<Vec<u8>, DrawError> {
        self.encode(&self.draw(svg, width)?)
    }

    /// Encodes a drawn picture as PNG. Flat colours need no filter, which would take time and room.
    pub fn encode(&self, pixels: &Pixmap) -> Result<Vec<u8>, DrawError> {
        if pixels.pixels().len() > LARGEST_COPIED {
            return by_rows(pixels).map_err(|error| DrawError::Encode(error.to_string()));
        }
        let colours: Vec<u8> = pixels
            .pixels()
            .iter()
            .map(|pixel| pixel.demultiply())
            .flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()])
            .collect();
        let mut png = Vec::new();
        PngEncoder::new_with_quality(&mut png, CompressionType::Level(4), FilterType::NoFilter)
            .write_image(&colours, pixels.width(), pixels.height(), ExtendedColorType::Rgba8)
            .map_err(|error| DrawError::Encode(error.to_string()))?;
        Ok(png)
    }
}

/// A large picture as PNG, of which no second copy is made.
fn by_rows(pixels: &Pixmap) -> Result<Vec<u8>, png::EncodingError> {
    let mut encoded = Vec::new();
    let mut encoder = png::Encoder::new(&mut encoded, pixels.width(), pixels.height());
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_filter(png::Filter::NoFilter);
    encoder.set_deflate_compression(png::DeflateCompression::Level(4));
    let mut writer = encoder.write_header()?;
    let mut rows = writer.stream_writer()?;
    let mut row = Vec::new();
    for line in pixels.pixels().chunks(pixels.width() as usize) {
        row.clear();
        for pixel in line.iter().map(|pixel| pixel.demultiply()) {
            row.extend([pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()]);
        }
        rows.write_all(&row)?;
    }
    rows.finish()?;
    writer.finish()?;
    Ok(encoded)
}

/// The text that a drawing holds.
fn text_of(group: &Group) -> Option<&Text> {
    group.children().iter().find_map(|node| match node {
        Node::Text(text) => Some(&**text),
        Node::Group(group) => text_of(group),
        _ => None,
    })
}

/// The right edge of a text that was set large.
fn right_of(text: &Text) -> f32 {
    text.bounding_box().right() / SET
}

/// Adds the outlines of a group in their places.
fn add_paths(group: &Group, path: &mut PathBuilder) {
    for node in group.children() {
        match node {
            Node::Path(outline) => {
                let placed = outline.data().clone().transform(outline.abs_transform());
                placed.iter().for_each(|placed| path.push_path(placed));
            }
            Node::Group(group) => add_paths(group, path),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::templates;

    #[test]
    fn text_is_drawn_with_the_fonts_of_the_project() {
        let svg = |text: &str| {
            format!(
                r#"<svg xmlns="http://www.w3.org/2000/svg" width="50" height="20"><text y="15" font-family="Nobody Has This" font-size="16">{text}</text></svg>"#
            )
        };
        let ink = |text: &str| {
            let pixels = templates::fonts().draw(&svg(text), 50).unwrap();
            pixels.pixels().iter().filter(|pixel| pixel.alpha() > 128).count()
        };
        assert_eq!(ink(""), 0);
        assert!(ink("MMM") > ink("i"));
    }

    #[test]
    fn odd_sizes_and_odd_svg_are_refused() {
        let svg = r#"<svg xmlns="http://www.w3.org/2000/svg" width="1" height="900"/>"#;
        assert!(matches!(templates::fonts().png(svg, 0), Err(DrawError::Size { .. })));
        assert!(matches!(templates::fonts().png(svg, 300), Err(DrawError::Size { .. })));
        assert!(matches!(templates::fonts().png("no picture", 10), Err(DrawError::Svg(_))));
    }

    #[test]
    fn words_are_measured_as_they_are_drawn() {
        let fonts = templates::fonts();
        assert!((fonts.width("10", true) - fonts.width("88", true)).abs() < 0.05);
        assert!((fonts.width("ab cd", true) - 2.0 * fonts.width("ab", true)).abs() < 0.5);
        assert!(fonts.width("a ", false) > fonts.width("a", false));
        assert!(fonts.width("<&>", false) > 1.0 && fonts.width("", false) == 0.0);
    }
}
