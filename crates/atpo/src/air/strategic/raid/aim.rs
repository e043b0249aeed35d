//! What a raid of bombers is aimed at, and what that does to its throw.

use liege_rules::play::deeds::Term;

/// What is bombed.
#[derive(Debug, Clone)]
pub(in crate::air::strategic) struct RaidAim {
    /// The target in words: `Tokyo`, `the target`.
    pub name: String,
    /// What it does to strength and column, in the order of the table.
    pub effects: Vec<AimEffect>,
    /// A column that holds whatever the strength, and why.
    pub fixed: Option<FixedColumn>,
    /// Whether the number is no EP but damage to a Rail Capacity (gap G20).
    pub is_rail: bool,
    /// Whether it is in the Japanese Home Islands, whose first bombing is the Shock of War (17.7).
    pub in_japan: bool,
}

/// One thing that changes strength or column.
#[derive(Debug, Clone)]
pub(in crate::air::strategic) struct AimEffect {
    pub label: String,
    pub shift: i32,
    pub halves: bool,
    pub cause: String,
}

/// A column that holds whatever the strength.
#[derive(Debug, Clone)]
pub(in crate::air::strategic) struct FixedColumn {
    pub column: usize,
    pub cause: &'static str,
    pub rule: &'static str,
}

/// What is added to the dice beside the B-29s.
#[derive(Debug, Clone)]
pub(in crate::air::strategic) struct RaidModifier {
    pub label: &'static str,
    pub value: i32,
    pub cause: String,
    pub rule: &'static str,
}

/// A chit that the target gets, always or only where the bombs had a result.
#[derive(Debug, Clone)]
pub(in crate::air::strategic) struct TargetMark {
    pub state: Term,
    pub always: bool,
    pub rule: &'static str,
}
