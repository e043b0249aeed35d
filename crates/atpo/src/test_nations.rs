//! The nations that tests of notations name.

use liege_rules::play::inputs::NationWords;

pub fn nation_words() -> NationWords {
    NationWords::of([
        ("JP", "axis", vec!["japan"]),
        ("US", "allies", vec!["american"]),
        ("AU", "allies", vec!["anzac"]),
        ("UK", "allies", vec!["british"]),
        ("SU", "allies", vec!["soviet"]),
        ("DE", "axis", vec!["german"]),
    ])
}
