//! Units as findings list them: their pieces, their names, how many they are.

use std::collections::BTreeMap;

use super::view::{Unit, View};
use liege_rules::check::bound::Bound;
use liege_rules::position::situation::PieceIx;
use vassal::diagnostic::in_groups;

/// The pieces of some units.
pub fn pieces(units: &[&Unit]) -> Vec<PieceIx> {
    units.iter().map(|unit| unit.ix).collect()
}

/// The names of units, as their counters show them, with how often each comes.
pub fn names(view: &View, units: &[&Unit]) -> String {
    in_groups(&units.iter().map(|unit| view.piece(unit).name.as_str()).collect::<Vec<_>>())
}

/// The same with their nations: `2nd Division (Japan) and 3rd Division (Manchukuo)`.
pub fn names_by_nation(view: &View, units: &[&Unit]) -> String {
    let mut nations: BTreeMap<&str, Vec<&Unit>> = BTreeMap::new();
    for unit in units {
        nations.entry(&unit.entry.nation).or_default().push(unit);
    }
    let of =
        |(nation, units): (&str, Vec<&Unit>)| format!("{} ({})", names(view, &units), country(view, nation));
    nations.into_iter().map(of).collect::<Vec<_>>().join(" and ")
}

/// What players call a nation within a sentence.
pub fn the_country<'a>(view: &'a View, nation: &'a str) -> &'a str {
    view.situation.pack.nations.get(nation).map_or(nation, |known| known.called.as_str())
}

/// The same without an article.
pub fn country<'a>(view: &'a View, nation: &'a str) -> &'a str {
    let called = the_country(view, nation);
    called.strip_prefix("the ").unwrap_or(called)
}

/// Several names with `and` before the last.
pub fn joined(names: &[String]) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        all => all.concat(),
    }
}

/// So many, without a doubt.
pub fn number(count: usize) -> Bound {
    Bound::exact(i32::try_from(count).unwrap_or(i32::MAX))
}
