//! A Change JN-25 chit that is in force: no Magic is used in its season (17.10.2.7).

use super::super::view::View;
use liege_rules::data::schedule::Season;
use liege_rules::play::battle::{BarredKeys, Battle, Note};
use liege_rules::play::procedure::Refusal;

const RULE: &str = "17.10.2.7";

/// The keys of Magic chits in battles.
const MAGIC: &[&str] = &["magic", "magic-side", "air-magic", "air-magic-side"];

/// Where a Maru chit is told among other things (17.10.2.2.1).
const MARU: &[(&str, &str)] = &[("routes", "maru")];

/// The chit that is in force, and why no Magic is used: it lies in the box of the season, where Japan can have laid it
/// from Spring 1943 on.
pub(super) fn changed(view: &View) -> Option<Refusal> {
    let date = view.situation.clock.date?;
    let season = Season::of_month(date.month);
    let is_early = (date.year, season) < (1943, Season::Spring);
    let chit = view.chits(&view.box_called(season.name()), "jn25").into_iter().find(|_| !is_early)?;
    let name = &view.situation.pieces[chit].name;
    let (box_of, year) = (season.name(), date.year);
    let reason =
        format!("{name} lies in the {box_of} box of the Turn Track: no Magic is used in {box_of} {year}");
    Some(Refusal::new(RULE, reason))
}

/// Takes Magic out of battles where the code was changed.
pub(super) fn bar(view: &View, battles: &mut [Battle]) {
    let Some(refusal) = changed(view) else { return };
    let of_magic = |key: &&str| MAGIC.contains(key) || MARU.iter().any(|(told, _)| told == key);
    for battle in battles.iter_mut().filter(|battle| battle.takes.iter().any(of_magic)) {
        battle.takes.retain(|key| !MAGIC.contains(key));
        battle.barred = Some(BarredKeys { keys: MAGIC, words: MARU, refusal: refusal.clone() });
        battle.notes.retain(|note| !note.is_about(MAGIC));
        if battle.refused.is_none() {
            battle.notes.push(Note::plain(format!("{} ({})", refusal.reason, refusal.rule)));
        }
    }
}
