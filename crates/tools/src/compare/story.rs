//! A log told step by step: who did what, what was rolled, what was said.

use serde::Serialize;

use super::dice::{DiceWords, Roll};
use super::one_line;
use super::positions::{Looked, PositionDiff};
use vassal::format::command::Command;
use vassal::format::entities::decoded;
use vassal::model::eyes::{Eyes, has_secrets};
use vassal::model::log::{self, Played};
use vassal::model::markup::{reported, without_tags};
use vassal::model::module::Module;
use vassal::model::position::Position;

/// What happened in one step.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StoryStep {
    /// Its number, from 1.
    pub step: usize,
    /// Who did it, as far as the step tells.
    pub players: Vec<String>,
    /// Whether it takes back the step before.
    pub undoes: bool,
    /// The lines of the chat window, as words.
    pub said: Vec<String>,
    /// What was rolled.
    pub rolls: Vec<Roll>,
    /// What happened on the table.
    pub deeds: PositionDiff,
    /// Whether it touches what somebody who plays no side may not see.
    #[serde(skip)]
    pub has_secrets: bool,
}

/// A log to be told.
pub struct Story<'a> {
    /// Its commands.
    pub commands: &'a Command,
    /// Its module; without one nobody knows what places are called.
    pub module: Option<&'a Module>,
    /// Who looks.
    pub eyes: &'a Eyes,
    /// How the dice of the game are reported.
    pub dice: &'a DiceWords,
}

impl Story<'_> {
    /// Tells the steps in order, each with a way to the whole position after it.
    ///
    /// # Errors
    /// The first that `tell` gives; no step is told after it.
    pub fn tell<E>(
        &self,
        mut tell: impl FnMut(StoryStep, &dyn Fn() -> Position) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut played = log::Story::new(self.commands, self.module);
        while let Some(step) = played.next() {
            tell(self.told(&step), &|| played.position())?;
        }
        Ok(())
    }

    fn told(&self, step: &Played) -> StoryStep {
        let said: Vec<String> = step
            .said
            .iter()
            .map(|line| one_line(&reported(&decoded(&without_tags(line)))).trim().to_owned())
            .collect();
        let said: Vec<String> = said.into_iter().filter(|line| !line.is_empty()).collect();
        let mut rolls: Vec<Roll> = said.iter().filter_map(|line| self.dice.roll(line)).collect();
        rolls.extend(step.shown.iter().flat_map(|(button, faces)| self.dice.shown(button, faces)));
        let deeds = PositionDiff::between(
            Looked { position: &step.before, module: self.module, eyes: self.eyes },
            Looked { position: &step.after, module: self.module, eyes: self.eyes },
        );
        let mut players: Vec<String> = Vec::new();
        let movers = step.movers.iter().filter_map(|id| step.after.players.iter().find(|one| one.id == *id));
        let named = movers.map(|player| one_line(&player.name));
        let rolled = rolls.iter().filter_map(|roll| roll.player.clone());
        let speakers = said.iter().filter_map(|line| speaker(line).map(str::to_owned));
        for name in named.chain(rolled).chain(speakers) {
            if !players.contains(&name) {
                players.push(name);
            }
        }
        let ends = [&step.before, &step.after];
        let has_secrets = ends.into_iter().any(|position| has_secrets(position, self.module));
        StoryStep { step: step.number, players, undoes: step.undoes, said, rolls, deeds, has_secrets }
    }
}

/// Who says a line of the form `<Anna> - Your turn`.
fn speaker(line: &str) -> Option<&str> {
    let (name, _) = line.strip_prefix('<')?.split_once("> - ")?;
    Some(name)
}

impl StoryStep {
    /// What the step says for itself: nothing of what is set when a game begins.
    pub fn is_silent(&self) -> bool {
        self.said.is_empty() && self.deeds.is_empty() && !self.undoes
    }

    /// The lines of the step without its heading.
    pub fn lines(&self) -> Vec<String> {
        let undone = self.undoes.then(|| "undoes the step before".to_owned());
        undone.into_iter().chain(self.said.iter().cloned()).chain(self.deeds.lines()).collect()
    }

    /// `Step 12: Anna, Bert`.
    pub fn heading(&self) -> String {
        match self.players.as_slice() {
            [] => format!("Step {}", self.step),
            players => format!("Step {}: {}", self.step, players.join(", ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_speaks_stands_before_the_dash() {
        assert_eq!(speaker("<Anna (Allies)> - well <b> - c"), Some("Anna (Allies)"));
        assert_eq!(speaker("* Anna moves"), None);
    }
}
