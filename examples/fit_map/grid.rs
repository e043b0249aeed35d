//! The common offset grid of both sheets: names, centres, neighbours and corners of hexes.

/// Height of one row in hex widths.
pub const ROW: f64 = 0.866_025_403_784_438_6;
/// Rows of the common grid, south to north.
pub const ROWS: std::ops::RangeInclusive<i32> = 1..=60;
/// Columns of the common grid, west to east.
pub const COLUMNS: std::ops::RangeInclusive<i32> = 0..=67;

/// A hex of the common grid.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Hex {
    /// Common row, counted northwards.
    pub row: i32,
    /// Common column, counted eastwards.
    pub column: i32,
}

impl Hex {
    /// The hex of a printed name such as `W4533`.
    pub fn parse(name: &str) -> Option<Self> {
        let digits: i32 = name.get(1..5)?.parse().ok()?;
        let (row, column) = (digits / 100, digits % 100);
        match name.get(..1)? {
            "W" => Some(Self { row, column }),
            "E" => Some(Self { row: 61 - row, column: 68 - column }),
            _ => None,
        }
    }

    /// The printed name.
    pub fn name(self) -> String {
        if self.column <= 33 {
            format!("W{:02}{:02}", self.row, self.column)
        } else {
            format!("E{:02}{:02}", 61 - self.row, 68 - self.column)
        }
    }

    /// Whether a sheet prints this hex.
    pub fn on_map(self) -> bool {
        ROWS.contains(&self.row) && COLUMNS.contains(&self.column)
    }

    /// Centre in hex widths, x eastwards, y northwards.
    pub fn centre(self) -> (f64, f64) {
        let shift = if self.row % 2 == 0 { 0.5 } else { 0.0 };
        (f64::from(self.column) + shift, f64::from(self.row) * ROW)
    }

    /// The hex that holds a point: the one with the nearest centre.
    pub fn at(x: f64, y: f64) -> Self {
        let near = (y / ROW).round() as i32;
        let mut best = (f64::MAX, Self { row: 0, column: 0 });
        for row in near - 1..=near + 1 {
            let shift = if row % 2 == 0 { 0.5 } else { 0.0 };
            let hex = Self { row, column: (x - shift).round() as i32 };
            let (u, v) = hex.centre();
            let far = (u - x).powi(2) + (v - y).powi(2);
            if far < best.0 {
                best = (far, hex);
            }
        }
        best.1
    }

    /// Neighbours in the order east, north-east, north-west, west, south-west, south-east.
    pub fn neighbours(self) -> [Self; 6] {
        let (row, column) = (self.row, self.column);
        let east = if row % 2 == 0 { 1 } else { 0 };
        let hex = |row, column| Self { row, column };
        [
            hex(row, column + 1),
            hex(row + 1, column + east),
            hex(row + 1, column + east - 1),
            hex(row, column - 1),
            hex(row - 1, column + east - 1),
            hex(row - 1, column + east),
        ]
    }

    /// Both ends of the side shared with neighbour number `side`, as corner keys.
    pub fn side(self, side: usize) -> (Corner, Corner) {
        const AROUND: [(i32, i32); 7] = [(1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1)];
        let (x, _) = self.centre();
        let (cx, cy) = ((x * 2.0).round() as i32, self.row * 3);
        let corner = |i: usize| Corner(cx + AROUND[i].0, cy + AROUND[i].1);
        (corner(side), corner(side + 1))
    }
}

/// A corner of the grid: x in half hex widths, y in units of 1 / (2 * sqrt 3).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Corner(pub i32, pub i32);

impl Corner {
    /// Position in hex widths.
    pub fn point(self) -> (f64, f64) {
        (f64::from(self.0) / 2.0, f64::from(self.1) / (2.0 * 3f64.sqrt()))
    }
}
