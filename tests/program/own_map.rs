//! A map that is a picture of the user's own: it is the board of the module, pixel by pixel, and a bad one is told.

use std::io::Cursor;
use std::path::Path;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use tempfile::TempDir;

use super::liege;

const PACK: &str = "format = 1\ntitle = \"Pond\"\n";
const NATIONS: &str = "format = 1\n";
const MODULE: &str = "format = 1\nname = \"Pond\"\n\n[[scenario]]\nname = \"Still\"\nfile = \"still.vsav\"\ntext = \"still.txt\"\n";
const STILL: &str = "game: pond\ntitle: Still\n";
const AREAS: &str = "id,name,kind,x,y,outline,source,note
west,West,land,,,\"0,0 60,0 60,80 0,80\",rules,
east,East,land,90,40,,rules,
";

fn sheets(picture: &str) -> String {
    format!("format = 1\n\n[[board]]\nname = \"Pond\"\npicture = \"{picture}\"\n")
}

/// A picture of 120 by 80 pixels in which no two neighbours are alike.
fn colours() -> RgbImage {
    RgbImage::from_fn(120, 80, |x, y| Rgb([(x * 2) as u8, (y * 3) as u8, ((x + y) % 7 * 30) as u8]))
}

fn encoded(format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    DynamicImage::ImageRgb8(colours()).write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

/// The folder of a game whose board shows this picture; no picture where the bytes are none.
fn pond(name: &str, bytes: Option<&[u8]>) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let sheets = sheets(name);
    let texts = [
        ("rules/pond/pack.toml", PACK),
        ("rules/pond/nations.toml", NATIONS),
        ("maps/pond/module.toml", MODULE),
        ("maps/pond/sheets.toml", &sheets),
        ("maps/pond/areas.csv", AREAS),
        ("oob/pond/scenarios/still.txt", STILL),
    ];
    let picture = format!("maps/pond/{name}");
    let texts = texts.iter().map(|(path, text)| (*path, text.as_bytes()));
    for (path, bytes) in texts.chain(bytes.map(|bytes| (picture.as_str(), bytes))) {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }
    folder
}

/// Builds the module with its save; what is said, and how it ends.
fn build(data: &Path, place: &Path) -> (String, Option<i32>) {
    let (module, saves) = (place.join("pond.vmod"), place.display().to_string());
    let words = ["build", "pond", "--data", data.to_str().unwrap(), "-o", module.to_str().unwrap()];
    let output = liege(&[&words[..], &["--saves", &saves]].concat());
    (String::from_utf8_lossy(&output.stderr).into_owned(), output.status.code())
}

/// An entry of the module.
fn entry(place: &Path, name: &str) -> Vec<u8> {
    let bytes = std::fs::read(place.join("pond.vmod")).unwrap();
    let archive = liege::format::archive::Archive::read(bytes, &liege::format::Limits::default()).unwrap();
    archive.read_entry(name).unwrap()
}

/// The board as `render` draws it: the middle of the picture, with a quarter of its size around it.
fn rendered(place: &Path) -> RgbImage {
    let (save, drawn) = (place.join("still.vsav"), place.join("still.png"));
    let output = liege(&["render", save.to_str().unwrap(), "-o", drawn.to_str().unwrap()]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let all = image::open(drawn).unwrap().into_rgb8();
    assert_eq!(all.dimensions(), (180, 120));
    image::imageops::crop_imm(&all, 30, 20, 120, 80).to_image()
}

#[test]
fn the_picture_is_the_board_of_the_module_and_render_draws_every_pixel_of_it() {
    for (format, name, image) in [
        (ImageFormat::Png, "pond.png", "images/board-1.png"),
        (ImageFormat::Jpeg, "pond.jpeg", "images/board-1.jpg"),
        (ImageFormat::Gif, "pond.gif", "images/board-1.gif"),
    ] {
        let bytes = encoded(format);
        let (data, place) = (pond(name, Some(&bytes)), tempfile::tempdir().unwrap());
        let (talk, status) = build(data.path(), place.path());
        assert_eq!(status, Some(0), "{talk}");
        assert!(!talk.contains("warning"), "the picture is used: {talk}");
        assert_eq!(entry(place.path(), image), bytes, "the file is kept as it is");
        let shown = image::load_from_memory(&bytes).unwrap().into_rgb8();
        assert!(rendered(place.path()) == shown, "{name}: other pixels");
    }
    let svg = b"<svg xmlns='http://www.w3.org/2000/svg' width='120' height='80'><rect width='60' height='80' fill='#123456'/><rect x='60' width='60' height='80' fill='#fedcba'/></svg>";
    let (data, place) = (pond("pond.svg", Some(svg)), tempfile::tempdir().unwrap());
    assert_eq!(build(data.path(), place.path()).1, Some(0));
    let drawn = image::load_from_memory(&entry(place.path(), "images/board-1.png")).unwrap().into_rgb8();
    assert_eq!(
        (drawn.get_pixel(10, 10).0, drawn.get_pixel(110, 70).0),
        ([0x12, 0x34, 0x56], [0xfe, 0xdc, 0xba])
    );
    assert!(rendered(place.path()) == drawn);
}

#[test]
fn a_picture_that_is_missing_broken_or_absurd_is_told_with_its_line_and_nothing_is_written() {
    let png = encoded(ImageFormat::Png);
    let mut absurd = png.clone();
    // Widths and heights that no file holds.
    absurd[16..24].copy_from_slice(&[0, 1, 0, 0, 0, 1, 0, 0]);
    let mut gif = encoded(ImageFormat::Gif);
    gif[6..10].copy_from_slice(&[0xff; 4]);
    let large = b"<svg xmlns='http://www.w3.org/2000/svg' width='1e9' height='1e9'/>";
    for (bytes, told) in [
        (None, "no such file"),
        (Some(&png[..png.len() / 2]), "the picture is broken: "),
        (Some(b"a letter".as_slice()), "expected a picture in PNG, JPEG, GIF or SVG"),
        (Some(&absurd), "maps/pond/pond.png: "),
        (Some(&gif), "expected a picture of 1 to 16000 pixels each way, found 65535 by 65535"),
        (Some(large), "expected a picture of 1 to 16000 pixels each way, found 1000000000 by 1000000000"),
        (Some(b"<svg><svg>"), "not a valid SVG"),
    ] {
        let (data, place) = (pond("pond.png", bytes), tempfile::tempdir().unwrap());
        let (talk, status) = build(data.path(), place.path());
        assert_eq!(status, Some(2), "{talk}");
        let begins = "maps/pond/sheets.toml:5: board \"Pond\": maps/pond/pond.png: ";
        assert!(talk.contains(begins) && talk.contains(told), "{told}: {talk}");
        assert_eq!(std::fs::read_dir(place.path()).unwrap().count(), 0);
    }
    let data = pond("pond.png", Some(&png));
    std::fs::write(data.path().join("maps/pond/sheets.toml"), sheets("pnod.png")).unwrap();
    let (talk, _) = build(data.path(), tempfile::tempdir().unwrap().path());
    assert!(talk.contains("no such file; did you mean \"pond.png\"?"), "{talk}");
    let own = sheets("pond.png") + "width_px = 100\nheight_px = 80\n";
    std::fs::write(data.path().join("maps/pond/sheets.toml"), own).unwrap();
    let (talk, status) = build(data.path(), tempfile::tempdir().unwrap().path());
    assert!(status == Some(2) && talk.contains("expected a picture of 100 by 80 pixels"), "{talk}");
}

#[test]
fn a_copy_of_the_game_holds_its_picture() {
    let bytes = encoded(ImageFormat::Png);
    let (data, place) = (pond("pond.png", Some(&bytes)), tempfile::tempdir().unwrap());
    let copy = place.path().join("copy");
    let words =
        ["data", "export", "pond", "-o", copy.to_str().unwrap(), "--data", data.path().to_str().unwrap()];
    assert!(liege(&words).status.success());
    assert_eq!(std::fs::read(copy.join("maps/pond/pond.png")).unwrap(), bytes);
}
