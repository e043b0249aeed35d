//! Zones of control (11.3 and the terrain chart): which hexes the land units of each party reach.

use std::collections::{BTreeMap, BTreeSet};

use super::field::{Alliance, Field, Unit};
use super::kind::{Kind, Land};
use super::ratings::Ratings;
use super::states::Posture;
use crate::ground::{HexKind, SideKind, Terrain};
use liege_rules::position::places::Hex;
use liege_rules::position::situation::PlaceId;

/// The hexes in the zones of control of both parties.
#[derive(Debug, Clone, Default)]
pub struct Zoc {
    reach: BTreeMap<Alliance, BTreeSet<Hex>>,
}

impl Zoc {
    /// Computes the zones of all units ashore.
    pub fn of(field: &Field) -> Self {
        let mut zoc = Self::default();
        for unit in field.units.iter().filter(|unit| projects(field, unit)) {
            let Some(hex) = field.piece(unit).at.hex() else { continue };
            let neighbours = field.map().neighbours(hex);
            let reached = neighbours.into_iter().filter(|to| extends(field, hex, *to));
            zoc.reach.entry(unit.side).or_default().extend(reached);
        }
        zoc
    }

    /// Whether a hex is in a zone of control of a party.
    pub fn reaches(&self, side: Alliance, hex: Hex) -> bool {
        self.reach.get(&side).is_some_and(|hexes| hexes.contains(&hex))
    }

    /// Whether a hex is in a zone of a party that no land unit, partisan or fortification of the other inhibits.
    pub fn is_uninhibited(&self, field: &Field, side: Alliance, hex: Hex) -> bool {
        self.reaches(side, hex) && !inhibits(field, side.enemy(), hex)
    }
}

/// Combat land units have a zone unless their counter shows the small circle; pinned and carried units have none.
fn projects(field: &Field, unit: &Unit) -> bool {
    let Kind::Land(kind) = unit.kind else { return false };
    let Ratings::Land(land) = &*unit.ratings else { return false };
    let printed = land.zoc.unwrap_or(kind != Land::Paratroop);
    printed && field.posture(unit) == Posture::Present && field.is_ashore(unit)
}

fn extends(field: &Field, from: Hex, to: Hex) -> bool {
    let map = field.map();
    let Some(facts) = map.facts(to) else { return false };
    let closed = [SideKind::AllSea, SideKind::Lake, SideKind::Jungle];
    let rough = [Terrain::Jungle, Terrain::JungleMountain, Terrain::Mountain];
    facts.kind != HexKind::Sea
        && !map.sides(from, to).any(|side| closed.contains(&side))
        && !facts.terrain.is_some_and(|terrain| rough.contains(&terrain))
        && field.working(&PlaceId::Hex(to), "fortification").is_empty()
}

/// Land units and partisans inhibit enemy zones in their own hex (13.4.3, 16.3.7).
fn inhibits(field: &Field, side: Alliance, hex: Hex) -> bool {
    let own = |unit: &Unit| {
        unit.side == side && (unit.kind.is_land() && field.is_ashore(unit) || unit.kind == Kind::Partisan)
    };
    field.in_hex(hex).any(own)
}
