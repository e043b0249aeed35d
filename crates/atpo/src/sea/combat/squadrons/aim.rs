//! Who fires at what with which chances: the ranks of a side, the choice of their targets, and what their dice do.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::line_up::{LineUp, MOST_SQUADRONS, Mixing, Numbered, PLACES, ShipCondition, Slot, parted, place};
use super::{CountedFight, NotCounted};
use crate::sea::combat::battle::{SIDES, SeaFight, SeaStage, SideIx};
use crate::sea::combat::{attack, values};
use crate::sea::shot::Hit;
use liege_rules::play::procedure::{Asked, Offers, few};

/// Bits of the number of ships in a rank.
const BITS: usize = 5;

/// With what a salvo is fired.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Weapons {
    Guns,
    Torpedoes,
}

/// Ships whose shots nobody can tell apart: those that fire with one rating, by moonlight those of one nation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Rank {
    pub(super) rating: u8,
    /// Their squadrons, and the hits they took.
    ships: Vec<(usize, u8)>,
}

/// How many ships of each rank have still to fire: the first rank in the lowest bits.
pub(super) type Unfired = u64;

/// How the two dice fall of 36: the target stands, takes a hit, is gone.
type Odds = [u64; 3];

/// What the choice among targets goes by.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sight {
    /// The number of the set of places that may be attacked now; none where there are none.
    open: Option<u32>,
    /// Ships that may be attacked and were not yet.
    fresh: u64,
}

/// Who waits to fire: the rank that is next, its ships, and the shots of all.
#[derive(Debug, Clone, Copy)]
pub(super) struct Queue {
    rank: usize,
    ready: u64,
    pub(super) shots: u32,
}

/// The next shots: who fires at what, how many do so at once, and whether each who waits has a target for himself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NextShots {
    pub(super) rank: usize,
    pub(super) target: Slot,
    pub(super) together: u64,
    pub(super) apart: bool,
}

/// What shots at one place can come to: the ships there afterwards, of those that were fired at, with the weight.
pub(super) type TargetsAfter = (LineUp, u64);

/// The ships of a side that fire, under one kind of question.
pub(super) struct Gunners<'f, 'b> {
    fight: &'f CountedFight<'b>,
    side: SideIx,
    pub(super) weapons: Weapons,
    /// Who fires, in the order of firing.
    ranks: Vec<Rank>,
    /// Sets of places.
    opens: Numbered<u32>,
    /// The choice of each rank among each set of places.
    chosen: Vec<Vec<Option<Slot>>>,
    odds: HashMap<(usize, Slot), Odds, Mixing>,
}

impl<'f, 'b> Gunners<'f, 'b> {
    pub(super) fn new(fight: &'f CountedFight<'b>, side: SideIx, weapons: Weapons) -> Self {
        let ranks = ranks(fight, side, weapons);
        let chosen = vec![Vec::new(); ranks.len()];
        Self { fight, side, weapons, ranks, opens: Numbered::default(), chosen, odds: HashMap::default() }
    }

    /// The ships that fire in a sub-round of this rating, with all that have not fired yet; and the same ships once they
    /// have.
    pub(super) fn waiting(&self, line_up: LineUp, least: u8) -> (Unfired, LineUp) {
        let (mut waiting, mut then) = (0, line_up);
        for (number, rank) in self.ranks.iter().enumerate().filter(|(_, rank)| rank.rating >= least) {
            for ((squadron, hits), attacked) in rank.ships.iter().flat_map(|of| [(of, false), (of, true)]) {
                let from = ShipCondition { hits: *hits, attacked, fired: false };
                let ships = line_up.at(place(*squadron, from));
                waiting += ships << (number * BITS);
                then.take(place(*squadron, from), ships);
                then.put(place(*squadron, ShipCondition { fired: true, ..from }), ships);
            }
        }
        (waiting, then)
    }

    /// The waiting ships without those that fire now.
    pub(super) fn left(waiting: Unfired, aimed: NextShots) -> Unfired {
        waiting - (aimed.together << (aimed.rank * BITS))
    }

    /// The targets that may be fired at and were not attacked yet.
    pub(super) fn fresh(&self, targets: LineUp) -> LineUp {
        let mut fresh = LineUp::default();
        for place in targets.places().filter(|place| !parted(*place).1.attacked && self.may_hit(*place)) {
            fresh.put(place, targets.at(place));
        }
        fresh
    }

    /// Whether these weapons are fired at ships at a place.
    fn may_hit(&self, place: Slot) -> bool {
        self.weapons == Weapons::Guns || self.fight.sides[1 - self.side][parted(place).0].unit.named
    }

    /// Who is next of those who wait; none where nobody does.
    pub(super) fn queue(waiting: Unfired) -> Option<Queue> {
        let rank = (waiting != 0).then(|| waiting.trailing_zeros() as usize / BITS)?;
        Some(Queue { rank, ready: waiting >> (rank * BITS) & ((1 << BITS) - 1), shots: shots(waiting) })
    }

    /// What the choice among these targets goes by.
    pub(super) fn sight(&mut self, targets: LineUp) -> Sight {
        let (mut all, mut fresh, mut fresh_ships) = (0u32, 0u32, 0);
        for place in targets.places().filter(|place| self.may_hit(*place)) {
            all |= 1 << place;
            if !parted(place).1.attacked {
                fresh |= 1 << place;
                fresh_ships += targets.at(place);
            }
        }
        let open = if fresh == 0 { all } else { fresh };
        Sight { open: (open != 0).then(|| self.opens.of(open)), fresh: fresh_ships }
    }

    /// Who fires next at which target, and how many do so at once; none where there is nobody to be fired at.
    pub(super) fn aim(
        &mut self,
        queue: Queue,
        sight: Sight,
        targets: LineUp,
    ) -> Result<Option<NextShots>, NotCounted> {
        let Some(open) = sight.open else { return Ok(None) };
        let Queue { rank, ready, shots } = queue;
        let known = self.chosen[rank].get(open as usize).copied().flatten();
        let target = match known {
            Some(known) => known,
            None => {
                let target = self.choose(rank, self.opens.list[open as usize])?;
                let chosen = &mut self.chosen[rank];
                chosen.resize(chosen.len().max(open as usize + 1), None);
                chosen[open as usize] = Some(target);
                target
            }
        };
        // Those who fire at targets that nobody attacked before do so one each, and nothing they do changes the choice.
        let together = if sight.fresh == 0 { 1 } else { ready.min(targets.at(target)) };
        Ok(Some(NextShots { rank, target, together, apart: u64::from(shots) <= sight.fresh }))
    }

    /// Asks which of the places a ship of a rank attacks, one ship at each.
    fn choose(&self, rank: usize, open: u32) -> Result<Slot, NotCounted> {
        let places = || (0..PLACES).filter(|place| open & (1 << place) != 0);
        let Rank { rating, ships } = &self.ranks[rank];
        let (squadron, hits) = ships[0];
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
        hull.ready = Some(*rating);
        let ships: Vec<usize> = targets.iter().map(|(ship, _)| *ship).collect();
        let sea = SeaFight { engagement: self.fight.engagement, tables: self.fight.tables, state };
        let list = values::target_offers(&sea, self.side, firing, &ships);
        let offers: Box<dyn Offers<usize> + '_> = few(list, |target: &usize| *target);
        let about = Some(own.unit.name.as_str());
        let asked = Asked { by: SIDES[self.side], label: "target", about, answers: &*offers };
        let ship = offers.then(self.fight.ask(&sea.state, &asked)?);
        targets.iter().find(|(target, _)| *target == ship).map(|(_, place)| *place).ok_or(NotCounted)
    }

    /// All that becomes of targets of one place that are fired at, a shot each.
    pub(super) fn struck(&mut self, aimed: NextShots) -> Vec<TargetsAfter> {
        let [stands, hit, gone] = self.odds_of(aimed.rank, aimed.target);
        let (squadron, condition) = parted(aimed.target);
        let stands_at = place(squadron, ShipCondition { attacked: true, ..condition });
        let hit_at = place(squadron, ShipCondition { attacked: true, hits: 1, ..condition });
        let mut all = Vec::new();
        for sunk in 0..=if gone > 0 { aimed.together } else { 0 } {
            for hurt in 0..=if hit > 0 { aimed.together - sunk } else { 0 } {
                let whole = aimed.together - sunk - hurt;
                if whole > 0 && stands == 0 {
                    continue;
                }
                let mut struck = LineUp::default();
                struck.put(stands_at, whole);
                struck.put(hit_at, hurt);
                let ways = choose(aimed.together, sunk) * choose(aimed.together - sunk, hurt);
                all.push((struck, ways * power(gone, sunk) * power(hit, hurt) * power(stands, whole)));
            }
        }
        all
    }

    /// How the dice fall when a ship of a rank attacks a ship at a place.
    fn odds_of(&mut self, rank: usize, target: Slot) -> Odds {
        if let Some(known) = self.odds.get(&(rank, target)) {
            return *known;
        }
        let Rank { rating, ships } = &self.ranks[rank];
        let (squadron, _) = ships[0];
        let (at, condition) = parted(target);
        let (own, other) = (&self.fight.sides[self.side][squadron], &self.fight.sides[1 - self.side][at]);
        let by = (own.unit, *rating, self.weapons == Weapons::Guns);
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

/// The ranks of a side in the order in which they fire: the highest rating first, then squadrons in their order. Only
/// the rating and by moonlight the nation count for a shot, and policies here go by nothing else of who fires.
pub(super) fn ranks(fight: &CountedFight<'_>, side: SideIx, weapons: Weapons) -> Vec<Rank> {
    let squadrons = &fight.sides[side];
    let mut rated: Vec<(u8, (usize, u8))> = Vec::new();
    for (squadron, ships) in squadrons.iter().enumerate() {
        for hits in (0..ships.unit.hits_left()).rev() {
            let face = ships.face(hits);
            let rating = match weapons {
                Weapons::Guns => face.gunnery,
                Weapons::Torpedoes => face.torpedo.filter(|_| fight.has_torpedoes(ships.unit)),
            };
            rated.extend(rating.map(|rating| (rating, (squadron, hits))));
        }
    }
    rated.sort_by_key(|(rating, _)| Reverse(*rating));
    let nation = |squadron: usize| fight.engagement.moonlit.then(|| squadrons[squadron].unit.nation);
    let same = |one: &(u8, (usize, u8)), other: &(u8, (usize, u8))| {
        one.0 == other.0 && nation(one.1.0) == nation(other.1.0)
    };
    let rank = |of: &[(u8, (usize, u8))]| Rank { rating: of[0].0, ships: of.iter().map(|of| of.1).collect() };
    rated.chunk_by(same).map(rank).collect()
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
