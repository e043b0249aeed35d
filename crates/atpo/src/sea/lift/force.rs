//! Transport of a whole force (ATPO-LIFT, 3.13): what is aboard its ships, each piece of it by ATPO-R17.

mod given;

use serde::Serialize;

use super::cargo::Cargo;
use super::{
    Carrier, DebarkStep, Freight, LiftFacts, LiftNumbers, LiftTables, Mission, SeaLift, Shore, Voyage,
};
use crate::sea::ship::{NavalUnit, ShipBack, ShipClass};
use crate::terms::{DOCKED, FORCE_POOL};
use liege_rules::data::Files;
use liege_rules::play::choices::Setting;
use liege_rules::play::deeds::{Act, Deed, Whom};
use liege_rules::play::inputs::{Inputs, Key, KeyFault, TypedInput as _};
use liege_rules::play::procedure::{ContextError, Log, Refusal, Sum};
use vassal::diagnostic::counted;

/// ATPO-LIFT.
pub struct ForceLift;

/// Ships with what is aboard them, and where they go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoadedForce {
    ships: Vec<NavalUnit>,
    cargo: Vec<StowedPiece>,
    mission: Mission,
    /// Where the cargo boards; none of cargo that was aboard before.
    from: Option<Shore>,
    to: Shore,
    /// The printed movement of the slowest carrier, where they moved before cargo boards.
    moved: Option<u32>,
    hexes: Option<u32>,
    distance: Option<u32>,
    debark: Option<DebarkStep>,
    enemy_zoc: bool,
    /// Points of each unit that the table does not have.
    points: Option<u32>,
    express: bool,
}

/// A unit or chit aboard.
#[derive(Debug, Clone, PartialEq, Eq)]
struct StowedPiece {
    name: String,
    piece: Option<String>,
    load: Freight,
    pinned: bool,
}

/// What comes of it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct ForceLiftFacts {
    /// Transport points that the cargo needs.
    pub needed: u32,
    /// Transport points that the ships have, pairs of a CL and a DD included.
    pub lift: u32,
    /// Movement points that boarding takes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub boarding: Option<u32>,
    /// Whether evacuated units come through, where that is decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub saved: Option<bool>,
    /// Names of what debarks.
    pub landed: Vec<String>,
    #[serde(skip)]
    told: Vec<String>,
    #[serde(skip)]
    deeds: Vec<Deed>,
}

/// What ships carry with: points of sea transport, pairs of a CL and a DD.
struct Carriers {
    points: u32,
    full_pairs: u32,
    weak_pairs: u32,
}

impl Sum for ForceLift {
    const GAME: &'static str = "atpo";
    const ID: &'static str = "ATPO-LIFT";
    const NAME: &'static str = "force-transport";
    const KEYS: &'static [Key] = LoadedForce::KEYS;
    const CHOICES: &'static [&'static str] = SeaLift::CHOICES;
    type Cx = LiftTables;
    type Input = LoadedForce;
    type Facts = ForceLiftFacts;

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<LiftTables, ContextError> {
        SeaLift::context(files, settings)
    }

    fn read(inputs: &Inputs) -> Result<LoadedForce, Vec<KeyFault>> {
        LoadedForce::read(inputs)
    }

    fn sum(force: &LoadedForce, tables: &LiftTables, log: &mut Log) -> Result<ForceLiftFacts, Vec<Refusal>> {
        let numbers = &tables.of.numbers;
        let refusals = force.against(numbers);
        if !refusals.is_empty() {
            return Err(refusals);
        }
        let carriers = Carriers::of(force, numbers, log);
        let needed = force.stow(&carriers, tables, log)?;
        let landing = force.landing(numbers)?;
        let mut facts = ForceLiftFacts {
            needed,
            lift: carriers.all(),
            boarding: None,
            saved: None,
            landed: landing.iter().map(|stowed| stowed.name.clone()).collect(),
            told: vec![format!("{needed} of {}", points_of(carriers.all(), "transport point"))],
            deeds: Vec::new(),
        };
        force.voyage(tables, &landing, &mut facts, log);
        force.write(&landing, &mut facts);
        Ok(facts)
    }

    fn deeds(facts: &ForceLiftFacts) -> Vec<Deed> {
        facts.deeds.clone()
    }

    fn result(facts: &ForceLiftFacts) -> String {
        facts.told.join("; ")
    }
}

impl Carriers {
    fn of(force: &LoadedForce, numbers: &LiftNumbers, log: &mut Log) -> Self {
        let express = force.express_destroyer();
        let of = |class: ShipClass, only_full: bool| -> u32 {
            let ships = force.ships.iter().enumerate().filter(|(at, _)| Some(*at) != express);
            let fit = ships.filter(|(_, ship)| ship.class == class && (!only_full || is_full(ship)));
            fit.count().try_into().unwrap_or(u32::MAX)
        };
        let pairs =
            |only_full| of(ShipClass::LightCruiser, only_full).min(of(ShipClass::Destroyer, only_full));
        let of_express = express.map_or(0, |at| match is_full(&force.ships[at]) {
            true => numbers.express.full,
            false => numbers.express.depleted,
        });
        let transports = force.ships.iter().filter(|ship| ship.is_transport());
        let of_transports: u32 = transports.map(|ship| u32::from(ship.hits_left())).sum();
        let boats = u32::from(force.is_boat());
        let full_pairs = pairs(true);
        let carriers = Self {
            points: of_transports + of_express + boats,
            full_pairs,
            weak_pairs: pairs(false) - full_pairs,
        };
        for (what, points, why, rule) in [
            ("sea transport", of_transports, "points of the STP chits", "3.13"),
            ("Tokyo Express", of_express, "a Japanese DD with Tanaka aboard", "17.8"),
            ("CL/DD pairs", full_pairs, "both at full strength, a point each", "3.13.3"),
            ("weak CL/DD pairs", carriers.weak_pairs, "a half-strength infantry unit each", "3.13.3"),
            ("submarine", boats, "one Sea Supply or one commando", "13.3.3"),
        ] {
            if points > 0 {
                log.line(|| (what, points.to_string(), why, rule));
            }
        }
        carriers
    }

    /// All points together.
    fn all(&self) -> u32 {
        self.points.saturating_add(self.full_pairs).saturating_add(self.weak_pairs)
    }
}

/// So many points in words.
fn points_of(points: u32, thing: &str) -> String {
    counted(usize::try_from(points).unwrap_or(usize::MAX), thing)
}

/// Whether a ship is at full strength and has another side.
fn is_full(ship: &NavalUnit) -> bool {
    !ship.damaged && ship.back != ShipBack::Blank
}

impl LoadedForce {
    /// Whether it is a submarine, which sails alone.
    fn is_boat(&self) -> bool {
        self.ships.iter().any(|ship| ship.class == ShipClass::Submarine)
    }

    /// The destroyer of the Tokyo Express: the best that Japan has here.
    fn express_destroyer(&self) -> Option<usize> {
        let japanese = |(_, ship): &(usize, &NavalUnit)| {
            ship.class == ShipClass::Destroyer && ship.nation.is_none_or(|nation| nation == "JP")
        };
        let destroyers = self.ships.iter().enumerate().filter(|_| self.express).filter(japanese);
        destroyers.min_by_key(|(_, ship)| !is_full(ship)).map(|(at, _)| at)
    }

    /// A piece of the cargo as ATPO-R17 takes it, or the force without cargo.
    fn alone(&self, stowed: Option<&StowedPiece>, carrier: Carrier) -> Voyage {
        let boards = if self.mission == Mission::Evacuation { Shore::Coast } else { Shore::Port };
        Voyage {
            cargo: stowed.map(|stowed| stowed.load.clone()),
            carrier,
            mission: self.mission,
            from: self.from.unwrap_or(boards),
            moved: None,
            pinned: stowed.is_some_and(|stowed| stowed.pinned),
            hexes: self.hexes,
            distance: self.distance,
            to: self.to,
            debark: None,
            enemy_zoc: self.enemy_zoc,
        }
    }

    /// Everything that the rules forbid about the cargo, whoever carries it.
    fn against(&self, numbers: &LiftNumbers) -> Vec<Refusal> {
        let carrier = match self.ships.first() {
            Some(boat) if self.is_boat() => Carrier::Submarine { full: is_full(boat) },
            _ => Carrier::Stp,
        };
        let mut refusals = self.alone(None, carrier).against(numbers);
        let of_place = refusals.clone();
        for stowed in &self.cargo {
            let own = self.alone(Some(stowed), carrier).against(numbers).into_iter();
            let own = own.filter(|refusal| !of_place.contains(refusal));
            refusals.extend(own.map(|refusal| Refusal {
                reason: format!("{}: {}", stowed.name, refusal.reason),
                ..refusal
            }));
        }
        if self.mission == Mission::Amphibious && self.moved.is_some() {
            refusals.push(super::moved_before());
        }
        let whose = self.ships.first().and_then(|boat| boat.nation).filter(|_| self.is_boat());
        let foreign = |stowed: &&StowedPiece| {
            let nation = stowed.load.nation.zip(whose);
            stowed.load.kind == Cargo::Commando && nation.is_some_and(|(own, whose)| own != whose)
        };
        refusals.extend(self.cargo.iter().filter(foreign).map(|stowed| {
            let told = format!("{} is not a commando of the submarine's nation", stowed.name);
            Refusal::new("16.1.1.1", told)
        }));
        if self.is_boat() && self.cargo.len() > 1 {
            refusals.push(Refusal::new("13.3.3", "a submarine carries one chit or unit".to_owned()));
        }
        refusals
    }

    /// Whether a pair may carry it.
    fn fits_pair(&self, stowed: &StowedPiece, full: bool, numbers: &LiftNumbers) -> bool {
        self.alone(Some(stowed), Carrier::Pair { full }).against(numbers).is_empty()
    }

    /// Finds room for all of the cargo: what pairs may carry goes to them, the largest first; the points that it needs.
    fn stow(&self, carriers: &Carriers, tables: &LiftTables, log: &mut Log) -> Result<u32, Vec<Refusal>> {
        let numbers = &tables.of.numbers;
        let factor = if self.mission == Mission::Evacuation { numbers.evacuation.factor } else { 1 };
        let mut loads: Vec<(&StowedPiece, u32, u32)> =
            self.cargo.iter().map(|stowed| (stowed, self.each(stowed, tables, log), factor)).collect();
        loads.sort_by_key(|(_, each, _)| std::cmp::Reverse(*each));
        let needed =
            loads.iter().fold(0u32, |sum, (_, each, left)| sum.saturating_add(each.saturating_mul(*left)));
        for (mut pairs, full) in [(carriers.weak_pairs, false), (carriers.full_pairs, true)] {
            for (stowed, each, left) in &mut loads {
                if *each > 0 && pairs > 0 && self.fits_pair(stowed, full, numbers) {
                    let taken = pairs.min(*left);
                    (pairs, *left) = (pairs - taken, *left - taken);
                }
            }
        }
        let by_transports =
            loads.iter().fold(0u32, |sum, (_, each, left)| sum.saturating_add(each.saturating_mul(*left)));
        if factor != 1 {
            log.line(|| {
                ("evacuation", format!("{factor} times as many"), "from a hex without a port", "3.13.2")
            });
        }
        log.line(|| {
            let cause = if by_transports == needed {
                "of all cargo".to_owned()
            } else {
                format!("of all cargo, {by_transports} of it on sea transport")
            };
            ("transport points needed", needed.to_string(), cause, "3.13")
        });
        if by_transports > carriers.points {
            let need = points_of(by_transports, "transport point");
            let told = format!(
                "the cargo that no CL/DD pair can carry needs {need}, the force has {}",
                carriers.points
            );
            return Err(vec![Refusal::new("3.13", told)]);
        }
        Ok(needed)
    }

    /// The points that a piece of cargo needs; leaders need none.
    fn each(&self, stowed: &StowedPiece, tables: &LiftTables, log: &mut Log) -> u32 {
        let told = |points: u32, why: String, rule: &'static str, log: &mut Log| {
            log.line(|| (stowed.name.clone(), points_of(points, "point"), why, rule));
            points
        };
        if stowed.load.kind.is_leader() {
            return told(
                0,
                "leaders go along; their points are not printed (gap G05)".to_owned(),
                "3.13",
                log,
            );
        }
        let carrier = if self.is_boat() { Carrier::Submarine { full: true } } else { Carrier::Stp };
        match (self.alone(Some(stowed), carrier).each(&stowed.load, tables), self.points) {
            ((Some(points), why), _) => told(points, why, "3.13", log),
            ((None, _), Some(points)) => told(points, "as given".to_owned(), "3.13", log),
            ((None, _), None) => {
                let why = "counted as one; the table is not printed (gap G05); change it with points=…";
                told(1, why.to_owned(), "3.13", log)
            }
        }
    }

    /// What debarks in the step that is told.
    fn landing(&self, numbers: &LiftNumbers) -> Result<Vec<&StowedPiece>, Vec<Refusal>> {
        if self.debark.is_none() {
            return Ok(Vec::new());
        }
        let mut against: Vec<Refusal> = Vec::new();
        let mut landing = Vec::new();
        for stowed in &self.cargo {
            let told =
                Voyage { debark: self.debark, ..self.alone(Some(stowed), Carrier::Stp) }.against(numbers);
            if told.is_empty() {
                landing.push(stowed);
            }
            against.extend(told);
        }
        against.dedup();
        if landing.is_empty() { Err(against) } else { Ok(landing) }
    }

    /// Boarding, the arrival of evacuated units, and debarkation, as ATPO-R17 tells them.
    fn voyage(
        &self,
        tables: &LiftTables,
        landing: &[&StowedPiece],
        facts: &mut ForceLiftFacts,
        log: &mut Log,
    ) {
        let numbers = &tables.of.numbers;
        let mut of_one = LiftFacts { needed: None, boarding: None, saved: None, told: Vec::new() };
        let is_supply = |stowed: &&StowedPiece| stowed.load.kind.is_supply();
        let boards = self.cargo.iter().find(|stowed| !is_supply(stowed)).or(self.cargo.first());
        Voyage { moved: self.moved, ..self.alone(boards, Carrier::Stp) }.boards(numbers, &mut of_one, log);
        self.alone(None, Carrier::Stp).arrives(tables, &mut of_one, log);
        if self.mission == Mission::Evacuation && self.distance.is_none() {
            let told = "the distance is not given: give distance=…; beyond the limit they are eliminated";
            log.line(|| ("evacuated", "not decided", told, "3.13.2"));
        }
        if let Some(first) = landing.first() {
            let lands = Voyage { debark: self.debark, ..self.alone(Some(first), Carrier::Stp) };
            lands.leaves(numbers, &mut of_one, log);
            for stowed in self.cargo.iter().filter(|stowed| !landing.contains(stowed)) {
                let step = "not in this step";
                log.line(|| (stowed.name.clone(), "stays aboard", step, "3.13.4"));
            }
            of_one.told.pop();
            of_one.told.push(format!("{} of {} aboard debark", landing.len(), self.cargo.len()));
        }
        facts.told.extend(of_one.told);
        (facts.boarding, facts.saved) = (of_one.boarding, of_one.saved);
    }

    /// What is done to the pieces: ships come where they go, into port where there is one, and cargo ashore, or lost.
    fn write(&self, landing: &[&StowedPiece], facts: &mut ForceLiftFacts) {
        let deed = |name: &str, piece: &Option<String>, act: Act, rule: &'static str| {
            let whom = Whom::Unit { name: name.to_owned(), piece: piece.clone() };
            Deed { whom, act, rule: rule.into() }
        };
        for ship in &self.ships {
            facts.deeds.push(deed(&ship.name, &ship.piece, Act::Advance(None), "3.13"));
            if self.to == Shore::Port {
                facts.deeds.push(deed(&ship.name, &ship.piece, Act::Mark(DOCKED), "3.9"));
            }
        }
        let is_lost = facts.saved == Some(false);
        for stowed in self.cargo.iter().filter(|_| is_lost) {
            let act = Act::Eliminate(Some(FORCE_POOL));
            facts.deeds.push(deed(&stowed.name, &stowed.piece, act, "3.13.2"));
        }
        for stowed in landing.iter().filter(|_| !is_lost) {
            facts.deeds.push(deed(&stowed.name, &stowed.piece, Act::Advance(None), "3.13.4"));
        }
    }
}
