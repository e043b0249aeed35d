//! The values of the options that every command knows.

use std::ffi::OsString;

use clap::ValueEnum;

use crate::cli::console;

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Color {
    /// Only in a terminal
    Auto,
    /// Always, also in files and pipes
    Always,
    /// No colour
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

    /// What was asked for, with the variable FORCE_COLOR in the place of nothing; NO_COLOR wins over it.
    fn resolved(self) -> Self {
        let console = console::current();
        let says = |name: &str| console.variable(name);
        let forced = says("FORCE_COLOR").is_some_and(|value| value != "0" && value != "false");
        match self {
            Color::Auto if forced && says("NO_COLOR").is_none() => Color::Always,
            other => other,
        }
    }

    /// The same for the pages and complaints of the parser.
    pub fn of_help(self) -> clap::ColorChoice {
        match self.resolved() {
            Color::Auto => clap::ColorChoice::Auto,
            Color::Always => clap::ColorChoice::Always,
            Color::Never => clap::ColorChoice::Never,
        }
    }

    /// The same for all later output.
    pub fn choice(self) -> anstream::ColorChoice {
        match self.resolved() {
            Color::Auto => anstream::ColorChoice::Auto,
            Color::Always => anstream::ColorChoice::Always,
            Color::Never => anstream::ColorChoice::Never,
        }
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

/// Reads a whole number, and says in plain words what is none.
pub fn whole<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.trim().parse().map_err(|_| format!("expected a whole number such as 4, found {text:?}"))
}

/// Reads a number that may have a fraction.
pub fn fraction(text: &str) -> Result<f32, String> {
    text.trim().parse().map_err(|_| format!("expected a number such as 0.5, found {text:?}"))
}
