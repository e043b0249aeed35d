//! The checks of ATPO: one file per topic, one table per file, chained here.

mod air;
mod cargo;
mod decks;
mod markers;
mod ports;
mod stacking;
mod supply;

pub(super) use stacking::step_limit;

use super::view::View;
use crate::diagnostic::Severity;
use crate::rules::check::{Check, Guard, Needs};

/// All tables of checks, in the order of the catalogue.
pub const TABLES: &[&[Check<View>]] = &[
    stacking::STACKING,
    ports::PORTS,
    air::AIR,
    decks::DECKS,
    cargo::CARGO,
    markers::MARKERS,
    supply::SUPPLY,
];

/// All guards.
pub const GUARDS: &[Guard] = &[
    Guard {
        id: "ATPO-S05",
        name: "paratroops-add-no-steps",
        rule: "4.12.4",
        of: &["ATPO-S01"],
        page: include_str!("../../../../rules/atpo/checks/ATPO-S05.md"),
    },
    Guard {
        id: "ATPO-S15",
        name: "nation-boxes-hold-any-number",
        rule: "18.1.7, 22",
        of: &["ATPO-S01"],
        page: include_str!("../../../../rules/atpo/checks/ATPO-S15.md"),
    },
    Guard {
        id: "ATPO-S17",
        name: "ships-at-sea-have-no-limit",
        rule: "3.3",
        of: &["ATPO-P01"],
        page: include_str!("../../../../rules/atpo/checks/ATPO-S17.md"),
    },
    Guard {
        id: "ATPO-S19",
        name: "kaiten-rides-with-a-submarine",
        rule: "3.16.11",
        of: &["ATPO-S18"],
        page: include_str!("../../../../rules/atpo/checks/ATPO-S19.md"),
    },
    Guard {
        id: "ATPO-A08",
        name: "floatplanes-use-no-capacity",
        rule: "4.3.4",
        of: &["ATPO-A02", "ATPO-A03"],
        page: include_str!("../../../../rules/atpo/checks/ATPO-A08.md"),
    },
    Guard {
        id: "ATPO-A21",
        name: "special-kamikazes-use-no-capacity",
        rule: "4.10.6",
        of: &["ATPO-A02", "ATPO-A03"],
        page: include_str!("../../../../rules/atpo/checks/ATPO-A21.md"),
    },
];

/// What most checks have in common; a row of a table says what differs.
const BLANK: Check<View> = Check {
    id: "",
    name: "",
    rule: "",
    severity: Severity::Illegal,
    needs: Needs::PIECES,
    when: &[],
    unsettled: &[],
    choices: &[],
    refines: &[],
    page: "",
    run: |_, _| {},
};
