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
    /// Why it does not help some ships; it helps where one of a nation that it helps is among them, or one of whose nation
    /// nothing is told.
    pub(super) fn against(&self, units: &[NavalUnit]) -> Option<Refusal> {
        let among = |list: &[String], nation: &str| list.iter().any(|one| one == nation);
        let mut nations = units.iter().map(|unit| unit.nation);
        let helps =
            nations.clone().any(|nation| nation.is_none_or(|nation| among(&self.helped.nations, nation)));
        let barred = nations.any(|nation| nation.is_some_and(|nation| among(&self.helped.never, nation)));
        let told = "Naval Magic helps dice of the US, the UK, Australia and the Commonwealth alone";
        (!helps || barred).then(|| Refusal::new("17.10.2.1.3", told))
    }
}
