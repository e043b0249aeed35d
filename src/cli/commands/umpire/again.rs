//! A second copy of a side in one phase: as long as nothing of the first one was announced, it counts in its place.

use super::DeskMaster;
use super::folder::{BEFORE, Desk};
use super::recognised::Recognised;
use super::sheets;
use crate::cli::Failure;
use crate::cli::args::TakeCopy;
use crate::cli::session::Session;
use crate::table::Table;
use liege_rules::desk::digest::Digest32;
use liege_rules::desk::log::{LogEntry, LogEvent};
use liege_rules::desk::play::Taken;

/// A copy that was taken in this phase already.
pub struct FirstCopy {
    /// Whether the side moves in this phase; otherwise it gave back nothing but its guesses.
    pub is_movers: bool,
}

/// What happened since the copies were issued.
pub fn since_copies(desk: &Desk) -> impl Iterator<Item = &LogEntry> {
    let entries = &desk.state.log.entries;
    let is_it = |entry: &LogEntry| matches!(&entry.event, LogEvent::Issue { number, .. } if Some(*number) == desk.state.standing.copies);
    let from = entries.iter().rposition(is_it).map_or(0, |at| at + 1);
    entries.iter().skip(from)
}

/// The copy of the same issue and phase that was taken before; none for the first one.
///
/// # Errors
/// This very file was taken before, or the first copy cannot be replaced any more.
pub fn first_copy(
    desk: &Desk,
    own: &TakeCopy,
    master: &Table,
    copy: &Recognised,
) -> Result<Option<FirstCopy>, Failure> {
    let (standing, folder) = (&desk.state.standing, own.folder.display());
    let sha256 = copy.sha256.to_string();
    let mut first = None;
    for (at, entry) in since_copies(desk).enumerate() {
        let LogEvent::Returned { side, sha256: before } = &entry.event else { continue };
        if *before == sha256 {
            return Err(Failure::about(&own.copy, format!("was taken before (line {} of the log)", entry.n))
                .help(format!(
                    "to continue: liege umpire turn {folder}, or new copies: liege umpire issue {folder}"
                )));
        }
        // The phase goes on when the first thing is announced; its list is still that of the phase before.
        let of_list = desk.state.turn.as_ref().is_some_and(|turn| turn.phase == entry.phase);
        let is_now = entry.power == standing.power && (entry.phase == standing.phase || of_list);
        if *side == copy.alliance && is_now {
            first = Some(at);
        }
    }
    let Some(first) = first else { return Ok(None) };
    let is_movers = !standing.power.is_empty() && master.pack.alliance(&standing.power) == copy.alliance;
    if is_movers && (has_begun(desk) || since_copies(desk).skip(first).any(|entry| is_told(desk, entry))) {
        return Err(second(desk, own, master, copy, "and the list of the first one is being carried out"));
    }
    Ok(Some(FirstCopy { is_movers }))
}

/// A refusal of a second copy.
fn second(desk: &Desk, own: &TakeCopy, master: &Table, copy: &Recognised, why: &str) -> Failure {
    let (folder, when) = (own.folder.display(), phase_in_words(desk, master));
    let what = format!("is a second copy of {} for issue {}{when}, {why}", copy.side, copy.issue);
    Failure::about(&own.copy, what).help(format!(
        "the copy taken first counts; to continue: liege umpire turn {folder}, or new copies: liege umpire \
         issue {folder}"
    ))
}

/// Whether the list of moves is being carried out.
fn has_begun(desk: &Desk) -> bool {
    desk.state.turn.as_ref().is_some_and(|turn| turn.open.is_some() || !turn.happened.is_empty())
}

/// Whether an entry of the log is more than what a copy that comes back leaves there.
fn is_told(desk: &Desk, entry: &LogEntry) -> bool {
    let boards = matches!(entry.event, LogEvent::Enter(_)) && entry.n <= desk.state.standing.taken_to;
    let is_left = matches!(
        entry.event,
        LogEvent::Returned { .. }
            | LogEvent::Issue { .. }
            | LogEvent::Order(_)
            | LogEvent::Approve { .. }
            | LogEvent::Purchase(_)
            | LogEvent::Mobilize(_)
            | LogEvent::Research(_)
    );
    !(boards || is_left)
}

/// The master before the first copy was taken; none where that changed nothing in it.
///
/// # Errors
/// The umpire has changed the master since.
pub fn master_before(
    session: &Session,
    desk: &Desk,
    own: &TakeCopy,
    now: &[u8],
) -> Result<Option<DeskMaster>, Failure> {
    if desk.state.before.is_none() {
        return Ok(None);
    }
    if desk.state.standing.after_take != Some(Digest32::of(now)) {
        return Err(Failure::about(
            &own.copy,
            "is a second copy, and the master was changed after the first one was taken",
        )
        .help(format!(
            "the copy taken first counts; for another try issue new copies: liege umpire issue {}",
            own.folder.display()
        )));
    }
    desk.master_in(session, &desk.state_path(BEFORE)).map(Some)
}

/// Refuses a second copy without anything to be taken: most likely it is the wrong file.
pub fn refuse_emptier(
    desk: &Desk,
    own: &TakeCopy,
    master: &Table,
    copy: &Recognised,
    taken: &Taken,
) -> Result<(), Failure> {
    let has_orders = taken.paper.as_ref().is_some_and(|paper| !paper.orders.is_empty());
    if has_orders || !taken.deeds.is_empty() || !taken.log.is_empty() {
        return Ok(());
    }
    Err(second(desk, own, master, copy, "and has nothing to take"))
}

/// Whether the list that waits to be carried out is of the same power and phase as a new one, and has not begun.
pub fn is_same_list(desk: &Desk, taken: &Taken) -> bool {
    let (Some(new), Some(old)) = (&taken.paper, &desk.state.turn) else { return false };
    (&new.power, &new.phase) == (&old.power, &old.phase) && !has_begun(desk)
}

/// Takes what the copy of a side left in the log out of it again, but for the hash of its file. `goods` says whether
/// what was bought or placed, or went aboard, goes, too: new copies make that count for good.
pub fn withdraw(desk: &mut Desk, copy: &Recognised, goods: bool) {
    let (power, phase) = (desk.state.standing.power.clone(), desk.state.standing.phase.clone());
    let entries = &mut desk.state.log.entries;
    let is_of_phase = |entry: &LogEntry| entry.power == power && entry.phase == phase;
    let is_first = |entry: &LogEntry| matches!(&entry.event, LogEvent::Returned { side, .. } if *side == copy.alliance && is_of_phase(entry));
    let Some(from) = entries.iter().rposition(is_first) else { return };
    let goes = |entry: &LogEntry| match entry.event {
        LogEvent::Order(_) | LogEvent::Approve { .. } => true,
        LogEvent::Purchase(_) | LogEvent::Mobilize(_) | LogEvent::Research(_) | LogEvent::Enter(_) => goods,
        _ => false,
    };
    let mut at = 0;
    entries.retain(|entry| {
        at += 1;
        at <= from || !(is_of_phase(entry) && goes(entry))
    });
}

/// ` (Japan, CM)`.
pub fn phase_in_words(desk: &Desk, master: &Table) -> String {
    let standing = &desk.state.standing;
    let power = sheets::power_name(master, &standing.power);
    let words: Vec<&str> = [power, &standing.phase].into_iter().filter(|word| !word.is_empty()).collect();
    if words.is_empty() { String::new() } else { format!(" ({})", words.join(", ")) }
}
