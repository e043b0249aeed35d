//! `docs/commands.md` has the help of every command; `LIEGE_UPDATE=1 cargo test --test program commands_page` writes it.

use std::path::Path;

use super::help::listed;
use super::told;

/// Everything below this line is made from the help.
const MADE: &str = "## All commands\n";
/// The block of a command's help that all commands share.
const COMMON: (&str, &str) = ("  -q, --quiet\n", "          Print help (see a summary with '-h')\n");

/// The commands below a command, as its help lists them.
fn below(help: &str) -> Vec<String> {
    let Some((_, block)) = help.split_once("\nCommands:\n") else { return Vec::new() };
    let own = block.lines().take_while(|line| !line.is_empty());
    let named = own.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = named.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help");
    names.map(str::to_owned).collect()
}

/// The help of a command without the options that all have.
fn own_part(help: &str) -> String {
    let (begin, end) = (help.find(COMMON.0), help.find(COMMON.1));
    let (Some(begin), Some(end)) = (begin, end) else { return help.to_owned() };
    let kept = help[..begin].trim_end();
    let kept = kept.strip_suffix("\nOptions:").map_or(kept, str::trim_end);
    format!("{kept}\n{}", &help[end + COMMON.1.len()..])
}

fn section(words: &[&str], heading: &str) -> String {
    let help = told(&[words, &["--help"]].concat(), 0);
    let own = own_part(&help);
    let (about, rest) = own.split_once("\n\n").unwrap();
    let about = about.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut text =
        format!("{heading} {}\n\n{about}\n\n```text\n{}\n```\n\n", words.join(" "), rest.trim_end());
    for name in below(&help) {
        text.push_str(&section(&[words, &[&name]].concat(), "####"));
    }
    text
}

/// The part of the page that is made.
fn made() -> String {
    let help = told(&["--help"], 0);
    let begin = help.find(COMMON.0).unwrap();
    let options = help[begin..].split_once("\n\nExit codes").unwrap().0;
    let mut text = format!("{MADE}\n### Options of every command\n\n```text\n{options}\n```\n\n");
    for command in listed() {
        text.push_str(&section(&[&command], "###"));
    }
    text.trim_end().to_owned() + "\n"
}

#[test]
fn the_page_of_commands_is_their_help() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/commands.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let by_hand = page.split(MADE).next().unwrap();
    let whole = format!("{by_hand}{}", made());
    if std::env::var("LIEGE_UPDATE").is_ok() {
        std::fs::write(&path, &whole).unwrap();
    } else if page != whole {
        let differs = page.lines().zip(whole.lines()).find(|(old, new)| old != new);
        panic!(
            "docs/commands.md differs from the help; LIEGE_UPDATE=1 cargo test --test program commands_page \
             writes it: {differs:?}"
        );
    }
}
