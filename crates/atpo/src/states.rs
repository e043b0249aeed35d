//! The states of ATPO's pieces: the words of `pack.toml` as types, read once for each piece.

use std::collections::BTreeSet;

use super::kind::Kind;
use liege_rules::data::fault::{DataFault, did_you_mean};
use liege_rules::game::pack::Pack;
use liege_rules::position::places::Hex;
use liege_rules::position::situation::{Piece, PieceIx, PlaceId};

/// The back face is up.
pub const REDUCED: &str = "reduced";
/// The back of an HQ or General is up.
pub const USED: &str = "used";
/// Under construction.
pub const BUILDING: &str = "building";
/// Destroyed.
pub const DESTROYED: &str = "destroyed";
/// Has Elite Pilots: the state, and the kind of the chit that says it.
pub const ELITE: &str = "elite";
/// Points at the hex that it attacks.
pub const ATTACK: &str = "attack";
/// Pinned on the beach.
pub const PINNED: &str = "pinned";
/// Aboard another piece.
pub const ABOARD: &str = "aboard";
const ALOFT: &str = "aloft";
/// In port.
pub const DOCKED: &str = "docked";
/// Found by the enemy, so that he may attack it from the air.
pub const LOCATED: &str = "located";
/// Found by the enemy, and to land nowhere this month.
pub const NO_LANDING: &str = "no-landing";
const ADRIFT: &str = "adrift";

/// A state chit or its Layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the words of the chits")]
pub enum Status {
    Standby,
    Active,
    Committed,
    PreviouslyCommitted,
    Current,
    OutOfSupply,
}

impl Status {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Standby,
        Self::Active,
        Self::Committed,
        Self::PreviouslyCommitted,
        Self::Current,
        Self::OutOfSupply,
    ];

    /// Its name, as its chit and the command of the module have it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Standby => "Standby",
            Self::Active => "Active",
            Self::Committed => "Committed",
            Self::PreviouslyCommitted => "Previously Committed",
            Self::Current => "Current",
            Self::OutOfSupply => "Out of Supply",
        }
    }

    /// Its word in the data.
    pub fn word(self) -> &'static str {
        match self {
            Self::Standby => "standby",
            Self::Active => "active",
            Self::Committed => "committed",
            Self::PreviouslyCommitted => "previously-committed",
            Self::Current => "current",
            Self::OutOfSupply => "out-of-supply",
        }
    }
}

impl AsRef<str> for Status {
    fn as_ref(&self) -> &str {
        self.word()
    }
}

/// What ships are to do, said before dice are rolled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum NavalMission {
    /// They move, and others may react.
    Sail,
    /// They look for enemy ships, actively or reactively (3.8).
    Intercept,
    /// They fight the enemy ships of their hex (3.11).
    Engage,
    /// A submarine attacks ships of its hex (3.16).
    SubmarineAttack,
    /// They bombard an installation (3.15).
    Bombard,
    /// They enter an enemy port (3.9.2).
    EnterPort,
    /// A submarine slips through a strait or into a harbour (3.4.3.1, 3.16.10).
    Infiltrate,
    /// They carry what is aboard to a port or a coast (3.13).
    Transport,
}

impl NavalMission {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Sail,
        Self::Intercept,
        Self::Engage,
        Self::SubmarineAttack,
        Self::Bombard,
        Self::EnterPort,
        Self::Infiltrate,
        Self::Transport,
    ];

    /// Its word in the data.
    pub fn word(self) -> &'static str {
        match self {
            Self::Sail => "sail",
            Self::Intercept => "intercept",
            Self::Engage => "engage",
            Self::SubmarineAttack => "submarine-attack",
            Self::Bombard => "bombardment",
            Self::EnterPort => "enter-port",
            Self::Infiltrate => "infiltrate",
            Self::Transport => "transport",
        }
    }

    /// Whether it is a move, to which others may react.
    pub fn is_move(self) -> bool {
        matches!(self, Self::Sail | Self::Transport)
    }
}

/// What aircraft are to do, said before dice are rolled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum AirMission {
    /// They bomb ships or an installation (4.10, 4.13).
    Strike,
    /// They meet enemy aircraft, or as bombers enemy ships, where those come (4.7).
    Intercept,
    /// Fighters fly with those who strike (4.8.5.2).
    Escort,
    /// Fighters stay over their own base or carrier (4.14.1).
    Patrol,
    /// They look for ships, or at a hex on land (4.4, 4.5).
    Reconnaissance,
    /// They search for submarines (3.16.8).
    AswSweep,
    /// Fighters attack aircraft on the ground (4.9).
    Strafe,
    /// They help a battle on land (4.11).
    GroundSupport,
    /// Air transport takes troops or supply to another base, or drops paratroops (4.12).
    Transport,
    /// They fly to another base (4.3.6.1).
    ChangeBase,
}

impl AirMission {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Strike,
        Self::Intercept,
        Self::Escort,
        Self::Patrol,
        Self::Reconnaissance,
        Self::AswSweep,
        Self::Strafe,
        Self::GroundSupport,
        Self::Transport,
        Self::ChangeBase,
    ];

    /// Its word in the data; that of an interception is the same for ships and aircraft.
    pub fn word(self) -> &'static str {
        match self {
            Self::Strike => "strike",
            Self::Intercept => NavalMission::Intercept.word(),
            Self::Escort => "escort",
            Self::Patrol => "patrol",
            Self::Reconnaissance => "reconnaissance",
            Self::AswSweep => "asw-sweep",
            Self::Strafe => "strafe",
            Self::GroundSupport => "ground-support",
            Self::Transport => "transport",
            Self::ChangeBase => "change-base",
        }
    }
}

/// How a piece is at its place.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Posture {
    /// Land units ashore, ships at sea, aircraft at their base.
    #[default]
    Present,
    /// A ship in port.
    Docked,
    /// An aircraft in the air.
    Aloft,
    /// Aboard another piece; `None` when the save does not show which of those at its place.
    Aboard(Option<PieceIx>),
    /// Land units pinned on the beach.
    Pinned,
}

/// The states of one piece.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct States {
    /// How it is at its place.
    pub posture: Posture,
    /// Whether the save tells at sea from in port and aboard from ashore for this piece.
    pub posture_told: bool,
    /// Whether it is marked aboard or aloft where nothing can carry it; it counts where it lies.
    pub adrift: bool,
    /// Whether the reduced face is up.
    pub reduced: bool,
    /// Whether the back of an HQ or General is up.
    pub used: bool,
    /// Whether it is an installation under construction.
    pub building: bool,
    /// Whether it is an installation marked destroyed.
    pub destroyed: bool,
    /// Whether it has Elite Pilots.
    pub elite: bool,
    /// Its state chits.
    pub status: BTreeSet<Status>,
    /// The hex it attacks.
    pub attack: Option<Hex>,
    /// Whether the enemy has located it.
    pub located: bool,
    /// Whether it evaded where it was to land (3.8.4.1).
    pub lands_no_more: bool,
    /// The mission of ships.
    pub mission: Option<NavalMission>,
    /// The mission of aircraft.
    pub flight: Option<AirMission>,
}

impl States {
    /// The states of a piece.
    pub fn of(piece: &Piece) -> Self {
        let posture = if piece.has(ABOARD) {
            Posture::Aboard(piece.carried_by)
        } else {
            let all = [(ALOFT, Posture::Aloft), (DOCKED, Posture::Docked), (PINNED, Posture::Pinned)];
            all.into_iter().find(|(word, _)| piece.has(word)).map_or(Posture::Present, |(_, posture)| posture)
        };
        let flies = piece.entry.as_ref().and_then(|entry| Kind::of(entry)).is_some_and(Kind::flies);
        Self {
            posture,
            posture_told: piece.stance_told,
            adrift: piece.has(ADRIFT),
            reduced: piece.has(REDUCED),
            used: piece.has(USED),
            building: piece.has(BUILDING),
            destroyed: piece.has(DESTROYED),
            elite: piece.has(ELITE),
            status: Status::ALL.into_iter().filter(|status| piece.has(status)).collect(),
            attack: piece.arrows.get(ATTACK).and_then(PlaceId::hex),
            located: piece.has(LOCATED) || piece.has(NO_LANDING),
            lands_no_more: piece.has(NO_LANDING),
            mission: NavalMission::ALL.into_iter().find(|mission| !flies && piece.has(mission.word())),
            flight: AirMission::ALL.into_iter().find(|mission| flies && piece.has(mission.word())),
        }
    }

    /// Whether it carries this state chit.
    pub fn has(&self, status: Status) -> bool {
        self.status.contains(&status)
    }

    /// The word of its mission, whatever it is.
    pub fn mission_word(&self) -> Option<&'static str> {
        self.mission.map(NavalMission::word).or(self.flight.map(AirMission::word))
    }
}

/// Words that the rules read and the pack does not have: without them they would find nothing, in silence.
pub fn faults(pack: &Pack) -> Vec<DataFault> {
    let terms = &pack.terms;
    let words = &terms.words;
    let mut known: BTreeSet<&str> =
        words.states.iter().chain(&words.stances).chain(&words.arrows).map(AsRef::as_ref).collect();
    known.extend(terms.ride.iter().map(|ride| ride.adrift.as_str()));
    let read = [
        REDUCED, USED, BUILDING, DESTROYED, ATTACK, PINNED, ABOARD, ALOFT, DOCKED, ADRIFT, LOCATED,
        NO_LANDING, ELITE,
    ];
    let read = read
        .into_iter()
        .chain(Status::ALL.map(Status::word))
        .chain(NavalMission::ALL.map(NavalMission::word))
        .chain(AirMission::ALL.map(AirMission::word));
    let missing = read.filter(|word| !known.contains(word)).map(|word| {
        let near = did_you_mean(word, known.iter().copied());
        let what = format!("the rules read the state \"{word}\", but no Layer shows it{near}");
        DataFault::at(&format!("rules/{}/pack.toml", pack.game), 0, what)
    });
    missing.collect()
}
