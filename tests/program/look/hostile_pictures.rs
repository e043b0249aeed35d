//! Pictures made to harm: a few kilobytes that ask for minutes and gigabytes are named and left out, and the rest is drawn.

use std::process::{Command, Output};

use base64::Engine;

use super::corpus;

/// Kilobytes of memory and, as a last resort, seconds of processor time of a debug build.
const LIMITS: &str = "ulimit -t 30; ulimit -d 307200; exec \"$@\"";

fn limited(arguments: &[&std::ffi::OsStr]) -> Output {
    let liege = assert_cmd::cargo::cargo_bin!("liege");
    Command::new("sh").args(["-c", LIMITS, "sh"]).arg(liege).args(arguments).output().unwrap()
}

fn svg(side: u32, inside: &str) -> Vec<u8> {
    let head = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="{side}" height="{side}">"#
    );
    format!("{head}{inside}</svg>").into_bytes()
}

/// A white picture of so many pixels a side, of one bit each.
fn white(side: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, side, side);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::One);
    let mut writer = encoder.write_header().unwrap();
    let rows = vec![255; (side.div_ceil(8) * side) as usize];
    writer.write_image_data(&rows).unwrap();
    writer.finish().unwrap();
    bytes
}

fn filtered(side: u32, filter: &str) -> Vec<u8> {
    let filter = format!(r#"<filter id="f" x="0" y="0" width="1" height="1">{filter}</filter>"#);
    svg(side, &format!(r##"{filter}<rect width="{side}" height="{side}" filter="url(#f)"/>"##))
}

fn within(mime: &str, bytes: &[u8]) -> Vec<u8> {
    let text = base64::engine::general_purpose::STANDARD.encode(bytes);
    svg(50, &format!(r#"<image width="50" height="50" xlink:href="data:{mime};base64,{text}"/>"#))
}

/// Draws a tank that shows a picture beside one that is green; returns what was said, and whether
/// the green one can be seen.
fn drawn(name: &str, picture: &[u8]) -> (String, bool) {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let module = corpus::archive(&[
        ("buildFile.xml", corpus::BUILD_FILE.as_bytes()),
        ("moduledata", corpus::MODULE_DATA.as_bytes()),
        ("images/green.png", &corpus::green_square()),
        (&format!("images/{name}"), picture),
    ]);
    std::fs::write(path("small.vmod"), module).unwrap();
    let hostile = format!("+/3/piece;;;{name};Trap/Main;50;50;;0");
    let commands: Vec<&str> = corpus::COMMANDS.into_iter().chain([hostile.as_str()]).collect();
    std::fs::write(path("game.vsav"), corpus::save(&commands)).unwrap();
    let (save, module, png) = (path("game.vsav"), path("small.vmod"), path("game.png"));
    let output = limited(&[
        "render".as_ref(),
        save.as_os_str(),
        "--module".as_ref(),
        module.as_os_str(),
        "--side".as_ref(),
        "umpire".as_ref(),
        "-o".as_ref(),
        png.as_os_str(),
    ]);
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{name}: {:?} {told}", output.status);
    let is_green = image::open(png).unwrap().into_rgba8().get_pixel(150, 150).0 == [0, 200, 0, 255];
    (told, is_green)
}

#[test]
fn pictures_that_take_too_much_are_named_and_left_out() {
    let nested: String = (1..8)
        .map(|level| {
            format!(
                r#"<g id="g{level}">{}</g>"#,
                format!(r##"<use xlink:href="#g{}"/>"##, level - 1).repeat(10)
            )
        })
        .collect();
    let nested =
        format!(r##"<defs><rect id="g0" width="9" height="9"/>{nested}</defs><use xlink:href="#g7"/>"##);
    let zigzag: String =
        (0..300_000u64).map(|at| format!("L{} {}", at * 7919 % 3000, at * 104_729 % 3000)).collect();
    let cases = [
        ("blur.svg", filtered(3000, &r#"<feGaussianBlur stdDeviation="1000"/>"#.repeat(40))),
        ("noise.svg", filtered(3000, r#"<feTurbulence baseFrequency="0.05" numOctaves="100000"/>"#)),
        ("morphology.svg", filtered(800, r#"<feMorphology operator="dilate" radius="100"/>"#)),
        ("strokes.svg", svg(50, &r##"<path d="M1 1L9 9" stroke="#000"/>"##.repeat(300_000))),
        (
            "zigzag.svg",
            svg(3000, &format!(r##"<path d="M0 0{zigzag}" fill="none" stroke="#000" stroke-width="20"/>"##)),
        ),
        ("nested.svg", svg(50, &nested)),
        ("within.svg", within("image/png", &white(20_000))),
        ("twice-within.svg", within("image/svg+xml", &within("image/png", &white(20_000)))),
        ("large.png", white(20_000)),
    ];
    for (name, picture) in cases {
        let (told, is_green) = drawn(name, &picture);
        assert!(is_green, "{name}: what is beside it is drawn");
        assert!(told.contains(&format!("would take too much time or memory: {name}")), "{name}: {told}");
    }
}

#[test]
fn pictures_of_every_day_are_drawn_in_the_same_limits() {
    let cases = [
        ("shadow.svg", filtered(75, r#"<feGaussianBlur stdDeviation="3"/><feOffset dx="2" dy="2"/>"#)),
        ("lines.svg", svg(75, &r##"<path d="M1 1L70 70" stroke="#000"/>"##.repeat(2_000))),
        ("within.svg", within("image/png", &white(500))),
        ("card.png", white(3_000)),
    ];
    for (name, picture) in cases {
        let (told, _) = drawn(name, &picture);
        assert!(!told.contains(name), "{name}: {told}");
    }
}

#[test]
fn many_large_pictures_share_one_budget() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let (large, build) = (white(3_900), corpus::BUILD_FILE.as_bytes());
    let names: Vec<String> = (0..60).map(|number| format!("images/{number}.png")).collect();
    let mut entries: Vec<(&str, &[u8])> =
        vec![("buildFile.xml", build), ("moduledata", corpus::MODULE_DATA.as_bytes())];
    entries.extend(names.iter().map(|name| (name.as_str(), large.as_slice())));
    std::fs::write(path("small.vmod"), corpus::archive(&entries)).unwrap();
    let pieces: Vec<String> =
        (0..60).map(|number| format!("+/{number}/piece;;;{number}.png;Trap/Main;50;50;;0")).collect();
    let commands: Vec<&str> =
        corpus::COMMANDS[..3].iter().copied().chain(pieces.iter().map(String::as_str)).collect();
    std::fs::write(path("game.vsav"), corpus::save(&commands)).unwrap();
    let (save, module, png) = (path("game.vsav"), path("small.vmod"), path("game.png"));
    let output = limited(&[
        "render".as_ref(),
        save.as_os_str(),
        "--module".as_ref(),
        module.as_os_str(),
        "-o".as_ref(),
        png.as_os_str(),
    ]);
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{:?} {told}", output.status);
    assert!(told.contains("would take too much time or memory: ") && told.contains(" more"), "{told}");
}

#[test]
fn entries_are_unpacked_without_being_kept_and_a_picture_of_the_board_needs_no_copy() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    // A megabyte more than all the memory there is.
    let zeros = vec![0; 301 << 20];
    let module = corpus::archive(&[
        ("buildFile.xml", corpus::BUILD_FILE.as_bytes()),
        ("moduledata", corpus::MODULE_DATA.as_bytes()),
        ("sounds/silence.wav", &zeros),
        (".gitattributes", b"own"),
    ]);
    drop(zeros);
    std::fs::write(path("small.vmod"), module).unwrap();
    let (module, out) = (path("small.vmod"), path("out"));
    let output = limited(&["unpack".as_ref(), module.as_os_str(), "-o".as_ref(), out.as_os_str()]);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{:?} {told}", output.status);
    assert_eq!(out.join("sounds/silence.wav").metadata().unwrap().len(), 301 << 20);
    assert_eq!(std::fs::read(out.join(".gitattributes")).unwrap(), b"own");
}

#[cfg(unix)]
#[test]
fn input_without_end_is_refused() {
    for (input, stdin) in [("/dev/zero", "/dev/null"), ("-", "/dev/zero")] {
        let liege = assert_cmd::cargo::cargo_bin!("liege");
        let script = format!("{LIMITS} < {stdin}");
        let output = Command::new("sh")
            .args(["-c", &script, "sh"])
            .arg(liege)
            .args(["inspect", input])
            .output()
            .unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{input}: {:?} {told}", output.status);
        assert!(told.contains("has more than 268435456 bytes"), "{told}");
    }
}
