//! `oob apply`: a turn's pieces come in, as a log, a save or both; nothing is made that was not there.

use std::path::PathBuf;
use std::sync::Arc;

use serde_json::json;

use crate::cli::args::Format;
use crate::cli::args::oob::OobApply;
use crate::cli::commands::{build, resolve};
use crate::cli::saves::{self, Wanted};
use crate::cli::session::Session;
use crate::cli::{Exit, Failure, files, output, spots, standard};
use crate::table::Table;
use liege_build::window::OrderOfBattle;
use liege_rules::data::schedule::apply::{self, Boxes, Missing, Plan};
use liege_rules::game::pack::Pack;
use liege_rules::play::battle::{PlannedChange, What};
use vassal::diagnostic::counted;
use vassal::model::change::{self, Change, Step};

/// Runs `oob apply`.
pub fn run(session: &Session, own: &OobApply) -> Result<Exit, Failure> {
    if own.log.is_none() && own.output.is_none() {
        return Err(Failure::new("nothing to write").help("name a save with -o, a log with --log, or both"));
    }
    for target in own.log.iter().chain(&own.output) {
        files::refuse_same(&own.save, target)?;
    }
    files::expect_log_and_save(own.log.as_deref(), own.output.as_deref())?;
    let wanted = Wanted {
        module: own.module.as_deref(),
        at: None,
        game: own.of_game.as_deref(),
        phase: None,
        side: own.side.side.as_deref(),
        is_held: false,
        makes_nothing: false,
    };
    let mut understood = saves::read(&own.save, session, &wanted)?;
    let layout = build::load(session, understood.game.id())?.layout;
    let boxes = layout.order_of_battle.as_ref().ok_or_else(|| {
        Failure::new(format!("the module of {} has no order of battle", understood.pack.name))
    })?;
    let plan = apply::plan(&understood.situation, own.turn, &boxes_of(boxes));
    let products = products(own, &mut understood, &plan)?;
    files::write_all(&products)?;
    print(own, &plan, &understood.pack)?;
    Ok(if plan.missing.is_empty() { Exit::Clean } else { Exit::Findings })
}

fn boxes_of(own: &OrderOfBattle) -> Boxes<'_> {
    Boxes {
        arrivals: &own.arrivals,
        removed: &own.removed,
        seasons: &own.season_boxes,
        months: &own.month_boxes,
    }
}

fn products(own: &OobApply, understood: &mut Table, plan: &Plan) -> Result<Vec<(PathBuf, Vec<u8>)>, Failure> {
    let about = |error: &dyn ToString| Failure::about(&own.save, error.to_string());
    let mut step =
        Step { chat: vec![format!("* Order of battle: {}", own.turn.in_words())], ..Step::default() };
    for planned in &plan.changes {
        step.chat.push(line(planned));
        if let What::MoveTo(place) = &planned.what {
            let to = resolve::destination(understood, &place.to_string())?;
            step.changes.push(Change::Move { piece: planned.piece.clone(), to });
        }
    }
    spots::lay_out(understood, &mut step.changes);
    let before = understood.opened.commands.clone();
    let mut products = Vec::new();
    if let Some(path) = &own.log {
        let log = change::write_log(&before, Some(&understood.module), std::slice::from_ref(&step))
            .map_err(|error| about(&error))?;
        products.push((path.clone(), resolve::file(understood, &log).map_err(|error| about(&error))?));
    }
    if let Some(path) = &own.output {
        let module = understood.module.clone();
        change::apply(Arc::make_mut(&mut understood.opened.commands), Some(&module), &step.changes)
            .map_err(|error| about(&error))?;
        let commands = understood.opened.commands.clone();
        products.push((path.clone(), resolve::file(understood, &commands).map_err(|error| about(&error))?));
    }
    Ok(products)
}

/// What is done, and by which paragraph.
fn line(change: &PlannedChange) -> String {
    let rule = if change.rule.is_empty() { String::new() } else { format!(" [{}]", change.rule) };
    format!("- {}{rule}", change.words)
}

fn print(own: &OobApply, plan: &Plan, pack: &Pack) -> Result<(), Failure> {
    let taken = own.log.iter().chain(&own.output).any(|path| standard::is_standard(path));
    match own.format {
        Format::Json => output::json_beside(
            taken,
            &output::envelope_of_one(json!({
                "turn": own.turn.to_string(),
                "changes": plan.changes,
                "missing": plan.missing.iter().map(|missing| json!({
                    "line": missing.line,
                    "id": missing.id,
                    "count": missing.count,
                    "elsewhere": missing.elsewhere,
                })).collect::<Vec<_>>(),
            })),
        ),
        Format::Text => {
            let mut text = String::new();
            for change in &plan.changes {
                text.push_str(&format!("{}\n", line(change)));
            }
            for missing in &plan.missing {
                text.push_str(&format!("- {}\n", missing_words(pack, missing)));
            }
            let moved = counted(plan.changes.len(), "piece");
            text.push_str(&format!("{}: {moved} moved\n", own.turn.in_words()));
            output::result_beside(taken, &text)
        }
    }
}

fn missing_words(pack: &Pack, missing: &Missing) -> String {
    let Missing { line, id, count, elsewhere } = missing;
    let name = pack.catalogue.get(id).map_or(id, |entry| &entry.name);
    let times = if *count > 1 { format!("{count} x ") } else { String::new() };
    if elsewhere.is_empty() {
        return format!("not found: {times}{name}, moved by row {line} of the schedule");
    }
    format!("already elsewhere: {times}{name} (row {line} of the schedule): {}", elsewhere.join(", "))
}
