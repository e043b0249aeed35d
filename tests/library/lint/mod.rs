//! Faults of modules: the example of every page, and modules that have none.

mod engine;
mod extensions;
mod hostile;
mod pages;
mod saves;
mod sound;
