//! A strike from the air as its procedure takes it: what the save tells of it, key by key, and what it does not tell.

use super::super::super::bases::{air_capacity, printed_port};
use super::super::super::ground::{HexKind, Port};
use super::super::super::initiative;
use super::super::super::kind::Kind;
use super::super::super::range::{Leg, is_idle, leg, line};
use super::super::super::states::AirMission;
use super::super::super::view::{Alliance, Unit, View};
use super::super::super::weather;
use super::super::aloft::carriers_of;
use super::super::flying::{self, FlownWords};
use super::super::sea::action::SeaAction;
use super::super::sea::missions::{is_at_sea, is_moving};
use super::meeting::REACHES_TARGET;
use super::missions::AirVenture;
use super::scouting::{LOCATED_BEFORE, by_reach, scout};
use super::strike::StrikeParty;
use super::{homeless, links};
use crate::air::MOST_SCOUTS;
use crate::air::effect::AirEffect;
use crate::forces::{ATTACKER, DEFENDER};
use crate::part::MonthPart;
use liege_rules::play::battle::Note;
use liege_rules::play::procedure::Refusal;
use liege_rules::position::places::Hex;
use liege_rules::position::situation::PlaceId;
use vassal::diagnostic::counted;

/// What is said of an Ohka or 4-2/(5) by the number of hexes in which the strike can be met too far from the target for it.
const FIRST_RELEASE: [&str; 3] = [REACHES_TARGET, "from-way-2", "from-way-3"];
/// The word of who lies below the room of its base (4.6.3.1).
pub(super) const OVERSTACKED: &str = "overstacked";
/// The target on whose capacity what it takes to destroy others hangs.
const AIRBASE: &str = "airbase";

/// The strikes that some ventures fly at one target: where some are to bomb the ships in port and others an installation,
/// one of each (4.13.2). Who escorts flies with the first.
pub(super) fn strikes<'a>(
    view: &'a View,
    bombs: &[&AirVenture<'a>],
    with: &[&AirVenture<'a>],
) -> Vec<SeaAction<'a>> {
    let Some(party) = StrikeParty::of(view, bombs, with) else { return Vec::new() };
    let waits = |venture: &&AirVenture<'_>| venture.units.iter().any(|unit| party.later.contains(&unit.ix));
    let later: Vec<&AirVenture<'a>> = bombs.iter().copied().filter(waits).collect();
    let later = StrikeParty::of(view, &later, &[]);
    std::iter::once(party).chain(later).map(|party| strike(view, party)).collect()
}

/// The strike of a party.
fn strike<'a>(view: &'a View, party: StrikeParty<'a>) -> SeaAction<'a> {
    let mut action = SeaAction::at(view, &links::STRIKE, party.side, party.place.clone());
    if party.bombers == 0 {
        action.refused = party.left_out.first().cloned();
    } else if party.ships.is_empty() && party.installations.is_empty() {
        action.refuse("4.10, 4.13", format!("no enemy ships or installations in {}", party.place));
    }
    told_of_flight(&mut action, &party);
    told_of_target(&mut action, &party);
    told_of_search(&mut action, &party);
    launch(&mut action, &party);
    told_of_kamikazes(&mut action, &party);
    notes(&mut action, &party);
    words(&mut action, &party);
    let strikers = party.strike.iter().map(|(unit, _)| *unit).collect();
    action.forces = vec![(ATTACKER, "strike", strikers)];
    party.meeting.join(&mut action, !party.based.is_empty());
    let idle = party.based.iter().filter(|unit| is_idle(view, unit, &action.place));
    let idle: Vec<_> = idle.map(|unit| (unit.ix, vec![OVERSTACKED])).collect();
    action.flown.extend(idle);
    action.forces.push((DEFENDER, "based", party.based));
    action.forces.push((DEFENDER, "ships", party.ships));
    action
}

/// What each unit flies as: those who bomb and those who escort as their missions say.
fn words(action: &mut SeaAction<'_>, party: &StrikeParty<'_>) {
    for (at, (unit, _)) in party.strike.iter().enumerate() {
        let chooses = matches!(unit.kind, Kind::Air(air) if air.may_choose());
        if party.dives.contains(&unit.ix) {
            let [near, far] = party.release_hexes(action.view, unit);
            // The hexes of the way stand in their order, so that those from which it reaches the target are the last.
            let from = FIRST_RELEASE.get(far.len()).filter(|_| !near.is_empty());
            let words = ["kamikaze"].into_iter().chain(from.copied());
            action.flown.insert(unit.ix, words.collect());
        } else if chooses {
            let word = if at < party.bombers { "as-bomber" } else { "as-fighter" };
            action.flown.insert(unit.ix, vec![word]);
        }
    }
}

/// What the weather of a base makes of those who evacuate it (4.9.1).
pub(super) fn weather_of_evacuation(action: &mut SeaAction<'_>) {
    let (view, place) = (action.view, action.place.clone());
    let told = match weather::air_effect(view, &place) {
        Some(effect) if effect > AirEffect::None => {
            action.inputs.insert("inclement".into(), true.into());
            None
        }
        Some(_) => Some("flying is not affected here; if it is in the zone that they fly to"),
        None => Some("the effect of weather on flying is not in the save; if there is one on their way"),
    };
    let zone = place.hex().and_then(|hex| weather::zone(view, hex));
    let ground = zone.and_then(|zone| weather::ground(view, zone));
    if zone.zip(ground).is_some_and(|(zone, weather)| weather::has_entry(zone, &weather)) {
        action.inputs.insert("weather-entry".into(), true.into());
    }
    if let Some(told) = told {
        let told = format!("evacuating units are Committed: {told}, give inclement=yes (4.9.1)");
        action.note(&["inclement"], &told);
    }
}

/// The phase and the weather.
fn told_of_flight(action: &mut SeaAction<'_>, party: &StrikeParty<'_>) {
    let phase = match action.view.part() {
        Some(MonthPart::NavalAndAir) => Some("naval-and-air"),
        Some(MonthPart::SeaOffensive) => Some("sea-offensive"),
        Some(MonthPart::AirOffensive) => Some("air-offensive"),
        Some(MonthPart::End) => Some("end"),
        _ => None,
    };
    match phase {
        Some(phase) => _ = action.inputs.insert("phase".into(), phase.into()),
        None => action.note(
            &["phase"],
            "strikes are not flown in this phase: assuming the Naval and Air Phase against ships, an Air \
             Offensive against installations; change it with phase=… (4.3.6)",
        ),
    }
    let base = party.strike.first().map(|(_, leg)| leg.base.at.clone());
    for (key, place) in [("effect", Some(&party.place)), ("base-effect", base.as_ref())] {
        if let Some(effect) = place.and_then(|place| weather::air_effect(action.view, place)) {
            action.inputs.insert(key.into(), effect.word().into());
        }
    }
    if !action.inputs.contains_key("effect") {
        action.note(&["effect"], "assuming weather has no effect on flying; change it with effect=… (1.1)");
    }
    action.date();
}

/// The ships with their port, or the installations.
fn told_of_target(action: &mut SeaAction<'_>, party: &StrikeParty<'_>) {
    let view = action.view;
    if !party.installations.is_empty() {
        let target = bombed(action, party);
        action.inputs.insert("target".into(), target.into());
        // In a phase without strikes it is read as one of the only phase that it can have.
        let phase = action.inputs.entry("phase").or_insert_with(|| "air-offensive".into());
        if phase != "air-offensive" {
            let reason = "installations are bombed only in an Air Offensive";
            action.refused.get_or_insert_with(|| Refusal::new("4.13.1", reason));
        }
        let capacity = air_capacity(view, &party.place).map_or(0, |capacity| capacity.nominal.max(0));
        action.inputs.insert("capacity".into(), capacity.into());
        told_of_initiative(action, party.side);
        if party.installations.len() > 1 && party.aims.is_empty() {
            let told = format!(
                "assuming all installations in the hex are bombed; change it with target=… ({})",
                party.installations.join(", ")
            );
            action.note(&["target"], &told);
        }
        let permanent = view.ground(&party.place).is_some_and(|facts| facts.permanent_fort);
        if permanent || !view.working(&party.place, "fortification").is_empty() {
            action.inputs.insert("fortified".into(), true.into());
        }
        if let Some(hexes) = overflown(view, party.side, &party.place, &party.strike) {
            action.inputs.insert("overflown".into(), hexes.into());
            weather_of_evacuation(action);
        }
        return;
    }
    if party.docked {
        let port = view.ground(&party.place).and_then(|facts| printed_port(&party.place, facts));
        let port = if matches!(port, Some(Port::Major | Port::Unlimited)) { "major" } else { "minor" };
        action.inputs.insert("port".into(), port.into());
        action.installations();
    }
    action.coast();
    if view.is_sea_area(&party.place) {
        let panama =
            view.situation.pack.map.facts(&party.place).is_some_and(|facts| facts.key == "gulf-of-panama");
        action.inputs.insert("area".into(), if panama { "panama" } else { "large" }.into());
    }
    told_of_the_way(action, party);
    action.note(&["moonlit"], "assuming day; change it with moonlit=yes (17.3.1)");
}

/// The installations, where there are several each with those that are to bomb it by their marks (4.13.2); who is told none
/// bombs nothing, which is said.
fn bombed(action: &mut SeaAction<'_>, party: &StrikeParty<'_>) -> Vec<String> {
    if party.installations.len() < 2 || party.aims.is_empty() {
        return party.installations.iter().map(|target| (*target).to_owned()).collect();
    }
    let view = action.view;
    let units: Vec<&Unit> = party.strike.iter().map(|(unit, _)| *unit).collect();
    let named = flying::engaged(view, &units, &party.place, &FlownWords::new(), &[]);
    let names =
        || units.iter().zip(&named).take(party.bombers).map(|(unit, named)| (*unit, named.name.as_str()));
    for (_, name) in names().filter(|(unit, _)| !party.aims.contains_key(&unit.ix)) {
        let all = party.installations.join(", ");
        let told = format!("{name} does not bomb: its target names none of {all} (4.13.2)");
        action.notes.push(Note::plain(told));
    }
    let of = |target: &&'static str| {
        let own = names().filter(|(unit, _)| party.aims.get(&unit.ix) == Some(target));
        format!("{target}: {}", own.map(|(_, name)| name).collect::<Vec<_>>().join(", "))
    };
    // An airbase gives its capacity to all forts and installations of the hex until it is gone.
    let mut order = party.installations.clone();
    order.sort_by_key(|target| *target == AIRBASE);
    if order.last() == Some(&AIRBASE) {
        action.note(&["target"], "assuming the airbase is bombed last; change it with target=… (4.13.2)");
    }
    order.iter().map(of).collect()
}

/// Who has the Initiative, on whom it hangs which bomber a star hits; where the save does not tell, it is asked.
pub(super) fn told_of_initiative(action: &mut SeaAction<'_>, side: Alliance) {
    match initiative::holder(action.view) {
        Some(holder) => {
            let role = if holder == side { ATTACKER } else { DEFENDER };
            action.inputs.insert("initiative".into(), role.word().into());
        }
        None => action.note(
            &["initiative"],
            "no chit shows who has the Initiative: if a star hits one of several bombers, you will be asked; \
             set it with initiative=attacker or initiative=defender (14.9)",
        ),
    }
}

/// Whether the ships move and whether friendly ships are with them, on which the phase may hang.
fn told_of_the_way(action: &mut SeaAction<'_>, party: &StrikeParty<'_>) {
    let view = action.view;
    let moves = party.ships.iter().any(|ship| is_moving(view, ship));
    let friendly = |unit: &Unit| unit.side == party.side && is_at_sea(view, unit);
    let beside = view.here(&party.place).any(friendly);
    for (key, holds) in [("moving", moves), ("beside-ships", beside)] {
        if holds {
            action.inputs.insert(key.into(), true.into());
        }
    }
    let phase = action.inputs.get("phase").and_then(|phase| phase.as_str()).unwrap_or_default().to_owned();
    match phase.as_str() {
        "end" if !moves => action.note(
            &["moving"],
            "in the End Phase only ships that move into range can be attacked: give moving=yes if they do \
             (4.2.3)",
        ),
        "sea-offensive" if !moves && !beside => action.note(
            &["moving", "beside-ships"],
            "no friendly ships are in the hex, as required in your own Sea Offensive: give moving=yes if \
             ships move in the enemy's (4.3.8.2, 4.3.11)",
        ),
        _ => {}
    }
}

/// What the save does not tell of Kamikazes (16.4.1, 4.10.6), and what is brought too far to be released on the way.
fn told_of_kamikazes(action: &mut SeaAction<'_>, party: &StrikeParty<'_>) {
    for (unit, _) in party.strike.iter().filter(|(unit, _)| party.dives.contains(&unit.ix)) {
        let [near, far] = party.release_hexes(action.view, unit);
        if let Some(last) = far.last() {
            let name = &action.view.piece(unit).name;
            let from = near.first().map_or("only over the target".to_owned(), |hex| format!("from {hex} on"));
            let told = format!(
                "{name} can be released {from}: it does not reach the target from {last}, where the flight can be met \
                 (16.4.4, 4.10.6)"
            );
            action.notes.push(Note::plain(told));
        }
    }
    if !party.dives.is_empty() {
        action.note(
            &["tripwire", "trigger"],
            "the save does not show the Kamikaze Check or the distance of the ships from Japan: give \
             tripwire=… from-japan=…; with kamikaze_rule=4.10.6 give trigger=… (16.4.1)",
        );
    }
}

/// The land hexes of the defender that the nearest of those who fly comes over (4.9.1).
pub(super) fn overflown(
    view: &View,
    side: Alliance,
    place: &PlaceId,
    flown: &[(&Unit, Leg)],
) -> Option<usize> {
    let nearest = flown.iter().min_by_key(|(_, leg)| leg.hexes)?;
    let (from, to) = nearest.1.base.at.hex().zip(place.hex())?;
    let land = |hex: &&Hex| {
        let dry = view.map().facts(**hex).is_some_and(|facts| facts.kind != HexKind::Sea);
        dry && view.owning_side(**hex) == Some(side.enemy())
    };
    Some(line(view, from, to).iter().filter(land).count())
}

/// Who finds the ships: the nearest of those who look for them, else of all who may.
fn told_of_search(action: &mut SeaAction<'_>, party: &StrikeParty<'_>) {
    let view = action.view;
    if party.ships.is_empty() {
        return;
    }
    if party.ships.iter().any(|ship| view.states(ship).located) {
        action.inputs.insert("located".into(), true.into());
        return action.note(&["located"], LOCATED_BEFORE);
    }
    let marked = |unit: &Unit| {
        let mission = view.states(unit).flight;
        mission == Some(AirMission::Reconnaissance)
            || mission.is_none()
            || party.flown().any(|ix| ix == unit.ix)
    };
    let own = view.units.iter().filter(|unit| unit.side == party.side && unit.kind.is_air() && marked(unit));
    let legs = own.filter_map(|unit| {
        // In the End Phase the search is part of the interception, for which no mark counts (3.7).
        let searches = view.part() == Some(MonthPart::End) && party.flown().any(|ix| ix == unit.ix);
        let mission = if searches { AirMission::Strike } else { AirMission::Reconnaissance };
        Some((unit, leg(view, unit, mission, &party.place).ok()?))
    });
    let mut legs: Vec<(&Unit, Leg)> = legs.collect();
    legs.sort_by_key(|(unit, leg)| by_reach(unit, leg));
    // Who comes there by a draft range alone looks where nobody else does.
    if legs.first().is_some_and(|(_, leg)| leg.is_within()) {
        legs.retain(|(_, leg)| leg.is_within());
    }
    if let Some((unit, leg)) = legs.first() {
        action.inputs.insert("scout".into(), scout(view, unit, leg).into());
        action.inputs.insert("hexes".into(), leg.hexes.into());
        action.notes.extend(leg.doubt().map(Note::plain));
        let told = format!(
            "the ships are not located: {} searches for them from {}; if they are located, give located=yes \
             (4.4)",
            view.piece(unit).name,
            leg.base.called(view)
        );
        action.note(&["located"], &told);
        if legs.len() > 1 {
            let others: Vec<String> = legs[1..]
                .iter()
                .take(MOST_SCOUTS)
                .map(|(unit, leg)| format!("{} @{}", scout(view, unit, leg), leg.hexes))
                .collect();
            let told = format!(
                "{} more in range search after it, one by one until one finds them (4.4.1); to join one \
                 search instead, give further-scouts= and further-air=… (gap G71)",
                counted(legs.len() - 1, "unit")
            );
            action.inputs.insert("further-scouts".into(), others.into());
            action.note(&["located"], &told);
        }
    } else {
        action.note(
            &["located"],
            "no aircraft can search for the ships: if they are located, give located=yes (4.4)",
        );
    }
    let spots =
        |unit: &Unit| unit.side == party.side && (unit.kind.is_land() || unit.kind == Kind::Coastwatchers);
    if view.here(&party.place).any(spots) {
        action.inputs.insert("on-the-spot".into(), true.into());
    }
}

/// Carriers of one hex that launch several units are checked (4.10.7).
fn launch(action: &mut SeaAction<'_>, party: &StrikeParty<'_>) {
    let strikers: Vec<&Unit> = party.strike.iter().map(|(unit, _)| *unit).collect();
    for (key, value) in ["carriers", "admiral"].into_iter().zip(carriers_of(action.view, &strikers)) {
        if !value.is_empty() {
            action.inputs.insert(key.into(), value.into());
        }
    }
}

/// From where the strike comes, who could meet whom, and what the save does not tell.
fn notes(action: &mut SeaAction<'_>, party: &StrikeParty<'_>) {
    let view = action.view;
    for (unit, leg) in &party.strike {
        let from = leg.base.called(view);
        let far = counted(leg.hexes as usize, "hex");
        let name = &view.piece(unit).name;
        action
            .notes
            .push(Note::plain(format!("{name} flies from {from}, {far}; its range is {}", leg.range)));
        action.notes.extend(leg.doubt().map(Note::plain));
    }
    action.notes.extend(party.left_out.iter().map(Note::left_out));
    homeless::tell(action, &party.meeting.enemies(), &party.ships);
    action.note(&["sneak"], "assuming no sneak attack; change it with sneak=yes (17.1.4)");
    action.note(&["magic"], "assuming no Magic chit; change it with magic=… (17.10)");
}
