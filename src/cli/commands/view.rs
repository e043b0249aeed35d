//! `view`: a copy of a save for one side, written new from what the side may see.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::cli::args::{Format, View};
use crate::cli::commands::build::parse_date;
use crate::cli::session::Session;
use crate::cli::{Exit, Failure, files, open, output, saves, standard};
use crate::table::opened::OpenedSave;
use crate::table::{copies, handed_out};
use liege_rules::game::pack::Pack;
use vassal::diagnostic::counted;
use vassal::format::archive::Archive;
use vassal::format::metadata::{MODULE_DATA, Metadata};
use vassal::format::module_file::ModuleFile;
use vassal::format::save_file::SaveFile;
use vassal::format::timestamp::Timestamp;
use vassal::model::eyes::Eyes;
use vassal::model::view::{self, LeftOut, Plan, Redacted};

/// What is said of a copy of a game with hidden play, before the name of the side.
const WITHOUT_LEDGER: &str = "a save of this game does not say what a side has met, so the copy has no ghosts; liege umpire \
     issue writes copies with all that is known to";

/// Runs `view`.
pub fn run(session: &Session, own: &View) -> Result<Exit, Failure> {
    files::expect_ending(&own.output, files::SAVE.0, files::SAVE.1)?;
    files::refuse_same(&own.save, &own.output)?;
    let date = parse_date(&own.date)?;
    let save = open::save(&own.save, &session.limits)?;
    let asked = open::Asked { module: own.module.as_deref(), at: Some(own.at) };
    let game = open::position_on_map(&own.save, &save, asked, session)?;
    let ours = saves::ours(&save, game.file.as_deref(), session)?;
    let eyes = eyes(own, &game, ours.as_ref().map(|(_, pack)| pack))?;
    let about = |error: &dyn std::fmt::Display| Failure::about(&own.save, error);
    let module = game.module.as_deref().ok_or_else(|| about(&"its module cannot be read"))?;
    let plan = match ours.as_ref().and_then(|(known, pack)| Some((known.hidden()?, pack))) {
        Some((hidden, pack)) => {
            output::note(session, &format!("{WITHOUT_LEDGER} {}", eyes.side()));
            copies::plan(hidden, pack, &game.position, module, &eyes)?
        }
        None => Plan::of(&game.position, module, &eyes),
    };
    let copy = view::write(&plan, &game.commands, &game.position, module).map_err(|error| about(&error))?;
    let said = said(own, &game, eyes.side(), &copy);
    let description = handed_out::description_for(eyes.side());
    let module = game.file.clone();
    let archive = save.archive.clone();
    // The copy of a large save is as large: what it was made from must not be kept beside what it is packed into.
    drop((plan, game, ours, save));
    let text = copy.commands.to_text().map_err(|error| about(&error))?;
    drop(copy);
    let file = Wrapping { save: archive.as_ref(), module: module.as_deref(), date, description };
    let bytes = file.bytes(text).map_err(|error| about(&error))?;
    files::write(&own.output, &bytes)?;
    let taken = standard::is_standard(&own.output);
    match said {
        Announcement::Json(report) => output::json_beside(taken, &output::envelope_of_one(report))?,
        Announcement::Text(text) => output::result_beside(taken, &text)?,
    }
    Ok(Exit::Clean)
}

/// The eyes of the side. A game of ours may close windows that its module leaves open.
fn eyes(own: &View, game: &OpenedSave, pack: Option<&Arc<Pack>>) -> Result<Eyes, Failure> {
    let eyes = open::eyes_of_side(&own.save, &own.side, game)?;
    let closed: Vec<String> = pack.into_iter().flat_map(|pack| pack.closed_to(eyes.side())).collect();
    Ok(eyes.without(closed))
}

/// What stands around the commands of a copy.
pub struct Wrapping<'a> {
    /// The archive of the master; none for a bare text.
    pub save: Option<&'a Archive>,
    /// The module.
    pub module: Option<&'a ModuleFile>,
    /// The date of all entries.
    pub date: Timestamp,
    /// What VASSAL shows of the file before it is opened.
    pub description: String,
}

impl Wrapping<'_> {
    /// The file of a copy with this text: a new archive of three entries. Of the save it has only what it says of its module.
    pub fn bytes(&self, copy: String) -> Result<Vec<u8>, vassal::format::detect::FileError> {
        let archives = [self.save, self.module.map(|module| &module.archive)];
        let with = archives.into_iter().flatten().find(|archive| archive.contains(MODULE_DATA));
        let module_data = with.map(|archive| archive.read_entry(MODULE_DATA)).transpose()?;
        let module = self.module.and_then(|module| module.about.as_ref());
        let about = Metadata {
            version: module.and_then(|about| about.version.clone()),
            vassal_version: module.and_then(|about| about.vassal_version.clone()),
            date_saved: Some(self.date),
            description: Some(self.description.clone()),
            ..Metadata::default()
        };
        SaveFile::of_text(copy, module_data.as_deref(), &about)?.write(self.date)
    }
}

/// What is printed of a copy once it is written.
enum Announcement {
    Json(Value),
    Text(String),
}

fn said(own: &View, game: &OpenedSave, side: &str, copy: &Redacted) -> Announcement {
    match own.format {
        Format::Json => {
            let left_out: Vec<Value> = copy.left_out.iter().map(left_out_json).collect();
            let mut report = json!({
                "file": own.save.display().to_string(),
                "side": side,
                "output": own.output.display().to_string(),
                "pieces": copy.pieces,
                "left_out": left_out,
            });
            game.add_step(&mut report);
            Announcement::Json(report)
        }
        Format::Text => {
            let name = standard::name_of_output(&own.output);
            let mut text = format!("{name}: {} for {side}\n", counted(copy.pieces, "piece"));
            for line in &copy.left_out {
                text.push_str(&format!("- {line}\n"));
            }
            Announcement::Text(text)
        }
    }
}

fn left_out_json(left: &LeftOut) -> Value {
    json!({
        "what": left.matter.word(),
        "name": left.matter.name(),
        "where": left.place,
        "count": left.count,
        "text": left.to_string(),
    })
}
