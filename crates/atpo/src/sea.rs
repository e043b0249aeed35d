//! War at sea: naval units as they are typed in, single attacks, and the procedures of ships and submarines (rules 3).

pub mod admirals;
pub mod air_loss;
pub mod air_search;
pub mod batteries;
pub mod bombardment;
pub mod bonus;
pub mod cargo;
pub mod cargo_loss;
pub mod combat;
pub mod damage;
mod dud;
pub mod encounter;
pub mod evasion;
pub mod fort_mines;
pub mod interception;
pub mod lift;
pub mod magic;
pub mod merchant;
pub mod mines;
pub mod night;
mod notation;
pub mod numbers;
pub mod raids;
pub mod rows;
pub mod ship;
pub mod shot;
pub mod straits;
pub mod submarine;
pub mod tables;
pub mod targets;
pub mod typed;
pub mod under_fire;

pub use notation::naval_units;

use liege_rules::data::fault::DataFault;
use liege_rules::data::read::Read;

/// What is wrong in the numbers of the war at sea.
pub fn faults(read: Read<'_>) -> Vec<DataFault> {
    let mut faults = Vec::new();
    numbers::check::<air_search::SearchNumbers>(air_search::NUMBERS, read, &mut faults);
    numbers::check::<night::NightNumbers>(night::NUMBERS, read, &mut faults);
    numbers::check::<lift::LiftNumbers>(lift::NUMBERS, read, &mut faults);
    numbers::check::<interception::InterceptionNumbers>(interception::NUMBERS, read, &mut faults);
    numbers::check::<merchant::MerchantNumbers>(merchant::NUMBERS, read, &mut faults);
    numbers::check::<raids::RaidNumbers>(raids::NUMBERS, read, &mut faults);
    numbers::check::<tables::SeaNumbers>(tables::SEA, read, &mut faults);
    lift::points(&read(lift::TABLE).unwrap_or_default(), &mut faults);
    faults
}
