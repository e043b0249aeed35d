//! The arguments of the commands that work on the modules and saves of any game.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};

use super::{Format, LogPoint, SideArg, fraction};
use vassal::format::stream::Encoding;

/// Lists what a module, extension, save or log contains.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Example: liege inspect game.vsav --module ATPO.vmod")]
pub struct Inspect {
    /// Modules, saves or logs; - is standard input.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The module of a save; otherwise it is searched for beside the save.
    #[arg(long, value_name = "MODULE")]
    pub module: Option<PathBuf>,
    #[command(flatten)]
    pub side: SideArg,
    #[command(flatten)]
    pub at: LogPoint,
    /// The output format (docs/json.md).
    #[arg(long, value_name = "FORM", default_value = "text", ignore_case = true)]
    pub format: Format,
}

/// Compares two modules, two saves or two logs.
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Example: liege diff turn-3.vsav turn-4.vsav --side umpire\nLogs are compared at their ends; a folder made by `unpack` is compared as the file it came from. Exit codes: 0 no difference, 1 differences."
)]
pub struct Diff {
    /// A module, extension, save or log.
    #[arg(value_name = "BEFORE")]
    pub before: PathBuf,
    /// Another of the same kind; - is standard input.
    #[arg(value_name = "AFTER")]
    pub after: PathBuf,
    /// The module of both saves; otherwise each save's is searched for beside it.
    #[arg(long, value_name = "MODULE")]
    pub module: Option<PathBuf>,
    #[command(flatten)]
    pub side: SideArg,
    /// The output format (docs/json.md).
    #[arg(long, value_name = "FORM", ignore_case = true)]
    pub format: Option<PageFormat>,
    /// Write here instead of standard output; the extension .html or .json sets the format.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Prints a log step by step: moves, dice rolls and chat.
#[derive(Clone, Debug, ClapArgs)]
#[command(
    after_help = "Example: liege transcript game.vlog --side umpire -o game.html\nSeveral logs of one game as one page: liege transcript 1.vlog 2.vlog --side umpire -o game.html\nA page for each: liege transcript *.vlog --side umpire --format html -o pages/\n--dice prints only statistics of all rolls, and how strong they are as evidence.\nFiles are written one at a time; if the command is stopped, the finished files remain."
)]
pub struct Transcript {
    /// Logs; - is standard input.
    #[arg(required = true, value_name = "LOG")]
    pub logs: Vec<PathBuf>,
    /// The one that is printed.
    #[arg(skip)]
    pub log: PathBuf,
    /// The module of the logs; otherwise it is searched for beside each log.
    #[arg(long, value_name = "MODULE")]
    pub module: Option<PathBuf>,
    #[command(flatten)]
    pub side: SideArg,
    /// Print only these steps, such as 12 or 12-20.
    #[arg(long, value_name = "STEPS")]
    pub steps: Option<String>,
    /// Print only the statistics of the dice.
    #[arg(long)]
    pub dice: bool,
    /// On a page, show a picture of the map every N steps.
    #[arg(long, value_name = "N")]
    pub pictures: Option<usize>,
    /// The output format (docs/json.md).
    #[arg(long, value_name = "FORM", ignore_case = true)]
    pub format: Option<StoryFormat>,
    /// Write here instead of standard output; the extension .md, .html or .json sets the format. Several logs become one file,
    /// or one each in a folder.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// How a comparison is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PageFormat {
    /// Plain text
    Text,
    /// JSON, for programs
    Json,
    /// A web page with pictures
    Html,
}

/// How a log is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StoryFormat {
    /// Plain text
    Text,
    /// Markdown
    Markdown,
    /// JSON, for programs
    Json,
    /// A web page with pictures
    Html,
}

/// Unpacks an archive into a folder of text files that can be read and compared.
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Example: liege unpack game.vsav -o game/\nSeveral files, a folder for each: liege unpack games/*.vsav -o texts/\nFiles are written one at a time; if the command is stopped, the finished files remain."
)]
pub struct Unpack {
    /// Modules, extensions, saves or logs; - is standard input.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The folder to make; it must not exist or must be empty. Several files get a subfolder each.
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
}

/// Makes an archive from an unpacked folder.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Example: liege pack game/ -o game.vsav")]
pub struct Pack {
    /// A folder made by `unpack`.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// The file to write: .vmod for a module, .vsav for a save, .vlog for a log; - is standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
}

/// Exports saves as tables or a database, or rewrites a save in another of VASSAL's encodings.
#[derive(Clone, Debug, ClapArgs)]
#[command(
    after_help = "Example: liege convert game.vsav --module ATPO.vmod --to json --side umpire\nSeveral saves, or a folder of them: liege convert games/ --to sqlite --side umpire -o games.db\nOne file for each save: liege convert games/ --to csv --side umpire -o tables/\nTables (csv, json, sqlite) contain only what the side may see; in CSV, several values in a cell are separated by ; and a ; = or \\ inside a value is escaped with \\. An encoding (vcsk, xz, plain) is the whole save with all its secrets; VASSAL reads xz from 3.8.0-beta3 on.\nFiles are written one at a time; if the command is stopped, the finished files remain."
)]
pub struct Convert {
    /// Saves or logs, or folders of them; - is standard input.
    #[arg(required = true, value_name = "SAVE")]
    pub saves: Vec<PathBuf>,
    /// The module of the saves; otherwise it is searched for beside each save.
    #[arg(long, value_name = "MODULE")]
    pub module: Option<PathBuf>,
    /// What to write; by default as the extension of -o says: .csv, .json or .db.
    #[arg(long, value_name = "FORM", ignore_case = true)]
    pub to: Option<Target>,
    #[command(flatten)]
    pub side: SideArg,
    #[command(flatten)]
    pub at: LogPoint,
    /// Clear all players' passwords, keeping the encoding unless --to sets one.
    #[arg(long, conflicts_with_all = ["side", "step", "end"])]
    pub zero_passwords: bool,
    /// Write CSV cells that look like formulas unchanged, for programs; otherwise a leading ' makes spreadsheets
    /// show them as text.
    #[arg(long)]
    pub raw_cells: bool,
    /// Write here instead of standard output; an encoding goes to standard output only with -o -. For several saves with
    /// --to csv or an encoding, a folder.
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
    /// The save for VASSAL 3.8.0-beta3 and later, much smaller
    Xz,
    /// The save with its commands as plain text
    Plain,
}

impl Target {
    /// The encoding of a save with this text; VASSAL's own for a table.
    pub fn encoding(self, text: &str) -> Encoding {
        match self {
            Self::Xz => Encoding::Xz,
            Self::Plain => Encoding::Plain,
            _ => Encoding::for_new(text),
        }
    }
}

/// Writes a copy of a save for one side, without anything the side may not see.
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Example: liege view game.vsav --side Japan -o for-japan.vsav\nThe copy is a new save: visible pieces where they are, unknown counters for masked ones, backs for cards, nothing invisible or in other sides' windows, no log, no chat, no passwords of other players. The command prints what it left out: that is for you, not for the side (docs/view.md)."
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
    /// The module of the save; otherwise it is searched for beside the save.
    #[arg(long, value_name = "MODULE")]
    pub module: Option<PathBuf>,
    #[command(flatten)]
    pub at: LogPoint,
    /// The date written into the copy: never that of the save, so that two copies do not reveal when something changed.
    #[arg(long, value_name = "YYYY-MM-DD", default_value = "2026-01-01")]
    pub date: String,
    /// The output format (docs/json.md).
    #[arg(long, value_name = "FORM", default_value = "text", ignore_case = true)]
    pub format: Format,
}

/// Draws the position in a save.
#[derive(Clone, Debug, ClapArgs)]
#[command(
    after_help = "Example: liege render game.vsav -o game.png --crop E4020,E5030 --mark\n         liege render games/*.vsav -o pictures/\n         liege render game.vsav -o supply.png --supply --at W4118\nSupply lines are those listed by `facts`, in games whose rules have them; a ring marks the source of each.\nFiles are written one at a time; if the command is stopped, the finished files remain."
)]
pub struct Render {
    /// Saves or logs; - is standard input.
    #[arg(required = true, value_name = "SAVE")]
    pub saves: Vec<PathBuf>,
    /// The one that is drawn.
    #[arg(skip)]
    pub save: PathBuf,
    /// The picture to write, .png or .jpg; - is standard output. A folder for several saves.
    #[arg(short, long, value_name = "PICTURE")]
    pub output: PathBuf,
    /// The module of the saves; otherwise it is searched for beside each save.
    #[arg(long, value_name = "MODULE")]
    pub module: Option<PathBuf>,
    /// The map window to draw; by default the one in VASSAL's main window, or the one with the most pieces.
    #[arg(long, value_name = "MAP")]
    pub map: Option<String>,
    /// Draw the surroundings of a place, or the rectangle between two, for example two hexes.
    #[arg(long, value_name = "PLACE[,PLACE]")]
    pub crop: Option<String>,
    /// Size relative to VASSAL's 100 % [default: 1, or less if the picture would be too large].
    #[arg(long, value_name = "FACTOR", value_parser = fraction, allow_negative_numbers = true)]
    pub scale: Option<f32>,
    /// Check the save and circle the findings, numbered as in `check`.
    #[arg(long)]
    pub mark: bool,
    /// Draw supply lines from units to their sources, and mark units without supply.
    #[arg(long, conflicts_with = "mark")]
    pub supply: bool,
    /// Draw only the supply lines of units in this hex, area or box.
    #[arg(long = "at", value_name = "PLACE", requires = "supply")]
    pub place: Option<String>,
    /// Shade the range of a piece and mark what is in it, or mark the units that can reach a place. Takes a name, a counter id or a hex.
    #[arg(long, value_name = "PIECE|PLACE", conflicts_with_all = ["mark", "supply"])]
    pub reach: Option<String>,
    /// Spread the pieces of each stack side by side.
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

/// Updates saves to another version of their module, as VASSAL's Refresh Counters does: each piece gets its counter's new
/// definition and keeps its state.
#[derive(Clone, Debug, ClapArgs)]
#[command(
    after_help = "Example: liege refresh turn-3.vsav --module new.vmod --dry-run\nSeveral saves, written into a folder: liege refresh saves/*.vsav --module new.vmod -o refreshed/\nThe set-ups inside a module: liege refresh my-game.vmod -o my-game-new.vmod\nBoxes have moved: liege refresh turn-3.vsav --module new.vmod --from old.vmod -o turn-3-new.vsav\nFiles are written one at a time; if the command is stopped, the finished files remain."
)]
pub struct Refresh {
    /// Saves of any game, or a module whose predefined set-ups are to be refreshed; - is standard input.
    #[arg(required = true, value_name = "FILE")]
    pub saves: Vec<PathBuf>,
    /// The new version of the module, for saves.
    #[arg(long, value_name = "NEW")]
    pub module: Option<PathBuf>,
    /// The new save or module; for several saves, a folder.
    #[arg(short, long, value_name = "OUT", required_unless_present = "dry_run")]
    pub output: Option<PathBuf>,
    /// Only report what would change.
    #[arg(long)]
    pub dry_run: bool,
    /// Find counters only by number (gpid), and leave pieces whose number the module does not have unchanged.
    #[arg(long)]
    pub by_number: bool,
    /// Also update the options and positions of decks, and list decks that only the save or only the module has.
    #[arg(long)]
    pub decks: bool,
    /// The same, and add decks missing from the save, empty.
    #[arg(long)]
    pub add_decks: bool,
    /// The same, and turn decks that the module no longer has into stacks of cards.
    #[arg(long)]
    pub delete_decks: bool,
    /// The module that the saves were made with: pieces in places that have moved, such as redrawn boxes, move along.
    #[arg(long, value_name = "OLD")]
    pub from: Option<PathBuf>,
    #[command(flatten)]
    pub side: SideArg,
    /// The output format (docs/json.md).
    #[arg(long, value_name = "FORM", default_value = "text", ignore_case = true)]
    pub format: Format,
}
