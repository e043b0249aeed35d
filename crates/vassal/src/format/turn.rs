//! The state of a turn tracker in a save (engine: `TurnTracker`, `CounterTurnLevel`, `ListTurnLevel`).

use super::sequence::{self, Unencodable, decode};

/// More levels than this, one inside the other, are not followed.
pub const DEEPEST: usize = 20;

/// Fields of a level before the states of the levels inside it.
const OWN_FIELDS: usize = 4;

/// The levels directly inside a tracker or a level.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Levels {
    /// Which of them it stands at, from 0.
    pub current: usize,
    /// The state of each.
    pub each: Vec<String>,
}

/// The state of one level.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct LevelState {
    /// The number of a counter, or the index of a list's entry.
    pub value: Option<i64>,
    /// It is a counter, no list.
    pub counts: bool,
    /// The levels inside it.
    pub inside: Levels,
}

/// The outermost levels in a tracker's state.
#[must_use]
pub fn outermost(state: &str) -> Levels {
    inside(decode(state, '|'), 0, 1)
}

/// Reads the state of a level.
#[must_use]
pub fn read(level: &str) -> LevelState {
    let fields = decode(level, ';');
    let value = fields.first().and_then(|value| number(value)).map(i64::from);
    // A counter says next whether it starts again at its end, a list where it starts.
    let counts = fields.get(2).is_some_and(|own| own == "true" || own == "false");
    LevelState { value, counts, inside: inside(fields, 1, OWN_FIELDS) }
}

fn inside(mut fields: Vec<String>, current: usize, own: usize) -> Levels {
    let current = fields.get(current).and_then(|text| usize::try_from(number(text)?).ok());
    fields.drain(..own.min(fields.len()));
    Levels { current: current.unwrap_or(0), each: fields }
}

/// A number as the engine reads it: 32 bits, without blanks.
fn number(text: &str) -> Option<i32> {
    text.parse().ok()
}

/// The levels that a tracker stands at, outermost first, as far as its state alone tells.
#[must_use]
pub fn steps(state: &str) -> Vec<LevelState> {
    let mut steps: Vec<LevelState> = Vec::new();
    let mut levels = outermost(state);
    while let Some(level) = levels.each.get(levels.current).map(|text| read(text)) {
        if level.value.is_none() || steps.len() == DEEPEST {
            break;
        }
        levels = level.inside.clone();
        steps.push(level);
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
        let values: Vec<i64> = steps(state).iter().filter_map(|step| step.value).collect();
        assert_eq!(values, [1942, 7, 3]);
    }

    #[test]
    fn the_level_the_tracker_stands_at_is_followed() {
        let inside = [level(4, 0, ["0", "true"], &[]), level(2, 0, ["0", "true"], &[])].map(Result::unwrap);
        let outer = level(1942, 1, ["true", "1945"], &inside).unwrap();
        let state = tracker(0, &[outer]).unwrap();
        let told: Vec<_> = steps(&state).iter().map(|step| step.value).collect();
        assert_eq!(told, [Some(1942), Some(2)]);
    }

    #[test]
    fn nonsense_gives_no_values() {
        assert!(steps("").is_empty());
        assert!(steps("9|x;y").is_empty());
        assert!(steps("0|99999999999;0").is_empty());
        let told =
            |state: &str| steps(state).iter().map(|step| (step.value, step.counts)).collect::<Vec<_>>();
        assert_eq!(told("0|5;99;0;true"), [(Some(5), false)]);
        assert_eq!(told("0|5;99;false;-1"), [(Some(5), true)]);
    }
}
