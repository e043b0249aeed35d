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

fn without_steps(commands: &Command) -> Command {
    let mut start = commands.clone();
    let mut open = vec![&mut start];
    while let Some(command) = open.pop() {
        if command.children().iter().any(is_entry) {
            command.children_mut().retain(|child| !is_entry(child));
        }
        if command.children().iter().any(|child| !steps(child).is_empty()) {
            open.extend(command.children_mut());
        }
    }
    start
}

fn played(commands: &Command, module: Option<&Module>, count: usize) -> Game {
    let mut game = Game::of(commands);
    game.know(module);
    play(&mut game, commands, count);
    game
}

/// The engine runs everything else when it opens the log, and only then the entries.
fn play(game: &mut Game, commands: &Command, count: usize) {
    for step in steps(commands).into_iter().take(count) {
        for entry in step.walk() {
            match Leaf::decode(entry.own()) {
                Leaf::Log(inner) => inner.walk().for_each(|one| game.run(Leaf::decode(one.own()), None)),
                leaf => game.run(leaf, None),
            }
        }
    }
}
