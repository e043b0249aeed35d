//! What single entries of the log say: which message it is, whether an answer takes an offer up, what a die is for.

use serde_json::Value;

use liege_rules::desk::log::{DieRoll, Notice, Reply};
use liege_rules::desk::units::Units;

/// Answers that decline an offer.
const NO: [&str; 14] = [
    "",
    "no",
    "none",
    "nothing",
    "0",
    "false",
    "hide",
    "hidden",
    "stay",
    "stay hidden",
    "pass",
    "ignore",
    "sail on",
    "go on",
];
/// Answers that take it up.
const YES: [&str; 9] = ["yes", "true", "attack", "fight", "fire", "join", "scramble", "use", "all"];

/// What a message to a side says.
pub(super) trait NoticeFacts {
    /// Whether it is this message.
    fn is(&self, template: &str) -> bool;
    /// The place that it names.
    fn place(&self) -> Option<&str>;
    /// The units that a field names; none where it is absent or names no units.
    fn units(&self, field: &str) -> Option<Units>;
}

/// What an answer says.
pub(super) trait ReplyFacts {
    /// Whether it answers this message.
    fn is(&self, template: &str) -> bool;
    /// Whether it takes the offer up; none where that is open.
    fn accepts(&self) -> Option<bool>;
}

/// What a die is for.
pub(super) trait DieFacts {
    /// Whether it is the free shot of a submarine (C9, L74).
    fn is_free_shot(&self) -> bool;
    /// Whether it was rolled for the attack; none where that is not said.
    fn is_attack(&self) -> Option<bool>;
}

impl NoticeFacts for Notice {
    fn is(&self, template: &str) -> bool {
        self.template.eq_ignore_ascii_case(template)
    }

    fn place(&self) -> Option<&str> {
        ["zone", "place"].into_iter().find_map(|field| self.fields.get(field)?.as_str())
    }

    fn units(&self, field: &str) -> Option<Units> {
        serde_json::from_value(self.fields.get(field)?.clone()).ok()
    }
}

impl ReplyFacts for Reply {
    fn is(&self, template: &str) -> bool {
        self.template.eq_ignore_ascii_case(template)
    }

    fn accepts(&self) -> Option<bool> {
        match &self.choice {
            Value::Null => None,
            Value::Bool(yes) => Some(*yes),
            Value::Number(number) => number.as_f64().map(|number| number > 0.0),
            Value::Array(all) => Some(!all.is_empty()),
            Value::String(text) => {
                let word = text.trim().to_lowercase();
                let is = |words: &[&str]| words.contains(&word.as_str());
                match Units::parse(text) {
                    _ if is(&NO) => Some(false),
                    _ if is(&YES) => Some(true),
                    Ok(units) if units.0.iter().all(|unit| !unit.class.is_empty()) => Some(true),
                    _ => word.parse::<u32>().ok().map(|number| number > 0),
                }
            }
            Value::Object(counts) => counts
                .values()
                .all(Value::is_u64)
                .then(|| counts.values().any(|count| count.as_u64() > Some(0))),
        }
    }
}

impl DieFacts for DieRoll {
    fn is_free_shot(&self) -> bool {
        self.purpose.to_lowercase().replace(['-', '_'], " ").contains("free shot")
    }

    fn is_attack(&self) -> Option<bool> {
        let purpose = self.purpose.to_lowercase();
        if purpose.starts_with("attack") {
            Some(true)
        } else if purpose.starts_with("defen") {
            Some(false)
        } else {
            None
        }
    }
}
