//! Counters, chits and their overlays: faces and templates to SVG and PNG.

use std::collections::BTreeMap;

use rayon::prelude::*;
use serde::Deserialize;

use crate::contrast::channels;
use crate::design::{Design, Row};
use crate::face::{FaceSpec, face_specs};
use crate::fonts::{DrawError, Fonts};
use crate::template::{self, Template, TemplateError, Values, escaped};

/// Counters are drawn in a square of so many units; an overlay of 124 units is that much larger than a counter.
pub const COUNTER_UNITS: f32 = 100.0;

/// The look of one nation's counters; colours as `#rrggbb`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct NationStyle {
    /// Code of the nation, as in the column `nation`.
    pub code: String,
    /// Its name, for legends.
    #[serde(default)]
    pub name: String,
    /// Colour of the field.
    pub background: String,
    /// Colour of figures and symbols.
    pub text: String,
    /// Colour of the emblem and of small marks.
    pub accent: String,
    /// Name of the emblem below `emblems/`.
    pub emblem: String,
}

impl NationStyle {
    /// Colour of the field of a reduced face.
    pub fn reduced_field(&self) -> String {
        mixed(&self.background, "#ffffff", 0.72)
    }
}

/// The looks of all nations of a game: the part of `nations.toml` that concerns pictures.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Styles {
    /// One entry for each nation.
    #[serde(default, rename = "nation")]
    pub nations: Vec<NationStyle>,
}

impl Styles {
    /// Reads the text of `nations.toml`; other keys in it are left alone.
    pub fn from_toml(text: &str) -> Result<Self, toml::de::Error> {
        toml::from_str(text)
    }
}

/// The SVG of a counter's faces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faces {
    /// The front.
    pub front: String,
    /// The back, when it is not blank and no chit of its own.
    pub back: Option<String>,
    /// The colours of the fields of front and back, that of the front twice when there is no back.
    pub fields: [String; 2],
}

/// A transparent picture to lay over a counter, both centred.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Overlay<'a> {
    /// Its SVG text.
    pub svg: &'a str,
    /// Its width in counter widths: draw it so many times as wide as the counter.
    pub ratio: f32,
}

/// Why a counter could not be drawn.
#[derive(Debug, thiserror::Error)]
pub enum CounterError {
    /// A template is broken.
    #[error(transparent)]
    Template(#[from] TemplateError),
    /// A template, symbol or emblem is not there.
    #[error("counter \"{counter}\" needs the picture \"{picture}.svg\", which is missing from the templates")]
    Missing {
        /// Id of the counter.
        counter: String,
        /// Path of the picture below `templates/`.
        picture: String,
    },
    /// A nation has no look.
    #[error("counter \"{counter}\" has the nation \"{nation}\", which is not in nations.toml")]
    Nation {
        /// Id of the counter.
        counter: String,
        /// Code of the nation.
        nation: String,
    },
}

/// Templates, symbols, looks and fonts: all that is needed to draw counters.
#[derive(Clone, Debug)]
pub struct CounterArt {
    templates: BTreeMap<String, Template>,
    /// Symbols and emblems without their outer `svg` element.
    pieces: BTreeMap<String, String>,
    overlays: BTreeMap<String, (String, f32)>,
    styles: BTreeMap<String, NationStyle>,
    fonts: Fonts,
}

impl CounterArt {
    /// Parses the templates, given by path without ending (`land`, `symbols/air-F`), and keeps the looks.
    ///
    /// A user's own templates are laid over ours by putting them into the same map.
    pub fn new(
        templates: &BTreeMap<String, String>,
        styles: Styles,
        fonts: Fonts,
    ) -> Result<Self, CounterError> {
        let mut art = Self {
            templates: BTreeMap::new(),
            pieces: BTreeMap::new(),
            overlays: BTreeMap::new(),
            styles: styles.nations.into_iter().map(|style| (style.code.clone(), style)).collect(),
            fonts,
        };
        for (path, text) in templates {
            match path.split_once('/') {
                None => drop(art.templates.insert(path.clone(), Template::parse(path, text)?)),
                Some(("overlays", name)) => {
                    drop(art.overlays.insert(name.into(), (text.clone(), units(text) / COUNTER_UNITS)));
                }
                Some(_) => drop(art.pieces.insert(path.clone(), inner(text).into())),
            }
        }
        Ok(art)
    }

    /// The SVG of the faces of a row.
    pub fn faces(&self, design: &Design, row: &Row) -> Result<Faces, CounterError> {
        let id = row.get("id").map_or("", String::as_str);
        let drawn = |face: FaceSpec| {
            let field = self.field(id, &face);
            let svg = self.svg(id, face)?;
            Ok::<_, CounterError>((field?, svg))
        };
        let mut faces = face_specs(design, row).into_iter().map(drawn);
        let (field, front) = faces.next().unwrap_or_else(|| Ok(Default::default()))?;
        let (below, back) = faces.next().transpose()?.unzip();
        Ok(Faces { front, back, fields: [field.clone(), below.unwrap_or(field)] })
    }

    /// What is printed on the back of a nation's counter that has one face: its emblem on a light field, and the colour of
    /// that field.
    pub fn blank(&self, nation: &str) -> Option<(String, String)> {
        let style = self.styles.get(nation)?;
        let emblem = self.pieces.get(&format!("emblems/{}", style.emblem))?;
        let field = style.reduced_field();
        let svg = format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100" viewBox="0 0 100 100"><rect x="1.5" y="1.5" width="97" height="97" rx="9" fill="{}" stroke="{}" stroke-width="2.4"/><svg x="32" y="32" width="36" height="36" viewBox="0 0 20 20" color="{}">{emblem}</svg></svg>"##,
            escaped(&field),
            mixed(&style.background, "#000000", 0.55),
            escaped(&style.accent),
        );
        Some((svg, field))
    }

    fn field(&self, counter: &str, face: &FaceSpec) -> Result<String, CounterError> {
        let look = self.look(counter, face)?;
        Ok(if face.reduced { look.reduced_field() } else { look.background })
    }

    /// The SVG of one face; `counter` appears in errors only.
    pub fn svg(&self, counter: &str, face: FaceSpec) -> Result<String, CounterError> {
        let missing = |picture: String| CounterError::Missing { counter: counter.into(), picture };
        let template = self.templates.get(&face.template).ok_or_else(|| missing(face.template.clone()))?;
        let look = self.look(counter, &face)?;
        let emblem = format!("emblems/{}", look.emblem);
        let emblem = self.pieces.get(&emblem).ok_or_else(|| missing(emblem))?;
        let symbol = match face.symbol.as_str() {
            "" => "",
            name => match self.symbol(&face, name) {
                Some(symbol) => symbol,
                None if !face.word.is_empty() => "",
                None => return Err(missing(format!("symbols/{name}"))),
            },
        };
        let field = self.field(counter, &face)?;
        let mut values = face.values;
        shrink_instead(template, &mut values);
        let mut set = |slot: &str, value: String| drop(values.insert(slot.into(), value));
        set("word", if symbol.is_empty() { face.word } else { String::new() });
        set("edge", mixed(&look.background, "#000000", 0.55));
        set("field", field);
        set("ground", look.background.clone());
        set("text", look.text);
        set("accent", look.accent);
        set("emblem", emblem.clone());
        set("symbol", symbol.into());
        set("reduced", if face.reduced { "yes".into() } else { String::new() });
        Ok(template.render(&values))
    }

    /// Name and plain counter of every nation: its field with its emblem, 100 units wide, without outer `svg`.
    pub fn legend(&self) -> Vec<(String, String)> {
        let swatch = |style: &NationStyle| {
            let emblem = self.pieces.get(&format!("emblems/{}", style.emblem)).map_or("", String::as_str);
            format!(
                r##"<rect x="2" y="2" width="96" height="96" rx="9" fill="{}" stroke="{}" stroke-width="4"/><svg x="16" y="16" width="68" height="68" viewBox="0 0 20 20" color="{}">{emblem}</svg>"##,
                escaped(&style.background),
                mixed(&style.background, "#000000", 0.55),
                escaped(&style.accent),
            )
        };
        self.styles.values().map(|style| (style.name.clone(), swatch(style))).collect()
    }

    /// The fonts its pictures are drawn with.
    pub fn fonts(&self) -> &Fonts {
        &self.fonts
    }

    /// Draws an SVG so many pixels wide and encodes it as PNG.
    pub fn png(&self, svg: &str, width: u32) -> Result<Vec<u8>, DrawError> {
        self.fonts.png(svg, width)
    }

    /// Draws many pictures in parallel: SVG text and width in pixels; the results are in the same order.
    pub fn pngs(&self, pictures: &[(&str, u32)]) -> Vec<Result<Vec<u8>, DrawError>> {
        pictures.par_iter().map(|(svg, width)| self.png(svg, *width)).collect()
    }

    /// The overlay of a state (`standby`, `in-port`, …) or of an attack (`attack-e`, `attack-here`, …).
    pub fn overlay(&self, name: &str) -> Option<Overlay<'_>> {
        self.overlays.get(name).map(|(svg, ratio)| Overlay { svg, ratio: *ratio })
    }

    /// The names of all overlays, sorted.
    pub fn overlay_names(&self) -> impl Iterator<Item = &str> {
        self.overlays.keys().map(String::as_str)
    }

    /// A kind of chit without a symbol of its own shows its text only.
    fn symbol(&self, face: &FaceSpec, name: &str) -> Option<&str> {
        let own = self.pieces.get(&format!("symbols/{name}"));
        let plain = || self.pieces.get("symbols/chit-text").filter(|_| !face.chit.is_empty());
        own.or_else(plain).map(String::as_str)
    }

    fn look(&self, counter: &str, face: &FaceSpec) -> Result<NationStyle, CounterError> {
        match face.nation.as_str() {
            "" => Ok(chit_look(face.colours.as_ref())),
            nation => self
                .styles
                .get(nation)
                .cloned()
                .ok_or_else(|| CounterError::Nation { counter: counter.into(), nation: nation.into() }),
        }
    }
}

/// Lines are made smaller where a template has no slot for how narrow they are.
fn shrink_instead(template: &Template, values: &mut Values) {
    let slots = template.slots();
    for line in ["label", "line1", "line2"] {
        let number = |slot: String| values.get(&slot).and_then(|text| text.parse::<f32>().ok());
        let (size, squeeze) = (number(format!("{line}_size")), number(format!("{line}_squeeze")));
        if let (Some(size), Some(squeeze)) = (size, squeeze)
            && !slots.contains(format!("{line}_squeeze").as_str())
        {
            values.insert(format!("{line}_size"), format!("{:.1}", size * squeeze));
        }
    }
}

/// Field and text of a chit that belongs to no nation, where no sign gives it others: paper.
pub const PAPER: [&str; 2] = ["#f1ead8", "#1a160c"];

/// The look of a chit that belongs to no nation.
fn chit_look(colours: Option<&[String; 2]>) -> NationStyle {
    let [background, text] = colours.map_or(PAPER, |[field, text]| [field, text]);
    NationStyle {
        code: String::new(),
        name: String::new(),
        background: background.into(),
        text: text.into(),
        accent: text.into(),
        emblem: "none".into(),
    }
}

/// A mix of two colours (`#rrggbb`), `share` of the second; what is no colour stays as it is.
pub(super) fn mixed(colour: &str, other: &str, share: f32) -> String {
    match (channels(colour), channels(other)) {
        (Some(colour), Some(other)) => {
            let mix = |index: usize| {
                (f32::from(colour[index]) * (1.0 - share) + f32::from(other[index]) * share).round() as u8
            };
            format!("#{:02x}{:02x}{:02x}", mix(0), mix(1), mix(2))
        }
        _ => colour.into(),
    }
}

/// The content of the outer `svg` element.
fn inner(svg: &str) -> &str {
    template::opened(svg).map_or("", |(_, inner)| inner)
}

/// The width that an SVG states; a counter's width when it states none.
fn units(svg: &str) -> f32 {
    let width = svg.split_once("width=\"").and_then(|(_, rest)| rest.split_once('"'));
    let width = width.and_then(|(width, _)| width.parse::<f32>().ok());
    width.filter(|width| (1.0..=1000.0).contains(width)).unwrap_or(COUNTER_UNITS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_named_with_the_counter() {
        let art = |templates: &[(&str, &str)]| {
            let templates =
                templates.iter().map(|(name, text)| (name.to_string(), text.to_string())).collect();
            CounterArt::new(&templates, Styles::default(), Fonts::new([])).unwrap()
        };
        let row: Row = [("id", "xx-inf-1"), ("kind", "infantry"), ("nation", "XX")]
            .map(|(column, cell)| (column.into(), cell.into()))
            .into();
        let error = art(&[]).faces(&Design::new("land", "land"), &row).unwrap_err().to_string();
        assert_eq!(
            error,
            "counter \"xx-inf-1\" needs the picture \"land.svg\", which is missing from the templates"
        );
        let error = art(&[("land", "")]).faces(&Design::new("land", "land"), &row).unwrap_err().to_string();
        assert_eq!(error, "counter \"xx-inf-1\" has the nation \"XX\", which is not in nations.toml");
    }

    #[test]
    fn mixing_keeps_what_is_no_colour() {
        assert_eq!(mixed("#000000", "#ffffff", 0.5), "#808080");
        assert_eq!(mixed("red", "#ffffff", 0.5), "red");
        assert_eq!(mixed("#ééé", "#ffffff", 0.5), "#ééé");
    }
}
