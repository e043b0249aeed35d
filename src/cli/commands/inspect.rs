//! `inspect`: what is in modules, saves and logs.

use std::fmt::Write;
use std::path::Path;

use serde_json::Value;

use crate::cli::args::{Format, Inspect};
use crate::cli::open::Opened;
use crate::cli::session::Session;
use crate::cli::{Exit, Failure, open, output, saves, several, standard};
use crate::table::opened::read_module;
use liege_tools::convert::summary::{
    self, Counts, Looked, MapInSave, MapSummary, ModuleSummary, PaletteSummary, SaveSummary,
};
use vassal::diagnostic::counted;
use vassal::format::detect::Kind;
use vassal::model::extensions;
use vassal::model::eyes::Eyes;

/// Maps without pieces are not listed one by one beyond this number of maps.
const MANY_MAPS: usize = 8;
/// Goes for a name that is empty.
const NAMELESS: &str = "without a name";

enum Summary {
    Module(Box<ModuleSummary>),
    Save(Box<SaveSummary>),
}

/// Inspects all files; one that cannot be read is told, and the others are shown.
pub fn run(session: &Session, own: &Inspect) -> Result<Exit, Failure> {
    let mut reports = Vec::new();
    let mut exit = Exit::Clean;
    let mut gap = "";
    several::each(
        &own.files,
        |path| summarize(session, own, path),
        |path, summary| {
            if let Err(failure) = &summary {
                output::complain(failure);
                exit = Exit::Failed;
            }
            match (own.format, summary) {
                (Format::Json, summary) => reports.push(report(path, summary)?),
                (Format::Text, Ok(summary)) => {
                    output::result(&format!("{gap}{}", text(path, &summary, session.verbose)))?;
                    gap = "\n";
                }
                (Format::Text, Err(_)) => {}
            }
            Ok(())
        },
    )?;
    if own.format == Format::Json {
        output::json(&output::envelope(reports))?;
    }
    Ok(exit)
}

fn summarize(session: &Session, own: &Inspect, path: &Path) -> Result<Summary, Failure> {
    let limits = session.limits.clone();
    Ok(match open::any(path, &limits)? {
        Opened::Module(file) => {
            let (module, mut problems) = read_module(&file);
            problems.extend(module.palette_problems());
            let kind = if file.kind == Kind::Extension { "extension" } else { "module" };
            Summary::Module(Box::new(summary::of_module(&file, kind, &module, &problems)))
        }
        Opened::Save(save) => {
            let asked = open::Asked { module: own.module.as_deref(), at: Some(own.at) };
            let mut game = open::position(path, &save, asked, session)?;
            let side = own.side.side.as_deref();
            let eyes = saves::eyes_or_stranger(path, side, (&save, &mut game), session)?;
            let missing_extensions: Vec<String> = match &game.file {
                Some(file) => extensions::missing(game.of_file(), file).collect(),
                None => Vec::new(),
            };
            let looked = Looked {
                commands: &game.commands,
                position: &game.position,
                module: game.module.as_deref(),
                missing_extensions: &missing_extensions,
                problems: &game.problems(),
                eyes: &eyes,
                count_hidden: side.is_none(),
                log_steps: game.log_steps,
                at_step: game.at_step,
            };
            let mut summary = summary::of_save(&save, &looked, &limits);
            if side.is_some() && eyes != Eyes::Umpire {
                // What the umpire wrote about the master is not for a side.
                summary.description = None;
            }
            Summary::Save(Box::new(summary))
        }
    })
}

fn report(path: &Path, summary: Result<Summary, Failure>) -> Result<Value, Failure> {
    let value = match summary {
        Ok(Summary::Module(module)) => serde_json::to_value(module),
        Ok(Summary::Save(save)) => serde_json::to_value(save),
        Err(failure) => return Ok(output::unread(path, &failure)),
    };
    let mut value = value.map_err(|error| Failure::about(path, error))?;
    if let Some(object) = value.as_object_mut() {
        object.shift_insert(0, "file".to_owned(), path.display().to_string().into());
    }
    Ok(value)
}

fn text(path: &Path, summary: &Summary, verbose: bool) -> String {
    let mut page = Page { text: format!("{}\n", standard::name_of_input(path)) };
    match summary {
        Summary::Module(module) => page.module(module, verbose),
        Summary::Save(save) => page.save(save, verbose),
    }
    page.text
}

/// The pieces of the palettes, and how many each has.
fn palettes(palettes: &[PaletteSummary]) -> String {
    let slots: usize = palettes.iter().map(|palette| palette.slots).sum();
    let each = palettes.iter().map(|palette| {
        let name = if palette.name.is_empty() { NAMELESS } else { &palette.name };
        format!("{name} {}", palette.slots)
    });
    let each: Vec<_> = each.collect();
    if each.is_empty() {
        counted(slots, "piece")
    } else {
        format!("{}: {}", counted(slots, "piece"), each.join(", "))
    }
}

/// Lines of a label and what it says.
struct Page {
    text: String,
}

impl Page {
    fn line(&mut self, label: &str, value: &str) {
        if !value.is_empty() {
            // Writing to a String cannot fail.
            let _ = writeln!(self.text, "  {label:<12} {value}");
        }
    }

    fn counts(&mut self, label: &str, counts: &Counts) {
        let all: Vec<_> = counts.iter().map(|(name, count)| format!("{name} × {count}")).collect();
        self.line(label, &all.join(", "));
    }

    /// How many texts of traits are blank because they have no value here.
    fn untold(&mut self, untold: &Counts, verbose: bool) {
        if verbose {
            untold.iter().for_each(|(text, pieces)| self.line("no value", &format!("{text} × {pieces}")));
        } else if !untold.is_empty() {
            let texts = counted(untold.len(), "expression");
            let times = counted(untold.values().sum(), "time");
            self.line("no value", &format!("{texts}, blank {times}, shown with -v"));
        }
    }

    fn problems(&mut self, problems: &[String], verbose: bool) {
        let shown = if verbose { problems.len() } else { 3 };
        for problem in problems.iter().take(shown) {
            self.line("problem", problem);
        }
        if problems.len() > shown {
            self.line("", &format!("and {} more problems, shown with -v", problems.len() - shown));
        }
    }

    fn module(&mut self, module: &ModuleSummary, verbose: bool) {
        let name = if module.name.is_empty() { NAMELESS } else { &module.name };
        self.line(module.kind, format!("{name} {}", module.version).trim());
        self.line("VASSAL", &module.vassal_version);
        self.line("about", &module.description);
        self.line("sides", &module.sides.join(", "));
        for map in &module.maps {
            self.map(map);
        }
        self.line("palettes", &palettes(&module.palettes));
        self.line("prototypes", &module.prototypes.len().to_string());
        self.line("scenarios", &module.scenarios.join(", "));
        for (name, levels) in &module.turn_trackers {
            let named: Vec<_> = levels.iter().filter(|level| !level.is_empty()).cloned().collect();
            let words = match named.len() == levels.len() {
                true => named.join(" > "),
                false => counted(levels.len(), "level"),
            };
            self.line("turn", &format!("{name}: {words}"));
        }
        self.line("images", &module.images.to_string());
        self.counts("unknown", &module.unknown_elements);
        self.counts("traits?", &module.unknown_traits);
        self.problems(&module.problems, verbose);
    }

    fn map(&mut self, map: &MapSummary) {
        let mut words = vec![map.name.clone()];
        if map.kind != "public" {
            words.push(format!(
                "({})",
                std::iter::once(map.kind.to_owned()).chain(map.owners.clone()).collect::<Vec<_>>().join(" ")
            ));
        }
        self.line("map", &words.join(" "));
        for board in &map.boards {
            let name = if board.name.is_empty() { NAMELESS } else { &board.name };
            let mut words = format!("board {name}, {} x {}", board.width, board.height);
            if let Some(grid) = &board.grid {
                let _ = write!(words, ", {grid}");
            }
            if let Some(example) = &board.example {
                let _ = write!(words, ", its middle is {example}");
            }
            self.line("", &words);
        }
        if !map.decks.is_empty() {
            self.line("", &format!("decks {}", map.decks.join(", ")));
        }
    }

    fn save(&mut self, save: &SaveSummary, verbose: bool) {
        let zip = if save.zip { "in a zip" } else { "bare" };
        self.line(save.kind, &format!("{} {zip}", save.encoding));
        let module = [&save.module, &save.module_version].into_iter().flatten().cloned().collect::<Vec<_>>();
        self.line("module", &if module.is_empty() { "not named".to_owned() } else { module.join(" ") });
        self.line("VASSAL", save.vassal_version.as_deref().unwrap_or_default());
        self.line("comment", save.description.as_deref().unwrap_or_default());
        self.line("extensions", &save.extensions.join(", "));
        if !save.missing_extensions.is_empty() {
            self.line("", &format!("missing here: {}", save.missing_extensions.join(", ")));
        }
        for player in &save.players {
            self.line("player", &format!("{} ({})", player.name, player.side));
        }
        self.line("pieces", &format!("{} in {}", save.pieces, counted(save.stacks, "stack")));
        if let Some(hidden) = save.hidden {
            self.line("", &format!("{} hidden, shown with --side", counted(hidden, "piece")));
        }
        let few = verbose || save.maps.len() <= MANY_MAPS;
        for map in save.maps.iter().filter(|map| few || map.pieces != Some(0)) {
            self.map_in_save(map);
        }
        for deck in &save.decks {
            let map = deck.map.as_deref().unwrap_or("no map");
            let cards = match deck.cards {
                None => String::new(),
                Some(0) if deck.face_down => ": face down".to_owned(),
                Some(cards) => format!(": {}", counted(cards, "card")),
            };
            self.line("deck", &format!("{} on {map}{cards}", deck.name));
        }
        if save.maps.iter().any(|map| map.pieces.is_none() && !map.private) {
            self.line(
                "",
                "without the module it is unknown which windows are private: --module, or --side umpire",
            );
        }
        for shown in save.turn.values() {
            self.line("turn", shown);
        }
        if save.log_steps > 0 {
            let at = match save.at_step {
                0 => "shown at the start".to_owned(),
                last if last == save.log_steps => "shown after the last".to_owned(),
                step => format!("shown after step {step}"),
            };
            self.line("steps", &format!("{}, {at}", save.log_steps));
        }
        self.counts("traits?", &save.unknown_traits);
        self.counts("commands?", &save.unknown_commands);
        self.untold(&save.untold, verbose);
        self.problems(&save.problems, verbose);
    }

    fn map_in_save(&mut self, map: &MapInSave) {
        let name = map.name.as_deref().unwrap_or("off the table");
        let mut words = match (map.pieces, map.stacks) {
            (Some(pieces), Some(stacks)) => {
                format!("{name}: {} in {}", counted(pieces, "piece"), counted(stacks, "stack"))
            }
            _ if map.private => format!("{name}: a private window"),
            _ => name.to_owned(),
        };
        if !map.boards.is_empty() {
            let _ = write!(words, ", boards {}", map.boards.join(", "));
        }
        self.line("map", &words);
    }
}
