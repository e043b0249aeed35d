//! `umpire status`: where a game stands, and what the umpire does next.

use serde_json::{Value, json};

use super::folder::Desk;
use super::{DeskMaster, sheets, turn};
use crate::cli::args::{DeskStatus, Format};
use crate::cli::session::Session;
use crate::cli::{Exit, Failure, output};
use vassal::diagnostic::counted;

/// Runs `umpire status`.
pub fn run(session: &Session, own: &DeskStatus) -> Result<Exit, Failure> {
    let desk = Desk::open(&own.folder)?;
    let DeskMaster { table: master, .. } = desk.master(session)?;
    let open = turn::open_question(session, &desk, &master)?;
    let (standing, folder) = (&desk.state.standing, own.folder.display().to_string());
    let next = next(&desk, &folder, open.is_some());
    let round = master.game.hidden().and_then(|hidden| hidden.round(&master.situation));
    let orders = desk.state.turn.as_ref().map_or(&[][..], |paper| &paper.orders);
    if own.format == Format::Json {
        let items: Vec<Value> = orders
            .iter()
            .map(|order| {
                json!({"item": order.item, "pieces": order.pieces, "path": order.path, "purpose": order.purpose})
            })
            .collect();
        output::json(&output::envelope_of_one(json!({
            "game": desk.name,
            "rules": desk.rules,
            "issue": standing.issue.checked_sub(1),
            "copies": standing.copies,
            "round": round,
            "power": standing.power,
            "phase": standing.phase,
            "returned": standing.returned,
            "orders": items,
            "open": open.map(|(_, json)| json),
            "answer": standing.answered.map(|_| &standing.answer),
            "next": next,
        })))?;
        return Ok(Exit::Clean);
    }
    let power = Some(sheets::power_name(&master, &standing.power)).filter(|name| !name.is_empty());
    let phase = master.pack.phase(&standing.phase).map(|(_, phase)| phase.name.as_str());
    let when: Vec<String> = round
        .map(|round| format!("turn {round}"))
        .into_iter()
        .chain([power, phase].into_iter().flatten().map(str::to_owned))
        .collect();
    let mut text = format!("{}: {}", desk.name, desk.rules);
    when.iter().for_each(|word| text.push_str(&format!(", {word}")));
    text.push('\n');
    if let Some(last) = standing.issue.checked_sub(1) {
        let copies = match standing.copies {
            Some(copies) if copies == last => "with copies".to_owned(),
            Some(copies) => format!("a record without copies; the last copies are of issue {copies}"),
            None => "a record without copies".to_owned(),
        };
        text.push_str(&format!("- issue {last}, {copies}\n"));
    }
    for (side, issue) in &standing.returned {
        text.push_str(&format!(
            "- {} has returned its copy of issue {issue}\n",
            sheets::named(&master, side)
        ));
    }
    if let Some(paper) = &desk.state.turn {
        let power = sheets::power_name(&master, &paper.power);
        text.push_str(&format!("- the list of {power}: {}\n", counted(orders.len(), "item")));
        for order in orders {
            text.push_str(&format!("  {}. {}, {}\n", order.item, order.path.join(" > "), order.purpose));
        }
    }
    if standing.answered.is_some() {
        text.push_str(&format!("- last answer: {} (liege umpire undo {folder})\n", standing.answer));
    }
    text.push_str(&open.map(|(text, _)| text).unwrap_or_default());
    text.push_str(&format!("next: {next}\n"));
    output::result(&text)?;
    Ok(Exit::Clean)
}

/// The command that goes on.
fn next(desk: &Desk, folder: &str, asks: bool) -> String {
    match &desk.state {
        _ if asks => format!("liege umpire turn {folder} --answer \"…\""),
        state if state.turn.is_some() || state.standing.unsealed => format!("liege umpire turn {folder}"),
        state if state.standing.power.is_empty() => {
            format!("liege umpire issue {folder} --power POWER --phase PHASE")
        }
        _ => format!("liege umpire take {folder} COPY, or liege umpire issue {folder}"),
    }
}
