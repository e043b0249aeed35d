//! `explain`: the page of a check or a procedure, and the list of all.

use serde_json::json;

use crate::cli::args::{Args, Explain, Format};
use crate::cli::{Exit, Failure, data, output};
use crate::diagnostic::Severity;
use crate::rules::data::Files;
use crate::rules::game::Game;
use crate::rules::games;

/// Something with an id: a check, a guard, a demand or a procedure.
struct Topic {
    id: String,
    name: String,
    rule: String,
    kind: &'static str,
    severity: Option<Severity>,
    page: Option<String>,
    /// What is demanded, where no page says it.
    demand: String,
    /// Whether this version checks it, or plays it.
    is_done: bool,
}

impl Topic {
    /// The page, or what there is to say of a demand that this version does not check.
    fn text(&self) -> String {
        self.page.clone().unwrap_or_else(|| {
            format!(
                "# {} {}\n\nRule: {}\n\n## What it demands\n\n{}\n\n## Limits\n\nThis version does not check it; `check` counts it under \"not checked\".\n",
                self.id, self.name, self.rule, self.demand
            )
        })
    }
}

/// Runs `explain`.
pub fn run(args: &Args, own: &Explain) -> Result<Exit, Failure> {
    let files = data::files(args)?;
    if let Some(game) = &own.list {
        let game = data::game(game, &files)?;
        list(&*game, &topics(&*game, &files)?, own.format)?;
        return Ok(Exit::Clean);
    }
    let wanted = own.id.as_deref().unwrap_or_default();
    let mut all = Vec::new();
    for game in games::all(&files) {
        all.extend(topics(&*game, &files)?);
    }
    let named = |topic: &&Topic| {
        let short = topic.id.split_once('-').map_or(topic.id.as_str(), |(_, short)| short);
        [topic.id.as_str(), short, topic.name.as_str()].iter().any(|name| name.eq_ignore_ascii_case(wanted))
    };
    let Some(topic) = all.iter().find(named) else {
        let near = crate::rules::fault::did_you_mean(wanted, all.iter().map(|topic| topic.id.as_str()));
        return Err(Failure::new(format!("nothing is called \"{wanted}\"{near}"))
            .help("list all with: liege explain --list GAME"));
    };
    match own.format {
        Format::Json => output::json(&output::envelope_of_one(json!({
            "id": topic.id, "name": topic.name, "kind": topic.kind, "rule": topic.rule,
            "severity": topic.severity, "page": topic.page,
            "demand": (!topic.demand.is_empty()).then_some(&topic.demand),
        })))?,
        Format::Text => output::page(&topic.text())?,
    }
    Ok(Exit::Clean)
}

fn topics(game: &dyn Game, files: &dyn Files) -> Result<Vec<Topic>, Failure> {
    let pack = game.pack(&|path| data::text(files, path)).map_err(|faults| {
        Failure::new(faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n       "))
    })?;
    let checks = game.metas(&pack).into_iter().map(|meta| Topic {
        is_done: meta.page.is_some(),
        id: meta.id,
        name: meta.name,
        rule: meta.rule,
        kind: "check",
        severity: meta.severity,
        page: meta.page,
        demand: meta.demand,
    });
    let all = data::procedures(game, files)?;
    let procedures = all.into_iter().map(|entry| Topic {
        id: entry.id.into_owned(),
        name: entry.name.into_owned(),
        rule: String::new(),
        kind: "procedure",
        severity: None,
        page: data::text(files, &entry.page).or_else(|| Some(entry.data?.words)),
        demand: String::new(),
        is_done: true,
    });
    Ok(checks.chain(procedures).collect())
}

fn list(game: &dyn Game, topics: &[Topic], format: Format) -> Result<(), Failure> {
    if format == Format::Json {
        let rows: Vec<_> = topics
            .iter()
            .map(|topic| {
                json!({"id": topic.id, "name": topic.name, "kind": topic.kind, "rule": topic.rule,
                    "severity": topic.severity, "page": topic.page.is_some()})
            })
            .collect();
        let report = json!({"game": game.id(), "topics": rows});
        return output::json(&output::envelope_of_one(report));
    }
    let mut text = String::new();
    for topic in topics {
        let page = if topic.is_done { "" } else { "  (not checked in this version)" };
        let line = format!("{:10} {:42} {:9} {}{page}", topic.id, topic.name, topic.kind, topic.rule);
        text.push_str(line.trim_end());
        text.push('\n');
    }
    output::result(&text)
}
