//! Traits with a meaning of their own to us, and all others as they stand.
//!
//! Engine package: `counters`. The prefix of a definition names the trait.

pub mod basic_piece;
pub mod does_not_stack;
pub mod fields;
pub mod layer;
pub mod marker;
pub mod new;
mod same;
pub mod spec;
mod title;

pub use basic_piece::BasicPiece;
pub use does_not_stack::DoesNotStack;
pub use fields::Fields;
pub use layer::Layer;
pub use marker::Marker;
pub use same::{normal, same_definition};
pub use spec::Spec;
pub use title::title;

use super::piece::TraitText;
use super::sequence::Unencodable;
use super::text::Text;

/// One trait of a piece.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Trait {
    /// Innermost: picture, name, place.
    BasicPiece(BasicPiece),
    /// Layer.
    Layer(Layer),
    /// Marker.
    Marker(Marker),
    /// Dynamic Property; its state is the value.
    DynamicProperty(Plain),
    /// Does not Stack.
    DoesNotStack(DoesNotStack),
    /// Prototype.
    Prototype(Plain),
    /// Text Label; its state is the text.
    Label(Plain),
    /// Delete.
    Delete(Plain),
    /// Clone.
    Clone(Plain),
    /// Mask; its state says who masked the piece.
    Mask(Plain),
    /// Invisible; its state says who hid the piece.
    Invisible(Plain),
    /// Any other trait, as it stands.
    Verbatim(TraitText),
}

/// A trait whose definition is a list of fields and whose state is one text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plain {
    /// The definition.
    pub fields: Fields,
    /// The state.
    pub state: Text,
}

impl Plain {
    /// The player or side that a Mask or Invisible trait hides the piece for; `None` when open. It is empty where the
    /// player has a blank password.
    #[must_use]
    pub fn hidden_by(&self) -> Option<String> {
        let first = super::sequence::Decoder::new(&self.state, ';').next()?;
        (first != "null").then(|| first.into_owned())
    }

    /// The sides that a Mask or Invisible trait with the access `sides:` hides nothing from.
    #[must_use]
    pub fn shown_to(&self) -> Vec<String> {
        let sides = self.fields.get("access").strip_prefix("sides:").unwrap_or_default();
        super::sequence::Decoder::new(sides, ':')
            .map(std::borrow::Cow::into_owned)
            .filter(|s| !s.is_empty())
            .collect()
    }
}

impl Trait {
    /// Reads a trait. What is unknown or would not come back identical stays verbatim.
    #[must_use]
    pub fn decode(text: &TraitText) -> Self {
        Self::known(text).unwrap_or_else(|| Self::Verbatim(text.clone()))
    }

    /// Each reader below gives none where the text would not come back identical.
    fn known(text: &TraitText) -> Option<Self> {
        let plain =
            || Some(Plain { fields: Fields::decode(&text.type_text)?, state: text.state_text.clone() });
        let end = text.type_text.find(';')?;
        Some(match &text.type_text[..=end] {
            "piece;" => Self::BasicPiece(BasicPiece::decode(text)?),
            "emb2;" => Self::Layer(Layer::decode(text)?),
            "mark;" => Self::Marker(Marker::decode(text)?),
            "immob;" => Self::DoesNotStack(DoesNotStack::decode(text)?),
            "PROP;" => Self::DynamicProperty(plain()?),
            "prototype;" => Self::Prototype(plain()?),
            "label;" => Self::Label(plain()?),
            "delete;" => Self::Delete(plain()?),
            "clone;" => Self::Clone(plain()?),
            "obs;" => Self::Mask(plain()?),
            "hide;" => Self::Invisible(plain()?),
            _ => return None,
        })
    }

    /// Definition and state.
    ///
    /// # Errors
    /// A value ends in a backslash and others follow.
    pub fn encode(&self) -> Result<TraitText, Unencodable> {
        match self {
            Self::BasicPiece(piece) => piece.encode(),
            Self::Layer(layer) => layer.encode(),
            Self::Marker(marker) => marker.encode(),
            Self::DoesNotStack(fixed) => fixed.encode(),
            Self::DynamicProperty(plain)
            | Self::Prototype(plain)
            | Self::Label(plain)
            | Self::Delete(plain)
            | Self::Clone(plain)
            | Self::Mask(plain)
            | Self::Invisible(plain) => Ok(TraitText::new(plain.fields.encode()?, &plain.state)),
            Self::Verbatim(text) => Ok(text.clone()),
        }
    }
}
