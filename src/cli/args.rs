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

use super::shelf::Shelf;

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
    after_help = "Exit status: 0 clean or done, 1 something illegal or refused, 2 the tool could not do its work.\n\nStart with: liege tour out"
)]
pub struct Args {
    /// None where the licences are asked for instead.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Print no notes; of check only the findings.
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// Show more, for example suspicious findings in full.
    #[arg(short, long, global = true)]
    pub verbose: bool,
    /// When to use colour; NO_COLOR and FORCE_COLOR are respected. Colours in a pipe are for
    /// a pager, so lines are then as wide as the terminal.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", ignore_case = true)]
    pub color: Color,
    /// Refuse archives that hold more bytes than this when inflated, for example 500M or 4G [default: 512M for a file in it, 2G in all].
    #[arg(long, global = true, value_name = "SIZE")]
    pub max_size: Option<Size>,
    /// A folder with tables that are laid over ours, or with a game of its own (docs/data.md).
    #[arg(long, global = true, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// Print the licences of the program and of the fonts, map data and crates in it.
    #[arg(long)]
    pub licenses: bool,
    /// What was read already in this call.
    #[arg(skip)]
    pub shelf: Shelf,
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
