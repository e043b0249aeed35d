//! The texts of the umpire's messages, with holes for nothing but the facts that each may name.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{FORMS, Message, MessageForm};
use liege_rules::data::fault::{DataFault, Lines, did_you_mean, read_toml};
use liege_rules::data::sentence::Sentence;
use liege_rules::data::{DataError, Files};
use liege_rules::play::procedure::ContextError;

/// The file.
pub const FILE: &str = "rules/aafog/messages.toml";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MessagesFile {
    #[serde(default)]
    format: Option<u32>,
    #[serde(default)]
    message: Vec<toml::Spanned<MessageRow>>,
}

/// A message of the list.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct MessageRow {
    id: String,
    name: String,
    to: String,
    text: String,
    allowed: Vec<String>,
    forbidden: Vec<String>,
    when: String,
    rule: String,
    lines: Vec<u16>,
}

/// The texts of all messages.
#[derive(Debug, Clone, Default)]
pub struct MessageTexts(BTreeMap<String, (MessageRow, Sentence)>);

impl MessageTexts {
    /// The list among a game's data, as procedures need it.
    ///
    /// # Errors
    /// It is missing or has faults.
    pub fn among(files: &dyn Files) -> Result<Self, ContextError> {
        let mut faults = Vec::new();
        let texts = Self::read(FILE, files.text(FILE)?, &mut faults);
        match DataError::of(&faults) {
            Some(error) => Err(error.into()),
            None => Ok(texts),
        }
    }

    /// Reads the list; all twenty must be there, and a text may name only what its message may say.
    pub fn read(file: &str, text: &str, faults: &mut Vec<DataFault>) -> Self {
        let mut texts = Self::default();
        let Some(read) = read_toml::<MessagesFile>(file, text, faults) else { return texts };
        if let Some(format) = read.format.filter(|format| *format != 1) {
            faults.push(DataFault::at(file, 1, format!("expected format = 1, found {format}")));
        }
        let lines = Lines::of(text);
        for spanned in read.message {
            let line = lines.at(spanned.span().start);
            let row = spanned.into_inner();
            match sentence(&row) {
                Err(told) => faults.push(DataFault::at(file, line, told)),
                Ok(sentence) => {
                    let id = row.id.clone();
                    if texts.0.insert(id.clone(), (row, sentence)).is_some() {
                        faults.push(DataFault::at(file, line, format!("duplicate message {id}")));
                    }
                }
            }
        }
        let missing = FORMS.iter().map(|form| form.id).filter(|id| !texts.0.contains_key(*id));
        let missing: Vec<&str> = missing.collect();
        if !missing.is_empty() && faults.is_empty() {
            let told = format!("expected twenty messages; missing: {}", missing.join(", "));
            faults.push(DataFault::at(file, 0, told));
        }
        texts
    }

    /// The message as its receiver reads it (D08): the smallest true thing, filled from its own facts alone.
    #[must_use]
    pub fn text(&self, message: &Message) -> String {
        self.0.get(message.id()).map(|(_, text)| text.fill(|fact| message.said(fact))).unwrap_or_default()
    }

    /// What a message is called: `radar blip`.
    #[must_use]
    pub fn name(&self, id: &str) -> &str {
        self.0.get(id).map_or("", |(row, _)| &row.name)
    }

    /// Who gets it, in words: `owner of the air base`.
    #[must_use]
    pub fn receiver(&self, id: &str) -> &str {
        self.0.get(id).map_or("", |(row, _)| &row.to)
    }

    /// When it is due, in words.
    #[must_use]
    pub fn when(&self, id: &str) -> &str {
        self.0.get(id).map_or("", |(row, _)| &row.when)
    }

    /// Its rule with the lines of the text: `8-air; C11 (L33, L78)`.
    #[must_use]
    pub fn rule(&self, id: &str) -> String {
        let Some((row, _)) = self.0.get(id) else { return String::new() };
        let lines: Vec<String> = row.lines.iter().map(|line| format!("L{line}")).collect();
        format!("{} ({})", row.rule, lines.join(", "))
    }

    /// What it may say and what it must not, as the list has it.
    #[must_use]
    pub fn bounds(&self, id: &str) -> (&[String], &[String]) {
        self.0.get(id).map_or((&[], &[]), |(row, _)| (row.allowed.as_slice(), row.forbidden.as_slice()))
    }
}

/// The text of a row with its holes; a fault where it could say what it must not.
fn sentence(row: &MessageRow) -> Result<Sentence, String> {
    let ids = || FORMS.iter().map(|form| form.id);
    let form = MessageForm::find(&row.id).ok_or_else(|| {
        let near = did_you_mean(&row.id, ids());
        format!("no message \"{}\", expected M01 to M20{near}", row.id)
    })?;
    if row.allowed != form.facts {
        let (found, due) = (row.allowed.join(", "), form.facts.join(", "));
        return Err(format!("{}: allowed is {found}, but the message may name {due}", row.id));
    }
    Sentence::read(&row.text, |fact| {
        if form.facts.contains(&fact) {
            return Ok(());
        }
        let near = did_you_mean(fact, form.facts.iter().copied());
        Err(format!("{}: its text may not say {{{fact}}}, only {}{near}", row.id, form.facts.join(", ")))
    })
}
