//! Battles of a position: on land who attacks which hex, by the marks in the save or because he could; at sea in `sea`,
//! in the air in `air`.
//!
//! Attacks on land are declared by arrows, missions at sea and in the air by a Layer with notes. The mission is a
//! Layer on ship and chit rather than a chit in the stack, so that it moves, hides and is copied with its force.
//! `links` says which procedure resolves each mission and which of its keys the ships in the save answer.
//! `battles::plan` has what all of them do to pieces, `battles::sea::cargo` what goes down with ships.

mod air;
mod aloft;
mod bases;
mod changes;
mod code;
mod country;
mod flying;
mod forces;
mod given;
mod inputs;
mod landing;
mod names;
mod neutral;
mod partisans;
mod plan;
mod ports;
mod retreat;
mod retreated;
mod riders;
mod sea;
mod spent;
mod support;
mod task_forces;
mod weather;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::kind::Kind;
use super::states::Posture;
use super::view::{Alliance, Unit, View};
use crate::ground::SideKind;
use liege_rules::play::battle::{Battle, Note, PlannedChange, Settled};
use liege_rules::play::deeds::Deed;
use liege_rules::play::inputs::KeyFault;
use liege_rules::play::procedure::Refusal;
use liege_rules::position::places::Hex;
use liege_rules::position::situation::PlaceId;

/// One attack on one hex, all its defenders together (11.6.1).
struct DeclaredAttack<'a> {
    view: &'a View,
    side: Alliance,
    hex: Hex,
    declared: bool,
    /// Combat land units, then their Generals.
    attackers: Vec<&'a Unit>,
    /// Paratroops among them that air transport brings from its base.
    flown: Vec<BattleDrop<'a>>,
    /// Combat land units, HQs, Generals and partisans of the hex.
    defenders: Vec<&'a Unit>,
    notes: Vec<Note>,
}

use air::carry::BattleDrop;
use forces::named_apart;
pub(super) use sea::installations::targets;
pub(super) use spent::spent;

/// The battles that the marks of the units declare: attacks on land, then missions at sea.
pub fn declared(view: &View) -> Vec<Battle> {
    let mut battles = attacks(view);
    battles.extend(sea::declared(view));
    battles.extend(air::declared(view));
    code::bar(view, &mut battles);
    battles
}

/// Battles in the order of the rules: what meets ships on their way before what they do where they come to.
pub fn in_order(mut battles: Vec<Battle>) -> Vec<Battle> {
    let ranks: BTreeMap<String, u8> = sea::order::ranks(&battles);
    battles.sort_by_key(|battle| ranks.get(&battle.id).copied().unwrap_or_default());
    battles
}

/// What a battle, as it was fought, has made of another of its position.
pub fn settles(fought: &Battle, deeds: &[Deed], other: &Battle) -> Option<Settled> {
    sea::order::settles(fought, deeds, other)
}

/// The places from which the other party may still react to those who move in a battle.
pub fn reactors(view: &View, battle: &Battle) -> BTreeSet<PlaceId> {
    sea::reactors::of(view, battle)
}

/// The battles that could be fought and are not declared.
pub fn possible(view: &View) -> Vec<Battle> {
    let mut battles = possible_attacks(view);
    battles.extend(sea::possible(view));
    battles.extend(air::possible(view));
    code::bar(view, &mut battles);
    battles
}

/// The battle with this id, declared or possible.
pub fn called(view: &View, id: &str) -> Option<Battle> {
    let mut found = match id {
        id if sea::is_id(id) => sea::called(view, id),
        id if air::is_id(id) => air::called(view, id),
        id => attack_called(view, id),
    };
    code::bar(view, found.as_mut_slice());
    found
}

/// A battle with values that a player gives beside the save.
///
/// # Errors
/// Every value that its procedure does not know or that this battle does not use.
pub fn lay(battle: &Battle, said: &Map<String, Value>) -> Result<Battle, Vec<KeyFault>> {
    let of_missions = sea::lay(battle, said).or_else(|| air::lay(battle, said));
    of_missions.unwrap_or_else(|| given::lay(battle, said))
}

/// Whether missions declare a battle, of ships or of aircraft.
fn is_of_missions(id: &str) -> bool {
    sea::is_id(id) || air::is_id(id)
}

/// What a side still decides after a battle.
pub fn follow_up(view: &View, battle: &Battle, deeds: &[Deed]) -> Option<Battle> {
    if is_of_missions(&battle.id) { sea::changes::follow_up(view, battle, deeds) } else { None }
}

/// The edits that the deeds of a battle ask for.
pub fn changes_of(view: &View, battle: &Battle, deeds: &[Deed]) -> Vec<PlannedChange> {
    if is_of_missions(&battle.id) {
        sea::changes::of(view, battle, deeds)
    } else {
        changes::of(view, battle, deeds)
    }
}

/// The attacks that the marks of the units declare.
fn attacks(view: &View) -> Vec<Battle> {
    let marked = marked(view);
    tell_apart(marked.keys().map(|(hex, side)| of_marks(view, &marked, *hex, *side)).collect())
}

fn of_marks<'a>(view: &'a View, marked: &Marked<'a>, hex: Hex, side: Alliance) -> Battle {
    let units = marked.get(&(hex, side)).cloned().unwrap_or_default();
    let mut attack = DeclaredAttack::new(view, side, hex, units);
    attack.declared = true;
    attack.sort_out_riders();
    attack.add_generals(marked);
    attack.battle()
}

/// Every hex with enemy units or a fort beside combat units that could attack it, without those that are declared,
/// those that only friends hold, and those of nations with whom no attacker is at war.
fn possible_attacks(view: &View) -> Vec<Battle> {
    let declared = marked(view);
    let mut targets: BTreeSet<(Hex, Alliance)> = BTreeSet::new();
    for place in view.situation.at.keys() {
        targets.extend(place.hex().into_iter().flat_map(|hex| targets_in(view, hex)));
    }
    let open = targets.into_iter().filter(|target| !declared.contains_key(target));
    tell_apart(open.filter_map(|(hex, side)| undeclared(view, hex, side)).collect())
}

/// The attack with this id, declared or possible; only those of its hex are worked out.
fn attack_called(view: &View, id: &str) -> Option<Battle> {
    let hex = id.split('-').nth(1)?.parse().ok()?;
    let marked = marked(view);
    let of_hex = marked.keys().filter(|(target, _)| *target == hex);
    let declared = of_hex.map(|(hex, side)| of_marks(view, &marked, *hex, *side));
    let declared = tell_apart(declared.collect()).into_iter().find(|battle| battle.id == id);
    declared.or_else(|| {
        let open = targets_in(view, hex).into_iter().filter(|target| !marked.contains_key(target));
        let battles = open.filter_map(|(hex, side)| undeclared(view, hex, side)).collect();
        tell_apart(battles).into_iter().find(|battle| battle.id == id)
    })
}

/// Who could attack a hex: the enemies of the units in it, and of those whose fort it is.
fn targets_in(view: &View, hex: Hex) -> BTreeSet<(Hex, Alliance)> {
    let units = view.in_hex(hex).filter(|unit| is_target(view, unit));
    let mut targets: BTreeSet<(Hex, Alliance)> = units.map(|unit| (hex, unit.side.enemy())).collect();
    if !view.working(&PlaceId::Hex(hex), "fortification").is_empty() {
        targets.extend(view.owning_side(hex).map(|side| (hex, side.enemy())));
    }
    targets
}

/// The attack of a side on a hex that no mark declares; none where nobody can attack.
fn undeclared(view: &View, hex: Hex, side: Alliance) -> Option<Battle> {
    let units = beside(view, side, hex);
    if units.is_empty() {
        return None;
    }
    let mut attack = DeclaredAttack::new(view, side, hex, units);
    attack.leave_out_neutrals();
    if attack.attackers.is_empty() || attack.refusal().is_some() {
        return None;
    }
    attack.add_generals(&BTreeMap::new());
    Some(attack.battle())
}

/// Units by the hex they attack and their party.
type Marked<'a> = BTreeMap<(Hex, Alliance), Vec<&'a Unit>>;

fn marked(view: &View) -> Marked<'_> {
    let mut marked: Marked<'_> = BTreeMap::new();
    let drops = air::carry::flown_into_battle(view);
    for unit in view.units.iter().filter(|unit| matches!(unit.kind, Kind::Land(_) | Kind::General)) {
        // The mission of its air transport says where a paratroop attacks.
        let drop = drops.iter().find(|drop| drop.paratroop.ix == unit.ix).map(|drop| drop.hex);
        if let Some(hex) = drop.or(view.states(unit).attack) {
            marked.entry((hex, unit.side)).or_default().push(unit);
        }
    }
    marked.retain(|_, units| units.iter().any(|unit| unit.kind.is_land()));
    marked
}

fn is_target(view: &View, unit: &Unit) -> bool {
    matches!(unit.kind, Kind::Land(_) | Kind::Partisan) && view.is_ashore(unit)
}

/// The combat units of a side that stand beside a hex and can cross into it.
fn beside(view: &View, side: Alliance, hex: Hex) -> Vec<&Unit> {
    let neighbours = view.map().neighbours(hex);
    let open = neighbours.into_iter().filter(|from| barrier(view, *from, hex).is_none());
    open.flat_map(|from| view.land_ashore(from, side)).collect()
}

/// The hexside kind that bars land units between two hexes (22); a ferry opens all-sea sides and lakes.
fn barrier(view: &View, from: Hex, to: Hex) -> Option<&'static str> {
    let map = view.map();
    let ferry = map.has_side(from, to, SideKind::Ferry);
    map.sides(from, to).find_map(|side| match side {
        SideKind::AllSea if !ferry => Some("all-sea"),
        SideKind::Lake if !ferry => Some("lake"),
        SideKind::Impassable => Some("impassable"),
        _ => None,
    })
}

/// Where both parties attack the same hex, the id says which battle is whose.
fn tell_apart(battles: Vec<Battle>) -> Vec<Battle> {
    tell_apart_from(std::iter::empty(), battles)
}

/// The same where other battles have ids already.
fn tell_apart_from(others: impl Iterator<Item = String>, mut battles: Vec<Battle>) -> Vec<Battle> {
    let mut taken: BTreeSet<String> = others.collect();
    for battle in &mut battles {
        let plain = battle.id.clone();
        let mut number = 1;
        while !taken.insert(battle.id.clone()) {
            number += 1;
            battle.id = format!("{plain}-{number}");
        }
    }
    battles
}

impl<'a> DeclaredAttack<'a> {
    fn new(view: &'a View, side: Alliance, hex: Hex, attackers: Vec<&'a Unit>) -> Self {
        let in_hex = view.in_hex(hex).filter(|unit| unit.side != side);
        let defends = |unit: &&Unit| {
            let kind = matches!(unit.kind, Kind::Land(_) | Kind::Hq | Kind::General | Kind::Partisan);
            let pinned = view.posture(unit) == Posture::Pinned || view.is_on_beach_with_troops(unit);
            kind && (view.is_ashore(unit) || pinned)
        };
        let mut defenders: Vec<&Unit> = in_hex.filter(defends).collect();
        let mut attackers = attackers;
        attackers.sort_by_key(|unit| !unit.kind.is_land());
        defenders.sort_by_key(|unit| !unit.kind.is_land());
        Self { view, side, hex, declared: false, attackers, flown: Vec::new(), defenders, notes: Vec::new() }
    }

    /// A General goes with the attack of his stack; where the stack is split, only his own mark tells (11.5.2).
    fn add_generals(&mut self, marked: &Marked<'a>) {
        let view = self.view;
        let hexes: BTreeSet<Hex> = self.attackers.iter().filter_map(|unit| self.at(unit)).collect();
        for hex in hexes {
            let targets = marked.iter().filter(|((_, side), units)| {
                *side == self.side && units.iter().any(|unit| view.piece(unit).at == PlaceId::Hex(hex))
            });
            let split = targets.count() > 1;
            let generals = view.in_hex(hex).filter(|unit| {
                unit.side == self.side && unit.kind == Kind::General && view.states(unit).attack.is_none()
            });
            for general in generals {
                if split {
                    let name = &view.piece(general).name;
                    self.notes.push(Note::plain(format!(
                        "{name} in {hex} does not count in any of the stack's attacks: mark the one that he \
                         joins"
                    )));
                } else {
                    self.attackers.push(general);
                }
            }
        }
    }

    /// Why this hex cannot be attacked so: only friends stand in it, or who is to land cannot.
    fn refusal(&self) -> Option<Refusal> {
        self.of_riders_alone().or_else(|| self.against_friends()).or_else(|| self.landing_refusal())
    }

    fn against_friends(&self) -> Option<Refusal> {
        let mut friends = self.view.land_ashore(self.hex, self.side).peekable();
        friends.peek()?;
        let enemies = self.defenders.iter().any(|unit| is_target(self.view, unit));
        let names: Vec<&str> = friends.map(|unit| self.view.piece(unit).name.as_str()).collect();
        let reason = format!(
            "{} is held by the attacker's own side ({}), without enemy units",
            self.hex,
            names.join(", ")
        );
        (!enemies).then(|| Refusal::new("11.6.1", reason))
    }

    fn at(&self, unit: &Unit) -> Option<Hex> {
        self.view.piece(unit).at.hex()
    }

    /// Whether a unit attacks the hex it is in: from the sea, from the air, or pinned on its beach.
    fn is_inside(&self, unit: &Unit) -> bool {
        self.at(unit) == Some(self.hex)
    }

    /// Whether an attacker comes from the air: a paratroop in its target hex, not aboard a ship, or one that air transport
    /// brings from its base (4.12.4).
    fn is_drop(&self, unit: &Unit) -> bool {
        let paratroop = unit.kind == Kind::Land(super::kind::Land::Paratroop);
        self.is_flown_in(unit) || paratroop && self.is_inside(unit) && !self.is_aboard_ship(unit)
    }

    fn is_flown_in(&self, unit: &Unit) -> bool {
        self.flown.iter().any(|drop| drop.paratroop.ix == unit.ix)
    }

    fn is_aboard_ship(&self, unit: &Unit) -> bool {
        match self.view.posture(unit) {
            Posture::Aboard(Some(carrier)) => self.view.kind_of(carrier) != Some(Kind::Atp),
            Posture::Aboard(None) => !self.view.in_hex(self.hex).any(|other| other.kind == Kind::Atp),
            _ => false,
        }
    }

    fn is_amphibious(&self) -> bool {
        self.attackers.iter().any(|unit| unit.kind.is_land() && self.is_inside(unit) && !self.is_drop(unit))
    }

    /// Whether combat land units defend the hex (3.14.5.1).
    fn is_defended(&self) -> bool {
        self.defenders.iter().any(|unit| unit.kind.is_land())
    }
}
