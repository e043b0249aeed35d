//! What the battles of this game share: units as they are typed in, losses, offers and policies, air and gun support.
//!
//! `land_combat` has only what battles on land need. A row is played inside a battle as it is on its own
//! (`Tables::general`).

pub mod alike;
pub mod guns;
pub mod installations;
pub mod losses;
pub mod prompts;
pub mod support;
pub mod terrain;
pub mod unit;

use super::crt::Tables;
use liege_rules::data::Files;
use liege_rules::play::choices::Setting;
use liege_rules::play::procedure::{ContextError, Role};

/// The side whose attack it is.
pub const ATTACKER: Role = Role::new("attacker");
/// The side whose hex is attacked.
pub const DEFENDER: Role = Role::new("defender");

/// Load the tables with the players' choices, of which a procedure sees those it declares.
pub(crate) fn tables(
    files: &dyn Files,
    settings: &[Setting],
    choices: &[&str],
) -> Result<Tables, ContextError> {
    let mut tables = Tables::load(files)?;
    tables.choices = tables.choices.with(settings)?.only(choices);
    Ok(tables)
}
