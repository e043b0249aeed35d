//! `--luck`: what a side lost, held against all ways in which the dice could have fallen.

use serde_json::json;

use crate::cli::Failure;
use crate::rules::chances::Limits;
use crate::rules::procedure::{AnyProcedure, Ending, Policies, Request, Resolution};

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
    let failed = |error: &dyn std::fmt::Display| {
        Failure::new(format!("--luck: {error}")).help(
            "let a policy decide for each side: --policy attacker=WORD,defender=WORD, or leave out --luck",
        )
    };
    let chances = entry
        .chances(request, policies, &Limits { measures: true, ..Limits::default() })
        .map_err(|error| failed(&error))?;
    if let Some(told) = chances.chances {
        let luck = told.luck(&report.measured).map_err(|error| failed(&error))?;
        report.json["luck"] = json!(luck);
        report.luck = Some(luck);
    }
    Ok(())
}
