//! A resolution as it is printed: text, or JSON with what changes in the save.

use serde_json::{Value, json};

use super::Resolved;
use crate::cli::args::Format;
use crate::cli::commands::answering::Shown;
use crate::cli::commands::battles;
use crate::cli::commands::run as typed;
use crate::cli::{Failure, output};
use liege_rules::play::battle::PlannedChange;
use liege_rules::play::procedure::Ending;

/// Prints what came of the battles.
pub(super) fn print(format: Format, done: &[Resolved], taken: bool) -> Result<(), Failure> {
    match format {
        Format::Json => {
            let whole = match done {
                [one] => output::envelope_of_one(json_of(one)),
                several => output::envelope(several.iter().map(json_of).collect()),
            };
            output::json_beside(taken, &whole)
        }
        Format::Text => {
            for resolved in done.iter().filter(|resolved| resolved.unfought.is_none() && !resolved.printed) {
                output::result_beside(taken, &words(resolved))?;
            }
            Ok(())
        }
    }
}

fn json_of(resolved: &Resolved) -> Value {
    let mut json = resolved.report.json.clone();
    battles::add_to(&mut json, &resolved.battle);
    json["planned"] = json!(resolved.planned);
    resolved.unfought.iter().for_each(|unfought| unfought.add_to(&mut json));
    json
}

/// The words of changes; a piece to which the same happens on several Layers is told once.
pub(super) fn told_once(planned: &[PlannedChange]) -> Vec<&str> {
    let mut told: Vec<&PlannedChange> = planned.iter().collect();
    told.dedup_by(|next, before| next.piece == before.piece && next.words == before.words);
    told.into_iter().map(|change| change.words.as_str()).collect()
}

/// A resolution in words: the battle, its report behind what was shown of it, what changes in the save.
pub fn words(resolved: &Resolved) -> String {
    let Shown { head, lines } = resolved.shown;
    let mut text = if head { String::new() } else { battles::head(&resolved.battle) };
    text.push_str(&typed::words(&resolved.report, lines));
    if resolved.report.status == Ending::Done {
        for words in told_once(&resolved.planned) {
            text.push_str(&format!("- {words}\n"));
        }
    }
    text
}
