//! Scripts for shells and pages of the manual, both made of the arguments themselves.

use std::io::Write;
use std::process::Command;

use super::{liege, said, told};

const SHELLS: [&str; 5] = ["bash", "elvish", "fish", "powershell", "zsh"];

/// The commands that the help lists.
fn commands() -> Vec<String> {
    let help = told(&["--help"], 0);
    let block = help.split_once("\nCommands:\n").unwrap().1.split("\n\n").next().unwrap();
    let lines = block.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    lines.map(|line| line.split_whitespace().next().unwrap().to_owned()).collect()
}

#[test]
fn the_script_of_each_shell_names_all_commands_and_their_words() {
    let commands = commands();
    assert!(commands.len() > 20, "{commands:?}");
    for shell in SHELLS {
        let script = told(&["completions", shell], 0);
        for command in &commands {
            assert!(script.contains(command.as_str()), "{shell}: {command}");
        }
        for word in ["write-baseline", "textconv"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
        // The other two complete no words of an option.
        assert!(["elvish", "powershell"].contains(&shell) || script.contains("sarif"), "{shell}");
    }
}

#[test]
fn shells_that_are_here_can_read_their_scripts() {
    let folder = tempfile::tempdir().unwrap();
    for (shell, flags) in [("bash", &["-n"][..]), ("zsh", &["-n"]), ("fish", &["--no-execute"])] {
        let path = folder.path().join(shell);
        std::fs::write(&path, told(&["completions", shell], 0)).unwrap();
        match Command::new(shell).args(flags).arg(&path).output() {
            Ok(output) => assert!(output.status.success(), "{shell}: {}", said(&output)),
            Err(_) => {
                let _ = writeln!(std::io::stderr(), "skipped: {shell} is not here");
            }
        }
    }
}

#[test]
fn bash_completes_a_command_and_the_words_of_an_option() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("liege.bash");
    std::fs::write(&script, told(&["completions", "bash"], 0)).unwrap();
    let completed = |words: &str| {
        let ask = format!(
            "source '{}'; COMP_WORDS=(liege {words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); _liege liege \"${{COMP_WORDS[COMP_CWORD]}}\" \"${{COMP_WORDS[COMP_CWORD-1]}}\"; echo \"${{COMPREPLY[@]}}\"",
            script.display()
        );
        let output = Command::new("bash").args(["-c", &ask]).output().ok()?;
        Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    match completed("li") {
        Some(commands) => assert_eq!(commands, "lint"),
        None => return,
    }
    assert_eq!(completed("lint --format sa").as_deref(), Some("sarif"));
}

#[test]
fn a_shell_that_is_not_known_ends_with_status_2() {
    let output = liege(&["completions", "tcsh"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("bash, elvish, fish, powershell, zsh"), "{}", said(&output));
}

#[test]
fn every_command_has_a_page_of_the_manual() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("man1");
    told(&["man", "-o", pages.to_str().unwrap()], 0);
    let page = |name: &str| std::fs::read_to_string(pages.join(name)).unwrap();
    assert!(page("liege.1").contains(".TH liege 1"), "{}", page("liege.1"));
    for command in commands().iter().filter(|command| *command != "help") {
        let own = page(&format!("liege-{command}.1"));
        assert!(own.contains("Example: liege "), "{command}");
    }
    assert!(page("liege-git-install.1").contains("SYNOPSIS"));
    if let Ok(output) = Command::new("man").args(["-l", "-w"]).arg(pages.join("liege-lint.1")).output() {
        assert!(output.status.success(), "{}", said(&output));
    }
}
