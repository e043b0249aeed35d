//! Chances of any procedure: every roll followed, offers made one by one, samples on all processors.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

#[path = "../../support/naval.rs"]
mod naval;
mod offers;
mod order;
mod sea;
