//! Many pictures on one, to look them over.

use resvg::tiny_skia::{Color, Pixmap, PixmapPaint, Transform};

/// Pictures in one line.
const COLUMNS: usize = 16;

/// Pixels around each picture.
const GAP: u32 = 3;

/// The pictures in lines of sixteen on grey-blue ground, each in a cell of the size of the largest.
///
/// `None` without pictures, and when the sheet would be larger than a picture may be.
pub fn lay_out(pictures: &[&Pixmap]) -> Option<Pixmap> {
    let width = pictures.iter().map(|picture| picture.width()).max()?.checked_add(2 * GAP)?;
    let height = pictures.iter().map(|picture| picture.height()).max()?.checked_add(2 * GAP)?;
    let columns = u32::try_from(COLUMNS.min(pictures.len())).ok()?;
    let lines = u32::try_from(pictures.len().div_ceil(COLUMNS)).ok()?;
    let mut sheet = Pixmap::new(width.checked_mul(columns)?, height.checked_mul(lines)?)?;
    sheet.fill(Color::from_rgba8(110, 130, 140, 255));
    for (index, picture) in pictures.iter().enumerate() {
        let place = |at: usize, step: u32| i32::try_from(at as u32 * step + GAP).unwrap_or(0);
        let (x, y) = (place(index % COLUMNS, width), place(index / COLUMNS, height));
        sheet.draw_pixmap(x, y, picture.as_ref(), &PixmapPaint::default(), Transform::identity(), None);
    }
    Some(sheet)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_lie_in_lines_in_their_order() {
        let mut red = Pixmap::new(10, 10).unwrap();
        red.fill(Color::from_rgba8(255, 0, 0, 255));
        let blank = Pixmap::new(10, 10).unwrap();
        let mut pictures = vec![&blank; 16];
        pictures.push(&red);
        let sheet = lay_out(&pictures).unwrap();
        assert_eq!((sheet.width(), sheet.height()), (16 * 16, 32));
        assert_eq!(sheet.pixel(8, 24).map(|pixel| pixel.red()), Some(255));
        assert_eq!(sheet.pixel(8, 8).map(|pixel| pixel.red()), Some(110));
        assert!(lay_out(&[]).is_none());
    }
}
