//! In which file and line a component of a module stands, by its number in the whole build file.

use std::collections::BTreeMap;

use super::parts::is_file;
use super::{Part, ReadableError, Spot, join};

/// A file and a line of it, from 1.
pub type FileLine = (String, usize);

/// Where spots of components stand, each component by its number among all from the outside inwards, as they follow each
/// other in the build file; none for numbers that there are not.
///
/// # Errors
/// As of [`join`].
pub fn places<'f>(
    file: &dyn Fn(&str) -> Option<&'f [u8]>,
    wanted: &[(usize, Spot<'_>)],
) -> Result<Vec<Option<FileLine>>, (String, ReadableError)> {
    let mut by_number: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (at, (number, _)) in wanted.iter().enumerate() {
        by_number.entry(*number).or_default().push(at);
    }
    let found = vec![None; wanted.len()];
    let mut finder = Finder { by_number, wanted, found, next: 0, open: Vec::new() };
    join(file, &mut |part| finder.add(part))?;
    finder.close(None);
    Ok(finder.found)
}

struct Finder<'w, 's> {
    by_number: BTreeMap<usize, Vec<usize>>,
    wanted: &'w [(usize, Spot<'s>)],
    found: Vec<Option<FileLine>>,
    /// The number of the next component.
    next: usize,
    /// The files that name what comes next, the innermost last, each with what is left of it, the last first.
    open: Vec<(String, Vec<(usize, String)>)>,
}

impl Finder<'_, '_> {
    /// Numbers the components of a file, which come behind all before them.
    fn add(&mut self, part: &Part<'_>) {
        self.close(Some(part.path));
        for component in part.components() {
            for at in self.by_number.remove(&self.next).unwrap_or_default() {
                let line = part.line_of(&component, self.wanted[at].1);
                self.found[at] = Some((part.path.to_owned(), line));
            }
            self.next += 1;
        }
        let left = part.inside.iter().rev().cloned().collect();
        self.open.push((part.path.to_owned(), left));
    }

    /// Numbers the classes without a file up to the naming of a file, or up to the end.
    fn close(&mut self, until: Option<&str>) {
        while let Some((file, mut left)) = self.open.pop() {
            while let Some((line, inside)) = left.pop() {
                if is_file(&inside) {
                    if until == Some(inside.as_str()) {
                        self.open.push((file, left));
                        return;
                    }
                    continue;
                }
                for at in self.by_number.remove(&self.next).unwrap_or_default() {
                    self.found[at] = Some((file.clone(), line));
                }
                self.next += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn components_are_found_by_their_number_in_files_and_lines() {
        let files: BTreeMap<&str, &str> = [
            (
                "module.toml",
                "\"#class\" = \"VASSAL.build.GameModule\"\nname = \"A\"\n\"#inside\" = [\n\"a.B\",\n\"module/Map.toml\",\n\"c.D\",\n]\n",
            ),
            (
                "module/Map.toml",
                "\"#class\" = \"VASSAL.build.module.Map\"\nmapName = \"M\"\n\n[[BoardPicker]]\n\n[[BoardPicker.Board]]\nname = \"W\"\nwidth = 9\n\n[[\"x.Y\"]]\n\"#xml\" = \"<x.Y><z/></x.Y>\"\n",
            ),
        ]
        .into();
        let file = |path: &str| files.get(path).map(|text| text.as_bytes());
        let wanted = [
            (0, Spot::Attribute("name")),
            (1, Spot::Component),
            (2, Spot::Attribute("mapName")),
            (4, Spot::Attribute("width")),
            (4, Spot::Attribute("none")),
            (6, Spot::Component),
            (7, Spot::Component),
            (8, Spot::Component),
        ];
        let found = places(&file, &wanted).unwrap();
        let told: Vec<(&str, usize)> =
            found.iter().flatten().map(|(file, line)| (file.as_str(), *line)).collect();
        let (module, map) = ("module.toml", "module/Map.toml");
        assert_eq!(told, [(module, 2), (module, 4), (map, 2), (map, 8), (map, 6), (map, 10), (module, 6)]);
        assert!(found[7].is_none());
    }
}
