//! What stays as it was declared through a strike: both sides' air units with their posts, each link made ready.

use crate::air::aircraft::{AirWord, Aircraft};
use crate::air::airstrike::{AirBombingTables, BombRun};
use crate::air::combat::AirCombat;
use crate::air::combat::battle::Dogfight;
use crate::air::coordination::{CarrierStack, CoordinationTables};
use crate::air::interception::case::{AirPhase, AirPrey, InterceptionCase, StepOwner};
use crate::air::interception::permit::may_intercept;
use crate::air::naval::AirNavalAttack;
use crate::air::naval::battle::AirAttack;
use crate::air::scouting::ReconTables;
use crate::air::sea_recon::SeaSearch;
use crate::air::strafing::evacuation::EvacuationWeather;
use crate::sea::combat::battle::SideIx;
use crate::sea::ship::NavalUnit;
use liege_rules::play::procedure::{Procedure, Refusal};

/// Where an air unit has its part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Post {
    /// Flies the strike.
    Strike,
    /// May counter-intercept.
    Counter,
    /// May meet the strike in this hex of its way.
    Way(u8),
    /// May meet it in the target hex.
    Target,
    /// Flies ground support over the target hex (4.3.10).
    Support,
    /// Is based in the target hex.
    Based,
    /// Stands for a unit that is based there and in the air without a fight.
    Avoiding,
}

/// The hexes in which the strike can be met: those of the way, and the target.
pub const MEETINGS: u8 = 4;
/// The number of the target hex among them.
pub const TARGET: u8 = MEETINGS - 1;

/// Numbers of units, a bit for each.
pub type UnitSet = u64;

/// A unit as a set of its own.
#[must_use]
pub fn only(unit: usize) -> UnitSet {
    1 << unit.min(63)
}

/// Whether a set has a unit.
#[must_use]
pub fn has(set: UnitSet, unit: usize) -> bool {
    set & only(unit) != 0
}

/// The units of a set.
pub fn each(set: UnitSet) -> impl Iterator<Item = usize> {
    (0..64).filter(move |unit| has(set, *unit))
}

/// The air units of a side, with the post of each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AirSide {
    /// All of them.
    pub units: Vec<Aircraft>,
    /// The post of each.
    pub posts: Vec<Post>,
}

impl AirSide {
    /// Those at a post that fits.
    pub fn at(&self, fits: impl Fn(Post) -> bool) -> UnitSet {
        let at = self.posts.iter().enumerate().filter(|(_, post)| fits(**post));
        at.fold(0, |set, (unit, _)| set | only(unit))
    }

    /// Those that can join the combat of a hex.
    #[must_use]
    pub fn callable(&self, meeting: u8) -> UnitSet {
        let reaches = |unit: usize| self.units[unit].is(AirWord::ReachesTarget);
        let joins = |(unit, post): (usize, &Post)| match post {
            Post::Counter => true,
            Post::Way(hex) => *hex == meeting || meeting == TARGET && reaches(unit),
            Post::Target => meeting == TARGET,
            Post::Strike | Post::Support | Post::Based | Post::Avoiding => false,
        };
        let all = self.posts.iter().enumerate().filter(|one| joins(*one));
        all.fold(0, |set, (unit, _)| set | only(unit))
    }
}

/// Where a homeless unit may land.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LandingPlace {
    /// Its name.
    pub name: String,
    /// Whether it is a carrier.
    pub deck: bool,
    /// Of a carrier the strength that it can take, else the units.
    pub room: u32,
    /// How many of these units a base takes without being over-stacked, where that was told.
    pub spare: Option<u32>,
}

impl LandingPlace {
    /// The word of a policy that picks it.
    #[must_use]
    pub fn word(&self) -> &'static str {
        if self.deck { "deck" } else { "base" }
    }
}

/// In which Phase the strike flies, and in whose move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum StrikePhase {
    /// In the Naval and Air Phase.
    NavalAndAir,
    /// In a Sea Offensive.
    SeaOffensive,
    /// In an Air Offensive.
    AirOffensive,
    /// In the End Phase.
    End,
    /// In the Strategic Warfare Phase.
    StrategicWarfare,
    /// In a Land Offensive.
    LandOffensive,
}

impl StrikePhase {
    /// Whether it is in the Offensive Phase, in which who flies is Committed (4.14.1).
    #[must_use]
    pub fn is_offensive(self) -> bool {
        matches!(self, Self::SeaOffensive | Self::AirOffensive | Self::LandOffensive)
    }

    /// The same for an interception, of what `moves` or does not.
    #[must_use]
    pub fn for_interception(self, ships_move: bool) -> AirPhase {
        match self {
            Self::NavalAndAir if ships_move => AirPhase::NavalMovement,
            Self::NavalAndAir => AirPhase::AirMovement,
            Self::SeaOffensive => AirPhase::SeaOffensive,
            Self::AirOffensive => AirPhase::AirOffensive,
            Self::End => AirPhase::End,
            Self::StrategicWarfare => AirPhase::StrategicWarfare,
            Self::LandOffensive => AirPhase::LandOffensive,
        }
    }
}

/// Kamikazes of a strike.
#[derive(Debug, Clone, Default)]
pub struct SuicideParty {
    /// Units that fly as Kamikazes from their base on.
    pub flying: UnitSet,
    /// For each unit of the side the bomber that brings it, where one does.
    pub carriers: Vec<Option<usize>>,
    /// The attack before the second round in the air; none where it is no part of the rules that hold.
    pub dive: Option<AirAttack>,
    /// Bombers of which their owner may say after the first round that they dive.
    pub may_dive: UnitSet,
    /// Of these the ones of which that was said before.
    pub told: UnitSet,
    /// What the Kamikaze Check came to, and how far from Japan the ships are.
    pub shown: Option<(i64, i64)>,
}

impl SuicideParty {
    /// The bomber that brings a unit, where one does.
    #[must_use]
    pub fn carrier(&self, unit: usize) -> Option<usize> {
        self.carriers.get(unit).copied().flatten()
    }

    /// Units that a bomber brings.
    #[must_use]
    pub fn brought(&self) -> UnitSet {
        let all = self.carriers.iter().enumerate().filter(|(_, carrier)| carrier.is_some());
        all.fold(0, |set, (unit, _)| set | only(unit))
    }
}

/// A search for the ships of a strike.
pub struct StrikeSearch {
    /// Who searches.
    pub by: SeaSearch,
    /// Who may use an Air Magic chit for it, and what that does to the dice.
    pub chit: Option<(SideIx, i8)>,
}

impl StrikeSearch {
    /// A search that may be made, beside the chit of a strike: whose, and its number (17.10.2.1.1).
    pub fn of(by: SeaSearch, magic: Option<(SideIx, u8)>, tables: &ReconTables) -> Self {
        let value = |number: u8| i8::try_from(number).unwrap_or(i8::MAX);
        let helps = |number: u8| by.air().is_some_and(|air| tables.magic_refused(air, number).is_none());
        let chit = magic.filter(|(_, number)| helps(*number));
        let chit = chit.map(|(side, number)| (side, if side == 0 { value(number) } else { -value(number) }));
        Self { by, chit }
    }
}

/// A strike as it was declared.
pub struct Strike {
    /// The air units of both sides.
    pub sides: [AirSide; 2],
    /// An air combat between them over the target.
    pub over_target: Dogfight,
    /// The same where nobody is over his own base.
    pub elsewhere: Dogfight,
    /// In which Phase.
    pub mission: StrikePhase,
    /// The target moves, and the strike intercepts it.
    pub moving: bool,
    /// The searches for the ships, one after the other until one finds them; none where they are located.
    pub searches: Vec<StrikeSearch>,
    /// Why some of those who would search after the first cannot.
    pub idle_scouts: Vec<Refusal>,
    /// The carriers of both sides that launch several units.
    pub carriers: [Option<CarrierStack>; 2],
    /// The ships at the target.
    pub ships: Vec<NavalUnit>,
    /// The attack on them.
    pub raid: Option<AirAttack>,
    /// The attack on installations.
    pub bombs: Option<BombRun>,
    /// Who attacks installations.
    pub bombing: UnitSet,
    /// Those who fly as Kamikazes.
    pub kamikazes: SuicideParty,
    /// Hexes of the defender that the strike flies over on its way to his base, for evacuation.
    pub overflown: Option<u8>,
    /// The weather on the way of those who evacuate.
    pub evacuation: EvacuationWeather,
    /// Where the defender's homeless units may land.
    pub places: Vec<LandingPlace>,
    /// Aloft units of the ships that are attacked are recalled to defend them (3.8.5).
    pub recalls: bool,
    /// A battle on land follows, so that it matters who is left over the target hex (4.11.2).
    pub over_battle: bool,
    /// The aircraft of the target's base are strafed afterwards (4.9).
    pub strafes: bool,
}

impl Strike {
    /// UnitSet that are based in the target hex.
    #[must_use]
    pub fn based(&self) -> UnitSet {
        self.sides[1].at(|post| post == Post::Based)
    }

    /// Those of them that lie over-stacked (4.6.3.1).
    #[must_use]
    pub fn overstacked(&self) -> UnitSet {
        let units = &self.sides[1].units;
        let below = |unit: &usize| units[*unit].is(AirWord::Overstacked);
        each(self.based()).filter(below).fold(0, |set, unit| set | only(unit))
    }

    /// UnitSet of the defender that fly ground support over the target hex.
    #[must_use]
    pub fn supporting(&self) -> UnitSet {
        self.sides[1].at(|post| post == Post::Support)
    }

    /// UnitSet of a side aboard carriers of these names.
    #[must_use]
    pub fn aboard(&self, side: SideIx, carriers: &[String]) -> UnitSet {
        let is_one = |home: &str| carriers.iter().any(|name| name.eq_ignore_ascii_case(home));
        let units = self.sides[side].units.iter().enumerate();
        let aboard = units.filter(|(_, unit)| unit.home.as_deref().is_some_and(is_one));
        aboard.fold(0, |set, (unit, _)| set | only(unit))
    }

    /// The carrier of a defender's unit among the ships.
    #[must_use]
    pub fn home_ship(&self, unit: usize) -> Option<usize> {
        let home = self.sides[1].units[unit].home.as_deref()?;
        self.ships.iter().position(|ship| ship.name.eq_ignore_ascii_case(home))
    }

    /// The counter of a unit as one that is in the air without a fight.
    #[must_use]
    pub fn twin(&self, unit: usize) -> Option<usize> {
        let name = &self.sides[1].units[unit].name;
        let is_twin = |other: &usize| {
            self.sides[1].posts[*other] == Post::Avoiding && self.sides[1].units[*other].name == *name
        };
        (0..self.sides[1].units.len()).find(is_twin)
    }

    /// Whether a unit may fly against the strike, or for it against those who do (ATPO-R27).
    #[must_use]
    pub fn may_meet(&self, side: SideIx, unit: usize, tables: &StrikeTables) -> bool {
        let air = &self.sides[side].units[unit];
        let recalled = || self.recalls && side == 1 && self.home_ship(unit).is_some();
        if air.is(AirWord::Current) && !recalled() {
            return false;
        }
        let own_hex = air.is(AirWord::OwnBase) || self.sides[side].posts[unit] == Post::Based;
        let phase = self.mission.for_interception(self.moving);
        let case = InterceptionCase {
            whose: if (side == 0) == self.moving { StepOwner::Enemy } else { StepOwner::Own },
            distance: own_hex.then_some(0),
            own_hex_attacked: own_hex,
            defends_carrier: side == 1 && self.home_ship(unit).is_some(),
            overstacked: air.is(AirWord::Overstacked),
            ..InterceptionCase::of(AirPrey::Aircraft, phase)
        };
        let combat = &tables.combat;
        may_intercept(air, &case, &combat.numbers.interception, &combat.choices).is_ok()
    }

    /// A flight that attacks nothing, with all who can meet it.
    #[must_use]
    pub fn passing(
        sides: [AirSide; 2],
        fight: Dogfight,
        carriers: [Option<CarrierStack>; 2],
        mission: StrikePhase,
    ) -> Self {
        Self {
            elsewhere: fight.elsewhere(),
            over_target: fight,
            sides,
            mission,
            moving: false,
            searches: Vec::new(),
            idle_scouts: Vec::new(),
            carriers,
            ships: Vec::new(),
            raid: None,
            bombs: None,
            bombing: 0,
            kamikazes: SuicideParty::default(),
            overflown: None,
            evacuation: EvacuationWeather::default(),
            places: Vec::new(),
            recalls: false,
            over_battle: false,
            strafes: false,
        }
    }

    /// Whether it attacks anything.
    #[must_use]
    pub fn has_target(&self) -> bool {
        self.raid.is_some() || self.bombs.is_some()
    }
}

/// What a larger battle knows of a strike before it is read.
pub struct Surroundings<'a> {
    /// The ships at which it is flown.
    pub ships: &'a [NavalUnit],
    /// Adds what is true of an air unit of a side.
    pub tell: &'a dyn Fn(SideIx, &mut Aircraft),
}

/// The tables of each link, with the choices that it reads.
pub struct StrikeTables {
    /// Of the search.
    pub search: ReconTables,
    /// Of carrier coordination.
    pub launch: CoordinationTables,
    /// Of combat in the air.
    pub combat: <AirCombat as Procedure>::Cx,
    /// Of the attack on ships, by bombers and by Kamikazes.
    pub raid: <AirNavalAttack as Procedure>::Cx,
    /// Of the attack on installations.
    pub bombs: AirBombingTables,
}
