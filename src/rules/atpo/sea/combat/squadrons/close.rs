//! The second round and the end: what both sides lose in all, without telling apart what loses the same.

use std::collections::{BTreeMap, HashMap};

use num_bigint::BigUint;
use rayon::iter::ParallelIterator;
use rayon::slice::ParallelSlice;

use super::line_up::{LineUp, MOST_SQUADRONS, Mixing, Squadron, parted};
use super::salvo::{Broadside, ROLLS, Spread, Weapons};
use super::standing::{Fired, Meetings, both, raised, screened};
use super::{CountedFight, Decisions, NotCounted};
use crate::rules::atpo::sea::combat::battle::{SIDES, SideIx};
use crate::rules::atpo::sea::combat::outcome::{self, FleetOutcome};
use crate::rules::atpo::sea::damage;
use crate::rules::losses::{Counted, Prospects, UnitProspect};
use crate::rules::wide::Wide;

/// The most pairs of losses that are told apart.
const MOST_PAIRS: usize = 500_000;
/// States that one processor adds up in one go.
const CHUNK: usize = 1024;

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

/// What a line-up of targets stands for after the last shot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Remains {
    /// What is left of the side, as a number of its scale.
    Left(usize),
    /// Ships afloat of a squadron after so many hits, counted.
    Ships(usize),
    /// What the ships afloat are worth.
    Worth(usize),
}

/// The endings of a side with their numbers.
#[derive(Debug, Default)]
struct RemainsList {
    numbers: HashMap<Remains, u32, Mixing>,
    list: Vec<Remains>,
}

impl RemainsList {
    fn number(&mut self, ending: Remains) -> u32 {
        let next = u32::try_from(self.list.len()).unwrap_or(u32::MAX);
        *self.numbers.entry(ending).or_insert_with(|| {
            self.list.push(ending);
            next
        })
    }

    fn of(
        &mut self,
        scale: Scale,
        squadrons: &[Squadron<'_>],
        measures: bool,
        line_up: LineUp,
    ) -> Vec<(u32, u64)> {
        let (left, worth) = scale.left(squadrons, line_up);
        let mut spread = vec![(self.number(Remains::Left(left)), 1)];
        if measures {
            spread.push((self.number(Remains::Worth(worth)), 1));
        }
        for (index, ships) in by_hits(line_up) {
            spread.push((self.number(Remains::Ships(index)), ships));
        }
        spread
    }
}

/// Ships afloat by squadron and hits.
fn by_hits(line_up: LineUp) -> impl Iterator<Item = (usize, u64)> {
    let all =
        (0..MOST_SQUADRONS * 2).map(move |index| (index, line_up.afloat_after(index / 2, (index % 2) as u8)));
    all.filter(|(_, ships)| *ships > 0)
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

/// Weights added up.
pub(super) struct Sums<const N: usize> {
    scales: [Scale; 2],
    /// By what is left of both sides.
    table: Vec<Wide<N>>,
    /// The same where both withdrew.
    withdrawn: BTreeMap<[usize; 2], Wide<N>>,
    /// Ships afloat of each side by squadron and hits.
    ships: [Vec<Wide<N>>; 2],
    /// By what the ships afloat of each side are worth.
    worth: [Vec<Wide<N>>; 2],
}

impl<const N: usize> Sums<N> {
    fn new(scales: [Scale; 2]) -> Self {
        Self {
            scales,
            table: vec![Wide::ZERO; scales[0].numbers() * scales[1].numbers()],
            withdrawn: BTreeMap::new(),
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
        let courses: Vec<Course> = standing
            .states
            .iter()
            .map(|(line_ups, _)| Course::of(fight, scales, *line_ups, second))
            .collect();
        let mut salvos = [0, 1].map(|side| Broadside::new(fight, side, Weapons::Guns));
        let mut endings = [RemainsList::default(), RemainsList::default()];
        let [one, other] = &mut endings;
        let arrayed: Vec<[LineUp; 2]> = courses.iter().map(|course| course.arrayed).collect();
        let fired = both(
            &mut salvos,
            &arrayed,
            0,
            |targets| one.of(scales[0], &fight.sides[0], fight.measures, targets),
            |targets| other.of(scales[1], &fight.sides[1], fight.measures, targets),
        )?;
        let most = fired.iter().map(|fired| fired.shots[0] + fired.shots[1]).max().unwrap_or(0);
        let lists = endings.map(|endings| endings.list);
        let states: Vec<(&Wide<N>, &Course, &Fired)> = standing
            .states
            .iter()
            .zip(&courses)
            .zip(&fired)
            .map(|((state, course), fired)| (&state.1, course, fired))
            .collect();
        let fold = |mut sums: Self, part: &[(&Wide<N>, &Course, &Fired)]| {
            for (weight, course, fired) in part {
                let weight = raised(weight, most - fired.shots[0] - fired.shots[1]);
                let at = [salvos[1].spread(fired.at[0]), salvos[0].spread(fired.at[1])];
                fight.spend((at[0].len() * at[1].len() / 4) as u64)?;
                sums.add(fight, weight, course, (at, fired.shots), &lists);
            }
            Ok(sums)
        };
        states
            .par_chunks(CHUNK)
            .try_fold(|| Self::new(scales), fold)
            .try_reduce(|| Self::new(scales), |one, other| Ok(one.plus(&other)))
    }

    /// Adds what comes of one state.
    fn add(
        &mut self,
        fight: &CountedFight<'_>,
        weight: Wide<N>,
        course: &Course,
        (spreads, shots): ([&Spread; 2], [u32; 2]),
        lists: &[Vec<Remains>; 2],
    ) {
        let mut aside = [0; 2];
        for side in 0..2 {
            let (left, worth) = self.scales[side].left(&fight.sides[side], course.aside[side]);
            aside[side] = left;
            let weight = weight.times(ROLLS.pow(shots[1 - side]));
            for (ending, ways) in spreads[side] {
                match lists[side][*ending as usize] {
                    Remains::Left(_) => {}
                    Remains::Ships(index) => self.ships[side][index].add_times(&weight, *ways),
                    Remains::Worth(more) => self.worth[side][worth + more].add_times(&weight, *ways),
                }
            }
            let all = weight.times(ROLLS.pow(shots[side]));
            for (index, ships) in by_hits(course.aside[side]) {
                self.ships[side][index].add_times(&all, ships);
            }
        }
        let left = |side: SideIx| {
            spreads[side].iter().filter_map(move |(ending, ways)| match lists[side][*ending as usize] {
                Remains::Left(left) => Some((left + aside[side], *ways)),
                _ => None,
            })
        };
        let defender: Vec<(usize, u64)> = left(1).collect();
        let width = self.scales[1].numbers();
        for (attacker, ways) in left(0) {
            let weight = weight.times(ways);
            let row = &mut self.table[attacker * width..(attacker + 1) * width];
            for (defender, ways) in &defender {
                if course.withdrawn {
                    let known = self.withdrawn.entry([attacker, *defender]).or_insert(Wide::ZERO);
                    known.add_times(&weight, *ways);
                } else {
                    row[*defender].add_times(&weight, *ways);
                }
            }
        }
    }

    fn plus(mut self, other: &Self) -> Self {
        let add = |one: &mut Vec<Wide<N>>, other: &[Wide<N>]| {
            one.iter_mut().zip(other).for_each(|(one, other)| one.add(other));
        };
        add(&mut self.table, &other.table);
        for side in 0..2 {
            add(&mut self.ships[side], &other.ships[side]);
            add(&mut self.worth[side], &other.worth[side]);
        }
        for (left, weight) in &other.withdrawn {
            self.withdrawn.entry(*left).or_insert(Wide::ZERO).add(weight);
        }
        self
    }

    /// The sums as chances.
    pub(super) fn told(self, fight: &CountedFight<'_>) -> Counted {
        let width = self.scales[1].numbers();
        let fought = self.table.iter().enumerate();
        let fought = fought.map(|(index, weight)| ([index / width, index % width], false, weight));
        let withdrawn = self.withdrawn.iter().map(|(left, weight)| (*left, true, weight));
        let mut results: BTreeMap<String, BigUint> = BTreeMap::new();
        let mut total = BigUint::default();
        for (left, withdrawn, weight) in fought.chain(withdrawn).filter(|(.., weight)| **weight != Wide::ZERO)
        {
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
