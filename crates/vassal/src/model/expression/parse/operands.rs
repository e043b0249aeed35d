//! What stands between the operators of an expression: values, properties, functions, methods, types.

use super::{DEEPEST, Parsed, Parser};
use crate::model::expression::tokens::TokenKind;
use crate::model::expression::tree::{Node, NodeKind, ParseError};
use crate::model::expression::values::Value;
use crate::model::expression::words;

impl<'s> Parser<'s> {
    /// Whether a type in parentheses comes next, and not a value.
    pub(super) fn is_cast(&self) -> bool {
        if !self.is_sign(0, "(") {
            return false;
        }
        if matches!(self.token(1).kind, TokenKind::Word(word) if words::is_primitive(word)) {
            return true;
        }
        let mut ahead = 1;
        while self.name(ahead).is_some() && self.is_sign(ahead + 1, ".") {
            ahead += 2;
        }
        if self.name(ahead).is_none() {
            return false;
        }
        let behind = |ahead: usize| match self.token(ahead).kind {
            TokenKind::Sign(sign) => ["~", "!", "("].contains(&sign),
            TokenKind::Word(word) => !words::is_reserved(word) || ["new", "null", "void"].contains(&word),
            TokenKind::Literal(_) | TokenKind::Long => true,
            TokenKind::End => false,
        };
        let is_list = self.is_sign(ahead + 1, "[") && self.is_sign(ahead + 2, "]");
        is_list || self.is_sign(ahead + 1, ")") && behind(ahead + 2)
    }

    /// A type by its name, with brackets behind it for a list.
    pub(super) fn type_name(&mut self) -> Parsed<String> {
        let name = self.type_name_without_list()?;
        Ok(name + &"[]".repeat(self.brackets()?))
    }

    /// How many pairs of brackets come next, as behind the type of a list.
    fn brackets(&mut self) -> Parsed<usize> {
        let mut pairs = 0;
        while self.take("[") {
            self.must("]", "a closing bracket")?;
            pairs += 1;
        }
        Ok(pairs)
    }

    /// Names with dots between them.
    fn names(&mut self, expected: &'static str) -> Parsed<Vec<&'s str>> {
        let mut names = vec![self.name(0).ok_or_else(|| self.wrong(expected))?];
        self.step();
        while self.is_sign(0, ".")
            && let Some(name) = self.name(1)
        {
            names.push(name);
            self.next += 2;
        }
        Ok(names)
    }

    /// A value with all that stands behind it: methods, places of lists.
    pub(super) fn primary(&mut self) -> Parsed<Node> {
        let at = self.at();
        let mut found = self.operand()?;
        let deep = self.depth;
        loop {
            let kind = if self.take("[") {
                let place = self.deeper(Self::expression)?;
                self.must("]", "a closing bracket")?;
                NodeKind::Item(found.into(), place.into())
            } else if self.take("{") {
                let inner = self.deeper(Self::expression)?;
                self.must("}", "a closing brace")?;
                NodeKind::Java(vec![found, inner])
            } else if self.take(".") {
                if self.is_word(0, "class") {
                    self.step();
                    NodeKind::Java(vec![found])
                } else {
                    let name = self.name(0).ok_or_else(|| self.wrong("the name of a method"))?;
                    self.step();
                    if self.is_sign(0, "(") {
                        NodeKind::Method(found.into(), name.to_owned(), self.arguments()?)
                    } else {
                        NodeKind::Java(vec![found])
                    }
                }
            } else {
                break;
            };
            found = Node { at, kind };
            // Each stands within the next.
            self.depth += 1;
            if self.depth > DEEPEST {
                return Err(ParseError {
                    at: self.at(),
                    expected: "an expression less deep",
                    is_foreign: true,
                });
            }
        }
        self.depth = deep;
        Ok(found)
    }

    fn operand(&mut self) -> Parsed<Node> {
        let at = self.at();
        let made = |kind| Ok(Node { at, kind });
        match self.kind().clone() {
            TokenKind::Literal(value) => {
                self.step();
                made(NodeKind::Literal(value))
            }
            TokenKind::Long => {
                self.step();
                made(NodeKind::Java(Vec::new()))
            }
            TokenKind::Sign("(") => {
                self.step();
                let inner = self.deeper(Self::expression)?;
                self.must(")", "a closing parenthesis")?;
                // What is set stays a value, and nothing can be set to it.
                Ok(inner)
            }
            TokenKind::Word("true") | TokenKind::Word("false") => {
                let truth = self.is_word(0, "true");
                self.step();
                made(NodeKind::Literal(Value::Truth(truth)))
            }
            TokenKind::Word("null" | "void") => {
                self.step();
                made(NodeKind::Nothing)
            }
            TokenKind::Word("new") => {
                self.step();
                self.new_object(at)
            }
            TokenKind::Word(word) if words::is_primitive(word) => {
                self.type_name()?;
                if self.is_sign(0, ".") && self.is_word(1, "class") {
                    return made(NodeKind::Java(Vec::new()));
                }
                Err(self.wrong("the word class behind a type"))
            }
            _ => self.named(at),
        }
    }

    /// A property, a function, or a method of a property.
    fn named(&mut self, at: usize) -> Parsed<Node> {
        let names = self.names("a value")?;
        if self.is_sign(0, "[") && self.is_sign(1, "]") {
            self.type_name_behind()?;
            return Ok(Node { at, kind: NodeKind::Java(Vec::new()) });
        }
        let is_called = self.is_sign(0, "(");
        let kind = match names[..] {
            [word] if !is_called => NodeKind::Property(word.to_owned()),
            [word] => NodeKind::Call(word.to_owned(), self.arguments()?),
            [word, method] if is_called && words::is_of_texts(method) => {
                self.texts.insert(word.to_owned());
                let property = Node { at, kind: NodeKind::Property(word.to_owned()) };
                NodeKind::Method(property.into(), method.to_owned(), self.arguments()?)
            }
            _ if is_called => NodeKind::Call(names.join("."), self.arguments()?),
            _ => NodeKind::Dotted(names.join(".")),
        };
        Ok(Node { at, kind })
    }

    /// The brackets of a list's type, of which only its class can be asked.
    fn type_name_behind(&mut self) -> Parsed<()> {
        self.brackets()?;
        if self.is_sign(0, ".") && self.is_word(1, "class") {
            Ok(())
        } else {
            Err(self.wrong("the word class"))
        }
    }

    /// What stands behind `new`.
    fn new_object(&mut self, at: usize) -> Parsed<Node> {
        let name = self.type_name_without_list()?;
        if self.is_sign(0, "<") {
            self.step();
            self.names("the name of a type")?;
            self.must(">", "a closing >")?;
        }
        if self.is_sign(0, "(") && !words::is_primitive(&name) {
            let given = self.arguments()?;
            if self.is_sign(0, "{") {
                return Err(ParseError { at: self.at(), expected: "no body of a class", is_foreign: true });
            }
            return Ok(Node { at, kind: NodeKind::Java(given) });
        }
        let mut inner = Vec::new();
        let mut is_first = true;
        while self.is_sign(0, "[") {
            self.step();
            if !self.is_sign(0, "]") {
                inner.push(self.deeper(Self::expression)?);
            } else if is_first {
                return Err(ParseError { at: self.at(), expected: "how long the list is", is_foreign: true });
            }
            self.must("]", "a closing bracket")?;
            is_first = false;
        }
        if is_first {
            Err(self.wrong("an opening parenthesis"))
        } else {
            Ok(Node { at, kind: NodeKind::Java(inner) })
        }
    }

    fn type_name_without_list(&mut self) -> Parsed<String> {
        if let TokenKind::Word(word) = *self.kind()
            && words::is_primitive(word)
        {
            self.step();
            return Ok(word.to_owned());
        }
        Ok(self.names("the name of a type")?.join("."))
    }

    fn arguments(&mut self) -> Parsed<Vec<Node>> {
        self.must("(", "an opening parenthesis")?;
        let mut all = Vec::new();
        while !self.take(")") {
            if !all.is_empty() {
                self.must(",", "a comma or a closing parenthesis")?;
            }
            all.push(self.deeper(Self::expression)?);
        }
        Ok(all)
    }
}
