//! Markers: chits that lie where they may not.

use super::super::listed::names;
use super::super::states::Posture;
use super::super::view::{Alliance, Unit, View};
use crate::ground::{City, GroundColumn, HexKind};
use liege_rules::check::{Check, Found, Report, now};
use vassal::diagnostic::{Severity, counted};

pub(super) const MARKERS: &[Check<View>] =
    &[now("ATPO-M20", pinned_without_enemy), now("ATPO-M21", misplaced_firebombed_chit).in_the_open()];

fn pinned_without_enemy(view: &View, report: &mut Report<'_>) {
    for place in view.places() {
        for side in [Alliance::Axis, Alliance::Allies] {
            let is_pinned = |unit: &&Unit| unit.side == side && view.posture(unit) == Posture::Pinned;
            let units: Vec<&Unit> = view.here(place).filter(is_pinned).collect();
            let (Some(hex), false) = (place.hex(), units.is_empty()) else { continue };
            let facts = view.ground(place);
            let (why, sure) = if facts.is_some_and(|facts| facts.kind != HexKind::Coastal) {
                ("which is not a coastal hex", view.by_source(place, GroundColumn::Kind) == Severity::Illegal)
            } else if view.surely_holds(hex, side) {
                ("a hex held by its own side", !view.owner_is_draft(hex))
            } else if view.land_ashore(hex, side).next().is_some() {
                ("although other units of its side are ashore there", true)
            } else {
                continue;
            };
            let severity = if sure { Severity::Illegal } else { Severity::Suspicious };
            let message = format!("{} pinned on the beach of {place}, {why}", names(view, &units));
            let pieces = units.iter().map(|unit| unit.ix).collect();
            report.add(
                Found::at(place.clone(), pieces, message)
                    .severity(severity)
                    .help("remove the chit once the hex is taken"),
            );
        }
    }
}

fn misplaced_firebombed_chit(view: &View, report: &mut Report<'_>) {
    let early = view.situation.clock.date.is_some_and(|date| date.year < 1944);
    for place in view.situation.at.keys().filter(|place| place.hex().is_some()) {
        let chits = view.chits(place, "firebombed");
        let Some(facts) = view.ground(place).filter(|_| !chits.is_empty()) else { continue };
        let japanese = facts.territory == "JP" && matches!(facts.city, Some(City::Home | City::Capital));
        let (why, sure) = if early {
            (" before 1944", true)
        } else if chits.len() > 1 {
            ("; a hex holds one", true)
        } else if !japanese {
            (", which is not a Japanese home city", !facts.is_draft(GroundColumn::City))
        } else {
            continue;
        };
        let severity = if sure { Severity::Illegal } else { Severity::Suspicious };
        let chits_here = counted(chits.len(), "Firebombed chit");
        let found = Found::at(place.clone(), chits, format!("{chits_here} in {place}{why}"));
        let help = "from 1944 on each home city of Japan that was firebombed has one: remove the rest";
        report.add(found.severity(severity).help(help));
    }
}
