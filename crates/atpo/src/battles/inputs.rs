//! The values of land combat (ATPO-R39) for an attack, and notes on what the save does not tell.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::super::bases::{INSTALLATIONS, printed_port};
use super::super::checks::{is_chinese, is_of_china, step_limit};
use super::super::forces::{ATTACKER, DEFENDER};
use super::super::kind::Kind;
use super::super::land_combat::LandCombat;
use super::super::states::{Posture, Status};
use super::super::supply::Supplied;
use super::super::view::{Alliance, Unit};
use super::{DeclaredAttack, barrier, given};
use crate::ground::{Ground, GroundColumn, SideKind};
use liege_rules::check::bound::Bound;
use liege_rules::play::battle::{Battle, Force, Forces, Note};
use liege_rules::play::procedure::{Coded, Procedure};
use liege_rules::position::places::Hex;
use liege_rules::position::situation::{PieceIx, PlaceId};

/// The phase of land Offensives, and its steps in which land units attack.
const LAND_OFFENSIVE: &str = "OL";
const STEPS_OF_ATTACKS: [&str; 3] = ["OL.2", "OL.4", "OL.5"];

/// The key of those who attack on land.
pub(super) const ON_LAND: &str = "attack";

impl<'a> DeclaredAttack<'a> {
    /// The battle with all its values.
    pub(super) fn battle(mut self) -> Battle {
        let mut forces = Forces(vec![
            Force { role: ATTACKER, key: ON_LAND, units: self.engaged(&self.attackers) },
            Force { role: DEFENDER, key: "defence", units: self.engaged(&self.defenders) },
        ]);
        let inputs = self.inputs(&mut forces);
        self.note_step();
        self.note_war();
        self.note_ratings();
        self.note_supply();
        self.note_landing();
        self.note_rest();
        let takes = given::takes(&self);
        let units = self.attackers.iter().chain(&self.defenders);
        let pieces: Vec<PieceIx> = units.map(|unit| unit.ix).collect();
        let situation = &self.view.situation;
        Battle {
            id: format!("land-{}", self.hex),
            game: LandCombat::GAME,
            alike: situation.pack.alike.clone(),
            procedure: LandCombat::ID,
            then: &[],
            title: self.title(),
            declared: self.declared,
            refused: self.refusal(),
            place: situation.place(&PlaceId::Hex(self.hex), &pieces),
            forces,
            inputs,
            takes,
            spare: Map::new(),
            barred: None,
            given: Map::new(),
            notes: self.notes,
        }
    }

    /// Tells an attack that is not in a step in which land units attack.
    fn note_step(&mut self) {
        let step = self.view.situation.clock.phase.as_deref().unwrap_or_default();
        if step.is_empty() || step == LAND_OFFENSIVE || STEPS_OF_ATTACKS.contains(&step) {
            return;
        }
        let steps = STEPS_OF_ATTACKS.join(", ");
        self.notes.push(Note::plain(format!(
            "the position is in {step}, and land units attack in the steps {steps} of a land Offensive (11.4, 11.6, 11.7)"
        )));
    }

    fn title(&self) -> String {
        let name = self.facts().map_or("", |facts| facts.name.as_str());
        let hex = if name.is_empty() { self.hex.to_string() } else { format!("{name} ({})", self.hex) };
        if self.is_amphibious() {
            return format!("amphibious assault on {hex}");
        }
        let ground = self.fighters_of_attack().filter(|unit| !self.is_drop(unit));
        let from: BTreeSet<Hex> =
            ground.filter_map(|unit| self.at(unit)).filter(|at| *at != self.hex).collect();
        if from.is_empty() {
            return format!("paradrop on {hex}");
        }
        let from: Vec<String> = from.iter().map(Hex::to_string).collect();
        format!("land attack on {hex} from {}", from.join(", "))
    }

    pub(super) fn facts(&self) -> Option<&'a Ground> {
        self.view.map().facts(self.hex)
    }

    pub(super) fn fighters_of_attack(&self) -> impl Iterator<Item = &'a Unit> {
        self.attackers.iter().copied().filter(|unit| unit.kind.is_land())
    }

    fn inputs(&mut self, forces: &mut Forces) -> Map<String, Value> {
        let mut inputs = Map::new();
        inputs.insert("hex".into(), self.hex.to_string().into());
        inputs.extend(forces.0.iter().map(|force| (force.key.to_owned(), force.listed())));
        self.hex_inputs(&mut inputs);
        self.approach_inputs(&mut inputs);
        self.supply_inputs(&mut inputs);
        self.support_inputs(forces, &mut inputs);
        self.time_inputs(&mut inputs);
        if self.is_defended() {
            let places = self.retreat();
            if places.is_empty() {
                inputs.insert("surrounded".into(), true.into());
            } else {
                inputs.insert("retreat".into(), json!(places));
            }
        }
        inputs
    }

    /// Terrain, forts and installations of the hex. Only working forts count (3.14.5.6, 5.1).
    fn hex_inputs(&mut self, inputs: &mut Map<String, Value>) {
        let place = PlaceId::Hex(self.hex);
        let works = |kind: &str| !self.view.working(&place, kind).is_empty();
        let facts = self.facts();
        if let Some(terrain) = facts.and_then(|facts| facts.terrain) {
            inputs.insert("terrain".into(), terrain.word().into());
        } else {
            let note = format!(
                "the terrain of {} is not in the data: assuming clear; change it with terrain (11.6.5.5)",
                self.hex
            );
            self.notes.push(Note::until(&["terrain"], note));
        }
        if works("fortification") {
            inputs.insert("fort".into(), "fortification".into());
        } else if facts.is_some_and(|facts| facts.permanent_fort) {
            inputs.insert("fort".into(), "permanent".into());
        }
        if works("coastal-fort") {
            inputs.insert("coastal-fort".into(), true.into());
        }
        let port =
            facts.and_then(|facts| printed_port(&place, facts)).is_some() || works("harbor-enlargement");
        if port {
            inputs.insert("port".into(), true.into());
        }
        let installations = self.installations();
        if !installations.is_empty() {
            inputs.insert("installations".into(), json!(installations));
        }
        let wreck = facts.is_some_and(|facts| facts.permanent_fort)
            && !self.view.chits(&place, "destroyed").is_empty();
        if wreck && !works("fortification") {
            self.notes.push(Note::until(
                &["fort"],
                "assuming the permanent fort works; if the Destroyed Installation chit refers to it, give \
                 fort=none",
            ));
        }
    }

    /// What the attacker can capture or destroy besides forts and the port, in the words of the chits.
    fn installations(&self) -> BTreeSet<String> {
        let place = PlaceId::Hex(self.hex);
        let forts = ["fortification", "coastal-fort"];
        let built = INSTALLATIONS.iter().filter(|kind| !forts.contains(kind));
        let mut list: BTreeSet<String> = built
            .filter(|kind| !self.view.chits(&place, kind).is_empty())
            .map(|kind| (*kind).to_owned())
            .collect();
        if self.facts().is_some_and(|facts| facts.city.is_some()) {
            list.insert("city".into());
        }
        for kind in ["sea-supply", "air-supply"] {
            let ashore = |ix: &PieceIx| !matches!(self.view.states[*ix].posture, Posture::Aboard(_));
            let theirs = |ix: &PieceIx| Alliance::of(self.view.situation.alliance(*ix)) != Some(self.side);
            if self.view.chits(&place, kind).iter().any(|ix| ashore(ix) && theirs(ix)) {
                list.insert(kind.into());
            }
        }
        list
    }

    /// How many steps the hex holds, at most where data are drafts, if those who attack have more.
    fn stacking_inputs(&self, inputs: &mut Map<String, Value>) {
        let attackers = || self.fighters_of_attack();
        let soviet = attackers().all(|unit| unit.entry.nation == "SU");
        let (load, limit): (Bound, Bound) =
            (attackers().map(|unit| self.view.steps(unit)).sum(), step_limit(self.view, self.hex, soviet));
        if load.most > limit.most {
            inputs.insert("stacking".into(), limit.most.into());
        }
        if is_chinese(self.view, self.hex) && attackers().filter(|unit| is_of_china(unit)).count() > 1 {
            inputs.insert("china".into(), true.into());
        }
    }

    /// Rivers, barred hexsides, landings.
    fn approach_inputs(&mut self, inputs: &mut Map<String, Value>) {
        let map = &self.view.map();
        let ground: Vec<&Unit> = self.fighters_of_attack().filter(|unit| !self.is_drop(unit)).collect();
        let sides: Vec<Hex> =
            ground.iter().filter_map(|unit| self.at(unit)).filter(|at| *at != self.hex).collect();
        let across = sides.iter().filter(|at| map.has_side(**at, self.hex, SideKind::River)).count();
        if across > 0 {
            let all = across == ground.len();
            inputs.insert("river".into(), if all { "all" } else { "some" }.into());
        }
        if let Some(kind) = sides.iter().find_map(|at| barrier(self.view, *at, self.hex)) {
            inputs.insert("hexside".into(), kind.into());
        }
        if sides.iter().any(|at| map.distance(*at, self.hex) != Some(1)) {
            inputs.insert("adjacent".into(), false.into());
        }
        let stuck = ground.iter().filter(|unit| !self.is_inside(unit) && !self.view.is_ashore(unit));
        let names: Vec<&str> = stuck.map(|unit| self.view.piece(unit).name.as_str()).collect();
        if !names.is_empty() {
            let names = names.join(", ");
            let note = format!("aboard or pinned, so they cannot attack another hex (11.6.1): {names}");
            self.notes.push(Note::plain(note));
        }
        self.stacking_inputs(inputs);
        if self.is_amphibious() {
            self.landing_inputs(inputs);
        }
        let mut near = map.neighbours(self.hex).into_iter();
        let only_drops = ground.is_empty() && self.fighters_of_attack().next().is_some();
        if only_drops && near.any(|near| self.view.land_ashore(near, self.side).next().is_some()) {
            inputs.insert("drop-adjacent".into(), true.into());
        }
    }

    fn landing_inputs(&self, inputs: &mut Map<String, Value>) {
        let (view, hex) = (self.view, self.hex);
        inputs.insert("amphibious".into(), true.into());
        let pinned = |unit: &Unit| unit.side == self.side && view.posture(unit) == Posture::Pinned;
        if view.in_hex(hex).any(pinned) {
            inputs.insert("second-wave".into(), true.into());
        }
        if view.zoc().reaches(self.side, hex) && !view.zoc().reaches(self.side.enemy(), hex) {
            inputs.insert("attack-zoc".into(), true.into());
        }
        let partisan = |unit: &Unit| unit.side == self.side && unit.kind == Kind::Partisan;
        if view.in_hex(hex).any(partisan) {
            inputs.insert("garrison".into(), false.into());
        }
        if let Some(value) = self.admiral() {
            inputs.insert("admiral".into(), value);
        }
    }

    fn supply_inputs(&self, inputs: &mut Map<String, Value>) {
        let word = |out: bool| Value::from(if out { "out" } else { "in" });
        let attack_out =
            self.fighters_of_attack().any(|unit| self.is_unsupplied(unit)) || self.left_without_supply() > 0;
        inputs.insert("attack-supply".into(), word(attack_out));
        if self.is_defended() {
            inputs.insert("defence-supply".into(), word(self.is_out_of_supply()));
        }
    }

    fn support_inputs(&mut self, forces: &mut Forces, inputs: &mut Map<String, Value>) {
        let (own, enemy) = (self.side, self.side.enemy());
        let aircraft = self.aircraft();
        if aircraft.is_fought {
            forces.0.extend(aircraft.join(self, inputs));
        } else {
            let sides = [("attack-air", &aircraft.own), ("defence-air", &aircraft.theirs)];
            let there = sides.into_iter().filter(|(_, units)| !units.is_empty());
            inputs.extend(
                there.map(|(key, units)| (key.to_owned(), json!(self.as_left(units, &aircraft.escorts)))),
            );
        }
        self.guns(own, ["dd", "cl", "gunnery"], inputs);
        self.guns(enemy, ["defence-dd", "defence-cl", "defence-gunnery"], inputs);
        let attackers = self.aura(&self.attackers);
        let defenders = self.aura(&self.defenders);
        for (key, names) in [("attack-aura", attackers), ("defence-aura", defenders)] {
            if !names.is_empty() {
                inputs.insert(key.into(), json!(names));
            }
        }
    }

    fn time_inputs(&mut self, inputs: &mut Map<String, Value>) {
        let date = self.view.situation.clock.date;
        if let Some(date) = date {
            inputs.insert("date".into(), format!("{:04}-{:02}", date.year, date.month).into());
        }
        self.weather_inputs(inputs);
        let sneak = date
            .is_none_or(|date| (1941, 12) <= (date.year, date.month) && (date.year, date.month) <= (1942, 1));
        let chinese = |unit: &&Unit| matches!(unit.entry.nation.as_str(), "CN" | "CC");
        if sneak
            && self.attackers.iter().all(|unit| unit.entry.nation == "JP")
            && !self.defenders.iter().any(chinese)
        {
            self.notes.push(Note::until(
                &["sneak"],
                "assuming no sneak attack; change it with sneak=first or second (17.1.1)",
            ));
        }
    }

    fn note_ratings(&mut self) {
        let mut names = self.drafts();
        names.sort_unstable();
        names.dedup();
        if !names.is_empty() {
            let note = format!(
                "strength, steps or kind are our estimates, not printed values: {}",
                names.join(", ")
            );
            self.notes.push(Note::plain(note));
        }
        if self.facts().is_some_and(|facts| facts.is_draft(GroundColumn::Terrain)) {
            self.notes.push(Note::plain(format!("terrain and places of {} are our estimates", self.hex)));
        }
    }

    fn note_supply(&mut self) {
        let view = self.view;
        let names = |supplied: Supplied| -> Vec<&str> {
            let doubtful = |unit: &&&Unit| {
                let chit = view.has(unit, Status::OutOfSupply);
                let lands = unit.side == self.side && (self.is_inside(unit) || self.is_drop(unit));
                unit.kind.is_land() && !chit && !lands && view.supply().of_unit(unit) == supplied
            };
            let units = self.attackers.iter().chain(&self.defenders).filter(doubtful);
            units.map(|unit| view.piece(unit).name.as_str()).collect()
        };
        let reasons = [
            (Supplied::Perhaps, "our map data may be missing the path to a source"),
            (
                Supplied::FromDoubtfulSource,
                "their source may still be connected, or chits aboard may be landed",
            ),
        ];
        let mut notes = Vec::new();
        for (supplied, why) in reasons {
            let names = names(supplied);
            if !names.is_empty() {
                let note = format!("assuming in supply, because {why}: {}", names.join(", "));
                notes.push(Note::plain(note));
            }
        }
        let left = self.left_without_supply();
        if left > 0 {
            notes.push(Note::plain(format!(
                "out of supply: stored supply in range leaves {left} of the attackers without (13.5.1.1)"
            )));
        }
        self.notes.extend(notes);
    }

    fn note_rest(&mut self) {
        let active = |unit: &&&Unit| unit.kind.is_land() && self.view.has(unit, Status::Active);
        let names: Vec<&str> =
            self.attackers.iter().filter(active).map(|unit| self.view.piece(unit).name.as_str()).collect();
        if !names.is_empty() {
            let note = format!(
                "already Active, so an earlier offensive of this month may have used them (7.1.1): {}",
                names.join(", ")
            );
            self.notes.push(Note::plain(note));
        }
        let unseen: [(&'static [&'static str], &str); 2] = [
            (&["magic"], "assuming no Magic chit; change it with magic=-1 or the like (17.10.2.1.2)"),
            (
                &["attacked-before"],
                "assuming no earlier attack on this hex in this offensive; change it with \
                 attacked-before=yes (11.6.4)",
            ),
        ];
        self.notes.extend(unseen.map(|(keys, text)| Note::until(keys, text)));
    }
}
