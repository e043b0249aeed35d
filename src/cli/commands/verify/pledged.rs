//! The published turn log, held against what each issue committed to of it.

use std::collections::BTreeMap;

use super::judge::Court;
use super::rulings::{JudgedIssue, Ruling};
use crate::cli::commands::umpire::folder::LOG;
use liege_rules::desk::commitment::Leaves;
use liege_rules::desk::log::{LOG_LEAF, Pledge, Promise, UmpireLog};

impl Court<'_> {
    /// What the first line of the log promised when an issue was made: the line that it committed to, else that of the log
    /// as it was published.
    pub fn promise(&self, number: u32) -> Promise {
        let leaves = self.game.issues.get(&number).and_then(|issue| issue.leaves.as_ref());
        let pledged = leaves.and_then(|leaves| Promise::read(Pledge::of(leaves)?.head).ok());
        pledged.or_else(|| Some(self.game.log.as_ref()?.promise())).unwrap_or_default()
    }

    /// The turn log, held against what the issue committed to.
    pub fn log(&self, told: &mut JudgedIssue, opened: &BTreeMap<u32, Leaves>) {
        let Some(leaves) = opened.get(&told.issue) else { return };
        let Some(log) = &self.game.log else {
            return told.add("head", LOG, Ruling::Unchecked(format!("{LOG} is missing")));
        };
        let Some(pledge) = Pledge::of(leaves) else {
            let why = "the issue does not commit to the turn log, as those of earlier versions do not";
            return told.add("head", LOG, Ruling::Unchecked(why.into()));
        };
        let last = opened.values().rev().find_map(Pledge::of).map(|last| last.head);
        told.add("head", LOG, head(pledge.head, last, log));
        told.add("lines", LOG, lines(told.issue, pledge, log));
    }
}

/// The first line, which says what the log leaves out.
fn head(pledged: &str, last: Option<&str>, log: &UmpireLog) -> Ruling {
    if pledged == log.head() {
        Ruling::Proven(String::new())
    } else if last.is_some_and(|last| last != pledged) {
        Ruling::Proven("a later issue commits to another first line; this one is judged by its own".into())
    } else {
        changed("head", format!("its first line is not the one that the issue committed to, {pledged}"))
    }
}

/// The lines before that of the issue.
fn lines(issue: u32, pledge: Pledge<'_>, log: &UmpireLog) -> Ruling {
    let Some(pledged) = pledge.lines else {
        let why = "the issue commits to the first line of the turn log only, and not to those after it";
        return Ruling::Unchecked(why.into());
    };
    match log.position_of_issue(issue) {
        None => Ruling::Unchecked(format!("the turn log has no issue {issue}")),
        Some(at) if log.digest(at) == pledged => Ruling::Proven(String::new()),
        Some(_) => {
            let why = "the lines before that of the issue are not those that it committed to: a line was added, \
                       changed or taken out afterwards";
            changed("lines", why.into())
        }
    }
}

fn changed(code: &'static str, why: String) -> Ruling {
    Ruling::Contradicted { code, why, place: Some(LOG_LEAF.to_owned()), piece: None }
}
