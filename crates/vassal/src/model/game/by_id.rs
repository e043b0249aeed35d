//! Where the thing with an id stands among the things of a game.

use std::hash::BuildHasher;

use foldhash::fast::RandomState;
use hashbrown::HashTable;

use super::Item;

/// Places in the list of items, found by the ids that stand there and not kept a second time. Four bytes are enough for
/// a place: so many items that they are not would take 300 GB.
#[derive(Debug, Clone, Default)]
pub(crate) struct ById {
    places: HashTable<u32>,
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
        self.places.reserve(more, |&place| hash_at(&self.hasher, items, place));
    }

    pub fn clear(&mut self) {
        self.places.clear();
    }

    pub fn find(&self, items: &[Option<Item>], id: &str) -> Option<usize> {
        let found = self.places.find(self.hasher.hash_one(id), |&place| id_at(items, place) == Some(id));
        found.map(|&place| place as usize)
    }

    /// Notes the item of that place, whose id no other item has.
    pub fn insert(&mut self, items: &[Option<Item>], index: usize) {
        let Ok(place) = u32::try_from(index) else { return };
        let hash = |&place: &u32| hash_at(&self.hasher, items, place);
        self.places.insert_unique(hash(&place), place, hash);
    }

    /// Forgets the item of that place, which still stands there.
    pub fn remove(&mut self, items: &[Option<Item>], index: usize) {
        let Ok(place) = u32::try_from(index) else { return };
        let hash = hash_at(&self.hasher, items, place);
        if let Ok(found) = self.places.find_entry(hash, |&other| other == place) {
            found.remove();
        }
    }
}

fn hash_at(hasher: &RandomState, items: &[Option<Item>], place: u32) -> u64 {
    hasher.hash_one(id_at(items, place).unwrap_or_default())
}

fn id_at(items: &[Option<Item>], place: u32) -> Option<&str> {
    Some(items.get(place as usize)?.as_ref()?.id.as_str())
}
