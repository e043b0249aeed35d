//! The names of a sheet with the places that each could take, and how they are written.

use std::collections::BTreeMap;

use super::desk::{Desk, Way, key};
use super::edges::Neighbours;
use super::land::Land;
use super::obstacles::{Block, Obstacles, around};
use super::placing::{Choice, Name, Of, Place, Written};
use super::seats::{NUMBER, Seat, Spot};
use super::text::{Bounds, Hand, Hold, Setting};
use super::ways::Tracks;
use super::{CityArt, HexArt, NameKind, PortArt, SideKind, TownArt};

/// What names are placed among.
pub struct Surroundings<'a> {
    pub land: &'a Land,
    pub tracks: &'a Tracks,
    pub lanes: &'a [Vec<Spot>],
    pub freighters: &'a [Spot],
}

/// How many names of towns stand badly, or of the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Collisions {
    /// Names that were placed.
    pub names: usize,
    /// That touch another name.
    pub on_names: usize,
    /// That touch the number of a hex.
    pub on_numbers: usize,
    /// That touch the sign of a town, port, islet or freighter.
    pub on_signs: usize,
    /// That touch a river, railway, route, edge or a hexside that rules know.
    pub on_lines: usize,
    /// That leave the map.
    pub cut: usize,
}

/// What stands in the way of names.
pub fn obstacles(desk: &Desk, scene: &Surroundings) -> Obstacles {
    let sheet = desk.sheet;
    let mut all = Obstacles::default();
    for hex in &sheet.hexes {
        let (x, y) = sheet.pixel(hex.centre);
        all.area(Block::Number, [x + NUMBER[0], y + NUMBER[1], x + NUMBER[2], y + NUMBER[3]]);
    }
    for (town, seat) in sheet.towns.iter().zip(&desk.seats) {
        town.spaces(seat).into_iter().for_each(|space| all.area(Block::Sign, space));
    }
    for (x, y) in desk.bare_islets(scene.land) {
        all.area(Block::Sign, [x - 8.0, y - 8.0, x + 8.0, y + 8.0]);
    }
    for (x, y) in scene.freighters {
        all.area(Block::Sign, [x - 17.0, y - 11.0, x + 18.0, y + 8.0]);
    }
    for side in &sheet.sides {
        if !matches!(side.kind, SideKind::Rail | SideKind::Ferry | SideKind::River | SideKind::Lake) {
            all.path(Block::Line, &desk.ends(side.a, side.b));
        }
    }
    for kind in [SideKind::River, SideKind::Lake] {
        for line in desk.wound(kind) {
            let line: Vec<Spot> = line.into_iter().step_by(2).map(|point| sheet.pixel(point)).collect();
            all.path(Block::Line, &line);
        }
    }
    for [from, by, to] in scene.tracks.rails.iter().chain(&scene.tracks.ferries) {
        let at = |t: f32| {
            let part =
                |a: f32, b: f32, c: f32| a * (1.0 - t) * (1.0 - t) + b * 2.0 * t * (1.0 - t) + c * t * t;
            (part(from.0, by.0, to.0), part(from.1, by.1, to.1))
        };
        all.path(Block::Line, &[at(0.0), at(0.25), at(0.5), at(0.75), at(1.0)]);
    }
    scene.lanes.iter().for_each(|lane| all.path(Block::Line, lane));
    let near = Neighbours::new(&sheet.hexes);
    for (a, b) in near.pairs() {
        let is_edge = a.zone != b.zone || near.is_edge(a, b);
        all.path(if is_edge { Block::Line } else { Block::Grid }, &desk.ends(a.centre, b.centre));
    }
    all
}

/// Makes the places of names.
pub struct Maker<'a, 'b> {
    pub desk: &'a Desk<'b>,
    pub obstacles: &'a Obstacles,
    pub land: &'a Land,
    /// The part of the sheet that holds hexes.
    pub map: Bounds,
    pub hexes: BTreeMap<(i32, i32), &'b HexArt>,
}

/// All names of a sheet with their places.
pub fn names(desk: &Desk, scene: &Surroundings, obstacles: &Obstacles) -> Vec<Name> {
    let sheet = desk.sheet;
    let (width, height) = sheet.size(1.0);
    let map = [
        sheet.margin * sheet.hex_px + 3.0,
        3.0,
        width as f32 - sheet.frame * sheet.hex_px - 3.0,
        height as f32 - 3.0,
    ];
    let hexes = sheet.hexes.iter().map(|hex| (key(hex.centre), hex)).collect();
    let maker = Maker { desk, obstacles, land: scene.land, map, hexes };
    let mut all: Vec<Name> = Vec::new();
    for (town, seat) in sheet.towns.iter().zip(&desk.seats).filter(|(town, _)| !town.name.is_empty()) {
        all.push(maker.town(town, seat));
    }
    all.extend(sheet.areas.iter().map(|area| maker.area(area)));
    all.extend(maker.zones());
    all.extend(sheet.names.iter().map(|name| maker.wide(name)));
    all.retain(|name| !name.places.is_empty());
    all
}

/// How a town's name is set.
fn town_hand(town: &TownArt) -> Setting {
    let size = if town.city == CityArt::Capital { 24.0 } else { 20.5 };
    let bold = town.city != CityArt::None || town.port == PortArt::Major;
    Setting { size, hand: if bold { Hand::Bold } else { Hand::Plain }, spread: 0.01 }
}

/// How a name across the map is set, with its colour.
pub fn wide_hand(kind: NameKind) -> (Setting, [u8; 4]) {
    let (size, hand, spread, colour) = match kind {
        NameKind::Ocean => (118.0, Hand::Water, 0.75, [46, 96, 134, 120]),
        NameKind::Sea => (44.0, Hand::Water, 0.22, [40, 92, 132, 190]),
        NameKind::Land => (44.0, Hand::Bold, 0.42, [104, 74, 48, 135]),
        NameKind::Isle => (24.0, Hand::Bold, 0.16, [104, 74, 48, 200]),
        NameKind::Group => (30.0, Hand::Water, 0.14, [40, 92, 132, 215]),
    };
    (Setting { size, hand, spread }, colour)
}

impl Maker<'_, '_> {
    /// A place with what it meets.
    pub fn place(&self, lines: Vec<Written>, cost: f32) -> Place {
        let boxes = self.boxes(&lines);
        Place::new(lines, boxes, cost, self.obstacles, &self.map)
    }

    /// The boxes of lines: letters that stand apart have one each, others one together.
    pub fn boxes(&self, lines: &[Written]) -> Vec<Bounds> {
        let mut all = Vec::new();
        for line in lines {
            let letters = self.desk.letters.bounds(&line.text, line.at, line.how);
            if line.how.spread < 0.3 {
                all.push(around(&letters));
            } else {
                all.extend(letters);
            }
        }
        all
    }

    /// A town, in one line or, where it has several words, in two.
    fn town(&self, town: &TownArt, seat: &Seat) -> Name {
        let whole = town.name.replace(" / ", " \u{b7} ");
        let mut places = self.beside(town, seat, &[whole], 0.0);
        let halves = in_two(&town.name);
        if halves.len() > 1 {
            let cost = if town.name.contains(" / ") { -0.5 } else { 0.7 };
            places.extend(self.beside(town, seat, &halves, cost));
        }
        Name { of: Of::Town, kind: None, places }
    }

    /// The places of lines about the sign of a town: below it, above, right, left, and between these.
    fn beside(&self, town: &TownArt, seat: &Seat, lines: &[String], extra: f32) -> Vec<Place> {
        let how = town_hand(town);
        let ((x, y), centre) = (seat.dot, self.desk.sheet.pixel(town.hex));
        let mut signs = town.spaces(seat);
        signs.push([x - 3.0, y - 3.0, x + 3.0, y + 3.0]);
        let signs = around(&signs);
        let widest = lines.iter().map(|line| self.desk.letters.width(line, how)).fold(0.0, f32::max);
        let (lead, capital) = (how.size * 0.95, how.size * 0.7);
        let tall = lead * (lines.len() as f32 - 1.0) + capital;
        let mut places = Vec::new();
        let mut put = |middle: f32, top: f32, cost: f32| {
            let down = |number: usize| top + capital + lead * number as f32;
            let set = |(number, text): (usize, &String)| Written {
                text: text.clone(),
                at: (middle, down(number)),
                how,
            };
            // A name that reaches out of its hex may be taken for that of the next.
            let aside = (middle - centre.0).abs() + widest / 2.0 - 60.0;
            let off = (top + tall / 2.0 - centre.1).abs() - 52.0;
            let out = aside.max(0.0) / 60.0 + off.max(0.0) / 20.0;
            places.push(self.place(lines.iter().enumerate().map(set).collect(), cost + extra + out));
        };
        for (step, gap) in [(0.0, 5.0), (0.8, 9.0), (1.8, 14.0), (3.4, 20.0), (6.0, 30.0), (8.0, 40.0)] {
            for (slide, off) in [(0.0, 0.0), (0.3, 0.2), (0.3, -0.2), (0.7, 0.42), (0.7, -0.42)] {
                let middle = x + widest * off;
                put(middle, signs[3] + gap, slide + step);
                put(middle, signs[1] - gap - tall, 0.6 + slide + step);
                put(middle, y + 11.0 + gap, 0.1 + slide + step);
                put(middle, y - 11.0 - gap - tall, 0.7 + slide + step);
            }
            for (slide, off) in [(0.0, 0.0), (0.3, 9.0), (0.3, -9.0), (0.8, 17.0), (0.8, -17.0)] {
                put(signs[2] + gap + widest / 2.0, y - tall / 2.0 + off, 0.4 + slide + step);
                put(signs[0] - gap - widest / 2.0, y - tall / 2.0 + off, 0.9 + slide + step);
            }
        }
        places
    }
}

/// How the names of towns, and the others, stand in a choice.
pub fn collisions(choice: &Choice) -> [Collisions; 2] {
    let mut counts = [Collisions::default(); 2];
    for (number, (name, place)) in choice.places().enumerate() {
        let count = &mut counts[usize::from(name.of != Of::Town)];
        let [numbers, signs, lines, _] = place.met;
        count.names += 1;
        count.on_numbers += usize::from(numbers > 0);
        count.on_signs += usize::from(signs > 0);
        count.on_lines += usize::from(lines > 0);
        count.cut += usize::from(place.is_cut);
        count.on_names += usize::from(choice.is_touched(number));
    }
    counts
}

impl Desk<'_> {
    /// Writes a name that belongs to something.
    pub fn write_name(&mut self, name: &Name, place: &Place) {
        let look = match (name.of, name.kind) {
            (Of::Town, _) => ([34, 28, 26, 255], Some((3.4, [250, 246, 230, 190]))),
            (Of::Area, _) => ([32, 84, 126, 235], Some((3.0, [214, 230, 236, 130]))),
            (Of::Zone, _) => (super::edges::ZONE, Some((3.4, [250, 246, 230, 190]))),
            (Of::Wide, kind) => (wide_hand(kind.unwrap_or(NameKind::Land)).1, None),
        };
        for line in &place.lines {
            let how = Setting { size: self.px(line.how.size), ..line.how };
            let at = (line.at.0 * self.scale, line.at.1 * self.scale);
            let path = self.letters.line(&line.text, at, how, Hold::Middle);
            if let Some((halo, colour)) = look.1 {
                self.put(path.clone(), Way::Line(self.px(halo), Vec::new()), colour);
            }
            let figures = name.of == Of::Area && how.hand == Hand::Bold;
            self.put(path, Way::Fill, if figures { [24, 60, 100, 255] } else { look.0 });
        }
        if let Some(at) = place.freighter {
            self.freighter((at.0 * self.scale, at.1 * self.scale), 1.6, super::edges::ROUTE);
        }
    }
}

/// A name in two lines: at its stroke, else at the space nearest to its middle.
fn in_two(name: &str) -> Vec<String> {
    if let Some((first, second)) = name.split_once(" / ") {
        return vec![first.to_owned(), second.to_owned()];
    }
    let middle = name.len() / 2;
    let spaces = name.match_indices(' ').map(|(at, _)| at);
    match spaces.min_by_key(|at| at.abs_diff(middle)) {
        Some(at) => vec![name[..at].to_owned(), name[at + 1..].to_owned()],
        None => vec![name.to_owned()],
    }
}
