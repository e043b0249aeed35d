//! The arguments of the commands that work on the modules and saves of any game.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};

use super::{Format, LogPoint, SideArg, fraction};
use vassal::format::stream::Encoding;

/// Says what is in a module, extension, save or log.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Example: liege inspect game.vsav --module ATPO.vmod")]
pub struct Inspect {
    /// Modules, saves or logs; - is standard input.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The module of a save; otherwise it is looked for beside the save.
    #[arg(long, value_name = "MODULE")]
    pub module: Option<PathBuf>,
    #[command(flatten)]
    pub side: SideArg,
    #[command(flatten)]
    pub at: LogPoint,
    /// Print text to read, or JSON for programs (docs/json.md).
    #[arg(long, value_name = "FORM", default_value = "text", ignore_case = true)]
    pub format: Format,
}

/// Says what differs between two modules, two saves or two logs.
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Example: liege diff turn-3.vsav turn-4.vsav --side umpire\nA log is taken at its end, a folder that `unpack` made for the file it packs to. Exit status: 0 no difference, 1 differences."
)]
pub struct Diff {
    /// A module, extension, save or log.
    #[arg(value_name = "BEFORE")]
    pub before: PathBuf,
    /// Another of the same kind; - is standard input.
    #[arg(value_name = "AFTER")]
    pub after: PathBuf,
    /// The module of both saves; otherwise each one's is looked for beside it.
    #[arg(long, value_name = "MODULE")]
    pub module: Option<PathBuf>,
    #[command(flatten)]
    pub side: SideArg,
    /// Print text to read, JSON for programs (docs/json.md), or a page for browsers.
    #[arg(long, value_name = "FORM", ignore_case = true)]
    pub format: Option<PageFormat>,
    /// Write here instead of standard output; the ending .html or .json says the form.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Tells a log step by step: who moved what, what was rolled, what was said.
#[derive(Clone, Debug, ClapArgs)]
#[command(
    after_help = "Example: liege transcript game.vlog --side umpire -o game.html\nSeveral logs of one game as one page: liege transcript 1.vlog 2.vlog --side umpire -o game.html\nA page for each: liege transcript *.vlog --side umpire --format html -o pages/\nWith --dice only the statistics of all rolls, with what they are worth as evidence.\nOutputs are written one at a time; if the command is stopped, the finished ones remain."
)]
pub struct Transcript {
    /// Logs; - is standard input.
    #[arg(required = true, value_name = "LOG")]
    pub logs: Vec<PathBuf>,
    /// The one of them that is told.
    #[arg(skip)]
    pub log: PathBuf,
    /// The module of the logs; otherwise it is looked for beside each log.
    #[arg(long, value_name = "MODULE")]
    pub module: Option<PathBuf>,
    #[command(flatten)]
    pub side: SideArg,
    /// Tell only these steps, such as 12 or 12-20.
    #[arg(long, value_name = "STEPS")]
    pub steps: Option<String>,
    /// Tell only the statistics of the dice.
    #[arg(long)]
    pub dice: bool,
    /// In a page, a picture of the map after every so many steps.
    #[arg(long, value_name = "STEPS")]
    pub pictures: Option<usize>,
    /// Print text to read, Markdown, JSON for programs (docs/json.md), or a page for browsers.
    #[arg(long, value_name = "FORM", ignore_case = true)]
    pub format: Option<StoryFormat>,
    /// Write here instead of standard output; the ending .md, .html or .json says the form. Several logs become one file,
    /// or in a folder one each.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// In which form a difference is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PageFormat {
    /// Lines to read
    Text,
    /// One object with the report, for programs
    Json,
    /// A page for browsers, with pictures
    Html,
}

/// In which form a log is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StoryFormat {
    /// Lines to read
    Text,
    /// The same as Markdown
    Markdown,
    /// One object with the report, for programs
    Json,
    /// A page for browsers, with pictures
    Html,
}

/// Writes an archive as a folder of files that a person can read and compare.
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Example: liege unpack game.vsav -o game/\nSeveral files, a folder for each: liege unpack games/*.vsav -o texts/\nOutputs are written one at a time; if the command is stopped, the finished ones remain."
)]
pub struct Unpack {
    /// Modules, extensions, saves or logs; - is standard input.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The folder to make; it must not exist or be empty. Of several files each has a folder of its name in it.
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
}

/// Makes an archive from an unpacked folder.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Example: liege pack game/ -o game.vsav")]
pub struct Pack {
    /// A folder that `unpack` has made.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// The file to write: .vmod for a module, .vsav for a save, .vlog for a log; - is standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
}

/// Writes saves as a table or database, or a save in another of VASSAL's encodings.
#[derive(Clone, Debug, ClapArgs)]
#[command(
    after_help = "Example: liege convert game.vsav --module ATPO.vmod --to json --side umpire\nSeveral saves, or a folder of them: liege convert games/ --to sqlite --side umpire -o games.db\nA file for each of several: liege convert games/ --to csv --side umpire -o tables/\nTables (csv, json, sqlite) name and count only what the side may see; in CSV, several values of a cell have ; between them, and \\ goes before a ; = or \\ inside a value. An encoding (vcsk, xz, plain) is the whole save with all its secrets; VASSAL reads xz from 3.8.0-beta3 on.\nOutputs are written one at a time; if the command is stopped, the finished ones remain."
)]
pub struct Convert {
    /// Saves or logs, or folders of them; - is standard input.
    #[arg(required = true, value_name = "SAVE")]
    pub saves: Vec<PathBuf>,
    /// The module of the saves; otherwise it is looked for beside each save.
    #[arg(long, value_name = "MODULE")]
    pub module: Option<PathBuf>,
    /// What to write; without it what the ending of -o says, .csv, .json or .db.
    #[arg(long, value_name = "FORM", ignore_case = true)]
    pub to: Option<Target>,
    #[command(flatten)]
    pub side: SideArg,
    #[command(flatten)]
    pub at: LogPoint,
    /// Write saves in which all players have a blank password, in their own encoding or that of --to.
    #[arg(long, conflicts_with_all = ["side", "step", "end"])]
    pub zero_passwords: bool,
    /// Leave cells of a CSV table that look like formulas as they are, for programs; otherwise a ' before them makes
    /// spreadsheets show them as text.
    #[arg(long)]
    pub raw_cells: bool,
    /// Write here instead of standard output; an encoding is written to standard output only when asked for with -. A folder
    /// for several saves with --to csv or an encoding.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Target {
    /// A table of the pieces for spreadsheets
    Csv,
    /// The same table for programs (docs/json.md)
    Json,
    /// The pieces of all saves as one SQLite database (docs/formats/database.md)
    Sqlite,
    /// The save as every VASSAL opens it
    Vcsk,
    /// The save as VASSAL 3.8.0-beta3 and later opens it, much smaller
    Xz,
    /// The save with its commands as plain text
    Plain,
}

impl Target {
    /// The encoding of a save with this text; VASSAL's own where it names a table.
    pub fn encoding(self, text: &str) -> Encoding {
        match self {
            Self::Xz => Encoding::Xz,
            Self::Plain => Encoding::Plain,
            _ => Encoding::for_new(text),
        }
    }
}

/// Writes a copy of a save for one side, with nothing in it that the side may not see.
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Example: liege view game.vsav --side Japan -o for-japan.vsav\nThe copy is a new save: open pieces as they lie, unknown counters for masked ones, backs for cards, nothing of what is invisible or in other sides' windows, no log, no chat, no passwords of others. What is printed says what was left out and is for you, not for the side (docs/view.md)."
)]
pub struct View {
    /// A save or log; - is standard input.
    #[arg(value_name = "SAVE")]
    pub save: PathBuf,
    /// The side that gets the copy.
    #[arg(long, value_name = "SIDE")]
    pub side: String,
    /// The copy to write, a save; - is standard output.
    #[arg(short, long, value_name = "SAVE")]
    pub output: PathBuf,
    /// The module of the save; otherwise it is looked for beside the save.
    #[arg(long, value_name = "MODULE")]
    pub module: Option<PathBuf>,
    #[command(flatten)]
    pub at: LogPoint,
    /// The date written into the copy; it is never that of the save, so that two copies do not tell what changed.
    #[arg(long, value_name = "YYYY-MM-DD", default_value = "2026-01-01")]
    pub date: String,
    /// Print text to read, or JSON for programs (docs/json.md).
    #[arg(long, value_name = "FORM", default_value = "text", ignore_case = true)]
    pub format: Format,
}

/// Draws the position of a save.
#[derive(Clone, Debug, ClapArgs)]
#[command(
    after_help = "Example: liege render game.vsav -o game.png --crop E4020,E5030 --mark\n         liege render games/*.vsav -o pictures/\n         liege render game.vsav -o supply.png --supply --at W4118\nLines of supply are those that `facts` lists, for a game whose rules know them; a ring ends each at its source.\nOutputs are written one at a time; if the command is stopped, the finished ones remain."
)]
pub struct Render {
    /// Saves or logs; - is standard input.
    #[arg(required = true, value_name = "SAVE")]
    pub saves: Vec<PathBuf>,
    /// The one of them that is drawn.
    #[arg(skip)]
    pub save: PathBuf,
    /// The picture to write, .png or .jpg; - is standard output. A folder for several saves.
    #[arg(short, long, value_name = "PICTURE")]
    pub output: PathBuf,
    /// The module of the saves; otherwise it is looked for beside each save.
    #[arg(long, value_name = "MODULE")]
    pub module: Option<PathBuf>,
    /// The map window to draw; otherwise the one in VASSAL's main window, or the one with most pieces.
    #[arg(long, value_name = "MAP")]
    pub map: Option<String>,
    /// Two places whose rectangle is drawn, for example two hexes.
    #[arg(long, value_name = "PLACE,PLACE")]
    pub crop: Option<String>,
    /// Size relative to VASSAL's 100 % [default: 1, less where the picture would be too large].
    #[arg(long, value_name = "FACTOR", value_parser = fraction, allow_negative_numbers = true)]
    pub scale: Option<f32>,
    /// Check the save and mark where findings are.
    #[arg(long)]
    pub mark: bool,
    /// Draw the lines of supply from units to their sources, and mark the units that have none.
    #[arg(long, conflicts_with = "mark")]
    pub supply: bool,
    /// Only the lines of supply of the units at this hex, area or box.
    #[arg(long = "at", value_name = "PLACE", requires = "supply")]
    pub place: Option<String>,
    /// Shade what a piece reaches and mark what is in it, or mark who reaches a place: a name, an id of the counter, a hex.
    #[arg(long, value_name = "PIECE|PLACE", conflicts_with_all = ["mark", "supply"])]
    pub reach: Option<String>,
    /// Lay the pieces of each stack side by side, so that all can be seen.
    #[arg(long)]
    pub spread: bool,
    /// Write the names of places below the pieces that cover them.
    #[arg(long)]
    pub names: bool,
    #[command(flatten)]
    pub side: SideArg,
    #[command(flatten)]
    pub at: LogPoint,
}

/// Brings saves to another version of their module: each piece becomes the counter that the module has now and keeps its
/// state, as VASSAL's Refresh Counters does.
#[derive(Clone, Debug, ClapArgs)]
#[command(
    after_help = "Example: liege refresh turn-3.vsav --module new.vmod --dry-run\nSeveral saves, written into a folder: liege refresh saves/*.vsav --module new.vmod -o refreshed/\nThe set-ups inside a module: liege refresh my-game.vmod -o my-game-new.vmod\nBoxes lie elsewhere now: liege refresh turn-3.vsav --module new.vmod --from old.vmod -o turn-3-new.vsav\nOutputs are written one at a time; if the command is stopped, the finished ones remain."
)]
pub struct Refresh {
    /// Saves of any game, or a module whose predefined set-ups become those of its present counters; - is standard input.
    #[arg(required = true, value_name = "FILE")]
    pub saves: Vec<PathBuf>,
    /// The module as it is now, of saves.
    #[arg(long, value_name = "NEW")]
    pub module: Option<PathBuf>,
    /// The new save or module; of several saves, a folder for them.
    #[arg(short, long, value_name = "OUT", required_unless_present = "dry_run")]
    pub output: Option<PathBuf>,
    /// Only tell what would change.
    #[arg(long)]
    pub dry_run: bool,
    /// Find counters by their number alone, and leave pieces as they are whose number the module does not have.
    #[arg(long)]
    pub by_number: bool,
    /// Give decks the options and the places that the module has for them, too, and tell which decks only the save or
    /// only the module has.
    #[arg(long)]
    pub decks: bool,
    /// The same, and put decks that the save lacks into it, without cards.
    #[arg(long)]
    pub add_decks: bool,
    /// The same, and make stacks of the cards of decks that the module no longer has.
    #[arg(long)]
    pub delete_decks: bool,
    /// The module that the saves were made with: what lies in a place that the new one has elsewhere, such as a box that
    /// was drawn anew, goes there.
    #[arg(long, value_name = "OLD")]
    pub from: Option<PathBuf>,
    #[command(flatten)]
    pub side: SideArg,
    /// Print text to read, or JSON for programs (docs/json.md).
    #[arg(long, value_name = "FORM", default_value = "text", ignore_case = true)]
    pub format: Format,
}
