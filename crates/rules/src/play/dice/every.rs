//! Every roll with its exact weight: the dice of chances.

use super::{Dice, Die, Throw};
use crate::play::whole::Whole;

/// One throw, or several of one kind, on the way: how many of them fall into each class on the path just taken.
#[derive(Debug, Clone)]
struct Fork {
    /// Where its classes begin in [`EveryRoll::classes`].
    first: usize,
    /// How many classes it has.
    kinds: usize,
    /// The weight of the path taken.
    weight: Whole,
    /// The sum of the weights of all its paths.
    total: Whole,
}

/// Results of a throw that are the same to whoever rolls.
#[derive(Debug, Clone, Copy)]
struct Class {
    /// What the procedure calls it.
    name: u16,
    /// One result that belongs to it: a sum, or two faces.
    sum: u16,
    /// In how many ways the dice fall so, all classes of the throw reduced by their common divisor.
    ways: u64,
    /// How many throws of the fork fall so on the path taken.
    count: u16,
}

/// Every path of rolls of one step, one after the other, each with its exact weight.
///
/// Run the step; ask [`EveryRoll::weight`] for the chance of the path just taken; call [`EveryRoll::advance`]
/// and run the step again until that says that all paths were seen. After that it is ready for another step.
#[derive(Debug, Clone, Default)]
pub struct EveryRoll {
    forks: Vec<Fork>,
    classes: Vec<Class>,
    at: usize,
    alike_together: bool,
}

impl EveryRoll {
    /// The first path.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The first path, where nobody tells units apart that are alike.
    #[must_use]
    pub fn of_alike() -> Self {
        Self { alike_together: true, ..Self::default() }
    }

    /// The weight of the path just taken and the total of all weights of its rolls.
    #[must_use]
    pub fn weight(&self) -> (Whole, Whole) {
        match self.forks.as_slice() {
            [] => (Whole::ONE, Whole::ONE),
            [one] => (one.weight.clone(), one.total.clone()),
            forks => forks.iter().fold((Whole::ONE, Whole::ONE), |(weight, total), fork| {
                (weight.times(&fork.weight), total.times(&fork.total))
            }),
        }
    }

    /// Go to the next path. False when the one just taken was the last.
    pub fn advance(&mut self) -> bool {
        self.at = 0;
        while let Some(fork) = self.forks.last_mut() {
            let classes = &mut self.classes[fork.first..];
            if next_share(classes) {
                fork.weight = weight(classes);
                return true;
            }
            self.classes.truncate(fork.first);
            self.forks.pop();
        }
        false
    }

    /// The classes of this throw on the path taken, made where the path comes to it for the first time.
    fn fork(&mut self, n: u16, results: &Results<'_>, class: &dyn Fn(u16) -> u16) -> &[Class] {
        if self.at == self.forks.len() {
            let first = self.classes.len();
            add_classes(&mut self.classes, results, class);
            let new = &mut self.classes[first..];
            let all: u64 = new.iter().map(|class| class.ways).sum();
            if let Some(class) = new.first_mut() {
                class.count = n;
            }
            let (weight, kinds) = (weight(new), new.len());
            self.forks.push(Fork { first, kinds, weight, total: Whole::from(all).to_the(n) });
        }
        let fork = &self.forks[self.at];
        self.at += 1;
        &self.classes[fork.first..fork.first + fork.kinds]
    }

    /// The same of pairs of dice of which both faces count.
    fn fork_of_pairs(&mut self, n: u16, die: Die, class: &dyn Fn(u8, u8) -> u16) -> &[Class] {
        let faces = 1..=die.0.max(1);
        let results = |tell: &mut dyn FnMut(u16, u64)| {
            for one in faces.clone() {
                faces.clone().for_each(|other| tell(u16::from_be_bytes([one, other]), 1));
            }
        };
        let of_both = |both: u16| {
            let (one, other) = parted(both);
            class(one, other)
        };
        self.fork(n, &results, &of_both)
    }
}

/// Two faces in one number, in the order in which they fell.
fn parted(both: u16) -> (u8, u8) {
    let [one, other] = both.to_be_bytes();
    (one, other)
}

/// Calls for each result of a throw with the number of ways to it.
type Results<'r> = dyn Fn(&mut dyn FnMut(u16, u64)) + 'r;

impl Dice for EveryRoll {
    /// Branches once for each class, with the number of ways in which the dice fall so.
    fn throw(&mut self, throw: Throw, _label: &str, class: &dyn Fn(u16) -> u16) -> u16 {
        let results = |tell: &mut dyn FnMut(u16, u64)| throw.each(tell);
        let taken = self.fork(1, &results, class).iter().find(|class| class.count > 0);
        taken.map_or(throw.dice.into(), |class| class.sum)
    }

    /// Branches once for each class of both faces.
    fn pair(&mut self, die: Die, _label: &str, class: &dyn Fn(u8, u8) -> u16) -> (u8, u8) {
        let taken = self.fork_of_pairs(1, die, class).iter().find(|class| class.count > 0);
        taken.map_or((1, 1), |class| parted(class.sum))
    }

    fn pairs(&mut self, n: u16, die: Die, _label: &str, class: &dyn Fn(u8, u8) -> u16, counts: &mut [u16]) {
        for class in self.fork_of_pairs(n, die, class) {
            if let Some(count) = counts.get_mut(usize::from(class.name)) {
                *count += class.count;
            }
        }
    }

    fn rolls_alike_together(&self) -> bool {
        self.alike_together
    }

    /// Branches once for each way in which the throws share out among the classes, so that 20 throws that hit or miss
    /// cost 21 paths.
    fn throws(&mut self, n: u16, throw: Throw, _label: &str, class: &dyn Fn(u16) -> u16, counts: &mut [u16]) {
        let results = |tell: &mut dyn FnMut(u16, u64)| throw.each(tell);
        for class in self.fork(n, &results, class) {
            if let Some(count) = counts.get_mut(usize::from(class.name)) {
                *count += class.count;
            }
        }
    }
}

/// The classes of a throw in the order of their names.
fn add_classes(classes: &mut Vec<Class>, results: &Results<'_>, class: &dyn Fn(u16) -> u16) {
    let first = classes.len();
    results(&mut |sum, ways| {
        let name = class(sum);
        match classes[first..].iter_mut().find(|known| known.name == name) {
            Some(known) => known.ways += ways,
            None => classes.push(Class { name, sum, ways, count: 0 }),
        }
    });
    let new = &mut classes[first..];
    new.sort_by_key(|class| class.name);
    let divisor = new.iter().fold(0, |divisor, class| num_integer::gcd(divisor, class.ways)).max(1);
    new.iter_mut().for_each(|class| class.ways /= divisor);
}

/// The next way to share the throws out among the classes; false after the last.
fn next_share(classes: &mut [Class]) -> bool {
    let Some(at) = classes.iter().position(|class| class.count > 0) else {
        return false;
    };
    if at + 1 >= classes.len() {
        return false;
    }
    let moved = std::mem::take(&mut classes[at].count);
    classes[0].count = moved - 1;
    classes[at + 1].count += 1;
    true
}

/// In how many ways the throws fall so: a multinomial times the ways of each class.
fn weight(classes: &[Class]) -> Whole {
    let mut thrown = 0;
    let mut weight = Whole::ONE;
    for class in classes.iter().filter(|class| class.count > 0) {
        thrown += class.count;
        weight =
            weight.times(&choose(thrown, class.count)).times(&Whole::from(class.ways).to_the(class.count));
    }
    weight
}

fn choose(n: u16, k: u16) -> Whole {
    if k == n {
        return Whole::ONE;
    }
    let (n, k) = (u64::from(n), u64::from(k));
    (0..k.min(n - k)).fold(Whole::ONE, |product, i| product.times(&(n - i).into()).parts(&(i + 1).into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_roll_of_two_dice_has_36_paths() {
        let mut dice = EveryRoll::new();
        let mut sums = [0u32; 13];
        let mut paths = 0;
        loop {
            let sum = dice.roll(Die::D6, "a") + dice.roll(Die::D6, "b");
            sums[usize::from(sum)] += 1;
            assert_eq!(dice.weight(), (1.into(), 36.into()));
            paths += 1;
            if !dice.advance() {
                break;
            }
        }
        assert_eq!((paths, sums[7], sums[2], sums[12]), (36, 6, 1, 1));
    }

    #[test]
    fn a_throw_branches_once_for_each_class() {
        // Two dice against a number: 2 to 7 miss, 8 to 10 hit, 11 and 12 sink.
        let class = |sum| if sum <= 7 { 0 } else { 1 + u16::from(sum > 10) };
        let mut dice = EveryRoll::new();
        let mut paths = Vec::new();
        loop {
            let sum = dice.throw(Throw::TWO_D6, "gunnery", &class);
            let (weight, total) = dice.weight();
            assert_eq!(total, 12.into());
            paths.push((class(sum), weight));
            if !dice.advance() {
                break;
            }
        }
        assert_eq!(paths, [(0, 7.into()), (1, 4.into()), (2, 1.into())]);
    }

    #[test]
    fn two_dice_that_hit_or_sink_branch_once_for_each_class_of_faces() {
        // Eight hit, doubles that hit sink.
        let class = |one: u8, other: u8| match one + other {
            ..8 => 0,
            _ if one == other => 2,
            _ => 1,
        };
        let mut dice = EveryRoll::new();
        let mut paths = Vec::new();
        loop {
            let (one, other) = dice.pair(Die::D6, "gunnery", &class);
            paths.push((class(one, other), dice.weight().0));
            assert_eq!(dice.weight().1, 12.into());
            if !dice.advance() {
                break;
            }
        }
        assert_eq!(paths, [(0, 7.into()), (1, 4.into()), (2, 1.into())]);
    }

    #[test]
    fn throws_share_out_among_the_classes_with_the_weights_of_single_throws() {
        use std::collections::BTreeMap;
        let class = |sum| if sum <= 7 { 0 } else { 1 + u16::from(sum > 10) };
        let mut dice = EveryRoll::new();
        let mut together = BTreeMap::new();
        loop {
            let mut counts = [0; 3];
            dice.throws(4, Throw::TWO_D6, "gunnery", &class, &mut counts);
            assert!(together.insert(counts, dice.weight()).is_none(), "{counts:?} twice");
            if !dice.advance() {
                break;
            }
        }
        assert_eq!(together.len(), 15);
        let mut single: BTreeMap<[u16; 3], Whole> = BTreeMap::new();
        loop {
            let mut counts = [0; 3];
            for _ in 0..4 {
                counts[usize::from(class(dice.throw(Throw::TWO_D6, "gunnery", &class)))] += 1;
            }
            let weight = dice.weight().0;
            let sum = single.get(&counts).map_or_else(|| weight.clone(), |sum| sum.plus(&weight));
            single.insert(counts, sum);
            if !dice.advance() {
                break;
            }
        }
        let total = Whole::from(12u64.pow(4));
        assert_eq!(
            together,
            single.into_iter().map(|(counts, weight)| (counts, (weight, total.clone()))).collect()
        );
    }

    #[test]
    fn hits_have_binomial_weights() {
        let mut dice = EveryRoll::new();
        let mut weights = Vec::new();
        loop {
            let hits = dice.hits(3, Die::D6, 5, "fire");
            let (weight, total) = dice.weight();
            assert_eq!(total, 27.into());
            weights.push((hits, weight));
            if !dice.advance() {
                break;
            }
        }
        assert_eq!(weights, [(0, 8.into()), (1, 12.into()), (2, 6.into()), (3, 1.into())]);
    }
}
