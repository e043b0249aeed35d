//! Behaviour of the model, measured against data made by the real engine.

mod golden;
mod grid;
mod support;
