//! What the traits of a piece are set to: Layers, Dynamic Properties, Masks.

use vassal::format::piece::{PieceText, TraitText};
use vassal::format::sequence;
use vassal::format::traits::{Layer, Trait};

/// The Layer of this name, with its text.
pub(super) fn layer<'p>(piece: &'p mut PieceText, name: &str) -> Option<(Layer, &'p mut TraitText)> {
    piece.traits.iter_mut().find_map(|text| match Trait::decode(text) {
        Trait::Layer(layer) if layer.name() == name => Some((layer, text)),
        _ => None,
    })
}

/// The value of a Marker of a piece.
pub(super) fn marker(piece: &PieceText, name: &str) -> Option<String> {
    piece.traits.iter().find_map(|text| match Trait::decode(text) {
        Trait::Marker(marker) => marker.get(name).map(str::to_owned),
        _ => None,
    })
}

/// The value of a Dynamic Property of a piece.
pub(super) fn property(piece: &PieceText, key: &str) -> Option<String> {
    piece.traits.iter().find_map(|text| match Trait::decode(text) {
        Trait::DynamicProperty(own) if own.fields.get("key") == key => Some(text.state_text.to_string()),
        _ => None,
    })
}

/// Sets a Dynamic Property of a piece, and the Layers that follow it: the engine turns them when it draws them, and would
/// then take the game for changed. False when the piece has no property of that name.
pub fn set_property(piece: &mut PieceText, key: &str, value: &str) -> bool {
    let mut found = false;
    for text in &mut piece.traits {
        match Trait::decode(text) {
            Trait::DynamicProperty(property) if property.fields.get("key") == key => {
                text.state_text = value.into();
                found = true;
            }
            Trait::Layer(mut layer) => {
                if layer.follow(key, value)
                    && let Ok(turned) = layer.encode()
                {
                    *text = turned;
                }
            }
            _ => {}
        }
    }
    found
}

/// Hides a piece for a side, as its Mask does; false when it has none.
pub(super) fn hide(piece: &mut PieceText, side: &str) -> bool {
    // Nobody else may take the mask off (engine: Obscurable, ObscurableOptions).
    const OPTIONS: &str = "false|0";
    let masks = |text: &&mut TraitText| matches!(Trait::decode(text), Trait::Mask(_));
    let Some(text) = piece.traits.iter_mut().find(masks) else { return false };
    match sequence::join([side, OPTIONS], ';') {
        Ok(state) => {
            text.state_text = state.into();
            true
        }
        Err(_) => false,
    }
}

/// Turns a Layer; false when the piece has none of that name.
pub fn set_level(piece: &mut PieceText, name: &str, level: i32) -> bool {
    let Some((mut layer, text)) = layer(piece, name) else { return false };
    layer.set_level(level);
    match layer.encode() {
        Ok(changed) => {
            *text = changed;
            true
        }
        Err(_) => false,
    }
}
