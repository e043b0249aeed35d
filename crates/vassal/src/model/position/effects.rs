//! The Areas of Effect that a piece shows.
//!
//! Engine class: `counters.AreaOfEffect`.

use super::{Effect, ValueOf};
use crate::format::piece::{PieceText, TraitText};
use crate::format::traits::Fields;

/// The active areas of a piece, outermost first. One whose radius is a property that is no number has the radius 0.
pub(super) fn effects(text: &PieceText, value_of: &ValueOf<'_>) -> Vec<Effect> {
    let is_one = |(_, own): &(usize, &TraitText)| own.type_text.starts_with("AreaOfEffect;");
    let read = |(place, own): (usize, &TraitText)| {
        let fields = Fields::decode(&own.type_text)?;
        if fields.get("alwaysActive") != "true" && own.state_text != "true" {
            return None;
        }
        let radius = match fields.get("fixedRadius") {
            "false" => value_of(fields.get("radiusMarker"))?.trim().parse().unwrap_or(0),
            _ => fields.get("radius").parse().unwrap_or(1),
        };
        let shader = Some(fields.get("mapShaderName").to_owned()).filter(|name| !name.is_empty());
        Some(Effect { place, radius, shader })
    };
    text.traits.iter().enumerate().filter(is_one).filter_map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(definition: &str, state: &str) -> Vec<Effect> {
        let inner = TraitText::new("piece;;;a.png;A", "null;0;0;;0");
        let text = PieceText { traits: vec![TraitText::new(definition, state), inner] };
        effects(&text, &|name| (name == "Range").then(|| "3".to_owned()))
    }

    #[test]
    fn an_area_is_seen_while_it_is_active() {
        let own = |radius, shader: Option<&str>| {
            vec![Effect { place: 0, radius, shader: shader.map(str::to_owned) }]
        };
        assert_eq!(read("AreaOfEffect;255,0,0;30;2;true;;;;true;;", "false"), own(2, None));
        assert_eq!(read("AreaOfEffect;255,0,0;30;2;false;;;;true;;", "false"), []);
        assert_eq!(read("AreaOfEffect;255,0,0;30;2;false;;;;true;;", "true"), own(2, None));
        assert_eq!(read("AreaOfEffect;255,0,0;30;2;true;;;Fog;false;Range;", ""), own(3, Some("Fog")));
        assert_eq!(read("AreaOfEffect;255,0,0;30;2;true;;;;false;Other;", ""), []);
        assert_eq!(read("AreaOfEffect;", ""), own(1, None));
    }
}
