//! Positions of tens of thousands of stacks load at once.

use std::time::Instant;

use super::support::{commands, corpus};
use liege::model::position::Position;

#[test]
fn of_79346_pieces_and_stacks_the_position_has_those_that_hold_something() {
    let Some(corpus) = corpus() else { return };
    let commands = commands(&corpus.bytes("borodino-79k-stacks.vsav"));
    let start = Instant::now();
    let (position, _) = Position::read(&commands, None);
    println!("read in {:?}", start.elapsed());
    let listed = commands.walk().filter(|command| command.own().starts_with("+/")).count();
    let decks = position.stacks.iter().filter(|stack| stack.deck.is_some()).count();
    assert_eq!((listed, position.pieces.len(), position.stacks.len(), decks), (79_346, 348, 62, 14));
    assert!(position.stacks.iter().all(|stack| stack.deck.is_some() || !stack.pieces.is_empty()));
}
