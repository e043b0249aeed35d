//! The library without the program: one folder for each layer of `src/`.

mod art;
#[path = "../support/beside.rs"]
mod beside;
mod build;
mod compare;
mod convert;
#[path = "../support/example_module.rs"]
mod example_module;
mod format;
mod lint;
mod model;
#[path = "../support/pages.rs"]
mod pages;
#[path = "../support/positions/mod.rs"]
mod positions;
mod rules;
mod table;
#[path = "../support/tables.rs"]
mod tables;
#[path = "../support/volume.rs"]
mod volume;
