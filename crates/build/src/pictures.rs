//! The pictures of a module: faces of counters, state overlays, panels and map sheets.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use liege_art::artwork::{Content, png};
use liege_art::board::scan::Scan;
use liege_art::board::tables::{self, Texts};
use liege_art::board::{self, SheetArt};
use liege_art::chart::Chart;
use liege_art::counter::{CounterArt, Faces as FaceSvg, NationStyle, Styles};
use liege_art::hidden;

use liege_art::templates;

use super::areas;
use super::displays::Displays;
use super::palette::COUNTER_PIXELS;
use super::sheet::SheetPicture;
use super::{BuildError, Data, charts, masks, pieces, states};

/// The files of a map that its picture needs.
pub const MAP_FILES: [&str; 8] = [
    "sheets.toml",
    "places.toml",
    "hexes.csv",
    "hexsides.csv",
    "labels.csv",
    "coast.txt",
    "areas.csv",
    "routes.csv",
];

/// A picture of the module.
pub struct Picture {
    /// Its name below `images/`.
    pub name: String,
    /// Its size in pixels.
    pub size: (u32, u32),
    /// What is drawn.
    pub drawing: Drawing,
}

/// What a picture shows.
pub enum Drawing {
    /// An SVG text.
    Svg(String),
    /// The map sheet with this letter.
    Sheet(char),
    /// The bytes of a file of the user's own, as they are.
    File(Arc<[u8]>),
}

/// The faces of all counters as SVG, by id.
pub struct Faces {
    pub(super) art: CounterArt,
    pub(super) svg: BTreeMap<String, FaceSvg>,
    /// The picture of each face, by its SVG: faces that look alike have one, called after the first of them.
    names: BTreeMap<String, String>,
}

impl Faces {
    fn new(art: CounterArt, svg: BTreeMap<String, FaceSvg>) -> Self {
        let mut names = BTreeMap::new();
        for (id, faces) in &svg {
            names.entry(faces.front.clone()).or_insert_with(|| format!("{id}.png"));
            if let Some(back) = &faces.back {
                names.entry(back.clone()).or_insert_with(|| format!("{id}-back.png"));
            }
        }
        Self { art, svg, names }
    }

    /// The picture of a counter's front.
    pub fn front_name(&self, id: &str) -> String {
        let known = self.svg.get(id).and_then(|faces| self.names.get(&faces.front));
        known.cloned().unwrap_or_else(|| format!("{id}.png"))
    }

    /// The picture of a counter's back, when it has one.
    pub fn back_name(&self, id: &str) -> Option<String> {
        self.names.get(self.svg.get(id)?.back.as_ref()?).cloned()
    }
}

impl Data {
    /// The sheets as they are drawn, by letter.
    pub(super) fn sheet_art(&self) -> Result<Vec<(char, SheetArt)>, Vec<BuildError>> {
        let text = |name: &str| {
            let found = self.map_files.get(name).map(String::as_str);
            let path = || format!("maps/{}/{name}", self.pack.game);
            found.ok_or_else(|| vec![BuildError::new(path(), "the map has no such file")])
        };
        if self.sheets.sheet.is_empty() {
            return Ok(Vec::new());
        }
        let if_any = |name: &str| self.map_files.get(name).map_or("", String::as_str);
        let texts = Texts {
            sheets: text("sheets.toml")?,
            places: self.map_files.get("places.toml").map_or("", String::as_str),
            hexes: text("hexes.csv")?,
            hexsides: if_any("hexsides.csv"),
            labels: if_any("labels.csv"),
            coast: if_any("coast.txt"),
            areas: if_any("areas.csv"),
            routes: if_any("routes.csv"),
        };
        let art = tables::sheets(&texts).map_err(|error| vec![BuildError::new("map", error)])?;
        Ok(self.sheets.sheet.iter().map(|sheet| sheet.letter).zip(art).collect())
    }

    /// Fills the templates with the rows of the catalogue.
    pub(super) fn faces(&self) -> Result<Faces, Vec<BuildError>> {
        let fault = |error: &dyn ToString| vec![BuildError::new("nations.toml", error.to_string())];
        let styles = Styles::from_toml(&self.nations).map_err(|error| fault(&error))?;
        let art = CounterArt::new(&self.templates, styles, templates::fonts())
            .map_err(|error| vec![BuildError::new("templates", error)])?;
        let mut svg = BTreeMap::new();
        let mut errors = Vec::new();
        for row in self.rows.all() {
            match art.faces(&row.design, &row.cells) {
                Ok(faces) => drop(svg.insert(row.cell("id").to_owned(), faces)),
                Err(error) => errors.push(row.fault("kind", error.to_string()).into()),
            }
        }
        if errors.is_empty() { Ok(Faces::new(art, svg)) } else { Err(errors) }
    }

    /// The sizes of the pictures that boards show, by name.
    pub(super) fn board_sizes(&self) -> BTreeMap<String, (u32, u32)> {
        let panels = self.layout.window.iter().map(|window| (window.image(), window.panel().size()));
        let mut sizes: BTreeMap<String, (u32, u32)> = panels.collect();
        let boards = self.sheets.board.iter().enumerate();
        sizes.extend(boards.map(|(number, board)| (board.image(number), board.size())));
        let pixels = |sheet: &SheetPicture| (sheet.width_px.unsigned_abs(), sheet.height_px.unsigned_abs());
        sizes.extend(self.sheets.sheet.iter().map(|sheet| (sheet.image(), pixels(sheet))));
        sizes
    }

    fn charts(&self) -> Result<Vec<Chart>, Vec<BuildError>> {
        let drawn = charts::all_drawn(&self.layout.chart, &self.tables, &self.templates, &self.pack);
        drawn.map_err(|error| vec![error])
    }

    /// Every picture of the module, in the order of their names.
    pub(super) fn pictures(&self, faces: &Faces) -> Result<Vec<Picture>, Vec<BuildError>> {
        let counter = (COUNTER_PIXELS, COUNTER_PIXELS);
        let mut pictures = Vec::new();
        for (svg, name) in &faces.names {
            let (name, drawing) = (name.clone(), Drawing::Svg(svg.clone()));
            pictures.push(Picture { name, size: counter, drawing });
        }
        for overlay in states::overlays(&self.pack.terms) {
            let found = faces.art.overlay(overlay);
            let found = found.ok_or_else(|| {
                vec![BuildError::new("templates/overlays", format!("{overlay}.svg is missing"))]
            })?;
            let pixels = (COUNTER_PIXELS as f32 * found.ratio).round() as u32;
            pictures.push(Picture {
                name: states::overlay_image(overlay),
                size: (pixels, pixels),
                drawing: Drawing::Svg(found.svg.to_owned()),
            });
        }
        let styles = Styles::from_toml(&self.nations);
        let styles = styles.map_err(|error| vec![BuildError::new("nations.toml", error)])?;
        if self.pack.terms.outfit.has_masks() {
            let own = std::iter::once((masks::HIDDEN_OWN.to_owned(), hidden::over()));
            let plain = std::iter::once((pieces::hidden_image(""), hidden::svg(None)));
            let of = |style: &NationStyle| (pieces::hidden_image(&style.code), hidden::svg(Some(style)));
            let all = own.chain(plain).chain(styles.nations.iter().map(of));
            pictures.extend(all.map(|(name, svg)| Picture {
                name,
                size: counter,
                drawing: Drawing::Svg(svg),
            }));
        }
        let displays = Displays::new(self, &styles);
        for window in &self.layout.window {
            pictures.push(Picture {
                name: window.image(),
                size: window.panel().size(),
                drawing: Drawing::Svg(displays.of(window).svg()),
            });
        }
        for (chart, drawn) in self.layout.chart.iter().zip(self.charts()?) {
            let (name, size) = (charts::image(chart), drawn.size());
            pictures.push(Picture { name, size, drawing: Drawing::Svg(drawn.svg()) });
        }
        let sheets = &self.sheets;
        for (number, board) in sheets.board.iter().enumerate() {
            let drawing = match board.artwork.as_ref().map(|artwork| &artwork.content) {
                Some(Content::Svg(text)) => Drawing::Svg(text.clone()),
                Some(Content::File(bytes, _)) => Drawing::File(bytes.clone()),
                None => Drawing::Svg(areas::drawn(self, &sheets.board, number).svg()),
            };
            pictures.push(Picture { name: board.image(number), size: board.size(), drawing });
        }
        for sheet in &sheets.sheet {
            pictures.push(Picture {
                name: sheet.image(),
                size: (sheet.width_px.unsigned_abs(), sheet.height_px.unsigned_abs()),
                drawing: Drawing::Sheet(sheet.letter),
            });
        }
        Ok(pictures)
    }
}

/// Draws pictures, in parallel; names and PNG bytes in the given order.
pub fn draw(
    data: &Data,
    pictures: &[Picture],
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<Vec<(String, Vec<u8>)>, Vec<BuildError>> {
    let fonts = templates::fonts();
    let sheets = data.sheet_art()?;
    let done = AtomicUsize::new(0);
    // The largest take longest and go first.
    let mut order: Vec<&Picture> = pictures.iter().collect();
    order.sort_by_key(|picture| std::cmp::Reverse(u64::from(picture.size.0) * u64::from(picture.size.1)));
    let drawn: Vec<Result<(String, Vec<u8>), BuildError>> = order
        .into_par_iter()
        .with_max_len(1)
        .map(|picture| {
            let bytes = match &picture.drawing {
                Drawing::Svg(svg) => fonts.png(svg, picture.size.0).map_err(|error| error.to_string()),
                Drawing::File(bytes) => Ok(bytes.to_vec()),
                Drawing::Sheet(letter) => sheet_png(&sheets, *letter, data.scans.get(letter)),
            };
            progress(done.fetch_add(1, Ordering::Relaxed) + 1, pictures.len());
            match bytes {
                Ok(bytes) => Ok((picture.name.clone(), bytes)),
                Err(reason) => Err(BuildError::new(&picture.name, reason)),
            }
        })
        .collect();
    let (good, bad): (Vec<_>, Vec<_>) = drawn.into_iter().partition(Result::is_ok);
    let errors: Vec<BuildError> = bad.into_iter().filter_map(Result::err).collect();
    if !errors.is_empty() {
        return Err(errors);
    }
    let mut files: Vec<(String, Vec<u8>)> = good.into_iter().filter_map(Result::ok).collect();
    files.push((
        "moved.png".to_owned(),
        fonts.png(MOVED, 16).map_err(|error| vec![BuildError::new("moved.png", error)])?,
    ));
    files.sort();
    Ok(files)
}

/// The mark of a piece that has moved.
const MOVED: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" width="16" height="16"><path d="M2 8h8M7 3l5 5-5 5" fill="none" stroke="#fff" stroke-width="5"/><path d="M2 8h8M7 3l5 5-5 5" fill="none" stroke="#b3261e" stroke-width="3"/></svg>"##;

fn sheet_png(sheets: &[(char, SheetArt)], letter: char, scan: Option<&Scan>) -> Result<Vec<u8>, String> {
    let (_, art) = sheets.iter().find(|(known, _)| *known == letter).ok_or("no such sheet")?;
    let picture = match scan {
        Some(scan) => scan.straighten(art).map_err(|error| error.to_string())?,
        None => board::render(art, 1.0),
    };
    png(&picture)
}
