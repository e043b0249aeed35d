//! A declared battle of the tour: what is declared, its chances, how it came out and who was lucky.

use std::collections::BTreeSet;

use super::stage::{Sight, Stage};
use crate::cli::args::{AskArgs, DecisionArgs, DiceArgs, Format, GameArgs, LogPoint, Resolve, SideArg};
use crate::cli::commands::resolve::Work;
use crate::cli::commands::{battles, chances, resolve};
use crate::cli::{Failure, files};
use crate::report::page::Page;
use crate::report::text;
use liege_build::window::TourBattle;
use liege_rules::data::word::Word;
use liege_rules::game::pack::{PieceTerms, StateLayer};
use liege_rules::play::battle::Battle;
use liege_rules::play::chances::{Limits, Told};
use liege_rules::play::procedure::Resolution;
use liege_rules::position::situation::Piece;

/// Who looks: all pieces are seen.
const EYES: &str = "umpire";

/// The names of the files of a battle.
struct BattleFiles {
    save: String,
    log: String,
    after: String,
    chart: String,
}

/// Adds the station to the page; returns its files, each with what it is.
pub fn show(stage: &Stage<'_>, plot: &TourBattle, page: &mut Page) -> Result<Vec<(String, String)>, Failure> {
    stage.say(&format!("resolving a battle: {}", plot.title));
    let file = &plot.file;
    let names = BattleFiles {
        save: plot.save(),
        log: format!("{file}.vlog"),
        after: format!("{file}-after.vsav"),
        chart: format!("{file}-chances.png"),
    };
    let text = stage.data.scenario_text(&format!("tour/{}", plot.text)).unwrap_or_default();
    stage.save(&names.save, text, &plot.title)?;
    let own = resolve_arguments(stage, plot, &names);
    let (understood, declared) =
        battles::find(stage.session, &own.save, &own.game, false, battles::Purpose::Look)?;
    let battle = declared.first().ok_or_else(|| Failure::new(format!("{file} declares no battle")))?;
    // Chances and luck are counted once for both.
    let odds = chances::of(stage.session, battle, &own.game.choices, &own.decisions, &Limits::default())?;
    let told = odds.chances.as_ref().ok_or_else(|| Failure::new(format!("{file} has no chances")))?;
    let work = resolved(stage, &own, told)?;
    page.section(&plot.title);
    if !plot.about.is_empty() {
        page.text(&plot.about);
    }
    let marked = marked(&understood.situation.pieces, &understood.situation.pack.terms);
    if !marked.is_empty() {
        page.table(&["where", "what", "orders"], &marked);
    }
    chart(stage, battle, &odds, told, (&names, plot, &mut *page))?;
    report(stage, battle, &work, (&names, plot, page))?;
    Ok(listed(&names))
}

/// The battle with how lucky both sides were; its files are written.
fn resolved(stage: &Stage<'_>, own: &Resolve, told: &Told) -> Result<Work, Failure> {
    let mut work = resolve::work(stage.session, own)?;
    if !work.is_finished() {
        let words = work.done.iter().map(resolve::words).collect::<String>();
        return Err(Failure::new(format!("the tour's battle was not resolved:\n{words}")));
    }
    for resolved in &mut work.done {
        let luck = told.luck(&resolved.report.measured);
        resolved.report.luck = Some(luck.map_err(|error| Failure::new(error.to_string()))?);
    }
    for (path, bytes) in &work.files {
        files::write(path, bytes)?;
    }
    Ok(work)
}

/// The pieces that are told to do something: what, and what they bear in writing about it, such as a target.
fn marked(pieces: &[Piece], terms: &PieceTerms) -> Vec<Vec<String>> {
    let orders = orders(terms);
    let row = |piece: &Piece| {
        let told =
            piece.states.iter().filter(|state| orders.contains(state)).map(|state| state.replace('-', " "));
        let notes = piece.notes.iter().map(|(word, text)| format!("{word} {text}"));
        let all: Vec<String> = told.chain(notes).collect();
        (!all.is_empty()).then(|| vec![piece.at.to_string(), piece.name.clone(), all.join(", ")])
    };
    pieces.iter().filter_map(row).collect()
}

/// The states of the Layers whose first level empties a note.
fn orders(terms: &PieceTerms) -> BTreeSet<&Word> {
    let empties = |layer: &&StateLayer| {
        let key = format!("set{}1", layer.name);
        terms.outfit.notes.iter().any(|note| note.emptied_by == key)
    };
    terms
        .layers
        .iter()
        .filter(empties)
        .flat_map(|layer| &layer.levels)
        .filter_map(|level| level.state.as_ref())
        .collect()
}

/// The part of a page about one battle.
type Station<'a> = (&'a BattleFiles, &'a TourBattle, &'a mut Page);

fn chart(
    stage: &Stage<'_>,
    battle: &Battle,
    odds: &Resolution,
    told: &Told,
    (names, plot, page): Station<'_>,
) -> Result<(), Failure> {
    let path = stage.path(&names.chart);
    let png = chances::chart(&path, &battles::entry_of(stage.session, battle)?, &battle.id, told)?;
    files::write(&path, &png)?;
    let policies = policies(plot);
    let command = format!(
        "liege chances {} {} --side {EYES} {policies} --chart {}",
        names.save, battle.id, names.chart
    );
    page.chart(&png, "The likeliest results, and each unit's expected losses");
    page.transcript(&command, &format!("{}{}", chances::assumed(odds), text::steps(&odds.lines)));
    Ok(())
}

fn report(
    stage: &Stage<'_>,
    battle: &Battle,
    work: &Work,
    (names, plot, page): Station<'_>,
) -> Result<(), Failure> {
    let sight = Sight { crop: Some(&plot.view), scale: 1.0, side: EYES, spread: plot.spread };
    let drawn = |save: &str, name: &str| {
        let pixels = stage.drawn(save, sight, None)?;
        stage.write(&format!("{}-{name}.png", plot.file), &pixels)
    };
    let both = rayon::join(|| drawn(&names.save, "before"), || drawn(&names.after, "after"));
    let (left, right) = (both.0?, both.1?);
    page.pair((&left, &plot.before), (&right, "After"));
    let command = format!(
        "liege resolve {} {} --side {EYES} --seed {} {} --luck --log {} -o {}",
        names.save,
        battle.id,
        plot.seed,
        policies(plot),
        names.log,
        names.after,
    );
    let words: String = work.done.iter().map(resolve::words).collect();
    page.transcript(&command, &words);
    Ok(())
}

/// The policies as they are typed.
fn policies(plot: &TourBattle) -> String {
    let typed: Vec<String> = plot.policies.iter().map(|policy| format!("--policy {policy}")).collect();
    typed.join(" ")
}

fn listed(names: &BattleFiles) -> Vec<(String, String)> {
    [
        (&names.save, "the declared battle"),
        (&names.chart, "its chances"),
        (&names.log, "the log that plays it: File ▸ Load Continuation, then step through it"),
        (&names.after, "the resulting save, with the report in its notes"),
    ]
    .map(|(name, what)| (name.clone(), what.to_owned()))
    .to_vec()
}

fn resolve_arguments(stage: &Stage<'_>, plot: &TourBattle, names: &BattleFiles) -> Resolve {
    Resolve {
        no_reaction: false,
        save: stage.path(&names.save),
        words: Vec::new(),
        all: true,
        possible: false,
        input: None,
        template: false,
        luck: false,
        log: Some(stage.path(&names.log)),
        output: Some(stage.path(&names.after)),
        game: GameArgs {
            module: Some(stage.module.clone()),
            game: None,
            side: SideArg { side: Some(EYES.into()) },
            at: LogPoint::default(),
            phase: None,
            choices: Vec::new(),
        },
        dice: DiceArgs { seed: Some(plot.seed), dice: None },
        decisions: DecisionArgs { orders: None, policies: plot.policies.clone() },
        ask: AskArgs::default(),
        format: Format::Text,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::cli::session::Session;
    use crate::games::GAMES;
    use liege_rules::position::notation;
    use liege_rules::position::situation::from_scenario;
    use vassal::format::timestamp::Timestamp;

    #[test]
    fn what_pieces_are_to_do_is_told_with_their_place_and_nothing_else_is() {
        let folder = tempfile::tempdir().unwrap();
        let session = Session { quiet: true, ..Session::default() };
        let stage =
            Stage::new(&session, folder.path(), GAMES[0].id(), Timestamp::from_day(2026, 1, 1)).unwrap();
        let plots = stage.data.layout.tour.iter().flat_map(|tour| &tour.battle);
        let text = |plot: &TourBattle| stage.data.scenario_text(&format!("tour/{}", plot.text)).unwrap();
        let texts: Vec<String> = plots.map(|plot| text(plot).to_owned()).collect();
        let pack = Arc::new(stage.data.pack);
        let rows = texts.iter().map(|text| {
            let (scenario, _) = notation::read("tour", text, &pack.terms.words);
            marked(&from_scenario(&pack, "tour", &scenario).0.pieces, &pack.terms)
        });
        let rows: Vec<Vec<Vec<String>>> = rows.collect();
        assert_eq!(rows[0], Vec::<Vec<String>>::new(), "arrows are drawn");
        assert_eq!(
            (rows[1].len(), rows[1][0].join(" ")),
            (15, "E4525 Canberra intercept, group 1, target E4526".into())
        );
        let aloft: Vec<String> = rows[2].iter().map(|row| row.join(" ")).collect();
        assert!(aloft.contains(&"E1914 Kaga air group patrol".into()) && aloft.len() == 4, "{aloft:?}");
    }
}
