//! The war at sea: procedures of ships, submarines and what they carry.

pub mod air_search;
pub mod evasion;
pub mod interception;
pub mod lift;
pub mod merchant;
pub mod night;
pub mod numbers;
pub mod raids;
pub mod typed;

use crate::rules::fault::DataFault;
use crate::rules::read::Read;

/// What is wrong in the numbers of the war at sea.
pub fn faults(read: Read<'_>) -> Vec<DataFault> {
    let mut faults = Vec::new();
    numbers::check::<air_search::SearchNumbers>(air_search::NUMBERS, read, &mut faults);
    numbers::check::<night::NightNumbers>(night::NUMBERS, read, &mut faults);
    numbers::check::<lift::LiftNumbers>(lift::NUMBERS, read, &mut faults);
    numbers::check::<interception::InterceptionNumbers>(interception::NUMBERS, read, &mut faults);
    numbers::check::<merchant::MerchantNumbers>(merchant::NUMBERS, read, &mut faults);
    numbers::check::<raids::RaidNumbers>(raids::NUMBERS, read, &mut faults);
    lift::points(&read(lift::TABLE).unwrap_or_default(), &mut faults);
    faults
}
