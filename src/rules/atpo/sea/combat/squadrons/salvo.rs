//! All shots of one side in a sub-round: what becomes of the targets, with exact weights, each question asked once.

use std::collections::HashMap;

use super::line_up::{LineUp, MOST_SQUADRONS, Mixing, PLACES, ShipCondition, Slot, parted, place};
use super::{CountedFight, MOST_WORK, NotCounted};
use crate::rules::atpo::sea::combat::battle::{SIDES, SeaFight, SeaStage, SideIx};
use crate::rules::atpo::sea::combat::{attack, values};
use crate::rules::atpo::sea::shot::Hit;
use crate::rules::procedure::{Asked, Offers, few};

/// Rolls of two dice.
pub(super) const ROLLS: u64 = 36;
/// The most shots of a salvo whose weights fit 64 bits, with room for sums of counts.
pub(super) const MOST_SHOTS: u32 = 11;
/// Bits of the number of ships in a rank.
const BITS: usize = 5;

/// With what a salvo is fired.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Weapons {
    Guns,
    Torpedoes,
}

/// Ships that fire with one rating: a squadron after so many hits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Rank {
    pub(super) squadron: usize,
    pub(super) hits: u8,
    pub(super) rating: u8,
}

/// How many ships of each rank have still to fire: the first rank in the lowest bits.
pub(super) type Unfired = u64;

/// How the two dice fall of 36: the target stands, takes a hit, is gone.
type Odds = [u64; 3];

/// What a salvo can come to: numbers of endings with their weights, which add up to 36 for each shot.
pub(super) type Spread = [(u32, u64)];

/// Where a spread begins and ends among all.
pub(super) type SpreadAt = (u32, u32);

/// The salvos of a side under one kind of question and one way of telling what they end in.
pub(super) struct Broadside<'f, 'b> {
    fight: &'f CountedFight<'b>,
    side: SideIx,
    weapons: Weapons,
    /// Who fires, in the order of firing.
    pub(super) ranks: Vec<Rank>,
    chosen: HashMap<(usize, u32), Slot, Mixing>,
    odds: HashMap<(usize, Slot), Odds, Mixing>,
    known: HashMap<(Unfired, LineUp), SpreadAt, Mixing>,
    /// All spreads, one after the other.
    spreads: Vec<(u32, u64)>,
    scratch: Vec<Vec<u64>>,
    work: u64,
}

impl<'f, 'b> Broadside<'f, 'b> {
    pub(super) fn new(fight: &'f CountedFight<'b>, side: SideIx, weapons: Weapons) -> Self {
        Self {
            fight,
            side,
            weapons,
            ranks: ranks(fight, side, weapons),
            chosen: HashMap::default(),
            odds: HashMap::default(),
            known: HashMap::default(),
            spreads: Vec::new(),
            scratch: Vec::new(),
            work: 0,
        }
    }

    /// The ships that fire in a sub-round of this rating, with all that have not fired yet; and the same ships once they
    /// have.
    pub(super) fn waiting(&self, line_up: LineUp, least: u8) -> (Unfired, LineUp) {
        let (mut waiting, mut then) = (0, line_up);
        for (number, rank) in self.ranks.iter().enumerate().filter(|(_, rank)| rank.rating >= least) {
            for attacked in [false, true] {
                let from = ShipCondition { hits: rank.hits, attacked, fired: false };
                let ships = line_up.at(place(rank.squadron, from));
                waiting += ships << (number * BITS);
                then.take(place(rank.squadron, from), ships);
                then.put(place(rank.squadron, ShipCondition { fired: true, ..from }), ships);
            }
        }
        (waiting, then)
    }

    /// What a spread holds.
    pub(super) fn spread(&self, (from, to): SpreadAt) -> &Spread {
        &self.spreads[from as usize..to as usize]
    }

    /// What the shots of all who wait come to. `end` gives the numbers that stand for a line-up of targets after the
    /// last shot, each with how often it counts.
    ///
    /// # Errors
    /// A question that nobody answers, or more than is worth while.
    pub(super) fn fire(
        &mut self,
        waiting: Unfired,
        targets: LineUp,
        end: &mut dyn FnMut(LineUp) -> Vec<(u32, u64)>,
    ) -> Result<SpreadAt, NotCounted> {
        if let Some(known) = self.known.get(&(waiting, targets)) {
            return Ok(*known);
        }
        let at = |index: usize| u32::try_from(index).map_err(|_| NotCounted);
        let from = match self.aim(waiting, targets)? {
            None => {
                let all = ROLLS.pow(shots(waiting));
                let from = self.spreads.len();
                self.spreads.extend(end(targets).into_iter().map(|(ending, times)| (ending, times * all)));
                from
            }
            Some(aimed) => {
                let mut sum = self.scratch.pop().unwrap_or_default();
                self.roll(waiting, targets, aimed, &mut sum, end)?;
                let from = self.spreads.len();
                let found = (0u32..).zip(&sum).filter(|(_, weight)| **weight > 0);
                self.spreads.extend(found.map(|(ending, weight)| (ending, *weight)));
                sum.clear();
                self.scratch.push(sum);
                from
            }
        };
        let found = (at(from)?, at(self.spreads.len())?);
        self.known.insert((waiting, targets), found);
        Ok(found)
    }

    /// Who fires next at which target, and how many do so at once; none where there is nobody to fire or to be fired at.
    fn aim(&mut self, waiting: Unfired, targets: LineUp) -> Result<Option<(usize, Slot, u64)>, NotCounted> {
        if waiting == 0 {
            return Ok(None);
        }
        let rank = waiting.trailing_zeros() as usize / BITS;
        let ready = waiting >> (rank * BITS) & ((1 << BITS) - 1);
        let (mut all, mut fresh) = (0u32, 0u32);
        for place in targets.places() {
            let (squadron, condition) = parted(place);
            if self.weapons == Weapons::Torpedoes && !self.fight.sides[1 - self.side][squadron].unit.named {
                continue;
            }
            all |= 1 << place;
            fresh |= u32::from(!condition.attacked) << place;
        }
        let open = if fresh == 0 { all } else { fresh };
        if open == 0 {
            return Ok(None);
        }
        let target = match self.chosen.get(&(rank, open)) {
            Some(known) => *known,
            None => {
                let target = self.choose(rank, open)?;
                self.chosen.insert((rank, open), target);
                target
            }
        };
        // Those who fire at targets that nobody attacked before do so one each, and nothing they do changes the choice.
        let together = if fresh == 0 { 1 } else { ready.min(targets.at(target)) };
        Ok(Some((rank, target, together)))
    }

    /// Asks which of the places a ship of a rank attacks, one ship at each.
    fn choose(&self, rank: usize, open: u32) -> Result<Slot, NotCounted> {
        let places = || (0..PLACES).filter(|place| open & (1 << place) != 0);
        let Rank { squadron, rating, hits } = self.ranks[rank];
        let mut state = self.fight.state.clone();
        state.stage = match self.weapons {
            Weapons::Guns => SeaStage::Guns { step: 0, shots: 0 },
            Weapons::Torpedoes => SeaStage::Torpedoes { shots: 0 },
        };
        let enemy = &self.fight.sides[1 - self.side];
        let mut taken = [0; MOST_SQUADRONS];
        let mut targets = Vec::new();
        for place in places() {
            let (number, condition) = parted(place);
            let ship = enemy[number].ships[taken[number]];
            taken[number] += 1;
            state.hulls[1 - self.side][ship] = enemy[number].hull(condition);
            targets.push((ship, place));
        }
        let own = &self.fight.sides[self.side][squadron];
        let firing = own.ships[0];
        let hull = &mut state.hulls[self.side][firing];
        *hull = own.hull(ShipCondition { hits, attacked: false, fired: false });
        hull.ready = Some(rating);
        let ships: Vec<usize> = targets.iter().map(|(ship, _)| *ship).collect();
        let sea = SeaFight { engagement: self.fight.engagement, tables: self.fight.tables, state };
        let list = values::target_offers(&sea, self.side, firing, &ships);
        let offers: Box<dyn Offers<usize> + '_> = few(list, |target: &usize| *target);
        let about = Some(own.unit.name.as_str());
        let asked = Asked { by: SIDES[self.side], label: "target", about, answers: &*offers };
        let ship = offers.then(self.fight.ask(&sea.state, &asked)?);
        targets.iter().find(|(target, _)| *target == ship).map(|(_, place)| *place).ok_or(NotCounted)
    }

    /// Rolls for so many ships of a rank at a target each, and adds up all that it can come to.
    fn roll(
        &mut self,
        waiting: Unfired,
        targets: LineUp,
        (rank, target, together): (usize, Slot, u64),
        sum: &mut Vec<u64>,
        end: &mut dyn FnMut(LineUp) -> Vec<(u32, u64)>,
    ) -> Result<(), NotCounted> {
        let [stands, hit, gone] = self.odds_of(rank, target);
        let (squadron, condition) = parted(target);
        let stands_at = place(squadron, ShipCondition { attacked: true, ..condition });
        let hit_at = place(squadron, ShipCondition { attacked: true, hits: 1, ..condition });
        let left = waiting - (together << (rank * BITS));
        for sunk in 0..=if gone > 0 { together } else { 0 } {
            for hurt in 0..=if hit > 0 { together - sunk } else { 0 } {
                let whole = together - sunk - hurt;
                if whole > 0 && stands == 0 {
                    continue;
                }
                let mut next = targets;
                next.take(target, together);
                next.put(stands_at, whole);
                next.put(hit_at, hurt);
                let ways = choose(together, sunk) * choose(together - sunk, hurt);
                let weight = ways * power(gone, sunk) * power(hit, hurt) * power(stands, whole);
                let (from, to) = self.fire(left, next, end)?;
                self.work += u64::from(to - from);
                if self.work > MOST_WORK {
                    return Err(NotCounted);
                }
                for (ending, more) in &self.spreads[from as usize..to as usize] {
                    let ending = *ending as usize;
                    if ending >= sum.len() {
                        sum.resize(ending + 1, 0);
                    }
                    sum[ending] += weight * more;
                }
            }
        }
        Ok(())
    }

    /// How the dice fall when a ship of a rank attacks a ship at a place.
    fn odds_of(&mut self, rank: usize, target: Slot) -> Odds {
        if let Some(known) = self.odds.get(&(rank, target)) {
            return *known;
        }
        let Rank { squadron, rating, .. } = self.ranks[rank];
        let (at, condition) = parted(target);
        let (own, other) = (&self.fight.sides[self.side][squadron], &self.fight.sides[1 - self.side][at]);
        let by = (own.unit, rating, self.weapons == Weapons::Guns);
        let armor = other.face(condition.hits).armor;
        let shot = attack::plain(self.fight.engagement, self.fight.tables, by, (other.unit, armor));
        let mut odds = [0; 3];
        for (one, two) in (1..=6).flat_map(|one| (1..=6).map(move |two| (one, two))) {
            let hits = match shot.result(one, two) {
                Hit::Miss => 0,
                Hit::Double if !other.unit.is_transport() => 2,
                _ if other.hits_left(condition.hits) == 1 => 2,
                _ => 1,
            };
            odds[hits] += 1;
        }
        self.odds.insert((rank, target), odds);
        odds
    }
}

/// The ranks of a side in the order in which they fire: the highest rating first, then squadrons in their order, of
/// each the ships that took more hits.
fn ranks(fight: &CountedFight<'_>, side: SideIx, weapons: Weapons) -> Vec<Rank> {
    let mut ranks = Vec::new();
    for (squadron, ships) in fight.sides[side].iter().enumerate() {
        for hits in (0..ships.unit.hits_left()).rev() {
            let face = ships.face(hits);
            let rating = match weapons {
                Weapons::Guns => face.gunnery,
                Weapons::Torpedoes => face.torpedo.filter(|_| fight.has_torpedoes(ships.unit)),
            };
            ranks.extend(rating.map(|rating| Rank { squadron, hits, rating }));
        }
    }
    ranks.sort_by_key(|rank| std::cmp::Reverse(rank.rating));
    ranks
}

/// How many ships wait.
pub(super) fn shots(waiting: Unfired) -> u32 {
    (0..u64::BITS as usize / BITS).map(|rank| (waiting >> (rank * BITS) & ((1 << BITS) - 1)) as u32).sum()
}

fn power(base: u64, exponent: u64) -> u64 {
    (0..exponent).fold(1, |product, _| product * base)
}

fn choose(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |product, i| product * (n - i) / (i + 1))
}
