//! One placement of all names: each has places to choose from, and the choice with the least trouble for all is sought.
//!
//! Names move, on their own or pushing others away, until none gains. There is no randomness, so a map is always the
//! same; `board::collisions` counts what is left.

use super::obstacles::{Obstacles, around, overlap};
use super::seats::Spot;
use super::text::{Bounds, Setting};

/// What a name belongs to; it says how the name looks and what it may touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// A town, port or island.
    Town,
    /// A part of the sea.
    Area,
    /// A weather zone.
    Zone,
    /// An ocean, a sea, a country, an island, a group of islands.
    Wide,
}

/// A line of text about the middle of its baseline.
#[derive(Clone, Debug)]
pub struct Written {
    pub text: String,
    pub at: Spot,
    pub how: Setting,
}

/// A place that a name can take.
#[derive(Clone, Debug)]
pub struct Place {
    pub lines: Vec<Written>,
    /// The middle of the sign of a freighter that stands with it.
    pub freighter: Option<Spot>,
    pub boxes: Vec<Bounds>,
    around: Bounds,
    /// How little this place is wanted by itself.
    pub cost: f32,
    /// What it meets: numbers, signs, lines, sides of the grid.
    pub met: [u16; 4],
    /// Whether it leaves the map.
    pub is_cut: bool,
}

impl Place {
    /// A place with what it meets; `map` is the part of the sheet that holds hexes.
    pub fn new(
        lines: Vec<Written>,
        boxes: Vec<Bounds>,
        cost: f32,
        obstacles: &Obstacles,
        map: &Bounds,
    ) -> Self {
        let around = around(&boxes);
        let is_cut = around[0] < map[0] || around[1] < map[1] || around[2] > map[2] || around[3] > map[3];
        let met = obstacles.met(&boxes);
        Self { lines, freighter: None, boxes, around, cost, met, is_cut }
    }

    fn meets(&self, other: &Self) -> bool {
        const GAP: f32 = 2.5;
        overlap(&self.around, &other.around, GAP)
            && self.boxes.iter().any(|a| other.boxes.iter().any(|b| overlap(a, b, GAP)))
    }
}

/// A name with its places, the one that it would take without regard to others first.
#[derive(Clone, Debug)]
pub struct Name {
    pub of: Of,
    /// Where its kind of name stands in [`super::NameKind`]'s order, for the colour.
    pub kind: Option<super::NameKind>,
    pub places: Vec<Place>,
}

impl Name {
    /// What a place costs by itself: numbers, signs, lines and sides of the grid that it meets, and its own cost.
    fn alone(&self, place: &Place) -> f32 {
        let [number, sign, line, grid]: [f32; 4] = match self.of {
            Of::Town => [80.0, 90.0, 14.0, 0.6],
            Of::Area => [60.0, 90.0, 10.0, 0.05],
            Of::Zone => [60.0, 90.0, 16.0, 0.3],
            Of::Wide => [8.0, 16.0, 2.0, 0.0],
        };
        let [numbers, signs, mut lines, grids] = place.met.map(f32::from);
        if self.of == Of::Area {
            // The pieces of a bundle of routes, over which a name in its strait can be read.
            lines = lines.min(2.0);
        }
        let cut = if place.is_cut { 1000.0 } else { 0.0 };
        place.cost + numbers * number + signs * sign + lines * line + grids * grid + cut
    }
}

/// What two names that meet cost.
fn clash(a: Of, b: Of) -> f32 {
    match (a, b) {
        (Of::Wide, Of::Wide) => 60.0,
        (Of::Wide, _) | (_, Of::Wide) => 25.0,
        _ => 120.0,
    }
}

/// Chosen places, by the order of the names.
pub struct Choice<'a> {
    names: &'a [Name],
    /// Costs of each place by itself.
    alone: Vec<Vec<f32>>,
    /// The places of each, the cheapest by itself first.
    order: Vec<Vec<usize>>,
    /// Names that can meet.
    near: Vec<Vec<usize>>,
    pub chosen: Vec<usize>,
}

impl<'a> Choice<'a> {
    /// The first place of every name.
    pub fn first(names: &'a [Name]) -> Self {
        let alone: Vec<Vec<f32>> =
            names.iter().map(|name| name.places.iter().map(|place| name.alone(place)).collect()).collect();
        let sorted = |costs: &Vec<f32>| {
            let mut order: Vec<usize> = (0..costs.len()).collect();
            order.sort_by(|a, b| costs[*a].total_cmp(&costs[*b]));
            order
        };
        let order = alone.iter().map(sorted).collect();
        let reach = |name: &Name| {
            let all: Vec<Bounds> = name.places.iter().map(|place| place.around).collect();
            around(&all)
        };
        let reaches: Vec<Bounds> = names.iter().map(reach).collect();
        let meets = |a: usize| {
            (0..names.len()).filter(|b| a != *b && overlap(&reaches[a], &reaches[*b], 3.0)).collect()
        };
        let near = (0..names.len()).map(meets).collect();
        Self { names, alone, order, near, chosen: vec![0; names.len()] }
    }

    /// The places that were chosen.
    pub fn places(&self) -> impl Iterator<Item = (&'a Name, &'a Place)> {
        self.names.iter().zip(&self.chosen).filter_map(|(name, place)| Some((name, name.places.get(*place)?)))
    }

    /// Whether a name touches another.
    pub fn is_touched(&self, name: usize) -> bool {
        self.place(name).is_some_and(|place| self.clashes(name, place) > 0.0)
    }

    fn place(&self, name: usize) -> Option<&'a Place> {
        self.names[name].places.get(self.chosen[name])
    }

    /// What meetings with other names cost one at a place.
    fn clashes(&self, name: usize, place: &Place) -> f32 {
        let meeting =
            self.near[name].iter().filter(|other| self.place(**other).is_some_and(|own| own.meets(place)));
        meeting.map(|other| clash(self.names[name].of, self.names[*other].of)).sum()
    }

    /// The best place of a name among the others as they stand, and its cost.
    fn best(&self, name: usize) -> (usize, f32) {
        let mut best = (self.chosen[name], f32::MAX);
        for number in &self.order[name] {
            let alone = self.alone[name][*number];
            // The others cost more by themselves.
            if alone >= best.1 {
                break;
            }
            let cost = alone + self.clashes(name, &self.names[name].places[*number]);
            if cost < best.1 {
                best = (*number, cost);
            }
        }
        best
    }

    fn cost(&self, name: usize) -> f32 {
        let alone = self.alone[name].get(self.chosen[name]).copied().unwrap_or(0.0);
        alone + self.place(name).map_or(0.0, |place| self.clashes(name, place))
    }

    /// Improves the choice until no name gains by moving alone, nor by pushing others away. Always the same way.
    pub fn improve(&mut self) {
        const SWEEPS: u8 = 12;
        for _ in 0..SWEEPS {
            let moved = (0..self.names.len()).filter(|name| self.settle(*name)).count();
            let pushed = (0..self.names.len()).filter(|name| self.push(*name)).count();
            if moved + pushed == 0 {
                break;
            }
        }
    }

    /// Moves one name to its best place; true if it moved.
    fn settle(&mut self, name: usize) -> bool {
        let old = self.chosen[name];
        self.chosen[name] = self.best(name).0;
        self.chosen[name] != old
    }

    /// Tries the places of a name that stands badly, with the names in the way moved; true if that is better.
    fn push(&mut self, name: usize) -> bool {
        const BAD: f32 = 8.0;
        if self.cost(name) < BAD {
            return false;
        }
        let group: Vec<usize> = std::iter::once(name).chain(self.near[name].iter().copied()).collect();
        let total = |choice: &Self| group.iter().map(|own| choice.cost(*own)).sum::<f32>();
        let (before, old) = (total(self), self.chosen.clone());
        for number in 0..self.names[name].places.len() {
            if self.alone[name][number] >= BAD {
                continue;
            }
            self.chosen[name] = number;
            for other in group[1..].iter().copied() {
                let meets = self.place(other).zip(self.place(name)).is_some_and(|(a, b)| a.meets(b));
                if meets {
                    self.settle(other);
                }
            }
            if total(self) < before - 0.01 {
                return true;
            }
            self.chosen.clone_from(&old);
        }
        false
    }
}
