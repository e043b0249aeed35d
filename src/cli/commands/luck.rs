//! `--luck`: what a side lost, held against all ways in which the dice could have fallen.

use serde_json::json;

use crate::cli::Failure;
use liege_rules::play::chances::{Limits, NoLuck};
use liege_rules::play::procedure::{AnyProcedure, Ending, Policies, Request, Resolution};

/// The way out where a question is open.
const POLICY: &str =
    "let a policy decide for each side: --policy attacker=WORD,defender=WORD, or leave out --luck";

/// Adds to the report of a battle that came to its end how lucky both sides were.
pub fn add(
    report: &mut Resolution,
    entry: &AnyProcedure,
    request: &Request<'_>,
    policies: &Policies,
) -> Result<(), Failure> {
    if report.status != Ending::Done {
        return Ok(());
    }
    let failed = |error: &dyn std::fmt::Display, help: &str| {
        Failure::new(format!("--luck: {error}")).help(help.to_owned())
    };
    let chances =
        entry.chances(request, policies, &Limits::default()).map_err(|error| failed(&error, POLICY))?;
    if let Some(told) = chances.chances {
        let luck = told.luck(&report.measured).map_err(|error| match error {
            NoLuck::Open => failed(&error, POLICY),
            NoLuck::NoMeasure => failed(&error, "list units instead of totals, or leave out --luck"),
        })?;
        report.json["luck"] = json!(luck);
        report.luck = Some(luck);
    }
    Ok(())
}
