//! What helps from the air and the sea: aircraft over the hex or with the mission for it, and ships in it (3.14.5.4,
//! 4.11).

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::super::air::combat::keys::LATER_PILOTS;
use super::super::elite_pilots::has_later;
use super::super::forces::{ATTACKER, DEFENDER};
use super::super::kind::{Air, Kind, Ship};
use super::super::range::{is_fighter_type, leg};
use super::super::ratings::Ratings;
use super::super::states::{AirMission, Posture, Status};
use super::super::view::{Alliance, Unit};
use super::air::carry::points;
use super::air::{AirMeeting, ground_support, way};
use super::aloft::carriers_of;
use super::forces::face;
use super::{DeclaredAttack, flying};
use crate::ground::HexKind;
use liege_rules::play::battle::{Force, Note};
use liege_rules::play::procedure::Role;
use liege_rules::position::situation::{PieceIx, PlaceId};

/// Who is in the air over an attack, and who can meet whom there.
pub(super) struct AirOverHex<'a> {
    /// The attacker's ground support.
    pub own: Vec<&'a Unit>,
    /// The defender's.
    pub theirs: Vec<&'a Unit>,
    /// Who can meet them.
    meeting: AirMeeting<'a>,
    /// Those of both parties that escort the others.
    pub escorts: BTreeSet<PieceIx>,
    /// Whether there is anybody to fight in the air.
    pub is_fought: bool,
}

impl<'a> AirOverHex<'a> {
    /// The forces of the fight in the air, as the procedure is told of them, and its other values.
    pub(super) fn join(self, attack: &mut DeclaredAttack<'a>, inputs: &mut Map<String, Value>) -> Vec<Force> {
        let (view, place) = (attack.view, PlaceId::Hex(attack.hex));
        let mut words = self.meeting.words();
        let chooses = |unit: &&&Unit| matches!(unit.kind, Kind::Air(air) if air.may_choose());
        let escorts = self.own.iter().chain(&self.theirs).filter(|unit| self.escorts.contains(&unit.ix));
        words.extend(escorts.filter(chooses).map(|unit| (unit.ix, vec!["as-fighter"])));
        let rising: Vec<&Unit> = self.theirs.iter().chain(&self.meeting.interceptors).copied().collect();
        let launching = carriers_of(view, &self.own).into_iter().chain(carriers_of(view, &rising));
        for (key, value) in LAUNCHING.into_iter().zip(launching) {
            if !value.is_empty() {
                inputs.insert(key.into(), value.into());
            }
        }
        inputs.insert("air-combat".into(), true.into());
        if has_later(view) {
            inputs.insert(LATER_PILOTS.name.to_string(), true.into());
        }
        attack.notes.push(Note::until(
            &["air-combat"],
            "includes the air battle over the hex; if you fought it by hand, give the survivors as \
             attack-air=… and defence-air=… (4.7, 4.8)",
        ));
        let support = [(ATTACKER, "attack-air", self.own), (DEFENDER, "defence-air", self.theirs)];
        let all = support.into_iter().chain(self.meeting.forces());
        let engaged = |(role, key, units): (Role, &'static str, Vec<&Unit>)| Force {
            role,
            key,
            units: flying::engaged(view, &units, &place, &words, &[]),
        };
        let forces: Vec<Force> = all.map(engaged).filter(|force| !force.units.is_empty()).collect();
        inputs.extend(forces.iter().map(|force| (force.key.to_owned(), force.listed())));
        forces
    }
}

/// The keys of carriers that launch, of the attacker and of the defender.
const LAUNCHING: [&str; 4] = ["attack-carriers", "launch-admiral", "defence-carriers", "defence-admiral"];

impl<'a> DeclaredAttack<'a> {
    /// The air units of both parties that help, and the fighters that can meet them (4.3.8.1, 4.3.10, 4.11).
    pub(super) fn aircraft(&mut self) -> AirOverHex<'a> {
        let (view, place) = (self.view, PlaceId::Hex(self.hex));
        let mut escorts = BTreeSet::new();
        let (own, from) = self.supporting(self.side, &mut escorts);
        let (theirs, _) = self.supporting(self.side.enemy(), &mut escorts);
        let way = from.map(|from| way(view, &from, &place)).unwrap_or_default();
        let meeting = AirMeeting::over_battle(view, self.side, [&own, &theirs], &place, &way);
        let mut all = own.iter().chain(&theirs);
        let over_hex = !own.is_empty() && !theirs.is_empty() && all.any(|unit| is_fighter_type(unit.kind));
        let met = !own.is_empty() && meeting.is_possible();
        let countered = !theirs.is_empty() && !meeting.counter.is_empty();
        let is_fought = over_hex || met || countered;
        if !theirs.is_empty() || met {
            self.notes.extend(meeting.notes(view, self.side, true));
        } else if !own.is_empty() {
            self.notes.extend(meeting.elsewhere(view, self.side, false));
            self.notes.extend(AirMeeting::unseen(view, self.side));
        }
        AirOverHex { own, theirs, meeting, escorts, is_fought }
    }

    /// The air units of a party that help, aloft over the hex or by their marks; those that bring paratroops first, in their
    /// order. Also from where the one that comes from farthest does.
    fn supporting(
        &mut self,
        side: Alliance,
        escorts: &mut BTreeSet<PieceIx>,
    ) -> (Vec<&'a Unit>, Option<PlaceId>) {
        let (view, hex) = (self.view, self.hex);
        let brings = |ix| self.attackers.iter().any(|unit| self.drops_from(unit) == Some(ix));
        let there = |unit: &Unit| view.posture(unit) == Posture::Aloft || brings(unit.ix);
        let aloft = |unit: &&Unit| unit.side == side && there(unit);
        let mut helping: Vec<&Unit> = view.in_hex(hex).filter(aloft).collect();
        let party = ground_support(view, side, hex);
        escorts.extend(&party.escorts);
        self.notes.extend(party.flown.iter().map(|(_, told)| Note::plain(told.as_str())));
        self.notes.extend(party.left_out.iter().map(Note::left_out));
        helping.extend(party.flown.into_iter().map(|(unit, _)| unit));
        let mut farthest = party.farthest;
        for drop in self.flown.iter().filter(|_| side == self.side) {
            let known = helping.iter().any(|unit| unit.ix == drop.transport.ix);
            helping.extend((!known).then_some(drop.transport));
            let leg = leg(view, drop.transport, AirMission::Transport, &PlaceId::Hex(hex)).ok();
            farthest = farthest.max(leg.map(|leg| (leg.hexes, leg.base.at)));
        }
        let helps = |unit: &&Unit| {
            let kinds = [Air::Fighter, Air::FighterBomber, Air::Bomber, Air::NavalAir];
            unit.kind == Kind::Atp || matches!(unit.kind, Kind::Air(air) if kinds.contains(&air))
        };
        let (mut helping, others): (Vec<&Unit>, Vec<&Unit>) =
            helping.into_iter().filter(|unit| unit.kind.flies()).partition(helps);
        for unit in others {
            let told =
                format!("{} cannot give ground support and is left out (4.11.2)", view.piece(unit).name);
            self.notes.push(Note::plain(told));
        }
        let drops = |unit: &&Unit| {
            let carried = |cargo: &&&Unit| view.posture(cargo) == Posture::Aboard(Some(unit.ix));
            self.attackers.iter().position(|cargo| carried(&cargo)).unwrap_or(usize::MAX)
        };
        helping.sort_by_key(drops);
        (helping, farthest.map(|(_, from)| from))
    }

    /// Air units as a battle takes them in which nobody meets them: `B 5 heavy`.
    pub(super) fn as_left(&self, units: &[&Unit], escorts: &BTreeSet<PieceIx>) -> Vec<String> {
        let one = |unit: &&Unit| {
            let kind = match unit.kind {
                _ if escorts.contains(&unit.ix) => "F",
                Kind::Atp => return format!("ATP {}", points(self.view, unit)),
                Kind::Air(Air::Fighter) => "F",
                Kind::Air(Air::FighterBomber) => "FB",
                Kind::Air(Air::NavalAir) => "N",
                _ => "B",
            };
            let pilots = if self.view.states(unit).elite { self.view.elite_strength() } else { 0 };
            let strength = match &*unit.ratings {
                Ratings::Air(air) => {
                    face(&air.strength, self.view.is_reduced(unit)).unwrap_or(0).max(0) + pilots
                }
                _ => 0,
            };
            let heavy = if unit.entry.marks.contains("heavy") { " heavy" } else { "" };
            format!("{kind} {strength}{heavy}")
        };
        units.iter().map(one).collect()
    }

    /// The guns of a party's ships at sea in the hex that are Active or on Standby (3.14.5.4).
    pub(super) fn guns(&mut self, side: Alliance, keys: [&str; 3], inputs: &mut Map<String, Value>) {
        let map = &self.view.map();
        if map.facts(self.hex).is_none_or(|facts| facts.kind != HexKind::Coastal) {
            return;
        }
        let attacks = side == self.side;
        let ships = self.in_hex(side).filter(|unit| matches!(unit.kind, Kind::Ship(_)));
        let at_sea: Vec<&Unit> = ships.filter(|unit| self.posture(unit) == Posture::Present).collect();
        let ready = |unit: &&&Unit| {
            let piece = self.view.piece(unit);
            piece.has(Status::Active) || piece.has(Status::Standby)
        };
        let firing: Vec<&Unit> = at_sea.iter().filter(ready).copied().collect();
        if firing.len() < at_sea.len() {
            let whose = if attacks { "attacking" } else { "defending" };
            let note = match (at_sea.len(), at_sea.len() - firing.len()) {
                (1, _) => format!("the {whose} ship in {} does not fire: it is", self.hex),
                (all, idle) if all == idle => {
                    format!("the {all} {whose} ships in {} do not fire: they are", self.hex)
                }
                (all, 1) => format!("1 of {all} {whose} ships in {} does not fire: it is", self.hex),
                (all, idle) => format!("{idle} of {all} {whose} ships in {} do not fire: they are", self.hex),
            };
            self.notes.push(Note::plain(format!("{note} neither Active nor on Standby (3.14.5.4)")));
        }
        let gunnery: i32 = firing
            .iter()
            .filter_map(|unit| match &*unit.ratings {
                Ratings::Ship(ship) if unit.kind == Kind::Ship(Ship::Capital) => {
                    face(&ship.gunnery, self.view.is_reduced(unit))
                }
                _ => None,
            })
            .map(|guns| guns.max(0))
            .sum();
        let of = |kind: Ship| firing.iter().any(|unit| unit.kind == Kind::Ship(kind));
        let [dd, cl, guns] = keys;
        for (key, kind) in [(dd, Ship::Destroyer), (cl, Ship::LightCruiser)] {
            if of(kind) {
                inputs.insert(key.into(), true.into());
            }
        }
        if gunnery > 0 {
            inputs.insert(guns.into(), gunnery.into());
        }
        if attacks && (gunnery > 0 || of(Ship::Destroyer) || of(Ship::LightCruiser)) {
            self.notes.push(Note::until(
                &["dd", "cl", "gunnery"],
                "assuming the ships have not bombarded this month or withdrawn from a sea battle here; \
                 change it with dd=no, cl=no, gunnery=0 (3.11.1, 3.14.5.4)",
            ));
        }
    }

    /// The best A value of the attacker's Admirals at sea in the hex of an assault (3.12.1.3).
    pub(super) fn admiral(&self) -> Option<Value> {
        let values = self.in_hex(self.side).filter_map(|unit| match &*unit.ratings {
            Ratings::Leader(leader)
                if unit.kind == Kind::Admiral && self.posture(unit) != Posture::Docked =>
            {
                let mut words = leader.leads.split_whitespace();
                words.find_map(|word| word.strip_prefix('A')?.parse::<u8>().ok())
            }
            _ => None,
        });
        values.max().filter(|value| *value > 0).map(|value| json!(value.min(9)))
    }

    fn in_hex(&self, side: Alliance) -> impl Iterator<Item = &'a Unit> + use<'a> {
        self.view.in_hex(self.hex).filter(move |unit| unit.side == side)
    }

    fn posture(&self, unit: &Unit) -> Posture {
        self.view.posture(unit)
    }
}
