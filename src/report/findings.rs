//! What checks of any kind say of files, in the one form from which all outlets write.

use vassal::diagnostic::{Level, counted};

/// A check, and what its page says.
#[derive(Debug, Clone)]
pub struct CheckText {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// How bad its findings are, unless they say otherwise.
    pub weight: Level,
    /// Its page in Markdown, headed by id and name.
    pub page: Option<String>,
}

impl CheckText {
    /// What of the page is for people who met a finding: all but its heading and the examples, which prove the check.
    #[must_use]
    pub fn advice(&self) -> &str {
        let page = self.page.as_deref().unwrap_or_default();
        let body = page.split_once('\n').map_or("", |(_, body)| body);
        body.split("\n## Example").next().unwrap_or_default().trim()
    }

    /// The first paragraph of the page that is a sentence, else the name in words.
    #[must_use]
    pub fn sentence(&self) -> String {
        let is_text = |part: &&str| !part.starts_with('#') && !part.starts_with("Rule:") && !part.is_empty();
        let first = self.advice().split("\n\n").map(str::trim).find(is_text);
        first.map_or_else(|| self.name.replace('-', " "), super::markdown::plain)
    }
}

/// The file and line of a finding, where the file is a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextPlace {
    /// The file.
    pub file: String,
    /// The line, from 1; none where the whole file is meant.
    pub line: Option<usize>,
}

/// A place inside of a file that is no text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InnerPlace {
    /// All of it, from the outside inwards.
    pub words: String,
    /// What it is: `element`, `attribute`, `file` …
    pub kind: &'static str,
}

/// One finding.
#[derive(Debug, Clone)]
pub struct FoundFault {
    /// The number of its check among those of [`Findings::checks`].
    pub check: usize,
    /// How bad it is.
    pub weight: Level,
    /// What is wrong, in one sentence.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    /// Where it is in the file.
    pub inner: Option<InnerPlace>,
    /// Where it is in a text.
    pub text: Option<TextPlace>,
    /// What else is told of it, a line each.
    pub more: Vec<String>,
    /// What stays the same when the fault moves.
    pub fingerprint: String,
}

/// What is said of one file.
#[derive(Debug, Clone, Default)]
pub struct OfFile {
    /// Its name as it was given.
    pub file: String,
    /// Whether that is the name of a file, and not of standard input.
    pub has_name: bool,
    /// What was found.
    pub found: Vec<FoundFault>,
    /// Checks that were not made, each with the reason.
    pub not_checked: Vec<(String, String)>,
    /// Checks that were made, by their number among those of [`Findings::checks`].
    pub made: Vec<usize>,
    /// What could not be looked at, a line each.
    pub remarks: Vec<String>,
    /// Why nothing can be said.
    pub failure: Option<String>,
}

impl OfFile {
    /// How many findings weigh so much.
    #[must_use]
    pub fn count(&self, weight: Level) -> usize {
        self.found.iter().filter(|one| one.weight == weight).count()
    }
}

/// The words in which people are told how bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WeightWords {
    /// Errors, warnings and notes.
    OfFaults,
    /// Illegal and suspicious.
    OfRules,
}

impl WeightWords {
    /// The word for a weight.
    #[must_use]
    pub fn word(self, weight: Level) -> &'static str {
        match (self, weight) {
            (Self::OfFaults, _) => weight.word(),
            (Self::OfRules, Level::Error) => "illegal",
            (Self::OfRules, _) => "suspicious",
        }
    }

    /// So many findings of a weight; none where the words have no such weight.
    #[must_use]
    pub fn counted(self, count: usize, weight: Level) -> Option<String> {
        match (self, weight) {
            (Self::OfFaults, _) => Some(counted(count, weight.word())),
            (Self::OfRules, Level::Note) => None,
            (Self::OfRules, _) => Some(format!("{count} {}", self.word(weight))),
        }
    }
}

/// All that is said in a run.
#[derive(Debug, Clone)]
pub struct Findings {
    /// What was looked at, for a heading: `Lint`.
    pub title: &'static str,
    /// The words for how bad a finding is.
    pub words: WeightWords,
    /// The checks.
    pub checks: Vec<CheckText>,
    /// The files in the order of the arguments.
    pub files: Vec<OfFile>,
}

impl Findings {
    /// Nothing yet.
    #[must_use]
    pub fn new(title: &'static str, words: WeightWords) -> Self {
        Self { title, words, checks: Vec::new(), files: Vec::new() }
    }

    /// Adds a file whose findings number these checks.
    pub fn add(&mut self, checks: &[CheckText], mut file: OfFile) {
        let mut numbers = Vec::new();
        for check in checks {
            let known = self.checks.iter().position(|own| own.id == check.id);
            numbers.push(known.unwrap_or_else(|| {
                self.checks.push(check.clone());
                self.checks.len() - 1
            }));
        }
        let number = |own: &mut usize| *own = numbers.get(*own).copied().unwrap_or(*own);
        file.found.iter_mut().map(|fault| &mut fault.check).chain(&mut file.made).for_each(number);
        self.files.push(file);
    }

    /// The check of a finding.
    #[must_use]
    pub fn check_of(&self, fault: &FoundFault) -> Option<&CheckText> {
        self.checks.get(fault.check)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_gives_a_sentence_and_advice_without_the_example() {
        let page = "# VASSAL-P01 missing-prototype\n\nA trait *names* one.\n\n## The mend\n\nChoose it.\n\n## Example\n\n```toml\n```\n";
        let mut check = CheckText {
            id: "VASSAL-P01".into(),
            name: "missing-prototype".into(),
            weight: Level::Error,
            page: Some(page.into()),
        };
        assert_eq!(check.sentence(), "A trait names one.");
        assert_eq!(check.advice(), "A trait *names* one.\n\n## The mend\n\nChoose it.");
        check.page = Some("# X\n\nRule: 11.1\n\n## What it finds\n\nToo many.\n".into());
        assert_eq!(check.sentence(), "Too many.");
        check.page = None;
        assert_eq!(check.sentence(), "missing prototype");
    }
}
