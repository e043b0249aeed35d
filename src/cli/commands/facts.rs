//! `facts`: the values of a position that players would otherwise count by hand.

use serde_json::{Value, json};

use super::{battles, reach};
use crate::cli::args::{Args, Facts, Format};
use crate::cli::understood::Understood;
use crate::cli::{Exit, Failure, headline, output, standard};
use crate::rules::facts::DerivedValue;
use crate::rules::fault::did_you_mean;
use crate::rules::places::Hex;
use crate::rules::situation::PlaceId;

/// Runs `facts`.
pub fn run(args: &Args, own: &Facts) -> Result<Exit, Failure> {
    let understood = battles::read(args, &own.save, &own.game)?;
    let place = own.place.as_deref().map(|text| place(&understood, text)).transpose()?;
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
            understood.table.add_step(&mut report);
            output::json(&output::envelope(vec![report]))?;
        }
        Format::Text if facts.is_empty() => {
            let of = own.place.as_deref().or(own.reach.as_deref()).unwrap_or("the position");
            output::note(args, &format!("{}: nothing to count of {of}", standard::name_of_input(&own.save)));
        }
        Format::Text => {
            let head = headline::of(&standard::name_of_input(&own.save).to_string(), &understood, args);
            output::result(&format!("{head}\n{}", told(&understood, &facts)))?;
        }
    }
    Ok(Exit::Clean)
}

/// A place by its hex number, its name or its id.
pub fn place(understood: &Understood, text: &str) -> Result<PlaceId, Failure> {
    let map = &understood.pack.map;
    let named =
        || map.named().chain(map.hexes().map(|(_, facts)| facts)).filter(|facts| !facts.name.is_empty());
    let names = || named().map(|facts| facts.name.as_str());
    known_place(understood, text).ok_or_else(|| {
        Failure::new(format!(
            "--at: no place of {} is called \"{text}\"{}",
            understood.game.id(),
            did_you_mean(text, names())
        ))
        .help("a place as the map names it: a hex, a city, an area or a box")
    })
}

/// The place that a text means, where it means one.
pub fn known_place(understood: &Understood, text: &str) -> Option<PlaceId> {
    let map = &understood.pack.map;
    let hex = text.replace(' ', "").to_uppercase().parse::<Hex>().ok().filter(|hex| map.grid.has(*hex));
    if let Some(hex) = hex {
        return Some(PlaceId::Hex(hex));
    }
    let mut named = map.named().chain(map.hexes().map(|(_, facts)| facts));
    let called = named.find(|facts| !facts.name.is_empty() && facts.name.eq_ignore_ascii_case(text));
    called.or_else(|| map.place(text)).map(|facts| facts.id.clone())
}

/// One paragraph for each place, one line for each value.
fn told(understood: &Understood, facts: &[DerivedValue]) -> String {
    let mut text = String::new();
    let mut last: Option<&Option<PlaceId>> = None;
    for fact in facts {
        if last != Some(&fact.place) {
            if let Some(place) = &fact.place {
                let name = understood.pack.map.facts(place).map_or("", |facts| &facts.name);
                let name =
                    if name.is_empty() || place.hex().is_none() { String::new() } else { format!(" {name}") };
                text.push_str(&format!("\n{place}{name}\n"));
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
