//! How far an encounter has come: which link plays, and what is left of both forces.

use super::aircraft::CarrierAircraft;
use super::sortie::{Sortie, SortieTables};
use crate::air::strike::part::AircraftLeft;
use crate::air::strike::plan::{Strike, UnitSet};
use crate::air::strike::state::StrikeState;
use crate::hit_rule::HitRule;
use crate::sea::admirals::{self, Officer};
use crate::sea::batteries::BatteryState;
use crate::sea::combat::battle::{NavalState, SideIx};
use crate::sea::damage::Afloat;
use crate::sea::interception::{Interception, Searched};
use crate::sea::mines::MinesState;
use crate::sea::night::Sky;
use crate::sea::ship::NavalUnit;
use crate::sea::submarine::encounter::HuntState;
use crate::sea::under_fire::UnderFire;
use liege_rules::play::procedure::{self, Playing};

/// The link that plays, with its own state; they follow each other in this order, those from the search to the fight
/// once for each search group.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum SortieStage {
    /// Sea mines of the coastal fort in whose hex they meet.
    SeaMines(Playing<UnderFire>),
    /// Mines of the port inside of which the forces meet.
    Mines(Playing<MinesState>),
    /// The next search group, and how far its die has come.
    Search(Option<Playing<Searched>>),
    /// Sea mines that a group which reacts comes past, once it has found the target.
    ReactionMines(Playing<UnderFire>),
    /// Night: whether it is declared, and then whether by a chit.
    Night(Option<bool>),
    /// Which Naval-Air units of the group attack, from this one on, and those that are kept back so far.
    Launch(usize, UnitSet),
    /// They do.
    Strike(Box<StrikeState>),
    /// Evasion: whether the target evades, and then whether by a chit.
    Evade(Option<bool>),
    /// A battle between ships.
    Fight(NavalState),
    /// A submarine's attack.
    Attack(Playing<HuntState>),
    /// Whether the force that moves goes on.
    GoOn,
    /// Mines of the port that it enters then.
    LateMines(Playing<MinesState>),
    /// The battery before which it lands.
    Battery(Playing<BatteryState>),
    /// It is over.
    End,
}

/// What is left of a force.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct FleetLeft {
    /// For each unit the hits until it is gone.
    pub left: Vec<u8>,
    /// Units that withdrew.
    pub withdrawn: Vec<bool>,
    /// For each unit the rule of its last hit.
    pub by: Vec<HitRule>,
    /// The Admirals.
    pub officers: Vec<Officer>,
}

/// All that changes in an encounter and still matters.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct SortieState {
    /// Search groups that are dealt with.
    pub dealt: usize,
    /// The dice of the search.
    pub searched: Searched,
    /// Groups that found the target.
    pub met: Vec<usize>,
    /// Groups that it evaded.
    pub evaded: Vec<usize>,
    /// What Night was, once it was declared.
    pub sky: Option<Sky>,
    /// Nobody searches for the target any more: a moonless night, or an Evasion chit.
    pub hidden: bool,
    /// What comes next; behind all that came before it, so that chances follow one course after the other.
    pub stage: SortieStage,
    /// What is left of both forces; during a battle what was left before it.
    pub fleets: [FleetLeft; 2],
    /// What is left of the aircraft of their carriers.
    pub aircraft: Option<AircraftLeft>,
    /// Evasion chits that are left.
    pub evasion_chits: u8,
    /// Night chits that are left.
    pub night_chits: u8,
    /// Naval Magic was used.
    pub magic_used: bool,
    /// The Kaiten has attacked.
    pub kaiten_spent: bool,
    /// Ships that were to land have evaded, and do not.
    pub assault_lost: bool,
    /// Ships have fought each other.
    pub fought: bool,
    /// The force that moves does not go on.
    pub halted: bool,
}

impl FleetLeft {
    fn of(units: &[NavalUnit]) -> Self {
        Self {
            left: units.iter().map(NavalUnit::hits_left).collect(),
            withdrawn: vec![false; units.len()],
            by: vec![HitRule::default(); units.len()],
            officers: admirals::aboard(units),
        }
    }

    /// Whether a unit is afloat and has not withdrawn.
    #[must_use]
    pub fn has(&self, unit: usize) -> bool {
        self.left[unit] > 0 && !self.withdrawn[unit]
    }

    /// Those that are here.
    pub fn here(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.left.len()).filter(|unit| self.has(*unit))
    }

    /// Whether an Admiral is aboard a ship that is here.
    #[must_use]
    pub fn serves(&self, came_with: u8) -> bool {
        let officer = self.officers.iter().find(|officer| officer.came_with == came_with);
        officer.and_then(|officer| officer.aboard).is_some_and(|ship| self.has(ship.into()))
    }

    /// Some of those that are here, as a link takes them, with their Admirals, whose letters are fresh.
    #[must_use]
    pub fn afloat(&self, only: impl Fn(usize) -> bool) -> Afloat {
        let takes = |unit: usize| self.has(unit) && only(unit);
        let left = (0..self.left.len()).map(|unit| if takes(unit) { self.left[unit] } else { 0 });
        let aboard = |officer: &&Officer| officer.aboard.is_some_and(|ship| takes(ship.into()));
        let fresh = |officer: &Officer| Officer { defence_used: false, surface_used: false, ..*officer };
        Afloat::of(left.collect(), self.officers.iter().filter(aboard).map(fresh).collect())
    }

    /// What a link left of those that took part in it.
    pub fn take(&mut self, afloat: &Afloat) {
        for unit in (0..self.left.len()).filter(|unit| afloat.took_part(*unit)) {
            self.left[unit] = afloat.left(unit);
            self.by[unit] = afloat.hit_by(unit).unwrap_or(self.by[unit]);
        }
        for told in afloat.officers() {
            let own = self.officers.iter_mut().find(|officer| officer.came_with == told.came_with);
            own.into_iter().for_each(|officer| officer.aboard = told.aboard);
        }
    }
}

impl SortieState {
    /// Before anything has happened.
    #[must_use]
    pub fn new(sortie: &Sortie) -> Self {
        let fleets = [0, 1].map(|side: SideIx| FleetLeft::of(&sortie.by_day.fleets[side].units));
        let state = Self {
            dealt: 0,
            stage: SortieStage::Search(None),
            searched: Searched::new(sortie.hunt()),
            met: Vec::new(),
            evaded: Vec::new(),
            sky: None,
            hidden: false,
            fleets,
            aircraft: sortie.aircraft.as_ref().map(CarrierAircraft::all),
            evasion_chits: sortie.evasion_chits,
            night_chits: sortie.night_chits,
            magic_used: false,
            kaiten_spent: false,
            assault_lost: false,
            fought: false,
            halted: false,
        };
        match &sortie.mined_coast {
            Some(_) => {
                let entering = state.fleets[sortie.mover()].afloat(|ship| !sortie.past_sea_mines[ship]);
                state.at(SortieStage::SeaMines(UnderFire { afloat: entering, magic_used: false }.into()))
            }
            None => state.off_the_coast(sortie),
        }
    }

    /// Past the sea mines: in the port with its own mines, or before the search.
    #[must_use]
    pub fn off_the_coast(self, sortie: &Sortie) -> Self {
        match &sortie.minefield {
            Some(field) if sortie.in_port => {
                let entering = self.fleets[sortie.mover()].afloat(|_| true);
                let spent = self.magic_used;
                self.at(SortieStage::Mines(field.enter(entering, spent).into()))
            }
            _ => self.at(SortieStage::Search(None)),
        }
    }

    /// A group that has found the target comes into its hex, past the sea mines that lie there against it.
    #[must_use]
    pub fn find(mut self, sortie: &Sortie, group: usize) -> Self {
        self.met.push(group);
        match &sortie.guarded_coast {
            Some(_) => {
                let afloat = self.fleets[0].afloat(|ship| sortie.is_in_group(ship, group));
                let magic_used = self.is_magic_spent(sortie);
                self.at(SortieStage::ReactionMines(UnderFire { afloat, magic_used }.into()))
            }
            None => self.meet(sortie),
        }
    }

    /// The group that has found the target is in its hex: Night may be declared, but in an automatic interception. A
    /// group of which nothing has come there is done with.
    #[must_use]
    pub fn meet(self, sortie: &Sortie) -> Self {
        let group = self.met.last().copied().unwrap_or(1);
        if !self.fleets[0].here().any(|ship| sortie.is_in_group(ship, group)) {
            return self.next_group();
        }
        if sortie.hunt().is_automatic() {
            self.off_carriers(sortie)
        } else {
            self.at(SortieStage::Night(None))
        }
    }

    /// The group meets its target: aircraft of its carriers attack before it evades or fights (3.8.5).
    #[must_use]
    pub fn off_carriers(self, sortie: &Sortie) -> Self {
        let flies = sortie.aircraft.is_some();
        self.at(if flies { SortieStage::Launch(0, 0) } else { SortieStage::Evade(None) })
    }

    /// The same at another stage.
    #[must_use]
    pub fn at(mut self, stage: SortieStage) -> Self {
        self.stage = stage;
        self
    }

    /// The group that is done with; the next one searches.
    #[must_use]
    pub fn next_group(mut self) -> Self {
        self.dealt += 1;
        self.at(SortieStage::Search(None))
    }

    /// Whether Naval Magic was used, for a die of the search or since.
    #[must_use]
    pub fn is_magic_spent(&self, sortie: &Sortie) -> bool {
        let of_chit = (0..sortie.letters.len()).filter(|at| sortie.letters[*at].is_none());
        self.magic_used || of_chit.into_iter().any(|at| self.searched.has_used(at))
    }

    /// What sea mines have left so far of the force of a side.
    pub fn take_sea_mines(&mut self, side: SideIx, mines: &UnderFire) {
        self.fleets[side].take(&mines.afloat);
        self.magic_used |= mines.magic_used;
    }

    /// What port mines have left so far of the force that moves.
    pub fn take_mines(&mut self, sortie: &Sortie, mines: &UnderFire) {
        self.fleets[sortie.mover()].take(&mines.afloat);
        self.magic_used |= mines.magic_used;
    }

    /// What a battery has left so far.
    pub fn take_battery(&mut self, force: &UnderFire) {
        self.fleets[1].take(&force.afloat);
        self.magic_used |= force.magic_used;
    }

    /// What a battle between ships has left so far.
    pub fn take_battle(&mut self, battle: &NavalState) {
        for side in 0..2 {
            self.fleets[side].take(&battle.afloat(side));
            for (withdrawn, hull) in self.fleets[side].withdrawn.iter_mut().zip(&battle.hulls[side]) {
                *withdrawn |= hull.gone && battle.has_left();
            }
        }
        self.magic_used |= battle.magic_used;
    }

    /// The strike of the group that has found the target, under the sky that it found it.
    #[must_use]
    pub fn strike<'s>(&self, sortie: &'s Sortie) -> Option<&'s Strike> {
        let group = self.met.last().copied().unwrap_or(1);
        sortie.aircraft.as_ref()?.strike(group, self.sky == Some(Sky::Moonlit))
    }

    /// What a strike has left so far.
    pub fn take_strike(&mut self, sortie: &Sortie, flown: &StrikeState) {
        let Some((strike, left)) = self.strike(sortie).zip(self.aircraft.as_mut()) else { return };
        left.take(strike, flown);
        self.fleets[1].take(&flown.folded(strike).afloat);
    }

    /// What a submarine's attack has left so far.
    pub fn take_attack(&mut self, hunt: &HuntState) {
        self.fleets[0].take(&hunt.boat);
        self.fleets[1].take(&hunt.ships);
        self.kaiten_spent |= hunt.kaiten_spent;
        self.magic_used |= hunt.magic_used;
    }

    /// With all that the link under way has done so far.
    #[must_use]
    pub fn folded(&self, sortie: &Sortie, tables: &SortieTables) -> Self {
        let mut folded = self.clone();
        match &self.stage {
            SortieStage::Search(Some(under_way)) => {
                folded.searched = procedure::so_far::<Interception>(sortie.hunt(), under_way, &tables.search);
            }
            SortieStage::SeaMines(mines) => folded.take_sea_mines(sortie.mover(), mines.settled()),
            SortieStage::ReactionMines(mines) => folded.take_sea_mines(0, mines.settled()),
            SortieStage::Mines(mines) | SortieStage::LateMines(mines) => {
                folded.take_mines(sortie, &mines.settled().force)
            }
            SortieStage::Strike(flown) => folded.take_strike(sortie, flown),
            SortieStage::Fight(battle) => folded.take_battle(battle),
            SortieStage::Attack(hunt) => folded.take_attack(hunt.settled()),
            SortieStage::Battery(battery) => folded.take_battery(&battery.settled().force),
            _ => {}
        }
        folded
    }
}
