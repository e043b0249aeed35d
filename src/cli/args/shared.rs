//! The arguments that several commands share.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};

use super::whole;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Plain text
    #[default]
    Text,
    /// JSON, for programs
    Json,
}

/// Whose eyes to look with.
#[derive(Clone, Debug, ClapArgs)]
pub struct SideArg {
    /// Show only what this side sees; `umpire` sees all. Required if the save has hidden pieces.
    #[arg(long, value_name = "SIDE")]
    pub side: Option<String>,
}

/// Which position of a log to look at.
#[derive(Clone, Copy, Debug, Default, ClapArgs)]
pub struct LogPoint {
    /// In a log, use the position after N presses of VASSAL's step button; 0 is the start.
    #[arg(long, value_name = "N", value_parser = whole::<usize>, allow_negative_numbers = true, conflicts_with = "end")]
    pub step: Option<usize>,
    /// In a log, use the position after the last step.
    #[arg(long)]
    pub end: bool,
}

/// What a save needs to be understood as a position of a game.
#[derive(Clone, Debug, ClapArgs)]
pub struct GameArgs {
    /// The module of the save; otherwise it is searched for beside the save.
    #[arg(long, value_name = "MODULE")]
    pub module: Option<PathBuf>,
    /// The game, if the save does not show it.
    #[arg(long, value_name = "GAME")]
    pub game: Option<String>,
    #[command(flatten)]
    pub side: SideArg,
    #[command(flatten)]
    pub at: LogPoint,
    /// The phase of the save, for example OL.4.
    #[arg(long, value_name = "ID")]
    pub phase: Option<String>,
    /// Choose an interpretation where the rules are ambiguous (`explain --list` has the keys).
    #[arg(long = "choice", value_name = "KEY=VALUE")]
    pub choices: Vec<String>,
}

/// Where the faces come from.
#[derive(Clone, Debug, ClapArgs)]
pub struct DiceArgs {
    /// The seed for dice rolls; the same seed gives the same rolls on every machine. Without it and --dice a new seed is used and printed.
    #[arg(long, value_name = "NUMBER", value_parser = whole::<u64>, allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// Dice rolled at the table, in order, for example 4,3.
    #[arg(long, value_name = "FACE", value_parser = whole::<u8>, allow_negative_numbers = true, value_delimiter = ',', conflicts_with = "seed")]
    pub dice: Option<Vec<u8>>,
}

/// Who answers when the rules let a side decide.
#[derive(Clone, Debug, ClapArgs)]
pub struct DecisionArgs {
    /// A file of decisions (docs/orders.md); --template of `resolve` and `run` prints one to be filled in.
    #[arg(long, value_name = "FILE")]
    pub orders: Option<PathBuf>,
    /// Let a policy decide for a side or both: `--policy attacker=weakest,advance,balanced,defender=stand,balanced`, or
    /// `attacker=balanced,defender=balanced` for every decision.
    #[arg(long = "policy", value_name = "SIDE=WORD,…")]
    pub policies: Vec<String>,
}

/// Questions put at the terminal, and the way back to a report that stopped at one.
#[derive(Clone, Debug, Default, ClapArgs)]
pub struct AskArgs {
    /// Ask for each decision at the terminal as numbered choices, and write all answers to an orders file.
    #[arg(long)]
    pub ask: bool,
    /// Where --ask writes the answers; by default a new file orders-BATTLE.toml in the current folder.
    #[arg(long, value_name = "FILE", requires = "ask")]
    pub orders_out: Option<PathBuf>,
    /// Continue from a report (--format json) that stopped at an open decision, with its values, choices, dice and answers.
    #[arg(long = "continue", value_name = "REPORT")]
    pub report: Option<PathBuf>,
}
