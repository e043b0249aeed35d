//! `umpire undo`: takes back the last answer, as long as nobody holds anything that rests on it.

use serde_json::{Value, json};

use super::folder::Desk;
use crate::cli::args::{Format, TakeBack};
use crate::cli::{Exit, Failure, output};
use liege_rules::desk::log::LogEvent;

/// Runs `umpire undo`.
pub fn run(own: &TakeBack) -> Result<Exit, Failure> {
    let mut desk = Desk::open(&own.folder)?;
    let answer = desk.state.standing.answer.clone();
    let gone = desk.take_back()?;
    let told: Vec<(&str, &str)> = gone
        .iter()
        .filter_map(|entry| match &entry.event {
            LogEvent::Message(notice) => Some((notice.template.as_str(), notice.to.as_str())),
            _ => None,
        })
        .collect();
    match own.format {
        Format::Json => {
            let told: Vec<Value> =
                told.iter().map(|(template, to)| json!({"template": template, "to": to})).collect();
            output::json(&output::envelope_of_one(json!({
                "game": desk.name,
                "answer": answer,
                "withdrawn": told,
            })))?;
        }
        Format::Text => {
            let mut text = format!("undone: {answer}\n");
            for (template, to) in told {
                text.push_str(&format!("- {template} to {to} is void: if they have read it, tell them\n"));
            }
            text.push_str(&format!("next: liege umpire turn {}\n", own.folder.display()));
            output::result(&text)?;
        }
    }
    Ok(Exit::Clean)
}
