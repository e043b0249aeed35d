//! The steps of a log, counted and played as VASSAL's step button does (engine: `BasicLogger`).

use super::game::Game;
use super::module::Module;
use super::position::Position;
use super::problem::Problem;
use super::rewrite;
use crate::format::command::Command;
use crate::format::leaf::Leaf;
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
