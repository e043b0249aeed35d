//! Single traits of a piece in the terms of the table.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use foldhash::fast::RandomState;

use crate::format::piece::{PieceText, TraitText};
use crate::format::sequence;
use crate::format::text::Text;
use crate::format::traits::{Fields, Trait};

/// The level of a Layer whose state tells none.
const INACTIVE: i32 = -1;
/// How deep a label's own property may stand inside itself.
const MOST_NESTED: usize = 100;

/// One trait in the terms of the table. Traits that say nothing here are
/// [`Part::Other`].
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Part {
    Basic {
        name: String,
        image: String,
        gpid: String,
        properties: Vec<(String, String)>,
    },
    BasicName(String),
    Layer(Layer),
    Marker(Vec<(String, String)>),
    /// Properties that a trait of another kind shows.
    Shown(Vec<(String, String)>),
    Dynamic {
        key: String,
        value: String,
    },
    Calculated {
        key: String,
        expression: String,
    },
    Label {
        text: String,
        format: String,
        property: String,
        inner_name: String,
        always: bool,
    },
    Mask {
        by: Option<String>,
        name: String,
        shown_to: Vec<String>,
    },
    Invisible {
        by: Option<String>,
        shown_to: Vec<String>,
    },
    NeverStacks,
    Moved(bool),
    Other,
}

/// A Layer trait.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Layer {
    pub form: Arc<LayerForm>,
    /// Counts from 1; negative when inactive.
    pub level: i32,
    /// Whether a property still rules the level.
    pub is_led: bool,
}

/// What the definition of a Layer says.
#[derive(Debug, PartialEq)]
pub(crate) struct LayerForm {
    pub name: String,
    pub images: Vec<String>,
    pub level_names: Vec<String>,
    /// The level of a new piece: the first, or none before it is activated.
    pub first: i32,
    /// The property that rules the level, and its value for the first level.
    pub follows: Option<(String, i32)>,
}

impl Layer {
    fn part(form: Arc<LayerForm>, value: i32) -> Part {
        let most = i32::try_from(form.images.len()).unwrap_or(i32::MAX);
        let is_led = form.follows.is_some();
        Part::Layer(Self { form, level: value.clamp(-most, most), is_led })
    }

    /// The picture at a level; empty when inactive.
    pub fn image(&self, level: i32) -> &str {
        at_level(&self.form.images, level)
    }

    /// The name of a level; empty when inactive.
    pub fn level_name(&self, level: i32) -> &str {
        at_level(&self.form.level_names, level)
    }
}

/// The definitions of Layers that were read so far: many pieces have the same.
#[derive(Default)]
pub(crate) struct LayerForms(RefCell<HashMap<Text, Option<Arc<LayerForm>>, RandomState>>);

impl LayerForms {
    /// The definition, where it is understood.
    fn of(&self, type_text: &Text) -> Option<Arc<LayerForm>> {
        if let Some(known) = self.0.borrow().get(type_text.as_str()) {
            return known.clone();
        }
        let fields = Fields::decode(type_text);
        let form = fields.map(|fields| Arc::new(layer_form(&fields)));
        self.0.borrow_mut().insert(type_text.clone(), form.clone());
        form
    }
}

fn at_level(list: &[String], level: i32) -> &str {
    let place = usize::try_from(level).ok().and_then(|level| level.checked_sub(1));
    place.and_then(|place| list.get(place)).map_or("", String::as_str)
}

/// All traits of a piece in the terms of the table.
pub(crate) fn parts(text: &PieceText, forms: &LayerForms) -> Vec<Part> {
    text.traits.iter().map(|text| part(text, forms)).collect()
}

/// Traits that say nothing in the terms of the table, and of which pieces have many.
const SILENT: [&str; 6] = ["macro;", "report;", "sendto;", "delete;", "clone;", "prototype;"];

pub(super) fn part(text: &TraitText, forms: &LayerForms) -> Part {
    if SILENT.iter().any(|prefix| text.type_text.starts_with(prefix)) {
        return Part::Other;
    }
    if text.type_text.starts_with("emb2;") {
        let value = crate::format::traits::Layer::value_in(&text.state_text).map(|(value, _)| value);
        let form = forms.of(&text.type_text);
        return form.map_or(Part::Other, |form| Layer::part(form, value.unwrap_or(INACTIVE)));
    }
    match Trait::decode(text) {
        Trait::BasicPiece(basic) => {
            let pairs = basic.properties();
            Part::Basic {
                name: basic.name().to_owned(),
                image: basic.image().to_owned(),
                gpid: basic.gpid().unwrap_or_default().to_owned(),
                properties: pairs.map(|(k, v)| (k.to_owned(), v.to_owned())).collect(),
            }
        }
        Trait::Marker(marker) => {
            let pairs = marker.properties();
            Part::Marker(pairs.map(|(k, v)| (k.to_owned(), v.to_owned())).collect())
        }
        Trait::DynamicProperty(own) => {
            Part::Dynamic { key: own.fields.get("key").to_owned(), value: own.state.into() }
        }
        Trait::Label(own) => label(&own.fields, &own.state),
        Trait::Mask(own) => Part::Mask {
            by: own.hidden_by(),
            name: own.fields.get("maskName").to_owned(),
            shown_to: own.shown_to(),
        },
        Trait::Invisible(own) => Part::Invisible { by: own.hidden_by(), shown_to: own.shown_to() },
        Trait::DoesNotStack(own) if own.never_stacks() => Part::NeverStacks,
        Trait::Verbatim(text) => verbatim(&text),
        _ => Part::Other,
    }
}

fn layer_form(fields: &Fields) -> LayerForm {
    LayerForm {
        name: fields.get("name").to_owned(),
        images: sequence::decode(fields.get("imageNames"), ','),
        level_names: fields.list("levelNames"),
        first: if always_active(fields) { 1 } else { INACTIVE },
        follows: followed(fields),
    }
}

/// In the old form, a Layer without a key for it (`Embellishment.canBeActivated`).
fn always_active(fields: &Fields) -> bool {
    match fields.get("version") {
        "0" => fields.get("activateKey").is_empty(),
        _ => fields.get("alwaysActive") == "true",
    }
}

fn followed(fields: &Fields) -> Option<(String, i32)> {
    if fields.get("followProperty") != "true" || fields.get("propertyName").trim().is_empty() {
        return None;
    }
    let first = fields.get("firstLevelValue").parse().unwrap_or(1);
    Some((fields.get("propertyName").to_owned(), first))
}

/// A label that named its own property would never end, so the engine strikes that out; in the format of
/// the name `$PieceName$` means `$pieceName$`.
fn label(fields: &Fields, state: &str) -> Part {
    let property = fields.get("propertyName");
    let mut text = state.trim_matches(|c| c <= ' ').to_owned();
    let own = format!("${property}$");
    for _ in 0..MOST_NESTED {
        if !text.contains(&own) {
            break;
        }
        text = text.replace(&own, "");
    }
    Part::Label {
        text,
        format: fields.get("nameFormat").replace("$PieceName$", "$pieceName$"),
        property: property.to_owned(),
        inner_name: String::new(),
        always: fields.get("alwaysUseFormat") == "true",
    }
}

fn verbatim(text: &TraitText) -> Part {
    let prefix = text.type_text.split_inclusive(';').next().unwrap_or_default();
    if ["obs;", "hide;", "conceal;"].contains(&prefix) {
        return cover(prefix, text);
    }
    if prefix == "markmoved;" {
        return Part::Moved(text.state_text == "true");
    }
    if prefix == "rotate;" {
        return rotator(text).map_or(Part::Other, Part::Shown);
    }
    if prefix == "emb;" {
        let old = crate::format::traits::Layer::of_old(text);
        return old.map_or(Part::Other, |own| Layer::part(Arc::new(layer_form(&own.fields)), own.level()));
    }
    let wanted = ["basicName;", "locmsg;", "calcProp;", "propertysheet;", "AreaOfEffect;", "mat;"];
    let fields = wanted.contains(&prefix).then(|| Fields::decode(&text.type_text)).flatten();
    let Some(fields) = fields else { return Part::Other };
    let field = |name: &str| fields.get(name).to_owned();
    match prefix {
        "basicName;" => Part::BasicName(field("name")),
        "locmsg;" => Part::Shown(vec![(field("key"), field("message"))]),
        "calcProp;" => Part::Calculated { key: field("name"), expression: field("expression") },
        "propertysheet;" => Part::Shown(sheet(fields.get("definition"), &text.state_text)),
        "AreaOfEffect;" => {
            let active = fields.get("alwaysActive") == "true" || text.state_text == "true";
            Part::Shown(vec![(field("name") + "_Active", active.to_string())])
        }
        _ => Part::Shown(vec![("MatName".to_owned(), field("matName"))]),
    }
}

/// A mask or cloak that is spelled otherwise than the engine does, or one of a module's own kind (`conceal;` extends
/// the Mask): it hides its piece all the same.
fn cover(prefix: &str, text: &TraitText) -> Part {
    let mut state = sequence::Decoder::new(&text.state_text, ';');
    let by = state.next().filter(|by| !by.is_empty() && by != "null").map(std::borrow::Cow::into_owned);
    match prefix {
        "hide;" => Part::Invisible { by, shown_to: Vec::new() },
        _ => Part::Mask { by, name: "?".to_owned(), shown_to: Vec::new() },
    }
}

/// The values of a Property Sheet; of boxes to tick the number ticked.
fn sheet(definition: &str, state: &str) -> Vec<(String, String)> {
    let mut values = sequence::Decoder::new(state, '~');
    let mut pairs = Vec::new();
    for field in sequence::Decoder::new(definition, '~') {
        let mut letters = field.chars();
        let Some(kind) = letters.next() else { continue };
        let value = values.next().unwrap_or_default();
        let ticked = value.split_once('/').map_or(&*value, |(ticked, _)| ticked);
        let value = if matches!(kind, '3'..='6') && !ticked.is_empty() { ticked } else { &*value };
        pairs.push((letters.as_str().to_owned(), value.to_owned()));
    }
    // Of two fields of one name the later counts.
    pairs.reverse();
    pairs
}

/// Facing and angle of a Can Rotate trait.
fn rotator(text: &TraitText) -> Option<Vec<(String, String)>> {
    let fields = sequence::decode(text.type_text.strip_prefix("rotate;")?, ';');
    let facings: u32 = fields.first()?.parse().ok().filter(|&n| n > 0)?;
    let free = facings == 1;
    let name = fields.get(if free { 5 } else { 7 }).map_or("", String::as_str);
    let state = text.state_text.as_str();
    let (index, angle) = if free {
        (0, state.parse::<f64>().unwrap_or(0.0))
    } else {
        let index = state.parse::<u32>().unwrap_or(0).min(facings - 1);
        (index, f64::from(index) * 360.0 / f64::from(facings))
    };
    let degrees = angle.is_finite().then(|| angle.abs().round() % 360.0)?;
    Some(vec![
        (format!("{name}_Facing"), (index + 1).to_string()),
        (format!("{name}_Degrees"), degrees.to_string()),
    ])
}
