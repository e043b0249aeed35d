//! Pictures of a module in all formats it may use, decoded once and kept at the size they are drawn in.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use image::{RgbaImage, imageops};
use resvg::tiny_skia::{Path, Pixmap, PremultipliedColorU8, Transform};

use super::crisp::crisp;
use super::decoding::{self, LARGEST_COUNTER, LARGEST_FILE, MAX_SIDE, PER_READ, Source, is_board, is_svg};
use super::inline::inlined;
use super::letters::NumberOutlines;
use super::rows;
use super::scaling::{PER_STRETCHED, draw_scaled, stretched};
use super::scene::Frame;
use super::writing::Ruler;
use crate::bitmap::{self, area};
use crate::fonts::{DrawError, Fonts};
use crate::vector::{self, Budget};

/// Where pictures come from: the bytes of a picture by the name the module gives it.
pub trait Images {
    /// The bytes of the picture, in PNG, JPEG, GIF, BMP or SVG, at most so many.
    fn bytes(&mut self, name: &str, most: usize) -> Option<Vec<u8>>;
}

impl<F: FnMut(&str, usize) -> Option<Vec<u8>>> Images for F {
    fn bytes(&mut self, name: &str, most: usize) -> Option<Vec<u8>> {
        self(name, most)
    }
}

/// How often a picture that took too much is tried again.
const MOST_TRIES: u32 = 3;
/// Most pixels of a picture drawn from SVG; the rest of its size is stretched.
const MAX_SVG_PIXELS: f32 = 16_000_000.0;
/// Most pixels of a bitmap that a piece shows.
const LARGEST_PIECE: u64 = 16_000_000;
/// Most pixels of decoded and drawn pictures that are kept at the same time.
const MOST_KEPT: u64 = 50_000_000;
/// Most pixels of drawn labels that are kept at the same time.
const MOST_LABELS: usize = 10_000_000;
/// Most bytes of a pixel in the file of a bitmap: four colours of 16 bits.
const MOST_PER_PIXEL: u64 = 8;
/// Nanoseconds: of a byte of a bitmap beyond those that its pixels can take, of a pixel decoded, of one passed by on the
/// way to a part, of one painted onto the map, of a text measured, of a letter of it, of a letter of the number of a cell,
/// and of a byte of SVG that is looked through for other pictures.
const PER_IDLE: u64 = 20;
const PER_DECODED: u64 = 12;
const PER_PASSED: u64 = 4;
const PER_PAINTED: u64 = 8;
const PER_TEXT: u64 = 60_000;
const PER_LETTER: u64 = 2_000;
const PER_OUTLINE: u64 = 4_000;
const PER_INLINED: u64 = 20;
/// About how wide a letter is, where there is no time to measure it.
const LETTER: f32 = 0.6;

/// Parts of a board that are decoded by themselves; then it is kept whole, if it has no more pixels than that.
const MOST_PARTS: u32 = 4;
const LARGEST_KEPT: u64 = 36_000_000;
/// Most pixels of a board that is kept smaller, too.
const LARGEST_SHRUNK: u64 = 30_000_000;

/// The pictures used so far.
pub struct Pictures<'a> {
    images: &'a mut dyn Images,
    fonts: &'a Fonts,
    libraries: BTreeMap<String, Option<String>>,
    sources: BTreeMap<String, Option<Source>>,
    drawn: BTreeMap<(String, u32), Option<Rc<Pixmap>>>,
    kept: u64,
    /// The sizes of pictures as large as boards, which are not decoded for them.
    boards: BTreeMap<String, (u32, u32)>,
    /// How often a part of a board was decoded.
    parts: BTreeMap<String, u32>,
    missing: BTreeSet<String>,
    /// Those among them that would have taken too much work or memory, and how often they were tried again.
    refused: BTreeMap<String, u32>,
    budget: Budget,
    widths: BTreeMap<(String, bool), f32>,
    letters: NumberOutlines,
    /// Labels drawn so far by their width and text, and how many pixels they have.
    labels: BTreeMap<String, Option<Rc<Pixmap>>>,
    label_pixels: usize,
    /// How often a board was asked for at a scale.
    scales: BTreeMap<(String, u32), u32>,
}

impl Ruler for Pictures<'_> {
    fn picture(&mut self, name: &str) -> Option<(u32, u32)> {
        self.size(name)
    }

    fn picture_if_any(&mut self, name: &str) -> Option<(u32, u32)> {
        let was_missing = self.missing.contains(name);
        let size = self.size(name);
        if size.is_none() && !was_missing {
            self.missing.remove(name);
        }
        size
    }

    fn words(&mut self, words: &str, bold: bool) -> f32 {
        let key = (words.to_owned(), bold);
        if let Some(width) = self.widths.get(&key) {
            return *width;
        }
        if !self.budget.spend(PER_TEXT + PER_LETTER * words.len() as u64) {
            return words.chars().count() as f32 * LETTER;
        }
        let width = self.fonts.width(words, bold);
        self.widths.insert(key, width);
        width
    }

    fn number(&mut self, number: &str) -> f32 {
        if !self.budget.spend(self.letters.unknown(number) * PER_TEXT) {
            return number.chars().count() as f32 * LETTER;
        }
        self.letters.width(number, self.fonts)
    }
}

impl<'a> Pictures<'a> {
    /// No picture decoded yet.
    pub fn new(images: &'a mut dyn Images, fonts: &'a Fonts) -> Self {
        Pictures {
            images,
            fonts,
            libraries: BTreeMap::new(),
            sources: BTreeMap::new(),
            drawn: BTreeMap::new(),
            kept: 0,
            boards: BTreeMap::new(),
            parts: BTreeMap::new(),
            missing: BTreeSet::new(),
            refused: BTreeMap::new(),
            budget: Budget::new(),
            widths: BTreeMap::new(),
            letters: NumberOutlines::default(),
            labels: BTreeMap::new(),
            label_pixels: 0,
            scales: BTreeMap::new(),
        }
    }

    /// Names that were asked for and could not be found or decoded, sorted.
    pub fn missing(&self) -> Vec<String> {
        self.missing.iter().filter(|name| !name.is_empty()).cloned().collect()
    }

    /// Those among them that would have taken too much work or memory, sorted.
    pub fn too_much(&self) -> Vec<String> {
        self.refused.keys().cloned().collect()
    }

    /// Begins a drawing, which has a budget of its own: what others left no work for is tried again.
    pub fn begin(&mut self) {
        self.budget = Budget::new();
        let mut again = BTreeSet::new();
        for (name, times) in self.refused.iter_mut().filter(|(_, times)| **times < MOST_TRIES) {
            *times += 1;
            again.insert(name);
        }
        self.sources.retain(|name, source| source.is_some() || !again.contains(name));
        self.drawn.retain(|(name, _), drawn| drawn.is_some() || !again.contains(name));
    }

    /// Whether so many pixels of something may still be painted; if not, it is missing.
    pub fn may_paint(&mut self, name: &str, pixels: u64) -> bool {
        let may = self.budget.spend(pixels.saturating_mul(PER_PAINTED));
        if !may {
            self.refuse(name);
        }
        may
    }

    /// Whether a text so long may still be drawn; if not, texts of this name are missing.
    pub fn may_write(&mut self, name: &str, length: usize) -> bool {
        let may = self.budget.spend(PER_TEXT.saturating_add((length as u64).saturating_mul(PER_LETTER / 4)));
        if !may {
            self.refuse(name);
        }
        may
    }

    /// An SVG drawn so wide, once for all places where it stands; if there is no time for it, what has this name is
    /// missing.
    pub fn label(&mut self, name: &str, svg: &str, width: u32) -> Option<Rc<Pixmap>> {
        let key = format!("{width} {svg}");
        if let Some(drawn) = self.labels.get(&key) {
            return drawn.clone();
        }
        if !self.may_write(name, svg.len()) {
            return None;
        }
        let drawn = self.fonts.draw(svg, width).ok().map(Rc::new);
        self.label_pixels += drawn.as_ref().map_or(0, |drawn| drawn.pixels().len());
        if self.label_pixels > MOST_LABELS {
            self.labels.clear();
            self.label_pixels = drawn.as_ref().map_or(0, |drawn| drawn.pixels().len());
        }
        self.labels.insert(key, drawn.clone());
        drawn
    }

    /// The number of a cell at a font size, from the start of its base line; if there is no time for it, what has this
    /// name is missing.
    pub fn number_path(&mut self, name: &str, number: &str, size: f32) -> Option<Path> {
        let letters = number.len() as u64;
        let work = self.letters.unknown(number) * PER_TEXT + letters * PER_OUTLINE;
        if !self.budget.spend(work) {
            self.refuse(name);
            return None;
        }
        self.letters.path(number, size, self.fonts)
    }

    /// A whole board made so many times smaller, where parts of it have been asked for so often that it is worth it.
    pub fn whole(&mut self, name: &str, scale: f32) -> Option<Rc<Pixmap>> {
        let Some(Some(Source::Bitmap(bitmap))) = self.sources.get(name) else { return None };
        let pixels = area(bitmap.dimensions());
        if scale >= 1.0 || pixels > LARGEST_SHRUNK {
            return None;
        }
        let times = self.scales.entry((name.to_owned(), scale.to_bits())).or_default();
        *times = times.saturating_add(1);
        let has_time = || self.budget.clone().spend(pixels.saturating_mul(PER_STRETCHED));
        if *times > MOST_PARTS && has_time() { self.drawn_at(name, scale) } else { None }
    }

    fn refuse(&mut self, name: &str) {
        self.missing.insert(name.to_owned());
        self.refused.entry(name.to_owned()).or_default();
    }

    /// The file of a picture, where there is time to read it.
    fn bytes(&mut self, name: &str) -> Option<Vec<u8>> {
        if self.budget.is_spent() {
            self.refuse(name);
            return None;
        }
        let bytes = self.images.bytes(name, LARGEST_FILE + 1)?;
        self.budget.lose(PER_READ * bytes.len() as u64);
        if bytes.len() > LARGEST_FILE {
            self.refuse(name);
            return None;
        }
        Some(bytes)
    }

    /// The size of a picture in its own pixels.
    pub fn size(&mut self, name: &str) -> Option<(u32, u32)> {
        if !self.sources.contains_key(name) {
            if let Some(size) = self.boards.get(name) {
                return Some(*size);
            }
            let bytes = self.bytes(name);
            let size = bytes.as_deref().filter(|bytes| !is_svg(name, bytes)).and_then(bitmap::size);
            // Of a board perhaps only a part is drawn.
            if let Some(size) = size.filter(|size| is_board(*size)) {
                self.boards.insert(name.to_owned(), size);
                return Some(size);
            }
            self.take_in(name, bytes);
        }
        match self.source(name)? {
            Source::Bitmap(bitmap) => Some(bitmap.dimensions()),
            Source::Vector(tree) => {
                let size = tree.size();
                Some((size.width().ceil() as u32, size.height().ceil() as u32))
            }
        }
    }

    /// A picture drawn at most so many times its size, and how many times that it has still to be stretched; `None`
    /// when it is missing.
    pub fn scaled(&mut self, name: &str, scale: f32) -> Option<(Rc<Pixmap>, f32)> {
        let is_large = self.size(name).is_some_and(|size| area(size) > LARGEST_PIECE);
        if is_large && self.boards.contains_key(name) {
            self.refuse(name);
            return None;
        }
        if self.source(name).is_none() {
            self.missing.insert(name.to_owned());
        }
        let drawn_at = match self.source(name)? {
            // What is stretched needs no more pixels than it has.
            Source::Bitmap(_) => scale.min(1.0),
            Source::Vector(tree) => {
                let pixels = tree.size().width() * tree.size().height();
                scale.min((MAX_SVG_PIXELS / pixels).sqrt())
            }
        };
        Some((self.drawn_at(name, drawn_at)?, scale / drawn_at))
    }

    /// A picture drawn so many times its size; `None` when it is missing.
    fn drawn_at(&mut self, name: &str, scale: f32) -> Option<Rc<Pixmap>> {
        let key = (name.to_owned(), scale.to_bits());
        if !self.drawn.contains_key(&key) {
            let mut budget = self.budget.clone();
            let drawn = draw_scaled(self.source(name)?, scale, &mut budget);
            self.budget = budget;
            if matches!(drawn, Err(DrawError::TooMuch)) {
                self.refuse(name);
            }
            let drawn = drawn.ok().map(Rc::new);
            self.keep(drawn.as_ref().map_or(0, |drawn| area((drawn.width(), drawn.height()))));
            self.drawn.insert(key.clone(), drawn);
        }
        self.drawn.get(&key)?.clone()
    }

    /// Makes room for so many pixels more: boards, which take longest to decode, go last.
    fn keep(&mut self, pixels: u64) {
        if self.kept.saturating_add(pixels) > MOST_KEPT {
            let pixels_of = |source: &Option<Source>| match source {
                Some(Source::Bitmap(bitmap)) => area(bitmap.dimensions()),
                _ => 0,
            };
            self.drawn.clear();
            self.sources.retain(|_, source| source.is_none() || pixels_of(source) > LARGEST_COUNTER);
            self.kept = self.sources.values().map(pixels_of).sum();
            if self.kept.saturating_add(pixels) > MOST_KEPT {
                self.sources.retain(|_, source| source.is_none());
                self.kept = 0;
            }
        }
        self.kept = self.kept.saturating_add(pixels);
    }

    /// A part of a picture, given in its own pixels, drawn so wide and high.
    pub fn part(&mut self, name: &str, part: Frame, width: u32, height: u32) -> Option<Pixmap> {
        if !self.sources.contains_key(name) {
            let bytes = self.bytes(name);
            let whole = self.is_asked_again(name);
            let rows = bytes.as_deref().filter(|_| !whole);
            if let Some(view) = rows.and_then(|bytes| self.rows(name, bytes, part)) {
                return stretched(&view, part, (width, height));
            }
            self.take_in(name, bytes);
        }
        if !self.budget.spend(area((width, height)).saturating_mul(PER_STRETCHED)) {
            self.refuse(name);
            return None;
        }
        let mut budget = self.budget.clone();
        let drawn = match self.source(name)? {
            Source::Bitmap(bitmap) => {
                let (x, y) = (u32::try_from(part.x).ok()?, u32::try_from(part.y).ok()?);
                let view = imageops::crop_imm(bitmap, x, y, part.width, part.height);
                stretched(&view.to_image(), part, (width, height))
            }
            Source::Vector(tree) => {
                let mut pixels = Pixmap::new(width, height)?;
                let (across, down) = (width as f32 / part.width as f32, height as f32 / part.height as f32);
                let crisp = crisp(tree, across, &mut budget);
                let tree = crisp.as_ref().unwrap_or(tree);
                let transform =
                    Transform::from_translate(-part.x as f32, -part.y as f32).post_scale(across, down);
                vector::render(tree, transform, &mut pixels, &mut budget).ok().map(|()| pixels)
            }
        };
        self.budget = budget;
        if drawn.is_none() {
            self.refuse(name);
        }
        drawn
    }

    /// Gives a part of a large board, made so wide and high or smaller, row by row with the number of each, so that it is
    /// never in memory as a whole. False where it cannot be read so or had better be kept; then some rows may have been
    /// given.
    pub fn each_row(
        &mut self,
        name: &str,
        part: Frame,
        size: (u32, u32),
        put: &mut dyn FnMut(u32, &[PremultipliedColorU8]),
    ) -> bool {
        let is_kept = self.sources.contains_key(name);
        let Some(whole) = self.size(name).filter(|size| !is_kept && is_board(*size)) else { return false };
        let is_most = area((part.width, part.height)) > area(whole) / 2;
        if !is_most || self.is_asked_again(name) {
            return false;
        }
        let Some(bytes) = self.bytes(name).filter(|bytes| !bitmap::is_too_large(bytes)) else {
            return false;
        };
        let may = self.budget.spend(area(whole).saturating_mul(PER_DECODED));
        may && rows::each(&bytes, part, size, MAX_SIDE, put).is_some()
    }

    /// A part of a board row by row, where there is time to pass by those above it.
    fn rows(&mut self, name: &str, bytes: &[u8], part: Frame) -> Option<RgbaImage> {
        let (width, _) = self.boards.get(name).copied().unwrap_or_default();
        let down = u64::try_from(part.y).unwrap_or(0) + u64::from(part.height);
        let passed = u64::from(width).saturating_mul(down).saturating_mul(PER_PASSED);
        self.budget.spend(passed).then(|| rows::part(bytes, part, MAX_SIDE)).flatten()
    }

    /// Whether a board has been asked for in parts so often that it had better be kept whole.
    fn is_asked_again(&mut self, name: &str) -> bool {
        let parts = self.parts.entry(name.to_owned()).or_default();
        *parts += 1;
        let size = self.boards.get(name).map_or(0, |size| area(*size));
        *parts > MOST_PARTS && size <= LARGEST_KEPT
    }

    fn source(&mut self, name: &str) -> Option<&Source> {
        if !self.sources.contains_key(name) {
            let bytes = self.bytes(name);
            self.take_in(name, bytes);
        }
        self.sources.get(name)?.as_ref()
    }

    fn take_in(&mut self, name: &str, bytes: Option<Vec<u8>>) {
        let source = bytes.map(|bytes| self.decode(name, &bytes));
        if matches!(source, Some(Err(DrawError::TooMuch))) {
            self.refuse(name);
        }
        let source = source.and_then(Result::ok);
        if source.is_none() {
            self.missing.insert(name.to_owned());
        }
        self.keep(match &source {
            Some(Source::Bitmap(bitmap)) => area(bitmap.dimensions()),
            _ => 0,
        });
        self.sources.insert(name.to_owned(), source);
    }

    fn decode(&mut self, name: &str, bytes: &[u8]) -> Result<Source, DrawError> {
        if !is_svg(name, bytes) {
            let pixels = area(bitmap::size(bytes).unwrap_or_default());
            let idle = (bytes.len() as u64).saturating_sub(pixels.saturating_mul(MOST_PER_PIXEL));
            let work = pixels.saturating_mul(PER_DECODED).saturating_add(idle.saturating_mul(PER_IDLE));
            if bitmap::is_too_large(bytes) || !self.budget.spend(work) {
                return Err(DrawError::TooMuch);
            }
            return decoding::bitmap(bytes).map(Source::Bitmap);
        }
        let text = std::str::from_utf8(bytes).map_err(|_| resvg::usvg::Error::NotAnUtf8Str)?;
        let work = (bytes.len() as u64).saturating_mul(PER_INLINED);
        if bytes.len() > vector::LONGEST || !self.budget.spend(work) {
            return Err(DrawError::TooMuch);
        }
        let (images, libraries, budget) = (&mut *self.images, &mut self.libraries, &mut self.budget);
        let mut library = |name: &str| {
            let mut read = || {
                let bytes = images.bytes(name, vector::LONGEST).filter(|_| !budget.is_spent())?;
                budget.lose((bytes.len() as u64).saturating_mul(PER_INLINED));
                String::from_utf8(bytes).ok()
            };
            libraries.entry(name.to_owned()).or_insert_with(&mut read).clone()
        };
        let tree = vector::read(&inlined(text, &mut library), self.fonts, &mut self.budget)?;
        Ok(Source::Vector(Box::new(tree)))
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::templates;

    /// A board of so many pixels a side.
    fn board(side: u32) -> Vec<u8> {
        let mut png = Cursor::new(Vec::new());
        let white = image::RgbImage::from_pixel(side, side, image::Rgb([255; 3]));
        white.write_to(&mut png, image::ImageFormat::Png).unwrap();
        png.into_inner()
    }

    const CORNER: Frame = Frame { x: 0, y: 0, width: 30, height: 20 };

    #[test]
    fn of_a_large_board_no_more_is_decoded_than_is_drawn() {
        let (bytes, fonts) = (board(2100), templates::fonts());
        let mut images = |name: &str, _: usize| (name == "board.png").then(|| bytes.clone());
        let mut pictures = Pictures::new(&mut images, &fonts);
        assert_eq!(pictures.size("board.png"), Some((2100, 2100)));
        let part = pictures.part("board.png", CORNER, 30, 20).unwrap();
        assert!(part.pixels().iter().all(|pixel| pixel.red() == 255));
        assert_eq!((pictures.kept, pictures.sources.len()), (0, 0));
        // Of a small one, all is kept for what is drawn next.
        let small = board(100);
        let mut images = |_: &str, _: usize| Some(small.clone());
        let mut pictures = Pictures::new(&mut images, &fonts);
        assert_eq!(pictures.size("board.png"), Some((100, 100)));
        assert_eq!(pictures.kept, 10_000);
    }

    #[test]
    fn a_large_board_that_cannot_be_drawn_is_missing_although_its_header_is_whole() {
        let (mut bytes, fonts) = (board(2100), templates::fonts());
        bytes.truncate(60);
        let mut images = |_: &str, _: usize| Some(bytes.clone());
        let mut pictures = Pictures::new(&mut images, &fonts);
        assert_eq!(pictures.size("board.png"), Some((2100, 2100)));
        assert!(pictures.part("board.png", CORNER, 30, 20).is_none());
        assert_eq!(pictures.size("board.png"), None);
        assert_eq!(pictures.missing(), ["board.png"]);
    }
}
