//! Which properties there are where a text reads one.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use super::roles::Role;
use super::tree::Parts;
use super::{At, Subject};

/// The properties that VASSAL makes by itself: a line for each class that makes some, with who reads them (a class or
/// trait and its attributes, or `*` for every text), the class, and the names. A `#` in a name is a number, a `*` the
/// name of another property.
const OF_VASSAL: &str = include_str!("properties.txt");

/// Ends the name of a property that is made for each property of another piece, whose name stands in its place.
const ANY: &str = "*";

/// Properties that are there for some texts.
struct Supplied {
    owners: Vec<&'static str>,
    fields: Vec<&'static str>,
    names: Vec<&'static str>,
}

static ROWS: LazyLock<Vec<Supplied>> = LazyLock::new(|| {
    let row = |line: &'static str| {
        let mut words = line.split(' ');
        let (owners, fields, _) = (words.next()?, words.next()?, words.next()?);
        Some(Supplied {
            owners: owners.split(',').collect(),
            fields: fields.split(',').collect(),
            names: words.collect(),
        })
    };
    OF_VASSAL.lines().filter_map(row).collect()
});

/// The properties that there are.
pub struct Known<'m> {
    made: BTreeSet<&'m str>,
    /// What stands before the name of any property, which is then one of another piece.
    before_others: BTreeSet<&'m str>,
    everywhere: BTreeSet<&'static str>,
}

impl<'m> Known<'m> {
    /// Those of a module and of VASSAL.
    #[must_use]
    pub fn of(subject: &Subject<'m>) -> Self {
        let made = subject.of_role(Role::Makes).chain(subject.of_role(Role::Sets));
        let everywhere =
            ROWS.iter().filter(|row| row.owners == ["*"]).flat_map(|row| row.names.iter().copied());
        let made: BTreeSet<&str> = made.map(|value| &*value.text).collect();
        let before_others = made.iter().filter_map(|name| name.strip_suffix(ANY)).collect();
        Self { made, before_others, everywhere: everywhere.collect() }
    }

    /// All names that a slip of the pen may have meant.
    pub fn names(&self) -> impl Iterator<Item = &str> + Clone {
        let own = self.made.iter().copied().filter(|name| !name.ends_with(ANY));
        own.chain(self.everywhere.iter().copied())
    }

    /// Whether the module or VASSAL makes it for every text.
    #[must_use]
    pub fn makes(&self, name: &str) -> bool {
        self.has_itself(name)
            || self
                .before_others
                .iter()
                .any(|before| name.strip_prefix(before).is_some_and(|inner| self.has_itself(inner)))
    }

    fn has_itself(&self, name: &str) -> bool {
        self.made.contains(name) || self.everywhere.contains(name)
    }

    /// Whether it is there for the text at a place.
    #[must_use]
    pub fn has(&self, name: &str, subject: &Subject<'_>, at: At<'_>) -> bool {
        self.makes(name)
            || rows_of(subject, at).any(|row| row.names.iter().any(|known| self.is_named(name, known)))
    }

    /// Whether a name is the one that a row has.
    fn is_named(&self, name: &str, known: &str) -> bool {
        if let Some(begin) = known.strip_suffix('#') {
            let number = name.strip_prefix(begin);
            return number
                .is_some_and(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()));
        }
        let Some((begin, end)) = known.split_once('*') else { return name == known };
        name.strip_prefix(begin)
            .and_then(|name| name.strip_suffix(end))
            .is_some_and(|inner| self.makes(inner))
    }
}

/// The rows for the text at a place.
fn rows_of<'s>(subject: &'s Subject<'_>, at: At<'s>) -> impl Iterator<Item = &'static Supplied> + 's {
    let component = subject.tree.components.get(at.component);
    let owner = match component.and_then(|own| own.traits.get(at.of_trait?)) {
        None => component.map_or("", |own| own.element.tag.as_str()),
        Some(own) => match &own.parts {
            Parts::Fields(fields, _) => fields.spec().prefix,
            _ => "",
        },
    };
    // A piece that another one places has traits of any kind, whose fields are not told apart.
    let is_inside = at.field == "markerSpec";
    ROWS.iter().filter(move |row| {
        is_inside && row.owners.iter().all(|owner| owner.ends_with(';'))
            || row.owners.contains(&owner) && row.fields.contains(&at.field)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::roles::tests::has;

    #[test]
    fn every_row_is_about_attributes_that_there_are_and_names_its_class() {
        for line in OF_VASSAL.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            assert!(words.len() > 3 && words[2].starts_with("VASSAL."), "{line}");
            for owner in words[0].split(',').filter(|owner| *owner != "*") {
                for field in words[1].split(',') {
                    assert!(has(owner, field), "{owner} has no {field}");
                }
            }
        }
    }
}
