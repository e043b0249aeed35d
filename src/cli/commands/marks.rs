//! Findings on a picture: a numbered circle at each place, and the key that says what the numbers mean.

use super::overlay::{Overlay, Part};
use crate::report::text;
use liege_art::position::key::{Entry, Key};
use liege_art::position::{Colour, Mark};
use liege_rules::check::Checked;
use vassal::diagnostic::{Finding, Severity, counted};

/// The colours of findings: what is illegal, and what is suspicious.
const RED: Colour = [200, 20, 20, 255];
const ORANGE: Colour = [190, 105, 0, 255];

fn colour(illegal: bool) -> Colour {
    if illegal { RED } else { ORANGE }
}

/// The spot of a finding on this map.
fn spot(finding: &Finding, map: &str) -> Option<(i32, i32)> {
    let place = finding.place.as_ref().filter(|place| place.map.as_deref() == Some(map))?;
    Some((place.x?, place.y?))
}

/// A numbered circle at each place of a map with findings, red where one is illegal.
fn of(checked: &Checked, map: &str) -> Vec<Mark> {
    let mut places: Vec<((i32, i32), Vec<usize>, bool)> = Vec::new();
    for (number, finding) in checked.numbered() {
        let Some(at) = spot(finding, map) else { continue };
        let illegal = finding.severity == Severity::Illegal;
        match places.iter_mut().find(|(known, _, _)| *known == at) {
            Some((_, numbers, worst)) => {
                numbers.push(number);
                *worst |= illegal;
            }
            None => places.push((at, vec![number], illegal)),
        }
    }
    let mark = |((x, y), numbers, illegal): ((i32, i32), Vec<usize>, bool)| Mark {
        x,
        y,
        label: ranges(&numbers),
        colour: colour(illegal),
    };
    places.into_iter().map(mark).collect()
}

/// Rising numbers in short: `1-3,7`.
pub fn ranges(numbers: &[usize]) -> String {
    let runs = numbers.chunk_by(|one, next| one + 1 == *next);
    let word = |run: &[usize]| match run {
        [first, _, .., last] => format!("{first}-{last}"),
        few => few.iter().map(ToString::to_string).collect::<Vec<_>>().join(","),
    };
    runs.map(word).collect::<Vec<_>>().join(",")
}

/// The findings of a check over a part of a map, below a title.
pub fn over(checked: &Checked, title: &str, part: &Part) -> Overlay {
    Overlay { marks: of(checked, &part.map), key: Some(key(checked, title, part)), ..Overlay::default() }
}

/// The key of a picture of a map, or of a part of it: every finding, those that are not on it apart.
fn key(checked: &Checked, title: &str, part: &Part) -> Key {
    let map = part.map.as_str();
    let is_on = |finding: &Finding| spot(finding, map).is_some_and(|at| part.has(at));
    let mut key = Key { title: title.to_owned(), ..Key::default() };
    for (number, finding) in checked.numbered() {
        let entry = Entry {
            label: number.to_string(),
            colour: colour(finding.severity == Severity::Illegal),
            head: format!("{} {} {}", text::word(finding.severity), finding.id, finding.name),
            text: format!("{}{}", place(finding, map), finding.message),
        };
        if is_on(finding) { key.entries.push(entry) } else { key.elsewhere.push(entry) }
    }
    if checked.findings.is_empty() {
        key.title = format!("{title}: nothing found in {}", counted(checked.summary.checked, "check"));
    }
    key
}

/// Where a finding is, before what it says.
fn place(finding: &Finding, map: &str) -> String {
    let Some(place) = finding.place.as_ref().filter(|place| !place.location.is_empty()) else {
        return String::new();
    };
    match place.map.as_deref().filter(|other| *other != map && *other != place.location) {
        Some(other) => format!("{} on {other}: ", place.location),
        None if finding.message.contains(&place.location) => String::new(),
        None => format!("{}: ", place.location),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_follow_each_other_are_told_as_ranges() {
        assert_eq!(ranges(&[4]), "4");
        assert_eq!(ranges(&[1, 6]), "1,6");
        assert_eq!(ranges(&[1, 2, 4, 5, 6, 9]), "1,2,4-6,9");
    }
}
