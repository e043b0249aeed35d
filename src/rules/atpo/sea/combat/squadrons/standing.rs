//! How both sides can stand between two sub-rounds, each with its weight.

use std::collections::HashMap;

use super::aim::{Unfired, Weapons, shots};
use super::line_up::{LineUp, Mixing, ShipCondition, place};
use super::salvo::{Broadside, Endings, ROLLS, SpreadIx};
use super::{CountedFight, NotCounted, Screens};
use crate::rules::atpo::sea::combat::battle::SideIx;
use crate::rules::wide::Wide;

/// The most pairs of line-ups that are told apart.
const MOST_PAIRS: usize = 4_000_000;
/// The most of them that come up at once.
const MOST_STATES: usize = 400_000;
/// Factors that are multiplied in one go.
const AT_ONCE: u32 = 12;

/// Line-ups of a side with their numbers.
struct LineUps<'e> {
    end: &'e (dyn Fn(LineUp) -> LineUp + Sync),
    numbers: HashMap<LineUp, u32, Mixing>,
    list: Vec<LineUp>,
}

impl<'e> LineUps<'e> {
    fn new(end: &'e (dyn Fn(LineUp) -> LineUp + Sync)) -> Self {
        Self { end, numbers: HashMap::default(), list: Vec::new() }
    }

    fn of(&mut self, line_up: LineUp) -> u32 {
        let next = u32::try_from(self.list.len()).unwrap_or(u32::MAX);
        *self.numbers.entry(line_up).or_insert_with(|| {
            self.list.push(line_up);
            next
        })
    }
}

impl Endings for LineUps<'_> {
    fn number(&mut self, line_up: LineUp) -> u32 {
        self.of((self.end)(line_up))
    }

    fn sum(&mut self, one: u32, other: u32) -> u32 {
        self.of(self.list[one as usize].plus(self.list[other as usize]))
    }
}

/// Both sides' line-ups and the weights of all pairs of them that can come up.
pub(super) struct Meetings<const N: usize> {
    /// Both sides' ships.
    pub(super) states: Vec<([LineUp; 2], Wide<N>)>,
}

/// A state with its salvos: the spreads of both sides' shots, and how many shots.
pub(super) struct Fired {
    /// What the shots at each side come to.
    pub(super) at: [SpreadIx; 2],
    /// Shots at each side.
    pub(super) shots: [u32; 2],
}

impl<const N: usize> Meetings<N> {
    pub(super) fn new(fight: &CountedFight<'_>) -> Self {
        let [attacker, defender] = &fight.sides;
        Self { states: vec![([LineUp::of(attacker), LineUp::of(defender)], Wide::ONE)] }
    }

    /// Takes the screened ships of the first round out of the line.
    pub(super) fn set_aside(&mut self, fight: &CountedFight<'_>, screens: &Screens) -> [LineUp; 2] {
        let (arrayed, aside) = screened(fight, self.states[0].0, screens);
        self.states[0].0 = arrayed;
        aside
    }

    /// Screened ships come back into the line.
    pub(super) fn come_back(&mut self, aside: [LineUp; 2]) {
        for (line_ups, _) in &mut self.states {
            for (line_up, aside) in line_ups.iter_mut().zip(aside) {
                aside.places().for_each(|place| line_up.put(place, aside.at(place)));
            }
        }
    }

    /// How they stand after a sub-round of this rating.
    pub(super) fn after(
        self,
        fight: &CountedFight<'_>,
        weapons: Weapons,
        rating: u8,
        end: &(dyn Fn(LineUp) -> LineUp + Sync),
    ) -> Result<Self, NotCounted> {
        let mut salvos = [0, 1].map(|side| Broadside::new(fight, side, weapons, LineUps::new(end)));
        let before: Vec<[LineUp; 2]> = self.states.iter().map(|(line_ups, _)| *line_ups).collect();
        let fired = both(&mut salvos, &before, rating)?;
        let seen = [0, 1].map(|side| Seen::of(&salvos[1 - side], fired.iter().map(|fired| fired.at[side])));
        if seen[0].list.len() * seen[1].list.len() > MOST_PAIRS {
            return Err(NotCounted);
        }
        let most = fired.iter().map(|fired| fired.shots[0] + fired.shots[1]).max().unwrap_or(0);
        let mut sums = SparseSums::new(seen[0].list.len());
        let mut then = NewMeetings::new(&seen);
        for group in grouped(&fired, 1) {
            for index in &group {
                let fired = &fired[*index];
                let weight = raised(&self.states[*index].1, most - fired.shots[0] - fired.shots[1]);
                for (ending, ways) in salvos[1].ways(fired.at[0]) {
                    sums.add(seen[0].numbers[*ending as usize], &weight, *ways);
                }
            }
            let ways = salvos[0].ways(fired[group[0]].at[1]);
            fight.spend((sums.touched.len() * ways.len()) as u64)?;
            for (one, weight) in sums.drain() {
                for (ending, ways) in ways {
                    then.add([one, seen[1].numbers[*ending as usize]], &weight, *ways);
                }
            }
            if then.states.len() > MOST_STATES {
                return Err(NotCounted);
            }
        }
        Ok(Self { states: then.states })
    }
}

/// Meetings as they are added up.
struct NewMeetings<'s, const N: usize> {
    seen: &'s [Seen; 2],
    /// Where each pair stands among the states, if it does.
    at: Vec<u32>,
    states: Vec<([LineUp; 2], Wide<N>)>,
}

impl<'s, const N: usize> NewMeetings<'s, N> {
    fn new(seen: &'s [Seen; 2]) -> Self {
        Self { seen, at: vec![u32::MAX; seen[0].list.len() * seen[1].list.len()], states: Vec::new() }
    }

    fn add(&mut self, pair: [u32; 2], weight: &Wide<N>, ways: u64) {
        let [one, other] = pair.map(|number| number as usize);
        let at = &mut self.at[one * self.seen[1].list.len() + other];
        if *at == u32::MAX {
            // Fewer than the most pairs, which are told apart.
            *at = self.states.len() as u32;
            self.states.push(([self.seen[0].list[one], self.seen[1].list[other]], Wide::ZERO));
        }
        self.states[*at as usize].1.add_times(weight, ways);
    }
}

/// The line-ups in which salvos can end, numbered anew.
struct Seen {
    /// By their number among all.
    numbers: Vec<u32>,
    list: Vec<LineUp>,
}

impl Seen {
    fn of(salvos: &Broadside<'_, '_, LineUps<'_>>, spreads: impl Iterator<Item = SpreadIx>) -> Self {
        let mut seen = Self { numbers: vec![u32::MAX; salvos.endings.list.len()], list: Vec::new() };
        let mut looked_at = vec![false; salvos.spreads()];
        for spread in spreads {
            if std::mem::replace(&mut looked_at[spread as usize], true) {
                continue;
            }
            for (ending, _) in salvos.ways(spread) {
                let number = &mut seen.numbers[*ending as usize];
                if *number == u32::MAX {
                    *number = seen.list.len() as u32;
                    seen.list.push(salvos.endings.list[*ending as usize]);
                }
            }
        }
        seen
    }
}

/// Weights by number, of which few are not zero.
pub(super) struct SparseSums<const N: usize> {
    sums: Vec<Wide<N>>,
    /// The numbers that have a weight.
    pub(super) touched: Vec<u32>,
}

impl<const N: usize> SparseSums<N> {
    pub(super) fn new(numbers: usize) -> Self {
        Self { sums: vec![Wide::ZERO; numbers], touched: Vec::new() }
    }

    pub(super) fn add(&mut self, number: u32, weight: &Wide<N>, ways: u64) {
        let sum = &mut self.sums[number as usize];
        if *sum == Wide::ZERO {
            self.touched.push(number);
        }
        sum.add_times(weight, ways);
    }

    /// The numbers with their weights, which are zero again.
    pub(super) fn drain(&mut self) -> impl Iterator<Item = (u32, Wide<N>)> {
        let sums = &mut self.sums;
        self.touched
            .drain(..)
            .map(|number| (number, std::mem::replace(&mut sums[number as usize], Wide::ZERO)))
    }
}

/// The states by the spread of the shots at a side, those with the same one together.
pub(super) fn grouped(fired: &[Fired], side: SideIx) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..fired.len()).collect();
    order.sort_by_key(|index| fired[*index].at[side]);
    order
        .chunk_by(|one, other| fired[*one].at[side] == fired[*other].at[side])
        .map(<[usize]>::to_vec)
        .collect()
}

/// Lets both sides of each state fire, whoever has not yet and has at least this rating.
pub(super) fn both<E: Endings>(
    salvos: &mut [Broadside<'_, '_, E>; 2],
    states: &[[LineUp; 2]],
    rating: u8,
) -> Result<Vec<Fired>, NotCounted> {
    let ready = |line_ups: &[LineUp; 2]| {
        let [attacker, defender] = [0, 1].map(|side| salvos[side].gunners.waiting(line_ups[side], rating));
        ([attacker.0, defender.0], [attacker.1, defender.1])
    };
    let ready: Vec<([Unfired; 2], [LineUp; 2])> = states.iter().map(ready).collect();
    let fire = |salvos: &mut Broadside<'_, '_, E>, side: SideIx| {
        let one =
            |(waiting, targets): &([Unfired; 2], [LineUp; 2])| salvos.fire(waiting[side], targets[1 - side]);
        ready.iter().map(one).collect::<Result<Vec<SpreadIx>, NotCounted>>()
    };
    let [attacker, defender] = salvos;
    let (at_defender, at_attacker) = rayon::join(|| fire(attacker, 0), || fire(defender, 1));
    let (at_defender, at_attacker) = (at_defender?, at_attacker?);
    let fired = |((waiting, _), (one, other)): (&([Unfired; 2], _), (&SpreadIx, &SpreadIx))| Fired {
        at: [*one, *other],
        shots: [shots(waiting[1]), shots(waiting[0])],
    };
    Ok(ready.iter().zip(at_attacker.iter().zip(&at_defender)).map(fired).collect())
}

/// A weight over a total that is larger by so many shots.
pub(super) fn raised<const N: usize>(weight: &Wide<N>, shots: u32) -> Wide<N> {
    let mut raised = *weight;
    let mut left = shots;
    while left > 0 {
        let now = left.min(AT_ONCE);
        raised = raised.times(ROLLS.pow(now));
        left -= now;
    }
    raised
}

/// Who fights in a round, and who is screened: of the side that has more ships as many as it has more, in their order,
/// of equal ships those that took more hits first.
pub(super) fn screened(
    fight: &CountedFight<'_>,
    line_ups: [LineUp; 2],
    screens: &Screens,
) -> ([LineUp; 2], [LineUp; 2]) {
    let (mut arrayed, mut aside) = (line_ups, [LineUp::default(); 2]);
    for side in 0..2 {
        let mut may = line_ups[side].afloat().saturating_sub(line_ups[1 - side].afloat());
        if may == 0 {
            continue;
        }
        for (squadron, screened) in screens[side].iter().enumerate().take(fight.sides[side].len()) {
            for hits in [1, 0] {
                let at = place(squadron, ShipCondition { hits, attacked: false, fired: false });
                let ships = line_ups[side].at(at).min(may);
                if screened[usize::from(hits)] && ships > 0 {
                    arrayed[side].take(at, ships);
                    aside[side].put(at, ships);
                    may -= ships;
                }
            }
        }
    }
    (arrayed, aside)
}
