//! Simple limits as rows of data: a user's own pack gets these checks without code.

use serde::Deserialize;

use crate::diagnostic::Severity;

use super::check::{Found, Report};
use super::fault::{DataFault, toml_fault};
use super::pack::Read;
use super::situation::{PieceIx, PlaceId, Situation};

/// What a row limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LimitKind {
    /// At most `most` matching pieces in play.
    Count,
    /// At most `most` matching pieces at one place.
    CountPerPlace,
    /// Never more pieces of one counter than its `count` in the catalogue.
    CounterMix,
    /// None of the matching pieces before the date `from`.
    NotBefore,
}

/// One row of `limits.toml`: a shared check with its id, rule and numbers.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limit {
    /// The check's id.
    pub id: String,
    /// The fault's name.
    pub name: String,
    /// The paragraphs.
    pub rule: String,
    /// How sure a finding is.
    pub severity: Severity,
    /// What is limited.
    pub limit: LimitKind,
    /// Kinds of the pieces; empty means all.
    #[serde(default)]
    pub kinds: Vec<String>,
    /// Nations of the pieces; empty means all.
    #[serde(default)]
    pub nations: Vec<String>,
    /// Only named ships.
    #[serde(default)]
    pub named: bool,
    /// The largest number allowed.
    #[serde(default)]
    pub most: usize,
    /// The first date allowed, such as `1944-06`.
    #[serde(default)]
    pub from: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LimitsFile {
    format: u32,
    #[serde(default)]
    limit: Vec<Limit>,
}

/// Reads `limits.toml`; a pack without one has no shared checks.
pub fn load(game: &str, read: Read<'_>, faults: &mut Vec<DataFault>) -> Vec<Limit> {
    let path = format!("rules/{game}/limits.toml");
    let Some(text) = read(&path) else {
        return Vec::new();
    };
    match toml::from_str::<LimitsFile>(&text) {
        Ok(file) if file.format == 1 => file.limit,
        Ok(file) => {
            faults.push(DataFault::at(&path, 1, format!("expected format = 1, found {}", file.format)));
            Vec::new()
        }
        Err(error) => {
            faults.push(toml_fault(&path, &text, &error));
            Vec::new()
        }
    }
}

/// Runs one row over a position.
pub fn run(limit: &Limit, situation: &Situation, report: &mut Report<'_>) {
    let pieces: Vec<PieceIx> = situation.in_play().filter(|ix| limit.matches(situation, *ix)).collect();
    match limit.limit {
        LimitKind::Count => count(limit, situation, &pieces, report),
        LimitKind::CountPerPlace => count_per_place(limit, situation, &pieces, report),
        LimitKind::CounterMix => counter_mix(limit, situation, &pieces, report),
        LimitKind::NotBefore => not_before(limit, situation, &pieces, report),
    }
}

impl Limit {
    fn matches(&self, situation: &Situation, ix: PieceIx) -> bool {
        let Some(entry) = &situation.pieces[ix].entry else {
            return false;
        };
        let listed = |list: &[String], word: &str| list.is_empty() || list.iter().any(|item| item == word);
        let named = !self.named
            || matches!(&entry.ratings, super::catalogue::Ratings::Ship(ship) if ship.named == Some(true));
        listed(&self.kinds, &entry.kind) && listed(&self.nations, &entry.nation) && named
    }

    fn subject(&self) -> String {
        if self.kinds.is_empty() { "pieces".into() } else { self.kinds.join(" or ") }
    }
}

fn count(limit: &Limit, situation: &Situation, pieces: &[PieceIx], report: &mut Report<'_>) {
    if let Some(extra) = pieces.get(limit.most) {
        let message = format!("{} {} in play; at most {} exist", pieces.len(), limit.subject(), limit.most);
        let place = situation.pieces[*extra].at.clone();
        report.add(Found::at(place, pieces.to_vec(), message));
    }
}

fn count_per_place(limit: &Limit, situation: &Situation, pieces: &[PieceIx], report: &mut Report<'_>) {
    for (place, here) in situation.by_place(pieces.iter().copied()) {
        if here.len() > limit.most && matches!(place, PlaceId::Hex(_)) {
            let message =
                format!("{} {} in {place}; at most {} may be there", here.len(), limit.subject(), limit.most);
            report.add(Found::at(place, here, message));
        }
    }
}

fn counter_mix(limit: &Limit, situation: &Situation, pieces: &[PieceIx], report: &mut Report<'_>) {
    let mut by_entry: std::collections::BTreeMap<&str, Vec<PieceIx>> = std::collections::BTreeMap::new();
    for ix in pieces {
        if let Some(entry) = &situation.pieces[*ix].entry {
            by_entry.entry(&entry.id).or_default().push(*ix);
        }
    }
    for copies in by_entry.into_values() {
        let Some(entry) = situation.pieces[copies[0]].entry.clone() else {
            continue;
        };
        let most = if limit.most > 0 {
            limit.most
        } else {
            entry.count.and_then(|n| n.try_into().ok()).unwrap_or(usize::MAX)
        };
        if copies.len() > most {
            let place = situation.pieces[copies[copies.len() - 1]].at.clone();
            let message = format!("{} copies of {} in play; {most} exist", copies.len(), entry.name);
            report.add(Found::at(place, copies, message));
        }
    }
}

fn not_before(limit: &Limit, situation: &Situation, pieces: &[PieceIx], report: &mut Report<'_>) {
    let Some(date) = situation.clock.date else {
        return;
    };
    let today = format!("{:04}-{:02}", date.year, date.month);
    if today >= limit.from {
        return;
    }
    for ix in pieces {
        let piece = &situation.pieces[*ix];
        let message =
            format!("{} is in play in {today}, but comes in {} at the earliest", piece.name, limit.from);
        report.add(Found::at(piece.at.clone(), vec![*ix], message));
    }
}
