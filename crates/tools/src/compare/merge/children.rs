//! What is inside a component of three versions: which of it is which, what becomes of it, and in which order it stands.

use super::elements::Merger;
use super::moves::Moves;
use crate::compare::modules::partners::{Partners, number, partners};
use crate::compare::modules::{changes, title};
use vassal::format::build_file::Element;
use vassal::format::components::name;

/// The children of three versions of one component.
struct Siblings<'e> {
    base: Vec<&'e Element>,
    ours: Vec<&'e Element>,
    theirs: Vec<&'e Element>,
    /// For each of ours and theirs, the child of the base that it was.
    base_of_ours: Vec<Option<usize>>,
    base_of_theirs: Vec<Option<usize>>,
    /// For each of ours, the same one of theirs, and the other way round.
    theirs_of_ours: Vec<Option<usize>>,
    ours_of_theirs: Vec<Option<usize>>,
    /// Those of ours of which we are not sure which of the others they are.
    unsure: Vec<bool>,
}

impl<'e> Siblings<'e> {
    fn of([base, ours, theirs]: [&'e Element; 3], moves: &Moves<'_>) -> Self {
        let list = |element: &'e Element| element.elements().collect::<Vec<_>>();
        let (base, ours, theirs) = (list(base), list(ours), list(theirs));
        let (own, new) = (partners(&base, &ours), partners(&base, &theirs));
        let mut theirs_of_base = vec![None; base.len()];
        for (at, from) in new.of_after.iter().enumerate() {
            if let Some(from) = from {
                theirs_of_base[*from] = Some(at);
            }
        }
        let theirs_of_ours = own.of_after.iter().map(|from| theirs_of_base[(*from)?]).collect();
        let mut siblings = Self {
            unsure: vec![false; ours.len()],
            ours_of_theirs: vec![None; theirs.len()],
            base_of_ours: own.of_after,
            base_of_theirs: new.of_after,
            base,
            ours,
            theirs,
            theirs_of_ours,
        };
        for at in 0..siblings.ours.len() {
            siblings.unsure[at] = own.unsure.contains(&at)
                || siblings.theirs_of_ours[at].is_some_and(|other| new.unsure.contains(&other));
        }
        siblings.pair_added(moves);
        for (at, other) in siblings.theirs_of_ours.iter().enumerate() {
            if let Some(other) = other {
                siblings.ours_of_theirs[*other] = Some(at);
            }
        }
        siblings
    }

    /// Pairs what both added. Two versions may give one number to two new pieces, so that a piece has to have the same
    /// name, too, unless both moved it here.
    fn pair_added(&mut self, moves: &Moves<'_>) {
        let alone = |from: &[Option<usize>]| -> Vec<usize> {
            from.iter().enumerate().filter(|(_, from)| from.is_none()).map(|(at, _)| at).collect()
        };
        let (own, new) = (alone(&self.base_of_ours), alone(&self.base_of_theirs));
        let own_children: Vec<&Element> = own.iter().map(|at| self.ours[*at]).collect();
        let new_children: Vec<&Element> = new.iter().map(|at| self.theirs[*at]).collect();
        let Partners { of_after, unsure, .. } = partners(&own_children, &new_children);
        for (at, from) in of_after.into_iter().enumerate() {
            let Some(from) = from else { continue };
            let (one, other) = (own_children[from], new_children[at]);
            let is_named = number(one).is_none() || !name(one).is_empty() || one == other;
            if (is_named && title(one) == title(other)) || moves.ours(one).is_some() {
                self.theirs_of_ours[own[from]] = Some(new[at]);
                self.unsure[own[from]] = unsure.contains(&at);
            }
        }
    }

    fn base_of(&self, ours: usize) -> Option<&'e Element> {
        self.base_of_ours[ours].map(|at| self.base[at])
    }
}

impl Merger<'_> {
    /// What is inside a component that stands at `place`.
    pub fn children(&mut self, versions: [&Element; 3], place: &str) -> Vec<Element> {
        let siblings = Siblings::of(versions, self.moves);
        let mut own: Vec<Option<Element>> = Vec::with_capacity(siblings.ours.len());
        for at in 0..siblings.ours.len() {
            self.path.push(title(siblings.ours[at]));
            own.push(self.of_ours(&siblings, at));
            self.path.pop();
        }
        let mut new: Vec<Option<Element>> = Vec::with_capacity(siblings.theirs.len());
        for (at, child) in siblings.theirs.iter().enumerate() {
            self.path.push(title(child));
            new.push(match (siblings.ours_of_theirs[at], siblings.base_of_theirs[at]) {
                (Some(_), _) => None,
                (None, Some(from)) => {
                    self.without_ours(siblings.base[from], child);
                    None
                }
                (None, None) => self.taken(child),
            });
            self.path.pop();
        }
        let is_kept: Vec<bool> = own.iter().map(Option::is_some).collect();
        let order = if self.is_theirs_order(&siblings, &is_kept, place) {
            let order = woven(siblings.theirs.len(), &siblings.theirs_of_ours);
            order.into_iter().map(|(is_first, at)| (!is_first, at)).collect()
        } else {
            woven(siblings.ours.len(), &siblings.ours_of_theirs)
        };
        let one = |(is_ours, at): (bool, usize)| {
            let at_ours = if is_ours { Some(at) } else { siblings.ours_of_theirs[at] };
            match at_ours {
                Some(at) => own[at].take(),
                None => new[at].take(),
            }
        };
        order.into_iter().filter_map(one).collect()
    }

    /// What becomes of one of our children.
    fn of_ours(&mut self, siblings: &Siblings<'_>, at: usize) -> Option<Element> {
        let (ours, base) = (siblings.ours[at], siblings.base_of(at));
        let theirs = siblings.theirs_of_ours[at].map(|other| siblings.theirs[other]);
        match (base, theirs) {
            (base, Some(theirs))
                if siblings.unsure[at] && base != Some(ours) && base != Some(theirs) && ours != theirs =>
            {
                let words = changes(base.unwrap_or(ours), theirs);
                self.told_here(&format!(
                    "both changed several of this kind that cannot be told apart; ours is kept, theirs: {words}"
                ));
                self.kept(ours)
            }
            (Some(base), Some(theirs)) => {
                self.note_rename(base, ours, theirs);
                Some(self.merge(base, ours, theirs))
            }
            (Some(base), None) => self.without_theirs(base, ours),
            (None, Some(theirs)) => {
                // Both may have moved a piece here that was elsewhere.
                let nothing = Element::default();
                let was = number(ours).and_then(|gpid| self.moves.of(gpid)[0]);
                Some(self.merge(was.unwrap_or(&nothing), ours, theirs))
            }
            (None, None) => self.kept(ours),
        }
    }

    /// A component without a number is known under another name by what it says, which may be wrong.
    fn note_rename(&mut self, base: &Element, ours: &Element, theirs: &Element) {
        let is_renamed = [ours, theirs].iter().any(|own| name(own) != name(base));
        if number(base).is_none() && is_renamed && ours != base && theirs != base && ours != theirs {
            let place = self.path.join(" › ");
            self.notes.push(format!("{place}: treated as {} renamed, with the changes of both", title(base)));
        }
    }

    /// They took it away: it goes, unless we changed it.
    fn without_theirs(&mut self, base: &Element, ours: &Element) -> Option<Element> {
        if self.moves.theirs(ours).is_some() {
            return None;
        }
        if self.moves.is_staying(ours) {
            self.told_here("they moved it into what we removed; it stays here");
            return Some(ours.clone());
        }
        let is_as_it_was = ours == base || self.moves.without(ours, false) == self.moves.without(base, false);
        if is_as_it_was && !self.moves.holds_staying(ours) {
            return None;
        }
        self.told_here(if is_as_it_was {
            "they removed it and moved its contents into what we removed; ours is kept"
        } else {
            "they removed what we changed; ours is kept"
        });
        self.kept(ours)
    }

    /// We took it away: it stays away, and what they changed in it is told.
    fn without_ours(&mut self, base: &Element, theirs: &Element) {
        if theirs == base || self.moves.ours(theirs).is_some() {
            return;
        }
        let (was, is) = (self.moves.without(base, true), self.moves.without(theirs, true));
        if was != is {
            let words = changes(&was, &is);
            self.told_here(&format!("we removed what they changed; it stays removed, theirs: {words}"));
        }
    }

    /// Whether what all have stands in their order, as ours is that of the base.
    fn is_theirs_order(&mut self, siblings: &Siblings<'_>, is_kept: &[bool], place: &str) -> bool {
        let both = |at: usize| {
            Some((at, siblings.theirs_of_ours[at].filter(|_| is_kept[at] && !siblings.unsure[at])?))
        };
        let common: Vec<(usize, usize)> = (0..siblings.ours.len()).filter_map(both).collect();
        if common.is_sorted_by_key(|(_, theirs)| *theirs) {
            return false;
        }
        let mut by_theirs = common.clone();
        by_theirs.sort_unstable_by_key(|(_, theirs)| *theirs);
        let is_as_before = |pairs: &[(usize, usize)]| {
            pairs.iter().filter_map(|(ours, _)| siblings.base_of_ours[*ours]).is_sorted()
        };
        match (is_as_before(&common), is_as_before(&by_theirs)) {
            (true, false) => true,
            (false, true) => false,
            _ => {
                self.told(place, "both reordered its contents; ours is kept");
                false
            }
        }
    }
}

/// The order of two lists in one: that of the first, `true` in the result, and what only the second has before the next
/// thing that both have. `of_second` says which of the first each of the second is.
fn woven(first: usize, of_second: &[Option<usize>]) -> Vec<(bool, usize)> {
    let mut followers: Vec<Vec<usize>> = vec![Vec::new(); first + 1];
    let mut is_common = vec![false; first];
    let mut last = 0;
    for (at, same) in of_second.iter().enumerate() {
        match same {
            Some(same) => (last, is_common[*same]) = (same + 1, true),
            None => followers[last].push(at),
        }
    }
    let mut order = Vec::with_capacity(first + of_second.len());
    let mut waiting = std::mem::take(&mut followers[0]);
    for at in 0..first {
        if is_common[at] {
            order.extend(waiting.drain(..).map(|own| (false, own)));
            waiting = std::mem::take(&mut followers[at + 1]);
        }
        order.push((true, at));
    }
    order.extend(waiting.into_iter().map(|own| (false, own)));
    order
}

#[cfg(test)]
mod tests {
    use super::woven;

    #[test]
    fn what_only_the_second_has_stands_before_the_next_that_both_have() {
        // First: a, x, b. Second: n, a, m, b, o.
        let order = woven(3, &[None, Some(0), None, Some(2), None]);
        let told = [(false, 0), (true, 0), (true, 1), (false, 2), (true, 2), (false, 4)];
        assert_eq!(order, told);
        assert_eq!(woven(0, &[None]), [(false, 0)]);
    }
}
