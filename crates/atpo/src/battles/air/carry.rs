//! Air transport with what is aboard it: to another base, or for a paratroop into a hex of the enemy (4.12).

use std::collections::BTreeMap;

use serde_json::Value;

use super::super::super::air::effect::AirEffect;
use super::super::super::kind::{Air, Kind, Land};
use super::super::super::range::{Leg, has_base, is_fighter_type, leg};
use super::super::super::ratings::Ratings;
use super::super::super::states::{AirMission, Posture, Status};
use super::super::super::view::{Unit, View};
use super::super::super::weather;
use super::super::forces::face;
use super::super::sea::action::SeaAction;
use super::drops::{drop_of, drops_there};
use super::links;
use super::meeting::{AirMeeting, way};
use super::missions::{self, AirVenture, place_of};
use crate::forces::ATTACKER;
use crate::part::MonthPart;
use liege_rules::data::catalogue::Rating;
use liege_rules::play::battle::Note;
use liege_rules::play::procedure::Refusal;
use liege_rules::position::places::Hex;
use liege_rules::position::situation::{PieceIx, PlaceId};

/// The air transport, which the procedures take by its points.
pub(in crate::battles) const TRANSPORT: &str = "transport";
/// The key of what is carried, which they take in words of their own.
pub(in crate::battles) const LOAD: &str = "load";
/// The kind of the chit that flies.
const AIR_SUPPLY: &str = "air-supply";

/// What the air transport of a mission carries: a flight for each marker that has cargo, since all of it shares its fate
/// (4.12.1).
pub(super) fn declared<'a>(
    view: &'a View,
    venture: &AirVenture<'a>,
    with: &[&AirVenture<'a>],
) -> Vec<SeaAction<'a>> {
    let mut by_base: BTreeMap<&PlaceId, Vec<&'a Unit>> = BTreeMap::new();
    for unit in &venture.units {
        by_base.entry(&view.piece(unit).at).or_default().push(unit);
    }
    let mut actions = Vec::new();
    // Who drops among defenders is part of the attack on land.
    let drops = flown_into_battle(view);
    for units in by_base.into_values() {
        let loads: Vec<(&Unit, Vec<PieceIx>)> = units
            .iter()
            .map(|unit| (*unit, aboard(view, &[unit])))
            .filter(|(_, cargo)| !cargo.is_empty())
            .collect();
        let in_battle = |ix: &PieceIx| drops.iter().any(|drop| drop.paratroop.ix == *ix);
        for (marker, cargo) in &loads {
            // The marker of the cargo carries it; the others of the base help where they have none of their own.
            let mut flies = vec![*marker];
            flies.extend(units.iter().filter(|unit| loads.len() == 1 && unit.ix != marker.ix));
            let cargo = cargo.iter().copied().filter(|ix| !in_battle(ix));
            let (dropped, carried): (Vec<PieceIx>, Vec<PieceIx>) =
                cargo.partition(|ix| drops_there(view, venture, *ix));
            let flights = [dropped, carried].into_iter().filter(|cargo| !cargo.is_empty());
            actions
                .extend(flights.map(|cargo| flown(view, (venture, with), &flies, &cargo, loads.len() > 1)));
        }
        if loads.is_empty() {
            let mut action = SeaAction::at(view, &links::TRANSPORT, venture.side, place_of(venture));
            action.refuse(
                "4.12",
                "nothing is aboard this air transport; mark units and Air Supply in its stack Aboard",
            );
            action.forces = vec![(ATTACKER, TRANSPORT, units)];
            actions.push(action);
        }
    }
    actions.iter_mut().for_each(|action| action.declare(&venture.target));
    actions
}

/// A paratroop that air transport takes into an attack on land.
pub(in crate::battles) struct BattleDrop<'a> {
    /// Its target.
    pub hex: Hex,
    /// The paratroop.
    pub paratroop: &'a Unit,
    /// What carries it.
    pub transport: &'a Unit,
}

/// The paratroops whose air transport has a hex as target that the enemy defends: they are part of the attack on it
/// (4.12.4.3).
pub(in crate::battles) fn flown_into_battle(view: &View) -> Vec<BattleDrop<'_>> {
    let mut drops = Vec::new();
    if view.part().is_some_and(|part| !part.is_offensive()) {
        return drops;
    }
    for venture in missions::declared(view) {
        let target = venture.target.as_ref().ok().and_then(PlaceId::hex);
        let defended = |hex: &Hex| is_defended(view, &venture, &PlaceId::Hex(*hex));
        let Some(hex) = target.filter(defended).filter(|_| venture.mission == AirMission::Transport) else {
            continue;
        };
        for transport in venture.units.iter().copied() {
            let rides = |unit: &&Unit| {
                let aboard = view.posture(unit) == Posture::Aboard(Some(transport.ix));
                aboard && unit.kind == Kind::Land(Land::Paratroop)
            };
            let cargo = view.here(&view.piece(transport).at).filter(rides);
            drops.extend(cargo.map(|paratroop| BattleDrop { hex, paratroop, transport }));
        }
    }
    drops
}

/// Whether land units or a fortification of the enemy are in a hex.
fn is_defended(view: &View, venture: &AirVenture<'_>, place: &PlaceId) -> bool {
    let enemy = |hex: Hex| view.land_ashore(hex, venture.side.enemy()).next().is_some();
    let fort = ["fortification", "coastal-fort"].iter().any(|kind| !view.working(place, kind).is_empty());
    let held = place.hex().is_some_and(|hex| view.owning_side(hex) == Some(venture.side.enemy()));
    place.hex().is_some_and(enemy) || held && fort
}

/// Air transport whose mission says that it gives ground support, which it never does: a flight that is refused, with what
/// its owner meant instead.
pub(super) fn no_support<'a>(view: &'a View, venture: &AirVenture<'a>) -> Option<SeaAction<'a>> {
    let transport = venture.units.iter().copied().filter(|unit| unit.kind == Kind::Atp);
    let transport: Vec<&Unit> = transport.collect();
    let refusal = gives_no_support(view, transport.first()?, &place_of(venture));
    let mut action = SeaAction::at(view, &links::TRANSPORT, venture.side, place_of(venture));
    action.refused = Some(refusal);
    action.forces = vec![(ATTACKER, TRANSPORT, transport)];
    Some(action)
}

/// Why air transport gives no ground support, and what to do with it.
pub(super) fn gives_no_support(view: &View, transport: &Unit, place: &PlaceId) -> Refusal {
    let cargo = aboard(view, &[transport]);
    let paratroop = |ix: &PieceIx| {
        view.units.iter().any(|unit| unit.ix == *ix && unit.kind == Kind::Land(Land::Paratroop))
    };
    let name = &view.piece(transport).name;
    let instead = match cargo.iter().find(|ix| paratroop(ix)) {
        Some(ix) => format!(
            "give it the mission Transport with {place} as target to drop {} there (4.12.4.2)",
            view.situation.pieces[*ix].name
        ),
        None => "remove the mission, or give it Transport with the base that it flies to".to_owned(),
    };
    Refusal::new("4.11.2", format!("{name} is air transport, which cannot give ground support: {instead}"))
}

/// What is aboard air transport.
fn aboard(view: &View, units: &[&Unit]) -> Vec<PieceIx> {
    let rides = |ix: &PieceIx| match view.states[*ix].posture {
        Posture::Aboard(Some(carrier)) => units.iter().any(|unit| unit.ix == carrier),
        _ => false,
    };
    view.situation.in_play().filter(rides).collect()
}

/// The cargo of one marker on its way, the marker before those that help it.
fn flown<'a>(
    view: &'a View,
    (venture, with): (&AirVenture<'a>, &[&AirVenture<'a>]),
    units: &[&'a Unit],
    cargo: &[PieceIx],
    several: bool,
) -> SeaAction<'a> {
    let place = place_of(venture);
    let (mut flies, mut legs, mut left_out) = (Vec::new(), Vec::new(), Vec::new());
    let mut grounded = None;
    for (at, unit) in units.iter().enumerate() {
        match leg(view, unit, AirMission::Transport, &place) {
            Ok(leg) => {
                flies.push(*unit);
                legs.push(leg);
            }
            Err(refusal) if at == 0 => grounded = Some(refusal),
            Err(refusal) => left_out.push(refusal),
        }
    }
    // Of transport that is grounded the report tells who it is and what it carries.
    let mut flies = if grounded.is_some() { units.to_vec() } else { flies };
    let mut action = match drops_there(view, venture, cargo[0]) {
        true => drop_of(view, venture, cargo),
        false => transport(view, venture, &flies, cargo, several),
    };
    match grounded {
        Some(refusal) => _ = action.refused.get_or_insert(refusal),
        None => action.notes.extend(left_out.iter().map(Note::left_out)),
    }
    if let Some(leg) = legs.first() {
        tell_flight(&mut action, leg);
    }
    if action.link.procedure == links::DROP.procedure {
        // Paratroops need no more than the marker that they are in.
        flies.truncate(1);
    } else {
        action.aboard = cargo.to_vec();
    }
    if action.link.procedure == links::DROP.procedure {
        tell_support(&mut action);
    }
    action.forces = vec![(ATTACKER, TRANSPORT, flies.clone())];
    meet(&mut action, flies, with);
    action.aboard_key = LOAD;
    action
}

/// Those whose marks say that they give ground support where a paratroop drops alone have no part in it: there is no attack
/// on land (4.11.1).
fn tell_support(action: &mut SeaAction<'_>) {
    let (view, place, side) = (action.view, action.place.clone(), action.side);
    let there = |venture: &AirVenture<'_>| {
        venture.mission == AirMission::GroundSupport && venture.target.as_ref() == Ok(&place)
    };
    for venture in missions::declared(view).into_iter().filter(there) {
        for unit in venture.units.iter().filter(|unit| unit.kind.is_air()) {
            let name = &view.piece(unit).name;
            let instead = match venture.side == side && is_fighter_type(unit.kind) {
                true => "; with the mission Escort it flies there with the drop",
                false => "",
            };
            let reason = format!(
                "{name} cannot give ground support in {place}: there is no attack on land; its mission \
                 stays{instead}"
            );
            action.notes.push(Note::left_out(&Refusal::new("4.11.1", reason)));
        }
    }
}

/// Who flies along, and who can meet them.
fn meet<'a>(action: &mut SeaAction<'a>, mut flies: Vec<&'a Unit>, with: &[&AirVenture<'a>]) {
    let (view, place) = (action.view, action.place.clone());
    let mut escorts = Vec::new();
    for unit in with.iter().flat_map(|venture| venture.units.iter().copied()) {
        match leg(view, unit, AirMission::Escort, &place) {
            Ok(_) => escorts.push(unit),
            Err(refusal) => action.notes.push(Note::left_out(&refusal)),
        }
    }
    let from = flies.first().map_or(place.clone(), |unit| view.piece(unit).at.clone());
    flies.extend(&escorts);
    let meeting = AirMeeting::of(view, action.side, &flies, &place, &way(view, &from, &place));
    let is_drop = action.link.procedure == links::DROP.procedure;
    match meeting.is_possible() {
        true if is_drop => action.note(
            &["atp"],
            "includes fighters that can meet the air transport; if you fought that by hand, give atp=… \
             (4.12.4.2)",
        ),
        true => action.note(
            &["fate"],
            "includes fighters that can meet the air transport; if you fought that by hand, give fate=… \
             (4.12.1)",
        ),
        false => {}
    }
    if is_drop {
        let over = match (meeting.is_possible(), escorts.is_empty()) {
            (true, _) => "units left over the hex after the meeting count for air superiority",
            (false, false) => "only the escorts have air superiority",
            (false, true) => "neither side has air superiority over the hex",
        };
        let told = format!("{over}; change it with air-superiority=… (4.12.4.2)");
        action.note(&["air-superiority"], &told);
    }
    if !escorts.is_empty() {
        action.forces.push((ATTACKER, "escorts", escorts));
    }
    meeting.join(action, false);
}

/// From where it flies, how far, and in which weather.
fn tell_flight(action: &mut SeaAction<'_>, leg: &Leg) {
    action.inputs.insert("distance".into(), leg.hexes.into());
    action.notes.extend(leg.doubt().map(Note::plain));
    let ends = [&action.place, &leg.base.at].into_iter();
    let effect = ends.filter_map(|place| weather::air_effect(action.view, place)).max();
    let takes = action.link.keys.iter().any(|key| key.name == "range-halved");
    if takes && effect.is_some_and(|effect| effect >= AirEffect::StrengthAndRange) {
        action.inputs.insert("range-halved".into(), true.into());
    }
}

/// To a base.
fn transport<'a>(
    view: &'a View,
    venture: &AirVenture<'a>,
    units: &[&'a Unit],
    cargo: &[PieceIx],
    several: bool,
) -> SeaAction<'a> {
    let loads: Vec<(&'static str, i32)> = cargo.iter().map(|ix| word(view, *ix)).collect();
    let mut action = SeaAction::at(view, &links::TRANSPORT, venture.side, place_of(venture));
    let (own, base) = (&view.piece(units[0]).at, &action.place);
    let friendly = base.hex().is_none_or(|hex| view.owning_side(hex) == Some(venture.side));
    let works = |place: &PlaceId| has_base(view, place, Kind::Atp);
    let mut inputs = vec![
        ("cargo", loads[0].0.into()),
        ("steps", loads[0].1.into()),
        ("nation", units[0].entry.nation.clone().into()),
        ("from", if works(own) { "airbase" } else { "elsewhere" }.into()),
        ("to", if friendly && works(base) { "airbase" } else { "elsewhere" }.into()),
    ];
    let further: Vec<Value> =
        loads[1..].iter().map(|(word, steps)| format!("{word} {steps}").into()).collect();
    if !further.is_empty() {
        inputs.push(("further-cargo", further.into()));
    }
    if let Ratings::Transport(ratings) = &*units[0].ratings {
        inputs
            .extend(ratings.movement.as_ref().and_then(Rating::number).map(|range| ("range", range.into())));
    }
    inputs.push(("points", units.iter().map(|unit| points(view, unit)).sum::<i32>().into()));
    if units.iter().any(|unit| view.has(unit, Status::OutOfSupply)) {
        inputs.push(("out-of-supply", true.into()));
    }
    action.inputs.extend(inputs.into_iter().map(|(key, value)| (key.to_owned(), value)));
    if view.part().is_some_and(|part| part != MonthPart::NavalAndAir) {
        action.refuse(
            "4.12",
            "air transport carries in the Naval and Air Phase; paratroops are dropped in an Offensive",
        );
    }
    if several {
        action.note(
            &["points"],
            "each of several markers with cargo has its own points; change it with points=… (4.12.1)",
        );
    }
    action.note(
        &["pick-up"],
        "assuming the cargo is loaded at the base of the air transport; change it with pick-up=… (4.12.2)",
    );
    action.notes.push(Note::plain(
        "the air transport returns to its base; if it stays instead, its owner moves it (4.12.2)",
    ));
    action
}

/// What a piece of cargo is, in the words of the procedure, with its steps.
fn word(view: &View, cargo: PieceIx) -> (&'static str, i32) {
    let Some(unit) = view.units.iter().find(|unit| unit.ix == cargo) else {
        return (if view.situation.pieces[cargo].is_chit(AIR_SUPPLY) { AIR_SUPPLY } else { "other" }, 1);
    };
    let word = match unit.kind {
        Kind::Land(Land::Infantry) | Kind::Air(Air::Kamikaze) => "infantry",
        Kind::Land(Land::Marine | Land::Snlf) => "marine",
        Kind::Land(Land::Paratroop) => "paratroop",
        _ => "other",
    };
    (word, view.steps(unit).nominal.clamp(1, 4))
}

/// The points of air transport on the side that is up.
pub(in crate::battles) fn points(view: &View, unit: &Unit) -> i32 {
    match &*unit.ratings {
        Ratings::Transport(transport) => face(&transport.points, view.is_reduced(unit)).unwrap_or(1),
        _ => 0,
    }
}
