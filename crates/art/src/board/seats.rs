//! Where the signs of a town stand in its hex.

use super::land::Land;
use super::{CityArt, PortArt, SheetArt, TownArt};

/// A pixel of the sheet at scale 1.
pub type Spot = (f32, f32);

/// Where the signs of a town stand, in pixels at scale 1.
#[derive(Clone, Debug)]
pub struct Seat {
    /// The dot of an islet.
    pub islet: Option<Spot>,
    /// The disc or star of the town; the place of a town without either.
    pub dot: Spot,
    /// The anchor of a port.
    pub anchor: Option<Spot>,
    /// The derrick.
    pub barrel: Option<Spot>,
}

/// A round space that one sign takes.
#[derive(Clone, Copy)]
struct Space {
    at: Spot,
    radius: f32,
}

const DOT: f32 = 10.5;
pub const FORT: f32 = 21.0;
const BARREL: f32 = 11.0;
/// Radius of the white ring of an islet.
pub const ISLET: f32 = 8.0;
/// Distance of hexsides from the middle of a hex.
const FLAT: f32 = 60.0;
/// How far signs keep from hexsides.
const INNER: f32 = 4.0;
/// The corners of a hex number's box, from the middle of the hex.
pub const NUMBER: [f32; 4] = [-20.0, -52.5, 20.0, -37.0];

impl TownArt {
    /// Whether it has a disc or star.
    pub(super) fn has_dot(&self) -> bool {
        self.city != CityArt::None || self.port != PortArt::None
    }

    fn dot(&self) -> f32 {
        match (self.fort, self.city) {
            (true, _) => FORT,
            (_, CityArt::Capital) => 15.5,
            _ => DOT,
        }
    }

    /// The radius of its anchor; none without one.
    pub(super) fn anchor(&self) -> Option<f32> {
        match self.port {
            PortArt::Major => Some(15.0),
            PortArt::Minor => Some(12.0),
            PortArt::City | PortArt::None => None,
        }
    }

    /// The spaces that its signs take: left, top, right, bottom, in pixels at scale 1.
    pub(super) fn spaces(&self, seat: &Seat) -> Vec<[f32; 4]> {
        let round = |(x, y): Spot, radius: f32| [x - radius, y - radius, x + radius, y + radius];
        let islet = seat.islet.map(|at| round(at, ISLET));
        let dot = self.has_dot().then(|| round(seat.dot, self.dot()));
        let anchor = seat.anchor.zip(self.anchor()).map(|(at, radius)| round(at, radius));
        let barrel = seat.barrel.map(|at| round(at, BARREL));
        [islet, dot, anchor, barrel].into_iter().flatten().collect()
    }
}

impl Seat {
    /// Signs in a row, for the legend.
    pub fn in_a_row(town: &TownArt, dot: Spot) -> Self {
        let off = if town.has_dot() { 25.0 } else { 0.0 };
        Self {
            islet: None,
            dot,
            anchor: town.anchor().map(|_| (dot.0 - 26.0, dot.1)),
            barrel: town.resource.then_some((dot.0 + off, dot.1)),
        }
    }

    /// The signs of a town well inside their hex, clear of its number, as near to the true place as they fit.
    pub fn of(town: &TownArt, sheet: &SheetArt, land: &Land, is_islet: bool) -> Self {
        let centre = sheet.pixel(town.hex);
        let place = if is_islet { land.nearest(town.hex, town.at).unwrap_or(town.at) } else { town.at };
        let wish = sheet.pixel(place);
        for down in [0.0, 9.0, 18.0] {
            for share in [1.0, 0.85, 0.7, 0.5, 0.3, 0.0] {
                let at =
                    (centre.0 + (wish.0 - centre.0) * share, centre.1 + (wish.1 - centre.1) * share + down);
                if let Some(seat) = Self::around(town, at, centre, is_islet) {
                    return seat;
                }
            }
        }
        let mut row = Self::in_a_row(town, centre);
        row.islet = is_islet.then_some(wish);
        row
    }

    /// The signs around one place; none when they do not fit into the hex.
    fn around(town: &TownArt, at: Spot, centre: Spot, is_islet: bool) -> Option<Self> {
        let mut taken: Vec<Space> = Vec::new();
        let mut seat = Self { islet: None, dot: at, anchor: None, barrel: None };
        let mut last = Space { at, radius: 0.0 };
        if is_islet {
            last.radius = ISLET;
            taken.push(fitting(last, &taken, centre)?);
            seat.islet = Some(at);
        }
        if town.has_dot() {
            last = if is_islet {
                beside(last, town.dot(), &taken, centre)?
            } else {
                Space { at, radius: town.dot() }
            };
            taken.push(fitting(last, &taken, centre)?);
            seat.dot = last.at;
        }
        if let Some(radius) = town.anchor() {
            let own = beside(last, radius, &taken, centre)?;
            taken.push(own);
            seat.anchor = Some(own.at);
        }
        if town.resource {
            let own = if taken.is_empty() {
                fitting(Space { at, radius: BARREL }, &taken, centre)?
            } else {
                beside(last, BARREL, &taken, centre)?
            };
            seat.barrel = Some(own.at);
        }
        Some(seat)
    }
}

/// A space of a radius next to another, sideways if it can be.
fn beside(to: Space, radius: f32, taken: &[Space], centre: Spot) -> Option<Space> {
    const DEGREES: [f32; 12] =
        [180.0, 0.0, 155.0, 25.0, 205.0, 335.0, 130.0, 50.0, 90.0, 230.0, 310.0, 270.0];
    let far = to.radius + radius + 1.5;
    DEGREES.iter().find_map(|degrees| {
        let (sin, cos) = degrees.to_radians().sin_cos();
        fitting(Space { at: (to.at.0 + far * cos, to.at.1 + far * sin), radius }, taken, centre)
    })
}

/// The space itself when it lies inside the hex, clear of its number and of what is taken.
fn fitting(own: Space, taken: &[Space], centre: Spot) -> Option<Space> {
    let (x, y) = (own.at.0 - centre.0, own.at.1 - centre.1);
    let rim = FLAT - INNER - own.radius;
    let inside = x.abs() <= rim && x.abs() * 0.5 + y.abs() * 0.866 <= rim;
    let number = (x.clamp(NUMBER[0], NUMBER[2]) - x).hypot(y.clamp(NUMBER[1], NUMBER[3]) - y);
    let gap = |other: &Space| (own.at.0 - other.at.0).hypot(own.at.1 - other.at.1) - other.radius;
    (inside && number >= own.radius + 1.0 && taken.iter().all(|other| gap(other) >= own.radius))
        .then_some(own)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_stay_in_their_hex_clear_of_its_number_and_each_other() {
        let town = TownArt {
            at: (0.0, 0.0),
            hex: (0.0, 0.0),
            name: String::new(),
            city: CityArt::Home,
            port: PortArt::Major,
            resource: true,
            fort: false,
        };
        let places =
            (-3..=3_i8).flat_map(|x| (-3..=3_i8).map(move |y| (f32::from(x) * 6.0, f32::from(y) * 6.0)));
        for at in places {
            let Some(seat) = Seat::around(&town, at, (0.0, 0.0), false) else {
                continue;
            };
            let spaces = town.spaces(&seat);
            assert_eq!(spaces.len(), 3);
            for (number, own) in spaces.iter().enumerate() {
                assert!(own[0] > -FLAT && own[2] < FLAT, "{at:?}: {own:?}");
                let (radius, x) = ((own[2] - own[0]) / 2.0, (own[0] + own[2]) / 2.0);
                let y = (own[1] + own[3]) / 2.0;
                let number_at = (x.clamp(NUMBER[0], NUMBER[2]), y.clamp(NUMBER[1], NUMBER[3]));
                assert!((number_at.0 - x).hypot(number_at.1 - y) >= radius, "{at:?}: {own:?}");
                for other in &spaces[number + 1..] {
                    let far = ((other[0] + other[2]) / 2.0 - x).hypot((other[1] + other[3]) / 2.0 - y);
                    assert!(far >= radius + (other[2] - other[0]) / 2.0, "{at:?}");
                }
            }
        }
        assert!(Seat::around(&town, (0.0, 10.0), (0.0, 0.0), false).is_some());
    }
}
