//! What stays as it was declared through an encounter: both forces, each link made ready, the tables of all links.

use super::aircraft::CarrierAircraft;
use super::read::SortieInput;
use crate::air::strike::StrikeMission;
use crate::sea::batteries::{CoastalBattery, Siege};
use crate::sea::combat::NavalCombat;
use crate::sea::combat::battle::{Engagement, SideIx};
use crate::sea::evasion::{ChitCase, Evasion};
use crate::sea::fort_mines::{CoastEntry, FortMines, MinedCoast};
use crate::sea::interception::{Hunt, Interception};
use crate::sea::magic::MinesMagic;
use crate::sea::mines::{Minefield, PortMines};
use crate::sea::night::NightMoves;
use crate::sea::submarine::encounter::Encounter;
use crate::sea::submarine::hunt::SubmarineAttack;
use liege_rules::play::procedure::{Procedure, Refusal, Script, Sum};

/// The tables of each link, with the choices that it reads.
pub struct SortieTables {
    /// Of the search.
    pub search: <Interception as Script>::Cx,
    /// Of Night.
    pub night: <NightMoves as Script>::Cx,
    /// Of the strike by aircraft of carriers.
    pub strike: <StrikeMission as Procedure>::Cx,
    /// Of evasion.
    pub evasion: <Evasion as Sum>::Cx,
    /// Of the battle between ships.
    pub combat: <NavalCombat as Procedure>::Cx,
    /// Of a submarine's attack.
    pub submarine: <SubmarineAttack as Script>::Cx,
    /// Of the sea mines of coastal forts.
    pub sea_mines: <FortMines as Script>::Cx,
    /// Of port mines.
    pub mines: <PortMines as Script>::Cx,
    /// Of coastal batteries.
    pub battery: <CoastalBattery as Script>::Cx,
}

/// Both forces on their way: 0 searches, 1 is searched for.
pub struct Sortie {
    /// A battle between them by day.
    pub by_day: Engagement,
    /// The same by moonlight.
    pub by_moonlight: Engagement,
    /// The number of the search group of each ship that searches.
    pub group_of: Vec<u8>,
    /// The search for several ship chits, and for a single one.
    pub hunts: [Hunt; 2],
    /// For each modifier that is used once the Admiral whose letter it is: his side and the ship he came with.
    pub letters: Vec<Option<(SideIx, u8)>>,
    /// What the limits of Evasion chits depend on beside the ships that are left.
    pub chit: ChitCase,
    /// Strength of the Naval-Air units aboard the target's US carriers, where it is told.
    pub us_air: Option<u32>,
    /// Evasion chits of the target's owner.
    pub evasion_chits: u8,
    /// Night chits of the target's owner.
    pub night_chits: u8,
    /// Whether they meet inside a port, so that its mines come first.
    pub in_port: bool,
    /// The sea mines through which the force that moves comes.
    pub mined_coast: Option<MinedCoast>,
    /// For each ship of that force whether it has them behind it.
    pub past_sea_mines: Vec<bool>,
    /// The sea mines through which each group that reacts comes.
    pub guarded_coast: Option<MinedCoast>,
    /// The mines of the port that the force that moves enters.
    pub minefield: Option<Minefield>,
    /// Whether the port is still before that force, in a battle of its own.
    pub to_port: bool,
    /// The battery before which the target lands.
    pub siege: Option<Siege>,
    /// The submarine that searches, by day and by moonlight.
    pub submarine: Option<[Encounter; 2]>,
    /// Aircraft of the carriers of both forces.
    pub aircraft: Option<CarrierAircraft>,
}

impl Sortie {
    /// What was typed in, unless the rules forbid some link of it.
    ///
    /// # Errors
    /// All that they forbid.
    pub fn of(input: SortieInput, tables: &SortieTables) -> Result<Self, Vec<Refusal>> {
        let magic = input.engagement.magic;
        let mines_alone = input.helps_mines_alone(&tables.combat.helped);
        let input = if mines_alone { input.without_magic() } else { input };
        let mut refusals = Vec::new();
        let mut kept = |found: Vec<Refusal>| refusals.extend(found);
        let hunts = [false, true].map(|single| input.hunt.clone().for_single(single));
        Interception::begin(hunts[0].clone(), &tables.search).map_err(&mut kept).ok();
        if input.boat.is_none() {
            NavalCombat::begin(input.engagement.clone(), &tables.combat).map_err(&mut kept).ok();
        }
        let mover = usize::from(hunts[0].reactive);
        let movers = &input.engagement.fleets[mover].units;
        let number = |owner: SideIx| magic.filter(|(by, _)| *by == owner).map(|(_, number)| number);
        // Naval Magic helps the mines of some nations alone.
        let helped = tables.combat.helped.helps(input.mines.nation());
        let for_mines = |owner: SideIx| number(owner).filter(|_| helped);
        let mut coast = |lies: bool, side: SideIx| {
            let date = input.engagement.date.clone().filter(|_| lies)?;
            let entering = input.engagement.fleets[side].units.clone();
            let magic = MinesMagic { number: for_mines(1 - side), ..input.mines };
            let coast = CoastEntry::new(entering, date, magic);
            FortMines::begin(coast, &tables.sea_mines).map_err(&mut kept).ok().map(|(coast, _)| coast)
        };
        let meets_mines = input.past_sea_mines.contains(&false);
        let mined_coast = coast(input.coastal_fort && meets_mines, mover);
        let guarded_coast = coast(input.mover_fort, 0);
        let port_magic = MinesMagic { number: for_mines(1 - mover), ..input.mines };
        let mined = input.port.map(|port| port.with(movers.clone(), port_magic));
        let off_the_map = mined.as_ref().and_then(|port| port.off_the_map(&tables.mines));
        kept(off_the_map.into_iter().collect());
        let mined = mined.filter(|port| port.is_mined(&tables.mines));
        let minefield = mined.and_then(|port| PortMines::begin(port, &tables.mines).map_err(&mut kept).ok());
        let target = &input.engagement.fleets[1].units;
        let siege = input.fortress.and_then(|approach| {
            CoastalBattery::begin(
                approach.with(target.clone(), number(0).filter(|_| !mines_alone)),
                &tables.battery,
            )
            .map_err(&mut kept)
            .ok()
        });
        let submarine = input
            .boat
            .and_then(|boat| SubmarineAttack::begin(boat, &tables.submarine).map_err(&mut kept).ok());
        let aircraft = input.aircraft.and_then(|aircraft| {
            CarrierAircraft::of(aircraft, &input.engagement, &tables.strike).map_err(&mut kept).ok()
        });
        if !refusals.is_empty() {
            return Err(refusals);
        }
        let submarine = submarine.map(|(encounter, _)| {
            let by_day = Encounter {
                boat: input.engagement.fleets[0].units.clone(),
                ships: target.clone(),
                intercepted: target.len(),
                ..encounter
            };
            let by_moonlight = Encounter { moonlit: true, ..by_day.clone() };
            [by_day, by_moonlight]
        });
        let by_moonlight = Engagement { moonlit: true, ..input.engagement.clone() };
        Ok(Self {
            by_day: input.engagement,
            by_moonlight,
            group_of: input.group_of,
            hunts,
            letters: input.letters,
            chit: input.chit,
            us_air: input.us_air,
            evasion_chits: input.evasion_chits,
            night_chits: input.night_chits,
            in_port: input.in_port,
            mined_coast,
            past_sea_mines: input.past_sea_mines,
            guarded_coast,
            minefield: minefield.map(|(field, _)| field),
            to_port: input.to_port,
            siege: siege.map(|(siege, _)| siege),
            submarine,
            aircraft,
        })
    }

    /// The search, whoever is left of the target.
    #[must_use]
    pub fn hunt(&self) -> &Hunt {
        &self.hunts[0]
    }

    /// Whether a ship that searches belongs to the search group of this number.
    #[must_use]
    pub fn is_in_group(&self, ship: usize, group: usize) -> bool {
        self.group_of.get(ship).is_some_and(|number| usize::from(*number) == group)
    }

    /// The side that moves: the one that searches in its own move, or the one that is met as it moves.
    #[must_use]
    pub fn mover(&self) -> SideIx {
        usize::from(self.hunt().reactive)
    }
}
