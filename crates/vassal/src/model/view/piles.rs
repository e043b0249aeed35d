//! What lies together in a copy, and in which order it is written: by place and content, never by the master's ids or
//! numbers.

use super::counters::Rewriter;
use super::left_out::{Losses, Matter};
use super::plan::{Added, DeckFate, Fate, Plan};
use crate::format::piece::PieceText;
use crate::format::traits::{BasicPiece, Trait};
use crate::model::game::{Body, Game, Pile};
use crate::model::geometry::Point;
use crate::model::module::Module;
use crate::model::traits;

/// A piece of the copy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Member {
    /// Its id: a piece that is shown keeps its own; none for one that gets it from the content of the copy.
    pub id: Option<String>,
    /// Whether the master does not have it.
    pub new: bool,
    /// Its traits; its place is still to be set.
    pub text: PieceText,
}

/// Pieces of the copy that lie together: a stack, a deck, or one that does not stack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Heap {
    pub map: String,
    pub at: Point,
    pub form: Shape,
    /// Bottom first.
    pub members: Vec<Member>,
    /// What holds no piece of the master as it is lies above what does.
    rank: (bool, usize),
}

/// How pieces lie together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Shape {
    /// One piece that never stacks.
    Alone,
    Stack,
    Deck {
        type_text: String,
        face_down: bool,
    },
}

/// Everything that lies on the maps of a copy, in the order in which it is written.
pub(super) struct Heaps<'a> {
    pub game: &'a Game,
    pub plan: &'a Plan,
    pub module: &'a Module,
    pub rewriter: Rewriter<'a>,
    pub losses: Losses,
    heaps: Vec<Heap>,
}

impl<'a> Heaps<'a> {
    pub fn new(game: &'a Game, plan: &'a Plan, module: &'a Module, rewriter: Rewriter<'a>) -> Self {
        Self { game, plan, module, rewriter, losses: plan.losses.clone(), heaps: Vec::new() }
    }

    /// All heaps by map, place, and what lies lower; with what was left out on the way.
    pub fn all(mut self) -> (Vec<Heap>, Losses) {
        for (index, item) in self.game.items() {
            match &item.body {
                Body::Pile(pile) if pile.deck.is_some() => self.deck(index, &item.id, pile),
                Body::Pile(pile) => self.stack(index, pile),
                Body::Piece(counter) if counter.pile.is_none() => self.lone(index),
                Body::Piece(_) => {}
            }
        }
        for added in &self.plan.added {
            self.add(added);
        }
        // Unknown counters come in the order of what they look like.
        self.heaps.sort_by(|a, b| order(a).cmp(&order(b)));
        (self.heaps, self.losses)
    }

    fn member(&mut self, index: usize) -> Option<Member> {
        let item = self.game.get(index)?;
        let text = &self.game.counter(index)?.text;
        match self.plan.fate(&item.id) {
            Fate::LeftOut => None,
            Fate::Placeholder { image, name } => placeholder(image, name),
            Fate::Shown(extent) => {
                let again = self.rewriter.piece(text, *extent, &mut self.losses);
                if again.is_none() {
                    self.losses.add(Matter::Unreadable, None);
                }
                Some(Member { id: Some(item.id.to_string()), new: false, text: again? })
            }
        }
    }

    fn stack(&mut self, index: usize, pile: &Pile) {
        let Some(map) = pile.map.as_deref() else { return };
        let members: Vec<Member> = pile.contents.iter().filter_map(|&one| self.member(one)).collect();
        self.heap(map.to_owned(), pile.at, members, index);
    }

    fn lone(&mut self, index: usize) {
        let (Some(map), at) = self.game.place(index) else { return };
        let map = map.to_owned();
        let member = self.member(index);
        self.heap(map, at, member.into_iter().collect(), index);
    }

    /// What is left of a stack looks the same whatever lay in it, and so does a piece that lay alone.
    fn heap(&mut self, map: String, at: Point, members: Vec<Member>, index: usize) {
        let [first, rest @ ..] = members.as_slice() else { return };
        let flat = self.module.map(&map).is_some_and(|map| !map.stacking);
        let alone = rest.is_empty() && (flat || traits::never_stacks(&first.text));
        let form = if alone { Shape::Alone } else { Shape::Stack };
        let new = members.iter().all(|member| member.new);
        let rank = (new, if new { 0 } else { index });
        self.heaps.push(Heap { map, at, form, members, rank });
    }

    fn deck(&mut self, index: usize, id: &str, pile: &Pile) {
        let (Some(map), Some(face)) = (pile.map.as_deref(), &pile.deck) else { return };
        let fate = self.plan.deck(id);
        let members = match fate {
            DeckFate::LeftOut => return,
            DeckFate::Empty => Vec::new(),
            DeckFate::Open => pile.contents.iter().filter_map(|&one| self.member(one)).collect(),
            DeckFate::Backs { count, image, name } => {
                placeholder(image, name).map(|back| vec![back; *count]).unwrap_or_default()
            }
        };
        let open = self.plan.eyes().may_look_into(Some(map), Some(self.module));
        let form = Shape::Deck { type_text: face.type_text.clone(), face_down: face.face_down || !open };
        self.heaps.push(Heap { map: map.to_owned(), at: pile.at, form, members, rank: (false, index) });
    }

    /// Lays a new piece on the stack at its place, or beside it.
    fn add(&mut self, added: &Added) {
        let member = Member { id: added.id.clone(), new: true, text: added.traits.clone() };
        let (map, at) = (&added.to.map, added.to.at);
        let level = level(self.module, map, &member);
        let module = self.module;
        let stacks = !traits::never_stacks(&member.text);
        let takes = |heap: &&mut Heap| {
            let top = heap.members.last().map(|top| self::level(module, map, top));
            heap.form == Shape::Stack && heap.map == *map && heap.at == at && top == Some(level)
        };
        match self.heaps.iter_mut().find(takes).filter(|_| stacks) {
            Some(heap) => heap.members.push(member),
            None => self.heap(map.clone(), at, vec![member], 0),
        }
    }
}

/// The drawing layer of a piece on a map; pieces of two layers never stack.
fn level(module: &Module, map: &str, member: &Member) -> usize {
    let Some(layers) = module.map(map).map(|map| &map.layers) else { return 0 };
    layers.layer_of(traits::property(&member.text, &layers.property).as_deref())
}

/// A piece that says nothing but how it looks and what it is called.
fn placeholder(image: &str, name: &str) -> Option<Member> {
    let text = Trait::BasicPiece(BasicPiece::new(image, name, "")?).encode().ok()?;
    Some(Member { id: None, new: true, text: PieceText { traits: vec![text] } })
}

/// What puts heaps into order: place, what lies lower, and for unknown counters their content.
fn order(heap: &Heap) -> (&str, i32, i32, (bool, usize), Vec<&str>) {
    let words = heap.members.iter().filter(|_| heap.rank.0);
    let words = words.filter_map(|member| member.text.traits.last()).map(|text| text.type_text.as_str());
    (&heap.map, heap.at.x, heap.at.y, heap.rank, words.collect())
}
