//! All shots of one side in a sub-round: what becomes of the targets, with exact weights, each question asked once.

use std::collections::HashMap;

use super::aim::{Gunners, NextShots, Queue, Sight, Unfired, Weapons};
use super::line_up::{LineUp, MOST_SQUADRONS, Mixing, Numbered};
use super::{CountedFight, MOST_WORK, NotCounted};
use crate::rules::atpo::sea::combat::battle::SideIx;

/// Rolls of two dice.
pub(super) const ROLLS: u64 = 36;
/// The most shots of a salvo whose weights fit 64 bits, with room for sums of counts.
pub(super) const MOST_SHOTS: u32 = 11;
/// The most salvos that are told apart.
const MOST_SALVOS: usize = 4_000_000;
/// No salvo yet.
const UNKNOWN: u32 = u32::MAX;

/// Ships afloat of each squadron after each number of hits, counted with weights.
pub(super) type ShipSums = [u64; MOST_SQUADRONS * 2];
/// The number of a salvo: of those who fire, and of their targets.
pub(super) type SalvoIx = u32;
/// The number of a spread.
pub(super) type SpreadIx = u32;

/// What targets come to, as numbers that can be added: what two parts of a side come to is the sum of both.
pub(super) trait Endings: Send + Sync {
    /// Whether ships afloat are counted beside.
    const SHIPS: bool;
    /// What ships come to after the last shot.
    fn number(&mut self, line_up: LineUp) -> u32;
    /// What two parts come to together.
    fn sum(&mut self, one: u32, other: u32) -> u32;
}

/// Who waits, and who still does when so many of the next rank have fired.
struct Waiting {
    queue: Option<Queue>,
    left: [u32; MOST_SHOTS as usize + 1],
}

/// Targets, with what the choice among them goes by.
struct Targets {
    sight: Sight,
    /// Where some cannot be hit again: the others, and those.
    parts: Option<(u32, LineUp)>,
    /// The blows against them that are known.
    blows: Vec<(NextShots, u32)>,
}

/// What shots at one place do.
#[derive(Clone, Copy)]
enum Blow {
    /// They leave other targets. Those that were hit stay as they are, which is a toll by number, and so many ships.
    Apart { others: u32, toll: u32, ships: ShipSums },
    /// They lead to targets with weights, which are listed from here to there.
    Again { from: usize, to: usize },
}

/// How the spread of a salvo comes of others. Salvos that come of the same ones in the same way have one spread.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Origin {
    Still { ending: u32, shots: u32 },
    Beside { spread: SpreadIx, ending: u32 },
    Toll { spread: SpreadIx, toll: u32 },
    Sum(Box<[(SpreadIx, u64)]>),
}

/// The salvos of a side under one kind of question and one way of telling what they end in.
pub(super) struct Broadside<'f, 'b, E> {
    pub(super) gunners: Gunners<'f, 'b>,
    pub(super) endings: E,
    waiting_numbers: Numbered<Unfired>,
    waiting: Vec<Waiting>,
    target_numbers: Numbered<LineUp>,
    targets: Vec<Targets>,
    blows: Vec<Blow>,
    led_to: Vec<(u32, u64)>,
    /// What ships that are hit for the last time come to, with weights.
    tolls: Numbered<Vec<(u32, u64)>>,
    /// Salvos by those who wait and their targets.
    known: Vec<Vec<SalvoIx>>,
    /// The spread of each salvo, and the ships that it leaves where they are counted.
    salvos: Vec<SpreadIx>,
    ships: Vec<ShipSums>,
    origins: HashMap<Origin, SpreadIx, Mixing>,
    /// Where the endings of each spread begin and end among all; their weights add up to 36 for each shot.
    spreads: Vec<(u32, u32)>,
    ways: Vec<(u32, u64)>,
    /// Weights by ending, all zero between two spreads.
    scratch: Vec<u64>,
    work: u64,
}

impl<'f, 'b, E: Endings> Broadside<'f, 'b, E> {
    pub(super) fn new(fight: &'f CountedFight<'b>, side: SideIx, weapons: Weapons, endings: E) -> Self {
        Self {
            gunners: Gunners::new(fight, side, weapons),
            endings,
            waiting_numbers: Numbered::default(),
            waiting: Vec::new(),
            target_numbers: Numbered::default(),
            targets: Vec::new(),
            blows: Vec::new(),
            led_to: Vec::new(),
            tolls: Numbered::default(),
            known: Vec::new(),
            salvos: Vec::new(),
            ships: Vec::new(),
            origins: HashMap::default(),
            spreads: Vec::new(),
            ways: Vec::new(),
            scratch: Vec::new(),
            work: 0,
        }
    }

    /// The endings of a spread with their weights.
    pub(super) fn ways(&self, spread: SpreadIx) -> &[(u32, u64)] {
        let (from, to) = self.spreads[spread as usize];
        &self.ways[from as usize..to as usize]
    }

    /// The ships that a salvo leaves.
    pub(super) fn ships(&self, salvo: SalvoIx) -> &ShipSums {
        &self.ships[salvo as usize]
    }

    /// How many salvos there are.
    pub(super) fn salvos(&self) -> usize {
        self.salvos.len()
    }

    /// The spread of a salvo.
    pub(super) fn spread(&self, salvo: SalvoIx) -> SpreadIx {
        self.salvos[salvo as usize]
    }

    /// A salvo that was fired.
    pub(super) fn fired(&self, waiting: u32, targets: u32) -> SalvoIx {
        self.known[waiting as usize][targets as usize]
    }

    /// The ships that are targets by this number.
    pub(super) fn line_up(&self, targets: u32) -> &LineUp {
        &self.target_numbers.list[targets as usize]
    }

    /// Shots of those who wait.
    pub(super) fn shots(&self, waiting: u32) -> u32 {
        self.waiting[waiting as usize].queue.map_or(0, |queue| queue.shots)
    }

    /// The most shots of any who wait.
    pub(super) fn most_shots(&self) -> u32 {
        self.waiting.iter().filter_map(|waiting| waiting.queue).map(|queue| queue.shots).max().unwrap_or(0)
    }

    /// Ships that wait as a number.
    pub(super) fn waiting(&mut self, waiting: Unfired) -> u32 {
        let number = self.waiting_numbers.of(waiting);
        if number as usize == self.waiting.len() {
            let left = [UNKNOWN; MOST_SHOTS as usize + 1];
            self.waiting.push(Waiting { queue: Gunners::queue(waiting), left });
            self.known.push(Vec::new());
        }
        number
    }

    /// Targets as a number.
    pub(super) fn targets(&mut self, targets: LineUp) -> u32 {
        let number = self.target_numbers.of(targets);
        if number as usize == self.targets.len() {
            let sight = self.gunners.sight(targets);
            self.targets.push(Targets { sight, parts: None, blows: Vec::new() });
            let fresh = self.gunners.fresh(targets);
            if fresh != targets {
                let parts = Some((self.targets(fresh), targets.without(fresh)));
                self.targets[number as usize].parts = parts;
            }
        }
        number
    }

    /// What the shots of all who wait come to.
    ///
    /// # Errors
    /// A question that nobody answers, or more than is worth while.
    pub(super) fn fire(&mut self, waiting: u32, targets: u32) -> Result<SalvoIx, NotCounted> {
        let known = self.known[waiting as usize].get(targets as usize).copied();
        if let Some(known) = known.filter(|known| *known != UNKNOWN) {
            return Ok(known);
        }
        let line_up = self.target_numbers.list[targets as usize];
        let Targets { sight, parts, .. } = self.targets[targets as usize];
        let aimed = match self.waiting[waiting as usize].queue {
            Some(queue) => self.gunners.aim(queue, sight, line_up)?,
            None => None,
        };
        let all = self.shots(waiting);
        let (origin, ships) = match (aimed, parts) {
            (None, _) => {
                let ending = self.endings.number(line_up);
                (Origin::Still { ending, shots: all }, counted(line_up, all))
            }
            (Some(aimed), Some((fresh, rest))) if aimed.apart => {
                // What cannot be hit again stays as it is, whatever becomes of the others.
                let salvo = self.fire(waiting, fresh)?;
                let origin = Origin::Beside { spread: self.spread(salvo), ending: self.endings.number(rest) };
                (origin, self.with_ships(salvo, 1, &counted(rest, all), 1))
            }
            (Some(aimed), _) => self.struck(waiting, targets, aimed)?,
        };
        self.noted((waiting, targets), origin, ships)
    }

    /// What follows of the next shots.
    fn struck(
        &mut self,
        waiting: u32,
        targets: u32,
        aimed: NextShots,
    ) -> Result<(Origin, ShipSums), NotCounted> {
        let left = self.left(waiting, aimed);
        let blow = self.blow(targets, aimed);
        match self.blows[blow as usize] {
            Blow::Apart { others, toll, ships } => {
                let salvo = self.fire(left, others)?;
                let (fired, rest) = (power(aimed.together as u32), power(self.shots(left)));
                let ships = self.with_ships(salvo, fired, &ships, rest);
                Ok((Origin::Toll { spread: self.spread(salvo), toll }, ships))
            }
            Blow::Again { from, to } => {
                let mut sum = Vec::with_capacity(to - from);
                let mut ships = ShipSums::default();
                for index in from..to {
                    let (then, weight) = self.led_to[index];
                    let salvo = self.fire(left, then)?;
                    sum.push((self.spread(salvo), weight));
                    ships = self.with_ships(salvo, weight, &ships, 1);
                }
                Ok((Origin::Sum(sum.into()), ships))
            }
        }
    }

    /// Who waits once these have fired.
    fn left(&mut self, waiting: u32, aimed: NextShots) -> u32 {
        let together = aimed.together as usize;
        let known = self.waiting[waiting as usize].left[together];
        if known != UNKNOWN {
            return known;
        }
        let left = self.waiting(Gunners::left(self.waiting_numbers.list[waiting as usize], aimed));
        self.waiting[waiting as usize].left[together] = left;
        left
    }

    /// The number of what shots do to targets.
    fn blow(&mut self, targets: u32, aimed: NextShots) -> u32 {
        let known = self.targets[targets as usize].blows.iter().find(|(known, _)| *known == aimed);
        if let Some((_, blow)) = known {
            return *blow;
        }
        let mut others = self.target_numbers.list[targets as usize];
        others.take(aimed.target, aimed.together);
        let struck = self.gunners.struck(aimed);
        let blow = if aimed.apart {
            let mut ships = ShipSums::default();
            for (struck, weight) in &struck {
                struck.by_hits().for_each(|(index, afloat)| ships[index] += afloat * weight);
            }
            let toll = struck.into_iter().map(|(struck, weight)| (self.endings.number(struck), weight));
            let toll = toll.collect();
            Blow::Apart { others: self.targets(others), toll: self.tolls.of(toll), ships }
        } else {
            let from = self.led_to.len();
            for (struck, weight) in struck {
                let then = self.targets(others.plus(struck));
                self.led_to.push((then, weight));
            }
            Blow::Again { from, to: self.led_to.len() }
        };
        let number = self.blows.len() as u32;
        self.blows.push(blow);
        self.targets[targets as usize].blows.push((aimed, number));
        number
    }

    /// The ships that a salvo leaves and others, so many times each.
    fn with_ships(&self, salvo: SalvoIx, times: u64, others: &ShipSums, other_times: u64) -> ShipSums {
        let mut sums = ShipSums::default();
        if E::SHIPS {
            for ((sum, ships), others) in sums.iter_mut().zip(self.ships(salvo)).zip(others) {
                *sum = ships * times + others * other_times;
            }
        }
        sums
    }

    /// Notes a salvo, with a new spread where none came of the same.
    fn noted(
        &mut self,
        (waiting, targets): (u32, u32),
        origin: Origin,
        ships: ShipSums,
    ) -> Result<SalvoIx, NotCounted> {
        let spread = match self.origins.get(&origin) {
            Some(known) => *known,
            None => {
                let new = self.spread_of(&origin)?;
                self.origins.insert(origin, new);
                new
            }
        };
        if self.salvos.len() >= MOST_SALVOS {
            return Err(NotCounted);
        }
        let salvo = self.salvos.len() as SalvoIx;
        self.salvos.push(spread);
        if E::SHIPS {
            self.ships.push(ships);
        }
        let known = &mut self.known[waiting as usize];
        if known.len() <= targets as usize {
            known.resize(self.targets.len(), UNKNOWN);
        }
        known[targets as usize] = salvo;
        Ok(salvo)
    }

    /// Adds up a spread.
    fn spread_of(&mut self, origin: &Origin) -> Result<SpreadIx, NotCounted> {
        let from = self.ways.len();
        match origin {
            Origin::Still { ending, shots } => self.ways.push((*ending, power(*shots))),
            Origin::Beside { spread, ending } => {
                let (from, to) = self.spreads[*spread as usize];
                for way in from as usize..to as usize {
                    let (other, weight) = self.ways[way];
                    self.ways.push((self.endings.sum(other, *ending), weight));
                }
            }
            Origin::Toll { spread, toll } => {
                let mut touched = Vec::new();
                for index in 0..self.tolls.list[*toll as usize].len() {
                    let (ending, weight) = self.tolls.list[*toll as usize][index];
                    self.add(*spread, weight, Some(ending), &mut touched)?;
                }
                self.gather(touched);
            }
            Origin::Sum(parts) => {
                let mut touched = Vec::new();
                for (spread, weight) in parts {
                    self.add(*spread, *weight, None, &mut touched)?;
                }
                self.gather(touched);
            }
        }
        let whole = |index: usize| u32::try_from(index).map_err(|_| NotCounted);
        let number = whole(self.spreads.len())?;
        self.spreads.push((whole(from)?, whole(self.ways.len())?));
        Ok(number)
    }

    /// Adds a spread with a weight, of ships beside others that come to this number.
    fn add(
        &mut self,
        spread: SpreadIx,
        weight: u64,
        beside: Option<u32>,
        touched: &mut Vec<u32>,
    ) -> Result<(), NotCounted> {
        let (from, to) = self.spreads[spread as usize];
        self.work += u64::from(to - from);
        if self.work > MOST_WORK {
            return Err(NotCounted);
        }
        for (ending, ways) in &self.ways[from as usize..to as usize] {
            let ending = beside.map_or(*ending, |more| self.endings.sum(*ending, more));
            let index = ending as usize;
            if index >= self.scratch.len() {
                self.scratch.resize(index + 1, 0);
            }
            if self.scratch[index] == 0 {
                touched.push(ending);
            }
            self.scratch[index] += weight * ways;
        }
        Ok(())
    }

    /// Lists what was added up.
    fn gather(&mut self, touched: Vec<u32>) {
        for ending in touched {
            self.ways.push((ending, std::mem::take(&mut self.scratch[ending as usize])));
        }
    }
}

/// Rolls of so many shots.
pub(super) fn power(shots: u32) -> u64 {
    ROLLS.pow(shots)
}

/// Ships to whom so many shots do nothing.
fn counted(ships: LineUp, shots: u32) -> ShipSums {
    let mut sums = ShipSums::default();
    ships.by_hits().for_each(|(index, ships)| sums[index] += ships * power(shots));
    sums
}
