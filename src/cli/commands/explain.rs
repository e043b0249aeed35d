//! `explain`: the page of a check or a procedure, and the list of all.

use serde_json::json;

use crate::cli::args::{Explain, Format};
use crate::cli::session::Session;
use crate::cli::{Exit, Failure, data, output};
use crate::games;
use crate::report::text;
use liege_rules::check::gaps::{self, OpenPoint};
use liege_rules::data::Files;
use liege_rules::data::fault::did_you_mean;
use liege_rules::game::Game;
use liege_rules::play::choices::{Choice, Reading};
use liege_tools::lint;

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
    /// Its id without the game's.
    fn short_id(&self) -> Option<&str> {
        self.id.split_once('-').map(|(_, short)| short)
    }

    fn is_lint(&self) -> bool {
        self.kind == "lint"
    }

    /// A reading of a disputed rule that can be chosen.
    fn of_choice(prefix: &str, choice: &Choice) -> Self {
        let Choice { id, key, topic, default, why, options, .. } = choice;
        let readings: String = options
            .iter()
            .map(|Reading { value, lines, meaning }| format!("- `{value}` (lines {lines}): {meaning}\n"))
            .collect();
        let page = format!(
            "# {prefix}-{id} {key}\n\n{topic}.\n\n## Readings\n\n{readings}\nDefault: `{default}`: {why}.\n\n\
             ## How to choose\n\n`--choice {key}=VALUE`, or in the project's `liege.toml`.\n"
        );
        Self::of_page(format!("{prefix}-{id}"), key.clone(), "choice", page)
    }

    /// An open point of the rules.
    fn of_gap(prefix: &str, gap: &OpenPoint) -> Self {
        let OpenPoint { id, kind, what, lines, reading } = gap;
        let lines = if lines.is_empty() { String::new() } else { format!("Rule text: lines {lines}\n\n") };
        let reading = if reading.is_empty() { "none" } else { reading };
        let page = format!(
            "# {prefix}-{id} An open point of the rules ({kind})\n\n{what}.\n\n{lines}## How it is read here\n\n{reading}.\n"
        );
        Self::of_page(format!("{prefix}-{id}"), String::new(), "gap", page)
    }

    fn of_page(id: String, name: String, kind: &'static str, page: String) -> Self {
        Self {
            id,
            name,
            kind,
            page: Some(page),
            rule: String::new(),
            severity: None,
            demand: String::new(),
            is_done: true,
        }
    }

    /// The page, or what there is to say of a demand that has none.
    fn text(&self) -> String {
        self.page.clone().unwrap_or_else(|| {
            let Self { id, name, rule, demand, .. } = self;
            let limits = match self.is_done {
                true => "",
                false => "\n## Limits\n\nNot implemented; `check` counts it as \"not checked\".\n",
            };
            format!("# {id} {name}\n\nRule: {rule}\n\n## What it demands\n\n{demand}\n{limits}")
        })
    }
}

/// Runs `explain`.
pub fn run(session: &Session, own: &Explain) -> Result<Exit, Failure> {
    if own.list.as_deref().is_some_and(|list| list.eq_ignore_ascii_case(LINTS)) {
        list(LINTS, &lints(), own.format)?;
        return Ok(Exit::Clean);
    }
    let files = data::files(session)?;
    if own.list.as_deref() == Some("") {
        return games_listed(&files, own.format);
    }
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
    let short = |topic: &Topic| topic.short_id().is_some_and(is);
    let is_named = |topic: &&Topic| !wanted.is_empty() && (short(topic) || is(&topic.name));
    let mut named: Vec<&Topic> = all.iter().filter(is_named).collect();
    // Many short ids of lints are those of checks of games, which had them first.
    if named.iter().any(|topic| !topic.is_lint()) {
        named.retain(|topic| !topic.is_lint());
    }
    match named[..] {
        [topic] => Ok(topic),
        [] => {
            let known =
                all.iter().flat_map(|topic| [Some(topic.id.as_str()), topic.short_id(), Some(&topic.name)]);
            let near = did_you_mean(wanted, known.flatten().filter(|name| !name.is_empty()));
            Err(Failure::new(format!("nothing is called \"{wanted}\"{near}"))
                .help("list the games with: liege explain --list"))
        }
        _ => {
            let ids: Vec<&str> = named.iter().map(|topic| topic.id.as_str()).collect();
            Err(Failure::new(format!("\"{wanted}\" means {}", ids.join(" and ")))
                .help("give the full name of one of them"))
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
        page: crate::shipped::text(&check.page_path()).map(str::to_owned),
        demand: String::new(),
        is_done: true,
    };
    lint::CHECKS.iter().map(topic).collect()
}

fn topics(game: &dyn Game, files: &dyn Files) -> Result<Vec<Topic>, Failure> {
    let pack = data::pack(game, files)?;
    let checks: Vec<Topic> = game
        .metas(&pack)
        .into_iter()
        .map(|meta| Topic {
            is_done: meta.is_done,
            id: meta.id,
            name: meta.name,
            rule: meta.rule,
            kind: "check",
            severity: meta.severity.map(text::word),
            page: meta.page,
            demand: meta.demand,
        })
        .collect();
    let all = data::procedures(game, files)?;
    let ids = checks.iter().map(|check| check.id.as_str()).chain(all.iter().map(|entry| entry.id.as_ref()));
    let prefix =
        ids.filter_map(|id| id.split_once('-')).map(|(prefix, _)| prefix).find(|one| !one.is_empty());
    let prefix = prefix.map_or_else(|| game.id().to_uppercase(), str::to_owned);
    let choices: Vec<Topic> = pack.choices.all().map(|choice| Topic::of_choice(&prefix, choice)).collect();
    let mut faults = Vec::new();
    let gaps = gaps::read(game.id(), &|path| data::text(files, path), &mut faults);
    if !faults.is_empty() {
        return Err(Failure::of_all(faults));
    }
    let gaps: Vec<Topic> = gaps.iter().map(|gap| Topic::of_gap(&prefix, gap)).collect();
    let procedures = all.into_iter().map(|entry| Topic {
        page: data::text(files, &entry.page()).or_else(|| Some(entry.data?.words)),
        id: entry.id.into_owned(),
        name: entry.name.into_owned(),
        rule: String::new(),
        kind: "procedure",
        severity: None,
        demand: String::new(),
        is_done: true,
    });
    Ok(checks.into_iter().chain(procedures).chain(choices).chain(gaps).collect())
}

/// The games whose topics can be listed.
fn games_listed(files: &dyn Files, format: Format) -> Result<Exit, Failure> {
    let mut listed = Vec::new();
    for game in games::all(files) {
        listed.push((game.id().to_owned(), data::pack(&*game, files)?.title));
    }
    listed.push((LINTS.to_owned(), "checks of modules, saves and logs of any game".to_owned()));
    if format == Format::Json {
        let rows: Vec<_> = listed.iter().map(|(game, title)| json!({"game": game, "title": title})).collect();
        output::json(&output::envelope_of_one(json!({"games": rows})))?;
    } else {
        let lines = listed.iter().map(|(game, title)| format!("liege explain --list {game:10}  {title}\n"));
        output::result(&lines.collect::<String>())?;
    }
    Ok(Exit::Clean)
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
