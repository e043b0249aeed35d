//! The board of a window that is no map: a grid of titled boxes, for force pools, trays and tracks.
//! A box without a title is a gap in the grid.

use std::fmt::Write;

use super::template::escaped;

/// A grid of boxes, filled row by row.
#[derive(Clone, Debug)]
pub struct Panel {
    /// The heading above the boxes.
    pub title: String,
    /// The titles of the boxes, in reading order.
    pub boxes: Vec<String>,
    /// Boxes in one row; at least 1.
    pub columns: u32,
    /// Width of a box in pixels.
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

const MARGIN: u32 = 16;
const GAP: u32 = 12;
const HEADING: u32 = 52;
const BOX_TITLE: u32 = 34;

impl Panel {
    /// The size of the whole board in pixels.
    pub fn size(&self) -> (u32, u32) {
        let columns = self.columns.max(1);
        let rows = (self.boxes.len() as u32).div_ceil(columns) as usize;
        let bottom = self.row_top(rows);
        (
            2 * MARGIN + columns * (self.box_width + GAP) - GAP,
            MARGIN + bottom - if rows > 0 { GAP } else { 0 },
        )
    }

    fn row_height(&self, row: usize) -> u32 {
        self.row_heights.get(row).copied().unwrap_or(self.box_height)
    }

    fn row_top(&self, row: usize) -> u32 {
        MARGIN + HEADING + (0..row).map(|above| self.row_height(above) + GAP).sum::<u32>()
    }

    /// Where a box lies.
    pub fn area(&self, index: usize) -> PanelBox {
        let columns = self.columns.max(1) as usize;
        let (row, column) = (index / columns, (index % columns) as u32);
        PanelBox {
            x: MARGIN + column * (self.box_width + GAP),
            y: self.row_top(row),
            width: self.box_width,
            height: self.row_height(row),
        }
    }

    /// Where pieces lie in a box: the centres of a grid of places, row by row, below the title.
    pub fn places(&self, index: usize, spacing: u32) -> Vec<(u32, u32)> {
        let area = self.area(index);
        let spacing = spacing.max(1);
        let columns = self.places_across(spacing);
        let rows = (area.height.saturating_sub(BOX_TITLE + GAP / 2) / spacing).max(1);
        let left = area.x + area.width.saturating_sub(columns * spacing) / 2 + spacing / 2;
        let top = area.y + BOX_TITLE + spacing / 2;
        (0..rows)
            .flat_map(|row| (0..columns).map(move |column| (left + column * spacing, top + row * spacing)))
            .collect()
    }

    /// How many places lie beside each other in a box.
    pub fn places_across(&self, spacing: u32) -> u32 {
        (self.box_width.saturating_sub(GAP) / spacing.max(1)).max(1)
    }

    /// The height of a box in pixels that holds so many rows of places.
    pub fn height_for(rows: u32, spacing: u32) -> u32 {
        BOX_TITLE + GAP + rows * spacing
    }

    /// The board as SVG.
    pub fn svg(&self) -> String {
        let (width, height) = self.size();
        let mut svg = format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" font-family="DejaVu Sans Condensed">
<rect width="{width}" height="{height}" fill="#d9d2bf"/>
<text x="{MARGIN}" y="{}" font-size="30" font-weight="bold" fill="#2b3a42">{}</text>
"##,
            MARGIN + 34,
            escaped(&self.title)
        );
        for (index, title) in self.boxes.iter().enumerate().filter(|(_, title)| !title.is_empty()) {
            let PanelBox { x, y, width, height } = self.area(index);
            // Writing to a String cannot fail.
            let _ = write!(
                svg,
                r##"<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="8" fill="#f4efe2" stroke="#7a7360" stroke-width="2"/>
<path d="M{x} {} v-{} q0 -8 8 -8 h{} q8 0 8 8 v{} z" fill="#2b3a42"/>
<text x="{}" y="{}" font-size="17" font-weight="bold" fill="#f4efe2">{}</text>
"##,
                y + BOX_TITLE - 4,
                BOX_TITLE - 12,
                width - 16,
                BOX_TITLE - 12,
                x + 12,
                y + 21,
                escaped(title)
            );
        }
        svg.push_str("</svg>\n");
        svg
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn panel() -> Panel {
        Panel {
            title: "Force Pools".into(),
            boxes: (0..5).map(|n| format!("Box {n}")).collect(),
            columns: 2,
            box_width: 400,
            box_height: 200,
            row_heights: vec![120],
        }
    }

    #[test]
    fn boxes_do_not_overlap_and_stay_on_the_board() {
        let (width, height) = panel().size();
        let areas: Vec<PanelBox> = (0..5).map(|index| panel().area(index)).collect();
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
    }

    #[test]
    fn places_lie_inside_their_box() {
        let area = panel().area(3);
        let places = panel().places(3, 80);
        assert!(places.len() >= 4);
        for (x, y) in places {
            assert!(x > area.x && x < area.x + area.width && y > area.y && y < area.y + area.height);
        }
    }
}
