//! How Kamikazes attack, by the reading of the rules that holds (16.4, 4.10.6).

use super::numbers::AirSeaTables;
use crate::sea::shot::Doubles;

/// How Kamikazes attack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KamikazeRule {
    /// Added to each roll, at any target.
    pub modifier: i32,
    /// Whether an underscored strength is halved.
    pub army_halved: bool,
    /// What doubles do.
    pub doubles: Doubles,
    /// Whether anti-aircraft fire takes effect at once.
    pub at_once: bool,
    /// The paragraph of the modifier.
    pub paragraph: &'static str,
    /// The paragraph of their end.
    pub fate: &'static str,
}

impl KamikazeRule {
    /// The reading that holds (choice `kamikaze_rule`).
    #[must_use]
    pub fn of(tables: &AirSeaTables) -> Self {
        let numbers = &tables.numbers;
        match is_variant(tables) {
            true => Self {
                modifier: numbers.kamikaze_variant.modifier,
                army_halved: true,
                doubles: Doubles::SixesSink,
                at_once: false,
                paragraph: "4.10.6",
                fate: "4.10.6",
            },
            false => Self {
                modifier: numbers.kamikaze.modifier,
                army_halved: false,
                doubles: Doubles::Sink,
                at_once: true,
                paragraph: "16.4.2",
                fate: "16.4.4",
            },
        }
    }
}

/// Whether the rules of 4.10.6 hold instead of 16.4.
#[must_use]
pub fn is_variant(tables: &AirSeaTables) -> bool {
    tables.reads("kamikaze_rule", "4.10.6")
}
