//! How both sides can stand between two sub-rounds, each with its weight.

use rayon::iter::ParallelIterator;
use rayon::slice::ParallelSlice;

use super::aim::Weapons;
use super::line_up::{LineUp, Numbered, ShipCondition, place};
use super::salvo::Broadside;
use super::sparse::SparseSums;
use super::spread::{Endings, SpreadIx, power};
use super::{CountedFight, NotCounted, Screens};
use crate::sea::combat::battle::SideIx;
use liege_rules::play::wide::Wide;

/// The most pairs of line-ups that are told apart.
const MOST_PAIRS: usize = 4_000_000;

/// The most parts that are added up beside each other, since each has a table of its own.
const MOST_PARTS: usize = 4;

/// Line-ups of a side with their numbers.
struct LineUps<'e> {
    end: &'e (dyn Fn(LineUp) -> LineUp + Sync),
    all: Numbered<LineUp>,
}

impl Endings for LineUps<'_> {
    fn number(&mut self, line_up: LineUp) -> u32 {
        self.all.of((self.end)(line_up))
    }

    fn sum(&mut self, one: u32, other: u32) -> u32 {
        self.all.of(self.all.list[one as usize].plus(self.all.list[other as usize]))
    }
}

/// Both sides' line-ups and the weights of all pairs of them.
pub(super) struct Meetings<const N: usize> {
    /// Those of each side that come up.
    pub(super) line_ups: [Vec<LineUp>; 2],
    /// By the defender's line-up, then by the attacker's; a row without weights may be empty.
    pub(super) rows: Vec<Vec<Wide<N>>>,
}

/// Line-ups of a side before shots, by number: who of them waits to fire, and what they are as targets.
pub(super) struct Ready {
    pub(super) waiting: Vec<u32>,
    pub(super) targets: Vec<u32>,
}

/// A sub-round: with which weapons, who fires, how ships stand after it, and who of them has still guns to fire.
pub(super) struct SubRound<'e> {
    pub(super) weapons: Weapons,
    /// All that have at least this rating and have not fired.
    pub(super) rating: u8,
    pub(super) end: &'e (dyn Fn(LineUp) -> LineUp + Sync),
    pub(super) is_last: bool,
}

impl<const N: usize> Meetings<N> {
    pub(super) fn new(fight: &CountedFight<'_>) -> Self {
        let line_ups = [0, 1].map(|side: SideIx| vec![LineUp::of(&fight.sides[side])]);
        Self { line_ups, rows: vec![vec![Wide::ONE]] }
    }

    /// All pairs that come up with their weights, the attacker's number first.
    pub(super) fn pairs(&self) -> impl Iterator<Item = ([usize; 2], &Wide<N>)> {
        self.rows.iter().enumerate().flat_map(|(defender, row)| {
            let pair = move |(attacker, weight)| ([attacker, defender], weight);
            row.iter().enumerate().map(pair).filter(|(_, weight)| **weight != Wide::ZERO)
        })
    }

    /// Takes the screened ships of the first round out of the line.
    pub(super) fn set_aside(&mut self, fight: &CountedFight<'_>, screens: &Screens) -> [LineUp; 2] {
        let before = [0, 1].map(|side: SideIx| self.line_ups[side][0]);
        let afloat = before.map(LineUp::afloat);
        [0, 1].map(|side: SideIx| {
            let may = afloat[side].saturating_sub(afloat[1 - side]);
            let (arrayed, aside) = screened(fight, (side, before[side]), may, screens);
            self.line_ups[side][0] = arrayed;
            aside
        })
    }

    /// Screened ships come back into the line.
    pub(super) fn come_back(&mut self, aside: [LineUp; 2]) {
        for (line_ups, aside) in self.line_ups.iter_mut().zip(aside) {
            line_ups.iter_mut().for_each(|line_up| *line_up = line_up.plus(aside));
        }
    }

    /// How they stand after a sub-round.
    pub(super) fn after(
        self,
        fight: &CountedFight<'_>,
        sub_round: &SubRound<'_>,
    ) -> Result<Self, NotCounted> {
        let endings = || LineUps { end: sub_round.end, all: Numbered::default() };
        let mut salvos = [0, 1].map(|side| Broadside::new(fight, side, sub_round.weapons, endings()));
        let ready = self.readied(&mut salvos, sub_round.rating);
        let groups = together(&ready[0].waiting);
        let seen = self.fired(&mut salvos, &ready, &groups)?;
        let pairs = seen[0].list.len().saturating_mul(seen[1].list.len());
        if pairs > MOST_PAIRS {
            return Err(NotCounted);
        }
        let shooting = Shooting {
            fight,
            before: &self,
            salvos: &salvos,
            groups: &groups,
            most: [0, 1].map(|side: SideIx| {
                ready[side].waiting.iter().map(|waiting| salvos[side].shots(*waiting)).max().unwrap_or(0)
            }),
            to_come: [0, 1].map(|side: SideIx| ToCome::of(fight, side, sub_round, &ready, &salvos, &seen)),
            ready: &ready,
            seen: &seen,
        };
        let all: Vec<usize> = (0..self.rows.len()).collect();
        let parts = rayon::current_num_threads().min(MOST_PARTS);
        let part = all.len().div_ceil(parts).max(1);
        let rows = all
            .par_chunks(part)
            .map(|part| shooting.rows(part))
            .try_reduce(|| vec![Vec::new(); seen[1].list.len()], |one, other| Ok(added(one, other)))?;
        Ok(Self { line_ups: seen.map(|seen| seen.list), rows })
    }

    /// Both sides' line-ups made ready.
    fn readied(&self, salvos: &mut [Broadside<'_, '_, LineUps<'_>>; 2], rating: u8) -> [Ready; 2] {
        [0, 1].map(|side: SideIx| {
            let mut ready = Ready { waiting: Vec::new(), targets: Vec::new() };
            for line_up in &self.line_ups[side] {
                let (waiting, then) = salvos[side].gunners.waiting(*line_up, rating);
                ready.waiting.push(salvos[side].waiting(waiting));
                ready.targets.push(salvos[1 - side].targets(then));
            }
            ready
        })
    }

    /// Lets both sides fire from all pairs, and tells the line-ups in which that ends.
    fn fired(
        &self,
        salvos: &mut [Broadside<'_, '_, LineUps<'_>>; 2],
        ready: &[Ready; 2],
        groups: &[Vec<u32>],
    ) -> Result<[Seen; 2], NotCounted> {
        let rows = || self.rows.iter().enumerate().filter(|(_, row)| !row.is_empty());
        let [by_attacker, by_defender] = salvos;
        let at_attacker = || {
            let mut used = UsedSpreads::default();
            for (defender, row) in rows() {
                for (weight, targets) in row.iter().zip(&ready[0].targets) {
                    if *weight != Wide::ZERO {
                        let salvo = by_defender.fire(ready[1].waiting[defender], *targets)?;
                        used.note(by_defender.spread(salvo));
                    }
                }
            }
            Ok(Seen::of(by_defender, &used))
        };
        let at_defender = || {
            let mut used = UsedSpreads::default();
            for (defender, row) in rows() {
                for group in groups {
                    if group.iter().any(|attacker| row[*attacker as usize] != Wide::ZERO) {
                        let waiting = ready[0].waiting[group[0] as usize];
                        let salvo = by_attacker.fire(waiting, ready[1].targets[defender])?;
                        used.note(by_attacker.spread(salvo));
                    }
                }
            }
            Ok(Seen::of(by_attacker, &used))
        };
        let (attacker, defender) = rayon::join(at_attacker, at_defender);
        Ok([attacker?, defender?])
    }
}

/// The numbers of line-ups in groups in which the same ships wait.
pub(super) fn together(waiting: &[u32]) -> Vec<Vec<u32>> {
    let mut groups: Vec<Vec<u32>> = Vec::new();
    for (number, waiting) in (0..).zip(waiting) {
        let at = *waiting as usize;
        groups.resize(groups.len().max(at + 1), Vec::new());
        groups[at].push(number);
    }
    groups.retain(|group| !group.is_empty());
    groups
}

/// Spreads that were used.
#[derive(Default)]
struct UsedSpreads(Vec<bool>);

impl UsedSpreads {
    fn note(&mut self, spread: SpreadIx) {
        let at = spread as usize;
        if at >= self.0.len() {
            self.0.resize(at + 1, false);
        }
        self.0[at] = true;
    }
}

/// The line-ups in which salvos can end, numbered anew.
struct Seen {
    /// By their number among all.
    numbers: Vec<u32>,
    list: Vec<LineUp>,
}

impl Seen {
    fn of(salvos: &Broadside<'_, '_, LineUps<'_>>, used: &UsedSpreads) -> Self {
        let all = &salvos.spreads.endings.all.list;
        let mut seen = Self { numbers: vec![u32::MAX; all.len()], list: Vec::new() };
        for (spread, _) in (0..).zip(&used.0).filter(|(_, used)| **used) {
            for (ending, _) in salvos.spreads.ways(spread) {
                let number = &mut seen.numbers[ending as usize];
                if *number == u32::MAX {
                    *number = seen.list.len() as u32;
                    seen.list.push(all[ending as usize]);
                }
            }
        }
        seen
    }
}

/// How many ships of a side have still guns to fire in this round, before and after shots. A weight counts the rolls of
/// all that fired and of all that never will, so that it hangs on how the sides stand alone.
struct ToCome {
    /// Of those that do not fire now, by line-up.
    before: Vec<u32>,
    /// By the line-ups in which shots end.
    after: Vec<u32>,
}

impl ToCome {
    fn of(
        fight: &CountedFight<'_>,
        side: SideIx,
        sub_round: &SubRound<'_>,
        ready: &[Ready; 2],
        salvos: &[Broadside<'_, '_, LineUps<'_>>; 2],
        seen: &[Seen; 2],
    ) -> Self {
        let count = |line_up: &LineUp| match sub_round.weapons {
            Weapons::Guns => fight.guns_to_come(side, *line_up),
            Weapons::Torpedoes => 0,
        };
        let before = ready[side].targets.iter();
        Self {
            before: before.map(|targets| count(salvos[1 - side].line_up(*targets))).collect(),
            after: seen[side]
                .list
                .iter()
                .map(|line_up| if sub_round.is_last { 0 } else { count(line_up) })
                .collect(),
        }
    }
}

/// A sub-round under way: all shots are fired, the weights are to be added up.
struct Shooting<'s, 'f, 'b, 'e, const N: usize> {
    fight: &'f CountedFight<'b>,
    before: &'s Meetings<N>,
    salvos: &'s [Broadside<'f, 'b, LineUps<'e>>; 2],
    /// The attacker's line-ups by who waits.
    groups: &'s [Vec<u32>],
    /// The most shots of each side.
    most: [u32; 2],
    to_come: [ToCome; 2],
    ready: &'s [Ready; 2],
    seen: &'s [Seen; 2],
}

impl<const N: usize> Shooting<'_, '_, '_, '_, N> {
    /// What comes of some of the defender's line-ups.
    fn rows(&self, part: &[usize]) -> Result<Vec<Vec<Wide<N>>>, NotCounted> {
        let mut rows = vec![Vec::new(); self.seen[1].list.len()];
        let mut sums = SparseSums::new(self.seen[0].list.len());
        for defender in part.iter().filter(|defender| !self.before.rows[**defender].is_empty()) {
            for group in self.groups {
                self.add(*defender, group, &mut sums, &mut rows)?;
            }
        }
        Ok(rows)
    }

    /// What comes of one of them against those of the attacker's in which the same ships wait.
    fn add(
        &self,
        defender: usize,
        group: &[u32],
        sums: &mut SparseSums<N>,
        rows: &mut [Vec<Wide<N>>],
    ) -> Result<(), NotCounted> {
        let Self { ready, salvos, seen, .. } = self;
        let row = &self.before.rows[defender];
        let (by_attacker, by_defender) = (ready[0].waiting[group[0] as usize], ready[1].waiting[defender]);
        let unfired = self.unfired(by_attacker, by_defender);
        for attacker in group.iter().map(|attacker| *attacker as usize) {
            if row[attacker] == Wide::ZERO {
                continue;
            }
            let weight = row[attacker].times(unfired[0]).times(unfired[1]);
            let salvo = salvos[1].fired(by_defender, ready[0].targets[attacker]);
            for (ending, ways) in salvos[1].spreads.ways(salvos[1].spread(salvo)) {
                let then = seen[0].numbers[ending as usize];
                let lost = self.to_come[0].before[attacker] - self.to_come[0].after[then as usize];
                sums.add(then, &raised(&weight, lost), ways);
            }
        }
        if !sums.touched.is_empty() {
            self.add_rows(defender, by_attacker, sums, rows)?;
            sums.clear();
        }
        Ok(())
    }

    /// Adds what comes of the shots at one of the defender's line-ups.
    fn add_rows(
        &self,
        defender: usize,
        by_attacker: u32,
        sums: &SparseSums<N>,
        rows: &mut [Vec<Wide<N>>],
    ) -> Result<(), NotCounted> {
        let Self { ready, salvos, seen, .. } = self;
        let salvo = salvos[0].fired(by_attacker, ready[1].targets[defender]);
        let ways = salvos[0].spreads.ways(salvos[0].spread(salvo));
        self.fight.spend((sums.touched.len() * ways.len()) as u64)?;
        for (ending, ways) in ways {
            let then = seen[1].numbers[ending as usize] as usize;
            let lost = self.to_come[1].before[defender] - self.to_come[1].after[then];
            let row = &mut rows[then];
            if row.is_empty() {
                row.resize(seen[0].list.len(), Wide::ZERO);
            }
            for attacker in &sums.touched {
                let weight = raised(&sums.sums[*attacker as usize], lost);
                row[*attacker as usize].add_times(&weight, ways);
            }
        }
        Ok(())
    }

    /// Rolls of torpedoes that sides with fewer of them do not fire; of guns they are those that are still to come.
    fn unfired(&self, by_attacker: u32, by_defender: u32) -> [u64; 2] {
        let waiting = [by_attacker, by_defender];
        [0, 1].map(|side: SideIx| match self.salvos[side].gunners.weapons {
            Weapons::Guns => 1,
            Weapons::Torpedoes => power(self.most[side] - self.salvos[side].shots(waiting[side])),
        })
    }
}

/// A weight that counts the rolls of some shots more.
fn raised<const N: usize>(weight: &Wide<N>, shots: u32) -> Wide<N> {
    if shots == 0 { *weight } else { weight.times(power(shots)) }
}

/// The rows of two parts.
fn added<const N: usize>(mut one: Vec<Vec<Wide<N>>>, other: Vec<Vec<Wide<N>>>) -> Vec<Vec<Wide<N>>> {
    for (row, other) in one.iter_mut().zip(other) {
        if row.is_empty() {
            *row = other;
        } else {
            row.iter_mut().zip(&other).for_each(|(sum, weight)| sum.add(weight));
        }
    }
    one
}

/// Who of a side fights in a round, and who is screened when so many may be: in the order of squadrons, of equal ships
/// those that took more hits first.
pub(super) fn screened(
    fight: &CountedFight<'_>,
    (side, line_up): (SideIx, LineUp),
    mut may: u64,
    screens: &Screens,
) -> (LineUp, LineUp) {
    let (mut arrayed, mut aside) = (line_up, LineUp::default());
    for (squadron, screened) in screens[side].iter().enumerate().take(fight.sides[side].len()) {
        for hits in [1, 0] {
            let at = place(squadron, ShipCondition { hits, attacked: false, fired: false });
            let ships = arrayed.at(at).min(may);
            if screened[usize::from(hits)] && ships > 0 {
                arrayed.take(at, ships);
                aside.put(at, ships);
                may -= ships;
            }
        }
    }
    (arrayed, aside)
}
