//! Where a piece's own commands put it: the spot inside a zone that its Send to Location names.

use super::position::Piece;
use crate::format::traits::Fields;

impl Piece {
    /// How far from the middle of a zone, in pixels, the piece's own command to that zone puts it; none when it has no
    /// such command, or one whose offset is an expression.
    pub fn spot_in(&self, zone: &str) -> Option<(i32, i32)> {
        self.traits.traits.iter().find_map(|text| {
            let fields =
                Fields::decode(&text.type_text).filter(|fields| fields.spec().prefix == "sendto;")?;
            if fields.get("destination") != "Z" || self.read(fields.get("zone")) != Some(zone) {
                return None;
            }
            let number = |field: &str| self.read(fields.get(field))?.trim().parse::<i32>().ok();
            let offset = |index: &str, step: &str| number(index)?.checked_mul(number(step)?);
            Some((offset("xIndex", "xOffset")?, offset("yIndex", "yOffset")?))
        })
    }

    /// A text as it stands, or the value of the property that is all of it.
    fn read<'a>(&'a self, text: &'a str) -> Option<&'a str> {
        match text.strip_prefix('$').and_then(|rest| rest.strip_suffix('$')) {
            Some(name) => self.property(name),
            None => Some(text),
        }
    }
}
