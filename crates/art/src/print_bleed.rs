//! The colours around a printed counter: what lies along its edge goes on beyond the cut, band for band.

use crate::fonts::Fonts;

/// A piece of an edge with one colour; where it begins and ends in shares of the edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stripe {
    /// From the left or the top.
    pub from: f32,
    /// Larger than `from`; the last one ends at 1.
    pub to: f32,
    /// Red, green and blue; none where the face is clear.
    pub colour: Option<[u8; 3]>,
}

/// The stripes along the four edges of a face; an edge of which nothing can be said has none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Edges {
    /// From left to right.
    pub top: Vec<Stripe>,
    /// From left to right.
    pub foot: Vec<Stripe>,
    /// From top to bottom.
    pub left: Vec<Stripe>,
    /// From top to bottom.
    pub right: Vec<Stripe>,
}

/// The pixels along an edge of the drawing that is looked at.
const SIDE: u32 = 100;

/// How far inside of a face its colours are looked up: past the line around it.
const INSIDE: u32 = SIDE * 35 / 1000;

/// What lies within this many pixels of a corner belongs to its round.
const CORNER: u32 = SIDE / 10;

/// Colours that go on for less than this many pixels are lines or letters.
const LEAST: u32 = SIDE / 20;

/// Pixels of an edge with one colour: the first, the one after the last, the colour.
type Length = (u32, u32, Option<[u8; 3]>);

impl Edges {
    /// The colours along the edges of a face; none where it cannot be drawn.
    pub fn of(svg: &str, fonts: &Fonts) -> Self {
        let Ok(drawn) = fonts.draw(svg, SIDE) else { return Self::default() };
        let last = drawn.height().saturating_sub(1);
        let colour = |x: u32, y: u32| {
            let pixel = drawn.pixel(x, (y * last / (SIDE - 1)).min(last))?;
            (pixel.alpha() == u8::MAX).then(|| [pixel.red(), pixel.green(), pixel.blue()])
        };
        let far = SIDE - 1 - INSIDE;
        let [mut top, mut foot] = [INSIDE, far].map(|y| runs(|at| colour(at, y)));
        let [mut left, mut right] = [INSIDE, far].map(|x| runs(|at| colour(x, at)));
        // Bands and fields come to opposite edges at the same place, letters and signs to one.
        let both = [(&top, &foot), (&left, &right)].map(|(one, other)| common(one, other)).concat();
        for edge in [&mut top, &mut foot, &mut left, &mut right] {
            edge.retain(|(_, _, colour)| both.contains(colour));
        }
        Self { top: stripes(&top), foot: stripes(&foot), left: stripes(&left), right: stripes(&right) }
    }
}

/// The runs of an edge that are no lines.
fn runs(colour: impl Fn(u32) -> Option<[u8; 3]>) -> Vec<Length> {
    let mut runs: Vec<Length> = Vec::new();
    for at in CORNER..SIDE - CORNER {
        match runs.last_mut() {
            Some((_, end, same)) if *same == colour(at) => *end = at + 1,
            _ => runs.push((at, at + 1, colour(at))),
        }
    }
    runs.retain(|(from, to, _)| to - from >= LEAST);
    runs
}

/// The colours that two edges have at the same places.
fn common(one: &[Length], other: &[Length]) -> Vec<Option<[u8; 3]>> {
    let meets = |(from, to, colour): &&Length| {
        other
            .iter()
            .any(|(start, end, own)| own == colour && to.min(end).saturating_sub(*from.max(start)) >= LEAST)
    };
    one.iter().filter(meets).map(|(_, _, colour)| *colour).collect()
}

/// The stripes of an edge: lines between them are shared out to both sides, and the outer ones reach the corners.
fn stripes(runs: &[Length]) -> Vec<Stripe> {
    let share = |pixels: f32| pixels / SIDE as f32;
    let between = |one: usize, other: usize| match (runs.get(one), runs.get(other)) {
        (Some((_, end, _)), Some((start, _, _))) => Some(share((end + start) as f32 / 2.0)),
        _ => None,
    };
    let stripe = |(index, (_, _, colour)): (usize, &Length)| Stripe {
        from: index.checked_sub(1).and_then(|before| between(before, index)).unwrap_or(0.0),
        to: between(index, index + 1).unwrap_or(1.0),
        colour: *colour,
    };
    runs.iter().enumerate().map(stripe).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::templates;

    #[test]
    fn a_band_across_a_face_is_a_stripe_of_its_sides() {
        let svg = r##"<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><rect width="100" height="100" rx="9" fill="#204060"/><rect y="30" width="100" height="20" fill="#e0e0e0"/><path d="M0 50H100" stroke="#000" stroke-width="2"/></svg>"##;
        let edges = Edges::of(svg, &templates::fonts());
        let [field, band] = [Some([0x20, 0x40, 0x60]), Some([0xe0, 0xe0, 0xe0])];
        assert_eq!(edges.top, [Stripe { from: 0.0, to: 1.0, colour: field }]);
        assert_eq!(edges.foot, edges.top);
        assert_eq!(edges.left, edges.right);
        let colours: Vec<_> = edges.left.iter().map(|stripe| stripe.colour).collect();
        assert_eq!(colours, [field, band, field]);
        let [first, second, third] = [edges.left[0], edges.left[1], edges.left[2]];
        assert!((first.to - 0.3).abs() < 0.01 && (second.to - 0.5).abs() < 0.01, "{:?}", edges.left);
        assert!(first.from == 0.0 && third.to == 1.0 && second.from == first.to && third.from == second.to);
    }

    #[test]
    fn letters_at_one_edge_are_no_stripe() {
        let svg = r##"<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><rect width="100" height="100" fill="#204060"/><rect x="6" y="94" width="31" height="4"/><rect x="70" width="8" height="20"/></svg>"##;
        let edges = Edges::of(svg, &templates::fonts());
        let plain = [Stripe { from: 0.0, to: 1.0, colour: Some([0x20, 0x40, 0x60]) }];
        assert_eq!((edges.top.len(), edges.foot.len()), (2, 1));
        assert!(edges.top.iter().all(|stripe| stripe.colour == plain[0].colour));
        assert_eq!([edges.foot.as_slice(), &edges.left, &edges.right], [&plain; 3]);
    }

    #[test]
    fn what_is_clear_or_no_picture_has_no_colour() {
        let fonts = templates::fonts();
        let round = r##"<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><circle cx="50" cy="50" r="40" fill="#204060"/></svg>"##;
        assert!(Edges::of(round, &fonts).left.iter().all(|stripe| stripe.colour.is_none()));
        assert_eq!(Edges::of("no picture", &fonts), Edges::default());
    }
}
