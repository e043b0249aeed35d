//! The leaves that a master gives, held against those that were opened: the first place or unit that differs.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::commitment::{LeafContent, Leaves, UnitLine};
use super::digest::shortened;

/// The first thing in which opened leaves are not those of their master.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeafDifference {
    /// The leaf.
    pub leaf: String,
    /// The unit, by its uid.
    pub unit: Option<String>,
    /// What is wrong.
    why: String,
}

impl fmt::Display for LeafDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.leaf, self.why)
    }
}

/// Units by their uids, with the leaves that hold them.
type Holders<'a> = BTreeMap<&'a str, (&'a str, &'a UnitLine)>;

/// The first thing, in the order of the names, in which opened leaves are not those that their master gives.
pub fn first_difference(opened: &Leaves, master: &Leaves) -> Option<LeafDifference> {
    let names: BTreeSet<&str> = opened.names().chain(master.names()).collect();
    let (here, there) = (holders(opened), holders(master));
    names.into_iter().find_map(|name| {
        let told = |why: &str| LeafDifference { leaf: name.to_owned(), unit: None, why: why.to_owned() };
        match (opened.get(name), master.get(name)) {
            (None, _) => Some(told("the master has this place or text, but the opening does not")),
            (_, None) => Some(told("the master does not have this place or text")),
            (Some(one), Some(other)) if one == other => None,
            (Some(LeafContent::Text(_)), Some(LeafContent::Text(_))) => {
                Some(told("the text is not that of the master"))
            }
            (Some(LeafContent::Place(units)), Some(LeafContent::Place(others))) => {
                let all: BTreeSet<&str> = units.iter().chain(others).map(|unit| unit.uid.as_str()).collect();
                all.into_iter().find_map(|uid| of_unit(name, here.get(uid), there.get(uid)))
            }
            _ => Some(told("one is a place and the other a text")),
        }
    })
}

fn holders(leaves: &Leaves) -> Holders<'_> {
    let mut all = BTreeMap::new();
    for (name, content) in leaves.iter() {
        if let LeafContent::Place(units) = content {
            all.extend(units.iter().map(|unit| (unit.uid.as_str(), (name, unit))));
        }
    }
    all
}

/// What differs of one unit: by its line in what was opened, and by that of the master.
fn of_unit(
    leaf: &str,
    opened: Option<&(&str, &UnitLine)>,
    master: Option<&(&str, &UnitLine)>,
) -> Option<LeafDifference> {
    let (_, unit) = opened.or(master)?;
    let called = format!("the {} {} (piece {})", unit.power, unit.class, unit.uid);
    let why = match (opened, master) {
        (Some((here, one)), Some((there, other))) if here == there && one == other => return None,
        (Some((here, one)), Some((there, other))) if here == there => {
            let (one, other) = (shortened(&one.to_string()), shortened(&other.to_string()));
            format!("{called} is {one}, but in the master {other}")
        }
        (Some((here, _)), Some((there, _))) => format!("{called} is in {here}, but in the master in {there}"),
        (Some((here, _)), None) => format!("{called} is in {here}, but not in the master"),
        (None, _) => format!("the master has {called} there, but the opening does not"),
    };
    Some(LeafDifference { leaf: leaf.to_owned(), unit: Some(unit.uid.clone()), why })
}

#[cfg(test)]
mod tests {
    use super::super::commitment::leaves;
    use super::*;

    fn board(places: [&[(&str, &str)]; 2], text: &str) -> Leaves {
        let line = |(class, uid): &(&str, &str)| UnitLine::new("us", class, "0", uid, None).unwrap();
        let named = ["SZ 1", "SZ 2"].map(str::to_owned).into_iter();
        let places = named.zip(places).map(|(name, units)| (name, units.iter().map(line).collect()));
        leaves(places, [("orders/us".to_owned(), text.to_owned())]).unwrap()
    }

    fn told(master: &Leaves) -> Option<(String, Option<String>)> {
        let opened = board([&[("BB", "1"), ("SUB", "2")], &[]], "go\n");
        first_difference(&opened, master).map(|found| (found.to_string(), found.unit))
    }

    #[test]
    fn the_first_place_and_unit_that_differ_are_told() {
        let due = |text: &str, unit: &str| Some((text.to_owned(), Some(unit.to_owned())));
        assert_eq!(told(&board([&[("SUB", "2"), ("BB", "1")], &[]], "go\n")), None, "in any order");
        assert_eq!(
            told(&board([&[("BB", "1")], &[("SUB", "2")]], "go\n")),
            due("SZ 1: the us SUB (piece 2) is in SZ 1, but in the master in SZ 2", "2")
        );
        assert_eq!(
            told(&board([&[("BB", "1")], &[]], "go\n")),
            due("SZ 1: the us SUB (piece 2) is in SZ 1, but not in the master", "2")
        );
        assert_eq!(
            told(&board([&[("BB", "1"), ("SUB", "2")], &[("CV", "3")]], "go\n")),
            due("SZ 2: the master has the us CV (piece 3) there, but the opening does not", "3")
        );
        let changed = told(&board([&[("CV", "1"), ("SUB", "2")], &[]], "go\n")).unwrap().0;
        assert_eq!(
            changed,
            "SZ 1: the us BB (piece 1) is \"us\\tBB\\t0\\t1\\t-\", but in the master \"us\\tCV\\t0\\t1\\t-\""
        );
        let text = told(&board([&[("BB", "1"), ("SUB", "2")], &[]], "stay\n"));
        assert_eq!(text, Some(("orders/us: the text is not that of the master".into(), None)));
    }
}
