//! Text as people's programs save it: UTF-8 with a mark before it or without, and UTF-16 as Windows PowerShell writes it.

use std::borrow::Cow;

/// The mark that some editors put before a text.
const MARK: char = '\u{feff}';

/// Why a file is no text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoText {
    /// It is neither.
    #[error("is not text in UTF-8: see byte {at}")]
    Encoding {
        /// Where it is not.
        at: usize,
    },
    /// It begins as UTF-16 and is not.
    #[error("begins like text in UTF-16, but is not: see byte {at}")]
    Utf16 {
        /// Where it is not.
        at: usize,
    },
}

/// What to do about a file that is no text.
pub const HOW: &str = "save it as UTF-8; in PowerShell: … | Out-File FILE -Encoding utf8";

/// The order of the two bytes of a sign.
#[derive(Clone, Copy)]
enum Order {
    Little,
    Big,
}

/// The text of a file, without the mark before it. Ends of lines stay as they are.
///
/// # Errors
/// It is text in no encoding that is read here.
pub fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, NoText> {
    let (order, rest) = match bytes {
        [0xff, 0xfe, rest @ ..] => (Order::Little, rest),
        [0xfe, 0xff, rest @ ..] => (Order::Big, rest),
        // Without a mark: what people write begins with a sign of ASCII.
        [first, 0, ..] if *first != 0 && bytes.len().is_multiple_of(2) => (Order::Little, bytes),
        [0, second, ..] if *second != 0 && bytes.len().is_multiple_of(2) => (Order::Big, bytes),
        _ => {
            let text = std::str::from_utf8(bytes);
            let text = text.map_err(|error| NoText::Encoding { at: error.valid_up_to() })?;
            return Ok(Cow::Borrowed(text.strip_prefix(MARK).unwrap_or(text)));
        }
    };
    let begins = bytes.len() - rest.len();
    let (pairs, odd) = rest.as_chunks::<2>();
    if !odd.is_empty() {
        return Err(NoText::Utf16 { at: bytes.len() - 1 });
    }
    let units = pairs.iter().map(|pair| match order {
        Order::Little => u16::from_le_bytes(*pair),
        Order::Big => u16::from_be_bytes(*pair),
    });
    let mut text = String::with_capacity(rest.len());
    let mut at = begins;
    for sign in char::decode_utf16(units) {
        // A zero is a sign of no text, but of UTF-32.
        let sign = sign.ok().filter(|sign| *sign != '\0').ok_or(NoText::Utf16 { at })?;
        at += sign.len_utf16() * 2;
        text.push(sign);
    }
    Ok(Cow::Owned(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "1. CV, TR: SZ 35 > SZ 20\r\n# größer\r\n";

    fn utf16(mark: bool, order: fn(u16) -> [u8; 2]) -> Vec<u8> {
        let text = if mark { format!("{MARK}{TEXT}") } else { TEXT.to_owned() };
        text.encode_utf16().flat_map(order).collect()
    }

    #[test]
    fn a_text_is_the_same_however_it_was_saved() {
        let marked = format!("{MARK}{TEXT}");
        for bytes in [
            TEXT.as_bytes().to_vec(),
            marked.into_bytes(),
            utf16(true, u16::to_le_bytes),
            utf16(true, u16::to_be_bytes),
            utf16(false, u16::to_le_bytes),
            utf16(false, u16::to_be_bytes),
        ] {
            assert_eq!(decode(&bytes).unwrap(), TEXT, "{bytes:?}");
        }
        assert_eq!(decode(b"").unwrap(), "");
    }

    #[test]
    fn what_is_no_text_is_refused_where_it_stops_being_one() {
        assert_eq!(decode(b"CV\xe9"), Err(NoText::Encoding { at: 2 }));
        assert_eq!(decode(b"\xff\xfeC\0V"), Err(NoText::Utf16 { at: 4 }));
        assert_eq!(decode(b"\xff\xfeC\0\x00\xd8V\0"), Err(NoText::Utf16 { at: 4 }));
        assert_eq!(decode(b"\xff\xfe\0\0C\0\0\0"), Err(NoText::Utf16 { at: 2 }), "UTF-32");
    }
}
