//! `refresh`: saves brought to another version of their module, with what became of each piece.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use serde_json::{Value, json};

use crate::cli::args::{Args, Format, Refresh};
use crate::cli::{Exit, Failure, files, open, output, several, standard, understood};
use crate::convert::refresh::{self, Difference, Fate, Refreshed, What};
use crate::diagnostic::counted;
use crate::format::metadata::MODULE_DATA;
use crate::format::module_file::ModuleFile;
use crate::format::save_file::SaveFile;
use crate::format::timestamp::Timestamp;
use crate::model::counters::{By, Counters, NoCounter};
use crate::model::position::Piece;

/// Refreshes all saves, in the order in which they were given; one that cannot be is told, and the others go on.
pub fn run(args: &Args, own: &Refresh) -> Result<Exit, Failure> {
    let targets = targets(own)?;
    let counters = OnceLock::new();
    let (mut reports, mut exit) = (Vec::new(), Exit::Clean);
    several::each(
        &own.saves,
        |save| refreshed(args, own, save, &counters),
        |save, result| {
            let done = several::read_or_told((save, own.saves.len()), result, &mut reports, &mut exit)?;
            let Some(done) = done else { return Ok(()) };
            let target = targets.get(save).filter(|_| !own.dry_run);
            if let Some(target) = target {
                files::write(target, &done.bytes)?;
            }
            match own.format {
                Format::Json => reports.push(report(save, target, &done)),
                Format::Text => {
                    let is_taken = target.is_some_and(|target| standard::is_standard(target));
                    output::result_beside(is_taken, &text(save, target, &done))?;
                }
            }
            Ok(())
        },
    )?;
    if own.format == Format::Json {
        let is_taken = targets.values().any(|target| standard::is_standard(target));
        output::json_beside(is_taken, &output::envelope(reports))?;
    }
    Ok(exit)
}

/// Where each save goes; nowhere in a dry run without a name.
fn targets(own: &Refresh) -> Result<BTreeMap<&PathBuf, PathBuf>, Failure> {
    let Some(out) = &own.output else { return Ok(BTreeMap::new()) };
    if let [save] = own.saves.as_slice()
        && !out.is_dir()
    {
        files::expect_ending(out, files::SAVE.0, files::SAVE.1)?;
        files::refuse_same(save, out)?;
        return Ok(BTreeMap::from([(save, out.clone())]));
    }
    let targets = several::targets_in(&own.saves, out, |save| save.file_name().map(PathBuf::from))?;
    targets.iter().try_for_each(|(save, target)| files::refuse_same(save, target))?;
    if !own.dry_run {
        files::make_folder(out)?;
    }
    Ok(targets)
}

/// A save that was refreshed.
struct Brought {
    game: open::Game,
    side: String,
    made: Refreshed,
    /// What the module's numbers lack, once for all saves.
    twice: Vec<String>,
    without: usize,
    bytes: Vec<u8>,
}

fn refreshed(
    args: &Args,
    own: &Refresh,
    path: &Path,
    counters: &OnceLock<Counters>,
) -> Result<Brought, Failure> {
    let limits = open::limits(args);
    let about = |error: &dyn std::fmt::Display| Failure::about(path, error);
    let mut save = open::save(path, &limits)?;
    if save.is_log().map_err(|error| about(&error))? {
        return Err(about(&"is a log, and its steps speak of the pieces as they were").help(
            "make a save of the position you want: liege convert game.vlog --end --to vcsk -o game.vsav",
        ));
    }
    let asked = open::Asked { module: Some(own.module.as_path()), at: None };
    let mut game = open::position_on_map(path, &save, asked, args)?;
    let side = own.side.side.as_deref();
    let eyes = understood::eyes(path, side, (&save, &mut game), args)?;
    let module = game.module.clone().ok_or_else(|| about(&"its module cannot be read"))?;
    let counters = counters.get_or_init(|| Counters::of(&module));
    let sees = |piece: &Piece| eyes.knows(piece, Some(&module));
    let by_name = !own.by_number;
    let made = refresh::refresh(game.of_file(), &game.position, (&module, counters), by_name, &sees)
        .map_err(|error| about(&error))?;
    if let Some(commands) = &made.commands {
        save.set_commands(commands).map_err(|error| about(&error))?;
    }
    let bytes =
        written(&mut save, game.file.as_deref(), &module.version, args).map_err(|error| about(&error))?;
    let (twice, without) = (counters.twice.clone(), counters.without);
    Ok(Brought { game, side: eyes.in_words(), made, twice, without, bytes })
}

/// The file: the save's own entries, with the module's name and version in place of the old ones.
fn written(
    save: &mut SaveFile,
    module: Option<&ModuleFile>,
    version: &str,
    args: &Args,
) -> Result<Vec<u8>, crate::format::detect::FileError> {
    let limits = open::limits(args);
    let archive = module.map(|module| &module.archive).filter(|archive| archive.contains(MODULE_DATA));
    let module_data = archive.map(|archive| archive.read_entry(MODULE_DATA)).transpose()?;
    save.set_module(module_data.as_deref(), version, &limits)?;
    let date = save.save_data(&limits).ok().flatten().and_then(|about| about.date_saved);
    save.write(date.unwrap_or(Timestamp(0)))
}

/// Pieces of one counter to which the same happened.
type Group<'d> = (String, &'d Fate);

impl Brought {
    /// The pieces with what became of them.
    fn pieces(&self) -> impl Iterator<Item = (&Piece, &Fate)> {
        self.game.position.pieces.iter().zip(&self.made.fates)
    }

    fn count(&self, is_meant: impl Fn(&Fate) -> bool) -> usize {
        self.made.fates.iter().filter(|fate| is_meant(fate)).count()
    }

    /// Groups of equal pieces that were renewed, or kept without a counter, in the order of the save.
    fn groups(&self) -> Vec<(Group<'_>, usize)> {
        let mut groups: Vec<(Group<'_>, usize)> = Vec::new();
        let mut places: BTreeMap<(String, String), Vec<usize>> = BTreeMap::new();
        for (piece, fate) in
            self.pieces().filter(|(_, fate)| matches!(fate, Fate::Renewed { .. } | Fate::Kept(_)))
        {
            let key = (piece.true_name.clone(), piece.gpid.clone());
            let places = places.entry(key).or_default();
            match places.iter().find(|&&place| groups[place].0.1 == fate) {
                Some(&place) => groups[place].1 += 1,
                None => {
                    places.push(groups.len());
                    groups.push(((called(piece), fate), 1));
                }
            }
        }
        groups
    }
}

fn called(piece: &Piece) -> String {
    let number = if piece.gpid.is_empty() { String::new() } else { format!(" (gpid {})", piece.gpid) };
    format!("\"{}\"{number}", piece.true_name)
}

fn text(save: &Path, target: Option<&PathBuf>, done: &Brought) -> String {
    let from = standard::name_of_input(save);
    let to = match target {
        Some(target) => format!(" → {}", standard::name_of_output(target)),
        None => String::from(" (nothing written)"),
    };
    let mut text = format!("{from}{to}: {}\n", counts(done));
    for line in notes(done) {
        text.push_str(&format!("note: {line}\n"));
    }
    let groups = done.groups();
    let times = |count: usize| if count > 1 { format!("{count} × ") } else { String::new() };
    for ((called, fate), count) in &groups {
        match fate {
            Fate::Renewed { by, differences } => {
                text.push_str(&format!("{}{called}{}\n", times(*count), found_by(*by)));
                for difference in differences {
                    text.push_str(&format!("  - {}\n", in_words(difference)));
                }
            }
            Fate::Kept(reason) => text.push_str(&format!("{}{called}: {}\n", times(*count), why(*reason))),
            Fate::Same | Fate::Unseen => {}
        }
    }
    text
}

fn counts(done: &Brought) -> String {
    let all = counted(done.made.fates.len(), "piece");
    let parts = [
        (done.count(|fate| *fate == Fate::Same), "as the module has them".to_owned()),
        (done.count(|fate| matches!(fate, Fate::Renewed { .. })), "renewed".to_owned()),
        (done.count(|fate| matches!(fate, Fate::Kept(_))), "left as they were, without a counter".to_owned()),
        (done.count(|fate| *fate == Fate::Unseen), format!("left as they were, not {}", done.side)),
    ];
    let parts: Vec<String> = parts
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    if parts.is_empty() { all } else { format!("{all}; {}", parts.join(", ")) }
}

/// What concerns the save or the module as a whole.
fn notes(done: &Brought) -> Vec<String> {
    let mut notes = Vec::new();
    for map in &done.game.position.unknown_maps {
        notes.push(format!("the module has no map \"{map}\"; what lies there cannot be seen in VASSAL"));
    }
    if !done.made.unstacked.is_empty() {
        let count = counted(done.made.unstacked.len(), "piece");
        notes.push(format!(
            "{count} left the stack, since the new counter does not stack with what is below it"
        ));
    }
    if let Some(first) = done.twice.first() {
        let count = counted(done.twice.len(), "number");
        notes.push(format!(
            "{count} of the module belong to several counters ({first} is one); VASSAL refuses to \
             refresh until the module is opened in its editor and saved"
        ));
    }
    if done.without > 0 {
        let count = counted(done.without, "counter");
        notes.push(format!(
            "{count} of the module have no number; VASSAL refuses to refresh until the module is \
             opened in its editor and saved"
        ));
    }
    notes
}

fn found_by(by: By) -> &'static str {
    match by {
        By::Number => "",
        By::Name => ", found by its name",
        By::NameAndPicture => ", found by its name and picture",
    }
}

fn why(reason: NoCounter) -> String {
    match reason {
        NoCounter::Gone => "no counter of the module has its number or its name".to_owned(),
        NoCounter::Several(count) => format!("{count} different counters of the module have its name"),
    }
}

fn in_words(difference: &Difference) -> String {
    let Difference { of_trait, what, before, now } = difference;
    let quoted = |text: &Option<String>| match text.as_deref() {
        None | Some("") => "nothing".to_owned(),
        Some(text) => format!("\"{text}\""),
    };
    match what {
        What::New => format!("{of_trait} is new"),
        What::Gone if before.as_deref().is_none_or(str::is_empty) => format!("{of_trait} is gone"),
        What::Gone => format!("{of_trait} is gone; it was {}", quoted(before)),
        What::Changed if before == now => format!("{of_trait} is defined otherwise"),
        What::Changed | What::Reset => format!("{of_trait} was {} and is {}", quoted(before), quoted(now)),
    }
}

fn report(save: &Path, target: Option<&PathBuf>, done: &Brought) -> Value {
    let row = |piece: &Piece, more: Value| {
        let mut row = json!({"piece": piece.id, "name": piece.true_name, "gpid": piece.gpid});
        if let (Some(row), Value::Object(more)) = (row.as_object_mut(), more) {
            row.extend(more);
        }
        row
    };
    let (mut renewed, mut kept) = (Vec::new(), Vec::new());
    for (piece, fate) in done.pieces() {
        match fate {
            Fate::Renewed { by, differences } => {
                let by = match by {
                    By::Number => "number",
                    By::Name => "name",
                    By::NameAndPicture => "name and picture",
                };
                renewed.push(row(piece, json!({"found_by": by, "differences": differences})));
            }
            Fate::Kept(reason) => kept.push(row(piece, json!({"reason": why(*reason)}))),
            Fate::Same | Fate::Unseen => {}
        }
    }
    json!({
        "file": save.display().to_string(),
        "output": target.map(|target| target.display().to_string()),
        "pieces": {
            "all": done.made.fates.len(),
            "same": done.count(|fate| *fate == Fate::Same),
            "renewed": renewed.len(),
            "without_counter": kept.len(),
            "unseen": done.count(|fate| *fate == Fate::Unseen),
        },
        "renewed": renewed,
        "without_counter": kept,
        "unstacked": done.made.unstacked,
        "unknown_maps": done.game.position.unknown_maps,
        "notes": notes(done),
    })
}
