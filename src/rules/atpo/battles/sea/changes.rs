//! From the deeds of a battle at sea to edits of the save: flips, sinkings with what is aboard, chits, damage.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Map;

use super::super::super::forces::ATTACKER;
use super::super::super::states::{AirMission, DESTROYED, NavalMission, Posture, REDUCED, Status};
use super::super::super::terms::{ACTIVE, OUT_OF_THE_GAME};
use super::super::super::view::{Alliance, Unit, View};
use super::super::air;
use super::super::plan::{EditPlan, find};
use super::aircraft;
use super::cargo::{self, Toll};
use super::installations::{self, CHITS};
use super::links;
use super::missions::{self, TASK_FORCE};
use super::ships;
use crate::rules::atpo::sea::batteries::CoastalBattery;
use crate::rules::atpo::sea::cargo_loss::CargoLoss;
use crate::rules::atpo::sea::fort_mines::FortMines;
use crate::rules::battle::{Battle, Engaged, Force, Forces, PlannedChange, What};
use crate::rules::deeds::{Act, Deed, Term, Whom};
use crate::rules::pack::NUMBER;
use crate::rules::procedure::Procedure as _;
use crate::rules::situation::{PieceIx, PlaceId};

/// Chits that lie on ships, or stand for them.
const ON_SHIPS: [&str; 3] = ["evasion", "night", TASK_FORCE];
/// What is said of who did what his mark said.
const DONE: &str = "has carried out its mission";
/// The chit on an installation that the map prints.
const DESTROYED_CHIT: &str = "destroyed";

/// The edits that the deeds of a battle ask for, in the order in which players would make them.
pub(in crate::rules::atpo) fn of(view: &View, battle: &Battle, deeds: &[Deed]) -> Vec<PlannedChange> {
    let mut edits = SeaEdits::of(view, battle, deeds);
    if let Some(rule) = edits.searched.take() {
        edits.searchers(battle, &rule);
    }
    edits.cargo(battle);
    edits.chits();
    edits.missions(battle);
    edits.plan.changes
}

/// What is chosen behind a battle: which cargo goes down, where a part of it does (3.11.8), and which aircraft lose steps
/// with their base (3.15.1).
pub(in crate::rules::atpo) fn follow_up(view: &View, battle: &Battle, deeds: &[Deed]) -> Option<Battle> {
    let edits = SeaEdits::of(view, battle, deeds);
    if let Some(steps) = aircraft::steps_lost(deeds) {
        let struck = |unit: &Unit| edits.hit.contains(&unit.ix) || edits.plan.gone.contains(&unit.ix);
        let is_open = !view.units.iter().any(|unit| unit.kind.is_air() && struck(unit));
        return is_open.then(|| aircraft::choice(view, battle, &edits.place, steps)).flatten();
    }
    let toll = Toll { gone: edits.plan.gone, hit: edits.hit };
    let over = cargo::overloaded(view, &ships_of(view, battle), &toll)?;
    let is_of = |force: &&Force| {
        let own = force.units.iter().filter_map(|unit| find(view, &unit.piece.id));
        own.into_iter().any(|ix| over.ships.contains(&ix))
    };
    let owner = battle.forces.0.iter().find(is_of)?.role;
    let units: Vec<Engaged> = over.cargo.iter().map(|ix| aboard(view, *ix)).collect();
    let force = Force { role: owner, key: "cargo", units };
    let inputs = [
        ("cargo".to_owned(), force.listed()),
        ("lose".to_owned(), over.over.into()),
        ("owner".to_owned(), owner.word().into()),
    ];
    let (forces, inputs) = (Forces(vec![force]), Map::from_iter(inputs));
    Some(Battle { procedure: CargoLoss::ID, then: &[], forces, inputs, notes: Vec::new(), ..battle.clone() })
}

/// A piece of cargo as its procedure takes it.
fn aboard(view: &View, ix: PieceIx) -> Engaged {
    Engaged {
        piece: view.situation.piece_ref(ix),
        name: view.situation.pieces[ix].name.clone(),
        told: Map::new(),
        states: Vec::new(),
        overruled: BTreeSet::new(),
    }
}

/// The pieces of the ships of a battle.
fn ships_of(view: &View, battle: &Battle) -> BTreeSet<PieceIx> {
    let units = battle.forces.0.iter().flat_map(|force| &force.units);
    units.filter_map(|unit| find(view, &unit.piece.id)).collect()
}
struct SeaEdits<'a> {
    plan: EditPlan<'a>,
    place: PlaceId,
    /// The Admirals by what the report calls them.
    admirals: BTreeMap<String, PieceIx>,
    /// Ships that were flipped.
    hit: BTreeSet<PieceIx>,
    /// The rule by which the attackers, of whom the deed names none, are Active now and where they searched.
    searched: Option<String>,
}

impl<'a> SeaEdits<'a> {
    /// The deeds themselves, before what follows from them.
    fn of(view: &'a View, battle: &Battle, deeds: &[Deed]) -> Self {
        let location = battle.place.location.as_str();
        let place = location.parse().map_or_else(|_| view.box_called(location), PlaceId::Hex);
        let admirals = battle.forces.0.iter().flat_map(|force| ships::admirals(view, force)).collect();
        let plan = EditPlan::new(view);
        let mut edits = Self { plan, place, admirals, hit: BTreeSet::new(), searched: None };
        deeds.iter().for_each(|deed| edits.deed(deed));
        edits
    }

    fn deed(&mut self, deed: &Deed) {
        let piece = deed.piece().and_then(|id| find(self.plan.view, id));
        let piece = piece.or_else(|| self.admirals.get(&deed.subject()).copied());
        match (&deed.whom, piece) {
            (Whom::Unit { .. }, Some(ix)) => self.of_piece(ix, &deed.act, &deed.rule),
            (Whom::Thing(thing), _) => self.of_thing(thing, &deed.act, &deed.rule),
            (Whom::Unit { .. }, None) if matches!(&deed.act, Act::Mark(state) if *state == ACTIVE) => {
                self.searched = Some(deed.rule.to_string());
            }
            (Whom::Unit { .. }, None) => {
                let to = deed.act.to().unwrap_or_default();
                self.plan.say(&deed.rule, [&deed.subject(), deed.act.word(), &to].join(" ").trim());
            }
        }
    }

    fn of_piece(&mut self, ix: PieceIx, act: &Act, rule: &str) {
        if self.plan.gone.contains(&ix) {
            return;
        }
        match act {
            Act::LoseStep => self.hit(ix, rule),
            Act::Eliminate(_) if self.plan.view.situation.pieces[ix].is_chit("sea-supply") => {
                self.plan.send_to_pool(ix, rule, "goes down with its ship");
            }
            Act::Eliminate(pool) => self.plan.eliminate(ix, pool.as_ref(), rule),
            Act::Mark(state) => self.plan.mark(ix, state, rule),
            act => {
                let to = act.to().unwrap_or_default();
                self.plan.piece(ix, What::Say, rule, format!("{} {to}", act.word()).trim());
            }
        }
    }

    /// A ship shows its damaged side; sea transport with two points shows one.
    fn hit(&mut self, ix: PieceIx, rule: &str) {
        let transport = self.plan.view.situation.pieces[ix].kind() == "stp";
        let words = if transport { "loses a point" } else { "is hit and flipped" };
        self.plan.turn(ix, REDUCED, rule, words);
        self.hit.insert(ix);
    }

    /// Ships that have searched are Active and in the place where they did; their task force and what is aboard go along.
    fn searchers(&mut self, battle: &Battle, rule: &str) {
        let view = self.plan.view;
        let groups = battle.forces.0.iter().filter(|force| force.role == ATTACKER);
        let ships = groups.flat_map(|force| &force.units).filter_map(|unit| find(view, &unit.piece.id));
        let afloat: BTreeSet<PieceIx> = ships.filter(|ix| !self.plan.gone.contains(ix)).collect();
        let is_active = |ix: PieceIx| view.situation.pieces[ix].has(Status::Active);
        for ix in afloat.iter().copied().filter(|ix| !is_active(*ix)) {
            self.plan.mark(ix, &ACTIVE, rule);
        }
        if battle.procedure == links::MERCHANTS.procedure {
            // Each stays where it lies in wait.
            return;
        }
        let loose = |ix: &&PieceIx| view.situation.pieces[**ix].tray.is_none();
        let aboard = |ix: PieceIx| match view.states[ix].posture {
            Posture::Aboard(Some(ship)) => afloat.contains(&ship) && view.situation.pieces[ix].tray.is_none(),
            _ => false,
        };
        let with = view.situation.in_play().filter(|ix| aboard(*ix));
        let chits = missions::marks_of(view, &afloat).into_iter().filter(|ix| !afloat.contains(ix));
        let all: BTreeSet<PieceIx> = afloat.iter().filter(loose).copied().chain(with).chain(chits).collect();
        for ix in all.into_iter().filter(|ix| view.situation.pieces[*ix].at != self.place) {
            let words = format!("goes to {}", self.place);
            self.plan.piece(ix, What::MoveTo(self.place.clone()), rule, &words);
        }
    }

    /// What ships carried goes down with them.
    fn cargo(&mut self, battle: &Battle) {
        let view = self.plan.view;
        let ships = ships_of(view, battle);
        let toll = Toll { gone: self.plan.gone.clone(), hit: std::mem::take(&mut self.hit) };
        for lost in cargo::lost(view, &ships, &toll) {
            self.of_piece(lost.piece, &Act::Eliminate(None), lost.rule);
            if lost.chosen {
                let words = "is the weakest of the cargo; its owner may lose as much of the rest instead";
                self.plan.piece(lost.piece, What::Say, lost.rule, words);
            }
        }
    }

    /// Chits that lie on ships or stand for them go when the last of them is gone (3.3.1, 17.2, 17.3).
    fn chits(&mut self) {
        let view = self.plan.view;
        let place = self.place.clone();
        for ix in ON_SHIPS.iter().flat_map(|kind| view.chits(&place, kind)) {
            let chit = &view.situation.pieces[ix];
            let side = Alliance::of(view.situation.alliance(ix));
            // A task force is of ships of its party, whatever their nation.
            let of_party = chit.is_chit(TASK_FORCE);
            let own = |unit: &&Unit| {
                let fits =
                    if of_party { Some(unit.side) == side } else { unit.entry.nation == chit.nation() };
                unit.kind.is_naval() && fits
            };
            let here = || view.here(&place).filter(own);
            let gone = |unit: &Unit| self.plan.gone.contains(&unit.ix);
            if here().any(gone) && here().all(gone) {
                let rule = if of_party { "3.3.1" } else { "17.2" };
                self.plan.send_to_pool(ix, rule, "has no ship any more");
            }
        }
    }

    fn of_thing(&mut self, thing: &Term, act: &Act, rule: &str) {
        match act {
            Act::Mark(state) => self.destroy(thing, state, rule),
            Act::Destroy(pool) if *pool == OUT_OF_THE_GAME => self.spend(thing, rule),
            Act::Value(by) => self.count(thing, *by, rule),
            act => self.plan.say(rule, &format!("{thing} {}", act.word())),
        }
    }

    /// A chit that stands for a number shows another one; where none is in play, or none shows numbers, it is said.
    fn count(&mut self, thing: &Term, by: i64, rule: &str) {
        let situation = &self.plan.view.situation;
        let is_thing =
            |ix: &PieceIx| situation.pieces[*ix].entry.as_ref().is_some_and(|entry| entry.id == thing.word());
        // The tracks are off the map.
        let chit = (0..situation.pieces.len()).find(is_thing);
        let Some((ix, before)) = chit.and_then(|ix| Some((ix, situation.pieces[ix].number?))) else {
            return self.plan.say(rule, &format!("{thing}: {by:+}"));
        };
        let now = i64::from(before).saturating_add(by);
        let what = What::SetProperty { property: NUMBER.to_owned(), value: now.to_string() };
        self.plan.piece(ix, what, rule, &format!("go from {before} to {now}"));
    }

    /// An installation is destroyed: its chit shows it, one that the map prints gets a chit.
    fn destroy(&mut self, thing: &Term, state: &Term, rule: &str) {
        let view = self.plan.view;
        let kinds =
            CHITS.iter().find(|(target, _)| *target == thing.word()).map_or(&[][..], |(_, kinds)| kinds);
        let chits = kinds.iter().flat_map(|kind| installations::standing(view, &self.place, kind));
        match chits.into_iter().next() {
            Some(ix) => self.plan.turn(ix, DESTROYED, rule, &format!("in {} is destroyed", self.place)),
            None => {
                let chit = view.situation.pack.catalogue.chit(DESTROYED_CHIT, None);
                let at = self.place.clone();
                let what = chit.map(|chit| What::AddChit { entry: chit.id.clone(), at });
                let words = format!("the {} in {} is now a {state}", thing.in_words(), self.place);
                self.plan.push("", what.unwrap_or(What::Say), rule, &words);
            }
        }
    }

    /// A chit that is used once leaves the game.
    fn spend(&mut self, thing: &Term, rule: &str) {
        let kind = thing.word().replace("ss-238", "ss238");
        let view = self.plan.view;
        let known = view.situation.in_play().find(|ix| view.situation.pieces[*ix].is_chit(&kind));
        match known {
            Some(ix) => self.plan.eliminate(ix, Some(&OUT_OF_THE_GAME), rule),
            None => self.plan.say(rule, &format!("{thing} leaves the game")),
        }
    }

    /// Missions are over: the marks of those who had them, and of the task forces that they sail in. Who has only come
    /// past mines and guns has sailed, and does what else he is to do.
    fn missions(&mut self, battle: &Battle) {
        let view = self.plan.view;
        let only_sailed = [FortMines::ID, CoastalBattery::ID].contains(&battle.procedure);
        for ix in missions::marks_of(view, &ships_of(view, battle)) {
            let over = !only_sailed || view.states[ix].mission == Some(NavalMission::Sail);
            if over && !self.plan.gone.contains(&ix) {
                self.plan.reset(ix, NavalMission::Sail.word(), "", DONE);
                self.plan.empty_notes(ix, "", DONE);
            }
        }
        let flown = air::bearers(view, battle).into_iter();
        let flown: Vec<PieceIx> = flown.filter(|ix| !self.plan.gone.contains(ix)).collect();
        for ix in flown {
            self.plan.reset(ix, AirMission::Strike.word(), "", DONE);
            self.plan.empty_notes(ix, "", DONE);
        }
    }
}
