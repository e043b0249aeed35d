//! Layer: levels with pictures, of which one or none is shown.
//!
//! Engine classes: `counters.Embellishment`, `counters.Embellishment0`.

use super::fields::Fields;
use crate::format::key::Key;
use crate::format::piece::TraitText;
use crate::format::sequence::{self, Unencodable};
use crate::format::text::Text;

/// A Layer of the present format or of version 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layer {
    /// The definition.
    pub fields: Fields,
    /// Level from 1; negative when not active.
    value: i32,
    /// Whatever stands behind the level, with its separator.
    rest: Text,
}

impl Layer {
    /// A Layer with these pictures that is always active; level 1 is shown.
    ///
    /// # Errors
    /// A picture's or level's name ends in a backslash.
    pub fn new(name: &str, images: &[&str], levels: &[&str]) -> Result<Self, Unencodable> {
        let fields = Fields::defaults("emb2;").ok_or_else(|| Unencodable {
            position: 1,
            value: "emb2;".to_owned(),
            delimiter: ';',
        })?;
        let fields = fields
            .with("activateModifiers", "130")
            .with("activateKey", "")
            .with("upModifiers", "130")
            .with("downModifiers", "130")
            .with("imageNames", sequence::join(images, ',')?)
            .with("levelNames", sequence::join(levels, ',')?)
            .with("name", name)
            .with("version", "1")
            .with("alwaysActive", "true");
        Ok(Self { fields, value: 1, rest: Text::default() })
    }

    /// Active only after its command; starts inactive.
    #[must_use]
    pub fn activated_by(mut self, command: &str, key: &Key) -> Self {
        self.fields.set("alwaysActive", "false");
        self.fields.set("activateCommand", command);
        self.fields.set("activateKeyStroke", key.encode());
        self.value = -self.value.abs();
        self
    }

    /// The command to the next level.
    #[must_use]
    pub fn increased_by(mut self, command: &str, key: &Key) -> Self {
        self.fields.set("upCommand", command);
        self.fields.set("increaseKeyStroke", key.encode());
        self
    }

    /// The command to the level before.
    #[must_use]
    pub fn decreased_by(mut self, command: &str, key: &Key) -> Self {
        self.fields.set("downCommand", command);
        self.fields.set("decreaseKeyStroke", key.encode());
        self
    }

    /// The command to one level, from 1.
    #[must_use]
    pub fn reset_by(mut self, command: &str, key: &Key, level: i32) -> Self {
        self.fields.set("resetCommand", command);
        self.fields.set("resetKey", key.encode());
        self.fields.set("resetLevel", level.to_string());
        self
    }

    /// Whether the last level is followed by the first.
    #[must_use]
    pub fn looping(mut self, looping: bool) -> Self {
        self.fields.set("loopLevels", looping.to_string());
        self
    }

    /// Follows a property: at `first` and below, or without a value, the first level shows, one above it the next, and
    /// so on; beyond the last level the last.
    #[must_use]
    pub fn following(mut self, property: &str, first: i32) -> Self {
        self.fields.set("followProperty", "true");
        self.fields.set("propertyName", property);
        self.fields.set("firstLevelValue", first.to_string());
        self
    }

    /// Takes the level of a value of the property that it follows, as the engine does when it draws it; false where it
    /// follows another, or where the value is no number.
    pub fn follow(&mut self, property: &str, value: &str) -> bool {
        let follows =
            self.fields.get("followProperty") == "true" && self.fields.get("propertyName") == property;
        let first = self.fields.get("firstLevelValue").parse().unwrap_or(1);
        let value: Option<i32> = if value.is_empty() { Some(first) } else { value.parse().ok() };
        let Some(value) = value.filter(|_| follows) else { return false };
        let most = i32::try_from(self.images().len()).unwrap_or(i32::MAX);
        let level = value.saturating_sub(first).saturating_add(1).clamp(1, most);
        self.value = if self.is_active() { level } else { -level };
        true
    }

    /// Place of the pictures' centre in pixels from the centre of the piece.
    #[must_use]
    pub fn offset(mut self, x: i32, y: i32) -> Self {
        self.fields.set("xOff", x.to_string());
        self.fields.set("yOff", y.to_string());
        self
    }

    pub(super) fn decode(text: &TraitText) -> Option<Self> {
        let (value, rest) = Self::value_in(&text.state_text)?;
        Some(Self { fields: Fields::decode(&text.type_text)?, value, rest })
    }

    /// The level that a state tells, negative when not active, and what stands behind it; none where it would not come
    /// back identical.
    #[must_use]
    pub fn value_in(state: &Text) -> Option<(i32, Text)> {
        let end = state.find(';').unwrap_or(state.len());
        Some((sequence::number(&state[..end])?, state.part(end..state.len())))
    }

    /// A Layer of the first format, `emb;`, in which each level is a picture and a name.
    #[must_use]
    pub fn of_old(text: &TraitText) -> Option<Self> {
        let mut values = sequence::Decoder::new(text.type_text.strip_prefix("emb;")?, ';');
        let mut next = || values.next().unwrap_or_default().into_owned();
        let (keys, activate) = (next(), next());
        let [_, up, _, down] = [next(), next(), next(), next()];
        let (x, y) = (next(), next());
        let mut levels = (Vec::new(), Vec::new());
        for level in values {
            let mut parts = sequence::Decoder::new(&level, ',').map(std::borrow::Cow::into_owned);
            levels.0.push(parts.next().unwrap_or_default());
            levels.1.push(parts.next().unwrap_or_default());
        }
        let key = sequence::Decoder::new(&keys, ';').next().unwrap_or_default();
        let fields = Fields::defaults("emb2;")?
            .with("drawUnderneathWhenSelected", activate.starts_with('_').to_string())
            .with("activateCommand", activate.strip_prefix('_').unwrap_or(&activate))
            .with("activateKey", key.as_ref())
            .with("upCommand", up)
            .with("downCommand", down)
            .with("xOff", x)
            .with("yOff", y)
            .with("imageNames", sequence::join(levels.0, ',').ok()?)
            .with("levelNames", sequence::join(levels.1, ',').ok()?)
            .with("version", "1")
            .with("alwaysActive", key.is_empty().to_string());
        let value = text.state_text.split(';').next().and_then(|value| value.parse().ok());
        Some(Self { fields, value: value.unwrap_or(-1), rest: Text::default() })
    }

    /// Definition and state.
    ///
    /// # Errors
    /// A field ends in a backslash.
    pub fn encode(&self) -> Result<TraitText, Unencodable> {
        let state = format!("{}{}", self.value, self.rest);
        Ok(TraitText::new(self.fields.encode()?, state))
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        self.fields.get("name")
    }

    /// The pictures of its levels, at least one; empty names show nothing.
    #[must_use]
    pub fn images(&self) -> Vec<String> {
        sequence::decode(self.fields.get("imageNames"), ',')
    }

    /// The names of its levels; `+text` adds to the piece's name.
    #[must_use]
    pub fn level_names(&self) -> Vec<String> {
        self.fields.list("levelNames")
    }

    /// Level from 1 up to the number of pictures, negative when not active.
    #[must_use]
    pub fn level(&self) -> i32 {
        let most = i32::try_from(self.images().len()).unwrap_or(i32::MAX);
        self.value.clamp(-most, most)
    }

    /// True while its picture is shown.
    #[must_use]
    pub fn is_active(&self) -> bool {
        self.value > 0
    }

    /// Sets the level, from 1; negative makes it inactive.
    pub fn set_level(&mut self, level: i32) {
        self.value = level;
    }
}
