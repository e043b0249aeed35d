//! The decks of a save beside those of its module: options and place of each, those that only one of them has.
//!
//! Engine class: `build.module.GameRefresher` (`execute`, `findDrawPile`).

use serde::Serialize;

use vassal::format::traits::Fields;
use vassal::model::change::{DeckChange, DeckPlaced, Destination, Order};
use vassal::model::deck::spelt;
use vassal::model::geometry::Point;
use vassal::model::map::{AtStart, Map};
use vassal::model::module::Module;
use vassal::model::position::{Position, Stack};

/// What becomes of decks that only the save or only the module has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wanted {
    /// Decks that the save lacks are put into it, without cards.
    pub add: bool,
    /// Decks that the module does not have become stacks of their cards.
    pub delete: bool,
}

/// What became of one deck.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DeckFate {
    /// Its name.
    pub deck: String,
    /// The map that it lies on now.
    pub map: String,
    /// What happened to it.
    pub what: DeckWhat,
    /// Its options that are not as they were.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<OptionChanged>,
    /// Where it lay before, where that is another place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moved_from: Option<DeckPlace>,
    /// How many cards it holds, or held.
    pub cards: usize,
}

/// Map pixels on a map.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DeckPlace {
    /// The map.
    pub map: String,
    /// Pixels from its left.
    pub x: i32,
    /// Pixels from its top.
    pub y: i32,
}

/// What happened to a deck.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum DeckWhat {
    /// It is as the module has it.
    Same,
    /// It has the module's options and lies where the module puts it.
    Renewed,
    /// The save lacked it, and has it now, without cards.
    Added,
    /// The save lacks it.
    Missing,
    /// The module does not have it, and its cards are a stack now.
    Deleted,
    /// The module does not have it, and it stays as it was.
    Unknown,
}

/// An option of a deck.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OptionChanged {
    /// The field of its definition: `shuffleOption`.
    pub option: &'static str,
    /// What it was.
    pub before: String,
    /// What it is.
    pub now: String,
}

/// What becomes of all decks, and the changes that bring it about.
#[derive(Debug, Default)]
pub struct Plan {
    pub fates: Vec<DeckFate>,
    pub changes: Vec<DeckChange>,
}

/// Plans what becomes of the decks of a save.
pub fn plan(position: &Position, module: &Module, wanted: Wanted) -> Plan {
    let mut plan = Plan::default();
    let mut found = Vec::new();
    let on_maps = position
        .stacks
        .iter()
        .filter_map(|stack| Some((stack, stack.deck.as_deref()?, module.map(stack.map.as_deref()?)?)));
    for (stack, name, map) in on_maps {
        let Some((home, pile)) = pile_of(position, module, name, map) else {
            plan.without_pile(stack, (name, map), wanted);
            continue;
        };
        found.push(name);
        plan.renew(stack, name, map, (home, pile, place_of(position, home, pile)));
    }
    for (map, pile) in piles(module) {
        if !found.contains(&pile.name.as_str()) && is_in_play(position, map, pile.board.as_deref()) {
            plan.missing(position, (map, pile), wanted);
        }
    }
    plan
}

impl Plan {
    fn without_pile(&mut self, stack: &Stack, (name, map): (&str, &Map), wanted: Wanted) {
        let what = if wanted.delete { DeckWhat::Deleted } else { DeckWhat::Unknown };
        if wanted.delete {
            self.changes.push(DeckChange::Dissolve { deck: stack.id.clone() });
        }
        self.tell(name, map, what, stack.pieces.len());
    }

    fn renew(&mut self, stack: &Stack, name: &str, map: &Map, (home, pile, at): (&Map, &AtStart, Point)) {
        let options = changed_options(&stack.definition, &pile.definition);
        let is_moved = home.identifier() != map.identifier() || at != Point::new(stack.x, stack.y);
        let is_same = options.is_empty() && !is_moved;
        self.tell(name, home, if is_same { DeckWhat::Same } else { DeckWhat::Renewed }, stack.pieces.len());
        if is_same {
            return;
        }
        let from = DeckPlace { map: map.identifier().to_owned(), x: stack.x, y: stack.y };
        let definition = if options.is_empty() { &stack.definition } else { &pile.definition };
        self.changes.push(DeckChange::Renew {
            deck: stack.id.clone(),
            definition: definition.clone(),
            map: home.identifier().to_owned(),
            at,
        });
        if let Some(fate) = self.fates.last_mut() {
            fate.options = options;
            fate.moved_from = is_moved.then_some(from);
        }
    }

    fn missing(&mut self, position: &Position, (map, pile): (&Map, &AtStart), wanted: Wanted) {
        let what = if wanted.add { DeckWhat::Added } else { DeckWhat::Missing };
        self.tell(&pile.name, map, what, 0);
        if wanted.add {
            let face = Fields::decode(pile.definition.as_str())
                .is_none_or(|fields| !["Never", "MenuDefaultUp"].contains(&fields.get("faceDownOption")));
            let at = Destination {
                map: map.identifier().to_owned(),
                at: place_of(position, map, pile),
                order: Order::Top,
            };
            self.changes.push(DeckChange::Add(DeckPlaced {
                name: pile.name.clone(),
                type_text: pile.definition.clone(),
                face_down: face,
                at,
                cards: Vec::new(),
            }));
        }
    }

    fn tell(&mut self, name: &str, map: &Map, what: DeckWhat, cards: usize) {
        self.fates.push(DeckFate {
            deck: name.to_owned(),
            map: map.identifier().to_owned(),
            what,
            options: Vec::new(),
            moved_from: None,
            cards,
        });
    }
}

/// The decks of a module that have a definition, map by map.
fn piles(module: &Module) -> impl Iterator<Item = (&Map, &AtStart)> {
    let all = module.maps.iter().flat_map(|map| map.at_start.iter().map(move |pile| (map, pile)));
    all.filter(|(_, pile)| pile.deck && !pile.definition.is_empty())
}

/// The module's deck for a deck on a map: the one of its name on this map, else the first of its name anywhere; one that
/// belongs to a board counts where this board lies on both maps.
fn pile_of<'m>(
    position: &Position,
    module: &'m Module,
    name: &str,
    map: &Map,
) -> Option<(&'m Map, &'m AtStart)> {
    let mut all = piles(module).filter(|(home, pile)| {
        let board = pile.board.as_deref();
        pile.name == name && is_in_play(position, map, board) && is_in_play(position, home, board)
    });
    let mut first = None;
    let here = all.find(|own| {
        first.get_or_insert(*own);
        own.0.identifier() == map.identifier()
    });
    here.or(first)
}

/// Whether a board lies on a map; none is any.
fn is_in_play(position: &Position, map: &Map, board: Option<&str>) -> bool {
    let Some(board) = board else { return true };
    let in_play = position.map(map.identifier());
    in_play.is_some_and(|map| map.layout.boards.iter().any(|placed| placed.board.name == board))
}

fn place_of(position: &Position, map: &Map, pile: &AtStart) -> Point {
    let layout = position.map(map.identifier()).map(|map| &map.layout);
    map.place_of(pile, layout.unwrap_or(&Default::default()))
}

/// The options in which two definitions differ for the engine.
fn changed_options(before: &str, now: &str) -> Vec<OptionChanged> {
    let read = |text: &str| Fields::decode(spelt(text));
    let (Some(old), Some(new)) = (read(before), read(now)) else { return Vec::new() };
    let options = old.spec().fields.iter().map(|(name, _)| *name);
    let changed = options.filter(|name| old.get(name) != new.get(name)).map(|option| OptionChanged {
        option,
        before: old.get(option).to_owned(),
        now: new.get(option).to_owned(),
    });
    changed.collect()
}
