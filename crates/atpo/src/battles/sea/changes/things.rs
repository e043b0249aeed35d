//! What is no unit in a battle at sea: chits on ships and of their owner, installations, what stands for a number.

use std::collections::BTreeSet;

use super::super::super::super::kind::Kind;
use super::super::super::super::states::DESTROYED;
use super::super::super::super::terms::{AIR_CARGO, FORCE_POOL, FORCES, HALTED, OUT_OF_THE_GAME, TARGET};
use super::super::super::super::view::{Alliance, Unit};
use super::super::super::{bases, ports};
use super::super::missions::{self, TASK_FORCE};
use super::super::{flights, installations};
use super::SeaEdits;
use crate::installation_attack::holds_aircraft;
use liege_rules::game::pack::NUMBER;
use liege_rules::play::battle::What;
use liege_rules::play::deeds::{Act, Term};
use liege_rules::position::situation::{PieceIx, PlaceId};

/// Chits that lie on ships, or stand for them.
const ON_SHIPS: [&str; 3] = ["evasion", "night", TASK_FORCE];
/// What a port is called as a target.
const PORTS: [&str; 2] = ["port", "major-port"];
/// The chit on an installation that the map prints.
const DESTROYED_CHIT: &str = "destroyed";

impl<'a> SeaEdits<'a> {
    /// Chits that lie on ships or stand for them go when the last of them is gone (3.3.1, 17.2, 17.3), wherever that was.
    pub(super) fn chits(&mut self) {
        let view = self.plan.view;
        let lost = self.plan.gone.iter().filter(|ix| view.kind_of(**ix).is_some_and(Kind::is_naval));
        let places: BTreeSet<&PlaceId> = lost.map(|ix| &view.situation.pieces[*ix].at).collect();
        let lie = |place| ON_SHIPS.iter().flat_map(move |kind| view.chits(place, kind));
        for ix in places.into_iter().flat_map(lie).collect::<Vec<_>>() {
            let chit = &view.situation.pieces[ix];
            let gone = |unit: &&Unit| self.plan.gone.contains(&unit.ix);
            let ships = self.under(ix);
            if ships.iter().any(gone) && ships.iter().all(gone) {
                let rule = if chit.is_chit(TASK_FORCE) { "3.3.1" } else { "17.2" };
                self.plan.send_to_pool(ix, rule, "has no ships left");
                self.survivors(ix, rule);
            }
        }
    }

    /// The ships that a chit stands for: those in its tray, else those of its party beside it, whatever their nation; another
    /// chit lies on those of its nation.
    fn under(&self, chit: PieceIx) -> Vec<&'a Unit> {
        let view = self.plan.view;
        let piece = &view.situation.pieces[chit];
        let here = || view.here(&piece.at).filter(|unit| unit.kind.is_naval());
        if !piece.is_chit(TASK_FORCE) {
            return here().filter(|unit| unit.entry.nation == piece.nation()).collect();
        }
        let crew: Vec<&Unit> = missions::crew(view, chit).collect();
        let side = Alliance::of(view.situation.alliance(chit));
        if crew.is_empty() { here().filter(|unit| Some(unit.side) == side).collect() } else { crew }
    }

    /// Who is left in the tray of a task force without ships lies where its chit was: an Admiral who has survived (3.12.2).
    fn survivors(&mut self, chit: PieceIx, rule: &str) {
        let view = self.plan.view;
        let at = view.situation.pieces[chit].at.clone();
        let in_tray = |ix: &PieceIx| missions::chit_of(view, *ix) == Some(chit);
        for ix in view.situation.in_play().filter(in_tray).collect::<Vec<_>>() {
            if !self.plan.gone.contains(&ix) && !self.plan.has_moved(ix) {
                let words = format!("survives in {at}, out of the tray");
                self.plan.piece(ix, What::MoveTo(at.clone()), rule, &words);
            }
        }
    }

    pub(super) fn of_thing(&mut self, thing: &Term, act: &Act, rule: &str) {
        match act {
            Act::Mark(state) if *state == HALTED => self.halted = true,
            _ if *thing == FORCES => self.hidden = Some(rule.to_owned()),
            _ if *thing == AIR_CARGO => self.flown_cargo = Some((act.clone(), rule.to_owned())),
            Act::Mark(state) if thing.word() == TARGET => {
                flights::bombed(&mut self.plan, (thing, state), &self.place, rule)
            }
            Act::Mark(state) => {
                self.destroy(thing, state, rule);
                self.lose_excess(thing);
                if PORTS.contains(&thing.word()) {
                    ports::destroyed(&mut self.plan, &self.place, rule);
                }
            }
            Act::Destroy(pool) if *pool == OUT_OF_THE_GAME => self.spend(thing, rule),
            Act::Destroy(pool) if *pool == FORCE_POOL => match installations::kinds(thing.word()) {
                [] => self.plan.give_back(thing, rule),
                kinds => {
                    self.remove(thing, kinds, rule);
                    self.lose_excess(thing);
                }
            },
            Act::Place(_) => self.lay(thing, rule),
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
        match installations::first(view, &self.place, installations::kinds(thing.word())) {
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

    /// Air units for whom a base had no room are lost with it (4.6.3.1).
    fn lose_excess(&mut self, thing: &Term) {
        if holds_aircraft(thing.word()) {
            bases::lose_excess(&mut self.plan, &self.place);
            self.base_destroyed = true;
        }
    }

    /// An installation leaves the map (4.13.2).
    fn remove(&mut self, thing: &Term, kinds: &[&str], rule: &str) {
        let words = format!("in {} is destroyed and leaves the map", self.place);
        match installations::first(self.plan.view, &self.place, kinds) {
            Some(ix) => self.plan.send_to_pool(ix, rule, &words),
            None => self.plan.say(rule, &format!("the {} {words}", thing.in_words())),
        }
    }

    /// A chit that is used once leaves the game.
    fn spend(&mut self, thing: &Term, rule: &str) {
        let kind = thing.word().replace("ss-238", "ss238");
        let view = self.plan.view;
        let known = || view.situation.in_play().filter(|ix| view.situation.pieces[*ix].is_chit(&kind));
        // Of several the one that lies where those who used it come from.
        let own = known().find(|ix| self.bases.contains(&view.situation.pieces[*ix].at));
        match own.or_else(|| known().next()) {
            Some(ix) => self.plan.eliminate(ix, Some(&OUT_OF_THE_GAME), rule),
            None => self.plan.say(rule, &format!("{thing} leaves the game")),
        }
    }

    /// A chit is laid on the ships that it helps.
    fn lay(&mut self, thing: &Term, rule: &str) {
        let catalogue = &self.plan.view.situation.pack.catalogue;
        let chit = catalogue.chit(thing.word(), self.defender.as_deref());
        let at = self.place.clone();
        let what = chit.map(|chit| What::AddChit { entry: chit.id.clone(), at });
        let words = format!("{thing} is laid in {}", self.place);
        self.plan.push("", what.unwrap_or(What::Say), rule, &words);
    }
}
