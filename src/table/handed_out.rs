//! What an umpire's desk handed out, as the first line of its notes says: a side's copy, what lies open to all, a battle;
//! and how the copy of `view` describes itself.

use std::collections::BTreeSet;
use std::fmt;

use vassal::format::sequence;

/// What the line begins with.
const COPY: &str = "Copy of ";
const OPEN: &str = "What lies open to all, issue ";
const BATTLE: &str = "Battle ";
/// What stands before the number of the issue there.
const ISSUE: &str = ", issue ";

/// What VASSAL shows of a copy that `view` writes begins with.
const COPY_FOR: &str = "Copy for ";

/// What VASSAL shows of the copy of a side before it is opened.
pub fn description_for(side: &str) -> String {
    format!("{COPY_FOR}{side}")
}

/// The side whose copy a save with this description is.
pub fn side_of(description: &str) -> Option<&str> {
    description.strip_prefix(COPY_FOR)
}

/// For whom a file of the desk is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HandedOut {
    /// The copy of a side.
    Copy {
        /// The side.
        side: String,
        /// The issue.
        issue: u32,
    },
    /// What lies open to all in this issue.
    Open(u32),
    /// The battle of this number, for all who fight it, and its place.
    Battle(u32, String),
}

impl HandedOut {
    /// What the notes of a save say that it is; none for any other save. No desk takes a save with such notes for a
    /// master.
    pub fn of(notes: &str) -> Option<Self> {
        Self::of_line(lines_of(notes).first()?)
    }

    /// What one line says.
    pub fn of_line(line: &str) -> Option<Self> {
        let line = line.trim().strip_suffix('.')?;
        if let Some((side, issue)) = line.strip_prefix(COPY).and_then(|rest| rest.rsplit_once(ISSUE)) {
            return Some(Self::Copy { side: side.to_owned(), issue: issue.parse().ok()? });
        }
        if let Some(issue) = line.strip_prefix(OPEN) {
            return Some(Self::Open(issue.parse().ok()?));
        }
        let (number, place) = line.strip_prefix(BATTLE)?.split_once(" in ")?;
        Some(Self::Battle(number.parse().ok()?, place.to_owned()))
    }

    /// Whether a save with these notes may be one of them, its first line changed or not.
    pub fn may_be(notes: &str) -> bool {
        [COPY, OPEN, BATTLE].iter().any(|start| notes.starts_with(start))
    }

    /// Whether this side may see all of it.
    pub fn is_for(&self, looker: &str) -> bool {
        !matches!(self, Self::Copy { side, .. } if side != looker)
    }
}

impl fmt::Display for HandedOut {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Copy { side, issue } => write!(out, "{COPY}{side}{ISSUE}{issue}."),
            Self::Open(issue) => write!(out, "{OPEN}{issue}."),
            Self::Battle(number, place) => write!(out, "{BATTLE}{number} in {place}."),
        }
    }
}

/// What the notes of a side's copy say to its players. VASSAL's window does not break lines.
pub const MOVES: [&str; 3] = [
    "",
    "Move your own pieces, write your moves under Private,",
    "save the game, and send the file back to the umpire.",
];
/// What they say before the record, which only programs read.
const KEPT: [&str; 3] = [
    "",
    "These notes stay as they are. What follows is the record of",
    "the issue, for the program that checks it (liege verify):",
];

/// The notes of a copy: for whom it is, what is told of it, and last the record of its issue.
pub fn notes_of(handed: &HandedOut, told: &[String], record: &str) -> String {
    let head = handed.to_string();
    let told = told.iter().map(String::as_str);
    let lines = std::iter::once(head.as_str()).chain(told).chain(KEPT).chain([record, ""]);
    lines.collect::<Vec<_>>().join("\n")
}

/// What the notes of a copy tell, without what is said to players: earlier versions said it otherwise, in another order.
pub fn facts_of(notes: &str) -> BTreeSet<String> {
    let said = |line: &String| line.is_empty() || MOVES.iter().chain(&KEPT).any(|own| own == line);
    lines_of(notes).into_iter().filter(|line| !said(line)).collect()
}

/// The lines of notes, as VASSAL or this tool writes them.
pub fn lines_of(notes: &str) -> Vec<String> {
    let parts = if notes.contains('|') { sequence::decode(notes, '|') } else { vec![notes.to_owned()] };
    parts.iter().flat_map(|part| part.lines()).map(|line| line.trim().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_record_comes_last_and_says_what_it_is() {
        let axis = HandedOut::Copy { side: "Axis".into(), issue: 3 };
        let told = ["Ghosts of turn 0: 2".to_owned()].into_iter().chain(MOVES.map(str::to_owned));
        let notes = notes_of(&axis, &told.collect::<Vec<_>>(), "{\"issue\":3}");
        assert_eq!(HandedOut::of(&notes), Some(axis));
        let before = notes.strip_suffix("(liege verify):\n{\"issue\":3}\n").unwrap();
        assert!(!before.contains('{'), "{notes}");
        assert!(notes.lines().all(|line| line.len() <= 62), "{notes}");
        // As it was written before, and as VASSAL writes it.
        let earlier = "Copy of Axis, issue 3.\n{\"issue\":3}\nGhosts of turn 0: 2\n";
        for other in [earlier.to_owned(), notes.replace('\n', "|")] {
            assert_eq!(facts_of(&other), facts_of(&notes), "{other}");
        }
        assert_ne!(facts_of(&notes.replace("0: 2", "0: 3")), facts_of(&notes));
    }

    #[test]
    fn the_first_line_says_for_whom_a_file_is() {
        let axis = HandedOut::Copy { side: "Axis".into(), issue: 3 };
        let open = HandedOut::Open(3);
        let battle = HandedOut::Battle(1, "SZ 20".into());
        for handed in [&axis, &open, &battle] {
            assert_eq!(HandedOut::of(&format!("{handed}\n{{}}\n")).as_ref(), Some(handed));
            assert_eq!(HandedOut::of(&format!("{handed}|{{}}|")).as_ref(), Some(handed));
            assert!(HandedOut::may_be(&handed.to_string()));
        }
        assert!(axis.is_for("Axis") && !axis.is_for("Allies"));
        assert!(open.is_for("Allies") && battle.is_for("Axis"));
        for other in ["", "Copy of Axis", "Copy of Axis, issue x.", "our plan\nCopy of Axis, issue 3."] {
            assert_eq!(HandedOut::of(other), None, "{other}");
        }
    }
}
