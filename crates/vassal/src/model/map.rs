//! Maps of a module: windows with boards, decks and at-start stacks.

use std::sync::Arc;

use super::board::{Board, BoardPick, Layout};
use super::geometry::{Point, Size};
use super::problem::Problem;
use super::shading::Shading;
use super::slot::Slot;

/// More boards on one map are not laid out.
const MAX_BOARDS: usize = 1_000;

/// What kind of window a map is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum MapKind {
    /// Seen by everybody (`Map`).
    #[default]
    Public,
    /// Belongs to sides (`PrivateMap`).
    Private(Owners),
    /// The hand of a side (`PlayerHand`).
    Hand(Owners),
    /// Part of a chart or palette window (`WidgetMap`).
    Widget,
}

/// Whose a private window is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Owners {
    /// The sides that may use it.
    pub sides: Vec<String>,
    /// Whether the others may look into it.
    pub visible: bool,
}

/// The drawing layers of a map, lowest first (`LayeredPieceCollection`).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct PieceLayers {
    /// The piece property whose value names the layer.
    pub property: String,
    /// Layer names; pieces of none of them lie above all.
    pub order: Vec<String>,
}

impl PieceLayers {
    /// The number of the layer of a piece whose property has `value`.
    pub fn layer_of(&self, value: Option<&str>) -> usize {
        let place = value.and_then(|v| self.order.iter().position(|l| l == v));
        place.unwrap_or(self.order.len())
    }
}

/// An at-start stack (`SetupStack`) or the place of a deck (`DrawPile`).
#[derive(Debug, Clone, PartialEq, Default)]
pub struct AtStart {
    /// Its name; of a deck also its location name.
    pub name: String,
    /// The board it lies on; none for any board.
    pub board: Option<String>,
    /// Where, in board pixels.
    pub at: Point,
    /// The grid location it should lie on instead of `at`.
    pub location: Option<String>,
    /// Whether it is a deck.
    pub deck: bool,
    /// The definition of a deck, as its save holds it; empty for stacks.
    pub definition: String,
    /// Pieces, bottom first.
    pub slots: Vec<Slot>,
}

/// A map of a module.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct Map {
    /// `Map0`, `Map1`, … in the order of creation.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What kind of window it is.
    pub kind: MapKind,
    /// Whether a button opens its window; the first public map without one lies in the main window of the engine.
    pub by_button: bool,
    /// Empty pixels around the boards.
    pub edge: Size,
    /// The boards to choose from.
    pub boards: Vec<Arc<Board>>,
    /// The boards chosen when a save does not say; none leaves it to players.
    pub default_boards: Option<Vec<BoardPick>>,
    /// The map whose boards it shows instead of its own.
    pub boards_of: Option<String>,
    /// Whether pieces form stacks here.
    pub stacking: bool,
    /// How far each piece of a stack is drawn right of and above the one below it, in pixels.
    pub stack_step: (i32, i32),
    /// Pixels between the pieces of a stack that lie side by side, as in hands; none where they lie above each other.
    pub row_gap: Option<i32>,
    /// Colour of what lies below the top piece of a stack, as `r,g,b`; none shows the pieces.
    pub blank: Option<String>,
    /// Colour around the boards, as `r,g,b`.
    pub background: Option<String>,
    /// Its Map Shadings in the order of the build file, which is that in which they are drawn.
    pub shadings: Vec<Shading>,
    /// Its drawing layers.
    pub layers: PieceLayers,
    /// At-start stacks and decks in the order of the build file.
    pub at_start: Vec<AtStart>,
    /// Names of its global properties and their initial values.
    pub properties: Vec<(String, String)>,
}

impl Map {
    /// What saves call it: its name, or its id when it has none.
    pub fn identifier(&self) -> &str {
        if self.name.is_empty() { &self.id } else { &self.name }
    }

    /// A board it offers.
    pub fn board(&self, name: &str) -> Option<&Arc<Board>> {
        self.boards.iter().find(|b| b.name == name)
    }

    /// Lays out the chosen boards, or the default ones. Unknown boards are
    /// problems and left out.
    pub fn lay_out(&self, chosen: Option<&[BoardPick]>, problems: &mut Vec<Problem>) -> Layout {
        let default = self.default_picks();
        let picks = chosen.unwrap_or(&default);
        let mut boards = Vec::new();
        for pick in picks.iter().take(MAX_BOARDS) {
            match self.board(&pick.board) {
                Some(board) => boards.push((pick.clone(), Arc::clone(board))),
                None => problems.push(Problem::new(
                    format!("map \"{}\"", self.name),
                    format!("unknown board \"{}\"", pick.board),
                )),
            }
        }
        let mut layout = Layout::new(boards, self.edge);
        self.add_decks(&mut layout);
        layout
    }

    /// The boards chosen when a save does not say: the module's choice, or the
    /// only board unless players must decide which way it lies.
    pub fn default_picks(&self) -> Vec<BoardPick> {
        match (&self.default_boards, self.boards.as_slice()) {
            (Some(picks), _) => picks.clone(),
            (None, [only]) if !only.reversible => {
                vec![BoardPick { board: only.name.clone(), reversed: false, column: 0, row: 0 }]
            }
            _ => Vec::new(),
        }
    }

    /// Names the places of this map's decks on `layout`.
    pub(super) fn add_decks(&self, layout: &mut Layout) {
        let decks = self.at_start.iter().filter(|s| s.deck);
        layout.decks = decks.map(|deck| (deck.name.clone(), self.place_of(deck, layout))).collect();
    }

    /// Where an at-start stack or deck lies on `layout`, in map pixels.
    pub fn place_of(&self, stack: &AtStart, layout: &Layout) -> Point {
        let named = |b: &&super::board::PlacedBoard| Some(&b.board.name) == stack.board.as_ref();
        let origin = match layout.boards.iter().find(named) {
            Some(board) => board.bounds.origin,
            None => Point::new(self.edge.width, self.edge.height),
        };
        let at = stack.location.as_ref().and_then(|location| {
            let board = match &stack.board {
                Some(name) => self.board(name),
                None => layout.boards.first().map(|b| &b.board),
            }?;
            board.grid.as_ref()?.centre_of(location, board.size)
        });
        let at = at.unwrap_or(stack.at);
        at.offset(origin.x, origin.y)
    }
}
