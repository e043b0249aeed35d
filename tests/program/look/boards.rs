//! Several boards of a map in their places, turned boards, and what lies between them.

use super::drawing::{Colour, GREEN, RED, SEA, WHITE, drawn};

/// The small module with a second board, half red above half green, that may be turned.
fn two_boards(build: &str) -> String {
    build.replace(
        "</VASSAL.build.module.map.BoardPicker>",
        "<VASSAL.build.module.map.boardPicker.Board name=\"Flag\" image=\"flag.svg\" reversible=\"true\"/></VASSAL.build.module.map.BoardPicker>",
    )
}

/// The colours at these places after these boards are laid out; the size comes first.
fn laid(boards: &str, at: &[(u32, u32)]) -> ((u32, u32), Vec<Colour>) {
    let command = format!("MainBoardPicker\t{boards}");
    let (picture, _) = drawn(&[&command], two_boards, &[]);
    (picture.dimensions(), at.iter().map(|at| picture[*at].0).collect())
}

#[test]
fn boards_lie_beside_and_below_each_other() {
    let beside = laid("Sea\t0\t0\tFlag\t1\t0", &[(399, 50), (400, 50), (400, 99), (499, 120), (450, 250)]);
    assert_eq!(beside, ((500, 300), vec![SEA, RED, RED, GREEN, WHITE]));
    let below = laid("Flag\t0\t0\tSea\t0\t1", &[(50, 50), (50, 199), (50, 200), (300, 100)]);
    assert_eq!(below, ((400, 500), vec![RED, GREEN, SEA, WHITE]));
}

#[test]
fn an_empty_place_between_boards_takes_no_room() {
    let gap = laid("Sea\t0\t0\tFlag\t3\t0", &[(399, 50), (400, 50)]);
    assert_eq!(gap, ((500, 300), vec![SEA, RED]));
    // The place of a board below is counted in its own row and column only.
    let corner = laid("Sea\t0\t0\tFlag\t1\t1", &[(50, 50), (350, 50)]);
    assert_eq!(corner, ((400, 300), vec![RED, SEA]));
}

#[test]
fn a_turned_board_stands_on_its_head_if_it_may_be_turned() {
    let turned = laid("Sea\t0\t0\tFlag/rev\t1\t0", &[(450, 50), (450, 150)]);
    assert_eq!(turned, ((500, 300), vec![GREEN, RED]));
    let fixed = laid("Sea/rev\t0\t0\tFlag\t1\t0", &[(450, 50), (450, 150)]);
    assert_eq!(fixed, ((500, 300), vec![RED, GREEN]));
}
