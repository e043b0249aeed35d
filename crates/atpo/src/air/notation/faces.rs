//! The faces of an air counter as they are printed: `4-5/3`, `4-10-3`, `20-20[4]`, `4-2/(5)`, `X-7/0`, `9`.

use crate::air::aircraft::{AirFace, QualityMark};
use crate::forces::unit::past_limit;

/// The highest strength, range and quality that is taken for one.
const MOST_RATING: u8 = 99;

/// A face with the mark around its quality.
#[derive(Debug, Clone, Copy)]
pub(super) struct PrintedFace {
    pub face: AirFace,
    pub mark: QualityMark,
}

impl Default for PrintedFace {
    fn default() -> Self {
        Self { face: AirFace { strength: 0, range: None, quality: None }, mark: QualityMark::Plain }
    }
}

/// Strength, range and quality; a lone `X` is no face, since it means a blank back.
pub(super) fn face(text: &str) -> Option<PrintedFace> {
    let (ratings, quality, mark) = quality_of(text)?;
    let (strength, range) = ratings.split_once('-').map_or((ratings, None), |(s, r)| (s, Some(r)));
    let strength = match strength {
        "x" if range.is_some() => 0,
        strength => rating(strength)?,
    };
    // `4-10-3`: the third number is the quality.
    let (range, third) =
        match range.map(|range| range.split_once('-').map_or((range, None), |(r, q)| (r, Some(q)))) {
            None => (None, None),
            Some((range, third)) => (Some(rating(range)?), third),
        };
    let quality = match (quality, third) {
        (Some(_), Some(_)) => return None,
        (None, Some(third)) => Some(rating(third)?),
        (quality, None) => quality,
    };
    Some(PrintedFace { face: AirFace { strength, range, quality }, mark })
}

/// What stands before the quality, the quality, and how it is marked.
fn quality_of(text: &str) -> Option<(&str, Option<u8>, QualityMark)> {
    let marked = |open: char, close: char| {
        let (ratings, rest) = text.split_once(open)?;
        Some((ratings.strip_suffix('/').unwrap_or(ratings), rating(rest.strip_suffix(close)?)?))
    };
    if text.contains('[') {
        return marked('[', ']').map(|(ratings, quality)| (ratings, Some(quality), QualityMark::Bracketed));
    }
    if text.contains('(') {
        return marked('(', ')').map(|(ratings, quality)| (ratings, Some(quality), QualityMark::Circled));
    }
    match text.split_once('/') {
        Some((ratings, quality)) => Some((ratings, Some(rating(quality)?), QualityMark::Plain)),
        None => Some((text, None, QualityMark::Plain)),
    }
}

fn rating(text: &str) -> Option<u8> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|rating| digits && *rating <= MOST_RATING)
}

/// The value of a face that is past its limit, in words; `None` for any other word.
pub(super) fn past_limit_of(word: &str) -> Option<String> {
    let most = u32::from(MOST_RATING);
    past_limit(word, &[("strength", most), ("range", most), ("quality", most)], ("quality", most))
}
