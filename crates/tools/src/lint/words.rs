//! Names in messages: in quotes, shortened, the nearest among others, those that stand more than once.

use std::cell::Cell;
use std::collections::BTreeMap;

use vassal::diagnostic::near;

/// Longer names are cut.
const LONGEST: usize = 60;
/// So many names are compared for all faults of a file; slips of the pen of a module that was made by hand need far less.
const MOST_COMPARED: usize = 200_000;

/// A text, cut where it is long.
#[must_use]
pub fn shortened(text: &str) -> String {
    let mut letters = text.chars();
    let start: String = letters.by_ref().take(LONGEST).collect();
    if letters.next().is_some() { start + "…" } else { start }
}

/// A text in quotes, cut where it is long.
#[must_use]
pub fn quoted(text: &str) -> String {
    format!("\"{}\"", shortened(text))
}

/// Whether a text is put together while VASSAL runs.
#[must_use]
pub fn is_put_together(text: &str) -> bool {
    text.contains('$') || text.trim_start().starts_with('{')
}

/// Finds what a misspelt name may mean, as long as not too many were compared.
#[derive(Debug)]
pub struct Slips(Cell<usize>);

impl Default for Slips {
    fn default() -> Self {
        Self(Cell::new(MOST_COMPARED))
    }
}

impl Slips {
    /// The name that differs in capital letters or blanks at its ends alone, else the nearest.
    pub fn nearest<'n>(&self, name: &str, known: impl Iterator<Item = &'n str> + Clone) -> Option<&'n str> {
        let small = name.trim().to_lowercase();
        let fits = |other: &&str| other.len().abs_diff(name.len()) <= name.len() / 4 + 2;
        let mut left = self.0.get();
        let fitting: Vec<&str> = known.filter(fits).take(left).collect();
        left = left.saturating_sub(fitting.len());
        self.0.set(left);
        let same = fitting.iter().find(|other| other.trim().to_lowercase() == small);
        let is_short = name.chars().count() <= LONGEST;
        same.copied().or_else(|| near::nearest(name, fitting).filter(|_| is_short))
    }
}

/// Names that stand more than once, each with all of its places, in the order of the first.
#[must_use]
pub fn repeated<'n>(names: impl Iterator<Item = (&'n str, usize)>) -> Vec<(&'n str, Vec<usize>)> {
    let mut places: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    names.for_each(|(name, at)| places.entry(name).or_default().push(at));
    let mut found: Vec<_> = places.into_iter().filter(|(_, at)| at.len() > 1).collect();
    found.sort_by(|one, other| one.1.cmp(&other.1));
    found
}

/// Which nodes of a graph lie on a circle, or on a way between two: those that are left when all without a way out, and
/// all without a way in, are taken away again and again.
#[must_use]
pub fn on_circles(ways: &[Vec<usize>]) -> Vec<bool> {
    let mut back: Vec<Vec<usize>> = vec![Vec::new(); ways.len()];
    for (from, to) in ways.iter().enumerate() {
        to.iter().for_each(|to| back[*to].push(from));
    }
    let mut left = vec![true; ways.len()];
    for (out, into) in [(ways, back.as_slice()), (back.as_slice(), ways)] {
        let mut ahead: Vec<usize> = out.iter().map(|to| to.iter().filter(|to| left[**to]).count()).collect();
        let mut open: Vec<usize> = (0..out.len()).filter(|node| left[*node] && ahead[*node] == 0).collect();
        while let Some(node) = open.pop() {
            left[node] = false;
            for &before in into[node].iter().filter(|before| left[**before]) {
                ahead[before] -= 1;
                if ahead[before] == 0 {
                    open.push(before);
                }
            }
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_on_a_circle_is_told_from_what_leads_to_it_and_from_it() {
        // 0 leads to the circle of 1 and 2, which leads to 3; 4 has itself.
        let ways = [vec![1], vec![2], vec![1, 3], vec![], vec![4]];
        assert_eq!(on_circles(&ways), [false, true, true, false, true]);
        // A double way counts once on both of its ends.
        assert_eq!(on_circles(&[vec![1, 1], vec![0]]), [true, true]);
        assert_eq!(on_circles(&[vec![1, 1], vec![]]), [false, false]);
    }

    #[test]
    fn a_slip_is_found_by_capital_letters_first_and_not_among_too_many_names() {
        let known = ["Steps", "steps left", "Stops"];
        let slips = Slips::default();
        assert_eq!(slips.nearest("stops", known.into_iter()), Some("Stops"));
        assert_eq!(slips.nearest("Stpes", known.into_iter()), Some("Steps"));
        assert_eq!(slips.nearest("Movement", known.into_iter()), None);
        let spent = Slips(Cell::new(0));
        assert_eq!(spent.nearest("stops", known.into_iter()), None);
    }

    #[test]
    fn repeated_names_keep_the_order_of_their_first_places() {
        let names = [("b", 0), ("a", 1), ("b", 2), ("a", 3), ("c", 4)];
        assert_eq!(repeated(names.into_iter()), [("b", vec![0, 2]), ("a", vec![1, 3])]);
    }
}
