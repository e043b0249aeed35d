//! Which procedure resolves which mission, what its battles are called and which of its keys the save tells.

use super::super::super::sea::air_loss::AirLoss;
use super::super::super::sea::batteries::CoastalBattery;
use super::super::super::sea::bombardment::ShipBombardment;
use super::super::super::sea::cargo_loss::CargoLoss;
use super::super::super::sea::combat::NavalCombat;
use super::super::super::sea::encounter::NavalEncounter;
use super::super::super::sea::fort_mines::FortMines;
use super::super::super::sea::lift::force::ForceLift;
use super::super::super::sea::merchant::Merchants;
use super::super::super::sea::mines::PortMines;
use super::super::super::sea::raids::Raids;
use super::super::super::sea::straits::StraitPassage;
use super::super::super::sea::submarine::harbour::HarbourInfiltration;
use super::super::super::sea::submarine::hunt::SubmarineAttack;
use liege_rules::play::battle::Overrides;
use liege_rules::play::inputs::{Inputs, Key, KeyFault, TypedInput as _};
use liege_rules::play::procedure::{Coded, Procedure, Script, Summed};

/// A kind of battle at sea.
pub(in crate::battles) struct SeaLink {
    /// The first word of the ids of its battles.
    pub prefix: &'static str,
    /// The id of its procedure.
    pub procedure: &'static str,
    /// The keys of its procedure.
    pub keys: &'static [Key],
    /// What it is called in a title.
    pub called: &'static str,
    /// What giving a value means.
    pub overlay: Overrides,
    /// What a side may have to decide behind it.
    pub then: &'static [&'static str],
    /// What its procedure finds wrong with values.
    pub faults: fn(&Inputs) -> Vec<KeyFault>,
}

fn faults_of<P: Coded>(inputs: &Inputs) -> Vec<KeyFault> {
    P::read(inputs).err().unwrap_or_default()
}

/// What a side may have to decide when transports go down.
const SUNK: &[&str] = &[CargoLoss::HEAD.id()];

pub(in crate::battles) const fn link<P: Coded + Procedure>(
    prefix: &'static str,
    called: &'static str,
    units: &'static [&'static str],
) -> SeaLink {
    let overlay = Overrides { units, instead: &[] };
    SeaLink { prefix, procedure: P::ID, keys: P::KEYS, called, overlay, then: SUNK, faults: faults_of::<P> }
}

/// The same of a script.
pub(in crate::battles) const fn scripted<S: Script>(
    prefix: &'static str,
    called: &'static str,
    units: &'static [&'static str],
) -> SeaLink {
    let overlay = Overrides { units, instead: &[] };
    let faults = |inputs: &Inputs| S::read(inputs).err().unwrap_or_default();
    SeaLink { prefix, procedure: S::HEAD.id(), keys: S::Input::KEYS, called, overlay, then: SUNK, faults }
}

/// Ships fight ships (3.11).
pub(super) const COMBAT: SeaLink =
    link::<NavalCombat>("sea", "naval combat", &["attack", "defence", "attack-nation", "defence-nation"]);
/// Ships look for ships, and all that follows (3.8 to 3.12).
pub(super) const ENCOUNTER: SeaLink = SeaLink {
    overlay: Overrides { units: SEARCH_UNITS, instead: &[("in-port", &["groups"]), ("moved", &["groups"])] },
    ..link::<NavalEncounter>("intercept", "interception", SEARCH_UNITS)
};
/// The keys that the units of an interception answer.
const SEARCH_UNITS: &[&str] = &[
    "attack",
    GROUPS[0],
    GROUPS[1],
    GROUPS[2],
    "defence",
    "attack-nation",
    "defence-nation",
    AIRCRAFT[0],
    AIRCRAFT[1],
    AIRCRAFT[2],
];
/// The keys of aircraft in an interception: those that attack, those that meet interceptors, and these.
pub(super) const AIRCRAFT: [&str; 3] = ["strike", "counter", "patrol"];
/// The key of the ships of an interception that have the sea mines behind them.
pub(super) const BEHIND: &str = "past-sea-mines";
/// The keys of further search groups.
pub(super) const GROUPS: [&str; 3] = ["attack-2", "attack-3", "attack-4"];
/// A submarine attacks ships (3.16).
pub(super) const SUBMARINE: SeaLink =
    scripted::<SubmarineAttack>("sub", "submarine attack", &["submarine", "ships"]);
/// Ships bombard an installation (3.15).
pub(super) const BOMBARDMENT: SeaLink = SeaLink {
    then: &[AirLoss::HEAD.id()],
    ..scripted::<ShipBombardment>("bombard", "bombardment", &["ships", "gunnery"])
};
/// Ships enter a mined port (3.9.2).
pub(super) const MINES: SeaLink = scripted::<PortMines>("mines", "entry of the port", &["ships"]);
/// A submarine slips through a strait (3.4.3.1).
pub(super) const STRAIT: SeaLink = scripted::<StraitPassage>("strait", "passage", &["submarine"]);
/// A submarine slips into a harbour (3.16.10).
pub(super) const HARBOUR: SeaLink =
    scripted::<HarbourInfiltration>("harbour", "infiltration of the harbour", &["submarine", "ships"]);
/// Ships come past the sea mines of a coastal fort (3.14.5.6).
pub(super) const SEA_MINES: SeaLink =
    scripted::<FortMines>("coast", "entry past sea mines", &["ships", "nation"]);
/// A fortress fires at those who are to land (3.10).
pub(super) const BATTERY: SeaLink = scripted::<CoastalBattery>("battery", "coastal battery", &["ships"]);
/// Ships interdict a convoy route (2.2.2).
pub(super) const RAID: SeaLink =
    link::<Summed<Raids>>("raid", "interdiction of the convoys", &["us", "indian-ocean", "south-pacific"]);
/// Submarines interdict the merchant routes (2.3).
pub(super) const MERCHANTS: SeaLink = link::<Summed<Merchants>>("raid", "submarine warfare", &[]);
/// The key of what is aboard ships that carry.
pub(super) const CARGO: &str = "cargo";
/// Ships carry what is aboard them (3.13).
pub(super) const LIFT: SeaLink =
    SeaLink { then: &[], ..link::<Summed<ForceLift>>("lift", "transport", &["ships", CARGO]) };

/// All of them.
pub(super) const LINKS: &[&SeaLink] = &[
    &COMBAT,
    &ENCOUNTER,
    &SUBMARINE,
    &BOMBARDMENT,
    &MINES,
    &STRAIT,
    &HARBOUR,
    &SEA_MINES,
    &BATTERY,
    &RAID,
    &MERCHANTS,
    &LIFT,
];

/// The link of a procedure.
pub(super) fn of_procedure(id: &str) -> Option<&'static SeaLink> {
    LINKS.iter().copied().find(|link| link.procedure == id)
}
