//! The grammar that selectors of pieces and predicates of places share: text to a tree of words.

use serde::{Deserialize, Serialize};

use crate::data::fault::did_you_mean;

/// How deep brackets may lie inside each other.
const DEEPEST: usize = 16;

/// The longest text of a selector, in bytes.
const LONGEST: usize = 4000;

/// A selector or predicate before its words are looked up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Node {
    /// All of these hold.
    All(Vec<Node>),
    /// One of these holds.
    Either(Vec<Node>),
    /// It does not hold.
    Not(Box<Node>),
    /// A word alone.
    Word(String),
    /// A key compared with values.
    Compare(String, Op, Vec<String>),
    /// A word with something in brackets.
    Of(String, Box<Node>),
}

/// How a key is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Op {
    /// `=`, in relations also `==`.
    Is,
    /// `!=`
    IsNot,
    /// `<`
    Below,
    /// `<=`
    AtMost,
    /// `>`
    Above,
    /// `>=`
    AtLeast,
}

impl Op {
    /// All of them as they are written.
    pub const ALL: [(&'static str, Self); 7] = [
        ("==", Self::Is),
        ("!=", Self::IsNot),
        ("<=", Self::AtMost),
        (">=", Self::AtLeast),
        ("=", Self::Is),
        ("<", Self::Below),
        (">", Self::Above),
    ];

    /// Whether one number stands so to another.
    pub fn holds<N: Ord>(self, one: &N, other: &N) -> bool {
        match self {
            Self::Is => one == other,
            Self::IsNot => one != other,
            Self::Below => one < other,
            Self::AtMost => one <= other,
            Self::Above => one > other,
            Self::AtLeast => one >= other,
        }
    }

    /// As a sentence says it before the second number.
    pub fn in_words(self) -> &'static str {
        match self {
            Self::Is => "exactly",
            Self::IsNot => "anything but",
            Self::Below => "less than",
            Self::AtMost => "at most",
            Self::Above => "more than",
            Self::AtLeast => "at least",
        }
    }
}

/// A word, a sign or a text in quotes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// The word, the sign, or the text without its quotes.
    pub text: String,
    /// Whether it is a word or a text in quotes.
    pub is_word: bool,
    /// Whether it was in quotes, so that it is no part of the grammar.
    pub quoted: bool,
}

/// The tokens of a text. A `-` inside a word belongs to it; a minus has a space at its right.
pub fn tokens(text: &str) -> Result<Vec<Token>, String> {
    if text.len() > LONGEST {
        return Err(format!("expected at most {LONGEST} letters, found {}", text.len()));
    }
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let (token, used) = if first == '"' || first == '\'' {
            let end =
                rest[1..].find(first).ok_or_else(|| format!("expected a second {first} after {rest}"))?;
            (Token { text: rest[1..=end].to_owned(), is_word: true, quoted: true }, end + 2)
        } else if let Some((sign, _)) = Op::ALL.iter().find(|(sign, _)| rest.starts_with(sign)) {
            (Token { text: (*sign).to_owned(), is_word: false, quoted: false }, sign.len())
        } else if "()!,|+*".contains(first) || (first == '-' && !rest[1..].starts_with(is_letter)) {
            (Token { text: first.to_string(), is_word: false, quoted: false }, 1)
        } else {
            let end = rest.find(|c: char| !(is_letter(c) || c == '-')).unwrap_or(rest.len());
            if end == 0 {
                return Err(format!("nothing begins with \"{first}\" here"));
            }
            (Token { text: rest[..end].to_owned(), is_word: true, quoted: false }, end)
        };
        tokens.push(token);
        rest = rest[used..].trim_start();
    }
    Ok(tokens)
}

fn is_letter(c: char) -> bool {
    c.is_alphanumeric() || "_./:#&'".contains(c)
}

/// Reads tokens from the left to the right.
pub struct TokenReader<'t> {
    tokens: &'t [Token],
    at: usize,
    depth: usize,
}

impl<'t> TokenReader<'t> {
    /// At the first token.
    pub fn new(tokens: &'t [Token]) -> Self {
        Self { tokens, at: 0, depth: 0 }
    }

    /// The next token, without taking it.
    pub fn peek(&self) -> Option<&'t Token> {
        self.tokens.get(self.at)
    }

    /// Whether the next token is this sign or this word of the grammar.
    pub fn is_next(&self, text: &str) -> bool {
        self.peek().is_some_and(|token| !token.quoted && token.text == text)
    }

    /// Takes the next token.
    pub fn take(&mut self) -> Option<&'t Token> {
        let token = self.tokens.get(self.at);
        self.at += 1;
        token
    }

    /// Takes the next token if it is this one.
    pub fn eat(&mut self, text: &str) -> bool {
        let found = self.is_next(text);
        self.at += usize::from(found);
        found
    }

    /// Takes this token or says what is there instead.
    pub fn expect(&mut self, text: &str) -> Result<(), String> {
        if self.eat(text) { Ok(()) } else { Err(self.expected(&format!("\"{text}\""))) }
    }

    /// What was expected, and what is there instead.
    pub fn expected(&self, what: &str) -> String {
        let before = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        let after = before.map(|token| format!(" after \"{}\"", token.text)).unwrap_or_default();
        match self.peek() {
            Some(token) => format!("expected {what}{after}, found \"{}\"", token.text),
            None => format!("expected {what}{after}, found the end"),
        }
    }

    /// Goes one bracket deeper while something is read.
    pub fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, String>) -> Result<T, String> {
        if self.depth == DEEPEST {
            return Err(format!("expected at most {DEEPEST} nested brackets"));
        }
        self.depth += 1;
        let found = read(self);
        self.depth -= 1;
        found
    }

    /// Reads terms with `or` between them.
    pub fn either(&mut self) -> Result<Node, String> {
        let mut parts = vec![self.all()?];
        while self.eat("or") {
            parts.push(self.all()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Node::Either(parts) })
    }

    fn all(&mut self) -> Result<Node, String> {
        let mut parts = vec![self.term()?];
        loop {
            let more = self.eat("and");
            let ends = self.peek().is_none() || self.is_next("or") || self.is_next(")");
            if ends && !more {
                break;
            }
            parts.push(self.term()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Node::All(parts) })
    }

    fn term(&mut self) -> Result<Node, String> {
        if self.eat("!") || self.eat("not") {
            return Ok(Node::Not(Box::new(self.deeper(Self::term)?)));
        }
        if self.eat("(") {
            return self.enclosed();
        }
        let Some(token) = self.peek().filter(|token| token.is_word) else {
            return Err(self.expected("a word such as \"kind\""));
        };
        self.at += 1;
        let word = token.text.clone();
        if self.eat("(") {
            return Ok(Node::Of(word, Box::new(self.enclosed()?)));
        }
        let op = self
            .peek()
            .filter(|sign| !sign.is_word)
            .and_then(|sign| Op::ALL.iter().find(|(text, _)| *text == sign.text).map(|(_, op)| *op));
        let Some(op) = op else { return Ok(Node::Word(word)) };
        self.at += 1;
        Ok(Node::Compare(word, op, self.values()?))
    }

    fn enclosed(&mut self) -> Result<Node, String> {
        let inner = self.deeper(Self::either)?;
        self.expect(")")?;
        Ok(inner)
    }

    fn values(&mut self) -> Result<Vec<String>, String> {
        let mut values = Vec::new();
        loop {
            let Some(token) = self.peek().filter(|token| token.is_word) else {
                return Err(self.expected("a word or a text in quotes"));
            };
            self.at += 1;
            values.push(token.text.clone());
            if !(self.eat("|") || self.eat(",")) {
                return Ok(values);
            }
        }
    }
}

/// Reads a whole selector or predicate.
pub fn node(text: &str) -> Result<Node, String> {
    let tokens = tokens(text)?;
    let mut reader = TokenReader::new(&tokens);
    let node = reader.either()?;
    if reader.peek().is_some() {
        return Err(reader.expected("\"or\", \"and\" or the end"));
    }
    Ok(node)
}

/// An unknown word with the nearest known one.
pub fn unknown<'a>(what: &str, word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    format!("unknown {what} \"{word}\"{}", did_you_mean(word, known))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_join_and_or_divides_them() {
        let word = |text: &str| Node::Word(text.into());
        let kind = |values: &[&str]| {
            Node::Compare("kind".into(), Op::Is, values.iter().map(|value| (*value).to_owned()).collect())
        };
        assert_eq!(node("kind=hq named").unwrap(), Node::All(vec![kind(&["hq"]), word("named")]));
        assert_eq!(node("kind=hq|BB, CA").unwrap(), kind(&["hq", "BB", "CA"]));
        assert_eq!(
            node("a and b or !c").unwrap(),
            Node::Either(vec![Node::All(vec![word("a"), word("b")]), Node::Not(Box::new(word("c"))),])
        );
        assert_eq!(
            node("at(name=\"India Box\")").unwrap(),
            Node::Of("at".into(), Box::new(Node::Compare("name".into(), Op::Is, vec!["India Box".into()]),))
        );
    }

    #[test]
    fn what_cannot_be_read_is_told_with_its_word() {
        let told = |text: &str| node(text).unwrap_err();
        assert_eq!(told("kind="), "expected a word or a text in quotes after \"=\", found the end");
        assert_eq!(told("kind=hq)"), "expected \"or\", \"and\" or the end after \"hq\", found \")\"");
        assert_eq!(told("(kind=hq"), "expected \")\" after \"hq\", found the end");
        assert_eq!(told("kind=hq or"), "expected a word such as \"kind\" after \"or\", found the end");
        assert_eq!(told(""), "expected a word such as \"kind\", found the end");
        assert_eq!(told("kind=\"hq"), "expected a second \" after \"hq");
        assert_eq!(told("kind=hq; kind=x"), "nothing begins with \";\" here");
        assert!(told(&"(".repeat(40)).contains("16 nested brackets"));
        assert!(told(&"a ".repeat(3000)).contains("at most 4000 letters"));
    }

    #[test]
    fn a_hyphen_belongs_to_its_word_and_a_minus_stands_alone() {
        let texts = |text: &str| -> Vec<String> {
            tokens(text).unwrap().into_iter().map(|token| token.text).collect()
        };
        assert_eq!(texts("sea-supply >= 2"), ["sea-supply", ">=", "2"]);
        assert_eq!(texts("military - idle*-1"), ["military", "-", "idle", "*", "-1"]);
    }
}
