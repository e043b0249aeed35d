//! From the deeds of a land battle to edits of the save: flips, moves, removals, marks and control.

use std::collections::BTreeSet;

use super::super::ratings;
use super::super::states::{self, AirMission, Posture, Status};
use super::super::terms::{ABORTED, COMMITTED, FLOWN, LAND_MAGIC};
use super::super::view::{Alliance, View};
use super::air::{carry, ground_support};
use super::bases;
use super::inputs::ON_LAND;
use super::plan::{EditPlan, find};
use super::retreated;
use super::{partisans, task_forces};
use liege_rules::play::battle::{Battle, PlannedChange, What};
use liege_rules::play::deeds::{Act, Deed, Term, Whom};
use liege_rules::position::places::Hex;
use liege_rules::position::situation::{PieceIx, PlaceId};

/// The edits that the deeds of a battle ask for, in the order in which players would make them.
pub fn of(view: &View, battle: &Battle, deeds: &[Deed]) -> Vec<PlannedChange> {
    let hex = battle.place.location.parse().ok();
    let on_land = battle.forces.0.iter().filter(|force| force.key == ON_LAND);
    let attackers = on_land.flat_map(|force| &force.units).filter_map(|unit| find(view, &unit.piece.id));
    let attackers = attackers.collect();
    let mut plan = LandEdits {
        plan: EditPlan::new(view),
        hex,
        attackers,
        taker: None,
        retreats: Vec::new(),
        captured: false,
        flown: BTreeSet::new(),
        turned_back: BTreeSet::new(),
    };
    let mut ordered: Vec<&Deed> = deeds.iter().collect();
    ordered.sort_by_key(|deed| DeedOrder::of(&deed.act));
    for deed in ordered {
        plan.deed(deed);
    }
    plan.marks();
    plan.control();
    plan.bases();
    retreated::take(&mut plan.plan, plan.hex, &plan.retreats);
    plan.flown();
    partisans::give_way(&mut plan.plan);
    task_forces::turn_chits(&mut plan.plan);
    plan.plan.changes
}

/// What is said of aircraft that did what their marks said.
const DONE: &str = "has carried out its mission";

/// When a deed is done.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum DeedOrder {
    /// Losses come first.
    Loss,
    /// Then retreats.
    Retreat,
    /// Then those who enter the hex or stay before it.
    Entry,
    /// Then what they find there.
    Spoils,
}

impl DeedOrder {
    fn of(act: &Act) -> Self {
        match act {
            Act::LoseStep | Act::Eliminate(_) => Self::Loss,
            Act::Retreat(_) => Self::Retreat,
            Act::Advance(_) | Act::Land(_) | Act::Pin(_) | Act::Mark(_) | Act::Evacuate => Self::Entry,
            Act::Capture(_) | Act::Destroy(_) | Act::Place(_) | Act::Value(_) => Self::Spoils,
        }
    }
}

struct LandEdits<'a> {
    plan: EditPlan<'a>,
    hex: Option<Hex>,
    attackers: Vec<PieceIx>,
    /// The nation of the first unit that entered the hex.
    taker: Option<String>,
    /// Where the units of the defender go.
    retreats: Vec<(PieceIx, Hex)>,
    /// Whether the attackers captured what is in the hex.
    captured: bool,
    /// Aircraft that flew, as the battle tells.
    flown: BTreeSet<PieceIx>,
    /// Paratroops whose air transport turned back.
    turned_back: BTreeSet<PieceIx>,
}

impl LandEdits<'_> {
    fn deed(&mut self, deed: &Deed) {
        let piece = deed.piece().and_then(|id| find(self.plan.view, id));
        match (&deed.whom, piece) {
            (Whom::Unit { .. }, Some(ix)) => self.of_unit(ix, &deed.act, &deed.rule),
            (Whom::Thing(thing), _) => self.of_hex(thing, &deed.act, &deed.rule),
            (Whom::Unit { .. }, None) => {
                let to = deed.act.to().unwrap_or_default();
                self.plan.say(&deed.rule, [&deed.subject(), deed.act.word(), &to].join(" ").trim());
            }
        }
    }

    fn of_unit(&mut self, ix: PieceIx, act: &Act, rule: &str) {
        match act {
            Act::LoseStep => self.plan.turn(ix, states::REDUCED, rule, "loses a step"),
            Act::Eliminate(pool) => self.plan.eliminate(ix, pool.as_ref(), rule),
            Act::Retreat(None) if self.attackers.contains(&ix) => {
                self.turned_back.insert(ix);
                let at_base = self.plan.view.situation.pieces[ix].at.hex() != self.hex;
                let moves = if at_base { "" } else { "; its owner moves it there with its air transport" };
                self.plan.piece(ix, What::Say, rule, &format!("is back at its base{moves}"));
            }
            Act::Retreat(None) => self.plan.piece(ix, What::Say, rule, "retreats; its owner moves it"),
            Act::Retreat(Some(place)) => {
                self.retreats.extend(place.hex().map(|hex| (ix, hex)));
                self.move_to(ix, place.clone(), rule, &format!("retreats to {place}"));
            }
            Act::Advance(_) => {
                self.enter(ix, rule, "advances");
                self.take(ix);
                self.move_in(ix, rule, "advances to");
            }
            Act::Land(state) => {
                self.enter(ix, rule, "lands");
                self.take(ix);
                self.leave_tray(ix, rule);
                self.plan.mark(ix, state, rule);
            }
            Act::Pin(_) => {
                self.enter(ix, rule, "is left on the beach");
                self.leave_tray(ix, rule);
                self.plan.turn(ix, states::PINNED, rule, "is pinned on the beach");
            }
            Act::Mark(state) if *state == ABORTED => {}
            Act::Mark(state) if [FLOWN, COMMITTED].contains(state) => {
                self.flown.insert(ix);
                if *state == COMMITTED && !self.plan.view.states[ix].has(Status::Committed) {
                    self.plan.mark(ix, state, rule);
                }
            }
            Act::Mark(state) => self.plan.mark(ix, state, rule),
            Act::Evacuate => self.plan.piece(ix, What::Say, rule, "is evacuated; its owner puts it aboard"),
            Act::Capture(_) | Act::Destroy(_) | Act::Place(_) | Act::Value(_) => {
                let to = act.to().unwrap_or_default();
                self.plan.piece(ix, What::Say, rule, &format!("{} {to}", act.word()));
            }
        }
    }

    /// What happens to what belongs to the hex.
    fn of_hex(&mut self, thing: &Term, act: &Act, rule: &str) {
        let hex = self.hex_name();
        match act {
            Act::Destroy(_) if thing.word() == LAND_MAGIC.word() => self.plan.give_back(thing, rule),
            Act::Destroy(_) => self.destroy(thing, rule),
            Act::Capture(_) => {
                self.captured = true;
                self.plan.say(rule, &format!("the {} in {hex} is captured", thing.in_words()));
            }
            Act::Place(_) => {
                if let Some(ix) = self.aboard(thing.word()) {
                    self.plan.reset(ix, states::ABOARD, rule, "comes ashore");
                    return self.leave_tray(ix, rule);
                }
                let nation = self.taker.clone();
                let what = self.chit(thing.word(), nation.as_deref());
                self.plan.push("", what, rule, &format!("{thing} lands in {hex}"));
            }
            _ => self.plan.say(rule, &format!("{thing} {}", act.word())),
        }
    }

    /// A chit of this kind aboard the ships of the party that takes the hex.
    fn aboard(&self, kind: &str) -> Option<PieceIx> {
        let view = self.plan.view;
        let side = self.taker_side();
        let rides = |ix: &PieceIx| {
            matches!(view.states[*ix].posture, Posture::Aboard(Some(ship))
                if Alliance::of(view.situation.alliance(ship)) == side)
        };
        view.chits(&PlaceId::Hex(self.hex?), kind).into_iter().find(rides)
    }

    /// A new chit of this kind in the hex.
    fn chit(&self, kind: &str, nation: Option<&str>) -> What {
        let entry = self.plan.view.situation.pack.catalogue.chit(kind, nation);
        let at = self.hex.map(PlaceId::Hex);
        let both = entry.zip(at);
        both.map_or(What::Say, |(entry, at)| What::AddChit { entry: entry.id.clone(), at })
    }

    /// The hex is the nation's whose combat unit enters it first (11.2).
    fn take(&mut self, ix: PieceIx) {
        if self.is_land(ix) {
            let nation = self.plan.view.situation.pieces[ix].nation();
            self.taker.get_or_insert_with(|| nation.to_owned());
        }
    }

    /// A unit comes ashore or into the hex: it is no longer cargo, nor pinned.
    fn enter(&mut self, ix: PieceIx, rule: &str, words: &str) {
        let posture = self.plan.view.states[ix].posture;
        let (aboard, pinned) =
            (matches!(posture, Posture::Aboard(_) | Posture::Aloft), posture == Posture::Pinned);
        if aboard {
            self.plan.reset(ix, states::ABOARD, rule, words);
        }
        if pinned {
            self.plan.reset(ix, states::PINNED, rule, words);
        }
    }

    /// A unit that lands from a task-force tray goes to the hex where its task force is.
    fn leave_tray(&mut self, ix: PieceIx, rule: &str) {
        if self.plan.view.situation.pieces[ix].tray.is_some() {
            self.move_in(ix, rule, "lands in");
        }
    }

    /// The chits of an installation go to the pool; a printed one is only told.
    fn destroy(&mut self, thing: &Term, rule: &str) {
        let view = self.plan.view;
        let side = self.attackers.first().and_then(|ix| Alliance::of(view.situation.alliance(*ix)));
        let hex = self.hex_name();
        let found = |hex| retreated::left_by_enemy(view, &PlaceId::Hex(hex), thing.word(), side);
        let chits = self.hex.map(found).unwrap_or_default();
        if chits.is_empty() {
            self.plan.say(rule, &format!("the {} in {hex} is destroyed", thing.in_words()));
        }
        for ix in chits {
            self.plan.send_to_pool(ix, rule, &format!("in {hex} is destroyed"));
        }
    }

    /// The aircraft of a hex that is taken are lost, or have to go elsewhere (4.6.1.2, 4.6.3.1).
    fn bases(&mut self) {
        let view = self.plan.view;
        let first = self.attackers.first().filter(|_| self.captured || self.taker.is_some());
        let side = first.and_then(|ix| Alliance::of(view.situation.alliance(*ix)));
        if let Some((hex, side)) = self.hex.zip(side) {
            bases::captured(&mut self.plan, &PlaceId::Hex(hex), side);
        }
    }

    fn taker_side(&self) -> Option<Alliance> {
        Alliance::of(self.plan.view.situation.pack.alliance(self.taker.as_deref()?))
    }

    /// Attackers that are left lose their attack mark, and the land units among them become Active (7.1.1).
    fn marks(&mut self) {
        for ix in
            self.attackers.clone().into_iter().filter(|ix| !self.plan.gone.contains(ix)).collect::<Vec<_>>()
        {
            if self.turned_back.contains(&ix) {
                // Who did not drop has attacked nobody (4.12.4.2).
                if self.plan.view.states[ix].attack.is_some() {
                    self.plan.reset(ix, states::ATTACK, "4.12.4.2", "has not dropped, and attacks no more");
                }
                continue;
            }
            let piece = &self.plan.view.situation.pieces[ix];
            let active = piece.has(Status::Active) || !self.is_land(ix) || self.is_planned_active(ix);
            if self.plan.view.states[ix].attack.is_some() {
                self.plan.reset(ix, states::ATTACK, "11.6.4", "has attacked");
            }
            if !active {
                self.plan.turn(ix, Status::Active.word(), "7.1.1", "is Active");
            }
        }
    }

    fn is_land(&self, ix: PieceIx) -> bool {
        let entry = self.plan.view.situation.pieces[ix].entry.as_ref();
        entry.is_some_and(|entry| entry.family == ratings::LAND)
    }

    /// Whether an effect has made a piece Active already.
    fn is_planned_active(&self, ix: PieceIx) -> bool {
        let id = &self.plan.view.situation.pieces[ix].id;
        let Some((name, level)) = self.plan.view.situation.pack.terms.layer_of(Status::Active.word()) else {
            return false;
        };
        let active = What::TurnLayer { layer: name.to_owned(), level };
        self.plan.changes.iter().any(|change| change.piece == *id && change.what == active)
    }

    /// Aircraft that have helped by their marks are Committed (4.14.1), and the missions of all that flew are over.
    fn flown(&mut self) {
        let (view, Some(hex)) = (self.plan.view, self.hex) else { return };
        for side in [Alliance::Axis, Alliance::Allies] {
            for (unit, _) in ground_support(view, side, hex).flown {
                let told = self.flown.contains(&unit.ix) || self.plan.gone.contains(&unit.ix);
                if !told && !view.has(unit, Status::Committed) {
                    self.plan.turn(unit.ix, Status::Committed.word(), "4.14.1", "is Committed");
                }
                self.flown.insert(unit.ix);
            }
        }
        let brought = carry::flown_into_battle(view).into_iter().filter(|drop| drop.hex == hex);
        for drop in brought.filter(|drop| self.attackers.contains(&drop.paratroop.ix)) {
            let gone = self.plan.gone.contains(&drop.transport.ix);
            if self.flown.insert(drop.transport.ix) && !gone && !view.has(drop.transport, Status::Committed) {
                self.plan.turn(drop.transport.ix, Status::Committed.word(), "4.14.1", "is Committed");
            }
        }
        for ix in std::mem::take(&mut self.flown) {
            if view.states[ix].flight.is_some() && !self.plan.gone.contains(&ix) {
                self.plan.reset(ix, AirMission::GroundSupport.word(), "", DONE);
                self.plan.empty_notes(ix, "", DONE);
            }
        }
    }

    /// The hex belongs to the nation whose unit entered it (11.2); where none did, its installations are the attackers'
    /// (11.6.9).
    fn control(&mut self) {
        let view = self.plan.view;
        let first = || self.attackers.first().filter(|_| self.captured);
        let of_first = || first().map(|ix| view.situation.pieces[*ix].nation().to_owned());
        let rule = if self.taker.is_some() { "11.2" } else { "11.6.9" };
        let (Some(hex), Some(nation)) = (self.hex, self.taker.clone().or_else(of_first)) else { return };
        if view.owning_side(hex) != Alliance::of(view.situation.pack.alliance(&nation)) {
            self.plan.take_control(hex, &nation, rule);
        }
    }

    fn hex_name(&self) -> String {
        self.hex.map(|hex| hex.to_string()).unwrap_or_default()
    }

    fn move_to(&mut self, ix: PieceIx, place: PlaceId, rule: &str, words: &str) {
        self.plan.piece(ix, What::MoveTo(place), rule, words);
    }

    /// Moves a piece into the hex that was fought for.
    fn move_in(&mut self, ix: PieceIx, rule: &str, words: &str) {
        let what = self.hex.map_or(What::Say, |hex| What::MoveTo(PlaceId::Hex(hex)));
        let words = format!("{words} {}", self.hex_name());
        self.plan.piece(ix, what, rule, &words);
    }
}
