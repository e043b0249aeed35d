//! Files made to harm: each command ends on each of them within a second of processor time (three of a debug build) and
//! 200 MB, with a message or a result.

use std::process::{Command, Output};

use super::corpus;

/// Seconds of processor time and kilobytes of memory that a command may take; a debug build is slower by as much.
const LIMITS: &str = if cfg!(debug_assertions) {
    "ulimit -t 3; ulimit -d 204800; exec \"$@\""
} else {
    "ulimit -t 1; ulimit -d 204800; exec \"$@\""
};

const COMMANDS: [&[&str]; 6] = [
    &["inspect", "{}"],
    &["inspect", "{}", "--format", "json", "--end"],
    &["convert", "{}", "--to", "json", "--side", "umpire"],
    &["unpack", "{}", "-o", "{out}"],
    &["diff", "{}", "{}", "--side", "umpire"],
    &["transcript", "{}", "--side", "umpire"],
];

fn save_of(text: &str) -> Vec<u8> {
    corpus::archive(&[("savedGame", text.as_bytes())])
}

/// A module with this build file.
fn module_of(build: &str) -> Vec<u8> {
    let about = "<?xml version=\"1.0\"?>\n<data><version>1</version><name>x</name></data>";
    corpus::archive(&[("buildFile.xml", build.as_bytes()), ("moduledata", about.as_bytes())])
}

fn in_root(inside: &str) -> String {
    format!("<VASSAL.build.GameModule name=\"x\" version=\"1\">{inside}</VASSAL.build.GameModule>")
}

/// A piece around which a trait is laid so often, as VASSAL would write it as long as that can be.
fn wrapped(definition: &str, state: &str, times: usize) -> String {
    let level = |text: &str, inner: &str, depth: usize| {
        let slashes = "\\".repeat(depth.min(40));
        format!("{text}{slashes}\t{inner}")
    };
    let (mut types, mut states) = ("piece;;;a.png;x".to_owned(), "Main;1;2;7;0".to_owned());
    for depth in 0..times {
        types = level(definition, &types, depth);
        states = level(state, &states, depth);
    }
    format!("begin_save\u{1b}+/1/{types}/{states}\u{1b}end_save")
}

fn fixtures() -> Vec<(&'static str, Vec<u8>)> {
    let zeros = vec![b'0'; 8 << 20];
    let deep = |open: &str, close: &str, times: usize| open.repeat(times) + &close.repeat(times);
    let escapes = format!("begin_save\u{1b}{}\u{1b}end_save", "\\".repeat(1 << 20));
    let many = |one: &str, times: usize| one.repeat(times);
    let entities = "<!DOCTYPE a [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;\">\
                    <!ENTITY c \"&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;\">]>";
    let dice = format!(
        "<VASSAL.build.module.DiceButton name=\"d\" reportFormat=\"{}\"/>",
        "$result$$nDice$$nSides$".repeat(2_000)
    );
    let log = |lines: usize| {
        let entries: String =
            (0..lines).map(|line| format!("\u{1b}LOG\tCHAT** 2d6 = {line},1 *** &lt;A&gt;")).collect();
        format!("begin_save\u{1b}end_save{entries}")
    };
    vec![
        ("zeros.vsav", corpus::archive(&[("savedGame", &zeros)])),
        ("zeros-of-a-picture.vmod", {
            let build = in_root("");
            corpus::archive(&[("buildFile.xml", build.as_bytes()), ("images/a.png", &zeros)])
        }),
        ("escapes.vsav", save_of(&escapes)),
        (
            "nested-commands.vsav",
            save_of(&(0..3_000).fold(String::from("end_save"), |inner, _| {
                if inner.len() > 1 << 20 {
                    inner
                } else {
                    format!("begin_save\u{1b}{}", inner.replace('\u{1b}', "\\\u{1b}"))
                }
            })),
        ),
        ("nested-elements.vmod", module_of(&deep("<a>", "</a>", 100_000))),
        ("entities.vmod", module_of(&format!("{entities}{}", in_root("&c;")))),
        (
            "attributes.vmod",
            module_of(&format!("<a {}/>", (0..50_000).map(|at| format!("b{at}=\"1\" ")).collect::<String>())),
        ),
        ("elements.vmod", module_of(&in_root(&many("<VASSAL.build.module.Map mapName=\"x\"/>", 4_000)))),
        ("dice.vmod", module_of(&in_root(&many(&dice, 20)))),
        ("traits.vsav", save_of(&wrapped("delete;x;68,130;", "", 3_000))),
        (
            "layers.vsav",
            save_of(&wrapped(
                "emb2;;128;A;;128;;;128;;;;1;false;0;0;a.png;;true;F;;;false;;1;1;false;;;;;1.0;;true",
                "1",
                300,
            )),
        ),
        (
            "expressions.vsav",
            save_of(&wrapped(&format!("calcProp;x;{{{}1{}}}", "(".repeat(5_000), ")".repeat(5_000)), "", 1)),
        ),
        ("self-reference.vsav", save_of(&wrapped("calcProp;x;{GetProperty(\"x\") + x};", "", 50))),
        (
            "pieces.vsav",
            save_of(&format!(
                "begin_save\u{1b}{}end_save",
                (0..5_000).map(|id| format!("+/{id}/piece;;;a.png;x/Main;1;2;7;0\u{1b}")).collect::<String>()
            )),
        ),
        (
            "stack-of-itself.vsav",
            save_of(
                "begin_save\u{1b}+/1/stack/Main;1;2;1;1;2@@0\u{1b}+/2/stack/Main;1;2;1;2@@0\u{1b}end_save",
            ),
        ),
        ("commands.vsav", save_of(&many("\u{1b}", 20 << 20))),
        ("tags.vmod", module_of(&in_root(&many("<a/>", 3 << 20)))),
        ("blanks.vmod", module_of(&in_root(&many(" ", 40 << 20)))),
        ("log.vlog", save_of(&log(2_000))),
        (
            "far-away.vsav",
            save_of("begin_save\u{1b}+/1/piece;;;a.png;x/Main;2147483647;-2147483648;7;0\u{1b}end_save"),
        ),
        ("broken-letters.vsav", corpus::archive(&[("savedGame", b"begin_save\x1bCHAT\xff\xfe\x1bend_save")])),
        ("paths.vmod", {
            let build = in_root("");
            corpus::archive(&[
                ("buildFile.xml", build.as_bytes()),
                ("images/../../a", b"x"),
                ("/etc/x", b"y"),
            ])
        }),
        (
            "no-zip.vsav",
            b"PK\x05\x06\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff".to_vec(),
        ),
    ]
}

fn limited(words: &[String]) -> Output {
    let program = assert_cmd::cargo::cargo_bin!("liege");
    Command::new("sh").args(["-c", LIMITS, "sh"]).arg(program).args(words).output().unwrap()
}

#[test]
#[cfg(target_os = "linux")]
fn no_file_takes_more_than_a_second_or_200_mb() {
    let mut faults = Vec::new();
    for (name, bytes) in fixtures() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(name);
        std::fs::write(&file, bytes).unwrap();
        for (number, command) in COMMANDS.iter().enumerate() {
            let out = folder.path().join(format!("out{number}"));
            let word = |word: &&str| match *word {
                "{}" => file.display().to_string(),
                "{out}" => out.display().to_string(),
                word => word.to_owned(),
            };
            let words: Vec<String> = command.iter().map(word).collect();
            let output = limited(&words);
            let talk = String::from_utf8_lossy(&output.stderr);
            let is_calm = output.status.code().is_some_and(|code| code <= 2) && !talk.contains("panicked");
            if !is_calm {
                let talk: String = talk.chars().take(300).collect();
                faults.push(format!("{name} {}: {:?} {talk}", command[0], output.status));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
