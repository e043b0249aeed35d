//! The innermost trait: picture, name, place and kept properties.
//!
//! Engine class: `counters.BasicPiece`.

use super::fields::Fields;
use crate::format::piece::TraitText;
use crate::format::sequence::{self, Unencodable};
use crate::format::text::Text;

const MAP: usize = 0;
const X: usize = 1;
const Y: usize = 2;
const GPID: usize = 3;
const COUNT: usize = 4;

/// The basic piece. A stack's or deck's own place goes before the one kept here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BasicPiece {
    /// The definition; `imageName` and `name` matter.
    pub fields: Fields,
    /// Map, x, y, gpid, number of properties, properties; old files end earlier.
    state: Vec<Text>,
}

impl BasicPiece {
    /// A piece that is on no map.
    #[must_use]
    pub fn new(image: &str, name: &str, gpid: &str) -> Option<Self> {
        let fields = Fields::defaults("piece;")?.with("imageName", image).with("name", name);
        let state = ["null", "0", "0", gpid, "0"].map(Text::from).to_vec();
        Some(Self { fields, state })
    }

    pub(super) fn decode(text: &TraitText) -> Option<Self> {
        let state = sequence::split(&text.state_text, ';').exact()?;
        let piece = Self { fields: Fields::decode(&text.type_text)?, state };
        let number = |index: usize| piece.state.get(index)?.parse::<i32>().ok();
        number(X)?;
        number(Y)?;
        Some(piece)
    }

    pub(super) fn encode(&self) -> Result<TraitText, Unencodable> {
        Ok(TraitText::new(self.fields.encode()?, sequence::join(&self.state, ';')?))
    }

    /// Name of the picture, empty for none.
    #[must_use]
    pub fn image(&self) -> &str {
        self.fields.get("imageName")
    }

    /// Name of the piece, before other traits add to it.
    #[must_use]
    pub fn name(&self) -> &str {
        self.fields.get("name")
    }

    /// Identifier of the map; `None` is no map.
    #[must_use]
    pub fn map(&self) -> Option<&str> {
        self.state.get(MAP).map(Text::as_str).filter(|map| *map != "null")
    }

    /// Centre in map pixels, border of the map included.
    #[must_use]
    pub fn position(&self) -> (i32, i32) {
        let number = |index: usize| {
            let text = self.state.get(index)?;
            text.parse().ok()
        };
        (number(X).unwrap_or(0), number(Y).unwrap_or(0))
    }

    /// Id of the palette slot it was made from.
    #[must_use]
    pub fn gpid(&self) -> Option<&str> {
        self.state.get(GPID).map(Text::as_str).filter(|gpid| !gpid.is_empty())
    }

    /// Kept properties in the order of the file: `UniqueID`, `OldX` and so on.
    pub fn properties(&self) -> impl Iterator<Item = (&str, &str)> {
        let values = self.state.get(COUNT + 1..).unwrap_or_default();
        values.chunks_exact(2).map(|pair| (pair[0].as_str(), pair[1].as_str()))
    }

    /// Puts it on a map, or on none.
    pub fn set_place(&mut self, map: Option<&str>, x: i32, y: i32) {
        self.state[MAP] = map.unwrap_or("null").into();
        self.state[X] = x.to_string().into();
        self.state[Y] = y.to_string().into();
    }

    /// Sets the id of its palette slot.
    pub fn set_gpid(&mut self, gpid: &str) {
        while self.state.len() <= GPID {
            self.state.push(Text::default());
        }
        self.state[GPID] = gpid.into();
    }

    /// Sets a kept property; appends it when it is new.
    pub fn set_property(&mut self, key: &str, value: &str) {
        while self.state.len() <= COUNT {
            let absent = if self.state.len() == COUNT { "0" } else { "" };
            self.state.push(absent.into());
        }
        let mut pairs = self.state[COUNT + 1..].chunks_exact_mut(2);
        if let Some(pair) = pairs.find(|pair| pair[0] == key) {
            pair[1] = value.into();
            return;
        }
        self.state.push(key.into());
        self.state.push(value.into());
        self.state[COUNT] = ((self.state.len() - COUNT - 1) / 2).to_string().into();
    }
}
