//! Help pages.

use super::told;

const COMMANDS: &[&str] = &[
    "inspect", "unpack", "pack", "convert", "render", "build", "counters", "check", "explain", "battles",
    "resolve", "run", "chances", "tour",
];

#[test]
fn every_help_page_has_an_example() {
    for command in COMMANDS {
        let help = told(&[command, "--help"], 0);
        assert!(help.contains(&format!("Example: liege {command}")), "{command}:\n{help}");
    }
}

#[test]
fn the_list_of_commands_is_complete() {
    let help = told(&["--help"], 0);
    for command in COMMANDS {
        assert!(help.contains(&format!("\n  {command} ")), "{command} is missing:\n{help}");
    }
}

#[test]
fn a_misspelt_command_ends_with_status_2() {
    told(&["chekc", "game.vsav"], 2);
}
