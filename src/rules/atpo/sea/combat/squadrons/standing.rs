//! How both sides can stand between two sub-rounds, each with its weight.

use std::collections::HashMap;

use super::line_up::{LineUp, Mixing, ShipCondition, place};
use super::salvo::{Broadside, ROLLS, SpreadAt, Unfired, Weapons, shots};
use super::{CountedFight, NotCounted, Screens};
use crate::rules::wide::Wide;

/// The most pairs of line-ups that are told apart.
const MOST_PAIRS: usize = 4_000_000;
/// The most of them that come up at once.
const MOST_STATES: usize = 400_000;
/// Factors that are multiplied in one go.
const AT_ONCE: u32 = 12;

/// Line-ups of a side with their numbers.
#[derive(Debug, Default)]
struct LineUps {
    numbers: HashMap<LineUp, u32, Mixing>,
    list: Vec<LineUp>,
}

impl LineUps {
    fn number(&mut self, line_up: LineUp) -> u32 {
        let next = u32::try_from(self.list.len()).unwrap_or(u32::MAX);
        *self.numbers.entry(line_up).or_insert_with(|| {
            self.list.push(line_up);
            next
        })
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
    pub(super) at: [SpreadAt; 2],
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
        let mut salvos = [0, 1].map(|side| Broadside::new(fight, side, weapons));
        let mut endings = [LineUps::default(), LineUps::default()];
        let before: Vec<[LineUp; 2]> = self.states.iter().map(|(line_ups, _)| *line_ups).collect();
        let [one, other] = &mut endings;
        let fired = both(
            &mut salvos,
            &before,
            rating,
            |targets| vec![(one.number(end(targets)), 1)],
            |targets| vec![(other.number(end(targets)), 1)],
        )?;
        let lists = endings.map(|endings| endings.list);
        if lists[0].len() * lists[1].len() > MOST_PAIRS {
            return Err(NotCounted);
        }
        let most = fired.iter().map(|fired| fired.shots[0] + fired.shots[1]).max().unwrap_or(0);
        let mut places = vec![u32::MAX; lists[0].len() * lists[1].len()];
        let mut states: Vec<([LineUp; 2], Wide<N>)> = Vec::new();
        for ((_, weight), fired) in self.states.iter().zip(&fired) {
            let weight = raised(weight, most - fired.shots[0] - fired.shots[1]);
            let at = [salvos[1].spread(fired.at[0]), salvos[0].spread(fired.at[1])];
            fight.spend((at[0].len() * at[1].len()) as u64)?;
            for (one, ways) in at[0] {
                let weight = weight.times(*ways);
                for (other, ways) in at[1] {
                    let index = &mut places[*one as usize * lists[1].len() + *other as usize];
                    if *index == u32::MAX {
                        *index = u32::try_from(states.len()).map_err(|_| NotCounted)?;
                        states.push(([lists[0][*one as usize], lists[1][*other as usize]], Wide::ZERO));
                    }
                    states[*index as usize].1.add_times(&weight, *ways);
                }
            }
            if states.len() > MOST_STATES {
                return Err(NotCounted);
            }
        }
        Ok(Self { states })
    }
}

/// Lets both sides of each state fire, whoever has not yet and has at least this rating.
pub(super) fn both(
    salvos: &mut [Broadside<'_, '_>; 2],
    states: &[[LineUp; 2]],
    rating: u8,
    mut end_attacker: impl FnMut(LineUp) -> Vec<(u32, u64)> + Send,
    mut end_defender: impl FnMut(LineUp) -> Vec<(u32, u64)> + Send,
) -> Result<Vec<Fired>, NotCounted> {
    let ready = |line_ups: &[LineUp; 2]| {
        let [attacker, defender] = [0, 1].map(|side| salvos[side].waiting(line_ups[side], rating));
        ([attacker.0, defender.0], [attacker.1, defender.1])
    };
    let ready: Vec<([Unfired; 2], [LineUp; 2])> = states.iter().map(ready).collect();
    let [attacker, defender] = salvos;
    let fire_at_defender = || {
        let fire = |(waiting, targets): &([Unfired; 2], [LineUp; 2])| {
            attacker.fire(waiting[0], targets[1], &mut end_defender)
        };
        ready.iter().map(fire).collect::<Result<Vec<SpreadAt>, NotCounted>>()
    };
    let fire_at_attacker = || {
        let fire = |(waiting, targets): &([Unfired; 2], [LineUp; 2])| {
            defender.fire(waiting[1], targets[0], &mut end_attacker)
        };
        ready.iter().map(fire).collect::<Result<Vec<SpreadAt>, NotCounted>>()
    };
    let (at_defender, at_attacker) = rayon::join(fire_at_defender, fire_at_attacker);
    let (at_defender, at_attacker) = (at_defender?, at_attacker?);
    let fired = |((waiting, _), (one, other)): (&([Unfired; 2], _), (&SpreadAt, &SpreadAt))| Fired {
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
