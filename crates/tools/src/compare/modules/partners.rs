//! Which child of a component was which in another version of it.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::hash::Hash;

use vassal::format::build_file::{Element, Node};
use vassal::format::components::name;

/// Most pairs of children that are looked through for what was renamed.
const MOST_PAIRS: usize = 10_000;

/// Which child was which.
pub struct Partners {
    /// For each child after, the one it was.
    pub of_after: Vec<Option<usize>>,
    /// The children before that are none after.
    pub gone: Vec<usize>,
    /// The children after that were paired only because they stand in that order among others of their kind.
    pub unsure: BTreeSet<usize>,
}

/// What tells a component from its neighbours: its class, and its number or name.
type Key<'a> = (&'a str, &'a str, &'a str);

fn key(element: &Element) -> Key<'_> {
    match number(element) {
        Some(gpid) => (&element.tag, "gpid", gpid),
        None => (&element.tag, "name", name(element)),
    }
}

/// The number of a piece (`gpid` of the engine's `build.widget.PieceSlot`).
pub fn number(element: &Element) -> Option<&str> {
    element.attr("gpid").filter(|gpid| !gpid.is_empty())
}

/// Pairs children by number or name; of those that share it the equal ones first, then those with the same inside, then
/// the closest. Of those left, the closest of a class are one that was renamed.
pub fn partners(before: &[&Element], after: &[&Element]) -> Partners {
    let mut own = Pairing {
        before,
        after,
        of_after: vec![None; after.len()],
        is_paired: vec![false; before.len()],
        unsure: BTreeSet::new(),
        uneven: Vec::new(),
    };
    for (olds, news) in own.grouped(|child| Some(key(child))) {
        own.group(&olds, &news);
    }
    // Who has a number keeps it under any name.
    for (olds, news) in own.grouped(|child| number(child).is_none().then_some(&child.tag)) {
        own.closest(&olds, &news);
    }
    own.settle_equal();
    let gone = (0..before.len()).filter(|at| !own.is_paired[*at]).collect();
    Partners { of_after: own.of_after, gone, unsure: own.unsure }
}

struct Pairing<'p, 'e> {
    before: &'p [&'e Element],
    after: &'p [&'e Element],
    of_after: Vec<Option<usize>>,
    is_paired: Vec<bool>,
    unsure: BTreeSet<usize>,
    /// Those that share class and number or name, of which there are more on one side.
    uneven: Vec<(Vec<usize>, Vec<usize>)>,
}

impl<'e> Pairing<'_, 'e> {
    /// Those that are still alone, by a key; those without one are left out.
    fn grouped<K: Ord>(&self, key: impl Fn(&'e Element) -> Option<K>) -> Vec<(Vec<usize>, Vec<usize>)> {
        let mut groups: BTreeMap<K, (Vec<usize>, Vec<usize>)> = BTreeMap::new();
        for (at, child) in self.before.iter().enumerate().filter(|(at, _)| !self.is_paired[*at]) {
            if let Some(key) = key(child) {
                groups.entry(key).or_default().0.push(at);
            }
        }
        for (at, child) in self.after.iter().enumerate().filter(|(at, _)| self.of_after[*at].is_none()) {
            if let Some(key) = key(child) {
                groups.entry(key).or_default().1.push(at);
            }
        }
        groups.into_values().filter(|(olds, news)| !olds.is_empty() && !news.is_empty()).collect()
    }

    fn pair(&mut self, old: usize, new: usize) {
        (self.of_after[new], self.is_paired[old]) = (Some(old), true);
    }

    fn alone(&self, olds: &[usize], news: &[usize]) -> (Vec<usize>, Vec<usize>) {
        let olds = olds.iter().copied().filter(|at| !self.is_paired[*at]);
        let news = news.iter().copied().filter(|at| self.of_after[*at].is_none());
        (olds.collect(), news.collect())
    }

    /// Pairs those that share class and number or name.
    fn group(&mut self, olds: &[usize], news: &[usize]) {
        if let ([old], [new]) = (olds, news) {
            self.pair(*old, *new);
            return;
        }
        if olds.len() != news.len() {
            self.uneven.push((olds.to_vec(), news.to_vec()));
        }
        self.by_mark(olds, news, true, Some);
        // An extension has many elements of one target, a broken module many pieces of one number.
        self.by_mark(olds, news, false, |child| {
            let own = number(child).map_or("", |_| name(child));
            let inside = child.elements().next().map(key);
            (inside.is_some() || !own.is_empty()).then_some((own, inside))
        });
        self.closest(olds, news);
        let (olds, news) = self.alone(olds, news);
        for (old, new) in olds.into_iter().zip(news) {
            self.pair(old, new);
            self.unsure.insert(new);
        }
    }

    /// Where there are more of some equal ones than there were, or fewer, pairs those with the same neighbour before them,
    /// so that the new one of them is the one that stands where none stood.
    fn settle_equal(&mut self) {
        let mut more: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
        for (olds, news) in std::mem::take(&mut self.uneven) {
            let mut equal: HashMap<&Element, (Vec<usize>, Vec<usize>)> = HashMap::new();
            olds.into_iter().for_each(|old| equal.entry(self.before[old]).or_default().0.push(old));
            news.into_iter().for_each(|new| equal.entry(self.after[new]).or_default().1.push(new));
            more.extend(equal.into_values().filter(|(olds, news)| {
                let pairs = olds.len().saturating_mul(news.len());
                olds.len() != news.len() && (1..=MOST_PAIRS).contains(&pairs)
            }));
        }
        more.sort();
        more.into_iter().for_each(|(olds, news)| self.settle(&olds, &news));
    }

    fn settle(&mut self, olds: &[usize], news: &[usize]) {
        let is_of_these = |new: &&usize| self.of_after[**new].is_none_or(|old| olds.contains(&old));
        let news: Vec<usize> = news.iter().filter(is_of_these).copied().collect();
        let taken =
            |old: &usize| self.is_paired[*old] && !news.iter().any(|new| self.of_after[*new] == Some(*old));
        let olds: Vec<usize> = olds.iter().filter(|old| !taken(old)).copied().collect();
        olds.iter().for_each(|old| self.is_paired[*old] = false);
        news.iter().for_each(|new| self.of_after[*new] = None);
        let mut of_before = vec![None; self.before.len()];
        for (new, old) in self.of_after.iter().enumerate() {
            old.iter().for_each(|old| of_before[*old] = Some(new));
        }
        let paired = |until: usize, own: &[Option<usize>]| own[..until].iter().rposition(Option::is_some);
        for old in &olds {
            let beside = paired(*old, &of_before).and_then(|at| of_before[at]);
            let mut free = news.iter().filter(|new| self.of_after[**new].is_none());
            if let Some(&new) = free.find(|new| paired(**new, &self.of_after) == beside) {
                self.pair(*old, new);
            }
        }
        let (olds, news) = self.alone(&olds, &news);
        olds.into_iter().zip(news).for_each(|(old, new)| self.pair(old, new));
    }

    /// Pairs those that bear one mark: in their order, or only where nobody else on their side bears it.
    fn by_mark<M: Hash + Eq>(
        &mut self,
        olds: &[usize],
        news: &[usize],
        in_order: bool,
        mark: impl Fn(&'e Element) -> Option<M>,
    ) {
        let mut marked: HashMap<M, (VecDeque<usize>, Vec<usize>)> = HashMap::new();
        let (olds, news) = self.alone(olds, news);
        for old in olds {
            if let Some(mark) = mark(self.before[old]) {
                marked.entry(mark).or_default().0.push_back(old);
            }
        }
        for &new in &news {
            if let Some(mark) = mark(self.after[new])
                && let Some(both) = marked.get_mut(&mark)
            {
                both.1.push(new);
            }
        }
        for (olds, news) in marked.into_values() {
            if in_order || (olds.len() == 1 && news.len() == 1) {
                olds.into_iter().zip(news).for_each(|(old, new)| self.pair(old, new));
            }
        }
    }

    /// Pairs those of which each is closer to the other than to anybody else, and that are alike.
    fn closest(&mut self, olds: &[usize], news: &[usize]) {
        let (olds, news) = self.alone(olds, news);
        if olds.len().saturating_mul(news.len()) > MOST_PAIRS {
            return;
        }
        let old_said: Vec<Vec<Key<'_>>> = olds.iter().map(|at| said(self.before[*at])).collect();
        let new_said: Vec<Vec<Key<'_>>> = news.iter().map(|at| said(self.after[*at])).collect();
        let is_only = olds.len() == 1 && news.len() == 1;
        let rows: Vec<Vec<usize>> = old_said
            .iter()
            .map(|old| new_said.iter().map(|new| likeness(old, new, is_only)).collect())
            .collect();
        for (row, old) in olds.iter().enumerate() {
            let Some(column) = best(rows[row].iter().copied()) else { continue };
            if best(rows.iter().map(|row| row[column])) == Some(row) {
                self.pair(*old, news[column]);
            }
        }
    }
}

/// What a component says beside its name, sorted: attributes, texts and all that is inside it. A new map has the same
/// parts as any other, but not the same boards and decks.
fn said(element: &Element) -> Vec<Key<'_>> {
    let own = name(element);
    let attributes = element.pairs().filter(|(_, value)| own != *value);
    let texts = element.nodes.iter().filter_map(|node| match node {
        Node::Text(text) if text.trim() != own => Some(("text", "", text.as_str())),
        _ => None,
    });
    let attributes = attributes.map(|(name, value)| ("attribute", name, value));
    let mut all: Vec<Key<'_>> = attributes.chain(texts).chain(element.walk().map(key)).collect();
    all.sort_unstable();
    all
}

/// How much of what two components say is the same, in thousandths; 0 where it is less than half. Two that say nothing
/// are alike only where there are no others.
fn likeness(old: &[Key<'_>], new: &[Key<'_>], is_only: bool) -> usize {
    let (mut same, mut from) = (0_usize, 0);
    for own in old {
        from += new[from..].iter().take_while(|other| *other < own).count();
        if new.get(from) == Some(own) {
            (same, from) = (same + 1, from + 1);
        }
    }
    match old.len().max(new.len()) {
        0 => usize::from(is_only),
        most if 2 * same >= most => 1000 * same / most,
        _ => 0,
    }
}

/// Where the largest number stands, if it is not 0 and there is no other like it.
fn best(numbers: impl Iterator<Item = usize> + Clone) -> Option<usize> {
    let largest = numbers.clone().max().filter(|largest| *largest > 0)?;
    let mut places = numbers.enumerate().filter(|(_, number)| *number == largest);
    let (at, _) = places.next()?;
    places.next().is_none().then_some(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn viewer(size: &str, layer: &str) -> Element {
        Element::new("Viewer").with("size", size).with("layer", layer)
    }

    fn list(entry: &str, pieces: &[&str]) -> Element {
        let own = Element::new("List").with("entryName", entry);
        pieces.iter().fold(own, |own, gpid| own.with_child(Element::new("Slot").with("gpid", *gpid)))
    }

    fn pairs(before: &[Element], after: &[Element]) -> (Vec<Option<usize>>, Vec<usize>) {
        let own = partners(&before.iter().collect::<Vec<_>>(), &after.iter().collect::<Vec<_>>());
        (own.of_after, own.unsure.into_iter().collect())
    }

    #[test]
    fn of_those_without_a_name_the_equal_ones_are_paired_first() {
        let (one, two, three) = (viewer("1", "a"), viewer("2", "b"), viewer("2", "c"));
        assert_eq!(pairs(&[one.clone(), two.clone()], std::slice::from_ref(&two)), (vec![Some(1)], vec![]));
        assert_eq!(pairs(&[one.clone(), two], &[three, one]), (vec![Some(1), Some(0)], vec![]));
    }

    #[test]
    fn a_new_one_before_an_equal_one_is_the_new_one() {
        let [one, line, two] = [("1", "a"), ("0", ""), ("2", "b")].map(|(size, layer)| viewer(size, layer));
        let before = [&one, &line, &two].map(Element::clone);
        let after = [&line, &one, &line, &two].map(Element::clone);
        assert_eq!(pairs(&before, &after).0, [None, Some(0), Some(1), Some(2)]);
        assert_eq!(pairs(&after, &before).0, [Some(1), Some(2), Some(3)]);
        let at_the_end = [&one, &line, &two, &line].map(Element::clone);
        assert_eq!(pairs(&before, &at_the_end).0, [Some(0), Some(1), Some(2), None]);
    }

    #[test]
    fn what_only_its_place_pairs_is_unsure() {
        let before = [viewer("1", "a"), viewer("1", "a")];
        let after = [viewer("1", "b"), viewer("1", "c")];
        assert_eq!(pairs(&before, &after), (vec![Some(0), Some(1)], vec![0, 1]));
    }

    #[test]
    fn a_renamed_list_is_told_by_what_is_inside() {
        let before = [list("A", &["1", "2"]), list("B", &["3", "4"])];
        let after = [list("C", &["7", "8"]), list("D", &["3", "4", "5"]), list("A", &["1"])];
        assert_eq!(pairs(&before, &after), (vec![None, Some(1), Some(0)], vec![]));
    }

    #[test]
    fn a_piece_with_another_number_is_another() {
        let slot =
            |gpid: &str| Element::new("Slot").with("gpid", gpid).with("height", "40").with("width", "40");
        assert_eq!(pairs(&[slot("1")], &[slot("2")]), (vec![None], vec![]));
    }
}
