//! The tree of commands that a save or log is.
//!
//! Engine class: `build.GameModule`, `encode` and `decode`.

use super::sequence::{self, Unencodable};
use super::text::Text;

/// The character between commands.
pub const SEPARATOR: char = '\u{1b}';

/// A command text that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// Nested too deeply.
    #[error("commands are nested more than {limit} deep")]
    TooDeep {
        /// The limit.
        limit: usize,
    },
    /// Levels of escapes repeat the same text again and again.
    #[error("nested commands repeat the text too often to be a saved game")]
    TooMuchNesting,
    /// More commands than any game has.
    #[error("there are more than {MOST_COMMANDS} commands, more than any saved game has")]
    TooMany,
}

/// Most commands of one text; the largest real saves and logs have some hundred thousand.
const MOST_COMMANDS: usize = 1_000_000;

/// One command with those that follow from it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Command {
    own: Text,
    children: Vec<Command>,
    /// The text as read, where writing anew would give another.
    original: Option<Text>,
}

impl Command {
    /// A command without children.
    #[must_use]
    pub fn leaf(own: impl Into<Text>) -> Self {
        Self { own: own.into(), ..Self::default() }
    }

    /// A command with children.
    #[must_use]
    pub fn group(own: impl Into<Text>, children: Vec<Self>) -> Self {
        Self { own: own.into(), children, original: None }
    }

    /// Its own text without its children; see [`super::leaf::Leaf`] for what it says.
    #[must_use]
    pub fn own(&self) -> &Text {
        &self.own
    }

    /// The commands below it, in order.
    #[must_use]
    pub fn children(&self) -> &[Self] {
        &self.children
    }

    /// Replaces its own text.
    pub fn set_own(&mut self, own: impl Into<Text>) {
        self.original = None;
        self.own = own.into();
    }

    /// The commands below it, to be changed.
    pub fn children_mut(&mut self) -> &mut Vec<Self> {
        self.original = None;
        &mut self.children
    }

    /// All commands of the tree in the order in which the engine runs them.
    pub fn walk(&self) -> impl Iterator<Item = &Self> {
        let mut stack = vec![self];
        std::iter::from_fn(move || {
            let command = stack.pop()?;
            stack.extend(command.children.iter().rev());
            Some(command)
        })
    }

    /// Reads a command text of at most `depth` nested levels.
    ///
    /// # Errors
    /// Nested too deeply.
    pub fn parse(text: impl Into<Text>, depth: usize) -> Result<Self, CommandError> {
        let text = text.into();
        let mut reader = Reader {
            budget: text.len().saturating_mul(8).saturating_add(1 << 20),
            left: MOST_COMMANDS,
            limit: depth,
        };
        reader.parse(text, depth)
    }

    /// The command text, identical to what was read where nothing changed.
    ///
    /// # Errors
    /// A changed text that ends in a backslash and has others behind it.
    pub fn to_text(&self) -> Result<String, Unencodable> {
        if let Some(original) = &self.original {
            return Ok(original.to_string());
        }
        if self.children.is_empty() {
            return Ok(self.own.to_string());
        }
        let mut texts = vec![self.own.to_string()];
        for child in &self.children {
            texts.push(child.to_text()?);
        }
        sequence::join(texts, SEPARATOR)
    }
}

struct Reader {
    /// Bytes that may still be copied: each level of escapes copies its text once.
    budget: usize,
    /// Commands that may still come.
    left: usize,
    limit: usize,
}

impl Reader {
    fn parse(&mut self, text: Text, depth: usize) -> Result<Command, CommandError> {
        self.left = self.left.checked_sub(1).ok_or(CommandError::TooMany)?;
        if !text.contains(SEPARATOR) && !text.starts_with('\'') {
            return Ok(Command::leaf(text));
        }
        let whole = text.as_str();
        let mut decoder = sequence::Decoder::new(whole, SEPARATOR);
        let mut exact = true;
        let mut tree: Option<Command> = None;
        let mut start = 0;
        while let Some(raw) = decoder.next_raw() {
            let token = self.token(&text, start, raw, &mut exact)?;
            start += raw.len() + SEPARATOR.len_utf8();
            if tree.is_none() && token.as_str() == whole {
                return Ok(Command::leaf(text));
            }
            let limit = self.limit;
            let deeper = depth.checked_sub(1).ok_or(CommandError::TooDeep { limit })?;
            let command = self.parse(token, deeper)?;
            match &mut tree {
                Some(tree) => tree.children.push(command),
                None => {
                    // The engine hangs the rest below whatever the first value turns out to be.
                    exact &= command.children.is_empty() && command.original.is_none();
                    tree = Some(command);
                }
            }
        }
        let mut tree = tree.unwrap_or_default();
        exact &= !tree.children.is_empty();
        tree.original = (!exact).then(|| text.clone());
        Ok(tree)
    }

    /// One value of the sequence; shares the text where no escape stands in the way.
    fn token(
        &mut self,
        text: &Text,
        start: usize,
        raw: &str,
        exact: &mut bool,
    ) -> Result<Text, CommandError> {
        match sequence::unescape(raw, SEPARATOR) {
            std::borrow::Cow::Borrowed(token) if token.len() == raw.len() => {
                // A value that the encoder would have put in quotes.
                *exact &= !token.starts_with('\\') && !token.starts_with('\'');
                Ok(text.part(start..start + raw.len()))
            }
            token => {
                self.budget = self.budget.checked_sub(token.len()).ok_or(CommandError::TooMuchNesting)?;
                *exact &= sequence::comes_back(&token, raw, SEPARATOR);
                Ok(token.into_owned().into())
            }
        }
    }
}
