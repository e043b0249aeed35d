//! The second round and the end: what both sides lose in all, without telling apart what loses the same.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use rayon::iter::ParallelIterator;
use rayon::slice::ParallelSlice;

use super::aim::Weapons;
use super::line_up::{LineUp, MOST_SQUADRONS, Squadron, parted};
use super::salvo::{Broadside, Endings};
use super::standing::{Fired, Meetings, SparseSums, both, grouped, raised, screened};
use super::{CountedFight, Decisions, NotCounted};
use crate::rules::atpo::sea::combat::battle::{SIDES, SideIx};
use crate::rules::atpo::sea::combat::outcome::{self, FleetOutcome};
use crate::rules::atpo::sea::damage;
use crate::rules::losses::{Counted, Prospects, UnitProspect};
use crate::rules::wide::Wide;

/// The most pairs of losses that are told apart.
const MOST_PAIRS: usize = 500_000;
/// Groups of states that one processor adds up in one go.
const CHUNK: usize = 256;

/// What is left of a side, as a number: ships afloat, ships damaged among them, points of sea transport. What is left of
/// two parts of a side has the sum of their numbers.
#[derive(Debug, Clone, Copy)]
struct Scale {
    ships: usize,
    points: usize,
    worth: usize,
}

impl Scale {
    fn of(squadrons: &[Squadron<'_>]) -> Self {
        let sum = |of: &dyn Fn(&Squadron<'_>) -> usize| {
            squadrons.iter().map(|squadron| of(squadron) * squadron.ships.len()).sum()
        };
        Self {
            ships: sum(&|_| 1),
            points: sum(&|squadron| usize::from(squadron.unit.points)),
            worth: sum(&|squadron| squadron.unit.worth_lost(0) as usize),
        }
    }

    fn numbers(self) -> usize {
        (self.ships + 1) * (self.ships + 1) * (self.points + 1)
    }

    /// What is left, and what it is worth.
    fn left(self, squadrons: &[Squadron<'_>], line_up: LineUp) -> (usize, usize) {
        if line_up == LineUp::default() {
            return (0, 0);
        }
        let (mut afloat, mut damaged, mut points, mut worth) = (0, 0, 0, 0);
        for place in line_up.places() {
            let (number, condition) = parted(place);
            let (ships, squadron) = (line_up.at(place) as usize, &squadrons[number]);
            let hits_left = squadron.hits_left(condition.hits);
            afloat += ships;
            if squadron.unit.is_transport() {
                points += ships * usize::from(hits_left);
            } else if condition.hits > 0 {
                damaged += ships;
            }
            let all = squadron.unit.worth_lost(0);
            worth += ships * (all - squadron.unit.worth_lost(hits_left)) as usize;
        }
        ((afloat * (self.ships + 1) + damaged) * (self.points + 1) + points, worth)
    }

    /// What a number says was lost.
    fn lost(self, number: usize, withdrawn: bool, cargo: u32) -> FleetOutcome {
        let (rest, points) = (number / (self.points + 1), number % (self.points + 1));
        let (afloat, damaged) = (rest / (self.ships + 1), rest % (self.ships + 1));
        let whole = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        FleetOutcome {
            sunk: self.ships - afloat,
            damaged,
            withdrawn: if withdrawn { afloat } else { 0 },
            points_lost: whole(self.points - points),
            cargo_lost: cargo.saturating_sub(whole(points)),
            admirals_lost: 0,
        }
    }
}

/// What is left of a side after the last shot, as a number of its scale.
struct Left<'b> {
    scale: Scale,
    squadrons: &'b [Squadron<'b>],
}

/// What the ships of a side that are afloat after the last shot are worth.
struct Worth<'b>(Left<'b>);

impl Left<'_> {
    fn of(&self, line_up: LineUp) -> (usize, usize) {
        self.scale.left(self.squadrons, line_up)
    }
}

impl Endings for Left<'_> {
    fn number(&mut self, line_up: LineUp) -> u32 {
        self.of(line_up).0 as u32
    }

    fn sum(&mut self, one: u32, other: u32) -> u32 {
        one + other
    }
}

impl Endings for Worth<'_> {
    fn number(&mut self, line_up: LineUp) -> u32 {
        self.0.of(line_up).1 as u32
    }

    fn sum(&mut self, one: u32, other: u32) -> u32 {
        one + other
    }
}

/// How a battle goes on from a state.
struct Course {
    arrayed: [LineUp; 2],
    aside: [LineUp; 2],
    withdrawn: bool,
}

impl Course {
    fn of(
        fight: &CountedFight<'_>,
        scales: [Scale; 2],
        line_ups: [LineUp; 2],
        second: Option<&Decisions>,
    ) -> Self {
        let over = Self { arrayed: [LineUp::default(); 2], aside: line_ups, withdrawn: false };
        let Some(decisions) = second else { return over };
        if line_ups.iter().any(|line_up| line_up.afloat() == 0) {
            return over;
        }
        let lost =
            |side: SideIx| scales[side].worth - scales[side].left(&fight.sides[side], line_ups[side]).1;
        let lost = [lost(0), lost(1)];
        let withdraws = |side: SideIx| decisions.withdraws[side][usize::from(lost[side] > lost[1 - side])];
        if withdraws(0) && withdraws(1) {
            return Self { withdrawn: true, ..over };
        }
        let (arrayed, aside) = screened(fight, line_ups, &decisions.screens);
        Self { arrayed, aside, withdrawn: false }
    }
}

/// A last round: all states with how they go on and what is fired.
struct LastRound<'s, 'f, 'b, const N: usize> {
    fight: &'f CountedFight<'b>,
    scales: [Scale; 2],
    states: &'s [([LineUp; 2], Wide<N>)],
    courses: &'s [Course],
    fired: Vec<Fired>,
    /// Shots of the state that has the most.
    most: u32,
}

impl<const N: usize> LastRound<'_, '_, '_, N> {
    /// The weight of a state over the total of all, without the shots at one side or at both.
    fn weight(&self, state: usize, without: &[SideIx]) -> Wide<N> {
        let shots = self.fired[state].shots;
        let without: u32 = without.iter().map(|side| shots[*side]).sum();
        let more = self.most - shots[0] - shots[1];
        raised(&self.states[state].1, more + shots[0] + shots[1] - without)
    }

    /// What is left of the ships of a side that are screened, or of all where nobody fires, and their worth.
    fn aside(&self, state: usize, side: SideIx) -> (usize, usize) {
        self.scales[side].left(&self.fight.sides[side], self.courses[state].aside[side])
    }
}

/// Weights added up.
pub(super) struct Sums<const N: usize> {
    scales: [Scale; 2],
    /// By what is left of both sides: of those who fought to the end, and of those who withdrew if any did.
    tables: [Vec<Wide<N>>; 2],
    /// Ships afloat of each side by squadron and hits.
    ships: [Vec<Wide<N>>; 2],
    /// By what the ships afloat of each side are worth.
    worth: [Vec<Wide<N>>; 2],
}

impl<const N: usize> Sums<N> {
    fn new(scales: [Scale; 2]) -> Self {
        Self {
            scales,
            tables: [Vec::new(), Vec::new()],
            ships: [0, 1].map(|_| vec![Wide::ZERO; MOST_SQUADRONS * 2]),
            worth: scales.map(|scale| vec![Wide::ZERO; scale.worth + 1]),
        }
    }

    /// Fights the second round from each state, where there is one.
    pub(super) fn of(
        fight: &CountedFight<'_>,
        standing: Meetings<N>,
        second: Option<&Decisions>,
    ) -> Result<Self, NotCounted> {
        let scales = [0, 1].map(|side: SideIx| Scale::of(&fight.sides[side]));
        if scales[0].numbers().saturating_mul(scales[1].numbers()) > MOST_PAIRS {
            return Err(NotCounted);
        }
        let states = &standing.states;
        let courses: Vec<Course> =
            states.iter().map(|(line_ups, _)| Course::of(fight, scales, *line_ups, second)).collect();
        let arrayed: Vec<[LineUp; 2]> = courses.iter().map(|course| course.arrayed).collect();
        let left = |side: SideIx| Left { scale: scales[side], squadrons: &fight.sides[side] };
        let mut salvos = [0, 1].map(|side| Broadside::new(fight, side, Weapons::Guns, left(1 - side)));
        let fired = both(&mut salvos, &arrayed, 0)?;
        let most = fired.iter().map(|fired| fired.shots[0] + fired.shots[1]).max().unwrap_or(0);
        let round = LastRound { fight, scales, states, courses: &courses, fired, most };
        let groups = grouped(&round.fired, 1);
        let fold = |(mut sums, mut row): (Self, SparseSums<N>), groups: &[Vec<usize>]| {
            for group in groups {
                sums.add(&round, &salvos, group, &mut row)?;
            }
            Ok((sums, row))
        };
        let empty = || (Self::new(scales), SparseSums::new(scales[0].numbers()));
        let mut sums = groups
            .par_chunks(CHUNK)
            .try_fold(empty, fold)
            .map(|folded| folded.map(|(sums, _)| sums))
            .try_reduce(|| Self::new(scales), |one, other| Ok(one.plus(&other)))?;
        sums.add_ships(&round, &salvos);
        if fight.measures {
            let worth = |side: SideIx| Worth(left(side));
            let mut salvos = [0, 1].map(|side| Broadside::new(fight, side, Weapons::Guns, worth(1 - side)));
            both(&mut salvos, &arrayed, 0).and_then(|fired| sums.add_worth(&round, &salvos, &fired))?;
        }
        Ok(sums)
    }

    /// Adds what comes of states in which the shots at the defender come to the same.
    fn add(
        &mut self,
        round: &LastRound<'_, '_, '_, N>,
        salvos: &[Broadside<'_, '_, Left<'_>>; 2],
        group: &[usize],
        row: &mut SparseSums<N>,
    ) -> Result<(), NotCounted> {
        let ways = salvos[0].ways(round.fired[group[0]].at[1]);
        let beside = |state: &usize| (round.aside(*state, 1).0, round.courses[*state].withdrawn);
        let width = self.scales[1].numbers();
        for part in group.chunk_by(|one, other| beside(one) == beside(other)) {
            for state in part {
                let weight = round.weight(*state, &[0, 1]);
                let aside = round.aside(*state, 0).0 as u32;
                for (left, ways) in salvos[1].ways(round.fired[*state].at[0]) {
                    row.add(aside + left, &weight, *ways);
                }
            }
            round.fight.spend((row.touched.len() * ways.len() / 4) as u64)?;
            let (aside, withdrawn) = beside(&part[0]);
            let table = &mut self.tables[usize::from(withdrawn)];
            if table.is_empty() {
                table.resize(self.scales[0].numbers() * width, Wide::ZERO);
            }
            for (attacker, weight) in row.drain() {
                let from = attacker as usize * width + aside;
                for (left, ways) in ways {
                    table[from + *left as usize].add_times(&weight, *ways);
                }
            }
        }
        Ok(())
    }

    /// Adds the ships that are afloat in the end.
    fn add_ships(&mut self, round: &LastRound<'_, '_, '_, N>, salvos: &[Broadside<'_, '_, Left<'_>>; 2]) {
        for side in 0..2 {
            let mut weights = vec![Wide::<N>::ZERO; salvos[1 - side].spreads()];
            for (state, fired) in round.fired.iter().enumerate() {
                weights[fired.at[side] as usize].add(&round.weight(state, &[side]));
                let aside = round.courses[state].aside[side];
                if aside != LineUp::default() {
                    let weight = round.weight(state, &[]);
                    aside
                        .by_hits()
                        .for_each(|(index, ships)| self.ships[side][index].add_times(&weight, ships));
                }
            }
            for (spread, weight) in (0..).zip(&weights).filter(|(_, weight)| **weight != Wide::ZERO) {
                for (sum, ships) in self.ships[side].iter_mut().zip(salvos[1 - side].ships(spread)) {
                    sum.add_times(weight, *ships);
                }
            }
        }
    }

    /// Adds what the ships that are afloat in the end are worth.
    fn add_worth(
        &mut self,
        round: &LastRound<'_, '_, '_, N>,
        salvos: &[Broadside<'_, '_, Worth<'_>>; 2],
        fired: &[Fired],
    ) -> Result<(), NotCounted> {
        for side in 0..2 {
            for (state, fired) in fired.iter().enumerate() {
                let (weight, aside) = (round.weight(state, &[side]), round.aside(state, side).1);
                let ways = salvos[1 - side].ways(fired.at[side]);
                round.fight.spend(ways.len() as u64)?;
                for (worth, ways) in ways {
                    self.worth[side][aside + *worth as usize].add_times(&weight, *ways);
                }
            }
        }
        Ok(())
    }

    fn plus(mut self, other: &Self) -> Self {
        for (table, other) in self.tables.iter_mut().zip(&other.tables) {
            if table.is_empty() {
                table.clone_from(other);
            } else {
                table.iter_mut().zip(other).for_each(|(one, other)| one.add(other));
            }
        }
        self
    }

    /// The sums as chances.
    pub(super) fn told(self, fight: &CountedFight<'_>) -> Counted {
        let width = self.scales[1].numbers();
        let sums = self.tables.iter().zip([false, true]).flat_map(|(table, withdrawn)| {
            table
                .iter()
                .enumerate()
                .map(move |(index, weight)| ([index / width, index % width], withdrawn, weight))
        });
        let mut results: BTreeMap<String, BigUint> = BTreeMap::new();
        let mut total = BigUint::default();
        for (left, withdrawn, weight) in sums.filter(|(.., weight)| **weight != Wide::ZERO) {
            let lost = |side: SideIx| {
                self.scales[side].lost(left[side], withdrawn, fight.engagement.fleets[side].cargo)
            };
            let weight = weight.big();
            total += &weight;
            *results.entry(outcome::in_short(&lost(0), &lost(1))).or_default() += weight;
        }
        let prospects = self.prospects(fight, &total);
        Counted { results, total, prospects }
    }

    /// What each ship loses: of equal ones each the mean of them all.
    fn prospects(&self, fight: &CountedFight<'_>, total: &BigUint) -> Prospects {
        let mut units = Vec::new();
        for (side, squadrons) in fight.sides.iter().enumerate() {
            for (ship, unit) in fight.engagement.fleets[side].units.iter().enumerate() {
                let of = squadrons.iter().position(|squadron| squadron.ships.contains(&ship));
                let Some((number, squadron)) = of.and_then(|of| Some((of, squadrons.get(of)?))) else {
                    continue;
                };
                let all = total * squadron.ships.len();
                let [whole, hit] = [0, 1].map(|hits| self.ships[side][number * 2 + hits].big());
                let gone = &all - &whole - &hit;
                let weights = [(squadron.hits_left(1), hit), (0, gone)];
                let fates = weights.into_iter().filter(|(_, weight)| *weight > BigUint::ZERO);
                let fates = fates.filter_map(|(left, weight)| Some((damage::fate(unit, left)?, weight)));
                units.push(UnitProspect {
                    side: SIDES[side],
                    unit: unit.name.clone(),
                    fates: fates.collect(),
                    total: all,
                });
            }
        }
        let mut measures = BTreeMap::new();
        for ((side, worth), scale) in SIDES.into_iter().zip(&self.worth).zip(self.scales) {
            for (left, weight) in worth.iter().enumerate().filter(|(_, weight)| **weight != Wide::ZERO) {
                let lost = u32::try_from(scale.worth - left).unwrap_or(u32::MAX);
                measures.insert((side, lost), weight.big());
            }
        }
        Prospects { units, measures, total: total.clone() }
    }
}
