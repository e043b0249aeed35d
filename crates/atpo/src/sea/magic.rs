//! A Naval Magic chit in a battle at sea: whose dice it helps, and the decision whether it is used for one of them (17.10.2.1.3).

use super::bonus;
use super::ship::NavalUnit;
use super::shot::Added;
use crate::forces::{ATTACKER, DEFENDER};
use crate::magic::{self as chits, HelpedNations};
use crate::terms::NAVAL_MAGIC;
use liege_rules::play::deeds::Deed;
use liege_rules::play::inputs;
use liege_rules::play::inputs::{Key, KeyFault, NationCode, TypedInput as _};
use liege_rules::play::procedure::{Pause, Prompt, Refusal, Role, TableTop};
use liege_rules::{inputs, words};

/// Where it stands.
pub const RULE: &str = "17.10.2.1.3";

/// The number of the chit.
pub const MAGIC_KEY: Key = inputs::key(MinesMagic::KEYS, "magic");
/// Who plays it.
pub const MAGIC_SIDE_KEY: Key = inputs::key(NavalMagic::KEYS, "magic-side");
/// Whose mines it helps.
pub const MINES_KEY: Key = inputs::key(MinesMagic::KEYS, "mines");

/// Whether it is used, as the attacker is asked.
pub const PROMPT: Prompt =
    bonus::prompt(ATTACKER, "naval magic", "whether the Naval Magic chit is used for this attack", "17.10");

/// Asks the defender, unless his chit is used, whether it is for a roll of his: what it adds to it.
///
/// # Errors
/// Nobody has answered yet.
pub(super) fn of_defender<'b>(
    number: Option<u8>,
    used: &mut bool,
    (about, what): (Option<&'b str>, &str),
    at: &mut TableTop<'_, 'b>,
) -> Result<Option<Added<'static>>, Pause> {
    let Some(number) = number.filter(|_| !*used) else { return Ok(None) };
    ask_for((number, used), DEFENDER, (about, what), at)
}

/// Asks the side whose unit attacks another, unless its chit is used, whether it is for this attack. `chit` is whose, 0
/// for the attacker, with its number.
///
/// # Errors
/// Nobody has answered yet.
pub(super) fn of_side<'b>(
    (chit, used): (Option<(usize, u8)>, &mut bool),
    (side, by): (usize, &'b NavalUnit),
    target: &NavalUnit,
    helped: &HelpedNations,
    at: &mut TableTop<'_, 'b>,
) -> Result<Option<Added<'static>>, Pause> {
    let own = chit.filter(|(owner, _)| *owner == side && !*used && helps(helped, by));
    let Some((_, number)) = own else { return Ok(None) };
    let what = format!("{} attacks {}", by.name, target.name);
    let role = if side == 0 { ATTACKER } else { DEFENDER };
    ask_for((number, used), role, (Some(&by.name), &what), at)
}

fn ask_for<'b>(
    (number, used): (u8, &mut bool),
    by: Role,
    (about, what): (Option<&'b str>, &str),
    at: &mut TableTop<'_, 'b>,
) -> Result<Option<Added<'static>>, Pause> {
    let text = bonus::question(PROMPT.label, what);
    *used = at.ask(Prompt { by, ..PROMPT }, about, text, bonus::offers(PROMPT.label))?;
    Ok(used.then_some(("Naval Magic", number.into(), RULE)))
}

/// Whether it helps the dice of a ship: of a nation that it helps, or of one of which nothing is told.
pub(super) fn helps(helped: &HelpedNations, unit: &NavalUnit) -> bool {
    helped.helps(unit.nation)
}

const NATIONS: &str = "Naval Magic helps only dice of the US, the UK, Australia and the Commonwealth";

/// Why it does not help some ships; it helps where one of a nation that it helps is among them, or one of whose nation
/// nothing is told.
pub(super) fn against(helped: &HelpedNations, units: &[NavalUnit]) -> Option<Refusal> {
    let helps = units.iter().any(|unit| helped.helps(unit.nation));
    let barred = units.iter().any(|unit| unit.nation.is_some_and(|nation| helped.bars(nation)));
    (!helps || barred).then(|| Refusal::new(RULE, NATIONS))
}

words! {
    /// Who plays a chit.
    pub enum ChitOwner { Attacker = "attacker" | "attack", Defender = "defender" | "defence" }
}

inputs! {
    /// A chit for the dice of a battle.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
    pub struct NavalMagic {
        number: Option<u8> = MAGIC_KEY;
        /// who plays it; found from the nations when not given
        side: Option<ChitOwner> = "magic-side", "17.10";
    }
}

impl NavalMagic {
    /// What is wrong with it between these forces.
    pub(super) fn fault(&self, forces: [&[NavalUnit]; 2]) -> Option<KeyFault> {
        chits::fault(self.number, self.side.map(|side| side as usize), japanese(forces), "Naval")
    }

    /// Whose it is, 0 for the attacker, and its number.
    pub(super) fn played(&self, forces: [&[NavalUnit]; 2]) -> Option<(usize, u8)> {
        Some((chits::owner(self.side.map(|side| side as usize), japanese(forces))?, self.number?))
    }
}

/// Whether forces are Japanese.
fn japanese(forces: [&[NavalUnit]; 2]) -> [bool; 2] {
    forces.map(|units| units.iter().any(|unit| unit.nation == Some("JP")))
}

inputs! {
    /// A chit for the dice of mines.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
    pub struct MinesMagic {
        /// the nation whose mines they are, which Naval Magic helps or not: US, NL
        mines: Option<NationCode> = "mines", RULE;
        /// the number of a Naval Magic chit
        number: Option<u8> = "magic", "17.10", 1..=9;
    }
}

impl MinesMagic {
    /// The nation whose mines they are, where it was given.
    pub(super) fn nation(&self) -> Option<&'static str> {
        self.mines.map(|nation| nation.0)
    }

    /// Why it does not help mines that these ships enter: those of Japan attack whoever is not Japanese.
    pub(super) fn against(&self, helped: &HelpedNations, entering: &[NavalUnit]) -> Option<Refusal> {
        self.number?;
        if entering.iter().all(|unit| unit.nation.is_some_and(|nation| nation != "JP")) {
            let reason = "Naval Magic changes no Axis roll, and mines that Allied ships enter are Japan's";
            return Some(Refusal::new(RULE, reason));
        }
        (!helped.helps(self.nation())).then(|| Refusal::new(RULE, NATIONS))
    }
}

/// What becomes of a chit that was used.
pub(super) fn spent(used: bool) -> Option<Deed> {
    chits::spent(NAVAL_MAGIC, used)
}
