//! The pictures of a module: faces of counters, state overlays, panels and map sheets.

use std::collections::BTreeMap;

use rayon::prelude::*;

use crate::art::counter::{CounterArt, Faces as FaceSvg, Styles};
use crate::art::face::Family;
use crate::art::templates;

use super::palette::COUNTER_PIXELS;
use super::sheet::Sheets;
use super::{BuildError, Data, Plan, pieces};

/// The files of a map that only its picture needs.
pub const MAP_FILES: [&str; 3] = ["sheets.toml", "coast.txt", "labels.csv"];

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
}

/// The faces of all counters as SVG, by id.
pub struct Faces {
    art: CounterArt,
    svg: BTreeMap<String, FaceSvg>,
}

impl Faces {
    /// The picture of a counter's front.
    pub fn front_name(&self, id: &str) -> String {
        format!("{id}.png")
    }

    /// The picture of a counter's back, when it has one.
    pub fn back_name(&self, id: &str) -> Option<String> {
        self.svg.get(id)?.back.as_ref().map(|_| format!("{id}-back.png"))
    }
}

impl Data {
    /// The sheets of the map.
    pub fn sheets(&self) -> Result<Sheets, Vec<BuildError>> {
        let path = "sheets.toml";
        let text = self.map_files.get(path);
        let text = text.ok_or_else(|| vec![BuildError::new(path, "the map has no such file")])?;
        Sheets::read(text).map_err(|error| vec![BuildError::new(path, error)])
    }

    /// Fills the templates with the rows of the catalogue.
    pub(super) fn faces(&self) -> Result<Faces, Vec<BuildError>> {
        let fault = |error: &dyn ToString| vec![BuildError::new("nations.toml", error.to_string())];
        let styles = Styles::from_toml(&self.nations).map_err(|error| fault(&error))?;
        let art = CounterArt::new(&templates::svg(), styles, templates::fonts())
            .map_err(|error| vec![BuildError::new("templates", error)])?;
        let mut svg = BTreeMap::new();
        let mut errors = Vec::new();
        for (family, row) in &self.rows {
            let Some(id) = row.get("id") else { continue };
            match art.faces(*family, row) {
                Ok(faces) => drop(svg.insert(id.clone(), faces)),
                Err(error) => errors.push(BuildError::new(id, error)),
            }
        }
        if errors.is_empty() { Ok(Faces { art, svg }) } else { Err(errors) }
    }

    /// Every picture of the module, in the order of their names.
    pub(super) fn pictures(&self, faces: &Faces) -> Result<Vec<Picture>, Vec<BuildError>> {
        let counter = (COUNTER_PIXELS, COUNTER_PIXELS);
        let mut pictures = Vec::new();
        for (id, svg) in &faces.svg {
            let mut add = |name: String, svg: &String| {
                pictures.push(Picture { name, size: counter, drawing: Drawing::Svg(svg.clone()) });
            };
            add(faces.front_name(id), &svg.front);
            if let (Some(name), Some(back)) = (faces.back_name(id), &svg.back) {
                add(name, back);
            }
        }
        for overlay in pieces::overlays() {
            let found = faces.art.overlay(overlay);
            let found = found.ok_or_else(|| {
                vec![BuildError::new("templates/overlays", format!("{overlay}.svg is missing"))]
            })?;
            let pixels = (COUNTER_PIXELS as f32 * found.ratio).round() as u32;
            pictures.push(Picture {
                name: pieces::overlay_image(overlay),
                size: (pixels, pixels),
                drawing: Drawing::Svg(found.svg.to_owned()),
            });
        }
        for window in &self.layout.window {
            let panel = window.panel();
            pictures.push(Picture {
                name: window.image(),
                size: panel.size(),
                drawing: Drawing::Svg(panel.svg()),
            });
        }
        for sheet in self.sheets()?.sheet {
            pictures.push(Picture {
                name: sheet.image(),
                size: (sheet.width_px.unsigned_abs(), sheet.height_px.unsigned_abs()),
                drawing: Drawing::Sheet(sheet.letter),
            });
        }
        Ok(pictures)
    }
}
