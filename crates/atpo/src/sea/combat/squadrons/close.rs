//! The second round and the end: what both sides lose in all, without telling apart what loses the same.

use rayon::iter::ParallelIterator;
use rayon::slice::{ParallelSlice, ParallelSliceMut};

use super::aim::Weapons;
use super::line_up::{LineUp, MOST_SQUADRONS};
use super::salvo::{Broadside, SalvoIx};
use super::scale::{Left, Scale};
use super::sparse::SparseSums;
use super::spread::{SpreadIx, power};
use super::stance::{Course, RoundStance, Stances};
use super::standing::Meetings;
use super::{CountedFight, Decisions, NotCounted};
use crate::sea::combat::battle::SideIx;
use liege_rules::play::wide::Wide;

/// The most pairs of losses that are told apart.
const MOST_PAIRS: usize = 500_000;
/// Runs of pairs that one processor adds up in one go.
const CHUNK: usize = 512;

/// A pair of line-ups that fight on: its weight, what the shots at the attacker come to, and what is left of his ships
/// that are screened.
#[derive(Clone, Copy)]
struct FightingPair<const A: usize> {
    weight: Wide<A>,
    spread: SpreadIx,
    aside: u32,
}

/// Pairs, one after the other, in which the shots at the defender come to the same.
#[derive(Clone, Copy)]
struct PairRun {
    /// What those shots come to, and what is left of the defender's ships that are screened.
    spread: SpreadIx,
    aside: u32,
    /// Who of the attacker fires, and the stance of the defender.
    waiting: u32,
    stance: u32,
    /// The pairs.
    from: u32,
    to: u32,
}

/// The weight of each salvo of a side, and who fires it.
pub(super) type SalvoWeights<const A: usize> = Vec<(Wide<A>, u32)>;

/// A last round: how both sides stand, and what is fired.
struct LastRound<'s, 'f, 'b, const A: usize> {
    fight: &'f CountedFight<'b>,
    scales: [Scale; 2],
    standing: &'s Meetings<A>,
    stances: &'s Stances,
    salvos: &'s [Broadside<'f, 'b, Left<'f>>; 2],
    pairs: &'s [FightingPair<A>],
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
        let most = [0, 1].map(|side: SideIx| salvos[side].most_shots());
        let order = stances.in_order();
        salvos.iter_mut().for_each(Broadside::make_room);
        let pairs = || fighting(standing, &stances, &order);
        let [by_attacker, by_defender] = &mut salvos;
        let (at_attacker, (at_defender, rest)) = rayon::join(
            || fired_at_attacker(pairs(), &stances, by_defender),
            || {
                let fired = fired_at_defender(pairs(), &stances, by_attacker);
                (fired, Rest::of(fight, scales, standing, &stances))
            },
        );
        let ((pairs, at_attacker), (runs, at_defender)) = (at_attacker?, at_defender?);
        let (stances, salvos) = (&stances, &salvos);
        let round = LastRound { fight, scales, standing, stances, salvos, pairs: &pairs, most };
        let mut sums = round.fought::<B, C>(runs)?;
        sums.add_ships(&round, [&at_attacker, &at_defender]);
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

    /// Adds what comes of runs in which the shots at the defender come to the same, and tells how much work it was.
    fn add<const A: usize, const B: usize>(
        &mut self,
        round: &LastRound<'_, '_, '_, A>,
        runs: &[PairRun],
        row: &mut SparseSums<B>,
    ) -> u64 {
        let PairRun { spread, aside, waiting, .. } = runs[0];
        let [by_attacker, by_defender] = round.salvos;
        let mut work = 0;
        for run in runs {
            let unfired = power(round.unfired(1, round.stances.at(1, run.stance).waiting));
            for pair in &round.pairs[run.from as usize..run.to as usize] {
                let weight = Wide::<B>::of(&pair.weight).times(unfired);
                let ways = by_defender.spreads.ways(pair.spread);
                work += ways.len();
                for (left, ways) in ways {
                    row.add(pair.aside + left, &weight, ways);
                }
            }
        }
        let ways = by_attacker.spreads.ways(spread);
        work += row.touched.len() * ways.len();
        let unfired = power(round.unfired(0, waiting));
        let width = self.scales[1].numbers();
        let table = self.table(false);
        for attacker in &row.touched {
            let weight = row.sums[*attacker as usize].times(unfired);
            let from = *attacker as usize * width + aside as usize;
            for (left, ways) in ways.clone() {
                table[from + left as usize].add_times(&weight, ways);
            }
        }
        row.clear();
        work as u64
    }

    /// Adds the ships that fought and are afloat in the end.
    fn add_ships<const A: usize>(
        &mut self,
        round: &LastRound<'_, '_, '_, A>,
        weights: [&SalvoWeights<A>; 2],
    ) {
        for side in 0..2 {
            let weigh = |(weight, waiting): &(Wide<A>, u32)| {
                scaled::<A, C>(weight, [round.most[side], round.unfired(1 - side, *waiting)])
            };
            let weights = weights[side].iter().map(weigh).collect();
            round.salvos[1 - side].add_ships(weights, &mut self.ships[side]);
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
}

impl<const A: usize> LastRound<'_, '_, '_, A> {
    /// Adds up what comes of all runs.
    fn fought<const B: usize, const C: usize>(&self, mut runs: Vec<PairRun>) -> Result<Sums<C>, NotCounted> {
        runs.par_sort_unstable_by_key(|run| (run.spread, run.aside));
        let groups: Vec<&[PairRun]> =
            runs.chunk_by(|one, other| (one.spread, one.aside) == (other.spread, other.aside)).collect();
        let fold = |(mut sums, mut row): (Sums<C>, SparseSums<B>), groups: &[&[PairRun]]| {
            let work = groups.iter().map(|group| sums.add(self, group, &mut row)).sum();
            self.fight.spend(work)?;
            Ok((sums, row))
        };
        let empty = || (Sums::new(self.scales), SparseSums::new(self.scales[0].numbers()));
        groups
            .par_chunks(CHUNK)
            .try_fold(empty, fold)
            .map(|folded| folded.map(|(sums, _)| sums))
            .try_reduce(|| Sums::new(self.scales), |one, other| Ok(one.plus(&other)))
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

/// The pairs that fight on by the stances of both sides, with their weights: of each of the defender's line-ups in turn,
/// those of the attacker's in which the same ships wait beside each other.
fn fighting<'s, const A: usize>(
    standing: &'s Meetings<A>,
    stances: &'s Stances,
    order: &'s [u32],
) -> impl Iterator<Item = ([u32; 2], &'s Wide<A>)> {
    let rows = standing.rows.iter().enumerate().filter(|(_, row)| !row.is_empty());
    rows.flat_map(move |(defender, row)| {
        let weighed = order.iter().map(|attacker| (*attacker as usize, &row[*attacker as usize]));
        weighed.filter(|(_, weight)| **weight != Wide::ZERO).filter_map(move |(attacker, weight)| {
            match stances.course([attacker, defender]) {
                Course::On(numbers) => Some((numbers, weight)),
                Course::Over { .. } => None,
            }
        })
    })
}

/// Lets the defender fire: the pairs in their order, and the weights of his salvos.
fn fired_at_attacker<'s, const A: usize>(
    pairs: impl Iterator<Item = ([u32; 2], &'s Wide<A>)>,
    stances: &Stances,
    salvos: &mut Broadside<'_, '_, Left<'_>>,
) -> Result<(Vec<FightingPair<A>>, SalvoWeights<A>), NotCounted> {
    let (mut fired, mut weights) = (Vec::new(), SalvoWeights::new());
    for ([attacker, defender], weight) in pairs {
        let waiting = stances.at(1, defender).waiting;
        let RoundStance { targets, aside_left: aside, .. } = *stances.at(0, attacker);
        let salvo = salvos.fire(waiting, targets)?;
        weigh(&mut weights, salvo, weight, waiting);
        fired.push(FightingPair { weight: *weight, spread: salvos.spread(salvo), aside });
    }
    Ok((fired, weights))
}

/// Lets the attacker fire: the runs of the pairs in their order, and the weights of his salvos.
fn fired_at_defender<'s, const A: usize>(
    pairs: impl Iterator<Item = ([u32; 2], &'s Wide<A>)>,
    stances: &Stances,
    salvos: &mut Broadside<'_, '_, Left<'_>>,
) -> Result<(Vec<PairRun>, SalvoWeights<A>), NotCounted> {
    let (mut runs, mut weights) = (Vec::<PairRun>::new(), SalvoWeights::new());
    let mut salvo = 0;
    for (at, ([attacker, stance], weight)) in (0..).zip(pairs) {
        let waiting = stances.at(0, attacker).waiting;
        match runs.last_mut().filter(|run| (run.waiting, run.stance) == (waiting, stance)) {
            Some(run) => run.to = at + 1,
            None => {
                let RoundStance { targets, aside_left: aside, .. } = *stances.at(1, stance);
                salvo = salvos.fire(waiting, targets)?;
                let spread = salvos.spread(salvo);
                runs.push(PairRun { spread, aside, waiting, stance, from: at, to: at + 1 });
            }
        }
        weigh(&mut weights, salvo, weight, waiting);
    }
    Ok((runs, weights))
}

/// Adds to the weight of a salvo.
pub(super) fn weigh<const A: usize>(
    weights: &mut SalvoWeights<A>,
    salvo: SalvoIx,
    weight: &Wide<A>,
    waiting: u32,
) {
    let at = salvo as usize;
    if at >= weights.len() {
        weights.resize(at + 1, (Wide::ZERO, 0));
    }
    weights[at].0.add(weight);
    weights[at].1 = waiting;
}

/// A weight that counts the rolls of so many shots more.
pub(super) fn scaled<const A: usize, const C: usize>(weight: &Wide<A>, shots: [u32; 2]) -> Wide<C> {
    shots.into_iter().fold(Wide::of(weight), |weight, shots| weight.times(power(shots)))
}
