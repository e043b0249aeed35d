//! Battles at sea of a position: what ships are to do by their marks, and what they could do.

pub(super) mod action;
mod aircraft;
mod cargo;
mod carriers;
pub(super) mod changes;
mod coast;
mod company;
mod flights;
mod groups;
pub(super) mod installations;
mod interception;
mod landings;
mod lift;
pub(super) mod links;
mod merchants;
pub(super) mod missions;
pub(super) mod order;
pub(super) mod raids;
mod reach;
pub(super) mod reactors;
mod ships;
mod silence;
mod stowage;
mod voyages;

pub(super) use landings::before_landing;

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::super::forces::{ATTACKER, DEFENDER};
use super::super::kind::{Kind, Land, Ship};
use super::super::states::NavalMission;
use super::super::states::Posture;
use super::super::view::{Alliance, Unit, View};
use super::{tell_apart, tell_apart_from};
use crate::part::MonthPart;
use action::SeaAction;
use liege_rules::play::battle::Battle;
use liege_rules::play::inputs::{Inputs, KeyFault};
use liege_rules::position::places::Hex;
use liege_rules::position::situation::{PieceIx, PlaceId};
use missions::{MineField, Venture, is_at_sea, is_surface};

/// The word of an encounter for ships that enter the port of the hex.
const INTO_PORT: &str = "into-port";

/// The battles that missions declare.
pub(super) fn declared(view: &View) -> Vec<Battle> {
    let ventures = missions::declared(view);
    let mut battles: Vec<Battle> = Vec::new();
    for venture in &ventures {
        battles.extend(of_mission(view, venture).map(SeaAction::battle));
    }
    battles.extend(interception::declared(view, &ventures).map(|mut action| {
        refuse_in_time(&mut action);
        action.battle()
    }));
    battles.extend(coast::sea_mines(view, &ventures).into_iter().map(SeaAction::battle));
    battles.extend(coast::batteries(view).map(SeaAction::battle));
    let mut battles = tell_apart(battles);
    order::tell(&mut battles);
    battles
}

/// What could be fought and is not declared: ships and submarines beside enemies at sea, guns off an installation, ships
/// in the range in which others react, ships that come past sea mines, cargo that could debark, raiders of convoys
/// and merchants.
pub(super) fn possible(view: &View) -> Vec<Battle> {
    let declared = declared(view);
    let marked = declared.iter().flat_map(|battle| &battle.forces.0).flat_map(|force| &force.units);
    let busy: BTreeSet<&str> = marked.map(|unit| unit.piece.id.as_str()).collect();
    let is_free = |unit: &Unit| !busy.contains(view.piece(unit).id.as_str());
    let mut battles = Vec::new();
    for place in view.places() {
        for side in [Alliance::Axis, Alliance::Allies] {
            let own: Vec<&Unit> = view
                .here(place)
                .filter(|unit| unit.side == side && is_at_sea(view, unit) && is_free(unit))
                .collect();
            if !own.is_empty() {
                battles.extend(chances_of(view, place, side, &own).into_iter().map(SeaAction::battle));
            }
        }
    }
    // Whom others look for or meet may himself look for others.
    let began = declared.iter().flat_map(|battle| &battle.forces.0).filter(|force| force.role == ATTACKER);
    let acting: BTreeSet<&str> =
        began.flat_map(|force| &force.units).map(|unit| unit.piece.id.as_str()).collect();
    let is_idle = |unit: &Unit| !acting.contains(view.piece(unit).id.as_str());
    for side in [Alliance::Axis, Alliance::Allies] {
        let mut searches = interception::possible(view, side, &is_idle);
        searches.iter_mut().for_each(refuse_in_time);
        searches.retain(|action| action.refused.is_none());
        battles.extend(searches.into_iter().map(SeaAction::battle));
    }
    battles.extend(lift::possible(view, &is_free).into_iter().map(SeaAction::battle));
    battles.extend(raids::possible(view).into_iter().map(SeaAction::battle));
    battles.extend(merchants::possible(view).map(SeaAction::battle));
    let of_others = declared.into_iter().map(|battle| battle.id);
    tell_apart_from(of_others, battles)
}

/// The battle with this id, declared or possible.
pub(super) fn called(view: &View, id: &str) -> Option<Battle> {
    let of = |battles: Vec<Battle>| battles.into_iter().find(|battle| battle.id == id);
    of(declared(view)).or_else(|| of(possible(view)))
}

/// Whether an id is that of a battle at sea.
pub(super) fn is_id(id: &str) -> bool {
    let first = id.split('-').next().unwrap_or_default();
    links::LINKS.iter().any(|link| link.prefix == first)
}

/// A battle at sea with values that a player gives; none for other battles.
pub(super) fn lay(battle: &Battle, said: &Map<String, Value>) -> Option<Result<Battle, Vec<KeyFault>>> {
    let link = links::of_procedure(battle.procedure)?;
    let mut battle = battle.clone();
    if link.procedure == links::ENCOUNTER.procedure {
        interception::turn(&mut battle, said);
    }
    Some(battle.with(said, link.keys, &link.overlay).and_then(|battle| without_faults(battle, link)))
}

/// Refuses a given value that means nothing in this battle or contradicts the rest of it; what is still missing is told when
/// it is resolved.
fn without_faults(battle: Battle, link: &links::SeaLink) -> Result<Battle, Vec<KeyFault>> {
    if battle.given.is_empty() || battle.refused.is_some() {
        return Ok(battle);
    }
    let mut faults = Inputs::read(&battle.inputs, link.keys, &battle.alike)
        .map_or_else(|faults| faults, |inputs| (link.faults)(&inputs));
    faults.retain(|fault| battle.given.contains_key(&fault.key));
    if faults.is_empty() { Ok(battle) } else { Err(faults) }
}

/// The battle of a mission; a force that only sails fights nobody.
fn of_mission<'a>(view: &'a View, venture: &Venture<'a>) -> Option<SeaAction<'a>> {
    let mut action = match venture.mission {
        NavalMission::Sail | NavalMission::Intercept => return None,
        // What is left of it is to be met in the port.
        NavalMission::EnterPort if is_in_port_already(view, venture) => return None,
        NavalMission::Engage => engagement(view, venture),
        NavalMission::SubmarineAttack => submarine(view, venture),
        NavalMission::Bombard => installations::bombardment(view, venture),
        NavalMission::EnterPort => entry(view, venture),
        NavalMission::Infiltrate => infiltration(view, venture),
        NavalMission::Transport => lift::lift(view, venture),
    };
    action.declare(&venture.target);
    refuse_in_time(&mut action);
    action.notes.extend(missions::told_past_mines(view, &venture.ships, &action.place));
    if is_surface_force(venture) {
        let busy: Vec<PieceIx> =
            action.forces.iter().flat_map(|(.., units)| units.iter().map(|unit| unit.ix)).collect();
        let inside = venture.mission == NavalMission::EnterPort && venture.at == action.place;
        action.notes.extend(interception::reactions(view, venture.side, &action.place, (&busy, inside)));
    }
    Some(action)
}

/// Refuses what ships do not do in this part of a month: nobody fights at sea in the End Phase, and ships come into a port of
/// the enemy only where they move and may fight (3.5, 3.6.3, 3.7).
fn refuse_in_time(action: &mut SeaAction<'_>) {
    let Some(part) = action.view.part() else { return };
    let is = |link: &links::SeaLink| action.link.procedure == link.procedure;
    let moves = matches!(part, MonthPart::NavalAndAir | MonthPart::SeaOffensive);
    let is_enemy = |hex: Hex| action.view.owning_side(hex) == Some(action.side.enemy());
    let enters = is(&links::MINES) && action.place.hex().is_some_and(is_enemy);
    // Whoever looks for ships that enter meets them behind the mines.
    let enters = enters || action.inputs.get(INTO_PORT) == Some(&true.into());
    if part == MonthPart::End && [&links::COMBAT, &links::SUBMARINE, &links::HARBOUR].into_iter().any(is) {
        action.refuse("3.7", "no naval combat in the End Phase");
    } else if enters && !moves {
        let told = "ships can enter an enemy port only in the Naval and Air Phase or in a Sea Offensive";
        action.refuse(if part == MonthPart::End { "3.7" } else { "3.5, 3.6.3" }, told);
    }
}

/// Whether ships have passed the mines of the port that they enter.
fn is_in_port_already(view: &View, venture: &Venture<'_>) -> bool {
    let place = place_of(venture);
    venture.ships.iter().all(|ship| missions::is_past_mines(view, ship, &place, MineField::Port))
}

/// Whether anything of a force is on the surface: a submarine is not intercepted as it moves (3.16.2).
fn is_surface_force(venture: &Venture<'_>) -> bool {
    venture.ships.iter().any(|unit| is_surface(unit))
}

/// What the ships of a party at a place could do.
fn chances_of<'a>(view: &'a View, place: &PlaceId, side: Alliance, own: &[&'a Unit]) -> Vec<SeaAction<'a>> {
    let venture = |mission, ships| Venture {
        side,
        mission,
        at: place.clone(),
        target: Ok(place.clone()),
        what: String::new(),
        ships,
    };
    let mut found = Vec::new();
    let surface: Vec<&Unit> = own.iter().copied().filter(|unit| is_surface(unit)).collect();
    if !surface.is_empty() {
        found.push(engagement(view, &venture(NavalMission::Engage, surface.clone())));
        found.extend(installations::possible(view, &venture(NavalMission::Bombard, surface)));
    }
    for boat in own.iter().filter(|unit| unit.kind == Kind::Ship(Ship::Submarine)) {
        found.push(submarine(view, &venture(NavalMission::SubmarineAttack, vec![*boat])));
    }
    found.extend(coast::possible_mines(view, &venture(NavalMission::Sail, own.to_vec())));
    found.iter_mut().for_each(refuse_in_time);
    found.retain(|action| action.refused.is_none());
    found
}

/// The enemy's surface ships at a place, at sea or in port, with whom a force is at war.
pub(super) fn enemies<'a>(view: &'a View, force: &[&Unit], place: &PlaceId, docked: bool) -> Vec<&'a Unit> {
    let berth =
        |unit: &Unit| if docked { view.posture(unit) == Posture::Docked } else { is_at_sea(view, unit) };
    view.here(place).filter(|unit| berth(unit) && is_enemy(view, force, unit)).collect()
}

/// Whether a surface ship is of an enemy with whom a force is at war.
fn is_enemy(view: &View, force: &[&Unit], unit: &Unit) -> bool {
    let at_war =
        |own: &&Unit| own.side != unit.side && view.are_at_war(&own.entry.nation, &unit.entry.nation);
    is_surface(unit) && force.iter().any(at_war)
}

fn place_of(venture: &Venture<'_>) -> PlaceId {
    venture.target.clone().unwrap_or_else(|_| venture.at.clone())
}

/// Ships against the enemy ships of a place.
fn engagement<'a>(view: &'a View, venture: &Venture<'a>) -> SeaAction<'a> {
    let mut action = SeaAction::new(view, &links::COMBAT, venture);
    let defenders = enemies(view, &venture.ships, &action.place, false);
    if defenders.is_empty() {
        action.refuse("3.11.2", format!("no enemy ship is at sea in {}", action.place));
    } else if venture.at != action.place {
        let reason = format!("the ships are in {}, but the enemy is in {}", venture.at, action.place);
        action.refuse("3.11.2", format!("{reason}: move them there, or intercept"));
    }
    let (attackers, boats): (Vec<&Unit>, Vec<&Unit>) =
        venture.ships.iter().copied().partition(|unit| is_surface(unit));
    if let (true, Some(boat)) = (attackers.is_empty(), boats.first()) {
        let name = &view.piece(boat).name;
        action.refuse("3.16", format!("{name} is a submarine: use the mission Submarine attack"));
    }
    action.cargo("attack-cargo", &attackers);
    action.cargo("defence-cargo", &defenders);
    action.coast();
    action.date();
    action.magic();
    action.note(&["moonlit"], "assuming day, or no night action; change it with moonlit=yes (17.3)");
    action.forces = vec![(ATTACKER, "attack", attackers), (DEFENDER, "defence", defenders)];
    action
}

/// A submarine against the enemy ships of its hex.
fn submarine<'a>(view: &'a View, venture: &Venture<'a>) -> SeaAction<'a> {
    let mut action = SeaAction::new(view, &links::SUBMARINE, venture);
    let targets = enemies(view, &venture.ships, &action.place, false);
    if targets.is_empty() {
        action.refuse("3.16.3", format!("no enemy ship is at sea in {}", action.place));
    } else if venture.at != action.place {
        action.refuse("3.16.3", format!("the submarine is in {}, not in {}", venture.at, action.place));
    }
    let boat = venture.ships.first().copied();
    if boat.is_some_and(is_surface) {
        action.refuse("3.16", "these are not submarines: use the mission Engage or Intercept");
    }
    if boat.is_some_and(|boat| silence::is_silenced(view, boat)) {
        action.refuse("3.16.8", silence::SILENCED);
    }
    if boat.is_some_and(|boat| has_kaiten(view, boat)) {
        action.inputs.insert("kaiten".into(), true.into());
    }
    if boat.is_some_and(|boat| carries(view, boat)) {
        action.inputs.insert("carries".into(), true.into());
    }
    action.date();
    action.magic();
    action.note(&["moonlit"], "assuming day, or no night action; change it with moonlit=yes (17.3)");
    action.note(
        &["others"],
        "assuming the submarine has found the ships: interception and evasion are over (3.8)",
    );
    action.forces = vec![(ATTACKER, "submarine", venture.ships.clone()), (DEFENDER, "ships", targets)];
    action
}

/// Whether a Kaiten rides with a submarine of Japan (3.16.11).
fn has_kaiten(view: &View, boat: &Unit) -> bool {
    let rides = |unit: &Unit| unit.kind == Kind::Ship(Ship::Kaiten) && unit.side == boat.side;
    let can = boat.kind == Kind::Ship(Ship::Submarine) && boat.entry.nation == "JP";
    can && view.here(&view.piece(boat).at).any(rides)
}

/// Whether a submarine carries Sea Supply or a commando (13.3.3).
fn carries(view: &View, boat: &Unit) -> bool {
    let aboard = |ix: PieceIx| view.states[ix].posture == Posture::Aboard(Some(boat.ix));
    let commando = |unit: &Unit| unit.kind == Kind::Land(Land::Commando) && aboard(unit.ix);
    let place = &view.piece(boat).at;
    view.here(place).any(commando) || view.chits(place, "sea-supply").into_iter().any(aboard)
}

/// Ships enter an enemy port past its mines.
fn entry<'a>(view: &'a View, venture: &Venture<'a>) -> SeaAction<'a> {
    let mut action = SeaAction::new(view, &links::MINES, venture);
    match action.place.hex() {
        Some(hex) => _ = action.inputs.insert("hex".into(), hex.to_string().into()),
        None => action.refuse("3.9.2", format!("{} has no port", action.place)),
    }
    action.installations();
    if action.mines() {
        action.magic();
    }
    action.forces =
        vec![(ATTACKER, "ships", surface_or(&mut action, venture, "slips into a port", "Infiltrate"))];
    action
}

/// The ships of a mission that no submarine has; a submarine alone `does` something else by its mission.
fn surface_or<'a>(
    action: &mut SeaAction<'a>,
    venture: &Venture<'a>,
    does: &str,
    mission: &str,
) -> Vec<&'a Unit> {
    let ships: Vec<&Unit> = venture.ships.iter().copied().filter(|unit| is_surface(unit)).collect();
    if let (true, Some(boat)) = (ships.is_empty(), venture.ships.first()) {
        let name = &action.view.piece(boat).name;
        action.refuse("3.16", format!("{name} is a submarine: it {does} by the mission {mission}"));
        return venture.ships.clone();
    }
    ships
}

/// A submarine slips into a harbour with enemy ships, or else through a strait.
fn infiltration<'a>(view: &'a View, venture: &Venture<'a>) -> SeaAction<'a> {
    let place = place_of(venture);
    let docked = enemies(view, &venture.ships, &place, true);
    if docked.is_empty() {
        let mut action = SeaAction::new(view, &links::STRAIT, venture);
        if let Some(hex) = place.hex() {
            action.inputs.insert("hex".into(), hex.to_string().into());
            if view.owning_side(hex) == Some(venture.side) {
                let told = format!("{hex} is not Japanese-controlled: the strait is open, without a roll");
                action.refuse("3.4.3", told);
            }
        }
        let guards = enemies(view, &venture.ships, &place, false).into_iter();
        let escorts = guards.filter(|unit| matches!(unit.kind, Kind::Ship(Ship::Destroyer | Ship::Escort)));
        let escorts: Vec<&Unit> = escorts.collect();
        action.forces = vec![(ATTACKER, "submarine", venture.ships.clone())];
        match escorts.is_empty() {
            true => _ = action.inputs.insert("escorts".into(), "0".into()),
            false => action.forces.push((DEFENDER, "escorts", escorts)),
        }
        return action;
    }
    let mut action = SeaAction::new(view, &links::HARBOUR, venture);
    let major = view.ground(&place).and_then(|facts| super::super::bases::printed_port(&place, facts));
    let major = major == Some(crate::ground::Port::Major);
    action.inputs.insert("port".into(), if major { "major" } else { "minor" }.into());
    action.date();
    action.magic();
    action.note(&["chit"], "assuming no Midget or SS-238; change it with chit=… (16.9)");
    action.forces = vec![(ATTACKER, "submarine", venture.ships.clone()), (DEFENDER, "ships", docked)];
    action
}
