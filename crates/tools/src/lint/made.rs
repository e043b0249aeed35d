//! Properties that come with the name of a component or trait.

/// The properties that VASSAL makes of the name of a component or trait: whose name, the class that makes them, and
/// what is put behind the name; a `*` there is the name of any property.
const OF_NAMES: &str = include_str!("made.txt");

/// The attribute or field by whose value properties are named, and what is put behind it.
#[must_use]
pub fn made_of_name(owner: &str) -> Option<(&'static str, Vec<&'static str>)> {
    OF_NAMES.lines().find_map(|line| {
        let mut words = line.strip_prefix(owner)?.strip_prefix(' ')?.split(' ');
        let field = words.next()?;
        Some((field, words.skip(1).collect()))
    })
}

#[cfg(test)]
mod tests {
    use super::OF_NAMES;
    use crate::lint::roles::tests::has;

    #[test]
    fn every_row_is_about_an_attribute_that_there_is_and_names_its_class() {
        for line in OF_NAMES.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            assert!(words.len() > 3 && words[2].starts_with("VASSAL."), "{line}");
            assert!(has(words[0], words[1]), "{} has no {}", words[0], words[1]);
        }
    }
}
