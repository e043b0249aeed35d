//! The state of a turn tracker in a save (engine: `TurnTracker`, `CounterTurnLevel`, `ListTurnLevel`).

use super::sequence::{self, Unencodable, decode};

/// More levels than this are not followed.
const DEEPEST: usize = 20;

/// Where a tracker stands at one of its levels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// Which of the levels inside the level before, from 0.
    pub nth: usize,
    /// The number of a counter, or the index of a list's entry.
    pub value: i64,
    /// It is a counter, no list.
    pub counts: bool,
}

/// The levels that a tracker stands at, outermost first.
#[must_use]
pub fn steps(state: &str) -> Vec<Step> {
    let levels = decode(state, '|');
    let mut nth: usize = levels.first().and_then(|current| current.parse().ok()).unwrap_or(0);
    let mut level = levels.get(nth.saturating_add(1)).cloned();
    let mut steps = Vec::new();
    while let Some(text) = level.take() {
        let fields = decode(&text, ';');
        let Some(value) = fields.first().and_then(|value| value.parse().ok()) else { break };
        // A counter says next whether it starts again at its end, a list where it starts.
        let counts = fields.get(2).is_some_and(|own| own == "true" || own == "false");
        steps.push(Step { nth, value, counts });
        nth = fields.get(1).and_then(|sub| sub.parse().ok()).unwrap_or(0);
        // Two more fields of its own stand before the levels inside.
        if steps.len() < DEEPEST {
            level = fields.get(nth.saturating_add(4)).cloned();
        }
    }
    steps
}

/// The state of a list or counter: its value, which level inside it stands at, two fields of its own, and the
/// states of the levels inside.
///
/// # Errors
/// A field ends in a backslash.
pub fn level(value: i64, nth: usize, own: [&str; 2], inside: &[String]) -> Result<String, Unencodable> {
    let fields = [value.to_string(), nth.to_string(), own[0].to_owned(), own[1].to_owned()];
    sequence::join(fields.iter().chain(inside), ';')
}

/// The state of a tracker that stands at the `nth` of its levels.
///
/// # Errors
/// A field ends in a backslash.
pub fn tracker(nth: usize, levels: &[String]) -> Result<String, Unencodable> {
    sequence::join(std::iter::once(&nth.to_string()).chain(levels), '|')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_levels_are_read_from_the_outside_inwards() {
        let state = "0|1942;0;true;1945;7\\;0\\;0\\;true,true\\;3\\\\;0\\\\;0\\\\;true";
        let values: Vec<i64> = steps(state).iter().map(|step| step.value).collect();
        assert_eq!(values, [1942, 7, 3]);
    }

    #[test]
    fn the_level_the_tracker_stands_at_is_followed() {
        let inside = [level(4, 0, ["0", "true"], &[]), level(2, 0, ["0", "true"], &[])].map(Result::unwrap);
        let outer = level(1942, 1, ["true", "1945"], &inside).unwrap();
        let state = tracker(0, &[outer]).unwrap();
        let told: Vec<_> = steps(&state).iter().map(|step| (step.nth, step.value)).collect();
        assert_eq!(told, [(0, 1942), (1, 2)]);
    }

    #[test]
    fn nonsense_gives_no_values() {
        assert!(steps("").is_empty());
        assert!(steps("9|x;y").is_empty());
        assert_eq!(steps("0|5;99;0;true"), [Step { nth: 0, value: 5, counts: false }]);
        assert_eq!(steps("0|5;99;false;-1"), [Step { nth: 0, value: 5, counts: true }]);
    }
}
