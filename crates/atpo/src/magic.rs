//! US Magic chits in battles: which nations they help, and who plays one (17.10.2, 17.10.2.6).

use serde::Deserialize;

use super::terms::FORCE_POOL;
use liege_rules::data::fault::{DataFault, read_toml};
use liege_rules::data::{DataError, Files};
use liege_rules::play::deeds::{Act, Deed, Term, Whom};
use liege_rules::play::inputs::{Inputs, KeyFault};
use liege_rules::play::procedure::Refusal;

/// Path of what Magic chits do.
pub const NUMBERS: &str = "rules/atpo/magic.toml";

/// What of `magic.toml` every battle reads.
#[derive(Debug, Deserialize)]
struct BattleMagic {
    helped: HelpedNations,
}

/// `[helped]`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HelpedNations {
    nations: Vec<String>,
    never: Vec<String>,
}

impl HelpedNations {
    /// Reads it from the text of its file.
    pub fn read(text: &str, faults: &mut Vec<DataFault>) -> Option<Self> {
        read_toml::<BattleMagic>(NUMBERS, text, faults).map(|magic| magic.helped)
    }

    /// Loads it.
    ///
    /// # Errors
    /// Its file is missing or wrong.
    pub fn load(files: &dyn Files) -> Result<Self, DataError> {
        let mut faults = Vec::new();
        let helped = Self::read(files.text(NUMBERS)?, &mut faults);
        helped.ok_or_else(|| {
            DataError::of(&faults).unwrap_or_else(|| DataError::new(NUMBERS, "cannot be read"))
        })
    }

    /// Whether it helps units of a nation, or of one that is not told.
    #[must_use]
    pub fn helps(&self, nation: Option<&str>) -> bool {
        nation.is_none_or(|nation| self.nations.iter().any(|one| one == nation))
    }

    /// Refuses an Air Magic chit to these nations, of which some may not be told.
    #[must_use]
    pub fn refused_in_the_air<'n>(
        &self,
        nations: impl IntoIterator<Item = Option<&'n str>>,
    ) -> Option<Refusal> {
        let other = nations.into_iter().flatten().find(|nation| !self.helps(Some(nation)))?;
        let reason = format!("Air Magic is only for US, UK and Commonwealth units, and one is of {other}");
        Some(Refusal::new("17.10.2.1.1", reason))
    }

    /// Whether it is used in nothing in which units of a nation take part.
    #[must_use]
    pub fn bars(&self, nation: &str) -> bool {
        self.never.iter().any(|one| one == nation)
    }
}

/// What becomes of a chit that was used: it goes back to those that are drawn (17.10.2.6).
pub fn spent(chit: Term, used: bool) -> Option<Deed> {
    used.then(|| Deed { whom: Whom::Thing(chit), act: Act::Destroy(FORCE_POOL), rule: "17.10.2.6".into() })
}

/// The side that plays a chit: the one that is given, else the one without Japanese units.
pub fn owner(given: Option<usize>, japanese: [bool; 2]) -> Option<usize> {
    given.or((japanese[0] != japanese[1]).then_some(usize::from(japanese[0])))
}

/// What is wrong with a chit of this sort between forces that are Japanese or not.
pub fn fault(number: Option<u8>, given: Option<usize>, japanese: [bool; 2], sort: &str) -> Option<KeyFault> {
    match (number, given, owner(given, japanese)) {
        (None, Some(_), _) => {
            let fault = KeyFault::new("magic-side", "says who plays a Magic chit, but none is given");
            Some(fault.help("give its number, magic=…, or leave out magic-side"))
        }
        (Some(_), _, None) => {
            let fault = KeyFault::new("magic-side", "is missing");
            Some(fault.help(format!("attacker or defender: who plays {sort} Magic")))
        }
        _ => None,
    }
}

/// Who plays a chit of this sort, and its number.
pub fn played(
    inputs: &Inputs,
    japanese: [bool; 2],
    sort: &str,
    faults: &mut Vec<KeyFault>,
) -> Option<(usize, u8)> {
    let number = inputs.number("magic").and_then(|number| u8::try_from(number).ok());
    let given = inputs.word("magic-side").map(|side| usize::from(side != "attacker"));
    if !faults.iter().any(|fault| fault.key == "magic-side") {
        faults.extend(fault(number, given, japanese, sort));
    }
    Some((owner(given, japanese)?, number?))
}
