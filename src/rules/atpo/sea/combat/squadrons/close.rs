//! The second round and the end: what both sides lose in all, without telling apart what loses the same.

use rayon::iter::ParallelIterator;
use rayon::slice::{ParallelSlice, ParallelSliceMut};

use super::aim::Weapons;
use super::line_up::{LineUp, MOST_SQUADRONS};
use super::salvo::{Broadside, SalvoIx, SpreadIx, power};
use super::scale::{Left, Scale, Worth};
use super::stance::{Course, Stance, Stances};
use super::standing::{Meetings, SparseSums};
use super::{CountedFight, Decisions, NotCounted};
use crate::rules::atpo::sea::combat::battle::SideIx;
use crate::rules::wide::Wide;

/// The most pairs of losses that are told apart.
const MOST_PAIRS: usize = 500_000;
/// Runs of pairs that one processor adds up in one go.
const CHUNK: usize = 512;

/// Pairs of the defender's line-up with the attacker's in which the shots at the defender come to the same.
#[derive(Clone, Copy)]
struct Run {
    /// What those shots come to, and what is left of the defender's ships that are screened.
    spread: SpreadIx,
    aside: u32,
    /// The attacker's salvo, and who of his ships fires it.
    salvo: SalvoIx,
    waiting: u32,
    defender: u32,
    /// The stance of the defender.
    stance: u32,
    /// The pairs, by their place in the order of the attacker's line-ups.
    from: u32,
    to: u32,
}

/// A last round: how both sides stand, and what is fired.
struct LastRound<'s, 'f, 'b, const A: usize> {
    fight: &'f CountedFight<'b>,
    scales: [Scale; 2],
    standing: &'s Meetings<A>,
    stances: &'s Stances,
    salvos: &'s [Broadside<'f, 'b, Left<'f>>; 2],
    /// The attacker's line-ups, those in which the same ships wait beside each other.
    order: &'s [u32],
    /// The most shots of each side.
    most: [u32; 2],
}

/// Weights of pairs that are over, and of ships that are screened.
struct Rest<const A: usize> {
    /// By what is left of both sides: of those who fought to the end, and of those who withdrew.
    tables: [Vec<Wide<A>>; 2],
    /// By the line-up of a side.
    over: [Vec<Wide<A>>; 2],
    /// By the stance of a side.
    on: [Vec<Wide<A>>; 2],
}

/// Weights added up.
pub(super) struct Sums<const N: usize> {
    pub(super) scales: [Scale; 2],
    /// By what is left of both sides: of those who fought to the end, and of those who withdrew if any did.
    pub(super) tables: [Vec<Wide<N>>; 2],
    /// Ships afloat of each side by squadron and hits.
    pub(super) ships: [Vec<Wide<N>>; 2],
    /// By what the ships afloat of each side are worth.
    pub(super) worth: [Vec<Wide<N>>; 2],
}

impl<const C: usize> Sums<C> {
    fn new(scales: [Scale; 2]) -> Self {
        Self {
            scales,
            tables: [Vec::new(), Vec::new()],
            ships: [0, 1].map(|_| vec![Wide::ZERO; MOST_SQUADRONS * 2]),
            worth: scales.map(|scale| vec![Wide::ZERO; scale.worth + 1]),
        }
    }

    /// Fights the second round from each pair of line-ups, where there is one.
    pub(super) fn of<const A: usize, const B: usize>(
        fight: &CountedFight<'_>,
        standing: &Meetings<A>,
        second: Option<&Decisions>,
    ) -> Result<Self, NotCounted> {
        let scales = [0, 1].map(|side: SideIx| Scale::of(&fight.sides[side]));
        if scales[0].numbers().saturating_mul(scales[1].numbers()) > MOST_PAIRS {
            return Err(NotCounted);
        }
        let left = |side: SideIx| Left { scale: scales[side], squadrons: &fight.sides[side] };
        let mut salvos = [0, 1].map(|side| Broadside::new(fight, side, Weapons::Guns, left(1 - side)));
        let stances = Stances::of(fight, standing, second, &mut salvos);
        let order = stances.in_order();
        let most = [0, 1].map(|side: SideIx| salvos[side].most_shots());
        let (fired, rest) = rayon::join(
            || fired(standing, &stances, &order, &mut salvos),
            || Rest::of(fight, scales, standing, &stances),
        );
        let (runs, weights) = fired?;
        let round =
            LastRound { fight, scales, standing, stances: &stances, salvos: &salvos, order: &order, most };
        let mut sums = round.fought::<B, C>(runs)?;
        sums.add_ships(&round, &weights);
        sums.add_rest(&round, &rest);
        if fight.measures {
            sums.add_worth(fight, standing, second)?;
        }
        Ok(sums)
    }

    fn plus(mut self, other: &Self) -> Self {
        let own = self.tables.iter_mut().chain(&mut self.ships);
        for (one, other) in own.zip(other.tables.iter().chain(&other.ships)) {
            if one.is_empty() {
                one.clone_from(other);
            } else {
                one.iter_mut().zip(other).for_each(|(one, other)| one.add(other));
            }
        }
        self
    }

    /// The table of those who fought to the end, or of those who withdrew.
    fn table(&mut self, withdrawn: bool) -> &mut [Wide<C>] {
        let numbers = self.scales[0].numbers() * self.scales[1].numbers();
        let table = &mut self.tables[usize::from(withdrawn)];
        table.resize(numbers, Wide::ZERO);
        table
    }

    /// Adds what comes of runs in which the shots at the defender come to the same.
    fn add<const A: usize, const B: usize>(
        &mut self,
        round: &LastRound<'_, '_, '_, A>,
        runs: &[Run],
        row: &mut SparseSums<B>,
    ) -> Result<(), NotCounted> {
        let Run { spread, aside, waiting, .. } = runs[0];
        let [by_attacker, _] = round.salvos;
        let mut work = 0;
        for run in runs {
            let weight = round.add_run(run, row, &mut work);
            let total = scaled::<A, C>(&weight, [round.most[1], round.unfired(0, run.waiting)]);
            for (sum, ships) in self.ships[1].iter_mut().zip(by_attacker.ships(run.salvo)) {
                sum.add_times(&total, *ships);
            }
        }
        let ways = by_attacker.ways(spread);
        round.fight.spend(work + (row.touched.len() * ways.len()) as u64)?;
        let unfired = power(round.unfired(0, waiting));
        let width = self.scales[1].numbers();
        let table = self.table(false);
        for attacker in &row.touched {
            let weight = row.sums[*attacker as usize].times(unfired);
            let from = *attacker as usize * width + aside as usize;
            for (left, ways) in ways {
                table[from + *left as usize].add_times(&weight, *ways);
            }
        }
        row.clear();
        Ok(())
    }

    /// Adds the attacker's ships that are afloat in the end; those of the defender are added with the runs.
    fn add_ships<const A: usize>(&mut self, round: &LastRound<'_, '_, '_, A>, weights: &[(Wide<A>, u32)]) {
        for (salvo, (weight, waiting)) in (0..).zip(weights).filter(|(_, (weight, _))| *weight != Wide::ZERO)
        {
            let weight = scaled::<A, C>(weight, [round.most[0], round.unfired(1, *waiting)]);
            for (sum, ships) in self.ships[0].iter_mut().zip(round.salvos[1].ships(salvo)) {
                sum.add_times(&weight, *ships);
            }
        }
    }

    /// Adds pairs that are over, and the ships that are screened.
    fn add_rest<const A: usize>(&mut self, round: &LastRound<'_, '_, '_, A>, rest: &Rest<A>) {
        for (table, withdrawn) in rest.tables.iter().zip([false, true]).filter(|(table, _)| !table.is_empty())
        {
            for (sum, weight) in self.table(withdrawn).iter_mut().zip(table) {
                sum.add(&scaled(weight, round.most));
            }
        }
        for side in 0..2 {
            let over = rest.over[side].iter().zip(round.standing.line_ups[side].iter().copied());
            let on = rest.on[side].iter().zip(0..);
            let aside = on.map(|(weight, stance)| (weight, round.stances.at(side, stance).aside));
            for (weight, ships) in over.chain(aside).filter(|(weight, _)| **weight != Wide::ZERO) {
                let weight = scaled::<A, C>(weight, round.most);
                ships.by_hits().for_each(|(index, ships)| self.ships[side][index].add_times(&weight, ships));
            }
        }
    }

    /// Adds what the ships that are afloat in the end are worth.
    fn add_worth<const A: usize>(
        &mut self,
        fight: &CountedFight<'_>,
        standing: &Meetings<A>,
        second: Option<&Decisions>,
    ) -> Result<(), NotCounted> {
        let worth = |side: SideIx| Worth(Left { scale: self.scales[side], squadrons: &fight.sides[side] });
        let mut salvos = [0, 1].map(|side| Broadside::new(fight, side, Weapons::Guns, worth(1 - side)));
        let stances = Stances::of(fight, standing, second, &mut salvos);
        let most = [0, 1].map(|side: SideIx| salvos[side].most_shots());
        for (side, salvos) in [1, 0].into_iter().zip(&mut salvos) {
            let worth = |line_up: usize| {
                self.scales[side].left(&fight.sides[side], standing.line_ups[side][line_up]).1
            };
            for (line_ups, weight) in standing.pairs() {
                let Course::On(numbers) = stances.course(line_ups) else {
                    self.worth[side][worth(line_ups[side])].add(&scaled(weight, most));
                    continue;
                };
                let (own, other) = (stances.at(side, numbers[side]), stances.at(1 - side, numbers[1 - side]));
                let salvo = salvos.fire(other.waiting, own.targets)?;
                let unfired = most[1 - side] - salvos.shots(other.waiting);
                let weight = scaled::<A, C>(weight, [most[side], unfired]);
                let ways = salvos.ways(salvos.spread(salvo));
                fight.spend(ways.len() as u64)?;
                for (left, ways) in ways {
                    self.worth[side][(own.aside_worth + left) as usize].add_times(&weight, *ways);
                }
            }
        }
        Ok(())
    }
}

impl<const A: usize> LastRound<'_, '_, '_, A> {
    /// Adds up what comes of all runs.
    fn fought<const B: usize, const C: usize>(&self, mut runs: Vec<Run>) -> Result<Sums<C>, NotCounted> {
        runs.par_sort_unstable_by_key(|run| (run.spread, run.aside));
        let groups: Vec<&[Run]> =
            runs.chunk_by(|one, other| (one.spread, one.aside) == (other.spread, other.aside)).collect();
        let fold = |(mut sums, mut row): (Sums<C>, SparseSums<B>), groups: &[&[Run]]| {
            for group in groups {
                sums.add(self, group, &mut row)?;
            }
            Ok((sums, row))
        };
        let empty = || (Sums::new(self.scales), SparseSums::new(self.scales[0].numbers()));
        groups
            .par_chunks(CHUNK)
            .try_fold(empty, fold)
            .map(|folded| folded.map(|(sums, _)| sums))
            .try_reduce(|| Sums::new(self.scales), |one, other| Ok(one.plus(&other)))
    }

    /// Adds what is left of the attacker in the pairs of a run, and tells the weight of them all.
    fn add_run<const B: usize>(&self, run: &Run, row: &mut SparseSums<B>, work: &mut u64) -> Wide<A> {
        let mut total = Wide::ZERO;
        let weights = &self.standing.rows[run.defender as usize];
        let by_defender = &self.salvos[1];
        let waiting = self.stances.at(1, run.stance).waiting;
        let unfired = power(self.unfired(1, waiting));
        for attacker in &self.order[run.from as usize..run.to as usize] {
            let weight = weights[*attacker as usize];
            if weight == Wide::ZERO {
                continue;
            }
            total.add(&weight);
            let Course::On([stance, _]) = self.stances.course([*attacker as usize, run.defender as usize])
            else {
                continue;
            };
            let weight = Wide::<B>::of(&weight).times(unfired);
            let stance = self.stances.at(0, stance);
            let ways = by_defender.ways(by_defender.spread(by_defender.fired(waiting, stance.targets)));
            *work += ways.len() as u64;
            for (left, ways) in ways {
                row.add(stance.aside_left + left, &weight, *ways);
            }
        }
        total
    }

    /// Shots that a side has fewer than it can have at most.
    fn unfired(&self, side: SideIx, waiting: u32) -> u32 {
        self.most[side] - self.salvos[side].shots(waiting)
    }
}

impl<const A: usize> Rest<A> {
    fn of(fight: &CountedFight<'_>, scales: [Scale; 2], standing: &Meetings<A>, stances: &Stances) -> Self {
        let none = |numbers: [usize; 2]| numbers.map(|numbers| vec![Wide::ZERO; numbers]);
        let line_ups = [0, 1].map(|side: SideIx| standing.line_ups[side].len());
        let mut rest =
            Self { tables: [Vec::new(), Vec::new()], over: none(line_ups), on: none(stances.counts()) };
        let left = [0, 1].map(|side: SideIx| {
            let left = |line_up: &LineUp| scales[side].left(&fight.sides[side], *line_up).0;
            standing.line_ups[side].iter().map(left).collect::<Vec<usize>>()
        });
        for (line_ups, weight) in standing.pairs() {
            match stances.course(line_ups) {
                Course::Over { withdrawn } => {
                    let table = &mut rest.tables[usize::from(withdrawn)];
                    table.resize(scales[0].numbers() * scales[1].numbers(), Wide::ZERO);
                    let [attacker, defender] = [0, 1].map(|side: SideIx| left[side][line_ups[side]]);
                    table[attacker * scales[1].numbers() + defender].add(weight);
                    (0..2).for_each(|side| rest.over[side][line_ups[side]].add(weight));
                }
                Course::On(numbers) => {
                    for side in (0..2).filter(|side| stances.screens[*side]) {
                        rest.on[side][numbers[side] as usize].add(weight);
                    }
                }
            }
        }
        rest
    }
}

/// Lets both sides of all pairs fire: the runs of those in which the shots at the defender come to the same, and the
/// weight of each salvo at the attacker with who fires it.
fn fired<const A: usize>(
    standing: &Meetings<A>,
    stances: &Stances,
    order: &[u32],
    salvos: &mut [Broadside<'_, '_, Left<'_>>; 2],
) -> Result<(Vec<Run>, Vec<(Wide<A>, u32)>), NotCounted> {
    let [by_attacker, by_defender] = salvos;
    let at_defender = || {
        let mut runs: Vec<Run> = Vec::new();
        for (defender, row) in (0..).zip(&standing.rows).filter(|(_, row)| !row.is_empty()) {
            let mut known: Option<Run> = None;
            for (place, attacker) in (0..).zip(order) {
                if row[*attacker as usize] == Wide::ZERO {
                    continue;
                }
                let Course::On([own, stance]) = stances.course([*attacker as usize, defender as usize])
                else {
                    runs.extend(known.take());
                    continue;
                };
                let waiting = stances.at(0, own).waiting;
                match &mut known {
                    Some(run) if (run.waiting, run.stance) == (waiting, stance) => run.to = place + 1,
                    _ => {
                        runs.extend(known.take());
                        let Stance { targets, aside_left: aside, .. } = *stances.at(1, stance);
                        let salvo = by_attacker.fire(waiting, targets)?;
                        let spread = by_attacker.spread(salvo);
                        let (from, to) = (place, place + 1);
                        known = Some(Run { spread, aside, salvo, waiting, defender, stance, from, to });
                    }
                }
            }
            runs.extend(known);
        }
        Ok(runs)
    };
    let at_attacker = || {
        let mut weights: Vec<(Wide<A>, u32)> = Vec::new();
        for (line_ups, weight) in standing.pairs() {
            if let Course::On([own, other]) = stances.course(line_ups) {
                let waiting = stances.at(1, other).waiting;
                let salvo = by_defender.fire(waiting, stances.at(0, own).targets)? as usize;
                if salvo >= weights.len() {
                    weights.resize(salvo + 1, (Wide::ZERO, 0));
                }
                weights[salvo].0.add(weight);
                weights[salvo].1 = waiting;
            }
        }
        Ok(weights)
    };
    let (runs, weights) = rayon::join(at_defender, at_attacker);
    Ok((runs?, weights?))
}

/// A weight that counts the rolls of so many shots more.
fn scaled<const A: usize, const C: usize>(weight: &Wide<A>, shots: [u32; 2]) -> Wide<C> {
    shots.into_iter().fold(Wide::of(weight), |weight, shots| weight.times(power(shots)))
}
