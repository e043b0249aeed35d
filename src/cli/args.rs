//! The arguments as written; commands receive them already parsed.

pub mod data;
mod general;
mod git;
mod lint;
mod listed;
mod look;
mod make;
pub mod oob;
mod rules;
mod shared;
mod shells;
mod umpire;
mod verify;

use std::path::PathBuf;

use clap::{Parser, Subcommand};

pub use general::{Color, Size, fraction, whole};
pub use git::{Git, GitTask, Merge};
pub use lint::{Lint, LintFormat};
pub use listed::{about, command, procedures};
pub use look::{
    Convert, Diff, Inspect, Pack, PageFormat, Refresh, Render, StoryFormat, Target, Transcript, Unpack, View,
};
pub use make::{Build, CounterSheet, Counters, PaperName, Tour};
pub use rules::{Battles, Chances, Check, CheckFormat, Explain, Facts, OfSide, Resolve, Run};
pub use shared::{AskArgs, DecisionArgs, DiceArgs, Format, GameArgs, LogPoint, SideArg};
pub use shells::{Completions, ManPages, ShellName};
pub use umpire::{
    CarryOut, DeskStatus, IssueCopies, NewDesk, OpenLeaf, PublishGame, TakeBack, TakeCopy, Umpire, UmpireTask,
};
pub use verify::Verify;

/// Toolkit for VASSAL modules and saves: build, check, resolve, look.
#[derive(Debug, Parser)]
#[command(name = "liege", version, max_term_width = 100)]
#[command(subcommand_required = true, arg_required_else_help = true)]
#[command(
    after_help = "Exit codes: 0 success; 1 problems found, or something refused or undecided; 2 the command failed.\n\nStart with: liege tour out"
)]
pub struct Args {
    /// None where the licences are asked for instead.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Print no notes; with `check`, print only findings.
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// Show more, for example suspicious findings in full.
    #[arg(short, long, global = true)]
    pub verbose: bool,
    /// When to use colour; NO_COLOR and FORCE_COLOR are respected. With colour in a pipe, lines are wrapped at
    /// the width of the terminal, for a pager.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", ignore_case = true)]
    pub color: Color,
    /// Refuse archives larger than this when unpacked, for example 500M or 4G [default: 512M for each file, 2G in total].
    #[arg(long, global = true, value_name = "SIZE")]
    pub max_size: Option<Size>,
    /// A folder with tables that override the built-in ones, or with a game of your own (docs/data.md).
    #[arg(long, global = true, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// Print the licences of the program and of the fonts, map data and crates in it.
    #[arg(long)]
    pub licenses: bool,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Inspect(Inspect),
    Unpack(Unpack),
    Pack(Pack),
    Diff(Diff),
    Git(Git),
    Transcript(Transcript),
    Convert(Convert),
    Render(Render),
    View(View),
    Refresh(Refresh),
    Build(Build),
    Counters(Counters),
    Check(Check),
    Lint(Lint),
    Explain(Explain),
    Facts(Facts),
    Battles(Battles),
    Resolve(Resolve),
    Run(Run),
    Chances(Chances),
    Oob(oob::Oob),
    Data(data::Data),
    Tour(Tour),
    Verify(Verify),
    Umpire(Umpire),
    Completions(Completions),
    #[command(name = "man")]
    ManPages(ManPages),
}
