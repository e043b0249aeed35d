//! What is left of a side after the last shot, as numbers.

use super::line_up::{LineUp, Squadron, parted};
use super::spread::Endings;
use crate::sea::combat::outcome::FleetOutcome;

/// What is left of a side, as a number: ships afloat, ships damaged among them, counters and points of sea transport.
/// What is left of two parts of a side has the sum of their numbers.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scale {
    ships: usize,
    transports: usize,
    points: usize,
    pub(super) worth: usize,
}

impl Scale {
    pub(super) fn of(squadrons: &[Squadron<'_>]) -> Self {
        let sum = |of: &dyn Fn(&Squadron<'_>) -> usize| {
            squadrons.iter().map(|squadron| of(squadron) * squadron.ships.len()).sum()
        };
        Self {
            ships: sum(&|squadron| usize::from(!squadron.unit.is_transport())),
            transports: sum(&|squadron| usize::from(squadron.unit.is_transport())),
            points: sum(&|squadron| usize::from(squadron.unit.points)),
            worth: sum(&|squadron| squadron.unit.worth_lost(0) as usize),
        }
    }

    pub(super) fn numbers(self) -> usize {
        (self.ships + 1) * (self.ships + 1) * (self.transports + 1) * (self.points + 1)
    }

    /// What is left, and what it is worth.
    pub(super) fn left(self, squadrons: &[Squadron<'_>], line_up: LineUp) -> (usize, usize) {
        if line_up == LineUp::default() {
            return (0, 0);
        }
        let (mut afloat, mut damaged, mut transports, mut points, mut worth) = (0, 0, 0, 0, 0);
        for place in line_up.places() {
            let (number, condition) = parted(place);
            let (ships, squadron) = (line_up.at(place) as usize, &squadrons[number]);
            let hits_left = squadron.hits_left(condition.hits);
            if squadron.unit.is_transport() {
                (transports, points) = (transports + ships, points + ships * usize::from(hits_left));
            } else {
                afloat += ships;
                damaged += if condition.hits > 0 { ships } else { 0 };
            }
            let all = squadron.unit.worth_lost(0);
            worth += ships * (all - squadron.unit.worth_lost(hits_left)) as usize;
        }
        let ships = afloat * (self.ships + 1) + damaged;
        ((ships * (self.transports + 1) + transports) * (self.points + 1) + points, worth)
    }

    /// What a number says was lost.
    pub(super) fn lost(self, number: usize, withdrawn: bool, cargo: u32) -> FleetOutcome {
        let (rest, points) = (number / (self.points + 1), number % (self.points + 1));
        let (rest, transports) = (rest / (self.transports + 1), rest % (self.transports + 1));
        let (afloat, damaged) = (rest / (self.ships + 1), rest % (self.ships + 1));
        let whole = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        FleetOutcome {
            sunk: self.ships - afloat,
            damaged,
            withdrawn: if withdrawn { afloat + transports } else { 0 },
            points_lost: whole(self.points - points),
            cargo_lost: cargo.saturating_sub(whole(points)),
            admirals_lost: 0,
        }
    }
}

/// What is left of a side after the last shot, as a number of its scale.
pub(super) struct Left<'b> {
    pub(super) scale: Scale,
    pub(super) squadrons: &'b [Squadron<'b>],
}

/// What the ships of a side that are afloat after the last shot are worth.
pub(super) struct Worth<'b>(pub(super) Left<'b>);

impl Left<'_> {
    fn of(&self, line_up: LineUp) -> (usize, usize) {
        self.scale.left(self.squadrons, line_up)
    }
}

impl Endings for Left<'_> {
    fn number(&mut self, line_up: LineUp) -> u32 {
        self.of(line_up).0 as u32
    }

    fn sum(&mut self, one: u32, other: u32) -> u32 {
        one + other
    }
}

impl Endings for Worth<'_> {
    fn number(&mut self, line_up: LineUp) -> u32 {
        self.0.of(line_up).1 as u32
    }

    fn sum(&mut self, one: u32, other: u32) -> u32 {
        one + other
    }
}
