//! What the rules demand of secrets kept: research, purchases, moves, income, messages (4.B).

use super::super::boards::Boards;
use super::{income, issues, research, told};
use liege_rules::check::{Check, whole};

/// The table of this topic.
pub const SECRECY: &[Check<Boards>] = &[
    whole("AAF-010", research::enemy_research_shown),
    whole("AAF-011", research::roll_without_witness).decided_by_all(),
    whole("AAF-012", research::technology_told_late).decided_by_all(),
    whole("AAF-013", issues::purchase_shown),
    whole("AAF-014", issues::combat_move_shown),
    whole("AAF-015", issues::non_combat_move_shown),
    whole("AAF-016", issues::mobilization_shown),
    whole("AAF-017", income::chart_differs),
    whole("AAF-018", income::chart_not_moved),
    whole("AAF-019", told::convoy_loss_names_its_source).decided_by_all(),
    whole("AAF-067", told::message_says_too_much).decided_by_all(),
    whole("AAF-068", income::money_shown_live),
];
