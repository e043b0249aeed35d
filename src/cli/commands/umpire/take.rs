//! `umpire take`: a side's copy comes back to the desk.

use serde_json::{Value, json};

use super::folder::{Desk, ISSUES, NewMaster, RECORD, RETURNED};
use super::issue::{self, Issued};
use super::recognised::Recognised;
use super::{DeskMaster, again, edits, turn};
use crate::cli::args::{Format, TakeCopy};
use crate::cli::saves::{self, Wanted};
use crate::cli::session::Session;
use crate::cli::{Exit, Failure, files, output};
use crate::table::Table;
use liege_rules::desk::digest::Digest32;
use liege_rules::desk::log::{Goods, LogEvent};
use liege_rules::desk::play::{TakeAsked, Taken};
use liege_rules::desk::units::Units;
use vassal::diagnostic::counted;

/// What was taken.
struct Receipt {
    copy: Recognised,
    /// The power and phase, in words.
    when: String,
    taken: Taken,
    /// Whether it counts in place of a copy that was taken before.
    replaces: bool,
    /// What of it is not looked at, and why.
    ignored: Option<String>,
    /// The record that commits to the list of moves.
    sealed: Option<Issued>,
}

/// Runs `umpire take`.
pub fn run(session: &Session, own: &TakeCopy) -> Result<Exit, Failure> {
    let mut desk = Desk::open(&own.folder)?;
    let now = desk.master(session)?;
    turn::turns(&now.table)?;
    let copy = Recognised::read(session, &desk, &now.table, &own.copy, own.side.as_deref())?;
    let mut receipt = Receipt::of(copy, again::phase_in_words(&desk, &now.table));
    if is_unsealed(&desk, &receipt.copy) {
        receipt.sealed = Some(issue::make(session, &mut desk, true)?);
        return receipt.print(&desk, own);
    }
    let first = again::first_copy(&desk, own, &now.table, &receipt.copy)?;
    let is_movers = first.as_ref().is_some_and(|first| first.is_movers);
    let current = now.bytes.clone();
    let base = if is_movers { again::master_before(session, &desk, own, &current)? } else { None };
    let mut base = base.unwrap_or(now);
    let orders = orders(own, &receipt.copy)?;
    receipt.taken = asked(session, &desk, own, &base.table, &receipt.copy, &orders)?;
    if is_movers {
        again::refuse_emptier(&desk, own, &base.table, &receipt.copy, &receipt.taken)?;
    }
    receipt.ignores(own, &orders)?;
    let withdraws = is_movers || again::is_same_list(&desk, &receipt.taken);
    refuse_second_list(&desk, own, &receipt.taken, withdraws)?;
    receipt.replaces = withdraws || first.is_some();
    carry_over(&mut desk, &mut base, &mut receipt, withdraws.then_some(is_movers), current)?;
    receipt.sealed =
        receipt.taken.must_be_sealed.then(|| issue::make(session, &mut desk, true)).transpose()?;
    receipt.print(&desk, own)
}

/// Refuses a list while another one is being carried out that it does not take the place of.
fn refuse_second_list(desk: &Desk, own: &TakeCopy, taken: &Taken, withdraws: bool) -> Result<(), Failure> {
    if taken.paper.is_none() || desk.state.turn.is_none() || withdraws {
        return Ok(());
    }
    Err(Failure::new("a list of moves is still being carried out")
        .help(format!("end it first: liege umpire turn {}", own.folder.display())))
}

/// Brings what was taken into the master and the state. `withdrawn` says whether a copy before it is withdrawn, and
/// whether that was one of the side that moves.
fn carry_over(
    desk: &mut Desk,
    base: &mut DeskMaster,
    receipt: &mut Receipt,
    withdrawn: Option<bool>,
    current: Vec<u8>,
) -> Result<(), Failure> {
    let Receipt { copy, taken, .. } = receipt;
    let master = &mut base.table;
    let round = master.game.hidden().and_then(|hidden| hidden.round(&master.situation)).unwrap_or(0);
    let before = base.bytes.clone();
    let after = match taken.deeds.is_empty() {
        true => before.clone(),
        false => {
            let made = edits::apply(master, &taken.deeds)?;
            taken.paper.iter_mut().for_each(|paper| paper.rename(&made));
            edits::bytes(master)?
        }
    };
    if let Some(is_movers) = withdrawn {
        again::withdraw(desk, copy, is_movers);
    }
    if withdrawn.is_some() || !taken.deeds.is_empty() || taken.paper.is_some() {
        desk.state.standing.after_take = (after != before).then(|| Digest32::of(&after));
        desk.state.before = (after != before).then_some(before);
    }
    let new_master = (after != current).then_some(NewMaster { bytes: after, replaces: current });
    keep(desk, copy, taken, round, new_master)
}

/// What the rules make of the copy.
fn asked(
    session: &Session,
    desk: &Desk,
    own: &TakeCopy,
    master: &Table,
    copy: &Recognised,
    orders: &str,
) -> Result<Taken, Failure> {
    let wanted = Wanted {
        module: Some(&desk.module),
        game: Some(&desk.rules),
        side: Some(&copy.side),
        is_held: true,
        ..Wanted::default()
    };
    let issued = desk.issue_folder(ISSUES, copy.issue).join(format!("{}.vsav", copy.alliance));
    let issued = saves::read(&issued, session, &wanted)?;
    let returned = saves::read(&own.copy, session, &wanted)?;
    if files::read(&own.copy)? != copy.bytes {
        return Err(Failure::about(&own.copy, "was written while it was read").help("try again"));
    }
    let standing = &desk.state.standing;
    let asked = TakeAsked {
        master: &master.situation,
        issued: &issued.situation,
        returned: &returned.situation,
        alliance: &copy.alliance,
        power: &standing.power,
        phase: &standing.phase,
        orders,
    };
    turn::turns(master)?.take(&asked).map_err(|told| {
        Failure::of_all(told).before("nothing is taken").help(format!(
            "send this to {}; then take the copy with a corrected list: --orders FILE, or saved again",
            copy.side
        ))
    })
}

/// The list of moves of a side.
fn orders(own: &TakeCopy, copy: &Recognised) -> Result<String, Failure> {
    match (&own.orders, copy.notes.as_slice()) {
        (Some(path), _) => files::read_text(path),
        (None, []) => Ok(String::new()),
        (None, [note]) => Ok(note.clone()),
        (None, more) => Err(Failure::about(
            &own.copy,
            format!(
                "has private notes of {}, expected the list of moves in one",
                counted(more.len(), "player")
            ),
        )
        .help("give the list with --orders FILE")),
    }
}

/// Whether this copy was taken and a command was stopped before it published the record of its list.
fn is_unsealed(desk: &Desk, copy: &Recognised) -> bool {
    let sha256 = copy.sha256.to_string();
    let last = again::since_copies(desk).filter_map(|entry| match &entry.event {
        LogEvent::Returned { sha256, .. } => Some(sha256),
        _ => None,
    });
    desk.state.standing.unsealed && last.last() == Some(&sha256)
}

/// Writes the copy, and then the state that refers to it.
fn keep(
    desk: &mut Desk,
    copy: &Recognised,
    taken: &Taken,
    round: u32,
    master: Option<NewMaster>,
) -> Result<(), Failure> {
    files::make_folder(&desk.path(RETURNED))?;
    let standing = &desk.state.standing;
    let is_more = standing.returned.get(&copy.alliance) == Some(&copy.issue);
    let before = standing.copies_back.get(&copy.alliance).copied().unwrap_or(1);
    let number = if is_more { before.saturating_add(1) } else { 1 };
    files::write_private(&desk.returned_file(copy.issue, &copy.alliance, number), &copy.bytes)?;
    let returned = LogEvent::Returned { side: copy.alliance.clone(), sha256: copy.sha256.to_string() };
    desk.forget_answer();
    desk.note(round, [returned].into_iter().chain(taken.log.iter().cloned()));
    let state = &mut desk.state;
    state.standing.taken_to = state.log.entries.last().map_or(0, |last| last.n);
    state.texts.extend(taken.texts.clone());
    if taken.paper.is_some() {
        state.turn.clone_from(&taken.paper);
    }
    state.standing.returned.insert(copy.alliance.clone(), copy.issue);
    state.standing.copies_back.insert(copy.alliance.clone(), number);
    state.standing.unsealed |= taken.must_be_sealed;
    desk.keep(master)
}

/// What was taken, in words; none for what stands beside it.
fn in_words(event: &LogEvent) -> Option<String> {
    let goods = |goods: &Goods| {
        let units: Option<Units> = serde_json::from_value(goods.what.clone()).ok();
        let what = match (&goods.what, units) {
            (Value::String(text), _) => text.clone(),
            (_, Some(units)) => units.to_string(),
            (other, None) => other.to_string(),
        };
        let place = if goods.place.is_empty() { String::new() } else { format!(" in {}", goods.place) };
        format!("{what}{place}")
    };
    Some(match event {
        LogEvent::Order(order) => {
            let way = order.path.join(" > ");
            format!("item {}: {}: {way}, {}", order.item.0, order.units, order.purpose)
        }
        LogEvent::Purchase(own) => format!("bought: {}", goods(own)),
        LogEvent::Mobilize(own) => format!("placed: {}", goods(own)),
        LogEvent::Research(own) => format!("research: {}", goods(own)),
        _ => return None,
    })
}

impl Receipt {
    fn of(copy: Recognised, when: String) -> Self {
        Self { copy, when, taken: Taken::default(), replaces: false, ignored: None, sealed: None }
    }

    /// Notes that a list was given where none is taken; one that was named on purpose is refused.
    fn ignores(&mut self, own: &TakeCopy, orders: &str) -> Result<(), Failure> {
        if self.taken.paper.is_some() || orders.trim().is_empty() && own.orders.is_none() {
            return Ok(());
        }
        let why = format!("{} has no list of moves now{}", self.copy.side, self.when);
        if let Some(file) = &own.orders {
            return Err(Failure::about(file, why)
                .help("leave --orders out, or name the power and the phase first: liege umpire issue"));
        }
        self.ignored = Some(format!("the list in the private note is ignored: {why}"));
        Ok(())
    }

    fn print(&self, desk: &Desk, own: &TakeCopy) -> Result<Exit, Failure> {
        match own.format {
            Format::Json => output::json(&output::envelope_of_one(self.in_json(desk, own)))?,
            Format::Text => output::result(&self.in_text(desk, own))?,
        }
        Ok(Exit::Clean)
    }

    fn events(&self) -> Vec<String> {
        self.taken.log.iter().filter_map(in_words).collect()
    }

    fn next(&self, desk: &Desk, own: &TakeCopy) -> String {
        let task = if desk.state.turn.is_some() { "turn" } else { "issue" };
        format!("liege umpire {task} {}", own.folder.display())
    }

    fn in_text(&self, desk: &Desk, own: &TakeCopy) -> String {
        let Self { copy, when, taken, .. } = self;
        let mut text = format!("the copy of {}, issue {}, is taken{when}\n", copy.side, copy.issue);
        for line in self.lines(desk) {
            text.push_str(&format!("- {line}\n"));
        }
        if !taken.left_out.is_empty() {
            text.push_str(&format!("to {}: not taken\n", copy.side));
        }
        for line in &taken.left_out {
            text.push_str(&format!("- {line}\n"));
        }
        text.push_str(&format!("next: {}\n", self.next(desk, own)));
        text
    }

    /// What became of the copy, a line each.
    fn lines(&self, desk: &Desk) -> Vec<String> {
        let Self { copy: Recognised { side, .. }, taken, sealed, .. } = self;
        let mut lines = Vec::new();
        if self.replaces {
            lines.push("it replaces the one before, of which nothing had been announced".into());
        }
        lines.extend(self.ignored.clone());
        lines.extend(self.events());
        if taken.paper.as_ref().is_some_and(|paper| paper.orders.is_empty()) {
            lines.push(format!(
                "no orders: nothing moves in this phase; until something is announced, another copy of \
                 {side} with orders can replace it"
            ));
        }
        if !taken.deeds.is_empty() {
            lines.push(format!("{} of the master", counted(taken.deeds.len(), "change")));
        }
        if taken.guesses > 0 {
            lines.push(format!(
                "{} of others placed, moved, changed or removed: guesses of {side}, only for its own copies; \
                 not in the master",
                counted(taken.guesses, "piece")
            ));
        }
        if let Some(sealed) = sealed {
            lines.push(format!(
                "record {} commits to the list, for all players: {}",
                sealed.number,
                desk.issue_folder(ISSUES, sealed.number).join(RECORD).display()
            ));
        }
        lines
    }

    fn in_json(&self, desk: &Desk, own: &TakeCopy) -> Value {
        let Self { copy, taken, sealed, .. } = self;
        let standing = &desk.state.standing;
        let sealed = sealed.as_ref().map(|sealed| {
            let record = desk.issue_folder(ISSUES, sealed.number).join(RECORD);
            json!({
                "issue": sealed.number,
                "root": sealed.root.to_string(),
                "record": record.display().to_string(),
            })
        });
        json!({
            "game": desk.name,
            "file": own.copy.display().to_string(),
            "side": copy.side,
            "issue": copy.issue,
            "sha256": copy.sha256.to_string(),
            "power": standing.power,
            "phase": standing.phase,
            "replaces": self.replaces,
            "ignored": self.ignored,
            "taken": self.events(),
            "orders": taken.paper.as_ref().map(|paper| &paper.orders),
            "changes": taken.deeds.len(),
            "guesses": taken.guesses,
            "left_out": taken.left_out,
            "sealed": sealed,
            "next": self.next(desk, own),
        })
    }
}
