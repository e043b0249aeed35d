//! Faults of modules: the example of every page, and modules that have none.

use liege::lint::{Check, Wanted};
use liege::pictures::AsDrawn;

mod engine;
mod extensions;
mod hostile;
mod pages;
mod saves;
mod sound;

/// These checks, with the reader of pictures that the program has.
fn wanted(checks: &dyn Fn(&Check) -> bool) -> Wanted<'_> {
    Wanted { checks, pictures: Some(&AsDrawn) }
}
