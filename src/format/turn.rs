//! The state of a turn tracker in a save (engine: `TurnTracker`, `CounterTurnLevel`, `ListTurnLevel`).

use super::sequence::decode;

/// More levels than this are not followed.
const DEEPEST: usize = 20;

/// The current value of each level, outermost first: the number of a counter, the index of a list's entry.
#[must_use]
pub fn currents(state: &str) -> Vec<i64> {
    let levels = decode(state, '|');
    let at: usize = levels.first().and_then(|current| current.parse().ok()).unwrap_or(0);
    let mut level = levels.get(at.saturating_add(1)).cloned();
    let mut values = Vec::new();
    while let Some(text) = level.take() {
        let fields = decode(&text, ';');
        let Some(value) = fields.first().and_then(|value| value.parse().ok()) else { break };
        values.push(value);
        let inner: usize = fields.get(1).and_then(|sub| sub.parse().ok()).unwrap_or(0);
        // Two more fields of its own stand before the levels inside.
        if values.len() < DEEPEST {
            level = fields.get(inner.saturating_add(4)).cloned();
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_levels_are_read_from_the_outside_inwards() {
        let state = "0|1942;0;true;1945;7\\;0\\;0\\;true,true\\;3\\\\;0\\\\;0\\\\;true";
        assert_eq!(currents(state), [1942, 7, 3]);
    }

    #[test]
    fn nonsense_gives_no_values() {
        assert!(currents("").is_empty());
        assert!(currents("9|x;y").is_empty());
    }
}
