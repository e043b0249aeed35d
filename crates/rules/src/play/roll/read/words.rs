//! Dice and deeds of a row as they are written: `2d6`, `does = "reduce"`.

use super::super::file::EffectRow;
use crate::data::fault::did_you_mean;
use crate::play::deeds::{Act, Term};
use crate::play::dice::Die;

/// `2d6`, `d10`, `1d6`.
pub(super) fn dice(text: &str) -> Result<(u8, Die), String> {
    let wrong = || {
        format!("dice: expected 1d6, 2d6, d10 or the like, 1 to 8 dice of 2 to 100 sides, found \"{text}\"")
    };
    let (count, sides) = text.split_once('d').ok_or_else(wrong)?;
    let count = if count.is_empty() { 1 } else { count.parse::<u8>().map_err(|_| wrong())? };
    let sides = sides.parse::<u8>().map_err(|_| wrong())?;
    if (1..=8).contains(&count) && (2..=100).contains(&sides) {
        Ok((count, Die(sides)))
    } else {
        Err(wrong())
    }
}

/// What may happen, by the words of [`Act::word`].
const ACTS: &[&str] = &["reduce", "eliminate", "retreat", "advance", "mark", "evacuate", "destroy", "value"];

pub(super) fn act(row: &EffectRow) -> Result<Act, String> {
    let to = || row.to.as_ref().map(|to| term(to, row.called.as_deref()));
    let wanted = || to().ok_or_else(|| format!("does = \"{}\": expected to = \"…\"", row.does));
    Ok(match row.does.as_str() {
        "reduce" => Act::LoseStep,
        "eliminate" => Act::Eliminate(to()),
        "retreat" => Act::Retreat(None),
        "advance" => Act::Advance(None),
        "mark" => Act::Mark(wanted()?),
        "evacuate" => Act::Evacuate,
        "destroy" => Act::Destroy(wanted()?),
        "value" => Act::Value(row.by.ok_or("does = \"value\": expected by = a number")?),
        other => {
            let near = did_you_mean(other, ACTS.iter().copied());
            return Err(format!("expected does to be one of {}, found \"{other}\"{near}", ACTS.join(", ")));
        }
    })
}

/// A word of the game with what players call it.
fn term(word: &str, called: Option<&str>) -> Term {
    Term::read(word.to_owned(), called.map_or_else(|| word.replace('-', " "), str::to_owned))
}
