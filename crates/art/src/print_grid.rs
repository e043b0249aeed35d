//! Where counters lie on a printed sheet, and where their backs lie on the other side of it.

/// Distance of the centres of the registration marks from the edges of the paper.
pub const MARK_INSET_MM: f32 = 8.0;

/// How far the colour of a counter goes on beyond its cut.
pub const BLEED_MM: f32 = 2.0;

/// Room for the title and the marks above the counters, and as much below.
const HEAD_MM: f32 = 15.0;

/// Room at the left and right that printers leave white.
const SIDE_MM: f32 = 12.0;

/// The paper of the sheets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paper {
    /// 210 x 297 mm.
    A4,
    /// 8.5 x 11 inches.
    Letter,
}

impl Paper {
    /// Width and height in millimetres, upright.
    pub fn size_mm(self) -> (f32, f32) {
        match self {
            Self::A4 => (210.0, 297.0),
            Self::Letter => (215.9, 279.4),
        }
    }
}

/// The cells of a sheet, counted row by row from the upper left corner of its front; lengths in millimetres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    /// The paper.
    pub paper: Paper,
    /// Width of a counter.
    pub size_mm: f32,
    /// Counters side by side.
    pub columns: usize,
    /// Counters below each other.
    pub rows: usize,
    /// Left edge of the first counter. The columns are centred, so that both sides of the paper have the same.
    pub left_mm: f32,
    /// Upper edge of the first counter.
    pub top_mm: f32,
}

impl Grid {
    /// As many cells as fit; `None` for counters below 8 or above 60 mm.
    pub fn new(paper: Paper, size_mm: f32) -> Option<Self> {
        if !(8.0..=60.0).contains(&size_mm) {
            return None;
        }
        let (width, height) = paper.size_mm();
        let pitch = size_mm + 2.0 * BLEED_MM;
        let columns = ((width - 2.0 * SIDE_MM) / pitch).floor();
        let rows = ((height - 2.0 * HEAD_MM) / pitch).floor();
        Some(Self {
            paper,
            size_mm,
            columns: columns as usize,
            rows: rows as usize,
            left_mm: (width - columns * pitch) / 2.0 + BLEED_MM,
            top_mm: HEAD_MM + BLEED_MM,
        })
    }

    /// How many counters a sheet holds.
    pub fn cells(&self) -> usize {
        self.columns * self.rows
    }

    /// Upper left corner of the counter in a cell; on the back the columns run the other way.
    pub fn place(&self, cell: usize, back: bool) -> (f32, f32) {
        let (row, column) = (cell / self.columns, cell % self.columns);
        let column = if back { self.columns - 1 - column } else { column };
        let pitch = self.size_mm + 2.0 * BLEED_MM;
        (self.left_mm + column as f32 * pitch, self.top_mm + row as f32 * pitch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_back_of_a_counter_lies_behind_its_front() {
        for paper in [Paper::A4, Paper::Letter] {
            let grid = Grid::new(paper, 15.9).unwrap();
            let (width, _) = paper.size_mm();
            for cell in 0..grid.cells() {
                let ((front, row), (back, same_row)) = (grid.place(cell, false), grid.place(cell, true));
                assert!((front + back + grid.size_mm - width).abs() < 0.001, "cell {cell}");
                assert_eq!(row, same_row);
            }
        }
    }

    #[test]
    fn the_colours_of_neighbours_do_not_cover_each_other() {
        let grid = Grid::new(Paper::Letter, 15.9).unwrap();
        let (one, right, below) =
            (grid.place(0, false), grid.place(1, false), grid.place(grid.columns, false));
        assert!(right.0 - one.0 >= 15.9 + 2.0 * BLEED_MM && below.1 - one.1 >= 15.9 + 2.0 * BLEED_MM);
        let (width, height) = Paper::Letter.size_mm();
        let last = grid.place(grid.cells() - 1, false);
        assert!(last.0 + 15.9 + BLEED_MM <= width - SIDE_MM && last.1 + 15.9 + BLEED_MM <= height - HEAD_MM);
    }

    #[test]
    fn sheets_hold_what_fits_and_odd_sizes_are_refused() {
        let grid = Grid::new(Paper::A4, 15.9).unwrap();
        assert_eq!((grid.columns, grid.rows), (9, 13));
        assert_eq!(Grid::new(Paper::A4, 60.0).unwrap().cells(), 8);
        for odd in [0.0, -3.0, 7.9, 61.0, f32::NAN, f32::INFINITY] {
            assert_eq!(Grid::new(Paper::A4, odd), None, "{odd}");
        }
    }
}
