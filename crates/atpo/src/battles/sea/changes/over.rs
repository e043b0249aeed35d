//! Whose missions are over after a battle: of those who did what they came for, and of a move that nobody meets any more.

use std::collections::BTreeSet;

use super::super::super::super::states::NavalMission;
use super::super::super::super::view::View;
use super::super::super::air;
use super::super::super::plan::find;
use super::super::missions::{self, MineField};
use super::super::{flights, interception, links};
use super::{DONE, Mooring, SeaEdits, admirals, ships_of, voyages};
use crate::forces::{ATTACKER, DEFENDER};
use crate::sea::batteries::CoastalBattery;
use crate::sea::fort_mines::FortMines;
use liege_rules::play::battle::Battle;
use liege_rules::play::procedure::{Role, Script as _};
use liege_rules::position::situation::{PieceIx, PlaceId};

/// What becomes of a mission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MissionFate {
    Stays,
    /// It stays, and these mines of the place are behind those who have it.
    Past(MineField),
    /// It stays for others than those for whom they have looked.
    Looked,
    Over,
}

/// What a battle was to those with a mission.
struct FoughtOut<'b> {
    view: &'b View,
    battle: &'b Battle,
    /// Whether it came to a fight between ships.
    fought: bool,
    /// Whether those who were met stop where they were.
    halted: bool,
    /// Who began it.
    attackers: BTreeSet<PieceIx>,
    /// Those of them who have met the others.
    found: BTreeSet<PieceIx>,
    /// Who was met, or looked for.
    met: BTreeSet<PieceIx>,
    /// Ships that others have still declared to react to.
    awaited: BTreeSet<PieceIx>,
}

impl SeaEdits<'_> {
    /// Missions are over: the marks of those who had them, and of the task forces that they sail in. Who was met goes on
    /// with his own (3.8.7.3), and his move lasts until everybody has reacted who has declared it.
    pub(super) fn missions(&mut self, battle: &Battle, fought: bool) {
        let view = self.plan.view;
        let pieces_of = |role: Role| -> BTreeSet<PieceIx> {
            let own = battle.forces.0.iter().filter(|force| force.role == role);
            own.flat_map(|force| &force.units).filter_map(|unit| find(view, &unit.piece.id)).collect()
        };
        let (attackers, met) = (pieces_of(ATTACKER), pieces_of(DEFENDER));
        let (awaited, found) = (interception::awaited(view, &attackers), self.searched_ships(battle));
        let over = FoughtOut { view, battle, fought, halted: self.halted, attackers, found, met, awaited };
        let (mut ended, mut sailing) = (Vec::new(), BTreeSet::new());
        for ix in missions::marks_of(view, &ships_of(view, battle)) {
            let Some(mission) = view.states[ix].mission.filter(|_| !self.plan.gone.contains(&ix)) else {
                continue;
            };
            let ships: BTreeSet<PieceIx> =
                missions::concerned(view, ix).into_iter().map(|unit| unit.ix).collect();
            let piece = &view.situation.pieces[ix];
            let note = piece.notes.get(missions::TARGET).map(|text| text.trim()).unwrap_or_default();
            let target = missions::aim(view, &piece.at, note).0;
            let is_target = |place: &PlaceId| target.as_ref() == Ok(place);
            let (arrived, here) = (is_target(&piece.at), is_target(&self.place));
            match over.fate(mission, &ships, (arrived, here)) {
                MissionFate::Stays => {}
                MissionFate::Past(mines) => self.come_past(ix, mines),
                MissionFate::Looked => self.have_looked(ix, &over.met),
                MissionFate::Over => {
                    let stops = mission == NavalMission::EnterPort && self.halted;
                    if (mission == NavalMission::Sail || stops) && here && !arrived {
                        sailing.extend(ships);
                    }
                    ended.push(ix);
                }
            }
        }
        self.sail_on(battle, &sailing);
        for ix in ended {
            self.plan.reset(ix, NavalMission::Sail.word(), "", DONE);
            self.plan.empty_notes(ix, "", DONE);
        }
        flights::end_missions(&mut self.plan, battle, &self.flown, DONE);
    }

    /// Ships that sail are where they sail to once nobody meets them there any more, and those that stop before a port are
    /// at sea in its hex.
    fn sail_on(&mut self, battle: &Battle, ships: &BTreeSet<PieceIx>) {
        let afloat: BTreeSet<PieceIx> = ships.difference(&self.plan.gone).copied().collect();
        let situation = &self.plan.view.situation;
        let leads =
            |ix: &PieceIx| ships.iter().any(|ship| situation.alliance(*ship) == situation.alliance(*ix));
        let of_both =
            [ATTACKER, DEFENDER].into_iter().flat_map(|role| admirals(self.plan.view, battle, role));
        let admirals = of_both.filter(leads).collect();
        voyages::go(&mut self.plan, (&afloat, &admirals), &self.place, Mooring::Sea, "3.8.7.3");
    }

    /// The target of an interception says for whom its ships have looked in vain, if any of those is left.
    fn have_looked(&mut self, ix: PieceIx, met: &BTreeSet<PieceIx>) {
        let from = interception::comes_from(self.plan.view, met, &self.place);
        let told = missions::looked_for(self.plan.view, ix, &from);
        if let Some(told) = told.filter(|_| !met.is_subset(&self.plan.gone)) {
            self.plan.write_note(ix, missions::TARGET, &told, "3.8.2", "has searched for them in vain");
        }
    }

    /// The target of a mission says that the mines of the place are behind those who have it.
    fn come_past(&mut self, ix: PieceIx, mines: MineField) {
        if let Some(told) = missions::past_mines(self.plan.view, ix, &self.place, mines) {
            self.plan.write_note(ix, missions::TARGET, &told, "3.8.7", "goes on past the mines");
        }
    }
}

impl FoughtOut<'_> {
    fn is(&self, procedures: &[&str]) -> bool {
        procedures.contains(&self.battle.procedure)
    }

    fn yes(&self, key: &str) -> bool {
        self.battle.inputs.get(key).and_then(serde_json::Value::as_bool) == Some(true)
    }

    /// Whether those who searched have met nobody, and others come for whom they look, too (3.8.2, 3.8.7.3).
    fn may_find_others(&self, ships: &BTreeSet<PieceIx>) -> bool {
        let searched = self.is(&[links::ENCOUNTER.procedure]) && ships.is_disjoint(&self.found);
        searched && interception::awaits(self.view, ships, &self.met)
    }

    /// The mines that those of this side came past; behind those of the port all are.
    fn mines(&self, attacks: bool) -> Option<MineField> {
        let met = !attacks && self.is(&[links::ENCOUNTER.procedure]);
        if attacks && self.is(&[links::MINES.procedure]) || met && self.yes("into-port") {
            return Some(MineField::Port);
        }
        let of_sea = attacks && self.is(&[FortMines::HEAD.id()]) || met && self.yes("coastal-fort");
        of_sea.then_some(MineField::Sea)
    }

    /// What becomes of the mission of these ships, which have `arrived` at its target or have still to go there; whether
    /// the battle was `here`, at its target.
    fn fate(
        &self,
        mission: NavalMission,
        ships: &BTreeSet<PieceIx>,
        (arrived, here): (bool, bool),
    ) -> MissionFate {
        let attacks = !ships.is_disjoint(&self.attackers);
        let only_sailed = self.is(&[FortMines::HEAD.id(), CoastalBattery::HEAD.id()]);
        let was_met = !attacks
            && self.is(&[links::ENCOUNTER.procedure, links::COMBAT.procedure, links::SUBMARINE.procedure]);
        let in_port = interception::is_of_port(self.battle);
        let goes_on = self.mines(attacks).map_or(MissionFate::Stays, MissionFate::Past);
        let unless = |stays: bool| if stays { goes_on } else { MissionFate::Over };
        let was_struck = !attacks && air::is_id(&self.battle.id);
        match mission {
            // Whom aircraft found or attacked before he is there goes on (4.7.1).
            NavalMission::Sail if was_struck && !arrived => MissionFate::Stays,
            // So does whom ships met on his way (3.8.7.3).
            NavalMission::Sail if was_met && !here => goes_on,
            NavalMission::Sail => unless(!ships.is_disjoint(&self.awaited)),
            // Who was met on his way with cargo may go on.
            NavalMission::Transport => unless(only_sailed || was_met || was_struck),
            NavalMission::EnterPort if self.halted && !attacks && here && !arrived => MissionFate::Over,
            // The port is still before those who have come into its hex.
            NavalMission::EnterPort if only_sailed || !attacks && !in_port => goes_on,
            NavalMission::Infiltrate if only_sailed => goes_on,
            NavalMission::EnterPort => unless(!ships.is_disjoint(&self.awaited)),
            NavalMission::Engage if !attacks && self.fought => MissionFate::Over,
            NavalMission::Intercept if attacks && self.may_find_others(ships) => MissionFate::Looked,
            _ if !attacks || only_sailed => MissionFate::Stays,
            _ => MissionFate::Over,
        }
    }
}
