//! Pictures made to harm: a few kilobytes that ask for minutes and gigabytes are named and left out, and the rest is drawn.

use std::process::{Command, Output};

use base64::Engine;
use image::RgbaImage;

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

/// The position of the small module with more entries and more commands; returns what was said, and the picture.
fn rendered(entries: &[(&str, &[u8])], commands: &[String]) -> (String, RgbaImage) {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let own: [(&str, &[u8]); 3] = [
        ("buildFile.xml", corpus::BUILD_FILE.as_bytes()),
        ("moduledata", corpus::MODULE_DATA.as_bytes()),
        ("images/green.png", &corpus::green_square()),
    ];
    std::fs::write(path("small.vmod"), corpus::archive(&[&own, entries].concat())).unwrap();
    let commands: Vec<&str> =
        corpus::COMMANDS.into_iter().chain(commands.iter().map(String::as_str)).collect();
    std::fs::write(path("game.vsav"), corpus::save(&commands)).unwrap();
    let [save, module, png] = ["game.vsav", "small.vmod", "game.png"].map(path);
    let [side, umpire] = ["--side", "umpire"].map(std::ffi::OsStr::new);
    let output = limited(&[
        "render".as_ref(),
        save.as_os_str(),
        "--module".as_ref(),
        module.as_os_str(),
        side,
        umpire,
        "-o".as_ref(),
        png.as_os_str(),
    ]);
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{:?} {told}", output.status);
    (told, image::open(png).unwrap().into_rgba8())
}

/// Draws a tank that shows a picture beside one that is green; returns what was said, whether the green one can be seen,
/// and the colour in the middle of the other.
fn drawn(name: &str, picture: &[u8]) -> (String, bool, [u8; 4]) {
    let hostile = format!("+/3/piece;;;{name};Trap/Main;50;50;;0");
    let (told, pixels) = rendered(&[(&format!("images/{name}"), picture)], &[hostile]);
    (told, pixels.get_pixel(150, 150).0 == [0, 200, 0, 255], pixels.get_pixel(50, 50).0)
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
        let (told, is_green, _) = drawn(name, &picture);
        assert!(is_green, "{name}: what is beside it is drawn");
        assert!(
            told.contains(&format!("too complex to draw within the time and memory limit: {name}")),
            "{name}: {told}"
        );
    }
}

/// A PNG with so many empty texts before its pixels.
fn with_texts(count: usize) -> Vec<u8> {
    let [mut bytes, text] = [corpus::green_square(), b"\0\0\0\x02tEXta\0\0\0\0\0".repeat(count)];
    let behind_header = 33;
    bytes.splice(behind_header..behind_header, text);
    bytes
}

#[test]
fn of_a_file_that_grows_in_the_archive_no_more_is_read_than_a_picture_needs() {
    let padded = |bytes: Vec<u8>, count: usize| [bytes, vec![0; count]].concat();
    let comments = [b"GIF89a\x32\0\x32\0\0\0\0!\xfe".to_vec(), b"\x01a".repeat(75_000_000)].concat();
    let cases = [
        ("padded.png", padded(corpus::green_square(), 140 << 20)),
        ("padded.svg", padded(svg(50, ""), 140 << 20)),
        ("comments.gif", comments),
    ];
    for (name, picture) in cases {
        let (told, is_green, _) = drawn(name, &picture);
        assert!(is_green, "{name}: what is beside it is drawn");
        assert!(
            told.contains(&format!("too complex to draw within the time and memory limit: {name}")),
            "{told}"
        );
    }
    let (told, _, middle) = drawn("texts.png", &with_texts(4_000_000));
    assert_eq!(middle, [0, 200, 0, 255], "{told}");
}

#[test]
fn pictures_of_every_day_are_drawn_in_the_same_limits() {
    let (black, white_) = ([0, 0, 0, 255], [255; 4]);
    let styled = "<style>/* } */.a{fill:url(#l)}</style><linearGradient id=\"l\"><stop stop-color=\"#fff\"/></linearGradient><rect class=\"a\" width=\"75\" height=\"75\"/>";
    let cases = [
        ("shadow.svg", filtered(75, r#"<feGaussianBlur stdDeviation="3"/><feOffset dx="2" dy="2"/>"#), black),
        ("lines.svg", svg(75, &r##"<path d="M1 1L70 70" stroke="#000"/>"##.repeat(2_000)), black),
        ("styled.svg", svg(75, styled), white_),
        ("within.svg", within("image/png", &white(500)), white_),
        ("card.png", white(3_000), white_),
    ];
    for (name, picture, colour) in cases {
        let (told, _, middle) = drawn(name, &picture);
        assert!(!told.contains(name), "{name}: {told}");
        assert_eq!(middle, colour, "{name}");
    }
}

#[test]
fn many_pictures_share_one_budget() {
    let small = |inside: &str, times: usize| svg(50, &inside.repeat(times));
    for (ending, picture) in [
        ("png", white(3_900)),
        ("svg", small(r#"<path d="M1 1L9 9"/>"#, 140_000)),
        ("refused.svg", small(r#"<path d="M1 1L9 9"/>"#, 330_000)),
    ] {
        let names: Vec<String> = (0..60).map(|number| format!("images/{number}.{ending}")).collect();
        let entries: Vec<(&str, &[u8])> =
            names.iter().map(|name| (name.as_str(), picture.as_slice())).collect();
        let piece = |number| format!("+/{}/piece;;;{number}.{ending};Trap/Main;50;50;;0", number + 10);
        let (told, _) = rendered(&entries, &(0..60).map(piece).collect::<Vec<String>>());
        assert!(told.contains("too complex to draw within the time and memory limit: "), "{ending}: {told}");
        assert!(told.contains(" more"), "{ending}: {told}");
    }
}

/// Ten copies of the copies before, and so on, behind a comment that seems to end their rule.
#[test]
fn references_that_a_comment_hides_are_followed() {
    let rules: String =
        (0..8).map(|level| format!(".c{level}{{fill:red;/* }} */mask:url(#r{level})}}")).collect();
    let masks: String = (1..8)
        .map(|level| {
            let rects = format!(r#"<rect width="9" height="9" class="c{}"/>"#, level - 1).repeat(10);
            format!(r#"<mask id="r{level}">{rects}</mask>"#)
        })
        .collect();
    let picture = format!(
        r#"<style>{rules}</style><mask id="r0"><rect width="9" height="9"/></mask>{masks}<rect width="9" height="9" class="c7"/>"#
    );
    let (told, is_green, _) = drawn("hidden.svg", &svg(50, &picture));
    assert!(is_green && told.contains("limit: hidden.svg"), "{told}");
}

/// Prototypes of which each has the next one three times, with a trigger at the end, in a piece that places itself.
#[test]
fn prototypes_that_fan_out_are_looked_at_once_each() {
    let definition = |traits: &[&str]| {
        let (mut types, mut states) = (String::new(), String::new());
        for (depth, own) in traits.iter().enumerate() {
            let escape = "\\".repeat(depth);
            types.push_str(&format!("{own}{escape}\t"));
            states.push_str(&format!("{escape}\t"));
        }
        format!("+/null/{types}piece;;;;x/{states}null;0;0;1;0")
    };
    let prototype = |number: usize, traits: &[&str]| {
        let class = "VASSAL.build.module.PrototypeDefinition";
        format!("<{class} name=\"p{number}\">{}</{class}>", definition(traits))
    };
    let next = |number: usize| prototype(number, &[format!("prototype;p{}", number + 1).as_str(); 3]);
    let all: String = (0..16).map(next).collect();
    let last = prototype(16, &["macro;t;;65,130;;66,130;"]);
    let place = "placemark;Re;77,130;VASSAL.build.module.PieceWindow:C\\/VASSAL.build.widget.PieceSlot:Tank;null;0;0;false;77,130;;11;0;false";
    let slot = definition(&[place, "prototype;p0"]);
    let more = format!(
        "<VASSAL.build.module.PrototypesContainer>{all}{last}</VASSAL.build.module.PrototypesContainer>\
         <VASSAL.build.module.PieceWindow name=\"C\"><VASSAL.build.widget.PieceSlot entryName=\"Tank\" gpid=\"1\">{slot}</VASSAL.build.widget.PieceSlot></VASSAL.build.module.PieceWindow></VASSAL.build.GameModule>"
    );
    let build = corpus::BUILD_FILE.replace("</VASSAL.build.GameModule>", &more);
    let folder = tempfile::tempdir().unwrap();
    let module = folder.path().join("fan.vmod");
    let entries = [("buildFile.xml", build.as_bytes()), ("moduledata", corpus::MODULE_DATA.as_bytes())];
    std::fs::write(&module, corpus::archive(&entries)).unwrap();
    let output = limited(&["lint".as_ref(), module.as_os_str()]);
    let told = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{told} {:?}", output.status);
    assert!(told.contains("VASSAL-K03"), "{told}");
}

#[test]
fn entries_are_unpacked_without_being_kept() {
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
        assert!(told.contains("more than 256 MiB from a pipe or device; use a file"), "{told}");
    }
}
