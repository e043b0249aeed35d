//! Who looks at a position, and what he may see of it.
//!
//! Commands ask this module before they name or count a piece. `view::counters` decides which traits of a known
//! piece a side may see, for the writer of copies and for `compare` (`ShownPieces`). `Piece::masked_label_texts` is
//! what labels show to people who may not look under a mask.

use std::collections::BTreeSet;

use super::map::MapKind;
use super::module::Module;
use super::position::{Piece, Position};
use crate::format::traits::Fields;

/// Somebody who looks at a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Eyes {
    /// Sees everything.
    Umpire,
    /// Sees what one side may see.
    Side {
        /// Name of the side.
        side: String,
        /// Secret ids of its players; never show them.
        ids: Vec<String>,
        /// Windows that are closed to it although its module does not say so.
        closed: BTreeSet<String>,
    },
}

impl Eyes {
    /// The eyes of a side; its players are taken from the position.
    pub fn of_side(side: &str, position: &Position) -> Self {
        let own = position.players.iter().filter(|player| player.side == side);
        let ids = own.map(|player| player.id.clone()).collect();
        Self::Side { side: side.to_owned(), ids, closed: BTreeSet::new() }
    }

    /// The same eyes, which may not look into these windows, whatever the module says of them; an umpire may.
    #[must_use]
    pub fn without(mut self, windows: impl IntoIterator<Item = String>) -> Self {
        if let Self::Side { closed, .. } = &mut self {
            closed.extend(windows);
        }
        self
    }

    /// The looker: the name of his side, or `umpire`.
    pub fn side(&self) -> &str {
        match self {
            Self::Umpire => "umpire",
            Self::Side { side, .. } => side,
        }
    }

    /// Whose eyes they are, in words: `seen by Japan`, `seen by the umpire`.
    pub fn in_words(&self) -> String {
        match self {
            Self::Umpire => "seen by the umpire".into(),
            Self::Side { side, .. } => format!("seen by {side}"),
        }
    }

    /// Somebody who plays no side: sees only what is open to all.
    pub fn stranger() -> Self {
        Self::Side { side: String::new(), ids: Vec::new(), closed: BTreeSet::new() }
    }

    /// Whether the looker sees what this player or side masked or made invisible.
    pub fn may_see(&self, hider: &str) -> bool {
        match self {
            Self::Umpire => true,
            Self::Side { side, ids, .. } => hider == side || ids.iter().any(|id| id == hider),
        }
    }

    /// The same of a trait that hides nothing from these sides: each of them sees what another of them hid
    /// (`SpecifiedSideAccess`).
    pub fn may_see_among(&self, hider: &str, sides: &[String]) -> bool {
        let shares = |side: &String| [hider, side].iter().all(|one| sides.iter().any(|own| own == one));
        self.may_see(hider) || matches!(self, Self::Side { side, .. } if shares(side))
    }

    /// Whether the looker may look into a map window.
    pub fn may_open(&self, kind: &MapKind) -> bool {
        match (self, kind) {
            (Self::Side { side, .. }, MapKind::Private(owners) | MapKind::Hand(owners)) => {
                owners.visible || owners.sides.iter().any(|owner| owner == side)
            }
            _ => true,
        }
    }

    /// Whether the looker knows which piece it is: it is open to him, and so is its window. What lies face down in a
    /// deck is nobody's.
    pub fn knows(&self, piece: &Piece, module: Option<&Module>) -> bool {
        self.veil(piece, module).is_none()
    }

    /// What keeps the looker from knowing which piece it is, the first of what lies between him and it; none where he
    /// knows it.
    pub fn veil(&self, piece: &Piece, module: Option<&Module>) -> Option<Veil> {
        if !self.may_look_into(piece.map.as_deref(), module) {
            return Some(Veil::Window);
        }
        if *self != Self::Umpire && piece.face_down {
            return Some(Veil::Deck);
        }
        let open = |hider: &Option<String>| {
            hider.as_ref().is_none_or(|hider| self.may_see_among(hider, &piece.shown_to))
        };
        if !open(&piece.hidden_by) {
            return Some(Veil::Invisible);
        }
        (!open(&piece.masked_by)).then_some(Veil::Mask)
    }

    /// Whether a piece is surely one that the looker's own side has in hand, where nothing but the save tells: he or
    /// his side hides it, it lies in a private window of his side alone, or its traits restrict it to his side.
    pub fn owns(&self, piece: &Piece, module: Option<&Module>) -> bool {
        let Self::Side { side, ids, .. } = self else { return true };
        let hides = [&piece.masked_by, &piece.hidden_by].into_iter().flatten().any(|by| self.may_see(by));
        let map = piece.map.as_deref().and_then(|name| module?.map(name));
        let window = map.is_some_and(|map| match &map.kind {
            MapKind::Private(owners) | MapKind::Hand(owners) => owners.sides == [side.clone()],
            MapKind::Public | MapKind::Widget => false,
        });
        let claimed = || {
            let claims = piece.traits.traits.iter().filter_map(|text| {
                let fields =
                    Fields::decode(&text.type_text).filter(|own| own.spec().prefix == "restrict;")?;
                Some(fields.list("sides") == [side.clone()] || ids.iter().any(|id| text.state_text == *id))
            });
            claims.into_iter().any(|own| own)
        };
        hides || window || claimed()
    }

    /// Whether the looker may look into the window of this name; what lies in none is off the table and open.
    pub fn may_look_into(&self, window: Option<&str>, module: Option<&Module>) -> bool {
        let Some(window) = window else { return true };
        let map = module.and_then(|module| module.map(window));
        let is_shut = matches!(self, Self::Side { closed, .. } if closed.contains(window));
        !is_shut && map.is_none_or(|map| self.may_open(&map.kind))
    }

    /// Whether the looker knows every piece of a position.
    pub fn know_all(&self, position: &Position, module: Option<&Module>) -> bool {
        position.pieces.iter().all(|piece| self.knows(piece, module))
    }
}

/// What lies between a looker and a piece that he does not know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Veil {
    /// Its window is closed to him.
    Window,
    /// It lies face down in a deck.
    Deck,
    /// Somebody else made it invisible: he sees nothing there.
    Invisible,
    /// Somebody else masked it: he sees the back of the mask.
    Mask,
}

/// Windows with pieces of which only another module can tell whether they are private. Without any module, only what
/// lies all in one window is surely on the table.
pub fn unsure_windows<'a>(position: &'a Position, module: Option<&Module>) -> BTreeSet<&'a str> {
    if module.is_some() {
        return position.unknown_maps.iter().map(String::as_str).collect();
    }
    let windows: BTreeSet<&str> = position.pieces.iter().filter_map(|piece| piece.map.as_deref()).collect();
    if windows.len() > 1 { windows } else { BTreeSet::new() }
}

/// Whether a position has secrets, so that it matters who looks.
pub fn has_secrets(position: &Position, module: Option<&Module>) -> bool {
    !Eyes::stranger().know_all(position, module)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::position::Player;

    fn position() -> Position {
        let player = |id: &str, side: &str| Player { id: id.into(), name: "x".into(), side: side.into() };
        let masked = |by: &str| Piece { masked_by: Some(by.into()), ..Piece::default() };
        Position {
            players: vec![player("secret", "Japan"), player("word", "Allies")],
            pieces: vec![Piece::default(), masked("Allies"), masked("secret")],
            ..Position::default()
        }
    }

    #[test]
    fn cards_face_down_are_secrets_of_all_sides() {
        let card = Piece { face_down: true, ..Piece::default() };
        let position = Position { pieces: vec![card], ..position() };
        let sides = ["Japan", "Allies"].map(|side| Eyes::of_side(side, &position));
        assert!(sides.iter().all(|eyes| !eyes.knows(&position.pieces[0], None)));
        assert!(Eyes::Umpire.knows(&position.pieces[0], None) && has_secrets(&position, None));
    }

    #[test]
    fn a_side_knows_what_it_or_its_players_masked() {
        let position = position();
        let knows = |side: &str| {
            let eyes = Eyes::of_side(side, &position);
            position.pieces.iter().map(|piece| eyes.knows(piece, None)).collect::<Vec<_>>()
        };
        assert_eq!(knows("Japan"), [true, false, true]);
        assert_eq!(knows("Allies"), [true, true, false]);
        assert!(position.pieces.iter().all(|piece| Eyes::Umpire.knows(piece, None)));
        assert!(has_secrets(&position, None));
    }

    #[test]
    fn a_window_that_is_closed_without_the_module_is_shut_for_sides_and_open_to_the_umpire() {
        let tray = Piece { map: Some("Trays".into()), ..Piece::default() };
        let position = Position { pieces: vec![tray], ..position() };
        let knows = |eyes: Eyes| eyes.without(["Trays".to_owned()]).knows(&position.pieces[0], None);
        assert!(!knows(Eyes::of_side("Japan", &position)) && !knows(Eyes::stranger()));
        assert!(knows(Eyes::Umpire) && Eyes::of_side("Japan", &position).knows(&position.pieces[0], None));
    }

    #[test]
    fn the_sides_that_a_mask_names_see_what_one_of_them_hides() {
        let mut position = position();
        position.pieces[1].shown_to = vec!["Allies".into(), "Solo".into()];
        let knows = |side: &str| Eyes::of_side(side, &position).knows(&position.pieces[1], None);
        assert_eq!(["Allies", "Solo", "Japan", ""].map(knows), [true, true, false, false]);
    }
}
