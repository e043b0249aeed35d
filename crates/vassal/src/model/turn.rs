//! Where a turn tracker stands, in the words that VASSAL shows (engine package: `build.module.turn`).

use std::ops::Range;

use super::markup::without_tags;
use super::module::{Tracker, TurnLevel};
use super::text::{Unknown, evaluate};
use crate::format::turn::{self, DEEPEST, Levels};

/// The place in a list that the engine takes where a state tells none: the second.
const LIST_START: i64 = 1;

/// A level in some state of its tracker.
#[non_exhaustive]
pub struct LevelAt<'a> {
    /// What the module says of it.
    pub level: &'a TurnLevel,
    /// The number of a counter, or the place in a list from 0.
    pub value: i64,
    /// The tracker stands at it.
    pub stands: bool,
}

impl Tracker {
    /// What the tracker shows in this state; `property` gives the global properties that formats may name, those of
    /// its own levels among them. A format that is more of an expression than can be evaluated gives way to the plain
    /// values.
    pub fn words(&self, state: &str, property: impl Fn(&str) -> Option<String>) -> String {
        let shown: Vec<String> = self.standing(state).iter().map(|at| at.words(&property)).collect();
        let level = |name: &str| {
            let number: usize = name.strip_prefix("level")?.parse().ok()?;
            Some(shown.get(number.checked_sub(1)?).cloned().unwrap_or_default())
        };
        let named = |name: &str| level(name).or_else(|| property(name));
        one_line(&evaluate(&self.format, Unknown::Stays, &named).unwrap_or_else(|| shown.join(" ")))
    }

    /// The levels that the tracker stands at in this state, outermost first.
    pub fn standing(&self, state: &str) -> Vec<LevelAt<'_>> {
        let mut standing = self.levels_at(state);
        standing.retain(|at| at.stands);
        standing.reverse();
        standing
    }

    /// Every level in this state, those inside a level before it: the order in which the engine sets properties.
    pub fn levels_at(&self, state: &str) -> Vec<LevelAt<'_>> {
        let mut found = Vec::new();
        self.read(0..self.levels.len(), &turn::outermost(state), true, &mut found);
        found
    }

    fn read<'a>(&'a self, within: Range<usize>, states: &Levels, stands: bool, found: &mut Vec<LevelAt<'a>>) {
        let Some(depth) = self.levels.get(within.start).map(|level| level.depth) else { return };
        let siblings: Vec<usize> = within.clone().filter(|&at| self.levels[at].depth == depth).collect();
        // The engine takes the last level for one that is not there.
        let current = states.current.min(siblings.len().saturating_sub(1));
        for (nth, &at) in siblings.iter().enumerate().take_while(|_| depth < DEEPEST) {
            let state = turn::read(states.each.get(nth).map_or("", String::as_str));
            let level = &self.levels[at];
            let stands = stands && nth == current;
            let next = siblings.get(nth + 1).copied().unwrap_or(within.end);
            self.read(at + 1..next, &state.inside, stands, found);
            let value = state.value.unwrap_or(level.start.unwrap_or(LIST_START));
            found.push(LevelAt { level, value, stands });
        }
    }
}

impl LevelAt<'_> {
    /// Its value as its property tells it: a number, or the entry of its list.
    pub fn shows(&self) -> String {
        if self.level.start.is_some() {
            return self.value.to_string();
        }
        let entry = usize::try_from(self.value).ok().and_then(|i| self.level.list.get(i));
        entry.cloned().unwrap_or_default()
    }

    /// Its value in its format.
    fn words(&self, property: &impl Fn(&str) -> Option<String>) -> String {
        let value = self.shows();
        let named = |name: &str| if name == "value" { Some(value.clone()) } else { property(name) };
        // The signs before the value are in the expression, so that the values would run together.
        evaluate(&self.level.format, Unknown::Stays, &named).unwrap_or_else(|| format!(" {value}"))
    }
}

/// What can be told of a tracker's state where no module names its levels: numbers of counters, places in lists.
pub fn bare_words(state: &str) -> String {
    let words = turn::steps(state).into_iter().filter_map(|step| {
        let value = step.value?;
        Some(match step.counts {
            true => value.to_string(),
            false => format!("entry {} of a list", value + 1),
        })
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
    fn a_level_of_which_a_state_says_nothing_is_where_the_engine_starts_it() {
        let levels = vec![
            level(Some(1939), &[], "$value$", 0),
            level(None, &["Snow", "Ice"], "$value$", 1),
            level(Some(3), &[], "$value$", 1),
            level(None, &["Peace"], "$value$", 0),
        ];
        let tracker = Tracker { levels, ..Tracker::default() };
        let told = |state: &str| {
            let told = |at: LevelAt<'_>| format!("{}{}", if at.stands { "*" } else { "" }, at.shows());
            tracker.levels_at(state).into_iter().map(told).collect::<Vec<_>>()
        };
        assert_eq!(told("0|1942;1;false;-1;0\\;0\\;0\\;true,true"), ["Snow", "*3", "*1942", ""]);
        assert_eq!(told("9| 1942;0|0"), ["Ice", "3", "1939", "*Peace"]);
        assert_eq!(told("0|99999999999;9"), ["Ice", "*3", "*1939", ""]);
    }

    #[test]
    fn without_a_module_numbers_and_places_in_lists_are_told() {
        assert_eq!(bare_words("0|1942;0;true;1945;7\\;0\\;0\\;true,true"), "1942, entry 8 of a list");
        assert_eq!(bare_words("nonsense"), "");
    }
}
