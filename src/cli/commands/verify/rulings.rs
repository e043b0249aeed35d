//! What was asked about the issues of an opened game, and what came of each question.

/// What came of one question about an issue.
pub enum Ruling {
    /// It is as it was published.
    Proven(String),
    /// It is not.
    Contradicted {
        /// One word for programs, which stays as it is.
        code: &'static str,
        /// In words.
        why: String,
        /// The place or text that differs.
        place: Option<String>,
        /// The piece that differs.
        piece: Option<String>,
    },
    /// Something that is needed is missing, so that the issue is not proven.
    Unchecked(String),
    /// It was not looked at, and the issue does not need it: a copy that no player gave, what the game has no record of.
    Unasked(String),
}

/// A question about an issue, with what came of it.
pub struct Examined {
    /// What was asked, in one word for programs.
    pub question: &'static str,
    /// The file or side that it was asked about; empty where there is but one.
    pub of: String,
    /// What came of it.
    pub ruling: Ruling,
}

/// An issue with all that was asked about it.
pub struct JudgedIssue {
    /// Its number.
    pub issue: u32,
    /// The questions, in their order.
    pub examined: Vec<Examined>,
}

impl JudgedIssue {
    /// Whether something of it is contradicted.
    pub fn is_contradicted(&self) -> bool {
        self.examined.iter().any(|one| matches!(one.ruling, Ruling::Contradicted { .. }))
    }

    /// Whether its root was computed again and is the one that was published, and nothing that a judge needs was missing.
    pub fn is_proven(&self) -> bool {
        let root = |one: &Examined| one.question == ROOT && matches!(one.ruling, Ruling::Proven(_));
        let lacking = |one: &Examined| matches!(one.ruling, Ruling::Unchecked(_));
        !self.is_contradicted() && !self.examined.iter().any(lacking) && self.examined.iter().any(root)
    }

    /// Adds a question with what came of it.
    pub fn add(&mut self, question: &'static str, of: impl Into<String>, ruling: Ruling) {
        self.examined.push(Examined { question, of: of.into(), ruling });
    }
}

/// The question of a copy that a player kept.
pub const COPY: &str = "copy";

/// The question of the root, without which nothing else of an issue proves anything.
pub const ROOT: &str = "root";

/// A contradiction that is about no place and no piece.
pub fn contradicted(code: &'static str, why: String) -> Ruling {
    Ruling::Contradicted { code, why, place: None, piece: None }
}
