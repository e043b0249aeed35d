//! Faults of modules: the example of every page, and modules that have none.

mod pages;
mod sound;
