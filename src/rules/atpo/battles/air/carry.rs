//! Air transport with what is aboard it: to another base, or for a paratroop into a hex of the enemy (4.12).

use std::collections::BTreeMap;

use super::super::super::air::effect::AirEffect;
use super::super::super::ground::{Ground, HexKind};
use super::super::super::kind::{Air, Kind, Land};
use super::super::super::range::{Leg, has_base, leg};
use super::super::super::ratings::Ratings;
use super::super::super::states::{AirMission, Posture, Status};
use super::super::super::view::{Unit, View};
use super::super::super::weather;
use super::super::forces::face;
use super::super::sea::action::SeaAction;
use super::links;
use super::meeting::{AirMeeting, way};
use super::missions::{self, AirVenture};
use crate::rules::atpo::forces::ATTACKER;
use crate::rules::atpo::part::MonthPart;
use crate::rules::battle::Note;
use crate::rules::catalogue::Rating;
use crate::rules::places::Hex;
use crate::rules::procedure::Refusal;
use crate::rules::situation::{PieceIx, PlaceId};

/// The air transport, which the procedures take by its points.
pub(in crate::rules::atpo::battles) const TRANSPORT: &str = "transport";
/// The key of what is carried, which they take in words of their own.
pub(in crate::rules::atpo::battles) const LOAD: &str = "load";
/// The kind of the chit that flies.
const AIR_SUPPLY: &str = "air-supply";

/// What the air transport of a mission carries, a battle for each piece of cargo.
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
        let cargo = aboard(view, &units);
        let several = cargo.len() > 1;
        let in_battle = |ix: &&PieceIx| drops.iter().any(|drop| drop.paratroop.ix == **ix);
        for ix in cargo.iter().filter(|ix| !in_battle(ix)) {
            actions.push(flown(view, (venture, with), &units, *ix, several));
        }
        if cargo.is_empty() {
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

fn place_of(venture: &AirVenture<'_>) -> PlaceId {
    venture.target.clone().unwrap_or_else(|_| venture.at.clone())
}

/// A paratroop that air transport takes into an attack on land.
pub(in crate::rules::atpo::battles) struct BattleDrop<'a> {
    /// Its target.
    pub hex: Hex,
    /// The paratroop.
    pub paratroop: &'a Unit,
    /// What carries it.
    pub transport: &'a Unit,
}

/// The paratroops whose air transport has a hex as target that the enemy defends: they are part of the attack on it
/// (4.12.4.3).
pub(in crate::rules::atpo::battles) fn flown_into_battle(view: &View) -> Vec<BattleDrop<'_>> {
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
            "give it the mission Transport with {place} as target, and {} is dropped there (4.12.4.2)",
            view.situation.pieces[*ix].name
        ),
        None => "take the mission off, or give it Transport with the base that it flies to".to_owned(),
    };
    Refusal::new("4.11.2", format!("{name} is air transport, which gives no ground support: {instead}"))
}

/// What is aboard air transport.
fn aboard(view: &View, units: &[&Unit]) -> Vec<PieceIx> {
    let rides = |ix: &PieceIx| match view.states[*ix].posture {
        Posture::Aboard(Some(carrier)) => units.iter().any(|unit| unit.ix == carrier),
        _ => false,
    };
    view.situation.in_play().filter(rides).collect()
}

/// One piece of cargo on its way.
fn flown<'a>(
    view: &'a View,
    (venture, with): (&AirVenture<'a>, &[&AirVenture<'a>]),
    units: &[&'a Unit],
    cargo: PieceIx,
    several: bool,
) -> SeaAction<'a> {
    let place = place_of(venture);
    let unit = view.units.iter().find(|unit| unit.ix == cargo);
    let paratroop = unit.filter(|unit| unit.kind == Kind::Land(Land::Paratroop));
    let held = place.hex().is_some_and(|hex| view.owning_side(hex) == Some(venture.side.enemy()));
    let (mut flies, mut legs, mut left_out) = (Vec::new(), Vec::new(), Vec::new());
    let mut grounded = None;
    for unit in units {
        match leg(view, unit, AirMission::Transport, &place) {
            Ok(leg) => {
                flies.push(*unit);
                legs.push(leg);
            }
            Err(refusal) if view.states[cargo].posture == Posture::Aboard(Some(unit.ix)) => {
                grounded = Some(refusal);
            }
            Err(refusal) => left_out.push(refusal),
        }
    }
    // Of transport that is grounded the report tells who it is and what it carries.
    let flies = if grounded.is_some() { units.to_vec() } else { flies };
    let mut action = match paratroop.filter(|_| held) {
        Some(paratroop) => drop_of(view, venture, paratroop),
        None => transport(view, venture, &flies, (cargo, unit), several),
    };
    match grounded {
        Some(refusal) => _ = action.refused.get_or_insert(refusal),
        None => action.notes.extend(left_out.iter().map(Note::left_out)),
    }
    if let Some(leg) = legs.first() {
        tell_flight(&mut action, leg);
    }
    let own = view.states[cargo].posture;
    // A paratroop needs no more than the marker that it is in.
    let alone = several || action.link.procedure == links::DROP.procedure;
    let carries = |unit: &&Unit| !alone || own == Posture::Aboard(Some(unit.ix));
    let mut flies: Vec<&Unit> = flies.into_iter().filter(carries).collect();
    // What needs no more points than its own marker has is carried by that one.
    flies.sort_by_key(|unit| own != Posture::Aboard(Some(unit.ix)));
    action.forces = vec![(ATTACKER, TRANSPORT, flies.clone())];
    meet(&mut action, flies, with);
    action.aboard = vec![cargo];
    action.aboard_key = LOAD;
    action
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
            "fighters that can meet the air transport are in it; where that was fought by hand give atp=… (4.12.4.2)",
        ),
        true => action.note(
            &["fate"],
            "fighters that can meet the air transport are in it; where that was fought by hand give fate=… (4.12.1)",
        ),
        false => {}
    }
    if is_drop {
        let over = match (meeting.is_possible(), escorts.is_empty()) {
            (true, _) => "who is left over the hex after the meeting counts for air superiority",
            (false, false) => "the escorts alone have air superiority",
            (false, true) => "nobody alone has air units over the hex",
        };
        let told = format!("{over}; otherwise give air-superiority=… (4.12.4.2)");
        action.note(&["air-superiority"], &told);
    }
    if !escorts.is_empty() {
        action.forces.push((ATTACKER, "escorts", escorts));
    }
    meeting.join(action);
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
    (cargo, unit): (PieceIx, Option<&Unit>),
    several: bool,
) -> SeaAction<'a> {
    let mut action = SeaAction::at(view, &links::TRANSPORT, venture.side, place_of(venture));
    let (own, base) = (&view.piece(units[0]).at, &action.place);
    let friendly = base.hex().is_none_or(|hex| view.owning_side(hex) == Some(venture.side));
    let works = |place: &PlaceId| has_base(view, place, Kind::Atp);
    let mut inputs = vec![
        ("cargo", word(view, cargo, unit).into()),
        ("nation", units[0].entry.nation.clone().into()),
        ("from", if works(own) { "airbase" } else { "elsewhere" }.into()),
        ("to", if friendly && works(base) { "airbase" } else { "elsewhere" }.into()),
    ];
    if let Some(unit) = unit {
        inputs.push(("steps", view.steps(unit).nominal.clamp(1, 4).into()));
    }
    if let Ratings::Transport(ratings) = &*units[0].ratings {
        inputs
            .extend(ratings.movement.as_ref().and_then(Rating::number).map(|range| ("range", range.into())));
    }
    let carries = |unit: &&&Unit| !several || view.states[cargo].posture == Posture::Aboard(Some(unit.ix));
    inputs.push(("points", units.iter().filter(carries).map(|unit| points(view, unit)).sum::<i32>().into()));
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
        action.note(&["points"], "of several pieces of cargo each has the points of its own marker; otherwise give points=… (4.12.1)");
    }
    action.note(
        &["pick-up"],
        "the cargo is loaded where the air transport is based; otherwise give pick-up=… (4.12.2)",
    );
    action.notes.push(Note::plain(
        "the air transport returns to its base; it may stay instead, and its owner moves it (4.12.2)",
    ));
    action
}

/// What a piece of cargo is, in the words of the procedure.
fn word(view: &View, cargo: PieceIx, unit: Option<&Unit>) -> &'static str {
    match unit.map(|unit| unit.kind) {
        Some(Kind::Land(Land::Infantry)) | Some(Kind::Air(Air::Kamikaze)) => "infantry",
        Some(Kind::Land(Land::Marine | Land::Snlf)) => "marine",
        Some(Kind::Land(Land::Paratroop)) => "paratroop",
        None if view.situation.pieces[cargo].is_chit(AIR_SUPPLY) => AIR_SUPPLY,
        _ => "other",
    }
}

fn points(view: &View, unit: &Unit) -> i32 {
    match &*unit.ratings {
        Ratings::Transport(transport) => face(&transport.points, view.is_reduced(unit)).unwrap_or(1),
        _ => 0,
    }
}

/// A paratroop into a hex of the enemy that nobody defends; where somebody does, it is part of the attack.
fn drop_of<'a>(view: &'a View, venture: &AirVenture<'a>, unit: &'a Unit) -> SeaAction<'a> {
    let mut action = SeaAction::at(view, &links::DROP, venture.side, place_of(venture));
    let hex = action.place.hex();
    if view.part().is_some_and(|part| !part.is_offensive()) {
        action.refuse("4.12.4", "paratroops are dropped in an Offensive Phase");
    }
    let beside = hex.is_some_and(|hex| {
        view.map()
            .neighbours(hex)
            .into_iter()
            .any(|near| view.land_ashore(near, venture.side).next().is_some())
    });
    action.inputs.insert("adjacent".into(), beside.into());
    action.inputs.insert("nation".into(), unit.entry.nation.clone().into());
    let terrain = view.ground(&action.place).filter(|facts| facts.kind != HexKind::Sea);
    if let Some(terrain) = terrain.and_then(|facts: &Ground| facts.terrain) {
        action.inputs.insert("terrain".into(), terrain.word().into());
    }
    let states =
        [("depleted", view.is_reduced(unit)), ("out-of-supply", view.has(unit, Status::OutOfSupply))];
    for (key, _) in states.into_iter().filter(|(_, holds)| *holds) {
        action.inputs.insert(key.into(), true.into());
    }
    action.note(
        &["atp"],
        "its air transport has not moved this month, and was not aborted; otherwise give atp=… (4.12.4)",
    );
    action.note(
        &["operation-zone"],
        "the hex is in the operation zone; otherwise give operation-zone=no (4.12.4.1)",
    );
    action
}
