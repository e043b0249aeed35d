//! `explain`: the page of a check or a procedure, and the list of all.

use serde_json::json;

use crate::cli::args::{Args, Explain, Format};
use crate::cli::{Exit, Failure, data, output};
use crate::lint;
use crate::report::text;
use crate::rules::data::Files;
use crate::rules::game::Game;
use crate::rules::games;

/// Something with an id: a check, a guard, a demand or a procedure.
struct Topic {
    id: String,
    name: String,
    rule: String,
    kind: &'static str,
    severity: Option<&'static str>,
    page: Option<String>,
    /// What is demanded, where no page says it.
    demand: String,
    /// Whether this version checks it, or plays it.
    is_done: bool,
}

impl Topic {
    /// The page, or what there is to say of a demand that has none.
    fn text(&self) -> String {
        self.page.clone().unwrap_or_else(|| {
            let Self { id, name, rule, demand, .. } = self;
            let limits = match self.is_done {
                true => "",
                false => {
                    "\n## Limits\n\nThis version does not check it; `check` counts it under \"not checked\".\n"
                }
            };
            format!("# {id} {name}\n\nRule: {rule}\n\n## What it demands\n\n{demand}\n{limits}")
        })
    }
}

/// Runs `explain`.
pub fn run(args: &Args, own: &Explain) -> Result<Exit, Failure> {
    if own.list.as_deref().is_some_and(|list| list.eq_ignore_ascii_case(LINTS)) {
        list(LINTS, &lints(), own.format)?;
        return Ok(Exit::Clean);
    }
    let files = data::files(args)?;
    if let Some(game) = &own.list {
        let game = data::game(game, &files)?;
        list(game.id(), &topics(&*game, &files)?, own.format)?;
        return Ok(Exit::Clean);
    }
    let wanted = own.id.as_deref().unwrap_or_default();
    let mut all = lints();
    for game in games::all(&files) {
        all.extend(topics(&*game, &files)?);
    }
    let topic = meant(&all, wanted)?;
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

/// The topic with this id, or the only one with this short id or name.
fn meant<'t>(all: &'t [Topic], wanted: &str) -> Result<&'t Topic, Failure> {
    let is = |name: &str| name.eq_ignore_ascii_case(wanted);
    if let Some(topic) = all.iter().find(|topic| is(&topic.id)) {
        return Ok(topic);
    }
    // The short ids of lints are those of checks of games, which had them first.
    let short =
        |topic: &Topic| topic.kind != "lint" && topic.id.split_once('-').is_some_and(|(_, short)| is(short));
    let named: Vec<&Topic> = all.iter().filter(|topic| short(topic) || is(&topic.name)).collect();
    match named[..] {
        [topic] => Ok(topic),
        [] => {
            let near = crate::rules::fault::did_you_mean(wanted, all.iter().map(|topic| topic.id.as_str()));
            Err(Failure::new(format!("nothing is called \"{wanted}\"{near}"))
                .help("list all with: liege explain --list GAME"))
        }
        _ => {
            let ids: Vec<&str> = named.iter().map(|topic| topic.id.as_str()).collect();
            Err(Failure::new(format!("\"{wanted}\" means {}", ids.join(" and ")))
                .help("name one of them whole"))
        }
    }
}

/// What lists the checks of `lint` in the place of a game.
const LINTS: &str = "vassal";

/// The checks of `lint`.
fn lints() -> Vec<Topic> {
    let topic = |check: &lint::Check| Topic {
        id: check.id.to_owned(),
        name: check.name.to_owned(),
        rule: String::new(),
        kind: "lint",
        severity: Some(check.severity.word()),
        page: check.page().map(str::to_owned),
        demand: String::new(),
        is_done: true,
    };
    lint::CHECKS.iter().map(topic).collect()
}

fn topics(game: &dyn Game, files: &dyn Files) -> Result<Vec<Topic>, Failure> {
    let pack = data::pack(game, files)?;
    let checks = game.metas(&pack).into_iter().map(|meta| Topic {
        is_done: meta.is_done,
        id: meta.id,
        name: meta.name,
        rule: meta.rule,
        kind: "check",
        severity: meta.severity.map(text::word),
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

fn list(game: &str, topics: &[Topic], format: Format) -> Result<(), Failure> {
    if format == Format::Json {
        let rows: Vec<_> = topics
            .iter()
            .map(|topic| {
                json!({"id": topic.id, "name": topic.name, "kind": topic.kind, "rule": topic.rule,
                    "severity": topic.severity, "page": topic.page.is_some()})
            })
            .collect();
        let report = json!({"game": game, "topics": rows});
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
