//! The encodings that the command text of a save has had over the years.
//!
//! Engine classes: `tools.io.ObfuscatingOutputStream`, `tools.io.DeobfuscatingInputStream`.

use std::io::{Read, Write};

use super::limits::Limits;

const VCSK: &[u8] = b"!VCSK";
const VOBS: &[u8] = b"VOBS";
const BANG_VOBS: &[u8] = b"!VOBS";
const XZ: &[u8] = &[0xFD, b'7', b'z', b'X', b'Z', 0];
const XZ_PRESET: u32 = 3;
/// The largest XZ dictionary we give memory to; VASSAL writes 4 MiB.
const XZ_DICTIONARY: u32 = 64 << 20;

/// How the command text is laid down in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8 as it is.
    Plain,
    /// `!VCSK`, then key and text as hexadecimal digits; every VASSAL reads it.
    Vcsk {
        /// Every byte of the text is combined with it.
        key: u8,
        /// Digits above 9 are written in upper case.
        upper: bool,
    },
    /// `VOBS`, then key and text as raw bytes; 3.8.0-beta2 alone writes it.
    Vobs {
        /// Every byte of the text is combined with it.
        key: u8,
        /// The header is `!VOBS`.
        bang: bool,
    },
    /// An XZ stream; since 3.8.0-beta3.
    Xz,
}

impl Encoding {
    /// The encoding of a new save, with its key byte taken from the text.
    #[must_use]
    pub fn for_new(text: &str) -> Self {
        Self::Vcsk { key: key_of(text), upper: false }
    }

    /// The name people use for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Vcsk { .. } => "vcsk",
            Self::Vobs { .. } => "vobs",
            Self::Xz => "xz",
        }
    }
}

/// A key byte that depends on the text alone and is never 0.
#[must_use]
pub fn key_of(text: &str) -> u8 {
    use sha2::Digest as _;
    sha2::Sha256::digest(text.as_bytes()).iter().copied().find(|byte| *byte != 0).unwrap_or(1)
}

/// A stream that cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StreamError {
    /// The last byte has only one digit.
    #[error(
        "the text ends in half a byte: {digits} hexadecimal digits after the !VCSK header, expected an even number; the file is cut short"
    )]
    OddDigits {
        /// Digits after the header.
        digits: usize,
    },
    /// Something else than a digit.
    #[error("byte {offset} is {found:?}, expected a hexadecimal digit")]
    NotHex {
        /// Offset in the stream, from 0.
        offset: usize,
        /// What stands there.
        found: char,
    },
    /// The header is all there is.
    #[error("the file ends after its {header} header, expected a key byte and text")]
    NoKey {
        /// The header found.
        header: &'static str,
    },
    /// The decoded bytes are no UTF-8.
    #[error("the decoded text is not UTF-8 at byte {offset}; the file is damaged or not a VASSAL file")]
    BrokenUtf8 {
        /// Offset in the decoded text, from 0.
        offset: usize,
    },
    /// More than the limit.
    #[error(
        "the decoded text is longer than {limit} bytes; raise the limit with --max-size if the file can be trusted"
    )]
    TooLong {
        /// The limit in bytes.
        limit: u64,
    },
    /// The XZ stream asks for too much memory.
    #[error("the XZ stream wants a dictionary of more than {limit} bytes")]
    Dictionary {
        /// The limit in bytes.
        limit: u32,
    },
    /// The bytes do not come.
    #[error("{0}")]
    Read(#[source] std::io::Error),
    /// The XZ stream is damaged.
    #[error("the XZ stream cannot be read: {0}")]
    Xz(#[source] std::io::Error),
    /// An encoding that no released VASSAL wrote.
    #[error(
        "no released VASSAL writes the header {header}; the file is damaged, or the game must be saved again \
         with a released VASSAL"
    )]
    Unreleased {
        /// The header found.
        header: String,
    },
}

/// Decodes a stream and tells its encoding.
///
/// # Errors
/// Digits, length, compression or UTF-8 are not as the header promises.
pub fn decode(bytes: &[u8], limits: &Limits) -> Result<(Encoding, String), StreamError> {
    let (encoding, decoded) = decode_bytes(bytes, limits)?;
    let text = String::from_utf8(decoded)
        .map_err(|error| StreamError::BrokenUtf8 { offset: error.utf8_error().valid_up_to() })?;
    Ok((encoding, text))
}

/// The same, with U+FFFD for letters that are not UTF-8, as the engine reads them; tells where the first stood.
/// VASSAL before 3 wrote letters as the computer of the player had them.
///
/// # Errors
/// Digits, length or compression are not as the header promises.
pub fn decode_lossy(bytes: &[u8], limits: &Limits) -> Result<(Encoding, String, Option<usize>), StreamError> {
    decode_bytes(bytes, limits).map(as_text)
}

/// Decoded bytes as text, with U+FFFD for letters that are not UTF-8, and where the first such stood.
pub(super) fn as_text((encoding, decoded): (Encoding, Vec<u8>)) -> (Encoding, String, Option<usize>) {
    match String::from_utf8(decoded) {
        Ok(text) => (encoding, text, None),
        Err(error) => {
            let lost = error.utf8_error().valid_up_to();
            (encoding, String::from_utf8_lossy(error.as_bytes()).into_owned(), Some(lost))
        }
    }
}

fn decode_bytes(bytes: &[u8], limits: &Limits) -> Result<(Encoding, Vec<u8>), StreamError> {
    decode_read(&mut &*bytes, bytes.len(), limits)
}

/// Reads a stream of about `size` bytes to its end and decodes it on the way, so that coded and decoded text never stand
/// in memory both.
pub(super) fn decode_read(
    source: &mut dyn Read,
    size: usize,
    limits: &Limits,
) -> Result<(Encoding, Vec<u8>), StreamError> {
    let mut head = Vec::with_capacity(XZ.len());
    (&mut *source).take(XZ.len() as u64).read_to_end(&mut head).map_err(StreamError::Read)?;
    let size = size.min(MOST_RESERVED);
    let (encoding, mut decoded) = if let Some(start) = head.strip_prefix(VCSK) {
        decode_vcsk(start, source, size)?
    } else if let Some(start) = head.strip_prefix(VOBS) {
        decode_vobs(rest(start, source, size, limits)?, false)?
    } else if let Some(start) = head.strip_prefix(BANG_VOBS) {
        decode_vobs(rest(start, source, size, limits)?, true)?
    } else if head.starts_with(XZ) {
        (Encoding::Xz, decode_xz(&rest(&head, source, size, limits)?, limits)?)
    } else if head.len() >= 5 && head[0] == b'!' && head[1..5].iter().all(u8::is_ascii_uppercase) {
        let header = String::from_utf8_lossy(&head[..5]).into_owned();
        return Err(StreamError::Unreleased { header });
    } else {
        (Encoding::Plain, rest(&head, source, size, limits)?)
    };
    if decoded.len() as u64 > limits.text_bytes {
        let limit = limits.text_bytes;
        return Err(StreamError::TooLong { limit });
    }
    decoded.shrink_to_fit();
    Ok((encoding, decoded))
}

/// The declared size may lie: so much is reserved, and more only as bytes really come.
const MOST_RESERVED: usize = 1 << 26;

/// All that is left of a source behind its first bytes, or a byte more than is allowed.
fn rest(start: &[u8], source: &mut dyn Read, size: usize, limits: &Limits) -> Result<Vec<u8>, StreamError> {
    let mut bytes = Vec::with_capacity(size.max(start.len()));
    bytes.extend_from_slice(start);
    let most = limits.text_bytes.saturating_add(1);
    source.take(most).read_to_end(&mut bytes).map_err(StreamError::Read)?;
    Ok(bytes)
}

/// How many digits are read at a time.
const CHUNK: usize = 1 << 16;

fn decode_vcsk(start: &[u8], source: &mut dyn Read, size: usize) -> Result<(Encoding, Vec<u8>), StreamError> {
    let mut decoded = Vec::with_capacity(size / 2);
    let mut upper = None;
    let mut chunk = vec![0; CHUNK];
    chunk[..start.len()].copy_from_slice(start);
    let mut filled = start.len();
    loop {
        let read = match source.read(&mut chunk[filled..]) {
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            read => read.map_err(StreamError::Read)?,
        };
        filled += read;
        let digits = &chunk[..filled];
        let letter = || digits.iter().find(|digit| digit.is_ascii_alphabetic());
        upper = upper.or_else(|| letter().map(u8::is_ascii_uppercase));
        let before = 2 * decoded.len();
        if !push_pairs(&mut decoded, digits) {
            let at = digits.iter().position(|digit| !digit.is_ascii_hexdigit()).unwrap_or_default();
            return Err(StreamError::NotHex {
                offset: VCSK.len() + before + at,
                found: char::from(digits[at]),
            });
        }
        let odd = filled % 2;
        if read == 0 {
            return match (before + filled, odd) {
                (0, _) => Err(StreamError::NoKey { header: "!VCSK" }),
                (digits, 1) => Err(StreamError::OddDigits { digits }),
                _ => Ok(unveiled(decoded, upper.unwrap_or(false))),
            };
        }
        chunk[0] = chunk[filled - 1];
        filled = odd;
    }
}

/// Appends the bytes that pairs of digits stand for; false where something is no digit. Without a table and without a
/// way out, so that many digits are read at a time.
fn push_pairs(decoded: &mut Vec<u8>, digits: &[u8]) -> bool {
    let strange = digits.iter().fold(false, |strange, digit| strange | !digit.is_ascii_hexdigit());
    let before = decoded.len();
    decoded.resize(before + digits.len() / 2, 0);
    for (byte, pair) in decoded[before..].iter_mut().zip(digits.as_chunks().0) {
        *byte = byte_of(*pair);
    }
    !strange
}

/// The text behind its key.
fn unveiled(mut decoded: Vec<u8>, upper: bool) -> (Encoding, Vec<u8>) {
    let key = decoded.remove(0);
    decoded.iter_mut().for_each(|byte| *byte ^= key);
    (Encoding::Vcsk { key, upper }, decoded)
}

/// The byte that two hexadecimal digits stand for; both are read at once.
fn byte_of(pair: [u8; 2]) -> u8 {
    let pair = u16::from_le_bytes(pair);
    let values = (pair & 0x0F0F) + 9 * (pair >> 6 & 0x0101);
    let [byte, _] = (values << 4 | values >> 8).to_le_bytes();
    byte
}

fn decode_vobs(mut raw: Vec<u8>, bang: bool) -> Result<(Encoding, Vec<u8>), StreamError> {
    let header = if bang { "!VOBS" } else { "VOBS" };
    if raw.is_empty() {
        return Err(StreamError::NoKey { header });
    }
    let key = raw.remove(0);
    raw.iter_mut().for_each(|byte| *byte ^= key);
    Ok((Encoding::Vobs { key, bang }, raw))
}

fn decode_xz(bytes: &[u8], limits: &Limits) -> Result<Vec<u8>, StreamError> {
    check_dictionary(bytes)?;
    let most = limits.text_bytes.saturating_add(1);
    // A damaged stream must end in a message even where the decoder panics.
    std::panic::catch_unwind(|| {
        let mut out = Vec::new();
        lzma_rust2::XzReader::new(bytes, false).take(most).read_to_end(&mut out).map(|_| out)
    })
    .unwrap_or_else(|_| Err(std::io::ErrorKind::InvalidData.into()))
    .map_err(StreamError::Xz)
}

/// Refuses a first block whose dictionary alone would eat our memory.
fn check_dictionary(bytes: &[u8]) -> Result<(), StreamError> {
    let Some(property) = dictionary_property(bytes) else {
        return Ok(());
    };
    // 2 or 3, shifted: the size code of the LZMA2 filter.
    let size = u64::from(2 | (property & 1)) << (property / 2 + 11).min(40);
    if size > u64::from(XZ_DICTIONARY) {
        let limit = XZ_DICTIONARY;
        return Err(StreamError::Dictionary { limit });
    }
    Ok(())
}

/// The size code of the LZMA2 filter, the last of the first block's header.
fn dictionary_property(bytes: &[u8]) -> Option<u8> {
    let header_words = usize::from(*bytes.get(12)?) + 1;
    let header = bytes.get(12..12 + header_words * 4 - 4)?;
    let at = header.windows(2).rposition(|pair| pair == [0x21, 1])?;
    header.get(at + 2).copied()
}

/// Encodes a text; the same text and encoding give the same bytes.
///
/// # Errors
/// The XZ encoder fails.
pub fn encode(text: &str, encoding: Encoding) -> Result<Vec<u8>, StreamError> {
    Ok(match encoding {
        Encoding::Plain => text.as_bytes().to_vec(),
        Encoding::Vcsk { key, upper } => encode_vcsk(text, key, upper),
        Encoding::Vobs { key, bang } => {
            let header = if bang { BANG_VOBS } else { VOBS };
            let mut out = Vec::with_capacity(header.len() + 1 + text.len());
            out.extend_from_slice(header);
            out.push(key);
            out.extend(text.bytes().map(|byte| byte ^ key));
            out
        }
        Encoding::Xz => encode_xz(text).map_err(StreamError::Xz)?,
    })
}

fn encode_vcsk(text: &str, key: u8, upper: bool) -> Vec<u8> {
    let digits: &[u8; 16] = if upper { b"0123456789ABCDEF" } else { b"0123456789abcdef" };
    let pair = |byte: u8| [digits[usize::from(byte >> 4)], digits[usize::from(byte & 15)]];
    let mut out = Vec::with_capacity(VCSK.len() + 2 + 2 * text.len());
    out.extend_from_slice(VCSK);
    out.extend(pair(key));
    for byte in text.bytes() {
        out.extend(pair(byte ^ key));
    }
    out
}

fn encode_xz(text: &str) -> std::io::Result<Vec<u8>> {
    let options = lzma_rust2::XzOptions::with_preset(XZ_PRESET);
    let mut writer = lzma_rust2::XzWriter::new(Vec::new(), options)?;
    writer.write_all(text.as_bytes())?;
    writer.finish()
}
