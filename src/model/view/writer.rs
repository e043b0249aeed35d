//! Writes a copy from its plan: a new save, of which every command was made here.

use std::collections::BTreeSet;

use super::counters::{Rewriter, telling};
use super::left_out::LeftOut;
use super::piles::{Heap, Heaps, Member, Shape};
use super::plan::{Fate, Plan};
use super::settings::Settings;
use crate::format::command::Command;
use crate::format::leaf::Leaf;
use crate::format::piece::{Deck, Form, PieceText, Stack};
use crate::format::sequence::Unencodable;
use crate::format::traits::Trait;
use crate::model::game::Game;
use crate::model::geometry::Point;
use crate::model::ids::{Ids, Seed};
use crate::model::module::Module;
use crate::model::position::{Piece, Position};

/// What a stack says of its drawing layer before VASSAL has drawn it.
const NO_LAYER: i32 = -1;

/// A copy for a side.
#[derive(Debug, Clone)]
pub struct Redacted {
    /// The commands of the new save.
    pub commands: Command,
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
    let hidden = hidden_words(plan, position);
    let rewriter = Rewriter::new(plan.eyes(), &game.players, &present, &hidden);
    let (mut heaps, mut losses) = Heaps::new(&game, plan, module, rewriter).all();
    for heap in &mut heaps {
        place(heap)?;
    }
    let settings = Settings { plan, game: &game, module, hidden: &hidden };
    let leaves = settings.leaves(commands, &mut losses);
    let pieces = Names::new(&heaps)?.write(&heaps)?;
    let mut children = vec![Command::default(), Command::group("", pieces)];
    for leaf in leaves {
        children.push(Command::leaf(leaf.encode()?));
    }
    children.push(Command::leaf(Leaf::EndSave.encode()?));
    let commands = Command::group(Leaf::BeginSave.encode()?, children);
    Ok(Redacted { commands, left_out: losses.list() })
}

fn shown<'a>(plan: &'a Plan, position: &'a Position) -> impl Iterator<Item = &'a Piece> {
    position.pieces.iter().filter(|piece| matches!(plan.fate(&piece.id), Fate::Shown(_)))
}

/// Names, ids and pictures of pieces that are not shown, as far as no shown piece has them too.
fn hidden_words(plan: &Plan, position: &Position) -> BTreeSet<String> {
    let words = |piece: &Piece| {
        let own = [piece.id.as_str(), &piece.true_name, &piece.basic_name, &piece.image];
        let layers = piece.layers.iter().map(|layer| layer.image.as_str());
        telling(own.into_iter().chain(layers)).collect::<Vec<_>>()
    };
    let open: BTreeSet<String> = shown(plan, position).flat_map(words).collect();
    let rest = position.pieces.iter().filter(|piece| !matches!(plan.fate(&piece.id), Fate::Shown(_)));
    rest.flat_map(words).filter(|word| !open.contains(word)).collect()
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

/// Gives out ids that say nothing of the master.
struct Names {
    ids: Ids,
    taken: BTreeSet<String>,
}

impl Names {
    /// Names for what these heaps need; they derive from all that is shown.
    fn new(heaps: &[Heap]) -> Result<Self, Unencodable> {
        let mut words = Vec::new();
        let mut taken = BTreeSet::new();
        for heap in heaps {
            let Point { x, y } = heap.at;
            words.push(format!("{}\t{x}\t{y}\t{}", heap.map, heap.members.len()));
            for Member { id, text } in &heap.members {
                let (type_text, state) = text.encode()?;
                words.extend([id.clone().unwrap_or_default(), type_text, state]);
                taken.extend(id.clone());
            }
        }
        let seed = Seed::of(&Command::default(), words);
        Ok(Self { ids: Ids::new(seed), taken })
    }

    fn fresh(&mut self) -> String {
        loop {
            let id = self.ids.draw().to_string();
            if self.taken.insert(id.clone()) {
                return id;
            }
        }
    }

    /// The commands of all heaps, map by map: what lies in stacks first, as they name it.
    fn write(mut self, heaps: &[Heap]) -> Result<Vec<Command>, Unencodable> {
        let mut out = Vec::new();
        for on_map in heaps.chunk_by(|a, b| a.map == b.map) {
            let mut later = Vec::new();
            for heap in on_map {
                let alone = heap.form == Shape::Alone;
                let mut ids = Vec::new();
                for Member { id, text } in &heap.members {
                    let id = id.clone().unwrap_or_else(|| self.fresh());
                    let command = add(&id, Form::Piece(PieceText::clone(text)))?;
                    if alone {
                        later.push(command)
                    } else {
                        out.push(command)
                    }
                    ids.push(id);
                }
                later.extend(self.pile(heap, ids)?);
            }
            out.extend(later);
        }
        Ok(out)
    }

    fn pile(&mut self, heap: &Heap, ids: Vec<String>) -> Result<Option<Command>, Unencodable> {
        let (map, Point { x, y }) = (Some(heap.map.clone()), heap.at);
        Ok(match &heap.form {
            Shape::Alone => None,
            Shape::Stack => {
                let stack = Stack { map, x, y, ids, layer: Some(NO_LAYER) };
                Some(add(&self.fresh(), Form::Stack(stack))?)
            }
            Shape::Deck { type_text, face_down } => {
                let deck = Deck { type_text: type_text.clone(), map, x, y, face_down: *face_down, ids };
                Some(add(&self.fresh(), Form::Deck(deck))?)
            }
        })
    }
}

fn add(id: &str, form: Form) -> Result<Command, Unencodable> {
    let (type_text, state) = form.encode()?;
    Ok(Command::leaf(Leaf::AddPiece { id: Some(id.to_owned()), type_text, state }.encode()?))
}
