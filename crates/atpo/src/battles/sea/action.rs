//! Ships with something to do, on the way to a battle: what the save tells of it, key by key.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::super::super::air::combat::keys::LATER_PILOTS;
use super::super::super::elite_pilots::has_later;
use super::super::super::ground::HexKind;
use super::super::super::kind::Kind;
use super::super::super::sea::air_search::AirSearch;
use super::super::super::states::Posture;
use super::super::super::view::{Alliance, Unit, View};
use super::super::flying::{self, FlownWords};
use super::links::SeaLink;
use super::missions::Venture;
use super::{links, place_of, ships, stowage};
use crate::forces::ATTACKER;
use liege_rules::play::battle::{self, Battle, Engaged, Force, Forces, Note};
use liege_rules::play::procedure::{Refusal, Role, Script as _};
use liege_rules::position::situation::{PieceIx, PlaceId};

/// Ships with something to do, on the way to a battle.
pub(in crate::battles) struct SeaAction<'a> {
    pub(in crate::battles) view: &'a View,
    pub(in crate::battles) link: &'static SeaLink,
    pub(in crate::battles) place: PlaceId,
    /// What of the place, behind the id.
    pub(in crate::battles) what: String,
    pub(in crate::battles) declared: bool,
    pub(in crate::battles) side: Alliance,
    pub(in crate::battles) refused: Option<Refusal>,
    pub(in crate::battles) forces: Vec<(Role, &'static str, Vec<&'a Unit>)>,
    /// Words about some of the air units.
    pub(in crate::battles) flown: FlownWords,
    /// By the key of a force, what is not said of its air units, since its procedure has no word for it.
    pub(in crate::battles) unsaid: Vec<(&'static str, &'static [&'static str])>,
    /// Pieces aboard the ships, where the procedure takes them one by one.
    pub(in crate::battles) aboard: Vec<PieceIx>,
    /// Their key.
    pub(in crate::battles) aboard_key: &'static str,
    /// Ships that sea mines of an interception meet no more, or not.
    pub(super) behind: Vec<PieceIx>,
    pub(in crate::battles) inputs: Map<String, Value>,
    /// What the save tells of further keys, which count only beside some that a player gives.
    pub(super) spare: Map<String, Value>,
    pub(in crate::battles) notes: Vec<Note>,
}

impl<'a> SeaAction<'a> {
    pub(super) fn new(view: &'a View, link: &'static SeaLink, venture: &Venture<'_>) -> Self {
        Self::at(view, link, venture.side, place_of(venture))
    }

    /// Somebody of a party with something to do at a place.
    pub(in crate::battles) fn at(
        view: &'a View,
        link: &'static SeaLink,
        side: Alliance,
        place: PlaceId,
    ) -> Self {
        Self {
            view,
            link,
            place,
            what: String::new(),
            declared: false,
            side,
            refused: None,
            forces: Vec::new(),
            flown: FlownWords::new(),
            unsaid: Vec::new(),
            aboard: Vec::new(),
            aboard_key: links::CARGO,
            behind: Vec::new(),
            inputs: Map::new(),
            spare: Map::new(),
            notes: Vec::new(),
        }
    }

    /// Marks declare it; a target that is none comes before all other reasons.
    pub(in crate::battles) fn declare(&mut self, target: &Result<PlaceId, String>) {
        self.declared = true;
        if let Err(note) = target {
            let reason = format!("the target \"{note}\" is not a place on the map; write one such as E4525");
            self.refused = Some(Refusal::new("", reason));
        }
    }

    /// The first reason counts.
    pub(in crate::battles) fn refuse(&mut self, rule: &'static str, reason: impl Into<String>) {
        self.refused.get_or_insert_with(|| Refusal::new(rule, reason.into()));
    }

    pub(in crate::battles) fn note(&mut self, keys: &'static [&'static str], text: &str) {
        self.notes.push(Note::until(keys, text));
    }

    /// The transport points that the cargo of ships needs: one for each land unit and supply chit aboard sea transport.
    pub(super) fn cargo(&mut self, key: &'static str, ships: &[&Unit]) {
        let aboard = |ix: PieceIx| match self.view.states[ix].posture {
            Posture::Aboard(Some(ship)) => ships.iter().any(|unit| unit.ix == ship && unit.kind == Kind::Stp),
            _ => false,
        };
        let is_cargo = |unit: &&Unit| unit.kind.is_land() && aboard(unit.ix);
        let places: BTreeSet<&PlaceId> = ships.iter().map(|unit| &self.view.piece(unit).at).collect();
        let chits = places.iter().flat_map(|place| self.view.chits(place, "sea-supply"));
        let points = self.view.units.iter().filter(is_cargo).count() + chits.filter(|ix| aboard(*ix)).count();
        if points > 0 {
            self.inputs.insert(key.into(), points.into());
            let keys: &'static [&'static str] =
                if key == "attack-cargo" { &["attack-cargo"] } else { &["defence-cargo"] };
            let told = format!(
                "assuming one point for each unit aboard sea transport; change it with {key}=… (3.13, gap G05)"
            );
            self.note(keys, &told);
        }
    }

    pub(in crate::battles) fn coast(&mut self) {
        match self.view.ground(&self.place).map(|facts| facts.kind) {
            Some(HexKind::Coastal) => _ = self.inputs.insert("coastal".into(), true.into()),
            Some(HexKind::Sea) => _ = self.inputs.insert("coastal".into(), false.into()),
            _ => {}
        }
    }

    pub(in crate::battles) fn date(&mut self) {
        if let Some(date) = self.view.situation.clock.date {
            self.inputs.insert("date".into(), format!("{:04}-{:02}", date.year, date.month).into());
        }
    }

    /// A chit that no save shows; its owner plays it or not.
    pub(super) fn magic(&mut self) {
        self.note(&["magic"], "assuming no Naval Magic chit; change it with magic=… (17.10)");
    }

    /// Whose the mines of the place are, where they are Allied; whether they are.
    pub(super) fn mines(&mut self) -> bool {
        let nation = self.owner_of_mines();
        let is_allied = nation.is_some();
        self.inputs.extend(nation.map(|nation| ("mines".to_owned(), nation.into())));
        is_allied
    }

    fn owner_of_mines(&self) -> Option<String> {
        let hex = self.place.hex();
        let allied = hex.filter(|hex| self.view.owning_side(*hex) == Some(Alliance::Allies));
        allied.and_then(|hex| self.view.owner(hex)).map(str::to_owned)
    }

    /// Whether the port is enlarged and the hex fortified.
    pub(in crate::battles) fn installations(&mut self) {
        self.inputs.extend(self.port_works());
    }

    fn port_works(&self) -> Map<String, Value> {
        let works = [("enlarged", "harbor-enlargement"), ("fortified", "fortification")].into_iter();
        let working = works.filter(|(_, kind)| !self.view.working(&self.place, kind).is_empty());
        working.map(|(key, _)| (key.to_owned(), true.into())).collect()
    }

    /// What counts of the port of the place, should a player say that it is entered.
    pub(super) fn spare_port(&mut self) {
        let Some(hex) = self.place.hex() else { return };
        self.spare = self.port_works();
        self.spare.insert("hex".into(), hex.to_string().into());
        let nation = self.owner_of_mines();
        self.spare.extend(nation.map(|nation| ("mines".to_owned(), nation.into())));
    }

    pub(in crate::battles) fn battle(mut self) -> Battle {
        let mut forces = Vec::new();
        let mut pieces: Vec<PieceIx> = Vec::new();
        for (role, key, units) in std::mem::take(&mut self.forces) {
            pieces.extend(units.iter().map(|unit| unit.ix));
            let by_counter = self.link.procedure != AirSearch::HEAD.id();
            let units = if by_counter && units.iter().all(|unit| unit.kind.flies()) {
                let unsaid =
                    self.unsaid.iter().find(|(of, _)| *of == key).map_or(&[][..], |(_, words)| words);
                flying::engaged(self.view, &units, &self.place, &self.flown, unsaid)
            } else {
                ships::engaged(self.view, &units, &mut self.notes)
            };
            forces.push(Force { role, key, units });
        }
        if !self.aboard.is_empty() {
            pieces.extend(&self.aboard);
            let units = self.aboard.iter().map(|ix| stowage::stowed(self.view, *ix)).collect();
            forces.push(Force { role: ATTACKER, key: self.aboard_key, units });
        }
        if self.refused.is_some() {
            // What else would count is of no use to him who cannot fight.
            self.notes.clear();
        }
        let is_behind = |unit: &&Engaged| {
            self.behind.iter().any(|ix| self.view.situation.pieces[*ix].id == unit.piece.id)
        };
        let behind = forces.iter().flat_map(|force| &force.units).filter(is_behind);
        let behind: Vec<Value> = behind.map(|unit| unit.name.as_str().into()).collect();
        if !behind.is_empty() {
            self.inputs.insert(links::BEHIND.into(), behind.into());
        }
        let is_key = |force: &&Force| self.link.keys.iter().any(|key| key.name == force.key);
        let told = forces.iter().filter(is_key).filter(|force| !force.units.is_empty());
        let told: Vec<(String, Value)> = told.map(|force| (force.key.to_owned(), force.listed())).collect();
        self.inputs.extend(told);
        let asked = self.link.keys.iter().any(|key| key.name == LATER_PILOTS.name);
        let japanese = |ix: &&PieceIx| self.view.situation.pieces[**ix].nation() == "JP";
        if asked && pieces.iter().any(|ix| japanese(&ix)) && has_later(self.view) {
            self.inputs.insert(LATER_PILOTS.name.to_string(), true.into());
        }
        let situation = &self.view.situation;
        let what = if self.what.is_empty() { String::new() } else { format!("-{}", self.what) };
        let key = || situation.pack.map.facts(&self.place).map(|facts| facts.key.to_string());
        let place = self.place.hex().map(|hex| hex.to_string()).or_else(key).unwrap_or_default();
        Battle {
            id: format!("{}-{place}{what}", self.link.prefix),
            game: "atpo",
            alike: situation.pack.alike.clone(),
            procedure: self.link.procedure,
            then: self.link.then,
            title: self.title(),
            declared: self.declared,
            refused: self.refused,
            place: situation.place(&self.place, &pieces),
            forces: Forces(forces),
            inputs: self.inputs,
            takes: battle::takes(self.link.keys, |key| !self.link.overlay.units.contains(&key)),
            spare: self.spare,
            barred: None,
            given: Map::new(),
            notes: self.notes,
        }
    }

    fn title(&self) -> String {
        let name = self.view.ground(&self.place).map_or("", |facts| facts.name.as_str());
        let place = if name.is_empty() { self.place.to_string() } else { format!("{name} ({})", self.place) };
        let what = if self.what.is_empty() {
            String::new()
        } else {
            format!(" of the {}", self.what.replace('-', " "))
        };
        format!("{} {}{what} in {place}", self.side.word(), self.link.called)
    }
}
