//! Behaviour of the model, measured against data made by the real engine.

mod change;
mod golden;
mod grid;
mod speed;
mod support;
