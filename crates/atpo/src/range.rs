//! How far aircraft fly from where they are based, and what keeps them there: the one place that everybody asks.
//!
//! Only this module knows ranges and what keeps aircraft on the ground: `atpo::reach` prints them, and a picture
//! shades the `area` of a value without knowing what a range is.

mod base;
mod distance;
mod grounded;
mod leg;
mod rebase;
mod refuge;
pub mod rows;

pub(super) use base::has_base;
pub use base::{AirBase, base_of};
pub use distance::{hexes_between, line};
pub use grounded::{excess, grounded, is_fighter_type, is_idle, may_bomb};
pub use leg::{Leg, last_leg, leg, printed, region};
pub(super) use rebase::bases_for;
pub use rebase::{Hop, hops, hops_by};
pub use refuge::{Refuge, refuges, refuges_by};
