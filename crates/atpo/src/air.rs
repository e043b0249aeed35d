//! War in the air: air units as they are typed in, and the procedures of aircraft (rules 4).

pub mod aircraft;
pub mod airstrike;
pub mod combat;
pub mod coordination;
mod dice;
pub mod effect;
pub mod flak;
pub mod flight;
pub mod interception;
pub mod land_recon;
pub mod magic;
pub mod met;
pub mod naval;
mod notation;
pub mod numbers;
pub mod paradrop;
pub mod pilots;
pub mod rebase;
pub mod return_fire;
pub mod scouting;
pub mod sea_recon;
pub mod sighting;
pub mod strafing;
pub mod strategic;
pub mod strike;
pub mod transport;
pub mod weather;

pub use notation::{MOST_AIRCRAFT, aircraft, over_hex};
pub use scouting::MOST_SCOUTS;

use super::sea::numbers as topics;
use liege_rules::data::fault::DataFault;
use liege_rules::data::read::Read;

/// What is wrong in the numbers of the war in the air.
pub fn faults(read: Read<'_>) -> Vec<DataFault> {
    let mut faults = Vec::new();
    topics::check::<numbers::AirNumbers>(numbers::NUMBERS, read, &mut faults);
    topics::check::<effect::WeatherNumbers>(effect::NUMBERS, read, &mut faults);
    topics::check::<scouting::ReconNumbers>(scouting::NUMBERS, read, &mut faults);
    topics::check::<coordination::CoordinationNumbers>(coordination::NUMBERS, read, &mut faults);
    topics::check::<magic::MagicNumbers>(super::magic::NUMBERS, read, &mut faults);
    topics::check::<naval::numbers::AirNavalNumbers>(naval::numbers::NUMBERS, read, &mut faults);
    topics::check::<combat::tables::AirCombatNumbers>(combat::tables::NUMBERS, read, &mut faults);
    topics::check::<transport::AirTransportNumbers>(transport::NUMBERS, read, &mut faults);
    topics::check::<strategic::numbers::RaidRules>(strategic::numbers::NUMBERS, read, &mut faults);
    faults
}
