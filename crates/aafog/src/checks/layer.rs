//! Which copy came first: the one that a side gave back or the one that it was given, and whether the save went on since.
//!
//! What a side put into the copy that it gave back *before* an issue is its own layer of guesses, which the issue takes
//! over (P07.3); what it changed in one that it gave back *after* is judged against the issue (P08).

use super::super::boards::Boards;
use liege_rules::check::case::Case;
use liege_rules::desk::log::{LogEntry, LogEvent, UmpireLog};

/// When a side gave its copy back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GivenBack {
    /// Before the copy that it holds was made.
    Before,
    /// After it worked in that copy.
    After,
}

/// What a side put into its copies itself, before it was given the one that it holds.
#[derive(Debug, Clone, Copy)]
pub enum Layer<'a> {
    /// The copy that it gave back has it.
    Of(&'a Boards),
    /// Nothing: it had given no copy back.
    Nothing,
    /// Nobody knows.
    Unknown,
}

impl<'a> Layer<'a> {
    /// The layer of a side.
    pub fn of(case: &'a Case<Boards>, side: &str) -> Self {
        match (case.returned.get(side), given_back(case, side)) {
            (Some(back), Some(GivenBack::Before)) => Self::Of(back),
            _ if gave_nothing(case, side) => Self::Nothing,
            _ => Self::Unknown,
        }
    }

    /// The copy that was given back, where that has the layer.
    pub fn view(self) -> Option<&'a Boards> {
        match self {
            Self::Of(view) => Some(view),
            Self::Nothing | Self::Unknown => None,
        }
    }

    /// Whether it is known what is in it.
    pub fn is_known(self) -> bool {
        !matches!(self, Self::Unknown)
    }
}

/// What a check says that has to know a layer.
pub fn unknown(side: &str) -> String {
    format!("{side} may have put it there itself: it is unknown which copy it returned before this one")
}

/// When the copy that a side gave back came, as far as its notes or the log tell.
pub fn given_back(case: &Case<Boards>, side: &str) -> Option<GivenBack> {
    case.returned.get(side)?;
    let origins = &case.origins;
    if let (Some(given), Some(back)) = (origins.issued.get(side), origins.returned.get(side)) {
        return Some(if back < given { GivenBack::Before } else { GivenBack::After });
    }
    let log = case.papers.log.as_deref()?;
    let issue = issue_of(case, log, side)?;
    let is_own = |entry: &LogEntry| match &entry.event {
        LogEvent::Returned { side: who, .. } => is_of(case, who, side),
        _ => false,
    };
    let digest = origins.digests.get(side).map(ToString::to_string);
    let is_file = |entry: &LogEntry| match &entry.event {
        LogEvent::Returned { sha256, .. } => {
            digest.as_ref().is_some_and(|own| own.eq_ignore_ascii_case(sha256))
        }
        _ => false,
    };
    let when = |at: usize| if at < issue { GivenBack::Before } else { GivenBack::After };
    let entries = || log.entries.iter().enumerate();
    if let Some((at, _)) = entries().rfind(|(_, entry)| is_own(entry) && is_file(entry)) {
        return Some(when(at));
    }
    let hashed =
        |entry: &LogEntry| matches!(&entry.event, LogEvent::Returned { sha256, .. } if !sha256.is_empty());
    if digest.is_some() && entries().any(|(_, entry)| is_own(entry) && hashed(entry)) {
        return None;
    }
    let mut times: Vec<GivenBack> =
        entries().filter(|(_, entry)| is_own(entry)).map(|(at, _)| when(at)).collect();
    times.dedup();
    match times.as_slice() {
        [only] => Some(*only),
        _ => None,
    }
}

/// Whether a log that leaves no copy and no issue out has no copy that a side gave back before it was given the one that it holds.
fn gave_nothing(case: &Case<Boards>, side: &str) -> bool {
    if case.origins.issued.get(side) == Some(&0) {
        return true;
    }
    let Some(log) = case.papers.log.as_deref().filter(|log| log.tells_all(&["returned", "issue"])) else {
        return false;
    };
    let until = issue_of(case, log, side).unwrap_or(log.entries.len());
    // A copy that lies there and that the log does not have may have come at any time.
    let is_logged = !case.returned.contains_key(side) || given_back(case, side) == Some(GivenBack::After);
    let own = |entry: &LogEntry| matches!(&entry.event, LogEvent::Returned { side: who, .. } if is_of(case, who, side));
    is_logged && !log.entries.iter().take(until).any(own)
}

fn is_of(case: &Case<Boards>, who: &str, side: &str) -> bool {
    case.now.side_of(who) == case.now.side_of(side)
}

/// Where in the log the copy of a side was issued: by its number where its notes have one, else the last issue of copies.
pub fn issue_of(case: &Case<Boards>, log: &UmpireLog, side: &str) -> Option<usize> {
    let number = case.origins.issued.get(side);
    log.entries.iter().rposition(|entry| match &entry.event {
        LogEvent::Issue { number: issue, record_only, .. } => {
            number.map_or(!record_only, |number| number == issue)
        }
        _ => false,
    })
}

/// Why the save may be later than the copy of a side, if the log tells so: after the issue units moved or were lost.
pub fn went_on(case: &Case<Boards>, side: &str) -> Option<String> {
    let log = case.papers.log.as_deref()?;
    let issue = issue_of(case, log, side)?;
    let line = log.entries.iter().skip(issue + 1).find(|entry| changes_the_save(&entry.event))?;
    let file = if side.is_empty() { "the shared save".to_owned() } else { format!("the copy of {side}") };
    Some(format!(
        "line {} of the turn log came after the issue of {file}, so the save is a later one",
        line.n
    ))
}

/// Whether an entry may change what lies on the board of the save.
fn changes_the_save(event: &LogEvent) -> bool {
    !matches!(
        event,
        LogEvent::Issue { .. }
            | LogEvent::Returned { .. }
            | LogEvent::Sighting { .. }
            | LogEvent::Message(_)
            | LogEvent::Answer(_)
            | LogEvent::Order(_)
            | LogEvent::Approve { .. }
            | LogEvent::Reveal(_)
    )
}
