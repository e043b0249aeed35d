//! Help pages with what only the registry of games knows: the games and their procedures.

use std::ffi::OsString;

use clap::{Command, CommandFactory};

use super::Args;
use crate::cli::layout;
use crate::games::GAMES;
use crate::shipped::Embedded;
use liege_rules::data::Files;
use liege_rules::game::Game;
use liege_rules::play::procedure::AnyProcedure;

/// The commands that take a game, as what they are about or where a save does not tell it.
const OF_A_GAME: [&str; 8] = ["battles", "build", "check", "counters", "data", "explain", "oob", "resolve"];

/// The commands that play a procedure.
const OF_A_PROCEDURE: [&str; 2] = ["run", "chances"];

/// All commands with the help that these arguments may ask for: procedures are listed only where one of the commands
/// that play them is named, since their rows have to be read for it. Whoever asks for the licences needs no command.
pub fn command(arguments: &[OsString]) -> Command {
    let games: Vec<&str> = GAMES.iter().map(|game| game.id()).collect();
    let games = format!("Games: {}, and those in --data DIR", games.join(", "));
    let plays = arguments.iter().any(|word| OF_A_PROCEDURE.iter().any(|name| word == name));
    let listed = if plays { all_procedures() } else { String::new() };
    let mut command = Args::command();
    if arguments.iter().any(|word| word == "--licenses") {
        command = command.subcommand_required(false).args_conflicts_with_subcommands(true);
    }
    for (names, more) in [(&OF_A_GAME[..], &games), (&OF_A_PROCEDURE, &listed)] {
        for name in names {
            command = command.mut_subcommand(name, |own| {
                let example = own.get_after_help().map(ToString::to_string).unwrap_or_default();
                own.after_help(format!("{example}\n\n{more}"))
            });
        }
    }
    command
}

/// The procedures of all games, in lines as wide as help is.
fn all_procedures() -> String {
    let listed: Vec<String> =
        GAMES.iter().map(|game| procedures(*game, &shipped(*game), &Embedded)).collect();
    let own = "For a game in --data DIR: liege run GAME --data DIR lists its procedures.";
    layout::wrap(&format!("{}\n{own}", listed.join("\n")), layout::width_of_help())
}

/// The procedures of a game that come with the program.
fn shipped(game: &dyn Game) -> Vec<AnyProcedure> {
    game.all_procedures(&|path| Some(Embedded.text(path).ok()?.to_owned())).unwrap_or_default()
}

/// The procedures of a game: id, name and what each does.
pub fn procedures(game: &dyn Game, all: &[AnyProcedure], files: &dyn Files) -> String {
    if all.is_empty() {
        return format!("{} has no procedures.\n", game.id());
    }
    let mut text = format!("Procedures of {}:\n", game.id());
    let wide =
        |word: fn(&AnyProcedure) -> &str| all.iter().map(|entry| word(entry).len()).max().unwrap_or_default();
    let (id, name) = (wide(|entry| &entry.id), wide(|entry| &entry.name));
    for entry in all {
        text.push_str(&format!("  {:id$}  {:name$}  {}\n", entry.id, entry.name, about(files, entry)));
    }
    text
}

/// What a procedure does: the first sentence of its page behind the paragraphs of the rules, or what its row says.
pub fn about(files: &dyn Files, entry: &AnyProcedure) -> String {
    let Ok(text) = files.text(&entry.page()) else {
        return entry.data.as_ref().map(|data| data.about.clone()).unwrap_or_default();
    };
    let paragraph = text.lines().find(|line| !line.is_empty() && !line.starts_with('#')).unwrap_or_default();
    let mut sentences = paragraph.split(". ").skip_while(|sentence| sentence.starts_with("Rule"));
    sentences.next().unwrap_or_default().trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Visits a command and those below it, with the words that call each.
    fn visit(command: &Command, path: &str, look: &mut dyn FnMut(&Command, &str)) {
        look(command, path);
        for own in command.get_subcommands() {
            visit(own, &format!("{path} {}", own.get_name()), look);
        }
    }

    fn all() -> Command {
        command(&OF_A_PROCEDURE.map(OsString::from))
    }

    #[test]
    fn every_argument_and_every_value_of_it_is_explained() {
        let mut missing = Vec::new();
        visit(&all(), "liege", &mut |own, path| {
            for argument in own.get_arguments() {
                let named = format!("{path}: {}", argument.get_id());
                if argument.get_help().is_none_or(|help| help.to_string().len() < 10) {
                    missing.push(format!("{named} has no help"));
                }
                if !argument.get_action().takes_values() {
                    continue;
                }
                // The derived name is the field's own.
                let field = argument.get_id().as_str().to_uppercase();
                let names = argument.get_value_names().unwrap_or_default();
                let is_field =
                    |name: &clap::builder::Str| name.as_str() == field && own.get_name() == "liege";
                if names.is_empty() || names.iter().any(is_field) {
                    missing.push(format!("{named} does not say what it takes"));
                }
                for value in argument.get_possible_values() {
                    if value.get_help().is_none() {
                        missing.push(format!("{named}={} has no help", value.get_name()));
                    }
                }
            }
        });
        assert!(missing.is_empty(), "{}", missing.join("\n"));
    }

    #[test]
    fn every_command_says_what_it_does_and_shows_it() {
        visit(&all(), "liege", &mut |own, path| {
            assert!(own.get_about().is_some(), "{path} does not say what it does");
            let more = own.get_after_help().map(ToString::to_string).unwrap_or_default();
            let below = more.contains("Example: liege oob") && more.contains(own.get_name());
            assert!(path == "liege" || more.contains(path) || below, "{path} shows no example: {more}");
        });
    }

    #[test]
    fn every_procedure_says_what_it_does() {
        for entry in GAMES.iter().flat_map(|game| shipped(*game)) {
            let about = about(&Embedded, &entry);
            assert!(about.len() > 10 && !about.starts_with("Rule"), "{}: {about:?}", entry.id);
        }
    }
}
