//! Expressions in braces as trees.

use std::collections::BTreeSet;

use super::values::{Operator, Value};

/// How deep parentheses, calls, signs and choices may stand in each other.
const DEEPEST: usize = 30;

/// Operators by how they bind, the loosest first.
const LEVELS: [&[Operator]; 6] = {
    use Operator::*;
    [&[Or], &[And], &[Equal, Unequal], &[AtMost, AtLeast, Less, More], &[Plus, Minus], &[Times, Over, Modulo]]
};

/// Methods that make the name before them a text, whatever its value looks like
/// (`BeanShellExpressionValidator`).
const OF_TEXTS: [&str; 27] = [
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

/// A part of an expression.
#[derive(Debug)]
pub(super) enum Expr {
    Literal(Value),
    Property(String),
    Call(String, Vec<Expr>),
    Method(Box<Expr>, String, Vec<Expr>),
    Not(Box<Expr>),
    Negative(Box<Expr>),
    /// Values with operators of one level between them, from left to right.
    Chain(Box<Expr>, Vec<(Operator, Expr)>),
    /// Conditions with what holds under each, and what holds under none.
    Choice(Vec<(Expr, Expr)>, Box<Expr>),
}

/// An expression and the properties that are texts in all of it.
pub(super) struct Parsed {
    pub whole: Expr,
    pub texts: BTreeSet<String>,
}

/// The tree of a source without braces; none for what is not understood.
pub(super) fn parse(source: &str) -> Option<Parsed> {
    let mut parser = Parser { rest: source, depth: 0, texts: BTreeSet::new() };
    let whole = parser.choice()?;
    parser.rest.trim_start().is_empty().then_some(Parsed { whole, texts: parser.texts })
}

struct Parser<'a> {
    rest: &'a str,
    depth: usize,
    texts: BTreeSet<String>,
}

impl<'a> Parser<'a> {
    /// Takes `sign` if it comes next.
    fn take(&mut self, sign: &str) -> bool {
        let after = self.rest.trim_start().strip_prefix(sign);
        self.rest = after.unwrap_or(self.rest);
        after.is_some()
    }

    /// What `read` reads one step deeper.
    fn deeper(&mut self, read: impl FnOnce(&mut Self) -> Option<Expr>) -> Option<Expr> {
        if self.depth >= DEEPEST {
            return None;
        }
        self.depth += 1;
        let found = read(self);
        self.depth -= 1;
        found
    }

    fn choice(&mut self) -> Option<Expr> {
        let mut cases = Vec::new();
        loop {
            let found = self.chain(0)?;
            if !self.take("?") {
                let last = Box::new(found);
                return Some(if cases.is_empty() { *last } else { Expr::Choice(cases, last) });
            }
            let then = self.deeper(Self::choice)?;
            cases.push((found, then));
            self.take(":").then_some(())?;
        }
    }

    fn chain(&mut self, level: usize) -> Option<Expr> {
        let Some(operators) = LEVELS.get(level) else { return self.signed() };
        let first = self.chain(level + 1)?;
        let mut others = Vec::new();
        while let Some(operator) = operators.iter().find(|operator| self.take(operator.sign())) {
            // Two such signs together are one of another meaning.
            if self.rest.starts_with(['+', '-']) && self.last_sign_doubled(*operator) {
                return None;
            }
            others.push((*operator, self.chain(level + 1)?));
        }
        Some(if others.is_empty() { first } else { Expr::Chain(Box::new(first), others) })
    }

    fn last_sign_doubled(&self, operator: Operator) -> bool {
        matches!(operator, Operator::Plus | Operator::Minus) && self.rest.starts_with(operator.sign())
    }

    fn signed(&mut self) -> Option<Expr> {
        for (sign, made) in [("!", Expr::Not as fn(_) -> _), ("-", Expr::Negative)] {
            if self.take(sign) {
                if self.rest.starts_with('-') && sign == "-" {
                    return None;
                }
                return Some(made(Box::new(self.deeper(Self::signed)?)));
            }
        }
        let mut found = self.operand()?;
        while self.take(".") {
            let name = self.word()?;
            found = Expr::Method(Box::new(found), name.to_owned(), self.arguments()?);
            self.depth += 1;
            if self.depth > DEEPEST {
                return None;
            }
        }
        Some(found)
    }

    fn operand(&mut self) -> Option<Expr> {
        if self.take("(") {
            let inner = self.deeper(Self::choice)?;
            return self.take(")").then_some(inner);
        }
        let text = self.rest.trim_start();
        if text.starts_with('"') {
            let (literal, rest) = literal(text)?;
            self.rest = rest;
            return Some(Expr::Literal(Value::Text(literal)));
        }
        if text.starts_with(|c: char| c.is_ascii_digit()) {
            return self.number();
        }
        let word = self.word()?;
        match word {
            "true" | "false" => return Some(Expr::Literal(Value::Truth(word == "true"))),
            "null" | "new" | "this" | "super" | "return" | "instanceof" => return None,
            _ => {}
        }
        if self.rest.trim_start().starts_with('(') {
            return Some(Expr::Call(word.to_owned(), self.arguments()?));
        }
        let Some(after) = self.rest.strip_prefix('.') else { return Some(Expr::Property(word.to_owned())) };
        if word == "Integer" || word == "Math" {
            self.rest = after;
            let name = format!("{word}.{}", self.word()?);
            return Some(Expr::Call(name, self.arguments()?));
        }
        let end = after.find(|c| !is_name_part(c)).unwrap_or(after.len());
        OF_TEXTS.contains(&&after[..end]).then(|| self.texts.insert(word.to_owned()))?;
        Some(Expr::Property(word.to_owned()))
    }

    fn word(&mut self) -> Option<&'a str> {
        let text = self.rest.trim_start();
        let end = text.find(|c| !is_name_part(c)).unwrap_or(text.len());
        let (word, rest) = text.split_at(end);
        self.rest = rest;
        is_name(word).then_some(word)
    }

    fn arguments(&mut self) -> Option<Vec<Expr>> {
        self.take("(").then_some(())?;
        let mut all = Vec::new();
        while !self.take(")") {
            if !all.is_empty() {
                self.take(",").then_some(())?;
            }
            all.push(self.deeper(Self::choice)?);
        }
        Some(all)
    }

    /// A leading zero makes another base, a letter another type.
    fn number(&mut self) -> Option<Expr> {
        let text = self.rest.trim_start();
        let end = text.find(|c: char| !is_name_part(c) && c != '.').unwrap_or(text.len());
        let (word, rest) = text.split_at(end);
        self.rest = rest;
        let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
        if let Some((whole, part)) = word.split_once('.') {
            let plain = digits(whole) && digits(part) && !part.is_empty();
            return plain.then(|| word.parse().ok()).flatten().map(Value::Double).map(Expr::Literal);
        }
        let plain = digits(word) && (word == "0" || !word.starts_with('0'));
        plain.then(|| word.parse().ok()).flatten().map(Value::Number).map(Expr::Literal)
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

/// A text in quotes and what follows it; none where escapes other than of quote and backslash are in it.
fn literal(text: &str) -> Option<(String, &str)> {
    let mut out = String::new();
    let mut letters = text.strip_prefix('"')?.char_indices();
    while let Some((at, c)) = letters.next() {
        match c {
            '"' => return Some((out, &text[at + 2..])),
            '\\' => out.push(letters.next().map(|l| l.1).filter(|c| ['"', '\\'].contains(c))?),
            c => out.push(c),
        }
    }
    None
}
