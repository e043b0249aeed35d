//! Changes of base by their marks, unit by unit (4.3.6.1).

use serde_json::{Map, Value};

use super::super::super::air::effect::AirEffect;
use super::super::super::kind::Kind;
use super::super::super::range::{
    AirBase, Hop, base_of, has_base, hexes_between, hops, hops_by, leg, printed,
};
use super::super::super::ratings::Ratings;
use super::super::super::states::{AirMission, Status};
use super::super::super::view::{Unit, View};
use super::super::super::weather;
use super::super::flying;
use super::super::forces::face;
use super::super::sea::action::SeaAction;
use super::links;
use super::meeting::{AirMeeting, way};
use super::missions::AirVenture;
use crate::forces::ATTACKER;
use crate::part::MonthPart;
use liege_rules::check::bound::unsure;
use liege_rules::play::battle::Note;
use liege_rules::play::procedure::Refusal;
use liege_rules::position::situation::PlaceId;

/// The changes of base of a mission.
pub(super) fn declared<'a>(
    view: &'a View,
    venture: &AirVenture<'a>,
    with: &[&AirVenture<'a>],
) -> Vec<SeaAction<'a>> {
    let escorts: Vec<&Unit> = with.iter().flat_map(|venture| venture.units.iter().copied()).collect();
    let mut actions: Vec<SeaAction<'_>> =
        venture.units.iter().map(|unit| change(view, venture, unit, &escorts)).collect();
    actions.iter_mut().for_each(|action| action.declare(&venture.target));
    actions
}

fn change<'a>(
    view: &'a View,
    venture: &AirVenture<'a>,
    unit: &'a Unit,
    escorts: &[&'a Unit],
) -> SeaAction<'a> {
    let place = venture.target.clone().unwrap_or_else(|_| venture.at.clone());
    let mut action = SeaAction::at(view, &links::REBASE, venture.side, place.clone());
    let name = &view.piece(unit).name;
    let way = base_of(view, unit).and_then(|base| {
        let surely = hops(view, unit)?.remove(&place);
        // What is in reach by a draft range alone is never refused.
        let perhaps = || hops_by(view, unit, |range| range.most).ok()?.remove(&place);
        let range = if surely.is_some() { printed(view, unit).nominal } else { printed(view, unit).most };
        let found = surely.or_else(perhaps);
        let far = || format!("{name} cannot reach a base in {place} by a change of base");
        found.map(|hop| (base, hop, range)).ok_or_else(|| Refusal::new("4.3.6.1", far()))
    });
    match way {
        Ok((base, hop, range)) => {
            tell(&mut action, (unit, range), &base, &hop);
            if range > printed(view, unit).nominal {
                action.notes.extend(unsure(&printed(view, unit).rests_on).map(Note::plain));
            }
            action.forces = vec![(ATTACKER, "flies", vec![unit])];
            meet(&mut action, unit, escorts, &hop);
        }
        Err(refusal) => {
            action.refused = Some(refusal);
            action.forces = vec![(ATTACKER, "flies", vec![unit])];
        }
    }
    action
}

/// Who can meet it, on the way to the stop where most can, and who escorts it there, else to its last stop (4.8.5.2).
fn meet<'a>(action: &mut SeaAction<'a>, unit: &'a Unit, escorts: &[&'a Unit], hop: &Hop) {
    let (view, side, target) = (action.view, action.side, action.place.clone());
    let met = hop.way.windows(2).enumerate().map(|(at, ends)| {
        let way = way(view, &ends[0], &ends[1]);
        (at + 1, AirMeeting::bound(view, side, &[unit], [&ends[1], &target], &way))
    });
    let met: Vec<(usize, AirMeeting<'_>)> = met.collect();
    let elsewhere = met.iter().flat_map(|(_, meeting)| meeting.elsewhere(view, side, false));
    let most = met.iter().filter(|(_, meeting)| meeting.is_possible());
    let most = most.max_by_key(|(at, meeting)| (meeting.enemies().len(), *at));
    let end = most.map_or(hop.way.len() - 1, |(stop, _)| *stop);
    let mut with = Vec::new();
    for escort in escorts {
        match leg(view, escort, AirMission::Escort, &hop.way[end]) {
            Ok(_) => with.push(*escort),
            Err(refusal) => action.notes.push(Note::left_out(&refusal)),
        }
    }
    let Some((stop, _)) = most else {
        elsewhere.for_each(|note| action.notes.extend((!action.notes.contains(&note)).then_some(note)));
        action.forces.extend((!with.is_empty()).then_some((ATTACKER, "escorts", with)));
        return;
    };
    let all: Vec<&Unit> = std::iter::once(unit).chain(with.iter().copied()).collect();
    let to = &hop.way[*stop];
    let meeting = AirMeeting::bound(view, side, &all, [to, &target], &way(view, &hop.way[*stop - 1], to));
    action.forces.extend((!with.is_empty()).then_some((ATTACKER, "escorts", with)));
    action.inputs.insert("met-at".into(), (*stop).into());
    action.note(
        &["aborted-at"],
        "includes fighters that can meet it on the way to this stop; if you fought that by hand, give \
         aborted-at=… (4.3.6.1)",
    );
    meeting.join(action, false);
}

/// The unit, its stops, and what counts for them.
fn tell(action: &mut SeaAction<'_>, (unit, range): (&Unit, i32), base: &AirBase, hop: &Hop) {
    let view = action.view;
    let is_coast = view.range_rows().west_coast.is_from(&view.situation.pack, &base.at);
    let from = match base.afloat {
        true => "carrier",
        false if is_coast => "west-coast",
        false => "airbase",
    };
    let legs = hop.way.windows(2).map(|ends| stop(view, unit, &ends[0], &ends[1], base));
    let stops: Vec<Value> = legs.map(Value::from).collect();
    let offensive = view.part().is_some_and(MonthPart::is_offensive);
    action.inputs.extend([
        ("unit".to_owned(), Value::Array(vec![told(view, unit, range)])),
        ("from".to_owned(), from.into()),
        ("stops".to_owned(), stops.into()),
        ("room".to_owned(), hop.room.into()),
        ("phase".to_owned(), if offensive { "offensive" } else { "naval-and-air" }.into()),
    ]);
    let effect = hop.way.iter().filter_map(|place| weather::air_effect(view, place)).max();
    if effect.is_some_and(|effect| effect >= AirEffect::StrengthAndRange) {
        action.inputs.insert("range-halved".into(), true.into());
    }
}

/// A stop as the procedure takes it: the hexes to it, what it is, and where.
fn stop(view: &View, unit: &Unit, from: &PlaceId, to: &PlaceId, base: &AirBase) -> String {
    let (coast, pack) = (&view.range_rows().west_coast, &view.situation.pack);
    if let Some(across) = coast.stop(pack, to).filter(|_| coast.is_from(pack, from)) {
        return across.to_owned();
    }
    let afloat = base.afloat && base.at == *from;
    let start = AirBase { at: from.clone(), ship: None, afloat };
    let hexes = hexes_between(view, &start, to).unwrap_or(0);
    let kind = match has_base(view, to, unit.kind) {
        false => " carrier",
        true if !has_base(view, to, Kind::Atp) && unit.kind.uses_air_base() => " airstrip",
        true => "",
    };
    let at = to.hex().map(|hex| format!(" {hex}")).unwrap_or_default();
    format!("{hexes}{kind}{at}")
}

/// The unit with its range as the procedure takes it; of air transport the range is that of its points.
fn told(view: &View, unit: &Unit, range: i32) -> Value {
    let piece = view.piece(unit);
    let air = match &*unit.ratings {
        Ratings::Transport(transport) => {
            let points = face(&transport.points, view.is_reduced(unit)).unwrap_or(1);
            format!("ATP {points}-{range}")
        }
        _ => flying::printed_with(unit, range),
    };
    let mut told = Map::from_iter([
        ("name".to_owned(), piece.name.clone().into()),
        ("piece".to_owned(), piece.id.clone().into()),
        ("air".to_owned(), air.into()),
        ("nation".to_owned(), unit.entry.nation.clone().into()),
    ]);
    let words = [
        ("depleted", view.is_reduced(unit) && unit.kind.is_air()),
        ("unsupplied", view.has(unit, Status::OutOfSupply)),
    ];
    let words: Vec<&str> = words.into_iter().filter(|(_, holds)| *holds).map(|(word, _)| word).collect();
    if !words.is_empty() {
        told.insert("state".to_owned(), words.join(" ").into());
    }
    Value::Object(told)
}
