//! Carrying out a list of moves at the umpire's desk (P01), one step at a time, with the pieces of the master.
//!
//! The paper of a turn has the orders, the events, and the answers and dice so far of the current step. A step is
//! replayed from the master with these until it needs one more answer; what has been reported already is counted and
//! skipped. A step changes the board only when it is over. A counter whose units part becomes two
//! (`BoardDeed::Part`); the new one is named after the last piece until it is in the master.

mod arrivals;
mod attack;
mod battle;
mod collect;
mod counters;
mod decided;
mod decks;
mod entry;
mod landing;
mod named;
mod outcome;
mod parted;
mod result;
mod roster;
mod sightings;
mod technologies;

use std::collections::BTreeMap;
use std::sync::Arc;

use super::base::Base;
use super::boards::Boards;
use super::conquest::LandRules;
use super::entering::EnterZone;
use super::sea_entry::SeaRules;
use super::territory::AttackTerritory;
use super::turn_order::{Happened, ListedMove, StepState, TurnList, TurnStep};
use super::upshot::Upshot;
use liege_rules::desk::log::{LogEvent, UmpireLog};
use liege_rules::desk::play::{Happening, ListedOrder, Stride, TurnPaper, TurnTable};
use liege_rules::play::choices::Setting;
use liege_rules::play::dice::Dice;
use liege_rules::play::procedure::Coded;
use outcome::Minutes;
use roster::Roster;

/// The phase whose moves are no attacks (9, L35).
const NON_COMBAT: &str = "NC";

/// Goes on with a list of moves until a step is over or somebody has to answer.
pub(super) fn go(
    table: &TurnTable<'_>,
    paper: &TurnPaper,
    dice: &mut dyn Dice,
) -> Result<Stride, Vec<String>> {
    let carrying = Carrying::new(table, paper)?;
    if paper.phase == collect::COLLECT_INCOME {
        return carrying.land_late().unwrap_or_else(|| carrying.collect());
    }
    if let Some(open) = paper.open.as_ref().filter(|open| !open.fights.is_empty()) {
        return carrying.fight(open);
    }
    let steps = carrying.list().steps();
    if let Some(order) = carrying.arriving(&steps) {
        return Ok(carrying.arrive(order));
    }
    if let Some((step, reason)) = carrying.struck(&steps) {
        return Ok(carrying.strike(step, reason));
    }
    match steps.iter().find(|step| step.state == StepState::Next) {
        Some(step) if step.sea => carrying.enter(step, dice),
        Some(step) => carrying.attack(step),
        None => carrying.done(),
    }
}

/// The paper of a phase in which something is done without a list of moves, until it is done.
pub(super) fn opens(log: &UmpireLog, power: &str, phase: &str) -> Option<TurnPaper> {
    let since = log.entries.iter().rev().take_while(|entry| entry.power == power && entry.phase == phase);
    let collected = since;
    let is_due = phase == collect::COLLECT_INCOME
        && !collected.into_iter().any(|entry| matches!(entry.event, LogEvent::Income { .. }));
    is_due.then(|| TurnPaper { power: power.to_owned(), phase: phase.to_owned(), ..TurnPaper::default() })
}

/// A list of moves with all that its steps are told from.
struct Carrying<'a> {
    table: &'a TurnTable<'a>,
    paper: &'a TurnPaper,
    boards: Boards,
    base: Base,
    sea: SeaRules,
    land: LandRules,
    /// The alliance that moves.
    side: String,
}

impl<'a> Carrying<'a> {
    fn new(table: &'a TurnTable<'a>, paper: &'a TurnPaper) -> Result<Self, Vec<String>> {
        let about = |error: &dyn std::fmt::Display| vec![error.to_string()];
        let read = |known: &[&str]| -> Vec<Setting> {
            let settings = table.settings.iter();
            settings.filter(|setting| known.contains(&setting.key.as_str())).cloned().collect()
        };
        let sea =
            EnterZone::context(table.files, &read(EnterZone::CHOICES)).map_err(|error| about(&error))?;
        let land = AttackTerritory::context(table.files, &read(AttackTerritory::CHOICES))
            .map_err(|error| about(&error))?;
        let boards = Boards::new(Arc::clone(table.master), BTreeMap::new());
        let base = Base::of(boards.pack());
        let side = boards.side_of(&paper.power).to_owned();
        if side.is_empty() {
            return Err(vec![format!("no side has the power \"{}\"", paper.power)]);
        }
        Ok(Self { table, paper, boards, base, sea, land, side })
    }

    fn roster(&self) -> Roster<'_> {
        Roster { boards: &self.boards, base: &self.base }
    }

    fn non_combat(&self) -> bool {
        self.paper.phase == NON_COMBAT
    }

    fn order(&self, item: u32) -> Option<&ListedOrder> {
        self.paper.orders.iter().find(|order| order.item == item)
    }

    /// The alliance that does not move.
    fn other_side(&self) -> String {
        let sides = self.boards.pack().sides.iter().filter(|side| !side.sees_all);
        let mut others = sides.map(|side| &side.alliance).filter(|other| **other != self.side);
        others.next().cloned().unwrap_or_default()
    }

    /// The list in the terms of the procedure (P01).
    fn list(&self) -> TurnList {
        let roster = self.roster();
        let listed = |order: &ListedOrder| ListedMove {
            item: order.item,
            units: roster.group(&self.on_board(&order.pieces)),
            path: order.path.clone(),
            attacks: order.purpose != "move",
        };
        let happened = |happening: &Happening| match happening {
            Happening::Entered { item, place } => Some(Happened::Entered(*item, place.clone())),
            Happening::Stopped { item, place, pieces } => {
                Some(Happened::Stopped(*item, place.clone(), roster.group(pieces)))
            }
            Happening::Gone { item, pieces } => Some(Happened::Gone(*item, roster.group(pieces))),
            Happening::Attacked { item, place } => Some(Happened::Attacked(Some(*item), place.clone())),
            Happening::Battle { .. }
            | Happening::Struck { .. }
            | Happening::Scrambled { .. }
            | Happening::Ruled { .. } => None,
        };
        TurnList {
            moves: self.paper.orders.iter().map(listed).collect(),
            happened: self.paper.happened.iter().filter_map(happened).collect(),
            sea_zones: self.boards.areas().filter(|area| self.is_sea(area)).collect(),
        }
    }

    /// Pieces that stand on the board: what the umpire took off it himself moves no more.
    fn on_board(&self, pieces: &[String]) -> Vec<String> {
        let stands =
            |id: &&String| self.roster().unit(id).is_some_and(|unit| self.boards.is_on_board(&unit.place));
        pieces.iter().filter(stands).cloned().collect()
    }

    /// Whether aircraft have scrambled in this turn.
    fn has_scrambled(&self, id: &str) -> bool {
        self.has_happened(
            |one| matches!(one, Happening::Scrambled { pieces } if pieces.iter().any(|own| own == id)),
        )
    }

    fn is_sea(&self, place: &str) -> bool {
        self.boards.pack().map.place(place).is_some_and(|facts| facts.kind == *"sea")
    }

    fn has_happened(&self, is: impl Fn(&Happening) -> bool) -> bool {
        self.paper.happened.iter().any(is)
    }

    /// A step that has become impossible, of which its side has not heard.
    fn struck<'s>(&self, steps: &'s [TurnStep]) -> Option<(&'s TurnStep, &'s super::messages::Forbidden)> {
        let next = steps.iter().position(|step| step.state == StepState::Next).unwrap_or(steps.len());
        steps[..next].iter().find_map(|step| {
            let StepState::Struck(reason) = &step.state else { return None };
            let item = *step.items.first()?;
            let told = self.has_happened(
                |one| matches!(one, Happening::Struck { item: known, place } if *known == item && *place == step.place),
            );
            (!told).then_some((step, reason))
        })
    }

    /// Tells the mover that an item was struck out (P01.3).
    fn strike(&self, step: &TurnStep, reason: &super::messages::Forbidden) -> Stride {
        let mut minutes = Minutes::new(self, format!("{}: struck out", named(step)));
        let message = super::messages::Message::NotAllowed { reason: reason.clone() };
        let because = vec![super::because::Because::Rule("8", "L21")];
        let upshot = Upshot::message(&self.sea.texts, super::roles::MOVER, message, because);
        minutes.upshot(&upshot);
        for item in &step.items {
            minutes.happened(Happening::Struck { item: *item, place: step.place.clone() });
        }
        minutes.end()
    }
}

/// How a step is called: `item 1, SZ 20`.
fn named(step: &TurnStep) -> String {
    let items: Vec<String> = step.items.iter().map(u32::to_string).collect();
    let word = if items.len() == 1 { "item" } else { "items" };
    format!("{word} {}, {}", items.join(" and "), step.place)
}

/// The number of the next battle.
fn next_battle(table: &TurnTable<'_>) -> u32 {
    let numbers = table.log.entries.iter().filter_map(|entry| match &entry.event {
        LogEvent::Battle(fought) => Some(fought.number),
        _ => None,
    });
    numbers.max().unwrap_or(0).saturating_add(1)
}
