//! Writes a copy from its plan: a new save, of which every command was made here.

use std::collections::{BTreeMap, BTreeSet};

use super::counters::{Rewriter, is_plain, telling};
use super::left_out::LeftOut;
use super::piles::{Heap, Heaps, Member, Shape};
use super::plan::{Fate, Plan, is_back};
use super::settings::Settings;
use crate::format::command::Command;
use crate::format::leaf::Leaf;
use crate::format::piece::{Deck, Form, PieceText, Stack, TraitText};
use crate::format::sequence::Unencodable;
use crate::format::traits::Trait;
use crate::model::game::{Game, basic_of};
use crate::model::geometry::Point;
use crate::model::ids::{Ids, Seed};
use crate::model::module::Module;
use crate::model::position::{Piece, Position};

/// What a stack says of its drawing layer before VASSAL has drawn it.
const NO_LAYER: i32 = -1;
/// Traits that hide their piece: Mask, the same of a module's own kind, Invisible.
const HIDING: [&str; 3] = ["obs;", "conceal;", "hide;"];

/// So many stand-ins of one kind may have been taken off a copy since it was written.
const GONE: usize = 200;

/// A copy for a side.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Redacted {
    /// The commands of the new save.
    pub commands: Command,
    /// How many pieces they add.
    pub pieces: usize,
    /// What the copy does not have, for whoever made it; the side must not see this.
    pub left_out: Vec<LeftOut>,
}

/// Writes the copy that a plan describes. `commands` are those of the save that `position` was read from; of a log
/// those of a save made of that point.
///
/// # Errors
/// A value that is shown ends in a backslash and has others behind it.
pub fn write(
    plan: &Plan,
    commands: &Command,
    position: &Position,
    module: &Module,
) -> Result<Redacted, Unencodable> {
    let mut game = Game::of(commands);
    game.know(Some(module));
    let present: BTreeSet<&str> = shown(plan, position).map(|piece| piece.id.as_str()).collect();
    let asked = game.properties.values().any(|value| !is_plain(value));
    let hidden = if asked { unquotable(plan, position, module) } else { BTreeSet::new() };
    let rewriter = Rewriter::new(plan.eyes(), &game.players, present, Some(module), &game.properties);
    let (mut heaps, mut losses) = Heaps::new(&game, plan, module, rewriter).all();
    for heap in &mut heaps {
        place(heap)?;
    }
    let settings = Settings { plan, game: &game, module, hidden: &hidden };
    let leaves = settings.leaves(commands, &mut losses);
    let mut names = Names::new(&heaps);
    names.give(&mut heaps);
    let pieces = heaps.iter().map(|heap| heap.members.len()).sum();
    let added = names.write(heaps)?;
    let mut children = vec![Command::default(), Command::group("", added)];
    for leaf in leaves {
        children.push(Command::leaf(leaf.encode()?));
    }
    children.push(Command::leaf(Leaf::EndSave.encode()?));
    let commands = Command::group(Leaf::BeginSave.encode()?, children);
    Ok(Redacted { commands, pieces, left_out: losses.list() })
}

fn shown<'a>(plan: &'a Plan, position: &'a Position) -> impl Iterator<Item = &'a Piece> {
    position.pieces.iter().filter(|piece| matches!(plan.fate(&piece.id), Fate::Shown(_)))
}

/// Names and pictures of pieces that are not shown or that their module lets somebody hide, as far as no shown piece has
/// them too. What may be hidden counts as hidden: else it would tell something that a value is left out.
fn unquotable(plan: &Plan, position: &Position, module: &Module) -> BTreeSet<String> {
    let words = |piece: &Piece| {
        let own = [&piece.true_name, &piece.basic_name, &piece.image].map(String::as_str);
        let layers = piece.layers.iter().map(|layer| layer.image.as_str());
        telling(own.into_iter().chain(layers)).collect::<Vec<_>>()
    };
    let mut open: BTreeSet<String> = shown(plan, position).flat_map(words).collect();
    open.extend(telling(plan.looks()));
    let is_hidden = |piece: &&Piece| !matches!(plan.fate(&piece.id), Fate::Shown(_)) && !is_back(piece);
    let rest = position.pieces.iter().filter(is_hidden).flat_map(words);
    rest.chain(words_of_hideable(module)).filter(|word| !open.contains(word)).collect()
}

/// Names and pictures of the counters of a module that can be masked or made invisible.
fn words_of_hideable(module: &Module) -> Vec<String> {
    let mut words = Vec::new();
    for slot in &module.slots {
        let Some(made) = module.make(slot, &mut Vec::new()) else { continue };
        let hides = |text: &TraitText| HIDING.iter().any(|prefix| text.type_text.starts_with(prefix));
        let basic = basic_of(&made).filter(|_| made.traits.iter().any(hides));
        if let Some(basic) = basic {
            words.extend(telling([slot.name.as_str(), basic.name(), basic.image()]));
        }
    }
    words
}

/// Tells the pieces of a heap where they lie: what they remember of places of their own is nobody's business.
fn place(heap: &mut Heap) -> Result<(), Unencodable> {
    for Member { text, .. } in &mut heap.members {
        let Some(last) = text.traits.last_mut() else { continue };
        if let Trait::BasicPiece(mut basic) = Trait::decode(last) {
            basic.set_place(Some(&heap.map), heap.at.x, heap.at.y);
            *last = Trait::BasicPiece(basic).encode()?;
        }
    }
    Ok(())
}

/// Gives ids to what is new in a copy. They say nothing of the master: they come from what a thing is, and equal things
/// are counted in the order of the copy.
struct Names {
    drawn: BTreeMap<[String; 3], Ids>,
    taken: BTreeSet<String>,
}

impl Names {
    fn new(heaps: &[Heap]) -> Self {
        let members = heaps.iter().flat_map(|heap| &heap.members);
        Self { drawn: BTreeMap::new(), taken: members.filter_map(|member| member.id.clone()).collect() }
    }

    fn fresh(&mut self, kind: [String; 3]) -> String {
        let ids = self.drawn.entry(kind).or_insert_with_key(ids_of);
        loop {
            let id = ids.draw().to_string();
            if self.taken.insert(id.clone()) {
                return id;
            }
        }
    }

    /// Gives ids to all pieces that have none.
    fn give(&mut self, heaps: &mut [Heap]) {
        for member in heaps.iter_mut().flat_map(|heap| &mut heap.members) {
            if member.id.is_none() {
                member.id = Some(self.fresh(kind_of(&member.text)));
            }
        }
    }

    /// The commands of all heaps, map by map: what lies in stacks first, as they name it.
    fn write(mut self, heaps: Vec<Heap>) -> Result<Vec<Command>, Unencodable> {
        let (mut out, mut later) = (Vec::new(), Vec::new());
        let mut map = String::new();
        for heap in heaps {
            if heap.map != map {
                out.append(&mut later);
                map.clone_from(&heap.map);
            }
            let pile = self.pile(&heap)?;
            let pieces = if heap.form == Shape::Alone { &mut later } else { &mut out };
            for Member { id, text, .. } in heap.members {
                pieces.push(add(&id.unwrap_or_default(), Form::Piece(text))?);
            }
            later.extend(pile);
        }
        out.append(&mut later);
        Ok(out)
    }

    fn pile(&mut self, heap: &Heap) -> Result<Option<Command>, Unencodable> {
        let (map, Point { x, y }) = (Some(heap.map.clone()), heap.at);
        let ids = heap.members.iter().filter_map(|member| member.id.clone()).collect();
        let form = match &heap.form {
            Shape::Alone => return Ok(None),
            Shape::Stack => Form::Stack(Stack { map, x, y, ids, layer: Some(NO_LAYER) }),
            Shape::Deck { type_text, face_down } => {
                Form::Deck(Deck { type_text: type_text.clone(), map, x, y, face_down: *face_down, ids })
            }
        };
        let word = if matches!(form, Form::Deck(_)) { "deck" } else { "stack" };
        let id = self.fresh([word, "", ""].map(str::to_owned));
        add(&id, form).map(Some)
    }
}

/// The ids of new things of one kind, in the order in which copies give them.
fn ids_of(kind: &[String; 3]) -> Ids {
    Ids::new(Seed::of(&Command::default(), kind))
}

/// The unknown counters and backs that [`write()`] put into a copy, by their ids, which nothing else has: a counter of the
/// master's own may be as bare.
pub fn stand_ins(position: &Position) -> BTreeSet<String> {
    let mut by_kind: BTreeMap<[String; 3], BTreeSet<&str>> = BTreeMap::new();
    for piece in position.pieces.iter().filter(|piece| piece.is_placeholder()) {
        by_kind.entry(kind_of(&piece.traits)).or_default().insert(&piece.id);
    }
    let of_kind = |(kind, present): (&[String; 3], &BTreeSet<&str>)| {
        let mut ids = ids_of(kind);
        let drawn: Vec<String> = (0..present.len() + GONE).map(|_| ids.draw().to_string()).collect();
        drawn.into_iter().filter(|id| present.contains(id.as_str())).collect::<Vec<_>>()
    };
    by_kind.iter().flat_map(of_kind).collect()
}

/// What a new piece is: its slot, its name and its picture.
fn kind_of(text: &PieceText) -> [String; 3] {
    match basic_of(text) {
        Some(basic) => [basic.gpid().unwrap_or_default(), basic.name(), basic.image()].map(str::to_owned),
        None => <[String; 3]>::default(),
    }
}

fn add(id: &str, form: Form) -> Result<Command, Unencodable> {
    Ok(Command::leaf(Leaf::add(Some(id.to_owned()), form.encode()?).encode()?))
}
