//! The units of an attack as its procedure is told of them: printed strength, steps, state, circumstances.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::super::kind::{Kind, Land};
use super::super::ratings::Ratings;
use super::super::states::{Posture, Status};
use super::super::supply::stores::Draws;
use super::super::supply::{Supplied, Trust};
use super::super::view::{Unit, View};
use super::{DeclaredAttack, country};
use crate::ground::SideKind;
use liege_rules::data::catalogue::{Faces, Rating};
use liege_rules::play::battle::Engaged;

/// Generals without a strength of their own: they help every stack near their HQ (16.7).
const AURA: &[(&str, &str)] =
    &[("us-gen-macarthur", "macarthur"), ("au-gen-blamey", "blamey"), ("cn-gen-stilwell", "stilwell")];

/// The state of a unit that attacks across a river.
pub(super) const RIVER: &str = "river";
/// The state of a unit out of supply.
pub(super) const UNSUPPLIED: &str = "unsupplied";

/// Units of a party, named as their procedure tells them apart: `Partisan`, `Partisan #2`; with what it is told of each
/// and its states.
pub(super) fn named_apart(
    view: &View,
    units: &[&Unit],
    told: impl Fn(&Unit) -> (Map<String, Value>, Vec<&'static str>),
) -> Vec<Engaged> {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let one = |unit: &&Unit| {
        let piece = view.piece(unit);
        let number = seen.entry(&piece.name).or_default();
        *number += 1;
        let name = if *number == 1 { piece.name.clone() } else { format!("{} #{number}", piece.name) };
        let (told, states) = told(unit);
        Engaged { piece: view.situation.piece_ref(unit.ix), name, told, states, overruled: BTreeSet::new() }
    };
    units.iter().map(one).collect()
}

impl DeclaredAttack<'_> {
    /// All units of a party, as the procedure is told of them.
    pub(super) fn engaged(&self, units: &[&Unit]) -> Vec<Engaged> {
        named_apart(self.view, units, |unit| (self.told(unit), self.states(unit)))
    }

    fn told(&self, unit: &Unit) -> Map<String, Value> {
        let mut told = Map::new();
        told.insert("kind".into(), unit.entry.kind.as_str().into());
        if self.view.situation.pack.nations.contains_key(&unit.entry.nation) {
            told.insert("nation".into(), unit.entry.nation.clone().into());
        }
        if unit.kind != Kind::Partisan && unit.kind != Kind::Hq {
            told.insert("strength".into(), strength(self, unit).into());
        }
        if unit.kind.is_land() {
            told.insert("steps".into(), steps(self, unit).into());
        }
        told.insert("hex".into(), self.view.piece(unit).at.to_string().into());
        if let Some(carrier) = self.drops_from(unit) {
            told.insert("transport".into(), self.view.situation.pieces[carrier].id.as_str().into());
        }
        told
    }

    fn states(&self, unit: &Unit) -> Vec<&'static str> {
        let (piece, attacks) = (self.view.piece(unit), unit.side == self.side);
        let states = self.view.states(unit);
        let map = &self.view.map();
        let at = piece.at.hex();
        let drop = attacks && self.is_drop(unit);
        let river = attacks && !drop && at.is_some_and(|at| map.has_side(at, self.hex, SideKind::River));
        let aloft = matches!(states.posture, Posture::Aboard(_) | Posture::Aloft);
        let list = [
            ("reduced", states.reduced),
            ("drop", drop && aloft),
            ("dropped", drop && !aloft),
            (RIVER, river),
            ("pinned", states.posture == Posture::Pinned),
            (UNSUPPLIED, unit.kind.is_land() && self.is_unsupplied(unit)),
            ("home", at.is_some_and(|at| country::is_home(self.view, &unit.entry.nation, at))),
        ];
        list.into_iter().filter(|(_, holds)| *holds).map(|(word, _)| word).collect()
    }

    /// Out of supply by its chit or under every reading of the trace. Units that land or drop this month are in
    /// supply (13.5.1.1), pinned ones are not (3.14.8).
    pub(super) fn is_unsupplied(&self, unit: &Unit) -> bool {
        let piece = self.view.piece(unit);
        let lands = unit.side == self.side && self.is_inside(unit);
        match self.view.posture(unit) {
            Posture::Pinned => true,
            _ if piece.has(Status::OutOfSupply) => true,
            _ if lands => false,
            _ => self.view.supply().of_unit(unit) == Supplied::No,
        }
    }

    /// How many attackers no distribution of the supply chits in reach feeds: each needs its share of one, where
    /// defenders need only a line to one (13.5.1.1).
    pub(super) fn left_without_supply(&self) -> u64 {
        let fighting = self.fighters_of_attack().filter(|unit| unit.kind.is_land());
        let marches = |unit: &&Unit| !self.is_inside(unit) && !self.is_drop(unit);
        let drawing = fighting.filter(marches).filter(|unit| !self.is_unsupplied(unit));
        Draws::of(&self.view.supply(), drawing, Trust::Lenient).shortages().iter().map(|draw| draw.left).sum()
    }

    /// The names of the Generals of a party who help its stacks here, in the words of the procedure (16.7).
    pub(super) fn aura(&self, units: &[&Unit]) -> Vec<&'static str> {
        let view = self.view;
        let mut names = Vec::new();
        for general in view.units.iter().filter(|unit| unit.kind == Kind::General) {
            let Some((_, name)) = AURA.iter().find(|(id, _)| *id == general.entry.id) else { continue };
            let Some(seat) = view.piece(general).at.hex() else { continue };
            let radius = view.in_hex(seat).find_map(|hq| match &*hq.ratings {
                Ratings::Leader(leader) if hq.kind == Kind::Hq && hq.entry.nation == general.entry.nation => {
                    leader.radius.as_ref()?.number()
                }
                _ => None,
            });
            let near = |unit: &&&Unit| {
                let distance = self.at(unit).and_then(|at| view.map().distance(seat, at));
                let near =
                    distance.is_some_and(|hexes| radius.is_some_and(|most| i64::from(hexes) <= most.into()));
                unit.kind.is_land() && unit.entry.nation == general.entry.nation && near
            };
            if units.iter().any(|unit| near(&unit)) {
                names.push(*name);
            }
        }
        names
    }
}

/// The printed strength of the face that is up; 0 where none is known.
fn strength(attack: &DeclaredAttack<'_>, unit: &Unit) -> i32 {
    let printed = match &*unit.ratings {
        Ratings::Land(land) => face(&land.strength, attack.view.is_reduced(unit)),
        Ratings::Leader(_) if AURA.iter().any(|(id, _)| *id == unit.entry.id) => None,
        Ratings::Leader(leader) => leader.strength.as_ref().and_then(Rating::number),
        _ => None,
    };
    printed.unwrap_or(0).max(0)
}

/// The steps that are left: one for paratroops and reduced units, else as printed, two where that is not known.
fn steps(attack: &DeclaredAttack<'_>, unit: &Unit) -> i32 {
    let printed = match &*unit.ratings {
        Ratings::Land(land) => land.steps.unwrap_or(2),
        _ => 1,
    };
    let one = attack.view.is_reduced(unit) || unit.kind == Kind::Land(Land::Paratroop);
    if one { 1 } else { printed.clamp(1, 2) }
}

/// A printed number on the face that is up.
pub(super) fn face(faces: &Faces, reduced: bool) -> Option<i32> {
    let up = if reduced { faces.back.as_ref().or(faces.front.as_ref()) } else { faces.front.as_ref() };
    up.and_then(Rating::number)
}
