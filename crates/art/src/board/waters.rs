//! Where areas, weather zones, countries, islands and oceans can have their names.

use super::edges::Neighbours;
use super::naming::{Maker, wide_hand};
use super::placing::{Name, Of, Place, Written};
use super::seats::Spot;
use super::text::{Bounds, Hand, Setting};
use super::{AreaArt, Ground, HexArt, NameArt, NameKind};

/// The middle of the band between the numbers of a row of hexes and those of the next, below the centres.
const BAND: f32 = 7.0;
/// Lines of the names of areas, from one to the next.
const LEAD: f32 = 25.0;

impl Maker<'_, '_> {
    /// An area: in one of its hexes, on water, its name in lines and below it what is printed there.
    pub fn area(&self, area: &AreaArt) -> Name {
        let wish = self.desk.sheet.pixel(area.at);
        let far = |hex: &HexArt| {
            let (x, y) = self.desk.sheet.pixel(hex.centre);
            (x - wish.0).hypot(y - wish.1) / self.desk.sheet.hex_px
        };
        let own = |hex: &&&HexArt| hex.area == area.id && hex.ground == Ground::Sea;
        let mut seats: Vec<&HexArt> = self.hexes.values().filter(own).copied().collect();
        let has_hexes = !seats.is_empty();
        if !has_hexes {
            let open = |hex: &&&HexArt| hex.ground != Ground::Land && far(hex) < 11.0;
            seats = self.hexes.values().filter(open).copied().collect();
        }
        // Beyond the middle of its water a name seems to mean the next.
        let wide = if has_hexes { (seats.len() as f32).sqrt() * 0.65 } else { 3.0 };
        seats.sort_by(|a, b| far(a).total_cmp(&far(b)));
        seats.retain(|hex| !has_hexes || far(hex) < wide + 1.0);
        let mut settings: Vec<(Vec<String>, f32)> = Vec::new();
        for (letters, extra) in [(13, 0.0), (20, 0.2), (9, 0.5), (60, 0.8)] {
            let lines = in_lines(&area.name.to_uppercase(), letters);
            if settings.iter().all(|(known, _)| *known != lines) {
                settings.push((lines, extra));
            }
        }
        let mut places = Vec::new();
        for (number, hex) in seats.into_iter().take(if has_hexes { 36 } else { 90 }).enumerate() {
            let (x, y) = self.desk.sheet.pixel(hex.centre);
            let sideways: &[f32] = if number < 10 { &[0.0, 0.5, 0.25, -0.25] } else { &[0.0, 0.5] };
            for (lines, extra) in &settings {
                for off in sideways {
                    let at = (x + off * self.desk.sheet.hex_px, y + BAND);
                    let beyond = (far(hex) - wide).max(0.0) * if has_hexes { 60.0 } else { 1.5 };
                    let mut place = self.area_at(area, lines, at, far(hex) * 0.5 + beyond + extra);
                    place.cost += self.off_its_water(&place, has_hexes.then_some(area.id.as_str()));
                    places.push(place);
                }
            }
        }
        Name { of: Of::Area, kind: None, places }
    }

    fn area_at(&self, area: &AreaArt, names: &[String], (x, y): Spot, cost: f32) -> Place {
        let how = Setting { size: 27.0, hand: Hand::Water, spread: 0.09 };
        let figures = Setting { size: 25.0, hand: Hand::Bold, spread: 0.03 };
        let ship = area.freighter && area.printed.is_empty();
        let rows = names.len() + usize::from(!area.printed.is_empty() || ship);
        let down = |row: usize| y + LEAD * (row as f32 - (rows as f32 - 1.0) / 2.0) + 9.0;
        let mut lines: Vec<Written> = Vec::new();
        for (row, text) in names.iter().enumerate() {
            lines.push(Written { text: text.clone(), at: (x, down(row)), how });
        }
        let shift = if area.freighter && !ship { 26.0 } else { 0.0 };
        if !area.printed.is_empty() {
            lines.push(Written {
                text: area.printed.clone(),
                at: (x + shift, down(names.len()) + 2.0),
                how: figures,
            });
        }
        let mut boxes = self.boxes(&lines);
        let mut freighter = None;
        if area.freighter {
            let half = self.desk.letters.width(&area.printed, figures) / 2.0;
            let left = if ship { x } else { x + shift - half - 34.0 };
            let at = (left, down(names.len()) - 7.0);
            boxes.push([at.0 - 26.0, at.1 - 16.0, at.0 + 28.0, at.1 + 12.0]);
            freighter = Some(at);
        }
        let mut place = Place::new(lines, boxes, cost, self.obstacles, &self.map);
        place.freighter = freighter;
        place
    }

    /// What a place costs that covers land or water of other areas.
    fn off_its_water(&self, place: &Place, area: Option<&str>) -> f32 {
        let mut cost = 0.0;
        for own in &place.boxes {
            for i in 0..=6_u8 {
                for j in 0..=2_u8 {
                    let at = (
                        own[0] + (own[2] - own[0]) * f32::from(i) / 6.0,
                        own[1] + (own[3] - own[1]) * f32::from(j) / 2.0,
                    );
                    let point = self.desk.point(at);
                    let foreign = area.is_some_and(|area| self.hex_at(at).is_none_or(|hex| hex.area != area));
                    cost += if self.land.has(point) { 8.0 } else { 0.0 } + if foreign { 0.5 } else { 0.0 };
                }
            }
        }
        cost
    }

    /// The hex at a pixel of scale 1.
    fn hex_at(&self, at: Spot) -> Option<&HexArt> {
        let point = self.desk.point(at);
        let row = (point.1 / 0.866_025_4).floor() as i32;
        // Even rows begin half a hex later, so their columns are odd numbers of half hexes.
        let near = [row, row + 1].into_iter().map(|row| {
            let odd = f32::from(u8::from(row % 2 == 0));
            (((point.0 * 2.0 - odd) / 2.0).round() as i32 * 2 + odd as i32, row)
        });
        let far = |hex: &&HexArt| (hex.centre.0 - point.0).hypot(hex.centre.1 - point.1);
        near.filter_map(|at| self.hexes.get(&at).copied()).min_by(|a, b| far(a).total_cmp(&far(b)))
    }

    /// The names of weather zones on both sides of the edge between them, here and there.
    pub fn zones(&self) -> Vec<Name> {
        const TIMES: usize = 2;
        let sheet = self.desk.sheet;
        let near = Neighbours::new(&sheet.hexes);
        let inside = |hex: &HexArt| hex.name.starts_with(&sheet.letter);
        let mut pairs: Vec<(&HexArt, &HexArt)> =
            near.pairs().filter(|(a, b)| a.zone != b.zone && inside(a) && inside(b)).collect();
        pairs.retain(|(a, b)| !a.zone.is_empty() && !b.zone.is_empty());
        pairs.sort_by(|(a, _), (b, _)| a.centre.0.total_cmp(&b.centre.0));
        let mut zones: Vec<&str> =
            pairs.iter().flat_map(|(a, b)| [a.zone.as_str(), b.zone.as_str()]).collect();
        zones.sort_unstable();
        zones.dedup();
        let stretches = pairs.chunks_exact((pairs.len() / TIMES).max(1)).take(TIMES);
        stretches.flat_map(|pairs| zones.iter().map(|zone| self.zone(zone, pairs))).collect()
    }

    /// The name of a zone somewhere along a stretch of its edge, best in the middle.
    fn zone(&self, zone: &str, stretch: &[(&HexArt, &HexArt)]) -> Name {
        let sheet = self.desk.sheet;
        let mut hexes: Vec<&HexArt> = stretch.iter().flat_map(|(a, b)| [*a, *b]).collect();
        hexes.retain(|hex| hex.zone == zone);
        let middle = hexes.len() as f32 / 2.0;
        let text = format!("{} {}", zone.to_uppercase(), sheet.zone_label).trim_end().to_owned();
        let how = Setting { size: 18.0, hand: Hand::Bold, spread: 0.06 };
        let mut places = Vec::new();
        for (number, hex) in hexes.iter().enumerate() {
            let (x, y) = sheet.pixel(hex.centre);
            for down in [6.0, -10.0, 20.0, 34.0] {
                let line = Written { text: text.clone(), at: (x, y + down), how };
                places.push(self.place(vec![line], (number as f32 - middle).abs() * 0.4));
            }
        }
        Name { of: Of::Zone, kind: None, places }
    }

    /// A name across the map: near its place, in a band between numbers where it is large.
    pub fn wide(&self, name: &NameArt) -> Name {
        let (how, _) = wide_hand(name.kind);
        let wish = self.desk.sheet.pixel(name.at);
        let reach = match name.kind {
            NameKind::Ocean => 5.0,
            NameKind::Isle => 1.6,
            _ => 2.2,
        };
        let hex = self.desk.sheet.hex_px;
        let row = hex * 0.866_025_4;
        let (_, zero) = self.desk.sheet.pixel((0.0, 0.0));
        let nearest = ((zero - wish.1) / row).round();
        let capital = how.size * if how.hand == Hand::Water { 0.65 } else { 0.69 };
        let strict = matches!(name.kind, NameKind::Land | NameKind::Isle);
        let fine: &[f32] = if how.size < 40.0 { &[0.0, -14.0, 14.0] } else { &[0.0] };
        let mut places = Vec::new();
        for rows in (-3..=3_i8).map(f32::from).filter(|rows| rows.abs() <= reach + 0.2) {
            for (down, step) in fine.iter().flat_map(|down| (-20..=20_i8).map(move |step| (down, step))) {
                let off = f32::from(step) * hex / 16.0 * reach;
                let at = (wish.0 + off, zero - (nearest + rows) * row + BAND + capital / 2.0 + down);
                let far = (at.0 - wish.0).hypot(at.1 - capital / 2.0 - wish.1) / hex;
                let cost = if strict { 9.0 * far * far } else { 3.0 * far };
                let mut place = self.place(vec![Written { text: name.text.clone(), at, how }], cost);
                place.cost += 4.0 * self.astray(&place, name.kind) as f32;
                places.push(place);
            }
        }
        let far = |place: &Place| {
            place.lines.first().map_or(f32::MAX, |line| (line.at.0 - wish.0).hypot(line.at.1 - wish.1))
        };
        places.sort_by(|a, b| far(a).total_cmp(&far(b)));
        Name { of: Of::Wide, kind: Some(name.kind), places }
    }

    /// How many letters of a name of water stand on land, or of land in water.
    fn astray(&self, place: &Place, kind: NameKind) -> usize {
        let wet = matches!(kind, NameKind::Ocean | NameKind::Sea | NameKind::Group);
        let astray = |own: &&Bounds| {
            let middle = ((own[0] + own[2]) / 2.0, (own[1] + own[3]) / 2.0);
            self.land.has(self.desk.point(middle)) == wet
        };
        place.boxes.iter().filter(astray).count()
    }
}

/// A name in lines of at most so many letters, where its words allow it.
fn in_lines(name: &str, letters: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in name.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.len() + word.len() < letters => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
