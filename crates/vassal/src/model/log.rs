//! The steps of a log, counted and played as VASSAL's step button does (engine: `BasicLogger`).

mod faults;

use std::collections::BTreeSet;

pub use faults::{Wrong, faults};

use super::game::Game;
use super::module::Module;
use super::position::Position;
use super::problem::Problem;
use super::rewrite;
use crate::format::command::Command;
use crate::format::leaf::Leaf;
use crate::format::piece::Form;
use crate::format::sequence;
use crate::format::sequence::Unencodable;

/// The steps of a log in order; none of a save. Entries inside an entry belong to its step.
pub fn steps(commands: &Command) -> Vec<&Command> {
    let mut found = Vec::new();
    let mut open = vec![commands];
    while let Some(command) = open.pop() {
        if is_entry(command) {
            found.push(command);
        } else {
            open.extend(command.children().iter().rev());
        }
    }
    found
}

fn is_entry(command: &Command) -> bool {
    Leaf::is_log_entry(command.own())
}

/// The position of a log after its first `count` steps, or after all that it has.
pub fn position(commands: &Command, module: Option<&Module>, count: usize) -> (Position, Vec<Problem>) {
    Position::of_game(&played(commands, module, count), module)
}

/// The save that a log has come to after its first `count` steps, or after all that it has.
///
/// # Errors
/// A changed text ends in a backslash and has others behind it.
pub fn save(commands: &Command, module: Option<&Module>, count: usize) -> Result<Command, Unencodable> {
    let start = without_steps(commands);
    let mut game = Game::of(&start);
    game.know(module);
    play(&mut game, commands, count);
    rewrite::edited(&start, &game)
}

/// The commands of a log that are no step, at any depth: the save it starts from.
pub(super) fn without_steps(commands: &Command) -> Command {
    trimmed(commands).unwrap_or_else(|| commands.clone())
}

/// A command without the entries below it; none where there are none, as it then keeps its text as read.
fn trimmed(command: &Command) -> Option<Command> {
    let all = command.children();
    let changed: Vec<Option<Command>> =
        all.iter().map(|child| if is_entry(child) { None } else { trimmed(child) }).collect();
    if !all.iter().any(is_entry) && changed.iter().all(Option::is_none) {
        return None;
    }
    let kept = all.iter().zip(changed).filter(|(child, _)| !is_entry(child));
    let children = kept.map(|(child, changed)| changed.unwrap_or_else(|| child.clone())).collect();
    Some(Command::group(command.own(), children))
}

fn played(commands: &Command, module: Option<&Module>, count: usize) -> Game {
    let mut game = Game::of(commands);
    game.know(module);
    play(&mut game, commands, count);
    game
}

/// The positions that a log leads through, one after the other, each with the number of its step; a step that only talks
/// has none.
pub struct Playback<'a> {
    game: Game,
    steps: std::iter::Enumerate<std::vec::IntoIter<&'a Command>>,
    module: Option<&'a Module>,
}

impl<'a> Playback<'a> {
    /// Opens a log at its start.
    pub fn new(commands: &'a Command, module: Option<&'a Module>) -> Self {
        let mut game = Game::of(commands);
        game.know(module);
        Self { game, steps: steps(commands).into_iter().enumerate(), module }
    }

    /// How many steps are left.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether no step is left.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Iterator for Playback<'_> {
    type Item = (usize, Position);

    fn next(&mut self) -> Option<Self::Item> {
        for (before, step) in self.steps.by_ref() {
            let mut talks = true;
            for leaf in leaves(step) {
                talks &= matches!(leaf, Leaf::Chat(_) | Leaf::Empty | Leaf::Undo(_) | Leaf::Verbatim(_));
                self.game.run(leaf, None);
            }
            if !talks {
                let (position, _) = Position::of_game(&self.game, self.module);
                return Some((before + 1, position));
            }
        }
        None
    }
}

/// What happens in one step of a log.
#[non_exhaustive]
pub struct Played {
    /// Its number, from 1.
    pub number: usize,
    /// The pieces and stacks that it touches as they were, with all values of the game.
    pub before: Position,
    /// The same as they are afterwards.
    pub after: Position,
    /// The lines that it writes into the chat.
    pub said: Vec<String>,
    /// The ids of those who moved pieces in it; they are passwords, never to be shown.
    pub movers: Vec<String>,
    /// What dice of symbols showed: the name of their button and the numbers of the faces, from 0.
    pub shown: Vec<(String, Vec<u32>)>,
    /// Whether it takes back the step before.
    pub undoes: bool,
}

/// What begins a command that shows dice of symbols (`build.module.SpecialDiceButton`).
const SHOW_RESULTS: &str = "SHOW_RESULTS\t";

/// The faces that a command shows.
fn shown_faces(command: &str) -> Option<(String, Vec<u32>)> {
    let mut values = sequence::decode(command.strip_prefix(SHOW_RESULTS)?, '\t').into_iter();
    let button = values.next()?;
    let faces: Option<Vec<u32>> = values.map(|face| face.parse().ok()).collect();
    Some((button, faces?))
}

/// The steps of a log, one after the other, each with what it touches.
pub struct Story<'a> {
    game: Game,
    steps: std::iter::Enumerate<std::vec::IntoIter<&'a Command>>,
    module: Option<&'a Module>,
}

impl<'a> Story<'a> {
    /// Opens a log at its start.
    pub fn new(commands: &'a Command, module: Option<&'a Module>) -> Self {
        let mut game = Game::of(commands);
        game.know(module);
        Self { game, steps: steps(commands).into_iter().enumerate(), module }
    }

    /// The whole position after the steps so far.
    pub fn position(&self) -> Position {
        Position::of_game(&self.game, self.module).0
    }
}

impl Iterator for Story<'_> {
    type Item = Played;

    fn next(&mut self) -> Option<Played> {
        let (before, step) = self.steps.next()?;
        let leaves = leaves(step);
        let ids = touched(&self.game, &leaves);
        let was = self.with(&ids);
        let from = self.game.chat.len();
        let (mut movers, mut shown, mut undoes) = (Vec::new(), Vec::new(), false);
        for leaf in leaves {
            match &leaf {
                Leaf::MovePiece { player: Some(player), .. } if !movers.contains(player) => {
                    movers.push(player.clone());
                }
                Leaf::Undo(true) => undoes = true,
                Leaf::Verbatim(text) => shown.extend(shown_faces(text)),
                _ => {}
            }
            self.game.run(leaf, None);
        }
        // A step that begins another game has taken the chat of the one before away.
        let said = self.game.chat.get(from..).unwrap_or(&self.game.chat).to_vec();
        let after = self.with(&ids);
        Some(Played { number: before + 1, before: was, after, said, movers, shown, undoes })
    }
}

impl Story<'_> {
    /// The position with these pieces and stacks, the stacks that they are in, and all decks.
    fn with(&self, ids: &Touched) -> Position {
        let Touched::Only(ids) = ids else { return self.position() };
        let mut items: BTreeSet<usize> = ids.iter().filter_map(|id| self.game.find(id)).collect();
        let piles: Vec<usize> = items.iter().filter_map(|index| self.game.counter(*index)?.pile).collect();
        items.extend(piles);
        items.extend(&self.decks());
        Position::of_items(&self.game, self.module, &items)
    }

    fn decks(&self) -> Vec<usize> {
        let is_deck = |index: &usize| self.game.pile(*index).is_some_and(|pile| pile.deck.is_some());
        self.game.items().map(|(index, _)| index).filter(is_deck).collect()
    }
}

/// What a step may change.
enum Touched {
    /// Everything: it begins another game.
    All,
    /// Pieces and stacks with these ids.
    Only(BTreeSet<String>),
}

/// The pieces and stacks that commands name, with what lies in the stacks before and after.
fn touched(game: &Game, leaves: &[Leaf]) -> Touched {
    let mut ids = BTreeSet::new();
    let mut within = |id: &str| {
        let pile = game.find(id).and_then(|index| game.pile(index));
        let contents = pile.into_iter().flat_map(|pile| &pile.contents);
        ids.extend(contents.filter_map(|index| Some(game.get(*index)?.id.to_string())));
        ids.insert(id.to_owned());
    };
    let mut listed = Vec::new();
    for leaf in leaves {
        match leaf {
            Leaf::BeginSave => return Touched::All,
            Leaf::AddPiece { id, .. } => {
                id.iter().for_each(|id| within(id));
                listed.extend(leaf.form());
            }
            Leaf::RemovePiece { id } | Leaf::MovePiece { id, .. } => within(id),
            Leaf::ChangePiece { id, new_state, .. } => {
                within(id);
                if let Some(pile) = game.find(id).and_then(|index| game.pile(index)) {
                    let kind = pile.deck.as_ref().map_or("stack", |deck| deck.type_text.as_str());
                    listed.push(Form::decode(kind, new_state.clone()));
                }
            }
            _ => {}
        }
    }
    for form in listed {
        match form {
            Form::Stack(stack) => ids.extend(stack.ids),
            Form::Deck(deck) => ids.extend(deck.ids),
            Form::Piece(_) | Form::Verbatim { .. } => {}
        }
    }
    Touched::Only(ids)
}

/// The engine runs everything else when it opens the log, and only then the entries.
fn play(game: &mut Game, commands: &Command, count: usize) {
    for leaf in steps(commands).into_iter().take(count).flat_map(leaves) {
        game.run(leaf, None);
    }
}

/// What a step does, in order.
fn leaves(step: &Command) -> Vec<Leaf> {
    let mut found = Vec::new();
    for entry in step.walk() {
        match Leaf::decode(entry.own()) {
            Leaf::Log(inner) => found.extend(inner.walk().map(|one| Leaf::decode(one.own()))),
            leaf => found.push(leaf),
        }
    }
    found
}
