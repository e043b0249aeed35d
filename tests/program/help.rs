//! Help pages.

use std::collections::BTreeSet;
use std::path::Path;

use super::told;

/// The commands that the program lists in its help.
pub fn listed() -> Vec<String> {
    let help = told(&["--help"], 0);
    let block = help.split_once("\nCommands:\n").unwrap().1.split("\n\n").next().unwrap().to_owned();
    let name = |line: &str| line.split_whitespace().next().unwrap().to_owned();
    // A description that runs over goes on further in.
    let begins = |line: &&str| line.starts_with("  ") && !line.starts_with("   ");
    block.lines().filter(begins).map(name).filter(|name| name != "help").collect()
}

/// A page of the project's own.
fn page(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// The words that follow the program's name in a text: what readers are told to type.
fn typed(text: &str) -> BTreeSet<String> {
    let words = text
        .split("liege ")
        .skip(1)
        .map(|rest| rest.chars().take_while(|c| c.is_ascii_lowercase() || *c == '-').collect::<String>());
    let before_code = |word: &String| !word.is_empty() && !word.starts_with('-');
    words.filter(before_code).collect()
}

/// The code in a text, between backticks and in fenced blocks, one piece a line.
fn code(text: &str) -> String {
    text.replace("```", "`").split('`').skip(1).step_by(2).collect::<Vec<_>>().join("\n")
}

#[test]
fn every_help_page_has_an_example() {
    for command in listed() {
        let help = told(&[&command, "--help"], 0);
        assert!(help.contains(&format!("Example: liege {command}")), "{command}:\n{help}");
    }
}

#[test]
fn every_command_that_a_page_or_help_names_exists() {
    let listed: BTreeSet<String> = listed().into_iter().collect();
    let mut texts = vec![("README.md".to_owned(), code(&page("README.md")))];
    for entry in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs")).unwrap() {
        let path = format!("docs/{}", entry.unwrap().file_name().to_string_lossy());
        texts.extend(path.ends_with(".md").then(|| (path.clone(), code(&page(&path)))));
    }
    texts.push(("liege --help".into(), told(&["--help"], 0)));
    let helps =
        listed.iter().map(|command| (format!("liege {command} --help"), told(&[command, "--help"], 0)));
    texts.extend(helps);
    for (path, text) in texts {
        for command in typed(&text) {
            assert!(
                listed.contains(&command),
                "{path} tells to type \"liege {command}\", which is no command"
            );
        }
    }
}

#[test]
fn a_misspelt_command_ends_with_status_2() {
    told(&["chekc", "game.vsav"], 2);
}
