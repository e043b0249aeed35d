//! Expressions in braces as trees.

use std::collections::BTreeSet;

use super::tree::{Expression, Node, NodeKind, ParseError};
use super::values::{Operator, Value};

/// How deep parentheses, calls, signs and choices may stand in each other.
const DEEPEST: usize = 30;
/// Longer expressions are not read.
const LONGEST: usize = 10_000;
/// Begins what is Java and none of ours: operators on bits, assignments, lists, letters, statements.
const FOREIGN: [char; 11] = ['&', '|', '^', '~', '=', '+', '-', '[', '{', ';', '\''];
/// Words of Java that begin what is none of ours.
const FOREIGN_WORDS: [&str; 8] = ["null", "new", "this", "super", "return", "instanceof", "if", "for"];
/// Types that a value may be made one of, by their names in front of it.
const TYPES: [&str; 4] = ["int", "double", "float", "String"];

/// Operators by how they bind, the loosest first.
const LEVELS: [&[Operator]; 6] = {
    use Operator::*;
    [&[Or], &[And], &[Equal, Unequal], &[AtMost, AtLeast, Less, More], &[Plus, Minus], &[Times, Over, Modulo]]
};

/// Methods that make the name before them a text, whatever its value looks like
/// (`BeanShellExpressionValidator`).
pub(super) const OF_TEXTS: [&str; 27] = [
    "compareTo",
    "compareToIgnoreCase",
    "contains",
    "endsWith",
    "equals",
    "equalsIgnoreCase",
    "format",
    "hashCode",
    "indexOf",
    "isBlank",
    "isEmpty",
    "lastIndexOf",
    "length",
    "matches",
    "regionMatches",
    "repeat",
    "replace",
    "replaceAll",
    "replaceFirst",
    "startsWith",
    "strip",
    "stripLeading",
    "stripTrailing",
    "substring",
    "toLowerCase",
    "toUpperCase",
    "trim",
];

impl Operator {
    fn sign(self) -> &'static str {
        match self {
            Self::Or => "||",
            Self::And => "&&",
            Self::Equal => "==",
            Self::Unequal => "!=",
            Self::AtMost => "<=",
            Self::AtLeast => ">=",
            Self::Less => "<",
            Self::More => ">",
            Self::Plus => "+",
            Self::Minus => "-",
            Self::Times => "*",
            Self::Over => "/",
            Self::Modulo => "%",
        }
    }
}

impl Expression {
    /// Reads a source without its braces.
    ///
    /// # Errors
    /// It is no expression, or one of Java that we do not read; it is too long or too deep.
    pub fn parse(source: &str) -> Result<Self, ParseError> {
        let mut parser = Parser { source, rest: source, depth: 0, texts: BTreeSet::new() };
        if source.len() > LONGEST {
            return Err(ParseError {
                at: LONGEST,
                expected: "an end before so many letters",
                is_foreign: true,
            });
        }
        let whole = parser.choice()?;
        if !parser.rest.trim_start().is_empty() {
            return Err(parser.wrong("an operator or the end"));
        }
        Ok(Self::new(whole, parser.texts))
    }
}

type Parsed<T> = Result<T, ParseError>;

struct Parser<'a> {
    source: &'a str,
    rest: &'a str,
    depth: usize,
    texts: BTreeSet<String>,
}

impl<'a> Parser<'a> {
    /// Where the next sign is.
    fn at(&self) -> usize {
        self.source.len() - self.rest.trim_start().len()
    }

    /// What comes next is not what is expected there.
    fn wrong(&self, expected: &'static str) -> ParseError {
        let next = self.rest.trim_start();
        let word = next.split(|c| !is_name_part(c)).next().unwrap_or_default();
        let is_foreign = next.starts_with(FOREIGN) || FOREIGN_WORDS.contains(&word);
        ParseError { at: self.at(), expected, is_foreign }
    }

    /// What begins at a place is Java, and none of ours.
    fn foreign(at: usize, expected: &'static str) -> ParseError {
        ParseError { at, expected, is_foreign: true }
    }

    /// Takes `sign` if it comes next.
    fn take(&mut self, sign: &str) -> bool {
        let after = self.rest.trim_start().strip_prefix(sign);
        self.rest = after.unwrap_or(self.rest);
        after.is_some()
    }

    fn must(&mut self, sign: &str, expected: &'static str) -> Parsed<()> {
        if self.take(sign) { Ok(()) } else { Err(self.wrong(expected)) }
    }

    /// What `read` reads one step deeper.
    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= DEEPEST {
            return Err(Self::foreign(self.at(), "an expression less deep"));
        }
        self.depth += 1;
        let found = read(self);
        self.depth -= 1;
        found
    }

    fn choice(&mut self) -> Parsed<Node> {
        let at = self.at();
        let mut cases = Vec::new();
        loop {
            let found = self.chain(0)?;
            if !self.take("?") {
                let last = Box::new(found);
                let is_one = cases.is_empty();
                return Ok(if is_one { *last } else { Node { at, kind: NodeKind::Choice(cases, last) } });
            }
            let then = self.deeper(Self::choice)?;
            cases.push((found, then));
            self.must(":", "a colon and what holds otherwise")?;
        }
    }

    fn chain(&mut self, level: usize) -> Parsed<Node> {
        let Some(operators) = LEVELS.get(level) else { return self.signed() };
        let at = self.at();
        let first = self.chain(level + 1)?;
        let mut others = Vec::new();
        while let Some(operator) = operators.iter().find(|operator| self.take(operator.sign())) {
            // Two such signs together are one of another meaning.
            let doubled = matches!(operator, Operator::Plus | Operator::Minus);
            if doubled && self.rest.starts_with(operator.sign()) {
                return Err(Self::foreign(self.at(), "a value"));
            }
            others.push((*operator, self.chain(level + 1)?));
        }
        let is_one = others.is_empty();
        Ok(if is_one { first } else { Node { at, kind: NodeKind::Chain(Box::new(first), others) } })
    }

    fn signed(&mut self) -> Parsed<Node> {
        let at = self.at();
        for (sign, made) in [("!", NodeKind::Not as fn(_) -> _), ("-", NodeKind::Negative)] {
            if self.take(sign) {
                if self.rest.starts_with('-') && sign == "-" {
                    return Err(Self::foreign(self.at(), "a value"));
                }
                let inner = Box::new(self.deeper(Self::signed)?);
                return Ok(Node { at, kind: made(inner) });
            }
        }
        if let Some(name) = self.cast() {
            let inner = self.deeper(Self::signed)?;
            return Ok(Node { at, kind: NodeKind::Call(name, vec![inner]) });
        }
        let mut found = self.operand()?;
        let deep = self.depth;
        loop {
            if self.take("[") {
                let place = Box::new(self.deeper(Self::choice)?);
                self.must("]", "a closing bracket")?;
                found = Node { at, kind: NodeKind::Item(Box::new(found), place) };
            } else if self.take(".") {
                let name = self.word("the name of a method")?;
                let given = self.arguments()?;
                found = Node { at, kind: NodeKind::Method(Box::new(found), name.to_owned(), given) };
            } else {
                break;
            }
            self.depth += 1;
            if self.depth > DEEPEST {
                return Err(Self::foreign(self.at(), "an expression less deep"));
            }
        }
        self.depth = deep;
        Ok(found)
    }

    /// A type in parentheses.
    fn cast(&mut self) -> Option<String> {
        let inside = self.rest.trim_start().strip_prefix('(')?;
        let (name, rest) = inside.split_once(')')?;
        let name = TYPES.into_iter().find(|known| *known == name.trim())?;
        self.rest = rest;
        Some(format!("({name})"))
    }

    fn operand(&mut self) -> Parsed<Node> {
        let at = self.at();
        if self.take("(") {
            let inner = self.deeper(Self::choice)?;
            self.must(")", "a closing parenthesis")?;
            return Ok(inner);
        }
        let text = self.rest.trim_start();
        if text.starts_with('"') {
            let literal = self.literal(text)?;
            return Ok(Node { at, kind: NodeKind::Literal(Value::Text(literal)) });
        }
        if text.starts_with(|c: char| c.is_ascii_digit()) {
            return Ok(Node { at, kind: NodeKind::Literal(self.number()?) });
        }
        let word = text.split(|c| !is_name_part(c)).next().unwrap_or_default();
        if FOREIGN_WORDS.contains(&word) {
            return Err(Self::foreign(at, "a value"));
        }
        let word = self.word("a value")?;
        if word == "true" || word == "false" {
            return Ok(Node { at, kind: NodeKind::Literal(Value::Truth(word == "true")) });
        }
        if self.rest.trim_start().starts_with('(') {
            return Ok(Node { at, kind: NodeKind::Call(word.to_owned(), self.arguments()?) });
        }
        let property = Node { at, kind: NodeKind::Property(word.to_owned()) };
        let Some(after) = self.rest.strip_prefix('.') else { return Ok(property) };
        if ["Integer", "Math", "String"].contains(&word) {
            self.rest = after;
            let name = format!("{word}.{}", self.word("the name of a function")?);
            return Ok(Node { at, kind: NodeKind::Call(name, self.arguments()?) });
        }
        let end = after.find(|c| !is_name_part(c)).unwrap_or(after.len());
        if !OF_TEXTS.contains(&&after[..end]) {
            return Err(Self::foreign(self.at() + 1, "a method of texts"));
        }
        self.texts.insert(word.to_owned());
        Ok(property)
    }

    fn word(&mut self, expected: &'static str) -> Parsed<&'a str> {
        let text = self.rest.trim_start();
        let end = text.find(|c| !is_name_part(c)).unwrap_or(text.len());
        let (word, rest) = text.split_at(end);
        if !is_name(word) {
            return Err(self.wrong(expected));
        }
        self.rest = rest;
        Ok(word)
    }

    fn arguments(&mut self) -> Parsed<Vec<Node>> {
        self.must("(", "an opening parenthesis")?;
        let mut all = Vec::new();
        while !self.take(")") {
            if !all.is_empty() {
                self.must(",", "a comma or a closing parenthesis")?;
            }
            all.push(self.deeper(Self::choice)?);
        }
        Ok(all)
    }

    /// A leading zero makes another base, a letter another type.
    fn number(&mut self) -> Parsed<Value> {
        let at = self.at();
        let text = self.rest.trim_start();
        let end = text.find(|c: char| !is_name_part(c) && c != '.').unwrap_or(text.len());
        let (word, rest) = text.split_at(end);
        self.rest = rest;
        let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
        let read = match word.split_once('.') {
            Some((whole, part)) if digits(whole) && digits(part) && !part.is_empty() => {
                word.parse().ok().map(Value::Double)
            }
            None if digits(word) && (word == "0" || !word.starts_with('0')) => {
                word.parse().ok().map(Value::Number)
            }
            _ => None,
        };
        read.ok_or_else(|| Self::foreign(at, "a whole number of 32 bits, or one with a point"))
    }

    /// A text in quotes.
    fn literal(&mut self, text: &'a str) -> Parsed<String> {
        let start = self.at();
        let mut out = String::new();
        let mut letters = text.char_indices().skip(1);
        while let Some((at, c)) = letters.next() {
            match c {
                '"' => {
                    self.rest = &text[at + 1..];
                    return Ok(out);
                }
                '\\' => out.push(match letters.next().map(|letter| letter.1) {
                    Some(c @ ('"' | '\\')) => c,
                    Some('n') => '\n',
                    Some('t') => '\t',
                    _ => return Err(Self::foreign(start + at, "an escape of a quote or of a backslash")),
                }),
                c => out.push(c),
            }
        }
        Err(ParseError { at: start, expected: "a quote at the end of the text", is_foreign: false })
    }
}

/// Whether a text is the name of a variable.
pub(in crate::model) fn is_name(text: &str) -> bool {
    let mut letters = text.chars();
    let start = letters.next().is_some_and(|c| c.is_alphabetic() || c == '_' || c == '$');
    start && letters.all(is_name_part)
}

fn is_name_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}
