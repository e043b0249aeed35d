//! Expressions in braces as trees, by the grammar of the engine's interpreter.
//!
//! Engine classes: `bsh.Parser`, `bsh.BeanShellExpressionValidator`.

mod operands;

use std::collections::BTreeSet;

use super::tokens::{self, Token, TokenKind};
use super::tree::{Expression, Node, NodeKind, ParseError};
use super::values::{Operator, Value};
use super::words;

/// How deep parentheses, calls, signs and choices may stand in each other.
const DEEPEST: usize = 50;
/// Longer expressions are not read.
const LONGEST: usize = 100_000;
/// Signs that set something.
const ASSIGNING: [&str; 12] = ["=", "*=", "/=", "%=", "+=", "-=", "&=", "^=", "|=", "<<=", ">>=", ">>>="];

/// Operators by how they bind, the loosest first.
const LEVELS: [&[(&str, Operator)]; 10] = {
    use Operator::*;
    [
        &[("||", Or)],
        &[("&&", And)],
        &[("|", BitOr)],
        &[("^", BitXor)],
        &[("&", BitAnd)],
        &[("==", Equal), ("!=", Unequal), ("=~", Matches), ("!~", MatchesNot)],
        &[("<=", AtMost), (">=", AtLeast), ("<", Less), (">", More)],
        &[("<<", Left), (">>", Right), (">>>", RightUnsigned)],
        &[("+", Plus), ("-", Minus)],
        &[("*", Times), ("/", Over), ("%", Modulo)],
    ]
};
impl Operator {
    /// How it is written.
    pub(super) fn sign(self) -> &'static str {
        let mut all = LEVELS.iter().flat_map(|level| level.iter());
        all.find(|(_, operator)| *operator == self).map_or("", |(sign, _)| sign)
    }
}

/// The level whose values may be followed by `instanceof`.
const COMPARED: usize = 6;

impl Expression {
    /// Reads a source without its braces.
    ///
    /// # Errors
    /// It is no expression; it is too long or too deep; or statements of Java follow it.
    pub fn parse(source: &str) -> Result<Self, ParseError> {
        let foreign = |at, expected| Err(ParseError { at, expected, is_foreign: true });
        if source.len() > LONGEST {
            return foreign(LONGEST, "an end before so many letters");
        }
        let (from, to) = without_braces(source);
        // Two pairs of braces with nothing between them are an empty text.
        if from > 0 && from == to {
            let empty = Node { at: from, kind: NodeKind::Literal(Value::Text(String::new())) };
            return Ok(Self::new(empty, BTreeSet::new()));
        }
        // The engine puts an equals sign before the source, and the two are one sign then.
        if source[from..to].starts_with('~') {
            return Err(ParseError { at: from, expected: "a blank before ~", is_foreign: false });
        }
        let mut parser =
            Parser { tokens: tokens::of(&source[..to], from)?, next: 0, depth: 0, texts: BTreeSet::new() };
        let whole = parser.expression()?;
        let mut is_statement = false;
        while parser.take(";") {
            is_statement = true;
        }
        match parser.kind() {
            TokenKind::End => Ok(Self::new(whole, parser.texts)),
            _ if is_statement => foreign(parser.at(), "an end behind the semicolon"),
            _ => Err(parser.wrong("an operator or the end")),
        }
    }
}

/// Where a source begins and ends without a second pair of braces, which the engine takes off, too.
fn without_braces(source: &str) -> (usize, usize) {
    let bare = source.trim_matches(|c| c <= ' ');
    let before = source.len() - source.trim_start_matches(|c| c <= ' ').len();
    match bare.strip_prefix('{').and_then(|inner| inner.strip_suffix('}')) {
        Some(inner) => (before + 1, before + 1 + inner.len()),
        None => (0, source.len()),
    }
}

type Parsed<T> = Result<T, ParseError>;

struct Parser<'s> {
    tokens: Vec<Token<'s>>,
    next: usize,
    depth: usize,
    texts: BTreeSet<String>,
}

impl<'s> Parser<'s> {
    fn token(&self, ahead: usize) -> &Token<'s> {
        // The last one is the end, behind which nothing comes.
        &self.tokens[(self.next + ahead).min(self.tokens.len() - 1)]
    }

    fn kind(&self) -> &TokenKind<'s> {
        &self.token(0).kind
    }

    /// Where the next token is.
    fn at(&self) -> usize {
        self.token(0).at
    }

    fn step(&mut self) {
        self.next += 1;
    }

    /// What comes next is not what is expected there.
    fn wrong(&self, expected: &'static str) -> ParseError {
        ParseError { at: self.at(), expected, is_foreign: false }
    }

    fn is_sign(&self, ahead: usize, sign: &str) -> bool {
        matches!(self.token(ahead).kind, TokenKind::Sign(found) if found == sign)
    }

    fn is_word(&self, ahead: usize, word: &str) -> bool {
        matches!(self.token(ahead).kind, TokenKind::Word(found) if found == word)
    }

    /// Takes `sign` if it comes next.
    fn take(&mut self, sign: &str) -> bool {
        let found = self.is_sign(0, sign);
        if found {
            self.step();
        }
        found
    }

    fn must(&mut self, sign: &str, expected: &'static str) -> Parsed<()> {
        if self.take(sign) { Ok(()) } else { Err(self.wrong(expected)) }
    }

    /// The name at a place, if there is one.
    fn name(&self, ahead: usize) -> Option<&'s str> {
        match self.token(ahead).kind {
            TokenKind::Word(word) if !words::is_reserved(word) && word != "true" && word != "false" => {
                Some(word)
            }
            _ => None,
        }
    }

    /// What `read` reads one step deeper.
    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= DEEPEST {
            return Err(ParseError { at: self.at(), expected: "an expression less deep", is_foreign: true });
        }
        self.depth += 1;
        let found = read(self);
        self.depth -= 1;
        found
    }

    /// A value, or something that is set to one.
    fn expression(&mut self) -> Parsed<Node> {
        let at = self.at();
        let found = self.choice()?;
        let is_set = |sign: &&str| self.is_sign(0, sign);
        if !found.is_primary() || !ASSIGNING.iter().any(is_set) {
            return Ok(found);
        }
        self.step();
        let value = self.deeper(Self::expression)?;
        Ok(Node { at, kind: NodeKind::Assignment(found.into(), value.into()) })
    }

    fn choice(&mut self) -> Parsed<Node> {
        let at = self.at();
        let mut cases = Vec::new();
        loop {
            let found = self.chain(0)?;
            if !self.take("?") {
                let is_one = cases.is_empty();
                return Ok(if is_one {
                    found
                } else {
                    Node { at, kind: NodeKind::Choice(cases, found.into()) }
                });
            }
            let then = self.deeper(Self::expression)?;
            cases.push((found, then));
            self.must(":", "a colon and what holds otherwise")?;
        }
    }

    /// Values with operators of this level between them, and of those that bind closer.
    fn chain(&mut self, level: usize) -> Parsed<Node> {
        let Some(operators) = LEVELS.get(level) else { return self.signed() };
        let at = self.at();
        let mut first = self.chain(level + 1)?;
        let mut others = Vec::new();
        while let Some((_, operator)) = operators.iter().find(|(sign, _)| self.is_sign(0, sign)) {
            self.step();
            others.push((*operator, self.chain(level + 1)?));
        }
        if !others.is_empty() {
            first = Node { at, kind: NodeKind::Chain(first.into(), others) };
        }
        if level == COMPARED && self.is_word(0, "instanceof") {
            self.step();
            self.type_name()?;
            first = Node { at, kind: NodeKind::Java(vec![first]) };
        }
        Ok(first)
    }

    fn signed(&mut self) -> Parsed<Node> {
        let at = self.at();
        for (sign, letter) in [("!", '!'), ("-", '-'), ("+", '+'), ("~", '~')] {
            if self.take(sign) {
                let inner = self.deeper(Self::signed)?;
                return Ok(Node { at, kind: NodeKind::Signed(letter, inner.into()) });
            }
        }
        if self.take("++") || self.take("--") {
            let inner = self.deeper(Self::primary)?;
            return Ok(Node { at, kind: NodeKind::Java(vec![inner]) });
        }
        if self.is_cast() {
            self.step();
            let name = self.type_name()?;
            self.must(")", "a closing parenthesis")?;
            let inner = self.deeper(Self::signed)?;
            return Ok(Node { at, kind: NodeKind::Call(format!("({name})"), vec![inner]) });
        }
        let found = self.primary()?;
        if self.take("++") || self.take("--") {
            return Ok(Node { at, kind: NodeKind::Java(vec![found]) });
        }
        Ok(found)
    }
}

/// Whether a text is the name of a variable.
pub(in crate::model) fn is_name(text: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let mut letters = text.chars();
    let start = letters.next().is_some_and(|c| c.is_alphabetic() || c == '_' || c == '$');
    start && letters.all(is_part)
}
