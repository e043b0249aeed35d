//! War in the air: air units as they are typed in, and the procedures of aircraft (rules 4).

pub mod aircraft;
pub mod flight;
mod notation;
pub mod numbers;

pub use notation::{MOST_AIRCRAFT, aircraft};

use super::sea::numbers as topics;
use crate::rules::fault::DataFault;
use crate::rules::read::Read;

/// What is wrong in the numbers of the war in the air.
pub fn faults(read: Read<'_>) -> Vec<DataFault> {
    let mut faults = Vec::new();
    topics::check::<numbers::AirNumbers>(numbers::NUMBERS, read, &mut faults);
    faults
}
