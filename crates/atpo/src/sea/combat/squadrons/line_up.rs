//! Ships of a side counted by what tells them apart: their squadron, the hits they took, and what this round did to them.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{BuildHasherDefault, Hash, Hasher};

use crate::hit_rule::HitRule;
use crate::sea::combat::battle::{Fleet, Hull};
use crate::sea::ship::{NavalUnit, ShipBack, ShipFace};

/// The most squadrons of a side that are counted so.
pub(super) const MOST_SQUADRONS: usize = 4;
/// The most ships of a squadron.
pub(super) const MOST_SHIPS: usize = 31;
/// Bits of a count.
const BITS: usize = 5;
/// Conditions of a ship that is afloat.
const CONDITIONS: usize = 8;

/// Ships that equal each other in all but their names.
#[derive(Debug, Clone)]
pub(super) struct Squadron<'b> {
    /// What they are.
    pub(super) unit: &'b NavalUnit,
    /// Which units of the fleet.
    pub(super) ships: Vec<usize>,
}

/// The condition of a ship: the hits it took since the battle began, whether it was attacked, whether it has fired.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ShipCondition {
    pub(super) hits: u8,
    pub(super) attacked: bool,
    pub(super) fired: bool,
}

/// Counts of ships, by squadron and condition.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct LineUp([u64; MOST_SQUADRONS]);

/// A squadron and a condition as one number.
pub(super) type Slot = usize;

/// All places.
pub(super) const PLACES: usize = MOST_SQUADRONS * CONDITIONS;

/// The place of ships in a condition.
pub(super) fn place(squadron: usize, condition: ShipCondition) -> Slot {
    let ShipCondition { hits, attacked, fired } = condition;
    squadron * CONDITIONS + usize::from(hits) * 4 + usize::from(attacked) * 2 + usize::from(fired)
}

/// The squadron and the condition of a place.
pub(super) fn parted(place: Slot) -> (usize, ShipCondition) {
    let (squadron, rest) = (place / CONDITIONS, place % CONDITIONS);
    (squadron, ShipCondition { hits: u8::from(rest >= 4), attacked: rest & 2 != 0, fired: rest & 1 != 0 })
}

/// Mixes the counts of line-ups into numbers that spread well; nothing hangs on which.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Mixer(u64);

/// Makes mixers.
pub(super) type Mixing = BuildHasherDefault<Mixer>;

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        // An odd number whose bits have no pattern: the fraction of the golden ratio.
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }
}

/// Things by number, each one once.
#[derive(Debug, Clone)]
pub(super) struct Numbered<T> {
    numbers: HashMap<T, u32, Mixing>,
    /// By their numbers.
    pub(super) list: Vec<T>,
}

impl<T> Default for Numbered<T> {
    fn default() -> Self {
        Self { numbers: HashMap::default(), list: Vec::new() }
    }
}

impl<T: Clone + Eq + Hash> Numbered<T> {
    /// The number of a thing, new or known.
    pub(super) fn of(&mut self, thing: T) -> u32 {
        let next = u32::try_from(self.list.len()).unwrap_or(u32::MAX);
        match self.numbers.entry(thing) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                self.list.push(new.key().clone());
                *new.insert(next)
            }
        }
    }
}

impl<'b> Squadron<'b> {
    /// The squadrons of a fleet in the order of their first ships; none where it is too large to be counted so.
    pub(super) fn all(fleet: &'b Fleet) -> Option<Vec<Self>> {
        let mut all: Vec<Self> = Vec::new();
        for (ship, first) in fleet.alike.iter().enumerate() {
            match all.iter_mut().find(|squadron| squadron.ships[0] == *first) {
                Some(squadron) => squadron.ships.push(ship),
                None => all.push(Self { unit: &fleet.units[ship], ships: vec![ship] }),
            }
        }
        let fits = all.len() <= MOST_SQUADRONS
            && all
                .iter()
                .all(|squadron| squadron.ships.len() <= MOST_SHIPS && squadron.unit.hits_left() <= 2);
        fits.then_some(all)
    }

    /// Hits until one of its ships is gone.
    pub(super) fn hits_left(&self, hits: u8) -> u8 {
        self.unit.hits_left().saturating_sub(hits)
    }

    /// Whether the damaged side is up after so many hits.
    pub(super) fn is_damaged(&self, hits: u8) -> bool {
        !self.unit.is_transport() && self.unit.back != ShipBack::Blank && self.hits_left(hits) == 1
    }

    /// The side that is up after so many hits.
    pub(super) fn face(&self, hits: u8) -> ShipFace {
        self.unit.face(self.is_damaged(hits))
    }

    /// One of its ships in this condition.
    pub(super) fn hull(&self, condition: ShipCondition) -> Hull {
        Hull {
            came: self.unit.hits_left(),
            hits_left: self.hits_left(condition.hits),
            gone: false,
            screened: false,
            attacked: condition.attacked,
            fired: condition.fired,
            began_damaged: self.unit.damaged,
            ready: None,
            by: HitRule::default(),
        }
    }
}

impl LineUp {
    /// All ships as they come into the battle.
    pub(super) fn of(squadrons: &[Squadron<'_>]) -> Self {
        let mut all = Self::default();
        for (number, squadron) in squadrons.iter().enumerate() {
            all.0[number] = squadron.ships.len() as u64;
        }
        all
    }

    /// How many ships are at a place.
    pub(super) fn at(self, place: Slot) -> u64 {
        self.0[place / CONDITIONS] >> (place % CONDITIONS * BITS) & ((1 << BITS) - 1)
    }

    /// Add so many ships at a place.
    pub(super) fn put(&mut self, place: Slot, ships: u64) {
        self.0[place / CONDITIONS] += ships << (place % CONDITIONS * BITS);
    }

    /// Take so many ships away from a place.
    pub(super) fn take(&mut self, place: Slot, ships: u64) {
        self.0[place / CONDITIONS] -= ships << (place % CONDITIONS * BITS);
    }

    /// The places where there are ships.
    pub(super) fn places(self) -> impl Iterator<Item = Slot> {
        let of = move |number: usize| {
            let mut left = self.0[number];
            std::iter::from_fn(move || {
                let condition = (left != 0).then(|| left.trailing_zeros() as usize / BITS)?;
                left &= !(((1 << BITS) - 1) << (condition * BITS));
                Some(number * CONDITIONS + condition)
            })
        };
        (0..MOST_SQUADRONS).flat_map(of)
    }

    /// Ships afloat of a squadron after so many hits.
    pub(super) fn afloat_after(self, squadron: usize, hits: u8) -> u64 {
        let at = |part: usize| self.at(squadron * CONDITIONS + usize::from(hits) * 4 + part);
        (0..4).map(at).sum()
    }

    /// Ships afloat by squadron and hits: the number of both, and how many.
    pub(super) fn by_hits(self) -> impl Iterator<Item = (usize, u64)> {
        let all = (0..MOST_SQUADRONS * 2)
            .map(move |index| (index, self.afloat_after(index / 2, (index % 2) as u8)));
        all.filter(|(_, ships)| *ships > 0)
    }

    /// These ships and others.
    pub(super) fn plus(mut self, others: Self) -> Self {
        self.0.iter_mut().zip(others.0).for_each(|(ships, others)| *ships += others);
        self
    }

    /// These ships without some of them.
    pub(super) fn without(mut self, some: Self) -> Self {
        self.0.iter_mut().zip(some.0).for_each(|(ships, some)| *ships -= some);
        self
    }

    /// Ships afloat.
    pub(super) fn afloat(self) -> u64 {
        self.places().map(|place| self.at(place)).sum()
    }

    /// The same ships, of which nobody was attacked, nor has fired unless that is kept.
    pub(super) fn anew(self, keep_fired: bool) -> Self {
        let mut next = Self::default();
        for place in self.places() {
            let (squadron, condition) = parted(place);
            let fired = condition.fired && keep_fired;
            next.put(
                self::place(squadron, ShipCondition { attacked: false, fired, ..condition }),
                self.at(place),
            );
        }
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ships_are_counted_where_they_were_put() {
        let mut line_up = LineUp::default();
        let hurt = ShipCondition { hits: 1, attacked: true, fired: true };
        let whole = ShipCondition { hits: 0, attacked: false, fired: true };
        line_up.put(place(3, hurt), 31);
        line_up.put(place(3, whole), 2);
        line_up.put(place(0, whole), 5);
        line_up.take(place(3, hurt), 30);
        assert_eq!((line_up.afloat(), line_up.afloat_after(3, 1), line_up.afloat_after(3, 0)), (8, 1, 2));
        assert_eq!(line_up.places().collect::<Vec<_>>(), [place(0, whole), place(3, whole), place(3, hurt)]);
        assert_eq!(parted(place(3, hurt)), (3, hurt));
        assert_eq!(line_up.anew(false).places().collect::<Vec<_>>(), [0, 24, 28]);
    }
}
