//! A naval battle under way: what was declared, and what changes from step to step.

use std::ops::{Deref, DerefMut};

use crate::forces::{ATTACKER, DEFENDER};
use crate::hit_rule::HitRule;
use crate::sea::admirals::Officer;
use crate::sea::damage::Afloat;
use crate::sea::ship::{NavalUnit, ShipBack, ShipFace};
use crate::sea::tables::SeaTables;
use liege_rules::play::procedure::Role;

/// The number of a side: 0 intercepted the other, or entered its waters.
pub type SideIx = usize;

/// The roles of both sides.
pub const SIDES: [Role; 2] = [ATTACKER, DEFENDER];

/// The ships of one side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fleet {
    /// All that are present.
    pub units: Vec<NavalUnit>,
    /// For each the first that equals it in all but its name.
    pub alike: Vec<usize>,
    /// Transport points that its cargo needs.
    pub cargo: u32,
}

/// What was declared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Engagement {
    /// Both sides.
    pub fleets: [Fleet; 2],
    /// In a coastal hex, where PT-Boats attack.
    pub coastal: bool,
    /// By moonlight (17.3).
    pub moonlit: bool,
    /// The month, such as `1942-08`.
    pub date: Option<String>,
    /// A Naval Magic chit: whose, and its number.
    pub magic: Option<(SideIx, u8)>,
    /// The rounds that are fought, when fewer than the rules have.
    pub rounds: Option<u8>,
}

impl Fleet {
    /// Counts as alike what is in one place and differs in nothing but its name; no ship with an Admiral.
    pub fn set_alike(&mut self, place: impl Fn(usize) -> u8) {
        let plain = |unit: &NavalUnit| NavalUnit {
            name: String::new(),
            piece: None,
            admiral_is: None,
            ..unit.clone()
        };
        let plain: Vec<NavalUnit> = self.units.iter().map(plain).collect();
        let equal = |one: usize, other: usize| {
            plain[one].admiral.is_none() && plain[one] == plain[other] && place(one) == place(other)
        };
        let all = 0..plain.len();
        let first = |ship: usize| all.clone().find(|other| equal(ship, *other)).unwrap_or(ship);
        self.alike = all.clone().map(first).collect();
    }
}

impl Engagement {
    /// A unit.
    #[must_use]
    pub fn unit(&self, side: SideIx, ship: usize) -> &NavalUnit {
        &self.fleets[side].units[ship]
    }
}

/// The state of one unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hull {
    /// Hits until it is gone; of sea transport its points.
    pub hits_left: u8,
    /// The same when the battle began; none for a unit that is not part of it.
    pub came: u8,
    /// Withdrawn, or going to.
    pub gone: bool,
    /// Screened in this round.
    pub screened: bool,
    /// Attacked since the targets were counted anew.
    pub attacked: bool,
    /// Has had its shot with guns in this round.
    pub fired: bool,
    /// Was damaged when the round began.
    pub began_damaged: bool,
    /// Fires in this sub-round, with this rating.
    pub ready: Option<u8>,
    /// The rule of its last hit.
    pub by: HitRule,
}

/// An attack that is being declared; what nobody was asked yet is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Aim {
    /// Who fires.
    pub side: SideIx,
    /// With which ship.
    pub ship: u8,
    /// At which.
    pub target: u8,
    /// Whether an Admiral's S is used.
    pub surface: Option<bool>,
    /// Whether Naval Magic is used.
    pub magic: Option<bool>,
    /// Whether an Admiral's D of the other side is used.
    pub defence: Option<bool>,
}

/// What comes next; a stage of a round never comes before one that was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum SeaStage {
    /// The round begins.
    Start,
    /// Screens of a side.
    Screens {
        /// The side.
        side: SideIx,
        /// How many of its ships were asked about.
        from: usize,
    },
    /// Guns: the sub-round, counted from the highest rating, and the attacks so far.
    Guns {
        /// The sub-round; the second round has one.
        step: u8,
        /// Attacks of the sub-round.
        shots: u8,
    },
    /// Torpedoes, and the attacks so far.
    Torpedoes {
        /// Attacks.
        shots: u8,
    },
    /// Who withdraws of this side: all, none or some.
    Withdrawal {
        /// The side.
        side: SideIx,
    },
    /// Whether each ship of this side withdraws, from this one on.
    Leaving {
        /// The side.
        side: SideIx,
        /// The ship.
        from: usize,
    },
    /// Both sides have chosen.
    Left,
    /// Nothing more.
    End,
}

/// All that changes in a battle and still matters.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct NavalState {
    /// The round, from 1.
    pub round: u8,
    /// What comes next.
    pub stage: SeaStage,
    /// The attack that is being declared.
    pub aim: Option<Aim>,
    /// The ships of both sides.
    pub hulls: [Vec<Hull>; 2],
    /// The Admirals of both sides.
    pub officers: [Vec<Officer>; 2],
    /// Naval Magic was used.
    pub magic_used: bool,
}

impl NavalState {
    /// A battle of all units before its first round.
    #[must_use]
    pub fn new(engagement: &Engagement, tables: &SeaTables) -> Self {
        let afloat = |side: SideIx| Afloat::all(&engagement.fleets[side].units);
        Self::between([afloat(0), afloat(1)], engagement, tables)
    }

    /// A battle of those units that are there, before its first round.
    #[must_use]
    pub fn between(afloat: [Afloat; 2], engagement: &Engagement, tables: &SeaTables) -> Self {
        let rounds = engagement.rounds.unwrap_or(tables.numbers.combat.rounds);
        let stage = if rounds == 0 { SeaStage::End } else { SeaStage::Start };
        let hulls = |side: SideIx| {
            let units = engagement.fleets[side].units.iter().enumerate();
            units.map(|(ship, unit)| Hull::new(unit, afloat[side].left(ship))).collect()
        };
        let hulls = [hulls(0), hulls(1)];
        Self {
            round: 1,
            stage,
            aim: None,
            hulls,
            officers: afloat.map(|afloat| afloat.officers().to_vec()),
            magic_used: false,
        }
    }
}

impl NavalState {
    /// What is left of a side, with those that withdrew.
    #[must_use]
    pub fn afloat(&self, side: SideIx) -> Afloat {
        let hulls = &self.hulls[side];
        let came = hulls.iter().map(|hull| hull.came).collect();
        let left = hulls.iter().map(|hull| hull.hits_left).collect();
        let by = hulls.iter().map(|hull| hull.by).collect();
        Afloat::after(came, left, by, self.officers[side].clone())
    }

    /// Whether who chose to leave has left: not before both sides have chosen.
    #[must_use]
    pub fn has_left(&self) -> bool {
        !matches!(self.stage, SeaStage::Withdrawal { .. } | SeaStage::Leaving { .. } | SeaStage::Left)
    }
}

impl Hull {
    fn new(unit: &NavalUnit, left: u8) -> Self {
        Self {
            hits_left: left,
            came: left,
            gone: false,
            screened: false,
            attacked: false,
            fired: false,
            began_damaged: unit.damaged,
            ready: None,
            by: HitRule::default(),
        }
    }

    /// Whether it is afloat and still here.
    #[must_use]
    pub fn is_here(&self) -> bool {
        self.hits_left > 0 && !self.gone
    }

    /// Whether the damaged side of its unit is up.
    #[must_use]
    pub fn is_damaged(&self, unit: &NavalUnit) -> bool {
        !unit.is_transport() && unit.back != ShipBack::Blank && self.hits_left == 1
    }
}

/// A battle under way: its state, with what was declared and the tables, which stay as they are.
#[derive(Clone)]
pub struct SeaFight<'b> {
    /// What was declared.
    pub engagement: &'b Engagement,
    /// The tables.
    pub tables: &'b SeaTables,
    /// What changes.
    pub state: NavalState,
}

impl Deref for SeaFight<'_> {
    type Target = NavalState;

    fn deref(&self) -> &NavalState {
        &self.state
    }
}

impl DerefMut for SeaFight<'_> {
    fn deref_mut(&mut self) -> &mut NavalState {
        &mut self.state
    }
}

impl SeaFight<'_> {
    /// Its state at another stage.
    #[must_use]
    pub fn at(mut self, stage: SeaStage) -> NavalState {
        self.state.stage = stage;
        self.state
    }

    /// How many rounds are fought.
    #[must_use]
    pub fn rounds(&self) -> u8 {
        let most = self.tables.numbers.combat.rounds;
        self.engagement.rounds.map_or(most, |rounds| rounds.min(most))
    }

    /// The units of a side that are still here.
    #[must_use]
    pub fn present(&self, side: SideIx) -> Vec<usize> {
        let hulls = self.hulls[side].iter().enumerate();
        hulls.filter(|(_, hull)| hull.is_here()).map(|(ship, _)| ship).collect()
    }

    /// What is printed on the side of a unit that is up.
    #[must_use]
    pub fn face(&self, side: SideIx, ship: usize) -> ShipFace {
        let unit = self.engagement.unit(side, ship);
        unit.face(self.hulls[side][ship].is_damaged(unit))
    }

    /// Whether a side has nothing left here.
    #[must_use]
    pub fn is_over(&self) -> bool {
        (0..2).any(|side| !self.hulls[side].iter().any(Hull::is_here))
    }

    /// Whose ship it is and its name: `attacker's Chokai`.
    #[must_use]
    pub fn name(&self, side: SideIx, ship: usize) -> &str {
        &self.engagement.unit(side, ship).name
    }
}
