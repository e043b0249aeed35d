//! All shots of one side in a sub-round: what becomes of the targets, with exact weights, each question asked once.

use super::aim::{Gunners, NextShots, Queue, Sight, Unfired, Weapons};
use super::line_up::{LineUp, MOST_SQUADRONS, Numbered};
use super::spread::{Endings, FEW, Origin, SpreadIx, Spreads, power, whole};
use super::{CountedFight, NotCounted};
use crate::sea::combat::battle::SideIx;
use liege_rules::play::wide::Wide;

/// The most shots of a salvo whose weights fit 64 bits, with room for sums of counts.
pub(super) const MOST_SHOTS: u32 = 11;
/// The most salvos that are told apart.
const MOST_SALVOS: usize = 1_000_000;
/// The most salvos for which room is made beforehand.
const ROOM: usize = 1 << 18;
/// No salvo yet.
const UNKNOWN: u32 = u32::MAX;

/// Ships afloat of each squadron after each number of hits, counted with weights.
pub(super) type ShipSums = [u64; MOST_SQUADRONS * 2];
/// The number of a salvo: of those who fire, and of their targets.
pub(super) type SalvoIx = u32;

/// Who waits, and who still does when so many of the next rank have fired.
struct WaitingShips {
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
enum SalvoBlow {
    /// They leave other targets. Those that were hit stay as they are, which is a toll by number; so many ships are
    /// afloat of these, with weights.
    Apart { others: u32, toll: u32, ships: ShipSums },
    /// They lead to targets that are listed from here on, with the weights of these odds.
    Again { from: u32, odds: u32 },
}

/// What salvos a salvo comes of.
#[derive(Clone, Copy)]
enum Before {
    /// Of none: nothing happens to the targets.
    None { targets: u32, shots: u32 },
    /// Of one, beside those of the targets that cannot be hit again.
    Beside { salvo: SalvoIx, targets: u32, shots: u32 },
    /// Of one, beside ships that a blow with so many shots leaves and before so many more.
    Blow { salvo: SalvoIx, blow: u32, shots: u32, more: u32 },
    /// Of those listed from here on, with the weights of these odds.
    Sum { from: u32, odds: u32 },
}

/// The salvos of a side under one kind of question and one way of telling what they end in.
pub(super) struct Broadside<'f, 'b, E> {
    pub(super) gunners: Gunners<'f, 'b>,
    pub(super) spreads: Spreads<E>,
    waiting_numbers: Numbered<Unfired>,
    waiting: Vec<WaitingShips>,
    target_numbers: Numbered<LineUp>,
    targets: Vec<Targets>,
    blows: Vec<SalvoBlow>,
    led_to: Vec<u32>,
    /// Salvos by those who wait and their targets.
    known: Vec<Vec<SalvoIx>>,
    /// The spread of each salvo, and the salvos that it comes of.
    salvos: Vec<SpreadIx>,
    before: Vec<Before>,
    summed: Vec<SalvoIx>,
}

impl<'f, 'b, E: Endings> Broadside<'f, 'b, E> {
    pub(super) fn new(fight: &'f CountedFight<'b>, side: SideIx, weapons: Weapons, endings: E) -> Self {
        Self {
            gunners: Gunners::new(fight, side, weapons),
            spreads: Spreads::new(endings),
            waiting_numbers: Numbered::default(),
            waiting: Vec::new(),
            target_numbers: Numbered::default(),
            targets: Vec::new(),
            blows: Vec::new(),
            led_to: Vec::new(),
            known: Vec::new(),
            salvos: Vec::new(),
            before: Vec::new(),
            summed: Vec::new(),
        }
    }

    /// Makes room for what all who wait come to with all targets that are known by now, so that no list is copied as it
    /// grows.
    pub(super) fn make_room(&mut self) {
        let salvos = self.waiting.len().saturating_mul(self.targets.len()).min(ROOM);
        self.salvos.reserve(salvos);
        self.before.reserve(salvos);
        self.summed.reserve(salvos);
        self.spreads.make_room(salvos);
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
            self.waiting.push(WaitingShips { queue: Gunners::queue(waiting), left });
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
        let shots = self.shots(waiting);
        let (origin, before) = match (aimed, parts) {
            (None, _) => {
                let ending = self.spreads.endings.number(line_up);
                (Origin::Still { ending, shots }, Before::None { targets, shots })
            }
            (Some(aimed), Some((fresh, rest))) if aimed.apart => {
                // What cannot be hit again stays as it is, whatever becomes of the others.
                let salvo = self.fire(waiting, fresh)?;
                let origin =
                    Origin::Beside { spread: self.spread(salvo), ending: self.spreads.endings.number(rest) };
                (origin, Before::Beside { salvo, targets, shots })
            }
            (Some(aimed), _) => self.struck(waiting, targets, aimed)?,
        };
        self.noted((waiting, targets), origin, before)
    }

    /// What follows of the next shots.
    fn struck(
        &mut self,
        waiting: u32,
        targets: u32,
        aimed: NextShots,
    ) -> Result<(Origin, Before), NotCounted> {
        let left = self.left(waiting, aimed);
        let blow = self.blow(targets, aimed);
        match self.blows[blow as usize] {
            SalvoBlow::Apart { others, toll, .. } => {
                let salvo = self.fire(left, others)?;
                let (shots, more) = (aimed.together as u32, self.shots(left));
                Ok((
                    Origin::Toll { spread: self.spread(salvo), toll },
                    Before::Blow { salvo, blow, shots, more },
                ))
            }
            SalvoBlow::Again { from, odds } => {
                let count = self.spreads.odds.list[odds as usize].len();
                // Few of them need no memory of their own.
                let (mut few, mut many) = ([0; FEW], Vec::new());
                let parts = if count > FEW {
                    many.resize(count, 0);
                    many.as_mut_slice()
                } else {
                    &mut few[..count]
                };
                for (part, at) in parts.iter_mut().zip(from as usize..) {
                    *part = self.fire(left, self.led_to[at])?;
                }
                let from = whole(self.summed.len())?;
                self.summed.extend(&*parts);
                parts.iter_mut().for_each(|part| *part = self.spread(*part));
                Ok((self.spreads.summed(odds, parts), Before::Sum { from, odds }))
            }
        }
    }

    /// Adds the ships that are afloat after salvos with weights to those of each squadron and number of hits. A salvo
    /// comes of those with lower numbers, so its weight is handed on to them.
    pub(super) fn add_ships<const N: usize>(&self, mut weights: Vec<Wide<N>>, sums: &mut [Wide<N>]) {
        let mut add = |weight: Wide<N>, ships: LineUp| {
            ships.by_hits().for_each(|(index, ships)| sums[index].add_times(&weight, ships));
        };
        let mut blows = vec![Wide::<N>::ZERO; self.blows.len()];
        for salvo in (0..weights.len()).rev() {
            let weight = weights[salvo];
            if weight == Wide::ZERO {
                continue;
            }
            match self.before[salvo] {
                Before::None { targets, shots } => add(weight.times(power(shots)), *self.line_up(targets)),
                Before::Beside { salvo, targets, shots } => {
                    weights[salvo as usize].add(&weight);
                    if let Some((_, rest)) = self.targets[targets as usize].parts {
                        add(weight.times(power(shots)), rest);
                    }
                }
                Before::Blow { salvo, blow, shots, more } => {
                    weights[salvo as usize].add_times(&weight, power(shots));
                    blows[blow as usize].add_times(&weight, power(more));
                }
                Before::Sum { from, odds } => {
                    let odds = &self.spreads.odds.list[odds as usize];
                    for (salvo, times) in self.summed[from as usize..].iter().zip(odds) {
                        weights[*salvo as usize].add_times(&weight, *times);
                    }
                }
            }
        }
        for (weight, blow) in blows.iter().zip(&self.blows) {
            if let SalvoBlow::Apart { ships, .. } = blow {
                sums.iter_mut().zip(ships).for_each(|(sum, ships)| sum.add_times(weight, *ships));
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
            let toll =
                struck.into_iter().map(|(struck, weight)| (self.spreads.endings.number(struck), weight));
            let toll = toll.collect();
            SalvoBlow::Apart { others: self.targets(others), toll: self.spreads.tolls.of(toll), ships }
        } else {
            let from = self.led_to.len() as u32;
            for (struck, _) in &struck {
                let then = self.targets(others.plus(*struck));
                self.led_to.push(then);
            }
            let odds = struck.into_iter().map(|(_, weight)| weight).collect();
            SalvoBlow::Again { from, odds: self.spreads.odds.of(odds) }
        };
        let number = self.blows.len() as u32;
        self.blows.push(blow);
        self.targets[targets as usize].blows.push((aimed, number));
        number
    }

    /// Notes a salvo, with a new spread where none came of the same.
    fn noted(
        &mut self,
        (waiting, targets): (u32, u32),
        origin: Origin,
        before: Before,
    ) -> Result<SalvoIx, NotCounted> {
        let spread = self.spreads.of(origin)?;
        if self.salvos.len() >= MOST_SALVOS {
            return Err(NotCounted);
        }
        let salvo = self.salvos.len() as SalvoIx;
        self.salvos.push(spread);
        self.before.push(before);
        let known = &mut self.known[waiting as usize];
        if known.len() <= targets as usize {
            known.resize(self.targets.len(), UNKNOWN);
        }
        known[targets as usize] = salvo;
        Ok(salvo)
    }
}
