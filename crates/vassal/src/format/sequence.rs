//! The escaped, nestable list that carries every structured text of VASSAL.
//!
//! Engine class: `tools.SequenceEncoder`.

use std::borrow::Cow;

use super::text::Text;

/// A value that the encoding would change on the way back.
///
/// Backslashes are not escaped, so a value that ends in one and is followed by
/// another value turns the separator into data.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "value {position} of a list, \"{value}\", ends in a backslash and would swallow the separator \
     {delimiter:?}; remove or move the backslash"
)]
pub struct Unencodable {
    /// Place in the list, from 1.
    pub position: usize,
    /// The value, shortened to its end.
    pub value: String,
    /// The separator of this list.
    pub delimiter: char,
}

/// Joins values with `delimiter`; no values give `None`, which VASSAL calls null.
///
/// An empty value and a null value have the same encoding.
///
/// # Errors
/// A value other than the last that ends in a backslash and does not start with one.
pub fn encode<I>(values: I, delimiter: char) -> Result<Option<String>, Unencodable>
where
    I: IntoIterator,
    I::Item: AsRef<str>,
{
    let mut out = String::new();
    let mut count = 0;
    for value in values {
        if count > 0 {
            if out.ends_with('\\') {
                return Err(swallowed(&out, count, delimiter));
            }
            out.push(delimiter);
        }
        push_value(&mut out, value.as_ref(), delimiter);
        count += 1;
    }
    Ok((count > 0).then_some(out))
}

/// Joins values as [`encode`] does; no values give the empty text.
///
/// # Errors
/// See [`encode`].
pub fn join<I>(values: I, delimiter: char) -> Result<String, Unencodable>
where
    I: IntoIterator,
    I::Item: AsRef<str>,
{
    Ok(encode(values, delimiter)?.unwrap_or_default())
}

fn swallowed(out: &str, position: usize, delimiter: char) -> Unencodable {
    let value = out.rsplit(delimiter).next().unwrap_or_default();
    let start = value.char_indices().rev().nth(39).map_or(0, |(at, _)| at);
    Unencodable { position, value: value[start..].to_owned(), delimiter }
}

/// Appends one escaped and, where needed, quoted value.
pub(super) fn push_value(out: &mut String, value: &str, delimiter: char) {
    let quoted = value.starts_with('\\') || (value.starts_with('\'') && value.ends_with('\''));
    if quoted {
        out.push('\'');
    }
    let mut rest = value;
    while let Some(at) = find(rest, delimiter) {
        out.push_str(&rest[..at]);
        out.push('\\');
        out.push(delimiter);
        rest = &rest[at + delimiter.len_utf8()..];
    }
    out.push_str(rest);
    if quoted {
        out.push('\'');
    }
}

/// Splits `text` into its values. An empty text has exactly one empty value.
#[must_use]
pub fn decode(text: &str, delimiter: char) -> Vec<String> {
    Decoder::new(text, delimiter).map(Cow::into_owned).collect()
}

/// The values of a list, as parts of its text where no escape or quote stands in the way.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Split {
    /// The values, at least one.
    pub values: Vec<Text>,
    /// Whether [`encode`] makes the same text of them.
    pub is_exact: bool,
}

impl Split {
    /// The values, where they come back identical.
    #[must_use]
    pub fn exact(self) -> Option<Vec<Text>> {
        self.is_exact.then_some(self.values)
    }
}

/// Splits `text` into its values, as [`decode`] does, and copies none that stands in it as it is.
#[must_use]
pub fn split(text: &Text, delimiter: char) -> Split {
    let mut decoder = Decoder::of_all(text, delimiter);
    let mut found = Split { values: Vec::new(), is_exact: true };
    while let Some((value, is_exact)) = decoder.next_value() {
        found.is_exact &= is_exact;
        found.values.push(text.share_cow(value));
    }
    found
}

/// How many values a text has, where [`encode`] makes the same text of them.
#[must_use]
pub fn exact_count(text: &str, delimiter: char) -> Option<usize> {
    let mut decoder = Decoder::of_all(text, delimiter);
    if decoder.is_plain {
        return Some(count(text, delimiter) + 1);
    }
    let mut count = 0;
    while let Some((_, is_exact)) = decoder.next_value() {
        if !is_exact {
            return None;
        }
        count += 1;
    }
    Some(count)
}

/// The values of a list of so many, as parts of its text as in [`split`]; none of another number, or where [`encode`] would
/// make another text of them.
#[must_use]
pub fn exactly<const N: usize>(text: &Text, delimiter: char) -> Option<[Text; N]> {
    let mut decoder = Decoder::of_all(text, delimiter);
    let mut values = std::array::from_fn(|_| Text::default());
    for value in &mut values {
        let (read, _) = decoder.next_value().filter(|(_, is_exact)| *is_exact)?;
        *value = text.share_cow(read);
    }
    decoder.rest.is_none().then_some(values)
}

/// Where a separator stands first.
pub(super) fn find(text: &str, delimiter: char) -> Option<usize> {
    match u8::try_from(delimiter) {
        Ok(byte) if byte.is_ascii() => memchr::memchr(byte, text.as_bytes()),
        _ => text.find(delimiter),
    }
}

/// How many separators there are.
fn count(text: &str, delimiter: char) -> usize {
    match u8::try_from(delimiter) {
        Ok(byte) if byte.is_ascii() => memchr::memchr_iter(byte, text.as_bytes()).count(),
        _ => text.matches(delimiter).count(),
    }
}

/// A whole number, where it is written as the engine writes it.
#[must_use]
pub fn number(text: &str) -> Option<i32> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_plain = text == "0" || !(digits.starts_with(['0', '+']) || digits.is_empty());
    text.parse().ok().filter(|_| is_plain)
}

/// Whether a value that was read from `raw` is written as it stood there.
///
/// Escapes always are: a separator inside a value stands behind a backslash, and nothing else is escaped. Only quotes
/// leave doubt.
pub(super) fn comes_back(value: &str, raw: &str, delimiter: char) -> bool {
    if !matches!(raw.as_bytes().first(), Some(b'\'' | b'\\')) {
        return true;
    }
    let mut again = String::with_capacity(raw.len());
    push_value(&mut again, value, delimiter);
    again == raw
}

/// Reads the values of a list one after the other.
#[derive(Debug, Clone)]
pub struct Decoder<'a> {
    rest: Option<&'a str>,
    delimiter: char,
    /// Whether no escape and no quote is known to stand in the text.
    is_plain: bool,
}

impl<'a> Decoder<'a> {
    /// A reader of `text`.
    #[must_use]
    pub fn new(text: &'a str, delimiter: char) -> Self {
        Self { rest: Some(text), delimiter, is_plain: false }
    }

    /// The same for a text of which all values are read: it is worth a look whether there are escapes at all.
    pub(super) fn of_all(text: &'a str, delimiter: char) -> Self {
        let is_plain = memchr::memchr2(b'\\', b'\'', text.as_bytes()).is_none();
        Self { is_plain, ..Self::new(text, delimiter) }
    }

    /// The unread tail as it stands, still escaped; `None` when all is read.
    #[must_use]
    pub fn remaining(&self) -> Option<&'a str> {
        self.rest
    }

    /// The next value still escaped and quoted.
    pub fn next_raw(&mut self) -> Option<&'a str> {
        self.next_part().map(|(raw, _)| raw)
    }

    /// The next value, and whether it is written again as it stands.
    pub(super) fn next_value(&mut self) -> Option<(Cow<'a, str>, bool)> {
        if self.is_plain {
            return self.next_plain().map(|value| (Cow::Borrowed(value), true));
        }
        let (raw, has_escapes) = self.next_part()?;
        let value = if has_escapes { unescape(raw, self.delimiter) } else { Cow::Borrowed(unquote(raw)) };
        let is_exact = comes_back(&value, raw, self.delimiter);
        Some((value, is_exact))
    }

    /// The next value of a text without escapes and quotes.
    fn next_plain(&mut self) -> Option<&'a str> {
        let text = self.rest?;
        let Some(at) = find(text, self.delimiter) else { return self.rest.take() };
        self.rest = Some(&text[at + self.delimiter.len_utf8()..]);
        Some(&text[..at])
    }

    /// The next value still escaped and quoted, and whether separators stand in it.
    fn next_part(&mut self) -> Option<(&'a str, bool)> {
        let text = self.rest?;
        let mut from = 0;
        while let Some(at) = find(&text[from..], self.delimiter).map(|at| from + at) {
            let after = at + self.delimiter.len_utf8();
            if !text[..at].ends_with('\\') {
                self.rest = Some(&text[after..]);
                return Some((&text[..at], from > 0));
            }
            from = after;
        }
        self.rest = None;
        Some((text, from > 0))
    }
}

impl<'a> Iterator for Decoder<'a> {
    type Item = Cow<'a, str>;

    fn next(&mut self) -> Option<Cow<'a, str>> {
        self.next_value().map(|(value, _)| value)
    }
}

/// Takes one level of escapes and quotes from a value that [`Decoder::next_raw`] gave.
#[must_use]
pub fn unescape(raw: &str, delimiter: char) -> Cow<'_, str> {
    if find(raw, delimiter).is_none() {
        return Cow::Borrowed(unquote(raw));
    }
    let mut out = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = find(rest, delimiter) {
        let before = &rest[..at];
        out.push_str(before.strip_suffix('\\').unwrap_or(before));
        out.push(delimiter);
        rest = &rest[at + delimiter.len_utf8()..];
    }
    out.push_str(rest);
    let bare = unquote(&out).len();
    if bare < out.len() {
        out.truncate(out.len() - 1);
        out.remove(0);
    }
    Cow::Owned(out)
}

fn unquote(text: &str) -> &str {
    text.strip_prefix('\'').and_then(|tail| tail.strip_suffix('\'')).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Backslashes, quotes and separators in any order, or none.
        #[test]
        fn a_list_that_is_split_at_once_has_the_values_that_are_read_one_by_one(
            parts in prop::collection::vec(prop::sample::select(vec!["a", ";", ";", "\\", "'", "\\;", "東"]), 0..12)
        ) {
            let text = Text::from(parts.concat());
            let found = split(&text, ';');
            let values: Vec<&str> = found.values.iter().map(Text::as_str).collect();
            prop_assert_eq!(&values, &decode(&text, ';'));
            let comes_back = encode(&values, ';').is_ok_and(|again| again.unwrap_or_default() == text.as_str());
            // What is said to come back does.
            prop_assert!(comes_back || !found.is_exact);
            prop_assert_eq!(exact_count(&text, ';'), found.is_exact.then_some(values.len()));
            let two = found.exact().and_then(|values| values.try_into().ok());
            prop_assert_eq!(exactly::<2>(&text, ';'), two);
        }
    }
}
