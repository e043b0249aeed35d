//! The board of a window that is no map: a grid of titled boxes, for force pools, trays and tracks.
//! A box without a title is a gap in the grid.

/// A grid of boxes, filled row by row.
#[derive(Clone, Debug, Default)]
pub struct Panel {
    /// The heading above the boxes.
    pub title: String,
    /// Lines below the heading.
    pub lines: Vec<String>,
    /// The titles of the boxes, in reading order.
    pub boxes: Vec<String>,
    /// Boxes in one row; at least 1.
    pub columns: u32,
    /// Boxes in each row where they differ; rows beyond the list have `columns`. All rows are equally wide.
    pub row_columns: Vec<u32>,
    /// Width of a box in pixels, in a row of `columns`.
    pub box_width: u32,
    /// Height of a box in pixels, its title included.
    pub box_height: u32,
    /// Heights of the rows where they differ; rows beyond the list have `box_height`.
    pub row_heights: Vec<u32>,
}

/// A rectangle in pixels of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PanelBox {
    /// Left edge.
    pub x: u32,
    /// Upper edge.
    pub y: u32,
    /// Width.
    pub width: u32,
    /// Height.
    pub height: u32,
}

impl PanelBox {
    /// Where pieces lie in it: the centres of a grid of places, row by row, below the title.
    pub fn places(self, spacing: u32) -> impl Iterator<Item = (u32, u32)> {
        self.places_in_rows(spacing, spacing)
    }

    /// The same with rows this far apart: below each piece lies what is stacked on it.
    pub fn places_in_rows(self, spacing: u32, rows_apart: u32) -> impl Iterator<Item = (u32, u32)> {
        let (spacing, rows_apart) = (spacing.max(1), rows_apart.max(1));
        let columns = self.places_across(spacing);
        let rows = (self.height.saturating_sub(BOX_TITLE + GAP / 2) / rows_apart).clamp(1, MOST_PLACES);
        let left = self.x + self.width.saturating_sub(columns * spacing) / 2 + spacing / 2;
        let top = self.y + BOX_TITLE + GAP / 2 + spacing / 2;
        (0..rows).flat_map(move |row| {
            (0..columns).map(move |column| (left + column * spacing, top + row * rows_apart))
        })
    }

    /// How many places lie beside each other in it.
    pub fn places_across(self, spacing: u32) -> u32 {
        (self.width.saturating_sub(GAP) / spacing.max(1)).clamp(1, MOST_PLACES)
    }
}

/// Paper around the boxes, with the frame in it.
pub const MARGIN: u32 = 30;
/// Between boxes.
pub const GAP: u32 = 12;
/// Height of the heading above the boxes.
pub const HEADING: u32 = 62;
/// Height of a line below the heading.
pub const LINE: u32 = 26;
/// Height of the title of a box.
pub const BOX_TITLE: u32 = 36;
/// Most boxes in a row, whatever a file says.
const MOST_COLUMNS: u32 = 1000;
/// Most places beside each other, and below each other, in a box of whatever size.
const MOST_PLACES: u32 = 1000;

impl Panel {
    /// The size of the whole board in pixels.
    pub fn size(&self) -> (u32, u32) {
        let rows = self.rows();
        (2 * MARGIN + self.wide(), MARGIN + self.row_top(rows) - if rows > 0 { GAP } else { 0 })
    }

    /// Pixels from the left edge of the first box of a row to the right edge of the last.
    fn wide(&self) -> u32 {
        self.columns.clamp(1, MOST_COLUMNS) * (self.box_width + GAP) - GAP
    }

    fn columns_of(&self, row: usize) -> u32 {
        self.row_columns.get(row).copied().unwrap_or(self.columns).clamp(1, MOST_COLUMNS)
    }

    /// The row of a box and its place in it.
    fn spot(&self, index: usize) -> (usize, u32) {
        let (mut row, mut first) = (0, 0);
        loop {
            let columns = self.columns_of(row) as usize;
            if index < first + columns {
                return (row, (index - first) as u32);
            }
            first += columns;
            row += 1;
        }
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.boxes.len().checked_sub(1).map_or(0, |last| self.spot(last).0 + 1)
    }

    /// The boxes of each row.
    pub fn by_rows(&self) -> Vec<&[String]> {
        let (mut rows, mut left) = (Vec::new(), self.boxes.as_slice());
        while !left.is_empty() {
            let (row, others) = left.split_at(left.len().min(self.columns_of(rows.len()) as usize));
            rows.push(row);
            left = others;
        }
        rows
    }

    fn row_height(&self, row: usize) -> u32 {
        self.row_heights.get(row).copied().unwrap_or(self.box_height)
    }

    fn row_top(&self, row: usize) -> u32 {
        let lines = self.lines.len() as u32 * LINE;
        MARGIN + HEADING + lines + (0..row).map(|above| self.row_height(above) + GAP).sum::<u32>()
    }

    /// Where a box lies.
    pub fn area(&self, index: usize) -> PanelBox {
        let (row, column) = self.spot(index);
        let step = (self.wide() + GAP) / self.columns_of(row);
        PanelBox {
            x: MARGIN + column * step,
            y: self.row_top(row),
            width: step.saturating_sub(GAP).max(1),
            height: self.row_height(row),
        }
    }

    /// Where pieces lie in a box, see [`PanelBox::places`].
    pub fn places(&self, index: usize, spacing: u32) -> Vec<(u32, u32)> {
        self.area(index).places(spacing).collect()
    }

    /// How many places lie beside each other in a box.
    pub fn places_across(&self, index: usize, spacing: u32) -> u32 {
        self.area(index).places_across(spacing)
    }

    /// The height of a box in pixels that holds so many rows of places.
    pub fn height_for(rows: u32, spacing: u32) -> u32 {
        BOX_TITLE + GAP + rows * spacing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn panel() -> Panel {
        Panel {
            title: "Force Pools".into(),
            lines: vec!["what may be built".into()],
            boxes: (0..8).map(|n| format!("Box {n}")).collect(),
            columns: 2,
            row_columns: vec![2, 3],
            box_width: 400,
            box_height: 200,
            row_heights: vec![150],
        }
    }

    #[test]
    fn boxes_do_not_overlap_and_stay_on_the_board() {
        let (width, height) = panel().size();
        let areas: Vec<PanelBox> = (0..8).map(|index| panel().area(index)).collect();
        for (index, area) in areas.iter().enumerate() {
            assert!(area.x + area.width <= width && area.y + area.height <= height);
            for other in &areas[index + 1..] {
                let apart = area.x + area.width <= other.x
                    || other.x + other.width <= area.x
                    || area.y + area.height <= other.y
                    || other.y + other.height <= area.y;
                assert!(apart, "{area:?} overlaps {other:?}");
            }
        }
        assert_eq!(panel().rows(), 4);
        assert_eq!(panel().by_rows().iter().map(|row| row.len()).collect::<Vec<_>>(), [2, 3, 2, 1]);
    }

    #[test]
    fn places_lie_inside_their_box() {
        for index in [0, 3] {
            let area = panel().area(index);
            let places = panel().places(index, 80);
            assert!(places.len() >= 3);
            for (x, y) in places {
                assert!(x > area.x + 40 && x < area.x + area.width - 40);
                assert!(y >= area.y + BOX_TITLE + 40 && y + 40 <= area.y + area.height);
            }
        }
    }
}
