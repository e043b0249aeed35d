//! Where the thing with an id stands among the things of a game.

use std::hash::BuildHasher;

use foldhash::fast::RandomState;
use hashbrown::HashTable;

use super::Item;

/// Places in the list of items, found by the ids that stand there and not kept a second time.
#[derive(Debug, Clone, Default)]
pub(crate) struct ById {
    places: HashTable<usize>,
    hasher: RandomState,
}

impl ById {
    /// The places of all items of a list.
    pub fn of(items: &[Option<Item>]) -> Self {
        let mut all = Self::default();
        all.reserve(items, items.len());
        (0..items.len()).for_each(|index| all.insert(items, index));
        all
    }

    pub fn reserve(&mut self, items: &[Option<Item>], more: usize) {
        self.places.reserve(more, |&index| hash_at(&self.hasher, items, index));
    }

    pub fn clear(&mut self) {
        self.places.clear();
    }

    pub fn find(&self, items: &[Option<Item>], id: &str) -> Option<usize> {
        self.places.find(self.hasher.hash_one(id), |&index| id_at(items, index) == Some(id)).copied()
    }

    /// Notes the item of that place, whose id no other item has.
    pub fn insert(&mut self, items: &[Option<Item>], index: usize) {
        let hash = |&index: &usize| hash_at(&self.hasher, items, index);
        self.places.insert_unique(hash(&index), index, hash);
    }

    /// Forgets the item of that place, which still stands there.
    pub fn remove(&mut self, items: &[Option<Item>], index: usize) {
        let hash = hash_at(&self.hasher, items, index);
        if let Ok(found) = self.places.find_entry(hash, |&other| other == index) {
            found.remove();
        }
    }
}

fn hash_at(hasher: &RandomState, items: &[Option<Item>], index: usize) -> u64 {
    hasher.hash_one(id_at(items, index).unwrap_or_default())
}

fn id_at(items: &[Option<Item>], index: usize) -> Option<&str> {
    Some(items.get(index)?.as_ref()?.id.as_str())
}
