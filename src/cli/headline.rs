//! The first line about a save: the file, its game and set-up, when it is, and through whose eyes it is seen.

use super::session::Session;
use crate::table::Table;
use vassal::model::eyes::Eyes;

/// Longest description of a set-up that is shown.
const LONGEST: usize = 80;

/// The first line about a save, as far as the save tells.
pub fn of(file: &str, understood: &Table, session: &Session) -> String {
    format!("{file}: {}", about(understood, session))
}

/// The same without the file.
pub fn about(understood: &Table, session: &Session) -> String {
    let clock = &understood.situation.clock;
    let phase = clock.phase.as_deref().map(|id| {
        let name =
            understood.pack.phases.iter().find(|phase| phase.id == id).map(|phase| phase.name.as_str());
        [id, name.unwrap_or_default()].join(" ").trim().to_owned()
    });
    let parts = [
        Some(understood.module.name.trim().to_owned()),
        set_up(understood, session),
        clock.date.map(|date| date.in_words()),
        phase,
        Some(understood.eyes.in_words()),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().filter(|part| !part.is_empty()).collect();
    parts.join(", ")
}

/// What the save calls itself: the description that VASSAL asks for when a game is saved.
fn set_up(understood: &Table, session: &Session) -> Option<String> {
    // What the umpire wrote about the master is not for a side.
    if understood.eyes != Eyes::Umpire {
        return None;
    }
    let about = understood.save.save_data(&session.limits).ok().flatten()?;
    let words: Vec<&str> = about.description.as_deref()?.split_whitespace().collect();
    let text: String = words.join(" ").chars().filter(|letter| !letter.is_control()).take(LONGEST).collect();
    (!text.is_empty()).then(|| format!("\"{text}\""))
}
