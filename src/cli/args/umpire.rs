//! The arguments of the umpire's desk.

use std::path::{Path, PathBuf};

use clap::{Args as ClapArgs, Subcommand};

use super::{DiceArgs, Format};

/// Runs a game with hidden play from a folder: copies for the sides, returned copies, turns, proofs.
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Example: liege umpire new aafog tuesday --module fog.vmod --master opening.vsav
         liege umpire issue tuesday --power japan --phase CM
         liege umpire turn tuesday --ask
         liege umpire open tuesday 3 \"SZ 20\" -o opening.json
Keep the folder private: it holds the key and the whole game. Hand out only files from its subfolder issues.")]
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

/// Starts a game: a folder with its key, the master and the copies of issue 0.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Example: liege umpire new aafog tuesday --module fog.vmod --master opening.vsav")]
pub struct NewDesk {
    /// The rules, for example aafog.
    #[arg(value_name = "GAME")]
    pub game: String,
    /// The folder to make.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// The module of the game.
    #[arg(long, value_name = "MODULE")]
    pub module: PathBuf,
    /// The opening position with the pieces of all sides.
    #[arg(long, value_name = "SAVE")]
    pub master: PathBuf,
    /// The name of the game in its papers; by default the name of the folder.
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// The output format (docs/json.md).
    #[arg(long, value_name = "FORM", default_value = "text", ignore_case = true)]
    pub format: Format,
}

/// Writes the next copies for all sides, the save that all may see, and the record of commitments.
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Example: liege umpire issue tuesday --power japan --phase CM
Copies are written before the state of the game: if the command is stopped, run it again to write all of them.")]
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
    /// Publish only the record, without copies: before the first announcement of a turn.
    #[arg(long)]
    pub record_only: bool,
    /// The output format (docs/json.md).
    #[arg(long, value_name = "FORM", default_value = "text", ignore_case = true)]
    pub format: Format,
}

/// Takes a side's copy back: changes of its own pieces that the phase allows, and its list of moves.
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Example: liege umpire take tuesday axis.vsav
         liege umpire take tuesday axis.vsav --orders japan.txt
The list of moves is in the player's private notes (VASSAL's Notes window), one item per line:
         1. CV, TR (2 INF): SZ 35 > SZ 20 > SZ 19 > Kiangsu
         2. 2 FTR: Siam > Shan State, raid air-base
Without a list, each group that moved from one place to another is an item.")]
pub struct TakeCopy {
    /// The folder of the game.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// The copy as the side saved it in VASSAL.
    #[arg(value_name = "COPY")]
    pub copy: PathBuf,
    /// The side that returns it; must agree with the copy itself.
    #[arg(long, value_name = "SIDE")]
    pub side: Option<String>,
    /// The side's list of moves, instead of the private notes in the copy.
    #[arg(long, value_name = "FILE")]
    pub orders: Option<PathBuf>,
    /// The output format (docs/json.md).
    #[arg(long, value_name = "FORM", default_value = "text", ignore_case = true)]
    pub format: Format,
}

/// Carries out a side's list of moves, one announcement at a time: message sheets, questions and answers, battle saves.
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Example: liege umpire turn tuesday
         liege umpire turn tuesday --answer \"sail on\"
         liege umpire turn tuesday --answer \"axis lost DD; allies retreat CV, TR to SZ 35\"
A question blocks the turn until it is answered.
Sheets and battle saves are written before the state of the game: if the command is stopped, run it again to write all of them.")]
pub struct CarryOut {
    /// The folder of the game.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// The answer to the open question.
    #[arg(long, value_name = "TEXT")]
    pub answer: Option<String>,
    /// Restart the current step, for example after a change of the master that its answers no longer fit.
    #[arg(long, conflicts_with_all = ["answer", "ask"])]
    pub again: bool,
    /// Go through the whole list: ask questions at the terminal, and wait for the Enter key after each announcement.
    #[arg(long, conflicts_with_all = ["answer", "format"])]
    pub ask: bool,
    /// Choose an interpretation where the rules are ambiguous (`explain --list` has the keys).
    #[arg(long = "choice", value_name = "KEY=VALUE")]
    pub choices: Vec<String>,
    #[command(flatten)]
    pub dice: DiceArgs,
    /// The output format (docs/json.md).
    #[arg(long, value_name = "FORM", default_value = "text", ignore_case = true)]
    pub format: Format,
}

/// Prints the state of a game: issue, phase, list of moves, open question, and what to do next.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Example: liege umpire status tuesday")]
pub struct DeskStatus {
    /// The folder of the game.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// The output format (docs/json.md).
    #[arg(long, value_name = "FORM", default_value = "text", ignore_case = true)]
    pub format: Format,
}

/// Undoes the last answer and everything that followed from it; possible until new copies are issued or taken.
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Example: liege umpire undo tuesday
The master, the ledgers, the log and the list of moves are restored. What players have been told since cannot be taken back;
the command lists it. Run it again to undo the answer before.")]
pub struct TakeBack {
    /// The folder of the game.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// The output format (docs/json.md).
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
    /// The issue number.
    #[arg(value_name = "ISSUE")]
    pub issue: u32,
    /// The place, by its name on the map, or a text such as money/japan.
    #[arg(value_name = "PLACE")]
    pub place: String,
    /// The side that asks: what it may not know stays a bare hash. By default everything in the place is opened.
    #[arg(long = "for", value_name = "SIDE")]
    pub side: Option<String>,
    /// The file to write the opening to.
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
}

/// Publishes the whole game at its end: the key, and the master, ledgers and record of every issue.
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Example: liege umpire publish tuesday -o tuesday-opened
Hand out the folder only when the game is over: it reveals everything hidden, and with the key everything hidden later.")]
pub struct PublishGame {
    /// The folder of the game.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// The folder to make, for all players.
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
}
