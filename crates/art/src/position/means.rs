//! A picture made smaller row by row: each pixel is the mean of those that fall together in it.

use resvg::tiny_skia::PremultipliedColorU8;

use super::scene::Frame;

/// The sums of pixels that fall together.
pub(super) struct Means {
    /// Width and height of what is read and of what is made.
    read: (u64, u64),
    made: (u64, u64),
    /// For each column that is read the one that it falls into, its share of that and its share of the next.
    columns: Vec<(usize, u32, u32)>,
    /// Of the row that was read last; one more than is made, for the empty share of the last column.
    row: Vec<[u32; 4]>,
    /// Of all rows that belong to the row that is made.
    sums: Vec<[u64; 4]>,
    pixels: Vec<PremultipliedColorU8>,
}

impl Means {
    /// Of pictures so large, made so wide and high, neither more than they are.
    pub(super) fn new(part: Frame, (width, height): (u32, u32)) -> Self {
        let (read, made) = ((part.width.into(), part.height.into()), (width.into(), height.into()));
        let columns = (0..read.0).map(|at| shares(at, read.0, made.0)).collect();
        let width = width as usize;
        let pixels = vec![PremultipliedColorU8::TRANSPARENT; width];
        Self { read, made, columns, row: vec![[0; 4]; width + 1], sums: vec![[0; 4]; width], pixels }
    }

    /// Takes in the next row, whose number is given; `put` gets the number of each row that is made whole by it, and its
    /// pixels.
    pub(super) fn add(
        &mut self,
        number: u32,
        pixels: impl Iterator<Item = PremultipliedColorU8>,
        put: &mut dyn FnMut(u32, &[PremultipliedColorU8]),
    ) {
        self.row.fill([0; 4]);
        for (pixel, &(to, own, rest)) in pixels.zip(&self.columns) {
            let colour = [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()].map(u32::from);
            (0..4).for_each(|value| self.row[to][value] += colour[value] * own);
            if rest > 0 {
                (0..4).for_each(|value| self.row[to + 1][value] += colour[value] * rest);
            }
        }
        let (to, own, rest) = shares(number.into(), self.read.1, self.made.1);
        self.sum(own);
        if (u64::from(number) + 1) * self.made.1 >= (to as u64 + 1) * self.read.1 {
            self.finish();
            put(to as u32, &self.pixels);
        }
        if rest > 0 {
            self.sum(rest);
        }
    }

    fn sum(&mut self, share: u32) {
        for (sum, row) in self.sums.iter_mut().zip(&self.row) {
            (0..4).for_each(|value| sum[value] += u64::from(row[value]) * u64::from(share));
        }
    }

    /// The sums to pixels.
    fn finish(&mut self) {
        let all = self.read.0 * self.read.1;
        for (pixel, sum) in self.pixels.iter_mut().zip(&mut self.sums) {
            let [red, green, blue, alpha] = sum.map(|value| ((value + all / 2) / all) as u8);
            let mean =
                PremultipliedColorU8::from_rgba(red.min(alpha), green.min(alpha), blue.min(alpha), alpha);
            *pixel = mean.unwrap_or(PremultipliedColorU8::TRANSPARENT);
            *sum = [0; 4];
        }
    }
}

/// Into which of so many pixels that are made one of those that are read falls, and its shares of that and of the next; all
/// shares of one that is made are together as many as there are pixels that are read.
fn shares(at: u64, read: u64, made: u64) -> (usize, u32, u32) {
    let (first, into) = (at * made / read, at * made % read);
    let own = made.min(read - into);
    (first as usize, own as u32, (made - own) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of greys made so wide and high.
    fn made(rows: &[&[u8]], size: (u32, u32)) -> Vec<Vec<u8>> {
        let part = Frame { x: 0, y: 0, width: rows[0].len() as u32, height: rows.len() as u32 };
        let mut means = Means::new(part, size);
        let mut all = Vec::new();
        for (number, row) in (0..).zip(rows) {
            let grey = |value: &u8| PremultipliedColorU8::from_rgba(*value, *value, *value, 255).unwrap();
            means.add(number, row.iter().map(grey), &mut |number, pixels| {
                assert_eq!(number as usize, all.len());
                assert!(pixels.iter().all(|pixel| pixel.alpha() == 255));
                all.push(pixels.iter().map(|pixel| pixel.red()).collect());
            });
        }
        all
    }

    #[test]
    fn pixels_that_fall_together_become_their_mean() {
        let rows: [&[u8]; 4] =
            [&[0, 20, 40, 60], &[0, 20, 40, 60], &[100, 100, 200, 200], &[100, 100, 200, 200]];
        assert_eq!(made(&rows, (2, 2)), [[10, 50], [100, 200]]);
        assert_eq!(made(&rows, (4, 1)), [[50, 60, 120, 130]]);
        assert_eq!(made(&rows, (1, 1)), [[90]]);
        assert_eq!(made(&rows, (4, 4)), rows);
    }

    #[test]
    fn a_pixel_on_the_edge_of_two_counts_for_both_as_it_lies_in_them() {
        assert_eq!(made(&[&[0, 90, 255]], (2, 1)), [[30, 200]]);
        assert_eq!(made(&[&[0], &[90], &[255]], (1, 2)), [[30], [200]]);
        for size in [(39, 29), (7, 11), (40, 1), (13, 30)] {
            let row: Vec<u8> = vec![77; 40];
            let rows = vec![row.as_slice(); 30];
            assert_eq!(made(&rows, size), vec![vec![77; size.0 as usize]; size.1 as usize]);
        }
    }

    #[test]
    fn what_is_seen_through_weighs_less() {
        let mut means = Means::new(Frame { x: 0, y: 0, width: 2, height: 1 }, (1, 1));
        let row =
            [PremultipliedColorU8::TRANSPARENT, PremultipliedColorU8::from_rgba(0, 80, 0, 100).unwrap()];
        let mut seen = Vec::new();
        means.add(0, row.into_iter(), &mut |_, pixels| seen.extend_from_slice(pixels));
        assert_eq!(seen, [PremultipliedColorU8::from_rgba(0, 40, 0, 50).unwrap()]);
    }
}
