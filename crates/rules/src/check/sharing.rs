//! How much of several demands can be met from stores that hold so much and each serve only some of them: the best
//! distribution there is, since who takes first is nobody's rule.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Demands, stores, and the best distribution of these among those.
#[derive(Debug, Clone, Default)]
pub struct Sharing {
    demands: Vec<u64>,
    stores: Vec<u64>,
    /// The stores that serve each demand.
    serves: Vec<BTreeSet<usize>>,
    /// What each demand takes from each store.
    taken: BTreeMap<(usize, usize), u64>,
}

/// Demands and the stores that serve them and nobody else who matters.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sharers {
    /// The demands, by their numbers.
    pub demands: BTreeSet<usize>,
    /// The stores, by their numbers.
    pub stores: BTreeSet<usize>,
    /// How much of the demands no distribution meets.
    pub unmet: u64,
}

impl Sharing {
    /// Distributes stores among demands; `serves` has the stores that serve each demand.
    pub fn of(demands: Vec<u64>, stores: Vec<u64>, serves: Vec<BTreeSet<usize>>) -> Self {
        let mut sharing = Self { demands, stores, serves, taken: BTreeMap::new() };
        for demand in 0..sharing.demands.len() {
            while sharing.unmet(demand) > 0 && sharing.meet_more(demand) {}
        }
        sharing
    }

    /// How much of a demand is not met.
    fn unmet(&self, demand: usize) -> u64 {
        let taken: u64 = self.served_by(demand).filter_map(|store| self.taken.get(&(demand, store))).sum();
        self.demands[demand] - taken
    }

    fn served_by(&self, demand: usize) -> impl Iterator<Item = usize> + '_ {
        self.serves.get(demand).into_iter().flatten().copied().filter(|store| *store < self.stores.len())
    }

    /// Meets more of a demand, by letting others take from another store where they can; whether that was possible.
    fn meet_more(&mut self, demand: usize) -> bool {
        let (came, spare) = self.search(demand);
        let Some((store, spare)) = spare else { return false };
        // From the store back to the demand: who comes in each step takes from the store, and leaves the one before.
        let mut way = vec![];
        let mut at = store;
        let mut most = spare.min(self.unmet(demand));
        loop {
            let Some((taker, left)) = came.get(&at).copied() else { return false };
            way.push((taker, at, left));
            let Some(left) = left else { break };
            most = most.min(self.taken.get(&(taker, left)).copied().unwrap_or(0));
            at = left;
        }
        if most == 0 {
            return false;
        }
        for (taker, store, left) in way {
            *self.taken.entry((taker, store)).or_default() += most;
            if let Some(taken) = left.and_then(|left| self.taken.get_mut(&(taker, left))) {
                *taken -= most;
            }
        }
        true
    }

    /// The stores to which a demand could turn, each with who takes from it and what he leaves for it; and the first of
    /// them that has something to spare.
    #[expect(clippy::type_complexity, reason = "one walk tells both")]
    fn search(&self, demand: usize) -> (BTreeMap<usize, (usize, Option<usize>)>, Option<(usize, u64)>) {
        let mut came = BTreeMap::new();
        let mut queue: VecDeque<(usize, Option<usize>)> = VecDeque::from([(demand, None)]);
        let mut seen = BTreeSet::from([demand]);
        while let Some((taker, left)) = queue.pop_front() {
            for store in self.served_by(taker).collect::<Vec<_>>() {
                if came.contains_key(&store) {
                    continue;
                }
                came.insert(store, (taker, left));
                let takers: Vec<(usize, u64)> = self.takers(store).collect();
                let spare = self.stores[store] - takers.iter().map(|(_, taken)| taken).sum::<u64>();
                if spare > 0 {
                    return (came, Some((store, spare)));
                }
                for (other, _) in takers.into_iter().filter(|(_, taken)| *taken > 0) {
                    if seen.insert(other) {
                        queue.push_back((other, Some(store)));
                    }
                }
            }
        }
        (came, None)
    }

    fn takers(&self, store: usize) -> impl Iterator<Item = (usize, u64)> + '_ {
        (0..self.demands.len()).filter_map(move |demand| Some((demand, *self.taken.get(&(demand, store))?)))
    }

    /// Demands and stores that have to do with one another, the first demands first; demands without a store are left
    /// out.
    pub fn parts(&self) -> Vec<Sharers> {
        self.parts_among((0..self.demands.len()).filter(|demand| self.served_by(*demand).next().is_some()))
    }

    /// The demands of which not all can be met, with the stores that are too small for them: what these hold is less
    /// than what those need, and nothing else serves them.
    pub fn shortages(&self) -> Vec<Sharers> {
        let short = (0..self.demands.len())
            .filter(|demand| self.unmet(*demand) > 0 && self.served_by(*demand).next().is_some());
        let mut wanting = BTreeSet::new();
        for demand in short {
            let (came, _) = self.search(demand);
            wanting.insert(demand);
            for store in came.keys() {
                wanting.extend(self.takers(*store).filter(|(_, taken)| *taken > 0).map(|(taker, _)| taker));
            }
        }
        self.parts_among(wanting.into_iter())
    }

    fn parts_among(&self, demands: impl Iterator<Item = usize>) -> Vec<Sharers> {
        let mut parts: Vec<Sharers> = Vec::new();
        for demand in demands {
            let mut joined = Sharers { demands: BTreeSet::from([demand]), ..Sharers::default() };
            joined.stores.extend(self.served_by(demand));
            joined.unmet = self.unmet(demand);
            parts.retain(|part| {
                let meets = !part.stores.is_disjoint(&joined.stores);
                if meets {
                    joined.demands.extend(&part.demands);
                    joined.stores.extend(&part.stores);
                    joined.unmet += part.unmet;
                }
                !meets
            });
            parts.push(joined);
        }
        parts.sort_by_key(|part| part.demands.first().copied());
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sharing(demands: &[u64], stores: &[u64], serves: &[&[usize]]) -> Sharing {
        let serves = serves.iter().map(|stores| stores.iter().copied().collect()).collect();
        Sharing::of(demands.to_vec(), stores.to_vec(), serves)
    }

    fn unmet(sharing: &Sharing) -> Vec<(Vec<usize>, Vec<usize>, u64)> {
        let part = |part: Sharers| {
            (part.demands.into_iter().collect(), part.stores.into_iter().collect(), part.unmet)
        };
        sharing.shortages().into_iter().map(part).collect()
    }

    #[test]
    fn whoever_can_turn_elsewhere_leaves_the_store_to_those_who_cannot() {
        // The first could take all of the store on which the second depends.
        let shared = sharing(&[4, 4], &[4, 4], &[&[0, 1], &[0]]);
        assert!(unmet(&shared).is_empty());
        assert_eq!(shared.parts().len(), 1);
        // A chain of three: each has to move on for the last one.
        let chain = sharing(&[1, 1, 1], &[1, 1, 1], &[&[0, 1], &[1, 2], &[0]]);
        assert!(unmet(&chain).is_empty());
    }

    #[test]
    fn a_shortage_names_those_who_share_too_little_and_nobody_else() {
        // Five on a store of four; three others live well on their own store, which the five do not reach.
        let shared = sharing(&[5, 3], &[4, 4], &[&[0], &[0, 1]]);
        assert_eq!(unmet(&shared), [(vec![0], vec![0], 1)]);
        assert_eq!(shared.parts()[0].unmet, 1);
        let both = sharing(&[3, 3], &[4], &[&[0], &[0]]);
        assert_eq!(unmet(&both), [(vec![0, 1], vec![0], 2)]);
    }

    #[test]
    fn stores_add_up_and_strangers_are_apart() {
        let shared = sharing(&[5, 2, 7], &[4, 1, 1], &[&[0, 1], &[2], &[]]);
        assert_eq!(unmet(&shared), [(vec![1], vec![2], 1)]);
        let parts = shared.parts();
        assert_eq!(parts.len(), 2, "who has no store is not told: {parts:?}");
        assert!(sharing(&[], &[3], &[]).parts().is_empty());
    }

    /// The smallest of what any set of demands lacks is what no distribution meets (Hall).
    #[test]
    fn the_best_distribution_leaves_as_little_as_the_worst_set_of_demands_asks() {
        let mut seed = 7u64;
        let mut roll = |most: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % most
        };
        for _ in 0..300 {
            let demands: Vec<u64> = (0..5).map(|_| roll(6)).collect();
            let stores: Vec<u64> = (0..4).map(|_| roll(5)).collect();
            let serves: Vec<BTreeSet<usize>> =
                (0..5).map(|_| (0..4).filter(|_| roll(2) == 0).collect()).collect();
            let shared = Sharing::of(demands.clone(), stores.clone(), serves.clone());
            let left: u64 = (0..5).map(|demand| shared.unmet(demand)).sum();
            let lacks = |set: u32| {
                let chosen = (0..5).filter(|demand| set & (1 << demand) != 0);
                let (mut needs, mut near) = (0, BTreeSet::new());
                for demand in chosen {
                    needs += demands[demand];
                    near.extend(&serves[demand]);
                }
                needs.saturating_sub(near.into_iter().map(|store: &usize| stores[*store]).sum())
            };
            assert_eq!(left, (0..32).map(lacks).max().unwrap_or(0), "{demands:?} {stores:?} {serves:?}");
        }
    }
}
