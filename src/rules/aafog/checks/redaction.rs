//! What the rules demand of copies and proofs: nothing hidden is in a file (4.H).

use super::super::boards::Boards;
use super::super::class::UnitClass;
use super::in_copy;
use crate::rules::case::{Case, NotGiven};
use crate::rules::check::{Check, Report, whole};

/// The table of this topic.
pub const REDACTION: &[Check<Boards>] = &[whole("AAF-064", cargo_of_an_enemy_transport)];

fn cargo_of_an_enemy_transport(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    for (side, copy) in case.wants_copies()? {
        let view = &copy.held;
        let own = view.side_of(side);
        let transports = view.units.iter().filter(|unit| unit.class == UnitClass::Tr && unit.side != own);
        for transport in transports {
            let cargo: Vec<_> = view.units.iter().filter(|unit| unit.carrier == Some(transport.ix)).collect();
            if !cargo.is_empty() {
                let place = &transport.place;
                let ship = transport.called(view.pack());
                let message = format!("{ship} in {place} is shown with what it carries");
                let pieces = cargo.into_iter().map(|unit| (view, unit));
                report.add(in_copy(side, Some(place), pieces, message));
            }
        }
    }
    Ok(())
}
