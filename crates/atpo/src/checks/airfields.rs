//! Airfields: whether aircraft stand on bases that work and that their side holds, and where strips are begun.

use super::super::bases::{air_capacity, port_wrecks};
use super::super::kind::Kind;
use super::super::listed::{names, pieces};
use super::super::states::Posture;
use super::super::supply::Supplied;
use super::super::view::{Alliance, Unit, View};
use super::air::based;
use crate::ground::{GroundColumn, Port};
use liege_rules::check::{Check, Found, Report, now};
use liege_rules::position::places::Hex;
use liege_rules::position::situation::{PieceIx, PlaceId};
use vassal::diagnostic::{Severity, them};

pub(super) const AIRFIELDS: &[Check<View>] = &[
    now("ATPO-A15", air_unit_on_destroyed_base),
    now("ATPO-A19", airstrip_in_zoc_or_out_of_supply),
    now("ATPO-A23", air_unit_on_enemy_base),
];

const SIDES: [Alliance; 2] = [Alliance::Axis, Alliance::Allies];
/// The airfields that are chits.
const FIELDS: [&str; 3] = ["small-airbase", "large-airbase", "dirt-airstrip"];

/// Whether nothing in a hex is left to base on: an airfield is marked destroyed and no other base is there, or there is a
/// Destroyed Installation chit for each installation of the hex. None where a base is left or a chit may mean another.
fn without_bases(view: &View, place: &PlaceId) -> Option<Severity> {
    let facts = view.ground(place)?;
    let count = |kinds: &[&str], works: bool| -> usize {
        let chits = kinds.iter().flat_map(|kind| view.chits(place, kind));
        chits.filter(|ix| !view.states[*ix].building && view.states[*ix].destroyed != works).count()
    };
    let (marked, standing) = (count(&FIELDS, false), count(&FIELDS, true));
    let draft = |column| facts.is_draft(column);
    let printed =
        usize::from(facts.city.is_some() || facts.port == Some(Port::City)) + usize::from(facts.resource);
    let (_, loose) = port_wrecks(view, place);
    let bases = air_capacity(view, place)?;
    if bases.nominal == 0 && standing == 0 && marked > 0 {
        return Some(if bases.most == 0 { Severity::Illegal } else { Severity::Suspicious });
    }
    let port = match facts.port {
        None => 0,
        Some(Port::Major) => 2,
        Some(_) => 1,
    };
    let others = [
        "fortification",
        "coastal-fort",
        "harbor-enlargement",
        "burma-railway",
        "mulberry",
        "radar",
        "rocket-site",
    ];
    let rail = place.hex().is_some_and(|hex| has_rail(view, hex));
    let rest = port + usize::from(facts.permanent_fort) + usize::from(rail) + count(&others, true);
    let doubtful = [GroundColumn::City, GroundColumn::Port, GroundColumn::Fort, GroundColumn::Resource];
    let all = printed + standing + rest;
    (printed + standing > 0 && loose >= all)
        .then(|| if doubtful.into_iter().any(draft) { Severity::Suspicious } else { Severity::Illegal })
}

/// Whether a railway runs through a hex, which is an installation, too.
fn has_rail(view: &View, hex: Hex) -> bool {
    use crate::ground::SideKind::Rail;
    view.map().neighbours(hex).into_iter().any(|near| view.map().has_side(hex, near, Rail))
}

fn air_unit_on_destroyed_base(view: &View, report: &mut Report<'_>) {
    for place in view.places() {
        let units = based(view, place, |unit| unit.kind.uses_air_base());
        let Some(severity) = without_bases(view, place).filter(|_| !units.is_empty()) else { continue };
        let message = format!("{} based in {place}, where every base is destroyed", names(view, &units));
        let help =
            format!("rebase {} at once, or eliminate units that find no other base", them(units.len()));
        report.add(Found::at(place.clone(), pieces(&units), message).severity(severity).help(help));
    }
}

/// Enemy units may have come near since the strip was begun, so this is never more than suspicious.
fn airstrip_in_zoc_or_out_of_supply(view: &View, report: &mut Report<'_>) {
    for place in view.situation.at.keys() {
        let is_begun = |ix: &PieceIx| view.states[*ix].building;
        let strips: Vec<PieceIx> = view.chits(place, "dirt-airstrip").into_iter().filter(is_begun).collect();
        let Some(hex) = place.hex().filter(|_| !strips.is_empty()) else { continue };
        // Whose strip it is, its hex tells.
        let mut holders = view.may_hold(hex).into_iter();
        let (Some(side), None) = (holders.next(), holders.next()) else { continue };
        let why = if view.zoc().is_uninhibited(view, side.enemy(), hex) {
            "in an enemy zone of control"
        } else if is_unsupplied(view, hex, side) {
            "out of supply"
        } else {
            continue;
        };
        let message = format!("a dirt airstrip is under construction in {place}, which is {why}");
        let found = Found::at(place.clone(), strips, message).severity(Severity::Suspicious);
        report.add(found.help("legal only if this was not so when the strip was begun"));
    }
}

/// Whether no unit of a party that stands in a hex can be in supply there.
fn is_unsupplied(view: &View, hex: Hex, side: Alliance) -> bool {
    let stands = |unit: &&Unit| {
        unit.side == side
            && (unit.kind.is_land() || unit.kind.is_air())
            && view.posture(unit) == Posture::Present
    };
    let mut here = view.in_hex(hex).filter(stands).peekable();
    here.peek().is_some() && here.all(|unit| view.supply().of_unit(unit) == Supplied::No)
}

/// Only where there is a base: whatever stands in a hex without one has no base at all.
fn air_unit_on_enemy_base(view: &View, report: &mut Report<'_>) {
    for place in view.places() {
        let Some(hex) = place.hex() else { continue };
        let field = FIELDS.iter().any(|kind| !view.chits(place, kind).is_empty());
        let base = field || air_capacity(view, place).is_some_and(|bases| bases.nominal > 0);
        for side in SIDES.into_iter().filter(|side| base && !view.may_hide(*side)) {
            let units: Vec<&Unit> = based(view, place, |unit| unit.kind.is_air() || unit.kind == Kind::Atp)
                .into_iter()
                .filter(|unit| unit.side == side && !view.may_be_neutral(unit))
                .collect();
            // Who bases on French soil in the East, no rule says (13.2.1, 15.1.1).
            let french = view.owner(hex) == Some("FR");
            if units.is_empty() || french || !view.surely_holds(hex, side.enemy()) {
                continue;
            }
            report.add(on_enemy_base(view, hex, &units));
        }
    }
}

/// Aircraft of one party in a hex of the other. Beside a ship that could carry them they may only lack their mark.
fn on_enemy_base(view: &View, hex: Hex, units: &[&Unit]) -> Found {
    let message = format!("{} based in {hex}, which the enemy controls", names(view, units));
    let found = Found::at(PlaceId::Hex(hex), pieces(units), message);
    let carriers: Vec<PieceIx> = units.iter().filter_map(|unit| view.situation.may_carry(unit.ix)).collect();
    if let Some(carrier) = carriers.first().filter(|_| carriers.len() == units.len()) {
        let (them, name) = (them(units.len()), &view.situation.pieces[*carrier].name);
        let are = if units.len() == 1 { "it is" } else { "they are" };
        let help = format!("if {are} on {name} in the same place, mark {them} Aboard");
        return found.severity(Severity::Suspicious).help(help);
    }
    let doubtful = view.owner_is_draft(hex) || is_contested(view, hex);
    let help = format!("rebase {}, or place a control chit if the hex was captured", them(units.len()));
    found.severity(if doubtful { Severity::Suspicious } else { Severity::Illegal }).help(help)
}

/// Whether nothing but the start of the scenario tells who holds a hex, and set-ups disagree about it.
fn is_contested(view: &View, hex: Hex) -> bool {
    let Some(facts) = view.map().facts(hex) else { return true };
    let pack = &view.situation.pack;
    let mut sides = facts.owners.values().map(|nation| pack.alliance(nation));
    let first = sides.next();
    !view.situation.control.contains_key(&PlaceId::Hex(hex)) && sides.any(|side| Some(side) != first)
}
