//! The words, numbers, texts and signs of an expression, as the engine's interpreter takes a source apart.
//!
//! Engine class: `bsh.ParserTokenManager`.

use super::tree::ParseError;
use super::values::Value;

/// A word, number, text or sign, and where it begins.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Token<'s> {
    pub at: usize,
    pub kind: TokenKind<'s>,
}

/// What a token is.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum TokenKind<'s> {
    /// A name or a word of Java.
    Word(&'s str),
    /// A number, text or letter.
    Literal(Value),
    /// A whole number of 64 bits, which no property is.
    Long,
    /// A sign; those in letters stand as their Java.
    Sign(&'static str),
    /// Behind the last one.
    End,
}

/// Signs in letters and the Java that they stand for; longer ones come first.
const IN_LETTERS: [(&str, &str); 14] = [
    ("@right_unsigned_shift_assign", ">>>="),
    ("@right_unsigned_shift", ">>>"),
    ("@right_shift_assign", ">>="),
    ("@left_shift_assign", "<<="),
    ("@right_shift", ">>"),
    ("@left_shift", "<<"),
    ("@bitwise_and", "&"),
    ("@bitwise_or", "|"),
    ("@gteq", ">="),
    ("@lteq", "<="),
    ("@and", "&&"),
    ("@gt", ">"),
    ("@lt", "<"),
    ("@or", "||"),
];

/// Signs; longer ones come first.
const SIGNS: [&str; 48] = [
    ">>>=", "<<=", ">>=", ">>>", "==", "<=", ">=", "=~", "!~", "!=", "||", "&&", "++", "--", "<<", ">>",
    "+=", "-=", "*=", "/=", "&=", "|=", "^=", "%=", "(", ")", "{", "}", "[", "]", ";", ",", ".", "=", ">",
    "<", "!", "~", "?", ":", "+", "-", "*", "/", "&", "|", "^", "%",
];

/// Takes a source apart, from a place on.
///
/// # Errors
/// A letter begins nothing, or a text does not end.
pub(super) fn of(source: &str, from: usize) -> Result<Vec<Token<'_>>, ParseError> {
    let mut lexer = Lexer { source, at: from };
    let mut tokens = Vec::new();
    loop {
        lexer.skip()?;
        let at = lexer.at;
        let kind = lexer.next()?;
        let is_end = kind == TokenKind::End;
        tokens.push(Token { at, kind });
        if is_end {
            return Ok(tokens);
        }
    }
}

struct Lexer<'s> {
    source: &'s str,
    at: usize,
}

impl<'s> Lexer<'s> {
    fn rest(&self) -> &'s str {
        &self.source[self.at..]
    }

    fn fault<T>(at: usize, expected: &'static str) -> Result<T, ParseError> {
        Err(ParseError { at, expected, is_foreign: false })
    }

    /// Passes over blanks and comments. Letters from 128 to 255 are blanks where no longer name begins with them.
    fn skip(&mut self) -> Result<(), ParseError> {
        loop {
            let rest = self.rest();
            let blank = rest.find(|c: char| !is_blank(c)).unwrap_or(rest.len());
            if blank > 0 && blank >= name_length(rest) {
                self.at += blank;
            } else if rest.starts_with("//") {
                let end = rest.find(['\n', '\r']);
                // The engine puts its own words behind the source, on the same line.
                let Some(end) = end else {
                    return Self::fault(self.at, "a line end after the comment, or none of //");
                };
                self.at += end;
            } else if let Some(inner) = rest.strip_prefix("/*").filter(|inner| !inner.starts_with(['*', '/']))
            {
                let Some(end) = inner.find("*/") else { return Ok(()) };
                self.at += end + 4;
            } else {
                return Ok(());
            }
        }
    }

    fn next(&mut self) -> Result<TokenKind<'s>, ParseError> {
        let rest = self.rest();
        let Some(first) = rest.chars().next() else { return Ok(TokenKind::End) };
        let word = name_length(rest);
        if word > 0 {
            self.at += word;
            return Ok(TokenKind::Word(&rest[..word]));
        }
        if first.is_ascii_digit() || first == '.' && rest[1..].starts_with(|c: char| c.is_ascii_digit()) {
            return self.number();
        }
        match first {
            '"' => self.text().map(|text| TokenKind::Literal(Value::Text(text))),
            '\'' => self.letter().map(|letter| TokenKind::Literal(Value::Letter(letter))),
            _ => {
                let in_letters = IN_LETTERS.iter().find(|(word, _)| rest.starts_with(word)).copied();
                let sign = in_letters.or_else(|| {
                    SIGNS.iter().find(|sign| rest.starts_with(**sign)).map(|sign| (*sign, *sign))
                });
                let Some((word, sign)) = sign else { return Self::fault(self.at, "a letter of Java") };
                self.at += word.len();
                Ok(TokenKind::Sign(sign))
            }
        }
    }

    /// A number; a leading zero makes another base.
    fn number(&mut self) -> Result<TokenKind<'s>, ParseError> {
        let (at, rest) = (self.at, self.rest());
        let hexadecimal = ["0x", "0X"].iter().find_map(|begin| rest.strip_prefix(*begin));
        let digits = |text: &str, radix: u32| text.find(|c: char| !c.is_digit(radix)).unwrap_or(text.len());
        let (whole, radix) = match hexadecimal.map(|inner| digits(inner, 16)).filter(|length| *length > 0) {
            Some(length) => (length + 2, 16),
            None if rest.starts_with('0') => (digits(rest, 8), 8),
            None => (digits(rest, 10), 10),
        };
        let decimal = if radix == 16 { 0 } else { decimal_length(rest) };
        if decimal > whole {
            self.at += decimal;
            return Ok(TokenKind::Literal(decimal_value(&rest[..decimal])));
        }
        self.at += whole;
        if self.rest().starts_with(['l', 'L']) {
            self.at += 1;
            return Ok(TokenKind::Long);
        }
        let text = if radix == 16 { &rest[2..whole] } else { &rest[..whole] };
        match wrapped(text, radix) {
            Some(number) => Ok(TokenKind::Literal(Value::Number(number))),
            None => Self::fault(at, "a number of 32 bits"),
        }
    }

    /// A text in quotes, or in three of them on either side.
    fn text(&mut self) -> Result<String, ParseError> {
        let (start, rest) = (self.at, self.rest());
        if let Some(inner) = rest.strip_prefix("\"\"\"")
            && let Some(end) = inner.find("\"\"\"")
        {
            // Up to two more quotes belong to the text.
            let more = inner[end + 3..].bytes().take(2).take_while(|b| *b == b'"').count();
            self.at += end + more + 6;
            return Ok(inner[..end + more].to_owned());
        }
        let mut out = String::new();
        self.at += 1;
        loop {
            match self.rest().chars().next() {
                Some('"') => {
                    self.at += 1;
                    return Ok(out);
                }
                None | Some('\n' | '\r') => return Self::fault(start, "a quote at the end of the text"),
                Some('\\') => out.push(self.escaped()?),
                Some(c) => {
                    out.push(c);
                    self.at += c.len_utf8();
                }
            }
        }
    }

    /// One letter in single quotes.
    fn letter(&mut self) -> Result<char, ParseError> {
        let start = self.at;
        self.at += 1;
        let letter = match self.rest().chars().next() {
            Some('\\') => self.escaped()?,
            // A letter of the engine's has 16 bits.
            Some(c) if !matches!(c, '\'' | '\n' | '\r') && c.len_utf16() == 1 => {
                self.at += c.len_utf8();
                c
            }
            _ => return Self::fault(start, "one letter between single quotes; texts are in double quotes"),
        };
        if !self.rest().starts_with('\'') {
            return Self::fault(start, "one letter between single quotes; texts are in double quotes");
        }
        self.at += 1;
        Ok(letter)
    }

    /// What a backslash and the letters behind it stand for.
    fn escaped(&mut self) -> Result<char, ParseError> {
        let at = self.at;
        let inner = &self.rest()[1..];
        let foreign = |expected| Err(ParseError { at, expected, is_foreign: true });
        let (found, length) = match inner.chars().next() {
            Some(c @ ('"' | '\\' | '\'')) => (c, 1),
            Some('n') => ('\n', 1),
            Some('t') => ('\t', 1),
            Some('r') => ('\r', 1),
            Some('b') => ('\u{8}', 1),
            Some('f') => ('\u{c}', 1),
            Some('0'..='7') => {
                let octal = inner
                    .get(..3)
                    .filter(|three| *three <= "377")
                    .and_then(|three| u8::from_str_radix(three, 8).ok());
                match octal {
                    Some(code) => (char::from(code), 3),
                    None => return foreign("three octal digits"),
                }
            }
            Some('u') => {
                let us = inner.find(|c| c != 'u').unwrap_or(inner.len());
                let code = inner.get(us..us + 4).and_then(|four| u32::from_str_radix(four, 16).ok());
                match code.and_then(char::from_u32) {
                    // It stands for the letter before texts are looked for.
                    Some('"' | '\\' | '\'' | '\n' | '\r') | None => {
                        return foreign("four hexadecimal digits");
                    }
                    Some(c) => (c, us + 4),
                }
            }
            _ => return Self::fault(at, "two backslashes, or n, t or a quote behind one"),
        };
        self.at += 1 + length;
        Ok(found)
    }
}

/// How long a decimal is that a text begins with; 0 for whole numbers.
fn decimal_length(text: &str) -> usize {
    let digits = |text: &str| text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let whole = digits(text);
    let part = text[whole..].strip_prefix('.').map(|part| digits(part) + 1);
    if whole == 0 && part.is_none_or(|part| part < 2) {
        return 0;
    }
    let mut end = whole + part.unwrap_or(0);
    let exponent = text[end..].strip_prefix(['e', 'E']).and_then(|inner| {
        let unsigned = inner.trim_start_matches(['+', '-']);
        let sign = inner.len() - unsigned.len();
        let length = digits(unsigned);
        (sign < 2 && length > 0).then_some(1 + sign + length)
    });
    end += exponent.unwrap_or(0);
    let letter = text[end..].starts_with(['f', 'F', 'd', 'D']);
    if part.is_none() && exponent.is_none() && !letter { 0 } else { end + usize::from(letter) }
}

fn decimal_value(text: &str) -> Value {
    let number = text.trim_end_matches(['f', 'F', 'd', 'D']);
    // Java takes a point with digits on one side; so does Rust.
    if text.ends_with(['f', 'F']) {
        Value::Single(number.parse().unwrap_or(f32::NAN))
    } else {
        Value::Double(number.parse().unwrap_or(f64::NAN))
    }
}

/// A whole number as the interpreter reckons it: it refuses one that has gone below zero before its last digit.
fn wrapped(digits: &str, radix: u32) -> Option<i32> {
    digits.chars().try_fold(0_i32, |number, digit| {
        let digit = i32::try_from(digit.to_digit(radix)?).ok()?;
        (number >= 0).then(|| number.wrapping_mul(radix.cast_signed()).wrapping_add(digit))
    })
}

fn is_blank(c: char) -> bool {
    c <= ' ' || ('\u{80}'..='\u{ff}').contains(&c)
}

/// How long the name is that a text begins with; a name of letters that are blanks, too, is none.
fn name_length(text: &str) -> usize {
    if !text.starts_with(is_letter) {
        return 0;
    }
    let length = text.find(|c| !is_letter(c) && !is_digit(c)).unwrap_or(text.len());
    let blank = text.find(|c: char| !is_blank(c)).unwrap_or(text.len());
    if blank >= length { 0 } else { length }
}

/// Letters of names, as the interpreter's grammar lists them.
fn is_letter(c: char) -> bool {
    matches!(c,
        '$' | 'A'..='Z' | '_' | 'a'..='z' | '\u{c0}'..='\u{d6}' | '\u{d8}'..='\u{f6}' | '\u{f8}'..='\u{1fff}'
        | '\u{3040}'..='\u{318f}' | '\u{3300}'..='\u{337f}' | '\u{3400}'..='\u{3d2d}' | '\u{4e00}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}')
}

fn is_digit(c: char) -> bool {
    matches!(c,
        '0'..='9' | '\u{660}'..='\u{669}' | '\u{6f0}'..='\u{6f9}' | '\u{966}'..='\u{96f}' | '\u{9e6}'..='\u{9ef}'
        | '\u{a66}'..='\u{a6f}' | '\u{ae6}'..='\u{aef}' | '\u{b66}'..='\u{b6f}' | '\u{be7}'..='\u{bef}'
        | '\u{c66}'..='\u{c6f}' | '\u{ce6}'..='\u{cef}' | '\u{d66}'..='\u{d6f}' | '\u{e50}'..='\u{e59}'
        | '\u{ed0}'..='\u{ed9}' | '\u{1040}'..='\u{1049}')
}
