//! The hexes of the map with the steps between them, numbered once for a pack, so that many lines can be traced fast.

use std::ops::Range;
use std::sync::Arc;

use crate::ground::{GroundMap, HexKind, SideKind};
use liege_rules::position::places::{Hex, HexIndex};

/// A hex by its number in a [`Net`].
pub type HexNumber = usize;

/// A step from a hex to its neighbour.
#[derive(Debug, Clone, Copy)]
pub struct NetStep {
    /// The neighbour; there are no hexes beyond this number.
    to: u32,
    /// Whether a railway runs across the side.
    pub rail: bool,
    /// Whether the side is impassable, or water without a ferry.
    pub closed: bool,
}

impl NetStep {
    /// The neighbour.
    pub fn to(&self) -> HexNumber {
        self.to as HexNumber
    }
}

/// The hexes of a map and the steps between them.
#[derive(Debug, Clone, Default)]
pub struct Net {
    hexes: Vec<Hex>,
    numbers: Arc<HexIndex>,
    /// The steps from all hexes, one after the other, and where those of each end.
    steps: Vec<NetStep>,
    ends: Vec<usize>,
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
            ends: Vec::with_capacity(count),
            ..Self::default()
        };
        (net.hexes, net.land) = map.hexes().map(|(hex, facts)| (hex, facts.kind != HexKind::Sea)).unzip();
        for from in &net.hexes {
            let around = map.around(*from).filter_map(|to| u32::try_from(numbers.get(to)?).ok());
            net.steps.extend(around.map(|to| NetStep { to, rail: false, closed: false }));
            net.ends.push(net.steps.len());
        }
        for ((a, b), kinds) in map.all_sides() {
            let has = |kind: SideKind| kinds.contains(&kind);
            let is_water = has(SideKind::AllSea) || has(SideKind::Lake);
            let (rail, closed) =
                (has(SideKind::Rail), has(SideKind::Impassable) || is_water && !has(SideKind::Ferry));
            let (Some(a), Some(b)) = (numbers.get(a), numbers.get(b)) else { continue };
            for (from, to) in [(a, b), (b, a)] {
                let own = net.own(from);
                let own = net.steps[own].iter_mut().filter(|step| step.to() == to);
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
        &self.steps[self.own(from)]
    }

    /// Which of the steps are those from a hex.
    fn own(&self, from: HexNumber) -> Range<usize> {
        let start = from.checked_sub(1).map_or(0, |before| self.ends[before]);
        start..self.ends[from]
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
