//! The hexes of a game's map as data: names, neighbours across the seam of two sheets, terrain and hexsides.

mod facts;
mod place;
mod read;

use std::collections::{BTreeMap, BTreeSet};

pub use facts::{
    AreaKind, City, Column, HexFacts, HexKind, Island, NamedPlace, Port, Route, RouteKind, RoutePoint,
    SeaArea, SideKind, Terrain,
};
pub use place::{ColumnDirection, Direction, Hex, RowDirection, Sheet};

/// All hexes of a game.
#[derive(Debug, Clone, Default)]
pub struct HexMap {
    /// The sheets; a place on two sheets belongs to the first.
    pub sheets: Vec<Sheet>,
    facts: BTreeMap<Hex, HexFacts>,
    sides: BTreeMap<(Hex, Hex), BTreeSet<SideKind>>,
    /// The sea areas, in the order of the file.
    pub areas: Vec<SeaArea>,
    /// The shipping routes, in the order of the file.
    pub routes: Vec<Route>,
    /// Boxes and trays, in the order of the file.
    pub places: Vec<NamedPlace>,
}

impl HexMap {
    /// What the data say about a hex; `None` for one that has no row.
    pub fn facts(&self, hex: Hex) -> Option<&HexFacts> {
        self.facts.get(&hex)
    }

    /// All hexes with a row, by name.
    pub fn hexes(&self) -> impl Iterator<Item = (Hex, &HexFacts)> {
        self.facts.iter().map(|(hex, facts)| (*hex, facts))
    }

    /// Whether a sheet prints this hex number.
    pub fn has(&self, hex: Hex) -> bool {
        self.common(hex).is_some()
    }

    /// The hex on the common grid: row northwards, half columns eastwards. Odd rows lie half a hex to the west.
    pub fn common(&self, hex: Hex) -> Option<(i32, i32)> {
        let sheet = self.sheets.iter().find(|sheet| sheet.letter == hex.sheet && sheet.prints(hex))?;
        let row = sheet.row_offset + sheet.row_step() * i32::from(hex.row);
        let column = sheet.column_offset + sheet.column_step() * i32::from(hex.column);
        Some((row, 2 * column + i32::from(row.rem_euclid(2) == 0)))
    }

    /// The printed hex at a place of the common grid.
    pub fn at(&self, row: i32, half_column: i32) -> Option<Hex> {
        let column = (half_column - i32::from(row.rem_euclid(2) == 0)).div_euclid(2);
        self.sheets.iter().find_map(|sheet| {
            let printed = |common: i32, origin: i32, step: i32| u8::try_from((common - origin) * step).ok();
            let hex = Hex {
                sheet: sheet.letter,
                row: printed(row, sheet.row_offset, sheet.row_step())?,
                column: printed(column, sheet.column_offset, sheet.column_step())?,
            };
            sheet.prints(hex).then_some(hex)
        })
    }

    /// The neighbour in a direction; `None` at the edge of the map.
    pub fn neighbour(&self, hex: Hex, direction: Direction) -> Option<Hex> {
        let (row, half_column) = self.common(hex)?;
        let (rows, half_columns) = direction.step();
        self.at(row + rows, half_column + half_columns)
    }

    /// The neighbours in the order of [`Direction::ALL`]; fewer than six at the edge.
    pub fn neighbours(&self, hex: Hex) -> Vec<Hex> {
        Direction::ALL.iter().filter_map(|direction| self.neighbour(hex, *direction)).collect()
    }

    /// The direction from a hex to its neighbour.
    pub fn direction(&self, from: Hex, to: Hex) -> Option<Direction> {
        Direction::ALL.into_iter().find(|direction| self.neighbour(from, *direction) == Some(to))
    }

    /// Hexes from one to the other, 0 for the same hex.
    pub fn distance(&self, from: Hex, to: Hex) -> Option<u32> {
        let (from, to) = (self.common(from)?, self.common(to)?);
        let (rows, half_columns) = (from.0.abs_diff(to.0), from.1.abs_diff(to.1));
        Some(rows + half_columns.saturating_sub(rows) / 2)
    }

    /// What lies along the side between two neighbours; empty when nothing does.
    pub fn sides(&self, a: Hex, b: Hex) -> impl Iterator<Item = SideKind> + '_ {
        self.sides.get(&(a.min(b), a.max(b))).into_iter().flatten().copied()
    }

    /// Whether something of this kind lies along the side between two neighbours.
    pub fn has_side(&self, a: Hex, b: Hex, kind: SideKind) -> bool {
        self.sides(a, b).any(|side| side == kind)
    }

    /// The sea area with this id.
    pub fn area(&self, id: &str) -> Option<&SeaArea> {
        self.areas.iter().find(|area| area.id == id)
    }

    /// The box or tray with this name or id.
    pub fn place(&self, name: &str) -> Option<&NamedPlace> {
        self.places.iter().find(|place| place.name == name || place.id == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two_sheets() -> HexMap {
        let west = Sheet {
            letter: 'W',
            first_row: 1,
            last_row: 60,
            rows: RowDirection::North,
            first_column: 0,
            last_column: 33,
            columns: ColumnDirection::East,
            row_offset: 0,
            column_offset: 0,
        };
        let east = Sheet {
            letter: 'E',
            first_column: 1,
            last_column: 34,
            rows: RowDirection::South,
            columns: ColumnDirection::West,
            row_offset: 61,
            column_offset: 68,
            ..west.clone()
        };
        HexMap { sheets: vec![west, east], ..HexMap::default() }
    }

    fn hex(name: &str) -> Hex {
        name.parse().unwrap()
    }

    #[test]
    fn hex_names_are_read_in_every_form_and_written_in_one() {
        for form in ["W 4533", "w4533", "W-4533", "4533W", "4533 w", "w - 4533", " W4533 "] {
            assert_eq!(hex(form).to_string(), "W4533", "{form}");
        }
        assert_eq!(hex("E0734").to_string(), "E0734");
        assert_eq!(["w 4533", "Buna", "4533"].map(Hex::tidy), ["W4533", "Buna", "4533"]);
        for wrong in ["", "4533", "W453", "W45333", "W45x3", "W4533E", "W--4533", "W", "ä4533"] {
            assert!(wrong.parse::<Hex>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_strait_across_the_seam_joins_its_two_hexes() {
        let map = two_sheets();
        assert_eq!(map.distance(hex("W5433"), hex("E0734")), Some(1));
        assert_eq!(map.direction(hex("W5433"), hex("E0734")), Some(Direction::East));
        assert!(map.neighbours(hex("E0734")).contains(&hex("W5433")));
    }

    #[test]
    fn rows_alternate_by_half_a_hex() {
        let map = two_sheets();
        assert_eq!(map.neighbour(hex("W4433"), Direction::NorthWest), Some(hex("W4533")));
        assert_eq!(map.neighbour(hex("W4532"), Direction::NorthEast), Some(hex("W4632")));
        assert_eq!(map.neighbours(hex("W2010")).len(), 6);
    }

    #[test]
    fn distance_counts_hexes() {
        let map = two_sheets();
        assert_eq!(map.distance(hex("W4533"), hex("W4533")), Some(0));
        assert_eq!(map.distance(hex("W4510"), hex("W4516")), Some(6));
        assert_eq!(map.distance(hex("W4510"), hex("W4110")), Some(4));
        assert_eq!(map.distance(hex("W9999"), hex("W4110")), None);
    }

    #[test]
    fn sides_join_only_neighbours() {
        let (mut map, mut faults) = (two_sheets(), Vec::new());
        let text = "hex,neighbour,kind,name,source\nE0734,W5433,strait,Soya,rules\nW4510,W4516,rail,,draft\n";
        map.add_sides("hexsides.csv", text, &mut faults);
        assert!(map.has_side(hex("W5433"), hex("E0734"), SideKind::Strait));
        assert_eq!(faults.len(), 1);
        assert_eq!(
            faults[0].to_string(),
            "hexsides.csv:3: column \"neighbour\": W4510 and W4516 are not adjacent"
        );
    }

    #[test]
    fn a_route_names_hexes_and_known_areas() {
        let (mut map, mut faults) = (two_sheets(), Vec::new());
        let areas =
            "id,name,kind,mp,interception,x,y,source,note\nwide,Wide Sea,large-area,8,-2,1,2,draft,\n";
        map.add_areas("areas.csv", areas, &mut faults);
        let routes = "id,name,kind,points,source,note\na,A,convoy,W4510 W4511 wide,draft,\nb,B,merchant,W9999 wid,draft,\n";
        map.add_routes("routes.csv", routes, &mut faults);
        assert_eq!(map.area("wide").map(|a| (a.kind, a.mp)), Some((AreaKind::Large, Some(8))));
        assert_eq!(map.routes[0].points[2], RoutePoint::Area("wide".into()));
        assert_eq!(faults.len(), 2);
        assert_eq!(
            faults[1].to_string(),
            "routes.csv:3: column \"points\": \"wid\" is no hex and no sea area"
        );
    }

    #[test]
    fn what_the_rules_state_of_a_hex_is_a_list_of_its_columns() {
        let (mut map, mut faults) = (two_sheets(), Vec::new());
        let head = "hex,kind,terrain,island,name,city,resource,port,fort,territory,owner_1937,owner_1941,weather,area,source,note";
        let rows = [("W4510", "draft"), ("W4511", "history"), ("W4512", "rules")];
        let rows = rows.map(|(at, source)| format!("\n{at},land,clear,,,city,,,,CN,CN,CN,severe,,{source},"));
        map.add_hexes("hexes.csv", &format!("{head}{}", rows.concat()), &mut faults);
        map.add_stated("stated.csv", "hex,columns,rule\nW4510,terrain city,1.2\n", &mut faults);
        assert!(faults.is_empty(), "{faults:?}");
        let drafts = |name: &str| {
            let facts = map.facts(hex(name)).unwrap();
            [Column::Terrain, Column::City, Column::Island].map(|column| facts.is_draft(column))
        };
        assert_eq!(drafts("W4510"), [false, false, true]);
        assert_eq!(drafts("W4511"), [true, false, true]);
        assert_eq!(drafts("W4512"), [false, false, false]);
        map.add_stated(
            "stated.csv",
            "hex,columns,rule\nW4510,iland,1.2\nW4511,,1.2\nW9999,name,1\n",
            &mut faults,
        );
        let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
        assert!(
            told[0].starts_with("stated.csv:2: column \"columns\": unknown columns \"iland\""),
            "{told:?}"
        );
        assert!(told[0].contains("island"), "{told:?}");
        assert!(told[1].starts_with("stated.csv:3: column \"columns\""), "{told:?}");
        assert!(told[2].starts_with("stated.csv:4: column \"hex\": no sheet prints W9999"), "{told:?}");
    }
}
