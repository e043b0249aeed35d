//! The overview of the main map, which lies over a corner of it: small enough to leave the rest in sight, at a scale at
//! which boards side by side meet without a seam.
//!
//! Engine class: `build.module.map.GlobalMap`.

use super::element::component;
use vassal::format::build_file::Element;

/// The most pixels an overview is wide and high: about a quarter of the map's view on a screen of 1280 × 800 pixels.
const MOST: (f64, f64) = (480.0, 340.0);

/// The overview of boards of these sizes in pixels, from left to right.
pub(super) fn overview(boards: &[(u32, u32)]) -> Element {
    of_scale(f64::from(scale(boards)) / 1000.0)
}

/// An overview at a scale, 1 for pixel by pixel.
pub(super) fn of_scale(scale: f64) -> Element {
    component(
        "module.map.GlobalMap",
        &[
            ("buttonText", ""),
            ("color", "255,0,0"),
            ("hotkey", "79,195"),
            ("icon", "/images/overview.gif"),
            ("scale", &format!("{scale:.4}")),
            ("tooltip", "Show or hide the overview of the whole map"),
        ],
    )
}

/// The largest scale in thousandths that fits and shows no seam; the largest that fits where all show one.
fn scale(boards: &[(u32, u32)]) -> u32 {
    let width = boards.iter().fold(0_u32, |sum, (width, _)| sum.saturating_add(*width));
    let height = boards.iter().map(|(_, height)| *height).max().unwrap_or(1);
    let most = (MOST.0 / f64::from(width.max(1))).min(MOST.1 / f64::from(height.max(1)));
    let most = ((most * 1000.0) as u32).clamp(1, 1000);
    (1..=most).rev().find(|scale| !has_seam(boards, *scale)).unwrap_or(most)
}

/// Boards are drawn from the whole pixel that is nearest to where they begin, and over the whole pixels that they are wide
/// (`Map.getLocation`, `Board.drawRegion2D`).
fn has_seam(boards: &[(u32, u32)], scale: u32) -> bool {
    let scaled = |pixels: u32| u64::from(pixels) * u64::from(scale);
    let nearest = |pixels: u32| (scaled(pixels) + 500) / 1000;
    let starts = boards.iter().scan(0_u32, |left, (width, _)| {
        let start = *left;
        *left = left.saturating_add(*width);
        Some((start, *width))
    });
    let starts: Vec<_> = starts.collect();
    starts.windows(2).any(|pair| {
        let [(left, width), (next, _)] = pair else { return false };
        nearest(*left) + scaled(*width) / 1000 < nearest(*next)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_overview_leaves_three_quarters_of_the_map_in_sight_and_its_sheets_meet() {
        let sheets = [(5010, 6270), (4290, 6270)];
        assert_eq!(scale(&sheets), 49);
        assert!(has_seam(&sheets, 50) && has_seam(&sheets, 80));
    }

    #[test]
    fn a_small_map_is_shown_whole_and_no_map_at_all_is_no_fault() {
        assert_eq!(scale(&[(400, 200)]), 1000);
        assert_eq!(scale(&[]), 1000);
    }
}
