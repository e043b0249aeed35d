//! The arguments of the commands that make a game's files from its tables.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};

use super::{Format, fraction};

/// Builds the VASSAL module of a game, with its scenarios.
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Example: liege build atpo -o ATPO.vmod\n         liege build atpo -o ATPO.vmod --map-image W=west.png,W6000@80:70,W6033@4040:75,W0100@78:6200,W0133@4050:6190"
)]
pub struct Build {
    /// The game, for example atpo.
    #[arg(value_name = "GAME")]
    pub game: String,
    /// The module to write, .vmod; - is standard output.
    #[arg(short, long, value_name = "MODULE")]
    pub output: PathBuf,
    /// The date written into the files; the same input and date give the same bytes.
    #[arg(long, value_name = "YYYY-MM-DD", default_value = "2026-01-01")]
    pub date: String,
    /// Also write the scenarios as saves into this folder.
    #[arg(long, value_name = "DIR")]
    pub saves: Option<PathBuf>,
    /// Use your own scan of a map sheet: its letter, the file, and four hexes near the corners with the pixels of their centres.
    #[arg(long = "map-image", value_name = "SHEET=FILE,HEX@X:Y,…")]
    pub map_images: Vec<String>,
}

/// Draws the counters of a game, as pictures and as sheets to print and cut.
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Example: liege counters atpo -o counters/ --sheet pdf --paper letter\n         liege counters atpo --list marine\nFronts and backs are on alternate pages: print double-sided, flipped on the long edge."
)]
pub struct Counters {
    /// The game, for example atpo.
    #[arg(value_name = "GAME")]
    pub game: String,
    /// The folder for the pictures; created if missing.
    #[arg(short, long, value_name = "DIR", required_unless_present = "list")]
    pub output: Option<PathBuf>,
    /// List counters instead of drawing them: all, or those with a word that begins with WORD in their id or name, or of that kind, nation or family.
    #[arg(long, value_name = "WORD", num_args = 0..=1, default_missing_value = "", conflicts_with_all = ["output", "only"])]
    pub list: Option<String>,
    /// Width of a counter in pixels, 16 to 600; modules use 75 or 150.
    #[arg(long, value_name = "PIXELS", default_value_t = 75, value_parser = clap::value_parser!(u32).range(16..=600))]
    pub scale: u32,
    /// Only these counters, by id.
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    pub only: Vec<String>,
    /// The sheet in addition to single pictures: PNG, or a PDF to print.
    #[arg(long, value_name = "FORM", default_value = "png", ignore_case = true)]
    pub sheet: CounterSheet,
    /// The paper size of the PDF.
    #[arg(long, value_name = "PAPER", default_value = "a4", ignore_case = true)]
    pub paper: PaperName,
    /// Width of a printed counter in millimetres, 8 to 60; 15.9 is 5/8 inch.
    #[arg(long, value_name = "MM", default_value_t = 15.9, value_parser = fraction, allow_negative_numbers = true)]
    pub size_mm: f32,
    /// The output format (docs/json.md).
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

/// Runs a demo of the main features and writes DIR/index.html.
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Example: liege tour out\nFiles are written one at a time, index.html last; if the command is stopped, the finished files remain."
)]
pub struct Tour {
    /// The folder to fill; created if missing.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}
