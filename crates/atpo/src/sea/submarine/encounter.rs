//! A submarine has intercepted ships: who is there, how far the encounter has come, what came out.

use serde::Serialize;

use crate::forces::{ATTACKER, DEFENDER};
use crate::sea::admirals::LostAdmiral;
use crate::sea::damage::{self, Afloat, HitUnit};
use crate::sea::magic;
use crate::sea::rows::KaitenNumbers;
use crate::sea::ship::{self, NavalUnit, ShipBack, ShipClass, ShipFace};
use crate::sea::tables::SeaTables;
use liege_rules::play::deeds::{Act, Deed, Whom};
use liege_rules::play::losses::UnitLoss;
use liege_rules::play::procedure::{Outcome, Refusal};

/// The name of a Kaiten that rides with a submarine.
pub const KAITEN: &str = "Kaiten";

/// Who is there; the rules call the interception an encounter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Encounter {
    /// The submarine alone.
    pub boat: Vec<NavalUnit>,
    /// Every ship in the hex, those that were intercepted first.
    pub ships: Vec<NavalUnit>,
    /// How many of them were intercepted.
    pub intercepted: usize,
    /// Whether a Kaiten rides with the submarine.
    pub carries_kaiten: bool,
    /// Whether the submarine is itself a Kaiten, and gone after its attack.
    pub is_kaiten: bool,
    /// The month.
    pub date: Option<String>,
    /// By moonlight (17.3.1).
    pub moonlit: bool,
    /// Other modifiers to the dice of the submarine.
    pub drm: i32,
    /// A Naval Magic chit: whose, 0 for the owner of the submarine, and its number.
    pub magic: Option<(usize, u8)>,
}

/// How an encounter went for the submarine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum SubmarineContact {
    Undetected,
    Screened,
    Detected,
    Dived,
    Pressed,
}

/// What happens next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum HuntStage {
    /// The screening die.
    Screen,
    /// The submarine attacks a ship.
    Attack,
    /// The Kaiten attacks a ship, or waits.
    Kaiten,
    /// Dive, or press the attack.
    Press,
    /// So many escorts have attacked.
    Escorts(usize),
    /// It is over.
    End,
}

/// How far an encounter has come.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct HuntState {
    /// Attacks that the submarine has pressed home: 0 at first.
    pub turn: u8,
    /// What happens next.
    pub stage: HuntStage,
    /// How it has gone so far.
    pub contact: SubmarineContact,
    /// Whether the Kaiten has attacked.
    pub kaiten_spent: bool,
    /// Naval Magic was used.
    pub magic_used: bool,
    /// The submarine.
    pub boat: Afloat,
    /// The ships.
    pub ships: Afloat,
}

/// What came out.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct HuntOutcome {
    /// How it went for the submarine.
    pub contact: SubmarineContact,
    /// Ships that were hit.
    pub ships: Vec<HitUnit>,
    /// The submarine, if it was hit.
    pub submarine: Vec<HitUnit>,
    /// Admirals who were eliminated.
    pub admirals: Vec<LostAdmiral>,
    /// The Kaiten that attacked, and is gone: its name and its piece.
    pub spent: Option<(String, Option<String>)>,
    /// Whether Naval Magic was used.
    #[serde(skip)]
    pub magic_used: bool,
}

/// The Kaiten as a unit.
#[must_use]
pub fn kaiten(numbers: &KaitenNumbers) -> NavalUnit {
    let front =
        ShipFace { gunnery: None, torpedo: Some(numbers.attack), armor: numbers.armor, movement: None };
    NavalUnit {
        name: KAITEN.into(),
        piece: None,
        nation: Some("JP"),
        class: ShipClass::Kaiten,
        named: false,
        front,
        back: ShipBack::Unknown,
        damaged: false,
        anti_aircraft: false,
        points: 0,
        admiral: None,
        admiral_is: None,
    }
}

impl SubmarineContact {
    fn word(self) -> &'static str {
        match self {
            Self::Undetected => "undetected",
            Self::Screened => "screened",
            Self::Detected => "detected",
            Self::Dived => "dived",
            Self::Pressed => "pressed the attack",
        }
    }
}

impl Encounter {
    /// A submarine, the ships that it has found, and others in the hex.
    #[must_use]
    pub(super) fn between(boat: NavalUnit, mut ships: Vec<NavalUnit>, others: Vec<NavalUnit>) -> Self {
        let intercepted = ships.len();
        ships.extend(others);
        Self {
            boat: vec![boat],
            ships,
            intercepted,
            carries_kaiten: false,
            is_kaiten: false,
            date: None,
            moonlit: false,
            drm: 0,
            magic: None,
        }
    }

    /// Refuses a Kaiten before the rules have one, a boat and ships of one side, and Naval Magic to a side that it does not
    /// help.
    ///
    /// # Errors
    /// What the rules forbid.
    pub(super) fn against(&self, tables: &SeaTables) -> Result<(), Vec<Refusal>> {
        let from = tables.numbers.kaiten.from.text();
        let early = self.date.as_deref().is_some_and(|date| date < from);
        if early && (self.carries_kaiten || self.is_kaiten) {
            return Err(vec![Refusal::new("3.16.11", format!("no Kaiten before {from}"))]);
        }
        let units = |side| if side == 0 { &self.boat } else { &self.ships };
        let mixed = ship::of_both_sides(&self.ships, &tables.nations, "3.16.3");
        let friends = ship::on_one_side(&self.boat, &self.ships, &tables.nations, "3.16.3");
        let magic = self.magic.and_then(|(side, _)| magic::against(&tables.helped, units(side)));
        let refusals: Vec<Refusal> = mixed.into_iter().chain(friends).chain(magic).collect();
        if refusals.is_empty() { Ok(()) } else { Err(refusals) }
    }

    /// What became of the submarine and of all ships.
    #[must_use]
    pub fn losses(&self, outcome: &HuntOutcome) -> Vec<UnitLoss> {
        let boat = (ATTACKER, &*self.boat, &*outcome.submarine);
        damage::losses(&[boat, (DEFENDER, &self.ships, &outcome.ships)])
    }

    /// How it begins; Naval Magic may be used up.
    #[must_use]
    pub fn begin(&self, boat: Afloat, ships: Afloat, magic_used: bool) -> HuntState {
        HuntState {
            turn: 0,
            stage: HuntStage::Screen,
            contact: SubmarineContact::Undetected,
            kaiten_spent: false,
            magic_used,
            boat,
            ships,
        }
    }

    /// Ships that are there.
    #[must_use]
    pub fn afloat(&self, state: &HuntState) -> Vec<usize> {
        (0..self.ships.len()).filter(|ship| state.ships.has(*ship)).collect()
    }

    /// Escorts that are there: with the intercepted ships, or in the whole hex.
    #[must_use]
    pub fn escorts(&self, state: &HuntState, in_hex: bool) -> Vec<usize> {
        let mut ships = self.afloat(state);
        ships.retain(|ship| self.ships[*ship].class.is_escort() && (in_hex || *ship < self.intercepted));
        ships
    }

    /// What has come out so far.
    #[must_use]
    pub fn outcome(&self, state: &HuntState) -> HuntOutcome {
        let own = |boat: &NavalUnit| (boat.name.clone(), boat.piece.clone());
        let spent = match (state.kaiten_spent, self.is_kaiten) {
            (false, _) => None,
            (true, true) => self.boat.first().map(own),
            (true, false) => Some((KAITEN.to_owned(), None)),
        };
        let submarine = state.boat.hit(&self.boat);
        HuntOutcome {
            contact: state.contact,
            ships: state.ships.hit(&self.ships),
            submarine,
            admirals: state.ships.lost(&self.ships),
            spent,
            magic_used: state.magic_used,
        }
    }
}

/// What becomes of a Kaiten that has attacked.
fn gone(name: String, piece: Option<String>) -> Deed {
    Deed { whom: Whom::Unit { name, piece }, act: Act::Eliminate(None), rule: "3.16.11".into() }
}

/// What becomes of a Kaiten that rode with a submarine.
pub fn spent_kaiten(spent: bool) -> Option<Deed> {
    spent.then(|| gone(KAITEN.to_owned(), None))
}

impl Outcome for HuntOutcome {
    fn result(&self) -> String {
        let mut told: Vec<String> = Vec::new();
        let none = Vec::new();
        for (hit, admirals) in [(&self.ships, &self.admirals), (&self.submarine, &none)] {
            told.extend((!hit.is_empty()).then(|| damage::in_words(hit, admirals)));
        }
        let attacked = !matches!(self.contact, SubmarineContact::Screened | SubmarineContact::Detected);
        if self.ships.is_empty() && attacked {
            told.insert(0, "no hit".into());
        }
        let hits = if told.is_empty() { String::new() } else { format!(": {}", told.join(", ")) };
        format!("{}{hits}", self.contact.word())
    }

    fn deeds(&self) -> Vec<Deed> {
        let mut deeds = damage::deeds(&self.ships, &self.admirals);
        deeds.extend(damage::deeds(&self.submarine, &[]));
        deeds.extend(self.spent.iter().map(|(name, piece)| gone(name.clone(), piece.clone())));
        deeds.extend(magic::spent(self.magic_used));
        deeds
    }
}
