//! A Naval Magic chit: whose dice it helps (17.10.2.1.3).

use serde::Deserialize;

use super::ship::NavalUnit;
use crate::rules::procedure::Refusal;

/// Path of what Magic chits do, of which the air has the rest.
pub const NUMBERS: &str = "rules/atpo/magic.toml";

/// What of `magic.toml` is about ships.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct NavalMagic {
    helped: HelpedNations,
}

/// `[helped]`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct HelpedNations {
    nations: Vec<String>,
    never: Vec<String>,
}

impl NavalMagic {
    /// Whether it helps the dice of a ship: of a nation that it helps, or of one of which nothing is told.
    pub(super) fn helps(&self, unit: &NavalUnit) -> bool {
        unit.nation.is_none_or(|nation| self.helped.nations.iter().any(|one| one == nation))
    }

    /// Why it does not help some ships; it helps where one of a nation that it helps is among them, or one of whose nation
    /// nothing is told.
    pub(super) fn against(&self, units: &[NavalUnit]) -> Option<Refusal> {
        let helps = units.iter().any(|unit| self.helps(unit));
        let never = |nation: &str| self.helped.never.iter().any(|one| one == nation);
        let barred = units.iter().any(|unit| unit.nation.is_some_and(never));
        let told = "Naval Magic helps dice of the US, the UK, Australia and the Commonwealth alone";
        (!helps || barred).then(|| Refusal::new("17.10.2.1.3", told))
    }
}
