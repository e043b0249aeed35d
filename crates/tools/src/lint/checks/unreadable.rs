//! Files among the pictures that VASSAL cannot show: no pictures at all, cut short, of a kind that it does not read.

use std::collections::BTreeSet;
use std::io::{self, BufRead, BufReader, Read};

use quick_xml::Reader;
use quick_xml::events::Event;

use super::super::roles::Role;
use super::super::{ReadPictures, Subject, Told};
use super::images::in_folder;
use vassal::format::archive::Archive;

/// The endings by which a file in the folder of pictures says that it is one.
const ENDINGS: [&str; 6] = ["png", "gif", "jpg", "jpeg", "bmp", "svg"];
/// So many unpacked bytes of all pictures are read; of those behind them only the beginning.
const MOST_READ: u64 = 1 << 29;
/// A byte of a drawing takes as long to read as so many of a bitmap.
const PER_BYTE_OF_SVG: u64 = 8;
/// And one of a GIF, which may be a block of its own.
const PER_BYTE_OF_GIF: u64 = 4;
/// So many first bytes tell what a file is.
const START: usize = 64;
/// A larger drawing is not read to its end.
const LARGEST_SVG: u64 = 1 << 24;
/// Bytes of a bitmap up to the end of the oldest header, and those of newer headers behind it.
const BMP_HEADER: usize = 26;
const BMP_REST: usize = 12;
/// The length of the oldest header.
const BMP_OLDEST: u32 = 12;

/// An entry in the folder of pictures that VASSAL cannot show: of those that are called as pictures are, and of those that
/// something shows.
pub fn unreadable(subject: &Subject<'_>, told: &mut Told<'_>) {
    let shown: BTreeSet<&str> = subject.of_role(Role::Picture).map(|value| value.text.trim()).collect();
    let mut left = Left { bytes: MOST_READ, pixels: MOST_PIXELS };
    for (entry, name) in in_folder(subject.file) {
        let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_lowercase());
        let is_called_so = ending.is_some_and(|ending| ENDINGS.contains(&ending.as_str()));
        if !is_called_so && !shown.contains(name) {
            continue;
        }
        if let Some(wrong) =
            wrong_with((&subject.file.archive, &entry.name), entry.size, subject.reader, &mut left)
        {
            told.of_entry(&entry.name, wrong.message.to_owned(), wrong.help.map(str::to_owned));
        }
    }
}

/// How much of pictures is still read.
struct Left {
    bytes: u64,
    pixels: u64,
}

/// So many pixels of all pictures are unpacked.
const MOST_PIXELS: u64 = 100_000_000;
/// A picture of more pixels is not unpacked: a board, whose end tells whether it is whole.
const LARGEST_UNPACKED: u64 = 4_000_000;

/// Why a file cannot be shown, and what to do.
struct Wrong {
    message: &'static str,
    help: Option<&'static str>,
}

impl Wrong {
    const fn because(message: &'static str) -> Option<Self> {
        Some(Self { message, help: None })
    }
}

/// The kinds of pictures that VASSAL reads, by their first bytes.
enum Kind {
    Png,
    Gif,
    Jpeg,
    Bmp,
    /// Read by Java, and nobody makes pieces of it.
    Tiff,
}

fn kind_of(start: &[u8]) -> Option<Kind> {
    let kinds: [(&[u8], Kind); 6] = [
        (b"\x89PNG\r\n\x1a\n", Kind::Png),
        (b"GIF8", Kind::Gif),
        (b"\xff\xd8\xff", Kind::Jpeg),
        (b"BM", Kind::Bmp),
        (b"II*\0", Kind::Tiff),
        (b"MM\0*", Kind::Tiff),
    ];
    kinds.into_iter().find(|(beginning, _)| start.starts_with(beginning)).map(|(_, kind)| kind)
}

fn wrong_with(
    (archive, entry): (&Archive, &str),
    size: u64,
    reader: Option<&dyn ReadPictures>,
    left: &mut Left,
) -> Option<Wrong> {
    let start = archive.read_start(entry, START).ok()?;
    let Some(kind) = kind_of(&start) else { return no_bitmap(archive, entry, (size, &start), left) };
    let per_byte = if matches!(kind, Kind::Gif) { PER_BYTE_OF_GIF } else { 1 };
    left.bytes = left.bytes.checked_sub(size.saturating_mul(per_byte))?;
    let is_whole = archive.with_entry(entry, |bytes, _| {
        let mut bytes = BufReader::new(bytes);
        match kind {
            Kind::Png => png(&mut bytes),
            Kind::Gif => gif(&mut bytes),
            Kind::Jpeg => jpeg(&mut bytes),
            Kind::Bmp => bmp(&mut bytes, size),
            Kind::Tiff => Ok(true),
        }
    });
    let cut = "it is cut short: its end is missing";
    match is_whole.ok()? {
        Ok(true)
            if matches!(kind, Kind::Png)
                && !can_be_unpacked((archive, entry), (&start, size), reader, left) =>
        {
            Wrong::because("it is damaged: its pixels cannot be unpacked")
        }
        Ok(true) => None,
        Ok(false) => Wrong::because("it is damaged: it is not a valid picture of its kind"),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Wrong::because(cut),
        Err(_) => Wrong::because("its entry in the archive is damaged"),
    }
}

/// What a file is that is no bitmap; none for an SVG.
fn no_bitmap(archive: &Archive, entry: &str, (size, start): (u64, &[u8]), left: &mut Left) -> Option<Wrong> {
    let text = String::from_utf8_lossy(start).trim_start_matches('\u{feff}').trim_start().to_lowercase();
    let is = |beginning: &str| text.starts_with(beginning);
    let pointer = |message| {
        let help =
            Some("fetch the picture itself before the module is packed: git lfs pull, or git annex get");
        Some(Wrong { message, help })
    };
    // Drawings may be packed once more.
    if start.starts_with(b"\x1f\x8b") {
        return None;
    }
    match () {
        () if size == 0 => Wrong::because("it is empty"),
        () if is("version https://git-lfs.github.com/") => {
            pointer("it is a Git LFS pointer, not the picture")
        }
        () if is("/annex/objects/") => pointer("it is a git-annex pointer, not the picture"),
        () if is("<!doctype html") || is("<html") => Wrong::because("it is a web page, not a picture"),
        () if is("<") => {
            left.bytes = left.bytes.checked_sub(size.saturating_mul(PER_BYTE_OF_SVG))?;
            svg(archive, entry, size)
        }
        () if start.starts_with(b"RIFF") && start.get(8..12) == Some(b"WEBP") => {
            Wrong::because("it is a WebP picture, which VASSAL does not read")
        }
        () if start.get(4..8) == Some(b"ftyp") => {
            Wrong::because("it is an AVIF, HEIC or film file, which VASSAL does not read")
        }
        () if start.starts_with(b"%PDF") => Wrong::because("it is a PDF, which VASSAL does not show"),
        () if !start.contains(&0) && std::str::from_utf8(start).is_ok() => {
            Wrong::because("it is a text, not a picture")
        }
        () => Wrong::because("it is not a picture that VASSAL can read"),
    }
}

fn skip(bytes: &mut impl Read, count: u64) -> io::Result<()> {
    let skipped = io::copy(&mut bytes.take(count), &mut io::sink())?;
    if skipped == count { Ok(()) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
}

fn take<const N: usize>(bytes: &mut impl Read) -> io::Result<[u8; N]> {
    let mut taken = [0; N];
    bytes.read_exact(&mut taken)?;
    Ok(taken)
}

/// Goes from chunk to chunk to the end.
fn png(bytes: &mut impl Read) -> io::Result<bool> {
    skip(bytes, 8)?;
    let (mut is_first, mut has_pixels) = (true, false);
    loop {
        let length = u32::from_be_bytes(take(bytes)?);
        let name: [u8; 4] = take(bytes)?;
        if is_first && (name != *b"IHDR" || length != 13) || !name.iter().all(u8::is_ascii_alphabetic) {
            return Ok(false);
        }
        if is_first {
            let size: [u8; 8] = take(bytes)?;
            if size[..4] == [0; 4] || size[4..] == [0; 4] {
                return Ok(false);
            }
            skip(bytes, u64::from(length) - 8 + 4)?;
        } else if name == *b"IEND" {
            return Ok(has_pixels);
        } else {
            has_pixels |= name == *b"IDAT" && length > 0;
            skip(bytes, u64::from(length) + 4)?;
        }
        is_first = false;
    }
}

/// Goes from block to block to the end of the first picture; what stands behind it VASSAL does not need.
fn gif(bytes: &mut impl Read) -> io::Result<bool> {
    let [.., flags, _, _]: [u8; 13] = take(bytes)?;
    let colours = |flags: u8| if flags & 0x80 == 0 { 0 } else { 3 << ((flags & 7) + 1) };
    skip(bytes, colours(flags))?;
    let blocks = |bytes: &mut dyn Read| -> io::Result<()> {
        loop {
            let mut bytes = &mut *bytes;
            match take::<1>(&mut bytes)? {
                [0] => return Ok(()),
                [length] => skip(&mut bytes, u64::from(length))?,
            }
        }
    };
    loop {
        match take::<1>(bytes)? {
            [b'!'] => {
                skip(bytes, 1)?;
                blocks(bytes)?;
            }
            [b','] => {
                let [.., flags]: [u8; 9] = take(bytes)?;
                skip(bytes, colours(flags) + 1)?;
                blocks(bytes)?;
                return Ok(true);
            }
            _ => return Ok(false),
        }
    }
}

/// Goes from mark to mark to that of its end; what lies between them is passed by, previews with ends of their own, too.
fn jpeg(bytes: &mut impl BufRead) -> io::Result<bool> {
    let mut has_pixels = false;
    skip(bytes, 2)?;
    loop {
        bytes.skip_until(0xff)?;
        let mut mark = take::<1>(bytes)?;
        while mark == [0xff] {
            mark = take(bytes)?;
        }
        match mark {
            [0xd9] => return Ok(has_pixels),
            // No mark, or one with nothing behind it.
            [0 | 1 | 0xd0..=0xd8] => {}
            [mark] => {
                has_pixels |= mark == 0xda;
                let length = u16::from_be_bytes(take(bytes)?);
                let Some(behind) = length.checked_sub(2) else { return Ok(false) };
                skip(bytes, behind.into())?;
            }
        }
    }
}

/// Compares where its pixels begin, and how many bytes they take, with how many there are.
fn bmp(bytes: &mut impl Read, size: u64) -> io::Result<bool> {
    let head: [u8; BMP_HEADER] = take(bytes)?;
    let (begin, header) = (u64::from(number(&head, 10)), number(&head, 14));
    let short = |at: usize| u64::from(number(&head, at) & 0xffff);
    let (width, height, depth, packed) = if header == BMP_OLDEST {
        (short(18), short(20), short(24), None)
    } else {
        let rest: [u8; BMP_REST] = take(bytes)?;
        // Rows from top to bottom have a height below zero; colours by masks take as much as those without.
        let height = u64::from(number(&head, 22).cast_signed().unsigned_abs());
        let packed = (!matches!(number(&rest, 4), 0 | 3)).then(|| u64::from(number(&rest, 8)));
        (u64::from(number(&head, 18)), height, u64::from(number(&rest, 2) & 0xffff), packed)
    };
    if begin < BMP_HEADER as u64 || width == 0 || height == 0 {
        return Ok(false);
    }
    let bits = width.saturating_mul(depth);
    // Each row but the last is filled up to four bytes.
    let whole =
        bits.div_ceil(32).saturating_mul(4).saturating_mul(height - 1).saturating_add(bits.div_ceil(8));
    match begin.saturating_add(packed.unwrap_or(whole)) <= size {
        true => Ok(true),
        false => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}

/// A number of four bytes, the lowest first; behind the end there are zeros.
fn number(bytes: &[u8], at: usize) -> u32 {
    let mut four = [0; 4];
    four.iter_mut().zip(bytes.iter().skip(at)).for_each(|(to, from)| *to = *from);
    u32::from_le_bytes(four)
}

/// Whether a drawing is well-formed to its end.
fn svg(archive: &Archive, entry: &str, size: u64) -> Option<Wrong> {
    if size > LARGEST_SVG {
        return None;
    }
    let bytes = archive.read_entry(entry).ok()?;
    let mut reader = Reader::from_reader(bytes.as_slice());
    let (mut depth, mut has_root) = (0_usize, false);
    let no_svg = "it is not an SVG: it begins with another element";
    loop {
        match reader.read_event() {
            Ok(Event::Start(own) | Event::Empty(own)) if !has_root && own.local_name().as_ref() != "svg" => {
                return Wrong::because(no_svg);
            }
            Ok(Event::Start(_)) => {
                has_root = true;
                depth += 1;
            }
            Ok(Event::Empty(_)) => has_root = true,
            Ok(Event::End(_)) => depth = depth.saturating_sub(1),
            Ok(Event::Eof) if has_root && depth == 0 => return None,
            Ok(Event::Eof) if has_root => return Wrong::because("it is cut short: its end is missing"),
            Ok(Event::Eof) => return Wrong::because(no_svg),
            Ok(_) => {}
            Err(_) => return Wrong::because("it is an SVG that is not well-formed"),
        }
    }
}

/// Whether the pixels of a counter can be unpacked. Without a reader nothing is known of them.
fn can_be_unpacked(
    (archive, entry): (&Archive, &str),
    (start, size): (&[u8], u64),
    reader: Option<&dyn ReadPictures>,
    left: &mut Left,
) -> bool {
    let Some(reader) = reader else { return true };
    let number =
        |at: usize| start.get(at..at + 4).and_then(|four| four.try_into().ok()).map_or(0, u32::from_be_bytes);
    let pixels = u64::from(number(16)).saturating_mul(u64::from(number(20)));
    if pixels > LARGEST_UNPACKED || pixels > left.pixels || size > LARGEST_UNPACKED * 8 {
        return true;
    }
    left.pixels -= pixels;
    archive.read_entry(entry).is_ok_and(|bytes| reader.has_pixels(&bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawings_take_from_what_is_read_of_all_pictures_before_they_are_read() {
        let mut archive = Archive::new();
        let broken = b"<svg><g></svg>";
        archive.insert("a.svg", broken.to_vec()).unwrap();
        let size = broken.len() as u64;
        let mut left = Left { bytes: size * PER_BYTE_OF_SVG, pixels: 0 };
        assert!(wrong_with((&archive, "a.svg"), size, None, &mut left).is_some());
        assert!(wrong_with((&archive, "a.svg"), size, None, &mut left).is_none(), "nothing left");
    }
}
