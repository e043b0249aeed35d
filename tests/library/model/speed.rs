//! Positions of tens of thousands of pieces load at once.

use std::time::Instant;

use super::support::{commands, corpus};
use liege::model::position::Position;

#[test]
fn a_save_of_79346_pieces_and_stacks_is_read() {
    let Some(corpus) = corpus() else { return };
    let commands = commands(&corpus.bytes("borodino-79k-stacks.vsav"));
    let start = Instant::now();
    let (position, _) = Position::read(&commands, None);
    println!("read in {:?}", start.elapsed());
    assert_eq!(position.pieces.len() + position.stacks.len(), 79_346);
}
