//! The arguments as written; commands receive them already parsed.

mod listed;
pub mod oob;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};

pub use listed::{about, command, procedures};

/// Toolkit for VASSAL modules and saves: build, check, resolve, look.
#[derive(Debug, Parser)]
#[command(name = "liege", version, max_term_width = 100)]
#[command(
    after_help = "Exit status: 0 clean or done, 1 something illegal or refused, 2 the tool could not do its work.\n\nStart with: liege tour out"
)]
pub struct Args {
    #[command(subcommand)]
    pub command: Command,
    /// Say less on standard error.
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// Show more, for example suspicious findings in full.
    #[arg(short, long, global = true)]
    pub verbose: bool,
    /// When to use colour; the variable NO_COLOR turns auto into never.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", ignore_case = true)]
    pub color: Color,
    /// Largest number of bytes an archive may hold when inflated, for example 500M or 4G [default: 512M for a file in it, 2G in all].
    #[arg(long, global = true, value_name = "SIZE")]
    pub max_size: Option<Size>,
    /// A folder whose tables replace ours, in the same layout (docs/data.md).
    #[arg(long, global = true, value_name = "DIR")]
    pub data: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Color {
    /// In a terminal
    Auto,
    /// In files and pipes too
    Always,
    /// Nowhere
    Never,
}

impl Color {
    /// What the arguments say before they are understood: a complaint about them has the colour asked for.
    pub fn spoken(arguments: &[OsString]) -> Option<Self> {
        let words: Vec<_> = arguments.iter().map(|word| word.to_string_lossy()).collect();
        let said = words.iter().enumerate().find_map(|(at, word)| match word.strip_prefix("--color") {
            Some("") => words.get(at + 1).map(|next| next.to_string()),
            Some(rest) => rest.strip_prefix('=').map(str::to_owned),
            None => None,
        });
        Self::from_str(&said?, true).ok()
    }

    /// The same for the pages and complaints of the parser.
    pub fn of_help(self) -> clap::ColorChoice {
        match self {
            Color::Auto => clap::ColorChoice::Auto,
            Color::Always => clap::ColorChoice::Always,
            Color::Never => clap::ColorChoice::Never,
        }
    }

    /// Makes the choice hold for all later output.
    pub fn apply(self) {
        match self {
            Color::Auto => anstream::ColorChoice::Auto,
            Color::Always => anstream::ColorChoice::Always,
            Color::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}

/// A number of bytes, written with an optional K, M or G.
#[derive(Clone, Copy, Debug)]
pub struct Size(pub u64);

impl std::str::FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("expected a size such as 500M or 4G, found {text:?}");
        let (digits, unit) = match text.trim().char_indices().find(|(_, c)| !c.is_ascii_digit()) {
            Some((at, _)) => text.trim().split_at(at),
            None => (text.trim(), ""),
        };
        let number: u64 = digits.parse().map_err(|_| wrong())?;
        let factor = match unit.to_ascii_uppercase().as_str() {
            "" | "B" => 1,
            "K" | "KB" => 1 << 10,
            "M" | "MB" => 1 << 20,
            "G" | "GB" => 1 << 30,
            _ => return Err(wrong()),
        };
        number.checked_mul(factor).map(Size).ok_or_else(wrong)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Words and tables to read
    #[default]
    Text,
    /// One object with the reports, for programs
    Json,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Inspect(Inspect),
    Unpack(Unpack),
    Pack(Pack),
    Convert(Convert),
    Render(Render),
    Build(Build),
    Counters(Counters),
    Check(Check),
    Explain(Explain),
    Battles(Battles),
    Resolve(Resolve),
    Run(Run),
    Chances(Chances),
    Oob(oob::Oob),
    Tour(Tour),
}

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

/// Whose eyes to look with.
#[derive(Debug, ClapArgs)]
pub struct SideArg {
    /// See what this side sees; `umpire` sees all. Needed where the save has secrets.
    #[arg(long, value_name = "SIDE")]
    pub side: Option<String>,
}

/// Which position of a log to look at.
#[derive(Clone, Copy, Debug, Default, ClapArgs)]
pub struct LogPoint {
    /// Of a log, take the position after N presses of VASSAL's step button; 0 is its start.
    #[arg(long, value_name = "N", conflicts_with = "end")]
    pub step: Option<usize>,
    /// Of a log, take the position after its last step.
    #[arg(long)]
    pub end: bool,
}

/// Writes an archive as a folder of files that a person can read and compare.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Example: liege unpack game.vsav -o game/")]
pub struct Unpack {
    /// A module, extension, save or log.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The folder to make; it must not exist or be empty.
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

/// Writes a save as a table, or in another of VASSAL's encodings.
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Example: liege convert game.vsav --module ATPO.vmod --to json --side umpire\nTables (csv, json) name and count only what the side may see; in CSV, several values of a cell have ; between them, and \\ goes before a ; = or \\ inside a value. An encoding (vcsk, xz, plain) is the whole save with all its secrets; VASSAL reads xz from 3.8.0-beta3 on."
)]
pub struct Convert {
    /// A save or log; - is standard input.
    #[arg(value_name = "SAVE")]
    pub save: PathBuf,
    /// The module of the save; otherwise it is looked for beside the save.
    #[arg(long, value_name = "MODULE")]
    pub module: Option<PathBuf>,
    /// What to write; without it what the ending of -o says, .csv or .json.
    #[arg(long, value_name = "FORM", ignore_case = true)]
    pub to: Option<Target>,
    #[command(flatten)]
    pub side: SideArg,
    #[command(flatten)]
    pub at: LogPoint,
    /// Write here instead of standard output; an encoding is written to standard output only when asked for with -.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Target {
    /// A table of the pieces for spreadsheets
    Csv,
    /// The same table for programs (docs/json.md)
    Json,
    /// The save as every VASSAL opens it
    Vcsk,
    /// The save as VASSAL 3.8.0-beta3 and later opens it, much smaller
    Xz,
    /// The save with its commands as plain text
    Plain,
}

/// Draws the position of a save.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Example: liege render game.vsav -o game.png --crop E4020,E5030 --mark")]
pub struct Render {
    /// A save or log; - is standard input.
    #[arg(value_name = "SAVE")]
    pub save: PathBuf,
    /// The picture to write, .png or .jpg; - is standard output.
    #[arg(short, long, value_name = "PICTURE")]
    pub output: PathBuf,
    /// The module of the save; otherwise it is looked for beside the save.
    #[arg(long, value_name = "MODULE")]
    pub module: Option<PathBuf>,
    /// The map window to draw; otherwise the one in VASSAL's main window, or the one with most pieces.
    #[arg(long, value_name = "MAP")]
    pub map: Option<String>,
    /// Two places whose rectangle is drawn, for example two hexes.
    #[arg(long, value_name = "PLACE,PLACE")]
    pub crop: Option<String>,
    /// Size relative to VASSAL's 100 %.
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0)]
    pub scale: f32,
    /// Check the save and mark where findings are.
    #[arg(long)]
    pub mark: bool,
    #[command(flatten)]
    pub side: SideArg,
    #[command(flatten)]
    pub at: LogPoint,
}

/// Builds the module of a game with its scenarios.
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Example: liege build atpo -o ATPO.vmod\n         liege build atpo -o ATPO.vmod --map-image W=west.png,W6000@80:70,W6033@4040:75,W0100@78:6200,W0133@4050:6190"
)]
pub struct Build {
    /// The game, in capital or small letters.
    #[arg(value_name = "GAME")]
    pub game: String,
    /// The module to write, .vmod; - is standard output.
    #[arg(short, long, value_name = "MODULE")]
    pub output: PathBuf,
    /// The date written into the files, so that the same input gives the same bytes.
    #[arg(long, value_name = "YYYY-MM-DD", default_value = "2026-01-01")]
    pub date: String,
    /// Also write the scenarios as saves of their own into this folder.
    #[arg(long, value_name = "DIR")]
    pub saves: Option<PathBuf>,
    /// Use a scan for a sheet: its letter, the file, and four hexes near the corners with the pixels of their centres.
    #[arg(long = "map-image", value_name = "SHEET=FILE,HEX@X:Y,…")]
    pub map_images: Vec<String>,
}

/// Draws the counters of a game as pictures and as sheets to print and cut.
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Example: liege counters atpo -o counters/ --sheet pdf --paper letter\nFronts and backs lie on successive pages: print on both sides, flip on the long edge."
)]
pub struct Counters {
    /// The game, in capital or small letters.
    #[arg(value_name = "GAME")]
    pub game: String,
    /// The folder for the pictures; made when there is none.
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
    /// Width of a face in pixels, 16 to 600; 75 and 150 are what modules use.
    #[arg(long, value_name = "PIXELS", default_value_t = 75, value_parser = clap::value_parser!(u32).range(16..=600))]
    pub scale: u32,
    /// Only these counters, by id.
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    pub only: Vec<String>,
    /// The sheet beside the faces: pictures to look at, or a PDF to print.
    #[arg(long, value_name = "FORM", default_value = "png", ignore_case = true)]
    pub sheet: CounterSheet,
    /// The paper of the PDF.
    #[arg(long, value_name = "PAPER", default_value = "a4", ignore_case = true)]
    pub paper: PaperName,
    /// Width of a printed counter in millimetres, 8 to 60; 15.9 is 5/8 inch.
    #[arg(long, value_name = "MM", default_value_t = 15.9)]
    pub size_mm: f32,
    /// Print text to read, or JSON for programs (docs/json.md).
    #[arg(long, value_name = "FORM", default_value = "text", ignore_case = true)]
    pub format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CounterSheet {
    /// Pictures of all faces, family by family
    Png,
    /// Those, and a PDF to print and cut
    Pdf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PaperName {
    /// 210 by 297 mm
    A4,
    /// 8.5 by 11 inches
    Letter,
}

/// Finds every state in a save that the rules forbid.
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Example: liege check game.vsav --phase EN.5\nThe module is looked for beside the save; without one the built-in pack is used."
)]
pub struct Check {
    /// Saves or logs, each checked by itself; - is standard input.
    #[arg(required = true, value_name = "SAVE")]
    pub saves: Vec<PathBuf>,
    /// The module of the saves; otherwise it is looked for beside each save.
    #[arg(long, value_name = "MODULE")]
    pub module: Option<PathBuf>,
    /// The game, where the save does not tell it.
    #[arg(long, value_name = "GAME")]
    pub game: Option<String>,
    /// The phase the save was made in, for example EN.5 or OL.4.
    #[arg(long, value_name = "ID")]
    pub phase: Option<String>,
    /// An earlier save of the same game, for checks that compare.
    #[arg(long, value_name = "SAVE")]
    pub previous: Option<PathBuf>,
    #[command(flatten)]
    pub side: SideArg,
    #[command(flatten)]
    pub at: LogPoint,
    /// Set a choice of the pack where the rules contradict themselves.
    #[arg(long = "choice", value_name = "KEY=VALUE")]
    pub choices: Vec<String>,
    /// Only these checks, by id or name, as `explain --list` lists them.
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    pub only: Vec<String>,
    /// Leave out these checks, by id or name.
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    pub ignore: Vec<String>,
    /// Print text to read, or JSON for programs (docs/json.md).
    #[arg(long, value_name = "FORM", default_value = "text", ignore_case = true)]
    pub format: Format,
}

/// Shows the page of a check or a procedure.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Example: liege explain ATPO-S01\n         liege explain --list atpo")]
pub struct Explain {
    /// A check or a procedure, by id or name: ATPO-S01, S01 or overstacked-hex.
    #[arg(required_unless_present = "list", value_name = "ID")]
    pub id: Option<String>,
    /// List everything that has a page.
    #[arg(long, value_name = "GAME")]
    pub list: Option<String>,
    /// Print text to read, or JSON for programs (docs/json.md).
    #[arg(long, value_name = "FORM", default_value = "text", ignore_case = true)]
    pub format: Format,
}

/// What a save needs to be understood as a position of a game.
#[derive(Debug, ClapArgs)]
pub struct GameArgs {
    /// The module of the save; otherwise it is looked for beside the save.
    #[arg(long, value_name = "MODULE")]
    pub module: Option<PathBuf>,
    /// The game, where the save does not tell it.
    #[arg(long, value_name = "GAME")]
    pub game: Option<String>,
    #[command(flatten)]
    pub side: SideArg,
    #[command(flatten)]
    pub at: LogPoint,
    /// The phase the save was made in, for example OL.4.
    #[arg(long, value_name = "ID")]
    pub phase: Option<String>,
    /// Set a choice of the pack where the rules contradict themselves.
    #[arg(long = "choice", value_name = "KEY=VALUE")]
    pub choices: Vec<String>,
}

/// Lists the battles declared in a save, with odds and the likeliest results.
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Example: liege battles game.vsav --possible\nUnits declare an attack by their direction mark (right-click a unit in VASSAL: Attack)."
)]
pub struct Battles {
    /// The save; - is standard input.
    #[arg(value_name = "SAVE")]
    pub save: PathBuf,
    /// Also list those that could be declared: attacks on neighbouring hexes, between nations at war.
    #[arg(long)]
    pub possible: bool,
    #[command(flatten)]
    pub game: GameArgs,
    /// Print text to read, or JSON for programs (docs/json.md).
    #[arg(long, value_name = "FORM", default_value = "text", ignore_case = true)]
    pub format: Format,
}

/// Where the faces come from.
#[derive(Debug, ClapArgs)]
pub struct DiceArgs {
    /// Roll with the tool's generator; the same seed gives the same faces everywhere. Without it and --dice a new seed is taken and told.
    #[arg(long, value_name = "NUMBER")]
    pub seed: Option<u64>,
    /// Faces rolled at the table, in order, for example 4,3.
    #[arg(long, value_name = "FACE", value_delimiter = ',', conflicts_with = "seed")]
    pub dice: Option<Vec<u8>>,
}

/// Who answers when the rules let a side decide.
#[derive(Debug, ClapArgs)]
pub struct DecisionArgs {
    /// A file of answers (docs/orders.md); `resolve` and `run` print one to fill in with --template.
    #[arg(long, value_name = "FILE")]
    pub orders: Option<PathBuf>,
    /// Let a policy decide for a side or both: `--policy attacker=weakest,advance,defender=stand`.
    #[arg(long = "policy", value_name = "SIDE=WORD,…")]
    pub policies: Vec<String>,
}

/// Resolves declared battles and writes the result as a log, a save or both.
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Example: liege resolve game.vsav land-E4631 weather=wet --seed 7 --log battle.vlog -o after.vsav
         liege resolve game.vsav --all --policy attacker=weakest,advance,defender=stand -o after.vsav
         liege resolve game.vsav land-E4631 --template > orders.toml
KEY=VALUE tells what the save does not show, such as magic=-1; land-E4631.magic=-1 is for one of several battles.
Exit status 1 when the rules refuse a battle; the others are resolved and written.")]
pub struct Resolve {
    /// The save; - is standard input.
    #[arg(value_name = "SAVE")]
    pub save: PathBuf,
    /// Battle ids as `battles` lists them, and values that the save does not show.
    #[arg(value_name = "BATTLE|KEY=VALUE")]
    pub words: Vec<String>,
    /// Resolve every declared battle in order.
    #[arg(long)]
    pub all: bool,
    /// Values from a JSON or TOML file; a table with the id of a battle is for that one.
    #[arg(long, value_name = "FILE")]
    pub input: Option<PathBuf>,
    /// Write the log that plays the result; - is standard output.
    #[arg(long, value_name = "VLOG")]
    pub log: Option<PathBuf>,
    /// Write the save it ends in; - is standard output.
    #[arg(short, long, value_name = "SAVE")]
    pub output: Option<PathBuf>,
    /// Print an orders file with every decision of these battles, to fill in, and stop; the schema with --format json.
    #[arg(long)]
    pub template: bool,
    #[command(flatten)]
    pub game: GameArgs,
    #[command(flatten)]
    pub dice: DiceArgs,
    #[command(flatten)]
    pub decisions: DecisionArgs,
    /// Print text to read, or JSON for programs (docs/json.md).
    #[arg(long, value_name = "FORM", default_value = "text", ignore_case = true)]
    pub format: Format,
}

/// Runs a procedure on values typed in, without a save.
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Example: liege run atpo R39 attack=15 defence=3 terrain=clear --dice 5\nThe keys are on the procedure's page: liege explain ATPO-R39"
)]
pub struct Run {
    /// The game, in capital or small letters.
    #[arg(value_name = "GAME")]
    pub game: String,
    /// The procedure, by id or name; without it those of the game are listed.
    #[arg(value_name = "PROCEDURE")]
    pub procedure: Option<String>,
    /// Values as key=value.
    #[arg(value_name = "KEY=VALUE")]
    pub values: Vec<String>,
    /// Values from a JSON or TOML file.
    #[arg(long, value_name = "FILE")]
    pub input: Option<PathBuf>,
    /// Print an orders file with every decision of the procedure, to fill in, and stop; the schema with --format json.
    #[arg(long)]
    pub template: bool,
    /// Set a choice of the pack where the rules contradict themselves.
    #[arg(long = "choice", value_name = "KEY=VALUE")]
    pub choices: Vec<String>,
    #[command(flatten)]
    pub dice: DiceArgs,
    #[command(flatten)]
    pub decisions: DecisionArgs,
    /// Print text to read, or JSON for programs (docs/json.md).
    #[arg(long, value_name = "FORM", default_value = "text", ignore_case = true)]
    pub format: Format,
}

/// Gives the exact distribution of outcomes, with the arguments of `run` or of `resolve`.
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Example: liege chances atpo R39 attack=15 defence=3\n         liege chances game.vsav land-E4631 weather=wet --policy attacker=weakest,advance,defender=stand\nEvery roll is followed, so that policies decide; an orders file may hold policies and answers for units by name."
)]
pub struct Chances {
    /// A game, or a save.
    #[arg(value_name = "GAME|SAVE")]
    pub subject: String,
    /// A procedure of the game, or a battle of the save, declared or possible.
    #[arg(value_name = "PROCEDURE|BATTLE")]
    pub what: String,
    /// Values of the procedure, or what the save does not show.
    #[arg(value_name = "KEY=VALUE")]
    pub values: Vec<String>,
    /// Values from a JSON or TOML file.
    #[arg(long, value_name = "FILE")]
    pub input: Option<PathBuf>,
    #[command(flatten)]
    pub game: GameArgs,
    #[command(flatten)]
    pub decisions: DecisionArgs,
    /// The seed of the samples, when the exact count would be too large.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub seed: u64,
    /// Print text to read, or JSON for programs (docs/json.md).
    #[arg(long, value_name = "FORM", default_value = "text", ignore_case = true)]
    pub format: Format,
}

/// The main job once through, with something to look at: DIR/index.html.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Example: liege tour out")]
pub struct Tour {
    /// The folder to fill; made when there is none.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}
