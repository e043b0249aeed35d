//! Checks as rows of data: five kinds over one language of selectors, so that a game's own pack needs no code.
//!
//! Selectors of pieces and predicates of places share one grammar and answer yes, no or perhaps (`Answer`, the ends
//! of a `Bound` for truth), so severity follows from the data and no row says how certain it is. Only `kinds::look`
//! knows how a situation holds what they ask.

mod answer;
mod ask;
mod atoms;
mod change;
mod expression;
mod look;
mod page;
pub(crate) mod parse;
mod plain;
mod read;
mod relation;
mod row;
mod run;
mod say;
mod selector;
mod text;
mod told;
mod worth;

pub use page::page;
pub use read::{file, load, path};
pub use row::CheckRow;

use crate::data::catalogue::Catalogue;
use crate::data::fault::DataFault;
use row::TestKind;

/// Rows that can mean no counter there is.
pub fn unused(path: &str, rows: &[CheckRow], catalogue: &Catalogue) -> Vec<DataFault> {
    let idle = |row: &&CheckRow| {
        let means = |test: &row::Test| {
            matches!(test.kind, TestKind::Value(_))
                || catalogue.entries().any(|entry| ask::may_mean(&test.pieces, catalogue, entry))
        };
        !row.tests.iter().all(means)
    };
    let told = |row: &CheckRow| {
        let message = format!(
            "check {}: its `pieces` select no counter, so it checks nothing; fix or remove it",
            row.demand.id
        );
        DataFault::at(path, row.line, message)
    };
    rows.iter().filter(idle).map(told).collect()
}
