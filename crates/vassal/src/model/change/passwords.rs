//! Takes the passwords of players out of a save: VASSAL uses a player's password as his id, and writes it as it is typed.
//!
//! Engine classes: `build.module.PlayerRoster`, `counters.Obscurable`, `counters.Hideable`.

use std::collections::BTreeSet;

use super::ChangeError;
use crate::format::command::Command;
use crate::format::piece::PieceText;
use crate::format::traits::Trait;
use crate::model::game::Game;
use crate::model::rewrite;

/// What became of a save without its passwords.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Forgotten {
    /// The save.
    pub commands: Command,
    /// The sides of the players who had a password, in the order of the save.
    pub sides: Vec<String>,
    /// How many pieces such a player had masked or made invisible; they belong to the blank password now.
    pub hidden: usize,
}

/// A save in which all players have a blank password.
///
/// # Errors
/// A value that the file format cannot carry.
pub fn forget_passwords(commands: &Command) -> Result<Forgotten, ChangeError> {
    let mut game = Game::of(commands);
    let ids: BTreeSet<String> = game.players.iter().map(|player| player.id.clone()).collect();
    let mut sides = Vec::new();
    for player in game.players.iter_mut().filter(|player| !player.id.is_empty()) {
        player.id.clear();
        sides.push(player.side.clone());
    }
    let places: Vec<usize> = game.items().map(|(place, _)| place).collect();
    let mut hidden = 0;
    for place in places {
        let Some(counter) = game.counter(place) else { continue };
        let mut text = PieceText::clone(&counter.text);
        let mut is_hidden = false;
        for own in &mut text.traits {
            let hides = match Trait::decode(own) {
                Trait::Mask(plain) | Trait::Invisible(plain) => plain,
                _ => continue,
            };
            let Some(by) = hides.hidden_by().filter(|by| !by.is_empty() && ids.contains(by)) else {
                continue;
            };
            own.state_text = hides.state.replacen(&by, "", 1).into();
            is_hidden = true;
        }
        if is_hidden {
            hidden += 1;
            game.retrait(place, text);
        }
    }
    Ok(Forgotten { commands: rewrite::edited(commands, &game)?, sides, hidden })
}
