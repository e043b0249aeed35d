//! Admirals aboard ships that are hit, by whatever it is: who is eliminated, and where a survivor goes (3.12.2).

use serde::Serialize;

use super::ship::{AdmiralLetters, NavalUnit};
use crate::terms::OUT_OF_THE_GAME;
use liege_rules::play::deeds::{Act, Deed, Whom};
use liege_rules::play::dice::Dice;
use liege_rules::play::inputs::Inputs;
use liege_rules::play::procedure::Log;
use liege_rules::play::roll::{Fact, Roll};

/// An Admiral aboard a ship.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Officer {
    /// The ship he is aboard; none once he is eliminated.
    pub aboard: Option<u8>,
    /// The ship he came with, whose letters are his.
    pub came_with: u8,
    /// His D was used.
    pub defence_used: bool,
    /// His S was used.
    pub surface_used: bool,
}

/// What a hit did to a ship with an Admiral.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Blow {
    /// It is afloat.
    Damaged,
    /// It is gone.
    Sunk,
    /// It is gone by doubles.
    SunkByDoubles,
}

impl Blow {
    /// The word for it in the roll.
    fn word(self) -> &'static str {
        match self {
            Self::Damaged => "damaged",
            Self::Sunk => "sunk",
            Self::SunkByDoubles => "sunk by doubles",
        }
    }
}

impl Officer {
    /// Whether he is, or was at first, aboard this ship.
    #[must_use]
    pub fn knows(&self, ship: usize) -> bool {
        usize::from(self.came_with) == ship || self.aboard.map(usize::from) == Some(ship)
    }
}

/// The unit with its Admiral, who has no letter aboard a unit that is not named, but for one of Japan, whose Tanaka sails
/// with squadrons (3.12).
#[must_use]
pub fn idle(unit: NavalUnit) -> NavalUnit {
    let leads = unit.named || unit.nation.is_none_or(|nation| nation == "JP");
    let admiral = unit.admiral.map(|letters| if leads { letters } else { AdmiralLetters::default() });
    NavalUnit { admiral, ..unit }
}

/// The Admirals of some units, each aboard the ship that has his letters.
#[must_use]
pub fn aboard(units: &[NavalUnit]) -> Vec<Officer> {
    let with = units.iter().zip(0u8..).filter(|(unit, _)| unit.admiral.is_some());
    with.map(|(_, ship)| Officer {
        aboard: Some(ship),
        came_with: ship,
        defence_used: false,
        surface_used: false,
    })
    .collect()
}

/// Rolls for each Admiral aboard a ship that was hit. `refuge` is another friendly surface unit in the hex, where there
/// is one: who survives a sinking goes aboard it (gap G65).
pub fn struck(
    officers: &mut [Officer],
    (units, ship): (&[NavalUnit], usize),
    blow: Blow,
    refuge: Option<usize>,
    (table, dice): (&Roll, &mut dyn Dice),
    log: &mut Log,
) {
    for officer in officers.iter_mut().filter(|officer| officer.aboard.map(usize::from) == Some(ship)) {
        let came_with = &units[usize::from(officer.came_with)];
        let mut told = Inputs::default();
        let name = called(came_with);
        told.preset("admiral", name.strip_prefix("Admiral ").unwrap_or(&name).into());
        if let Some(nation) = came_with.nation {
            told.preset("nation", nation.into());
        }
        told.preset("ship", blow.word().into());
        told.preset("alone", refuge.is_none().into());
        let outcome = table.play(&told, dice, log);
        let dead =
            outcome.facts.iter().any(|(name, fact)| name == "eliminated" && *fact == Fact::Truth(true));
        match (dead, blow) {
            (true, _) => officer.aboard = None,
            (false, Blow::Damaged) => {}
            (false, _) => officer.aboard = refuge.and_then(|ship| u8::try_from(ship).ok()),
        }
    }
}

/// An Admiral who was eliminated.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(into = "String")]
pub struct LostAdmiral {
    /// What the report calls him.
    pub name: String,
    /// His piece in the save, when the input gave one.
    pub piece: Option<String>,
}

impl From<LostAdmiral> for String {
    fn from(lost: LostAdmiral) -> Self {
        lost.name
    }
}

/// The eliminated ones.
#[must_use]
pub fn lost(officers: &[Officer], units: &[NavalUnit]) -> Vec<LostAdmiral> {
    let dead = officers.iter().filter(|officer| officer.aboard.is_none());
    let told = dead.map(|officer| &units[usize::from(officer.came_with)]);
    told.map(|ship| LostAdmiral { name: called(ship), piece: ship.admiral_is.clone().map(|own| own.piece) })
        .collect()
}

/// What the report calls the Admiral who came with a ship, wherever he is now.
fn called(ship: &NavalUnit) -> String {
    match &ship.admiral_is {
        Some(own) => own.name.clone(),
        None => format!("Admiral of {}", ship.name),
    }
}

/// What is done with the eliminated ones.
pub fn deeds(lost: &[LostAdmiral]) -> impl Iterator<Item = Deed> + '_ {
    lost.iter().map(|lost| Deed {
        whom: Whom::Unit { name: lost.name.clone(), piece: lost.piece.clone() },
        act: Act::Eliminate(Some(OUT_OF_THE_GAME)),
        rule: "3.12.2".into(),
    })
}
