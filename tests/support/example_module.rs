//! The module on the page of a lint.

use liege::convert::readable;
use liege::format::Timestamp;
use liege::format::build_file::Document;
use liege::format::metadata::Metadata;
use liege::format::module_file::ModuleFile;

/// The text of the first block of code with this word behind its fence.
pub fn block<'p>(page: &'p str, word: &str) -> Option<&'p str> {
    let (_, rest) = page.split_once(&format!("```{word}\n"))?;
    rest.split_once("```").map(|(text, _)| text)
}

/// A build file of its readable form, which has `␟` for the control character U+001F, as it cannot hold that.
pub fn document(text: &str) -> Document {
    let (mut root, _) =
        readable::join(&|_| Some(text.as_bytes()), &mut |_| {}).expect("the module can be read");
    root.attributes.iter_mut().for_each(|(_, value)| *value = value.replace('␟', "\u{1f}"));
    Document { before: Vec::new(), root, after: Vec::new() }
}

/// A picture that is as large as a page says: `(200 × 150)`.
fn blank_picture(how: &str) -> Vec<u8> {
    let (width, height) = how.trim_matches(['(', ')']).split_once(" × ").expect("a width and a height");
    let number = |text: &str| text.parse::<u32>().expect("a number of pixels");
    if number(width) > 10_000 {
        return beginning_of_a_picture(number(width), number(height));
    }
    let mut png = std::io::Cursor::new(Vec::new());
    let blank = image::GrayImage::new(number(width), number(height));
    blank.write_to(&mut png, image::ImageFormat::Png).expect("a picture can be written");
    png.into_inner()
}

/// A PNG of one pixel with a text in it, by which it differs from others.
pub fn picture(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 1, 1);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.add_text_chunk("Comment".to_owned(), text.to_owned()).expect("a text");
    let mut writer = encoder.write_header().expect("a header");
    writer.write_image_data(&[0]).expect("a pixel");
    drop(writer);
    bytes
}

/// A PNG that says how large it is, and has few of its pixels.
fn beginning_of_a_picture(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Grayscale);
    let mut writer = encoder.write_header().expect("a header");
    writer.write_chunk(png::chunk::IDAT, &[0; 20_000]).expect("some pixels");
    drop(writer);
    bytes
}

/// The bytes of the module of a page: its text, with the pictures or files that a line behind it names.
pub fn bytes(page: &str) -> Vec<u8> {
    let document = document(block(page, "toml").expect("a page has a module"));
    let mut file = ModuleFile::new(document, Metadata::default()).expect("a new module");
    let files = |line: &'static str| page.lines().find_map(move |own| own.strip_prefix(line));
    let files = files("With the pictures ").or_else(|| files("With the files ")).unwrap_or_default();
    for (number, own) in files.trim_end_matches('.').split(", ").enumerate() {
        let Some((name, how)) = own.strip_prefix('`').and_then(|rest| rest.split_once('`')) else {
            continue;
        };
        let content = match how.trim() {
            "(empty)" => Vec::new(),
            "(the same)" => picture("0"),
            "(a text)" => b"A note for the next version.".to_vec(),
            "(Java 26)" => b"\xca\xfe\xba\xbe\0\0\0\x46".to_vec(),
            how if how.contains('×') => blank_picture(how),
            _ => picture(&number.to_string()),
        };
        file.archive.insert(name, content).expect("a name of an entry");
    }
    file.write(Timestamp::from_day(1942, 8, 7)).expect("it can be written")
}
