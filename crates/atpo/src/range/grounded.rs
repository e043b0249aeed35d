//! Why an air unit may not fly a mission, however near its target is: what it is, its state, its base.

use std::collections::BTreeSet;

use super::super::bases::air_capacity;
use super::super::checks::based;
use super::super::kind::{Air, Kind};
use super::super::ratings::Ratings;
use super::super::states::{AirMission, Status};
use super::super::view::{Unit, View};
use super::base::AirBase;
use crate::part::MonthPart;
use liege_rules::data::catalogue::Rating;
use liege_rules::play::procedure::Refusal;
use liege_rules::position::situation::{PieceIx, PlaceId};

/// Whether an air unit flies as a fighter, or may (4.3).
pub fn is_fighter_type(kind: Kind) -> bool {
    matches!(kind, Kind::Air(Air::Fighter | Air::FighterBomber | Air::NavalAir | Air::Floatplane))
}

/// Whether an air unit bombs, or may (4.3).
pub fn may_bomb(kind: Kind) -> bool {
    let bombs = [Air::Bomber, Air::FighterBomber, Air::NavalAir, Air::Floatplane, Air::Kamikaze];
    matches!(kind, Kind::Air(air) if bombs.contains(&air))
}

/// Why an air unit may not fly a mission from its base to a place; none where it may.
pub fn grounded(
    view: &View,
    unit: &Unit,
    base: &AirBase,
    mission: AirMission,
    to: &PlaceId,
) -> Option<Refusal> {
    let own_hex = base.at == *to;
    of_kind(unit.kind, mission)
        .or_else(|| of_quality(view, unit, mission))
        .or_else(|| of_phase(view, unit, mission, to))
        .or_else(|| of_status(view, unit, base, mission, own_hex))
        .or_else(|| of_base(view, unit, base, mission))
        .map(|(rule, reason)| Refusal::new(rule, format!("{} {reason}", view.piece(unit).name)))
}

/// Why an air unit may not fly from its base as a Kamikaze; none where it may. That is a strike for all but its kind.
pub fn kept_from_diving(view: &View, unit: &Unit, base: &AirBase, to: &PlaceId) -> Option<Refusal> {
    let (mission, own_hex) = (AirMission::Strike, base.at == *to);
    let barred = match unit.kind {
        _ if unit.entry.nation != "JP" => bar("16.4.2", "is not Japanese"),
        _ if view.states(unit).elite => bar("16.16.1.3", "has Elite Pilots"),
        Kind::Atp | Kind::Air(Air::B25) => bar("16.4.2", "never flies as a Kamikaze"),
        Kind::Air(Air::Ohka) => bar("16.4.4", "flies only with the bomber that carries it"),
        _ => None,
    };
    barred
        .or_else(|| of_status(view, unit, base, mission, own_hex))
        .or_else(|| of_base(view, unit, base, mission))
        .map(|(rule, reason)| Refusal::new(rule, format!("{} {reason}", view.piece(unit).name)))
}

/// A rule and what it says of a unit.
type Bar = (&'static str, String);

fn bar(rule: &'static str, reason: &str) -> Option<Bar> {
    Some((rule, reason.to_owned()))
}

/// What a kind of air unit never does (4.3).
fn of_kind(kind: Kind, mission: AirMission) -> Option<Bar> {
    use AirMission as M;
    match (kind, mission) {
        (Kind::Atp, M::Transport | M::ChangeBase) => None,
        (Kind::Atp, _) => bar("4.3.5", "is air transport"),
        (_, M::Transport) => bar("4.3.5", "is not air transport"),
        (Kind::Air(Air::Ohka), _) => bar("16.4", "flies only with the bomber that carries it"),
        (Kind::Air(Air::B25), M::ChangeBase) => None,
        (Kind::Air(Air::B25), _) => bar("16.14", "flies only its raid"),
        (Kind::Air(Air::Kamikaze), M::Strike) => bar("4.10.6", "attacks only as a Kamikaze (ATPO-R32)"),
        (Kind::Air(Air::Kamikaze), M::ChangeBase) => bar("4.10.6", "is moved by transport"),
        (_, M::ChangeBase | M::Reconnaissance) => None,
        (_, M::Intercept) if is_fighter_type(kind) || may_bomb(kind) => None,
        (_, M::Strike) if may_bomb(kind) => None,
        (_, M::Strike) => bar("4.3.1", "is a fighter, which cannot bomb"),
        // A Naval-Air unit is a Fighter-Bomber, a floatplane a Naval-Air unit (4.3.3, 4.3.4).
        (Kind::Air(Air::Bomber | Air::FighterBomber | Air::NavalAir | Air::Floatplane), M::AswSweep) => None,
        (_, M::AswSweep) => bar("3.16.8", "is not a Bomber, Fighter-Bomber or Naval-Air unit"),
        (Kind::Air(Air::Kamikaze | Air::Floatplane), M::GroundSupport) => {
            bar("4.11.2", "cannot give ground support")
        }
        (_, M::GroundSupport) => None,
        (_, M::Strafe | M::Escort | M::Patrol) if is_fighter_type(kind) => None,
        (_, M::Strafe) => bar("4.9", "is not a fighter"),
        (_, M::Escort | M::Patrol | M::Intercept) => bar("4.3.2", "is not a fighter"),
    }
}

/// Who has no quality attacks nothing in the air, and nothing on the ground as in the air (4.8.2, 4.9.3).
fn of_quality(view: &View, unit: &Unit, mission: AirMission) -> Option<Bar> {
    let Ratings::Air(air) = &*unit.ratings else { return None };
    let up = if view.is_reduced(unit) { air.quality.back.as_ref() } else { air.quality.front.as_ref() };
    let fights =
        up.or(air.quality.front.as_ref()).and_then(Rating::number).is_some_and(|quality| quality > 0);
    let attacks = [AirMission::Strafe, AirMission::Escort, AirMission::Patrol].contains(&mission);
    if attacks && !fights { bar("4.8.2", "has no quality, and cannot attack in the air") } else { None }
}

/// What only some Phases and places allow: ground support is given in Land Offensives (4.3.8, 4.3.10, 4.11), base is
/// changed and submarines are searched for where aircraft act by themselves, strafing is done in the Naval and Air Phase, and
/// never at ships (4.9).
fn of_phase(view: &View, unit: &Unit, mission: AirMission, to: &PlaceId) -> Option<Bar> {
    let part = view.part();
    let of_aircraft = part.is_none_or(MonthPart::is_of_aircraft);
    match mission {
        AirMission::GroundSupport if part.is_some_and(|part| !part.is_offensive()) => {
            return bar("4.11.1", "gives ground support only in an Offensive");
        }
        // A landing of a Joint Offensive is fought in the steps of the Land Offensive (9).
        AirMission::GroundSupport if part == Some(MonthPart::SeaOffensive) => {
            return bar("4.3.8.2", "cannot give ground support in a Sea Offensive");
        }
        AirMission::GroundSupport if part == Some(MonthPart::AirOffensive) => {
            return bar("4.3.8.3", "cannot give ground support in an Air Offensive");
        }
        AirMission::ChangeBase if !of_aircraft => {
            return bar("4.3.6.1", "changes base in the Naval and Air Phase, or in an Air Offensive");
        }
        AirMission::AswSweep if !of_aircraft => {
            return bar("3.16.8", "searches for submarines in the Naval and Air Phase and in Air Offensives");
        }
        AirMission::Strafe if part.is_some_and(|part| part != MonthPart::NavalAndAir) => {
            return bar("4.9", "strafes only in the Naval and Air Phase");
        }
        AirMission::Strafe => {}
        _ => return None,
    }
    let based = based(view, to, |other| other.kind.is_air());
    let enemy = |other: &&Unit| other.side != unit.side;
    let aboard = view.here(to).any(|other| other.side != unit.side && other.kind.is_air());
    let ashore = based.iter().any(enemy);
    (aboard && !ashore)
        .then(|| ("4.9", format!("cannot strafe aircraft aboard carriers, and {to} has no others")))
}

/// The Step of the Naval and Air Phase in which ships move.
const NAVAL_MOVEMENT: &str = "NA.1";

/// What its commitment forbids (4.14). In the End Phase aircraft intercept all the same (4.2.3, 3.7).
fn of_status(view: &View, unit: &Unit, base: &AirBase, mission: AirMission, own_hex: bool) -> Option<Bar> {
    let has = |status: Status| view.has(unit, status);
    let ends = view.part() == Some(MonthPart::End);
    if let Some(spent) = view.flown_before(unit) {
        // Where ships move, a deck is defended as often as they are met elsewhere, in the End Phase as often as they are met
        // at all (4.7.4), but by nobody who was aborted in the Step (4.8.7).
        let moves =
            view.situation.clock.phase.as_deref().is_some_and(|step| step.starts_with(NAVAL_MOVEMENT));
        let sails = moves || !view.part().is_some_and(MonthPart::is_of_aircraft);
        let deck = own_hex && base.afloat && matches!(mission, AirMission::Intercept | AirMission::Patrol);
        if deck && spent.rests {
            return bar("4.8.7", "was aborted in this Step and flies again in the next");
        }
        if !deck || !sails || !ends && spent.places.contains(&base.at.to_string()) {
            return bar("4.7.4", "has already flown in this Step");
        }
    }
    // Whoever strikes in the End Phase intercepts ships that move.
    let intercepts = [AirMission::Intercept, AirMission::Strike, AirMission::Escort].contains(&mission);
    if ends && intercepts && !has(Status::Current) {
        return None;
    }
    let defends = matches!(mission, AirMission::Intercept | AirMission::Patrol | AirMission::GroundSupport);
    if has(Status::PreviouslyCommitted) {
        return bar("4.14.1", "is Previously Committed");
    }
    if has(Status::Current) {
        return bar("4.14.1", "is already on a mission (Current)");
    }
    let committed = has(Status::Committed) || has(Status::Active);
    let meets = mission != AirMission::GroundSupport;
    let patrols = || meets && base.afloat && view.choice("committed_cap") == "own_carrier";
    if committed && !(own_hex && defends && (!base.afloat || patrols())) {
        return bar("4.14.1", "is Committed");
    }
    if has(Status::OutOfSupply) && mission == AirMission::Reconnaissance {
        return bar("4.4", "is out of supply");
    }
    let air_phase = view.part() == Some(MonthPart::NavalAndAir);
    if has(Status::OutOfSupply) && mission == AirMission::ChangeBase && air_phase {
        return bar("13.6.3", "is out of supply, and can change base only in an offensive");
    }
    if has(Status::OutOfSupply) && mission == AirMission::Transport {
        return bar("4.12.3", "is out of supply");
    }
    None
}

/// What its base forbids: a damaged carrier, an airbase with more units than it has room for. Both let it leave.
fn of_base(view: &View, unit: &Unit, base: &AirBase, mission: AirMission) -> Option<Bar> {
    if mission == AirMission::ChangeBase {
        return None;
    }
    if base.ship.is_some_and(|ship| view.states[ship].reduced) {
        return Some(("4.6.2.3", format!("is aboard {}, which is damaged", base.called(view))));
    }
    (!base.afloat && is_idle(view, unit, &base.at))
        .then(|| ("4.6.3.1", format!("is below as many units as {} can base", base.at)))
}

/// Whether an air unit lies below those for whom its base has room. The order of a stack tells; of several stacks in a
/// hex nothing does.
pub fn is_idle(view: &View, unit: &Unit, place: &PlaceId) -> bool {
    if !unit.kind.uses_air_base() {
        return false;
    }
    let own = based(view, place, |unit| unit.kind.uses_air_base()).into_iter();
    let own: Vec<&Unit> = own.filter(|other| other.side == unit.side).collect();
    room(view, place).is_some_and(|[_, most]| is_below(view, unit, &own, most))
}

/// The air units of a place for whom its base has no room once some are gone, and how many more there are of whom nothing
/// tells which they are, or only draft data that they are too many (4.6.3.1).
pub fn excess<'v>(view: &'v View, place: &PlaceId, gone: &BTreeSet<PieceIx>) -> (Vec<&'v Unit>, usize) {
    let Some([room, most]) = room(view, place) else { return (Vec::new(), 0) };
    let left = based(view, place, |unit| unit.kind.uses_air_base()).into_iter();
    let left: Vec<&Unit> = left.filter(|unit| !gone.contains(&unit.ix)).collect();
    let below: Vec<&Unit> = left.iter().copied().filter(|unit| is_below(view, unit, &left, most)).collect();
    let more = left.len().saturating_sub(room).saturating_sub(below.len());
    (below, more)
}

/// For how many air units a place has room by its data, and at most where these are a draft; one has always been based there.
fn room(view: &View, place: &PlaceId) -> Option<[usize; 2]> {
    let bases = air_capacity(view, place)?;
    let strips = view.working(place, "dirt-airstrip").len();
    let all = |bases: i32| usize::try_from(bases).unwrap_or(0).saturating_add(strips).max(1);
    Some([all(bases.nominal), all(bases.most)])
}

/// Whether a unit lies below as many of these as there is room for.
fn is_below(view: &View, unit: &Unit, own: &[&Unit], room: usize) -> bool {
    let (stack, depth) = (view.piece(unit).stack, view.piece(unit).depth);
    let together = own.iter().all(|other| view.piece(other).stack == stack);
    together && own.iter().filter(|other| view.piece(other).depth > depth).count() >= room
}
