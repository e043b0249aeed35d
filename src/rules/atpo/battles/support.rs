//! What helps from the air and the sea: aircraft over the hex or with the mission for it, and ships in it (3.14.5.4,
//! 4.11).

use serde_json::{Map, Value, json};

use super::super::kind::{Air, Kind, Ship};
use super::super::ratings::Ratings;
use super::super::states::{Posture, Status};
use super::super::view::{Alliance, Unit};
use super::DeclaredAttack;
use super::air::ground_support;
use super::aloft::meets;
use super::forces::face;
use crate::rules::atpo::ground::HexKind;
use crate::rules::battle::Note;
use crate::rules::situation::PlaceId;

impl<'a> DeclaredAttack<'a> {
    /// The air units of a party that help, aloft over the hex or by their marks, as the procedure writes them: `B 5 heavy`.
    pub(super) fn air(&mut self, side: Alliance) -> Vec<String> {
        let mut helping: Vec<&Unit> =
            self.in_hex(side).filter(|unit| self.posture(unit) == Posture::Aloft).collect();
        helping.extend(self.marked_support(side));
        let mut list = Vec::new();
        for unit in helping {
            let kind = match unit.kind {
                Kind::Atp => "ATP",
                Kind::Air(Air::Fighter) => "F",
                Kind::Air(Air::FighterBomber) => "FB",
                Kind::Air(Air::Bomber) => "B",
                Kind::Air(Air::NavalAir) => "N",
                Kind::Air(_) => {
                    let name = &self.view.piece(unit).name;
                    self.notes.push(Note::plain(format!(
                        "{name} gives no ground support and is left out (4.11.2)"
                    )));
                    continue;
                }
                _ => continue,
            };
            let pilots = if self.view.states(unit).elite { self.view.elite_strength() } else { 0 };
            let strength = match &*unit.ratings {
                Ratings::Air(air) => {
                    face(&air.strength, self.view.is_reduced(unit)).unwrap_or(0).max(0) + pilots
                }
                _ => 0,
            };
            let heavy = if unit.entry.marks.contains("heavy") { " heavy" } else { "" };
            list.push(if kind == "ATP" { kind.to_owned() } else { format!("{kind} {strength}{heavy}") });
        }
        list
    }

    /// Who helps by the mission Ground support; who cannot, and who could meet them first, is told.
    fn marked_support(&mut self, side: Alliance) -> Vec<&'a Unit> {
        let (view, place) = (self.view, PlaceId::Hex(self.hex));
        let party = ground_support(view, side, self.hex);
        self.notes.extend(party.flown.iter().map(|(_, told)| Note::plain(told.as_str())));
        self.notes.extend(party.left_out.iter().map(Note::left_out));
        let flown: Vec<&Unit> = party.flown.into_iter().map(|(unit, _)| unit).collect();
        let fights = |unit: &Unit| {
            let own = |other: &&Unit| view.are_at_war(&other.entry.nation, &unit.entry.nation);
            unit.side != side && unit.kind.is_air() && flown.iter().any(own)
        };
        let able = view.units.iter().filter(|unit| fights(unit) && meets(view, unit, &place));
        let able: Vec<&str> = able.map(|unit| view.piece(unit).name.as_str()).collect();
        if !able.is_empty() {
            let keys: &'static [&'static str] =
                if side == self.side { &["attack-air"] } else { &["defence-air"] };
            let told = format!(
                "{} can meet them first (ATPO-R28): after that give {}=… as it is left (4.7)",
                able.join(", "),
                keys[0]
            );
            self.notes.push(Note::until(keys, told));
        }
        flown
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
                "the ships are counted as not having bombarded yet this month, nor withdrawn from a battle at sea here; otherwise give dd=no, cl=no, gunnery=0 (3.11.1, 3.14.5.4)",
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
