//! Reads relations over values and counts.

use super::expression::{Comparison, Expression, Sign};
use super::parse::{Op, Token, TokenReader, tokens};
use super::selector::{KnownWords, Looker};

/// A relation as a row has it.
///
/// # Errors
/// What cannot be read, or a word that nothing knows.
pub fn relation(text: &str, known: &KnownWords<'_>) -> Result<Comparison, String> {
    let tokens = tokens(text)?;
    let mut reader = TokenReader::new(&tokens);
    let left = sum(&mut reader, known)?;
    let op = reader.peek().and_then(|token| {
        Op::ALL.iter().find(|(sign, _)| !token.is_word && *sign == token.text).map(|(_, op)| *op)
    });
    let Some(op) = op else { return Err(reader.expected("one of == != < <= > >=")) };
    reader.take();
    let right = sum(&mut reader, known)?;
    if reader.peek().is_some() {
        return Err(reader.expected("+, -, * or the end"));
    }
    Ok(Comparison { left, op, right })
}

fn sum(reader: &mut TokenReader<'_>, known: &KnownWords<'_>) -> Result<Expression, String> {
    let mut left = product(reader, known)?;
    loop {
        let sign = if reader.eat("+") {
            Sign::Plus
        } else if reader.eat("-") {
            Sign::Minus
        } else {
            return Ok(left);
        };
        left = Expression::Of(Box::new(left), sign, Box::new(product(reader, known)?));
    }
}

fn product(reader: &mut TokenReader<'_>, known: &KnownWords<'_>) -> Result<Expression, String> {
    let mut left = part(reader, known)?;
    while reader.eat("*") {
        left = Expression::Of(Box::new(left), Sign::Times, Box::new(part(reader, known)?));
    }
    Ok(left)
}

fn part(reader: &mut TokenReader<'_>, known: &KnownWords<'_>) -> Result<Expression, String> {
    if reader.eat("(") {
        let inner = reader.deeper(|reader| sum(reader, known))?;
        reader.expect(")")?;
        return Ok(inner);
    }
    let Some(Token { text, quoted, .. }) = reader.peek().filter(|token| token.is_word) else {
        return Err(reader.expected("a number, the name of a value or count(...)"));
    };
    reader.take();
    if !quoted && text == "count" && reader.eat("(") {
        let node = reader.deeper(TokenReader::either)?;
        reader.expect(")")?;
        return Ok(Expression::Count(known.pieces_of(&node, Looker::Nobody)?));
    }
    Ok(match text.parse() {
        Ok(number) if !quoted => Expression::Number(number),
        _ => Expression::Value(known.value(text)?),
    })
}
