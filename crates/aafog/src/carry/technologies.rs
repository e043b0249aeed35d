//! Technologies that work in a battle: their opponent is told before they have an effect (5, L15).

use super::Carrying;
use super::named::BattleResult;
use super::outcome::Minutes;
use crate::messages::Message;
use liege_rules::desk::ledger::LedgerEntry;
use liege_rules::desk::log::{Goods, LogEvent};
use liege_rules::desk::play::OpenFight;

/// The source of what a side knows of technologies, and the kind of their markers.
const TECHNOLOGY: &str = "technology";
/// The longest name, in letters.
const LONGEST: usize = 60;

impl BattleResult {
    /// Whether it tells of technologies and of nothing that came of the battle.
    pub fn is_of_technologies_alone(&self) -> bool {
        let came = self.lost.is_empty()
            && self.damaged.is_empty()
            && self.back.is_empty()
            && self.wrecked.is_empty();
        came && !self.used.is_empty()
    }
}

impl Carrying<'_> {
    /// A technology of a power, by what the base game calls it, where that is told.
    ///
    /// # Errors
    /// The power has none, is not in the battle, or no technology has that name.
    pub(super) fn technology(
        &self,
        who: &str,
        name: &str,
        fight: &OpenFight,
    ) -> Result<(String, String), String> {
        let Some(power) = self.boards.power_called(who).map(str::to_owned) else {
            let known: Vec<&str> = self.boards.powers().collect();
            return Err(format!("no power is called \"{who}\"; the powers are {}", known.join(", ")));
        };
        let mut pieces = fight.mover.iter().chain(&fight.occupant);
        if !pieces.any(|id| self.roster().unit(id).is_some_and(|unit| unit.power == power)) {
            return Err(format!("{} has no unit in this battle", self.boards.name_of(&power)));
        }
        let markers = self.boards.situation.pieces.iter();
        if markers.filter(|piece| piece.kind() == TECHNOLOGY && piece.nation() == power).count() == 0 {
            return Err(format!(
                "{} has no marker of a technology in the master; place it in its room first",
                self.boards.name_of(&power)
            ));
        }
        let name = name.trim();
        let rows = &self.base.technology;
        let is_it = |known: &String| known.eq_ignore_ascii_case(name);
        if let Some(row) = rows.iter().find(|row| is_it(&row.id) || is_it(&row.name)) {
            return Ok((power, row.name.clone()));
        }
        if !rows.is_empty() {
            let known: Vec<&str> = rows.iter().map(|row| row.name.as_str()).collect();
            return Err(format!("no technology is called \"{name}\"; base.toml has {}", known.join(", ")));
        }
        if name.is_empty() || name.chars().count() > LONGEST || name.chars().any(char::is_control) {
            return Err(format!("expected the name of a technology of at most {LONGEST} letters"));
        }
        Ok((power, name.to_owned()))
    }

    /// Tells the other side of technologies, before anything comes of the battle.
    pub(super) fn reveal_technologies(
        &self,
        fight: &OpenFight,
        result: &BattleResult,
        minutes: &mut Minutes<'_, '_>,
    ) {
        for (power, technology) in &result.used {
            let to = self.other_of(self.boards.side_of(power));
            let message = Message::TechnologyUsed { power: power.clone(), technology: technology.clone() };
            minutes.tell(&to, &message);
            let goods =
                Goods { what: technology.as_str().into(), battle: Some(fight.number), ..Goods::default() };
            minutes.stride.about.insert(minutes.stride.log.len(), power.clone());
            minutes.log(LogEvent::TechnologyUse(goods));
            let known = self.table.ledgers.get(&to).into_iter().flat_map(|ledger| &ledger.entries);
            let is_it = |entry: &LedgerEntry| {
                entry.source == TECHNOLOGY && entry.side_seen == *power && entry.class == *technology
            };
            if !known.into_iter().any(is_it) {
                let entry = LedgerEntry {
                    place: fight.place.clone(),
                    side_seen: power.clone(),
                    class: technology.clone(),
                    source: TECHNOLOGY.to_owned(),
                    ..minutes.new_entry(&to)
                };
                minutes.enter_in_ledger(&to, entry);
            }
        }
    }
}
