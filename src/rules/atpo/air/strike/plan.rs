//! What stays as it was declared through a strike: both sides' air units with their posts, each link made ready.

use super::read::StrikeInput;
use super::state::StrikeState;
use crate::rules::atpo::air::aircraft::{AirClass, AirWord, Aircraft};
use crate::rules::atpo::air::airstrike::{AirBombing, BombRun};
use crate::rules::atpo::air::combat::AirCombat;
use crate::rules::atpo::air::combat::battle::Dogfight;
use crate::rules::atpo::air::combat::read::magic_refused;
use crate::rules::atpo::air::coordination::{CarrierCoordination, CarrierStack};
use crate::rules::atpo::air::naval::AirNavalAttack;
use crate::rules::atpo::air::naval::battle::AirAttack;
use crate::rules::atpo::air::sea_recon::{SeaReconnaissance, SeaSearch, SeekState};
use crate::rules::atpo::sea::combat::battle::SideIx;
use crate::rules::atpo::sea::ship::NavalUnit;
use crate::rules::procedure::{Procedure, Refusal};

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
pub type Units = u64;

/// A unit as a set of its own.
#[must_use]
pub fn only(unit: usize) -> Units {
    1 << unit.min(63)
}

/// Whether a set has a unit.
#[must_use]
pub fn has(set: Units, unit: usize) -> bool {
    set & only(unit) != 0
}

/// The units of a set.
pub fn each(set: Units) -> impl Iterator<Item = usize> {
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
    pub fn at(&self, fits: impl Fn(Post) -> bool) -> Units {
        let at = self.posts.iter().enumerate().filter(|(_, post)| fits(**post));
        at.fold(0, |set, (unit, _)| set | only(unit))
    }

    /// Those that can join the combat of a hex.
    #[must_use]
    pub fn callable(&self, meeting: u8) -> Units {
        let reaches = |unit: usize| self.units[unit].is(AirWord::ReachesTarget);
        let joins = |(unit, post): (usize, &Post)| match post {
            Post::Counter => true,
            Post::Way(hex) => *hex == meeting || meeting == TARGET && reaches(unit),
            Post::Target => meeting == TARGET,
            Post::Strike | Post::Based | Post::Avoiding => false,
        };
        let all = self.posts.iter().enumerate().filter(|one| joins(*one));
        all.fold(0, |set, (unit, _)| set | only(unit))
    }
}

/// Where a homeless unit may land.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Its name.
    pub name: String,
    /// Whether it is a carrier.
    pub deck: bool,
    /// Of a carrier the strength that it can take, else the units.
    pub room: u32,
}

impl Place {
    /// The word of a policy that picks it.
    #[must_use]
    pub fn word(&self) -> &'static str {
        if self.deck { "deck" } else { "base" }
    }
}

/// In which Phase the strike flies, and in whose move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mission {
    /// In the Naval and Air Phase.
    NavalAndAir,
    /// In a Sea Offensive.
    SeaOffensive,
    /// In an Air Offensive.
    AirOffensive,
    /// In the End Phase.
    End,
}

impl Mission {
    /// Whether it is in the Offensive Phase, in which who flies is Committed (4.14.1).
    #[must_use]
    pub fn is_offensive(self) -> bool {
        matches!(self, Self::SeaOffensive | Self::AirOffensive)
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
    pub mission: Mission,
    /// The target moves, and the strike intercepts it.
    pub moving: bool,
    /// The search for the ships; none where they are located.
    pub search: Option<(SeaSearch, SeekState)>,
    /// The carriers of both sides that launch several units.
    pub carriers: [Option<CarrierStack>; 2],
    /// The ships at the target.
    pub ships: Vec<NavalUnit>,
    /// The attack on them.
    pub raid: Option<AirAttack>,
    /// The attack on installations.
    pub bombs: Option<BombRun>,
    /// Who attacks installations.
    pub bombing: Units,
    /// Hexes of the defender that the strike flies over on its way to his base, for evacuation.
    pub overflown: Option<u8>,
    /// Where the defender's homeless units may land.
    pub places: Vec<Place>,
}

impl Strike {
    /// Units of the strike that fly and are unaborted.
    #[must_use]
    pub fn going(&self, state: &StrikeState) -> Units {
        let own = self.sides[0].at(|post| post == Post::Strike) & state.up[0];
        state.flights[0].flying().filter(|unit| has(own, *unit)).fold(0, |set, unit| set | only(unit))
    }

    /// Units that are based in the target hex.
    #[must_use]
    pub fn based(&self) -> Units {
        self.sides[1].at(|post| post == Post::Based)
    }

    /// Units of a side aboard carriers of these names.
    #[must_use]
    pub fn aboard(&self, side: SideIx, carriers: &[String]) -> Units {
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

    /// Why a unit may not fly against the strike, by its commitment and supply (ATPO-R27).
    #[must_use]
    pub fn barred(&self, side: SideIx, unit: usize) -> Option<&'static str> {
        let air = &self.sides[side].units[unit];
        let own_hex = air.is(AirWord::OwnBase) || self.sides[side].posts[unit] == Post::Based;
        match () {
            () if self.mission == Mission::End => None,
            () if air.is(AirWord::PreviouslyCommitted) => Some("previously committed"),
            () if air.is(AirWord::Committed) && !own_hex => Some("committed"),
            () if air.is(AirWord::Unsupplied) && !own_hex => Some("out of supply"),
            () => None,
        }
    }
}

/// The tables of each link, with the choices that it reads.
pub struct StrikeTables {
    /// Of the search.
    pub search: <SeaReconnaissance as Procedure>::Cx,
    /// Of carrier coordination.
    pub launch: <CarrierCoordination as Procedure>::Cx,
    /// Of combat in the air.
    pub combat: <AirCombat as Procedure>::Cx,
    /// Of the attack on ships.
    pub raid: <AirNavalAttack as Procedure>::Cx,
    /// Of the attack on installations.
    pub bombs: <AirBombing as Procedure>::Cx,
}

impl Strike {
    /// What was typed in, unless the rules forbid some link of it.
    ///
    /// # Errors
    /// All that they forbid.
    pub fn of(input: StrikeInput, tables: &StrikeTables) -> Result<Self, Vec<Refusal>> {
        let mut refusals = against(&input);
        let located = input.located || input.search.is_some() || !input.at_ships;
        if !located && tables.search.needs_search() {
            let reason = "the ships are not located (choice recon_required): give located=yes, or who searches: \
                          scout and hexes, or coastwatchers";
            refusals.push(Refusal::new("4.4", reason));
        }
        refusals.extend(input.raid.against_any());
        let search = input.search.map(|search| SeaReconnaissance::begin(search, &tables.search));
        let search = search.transpose().map_err(|more| refusals.extend(more)).ok().flatten();
        for stack in input.carriers.iter().flatten() {
            CarrierCoordination::begin(stack.clone(), &tables.launch)
                .map_err(|more| refusals.extend(more))
                .ok();
        }
        refusals.extend(magic_refused(&input.over_target));
        let bombing = input
            .bombing
            .as_ref()
            .map_or(0, |bombing| bombing.assigned().into_iter().fold(0, |set, unit| set | only(unit)));
        let bombs = input.bombing.map(|bombing| AirBombing::begin(bombing, &tables.bombs));
        let bombs = bombs.transpose().map_err(|more| refusals.extend(more)).ok().flatten();
        if !refusals.is_empty() {
            return Err(refusals);
        }
        let attack = input.raid.into_attack();
        let grounded = |unit: &Aircraft| {
            let mut unit = unit.clone();
            unit.words.remove(&AirWord::OwnBase);
            unit
        };
        let elsewhere = |side: SideIx| input.over_target.units[side].iter().map(grounded).collect();
        let elsewhere = Dogfight::of([elsewhere(0), elsewhere(1)]);
        Ok(Self {
            elsewhere: Dogfight {
                units: elsewhere.units,
                alike: elsewhere.alike,
                first: 0,
                ..input.over_target.clone()
            },
            over_target: input.over_target,
            sides: input.sides,
            mission: input.mission,
            moving: input.moving,
            search,
            carriers: input.carriers,
            ships: attack.ships.clone(),
            raid: (!attack.ships.is_empty()).then_some(attack),
            bombs: bombs.map(|(run, _)| run),
            bombing,
            overflown: input.overflown,
            places: input.places,
        })
    }
}

/// What the rules forbid about the mission itself.
fn against(input: &StrikeInput) -> Vec<Refusal> {
    let mut refusals = Vec::new();
    let strike = input.sides[0].at(|post| post == Post::Strike);
    let own =
        || input.sides[0].units.iter().enumerate().filter(|(at, _)| has(strike, *at)).map(|(_, unit)| unit);
    if !own().any(Aircraft::may_bomb) {
        refusals.push(Refusal::new("4.10.1", "no unit of the strike may bomb: fighters attack no ships"));
    }
    for unit in own() {
        let name = &unit.name;
        let barred = [
            (unit.class == AirClass::Transport, "4.3.5", "is air transport, which attacks nothing"),
            (unit.class == AirClass::B25, "16.14.1", "is the B-25, which attacks no ships"),
            (unit.is(AirWord::PreviouslyCommitted), "4.14", "was committed before in this turn"),
            (unit.is(AirWord::Committed) && input.mission.is_offensive(), "4.3.8", "is committed"),
            (unit.is(AirWord::Unsupplied), "13.6.3", "is out of supply"),
        ];
        let barred = barred.into_iter().filter(|(holds, ..)| *holds);
        refusals.extend(barred.map(|(_, rule, what)| Refusal::new(rule, format!("{name} {what}"))));
    }
    if input.bombing.is_some() && input.mission != Mission::AirOffensive {
        let reason = "installations are bombed in an Air Offensive alone: phase=air-offensive";
        refusals.push(Refusal::new("4.13.1", reason));
    }
    if input.mission == Mission::SeaOffensive && !input.moving && !input.beside_ships {
        let reason = "in an own Sea Offensive bombers attack only ships in a hex with friendly ships: beside-ships=yes";
        refusals.push(Refusal::new("4.3.8.2", reason));
    }
    if input.mission == Mission::End && !input.moving {
        let reason = "in the End Phase air units attack only ships that move: moving=yes";
        refusals.push(Refusal::new("4.2.3", reason));
    }
    refusals
}
