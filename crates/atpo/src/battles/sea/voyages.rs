//! Where ships are after a battle: those that searched or carried go to its place, with what is theirs, and into port.

use std::collections::{BTreeMap, BTreeSet};

use super::super::super::bases::port_capacity;
use super::super::super::checks::{TANAKA, docked, takes};
use super::super::super::kind::Kind;
use super::super::super::states::{ABOARD, DOCKED, Posture};
use super::super::super::view::{Unit, View};
use super::super::plan::EditPlan;
use super::super::task_forces;
use super::missions;
use liege_rules::check::bound::Bound;
use liege_rules::play::battle::What;
use liege_rules::position::situation::{PieceIx, PlaceId};

/// Chits that ships have with them wherever they go (17.2.2, 17.3).
const WITH_SHIPS: [&str; 2] = ["evasion", "night"];

/// Where ships are at the end of their way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mooring {
    /// In port.
    Port,
    /// At sea, also those that were in port in the same hex.
    Sea,
    /// At sea when they come from another place; else as they were.
    AsTheyCome,
}

/// Ships that go to a place.
struct Sailing<'a> {
    view: &'a View,
    /// Chits whose trays go, with the ships in them that go.
    forces: BTreeMap<PieceIx, BTreeSet<PieceIx>>,
    /// Ships that go by themselves: outside of trays, and those that part from a force that stays.
    single: BTreeSet<PieceIx>,
    /// Ships that stay where a force was that goes.
    left: BTreeSet<PieceIx>,
}

impl<'a> Sailing<'a> {
    fn of(plan: &EditPlan<'a>, afloat: &BTreeSet<PieceIx>) -> Self {
        let view = plan.view;
        let (forces, single, left) = Default::default();
        let mut sailing = Self { view, forces, single, left };
        let mut in_trays: BTreeMap<PieceIx, BTreeSet<PieceIx>> = BTreeMap::new();
        // Aircraft of a search group go with their carrier.
        let is_ship = |ix: &PieceIx| unit(view, *ix).is_some_and(|unit| unit.kind.is_naval());
        for ship in afloat.iter().copied().filter(|ix| is_ship(ix) && !plan.gone.contains(ix)) {
            match missions::chit_of(view, ship) {
                Some(chit) => _ = in_trays.entry(chit).or_default().insert(ship),
                None => _ = sailing.single.insert(ship),
            }
        }
        for (chit, ships) in in_trays {
            let others = missions::crew(view, chit).map(|unit| unit.ix);
            let others: BTreeSet<PieceIx> =
                others.filter(|ix| !ships.contains(ix) && !plan.gone.contains(ix)).collect();
            // Who goes by a mark of his own parts from those that stay.
            let by_chit = |ship: &PieceIx| unit(view, *ship).and_then(|unit| missions::order_of(view, unit));
            let led = ships.iter().filter_map(by_chit).any(|(_, bearer)| bearer == chit);
            if others.is_empty() || led {
                sailing.left.extend(others);
                sailing.forces.insert(chit, ships);
            } else {
                sailing.single.extend(ships);
            }
        }
        sailing
    }

    /// What lies on the map by itself and goes.
    fn movers(&self) -> BTreeSet<PieceIx> {
        self.forces.keys().chain(&self.single).copied().collect()
    }

    /// Those who are in port or at sea together: task forces with their chits, and each other ship.
    fn groups(&self) -> Vec<Vec<PieceIx>> {
        let forces =
            self.forces.iter().map(|(chit, ships)| std::iter::once(chit).chain(ships).copied().collect());
        forces.chain(self.single.iter().map(|ship| vec![*ship])).collect()
    }

    /// Whether a ship goes, with its force or by itself.
    fn goes(&self, ship: PieceIx) -> bool {
        self.single.contains(&ship) || self.forces.values().any(|ships| ships.contains(&ship))
    }

    /// Whether a piece is aboard one of some ships.
    fn is_aboard(&self, ix: PieceIx, ships: &BTreeSet<PieceIx>) -> bool {
        matches!(self.view.states[ix].posture, Posture::Aboard(Some(ship)) if ships.contains(&ship))
    }

    /// Whether an Admiral goes with ships that part from his force.
    fn leads_away(&self, ix: PieceIx) -> bool {
        let chit = missions::chit_of(self.view, ix);
        let is_his = |ship: &PieceIx| missions::chit_of(self.view, *ship) == chit;
        chit.is_none_or(|chit| !self.forces.contains_key(&chit)) && self.single.iter().any(is_his)
    }

    /// The Admirals in trays of forces of which only ships go that they have no effect aboard, where others stay (3.12).
    fn left_by_their_force(&self) -> impl Iterator<Item = PieceIx> {
        let view = self.view;
        let counts = |admiral: &Unit, ship: PieceIx| {
            let wants_name = !admiral.entry.marks.contains(TANAKA);
            unit(view, ship).is_some_and(|ship| {
                ship.entry.nation == admiral.entry.nation
                    && (ship.entry.yes("named") == Some(true)) == wants_name
            })
        };
        let is_left = move |admiral: &&Unit| {
            let of_force = |chit: PieceIx| {
                let going = self.forces.get(&chit)?;
                let mut left = self.left.iter().filter(|ship| missions::chit_of(view, **ship) == Some(chit));
                let goes = going.iter().any(|ship| counts(admiral, *ship));
                Some(!goes && left.any(|ship| counts(admiral, *ship)))
            };
            admiral.kind == Kind::Admiral
                && missions::chit_of(view, admiral.ix).and_then(of_force) == Some(true)
        };
        view.units.iter().filter(is_left).map(|unit| unit.ix)
    }

    /// What is with ships and goes when no ship of its nation stays behind: chits on them, and Admirals beside them.
    fn with_the_last(&self, gone: &BTreeSet<PieceIx>) -> BTreeSet<PieceIx> {
        let view = self.view;
        let ships = self.movers();
        let from: BTreeSet<&PlaceId> = ships.iter().map(|ix| &view.situation.pieces[*ix].at).collect();
        let leads = |unit: &&Unit| unit.kind == Kind::Admiral && view.piece(unit).tray.is_none();
        let admirals = from.iter().flat_map(|place| view.here(place)).filter(leads).map(|unit| unit.ix);
        let admirals: Vec<PieceIx> = admirals.collect();
        let lie = from
            .into_iter()
            .flat_map(|place| WITH_SHIPS.iter().flat_map(move |kind| view.chits(place, kind)));
        let goes = |chit: &PieceIx| {
            let piece = &view.situation.pieces[*chit];
            let of_nation = |unit: &&Unit| unit.kind.is_naval() && unit.entry.nation == piece.nation();
            let left = view.here(&piece.at).filter(of_nation).filter(|unit| !gone.contains(&unit.ix));
            let (going, staying): (Vec<&Unit>, Vec<&Unit>) = left.partition(|unit| self.goes(unit.ix));
            !going.is_empty() && staying.is_empty()
        };
        lie.chain(admirals).filter(goes).collect()
    }
}

fn unit(view: &View, ix: PieceIx) -> Option<&Unit> {
    view.units.iter().find(|unit| unit.ix == ix)
}

/// Moves ships to a place, with their task forces, the Admirals who lead them and what is aboard. Of a force of which only a
/// part goes, the part that goes by marks of its own leaves the tray; where the mark of the chit takes it away, the rest does.
pub(super) fn go(
    plan: &mut EditPlan<'_>,
    (afloat, admirals): (&BTreeSet<PieceIx>, &BTreeSet<PieceIx>),
    place: &PlaceId,
    mooring: Mooring,
    rule: &str,
) {
    let view = plan.view;
    let sailing = Sailing::of(plan, afloat);
    let movers = sailing.movers();
    if movers.is_empty() {
        return;
    }
    stay(plan, &sailing, rule);
    let with_them = |ix: &PieceIx| {
        let leads =
            admirals.contains(ix) && (view.situation.pieces[*ix].tray.is_none() || sailing.leads_away(*ix));
        sailing.is_aboard(*ix, &sailing.single) || leads
    };
    let with_the_last = sailing.with_the_last(&plan.gone);
    let with_them = view.situation.in_play().filter(|ix| with_them(ix) || with_the_last.contains(ix));
    let all: BTreeSet<PieceIx> =
        movers.iter().copied().chain(with_them).filter(|ix| !plan.gone.contains(ix)).collect();
    let comes = |ix: &PieceIx| view.situation.pieces[*ix].at != *place;
    let is_lone = |ix: &PieceIx| comes(ix) || view.situation.pieces[*ix].tray.is_some();
    for ix in all.iter().copied().filter(is_lone) {
        plan.piece(ix, What::MoveTo(place.clone()), rule, &format!("goes to {place}"));
    }
    let parted = sailing.single.iter().copied().filter(|ship| missions::chit_of(view, *ship).is_some());
    for ship in parted {
        task_forces::keep_lent(plan, ship, rule);
    }
    let is_docked = |ix: PieceIx| view.states[ix].posture == Posture::Docked;
    let mut room = (mooring == Mooring::Port).then(|| room_in_port(plan, place));
    for group in sailing.groups() {
        let docks = room.as_mut().is_some_and(|room| room.takes(view, &group, place));
        if let Some(first) = group.first().filter(|_| mooring == Mooring::Port && !docks) {
            plan.piece(*first, What::Say, "3.9", &format!("finds no room in the port of {place}"));
        }
        for ix in group {
            let leaves = mooring == Mooring::Sea || comes(&ix);
            match (is_docked(ix), docks) {
                (true, false) if leaves => plan.reset(ix, DOCKED, rule, "leaves port"),
                (false, true) => plan.turn(ix, DOCKED, rule, "is in port"),
                _ => {}
            }
        }
    }
}

/// The ships for which a port still has room; none where it has no limit.
struct PortRoom(Option<i32>);

/// What a port takes beside the ships that lie in it, at the most by its data.
fn room_in_port(plan: &EditPlan<'_>, place: &PlaceId) -> PortRoom {
    let view = plan.view;
    let here = docked(view, place).into_iter().filter(|unit| !plan.gone.contains(&unit.ix));
    let load = here.map(|unit| takes(view, unit)).sum::<Bound>().nominal;
    PortRoom(port_capacity(view, place).map(|capacity| capacity.most - load))
}

impl PortRoom {
    /// Whether ships that come into the port together have room there, which they take up.
    fn takes(&mut self, view: &View, group: &[PieceIx], place: &PlaceId) -> bool {
        let Some(room) = &mut self.0 else { return true };
        let comes = |unit: &&Unit| view.posture(unit) != Posture::Docked || view.piece(unit).at != *place;
        let ships = group.iter().filter_map(|ix| unit(view, *ix)).filter(|unit| unit.kind.is_naval());
        let load = ships.filter(comes).map(|unit| takes(view, unit)).sum::<Bound>().nominal;
        let fits = load == 0 || load <= *room;
        *room -= if fits { load } else { 0 };
        fits
    }
}

/// Ships that a task force leaves behind come out of its tray, with what is aboard, and with an Admiral who counts on none
/// of those that go.
fn stay(plan: &mut EditPlan<'_>, sailing: &Sailing<'_>, rule: &str) {
    let view = sailing.view;
    let mut admirals: BTreeSet<PieceIx> = sailing.left_by_their_force().collect();
    for ship in &sailing.left {
        let at = view.situation.pieces[*ship].at.clone();
        let own = BTreeSet::from([*ship]);
        let chit = missions::chit_of(view, *ship);
        let leaders: Vec<PieceIx> =
            admirals.iter().copied().filter(|ix| missions::chit_of(view, *ix) == chit).collect();
        let cargo = view.situation.in_play().filter(|ix| sailing.is_aboard(*ix, &own));
        let with_it = cargo.chain(leaders).collect::<BTreeSet<_>>();
        admirals.retain(|ix| !with_it.contains(ix));
        for ix in std::iter::once(*ship).chain(with_it) {
            let words = format!("stays in {at}, out of the tray of its task force");
            plan.piece(ix, What::MoveTo(at.clone()), rule, &words);
        }
        if view.states[*ship].posture == Posture::Docked {
            plan.turn(*ship, DOCKED, rule, "stays in port");
        }
        task_forces::keep_lent(plan, *ship, rule);
    }
}

/// Cargo that has come to a place comes ashore there; out of a tray it goes onto the map.
pub(super) fn debark(plan: &mut EditPlan<'_>, ix: PieceIx, place: &PlaceId, rule: &str) {
    plan.reset(ix, ABOARD, rule, "comes ashore");
    if plan.view.situation.pieces[ix].tray.is_some() {
        plan.piece(ix, What::MoveTo(place.clone()), rule, &format!("lands in {place}"));
    }
}
