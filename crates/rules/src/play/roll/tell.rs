//! A roll in words, for those who look it up where it has no page.

use std::fmt;

use super::when::When;
use super::{Roll, Totals};
use crate::play::deeds::Act;
use crate::play::inputs::{Key, KeyKind, KeyWords};

impl fmt::Display for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.from, self.to) {
            (None, None) => f.write_str("any total"),
            (None, Some(to)) => write!(f, "{to} or less"),
            (Some(from), None) => write!(f, "{from} or more"),
            (Some(from), Some(to)) if from == to => write!(f, "{from}"),
            (Some(from), Some(to)) => write!(f, "{from} to {to}"),
        }
    }
}

impl Roll {
    /// The roll as a page: what it is, its dice, modifiers and results, and its keys.
    #[must_use]
    pub fn in_words(&self) -> String {
        let mut page = format!("# {}: {}\n\nRule {}.\n\n", self.id, self.title, self.rule);
        let says = if self.says.is_empty() { String::new() } else { format!(", {}", self.says) };
        page.push_str(&format!("1. {}{says}\n", self.dice()));
        for modifier in &self.modifiers {
            let per = modifier.per.as_ref().map(|per| format!(" {per}")).unwrap_or_default();
            let says = if modifier.says.is_empty() { String::new() } else { format!(": {}", modifier.says) };
            let (add, only, label, rule) =
                (modifier.add, only(&modifier.when), &modifier.label, &modifier.rule);
            page.push_str(&format!("- {add:+}{per}{only}, {label}{says}. [{rule}]\n"));
        }
        for against in &self.refusals {
            let (only, reason, rule) = (only(&against.when), &against.reason, &against.rule);
            page.push_str(&format!("- refused{only}: {reason}. [{rule}]\n"));
        }
        page.push_str("\n## Results\n\n");
        for sure in &self.sure {
            let (only, result, rule) = (only(&sure.when), &sure.result, &sure.rule);
            page.push_str(&format!("- no dice{only}: {result}. [{rule}]\n"));
        }
        if let Some(grid) = &self.table {
            let key = grid.key.as_ref().map(|key| format!(", by `{key}`")).unwrap_or_default();
            page.push_str(&format!("| total{key} | {} |\n", grid.columns.join(" | ")));
            page.push_str(&format!("|---|{}\n", "---|".repeat(grid.columns.len())));
            for row in &grid.rows {
                page.push_str(&format!("| {} | {} |\n", row.totals, row.cells.join(" | ")));
            }
            page.push('\n');
        }
        for band in &self.bands {
            let what = band.cell.clone().unwrap_or_else(|| band.totals.to_string());
            let only = only(&band.when);
            let deeds: Vec<String> = band.effects.iter().map(|effect| self.effect(effect)).collect();
            let deeds = if deeds.is_empty() { String::new() } else { format!(": {}", deeds.join(", ")) };
            let result = band.result.to_string();
            let result = if result == what { String::new() } else { format!(": {result}") };
            page.push_str(&format!("- {what}{only}{result}{deeds}. [{}]\n", band.rule));
        }
        if !self.keys.is_empty() {
            page.push_str("\n## Keys\n\n");
            self.keys.iter().for_each(|key| page.push_str(&key_in_words(key)));
        }
        page
    }

    fn effect(&self, effect: &super::Effect) -> String {
        let whom = match &effect.whom {
            super::Subject::About => String::new(),
            super::Subject::Unit(name) | super::Subject::Thing(name) => format!("{name}: "),
        };
        let to = effect.does.to().unwrap_or_default();
        let does = match (&effect.does, whom.strip_suffix(": ")) {
            (Act::Value(_), Some(thing)) => format!("{thing} {to}"),
            (does, _) => format!("{whom}{} {to}", does.word()),
        };
        let times = if effect.times > 1 { format!(" {} times", effect.times) } else { String::new() };
        does.trim().to_owned() + &times
    }
}

impl fmt::Display for super::Repeat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.each {
            1 => write!(f, "for each of `{}`", self.key)?,
            each => write!(f, "for each {each} of `{}`", self.key)?,
        }
        if self.after > 0 { write!(f, " after the first {}", self.after) } else { Ok(()) }
    }
}

/// A condition behind what it limits.
fn only(when: &When) -> String {
    if *when == When::ALWAYS { String::new() } else { format!(" where `{when}`") }
}

fn key_in_words(key: &Key) -> String {
    let listed = |words: &KeyWords| words.proper().join(", ");
    let takes = match &key.kind {
        KeyKind::Number(least, most) => format!("{least} to {most}"),
        KeyKind::YesNo | KeyKind::Present | KeyKind::Flag(..) => "yes or no".into(),
        KeyKind::Word(words) | KeyKind::Alone(words) => listed(words),
        KeyKind::Month => "month".into(),
        KeyKind::List => "text".into(),
    };
    let also: Vec<String> = key.synonyms.iter().map(|name| format!("`{name}`")).collect();
    let also = if also.is_empty() { String::new() } else { format!("; also {}", also.join(", ")) };
    format!("- `{}` ({takes}{also}): {} [{}]\n", key.name, key.help, key.rule)
}
