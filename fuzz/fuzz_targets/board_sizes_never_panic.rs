//! The size of a board is told from the start of any bytes, or not at all.
#![no_main]

use std::cell::RefCell;

use libfuzzer_sys::fuzz_target;
use liege::art::position::image_size;
use liege::art::vector::Budget;

fuzz_target!(|bytes: &[u8]| {
    for name in ["board.png", "board.svg"] {
        let start = |most: usize| Some(bytes[..most.min(bytes.len())].to_vec());
        let _ = image_size(name, &start, &RefCell::new(Budget::new()));
    }
});
