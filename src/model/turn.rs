//! Where a turn tracker stands, in the words that VASSAL shows (engine package: `build.module.turn`).

use super::markup::without_tags;
use super::module::{Tracker, TurnLevel};
use super::text::{Unknown, evaluate};
use crate::format::sequence::decode;
use crate::format::turn;

/// Fields of a level before the states of the levels inside it.
const OWN_FIELDS: usize = 4;

impl Tracker {
    /// What the tracker shows in this state; `property` gives the global properties that formats may name, those of
    /// its own levels among them. A format that is more of an expression than can be evaluated gives way to the plain
    /// values.
    pub fn words(&self, state: &str, property: impl Fn(&str) -> Option<String>) -> String {
        let shown: Vec<String> =
            self.standing(state).iter().map(|(level, value)| level.words(*value, &property)).collect();
        let level = |name: &str| {
            let number: usize = name.strip_prefix("level")?.parse().ok()?;
            Some(shown.get(number.checked_sub(1)?).cloned().unwrap_or_default())
        };
        let named = |name: &str| level(name).or_else(|| property(name));
        one_line(&evaluate(&self.format, Unknown::Stays, &named).unwrap_or_else(|| shown.join(" ")))
    }

    /// The levels that the tracker stands at, outermost first, each with its value.
    fn standing(&self, state: &str) -> Vec<(&TurnLevel, i64)> {
        let mut states = decode(state, '|');
        let mut inside = self.inside(None);
        let mut wanted = states.first().and_then(|current| current.trim().parse().ok()).unwrap_or(0);
        let mut skipped = 1;
        let mut found = Vec::new();
        while let Some(last) = inside.len().checked_sub(1) {
            // The engine takes the last level for one that is not there.
            let nth = last.min(wanted);
            let (at, level) = inside[nth];
            let own = states.get(nth + skipped).map_or_else(Vec::new, |text| decode(text, ';'));
            let number = |field: usize| own.get(field).and_then(|text| text.trim().parse::<i64>().ok());
            found.push((level, number(0).unwrap_or(level.start.unwrap_or(1))));
            wanted = number(1).and_then(|sub| usize::try_from(sub).ok()).unwrap_or(0);
            (states, skipped, inside) = (own, OWN_FIELDS, self.inside(Some(at)));
        }
        found
    }

    /// The levels directly inside one, or the outermost.
    fn inside(&self, outer: Option<usize>) -> Vec<(usize, &TurnLevel)> {
        let depth = outer.and_then(|at| self.levels.get(at)).map_or(0, |level| level.depth + 1);
        let after = self.levels.iter().enumerate().skip(outer.map_or(0, |at| at + 1));
        after
            .take_while(|(_, level)| level.depth >= depth)
            .filter(|(_, level)| level.depth == depth)
            .collect()
    }
}

impl TurnLevel {
    fn words(&self, value: i64, property: &impl Fn(&str) -> Option<String>) -> String {
        let value = self.shows(value);
        let named = |name: &str| if name == "value" { Some(value.clone()) } else { property(name) };
        // The signs before the value are in the expression, so that the values would run together.
        evaluate(&self.format, Unknown::Stays, &named).unwrap_or_else(|| format!(" {value}"))
    }
}

/// What can be told of a tracker's state where no module names its levels: numbers of counters, places in lists.
pub fn bare_words(state: &str) -> String {
    let words = turn::steps(state).into_iter().map(|step| match step.counts {
        true => step.value.to_string(),
        false => format!("entry {} of a list", step.value.saturating_add(1)),
    });
    words.collect::<Vec<_>>().join(", ")
}

/// A tracker may have several lines; the engine's own reports put a dash between them.
fn one_line(text: &str) -> String {
    let text = without_tags(&text.replace("\\n", " - ").replace("\\t", " "));
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(start: Option<i64>, list: &[&str], format: &str, depth: usize) -> TurnLevel {
        let list = list.iter().map(|entry| (*entry).to_owned()).collect();
        TurnLevel { start, list, format: format.to_owned(), depth, ..TurnLevel::default() }
    }

    #[test]
    fn a_format_may_be_an_expression() {
        let levels = vec![
            level(Some(1939), &[], "$value$", 0),
            level(None, &["May", "June"], "{\", \" + (value == \"May\" ? \"spring\" : \"summer\")}", 1),
        ];
        let tracker = Tracker { format: "$level1$$level2$".to_owned(), levels, ..Tracker::default() };
        assert_eq!(tracker.words("0|1941;0;false;-1;1\\;0\\;0\\;true,true", |_| None), "1941, summer");
    }

    #[test]
    fn values_stand_apart_where_a_format_is_not_understood() {
        let levels = vec![level(Some(1939), &[], "$value$", 0), level(Some(1), &[], "{CountMap()}", 1)];
        let tracker = Tracker { format: "$level1$$level2$".to_owned(), levels, ..Tracker::default() };
        assert_eq!(tracker.words("0|1941;0;false;-1;2\\;0\\;0\\;true", |_| None), "1941 2");
    }

    #[test]
    fn without_a_module_numbers_and_places_in_lists_are_told() {
        assert_eq!(bare_words("0|1942;0;true;1945;7\\;0\\;0\\;true,true"), "1942, entry 8 of a list");
        assert_eq!(bare_words("nonsense"), "");
    }
}
