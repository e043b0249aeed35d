//! Values that VASSAL does not look at, because another value beside them says so; the editor hides them and leaves them in
//! the file.

use std::collections::BTreeMap;
use std::sync::LazyLock;

/// A line for each such value: whose it is (a class or trait), the attributes or fields, the class that passes over them,
/// and what must stand beside them where it does look: `|` between words of which one must, `*` for any ending.
const IDLE: &str = include_str!("idle.txt");

/// When a value is looked at.
struct Used {
    fields: Vec<&'static str>,
    /// What stands beside it, and the words for it.
    beside: Vec<(&'static str, Vec<&'static str>)>,
}

static ROWS: LazyLock<BTreeMap<&'static str, Vec<Used>>> = LazyLock::new(|| {
    let mut rows: BTreeMap<&str, Vec<Used>> = BTreeMap::new();
    for line in IDLE.lines() {
        let mut words = line.split(' ');
        let (Some(owner), Some(fields), Some(_)) = (words.next(), words.next(), words.next()) else {
            continue;
        };
        let beside = words.filter_map(|word| word.split_once('='));
        let beside = beside.map(|(field, words)| (field, words.split('|').collect())).collect();
        rows.entry(owner).or_default().push(Used { fields: fields.split(',').collect(), beside });
    }
    rows
});

/// Whether a value of a component or trait is looked at by nothing, by what stands beside it.
#[must_use]
pub fn is_idle<'v>(owner: &str, field: &str, beside: &dyn Fn(&'static str) -> &'v str) -> bool {
    let rows = ROWS.get(owner).map_or(&[][..], Vec::as_slice);
    let is_met = |(gate, words): &(&'static str, Vec<&str>)| {
        let text = beside(gate);
        words.iter().any(|word| match word.strip_suffix('*') {
            Some(begin) => text.starts_with(begin),
            None => text == *word,
        })
    };
    rows.iter().any(|row| row.fields.contains(&field) && !row.beside.iter().all(is_met))
}

#[cfg(test)]
mod tests {
    use super::IDLE;
    use crate::lint::roles::tests::has;

    #[test]
    fn every_row_is_about_attributes_that_there_are_and_names_its_class() {
        for line in IDLE.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            assert!(words.len() > 3 && words[2].starts_with("VASSAL."), "{line}");
            let gates = words[3..].iter().filter_map(|word| word.split_once('='));
            for field in words[1].split(',').chain(gates.map(|(gate, _)| gate)) {
                assert!(has(words[0], field), "{} has no {field}", words[0]);
            }
        }
    }
}
