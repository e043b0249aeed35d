//! Who holds which hex, and where units may not stand: control chits, forts, Communists, captured hexes, paratroops.

use std::collections::BTreeMap;

use super::super::kind::{Kind, Land};
use super::super::listed::{names, pieces};
use super::super::states::Status;
use super::super::supply::Supplied;
use super::super::view::{Alliance, Unit, View};
use crate::ground::HexKind;
use crate::part::MonthPart;
use liege_rules::check::{Check, Found, Report, now, since};
use liege_rules::position::moves::Moves;
use liege_rules::position::places::Hex;
use liege_rules::position::situation::{PieceIx, PlaceId};
use vassal::diagnostic::Severity;

pub(super) const GROUND: &[Check<View>] = &[
    now("ATPO-Z01", unit_on_enemy_control),
    since("ATPO-Z02", control_changed_behind_front),
    now("ATPO-Z03", occupied_hex_changed_behind_front),
    now("ATPO-Z05", communists_too_far_south).of("allies"),
    now("ATPO-Z07", enemy_on_fort),
    now("ATPO-Z09", partisan_hex_still_enemy),
    now("ATPO-Z16", captured_installations_unchanged),
    now("ATPO-Z17", dropped_paratroop_among_enemies),
];

/// The southernmost row of the Chinese Communists (14.8.1).
const COMMUNISTS_TO: u8 = 46;
/// Their nation.
pub(crate) const COMMUNISTS: &str = "CC";
/// The nation of the other Chinese.
pub(crate) const NATIONALISTS: &str = "CN";

/// Whether a hex lies south of where the Chinese Communists may be; who has to retreat there is eliminated (14.8.1).
pub(crate) fn is_closed_to_communists(hex: Hex) -> bool {
    hex.sheet == 'W' && hex.row < COMMUNISTS_TO
}

/// The party of the control chit or control line of a hex.
fn marked(view: &View, place: &PlaceId) -> Option<Alliance> {
    Alliance::of(view.situation.pack.alliance(view.situation.control.get(place)?))
}

/// The hexes that are marked as one party's while combat units of the other alone stand there, with these units.
fn contested(view: &View) -> Vec<(&PlaceId, Hex, Vec<&Unit>)> {
    let hexes = view.situation.control.keys().filter_map(|place| Some((place, place.hex()?)));
    let mut found = Vec::new();
    for (place, hex) in hexes {
        let Some(side) = marked(view, place) else { continue };
        let enemies: Vec<&Unit> =
            view.land_ashore(hex, side.enemy()).filter(|unit| !view.may_be_neutral(unit)).collect();
        if !enemies.is_empty() && view.land_ashore(hex, side).next().is_none() {
            found.push((place, hex, enemies));
        }
    }
    found
}

fn control_name(view: &View, place: &PlaceId) -> String {
    let nation = view.situation.control.get(place).map_or("", String::as_str);
    let nations = &view.situation.pack.nations;
    nations.get(nation).map_or_else(|| nation.to_owned(), |nation| nation.adjective.clone())
}

/// What is out of supply behind a Front need not change control (11.2).
fn in_supply<'v>(view: &View, units: &[&'v Unit]) -> Vec<&'v Unit> {
    units.iter().copied().filter(|unit| !view.has(unit, Status::OutOfSupply)).collect()
}

/// Whether the marks of supply are those of now: they were set in the Supply Step, and no land unit has moved since.
fn marks_are_new(view: &View) -> bool {
    let phase = view.situation.clock.phase.as_deref().unwrap_or_default();
    ["EN.3", "EN.4", "EN.5", "SE", "WX", "SW"].iter().any(|step| phase.starts_with(step))
}

/// How sure it is that a hex went to the units that stand in it. Before the Supply Step nothing marks a unit that was cut off
/// behind a Front this month (11.2), and a hex without units goes to those whose assault failed when the Offensive ends
/// (3.14.8).
fn sure_of(view: &View, place: &PlaceId, units: &[&Unit]) -> Severity {
    let supplied = || units.iter().any(|unit| view.supply().of_unit(unit) == Supplied::Yes);
    let coastal = view.ground(place).is_none_or(|facts| facts.kind != HexKind::Land);
    let landing = coastal && view.part() == Some(MonthPart::LandOffensive);
    if !landing && (marks_are_new(view) || supplied()) { Severity::Illegal } else { Severity::Suspicious }
}

fn unit_on_enemy_control(view: &View, report: &mut Report<'_>) {
    for (place, _, units) in contested(view) {
        let units = in_supply(view, &units);
        if units.is_empty() {
            continue;
        }
        let message = format!(
            "{} in {place}, which is under {} control",
            names(view, &units),
            control_name(view, place)
        );
        let chits = view.chits(place, "control");
        let found = Found::at(place.clone(), pieces(&units).into_iter().chain(chits).collect(), message);
        let found = found.severity(sure_of(view, place, &units));
        report.add(
            found.help("a hex is controlled as soon as a combat unit enters it: change the control chit"),
        );
    }
}

/// A hex that was its unit's side's from the start, marked as the enemy's behind his Front although the unit stands in it.
fn occupied_hex_changed_behind_front(view: &View, report: &mut Report<'_>) {
    for (place, hex, units) in contested(view) {
        let side = units[0].side;
        if in_supply(view, &units).is_empty() && view.first_side(hex) == Some(side) {
            let message = format!(
                "{} Out of Supply in {place}, which was changed to {} control",
                names(view, &units),
                control_name(view, place)
            );
            let help = "a Front changes the empty hexes behind it, not those with enemy units";
            report.add(Found::at(place.clone(), pieces(&units), message).help(help));
        }
    }
}

/// A unit that was out of supply already came into a hex, and the hex changed hands.
fn control_changed_behind_front(before: &View, now: &View, moves: &Moves, report: &mut Report<'_>) {
    let was: BTreeMap<&str, &Unit> =
        before.units.iter().map(|unit| (before.piece(unit).id.as_str(), unit)).collect();
    for (id, _, to) in moves.moved() {
        let unit = now.units.iter().find(|unit| now.piece(unit).id == *id);
        let (Some(unit), Some(old), Some(hex)) = (unit, was.get(id), to.hex()) else { continue };
        let changed =
            marked(now, to) == Some(unit.side) && before.owning_side(hex) == Some(unit.side.enemy());
        let isolated = before.has(old, Status::OutOfSupply) && now.has(unit, Status::OutOfSupply);
        if unit.kind.is_land() && changed && isolated {
            let message = format!(
                "{} moved to {hex} Out of Supply, and the hex changed to its side's control",
                now.piece(unit).name
            );
            let help = "behind an enemy Front the hex stays enemy-controlled; remove the control chit if \
                        there is one";
            report
                .add(Found::at(to.clone(), vec![unit.ix], message).severity(Severity::Suspicious).help(help));
        }
    }
}

fn communists_too_far_south(view: &View, report: &mut Report<'_>) {
    for unit in view.units.iter().filter(|unit| unit.entry.nation == COMMUNISTS && unit.kind.is_ground()) {
        let place = &view.piece(unit).at;
        if let Some(hex) = place.hex().filter(|hex| is_closed_to_communists(*hex)) {
            let message = format!(
                "{} in {hex}; Chinese Communists stay in row W{COMMUNISTS_TO}xx and north of it",
                view.piece(unit).name
            );
            let help = "units forced to retreat further south are eliminated";
            report.add(Found::at(place.clone(), vec![unit.ix], message).help(help));
        }
    }
}

/// The party whose fort a chit is: by its nation, by control, else by who held the hex first; and whether that is sure.
fn fort_side(view: &View, ix: PieceIx, hex: Hex) -> Option<(Alliance, bool)> {
    let place = PlaceId::Hex(hex);
    let by_nation = Alliance::of(view.situation.alliance(ix));
    let told = by_nation.or_else(|| marked(view, &place));
    told.map(|side| (side, true)).or_else(|| Some((view.first_side(hex)?, false)))
}

/// Whether units may have landed or dropped in a hex in the combat step, with their attack on it still to be fought.
pub(super) fn assault_is_to_come(view: &View, place: &PlaceId, units: &[&Unit]) -> bool {
    let combat = matches!(view.situation.clock.phase.as_deref(), Some("OL" | "OL.4"));
    let coastal = view.ground(place).is_some_and(|facts| facts.kind != HexKind::Land);
    let dropped = || units.iter().all(|unit| unit.kind == Kind::Land(Land::Paratroop));
    combat && (coastal || dropped())
}

fn enemy_on_fort(view: &View, report: &mut Report<'_>) {
    for ix in view.situation.in_play() {
        let piece = &view.situation.pieces[ix];
        let is_fort = piece.is_chit("fortification") || piece.is_chit("coastal-fort");
        let Some(hex) = piece.at.hex().filter(|_| is_fort && !view.states[ix].destroyed) else { continue };
        let Some((side, sure)) = fort_side(view, ix, hex) else { continue };
        let units: Vec<&Unit> = view.land_ashore(hex, side.enemy()).collect();
        if units.is_empty() || units.iter().any(|unit| view.may_be_neutral(unit)) {
            continue;
        }
        let message = format!("{} in {hex} with an enemy {}", names(view, &units), piece.name);
        let to_come = assault_is_to_come(view, &piece.at, &units);
        let severity = if sure && !to_come { Severity::Illegal } else { Severity::Suspicious };
        let found = Found::at(piece.at.clone(), pieces(&units).into_iter().chain([ix]).collect(), message);
        let help = if sure {
            "remove the fort when its defenders are gone, or move the units out"
        } else {
            "remove the fort, or place a control chit if it was built by the side that holds the hex now"
        };
        report.add(found.severity(severity).help(help));
    }
}

fn partisan_hex_still_enemy(view: &View, report: &mut Report<'_>) {
    for unit in view.units.iter().filter(|unit| unit.kind == Kind::Partisan) {
        let place = &view.piece(unit).at;
        if marked(view, place) == Some(unit.side.enemy()) {
            let message = format!(
                "{} in {place}, which is under {} control",
                view.piece(unit).name,
                control_name(view, place)
            );
            let chits = view.chits(place, "control");
            let found = Found::at(place.clone(), [unit.ix].into_iter().chain(chits).collect(), message);
            report.add(
                found.help("a partisan makes its hex friendly: remove the control chit while it is there"),
            );
        }
    }
}

/// In the combat step: a captured hex with an airfield, port or city that is still marked as the loser's.
fn captured_installations_unchanged(view: &View, report: &mut Report<'_>) {
    for (place, hex, units) in contested(view) {
        let fields: Vec<PieceIx> =
            ["small-airbase", "large-airbase"].into_iter().flat_map(|kind| view.chits(place, kind)).collect();
        let printed = view.map().facts(hex).is_some_and(|facts| facts.city.is_some() || facts.port.is_some());
        let supplied = in_supply(view, &units);
        if (fields.is_empty() && !printed) || supplied.is_empty() {
            continue;
        }
        let what = if fields.is_empty() { "its installations are" } else { "its airfield is" };
        let message = format!(
            "{} took {place}, and {what} under {} control",
            names(view, &units),
            control_name(view, place)
        );
        let found = Found::at(place.clone(), pieces(&units).into_iter().chain(fields).collect(), message);
        report.add(found.severity(sure_of(view, place, &supplied)).help(
            "airfields, ports and cities go to the side that captures the hex: change the control chit",
        ));
    }
}

/// A paratroop whose attack is over, beside enemies that are still there; whether it is over the save does not tell.
fn dropped_paratroop_among_enemies(view: &View, report: &mut Report<'_>) {
    for unit in
        view.units.iter().filter(|unit| unit.kind == Kind::Land(Land::Paratroop) && view.is_ashore(unit))
    {
        let place = &view.piece(unit).at;
        let Some(hex) = place.hex() else { continue };
        let others = view.land_ashore(hex, unit.side).any(|other| other.kind != unit.kind);
        let enemies: Vec<&Unit> = view.land_ashore(hex, unit.side.enemy()).collect();
        if !others && !enemies.is_empty() {
            let message = format!(
                "{} dropped in {hex} and still there with {}",
                view.piece(unit).name,
                names(view, &enemies)
            );
            let pieces = [unit.ix].into_iter().chain(pieces(&enemies)).collect();
            let help = "a dropped paratroop that does not clear its hex is eliminated; mark its attack if it \
                        is still to come";
            report.add(Found::at(place.clone(), pieces, message).severity(Severity::Suspicious).help(help));
        }
    }
}
