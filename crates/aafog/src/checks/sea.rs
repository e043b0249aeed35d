//! What the rules demand of ships and what they carry: stops, retreats, cargo, bombardment (4.D).

use std::collections::BTreeSet;

use super::super::boards::{BoardUnit, Boards};
use super::super::class::UnitClass;
use super::headcount::Headcount;
use super::stage::{for_the_umpire, may_know};
use super::story::{Clash, Contact, Story, StoryTurn};
use super::waters::{self, found, group, is_movers, is_sea, movers_in, naval_battles};
use liege_rules::check::case::{Case, NotGiven};
use liege_rules::check::{Check, Found, Report, whole};
use liege_rules::desk::log::{LogEvent, UnitFate};
use liege_rules::desk::units::UnitRef;
use liege_rules::position::situation::PlaceId;
use vassal::diagnostic::one;

/// The table of this topic.
pub const SEA: &[Check<Boards>] = &[
    whole("AAF-030", sailed_past_warships),
    whole("AAF-040", retreat_to_a_strange_zone),
    whole("AAF-041", cargo_landed_later),
    whole("AAF-045", bombardment_after_a_battle).decided_by_all(),
];

/// What a log with gaps does not tell.
const GAPS: &str = "in a turn log with gaps only those enemies count that an earlier save of the turn (--previous) has in \
                    the same place";

fn sailed_past_warships(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    for_the_umpire(case)?;
    let story = Story::of(case)?;
    for (at, turn) in story.turns.iter().enumerate().filter(|(_, turn)| !turn.side.is_empty()) {
        for contact in turn.contacts() {
            let ships = group(&story, &contact);
            if !ships.has(UnitClass::is_surface_ship) {
                continue;
            }
            if !waters::enemies(&story, at, &contact).has(UnitClass::is_surface_warship) {
                if !waters::shows_who_lies(&story)
                    && waters::sails_on(&story, turn, &contact, UnitClass::is_surface_ship).is_some()
                {
                    report.not_checked(GAPS);
                }
                continue;
            }
            let place = &contact.place;
            if let Some(to) = waters::sails_on(&story, turn, &contact, UnitClass::is_surface_ship) {
                let message =
                    format!("ships sailed on to {to} from {place}, where enemy warships stopped them");
                let help = "surface ships stop at surface warships; after the battle they stay or retreat";
                report.add(found(&story, place, message).help(help));
            } else if has_lost_path(&story, turn, &contact) {
                report.not_checked(
                    "needs the place from which each group of ships came, which the log leaves out",
                );
            }
        }
    }
    Ok(())
}

/// Whether ships come into some place after a contact and nobody wrote down from where or by which order.
fn has_lost_path(story: &Story<'_>, turn: &StoryTurn<'_>, contact: &Contact<'_>) -> bool {
    turn.enters().any(|(step, enter)| {
        contact.enters.iter().all(|(entry, _)| step.entry.n > entry.n)
            && (enter.from.is_empty() || enter.item.0.is_empty())
            && enter
                .group
                .0
                .iter()
                .any(|unit| unit.id.is_none() && story.class(unit).is_some_and(UnitClass::is_surface_ship))
    })
}

fn retreat_to_a_strange_zone(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    let story = Story::of(case)?;
    for turn in &story.turns {
        for battle in naval_battles(&story, turn) {
            for (_, fate) in &battle.retreats {
                let Some(class) = story.class(&fate.unit).filter(|class| class.is_ship()) else { continue };
                let to = story.spot(&fate.to);
                let attacks = match is_movers(&story, turn, battle, &fate.unit) {
                    // A submarine that withdraws may be the defender's.
                    None => class != UnitClass::Sub,
                    Some(own) => own,
                };
                // Who goes under stays where he is.
                if fate.to.is_empty() || to == battle.place || !attacks {
                    continue;
                }
                match came_from(&story, turn, battle) {
                    None => report.not_checked(
                        "needs the place from which each attacker came into the battle, which the log leaves out",
                    ),
                    Some(from) if !from.contains(&to) => {
                        let ship = class.name();
                        let from: Vec<&str> = from.iter().map(String::as_str).collect();
                        let message = format!("{} retreated from {} to {to}", one(ship), battle.place);
                        let help = format!("its side's attackers came from {}", from.join(" and "));
                        report.add(found(&story, &to, message).help(help));
                    }
                    Some(_) => {}
                }
            }
        }
    }
    Ok(())
}

/// The places from which attackers came into a battle; none where the log leaves one out, or may do so: in a log with gaps
/// those who came have to be all who fight.
fn came_from(story: &Story<'_>, turn: &StoryTurn<'_>, battle: &Clash<'_>) -> Option<BTreeSet<String>> {
    let (mut from, mut came) = (BTreeSet::new(), Headcount::default());
    for (step, enter) in turn.enters().filter(|(step, _)| step.entry.n < battle.entry.n) {
        if step.place.as_deref() != Some(battle.place.as_str()) {
            continue;
        }
        let by_order = || {
            let order =
                turn.orders().find(|(_, order)| !enter.item.0.is_empty() && order.item == enter.item)?.1;
            let at = order.path.iter().position(|place| story.spot(place) == battle.place)?;
            order.path.get(at.checked_sub(1)?).cloned()
        };
        // The log may have where the whole move began; the list has the last zone on the way.
        let ways: Vec<String> = [Some(enter.from.clone()).filter(|from| !from.is_empty()), by_order()]
            .into_iter()
            .flatten()
            .collect();
        if ways.is_empty() {
            return None;
        }
        from.extend(ways.iter().map(|way| story.spot(way)));
        came = came.and(&story.count(&enter.group.0));
    }
    let fight = movers_in(story, turn, battle);
    let all_came = !fight.unnamed
        && fight.counts.iter().all(|(class, number)| class.is_air() || came.of(*class) >= *number);
    let is_known = if fight.counts.is_empty() { story.tells(&["enter"]) } else { all_came };
    (is_known && !from.is_empty()).then_some(from)
}

/// The kinds of lines that tell who sailed and what was fought for.
const LANDING: [&str; 6] = ["order", "enter", "battle", "retreat", "reveal", "capture"];
/// The phases of an earlier save in which units are still aboard that sailed in the combat move.
const COMBAT: &str = "CC";
const NON_COMBAT: &str = "NC";

fn cargo_landed_later(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    let before = case.wants_before()?;
    let story = Story::of(case)?;
    let Some(turn) = story.turns.last().filter(|turn| !turn.side.is_empty()) else { return Ok(()) };
    if !may_know(case, turn.side) {
        return for_the_umpire(case);
    }
    let phase = before.situation.clock.phase.as_deref();
    let is_over = phase == Some(NON_COMBAT);
    let is_told = story.tells(&LANDING);
    if phase.is_some_and(|phase| ![COMBAT, NON_COMBAT].contains(&phase)) || !(is_over || is_told) {
        report.not_checked(
            "needs a --previous made when the combat of the turn was over, or a complete turn log",
        );
        return Ok(());
    }
    let carried = before.units.iter().filter(|unit| unit.side == turn.side && unit.class.is_land());
    for unit in carried {
        let ship = unit.carrier.and_then(|ix| before.unit(ix)).filter(|ship| ship.class == UnitClass::Tr);
        if !ship.is_some_and(|ship| sailed_in_combat(&story, turn, before, ship)) {
            continue;
        }
        // What is aboard in the non-combat move may have been loaded in it.
        if is_over && !is_told && !sailed_aboard(&story, turn, unit) {
            continue;
        }
        let Some(now) = case.now.by_id(&unit.id) else { continue };
        let ashore = now.carrier.is_none()
            && case.now.is_on_board(&now.place)
            && !is_sea(&case.now, &now.place.to_string());
        if ashore && !fought_for(&story, turn, &now.place) {
            let name = unit.called(case.now.pack());
            let message = format!(
                "{name} sailed on a transport in the combat move and landed in {} in the non-combat move",
                now.place
            );
            let help = "it stays aboard until the next turn";
            report.add(Found::at(now.place.clone(), vec![now.ix], message).help(help));
        }
    }
    Ok(())
}

/// Whether the log has a unit, or one like it, aboard in the combat phases of a turn.
fn sailed_aboard(story: &Story<'_>, turn: &StoryTurn<'_>, unit: &BoardUnit) -> bool {
    let is_it = |cargo: &UnitRef| match &cargo.id {
        Some(id) => *id == unit.id,
        None => story.class(cargo) == Some(unit.class),
    };
    let combat = turn.steps.iter().filter(|step| step.non_combat == Some(false));
    combat.into_iter().any(|step| match &step.entry.event {
        LogEvent::Enter(enter) => enter.group.0.iter().flat_map(|ship| &ship.cargo).any(is_it),
        LogEvent::Retreat(fate) => fate.unit.cargo.iter().any(is_it),
        _ => false,
    })
}

/// Whether a transport surely moved in the combat phases of a turn.
fn sailed_in_combat(story: &Story<'_>, turn: &StoryTurn<'_>, before: &Boards, ship: &BoardUnit) -> bool {
    let here = |unit: &&BoardUnit| {
        unit.class == UnitClass::Tr && unit.power == ship.power && unit.place == ship.place
    };
    let berthed: u32 = before.units.iter().filter(here).map(|unit| unit.count).sum();
    let place = ship.place.to_string();
    let is_one = |unit: &UnitRef| unit.id.as_deref() == Some(ship.id.as_str());
    let mut came = 0;
    for step in turn.steps.iter().filter(|step| step.non_combat == Some(false)) {
        let (units, to): (Vec<&UnitRef>, String) = match &step.entry.event {
            LogEvent::Enter(enter) => (enter.group.0.iter().collect(), story.spot(&enter.place)),
            LogEvent::Retreat(UnitFate { unit, to, .. }) => (vec![unit], story.spot(to)),
            _ => continue,
        };
        if units.iter().any(|unit| is_one(unit)) {
            return true;
        }
        let transports = units.iter().filter(|unit| {
            let power = unit.power.as_deref().unwrap_or(turn.power);
            unit.class == UnitClass::Tr.word() && power.eq_ignore_ascii_case(&ship.power)
        });
        came += if to == place { transports.map(|unit| unit.number).sum() } else { 0 };
    }
    came > 0 && came >= berthed
}

/// Whether the log has something of the combat phases about a territory, so that units may have landed there in combat.
fn fought_for(story: &Story<'_>, turn: &StoryTurn<'_>, place: &PlaceId) -> bool {
    let place = place.to_string();
    turn.steps.iter().any(|step| {
        let about = step.place.as_ref() == Some(&place) && step.non_combat != Some(true);
        let lands = |to: &str| story.spot(to) == place;
        match &step.entry.event {
            LogEvent::Enter(_) | LogEvent::Reveal(_) | LogEvent::Battle(_) | LogEvent::Capture { .. } => {
                about
            }
            LogEvent::Order(order) if step.non_combat != Some(true) => {
                order.path.last().is_some_and(|to| lands(to))
            }
            _ => false,
        }
    })
}

fn bombardment_after_a_battle(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    let story = Story::of(case)?;
    for turn in story.turns.iter().filter(|turn| !turn.side.is_empty() && may_know(case, turn.side)) {
        for step in &turn.steps {
            let LogEvent::Bombard(fate) = &step.entry.event else { continue };
            let fought: BTreeSet<&str> = naval_battles(&story, turn)
                .filter(|battle| battle.non_combat != Some(true) && battle.entry.n < step.entry.n)
                .map(|battle| battle.place.as_str())
                .collect();
            let zones = zones_of(&story, turn, fate);
            if let Some(zone) = zones.first()
                && zones.iter().all(|zone| fought.contains(zone.as_str()))
            {
                let ship = story.class(&fate.unit).map_or("ship", UnitClass::name);
                let message = format!(
                    "{} bombarded {} from {zone}, where a naval battle was fought in this turn",
                    one(ship),
                    fate.to
                );
                report.add(
                    found(&story, zone, message)
                        .help("a naval battle, even only against a token, rules it out"),
                );
            }
        }
    }
    Ok(())
}

/// The sea zones from which a unit may have bombarded; none where the log and the position do not tell.
fn zones_of(story: &Story<'_>, turn: &StoryTurn<'_>, fate: &UnitFate) -> Vec<String> {
    let view = story.view();
    let class = story.class(&fate.unit);
    let Some(target) = view.place(&fate.to) else { return Vec::new() };
    let coast: BTreeSet<String> = view
        .pack()
        .map
        .neighbours(&target)
        .iter()
        .map(ToString::to_string)
        .filter(|place| is_sea(view, place))
        .collect();
    let is_ship = |unit: &UnitRef| match (&fate.unit.id, &unit.id) {
        (Some(own), Some(other)) => own == other,
        (Some(_), None) | (None, _) => class.is_some() && story.class(unit) == class,
    };
    let mut zones: BTreeSet<String> = turn
        .enters()
        .filter(|(step, enter)| step.non_combat != Some(true) && enter.group.0.iter().any(&is_ship))
        .filter_map(|(step, _)| step.place.clone())
        .collect();
    let lies = |unit: &&BoardUnit| match &fate.unit.id {
        Some(id) => unit.id == *id,
        None => Some(unit.class) == class && unit.side == turn.side,
    };
    zones.extend(view.on_board().filter(lies).map(|unit| unit.place.to_string()));
    zones.into_iter().filter(|zone| coast.contains(zone)).collect()
}
