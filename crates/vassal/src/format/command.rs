//! The tree of commands that a save or log is.
//!
//! Engine class: `build.GameModule`, `encode` and `decode`.

use std::borrow::Cow;
use std::ops::Range;

use super::sequence::{self, Unencodable};
use super::text::Text;

/// The character between commands.
pub const SEPARATOR: char = SEPARATOR_BYTE as char;
const SEPARATOR_BYTE: u8 = 0x1b;

/// A command text that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
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
    /// More pieces than any game has.
    #[error("it adds more than {MOST_PIECES} pieces and stacks, more than any saved game has")]
    TooManyPieces,
}

/// Most commands of one text; the largest real saves and logs have some hundred thousand.
const MOST_COMMANDS: usize = 1_000_000;
/// Most pieces and stacks, of which each takes some kB where it is looked at; the largest real save has 80,000.
const MOST_PIECES: usize = 110_000;

/// Most bytes of commands in commands that are read or copied, however long the text is.
const MOST_COPIED: usize = 1 << 30;

/// One command with those that follow from it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Command {
    own: Text,
    children: Vec<Command>,
    /// The text as read, where writing anew would give another.
    original: Option<Box<Text>>,
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
            budget: text.len().saturating_mul(8).min(MOST_COPIED).saturating_add(1 << 20),
            left: MOST_COMMANDS,
            limit: depth,
        };
        let command = reader.parse(text, depth)?;
        let added = command.walk().filter(|command| command.own().starts_with("+/")).count();
        if added > MOST_PIECES { Err(CommandError::TooManyPieces) } else { Ok(command) }
    }

    /// The command text, identical to what was read where nothing changed.
    ///
    /// # Errors
    /// A changed text that ends in a backslash and has others behind it.
    pub fn to_text(&self) -> Result<String, Unencodable> {
        self.shown().map(Cow::into_owned)
    }

    fn shown(&self) -> Result<Cow<'_, str>, Unencodable> {
        if let Some(original) = &self.original {
            return Ok(Cow::Borrowed(original.as_str()));
        }
        if self.children.is_empty() {
            return Ok(Cow::Borrowed(self.own.as_str()));
        }
        let mut texts = vec![Cow::Borrowed(self.own.as_str())];
        for child in &self.children {
            texts.push(child.shown()?);
        }
        sequence::join(texts, SEPARATOR).map(Cow::Owned)
    }
}

/// How many bytes of a command text, however deep they are nested, add pieces and stacks. Each of them is kept in several
/// forms where a position is read, asked and written, while the moves of a log are not.
pub(super) fn bytes_of_pieces(text: &str) -> u64 {
    let adds = |part: &&str| part.strip_prefix("LOG\t").unwrap_or(part).starts_with("+/");
    text.split(SEPARATOR).filter(adds).map(|part| part.len() as u64).sum()
}

struct Reader {
    /// Bytes that may still be read or copied: each level of escapes takes its text once.
    budget: usize,
    /// Commands that may still come.
    left: usize,
    limit: usize,
}

impl Reader {
    fn parse(&mut self, text: Text, depth: usize) -> Result<Command, CommandError> {
        match self.shared(&text, 0, depth)? {
            Some(command) => Ok(command),
            None => self.copied(text, depth),
        }
    }

    /// A text inside of so many levels of escapes, whose commands are parts of it: a separator of its own stands behind
    /// as many backslashes. None where that would not come back identical, or its values cannot be told so.
    fn shared(&mut self, text: &Text, level: usize, depth: usize) -> Result<Option<Command>, CommandError> {
        if sequence::find(text, SEPARATOR).is_none() && !text.starts_with('\'') {
            self.count()?;
            return Ok(Some(Command::leaf(text.clone())));
        }
        // Each level reads what is below it once more.
        self.spend(text.len())?;
        let Some(values) = values(text, level, self.left)? else { return Ok(None) };
        let limit = self.limit;
        let deeper = depth.checked_sub(1).ok_or(CommandError::TooDeep { limit })?;
        self.count()?;
        let mut values = values.into_iter();
        let own = values.next().unwrap_or_default();
        let mut children = Vec::with_capacity(values.len());
        for range in values {
            children.push(self.child(&text.part(range), level, deeper)?);
        }
        Ok(Some(Command { own: text.part(own), children, original: None }))
    }

    /// A value of a text inside of so many levels of escapes.
    fn child(&mut self, value: &Text, level: usize, depth: usize) -> Result<Command, CommandError> {
        if is_plain(value, level) {
            if let Some(command) = self.shared(value, level + 1, depth)? {
                return Ok(command);
            }
            let bare = without_escapes(value, level + 1);
            self.spend(bare.len())?;
            return self.copied(bare.into(), depth);
        }
        let token = sequence::unescape(&without_escapes(value, level), SEPARATOR).into_owned();
        self.spend(token.len())?;
        self.parse(token.into(), depth)
    }

    fn count(&mut self) -> Result<(), CommandError> {
        self.left = self.left.checked_sub(1).ok_or(CommandError::TooMany)?;
        Ok(())
    }

    fn spend(&mut self, bytes: usize) -> Result<(), CommandError> {
        self.budget = self.budget.checked_sub(bytes).ok_or(CommandError::TooMuchNesting)?;
        Ok(())
    }

    /// The same of any text, value by value as the engine reads it.
    fn copied(&mut self, text: Text, depth: usize) -> Result<Command, CommandError> {
        self.count()?;
        if sequence::find(&text, SEPARATOR).is_none() && !text.starts_with('\'') {
            return Ok(Command::leaf(text));
        }
        let whole = text.as_str();
        let mut decoder = sequence::Decoder::new(whole, SEPARATOR);
        let mut exact = true;
        let mut tree: Option<Command> = None;
        while let Some(raw) = decoder.next_raw() {
            let token = self.token(&text, raw, &mut exact)?;
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
        tree.original = (!exact).then(|| Box::new(text.clone()));
        Ok(tree)
    }

    /// One value of the sequence; shares the text where no escape stands in the way.
    fn token(&mut self, text: &Text, raw: &str, exact: &mut bool) -> Result<Text, CommandError> {
        let token = sequence::unescape(raw, SEPARATOR);
        *exact &= sequence::comes_back(&token, raw, SEPARATOR);
        if token.len() < raw.len() {
            self.spend(token.len())?;
        }
        Ok(text.share_cow(token))
    }
}

/// The values of a text inside of so many levels of escapes; none where they cannot be told by their separators alone,
/// one would not come back identical, or the first is a sequence itself.
fn values(text: &str, level: usize, most: usize) -> Result<Option<Vec<Range<usize>>>, CommandError> {
    let mut found = Vec::new();
    let mut from = 0;
    let mut inner = false;
    let end = |found: &mut Vec<Range<usize>>, range: Range<usize>, inner: bool| {
        let value = &text[range.clone()];
        let is_sure = match found.is_empty() {
            true => !inner && !value.starts_with(['\\', '\'']),
            false => is_plain(value, level) || comes_back(value, level),
        };
        found.push(range);
        is_sure
    };
    for at in separators(text) {
        let escapes = text[from..at].bytes().rev().take_while(|byte| *byte == b'\\').count();
        if escapes < level {
            return Ok(None);
        }
        if escapes > level {
            inner = true;
            continue;
        }
        if found.len() >= most {
            return Err(CommandError::TooMany);
        }
        if !end(&mut found, from..at - level, inner) {
            return Ok(None);
        }
        (from, inner) = (at + SEPARATOR.len_utf8(), false);
    }
    let is_sure = end(&mut found, from..text.len(), inner);
    Ok((is_sure && found.len() > 1).then_some(found))
}

/// Whether a value inside of so many levels of escapes has no quotes around it and none to come: it begins with no quote
/// and no backslash but those of a separator one level below, behind which the commands of a group follow.
fn is_plain(value: &str, level: usize) -> bool {
    let inside = value.trim_start_matches('\\');
    match value.len() - inside.len() {
        0 => !value.starts_with('\''),
        escapes => escapes == level + 1 && inside.starts_with(SEPARATOR),
    }
}

/// Whether a value inside of so many levels of escapes would be written as it stands.
fn comes_back(value: &str, level: usize) -> bool {
    let raw = without_escapes(value, level);
    sequence::comes_back(&sequence::unescape(&raw, SEPARATOR), &raw, SEPARATOR)
}

/// Where separators stand, whatever their level.
fn separators(text: &str) -> impl Iterator<Item = usize> {
    memchr::memchr_iter(SEPARATOR_BYTE, text.as_bytes())
}

/// A text with so many backslashes before each separator taken away.
fn without_escapes(text: &str, levels: usize) -> String {
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for at in separators(text) {
        out.push_str(&text[from..at.saturating_sub(levels).max(from)]);
        from = at;
    }
    out.push_str(&text[from..]);
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The tree as the engine reads it, value by value.
    fn of_engine(text: &str) -> Command {
        let values = sequence::decode(text, SEPARATOR);
        if values.len() == 1 && values[0] == text {
            return Command::leaf(text);
        }
        let mut trees = values.iter().map(|value| of_engine(value));
        let mut tree = trees.next().unwrap_or_default();
        tree.children.extend(trees);
        tree
    }

    fn without_originals(command: &Command) -> Command {
        let children = command.children.iter().map(without_originals).collect();
        Command::group(command.own.clone(), children)
    }

    proptest! {
        /// Backslashes, quotes and separators in any order.
        #[test]
        fn commands_are_those_of_the_engine(
            parts in prop::collection::vec(
                prop::sample::select(vec![
                    "a", "b\\", "\\", "'", "\u{1b}", "\\\u{1b}", "\\\\\u{1b}", "\\\\\\\u{1b}", "東",
                ]),
                0..40,
            )
        ) {
            let text = parts.concat();
            let read = Command::parse(text.as_str(), 50).unwrap();
            prop_assert_eq!(without_originals(&read), of_engine(&text));
            prop_assert_eq!(read.to_text().unwrap(), text);
        }

        /// Whole trees, groups of no text and steps of logs among them, whose texts are all parts of the one text.
        #[test]
        fn a_tree_of_plain_commands_copies_nothing(nodes in nodes(vec!["D/1", "LOG\tD/2/\\t", "LOG\t", ""])) {
            let tree = tree(&mut nodes.into_iter(), 0);
            let text = Text::from(tree.to_text().unwrap());
            let read = Command::parse(&text, 50).unwrap();
            prop_assert_eq!(&read, &tree);
            prop_assert_eq!(&read, &of_engine(&text));
            prop_assert!(read.walk().all(|command| shares(command, &text)));
        }

        /// A command that begins with a quote or a backslash is copied, and nothing beside it.
        #[test]
        fn a_quoted_command_copies_itself_alone(nodes in nodes(vec!["D/1", "", "'Nam", "\\x"])) {
            let tree = tree(&mut nodes.into_iter(), 0);
            let text = Text::from(tree.to_text().unwrap());
            let read = Command::parse(&text, 50).unwrap();
            prop_assert_eq!(without_originals(&read), of_engine(&text));
            prop_assert_eq!(read.to_text().unwrap(), text.as_str());
            let mut plain = read.walk().filter(|command| !is_quoted(&command.own));
            prop_assert!(plain.all(|command| shares(command, &text)));
        }
    }

    #[test]
    fn more_pieces_than_any_game_has_are_refused() {
        let text = |pieces: usize| format!("begin_save{}", "\u{1b}+/1/a/b".repeat(pieces));
        assert!(Command::parse(text(MOST_PIECES), 50).is_ok());
        assert_eq!(Command::parse(text(MOST_PIECES + 1), 50), Err(CommandError::TooManyPieces));
    }

    fn is_quoted(own: &str) -> bool {
        own.starts_with(['\'', '\\'])
    }

    fn shares(command: &Command, text: &str) -> bool {
        command.own.is_empty() || text.as_bytes().as_ptr_range().contains(&command.own.as_ptr())
    }

    /// Commands of these texts with how many are below each.
    fn nodes(words: Vec<&'static str>) -> impl Strategy<Value = Vec<(usize, &'static str)>> {
        prop::collection::vec((0_usize..4, prop::sample::select(words)), 1..60)
    }

    /// A command with those below it; a quoted one has none.
    fn tree(nodes: &mut impl Iterator<Item = (usize, &'static str)>, depth: usize) -> Command {
        let (size, own) = nodes.next().unwrap_or((0, "end"));
        let size = if depth < 6 && !is_quoted(own) { size } else { 0 };
        Command::group(own, (0..size).map(|_| tree(nodes, depth + 1)).collect())
    }
}
