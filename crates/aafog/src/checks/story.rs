//! The log told as a story: turns of powers, what came to pass in each place, meetings and battles with all that belongs
//! to them.
//!
//! A log that was kept by hand may leave anything out: what it does not say is not known, and nothing here guesses it.

use super::super::base::Base;
use super::super::boards::{BoardUnit, Boards};
use super::super::class::UnitClass;
use super::headcount::Headcount;
use super::telling::{DieFacts, NoticeFacts};
use liege_rules::check::case::{Case, NotGiven};
use liege_rules::desk::ledger::LedgerEntry;
use liege_rules::desk::log::{
    DieRoll, Enter, Fought, LogEntry, LogEvent, Notice, Order, Reply, UmpireLog, UnitFate,
};
use liege_rules::desk::units::UnitRef;
use liege_rules::position::situation::PlaceId;

/// The phase in which a contact is a bump (9, L35).
const NON_COMBAT: &str = "NC";
/// The log as turns of powers.
#[derive(Debug)]
pub struct Story<'a> {
    case: &'a Case<Boards>,
    /// What the base game says.
    pub base: Base,
    log: &'a UmpireLog,
    /// The turns, in the order in which they began.
    pub turns: Vec<StoryTurn<'a>>,
}

/// The turn of one power.
#[derive(Debug, Default)]
pub struct StoryTurn<'a> {
    /// The turn of the track; 0 where nobody wrote it down.
    pub round: u32,
    /// Whose turn it is; empty where nobody wrote it down.
    pub power: &'a str,
    /// The alliance of that power; empty where it is not known.
    pub side: &'a str,
    /// What happened, in order.
    pub steps: Vec<Step<'a>>,
    /// The battles, in the order in which they began.
    pub battles: Vec<Clash<'a>>,
}

/// An entry with the place and the battle that it is about.
#[derive(Debug, Clone)]
pub struct Step<'a> {
    /// The entry.
    pub entry: &'a LogEntry,
    /// The place as the map calls it; as the log does where the map has no such place.
    pub place: Option<String>,
    /// The battle, by its position in the turn's list.
    pub battle: Option<usize>,
    /// Whether it belongs to the non-combat move; none where the phase is not known.
    pub non_combat: Option<bool>,
}

/// A battle.
#[derive(Debug, Clone)]
pub struct Clash<'a> {
    /// The entry with which it begins.
    pub entry: &'a LogEntry,
    /// What that entry says.
    pub fought: &'a Fought,
    /// The entry with which it ends, where the log has one.
    pub end: Option<&'a LogEntry>,
    /// The place as the map calls it; empty where nobody wrote it down.
    pub place: String,
    /// Whether it belongs to the non-combat move; none where the phase is not known.
    pub non_combat: Option<bool>,
    /// The dice.
    pub rolls: Vec<(&'a LogEntry, &'a DieRoll)>,
    /// The units that were lost.
    pub casualties: Vec<(&'a LogEntry, &'a UnitFate)>,
    /// The units that went back.
    pub retreats: Vec<(&'a LogEntry, &'a UnitFate)>,
}

/// Groups that come into a place together, and what follows there until the next group comes.
#[derive(Debug)]
pub struct Contact<'a> {
    /// The place.
    pub place: String,
    /// The groups.
    pub enters: Vec<(&'a LogEntry, &'a Enter)>,
    /// Groups that came into the place before these in the same turn.
    pub earlier: Vec<&'a Enter>,
    /// Whether it belongs to the non-combat move; none where the phase is not known.
    pub non_combat: Option<bool>,
    /// What follows there, by positions in the turn's list.
    pub steps: Vec<usize>,
}

impl<'a> Story<'a> {
    /// Tells the log of a case.
    ///
    /// # Errors
    /// The case has none.
    pub fn of(case: &'a Case<Boards>) -> Result<Self, NotGiven> {
        let log = case.wants_log()?;
        let mut story = Self { case, base: Base::of(case.now.pack()), log, turns: Vec::new() };
        let mut current = 0;
        for entry in &log.entries {
            current = story.turn_of(entry, current);
            story.push(current, entry);
        }
        Ok(story)
    }

    /// Whether no line of these kinds is missing.
    pub fn tells(&self, kinds: &[&str]) -> bool {
        self.log.tells_all(kinds)
    }

    /// The position by which places, sides and phases are told.
    pub fn view(&self) -> &'a Boards {
        &self.case.now
    }

    /// Whether an earlier save of the same turn of the track has a unit of the master in the same place.
    pub fn was_there(&self, unit: &BoardUnit) -> bool {
        let before = self.case.before.as_ref().filter(|before| before.turn() == self.view().turn());
        before.and_then(|before| before.by_id(&unit.id)).is_some_and(|old| old.place == unit.place)
    }

    /// A place as the map calls it; as it is written where the map has no such place.
    pub fn spot(&self, name: &str) -> String {
        self.view().place(name).map_or_else(|| name.trim().to_owned(), |place| place.to_string())
    }

    /// The place of a finding.
    pub fn place(&self, name: &str) -> Option<PlaceId> {
        self.view().place(name)
    }

    /// The class of a unit; by its id where the position or the earlier one has that piece.
    pub fn class(&self, unit: &UnitRef) -> Option<UnitClass> {
        if !unit.class.is_empty() {
            return UnitClass::find(&unit.class);
        }
        let id = unit.id.as_deref()?;
        let files = [Some(&self.case.now), self.case.before.as_ref()];
        files.into_iter().flatten().find_map(|view| view.by_id(id)).map(|unit| unit.class)
    }

    /// Units by class.
    pub fn count<'u>(&self, units: impl IntoIterator<Item = &'u UnitRef>) -> Headcount {
        let mut counted = Headcount::default();
        for unit in units {
            match self.class(unit) {
                Some(class) => *counted.counts.entry(class).or_default() += unit.number,
                None => counted.unnamed = true,
            }
        }
        counted
    }

    /// The entry of a side's ledger, where that ledger was given.
    pub fn ledger_entry(&self, side: &str, number: u32) -> Option<&'a LedgerEntry> {
        self.case.papers.ledgers.get(self.view().side_of(side))?.entry(number)
    }

    /// The units of a battle that fight for an alliance.
    pub fn units_of(&self, fought: &'a Fought, side: &str) -> Vec<&'a UnitRef> {
        let of_side = fought.units.iter().filter(|(who, _)| self.view().side_of(who) == side);
        of_side.flat_map(|(_, units)| &units.0).collect()
    }

    /// The turn that an entry belongs to; a power that acts opens one, and what it is only about does not.
    fn turn_of(&mut self, entry: &'a LogEntry, current: usize) -> usize {
        let acts = matches!(
            entry.event,
            LogEvent::Order(_)
                | LogEvent::Approve { .. }
                | LogEvent::Enter(_)
                | LogEvent::Message(_)
                | LogEvent::Battle(_)
                | LogEvent::Reveal(_)
                | LogEvent::Purchase(_)
                | LogEvent::Research(_)
                | LogEvent::Mobilize(_)
        );
        if self.turns.is_empty() {
            self.turns.push(StoryTurn::default());
        }
        if !acts || entry.power.is_empty() {
            return current;
        }
        let is_same = |turn: &StoryTurn<'_>| {
            turn.power.eq_ignore_ascii_case(&entry.power)
                && (turn.round == entry.round || turn.round == 0 || entry.round == 0)
        };
        let open = &mut self.turns[current];
        if open.power.is_empty() {
            (open.power, open.side) = (&entry.power, self.case.now.side_of(&entry.power));
        }
        if is_same(open) {
            open.round = open.round.max(entry.round);
            return current;
        }
        let known = self.turns.iter().position(|turn| entry.round > 0 && is_same(turn) && turn.round > 0);
        known.unwrap_or_else(|| {
            let side = self.case.now.side_of(&entry.power);
            self.turns.push(StoryTurn {
                round: entry.round,
                power: &entry.power,
                side,
                ..StoryTurn::default()
            });
            self.turns.len() - 1
        })
    }

    fn push(&mut self, turn: usize, entry: &'a LogEntry) {
        let phase = self.view().pack().phase(&entry.phase);
        let non_combat = phase.map(|(_, phase)| phase.id == NON_COMBAT);
        let battle = self.turns[turn].join(entry);
        let place = match battle {
            Some(at) if matches!(entry.event, LogEvent::Battle(_)) => {
                let clash = &self.turns[turn].battles[at];
                let place = self.spot(&clash.fought.place);
                let clash = &mut self.turns[turn].battles[at];
                (clash.place, clash.non_combat) = (place.clone(), non_combat);
                Some(place)
            }
            Some(at) => Some(self.turns[turn].battles[at].place.clone()),
            None => self.place_of(turn, entry),
        };
        let place = place.filter(|place| !place.is_empty());
        self.turns[turn].steps.push(Step { entry, place, battle, non_combat });
    }

    /// Where an entry that belongs to no battle took place.
    fn place_of(&self, turn: usize, entry: &LogEntry) -> Option<String> {
        let named = |place: &str| Some(self.spot(place));
        match &entry.event {
            LogEvent::Enter(enter) => named(&enter.place),
            LogEvent::Battle(fought) | LogEvent::BattleEnd(fought) => named(&fought.place),
            LogEvent::Reveal(reveal) => named(&reveal.place),
            LogEvent::Capture { place, .. } => named(place),
            LogEvent::Message(notice) => named(notice.place()?),
            LogEvent::Answer(reply) => {
                let asked = |step: &&Step<'_>| matches!(&step.entry.event, LogEvent::Message(notice) if notice.template.eq_ignore_ascii_case(&reply.template));
                self.turns[turn].steps.iter().rev().find(asked)?.place.clone()
            }
            LogEvent::Sighting { side, entry } => named(&self.ledger_entry(side, *entry)?.place),
            LogEvent::Roll(roll) if roll.is_free_shot() => {
                let offered = |step: &&Step<'_>| matches!(&step.entry.event, LogEvent::Message(notice) if notice.is("M09"));
                self.turns[turn].steps.iter().rev().find(offered)?.place.clone()
            }
            _ => None,
        }
    }
}

impl<'a> StoryTurn<'a> {
    /// The battle that an entry belongs to: by its number, or the one that is open where it names none.
    fn join(&mut self, entry: &'a LogEntry) -> Option<usize> {
        let open = || self.battles.iter().rposition(|battle| battle.end.is_none());
        let numbered = |number: u32| self.battles.iter().rposition(|battle| battle.fought.number == number);
        let find = |number: Option<u32>| number.filter(|number| *number > 0).map_or_else(open, numbered);
        match &entry.event {
            LogEvent::Battle(fought) => {
                self.battles.push(Clash::new(entry, fought));
                Some(self.battles.len() - 1)
            }
            LogEvent::BattleEnd(fought) => {
                let at = find(Some(fought.number))?;
                self.battles[at].end = Some(entry);
                Some(at)
            }
            LogEvent::Roll(roll) if roll.research.is_none() => {
                let at =
                    if roll.is_free_shot() { roll.battle.and_then(numbered) } else { find(roll.battle) }?;
                self.battles[at].rolls.push((entry, roll));
                Some(at)
            }
            LogEvent::Casualty(fate) => {
                let at = find(fate.battle)?;
                self.battles[at].casualties.push((entry, fate));
                Some(at)
            }
            LogEvent::Retreat(fate) => {
                let at = fate.battle.map_or_else(|| self.battles.len().checked_sub(1), numbered)?;
                self.battles[at].retreats.push((entry, fate));
                Some(at)
            }
            LogEvent::TechnologyUse(goods) => find(goods.battle),
            _ => None,
        }
    }

    /// The entries of the turn.
    pub fn entries(&self) -> impl Iterator<Item = &'a LogEntry> {
        self.steps.iter().map(|step| step.entry)
    }

    /// The written list of moves.
    pub fn orders(&self) -> impl Iterator<Item = (&'a LogEntry, &'a Order)> {
        self.entries().filter_map(|entry| match &entry.event {
            LogEvent::Order(order) => Some((entry, order)),
            _ => None,
        })
    }

    /// The groups that came into places, in order.
    pub fn enters(&self) -> impl Iterator<Item = (&Step<'a>, &'a Enter)> {
        self.steps.iter().filter_map(|step| match &step.entry.event {
            LogEvent::Enter(enter) => Some((step, enter)),
            _ => None,
        })
    }

    /// The meetings, place by place in the order in which each began. What names no place belongs to the last one.
    pub fn contacts(&self) -> Vec<Contact<'a>> {
        let mut contacts: Vec<Contact<'a>> = Vec::new();
        for (at, step) in self.steps.iter().enumerate() {
            let here =
                |contact: &Contact<'_>| step.place.as_deref().is_none_or(|place| contact.place == place);
            let open = contacts.iter().rposition(here);
            let (LogEvent::Enter(enter), Some(place)) = (&step.entry.event, &step.place) else {
                if let Some(open) = open {
                    contacts[open].steps.push(at);
                }
                continue;
            };
            match open.map(|open| &mut contacts[open]) {
                Some(contact) if contact.steps.is_empty() && contact.non_combat == step.non_combat => {
                    contact.enters.push((step.entry, enter));
                }
                open => {
                    let before = open.map(|contact| {
                        let entered = contact.enters.iter().map(|(_, enter)| *enter);
                        contact.earlier.iter().copied().chain(entered).collect()
                    });
                    contacts.push(Contact {
                        place: place.clone(),
                        enters: vec![(step.entry, enter)],
                        earlier: before.unwrap_or_default(),
                        non_combat: step.non_combat,
                        steps: Vec::new(),
                    });
                }
            }
        }
        contacts
    }

    /// The steps of a contact.
    pub fn of<'s>(&'s self, contact: &'s Contact<'a>) -> impl Iterator<Item = &'s Step<'a>> {
        contact.steps.iter().map(|at| &self.steps[*at])
    }

    /// What is told in some steps, in order.
    pub fn told(&self) -> impl Iterator<Item = (&Step<'a>, &'a Notice)> {
        self.steps.iter().filter_map(|step| Some((step, step.notice()?)))
    }
}

impl<'a> Step<'a> {
    /// The message that it is.
    pub fn notice(&self) -> Option<&'a Notice> {
        match &self.entry.event {
            LogEvent::Message(notice) => Some(notice),
            _ => None,
        }
    }

    /// The answer that it is.
    pub fn reply(&self) -> Option<&'a Reply> {
        match &self.entry.event {
            LogEvent::Answer(reply) => Some(reply),
            _ => None,
        }
    }
}

impl<'a> Clash<'a> {
    fn new(entry: &'a LogEntry, fought: &'a Fought) -> Self {
        Self {
            entry,
            fought,
            end: None,
            place: String::new(),
            non_combat: None,
            rolls: Vec::new(),
            casualties: Vec::new(),
            retreats: Vec::new(),
        }
    }

    /// Whether this is why it is fought: `attack`, `interception`.
    pub fn is_caused_by(&self, cause: &str) -> bool {
        self.fought.cause.eq_ignore_ascii_case(cause)
    }
}
