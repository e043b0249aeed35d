//! The arguments of the umpire's desk.

use std::path::{Path, PathBuf};

use clap::{Args as ClapArgs, Subcommand};

use super::{DiceArgs, Format};

/// Runs a game with hidden play from a folder: copies for the sides, what they give back, turns, proofs.
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Example: liege umpire new aafog tuesday --module fog.vmod --master opening.vsav
         liege umpire issue tuesday --power japan --phase CM
         liege umpire turn tuesday --ask
         liege umpire open tuesday 3 \"SZ 20\" -o opening.json
Keep the folder to yourself: it holds the key and the whole game. Hand out only what lies in its folder issues.")]
pub struct Umpire {
    #[command(subcommand)]
    pub task: UmpireTask,
}

#[derive(Debug, Subcommand)]
pub enum UmpireTask {
    New(NewDesk),
    Issue(IssueCopies),
    Take(TakeCopy),
    Turn(CarryOut),
    Status(DeskStatus),
    Undo(TakeBack),
    Open(OpenLeaf),
    Publish(PublishGame),
}

impl UmpireTask {
    /// The folder of the game, where there is one already.
    pub fn folder(&self) -> Option<&Path> {
        match self {
            Self::New(_) => None,
            Self::Issue(own) => Some(&own.folder),
            Self::Take(own) => Some(&own.folder),
            Self::Turn(own) => Some(&own.folder),
            Self::Status(own) => Some(&own.folder),
            Self::Undo(own) => Some(&own.folder),
            Self::Open(own) => Some(&own.folder),
            Self::Publish(own) => Some(&own.folder),
        }
    }
}

/// Begins a game: a folder with a key of its own, the master and the copies of issue 0.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Example: liege umpire new aafog tuesday --module fog.vmod --master opening.vsav")]
pub struct NewDesk {
    /// The rules that are played, for example aafog.
    #[arg(value_name = "GAME")]
    pub game: String,
    /// The folder to make.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// The module of the game.
    #[arg(long, value_name = "MODULE")]
    pub module: PathBuf,
    /// The set-up with the pieces of all sides.
    #[arg(long, value_name = "SAVE")]
    pub master: PathBuf,
    /// What the game is called in its papers; the name of the folder otherwise.
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// Print text to read, or JSON for programs (docs/json.md).
    #[arg(long, value_name = "FORM", default_value = "text", ignore_case = true)]
    pub format: Format,
}

/// Writes the next copies of all sides, the save that lies open to all and the record of what is committed to.
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Example: liege umpire issue tuesday --power japan --phase CM
Copies are written before the state of the game: a command that is stopped may leave some of them, and the same command
writes them again.")]
pub struct IssueCopies {
    /// The folder of the game.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// The power whose turn it is, by its code or name: us, USA, "United States".
    #[arg(long, value_name = "POWER")]
    pub power: Option<String>,
    /// The phase of its turn, by its id or the words of its name: CM, combat, "non-combat move".
    #[arg(long, value_name = "PHASE")]
    pub phase: Option<String>,
    /// Publish the record alone, without copies: before the first announcement of a turn.
    #[arg(long)]
    pub record_only: bool,
    /// Print text to read, or JSON for programs (docs/json.md).
    #[arg(long, value_name = "FORM", default_value = "text", ignore_case = true)]
    pub format: Format,
}

/// Takes a side's copy back: of its own pieces what the phase lets it change, and its list of moves.
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Example: liege umpire take tuesday axis.vsav
         liege umpire take tuesday axis.vsav --orders japan.txt
The list of moves stands in the private note of the player (VASSAL's Notes window), one item a line:
         1. CV, TR (2 INF): SZ 35 > SZ 20 > SZ 19 > Kiangsu
         2. 2 FTR: Siam > Shan State, raid air-base
Without a list each group that went from one place to the next is an item.")]
pub struct TakeCopy {
    /// The folder of the game.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// The copy as the side saved it with VASSAL.
    #[arg(value_name = "COPY")]
    pub copy: PathBuf,
    /// The side that gives it back; the copy says so itself, and both must agree.
    #[arg(long, value_name = "SIDE")]
    pub side: Option<String>,
    /// The side's list of moves, in place of the private notes in the copy.
    #[arg(long, value_name = "FILE")]
    pub orders: Option<PathBuf>,
    /// Print text to read, or JSON for programs (docs/json.md).
    #[arg(long, value_name = "FORM", default_value = "text", ignore_case = true)]
    pub format: Format,
}

/// Carries out a side's list of moves, one announcement at a time: messages on sheets, questions with their answers, battle saves.
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Example: liege umpire turn tuesday
         liege umpire turn tuesday --answer \"sail on\"
         liege umpire turn tuesday --answer \"axis lost DD; allies retreat CV, TR to SZ 35\"
A question stays open until it is answered; nothing else happens meanwhile.
Sheets and battle saves are written before the state of the game: a command that is stopped may leave some of them, and
the same command writes them again.")]
pub struct CarryOut {
    /// The folder of the game.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// The answer to the question that is open.
    #[arg(long, value_name = "TEXT")]
    pub answer: Option<String>,
    /// Begin the step that is under way once more, as after a change of the master that its answers no longer fit.
    #[arg(long, conflicts_with_all = ["answer", "ask"])]
    pub again: bool,
    /// Walk through the whole list: questions are asked in the terminal, and each announcement waits for the Enter key.
    #[arg(long, conflicts_with_all = ["answer", "format"])]
    pub ask: bool,
    /// Choose an interpretation where the rules are ambiguous.
    #[arg(long = "choice", value_name = "KEY=VALUE")]
    pub choices: Vec<String>,
    #[command(flatten)]
    pub dice: DiceArgs,
    /// Print text to read, or JSON for programs (docs/json.md).
    #[arg(long, value_name = "FORM", default_value = "text", ignore_case = true)]
    pub format: Format,
}

/// Prints where a game stands: the issue, the phase, the list, the open question, and what to do next.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Example: liege umpire status tuesday")]
pub struct DeskStatus {
    /// The folder of the game.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Print text to read, or JSON for programs (docs/json.md).
    #[arg(long, value_name = "FORM", default_value = "text", ignore_case = true)]
    pub format: Format,
}

/// Takes back the last answer with everything that followed from it, until new copies are issued or taken.
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Example: liege umpire undo tuesday
The master, the ledgers, the log and the list are again as they were before the answer. What players were told since
cannot be taken back; the command lists it. Given again, it takes back the answer before.")]
pub struct TakeBack {
    /// The folder of the game.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Print text to read, or JSON for programs (docs/json.md).
    #[arg(long, value_name = "FORM", default_value = "text", ignore_case = true)]
    pub format: Format,
}

/// Opens one place or text of an issue, so that a player can prove what it was.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Example: liege umpire open tuesday 3 \"SZ 20\" -o opening.json")]
pub struct OpenLeaf {
    /// The folder of the game.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// The number of the issue.
    #[arg(value_name = "ISSUE")]
    pub issue: u32,
    /// The place, as the map names it, or a text such as money/japan.
    #[arg(value_name = "PLACE")]
    pub place: String,
    /// The side that asks: what it may not know stays a bare hash. Without it everything of the place is opened.
    #[arg(long = "for", value_name = "SIDE")]
    pub side: Option<String>,
    /// The opening.
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
}

/// Opens the whole game at its end: the key, the master, ledger and record of every issue.
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Example: liege umpire publish tuesday -o tuesday-opened
Hand the folder out when the game is over: whoever has it knows everything that is hidden, and with the\nkey what is hidden later on.")]
pub struct PublishGame {
    /// The folder of the game.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// The folder to make, for all players.
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
}
