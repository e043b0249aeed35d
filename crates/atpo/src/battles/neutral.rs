//! Attackers who are at war with none of the defenders (15): who is left out of a battle, and what is told of it.

use std::collections::BTreeSet;

use super::super::view::{Alliance, Unit};
use super::DeclaredAttack;
use liege_rules::play::battle::Note;

impl DeclaredAttack<'_> {
    /// The nations of the defence: those of its units, of an empty hex that of its owner. A hex of the attacker's own
    /// side has none.
    fn defending_nations(&self) -> BTreeSet<&str> {
        let nations: BTreeSet<&str> = self.defenders.iter().map(|unit| unit.entry.nation.as_str()).collect();
        if nations.is_empty() && self.view.owning_side(self.hex) != Some(self.side) {
            return self.view.owner(self.hex).into_iter().collect();
        }
        nations
    }

    /// Takes away attackers who are at war with none of the defenders.
    pub(super) fn leave_out_neutrals(&mut self) {
        let defending = self.defending_nations();
        let fights = |unit: &&Unit| {
            defending.is_empty()
                || defending.iter().any(|nation| self.view.are_at_war(&unit.entry.nation, nation))
        };
        let kept: Vec<&Unit> = self.attackers.iter().copied().filter(fights).collect();
        self.attackers = kept;
    }

    /// An attack that begins a war is told; whether it may is for its player to know.
    pub(super) fn note_war(&mut self) {
        let attacking: BTreeSet<&str> =
            self.attackers.iter().map(|unit| unit.entry.nation.as_str()).collect();
        let defending = self.defending_nations();
        let peace = |one: &&str| defending.iter().all(|other| !self.view.are_at_war(one, other));
        let neutral: Vec<&str> = attacking.into_iter().filter(peace).collect();
        let (Some(date), false) =
            (self.view.situation.clock.date, neutral.is_empty() || defending.is_empty())
        else {
            return;
        };
        let who = match self.side {
            Alliance::Axis => "announces the invasion before",
            Alliance::Allies => "cannot start a war with Japan, except with the Soviet Union",
        };
        let nations = &self.view.situation.pack.nations;
        let names = |codes: Vec<&str>| -> String {
            let name =
                |code: &str| nations.get(code).map_or_else(|| code.to_owned(), |nation| nation.name.clone());
            codes.into_iter().map(name).collect::<Vec<_>>().join(", ")
        };
        let note = format!(
            "{} and {} are not at war in {:04}-{:02} by our dates: the attacker {who} (15)",
            names(neutral),
            names(defending.into_iter().collect()),
            date.year,
            date.month
        );
        self.notes.push(Note::plain(note));
    }
}
