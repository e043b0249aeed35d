//! Interceptions that nobody has declared: who could look for whom, and who could react to ships that act (3.8.2, 3.8.7.2).

use std::collections::{BTreeMap, BTreeSet};

use super::super::super::super::kind::{Kind, Ship};
use super::super::super::super::states::{NavalMission, Posture};
use super::super::super::super::view::{Alliance, Unit, View};
use super::super::missions::{self, Venture, is_surface};
use super::super::{SeaAction, reach};
use super::meeting::{is_docked_in, meeting};
use super::{may_search, search};
use liege_rules::play::battle::Note;
use liege_rules::position::situation::{PieceIx, PlaceId};
use vassal::diagnostic::counted;

/// What the free ships of a party could look for: the enemy force of each place in the range of their reaction, sought
/// by the nearest of them; who else could is told. Ships with the movement for it come from farther by a mark.
pub(in super::super) fn possible<'a>(
    view: &'a View,
    side: Alliance,
    is_free: &dyn Fn(&Unit) -> bool,
) -> Vec<SeaAction<'a>> {
    let all = searchers(view, side, is_free);
    let (boats, ships): (Vec<Lurker<'a>>, Vec<Lurker<'a>>) =
        all.into_iter().partition(|lurker| lurker.is_boat);
    // Who comes to a place is met there, too.
    let goals = missions::declared(view).into_iter().filter_map(|venture| venture.target.ok());
    let places: BTreeSet<PlaceId> = view.places().cloned().chain(goals).collect();
    let hunts = |target| [&ships, &boats].map(|lurkers| hunted(view, side, target, lurkers));
    places.iter().flat_map(|target| hunts(target).into_iter().flatten()).collect()
}

/// Who of the other party could react to ships that act at a place, as a remark: of those that are not busy, and to ships
/// that enter a port from its own hex only those inside of it (3.8.2).
pub(in super::super) fn reactions(
    view: &View,
    side: Alliance,
    place: &PlaceId,
    (busy, inside): (&[PieceIx], bool),
) -> Option<Note> {
    let is_free = |unit: &Unit| !busy.contains(&unit.ix) && (!inside || is_docked_in(view, unit, place));
    let lurkers = searchers(view, side.enemy(), &is_free);
    let mut near: BTreeMap<&PlaceId, usize> = BTreeMap::new();
    for lurker in lurkers.iter().filter(|lurker| reach::reacts(view, lurker.at, place)) {
        *near.entry(lurker.at).or_default() += lurker.ships.len();
    }
    let told: Vec<String> = near.into_iter().map(|(from, ships)| in_place(from, ships)).collect();
    (!told.is_empty()).then(|| Note::plain(format!("could react: {} (3.8.7.2)", told.join(", "))))
}

/// Who may search from one place: the surface ships there, or a submarine by itself.
struct Lurker<'a> {
    at: &'a PlaceId,
    is_boat: bool,
    ships: Vec<&'a Unit>,
}

/// The ships of a party that may search, by place, some of which find surface ships (3.8.9); submarines one by one.
fn searchers<'a>(view: &'a View, side: Alliance, is_free: &dyn Fn(&Unit) -> bool) -> Vec<Lurker<'a>> {
    let mut places: BTreeMap<(&PlaceId, Option<PieceIx>), Vec<&Unit>> = BTreeMap::new();
    let searches = |unit: &&Unit| {
        let here = matches!(view.posture(unit), Posture::Present | Posture::Docked);
        unit.side == side && unit.kind.is_naval() && here && is_free(unit) && may_search(view, unit)
    };
    for unit in view.units.iter().filter(searches) {
        let boat = (!is_surface(unit)).then_some(unit.ix);
        places.entry((&view.piece(unit).at, boat)).or_default().push(unit);
    }
    let lurkers = places.into_iter().map(|((at, boat), ships)| Lurker { at, is_boat: boat.is_some(), ships });
    lurkers
        .filter(|lurker| {
            lurker.ships.iter().any(|unit| !matches!(unit.kind, Kind::Stp | Kind::Ship(Ship::Escort)))
        })
        .collect()
}

fn in_place(place: &PlaceId, ships: usize) -> String {
    format!("{} in {place}", counted(ships, "ship"))
}

/// The searches for the enemy forces of a place, each in a move of its own, by the nearest ships that reach it.
fn hunted<'a>(
    view: &'a View,
    side: Alliance,
    target: &PlaceId,
    lurkers: &[Lurker<'a>],
) -> Vec<SeaAction<'a>> {
    let away =
        |from: &PlaceId| from.hex().zip(target.hex()).and_then(|(from, to)| view.map().distance(from, to));
    // Those at sea in the hex itself fight there; those in its port come out.
    let docked = |ship: &&Unit| view.posture(ship) == Posture::Docked;
    let near = lurkers.iter().filter_map(|lurker| {
        let own = lurker.ships.iter().copied();
        let ships: Vec<&Unit> =
            if lurker.at == target { own.filter(docked).collect() } else { own.collect() };
        let finds = reach::reacts(view, lurker.at, target) && !meeting(view, target, &ships).1.is_empty();
        (!ships.is_empty() && finds).then_some((lurker.at, ships))
    });
    let mut near: Vec<(&PlaceId, Vec<&Unit>)> = near.collect();
    near.sort_by_key(|(from, _)| (away(from).unwrap_or(u32::MAX), *from));
    let hunt = |(from, ships): &(&PlaceId, Vec<&'a Unit>)| {
        let forces = meeting(view, target, ships).1.len();
        let (at, target, ships) = ((*from).clone(), Ok(target.clone()), ships.clone());
        let mission = NavalMission::Intercept;
        let venture = [Venture { side, mission, at, target, what: String::new(), ships }];
        let actions = (0..forces).map(|force| search(view, &venture, force));
        actions.filter(|action| action.refused.is_none()).collect::<Vec<_>>()
    };
    let mut hunts = near.iter().map(hunt).enumerate();
    let Some((nearest, mut actions)) = hunts.find(|(_, actions)| !actions.is_empty()) else {
        return Vec::new();
    };
    let (from, _) = near.remove(nearest);
    let others: Vec<String> = near.iter().map(|(from, ships)| in_place(from, ships.len())).collect();
    for action in &mut actions {
        action.declared = false;
        action.notes.insert(0, Note::plain(format!("the searching ships are in {from}")));
        if !others.is_empty() {
            action.notes.push(Note::plain(format!("others can reach it, too: {}", others.join(", "))));
        }
    }
    actions
}
