//! The faces of a naval counter and the letters of an Admiral as they are printed: `0(3)-5-41/0(2)-4`, `S1`.

use crate::sea::ship::{AdmiralLetters, ShipClass, ShipFace};

/// The highest gunnery, torpedo and Armor rating that is taken for one.
const MOST_RATING: u8 = 20;
/// The highest movement that is taken for one.
const FASTEST: u8 = 99;

/// `5-11`, `0(3)-5-41/0(2)-4`, `(1)-3/x`, of sea transport also `5` and `5-20`: the front, and the back or that it is blank.
pub(super) fn faces(word: &str, class: Option<ShipClass>) -> Option<(ShipFace, Option<Option<ShipFace>>)> {
    let (front, back) = word.split_once('/').map_or((word, None), |(front, back)| (front, Some(back)));
    let front = match front.parse() {
        Ok(armor) if class == Some(ShipClass::Transport) => {
            ShipFace { gunnery: None, torpedo: None, armor, movement: None }
        }
        _ => match class {
            Some(ShipClass::Transport) => unarmed(front).or_else(|| face(front))?,
            _ => face(front)?,
        },
    };
    if front.armor == 0 || front.armor > MOST_RATING {
        return None;
    }
    let back = match back {
        None => None,
        Some("x" | "-") => Some(None),
        Some(back) => Some(Some(face(back)?)),
    };
    Some((front, back))
}

/// Armor and movement of sea transport, which has no gunnery: `5-20`.
fn unarmed(text: &str) -> Option<ShipFace> {
    let (armor, movement) = text.split_once('-')?;
    Some(ShipFace {
        gunnery: None,
        torpedo: None,
        armor: armor.parse().ok()?,
        movement: Some(number(movement)?),
    })
}

/// Gunnery, torpedoes in parentheses, Armor and movement of one face.
fn face(text: &str) -> Option<ShipFace> {
    let rating = |text: &str| text.parse().ok().filter(|rating: &u8| *rating <= MOST_RATING);
    let (guns, rest) = text.split_once('-')?;
    let (guns, torpedo) = match guns.split_once('(') {
        Some((guns, torpedo)) => (guns, Some(rating(torpedo.strip_suffix(')')?)?)),
        None => (guns, None),
    };
    let gunnery = match guns {
        "x" => None,
        "" if torpedo.is_some() => None,
        guns => Some(rating(guns)?),
    };
    let (armor, movement) = match rest.split_once('-') {
        Some((armor, movement)) => (armor, Some(number(movement)?)),
        None => (rest, None),
    };
    Some(ShipFace { gunnery, torpedo, armor: rating(armor)?, movement })
}

/// A rating that a word announces.
///
/// # Errors
/// The highest that it can be.
pub(super) fn rating_in_words(word: &str, text: &str) -> Result<u8, u8> {
    let most = if matches!(word, "movement" | "speed") { FASTEST } else { MOST_RATING };
    text.parse().ok().filter(|rating| *rating <= most).ok_or(most)
}

/// What is wrong with a word that is built like the faces of a counter and is none: which rating is past which limit.
pub(super) fn beyond(word: &str, class: Option<ShipClass>) -> Option<String> {
    word.split('/').filter(|face| !matches!(*face, "x" | "-")).find_map(|face| beyond_face(face, class))
}

fn beyond_face(face: &str, class: Option<ShipClass>) -> Option<String> {
    let built = |c: char| c.is_ascii_digit() || matches!(c, '-' | '(' | ')' | 'x');
    if face.is_empty() || !face.chars().all(built) || !face.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let parts: Vec<&str> = face.split('-').collect();
    let (guns, rest) = match (parts.as_slice(), class) {
        ([guns, rest @ ..], class) if class != Some(ShipClass::Transport) => (*guns, rest),
        ([_, _, _], _) => (parts[0], &parts[1..]),
        _ => ("", parts.as_slice()),
    };
    let (gunnery, torpedo) = guns.split_once('(').unwrap_or((guns, ""));
    let torpedo = torpedo.trim_end_matches(')');
    let told = [("gunnery", gunnery, MOST_RATING), ("torpedo", torpedo, MOST_RATING)].into_iter();
    let rest = [("Armor", MOST_RATING), ("movement", FASTEST)].into_iter().zip(rest);
    let rest = rest.map(|((what, most), text)| (what, *text, most));
    told.chain(rest).find_map(|(what, text, most)| {
        let digits = !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
        let number = text.parse::<u8>().ok();
        match number {
            Some(0) if what == "Armor" => Some(format!("Armor is 1 to {MOST_RATING}, not 0")),
            Some(number) if number <= most => None,
            _ if digits => Some(format!("{what} is at most {most}, not {text}")),
            _ => None,
        }
    })
}

/// Sets an Admiral's letter with its number, such as `S1`; false for any other word.
pub(super) fn set_letter(word: &str, letters: &mut Option<AdmiralLetters>) -> bool {
    let mut rest = word.chars();
    let letter = rest.next();
    let value =
        rest.as_str().trim_start_matches([':', '+']).parse().ok().filter(|value| (1..=9).contains(value));
    let Some(value) = value else { return false };
    let mut told = letters.unwrap_or_default();
    let field = match letter {
        Some('l') => &mut told.locator,
        Some('e') => &mut told.evasion,
        Some('a') => &mut told.assault,
        Some('d') => &mut told.defence,
        Some('s') => &mut told.surface,
        _ => return false,
    };
    *field = value;
    *letters = Some(told);
    true
}

/// The points of a counter of sea transport.
pub(super) fn points(word: &str) -> Option<u8> {
    match word {
        "1" | "one" => Some(1),
        "2" | "two" => Some(2),
        _ => None,
    }
}

/// A speed.
fn number(text: &str) -> Option<u8> {
    text.parse().ok().filter(|number| *number <= FASTEST)
}
