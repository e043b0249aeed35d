//! From the deeds of a battle at sea to edits of the save: flips, sinkings with what is aboard, chits, damage.

mod over;
mod things;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Map;

use super::super::super::forces::{ATTACKER, DEFENDER};
use super::super::super::kind::{Kind, Ship};
use super::super::super::states::{ATTACK, REDUCED, Status};
use super::super::super::terms::{
    ABORTED, ACTIVE, COMMITTED, DOCKED as IN_PORT, FLOWN, LOCATED, NO_LANDING, PREVIOUSLY_COMMITTED, RECALLED,
};
use super::super::super::view::{Alliance, Unit, View};
use super::super::bases;
use super::super::plan::{EditPlan, find};
use super::super::{partisans, task_forces};
use super::aircraft;
use super::cargo::{self, Toll};
use super::flights;
use super::groups;
use super::interception;
use super::links;
use super::missions;
use super::stowage;
use super::voyages::{self, Mooring};
use crate::air::paradrop;
use crate::installation_attack::EXCESS;
use crate::sea::cargo_loss::CargoLoss;
use crate::sea::submarine::encounter::KAITEN;
use liege_rules::play::battle::{Battle, Engaged, Force, Forces, PlannedChange, What};
use liege_rules::play::deeds::{Act, Deed, Whom};
use liege_rules::play::procedure::{Role, Script as _};
use liege_rules::position::situation::{PieceIx, PlaceId};

/// What is said of who did what his mark said.
const DONE: &str = "has carried out its mission";

/// The edits that the deeds of a battle ask for, in the order in which players would make them.
pub(crate) fn of(view: &View, battle: &Battle, deeds: &[Deed]) -> Vec<PlannedChange> {
    let mut edits = SeaEdits::of(view, battle, deeds);
    if battle.procedure == links::SUBMARINE.procedure {
        // It has intercepted, and does so no more in the Phase.
        edits.searched.push((String::new(), "3.16.6".to_owned()));
    }
    edits.searchers(battle);
    edits.voyage(battle);
    edits.entry(battle);
    match battle.procedure {
        id if id == links::COMBAT.procedure => edits.hide(battle, "3.11.7"),
        id if id == links::BOMBARDMENT.procedure => edits.activate(battle),
        _ => {}
    }
    let hidden = edits.hidden.take();
    if let Some(rule) = &hidden {
        edits.hide(battle, rule);
    }
    edits.cargo(battle);
    flights::deliver(&mut edits.plan, battle, edits.flown_cargo.as_ref(), &edits.place);
    if edits.base_destroyed {
        bases::destroyed(&mut edits.plan, &edits.place);
    }
    edits.chits();
    edits.missions(battle, hidden.is_some() || battle.procedure == links::COMBAT.procedure);
    partisans::give_way(&mut edits.plan);
    task_forces::turn_chits(&mut edits.plan);
    edits.plan.changes
}

/// What is chosen behind a battle: which cargo goes down, where a part of it does (3.11.8), and which aircraft lose steps
/// with their base (3.15.1).
pub(crate) fn follow_up(view: &View, battle: &Battle, deeds: &[Deed]) -> Option<Battle> {
    let edits = SeaEdits::of(view, battle, deeds);
    if let Some(steps) = aircraft::steps_lost(deeds) {
        // Those for whom the base had no room are lost beside the steps (4.6.3.1).
        let falls =
            |deed: &&Deed| matches!(deed.act, Act::LoseStep | Act::Eliminate(_)) && deed.rule != EXCESS;
        let struck = deeds.iter().filter(falls);
        let mut struck = struck.filter_map(|deed| find(view, deed.piece()?));
        let is_open = !struck.any(|ix| view.kind_of(ix).is_some_and(Kind::flies));
        let choice = || aircraft::choice(view, battle, (&edits.place, &edits.plan.gone), steps);
        return is_open.then(choice).flatten();
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
    Some(Battle {
        procedure: CargoLoss::HEAD.id(),
        then: &[],
        forces,
        inputs,
        notes: Vec::new(),
        ..battle.clone()
    })
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

/// The Admirals who lead the ships of a side, those too of whose ship the save says nothing.
fn admirals(view: &View, battle: &Battle, side: Role) -> BTreeSet<PieceIx> {
    let units = battle.forces.0.iter().filter(|force| force.role == side).flat_map(|force| &force.units);
    let told = units.filter_map(|unit| unit.told.get("admiral-piece")?.as_str());
    told.filter_map(|id| find(view, id)).collect()
}

/// The pieces of the ships of a battle.
fn ships_of(view: &View, battle: &Battle) -> BTreeSet<PieceIx> {
    let units = battle.forces.0.iter().flat_map(|force| &force.units);
    units.filter_map(|unit| find(view, &unit.piece.id)).collect()
}

struct SeaEdits<'a> {
    plan: EditPlan<'a>,
    place: PlaceId,
    /// Where the attackers were.
    bases: BTreeSet<PlaceId>,
    /// The nation of the defenders, whose chits are laid on them.
    defender: Option<String>,
    /// The defenders, whom a search finds together.
    sought: Vec<PieceIx>,
    /// Ships that were flipped.
    hit: BTreeSet<PieceIx>,
    /// The search groups that are Active now and where they searched, as the report calls them, with the rule.
    searched: Vec<(String, String)>,
    /// Ships that go to the place of the battle, with the rule.
    arrived: BTreeMap<PieceIx, String>,
    /// Whether they are in port there.
    docked: bool,
    /// What they put ashore, with the rule.
    landed: BTreeMap<PieceIx, String>,
    /// Aircraft that took part.
    flown: BTreeSet<PieceIx>,
    /// Aircraft that have come down elsewhere than on their carrier.
    moved: BTreeSet<PieceIx>,
    /// The paratroops of a drop, of which a report knows no piece.
    dropped: Vec<PieceIx>,
    /// What becomes of the cargo of air transport, with the rule.
    flown_cargo: Option<(Act, String)>,
    /// Whether both forces are located no more, with the rule.
    hidden: Option<String>,
    /// Whether those who were met on their move go on no more.
    halted: bool,
    /// Whether a base of aircraft was destroyed.
    base_destroyed: bool,
    /// Whether ships carry what comes to the place.
    lifts: bool,
}

impl<'a> SeaEdits<'a> {
    /// The deeds themselves, before what follows from them.
    fn of(view: &'a View, battle: &Battle, deeds: &[Deed]) -> Self {
        let location = battle.place.location.as_str();
        let place = location.parse().map_or_else(|_| view.box_called(location), PlaceId::Hex);
        let pieces_of = |role| {
            let own = battle.forces.of(role).iter().filter_map(|unit| find(view, &unit.piece.id));
            own.map(|ix| &view.situation.pieces[ix]).collect::<Vec<_>>()
        };
        let mut edits = Self {
            plan: EditPlan::new(view),
            place,
            bases: pieces_of(ATTACKER).iter().map(|piece| piece.at.clone()).collect(),
            defender: pieces_of(DEFENDER).first().map(|piece| piece.nation().to_owned()),
            sought: battle.forces.of(DEFENDER).iter().filter_map(|unit| find(view, &unit.piece.id)).collect(),
            hit: BTreeSet::new(),
            searched: Vec::new(),
            arrived: BTreeMap::new(),
            docked: false,
            landed: BTreeMap::new(),
            flown: BTreeSet::new(),
            moved: BTreeSet::new(),
            dropped: flights::dropped(view, battle),
            flown_cargo: None,
            hidden: None,
            halted: false,
            base_destroyed: false,
            lifts: battle.procedure == links::LIFT.procedure,
        };
        deeds.iter().for_each(|deed| edits.deed(deed));
        edits
    }

    fn deed(&mut self, deed: &Deed) {
        let piece = deed.piece().and_then(|id| find(self.plan.view, id));
        let piece = piece.or_else(|| self.kaiten(&deed.subject()));
        let dropped =
            || self.dropped.iter().enumerate().find(|(at, _)| paradrop::called(*at) == deed.subject());
        let piece = piece.or_else(|| dropped().map(|(_, ix)| *ix));
        match (&deed.whom, piece) {
            (Whom::Unit { .. }, Some(ix)) => self.of_piece(ix, &deed.act, &deed.rule),
            (Whom::Thing(thing), _) => self.of_thing(thing, &deed.act, &deed.rule),
            (Whom::Unit { .. }, None) if matches!(&deed.act, Act::Mark(state) if *state == LOCATED) => {
                let sought = self.sought.clone();
                sought.into_iter().for_each(|ix| self.of_piece(ix, &deed.act, &deed.rule));
            }
            (Whom::Unit { .. }, None) if matches!(&deed.act, Act::Mark(state) if *state == ACTIVE) => {
                self.searched.push((deed.subject(), deed.rule.to_string()));
            }
            (Whom::Unit { .. }, None) => {
                let to = deed.act.to().unwrap_or_default();
                self.plan.say(&deed.rule, [&deed.subject(), deed.act.word(), &to].join(" ").trim());
            }
        }
    }

    /// The Kaiten that rode with the submarine, of which a report knows no piece.
    fn kaiten(&self, subject: &str) -> Option<PieceIx> {
        let view = self.plan.view;
        let fits = |unit: &&Unit| unit.kind == Kind::Ship(Ship::Kaiten) && !self.plan.gone.contains(&unit.ix);
        let mut rides = self.bases.iter().flat_map(|place| view.here(place));
        (subject == KAITEN).then(|| rides.find(fits).map(|unit| unit.ix)).flatten()
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
            Act::Mark(state) if *state == IN_PORT => self.docked = true,
            Act::Mark(state) if *state == RECALLED => {
                self.plan.reset(ix, Status::Current.word(), rule, "is recalled from its mission");
            }
            Act::Mark(state) if *state == FLOWN => _ = self.flown.insert(ix),
            // No mark of a save says it.
            Act::Mark(state) if *state == ABORTED => {}
            // Its mark says both already.
            Act::Mark(state) if *state == LOCATED && self.plan.view.states[ix].lands_no_more => {}
            Act::Mark(state) if *state == NO_LANDING => self.give_up_landing(ix, rule),
            Act::Mark(state) => {
                self.flown.extend([COMMITTED, PREVIOUSLY_COMMITTED].contains(state).then_some(ix));
                self.plan.mark(ix, state, rule);
            }
            Act::Retreat(Some(base)) if self.is_air(ix) => {
                self.moved.insert(ix);
                flights::land(&mut self.plan, ix, base, rule);
            }
            Act::Advance(at) if self.is_air(ix) => {
                let base = at.clone().unwrap_or_else(|| self.place.clone());
                let settle = if self.lifts { flights::come_ashore } else { flights::change_base };
                settle(&mut self.plan, ix, &base, rule);
            }
            Act::Advance(_) if self.is_naval(ix) => _ = self.arrived.insert(ix, rule.to_owned()),
            Act::Advance(_) => _ = self.landed.insert(ix, rule.to_owned()),
            act => {
                let to = act.to().unwrap_or_default();
                self.plan.piece(ix, What::Say, rule, format!("{} {to}", act.word()).trim());
            }
        }
    }

    /// A ship that has evaded lands nobody, and what is aboard attacks its hex no more (3.8.4.1).
    fn give_up_landing(&mut self, ship: PieceIx, rule: &str) {
        self.plan.mark(ship, &NO_LANDING, rule);
        for ix in stowage::landing_from(self.plan.view, ship) {
            self.plan.reset(ix, ATTACK, rule, "does not land");
        }
    }

    /// A ship shows its damaged side; sea transport with two points shows one.
    fn hit(&mut self, ix: PieceIx, rule: &str) {
        let transport = self.plan.view.situation.pieces[ix].kind() == "stp";
        let words = if transport { "loses a point" } else { "is hit and flipped" };
        self.plan.turn(ix, REDUCED, rule, words);
        self.hit.insert(ix);
    }

    fn is_naval(&self, ix: PieceIx) -> bool {
        self.plan.view.units.iter().any(|unit| unit.ix == ix && unit.kind.is_naval())
    }

    fn is_air(&self, ix: PieceIx) -> bool {
        self.plan.view.units.iter().any(|unit| unit.ix == ix && unit.kind.flies())
    }

    /// The ships that are Active for having searched, or in a reaction for having found.
    fn searched_ships(&self, battle: &Battle) -> BTreeSet<PieceIx> {
        let called: Vec<&str> = self.searched.iter().map(|(called, _)| called.as_str()).collect();
        let units = groups::called(battle, &called).into_iter().flat_map(|force| &force.units);
        units.filter_map(|unit| find(self.plan.view, &unit.piece.id)).collect()
    }

    /// Ships that have searched are Active and in the place where they did; of several groups those that the report names.
    fn searchers(&mut self, battle: &Battle) {
        let view = self.plan.view;
        let Some((_, rule)) = self.searched.first().cloned() else { return };
        let afloat: BTreeSet<PieceIx> =
            self.searched_ships(battle).difference(&self.plan.gone).copied().collect();
        let is_active = |ix: PieceIx| view.situation.pieces[ix].has(Status::Active);
        for ix in afloat.iter().copied().filter(|ix| !is_active(*ix)) {
            self.plan.mark(ix, &ACTIVE, &rule);
        }
        // Submarines on merchant routes stay where they lie in wait.
        if battle.procedure != links::MERCHANTS.procedure {
            let admirals = admirals(view, battle, ATTACKER);
            // Who meets others inside of a port stays in it.
            let mooring = if interception::is_of_port(battle) { Mooring::AsTheyCome } else { Mooring::Sea };
            voyages::go(&mut self.plan, (&afloat, &admirals), &self.place, mooring, &rule);
        }
    }

    /// Ships that have fought are located no more; what evaded a landing still lands no more this month.
    fn hide(&mut self, battle: &Battle, rule: &str) {
        let view = self.plan.view;
        for ix in ships_of(view, battle) {
            let states = &view.states[ix];
            if states.located && !states.lands_no_more && !self.plan.gone.contains(&ix) {
                self.plan.reset(ix, LOCATED.word(), rule, "is no longer located");
            }
        }
    }

    /// A Sea Offensive Activates the ships that bombard (3.6.1).
    fn activate(&mut self, battle: &Battle) {
        let view = self.plan.view;
        let standby = ships_of(view, battle).into_iter();
        for ix in standby.filter(|ix| view.states[*ix].has(Status::Standby)) {
            self.plan.mark(ix, &ACTIVE, "3.6.1");
        }
    }

    /// Ships that carry are where they go, in port where there is one, and what debarks is ashore there.
    fn voyage(&mut self, battle: &Battle) {
        let Some(rule) = self.arrived.values().next().cloned() else { return };
        let afloat: BTreeSet<PieceIx> = self.arrived.keys().copied().collect();
        let admirals = admirals(self.plan.view, battle, ATTACKER);
        let mooring = if self.docked { Mooring::Port } else { Mooring::AsTheyCome };
        voyages::go(&mut self.plan, (&afloat, &admirals), &self.place, mooring, &rule);
        let view = self.plan.view;
        for (ix, rule) in std::mem::take(&mut self.landed) {
            voyages::debark(&mut self.plan, ix, &self.place, &rule);
            let lands = view.units.iter().find(|unit| unit.ix == ix && unit.kind.is_land());
            let partisans = lands.into_iter().flat_map(|unit| {
                let is_enemy = move |other: &&Unit| other.kind == Kind::Partisan && other.side != unit.side;
                view.here(&self.place).filter(is_enemy)
            });
            partisans.for_each(|partisan| self.plan.eliminate(partisan.ix, None, "16.3.8"));
        }
    }

    /// Ships that have entered a port are in it (3.9); who is met outside of it is not there yet.
    fn entry(&mut self, battle: &Battle) {
        let view = self.plan.view;
        let side = match battle.procedure {
            id if id == links::MINES.procedure => ATTACKER,
            _ if interception::is_of_port(battle) && !self.halted => DEFENDER,
            _ => return,
        };
        let own = battle.forces.0.iter().filter(|force| force.role == side).flat_map(|force| &force.units);
        let ships =
            own.filter_map(|unit| view.units.iter().find(|own| Some(own.ix) == find(view, &unit.piece.id)));
        let enters = |ship: &&Unit| {
            let gone = self.plan.gone.contains(&ship.ix);
            !gone && missions::enters_port(view, ship, &self.place)
        };
        let afloat: BTreeSet<PieceIx> = ships.filter(enters).map(|ship| ship.ix).collect();
        let admirals = admirals(view, battle, side);
        voyages::go(&mut self.plan, (&afloat, &admirals), &self.place, Mooring::Port, "3.9.2");
    }

    /// What ships carried goes down with them.
    fn cargo(&mut self, battle: &Battle) {
        let view = self.plan.view;
        let ships = ships_of(view, battle);
        let toll = Toll { gone: self.plan.gone.clone(), hit: std::mem::take(&mut self.hit) };
        let moved = self.moved.clone();
        for lost in cargo::lost(view, &ships, &toll).into_iter().filter(|lost| !moved.contains(&lost.piece)) {
            self.of_piece(lost.piece, &Act::Eliminate(None), lost.rule);
            if lost.chosen {
                let words = "is the weakest of the cargo; its owner may lose other cargo instead";
                self.plan.piece(lost.piece, What::Say, lost.rule, words);
            }
        }
        let toll = Toll { gone: self.plan.gone.clone(), hit: toll.hit };
        for side in [Alliance::Axis, Alliance::Allies] {
            for ix in cargo::called_off(view, &self.place, side, &toll) {
                self.plan.reset(ix, ATTACK, "3.11.8", "stays aboard and does not land");
            }
        }
    }
}
