//! The hexes of the map with the steps between them, numbered once for a pack, so that many lines can be traced fast.

use std::ops::Range;
use std::sync::Arc;

use crate::rules::atpo::ground::{GroundMap, HexKind, SideKind};
use crate::rules::places::{Hex, HexIndex};

/// A hex by its number in a [`Net`].
pub type HexNumber = usize;

/// A step from a hex to its neighbour.
#[derive(Debug, Clone, Copy)]
pub struct NetStep {
    /// The neighbour.
    pub to: HexNumber,
    /// Whether a railway runs across the side.
    pub rail: bool,
    /// Whether the side is impassable, or water without a ferry.
    pub closed: bool,
}

/// The hexes of a map and the steps between them.
#[derive(Debug, Clone, Default)]
pub struct Net {
    hexes: Vec<Hex>,
    numbers: Arc<HexIndex>,
    /// The steps from all hexes, one after the other, and which are those of each.
    steps: Vec<NetStep>,
    own: Vec<Range<usize>>,
    land: Vec<bool>,
    rail: Vec<bool>,
}

impl Net {
    /// Numbers the hexes of a map.
    pub fn of(map: &GroundMap) -> Self {
        let count = map.hexes().len();
        let numbers = map.numbers();
        let mut net = Self {
            numbers: numbers.clone(),
            rail: vec![false; count],
            steps: Vec::with_capacity(count * 6),
            own: Vec::with_capacity(count),
            ..Self::default()
        };
        (net.hexes, net.land) = map.hexes().map(|(hex, facts)| (hex, facts.kind != HexKind::Sea)).unzip();
        for from in &net.hexes {
            let start = net.steps.len();
            let around = map.around(*from).filter_map(|to| numbers.get(to));
            net.steps.extend(around.map(|to| NetStep { to, rail: false, closed: false }));
            net.own.push(start..net.steps.len());
        }
        for ((a, b), kinds) in map.all_sides() {
            let has = |kind: SideKind| kinds.contains(&kind);
            let is_water = has(SideKind::AllSea) || has(SideKind::Lake);
            let (rail, closed) =
                (has(SideKind::Rail), has(SideKind::Impassable) || is_water && !has(SideKind::Ferry));
            let (Some(a), Some(b)) = (numbers.get(a), numbers.get(b)) else { continue };
            for (from, to) in [(a, b), (b, a)] {
                let own = net.steps[net.own[from].clone()].iter_mut().filter(|step| step.to == to);
                for step in own {
                    (step.rail, step.closed) = (rail, closed);
                    net.rail[from] |= rail;
                }
            }
        }
        net
    }

    /// How many hexes there are.
    pub fn size(&self) -> usize {
        self.hexes.len()
    }

    /// The number of a hex; none off the map.
    pub fn number(&self, hex: Hex) -> Option<HexNumber> {
        self.numbers.get(hex)
    }

    /// The hex of a number.
    pub fn hex(&self, number: HexNumber) -> Hex {
        self.hexes[number]
    }

    /// The steps to the neighbours of a hex.
    pub fn steps(&self, from: HexNumber) -> &[NetStep] {
        &self.steps[self.own[from].clone()]
    }

    /// Whether a hex has land in it.
    pub fn is_land(&self, number: HexNumber) -> bool {
        self.land[number]
    }

    /// Whether a printed railway touches a hex.
    pub fn has_rail(&self, number: HexNumber) -> bool {
        self.rail[number]
    }
}
