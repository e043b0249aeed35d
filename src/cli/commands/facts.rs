//! `facts`: the values of a position that players would otherwise count by hand.

mod summary;

use serde_json::{Value, json};

use super::battles::{self, Purpose};
use super::{place, reach};
use crate::cli::args::{Facts, Format};
use crate::cli::session::Session;
use crate::cli::{Exit, Failure, headline, output, standard};
use crate::table::Table;
use liege_rules::game::facts::DerivedValue;
use liege_rules::position::situation::PlaceId;

/// Runs `facts`.
pub fn run(session: &Session, own: &Facts) -> Result<Exit, Failure> {
    let understood = battles::read(session, &own.save, &own.game, Purpose::Look)?;
    let place = own.place.as_deref().map(|text| place::named(&understood, text)).transpose()?;
    let reach = own.reach.as_deref().map(|text| reach::meant(&understood, text)).transpose()?;
    let questions = battles::open(&understood, &own.game)?;
    let facts = match &reach {
        Some(of) => questions.reach(of),
        None => questions.facts(place.as_ref()),
    };
    match own.format {
        Format::Json => {
            let file = own.save.display().to_string();
            let rows: Vec<Value> = facts.iter().map(|fact| fact.json(&understood.situation)).collect();
            let mut report = json!({
                "file": file,
                "game": understood.game.id(),
                "phase": understood.situation.clock.phase,
                "side": understood.eyes.side(),
                "facts": rows,
            });
            understood.opened.add_step(&mut report);
            output::json(&output::envelope(vec![report]))?;
        }
        Format::Text if facts.is_empty() => {
            let of = own.place.as_deref().or(own.reach.as_deref()).unwrap_or("the position");
            output::note(
                session,
                &format!("{}: nothing to count for {of}", standard::name_of_input(&own.save)),
            );
        }
        Format::Text => {
            let head = headline::of(&standard::name_of_input(&own.save).to_string(), &understood, session);
            let asks_of_all = own.place.is_none() && own.reach.is_none();
            let text = match asks_of_all && !session.verbose {
                true => summary::text(&understood, &facts),
                false => told(&understood, &facts),
            };
            output::result(&format!("{head}\n{text}"))?;
        }
    }
    Ok(Exit::Clean)
}

/// A place as its map calls it, a hex with its name behind its number.
fn named(understood: &Table, place: &PlaceId) -> String {
    let name = understood.pack.map.facts(place).map_or("", |facts| &facts.name);
    if name.is_empty() || place.hex().is_none() { place.to_string() } else { format!("{place} {name}") }
}

/// One paragraph for each place, one line for each value.
fn told(understood: &Table, facts: &[DerivedValue]) -> String {
    let mut text = String::new();
    let mut last: Option<&Option<PlaceId>> = None;
    for fact in facts {
        if last != Some(&fact.place) {
            if let Some(place) = &fact.place {
                text.push_str(&format!("\n{}\n", named(understood, place)));
            }
            last = Some(&fact.place);
        }
        text.push_str(&format!("  {}: {} ({})\n", fact.label, fact.value(), fact.rule));
        if fact.path.len() > 2 {
            let path: Vec<String> = fact.path.iter().map(ToString::to_string).collect();
            text.push_str(&format!("    by {}\n", path.join(", ")));
        }
        if let Some(rests_on) = fact.rests_on() {
            text.push_str(&format!("    {rests_on}\n"));
        }
    }
    text
}
