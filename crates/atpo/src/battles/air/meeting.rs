//! Who can meet aircraft on their way and at their target, and who of their own side meets those (4.7).

use std::collections::{BTreeMap, BTreeSet};

use super::super::super::range::{base_of, hexes_between, line};
use super::super::super::states::{AirMission, Status};
use super::super::super::view::{Alliance, Unit, View};
use super::super::aloft::{awaits, carriers_of, from_base, may_meet, meets, waits_elsewhere, waits_for};
use super::super::flying::FlownWords;
use super::super::sea::action::SeaAction;
use super::missions::COUNTER;
use crate::forces::{ATTACKER, DEFENDER};
use crate::part::MonthPart;
use liege_rules::play::battle::Note;
use liege_rules::play::procedure::Role;
use liege_rules::position::places::Hex;
use liege_rules::position::situation::{PieceIx, PlaceId};

/// The keys of fighters that meet a flight on its way.
const WAYS: [&str; 3] = ["way", "way-2", "way-3"];

/// The word of who is met or released on the way and can do so at the target.
pub(super) const REACHES_TARGET: &str = "reaches-target";

/// Those who can meet a flight, and those who meet them.
#[derive(Default)]
pub(in crate::battles) struct AirMeeting<'a> {
    /// Enemy fighters that reach the target.
    pub interceptors: Vec<&'a Unit>,
    /// Enemy fighters that reach the way alone, by the last hex in which they can meet the flight, and those whose marks
    /// say that they meet it there.
    pub ways: Vec<(Hex, Vec<&'a Unit>)>,
    /// Fighters of the same side whose marks say that they meet interceptors.
    pub counter: Vec<&'a Unit>,
    /// Fighters of the same side without a mark that could.
    could_counter: Vec<&'a Unit>,
    /// Fighters of both sides that could, but for their mission Intercept, which has another target.
    elsewhere: Vec<&'a Unit>,
    /// Those of the same side that reach all who come before these arrive (4.7.2).
    early: BTreeSet<PieceIx>,
    /// Those of the ways that reach the target, too.
    reaching: BTreeSet<PieceIx>,
}

impl<'a> AirMeeting<'a> {
    /// Those who can meet some units of a party on their way to a place, its hexes without the last.
    pub fn of(view: &'a View, side: Alliance, flies: &[&Unit], place: &PlaceId, way: &[Hex]) -> Self {
        Self::bound(view, side, flies, [place, place], way)
    }

    /// The same on the way to a stop of a flight with its own target, which marks may name instead of the stop.
    pub fn bound(
        view: &'a View,
        side: Alliance,
        flies: &[&Unit],
        [place, target]: [&PlaceId; 2],
        way: &[Hex],
    ) -> Self {
        let mut meeting = Self::default();
        let at_war =
            |unit: &Unit| flies.iter().any(|own| view.are_at_war(&own.entry.nation, &unit.entry.nation));
        let waits_here = |unit: &Unit| waits_for(view, unit, &[place, target]);
        let mut by_hex: BTreeMap<usize, Vec<&Unit>> = BTreeMap::new();
        for unit in view.units.iter().filter(|unit| unit.side != side && unit.kind.is_air() && at_war(unit)) {
            let chosen = chosen_hex(view, unit, way);
            if chosen.is_none() && !waits_here(unit) {
                let could = meets(view, unit, place) || last_met(view, unit, way).is_some();
                meeting.elsewhere.extend(could.then_some(unit));
                continue;
            }
            if meets(view, unit, place) {
                meeting.interceptors.push(unit);
                meeting.reaching.extend(chosen.map(|_| unit.ix));
            }
            let last = || last_met(view, unit, way).filter(|_| !meets(view, unit, place));
            if let Some(at) = chosen.or_else(last) {
                by_hex.entry(at).or_default().push(unit);
            }
        }
        // Of more hexes than the procedure has those that most fighters reach.
        let mut ways: Vec<(usize, Vec<&Unit>)> = by_hex.into_iter().collect();
        ways.sort_by_key(|(at, units)| (std::cmp::Reverse(units.len()), *at));
        ways.truncate(WAYS.len());
        ways.sort_by_key(|(at, _)| *at);
        let listed = |unit: &Unit| ways.iter().any(|(_, units)| units.iter().any(|one| one.ix == unit.ix));
        meeting.interceptors.retain(|unit| !listed(unit));
        meeting.reaching.retain(|ix| !meeting.interceptors.iter().any(|unit| unit.ix == *ix));
        meeting.ways = ways.into_iter().filter_map(|(at, units)| Some((*way.get(at)?, units))).collect();
        let flying = |unit: &Unit| flies.iter().any(|own| own.ix == unit.ix);
        let own = view.units.iter().filter(|unit| unit.side == side && !flying(unit));
        let able: Vec<&Unit> = own.filter(|unit| meets(view, unit, place)).collect();
        let (own, elsewhere): (Vec<&Unit>, Vec<&Unit>) = able.into_iter().partition(|unit| waits_here(unit));
        meeting.elsewhere.extend(elsewhere);
        let marked = |unit: &&Unit| view.states(unit).flight == Some(AirMission::Intercept);
        let (marked, others): (Vec<&Unit>, Vec<&Unit>) = own.into_iter().partition(marked);
        meeting.counter = marked;
        meeting.could_counter =
            others.into_iter().filter(|unit| view.states(unit).flight.is_none()).collect();
        meeting.find_early(view, place, &[]);
        meeting
    }

    /// Which counter-interceptors reach each of those who come from elsewhere in a hex before the place: `more` beside the
    /// interceptors.
    fn find_early(&mut self, view: &View, place: &PlaceId, more: &[&Unit]) {
        let coming = self.interceptors.iter().chain(more.iter());
        let base = |unit: &&&Unit| base_of(view, unit).ok().map(|base| base.at);
        let ways: Vec<Vec<Hex>> =
            coming.filter_map(|unit| base(&unit)).map(|at| way(view, &at, place)).collect();
        let ways: Vec<&Vec<Hex>> = ways.iter().filter(|way| !way.is_empty()).collect();
        let reaches = |unit: &Unit, way: &[Hex]| way.iter().any(|hex| meets(view, unit, &PlaceId::Hex(*hex)));
        let early = |unit: &&&Unit| !ways.is_empty() && ways.iter().all(|way| reaches(unit, way));
        self.early = self.counter.iter().filter(early).map(|unit| unit.ix).collect();
    }

    /// Those who can meet the ground support of both parties of a battle on land: the attacker's on its way and over the
    /// hex, and the defender's over the hex (4.3.8.1, 4.3.10).
    pub fn over_battle(
        view: &'a View,
        side: Alliance,
        [own, theirs]: [&[&'a Unit]; 2],
        place: &PlaceId,
        way: &[Hex],
    ) -> Self {
        if own.is_empty() && theirs.is_empty() {
            return Self::default();
        }
        let mut meeting = Self::of(view, side, own, place, way);
        if own.is_empty() {
            // Who counter-intercepts the defender's ground support can be met himself.
            meeting.interceptors = Self::of(view, side, &meeting.counter, place, &[]).interceptors;
        }
        let waits = |unit: &&Unit| !theirs.iter().any(|other| other.ix == unit.ix);
        meeting.interceptors.retain(waits);
        meeting.ways.iter_mut().for_each(|(_, units)| units.retain(waits));
        meeting.ways.retain(|(_, units)| !units.is_empty());
        meeting.find_early(view, place, theirs);
        meeting
    }

    /// Whether anybody can meet it.
    pub fn is_possible(&self) -> bool {
        !self.interceptors.is_empty() || !self.ways.is_empty()
    }

    /// Enemy fighters, wherever they meet it.
    pub fn enemies(&self) -> Vec<&'a Unit> {
        let on_the_way = self.ways.iter().flat_map(|(_, units)| units);
        self.interceptors.iter().chain(on_the_way).copied().collect()
    }

    /// They take part in a battle, with all that is to be told of them; `others` are enemy aircraft there besides.
    pub fn join(mut self, action: &mut SeaAction<'a>, others: bool) {
        let view = action.view;
        if !self.is_possible() && !others {
            self.counter.clear();
        }
        action.flown.extend(self.words());
        let launching = carriers_of(view, &self.interceptors);
        for (key, value) in ["defence-carriers", "defence-admiral"].into_iter().zip(launching) {
            if !value.is_empty() {
                action.inputs.insert(key.into(), value.into());
            }
        }
        action.notes.extend(self.notes(view, action.side, others || self.is_possible()));
        action.forces.extend(self.forces());
    }

    /// Some meet others before these arrive, some those at the target as well as on their way.
    pub fn words(&self) -> FlownWords {
        let early = self.early.iter().map(|ix| (*ix, vec!["early"]));
        early.chain(self.reaching.iter().map(|ix| (*ix, vec![REACHES_TARGET]))).collect()
    }

    /// What is to be told of them, where anybody is met at all or nobody is.
    pub fn notes(&self, view: &View, side: Alliance, is_met: bool) -> Vec<Note> {
        let mut notes = Vec::new();
        for (hex, units) in &self.ways {
            let both = |unit: &&&Unit| self.reaching.contains(&unit.ix);
            let (both, way): (Vec<&Unit>, Vec<&Unit>) = units.iter().partition(both);
            for (units, what) in [(way, "not at the target"), (both, "as its mark says, and at the target")] {
                if !units.is_empty() {
                    let told = format!("{} can meet the flight in {hex} on its way", names(view, &units));
                    notes.push(Note::plain(format!("{told}, {what} (4.7.1)")));
                }
            }
        }
        if !self.could_counter.is_empty() {
            let told = names(view, &self.could_counter);
            let told = format!("could counter-intercept with the mission Intercept: {told} (4.7.2)");
            notes.push(Note::plain(told));
        }
        notes.extend(self.elsewhere(view, side, is_met));
        notes.extend(Self::unseen(view, side));
        notes
    }

    /// Who could, but for a mission with another target: where nobody comes to meet the flight nobody is missed who would meet
    /// those.
    pub fn elsewhere(&self, view: &View, side: Alliance, is_met: bool) -> Vec<Note> {
        let missed = self.elsewhere.iter().filter(|unit| unit.side != side || is_met);
        missed.filter_map(|unit| waits_elsewhere(view, unit)).collect()
    }

    /// That there may be more than the side that looks can see.
    pub fn unseen(view: &View, side: Alliance) -> Option<Note> {
        view.may_hide(side.enemy()).then(|| Note::plain("only enemy units that this side sees are counted"))
    }

    /// The forces that they are, by key.
    pub fn forces(self) -> Vec<(Role, &'static str, Vec<&'a Unit>)> {
        let own = [(ATTACKER, COUNTER, self.counter), (DEFENDER, "interceptors", self.interceptors)];
        let ways = WAYS.into_iter().zip(self.ways).map(|(key, (_, units))| (DEFENDER, key, units));
        own.into_iter().chain(ways).collect()
    }
}

/// The hexes from a place to another, the first included and the last not; none where one is no hex.
pub(in crate::battles) fn way(view: &View, from: &PlaceId, to: &PlaceId) -> Vec<Hex> {
    let mut way = from.hex().zip(to.hex()).map(|(from, to)| line(view, from, to)).unwrap_or_default();
    way.pop();
    way
}

/// The hex of a way that the mission Intercept of a fighter names, where it can meet those who fly there (4.7.1).
fn chosen_hex(view: &View, unit: &Unit, way: &[Hex]) -> Option<usize> {
    let (target, base) = (awaits(view, unit)?.ok()?, base_of(view, unit).ok()?);
    // Over his own base he waits for those who come to it.
    let at = way.iter().position(|hex| PlaceId::Hex(*hex) == target && base.at != target)?;
    meets(view, unit, &target).then_some(at)
}

/// The last hex of a way in which a fighter can meet those who fly it.
fn last_met(view: &View, unit: &Unit, way: &[Hex]) -> Option<usize> {
    if !may_meet(view, unit) || view.states(unit).flight == Some(AirMission::Patrol) {
        return None;
    }
    // Over its own hex it may defend that, and nothing attacks what is only flown over (4.14.1).
    let committed = view.has(unit, Status::Committed) || view.has(unit, Status::Active);
    if committed && view.part() != Some(MonthPart::End) {
        return None;
    }
    let base = base_of(view, unit).ok()?;
    let near = |hex: &Hex| hexes_between(view, &base, &PlaceId::Hex(*hex)).is_ok_and(|hexes| hexes <= 30);
    let reached = |hex: &Hex| near(hex) && meets(view, unit, &PlaceId::Hex(*hex));
    way.iter().rposition(reached)
}

fn names(view: &View, units: &[&Unit]) -> String {
    units.iter().map(|unit| from_base(view, unit)).collect::<Vec<_>>().join(", ")
}
