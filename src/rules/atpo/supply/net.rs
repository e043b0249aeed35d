//! The hexes of the map with the steps between them, numbered once for a pack, so that many lines can be traced fast.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use crate::rules::atpo::ground::{Ground, GroundMap, HexKind, SideKind};
use crate::rules::places::Hex;

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
    numbers: HashMap<Hex, HexNumber, RandomState>,
    steps: Vec<Vec<NetStep>>,
    land: Vec<bool>,
    rail: Vec<bool>,
}

impl Net {
    /// Numbers the hexes of a map.
    pub fn of(map: &GroundMap) -> Self {
        let hexes: Vec<Hex> = map.hexes().map(|(hex, _)| hex).collect();
        let numbers: HashMap<Hex, HexNumber, RandomState> = hexes.iter().copied().zip(0..).collect();
        let step = |to: Hex| Some(NetStep { to: *numbers.get(&to)?, rail: false, closed: false });
        let mut steps: Vec<Vec<NetStep>> =
            hexes.iter().map(|from| map.neighbours(*from).into_iter().filter_map(step).collect()).collect();
        for ((a, b), kinds) in map.all_sides() {
            let has = |kind: SideKind| kinds.contains(&kind);
            let is_water = has(SideKind::AllSea) || has(SideKind::Lake);
            let (rail, closed) =
                (has(SideKind::Rail), has(SideKind::Impassable) || is_water && !has(SideKind::Ferry));
            let (Some(&a), Some(&b)) = (numbers.get(&a), numbers.get(&b)) else { continue };
            for (from, to) in [(a, b), (b, a)] {
                let own = steps[from].iter_mut().filter(|step| step.to == to);
                own.for_each(|step| (step.rail, step.closed) = (rail, closed));
            }
        }
        let is_land = |facts: &Ground| facts.kind != HexKind::Sea;
        let land = hexes.iter().map(|hex| map.facts(*hex).is_some_and(is_land)).collect();
        let rail = steps.iter().map(|steps: &Vec<NetStep>| steps.iter().any(|step| step.rail)).collect();
        Self { hexes, numbers, steps, land, rail }
    }

    /// How many hexes there are.
    pub fn size(&self) -> usize {
        self.hexes.len()
    }

    /// The number of a hex; none off the map.
    pub fn number(&self, hex: Hex) -> Option<HexNumber> {
        self.numbers.get(&hex).copied()
    }

    /// The hex of a number.
    pub fn hex(&self, number: HexNumber) -> Hex {
        self.hexes[number]
    }

    /// The steps to the neighbours of a hex.
    pub fn steps(&self, from: HexNumber) -> &[NetStep] {
        &self.steps[from]
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
