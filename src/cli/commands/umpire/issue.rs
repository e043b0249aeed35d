//! `umpire issue`: the copies of all sides, the save that lies open to all, and the record of what is committed to.

use serde_json::{Value, json};

use super::copies::{Copy, Copyist};
use super::folder::{Desk, ISSUES, MASTER, RECORD, SEALED, ledger_file};
use super::{DeskMaster, handed_out};
use crate::cli::args::{Format, IssueCopies};
use crate::cli::commands::build::parse_date;
use crate::cli::session::Session;
use crate::cli::{Exit, Failure, data, files, output};
use crate::table::Table;
use liege_rules::desk::commitment::{Leaves, Sealed};
use liege_rules::desk::digest::Digest32;
use liege_rules::desk::log::LogEvent;
use liege_rules::desk::opened::leaves_to_json;
use liege_rules::desk::play::TurnPaper;
use liege_rules::desk::record::{IssueTime, Record};
use liege_rules::game::pack::{Nation, Pack, Phase};

/// The date of every copy, which tells nothing.
pub const DATE: &str = "2020-01-01";
/// What an issue committed to.
pub const LEAVES: &str = "leaves.json";

/// An issue that was made.
pub struct Issued {
    /// Its number.
    pub number: u32,
    /// The root of its commitment.
    pub root: Digest32,
    copies: Vec<Copy>,
    /// What the desk of this game does not do, for who begins it.
    pub not_done: Vec<String>,
}

/// Runs `umpire issue`.
pub fn run(session: &Session, own: &IssueCopies) -> Result<Exit, Failure> {
    let mut desk = Desk::open(&own.folder)?;
    for (word, given) in [("--power", &own.power), ("--phase", &own.phase)] {
        if given.as_ref().is_some_and(|given| given.trim().is_empty()) {
            return Err(empty(session, &desk, word)?);
        }
    }
    let (power, phase) = meant(session, &desk, own)?;
    let turned = [(&power, &desk.state.standing.power), (&phase, &desk.state.standing.phase)];
    let is_new = turned.iter().any(|(given, kept)| given.as_ref().is_some_and(|given| given != *kept));
    let has_begun = |turn: &TurnPaper| turn.open.is_some() || !turn.happened.is_empty();
    if is_new && desk.state.turn.as_ref().is_some_and(has_begun) {
        return Err(Failure::new("a list of moves is still being carried out, so the phase cannot change")
            .help(format!("end it first: liege umpire turn {}", own.folder.display())));
    }
    let standing = &mut desk.state.standing;
    for (given, kept) in [(power, &mut standing.power), (phase, &mut standing.phase)] {
        if let Some(given) = given {
            *kept = given;
        }
    }
    let issued = make(session, &mut desk, own.record_only)?;
    issued.print(&desk, own.format)
}

/// The power and the phase that are meant, by their codes; what nobody knows stays as it is and is refused with the master.
fn meant(
    session: &Session,
    desk: &Desk,
    own: &IssueCopies,
) -> Result<(Option<String>, Option<String>), Failure> {
    if own.power.is_none() && own.phase.is_none() {
        return Ok((None, None));
    }
    let files = data::kept_files(session)?;
    let pack = data::pack(&*data::game(&desk.rules, &*files)?, &*files)?;
    let power = own.power.as_deref().map(|word| power_meant(&pack, word.trim()));
    let phase = own.phase.as_deref().map(|word| phase_meant(&pack, word.trim())).transpose()?;
    Ok((power, phase))
}

/// A power by its code, its name, its adjective or another word that people type for it.
fn power_meant(pack: &Pack, word: &str) -> String {
    let is_meant = |(code, nation): &(&String, &Nation)| {
        let names = [*code, &nation.name, &nation.adjective].into_iter().chain(&nation.also);
        names.into_iter().any(|name| name.eq_ignore_ascii_case(word))
    };
    pack.nations.iter().find(is_meant).map_or_else(|| word.to_owned(), |(code, _)| code.clone())
}

/// A phase by its id or words of its name; of several the one whose name begins so.
fn phase_meant(pack: &Pack, word: &str) -> Result<String, Failure> {
    let found = pack.phases_meant(word);
    let begins = |phase: &&&Phase| phase.name.to_lowercase().starts_with(&word.to_lowercase());
    let first: Vec<&&Phase> = found.iter().filter(begins).collect();
    match (found.as_slice(), first.as_slice()) {
        ([], _) => Ok(word.to_owned()),
        ([one], _) => Ok(one.id.clone()),
        (_, [one]) => Ok(one.id.clone()),
        (several, _) => {
            let names: Vec<String> =
                several.iter().map(|phase| format!("{} {}", phase.id, phase.name)).collect();
            Err(Failure::new(format!("--phase {word}: could mean {}", names.join(", "))).help("give its id"))
        }
    }
}

/// A refusal of an argument that says nothing.
fn empty(session: &Session, desk: &Desk, word: &str) -> Result<Failure, Failure> {
    let files = data::kept_files(session)?;
    let pack = data::pack(&*data::game(&desk.rules, &*files)?, &*files)?;
    let known = if word == "--power" { powers(&pack) } else { phases(&pack) };
    Ok(Failure::new(format!("{word} is empty")).help(format!("{known}; without {word} it stays unchanged")))
}

fn powers(pack: &Pack) -> String {
    let known: Vec<&str> = pack.nations.keys().map(String::as_str).collect();
    format!("the powers are {}", known.join(", "))
}

fn phases(pack: &Pack) -> String {
    let known: Vec<String> = pack.phases.iter().map(|phase| format!("{} {}", phase.id, phase.name)).collect();
    format!("the phases are {}", known.join(", "))
}

/// Makes the next issue of a desk, with copies or as a record alone.
pub fn make(session: &Session, desk: &mut Desk, record_only: bool) -> Result<Issued, Failure> {
    refuse_between(desk)?;
    let DeskMaster { table: master, bytes } = desk.master(session)?;
    refuse_unknown(desk, &master)?;
    let number = desk.state.standing.issue;
    let leaves = desk.leaves(&master)?;
    let previous = desk.state.standing.root.unwrap_or(Digest32::ZERO);
    let sealed = Sealed::new(&desk.key, &desk.tag, number, previous, &leaves);
    if desk.state.standing.names.is_some_and(|names| names != sealed.names) {
        return Err(Failure::about(&desk.path(MASTER), "has other places than at the first issue")
            .help("the places of a game are fixed at its start; use the module it started with"));
    }
    let record = Record::of(&sealed, time(desk, &master));
    let copies = if record_only { Vec::new() } else { copies(session, desk, &master, &record.to_json())? };
    keep(desk, bytes, &sealed, &leaves, &record, &copies)?;
    Ok(Issued { number, root: sealed.root, copies, not_done: Vec::new() })
}

/// Refuses an issue in the middle of a step, whose pieces are on their way; a battle may last longer than an evening.
fn refuse_between(desk: &Desk) -> Result<(), Failure> {
    let open = desk.state.turn.as_ref().and_then(|turn| turn.open.as_ref());
    if open.is_some_and(|open| open.fights.is_empty()) {
        return Err(Failure::new("a question of the turn is open, and its pieces are still moving")
            .help("answer it first: liege umpire turn DIR shows it"));
    }
    Ok(())
}

/// Refuses a power or phase that the game does not have.
fn refuse_unknown(desk: &Desk, master: &Table) -> Result<(), Failure> {
    let (pack, standing) = (&master.pack, &desk.state.standing);
    if !standing.power.is_empty() && !pack.nations.contains_key(&standing.power) {
        return Err(
            Failure::new(format!("--power: no power is called \"{}\"", standing.power)).help(powers(pack))
        );
    }
    if !standing.phase.is_empty() && pack.phase(&standing.phase).is_none() {
        return Err(
            Failure::new(format!("--phase: no phase is called \"{}\"", standing.phase)).help(phases(pack))
        );
    }
    Ok(())
}

fn time(desk: &Desk, master: &Table) -> IssueTime {
    let standing = &desk.state.standing;
    let told = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
    let round = master.game.hidden().and_then(|hidden| hidden.round(&master.situation));
    IssueTime { round, power: told(&standing.power), phase: told(&standing.phase) }
}

/// The copies of all sides and what lies open to all.
fn copies(session: &Session, desk: &Desk, master: &Table, record: &str) -> Result<Vec<Copy>, Failure> {
    let (issue, date) = (desk.state.standing.issue, parse_date(DATE)?);
    handed_out::copies(session, desk, &Copyist { master, key: &desk.key, date, issue, record })
}

/// Writes what is handed out, what it rests on, and last the state that says so.
fn keep(
    desk: &mut Desk,
    master: Vec<u8>,
    sealed: &Sealed,
    leaves: &Leaves,
    record: &Record,
    copies: &[Copy],
) -> Result<(), Failure> {
    let issue = sealed.issue;
    let json = format!("{}\n", record.to_json());
    refuse_other_issue(desk, issue, &json)?;
    let mut basis = vec![
        (MASTER.to_owned(), master),
        (LEAVES.to_owned(), leaves_to_json(&desk.tag, issue, leaves).into_bytes()),
        (RECORD.to_owned(), json.clone().into_bytes()),
    ];
    for (alliance, ledger) in &desk.state.ledgers {
        basis.push((ledger_file(alliance), ledger.write().into_bytes()));
    }
    let mut handed: Vec<(String, Vec<u8>)> =
        copies.iter().map(|copy| (copy.file.clone(), copy.bytes.clone())).collect();
    handed.push((RECORD.to_owned(), json.into_bytes()));
    files::place_folder(&desk.issue_folder(SEALED, issue), &basis)?;
    let open = desk.issue_folder(ISSUES, issue);
    files::place_folder(&open, &handed)?;
    files::open_folder_to_all(&open);
    desk.forget_answer();
    let standing = &mut desk.state.standing;
    standing.issue = issue + 1;
    standing.root = Some(sealed.root);
    standing.names = Some(sealed.names);
    standing.unsealed = false;
    if !copies.is_empty() {
        standing.copies = Some(issue);
        standing.after_take = None;
        desk.state.before = None;
    }
    let (root, record_only) = (sealed.root.to_string(), copies.is_empty());
    let event = LogEvent::Issue { number: issue, root, record_only };
    desk.note(record.time.round.unwrap_or(0), [event]);
    desk.keep(None)
}

/// Refuses to write an issue over another of the same number that a stopped command left: somebody may hold it.
fn refuse_other_issue(desk: &Desk, issue: u32, record: &str) -> Result<(), Failure> {
    let left = desk.issue_folder(ISSUES, issue).join(RECORD);
    if !left.exists() || files::read_text(&left)? == record {
        return Ok(());
    }
    Err(Failure::about(&left, format!("is another issue {issue}, left by an interrupted command")).help(
        format!(
            "if nobody has its files, remove that folder; otherwise restore {}",
            desk.issue_folder(SEALED, issue).join(MASTER).display()
        ),
    ))
}

impl Issued {
    /// Prints what was made.
    pub fn print(&self, desk: &Desk, format: Format) -> Result<Exit, Failure> {
        let Self { number: issue, root, copies, not_done } = self;
        let folder = desk.issue_folder(ISSUES, *issue);
        match format {
            Format::Json => {
                let copy = |copy: &Copy| {
                    let left_out: Vec<Value> =
                        copy.left_out.iter().map(|left| json!(left.to_string())).collect();
                    json!({
                        "side": copy.side,
                        "file": folder.join(&copy.file).display().to_string(),
                        "pieces": copy.position.pieces.len(),
                        "left_out": left_out,
                    })
                };
                let copies: Vec<Value> = copies.iter().map(copy).collect();
                output::json(&output::envelope_of_one(json!({
                    "game": desk.name,
                    "issue": issue,
                    "root": root.to_string(),
                    "record": folder.join(RECORD).display().to_string(),
                    "copies": copies,
                    "not_done": not_done,
                })))?;
            }
            Format::Text => {
                let mut text = format!("issue {issue} of {}: {}\n", desk.name, folder.display());
                for copy in copies {
                    let pieces = vassal::diagnostic::counted(copy.position.pieces.len(), "piece");
                    text.push_str(&format!("- {}: {pieces}\n", copy.file));
                    copy.to_look_at().for_each(|left| text.push_str(&format!("  only for you: {left}\n")));
                }
                text.push_str(&format!("- {RECORD}: root {}\n", root));
                if !not_done.is_empty() {
                    text.push_str(&format!("not done by the desk: {}\n", not_done.join("; ")));
                }
                output::result(&text)?;
            }
        }
        Ok(Exit::Clean)
    }
}
