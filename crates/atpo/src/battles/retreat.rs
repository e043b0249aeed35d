//! Where the defenders of a hex can go (11.6.7): hexes away from it, with what bars or prefers each of them.

use std::collections::{BTreeMap, BTreeSet};

use super::super::checks::{COMMUNISTS, is_closed_to_communists, step_limit};
use super::super::kind::Kind;
use super::super::ratings::Ratings;
use super::super::view::{Unit, View};
use super::{DeclaredAttack, barrier};
use crate::ground::HexKind;
use liege_rules::position::places::Hex;
use liege_rules::position::situation::PlaceId;

/// Hexes that a result can ask for.
const MOST: u32 = 3;
/// Hexes that an overstacked unit may have to go (11.6.7).
const FURTHEST: u32 = 6;

impl DeclaredAttack<'_> {
    /// The places of `retreat`: `E4426:1 closer`; none when the defenders are surrounded.
    pub(super) fn retreat(&self) -> Vec<String> {
        let aside = self.reach(false);
        let all = self.reach(true);
        let sources = self.sources();
        let beside: BTreeSet<Hex> = all.keys().filter(|hex| !aside.contains_key(hex)).copied().collect();
        let places: Vec<(u32, Hex)> = {
            let mut places: Vec<(u32, Hex)> = all.iter().map(|(hex, distance)| (*distance, *hex)).collect();
            places.sort_unstable();
            places
        };
        let full: BTreeSet<Hex> =
            places.iter().map(|(_, hex)| *hex).filter(|hex| self.is_overstacked(*hex)).collect();
        let further = places.iter().any(|(distance, hex)| *distance <= MOST && full.contains(hex));
        let most = if further { FURTHEST } else { MOST };
        let out_of_supply = self.is_out_of_supply();
        let places = places.into_iter().filter(|(distance, _)| *distance <= most);
        let line = |(distance, hex): (u32, Hex)| {
            let words = [
                ("closer", self.is_closer(&sources, hex)),
                ("supplied", out_of_supply && self.would_be_supplied(hex)),
                ("zoc", self.is_in_zoc(hex)),
                ("held", self.is_held(hex)),
                ("beside", beside.contains(&hex)),
                ("full", full.contains(&hex)),
            ];
            let words = words.into_iter().filter(|(_, holds)| *holds).map(|(word, _)| word);
            let mut parts = vec![format!("{hex}:{distance}")];
            parts.extend(words.map(str::to_owned));
            parts.join(" ")
        };
        places.map(line).collect()
    }

    /// Whether all fighting defenders are out of supply.
    pub(super) fn is_out_of_supply(&self) -> bool {
        self.is_defended() && self.fighters().all(|unit| self.is_unsupplied(unit))
    }

    fn fighters(&self) -> impl Iterator<Item = &Unit> {
        self.defenders.iter().copied().filter(|unit| unit.kind.is_land())
    }

    /// Hexes by their distance that can be reached going one hex further away with each step. The last hex may lie in
    /// an enemy zone, none before it.
    fn reach(&self, past_attackers: bool) -> BTreeMap<Hex, u32> {
        let map = &self.view.map();
        let mut found: BTreeMap<Hex, u32> = BTreeMap::new();
        let mut edge = BTreeSet::from([self.hex]);
        for distance in 1..=FURTHEST {
            let mut next = BTreeSet::new();
            for from in edge {
                let away = |to: &Hex| map.distance(self.hex, *to) == Some(distance);
                let steps = map.neighbours(from).into_iter().filter(away);
                next.extend(steps.filter(|to| self.is_enterable(from, *to)));
            }
            if !past_attackers {
                next.retain(|hex| !self.is_beside_attacker(*hex));
            }
            found.extend(next.iter().map(|hex| (*hex, distance)));
            edge = next.into_iter().filter(|hex| !self.is_in_zoc(*hex) || self.is_held(*hex)).collect();
        }
        found
    }

    fn is_enterable(&self, from: Hex, to: Hex) -> bool {
        let view = self.view;
        let land = view.map().facts(to).is_some_and(|facts| facts.kind != HexKind::Sea);
        let enemy = view.in_hex(to).any(|unit| {
            let ground = unit.kind.is_ground() || unit.kind == Kind::Partisan;
            unit.side == self.side && ground && view.is_ashore(unit)
        });
        let closed =
            is_closed_to_communists(to) && self.fighters().any(|unit| unit.entry.nation == COMMUNISTS);
        land && !enemy && !closed && !self.is_enemy_fort(to) && barrier(view, from, to).is_none()
    }

    fn is_enemy_fort(&self, hex: Hex) -> bool {
        has_fort(self.view, hex) && self.view.owning_side(hex) == Some(self.side)
    }

    fn is_in_zoc(&self, hex: Hex) -> bool {
        self.view.zoc().reaches(self.side, hex)
    }

    /// A friendly land unit or fort inhibits an enemy zone (11.3.1.2).
    fn is_held(&self, hex: Hex) -> bool {
        let side = self.side.enemy();
        self.view.land_ashore(hex, side).next().is_some()
            || (has_fort(self.view, hex) && self.view.owning_side(hex) == Some(side))
    }

    fn is_beside_attacker(&self, hex: Hex) -> bool {
        let map = &self.view.map();
        let from = self.attackers.iter().filter_map(|unit| self.at(unit));
        from.into_iter().any(|from| map.distance(from, hex).is_some_and(|hexes| hexes <= 1))
    }

    /// The sources of the defenders, one set for each of their nations.
    fn sources(&self) -> Vec<BTreeSet<Hex>> {
        let mut nations: BTreeMap<&str, &Unit> = BTreeMap::new();
        for unit in self.fighters() {
            nations.entry(&unit.entry.nation).or_insert(unit);
        }
        let supply = self.view.supply();
        nations.values().map(|unit| supply.sources_from(unit, self.hex)).collect()
    }

    /// Nearer than the combat hex to a source of each nation; a nation that is in supply without any source can go
    /// anywhere.
    fn is_closer(&self, sources: &[BTreeSet<Hex>], hex: Hex) -> bool {
        let map = &self.view.map();
        let nearer = |source: &Hex| match (map.distance(hex, *source), map.distance(self.hex, *source)) {
            (Some(there), Some(here)) => there < here,
            _ => false,
        };
        sources.iter().all(|sources| sources.is_empty() || sources.iter().any(nearer))
    }

    fn would_be_supplied(&self, hex: Hex) -> bool {
        self.fighters().any(|unit| self.view.supply().would_be(unit, hex))
    }

    /// Whether the whole stack would exceed the limit of a hex, or Chinese units would stack in China (11.1.2).
    fn is_overstacked(&self, hex: Hex) -> bool {
        let view = self.view;
        let side = self.side.enemy();
        let steps = |unit: &Unit| view.steps(unit).least;
        let coming: i32 = self.fighters().map(steps).sum();
        let here: Vec<&Unit> = view.land_ashore(hex, side).collect();
        let load = here.iter().map(|unit| steps(unit)).sum::<i32>().saturating_add(coming);
        let soviet = self.fighters().chain(here.iter().copied()).all(|unit| unit.entry.nation == "SU");
        let chinese = |unit: &Unit| matches!(unit.entry.nation.as_str(), "CN" | "CC");
        let in_china = view.map().facts(hex).is_some_and(|facts| facts.territory == "CN");
        let apart = in_china && self.fighters().any(chinese) && here.iter().any(|unit| chinese(unit));
        apart || load > step_limit(view, hex, soviet).most
    }

    /// The names of units whose printed values are drafts.
    pub(super) fn drafts(&self) -> Vec<&str> {
        let fighting = self.attackers.iter().chain(&self.defenders);
        let draft = fighting.filter(|unit| {
            unit.entry.source.is_draft() && matches!(*unit.ratings, Ratings::Land(_) | Ratings::Leader(_))
        });
        draft.filter(|unit| unit.kind != Kind::Hq).map(|unit| self.view.piece(unit).name.as_str()).collect()
    }
}

/// Whether a working fortification stands in a hex.
pub(super) fn has_fort(view: &View, hex: Hex) -> bool {
    let printed = view.map().facts(hex).is_some_and(|facts| facts.permanent_fort);
    printed || !view.working(&PlaceId::Hex(hex), "fortification").is_empty()
}
